"""Draw places of every kind. The registry of these kinds is here.

Stock, pile and hand show the pale back of their family. A discard has a ring, and cells have their
numbers. Names are on plates; on a mat, they are printed for both sides.

Places for tokens fit a trimmed token with padding. With `peg-holes`, lights are holes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path as FilePath

from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.ornaments import frame_outline
from printkit.art.theme import Palette
from printkit.base.geometry import IDENTITY, Rect, centred_rect, half_rotation, translation
from printkit.components.tokens import table_token_shape
from printkit.faces.anatomy import Anatomy, text_colour_on_paper
from printkit.graphics.display_list import Group, Item, Path, Stroke, Use, as_artifact, transformed
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, MIN_TABLE_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, card_outline, circle, depth_below_head
from printkit.layout.bidi import to_capitals
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.pieces.options import DIE_SIZE, FELT, PEG_HOLES
from printkit.pieces.product import RenderOptions
from printkit.tabletop.surfaces import (
    AIR,
    CASING,
    CHAMFER,
    COLOUR,
    EDGE,
    HEAVY,
    HOLE,
    NAME_SIZE,
    NO_HINTS,
    PlaceContext,
    PlaceDrawing,
    PlaceHints,
    PlaceLabels,
    TableInks,
    draw_card_frame,
    draw_casing,
    draw_centre_mark,
    draw_dots,
    draw_facing,
    draw_plate,
    draw_ring,
    draw_rings,
    draw_ticks,
    draw_waves,
    drawing_path,
    fit_label,
    fit_word,
    grid_centres,
    make_label,
    make_plate,
    name_size,
    octagon,
    printed_back,
    repeat,
    star_path,
    text_part,
    tinted_emblem,
    words_palette,
)

# --- card places ---------------------------------------------------------------------------------

# The distance from the frame to a plate, and the padding of a plate (mm).
_INSET, _AROUND = 6.0, (3.2, 1.7)
# The ring of a motif, as a share of the shorter side of a card.
_MOTIF = 0.235
# The inset of a frame that its card covers (mm).
_COVERED = 0.3
# The inset of a printed back (mm).
_LINED = 0.5
# The least width of a name above several places (mm).
_NAME_WIDTH = 34.0
# The scale of names on a mat and on numbered cells; scales that are tried where room is short.
_FAR, _SMALL, _SHRUNK = 1.4, 0.78, (0.55, 0.7, 0.85, 1.0)
_TURN = half_rotation(0, 0)


def draw_card_places(context: PlaceContext) -> PlaceDrawing:
    """Draw places for one card each. Raises TextOverflow for a name too long for a card.

    A single place has its name inside it. The common name of several places is above them, or
    inside one of them if they are `named_within`; on a mat it is inside two of them, one for each
    side. If places share their padding, cards cover the frames.
    """
    size, tight = context.options.size, context.hints.share_padding
    inset = _COVERED if tight else -AIR
    box = centred_rect(size.w, size.h).inset(inset)
    within = context.is_facing or context.hints.named_within or context.place.count == 1

    def draw(index: int) -> list[Item]:
        frame = draw_card_frame(context, inset)
        names = _draw_names(context, box, index) if within else []
        return [*frame, *_draw_motif(context, box, index), *names]

    gap = -AIR if tight else 0.0
    places = context.draw_grid((size.w + 2 * AIR, size.h + 2 * AIR), (gap, gap), draw)
    return places if within else context.add_name(places, _NAME_WIDTH)


def _draw_motif(context: PlaceContext, box: Rect, index: int) -> list[Item]:
    """Draw the motif of an empty place, about the origin."""
    kind, inks, size = context.place.kind, context.inks, context.options.size
    r = _MOTIF * min(box.w, box.h)
    if kind == "cells":
        return _draw_number(index + 1, 1.2 * r, context)
    if kind == "discard":
        return [
            *draw_waves(0.68 * r * 1.6, 1.6 * r, inks, golden=False),
            _draw_chevrons(r, context),
        ]
    design = context.family.back.design if context.family is not None else None
    if kind != "common" and isinstance(design, str):
        back = printed_back(design, size.w, size.h, context.options.theme, context.shape)
        clip = card_outline(centred_rect(size.w, size.h), context.shape, _LINED)
        return [Group((Use(back),), clip=clip)]
    star = Path(star_path(8, 0.42 * r, 0.14 * r), fill=None, stroke=context.palette.stroke())
    window: list[Item] = [star]
    if kind != "common" and isinstance(design, FilePath):  # a user picture, in a window
        picture = draw_back(design, size.w, size.h, 0.0, context.options.theme)
        window = [Group((Use(picture),), clip=circle(0.68 * r))]
    return [*draw_waves(0.68 * r, r, inks, golden=True), *window]


def _draw_number(number: int, r: float, context: PlaceContext) -> list[Item]:
    """Draw the number of a cell in a ring."""
    palette, inks = context.palette, context.inks
    figure = fit_word(str(number), r, 2 * r, palette.main)
    return [
        *draw_waves(0.68 * r, r, inks, golden=False, colour=palette.shade),
        Path(circle(0.66 * r), fill=inks.hollow, stroke=palette.stroke()),
        figure.draw_about(0, 0.06 * r),
    ]


def _draw_chevrons(r: float, context: PlaceContext) -> Item:
    """Draw two chevrons for each side of a discard."""
    builder = PathBuilder()
    for side in (1, -1):
        for step in (0.28, 0.55):
            y = side * step * r
            builder.move(-0.5 * r, y).line(0, y + side * 0.32 * r).line(0.5 * r, y)
    return Path(builder.done(), stroke=context.inks.stroke(context.inks.soft, 0.9))


def _draw_names(context: PlaceContext, box: Rect, index: int) -> list[Item]:
    """Draw the plate with the name, if the place `index` is the one of several that shows it; on a
    mat, each side has such a place.
    """
    if context.hints.nameless:
        return []
    named = _named_index(context)
    far = context.place.count - 1 - named
    if index not in (named, far):
        return []
    labels = _fit_labels(context, box)
    height = labels.height + 2 * _AROUND[1]
    width = min(box.w - 3.0, labels.width + 2 * _AROUND[0])
    corner = depth_below_head(box, context.shape, 0.0, -width / 2)
    low = box.bottom - max(min(_INSET, 0.09 * box.h), corner + 1.0 if corner else 0.0)
    plate = draw_plate(
        Rect(-width / 2, low - height, width, height), context.palette, fill=context.inks.deep
    )
    items: list[Item] = []
    for wanted, label, turn in zip((named, far), labels.sides, (IDENTITY, _TURN), strict=False):
        if index == wanted:
            top = low - height / 2 - label.height / 2
            items.append(Group((plate, label.draw_below(0, top)), turn))
    return items


def _fit_labels(context: PlaceContext, box: Rect) -> PlaceLabels:
    """Return the name and the use in the largest size that leaves the middle of a card free."""
    place, width, both = context.place, box.w - 2 * _AROUND[0] - 3.0, context.is_facing
    large = _FAR if both else 1.0 if place.kind != "cells" else _SMALL
    size = NAME_SIZE * large * min(1.2, max(0.9, box.w / 60))
    sizes = [max(size * share, MIN_TABLE_TEXT_SIZE if both else 0.0) for share in _SHRUNK]

    def attempt(size: float) -> PlaceLabels | Overflow:
        labels = context.labels(place.name, place.how, width, size)
        excess = labels.height - (0.3 if both else 0.45) * box.h
        return labels if excess < 0 else Overflow(excess, "name", size)

    result = find_largest(attempt, sizes)
    if isinstance(result, Overflow):
        return context.labels(place.name, place.how, width, sizes[0])
    return result


def _named_index(context: PlaceContext) -> int:
    """Return the index of the place that shows the common name: the middle place or, without one,
    the first.
    """
    count, per_row, rows = context.place.count, context.per_row, context.rows
    return count // 2 if per_row % 2 and rows % 2 and count == per_row * rows else 0


# A button: size of its text (mm per em), padding, least height and width (mm).
_BUTTON, _BUTTON_PADDING, _LOW, _SHORT = 4.2, (3.6, 3.4), 12.0, 26.0
# A line to write on: its least length and the room above it (mm).
_WRITE, _ROOM = 46.0, 7.0
# From the middle of a slot to the words of either side (mm).
_APART = 2.6
# Around a die, and between two (mm).
_DIE, _BETWEEN = 4.0, 3.0


def draw_button(context: PlaceContext) -> PlaceDrawing:
    """Draw a button of at least the size in the hints; the last of several is red."""
    palette, buttons = context.palette, context.similar
    red = len(buttons) > 1 and buttons[-1].id == context.place.id  # the last of several is final
    if red and palette.solid:
        palette = replace(palette, main=context.options.theme.roles_of["alert"])
    fill = palette.on_main() if red and palette.solid else text_colour_on_paper(context.words)
    widest = (context.hints.width or 60.0) - 2 * _BUTTON_PADDING[0]
    parts = []
    for i, words in enumerate(context.options.translations(context.place.name)):
        key, size = (TITLE, 0.72 * _BUTTON) if i else (TITLE_BOLD, _BUTTON)
        parts.append(text_part(to_capitals(words), key, size, fill, above=1.0))
    block = fit_label(parts, widest)
    width = max(_SHORT, block.width + 2 * _BUTTON_PADDING[0], context.hints.width)
    height = max(_LOW, block.height + 2 * _BUTTON_PADDING[1], context.hints.height)
    box = centred_rect(width, height)
    edge = frame_outline("chamfer", box, CHAMFER + 0.8)
    inner = frame_outline("chamfer", box.inset(1.3), CHAMFER)
    ground = palette.main if red else context.inks.tone
    rim = Stroke(palette.on_main(), palette.line_weight(FINE)) if red else palette.stroke(FINE)
    frame: list[Item] = [
        Path(edge, fill=ground if palette.solid else None, stroke=palette.stroke(EDGE)),
        Path(inner, stroke=rim if palette.solid else palette.stroke(FINE)),
        block.draw_about(0, 0.15),
    ]
    return context.draw_grid((width, height), (3.0, 3.0), repeat(frame))


def draw_name_line(context: PlaceContext) -> PlaceDrawing:
    """Draw a line to write on, with the name of the place before it."""
    palette = context.palette
    texts = " · ".join(context.options.translations(context.place.name))
    words = fit_word(texts, NAME_SIZE, 60.0, text_colour_on_paper(context.words))
    width = max(words.width + 3 + _WRITE, context.hints.width)
    height = max(_ROOM + 3.0, words.height)
    start, base = -width / 2 + words.width + 3, height / 2 - 2.4
    rule = PathBuilder().move(start, base).line(width / 2, base)
    for step in range(1, 8):
        mark = start + (width / 2 - start) * step / 8
        rule.move(mark, base).line(mark, base - (1.4 if step == 4 else 0.8))
    items: list[Item] = [
        words.draw_below(-width / 2 + words.width / 2, base - NAME_SIZE * 0.66),
        Path(rule.done(), stroke=palette.stroke()),
    ]
    return context.draw_grid((width, height), (4.0, 3.0), repeat(items))


def draw_dice(context: PlaceContext) -> PlaceDrawing:
    """Draw a place for each die, with the name above."""
    edge = context.options[DIE_SIZE] + _DIE
    die: list[Item] = [
        draw_plate(centred_rect(edge, edge), context.palette, fill=context.inks.tone),
        *draw_waves(0.36 * edge, 0.46 * edge, context.inks, golden=False),
        *draw_die(0.44 * edge, context.palette, context.inks),
    ]
    dice = context.draw_grid((edge, edge), (_BETWEEN, _BETWEEN), lambda _: die)
    return context.add_name(dice, 34.0)


def draw_die(edge: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw a die that shows a three: light on felt, in lines on paper."""
    box = centred_rect(edge, edge)
    felt = inks.deep != inks.ground
    face = PathBuilder().rounded(box, 0.18 * edge).done()
    dots = PathBuilder()
    for share in (-0.27, 0.0, 0.27):
        dots.circle(share * edge, share * edge, 0.085 * edge)
    return [
        Path(face, fill=palette.area if felt else palette.paper, stroke=palette.stroke()),
        draw_dots(dots.done(), inks.deep if felt else palette.ink, palette),
    ]


