"""Sheets for cutting machines: published layouts, registration marks, pages without marks."""

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Path
from printkit.imposition import grid as grids
from printkit.imposition.grid import SheetSpec, find_grid
from printkit.pieces.options import CUT_MARKS, NO_MARKS, REGISTRATION
from printkit.pieces.pages import CUT, Page
from printkit.pieces.protocols import ImposedPages
from tests.support.builds import lay_out
from tests.support.decks import facts
from tests.support.raster import clips, layer, toy_sheets, trims, uses, within
from tests.support.walk import ink_box, leaves, overlap, union, visible

FACTS = facts(__file__)
SPEC = SheetSpec(paper_sizes.paper("a4"), gap=1.25, bleed=0.625, marks=REGISTRATION)
POKER = paper_sizes.card("poker")
# The camera's targets are within this distance of the edges at a corner: inset, arm, line.
SEARCHED = 10 + 20 + 0.5
# The printing and cutting area of Cricut's program (6.75 × 9.25 in).
AREA = Size("area", 171.45, 234.95)


def unlike_published(paper: str) -> list[str]:
    """Return the cards whose sheet differs from the published template."""
    found = []
    for card, (turn, columns, rows, length) in FACTS["layouts"][paper].items():
        width, height = FACTS["cards"][card]
        grid = find_grid(replace(SPEC, paper=paper_sizes.paper(paper)), width, height)
        same = (grid.landscape, grid.columns, grid.rows) == (turn == "landscape", columns, rows)
        if not same or grid.arm != pytest.approx(min(length, 20.0), abs=0.2):
            found.append(card)
    return found


@pytest.mark.parametrize("paper", FACTS["layouts"])
def test_registration_sheets_match_published_templates(paper: str) -> None:
    assert unlike_published(paper) == []


def test_changed_clear_square_changes_the_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grids, "_CLEAR_SQUARE", 5.0)
    assert any(unlike_published(paper) for paper in FACTS["layouts"])


def black(page: Page) -> list[tuple[float, ...]]:
    """Return the ink of the camera's targets (left, top, right, bottom)."""
    found = []
    for leaf in leaves(layer(page, "marks").items):
        if isinstance(leaf.item, Path) and leaf.item.stroke and leaf.item.stroke.colour == BLACK:
            box = ink_box(leaf)
            assert box
            found.append((box.x, box.y, box.right, box.bottom))
    return found


def test_registration_marks_match_the_specification() -> None:
    front, back = toy_sheets(8, POKER, SPEC).pages
    square, corners = (leaf for leaf in leaves(layer(front, "marks").items) if is_mark(leaf.item))
    assert (square.item.fill, corners.item.fill) == (BLACK, None)
    first, both = black(front)
    own = FACTS["marks"]
    assert first == pytest.approx(own["square"], abs=0.01)
    whole = (own["lower"][0], own["upper"][1], own["upper"][2], own["lower"][3])
    assert both == pytest.approx(whole, abs=0.01)
    ends = points(corners.item)
    inner = (own["upper"][0], 10), (10, own["lower"][1])
    assert ends[0] == pytest.approx(inner[0], abs=0.01)
    assert ends[-1] == pytest.approx(inner[1], abs=0.01)
    assert black(back) == []


def is_mark(item: object) -> bool:
    return isinstance(item, Path) and bool(item.stroke) and item.stroke.colour == BLACK


def points(item: Path) -> list[tuple[float, float]]:
    coords = iter(item.data.coords)
    return list(zip(coords, coords, strict=True))


def each_sheet(marks: str, gap: float) -> Iterator[tuple[str, SheetSpec, Size, ImposedPages]]:
    """Return a full sheet and a sheet of one card, for papers and cards."""
    papers, cards = ("letter", "a4", "a3", "a5", "tabloid"), ("poker", "us-tarot", "euro-mini")
    for paper, card in product(papers, cards):
        size, spec = paper_sizes.card(card), replace(SPEC, paper=paper_sizes.paper(paper))
        spec = replace(spec, marks=marks, gap=gap, bleed=gap / 2)
        try:
            count = find_grid(spec, size.w, size.h).capacity + 1
        except PrintkitError:
            continue
        yield f"{paper} {card}", spec, size, toy_sheets(count, size, spec)


