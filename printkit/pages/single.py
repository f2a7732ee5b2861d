"""One drawing a page: trim and bleed, no marks; for print shops, tables on a screen, and images.

Room: pages. In: pieces, a bleed (mm). Out: a page for each distinct face, then for each back.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.geometry import Rect, shift
from printkit.drawing.items import Group, Symbol, Use
from printkit.drawing.path import rect_path
from printkit.pages.page import ART, Cell, Layer, Page
from printkit.pieces.piece import Piece


def singles(pieces: Sequence[Piece], bleed: float) -> tuple[Page, ...]:
    """The distinct fronts in order, then the distinct backs."""
    pages = [_page(piece, piece.front, piece.id, piece.title, bleed) for piece in pieces]
    seen: list[Symbol] = []
    for piece in pieces:
        if piece.back is not None and piece.back not in seen:
            seen.append(piece.back)
            pages.append(
                _page(piece, piece.back, piece.back.key, piece.back.title, bleed, back=True)
            )
    return tuple(pages)


def _page(
    piece: Piece, symbol: Symbol, name: str, title: str, bleed: float, *, back: bool = False
) -> Page:
    media = Rect(0, 0, piece.width + 2 * bleed, piece.height + 2 * bleed)
    group = Group((Use(symbol, shift(*media.centre)),), clip=rect_path(media))
    layers = (Layer(ART, (group,)),)
    trim = media.inset(bleed)
    cells = (Cell(trim, symbol, back),)
    return Page(media, media, trim, layers, name, title, 0 if back else 1, back, cells)
