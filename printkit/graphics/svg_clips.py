"""Regions of clip paths: paths that are filled by the rule `nonzero`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.path import PathData, Point, edges_cross, flatten, rect_path


class ManyParts(Exception):
    """Raised for a region that a single path cannot describe."""


class Clip(NamedTuple):
    """A region in which shapes are visible; `is_rect` is True if it is a rectangle, the same as its
    box.
    """

    data: PathData
    box: Rect
    is_rect: bool


# The region of a clip path without shapes.
NOWHERE = Clip(PathData("", ()), Rect(0, 0, -1, -1), is_rect=True)


def rect_clip(rect: Rect, matrix: Matrix) -> Clip:
    """Return a rectangle, mapped by `matrix`, as a clip."""
    data = rect_path(rect).transformed(matrix)
    a, b, c, d, *_ = matrix
    return Clip(data, data.box(), is_rect=(b == c == 0) or (a == d == 0))


def unite(parts: Iterable[tuple[PathData, bool, str]]) -> Clip:
    """Return the union of paths as one path for the rule `nonzero`. Raises ManyParts."""
    plain = [_as_nonzero(*part) for part in parts]
    if len(plain) == 1:
        data = plain[0]
        return Clip(data, data.box(), _is_rectangle(data))
    # Paths that turn the same way do not cancel each other.
    turned: list[PathData] = []
    for data in plain:
        if data.steps.count("M") > 1 and any(
            data.box().intersects(o.box()) for o in plain if o is not data
        ):
            raise ManyParts
        turned.append(data if _signed_area(data) >= 0 else _reversed(data))
    whole = PathData("".join(d.steps for d in turned), tuple(n for d in turned for n in d.coords))
    return Clip(whole, whole.box(), is_rect=False)


def _as_nonzero(data: PathData, even_odd: bool, kind: str) -> PathData:
    """Return a path for the rule `nonzero` with the same interior as a path with its own rule."""
    if not even_odd or kind in ("rect", "circle", "ellipse"):
        return data
    parts = _subpaths(data)
    rings = [flatten(part, 8) for part in parts]
    if any(len(ring) != 1 for ring in rings):
        raise ManyParts
    outlines = [ring[0] for ring in rings]
    if _cross(outlines):
        raise ManyParts
    turned = []
    for k, part in enumerate(parts):
        x, y = outlines[k][0]
        depth = sum(_inside(x, y, other) for n, other in enumerate(outlines) if n != k)
        outward = _signed_area(part) >= 0
        turned.append(part if outward == (depth % 2 == 0) else _reversed(part))
    return PathData("".join(d.steps for d in turned), tuple(n for d in turned for n in d.coords))


_MAX_EDGES = 1200


def _cross(outlines: Sequence[Sequence[Point]]) -> bool:
    """Return True if edges of polygons cross, or if there are too many to tell."""
    edges = [
        (min(a[0], b[0]), max(a[0], b[0]), a, b)
        for ring in outlines
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
        if a != b
    ]
    if len(edges) > _MAX_EDGES:
        return True
    edges.sort(key=lambda edge: edge[0])
    for k, (_, right, a, b) in enumerate(edges):
        for left, _, c, d in edges[k + 1 :]:
            if left > right:
                break
            if a in (c, d) or b in (c, d):
                continue
            if edges_cross(a, b, c, d):
                return True
    return False


def _inside(x: float, y: float, ring: Sequence[Point]) -> bool:
    inside = False
    x0, y0 = ring[-1]
    for x1, y1 in ring:
        if (y1 <= y) != (y0 <= y) and x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x:
            inside = not inside
        x0, y0 = x1, y1
    return inside


def _subpaths(data: PathData) -> list[PathData]:
    parts, place = [], 0
    for steps in data.steps.split("M")[1:]:
        size = 2 + 2 * steps.count("L") + 6 * steps.count("C")
        if size > 4:
            parts.append(PathData(f"M{steps}", data.coords[place : place + size]))
        place += size
    return parts


def _signed_area(data: PathData) -> float:
    return math.fsum(
        x0 * y1 - x1 * y0
        for ring in flatten(data, 8)
        for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True)
    )


def _reversed(data: PathData) -> PathData:
    """Return a path in the opposite direction."""
    steps: list[str] = []
    coords: list[float] = []
    for part in _subpaths(data):
        points = list(zip(part.coords[0::2], part.coords[1::2], strict=True))[::-1]
        kinds = part.steps[1:].replace("Z", "")[::-1]
        steps.append(f"M{kinds}Z")
        coords += [number for point in points for number in point]
    return PathData("".join(steps), tuple(coords))


def _is_rectangle(data: PathData) -> bool:
    """Return True for a path that fills its box."""
    if data.steps not in ("MLLLZ", "MLLLLZ", "MLLLL", "MLLL"):
        return False
    points = set(zip(data.coords[0::2], data.coords[1::2], strict=True))
    box = data.box()
    sides = (box.x, max(data.coords[0::2])), (box.y, max(data.coords[1::2]))
    corners = {(x, y) for x in sides[0] for y in sides[1]}
    order = list(zip(data.coords[0:8:2], data.coords[1:8:2], strict=True))
    turns = all(
        a[0] == b[0] or a[1] == b[1] for a, b in zip(order, [*order[1:], order[0]], strict=True)
    )
    return points == corners and turns
