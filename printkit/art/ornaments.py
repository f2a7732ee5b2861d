"""Frames, guilloche, and outlines around the origin.

A frame looks the same after a half turn, and is well inside the card: an outline near the edge
would show every misregistration. `scale` is the scale of the card relative to poker size.

Each half wave, from crest to trough, is one cubic. A part that repeats under a rotation or a
reflection is one symbol. Drawings are centred on the origin.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printkit.art.theme import line_weight
from printkit.base.design import frame_rows
from printkit.base.geometry import Rect, rotation, scaling
from printkit.base.record_faults import load_rows
from printkit.base.records import Part
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, Point, flatten

# --- frames --------------------------------------------------------------------------------------

# Below this weight of lines a frame is one line, not two.
_DOUBLE = 0.5
# The least radius of an arc of an ornament (mm).
_MIN_ARC = 0.4
# Control length of a cubic for a quarter circle; the control points of a bracket.
_KAPPA = 0.5523
_INNER = 0.3 + 0.7 * _KAPPA


# The steps from the start of a corner to its end, in the square of the corner: the tip is (0, 0),
# the start (1, 0), the end (0, 1), the far point inside the field (1, 1).
_CORNERS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "chamfer": (((0, 1),),),
    "arc": (((1, _KAPPA), (_KAPPA, 1), (0, 1)),),
    "wave": (((1 - _KAPPA, 0), (0, 1 - _KAPPA), (0, 1)),),
    "spike": (((0.62, 0.62),), ((0, 1),)),
    "notch": (((0.72, 0.3),), ((0.3, 0.72),), ((0, 1),)),
    "step": (((1, 0.5),), ((0.5, 0.5),), ((0.5, 1),), ((0, 1),)),
    "bracket": (((1, 0.3),), ((1, _INNER), (_INNER, 1), (0.3, 1)), ((0, 1),)),
}


def frame_outline(corner: str, field: Rect, depth: float) -> PathData:
    """Return the outline of a field whose corners are cut to `depth` in a style of `_CORNERS`."""
    builder = PathBuilder()
    corners: tuple[tuple[Point, Point, Point], ...] = (
        ((field.x, field.y), (0, 1), (1, 0)),
        ((field.right, field.y), (-1, 0), (0, 1)),
        ((field.right, field.bottom), (0, -1), (-1, 0)),
        ((field.x, field.bottom), (1, 0), (0, -1)),
    )
    for (x, y), (ax, ay), (bx, by) in corners:
        for step in (((1, 0),), *_CORNERS[corner]):
            points = [
                (x + (ax * u + bx * v) * depth, y + (ay * u + by * v) * depth) for u, v in step
            ]
            if len(points) > 1:
                builder.curve(*points[0], *points[1], *points[2])
            elif builder.size:
                builder.line(*points[0])
            else:
                builder.move(*points[0])
    return builder.close().done()


def draw_frame(
    name: str, field: Rect, main: Colour, outside: Colour, weight: float, scale: float
) -> list[Item]:
    """Draw the frame with this key in frames.toml, its lines in `main`, its ornaments in `outside`.

    `weight` multiplies the line weights of the default theme.
    """
    spec = frame_rows()[name]
    reach = spec.reach * scale
    line, fine = line_weight(LINE, weight), line_weight(FINE, weight)
    items: list[Item] = [Path(frame_outline(spec.corner, field, reach), stroke=Stroke(main, line))]
    if weight >= _DOUBLE:
        inner = frame_outline(spec.corner, field.inset(1.0 * scale), reach)
        items.append(Path(inner, stroke=Stroke(main, fine)))
    ornaments = PathBuilder()
    for x, dx in ((field.x, 1), (field.right, -1)):
        for y, dy in ((field.y, 1), (field.bottom, -1)):
            _draw_ornament(ornaments, spec.ornament, _Corner(x, y, dx, dy, reach, scale))
    items.append(Path(ornaments.done(), stroke=Stroke(outside, fine, round=True)))
    if spec.ticks:
        ticked = field.inset(1.0 * scale)
        items.append(_draw_ticks(ticked, spec.ticks, Stroke(main, fine), scale))
    return items


@lru_cache(maxsize=256)
def draw_divider(field: Rect, main: Colour, accent: Colour, weight: float, scale: float) -> Use:
    """Draw the orbit that separates the two halves of a face: a line with a ring and a body on
    it.
    """
    cx, cy = field.centre
    ring, gap = 2.3 * scale, 1.0 * scale
    builder = PathBuilder()
    for side in (-1, 1):
        edge = field.x if side < 0 else field.right
        builder.move(edge - side * gap, cy).line(cx + side * (ring + 0.6 * scale), cy)
        for step in range(1, 5):
            x = cx + side * (ring + 2.2 * scale * step)
            builder.move(x, cy - 0.45 * scale).line(x, cy + 0.45 * scale)
    builder.circle(cx, cy, ring)
    items = (
        Path(builder.done(), stroke=Stroke(main, line_weight(FINE, weight))),
        Path(PathBuilder().circle(cx, cy, 1.3 * scale).done(), fill=main),
        Path(PathBuilder().circle(cx, cy, 0.55 * scale).done(), fill=accent),
    )
    box = Rect(field.x, cy - ring - 1, field.w, 2 * ring + 2)
    return Use(Symbol(f"divider-{main.name}", items, box))


class _Corner(NamedTuple):
    """A corner of a field at (x, y); `dx` and `dy` are 1 or −1 and point into the field."""

    x: float
    y: float
    dx: int
    dy: int
    reach: float
    scale: float

    def length(self, share: float, own: float) -> float:
        """Return a length: a share of the reach, plus `own` mm on a poker card."""
        return share * self.reach + own * self.scale

    def point(self, across: float, down: float, x: float, y: float) -> Point:
        """Return the place of a point given in ornaments.toml (see `OrnamentShape`)."""
        return self.x + self.dx * self.length(across, x), self.y + self.dy * self.length(down, y)


_OrnamentPoint = tuple[float, float, float, float]


class OrnamentShape(Part):
    """A shape of an ornament.

    A point has four numbers: its distances from the corner, across and down, as shares of the reach
    of the corner; then distances in mm on a poker card, which are added.
    """

    polygon: tuple[_OrnamentPoint, ...] = ()
    """the corners of an area"""
    line: tuple[_OrnamentPoint, ...] = ()
    """the points of a line"""
    circle: tuple[_OrnamentPoint, ...] = ()
    """the centre of a circle"""
    arc: tuple[_OrnamentPoint, ...] = ()
    """the centre of a quarter of a circle"""
    radius: tuple[float, float] = (0, 0)
    """the radius as a share of the reach, and in mm on a poker card"""
    start: float = 0
    """where the quarter begins, in degrees"""


class OrnamentRow(Part):
    """A row of templates/ornaments.toml: the drawing in the corners of a frame."""

    shapes: tuple[OrnamentShape, ...]
    """its shapes"""


def _draw_ornament(builder: PathBuilder, name: str, corner: _Corner) -> None:
    """Add the ornament with this key in ornaments.toml to a corner."""
    turn = {(1, 1): 0, (-1, 1): 90, (-1, -1): 180, (1, -1): 270}[corner.dx, corner.dy]
    for shape in load_rows("ornaments.toml", OrnamentRow)[name].shapes:
        radius = corner.length(*shape.radius)
        if shape.polygon:
            builder.polygon([corner.point(*point) for point in shape.polygon])
        if shape.line:
            builder.polyline([corner.point(*point) for point in shape.line])
        for centre in shape.circle:
            builder.circle(*corner.point(*centre), radius)
        for centre in shape.arc:
            if radius > _MIN_ARC:
                start = (shape.start + turn) % 360
                builder.arc(*corner.point(*centre), radius, start, start + 90)


def _draw_ticks(field: Rect, count: int, line: Stroke, scale: float) -> Item:
    """Draw a graduated scale along both sides, every fourth tick longer."""
    pitch = field.h / 2 / count
    builder = PathBuilder()
    for side, x in ((1, field.x), (-1, field.right)):
        for step in range(-count // 2, count // 2 + 1):
            y = field.centre[1] + step * pitch
            length = (1.5 if step % 4 == 0 else 0.8) * scale
            builder.move(x, y).line(x + side * length, y)
    return Path(builder.done(), stroke=line)


# --- outline -------------------------------------------------------------------------------------

# The chords of a curve of a drawn outline; the least turn at a corner (radians).
_CHORDS, _TURN = 12, 0.3
# The points of a quarter of a superellipse.
_QUARTER = 12


class Outline(msgspec.Struct, frozen=True):
    """An oval of half axes `a` and `b` (mm), a superellipse of a `power` above 2, or a drawn
    shape.

    The `data` of a drawn shape is star-shaped about the origin and looks the same after a half
    turn; `a` and `b` are the half axes of its box, and `key` identifies it in the keys of symbols.
    """

    a: float
    b: float
    power: float = 2.0
    data: PathData | None = None
    key: str = ""

    @classmethod
    def of(cls, data: PathData, key: str) -> Outline:
        """Return the outline of a drawn shape: the first part of its path."""
        box = data.box()
        return cls(box.w / 2, box.h / 2, 2.0, data, key)

    @classmethod
    def circle(cls, r: float) -> Outline:
        """Return a circle of radius `r`."""
        return cls(r, r)

    @property
    def name(self) -> str:
        """The part of a symbol's key that identifies this outline."""
        return f"{self.key}{self.a:.2f}-{self.b:.2f}-{self.power:g}"

    @property
    def is_round(self) -> bool:
        """True if it is a circle, unchanged by any rotation."""
        return self.a == self.b and self.power == 2.0 and self.data is None

    @property
    def box(self) -> Rect:
        """The rectangle around it."""
        return Rect(-self.a, -self.b, 2 * self.a, 2 * self.b)

    def radius(self, angle: float) -> float:
        """Return the distance from the origin (mm) in the direction of an angle (radians)."""
        if self.data is None:
            c, s = abs(math.cos(angle)) / self.a, abs(math.sin(angle)) / self.b
            if self.power == 2.0:
                return 1 / math.hypot(c, s)
            return float((c**self.power + s**self.power) ** (-1 / self.power))
        angles, edges, _ = _edges(self.data)
        (x0, y0), (x1, y1) = edges[bisect_right(angles, angle % math.tau) - 1]
        c, s = math.cos(angle), math.sin(angle)
        return (x0 * y1 - x1 * y0) / (c * (y1 - y0) - s * (x1 - x0))

    def point(self, angle: float) -> Point:
        """Return the point in the direction of an angle (radians)."""
        r = self.radius(angle)
        return r * math.cos(angle), r * math.sin(angle)

    def path(self, scale: float = 1.0) -> PathData:
        """Return the outline, larger or smaller by a factor."""
        if self.data is not None:
            return self.data.transformed(scaling(scale))
        if self.power == 2.0:
            return PathBuilder().ellipse(0, 0, self.a * scale, self.b * scale).done()
        whole = self.scaled(scale)
        count = 4 * _QUARTER
        points = [whole.point(math.tau * k / count) for k in range(count)]
        return PathBuilder().smooth(points, closed=True).done()

    def scaled(self, scale: float) -> Outline:
        """Return the outline, larger or smaller by a factor."""
        data = self.data and self.data.transformed(scaling(scale))
        return replace(self, a=self.a * scale, b=self.b * scale, data=data)

    @property
    def corners(self) -> tuple[float, ...]:
        """The angles (radians, from 0) at which a drawn shape turns sharply."""
        return _edges(self.data)[2] if self.data is not None else ()


