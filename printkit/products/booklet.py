"""The product `booklet`: the rules of a game, to be read.

Its pages are set from texts by the room booklet; this module only says which games have one.
"""

from __future__ import annotations

from printkit.base import paper_sizes
from printkit.base.options import NAME, Option
from printkit.model.variant import RULES, Variant
from printkit.products.common_options import THEME
from printkit.products.product import Product


def offered(variant: Variant) -> bool:
    """Return True if there is something to tell: hands, phases, a text or chapters of its own."""
    own = variant.rules != RULES or bool(variant.chapters)
    return own or bool(variant.hands or variant.phases)


# The same text without pages.
HTML, MARKDOWN = "html", "markdown"
BOOKLET_PAGE: Option[str] = Option(
    "booklet-page", NAME, "booklet", "a5", choices=paper_sizes.paper_names, check=paper_sizes.paper
)
PRODUCT = Product(
    "booklet",
    None,
    offered,
    page_maker="printkit.jobs.booklets:make_booklet",
    texts=(HTML, MARKDOWN),
    options=(THEME, BOOKLET_PAGE),
)
