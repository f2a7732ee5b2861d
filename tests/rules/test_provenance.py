"""Each rule is printed with the mark of its provenance, on the page that `settle` names."""

import re

import pytest
from pypdfium2 import PdfDocument

import printkit
from printkit.base.content import content_path
from printkit.booklet.compose import find_pages
from printkit.booklet.text_formats import write_markdown
from printkit.model.definition_files import variant_slugs
from printkit.model.fields import AGAINST, MARKS
from printkit.model.load import load
from tests.support.builds import GATE_BOOKLETS, LANGUAGES, build_books, read_book

TYPED = re.compile(r"\{(?:clauses|payments|phases|penalties|options)\.[a-z0-9-]+\.how\}[†‡]")
# Their booklets are built for other tests, too; the others are for the night.
CITED = GATE_BOOKLETS


def letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def missing_sentences(slug: str, language: str, pages: dict[str, int]) -> list[str]:
    """Return the rules of a game whose sentence is not on its page of the PDF, nor begins there."""
    made = build_books(slug)
    with PdfDocument(made.folder / f"{slug}-booklet-{language}.pdf") as book:
        texts = [letters(page.get_textpage().get_text_range()) for page in book]
    missing = []
    for rule in load(slug).rulings:
        forms = [letters(words[language]) for words in (rule.how, rule.short) if words]
        text = texts[pages[rule.id] - 1] if rule.id in pages else ""
        # PDFium leaves out the letters at which a word is broken; a page may end in the sentence.
        ends = [part for form in forms for part in (form[:8], form[-12:])]
        if not any(form in text for form in forms) and not any(end in text for end in ends):
            missing.append(rule.id)
    return missing


@pytest.mark.sampled
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=() if slug in CITED else pytest.mark.nightly)
        for slug in variant_slugs()
    ],
)
def test_every_rule_is_printed_on_its_page(slug: str, language: str) -> None:
    """Every sentence that `settle` can cite is on the page that it names."""
    found = find_pages(load(slug), language).sentences
    pages = {key: page for key, (page, _) in found.items()}
    assert missing_sentences(slug, language, pages) == []


def test_sentence_on_wrong_page_is_detected() -> None:
    found = find_pages(load("kessel"), "en").sentences
    pages = {key: page for key, (page, _) in found.items()}
    assert missing_sentences("kessel", "en", pages | {"tie": 1}) == ["tie"]


def test_no_text_types_the_mark_of_a_rule() -> None:
    """The mark comes from the record: a typed one would double it, or outlive it."""
    for file in sorted(content_path("rules").rglob("*.md")):
        assert not TYPED.findall(file.read_text("utf-8")), file.name
    assert TYPED.findall("{clauses.odd.how}†")


@pytest.mark.parametrize(
    ("slug", "rules"),
    [("casino", {"first-hand"}), ("classic", {"first-hand", "larger"}), ("kessel", set())],
)
def test_rules_against_the_sources_are_listed(slug: str, rules: set[str]) -> None:
    """S2 adds the penalty of a failed call to the other one; S2 and S3 know no limit."""
    game = load(slug)
    assert {rule.id for rule in game.rulings if rule.provenance == AGAINST} == rules
    for language in LANGUAGES:
        book = write_markdown(read_book(slug, language))
        sources = book.partition("](#sources)")[2] or book
        for rule in game.rulings:
            if rule.id in rules:
                assert rule.why is not None
                told = f"{rule.how[language]}{MARKS[AGAINST]} {rule.why[language]}"
                assert " ".join(told.split()) in " ".join(sources.split())


def test_settle_reports_provenance_of_rules() -> None:
    found = printkit.settle(
        "classic",
        "C3 SMa / T1 C11 FA CA",
        called=2,
        first_hand=True,
        chips=[10, 10],
        pots={"hand-pot": 12, "sabacc-pot": 4},
    )
    told = {rule.id: rule.provenance for step in found.steps for rule in step.rules}
    assert told == {
        "hand-pot": "source",
        "bombed-out": "source",
        "larger": "against",
        "first-hand": "against",
        "pots-first": "silent",
    }
