"""One drawing a page with trim and bleed, no marks; for print shops, virtual tables and images.

A page is as large as the piece with its bleed; where it is cut and folded is told in layers of
their own. A piece that is cut out along an outline has the box around it as its trim.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use, transformed
from printkit.graphics.measures import FINE
from printkit.graphics.path import rect_path
from printkit.imposition.marks import CUT_COLOUR, SAFE_COLOUR, cut_outlines
from printkit.imposition.page import ART, CUT, FOLD, Cell, Layer, Page
from printkit.imposition.region import Region
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.slug_line import SlugLine
from printkit.pieces.options import BLEED, LAYOUT, PROOF
from printkit.pieces.piece import Piece
from printkit.pieces.product import SINGLE_PIECES, RenderOptions

_FOLD_DASH = (3.0, 1.5)


def single_piece_pages(
    pieces: Sequence[Piece], bleed: float, *, proof: bool = False
) -> tuple[Page, ...]:
    """Return the distinct fronts in order, then the distinct backs.

    `proof` shows where they are cut and folded.
    """
    pages = [_build_page(piece, piece.id, piece.title, bleed, proof) for piece in pieces]
    seen: list[Symbol] = []
    for piece in pieces:
        if piece.back is not None and piece.back not in seen:
            seen.append(piece.back)
            name, title = piece.back.key, piece.back.title
            pages.append(_build_page(piece, name, title, bleed, proof, back=True))
    return tuple(pages)


def die_lines(piece: Piece, trim: Rect) -> dict[str, list[Item]]:
    """Return the cut and fold lines of a piece, by layer, for a trim on the page."""
    place = translation(*trim.centre)
    lines: dict[str, list[Item]] = {}
    if piece.outline:
        lines[CUT] = [transformed([Path(piece.outline, stroke=Stroke(CUT_COLOUR, FINE))], place)]
    else:
        lines[CUT] = list(cut_outlines([trim], piece.shape))
    if piece.folds:
        dashes = Stroke(SAFE_COLOUR, FINE, dash=_FOLD_DASH)
        lines[FOLD] = [transformed([Path(piece.folds, stroke=dashes)], place)]
    return lines


def _build_page(
    piece: Piece, name: str, title: str, bleed: float, proof: bool, *, back: bool = False
) -> Page:
    whole = Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)
    box = Region(piece.outline).box if piece.outline else whole
    by = min(bleed, piece.bleed_extent)
    trim = Rect(by, by, box.w, box.h)
    media = Rect(0, 0, box.w + 2 * by, box.h + 2 * by)
    x, y = by - box.x, by - box.y
    cell = Cell(trim, piece, back)
    layers = [Layer(ART, (Group((Use(cell.symbol, translation(x, y)),), clip=rect_path(media)),))]
    if not back:  # it is cut out from the front
        lines = die_lines(piece, whole.moved(x, y))
        layers += [Layer(layer, tuple(items), proof) for layer, items in lines.items()]
    cards = 0 if back else 1
    return Page(media, media, trim, tuple(layers), name, title, cards, back, (cell,))


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    """Impose on no paper: there are no sheets and no cuts."""
    return ImposedPages(single_piece_pages(pieces, options[BLEED], proof=options[PROOF]), 0, 0)


IMPOSITION = Imposition(SINGLE_PIECES, _impose, (BLEED, PROOF, LAYOUT))
