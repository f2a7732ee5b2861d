"""The product `contact-sheet`: a whole deck on one picture, for a screen."""

from __future__ import annotations

from printkit.base.options import COUNT, Option
from printkit.products.common_options import (
    BLANK_VALUES,
    BLEED,
    CARD_SIZE,
    CORNER_INDEX,
    DPI,
    INDICES,
    PLAYERS,
    SHAPE,
    THEME,
)
from printkit.products.product import SCREEN, Product

KEY = "contact-sheet"
COLUMNS: Option[int | None] = Option(
    "columns",
    COUNT,
    "pictures",
    {"en": "Cards in a row of a picture.", "fr": "Cartes sur une rangée d’une image."},
    None,
    minimum=1,
    maximum=200,
    default_help={
        "en": "as many as make it nearly square",
        "fr": "de quoi la rendre à peu près carrée",
    },
)
PICTURE_DPI: Option[int | None] = Option(
    "dpi",
    COUNT,
    "pictures",
    DPI.help,
    None,
    minimum=DPI.minimum,
    maximum=DPI.maximum,
    default_help={"en": "100, less for a large deck", "fr": "100, moins pour un grand jeu"},
)
PRODUCT = Product(
    KEY,
    None,
    lambda variant: False,
    subject=SCREEN,
    options=(
        *(THEME, CARD_SIZE, SHAPE, CORNER_INDEX, INDICES, BLEED, BLANK_VALUES),
        *(PLAYERS, COLUMNS, PICTURE_DPI),
    ),
    page_maker="printkit.jobs.contact_sheet:make_contact_sheet",
    file_stem="preview",
)
