"""Emblems in outlines, for themes that save ink.

The drawing becomes an engraver's key lines: what was filled is paper within a line, so that it
still hides what is below it. As much of the engraving stays as the ink allows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Path
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import area_and_length
from printkit.graphics.svg_art import Shape, SvgArt
from printkit.graphics.svg_attributes import Paint

# From rich to plain: the line of a shape's edge, and the width below which engraving cut out of a
# shape is left out (mm). The first is taken with which the lines stay within the ink allowed.
_LEVELS = (
    *((0.40, 0.2), (0.30, 0.2), (0.22, 0.2), (0.16, 0.25), (0.12, 0.3)),
    *((0.10, 0.4), (0.0, 0.5), (0.0, 0.65), (0.0, 0.8), (0.0, 1.0), (0.0, 1.3), (0.0, 1.7)),
)
# The same for a large picture, which is seen from afar: engraving goes before the weight of lines.
_BOLD_LEVELS = (
    *((0.40, 0.2), (0.30, 0.2), (0.22, 0.8), (0.22, 1.7), (0.20, 1.7), (0.18, 1.7)),
    *((0.16, 1.7), (0.14, 1.7), (0.12, 1.7), (0.10, 1.7), (0.0, 1.7)),
)
# The greatest width of a line that is cut out of a shape (mm).
_MAX_CUT = 0.12
# A stroke of this width and more becomes two lines (mm).
_MIN_DOUBLE = 0.95
# What is drawn by itself (hatching, features) goes if it is narrower than a share of the limit,
# by role.
_MIN_STROKE = {"paper": 1.0, "main": 0.6, "ink": 0.26}
# In ink it stays from this width on: brows, noses (mm).
_MIN_FEATURE = 0.22
# A compact shape (an eye, a tooth) has at least this share of a circle's compactness …
_MIN_COMPACT = 0.3
# … and stays if it is not narrower than this share of the limit.
_MIN_SOLID = 0.3
# A shape no wider than a line (mm) stays filled: its two edges would be more ink than it is.
_THIN = 0.36
# The accent, one small spot, stays filled up to this share of the drawing's side; field and half
# tones go.
_SPOT = 0.075
# … and up to this many squares of that: a crown is no spot.
_SPOT_AREA = 2.0
_LEFT_OUT = ("tint", "shade")
# From this size on a drawing is a large picture (mm).
_LARGE = 30.0
# The greatest width of a rim of paper around a part, as a share of the drawing's side.
_MAX_RIM = 0.034
# The least share of the rim that the part covers.
_MIN_COVERED = 0.36
# What a card's own colour takes of ink at most: a drawing has the same detail in every suit.
_DEAREST = 1.25


def outline_drawing(art: SvgArt, palette: Palette, unit: float, max_ink: float) -> tuple[Path, ...]:
    """Return the shapes of a drawing as outlines.

    `unit` is a millimetre in the drawing's units, `max_ink` the ink allowed as a share of the
    square that it is drawn in. A large picture has heavier lines and less engraving.
    """
    shapes = _find_rims(art)
    side = max(art.box.w, art.box.h)
    drawn: list[Shape] = []
    for edge, sliver in _BOLD_LEVELS if side > _LARGE * unit else _LEVELS:
        pen = _DetailLevel(max(HAIRLINE, edge) * unit, sliver * unit, unit, _SPOT * side)
        drawn = [line for shape in shapes for line in _outline_shape(shape, pen)]
        if math.fsum(map(_ink_area, drawn)) <= max_ink * side * side:
            break
    colours = palette.roles()
    return tuple(line.coloured(colours) for line in drawn)


class _DetailLevel(msgspec.Struct, frozen=True):
    """A level of detail in the drawing's units: edges, slivers, a millimetre, the widest spot."""

    edge: float
    sliver: float
    unit: float
    spot: float

    def min_width(self, role: str | Colour) -> float:
        """Return the width below which shapes of a role are left out; features stay."""
        if role == "ink":
            return min(self.sliver * _MIN_STROKE[role], _MIN_FEATURE * self.unit)
        return self.sliver * (_MIN_STROKE.get(role, 0.0) if isinstance(role, str) else 0.0)

    @property
    def cut_width(self) -> float:
        """Return the width of a line cut out of a shape."""
        return min(self.edge, max(HAIRLINE, _MAX_CUT) * self.unit)


