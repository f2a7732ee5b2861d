"""The groups of a table of payments are apart, and each begins on the grid."""

import pytest

from printkit.booklet.panels import _to_grid
from printkit.layout.records import Fragment, Strip, TextStyle


@pytest.mark.parametrize("height", [10.0, 11.9, 12.0, 13.5])
@pytest.mark.parametrize("space", [0.0, 0.5])
def test_group_ends_on_the_grid_with_its_space(height: float, space: float) -> None:
    style = TextStyle(size=3.0, leading=4.0, language="en", grid=4.0)
    whole = _to_grid(Fragment((Strip(height),), 60.0), style, space).height
    assert whole % 4.0 == pytest.approx(0)
    assert space * 4.0 <= whole - height + 1e-9 < 4.0 + space * 4.0
