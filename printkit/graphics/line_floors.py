"""Lines that a press can print: of at least 0.25 pt, light ones on a dark ground of 0.5 pt.

A print shop may want more. A drawing that is printed small becomes simpler: its finest lines are
left out, others are bolder, and guilloche that would fill up has fewer lines. Nothing else of it
changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, islice, pairwise, product
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.colour import BLACK, GOLD, MIN_TEXT_CONTRAST, WHITE, Colour, contrast
from printkit.graphics.display_list import Group, Item, Path, Symbol, Use, kept
from printkit.graphics.measures import HAIRLINE, LIGHT_HAIRLINE
from printkit.graphics.path import PathBuilder, PathData, Point, area_and_length, encloses, flatten

# A line thinner than this share of the least width is left out.
_LEFT_OUT = 0.6
# The greatest share of their box that the lines of a path cover once they are bolder.
_MAX_COVER = 0.5
# On a ground on which white text is legible, a line of at least this contrast is light.
_LIGHT_CONTRAST = 1.3
# Scales within one step share a drawing, made for the least of them.
_STEP = 1.04
# The number of points of a line at which its ground is looked up, and of chords of each curve.
_POINTS, _CHORDS = 8, 4
# The places on a chord where its distance from another line is measured, and the share of them that
# are near where lines do not only cross.
_PLACES, _ALONG = 16, 0.1
_ARITY = {"M": 2, "L": 2, "C": 6, "Z": 0}

# Floors of hot foil: the width of its lines and of the gaps in it (mm).
FOIL_LINE, FOIL_GAP = 0.20, 0.25

_Line: TypeAlias = Sequence[Point]

_NOWHERE = Rect(math.inf, math.inf, 0, 0)


class LineFloors(NamedTuple):
    """The least widths of lines (mm): of any, and of light ones on a dark ground.

    `foil` and `gap` are those of lines of gold and of lines that part it, 0 without a plate of it.
    """

    line: float = HAIRLINE
    light: float = LIGHT_HAIRLINE
    foil: float = 0.0
    gap: float = 0.0


HOME_FLOORS = LineFloors()

# The colour at a point below a drawing, in the coordinates of its items.
Ground = Callable[[float, float], Colour]


@lru_cache(maxsize=4096)
def printable(
    symbol: Symbol, scale: float = 1.0, ground: Colour = WHITE, floors: LineFloors = HOME_FLOORS
) -> Symbol:
    """Return a drawing whose lines can be printed when it is used at a scale on a ground."""
    items = [*redraw_lines(symbol.items, scale, lambda x, y: ground, floors)]
    if _is_same(items, symbol.items):
        return symbol
    own = "" if (scale, ground) == (1.0, WHITE) else f"-{scale:.3g}-{ground.name}"
    own += "" if floors == HOME_FLOORS else "".join(f"-{width:.3g}" for width in floors)
    left, tags = kept(items, symbol.tags)
    return replace(
        symbol,
        key=f"{symbol.key}{own}",
        items=left,
        tags=tags,
        ground=sum(item is not None for item in items[: symbol.ground]),
    )


def redraw_lines(
    items: Sequence[Item],
    scale: float = 1.0,
    ground: Ground = lambda x, y: WHITE,
    floors: LineFloors = HOME_FLOORS,
) -> Iterator[Item | None]:
    """Yield each item with lines that can be printed at a scale, None if nothing is left of it."""
    dark: list[Rect] = []  # boxes around the dark shapes of all items so far
    for i, item in enumerate(items):
        dark.extend(box for box in map(_dark_box, items[i - 1 : i]) if box is not _NOWHERE)
        finest = _finest(item)
        if finest is None or finest.width * scale >= max(floors) - 1e-6:
            yield item
            continue

        def below(x: float, y: float, before: Sequence[Item] = items[:i]) -> Colour:
            outer = ground(x, y)
            if floors.gap:  # gold is light, too
                return _colour_at(before, x, y) or outer
            if not _is_dark(outer) and not any(_is_in(box, x, y) for box in dark):
                return outer  # as good as any other light colour, and found sooner
            return _colour_at(before, x, y) or outer

        if isinstance(item, Path):
            gold = _gold_lines(items[:i]) if floors.gap else ()
            yield _redraw_path(item, scale, below, floors, gold)
        elif isinstance(item, Use):
            step = math.floor(math.log(scale * item.matrix.scale, _STEP) + 1e-6)
            darkest = _darkest(below, finest.points, floors)
            symbol = printable(item.symbol, _STEP**step, darkest, floors)
            yield item if symbol is item.symbol else Use(symbol, item.matrix)
        elif isinstance(item, Group):

            def outside(x: float, y: float, matrix: Matrix = item.matrix) -> Colour:
                return below(*matrix.apply(x, y))

            inner = [*redraw_lines(item.items, scale * item.matrix.scale, outside, floors)]
            same = _is_same(inner, item.items)
            yield item if same else replace(item, items=tuple(filter(None, inner)))


def _is_same(drawn: Sequence[Item | None], items: Sequence[Item]) -> bool:
    return all(new is old for new, old in zip(drawn, items, strict=True))


def _redraw_path(
    item: Path,
    scale: float,
    ground: Ground,
    floors: LineFloors,
    gold: Sequence[tuple[PathData, float]] = (),
) -> Path | None:
    """Return a path with lines that can be printed, or without its lines.

    `gold` are the lines of gold before it, with their widths.
    """
    line, data = item.stroke, item.data
    assert line is not None
    if not floors.gap and line.width * scale >= floors.line and not _may_be_light(line.colour):
        return item
    below = _darkest(ground, _points(data), floors)
    light = _is_light(line.colour, below)
    if floors.gap and below.role == GOLD != line.colour.role and line.width * scale < floors.gap:
        # What would part the foil is left out of it.
        return None if item.fill is None else replace(item, stroke=None)
    if item.fill == line.colour:
        floors = HOME_FLOORS  # the edge of a shape is no line
    width = (floors.light if light else floors.line) / scale
    if line.colour.role == GOLD:
        # The outline of a shape is wide enough to close the gap to a ring around it.
        width = max(width, (floors.foil if item.fill is None else floors.gap) / scale)
    if line.width / width >= 1 - 1e-6:
        return item
    # What a shop wants bolder than others do stays.
    share = line.width * scale / (HOME_FLOORS.light if light else HOME_FLOORS.line)
    bold = replace(line, width=width)
    if floors.gap and line.colour.role == GOLD != below.role and item.fill is None:
        near = [(other, (max(own, width) + width) / 2 + floors.gap / scale) for other, own in gold]
        parts = _keep_apart(data, width + floors.gap / scale, near)
        return None if parts is None else Path(parts, stroke=bold)
    if item.fill is not None:  # a shape in outlines is nothing without them
        return replace(item, stroke=bold if share >= _LEFT_OUT or item.fill == below else None)
    return Path(_open_up(data, width), stroke=bold) if share >= _LEFT_OUT else None


def _open_up(data: PathData, width: float) -> PathData:
    """Return a path with as many of its parts as leave it open, if they are evenly spaced."""
    box, (_, length) = data.box(), area_and_length(data)
    parts = data.steps.count("M")
    step = math.ceil(length * width / _MAX_COVER / max(box.w * box.h, width * width))
    return _every(data, step) if 1 < step < parts and parts % step == 0 else data


def _every(data: PathData, step: int, first: int = 0) -> PathData:
    """Return the `first` of the parts of a path, and each that is a multiple of `step` later."""
    builder, coords, part = PathBuilder(), iter(data.coords), -1
    for letter in data.steps:
        numbers = tuple(islice(coords, _ARITY[letter]))
        part += letter == "M"
        if part % step == first:
            builder.add(PathData(letter, numbers))
    return builder.done()


def _gold_lines(items: Sequence[Item]) -> list[tuple[PathData, float]]:
    """Return the lines of gold among some items, with their widths."""
    return [
        (item.data, item.stroke.width)
        for item in items
        if isinstance(item, Path) and item.stroke is not None and item.stroke.colour.role == GOLD
    ]


def _keep_apart(
    data: PathData, pitch: float, others: Sequence[tuple[PathData, float]]
) -> PathData | None:
    """Return the parts of a path that leave a gap between them: the middle one of each few.

    Distances are from line to line. It is None if it runs along one of the `others`, which have
    theirs, and the whole path if no choice is right.
    """
    lines = flatten(data, _CHORDS)
    if any(_run_along(product(lines, flatten(other, _CHORDS)), near) for other, near in others):
        return None
    for step in range(1, len(lines) + 1):
        if len(lines) % step == 0 and not _run_along(
            combinations(lines[step // 2 :: step], 2), pitch
        ):
            return _every(data, step, step // 2)
    return data


def _run_along(pairs: Iterable[tuple[_Line, _Line]], pitch: float) -> bool:
    """Return True if the first of a pair of lines is nearer than a pitch to the other for long."""
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


class _Finest(NamedTuple):
    """The width of the finest line of a drawing, and points on it."""

    width: float
    points: tuple[Point, ...]


def _finest(item: Item) -> _Finest | None:
    """Return the finest line of an item, None if it has no line."""
    if isinstance(item, Path) and item.stroke is not None and item.data.coords:
        return _Finest(item.stroke.width, _points(item.data))
    if not isinstance(item, Group | Use):
        return None
    inner = _finest_of(item.items) if isinstance(item, Group) else _finest_in(item.symbol)
    if inner is None:
        return None
    points = tuple(item.matrix.apply(x, y) for x, y in inner.points)
    return _Finest(inner.width * item.matrix.scale, points)


def _finest_of(items: Sequence[Item]) -> _Finest | None:
    lines = [line for line in map(_finest, items) if line is not None]
    if not lines:
        return None
    width = min(line.width for line in lines)
    points = [point for line in lines if line.width < 1.01 * width for point in line.points]
    return _Finest(width, _some(points))


@lru_cache(maxsize=4096)
def _finest_in(symbol: Symbol) -> _Finest | None:
    return _finest_of(symbol.items)


@lru_cache(maxsize=4096)
def _points(data: PathData) -> tuple[Point, ...]:
    return _some(
        [
            ((x + u) / 2, (y + v) / 2)
            for part in flatten(data, _CHORDS)
            for (x, y), (u, v) in pairwise(part)
        ]
    )


def _some(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple(points[:: max(1, len(points) // _POINTS)])


def _darkest(ground: Ground, points: Sequence[Point], floors: LineFloors) -> Colour:
    """Return the darkest colour at some points, with a plate of gold first of all gold."""
    colours = [ground(x, y) for x, y in points]
    gold = [colour for colour in colours if floors.gap and colour.role == GOLD]
    return max(gold or colours, key=lambda colour: contrast(colour, WHITE), default=WHITE)


def _is_dark(colour: Colour) -> bool:
    return contrast(colour, WHITE) >= MIN_TEXT_CONTRAST


def _may_be_light(line: Colour) -> bool:
    """Return False for a line so dark that it is light on no ground."""
    return contrast(line, BLACK) >= _LIGHT_CONTRAST


def _is_light(line: Colour, ground: Colour) -> bool:
    is_lighter = contrast(line, WHITE) < contrast(ground, WHITE)
    return _is_dark(ground) and is_lighter and contrast(line, ground) >= _LIGHT_CONTRAST


def _dark_box(item: Item) -> Rect:
    """Return a box around all that an item fills with dark colours."""
    if isinstance(item, Path):
        dark = item.fill is not None and _is_dark(item.fill) and item.data.coords
        return item.data.box() if dark else _NOWHERE
    if isinstance(item, Use):
        box = _dark_box_in(item.symbol)
    elif isinstance(item, Group):
        box = _union(map(_dark_box, item.items))
    else:
        return _NOWHERE
    return box if box is _NOWHERE else item.matrix.bounds(box)


@lru_cache(maxsize=4096)
def _dark_box_in(symbol: Symbol) -> Rect:
    return _union(map(_dark_box, symbol.items))


def _union(boxes: Iterable[Rect]) -> Rect:
    return reduce(Rect.union, [box for box in boxes if box is not _NOWHERE] or [_NOWHERE])


def _colour_at(items: Sequence[Item], x: float, y: float) -> Colour | None:
    """Return the colour that items paint at a point, None if none of them does."""
    for item in reversed(items):
        colour = None
        if isinstance(item, Path) and item.fill is not None and item.data.coords:
            data = item.data
            if _is_in(_box_of(data), x, y) and encloses(data, x, y, even_odd=item.even_odd):
                return item.fill
        elif isinstance(item, Use):
            u, v = item.matrix.back(x, y)
            if _is_in(item.symbol.box, u, v):
                colour = _colour_at(item.symbol.items, u, v)
        elif isinstance(item, Group):
            u, v = item.matrix.back(x, y)
            if item.clip is None or encloses(item.clip, u, v):
                colour = _colour_at(item.items, u, v)
        if colour is not None:
            return colour
    return None


@lru_cache(maxsize=8192)  # each shape is asked for the points of all lines above it
def _box_of(data: PathData) -> Rect:
    return data.box()


def _is_in(box: Rect, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom
