"""Balanced columns: all strips in order, as even as can be, sections whole inside a column."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.layout.balancing import StripColumn
from printkit.layout.records import Strip

HEADER = Strip(3.0)


def column(sections: list[list[float]]) -> StripColumn:
    """Sections of strips of these heights; what goes on in the next column has a header there."""
    strips = [
        Strip(height, space_before=2.0, repeated_header=HEADER)
        if i
        else Strip(height + 3.0, space_before=4.0, starts_section=True)
        for heights in sections
        for i, height in enumerate(heights)
    ]
    return StripColumn(strips, 1.12)


SECTIONS = st.lists(st.lists(st.floats(1, 60), min_size=1, max_size=4), min_size=1, max_size=3).map(
    column
)


@given(SECTIONS, st.lists(st.floats(20, 200), min_size=1, max_size=4))
def test_columns_hold_all_strips_and_none_could_be_much_less_full(
    whole: StripColumn, depths: list[float]
) -> None:
    balanced = whole.balance(depths)
    count = len(whole.strips)
    every = [(0, *cuts, count) for cuts in combinations(range(1, count), len(depths) - 1)]
    possible = [
        cuts for cuts in every if all(whole.depth(a, b) < math.inf for a, b in pairwise(cuts))
    ]
    if balanced is None:
        assert not possible
        return
    assert balanced.cuts in possible

    def fill(cuts: tuple[int, ...]) -> float:
        runs = zip(pairwise(cuts), depths, strict=True)
        return max(whole.depth(a, b) / depth for (a, b), depth in runs)

    assert balanced.fill == pytest.approx(fill(balanced.cuts))
    # A section that begins inside a column may be avoided at the cost of some depth, no more.
    best = min(map(fill, possible))
    assert best - 1e-9 <= balanced.fill <= best * 1.13


@given(SECTIONS)
def test_a_column_is_as_deep_as_its_strips(whole: StripColumn) -> None:
    count = len(whole.strips)
    for first, last in combinations(range(count + 1), 2):
        placed = whole.place_strips(first, last)
        strip, top = placed[-1]
        if whole.depth(first, last) < math.inf:
            assert top + strip.height == pytest.approx(whole.depth(first, last))
        assert [s for s, _ in placed if s is not HEADER] == list(whole.strips[first:last])
        assert (placed[0][0] is HEADER) == (not whole.strips[first].starts_section)


def test_a_section_is_divided_only_at_the_head_of_a_column() -> None:
    whole = column([[10.0], [10.0, 10.0]])
    assert whole.depth(0, 2) == math.inf
    assert whole.depth(1, 2) < math.inf
    balanced = whole.balance((30.0, 30.0))
    assert balanced is not None
    assert balanced.cuts == (0, 1, 3)
