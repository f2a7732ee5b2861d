"""Places for cards (stock, discard, pile, hand, cells), buttons, name lines, dice and slots.

Stock, pile and hand show the pale back of their family, a discard a ring, cells their number.
Names are on plates, on a mat for both sides.
"""

from __future__ import annotations

from pathlib import Path as FilePath

from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.frames import frame_outline
from printkit.art.theme import Palette
from printkit.base.geometry import IDENTITY, Rect, centred_rect, half_rotation
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.places.context import (
    AIR,
    PlaceContext,
    PlaceDrawing,
    TableInks,
    printed_back,
    repeat,
)
from printkit.components.places.engraving import (
    CHAMFER,
    EDGE,
    draw_card_frame,
    draw_dots,
    draw_plate,
    draw_waves,
    star_path,
)
from printkit.components.places.label import NAME_SIZE, PlaceLabels, fit_label, fit_word, text_part
from printkit.graphics.display_list import Group, Item, Path, Stroke, Use, as_artifact
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, MIN_TABLE_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, card_outline, circle, depth_below_head
from printkit.layout.fitting import find_largest
from printkit.layout.records import Overflow
from printkit.layout.scripts import to_capitals
from printkit.pieces.options import DIE_SIZE

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

    Several are named above them all if there is room, on a mat upon two of them. Where places share
    their padding, cards cover the frames.
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
    if kind != "common" and isinstance(design, FilePath):  # a picture of one's own, in a window
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
    """Draw the plate with the name, in one of several places; on a mat once for each side."""
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
    """Return name and use in the largest size that leaves the middle of a card free."""
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
    """Return the index of the place with the name: the middle one, else the first."""
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
    """Draw a button, at least as large as the hints say; the last of several is red."""
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
    """Draw a line to write on, with its name before it."""
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
    """Draw the three of a die: on felt a light one, else in lines."""
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
    """Draw lines like those of a page above and below the words."""
    builder = PathBuilder()
    half = box.w / 2 - 9
    y = free / 2 + 3.5
    while y < box.h / 2 - 8:
        for side in (-1, 1):
            builder.move(-half, side * y).line(half, side * y)
        y += 4.5
    return [Path(builder.done(), stroke=stroke)] if builder.done().steps else []
