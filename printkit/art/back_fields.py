"""Fields of card backs that radiate from the medal or flow across the card.

A half turn leaves each unchanged: an odd function, or one half used twice. On white a field ends in
points within the outline of its area; on a printed ground it runs over the cut.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from printkit.art.back_lattices import LATTICES
from printkit.art.back_parts import BackField, BackInks, Field, twice
from printkit.art.guilloche import ring
from printkit.art.outline import Outline
from printkit.base.geometry import polar, rotation
from printkit.graphics.colour import WHITE, blend
from printkit.graphics.display_list import Group, Item, Path, Use
from printkit.graphics.path import PathBuilder

# The ratio of two plastic numbers: places that stand apart, without chance.
_R2 = (0.7548776662466927, 0.5698402909980532)


def _draw_lathe(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw waves from the medal to the outline; on white, lozenges end them."""
    near, far = Outline(0.4 * area.medal.a, 0.4 * area.medal.b), Outline(area.a, area.b, 4.6)
    if area.over:
        far = area.outline
    petals = spec["waves"] if inks.solid else spec["waves"] // 2
    middle = Outline((near.a + far.a) / 2, (near.b + far.b) / 2)
    phases = 4 if inks.solid else 2
    items: list[Item] = [
        Use(ring(near, far, petals, phases, inks.stroke())),
        Use(ring(near, middle, petals * 3 // 4, phases, inks.stroke(colour=inks.pale))),
    ]
    if area.over:
        return tuple(items)
    points, count = (PathBuilder(), PathBuilder()), spec["points"]
    for k in range(count):
        angle = math.tau * (k + 0.5) / count
        end, half = far.radius(angle), 0.9 / count
        shares = ((0.74, 0.0), (0.88, half), (1.0, 0.0), (0.88, -half))
        corners = [polar(end * share, math.degrees(angle + aside)) for share, aside in shares]
        points[k % 2].polygon(corners)
    tones = (inks.mass, inks.second)
    return (*items, *(inks.fill(one, tone) for one, tone in zip(points, tones, strict=True)))


def _draw_orbits(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw circles about two foci, which cross as a watered sky, and stars in pairs."""
    pitch, far = inks.pitch(spec["pitch"], area.unit), math.hypot(area.a, 1.7 * area.b)
    circles, stars, focus = PathBuilder(), PathBuilder(), 0.8 * area.b
    for k in range(2, math.ceil(far / pitch)):
        circles.circle(0, -focus, k * pitch)
    for k in range(spec["stars"]):
        x, y = (
            (2 * ((k + 0.5) * step % 1) - 1) * s
            for step, s in zip(_R2, (area.a, area.b), strict=True)
        )
        size = (0.55, 0.8, 1.25)[k % 3] * area.unit
        if y < 0 and area.outline.radius(math.atan2(y, x)) > math.hypot(x, y) + 2 * size:
            corners = (polar(size if i % 2 == 0 else 0.3 * size, 45 * i) for i in range(8))
            stars.polygon((x + u, y + v) for u, v in corners)
    sky = Group(twice([inks.lines(circles, 0.16, inks.pale)]), clip=area.outline.path())
    return (sky, *twice([inks.fill(stars, inks.main)]))


def _draw_waves(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw ribbons whose swing beats from the head to the foot, with lines between them."""
    length, beat = spec["length"] * area.unit, spec["beat"] * area.unit
    pitch = inks.pitch(spec["pitch"], area.unit)
    count = math.ceil(area.outline.b / pitch)
    swing = 1.9 * area.unit

    def wave(level: float, x: float) -> float:
        beating = math.cos(math.pi * level / beat)
        return level + swing * math.sin(math.tau * x / length) * beating

    thin, heavy = PathBuilder(), PathBuilder()
    for line in range(-count, count + 1):
        level = line * pitch
        inside = 1 - (abs(level) / area.outline.b) ** area.outline.power
        if inside <= 0 or (not area.over and abs(level) > area.b - swing):
            continue
        end = area.outline.a * inside ** (1 / area.outline.power)
        if not area.over:  # ends of unequal length, so that no edge is drawn
            end -= (0.0, 2.4, 1.2, 2.4)[line % 4] * area.unit
        steps = 4 * math.ceil(2 * end / length)
        xs = [end * (2 * k / steps - 1) for k in range(steps + 1)]
        if line % 4:
            thin.smooth([(x, wave(level, x)) for x in xs])
            continue
        half = 0.42 * pitch
        upper = [(x, wave(level, x) - half * _taper(x, end)) for x in xs]
        lower = [(x, wave(level, x) + half * _taper(x, end)) for x in reversed(xs)]
        heavy.smooth([*upper, *lower[1:-1]], closed=True)
    return inks.lines(thin, 0.16, inks.pale), inks.fill(heavy, inks.mass)


def _taper(x: float, end: float) -> float:
    """Return 1 in the middle of a ribbon, 0 at its ends."""
    return 1 - (abs(x) / end) ** 8


def _draw_sunbeams(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw beams and flames by turns from the middle to the outline."""
    count = spec["count"]
    beams, flames, veins = PathBuilder(), PathBuilder(), PathBuilder()
    start = 0.5 * area.medal.a
    for k in range(count):
        angle = math.tau * k / count
        turn, end = rotation(math.degrees(angle)), area.outline.radius(angle)
        half = math.tau * start / count
        if k % 2 == 0:
            edge = ((start, 0.5 * half), (0.74 * end, half))
            corners = (*((x, -y) for x, y in edge), (end, 0.0), *reversed(edge))
            beams.polygon(turn.apply(*corner) for corner in corners)
            veins.polyline([turn.apply(start, 0), turn.apply(end, 0)])
            continue
        length, sides = 0.96 * end - start, []
        for side in (1, -1):
            points = []
            for step in range(9):
                share = step / 8
                sway = 0.16 * half * math.sin(2 * math.tau * share) * (1 + 3 * share)
                breadth = side * half * 0.6 * (1 - share**4)
                points.append(turn.apply(start + length * share, sway + breadth))
            sides.append(points)
        flames.smooth([*sides[0], *reversed(sides[1][:-1])], closed=True)
    items = [inks.fill(beams, inks.tint), inks.fill(flames, inks.mass)]
    return (*items, inks.lines(veins, 0.2)) if inks.solid else tuple(items)


def _draw_gyrons(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a shield's gyronny: wedges of two tones with chevrons between, a lance head in each."""
    count = spec["count"]
    full, half_full, chevrons, edges, lances = (PathBuilder() for _ in range(5))
    pitch = inks.pitch(spec["pitch"], area.unit)
    for k in range(count):
        middle, half = math.tau * k / count, math.pi / count - 0.012
        angles = [middle + half * (i / 4 - 1) for i in range(9)]
        # On white each wedge ends in a point of its own.
        shares = [1.0 if area.over else 1 - 0.09 * abs(i / 4 - 1) ** 1.2 for i in range(9)]
        rim = [
            polar(area.outline.radius(angle) * share, math.degrees(angle))
            for angle, share in zip(angles, shares, strict=True)
        ]
        (edges, full, edges, half_full)[k % 4].polygon([(0, 0), *rim])
        turn, end = rotation(math.degrees(middle)), area.outline.radius(middle)
        inner = Outline(area.a - 3, area.b - 3, 5.0) if area.over else area.outline
        reach = min(0.9 * inner.radius(middle), 0.88 * area.b)
        if reach > area.medal.radius(middle) + 5 * area.unit:
            head = [(-8, 0.0), (-3.8, 1.7), (0, 0), (-3.8, -1.7)]
            lances.polygon(turn.apply(reach + u * area.unit, v * area.unit) for u, v in head)
        if k % 2:
            continue
        rise = math.tan(half)
        r = 0.6 * area.medal.a
        while r < end * (1.0 if area.over else 0.86):
            side, tip = r * 0.94, r
            corners = ((side, -side * rise * 0.86), (tip, 0), (side, side * rise * 0.86))
            chevrons.polyline(turn.apply(*corner) for corner in corners)
            r += pitch
    items: list[Item] = [inks.fill(full, inks.mass), inks.fill(half_full, inks.tint)]
    items += [inks.lines(chevrons, 0.45, inks.line), inks.lines(edges, 0.3)]
    return (*items, inks.fill(lances, inks.second))


def _draw_shards(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw shards of two tones in three rings, each with its opposite."""
    count, start = spec["count"], 0.42 * area.medal.a
    lit = blend(inks.main, WHITE, 0.42) if inks.on_white else inks.main
    dark = inks.mass if inks.on_white else blend(inks.main, inks.ground, 0.52)
    half: list[Item] = []
    rings = (
        (0.0, 0.58, 1.25, lit),
        (0.2, 0.84, 1.95, blend(lit, dark, 0.7)),
        (0.46, 1.0, 2.7, lit),
    )
    for place, (near, far, breadth, light) in enumerate(rings):
        whole, lighter = PathBuilder(), PathBuilder()
        for k in range(count):
            angle = math.tau * (k + place % 2 / 2) / count
            end = area.outline.radius(angle)
            inner, outer = (start + (end - start) * share for share in (near, far))
            middle = inner + 0.44 * (outer - inner)
            half_width = breadth * area.unit * (0.5 + 0.5 * end / area.b)
            turn = rotation(math.degrees(angle))
            corners = [turn.apply(inner, 0), turn.apply(middle, half_width), turn.apply(outer, 0)]
            whole.polygon([*corners, turn.apply(middle, -half_width)])
            lighter.polygon(corners)
        edge = inks.stroke(0.28, inks.ground)
        if not inks.solid:
            half.append(inks.fill(whole, dark))
            continue
        half += [Path(whole.done(), fill=dark, stroke=edge), Path(lighter.done(), fill=light)]
    return tuple(half)


def _draw_dunes(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw ridges of sand with one side in shade, the nearest in the middle."""
    wave, small = spec["length"] * area.unit, 0.41 * spec["length"] * area.unit
    far = area.outline.a + 1
    count, unit = spec["count"], area.unit
    xs = [far * (k / 14 - 1) for k in range(29)]
    top = -area.outline.b + 3.2 * unit
    step = (-2.0 * unit - top) / (count - 1)
    half: list[Item] = []

    def crest(k: int) -> Callable[[float], float]:
        return lambda x: (
            top
            + k * step
            + 3.2 * unit * math.sin(math.tau * x / wave + 1.9 * k)
            + 1.1 * unit * math.sin(math.tau * x / small + 2.7 * k)
        )

    for k in range(count):
        level = crest(k)
        ridge = [(x, level(x)) for x in xs]
        shade = [
            (x - 0.05 * wave * _lee(x, wave, k), y + 5.8 * unit * _lee(x, wave, k))
            for x, y in ridge
        ]
        whole = PathBuilder().smooth(ridge).line(far, 14 * unit).line(-far, 14 * unit).close()
        half.append(Path(whole.done(), fill=inks.ground))
        shaded = PathBuilder().smooth([*ridge, *reversed(shade)], closed=True)
        tone = inks.mass if k % 2 == 0 else blend(inks.mass, inks.ground, 0.55)
        half.append(inks.fill(shaded, tone))
        lines = PathBuilder()
        for line in range(1, 5 if inks.solid else 2):
            lines.smooth([(x, y + line * 1.6 * unit) for x, y in shade])
        half += [
            inks.lines(lines, 0.15, inks.pale),
            inks.lines(PathBuilder().smooth(ridge), 0.45, inks.mass),
        ]
    middle = [(x, 2.2 * unit * math.sin(math.tau * x / wave)) for x in xs]
    clip = PathBuilder().smooth(middle).line(far, -99).line(-far, -99).close().done()
    field = twice([Group(tuple(half), clip=clip)])
    if area.over:
        return field
    # The ends of the dunes are long points.
    angles = [math.tau * k / 160 for k in range(160)]
    rim = [
        polar(area.outline.radius(t) * (1 - 0.03 * (1 + math.cos(40 * t))), math.degrees(t))
        for t in angles
    ]
    return (Group(field, clip=PathBuilder().smooth(rim, closed=True).done()),)


def _lee(x: float, wave: float, k: int) -> float:
    """Return how deep the shade below a ridge is, as a share."""
    return max(0.0, math.sin(math.tau * x / wave + 1.9 * k + 0.9))


FIELDS: dict[str, Field] = {
    "lathe": _draw_lathe,
    "orbits": _draw_orbits,
    "waves": _draw_waves,
    "sunbeams": _draw_sunbeams,
    "gyrons": _draw_gyrons,
    "shards": _draw_shards,
    "dunes": _draw_dunes,
    **LATTICES,
}
