"""Rectangles and affine maps."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base.geometry import (
    IDENTITY,
    Matrix,
    Rect,
    half_rotation,
    rotation,
    scaling,
    translation,
)

numbers = st.floats(-100, 100, allow_nan=False, allow_infinity=False)
matrices = st.builds(Matrix, *[numbers] * 6)
sides = st.floats(0, 200, allow_nan=False)
rects = st.builds(Rect, numbers, numbers, sides, sides)


@given(matrices, matrices, numbers, numbers)
def test_then_composes_maps(first: Matrix, after: Matrix, x: float, y: float) -> None:
    expected = after.apply(*first.apply(x, y))
    assert first.then(after).apply(x, y) == pytest.approx(expected, rel=1e-9, abs=1e-5)


@given(numbers, numbers)
def test_two_half_turns_are_identity(x: float, y: float) -> None:
    once = half_rotation(x, y)
    assert once.then(once) == IDENTITY
    assert once.apply(x, y) == (x, y)
    assert once.apply(x + 1, y) == pytest.approx((x - 1, y))


@given(st.integers(-40, 40))
def test_quarter_turns_are_exact(quarters: int) -> None:
    matrix = rotation(90.0 * quarters)
    assert set(matrix) <= {0.0, 1.0, -1.0}
    assert matrix.apply(1, 0) == ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]


@given(st.floats(-720, 720), numbers, numbers)
def test_rotation_keeps_lengths(degrees: float, x: float, y: float) -> None:
    assert math.hypot(*rotation(degrees).apply(x, y)) == pytest.approx(math.hypot(x, y), abs=1e-9)
    assert rotation(degrees).scale == pytest.approx(1.0)


@given(matrices, rects, st.floats(0, 1), st.floats(0, 1))
def test_bounds_contain_every_point(matrix: Matrix, rect: Rect, u: float, v: float) -> None:
    x, y = matrix.apply(rect.x + u * rect.w, rect.y + v * rect.h)
    assert matrix.bounds(rect).contains(Rect(x, y, 0, 0), 1e-6)


@given(matrices, rects)
def test_bounds_touch_on_all_sides(matrix: Matrix, rect: Rect) -> None:
    box = matrix.bounds(rect)
    corners = [matrix.apply(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)]
    assert box.x == min(x for x, _ in corners)
    assert box.y == min(y for _, y in corners)
    assert box.right == pytest.approx(max(x for x, _ in corners), abs=1e-6)
    assert box.bottom == pytest.approx(max(y for _, y in corners), abs=1e-6)


def test_scale_is_the_geometric_mean() -> None:
    assert scaling(-3).scale == 3
    assert scaling(2, 8).scale == 4
    assert translation(5, 5).scale == 1


def test_rectangle_has_sides() -> None:
    rect = Rect(1, 2, 30, 40)
    assert (rect.right, rect.bottom, rect.centre) == (31, 42, (16, 22))
    assert rect.outset(1, 2, 3, 4) == Rect(0, 0, 34, 46)
    assert rect.inset(1) == Rect(2, 3, 28, 38)


@given(rects, st.floats(0, 50))
def test_negative_inset_restores_rectangle(rect: Rect, by: float) -> None:
    assert rect.inset(-by).inset(by) == pytest.approx(rect, abs=1e-9)
    assert rect.inset(-by).contains(rect)


def test_contains_includes_edges() -> None:
    outer = Rect(0, 0, 10, 10)
    assert outer.contains(outer)
    assert not outer.contains(Rect(0, 0, 10.001, 10))
    assert not outer.contains(Rect(-0.001, 0, 5, 5))
    assert not outer.contains(Rect(0, 5, 5, 5.001))
    assert outer.contains(Rect(0, 5, 5, 5.001), slack=0.01)


def test_intersects_needs_more_than_an_edge() -> None:
    one = Rect(0, 0, 10, 10)
    assert not one.intersects(Rect(10, 0, 5, 5))
    assert not one.intersects(Rect(0, -5, 5, 5))
    assert one.intersects(Rect(9.99, 9.99, 5, 5))
    assert one.intersects(Rect(2, 2, 1, 1))


@given(rects, rects)
def test_union_contains_both(one: Rect, other: Rect) -> None:
    both = one.union(other)
    assert both.contains(one)
    assert both.contains(other)
    assert both == pytest.approx(other.union(one))
    assert one.intersects(other) == other.intersects(one)
