"""Cards and what is cut like them: a grid, fronts and backs. Beside kit."""

from __future__ import annotations

from printkit.kit_forms import Pages, sheet_spec, turned_over
from printkit.kit_request import Request
from printkit.pages.label import Caption
from printkit.pages.sheet import lay_out
from printkit.pieces.piece import Piece


def lay(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """The sheets. Raises PrintkitError."""
    sheets = lay_out(pieces, sheet_spec(request), caption)
    return Pages(sheets.pages, sheets.sheets, sheets.cuts, turned_over(request))
