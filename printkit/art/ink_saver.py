"""Emblems in outlines, for themes that save ink.

Filled shapes become paper within a line, so that they still hide shapes below them. As much of the
engraving stays as the ink allows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Path
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import area_and_length
from printkit.graphics.svg_art import Paint, Shape, SvgArt

# Levels of detail from rich to plain: the line of a shape's edge, and the least width of engraving
# cut out of a shape (mm). The first level whose ink is within the limit is used. The second list is
# for large pictures, seen from afar: it drops engraving before it makes lines thinner.
_EDGES = (0.40, 0.30, 0.22, 0.16, 0.12, 0.10, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_SLIVERS = (0.2, 0.2, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.3, 1.7)
_LEVELS = tuple(zip(_EDGES, _SLIVERS, strict=True))
_BOLD_EDGES = (0.40, 0.30, 0.22, 0.22, 0.20, 0.18, 0.16, 0.14, 0.12, 0.10, 0.0)
_BOLD_LEVELS = tuple(zip(_BOLD_EDGES, (0.2, 0.2, 0.8) + 8 * (1.7,), strict=True))
# The greatest width of a line cut out of a shape (mm).
_MAX_CUT = 0.12
# A stroke of at least this width becomes two lines (mm).
_MIN_DOUBLE = 0.95
# The least width of hatching and features as a share of the level's, by role; features in ink
# (brows, noses) stay from this width on (mm).
_MIN_STROKE = {"paper": 1.0, "main": 0.6, "ink": 0.26}
_MIN_FEATURE = 0.22
# A compact shape (an eye, a tooth) has at least this share of a circle's compactness, and stays if
# its width is at least this share of the level's.
_MIN_COMPACT, _MIN_SOLID = 0.3, 0.3
# A shape no wider than a line (mm) stays filled: its two edges would take more ink.
_THIN = 0.36
# An accent stays filled up to this width, a share of the drawing's side, and up to this area, in
# squares of that width.
_SPOT, _SPOT_AREA = 0.075, 2.0
# Field and half tones are left out.
_LEFT_OUT = ("tint", "shade")
# The least size of a large picture (mm).
_LARGE = 30.0
# The greatest width of a rim of paper around a part, as a share of the drawing's side; the least
# share of the rim that the part covers.
_MAX_RIM, _MIN_COVERED = 0.034, 0.36
# The ink of `main` in the suit that takes most: a drawing has the same detail in every suit.
_DEAREST = 1.25


def outline_drawing(art: SvgArt, palette: Palette, unit: float, max_ink: float) -> tuple[Path, ...]:
    """Return the shapes of a drawing as outlines.

    `unit` is a millimetre in the drawing's units, `max_ink` the greatest share of its square that
    is covered with ink. A large picture has heavier lines and less engraving.
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
    """A level of detail in the drawing's units: widths of edges, of the finest engraving, of a
    millimetre, of the widest spot.
    """

    edge: float
    sliver: float
    unit: float
    spot: float

    def min_width(self, role: str | Colour | None) -> float:
        """Return the least width of shapes of a role."""
        if role == "ink":
            return min(self.sliver * _MIN_STROKE[role], _MIN_FEATURE * self.unit)
        return self.sliver * (_MIN_STROKE.get(role, 0.0) if isinstance(role, str) else 0.0)

    @property
    def cut_width(self) -> float:
        """Return the width of a line cut out of a shape."""
        return min(self.edge, max(HAIRLINE, _MAX_CUT) * self.unit)


@lru_cache(maxsize=1024)  # each shape is compared with all above it
def _find_rims(art: SvgArt) -> list[tuple[Shape, bool]]:
    """Return the shapes, and for each whether it is only a rim of paper (see `_is_rim`)."""
    rim = _MAX_RIM * max(art.box.w, art.box.h)
    boxed = [(shape, shape.data.box()) for shape in art.shapes]
    return [(shape, _is_rim(shape, box, boxed[i:], rim)) for i, (shape, box) in enumerate(boxed, 1)]


def _is_rim(shape: Shape, box: Rect, above: Sequence[tuple[Shape, Rect]], rim: float) -> bool:
    """Return True if a paper shape only separates the shapes above it from those below.

    Solid shapes cover most of it and extend close to all its edges, so it needs no outline.
    """
    if shape.paint.fill != "paper" or max(box.w, box.h) < 5 * rim:
        return False
    upon = [(other, extent) for other, extent in above if box.contains(extent)]
    solid = [other for other, _ in upon if other.paint.fill in ("main", "ink", "accent")]
    if not solid:
        return False
    drawn = reduce(Rect.union, [extent for _, extent in upon])
    covered = math.fsum(area_and_length(other.data)[0] for other in solid)
    least = _MIN_COVERED * area_and_length(shape.data)[0]
    return drawn.inset(-rim).contains(box) and covered >= least


def _outline_shape(entry: tuple[Shape, bool], pen: _DetailLevel) -> list[Shape]:
    """Return a shape as lines in roles of a palette."""
    shape, rim = entry
    paint = shape.paint
    if paint.fill is not None:
        return [_painted(shape, stroke=None)] if rim else _outline_fill(shape, pen)
    if paint.stroke in (None, *_LEFT_OUT) or paint.width < pen.min_width(paint.stroke):
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
    """Return a filled shape as paper within a line, or filled if it is no wider than a line."""
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
    """Return True if a shape is compact: a circle has compactness 1, a hair almost 0."""
    parts = shape.data.steps.count("M")
    return length > 0 and 4 * math.pi * area * parts / (length * length) > _MIN_COMPACT


def _ink_area(shape: Shape) -> float:
    """Return the ink of a line or a filled shape (units squared), hidden parts included."""
    area, length = area_and_length(shape.data)
    paint = shape.paint
    filled = 0.0 if paint.fill in (None, "paper") else area * _DEAREST
    if paint.stroke is None:
        return filled
    if paint.stroke == "paper":  # the inside of a broad line
        return -length * paint.width
    return filled + length * paint.width * (_DEAREST if paint.stroke == "main" else 1.0)
