"""Staves and batons: a woven lattice.

Two families of staves cross over and under; odd cards have one over all.

The ground is a rosette of rings with as many lobes as the card counts.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from workshop.edges import joined
from workshop.field import Grid, Window, ball
from workshop.light import Lamp, Scene
from workshop.plate import Floats, Plate

NAMES = [f"casino/staves-{count:02}" for count in range(1, 12)] + [
    f"tarot/batons-{count:02}" for count in range(1, 11)
]

STEP = 0.065
# How much larger the ends of a single stave are.
PORTRAIT = 1.75
SIZES = {"casino": (63.5, 88.9), "tarot": (61.0, 112.0)}
# The distance of rings where cards join (mm).
EDGE_PITCH = 1.9
# The radius of a stave at the scale 1.
RADIUS = 1.55


class Lattice(NamedTuple):
    """Staves of a family, upright ones, their lean (degrees), distance, scale and turning."""

    family: int
    upright: int
    lean: float
    apart: float
    scale: float
    turned: str
    leafy: bool = False
    both: bool = False


LATTICES = {
    1: Lattice(0, 1, 0, 0, 1.7, "spiral"),
    2: Lattice(1, 0, 22.0, 0.0, 2.15, "spiral"),
    3: Lattice(1, 1, 28.0, 0.0, 1.75, "fluted"),
    4: Lattice(2, 0, 24.0, 17.0, 1.65, "plain"),
    5: Lattice(2, 1, 27.0, 17.0, 1.5, "spiral"),
    6: Lattice(3, 0, 27.0, 12.4, 1.3, "fluted"),
    7: Lattice(3, 1, 31.0, 12.6, 1.2, "plain"),
    8: Lattice(4, 0, 31.0, 10.0, 1.05, "spiral"),
    9: Lattice(4, 1, 27.5, 9.6, 1.0, "plain"),
    # Columns, and a lattice woven between them.
    10: Lattice(3, 4, 48.0, 10.3, 1.0, "fluted"),
    11: Lattice(4, 3, 46.5, 11.8, 1.0, "plain"),
}

# Batons are cut from living wood: a bud and leaves instead of a crescent.
BATONS = {
    1: Lattice(0, 1, 0, 0, 2.3, "bark", True),
    2: Lattice(1, 0, 18.0, 0.0, 2.3, "bark", True),
    3: Lattice(1, 1, 22.0, 0.0, 1.95, "bark", True),
    4: Lattice(2, 0, 19.0, 17.0, 1.8, "bark", True),
    5: Lattice(2, 1, 22.0, 17.4, 1.65, "bark", True),
    6: Lattice(3, 0, 22.0, 12.6, 1.45, "bark", True),
    7: Lattice(3, 1, 25.0, 12.6, 1.32, "bark", True),
    8: Lattice(4, 0, 25.0, 9.8, 1.16, "bark", True),
    9: Lattice(4, 1, 23.0, 9.8, 1.10, "bark", True),
    10: Lattice(5, 0, 24.0, 8.5, 0.98, "bark", True),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Staves."""
    deck, count = name.split("/")[0], int(name.rsplit("-", 1)[1])
    lattice = (BATONS if deck == "tarot" else LATTICES)[count]
    plate = Plate(*SIZES[deck])
    plate.ground("ground")
    single = count == 1
    tall = deck == "tarot"
    if (tall and (count == 1 or count > 4)) or count > 9:
        plate.tolerance = 1.8 if tall and count == 10 else 1.5 if tall and count > 5 else 1.25
    grid = Grid(*SIZES[deck], STEP if not single else 0.075, margin=7, whole=single)
    scene = Scene(grid)
    _ground(scene, count, deck)
    weave(scene, lattice, *SIZES[deck])
    if single:
        plate.items = plate.whole
    lamp = Lamp(
        at=(0, 0, 68 if tall else 54) if not single else (-16, -4, 110 if tall else 70),
        ambient=0.10,
        diffuse=0.78,
        gloss=0.34,
        hollow=0.9,
        shadow=0.46,
        reach=4.6,
        smooth=0.7,
    )
    scene.draw(
        plate,
        lamp,
        lambda tone, x, y: tone + 0.03 - 0.10 * np.clip((np.hypot(x, y) - 14) / 30, 0, 1),
    )
    return plate, {"joins": (count - 1) * SIZES[deck][0]}


def _pitch(count: int, deck: str) -> float:
    """Return the distance of the rings (mm): wider, where many staves need the bytes."""
    if deck == "tarot":
        return 1.5 if count < 6 else 1.9 if count == 6 else 2.4 if count < 9 else 2.7
    return 1.5 if count < 8 else 1.9 if count < 9 else 2.3


