"""Blood: a crystal cave; as many great crystals as the card counts hang in its middle light.

Each facet is a flat of one tone and straight lines that swell away from the light. Each count has a
different cave.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from workshop.plate import BLEED, Floats, Plate, thin

NAMES = [f"kessel/blood-{count}" for count in range(1, 7)]

WIDTH, HEIGHT = 63.5, 88.9
CARD = box(-WIDTH / 2 - BLEED, -HEIGHT / 2 - BLEED, WIDTH / 2 + BLEED, HEIGHT / 2 + BLEED)


class Gem(NamedTuple):
    """A great crystal: its middle, length, width, and lean (radians)."""

    x: float
    y: float
    length: float
    width: float
    lean: float = 0.0


class Cave(NamedTuple):
    """The gems of the upper half, the gem of the middle, and the walls of a cave."""

    gems: tuple[Gem, ...]
    middle: Gem | None
    seed: int
    crystals: tuple[int, int, int]
    beats: int


CAVES = {
    1: Cave((), Gem(0, 0, 57, 22.0), 12, (26, 19, 13), 1),
    2: Cave((Gem(-1.5, -18.6, 32, 14.6, 0.12),), None, 23, (25, 19, 12), 2),
    3: Cave((Gem(0, -25.4, 22.6, 12.2),), Gem(0, 0, 22.8, 12.2), 41, (25, 18, 12), 3),
    4: Cave(
        (Gem(-12.0, -17.0, 25, 11.4, -0.10), Gem(12.4, -18.2, 25, 11.4, 0.16)),
        None,
        54,
        (28, 20, 12),
        4,
    ),
    5: Cave(
        (Gem(-13.6, -19.6, 21, 10.2, -0.16), Gem(13.4, -22.4, 21, 10.2, 0.14)),
        Gem(0, 0, 23.4, 11.4),
        67,
        (27, 22, 12),
        5,
    ),
    6: Cave(
        (
            Gem(-11.6, -24.0, 19.6, 9.6, -0.05),
            Gem(12.6, -25.0, 19.6, 9.6, 0.12),
            Gem(-12.2, 0.0, 19.6, 9.6),
        ),
        None,
        78,
        (30, 22, 12),
        6,
    ),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Blood."""
    cave = CAVES[int(name.rsplit("-", 1)[1])]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    _light(plate, cave)
    outlines = [_hull(gem, 1.6) for gem in _all(cave)]
    rows = (
        ("far", cave.crystals[0], (36, 50), (15, 30), (3.2, 5.6), 0.12, 0.95, 0.14),
        ("wall", cave.crystals[1], (38, 54), (14, 29), (5.0, 8.4), 0.08, 0.85, 0.18),
        ("near", cave.crystals[2], (41, 58), (13, 22), (7.5, 11.0), 0.0, 0.82, 0.24),
    )
    for number, row in enumerate(rows):
        _row(plate, cave, outlines, number, *row)
    plate.upend()
    plate.turn()
    for gem in _all(cave):
        _great(plate, gem, cave.seed)
    return plate, {}


def _all(cave: Cave) -> list[Gem]:
    gems = list(cave.gems)
    level = [gem for gem in gems if gem.y == 0]
    gems += [Gem(-gem.x, -gem.y, gem.length, gem.width, gem.lean + math.pi) for gem in gems]
    if level:
        # A gem on the middle line has its turned copy beside it.
        gems = [gem for number, gem in enumerate(gems) if gem not in gems[:number]]
    return gems + ([cave.middle] if cave.middle else [])


def _light(plate: Plate, cave: Cave) -> None:
    count = 64
    for number in range(count):
        angle = math.pi * (number + 0.5) / count
        reach = np.linspace(7, 50, 9)
        widths = reach * math.pi / count * (0.16 + 0.10 * math.cos(angle * 2 * cave.beats))
        widths[0] = 0
        points = np.stack([reach * np.cos(angle), reach * np.sin(angle)], 1)
        plate.line("ray", points, widths)


