"""Guilloche: interlaced waves in rings and ribbons, and gold made of flat wedges.

Each half wave, from crest to trough, is one cubic. A part that repeats under a rotation or a
reflection is one symbol. Drawings are centred on the origin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from printkit.art.outline import Outline
from printkit.base.geometry import Matrix, Rect, rotation, scaling
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.path import PathBuilder, PathData, Point

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

    With a period of 180 a half turn changes nothing. It is engraved towards its `ground`.
    """

    tints: tuple[Colour, ...]
    ground: Colour
    period: float = 360.0

    @property
    def key(self) -> str:
        """The part of a symbol's key that stands for this gold."""
        return f"{self.ground.name}-{self.period:g}"


def trace(
    builder: PathBuilder, curve: Curve, ends: Sequence[float], corners: Sequence[float] = ()
) -> PathBuilder:
    """Add a line through the points of a curve at increasing parameters, smooth but at corners."""
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


def _interlace(
    count: int,
    curve: Callable[[float, float], Point],
    ends: Callable[[float], Sequence[float]],
    line: Stroke,
    corners: Sequence[float] = (),
) -> tuple[Path]:
    """Draw `count` waves; `curve` has a phase beside its parameter, `ends` depend on the phase."""
    builder = PathBuilder()
    for k in range(count):
        shift = _TAU * k / count
        trace(
            builder,
            lambda place, shift=shift: curve(place, shift),  # type: ignore[misc]
            ends(shift),
            corners,
        )
    return (Path(builder.done(), stroke=line),)


@lru_cache(maxsize=1024)
def ring(near: Outline, far: Outline, petals: int, phases: int, ink: Stroke | Gold) -> Symbol:
    """Draw waves between two outlines: one sector, quarter or half of them, used all round.

    In gold they are engraved in a band of flat wedges with a lit and a dark rim.
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
    span, places = _repeats(near, far, petals)
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
    part = Symbol(f"{name}-part", _interlace(phases, wave, ends, ink, corners), box)
    return Symbol(name, tuple(Use(part, place) for place in places), box)


def _inset(near: Outline, far: Outline, share: float) -> Outline:
    """Return the outline at a share of the way from one to another."""
    if near.data is None and far.data is None:
        a, b = near.a + (far.a - near.a) * share, near.b + (far.b - near.b) * share
        return Outline(a, b, far.power)
    return far.scaled((near.a + (far.a - near.a) * share) / far.a)


def _repeats(near: Outline, far: Outline, petals: int) -> tuple[float, tuple[Matrix, ...]]:
    """Return the angle of the part of a ring that repeats (radians), and the places of the part."""
    if near.is_round and far.is_round:
        sectors = next(count for count in (12, 10, 9, 8, 6, 5, 4, 2, 1) if petals % count == 0)
        return _TAU / sectors, tuple(rotation(360 * k / sectors) for k in range(sectors))
    if near.data is None and far.data is None:
        return math.pi / 2, tuple(scaling(x, y) for x in (1, -1) for y in (1, -1))
    return math.pi, (rotation(0), rotation(180))


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


@lru_cache(maxsize=1024)
def ribbon(half_width: float, beat: float, strands: int, line: Stroke) -> Symbol:
    """Draw one beat of a banknote's ribbon, upright: strands that meet at both its ends."""
    waves, steps = 2, 16

    def wave(share: float, shift: float) -> Point:
        swing = half_width * (0.56 - 0.44 * math.cos(_TAU * share))
        return swing * math.sin(_TAU * waves * share + shift), beat * (share - 0.5)

    ends = [k / steps for k in range(steps + 1)]
    box = Rect(-half_width, -beat / 2, 2 * half_width, beat).inset(-line.width)
    name = f"ribbon-{half_width:.2f}-{beat:.2f}-{strands}-{line.colour.name}-{line.width:.2f}"
    return Symbol(name, _interlace(strands, wave, lambda _: ends, line), box)


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
