"""Promise 7: every variant × product × language × format is built, and read back by others.

A build of each slug in both languages, as PDF and as SVG: pikepdf and PDFium read the one, an XML
parser the other. Of each two slugs one has its English as PDF and its French as SVG, the other the
reverse; of a few, both languages are built in both formats. The gate builds these and the PDFs of a
few more, which together have every product; the night builds the others. What a page looks like is
tested elsewhere, on the decks where it differs.
"""

import hashlib
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from printkit.base.records import evolve
from printkit.cli.app import run
from printkit.jobs.build import BuildResult
from printkit.jobs.staging import MANIFEST
from printkit.model.definition_files import variant_slugs
from printkit.pieces.kits import FIRST_PAGE, available_products
from tests.support.builds import (
    BOOKLETS,
    FORMATS,
    GATE_BOOKLETS,
    LANGUAGES,
    WITH_BOOKLET,
    build_books,
    build_kit,
    build_once,
    copy_build,
    halves,
)
from tests.support.decks import facts, variant
from tests.support.pdf import check_pdf, empty_pages, not_embedded
from tests.support.sample import cases
from tests.support.words import check_names, how_often, pdfium_text, words

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"

# The variants by family of games, as a person finds them.
PUBLISHED = facts(__file__, "published")


# --- building ------------------------------------------------------------------------------------


HALVES = [(slug, *half) for slug in variant_slugs() for half in halves(slug)]
# A kit in both languages and formats, and the products of the other kind of game.
BY_DAY = ("expansion", "kessel", "pazaak")
IN_GATE = [half for half in HALVES if half[0] in BY_DAY and "pdf" in half[2]]


@pytest.mark.parametrize(("slug", "tongues", "formats"), cases(HALVES, IN_GATE))
def test_a_variant_is_built_in_both_languages_and_formats(
    slug: str, tongues: tuple[str, ...], formats: tuple[str, ...]
) -> None:
    check_kit(slug, build_kit(slug, tongues, formats), tongues, formats)


def check_kit(
    slug: str, built: BuildResult, languages: Sequence[str], formats: Sequence[str]
) -> None:
    """Assert that the files of a kit exist, and that other readers find the expected contents."""
    every = products_of(slug)
    files = check_manifest(slug, built, languages, formats)
    result = {(one["product"], one["language"]): one for one in built.manifest["made"]}
    assert set(result) == {(product, language) for product in every for language in languages}
    for product, language in result:
        one = result[product, language]
        sides = 1 if one["sides"] == "none" else 2
        pages = one["sheets"] * sides
        if "pdf" in formats:
            (pdf,) = files[product, language, "pdf"]
            assert check_pdf(pdf) == pages > 0
            check_words(slug, product, language, pdf, sides)
        if "svg" in formats:
            svg = files[product, language, "svg"]
            assert len(svg) == pages > 0
            if product in ("cards", "rule-cards"):
                assert uses(svg) == copies(slug, product, language)
    language = languages[0]
    assert built.manifest["sheets"] == sum(result[product, language]["sheets"] for product in every)


def products_of(slug: str) -> tuple[str, ...]:
    """Everything that is made of a variant except its booklet, which has a separate test."""
    return FIRST_PAGE, *(key for key in available_products(variant(slug)) if key not in BOOKLETS)


# Its pages as SVG are tested elsewhere, on one booklet: all of them would take minutes.
@pytest.mark.parametrize("slug", cases(WITH_BOOKLET, GATE_BOOKLETS))
def test_a_booklet_is_built_in_both_languages(slug: str) -> None:
    built = build_books(slug)
    result = {(one["product"], one["language"]): one for one in built.manifest["made"]}
    assert set(result) == {(product, language) for product in BOOKLETS for language in LANGUAGES}
    for language in LANGUAGES:
        lead = built.folder / f"{slug}-booklet"
        pages = check_pdf(Path(f"{lead}-{language}.pdf"))
        sheets = check_pdf(Path(f"{lead}-imposed-{language}.pdf"))
        assert pages % 4 == 0
        assert empty_pages(Path(f"{lead}-{language}.pdf")) == []
        assert pages == 2 * sheets == 4 * result["booklet-imposed", language]["sheets"] > 0
        assert result["booklet", language]["sheets"] == 0
        text = Path(f"{lead}-{language}.md").read_text(encoding="utf-8")
        for hand in variant(slug).hands:
            assert hand.name[language] in text
        html = Path(f"{lead}-{language}.html").read_text(encoding="utf-8")
        assert re.search(rf'<html[^>]* lang="{language}"', html)
    assert built.manifest["sheets"] == result["booklet-imposed", "en"]["sheets"]


