"""Cut-outs: small pieces do not touch, straight cuts free them, fronts and backs coincide.

The tests compute hexagons, circles and cuts with their own plane geometry instead of printkit's
grids.
"""

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, scaling, translation
from printkit.base.paper_sizes import label_sheet, label_sheet_names
from printkit.components.tokens import BOX, HEX, ROUND, SHAPES, TokenShape, label_shape, token_shape
from printkit.graphics.display_list import Path, Use
from printkit.graphics.path import PathData
from printkit.imposition import cutouts
from printkit.imposition.cutouts import (
    CUT_TOOL,
    KNIFE,
    PUNCH,
    CutoutSpec,
    impose_cutouts,
    impose_stickers,
)
from printkit.imposition.grid import HexGrid, SheetSpec, margin_strips
from printkit.imposition.sheets import sticker_pages
from printkit.pieces.pages import Page
from printkit.pieces.product import Piece
from printkit.pieces.protocols import ImposedPages
from tests.imposition.test_contract import backs_astray
from tests.support.decks import facts
from tests.support.raster import CAPTION, layer, segments, toys, within
from tests.support.walk import HAIRLINE, Leaf, ink_box, leaves, sampled, tight

CASES = facts(__file__, "cases")

MODES = ("long", "short", "fold")
Points = np.ndarray[Any, Any]


def deck(count: int, shape: TokenShape) -> list[Piece]:
    """Return pieces of one colour on both sides, drawn 5 mm past the trim."""
    own = {"outline": shape.outline(), "safe_margin": shape.safe}
    pieces = toys(count, shape.width, shape.height, families=count)
    return [replace(piece, **own) for piece in pieces]


def spec_of(kind: str, cut: str = KNIFE, paper: str = "a4", **wishes: Any) -> CutoutSpec:
    return CutoutSpec(SheetSpec(paper_sizes.paper(paper), **wishes), cut, kind == HEX)


def impose(count: int, kind: str, size: float, spec: CutoutSpec) -> ImposedPages:
    return impose_cutouts(deck(count, token_shape(kind, size)), spec, CAPTION)


def placed(page: Page, *, back: bool = False) -> list[tuple[Use, PathData]]:
    """Return the drawings of one side of a page with the visible part of each."""
    found = []
    for group, cell in zip(layer(page, "art").items, page.cells, strict=True):
        (use,) = group.items
        assert use.symbol is cell.symbol
        if cell.back == back:
            found.append((use, group.clip))
    return found


def centre(use: Use) -> tuple[float, float]:
    return use.matrix.e, use.matrix.f


def outlines(page: Page) -> list[PathData]:
    """Return the outlines that a cutting machine would cut."""
    found = []
    for item in layer(page, "cut").items:
        found.append(item.data)
    return found


def points(data: PathData, steps: int = 8) -> Points:
    found: Points = sampled(data, steps).reshape(-1, 2)
    return found


def holds(kind: str, size: float, at: tuple[float, float], p: Points, slack: float) -> Points:
    """Return which points are inside a token's outline, or outside it by at most a distance."""
    d = p - np.array(at)
    if kind == ROUND:
        inside: Points = np.hypot(d[:, 0], d[:, 1]) <= size / 2 + slack
        return inside
    normals = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (30, 90, 150)]
    far = np.abs(d @ np.array(normals).T).max(axis=1)
    within_all: Points = far <= size / 2 + slack
    return within_all


# --- every piece has its place -------------------------------------------------------------------


GRIDS = st.tuples(
    st.sampled_from(SHAPES),
    st.sampled_from(CUT_TOOL.known()),
    st.floats(12, 60),
    st.sampled_from(["a4", "letter", "a3", "legal", "a5"]),
    st.sampled_from(MODES),
    st.sampled_from([0.0, 2.0, 3.5]),
    st.integers(1, 40),
)


