"""Grids and the mathematics of relief: windows, smooth steps, distances, cylinders, balls."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workshop.plate import BLEED, Floats


class Window(NamedTuple):
    """A part of a grid: its rows and columns, and the coordinates of its nodes (mm)."""

    rows: slice
    columns: slice
    x: Floats
    y: Floats

    @property
    def place(self) -> tuple[slice, slice]:
        """The index of the window in a field."""
        return self.rows, self.columns


class Grid:
    """A grid over the upper half of a card, or over a box, with `margin` mm below the middle."""

    def __init__(
        self,
        width: float = 63.5,
        height: float = 88.9,
        step: float = 0.065,
        *,
        margin: float = 6.0,
        whole: bool = False,
    ) -> None:
        across, up = width / 2 + BLEED, height / 2 + BLEED
        low = up if whole else margin
        self.step = step
        self.xs = np.arange(np.ceil(2 * across / step) + 1) * step - across
        self.ys = np.arange(np.ceil((up + low) / step) + 1) * step - up
        self.x, self.y = np.meshgrid(self.xs, self.ys)

    @classmethod
    def box(cls, x0: float, x1: float, y0: float, y1: float, step: float = 0.035) -> Grid:
        """Return a grid over a box (mm)."""
        grid = cls.__new__(cls)
        grid.step = step
        grid.xs = np.arange(x0, x1 + step / 2, step)
        grid.ys = np.arange(y0, y1 + step / 2, step)
        grid.x, grid.y = np.meshgrid(grid.xs, grid.ys)
        return grid

    def window(self, x0: float, x1: float, y0: float, y1: float) -> Window | None:
        """Return the window over a box (mm), or nothing outside the grid."""
        first = max(int((x0 - self.xs[0]) / self.step), 0)
        last = min(int((x1 - self.xs[0]) / self.step) + 2, len(self.xs))
        top = max(int((y0 - self.ys[0]) / self.step), 0)
        bottom = min(int((y1 - self.ys[0]) / self.step) + 2, len(self.ys))
        if last - first < 3 or bottom - top < 3:
            return None
        place = slice(top, bottom), slice(first, last)
        return Window(*place, self.x[place], self.y[place])

    def around(self, x: float, y: float, reach: float) -> Window | None:
        """Return the window around a point (mm)."""
        return self.window(x - reach, x + reach, y - reach, y + reach)

    def everywhere(self) -> Window:
        """Return the whole grid as a window."""
        return Window(slice(0, len(self.ys)), slice(0, len(self.xs)), self.x, self.y)


def ease(low: float, high: float, value: Floats | float) -> Floats:
    """Return a smooth step from 0 at `low` to 1 at `high`."""
    share = np.clip((np.asarray(value, float) - low) / (high - low), 0, 1)
    return np.asarray(share * share * (3 - 2 * share))


def bell(value: Floats, width: float) -> Floats:
    """Return a bell of height 1."""
    return np.asarray(np.exp(-((value / width) ** 2)))


def ball(distance: Floats, radius: float) -> Floats:
    """Return the height of a ball or a cylinder at a distance from its axis."""
    return np.asarray(np.sqrt(np.maximum(radius * radius - distance * distance, 0)))


def nearest(distances: NDArray[np.float64], softness: float) -> Floats:
    """Return the smooth least of distances along the first axis."""
    least = distances.min(0)
    total = np.exp(-(distances - least) / softness).sum(0)
    return np.asarray(least - softness * np.log(total))


def cubic(
    start: tuple[float, float],
    first: tuple[float, float],
    second: tuple[float, float],
    end: tuple[float, float],
    count: int = 60,
) -> Floats:
    """Return points of a cubic Bézier curve."""
    share = np.linspace(0, 1, count)[:, None]
    rest = 1 - share
    a, b, c, d = (np.asarray(point, float) for point in (start, first, second, end))
    return np.asarray(
        rest**3 * a + 3 * rest**2 * share * b + 3 * rest * share**2 * c + share**3 * d
    )


def along(grid: Grid, path: Floats, reach: float) -> tuple[Floats, Floats]:
    """Return the distance of each node to a path (up to `reach` mm) and the place along it (mm)."""
    distance = np.full(grid.x.shape, 99.0)
    place = np.zeros(grid.x.shape)
    lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(path, axis=0).T))]
    for (x, y), length in zip(path, lengths, strict=True):
        window = grid.around(x, y, reach)
        if window is None:
            continue
        away = np.hypot(window.x - x, window.y - y)
        near = away < distance[window.place]
        distance[window.place][near] = away[near]
        place[window.place][near] = length
    return distance, place


Height = Callable[[Floats, Floats], Floats]
