"""Divide a large piece into tiles, and mark where they are cut and joined.

The tiling has the fewest sheets, portrait or landscape; each tile is a window of the piece. Tiles
are in columns (A, B …) and rows (1, 2 …); empty tiles are omitted. Windows are in the coordinates
of the piece, whose centre is the origin.

A tile covers strips of its left and upper neighbours: its left and upper edges are cut, and its
right and lower strips are glued. Without an overlap all edges are cut.

No mark is visible after the assembly: marks are beside the window, in the bleed, outside the
outline, and on the strips that another tile covers. Marks on art have a halo of paper.
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
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.base.sentences import Sentence
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point, flatten
from printkit.imposition.grid import (
    BOTH_DEPTH,
    MARK_CLEARANCE,
    MARK_OFFSET,
    RULER_MIN_SIZE,
    SLUG_MIN_SIZE,
    orientations,
)
from printkit.imposition.marks import HALO, INK, PAPER, SLUG_STYLE, draw_slug
from printkit.layout.fit_text import text_width

# --- tiling --------------------------------------------------------------------------------------

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
# Inner columns that are wider may leave the corner tiles empty, which saves sheets. 0: all columns
# are equal; 1: inner columns are as wide as possible.
_STRETCHES = (0.0, 0.25, 0.5, 0.75, 1.0)


class TileFooter(msgspec.Struct, frozen=True):
    """The places of the tile name, the slug line and the ruler at the foot of a page."""

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
        """The name of the tile: letters for its column (A … Z, AA …), and a number for its row."""
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
        """The total length of the seams (mm)."""
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

    It has the fewest tiles, with less bleed if this saves tiles. Ties go to the most bleed, then to
    the shortest seams, to the most equal tiles, and to portrait. Raises PrintkitError if a tile
    does not fit on the paper.
    """
    result = [
        (len(tiling.tiles), -tiling.bleed, round(tiling.seams, 3), stretch, order, tiling)
        for order, media in enumerate(orientations(paper))
        for stretch, tiling in _tiling_candidates(media, trim, region, margin, bleed, overlap)
    ]
    if not result:
        w, h = paper.w - 2 * margin, paper.h - 2 * margin
        left = (
            Sentence("only {size} is", size=format_size(w, h))
            if min(w, h) > 0
            else Sentence("nothing is")
        )
        raise PrintkitError(
            Sentence(
                "A piece of {w} must be split into tiles, but the paper {paper} is too small "
                "for tiles: inside the margins, {left} left. A tile needs a strip for its "
                "label and the 100 mm ruler, {gutter} mm on each side for marks and, with an "
                "overlap of {overlap} mm, {most} mm in each direction.",
                w=format_size(trim.w, trim.h),
                paper=paper,
                left=left,
                gutter=format_mm(GUTTER),
                most=format_mm(max(_MIN_TILE, _MIN_OVERLAPS * overlap)),
                overlap=format_mm(overlap),
            ),
            hint="Use a larger --paper, a smaller --margin or a smaller --tile-overlap.",
        )
    return min(result, key=lambda item: item[:5])[5]


def _tiling_candidates(
    media: Rect, trim: Rect, region: Region | None, margin: float, bleed: float, overlap: float
) -> Iterator[tuple[float, Tiling]]:
    """Yield pairs of a stretch and a tiling with this stretch, on paper in one orientation."""
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
    """Return the bleed, and smaller bleeds that save a column or a row."""
    result = {bleed}
    for length, maximum in ((trim.w, frame.w), (trim.h, frame.h)):
        count = _span_count(length, maximum, overlap)
        spare = (count * maximum - (count - 1) * overlap - length) / 2
        if _span_count(length + 2 * bleed, maximum, overlap) > count:
            result.add(max(0.0, math.floor(spare * 100) / 100))
    return sorted(result, reverse=True)


def _span_count(length: float, max_span: float, overlap: float) -> int:
    """Return the minimum number of overlapping spans of `max_span` that cover a length."""
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


# --- tile marks ----------------------------------------------------------------------------------

# The arm of a register mark, and the least gap between the marks of two corners.
ARM, _MARK_GAP = 3.0, 1.0
# The dashes of the edge of a strip, of an outline, and of folds.
STRIP_DASH, OUTLINE_DASH, FOLD_DASH = (3.0, 1.5), (1.5, 1.5), (4.0, 2.0)
# Positions closer than this coincide.
_NEAR = 1e-3
# The greatest width of a triangle on a strip, and the distance between two.
_MAX_TRIANGLE, _TRIANGLE_SPACING = 4.0, 45.0
# Text beside a window: its gap, its depth, and the ends of the side that it leaves free.
_TEXT_GAP, _TEXT_DEPTH, _TEXT_ENDS = 0.6, 2.4, 6.0

