"""One drawing a page: trim and bleed, no marks; for print shops, tables on a screen, and images.

Room: pages. In: pieces, a bleed (mm). Out: a page for each distinct face, then for each back. What
is cut out along an outline has the box around it as its trim, and its cut and fold lines in layers
of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.geometry import Rect, shift
from printkit.drawing.items import Group, Item, Path, Stroke, Symbol, Use, put
from printkit.drawing.path import rect_path
from printkit.pages.marks import CUT_COLOUR, HAIR, SAFE_COLOUR, cut_outlines
from printkit.pages.page import ART, CUT, FOLD, Cell, Layer, Page
from printkit.pages.region import Region
from printkit.pieces.piece import Piece

_FOLD_DASH = (3.0, 1.5)


def singles(pieces: Sequence[Piece], bleed: float, *, proof: bool = False) -> tuple[Page, ...]:
    """The distinct fronts in order, then the distinct backs.

    `proof` shows the outlines and folds of pieces that are no rectangles.
    """
    pages = [_page(piece, piece.front, piece.id, piece.title, bleed, proof) for piece in pieces]
    seen: list[Symbol] = []
    for piece in pieces:
        if piece.back is not None and piece.back not in seen:
            seen.append(piece.back)
            name, title = piece.back.key, piece.back.title
            pages.append(_page(piece, piece.back, name, title, bleed, proof, back=True))
    return tuple(pages)


def die_lines(piece: Piece, trim: Rect) -> dict[str, list[Item]]:
    """Where a piece is cut and folded, by layer, for a trim on the page."""
    place = shift(*trim.centre)
    lines: dict[str, list[Item]] = {}
    if piece.outline:
        lines[CUT] = [put([Path(piece.outline, stroke=Stroke(CUT_COLOUR, HAIR))], place)]
    else:
        lines[CUT] = list(cut_outlines([trim], piece.radius))
    if piece.folds:
        dashes = Stroke(SAFE_COLOUR, HAIR, dash=_FOLD_DASH)
        lines[FOLD] = [put([Path(piece.folds, stroke=dashes)], place)]
    return lines


def _page(
    piece: Piece,
    symbol: Symbol,
    name: str,
    title: str,
    bleed: float,
    proof: bool,
    *,
    back: bool = False,
) -> Page:
    media = Rect(0, 0, piece.width + 2 * bleed, piece.height + 2 * bleed)
    group = Group((Use(symbol, shift(*media.centre)),), clip=rect_path(media))
    trim = whole = media.inset(bleed)
    layers = [Layer(ART, (group,))]
    if piece.outline:
        box = Region(piece.outline).box
        trim = box._replace(x=box.x + media.centre[0], y=box.y + media.centre[1])
    if (piece.outline or piece.folds) and not back:  # it is cut out from the front
        layers += [
            Layer(layer, tuple(items), proof) for layer, items in die_lines(piece, whole).items()
        ]
    bleeding = media if trim == whole else _inside(trim.inset(-bleed), media)
    cells = (Cell(trim, symbol, back),)
    cards = 0 if back else 1
    return Page(media, bleeding, trim, tuple(layers), name, title, cards, back, cells)


def _inside(rect: Rect, media: Rect) -> Rect:
    x, y = max(rect.x, media.x), max(rect.y, media.y)
    return Rect(x, y, min(rect.right, media.right) - x, min(rect.bottom, media.bottom) - y)
