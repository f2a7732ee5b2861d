"""The product `booklet-imposed`: the pages of a booklet on sheets to fold. Room: pieces."""

from __future__ import annotations

from printkit.pieces.booklet import make, offered
from printkit.pieces.piece import BOOK_FORM, Product

KEY = "booklet-imposed"
PRODUCT = Product(KEY, make, offered, form=BOOK_FORM)
