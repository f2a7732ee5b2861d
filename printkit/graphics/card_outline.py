"""The outline of a card: rounded corners, cut corners, or a head and a foot that end in points.

A shape with straight cuts is told by its cuts: how far each begins from a corner, along the head
and along the side. A hexagon's meet in the middle of the head.
"""

from __future__ import annotations

import math

from printkit.base.geometry import Rect
from printkit.graphics.path import PathBuilder, PathData, Point

RECTANGLE, ROUNDED, OCTAGON, HEXAGON = "rectangle", "rounded", "octagon", "hexagon"
# Those that a card may have; other things are plain rectangles.
CARD_SHAPES = (ROUNDED, OCTAGON, HEXAGON)
STRAIGHT_CUT = (OCTAGON, HEXAGON)
# A cut corner has a radius of 3 mm on every deck that is sold.
CORNER_RADIUS = 3.0
# The cuts of an octagon (mm on a poker card), at most and at least; how high the point of a hexagon
# rises against its width.
_CUT, _MIN_CUT, _MAX_CUT = 6.0, 4.2, 8.0
_RISE, _POKER = 0.18, 63.5


def corner_cut(trim: Rect, shape: str, inset: float = 0.0) -> tuple[float, float]:
    """Return how far the cut of a corner reaches along the head and along the side, of the outline
    moved inward by `inset`: 0 and 0 if corners are square or round.
    """
    if shape == OCTAGON:
        cut = min(max(_CUT * min(trim.w, trim.h) / _POKER, _MIN_CUT), _MAX_CUT)
        along, down = cut, cut
    elif shape == HEXAGON:
        along, down = trim.w / 2, _RISE * trim.w
    else:
        return 0.0, 0.0
    share = 1 - inset * (along + down - math.hypot(along, down)) / (along * down)
    return along * share, down * share


def depth_below_head(trim: Rect, shape: str, inset: float, x: float) -> float:
    """Return how far the outline at `x` is below the head of the rectangle around it, both moved
    inward by `inset`.
    """
    along, down = corner_cut(trim, shape, inset)
    aside = min(x - trim.x, trim.right - x) - inset
    return down * max(0.0, 1 - aside / along) if along else 0.0


def card_outline(trim: Rect, shape: str, inset: float = 0.0) -> PathData:
    """Return the outline of a card, moved inward by `inset` (outward if negative)."""
    box = trim.inset(inset)
    if shape in (RECTANGLE, ROUNDED):
        radius = max(0.0, CORNER_RADIUS - inset) if shape == ROUNDED else 0.0
        return PathBuilder().rounded(box, radius).done()
    head = head_points(trim, shape, inset)
    (cx, cy) = box.centre
    foot = [(2 * cx - x, 2 * cy - y) for x, y in head]
    return PathBuilder().polygon([*head, *foot]).done()


def head_points(trim: Rect, shape: str, inset: float = 0.0) -> list[Point]:
    """Return the corners at the head of a shape with straight cuts, from left to right."""
    box = trim.inset(inset)
    along, down = corner_cut(trim, shape, inset)
    left, right = (box.x, box.y + down), (box.right, box.y + down)
    if 2 * along > box.w - 1e-6:  # the cuts meet
        return [left, (box.centre[0], box.y + down * (1 - box.w / 2 / along)), right]
    return [left, (box.x + along, box.y), (box.right - along, box.y), right]
