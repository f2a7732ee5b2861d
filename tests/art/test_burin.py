"""Lines across flat shapes: where they lie, how they swell, and that a half turn keeps them."""

import math

import pytest

from printkit.art.burin import hatch
from printkit.base.geometry import rotation
from printkit.graphics.path import PathBuilder, PathData, Point, circle, encloses, flatten

FACET = [(2.0, 1.0), (20.0, 3.0), (6.0, 9.0)]


def lines(data: PathData) -> list[list[Point]]:
    """Return the outlines of lines, each once around."""
    return flatten(data, 1)


def polygon(points: list[Point]) -> PathData:
    return PathBuilder().polygon(points).done()


@pytest.mark.parametrize("shape", [polygon(FACET), circle(6.0)])
def test_lines_stay_inside_their_shape(shape: PathData) -> None:
    found = lines(hatch(shape, 0.5, 0.2))
    assert len(found) > 8
    for line in found:
        x, y = (sum(values) / len(line) for values in zip(*line, strict=True))
        assert encloses(shape, x, y)


def test_lines_of_facet_taper_to_ridge() -> None:
    for near, *far in lines(hatch(polygon(FACET), 0.5, 0.2)):
        (ax, ay), (bx, by) = FACET[:2]
        away = [abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in (near, *far)]
        assert len(far) == 2
        assert away[0] < sum(away[1:]) / 2
        assert math.dist(*far) == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("radial", [False, True])
def test_half_turn_keeps_lines(radial: bool) -> None:
    ring = circle(8.0) + circle(5.0)
    both = PathBuilder().polygon(FACET).done()
    for shape in (ring, both):
        turned = hatch(shape.transformed(rotation(180)), 0.5, 0.2, radial=radial)
        again = hatch(shape, 0.5, 0.2, radial=radial).transformed(rotation(180))
        places = [
            sorted((round(x, 3) + 0.0, round(y, 3) + 0.0) for line in lines(each) for x, y in line)
            for each in (turned, again)
        ]
        assert len(places[0]) == len(places[1])
        apart = [math.dist(*pair) for pair in zip(*places, strict=True)]
        assert max(apart) < 0.01


def test_radial_lines_point_to_origin() -> None:
    for near, *far in lines(hatch(circle(8.0) + circle(5.0), 0.5, 0.2, radial=True)):
        middle = [sum(values) / 2 for values in zip(near, far[-1], strict=True)]
        outer = [sum(values) / 2 for values in zip(far[0], far[1], strict=True)]
        assert middle[0] * outer[1] == pytest.approx(middle[1] * outer[0], abs=0.01)


def test_open_triangle_is_hatched_like_a_closed_one() -> None:
    """The edge from the last point to the first is implied."""
    corners = [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]
    open_path = PathBuilder().polyline(corners).done()
    assert len(lines(hatch(open_path, 1.0, 0.3))) == len(lines(hatch(polygon(corners), 1.0, 0.3)))
    assert len(lines(hatch(open_path, 1.0, 0.3))) > 4
