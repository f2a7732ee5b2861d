"""The product `rule-cards`: a card for each local set of rules.

There is one Piece a set, of the size of the deck and with its back, so that the cards are the slips
from which a set is drawn as well.
"""

from __future__ import annotations

from printkit.art.backs import draw_back
from printkit.graphics.card_outline import ROUNDED
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.products.common_options import BLANK_VALUES, BLEED, CARD_SIZE, THEME
from printkit.products.piece import Piece
from printkit.products.product import Product, RenderOptions
from printkit.products.rule_cards.layout import draw_rule_face


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the rule cards of a deck, in the order in which it names its sets."""
    width, height = options.size.w, options.size.h
    family = next(iter(variant.families.values()))
    behind = draw_back(family.back.design, width, height, options.bleed_extent, options.theme)
    return [
        Piece(
            id=f"rule-{item.slug}",
            title=item.name[options.language],
            width=width,
            height=height,
            bleed_extent=options.bleed_extent,
            shape=ROUNDED,
            front=draw_rule_face(
                item, options.language, options.theme, width, height, options.bleed_extent
            ),
            back=behind,
            copies=1,
        )
        for item in map(load, variant.sets)
    ]


PRODUCT = Product(
    "rule-cards",
    make,
    lambda variant: bool(variant.sets),
    options=(THEME, CARD_SIZE, BLEED, BLANK_VALUES),
)
