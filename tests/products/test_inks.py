"""Inks: in our themes, no colour of any product lacks inks or exceeds the ink limit of a press.

Areas use a separate ink. Each theme is written again as a file with its own inks, except for the
black of text, areas, marks and felts, which identifies them. Only pictures and the colours of a
definition have no inks.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise, starmap
from math import dist, fsum, sqrt
from pathlib import Path as File
from typing import Any, NamedTuple

import pytest
from msgspec.structs import astuple

from printkit.art.theme import theme, theme_names
from printkit.base.geometry import rect_around
from printkit.graphics.colour import GOLD, Colour, Inks, blend, mark_colour, mark_colours
from printkit.graphics.display_list import INVISIBLE, FormField, Group, Item, Path, ShapedText, Use
from printkit.graphics.path import PathData, Point, flatten
from printkit.jobs.job import make_job
from printkit.jobs.plan import plan
from printkit.model.load import load
from printkit.pieces.kits import ONE_FILE, available_products, products
from printkit.pieces.pages import Document
from printkit.targets.target import ORDER
from tests.support.decks import facts
from tests.support.sample import cases

# Per cent of black that identifies text and lines, areas, marks and felts. A fill of ink is the tip
# of an arrow or a dot (mm).
_INK, _AREA, _MARK, _FELT, _LARGEST_DOT = 91.3, 97.3, 93.3, 99.3, 6.0
# The mean width of lines that are drawn as areas, which is the area by half of its outline (mm).
_WIDEST_LINE = 0.3
# DriveThruCards' limit for all inks (per cent).
_MOST_INK = 240


class Mark(NamedTuple):
    """A colour of a drawing: its kind, its size (mm) and its place."""

    colour: Colour
    use: str
    side: float
    place: str


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> File:
    """Return our themes with inks for every colour, one file each."""
    out = tmp_path_factory.mktemp("inks")
    for key in theme_names():
        (out / f"{key}.toml").write_text(add_inks(key), encoding="utf-8")
    return out


def add_inks(key: str) -> str:
    look = theme(key)
    roles = {**look.roles_of, "light": look.light, "dark": look.dark}
    black = {"ink": _INK, "area": _AREA}
    tables = {"colours": look.colours, "grounds": look.grounds, "tones": look.tones}
    lines = [
        f'extends = "{key}"',
        f"gold = [{', '.join(map(inked, look.gold))}]",
        '[switches]\nplain = "classic.toml"',
        "[roles]",
        *(f"{name} = {inked(colour, black.get(name))}" for name, colour in roles.items()),
    ]
    for table, colours in tables.items():
        lines += [f"[{table}]", *(f"{name} = {inked(c)}" for name, c in colours.items())]
    lines += ["[marks]", *(f"{name} = {inked(c, _MARK)}" for name, c in look.marks.items())]
    for hue, felt in look.felts.items():
        lines += [f"[felts.{hue}]", f"soft = {inked(felt['soft'], _FELT)}"]
    return "\n".join(lines)


def inked(colour: Colour, black: float | None = None) -> str:
    assert colour.inks is not None, colour
    *inks, own = astuple(colour.inks)
    return f'{{ srgb = "{colour.hex}", inks = {[*inks, own if black is None else black]} }}'


def marks_of(document: Document) -> Iterator[Mark]:
    seen: set[int] = set()
    for page in document.pages:
        for layer in page.layers:
            yield from marks(layer.items, f"{page.name} {layer.name}", seen)


def side_of(ring: Sequence[Point]) -> float:
    """Return the larger side of an area.

    A long tapered line counts as a square of twice its area.
    """
    box = rect_around(ring)
    turns = zip(ring, [*ring[1:], ring[0]], strict=True)
    area = abs(fsum(x * v - u * y for (x, y), (u, v) in turns)) / 2
    return min(max(box.w, box.h), 2 * sqrt(area))


@lru_cache(maxsize=20_000)  # all themes have the same shapes
def sizes_of(data: PathData) -> tuple[float, float]:
    """Return the side of the largest part of a shape, and its mean width, if it is a line.

    The outlines of a closed line run in opposite directions.
    """
    parts = [part for part in flatten(data, 4) if part]
    sides = [side for ring in parts for side in pairwise([*ring, ring[0]])]
    length = fsum(starmap(dist, sides))
    width = abs(fsum(x * v - u * y for (x, y), (u, v) in sides)) / length if length else 0.0
    return max(map(side_of, parts), default=0.0), width


def marks(items: Iterable[Item], place: str, seen: set[int], scale: float = 1.0) -> Iterator[Mark]:
    for item in items:
        if isinstance(item, Group):
            yield from marks(item.items, place, seen, scale * item.matrix.scale)
        elif isinstance(item, Use) and id(item.symbol) not in seen:
            seen.add(id(item.symbol))
            name = f"{place} {item.symbol.key}"
            yield from marks(item.symbol.items, name, seen, scale * item.matrix.scale)
        elif isinstance(item, Path):
            if item.fill is not None:
                side, width = (scale * size for size in sizes_of(item.data))
                yield Mark(item.fill, "fill", width if width < _WIDEST_LINE else side, place)
            if item.stroke is not None:
                yield Mark(item.stroke.colour, "line", item.stroke.width * scale, place)
        elif isinstance(item, ShapedText) and item.render_mode != INVISIBLE:
            yield Mark(item.fill, "text", item.size, f"{place} “{item.run.text}”")
        elif isinstance(item, FormField):
            yield Mark(item.colour, "text", item.size, f"{place} {item.name}")


def faults(found: Iterable[Mark], *, themed: bool = True) -> list[str]:
    """Yield the errors that a print shop would report; a sheet without a theme has the default
    marks.
    """
    result = []
    for mark in found:
        inks = mark.colour.inks
        if inks is None:
            result.append(f"{mark.colour} has no inks: {mark.use} of {mark.place}")
        elif inks.total > _MOST_INK:
            result.append(f"{mark.colour} has {inks.total:.1f} % ink: {mark.use} of {mark.place}")
        elif themed and mark.colour.role in mark_colours():
            result.append(f"“{mark.colour.role}” is not of the theme: {mark.use} of {mark.place}")
        elif inks.black == _AREA and mark.use != "fill":
            result.append(f"a {mark.use} in the ink of areas: {mark.place}")
        elif inks.black == _INK and mark.use == "fill" and mark.side > _LARGEST_DOT:
            result.append(f"an area of {mark.side:.1f} mm in the ink of text: {mark.place}")
    return result


# Jobs that make every product: a theme, a game, and other options.
FACTS: dict[str, Any] = facts(__file__)
MADE = {game: available_products(load(game)) for game in FACTS["games"]}
FIRST = MADE[FACTS["games"][0]]
WHOLE = [
    {
        "theme": look,
        "game": game,
        "products": [
            key
            for key in made
            if made is FIRST or key in FACTS["drawn_otherwise"] or key not in FIRST
        ],
    }
    for game, made in MADE.items()
    for look in theme_names()
]
KITS: list[dict[str, Any]] = WHOLE + FACTS["kits"]
PROOF_KIT, FELT_KIT = len(WHOLE), len(WHOLE) + 1
# Each theme once, the first with the game of every product, the others with games that are drawn
# soon, and all other kits.
SOON = ("pazaak", "coruscant-shift")
IN_GATE = [
    *(
        next(
            place
            for place, kit in enumerate(WHOLE)
            if kit["theme"] == look
            and kit["game"] == (SOON[turn % len(SOON)] if turn else FACTS["games"][0])
        )
        for turn, look in enumerate(theme_names())
    ),
    # By night, all products of a game with rule cards in a dark theme.
    *(place for place in range(len(WHOLE), len(KITS)) if place != FELT_KIT),
]


@cache
def lay_out_kit(folder: File, number: int, only: str = "") -> tuple[tuple[str, Document], ...]:
    wishes = {**KITS[number]}
    slug, look = (wishes.pop(name, "") for name in ("game", "theme"))
    keys = wishes.pop("products")
    keys = [only] if only else keys
    if look:
        wishes["theme"] = str(folder / f"{look}.toml")
    job = make_job(slug, keys, **wishes)
    parts = [(part.product, part.document) for part in plan(job).products]
    return tuple((key, document) for key, document in parts if document is not None)


@pytest.mark.parametrize(
    "number",
    cases(range(len(KITS)), IN_GATE),
    ids=lambda number: "-".join([KITS[number].get("theme", ""), KITS[number].get("game", "")]),
)
def test_every_product_colour_has_inks(folder: File, number: int) -> None:
    assert [
        f"{key}: {fault}"
        for key, document in lay_out_kit(folder, number)
        for fault in faults(marks_of(document), themed="theme" in KITS[number])
    ] == []


@pytest.mark.nightly
def test_every_product_and_theme_is_tested(folder: File) -> None:
    made = {key for number in range(len(KITS)) for key, _ in lay_out_kit(folder, number)}
    others = {ORDER, ONE_FILE}  # text only; the pages of other products
    assert made == {*products()} - others
    assert {kit["theme"] for kit in KITS if "theme" in kit} == set(theme_names())


@pytest.mark.parametrize("key", theme_names())
def test_theme_gold_has_the_gold_role(key: str) -> None:
    """Gold may be printed as foil; a mixture of golds is gold."""
    look = theme(key)
    assert {tint.role for tint in look.gold} == {GOLD} == {blend(*look.gold[:2], 0.3).role}
    assert (look.roles_of["accent"].role == GOLD) == look.face.gold
    assert blend(look.gold[0], look.roles_of["paper"], 0.3).role == ""


@pytest.mark.parametrize("inks", [None, Inks(80, 80, 81, 0)])
def test_colour_with_invalid_inks_is_detected(inks: Inks | None) -> None:
    assert faults([Mark(Colour("#808080", inks), "fill", 1, "here")])


def test_marks_of_another_theme_are_detected() -> None:
    """A theme without inks for marks keeps the default ones."""
    drawn = marks_of(dict(plan_classic())["cards"])
    found = [mark for mark in drawn if mark.colour.role in mark_colours()]
    assert {mark.colour.role for mark in found} == {"ink", "cut", "safe"}
    assert len(faults(found)) == len(found)
    assert faults(found, themed=False) == []


def test_marks_and_felts_use_the_theme(folder: File) -> None:
    """Marks and felts are printed with the inks of the theme; cut lines keep their plates."""
    ((_, mat),) = lay_out_kit(folder, FELT_KIT, "mat")
    inks = {mark.colour.inks for mark in marks_of(mat)}
    assert {_MARK, _FELT} <= {ink.black for ink in inks if ink is not None}
    proof = [mark for _, document in lay_out_kit(folder, PROOF_KIT) for mark in marks_of(document)]
    assert {mark.colour.spot for mark in proof} == {"", mark_colour("cut").spot}


def plan_classic() -> Iterator[tuple[str, Document]]:
    for part in plan(make_job("kessel", ("cards",), proof=True)).products:
        assert part.document is not None
        yield part.product, part.document


@pytest.mark.parametrize(("black", "use"), [(_AREA, "text"), (_AREA, "line"), (_INK, "fill")])
def test_text_ink_on_areas_is_detected(black: float, use: str) -> None:
    assert faults([Mark(Colour("#101010", Inks(0, 0, 0, black)), use, 9, "here")])
    assert faults([Mark(Colour("#101010", Inks(0, 0, 0, 90)), use, 9, "here")]) == []
