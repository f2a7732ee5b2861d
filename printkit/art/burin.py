"""Engrave flat shapes with lines that swell: backs on white paper, and emblems on medals.

A facet is hatched from its ridge, where it is lightest. A rim is hatched towards the origin, and
any other shape with parallel lines. The hatching looks the same after a half turn about the origin.
An emblem is lit from its left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from printkit.base.geometry import translation
from printkit.graphics.colour import BLACK, Colour, blend
from printkit.graphics.display_list import Group, Item, Path
from printkit.graphics.path import PathBuilder, PathData, Point, polylines

# The most corners of a facet, and how far its lines lean from its ridge (degrees).
_CORNERS, _LEAN = 5, 62.0
# Facets have their middle at least this far from the origin (mm).
_CENTRED = 0.1
# The error of curves (mm), and the shortest line (mm).
_ERROR, _SHORTEST = 0.02, 0.25
# An edge that sweeps more than this share of a turn about the origin may pass it on either side.
_HALF_TURN = 0.49
# An emblem in relief: the distance between its lines and the offset of its shadow (mm), the width
# of a line as a share of that distance, the share of the colour in the lines, the share of the
# shadow in the ground, and the greatest number of coordinates.
_PITCH, _SHADOW, _SWELL, _LINE, _SHADOW_SHARE = 0.42, 0.22, 0.62, 0.45, 0.55
_MAX_COORDINATES = 20_000


def hatch(data: PathData, pitch: float, width: float, *, radial: bool = False) -> PathData:
    """Return the outlines of lines across a shape, `pitch` apart and up to `width` wide (mm).

    Lines taper towards the ridge of a facet, or towards the origin in a `radial` shape.
    """
    outlines = [points for points in polylines(data, _ERROR) if len(points) > 2]
    lines = PathBuilder()
    if radial:
        _hatch_radially(lines, outlines, pitch, width)
    elif ridge := _ridge(outlines):
        start, end = ridge
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        for a, b in _across(outlines, angle + math.radians(_LEAN), pitch):
            if _distance(a, start, end) > _distance(b, start, end):
                a, b = b, a
            _wedge(lines, a, b, 0.0, width)
    else:
        for a, b in _across(outlines, 0.0, pitch):
            _wedge(lines, a, b, width, width)
    return lines.done()


def emboss(items: Sequence[Item], unit: float, ground: Colour) -> tuple[Item, ...]:
    """Return an emblem in relief: its shadow on the ground, its areas, and lines across them that
    swell to the right. A millimetre is `unit` in its coordinates; an emblem with very many points
    is returned without changes.
    """
    if _count_coordinates(items) > _MAX_COORDINATES:
        return tuple(items)
    away = translation(_SHADOW * unit, _SHADOW * unit)
    shadows: list[Item] = []
    drawn: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            k = math.sqrt(abs(item.matrix.a * item.matrix.d - item.matrix.b * item.matrix.c))
            inside = emboss(item.items, unit / k, ground) if k else item.items
            drawn.append(Group(inside, item.matrix, item.clip))
        elif isinstance(item, Path) and item.fill not in (None, ground):
            assert item.fill is not None
            line = blend(item.fill, BLACK, _LINE)
            shade = blend(line, ground, _SHADOW_SHARE)
            shadows.append(Path(item.data.transformed(away), shade, even_odd=item.even_odd))
            drawn += [item, Path(_swell(item.data, unit), line)]
        else:
            drawn.append(item)
    return (*shadows, *drawn)


def _count_coordinates(items: Iterable[Item]) -> int:
    count = 0
    for item in items:
        if isinstance(item, Group):
            count += _count_coordinates(item.items)
        elif isinstance(item, Path):
            count += len(item.data.coords)
    return count


def _swell(data: PathData, unit: float) -> PathData:
    """Return the outlines of lines across a shape that swell from its left to its right."""
    lines = PathBuilder()
    outlines = [points for points in polylines(data, _ERROR * unit) if len(points) > 2]
    pitch = _PITCH * unit
    for left, right in _across(outlines, 0.0, pitch):
        _wedge(lines, left, right, 0.0, pitch * _SWELL)
    return lines.done()


def shade_along(lines: PathBuilder, start: Point, end: Point, width: float) -> None:
    """Add the outline of a line with the same width (mm) throughout."""
    _wedge(lines, start, end, width, width)


def _ridge(outlines: Sequence[Sequence[Point]]) -> tuple[Point, Point] | None:
    """Return the longest edge of a facet, or None if the shape is not a facet."""
    if len(outlines) != 1:
        return None
    (outline,) = outlines
    corners = outline[:-1] if outline[0] == outline[-1] else outline
    if not 3 <= len(corners) <= _CORNERS:
        return None
    middle = [math.fsum(values) / len(corners) for values in zip(*corners, strict=True)]
    if math.hypot(*middle) < _CENTRED:
        return None

    def rank(edge: tuple[Point, Point]) -> tuple[float, float, bool]:
        # Of edges of one length the one nearest to the origin, then the one left of the facet.
        near, far = sorted(edge, key=lambda point: round(math.hypot(*point), 2))
        ahead, aside = (
            (far[0] - near[0], far[1] - near[1]),
            (middle[0] - near[0], middle[1] - near[1]),
        )
        away = math.hypot(near[0] + far[0], near[1] + far[1])
        left = ahead[0] * aside[1] > ahead[1] * aside[0]
        return round(math.dist(*edge), 2), -round(away, 2), left

    return max(pairwise([*corners, corners[0]]), key=rank)


def _distance(point: Point, start: Point, end: Point) -> float:
    along = end[0] - start[0], end[1] - start[1]
    away = point[0] - start[0], point[1] - start[1]
    return abs(along[0] * away[1] - along[1] * away[0])


def _across(
    outlines: Iterable[Sequence[Point]], angle: float, pitch: float
) -> list[tuple[Point, Point]]:
    """Return the parts of parallel lines inside outlines, by the even-odd rule."""
    x, y = math.cos(angle), math.sin(angle)
    crossings: dict[int, list[float]] = {}
    for points in outlines:
        turned = [(px * x + py * y, py * x - px * y) for px, py in points]
        for (u, v), (s, t) in pairwise([*turned, turned[0]]):
            low, high = (v, t) if v < t else (t, v)
            # An edge is shorter than the pitch as a rule: no line crosses it, or one.
            for number in range(math.floor(low / pitch - 0.5), math.ceil(high / pitch + 0.5)):
                level = (number + 0.5) * pitch
                if low <= level < high:
                    place = u + (s - u) * (level - v) / (t - v)
                    crossings.setdefault(number, []).append(place)
    segments = []
    for number in sorted(crossings):
        level, places = (number + 0.5) * pitch, sorted(crossings[number])
        segments += [
            ((u * x - level * y, u * y + level * x), (v * x - level * y, v * y + level * x))
            for u, v in zip(places[::2], places[1::2], strict=False)
            if v - u > _SHORTEST
        ]
    return segments


def _hatch_radially(
    lines: PathBuilder, outlines: Sequence[Sequence[Point]], pitch: float, width: float
) -> None:
    far = max((math.hypot(*point) for points in outlines for point in points), default=0.0)
    count = 2 * math.ceil(math.pi * far / pitch)
    edges = _edges_by_ray(outlines, count)
    for number in range(count):
        angle = (number + 0.5) * math.tau / count
        x, y = math.cos(angle), math.sin(angle)
        places = []
        for a, b in edges[number]:
            (s, t), (u, v) = ((px * x + py * y, py * x - px * y) for px, py in (a, b))
            if (t > 0) != (v > 0) and (place := s - (u - s) * t / (v - t)) > 0:
                places.append(place)
        places.sort()
        if len(places) % 2:
            places.insert(0, 0.0)
        for u, v in zip(places[::2], places[1::2], strict=True):
            if v - u > _SHORTEST:
                share = u / v
                _wedge(lines, (u * x, u * y), (v * x, v * y), width * share, width)


def _edges_by_ray(
    outlines: Iterable[Sequence[Point]], count: int
) -> list[list[tuple[Point, Point]]]:
    """Return, for each of `count` rays from the origin, the edges that it may cross. Each edge is
    also listed for one more ray on each side; an edge close to the origin is listed for all rays.
    """
    edges: list[list[tuple[Point, Point]]] = [[] for _ in range(count)]
    for points in outlines:
        turns = [math.atan2(y, x) / math.tau for x, y in points]
        ends = zip(points, turns, strict=True)
        for (a, start), (b, end) in pairwise([*ends, (points[0], turns[0])]):
            swept = (end - start + 0.5) % 1 - 0.5
            first = min(start, start + swept) * count - 0.5
            numbers: Iterable[int] = range(count)
            if abs(swept) < _HALF_TURN:
                numbers = range(math.floor(first), math.ceil(first + abs(swept) * count) + 1)
            for number in dict.fromkeys(number % count for number in numbers):
                edges[number].append((a, b))
    return edges


def _wedge(lines: PathBuilder, near: Point, far: Point, first: float, last: float) -> None:
    """Add the outline of a line with a width at each end (mm)."""
    length = math.dist(near, far)
    if not length:
        return
    (s, t), (u, v), a, b = near, far, first / 2, last / 2
    x, y = (u - s) / length, (v - t) / length
    corners = [(s - y * a, t + x * a), (u - y * b, v + x * b), (u + y * b, v - x * b)]
    if a:
        corners.append((s + y * a, t - x * a))
    lines.polygon(corners)
