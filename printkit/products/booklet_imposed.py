"""The product `booklet-imposed`: the pages of a booklet on sheets to fold."""

from __future__ import annotations

from printkit.products.booklet import make, offered
from printkit.products.piece import BOOK_FORM, Product

KEY = "booklet-imposed"
PRODUCT = Product(KEY, make, offered, form=BOOK_FORM)
