"""Curves and profiles that all parts of a figure use. Lengths in mm, angles in degrees."""

import math

import numpy as np
from scipy.interpolate import CubicSpline


def step(a, b, v):
    """Rise smoothly from 0 at `a` to 1 at `b`."""
    t = np.clip((np.asarray(v, float) - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def bell(d, w):
    """Fall from 1 where `d` is 0, to 1/e where it is `w`."""
    return np.exp(-((d / w) ** 2))


def dome(d):
    """Return the height of a unit dome at distance `d` from its axis, 0 outside."""
    return np.sqrt(np.maximum(1 - np.asarray(d) ** 2, 0))


def bez(*points, k=18):
    """Join cubic pieces: start, handle, handle, end, handle, handle, end …"""
    p = np.array(points, float)
    t = np.linspace(0, 1, k)[:, None]
    out = []
    for i in range(0, len(p) - 3, 3):
        a, b, c, d = p[i : i + 4]
        piece = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d
        out.append(piece[1 if i else 0 :])
    return np.concatenate(out)


def spline(points, k=60):
    """Lead a smooth curve through points."""
    p = np.array(points, float)
    s = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T) ** 0.7)]
    return CubicSpline(s, p)(np.linspace(0, s[-1], k))


def loop(points, k=160):
    """Lead a smooth closed outline through points; the first is not repeated at the end."""
    p = np.array(points, float)
    return spline(np.r_[p, p[:1]], k)[:-1]


def folds(q, seed=1, k=1.0):
    """Return the height of hanging cloth across `q`: round ridges, narrow valleys, no two alike."""
    r = np.random.RandomState(seed)
    z = 0
    for f, a in ((1, 1.0), (2.3, 0.42), (3.9, 0.16)):
        ph = r.rand() * 6.28
        wave = q * f * k * 0.5 + ph + 0.5 * np.sin(q * f * k * 0.31 + ph * 2)
        z = z + a * (1 - np.abs(np.sin(wave)) ** 1.25 * 2)
    return z * 0.5


def swell(n, power=0.7, least=0.02):
    """Return `n` factors of a line that swells from a point to its middle and back."""
    return np.sin(np.linspace(0, math.pi, n)) ** power + least


class Frame:
    """A place on the card with a turn, a side (1, or −1 for mirrored), and a scale.

    Parts are described in the frame's own millimetres, with y downward.
    """

    def __init__(self, x, y, turn=0.0, side=1, k=1.0):
        self.x, self.y, self.side, self.k, self.angle = x, y, side, k, turn
        self.c, self.s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(self, dx, dy):
        """Return the point of the card."""
        dx, dy = dx * self.side * self.k, dy * self.k
        return np.array((self.x + dx * self.c - dy * self.s, self.y + dx * self.s + dy * self.c))

    def all(self, points):
        """Return points of the card."""
        return np.array([self.at(*p) for p in points])

    def local(self, x, y):
        """Return the frame's coordinates of points of the card."""
        dx, dy = x - self.x, y - self.y
        u = (dx * self.c + dy * self.s) / self.k * self.side
        return u, (-dx * self.s + dy * self.c) / self.k
