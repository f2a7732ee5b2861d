"""The kinds of places and tracks, and how each is drawn, in one language or two."""

from __future__ import annotations

from collections.abc import Callable

from printkit.components.places import card_places as cards
from printkit.components.places import plates, round_places
from printkit.components.places.context import PlaceContext, PlaceDrawing, PlaceHints, make_context
from printkit.components.places.tracks import draw_track
from printkit.model.tabletop import Place
from printkit.model.variant import Variant
from printkit.pieces.product import RenderOptions

__all__ = ["PlaceDrawing", "PlaceHints", "draw_place", "draw_track"]

_KINDS: dict[str, Callable[[PlaceContext], PlaceDrawing]] = {
    "stock": cards.draw_card_places,
    "discard": cards.draw_card_places,
    "pile": cards.draw_card_places,
    "common": cards.draw_card_places,
    "hand": cards.draw_card_places,
    "cells": cards.draw_card_places,
    "pot": round_places.draw_pot,
    "tokens": round_places.draw_tokens,
    "used": round_places.draw_tokens,
    "lock": round_places.draw_tokens,
    "reserve": round_places.draw_tokens,
    "lights": round_places.draw_lights,
    "timer": round_places.draw_timer,
    "field": round_places.draw_field,
    "dice": plates.draw_dice,
    "slot": plates.draw_slot,
    "button": plates.draw_button,
    "name": plates.draw_name_line,
}
# Kinds that can be drawn wider than they need, and kinds that hold cards.
WIDE = ("name", "button")
CARDS = tuple(kind for kind, draw in _KINDS.items() if draw is cards.draw_card_places)


ANY = PlaceHints()


def draw_place(
    place: Place, variant: Variant, options: RenderOptions, wish: PlaceHints = ANY
) -> PlaceDrawing:
    """Draw a place. Raises TextOverflow if its words do not fit in 6 pt."""
    return _KINDS[place.kind](make_context(place, variant, options, wish))
