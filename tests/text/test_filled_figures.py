"""Figures stand in the definition alone: what a chapter prints of them is filled in, and marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from printkit.booklet.markdown_writer import write_markdown
from printkit.model.load import load, variant_slugs
from printkit.model.variant import Variant
from printkit.text.loader import load_anthologies, load_anthology, load_booklet, name_texts
from printkit.text.names import LITERAL_OPEN, MARKS, OPEN, Names
from printkit.text.source import MarkdownSource, TextReader
from tests.fuzz.trees import write_toml

LANGUAGES = ("en", "fr")
# What no reader takes for a number: points of lists, panels, pictures, attributes, targets.
_NO_NUMBER = re.compile(r"^\s*\d+\. |\[\[.*?\]\]|!\[.*?\]\(.*?\)|\{[^}]*\}|\]\([^)]*\)")
_COUNTED = {
    "en": "cards?|credits?|chips?|points?",
    "fr": "cartes?|crédits?|jetons?|points?",
}
_WORDS = {
    "en": "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
    "fr": "deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze",
}
_AMOUNT = re.compile(r"(?<![\d−–+])(\d+) (?:credits?|chips?|crédits?|jetons?)\b")


def unmarked(line: str) -> str:
    """What a chapter says of itself in a line."""
    depth, own = 0, []
    for part in re.split(f"([{MARKS}])", line):
        if part and part in MARKS:
            depth += 1 if part in (OPEN, LITERAL_OPEN) else -1
        elif depth == 0:
            own.append(part)
    return _NO_NUMBER.sub("", "".join(own))


def bare_numbers(source: MarkdownSource, language: str) -> list[str]:
    """Where a chapter says a number that nothing filled in."""
    words = re.compile(rf"(?i)\b({_WORDS[language]}) ({_COUNTED[language]})\b")
    own = [unmarked(line) for line in source.marked]
    found = zip(own, source.places, strict=True)
    return [f"{place}: {x}" for x, place in found if re.search(r"\d", x) or words.search(x)]


def read(variant: Variant, language: str, file: str | Path = "") -> MarkdownSource:
    names = name_texts(variant, language, {variant.slug: variant})
    return TextReader(names).read(file or variant.rules)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", variant_slugs())
def test_every_number_of_a_chapter_is_filled_in(slug: str, language: str) -> None:
    source = read(load(slug), language)
    assert bare_numbers(source, language) == []
    assert source.left_out == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(load_anthologies()))
def test_every_number_of_a_book_of_several_games_is_filled_in(name: str, language: str) -> None:
    book = load_anthologies()[name]
    names = Names(load(book.cover), language, load, single=False, games=book.games)
    assert bare_numbers(TextReader(names).read(book.text), language) == []
    assert load_anthology(name, language).left_out == ()


@pytest.mark.parametrize(
    "line", ["Pay 1 credit.", "Deal two cards.", "| 2 |", "::: tip 3 of them", "*at 23*"]
)
def test_a_number_that_is_put_back_is_seen(line: str, tmp_path: Path) -> None:
    path = tmp_path / "own.md"
    path.write_text(f"# A {{#a}}\n\n{line}\n", encoding="utf-8")
    assert len(bare_numbers(read(load("casino"), "en", path), "en")) == 1
    path.write_text("# A {#a}\n\n1. {figures.ante: credit|credits}, {=2}\n", encoding="utf-8")
    assert bare_numbers(read(load("casino"), "en", path), "en") == []


def changed(folder: Path, slug: str, text: str) -> Variant:
    path = folder / "mine.toml"
    path.write_text(f'extends = "{slug}"\nslug = "mine"\n{text}', encoding="utf-8")
    return load(str(path))


def printed(variant: Variant) -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        yield language, write_markdown(load_booklet(variant, language))


STAKED = [slug for slug in variant_slugs() if load(slug).figures and not load(slug).sets]


def other_figures(slug: str) -> dict[str, int]:
    """Figures that nothing else in a game has, but for those of a die and of a deal."""
    small = {"shift": lambda old: old - 1, "dealt": lambda old: old + 1}
    figures = load(slug).figures.items()
    return {
        key: small[key](old) if key in small else 700 + i for i, (key, old) in enumerate(figures)
    }


@pytest.mark.parametrize("slug", STAKED)
def test_each_figure_that_is_changed_is_said_anew(slug: str, tmp_path: Path) -> None:
    before = [text.splitlines() for _, text in printed(load(slug))]
    for key, number in other_figures(slug).items():
        variant = changed(tmp_path, slug, f"figures = {{ {key} = {number} }}\n")
        assert variant.rules == load(slug).rules
        for (language, text), old in zip(printed(variant), before, strict=True):
            fresh = [line for line in text.splitlines() if line not in old]
            words = dict(enumerate(_WORDS[language].split("|"), 2))
            said = re.compile(rf"(?i)\b({number}|{words.get(number, number)})\b")
            assert any(said.search(line) for line in fresh), key


@pytest.mark.parametrize("slug", STAKED)
def test_no_amount_is_left_when_all_figures_are_changed(slug: str, tmp_path: Path) -> None:
    variant = changed(tmp_path, slug, write_toml({"figures": other_figures(slug)}))
    for language, text in printed(variant):
        figures = name_texts(variant, language, {variant.slug: variant}).figures
        known = {number for number in figures.values() if isinstance(number, int)}
        assert {int(amount) for amount in _AMOUNT.findall(text)} <= known, language
        left_out = load_booklet(variant, language).left_out
        assert all("the game deals" in problem.message for problem in left_out)


def test_an_amount_that_is_put_back_is_seen() -> None:
    assert _AMOUNT.findall("Pay 1 credit, then 2 crédits; −3 credits, 700 chips.") == [
        "1",
        "2",
        "700",
    ]
