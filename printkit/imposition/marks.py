"""Cut marks, corner guides, proof lines, the ruler and the slug line.

Cut marks are in the margin, inside the printable area. If the margin is too shallow to clear the
bleed, they overlap it on a halo of paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.card_shapes import CIRCLE, ELONGATED, OUTLINE
from printkit.base.geometry import Rect, rotation, translation
from printkit.graphics.colour import BLACK, WHITE, mark_colour
from printkit.graphics.display_list import Item, Path, Stroke, transformed
from printkit.graphics.fonts import INDEX, TITLE
from printkit.graphics.measures import BOLD, FINE, MIN_TEXT_SIZE
from printkit.graphics.path import (
    CORNER_RADIUS,
    EMPTY,
    ROUNDED,
    STRAIGHT_CUT,
    PathBuilder,
    PathData,
    Point,
    card_outline,
    card_shape,
    head_points,
    rect_path,
    shape_corners,
    shape_kind,
)
from printkit.imposition.grid import (
    MARK_CLEARANCE,
    MARK_OFFSET,
    MAX_MARK,
    MIN_MARK,
    REGISTRATION_INSET,
    RULER_MIN_SIZE,
    SHORT_RULER,
    MarginStrips,
    SheetGrid,
)
from printkit.layout.fit_text import FitStyle, fit_text, require_text, text_line, text_width
from printkit.layout.records import Overflow
from printkit.pieces.options import CORNER_MARKS, CUT_MARKS, FULL_MARKS, OUTLINE_MARKS, REGISTRATION

INK, PAPER = mark_colour("ink"), WHITE
CUT_COLOUR, FOLD_COLOUR, SAFE_COLOUR = map(mark_colour, ("cut", "fold", "safe"))
HALO = BOLD
# The width of a hairline to cut along: half of it stays on the piece.
GUIDE = 0.1
# The distance from the end of the ruler's place to its 0; “100 mm” takes more at the other end.
_BEFORE_ZERO = 0.75
# The side of the square of registration marks and the width of their lines, as in the specification
# of silhouette-card-maker.
_REGISTRATION_SQUARE, _REGISTRATION_LINE = 5.0, 1.0
# From the ends of a short ruler to its figures.
_BESIDE = 0.6
# The free depth at head, foot, left and right of a block of cells.
Edge = Mapping[str, float]


class CutLines(Struct, frozen=True):
    """The cuts of a sheet: x of upright cuts, y of level cuts."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def count(self) -> int:
        return len(self.xs) + len(self.ys)


def cut_lines(cells: Iterable[Rect]) -> CutLines:
    """Return the cuts that separate the cells; touching cells share one."""
    held = list(cells)
    return CutLines(
        distinct_positions(x for cell in held for x in (cell.x, cell.right)),
        distinct_positions(y for cell in held for y in (cell.y, cell.bottom)),
    )


def distinct_positions(positions: Iterable[float]) -> tuple[float, ...]:
    """Return the positions in order; those within 0.01 mm are merged."""
    result: list[float] = []
    for place in sorted(positions):
        if not result or place - result[-1] > 0.01:
            result.append(place)
    return tuple(result)


def crop_marks(
    grid: SheetGrid, cuts: CutLines, bleed: float, strips: MarginStrips, length: float | None = None
) -> list[Item]:
    """Draw marks at both ends of every cut; none on a sheet with other marks.

    They are `length` mm long, or as long as the margin allows.
    """
    if grid.marks != CUT_MARKS:
        return []
    block = grid.all_cells
    lines = PathBuilder()
    over_bleed = PathBuilder()
    free = free_depths(grid, strips, bleed)
    # Each side with its cuts, the edge of the block, and the direction away from it.
    sides: dict[str, tuple[tuple[float, ...], float, int]] = {
        "head": (cuts.xs, block.y, -1),
        "foot": (cuts.xs, block.bottom, 1),
        "left": (cuts.ys, block.x, -1),
        "right": (cuts.ys, block.right, 1),
    }
    for side, (places, edge, out) in sides.items():
        depth, start, clears_bleed = free[side], bleed + MARK_OFFSET, True
        end = min(depth, start + (length or MAX_MARK))
        if depth - start < MIN_MARK - 1e-6:
            start, end = min(0.3, max(0.0, depth - MIN_MARK)), depth
            clears_bleed = bleed == 0
        if end <= start:
            continue
        near, far = edge + out * start, edge + out * end
        for place in places:
            a, b = (place, near), (place, far)
            if side in ("left", "right"):
                a, b = (near, place), (far, place)
            lines.move(*a).line(*b)
            if not clears_bleed:
                over_bleed.move(*a).line(*b)
    items: list[Item] = []
    if (halo := over_bleed.done()).steps:
        items.append(Path(halo, stroke=Stroke(PAPER, HALO)))
    if (drawing := lines.done()).steps:
        items.append(Path(drawing, stroke=Stroke(INK, FINE)))
    return items


