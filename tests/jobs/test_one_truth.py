"""Booklet, aids, first page, `show` and charts of a game agree. Their statements are read back from
the printed pages and compared: ranks in the same order, penalties, options, Arms and Riches.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from printkit.base.messages import translate
from printkit.cli.app import run
from printkit.jobs.build import BuildResult
from printkit.model.play import Hand, OptionalRule
from printkit.model.tabletop import Penalty
from printkit.model.text import Text
from printkit.model.variant import Variant
from printkit.pieces.protocols import writer
from printkit.rules.ladder import rank_ladder
from tests.products.test_print_first import first_page
from tests.support import processes
from tests.support.builds import (
    GATE_BOOKLETS,
    LANGUAGES,
    WITH_BOOKLET,
    build_books,
    build_kit,
    build_once,
    halves,
)
from tests.support.decks import variant
from tests.support.sample import cases
from tests.support.words import pdfium_text, words

KINDS = "rank order penalty option hue players".split()
RANK, ORDER, PENALTY, OPTION, HUE, PLAYERS = KINDS
# What each of the printed things must say; the chart says it where it maps a game of two hues.
SAID = {
    "booklet": {RANK, ORDER, PENALTY, OPTION, HUE},
    "summary": {RANK, ORDER, PENALTY, OPTION, HUE, PLAYERS},
    "reference-cards": {RANK, ORDER, PENALTY, HUE},
    "mat": {ORDER, PENALTY, HUE},  # the cards of an example are between number and name
    "first page": {PLAYERS},
    "show": {RANK, ORDER, PENALTY, OPTION, HUE, PLAYERS},
    "chart": {HUE},
}
Fact = tuple[str, ...]
# Where a line may end within a word: PDFium reads the hyphen there as U+FFFE.
HYPHENS = r"\u00ad\ufffe-"


def loosely(words: str) -> str:
    """A pattern of words that may be broken over lines, with hyphens or without."""
    return rf"[\s{HYPHENS}]*".join(re.escape(letter) for letter in words if not letter.isspace())


def any_of(names: Iterable[str]) -> str:
    """A pattern that matches any of some names, the longest first, because one may be the start of
    another.
    """
    return "|".join(map(loosely, sorted(names, key=len, reverse=True)))


def squeezed(words: str) -> str:
    return re.sub(rf"[\s{HYPHENS}]", "", words).casefold()


def wordings(thing: Hand | Penalty | OptionalRule, language: str) -> list[str]:
    """Statements about a subject, in full or in short."""
    short = getattr(thing, "short", None)
    return [text[language] for text in (thing.how, short) if isinstance(text, Text)]


def facts(game: Variant, language: str, text: str) -> set[Fact]:
    """The statements of a printed product about a game."""
    found: set[Fact] = set()
    if game.hands:
        hands = hands_told(game, language, text)
        order = dict.fromkeys(hand for _, hand in hands)
        found |= {(ORDER, str(place), hand) for place, hand in enumerate(order, 1)}
        found |= {(RANK, *message) for message in hands if message[0]}
    # Rules of presets are explained at a table that plays by one.
    rules = [o for o in game.options if o.kind != "lore" and o.changes is None]
    # On a mat the place of a pot says who wins it.
    paid = [due for due in game.dues if getattr(due, "to", None) != "own"]
    for kind, things in ((PENALTY, paid), (OPTION, rules)):
        for thing in things:
            ways = any_of(wordings(thing, language))
            # A sign says whether you pay or get; a dash is an empty cell of a table of payments.
            sentence = rf"{loosely(thing.name[language])}[.:–−+\s]*({ways})"
            if re.search(sentence, text, re.I):
                found.add((kind, thing.id))
    found |= {(HUE, *pair) for pair in hues(game, language, text)}
    # The first page goes on with how many the kit is made for.
    if players := re.search(r"(\d+)(?:(?: to | à |–)(\d+))? (?:players|joueurs)", text):
        found.add((PLAYERS, players[1], players[2] or players[1]))
    return found


def hands_told(game: Variant, language: str, text: str) -> list[tuple[str, str]]:
    """Return each hand that a text explains or labels, in order, with the number before it."""
    ids = {squeezed(hand.name[language]): hand.id for hand in game.hands}
    message = hand_pattern(game.slug, language).findall(text)
    return [(n, ids[squeezed(name)]) for n, name in message]


@cache
def hand_pattern(slug: str, language: str) -> re.Pattern[str]:
    """A pattern of the number, the name and the explanation of a hand."""
    game = variant(slug)
    ways = {way for hand in game.hands for way in wordings(hand, language)}
    ways |= {rung.label(language) for rung in rank_ladder(game)} - {""}
    ways.add(translate(language, "mat.both-pots"))
    names = any_of(hand.name[language] for hand in game.hands)
    number = r"(?:(?<!\d)(\d\d?)[.\s]\s*)?"
    return re.compile(rf"{number}(?<!\w)({names})[.:\s]*(?:{any_of(ways)})", re.I)


def hues(game: Variant, language: str, text: str) -> Iterator[tuple[str, str]]:
    """Return each suit with its hue in a text: in a sentence, a list or a row of a table."""
    suits = {suit.name[language]: key for key, suit in game.suits.items()}
    names = [hue.name[language] for hue in game.counting.hues]
    for name in names:
        others, pair = "|".join(map(re.escape, names)), r"\w+ (?:and|et) \w+"
        groups = re.findall(rf"{name}\s?: ((?:{any_of(suits)})[^;.:]*)", text, re.I)
        groups += re.findall(rf"({pair}) (?:are|sont) (?:the |les )?{name}\b", text, re.I)
        groups += re.findall(rf"(?:{others}), ({pair}) (?:the|les) {name}\b", text, re.I)
        groups += re.findall(rf"(\w+) (?:{name} \d|\({name}\))", text)
        for group in groups:
            for suit, key in suits.items():
                if re.search(rf"\b{loosely(suit)}\b", group, re.I):
                    yield key, name


def pdf_files(slug: str, language: str, built: BuildResult) -> dict[str, Path]:
    """Return the checked texts of a kit and of its booklet in a language, by product."""
    files = {
        path.stem.removeprefix(f"{slug}-").removesuffix(f"-{language}"): path
        for path in (*built.files, *build_books(slug).files)
        if path.stem.endswith(f"-{language}") and path.suffix == ".pdf"
    }
    return {key: path for key, path in files.items() if key in SAID}


def printed(slug: str, language: str, built: BuildResult) -> dict[str, str]:
    """Return the text of everything that is printed of a game in a language, by product."""
    files = pdf_files(slug, language, built)
    texts = {key: pdfium_text(path) for key, path in files.items()}
    (first,) = writer("pdf")(first_page(slug, language))
    texts["first page"] = pdfium_text(first.data)
    if variant(slug).counting.hues:
        deck = "tarot" if "trump" in variant(slug).suits else "poker54"
        charts = build_once(slug, deck=deck, products=("chart",), languages=LANGUAGES).files
        (chart,) = (path for path in charts if path.name.endswith(f"chart-{language}.pdf"))
        texts["chart"] = pdfium_text(chart)
    return texts


def disagreements(game: Variant, language: str, texts: dict[str, str]) -> list[str]:
    """Return the statements that one text makes and that another, which must make them, lacks."""
    read = {key: facts(game, language, text) for key, text in texts.items()}
    wrong = []
    for kind in KINDS:
        telling = [key for key in read if kind in SAID[key]]
        every = {fact for key in telling for fact in read[key] if fact[0] == kind}
        wrong += [
            f"{key}: {' '.join(fact)} is {'not ' if fact in every - read[key] else ''}said"
            for key in telling
            for fact in sorted(every - read[key])
        ]
    return wrong


def tell(slug: str, capsys: pytest.CaptureFixture[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Each language in which a kit is made as PDF, with all that is said of the game in it."""
    for tongues, formats in halves(slug):
        for language in tongues if "pdf" in formats else ():
            built = build_kit(slug, tongues, formats)
            assert run(["show", slug, "--lang", language]) == 0
            show = " ".join(capsys.readouterr().out.split())
            yield language, {"show": show, **printed(slug, language, built)}


