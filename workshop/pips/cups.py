"""Cups of the tarot: chalices on water; the rings of each meet halfway to its neighbours."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.ndimage import distance_transform_edt

from workshop.field import Grid, ball, bell, cubic, ease
from workshop.light import Lamp, Scene
from workshop.pips.relief import Layout, split_level
from workshop.pips.ripples import ripples
from workshop.plate import Floats, Plate, star

NAMES = [f"tarot/cups-{count:02}" for count in range(1, 11)]

WIDTH, HEIGHT = 61.0, 112.0

# From this scale on, a chalice has handles and a frieze in relief.
RICH = 2.0

LAYOUTS = {
    1: Layout(74.0, (), True),
    2: Layout(46.0, ((0, -27.6),)),
    3: Layout(30.0, ((0, -36.0),), True),
    4: Layout(29.0, ((-13.4, -23.0), (13.4, -23.0))),
    5: Layout(25.6, ((-14.6, -26.0), (14.6, -26.0)), True),
    6: Layout(24.4, ((-12.6, -36.0), (12.6, -36.0), (-13.4, 0.0))),
    7: Layout(22.6, ((0, -40.0), (-15.0, -20.0), (15.0, -20.0)), True),
    8: Layout(21.6, ((-13.0, -39.0), (13.0, -39.0), (-15.0, 0.0), (0, -19.5))),
    9: Layout(20.4, ((-13.2, -41.0), (13.2, -41.0), (-16.2, -14.4), (16.2, -14.4)), True),
    10: Layout(18.8, ((-13.2, -42.0), (13.2, -42.0), (-15.6, -14.2), (15.6, -14.2), (0, -28.0))),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Cups."""
    count = int(name.rsplit("-", 1)[1])
    layout = LAYOUTS[count]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    single = count == 1
    grid = Grid(WIDTH, HEIGHT, 0.1, margin=8, whole=single)
    places = [(x, y, 1) for x, y in layout.upper] + [(-x, -y, -1) for x, y in layout.upper]
    if layout.middle:
        places.append((0.0, 0.0, 1))
    scale = layout.size / 20
    # Rings begin at the mouths; that of the middle is its own and of its turn.
    distances = []
    for x, y, up in places:
        middle = (x, y) == (0, 0) and not single
        mouth = y - (0 if middle else up * 3.4 * scale)
        distances.append(np.hypot(grid.x - x, grid.y - mouth))
    covered = np.full(grid.x.shape, 99.0)
    for x, y, up in places:
        u, v = (grid.x - x) * up / scale, (grid.y - y) * up / scale
        body = _inside(u, v)
        if (x, y) == (0, 0) and not single:
            body |= _inside(-u, -v)
        if scale > RICH:
            for arm in _handles(u, v):
                body |= arm[2] > 0
        covered = np.minimum(covered, distance_transform_edt(~body) * grid.step - 1.0)
    if single:
        plate.turn()
    ripples(plate, grid, np.array(distances), 1.5 if count < 6 else 1.35, 0.6, covered)
    with plate.symbol("pip"):
        chalice(layout.size).halo(plate, "halo", 0.45)
        chalice(layout.size).draw(plate, Lamp(shadow=0.3, reach=3.0))
        if single:
            _comet(plate, scale)
    for x, y in layout.upper:
        plate.use("pip", x, y)
        if y == 0:
            plate.use("pip", -x, 0, True)
    if not single:
        split_level(plate)
    if layout.middle:
        plate.use("pip", 0, 0)
    return plate, {}


