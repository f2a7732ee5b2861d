"""The products `table`, `half-table` and `player-board`.

A table is one Piece: two halves, each upright for its own player. Half tables and player boards are
printed once for each player.
"""

from __future__ import annotations

import math

from printkit.base.messages import translate
from printkit.components.board_parts import SlicingTree, is_used_on, list_parts
from printkit.components.dial_measures import is_dial_table
from printkit.components.places.surface import choose_surface
from printkit.model.variant import Variant
from printkit.pieces.options import PLAYERS, TABLETOP_OPTIONS
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, Product, RenderOptions, table_size
from printkit.products.boards.board import make_board, make_piece, player_half, two_player_table
from printkit.products.boards.dial_table import dial_table

# Between the parts of a player board (mm), and its desired shape: that of paper.
_GAP, _SHAPE = 4.0, math.sqrt(2)
# The share of area by which a board twice as long for its width may be larger.
_ODD = 0.4


def make_table(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the table. Raises TextOverflow."""
    options = choose_surface(variant, options)
    title = translate(options.language, "product.table")
    draw = dial_table if is_dial_table(variant) else two_player_table
    return [make_piece("table", title, draw(variant, options), options, 1)]


def make_half_table(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make a half of the table for each player. Raises TextOverflow."""
    options = choose_surface(variant, options)
    title = translate(options.language, "product.half-table")
    copies = table_size(variant, options)
    return [make_piece("half-table", title, player_half(variant, options), options, copies)]


def make_player_board(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make a board for each player. Raises TextOverflow."""
    options = choose_surface(variant, options)
    title = translate(options.language, "product.player-board")
    parts = list_parts(variant, "board")
    drawing = make_board(parts, variant, options, _GAP, _board_cost, free=True)
    copies = table_size(variant, options)
    return [make_piece("player-board", title, drawing, options, copies)]


def _board_cost(plan: SlicingTree) -> float:
    """Return the area, increased where the board is far from the shape of paper."""
    long, short = max(plan.width, plan.height), min(plan.width, plan.height)
    return plan.width * plan.height * (1 + _ODD * abs(math.log2(long / short / _SHAPE)))


PRODUCTS = (
    Product(
        "table",
        make_table,
        lambda variant: is_used_on(variant, "table"),
        imposition=TILED_PAGES,
        bilingual=True,
        options=TABLETOP_OPTIONS,
    ),
    Product(
        "half-table",
        make_half_table,
        lambda variant: is_used_on(variant, "table"),
        imposition=TILED_PAGES,
        bilingual=True,
        options=(*TABLETOP_OPTIONS, PLAYERS),
    ),
    Product(
        "player-board",
        make_player_board,
        lambda variant: is_used_on(variant, "board"),
        imposition=TILED_PAGES,
        bilingual=True,
        options=(*TABLETOP_OPTIONS, PLAYERS),
    ),
)
