"""Blocks to columns.

All text is kept, every overflow is reported, and the largest fitting size is found.
"""

import math
from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import Item, Path, ShapedText
from printkit.graphics.fonts import TEXT, TEXT_BOLD
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.layout.blocks import (
    Drawing,
    ListItem,
    Paragraph,
    Stack,
    StackPart,
    Unbroken,
    penalise_breaks,
)
from printkit.layout.containers import DottedLeader, FramedBox, LeaderRow, Table, column_widths
from printkit.layout.fit_text import ShapePart, fit_in_shape
from printkit.layout.fitting import (
    ColumnArea,
    FlowCosts,
    Layout,
    any_fit,
    count_columns,
    distribute,
    fill_column,
    filled_height,
    find_best,
    find_largest,
    fit,
    lay_out,
    sizes_between,
)
from printkit.layout.inline import natural_width
from printkit.layout.openings import Atom, _divide, _page_costs
from printkit.layout.records import (
    FORBIDDEN,
    FORCED,
    RAGGED,
    Canvas,
    Overflow,
    Span,
    Strip,
    TextStyle,
)
from tests.support.walk import ink_box, leaves

WORDS = "each player who stays in the hand adds seventeen credits to the sabacc pot at once"
COSTS = FlowCosts(1.0, 1.0, relative=True, evenly=True)
PAGES = FlowCosts(
    4.0,
    40.0,
    stretched=30.0,
    shrunk=160.0,
    sparse=900.0,
    min_units=10,
    section_end=0.3,
    max_unfilled=8.0,
)

texts = st.lists(st.sampled_from(WORDS.split(" ")), min_size=1, max_size=40).map(" ".join)


def style(size: float = 3.0) -> TextStyle:
    return TextStyle(size, 4 / 3 * size, "en", baseline=0.74)


def span(text: str, font: str = TEXT) -> Span:
    return Span(text, font, BLACK)


def paragraph(text: str) -> Paragraph:
    return Paragraph((span(text),), RAGGED)


def stack(own: Sequence[str], **changes: float) -> Stack:
    return Stack(tuple(StackPart(paragraph(text), **changes) for text in own))  # type: ignore[arg-type]


def text_of(items: Sequence[Item]) -> str:
    text = " ".join(item.run.text.strip() for item in items if isinstance(item, ShapedText))
    return text.replace("\u00ad ", "")


def right_edge(items: Sequence[Item]) -> float:
    return max(i.x + i.run.width * i.size / 1000 for i in items if isinstance(i, ShapedText))


def rule(x: float, y: float, width: float, kind: str) -> tuple[Item, ...]:
    return (Path(PathBuilder().move(x, y).line(x + width, y).done()),)


def border(rect: Rect, begins: bool, ends: bool) -> tuple[Item, ...]:
    return (Path(rect_path(rect), fill=Colour(f"#{'0f'[begins]}0{'0f'[ends]}000")),)


# --- columns -------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    own=st.lists(texts, min_size=1, max_size=12),
    columns=st.integers(1, 3),
    height=st.floats(30, 120),
    width=st.floats(60, 150),
)
def test_layout_fits_its_area_and_keeps_text(
    own: list[str], columns: int, height: float, width: float
) -> None:
    block = stack(own, space_before=0.5, stretch=0.5)
    area = ColumnArea(width, height, columns)
    result = lay_out(block, area, style())
    if isinstance(result, Overflow):
        assert result.amount > 0
        return
    assert text_of(result.items) == " ".join(own)
    assert right_edge(result.items) <= width + 0.05
    assert result.height <= height + 1e-6
    for column in result.columns:
        assert column[0][1] == 0
        for (strip, top), (_, after) in pairwise(column):
            assert after >= top + strip.height - 1e-6


