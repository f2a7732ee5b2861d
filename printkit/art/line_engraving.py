"""Drawings that fill their card as line engravings, for themes that save ink.

Fills become paper within a line: black around what is large and near, in half tone around the rest.
Gold keeps a light tint, and eyes and claws stay black.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Path
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import area_and_length
from printkit.graphics.svg_art import Paint, Shape, SvgArt

# The strength of a drawing is from 0 to 1, in this number of steps: the greatest whose ink is
# within the limit. At both ends: the width of black lines (mm), and the share of the full colour in
# half tones, in tints and threads of gold, and in narrow shapes.
_STEPS = 16
_EDGE, _HALF, _GOLD, _THREAD, _NARROW = (
    (HAIRLINE, 0.16),
    (0.28, 0.62),
    (0.06, 0.22),
    (0.26, 0.6),
    (0.33, 1.0),
)
# The least area within a black line (mm²); the share of the shapes, from the back, that are far.
_LARGE, _FAR = 50.0, 0.1
# The least width of shapes by role; narrower shapes and threads of gold have no outline (mm).
_MIN_WIDTHS = {"paper": 0.8, "main": 0.48, "ink": 0.2}
_NO_OUTLINE, _THREAD_WIDTH = 0.36, 0.5
# Black shapes up to this width (mm) and area (mm²) stay black: brows, pupils; round ones up to
# a smaller area.
_SPOT_WIDTH, _SPOT_AREA, _PIP_AREA = 0.9, 2.0, 1.0
# The least compactness of an eye or a tooth, and of what is round; a circle has 1.
_COMPACT, _ROUND = 0.3, 0.9
# A dark shape as large as one of the next ones, within this (mm), is only its shadow.
_SHADOW, _NEXT = 0.8, 3
# A stroke of at least this width (mm) becomes two lines.
_BROAD = 0.95
# Roles of colours that follow the strength.
HALF, _TINT, _LACE, _NARROWER = "half", "gold-tint", "gold-thread", "narrow"
_GOLDEN = (_TINT, _LACE)


class _Line(NamedTuple):
    """A shape of an engraving, its area and its length; `bold` if its line follows the strength."""

    shape: Shape
    area: float
    length: float
    bold: bool


def engrave_lines(
    art: SvgArt,
    lines: tuple[Shape, ...],
    palette: Palette,
    unit: float,
    max_ink: float,
    seen: tuple[float, ...],
) -> tuple[Path, ...]:
    """Return a drawing and its `lines` (see `art.engraving`) as a line engraving.

    `unit` is a millimetre in the drawing's units, `max_ink` the greatest share of its square that
    is covered with ink, `seen` how much the card shows of its outlines, of its gold and of
    the lines.
    """
    side = max(art.box.w, art.box.h)
    drawn = _find_lines(art, lines, unit)
    for step in reversed(range(_STEPS + 1)):
        strength = step / _STEPS
        colours, edge = _colours(palette, strength), _between(_EDGE, strength) * unit
        if _ink(drawn, colours, edge, seen) <= max_ink * side * side:
            break
    return tuple(_widened(line, edge).coloured(colours) for line in drawn)


def _between(ends: tuple[float, float], strength: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * strength


def _colours(palette: Palette, strength: float) -> dict[str, Colour]:
    """Return the colours of an engraving of some strength, by role."""
    mixed = {
        HALF: (palette.ink, _HALF),
        _TINT: (palette.accent, _GOLD),
        _LACE: (palette.accent, _THREAD),
        _NARROWER: (palette.ink, _NARROW),
    }
    shades = {
        role: blend(colour, palette.paper, _between(ends, strength))
        for role, (colour, ends) in mixed.items()
    }
    return {"paper": palette.paper, "ink": palette.ink, **shades}


def _widened(line: _Line, edge: float) -> Shape:
    paint = line.shape.paint
    return replace(line.shape, paint=replace(paint, width=edge)) if line.bold else line.shape


def _ink(
    drawn: tuple[_Line, ...], colours: dict[str, Colour], edge: float, seen: tuple[float, ...]
) -> float:
    """Return the ink of shapes that is seen (units squared)."""
    cover = {role: _coverage(colour) for role, colour in colours.items()}
    outlines, gold, narrow = seen
    covered = []
    for shape, area, length, bold in drawn:
        fill, stroke = str(shape.paint.fill), str(shape.paint.stroke)
        width = edge if bold else shape.paint.width
        share = gold if fill in _GOLDEN else narrow  # narrow shapes are upon the others
        covered.append(area * cover.get(fill, 0.0) * share)
        covered.append(length * width * cover.get(stroke, 0.0) * outlines)
    return math.fsum(covered)


def _coverage(colour: Colour) -> float:
    """Return the ink of a colour, all four together, as a share of the area."""
    lacks = [1 - int(colour.hex[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return math.fsum(lacks) - 2 * min(lacks)


@lru_cache(maxsize=256)  # of the sizes and colours in which a drawing is printed
def _find_lines(art: SvgArt, lines: tuple[Shape, ...], unit: float) -> tuple[_Line, ...]:
    """Return the shapes of an engraving in its roles, and its lines in half tone."""
    boxes = [shape.data.box() for shape in art.shapes]
    drawn: list[_Line] = []
    for place, shape in enumerate(art.shapes):
        area, length = area_and_length(shape.data)
        if not _is_shadow(art, boxes, place, unit):
            far = place < _FAR * len(boxes)
            for paint, bold in _paints(shape, area, length, unit, far):
                drawn.append(_Line(replace(shape, paint=paint), area, length, bold))
    for shape in lines:
        drawn.append(_Line(replace(shape, paint=Paint(HALF)), *area_and_length(shape.data), False))
    return tuple(drawn)


def _is_shadow(art: SvgArt, boxes: list[Rect], place: int, unit: float) -> bool:
    """Return True for a dark shape whose edge is beside that of one of the next shapes."""
    if art.shapes[place].paint.fill not in ("ink", "main"):
        return False
    above = zip(art.shapes[place + 1 : place + 1 + _NEXT], boxes[place + 1 :], strict=False)
    return any(
        shape.paint.fill not in (None, "tint", "shade")
        and all(
            abs(a - b) < _SHADOW * unit
            for a, b in zip(_ends(box), _ends(boxes[place]), strict=True)
        )
        for shape, box in above
    )


def _ends(box: Rect) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom


def _paints(
    shape: Shape, area: float, length: float, unit: float, far: bool
) -> list[tuple[Paint, bool]]:
    """Return the paints of a shape in an engraving, the lower one first; none if it is left out."""
    paint, fill = shape.paint, shape.paint.fill
    if fill is None:
        return _line_paints(paint, unit)
    if fill in ("tint", "shade"):
        return []
    width = 2 * area / length if length else 0.0
    parts = max(1, shape.data.steps.count("M"))  # a drawing joins shapes of one paint
    each = area / parts
    if width < _MIN_WIDTHS.get(str(fill), 0.0) * unit * (
        0.3 if _is_compact(shape, area, length) else 1
    ):
        return []

    def plain(role: str) -> list[tuple[Paint, bool]]:
        return [(replace(paint, fill=role, stroke=None), False)]

    if fill == "light":
        return plain("paper")
    if fill == "accent" and width < _THREAD_WIDTH * unit:
        return plain(_LACE)
    spot = _PIP_AREA if _is_compact(shape, area, length, _ROUND) else _SPOT_AREA
    if fill == "ink" and width < _SPOT_WIDTH * unit and each < spot * unit * unit:
        return plain("ink")
    if fill not in ("paper", "accent") and width < _NO_OUTLINE * unit:
        return plain(_NARROWER if fill == "ink" else HALF)
    bold = each > _LARGE * unit * unit and not far
    return [
        (
            Paint(
                _TINT if fill == "accent" else "paper",
                "ink" if bold else HALF,
                HAIRLINE * unit,
                even_odd=paint.even_odd,
                join="round",
            ),
            bold,
        )
    ]


def _line_paints(paint: Paint, unit: float) -> list[tuple[Paint, bool]]:
    """Return the paints of a shape that is only a line."""
    if paint.stroke in (None, "tint", "shade"):
        return []
    if paint.width < _MIN_WIDTHS.get(str(paint.stroke), 0.0) * unit * 0.5:
        return []
    gold = paint.stroke == "accent"
    thin = HAIRLINE * unit
    if paint.width < _BROAD * unit:
        if gold:
            return [(replace(paint, stroke=_LACE, width=max(thin, paint.width)), False)]
        return [
            (replace(paint, stroke="ink" if paint.stroke == "ink" else HALF, width=thin), False)
        ]
    inner = replace(paint, stroke=_TINT if gold else "paper", width=paint.width - 2 * thin)
    return [(replace(paint, stroke=HALF), False), (inner, False)]


def _is_compact(shape: Shape, area: float, length: float, least: float = _COMPACT) -> bool:
    """Return True for a shape that is compact, as an eye and a tooth are, not a hair."""
    parts = shape.data.steps.count("M")
    return length > 0 and 4 * math.pi * area * parts / (length * length) > least
