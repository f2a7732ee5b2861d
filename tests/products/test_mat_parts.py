"""The parts of a mat: shapes that tell what lies in them, columns that hold all their words."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Text
from printkit.products.charts.notes import Note
from printkit.products.mat.columns import Block, Measured, flow
from printkit.products.mat.shape import Hexagon, Rectangle, Round, contains, smallest_inset
from printkit.products.mat.words import MIN_PRINT, Section, TextInks
from tests.support.walk import leaves, sampled, text_box

SHAPES = st.one_of(
    st.builds(Rectangle, st.floats(20, 400), st.floats(20, 400)),
    st.builds(Round, st.floats(20, 400)),
    st.builds(Hexagon, st.floats(20, 400)),
)


@given(SHAPES, st.floats(-300, 300))
def test_depth_is_where_the_outline_is(shape: Rectangle | Round | Hexagon, x: float) -> None:
    points = sampled(shape.path(), 64).reshape(-1, 2)
    deep = shape.depth(x)
    if deep < 0:
        assert abs(x) >= shape.box.w / 2 - 1e-6
        return
    near = points[np.abs(points[:, 0] - x) < shape.box.w / 50]
    assert deep <= shape.box.h / 2 + 1e-9
    if len(near) and abs(x) < 0.9 * shape.box.w / 2:
        assert (
            abs(near[:, 1]).min() - 0.2 * shape.box.h
            <= deep
            <= abs(near[:, 1]).max() + 0.01 * shape.box.h
        )


@given(
    st.sampled_from([Round, Hexagon]),
    st.lists(
        st.builds(Rect, st.floats(-90, 90), st.floats(-90, 90), st.floats(1, 60), st.floats(1, 60)),
        min_size=1,
        max_size=5,
    ),
)
def test_the_least_shape_holds_all_and_a_smaller_one_does_not(
    kind: type[Round] | type[Hexagon], rects: list[Rect]
) -> None:
    size = smallest_inset(kind, rects)
    assert all(contains(kind(size + 1e-4), rect) for rect in rects)
    assert not all(contains(kind(size * 0.99), rect) for rect in rects)


SECTIONS = st.lists(
    st.lists(st.integers(1, 60), min_size=1, max_size=4), min_size=1, max_size=3
).map(
    lambda lengths: tuple(
        Section(
            f"Part {at}", tuple(Note("Lead", "word " * count + "end") for count in counts), True
        )
        for at, counts in enumerate(lengths)
    )
)


@given(SECTIONS, st.lists(st.floats(20, 200), min_size=1, max_size=4))
def test_columns_hold_all_entries_in_order(
    sections: tuple[Section, ...], caps: list[float]
) -> None:
    measured = Measured(sections, 70.0, MIN_PRINT)
    found = flow(measured, caps)
    every = [
        (0, *cuts, measured.count) for cuts in combinations(range(1, measured.count), len(caps) - 1)
    ]
    possible = [
        cuts for cuts in every if all(measured.depth(a, b) < math.inf for a, b in pairwise(cuts))
    ]
    if found is None:
        assert not possible
        return
    assert found.cuts in possible
    fills = [
        measured.depth(a, b) / cap for (a, b), cap in zip(pairwise(found.cuts), caps, strict=True)
    ]
    assert found.fill == pytest.approx(max(fills))
    best = min(
        max(measured.depth(a, b) / cap for (a, b), cap in zip(pairwise(cuts), caps, strict=True))
        for cuts in possible
    )
    # A heading in the middle of a column may be avoided at the cost of some depth, no more.
    assert best - 1e-9 <= found.fill <= best * 1.13


@given(SECTIONS)
def test_a_column_is_as_deep_as_its_words(sections: tuple[Section, ...]) -> None:
    measured = Measured(sections, 70.0, MIN_PRINT)
    found = flow(measured, (100.0,))
    assert found is not None
    block = Block(measured, found, (0.0,), 0.0)
    texts = [
        leaf
        for leaf in leaves(block.items(TextInks("#000000", "#000000")))
        if isinstance(leaf.item, Text)
    ]
    low = max(text_box(leaf).bottom for leaf in texts)
    ((_, _, deep),) = block.parts()
    assert low <= deep + 0.1
    assert low >= deep - 1.3 * MIN_PRINT
