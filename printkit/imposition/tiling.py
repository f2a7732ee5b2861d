"""Divide a large piece into tiles.

The tiling has the fewest sheets, portrait or landscape; each tile is a window of the piece. Tiles
are in columns (A, B …) and rows (1, 2 …); a tile that would show nothing of the piece is left out.
Windows are in the coordinates of the piece, whose centre is the origin.

A tile covers strips of its left and upper neighbours: its left and upper edges are cut, and its
right and lower strips are glued. Without an overlap all edges are cut.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import fsum

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, format_mm, format_size, rect_around
from printkit.base.paper_sizes import Size
from printkit.base.sentences import Sentence
from printkit.graphics.path import PathData, Point, flatten
from printkit.imposition.grid import (
    BOTH_DEPTH,
    MARK_CLEARANCE,
    RULER_MIN_SIZE,
    SLUG_MIN_SIZE,
    orientations,
)

# The margin around the window of a tile, for marks and the names of neighbours.
GUTTER = 3.6
# The least side of a tile, in mm and in overlaps.
_MIN_TILE, _MIN_OVERLAPS = 30.0, 3.0
# Tiles that show a strip of the piece at most this wide are left out, because it cannot be cut by
# hand.
SLIVER = 0.1
# The width of a tile's name in the footer; the gap between slug line and ruler.
_NAME_WIDTH, _RULER_GAP = 14.0, 3.0
# Places on a page are rounded to this, alike on all tiles: a pixel at 254 dpi.
_STEP = 0.1
# Wider inner columns may leave tiles at the corners empty. 0: all columns are equal; 1: inner
# columns are as wide as possible.
_STRETCHES = (0.0, 0.25, 0.5, 0.75, 1.0)


class TileFooter(msgspec.Struct, frozen=True):
    """The places of tile name, slug line and ruler at the foot of a page."""

    name: Rect
    label: Rect
    ruler: Rect

    @property
    def top(self) -> float:
        return self.name.y


class Tile(msgspec.Struct, frozen=True):
    """One sheet of a large piece: its window, and the sides on which it has neighbours."""

    column: int
    row: int
    window: Rect
    left: bool
    above: bool
    right: bool
    below: bool

    @property
    def name(self) -> str:
        """Columns have letters (A … Z, AA …), rows have numbers."""
        return tile_name(self.column, self.row)


class Tiling(msgspec.Struct, frozen=True, dict=True):
    """All tiles of a piece, row by row.

    `printable` is the printable area of `media`, `frame` the largest window on it; `trim` and the
    windows are in the coordinates of the piece.
    """

    media: Rect
    printable: Rect
    frame: Rect
    foot: TileFooter
    trim: Rect
    bleed: float
    overlap: float
    columns: int
    rows: int
    tiles: tuple[Tile, ...]

    @cached_property
    def at(self) -> dict[tuple[int, int], Tile]:
        """The tiles by column and row."""
        return {(tile.column, tile.row): tile for tile in self.tiles}

    @property
    def seams(self) -> float:
        """The total length of the seams."""
        return math.fsum(
            tile.right * tile.window.h + tile.below * tile.window.w for tile in self.tiles
        )

    @property
    def cuts(self) -> int:
        """The number of straight cuts before the assembly."""
        joins = sum(tile.left + tile.above for tile in self.tiles)
        return joins if self.overlap else 2 * joins

    def place(self, tile: Tile) -> tuple[float, float]:
        """Return the offset from a tile's window to its place on the page."""
        x = self.frame.x + (self.frame.w - tile.window.w) / 2 - tile.window.x
        y = self.frame.y + (self.frame.h - tile.window.h) / 2 - tile.window.y
        return _round_to_step(x), _round_to_step(y)

    def strips(self, tile: Tile) -> tuple[Rect | None, Rect | None]:
        """Return the strips that the right and the lower neighbour cover, if any."""
        window, by = tile.window, self.overlap
        right = window._replace(x=window.right - by, w=by) if tile.right and by else None
        lower = window._replace(y=window.bottom - by, h=by) if tile.below and by else None
        return right, lower

    @cached_property
    def corners(self) -> list[tuple[float, float]]:
        """Return the corners of the areas that neighbours share, row by row.

        Those at the edge of the piece are on its trim.
        """
        result = set()
        trim = self.trim
        for tile in self.tiles:
            right = [self.at[tile.column + 1, tile.row]] if tile.right else []
            below = [self.at[tile.column, tile.row + 1]] if tile.below else []
            for other in right + below:
                a, b = tile.window, other.window
                for x in (max(a.x, b.x, trim.x), min(a.right, b.right, trim.right)):
                    for y in (max(a.y, b.y, trim.y), min(a.bottom, b.bottom, trim.bottom)):
                        result.add((round(y, 4), round(x, 4)))
        return [(x, y) for y, x in sorted(result)]


