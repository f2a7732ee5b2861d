"""Paths of straight lines and cubic curves, and the outlines of cards.

A `PathData` has one letter for each step and one flat tuple of coordinates, so that a writer
formats a whole path in one call.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice, pairwise

import msgspec

from printkit.base.card_shapes import (
    CARD_SHAPES,
    CIRCLE,
    ELONGATED,
    HEXAGON,
    OCTAGON,
    OUTLINE,
    RECTANGLE,
    ROUNDED,
    STRAIGHT_CUT,
)
from printkit.base.geometry import IDENTITY, Matrix, Rect, polar

# The decimals of coordinates: a tenth of a micrometre.
DIGITS = 4
_SCALE = 10.0**DIGITS
# Adding this to a number and subtracting it again rounds the number to an integer.
_ROUNDER = 1.5 * 2.0**52
# A scaled number closer to a half than this may round the wrong way: then `round` decides.
_SURE = 0.4999
# Control length of a cubic that approximates a quarter circle (error below 0.03 %).
KAPPA = 4 / 3 * (math.sqrt(2) - 1)
Point = tuple[float, float]
__all__ = ["CARD_SHAPES", "HEXAGON", "OCTAGON", "RECTANGLE", "ROUNDED", "STRAIGHT_CUT"]


def round_coordinates(values: Iterable[float]) -> list[float]:
    """Round to DIGITS decimals without −0.0, three times as fast as `round`, below 100 km.

    >>> round_coordinates([0.12345, 1.00005, -0.00004])
    [0.1235, 1.0001, 0.0]
    """
    return [
        whole / _SCALE
        if -_SURE < (scaled := value * _SCALE) - (whole := scaled + _ROUNDER - _ROUNDER) < _SURE
        else round(value, DIGITS) + 0.0
        for value in values
    ]


class PathData(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Steps `M`, `L`, `C`, `Z` with 2, 2, 6 and 0 coordinates each."""

    steps: str
    coords: tuple[float, ...]

    def transformed(self, matrix: Matrix) -> PathData:
        """Return the path under an affine map."""
        if matrix == IDENTITY:
            return self
        (a, b, c, d, e, f), coords = matrix, [0.0] * len(self.coords)
        xs, ys = self.coords[0::2], self.coords[1::2]
        coords[0::2] = round_coordinates(a * x + c * y + e for x, y in zip(xs, ys, strict=True))
        coords[1::2] = round_coordinates(b * x + d * y + f for x, y in zip(xs, ys, strict=True))
        return PathData(self.steps, tuple(coords))

    def box(self) -> Rect:
        """Return the rectangle around all points, control points included."""
        xs, ys = self.coords[0::2], self.coords[1::2]
        left, top = min(xs), min(ys)
        return Rect(left, top, max(xs) - left, max(ys) - top)

    def __add__(self, other: PathData) -> PathData:
        return PathData(self.steps + other.steps, self.coords + other.coords)


EMPTY = PathData("", ())


