"""The product `summary`: a game on one page, in large type.

There is one Piece, a whole page with the name of the game, what is needed, phases, winning hands,
values, penalties and options; on plain paper in every theme.
"""

from __future__ import annotations

from printkit.art.theme import plain_paper_theme
from printkit.model.variant import Variant
from printkit.products.common_options import BLANK_VALUES, THEME
from printkit.products.piece import Piece
from printkit.products.product import FULL_PAGE, Product, RenderOptions
from printkit.products.summary.page import draw_page


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the page. Raises PrintkitError if it does not hold everything in readable text."""
    width, height = options.page_area
    drawing = draw_page(
        variant, options.language, plain_paper_theme(options.theme), options.page_area
    )
    return [
        Piece(
            id="summary",
            title=variant.name[options.language],
            width=width,
            height=height,
            front=drawing,
        )
    ]


def offered(variant: Variant) -> bool:
    """Return True if there is a game to sum up."""
    return bool(variant.hands or variant.phases)


PRODUCT = Product("summary", make, offered, imposition=FULL_PAGE, options=(THEME, BLANK_VALUES))
