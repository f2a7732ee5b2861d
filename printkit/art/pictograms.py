"""Pictograms: small pictures of actions, payments and materials.

All are on a grid of 48 units: lines in the colour of their context, enclosed areas in paper, one
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

# The box of the symbol, that of emblems.
_BOX = Rect(-50, -50, 100, 100)
# The share of the accent in its area; the same in a theme that saves ink.
_ACCENT, _SAVED = 0.55, 0.25


@cache
def _pictogram_files() -> dict[str, Path]:
    return content_files("art/pictograms", ".svg")


def pictogram_names() -> tuple[str, ...]:
    """Return the names of all pictograms."""
    return tuple(_pictogram_files())


@lru_cache(maxsize=512)
def pictogram(name: str, palette: Palette) -> Symbol:
    """Return a pictogram in a palette whose `paper` is its ground.

    Lines are in `main`, or in `ink` if the contrast of `main` is too low. Raises PrintkitError for
    an unknown name.
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
    """Draw a pictogram centred at (cx, cy). Raises PrintkitError for an unknown name."""
    return place_emblem(pictogram(name, palette), cx, cy, size)
