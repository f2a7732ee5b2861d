"""Read the shape of a card from an SVG file that holds one closed outline."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

from printkit.base.card_shapes import CARD_SHAPES, OUTLINE
from printkit.base.errors import PrintkitError, closest_match
from printkit.base.geometry import Matrix
from printkit.base.sentences import MAX_TYPED, Sentence, name_some, shorten
from printkit.graphics.path import (
    OUTLINE_BOX,
    CardShape,
    PathData,
    Point,
    area_and_length,
    edges_cross,
    encloses,
    flatten,
    polylines,
)
from printkit.graphics.svg import read_art

# The greatest number of steps of an outline, and of the characters of its text.
_MAX_STEPS, _MAX_TEXT = 400, 20_000
# An outline is closed if its ends are nearer than this to each other, in the units of its box.
_CLOSED = 2.0
# The least area of an outline, as a share of its box; its greatest proportion.
_MIN_AREA, _MAX_ASPECT = 0.2, 4.0
_NUMBER = r"-?\d{1,5}(?:\.\d{1,4})?"
# A shape with its path, as `CardShape` writes it.
_WRITTEN = re.compile(
    rf"[^#/\\]{{1,120}}#M {_NUMBER} {_NUMBER}"
    rf"(?: L {_NUMBER} {_NUMBER}| C {_NUMBER}(?: {_NUMBER}){{5}})+ Z"
)


def read_shape(typed: str) -> str:
    """Return the shape with a typed name, or the shape in an SVG file with that name.

    Raises PrintkitError if there is neither, or the file has no suitable outline.
    """
    name = typed.strip()
    if name in CARD_SHAPES:
        return name
    if name.lower().endswith(".svg"):
        return read_outline(Path(name))
    if len(name) <= _MAX_TEXT and _WRITTEN.fullmatch(name):
        return name  # the value of a job that was read before
    near = closest_match(name, CARD_SHAPES)
    raise PrintkitError(
        Sentence(
            "“{value}” is not one of: {choices}; and not an SVG file.",
            value=shorten(name, MAX_TYPED),
            choices=name_some(CARD_SHAPES),
        ),
        hint=Sentence("Did you mean “{match}”?", match=near) if near else None,
    )


def read_outline(path: Path) -> str:
    """Return the card shape with the outline in an SVG file.

    Raises PrintkitError with the name of the file, the cause and the remedy.
    """
    data = _only_path(path)
    box = _box_of(data)
    if not 1 / _MAX_ASPECT <= box[3] / box[2] <= _MAX_ASPECT:
        raise _fault(
            path,
            Sentence("it is more than four times as long as it is wide"),
            hint="Draw a wider or a shorter shape.",
        )
    scale = OUTLINE_BOX / box[2]
    placed = data.transformed(Matrix(1, 0, 0, 1, -box[0], -box[1]))
    placed = placed.transformed(Matrix(scale, 0, 0, scale, 0, 0))
    coords = tuple(round(value, 2) + 0.0 for value in placed.coords)
    placed = PathData(placed.steps, coords)
    _check_outline(path, placed, OUTLINE_BOX * box[3] / box[2])
    name = re.sub(r"[#/\\]", "-", path.name)[-120:]
    return str(CardShape(OUTLINE, None, name, placed))


def _fault(path: Path, cause: Sentence, *, hint: str) -> PrintkitError:
    message = Sentence(
        "“{name}” cannot be the shape of a card: {cause}.", name=path.name, cause=cause
    )
    return PrintkitError(message, location=str(path), hint=hint)


def _only_path(path: Path) -> PathData:
    """Return the only outline of a file, closed."""
    shapes = read_art(path).shapes
    parts = [part for shape in shapes for part in shape.data.steps.split("M")[1:]]
    if not parts:
        raise _fault(
            path, Sentence("it has no outline"), hint="Draw one closed path, with a fill or a line."
        )
    if len(parts) > 1:
        raise _fault(
            path,
            Sentence("it has more than one outline"),
            hint="Keep one closed path; a card has no holes.",
        )
    (data,) = [shape.data for shape in shapes if shape.data.steps]
    if len(data.steps) > _MAX_STEPS:
        raise _fault(path, Sentence("its outline has too many points"), hint="Simplify the path.")
    if len(data.steps) < 3:
        raise _fault(path, Sentence("its outline has no area"), hint="Draw a closed path.")
    if not data.steps.endswith("Z"):
        width = _box_of(data)[2] or 1.0
        if math.dist(data.coords[:2], data.coords[-2:]) * OUTLINE_BOX / width > _CLOSED:
            raise _fault(
                path,
                Sentence("its outline is open"),
                hint="Close the path, so that it ends at its start.",
            )
        data = PathData(data.steps + "Z", data.coords)
    return data


def _box_of(data: PathData) -> tuple[float, float, float, float]:
    points = [point for part in flatten(data, 32) for point in part]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(max(xs) - min(xs), 1e-6), max(max(ys) - min(ys), 1e-6)


def _check_outline(path: Path, data: PathData, height: float) -> None:
    """Raise PrintkitError for an outline that is too thin, crosses itself, or does not contain its
    middle.
    """
    ring = polylines(data, OUTLINE_BOX / 400)[0]
    if _crosses(ring):
        raise _fault(
            path,
            Sentence("its outline crosses itself"),
            hint="Unite its parts, so that no lines cross.",
        )
    if area_and_length(data)[0] < _MIN_AREA * OUTLINE_BOX * height:
        raise _fault(
            path, Sentence("its outline is too thin"), hint="Draw a shape that fills its box."
        )
    if not encloses(data, OUTLINE_BOX / 2, height / 2):
        raise _fault(
            path,
            Sentence("its centre is outside the outline"),
            hint="Draw a shape that contains its centre.",
        )


def _crosses(ring: list[Point]) -> bool:
    """Return True if two edges of a closed polyline cross."""
    edges = [*pairwise(ring)]
    for i, (a, b) in enumerate(edges):
        for c, d in edges[i + 2 :]:
            if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
                continue
            if edges_cross(a, b, c, d):
                return True
    return False
