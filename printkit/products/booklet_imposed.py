"""The product `booklet-imposed`: the pages of a booklet on sheets to fold."""

from __future__ import annotations

from printkit.base.options import CHOICE, Option
from printkit.base.printer_profile import EDGES, SHORT
from printkit.products.booklet import BOOKLET_PAGE, offered
from printkit.products.common_options import PAPER, PRINTER, THEME
from printkit.products.product import Product

KEY = "booklet-imposed"
BOOKLET_DUPLEX: Option[str | None] = Option(
    "booklet-duplex",
    CHOICE,
    "booklet",
    None,
    choices=EDGES,
    derive=lambda context: context.edge or SHORT,
)
PRODUCT = Product(
    KEY,
    None,
    offered,
    page_maker="printkit.jobs.booklets:make_imposed_booklet",
    options=(THEME, BOOKLET_PAGE, BOOKLET_DUPLEX, PAPER, PRINTER),
)
