"""Simplify lines and outlines to the fewest corners on the grid of a file.

A corner need not be a point of the line: it may be a step of the grid beside it, so that a chord
runs half inside and half outside a curve. With one bound of the error this needs a third fewer
corners than a choice among the points. The error includes the rounding to the grid.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

# The longest chord, in points; the places of a corner, in steps of the grid to the left.
_LONGEST = 48
_SIDES = np.array([-1.0, 0.0, 1.0])
# The weight of a chord's error among equally few chords.
_ERROR = 0.05


def fewest(
    points: Floats, eps: float, grid: float, widths: Floats | None = None, share: float = 0.0
) -> tuple[Integers, NDArray[np.intp]]:
    """Return the corners of a line in units of the grid, and the indices of their points.

    No point between two corners is further than `eps` mm from its chord, and no corner further
    than 1.7 steps of the grid from its point. An error in `widths` counts with its `share`. The
    ends stay where they are.
    """
    count = len(points)
    places = _places(points / grid)
    if count < 3:
        return places[:, 1].astype(np.int64), np.arange(count)
    bound = (eps / grid) ** 2
    errors = _errors(places, points / grid, bound, widths, share / grid)
    cost = np.full((count, 3), np.inf)
    origin = np.zeros((count, 3, 2), np.int64)
    cost[0, 1] = 0.0
    for end in range(1, count):
        reach = min(end, len(errors))
        wrong = np.stack([errors[gap - 1][end - gap] for gap in range(1, reach + 1)])
        total = 1 + _ERROR * wrong / bound
        total[1:][wrong[1:] > bound] = np.inf
        total += cost[end - reach : end][::-1, :, None]
        flat = total.reshape(-1, 3)
        best = flat.argmin(0)
        cost[end] = flat[best, range(3)]
        origin[end, :, 0], origin[end, :, 1] = end - 1 - best // 3, best % 3
    end, side = count - 1, 1
    chosen = [(end, side)]
    while end:
        end, side = origin[end, side]
        chosen.append((int(end), int(side)))
    kept, sides = np.array(chosen[::-1]).T
    return places[kept, sides].astype(np.int64), kept


def fewest_in_ring(ring: Floats, eps: float, grid: float) -> Integers:
    """Return the corners of a ring whose last point repeats its first, which they do not repeat."""
    points = ring[:-1]
    before, after = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
    turn = np.abs(np.angle((after @ [1, 1j]) * np.conj(before @ [1, 1j])))
    points = np.roll(points, -int(turn.argmax()), axis=0)
    return fewest(np.r_[points, points[:1]], eps, grid)[0][:-1]


def _places(points: Floats) -> Floats:
    """Return the places of a corner at each point: on the grid, to its left and to its right."""
    along = np.gradient(points, axis=0) if len(points) > 1 else np.zeros_like(points)
    left = np.stack([-along[:, 1], along[:, 0]], 1)
    left /= np.maximum(np.abs(left).max(1, keepdims=True), 1e-9)
    left[[0, -1]] = 0
    return np.round(points[:, None] + left[:, None] * _SIDES[:, None])


def _errors(
    places: Floats, points: Floats, bound: float, widths: Floats | None, share: float
) -> list[Floats]:
    """Return the squared errors of chords: for each length in points (from 1), for each start, for
    each place of the start and of the end. Chords far beyond the `bound` are not measured.
    """
    count = len(points)
    found = [np.zeros((count - 1, 3, 3))]
    starts = np.arange(count)
    for gap in range(2, min(count, _LONGEST + 1)):
        starts = starts[starts + gap < count]
        if not len(starts):
            break
        first = places[starts]
        chord = places[starts + gap][:, None, :] - first[:, :, None]
        square = np.maximum((chord**2).sum(-1), 1e-9)
        worst = np.zeros(square.shape)
        for step in range(1, gap):
            away = points[starts + step][:, None, None] - first[:, :, None]
            along = np.clip((away * chord).sum(-1) / square, 0, 1)
            error = ((away - along[..., None] * chord) ** 2).sum(-1)
            if widths is not None:
                start, own = widths[starts], widths[starts + step]
                change = (widths[starts + gap] - start)[:, None, None]
                error += (share * (start[:, None, None] + along * change - own[:, None, None])) ** 2
            np.maximum(worst, error, out=worst)
        whole = np.full((count - gap, 3, 3), np.inf)
        whole[starts] = worst
        found.append(whole)
        # Longer chords from this start do not fit either.
        starts = starts[worst.min((1, 2)) <= 2 * bound]
    return found
