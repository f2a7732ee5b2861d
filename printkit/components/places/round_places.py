"""Round places: pots, tokens, chips, lights, timers, and the interference field.

Places for tokens fit a trimmed token with padding; with `peg-holes` lights are holes.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.geometry import translation
from printkit.components.cards.anatomy import Anatomy
from printkit.components.places.context import (
    AIR,
    PlaceContext,
    PlaceDrawing,
    draw_centre_mark,
    drawing_path,
    grid_centres,
    repeat,
)
from printkit.components.places.engraving import (
    CASING,
    EDGE,
    HEAVY,
    draw_casing,
    draw_dots,
    draw_facing,
    draw_rings,
    draw_ticks,
    draw_waves,
    make_plate,
    octagon,
    star_path,
    tinted_emblem,
)
from printkit.components.places.label import NAME_SIZE, PlaceLabels
from printkit.components.token_shape import table_token_shape
from printkit.graphics.display_list import Item, Path, transformed
from printkit.graphics.measures import FINE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import circle
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.pieces.options import PEG_HOLES
from printkit.pieces.product import RenderOptions

# The radius of a pot, of a light, of a timer's dial, of a field (mm, on a poker card).
POT, _LIGHT, _DIAL, FIELD = 25.0, 5.5, 27.0, 72.0
# The parts of a pot's ring, as shares of its radius.
_WAVES, _DISC = (0.7, 0.93), 0.68
# Names in a pot: their smallest and largest size and the step between them, against that of a name
# in a disc of 17 mm; their widths, against the radius of the disc.
_NAMES, _SHARES = (0.64, 1.3, 0.06), (1.8, 1.6, 1.4, 1.2)
# Between tokens, from a label to what it names, from pot to pot (mm).
_BETWEEN, _BELOW, _APARTS = 1.6, 1.6, (4.0, 4.0)
# The emblem in the middle of a place for a token.
_GLYPHS = {"reserve": "chip", "lock": "lock", "used": "used", "pot": "credit"}
# The bounds of the scale of ornaments.
_SCALES = (0.72, 1.25)


def ornament_scale(options: RenderOptions) -> float:
    """Return the scale of rings and frames for the cards of a game, 1 on a poker card."""
    low, high = _SCALES
    return max(low, min(high, Anatomy(options.size.w, options.size.h).scale))


def draw_pot(context: PlaceContext) -> PlaceDrawing:
    """Draw pots: a ring with the name in the middle, the use below it and, on a mat, above it."""
    r = POT * ornament_scale(context.options)
    edge, both, how = r + 1.6, context.is_facing, context.place.how
    use = context.labels(how, None, 2.1 * r) if how else None
    depth = edge + (use.height + _BELOW if use else 0.0)
    items = draw_pot_ring(r, context) + (use.draw_below(edge + _BELOW) if use else [])
    width = max(2 * edge, use.width if use else 0.0)
    height, down = (2 * depth, 0.0) if both else (depth + edge, (edge - depth) / 2)
    return context.draw_grid((width, height), _APARTS, repeat(items), down)


def draw_pot_ring(r: float, context: PlaceContext) -> list[Item]:
    """Draw the ring of a pot with its name; of several pots all but the first are gold."""
    palette, inks = context.palette, context.inks
    pots = [place.id for place in context.variant.places if place.kind == "pot"]
    golden = len(pots) < 2 or context.place.id != pots[0]
    disc = _DISC * r
    return [
        Path(circle(r), fill=inks.hollow, stroke=palette.stroke(HEAVY)),
        draw_ticks(r + 1.5, 96, palette, every=8, depth=1.5),
        Path(circle(r - 1.2), stroke=palette.stroke(FINE)),
        *draw_waves(_WAVES[0] * r, _WAVES[1] * r, inks, golden=golden),
        Path(circle(disc), fill=inks.tone, stroke=palette.stroke()),
        *_draw_pot_name(disc, context),
    ]


def _draw_pot_name(r: float, context: PlaceContext) -> list[Item]:
    """Draw the name of a pot in a disc, on a mat for both sides; a credit for a nameless pot."""
    credit = drawing_path(_GLYPHS["pot"])
    if context.hints.nameless:
        return [tinted_emblem(credit, 1.2 * r, context.palette)]
    if context.is_facing and (labels := _fit_within(r, 1.8, context)):
        return labels.draw_below(1.8)
    glyph = tinted_emblem(credit, 0.62 * r, context.palette)
    words = context.label(context.place.name, None, 1.66 * r, NAME_SIZE * 1.1)
    low = [transformed([glyph], translation(0, -0.44 * r))] if words.height < 0.8 * r else []
    return [*low, words.draw_about(0, 0.3 * r if low else 0)]


def _fit_within(r: float, top: float, context: PlaceContext) -> PlaceLabels | None:
    """Return the largest names for both sides that fit a circle, from `top` below the middle on.

    None if they do not fit.
    """
    own = context.place
    places = [own, *(place for place in context.similar if place.id != own.id)]

    def attempt(scale: float) -> PlaceLabels | Overflow:
        size = max(MIN_TABLE_TEXT_SIZE, NAME_SIZE * scale * r / 17)
        for share in _SHARES:
            labels = [context.labels(place.name, None, share * r, size) for place in places]
            if any(label.overflow for label in labels):
                break
            if all(math.hypot(label.width / 2, top + label.height) <= r - 0.8 for label in labels):
                return labels[0]
        return Overflow(TOLERANCE, "names", size)

    result = find_largest(attempt, sizes_between(*_NAMES))
    return None if isinstance(result, Overflow) else result


def draw_tokens(context: PlaceContext) -> PlaceDrawing:
    """Draw places for tokens, chips or markers, with the name above them."""
    shape = table_token_shape(context.options)
    token = draw_token_place(context)
    size = (shape.width + 2 * AIR, shape.height + 2 * AIR)
    tokens = context.draw_grid(size, (_BETWEEN, _BETWEEN), lambda _: token)
    return context.add_name(tokens, 24.0)


def draw_token_place(context: PlaceContext) -> list[Item]:
    """Draw a place for one token: its outline, a graduated ring, a pale drawing of it."""
    palette, inks, shape = context.palette, context.inks, table_token_shape(context.options)
    r = shape.inner
    items: list[Item] = [Path(shape.outline(-AIR), fill=inks.tone, stroke=palette.stroke(EDGE))]
    name = _GLYPHS.get(context.place.kind)
    if name is None:
        star = Path(star_path(8, 0.5 * r, 0.18 * r), stroke=palette.stroke())
        return [*items, *draw_waves(0.66 * r, 0.94 * r, inks, golden=True), star]
    items.append(draw_ticks(r - 0.6, 48, palette, every=6, depth=0.1 * r))
    items.append(tinted_emblem(drawing_path(name), 1.3 * r, palette))
    return items


def draw_lights(context: PlaceContext) -> PlaceDrawing:
    """Draw lights that are covered, or pegged, one for each set won."""
    light, side = draw_light(_LIGHT, context), 2 * _LIGHT
    lights = context.draw_grid((side, side), (3.0, 3.0), lambda _: light)
    if context.options[PEG_HOLES]:
        centres = grid_centres(context.place.count, context.per_row, (side + 3.0, side + 3.0))
        lights = replace(lights, holes=tuple(centres))
    return context.add_name(lights, 24.0)


def draw_light(r: float, context: PlaceContext) -> list[Item]:
    """Draw a light: a graduated ring with a star, or with a hole for a peg."""
    palette, inks = context.palette, context.inks
    items: list[Item] = [
        Path(circle(r), fill=inks.hollow, stroke=palette.stroke(EDGE)),
        draw_ticks(r - 0.7, 32, palette, every=4, depth=0.12 * r),
        Path(circle(0.78 * r), stroke=palette.stroke(FINE)),
    ]
    if context.options[PEG_HOLES]:
        return [*items, *draw_centre_mark(palette)]
    return [*items, draw_dots(star_path(8, 0.66 * r, 0.24 * r), palette.accent, palette)]


def draw_timer(context: PlaceContext) -> PlaceDrawing:
    """Draw a dial of sixty ticks as the place of a watch or an hourglass."""
    palette, inks = context.palette, context.inks
    r = _DIAL * ornament_scale(context.options)
    disc = 0.74 * r
    words = context.labels(context.place.name, context.place.how, 1.5 * disc)
    items: list[Item] = [
        Path(circle(r), fill=inks.hollow, stroke=palette.stroke(HEAVY)),
        draw_ticks(r - 0.8, 60, palette, every=5, depth=2.4),
        *draw_waves(disc + 0.4, r - 3.6, inks, golden=True),
        Path(circle(disc), fill=inks.tone, stroke=palette.stroke()),
        *words.draw_middle(2.2),
    ]
    side = 2 * r + HEAVY
    return context.draw_grid((side, side), _APARTS, repeat(items))


def draw_field(context: PlaceContext) -> PlaceDrawing:
    """Draw the interference field: a rosette with its name on an arc."""
    palette, inks, k = context.palette, context.inks, ornament_scale(context.options)
    r, core = FIELD * k, 25.0 * k
    items = [
        *draw_casing(r, palette, inks),
        *draw_rings(core, r - 1.2, palette, inks),
        *draw_core(core, palette, context),
        *draw_name_plates(context, 0.66 * r, max(MIN_TABLE_TEXT_SIZE, 3.5 * k), 2.4),
    ]
    side = 2 * (r + CASING)
    return context.draw_grid((side, side), _APARTS, repeat(items))


def draw_name_plates(context: PlaceContext, r: float, size: float, widest: float) -> list[Item]:
    """Draw the name of a place on an arc below the middle, on a mat for both sides.

    `size` is in mm per em, `widest` is the largest angle (radians). Raises TextOverflow.
    """
    options, inks = context.options, context.inks
    plates = []
    for side in options.sides if context.is_facing else (options,):
        name, use = (
            " · ".join(side.translations(text)) if text else ""
            for text in (context.place.name, context.place.how)
        )
        plates.append(make_plate(name, use, r, size, widest, inks, MIN_TABLE_TEXT_SIZE))
    half = max(plate.half for plate in plates)
    drawn = [plate.draw(half, context.palette, inks) for plate in plates]
    if len(drawn) == 1:
        return drawn[0]
    return draw_facing(*drawn, repeated=options.second_language is None)


def draw_core(r: float, palette: Palette, context: PlaceContext) -> list[Item]:
    """Draw the core of a rosette: an octagon with a star."""
    fill = context.inks.tone if palette.solid else None
    return [
        Path(octagon(0.9 * r), fill=fill, stroke=palette.stroke(0.7)),
        draw_dots(star_path(8, 0.56 * r, 0.19 * r), palette.accent, palette),
    ]
