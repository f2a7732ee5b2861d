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
COLUMNS: Option[int | None] = Option("columns", COUNT, "pictures", None, minimum=1, maximum=200)
PICTURE_DPI: Option[int | None] = Option(
    "dpi", COUNT, "pictures", None, minimum=DPI.minimum, maximum=DPI.maximum
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
