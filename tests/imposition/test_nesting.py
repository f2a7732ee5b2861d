"""Cards of every shape on a sheet: shared cuts, marks of every kind, places left free."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.card_shapes import CARD_SHAPES, CIRCLE, ELONGATED
from printkit.base.errors import UsageError
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Path
from printkit.graphics.path import card_outline, flatten, shape_corners
from printkit.imposition.grid import SheetSpec
from printkit.imposition.marks import slanted_cuts
from printkit.imposition.sheets import impose_cards
from printkit.pieces.options import (
    CORNER_MARKS,
    CUT_MARKS,
    FULL_MARKS,
    HAND_MARKS,
    OUTLINE_MARKS,
    parse_places,
)
from printkit.pieces.pages import Page
from printkit.pieces.protocols import ImposedPages
from tests.support.raster import CAPTION, layer, toys

A4 = paper_sizes.paper("a4")
FLAG = "flag.svg#M 0 0 L 1000 200 L 1000 1100 L 500 1396.83 L 0 1396.83 Z"
SIDES = {CIRCLE: (63.0, 63.0)}
every_shape = pytest.mark.parametrize("shape", [*CARD_SHAPES, "rounded r6", FLAG])
every_turn = pytest.mark.parametrize("mode", ["long", "short", "fold"])


def sheets_of(shape: str, count: int, **wishes: Any) -> ImposedPages:
    pieces = toys(count, *SIDES.get(shape, (63.0, 88.0)))
    spec = SheetSpec(A4, **wishes)
    return impose_cards([replace(piece, shape=shape) for piece in pieces], spec, CAPTION)


def edges_of(cells: list[Rect], shape: str) -> list[tuple[tuple[float, float], ...]]:
    """Return the slanted edges of shapes, each as its lower end and its upper end."""
    corners = [shape_corners(cell, shape) for cell in cells]
    pairs = [pair for ring in corners for pair in pairwise([*ring, ring[0]])]
    return [
        pair for pair in pairs if abs(pair[0][0] - pair[1][0]) > 1 < abs(pair[0][1] - pair[1][1])
    ]


Ring = list[tuple[float, float]]


@every_shape
@every_turn
def test_backs_coincide_with_their_fronts(shape: str, mode: str) -> None:
    """Seen through the paper, each cut line of a back is that of a front."""
    pages = sheets_of(shape, 4, duplex=mode).pages
    front, back = cut_rings(pages[0], back=False), cut_rings(pages[-1], back=True)
    assert len(front) == len(back) == 4
    media, fold = pages[0].media, pages[0].media.h / 2
    for ring in back:
        if mode == "fold":
            seen = [(x, 2 * fold - y) for x, y in ring]
        elif (mode == "short") == (media.w > media.h):
            seen = [(media.w - x, y) for x, y in ring]
        else:
            seen = [(x, media.h - y) for x, y in ring]
        assert min(deviation(seen, other) for other in front) < 0.02
    if shape == FLAG:  # it is not its own mirror image
        assert min(deviation(front[0], other) for other in back) > 1


def cut_rings(page: Page, *, back: bool) -> list[Ring]:
    """Return the points of the cut lines of a side of the cards."""
    lines = zip(layer(page, "cut").items, page.cells, strict=True)
    paths = [item.data for item, cell in lines if cell.back == back and isinstance(item, Path)]
    return [[point for part in flatten(path, 8) for point in part] for path in paths]


def deviation(ring: Ring, other: Ring) -> float:
    """Return the greatest distance of the points of a ring from those of another."""
    return max(min(math.dist(point, one) for one in other) for point in ring)


@given(st.integers(1, 20), st.sampled_from(["a4", "letter", "a3"]), st.floats(0, 5))
@settings(max_examples=12, deadline=None)
def test_nested_hexagons_share_cuts_without_overlap(count: int, paper: str, gap: float) -> None:
    gap = 0.0 if gap < 1 else gap
    pieces = [replace(piece, shape=ELONGATED) for piece in toys(count, 63.0, 88.0)]
    spec = SheetSpec(paper_sizes.paper(paper), gap=gap)
    for page in impose_cards(pieces, spec, CAPTION).pages[::2]:
        cells = [cell.trim for cell in page.cells]
        for i, cell in enumerate(cells):
            assert page.media.inset(spec.margin).contains(cell)
            assert not any(cell.inset(0.01).intersects(other) for other in cells[i + 1 :])
        cuts, edges = slanted_cuts(cells, ELONGATED), edges_of(cells, ELONGATED)
        assert len(edges) == 4 * len(cells)
        for edge in edges:  # every edge is on exactly one cut
            assert sum(all(is_on(point, cut) for point in edge) for cut in cuts) == 1
        for start, end in cuts:  # and no cut runs through a card
            middles = [(start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
                       for t in (0.1, 0.3, 0.7, 0.9)]  # fmt: skip
            assert not any(is_inside(point, cell) for point in middles for cell in cells)


def is_on(point: tuple[float, float], cut: tuple[tuple[float, float], ...]) -> bool:
    start, end = cut
    return abs(math.dist(start, point) + math.dist(point, end) - math.dist(start, end)) < 1e-3


def is_inside(point: tuple[float, float], cell: Rect) -> bool:
    """Return True for a point more than 0.1 mm inside an elongated hexagon."""
    (cx, cy), (x, y) = cell.centre, point
    half = cell.w / 2 - abs(y - cy) / (cell.h / 2) * cell.w * 11.5 / 63
    return abs(y - cy) < cell.h / 2 - 0.1 and abs(x - cx) < half - 0.1


def test_full_sheet_of_hexagons_counts_shared_cuts() -> None:
    """Nine cards: four level cuts; in each of three rows four slanted ones in each direction."""
    assert sheets_of(ELONGATED, 9).cuts == 4 + 3 * 2 * 4
    assert sheets_of("hexagon", 9).cuts == 4 + 4 + 9 * 4
    assert sheets_of(CIRCLE, 3).cuts == 2 + 4 + 3


@every_shape
@pytest.mark.parametrize("marks", HAND_MARKS)
def test_marks_are_on_paper_and_outside_cards(shape: str, marks: str) -> None:
    if marks == CORNER_MARKS and "r6" not in shape and shape in (CIRCLE, FLAG):
        with pytest.raises(UsageError, match="without corners"):
            sheets_of(shape, 5, marks=marks)
        return
    page = sheets_of(shape, 5, marks=marks).pages[0]
    drawn = [one for one in page.layers if one.name == "marks" and one.visible]
    assert len(drawn) == (1 if marks == CUT_MARKS else 2)
    paths = [item for item in drawn[-1].items if isinstance(item, Path)]
    area = page.media.inset(4.9)
    assert all(area.contains(path.data.box()) for path in paths)
    assert bool(paths) == (marks != CUT_MARKS)
    if marks == OUTLINE_MARKS:
        whole = sum((card_outline(cell.trim, shape).coords for cell in page.cells), ())
        assert paths[0].data.coords == pytest.approx(whole)
    if marks == FULL_MARKS:
        lengths = paths[0].data.coords
        level = [(a, c) for a, b, c, d in zip(*[iter(lengths)] * 4, strict=True) if b == d]
        assert level
        block = [cell.trim for cell in page.cells]
        assert all(
            a < min(c.x for c in block) and b > max(c.right for c in block) for a, b in level
        )


@pytest.mark.parametrize(("length", "drawn"), [(None, 4.0), (2.0, 2.0), (9.0, 9.0)])
def test_corner_marks_have_chosen_length(length: float | None, drawn: float) -> None:
    page = sheets_of("rounded", 4, marks=CORNER_MARKS, mark_length=length).pages[0]
    (_, marks) = [one for one in page.layers if one.name == "marks"]
    line = marks.items[0]
    assert isinstance(line, Path)
    ends = zip(*[iter(line.data.coords)] * 4, strict=True)
    assert {round(math.dist(one[:2], one[2:]), 2) for one in ends} == {drawn}


@every_turn
def test_left_places_stay_free(mode: str) -> None:
    whole = sheets_of("rounded", 30, duplex=mode)
    places = [cell.trim for cell in whole.pages[0].cells if not cell.back]
    sheets = sheets_of("rounded", 30, duplex=mode, skip=2, left_free=(1, 4))
    fronts = [[cell.trim for cell in page.cells if not cell.back] for page in sheets.pages]
    first, second = [page for page in fronts if page][:2]
    assert first == [*places[2:3], *places[4:]]
    assert second[: len(places) - 2] == [*places[1:3], *places[4:]][: len(second)]
    assert sum(map(len, fronts)) == 30


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"left_free": (40,)}, "no place 40"),
        ({"left_free": tuple(range(1, 10))}, "No free place is left on a sheet"),
        ({"skip": 50}, "No free place is left on the first sheet"),
    ],
)
def test_impossible_places_are_explained(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        sheets_of("rounded", 3, **wishes)


def test_list_of_places_is_read() -> None:
    assert parse_places(" 4, 1,4 ") == "1,4"


def test_card_without_back_leaves_its_place_blank() -> None:
    one, two, three = toys(3, 63.0, 88.0)
    front, back = impose_cards([one, replace(two, back=None), three], SheetSpec(A4), CAPTION).pages
    assert [cell.piece.id for cell in front.cells] == [one.id, two.id, three.id]
    assert [cell.piece.id for cell in back.cells] == [one.id, three.id]
    width = front.media.w
    seen = [cell.trim._replace(x=width - cell.trim.right) for cell in back.cells]
    assert seen == [front.cells[0].trim, front.cells[2].trim]
