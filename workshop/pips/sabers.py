"""Sabers: a relief honed round the blades. A smooth distance to them is cut into terraces whose edges
swell by their angle to the light (Tanaka's illuminated contours); the light stands in the middle.

At the left and right edge all cards have one profile, so that a suit laid side by side is one map.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from scipy.ndimage import distance_transform_edt, gaussian_filter

from workshop.field import Grid, ball, bell, ease, nearest
from workshop.light import Lamp, Scene
from workshop.plate import BLEED, Floats, Plate, dense, normals, rings, runs, sample, thin

COUNTS = range(1, 12)
NAMES = [f"casino/sabers-{count:02}" for count in range(1, 12)]

WIDTH, HEIGHT, STEP = 63.5, 88.9, 0.1


class Layout(NamedTuple):
    """The pips of the upper half (x, y), their height, and if one stands in the middle."""

    size: float
    upper: tuple[tuple[float, float], ...] = ()
    middle: bool = False


LAYOUTS = {
    1: Layout(75.0, (), True),
    2: Layout(36.0, ((0, -20.6),)),
    3: Layout(25.6, ((0, -28.4),), True),
    4: Layout(29.0, ((-13.4, -18.6), (13.4, -18.6))),
    5: Layout(23.6, ((-14.6, -19.0), (14.6, -19.0)), True),
    6: Layout(22.6, ((-15.0, -28.4), (15.0, -28.4), (-15.0, 0.0))),
    7: Layout(21.5, ((0, -29.5), (-15.5, -14.75), (15.5, -14.75)), True),
    8: Layout(20.0, ((-15.4, -28.6), (15.4, -28.6), (-15.4, 0.0), (0, -14.6))),
    9: Layout(18.8, ((-13.8, -31.4), (13.8, -31.4), (-17.0, -10.2), (17.0, -10.2)), True),
    10: Layout(17.8, ((-14.4, -31.8), (14.4, -31.8), (-15.6, -10.6), (15.6, -10.6), (0, -21.2))),
    11: Layout(17.2, ((-14.4, -32.2), (14.4, -32.2), (-16.6, -10.8), (16.6, -10.8), (0, -21.6)), True),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Sabers."""
    count = int(name.rsplit("-", 1)[1])
    layout = LAYOUTS[count]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    relief(plate, layout, saber_outline, count)
    with plate.symbol("pip"):
        saber(layout.size).halo(plate, "halo", 0.45)
        saber(layout.size).draw(plate, Lamp(shadow=0.0))
    for x, y in layout.upper:
        plate.use("pip", x, y)
        if y == 0:
            plate.use("pip", -x, 0, True)
    split_level(plate)
    if layout.middle:
        plate.use("pip", 0, 0)
    return plate, {"joins": (count - 1) * WIDTH}


def split_level(plate: Plate) -> None:
    """End the half; pips on the middle line stand above both halves."""
    level = [item for item in plate.half if getattr(item, "y", None) == 0]
    plate.half[:] = [item for item in plate.half if getattr(item, "y", None) != 0]
    plate.turn()
    plate.items.extend(level)


def saber_outline(x: Floats, y: Floats) -> Floats:
    """Say if points are inside the outline of a saber of height 20 about its middle."""
    across = np.abs(x)
    share = np.clip((y + 10) / 13.6, 0, 1)
    blade = (across < 2.15 * np.sin(share * 2.42) ** 0.66 * (1 - 0.10 * share)) & (y > -10) & (y < 4)
    bow = y - 4.0 + 0.075 * x * x
    guard = (np.abs(bow) < 1.05 * (1 - 0.52 * (across / 4.9) ** 2)) & (across < 4.8)
    grip = (across < 0.82) & (y > 4) & (y < 8.6)
    return blade | guard | grip | (np.hypot(x, y - 8.8) < 1.3)


def relief(
    plate: Plate,
    layout: Layout,
    outline: object,
    count: int,
    *,
    softness: float = 2.6,
    blur: float = 6.0,
    width: float = WIDTH,
    height: float = HEIGHT,
    joins: bool = True,
    tops: int = 16,
) -> None:
    """Cut the ground around pips into terraces."""
    xs = np.arange(-width / 2 - BLEED, width / 2 + BLEED + STEP / 2, STEP)
    ys = np.arange(-height / 2 - BLEED, 8.0, STEP)
    x, y = np.meshgrid(xs, ys)
    distances = distance_to(layout, outline, xs, ys)
    distance = gaussian_filter(nearest(distances, softness), blur)
    distance -= distance.min()
    if joins:
        share = 1 - ease(0, 11, np.minimum(x + width / 2, width / 2 - x))
        turn = y / height * math.tau
        profile = 10.5 + 3.6 * np.cos(turn * 2) + 1.3 * np.cos(turn * 5)
        distance = distance * (1 - share) + profile * share
    levels = [1.0]
    while len(levels) < tops and levels[-1] < distance.max() + 0.3:
        levels.append(levels[-1] + 1.3 + 0.06 * len(levels))
    last = len(levels)
    for number in range(last - 1, -1, -1):
        role = f"ground.t{9 - min(9, round(number / (last - 1) * 9))}"
        plate.area(role, rings(xs, ys, -distance, -levels[number], eps=0.012))
    fine = [(n, level + (1.3 + 0.06 * (n + 1)) / 2, True) for n, level in enumerate(levels)]
    for number, level, thin_one in fine + [(n, level, False) for n, level in enumerate(levels)]:
        for line in contour_generator(xs, ys, distance).lines(level):
            _edge(plate, xs, ys, distance, np.asarray(line), number, level, thin_one, count, layout, last)