@lru_cache(maxsize=1024)  # it compares each shape with all above it
def _find_rims(art: SvgArt) -> list[tuple[Shape, bool]]:
    """Return the shapes, and whether each is but a rim of paper (see `_is_rim`)."""
    shapes = art.shapes
    boxes = [shape.data.box() for shape in shapes]
    rim = _MAX_RIM * max(art.box.w, art.box.h)
    on_paper = [shape.paint.fill == "paper" for shape in shapes]
    return [
        (shape, on_paper[i] and _is_rim(shape, boxes[i], shapes, boxes, i + 1, rim))
        for i, shape in enumerate(shapes)
    ]


def _is_rim(
    shape: Shape, box: Rect, shapes: Sequence[Shape], boxes: Sequence[Rect], first: int, rim: float
) -> bool:
    """Return True if a paper shape only separates what is drawn upon it from what is below.

    Solid shapes cover most of it and reach close to all its edges: it needs no edge of its own.
    """
    if max(box.w, box.h) < 5 * rim:
        return False
    upon = [i for i in range(first, len(shapes)) if box.contains(boxes[i])]
    solid = [i for i in upon if shapes[i].paint.fill in ("main", "ink", "accent")]
    if not solid:
        return False
    drawn = boxes[upon[0]]
    for i in upon[1:]:
        drawn = drawn.union(boxes[i])
    covered = math.fsum(area_and_length(shapes[i].data)[0] for i in solid)
    return (
        drawn.inset(-rim).contains(box) and covered >= _MIN_COVERED * area_and_length(shape.data)[0]
    )


def _outline_shape(entry: tuple[Shape, bool], pen: _DetailLevel) -> list[Shape]:
    """Return a shape as lines, its colours still roles."""
    shape, rim = entry
    paint = shape.paint
    if paint.fill is not None:
        return [_painted(shape, stroke=None)] if rim else _outline_fill(shape, pen)
    if (
        paint.stroke is None
        or paint.stroke in _LEFT_OUT
        or paint.width < pen.min_width(paint.stroke)
    ):
        return []
    line = "main" if paint.stroke == "paper" else paint.stroke
    if paint.width < _MIN_DOUBLE * pen.unit:
        thin = max(HAIRLINE * pen.unit, min(paint.width, pen.cut_width))
        return [_painted(shape, stroke=line, width=thin)]
    inner = paint.width - 2 * pen.edge
    return [_painted(shape, stroke=line), _painted(shape, stroke="paper", width=inner)]


def _painted(shape: Shape, **changes: Any) -> Shape:
    """Return a shape with other paint."""
    return replace(shape, paint=replace(shape.paint, **changes))


def _outline_fill(shape: Shape, pen: _DetailLevel) -> list[Shape]:
    """Return a filled shape as paper within a line, or filled if it is no wider than one."""
    fill = shape.paint.fill
    assert fill is not None
    if fill in _LEFT_OUT:
        return []
    area, length = area_and_length(shape.data)
    breadth = 2 * area / length if length else 0.0
    least = pen.min_width(fill)
    if breadth < (least * _MIN_SOLID if _is_compact(shape, area, length) else least):
        return []
    paper = fill == "paper"
    spot = fill == "accent" and breadth < pen.spot and area < _SPOT_AREA * pen.spot * pen.spot
    if not paper and (spot or breadth < _THIN * pen.unit):
        return [_painted(shape, stroke=None)]
    line, width = ("main", pen.cut_width) if paper else (fill, pen.edge)
    edge = Paint("paper", line, width, even_odd=shape.paint.even_odd, join="round")
    return [replace(shape, paint=edge)]


def _is_compact(shape: Shape, area: float, length: float) -> bool:
    """Return True if a shape is no sliver: an eye, a tooth. (A circle has 1, a hair almost 0.)"""
    parts = shape.data.steps.count("M")
    return length > 0 and 4 * math.pi * area * parts / (length * length) > _MIN_COMPACT


def _ink_area(shape: Shape) -> float:
    """Return the ink of a line or a filled shape (the drawing's units squared), hidden or not."""
    area, length = area_and_length(shape.data)
    paint = shape.paint
    filled = 0.0 if paint.fill in (None, "paper") else area * _DEAREST
    if paint.stroke is None:
        return filled
    if paint.stroke == "paper":  # the inside of a broad line
        return -length * paint.width
    return filled + length * paint.width * (_DEAREST if paint.stroke == "main" else 1.0)
