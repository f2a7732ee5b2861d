"""Emblems in outlines, for themes that save ink. Room: art.

In: art whose shapes are coloured by role, a palette, the drawing's units in a millimetre. Out: the
same drawing as an engraver's key lines: what was filled is paper within a line, so that it still
hides what lies below it. As much of the engraving stays as the ink allows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from printkit.art.theme import HAIRLINE, Palette, inks
from printkit.base.geometry import Rect
from printkit.drawing.items import Path, Stroke
from printkit.drawing.path import area_and_length
from printkit.drawing.svg_art import ROLES, Art

# Lines (mm): of a shape, of what was cut out of one; a stroke from this width is two lines.
_EDGE, _CUT, _BROAD = 0.26, 0.18, 0.62
# Engraving cut out of a shape is left out where it is narrower than this (mm): the finest limit is
# taken with which the lines stay within a share of the drawing's square.
_SLIVERS, _MOST_INK = (0.2, 0.3, 0.4, 0.52, 0.65, 0.8, 1.0), 0.05
# What is drawn by itself (hatching, features) goes where it is narrower than a share of that limit.
_LEAST = {"paper": 1.0, "main": 0.6, "ink": 0.26}
# A shape no wider than a line (mm) stays filled: its two edges would be more ink than it is.
_THIN = 0.36
# The accent, one small spot, stays filled up to this share of the drawing's side; field and half
# tones go.
_SPOT = 0.075
_LEFT_OUT = ("tint", "shade")
# How wide the rim of paper around a part may be, as a share of the drawing's side.
_RIM = 0.034
_SAME = {role: role for role in ROLES}


def outlined(art: Art, palette: Palette, unit: float) -> tuple[Path, ...]:
    """The shapes of a drawing as outlines; `unit` is how much of its measure is a millimetre."""
    shapes = _without_rims(art)
    side, colours = max(art.box.w, art.box.h), palette.roles()
    drawn: list[Path] = []
    for sliver in _SLIVERS:
        drawn = [
            _coloured(line, colours)
            for one in shapes
            for line in _lines(one, palette, unit, sliver * unit, _SPOT * side)
        ]
        if sum(_ink(item, palette.paper) for item in drawn) <= _MOST_INK * side * side:
            break
    return tuple(drawn)


def _coloured(item: Path, colours: Mapping[str, str]) -> Path:
    stroke = item.stroke
    if stroke is not None:
        stroke = replace(stroke, colour=colours.get(stroke.colour, stroke.colour))
    fill = colours.get(item.fill, item.fill) if item.fill else None
    return replace(item, fill=fill, stroke=stroke)


def _without_rims(art: Art) -> list[tuple[Path, bool]]:
    """The shapes, colours named by role, and whether each is but a rim of paper (see `_is_rim`)."""
    shapes = art.items(_SAME)
    boxes = [shape.data.box() for shape in shapes]
    rim = _RIM * max(art.box.w, art.box.h)
    return [
        (shape, shape.fill == "paper" and _is_rim(boxes[at], boxes[at + 1 :], rim))
        for at, shape in enumerate(shapes)
    ]


def _is_rim(box: Rect, later: Sequence[Rect], rim: float) -> bool:
    """Whether a paper shape only parts what is drawn upon it from what lies below: the drawing
    reaches close to all its edges. It needs no edge of its own."""
    inside = [one for one in later if box.holds(one)]
    if max(box.w, box.h) < 5 * rim or not inside:
        return False
    drawn = inside[0]
    for one in inside[1:]:
        drawn = drawn.around(one)
    return drawn.inset(-rim).holds(box)


def _lines(
    one: tuple[Path, bool], palette: Palette, unit: float, sliver: float, spot: float
) -> list[Path]:
    """A shape by its lines, colours still by role; `sliver` and `spot` in the drawing's units."""
    shape, rim = one
    edge, cut = (palette.weight(width) * unit for width in (_EDGE, _CUT))
    if shape.fill is not None:
        if rim:
            return [replace(shape, stroke=None)]
        return _edges(shape, (edge, cut), sliver, {"accent": spot}.get(shape.fill, _THIN * unit))
    if shape.stroke is None or shape.stroke.colour in _LEFT_OUT:
        return []
    paper, width = shape.stroke.colour == "paper", shape.stroke.width
    if width < sliver * _LEAST.get(shape.stroke.colour, 0.0):
        return []
    line = replace(shape.stroke, colour="main" if paper else shape.stroke.colour)
    if width < _BROAD * unit:
        thin = max(HAIRLINE * unit, min(width, cut))
        return [replace(shape, stroke=replace(line, width=thin))]
    inner = replace(line, colour="paper", width=width - 2 * edge)
    return [replace(shape, stroke=line), replace(shape, stroke=inner)]


def _edges(shape: Path, lines: tuple[float, float], sliver: float, thin: float) -> list[Path]:
    """A filled shape: paper within a line, or filled as it is where it is no wider than `thin`."""
    assert shape.fill is not None
    if shape.fill in _LEFT_OUT:
        return []
    area, length = area_and_length(shape.data)
    wide = 2 * area / length if length else 0.0
    paper, (edge, cut) = shape.fill == "paper", lines
    if wide < sliver * _LEAST.get(shape.fill, 0.0):
        return []
    if wide < thin and not paper:
        return [replace(shape, stroke=None)]
    line = Stroke("main" if paper else shape.fill, cut if paper else edge, join="round")
    return [replace(shape, fill="paper", stroke=line)]


def _ink(item: Path, paper: str) -> float:
    """What a line or a filled shape takes of ink (the drawing's units squared), hidden or not."""
    area, length = area_and_length(item.data)
    filled = area * inks(item.fill) if item.fill not in (None, paper) else 0.0
    line = item.stroke
    if line is None:
        return filled
    if line.colour == paper:  # the inside of a broad line
        return -length * line.width
    return filled + length * line.width * inks(line.colour)