@lru_cache(maxsize=256)
def _edges(data: PathData) -> tuple[list[float], list[tuple[Point, Point]], tuple[float, ...]]:
    """Return the angles at which the edges of a shape begin, these edges, and the angles of its
    corners (radians).
    """
    first = flatten(data, _CHORDS)[0]
    ring = [one for one, other in pairwise([*first, first[0]]) if math.dist(one, other) > 1e-6]
    if math.fsum(x * v - u * y for (x, y), (u, v) in pairwise([*ring, ring[0]])) < 0:
        ring.reverse()
    start = min(range(len(ring)), key=lambda i: _angle(ring[i]))
    ring = ring[start:] + ring[:start]
    corners = []
    for before, here, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False):
        turn = _heading(here, after) - _heading(before, here)
        if abs(math.remainder(turn, math.tau)) > _TURN:
            corners.append(_angle(here))
    return [_angle(p) for p in ring], list(pairwise([*ring, ring[0]])), tuple(corners)


def _angle(point: Point) -> float:
    return math.atan2(point[1], point[0]) % math.tau


def _heading(start: Point, end: Point) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])


# --- guilloche -----------------------------------------------------------------------------------

Curve = Callable[[float], Point]
# The handle of a cubic as a share of a half wave that it follows.
_HANDLE = 0.364
_TAU = 2 * math.pi
_WEDGES = 96
_TINTS = 24
# The line widths of the engraving of a gold ring and of its rims (mm); its air within the rims.
_ENGRAVED, _RIM, _RIM_AIR = 0.09, 0.24, 0.06