def _ground(scene: Scene, count: int, deck: str) -> None:
    grid = scene.grid
    lobes = count if count % 2 == 0 else 2 * count
    if count == 1:
        lobes = 12
    # The rings of the portrait go out from the crown.
    up = grid.y + (0.29 * grid.ys[-1] * 2 if count == 1 else 0)
    away = np.hypot(grid.x * 1.2, up)
    turn = np.arctan2(up, grid.x * 1.2)
    if deck == "tarot":
        # Growth of a tree: rings that crowd on one side, and on the other of its turn.
        away = np.hypot(grid.x * 1.45, up) + 1.6 * np.cos(turn * 2 + 0.5)
    rings = away * (1 + 0.055 * np.cos(lobes * turn) * np.minimum(away / 18, 1))
    width = SIZES[deck][0]
    at_edge = np.hypot(0.6 * width, grid.y) / EDGE_PITCH
    scene.add(
        "field",
        grid.everywhere(),
        np.full(grid.x.shape, -4.2),
        np.ones(grid.x.shape),
        joined(rings / _pitch(count, deck), at_edge, grid.x, width),
        gain=0.62 if count < 9 else 0.54,
        line=0,
        rank=-9,
        lift=0.12,
        glow=True,
        floor=0.22,
        shine=0,
    )


def weave(scene: Scene, lattice: Lattice, width: float, height: float) -> None:
    """Add two families of staves and the upright ones."""
    lean = math.radians(lattice.lean)
    places = [number - (lattice.family - 1) / 2 for number in range(lattice.family)]
    # Apart enough for one stave to pass over another.
    rise = 1.22 * RADIUS * lattice.scale
    for sign in (1, -1):
        for place in places:
            along = (math.sin(lean) * sign, math.cos(lean))
            across = (along[1], -along[0])
            middle = (across[0] * place * lattice.apart, across[1] * place * lattice.apart)
            crowns = (True, True) if place == 0 else (place * sign < 0, place * sign > 0)
            _stave(scene, lattice, middle, along, crowns, (sign, place, rise), (width, height))
    for number in range(lattice.upright):
        place = (number - (lattice.upright - 1) / 2) * lattice.apart
        crowns = (True, True) if lattice.family or lattice.both else (True, False)
        top = (0, place, 2.9 * RADIUS * lattice.scale)
        _stave(scene, lattice, (place, 0.0), (0.0, 1.0), crowns, top, (width, height))


def _length(
    middle: tuple[float, float],
    along: tuple[float, float],
    end: int,
    beyond: float,
    half: float,
    card: tuple[float, float],
    crowns: float,
) -> float:
    """Return how far a stave reaches so that its end stays on the card, off the index plates, and
    off the crowns of columns within `crowns` mm of the middle.
    """
    length = 0.0
    while length < card[1]:
        x = (middle[0] + along[0] * (length + beyond) * end) * (1 if end < 0 else -1)
        y = (middle[1] + along[1] * (length + beyond) * end) * (1 if end < 0 else -1)
        at_edge = abs(x) + half > card[0] / 2 - 3.4 or -y > card[1] / 2 - 3.6
        at_edge = at_edge or (abs(x) < crowns and -y > card[1] / 2 - 14)
        at_plate = x - half < 12.6 - card[0] / 2 and y < 20.6 - card[1] / 2
        if at_edge or at_plate:
            break
        length += 0.25
    return length


