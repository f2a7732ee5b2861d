"""Coins: an orrery. Minted worlds circle a sun, and each shows the phase that the sun gives it.

The ground is one engine-turned field whose petals count the card. On odd cards the sun itself is
struck as a coin.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np

from workshop.field import bell, ease
from workshop.plate import BLEED, EPS, Plate, hatch, rings, runs, star, thin

NAMES = [f"casino/coins-{count:02}" for count in range(1, 12)] + [
    f"tarot/coins-{count:02}" for count in range(1, 11)
]

SIZES = {"casino": (63.5, 88.9), "tarot": (61.0, 112.0)}
KINDS = ("bands", "craters", "seas", "storm", "ice")
# The extra width of the rim of a coin over its world (mm).
RIM = 1.55


class Orrery(NamedTuple):
    """The worlds of the upper half (x, y), their radius, the waves of the ground, and the radius
    of the sun of an even card.
    """

    radius: float
    worlds: tuple[tuple[float, float], ...]
    wave: float
    first: int
    sun: float = 8.4


ORRERIES = {
    1: Orrery(21.0, (), 9.5, 0),
    2: Orrery(14.4, ((9.0, -24.6),), 10.5, 3),
    3: Orrery(11.4, ((12.4, -27.0),), 9.8, 1),
    4: Orrery(8.3, ((-17.2, -10.4), (10.6, -28.4)), 9.2, 2),
    5: Orrery(7.2, ((-17.8, -11.6), (11.5, -28.0)), 7.6, 0),
    6: Orrery(6.9, ((-16.6, -6.8), (17.0, -18.6), (-3.4, -31.8)), 8.0, 4),
    7: Orrery(6.5, ((-18.4, -4.6), (14.6, -17.6), (-2.4, -32.6)), 7.2, 1),
    8: Orrery(5.5, ((0, -15.2), (19.9, -4.2), (17.2, -28.6), (-2.9, -33.25)), 8.5, 0),
    9: Orrery(5.3, ((-16.2, -5.4), (7.2, -15.6), (19.8, -24.4), (-3.6, -31.6)), 6.8, 2),
    10: Orrery(
        4.9, ((0, -17.2), (-15.4, -8.6), (15.4, -8.6), (18.6, -27.0), (-2.6, -32.8)), 7.8, 3
    ),
    11: Orrery(
        4.8, ((11.4, -13.6), (-11.0, -13.4), (-21.6, -1.6), (19.2, -27.0), (-2.6, -32.8)), 6.4, 4
    ),
}

TALL = {
    1: Orrery(21.5, (), 8.6, 3),
    2: Orrery(14.0, ((5.5, -28.0),), 11.5, 1),
    3: Orrery(11.8, ((9.0, -33.5),), 10.6, 4),
    4: Orrery(11.2, ((-14.0, -17.0), (13.6, -37.6)), 9.8, 0, 7.8),
    5: Orrery(9.2, ((-15.4, -18.4), (11.2, -37.4)), 8.2, 3),
    6: Orrery(7.9, ((-16.8, -9.6), (16.4, -24.2), (-5.0, -40.6)), 8.8, 1),
    7: Orrery(7.3, ((-17.2, -12.0), (16.6, -23.0), (-4.6, -41.0)), 7.8, 3),
    8: Orrery(6.6, ((0, -19.6), (18.0, -6.4), (17.6, -35.0), (-4.6, -41.6)), 9.0, 2),
    9: Orrery(6.5, ((-18.2, -9.4), (7.6, -19.2), (18.2, -33.4), (-5.0, -40.2)), 7.4, 4),
    10: Orrery(
        6.1, ((0, -20.6), (-17.8, -10.2), (17.8, -10.2), (18.6, -35.4), (-3.6, -40.2)), 8.4, 0
    ),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Coins."""
    deck, count = name.split("/")[0], int(name.rsplit("-", 1)[1])
    orrery = (TALL if deck == "tarot" else ORRERIES)[count]
    plate = Plate(*SIZES[deck])
    plate.ground("ground")
    engine_turning(plate, count, orrery)
    for radius in orbits(orrery) or empty_orbits(plate, orrery.radius):
        _orbit(plate, radius)
    _stars(plate, count, orrery)
    for number, (x, y) in enumerate(orrery.worlds):
        away = math.hypot(x, y)
        kind = KINDS[(orrery.first + number) % len(KINDS)]
        light = (-x / away, -y / away)
        if y < -orrery.radius - 2.3:
            coin(plate, x, y, orrery.radius, kind, light)
            continue
        # A coin on the middle line is drawn above both halves.
        with plate.symbol(f"coin{number}"):
            coin(plate, 0, 0, orrery.radius, kind, light)
    plate.turn()
    for number, (x, y) in enumerate(orrery.worlds):
        if f"coin{number}" in plate.symbols:
            plate.use(f"coin{number}", x, y)
            plate.use(f"coin{number}", -x, -y, True)
    if count == 1:
        _portrait(plate, orrery.radius)
    elif count % 2:
        _struck_sun(plate, *_room_of_sun(orrery))
    else:
        _sun(plate, orrery.sun)
    return plate, {}


