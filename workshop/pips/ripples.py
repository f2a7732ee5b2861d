"""Ripples: every pip sends out rings, which meet halfway to its neighbours.

The ground is therefore a map of the places of the pips: the cells of the pips of this card.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

from workshop.field import Grid
from workshop.plate import Floats, Plate, hatch, rings


def ripples(
    plate: Plate,
    grid: Grid,
    distances: NDArray[np.float64],
    pitch: float,
    clear: float,
    covered: Floats | None = None,
) -> None:
    """Draw rings around pips; `distances` is the distance to each, `clear` the moat (mm)."""
    order = np.sort(distances, axis=0)
    first = order[0]
    second = order[1] if len(order) > 1 else first + 99
    border = gaussian_filter(second - first, 2)
    # Every second ring of water has a separate tone.
    band = np.cos(first / (pitch * 3) * np.pi)
    for role, low in (("ground.t3", 0.0), ("ground.t6", 0.72)):
        inside = np.minimum(band - low, (border - 0.6) * 0.5)
        plate.area(role, rings(grid.xs, grid.ys, inside, 0, eps=0.012, least=0.4))
    # Lines swell on the side that looks to the middle, and thin where cells meet.
    down, across = np.gradient(first, grid.step)
    away = np.maximum(np.hypot(grid.x, grid.y), 4)
    light = -(across * grid.x + down * grid.y) / away
    ink = 0.24 + 0.15 * gaussian_filter(light, 3) + 0.05 * band
    ink = ink * np.clip(border / 2.2, 0.45, 1)
    inside = np.minimum(first - clear, border - 0.35)
    if covered is not None:
        inside = np.minimum(inside, covered)
    strokes = hatch(grid.xs, grid.ys, ink, first / pitch, inside, floor=0.06, widest=0.5, eps=0.012)
    plate.lines("field.ink", strokes)
