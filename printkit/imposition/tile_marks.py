"""What is printed on a tile besides its art.

In: a Tiling, one of its tiles, the outline of the piece. Out: items in the piece's coordinates.

No mark lies where it would be seen when all is put together: marks stand beside the window, in the
bleed, outside the outline, and on the strips that another tile lies over. Those on art stand on a
halo of paper.
"""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.imposition.grid import MARK_OFFSET
from printkit.imposition.marks import HAIR, HALO, INK, PAPER
from printkit.imposition.region import Region
from printkit.imposition.slug_line import STYLE, draw_slug
from printkit.imposition.tiling import GUTTER, Tile, Tiling, tile_name
from printkit.layout.fit_text import text_width

# How long an arm of a registration cross is, and how far apart those of two corners stay (mm).
ARM, _APART = 3.0, 1.0
# The dashes of the edge of a strip, of an outline and of folds (mm).
STRIP_DASH, OUTLINE_DASH, FOLD_DASH = (3.0, 1.5), (1.5, 1.5), (4.0, 2.0)
# What is nearer than this is in the same place (mm).
_NEAR = 1e-3
# A triangle is so wide at the most, one stands on about so much of a strip (mm).
_TRIANGLE, _EVERY = 4.0, 45.0
# Words beside a window: from it, and how deep their strip is (mm).
_WORDS_OFF, _WORDS_DEEP = 0.6, 2.4
# The ends of a side that its words leave free (mm).
_WORDS_ENDS = 6.0

