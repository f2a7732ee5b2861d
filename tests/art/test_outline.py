"""Outlines: the radius and the path agree, and waves stay between their two outlines."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.art.backs import _outline
from printkit.art.ornaments import Gold, Outline, ring
from printkit.base.design import BackRow, back_rows
from printkit.base.geometry import rotation
from printkit.graphics.colour import BLACK, WHITE
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import PathBuilder, encloses
from tests.support.walk import leaves, outline_points

STAR = PathBuilder().polygon(
    (r * math.cos(math.pi * k / 8), r * math.sin(math.pi * k / 8))
    for k, r in enumerate((20.0, 11.0) * 8)
)
SHAPES = (
    Outline.circle(9.0),
    Outline(12.0, 20.0),
    Outline(20.0, 28.0, 5.0),
    Outline.of(STAR.done(), "star"),
)
BANDED = [spec for spec in back_rows().values() if spec.band]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
@given(angle=st.floats(-7, 7))
def test_outline_radius_agrees_with_its_path(shape: Outline, angle: float) -> None:
    x, y = shape.point(angle)
    assert encloses(shape.path(), 0.99 * x, 0.99 * y)
    assert not encloses(shape.path(), 1.01 * x, 1.01 * y)
    assert shape.scaled(2).radius(angle) == pytest.approx(2 * shape.radius(angle))


LINE, GOLD = Stroke(BLACK, 0.1), Gold((BLACK, WHITE), BLACK, 180)
PAIRS = [(near.scaled(0.3), far, LINE) for near in SHAPES[:2] for far in SHAPES[2:]]
PAIRS += [(far.scaled(0.7), far, GOLD) for far in SHAPES]


@pytest.mark.parametrize(("near", "far", "ink"), PAIRS)
def test_ring_stays_between_its_outlines(near: Outline, far: Outline, ink: Stroke | Gold) -> None:
    """Waves are cut at corners, because they would round them off."""
    for leaf in leaves(ring(near, far, 48, 3, ink).items):
        assert isinstance(leaf.item, Path)
        turned = [leaf.matrix.apply(x, y) for x, y in outline_points(leaf.item.data)]
        for x, y in turned:
            angle, r = math.atan2(y, x), math.hypot(x, y)
            assert near.radius(angle) - 0.15 <= r <= far.radius(angle) + 0.15


@pytest.mark.parametrize("spec", BANDED, ids=lambda spec: spec.medal)
def test_medal_outline_is_star_shaped_and_symmetrical(spec: BackRow) -> None:
    """Each ray from the origin crosses the outline once, and a half turn changes nothing."""
    shape = _outline(spec, 1.0)
    turned = Outline.of(shape.path().transformed(rotation(180)), "turned")
    for k in range(90):
        angle = math.tau * k / 90
        assert turned.radius(angle) == pytest.approx(shape.radius(angle), abs=0.05)
        inside = [encloses(shape.path(), *(s * c for c in shape.point(angle))) for s in (0.5, 0.97)]
        assert inside == [True, True]
