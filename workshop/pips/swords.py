"""Swords of the tarot: a relief honed round long blades, as Sabers."""

from __future__ import annotations

import numpy as np

from workshop.field import Grid, ball, bell, ease
from workshop.light import Lamp, Scene
from workshop.pips.relief import Layout, place_pips, relief
from workshop.plate import Floats, Plate

NAMES = [f"tarot/swords-{count:02}" for count in range(1, 11)]

WIDTH, HEIGHT = 61.0, 112.0

LAYOUTS = {
    1: Layout(94.0, (), True),
    2: Layout(74.0, ((-10.0, 0.0),)),
    3: Layout(60.0, ((-14.8, 16.0),), True),
    4: Layout(45.0, ((-12.2, -26.0), (12.2, -26.0))),
    5: Layout(37.0, ((-14.2, -28.6), (14.2, -28.6)), True),
    6: Layout(29.6, ((-14.0, -36.4), (14.0, -36.4), (-14.0, 0.0))),
    7: Layout(28.0, ((0, -37.6), (-15.0, -18.8), (15.0, -18.8)), True),
    8: Layout(26.4, ((-14.2, -37.0), (14.2, -37.0), (-14.2, 0.0), (0, -18.5))),
    9: Layout(24.4, ((-12.6, -39.8), (12.6, -39.8), (-16.4, -13.2), (16.4, -13.2)), True),
    10: Layout(23.4, ((-13.6, -40.4), (13.6, -40.4), (-14.8, -13.4), (14.8, -13.4), (0, -26.9))),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Swords."""
    count = int(name.rsplit("-", 1)[1])
    layout = LAYOUTS[count]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    plate.tolerance = 1.2 if count == 1 else 1.0
    relief(plate, layout, outline, count, softness=2.2, blur=5.0, tops=18)
    with plate.symbol("pip"):
        sword(layout.size).halo(plate, "halo", 0.45)
        sword(layout.size).draw(plate, Lamp(shadow=0.0))
    place_pips(plate, layout)
    return plate, {"joins": (count - 1) * WIDTH}


def outline(x: Floats, y: Floats) -> Floats:
    """Say if points are inside the outline of a sword of height 20 about its middle."""
    across = np.abs(x)
    blade = (across < _half(y)) & (y > -10) & (y < 5.2)
    guard = (np.abs(y - 5.1 + 0.03 * x * x) < 0.55) & (across < 3.3)
    grip = (across < 0.55) & (y > 5) & (y < 8.6)
    return blade | guard | grip | (np.hypot(x, y - 8.9) < 1.05)


def _half(y: Floats) -> Floats:
    share = np.clip((y + 10) / 15.2, 0, 1)
    return np.asarray(1.05 * np.minimum(share / 0.16, 1) ** 0.62 * (0.86 + 0.14 * share))


def sword(size: float) -> Scene:
    """Model the pip, `size` mm high, about its middle."""
    scale = size / 20.0
    large = scale > 2.6
    step = 0.04 if scale < 1.6 else 0.055 if not large else 0.07
    grid = Grid.box(-4.6 * scale, 4.6 * scale, -10.6 * scale, 10.6 * scale, step)
    window = grid.everywhere()
    x, y = grid.x / scale, grid.y / scale
    across = np.abs(x)
    scene = Scene(grid)

    def add(
        material: str, z: Floats, inside: Floats, phase: Floats, gain: float, **more: float
    ) -> None:
        more = {"line": 0.34 if large else 0.24, **more}
        scene.add(material, window, z * scale, inside * scale, phase, gain=gain, **more)

    half = _half(y)
    fuller = bell(across, 0.26) * ease(-8.0, -6.6, y) * 0.5
    edge = np.clip((half - across) / 0.3, 0, 1) * 0.5
    blade = 4 + edge - across * 0.55 - fuller
    inside = np.minimum((half - across) * 0.95, 5.0 - y)
    add(
        "blade",
        blade,
        inside,
        (y * 0.75 + across * 0.9) * scale / min(0.40 * scale, 0.50),
        0.9,
        lift=0.08,
    )
    if large:
        for number in range(11):
            place, tall = 3.4 - number * 0.86, 0.34 - 0.015 * number
            lozenge = 1 - across / (tall * 0.55) - np.abs(y - place) / tall
            add("gold", 5.4 - across, lozenge * tall * 0.5, y * scale / 0.36, 0.6, line=0.16)
    bow = y - 5.1 + 0.03 * x * x
    bar = 0.55 + 0.12 * np.cos(x * 3.2)
    add(
        "gold",
        6 + ball(bow, 0.7),
        np.minimum(bar - np.abs(bow), 3.3 - across),
        x * scale / 0.34,
        1.0,
    )
    for side in (-1, 1):
        away = np.hypot(x - side * 3.3, y - 5.1 + 0.03 * 3.3**2)
        add("gold", 6.4 + ball(away, 0.8), 0.8 - away, away * scale / 0.36, 0.9)
    away = np.hypot(x, y - 5.05)
    add("gold", 6.9 + ball(away, 1.05), 1.05 - away, away * scale / 0.4, 0.9 if large else 0.0)
    add(
        "gem",
        8 + ball(away, 0.62),
        0.62 - away,
        (y + 0.3 * x) * scale / 0.4,
        0.7 if large else 0.0,
        line=0.2,
    )
    wrap = 0.10 * np.cos((y + 0.5 * x) * 9)
    grip = 4 + np.sqrt(np.clip(0.55**2 - x * x, 0, 1)) + wrap
    inside = np.minimum(0.55 + 0.1 * np.sin((y - 5.4) * 1.0) - across, np.minimum(y - 5.6, 8.4 - y))
    add("leather", grip, inside, (y + 0.4 * x) * scale / 0.44, 0.9, line=0.22)
    away = np.hypot(x, y - 8.9)
    add("gold", 5 + ball(away, 1.2), 1.08 - away, away * scale / 0.36, 1.0)
    add(
        "gem" if large else "gold",
        6.4 + ball(away, 0.5),
        0.5 - away,
        y * scale / 0.4,
        0.6,
        line=0.2,
    )
    return scene
