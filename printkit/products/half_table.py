"""The product `half-table`: a player's own half of the table, once for each player."""

from __future__ import annotations

from printkit.base.messages import translate
from printkit.model.variant import Variant
from printkit.products.board.board import make_piece
from printkit.products.board.parts import is_used_on
from printkit.products.board.player_halves import player_half
from printkit.products.common_options import PLAYERS, TABLETOP_OPTIONS
from printkit.products.piece import Piece
from printkit.products.product import TILED_PAGES, Product, RenderOptions, table_size
from printkit.products.tabletop.surface import choose_surface


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the half, once for each player. Raises TextOverflow."""
    options = choose_surface(variant, options)
    title = translate(options.language, "product.half-table")
    copies = table_size(variant, options)
    return [make_piece("half-table", title, player_half(variant, options), options, copies)]


PRODUCT = Product(
    "half-table",
    make,
    lambda variant: is_used_on(variant, "table"),
    imposition=TILED_PAGES,
    bilingual=True,
    options=(*TABLETOP_OPTIONS, PLAYERS),
)
