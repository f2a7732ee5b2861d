"""Sabers: a relief honed round the blades.

A smooth distance to them is cut into terraces whose edges swell by their angle to the light.

At the left and right edge all cards have one profile, so that a suit laid side by side is one map.
"""

from __future__ import annotations

import math

import numpy as np

from workshop.field import Grid, ball, bell, ease
from workshop.light import Lamp, Scene
from workshop.pips.relief import Layout, place_pips, relief
from workshop.plate import Floats, Plate

NAMES = [f"casino/sabers-{count:02}" for count in range(1, 12)]

WIDTH, HEIGHT = 63.5, 88.9


LAYOUTS = {
    1: Layout(75.0, (), True),
    2: Layout(58.0, ((-12.0, 0.0),)),
    3: Layout(48.6, ((-16.0, 8.6),), True),
    4: Layout(34.0, ((-12.8, -20.4), (12.8, -20.4))),
    5: Layout(27.6, ((-14.8, -22.6), (14.8, -22.6)), True),
    6: Layout(22.6, ((-15.0, -28.4), (15.0, -28.4), (-15.0, 0.0))),
    7: Layout(21.5, ((0, -29.5), (-15.5, -14.75), (15.5, -14.75)), True),
    8: Layout(20.0, ((-15.4, -28.6), (15.4, -28.6), (-15.4, 0.0), (0, -14.6))),
    9: Layout(18.8, ((-13.8, -31.4), (13.8, -31.4), (-17.0, -10.2), (17.0, -10.2)), True),
    10: Layout(17.8, ((-14.4, -31.8), (14.4, -31.8), (-15.6, -10.6), (15.6, -10.6), (0, -21.2))),
    11: Layout(
        17.2, ((-14.4, -32.2), (14.4, -32.2), (-16.6, -10.8), (16.6, -10.8), (0, -21.6)), True
    ),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Sabers."""
    count = int(name.rsplit("-", 1)[1])
    layout = LAYOUTS[count]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    plate.tolerance = 1.2 if count == 1 else 1.0
    relief(plate, layout, saber_outline, count)
    with plate.symbol("pip"):
        # The small ones of a high count stand free of the lines around them.
        saber(layout.size).halo(plate, "halo", 0.45 if count < 8 else 1.0)
        saber(layout.size).draw(plate, Lamp(shadow=0.0))
    place_pips(plate, layout)
    return plate, {"joins": (count - 1) * WIDTH}


def saber_outline(x: Floats, y: Floats) -> Floats:
    """Say if points are inside the outline of a saber of height 20 about its middle."""
    across = np.abs(x)
    share = np.clip((y + 10) / 13.6, 0, 1)
    blade = (
        (across < 2.15 * np.sin(share * 2.42) ** 0.66 * (1 - 0.10 * share)) & (y > -10) & (y < 4)
    )
    bow = y - 4.0 + 0.075 * x * x
    guard = (np.abs(bow) < 1.05 * (1 - 0.52 * (across / 4.9) ** 2)) & (across < 4.8)
    grip = (across < 0.82) & (y > 4) & (y < 8.6)
    return blade | guard | grip | (np.hypot(x, y - 8.8) < 1.3)


def saber(size: float) -> Scene:
    """Model the pip, `size` mm high, about its middle; a large one has more work on it."""
    scale = size / 20.0
    large = scale > 2.4
    step = 0.035 if scale < 1.6 else 0.05 if scale < 2.4 else 0.065
    grid = Grid.box(-5.8 * scale, 5.8 * scale, -10.6 * scale, 10.6 * scale, step)
    all_of_it = grid.everywhere()
    x, y = grid.x / scale, grid.y / scale
    across = np.abs(x)
    scene = Scene(grid)
    line = 0.24 if not large else 0.34

    def add(
        material: str, z: Floats, inside: Floats, phase: Floats, gain: float, **more: float
    ) -> None:
        scene.add(
            material,
            all_of_it,
            z * scale,
            inside * scale,
            phase,
            gain=gain,
            **{"line": line, **more},
        )

    share = np.clip((y + 10) / 13.6, 0, 1)
    half = 2.15 * np.sin(share * 2.42) ** 0.66 * (1 - 0.10 * share)
    groove = bell(across, 0.34) * np.clip((y + 7.5) / 2, 0, 1)
    pitch = 0.40 * min(scale, 1.15)
    blade = 5 - across * 1.15 - 0.8 * groove
    if large:
        # A narrower blade with a fuller and a bevel.
        half = 1.72 * np.sin(np.clip(share * 1.02, 0, 1) * 2.46) ** 0.52 * (1 - 0.06 * share)
        edge = np.clip((half - across) / 0.42, 0, 1)
        fuller = ease(0.36, 0.22, across) * ease(-6.8, -5.4, y)
        blade = 4.4 + 0.75 * edge - 0.28 * across - 0.5 * fuller
    inside = np.minimum((half - across) * 0.95, 3.7 - y)
    add("blade", blade, inside, (y * 0.75 + across * 0.9) * scale / pitch, 0.9, lift=0.10)
    if large:
        for number in range(9):
            place = 2.0 - number * 0.98
            tall = 0.40 - 0.022 * number
            lozenge = 1 - across / (tall * 0.55) - np.abs(y - place) / tall
            add("gold", 5.6 - across, lozenge * tall * 0.5, y * scale / 0.36, 0.6, line=0.16)
    bow = y - 4.0 + 0.075 * x * x
    wide = 1.05 * (1 - 0.52 * (across / 4.9) ** 2)
    guard = 6.5 + np.sqrt(np.clip(1.05**2 - bow**2, 0, 2))
    if large:
        guard = guard + 0.10 * np.cos(x * 5.2) * bell(bow, 0.5) * (across > 1.3)
    add("gold", guard, np.minimum(wide - np.abs(bow), 4.8 - across), x * scale / 0.34, 1.0)
    if large:
        for side in (-1, 1):
            away = np.hypot(x - side * 4.55, y - 4.0 + 0.075 * 4.55**2)
            add("gold", 7.2 + ball(away, 0.72), 0.72 - away, away * scale / 0.36, 0.9)
    away = np.hypot(x, y - 3.95)
    add(
        "gold",
        7.6 + ball(away, 1.25),
        1.25 - away,
        away * scale / 0.4,
        0.9 if large else 0.0,
        line=0.22,
    )
    if large:
        turn = np.arctan2(y - 3.95, x)
        for number in range(12):
            angle = number * math.tau / 12
            bead = np.hypot(x - 1.02 * math.cos(angle), y - 3.95 - 1.02 * math.sin(angle))
            add("gold", 8.6 + ball(bead, 0.15), 0.15 - bead, x, 0.0, line=0.16)
        cut = 9 + 0.9 * np.cos((turn * 8 / math.tau % 1 - 0.5) * 1.2) - away * 0.5
        add("gem", cut, 0.80 - away, (y - 0.3 * cut) * scale / 0.42, 0.8, line=0.26)
        add("gem", 11 + x * 0, 0.36 - away, x, 0.0, line=0.18, lift=0.2)
    else:
        add("gem", 9 + ball(away, 0.78), 0.78 - away, y * scale / 9, 0.0, line=0.2)
    wrap = 0.14 * np.cos((y + 0.4 * x) * 7.2)
    grip = 4 + np.sqrt(np.clip(0.82**2 - x * x, 0, 1)) + wrap
    inside = np.minimum(0.82 - across, np.minimum(y - 4.6, 8.6 - y))
    add(
        "leather",
        grip,
        inside,
        (y + 0.4 * x) * scale / (0.44 if not large else 0.5),
        0.9,
        line=0.22,
    )
    away = np.hypot(x, y - 8.8)
    add("gold", 5 + ball(away, 1.3), 1.3 - away, (y - 0.2 * x) * scale / 0.34, 1.0)
    if large:
        add("gem", 6.6 + ball(away, 0.5), 0.5 - away, y * scale / 0.4, 0.7, line=0.22)
    return scene