def _stave(
    scene: Scene,
    lattice: Lattice,
    middle: tuple[float, float],
    along: tuple[float, float],
    crowns: tuple[bool, bool],
    level: tuple[int, float, float],
    card: tuple[float, float],
) -> None:
    """Add a stave: its wood, bands of gold, and a crown or a point at each end."""
    grid, size = scene.grid, lattice.scale
    radius = RADIUS * size
    sign, place, rise = level
    lean = math.radians(lattice.lean)
    lengths = []
    for end, crown in zip((-1, 1), crowns, strict=True):
        beyond, half = (7.3, 3.5) if crown else (3.4, 1.9)
        large = size * (PORTRAIT if not lattice.family and not lattice.leafy else 1)
        columns = 0.0
        if sign and lattice.upright > 1:
            columns = (lattice.upright - 1) / 2 * lattice.apart + half * size
        lengths.append(_length(middle, along, end, beyond * large, half * large, card, columns))

    def coordinates(window: Window) -> tuple[Floats, Floats]:
        x, y = window.x - middle[0], window.y - middle[1]
        return x * along[0] + y * along[1], x * along[1] - y * along[0]

    def height(window: Window) -> Floats | float:
        if not sign:
            return rise
        # Where the stave lies between the staves of the other family.
        u, v = coordinates(window)
        if not lattice.apart:
            return rise * sign * np.exp(-((u / (6 * size)) ** 2))
        other = u * math.sin(2 * lean) * sign + (v + place * lattice.apart) * math.cos(2 * lean)
        return np.asarray(rise * np.cos(math.pi * (other / lattice.apart + place)) * sign)

    def box(low: float, high: float, wide: float) -> Window | None:
        ends = np.array([np.array(middle) + np.array(along) * value for value in (low, high)])
        low_corner, high_corner = ends.min(0) - wide, ends.max(0) + wide
        return grid.window(low_corner[0], high_corner[0], low_corner[1], high_corner[1])

    window = box(-lengths[0], lengths[1], radius + 1)
    if window is None:
        return
    u, v = coordinates(window)
    turn = np.arcsin(np.clip(v / radius, -0.999, 0.999))
    body, grain = radius * (1 + 0.05 * np.cos(u * 0.9 / size)), 0.03 * np.sin(v * 7 / size)
    if lattice.turned == "spiral":
        grain = 0.16 * size * np.cos(u * 1.5 / size + turn * 2)
    elif lattice.turned == "bark":
        body = radius * (1 + 0.07 * np.cos(u * 0.55 / size + place) + 0.05 * np.cos(u * 1.3 / size))
        knot = np.hypot((u % (9 * size)) - 4.5 * size, (v - 0.4 * radius) * 1.6)
        grain = 0.10 * size * np.cos(turn * 5 + 0.8 * np.sin(u * 0.8 / size)) - 0.3 * size * np.exp(
            -((knot / (0.8 * size)) ** 2)
        )
    elif lattice.turned == "fluted":
        grain = 0.14 * size * np.cos(turn * 7)
    else:
        grain = 0.03 * np.sin(v * 7 / size + 0.6 * np.sin(u * 0.7 / size))
    wood = height(window) + ball(v, radius) + grain
    inside = np.minimum(body - np.abs(v), np.minimum(u + lengths[0], lengths[1] - u))
    phase = (u - 0.55 * ball(v, radius) + 0.25 * np.sin(v * 2.2 / size)) / (
        1.02 if size < 1.03 else 0.94 if size < (1.5 if lattice.leafy else 1.1) else 0.76
    )
    if lattice.turned == "fluted":
        phase = (u * 0.9 + v * 0.15 + 0.2 * np.cos(turn * 7)) / (
            1.02 if size < 1.03 else 0.94 if size < (1.5 if lattice.leafy else 1.1) else 0.76
        )
    scene.add("wood", window, wood, inside, phase, gain=0.95, line=0.30)

    def gold(place_on: float, half: float, wide: float, lift: float, rank: float) -> None:
        near = box(place_on - half - 0.5, place_on + half + 0.5, wide + 0.5)
        if near is None:
            return
        u, v = coordinates(near)
        inside = np.minimum(half - np.abs(u - place_on), wide - np.abs(v))
        z = height(near) + ball(v, wide + 0.1) + lift
        gain = 0.9 if size > 1.1 or rank > 0.2 else 0.0
        scene.add("gold", near, z, inside, v / 0.44, gain=gain, line=0.2, rank=rank)

    step = lattice.apart / math.sin(2 * lean) if lattice.apart and sign else 11.0 * size
    if lattice.leafy and not lattice.family:
        for place_on, turn_to in ((-16, 1), (-2, -1), (12, 1), (26, -1)):
            _sprig(scene, coordinates, height, box, float(place_on), turn_to, size)
    if size < 0.95:
        step *= 2
    for number in range(-8, 9):
        place_on = (number + 0.5) * step
        if 2.2 * size - lengths[0] < place_on < lengths[1] - 2.2 * size:
            gold(place_on, 0.62 * size**0.5, radius + 0.24, 0.25, 0.2)
            if size > 1.25:
                for offset in (-1.25 * size, 1.25 * size):
                    gold(place_on + offset, 0.26 * size**0.5, radius + 0.14, 0.2, 0.2)
    for end, crown, length in zip((-1, 1), crowns, lengths, strict=True):
        if lattice.leafy and crown:
            _bud(scene, coordinates, height, box, end, length, size)
            continue
        gold(end * (length - 0.2), 0.62 * size, radius + 0.5 * size, 0.4, 0.3)
        _end(
            scene,
            coordinates,
            height,
            box,
            end,
            length,
            crown,
            size,
            not lattice.family and not lattice.leafy,
        )