_SIDES: tuple[Point, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def tile_marks(tiling: Tiling, tile: Tile, region: Region | None, language: str) -> list[Item]:
    """Draw cut marks, glue strips, register marks and the names of neighbours."""
    # Halos of paper are below all ink.
    strips, crosses = _draw_strips(tiling, tile, region), _draw_register_marks(tiling, tile, region)
    shared = [*strips[:1], *crosses[:1], *strips[1:], *crosses[1:]]
    cuts = _draw_cut_marks(tiling, tile, region is not None)
    return [*shared, *cuts, *_draw_neighbours(tiling, tile, language)]


def dashed_lines(lines: PathData, dash: tuple[float, float]) -> list[Item]:
    """Draw lines to cut or to fold along that are visible on light and on dark art."""
    stroke = Stroke(INK, FINE, dash=dash)
    return [Path(lines, stroke=Stroke(PAPER, FINE)), Path(lines, stroke=stroke)]


# --- cut marks ----------------------------------------------------------------------------------


def cut_edges(tiling: Tiling, tile: Tile, *, outlined: bool) -> tuple[list[float], list[float]]:
    """Return the x of the upright cuts through a tile, and the y of the level ones.

    Cuts at the edge of the piece are on its trim; a piece with an outline has none there.
    """
    window, trim, both = tile.window, tiling.trim, tiling.overlap == 0
    xs = [
        (window.x, tile.left),
        (window.right, tile.right and both),
        (trim.x, not outlined and tile.column == 0),
        (trim.right, not outlined and tile.column == tiling.columns - 1),
    ]
    ys = [
        (window.y, tile.above),
        (window.bottom, tile.below and both),
        (trim.y, not outlined and tile.row == 0),
        (trim.bottom, not outlined and tile.row == tiling.rows - 1),
    ]
    return [x for x, cut in xs if cut], [y for y, cut in ys if cut]


def _draw_cut_marks(tiling: Tiling, tile: Tile, outlined: bool) -> list[Item]:
    """Draw marks at both ends of every cut, beside the window."""
    window = tile.window
    near, far = MARK_OFFSET, GUTTER - MARK_OFFSET
    builder = PathBuilder()
    xs, ys = cut_edges(tiling, tile, outlined=outlined)
    for x in xs:
        builder.move(x, window.y - near).line(x, window.y - far)
        builder.move(x, window.bottom + near).line(x, window.bottom + far)
    for y in ys:
        builder.move(window.x - near, y).line(window.x - far, y)
        builder.move(window.right + near, y).line(window.right + far, y)
    lines = builder.done()
    return [Path(lines, stroke=Stroke(INK, FINE))] if lines.steps else []


# --- strips -------------------------------------------------------------------------------------


def _draw_strips(tiling: Tiling, tile: Tile, region: Region | None) -> list[Item]:
    """Draw the inner edges of the strips, after their halo, and triangles where glue goes."""
    halo, edge, triangles = PathBuilder(), PathBuilder(), PathBuilder()
    ends = tile.window.outset(0, 0, -tiling.overlap * tile.right, -tiling.overlap * tile.below)
    for strip, (dx, dy) in zip(tiling.strips(tile), _SIDES, strict=False):
        if strip is None:
            continue
        for line, thick in ((halo, HALO), (edge, FINE)):
            x, y = strip.x + dx * thick / 2, strip.y + dy * thick / 2
            line.move(x, y).line(x if dx else strip.right, y if dy else strip.bottom)
        for centre in _triangle_centres(strip, ends, region, upright=bool(dx)):
            _add_triangle(triangles, centre, (dx, dy), tiling.overlap)
    if not (drawing := edge.done()).steps:
        return []
    items: list[Item] = [
        Path(halo.done(), stroke=Stroke(PAPER, HALO, dash=STRIP_DASH)),
        Path(drawing, stroke=Stroke(INK, FINE, dash=STRIP_DASH)),
    ]
    if (tips := triangles.done()).steps:
        items.append(Path(tips, fill=PAPER, stroke=Stroke(INK, FINE, join="round")))
    return items


def _triangle_centres(
    strip: Rect, ends: Rect, region: Region | None, *, upright: bool
) -> list[Point]:
    """Return evenly spaced centres of triangles along a strip, inside the piece."""
    start, end = (strip.y, ends.bottom) if upright else (strip.x, ends.right)
    count, (x, y) = max(1, round((end - start) / _TRIANGLE_SPACING)), strip.centre
    places = [start + (i + 0.5) * (end - start) / count for i in range(count)]
    centres = [(x, place) if upright else (place, y) for place in places]
    return [centre for centre in centres if region is None or region.contains(*centre)]


def _add_triangle(builder: PathBuilder, centre: Point, direction: Point, overlap: float) -> None:
    """Add a triangle whose tip points in a direction."""
    (x, y), (dx, dy) = centre, direction
    half = min(_MAX_TRIANGLE, overlap / 2) / 2
    builder.arrowhead(x + half * dx, y + half * dy, -2 * half * dx, -2 * half * dy, half)


# --- registration crosses -----------------------------------------------------------------------


def _draw_register_marks(tiling: Tiling, tile: Tile, region: Region | None) -> list[Item]:
    """Draw crosses at the corners of shared areas, after their halo.

    A cross is the same on all tiles that show its position.
    """
    free = _FreeAreas(tiling, tile, region)
    arm = min(ARM, (tiling.overlap - _MARK_GAP) / 2) if tiling.overlap else ARM
    halo, lines = PathBuilder(), PathBuilder()
    for point in tiling.corners if arm > 0 else ():
        if tile.window.contains(Rect(*point, 0, 0), _NEAR):
            for direction in _SIDES:
                if (side := free.side(point, direction, arm)) is not None:
                    _add_arm(halo, point, direction, side * HALO / 2, arm)
                    _add_arm(lines, point, direction, side * FINE / 2, arm)
    drawing = lines.done()
    if not drawing.steps:
        return []
    return [Path(halo.done(), stroke=Stroke(PAPER, HALO)), Path(drawing, stroke=Stroke(INK, FINE))]


def _add_arm(builder: PathBuilder, point: Point, direction: Point, side: float, arm: float) -> None:
    """Add an arm of a cross in a direction, moved sideways to its free `side` (0: centred)."""
    (x, y), (dx, dy) = point, direction
    x, y = x - dy * side, y + dx * side
    builder.move(x, y).line(x + arm * dx, y + arm * dy)


class _FreeAreas:
    """The areas free for marks: parts of a tile that are cut off or covered by another tile."""

    def __init__(self, tiling: Tiling, tile: Tile, region: Region | None) -> None:
        self.window, self.trim, self.region = tile.window, tiling.trim, region
        self.strips = [strip for strip in tiling.strips(tile) if strip]

    def holds(self, x: float, y: float) -> bool:
        point = Rect(x, y, 0, 0)
        if not (self.window.contains(point, 0) and self.trim.contains(point, 0)):
            return True
        if any(strip.contains(point, 0) for strip in self.strips):
            return True
        return self.region is not None and not self.region.contains(x, y)

    def side(self, point: Point, direction: Point, arm: float) -> float | None:
        """Return 0 if an arm is free on both sides, ±1 if it is free on one side, else None.

        An arm along the trim of a rectangle is outside the trim, on all tiles.
        """
        free = {sign for sign in (-1.0, 1.0) if self._is_side_free(point, direction, arm, sign)}
        if len(free) == 2 and self.region is None and self._is_along_trim(point, direction):
            (x, y), (dx, dy) = point, direction
            cx, cy = self.trim.centre
            return 1.0 if dx * (y - cy) - dy * (x - cx) > 0 else -1.0
        return fsum(free) if free else None

    def _is_along_trim(self, point: Point, direction: Point) -> bool:
        """Return True if an arm runs along the trim."""
        (x, y), trim = point, self.trim
        away = (y - trim.y, y - trim.bottom) if direction[0] else (x - trim.x, x - trim.right)
        return any(abs(distance) < _NEAR for distance in away)

    def _is_side_free(self, point: Point, direction: Point, arm: float, sign: float) -> bool:
        """Return True if the whole halo of the arm is free on this side."""
        (x, y), (dx, dy) = point, direction
        return all(
            self.holds(x + t * dx - sign * off * dy, y + t * dy + sign * off * dx)
            for t in (0.05, arm / 2, arm)
            for off in (0.02, HALO)
        )


# --- text ---------------------------------------------------------------------------------------


def _draw_neighbours(tiling: Tiling, tile: Tile, language: str) -> list[Item]:
    """Draw an instruction beside each edge, with the name of the neighbour."""
    window = tile.window
    long, height = window.w - 2 * _TEXT_ENDS, window.h - 2 * _TEXT_ENDS
    x, y = window.x + _TEXT_ENDS, window.y + _TEXT_ENDS
    over = window.x - _TEXT_GAP - _TEXT_DEPTH, window.y - _TEXT_GAP - _TEXT_DEPTH
    under = window.right + _TEXT_GAP, window.bottom + _TEXT_GAP
    first, second = ("tiling.over", "tiling.under") if tiling.overlap else ("tiling.beside",) * 2
    places = (
        (tile.left, -1, 0, first, Rect(over[0], y, _TEXT_DEPTH, height)),
        (tile.above, 0, -1, first, Rect(x, over[1], long, _TEXT_DEPTH)),
        (tile.right, 1, 0, second, Rect(under[0], y, _TEXT_DEPTH, height)),
        (tile.below, 0, 1, second, Rect(x, under[1], long, _TEXT_DEPTH)),
    )
    items: list[Item] = []
    for joined, dx, dy, key, strip in places:
        name = tile_name(tile.column + dx, tile.row + dy)
        # An edge that is too short has no text.
        if joined and (long if dy else height) > text_width(
            SLUG_STYLE.font, name, SLUG_STYLE.min_size
        ):
            items += draw_slug(strip, [translate(language, key, tile=name), name])
    return items
