"""Plates: buttons, names, dice, the slot of a rule card."""

from __future__ import annotations

from msgspec.structs import replace

from printkit.art.frames import frame_outline
from printkit.art.theme import Palette
from printkit.base.geometry import Rect, translation
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.places.context import (
    AIR,
    PlaceContext,
    PlaceDrawing,
    grid_centres,
    repeat_drawing,
)
from printkit.components.places.engraving import (
    CHAMFER,
    EDGE,
    centred_rect,
    draw_card_frame,
    draw_dots,
    draw_plate,
    draw_waves,
    fine_stroke,
    main_stroke,
    tint_stroke,
)
from printkit.components.places.label import (
    NAME_SIZE,
    LabelText,
    fit_label,
    make_facing_labels,
    make_label,
    name_size,
)
from printkit.components.places.surface import TableInks
from printkit.graphics.display_list import Item, Path, Stroke, transformed
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.pieces.options import DIE_SIZE

# A button: print (mm per em), what it has around its words, its least height and width (mm).
_BUTTON, _AROUND, _LOW, _SHORT = 4.2, (3.6, 3.4), 12.0, 26.0
# A line to write on (mm): how long at least, how much room above it.
_WRITE, _ROOM = 46.0, 7.0
# From the middle of a slot to the words of either side (mm).
_APART = 2.6
# Around a die, and between two (mm).
_DIE, _BETWEEN = 4.0, 3.0


def draw_button(site: PlaceContext) -> PlaceDrawing:
    """Draw a plate with its word, as wide as the hints ask for; the last of several is red."""
    red = _is_last_button(site)
    palette = site.palette
    if red and palette.solid:
        palette = replace(palette, main=site.options.theme.roles_of["alert"])
    fill = palette.on_main() if red and palette.solid else text_colour_on_paper(site.words)
    widest = (site.wish.width or 60.0) - 2 * _AROUND[0]
    parts = []
    for i, words in enumerate(site.options.translations(site.place.name)):
        key, size = (TITLE, 0.72 * _BUTTON) if i else (TITLE_BOLD, _BUTTON)
        parts.append(LabelText(words.upper(), key, size, space_above=1.0))
    block = fit_label(parts, widest, fill)
    width = max(_SHORT, block.width + 2 * _AROUND[0], site.wish.width)
    height = max(_LOW, block.height + 2 * _AROUND[1], site.wish.height)
    box = centred_rect(width, height)
    edge = frame_outline("chamfer", box, CHAMFER + 0.8)
    inner = frame_outline("chamfer", box.inset(1.3), CHAMFER)
    ground = palette.main if red else site.inks.tone
    rim = Stroke(palette.on_main(), palette.line_weight(FINE)) if red else fine_stroke(palette)
    frame: list[Item] = [
        Path(edge, fill=ground if palette.solid else None, stroke=main_stroke(palette, EDGE)),
        Path(inner, stroke=rim if palette.solid else fine_stroke(palette)),
        block.draw_about(0, 0.15),
    ]
    return repeat_drawing(site, PlaceDrawing(width, height, tuple(frame)), (3.0, 3.0))


def _is_last_button(site: PlaceContext) -> bool:
    """Return True for the last of several buttons: what it does is not taken back."""
    buttons = [
        place.id
        for place in site.variant.places
        if (place.kind, place.on) == ("button", site.place.on)
    ]
    return len(buttons) > 1 and buttons[-1] == site.place.id


def draw_name_line(site: PlaceContext) -> PlaceDrawing:
    """Draw a line to write on, its word before it."""
    palette = site.palette
    texts = " · ".join(site.options.translations(site.place.name))
    text = LabelText(texts, TITLE_BOLD, NAME_SIZE)
    words = fit_label((text,), 60.0, text_colour_on_paper(site.words))
    width = max(words.width + 3 + _WRITE, site.wish.width)
    height = max(_ROOM + 3.0, words.height)
    start, base = -width / 2 + words.width + 3, height / 2 - 2.4
    rule = PathBuilder().move(start, base).line(width / 2, base)
    for step in range(1, 8):
        mark = start + (width / 2 - start) * step / 8
        rule.move(mark, base).line(mark, base - (1.4 if step == 4 else 0.8))
    items: list[Item] = [
        words.draw_below(-width / 2 + words.width / 2, base - NAME_SIZE * 0.66),
        Path(rule.done(), stroke=main_stroke(palette)),
    ]
    return repeat_drawing(site, PlaceDrawing(width, height, tuple(items)), (4.0, 3.0))