def _handles(x: Floats, y: Floats) -> list[tuple[Floats, Floats, Floats]]:
    """Return the handles of a large chalice: place along each, distance across it, inside.

    Each is a scroll that leaves the rim, swings out, and curls up under the bowl.
    """
    found = []
    for side in (-1, 1):
        scroll = cubic((5.2, -7.2), (9.8, -9.6), (10.6, -1.6), (6.0, -0.6))
        path = scroll * np.array((side, 1.0))
        curl = np.linspace(0, 1, 30)[1:]
        spin = math.pi * (0.5 + 1.6 * curl)
        eye = path[-1] + np.array((side * 1.15, 0.0))
        path = np.concatenate(
            [
                path,
                eye
                + (1.15 - 0.75 * curl)[:, None]
                * np.stack([-side * np.sin(spin), np.cos(spin) * -1.0], 1),
            ]
        )
        thick = np.interp(np.linspace(0, 1, len(path)), (0, 0.2, 0.6, 1), (0.9, 0.62, 0.7, 0.34))
        best, along, across = np.full(x.shape, 99.0), np.zeros(x.shape), np.zeros(x.shape)
        for number, (px, py) in enumerate(path):
            away = np.hypot(x - px, y - py)
            near = away - thick[number] < best
            best = np.where(near, away - thick[number], best)
            along = np.where(near, number * 0.16, along)
            across = np.where(near, away / thick[number], across)
        found.append((along, across, -best))
    return found


def _wide(y: Floats) -> Floats:
    """Half the width of a chalice of height 20 at a height: bowl, stem, foot."""
    bowl = 5.7 * np.sqrt(np.clip(1 - np.clip((y + 8.6) / 9.6, 0, 1) ** 2.4, 0, 1))
    stem = 0.85 + 0.12 * np.cos(y * 2.2) + 0.9 * bell(y - 2.6, 0.75)
    foot = 0.9 + 4.4 * ease(5.6, 9.0, y) ** 1.3
    return np.where(y < 1.0, np.maximum(bowl, 0.85), np.maximum(stem, np.where(y > 5.2, foot, 0)))


def _inside(x: Floats, y: Floats) -> Floats:
    rim = np.hypot(x / 5.7, (y + 8.6) / 1.35) < 1
    base = np.hypot(x / 5.3, (y - 9.0) / 0.95) < 1
    body = (np.abs(x) < _wide(y)) & (y > -8.6) & (y < 9.0)
    return rim | base | body


def chalice(size: float) -> Scene:
    """Model the pip, `size` mm high, about its middle."""
    scale = size / 20
    large = scale > 2.4
    step = 0.04 if scale < 1.6 else 0.055 if not large else 0.07
    reach = (10.4 if scale > RICH else 6.6) * scale
    grid = Grid.box(-reach, reach, -10.6 * scale, 10.6 * scale, step)
    window = grid.everywhere()
    x, y = grid.x / scale, grid.y / scale
    across = np.abs(x)
    scene = Scene(grid)

    def add(
        material: str, z: Floats, inside: Floats, phase: Floats, gain: float, **more: float
    ) -> None:
        more = {"line": 0.36 if large else 0.26, **more}
        scene.add(material, window, z * scale, inside * scale, phase, gain=gain, **more)

    wide = _wide(y)
    round_of = np.sqrt(np.maximum(wide**2 - x * x, 0))
    pitch = 0.42 if not large else 0.52
    rich = scale > RICH
    if rich:
        for place, away, inside in _handles(x, y):
            add("gold", 4 + 0.9 * ball(away, 1.0), inside, (place * 1.6) * scale / 1.1, 0.95)
    # Foot and stem.
    base = 1 - np.hypot(x / 5.3, (y - 9.0) / 0.95)
    add("gold", 2 + base, base * 0.95, x * scale / pitch, 0.9)
    slope = np.sqrt(1 + np.gradient(wide, step / scale, axis=0) ** 2)
    stem = np.minimum((wide - across) / slope, np.minimum(y - 0.4, 9.0 - y))
    add("gold", 3 + round_of, stem, (y + 0.25 * round_of) * scale / pitch, 1.0)
    knob = np.hypot(x, (y - 2.6) * 1.15)
    add("gem", 5 + ball(knob, 1.5), 1.5 - knob, (y - 0.4 * ball(knob, 1.5)) * scale / pitch, 0.9)
    # The bowl: gold, a band of the suit, gadroons under it.
    bowl = np.minimum((wide - across) / np.minimum(slope, 3), np.minimum(y + 8.6, 1.4 - y))
    lobes = (
        0.22
        * np.abs(np.cos(np.arcsin(np.clip(x / np.maximum(wide, 0.1), -1, 1)) * 5))
        * ease(-2.4, -1.4, y)
    )
    add("gold", 6 + round_of + lobes, bowl, (y - 0.3 * round_of) * scale / pitch, 0.95)
    sag = y + 0.10 * round_of
    band = np.minimum(bowl - 0.02, np.minimum(sag + 6.4, -2.6 - sag))
    add("suit", 6.3 + round_of, band, (y * 0.7 + x * 0.4) * scale / pitch, 0.9)
    if rich:
        _frieze(add, x, sag, scale)
    for number in range(-2, 3) if not rich else ():
        turn = number * 0.55
        place = 5.5 * math.sin(turn)
        bead = np.hypot((x - place) / max(math.cos(turn), 0.35), sag + 4.5)
        add("gold", 12.5 + ball(bead, 0.78), 0.78 - bead, y * scale / 0.4, 0.7, line=0.2)
    # The mouth, and the contents of the cup.
    mouth = 1 - np.hypot(x / 5.7, (y + 8.6) / 1.35)
    add("gold", 14 + 0 * x, mouth * 1.35, x * scale / pitch, 0.0)
    drink = 1 - np.hypot(x / 5.2, (y + 8.5) / 1.05)
    add(
        "liquid",
        15 + 0.05 * x,
        drink * 1.05,
        (y * 1.4 + 0.2 * np.cos(x * 2)) * scale / pitch,
        0.9,
        line=0.2,
    )
    return scene


