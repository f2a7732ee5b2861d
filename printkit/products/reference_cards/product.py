"""The product `reference-cards`: what a player looks up, on cards of the deck's size.

There is one Piece a card, with text on both sides, a set for each player.
"""

from __future__ import annotations

from printkit.art.backs import draw_back
from printkit.graphics.card_outline import ROUNDED
from printkit.model.variant import Variant
from printkit.products.common_options import (
    BLANK_VALUES,
    BLEED,
    CARD_SIZE,
    CORNER_INDEX,
    PLAYERS,
    THEME,
)
from printkit.products.piece import Piece
from printkit.products.product import Product, RenderOptions, table_size
from printkit.products.reference_cards.cards import draw_sides

# The material that tells how many sets a player has, by its id in a definition.
RANKING = "ranking-card"


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the cards of a set in the order of reading. Raises PrintkitError if a text does
    not fit.
    """
    width, height = options.size.w, options.size.h
    sides = draw_sides(variant, options)
    if len(sides) % 2:  # what is left over shows the back of the deck
        family = next(iter(variant.families.values()))
        sides.append(
            draw_back(family.back.design, width, height, options.bleed_extent, options.theme)
        )
    pairs = list(zip(sides[::2], sides[1::2], strict=True))
    return [
        Piece(
            id=f"reference-{i}",
            title=f"{variant.name[options.language]}, {i}/{len(pairs)}",
            width=width,
            height=height,
            bleed_extent=options.bleed_extent,
            shape=ROUNDED,
            front=front,
            back=behind,
            copies=sets_needed(variant, table_size(variant, options)),
        )
        for i, (front, behind) in enumerate(pairs, 1)
    ]


def sets_needed(variant: Variant, players: int) -> int:
    """Return how many sets the players need: what the definition says, else one each."""
    for thing in variant.materials:
        if thing.id == RANKING:
            return thing.count_for(players)
    return players


def offered(variant: Variant) -> bool:
    """Return True if there is anything to look up."""
    return bool(variant.hands or variant.phases or variant.penalties)


PRODUCT = Product(
    "reference-cards",
    make,
    offered,
    options=(THEME, CARD_SIZE, CORNER_INDEX, BLEED, PLAYERS, BLANK_VALUES),
)
