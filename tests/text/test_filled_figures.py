"""Figures come from the definition only: chapters insert them and mark them."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from printkit.base.errors import DefinitionError
from printkit.booklet.text_formats import write_markdown
from printkit.model.definition_files import books, read_stack, resolve_definition, variant_slugs
from printkit.model.fields import collect_figures
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.text.loader import load_anthology, load_booklet, name_texts
from printkit.text.names import CLOSE, LITERAL_OPEN, MARKS, OPEN, Names
from printkit.text.source import MarkdownSource, TextReader
from tests.fuzz.trees import write_toml
from tests.support.decks import facts
from tests.support.sample import cases

LANGUAGES = ("en", "fr")
# Digits that are not numbers: list points, panels, pictures, attributes, targets.
_NO_NUMBER = re.compile(r"^\s*\d+\. |\[\[.*?\]\]|!\[.*?\]\(.*?\)|\{[^}]*\}|\]\([^)]*\)")
FACTS = facts(__file__)
_COUNTED, _WORDS, _AFTER, _PHRASES = (
    {language: FACTS[language][kind] for language in LANGUAGES}
    for kind in ("counted", "numbers", "after", "phrases")
)


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
    """Return the numbers of a chapter that no placeholder filled in."""
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
    after, phrases = _AFTER[language], _PHRASES[language]
    fine = rf"(?:{phrases})\b|(?:{written})(?:\W*$| ?[.,;:†]| (?:{after})\b|  )"
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


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", variant_slugs())
def test_chapter_numbers_come_from_placeholders(slug: str, language: str) -> None:
    """This covers digits, and number words that would repeat a figure."""
    names = name_texts(load(slug), language, {slug: load(slug)})
    source = TextReader(names).read(load(slug).rules)
    assert bare_numbers(source, language) == repeated_figures(source, names) == []
    assert source.left_out == ()


def test_figure_written_as_a_word_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "own.md"
    path.write_text("# A {#a}\n\nDeal four rounds, two of **four specials** in two pots.\n")
    names = name_texts(load("casino"), "en", {"casino": load("casino")})
    found = repeated_figures(TextReader(names).read(path), names)
    assert [line.rpartition(": ")[2][:8] for line in found] == ["four rou", "four spe"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", cases(sorted(books()), ("local-rules",)))
def test_anthology_numbers_come_from_placeholders(name: str, language: str) -> None:
    book = books()[name]
    names = Names(load(book.cover), language, load, single=False, games=book.games)
    assert bare_numbers(TextReader(names).read(book.text), language) == []
    assert load_anthology(name, language).left_out == ()


@pytest.mark.parametrize(
    "line", ["Pay 1 credit.", "Deal two cards.", "| 2 |", "::: tip 3 of them", "*at 23*"]
)
def test_bare_number_is_detected(line: str, tmp_path: Path) -> None:
    path = tmp_path / "own.md"
    path.write_text(f"# A {{#a}}\n\n{line}\n", encoding="utf-8")
    assert len(bare_numbers(read(load("casino"), "en", path), "en")) == 1
    path.write_text("# A {#a}\n\n1. {figures.ante: credit|credits}, {=2}\n", encoding="utf-8")
    assert bare_numbers(read(load("casino"), "en", path), "en") == []


TABLES = ("counting", "figures", "exchange")
# One game per booklet text, and one whose exchange has two tables.
GAMES = [slug for slug in variant_slugs() if load(slug).rules == slug or slug == "old-republic"]


@cache
def raw_data(slug: str) -> dict[str, Any]:
    return read_stack(resolve_definition(slug)).data


@cache
def scalar_figures(slug: str) -> dict[str, int]:
    """Return every number of the tables that texts refer to, by its path."""
    found = collect_figures(raw_data(slug))
    return {
        path: value
        for path, value in found.items()
        if isinstance(value, int) and path.partition(".")[0] in TABLES
    }


def put(tree: dict[str, Any], slug: str, path: str, value: int) -> None:
    """Set a figure of a game; `first` and `last` address the ends of a list."""
    *above, key = path.split(".")
    old: Any = raw_data(slug)
    for name in above[:-1]:
        tree, old = tree.setdefault(name, {}), old[name]
    if isinstance(numbers := old[above[-1]], list):
        numbers = tree.setdefault(above[-1], [*numbers])
        numbers[0 if key == "first" else -1] = value
    else:
        tree.setdefault(above[-1], {})[key] = value


def changed(folder: Path, slug: str, values: dict[str, int]) -> Variant | None:
    """Return a game with other figures, or None if they are not valid."""
    tree: dict[str, Any] = {}
    for path, value in values.items():
        put(tree, slug, path, value)
    file = folder / "mine.toml"
    file.write_text(f'extends = "{slug}"\nslug = "mine"\n{write_toml(tree)}', encoding="utf-8")
    try:
        return load(str(file))
    except DefinitionError:
        return None


def printed(variant: Variant) -> dict[str, str]:
    texts = {language: write_markdown(load_booklet(variant, language)) for language in LANGUAGES}
    return {language: re.sub("[\u00a0\u202f]", " ", text) for language, text in texts.items()}


def amounts(text: str, language: str) -> set[tuple[int, str]]:
    """Return every number of cards, credits, chips or points, in digits or in words."""
    words = {word: i for i, word in enumerate(_WORDS[language].split("|"), 2)}
    number, noun = rf"(?i:\d+|{_WORDS[language]})", rf"(?:[a-zéè]+ )?(?:{_COUNTED[language]})"
    found = re.finditer(rf"(?<![\w.,−–+±-])({number}) {noun}\b", text)
    return {(words.get(word := match[1].lower()) or int(word), match[0]) for match in found}


@cache
def literals(slug: str, language: str) -> set[tuple[int, str]]:
    """Return the amounts that the chapters of a game declare as literals."""
    game = load(slug)
    names = name_texts(game, language, {slug: game})
    text = "\n".join(TextReader(names).read(game.rules).marked)
    text = re.sub(f"{OPEN}[^{MARKS}]*{CLOSE}", "◊", re.sub("[\u00a0\u202f]", " ", text))
    return amounts(re.sub(f"[{MARKS}]", "", text), language)


def stale_amounts(
    slug: str, variant: Variant, texts: dict[str, str], old: Collection[int]
) -> list[tuple[str, str]]:
    """Return amounts of old figures that no figure of the game and no declaration explains."""
    figures = name_texts(variant, "en", {variant.slug: variant}).figures
    known = {value for value in figures.values() if isinstance(value, int)}
    return [
        (language, amount)
        for language, text in texts.items()
        for value, amount in amounts(text, language) - literals(slug, language)
        if value in old and value not in known
    ]


@cache
def other_values(slug: str) -> dict[str, int]:
    """Return another valid value for each figure, not used elsewhere in the game if possible.

    Hand sizes change by one, so that the examples of other hands stay valid.
    """
    values: dict[str, int] = {}
    with TemporaryDirectory() as folder:
        for i, (path, old) in enumerate(scalar_figures(slug).items()):
            near, far = (old + 1, old - 1), (700 + i, 60 + i)
            for value in (*near, *far) if path.endswith("cards") else (*far, *near):
                if changed(Path(folder), slug, {path: value}):
                    values[path] = value
                    break
    return values


# In the gate, each of a number of figures of a game is changed.
STEP = 4


@pytest.mark.sampled("first", every=2)
@pytest.mark.parametrize("first", range(STEP))
@pytest.mark.parametrize("slug", cases(GAMES, GAMES[::6]))
def test_changed_figure_leaves_no_old_amount(slug: str, first: int, tmp_path: Path) -> None:
    """Figures with the same value change together; otherwise one could explain the old amount."""
    figures, others = scalar_figures(slug), other_values(slug)
    before = {language: text.splitlines() for language, text in printed(load(slug)).items()}
    for old in [*dict.fromkeys(figures[path] for path in others)][first::STEP]:
        equal = {path: value for path, value in others.items() if figures[path] == old}
        variant = changed(tmp_path, slug, equal)
        assert variant is not None
        assert variant.rules == load(slug).rules
        texts = printed(variant)
        assert stale_amounts(slug, variant, texts, [old]) == [], equal
        for language, text in texts.items():
            words = dict(enumerate(_WORDS[language].split("|"), 2))
            fresh = [line for line in text.splitlines() if line not in before[language]]
            for path, value in equal.items():
                said = re.compile(rf"(?i)\b({value}|{words.get(value, value)})\b")
                if path.startswith("figures.") and path != "figures.odds":
                    assert any(said.search(line) for line in fresh), path


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", cases(GAMES, GAMES[::3]))
def test_all_figures_changed_leave_no_old_amount(slug: str, tmp_path: Path) -> None:
    variant = changed(tmp_path, slug, other_values(slug))
    assert variant is not None
    assert stale_amounts(slug, variant, printed(variant), scalar_figures(slug).values()) == []


def test_stale_amount_is_detected(tmp_path: Path) -> None:
    (tmp_path / "own.md").write_text("# A {#a}\n\nBuy 25 new cards.\n", encoding="utf-8")
    path = tmp_path / "mine.toml"
    text = 'extends = "pazaak"\nslug = "mine"\nchapters = { en = "own.md" }\n'
    path.write_text(text + "figures = { collection = 701 }\n", encoding="utf-8")
    variant = load(str(path))
    found = stale_amounts("pazaak", variant, printed(variant), [25])
    assert found == [("en", "25 new cards")]