def orbits(orrery: Orrery) -> list[float]:
    """Return the radii of the orbits of worlds; radii closer than 1 mm are merged."""
    found: list[float] = []
    for radius in sorted(math.hypot(x, y) for x, y in orrery.worlds):
        if not found or radius - found[-1] > 1:
            found.append(round(radius, 2))
    return found


def empty_orbits(plate: Plate, radius: float) -> list[float]:
    """Return the orbits around a single coin: they fill the card."""
    if not radius:
        return []
    space = plate.height / 2 - radius - 5
    return [round(radius + 5 + space * share, 2) for share in (0.34, 0.68, 1.0)]


def engine_turning(
    plate: Plate, count: int, orrery: Orrery, start: float = 9.0, reach: float = 67.0
) -> None:
    """Rays that swell where two turning waves meet: as many petals as the card counts."""
    petals = count if count % 2 == 0 else 2 * count
    rays = 300
    circles = orbits(orrery)
    if count == 1:
        start = orrery.radius + 3
        circles = empty_orbits(plate, orrery.radius)
    radius = np.linspace(start, reach, int((reach - start) * 5.3))
    edge = np.array([plate.width / 2 + BLEED + 0.5, plate.height / 2 + BLEED + 0.5])
    for number in range(rays // 2):
        angle = -(number + 0.5) * math.tau / rays
        pitch = radius * math.tau / rays
        turn = math.tau * radius / orrery.wave
        beat = (np.cos(turn + petals * angle) + np.cos(turn - petals * angle)) / 2
        share = 0.31 + 0.16 * beat
        if circles and count > 1:
            share = np.where(radius < circles[0], 0.40 - 0.1 * (number % 2), share)
        for circle in circles:
            share = share * (1 - 0.97 * bell(radius - circle, 1.25))
        widths = np.where(share > 0.06, np.maximum(pitch * share, 0.10), 0)
        if number % 2:
            widths = np.where(radius < 12.5, 0, widths)
        points = np.stack([radius * math.cos(angle), radius * math.sin(angle)], 1)
        for run in runs((widths > 0) & (np.abs(points) < edge).all(1)):
            if len(run) < 4:
                continue
            wide = np.maximum(widths[run], 0.10)
            wide[[0, -1]] = 0
            kept = thin(np.column_stack([points[run], wide * 0.8]), 0.010)
            inner = bool(circles) and radius[run].mean() < circles[0]
            plate.line("field.ink" if inner else "ray", points[run][kept], wide[kept])


def _orbit(plate: Plate, radius: float) -> None:
    """A ring with marks of degrees."""
    for offset, width in ((0, 0.34), (0.62, 0.13), (-0.62, 0.13)):
        plate.circle("ray2", 0, 0, radius + offset, width)
    marks = round(radius * 4 / 12) * 12
    for number in range(marks // 2):
        angle = -(number + 0.5) * math.tau / marks
        long = 0.95 if number % 6 == 2 else 0.5
        out = np.array([math.cos(angle), math.sin(angle)])
        plate.line("ray2", [out * (radius + 0.62), out * (radius + 0.62 + long)], 0.13)


def _stars(plate: Plate, count: int, orrery: Orrery) -> None:
    dice = random.Random(80 + count)
    circles = orbits(orrery)
    outermost = circles[-1] if circles else orrery.radius
    places = [(x * side, y * side) for x, y in orrery.worlds for side in (1, -1)]
    drawn: list[tuple[float, float]] = []
    for _ in range(700):
        x = dice.uniform(3 - plate.width / 2, plate.width / 2 - 3)
        y = dice.uniform(3 - plate.height / 2, -1.5)
        radius = math.hypot(x, y)
        free = radius > 13 and not (x < 16 - plate.width / 2 and y < 24 - plate.height / 2)
        free = free and all(abs(radius - circle) > 2.2 for circle in circles)
        free = free and (radius > outermost + 2 or radius > 24)
        free = free and all(math.hypot(x - a, y - b) > orrery.radius + 3.2 for a, b in places)
        free = free and all(math.hypot(x - a, y - b) > 3.4 for a, b in drawn)
        if free and dice.random() < 0.10 and len(drawn) < 14:
            size = dice.choice((0.55, 0.8, 1.15))
            drawn.append((x, y))
            plate.circle("ground", x, y, size * 0.95)
            plate.poly("ray2", star(x, y, size, size * 0.22, 4))


def facets(
    plate: Plate, radius: float, inner: float, count: int, light: str, dark: str, turn: float = 0.0
) -> None:
    """A star in relief about the middle: each ray has a light and a dark side."""
    for number in range(count):
        angle = number * math.tau / count + turn
        tip = (radius * math.sin(angle), -radius * math.cos(angle))
        for side, role in ((1, light), (-1, dark)):
            foot = angle + side * math.pi / count
            corner = (inner * math.sin(foot), -inner * math.cos(foot))
            plate.poly(role, [(0, 0), tip, corner])


def _sun(plate: Plate, radius: float) -> None:
    plate.circle("ground", 0, 0, radius + 0.6)
    facets(plate, radius, 2.6, 16, "gold.deep", "gold.mid", math.pi / 16)
    facets(plate, radius * 0.86, 2.6, 16, "gold.pale", "gold.mid")
    plate.line("gold.edge", star(0, 0, radius * 0.86, 2.6, 16), 0.13, True)
    for role, size in (("ground", 3.5), ("gold.mid", 3.2), ("gold.ink", 2.7)):
        plate.circle(role, 0, 0, size)
    facets(plate, 2.45, 0.9, 8, "gold.pale", "gold.mid")
    plate.circle("gold.ink", 0, 0, 0.5)


def rim(plate: Plate, x: float, y: float, radius: float, teeth: int = 60) -> None:
    """The milled edge of a coin."""
    plate.circle("ground", x, y, radius + RIM + 0.6)
    plate.circle("gold.deep", x, y, radius + RIM)
    plate.circle("gold.mid", x, y, radius + RIM - 0.15)
    for number in range(teeth):
        angle = number * math.tau / teeth
        out, side = (
            np.array([math.cos(angle), math.sin(angle)]),
            np.array([-math.sin(angle), math.cos(angle)]),
        )
        inner, outer = radius + 0.62, radius + 1.28
        plate.poly(
            "gold.ink",
            np.array(
                [
                    out * inner + side * 0.11,
                    out * outer + side * 0.2,
                    out * outer - side * 0.2,
                    out * inner - side * 0.11,
                ]
            )
            + np.array([x, y]),
        )
    plate.circle("gold.ink", x, y, radius + 0.42)
    # Themes of outlines have nothing but edges.
    plate.circle("gold.edge", x, y, radius + RIM, 0.14)


def coin(
    plate: Plate, x: float, y: float, radius: float, kind: str, light: tuple[float, float]
) -> None:
    """A minted world: a sphere engraved along its parallels, dark on the side away from the sun."""
    rim(plate, x, y, radius, max(36, round(radius * 11)))
    world(plate, x, y, radius, kind, light)


CRATERS = (
    (-0.3, -0.35, 0.30),
    (0.32, 0.1, 0.36),
    (-0.2, 0.42, 0.22),
    (0.15, -0.55, 0.18),
    (0.6, -0.35, 0.15),
    (-0.62, 0.1, 0.17),
    (0.3, 0.62, 0.17),
    (-0.02, -0.05, 0.12),
)


def world(
    plate: Plate, x: float, y: float, radius: float, kind: str, light: tuple[float, float]
) -> None:
    """A sphere of one of five kinds, lit from `light`."""
    step = 0.035 if radius < 7 else 0.05
    xs = np.arange(x - radius - 0.3, x + radius + 0.3, step)
    ys = np.arange(y - radius - 0.3, y + radius + 0.3, step)
    across, down = np.meshgrid((xs - x) / radius, (ys - y) / radius)
    away = np.hypot(across, down)
    up = np.sqrt(np.maximum(1 - away**2, 0))
    inside = (1 - away) * radius
    tilt = {"bands": 0.35, "craters": -0.5, "seas": 0.15, "storm": -0.2, "ice": 0.6}[kind]
    cosine, sine = math.cos(tilt), math.sin(tilt)
    parallel = -across * sine + down * cosine + 0.18 * up
    meridian = across * cosine + down * sine
    lamp = (light[0] * 0.80, light[1] * 0.80, 0.60)
    bright = np.maximum(across * lamp[0] + down * lamp[1] + up * lamp[2], -0.2)
    relief = np.zeros_like(across)
    if kind == "bands":
        relief = 0.30 * np.sin(parallel * 9 + 0.5 * np.sin(meridian * 5))
        relief += 0.12 * np.sin(parallel * 21)
    elif kind == "storm":
        eye = np.hypot(meridian - 0.15, (parallel - 0.25) * 1.6)
        relief = 0.22 * np.sin(parallel * 11 + 7.2 * bell(eye, 1 / 3))
        relief -= 0.35 * np.exp(-eye * eye * 26)
    elif kind == "seas":
        coast = np.sin(meridian * 3.1 + 1) * np.cos(parallel * 3.7 + 0.4)
        relief = 0.40 * np.tanh(4 * (coast + 0.5 * np.sin(meridian * 7 - parallel * 4)))
    elif kind == "ice":
        relief = 0.45 * np.tanh(7 * (np.abs(parallel) - 0.62))
        relief += 0.12 * np.sin(meridian * 9 + parallel * 6)
    else:
        for east, south, size in CRATERS:
            ring = np.hypot(across - east, down - south) / size
            slope = ((across - east) * lamp[0] + (down - south) * lamp[1]) / size
            wall = np.exp(-(((ring - 0.86) / 0.2) ** 2)) * np.where(ring < 0.86, -1.3, 1)
            bright = bright + wall * 0.5 * slope - 0.10 * (ring < 0.8)
    tone = bright * 0.92 - 0.02 + 0.62 * relief * np.clip(bright * 1.6, 0, 0.8)
    tone = np.clip(tone, 0, 1)
    plate.area("world.mid", rings(xs, ys, inside, 0))
    plate.area(
        "world.deep", rings(xs, ys, np.minimum(inside, (0.34 - tone) * radius), 0, least=0.05)
    )
    plate.area(
        "world.pale", rings(xs, ys, np.minimum(inside, (tone - 0.66) * radius), 0, least=0.05)
    )
    plate.area(
        "world.ink", rings(xs, ys, np.minimum(inside, (0.07 - tone) * radius), 0, least=0.05)
    )
    ink = np.clip((1 - np.clip(tone * 1.12 - 0.04, 0, 1)) * 0.98, 0, 1.1)
    pitch = 0.42 if radius < 8 else 0.50
    plate.lines("world.ink", hatch(xs, ys, ink, parallel * radius / pitch, inside, eps=EPS))
    plate.circle("world.edge", x, y, radius, 0.22)


def _room_of_sun(orrery: Orrery) -> tuple[float, float]:
    """Return the radius of the sun of an odd card, as large as a world if there is space, and the
    length of its rays.
    """
    nearest = min(math.hypot(x, y) for x, y in orrery.worlds)
    space = nearest - orrery.radius - 2 * RIM - 1.6
    radius = min(orrery.radius * 1.08, space - 1.9)
    return radius, min(3.6, 0.42 * radius, space - radius)


def _struck_sun(plate: Plate, radius: float, room: float) -> None:
    """The sun of an odd card: a coin with rays around its rim."""
    outer = radius + RIM
    plate.circle("ground", 0, 0, outer + room + 0.7)
    for number in range(48):
        angle = number * math.tau / 48
        long = room if number % 2 == 0 else room * 0.55
        out = np.array([math.sin(angle), -math.cos(angle)])
        side = np.array([math.cos(angle), math.sin(angle)])
        wide = outer * math.pi / 48 * (0.86 if number % 2 == 0 else 0.55)
        middle = out * (outer + 0.25)
        plate.poly(
            "gold.mid", [middle - side * wide, out * (outer + 0.25 + long), middle + side * wide]
        )
        if number % 2 == 0:
            plate.poly("gold.pale", [middle, out * (outer + 0.25 + long), middle + side * wide])
    rim(plate, 0, 0, radius, max(36, round(radius * 11)))
    # Over the moat of the rim the rays begin again.
    plate.circle("gold.deep", 0, 0, radius + 0.1)
    guilloche(plate, radius - 0.25, radius * 0.60)
    facets(plate, radius * 0.92, radius * 0.30, 16, "gold.deep", "gold.mid", math.pi / 16)
    facets(plate, radius * 0.80, radius * 0.30, 16, "gold.pale", "gold.mid")
    plate.line("gold.edge", star(0, 0, radius * 0.80, radius * 0.30, 16), 0.13, True)
    for role, share in (("gold.ink", 0.40), ("gold.mid", 0.37), ("gold.ink", 0.30)):
        plate.circle(role, 0, 0, radius * share)
    facets(plate, radius * 0.28, radius * 0.10, 8, "gold.pale", "gold.mid")


def guilloche(plate: Plate, outer: float, inner: float) -> None:
    """Rings of fine lines that beat around the middle."""
    turn = np.linspace(0, math.tau, 241)[:-1]
    middle, swing = (outer + inner) / 2, (outer - inner) / 2
    for number in range(5):
        radius = middle + swing * 0.94 * np.cos(turn * 12 + number * math.tau / 5)
        points = np.stack([radius * np.cos(turn), radius * np.sin(turn)], 1)
        plate.line("gold.ink", points, 0.13, True)


def _portrait(plate: Plate, radius: float) -> None:
    """The one of the suit: a great coin, its rim, a ring of beads, a ring of lines, a star."""
    plate.circle("ground", 0, 0, radius + 2.9)
    for number in range(96):
        angle = number * math.tau / 96
        out = np.array([math.sin(angle), -math.cos(angle)])
        long = 1.0 if number % 4 else 2.2
        plate.line("ray2", [out * (radius + 3.6), out * (radius + 3.6 + long)], 0.16)
    plate.circle("gold.deep", 0, 0, radius + 2.3)
    plate.circle("gold.mid", 0, 0, radius + 2.1)
    plate.circle("gold.pale", 0, 0, radius + 1.9, 0.20)
    for number in range(132):
        angle = number * math.tau / 132
        out, side = (
            np.array([math.cos(angle), math.sin(angle)]),
            np.array([-math.sin(angle), math.cos(angle)]),
        )
        inner, outer = radius + 0.5, radius + 1.55
        corners = [(inner, 0.16), (outer, 0.34), (outer, -0.34), (inner, -0.16)]
        plate.poly("gold.ink", [out * along + side * wide for along, wide in corners])
    plate.circle("gold.ink", 0, 0, radius)
    _field(plate, radius)
    for number in range(46):
        angle = number * math.tau / 46
        x, y = (radius - 1.4) * math.sin(angle), -(radius - 1.4) * math.cos(angle)
        plate.circle("gold.mid", x, y, 0.72)
        plate.circle("gold.pale", x - 0.2, y - 0.2, 0.30)
    for share in (0.885, 0.66):
        plate.circle("gold.pale", 0, 0, radius * share, 0.26)
        plate.circle("gold.deep", 0, 0, radius * share - 0.42, 0.14)
    turn = np.linspace(0, math.tau, 721)[:-1]
    for number in range(6):
        swing = radius * 0.098 * np.cos(turn * 23 + number * math.tau / 6)
        out = radius * 0.772 + swing
        points = np.stack([out * np.cos(turn), out * np.sin(turn)], 1)
        plate.line("gold.mid" if number % 2 else "gold.pale", points, 0.14, True)
    facets(plate, radius * 0.63, radius * 0.20, 16, "gold.deep", "gold.mid", math.pi / 16)
    facets(plate, radius * 0.63, radius * 0.20, 8, "gold.pale", "gold.deep")
    facets(plate, radius * 0.46, radius * 0.20, 8, "gold.pale", "gold.mid", math.pi / 8)
    plate.line("gold.edge", star(0, 0, radius * 0.63, radius * 0.20, 16), 0.14, True)
    for share in (1.09, 1.0, 0.885, 0.66):
        plate.circle("gold.edge", 0, 0, radius * share, 0.14)
    for role, share in (("gold.ink", 0.215), ("gold.mid", 0.20), ("gold.ink", 0.185)):
        plate.circle(role, 0, 0, radius * share)
    world(plate, 0, 0, radius * 0.17, "seas", (-0.6, -0.7))


def _field(plate: Plate, radius: float) -> None:
    """The sunk field of the portrait: circles that swell away from the light."""
    step = 0.08
    xs = np.arange(-radius, radius + step, step)
    x, y = np.meshgrid(xs, xs)
    away = np.hypot(x, y)
    light = (-x - y) / np.maximum(away, 0.1) / math.sqrt(2)
    ink = 0.44 + 0.20 * light * ease(0, radius * 0.3, away)
    strokes = hatch(xs, xs, ink, away / 0.52, radius * 0.66 - away, floor=0.1)
    plate.lines("gold.deep", strokes)