_SIDES: tuple[Point, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def tile_marks(tiling: Tiling, tile: Tile, region: Region | None, language: str) -> list[Item]:
    """Cut marks, strips with where they are glued, registration crosses, names of neighbours."""
    # What is paper lies below all ink.
    strips, crosses = _strips(tiling, tile, region), _register_marks(tiling, tile, region)
    return [
        *strips[:1],
        *crosses[:1],
        *strips[1:],
        *crosses[1:],
        *_cut_marks(tiling, tile, region is not None),
        *_neighbours(tiling, tile, language),
    ]


def outline_lines(outline: PathData) -> list[Item]:
    """The line along which a piece is cut out: seen on light and on dark art."""
    return _both(outline, OUTLINE_DASH)


def fold_lines(folds: PathData) -> list[Item]:
    """The lines along which a piece is folded, in longer dashes."""
    return _both(folds, FOLD_DASH)


def _both(line: PathData, dash: tuple[float, float]) -> list[Item]:
    return [
        Path(line, stroke=Stroke(PAPER, HAIR)),
        Path(line, stroke=Stroke(INK, HAIR, dash=dash)),
    ]


# --- cut marks ----------------------------------------------------------------------------------


def cut_edges(tiling: Tiling, tile: Tile, *, outlined: bool) -> tuple[list[float], list[float]]:
    """The x of the upright cuts through a tile, and the y of the level ones.

    Edges at the rim of the piece are on its trim; one with an `outline` has none.
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


def _cut_marks(tiling: Tiling, tile: Tile, outlined: bool) -> list[Item]:
    """Marks at both ends of every cut, beside the window."""
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
    return [Path(lines, stroke=Stroke(INK, HAIR))] if lines.steps else []


# --- strips -------------------------------------------------------------------------------------


def _strips(tiling: Tiling, tile: Tile, region: Region | None) -> list[Item]:
    """The edges that the neighbours come to lie on, after their halo; triangles where glue goes."""
    halo, edge, triangles = PathBuilder(), PathBuilder(), PathBuilder()
    if right := tiling.right_strip(tile):
        for line, thick in ((halo, HALO), (edge, HAIR)):
            x = right.x + thick / 2
            line.move(x, right.y).line(x, right.bottom)
        end = tile.window.bottom - tiling.overlap * tile.below
        for y in _places(right.y, end, lambda at: (right.centre[0], at), region):
            _triangle(triangles, (right.centre[0], y), (1, 0), tiling.overlap)
    if lower := tiling.lower_strip(tile):
        for line, thick in ((halo, HALO), (edge, HAIR)):
            y = lower.y + thick / 2
            line.move(lower.x, y).line(lower.right, y)
        end = tile.window.right - tiling.overlap * tile.right
        for x in _places(lower.x, end, lambda at: (at, lower.centre[1]), region):
            _triangle(triangles, (x, lower.centre[1]), (0, 1), tiling.overlap)
    if not (drawn := edge.done()).steps:
        return []
    items: list[Item] = [
        Path(halo.done(), stroke=Stroke(PAPER, HALO, dash=STRIP_DASH)),
        Path(drawn, stroke=Stroke(INK, HAIR, dash=STRIP_DASH)),
    ]
    if (tips := triangles.done()).steps:
        items.append(Path(tips, fill=PAPER, stroke=Stroke(INK, HAIR, join="round")))
    return items


def _places(
    start: float, end: float, point: Callable[[float], Point], region: Region | None
) -> list[float]:
    """Where triangles stand along a strip: evenly, and on the piece itself."""
    count = max(1, round((end - start) / _EVERY))
    step = (end - start) / count
    result = [start + (i + 0.5) * step for i in range(count)]
    return [at for at in result if region is None or region.contains(*point(at))]


def _triangle(builder: PathBuilder, centre: Point, way: Point, overlap: float) -> None:
    """A triangle whose tip points that way."""
    (x, y), (dx, dy) = centre, way
    half = min(_TRIANGLE, overlap / 2) / 2
    builder.polygon(
        [
            (x + half * dx, y + half * dy),
            (x - half * dx - half * dy, y - half * dy - half * dx),
            (x - half * dx + half * dy, y - half * dy + half * dx),
        ]
    )


# --- registration crosses -----------------------------------------------------------------------


def _register_marks(tiling: Tiling, tile: Tile, region: Region | None) -> list[Item]:
    """Crosses at the corners of what tiles share, after their halo; on all tiles that show the
    place they are the same."""
    free = _Free(tiling, tile, region)
    arm = min(ARM, (tiling.overlap - _APART) / 2) if tiling.overlap else ARM
    halo, lines = PathBuilder(), PathBuilder()
    for point in tiling.corners if arm > 0 else ():
        if tile.window.contains(Rect(*point, 0, 0), _NEAR):
            for way in _SIDES:
                if (side := free.side(point, way, arm)) is not None:
                    _arm(halo, point, way, side * HALO / 2, arm)
                    _arm(lines, point, way, side * HAIR / 2, arm)
    drawn = lines.done()
    if not drawn.steps:
        return []
    return [
        Path(halo.done(), stroke=Stroke(PAPER, HALO)),
        Path(drawn, stroke=Stroke(INK, HAIR)),
    ]


def _arm(builder: PathBuilder, point: Point, way: Point, side: float, arm: float) -> None:
    """An arm of a cross that way, moved to its side by so much."""
    (x, y), (dx, dy) = point, way
    x, y = x - dy * side, y + dx * side
    builder.move(x, y).line(x + arm * dx, y + arm * dy)


class _Free:
    """Where marks may stand: where they are cut off, or another tile lies over them."""

    def __init__(self, tiling: Tiling, tile: Tile, region: Region | None) -> None:
        self.window, self.trim, self.region = tile.window, tiling.trim, region
        strips = (tiling.right_strip(tile), tiling.lower_strip(tile))
        self.strips = [strip for strip in strips if strip]

    def holds(self, x: float, y: float) -> bool:
        spot = Rect(x, y, 0, 0)
        if not (self.window.contains(spot, 0) and self.trim.contains(spot, 0)):
            return True
        if any(strip.contains(spot, 0) for strip in self.strips):
            return True
        return self.region is not None and not self.region.contains(x, y)

    def side(self, point: Point, way: Point, arm: float) -> float | None:
        """0 for an arm that is free on both sides, ±1 for one that stands to one; else None.

        One along the trim of a rectangle stands outside it, on whatever tile.
        """
        free = {sign for sign in (-1.0, 1.0) if self._beside(point, way, arm, sign)}
        if len(free) == 2 and self.region is None and self._at_trim(point, way):
            (x, y), (dx, dy) = point, way
            cx, cy = self.trim.centre
            return 1.0 if dx * (y - cy) - dy * (x - cx) > 0 else -1.0
        return fsum(free) if free else None

    def _at_trim(self, point: Point, way: Point) -> bool:
        """Whether an arm runs along the trim."""
        at, ends = (
            (point[1], (self.trim.y, self.trim.bottom))
            if way[0]
            else (point[0], (self.trim.x, self.trim.right))
        )
        return any(abs(at - end) < _NEAR for end in ends)

    def _beside(self, point: Point, way: Point, arm: float, sign: float) -> bool:
        """Whether all of the arm's halo on this side is free."""
        (x, y), (dx, dy) = point, way
        return all(
            self.holds(x + t * dx - sign * off * dy, y + t * dy + sign * off * dx)
            for t in (0.05, arm / 2, arm)
            for off in (0.02, HALO)
        )


# --- words --------------------------------------------------------------------------------------


def _neighbours(tiling: Tiling, tile: Tile, language: str) -> list[Item]:
    """Beside each edge the name of the tile that joins there, and what is done."""
    window = tile.window
    long, height = window.w - 2 * _WORDS_ENDS, window.h - 2 * _WORDS_ENDS
    x, y = window.x + _WORDS_ENDS, window.y + _WORDS_ENDS
    over = window.x - _WORDS_OFF - _WORDS_DEEP, window.y - _WORDS_OFF - _WORDS_DEEP
    under = window.right + _WORDS_OFF, window.bottom + _WORDS_OFF
    first, second = ("tiling.over", "tiling.under") if tiling.overlap else ("tiling.beside",) * 2
    places = (
        (tile.left, -1, 0, first, Rect(over[0], y, _WORDS_DEEP, height)),
        (tile.above, 0, -1, first, Rect(x, over[1], long, _WORDS_DEEP)),
        (tile.right, 1, 0, second, Rect(under[0], y, _WORDS_DEEP, height)),
        (tile.below, 0, 1, second, Rect(x, under[1], long, _WORDS_DEEP)),
    )
    items: list[Item] = []
    for there, dx, dy, key, strip in places:
        name = tile_name(tile.column + dx, tile.row + dy)
        # Beside an edge that is too short for it stands no name.
        if there and (long if dy else height) > text_width(STYLE.font, name, STYLE.min_size):
            items += draw_slug(strip, [translate(language, key, tile=name), name])
    return items