@settings(max_examples=60, deadline=None)
@given(GRIDS)
def test_cutouts_do_not_overlap_and_backs_coincide(
    wish: tuple[str, str, float, str, str, float, int],
) -> None:
    kind, cut, size, paper, mode, bleed, count = wish
    spec = spec_of(kind, cut, paper, duplex=mode, bleed=bleed)
    try:
        pieces = deck(count, token_shape(kind, size))
        sheets = impose_cutouts(pieces, spec, CAPTION)
    except PrintkitError:
        assert paper == "a5" or size > 40, "a token of that size fits on that paper"
        return
    assert len(sheets.pages) == (1 if mode == "fold" else 2) * sheets.sheets
    for page in sheets.pages:
        assert crowded(page, kind, size, spec) == []
    imposed = ImposedPages(sheets.pages, sheets.sheets, 0, mode, mode == "fold")
    assert [*backs_astray(imposed, pieces)] == []


def crowded(page: Page, kind: str, size: float, spec: CutoutSpec) -> list[str]:
    """Return the errors in the places of a page and in the extent of their print."""
    wrong = []
    area, bleed = page.media.inset(spec.sheet.margin), spec.sheet.bleed
    own = [*placed(page), *placed(page, back=True)]
    seen = [points(clip) for _, clip in own]
    for (use, clip), drawn in zip(own, seen, strict=True):
        if not within(area, tight(clip), 1e-3):
            wrong.append("out of the printer's reach")
        if not holds(kind, size, centre(use), drawn, bleed * 1.2 + size * 2e-4).all():
            wrong.append("too much bleed")
    for one, other in combinations(range(len(own)), 2):
        at, there = centre(own[one][0]), centre(own[other][0])
        gap = math.dist(at, there) - size
        if gap > size:
            continue
        apart = 0.0
        if kind == ROUND or spec.cut == PUNCH:
            apart = 2.0 if spec.cut == KNIFE else 6.0
        if gap < apart - 1e-6:
            wrong.append("too close")
        # No print of a neighbour inside a piece, except at its edge.
        pairs = ((at, seen[other]), (there, seen[one]))
        if any(holds(kind, size, middle, print_, -2e-3).any() for middle, print_ in pairs):
            wrong.append("printed over")
    return wrong


def test_crowding_check_detects_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    def grown(cell: Rect, bleed: float) -> PathData:
        """Return a hexagon with its whole bleed, including the tips."""
        to = scaling((cell.h + 2 * bleed) / cell.h).then(translation(*cell.centre))
        return token_shape(HEX, cell.h).outline().transformed(to)

    spec = spec_of(HEX)
    assert crowded(impose(9, HEX, 30, spec).pages[0], HEX, 30, spec) == []
    assert "too close" in crowded(impose(9, HEX, 30, spec).pages[0], HEX, 35, spec)
    assert "too much bleed" in crowded(impose(9, HEX, 30, spec).pages[0], HEX, 28, spec)
    monkeypatch.setattr(cutouts, "bleed_outline", grown)
    assert "printed over" in crowded(impose(9, HEX, 30, spec).pages[0], HEX, 30, spec)
    wide = replace(spec, sheet=replace(spec.sheet, margin=60.0))
    assert "out of the printer's reach" in crowded(impose(9, HEX, 30, spec).pages[0], HEX, 30, wide)


# --- cuts ----------------------------------------------------------------------------------------


def edges(data: PathData) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the sides of a polygon."""
    corners = [(data.coords[at], data.coords[at + 1]) for at in range(0, len(data.coords), 2)]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def line_of(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Return a line as its direction (degrees, 0 to 180) and its distance from the origin."""
    way = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 180
    way = 0.0 if way > 179.999 else way
    normal = math.radians(way + 90)
    return round(way, 2), round(a[0] * math.cos(normal) + a[1] * math.sin(normal), 2)


