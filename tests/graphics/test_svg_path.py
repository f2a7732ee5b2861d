"""The `d` attribute, compared with fontTools as an independent reader."""

import math
import re

import numpy as np
import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path as independent
from hypothesis import given
from hypothesis import strategies as st

from printkit.graphics.path import EMPTY, PathBuilder, PathData
from printkit.graphics.svg_path import parse_path
from tests.support.decks import facts
from tests.support.walk import sampled

# Resampled points of both readers differ by at most this (units of the drawing, about 100 wide).
TOLERANCE = 0.03


def contours(data: PathData) -> list[PathData]:
    """Split a path at its moves; moves that draw nothing are dropped."""
    found: list[PathData] = []
    at = 0
    for part in data.steps.split("M")[1:]:
        count = 2 + sum({"L": 2, "C": 6, "Z": 0}[step] for step in part)
        if part:
            found.append(PathData("M" + part, data.coords[at : at + count]))
        at += count
    return found


def as_data(pen: RecordingPen) -> PathData:
    """Convert fontTools' reading to lines and cubics."""
    b = PathBuilder()
    x = y = 0.0
    for name, args in pen.value:
        if name == "moveTo":
            b.move(*args[0])
        elif name == "lineTo":
            b.line(*args[0])
        elif name == "curveTo":
            assert len(args) == 3
            b.curve(*args[0], *args[1], *args[2])
        elif name == "qCurveTo":
            (x1, y1), (x2, y2) = args
            b.curve(
                x + 2 / 3 * (x1 - x),
                y + 2 / 3 * (y1 - y),
                x2 + 2 / 3 * (x1 - x2),
                y2 + 2 / 3 * (y1 - y2),
                x2,
                y2,
            )
        elif name == "closePath":
            b.close()
        if args:
            x, y = args[-1]
    return b.done()


def along(data: PathData, count: int = 400) -> np.ndarray:
    """Return points at equal distances along a contour, independent of its segments."""
    points = sampled(data, 64).reshape(-1, 2)
    steps = np.hypot(*np.diff(points, axis=0).T)
    way = np.concatenate([[0], np.cumsum(steps)])
    at = np.linspace(0, way[-1], count)
    return np.stack([np.interp(at, way, points[:, 0]), np.interp(at, way, points[:, 1])], axis=1)


def apart(text: str, data: PathData) -> float:
    """Return the largest distance between a path and fontTools' reading of a text."""
    pen = RecordingPen()
    independent(text, pen)
    ours, theirs = contours(data), contours(as_data(pen))
    assert len(ours) == len(theirs), "another number of contours"
    worst = 0.0
    for one, other in zip(ours, theirs, strict=True):
        worst = max(worst, float(np.abs(along(one) - along(other)).max()))
    return worst


# Each command, arcs, numbers without separators, several contours; and malformed texts.
TABLES = facts(__file__, "paths")


@pytest.mark.parametrize("text", TABLES["paths"])
def test_paths_match_fonttools(text: str) -> None:
    assert apart(text, parse_path(text)) < TOLERANCE


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("M 10 50 A 40 40 0 0 1 90 50", "M 10 50 A 40 40 0 0 0 90 50"),
        ("M 10 80 Q 52.5 10 95 80 T 180 80", "M 10 80 Q 52.5 10 95 80 L 180 80"),
        ("M 10 80 C 40 10 65 10 95 80", "M 10 80 C 40 10 65 10.2 95 80"),
    ],
)
def test_comparison_detects_a_wrong_reading(text: str, wrong: str) -> None:
    """Try another sweep, a line for a curve, and a slightly moved control point."""
    assert apart(text, parse_path(wrong)) > TOLERANCE
    assert apart(text, parse_path(text)) < TOLERANCE


def has_a_reason(error: ValueError) -> None:
    assert str(error)


coordinate = st.floats(-99, 99).map(lambda v: round(v, 2))
pair = st.tuples(coordinate, coordinate)


def spelled(name: str, groups: list[tuple[float, ...]]) -> str:
    return name + " ".join(" ".join(f"{value:g}" for value in group) for group in groups)


def commands(size: int, names: str) -> st.SearchStrategy[str]:
    groups = st.lists(st.tuples(*[coordinate] * size), min_size=1, max_size=3)
    return st.builds(spelled, st.sampled_from(names), groups)


