"""Small figures in sentences: counts of a definition are filled in.

An old “four” cannot be searched for in printed text, because “four” also occurs by chance. Our
texts therefore contain no number words, except listed phrases with a reason.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from printkit.base.content import content_path
from printkit.model.load import load
from printkit.text.loader import name_texts
from printkit.text.names import LITERAL_CLOSE, LITERAL_OPEN, MARKS
from printkit.text.source import TextReader
from tests.support.decks import facts, put

CASES = facts(__file__, "cases")

# “One”, “un” and “une” are also articles and pronouns: test_every_figure_appears_in_its_sentences
# checks that a figure of 1 is filled in.
NUMBERS = {
    "en": "zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
    "fr": "zéro|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze",
}
# Number words that are not figures: each phrase with its reason.
PHRASES = facts(__file__, "no_figures")


def phrases(language: str) -> list[str]:
    return [p for both in PHRASES.values() for p in both[language].split("; ")]


@cache
def no_figures(language: str) -> re.Pattern[str]:
    """Return the phrases that are not figures.

    They include the values of cards, and a 1 at the start of a range that is filled in.
    """
    longest = sorted(phrases(language), key=len, reverse=True)
    words = [f"^{re.escape(p[1:])}$" if p[0] == "=" else re.escape(p) for p in longest]
    runs = r"1(?:–| to )◊|de 1 à ◊|[+−±]\d+"
    cards = rf"(?:{NUMBERS[language]}|\d+) (?:{CASES['kinds-of-cards'][language]})"
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)}|{runs}|{cards})(?!\w)", re.IGNORECASE)


def texts(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Return all texts of a file in two languages with their places; the name of a card belongs to
    it.
    """
    if isinstance(value, dict) and isinstance(value.get("fr"), str):
        yield path, value
    elif isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if key != "cards":
                yield from texts(item, f"{path}.{key}")


def numbers_written(line: str, language: str) -> list[str]:
    """Return the numbers of a text that are neither filled in nor listed.

    Statements about a source stay true if the game changes.
    """
    if re.search(r"\b[Ss]ources?\b|published rules|règles publiées", line):
        return []
    line = re.sub(r"\{[^{}]*\}", "◊", re.sub("[\u00a0\u202f]", " ", line))
    number = rf"\b(?:{NUMBERS[language]}|[0-9]+)\b"
    return re.findall(number, no_figures(language).sub("", line), re.IGNORECASE)


ALL = [
    (path.stem, place, text)
    for folder in ("variants", "bases")
    for path in sorted(content_path(folder).glob("*.toml"))
    for place, text in texts(tomllib.loads(path.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize("language", NUMBERS)
def test_definition_texts_contain_no_literal_figures(language: str) -> None:
    found = [(*item, text[language]) for *item, text in ALL]
    assert [item for item in found if numbers_written(item[-1], language)] == []
    lines = [re.sub("[\u00a0\u202f]", " ", item[-1]).lower() for item in found]
    lines += [f"={line}" for line in lines]
    assert [p for p in phrases(language) if not any(p.lower() in line for line in lines)] == []


def test_both_languages_fill_in_the_same_figures() -> None:
    """This finds a figure of 1 that one language writes as “one”, “un” or “une”."""
    for name, place, text in ALL:
        en, fr = ({*re.findall(r"\{([^={}|:][^{}|:]*)", text[language])} for language in NUMBERS)
        assert en == fr or ".grids." in place, (name, place)


def booklets(folder: Path, slug: str, more: str) -> list[str]:
    """Return the chapters of a game that extends ours, in English and French, without literals."""
    game = load(put(folder, f'extends = "{slug}"\nslug = "mine"\n{more}\n'))
    texts = []
    for language in NUMBERS:
        names = name_texts(game, language, {"mine": game})
        lines = TextReader(names).read(game.rules).marked
        own = re.sub(f"{LITERAL_OPEN}.*?{LITERAL_CLOSE}", "", "\n".join(lines))
        texts.append(re.sub(f"[{MARKS}]", "", own))
    return texts


@pytest.mark.parametrize(("slug", "change", "en", "fr"), CASES["other-figures"])
def test_changed_small_figure_replaces_the_old_word(
    slug: str, change: str, en: str, fr: str, tmp_path: Path
) -> None:
    """The booklet with the old figure does contain the words."""
    for more, there in (("", True), (change, False)):
        for words, text in zip((en, fr), booklets(tmp_path, slug, more), strict=True):
            found = re.search(rf"\b({words})\b", re.sub("[\u00a0\u202f]", " ", text), re.IGNORECASE)
            assert (found is not None) == there, (words, found)


@pytest.mark.parametrize(("language", "line", "left"), CASES["written-figures"])
def test_literal_figure_is_detected(language: str, line: str, left: list[str]) -> None:
    assert numbers_written(line, language) == left