def draw_slot(context: PlaceContext) -> PlaceDrawing:
    """Draw the place of a rule card: as large as a card, lined like a page."""
    size, place, palette = context.options.size, context.place, context.palette
    lines = Stroke(palette.shade, palette.line_weight(FINE))
    box = centred_rect(size.w, size.h).inset(-AIR)
    name_size = NAME_SIZE * (1.4 if context.is_facing else 1.1)

    def draw(index: int) -> list[Item]:
        how = None if index else place.how
        labels = context.labels(place.name, how, box.w - 8, name_size)
        free = 2 * (labels.height + _APART) if context.is_facing else labels.height
        words = labels.draw_middle(_APART)
        return [
            *draw_card_frame(context, -AIR),
            *_draw_lines(box, free + MIN_TEXT_SIZE, lines),
            *(as_artifact(words) if index else words),
        ]

    return context.draw_grid((box.w, box.h), (0.0, 0.0), draw)


def _draw_lines(box: Rect, free: float, stroke: Stroke) -> list[Item]:
    """Draw lines above and below the words, like the lines of a page."""
    builder = PathBuilder()
    half = box.w / 2 - 9
    y = free / 2 + 3.5
    while y < box.h / 2 - 8:
        for side in (-1, 1):
            builder.move(-half, side * y).line(half, side * y)
        y += 4.5
    return [Path(builder.done(), stroke=stroke)] if builder.done().steps else []