class PathBuilder:
    """A builder of paths; every method but `done` returns the builder."""

    def __init__(self) -> None:
        self._steps: list[str] = []
        self._coords: list[float] = []

    @property
    def size(self) -> int:
        """The number of coordinates."""
        return len(self._coords)

    def move(self, x: float, y: float) -> PathBuilder:
        return self._add_step("M", (x, y))

    def line(self, x: float, y: float) -> PathBuilder:
        return self._add_step("L", (x, y))

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> PathBuilder:
        return self._add_step("C", (x1, y1, x2, y2, x, y))

    def close(self) -> PathBuilder:
        self._steps.append("Z")
        return self

    def polygon(self, points: Iterable[Point]) -> PathBuilder:
        """Add a closed outline through the points."""
        return self.polyline(points).close()

    def polyline(self, points: Iterable[Point]) -> PathBuilder:
        """Add an open line through the points."""
        coords = [value for point in points for value in point]
        if coords:
            self._steps.append("M" + "L" * (len(coords) // 2 - 1))
            self._coords += coords
        return self

    def diamond(self, x: float, y: float, half_w: float, half_h: float) -> PathBuilder:
        """Add a diamond about (x, y)."""
        return self.polygon([(x - half_w, y), (x, y - half_h), (x + half_w, y), (x, y + half_h)])

    def hexagon(self, side: float, apothem: float) -> PathBuilder:
        """Add a hexagon about the origin, with corners at the left and right."""
        a, h = side, apothem
        return self.polygon([(a, 0), (a / 2, h), (-a / 2, h), (-a, 0), (-a / 2, -h), (a / 2, -h)])

    def arrowhead(self, x: float, y: float, dx: float, dy: float, half: float) -> PathBuilder:
        """Add a triangle with its tip at (x, y). The middle of its base is at (x + dx, y + dy), and
        the base is twice `half` wide."""
        length = math.hypot(dx, dy)
        across, up = -dy / length * half, dx / length * half
        base_x, base_y = x + dx, y + dy
        return self.polygon(
            [(x, y), (base_x + across, base_y + up), (base_x - across, base_y - up)]
        )

    def rect(self, rect: Rect) -> PathBuilder:
        x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
        return self.polygon([(x, y), (right, y), (right, bottom), (x, bottom)])

    def rounded(self, rect: Rect, radius: float) -> PathBuilder:
        """Add a rectangle with quarter-circle corners."""
        r = min(radius, rect.w / 2, rect.h / 2)
        if r <= 0:
            return self.rect(rect)
        x, y, right, bottom, k = rect.x, rect.y, rect.right, rect.bottom, r * (1 - KAPPA)
        self.move(x + r, y).line(right - r, y)
        self.curve(right - k, y, right, y + k, right, y + r).line(right, bottom - r)
        self.curve(right, bottom - k, right - k, bottom, right - r, bottom).line(x + r, bottom)
        self.curve(x + k, bottom, x, bottom - k, x, bottom - r).line(x, y + r)
        return self.curve(x, y + k, x + k, y, x + r, y).close()

    def ellipse(self, cx: float, cy: float, rx: float, ry: float) -> PathBuilder:
        kx, ky = rx * KAPPA, ry * KAPPA
        self.move(cx + rx, cy)
        self.curve(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)
        self.curve(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)
        self.curve(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)
        return self.curve(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy).close()

    def circle(self, cx: float, cy: float, r: float) -> PathBuilder:
        return self.ellipse(cx, cy, r, r)

    def arc(
        self, cx: float, cy: float, r: float, start: float, end: float, *, join: bool = False
    ) -> PathBuilder:
        """Add the arc of a circle from angle `start` to `end` (degrees, clockwise, 0 = right).

        With `join` a line runs from the current point to the start of the arc.
        """
        pieces = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
        step = math.radians(end - start) / pieces
        k = 4 / 3 * math.tan(step / 4) * r
        angle = math.radians(start)
        x, y = cx + r * math.cos(angle), cy + r * math.sin(angle)
        self._add_step("L" if join else "M", (x, y))
        for _ in range(pieces):
            x1, y1 = x - k * math.sin(angle), y + k * math.cos(angle)
            angle += step
            x, y = cx + r * math.cos(angle), cy + r * math.sin(angle)
            self.curve(x1, y1, x + k * math.sin(angle), y - k * math.cos(angle), x, y)
        return self

    def rays(
        self, cx: float, cy: float, outer: float, inner: Sequence[float], start: float = 0.0
    ) -> PathBuilder:
        """Add radial lines up to a circle of radius `outer`. Each radius in `inner` is the start of
        one line; the lines have equal angles between them, from the angle `start` on (degrees)."""
        for i, near in enumerate(inner):
            c, s = polar(1.0, start + 360 * i / len(inner))
            self.move(cx + near * c, cy + near * s).line(cx + outer * c, cy + outer * s)
        return self

    def smooth(self, points: Sequence[Point], *, closed: bool = False) -> PathBuilder:
        """Add a curve through the points whose tangent at each point is parallel to the line
        between its neighbours (Catmull–Rom).
        """
        n = len(points)

        def point_at(i: int) -> Point:
            return points[i % n] if closed else points[min(max(i, 0), n - 1)]

        self.move(*points[0])
        for i in range(n if closed else n - 1):
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = map(point_at, range(i - 1, i + 3))
            near = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
            self.curve(*near, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2)
        return self.close() if closed else self

    def extend(self, step: str, coords: Sequence[float]) -> PathBuilder:
        """Add several steps of one kind (`L` or `C`) with their coordinates."""
        self._steps.append(step * (len(coords) // (2 if step == "L" else 6)))
        self._coords.extend(coords)
        return self

    def add(self, data: PathData) -> PathBuilder:
        """Append a finished path."""
        self._steps.append(data.steps)
        self._coords.extend(data.coords)
        return self

    def done(self) -> PathData:
        return PathData("".join(self._steps), tuple(round_coordinates(self._coords)))

    def _add_step(self, step: str, coords: Sequence[float]) -> PathBuilder:
        self._steps.append(step)
        self._coords += coords
        return self


def rect_path(rect: Rect) -> PathData:
    """Return the outline of a rectangle."""
    return PathBuilder().rect(rect).done()


def circle(r: float) -> PathData:
    """Return a circle about the origin."""
    return PathBuilder().circle(0, 0, r).done()


# The chords of each curve in the measurement of an area and a length.
_CHORDS = 8
# A tolerance for the places where sides cross a line (units of a path).
_NEAR = 1e-6


@lru_cache(maxsize=4096)  # an outlined drawing is measured at each level of detail
def area_and_length(data: PathData) -> tuple[float, float]:
    """Return the sum of the areas of the parts of a path, each taken as closed, and the length of
    all lines.

    >>> area_and_length(rect_path(Rect(0, 0, 4, 1)))
    (4.0, 10.0)
    """
    area = length = 0.0
    closed = data.steps.count("Z")
    for part in flatten(data, _CHORDS):
        ring = [*part, part[0]]
        area += abs(math.fsum([x * v - u * y for (x, y), (u, v) in pairwise(ring)])) / 2
        path = ring if closed else part
        length += math.fsum(map(math.dist, path, path[1:]))
    return area, length


def edges_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return True if the inner parts of two edges, from `a` to `b` and from `c` to `d`, cross."""

    def side(start: Point, end: Point, point: Point) -> float:
        (x, y), (u, v), (p, q) = start, end, point
        return (u - x) * (q - y) - (v - y) * (p - x)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def flatten(data: PathData, chords: int) -> list[list[Point]]:
    """Return the parts of a path as polygons, each curve as this number of chords."""
    # The weights of the four points of a curve at the ends of its chords.
    weights = [
        ((1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t)
        for t in (k / chords for k in range(1, chords))
    ]
    parts: list[list[Point]] = []
    coords = iter(data.coords)
    for step in data.steps.replace("Z", ""):
        numbers = tuple(islice(coords, 6 if step == "C" else 2))
        if step == "M":
            parts.append([])
        elif step == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = parts[-1][-1], numbers
            parts[-1] += [
                (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
                for a, b, c, d in weights
            ]
        parts[-1].append((numbers[-2], numbers[-1]))
    return [part for part in parts if len(part) > 1]


def encloses(data: PathData, x: float, y: float, *, even_odd: bool = False) -> bool:
    """Return True if a filled path covers a point."""
    turns = crossings = 0
    for part, top, bottom, right in _polygons(data):
        if not top <= y < bottom or right < x - _NEAR:
            continue  # no side of it crosses the line from the point to the right
        x0, y0 = part[-1]
        above = y0 <= y
        for x1, y1 in part:
            if (y1 <= y) != above:
                if x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x:
                    turns += 1 if above else -1
                    crossings += 1
                above = not above
            x0, y0 = x1, y1
    return crossings % 2 == 1 if even_odd else turns != 0


@lru_cache(maxsize=512)  # called for many points of one shape
def _polygons(data: PathData) -> list[tuple[list[Point], float, float, float]]:
    """Return the parts of a path as polygons, each with its top, bottom and right."""
    polygons = []
    for part in flatten(data, _CHORDS):
        xs, ys = zip(*part, strict=True)
        polygons.append((part, min(ys), max(ys), max(xs)))
    return polygons


def polylines(data: PathData, tolerance: float) -> list[list[Point]]:
    """Return the parts of a path as polylines that deviate from its curves by `tolerance` at most.

    A closed part ends where it begins.
    """
    coords = iter(data.coords)
    result: list[list[Point]] = []
    for steps in data.steps.split("M")[1:]:
        count = 2 + 2 * steps.count("L") + 6 * steps.count("C")
        part = PathData(f"M{steps}", tuple(islice(coords, count)))
        for points in flatten(part, _chords_within(part, tolerance)):
            if "Z" in steps and math.dist(points[0], points[-1]) < tolerance:
                points.pop()
            result.append([*points, points[0]] if "Z" in steps else points)
    return result


def _chords_within(data: PathData, tolerance: float) -> int:
    """Return the number of chords that deviate from a curve by at most `tolerance`.

    A chord deviates from a curve by at most an eighth of its second derivative, which is six times
    the second difference of its points.
    """
    bend, i = 0.0, 0
    for step in data.steps.replace("Z", ""):
        if step == "C":
            xs, ys = (data.coords[k : k + 8 : 2] for k in (i - 2, i - 1))
            for k in (0, 1):
                dx, dy = (v[k] - 2 * v[k + 1] + v[k + 2] for v in (xs, ys))
                bend = max(bend, math.hypot(dx, dy))
        i += 6 if step == "C" else 2
    return max(1, math.ceil(math.sqrt(0.75 * bend / tolerance)))


# The corner radius of decks in the trade (mm).
CORNER_RADIUS = 3.0
# The cut of the corners of an octagon (mm on a poker card) with its limits; the height of the point
# of a hexagon as a share of its width; the width of the flat head of an elongated hexagon: 40 of 63
# mm, as on cards that are sold.
_CUT, _MIN_CUT, _MAX_CUT = 6.0, 4.2, 8.0
_RISE, _POKER = 0.18, 63.5
_FLAT = 40 / 63
# The radii of the corners of an elongated hexagon: at its flat ends, at its points (mm).
_END_RADIUS, _POINT_RADIUS = 4.0, 2.0
# The width of the box of an outline of a file, in the units of its path.
OUTLINE_BOX = 1000.0
# An outline of a file is moved inward or outward at points at this distance (mm).
_STEP = 1.0
# The step of an arc around its corners (radians).
_FAN = 0.2


class CardShape(msgspec.Struct, frozen=True):
    """The parts of a shape: its kind and the radius of its corners (mm; None for the default of the
    kind). An outline also has the name of its file, and its path in a box OUTLINE_BOX wide.
    """

    kind: str
    radius: float | None = None
    name: str = ""
    path: PathData = EMPTY

    def __str__(self) -> str:
        if self.kind == OUTLINE:
            coords = iter(f"{value:.10g}" for value in self.path.coords)
            counts = {"Z": 0, "C": 6}
            parts = ((step, *islice(coords, counts.get(step, 2))) for step in self.path.steps)
            return f"{self.name}#{' '.join(word for part in parts for word in part)}"
        return self.kind if self.radius is None else f"{self.kind} r{self.radius:g}"

    def mirrored(self) -> CardShape:
        """Return the shape as it is seen from behind."""
        path = self.path.transformed(Matrix(-1, 0, 0, 1, OUTLINE_BOX, 0))
        return CardShape(self.kind, self.radius, self.name, path)


@lru_cache(maxsize=64)
def card_shape(text: str) -> CardShape:
    """Return the parts of a shape as it is written in pieces: `rounded`, `rounded r5`, or the name
    of a file with the path of its outline, `heart.svg#M 0 0 …`.

    >>> card_shape("rounded r5").radius
    5.0
    >>> str(card_shape("leaf.svg#M 0 0 L 1000 0 L 0 900 Z"))
    'leaf.svg#M 0 0 L 1000 0 L 0 900 Z'
    """
    name, mark, path = text.partition("#")
    if mark:
        words = path.split()
        steps = "".join(word for word in words if word.isalpha())
        return CardShape(
            OUTLINE, None, name, PathData(steps, tuple(float(w) for w in words if not w.isalpha()))
        )
    kind, _, radius = text.partition(" r")
    return CardShape(kind, float(radius) if radius else None)


def shape_kind(shape: str) -> str:
    """Return the kind of a shape: one of CARD_SHAPES, RECTANGLE, or OUTLINE."""
    return card_shape(shape).kind


def mirrored_shape(shape: str) -> str:
    """Return the shape of the back of a card, which is the front seen from behind."""
    return str(card_shape(shape).mirrored()) if "#" in shape else shape


def corner_radius(shape: str) -> float:
    """Return the radius (mm) of the corners of a rectangular card."""
    own = card_shape(shape)
    usual = CORNER_RADIUS if own.kind == ROUNDED else 0.0
    return usual if own.radius is None else own.radius


def turned_shape(shape: str) -> str:
    """Return a shape turned upside down."""
    own = card_shape(shape)
    if own.kind != OUTLINE:
        return shape
    turn = Matrix(-1, 0, 0, -1, OUTLINE_BOX, _points_box(own.path).bottom)
    return str(CardShape(own.kind, None, own.name, own.path.transformed(turn)))


def with_radius(shape: str, radius: float) -> str:
    """Return a shape with another corner radius; the default radius is left out of its text."""
    own = card_shape(shape)
    usual = {ROUNDED: CORNER_RADIUS, ELONGATED: _END_RADIUS}.get(own.kind, 0.0)
    return str(CardShape(own.kind, None if radius == usual else radius))


def shape_aspect(shape: str) -> float | None:
    """Return the ratio of height to width of a shape, or None if the card determines it."""
    kind = shape_kind(shape)
    if kind == OUTLINE:
        return _points_box(card_shape(shape).path).h / OUTLINE_BOX
    return 1.0 if kind == CIRCLE else None


def corner_cut(trim: Rect, shape: str, inset: float = 0.0) -> tuple[float, float]:
    """Return the lengths (mm) of a cut corner along the head and along the side, for an outline
    moved inward by `inset`; 0 and 0 for square and round corners.
    """
    kind = shape_kind(shape)
    if kind == OCTAGON:
        along = down = min(max(_CUT * min(trim.w, trim.h) / _POKER, _MIN_CUT), _MAX_CUT)
    elif kind == HEXAGON:
        along, down = trim.w / 2, _RISE * trim.w
    elif kind == ELONGATED:
        along, down = (1 - _FLAT) / 2 * trim.w, trim.h / 2
    else:
        return 0.0, 0.0
    share = 1 - inset * (along + down - math.hypot(along, down)) / (along * down)
    return along * share, down * share


def depth_below_head(trim: Rect, shape: str, inset: float, x: float) -> float:
    """Return the distance (mm) at `x` from the upper edge of a rectangle to the outline inside it.

    Both are moved inward by `inset`.
    """
    if shape_kind(shape) in (CIRCLE, OUTLINE):
        ring = polylines(card_outline(trim, shape, inset), 0.05)[0]
        ys = [
            y0 + (y1 - y0) * (x - x0) / (x1 - x0)
            for (x0, y0), (x1, y1) in pairwise(ring)
            if x0 != x1 and min(x0, x1) <= x <= max(x0, x1)
        ]
        return min(ys, default=trim.centre[1]) - trim.y - inset
    along, down = corner_cut(trim, shape, inset)
    aside = min(x - trim.x, trim.right - x) - inset
    return down * max(0.0, 1 - aside / along) if along else 0.0


def card_outline(trim: Rect, shape: str, inset: float = 0.0) -> PathData:
    """Return the outline of a card, moved inward by `inset` (outward if negative)."""
    own = card_shape(shape)
    box = trim.inset(inset)
    if own.kind in (RECTANGLE, ROUNDED):
        radius = corner_radius(shape)
        return PathBuilder().rounded(box, max(0.0, radius - inset) if radius else 0.0).done()
    if own.kind == CIRCLE:
        return PathBuilder().ellipse(*box.centre, box.w / 2, box.h / 2).done()
    if own.kind == OUTLINE:
        (cx, cy), centred = trim.centre, _outline_about(trim.w, trim.h, shape, inset)
        return centred.transformed(Matrix(1, 0, 0, 1, cx, cy))
    points = shape_corners(trim, shape, inset)
    if own.radius is None and own.kind != ELONGATED:
        return PathBuilder().polygon(points).done()
    return _rounded_polygon(points, _corner_radii(own, len(points), inset))


def shape_corners(trim: Rect, shape: str, inset: float = 0.0) -> list[Point]:
    """Return the corners of a shape, clockwise from the left of its head; for a round corner, the
    point where its edges would meet.
    """
    if shape_kind(shape) not in STRAIGHT_CUT:
        box = trim.inset(inset)
        return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    head = head_points(trim, shape, inset)
    (cx, cy) = trim.centre
    foot = [(2 * cx - x, 2 * cy - y) for x, y in head]
    if shape_kind(shape) == ELONGATED:  # each point at a side belongs to head and foot
        return [*head[:-1], *foot[:-1]]
    return [*head, *foot]


def head_points(trim: Rect, shape: str, inset: float = 0.0) -> list[Point]:
    """Return the corners at the head of a shape with straight cuts, from left to right."""
    box = trim.inset(inset)
    along, down = corner_cut(trim, shape, inset)
    if shape_kind(shape) == ELONGATED:  # the cuts meet at the sides
        aside, middle = along * (1 - box.h / 2 / down), box.centre[1]
        ends = [(box.x + along, box.y), (box.right - along, box.y)]
        return [(box.x + aside, middle), *ends, (box.right - aside, middle)]
    left, right = (box.x, box.y + down), (box.right, box.y + down)
    if 2 * along > box.w - 1e-6:  # the cuts meet
        return [left, (box.centre[0], box.y + down * (1 - box.w / 2 / along)), right]
    return [left, (box.x + along, box.y), (box.right - along, box.y), right]


def _corner_radii(own: CardShape, count: int, inset: float) -> list[float]:
    """Return the radius of each corner of `shape_corners`, for an outline moved inward."""
    if own.kind == ELONGATED:
        end = _END_RADIUS if own.radius is None else own.radius
        point = _POINT_RADIUS if own.radius is None else own.radius / 2
        radii = [point, end, end] * 2
    else:
        radii = [own.radius or 0.0] * count
    return [max(0.0, radius - inset) if radius else 0.0 for radius in radii]


def _rounded_polygon(points: Sequence[Point], radii: Sequence[float]) -> PathData:
    """Return a convex polygon with round corners, each as large as its radius and edges allow."""
    builder, count = PathBuilder(), len(points)
    for i, ((x, y), radius) in enumerate(zip(points, radii, strict=True)):
        before, after = points[i - 1], points[(i + 1) % count]
        (ux, uy), (vx, vy) = (_direction((x, y), other) for other in (before, after))
        half = math.acos(max(-1.0, min(1.0, ux * vx + uy * vy))) / 2
        shortest = min(math.dist((x, y), before), math.dist((x, y), after))
        reach = min(radius / math.tan(half), shortest / 2)
        add = builder.line if i else builder.move
        add(x + reach * ux, y + reach * uy)
        if reach > 1e-9:
            turn = math.pi - 2 * half
            near = reach - 4 / 3 * math.tan(turn / 4) * reach * math.tan(half)
            ends = (x + near * ux, y + near * uy, x + near * vx, y + near * vy)
            builder.curve(*ends, x + reach * vx, y + reach * vy)
    return builder.close().done()


def _direction(start: Point, end: Point) -> Point:
    """Return the unit vector from one point to another."""
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


# --- outlines of files ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _outline_about(width: float, height: float, shape: str, inset: float) -> PathData:
    """Return the outline of a file about the origin, moved inward by `inset`."""
    path = card_shape(shape).path
    box = _points_box(path)
    scale = Matrix(width / box.w, 0, 0, height / box.h, 0, 0)
    (cx, cy) = box.centre
    centred = path.transformed(Matrix(1, 0, 0, 1, -cx, -cy)).transformed(scale)
    if not inset:
        return centred
    ring = moved_ring(polylines(centred, 0.03)[0][:-1], inset)
    return PathBuilder().polygon(ring).done() if len(ring) > 2 else EMPTY


def _points_box(path: PathData) -> Rect:
    """Return the rectangle around a path, its curves as chords."""
    points = [point for part in flatten(path, 32) for point in part]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def moved_ring(ring: Sequence[Point], inset: float) -> list[Point]:
    """Return a closed polyline moved inward by `inset` (outward if negative).

    The result is empty if no area is left.
    """
    points = _stepped(ring)
    area = math.fsum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*points, points[0]]))
    by = inset if area > 0 else -inset
    edges = [*pairwise([*points, points[0]])]
    result: list[Point] = []
    for i, (start, end) in enumerate(edges):
        (dx, dy), (ux, uy) = (_direction(*edges[k]) for k in (i - 1, i))
        turn = math.atan2(dx * uy - dy * ux, dx * ux + dy * uy)
        count = max(1, math.ceil(abs(turn) / _FAN))
        for k in range(count + 1):  # around a corner, then along the edge
            cos, sin = math.cos(turn * k / count), math.sin(turn * k / count)
            x, y = start[0] - by * (dx * sin + dy * cos), start[1] + by * (dx * cos - dy * sin)
            if _is_apart((x, y), edges, i, abs(inset) - 1e-3):
                result.append((x, y))
        x, y = end[0] - by * uy, end[1] + by * ux
        if _is_apart((x, y), edges, i, abs(inset) - 1e-3):
            result.append((x, y))
    return result


def _stepped(ring: Sequence[Point]) -> list[Point]:
    """Return a closed polyline with points at most _STEP mm apart, and none twice."""
    result: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]]):
        count = math.ceil(math.dist((x0, y0), (x1, y1)) / _STEP - 1e-9)
        result += [(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count) for k in range(count)]
    return result


def _is_apart(point: Point, edges: Sequence[tuple[Point, Point]], own: int, least: float) -> bool:
    """Return True if a point is at least `least` mm away from all edges of a ring except its own
    edge.
    """
    (x, y), reach, squared = point, least + _STEP, least * least
    for i, ((x0, y0), (x1, y1)) in enumerate(edges):
        if abs(x0 - x) > reach or abs(y0 - y) > reach or i == own:  # an edge is at most _STEP long
            continue
        dx, dy = x1 - x0, y1 - y0
        t = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
        if (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2 < squared:
            return False
    return True


# --- the rectangle inside a shape ----------------------------------------------------------------

# Up to this ratio of height to width a rectangle has room for two pictures, one in each half.
_TALLEST = 1.58


@lru_cache(maxsize=64)
def rectangle_inside(width: float, height: float, shape: str, margin: float) -> tuple[float, float]:
    """Return the sides (mm) of the largest rectangle about the middle of a card that is everywhere
    `margin` mm inside its outline; 0 and 0 if there is none.

    It is at most as tall as the card, or as two pictures allow.
    """
    box = Rect(-width / 2, -height / 2, width, height)
    outline = card_outline(box, shape)
    ring = _stepped(polylines(outline, 0.02)[0][:-1])
    if not encloses(outline, 0.0, 0.0):
        return 0.0, 0.0
    whole = height / width
    most = max(whole, min(1.14 * whole, _TALLEST), 1.0)
    least = min(whole, 1.0)
    best = (0.0, 0.0)
    for step in range(41):
        ratio = least * (most / least) ** (step / 40)
        low, high = 0.0, min(width, height / ratio) / 2
        for _ in range(24):
            half = (low + high) / 2
            if _is_clear(ring, half, half * ratio, margin):
                low = half
            else:
                high = half
        if low * low * ratio > best[0] * best[1] / 4 + 1e-6:
            best = 2 * low, 2 * low * ratio
    return best


def _is_clear(ring: Sequence[Point], half_w: float, half_h: float, margin: float) -> bool:
    """Return True if no part of a ring is nearer than `margin` to a rectangle about the origin."""
    least = (margin - 1e-9) ** 2
    if any(
        max(abs(x) - half_w, 0.0) ** 2 + max(abs(y) - half_h, 0.0) ** 2 < least for x, y in ring
    ):
        return False
    edges = [*pairwise([*ring, ring[0]])]
    corners = [(x, y) for x in (-half_w, half_w) for y in (-half_h, half_h)]
    return all(_is_apart(corner, edges, -1, margin) for corner in corners)
