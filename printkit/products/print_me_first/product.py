"""The product `print-me-first`: what a kit is made of, what it takes, and in which order.

There is one Piece a page, at most two.
"""

from __future__ import annotations

from msgspec.structs import replace

from printkit.art.theme import plain_paper_theme
from printkit.pieces.kit import PrintedKit
from printkit.pieces.options import LABEL_SHEET, PEG_HOLES, PLAYERS, THEME
from printkit.pieces.piece import Piece
from printkit.pieces.product import FULL_PAGE, JOB, Product, RenderOptions
from printkit.products.print_me_first.page import first_pages
from printkit.products.print_me_first.words import page_words, total_words

KEY = "print-me-first"


def make(kit: PrintedKit, options: RenderOptions) -> list[Piece]:
    """Return the pages. Raises PrintkitError where the paper is too small for them."""
    words, look, area = (
        page_words(kit, options),
        plain_paper_theme(options.theme),
        options.page_area,
    )
    language = options.language
    drawings = first_pages(words, look, area, language)
    if more := len(drawings) - 1:  # it counts itself
        sheets = words.sheets + more
        counts = total_words(language, sheets, words.cuts)
        drawings = first_pages(replace(words, sheets=sheets, counts=counts), look, area, language)
    return [
        Piece(
            id=drawing.key,
            title=drawing.title,
            width=area[0],
            height=area[1],
            front=drawing,
        )
        for drawing in drawings
    ]


PRODUCTS = (
    Product(
        KEY,
        make,
        lambda variant: False,
        subject=JOB,
        imposition=FULL_PAGE,
        options=(THEME, PLAYERS, LABEL_SHEET, PEG_HOLES),
        file_stem=f"0-{KEY}",
    ),
)