def registration_marks(grid: SheetGrid) -> list[Item]:
    """Draw the registration marks for the camera of a cutting machine.

    They are a square at the upper left, and angles at the upper right and the lower left; the
    result is empty if the sheet has other marks.
    """
    if grid.marks != REGISTRATION:
        return []
    stroke, arm = Stroke(BLACK, _REGISTRATION_LINE), grid.arm - _REGISTRATION_LINE / 2
    area, side = grid.media.inset(REGISTRATION_INSET), _REGISTRATION_SQUARE
    square = rect_path(area._replace(w=side, h=side))
    lines = PathBuilder()
    for x, y, out in ((area.right, area.y, 1), (area.x, area.bottom, -1)):
        lines.move(x - out * arm, y).line(x, y).line(x, y + out * arm)
    return [Path(square, fill=BLACK, stroke=stroke), Path(lines.done(), stroke=stroke)]


def free_depths(grid: SheetGrid, strips: MarginStrips, bleed: float) -> dict[str, float]:
    """Return the depth (mm) that is free for marks at the head, foot, left and right of the
    block.
    """
    block, area = grid.all_cells, grid.printable
    free = {
        "head": block.y - area.y,
        "foot": area.bottom - block.bottom,
        "left": block.x - area.x,
        "right": area.right - block.right,
    }
    for strip in (strips.label, strips.ruler):
        before = {
            "foot": strip.y - block.bottom,
            "head": block.y - strip.bottom,
            "left": block.x - strip.right,
            "right": strip.x - block.right,
        }
        side = max(before, key=before.__getitem__)
        # A mark keeps clear of slug line and ruler where that leaves it its least length.
        least = min(before[side], bleed + MARK_OFFSET + MIN_MARK)
        free[side] = min(free[side], max(before[side] - MARK_CLEARANCE, least))
    return free


def corner_guides(cells: Sequence[Rect], shape: str) -> list[Item]:
    """Draw a quarter arc at each rounded corner, or a visible hairline along each straight cut.

    A circle or the outline of a file is drawn as a whole hairline.
    """
    own = card_shape(shape)
    if own.kind == ROUNDED:
        radius = CORNER_RADIUS if own.radius is None else own.radius
        builder = PathBuilder()
        for cell in cells if radius else ():
            builder.arc(cell.x + radius, cell.y + radius, radius, 180, 270)
            builder.arc(cell.right - radius, cell.y + radius, radius, 270, 360)
            builder.arc(cell.right - radius, cell.bottom - radius, radius, 0, 90)
            builder.arc(cell.x + radius, cell.bottom - radius, radius, 90, 180)
        return [Path(builder.done(), stroke=Stroke(INK, FINE))]
    if own.kind in (CIRCLE, OUTLINE):
        return draw_guides(sum((card_outline(cell, shape) for cell in cells), EMPTY))
    lines = PathBuilder()
    for first, last in slanted_cuts(cells, shape):
        lines.move(*first).line(*last)
    return draw_guides(lines.done())