def tile_name(column: int, row: int) -> str:
    """Return the name of a tile; column and row count from 0.

    >>> tile_name(0, 0), tile_name(27, 2)
    ('A1', 'AB3')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def tile_footer(printable: Rect) -> TileFooter | None:
    """Return the footer of the printable area, or None if it is too narrow for a ruler.

    Name, slug line and ruler share a line if they fit; else the ruler is below.
    """
    length, ruler_depth = RULER_MIN_SIZE
    if printable.w < length:
        return None
    x, bottom = printable.x, printable.bottom
    width = printable.w - _NAME_WIDTH - length - _RULER_GAP
    ruler = Rect(printable.right - length, bottom - BOTH_DEPTH, length, BOTH_DEPTH)
    if width < SLUG_MIN_SIZE[0]:
        ruler = Rect(x, bottom - ruler_depth, printable.w, ruler_depth)
        width, bottom = printable.w - _NAME_WIDTH, bottom - ruler_depth - MARK_CLEARANCE
    name = Rect(x, bottom - BOTH_DEPTH, _NAME_WIDTH, BOTH_DEPTH)
    return TileFooter(name, name._replace(x=x + _NAME_WIDTH, w=width), ruler)


def find_tiling(
    trim: Rect, region: Region | None, paper: Size, margin: float, bleed: float, overlap: float
) -> Tiling:
    """Return the best tiling of a trim with its bleed; `region` is the outline, if any.

    It has the fewest tiles, with less bleed if that saves some. Ties go to the most bleed, then to
    the shortest seams, the most equal tiles, portrait. Raises PrintkitError if a tile does not fit
    on the paper.
    """
    result = [
        (len(tiling.tiles), -tiling.bleed, round(tiling.seams, 3), stretch, order, tiling)
        for order, media in enumerate(orientations(paper))
        for stretch, tiling in _tiling_candidates(media, trim, region, margin, bleed, overlap)
    ]
    if not result:
        w, h = paper.w - 2 * margin, paper.h - 2 * margin
        left = (
            Sentence("{size} are", size=format_size(w, h))
            if min(w, h) > 0
            else Sentence("nothing is")
        )
        raise PrintkitError(
            Sentence(
                "A piece of {w} has to be tiled, and the paper {paper} has no room for tiles: "
                "inside the margins {left} left, and a tile needs a strip for its label and the "
                "100 mm ruler, {gutter} mm all round for marks, and {most} mm each way to show "
                "something at an overlap of {overlap} mm.",
                w=format_size(trim.w, trim.h),
                paper=paper,
                left=left,
                gutter=format_mm(GUTTER),
                most=format_mm(max(_MIN_TILE, _MIN_OVERLAPS * overlap)),
                overlap=format_mm(overlap),
            ),
            hint="Take a larger --paper, a smaller --margin or a smaller --tile-overlap.",
        )
    return min(result, key=lambda item: item[:5])[5]


def _tiling_candidates(
    media: Rect, trim: Rect, region: Region | None, margin: float, bleed: float, overlap: float
) -> Iterator[tuple[float, Tiling]]:
    """Yield tilings on the oriented paper, each after its stretch."""
    printable = media.inset(margin)
    strip = tile_footer(printable)
    if strip is None:
        return
    height = strip.top - MARK_CLEARANCE - printable.y
    frame = Rect(printable.x, printable.y, printable.w, height).inset(GUTTER)
    if min(frame.w, frame.h) < max(_MIN_TILE, _MIN_OVERLAPS * overlap):
        return
    stretches = _STRETCHES if region else _STRETCHES[:1]
    for by in _bleed_options(trim, frame, bleed, overlap):
        area = trim.inset(-by)
        # Stretches of up to two columns are the same: the smallest is kept.
        across, down = (
            {
                tuple(divide_into_spans(start, length, most, overlap, stretch)): stretch
                for stretch in reversed(stretches)
            }
            for start, length, most in ((area.x, area.w, frame.w), (area.y, area.h, frame.h))
        )
        for columns, wider in across.items():
            for rows, higher in down.items():
                tiles = _build_tiles(columns, rows, overlap, region)
                shared = (media, printable, frame, strip, trim, by, overlap)
                yield wider + higher, Tiling(*shared, len(columns), len(rows), tiles)


def _bleed_options(trim: Rect, frame: Rect, bleed: float, overlap: float) -> list[float]:
    """Return the bleed, and smaller ones that save a column or a row."""
    result = {bleed}
    for length, maximum in ((trim.w, frame.w), (trim.h, frame.h)):
        count = _span_count(length, maximum, overlap)
        spare = (count * maximum - (count - 1) * overlap - length) / 2
        if _span_count(length + 2 * bleed, maximum, overlap) > count:
            result.add(max(0.0, math.floor(spare * 100) / 100))
    return sorted(result, reverse=True)


def _span_count(length: float, max_span: float, overlap: float) -> int:
    """Return the least number of overlapping spans of `max_span` that cover a length."""
    return max(1, math.ceil((length - overlap) / (max_span - overlap) - 1e-6))


def divide_into_spans(
    start: float, length: float, max_span: float, overlap: float, stretch: float = 0.0
) -> list[tuple[float, float]]:
    """Return the fewest overlapping spans (start, length) of at most `max_span` over a length.

    They are equal at `stretch` 0; towards 1 the inner ones grow and the two outermost shrink.
    """
    count = _span_count(length, max_span, overlap)
    total = length + (count - 1) * overlap
    even = total / count
    widths = [even] * count
    if count > 2:
        widest = (total - 2 * max(_MIN_TILE, 2 * overlap)) / (count - 2)
        inner = even + stretch * max(0.0, min(max_span, widest) - even)
        outer = (total - (count - 2) * inner) / 2
        widths = [outer, *[inner] * (count - 2), outer]
    result = []
    for width in widths:
        result.append((start, width))
        start += width - overlap
    return result


def _build_tiles(
    columns: Sequence[tuple[float, float]],
    rows: Sequence[tuple[float, float]],
    overlap: float,
    region: Region | None,
) -> tuple[Tile, ...]:
    """Return the tiles that show a part of the piece, row by row."""
    windows = {
        (column, row): Rect(x, y, w, h)
        for row, (y, h) in enumerate(rows)
        for column, (x, w) in enumerate(columns)
    }

    def is_visible(column: int, row: int) -> bool:
        """Return True if the piece shares an area with the part that later tiles leave visible."""
        right = overlap if column < len(columns) - 1 else 0.0
        below = overlap if row < len(rows) - 1 else 0.0
        visible = windows[column, row].outset(0, 0, -right, -below).inset(SLIVER)
        return region is None or region.intersects(visible)

    kept = {place: None for place in windows if is_visible(*place)}
    tiles = []
    for column, row in kept:
        left, right = (column - 1, row) in kept, (column + 1, row) in kept
        above, below = (column, row - 1) in kept, (column, row + 1) in kept
        tiles.append(Tile(column, row, windows[column, row], left, above, right, below))
    return tuple(tiles)


def _round_to_step(value: float) -> float:
    return round(round(value / _STEP) * _STEP, 4)


# Chords of a curve: a quarter of a circle of 400 mm is met to 0.03 mm.
_CHORDS = 64


class Region:
    """The inside of a closed path; a part inside another is a hole."""

    def __init__(self, outline: PathData) -> None:
        self.rings = tuple(tuple(part) for part in flatten(outline, _CHORDS) if len(part) > 2)
        self._signs = tuple(
            -1 if sum(_is_inside(other, *ring[0]) for other in self.rings if other is not ring) % 2
            else 1
            for ring in self.rings
        )  # fmt: skip

    @property
    def box(self) -> Rect:
        """The bounding box."""
        return rect_around(point for ring in self.rings for point in ring)

    def contains(self, x: float, y: float) -> bool:
        """Return True if the point is inside."""
        return sum(_is_inside(ring, x, y) for ring in self.rings) % 2 == 1

    def intersects(self, rect: Rect) -> bool:
        """Return True if the region shares an area with a rectangle."""
        return self.share(rect) > 0

    def share(self, rect: Rect) -> float:
        """Return the area inside a rectangle (mm²)."""
        if rect.w <= 0 or rect.h <= 0:
            return 0.0
        clipped = (_polygon_area(_clip_ring(ring, rect)) for ring in self.rings)
        return fsum(sign * area for sign, area in zip(self._signs, clipped, strict=True))


def _is_inside(ring: tuple[Point, ...], x: float, y: float) -> bool:
    """Return True if a ray from the point to the right crosses the ring an odd number of times."""
    inside = False
    for (x0, y0), (x1, y1) in pairwise((*ring, ring[0])):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def _clip_ring(ring: tuple[Point, ...], rect: Rect) -> list[Point]:
    """Return the ring clipped at the four sides of a rectangle (Sutherland and Hodgman)."""
    points = list(ring)
    # Each side as (axis, limit, sign): points beyond the limit on that axis are cut off.
    for axis, limit, sign in (
        (0, rect.x, 1.0),
        (0, rect.right, -1.0),
        (1, rect.y, 1.0),
        (1, rect.bottom, -1.0),
    ):
        reach = [sign * (point[axis] - limit) for point in points]
        kept: list[Point] = []
        for i, (other, after) in enumerate(zip(points, reach, strict=True)):
            one, before = points[i - 1], reach[i - 1]
            if (before < 0) != (after < 0):
                t = before / (before - after)
                crossing = (one[0] + t * (other[0] - one[0]), one[1] + t * (other[1] - one[1]))
                kept.append(crossing)
            if after >= 0:
                kept.append(other)
        points = kept
    return points


def _polygon_area(points: list[Point]) -> float:
    """Return the area inside a polygon."""
    if len(points) < 3:
        return 0.0
    return abs(fsum(x * v - u * y for (x, y), (u, v) in pairwise([*points, points[0]]))) / 2
