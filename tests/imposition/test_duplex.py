"""Promise 3: the front and back of each card coincide in every duplex mode.

A sheet of paper is simulated with independent maps: it is printed on one side, turned over an edge
(or folded), and each point of the front is followed to the point behind it (`test_contract.Turn`).
"""

from typing import Any

import pytest
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.imposition import sheets as sheet_module
from printkit.imposition.grid import SheetGrid, SheetSpec
from printkit.imposition.sheets import BackPlace, impose_cards
from printkit.pieces.product import Piece
from tests.imposition.test_contract import Turn, backs_astray
from tests.support.raster import CAPTION, toys, trims, uses

PAPERS, CARDS = paper_sizes.paper_names(), paper_sizes.card_names()
MODES = ("long", "short", "fold")
DECKS = (1, 7, 40)


def astray(deck: list[Piece], paper: str = "a4", **wishes: Any) -> list[str]:
    """Return the errors in the backs of a deck's sheets."""
    imposed = impose_cards(deck, SheetSpec(paper_sizes.paper(paper), **wishes), CAPTION)
    return [*backs_astray(imposed, deck)]


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("paper", PAPERS)
def test_each_back_is_behind_its_front(paper: str, mode: str) -> None:
    """Test one deck for each card size; the next paper and the next mode use another deck."""
    imposed, first = 0, PAPERS.index(paper) + MODES.index(mode)
    for at, card in enumerate(CARDS, first):
        size, count = paper_sizes.card(card), DECKS[at % 3]
        try:
            found = astray(toys(count, size.w, size.h), paper, duplex=mode, gap=at % 3)
        except PrintkitError:
            continue  # test_grid tests that this is correct
        imposed += 1
        assert found == [], f"{count} × {card}"
    # At least eight card sizes fit on any paper except a postcard, which fits one.
    assert imposed >= (8 if paper_sizes.paper(paper).w > 120 else 1)


def test_card_without_back_leaves_its_place_empty() -> None:
    deck = toys(4, 63.5, 88.9)
    deck[1] = replace(deck[1], back=None)
    front, back = impose_cards(deck, SheetSpec(paper_sizes.paper("a4")), CAPTION).pages
    assert len(uses(front)) == 4
    turn = Turn("long", front)
    fronts = [turn.point(*rect.centre) for rect in trims(front, 63.5, 88.9)]
    backs = [rect.centre for rect in trims(back, 63.5, 88.9)]
    assert sorted(backs) == [pytest.approx(spot) for spot in sorted(fronts[:1] + fronts[2:])]


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
def test_duplex_check_detects_a_wrong_back(
    monkeypatch: pytest.MonkeyPatch, wrong: object, count: int
) -> None:
    monkeypatch.setattr(sheet_module, "back_place", wrong)
    assert astray(toys(count, 63.5, 88.9)) != []


def test_duplex_check_detects_unmirrored_columns_on_full_sheet() -> None:
    """All places are filled, so that only the identity of the backs reveals the error."""
    deck = toys(9, 63.5, 88.9)
    deck = [
        replace(piece, back=deck[0 if at % 3 == 0 else 1].back) for at, piece in enumerate(deck)
    ]
    assert astray(deck) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet_module, "back_place", _unmirrored)
        assert len(astray(deck)) == 6  # the first and the last column


def test_duplex_check_detects_an_unturned_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sheet_module, "back_place", lambda grid, cell, mode: BackPlace(grid.folded(cell), False)
    )
    assert len(astray(toys(3, 63.5, 88.9), duplex="fold")) == 3
