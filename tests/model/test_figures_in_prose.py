"""Figures in sentences: a changed definition prints its figures everywhere, without stale ones."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from printkit.base.content import content_path
from printkit.booklet.text_formats import write_markdown
from printkit.jobs.job import make_job
from printkit.model.definition_files import read_stack, resolve_definition, variant_slugs
from printkit.model.load import load
from printkit.model.text import GridName, Text
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products
from printkit.pieces.protocols import writer
from printkit.text.loader import load_booklet
from tests.fuzz.trees import write_toml
from tests.support.jobs import lay_out_product
from tests.support.sample import cases

# No text contains this number by chance.
ODD = 37


def texts(value: Any, path: str = "") -> Iterator[tuple[str, Text]]:
    """Return every text of a definition with its place."""
    if isinstance(value, Text):
        if not isinstance(value, GridName):
            yield path, value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, f"{path}.{key}")
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from texts(item, f"{path}[{getattr(item, 'id', i)}]")


def texts_of(variant: Variant) -> dict[tuple[str, str], str]:
    return {
        (path, language): text[language]
        for path, text in texts(variant)
        for language in ("en", "fr")
    }


def changed(folder: Path, slug: str, text: str) -> Variant:
    path = folder / f"{slug}-changed.toml"
    path.write_text(f'extends = "{slug}"\nslug = "changed"\n{text}', encoding="utf-8")
    return load(str(path))


def has_any(numbers: Iterable[int]) -> re.Pattern[str]:
    """Return a pattern that matches any of the numbers in a line."""
    written = "|".join(str(number).replace("-", "\u2212") for number in numbers)
    return re.compile(rf"(?<![\d±+])({written})(?!\d|\.\d)")


def has(number: int, line: str) -> bool:
    return has_any([number]).search(line) is not None


LIMITED = [slug for slug in variant_slugs() if load(slug).counting.limit is not None]


@pytest.mark.parametrize("slug", LIMITED)
def test_changed_limit_leaves_no_old_number(slug: str, tmp_path: Path) -> None:
    before = load(slug)
    limit, floor = before.counting.limit, before.counting.floor
    assert limit is not None
    assert floor in (None, -limit), "the floor follows the limit"
    text = f"[counting]\nlimit = {ODD}\n"
    after = changed(tmp_path, slug, text)
    lines = texts_of(after)
    assert stale(lines.values(), {limit}) == []
    for key, line in texts_of(before).items():
        assert has(limit, line) == has(ODD, lines[key]), key
    for hand, now in zip(before.hands, after.hands, strict=True):
        for old, new in ((hand.total, now.total), (hand.sum, now.sum)):
            if old is not None and new is not None and old.high is not None:
                steps = {limit: ODD, limit - 1: ODD - 1, 2 * limit: 2 * ODD}
                assert new.high == steps.get(old.high, old.high)


@pytest.mark.parametrize("slug", [slug for slug in variant_slugs() if load(slug).figures])
def test_every_figure_appears_in_its_sentences(slug: str, tmp_path: Path) -> None:
    """Stakes, penalties and dealt cards are filled in wherever they are mentioned."""
    before = texts_of(load(slug))
    odd = {name: 10 * ODD + i for i, name in enumerate(load(slug).figures)}
    text = "".join(f"{name} = {value}\n" for name, value in odd.items())
    sources = "".join(path.read_text("utf-8") for path in content_path("rules").rglob("*.md"))
    # The book of the ports prints the odds of an array.
    of_chapters = {*re.findall(r"\{figures\.([a-z-]+)", sources), "odds"}
    after = texts_of(changed(tmp_path, slug, f"[figures]\n{text}"))
    reported = {key: line for key, line in after.items() if before[key] != line}
    for name, value in odd.items():
        places = [key for key, line in reported.items() if has(value, line)]
        assert places or name in of_chapters, name
        for path, _ in places:
            assert {language for other, language in places if other == path} == {"en", "fr"}
    assert all(any(has(value, line) for value in odd.values()) for line in reported.values())


# One game per base.
GAMES = ("casino", "corellian-spike", "kessel", "pazaak", "poker", "random", "tarot", "theory")
# Cards have their own numbers, charts those of another deck; booklets are read as Markdown.
OTHERS = "cards rule-cards booklet booklet-imposed conversion-chart pocket-chart start".split()
# Totals of hands are not figures, and other dice have their own sides.
WORKED = ("first-hand", "example", "options")
# Rows and the fields of tracks are numbered.
COUNTED = ("score-sheet", "tournament-sheet", "table", "half-table")
TABLES = ("counting", "players", "figures", "exchange")
LISTS = ("hands", "materials", "places", "tracks", "scores", "tokens")
STEP = 17


def stepped(value: Any) -> Any:
    """Return figures of raw data changed by a step that avoids confusion with other figures."""
    if isinstance(value, dict):
        inner = {key: stepped(item) for key, item in value.items()}
        return {key: item for key, item in inner.items() if item is not None} or None
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 12:
        return value + STEP
    return None


def with_other_figures(slug: str) -> tuple[dict[str, Any], set[int]]:
    """Return overrides that change each larger figure of a game, and the old figures."""
    raw = read_stack(resolve_definition(slug)).data
    wrong = {key: tree for key in TABLES if (tree := stepped(raw.get(key)))}
    for key in LISTS:
        trees = [{**(stepped(item) or {}), "id": item["id"]} for item in raw.get(key, ())]
        if trees := [tree for tree in trees if len(tree) > 1]:
            wrong[key] = trees
    for tree in wrong.get("materials", ()):
        (item,) = (item for item in raw["materials"] if item["id"] == tree["id"])
        if "per_player" in tree and "denominations" in item:
            first, *others = item["denominations"]
            tree["denominations"] = [{**first, "count": first["count"] + STEP}, *others]
    cards = {abs(number) for card in load(slug).cards for number in card.values}
    old = {value for value in numbers(wrong, -STEP) if abs(value) not in cards}
    return wrong, old


def numbers(tree: Any, step: int) -> Iterator[int]:
    if isinstance(tree, dict | list):
        for key, item in tree.items() if isinstance(tree, dict) else enumerate(tree):
            if key != "denominations":
                yield from numbers(item, step)
    elif isinstance(tree, int):
        yield tree + step


def printed(variant: Variant) -> Iterator[str]:
    """Return all words of a game: its texts, its booklets, and its products."""
    yield from texts_of(variant).values()
    for language in ("en", "fr"):
        book = load_booklet(variant, language)
        rules = [one for one in book.chapters if one.anchor not in WORKED]
        yield from write_markdown(msgspec.structs.replace(book, chapters=rules)).splitlines()
    for i, key in enumerate(available_products(variant)):
        if key not in OTHERS:  # each in one language, and the next in the other
            document = lay_out_product(variant, key, ("en", "fr")[i % 2], make_job()).document
            (dump,) = writer("dump")(document)
            words = re.findall("text “(.*?)” ", dump.data.decode())
            yield from (line for line in words if not (key in COUNTED and line.isdigit()))


def stale(lines: Iterable[str], old: set[int]) -> list[str]:
    """Return the lines with an old figure, except measures and totals of hands."""
    measures = re.compile(r"\d+([.,]\d+)?(( (to|à) |–)\d+)?\s*(mm|g|min)\b")
    figure = has_any(old)
    return [x for x in lines if figure.search(measures.sub("", x)) and " · " not in x]


@pytest.mark.parametrize("slug", cases(GAMES, ("kessel", "pazaak")))
def test_changed_figures_replace_all_old_ones(slug: str, tmp_path: Path) -> None:
    wrong, old = with_other_figures(slug)
    assert stale(printed(changed(tmp_path, slug, write_toml(wrong))), old) == []


def test_old_figures_are_detected_everywhere(tmp_path: Path) -> None:
    _, old = with_other_figures("pazaak")
    lines = [*printed(load("pazaak"))]
    for part in (texts_of(load("pazaak")).values(), lines[-200:], lines):
        assert stale(part, old)
    note = "[[notes]]\nen = 'Never past 20.'\nfr = 'Jamais plus de 20.'\n"
    assert stale(
        texts_of(changed(tmp_path, "pazaak", f"{note}[counting]\nlimit = 37\n")).values(), old
    )


def test_unclosed_brace_is_text(tmp_path: Path) -> None:
    """`golden/refusals` covers unknown figures."""
    phase = '[[phases]]\nid = "deal"\nhow = { en = "Over {limit" }\n'
    assert changed(tmp_path, "casino", phase).phases[0].how["en"] == "Over {limit"


def test_figure_placeholder_inflects_noun_and_writes_words(tmp_path: Path) -> None:
    text = 'figures = {{ ante = {} }}\nsummary = {{ en = "{{figures.ante|words: chip|chips}}", '
    text += 'fr = "{{figures.ante: jeton|jetons}}" }}\n'
    one, two = (changed(tmp_path, "casino", text.format(n)).summary for n in (1, 2))
    assert (one["en"], two["en"], two["fr"]) == ("one chip", "two chips", "2 jetons")


def test_our_sentences_repeat_no_limit() -> None:
    """This includes limits equal to those of another game."""
    for folder in ("variants", "bases"):
        for path in sorted(content_path(folder).glob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            limit = read_stack(path).data.get("counting", {}).get("limit")
            for key in ("hands", "phases", "penalties", "options", "scores", "notes"):
                for item in data.get(key, ()):
                    lines = [*item.get("how", item if key == "notes" else {}).values()]
                    assert not [x for x in lines if limit and has(limit, str(x))], (path.name, key)