@settings(max_examples=40, deadline=None, derandomize=True)
@given(own=st.lists(texts, min_size=1, max_size=8), columns=st.integers(1, 2))
def test_fit_finds_the_largest_size(own: list[str], columns: int) -> None:
    block, area = stack(own), ColumnArea(80.0, 50.0, columns)
    sizes = sizes_between(1.5, 4.0, 0.05)
    result = fit(block, area, style, sizes)
    fitting = [s for s in sizes if not isinstance(lay_out(block, area, style(s)), Overflow)]
    if isinstance(result, Overflow):
        assert not fitting or fitting == sizes[: len(fitting)]
        assert isinstance(lay_out(block, area, style(sizes[0])), Overflow)
    else:
        # Line counts change between sizes and may mislead the bisection by a step or two.
        assert result.style.size >= fitting[-1] - 0.25
        index = sizes.index(result.style.size)
        assert index + 1 == len(sizes) or isinstance(
            lay_out(block, area, style(sizes[index + 1])), Overflow
        )


def test_find_largest_returns_the_most_valuable_size() -> None:
    def attempt(size: float) -> float | Overflow:
        return size if size <= 7 else Overflow(size - 7)

    sizes = [float(n) for n in range(10)]
    assert find_largest(attempt, sizes) == 7
    assert find_largest(attempt, sizes, value=lambda n: -abs(n - 4.0), slack=2) == 5
    assert find_largest(attempt, sizes, value=lambda n: -abs(n - 4.0), slack=9) == 4
    assert find_largest(attempt, [8.0, 9.0]) == Overflow(1.0)
    assert find_largest(attempt, sizes, value=lambda n: 1.0, slack=9) == 7


def test_find_largest_stops_when_nothing_can_improve() -> None:
    tried: list[float] = []

    def attempt(size: float) -> float:
        tried.append(size)
        return size

    sizes = [float(n) for n in range(10)]
    kept = find_largest(attempt, sizes, lambda n: n - (n > 7), 9, max_value=lambda n: n)
    assert kept == 9
    assert tried[0] == 0  # often no size fits
    assert min(tried[1:]) >= 5
    assert tried.count(9.0) == 1


def test_find_largest_skips_sizes_below_minimum_value() -> None:
    tried: list[float] = []

    def attempt(size: float) -> float | Overflow:
        tried.append(size)
        return size if size <= 7 else Overflow(size - 7)

    def search(min_value: float) -> float | Overflow:
        tried.clear()
        sizes = [float(n) for n in range(20)]
        return find_largest(attempt, sizes, lambda n: n, 2, lambda n: n, min_value)

    assert (search(7.0), tried) == (Overflow(1.0), [8.0])
    assert (search(6.0), tried[0]) == (7.0, 7.0)
    assert (search(2.0), min(tried)) == (7.0, 3.0)
    assert (search(30.0), tried) == (Overflow(0.0, "no sizes"), [])


def test_find_largest_tries_most_decisive_size_first() -> None:
    tried: list[int] = []

    def attempt(size: int) -> int | Overflow:
        tried.append(size)
        return size if size <= 3 else Overflow(size - 3)

    assert (find_largest(attempt, [1, 2, 3, 4]), tried) == (3, [4, 3])
    tried.clear()
    assert (find_largest(attempt, [4, 5]), tried) == (Overflow(1), [5, 4])
    tried.clear()
    many = find_largest(attempt, range(4, 30), float, 0, float)
    assert (many, tried) == (Overflow(1), [4])


def test_empty_area_gives_overflow() -> None:
    for area in (ColumnArea(-1, 10), ColumnArea(10, 0), ColumnArea(5, 10, 4)):
        assert isinstance(lay_out(paragraph("a"), area, style()), Overflow)
    depends = fit(paragraph("a"), lambda size: ColumnArea(20 - size, 9), style, [9.0, 12.0])
    assert isinstance(depends, Overflow)