class Gold(msgspec.Struct, frozen=True):
    """Gold without foil: `tints` from shadow to light and back, once in a `period` of degrees.

    With a period of 180 a half turn changes nothing. Lines engraved in it are blended with its
    `ground`.
    """

    tints: tuple[Colour, ...]
    ground: Colour
    period: float = 360.0

    @property
    def key(self) -> str:
        """The part of a symbol's key that identifies this gold."""
        return f"{self.ground.name}-{self.period:g}"


def trace(
    builder: PathBuilder, curve: Curve, ends: Sequence[float], corners: Sequence[float] = ()
) -> PathBuilder:
    """Add a line through the points of a curve at increasing parameters, smooth except at
    corners.
    """
    step = 1e-4

    def slope(place: float, side: int) -> Point:
        if place in corners:
            place += side * 2 * step
        (x0, y0), (x1, y1) = curve(place - step), curve(place + step)
        return (x1 - x0) / (2 * step), (y1 - y0) / (2 * step)

    (x, y), (dx, dy) = curve(ends[0]), slope(ends[0], 1)
    builder.move(x, y)
    for start, end in pairwise(ends):
        (far_x, far_y), (far_dx, far_dy) = curve(end), slope(end, -1)
        reach = (end - start) * _HANDLE
        near = (x + dx * reach, y + dy * reach)
        builder.curve(*near, far_x - far_dx * reach, far_y - far_dy * reach, far_x, far_y)
        x, y = far_x, far_y
        dx, dy = slope(end, 1) if end in corners else (far_dx, far_dy)
    return builder


