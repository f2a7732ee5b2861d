"""Small things cut out one by one, fronts and backs; or stuck on, from sheets of labels."""

from __future__ import annotations

from printkit.base.label_stock import label_sheet
from printkit.imposition.cutouts import CutoutSpec, impose_cutouts, impose_stickers
from printkit.imposition.duplex import NONE
from printkit.imposition.label_sheets import sticker_pages
from printkit.imposition.slug_line import SlugLine
from printkit.kit_forms import Pages, sheet_spec, turned_over
from printkit.kit_request import Request
from printkit.products.piece import Piece
from printkit.products.tokens.shape import HEX


def lay(pieces: list[Piece], request: Request, caption: SlugLine) -> Pages:
    """The sheets. Raises PrintkitError."""
    if request.labels is not None:
        return _on_labels(pieces, request, caption, request.labels)
    spec = CutoutSpec(sheet_spec(request), request.cut, request.token_shape == HEX)
    sheets = impose_cutouts(pieces, spec, caption)
    return Pages(sheets.pages, sheets.sheets, sheets.cuts, turned_over(request))


def _on_labels(pieces: list[Piece], request: Request, caption: SlugLine, name: str) -> Pages:
    """Both sides of each token as stickers; what is smaller than its label is cut out of it."""
    sheet = label_sheet(name)
    cut_out = (request.token_shape, request.token_size) != (None, None)
    drawings = impose_stickers(pieces, backs=request.duplex != NONE, cut_out=cut_out)
    pages = sticker_pages(
        drawings,
        sheet,
        request.first,
        request.nudge,
        proof=request.proof,
        title=f"{caption.game} · {caption.product}",
    )
    return Pages(pages, len(pages), len(drawings) if cut_out else 0)
