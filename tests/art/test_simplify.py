"""Simplified lines keep their bound on the grid, with few corners."""

import math

import numpy as np
import pytest

from workshop.simplify import Floats, fewest, fewest_in_ring

GRID = 0.02
# The greatest distance of a corner from its point: a step aslant, and half a step of rounding (mm).
CORNER = 0.035


def circle(radius: float, count: int = 200) -> Floats:
    """Return a ring whose last point repeats its first."""
    turns = np.linspace(0, math.tau, count + 1)
    return np.stack([radius * np.cos(turns), radius * np.sin(turns)], 1)


def distances(points: Floats, corners: Floats) -> Floats:
    """Return the distance of each point to the nearest chord."""
    first, chord = corners[:-1, None], np.diff(corners, axis=0)[:, None]
    away = points - first
    along = np.clip((away * chord).sum(-1) / (chord**2).sum(-1), 0, 1)
    return np.linalg.norm(away - along[..., None] * chord, axis=-1).min(0)


@pytest.mark.parametrize("radius", [1.0, 5.0, 20.0])
@pytest.mark.parametrize("eps", [0.014, 0.022, 0.03])
def test_ring_keeps_its_bound(radius: float, eps: float) -> None:
    ring = circle(radius)
    corners = fewest_in_ring(ring, eps, GRID) * GRID
    assert distances(ring, np.r_[corners, corners[:1]]).max() < max(eps, CORNER)
    # Corners on the curve need chords whose whole height is the bound.
    assert len(corners) < 0.9 * math.pi / math.acos(1 - eps / radius)


def test_straight_line_has_two_corners() -> None:
    points = np.stack([np.linspace(0, 9, 40), np.linspace(0, 3, 40)], 1)
    corners, kept = fewest(points, 0.02, GRID)
    assert kept.tolist() == [0, 39]
    assert (corners * GRID == [[0, 0], [9, 3]]).all()


def test_swelling_line_keeps_its_widths() -> None:
    points = np.stack([np.linspace(0, 9, 40), np.zeros(40)], 1)
    widths = 0.2 + 0.2 * np.sin(points[:, 0])
    _, kept = fewest(points, 0.02, GRID, widths, 0.4)
    errors = np.abs(np.interp(points[:, 0], points[kept, 0], widths[kept]) - widths)
    assert errors.max() <= 0.02 / 0.4 + 1e-9
    assert len(kept) < 15