def _frieze(add: Callable[..., None], x: Floats, sag: Floats, scale: float) -> None:
    """Chase the band: a sun between two moons, with stars, under a rope and over gadroons."""
    for at, turn, kind in ((0.0, 0.0, "sun"), (-3.3, 0.6, "moon"), (3.3, 0.6, "moon")):
        u, v = (x - at) / math.cos(turn), sag + 4.5
        away, angle = np.hypot(u, v), np.arctan2(u, -v)
        if kind == "sun":
            tip = 0.92 + 0.62 * np.abs(((angle / math.tau * 12) % 1) * 2 - 1)
            add("gold", 12.6 + 0.4 * away, (tip - away) * 0.8, away * scale / 0.4, 0.8, line=0.2)
            disc = 0.82 - away
            add("gold", 13.4 + ball(away, 0.84), disc, v * scale / 0.4, 0.9, line=0.22)
        else:
            bow = np.hypot(u - math.copysign(0.55, at), v) - 1.0
            crescent = np.minimum(1.28 - away, bow)
            add("gold", 12.4 + ball(away, 1.3), crescent, away * scale / 0.4, 0.9, line=0.22)
    for at in (-1.75, 1.75, -4.7, 4.7):
        for dv in (-0.9, 0.9):
            away = np.hypot((x - at) / (0.8 if abs(at) < 3 else 0.5), sag + 4.5 - dv)
            add("gold", 13 + ball(away, 0.3), 0.3 - away, x, 0.0, line=0.16)
    for at, half in ((-6.75, 0.34), (-2.35, 0.34)):
        rope = 0.22 * np.cos((x + 0.4 * (sag - at)) * 8)
        inside = np.minimum(half - np.abs(sag - at), 5.6 - np.abs(x))
        add("gold", 12 + rope + 0.3 * ball(sag - at, half), inside, x * scale / 0.5, 0.9, line=0.2)


def _comet(plate: Plate, scale: float) -> None:
    """The portrait has a star on its band."""
    y = -5.1 * scale
    plate.circle("gold.ink", 0, y, 2.1 * scale)
    plate.circle("gold.mid", 0, y, 1.96 * scale)
    plate.circle("suit.deep", 0, y, 1.7 * scale)
    plate.poly("gold.deep", star(0, y, 1.55 * scale, 0.5 * scale, 8, math.pi / 8))
    plate.poly("gold.pale", star(0, y, 1.55 * scale, 0.5 * scale, 8))
    plate.circle("gold.ink", 0, y, 0.3 * scale)
