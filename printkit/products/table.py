"""The product `table`: one board for two players who sit opposite.

It is one Piece: two halves, each upright for its own player.
"""

from __future__ import annotations

from printkit.base.messages import translate
from printkit.model.variant import Variant
from printkit.products.board.board import make_piece
from printkit.products.board.dial_measures import is_dial_table
from printkit.products.board.dial_table import dial_table
from printkit.products.board.parts import is_used_on
from printkit.products.board.player_halves import two_player_table
from printkit.products.common_options import TABLETOP_OPTIONS
from printkit.products.piece import Piece
from printkit.products.product import TILED_PAGES, Product, RenderOptions
from printkit.products.tabletop.surface import choose_surface


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the table. Raises TextOverflow."""
    options = choose_surface(variant, options)
    title = translate(options.language, "product.table")
    draw = dial_table if is_dial_table(variant) else two_player_table
    return [make_piece("table", title, draw(variant, options), options, 1)]


PRODUCT = Product(
    "table",
    make,
    lambda variant: is_used_on(variant, "table"),
    imposition=TILED_PAGES,
    bilingual=True,
    options=TABLETOP_OPTIONS,
)