arcs = st.builds(
    lambda name, rx, ry, tilt, large, sweep, x, y: (
        f"{name}{rx:g} {ry:g} {tilt} {large}{sweep}{x:g} {y:g}"
    ),
    st.sampled_from("Aa"),
    st.floats(5, 80),
    st.floats(5, 80),
    st.integers(-180, 180),
    st.sampled_from("01"),
    st.sampled_from("01"),
    st.floats(20, 99).map(lambda v: round(v, 2)),
    st.floats(-99, -20).map(lambda v: round(v, 2)),
)
paths = st.builds(
    lambda start, rest: f"M{start[0]:g} {start[1]:g}" + "".join(rest),
    pair,
    st.lists(
        commands(2, "LlTt") | commands(4, "QqSs") | commands(6, "Cc") | commands(1, "HhVv") | arcs,
        min_size=1,
        max_size=5,
    ),
)


@given(paths)
def test_random_commands_end_where_fonttools_ends(text: str) -> None:
    """Every command ends at the same point; other tests compare the curves in between."""
    pen = RecordingPen()
    independent(text, pen)
    ours, theirs = parse_path(text), as_data(pen)
    reach = max(map(abs, theirs.coords), default=1.0)
    for index in (slice(0, 2), slice(-2, None)):
        assert ours.coords[index] == pytest.approx(theirs.coords[index], abs=1e-5 * reach + 1e-3)
    one, other = sampled(ours, 24).reshape(-1, 2), sampled(theirs, 24).reshape(-1, 2)
    assert bool(len(one)) == bool(len(other))
    for edge in (np.min, np.max) if len(one) else ():  # an arc to its own start draws nothing
        assert edge(one, axis=0) == pytest.approx(edge(other, axis=0), abs=2e-3 * reach + 1e-3)


# Inputs and results for which fontTools and we may differ


def test_empty_path_draws_nothing() -> None:
    assert parse_path("") == EMPTY
    assert parse_path(" \n\t,") == EMPTY


def test_last_move_to_nowhere_draws_nothing() -> None:
    """Browsers draw a path up to its first error."""
    for text in ("M", "m", " M ", "M\n"):
        assert parse_path(text) == EMPTY, text
        assert parse_path(f"M0 0L10 10Z{text}") == parse_path("M0 0L10 10Z"), text


def test_arc_to_current_point_draws_nothing() -> None:
    assert parse_path("M5 5A3 3 0 1 1 5 5").steps == "M"


@pytest.mark.parametrize("radii", ["0 5", "5 0", "0 0"])
def test_arc_without_radius_is_a_line(radii: str) -> None:
    assert parse_path(f"M5 5A{radii} 0 1 1 8 9") == parse_path("M5 5L8 9")


@pytest.mark.parametrize(
    ("text", "reason"),
    [(text, reason) for reason, texts in TABLES["malformed"].items() for text in texts],
)
def test_malformed_path_errors_have_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        parse_path(text)


@pytest.mark.parametrize("text", ["M1e400 0L5 5", "M0 0L1e999 1", "M1e308 0l1e308 0 1e308 0"])
def test_infinite_numbers_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_path(text)


@pytest.mark.parametrize(
    "text",
    ["M0 0A1e-200 1e-200 0 0 1 5 5", "M0 0A1e-320 5 0 0 1 5 5", "M0 0A1e200 1e200 0 0 1 5 5"],
)
def test_arcs_of_extreme_radii_end_correctly_or_fail(text: str) -> None:
    try:
        data = parse_path(text)
    except ValueError as error:
        has_a_reason(error)
    else:
        assert data.coords[-2:] == pytest.approx((5, 5), abs=1e-3)
        assert all(map(math.isfinite, data.coords))


@given(st.text("MLHVCSQTAZmlhvcsqtaz0123456789.-+eE, \n#", max_size=40))
def test_any_text_parses_or_fails_with_reason(text: str) -> None:
    try:
        data = parse_path(text)
    except ValueError as error:
        has_a_reason(error)
    else:
        assert all(map(math.isfinite, data.coords))
        assert len(data.coords) == sum({"M": 2, "L": 2, "C": 6, "Z": 0}[s] for s in data.steps)
