"""Relief: a smooth distance to the pips is cut into terraces.

Each edge is a line that swells by its angle to the light (Tanaka's illuminated contours); the light
is in the middle of the card.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, gaussian_filter

from workshop.field import ease, nearest
from workshop.plate import BLEED, Floats, Plate, Use, dense, normals, rings, runs, sample, thin

STEP = 0.1
# Says which points are inside a pip of height 20 about its middle.
Outline = Callable[[Floats, Floats], NDArray[np.bool_]]


class Layout(NamedTuple):
    """The pips of the upper half (x, y), their height, and True if one is in the middle."""

    size: float
    upper: tuple[tuple[float, float], ...] = ()
    middle: bool = False


def split_level(plate: Plate) -> None:
    """End the half; pips on the middle line are drawn above both halves."""
    level = [item for item in plate.half if isinstance(item, Use) and item.y == 0]
    plate.half[:] = [item for item in plate.half if not (isinstance(item, Use) and item.y == 0)]
    plate.turn()
    plate.items.extend(level)


def place_pips(plate: Plate, layout: Layout) -> None:
    """Place the symbol `pip` and end the half; pips across the middle line are drawn above both
    halves.
    """
    across = [(x, y) for x, y in layout.upper if y > -layout.size / 2]
    for x, y in layout.upper:
        if (x, y) not in across:
            plate.use("pip", x, y)
    plate.turn()
    for x, y in across:
        plate.use("pip", x, y)
        plate.use("pip", -x, -y, True)
    if layout.middle:
        plate.use("pip", 0, 0)


def relief(
    plate: Plate,
    layout: Layout,
    outline: Outline,
    count: int,
    *,
    softness: float = 2.6,
    blur: float = 6.0,
    joins: bool = True,
    tops: int = 16,
) -> None:
    """Cut the ground around pips into terraces.

    The ground of a single pip is its own and covers the whole card; others are that of their turn.
    With `joins`, the left and the right edge have one profile, so that cards join.
    """
    width, height = plate.width, plate.height
    single = not layout.upper
    if single:
        plate.turn()
    xs = np.arange(-width / 2 - BLEED, width / 2 + BLEED + STEP / 2, STEP)
    ys = np.arange(-height / 2 - BLEED, height / 2 + BLEED if single else 8.0, STEP)
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
            _edge(
                plate,
                xs,
                ys,
                distance,
                np.asarray(line),
                number,
                level,
                thin_one,
                count,
                layout,
                last,
            )


def distance_to(layout: Layout, outline: Outline, xs: Floats, ys: Floats) -> Floats:
    """Return the distance of each node to each pip (mm); the middle one counts with its turn."""
    reach_x, reach_y = 2 * xs[-1] + 1, 2 * -ys[0] + 1
    wide = np.arange(-round(reach_x / STEP), round(reach_x / STEP) + 1) * STEP
    high = np.arange(-round(reach_y / STEP), round(reach_y / STEP) + 1) * STEP
    x, y = np.meshgrid(wide, high)
    scale = 20 / layout.size
    inside = outline(x * scale, y * scale)
    upright = distance_transform_edt(~inside) * STEP
    turned = upright[::-1, ::-1]
    both = None
    if layout.middle and layout.upper:
        both = distance_transform_edt(~(inside | inside[::-1, ::-1])) * STEP
    elif layout.middle:
        both = upright

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
