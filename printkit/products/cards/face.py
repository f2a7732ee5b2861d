"""A whole face: ground, plate, frame, body, name and index, two-way.

A face is one Symbol centred on the origin, the same for every copy. The frame is a symbol of its
own that all cards of one colour share.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from printkit.art.emblem import full_art
from printkit.art.frames import draw_frame, draw_plate, has_plate
from printkit.art.theme import Palette, Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, half_rotation
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Symbol, Use, transformed
from printkit.graphics.font import TITLE
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import rect_path
from printkit.layout.fit_text import FitStyle, require_text
from printkit.model.cards import Card
from printkit.products.cards.anatomy import MIN_FIELD, Anatomy
from printkit.products.cards.body import BODIES, draw_medallion
from printkit.products.cards.index import CornerSigns, draw_index, text_colour_on_paper

# The name on a poker card, and in large print.
_NAME_SIZE = 3.0
_LARGE_NAME_SIZE = 4.2
_TURN = half_rotation(0, 0)


def draw_face(card: Card, language: str, theme: Theme, anatomy: Anatomy, bleed: float) -> Symbol:
    """Draw the face of a card. Raises PrintkitError with the card's name if it cannot be drawn."""
    try:
        items = tuple(_draw_items(card, language, theme, anatomy, bleed))
    except PrintkitError as error:
        raise type(error)(
            error.message,
            location=error.location or f"card {card.id} ({language})",
            hint=error.hint,
        ) from None
    return Symbol(f"face-{card.id}", items, anatomy.trim.inset(-bleed), card.name[language])


def _draw_items(
    card: Card, language: str, theme: Theme, anatomy: Anatomy, bleed: float
) -> list[Item]:
    look = card
    if min(anatomy.field.w, anatomy.field.h) < MIN_FIELD:
        what = (
            f"A card of {anatomy.width:g} × {anatomy.height:g} mm leaves no room for its picture."
        )
        hint = (
            "Take a larger card, or the normal index." if anatomy.large else "Take a larger card."
        )
        raise PrintkitError(what, hint=hint)
    palette = theme.palette(look.colour)
    turned = theme.palette(look.lower_colour)
    items = draw_ground(palette.paper, anatomy.trim.inset(-bleed))
    if look.art is not None:
        items += full_art(look.art, palette, anatomy.trim.inset(-bleed))
        items += _draw_label_plates(anatomy, palette, marked=look.mark is not None)
    else:
        if has_plate(look.frame):
            halves = (theme.colour(look.ground or look.colour), turned.main)
            halves = halves if look.turned else (halves[0], halves[0])
            items += draw_plate(look.frame, anatomy.field, anatomy.scale, halves, palette)
            line, outside = replace(palette, main=halves[0]).on_main(), palette.ink
            if not palette.solid:
                line = palette.ink
        else:
            line = outside = palette.main
        # The frame comes last: a picture without transparency would else cut into it.
        items += BODIES[look.layout](card, palette, turned, anatomy)
        items.append(Use(_frame_symbol(look.frame, anatomy, line, outside, palette.lines)))
        items += draw_medallion(card, palette, anatomy)
    largest = (_LARGE_NAME_SIZE if anatomy.large else _NAME_SIZE) * anatomy.scale
    style = FitStyle(TITLE, max(largest, MIN_TEXT_SIZE), MIN_TEXT_SIZE, 3)
    name = card.name[language]
    signs = CornerSigns.of(card)
    colour = text_colour_on_paper(palette)
    lines = require_text(name, style, anatomy.name, colour, language=language)
    # The index first: PDFium would read it between two lines of a name.
    items += draw_index(look.index, signs, palette, turned, anatomy, artifact=False)
    items += lines
    fill = text_colour_on_paper(turned)
    below: list[Item] = [replace(line, fill=fill, artifact=True) for line in lines]
    below += draw_index(
        look.lower_index, signs, turned, palette, anatomy, artifact=look.turned is None
    )
    items.append(transformed(below, _TURN))
    return items


def draw_ground(paper: Colour, box: Rect) -> list[Item]:
    """Draw the printed ground of a piece; white paper needs none."""
    return [] if paper.is_white else [Path(rect_path(box), fill=paper)]


def _draw_label_plates(anatomy: Anatomy, palette: Palette, *, marked: bool) -> list[Item]:
    """Draw paper under the index and the name of a card whose art fills the face."""
    places = (*anatomy.labels[: 2 if marked else 1], anatomy.name.inset(-0.3 * anatomy.scale))
    half: list[Item] = [Path(rect_path(place), fill=palette.paper) for place in places]
    return [*half, transformed(half, _TURN)]


@lru_cache(maxsize=256)
def _frame_symbol(
    name: str, anatomy: Anatomy, main: Colour, outside: Colour, weight: float
) -> Symbol:
    items = tuple(draw_frame(name, anatomy.field, main, outside, weight, anatomy.scale))
    return Symbol(f"frame-{name}-{main.name}", items, anatomy.field.inset(-1))
