"""Make play mats: choose their shape, arrange their places, and draw all parts.

Pots are beside the heart, then piles, then tall drawings at the ends. Small drawings are below and
above the piles, and long ones are in rows. Drawings above the middle are turned for the far side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from printkit.art.ornaments import frame_outline
from printkit.base.errors import locate_errors
from printkit.base.geometry import Rect, centred_rect, half_rotation, rotation, translation
from printkit.base.messages import translate
from printkit.base.options import CHOICE, Option
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import SAFE, draw_lock_up, lock_up_width
from printkit.graphics.display_list import Group, Item, Path, transformed
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point, rect_path
from printkit.layout.fit_text import text_width
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.pieces.options import FELT, TABLETOP_OPTIONS
from printkit.pieces.product import (
    TILED_PAGES,
    LocalGame,
    Piece,
    Product,
    RenderOptions,
    flat_piece,
    game_colour,
)
from printkit.products.mat.frieze import Frieze, find_frieze
from printkit.products.mat.parts import (
    Band,
    Row,
    choose_heart,
    draw_heart,
    draw_pot_column,
    show_ladder,
    sort_penalties,
)
from printkit.tabletop.boards import is_used_on
from printkit.tabletop.places import draw_place, draw_track, ornament_scale
from printkit.tabletop.surfaces import (
    COLOUR,
    ArcLine,
    PlaceDrawing,
    arc_band,
    choose_surface,
    draw_arc_text,
    draw_cloth,
    draw_facing,
    draw_plate,
    hole_outlines,
    table_inks,
)

# --- arrangement ---------------------------------------------------------------------------------

_PILES = frozenset({"stock", "discard", "pile", "used", "common", "hand", "cells"})
# The greatest height of small drawings, in card lengths and in mm; the least width of long ones.
_LOW, _MIN_LOW, _LONG = 0.52, 46.0, 1.3
_TURN = half_rotation(0, 0)


class PlacedDrawing(msgspec.Struct, frozen=True):
    """A place drawn about (x, y), in mm; if `turned`, it is turned for the far side."""

    drawing: PlaceDrawing
    x: float
    y: float
    turned: bool = False

    @property
    def rect(self) -> Rect:
        w, h = self.drawing.width, self.drawing.height
        return Rect(self.x - w / 2, self.y - h / 2, w, h)

    @property
    def mapped(self) -> tuple[Item, tuple[Point, ...]]:
        """The drawing and its holes, moved into place, and turned if `turned`."""
        place = translation(self.x, self.y)
        return self.drawing.mapped(_TURN.then(place) if self.turned else place)


class Composition(msgspec.Struct, frozen=True):
    """Places arranged about the origin, in a box of `w` by `h` mm."""

    w: float
    h: float
    placed: tuple[PlacedDrawing, ...]


def compose(
    heart: PlaceDrawing | None,
    drawn: Sequence[tuple[Place, PlaceDrawing]],
    tracks: Sequence[PlaceDrawing],
    card: tuple[float, float],
    gap: float,
) -> Composition:
    """Arrange the drawings of places and tracks with a `gap` between them.

    Piles of one family are adjacent. `card` is the size of a card. Lengths are in mm.
    """
    families = list(dict.fromkeys(place.family for place, _ in drawn))
    by_family = sorted(drawn, key=lambda pair: families.index(pair[0].family))
    piles = [drawing for place, drawing in by_family if place.kind in _PILES]
    pots = [drawing for place, drawing in drawn if place.kind == "pot"]
    rest = [drawing for place, drawing in drawn if place.kind not in _PILES | {"pot"}]
    rest += tracks
    low_height, longest = max(_MIN_LOW, _LOW * max(card)), _LONG * max(card)
    long = [drawing for drawing in rest if drawing.width > longest]
    others = [drawing for drawing in rest if drawing.width <= longest]
    tall = [drawing for drawing in others if drawing.height > low_height]
    small = [drawing for drawing in others if drawing.height <= low_height]
    if len(tall) % 2 and small:  # balance it with the highest small drawing
        tall.append(small.pop(max(range(len(small)), key=lambda i: small[i].height)))
    corners = 4 * (len(piles) // 2)
    low, more = small[:corners], small[corners:]
    if len(more) == 1 and not pots and not tall:
        long, more = [*long, *more], []
    columns, odd_left = list[tuple[list[PlaceDrawing], list[PlaceDrawing]]](), 1
    for drawings in (pots, piles, (*tall, *more)):
        # The left half has the extra one of an odd number; each is from the middle outwards.
        half = (len(drawings) + odd_left) // 2
        columns.append((list(reversed(drawings[:half])), list(reversed(drawings[half:]))))
        odd_left = (odd_left + len(drawings)) % 2
    placed: list[PlacedDrawing] = []
    edge = -gap / 2
    if heart is not None:
        edge = heart.width / 2
        placed.append(PlacedDrawing(heart, 0.0, 0.0))
    for side, sign in enumerate((-1, 1)):
        reach = edge
        for halves in columns:
            for drawing in halves[side]:
                x = reach + gap + drawing.width / 2
                placed.append(PlacedDrawing(drawing, sign * x, 0.0))
                reach = x + drawing.width / 2
    placed += _place_in_corners(placed, piles, low, gap)
    placed = _centre(placed, heart)
    placed += _place_in_rows(placed, long, gap)
    rects = [item.rect for item in placed]
    width = 2 * max((max(-rect.x, rect.right) for rect in rects), default=0.0)
    height = 2 * max((max(-rect.y, rect.bottom) for rect in rects), default=0.0)
    return Composition(width, height, tuple(placed))


def _centre(placed: list[PlacedDrawing], heart: PlaceDrawing | None) -> list[PlacedDrawing]:
    """Centre the places horizontally if there is no heart."""
    if heart is not None or not placed:
        return placed
    left = min(item.rect.x for item in placed)
    right = max(item.rect.right for item in placed)
    return [replace(item, x=item.x - (left + right) / 2) for item in placed]


def _place_in_corners(
    placed: Sequence[PlacedDrawing],
    piles: Sequence[PlaceDrawing],
    low: Sequence[PlaceDrawing],
    gap: float,
) -> list[PlacedDrawing]:
    """Place small drawings alternately below and above the piles, from the ends inwards."""
    columns = sorted((item for item in placed if item.drawing in piles), key=lambda item: item.x)
    slots: list[tuple[PlacedDrawing, int]] = []
    while len(columns) > 1:
        first, last = columns.pop(0), columns.pop()
        slots += [(first, 1), (last, -1), (last, 1), (first, -1)]
    result = []
    for drawing, (column, sign) in zip(low, slots, strict=False):
        y = sign * (column.drawing.height / 2 + gap + drawing.height / 2)
        half = max(0.0, (drawing.width - column.drawing.width) / 2)
        x = column.x + (half if column.x < 0 else -half)
        result.append(PlacedDrawing(drawing, x, y, sign < 0))
    return result


def _place_in_rows(
    placed: Sequence[PlacedDrawing], long: Sequence[PlaceDrawing], gap: float
) -> list[PlacedDrawing]:
    """Place long drawings alternately below and above all others."""
    result = []
    low = max((item.rect.bottom for item in placed), default=0.0)
    high = min((item.rect.y for item in placed), default=0.0)
    for i, drawing in enumerate(long):
        if i % 2 == 0:
            result.append(PlacedDrawing(drawing, 0.0, low + gap + drawing.height / 2))
            low += gap + drawing.height
        else:
            result.append(PlacedDrawing(drawing, 0.0, high - gap - drawing.height / 2, True))
            high -= gap + drawing.height
    return result


# --- layout --------------------------------------------------------------------------------------

# The names of shapes.
RECTANGLE, CIRCLE, HEXAGON = "rectangle", "round", "hexagon"
_ROOT = math.sqrt(3)


class MatShape(msgspec.Struct, frozen=True):
    """The shape of a mat about the origin, `w` wide and `h` high (mm).

    A hexagon is regular, with corners at the left and right.
    """

    kind: str
    w: float
    h: float

    @property
    def r(self) -> float:
        """The radius of a circle, or the side of a hexagon (mm)."""
        return self.w / 2

    @property
    def box(self) -> Rect:
        return centred_rect(self.w, self.h)

    def inset(self, by: float) -> MatShape:
        """Return the shape with its edge moved inward."""
        if self.kind == HEXAGON:
            return regular_shape(HEXAGON, self.r - 2 * by / _ROOT)
        return MatShape(self.kind, self.w - 2 * by, self.h - 2 * by)

    def path(self) -> PathData:
        """Return the outline."""
        if self.kind == RECTANGLE:
            return rect_path(self.box)
        builder = PathBuilder()
        if self.kind == CIRCLE:
            return builder.circle(0, 0, self.r).done()
        return builder.hexagon(self.r, self.h / 2).done()


def regular_shape(kind: str, r: float) -> MatShape:
    """Return a circle of a radius, or a hexagon with a side of `r` mm."""
    return MatShape(kind, 2 * r, r * (_ROOT if kind == HEXAGON else 2))


def smallest_around(kind: str, rects: Sequence[Rect]) -> float:
    """Return the `r` of the smallest circle or hexagon that contains all rectangles."""
    corners = [(abs(x), abs(y)) for r in rects for x in (r.x, r.right) for y in (r.y, r.bottom)]
    if kind == CIRCLE:
        return max((math.hypot(x, y) for x, y in corners), default=0.0)
    return max((max(x + y / _ROOT, 2 * y / _ROOT) for x, y in corners), default=0.0)


# Distances for poker cards (mm): from the cut to places at the sides; from the cut to a band at the
# foot, with space for the title; from places to a band; from row to row; from the ends of a band to
# places beside it.
SIDE, _FOOT, _AWAY, _ROW, _BESIDE = 7.4, 16.5, 9.0, 5.0, 6.0
# The most rows of a band, and its largest angle to each side on a round mat (radians).
_MAX_ROWS, _REACH = 6, 1.2
# The number of sample steps along the edge of a place.
_SAMPLES = 8
# The largest and smallest good ratios of a rectangle, and the cost of others.
_SLIM, _STOUT, _DEAR = 1.75, 1.25, 0.8
# The cost of a row that ends within a group.
_BROKEN = 0.02
# The angle (radians) beyond which a row on an arc costs more, and the cost per radian.
_UPRIGHT, _BENT = 0.55, 0.3
# Scales of bands, and the largest cost of a mat with larger bands.
_LARGER, _SAME = (1.5, 1.35, 1.2, 1.1), 1.02
# The growth of a round mat until its bands fit, and its steps (mm).
_GROWTH, _GROWTH_STEP = 636.0, 4.0


class PlacedRow(msgspec.Struct, frozen=True, eq=False):
    """A row of a band with its upper edge at `y`, or on an arc with the radius `r` (mm).

    `middles` are the centres of its cells.
    """

    row: Row
    y: float
    middles: tuple[float, ...]
    r: float = 0.0

    @property
    def axis(self) -> float:
        """The radius through the centres of the pictures of a row on an arc."""
        return self.r + self.row.axis

    @property
    def rect(self) -> Rect:
        """The box of a straight row."""
        left = self.middles[0] - self.row.cells[0].width / 2
        right = self.middles[-1] + self.row.cells[-1].width / 2
        return Rect(left, self.y, right - left, self.row.height)


class MatLayout(msgspec.Struct, frozen=True):
    """The layout of a mat: its shape, its places, and the bands of both sides with their rows.

    `k` is the scale of its ornaments; a `frieze` is in `frieze_box` and turned on the far side.
    """

    shape: MatShape
    group: Composition
    bands: tuple[Band, ...]
    rows: tuple[tuple[PlacedRow, ...], ...]
    k: float
    frieze: Frieze | None = None
    frieze_scale: float = 1.0
    frieze_box: Rect = Rect(0, 0, 0, 0)

    @property
    def heart(self) -> float:
        """The radius of the heart (mm)."""
        drawings = (item.drawing for item in self.group.placed if item.x == item.y == 0)
        return next((min(item.width, item.height) / 2 for item in drawings), 0.0)


def lay_out_mat(group: Composition, bands: Sequence[Band], kind: str, k: float) -> MatLayout:
    """Return the layout with the smallest mat. Very long or nearly square rectangles count as
    larger.

    The bands of a round or hexagonal mat are enlarged if this hardly enlarges the mat.
    """
    if not all(band.cells for band in bands):
        return MatLayout(_fit_shape(kind, group, k), group, tuple(bands), ((), ()), k)
    best = min(_list_layouts(group, bands, kind, k), key=_layout_cost)
    for larger in _LARGER if kind != RECTANGLE else ():
        grown = _list_layouts(group, [band.enlarge(larger) for band in bands], kind, k)
        other = min(grown, key=_layout_cost, default=best)
        if _layout_cost(other) <= _layout_cost(best) * _SAME:
            return other
    return best


def _list_layouts(
    group: Composition, bands: Sequence[Band], kind: str, k: float
) -> Iterator[MatLayout]:
    """Yield one layout for each number of rows."""
    fit = {RECTANGLE: _fit_rectangle, CIRCLE: _fit_round, HEXAGON: _fit_hexagon}[kind]
    for count in range(1, _MAX_ROWS + 1):
        rows = [band.divide_rows(count) for band in bands]
        if all(rows) and (fitted := fit(group, rows, k)) is not None:
            yield MatLayout(fitted[0], group, tuple(bands), fitted[1], k)


def _layout_cost(layout: MatLayout) -> float:
    box = layout.shape.box
    ends = [(a.row.cells[-1], b.row.cells[0]) for rows in layout.rows for a, b in pairwise(rows)]
    dear = 1 + _BROKEN * sum(a.group == b.group for a, b in ends)
    bent = [abs(row.middles[0]) / row.axis for rows in layout.rows for row in rows if row.r]
    dear += _BENT * max(0.0, max(bent, default=0.0) - _UPRIGHT)
    if layout.shape.kind == RECTANGLE:
        long = box.w / box.h
        dear += _DEAR * (max(0, long - _SLIM) + max(0, _STOUT - long))
    return round(box.w * box.h * dear, 3)


def add_frieze(layout: MatLayout, frieze: Frieze, page: tuple[float, float]) -> MatLayout:
    """Return a rectangular layout made higher by a frieze inside the frame on both long sides.

    The frieze is lower or left out if a mat in tiles would otherwise need more pages of the size
    `page` (mm). Only rectangles have a frieze.
    """
    shape, k = layout.shape, layout.k
    if shape.kind != RECTANGLE:
        return layout
    outside, within = SAFE + _FRAME * k, (_FRAME + _FRIEZE_AWAY - _FOOT) * k
    width = shape.w - 2 * outside
    scale = frieze.scale(width, _FRIEZE * k)
    usual = count_pages(shape.w, shape.h, page)

    def attempt(height: float) -> MatLayout | Overflow:
        higher = MatShape(RECTANGLE, shape.w, _round_up(shape.h + 2 * max(0.0, within + height)))
        if count_pages(higher.w, higher.h, page) > usual:
            return Overflow(TOLERANCE, "frieze", height)
        box = Rect(-width / 2, higher.h / 2 - outside - height, width, height)
        return replace(layout, shape=higher, frieze=frieze, frieze_scale=scale, frieze_box=box)

    whole = frieze.height(width, _FRIEZE * k)
    least = min(whole, _MIN_FRIEZE * k)
    grown = find_largest(attempt, sizes_between(least, whole, 0.5))
    return layout if isinstance(grown, Overflow) else grown


def count_pages(width: float, height: float, page: tuple[float, float]) -> int:
    """Return the minimum number of pages for a mat in tiles, with all pages upright or all across.

    Lengths are in mm.
    """

    def pages(room_across: float, room_down: float) -> int:
        sides = (width, room_across - _LOST), (height, room_down - _LOST - _LABEL)
        return math.prod(
            math.ceil((length - _GLUED) / max(most - _GLUED, 1) - 1e-6) for length, most in sides
        )

    return min(pages(*page), pages(*reversed(page)))


Fitted = tuple[MatShape, tuple[tuple[PlacedRow, ...], ...]]


def _round_up(value: float) -> float:
    """Round up to whole millimetres."""
    return float(math.ceil(value - 1e-6))


def _fit_shape(kind: str, group: Composition, k: float) -> MatShape:
    """Return the shape around places without bands."""
    aside, foot = SAFE + SIDE * k, SAFE + _FOOT * k
    if kind == RECTANGLE:
        return MatShape(kind, _round_up(group.w + 2 * aside), _round_up(group.h + 2 * foot))
    size = smallest_around(kind, [item.rect for item in group.placed])
    return regular_shape(kind, _round_up(regular_shape(kind, 0.0).inset(-foot).r + size))


# --- straight rows ------------------------------------------------------------------------------


def _depth(rows: Sequence[Row], k: float) -> float:
    return math.fsum(row.height for row in rows) + (len(rows) - 1) * _ROW * k


def _stack(rows: Sequence[Row], top: float, k: float) -> list[Rect]:
    """Return the boxes of rows one below the other, centred."""
    boxes = []
    for row in rows:
        boxes.append(Rect(-row.width / 2, top, row.width, row.height))
        top += row.height + _ROW * k
    return boxes


def _spread(
    rows: Sequence[Row], boxes: Sequence[Rect], widths: Sequence[float]
) -> tuple[PlacedRow, ...]:
    """Spread the cells of each row over a width (mm)."""
    return tuple(
        PlacedRow(row, box.y, tuple(row.middles(max(0.0, width - row.width))))
        for row, box, width in zip(rows, boxes, widths, strict=True)
    )


def _fit_rectangle(group: Composition, sides: Sequence[Sequence[Row]], k: float) -> Fitted:
    """Return the rectangle around a composition and its bands."""
    aside, foot = SAFE + (SIDE + 3) * k, SAFE + _FOOT * k
    widest = max(row.width for rows in sides for row in rows)
    width = max(group.w + 2 * (SAFE + SIDE * k), widest + 2 * aside)
    top = group.h / 2 + _AWAY * k
    depth = max(_depth(rows, k) for rows in sides)
    shape = MatShape(RECTANGLE, _round_up(width), _round_up(2 * (top + depth + foot)))
    inner = shape.w - 2 * aside
    near, far = (_spread(rows, _stack(rows, top, k), [inner] * len(rows)) for rows in sides)
    return shape, (near, far)


def _fit_hexagon(group: Composition, sides: Sequence[Sequence[Row]], k: float) -> Fitted:
    """Return the hexagon around a composition and its bands."""
    margin, top = SAFE + SIDE * k, group.h / 2 + _AWAY * k
    r = smallest_around(HEXAGON, [item.rect for item in group.placed])
    for rows in sides:
        boxes = _stack(rows, top, k)
        low = boxes[-1].bottom + (_FOOT - SIDE) * k
        r = max(r, smallest_around(HEXAGON, boxes), 2 * low / _ROOT)
    shape = regular_shape(HEXAGON, _round_up(r + 2 * margin / _ROOT))
    near, far = (_sink(rows, top, shape, k) for rows in sides)
    return shape, (near, far)


def _sink(rows: Sequence[Row], top: float, shape: MatShape, k: float) -> tuple[PlacedRow, ...]:
    """Stack rows as low as the sides of the hexagon allow."""
    inner = shape.inset(SAFE + SIDE * k)
    spare = shape.h / 2 - SAFE - _FOOT * k - top - _depth(rows, k)
    for share in (0.5, 0.35, 0.2, 0.0):
        boxes = _stack(rows, top + share * spare, k)
        # The largest widths of rows are those at their feet.
        widths = [2 * (inner.r - box.bottom / _ROOT) for box in boxes]
        if all(width > box.w for width, box in zip(widths, boxes, strict=True)):
            break
    return _spread(rows, boxes, widths)


# --- rows on arcs -------------------------------------------------------------------------------


def _fit_round(group: Composition, sides: Sequence[Sequence[Row]], k: float) -> Fitted | None:
    """Return the smallest circle around a composition with bands on arcs, or None if they do not
    fit.
    """
    margin = SAFE + SIDE * k
    low = smallest_around(CIRCLE, [item.rect for item in group.placed])
    points, smallest = _edge_points(group, k), _round_up(low + margin)

    def attempt(radius: float) -> Fitted | Overflow:
        shape = regular_shape(CIRCLE, radius)
        near, far = (tuple(_bend(points, rows, shape, k)) for rows in sides)
        return (shape, (near, far)) if near and far else Overflow(TOLERANCE, "bands", radius)

    radii = sizes_between(smallest, smallest + _GROWTH, _GROWTH_STEP)
    result = find_largest(attempt, radii[::-1])
    return None if isinstance(result, Overflow) else result


def _bend(
    points: Sequence[tuple[float, float]], rows: Sequence[Row], shape: MatShape, k: float
) -> list[PlacedRow]:
    """Return rows on arcs from the foot inwards, or none if they are too long or overlap places."""
    result: list[PlacedRow] = []
    outer = shape.r - SAFE - _FOOT * k
    for row in reversed(rows):
        inner = outer - row.height
        if inner <= 0:
            return []
        half = (row.width / 2 + _BESIDE * k) / inner
        free = min((angle for away, angle in points if away > inner), default=_REACH)
        spare = 2 * inner * (min(free, _REACH) - half)
        if spare < 0:
            return []
        result.append(PlacedRow(row, 0.0, tuple(row.middles(min(0.2 * row.width, spare))), inner))
        outer = inner - _ROW * k
    return result[::-1]


def _edge_points(group: Composition, k: float) -> list[tuple[float, float]]:
    """Return points along the edges of places in polar form.

    Each has its radius with clearance, and its angle from the vertical axis.
    """
    points: list[tuple[float, float]] = []
    for rect in (item.rect for item in group.placed):
        for step in range(_SAMPLES + 1):
            x = rect.x + rect.w * step / _SAMPLES
            for y in (rect.y, rect.bottom):
                points.append((math.hypot(x, y) + _BESIDE * k, abs(math.atan2(x, abs(y)))))
    return points


# --- the product ---------------------------------------------------------------------------------

# For poker cards (mm): the greatest and the least height of a frieze, from it to a band.
_FRIEZE, _MIN_FRIEZE, _FRIEZE_AWAY = 26.0, 12.0, 2.8
# The parts of a page that show no tile (mm): the margins, the foot, the strip for glue.
_LOST, _LABEL, _GLUED = 7.2, 5.4, 10.0
# For poker cards (mm): from the safe margin to the frame, the gap between the lines of the frame,
# the chamfer of a rectangle, the heavy line; the name of the game, a plaque on an arc, the padding
# of the plaque at the ends and above and below.
_FRAME, _LINES, _CHAMFER, _HEAVY = 2.2, 2.0, 12.0, 0.9
_NAME, _PLAQUE, _AIR, _PAD = 6.0, 12.4, 7.0, 2.2
# The greatest width of a name: a share of a side, an angle on a round mat (radians).
_SHARE, _ARC = 0.6, 1.5


class _MatDrawing:
    """Draws a mat: its ground, frame, titles, places and bands."""

    def __init__(self, variant: Variant, options: RenderOptions, layout: MatLayout) -> None:
        self.variant, self.options, self.layout = variant, options, layout
        self.shape, self.k = layout.shape, layout.k
        self.palette, self.inks = options.theme.palette(COLOUR), table_inks(options.theme)
        self.has_repeats = options.second_language is None

    def items(self) -> list[Item]:
        """Draw the mat. Raises TextOverflow."""
        layout = self.layout
        near, far = (_draw_band(layout.bands[i], rows) for i, rows in enumerate(layout.rows))
        return [
            *self._draw_cloth_and_frame(),
            *self._draw_titles(),
            *(item.mapped[0] for item in layout.group.placed),
            *draw_facing(near, far, repeated=self.has_repeats),
        ]

    def ground(self) -> list[Item]:
        """Draw the printed ground, extending beyond the cut; none for white paper."""
        shape, paper = self.shape.inset(-self.options.bleed_extent), self.palette.paper
        return [] if paper.is_white else [Path(shape.path(), fill=paper)]

    def _draw_cloth_and_frame(self) -> list[Item]:
        """Draw the rings of the ground from the heart to the frame, the frieze (if any), and the
        frame: a heavy line along the cut, and a fine one inside it.
        """
        box, k = self.shape.box, self.k
        outer, inner = self._frame_path(_FRAME), self._frame_path(_FRAME + _LINES)
        start, far = max(self.layout.heart, 24.0 * k) + 4.0 * k, math.hypot(box.w, box.h) / 2
        return [
            draw_cloth(start, far, inner, self.inks),
            Path(inner, stroke=self.palette.stroke(FINE)),
            *self._draw_frieze(outer),
            Path(outer, stroke=self.palette.stroke(_HEAVY)),
        ]

    def _draw_frieze(self, outer: PathData) -> list[Item]:
        """Draw the frieze of both sides inside the frame, in the theme of the cards."""
        frieze, box = self.layout.frieze, self.layout.frieze_box
        if frieze is None:
            return []
        theme = self.options.theme
        cards = theme.cards if theme.key == FELT and theme.cards else theme
        drawn = frieze.draw(box, self.layout.frieze_scale, cards)
        edge = PathBuilder().move(box.x, box.y).line(box.right, box.y)
        edge.move(box.x, -box.y).line(box.right, -box.y)
        line = self.palette.stroke(FINE)
        return [Group(tuple(drawn), clip=outer), Path(edge.done(), stroke=line)]

    def _frame_path(self, inset: float) -> PathData:
        shape = self.shape.inset(SAFE + inset * self.k)
        if shape.kind == RECTANGLE:
            return frame_outline("chamfer", shape.box, _CHAMFER * self.k)
        return shape.path()

    def _draw_titles(self) -> list[Item]:
        """Draw the lock-up of the game on plaques at the long sides; a round mat has only the
        name.
        """
        k, shape, inks = self.k, self.shape, self.inks
        # The colour of the game is that of text.
        colours = {**self.options.theme.colours, game_colour(self.variant): inks.text}
        theme = replace(self.options.theme, colours=colours)
        games = [LocalGame(self.variant, side.language, theme) for side in self.options.sides]
        if shape.kind == CIRCLE:
            return self._draw_arc_titles(shape.r, [game.name for game in games])
        space = _SHARE * (shape.r if shape.kind == HEXAGON else shape.w)
        low = shape.box.h / 2 - SAFE - 0.2
        widths = [lock_up_width(game, _NAME * k) for game in games]
        size = _NAME * k * min(1.0, space / max(widths))
        widths = [width * size / _NAME / k for width in widths]
        locks = [
            draw_lock_up(game, width + 0.01, size)
            for game, width in zip(games, widths, strict=True)
        ]
        width = max(widths) + 2 * _AIR * k
        height = max(lock.height for lock in locks) + 2 * _PAD * k
        box = Rect(-width / 2, low - height, width, height)
        plaque, middle = draw_plate(box, self.palette, fill=inks.deep), low - height / 2
        near, far = (
            [plaque, transformed(lock.items, translation(-width / 2, middle - lock.height / 2))]
            for lock, width in zip(locks, widths, strict=True)
        )
        return draw_facing(near, far, repeated=self.has_repeats)

    def _draw_arc_titles(self, edge: float, names: Sequence[str]) -> list[Item]:
        k, inks = self.k, self.inks
        r = edge - SAFE - 0.2 - _PLAQUE * k / 2
        size = min(_NAME * k, *(_ARC * r / text_width(TITLE_BOLD, name, 1.0) for name in names))
        lines = [ArcLine(name, TITLE_BOLD, size, inks.text) for name in names]
        half = (max(line.width for line in lines) / 2 + _AIR * k) / r
        band = arc_band(r - _PLAQUE * k / 2, r + _PLAQUE * k / 2, half)
        plaque = Path(band, fill=inks.deep, stroke=self.palette.stroke(0.5))
        near, far = ([plaque, *draw_arc_text(line, r)] for line in lines)
        return draw_facing(near, far, repeated=self.has_repeats)


def _draw_band(band: Band, rows: tuple[PlacedRow, ...]) -> list[Item]:
    """Draw the rows of one side, upright or on arcs."""
    items: list[Item] = []
    for placed in rows:
        for x, drawn in band.draw_row(placed.row, placed.middles):
            matrix = translation(x, placed.y)
            if placed.r:
                matrix = translation(0, placed.r).then(rotation(-math.degrees(x / placed.axis)))
            items.append(transformed([drawn], matrix))
    return items


ON = "mat"
# The gap between places (mm, for poker cards).
_GAP = 2.9
# The greatest number of steps of a track in a row.
_STEPS = 11
MAT_SHAPE: Option[str] = Option(
    "mat-shape", CHOICE, "table", RECTANGLE, choices=(RECTANGLE, CIRCLE, HEXAGON)
)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the mat of a game. Raises TextOverflow and MissingGlyph."""
    dressed, language = choose_surface(variant, options), options.language
    with locate_errors(Sentence("mat ({language})", language=language)):
        result = plan_mat(variant, options)
    drawing, title = _MatDrawing(variant, dressed, result), translate(language, "product.mat")
    name = f"{variant.name[language]} · {title}"
    ground = drawing.ground()
    piece = flat_piece(options, "mat", name, result.shape.box, drawing.items(), ground)
    return [replace(piece, title=title, outline=_mat_outline(result))]


