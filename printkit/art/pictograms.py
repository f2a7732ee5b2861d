"""Pictograms: what is done, paid or needed, each in one small picture.

One set on a grid of 48 units: lines in the colour of their place, what they enclose in paper, one
area in the accent. Content: templates/art/pictograms.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from msgspec.structs import replace

from printkit.art.emblem import place_emblem
from printkit.art.theme import Palette
from printkit.base.content import content_files
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.geometry import Rect
from printkit.graphics.colour import MIN_VISIBLE_CONTRAST, blend, contrast
from printkit.graphics.display_list import Group, Symbol, Use
from printkit.graphics.svg_art import read_art

# The box of the symbol, as that of emblems.
_BOX = Rect(-50, -50, 100, 100)
# How much of the accent is in its area, and in that of a theme that saves ink.
_ACCENT, _SAVED = 0.55, 0.25


@cache
def _pictogram_files() -> dict[str, Path]:
    return content_files("art/pictograms", ".svg")


def pictogram_names() -> tuple[str, ...]:
    """Return the names of the set."""
    return tuple(_pictogram_files())


@lru_cache(maxsize=512)
def pictogram(name: str, palette: Palette) -> Symbol:
    """Return a pictogram in the palette of its place: `paper` is its ground.

    Lines are in `main`, or in `ink` where that could not be seen. Raises PrintkitError.
    """
    if name not in _pictogram_files():
        hint = did_you_mean(name, pictogram_names(), "pictograms")
        raise PrintkitError(f"There is no pictogram “{name}”.", hint=hint)
    art = read_art(_pictogram_files()[name])
    visible = contrast(palette.main, palette.paper) >= MIN_VISIBLE_CONTRAST
    line = palette.main if visible else palette.ink
    area = blend(palette.accent, palette.paper, _ACCENT if palette.solid else _SAVED)
    colours = replace(palette, main=line, accent=area).roles()
    key = f"pictogram-{name}-{line.name}-{palette.paper.name}-{area.name}"
    return Symbol(key, (Group(art.items(colours), art.fit_into(_BOX)),), _BOX, name)


def draw_pictogram(name: str, palette: Palette, cx: float, cy: float, size: float) -> Use:
    """Draw a pictogram centred at a place. Raises PrintkitError if there is none of this name."""
    return place_emblem(pictogram(name, palette), cx, cy, size)
