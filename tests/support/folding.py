"""Paper folding in numbers: outlines as polygons, and flat panels placed in space.

This module does not use the geometry of the pieces: only rectangles, and the edges where they are
joined.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from printkit.base.geometry import Rect
from printkit.graphics.path import PathData
from tests.support.walk import sampled

Vector = np.ndarray
LEFT, RIGHT, ABOVE, BELOW = "left", "right", "above", "below"


def polygon(data: PathData) -> np.ndarray:
    """Return the corners of one closed path, with curves as chords and no corner twice (n, 2)."""
    assert data.steps.count("M") == data.steps.count("Z") == 1
    assert data.steps[0] == "M"
    assert data.steps[-1] == "Z"
    points = sampled(data, 12)[:, :-1, :].reshape(-1, 2)
    points = points[np.hypot(*(points - np.roll(points, 1, axis=0)).T) > 1e-6]
    before, after = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
    bends = np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) > 1e-7
    corners: np.ndarray = points[bends]
    return corners


def parts(data: PathData) -> list[PathData]:
    """Return the closed parts of a path, up to the last of them."""
    found = []
    at = 0
    for steps in data.steps.split("Z")[:-1]:
        count = sum({"M": 2, "L": 2, "C": 6}[step] for step in steps)
        found.append(PathData(steps + "Z", data.coords[at : at + count]))
        at += count
    return found


def crossings(points: np.ndarray) -> int:
    """Return how many pairs of edges of a closed polygon cross or touch, except neighbours."""
    n = len(points)
    a, b = points, np.roll(points, -1, axis=0)

    def side(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> np.ndarray:
        u, v = q - p, r - p
        found: np.ndarray = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
        return found

    found = 0
    for i in range(n):
        j = np.array([k for k in range(i + 2, n) if (k + 1) % n != i], dtype=int)
        if not len(j):
            continue
        one = side(a[i], b[i], a[j]) * side(a[i], b[i], b[j])
        two = side(a[j], b[j], a[i][None]) * side(a[j], b[j], b[i][None])
        found += int(((one < -1e-9) & (two < -1e-9)).sum())
    return found


def inside(points: np.ndarray, x: float, y: float) -> bool:
    """Return whether a point is inside a closed polygon."""
    x1, y1 = points.T
    x2, y2 = np.roll(points, -1, axis=0).T
    spans = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    return bool((spans & (x < at)).sum() % 2)


def gap(points: np.ndarray, box: Rect) -> float:
    """Return the distance of a rectangle from the line of a closed polygon (mm); 0 if they meet.

    The precision is a tenth of a millimetre: edges are sampled.
    """
    ends = np.roll(points, -1, axis=0)
    dense = np.concatenate([points + (ends - points) * t for t in np.linspace(0, 1, 81)[:-1]])
    dx = np.maximum(np.maximum(box.x - dense[:, 0], dense[:, 0] - box.right), 0)
    dy = np.maximum(np.maximum(box.y - dense[:, 1], dense[:, 1] - box.bottom), 0)
    return float(np.hypot(dx, dy).min())


@dataclass(frozen=True)
class Folded:
    """A panel in space: the map from a flat point (x, y), and the direction of the outside."""

    rect: Rect
    start: tuple[float, float]
    origin: Vector
    ex: Vector
    ey: Vector

    @property
    def outward(self) -> Vector:
        return np.cross(self.ey, self.ex)

    def at(self, x: float, y: float) -> Vector:
        """Map a flat point into space."""
        found: Vector = self.origin + (x - self.start[0]) * self.ex + (y - self.start[1]) * self.ey
        return found

    def way(self, dx: float, dy: float) -> Vector:
        """Map a flat direction into space."""
        found: Vector = dx * self.ex + dy * self.ey
        return found

    def corners(self) -> list[Vector]:
        r = self.rect
        return [self.at(x, y) for x in (r.x, r.right) for y in (r.y, r.bottom)]


def folded(
    rects: Mapping[str, Rect], hangs: Mapping[str, tuple[str, str]], root: str
) -> dict[str, Folded]:
    """Return all panels, each folded back by a right angle from its parent.

    `hangs` gives the parent of a panel, and the side of it. The root is in the plane z = 0, seen
    from above: x to the right, y up, its upper left corner the origin.
    """
    first = rects[root]
    done = {
        root: Folded(
            first,
            (first.x, first.y),
            np.zeros(3),
            np.array([1.0, 0.0, 0.0]),
            np.array([0.0, -1.0, 0.0]),
        )
    }
    waiting = dict(hangs)
    while waiting:
        name = next(n for n, (parent, _) in waiting.items() if parent in done)
        parent_name, side = waiting.pop(name)
        parent, rect = done[parent_name], rects[name]
        p, out = parent.rect, parent.outward
        corner = {
            LEFT: (p.x, p.y),
            RIGHT: (p.right, p.y),
            ABOVE: (p.x, p.y),
            BELOW: (p.x, p.bottom),
        }[side]
        ex = {LEFT: out, RIGHT: -out}.get(side, parent.ex)
        ey = {ABOVE: out, BELOW: -out}.get(side, parent.ey)
        done[name] = Folded(rect, corner, parent.at(*corner), ex, ey)
        meets = {
            LEFT: math.isclose(rect.right, p.x, abs_tol=1e-6),
            RIGHT: math.isclose(rect.x, p.right, abs_tol=1e-6),
            ABOVE: math.isclose(rect.bottom, p.y, abs_tol=1e-6),
            BELOW: math.isclose(rect.y, p.bottom, abs_tol=1e-6),
        }
        assert meets[side], f"{name} does not hang on {parent_name}"
    return done
