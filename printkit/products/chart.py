"""The product `draw_chart`: which card of a deck at hand stands for which card of a game.

In: a mapping of a deck to a game, options. Out: one Piece a page.
"""

from __future__ import annotations

from printkit.art.theme import plain_paper_theme
from printkit.products.charts.chart import draw_chart
from printkit.products.common_options import THEME
from printkit.products.piece import Piece
from printkit.products.product import FULL_PAGE, MAPPING, Product, RenderOptions
from printkit.rules.standins import DeckMapping


def make(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return the pages of the chart. Raises PrintkitError where they are too small for it."""
    area = options.page_area
    drawings = draw_chart(mapping, options.language, plain_paper_theme(options.theme), area)
    return [Piece(drawing.key, drawing.title, *area, drawing) for drawing in drawings]


PRODUCT = Product(
    "chart",
    make,
    lambda variant: False,
    subject=MAPPING,
    imposition=FULL_PAGE,
    options=(THEME,),
)
