"""The grid of a sheet: cells are separate, centred, printable, and as many as possible."""

import re
from itertools import combinations, islice, product
from math import ceil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.imposition.grid import (
    MARK_OFFSET,
    MIN_MARK,
    SheetGrid,
    SheetSpec,
    find_grid,
    grid_candidates,
    margin_strips,
    tell_lost_room,
)
from printkit.imposition.marks import crop_marks, cut_lines
from tests.support.decks import facts
from tests.support.raster import overlap, segments, within

CASES = facts(__file__, "cases")

PAPERS, CARDS = paper_sizes.paper_names(), paper_sizes.card_names()
MODES = ("long", "short", "fold", "none")
GAPS, BLEEDS = (0.0, 2.0, 5.0), (0.0, 2.0, 3.0)
SLACK = 1e-6


def cells(grid: SheetGrid) -> list[Rect]:
    return [grid.cell(at) for at in range(grid.capacity)]


def is_sound(spec: SheetSpec, grid: SheetGrid, width: float, height: float) -> None:
    """Check the requirements of every grid."""
    paper = {(spec.paper.w, spec.paper.h), (spec.paper.h, spec.paper.w)}
    assert (grid.media.x, grid.media.y) == (0, 0)
    assert (grid.media.w, grid.media.h) in paper
    area = Rect(
        spec.margin, spec.margin, grid.media.w - 2 * spec.margin, grid.media.h - 2 * spec.margin
    )
    assert grid.printable == pytest.approx(area)
    front = cells(grid)
    assert len(front) >= 1
    assert all((c.w, c.h) == (width, height) for c in front)
    centre = grid.media.w / 2
    left, right = min(c.x for c in front), max(c.x + c.w for c in front)
    assert left + right == pytest.approx(2 * centre)
    head, foot = min(c.y for c in front), max(c.y + c.h for c in front)
    every = list(front)
    if spec.duplex == "fold":
        assert grid.fold == pytest.approx(grid.media.h / 2)
        assert grid.fold - foot >= max(2.0, spec.bleed, spec.gap / 2) - SLACK
        mirrored = [Rect(c.x, 2 * grid.fold - c.y - c.h, c.w, c.h) for c in front]
        pairs = zip(map(grid.folded, front), mirrored, strict=True)
        assert all(within(a, b) and within(b, a) for a, b in pairs)
        every += mirrored
    else:
        assert grid.fold is None
        assert head + foot == pytest.approx(grid.media.h)
    for cell in every:
        assert within(area, cell)
    margin = margin_strips(grid, spec.bleed)
    assert margin is not None
    # Beyond the bleed and the shortest marks: label and ruler cover neither.
    reach = spec.bleed + MARK_OFFSET + MIN_MARK
    cells_and_marks = grid.all_cells.inset(SLACK - reach)
    for strip in (margin.label, margin.ruler):
        assert within(area, strip)
        assert not overlap(strip, cells_and_marks), "label and ruler keep off the marks"
    assert not overlap(margin.label, margin.ruler)
    for one, other in combinations(every, 2):
        assert not overlap(one, other)
        apart_x = max(one.x, other.x) - min(one.right, other.right)
        apart_y = max(one.y, other.y) - min(one.bottom, other.bottom)
        assert max(apart_x, apart_y) >= spec.gap - SLACK


def found(spec: SheetSpec, width: float, height: float) -> SheetGrid | PrintkitError:
    """Return the grid, or the error."""
    try:
        return find_grid(spec, width, height)
    except PrintkitError as error:
        return error


