"""The product `score-sheet`: pages to write down scores, or to fill in on a screen.

There is one Piece a page: the pages of each score that the definition names. What is filled in are
form fields: they draw nothing.
"""

from __future__ import annotations

from msgspec.structs import replace

from printkit.base.errors import locate_errors
from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.model.tabletop import Score
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, THEME
from printkit.pieces.piece import Piece
from printkit.pieces.product import FULL_PAGE, Product, RenderOptions
from printkit.products.score_sheet.head import draw_head, join_languages
from printkit.products.score_sheet.ledger import Ledger, make_ledger
from printkit.products.score_sheet.matches import SETS, Matches, make_matches
from printkit.products.score_sheet.pen import Pen

# Between the head of a page and what is below it; what the widest line takes of its end (mm).
_AIR, _EDGE = 4.0, 0.35


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pages of all scores, in the order of the definition.

    Raises PrintkitError if the page is too small.
    """
    return [piece for score in variant.scores for piece in _make_pages(variant, score, options)]


def _make_pages(variant: Variant, score: Score, options: RenderOptions) -> list[Piece]:
    """Make the pages of one score."""
    with locate_errors(f"score sheet {score.id} ({options.language})"):
        body = make_body(variant, score, options)
        return [_make_piece(variant, body, page, options) for page in range(len(body.rows.pages))]


def make_body(variant: Variant, score: Score, options: RenderOptions) -> Ledger | Matches:
    """Return what is below the head of the pages of a score."""
    pen = Pen(options, "")
    across, height = options.page_area
    _, top = _draw_head(pen, variant, score, 1, ())
    place = Rect(_EDGE, top + _AIR, across - 2 * _EDGE, height - top - _AIR)
    layout = make_matches if score.kind == SETS else make_ledger
    return layout(pen, score, variant.players.max, place)


def _draw_head(
    pen: Pen, variant: Variant, score: Score, bodies: int, page: tuple[str, ...]
) -> tuple[list[Item], float]:
    options = pen.options
    name = (join_languages(options.translations(score.name)),)
    how = options.translations(score.how) if score.how else ()
    return draw_head(
        pen, options.translations(variant.name), (*name, *page), how, options.page_area[0], bodies
    )


def _make_piece(
    variant: Variant, body: Ledger | Matches, page: int, options: RenderOptions
) -> Piece:
    score = body.score
    across, height = options.page_area
    pages = len(body.rows.pages)
    pen = Pen(options, f"{score.id}-{page + 1}-")
    text = (f"{page + 1}/{pages}",) if pages > 1 else ()
    top, _ = _draw_head(pen, variant, score, body.count, text)
    items = (*top, *replace(body, pen=pen).draw_page(page))
    box = Rect(-across / 2, -height / 2, across, height)
    key = f"score-{score.id}-{page + 1}"
    title = score.name[options.language]
    return Piece(
        id=key,
        title=" ".join((title, *text)),
        width=across,
        height=height,
        front=Symbol(key, (transformed(items, translation(box.x, box.y)),), box, title),
    )


PRODUCTS = (
    Product(
        "score-sheet",
        make,
        lambda variant: bool(variant.scores),
        imposition=FULL_PAGE,
        bilingual=True,
        options=(THEME, BLANK_VALUES),
    ),
)