# --- round places --------------------------------------------------------------------------------

# The radius of a pot, of a light, of a timer's dial, of a field (mm, on a poker card).
POT, _LIGHT, _DIAL, FIELD = 25.0, 5.5, 27.0, 72.0
# The parts of a pot's ring, as shares of its radius.
_WAVES, _DISC = (0.7, 0.93), 0.68
# Names in a pot: the smallest and the largest size and the step, relative to the size of a name in
# a disc of 17 mm; their widths, relative to the radius of the disc.
_NAMES, _SHARES = (0.64, 1.3, 0.06), (1.8, 1.6, 1.4, 1.2)
# Gaps between tokens, from a label to its place, from pot to pot (mm).
_ROUND_PLACES_BETWEEN, _BELOW, _APARTS = 1.6, 1.6, (4.0, 4.0)
# The emblem in the middle of a place for a token.
_GLYPHS = {"reserve": "chip", "lock": "lock", "used": "used", "pot": "credit"}
# The bounds of the scale of ornaments.
_SCALES = (0.72, 1.25)


def ornament_scale(options: RenderOptions) -> float:
    """Return the scale of rings and frames for the cards of a game, 1 on a poker card."""
    low, high = _SCALES
    return max(low, min(high, Anatomy(options.size.w, options.size.h).scale))