def draw_dice(site: PlaceContext) -> PlaceDrawing:
    """Draw a place for each die, with the name above."""
    palette, edge = site.palette, site.options[DIE_SIZE] + _DIE
    pitch = edge + _BETWEEN
    across, down = site.per_row * pitch - _BETWEEN, site.rows * pitch - _BETWEEN
    size = name_size(site.place.on)
    width = max(across, 34.0 * size / NAME_SIZE)
    words = make_label(site.place.name, site.place.how, width, site.options, site.words, size=size)
    height = words.height + 1.6 + down
    dy = height / 2 - down / 2
    items: list[Item] = [words.draw_below(0, -height / 2)]
    for x, y in grid_centres(site.place.count, site.per_row, (pitch, pitch)):
        here: list[Item] = [
            draw_plate(centred_rect(edge, edge), palette, fill=site.inks.tone),
            *draw_waves(0.36 * edge, 0.46 * edge, site.inks, golden=False),
            *draw_die(0.44 * edge, palette, site.inks),
        ]
        items.append(transformed(here, translation(x, y + dy)))
    return PlaceDrawing(max(across, words.width), height, tuple(items))


def draw_die(edge: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw the three of a die: on felt a light one, else in lines."""
    box = centred_rect(edge, edge)
    felt = inks.deep != inks.ground
    face = PathBuilder().rounded(box, 0.18 * edge).done()
    dots = PathBuilder()
    for share in (-0.27, 0.0, 0.27):
        dots.circle(share * edge, share * edge, 0.085 * edge)
    return [
        Path(face, fill=palette.area if felt else palette.paper, stroke=main_stroke(palette)),
        draw_dots(dots.done(), inks.deep if felt else palette.ink, palette),
    ]


def draw_slot(site: PlaceContext) -> PlaceDrawing:
    """Draw the place of a rule card: as large as a card, lined like a page."""
    palette, size = site.palette, site.options.size
    box = centred_rect(size.w + 2 * AIR, size.h + 2 * AIR)
    pitch = (box.w, box.h)
    items: list[Item] = []
    for i, (x, y) in enumerate(grid_centres(site.place.count, site.per_row, pitch)):
        how = site.place.how if not i else None
        own, width = site.place.name, box.w - 8
        if site.is_facing:
            both = make_facing_labels(
                own, how, width, site.options, site.words, size=NAME_SIZE * 1.4, artifact=i > 0
            )
            free, words = 2 * (both.height + _APART), both.draw_below(_APART)
        else:
            words_ = make_label(
                own, how, width, site.options, site.words, size=NAME_SIZE * 1.1, artifact=i > 0
            )
            free, words = words_.height, [words_.draw_about(0, 0)]
        here: list[Item] = [
            *draw_card_frame(centred_rect(size.w, size.h), site.shape, -AIR, palette, site.inks),
            *_draw_lines(box, free + MIN_TEXT_SIZE, tint_stroke(palette)),
            *words,
        ]
        items.append(transformed(here, translation(x, y)))
    return PlaceDrawing(site.per_row * pitch[0], site.rows * pitch[1], tuple(items))


def _draw_lines(box: Rect, free: float, stroke: Stroke) -> list[Item]:
    """Draw lines like those of a page above and below the words."""
    builder = PathBuilder()
    half = box.w / 2 - 9
    y = free / 2 + 3.5
    while y < box.h / 2 - 8:
        for side in (-1, 1):
            builder.move(-half, side * y).line(half, side * y)
        y += 4.5
    return [Path(builder.done(), stroke=stroke)] if builder.done().steps else []