def mark_lines(page: Page) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the marks on a page: its lines, except the ruler and the ticks of punches."""
    found = []
    for leaf in leaves(layer(page, "marks").items):
        path = leaf.item
        if not isinstance(path, Path) or path.stroke is None or leaf.matrix != Matrix():
            continue
        if path.stroke.colour.hex != "#1a1a1a" or path.stroke.dash:
            continue
        c = path.data.coords
        found += [((c[i], c[i + 1]), (c[i + 2], c[i + 3])) for i in range(0, len(c), 4)]
    return found


@pytest.mark.parametrize("short", [0, 1])
@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_hexagon_grid_fills_its_block(columns: int, rows: int, short: int) -> None:
    block = Rect(0.0, 0.0, 10.0 * columns + 5.0 * (1 - short), 8.0 * rows)
    grid = HexGrid(block, block, columns, rows, 10.0, 8.0, 0.0, block, None, short=short)
    inside = [n for n in range(40) if block.contains(grid.cell(n), 1e-9)]
    assert inside == list(range(grid.capacity))


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("size", [15.0, 25.0, 30.0, 41.5])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("count", [1, 8, 23, 200])
def test_straight_cuts_free_all_hexagons(paper: str, size: float, count: int) -> None:
    sheets = impose(count, HEX, size, spec_of(HEX, paper=paper))
    total = 0
    for page in sheets.pages[::2]:
        hexes = outlines(page)
        lines = {line_of(*edge) for one in hexes for edge in edges(one)}
        # Places that differ only by rounding are one cut.
        lines = {a for a in lines if (a[0], round(a[1] - 0.01, 2)) not in lines}
        assert {way for way, _ in lines} == {0.0, 60.0, 120.0}
        # No cut runs through a hexagon.
        corners = [points(one, 1) for one in hexes]
        for way, place in lines:
            normal = np.array([math.cos(math.radians(way + 90)), math.sin(math.radians(way + 90))])
            for one in corners:
                across = one @ normal - place
                assert across.max() < 0.02 or across.min() > -0.02
        # Each cut has marks at both ends, unless there is no space for one.
        marked = [line_of(*mark) for mark in mark_lines(page)]
        assert {mark for mark in marked if not _known(mark, lines)} == set()
        twice = sum(sum(_near(line, mark) for mark in marked) == 2 for line in lines)
        assert twice >= 0.85 * len(lines)
        total += len(lines)
    assert sheets.cuts == total


def _near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    # The direction of a short mark is known to a tenth of a milliradian, 0.04 mm on A3.
    return abs(one[0] - other[0]) < 0.02 and abs(one[1] - other[1]) < 0.05


def _known(mark: tuple[float, float], lines: Iterable[tuple[float, float]]) -> bool:
    return any(_near(mark, line) for line in lines)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("cut", CUT_TOOL.known())
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cutout_marks_are_in_the_margin(kind: str, cut: str, mode: str, paper: str) -> None:
    spec = spec_of(kind, cut, paper, duplex=mode)
    sheets = impose(60, kind, 30, spec)
    plan = cutouts._choose_layout(deck(1, token_shape(kind, 30))[0], spec)
    free = margin_strips(plan.grid, 0.0)
    assert free is not None
    for page in sheets.pages:
        area = page.media.inset(spec.sheet.margin)
        marks = mark_lines(page)
        assert len(marks) >= 8
        boxes = [Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
                 for (x0, y0), (x1, y1) in marks]  # fmt: skip
        printed = [tight(clip) for _, clip in (*placed(page), *placed(page, back=True))]
        for box in boxes:
            assert within(area, box)
            assert not any(box.inset(-0.05).intersects(other) for other in (free.label, free.ruler))
            assert not any(box.intersects(other) for other in printed)
            assert max(box.w, box.h) > 0.5


@pytest.mark.parametrize(("kind", "cut", "size", "held"), CASES["held"])
def test_a4_sheet_capacity_matches_table(kind: str, cut: str, size: float, held: int) -> None:
    sheets = impose(held, kind, size, spec_of(kind, cut))
    assert sheets.sheets == 1
    assert impose(held + 1, kind, size, spec_of(kind, cut)).sheets == 2
    assert sheets.pages[0].cards == held


def test_round_cuts_add_to_straight_cuts() -> None:
    for cut, columns, rows in ((KNIFE, 6, 8), (PUNCH, 5, 7)):
        held = columns * rows
        assert impose(held, ROUND, 30, spec_of(ROUND, cut)).cuts == columns + 1 + rows + 1 + held
    assert impose(1, ROUND, 30, spec_of(ROUND)).cuts == 5


def test_punched_tokens_have_ticks_beyond_their_bleed() -> None:
    page = impose(35, ROUND, 30, spec_of(ROUND, PUNCH, bleed=3.0)).pages[0]
    own = placed(page)
    for use, clip in own:
        reach = np.hypot(*(points(clip) - np.array(centre(use))).T)
        assert reach == pytest.approx(16.5, abs=0.01)
    ticks = [
        leaf.item
        for leaf in leaves(layer(page, "marks").items)
        if isinstance(leaf.item, Path)
        and leaf.item.stroke
        and leaf.item.stroke.colour.hex == "#8c8c8c"
    ]
    (tick,) = ticks
    lines = [rect for _, rect in segments([tick])]
    assert len(lines) == 4 * 35
    for rect in lines:
        (x, y), away = rect.centre, []
        for use, _ in own:
            dx, dy = abs(x - use.matrix.e), abs(y - use.matrix.f)
            away.append(math.hypot(dx, dy))
            assert away[-1] > 16.5 + max(rect.w, rect.h) / 2
        # It points to the middle of the nearest one.
        near = own[int(np.argmin(away))][0]
        assert min(abs(x - near.matrix.e), abs(y - near.matrix.f)) < 1e-6


def test_cutting_hairlines_are_on_fronts_only() -> None:
    for kind in SHAPES:
        front, back = impose(5, kind, 30, spec_of(kind)).pages
        guides = layer(front, "corners")
        assert guides.visible
        white, black = (leaf.item for leaf in leaves(guides.items))
        assert white.data == black.data
        assert white.data.coords == sum((one.coords for one in outlines(front)), ())
        for line in (white.stroke, black.stroke):
            assert line is not None
            assert line.width >= HAIRLINE
        assert layer(back, "corners").items == ()
        (folded,) = impose(5, kind, 30, spec_of(kind, duplex="fold")).pages
        (one, _) = (leaf.item for leaf in leaves(layer(folded, "corners").items))
        assert one.data.steps.count("Z") == 5
        for corners in (False, True):  # a punch needs none
            page = impose(5, kind, 30, spec_of(kind, PUNCH, corners=corners)).pages[0]
            assert layer(page, "corners").visible == corners


@pytest.mark.parametrize("gap", [0.0, 4.0, 9.0])
def test_gap_separates_rounds(gap: float) -> None:
    for cut, least in ((KNIFE, 2.0), (PUNCH, 6.0)):
        page = impose(4, ROUND, 30, spec_of(ROUND, cut, gap=gap)).pages[0]
        one, two = (centre(use) for use, _ in placed(page)[:2])
        assert math.dist(one, two) == pytest.approx(30 + max(gap, least))


@pytest.mark.parametrize("kind", SHAPES)
def test_proof_shows_cut_and_safe_lines(kind: str) -> None:
    for proof in (False, True):
        page = impose(3, kind, 30, spec_of(kind, proof=proof)).pages[0]
        cut, safe = layer(page, "cut"), layer(page, "safe")
        assert cut.visible == safe.visible == proof
        for edge, inner in zip(cut.items, safe.items, strict=True):
            assert tight(inner.data).h == pytest.approx(tight(edge.data).h - 6, abs=0.01)
            assert edge.data.steps.endswith("Z")


@pytest.mark.parametrize(("kind", "cut"), [(k, c) for k in SHAPES for c in CUT_TOOL.known()])
def test_oversized_token_error_names_the_option(kind: str, cut: str) -> None:
    with pytest.raises(PrintkitError) as refused:
        impose(3, kind, 140, spec_of(kind, cut, "a5"))
    assert "A token of" in refused.value.message
    assert "--token-size" in (refused.value.hint or "")
    with pytest.raises(PrintkitError, match="margin of 120 mm"):
        impose(3, kind, 30, spec_of(kind, cut, margin=120.0))
    with pytest.raises(PrintkitError, match="nothing to cut out"):
        impose_cutouts([], spec_of(kind, cut), CAPTION)


# --- labels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", label_sheet_names())
@pytest.mark.parametrize("wish", [(None, None), (None, 8.0), (HEX, None)])
def test_stickers_stay_on_their_labels(name: str, wish: tuple[str | None, float | None]) -> None:
    sheet = label_sheet(name)
    shape = label_shape(sheet, *wish)
    pieces = [replace(piece, copies=2) for piece in deck(3, shape)]
    drawings = impose_stickers(pieces, backs=True, cut_out=wish != (None, None))
    names = [drawing.key for drawing in drawings]
    assert names[:4] == ["sticker-face-0", "sticker-back-0"] * 2
    assert len(names) == 12
    assert len({id(drawing) for drawing in drawings}) == 6
    (page,) = sticker_pages(drawings, sheet, 1, (0, 0), proof=False, title="t")
    margin = 1.0 if sheet.height < 12 else 1.5
    for at, item in enumerate(layer(page, "art").items):
        for leaf in leaves([item]):
            box = ink_box(leaf)
            assert box is not None
            assert within(sheet.cell(at), box)
            if wish == (None, None):
                assert within(sheet.cell(at).inset(margin), box, 0.01)
            if sheet.round:
                _in_circle(leaf, sheet.cell(at))
    assert shape.kind == (wish[0] or (ROUND if wish[1] or sheet.round else BOX))


def _in_circle(leaf: Leaf, cell: Rect) -> None:
    """Assert that the line of a clip or path is inside the round label."""
    if isinstance(leaf.item, Path) and leaf.item.stroke is not None:
        p = points(leaf.item.data.transformed(leaf.matrix)) - np.array(cell.centre)
        assert np.hypot(*p.T).max() <= cell.w / 2


def test_stickers_without_backs_have_fronts_only() -> None:
    drawings = impose_stickers(deck(3, token_shape(ROUND, 30)), backs=False, cut_out=False)
    assert [one.key for one in drawings] == [f"sticker-face-{at}" for at in range(3)]


def test_token_larger_than_its_label_is_rejected() -> None:
    with pytest.raises(PrintkitError, match=r"which allow at most 35\.1 mm"):
        label_shape(label_sheet("8293"), None, 36.0)
    with pytest.raises(PrintkitError, match=r"which allow at most 30\.3 mm"):
        label_shape(label_sheet("8293"), HEX, 31.0)
    assert label_shape(label_sheet("8293"), HEX, 30.0).width <= 35.1
    assert label_shape(label_sheet("22805"), HEX, 30.0).width <= 35.1


# --- shapes --------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([ROUND, HEX, BOX]), st.floats(12, 80), st.floats(0, 5), st.floats(-1.0, 1.0))
def test_chord_is_as_wide_as_the_shape(kind: str, size: float, inset: float, at: float) -> None:
    shape = token_shape(kind, size) if kind != BOX else TokenShape(BOX, 2 * size, size, 1.0)
    y = at * (size / 2 - inset)
    chord = shape.chord(y, inset)
    if kind != BOX:
        for side in (-1, 1):
            end = np.array([[side * chord / 2, y]])
            assert holds(kind, size, (0, 0), end, -inset + 1e-6).all()
            if chord > 1:
                beyond = end + np.array([[side * 0.01, 0]])
                assert not holds(kind, size, (0, 0), beyond, -inset).any()
    else:
        assert chord == pytest.approx(2 * size - 2 * inset) or abs(y) >= size / 2 - inset
    edge = points(shape.outline(inset), 4)
    assert abs(edge[:, 1]).max() == pytest.approx(size / 2 - inset, abs=0.01)
    if kind != BOX:
        assert holds(kind, size, (0, 0), edge, -inset + 0.03 * size / 100 + 1e-3).all()
