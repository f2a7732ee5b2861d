"""The product `start`: everything that players need for their first game, on one sheet of paper."""

from __future__ import annotations

from printkit.model.variant import Variant
from printkit.pieces.options import SITE, THEME
from printkit.pieces.product import LEAF, Piece, Product, RenderOptions


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the sheet. Each piece is a leaf with two sides.

    Raises PrintkitError if the content does not fit the sheet.
    """
    from printkit.booklet.start_sheet import draw_start_sheet  # lists of products do not need it

    width, height = options.page_area
    area, site = (width, height), options[SITE]
    sides = draw_start_sheet(variant, options.language, options.theme, area, site)
    leaves = [sides[i : i + 2] for i in range(0, len(sides), 2)]
    return [
        Piece(front.key, front.title, width, height, front, back=back[0] if back else None)
        for front, *back in leaves
    ]


def offered(variant: Variant) -> bool:
    """Return True if the variant is a game and not only a deck."""
    return variant.is_played


PRODUCT = Product("start", make, offered, (THEME, SITE), LEAF)
