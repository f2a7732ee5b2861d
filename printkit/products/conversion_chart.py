"""The product `conversion-chart`: what the cards of a common deck stand for.

There is one Piece a page of the chart that `printkit map` prints. Content: templates/products.toml,
the decks it is made for.
"""

from __future__ import annotations

from functools import cache

from printkit.base.content import load_content
from printkit.base.messages import DEFAULT_LANGUAGE, in_language
from printkit.model.cross_checks import PRODUCTS
from printkit.model.load import STANDINS, load
from printkit.model.variant import Variant
from printkit.products.chart import make as make_chart
from printkit.products.common_options import BLANK_VALUES, THEME
from printkit.products.piece import Piece
from printkit.products.product import FULL_PAGE, Product, RenderOptions
from printkit.rules.standins import can_stand_in, map_deck

KEY = "conversion-chart"


def deck_for(variant: Variant, language: str) -> Variant | None:
    """Return the deck that the chart is made for: the first of the list that can stand in and
    reads no suit of the game by another sign.

    A language whose decks cannot has that of the default language.
    """
    listed: dict[str, list[str]] = load_content(PRODUCTS)[KEY]["decks"]
    names = [*in_language(listed, language), *listed[DEFAULT_LANGUAGE]]
    decks = [deck for deck in map(_load_deck, names) if can_stand_in(deck, variant)]
    return next((deck for deck in decks if _signs_agree(deck, variant)), None)


def _signs_agree(deck: Variant, variant: Variant) -> bool:
    return all(
        deck.suits[key].sign == suit.sign
        for key, suit in variant.suits.items()
        if suit.sign and key in deck.suits
    )


@cache
def _load_deck(name: str) -> Variant:
    return load(name, shelf=STANDINS)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pages of the chart, at most two. Raises PrintkitError if they are too small."""
    deck = deck_for(variant, options.language)
    assert deck is not None, "offered where a deck can stand in"
    return make_chart(map_deck(deck, variant), options)


def offered(variant: Variant) -> bool:
    """Return True if a common deck can stand in for this one."""
    return deck_for(variant, DEFAULT_LANGUAGE) is not None


PRODUCT = Product(KEY, make, offered, imposition=FULL_PAGE, options=(THEME, BLANK_VALUES))