def ink_near(page: Page) -> Iterator[Rect]:
    """Return other ink near the camera's targets; cards are checked separately."""
    w, h, side = page.media.w, page.media.h, SEARCHED
    corners = [Rect(x, y, side, side) for x, y in ((0, 0), (w - side, 0), (0, h - side))]
    for name in ("marks", "label"):
        for leaf in leaves(layer(page, name).items):
            box = ink_box(leaf)
            if box and not is_mark(leaf.item) and any(map(box.intersects, corners)):
                yield box


@pytest.mark.parametrize("gap", [0.0, 1.25, 4.0])
def test_registration_marks_are_unobstructed(gap: float) -> None:
    seen = 0
    for name, _, size, sheets in each_sheet(REGISTRATION, gap):
        for page in sheets.pages:
            seen += 1
            assert list(ink_near(page)) == [], name
            marks = [Rect(a, b, c - a, d - b) for a, b, c, d in black(page)[:1]]
            assert len(marks) == (not page.back), name
            clear = marks[0].outset(0, 0, 0.9, 0.9) if marks else Rect(0, 0, 0, 0)
            assert not any(clear.intersects(one) for one in trims(page, size.w, size.h)), name
        full, last = sheets.pages[0], sheets.pages[-2]
        assert black(full) == black(last), "a template cuts the last sheet as well"
    assert seen > 40
    (page, *_) = toy_sheets(8, POKER, replace(SPEC, marks=CUT_MARKS)).pages
    assert list(ink_near(page)), "the comparison can fail"


def test_pages_without_marks_contain_cards_only() -> None:
    """A page is as large as its cards with bleed, within the area of the machine."""
    spec = replace(SPEC, paper=AREA, margin=0.0, marks=NO_MARKS, duplex="none")
    pages = toy_sheets(7, POKER, spec).pages
    assert [page.cards for page in pages] == [4, 3]
    for page in pages:
        names = [item.name for item in page.layers]
        assert not {"marks", "label"} & set(names)
        assert page.media == page.bleed
        assert (page.media.x, page.media.y) == (0, 0)
        assert within(Rect(0, 0, AREA.w, AREA.h), page.media)
        found = [leaf for leaf in leaves(layer(page, "art").items) if visible(leaf, "#ffffff")]
        assert within(page.media, union(filter(None, map(ink_box, found))), 0.01)
        lines = leaves(layer(page, CUT).items)
        cut = union(leaf.matrix.bounds(leaf.item.data.box()) for leaf in lines)
        assert cut == pytest.approx(page.trim, abs=1e-3)
        assert cut.centre == pytest.approx(page.media.centre, abs=1e-3)
        assert union(cell.trim for cell in page.cells) == pytest.approx(page.trim, abs=1e-3)


def test_outer_edge_has_its_separate_bleed() -> None:
    """Between cards the bleed ends halfway to the neighbour; at the edge it has the requested
    length.
    """
    spec = SheetSpec(paper_sizes.paper("a4"), gap=1.0, bleed=4.0, inner_bleed=0.25)
    (page, *_) = toy_sheets(9, POKER, spec).pages
    cards = trims(page, POKER.w, POKER.h)
    block, area = union(cards), page.media.inset(5.0)
    for trim, clip in zip(cards, clips(page), strict=True):
        left = 4.0 if trim.x == block.x else 0.25
        above = 4.0 if trim.y == block.y else 0.25
        right = 4.0 if trim.right == block.right else 0.25
        below = 4.0 if trim.bottom == block.bottom else 0.25
        wanted = overlap(trim.outset(left, above, right, below), area)
        assert clip == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("outer", ["0mm", "7mm"])
def test_drawings_reach_the_outer_edge(outer: str) -> None:
    document = lay_out("kessel", gap="2mm", bleed="1mm", outer_bleed=outer, paper="a3")
    page = document.pages[0]
    for use, clip in zip(uses(page), clips(page), strict=True):
        assert within(use.matrix.bounds(use.symbol.box), clip)
    trim = union(cell.trim for cell in page.cells)
    assert page.bleed == pytest.approx(trim.inset(-float(outer.removesuffix("mm"))), abs=1e-3)
