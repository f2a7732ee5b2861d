"""The product `labels`: stickers that turn a deck at hand into that of a game.

In: a mapping of a deck to a game, options (the sheet of labels). Out: one Piece a label.
"""

from __future__ import annotations

from msgspec.structs import replace

from printkit.base.label_stock import label_sheet
from printkit.base.options import Option
from printkit.products.charts.sticker import draw_stickers
from printkit.products.common_options import LABEL_SHEET, THEME
from printkit.products.piece import Piece
from printkit.products.product import LABEL_SHEETS, MAPPING, Product, RenderOptions
from printkit.rules.standins import DeckMapping

STICKER_SHEET: Option[str | None] = replace(LABEL_SHEET, default="l7651")


def make(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return a sticker for each card. Raises PrintkitError where a label is too small."""
    name = options[STICKER_SHEET]
    assert name is not None, "it has a default"
    sheet = label_sheet(name)
    size = (sheet.width, sheet.height)
    drawings = draw_stickers(mapping, options.language, options.theme, *size, round_=sheet.round)
    return [Piece(drawing.key, drawing.title, *size, drawing) for drawing in drawings]


PRODUCT = Product(
    "labels",
    make,
    lambda variant: False,
    subject=MAPPING,
    imposition=LABEL_SHEETS,
    options=(THEME, STICKER_SHEET),
)
