"""Cards and what is cut like them: a grid, fronts and backs."""

from __future__ import annotations

from printkit.imposition.card_sheets import impose_cards
from printkit.imposition.slug_line import SlugLine
from printkit.kit_forms import Pages, sheet_spec, turned_over
from printkit.kit_request import Request
from printkit.products.piece import Piece


def lay(pieces: list[Piece], request: Request, caption: SlugLine) -> Pages:
    """The sheets. Raises PrintkitError."""
    sheets = impose_cards(pieces, sheet_spec(request), caption)
    return Pages(sheets.pages, sheets.sheets, sheets.cuts, turned_over(request))
