"""Rails: the lines beside pips and at a waist, whose texture is that of the suit."""

from __future__ import annotations

from printkit.art.theme import Theme
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import PathBuilder, Point

# A rail: its width, that of dots, of each of two lines and their places beside it.
_RAIL, _DOT, _DOUBLE = 0.42, 0.7, 0.26
_DOUBLE_AT = (-0.4, 0.4)
# A dot is a dash of next to no length: one of none is stretched by PDFium, a tenth of a unit.
_DASHES = {"solid": (), "dashed": (3.4, 1.1), "dotted": (0.001, 1.499)}
# No rail is thinner, that suits be told apart by it.
_MIN_RAIL = 0.18


def draw_rail(rail: str, start: Point, end: Point, colour: Colour, theme: Theme) -> list[Item]:
    """Draw the rail of a suit, upright or across."""
    if rail == "double":
        line = Stroke(colour, max(theme.line_weight(_DOUBLE), 0.75 * _MIN_RAIL))
        upright = start[0] == end[0]
        shifts = [(by, 0.0) if upright else (0.0, by) for by in _DOUBLE_AT]
    else:
        dotted = rail == "dotted"
        width = theme.line_weight(_DOT if dotted else _RAIL)
        least = 2 * _MIN_RAIL if dotted else _MIN_RAIL
        line = Stroke(colour, max(width, least), round=dotted, dash=_DASHES[rail])
        shifts = [(0.0, 0.0)]
    builder = PathBuilder()
    for dx, dy in shifts:
        builder.move(start[0] + dx, start[1] + dy).line(end[0] + dx, end[1] + dy)
    return [Path(builder.done(), stroke=line)]
