"""Round places: pots, tokens, chips, lights, timers, and the interference field.

Places for tokens fit a trimmed token with padding; with `peg-holes` lights are holes.
"""

from __future__ import annotations

import math

from printkit.art.theme import Palette
from printkit.base.geometry import translation
from printkit.components.cards.anatomy import anatomy
from printkit.components.places.context import (
    AIR,
    PlaceContext,
    PlaceDrawing,
    draw_centre_mark,
    drawing_path,
    grid_centres,
    repeat_drawing,
)
from printkit.components.places.engraving import (
    CASING,
    EDGE,
    HEAVY,
    circle,
    draw_casing,
    draw_dots,
    draw_facing,
    draw_rings,
    draw_ticks,
    draw_waves,
    fine_stroke,
    main_stroke,
    make_plate,
    octagon,
    star_path,
    tinted_emblem,
)
from printkit.components.places.label import (
    NAME_SIZE,
    FacingLabels,
    make_facing_labels,
    make_label,
    make_place_labels,
    name_size,
)
from printkit.components.token_shape import table_token_shape
from printkit.graphics.display_list import Item, Path, as_artifact, transformed
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.tabletop import Place
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
_BETWEEN, _BELOW, _APART = 1.6, 1.6, 4.0
_APARTS = (_APART, _APART)
# The emblem in the middle of a place for a token.
_GLYPHS = {"reserve": "chip", "lock": "lock", "used": "used", "pot": "credit"}
# The bounds of the scale of ornaments.
_SCALES = (0.72, 1.25)


def ornament_scale(options: RenderOptions) -> float:
    """Return the scale of rings and frames for the cards of a game, 1 on a poker card."""
    low, high = _SCALES
    return max(low, min(high, anatomy(options.size.w, options.size.h).scale))


def draw_pot(context: PlaceContext) -> PlaceDrawing:
    """Draw pots: a ring with the name in the middle, the use below it and, on a mat, above it."""
    r = POT * ornament_scale(context.options)
    width = 2.1 * r
    use = make_place_labels(context, context.place.how, None, width) if context.place.how else None
    depth = (use.height + _BELOW if use else 0.0) + r + 1.6
    both = context.is_facing
    pitch = (max(2 * r + 3.2, use.width if use else 0.0) + _APART, 2 * r + _APART)
    pitch = (pitch[0], (2 * depth if both else depth + r + 1.6) + _APART)
    items: list[Item] = []
    middle = 0.0 if both else (r + 1.6 - depth) / 2
    for i, (x, y) in enumerate(grid_centres(context.place.count, context.per_row, pitch)):
        here = draw_pot_ring(r, context)
        if use:
            here += (
                use.draw_below(r + 1.6 + _BELOW)
                if both
                else [use.near.draw_below(0, r + 1.6 + _BELOW)]
            )
        items.append(transformed(as_artifact(here) if i else here, translation(x, y + middle)))
    width, height = context.per_row * pitch[0] - _APART, context.rows * pitch[1] - _APART
    return PlaceDrawing(width, height, tuple(items))


