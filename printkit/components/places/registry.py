"""Draw places of every kind, and tracks: numbers for a marker, or holes for a peg."""

from __future__ import annotations

from collections.abc import Callable

from printkit.base.geometry import translation
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.places import card_places, round_places
from printkit.components.places.context import (
    COLOUR,
    HOLE,
    NO_HINTS,
    PlaceContext,
    PlaceDrawing,
    PlaceHints,
    draw_centre_mark,
    words_palette,
)
from printkit.components.places.engraving import draw_ring, draw_ticks
from printkit.components.places.label import NAME_SIZE, fit_word, make_label, name_size
from printkit.graphics.display_list import Item, Path, transformed
from printkit.graphics.measures import FINE
from printkit.graphics.path import circle
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.pieces.options import FELT, PEG_HOLES
from printkit.pieces.product import RenderOptions

# The size of a step of a short track and of a long one (mm); the most steps of a short track.
_SHORT, _LONG, _FEW = 15.0, 11.4, 6
# A step of a long track as a share of the card's width.
_SHARE = 0.25
_BETWEEN, _BELOW = 0.8, 1.4


def step_texts(track: Track) -> list[str]:
    """Return the texts of the steps of a track."""
    result = [str(number) for number in range(track.first, track.last + 1)]
    return [*result, f"{track.last}+"] if track.beyond else result


def draw_track(
    track: Track, options: RenderOptions, *, per_row: int, upright: bool = False
) -> PlaceDrawing:
    """Draw a track with its name above, `per_row` steps in a row (in a column if `upright`).

    Raises TextOverflow.
    """
    words = step_texts(track)
    palette = words_palette(options.theme, options.theme.palette(COLOUR))
    size = _SHORT if len(words) <= _FEW else max(_LONG, min(_SHORT, _SHARE * options.size.w))
    pitch = size + _BETWEEN
    columns = max(1, min(per_row, len(words)))
    rows = -(-len(words) // columns)
    width = max(30.0, columns * pitch)
    title = make_label(track.name, None, width, options, palette, name_size(track.on))
    sides = (rows, columns) if upright else (columns, rows)
    across, down = (side * pitch - _BETWEEN for side in sides)
    height = title.height + _BELOW + down
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
    """Draw a numbered ring; the last one is graduated."""
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
    **dict.fromkeys(CARDS, card_places.draw_card_places),
    **dict.fromkeys(("tokens", "used", "lock", "reserve"), round_places.draw_tokens),
    "pot": round_places.draw_pot,
    "lights": round_places.draw_lights,
    "timer": round_places.draw_timer,
    "field": round_places.draw_field,
    "dice": card_places.draw_dice,
    "slot": card_places.draw_slot,
    "button": card_places.draw_button,
    "name": card_places.draw_name_line,
}


def draw_place(
    place: Place, variant: Variant, options: RenderOptions, hints: PlaceHints = NO_HINTS
) -> PlaceDrawing:
    """Draw a place. Raises TextOverflow if its words do not fit in 6 pt."""
    return _KINDS[place.kind](PlaceContext(place, variant, options, hints))
