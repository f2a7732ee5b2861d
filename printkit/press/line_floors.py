"""Redraw paths with the minimum line widths of a press.

A print shop may require wider lines. A drawing that is printed small becomes simpler: its finest
lines are omitted, other lines become bolder, and a guilloche whose gaps would fill up gets fewer
lines. Nothing else changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, islice, pairwise, product
from operator import is_
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.colour import GOLD, MIN_TEXT_CONTRAST, WHITE, Colour, contrast
from printkit.graphics.display_list import (
    DrawnAreas,
    Group,
    Item,
    LateItems,
    Path,
    Symbol,
    Use,
    kept,
    with_words_of,
    without_words,
)
from printkit.graphics.measures import HAIRLINE, LIGHT_HAIRLINE
from printkit.graphics.path import PathBuilder, PathData, Point, area_and_length, encloses, flatten

# --- line parts ----------------------------------------------------------------------------------

# x
_MAX_COVER = 0.5
# The chords of each curve, where a path is looked at in straight lines.
CHORDS = 4
# The number of places on a chord where its distance from another line is measured. If more than
# this share of the places is near the other line, the lines do not merely cross.
_PLACES, _ALONG = 16, 0.1
_ARITY = {"M": 2, "L": 2, "C": 6, "Z": 0}

_Line: TypeAlias = Sequence[Point]
Found = TypeVar("Found")


def open_up(data: PathData, width: float) -> PathData:
    """Return a path with only every n-th of its parts, so that lines `width` mm wide leave gaps.

    A path whose parts cannot be thinned out evenly is returned unchanged.
    """
    box, (_, length) = data.box(), area_and_length(data)
    parts = data.steps.count("M")
    step = math.ceil(length * width / _MAX_COVER / max(box.w * box.h, width * width))
    return _every(data, step) if 1 < step < parts and parts % step == 0 else data


def _every(data: PathData, step: int, first: int = 0) -> PathData:
    """Return every `step`-th part of a path, starting with the `first`."""
    builder, coords, part = PathBuilder(), iter(data.coords), -1
    for letter in data.steps:
        numbers = tuple(islice(coords, _ARITY[letter]))
        part += letter == "M"
        if part % step == first:
            builder.add(PathData(letter, numbers))
    return builder.done()


def keep_apart(
    data: PathData, pitch: float, others: Sequence[tuple[PathData, float]]
) -> PathData | None:
    """Thin out the parts of a path so that gaps remain between them.

    `pitch` is the distance from line to line (mm). The result is None if the path runs along one of
    the `others`, which have their own gaps. It is the whole path if no choice of parts leaves
    enough space.
    """
    lines = flatten(data, CHORDS)
    if any(_run_along(product(lines, flatten(other, CHORDS)), near) for other, near in others):
        return None
    for step in range(1, len(lines) + 1):
        if len(lines) % step == 0 and not _run_along(
            combinations(lines[step // 2 :: step], 2), pitch
        ):
            return _every(data, step, step // 2)
    return data


def _run_along(pairs: Iterable[tuple[_Line, _Line]], pitch: float) -> bool:
    """Return True if, in any pair, the first line runs along the second at a distance of less than
    `pitch` (mm).
    """
    for line, other in pairs:
        places = [
            (x + (u - x) * k / _PLACES, y + (v - y) * k / _PLACES)
            for (x, y), (u, v) in pairwise(line)
            for k in range(_PLACES)
        ]
        near = [place for place in places if _distance(other, *place) < pitch]
        if len(near) > _ALONG * len(places):
            return True
    return False


def _distance(line: _Line, x: float, y: float) -> float:
    """Return the distance of a point from a line."""
    least = math.inf
    for (a, b), (c, d) in pairwise(line):
        u, v = c - a, d - b
        along = ((x - a) * u + (y - b) * v) / (u * u + v * v or 1.0)
        along = min(1.0, max(0.0, along))
        least = min(least, math.hypot(x - a - along * u, y - b - along * v))
    return least


# --- line floors ---------------------------------------------------------------------------------

# A line thinner than this share of the least width is left out.
_LEFT_OUT = 0.6
# On a ground on which white text is legible, a line of at least this contrast is light.
_LIGHT_CONTRAST = 1.3
# Scales within one step share a drawing, made for the least of them.
_STEP = 1.04
# The number of points of a line at which its ground is looked up.
_POINTS = 8

# Floors of hot foil: the width of its lines and of the gaps in it (mm).
FOIL_LINE, FOIL_GAP = 0.20, 0.25

_NOWHERE = Rect(math.inf, math.inf, 0, 0)


class CacheSize(NamedTuple):
    """The number of results that a cache keeps."""

    currsize: int


class _Remembered(Generic[Found]):
    """Caches the last results of a function of groups by the identity of each group, because
    hashing a group would read all of its items.
    """

    _MAX_GROUPS = 8192

    def __init__(self, function: Callable[[Group], Found]) -> None:
        self._function = function
        self._known: dict[int, tuple[Group, Found]] = {}
        # Attributes of the object, as those of functions with a cache.
        self.cache_clear = self._known.clear
        self.cache_parameters = lambda: {"maxsize": self._MAX_GROUPS}
        self.cache_info = lambda: CacheSize(len(self._known))

    def __call__(self, group: Group) -> Found:
        known = self._known.get(id(group))
        if known is None:
            result = self._function(group)
            if len(self._known) >= self._MAX_GROUPS:
                self._known.clear()
            # With the group itself, so that no other one gets its id.
            known = self._known[id(group)] = group, result
        return known[1]


class LineFloors(NamedTuple):
    """The minimum widths (mm) of all lines, and of light lines on a dark ground.

    `foil` and `gap` are the minimum widths of gold lines and of gaps in gold, or 0 without a gold
    plate.
    """

    line: float = HAIRLINE
    light: float = LIGHT_HAIRLINE
    foil: float = 0.0
    gap: float = 0.0


HOME_FLOORS = LineFloors()


class Ground(NamedTuple):
    """The background of a drawing.

    `colour_at` returns the colour at a point, in the coordinates of the items; `darkest` is the
    darkest of all its colours.
    """

    colour_at: Callable[[float, float], Colour]
    darkest: Colour


PAPER = Ground(lambda x, y: WHITE, WHITE)


@lru_cache(maxsize=1024)
def printable(
    symbol: Symbol, scale: float = 1.0, ground: Colour = WHITE, floors: LineFloors = HOME_FLOORS
) -> Symbol:
    """Return a drawing whose lines can be printed if it is used at a scale on a ground."""
    items = symbol.items
    own = "" if (scale, ground) == (1.0, WHITE) else f"-{scale:.3g}-{ground.name}"
    own += "" if floors == HOME_FLOORS else "".join(f"-{width:.3g}" for width in floors)
    if isinstance(items, LateItems):
        drawn = _redraw_late(items, scale, ground, floors)
        return symbol if drawn.is_same else replace(symbol, key=f"{symbol.key}{own}", items=drawn)
    changes = _changes(without_words(items), scale, ground, floors)
    if not changes:
        return symbol
    redrawn: list[Item | None] = [*items]
    for i, item in changes.items():
        redrawn[i] = item and with_words_of(item, items[i])
    left, tags = kept(redrawn, symbol.tags)
    return replace(
        symbol,
        key=f"{symbol.key}{own}",
        items=left,
        tags=tags,
        ground=sum(item is not None for item in redrawn[: symbol.ground]),
    )


def _redraw_late(items: LateItems, scale: float, ground: Colour, floors: LineFloors) -> LateItems:
    """Return an engraved drawing with lines that can be printed. It has neither words nor a ground.

    The result is cached for later builds.
    """

    def redraw() -> tuple[Item, ...]:
        drawn = redraw_lines(items, scale, Ground(lambda x, y: ground, ground), floors)
        return tuple(item for item in drawn if item is not None)

    late = items.changed(repr((scale, ground, floors)), redraw)
    if late.is_same is None and not late.code:
        late.is_same = _is_same([*late], items)
        late.keep()
    return late


@lru_cache(maxsize=1024)  # cards that only differ in their words share their lines
def _changes(
    items: tuple[Item, ...], scale: float, ground: Colour, floors: LineFloors
) -> dict[int, Item | None]:
    """Return the redrawn items by index, with None for an item of which nothing remains; unchanged
    items are omitted.
    """
    drawn = redraw_lines(items, scale, Ground(lambda x, y: ground, ground), floors)
    pairs = enumerate(zip(drawn, items, strict=True))
    return {i: new for i, (new, old) in pairs if new is not old}


def redraw_lines(
    items: Sequence[Item],
    scale: float = 1.0,
    ground: Ground = PAPER,
    floors: LineFloors = HOME_FLOORS,
) -> Iterator[Item | None]:
    """Yield each item with lines that can be printed at a scale, or None if nothing remains."""
    fills: list[_Fill] = []  # the fills of earlier items, computed on demand
    dark: list[Rect] = []
    darkest = ground.darkest

    def colour_at(x: float, y: float) -> Colour:
        # Without gold any light colour is as good as another: the first is found sooner.
        if floors.gap or _is_in_any(dark, x, y):
            return _colour_at(fills, x, y) or ground.colour_at(x, y)
        outer = ground.colour_at(x, y)
        return outer if not _is_dark(outer) else _colour_at(fills, x, y) or outer

    read = 0
    for i, item in enumerate(items):
        finest = _finest(item)
        if finest * scale >= max(floors) - 1e-6:
            yield item
            continue
        new = [fill for fill in map(_fill_of, items[read:i]) if fill is not _NOTHING]
        fills += new
        dark += [fill.dark for fill in new if fill.dark is not _NOWHERE]
        darkest = _darkest_of([darkest, *(fill.darkest for fill in new)])
        below, read = Ground(colour_at, darkest), i
        if isinstance(item, Path):
            gold = _gold_lines(items[:i]) if floors.gap else ()
            yield _redraw_path(item, scale, below, floors, gold)
        elif isinstance(item, Use):
            step = math.floor(math.log(scale * item.matrix.scale, _STEP) + 1e-6)
            paper = _darkest(below, _finest_points(item), floors)
            symbol = printable(item.symbol, _STEP**step, paper, floors)
            yield item if symbol is item.symbol else Use(symbol, item.matrix)
        elif isinstance(item, Group):

            def outside(x: float, y: float, matrix: Matrix = item.matrix) -> Colour:
                return colour_at(*matrix.apply(x, y))

            outer = Ground(outside, darkest)
            inner = [*redraw_lines(item.items, scale * item.matrix.scale, outer, floors)]
            same = _is_same(inner, item.items)
            yield item if same else replace(item, items=tuple(filter(None, inner)))


def _is_same(drawn: Sequence[Item | None], items: Sequence[Item]) -> bool:
    return len(drawn) == len(items) and all(map(is_, drawn, items))


def _redraw_path(
    item: Path,
    scale: float,
    ground: Ground,
    floors: LineFloors,
    gold: Sequence[tuple[PathData, float]] = (),
) -> Path | None:
    """Return a path with lines that can be printed or without its lines, or None if nothing
    remains.

    `gold` are the gold lines of the items before it, with their widths (mm).
    """
    line, data = item.stroke, item.data
    assert line is not None
    may_be_light = _is_light(line.colour, ground.darkest)
    if not floors.gap and line.width * scale >= floors.line and not may_be_light:
        return item
    below = _darkest(ground, _points(data), floors)
    light = _is_light(line.colour, below)
    if floors.gap and below.role == GOLD != line.colour.role and line.width * scale < floors.gap:
        # Lines that would divide the foil are left out of it.
        return None if item.fill is None else replace(item, stroke=None)
    if item.fill == line.colour:
        floors = HOME_FLOORS  # the edge of a shape is not a line
    width = (floors.light if light else floors.line) / scale
    if line.colour.role == GOLD:
        # The outline of a shape is wide enough to close the gap to a ring around it.
        width = max(width, (floors.foil if item.fill is None else floors.gap) / scale)
    if line.width / width >= 1 - 1e-6:
        return item
    # A shop's higher minimum takes precedence.
    share = line.width * scale / (HOME_FLOORS.light if light else HOME_FLOORS.line)
    bold = replace(line, width=width)
    if floors.gap and line.colour.role == GOLD != below.role and item.fill is None:
        near = [(other, (max(own, width) + width) / 2 + floors.gap / scale) for other, own in gold]
        parts = keep_apart(data, width + floors.gap / scale, near)
        return None if parts is None else Path(parts, stroke=bold)
    if item.fill is not None:  # a shape that is only outlines disappears without them
        return replace(item, stroke=bold if share >= _LEFT_OUT or item.fill == below else None)
    return Path(open_up(data, width), stroke=bold) if share >= _LEFT_OUT else None


def _gold_lines(items: Sequence[Item]) -> list[tuple[PathData, float]]:
    """Return the gold lines among some items, with their widths."""
    return [
        (item.data, item.stroke.width)
        for item in items
        if isinstance(item, Path) and item.stroke is not None and item.stroke.colour.role == GOLD
    ]


def _finest(item: Item) -> float:
    """Return the width of the finest line of an item, infinite if it has no line."""
    if isinstance(item, Path):
        return item.stroke.width if item.stroke is not None and item.data.coords else math.inf
    if isinstance(item, Group):
        return _finest_of(item)
    return _finest_in(item.symbol) * item.matrix.scale if isinstance(item, Use) else math.inf


@_Remembered
def _finest_of(group: Group) -> float:
    return min(map(_finest, group.items), default=math.inf) * group.matrix.scale


@lru_cache(maxsize=4096)
def _finest_in(symbol: Symbol) -> float:
    items = symbol.items
    known = items.finest if isinstance(items, LateItems) else None
    if known is not None:
        return known
    finest = min(map(_finest, items), default=math.inf)
    if isinstance(items, LateItems):
        items.finest = finest
        items.keep()
    return finest


def _finest_points(item: Item) -> tuple[Point, ...]:
    """Return points on the finest lines of an item."""
    if isinstance(item, Path):
        return _points(item.data)
    if isinstance(item, Group):
        inner = _finest_points_of(item.items)
    else:
        assert isinstance(item, Use), "it has lines"
        inner = _finest_points_in(item.symbol)
    return tuple(item.matrix.apply(x, y) for x, y in inner)


def _finest_points_of(items: Sequence[Item]) -> tuple[Point, ...]:
    widths = [*map(_finest, items)]
    fine = [item for item, width in zip(items, widths, strict=True) if width < 1.01 * min(widths)]
    return _some([point for item in fine for point in _finest_points(item)])


@lru_cache(maxsize=4096)
def _finest_points_in(symbol: Symbol) -> tuple[Point, ...]:
    items = symbol.items
    if not isinstance(items, LateItems):
        return _finest_points_of(items)
    if items.points is None:
        items.points = _finest_points_of(items)
        items.keep()
    return items.points


@lru_cache(maxsize=4096)
def _points(data: PathData) -> tuple[Point, ...]:
    return _some(
        [
            ((x + u) / 2, (y + v) / 2)
            for part in flatten(data, CHORDS)
            for (x, y), (u, v) in pairwise(part)
        ]
    )


def _some(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple(points[:: max(1, len(points) // _POINTS)])


def _darkest(ground: Ground, points: Sequence[Point], floors: LineFloors) -> Colour:
    """Return the darkest colour at some points, or gold if one of them is gold and gold has a
    separate plate.
    """
    colours = [ground.colour_at(x, y) for x, y in points]
    return _darkest_of([c for c in colours if floors.gap and c.role == GOLD] or colours)


def _darkest_of(colours: Sequence[Colour]) -> Colour:
    return max(colours, key=lambda colour: contrast(colour, WHITE), default=WHITE)


def _is_dark(colour: Colour) -> bool:
    return contrast(colour, WHITE) >= MIN_TEXT_CONTRAST


def _is_light(line: Colour, ground: Colour) -> bool:
    is_lighter = contrast(line, WHITE) < contrast(ground, WHITE)
    return _is_dark(ground) and is_lighter and contrast(line, ground) >= _LIGHT_CONTRAST


class _Fill(NamedTuple):
    """The fill of an item.

    It has a box around the whole item, boxes around its dark shapes, the darkest colour of the
    item, and the fills of its parts.
    """

    box: Rect
    dark: Rect
    darkest: Colour
    item: Item
    parts: tuple[_Fill, ...] = ()


# The fill of an item without an area.
_NOTHING = _Fill(_NOWHERE, _NOWHERE, WHITE, Group(()))


def _fill_of(item: Item) -> _Fill:
    if isinstance(item, Path) and item.fill is not None and item.data.coords:
        box = item.data.box()
        return _Fill(box, box if _is_dark(item.fill) else _NOWHERE, item.fill, item)
    if isinstance(item, Use | Group):
        own = _outer_fill(item.symbol) if isinstance(item, Use) else _fills_of(item)
        inner = (own.box, own.dark)
        box, dark = (box if box is _NOWHERE else item.matrix.bounds(box) for box in inner)
        return _Fill(box, dark, own.darkest, item, own.parts)
    return _NOTHING


@_Remembered
def _fills_of(group: Group) -> _Fill:
    """Return the fills of a group, in its own coordinates."""
    parts = tuple(fill for fill in map(_fill_of, group.items) if fill.box is not _NOWHERE)
    box, dark = _union(part.box for part in parts), _union(part.dark for part in parts)
    return _Fill(box, dark, _darkest_of([part.darkest for part in parts]), group, parts)


def _outer_fill(symbol: Symbol) -> _Fill:
    """Return the fills of a symbol; the fills of an engraved drawing have no parts."""
    items = symbol.items
    if not isinstance(items, LateItems):
        return _fills_in(symbol)
    if items.areas is None:
        fills = _fills_in(symbol)
        box, dark = (None if box is _NOWHERE else box for box in (fills.box, fills.dark))
        items.areas = DrawnAreas(box, dark, fills.darkest)
        items.keep()
    areas = items.areas
    return _Fill(areas.box or _NOWHERE, areas.dark or _NOWHERE, areas.darkest, Use(symbol))


@lru_cache(maxsize=4096)
def _fills_in(symbol: Symbol) -> _Fill:
    return _fills_of(Group(tuple(symbol.items)))


@lru_cache(maxsize=16384)  # similar cards need the same points
def _colour_in(symbol: Symbol, x: float, y: float) -> Colour | None:
    if not _is_in_any((symbol.box,), x, y):
        return None
    items = symbol.items
    if not isinstance(items, LateItems):
        return _colour_at(_fills_in(symbol).parts, x, y)
    if (x, y) not in items.colours:
        items.colours[x, y] = _colour_at(_fills_in(symbol).parts, x, y)
        items.keep()
    return items.colours[x, y]


def _union(boxes: Iterable[Rect]) -> Rect:
    return reduce(Rect.union, [box for box in boxes if box is not _NOWHERE] or [_NOWHERE])


def _colour_at(fills: Sequence[_Fill], x: float, y: float) -> Colour | None:
    """Return the colour that items paint at a point, or None."""
    for (left, top, w, h), _, _, item, parts in reversed(fills):
        if not (left <= x <= left + w and top <= y <= top + h):
            continue
        colour = None
        if isinstance(item, Path):
            if encloses(item.data, x, y, even_odd=item.even_odd):
                return item.fill
        elif isinstance(item, Use):
            colour = _colour_in(item.symbol, *item.matrix.back(x, y))
        elif isinstance(item, Group):
            u, v = item.matrix.back(x, y)
            if item.clip is None or encloses(item.clip, u, v):
                colour = _colour_at(parts, u, v)
        if colour is not None:
            return colour
    return None


def _is_in_any(boxes: Iterable[Rect], x: float, y: float) -> bool:
    for left, top, w, h in boxes:  # noqa: SIM110 - a generator takes twice as long
        if left <= x <= left + w and top <= y <= top + h:
            return True
    return False
