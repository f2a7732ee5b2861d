"""Shapes of cards: outlines, their insets, the text that describes them, and files of outlines."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.base.card_shapes import CARD_SHAPES, ELONGATED
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.outline_file import read_outline, read_shape
from printkit.graphics.path import (
    area_and_length,
    card_outline,
    card_shape,
    depth_below_head,
    mirrored_shape,
    polylines,
    rectangle_inside,
    shape_corners,
    turned_shape,
)

CARD = Rect(-31.5, -44.0, 63.0, 88.0)
# Not the same from behind, nor upside down.
FLAG = "flag.svg#M 0 0 L 1000 200 L 1000 1100 C 700 1396.83 300 1396.83 0 1396.83 Z"
every_outline = pytest.mark.parametrize("shape", [*CARD_SHAPES, "rounded r8", "hexagon r3", FLAG])


def points_of(shape: str, inset: float = 0.0) -> np.ndarray:
    """Return points of an outline, none more than 1 mm from the next."""
    (ring,) = polylines(card_outline(CARD, shape, inset), 0.005)
    pairs = pairwise(ring)
    steps = [np.linspace(a, b, max(2, math.ceil(math.dist(a, b)))) for a, b in pairs]
    return np.concatenate(steps)


def least_distance(points: np.ndarray, others: np.ndarray) -> float:
    """Return the least distance between two sets of points."""
    apart = points[:, None, :] - others[None, :, :]
    return float(np.sqrt((apart**2).sum(axis=2)).min())


@every_outline
@pytest.mark.parametrize("by", [3.0, -2.0])
def test_inset_outline_keeps_its_distance(shape: str, by: float) -> None:
    apart = least_distance(points_of(shape), points_of(shape, by))
    assert abs(by) - 0.04 <= apart <= abs(by) + 0.5
    inner, whole = (area_and_length(card_outline(CARD, shape, inset))[0] for inset in (by, 0.0))
    assert (inner < whole) == (by > 0)


@every_outline
def test_rectangle_inside_keeps_its_margin(shape: str) -> None:
    width, height = rectangle_inside(CARD.w, CARD.h, shape, 3.0)
    corners = np.array([(x * width / 2, y * height / 2) for x in (-1, 1) for y in (-1, 1)])
    assert min(width, height) > 25
    assert least_distance(points_of(shape), corners) >= 3.0 - 1e-6
    assert rectangle_inside(CARD.w, CARD.h, shape, 3.5) < (width, height)


def test_elongated_hexagon_has_measured_sides() -> None:
    """The measures of drawings of real cards: 63 × 88 mm, flat ends of 40 mm, 14.6° aslant."""
    corners = shape_corners(CARD, ELONGATED)
    assert corners == [
        pytest.approx(point)
        for point in [(-31.5, 0), (-20, -44), (20, -44), (31.5, 0), (20, 44), (-20, 44)]
    ]
    assert math.degrees(math.atan2(11.5, 44)) == pytest.approx(14.6, abs=0.1)


@every_outline
def test_shape_text_is_read_back(shape: str) -> None:
    assert str(card_shape(shape)) == shape
    assert mirrored_shape(mirrored_shape(shape)) == shape
    again, turned = points_of(turned_shape(turned_shape(shape))), points_of(shape)
    assert np.abs(again - turned).max() < 0.01


def test_mirrored_outline_is_seen_from_behind() -> None:
    behind = points_of(mirrored_shape(FLAG)) * (-1, 1)
    assert least_distance(behind, points_of(FLAG)) < 1e-6
    assert np.abs(np.sort(behind[:, 0]) - np.sort(points_of(FLAG)[:, 0])).max() < 0.01
    assert not np.allclose(points_of(mirrored_shape(FLAG)), points_of(FLAG))


@given(st.lists(st.floats(0.55, 1.0), min_size=5, max_size=24), st.floats(1.0, 4.0))
@settings(max_examples=8, deadline=None)
def test_any_star_outline_has_safe_area(radii: list[float], by: float) -> None:
    """Outlines around a centre, of any number of points: their safe area keeps its distance."""
    turns = [2 * math.pi * i / len(radii) for i in range(len(radii))]
    spots = [
        (500 + 500 * r * math.cos(a), 500 + 500 * r * math.sin(a))
        for r, a in zip(radii, turns, strict=True)
    ]
    path = " L ".join(f"{x:.2f} {y:.2f}" for x, y in spots)
    shape = f"star.svg#M {path} Z"
    if not card_outline(CARD, shape, by).steps:
        return
    assert least_distance(points_of(shape), points_of(shape, by)) >= by - 0.05


# --- files ---------------------------------------------------------------------------------------


def drawing(folder: Path, path: str, name: str = "shape.svg") -> Path:
    file = folder / name
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90">{path}</svg>', "utf-8"
    )
    return file


def test_outline_file_is_read(tmp_path: Path) -> None:
    shape = read_outline(drawing(tmp_path, '<path d="M10 10h40v60l-20 10l-20-10z"/>'))
    assert shape == "shape.svg#M 0 0 L 1000 0 L 1000 1500 L 500 1750 L 0 1500 Z"
    assert read_shape(shape) == shape
    same = drawing(tmp_path, '<rect x="1" y="1" width="40" height="60" rx="5"/>', "r.svg")
    assert card_shape(read_shape(str(same))).kind == "outline"


@pytest.mark.parametrize(
    ("path", "cause"),
    [
        ('<path d="M1 1h40v60h-40z"/><path d="M9 9h4v4h-4z"/>', "more than one outline"),
        ('<path d="M1 1h40v60h-40zM9 9h4v4h-4z"/>', "more than one outline"),
        ('<path fill="none" stroke="red" d="M1 1h40v60"/>', "outline is open"),
        ('<path d="M1 1L41 61L41 1L1 41z"/>', "crosses itself"),
        ('<path d="M1 1h50v3h-49v60h-1z"/>', "too thin"),
        ('<path d="M1 1h50v80h-50v-10h40v-60h-40z"/>', "centre is outside"),
        ('<path d="M1 1h50v5h-50z"/>', "four times"),
    ],
)
def test_unusable_outline_is_explained(tmp_path: Path, path: str, cause: str) -> None:
    with pytest.raises(PrintkitError, match=cause) as raised:
        read_outline(drawing(tmp_path, path))
    assert raised.value.hint


@pytest.mark.parametrize(
    "typed", ["", "squares", "x.svg#M 1 1", "x.svg#M 1 1 L 1e9 2 L 3 3 Z", "a#M 0 0 L nan 1 Z"]
)
def test_unknown_shape_is_refused(typed: str) -> None:
    with pytest.raises(PrintkitError):
        read_shape(typed)


def test_misspelt_shape_gets_suggestion() -> None:
    with pytest.raises(PrintkitError) as raised:
        read_shape("elongated-hexagone")
    assert ELONGATED in str(raised.value.hint)


@pytest.mark.parametrize("x", [-20.0, -7.0, 0.0, 12.5, 25.0])
@pytest.mark.parametrize("inset", [0.0, 2.0])
def test_depth_below_head_of_circle_follows_its_equation(x: float, inset: float) -> None:
    trim, radius = Rect(-30.0, -30.0, 60.0, 60.0), 30.0 - inset
    depth = radius - math.sqrt(max(0.0, radius * radius - x * x))
    assert depth_below_head(trim, "circle", inset, x) == pytest.approx(depth, abs=0.1)