def _sprig(
    scene: Scene,
    coordinates: object,
    height: object,
    box: object,
    place: float,
    side: int,
    size: float,
) -> None:
    """Two leaves on one side of the wood."""
    window = box(place - 9 * size, place + 2 * size, 8 * size)  # type: ignore[operator]
    if window is None:
        return
    u, v = coordinates(window)  # type: ignore[operator]
    base = height(window)  # type: ignore[operator]
    out, v = (place - u) / size, v * side / size
    for angle, reach, rank in ((1.05, 5.6, 0.31), (0.45, 7.0, 0.30)):
        along = out * math.cos(angle) + (v - 0.7) * math.sin(angle)
        across = -out * math.sin(angle) + (v - 0.7) * math.cos(angle)
        share = np.clip(along / reach, 0, 1)
        wide = 1.7 * np.sin(share * math.pi) ** 0.75 * (1 - 0.35 * share) + 0.001
        inside = np.minimum((wide - np.abs(across)) * 0.9, np.minimum(along - 0.1, reach - along))
        z = base + (1.9 + 0.9 * np.abs(across) - 0.03 * (along - reach / 2) ** 2) * size
        lines = (along - 0.9 * np.abs(across)) * size / 0.46
        scene.add("leaf", window, z, inside * size, lines, gain=0.9, line=0.24, rank=rank)


def _bud(
    scene: Scene,
    coordinates: object,
    height: object,
    box: object,
    end: int,
    length: float,
    size: float,
) -> None:
    """Three leaves around a bud."""
    low, high = sorted((end * (length - 3 * size), end * (length + 8 * size)))
    window = box(low, high, 5.4 * size)  # type: ignore[operator]
    if window is None:
        return
    u, v = coordinates(window)  # type: ignore[operator]
    base = height(window)  # type: ignore[operator]
    out, v = (u * end - length) / size, v / size
    for angle, reach, lift, rank in (
        (0.95, 5.2, 0.5, 0.31),
        (-0.95, 5.2, 0.5, 0.31),
        (0.0, 6.6, 1.4, 0.33),
    ):
        along = out * math.cos(angle) + v * math.sin(angle) + 0.8
        across = -out * math.sin(angle) + v * math.cos(angle)
        share = np.clip(along / reach, 0, 1)
        wide = 1.75 * np.sin(share * math.pi) ** 0.75 * (1 - 0.35 * share) + 0.001
        inside = np.minimum((wide - np.abs(across)) * 0.9, np.minimum(along - 0.1, reach - along))
        z = base + (lift + 0.9 * np.abs(across) - 0.10 * (along - reach / 2) ** 2 * 0.3) * size
        lines = (along - 0.9 * np.abs(across)) * size / 0.46
        scene.add(
            "leaf", window, z + 0.6 * size, inside * size, lines, gain=0.9, line=0.24, rank=rank
        )
    bead = np.hypot(out - 0.3, v)
    top = ball(bead, 1.5)
    z = base + (1.6 + top) * size
    lines = (out + 0.4 * top) * size / 0.42
    scene.add("gold", window, z, (1.5 - bead) * size, lines, gain=0.9, line=0.24, rank=0.4)


def _end(
    scene: Scene,
    coordinates: object,
    height: object,
    box: object,
    end: int,
    length: float,
    crown: bool,
    size: float,
    portrait: bool,
) -> None:
    """A crescent that holds a gem, or a point."""
    size *= PORTRAIT if portrait else 1
    low, high = sorted((end * length, end * (length + 8 * size)))
    window = box(low, high, 4.2 * size)  # type: ignore[operator]
    if window is None:
        return
    u, v = coordinates(window)  # type: ignore[operator]
    base = height(window)  # type: ignore[operator]
    out, v = (u * end - length) / size, v / size
    if crown:
        away, hole = np.hypot(out - 3.6, v), np.hypot(out - 4.75, v)
        inside = np.minimum(3.5 - away, hole - 2.75)
        z = base + (1.2 + np.sqrt(np.clip(inside, 0, 1) * 1.6)) * size
        lines = (away + v * 0.1) * size / 0.38
        scene.add("gold", window, z, inside * size, lines, gain=0.95, line=0.26, rank=0.35)
        bead = np.hypot(out - 4.65, v)
        top = ball(bead, 1.55)
        z = base + (1 + top) * size
        lines = (out + 0.4 * top) * size / 0.42
        scene.add("gem", window, z, (1.55 - bead) * size, lines, gain=0.9, line=0.24, rank=0.4)
        return
    share = np.clip(out / 3.2, 0, 1)
    wide = 1.75 * (1 - share) ** 0.8 + 0.02
    inside = np.minimum(np.minimum(wide - np.abs(v), out - 0.3), 3.3 - out)
    z = base + (np.sqrt(np.maximum(wide**2 - v**2, 0)) + 0.3) * size
    lines = (out - 0.3 * v * v) * size / 0.4
    scene.add("gold", window, z, inside * size, lines, gain=0.95, line=0.26, rank=0.35)