def distance_to(layout: Layout, outline: object, xs: Floats, ys: Floats) -> Floats:
    """Return the distance of each node to each pip (mm); the middle one counts with its turn."""
    reach_x, reach_y = 2 * xs[-1] + 1, 2 * -ys[0] + 1
    wide = np.arange(-round(reach_x / STEP), round(reach_x / STEP) + 1) * STEP
    high = np.arange(-round(reach_y / STEP), round(reach_y / STEP) + 1) * STEP
    x, y = np.meshgrid(wide, high)
    scale = 20 / layout.size
    inside = outline(x * scale, y * scale)  # type: ignore[operator]
    upright = distance_transform_edt(~inside) * STEP
    turned = upright[::-1, ::-1]
    both = distance_transform_edt(~(inside | inside[::-1, ::-1])) * STEP if layout.middle else None

    def moved(field: Floats, dx: float, dy: float) -> Floats:
        row = round((ys[0] - dy - high[0]) / STEP)
        column = round((xs[0] - dx - wide[0]) / STEP)
        return field[row : row + len(ys), column : column + len(xs)]

    found = []
    for dx, dy in layout.upper:
        found += [moved(upright, dx, dy), moved(turned, -dx, -dy)]
    if both is not None:
        found.append(moved(both, 0, 0))
    return np.array(found)


def _edge(
    plate: Plate,
    xs: Floats,
    ys: Floats,
    distance: Floats,
    line: Floats,
    number: int,
    level: float,
    thin_one: bool,
    count: int,
    layout: Layout,
    last: int,
) -> None:
    """Draw the edge of a terrace: light lines towards the lamp, dark ones away from it."""
    length = np.hypot(*np.diff(line, axis=0).T).sum()
    closed = bool(np.hypot(*(line[0] - line[-1])) < 0.01)
    if length < (22 if closed else 5):
        return
    points = dense(line, 0.36)
    across = normals(points)
    if np.median(sample(xs, ys, distance, points + across * 0.3) - level) < 0:
        across = -across
    reach = np.linalg.norm(points, axis=1)
    light = (across * -points).sum(1) / np.maximum(reach, 6)
    if count % 2:
        # The pip of the middle is the lamp: its own slope is lit.
        light *= np.clip((reach - layout.size * 0.62) / 2.0, 0, 1) * 2 - 1
    window = np.hanning(9) / np.hanning(9).sum()
    if closed and len(light) > 30:
        light = np.convolve(np.r_[light[-4:], light, light[:4]], window, "valid")
    if thin_one:
        _strokes(plate, points, light * 1.6, 0.15, "field.mid", "field.deep")
    else:
        heavy = number % 3 == 0
        widest = (0.56 if heavy else 0.40) * (1 - 0.3 * number / last)
        _strokes(plate, points, light, widest, "ray2" if heavy else "field.pale", "field.ink")


def _strokes(
    plate: Plate, points: Floats, light: Floats, widest: float, lit: str, dark: str
) -> None:
    for chosen, role in ((light > 0, lit), (light <= 0, dark)):
        for run in runs(chosen):
            if len(run) < 5:
                continue
            index = np.unique(np.r_[max(run[0] - 1, 0), run, min(run[-1] + 1, len(points) - 1)])
            widths = np.abs(light[index]) ** 0.8 * widest
            if widths.max() < 0.1:
                continue
            widths[[0, -1]] = 0.0
            widths = np.where(widths > 0.03, np.maximum(widths, 0.10), widths)
            kept = thin(np.column_stack([points[index], widths * 0.8]), 0.012)
            plate.line(role, points[index][kept], widths[kept])


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

    def add(material: str, z: Floats, inside: Floats, phase: Floats, gain: float, **more: float) -> None:
        scene.add(
            material, all_of_it, z * scale, inside * scale, phase, gain=gain, **{"line": line, **more}
        )

    share = np.clip((y + 10) / 13.6, 0, 1)
    half = 2.15 * np.sin(share * 2.42) ** 0.66 * (1 - 0.10 * share)
    groove = bell(across, 0.34) * np.clip((y + 7.5) / 2, 0, 1)
    pitch = 0.40 * min(scale, 1.15)
    blade = 5 - across * 1.15 - 0.8 * groove
    if large:
        # A tendril engraved along the groove.
        vine = bell(across - 0.34 - 0.16 * np.sin(y * 2.1), 0.10) * np.clip((y + 6.4) / 2, 0, 1)
        blade = blade - 0.30 * vine * (y < 2.2)
    inside = np.minimum((half - across) * 0.95, 3.7 - y)
    add("blade", blade, inside, (y * 0.75 + across * 0.9) * scale / pitch, 0.9, lift=0.10)
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
    add("gold", 7.6 + ball(away, 1.25), 1.25 - away, away * scale / 0.4, 0.9 if large else 0.0, line=0.22)
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
    add("leather", grip, inside, (y + 0.4 * x) * scale / (0.44 if not large else 0.5), 0.9, line=0.22)
    away = np.hypot(x, y - 8.8)
    add("gold", 5 + ball(away, 1.3), 1.3 - away, (y - 0.2 * x) * scale / 0.34, 1.0)
    if large:
        add("gem", 6.6 + ball(away, 0.5), 0.5 - away, y * scale / 0.4, 0.7, line=0.22)
    return scene
