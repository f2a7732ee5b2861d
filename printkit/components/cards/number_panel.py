"""Panels of cards with a large number: ground and engraving tell the kind of a number in grey.

Honeycomb without a sign, rays on a dark ground for plus, hatching on a light one for minus. Lines
swell towards the edges, which a fan shows, and leave the figures in peace.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from printkit.art.dress import Dress, readable
from printkit.art.guilloche import chamfered
from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.components.cards.anatomy import Anatomy
from printkit.components.cards.face_parts import upper_half
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, blend, contrast
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol
from printkit.graphics.path import (
    RECTANGLE,
    ROUNDED,
    PathBuilder,
    PathData,
    Point,
    card_outline,
    rect_path,
)
from printkit.model.notation import MINUS

# On a poker card (mm). From the safe area to the panel, its chamfer; the rim of a light panel, and
# the line in it; where the ground is printed to the cut, from the safe area to the rim.
EDGE, _CHAMFER, _RIM, _LINE, LINE_AT, _INNER_AT = 0.2, 7.0, 1.0, 0.35, 1.5, 1.3
# Shares of a colour in a light ground, of the figure's in lines on a ground.
_LIGHT, _LINES, _DARK_LINES, _RAY_LINES = 0.13, 0.36, 0.13, 0.3
# The least contrast of gold on a ground.
_SEEN = 1.8
# The honeycomb: distance of its cells, the least and the largest against it.
_CELL, _MIN_CELL, _MAX_CELL = 4.7, 0.34, 0.9
# The hatching: distance of its lines, their least and largest width; where ink is saved.
_HATCH, _MIN_HATCH, _MAX_HATCH, _SAVED_HATCH = 3.0, 0.3, 1.25, 8.8
# The rays of a half: how many, and where they begin.
_RAYS, _RAYS_FROM = 19, 3.0


class PanelLook(NamedTuple):
    """The colours of a half: its ground, what is engraved in it, figures and sign; `rim` if it has
    one of its own."""

    sign: str
    ground: Colour
    lines: Colour
    ink: Colour
    rim: bool


def panel_look(theme: Theme, dress: Dress, sign: str) -> PanelLook:
    """Return the look of a half for the sign of its number."""
    main, paper = dress.picture.main, theme.roles_of["paper"]
    if not theme.solid:
        return PanelLook(sign, paper, dress.number, dress.number, rim=True)
    if sign == "+":
        light = max((theme.light, theme.dark), key=lambda colour: contrast(colour, main))
        return PanelLook(sign, main, blend(light, main, _RAY_LINES), light, rim=False)
    if sign == MINUS:
        ground = blend(main, paper, _LIGHT)
        ink = readable(main, ground, theme, MIN_TEXT_CONTRAST)
        return PanelLook(sign, ground, blend(ink, ground, _LINES), ink, rim=True)
    ground, ink = dress.plate_ground, dress.number
    lines = blend(main, ground, _LINES) if ground != main else blend(ink, ground, _DARK_LINES)
    return PanelLook(sign, ground, lines, ink, rim=ground != main)


def _outline(anatomy: Anatomy, inset: float) -> PathData:
    """Return the outline of the panel, `inset` mm inside the safe area."""
    if anatomy.shape in (RECTANGLE, ROUNDED):
        cut = (_CHAMFER - 0.41 * inset) * anatomy.scale
        return chamfered(anatomy.safe.inset(inset), cut)
    return card_outline(anatomy.trim, anatomy.shape, anatomy.safe_margin + inset)


@lru_cache(maxsize=256)
def draw_panel(
    theme: Theme, anatomy: Anatomy, reach: Rect, look: PanelLook
) -> tuple[Symbol, Symbol]:
    """Return the ground of an upper half with its engraving, and the lines around it."""
    bleeds, k = theme.face.full_bleed, anatomy.scale
    upper = rect_path(upper_half(reach))
    outer = upper if bleeds else _outline(anatomy, EDGE)
    inside: list[Item] = []
    if theme.solid:
        inside.append(Path(outer, fill=look.ground))
    inside += _engrave(theme, anatomy, reach if bleeds else anatomy.safe, look)
    key = f"{look.sign}-{look.ground.name}-{look.ink.name}"
    engraved = Symbol(
        f"number-{key}", (Group((Group(tuple(inside), clip=outer),), clip=upper),), reach.inset(-1)
    )
    inset = _INNER_AT if bleeds else EDGE
    lines: list[Item] = []
    if look.rim:
        width = theme.line_weight(_RIM * k)
        rim = Stroke(look.ink, max(width, 0.15))
        lines.append(Path(_outline(anatomy, inset + rim.width / 2), stroke=rim))
    accent = theme.roles_of["accent"]
    gold = theme.face.gold and contrast(accent, look.ground) > _SEEN
    fine = Stroke(accent if gold else look.ink, theme.line_weight(_LINE))
    lines.append(Path(_outline(anatomy, inset + (LINE_AT if look.rim else 1.0) * k), stroke=fine))
    rims = Symbol(f"rims-{key}", (Group(tuple(lines), clip=upper),), reach.inset(-1))
    return engraved, rims


def _engrave(theme: Theme, anatomy: Anatomy, box: Rect, look: PanelLook) -> list[Item]:
    """Draw what tells the kind of a number without its colour: cells, rays or hatching.

    All swell towards the edges and leave the figures in peace.
    """
    k = anatomy.scale
    if not theme.solid:
        lines = PathBuilder()
        if look.sign == "+":
            lines.rays(0, 0, math.hypot(box.w, box.h) / 2, [0.62 * box.w] * 48, 180 / 48)
        elif look.sign == MINUS:
            for x in _steps(-box.h, box.w, _SAVED_HATCH * k):
                lines.move(box.x + x, box.y).line(box.x + x + box.h, box.bottom)
        line = Stroke(look.lines, theme.line_weight(0.1))
        return [Path(lines.done(), stroke=line)] if look.sign else []
    shapes = PathBuilder()
    if look.sign == "+":
        far, half = math.hypot(box.w, box.h), math.pi / _RAYS / 4
        for ray in range(_RAYS + 1):
            angle = math.pi * (1 + ray / _RAYS)
            near = [(_RAYS_FROM * k * math.cos(angle), _RAYS_FROM * k * math.sin(angle))]
            ends = [angle - half, angle + half]
            shapes.polygon([*near, *((far * math.cos(a), far * math.sin(a)) for a in ends)])
    elif look.sign == MINUS:
        for x in _steps(-box.h, box.w, _HATCH * k):
            shapes.polygon(_swelling((box.x + x, box.bottom), box, k))
    else:
        for x, y in _cells(box, k):
            away = _away(x, y, box)
            side = _CELL * k / 2 * (_MIN_CELL + (_MAX_CELL - _MIN_CELL) * away)
            shapes.polygon(
                [
                    (x + side * c * 1.1547, y + side * s * 1.1547)
                    for c, s in (
                        (math.cos(math.radians(30 + 60 * n)), math.sin(math.radians(30 + 60 * n)))
                        for n in range(6)
                    )
                ]
            )
    return [Path(shapes.done(), fill=look.lines)]


def _steps(start: float, end: float, pitch: float) -> list[float]:
    return [start + pitch * (step + 0.5) for step in range(math.ceil((end - start) / pitch))]


def _cells(box: Rect, k: float) -> list[Point]:
    """Return the middles of the cells of the upper half, a row across the middle of the card."""
    pitch, row = _CELL * k, _CELL * k * math.sqrt(3) / 2
    rows, columns = math.ceil(-box.y / row), math.ceil(box.w / pitch / 2) + 1
    return [
        (pitch * (i + (j % 2) / 2), -row * j)
        for j in range(rows + 1)
        for i in range(-columns, columns)
    ]


def _away(x: float, y: float, box: Rect) -> float:
    """Return how far a point is from the middle of a half: 0 there, 1 at its edges."""
    across, down = abs(x) / (box.w / 2), abs(2 * y / box.h + 0.46) / 0.5
    return min(1.0, max(0.0, math.sqrt(math.hypot(across**2, down**2)) * 1.25 - 0.3))


def _swelling(foot: Point, box: Rect, k: float) -> list[Point]:
    """Return a line at 45° from a foot upwards to the right: thin where it passes the figures."""
    count = 14
    step = -box.y / count
    near, far = [], []
    for place in range(count + 1):
        x, y = foot[0] + box.h / 2 + step * place, -step * place
        width = _MIN_HATCH + (_MAX_HATCH - _MIN_HATCH) * _away(x, y, box)
        near.append((x - width * k * 0.707, y))
        far.append((x + width * k * 0.707, y))
    return [*near, *reversed(far)]
