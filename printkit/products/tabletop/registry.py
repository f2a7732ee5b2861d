"""The vocabulary of the table: any place, and any track, as it is drawn.

In: a Place or a Track of a definition, a Variant, a Setting. Out: a Spot, its drawing about the
origin with its size (mm), in the theme and the language (or the two languages) of the setting.
"""

from __future__ import annotations

from collections.abc import Callable

from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.products.piece import RenderOptions
from printkit.products.tabletop import cards, plates, round_places
from printkit.products.tabletop.context import PlaceContext, PlaceDrawing, PlaceHints, site
from printkit.products.tabletop.tracks import drawn_track

__all__ = ["PlaceDrawing", "PlaceHints", "draw_place", "draw_track"]

_KINDS: dict[str, Callable[[PlaceContext], PlaceDrawing]] = {
    "stock": cards.card_places,
    "discard": cards.card_places,
    "pile": cards.card_places,
    "common": cards.card_places,
    "hand": cards.card_places,
    "cells": cards.card_places,
    "pot": round_places.pot,
    "tokens": round_places.tokens,
    "used": round_places.tokens,
    "lock": round_places.tokens,
    "reserve": round_places.tokens,
    "lights": round_places.lights,
    "timer": round_places.timer,
    "field": round_places.field,
    "dice": plates.dice,
    "slot": plates.slot,
    "button": plates.button,
    "name": plates.name,
}
# Kinds that can be drawn wider than they need, and kinds that hold cards.
WIDE = ("name", "button")
CARDS = tuple(kind for kind, draw in _KINDS.items() if draw is cards.card_places)


ANY = PlaceHints()


def draw_place(
    place: Place, variant: Variant, setting: RenderOptions, wish: PlaceHints = ANY
) -> PlaceDrawing:
    """A place as it is drawn. Raises TextOverflow where its words find no room in 6 pt."""
    return _KINDS[place.kind](site(place, variant, setting, wish))


def draw_track(
    track: Track, variant: Variant, setting: RenderOptions, *, per_row: int, upright: bool = False
) -> PlaceDrawing:
    """A track of `per_row` steps a row; `upright`: a column. Raises TextOverflow."""
    return drawn_track(track, variant, setting, per_row=per_row, upright=upright)
