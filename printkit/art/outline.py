"""Outlines about the origin, as rings and moats see them: a radius for each angle, and a path."""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect, scaling
from printkit.graphics.path import PathBuilder, PathData, Point, flatten

# The chords of a curve of a drawn outline; the least turn at a corner (radians).
_CHORDS, _TURN = 12, 0.3
# The points of a quarter of a superellipse.
_QUARTER = 12


class Outline(msgspec.Struct, frozen=True):
    """An oval of half axes `a` and `b` (mm), a superellipse of a `power` above 2, or a drawn shape.

    The `data` of a drawn shape is star-shaped about the origin and the same under a half turn; `a`
    and `b` are the half axes of its box, and `key` stands for it in the keys of symbols.
    """

    a: float
    b: float
    power: float = 2.0
    data: PathData | None = None
    key: str = ""

    @classmethod
    def of(cls, data: PathData, key: str) -> Outline:
        """Return the outline of a drawn shape: the first part of its path."""
        box = data.box()
        return cls(box.w / 2, box.h / 2, 2.0, data, key)

    @classmethod
    def circle(cls, r: float) -> Outline:
        """Return a circle of radius `r`."""
        return cls(r, r)

    @property
    def name(self) -> str:
        """The part of a symbol's key that stands for this outline."""
        return f"{self.key}{self.a:.2f}-{self.b:.2f}-{self.power:g}"

    @property
    def is_round(self) -> bool:
        """Whether it is a circle, the same under any turn."""
        return self.a == self.b and self.power == 2.0 and self.data is None

    @property
    def box(self) -> Rect:
        """The rectangle around it."""
        return Rect(-self.a, -self.b, 2 * self.a, 2 * self.b)

    def radius(self, angle: float) -> float:
        """Return the distance from the origin (mm) in the direction of an angle (radians)."""
        if self.data is None:
            c, s = abs(math.cos(angle)) / self.a, abs(math.sin(angle)) / self.b
            if self.power == 2.0:
                return 1 / math.hypot(c, s)
            return float((c**self.power + s**self.power) ** (-1 / self.power))
        angles, edges, _ = _edges(self.data)
        (x0, y0), (x1, y1) = edges[bisect_right(angles, angle % math.tau) - 1]
        c, s = math.cos(angle), math.sin(angle)
        return (x0 * y1 - x1 * y0) / (c * (y1 - y0) - s * (x1 - x0))

    def point(self, angle: float) -> Point:
        """Return the point in the direction of an angle (radians)."""
        r = self.radius(angle)
        return r * math.cos(angle), r * math.sin(angle)

    def path(self, scale: float = 1.0) -> PathData:
        """Return the outline, larger or smaller by a factor."""
        if self.data is not None:
            return self.data.transformed(scaling(scale))
        if self.power == 2.0:
            return PathBuilder().ellipse(0, 0, self.a * scale, self.b * scale).done()
        whole = self.scaled(scale)
        count = 4 * _QUARTER
        points = [whole.point(math.tau * k / count) for k in range(count)]
        return PathBuilder().smooth(points, closed=True).done()

    def scaled(self, scale: float) -> Outline:
        """Return the outline, larger or smaller by a factor."""
        data = self.data and self.data.transformed(scaling(scale))
        return replace(self, a=self.a * scale, b=self.b * scale, data=data)

    @property
    def corners(self) -> tuple[float, ...]:
        """The angles (radians, from 0) at which a drawn shape turns sharply."""
        return _edges(self.data)[2] if self.data is not None else ()


@lru_cache(maxsize=256)
def _edges(data: PathData) -> tuple[list[float], list[tuple[Point, Point]], tuple[float, ...]]:
    """Return the edges of a shape by their first angles, and the angles of its corners."""
    first = flatten(data, _CHORDS)[0]
    ring = [one for one, other in pairwise([*first, first[0]]) if math.dist(one, other) > 1e-6]
    if math.fsum(x * v - u * y for (x, y), (u, v) in pairwise([*ring, ring[0]])) < 0:
        ring.reverse()
    start = min(range(len(ring)), key=lambda i: _angle(ring[i]))
    ring = ring[start:] + ring[:start]
    corners = []
    for before, here, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False):
        turn = _heading(here, after) - _heading(before, here)
        if abs(math.remainder(turn, math.tau)) > _TURN:
            corners.append(_angle(here))
    return [_angle(p) for p in ring], list(pairwise([*ring, ring[0]])), tuple(corners)


def _angle(point: Point) -> float:
    return math.atan2(point[1], point[0]) % math.tau


def _heading(start: Point, end: Point) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])
