"""Small pictures: pictograms and tokens, distinguishable without colour."""

import pytest

from printkit.art.emblems import (
    SMALL,
    draw_pictogram,
    emblem,
    pictogram,
    pictogram_names,
    sibling_emblem,
)
from printkit.art.theme import theme, theme_names
from printkit.base.content import bundled_rows, content_path
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.colour import MIN_VISIBLE_CONTRAST, contrast
from printkit.graphics.svg import read_art
from tests.support.raster import grey_pixels, least_apart
from tests.support.walk import ink_box, leaves

# The widths of lines and of arrow shafts, in units of the grid.
WIDTHS = {2.6, 3.2}
SIZE, PER_MM = 9, 6
# The smallest share of its square in which a pictogram differs from every other.
MIN_APART = 0.07


def test_pictograms_share_one_style_and_fit_their_box() -> None:
    for name in pictogram_names():
        art = read_art(content_path("art", "pictograms", f"{name}.svg"))
        assert (art.box.w, art.box.h) == (48, 48), name
        paints = [shape.paint for shape in art.shapes]
        assert {paint.width for paint in paints if paint.stroke == "main"} <= WIDTHS, name
        assert all(paint.join == "round" for paint in paints if paint.stroke), name
        roles = {one for paint in paints for one in (paint.fill, paint.stroke) if one}
        assert roles <= {"main", "paper", "accent"}, name
        assert any(paint.fill == "accent" for paint in paints), name
        for leaf in leaves(art.items(theme("classic").palette("indigo").roles())):
            box = ink_box(leaf)
            assert box is not None
            assert art.box.contains(box, 1e-3), (name, box)


def test_pictograms_without_colour_are_distinct() -> None:
    palette, box = theme("classic").palette("indigo"), Rect(-50, -50, 100, 100)
    seen = {
        name: grey_pixels(pictogram(name, palette).items, box, SIZE * PER_MM, blur=0.3 * PER_MM)
        for name in pictogram_names()
    }
    assert least_apart(seen) > (MIN_APART,)


@pytest.mark.parametrize("key", theme_names())
def test_pictogram_lines_are_visible_on_every_ground(key: str) -> None:
    for colour in theme(key).colours:
        palette = theme(key).palette(colour)
        for leaf in leaves(pictogram("goal", palette).items):
            line = leaf.item.stroke
            if line is not None:
                assert contrast(line.colour, palette.paper) >= MIN_VISIBLE_CONTRAST


def test_unknown_pictogram_error_suggests_the_nearest() -> None:
    with pytest.raises(PrintkitError) as caught:
        draw_pictogram("reveel", theme("classic").palette("indigo"), 0, 0, 14)
    assert "reveal" in str(caught.value.hint)


def test_tokens_below_7_mm_use_simple_drawings() -> None:
    """This covers tokens that players stack or line up; an influence token is never that small."""
    palette, box = theme("classic").palette("black"), Rect(-50, -50, 100, 100)
    chips = [one["emblem"] for one in bundled_rows("tokens.toml").values()]
    names = [*chips, *(f"tokens/{name}" for name in ("chip", "credit", "dealer", "lock", "turn"))]
    seen = {}
    for name in (*names, "tokens/used"):
        path = content_path("art", f"{name}.svg")
        assert sibling_emblem(path, SMALL), name
        large, small = emblem(path, palette, 7.0), emblem(path, palette, 6.9)
        assert len(list(leaves(small.items))) <= 6 < len(list(leaves(large.items))), name
        seen[name] = grey_pixels(small.items, box, 28, blur=0.8)
    assert least_apart(seen) > (0.03,)
