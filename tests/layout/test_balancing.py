"""Balanced columns: all strips in order, with columns as even as possible."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.layout.fitting import cut_evenly
from printkit.layout.records import Strip, stack_strips

STRIPS = st.lists(
    st.builds(
        lambda height, space: Strip(height, space_before=space), st.floats(1, 60), st.floats(0, 5)
    ),
    min_size=1,
    max_size=7,
)


def deepest(strips: list[Strip], cuts: tuple[int, ...]) -> float:
    """Return the depth of the longest column; its first strip has no space before it."""
    ends = (stack_strips(strips[a:b])[-1] for a, b in pairwise(cuts))
    return max(y + strip.height for strip, y in ends)


@given(STRIPS, st.integers(1, 4))
def test_cut_evenly_minimises_the_longest_column(strips: list[Strip], count: int) -> None:
    count = min(count, len(strips))
    cuts = cut_evenly(strips, count)
    total = len(strips)
    every = [(0, *inner, total) for inner in combinations(range(1, total), count - 1)]
    assert cuts in every
    assert deepest(strips, cuts) == pytest.approx(min(deepest(strips, own) for own in every))
