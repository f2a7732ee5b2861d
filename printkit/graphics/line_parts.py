"""The parts of a path whose lines leave it open once they are bolder."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, islice, pairwise, product
from typing import TypeAlias

from printkit.graphics.path import PathBuilder, PathData, Point, area_and_length, flatten

# The greatest share of their box that the lines of a path cover once they are bolder.
_MAX_COVER = 0.5
# The chords of each curve, where a path is looked at in straight lines.
CHORDS = 4
# The places on a chord where its distance from another line is measured, and the share of them that
# are near where lines do not only cross.
_PLACES, _ALONG = 16, 0.1
_ARITY = {"M": 2, "L": 2, "C": 6, "Z": 0}

_Line: TypeAlias = Sequence[Point]


def open_up(data: PathData, width: float) -> PathData:
    """Return a path with as many of its parts as leave it open, if they are evenly spaced."""
    box, (_, length) = data.box(), area_and_length(data)
    parts = data.steps.count("M")
    step = math.ceil(length * width / _MAX_COVER / max(box.w * box.h, width * width))
    return _every(data, step) if 1 < step < parts and parts % step == 0 else data


def _every(data: PathData, step: int, first: int = 0) -> PathData:
    """Return the `first` of the parts of a path, and each that is a multiple of `step` later."""
    builder, coords, part = PathBuilder(), iter(data.coords), -1
    for letter in data.steps:
        numbers = tuple(islice(coords, _ARITY[letter]))
        part += letter == "M"
        if part % step == first:
            builder.add(PathData(letter, numbers))
    return builder.done()


def keep_apart(
    data: PathData, pitch: float, others: Sequence[tuple[PathData, float]]
) -> PathData | None:
    """Return the parts of a path that leave a gap between them: the middle one of each few.

    Distances are from line to line. It is None if it runs along one of the `others`, which have
    theirs, and the whole path if no choice is right.
    """
    lines = flatten(data, CHORDS)
    if any(_run_along(product(lines, flatten(other, CHORDS)), near) for other, near in others):
        return None
    for step in range(1, len(lines) + 1):
        if len(lines) % step == 0 and not _run_along(
            combinations(lines[step // 2 :: step], 2), pitch
        ):
            return _every(data, step, step // 2)
    return data


def _run_along(pairs: Iterable[tuple[_Line, _Line]], pitch: float) -> bool:
    """Return True if the first of a pair of lines is nearer than a pitch to the other for long."""
    for line, other in pairs:
        places = [
            (x + (u - x) * k / _PLACES, y + (v - y) * k / _PLACES)
            for (x, y), (u, v) in pairwise(line)
            for k in range(_PLACES)
        ]
        near = [place for place in places if _distance(other, *place) < pitch]
        if len(near) > _ALONG * len(places):
            return True
    return False


def _distance(line: _Line, x: float, y: float) -> float:
    """Return the distance of a point from a line."""
    least = math.inf
    for (a, b), (c, d) in pairwise(line):
        u, v = c - a, d - b
        along = ((x - a) * u + (y - b) * v) / (u * u + v * v or 1.0)
        along = min(1.0, max(0.0, along))
        least = min(least, math.hypot(x - a - along * u, y - b - along * v))
    return least