def slanted_cuts(cells: Sequence[Rect], shape: str) -> list[tuple[Point, Point]]:
    """Return the ends of the slanted cuts of shapes with straight cuts.

    Where the points of elongated hexagons touch, a cut runs through both cards: it is the upper
    edge of one and the lower edge of its neighbour.
    """
    cuts: list[tuple[Point, Point]] = []
    for cell in cells if shape_kind(shape) in STRAIGHT_CUT else ():
        head = head_points(cell, shape)
        foot = [(cell.x + cell.right - x, cell.y + cell.bottom - y) for x, y in head]
        cuts += [(a, b) for a, *_, b in (head[:2], head[-2:], foot[:2], foot[-2:])]
    if shape_kind(shape) != ELONGATED:
        return cuts
    return _join_cuts(cuts)


def _join_cuts(cuts: Sequence[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """Return cuts from left to right; cuts that continue each other are joined."""
    result: list[tuple[Point, Point]] = []
    for start, end in sorted((min(cut), max(cut)) for cut in cuts):
        for i, (first, last) in enumerate(result):
            slope = (last[1] - first[1]) / (last[0] - first[0])
            own = (end[1] - start[1]) / (end[0] - start[0])
            if math.dist(last, start) < 0.01 and abs(slope - own) < 1e-6:
                result[i] = first, end
                break
        else:
            result.append((start, end))
    return result


def sheet_cuts(cells: Sequence[Rect], shape: str) -> CutLines:
    """Return the cuts across a sheet: elongated hexagons have none between columns."""
    cuts = cut_lines(cells)
    return cuts if shape_kind(shape) != ELONGATED else CutLines((), cuts.ys)


def count_cuts(cells: Sequence[Rect], shape: str) -> int:
    """Return the number of cuts that free the cards in these cells, each curve counted as one."""
    curves = len(cells) if shape_kind(shape) in (CIRCLE, OUTLINE) else 0
    return sheet_cuts(cells, shape).count + len(slanted_cuts(cells, shape)) + curves


# The arms of the marks at the corners of a card, if no length is chosen (mm).
_ARM = 4.0


def hand_marks(
    kind: str, grid: SheetGrid, cells: Sequence[Rect], shape: str, length: float | None, edge: Edge
) -> list[Item]:
    """Draw marks for cutting by hand that are visible on the cards: at corners, as lines across the
    sheet, or as outlines.

    `edge` holds the free depths around the block (mm), into which the lines extend.
    """
    lines = PathBuilder()
    if kind == OUTLINE_MARKS:
        return draw_guides(sum((card_outline(cell, shape) for cell in cells), EMPTY))
    if kind == CORNER_MARKS:
        for cell in cells:
            corners = shape_corners(cell, shape)
            for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
                side = math.dist((ax, ay), (bx, by))
                share = min((length or _ARM) / side, 0.5)
                dx, dy = (bx - ax) * share, (by - ay) * share
                lines.move(ax, ay).line(ax + dx, ay + dy).move(bx, by).line(bx - dx, by - dy)
    elif kind == FULL_MARKS:
        block, cuts = grid.all_cells, sheet_cuts(cells, shape)
        for x in cuts.xs:
            lines.move(x, block.y - edge["head"]).line(x, block.bottom + edge["foot"])
        for y in cuts.ys:
            lines.move(block.x - edge["left"], y).line(block.right + edge["right"], y)
    return draw_guides(lines.done())


def draw_guides(lines: PathData) -> list[Item]:
    """Draw hairlines to cut along, black on white, visible on every background."""
    if not lines.steps:
        return []
    return [
        Path(lines, stroke=Stroke(PAPER, GUIDE)),
        Path(lines, stroke=Stroke(INK, GUIDE, dash=(1.0, 1.0))),
    ]


def cut_outlines(cells: Sequence[Rect], shapes: Iterable[str]) -> list[Item]:
    """Draw a closed outline for each piece, for cutting machines."""
    pairs = zip(cells, shapes, strict=True)
    return [Path(card_outline(*pair), stroke=Stroke(CUT_COLOUR, FINE)) for pair in pairs]


def safe_outlines(cells: Sequence[Rect], shapes: Iterable[str], margin: float) -> list[Item]:
    """Draw the dashed edge of the safe area of each piece, `margin` mm inside the trim."""
    pairs = zip(cells, shapes, strict=True)
    outlines = sum([card_outline(*pair, margin) for pair in pairs], EMPTY)
    return [Path(outlines, stroke=Stroke(SAFE_COLOUR, FINE, dash=(1.2, 0.8)))]


def fold_line(grid: SheetGrid, strips: MarginStrips) -> list[Item]:
    """Draw the dashed line of a gutter fold across the printable area, clear of slug and ruler."""
    assert grid.fold is not None
    left, right = grid.printable.x, grid.printable.right
    for strip in (strips.label, strips.ruler):
        if strip.y < grid.fold < strip.bottom:
            if strip.centre[0] < grid.media.centre[0]:
                left = max(left, strip.right + MARK_CLEARANCE)
            else:
                right = min(right, strip.x - MARK_CLEARANCE)
    line = PathBuilder().move(left, grid.fold).line(right, grid.fold)
    return [Path(line.done(), stroke=Stroke(INK, FINE, dash=(3.0, 1.5)))]


def draw_ruler(strip: Rect) -> list[Item]:
    """Draw a ruler in the middle of its strip, along the longer side.

    The ruler is 100 mm long with the figures above it or, in a shorter strip, 50 mm long with the
    figures at its ends. An empty strip gets no ruler.
    """
    if not strip.w:
        return []
    builder, is_whole = PathBuilder(), max(strip.w, strip.h) >= RULER_MIN_SIZE[0] - 1e-6
    end = 100 if is_whole else 50
    for mm in range(end + 1):
        length = 1.45 if mm % 10 == 0 else 1.05 if mm % 5 == 0 else 0.7
        builder.move(mm, 0).line(mm, -length)
    builder.move(0, 0).line(end, 0)
    items: list[Item] = [Path(builder.done(), stroke=Stroke(INK, FINE))]
    size = MIN_TEXT_SIZE
    if is_whole:
        for mm, words in ((0, "0"), (50, "50"), (100, "100 mm")):
            x = mm - text_width(INDEX, "100" if mm == 100 else words, size) / 2
            items.append(text_line(INDEX, words, x, -1.75, size, INK))
    else:
        items.append(text_line(INDEX, "0", -_BESIDE, 0, size, INK, align=1.0))
        items.append(text_line(INDEX, "50 mm", end + _BESIDE, 0, size, INK))
    least, before = (RULER_MIN_SIZE[0], _BEFORE_ZERO) if is_whole else (SHORT_RULER[0], 2.4)
    if strip.w >= strip.h:
        x = strip.x + (strip.w - least) / 2 + before
        return [transformed(items, translation(x, strip.bottom - 0.1))]
    y = strip.bottom - (strip.h - least) / 2 - before
    return [transformed(items, rotation(-90).then(translation(strip.right - 0.1, y)))]


SLUG_STYLE = FitStyle(TITLE, 2.5, MIN_TEXT_SIZE, 2)
# The first texts of a slug line, which lack nothing important: they are tried on one line.
_WHOLE_TEXTS = 4


def draw_slug(strip: Rect, lines: list[str]) -> list[Item]:
    """Draw the first of `lines`, the longest first, that fits in the strip on one line, or else the
    first that fits on two lines; an empty strip gets no slug line.

    Raises TextOverflow if no line fits.
    """
    if not strip.w:
        return []
    upright = strip.h > strip.w
    box = Rect(0, 0, strip.h, strip.w) if upright else Rect(0, 0, strip.w, strip.h)
    single = replace(SLUG_STYLE, max_lines=1)
    tried = [
        *((line, single) for line in lines[:_WHOLE_TEXTS]),
        *((line, SLUG_STYLE) for line in lines),
    ]
    fitting = (fit_text(line, style, box, INK) for line, style in tried[:-1])
    texts = next((texts for texts in fitting if not isinstance(texts, Overflow)), None)
    if texts is None:
        texts = require_text(lines[-1], SLUG_STYLE, box, INK)
    if upright:
        return [transformed(texts, rotation(-90).then(translation(strip.x, strip.bottom)))]
    return [transformed(texts, translation(strip.x, strip.y))]
