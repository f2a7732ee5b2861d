"""Scenes in a theme: their colours over those of the card, or their outlines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from printkit.art.edition import Edition
from printkit.art.theme import Palette
from printkit.art.theme_file import OWN_SCENE
from printkit.base.geometry import Matrix, rotation, translation
from printkit.graphics.colour import GOLD, Colour
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import Point
from printkit.graphics.scenes import scene_of, scenes
from printkit.graphics.svg_art import Shape, SvgArt, read_art

# What drifts in the sky of an edition: how many, the share of the height where they do, their shift
# from one to the next across the sky. Skies are the first shapes of a scene.
_DRIFTING, _SKY, _GOLDEN, _SKIES = 13, 0.66, 0.618034, ("sky", "sky2", "star")
# The plants at each foot of a scene that is higher than this against its width: how far from the
# edge and how high, in its width; how much they lean (degrees).
_TALL, _PLANTS, _LEAN = 1.3, ((0.09, 0.21), (0.2, 0.13)), -9.0
# The class of a root whose faces and hands stay light in a dark theme.
FIGURE = "figure"
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
    own = scenes() if palette.edition is None else palette.edition.scenes
    colours = {**palette.roles(), **own[name]}
    if palette.accent.role == GOLD:  # what a foil may print
        colours[GOLD] = replace(colours[GOLD], role=GOLD)
    return colours


@lru_cache(maxsize=256)
def in_season(art: SvgArt, own: Edition) -> tuple[SvgArt, tuple[Shape, ...]]:
    """Return a scene with what drifts in the sky of an edition, and the plants at its foot.

    Only a figure in a scene changes, so that a picture of the edition itself stays as it is.
    """
    if FIGURE not in art.root_classes or not scene_of(art.root_classes):
        return art, ()
    sky, box = _sky_of(art), art.box
    if own.sky is not None and sky:
        drift = [
            shape
            for k in range(_DRIFTING)
            for shape in _place_symbol(
                read_art(own.sky),
                (box.x + box.w * ((k * _GOLDEN + 0.06) % 1), box.y + box.h * _SKY * k / _DRIFTING),
                box.w * (0.045 + 0.02 * (k % 3)),
                47.0 * k,
            )
        ]
        art = replace(art, shapes=(*art.shapes[:sky], *drift, *art.shapes[sky:]))
    if own.flora is None or box.h < _TALL * box.w:
        return art, ()
    plant = read_art(own.flora)
    plants: list[Shape] = []
    for side, (x, high) in product((1, -1), _PLANTS):
        size = high * box.w * plant.box.w / plant.box.h
        middle = (box.centre[0] - side * (0.5 - x) * box.w, box.bottom - (high / 2 + 0.012) * box.w)
        plants += _place_symbol(plant, middle, size, side * _LEAN, mirrored=side < 0)
    return art, tuple(plants)


def _sky_of(art: SvgArt) -> int:
    """Return the number of shapes before the first that is no sky."""
    others = (i for i, shape in enumerate(art.shapes) if shape.paint.fill not in _SKIES)
    return next(others, len(art.shapes))


def _place_symbol(
    art: SvgArt, middle: Point, width: float, turn: float, *, mirrored: bool = False
) -> Iterator[Shape]:
    """Yield the shapes of a symbol, `width` wide about a place, turned by degrees."""
    k, (x, y) = width / art.box.w, art.box.centre
    flip = Matrix(-k if mirrored else k, 0, 0, k, 0, 0)
    way = translation(-x, -y).then(flip).then(rotation(turn)).then(translation(*middle))
    for shape in art.shapes:
        paint = replace(shape.paint, width=shape.paint.width * k)
        yield Shape(shape.data.transformed(way), paint)


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
