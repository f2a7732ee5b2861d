"""The product `cards`: the deck itself.

There is one Piece a distinct card, its face drawn once however many copies.
"""

from __future__ import annotations

from printkit.art.backs import draw_back
from printkit.model.variant import Variant
from printkit.products.cards.anatomy import CORNER_RADIUS, anatomy
from printkit.products.cards.face import draw_face
from printkit.products.piece import Piece, Product, RenderOptions


def make(variant: Variant, setting: RenderOptions) -> list[Piece]:
    """The pieces of the deck, family by family, in the order of the definition."""
    width, height = setting.size.w, setting.size.h
    a = anatomy(width, height, large=setting.large)
    backs = {
        key: draw_back(family.back.design, width, height, setting.reach, setting.theme)
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
            bleed_extent=setting.reach,
            radius=CORNER_RADIUS,
            front=draw_face(card, setting.language, setting.theme, a, setting.reach),
            back=backs[card.family],
            copies=card.copies_for(setting.players),
        )
        for card in sorted(variant.cards, key=lambda card: families.index(card.family))
    ]


PRODUCT = Product("cards", make, lambda variant: bool(variant.cards), by_card=True)
