"""The product `cards`: the deck itself.

There is one Piece a distinct card, its face drawn once however many copies.
"""

from __future__ import annotations

from printkit.art.backs import draw_back
from printkit.components.cards.anatomy import Anatomy
from printkit.components.cards.face import draw_face
from printkit.model.variant import Variant
from printkit.pieces.options import (
    BLANK_VALUES,
    BLEED,
    CARD_SIZE,
    CORNER_INDEX,
    INDICES,
    LARGE,
    PLAYERS,
    SHAPE,
    THEME,
)
from printkit.pieces.piece import Piece
from printkit.pieces.product import Product, RenderOptions


def make(variant: Variant, setting: RenderOptions) -> list[Piece]:
    """Make the pieces of the deck, family by family, in the order of the definition."""
    width, height = setting.size.w, setting.size.h
    indices = setting[INDICES]
    a = Anatomy(
        width,
        height,
        large=setting[CORNER_INDEX] == LARGE,
        indices=int(indices) if indices else None,
        shape=setting[SHAPE],
    )
    backs = {
        key: draw_back(
            family.back.design,
            width,
            height,
            setting.bleed_extent,
            setting.theme,
            shape=setting[SHAPE],
        )
        for key, family in variant.families.items()
    }
    # Family by family: where two backs share a cut, a slip of the knife shows.
    families = list(variant.families)
    return [
        Piece(
            id=card.id,
            title=card.name[setting.language],
            width=width,
            height=height,
            bleed_extent=setting.bleed_extent,
            front=draw_face(card, setting.language, setting.theme, a, setting.bleed_extent),
            back=backs[card.family],
            copies=card.copies_for(setting[PLAYERS] or 1),
            shape=setting[SHAPE],
        )
        for card in sorted(variant.cards, key=lambda card: families.index(card.family))
    ]


PRODUCTS = (
    Product(
        "cards",
        make,
        lambda variant: bool(variant.cards),
        diagnosable_per_card=True,
        options=(THEME, CARD_SIZE, SHAPE, CORNER_INDEX, INDICES, BLEED, PLAYERS, BLANK_VALUES),
    ),
)
