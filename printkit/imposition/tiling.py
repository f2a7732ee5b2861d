"""Which tiles a large piece is printed on.

The tiling has the fewest sheets: the paper portrait or landscape, a window of the piece for each
tile. Tiles are in columns (A, B …) and rows (1, 2 …); one on which nothing of the piece would be
visible is left out. Windows are in the piece's own coordinates, its centre on the origin.

A tile covers the strips of those to its left and above it: its left and its upper edge are cut, and
its strips at the right and below are glued. Without an overlap all edges are cut.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.base.units import format_mm, format_size
from printkit.imposition.grid import (
    BOTH_DEPTH,
    MARK_CLEARANCE,
    RULER_MIN_SIZE,
    SLUG_MIN_SIZE,
    orientations,
)
from printkit.imposition.region import Region

# Around the window of a tile, for marks and the names of its neighbours (mm).
GUTTER = 3.6
# A tile shows at least this much, else it is not worth its sheet …
_MIN_TILE = 30.0
# … and at least this many overlaps.
_MIN_OVERLAPS = 3.0
# What shows no more of the piece than this is left out: a hand does not cut finer (mm).
SLIVER = 0.1
# The place of a tile's name in the strip at the foot.
_NAME_WIDTH = 14.0
# The gap between slug line and ruler.
_RULER_GAP = 3.0
# Places on a page are whole tenths of a millimetre: alike on all tiles, to a pixel at 254 dpi.
_STEP = 0.1
# How much wider than their share the inner columns may be made, so that corners stay empty.
_STRETCHES = (0.0, 0.25, 0.5, 0.75, 1.0)


class TileFooter(msgspec.Struct, frozen=True):
    """The strip at the foot of a page: its tile's name, its slug line, its ruler."""

    name: Rect
    label: Rect
    ruler: Rect

    @property
    def top(self) -> float:
        return self.name.y


class Tile(msgspec.Struct, frozen=True):
    """One sheet of a large piece: the part that it shows, and on which sides another one joins."""

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

    `media`, `printable` and `frame` are the paper, what of it the printer reaches, and where
    windows may be on it; `trim` and the tiles are the piece's.
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
        """The total length of everything that is glued or joined."""
        return math.fsum(
            tile.right * tile.window.h + tile.below * tile.window.w for tile in self.tiles
        )

    @property
    def cuts(self) -> int:
        """The number of straight cuts before the tiles are put together."""
        item = sum(tile.left + tile.above for tile in self.tiles)
        return item if self.overlap else 2 * item

    def place(self, tile: Tile) -> tuple[float, float]:
        """Return how far a tile's window is moved to its place on the page."""
        x = self.frame.x + (self.frame.w - tile.window.w) / 2 - tile.window.x
        y = self.frame.y + (self.frame.h - tile.window.h) / 2 - tile.window.y
        return _round_to_step(x), _round_to_step(y)

    def right_strip(self, tile: Tile) -> Rect | None:
        """Return what the neighbour at the right will cover, or None if there is none."""
        if not (tile.right and self.overlap):
            return None
        window = tile.window
        return Rect(window.right - self.overlap, window.y, self.overlap, window.h)

    def lower_strip(self, tile: Tile) -> Rect | None:
        """Return what the neighbour below will cover, or None if there is none."""
        if not (tile.below and self.overlap):
            return None
        window = tile.window
        return Rect(window.x, window.bottom - self.overlap, window.w, self.overlap)

    @cached_property
    def corners(self) -> list[tuple[float, float]]:
        """Return the corners of all that neighbours share, each once, row by row; those at the edge
        of the piece are on its trim.
        """
        result = set()
        for tile in self.tiles:
            beside = []
            if tile.right:
                beside.append(self.at[tile.column + 1, tile.row])
            if tile.below:
                beside.append(self.at[tile.column, tile.row + 1])
            for other in beside:
                a, b, trim = tile.window, other.window, self.trim
                for x in (max(a.x, b.x, trim.x), min(a.right, b.right, trim.right)):
                    for y in (max(a.y, b.y, trim.y), min(a.bottom, b.bottom, trim.bottom)):
                        result.add((round(y, 4), round(x, 4)))
        return [(x, y) for y, x in sorted(result)]


