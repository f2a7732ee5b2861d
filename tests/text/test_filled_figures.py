"""Figures are in the definition alone: chapters fill them in, and mark them."""

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
# Digits that are no numbers: points of lists, panels, pictures, attributes, targets.
_NO_NUMBER = re.compile(r"^\s*\d+\. |\[\[.*?\]\]|!\[.*?\]\(.*?\)|\{[^}]*\}|\]\([^)]*\)")
_COUNTED = {
    "en": "cards?|credits?|chips?|points?",
    "fr": "cartes?|crédits?|jetons?|points?",
}
_WORDS = {
    "en": "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
    "fr": "deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze",
}
# Words after a number that counts nothing of a definition: what a sentence points at, parts of the
# book, objects of the scene; then whole phrases whose noun also has a figure.
_AFTER = {
    "en": "a aces against and are arrays averages bets can coins colours columns counts court "
    "deals families fine gaps grand hands high hold hues idiots in is it jedi kinds leave lies "
    "limits locked low middling now numbers of on or others pairs pass phases piles pots quarters "
    "readings roll sabaccs saucers sevens shapes side sides smugglers special standard steps "
    "stocks suggestions suits sylops tables that the things thirds times to want was ways with "
    "words you",
    "fr": "ailleurs as attend au autres belles cas chaque chemins chevaliers choses comptes contre "
    "contrebandiers couleurs côtés d de dernières des dés en est et faces faibles fait familles "
    "façons figures fois font formes fortes grands idiots jours l lectures les limites mains "
    "manches modes mots moyennes mêmes n ne nombres on ou paires paris passent phases piles "
    "pièces polices pots pour premières propositions quarts que quelqu règles s sabaccs sept si "
    "silences sont sortes soucoupes sur sylops tableaux talons teintes temps tiers tombe tout vaut "
    "à étalages",
}
_PHRASES = {
    "en": "(?:two|three) players|(?:two|five) minutes|(?:five|nine) rounds|two antes|two copies|"
    "two jokers|two penalties|two trumps|(?:seven|eight) specials|three of|forty-five",
    "fr": "(?:deux|trois) joueurs|(?:deux|cinq) minutes|deux atouts|deux exemplaires|deux jokers|"
    "deux lames|(?:sept|huit) lames|deux mises|(?:deux|trois) mouches|deux pénalités|"
    "trois, retournées|quarante-cinq",
}
_AMOUNT = re.compile(r"(?<![\d−–+])(\d+) (?:credits?|chips?|crédits?|jetons?)\b")


def unmarked(line: str) -> str:
    """Return a line without filled-in text, pictures and attributes."""
    depth, own = 0, []
    for part in re.split(f"([{MARKS}])", line):
        if part and part in MARKS:
            depth += 1 if part in (OPEN, LITERAL_OPEN) else -1
        elif depth == 0:
            own.append(part)
    return _NO_NUMBER.sub("", "".join(own))


def bare_numbers(source: MarkdownSource, language: str) -> list[str]:
    """Return the numbers of a chapter that no place filled in."""
    words = re.compile(rf"(?i)\b({_WORDS[language]}) ({_COUNTED[language]})\b")
    own = [unmarked(line) for line in source.marked]
    found = zip(own, source.places, strict=True)
    return [f"{place}: {x}" for x, place in found if re.search(r"\d", x) or words.search(x)]


def repeated_figures(source: MarkdownSource, names: Names) -> list[str]:
    """Return the number words of a chapter that repeat a figure of its game."""
    numbers, language = _WORDS[names.language].split("|"), names.language
    values = [f if isinstance(f, tuple) else (f,) for f in names.figures.values()]
    figures = [number for value in values for number in value]
    written = "|".join(word for i, word in enumerate(numbers, 2) if i in figures)
    after = _AFTER[language].replace(" ", "|")
    fine = rf"(?:{_PHRASES[language]})\b|(?:{written})(?:\W*$| ?[.,;:†]| (?:{after})\b|  )"
    found = re.compile(rf"(?i)\b(?:{fine}|({written})\b)")
    own = [re.sub(r"[*\[\]]", "", unmarked(line)) for line in source.marked]
    return [
        f"{place}: {line[match.start() :][:40]}"
        for line, place in zip(own, source.places, strict=True)
        for match in found.finditer(line)
        if match[1]
    ]


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
@pytest.mark.parametrize("slug", variant_slugs())
def test_no_number_word_repeats_a_figure(slug: str, language: str) -> None:
    names = name_texts(load(slug), language, {slug: load(slug)})
    assert repeated_figures(TextReader(names).read(load(slug).rules), names) == []


def test_a_figure_written_as_a_word_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "own.md"
    path.write_text("# A {#a}\n\nDeal four rounds, two of **four specials** in two pots.\n")
    names = name_texts(load("casino"), "en", {"casino": load("casino")})
    found = repeated_figures(TextReader(names).read(path), names)
    assert [line.rpartition(": ")[2][:8] for line in found] == ["four rou", "four spe"]


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
    """Return unique figures for a game, except for a die and a deal, whose values are bounded."""
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
