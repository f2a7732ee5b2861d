"""The area of a piece: its outline, or its trim if it has none."""

from __future__ import annotations

from itertools import pairwise
from math import fsum

from printkit.base.geometry import Rect, rect_around
from printkit.graphics.path import PathData, Point, flatten

# Chords a curve: a quarter of a circle of 400 mm is met to 0.03 mm.
_CHORDS = 64


class Region:
    """The inside of a closed path. A part inside another is a hole."""

    def __init__(self, outline: PathData) -> None:
        self.rings = tuple(tuple(part) for part in flatten(outline, _CHORDS) if len(part) > 2)
        self._signs = tuple(
            -1 if sum(_is_inside(other, *ring[0]) for other in self.rings if other is not ring) % 2
            else 1
            for ring in self.rings
        )  # fmt: skip

    @property
    def box(self) -> Rect:
        """The rectangle around it."""
        return rect_around(point for ring in self.rings for point in ring)

    def contains(self, x: float, y: float) -> bool:
        """Return True if the point is inside."""
        return sum(_is_inside(ring, x, y) for ring in self.rings) % 2 == 1

    def intersects(self, rect: Rect) -> bool:
        """Return True if it shares an area with a rectangle."""
        x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
        if any(x < px < right and y < py < bottom for ring in self.rings for px, py in ring):
            return True
        return self.contains(*rect.centre) or self.share(rect) > 0

    def share(self, rect: Rect) -> float:
        """Return the area inside a rectangle (mm²)."""
        if rect.w <= 0 or rect.h <= 0:
            return 0.0
        clipped = (_polygon_area(_clip_ring(ring, rect)) for ring in self.rings)
        return fsum(sign * area for sign, area in zip(self._signs, clipped, strict=True))


def _is_inside(ring: tuple[Point, ...], x: float, y: float) -> bool:
    """Return True if a ray from the point to the right crosses the ring an odd number of times."""
    inside = False
    for (x0, y0), (x1, y1) in pairwise((*ring, ring[0])):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def _clip_ring(ring: tuple[Point, ...], rect: Rect) -> list[Point]:
    """Return the ring clipped at the four sides of a rectangle (Sutherland and Hodgman)."""
    points = list(ring)
    # Each side as (axis, limit, sign): what lies beyond the limit on that axis goes.
    for axis, limit, sign in (
        (0, rect.x, 1.0),
        (0, rect.right, -1.0),
        (1, rect.y, 1.0),
        (1, rect.bottom, -1.0),
    ):
        kept: list[Point] = []
        for one, other in pairwise([*points[-1:], *points]):
            before, after = (sign * (point[axis] - limit) for point in (one, other))
            if (before < 0) != (after < 0):
                t = before / (before - after)
                crossing = (one[0] + t * (other[0] - one[0]), one[1] + t * (other[1] - one[1]))
                kept.append(crossing)
            if after >= 0:
                kept.append(other)
        points = kept
    return points


def _polygon_area(points: list[Point]) -> float:
    """Return the area inside a polygon."""
    if len(points) < 3:
        return 0.0
    return abs(fsum(x * v - u * y for (x, y), (u, v) in pairwise([*points, points[0]]))) / 2