def plan_mat(variant: Variant, options: RenderOptions) -> MatLayout:
    """Return the layout of a mat."""
    cards, options = options.theme, choose_surface(variant, options)
    k = ornament_scale(options)
    places = [place for place in variant.places if place.on == ON]
    heart_place = choose_heart(variant, ON)
    heart = draw_heart(heart_place, variant, options) if heart_place is not None else None
    used = heart.places if heart is not None else ()
    rest = [place for place in places if place.id not in used]
    paid, costs = sort_penalties(variant, [place for place in rest if place.kind == "pot"])
    drawn = []
    for place in rest:
        if place.kind == "pot":
            drawing = draw_pot_column(place, paid[place.id], variant, options)
        else:
            drawing = draw_place(place, variant, options)
        drawn.append((place, drawing))
    tracks = [
        draw_track(track, options, per_row=_steps_per_row(track))
        for track in variant.tracks
        if track.on == ON and (heart is None or track.id != heart.track)
    ]
    middle, card = heart.drawing if heart is not None else None, (options.size.w, options.size.h)
    group = compose(middle, drawn, tracks, card, _GAP * k)
    ladder = show_ladder(variant)
    sides = [Band(variant, side, cards, ladder, costs) for side in options.sides]
    layout = lay_out_mat(group, sides, options[MAT_SHAPE], k)
    frieze = find_frieze(variant.cards)
    return layout if frieze is None else add_frieze(layout, frieze, options.page_area)


def _steps_per_row(track: Track) -> int:
    """Return the number of steps in a row. A short track has one row; a long track has rows of
    equal length.
    """
    count = track.last - track.first + 1 + track.beyond
    return -(-count // -(-count // _STEPS))


def _mat_outline(layout: MatLayout) -> PathData | None:
    """Return the cut path of a mat with its holes, or None for a rectangle without holes."""
    holes = [hole for item in layout.group.placed for hole in item.mapped[1]]
    if layout.shape.kind == RECTANGLE and not holes:
        return None
    return layout.shape.path() + hole_outlines(holes)


_OPTIONS = (*TABLETOP_OPTIONS, MAT_SHAPE)
_is_on_mat = partial(is_used_on, on=ON)
PRODUCT = Product("mat", make, _is_on_mat, _OPTIONS, TILED_PAGES, bilingual=True)