def simple_count(spec: SheetSpec, width: float, height: float) -> int:
    """Return the most cards of any centred block, in either orientation, that leaves a plain
    margin strip.

    The strip is ample: marks, then a label above a ruler, at the bottom or along a side. Half a
    millimetre is given away, so that a grid by the same rules always does at least as well.
    """
    deep, long = spec.bleed + 1.8 + 2.4 + 0.6 + 3.6 + 0.5, 106.5
    best = 0
    for w, h in ((spec.paper.w, spec.paper.h), (spec.paper.h, spec.paper.w)):
        area_w, area_h = w - 2 * spec.margin, h - 2 * spec.margin
        most_columns, most_rows = int(area_w / width) + 1, int(area_h / height) + 1
        for columns, rows in product(range(1, most_columns), range(1, most_rows)):
            block_w = columns * width + (columns - 1) * spec.gap
            block_h = rows * height + (rows - 1) * spec.gap
            if spec.duplex == "fold":
                block_h = 2 * (block_h + max(spec.bleed, spec.gap / 2, 2.0))
            free_w, free_h = (area_w - block_w) / 2, (area_h - block_h) / 2
            if free_w < 1.2 or free_h < 1.2:  # the minimum for a cut mark
                continue
            if (free_h >= deep and area_w >= long) or (free_w >= deep and area_h >= long):
                best = max(best, columns * rows)
    return best


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("paper", PAPERS)
def test_find_grid_every_card_and_paper_is_sound(paper: str, mode: str) -> None:
    for card, gap, bleed in product(CARDS, GAPS, BLEEDS):
        size = paper_sizes.card(card)
        spec = SheetSpec(paper_sizes.paper(paper), gap=gap, bleed=bleed, duplex=mode)
        least = simple_count(spec, size.w, size.h)
        grid = found(spec, size.w, size.h)
        if isinstance(grid, PrintkitError):
            assert least == 0, f"{card}, gap {gap}, bleed {bleed}: {grid}"
            assert paper in str(grid)
            assert grid.hint
            continue
        is_sound(spec, grid, size.w, size.h)
        assert grid.capacity >= least, f"{card}, gap {gap}, bleed {bleed}"


@settings(max_examples=80, deadline=None)
@given(
    paper=st.tuples(st.floats(60, 500), st.floats(60, 500)),
    card=st.tuples(st.floats(20, 200), st.floats(20, 200)),
    gap=st.floats(0, 12),
    bleed=st.floats(0, 6),
    margin=st.floats(0, 20),
    mode=st.sampled_from(MODES),
)
def test_find_grid_any_card_and_paper_is_sound(
    paper: tuple[float, float],
    card: tuple[float, float],
    gap: float,
    bleed: float,
    margin: float,
    mode: str,
) -> None:
    spec = SheetSpec(Size("mine", *paper), gap=gap, bleed=bleed, margin=margin, duplex=mode)
    grid = found(spec, *card)
    if isinstance(grid, PrintkitError):
        assert simple_count(spec, *card) == 0
        assert grid.hint
        return
    is_sound(spec, grid, *card)
    assert grid.capacity >= simple_count(spec, *card)


@pytest.mark.parametrize(("paper", "card", "columns", "rows", "landscape"), CASES["sheets"])
def test_known_sheets_hold_their_usual_number(
    paper: str, card: str, columns: int, rows: int, landscape: bool
) -> None:
    size = paper_sizes.card(card)
    grid = find_grid(SheetSpec(paper_sizes.paper(paper)), size.w, size.h)
    assert (grid.columns, grid.rows, grid.landscape) == (columns, rows, landscape)
    assert grid.capacity == columns * rows


def test_cards_that_fit_exactly_are_kept() -> None:
    around = 2 * (5 + MIN_MARK)
    for gap in (0.0, 0.1, 3.0):
        size = Size("mine", around + 3 * 63.5 + 2 * gap, around + 2 * 88.9 + gap)
        grid = next(grid_candidates(SheetSpec(size, gap=gap, margin=5), 63.5, 88.9))
        assert (grid.columns, grid.rows) == (3, 2)
        tight = Size("mine", size.w - 0.01, size.h)
        grid = next(grid_candidates(SheetSpec(tight, gap=gap, margin=5), 63.5, 88.9))
        assert (grid.columns, grid.rows) == (2, 2)


def test_portrait_is_preferred_when_counts_are_equal() -> None:
    grid = find_grid(SheetSpec(paper_sizes.paper("a4")), 70, 70)
    assert not grid.landscape