def test_wide_content_overflow_reports_amount_and_text() -> None:
    block = Paragraph((span("extraordinarily"),), RAGGED, hyphenate=False)
    needed = natural_width(block.spans, style())
    result = lay_out(block, ColumnArea(needed - 5, 50), style())
    assert result == Overflow(pytest.approx(5.0, abs=1e-6), "extraordinarily", 3.0)
    wide = Drawing(lambda s, w: ((), 1.0), min_width=lambda s: 4 * s.size)
    assert lay_out(wide, ColumnArea(10, 50), style()) == Overflow(2.0, "a drawing", 3.0)


# --- pages ---------------------------------------------------------------------------------------

strips = st.lists(
    st.builds(
        lambda lines, before, stretch, penalty: Strip(
            4.0 * lines, space_before=4.0 * before, stretch=4.0 * stretch, break_penalty=penalty
        ),
        st.integers(1, 4),
        st.integers(0, 2),
        st.integers(0, 1),
        st.sampled_from([0.0, 0.0, 0.0, 1200.0, FORBIDDEN, FORCED]),
    ),
    min_size=1,
    max_size=60,
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(own=strips, lines=st.integers(8, 30))
def test_pages_keep_all_strips_in_order(own: list[Strip], lines: int) -> None:
    height = 4.0 * lines
    pages = distribute(own, height, PAGES)
    assert pages is not None
    assert [strip for page in pages for strip in page] == own
    for page in pages:
        assert all(strip.break_penalty != FORCED for strip in page[1:])
        placed = fill_column(page, height, PAGES)
        assert filled_height(placed) <= height + 1e-6 or len(page) == 1
        for _, top in placed:
            assert top % 4.0 == pytest.approx(0.0, abs=1e-6)


def test_page_break_is_placed_at_lowest_cost() -> None:
    own = [Strip(4.0) for _ in range(30)]
    kept = [own[0], *penalise_breaks(own[1:21], 20000.0), *own[21:]]
    pages = distribute(kept, 100.0, PAGES)
    assert pages is not None
    assert 21 <= len(pages[0]) <= 25
    forbidden = [own[0], *penalise_breaks(own[1:], FORBIDDEN)]
    assert distribute(forbidden, 1000.0, PAGES) == [forbidden]
    assert distribute(own, 100.0, PAGES, count=1) is None


@settings(max_examples=100, deadline=None, derandomize=True)
@given(own=strips, lines=st.integers(3, 30))
def test_count_columns_returns_the_fewest(own: list[Strip], lines: int) -> None:
    free = [Strip(s.height, space_before=s.space_before) for s in own]
    height = 4.0 * lines
    count = count_columns(free, height)
    if count is None:
        assert max(strip.height for strip in free) > height
        return
    assert distribute(free, height, COSTS, count) is not None
    assert count == 1 or distribute(free, height, COSTS, count - 1) is None


def test_header_is_repeated_after_a_break() -> None:
    head = Strip(4.0, text="head")
    rows = [Strip(4.0, repeated_header=head if i else None) for i in range(12)]
    assert count_columns([head, *rows], 12.0) == 6
    assert count_columns([head, *rows], 7.0) is None
    pages = distribute([head, *rows], 30.0, PAGES)
    assert pages is not None
    for page in pages[1:]:
        assert fill_column(page, 30.0, PAGES)[0] == (head, 0.0)


# --- containers ----------------------------------------------------------------------------------


def test_border_surrounds_strips_in_each_column() -> None:
    body = stack(["one", "two", "three", "four", "five", "six"])
    box = FramedBox(paragraph("title"), body, border)
    area = ColumnArea(100.0, 17.0, 2)
    result = lay_out(box, area, style())
    assert isinstance(result, Layout)
    frames = [item for item in result.items if isinstance(item, Path)]
    assert [frame.fill for frame in frames] == [Colour("#f00000"), Colour("#00f000")]
    boxes = [frame.data.box() for frame in frames]
    assert [box.w for box in boxes] == [pytest.approx(area.measure(style()))] * 2
    assert sum(box.h for box in boxes) == pytest.approx(7 * 4.0)
    first = next(item for item in result.items if isinstance(item, ShapedText))
    assert first.x == pytest.approx(3.0)


def test_low_box_stays_whole_with_two_lines_together() -> None:
    body = stack([f"line {i}" for i in range(6)])
    box = FramedBox(paragraph("title"), body, border)
    penalties = [s.break_penalty for s in box.lay_out(style(), 80.0).strips]
    assert penalties == [0.0, FORBIDDEN, FORBIDDEN, 2500.0, 2500.0, 2500.0, FORBIDDEN]
    low = FramedBox(paragraph("title"), body, border, max_whole=40.0)
    assert min(s.break_penalty for s in low.lay_out(style(), 80.0).strips[1:]) == 14000.0


def test_leader_row_places_value_at_the_end() -> None:
    seen: list[tuple[float, float]] = []

    def leader(
        start: float, end: float, y: float, width: float, own: TextStyle
    ) -> tuple[Item, ...]:
        assert width == 60.0
        seen.append((start, end))
        return ()

    row = LeaderRow(paragraph("pure sabacc"), (span("23", TEXT_BOLD),), leader)
    canvas = Canvas()
    row.lay_out(style(), 60.0).paint(canvas, 5.0, 5.0)
    name, value = canvas.items
    assert name.y == pytest.approx(value.y)
    assert name.x == 5.0
    assert right_edge([value]) == pytest.approx(65.0)
    ((start, end),) = seen
    assert natural_width((span("pure sabacc"),), style()) < start < end < value.x - 5.0


def test_dotted_leaders_align_between_rows() -> None:
    dots = DottedLeader(BLACK, step=1.0, dot=0.1, min_dot=0.2)
    own = TextStyle(2.0, 3.0, "en")
    boxes = []
    for start in (7.3, 21.9):
        (line,) = dots(start, 50.0, 4.0, 60.0, own)
        assert line.stroke.dash == (0.2, 1.8)
        box = line.data.box()
        assert start <= box.x < start + 2.0
        assert box.right == pytest.approx(50.0)
        assert box.y == pytest.approx(3.9)
        boxes.append(box)
    assert (boxes[1].x - boxes[0].x) / 2.0 == pytest.approx(7.0)
    (line,) = dots(7.3, 49.5, 4.0, 60.0, own)
    assert line.data.box().right == pytest.approx(48.0)  # the last step before the value
    assert dots(48.0, 50.0, 4.0, 60.0, own) == ()


def test_tall_leader_row_is_centred_vertically() -> None:
    tops = []
    for lines in (1.0, 4.0):
        row = LeaderRow(paragraph("pure sabacc"), (span("23"),), min_height=lines)
        fragment, canvas = row.lay_out(style(), 60.0), Canvas()
        fragment.paint(canvas, 0.0, 0.0)
        assert len({item.y for item in canvas.items}) == 1
        tops.append((fragment.strips[0].height, canvas.items[0].y))
    (low, first), (high, second) = tops
    assert high == pytest.approx(4 * style().leading)
    assert second - first == pytest.approx((high - low) / 2)


def test_list_mark_is_drawn_before_its_block() -> None:
    def mark(own: TextStyle, height: float) -> tuple[Item, ...]:
        return (Path(rect_path(Rect(0, 0, 1, height))),)

    item = ListItem(mark, paragraph(WORDS), 2.0, "1.")
    fragment = item.lay_out(style(), 50.0)
    assert fragment.strips[0].text.startswith("1. each player")
    canvas = Canvas()
    fragment.paint(canvas, 0.0, 0.0)
    drawn = [i for i in canvas.items if isinstance(i, ShapedText)]
    assert {text.x for text in drawn} == {6.0}
    assert len(canvas.items) == len(drawn) + 1


def test_unbroken_block_is_one_strip_on_grid() -> None:
    own = TextStyle(3.0, 4.0, "en", grid=3.0)
    (strip,) = Unbroken(stack([WORDS]), centred=True).lay_out(own, 200.0).strips
    assert strip.height == 6.0
    (low,) = Unbroken(paragraph("a"), min_height=3.0).lay_out(own, 200.0).strips
    assert low.height == 12.0


# --- tables --------------------------------------------------------------------------------------

cells = st.lists(texts, min_size=3, max_size=3)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(rows=st.lists(cells, min_size=1, max_size=9), width=st.floats(60, 160))
def test_table_keeps_words_in_their_columns(rows: list[list[str]], width: float) -> None:
    table = Table(
        tuple((span(text, TEXT_BOLD),) for text in ("hand", "what", "worth")),
        tuple(tuple((span(text),) for text in row) for row in rows),
        (0.0, 0.5, 1.0),
        rule,
    )
    fragment = table.lay_out(style(), width)
    assert fragment.overflow == 0
    assert len(fragment.strips) == len(rows) + 1
    canvas = Canvas()
    fragment.paint(canvas, 0.0, 0.0)
    words = sorted(" ".join(["hand", "what", "worth", *(t for row in rows for t in row)]).split())
    assert sorted(text_of(canvas.items).split()) == words
    assert right_edge(canvas.items) <= fragment.width + 0.05 <= width + 0.1
    assert all(s.repeated_header.text == fragment.strips[0].text for s in fragment.strips[2:])


@pytest.mark.parametrize(("count", "breaks"), [(5, []), (6, [3]), (8, [3, 4, 5])])
def test_table_breaks_keep_three_rows_together(count: int, breaks: list[int]) -> None:
    head, rows = ((span("hand"),),), tuple(((span(str(n)),),) for n in range(count))
    strips = Table(head, rows, (0.0,), rule).lay_out(style(), 60.0).strips[1:]
    assert [n for n, strip in enumerate(strips) if strip.break_penalty < FORBIDDEN] == breaks


def test_table_shrinks_before_it_overflows() -> None:
    words = "disarmament"
    head = tuple((span(words),) for _ in range(5))
    table = Table(head, (head,), (0.0,) * 5, rule)
    fragment = table.lay_out(style(), 20.0)
    assert fragment.overflow > 0  # not even in the smallest size
    sizes = {}
    for width in (200.0, 20.0 + fragment.overflow):
        canvas = Canvas()
        table.lay_out(style(), width).paint(canvas, 0.0, 0.0)
        sizes[width] = {item.size for item in canvas.items if isinstance(item, ShapedText)}
    large, small = (max(found) for found in sizes.values())
    assert MIN_TEXT_SIZE <= small < 0.95 * large
    assert table.lay_out(style(2.2), 20.0).overflow > 0


@given(
    wanted=st.lists(
        st.tuples(st.floats(1, 30), st.floats(0, 60)).map(lambda p: (p[0], p[0] + p[1])),
        min_size=1,
        max_size=6,
    ),
    available=st.floats(20, 200),
)
def test_column_widths_satisfy_minimums_and_fill_the_width(
    wanted: list[tuple[float, float]], available: float
) -> None:
    widths, overflow = column_widths(wanted, available)
    if overflow:
        assert sum(least for least, _ in wanted) > available - 0.2
        return
    assert sum(widths) == pytest.approx(available)
    assert all(w >= least - 1e-6 for w, (least, _) in zip(widths, wanted, strict=True))


# --- shapes --------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, derandomize=True)
@given(name=texts, text=texts, radius=st.floats(8, 30))
def test_text_in_circle_stays_inside(name: str, text: str, radius: float) -> None:
    def chord(y: float) -> float:
        return 2 * max(0.0, radius**2 - y**2) ** 0.5

    parts = (ShapePart((span(name, TEXT_BOLD),), 1.15), ShapePart((span(text),)))
    result = fit_in_shape(parts, chord, style(2.0), (0.0, -0.8, 0.8))
    if isinstance(result, Overflow):
        assert result.amount > 0
        return
    assert text_of(result.items) == f"{name} {text}"
    for item in result.items:
        half = item.run.width * item.size / 2000
        assert item.x == pytest.approx(-half)
        assert half <= radius
        assert (half - 0.01) ** 2 + item.y**2 <= radius**2


def test_any_fit_accepts_the_first_fitting_size() -> None:
    tried: list[tuple[int, int]] = []

    def attempt(most: int, size: int) -> int | Overflow:
        tried.append((most, size))
        return size if most - 2 <= size <= most else Overflow(1.0)

    def best(*choices: int) -> int | None:
        return find_best(choices, attempt, [1, 2, 3], float, 0, lambda most, size: float(size))

    assert best(2, 3) == 3
    with any_fit():
        tried.clear()
        assert (best(2, 3), tried) == (1, [(2, 1)])
        tried.clear()
        assert (best(0, 2), tried) == (1, [(0, 1), (2, 1)])
        assert best(0) is None
    assert best(2, 3) == 3


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    rows=st.lists(
        st.tuples(
            st.integers(2, 9),
            st.sampled_from([0.0, 100.0, 3000.0]),
            st.sampled_from([0.0, 0.0, 5000.0]),
        ),
        min_size=3,
        max_size=8,
    ),
    first=st.integers(1, 2),
)
def test_page_turns_have_the_lowest_cost(rows: list[tuple[int, float, float]], first: int) -> None:
    """Compare with every division: a turn from a right page has a cost of its own."""
    own = [Strip(4.0 * n, break_penalty=end, turn_penalty=turn) for n, end, turn in rows]
    atoms, total = [Atom((strip,), strip.height, 0.0, 0.0) for strip in own], len(own)

    def cost(cuts: tuple[int, ...]) -> float:
        spent = 0.0
        for number, (start, end) in enumerate(pairwise(cuts), first):
            ends = dict(_page_costs(atoms, start, 60.0, PAGES))
            spent += ends.get(end, math.inf)
            if end < total:
                spent += own[end].break_penalty + (own[end].turn_penalty if number % 2 else 0.0)
        return spent

    inner = [cuts for count in range(total) for cuts in combinations(range(1, total), count)]
    every = [(0, *cuts, total) for cuts in inner]
    pages = _divide(atoms, 60.0, PAGES, first)
    ours = (0, *accumulate(len(page) for page in pages))
    assert cost(ours) == pytest.approx(min(map(cost, every)))


