"""The marks on a tile, in the coordinates of the piece.

No mark is visible after the assembly: marks are beside the window, in the bleed, outside the
outline, and on the strips that another tile covers. Marks on art have a halo of paper.
"""

from __future__ import annotations

from math import fsum

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.imposition.grid import MARK_OFFSET
from printkit.imposition.marks import HALO, INK, PAPER, SLUG_STYLE, draw_slug
from printkit.imposition.tiling import GUTTER, Region, Tile, Tiling, tile_name
from printkit.layout.fit_text import text_width

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
    """Add an arm of a cross in a direction, moved sideways by `side`."""
    (x, y), (dx, dy) = point, direction
    x, y = x - dy * side, y + dx * side
    builder.move(x, y).line(x + arm * dx, y + arm * dy)


class _FreeAreas:
    """The areas for marks, which are cut off or covered by another tile."""

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
        """Return 0 if an arm is free on both sides, ±1 if on one side, else None.

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
    """Draw beside each edge what to do there, with the name of the neighbour."""
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