def draw_pot(context: PlaceContext) -> PlaceDrawing:
    """Draw pots: rings with the name in the middle and the use below it and, on a mat, also above
    it.
    """
    r = POT * ornament_scale(context.options)
    edge, both, how = r + 1.6, context.is_facing, context.place.how
    use = context.labels(how, None, 2.1 * r) if how else None
    depth = edge + (use.height + _BELOW if use else 0.0)
    items = draw_pot_ring(r, context) + (use.draw_below(edge + _BELOW) if use else [])
    width = max(2 * edge, use.width if use else 0.0)
    height, down = (2 * depth, 0.0) if both else (depth + edge, (edge - depth) / 2)
    return context.draw_grid((width, height), _APARTS, repeat(items), down)


def draw_pot_ring(r: float, context: PlaceContext) -> list[Item]:
    """Draw the ring of a pot with its name. A single pot is gold; of several, all but the first
    are.
    """
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
    """Draw the name of a pot in a disc, for both sides on a mat. A nameless pot gets a credit
    instead.
    """
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
    """Return the largest names for both sides that fit in a circle, beginning `top` mm below its
    middle.

    Returns None if they do not fit.
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
    tokens = context.draw_grid(
        size, (_ROUND_PLACES_BETWEEN, _ROUND_PLACES_BETWEEN), lambda _: token
    )
    return context.add_name(tokens, 24.0)


def draw_token_place(context: PlaceContext) -> list[Item]:
    """Draw a place for one token: its outline, a graduated ring and a pale drawing of the token, or
    a golden ring and a star for a kind without a drawing.
    """
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
    """Draw the lights that count won sets, one for each set to win. Players cover or peg them."""
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
    """Draw a dial of sixty ticks as a place for a watch or an hourglass."""
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
    """Draw the name of a place on an arc below the middle, for both sides on a mat. `size` is in mm
    per em, and `widest` is the largest angle (radians). Raises TextOverflow if the name does not
    fit.
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


# --- registry ------------------------------------------------------------------------------------

