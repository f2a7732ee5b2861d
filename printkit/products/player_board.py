"""The product `player-board`: what each player has in front of them, once for each player."""

from __future__ import annotations

import math

from printkit.base.messages import translate
from printkit.model.variant import Variant
from printkit.products.board.board import make_board, make_piece
from printkit.products.board.parts import is_used_on, list_parts
from printkit.products.board.slicing_layout import SlicingTree
from printkit.products.common_options import PLAYERS, TABLETOP_OPTIONS
from printkit.products.piece import Piece
from printkit.products.product import TILED_PAGES, Product, RenderOptions, table_size
from printkit.products.tabletop.surface import choose_surface

# Between the parts (mm), and the shape that a board would have: that of paper.
_GAP, _SHAPE = 4.0, math.sqrt(2)
# How much more area a board may take that is twice as long for its width.
_ODD = 0.4


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the board, once for each player. Raises TextOverflow."""
    options = choose_surface(variant, options)
    title = translate(options.language, "product.player-board")
    parts = list_parts(variant, "board")
    drawing = make_board(parts, variant, options, _GAP, _board_cost, free=True)
    copies = table_size(variant, options)
    return [make_piece("player-board", title, drawing, options, copies)]


def _board_cost(plan: SlicingTree) -> float:
    """Return the area, and more if the board is far from the shape of paper."""
    long, short = max(plan.width, plan.height), min(plan.width, plan.height)
    return plan.width * plan.height * (1 + _ODD * abs(math.log2(long / short / _SHAPE)))


PRODUCT = Product(
    "player-board",
    make,
    lambda variant: is_used_on(variant, "board"),
    imposition=TILED_PAGES,
    bilingual=True,
    options=(*TABLETOP_OPTIONS, PLAYERS),
)
