"""Guilloche: interlaced waves in rings and ribbons, and gold made of flat wedges.

Each half wave, from crest to trough, is one cubic. A part that repeats under a rotation or a
reflection is one symbol. Drawings are centred on the origin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from printkit.base.geometry import Rect, rotation, scaling
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.path import PathBuilder, PathData, Point

Curve = Callable[[float], Point]
# The handle of a cubic as a share of a half wave that it follows.
_HANDLE = 0.364
_TAU = 2 * math.pi
_WEDGES = 96
_TINTS = 24
# The line widths of the engraving of a gold ring and of its rims (mm).
_ENGRAVED, _RIM = 0.09, 0.24


def trace(builder: PathBuilder, curve: Curve, ends: Sequence[float]) -> PathBuilder:
    """Add a smooth line through the points of a curve at increasing parameters."""
    step = 1e-4

    def slope(place: float) -> Point:
        (x0, y0), (x1, y1) = curve(place - step), curve(place + step)
        return (x1 - x0) / (2 * step), (y1 - y0) / (2 * step)

    (x, y), (dx, dy) = curve(ends[0]), slope(ends[0])
    builder.move(x, y)
    for start, end in pairwise(ends):
        (far_x, far_y), (far_dx, far_dy) = curve(end), slope(end)
        reach = (end - start) * _HANDLE
        near = (x + dx * reach, y + dy * reach)
        builder.curve(*near, far_x - far_dx * reach, far_y - far_dy * reach, far_x, far_y)
        x, y, dx, dy = far_x, far_y, far_dx, far_dy
    return builder


def _interlace(
    count: int,
    curve: Callable[[float, float], Point],
    ends: Callable[[float], Sequence[float]],
    line: Stroke,
) -> tuple[Path]:
    """Draw `count` waves; `curve` has a phase beside its parameter, `ends` depend on the phase."""
    builder = PathBuilder()
    for k in range(count):
        shift = _TAU * k / count
        trace(builder, lambda place, shift=shift: curve(place, shift), ends(shift))  # type: ignore[misc]
    return (Path(builder.done(), stroke=line),)


@lru_cache(maxsize=1024)
def ring(inner: float, outer: float, petals: int, phases: int, line: Stroke) -> Symbol:
    """Draw waves between two circles: one sector, used round the ring."""
    sectors = next(count for count in (12, 10, 9, 8, 6, 5, 4, 2, 1) if petals % count == 0)
    middle, swing = (inner + outer) / 2, (outer - inner) / 2
    half = math.pi / petals

    def wave(angle: float, shift: float) -> Point:
        r = middle + swing * math.cos(petals * angle + shift)
        return r * math.cos(angle), r * math.sin(angle)

    def ends(shift: float) -> list[float]:
        return [-shift / petals + half * k for k in range(2 * petals // sectors + 1)]

    name = f"ring-{inner:.2f}-{outer:.2f}-{petals}-{phases}-{line.width:.2f}-{line.colour.name}"
    box = Rect(-outer, -outer, 2 * outer, 2 * outer).inset(-line.width)
    sector = Symbol(f"{name}-sector", _interlace(phases, wave, ends, line), box)
    return Symbol(
        name, tuple(Use(sector, rotation(360 * k / sectors)) for k in range(sectors)), box
    )


@lru_cache(maxsize=1024)
def oval(
    inner: Point, outer: Point, petals: int, phases: int, line: Stroke, power: float = 2.0
) -> Symbol:
    """Draw waves between two ovals, given by their half axes: a quarter, used four times.

    The outer one is a superellipse of a `power`: 2 is an ellipse, 7 nearly a rectangle.
    """
    (a0, b0), (a1, b1) = inner, outer
    half, quarter_turn = math.pi / petals, math.pi / 2

    def wave(angle: float, shift: float) -> Point:
        rho = 0.5 + 0.5 * math.cos(petals * angle + shift)
        c, s, p = math.cos(angle), math.sin(angle), 2 + (power - 2) * rho
        q = (abs(c) ** p + abs(s) ** p) ** (-1 / p)
        return (a0 + (a1 - a0) * rho) * q * c, (b0 + (b1 - b0) * rho) * q * s

    def ends(shift: float) -> list[float]:
        start = -shift / petals
        crests = range(math.floor(-start / half), math.ceil((quarter_turn - start) / half) + 1)
        return sorted({min(max(start + half * k, 0.0), quarter_turn) for k in crests})

    name = f"oval-{a0:.2f}-{b0:.2f}-{a1:.2f}-{b1:.2f}-{petals}-{phases}-{power:g}"
    name = f"{name}-{line.width:.2f}-{line.colour.name}"
    box = Rect(-a1, -b1, 2 * a1, 2 * b1).inset(-line.width)
    quarter = Symbol(f"{name}-quarter", _interlace(phases, wave, ends, line), box)
    uses = tuple(Use(quarter, scaling(x, y)) for x in (1, -1) for y in (1, -1))
    return Symbol(name, uses, box)


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


@lru_cache(maxsize=1024)
def gold_ring(
    inner: Point,
    outer: Point,
    petals: int,
    gold: Sequence[Colour],
    ground: Colour,
    period: float = 360.0,
) -> Symbol:
    """Draw a band of gold between two ovals: flat wedges, engraved, with a lit and a dark rim.

    The tints of `gold` go from shadow to light and back, once in a `period` of degrees; with 180 a
    half turn changes nothing.
    """
    round_trip = (*gold, *gold[-2:0:-1])
    (a0, b0), (a1, b1) = inner, outer
    parts: dict[Colour, PathBuilder] = {}
    for k in range(_WEDGES):
        turn = (360 * k / _WEDGES + 34) % period / period
        start, end = _TAU * k / _WEDGES, _TAU * (k + 1.04) / _WEDGES
        angles = (start, (start + end) / 2, end)
        edge = [(a1 * math.cos(t), b1 * math.sin(t)) for t in angles]
        back = [(a0 * math.cos(t), b0 * math.sin(t)) for t in reversed(angles)]
        tint = _tint_at(round_trip, round(turn * _TINTS) / _TINTS)
        parts.setdefault(tint, PathBuilder()).polygon([*edge, *back])
    items: list[Item] = [Path(part.done(), fill=tint) for tint, part in parts.items()]
    air_a, air_b = 0.06 * (a1 - a0), 0.06 * (b1 - b0)
    engraved = Stroke(blend(ground, gold[0], 0.5), _ENGRAVED)
    near, far = (a0 + air_a, b0 + air_b), (a1 - air_a, b1 - air_b)
    waves = ring(near[0], far[0], petals, 3, engraved) if a1 == b1 else None
    items.append(Use(waves or oval(near, far, petals, 3, engraved)))
    for (a, b), tint in ((inner, gold[0]), (outer, gold[-1])):
        items.append(Path(PathBuilder().ellipse(0, 0, a, b).done(), stroke=Stroke(tint, _RIM)))
    box = Rect(-a1, -b1, 2 * a1, 2 * b1).inset(-1)
    name = f"gold-{a0:.2f}-{a1:.2f}-{b1:.2f}-{petals}-{ground.name}-{period:g}"
    return Symbol(name, tuple(items), box)


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