def _row(
    plate: Plate,
    cave: Cave,
    gems: list[BaseGeometry],
    number: int,
    material: str,
    count: int,
    radii: tuple[float, float],
    lengths: tuple[float, float],
    widths: tuple[float, float],
    lift: float,
    pitch: float,
    line: float,
) -> None:
    """Crystals of the lower wall, their feet on an oval outside the card, their points inwards."""
    dice = random.Random(cave.seed * 10 + number)
    order = [-0.06 + (math.pi + 0.12) * (place + 0.5) / count for place in range(count)]
    dice.shuffle(order)
    for place, middle in enumerate(order):
        angle = middle + (dice.random() - 0.5) * 0.10
        east, south = abs(math.cos(angle)), abs(math.sin(angle))
        frame = 1 / max(east / (radii[0] - 1), south / (radii[1] - 3))
        frame = 0.62 * frame + 0.38 * min(frame, 46)
        foot = np.array([frame * math.cos(angle), frame * math.sin(angle)])
        aim = math.atan2(
            -foot[1] + (dice.random() - 0.5) * 16, -foot[0] + (dice.random() - 0.5) * 14
        )
        length = lengths[0] + (lengths[1] - lengths[0]) * dice.random() ** 1.3
        length *= 0.8 + 0.3 * south
        wide = widths[0] + (widths[1] - widths[0]) * dice.random()
        tip = 4.5 + 3 * dice.random()
        # A crystal of the wall stops in front of a great one.
        while length > 6:
            end = foot + length * np.array([math.cos(aim), math.sin(aim)])
            spine = LineString([foot, end]).buffer(1.2)
            if math.hypot(*end) > 12 and not any(spine.intersects(gem) for gem in gems):
                break
            length -= 1.2
        tip = min(tip, length * 0.5)
        seed = cave.seed * 1000 + number * 100 + place
        _crystal(plate, material, foot, aim, length, wide, tip, seed, lift, pitch, line)


def _hull(gem: Gem, wide: float) -> BaseGeometry:
    up = np.array([math.sin(gem.lean), -math.cos(gem.lean)]) * (gem.length / 2 - gem.width / 2)
    middle = np.array([gem.x, gem.y])
    return LineString([middle - up, middle + up]).buffer(gem.width / 2 + wide)


def _great(plate: Plate, gem: Gem, seed: int) -> None:
    """A crystal with two points, a moat around it."""
    up = np.array([math.sin(gem.lean), -math.cos(gem.lean)])
    side = np.array([-up[1], up[0]])
    middle = np.array([gem.x, gem.y])
    half, wide = gem.length / 2 + 0.8, gem.width / 2 + 0.8
    tip = gem.length * 0.27
    corners = [(0.14, half), (1, half - tip), (1, tip - half), (0.14, -half)]
    corners += [(-share, -along) for share, along in corners]
    plate.poly("halo", [middle + side * wide * share + up * along for share, along in corners])
    turned = math.cos(gem.lean) < 0
    lamp = (gem.x + (14 if turned else -14), gem.y + (6 if turned else -6))
    angle = math.atan2(up[1], up[0])
    pitch = 0.56 if gem.length < 40 else 0.78
    _crystal(
        plate,
        "gem",
        middle - up * gem.length / 2,
        angle,
        gem.length,
        gem.width,
        gem.length * 0.28,
        seed + int(gem.x * 3) + int(abs(gem.y)) * 7,
        0.16 if gem.length < 40 else 0.24,
        pitch,
        0.26,
        lamp,
        both=True,
        sides=5 if gem.length > 40 else 3,
    )


