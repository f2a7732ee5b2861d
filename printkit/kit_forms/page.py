"""What is one page of its paper: nothing to cut."""

from __future__ import annotations

from printkit.base import paper_sizes
from printkit.imposition.full_page import full_pages
from printkit.imposition.slug_line import SlugLine
from printkit.kit_forms import Pages
from printkit.kit_request import Request
from printkit.products.piece import Piece


def lay(pieces: list[Piece], request: Request, caption: SlugLine) -> Pages:
    """A page for each drawing. Raises PrintkitError."""
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    pages = full_pages(drawings, paper_sizes.paper(request.paper), request.margin, caption)
    return Pages(pages, len(pages), 0)
