"""Draw a card of a deck as a poster on its box, and cards as a head-piece on a page of text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath

from msgspec.structs import replace

from printkit.art.emblems import draw_mark
from printkit.art.engraved import Tones, header_of
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme, in_edition
from printkit.art.theme import theme as bundled_theme
from printkit.base.geometry import Rect, rotation, translation
from printkit.faces.anatomy import POKER
from printkit.faces.engraved_faces import (
    CHAMFER,
    FRAME_LINE,
    OWN_DRAWINGS,
    draw_band,
    draw_symbol,
    drawing_of,
    picture_of,
    plate_look,
)
from printkit.faces.engraved_numbers import draw_halves, number_drawing
from printkit.graphics.display_list import Group, Item, Path, Stroke, Use, transformed
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.model.cards import Card

# The layouts of the first choice for a poster.
_FIRST = (*OWN_DRAWINGS, "court")
# A head-piece: the height of the part of a drawing that it shows (mm on a poker card); the distance
# from the middle of the drawing up to the middle of that part, where heads are (share of the
# drawing's height); its chamfer (mm); the greatest number of cards side by side, and the share of
# the width of each that is shown if there are several.
_PIECE, _PIECE_AT, _PIECE_CUT, _MAX_PIECES, _NARROWED = 24.0, 0.275, 1.5, 3, 0.8
# From the edge of a poster to its frame (mm): at the sides, at the head and the foot, and around a
# thumb notch.
_POSTER_AIR, _POSTER_ENDS, _NOTCH_AIR = 3.0, 5.0, 1.6
# The signs on the sash of a poster (mm on a poker card): their size, their places, the place of the
# first beside a ribbon.
_SIGN_SIZE, _SIGNS_AT, _BESIDE_RIBBON = 4.2, (6.5, 14.0, 21.5), 17.0

# The hexagon between the halves of a number that turns (mm on a poker card): its radius.
_HEXAGON = 4.2
# The parts of an arc around a notch.
_NOTCH_STEPS = 24


def poster_of(cards: Iterable[Card]) -> Card | None:
    """Return the card whose drawing represents a deck, or None if no card has one.

    It is the first special with a drawing; without one the highest court, and without courts the
    highest number, if possible a number that changes when it is turned.
    """
    cards = [*cards]
    drawn = [card for card in cards if card.layout in _FIRST and drawing_of(card)]
    own = [card for card in drawn if card.layout != "court"]
    if own:
        return own[0]
    if drawn:
        return max(drawn, key=lambda card: card.rank or 0)
    numbers = [card for card in cards if card.rank is not None and number_drawing(card)]
    turning = [card for card in numbers if card.turned is not None]
    return max(turning or numbers, key=lambda card: max(card.values, default=0), default=None)


def edition_poster(cards: Sequence[Card], emblems: Sequence[str]) -> Card | None:
    """Return the card that represents a deck in an edition.

    It is the card of the first emblem (`trumps/18`) that has a drawing, or else the poster of the
    deck, if it has one.
    """
    named: dict[str, Card] = {}
    for card in cards:
        if card.emblem is not None and (drawing_of(card) or picture_of(card)[0]):
            named.setdefault(f"{card.emblem.parent.name}/{card.emblem.stem}", card)
    return next((named[name] for name in emblems if name in named), None) or poster_of(cards)


def _upper_drawing(card: Card) -> str:
    """Return the drawing of a card; for a number, the drawing of its upper half."""
    return drawing_of(card) or next(iter(number_drawing(card)), "")


def head_piece_cards(cards: Iterable[Card], height: float, width: float) -> list[Card]:
    """Return the cards of a head-piece that is `height` mm high and at most `width` mm wide.

    They are the poster of the deck and, if there is space, up to two cards in other colours, with
    the poster in the middle. Without a poster, the result is empty.
    """
    cards = [*cards]
    if (first := poster_of(cards)) is None:
        return []
    chosen = [first]
    others = [
        card
        for card in reversed(cards)
        if card.layout in _FIRST or (card.rank is not None and number_drawing(card))
    ]
    others.sort(key=lambda card: card.layout != "court")  # the highest of each suit first
    for card in others:
        name = _upper_drawing(card)
        if not name or card.colour in {one.colour for one in chosen}:
            continue
        more = [*chosen, card]
        if len(more) <= _MAX_PIECES and head_piece_width(more, height) <= width + 1e-6:
            chosen = more
    return [*chosen[1:2], first, *chosen[2:]]


def head_piece_width(cards: Sequence[Card], height: float) -> float:
    """Return the width (mm) of a head-piece of cards that is `height` mm high."""
    share = _NARROWED if len(cards) > 1 else 1.0
    sizes = [header_of(_upper_drawing(card)).size[0] for card in cards]
    return share * math.fsum(sizes) * height / _PIECE


def draw_head_piece(cards: Sequence[Card], theme: Theme, box: Rect) -> list[Item]:
    """Draw a band from the drawing of each card, side by side in a frame.

    The scale of the drawings follows the height of the box; a narrow box cuts their sides. A theme
    of dark cards is replaced by its plain theme.
    """
    if theme.engraving.ground > 0.5:
        theme = in_edition(bundled_theme(theme.plain), theme.edition)
    scale, width = box.h / _PIECE, max(theme.line_weight(FRAME_LINE), 0.2)
    frame = chamfered(box.inset(width / 2), _PIECE_CUT)
    step = box.w / len(cards)
    drawn: list[Item] = []
    rules = PathBuilder()
    for number, card in enumerate(cards):
        name, tones = _upper_drawing(card), Tones(theme, card.colour)
        part = Rect(box.x + number * step, box.y, step, box.h)
        x, y = part.centre
        down = _PIECE_AT * header_of(name).size[1] * scale
        picture = draw_symbol(name, tones, scale, window=part.moved(-x, -y - down))
        use = Use(picture, translation(x, y + down))
        drawn.append(Group((use,), clip=rect_path(part)))
        if number:
            rules.move(part.x, box.y).line(part.x, box.bottom)
    poster = cards[len(cards) // 2]
    line = Stroke(plate_look(Tones(theme, poster.colour), "").rim, width)
    if len(cards) > 1:
        drawn.append(Path(rules.done(), stroke=line))
    return [Group(tuple(drawn), clip=frame), Path(frame, stroke=line)]


def has_turned_half(card: Card) -> bool:
    """Return True if the poster of a card shows a figure twice, upright and turned."""
    name = _upper_drawing(card)
    return bool(name) and header_of(name).sash is not None


def draw_poster(
    card: Card,
    theme: Theme,
    box: Rect,
    reach: Rect,
    signs: Sequence[tuple[FilePath, str]],
    notch: float,
) -> list[Item]:
    """Draw a card's picture on a box, in a frame, without the index and name of the card.

    The frame follows a thumb notch, of radius `notch` mm, in the upper edge of the box. Each of the
    `signs` is a drawing and the name of its colour. They are on the sash of the picture, if it has
    one, on either side of a ribbon across the middle of the sash.
    """
    frame_box = box.outset(-_POSTER_AIR, -_POSTER_ENDS, -_POSTER_AIR, -_POSTER_ENDS)
    _, ground, drawn = cover_box(card, theme, frame_box, reach, signs, bleeds=True)
    frame = _notched(frame_box, CHAMFER * box.w / POKER[0], box.y, notch + _NOTCH_AIR)
    line = Stroke(
        plate_look(Tones(theme, card.colour), "").rim, max(theme.line_weight(FRAME_LINE), 0.2)
    )
    paper = [] if theme.face.full_bleed else [Path(rect_path(reach), fill=theme.roles_of["paper"])]
    return [*paper, *ground, Group((drawn,), clip=frame), Path(frame, stroke=line)]


def _notched(box: Rect, cut: float, head: float, radius: float) -> PathData:
    """Return a chamfered box whose upper side is clear of a circle about its middle axis at
    `head`.
    """
    (x, _), top = box.centre, box.y
    rise = top - head
    if radius <= rise:
        return chamfered(box, cut)
    start = math.asin(rise / radius)
    turns = [
        start + (math.pi - 2 * start) * step / _NOTCH_STEPS for step in range(_NOTCH_STEPS + 1)
    ]
    arc = [(x - radius * math.cos(turn), head + radius * math.sin(turn)) for turn in turns]
    left = [(box.x + cut, box.bottom), (box.x, box.bottom - cut), (box.x, top + cut)]
    right = [(box.right, top + cut), (box.right, box.bottom - cut), (box.right - cut, box.bottom)]
    ends = (box.x + cut, top), (box.right - cut, top)
    return PathBuilder().polygon([*left, ends[0], *arc, ends[1], *right]).done()


def cover_box(
    card: Card,
    theme: Theme,
    box: Rect,
    reach: Rect,
    signs: Sequence[tuple[FilePath, str]],
    *,
    bleeds: bool = False,
) -> tuple[float, list[Item], Item]:
    """Return the scale of a card's drawing that covers a box, the ground out to `reach` (empty on
    white paper), and the drawing with signs on its sash.

    If the drawing `bleeds`, its bleed is shown too, and the signs are beside a ribbon across its
    middle.
    """
    name, colour = _upper_drawing(card), card.colour
    if not name:
        name, colour = picture_of(card)
    tones, header = Tones(theme, colour), header_of(name)
    over = 2 * header.bleed if bleeds else 0.0
    scale = max(box.w / (header.size[0] + over), box.h / (header.size[1] + over))
    middle = translation(*box.centre)
    if halves := number_drawing(card):
        items = draw_halves(card, theme, halves, scale, reach.moved(-box.centre[0], -box.centre[1]))
    else:
        items = [Use(draw_symbol(name, tones, scale))]
    if header.sash is not None:
        angle, width = header.sash[0], header.sash[1] * scale
        band = draw_band(tones, width, math.hypot(box.w, box.h) / 2, scale)
        look = plate_look(tones, "")
        first = _BESIDE_RIBBON / scale if bleeds else _SIGNS_AT[0]
        for place, (sign, colour) in zip(_spread(len(signs), first), signs, strict=False):
            palette = replace(theme.palette(colour), paper=look.ground, main=look.figure)
            size = _SIGN_SIZE * scale
            band.append(draw_mark(sign, palette, place * scale, 0, size))
        items.append(Group(tuple(band), rotation(angle)))
    elif card.turned is not None:
        rule = PathBuilder().move(-box.w / 2, 0).line(box.w / 2, 0).done()
        look, radius = plate_look(tones, ""), _HEXAGON * scale
        line = Stroke(look.rim, max(theme.line_weight(FRAME_LINE), 0.2))
        hexagon = PathBuilder().hexagon(radius, radius * math.sqrt(3) / 2).done()
        items += [Path(rule, stroke=line), Path(hexagon, fill=look.ground, stroke=line)]
    drawn = transformed(items, middle)
    ground: list[Item] = []
    if not tones.ground.is_white:
        ground.append(Path(rect_path(reach), fill=tones.ground))
    return scale, ground, drawn


def _spread(count: int, first: float) -> list[float]:
    """Return the places of up to six signs on a sash, divided between the two sides of its
    middle.
    """
    right = [first + place - _SIGNS_AT[0] for place in _SIGNS_AT[: (count + 1) // 2]]
    return [*(-place for place in reversed(right[: count // 2])), *right]