@lru_cache(maxsize=1024)
def ring(near: Outline, far: Outline, petals: int, phases: int, ink: Stroke | Gold) -> Symbol:
    """Draw waves between two outlines: one sector, quarter or half of them, used all round.

    If `ink` is gold, they are engraved in a band of flat wedges with a lit and a dark rim.
    """
    name = f"{near.name}-{far.name}-{petals}-{phases}"
    if isinstance(ink, Gold):
        items: list[Item] = [*gild(near, far, ink)]
        engraved = Stroke(blend(ink.ground, ink.tints[0], 0.5), _ENGRAVED)
        low, high = (_inset(near, far, air) for air in (_RIM_AIR, 1 - _RIM_AIR))
        items.append(Use(ring(low, high, petals, phases, engraved)))
        for edge, tint in ((near, ink.tints[0]), (far, ink.tints[-1])):
            items.append(Path(edge.path(), stroke=Stroke(tint, _RIM)))
        return Symbol(f"gold-{name}-{ink.key}", tuple(items), far.box.inset(-1))
    # The angle of the repeated part (radians), and the places of its copies.
    span, places = math.pi, [rotation(0), rotation(180)]
    if near.is_round and far.is_round:
        sectors = next(count for count in (12, 10, 9, 8, 6, 5, 4, 2, 1) if petals % count == 0)
        span, places = _TAU / sectors, [rotation(360 * k / sectors) for k in range(sectors)]
    elif near.data is None and far.data is None:
        span, places = math.pi / 2, [scaling(x, y) for x in (1, -1) for y in (1, -1)]
    half = math.pi / petals
    stretched, is_round = far.a != far.b, near.is_round and far.is_round

    def wave(turn: float, shift: float) -> Point:
        # Petals of an oval are as wide at its tips as the outline is far from the middle.
        angle = math.atan2(far.b * math.sin(turn), far.a * math.cos(turn)) if stretched else turn
        r, end = near.radius(angle), far.radius(angle)
        r += (end - r) * (0.5 + 0.5 * math.cos(petals * turn + shift))
        return r * math.cos(angle), r * math.sin(angle)

    def unstretched(angle: float) -> float:
        return math.atan2(far.a * math.sin(angle), far.b * math.cos(angle)) % _TAU

    corners = sorted({round(unstretched(one), 9) for one in (*near.corners, *far.corners)})

    def ends(shift: float) -> list[float]:
        start = -shift / petals
        if is_round:
            return [start + half * k for k in range(round(span / half) + 1)]
        crests = range(math.floor(-start / half), math.ceil((span - start) / half) + 1)
        crossed = (start + half * k for k in crests)
        inside = [one for one in corners if one < span]
        free = (one for one in crossed if all(abs(one - corner) > 1e-6 for corner in inside))
        return sorted({*(min(max(one, 0.0), span) for one in free), *inside})

    name = f"ring-{name}-{ink.width:.2f}-{ink.colour.name}"
    box = far.box.inset(-ink.width)
    waves = PathBuilder()  # interlaced
    for k in range(phases):
        shift = _TAU * k / phases
        trace(waves, partial(wave, shift=shift), ends(shift), corners)
    part = Symbol(f"{name}-part", (Path(waves.done(), stroke=ink),), box)
    return Symbol(name, tuple(Use(part, place) for place in places), box)


