"""Arrows of moves, and brackets over several cards; lengths are those of the picture (mm)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, fsum, pi, sin

from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import PathBuilder

# The line of an arrow, its casing of paper, the length of its head and half the width of that.
_LINE, _CASING, _HEAD = 0.7, 1.8, (2.9, 1.4)
# The height of a bracket over cards, and how deep its ticks go into them.
BRACKET, _TICK = 1.3, 0.6
Point = tuple[float, float]
# The start of a curve, its two handles, its end.
Curve = tuple[Point, Point, Point, Point]


def bend(start: Point, end: Point) -> Curve:
    """Return a curve that leaves and arrives upright."""
    middle = (start[1] + end[1]) / 2
    return start, (start[0], middle), (end[0], middle), end


def point_on(curve: Curve, t: float) -> Point:
    """Return the point of a curve at a parameter from 0 to 1."""
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x, y = (fsum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y


def draw_arrow(curve: Curve, ink: Colour, paper: Colour) -> Iterator[Item]:
    """Draw an arrow along a curve, in a casing of paper."""
    start, first, second, end = curve
    angle = atan2(end[1] - second[1], end[0] - second[0])
    length, half = _HEAD

    def corner(back: float, beside: float) -> Point:
        return (
            end[0] - back * cos(angle) + beside * cos(angle + pi / 2),
            end[1] - back * sin(angle) + beside * sin(angle + pi / 2),
        )

    neck = corner(0.7 * length, 0.0)
    yield from _draw_line(PathBuilder().move(*start).curve(*first, *second, *neck), ink, paper)
    head = PathBuilder().polygon([end, corner(length, half), corner(length, -half)])
    yield Path(head.done(), fill=ink, stroke=Stroke(paper, 0.3))


def draw_bracket(xs: Sequence[float], y: float, ink: Colour, paper: Colour) -> Iterator[Item]:
    """Draw a line at y over several cards, with a tick to each."""
    path = PathBuilder().move(min(xs), y).line(max(xs), y)
    for x in xs:
        path.move(x, y).line(x, y + BRACKET + _TICK)
    yield from _draw_line(path, ink, paper)


def _draw_line(path: PathBuilder, ink: Colour, paper: Colour) -> Iterator[Item]:
    line = path.done()
    yield Path(line, stroke=Stroke(paper, _CASING, round=True))
    yield Path(line, stroke=Stroke(ink, _LINE, round=True))