# The pages of the anthology in French are laid out, and read, by tests of booklets.
@pytest.mark.parametrize(
    ("name", "language"),
    cases([("anthology", "en"), ("local-rules", "fr")], [("local-rules", "fr")]),
)
def test_a_book_of_several_games_is_built(name: str, language: str) -> None:
    built = build_once(name, products=(), languages=(language,))
    formats = [entry["format"] for entry in built.manifest["files"]]
    assert sorted(formats) == ["html", "markdown", "pdf", "pdf"]
    pages = check_pdf(built.folder / f"{name}-booklet-{language}.pdf")
    assert pages == 2 * check_pdf(built.folder / f"{name}-booklet-imposed-{language}.pdf") > 20
    assert empty_pages(built.folder / f"{name}-booklet-{language}.pdf") == []
    text = pdfium_text(built.folder / f"{name}-booklet-{language}.pdf")
    sets = variant("rebel-alliance").sets
    for slug in sets if name == "local-rules" else ["kessel", "pazaak"]:
        assert how_often(variant(slug).name[language], text)


def check_manifest(
    slug: str,
    built: BuildResult,
    languages: Sequence[str] = LANGUAGES,
    formats: Sequence[str] = FORMATS,
) -> dict[tuple[str, str, str], list[Path]]:
    """Assert that the manifest lists the existing files; return them by product, language and
    format.
    """
    manifest = json.loads((built.folder / MANIFEST).read_text(encoding="utf-8"))
    assert manifest == built.manifest
    assert manifest["variant"] == slug == built.folder.name
    names = [entry["file"] for entry in manifest["files"]]
    assert sorted([*names, MANIFEST]) == sorted(path.name for path in built.folder.iterdir())
    assert len(set(names)) == len(names)
    found: dict[tuple[str, str, str], list[Path]] = {}
    for entry in manifest["files"]:
        path = built.folder / entry["file"]
        assert hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]
        key = entry["product"], entry["language"], entry["format"]
        found.setdefault(key, []).append(path)
    wanted = {(p, la, f) for p in products_of(slug) for la in languages for f in formats}
    assert set(found) == wanted
    return found


def test_sentences_of_a_definition_are_read_on_its_other_products() -> None:
    """The texts of tokens, summary and score sheet, as read by another reader."""
    game, built = variant("kessel"), build_kit("kessel")
    for language, tokens in (("en", "tokens"), ("fr", "jetons")):
        names = [token.name[language] for token in game.tokens]
        effects = [f"{token.name[language]} {token.how[language]}" for token in game.tokens]
        for product, sentences in (
            ("tokens", [*effects, f"· {tokens} ·"]),
            ("reference-cards", names),
            ("summary", [game.summary[language]]),
            ("score-sheet", [game.name[language], game.scores[0].name[language]]),
        ):
            text = pdfium_text(built.folder / f"kessel-{product}-{language}.pdf")
            assert [one for one in sentences if words(one) not in text] == [], product


def check_words(slug: str, product: str, language: str, path: Path, step: int) -> None:
    """Assert that fronts of cards have the names that they print, and rule cards the names of their
    sets.
    """
    if product == "cards":
        deck = variant(slug)
        check_names(pdfium_text(path, step), deck.cards, language, deck.least_players)
    elif product == "rule-cards":
        text = pdfium_text(path, step)
        assert all(how_often(name, text) for name in sets(slug, language))


def sets(slug: str, language: str) -> list[str]:
    return [variant(own).name[language] for own in variant(slug).sets]


def copies(slug: str, product: str, language: str) -> Counter[tuple[str, str]]:
    """Return the number of prints of each front of a product, by its key and its title."""
    if product == "rule-cards":
        return Counter((f"rule-{own}", variant(own).name[language]) for own in variant(slug).sets)
    deck = variant(slug)
    least = deck.least_players
    return Counter(
        {(f"face-{card.id}", card.name[language]): card.copies_for(least) for card in deck.cards}
    )


def uses(pages: Iterable[Path]) -> Counter[tuple[str, str]]:
    """Return how often the pages draw each front, with its title; the targets of all references
    exist.
    """
    found: Counter[tuple[str, str]] = Counter()
    for page in pages:
        root = ET.fromstring(page.read_bytes())
        assert root.tag == f"{SVG}svg"
        ids = {element.get("id"): element for element in root.iter()}
        targets = [use.attrib[f"{XLINK}href"] for use in root.iter(f"{SVG}use")]
        assert {target[1:] for target in targets} <= set(ids)
        # A symbol's id is its key and a number.
        for target in targets:
            if front := re.fullmatch(r"#((?:face|rule)-.+)-\d+", target):
                found[front[1], ids[target[1:]].findtext(f"{SVG}title", "")] += 1
    return found


# --- the checks are shown to fail ----------------------------------------------------------------


