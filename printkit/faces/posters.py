"""Draw a card of a deck as a poster on its box, and as a head-piece on a page of words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath

from msgspec.structs import replace

from printkit.art.emblems import draw_mark
from printkit.art.engraved import Tones, draw, header_of
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme, in_edition
from printkit.art.theme import theme as bundled_theme
from printkit.base.geometry import Rect, rotation, translation
from printkit.faces.engraved_faces import (
    CHAMFER,
    FRAME_LINE,
    OWN_DRAWINGS,
    draw_band,
    drawing_of,
    picture_of,
    plate_look,
)
from printkit.faces.engraved_numbers import draw_halves, number_drawing
from printkit.graphics.display_list import Group, Item, Path, Stroke, Use, transformed
from printkit.graphics.path import PathBuilder, rect_path
from printkit.model.cards import Card

# The layouts of the first choice for a poster.
_FIRST = (*OWN_DRAWINGS, "court")
# A head-piece: the height of its part of a drawing (mm on a poker card), the middle of that part
# above the middle of the drawing (share of its height), where heads are, its chamfer (mm).
_PIECE, _PIECE_AT, _PIECE_CUT = 24.0, 0.275, 1.5
# From the edge of a poster to its frame in a theme without full bleed (mm).
_POSTER_AIR = 3.0
# The signs on the sash of a poster (mm on a poker card): their size, their places.
_SIGN_SIZE, _SIGNS_AT = 4.2, (6.5, 14.0, 21.5)

# The hexagon between the halves of a number that turns (mm on a poker card): its radius.
_HEXAGON = 4.2


def poster_of(cards: Iterable[Card]) -> Card | None:
    """Return the card whose drawing represents a deck; None if no card has one.

    It is the first special with a drawing, else the highest court, else the highest number, if
    possible one that turns.
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
    """Return the card that represents a deck in an edition: that of the first of some emblems
    (`trumps/18`) with a drawing, else the poster of the deck.
    """
    named: dict[str, Card] = {}
    for card in cards:
        if card.emblem is not None and (drawing_of(card) or picture_of(card)[0]):
            named.setdefault(f"{card.emblem.parent.name}/{card.emblem.stem}", card)
    return next((named[name] for name in emblems if name in named), None) or poster_of(cards)


def _upper_drawing(card: Card) -> str:
    """Return the drawing of a card, of a number that of its upper half."""
    return drawing_of(card) or next(iter(number_drawing(card)), "")


def head_piece_width(card: Card, height: float) -> float:
    """Return the width of the head-piece of a card at a height (mm)."""
    return header_of(_upper_drawing(card)).size[0] * height / _PIECE


def draw_head_piece(card: Card, theme: Theme, box: Rect) -> list[Item]:
    """Draw a band of the drawing of a card, on the ground of the paper, in a frame.

    Its scale follows the height of the box; a narrower box cuts its sides. A theme of dark cards is
    replaced by its plain theme.
    """
    if theme.engraving.ground > 0.5:
        theme = in_edition(bundled_theme(theme.plain), theme.edition)
    name = _upper_drawing(card)
    tones, scale = Tones(theme, card.colour), box.h / _PIECE
    x, y = box.centre
    place = translation(x, y + _PIECE_AT * header_of(name).size[1] * scale)
    width = max(theme.line_weight(FRAME_LINE), 0.2)
    frame = chamfered(box.inset(width / 2), _PIECE_CUT)
    line = Stroke(plate_look(tones, "").rim, width)
    return [Group((Use(draw(name, tones, scale), place),), clip=frame), Path(frame, stroke=line)]


def draw_poster(
    card: Card, theme: Theme, box: Rect, reach: Rect, signs: Sequence[tuple[FilePath, str]]
) -> list[Item]:
    """Draw the drawing of a card so that it covers a box, without its index and its name.

    Signs (drawing, name of a colour) are on its sash. Without full bleed it ends in a frame.
    """
    scale, ground, drawn = cover_box(card, theme, box, reach, signs)
    if theme.face.full_bleed:
        return [Group((*ground, drawn), clip=rect_path(reach))]
    frame = chamfered(box.inset(_POSTER_AIR), CHAMFER * scale)
    line = Stroke(
        plate_look(Tones(theme, card.colour), "").rim, max(theme.line_weight(FRAME_LINE), 0.2)
    )
    paper = Path(rect_path(reach), fill=theme.roles_of["paper"])
    return [paper, Group((drawn,), clip=frame), Path(frame, stroke=line)]


def cover_box(
    card: Card, theme: Theme, box: Rect, reach: Rect, signs: Sequence[tuple[FilePath, str]]
) -> tuple[float, list[Item], Item]:
    """Return the scale of a drawing that covers a box, its ground up to a reach (empty on white
    paper), and the drawing with signs on its sash.
    """
    name, colour = _upper_drawing(card), card.colour
    if not name:
        name, colour = picture_of(card)
    tones, header = Tones(theme, colour), header_of(name)
    scale = max(box.w / header.size[0], box.h / header.size[1])
    middle = translation(*box.centre)
    if halves := number_drawing(card):
        items = draw_halves(card, theme, halves, scale, reach.moved(-box.centre[0], -box.centre[1]))
    else:
        items = [Use(draw(name, tones, scale))]
    if header.sash is not None:
        angle, width = header.sash[0], header.sash[1] * scale
        band = draw_band(tones, width, math.hypot(box.w, box.h) / 2, scale)
        look = plate_look(tones, "")
        for place, (sign, colour) in zip(_spread(len(signs)), signs, strict=False):
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


def _spread(count: int) -> list[float]:
    """Return the places of up to six signs on a sash, as many on each side of its middle."""
    right = _SIGNS_AT[: (count + 1) // 2]
    return [*(-place for place in reversed(right[: count // 2])), *right]
