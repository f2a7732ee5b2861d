"""Paths: shapes have the requested geometry and are written without exponents."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base.geometry import Matrix, Rect, rotation
from printkit.graphics.path import (
    _STEP,
    DIGITS,
    PathBuilder,
    PathData,
    _stepped,
    rect_path,
    round_coordinates,
)
from tests.support.walk import sampled, segments, tight

numbers = st.floats(-500, 500, allow_nan=False)
radii = st.floats(0.05, 400, allow_nan=False)
# Coordinates are rounded to 1e-4: a point may be off by that much.
ROUNDING = 1e-4
TOLERANCE = 0.0003


def off_circle(data: PathData, cx: float, cy: float, r: float) -> float:
    """Return the largest distance of a path from a circle (mm)."""
    points = sampled(data).reshape(-1, 2)
    return float(np.abs(np.hypot(points[:, 0] - cx, points[:, 1] - cy) - r).max())


def test_circle_helper_detects_a_bad_circle() -> None:
    good = PathBuilder().circle(3, 4, 100).done()
    assert off_circle(good, 3, 4, 100) < 100 * TOLERANCE
    assert off_circle(good, 3, 4, 99.9) > 100 * TOLERANCE
    b = PathBuilder().move(100, 0).curve(100, 56, 56, 100, 0, 100)  # 0.5523 would be right
    assert off_circle(b.done(), 0, 0, 100) > 100 * TOLERANCE


@given(numbers, numbers, radii)
def test_circles_are_round(cx: float, cy: float, r: float) -> None:
    data = PathBuilder().circle(cx, cy, r).done()
    assert data.steps == "MCCCCZ"
    assert off_circle(data, cx, cy, r) <= r * TOLERANCE + ROUNDING


@given(numbers, numbers, radii, st.floats(-360, 360), st.floats(-360, 360))
def test_arcs_are_round(cx: float, cy: float, r: float, start: float, sweep: float) -> None:
    data = PathBuilder().arc(cx, cy, r, start, start + sweep).done()
    assert off_circle(data, cx, cy, r) <= r * TOLERANCE + ROUNDING
    points = sampled(data)[:, :, :].reshape(-1, 2)
    ends = [
        (cx + r * math.cos(math.radians(a)), cy + r * math.sin(math.radians(a)))
        for a in (start, start + sweep)
    ]
    assert points[0] == pytest.approx(ends[0], abs=ROUNDING)
    assert points[-1] == pytest.approx(ends[1], abs=ROUNDING)


def test_arc_joins_or_moves() -> None:
    assert PathBuilder().move(0, 0).arc(5, 5, 1, 0, 90, join=True).done().steps == "MLC"
    assert PathBuilder().move(0, 0).arc(5, 5, 1, 0, 90).done().steps == "MMC"


@given(numbers, numbers, radii, radii)
def test_ellipses_follow_their_equation(cx: float, cy: float, rx: float, ry: float) -> None:
    points = sampled(PathBuilder().ellipse(cx, cy, rx, ry).done()).reshape(-1, 2)
    reach = np.hypot((points[:, 0] - cx) / rx, (points[:, 1] - cy) / ry)
    assert np.abs(reach - 1).max() <= TOLERANCE + 2 * ROUNDING / min(rx, ry)


@given(st.floats(1, 100), st.floats(1, 100), st.floats(0.1, 60))
def test_rounded_corners_are_quarter_circles(w: float, h: float, radius: float) -> None:
    rect = Rect(-3, 7, w, h)
    data = PathBuilder().rounded(rect, radius).done()
    r = min(radius, w / 2, h / 2)
    assert tuple(tight(data)) == pytest.approx(tuple(rect), abs=3 * ROUNDING)
    curves = [piece for piece, step in zip(segments(data), data.steps[1:], strict=True)
              if step == "C"]  # fmt: skip
    assert len(curves) == 4
    for piece, (cx, cy) in zip(
        curves,
        [
            (rect.right - r, rect.y + r),
            (rect.right - r, rect.bottom - r),
            (rect.x + r, rect.bottom - r),
            (rect.x + r, rect.y + r),
        ],
        strict=True,
    ):
        own = PathBuilder().move(*piece.p0).curve(*piece.p1, *piece.p2, *piece.p3).done()
        assert off_circle(own, cx, cy, r) <= r * TOLERANCE + 3 * ROUNDING


@given(st.floats(-50, 50), st.floats(0.5, 20), st.floats(0.1, 9), st.floats(0, 360))
def test_arrowhead_is_symmetrical_about_its_direction(
    x: float, length: float, half: float, degrees: float
) -> None:
    dx, dy = rotation(degrees).apply(length, 0)
    coords = PathBuilder().arrowhead(x, 3.0, dx, dy, half).done().coords
    tip, one, other = (complex(coords[i], coords[i + 1]) for i in (0, 2, 4))
    assert tip == pytest.approx(complex(x, 3.0), abs=1e-4)
    assert (one + other) / 2 == pytest.approx(tip + complex(dx, dy), abs=2e-4)
    assert abs(one - other) == pytest.approx(2 * half, abs=4e-4)
    assert abs(one - tip) == pytest.approx(abs(other - tip), abs=4e-4)


def test_diamond_fills_its_box() -> None:
    diamond = PathBuilder().diamond(1.0, 2.0, 3.0, 4.0).done()
    assert (diamond.box(), diamond.steps) == (Rect(-2, -2, 6, 8), "MLLLZ")


points = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=12)


@given(points, st.booleans())
def test_smooth_passes_through_its_points(given_: list[tuple[float, float]], closed: bool) -> None:
    data = PathBuilder().smooth(given_, closed=closed).done()
    curves = [piece for piece, step in zip(segments(data), data.steps[1:], strict=True)
              if step == "C"]  # fmt: skip
    on = [curves[0].p0, *(piece.p3 for piece in curves)]
    expected = [*given_, given_[0]] if closed else given_
    assert len(on) == len(expected)
    for have, want in zip(on, expected, strict=True):
        assert have == pytest.approx(want, abs=ROUNDING)


@given(points)
def test_smooth_has_no_corners(given_: list[tuple[float, float]]) -> None:
    curves = segments(PathBuilder().smooth(given_).done())
    for one, other in pairwise(curves):
        before = (one.p3[0] - one.p2[0], one.p3[1] - one.p2[1])
        after = (other.p1[0] - other.p0[0], other.p1[1] - other.p0[1])
        assert before == pytest.approx(after, abs=3 * ROUNDING)


@given(points, st.builds(Matrix, *[st.floats(-10, 10)] * 6))
def test_mapping_a_curve_maps_its_points(given_: list[tuple[float, float]], matrix: Matrix) -> None:
    """Mapping is affine: the points of the mapped curve are the mapped points of the curve."""
    data = PathBuilder().smooth(given_).done()
    direct = sampled(data.transformed(matrix), 8).reshape(-1, 2)
    x, y = sampled(data, 8).reshape(-1, 2).T
    mapped = np.stack(
        [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f], axis=1
    )
    assert np.abs(direct - mapped).max() <= ROUNDING
    assert data.transformed(matrix).steps == data.steps


def test_paths_can_be_added() -> None:
    one, other = rect_path(Rect(0, 0, 1, 1)), PathBuilder().circle(5, 5, 2).done()
    assert (one + other).steps == one.steps + other.steps
    assert (one + other).coords == one.coords + other.coords
    assert PathBuilder().add(one).add(other).done() == one + other


def test_box_contains_control_points() -> None:
    assert PathBuilder().move(0, 0).curve(0, 10, 5, -10, 5, 0).done().box() == Rect(0, -10, 5, 20)


# Numbers as writers format them: with "%g"

printed = st.floats(-9999.9999, 9999.9999, allow_nan=False) | st.floats(-1e-3, 1e-3)


def plain(data: PathData) -> bool:
    """Return whether no coordinate needs an exponent or is a negative zero."""
    return not any(set("e") & set(text) or text == "-0" for text in map("{:g}".format, data.coords))


def test_plain_helper_detects_exponents_and_negative_zero() -> None:
    assert plain(PathData("M", (0.0001, 999999.0)))
    assert not plain(PathData("M", (0.00001, 0.0)))
    assert not plain(PathData("M", (0.0, 1000000.0)))
    assert not plain(PathData("M", (-0.0, 1.0)))


@given(printed, printed)
def test_built_numbers_have_no_exponent(x: float, y: float) -> None:
    assert plain(PathBuilder().move(x, y).line(y, x).done())


@given(printed, printed, st.sampled_from([0, 15, 90, 180, 270]))
def test_mapped_numbers_have_no_exponent(x: float, y: float, degrees: float) -> None:
    assert plain(PathBuilder().move(x, y).done().transformed(rotation(degrees)))


@given(numbers | st.floats(-1e8, 1e8) | st.integers(-(10**8), 10**8).map(lambda half: half / 20000))
def test_coordinates_round_like_python(x: float) -> None:
    assert repr(round_coordinates([x])) == repr([round(x, DIGITS) + 0.0])


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, unique=True))
def test_stepped_ring_keeps_corners_in_small_steps(ring: list[tuple[int, int]]) -> None:
    points = _stepped(ring)
    assert len(points) == len({*points}) or len(points) > len(ring)
    assert {*ring} <= {*points}
    assert all(math.dist(*pair) <= _STEP + 1e-9 for pair in pairwise([*points, points[0]]))


def test_stepped_ring_has_no_needless_points() -> None:
    assert _stepped([(0, 0), (2, 0), (2, 1)])[:4] == [(0, 0), (1, 0), (2, 0), (2, 1)]
