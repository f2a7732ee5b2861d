"""The shapes of a mat about the origin: rectangle, circle, hexagon.

A hexagon has its flat sides at the head and at the foot.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from printkit.base.geometry import Rect
from printkit.graphics.path import PathBuilder, PathData, Point, rect_path

# The shapes that can be asked for.
RECTANGLE, CIRCLE, HEXAGON = "rectangle", "round", "hexagon"
_ROOT = math.sqrt(3)


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle of a width and a height (mm)."""

    w: float
    h: float

    @property
    def box(self) -> Rect:
        return Rect(-self.w / 2, -self.h / 2, self.w, self.h)

    def inset(self, by: float) -> Rectangle:
        return Rectangle(self.w - 2 * by, self.h - 2 * by)

    def path(self) -> PathData:
        return rect_path(self.box)


class Round(msgspec.Struct, frozen=True):
    """A circle of a radius (mm)."""

    r: float

    @property
    def box(self) -> Rect:
        return Rect(-self.r, -self.r, 2 * self.r, 2 * self.r)

    def inset(self, by: float) -> Round:
        return Round(self.r - by)

    def path(self) -> PathData:
        return PathBuilder().circle(0, 0, self.r).done()


class Hexagon(msgspec.Struct, frozen=True):
    """A regular hexagon of a side (mm), corners at the left and at the right."""

    r: float

    @property
    def apothem(self) -> float:
        """From the middle to a side."""
        return self.r * _ROOT / 2

    @property
    def box(self) -> Rect:
        return Rect(-self.r, -self.apothem, 2 * self.r, 2 * self.apothem)

    def inset(self, by: float) -> Hexagon:
        return Hexagon(self.r - 2 * by / _ROOT)

    def corners(self) -> list[Point]:
        """Return the corners, clockwise from the right."""
        half = self.r / 2
        return [
            (self.r, 0.0),
            (half, self.apothem),
            (-half, self.apothem),
            (-self.r, 0.0),
            (-half, -self.apothem),
            (half, -self.apothem),
        ]

    def path(self) -> PathData:
        return PathBuilder().polygon(self.corners()).done()


Shape: TypeAlias = Rectangle | Round | Hexagon


def smallest_around(kind: type[Round] | type[Hexagon], rects: Sequence[Rect]) -> float:
    """Return the least size of a circle or hexagon that contains rectangles."""
    corners = [(abs(x), abs(y)) for r in rects for x in (r.x, r.right) for y in (r.y, r.bottom)]
    if kind is Round:
        return max((math.hypot(x, y) for x, y in corners), default=0.0)
    return max((max(x + y / _ROOT, 2 * y / _ROOT) for x, y in corners), default=0.0)