def _inset(near: Outline, far: Outline, share: float) -> Outline:
    """Return the outline at a share of the way from one to another."""
    if near.data is None and far.data is None:
        a, b = near.a + (far.a - near.a) * share, near.b + (far.b - near.b) * share
        return Outline(a, b, far.power)
    return far.scaled((near.a + (far.a - near.a) * share) / far.a)


def gild(near: Outline, far: Outline, gold: Gold) -> tuple[Path, ...]:
    """Draw a band of gold between two outlines in flat wedges."""
    round_trip = (*gold.tints, *gold.tints[-2:0:-1])
    corners = sorted({*near.corners, *far.corners})
    parts: dict[Colour, PathBuilder] = {}
    for k in range(_WEDGES):
        turn = (360 * k / _WEDGES + 34) % gold.period / gold.period
        start, end = _TAU * k / _WEDGES, _TAU * (k + 1.04) / _WEDGES
        angles = sorted(
            [start, (start + end) / 2, end, *(one for one in corners if start < one < end)]
        )
        edge = [far.point(angle) for angle in angles]
        back = [near.point(angle) for angle in reversed(angles)]
        tint = _tint_at(round_trip, round(turn * _TINTS) / _TINTS)
        parts.setdefault(tint, PathBuilder()).polygon([*edge, *back])
    return tuple(Path(part.done(), fill=tint) for tint, part in parts.items())


def _tint_at(tints: Sequence[Colour], turn: float) -> Colour:
    """Return the mixture of tints at `turn`, a share of a full turn."""
    place = turn % 1 * len(tints)
    i = int(place)
    return blend(tints[(i + 1) % len(tints)], tints[i], place - i)


def chamfered(box: Rect, cut: float) -> PathData:
    """Return a rectangle with its corners cut off."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    points = [(x + cut, y), (right - cut, y), (right, y + cut), (right, bottom - cut)]
    points += [(right - cut, bottom), (x + cut, bottom), (x, bottom - cut), (x, y + cut)]
    return PathBuilder().polygon(points).done()
