"""What has a page of its own, or several: tiles that are put together."""

from __future__ import annotations

from printkit.imposition.slug_line import SlugLine
from printkit.imposition.tiled_pages import tile_pieces
from printkit.kit_forms import Pages, sheet_spec
from printkit.kit_request import Request
from printkit.products.piece import Piece


def lay(pieces: list[Piece], request: Request, caption: SlugLine) -> Pages:
    """The pages. Raises PrintkitError."""
    laid = tile_pieces(pieces, sheet_spec(request), request.overlap, caption)
    return Pages(laid.pages, laid.sheets, laid.cuts, laid.duplex)
