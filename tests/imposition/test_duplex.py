"""Promise 3: front and back of each card coincide, in every duplex mode.

A sheet of paper is simulated here with maps of our own: it is printed on one side, turned over an
edge (or folded), and each point of the front is followed to the point of the back behind it.
printkit/imposition/duplex.py is not asked.
"""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.imposition import card_sheets as sheet_module
from printkit.imposition.card_sheets import BackPlace, impose_cards
from printkit.imposition.grid import SheetGrid, SheetSpec
from printkit.imposition.page import Page
from printkit.pieces.piece import Piece
from tests.support.raster import CAPTION, toys, trims, uses

PAPERS, CARDS = paper_sizes.paper_names(), paper_sizes.card_names()
MODES = ("long", "short", "fold")
DECKS = (1, 7, 40)


class Turn:
    """Where the point behind (x, y) of the front lies on the page that prints the back."""

    def __init__(self, mode: str, page: Page) -> None:
        w, h = page.media.w, page.media.h
        upright_axis = {"long": h >= w, "short": h < w, "fold": False}[mode]
        # Turned about an upright axis left and right change places; about a level one, or folded
        # along the middle, top and bottom do.
        self.sx, self.dx = (-1, w) if upright_axis else (1, 0)
        self.sy, self.dy = (1, 0) if upright_axis else (-1, h)

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.sx * x + self.dx, self.sy * y + self.dy

    def rect(self, r: Rect) -> tuple[float, float, float, float]:
        (x0, y0), (x1, y1) = self.point(r.x, r.y), self.point(r.x + r.w, r.y + r.h)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def way(self, x: float, y: float) -> tuple[float, float]:
        """A direction on the front, as seen on the page of the back."""
        return self.sx * x, self.sy * y


def _same(a: Sequence[float], b: Sequence[float]) -> bool:
    return all(abs(x - y) < 1e-6 for x, y in zip(a, b, strict=True))