def _crystal(
    plate: Plate,
    material: str,
    foot: Floats,
    angle: float,
    length: float,
    wide: float,
    tip: float,
    seed: int,
    lift: float,
    pitch: float,
    line: float,
    lamp: tuple[float, float] = (0.0, 0.0),
    both: bool = False,
    sides: int = 3,
) -> None:
    """A prism from its foot: its sides, the faces of its point, and those of its other end."""
    dice = random.Random(seed)
    up = np.array([math.cos(angle), math.sin(angle)])
    side = np.array([-up[1], up[0]])
    # Edges across the prism, as seen: the outer faces are narrow.
    if sides == 3:
        inner = [-0.16 - 0.10 * dice.random(), 0.14 + 0.12 * dice.random()]
        shoulders = [1.0 + 0.15 * dice.random(), 0.62 + 0.2 * dice.random()]
        shoulders += [0.70 + 0.2 * dice.random(), 1.05 + 0.15 * dice.random()]
    else:
        inner = [-0.36, -0.12 + 0.03 * dice.random(), 0.20 + 0.03 * dice.random(), 0.40]
        shoulders = [1.10, 0.86, 0.60, 0.66, 0.90, 1.16]
    edges = [-wide / 2, *(share * wide for share in inner), wide / 2]
    tops = [length - tip * share for share in shoulders]
    feet = [tip * (share * 0.9) for share in shoulders] if both else [0.0] * len(edges)
    apex = foot + up * length + side * wide * (dice.random() - 0.5) * 0.22

    def place(across: float, along: float) -> Floats:
        return np.asarray(foot + side * across + up * along)

    away = np.array(lamp) - (foot + up * length * 0.6)
    distance = float(np.linalg.norm(away))
    light = away / max(distance, 1e-6)
    right, ahead = float(light @ side), float(light @ up)
    leans = np.linspace(-0.85, 0.85, sides) + 0.05
    for face, lean in enumerate(leans):
        tone = 0.52 + 0.40 * lean * right + lift - 0.10 * min(1, distance / 45)
        tone -= 0.12 * (abs(lean) < 0.2) + (0.10 * (face % 2) if sides == 5 else 0)
        points = [
            place(edges[face], feet[face]),
            place(edges[face + 1], feet[face + 1]),
            place(edges[face + 1], tops[face + 1]),
            place(edges[face], tops[face]),
        ]
        slope = up * 0.020 * (1 if ahead > 0 else -1)
        _facet(plate, material, points, tone, angle, pitch, slope, line)
    for face, lean in enumerate(leans * 0.88):
        tone = 0.60 + 0.34 * lean * right + 0.20 * ahead + lift - 0.06 * min(1, distance / 45)
        points = [place(edges[face], tops[face]), place(edges[face + 1], tops[face + 1]), apex]
        down = np.mean(points, axis=0) - apex
        turn = math.atan2(down[1], down[0]) if abs(lean) > 0.2 else angle + math.pi / 2
        _facet(plate, material, points, tone, turn, pitch, -up * 0.03, line)
    outline = [
        *(place(edges[0], value) for value in (feet[0], tops[0])),
        apex,
        *(place(edges[-1], value) for value in (tops[-1], feet[-1])),
    ]
    if both:
        end = foot + side * wide * (dice.random() - 0.5) * 0.2
        for face, lean in enumerate(leans * 0.88):
            tone = 0.40 + 0.30 * lean * right - 0.20 * ahead + lift
            points = [place(edges[face], feet[face]), place(edges[face + 1], feet[face + 1]), end]
            down = np.mean(points, axis=0) - end
            _facet(plate, material, points, tone, math.atan2(down[1], down[0]), pitch, up * 0, line)
        outline.append(end)
    plate.line(f"{material}.rim", outline, line * 1.5, both)


def _facet(
    plate: Plate,
    material: str,
    points: list[Floats],
    tone: float,
    angle: float,
    pitch: float,
    slope: Floats,
    line: float,
) -> None:
    """One flat face; its lines run along `angle`, and `slope` is the change of tone per mm."""
    shape = Polygon(points).buffer(0).intersection(CARD)
    if shape.is_empty or shape.geom_type != "Polygon" or shape.area < 0.15:
        return
    outline = np.array(shape.exterior.coords)[:-1]
    flat = "pale" if tone > 0.74 else "mid" if tone > 0.40 else "deep"
    plate.poly(f"{material}.{flat}", outline)
    middle = np.array(shape.centroid.coords[0])
    along = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-along[1], along[0]])
    inner = shape.buffer(-0.06)
    count = int(np.abs((outline - middle) @ across).max() / pitch) + 1
    for number in range(-count, count + 1):
        origin = middle + across * (number + 0.5) * pitch
        ray = LineString([origin - along * 90, origin + along * 90])
        cut = inner.intersection(ray)
        for piece in getattr(cut, "geoms", [cut]):
            if piece.geom_type != "LineString" or piece.length < 0.4:
                continue
            start, end = np.array(piece.coords)[[0, -1]]
            share = np.linspace(0, 1, max(2, int(piece.length / 1.6) + 1))[:, None]
            places = start + (end - start) * share
            dark = 1.0 - (tone + (places - middle) @ slope) * 1.10
            widths = np.clip(dark * pitch * 0.92, 0, pitch * 0.95)
            if widths.max() < 0.09:
                continue
            drawn = np.flatnonzero(widths > 0.05)
            places, widths = places[drawn[0] : drawn[-1] + 1], widths[drawn[0] : drawn[-1] + 1]
            if len(places) < 2:
                continue
            widths = np.maximum(widths, 0.10)
            widths[[0, -1]] = np.where(widths[[0, -1]] < 0.13, 0, widths[[0, -1]])
            kept = thin(np.column_stack([places, widths]), 0.012)
            plate.line(f"{material}.ink", places[kept], widths[kept])
    plate.line(f"{material}.edge", outline, line, True)
