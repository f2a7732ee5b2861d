"""Vertices of paths, where markers are drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.graphics.path import PathData, Point

# A place, and the directions in which the line comes and goes.
Vertex = tuple[Point, Point | None, Point | None]


def find_vertices(data: PathData, counts: Sequence[int] | None) -> list[Vertex]:
    """Return the vertices of a path.

    `counts` has the number of coordinates after each command, because an arc may be several curves;
    by default each curve ends at a vertex.
    """
    kept = set(counts) if counts is not None else None
    vertices: list[Vertex] = []
    place = first = 0
    inside = False
    pen = start = (0.0, 0.0)
    for step in data.steps:
        if step == "M":
            pen = start = (data.coords[place], data.coords[place + 1])
            place, first = place + 2, len(vertices)
            vertices.append((pen, None, None))
            continue
        points = [pen]
        if step == "Z":
            points.append(start)
        else:
            flat = data.coords[place : place + (6 if step == "C" else 2)]
            points += zip(flat[0::2], flat[1::2], strict=True)
            place += len(flat)
        out, back = _first_direction(points), _first_direction(points[::-1])
        into = (-back[0], -back[1]) if back is not None else None
        if not inside:
            vertices[-1] = (*vertices[-1][:2], out)
        pen, inside = points[-1], step == "C" and kept is not None and place not in kept
        if inside:
            continue
        vertices.append((pen, into, None))
        if step == "Z":
            begin, _, ahead = vertices[first]
            vertices[first], vertices[-1] = (begin, into, ahead), (pen, into, ahead)
            first = len(vertices) - 1
    return vertices


def _first_direction(points: Sequence[Point]) -> Point | None:
    (x0, y0), *others = points
    for x, y in others:
        if math.hypot(x - x0, y - y0) > 1e-6:
            return x - x0, y - y0
    return None


def bisector(into: Point | None, out: Point | None) -> float:
    """Return the angle of a marker between two directions (degrees)."""
    angles = [math.atan2(y, x) for x, y in (d for d in (into, out) if d is not None)]
    if not angles:
        return 0.0
    if len(angles) == 1:
        return math.degrees(angles[0])
    turn = math.remainder(angles[1] - angles[0], 2 * math.pi)
    return math.degrees(angles[0] + turn / 2)
