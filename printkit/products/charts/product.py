"""The products that map a deck at hand to a game: charts on pages and cards, and stickers.

`chart` and `conversion-chart` are one Piece a page, `pocket` one a card, `labels` one a label.
Content: templates/products.toml names the decks of conversion charts.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from printkit.art.theme import plain_paper_theme
from printkit.base.content import load_content
from printkit.base.messages import DEFAULT_LANGUAGE, in_language
from printkit.base.options import Option
from printkit.base.paper_sizes import label_sheet
from printkit.model.cross_checks import PRODUCTS as PRODUCTS_FILE
from printkit.model.load import STANDINS, load
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, BLEED, CARD_SIZE, LABEL_SHEET, THEME
from printkit.pieces.piece import Piece
from printkit.pieces.product import FULL_PAGE, LABEL_SHEETS, MAPPING, Product, RenderOptions
from printkit.products.charts.chart import draw_chart
from printkit.products.charts.pocket_chart import make_pocket_chart
from printkit.products.charts.sticker import draw_stickers
from printkit.rules.standins import DeckMapping, can_stand_in, map_deck

STICKER_SHEET: Option[str | None] = replace(LABEL_SHEET, default="l7651")
CONVERSION_CHART = "conversion-chart"


def deck_for(variant: Variant, language: str) -> Variant | None:
    """Return the deck that the chart is made for: the first of the list that can stand in and
    reads no suit of the game by another sign; else such a deck of the default language.
    """
    listed: dict[str, list[str]] = load_content(PRODUCTS_FILE)[CONVERSION_CHART]["decks"]
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


def make_conversion_chart(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pages of the chart, at most two. Raises PrintkitError if they are too small."""
    deck = deck_for(variant, options.language)
    assert deck is not None, "offered where a deck can stand in"
    return make_chart(map_deck(deck, variant), options)


def has_conversion_chart(variant: Variant) -> bool:
    """Return True if a common deck can stand in for this one."""
    return deck_for(variant, DEFAULT_LANGUAGE) is not None


def make_chart(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return the pages of a chart. Raises PrintkitError if they are too small for it."""
    area = options.page_area
    drawings = draw_chart(mapping, options.language, plain_paper_theme(options.theme), area)
    return [Piece(drawing.key, drawing.title, *area, drawing) for drawing in drawings]


def make_stickers(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return a sticker for each card. Raises PrintkitError if a label is too small."""
    name = options[STICKER_SHEET]
    assert name is not None, "it has a default"
    sheet = label_sheet(name)
    size = (sheet.width, sheet.height)
    drawings = draw_stickers(mapping, options.language, options.theme, *size, round_=sheet.round)
    return [Piece(drawing.key, drawing.title, *size, drawing) for drawing in drawings]


PRODUCTS = (
    Product(
        "chart",
        make_chart,
        lambda variant: False,
        subject=MAPPING,
        imposition=FULL_PAGE,
        options=(THEME,),
    ),
    Product(
        CONVERSION_CHART,
        make_conversion_chart,
        has_conversion_chart,
        imposition=FULL_PAGE,
        options=(THEME, BLANK_VALUES),
    ),
    Product(
        "pocket",
        make_pocket_chart,
        lambda variant: False,
        subject=MAPPING,
        options=(THEME, replace(CARD_SIZE, default="poker", derive=None), BLEED),
    ),
    Product(
        "labels",
        make_stickers,
        lambda variant: False,
        subject=MAPPING,
        imposition=LABEL_SHEETS,
        options=(THEME, STICKER_SHEET),
    ),
)
