"""Hexagons separated by straight cuts.

Neighbours in a row touch at their tips, and rows are offset by half a step. So every edge is on a
line through the whole block, level or steep, and the triangles between hexagons have space for
bleed. Every cut runs from margin to margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.imposition.grid import (
    MARK_OFFSET,
    MAX_MARK,
    MIN_FOLD_GUTTER,
    MIN_MARK,
    MarginStrips,
    PieceKind,
    SheetGrid,
    SheetSpec,
    best_grid,
    orientations,
)
from printkit.imposition.marks import INK, distinct_positions, free_depths

# The normals of the edges of a hexagon (degrees, clockwise): level cuts, steep cuts.
_NORMALS = (90.0, 30.0, 150.0)


class HexGrid(SheetGrid, frozen=True):
    """Rows of hexagons; odd rows are indented by half a step, and one shorter if `short` is 1."""

    short: int = 0

    @property
    def capacity(self) -> int:
        return self.columns * self.rows - self.short * (self.rows // 2)

    def cell(self, index: int) -> Rect:
        """Return the box of the hexagon at an index, counted row by row."""
        pair, column = divmod(index, 2 * self.columns - self.short)
        odd = column >= self.columns
        row = 2 * pair + odd
        x = (column - self.columns + 0.5 if odd else column) * self.cell_w
        return Rect(self.block.x + x, self.block.y + row * self.cell_h, self.cell_w, self.cell_h)


def find_hex_grid(spec: SheetSpec, width: float, height: float, kind: PieceKind) -> HexGrid:
    """Return the grid that holds the most hexagons of this box. Raises PrintkitError."""
    grid = best_grid(spec, _hex_candidates(spec, width, height), (width, height), kind)
    assert isinstance(grid, HexGrid)
    return grid


def _hex_candidates(spec: SheetSpec, width: float, height: float) -> Iterator[HexGrid]:
    """Yield all centred grids on the portrait, then the landscape sheet; the fullest first."""
    side = MARK_OFFSET + MIN_MARK
    gutter = max(spec.bleed, MIN_FOLD_GUTTER)
    for media in orientations(spec.paper):
        printable = media.inset(spec.margin)
        # Level edges bleed beyond the block; at the tips there is none.
        space = printable.outset(-side, -side - spec.bleed, -side, -side - spec.bleed)
        fold = media.h / 2 if spec.duplex == "fold" else None
        room_h = space.h if fold is None else space.h / 2 - gutter
        for rows in range(int((room_h + 1e-6) / height), 0, -1):
            for halves in range(int((space.w + 1e-6) / width * 2), 1, -1):
                # With an odd number of halves all rows are alike, half a step apart.
                columns, short = halves // 2, 1 - halves % 2
                if rows == 1 and not short:
                    continue
                w, h = halves * width / 2, rows * height
                x = (media.w - w) / 2
                y = (media.h - h) / 2 if fold is None else fold - gutter - h
                block = Rect(x, y, w, h)
                yield HexGrid(
                    media, printable, columns, rows, width, height, 0.0, block, fold, short
                )


def max_bleed(width: float) -> float:
    """Return the bleed that fits the triangles between hexagons of this width (tip to tip)."""
    return width / 2 * math.tan(math.pi / 6) / 2


def bleed_outline(cell: Rect, bleed: float) -> PathData:
    """Return a hexagon with its bleed, which ends at the bleed of its neighbours."""
    (cx, cy), a = cell.centre, cell.w / 2
    points: list[Point] = []
    for i in range(6):
        cos, sin = math.cos(math.radians(60 * i)), math.sin(math.radians(60 * i))
        points += [
            (cx + a * cos + by * sin, cy + a * sin - by * cos) for by in (2 * bleed, -2 * bleed)
        ]
    return PathBuilder().polygon(points).done()


class Cut(msgspec.Struct, frozen=True):
    """A straight cut: its normal (degrees) and its distance from the origin."""

    normal: float
    distance: float


def hex_cuts(cells: Sequence[Rect]) -> tuple[Cut, ...]:
    """Return the cuts that separate the hexagons in these boxes; coinciding cuts are one."""
    result: list[Cut] = []
    for normal in _NORMALS:
        cos, sin = math.cos(math.radians(normal)), math.sin(math.radians(normal))
        distances = (
            cell.centre[0] * cos + cell.centre[1] * sin + side * cell.h / 2
            for cell in cells
            for side in (-1, 1)
        )
        result += [Cut(normal, distance) for distance in distinct_positions(distances)]
    return tuple(result)


def hex_marks(
    grid: SheetGrid, cuts: Sequence[Cut], bleed: float, strips: MarginStrips
) -> list[Item]:
    """Draw marks at both ends of every cut, in the margin."""
    block, free, start = grid.block, free_depths(grid, strips), MARK_OFFSET
    if grid.fold is not None:  # sheets are cut after folding
        free["foot"] = 0.0
    inner = block.outset(start, start + bleed, start, start + bleed)

    def depth(side: str, from_: float) -> float:
        return max(from_, min(free[side], from_ + MAX_MARK))

    outer = block.outset(
        depth("left", start),
        depth("head", start + bleed),
        depth("right", start),
        depth("foot", start + bleed),
    )
    lines = PathBuilder()
    for cut in cuts:
        near, far = _clip_cut(cut, inner), _clip_cut(cut, outer)
        if near is None or far is None:
            continue
        for a, b in zip(near, far, strict=True):
            if math.dist(a, b) > MIN_MARK / 2:
                lines.move(*a).line(*b)
    return [Path(lines.done(), stroke=Stroke(INK, FINE))]


def _clip_cut(cut: Cut, rect: Rect) -> tuple[Point, Point] | None:
    """Return the ends of a cut inside a rectangle, or None if it is outside."""
    cos, sin = math.cos(math.radians(cut.normal)), math.sin(math.radians(cut.normal))
    px, py, dx, dy = cut.distance * cos, cut.distance * sin, -sin, cos
    low, high = -math.inf, math.inf
    for p, d, minimum, maximum in ((px, dx, rect.x, rect.right), (py, dy, rect.y, rect.bottom)):
        if abs(d) < 1e-9:
            if not minimum <= p <= maximum:
                return None
            continue
        one, two = sorted(((minimum - p) / d, (maximum - p) / d))
        low, high = max(low, one), min(high, two)
    if low >= high:
        return None
    return (px + low * dx, py + low * dy), (px + high * dx, py + high * dy)
