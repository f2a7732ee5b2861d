"""A whole deck: every copy has its own back, in each order."""

from collections import Counter

import pytest
from msgspec.structs import replace

from printkit.base.errors import UsageError
from printkit.imposition.single_pages import whole_deck_pages
from printkit.pieces.options import BACK_FRONT, FRONT_BACK, FRONTS, FRONTS_THEN_BACKS, ORDER
from printkit.pieces.pages import Page
from printkit.pieces.product import Piece
from tests.support.raster import toys

BLEED = 3.0


def deck() -> list[Piece]:
    """Return three cards in six copies, alternating between two families; the last has no back."""
    one, two, three = toys(3, 30.0, 40.0)
    return [replace(one, copies=2), replace(two, copies=3), replace(three, back=None)]


def piece_on(page: Page) -> Piece | None:
    return page.cells[0].piece if page.cells else None


def pairs(pages: tuple[Page, ...], order: str) -> list[tuple[Page, Page]]:
    """Return the front and back of each card."""
    if order == FRONTS_THEN_BACKS:
        half = len(pages) // 2
        return list(zip(pages[:half], pages[half:], strict=True))
    pairs = list(zip(pages[::2], pages[1::2], strict=True))
    return [(front, back) for back, front in pairs] if order == BACK_FRONT else pairs


@pytest.mark.parametrize("order", [FRONT_BACK, BACK_FRONT, FRONTS_THEN_BACKS])
def test_each_front_is_paired_with_its_back(order: str) -> None:
    pieces = deck()
    found = pairs(whole_deck_pages(pieces, BLEED, order), order)
    assert [piece_on(front) for front, _ in found] == [p for p in pieces for _ in range(p.copies)]
    for front, back in found:
        piece = piece_on(front)
        assert piece is not None
        assert not front.back
        assert back.back
        assert piece_on(back) == (piece if piece.back else None)
        assert front.name.removesuffix("-front") == back.name.removesuffix("-back")
        assert (front.media.w, front.media.h) == (36.0, 46.0)
        assert back.media == front.media
        assert front.trim == front.media.inset(BLEED)
    shuffled = [found[2][0], found[0][1]]
    assert shuffled[1].cells[0].piece is not piece_on(shuffled[0]), "another back would be seen"


def test_fronts_order_has_each_back_once() -> None:
    pages = whole_deck_pages(deck(), BLEED, FRONTS)
    assert [page.name for page in pages if page.back] == ["back-1", "back-2"]
    fronts = Counter(page.cells[0].piece.id for page in pages if not page.back)
    assert fronts == {piece.id: piece.copies for piece in deck()}


@pytest.mark.parametrize("order", ORDER.known())
def test_fill_adds_blank_cards_up_to_count(order: str) -> None:
    pages = whole_deck_pages(deck(), BLEED, order, fill=9)
    assert sum(not page.back for page in pages) == 9
    assert sum(bool(page.cells) and not page.back for page in pages) == 6
    assert len({page.name for page in pages}) == len(pages)
    with pytest.raises(UsageError, match="6 cards are more than --fill 5"):
        whole_deck_pages(deck(), BLEED, order, fill=5)


def test_deck_without_backs_has_fronts_only() -> None:
    pieces = [replace(piece, back=None) for piece in deck()]
    for order in ORDER.known():
        assert len(whole_deck_pages(pieces, BLEED, order)) == 6