# The size of a step of a short track and of a long one (mm); the most steps of a short track.
_REGISTRY_SHORT, _LONG, _FEW = 15.0, 11.4, 6
# A step of a long track as a share of the card's width.
_SHARE = 0.25
_REGISTRY_BETWEEN, _REGISTRY_BELOW = 0.8, 1.4


def step_texts(track: Track) -> list[str]:
    """Return the texts of the steps of a track."""
    result = [str(number) for number in range(track.first, track.last + 1)]
    return [*result, f"{track.last}+"] if track.beyond else result


def draw_track(
    track: Track, options: RenderOptions, *, per_row: int, upright: bool = False
) -> PlaceDrawing:
    """Draw a track with its name above, `per_row` steps in a row (in a column if `upright`).

    Raises TextOverflow if the name does not fit.
    """
    words = step_texts(track)
    palette = words_palette(options.theme, options.theme.palette(COLOUR))
    size = (
        _REGISTRY_SHORT
        if len(words) <= _FEW
        else max(_LONG, min(_REGISTRY_SHORT, _SHARE * options.size.w))
    )
    pitch = size + _REGISTRY_BETWEEN
    columns = max(1, min(per_row, len(words)))
    rows = -(-len(words) // columns)
    width = max(30.0, columns * pitch)
    title = make_label(track.name, None, width, options, palette, name_size(track.on))
    sides = (rows, columns) if upright else (columns, rows)
    across, down = (side * pitch - _REGISTRY_BETWEEN for side in sides)
    height = title.height + _REGISTRY_BELOW + down
    items: list[Item] = [title.draw_below(0, -height / 2)]
    holes: list[tuple[float, float]] = []
    for i, text in enumerate(words):  # an incomplete last row begins at the left
        column, row = i % columns - (columns - 1) / 2, i // columns - (rows - 1) / 2
        x, y = (row, column) if upright else (column, row)
        x, y = x * pitch, y * pitch + height / 2 - down / 2
        step = _draw_step(text, size / 2, options, last=text == words[-1])
        items.append(transformed(step, translation(x, y)))
        if options[PEG_HOLES]:
            holes.append((x, y + _hole_offset(size / 2)))
    return PlaceDrawing(max(across, title.width), height, tuple(items), tuple(holes))


def _hole_offset(r: float) -> float:
    """Return the distance from the centre of a step down to its hole."""
    return r - HOLE / 2 - 1.2


def _draw_step(text: str, r: float, options: RenderOptions, *, last: bool) -> list[Item]:
    """Draw a numbered ring, with a hole if pegs are used; without holes, the last ring is
    graduated.
    """
    palette = options.theme.palette(COLOUR)
    fill = palette.ink if FELT in options.theme.colours else text_colour_on_paper(palette)
    if not options[PEG_HOLES]:
        items: list[Item] = draw_ring(r, palette)
        if last:
            items.append(draw_ticks(r - 0.9, 24, palette, every=6, depth=0.9))
        number = fit_word(text, min(0.86 * r, 1.6 * NAME_SIZE), 1.4 * r, fill)
        return [*items, number.draw_about(0, 0.2)]
    number = fit_word(text, 0.55 * r, 1.3 * r, fill)
    rim = circle(HOLE / 2 + 0.7)
    hole = [Path(rim, stroke=palette.stroke(FINE)), *draw_centre_mark(palette)]
    items = [*draw_ring(r, palette)[:1], number.draw_below(0, 1.3 - r)]
    return [*items, transformed(hole, translation(0, _hole_offset(r)))]


# Kinds of variable width, and kinds that hold cards.
WIDE = ("name", "button")
CARDS = ("stock", "discard", "pile", "common", "hand", "cells")
_KINDS: dict[str, Callable[[PlaceContext], PlaceDrawing]] = {
    **dict.fromkeys(CARDS, draw_card_places),
    **dict.fromkeys(("tokens", "used", "lock", "reserve"), draw_tokens),
    "pot": draw_pot,
    "lights": draw_lights,
    "timer": draw_timer,
    "field": draw_field,
    "dice": draw_dice,
    "slot": draw_slot,
    "button": draw_button,
    "name": draw_name_line,
}


def draw_place(
    place: Place, variant: Variant, options: RenderOptions, hints: PlaceHints = NO_HINTS
) -> PlaceDrawing:
    """Draw a place. Raises TextOverflow if its words do not fit at 7 pt."""
    return _KINDS[place.kind](PlaceContext(place, variant, options, hints))