def cards_of_corellian_spike() -> Path:
    """Return a folder with the cards in English."""
    return build_once("corellian-spike", formats=FORMATS).folder


def test_the_check_of_names_sees_one_that_is_lacking() -> None:
    file = cards_of_corellian_spike() / "corellian-spike-cards-en.pdf"
    text, cards = pdfium_text(file), variant("corellian-spike").cards
    check_names(text, cards, "en")
    for wrong in (
        text.replace("SYLOP", "SILLOP", 1),
        f"{text} SYLOP",
        f"{text} \u22127 of Circles",
    ):
        with pytest.raises(AssertionError):
            check_names(wrong, cards, "en")
    with pytest.raises(AssertionError):
        check_names(text, [evolve(card, copies=3) for card in cards], "en")


def test_the_count_of_uses_sees_a_card_that_is_lacking(tmp_path: Path) -> None:
    folder = cards_of_corellian_spike()
    pages = sorted(folder.glob("corellian-spike-cards-en-*.svg"))
    assert uses(pages) == copies("corellian-spike", "cards", "en")
    assert uses(pages[2:]) != copies("corellian-spike", "cards", "en")
    assert uses(pages) != copies("corellian-spike", "cards", "fr")
    text = pages[0].read_text(encoding="utf-8")
    broken = tmp_path / "broken.svg"
    broken.write_text(text.replace('id="face-', 'id="lost-', 1), encoding="utf-8")
    with pytest.raises(AssertionError):
        uses([broken])
    broken.write_text(text[:-20], encoding="utf-8")
    with pytest.raises(ET.ParseError):
        uses([broken])


def test_the_check_of_fonts_sees_one_that_is_not_embedded(tmp_path: Path) -> None:
    path = tmp_path / "plain.pdf"
    canvas = Canvas(str(path))
    canvas.drawString(99, 99, "Helvetica is not in it")
    canvas.save()
    with pikepdf.open(path) as pdf:
        assert not_embedded(pdf) == ["/Helvetica"]


def test_the_check_of_a_manifest_sees_a_changed_file(tmp_path: Path) -> None:
    built = copy_build(build_kit("expansion"), tmp_path)
    check_manifest("expansion", built)
    (built.folder / "more.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(AssertionError):
        check_manifest("expansion", built)
    (built.folder / "more.txt").unlink()
    built.files[0].write_bytes(b"%PDF-1.7")
    with pytest.raises(AssertionError):
        check_manifest("expansion", built)


# --- the list ------------------------------------------------------------------------------------


def listed(text: str) -> dict[str, list[list[str]]]:
    """Return the rows of the list below the name of each family: slug, facts, summary."""
    found: dict[str, list[list[str]]] = {}
    rows: list[list[str]] = []
    for line in text.splitlines():
        assert len(line) <= 100
        if not line.startswith("  "):
            rows = found.setdefault(line, [])
        elif line.startswith("   "):
            rows[-1][2] += f" {line.strip()}"
        else:
            rows.append([*line.split(maxsplit=1), ""])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_shows_all_games_by_family(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert run(["list", "--lang", language]) == 0
    found = listed(capsys.readouterr().out)
    at = LANGUAGES.index(language)
    books = found.pop(("Books of several games", "Livres de plusieurs jeux")[at])
    assert [name for name, *_ in books] == ["anthology", "local-rules"]
    families = PUBLISHED["families"]
    assert [*found][: len(families)] == [family[language] for family in families]
    for family in families:
        rows = [slug for slug, *_ in found[family[language]]]
        assert [slug for slug in rows if slug in family["games"].split()] == family["games"].split()
    assert sorted(slug for rows in found.values() for slug, *_ in rows) == variant_slugs()
    for slug, line, what in (row for rows in found.values() for row in rows):
        game = variant(slug)
        name, players, *minutes, cards = line.split(" · ")
        assert name == game.name[language]
        assert players.startswith(str(game.players.min))
        assert len(minutes) == (game.game_minutes is not None)
        assert cards.startswith(f"{game.total}")
        summary = " ".join(game.summary[language].split())
        assert summary.startswith(" ".join(what.split()))


def test_the_list_as_json_has_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "--json"]) == 0
    rows = {row["slug"]: row for row in json.loads(capsys.readouterr().out)}
    assert sorted(rows) == variant_slugs()
    kessel = rows["kessel"]
    assert list(kessel) == "slug name cards summary game players minutes products".split()
    assert (kessel["name"], kessel["cards"]) == (
        {"en": "Kessel Sabacc", "fr": "Sabacc de Kessel"},
        44,
    )
    assert (kessel["game"], kessel["players"]) == ("kessel", {"min": 2, "max": 4})
    assert kessel["products"] == available_products(variant("kessel"))
