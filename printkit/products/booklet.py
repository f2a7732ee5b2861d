"""The product `booklet`: the rules of a game, to be read.

Its pages are set from texts by the room booklet; this module only says which games have one.
"""

from __future__ import annotations

from printkit.model.variant import RULES, Variant
from printkit.products.piece import BOOK_FORM, Piece, Product, RenderOptions


def make(variant: Variant, setting: RenderOptions) -> list[Piece]:
    """Nothing: a booklet is set, not drawn."""
    return []


def offered(variant: Variant) -> bool:
    """Whether there is something to tell: hands, phases, a text or chapters of its own."""
    own = variant.rules != RULES or bool(variant.chapters)
    return own or bool(variant.hands or variant.phases)


# The same text without pages.
HTML, MARKDOWN = "html", "markdown"
PRODUCT = Product("booklet", make, offered, form=BOOK_FORM, texts=(HTML, MARKDOWN))