def tile_name(column: int, row: int) -> str:
    """Return the name of a tile, both counted from 0.

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
    """Return the strip at the foot of the printable area, or None if it is too narrow for a ruler.

    Everything is on one line, or if that is too short the ruler is below the slug line.
    """
    if printable.w < RULER_MIN_SIZE[0]:
        return None
    width = printable.w - _NAME_WIDTH - RULER_MIN_SIZE[0] - _RULER_GAP
    x, bottom = printable.x, printable.bottom
    depth = BOTH_DEPTH
    if width < SLUG_MIN_SIZE[0]:
        width, bottom = printable.w - _NAME_WIDTH, bottom - RULER_MIN_SIZE[1] - MARK_CLEARANCE
    return TileFooter(
        Rect(x, bottom - depth, _NAME_WIDTH, depth),
        Rect(x + _NAME_WIDTH, bottom - depth, width, depth),
        Rect(
            printable.right - RULER_MIN_SIZE[0], printable.bottom - depth, RULER_MIN_SIZE[0], depth
        )
        if bottom == printable.bottom
        else Rect(x, printable.bottom - RULER_MIN_SIZE[1], printable.w, RULER_MIN_SIZE[1]),
    )


def find_tiling(
    trim: Rect, region: Region | None, paper: Size, margin: float, bleed: float, overlap: float
) -> Tiling:
    """Return the tiles that show the trim with its bleed; `region` is what is cut out, if any.

    The fewest tiles are taken, with less bleed if that saves some; of equals those with the most
    bleed, then with the shortest seams, then the evenest, then the paper upright. Raises
    PrintkitError if a tile does not fit on the paper.
    """
    result = [
        (len(tiling.tiles), -tiling.bleed, round(tiling.seams, 3), stretch, order, tiling)
        for order, media in enumerate(orientations(paper))
        for stretch, tiling in _tiling_candidates(media, trim, region, margin, bleed, overlap)
    ]
    if not result:
        w, h = paper.w - 2 * margin, paper.h - 2 * margin
        left = f"{format_size(w, h)} are" if min(w, h) > 0 else "nothing is"
        raise PrintkitError(
            f"A piece of {format_size(trim.w, trim.h)} has to be tiled, and the paper {paper} has "
            f"no room for tiles: inside the margins {left} left, and a tile needs a strip for "
            f"its label and the 100 mm ruler, {format_mm(GUTTER)} mm all round for marks, and "
            f"{format_mm(max(_MIN_TILE, _MIN_OVERLAPS * overlap))} mm each way to show something "
            f"at an overlap of {format_mm(overlap)} mm.",
            hint="Take a larger --paper, a smaller --margin or a smaller --tile-overlap.",
        )
    return min(result, key=lambda item: item[:5])[5]


def _tiling_candidates(
    media: Rect, trim: Rect, region: Region | None, margin: float, bleed: float, overlap: float
) -> Iterator[tuple[float, Tiling]]:
    """Yield ways to tile the piece on the paper as oriented, and how uneven they are."""
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
        # Up to two columns are alike however they are stretched.
        across = {
            tuple(divide_into_spans(area.x, area.w, frame.w, overlap, s)): s
            for s in reversed(stretches)
        }
        down = {
            tuple(divide_into_spans(area.y, area.h, frame.h, overlap, s)): s
            for s in reversed(stretches)
        }
        for columns, wider in across.items():
            for rows, higher in down.items():
                tiles = _build_tiles(columns, rows, overlap, region)
                sizes = len(columns), len(rows)
                own = (media, printable, frame, strip, trim, by, overlap)
                yield wider + higher, Tiling(*own, *sizes, tiles)


def _bleed_options(trim: Rect, frame: Rect, bleed: float, overlap: float) -> list[float]:
    """Return the bleed, and what is left of it without a column or row that only shows bleed."""
    result = {bleed}
    for length, maximum in ((trim.w, frame.w), (trim.h, frame.h)):
        count = _span_count(length, maximum, overlap)
        spare = (count * maximum - (count - 1) * overlap - length) / 2
        if _span_count(length + 2 * bleed, maximum, overlap) > count:
            result.add(max(0.0, math.floor(spare * 100) / 100))
    return sorted(result, reverse=True)


def _span_count(length: float, max_span: float, overlap: float) -> int:
    """Return the fewest spans of `max_span` that cover a length and overlap."""
    return max(1, math.ceil((length - overlap) / (max_span - overlap) - 1e-6))


def divide_into_spans(
    start: float, length: float, max_span: float, overlap: float, stretch: float = 0.0
) -> list[tuple[float, float]]:
    """Return the fewest spans (start, length) of up to `max_span` that cover a length and overlap.

    With `stretch` 0 all are equal; up to 1 the inner ones grow at the cost of the two outermost.
    """
    count = _span_count(length, max_span, overlap)
    even = (length + (count - 1) * overlap) / count
    inner = even
    if count > 2:
        minimum = max(_MIN_TILE, 2 * overlap)
        widest = (length + (count - 1) * overlap - 2 * minimum) / (count - 2)
        inner = even + stretch * max(0.0, min(max_span, widest) - even)
    outer = (length + (count - 1) * overlap - (count - 2) * inner) / 2 if count > 1 else even
    widths = [outer, *[inner] * (count - 2), outer] if count > 1 else [even]
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
    """Return the tiles on which something of the piece is visible, row by row."""
    windows = {
        (column, row): Rect(x, y, w, h)
        for row, (y, h) in enumerate(rows)
        for column, (x, w) in enumerate(columns)
    }
    kept = {
        (column, row)
        for (column, row), window in windows.items()
        if region is None
        or _is_visible(region, window, overlap, column == len(columns) - 1, row == len(rows) - 1)
    }
    return tuple(
        Tile(
            column,
            row,
            windows[column, row],
            left=(column - 1, row) in kept,
            above=(column, row - 1) in kept,
            right=(column + 1, row) in kept,
            below=(column, row + 1) in kept,
        )
        for column, row in windows
        if (column, row) in kept
    )


def _is_visible(region: Region, window: Rect, overlap: float, last: bool, lowest: bool) -> bool:
    """Return True if the piece has a share in what of a tile no later one covers."""
    core = window.outset(0, 0, 0.0 if last else -overlap, 0.0 if lowest else -overlap)
    return region.intersects(core.inset(SLIVER))


def _round_to_step(value: float) -> float:
    return round(round(value / _STEP) * _STEP, 4)
