"""Emblems in outlines, for themes that save ink.

In: art whose shapes are coloured by role, a palette, the drawing's units in a millimetre. Out: the
same drawing as an engraver's key lines: what was filled is paper within a line, so that it still
hides what lies below it. As much of the engraving stays as the ink allows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from printkit.art.theme import HAIRLINE, Palette
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import area_and_length
from printkit.graphics.svg_art import ROLES, SvgArt

# From rich to plain: the line of a shape's edge, and the width below which engraving cut out of a
# shape is left out (mm). The first is taken with which the lines stay within the ink allowed.
_LEVELS = (
    *((0.40, 0.2), (0.30, 0.2), (0.22, 0.2), (0.16, 0.25), (0.12, 0.3)),
    *((0.10, 0.4), (0.0, 0.5), (0.0, 0.65), (0.0, 0.8), (0.0, 1.0), (0.0, 1.3), (0.0, 1.7)),
)
# A line cut out of a shape is no heavier than this; a stroke from this width is two lines (mm).
_CUT, _BROAD = 0.12, 0.95
# What is drawn by itself (hatching, features) goes where it is narrower than a share of that limit;
# in ink it stays from so many mm on: brows, noses.
_MIN_STROKE, _FEATURE = {"paper": 1.0, "main": 0.6, "ink": 0.26}, 0.22
# A compact shape (an eye, a tooth) stays where it is not narrower than a share of the limit.
_COMPACT, _SOLID = 0.3, 0.3
# A shape no wider than a line (mm) stays filled: its two edges would be more ink than it is.
_THIN = 0.36
# The accent, one small spot, stays filled up to this share of the drawing's side; field and half
# tones go.
_SPOT = 0.075
_LEFT_OUT = ("tint", "shade")
# A rim of paper around a part is no wider than this share of the drawing's side, and the part
# covers at least that much of it.
_RIM, _COVERED = 0.034, 0.36
# What a card's own colour takes of ink at most: a drawing has the same detail in every suit.
_DEAREST = 1.25
_SAME = {role: role for role in ROLES}


def outline_drawing(art: SvgArt, palette: Palette, unit: float, most: float) -> tuple[Path, ...]:
    """The shapes of a drawing as outlines; `unit` is how much of its measure is a millimetre,
    `most` the ink allowed as a share of the square that it is drawn in."""
    shapes = _without_rims(art)
    side = max(art.box.w, art.box.h)
    drawn: list[Path] = []
    for edge, sliver in _LEVELS:
        pen = _Pen(max(HAIRLINE, edge) * unit, sliver * unit, unit, _SPOT * side)
        drawn = [line for one in shapes for line in _lines(one, pen)]
        if math.fsum(map(_ink, drawn)) <= most * side * side:
            break
    colours = palette.roles()
    return tuple(_coloured(line, colours) for line in drawn)


@dataclass(frozen=True, slots=True)
class _Pen:
    """A level in the drawing's measure: edges, slivers, a millimetre, the widest spot."""

    edge: float
    sliver: float
    unit: float
    spot: float

    def least(self, role: str) -> float:
        """The width below which what is drawn in a role is left out; features stay."""
        if role == "ink":
            return min(self.sliver * _MIN_STROKE[role], _FEATURE * self.unit)
        return self.sliver * _MIN_STROKE.get(role, 0.0)

    @property
    def cut(self) -> float:
        """The line of what is cut out of a shape."""
        return min(self.edge, max(HAIRLINE, _CUT) * self.unit)


def _coloured(item: Path, colours: Mapping[str, str]) -> Path:
    stroke = item.stroke
    if stroke is not None:
        stroke = replace(stroke, colour=colours.get(stroke.colour, stroke.colour))
    fill = colours.get(item.fill, item.fill) if item.fill else None
    return replace(item, fill=fill, stroke=stroke)


def _without_rims(art: SvgArt) -> list[tuple[Path, bool]]:
    """The shapes, colours named by role, and whether each is but a rim of paper (see `_is_rim`)."""
    shapes = art.items(_SAME)
    boxes = [shape.data.box() for shape in shapes]
    rim = _RIM * max(art.box.w, art.box.h)
    return [
        (shape, shape.fill == "paper" and _is_rim(shape, boxes[at], shapes, boxes, at + 1, rim))
        for at, shape in enumerate(shapes)
    ]


def _is_rim(
    shape: Path, box: Rect, shapes: Sequence[Path], boxes: Sequence[Rect], first: int, rim: float
) -> bool:
    """Whether a paper shape only parts what is drawn upon it from what lies below: solid shapes
    cover most of it and reach close to all its edges. It needs no edge of its own."""
    if max(box.w, box.h) < 5 * rim:
        return False
    upon = [at for at in range(first, len(shapes)) if box.contains(boxes[at])]
    solid = [at for at in upon if shapes[at].fill in ("main", "ink", "accent")]
    if not solid:
        return False
    drawn = boxes[upon[0]]
    for at in upon[1:]:
        drawn = drawn.union(boxes[at])
    covered = math.fsum(area_and_length(shapes[at].data)[0] for at in solid)
    return drawn.inset(-rim).contains(box) and covered >= _COVERED * area_and_length(shape.data)[0]


def _lines(one: tuple[Path, bool], pen: _Pen) -> list[Path]:
    """A shape by its lines, colours still named by role."""
    shape, rim = one
    if shape.fill is not None:
        return [replace(shape, stroke=None)] if rim else _edges(shape, pen)
    if shape.stroke is None or shape.stroke.colour in _LEFT_OUT:
        return []
    paper, width = shape.stroke.colour == "paper", shape.stroke.width
    if width < pen.least(shape.stroke.colour):
        return []
    line = replace(shape.stroke, colour="main" if paper else shape.stroke.colour)
    if width < _BROAD * pen.unit:
        thin = max(HAIRLINE * pen.unit, min(width, pen.cut))
        return [replace(shape, stroke=replace(line, width=thin))]
    inner = replace(line, colour="paper", width=width - 2 * pen.edge)
    return [replace(shape, stroke=line), replace(shape, stroke=inner)]


def _edges(shape: Path, pen: _Pen) -> list[Path]:
    """A filled shape: paper within a line, or filled as it is where it is no wider than one."""
    assert shape.fill is not None
    if shape.fill in _LEFT_OUT:
        return []
    area, length = area_and_length(shape.data)
    wide = 2 * area / length if length else 0.0
    least = pen.least(shape.fill)
    if wide < (least * _SOLID if _compact(shape, area, length) else least):
        return []
    paper = shape.fill == "paper"
    if not paper and wide < (pen.spot if shape.fill == "accent" else _THIN * pen.unit):
        return [replace(shape, stroke=None)]
    width = pen.cut if paper else pen.edge
    line = Stroke("main" if paper else shape.fill, width, join="round")
    return [replace(shape, fill="paper", stroke=line)]


def _compact(shape: Path, area: float, length: float) -> bool:
    """Whether a shape is no sliver: an eye, a tooth. (A circle has 1, a long hair next to 0.)"""
    parts = shape.data.steps.count("M")
    return length > 0 and 4 * math.pi * area * parts / (length * length) > _COMPACT


def _ink(item: Path) -> float:
    """What a line or a filled shape takes of ink (the drawing's units squared), hidden or not."""
    area, length = area_and_length(item.data)
    filled = 0.0 if item.fill in (None, "paper") else area * _DEAREST
    line = item.stroke
    if line is None:
        return filled
    if line.colour == "paper":  # the inside of a broad line
        return -length * line.width
    return filled + length * line.width * (_DEAREST if line.colour == "main" else 1.0)
