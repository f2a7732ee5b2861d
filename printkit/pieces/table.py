"""The product `table`: one board for two players who sit opposite. Room: pieces.

In: a Variant with places on the table, a Setting. Out: one Piece: two halves, each upright for its
own player.
"""

from __future__ import annotations

from printkit.base.strings import say
from printkit.definition.variant import Variant
from printkit.pieces.board.board import piece
from printkit.pieces.board.halves import both
from printkit.pieces.board.parts import lies_on
from printkit.pieces.piece import LARGE_FORM, Piece, Product, Setting


def make(variant: Variant, setting: Setting) -> list[Piece]:
    """The table. Raises TextTooLong."""
    title = say(setting.language, "product.table")
    return [piece("table", title, both(variant, setting), setting, 1)]


PRODUCT = Product(
    "table", make, lambda variant: lies_on(variant, "table"), form=LARGE_FORM, bilingual=True
)
