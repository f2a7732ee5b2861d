"""Aces of the casino: the sign of the suit with two ends, in a ring that shows its value."""

from __future__ import annotations

import math

import numpy as np

from workshop.field import Grid, ball
from workshop.light import Lamp, Scene
from workshop.pips.coins import KINDS, Orrery, coin, engine_turning, facets, guilloche, rim, world
from workshop.pips.flasks import Node, collar, vessel
from workshop.pips.sabers import saber
from workshop.pips.staves import Lattice, weave
from workshop.plate import Plate, hatch, rings

NAMES = ["casino/coins-ace", "casino/flasks-ace", "casino/sabers-ace", "casino/staves-ace"]

WIDTH, HEIGHT = 63.5, 88.9
WORTH = 15
# The ring: its inner and outer radius.
INNER, OUTER = 24.2, 28.6


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw an ace."""
    suit = name.split("/")[1].split("-")[0]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    engine_turning(plate, WORTH, Orrery(0, (), 7.0, 0), start=OUTER + 1.6)
    _rosette(plate, {"sabers": 2, "staves": 4, "flasks": 6, "coins": 8}[suit])
    plate.turn()
    _ring(plate)
    {"sabers": _sabers, "staves": _staves, "flasks": _flasks, "coins": _coins}[suit](plate)
    return plate, {}


def _rosette(plate: Plate, petals: int) -> None:
    grid = Grid.box(-INNER - 0.5, INNER + 0.5, -INNER - 0.5, 4.0, 0.1)
    away, turn = np.hypot(grid.x, grid.y), np.arctan2(grid.x, -grid.y)
    wave = away + 1.6 * np.cos(petals * turn) * np.minimum(away / 12, 1)
    beat = np.cos(wave / 6 * math.tau)
    inside = INNER - 0.8 - away
    for role, low in (("ground.t4", 0.0), ("ground.t7", 0.7)):
        plate.area(role, rings(grid.xs, grid.ys, np.minimum(beat - low, inside), 0, eps=0.012))
    ink = 0.28 + 0.12 * beat
    strokes = hatch(grid.xs, grid.ys, ink, wave / 1.1, inside, floor=0.05, widest=0.5, eps=0.012)
    plate.lines("field.ink", strokes)


def _ring(plate: Plate) -> None:
    """A ring of gold with beads of the suit."""
    band = [np.array(circle) for circle in (_circle(OUTER), _circle(INNER)[::-1])]
    plate.area("halo", [_circle(OUTER + 0.7), _circle(INNER - 0.6)[::-1]])
    plate.area("gold.mid", band, ("gold.edge", 0.30))
    for radius, role, width in (
        (OUTER - 0.6, "gold.pale", 0.22),
        (OUTER - 0.95, "gold.deep", 0.14),
        (INNER + 0.6, "gold.deep", 0.22),
        (INNER + 0.95, "gold.pale", 0.14),
    ):
        plate.circle(role, 0, 0, radius, width)
    middle = (OUTER + INNER) / 2
    for number in range(WORTH):
        angle = (number + 0.5) * math.tau / WORTH
        x, y = middle * math.sin(angle), -middle * math.cos(angle)
        plate.circle("gold.ink", x, y, 1.5)
        plate.circle("gem.mid", x, y, 1.22)
        plate.circle("gem.deep", x + 0.2, y + 0.25, 0.85)
        plate.circle("gem.pale", x - 0.35, y - 0.4, 0.42)
        angle += math.pi / WORTH
        out = np.array([math.sin(angle), -math.cos(angle)])
        side = np.array([math.cos(angle), math.sin(angle)])
        for along, wide in ((0.0, 2.2), (0.0, 1.0)):
            corners = [out * (middle + along + 0.95), side * wide * 0.75 + out * middle]
            corners += [out * (middle - 0.95), out * middle - side * wide * 0.75]
            plate.poly("gold.ink" if wide > 2 else "gold.pale", corners)


def _circle(radius: float) -> np.ndarray:  # type: ignore[type-arg]
    turn = np.linspace(0, math.tau, 181)[:-1]
    return np.stack([radius * np.cos(turn), radius * np.sin(turn)], 1)


def _boss(plate: Plate, radius: float) -> None:
    """The jewel in the middle, where two ends meet."""
    plate.circle("halo", 0, 0, radius + 2.0)
    rim(plate, 0, 0, radius, 44)
    plate.circle("gold.deep", 0, 0, radius + 0.1)
    if radius > 8:
        guilloche(plate, radius - 0.3, radius * 0.78)
        plate.circle("gold.ink", 0, 0, radius * 0.76, 0.3)
        radius *= 0.76
    facets(plate, radius * 0.96, radius * 0.32, 16, "gold.deep", "gold.mid", math.pi / 16)
    facets(plate, radius * 0.84, radius * 0.32, 8, "gold.pale", "gold.mid")
    plate.circle("gold.ink", 0, 0, radius * 0.36)
    plate.circle("gem.mid", 0, 0, radius * 0.30)
    plate.circle("gem.pale", -radius * 0.09, -radius * 0.10, radius * 0.11)


def _sabers(plate: Plate) -> None:
    size = 45.0
    with plate.symbol("pip"):
        saber(size).halo(plate, "halo", 0.7)
        saber(size).draw(plate, Lamp(shadow=0.0))
    plate.use("pip", 0, -19.4)
    plate.use("pip", 0, 19.4, True)
    _boss(plate, 4.0)


def _staves(plate: Plate) -> None:
    """A stout staff with a crescent at each end; two bands of gold wind round it."""
    grid = Grid(WIDTH, HEIGHT, 0.075, whole=True)
    scene = Scene(grid)
    weave(scene, Lattice(0, 1, 0, 0, 1.8, "spiral", both=True), WIDTH, HEIGHT)
    for sign in (-1, 1):
        _serpent(scene, grid, sign)
    scene.halo(plate, "halo", 0.7)
    scene.draw(plate, Lamp(at=(-16, -4, 54), ambient=0.12, gloss=0.34, hollow=0.9, smooth=0.7))
    _boss(plate, 4.6)


def _serpent(scene: Scene, grid: Grid, sign: int) -> None:
    """A scaled band that swings out between the crossings and goes over and under the staff."""
    reach, swing, turns = 19.0, 14.4, 1.5
    y = np.linspace(-reach, reach, 500)
    taper = 1 - 0.40 * (np.abs(y) / reach) ** 2
    phase = y / reach * math.pi * turns
    x = sign * swing * taper * np.sign(np.sin(phase)) * np.abs(np.sin(phase)) ** 0.62
    high = 1.0 + 6.4 * np.cos(phase) * sign
    width = 1.6 * (0.62 + 0.38 * taper) * np.clip((reach - np.abs(y)) / 2.2, 0.14, 1)
    best, across = np.full(grid.x.shape, 99.0), np.zeros(grid.x.shape)
    along, z = np.zeros(grid.x.shape), np.zeros(grid.x.shape)
    lengths = np.r_[0, np.cumsum(np.hypot(np.diff(x), np.diff(y)))]
    for number in range(len(y)):
        window = grid.around(x[number], y[number], 2.0)
        if window is None:
            continue
        place = window.place
        away = np.hypot(window.x - x[number], window.y - y[number])
        near = away - width[number] < best[place]
        best[place][near] = (away - width[number])[near]
        across[place][near] = (away / width[number])[near]
        along[place][near] = lengths[number]
        z[place][near] = high[number]
    scales = 0.22 * np.abs(np.sin(along * 2.1 + 1.1 * across))
    body = z + 1.2 * ball(across, 1.0) + scales
    lines = (along - 0.5 * ball(across, 1.0)) / 0.46
    scene.add("gold", grid.everywhere(), body, -best, lines, gain=0.95, line=0.3, rank=0.5)
    for number in range(-2, 2):
        # A jewel where the band is farthest from the staff.
        at = (number + 0.5) * reach / turns
        if abs(at) > reach:
            continue
        px = (
            sign
            * swing
            * (1 - 0.40 * (abs(at) / reach) ** 2)
            * math.sin(at / reach * math.pi * turns)
        )
        window = grid.around(px, at, 2.6)
        if window is None:
            continue
        away = np.hypot(window.x - px, window.y - at)
        for material, radius, up in (("gold", 2.0, 2.2), ("gem", 1.3, 3.4)):
            scene.add(
                material, window, up + ball(away, radius), radius - away, window.y / 0.44,
                gain=0.9, line=0.26, rank=0.6,
            )  # fmt: skip


def _flasks(plate: Plate) -> None:
    grid = Grid.box(-6, 6, -9, 9, 0.06)
    scene = Scene(grid)
    wide = 2.3 + 0.030 * grid.y**2
    across = np.abs(grid.x)
    column = np.minimum(wide - across, 9 - np.abs(grid.y))
    scene.add(
        "glass", grid.everywhere(), ball(grid.x, wide), column, grid.y / 0.6, gain=0.6, line=0.36
    )
    stream = np.minimum(0.9 - across, 8.5 - np.abs(grid.y))
    lines = (grid.y - 0.6 * ball(grid.x, 0.9)) / 0.45
    scene.add(
        "liquid", grid.everywhere(), 6 + ball(grid.x, 0.9), stream, lines, gain=0.9, line=0.18
    )
    for place in (-6.6, 6.6):
        collar(scene, grid, math.pi / 2, (0.0, place), 0.7, 4.2)
    collar(scene, grid, math.pi / 2, (0.0, 0.0), 1.1, 3.2)
    scene.halo(plate, "halo", 0.6)
    scene.draw(plate, Lamp(shadow=0.0))
    with plate.symbol("bulb"):
        vessel(plate, Node(0, 0, 0, 0.0, 2), 12.6, [], 1, (-12.0, 14.0))
    plate.use("bulb", 0, -19.6)
    plate.use("bulb", 0, 19.6, True)


def _coins(plate: Plate) -> None:
    """An eclipse: two worlds over the limb of a great coin."""
    _boss(plate, 11.5)
    plate.circle("gold.ink", 0, 0, 3.7)
    world(plate, 0, 0, 3.3, "seas", (-0.6, -0.7))
    for number, sign in enumerate((-1, 1)):
        with plate.symbol(f"world{number}"):
            coin(plate, 0, 0, 7.4, KINDS[3], (0.25, 0.97))
        plate.use(f"world{number}", 0, sign * 26.4, sign > 0)