@pytest.mark.parametrize(
    ("paper", "wishes", "card", "reason"),
    [
        ("a4", {}, (250, 350), r"250 × 350 mm.*(210 × 297|a4).*--paper"),
        ("a5", {"duplex": "fold"}, (70, 120), "twice, front and back"),
        ("a4", {"margin": 105}, (10, 10), "margin of 105 mm.*--margin"),
    ],
)
def test_oversized_card_error_names_the_sizes(
    paper: str, wishes: dict[str, Any], card: tuple[float, float], reason: str
) -> None:
    with pytest.raises(PrintkitError, match=reason):
        find_grid(SheetSpec(paper_sizes.paper(paper), **wishes), *card)


# --- cards that would fit inside the margins ------------------------------------------------------

PRODUCT = product(PAPERS, CARDS, (0.0, 2.0, 4.0), (0.0, 2.0, 3.0), (3.0, 5.0, 10.0), MODES)


def bare_count(spec: SheetSpec, width: float, height: float) -> int:
    """Return the number of cards that fit inside the margins with nothing else."""
    best = 0
    for w, h in ((spec.paper.w, spec.paper.h), (spec.paper.h, spec.paper.w)):
        free_w, free_h = w - 2 * spec.margin + spec.gap, h - 2 * spec.margin + spec.gap
        if spec.duplex == "fold":
            free_h = h / 2 - spec.margin - max(spec.bleed, spec.gap / 2, 2.0) + spec.gap
        columns, rows = (
            int((free + SLACK) / (side + spec.gap))
            for free, side in ((free_w, width), (free_h, height))
        )
        best = max(best, max(columns, 0) * max(rows, 0))
    return best


def test_lost_cards_are_reported_with_correct_advice() -> None:
    """In every fifth layout, marks are long enough to see; if a bare grid holds more cards, a
    sentence says so.

    Its advice is correct.
    """
    told = advised = 0
    for paper, card, gap, bleed, margin, mode in islice(PRODUCT, 0, None, 5):
        spec = SheetSpec(paper_sizes.paper(paper), gap, bleed, margin, mode)
        size, count = paper_sizes.card(card), 1000
        grid = found(spec, size.w, size.h)
        if isinstance(grid, PrintkitError):
            continue
        strips = margin_strips(grid, bleed)
        assert strips is not None
        marks = crop_marks(grid, cut_lines(cells(grid)), bleed, strips)
        lengths = [max(line.w, line.h) for _, line in segments(marks)]
        assert min(lengths) >= MIN_MARK - SLACK, spec
        lost = tell_lost_room(spec, grid, count)
        sheets, bare = ceil(count / grid.capacity), bare_count(spec, size.w, size.h)
        assert (lost is not None) == (ceil(count / bare) < sheets), (card, spec)
        if lost is None:
            continue
        told += 1
        assert f" {grid.capacity} cards" in lost[0]
        assert f" {bare} would fit" in lost[0]
        if advice := re.match(r"With --(\w+) ([\d.]+)mm there are (\d+) sheets", lost[1]):
            changed = replace(spec, **{advice[1]: float(advice[2])})
            held = find_grid(changed, size.w, size.h).capacity
            assert ceil(count / held) == int(advice[3]) < sheets
            advised += 1
    assert told > 50
    assert told > advised > told / 2


def test_short_ruler_saves_a_row() -> None:
    size = paper_sizes.card("us-mini")
    grid = find_grid(SheetSpec(paper_sizes.paper("a4"), bleed=3.0, margin=3.0), size.w, size.h)
    strips = margin_strips(grid, 3.0)
    assert strips is not None
    assert (grid.capacity, strips.is_whole) == (21, False)


@pytest.mark.parametrize("side", ["left", "right"])
def test_strips_beside_cards_lie_at_the_outer_edge(side: str) -> None:
    """A card of 150 by 280 mm leaves space beside it alone; the inner part is for the marks."""
    grid = find_grid(SheetSpec(paper_sizes.paper("a4")), 150.0, 280.0)
    left = 5.0 if side == "right" else 55.0
    grid = replace(grid, block=grid.block._replace(x=left))
    strips = margin_strips(grid, 0.0)
    assert strips is not None
    edges = {(strip.x, strip.right) for strip in (strips.label, strips.ruler)}
    assert edges == {(5.0, 10.0) if side == "left" else (200.0, 205.0)}