def draw_pot_ring(r: float, context: PlaceContext) -> list[Item]:
    """Draw the ring of a pot with its name; of several pots all but the first are gold."""
    palette, inks = context.palette, context.inks
    pots = [place.id for place in context.variant.places if place.kind == "pot"]
    golden = len(pots) < 2 or context.place.id != pots[0]
    disc = _DISC * r
    return [
        Path(circle(r), fill=inks.hollow, stroke=main_stroke(palette, HEAVY)),
        draw_ticks(r + 1.5, 96, palette, every=8, depth=1.5),
        Path(circle(r - 1.2), stroke=fine_stroke(palette)),
        *draw_waves(_WAVES[0] * r, _WAVES[1] * r, inks, golden=golden),
        Path(circle(disc), fill=inks.tone, stroke=main_stroke(palette)),
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
    words = make_label(
        context.place.name, None, 1.66 * r, context.options, context.words, size=NAME_SIZE * 1.1
    )
    low = [transformed([glyph], translation(0, -0.44 * r))] if words.height < 0.8 * r else []
    return [*low, words.draw_about(0, 0.3 * r if low else 0)]


def _fit_within(r: float, top: float, context: PlaceContext) -> FacingLabels | None:
    """Return the largest names for both sides that fit a circle, from `top` below the middle on.

    None if they do not fit.
    """
    places = _similar_places(context.place, context)

    def attempt(scale: float) -> FacingLabels | Overflow:
        size = max(MIN_TABLE_TEXT_SIZE, NAME_SIZE * scale * r / 17)
        for share in _SHARES:
            labels = [
                make_facing_labels(
                    place.name, None, share * r, context.options, context.words, size=size
                )
                for place in places
            ]
            if any(label.overflow for label in labels):
                break
            if all(math.hypot(label.width / 2, top + label.height) <= r - 0.8 for label in labels):
                return labels[0]
        return Overflow(TOLERANCE, "names", size)

    result = find_largest(attempt, sizes_between(*_NAMES))
    return None if isinstance(result, Overflow) else result


def _similar_places(own: Place, context: PlaceContext) -> list[Place]:
    """Return a place and the others of its kind on the same component."""
    others = [
        place for place in context.variant.places if (place.kind, place.on) == (own.kind, own.on)
    ]
    return [own, *(other for other in others if other.id != own.id)]


def draw_tokens(context: PlaceContext) -> PlaceDrawing:
    """Draw places for tokens, chips or markers, with the name above them."""
    shape = table_token_shape(context.options)
    width, height = shape.width + 2 * AIR, shape.height + 2 * AIR
    pitch = (width + _BETWEEN, height + _BETWEEN)
    across = context.per_row * pitch[0] - _BETWEEN
    down = context.rows * pitch[1] - _BETWEEN
    items: list[Item] = []
    for x, y in grid_centres(context.place.count, context.per_row, pitch):
        items.append(transformed(draw_token_place(context), translation(x, y)))
    return _add_name(context, PlaceDrawing(across, down, tuple(items)))


def draw_token_place(context: PlaceContext) -> list[Item]:
    """Draw a place for one token: its outline, a graduated ring, a pale drawing of it."""
    palette, inks, shape = context.palette, context.inks, table_token_shape(context.options)
    r = shape.inner
    items: list[Item] = [
        Path(shape.outline(-AIR), fill=inks.tone, stroke=main_stroke(palette, EDGE))
    ]
    name = _GLYPHS.get(context.place.kind)
    if name is None:
        star = Path(star_path(8, 0.5 * r, 0.18 * r), stroke=main_stroke(palette))
        return [*items, *draw_waves(0.66 * r, 0.94 * r, inks, golden=True), star]
    items.append(draw_ticks(r - 0.6, 48, palette, every=6, depth=0.1 * r))
    items.append(tinted_emblem(drawing_path(name), 1.3 * r, palette))
    return items


def draw_lights(context: PlaceContext) -> PlaceDrawing:
    """Draw lights that are covered, or pegged, one for each set won."""
    pitch = (2 * _LIGHT + 3.0, 2 * _LIGHT + 3.0)
    across, down = context.per_row * pitch[0] - 3.0, context.rows * pitch[1] - 3.0
    items: list[Item] = []
    holes: tuple[tuple[float, float], ...] = ()
    for x, y in grid_centres(context.place.count, context.per_row, pitch):
        if context.options[PEG_HOLES]:
            holes = (*holes, (x, y))
        items.append(transformed(draw_light(_LIGHT, context), translation(x, y)))
    return _add_name(context, PlaceDrawing(across, down, tuple(items), holes))


def draw_light(r: float, context: PlaceContext) -> list[Item]:
    """Draw a light: a graduated ring with a star, or with a hole for a peg."""
    palette, inks = context.palette, context.inks
    items: list[Item] = [
        Path(circle(r), fill=inks.hollow, stroke=main_stroke(palette, EDGE)),
        draw_ticks(r - 0.7, 32, palette, every=4, depth=0.12 * r),
        Path(circle(0.78 * r), stroke=fine_stroke(palette)),
    ]
    if context.options[PEG_HOLES]:
        return [*items, *draw_centre_mark(palette)]
    return [*items, draw_dots(star_path(8, 0.66 * r, 0.24 * r), palette.accent, palette)]


def draw_timer(context: PlaceContext) -> PlaceDrawing:
    """Draw a dial of sixty ticks as the place of a watch or an hourglass."""
    palette, inks = context.palette, context.inks
    r = _DIAL * ornament_scale(context.options)
    disc = 0.74 * r
    both = context.is_facing
    own, how = context.place.name, context.place.how
    if both:
        words = make_facing_labels(own, how, 1.5 * disc, context.options, context.words).draw_below(
            2.2
        )
    else:
        words = [make_label(own, how, 1.5 * disc, context.options, context.words).draw_about(0, 0)]
    items: list[Item] = [
        Path(circle(r), fill=inks.hollow, stroke=main_stroke(palette, HEAVY)),
        draw_ticks(r - 0.8, 60, palette, every=5, depth=2.4),
        *draw_waves(disc + 0.4, r - 3.6, inks, golden=True),
        Path(circle(disc), fill=inks.tone, stroke=main_stroke(palette)),
        *words,
    ]
    return repeat_drawing(
        context, PlaceDrawing(2 * r + HEAVY, 2 * r + HEAVY, tuple(items)), (_APART,) * 2
    )


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
    return repeat_drawing(context, PlaceDrawing(side, side, tuple(items)), _APARTS)


def draw_name_plates(context: PlaceContext, r: float, size: float, widest: float) -> list[Item]:
    """Draw the name of a place on an arc below the middle, on a mat for both sides.

    `size` is in mm per em, `widest` is the largest angle (radians). Raises TextOverflow.
    """
    options, inks = context.options, context.inks
    second = options.second_language
    facing = (options.language,), (second or options.language,)
    shared = (tuple(dict.fromkeys(filter(None, (options.language, second)))),)
    plates = []
    for languages in facing if context.is_facing else shared:
        name, use = (
            " · ".join(dict.fromkeys(text[language] for language in languages)) if text else ""
            for text in (context.place.name, context.place.how)
        )
        plates.append(make_plate(name, use, r, size, widest, inks, MIN_TABLE_TEXT_SIZE))
    half = max(plate.half for plate in plates)
    drawn = [plate.draw(half, context.palette, inks) for plate in plates]
    return draw_facing(*drawn, repeated=second is None) if len(drawn) > 1 else drawn[0]


def draw_core(r: float, palette: Palette, context: PlaceContext) -> list[Item]:
    """Draw the core of a rosette: an octagon with a star."""
    fill = context.inks.tone if palette.solid else None
    return [
        Path(octagon(0.9 * r), fill=fill, stroke=main_stroke(palette, 0.7)),
        draw_dots(star_path(8, 0.56 * r, 0.19 * r), palette.accent, palette),
    ]


def _add_name(context: PlaceContext, drawing: PlaceDrawing) -> PlaceDrawing:
    """Add the name and the use of a place above its drawing."""
    if context.hints.nameless:
        return drawing
    width = max(drawing.width, min(60.0, context.hints.width))
    size = name_size(context.place.on)
    own, how, max_width = context.place.name, context.place.how, max(width, 24.0 * size / NAME_SIZE)
    words = make_label(own, how, max_width, context.options, context.words, size=size)
    height = words.height + _BELOW + drawing.height
    top = -height / 2
    dy = height / 2 - drawing.height / 2
    return PlaceDrawing(
        max(drawing.width, words.width),
        height,
        (words.draw_below(0, top), transformed(drawing.items, translation(0, dy))),
        tuple((x, y + dy) for x, y in drawing.holes),
    )
