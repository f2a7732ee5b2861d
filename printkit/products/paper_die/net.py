"""The net of a paper die: six faces, seven tabs.

The net is centred on the origin; the printed side faces the reader and becomes the outside. Four
faces are in a row; above and below the second one are the upper and the lower.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from printkit.base.geometry import Rect, translation
from printkit.graphics.path import PathBuilder, PathData, Point

LEFT, FRONT, RIGHT, BACK, UPPER, LOWER = "left", "front", "right", "back", "upper", "lower"
# The depth of a tab, as a share of the edge.
_TAB_DEPTH = 0.32
# Its greatest depth (mm).
_MAX_TAB = 6.0
# How far its free end is drawn in, as a share of its depth.
_TAB_TAPER = 0.8
# The gap between the end of a fold and its tick.
_TICK_GAP = 0.5
# The length of a tick.
_TICK_LENGTH = 2.5


class Net(msgspec.Struct, frozen=True):
    """`faces` by name, `outline` one closed path, `folds` and `ticks` straight lines."""

    edge: float
    box: Rect
    faces: Mapping[str, Rect]
    outline: PathData
    folds: PathData
    ticks: PathData


def cube_net(edge: float) -> Net:
    """Return the net of a cube of this edge."""
    e, t = edge, min(_TAB_DEPTH * edge, _MAX_TAB)
    faces = {
        LEFT: Rect(0, 0, e, e),
        FRONT: Rect(e, 0, e, e),
        RIGHT: Rect(2 * e, 0, e, e),
        BACK: Rect(3 * e, 0, e, e),
        UPPER: Rect(e, -e, e, e),
        LOWER: Rect(e, e, e, e),
    }
    box = Rect(-t, -e - t, 4 * e + t, 3 * e + 2 * t)
    dx, dy = -box.centre[0], -box.centre[1]
    centred = translation(dx, dy)

    return Net(
        edge=edge,
        box=box.moved(dx, dy),
        faces={name: face.moved(dx, dy) for name, face in faces.items()},
        outline=_net_outline(e, t).transformed(centred),
        folds=_fold_lines(e).transformed(centred),
        ticks=_fold_ticks(e).transformed(centred),
    )


def _net_outline(e: float, t: float) -> PathData:
    """Return the outline, clockwise from the upper left corner of the row."""
    corners: list[Point] = [(0, 0), (e, 0)]
    for start, end in (
        ((e, 0), (e, -e)),
        ((e, -e), (2 * e, -e)),
        ((2 * e, -e), (2 * e, 0)),
    ):
        corners += _tab_points(start, end, t)
    corners += [(2 * e, 0), (4 * e, 0), (4 * e, e), (2 * e, e)]
    for start, end in (
        ((2 * e, e), (2 * e, 2 * e)),
        ((2 * e, 2 * e), (e, 2 * e)),
        ((e, 2 * e), (e, e)),
    ):
        corners += _tab_points(start, end, t)
    corners += [(e, e), (0, e), *_tab_points((0, e), (0, 0), t)]
    return PathBuilder().polygon(_without_repeats(corners)).done()


def _tab_points(start: Point, end: Point, t: float) -> list[Point]:
    """Return a tab on an edge of the net, to the left of the direction from start to end."""
    (x0, y0), (x1, y1) = start, end
    long = abs(x1 - x0) + abs(y1 - y0)
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    nx, ny = uy, -ux
    s = _TAB_TAPER * t
    return [
        start,
        (x0 + ux * s + nx * t, y0 + uy * s + ny * t),
        (x1 - ux * s + nx * t, y1 - uy * s + ny * t),
        end,
    ]


def _without_repeats(points: list[Point]) -> list[Point]:
    """Return the points without those that repeat in a row, or at both ends."""
    result = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    return result[:-1] if result[0] == result[-1] else result


def _fold_lines(e: float) -> PathData:
    """Return the folds between faces, and where tabs begin; each is an edge of the cube."""
    builder = PathBuilder()
    for x in (0, e, 2 * e, 3 * e):
        builder.move(x, 0).line(x, e)
    for x in (e, 2 * e):
        builder.move(x, -e).line(x, 0).move(x, e).line(x, 2 * e)
    for y in (-e, 0, e, 2 * e):
        builder.move(e, y).line(2 * e, y)
    return builder.done()


def _fold_ticks(e: float) -> PathData:
    """Return ticks in the waste, where folds end at the outside."""
    near, far = _TICK_GAP, _TICK_GAP + _TICK_LENGTH
    builder = PathBuilder()
    for x, top, foot in ((0, 0, e), (e, -e, 2 * e), (2 * e, -e, 2 * e), (3 * e, 0, e)):
        builder.move(x, top - near).line(x, top - far)
        builder.move(x, foot + near).line(x, foot + far)
    for y in (-e, 2 * e):
        builder.move(e - near, y).line(e - far, y)
        builder.move(2 * e + near, y).line(2 * e + far, y)
    return builder.done()
