"""Impose a whole deck: every copy of every piece with its back, one page with bleed for each side.

This is for print shops and virtual tables, which need a page for each copy of a card. The option
`order` sets the order of the sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.base.errors import UsageError
from printkit.base.sentences import Sentence
from printkit.imposition.marks import SlugLine
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.whole_pages import piece_page
from printkit.pieces.options import (
    BACK_FRONT,
    BLEED,
    FILL,
    FRONT_BACK,
    FRONTS,
    FRONTS_THEN_BACKS,
    LAYOUT,
    MARKS,
    NO_MARKS,
    ORDER,
    PROOF,
    REGISTRATION,
)
from printkit.pieces.pages import Page
from printkit.pieces.piece import Piece
from printkit.pieces.product import WHOLE_DECK, RenderOptions


def whole_deck_pages(
    pieces: Sequence[Piece], bleed: float, order: str, *, fill: int = 0, proof: bool = False
) -> tuple[Page, ...]:
    """Return both sides of every copy: `001-front`, `001-back` and so on, in one of the orders.

    If any piece has a back, pieces without one get a blank page, so that no card gets the back of
    another. With `FRONTS` each different back follows once, as `back-1`. Blank cards are added up
    to the number `fill`. Raises UsageError if there are more cards than that.
    """
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    if fill and fill < len(copies):
        raise UsageError(
            Sentence("{count} cards are more than --fill {fill}.", count=len(copies), fill=fill),
            hint="--fill is the number of cards in the product that the shop sells.",
        )
    spare = range(len(copies) + 1, fill + 1)
    fronts = [
        piece_page(piece, f"{number:03d}-front", f"{number:03d} · {piece.title}", bleed, proof)
        for number, piece in enumerate(copies, 1)
    ]
    fronts += [_blank_page(fronts[0], f"{number:03d}-front") for number in spare]
    if order == FRONTS:
        backed = list({id(piece.back): piece for piece in pieces if piece.back}.values())
        return (*fronts, *(_back(one, f"back-{i}", bleed) for i, one in enumerate(backed, 1)))
    if all(piece.back is None for piece in pieces):
        return tuple(fronts)
    backs = [_back(piece, f"{number:03d}-back", bleed) for number, piece in enumerate(copies, 1)]
    backs += [_blank_page(backs[0], f"{number:03d}-back", back=True) for number in spare]
    if order == FRONTS_THEN_BACKS:
        return (*fronts, *backs)
    sides = (backs, fronts) if order == BACK_FRONT else (fronts, backs)
    return tuple(page for card in zip(*sides, strict=True) for page in card)


def _back(piece: Piece, name: str, bleed: float) -> Page:
    """Return the back of a piece, or a blank page."""
    if piece.back is not None:
        title = f"{name.replace('back', '').strip('-')} · {piece.back.title or name}"
        return piece_page(piece, name, title, bleed, back=True)
    return _blank_page(piece_page(piece, name, piece.title, bleed), name, back=True)


def _blank_page(like: Page, name: str, *, back: bool = False) -> Page:
    """Return an empty page of the size of another."""
    return replace(like, layers=(), cells=(), cards=0, back=back, name=name, title=name)


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    if options[MARKS] == REGISTRATION:
        raise UsageError(
            "A deck without sheets has no registration marks.",
            hint="Take --layout sheets, or leave --marks out.",
        )
    order = options[ORDER] or FRONT_BACK
    pages = whole_deck_pages(
        pieces, options[BLEED], order, fill=options[FILL] or 0, proof=options[PROOF]
    )
    if options[MARKS] == NO_MARKS:
        pages = tuple(replace(page, layers=page.layers[:1]) for page in pages)
    # Without paper there are no sheets and no cuts.
    return ImposedPages(pages, 0, 0, apart=order == FRONTS_THEN_BACKS)


DECK_PAGES = Imposition(WHOLE_DECK, _impose, (BLEED, PROOF, LAYOUT, ORDER, FILL, MARKS))
