"""The ornament of a mat: its ground, the rings about its heart, its frame, the name of the game.

All but the ground is 3 mm and more inside the cut, and the same on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from printkit.art.frames import frame_outline
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect, translation
from printkit.components.cards.anatomy import SAFE
from printkit.components.cards.face import draw_ground
from printkit.components.lock_up import draw_lock_up, game_colour, lock_up_width
from printkit.components.places.arcs import ArcLine, arc_band, draw_arc_text, draw_facing
from printkit.components.places.context import COLOUR
from printkit.components.places.engraving import draw_cloth, draw_plate, fine_stroke, main_stroke
from printkit.components.places.surface import TableInks
from printkit.graphics.display_list import Item, Path, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathData
from printkit.layout.fit_text import text_width
from printkit.model.variant import Variant
from printkit.pieces.product import RenderOptions
from printkit.products.mat.plan import Hexagon, Rectangle, Round, Shape

# On a poker card (mm): from the safe margin to the frame, between its lines, the chamfer of a
# rectangle, its heavier line; the name of the game, a plaque on an arc, the air at its ends
# and above and below a name.
_FRAME, _LINES, _CHAMFER, _HEAVY = 2.2, 2.0, 12.0, 0.9
_NAME, _PLAQUE, _AIR, _PAD = 6.0, 12.4, 7.0, 2.2
# A name takes this share of a side, and so much of a round mat's rim (radians), at most.
_SHARE, _ARC = 0.6, 1.5


def draw_mat_ground(shape: Shape, palette: Palette, bleed: float) -> list[Item]:
    """Draw the printed ground, out to `bleed` past the cut; white paper needs none."""
    if isinstance(shape, Rectangle):
        return draw_ground(palette.paper, shape.box.inset(-bleed))
    whole = draw_ground(palette.paper, shape.box)
    return [Path(shape.inset(-bleed).path(), fill=palette.paper)] if whole else []


def draw_mat_cloth(shape: Shape, heart: float, k: float, inks: TableInks) -> list[Item]:
    """Draw the rings of the ground, from the heart out to the frame."""
    edge = _frame_path(shape.inset(SAFE + (_FRAME + _LINES) * k), k)
    far = math.hypot(shape.box.w, shape.box.h) / 2
    return [draw_cloth(max(heart, 24.0 * k) + 4.0 * k, far, edge, inks)]


def draw_frame(shape: Shape, k: float, palette: Palette) -> list[Item]:
    """Draw a heavy line along the cut, and a fine one inside it."""
    outer, inner = (
        _frame_path(shape.inset(SAFE + inset * k), k) for inset in (_FRAME, _FRAME + _LINES)
    )
    return [
        Path(outer, stroke=main_stroke(palette, _HEAVY)),
        Path(inner, stroke=fine_stroke(palette)),
    ]


def _frame_path(shape: Shape, k: float) -> PathData:
    if isinstance(shape, Rectangle):
        return frame_outline("chamfer", shape.box, _CHAMFER * k)
    return shape.path()


def draw_titles(
    variant: Variant, shape: Shape, k: float, options: RenderOptions, inks: TableInks
) -> list[Item]:
    """Draw the lock-up of the game on a plaque on either long side, its name alone on an arc."""
    alone = options.second_language is None
    languages = (options.language, options.second_language or options.language)
    palette = options.theme.palette(COLOUR)
    if isinstance(shape, Round):
        names = [variant.name[language] for language in languages]
        return _draw_arc_titles(shape, names, k, palette, inks, same=alone)
    space = _SHARE * (shape.r if isinstance(shape, Hexagon) else shape.w)
    low = shape.box.h / 2 - SAFE - 0.2
    widths = [lock_up_width(variant, language, _NAME * k) for language in languages]
    size = _NAME * k * min(1.0, space / max(widths))
    theme = _title_theme(variant, options.theme, inks)
    locks = [
        draw_lock_up(variant, language, theme, width * size / _NAME / k + 0.01, size)
        for language, width in zip(languages, widths, strict=True)
    ]
    width = max(widths) * size / _NAME / k + 2 * _AIR * k
    height = max(lock.height for lock in locks) + 2 * _PAD * k
    plaque = draw_plate(Rect(-width / 2, low - height, width, height), palette, fill=inks.deep)
    near, far = (
        [
            plaque,
            transformed(
                lock.items,
                translation(-own * size / _NAME / k / 2, low - height / 2 - lock.height / 2),
            ),
        ]
        for lock, own in zip(locks, widths, strict=True)
    )
    return draw_facing(near, far, repeated=alone)


def _title_theme(variant: Variant, theme: Theme, inks: TableInks) -> Theme:
    """Return a theme in which the colour of a game is that of words."""
    return replace(theme, colours={**theme.colours, game_colour(variant): inks.text})


def _draw_arc_titles(
    shape: Round, names: Sequence[str], k: float, palette: Palette, inks: TableInks, *, same: bool
) -> list[Item]:
    r = shape.r - SAFE - 0.2 - _PLAQUE * k / 2
    size = min(_NAME * k, *(_ARC * r / text_width(TITLE_BOLD, name, 1.0) for name in names))
    lines = [ArcLine(name, TITLE_BOLD, size, inks.text) for name in names]
    half = (max(line.width for line in lines) / 2 + _AIR * k) / r
    band = arc_band(r - _PLAQUE * k / 2, r + _PLAQUE * k / 2, half)
    plaque = Path(band, fill=inks.deep, stroke=main_stroke(palette, 0.5))
    near, far = ([plaque, *draw_arc_text(line, r)] for line in lines)
    return draw_facing(near, far, repeated=same)