def mismatches(pages: Sequence[Page], mode: str, deck: Sequence[Piece]) -> list[str]:
    """What is wrong with the backs of these sheets; nothing where all coincide."""
    wrong: list[str] = []
    by_front = {id(piece.front): piece for piece in deck}
    width, height = deck[0].width, deck[0].height
    sides = (
        [(p, p) for p in pages]
        if mode == "fold"
        else list(zip(pages[::2], pages[1::2], strict=True))
    )
    printed = 0
    for front, back in sides:
        if front.media != back.media:
            wrong.append("the sides have different paper")
        turn = Turn(mode, front)
        behind = [
            (use, trim)
            for use, trim in zip(uses(back), trims(back, width, height), strict=True)
            if id(use.symbol) not in by_front
        ]
        for use, trim in zip(uses(front), trims(front, width, height), strict=True):
            piece = by_front.get(id(use.symbol))
            if piece is None:
                continue
            printed += 1
            if tuple(use.matrix)[:4] != (1, 0, 0, 1):
                wrong.append(f"{piece.id}: the front is not upright")
            spot = turn.rect(trim)
            here = [b for b, r in behind if _same((r.x, r.y, r.right, r.bottom), spot)]
            if [b.symbol for b in here] != [piece.back]:
                wrong.append(f"{piece.id}: behind it {[b.symbol.key for b in here]}")
                continue
            m = here[0].matrix
            # In hand, turned about its upright axis: up stays up, and the right of the back is
            # what was the left of the front.
            up, right = turn.way(0, -1), turn.way(-1, 0)
            if (m.a * 0 + m.c * -1, m.b * 0 + m.d * -1) != up or (m.a, m.b) != right:
                wrong.append(f"{piece.id}: its back is not upright in the hand")
    if printed != sum(piece.copies for piece in deck):
        wrong.append(f"{printed} cards are printed")
    return wrong


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("paper", PAPERS)
def test_each_back_is_behind_its_front(paper: str, mode: str) -> None:
    """Of each size of card one deck: the next paper and the next mode have another of it."""
    imposed, first = 0, PAPERS.index(paper) + MODES.index(mode)
    for at, card in enumerate(CARDS, first):
        size, count = paper_sizes.card(card), DECKS[at % 3]
        deck = toys(count, size.w, size.h)
        spec = SheetSpec(paper_sizes.paper(paper), duplex=mode)
        try:
            sheets = impose_cards(deck, spec, CAPTION)
        except PrintkitError:
            continue  # test_grid holds that this is right
        imposed += 1
        assert mismatches(sheets.pages, mode, deck) == [], f"{count} × {card}"
    # At the least eight sizes of card go on any paper but a postcard, on which one does.
    assert imposed >= (8 if paper_sizes.paper(paper).w > 120 else 1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("gap", [1.0, 4.0])
def test_backs_coincide_with_a_gap_too(mode: str, gap: float) -> None:
    deck = toys(11, 63, 88)
    spec = SheetSpec(paper_sizes.paper("a3"), gap=gap, duplex=mode)
    assert mismatches(impose_cards(deck, spec, CAPTION).pages, mode, deck) == []


def test_both_ways_up_of_the_paper_are_among_the_sheets() -> None:
    """Else half of the maps above would never be used."""
    ways = {
        impose_cards(toys(1, 63.5, 88.9), SheetSpec(paper_sizes.paper(p)), CAPTION).grid.landscape
        for p in PAPERS
    }
    assert ways == {True, False}


def test_a_card_without_a_back_leaves_its_place_empty() -> None:
    deck = toys(4, 63.5, 88.9)
    deck[1] = replace(deck[1], back=None)
    front, back = impose_cards(deck, SheetSpec(paper_sizes.paper("a4")), CAPTION).pages
    assert len(uses(front)) == 4
    found = [(round(r.x, 6), round(r.y, 6)) for r in trims(back, 63.5, 88.9)]
    spots = [Turn("long", front).rect(r) for r in trims(front, 63.5, 88.9)]
    taken = [(round(x, 6), round(y, 6)) for x, y, *_ in spots[:1] + spots[2:]]
    assert sorted(found) == sorted(taken)


def _unmirrored(grid: SheetGrid, cell: Rect, mode: str) -> BackPlace:
    return BackPlace(cell, turned=False)


def _wrong_edge(grid: SheetGrid, cell: Rect, mode: str) -> BackPlace:
    return BackPlace(cell._replace(y=grid.media.h - cell.bottom), turned=True)


def _not_turned(grid: SheetGrid, cell: Rect, mode: str) -> BackPlace:
    return BackPlace(cell._replace(x=grid.media.w - cell.right), turned=True)


def _off_by_a_tenth(grid: SheetGrid, cell: Rect, mode: str) -> BackPlace:
    return BackPlace(cell._replace(x=grid.media.w - cell.right + 0.1), turned=False)


@pytest.mark.parametrize("wrong", [_unmirrored, _wrong_edge, _not_turned, _off_by_a_tenth])
@pytest.mark.parametrize("count", [7, 8])
def test_the_check_sees_a_wrong_back(
    monkeypatch: pytest.MonkeyPatch, wrong: object, count: int
) -> None:
    monkeypatch.setattr(sheet_module, "back_place", wrong)
    deck = toys(count, 63.5, 88.9)
    pages = impose_cards(deck, SheetSpec(paper_sizes.paper("a4")), CAPTION).pages
    assert mismatches(pages, "long", deck) != []


def test_the_check_sees_unmirrored_columns_on_a_full_sheet() -> None:
    """All places are taken: only the identity of the backs tells."""
    deck = toys(9, 63.5, 88.9)
    deck = [
        replace(piece, back=deck[0 if at % 3 == 0 else 1].back) for at, piece in enumerate(deck)
    ]
    spec = SheetSpec(paper_sizes.paper("a4"))
    assert mismatches(impose_cards(deck, spec, CAPTION).pages, "long", deck) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet_module, "back_place", _unmirrored)
        wrong = mismatches(impose_cards(deck, spec, CAPTION).pages, "long", deck)
    assert len(wrong) == 6  # the first and the last column


def test_the_check_sees_a_fold_that_is_not_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sheet_module, "back_place", lambda grid, cell, mode: BackPlace(grid.folded(cell), False)
    )
    deck = toys(3, 63.5, 88.9)
    pages = impose_cards(deck, SheetSpec(paper_sizes.paper("a4"), duplex="fold"), CAPTION).pages
    assert len(mismatches(pages, "fold", deck)) == 3
