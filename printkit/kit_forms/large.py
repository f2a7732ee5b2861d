"""What has a page of its own, or several: tiles that are put together. Beside kit."""

from __future__ import annotations

from printkit.kit_forms import Pages, sheet_spec
from printkit.kit_request import Request
from printkit.pages.label import Caption
from printkit.pages.large import large_pages
from printkit.pieces.piece import Piece


def lay(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """The pages. Raises PrintkitError."""
    laid = large_pages(pieces, sheet_spec(request), request.overlap, caption)
    return Pages(laid.pages, laid.sheets, laid.cuts, laid.duplex)
