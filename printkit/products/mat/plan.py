"""The layout of a mat: its shape, its places, the rows of its bands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from printkit.base.geometry import Rect, centred_rect
from printkit.faces.anatomy import SAFE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.products.mat.band import Band, Row
from printkit.products.mat.compose import Composition

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
        """The radius of a circle, the side of a hexagon."""
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


# Distances for poker cards (mm): cut to places at the sides, cut to a band at the foot (with room
# for the title), places to a band, row to row, the ends of a band to places beside it.
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
    """A row of a band with its upper edge at `y`, or on an arc of the radius `r`.

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
    """The layout of a mat: shape, places, bands of both sides with their rows.

    `k` is the scale of its ornaments.
    """

    shape: MatShape
    group: Composition
    bands: tuple[Band, ...]
    rows: tuple[tuple[PlacedRow, ...], ...]
    k: float

    @property
    def heart(self) -> float:
        """The radius of the heart."""
        drawings = (item.drawing for item in self.group.placed if item.x == item.y == 0)
        return next((min(item.width, item.height) / 2 for item in drawings), 0.0)


def lay_out_mat(group: Composition, bands: Sequence[Band], kind: str, k: float) -> MatLayout:
    """Return the best layout: the smallest mat; slim or stout rectangles count as larger.

    Enlarge the bands if the mat hardly grows by that.
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
    """Yield the layout of each number of rows."""
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
    """Spread rows over widths."""
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
    """Return the smallest circle around a composition with bands on arcs, or None."""
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
    """Return rows on arcs from the foot inwards, or none if they are too long or hit places."""
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
