"""Each piece by itself with its bleed and no marks, for print shops and virtual tables."""

from __future__ import annotations

from printkit.imposition.single_pieces import single_piece_pages
from printkit.imposition.slug_line import SlugLine
from printkit.kit_forms import Pages
from printkit.kit_request import Request
from printkit.products.piece import Piece


def lay(pieces: list[Piece], request: Request, caption: SlugLine) -> Pages:
    """A page of its own size for each side; no paper of ours, and no cuts."""
    return Pages(single_piece_pages(pieces, request.bleed, proof=request.proof), 0, 0)
