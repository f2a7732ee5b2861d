"""The parts of a mat: shapes that tell what lies in them, columns that hold all their words."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from printkit.products.mat.words import (
    MatSection,
    RimText,
    SectionText,
    TextColours,
    rim_column,
)

from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import ShapedText
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.products.mat.shape import Hexagon, Rectangle, Round, shape_contains, smallest_around
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
    size = smallest_around(kind, rects)
    assert all(shape_contains(kind(size + 1e-4), rect) for rect in rects)
    assert not all(shape_contains(kind(size * 0.99), rect) for rect in rects)


SECTIONS = st.lists(
    st.lists(st.integers(1, 60), min_size=1, max_size=4), min_size=1, max_size=3
).map(
    lambda lengths: SectionText(
        tuple(
            MatSection(f"Part {i}", tuple(("Lead", "word " * n + "end") for n in counts), True)
            for i, counts in enumerate(lengths)
        ),
        "en",
        TextColours(BLACK, BLACK),
    )
)


@given(SECTIONS)
def test_a_column_is_as_deep_as_its_words(text: SectionText) -> None:
    column = rim_column(text, 70.0, MIN_TABLE_TEXT_SIZE)
    assert column is not None
    balanced = column.balance((100.0,))
    assert balanced is not None
    columns = RimText(column, balanced, (0.0,), 0.0, 70.0, MIN_TABLE_TEXT_SIZE)
    texts = [leaf for leaf in leaves(columns.items()) if isinstance(leaf.item, ShapedText)]
    low = max(text_box(leaf).bottom for leaf in texts)
    ((_, _, deep),) = columns.areas()
    assert low <= deep + 0.1
    assert low >= deep - 1.3 * MIN_TABLE_TEXT_SIZE


def test_a_word_that_is_wider_than_the_column_is_told() -> None:
    text = SectionText(
        (MatSection("Part", (("Lead", "W" * 60),), False),), "en", TextColours(BLACK, BLACK)
    )
    assert rim_column(text, 30.0, MIN_TABLE_TEXT_SIZE) is None
    assert rim_column(text, 300.0, MIN_TABLE_TEXT_SIZE) is not None