@pytest.mark.parametrize("slug", cases(WITH_BOOKLET, GATE_BOOKLETS))
def test_all_that_is_printed_of_a_game_says_the_same(
    slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = variant(slug)
    for language, texts in tell(slug, capsys):
        assert disagreements(game, language, texts) == []
        ranks = [fact for fact in facts(game, language, texts["show"]) if fact[0] == RANK]
        assert sorted(ranks, key=lambda fact: int(fact[1])) == [
            (RANK, str(number), hand.id) for number, hand in enumerate(game.hands, 1)
        ]


@pytest.mark.nightly
@processes.needs("pdftotext")
def test_a_reader_of_another_make_reads_the_same() -> None:
    """Poppler reads the letters and the facts of a kit that PDFium does, and the words of its aids:
    those of the booklet are divided, and each reader has its own way with hyphens. The cover is
    left out: of the fan on it PDFium reads what lies outside the page, Poppler does not."""
    game = variant("cloud-city-casino")
    half = next(half for half in halves(game.slug) if "pdf" in half[1])
    built, (language,) = build_kit(game.slug, *half), half[0]
    files = pdf_files(game.slug, language, built)
    for key in ("booklet", "summary", "reference-cards"):
        first = 2 if key == "booklet" else 1
        command = ["pdftotext", "-raw", "-f", str(first), "-enc", "UTF-8", files[key], "-"]
        theirs = words(processes.run(command, check=True).stdout)
        ours = pdfium_text(files[key], first=first)
        assert sorted(squeezed(theirs)) == sorted(squeezed(ours)), key
        wording = facts(game, language, theirs)
        assert {kind for kind, *_ in wording} >= {RANK, ORDER, PENALTY}
        assert wording == facts(game, language, ours), key
        if key != "booklet":
            assert theirs.split() == ours.split(), key


def test_an_aid_that_says_something_else_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Control: swapped ranks, a changed penalty, a missing option and swapped hues are detected."""
    game, language = variant("tarot"), "en"
    assert run(["show", game.slug, "--lang", language]) == 0
    (summary,) = build_once(game.slug, products=("summary",)).files
    texts = {"show": " ".join(capsys.readouterr().out.split()), "summary": pdfium_text(summary)}
    assert disagreements(game, language, texts) == []
    hands = [hand.name[language] for hand in game.hands]
    arms, riches = (hue.name[language] for hue in game.counting.hues)
    show = texts["show"]
    for wrong in (
        show.replace(f"1. {hands[0]}", f"1. {hands[1]}"),
        show.replace(" ".join(game.penalties[0].how[language].split()), "5"),
        show.replace(" ".join(game.options[1].name[language].split()), ""),
        re.sub(rf"{arms}(\s?:)", rf"{riches}\1", show),
    ):
        assert wrong != show
        assert disagreements(game, language, {**texts, "show": wrong}) != []
