"""Scenes in a theme: their colours over those of the card, or their outlines."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.art.theme_file import OWN_SCENE
from printkit.graphics.colour import GOLD, Colour
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.scenes import scene_of, scenes
from printkit.graphics.svg_art import SvgArt

# Lines of a scene in a theme of outlines, against those of the drawing.
_LINES = 0.5
# The role of the lines of a scene; fills of it stay solid up to this side (mm), such as eyes.
_LINE, _SOLID = "line", 1.8


def shown_scene(root_classes: frozenset[str], theme_scene: str) -> str:
    """Return the palette in which a theme shows a drawing; empty if the drawing is no scene."""
    own = scene_of(root_classes)
    return own if not own or theme_scene == OWN_SCENE else theme_scene


def scene_roles(art: SvgArt, palette: Palette) -> Mapping[str, Colour]:
    """Return the colours of a drawing by role: those of its scene over those of the card."""
    name = shown_scene(art.root_classes, palette.scene)
    if not name:
        return palette.roles()
    colours = {**palette.roles(), **scenes()[name]}
    if palette.accent.role == GOLD:  # what a foil may print
        colours[GOLD] = replace(colours[GOLD], role=GOLD)
    return colours


def outline_scene(art: SvgArt, palette: Palette, unit: float) -> tuple[Path, ...]:
    """Return a scene as lines: fills are paper, shadows and engraving are left out.

    `unit` is a millimetre in the drawing's units.
    """
    shown = []
    for shape in art.shapes:
        paint, fill, width = shape.paint, None, shape.paint.width if shape.paint.stroke else 0.0
        if paint.fill == _LINE:
            box = shape.data.box()
            small = max(box.w, box.h) <= _SOLID * unit
            fill, width = (palette.ink, width) if small else (palette.paper, width or unit / 4)
        elif paint.fill is not None and not str(paint.fill).endswith("2"):
            fill = palette.paper
        line = max(width * _LINES, HAIRLINE * unit)
        # A band is a line with a lighter one upon it.
        inked = paint.stroke in (None, _LINE) or str(paint.stroke).endswith("2")
        pen = palette.ink if inked else palette.paper
        stroke = Stroke(pen, line, round=True, join="round") if width else None
        if fill is not None or stroke is not None:
            shown.append(Path(shape.data, fill, stroke, paint.even_odd))
    return tuple(shown)