def test_row_of_right_to_left_name_is_mirrored() -> None:
    """The dots are at the same height, between the value at the left and the name."""
    boxes = []
    for language in ("en", "he"):
        row = LeaderRow(paragraph("12"), (span("23"),), DottedLeader(BLACK))
        canvas = Canvas()
        row.lay_out(replace(style(), language=language), 60.0).paint(canvas, 5.0, 7.0)
        *_, dots = canvas.items
        boxes += [ink_box(leaf) for leaf in leaves([dots])]
    plain, mirrored = boxes
    assert mirrored.y == pytest.approx(plain.y)
    assert mirrored.x - 5.0 == pytest.approx(65.0 - plain.right)


def test_low_page_before_a_full_one_may_end() -> None:
    """The atom after the first is as tall as a page, so the first one stays alone."""
    heights = [3.0, 58.0, 20.0]
    atoms = [Atom((Strip(h),), h, 0.0, 0.0) for h in heights]
    pages = _divide(atoms, 60.0, PAGES, 1)
    assert [[strip.height for strip in page] for page in pages] == [[3.0], [58.0], [20.0]]


def test_filled_page_ends_before_a_section() -> None:
    """The next section would be torn: a break inside it costs more than the lines left free."""
    heads = [Strip(50.0), Strip(8.0, starts_section=True), Strip(8.0, break_penalty=9000.0)]
    atoms = [Atom((strip,), strip.height, 0.0, 0.0) for strip in heads]
    pages = _divide(atoms, 60.0, PAGES, 1)
    assert [len(page) for page in pages] == [1, 2]
