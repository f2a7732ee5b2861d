"""What is one page of its paper: nothing to cut. Beside kit."""

from __future__ import annotations

from printkit.base import sizes
from printkit.kit_forms import Pages
from printkit.kit_request import Request
from printkit.pages.label import Caption
from printkit.pages.poster import posters
from printkit.pieces.piece import Piece


def lay(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """A page for each drawing. Raises PrintkitError."""
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    pages = posters(drawings, sizes.paper(request.paper), request.margin, caption)
    return Pages(pages, len(pages), 0)
