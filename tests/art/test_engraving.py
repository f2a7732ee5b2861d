"""Engraving.

Lines match their drawing, are wide and far enough apart to print, and keep out of gold areas.
"""

from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from printkit.art.emblems import draw_art
from printkit.art.engraving import (
    BOWS,
    PLACES,
    WIDTHS,
    Lines,
    _is_shadow,
    _outline,
    digest_of,
    engraving,
    format_lines,
    lines_path,
    read_lines,
)
from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.graphics.path import encloses
from printkit.graphics.svg import read_art
from printkit.graphics.svg_art import SvgArt
from tests.support.walk import leaves
from workshop import covers

NAMES = sorted(path.stem for path in lines_path("x").parent.glob("*.txt"))
# The smallest and largest width of a line, and the smallest gap between two (mm).
WIDTH, GAP = (0.10, 0.30), 0.09
# A drawing with lines.
COVER = "editions-summer-cover"


@cache
def drawings() -> dict[str, tuple[SvgArt, float]]:
    return {name: (art, covers.SIZE) for name, art in covers.covers()}


def strokes(lines: Lines) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """Return lines as rows of root, direction, bow and width (mm; bows in shares of the length)."""
    rows = []
    for _, numbers in lines.roles:
        own = np.array(numbers, float).reshape(-1, 6)
        own[:, :2] = np.cumsum(own[:, :2], axis=0)
        rows.append(own / [PLACES, PLACES, PLACES, PLACES, BOWS, WIDTHS])
    return np.vstack(rows)


def test_lines_match_their_drawings():
    stale = covers.stale()
    assert not stale, "python -m workshop makes them anew: " + ", ".join(stale)


@pytest.mark.parametrize("name", NAMES)
def test_lines_are_wide_enough_to_print(name):
    lines = read_lines(name)
    assert lines is not None
    assert read_text(name) == format_lines(lines)
    x, y, dx, dy, bow, width = strokes(lines).T
    assert WIDTH[0] <= width.min()
    assert width.max() <= WIDTH[1]
    length = np.hypot(dx, dy)
    f = np.linspace(0.0, 1.0, 7)
    aside = np.outer(bow * 4, f * (1 - f))
    places = [x[:, None] + np.outer(dx, f) - dy[:, None] * aside]
    places.append(y[:, None] + np.outer(dy, f) + dx[:, None] * aside)
    halves = np.outer(width / 2, (1 - f) ** 0.6)
    for n in range(len(x) - 1):
        near = np.flatnonzero(np.hypot(x - x[n], y - y[n]) < length + length[n] + 0.5)
        near = near[near > n]
        if not len(near):
            continue
        across, down = (of[near][:, :, None] - of[n] for of in places)
        gaps = np.hypot(across, down) - halves[near][:, :, None] - halves[n]
        assert gaps.min() > GAP, f"{name}: line {n}"


def read_text(name: str) -> str:
    return lines_path(name).read_text(encoding="ascii")


@pytest.mark.parametrize("name", NAMES)
def test_gold_areas_stay_free_of_lines(name):
    art, size = drawings()[name]
    lines = read_lines(name)
    assert lines is not None
    unit = max(art.box.w, art.box.h) / size
    for x, y, dx, dy, bow, _ in strokes(lines)[::9]:
        at_x = art.box.x + (x + dx / 2 - dy * bow) * unit
        at_y = art.box.y + (y + dy / 2 + dx * bow) * unit
        top = next(
            shape.paint.fill
            for shape in reversed(art.shapes)
            if shape.paint.fill is not None
            and encloses(shape.data, at_x, at_y, even_odd=shape.paint.even_odd)
        )
        assert top not in covers.WHOLE


def test_changed_drawing_has_no_lines():
    art, size = drawings()[COVER]
    assert engraving(art, COVER, size, solid=True)
    changed = replace(art, shapes=art.shapes[:-1])
    assert not engraving(changed, COVER, size, solid=True)
    first = replace(art.shapes[0], paint=replace(art.shapes[0].paint, fill="shade"))
    assert digest_of(replace(art, shapes=(first, *art.shapes[1:]))) != digest_of(art)


def test_small_and_outline_drawings_have_fewer_lines():
    name, (art, size) = COVER, drawings()[COVER]
    assert not engraving(art, name, 0.8 * size, solid=True)
    full, few = (engraving(art, name, size, solid=solid) for solid in (True, False))
    parts = [sum(shape.data.steps.count("M") for shape in shapes) for shapes in (full, few)]
    assert 0.25 < parts[1] / parts[0] < 0.4


@pytest.mark.parametrize("key", ["classic", "gala", "noir", "ink-saver"])
def test_faces_contain_their_lines(key):
    art, size = drawings()[COVER]
    palette = theme(key).palette("navy")
    lines = engraving(art, COVER, size, solid=palette.solid)
    drawn, flat = (draw_art(art, "cover", palette, size, None, own) for own in (lines, ()))
    assert lines
    assert len([*leaves(drawn.items)]) == len([*leaves(flat.items)]) + len(lines)


def test_dark_shape_under_light_one_is_a_shadow(tmp_path):
    """An outline would double the edge of the shape above it."""

    def is_shadow(*fills: str) -> bool:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.svg"
        shapes = "".join(f'<rect width="80" height="80" class="fill-{fill}"/>' for fill in fills)
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        path.write_text(f"{head}{shapes}</svg>", encoding="utf-8")
        art = read_art(path)
        return _is_shadow(art, [shape.data.box() for shape in art.shapes], 0, 1.0)

    assert is_shadow("ink", "accent")
    assert is_shadow("ink", "tint", "tint", "accent")
    assert not is_shadow("ink", "tint", "tint", "tint", "accent")  # too far above
    assert not is_shadow("accent", "accent")
    assert not is_shadow("ink", "tint")
    assert not is_shadow("ink")


def test_outline_of_straight_line_is_symmetrical():
    """The two sides of a line of 8 mm along x are as far from its axis."""
    art = SvgArt("line", Rect(0, 0, 100, 100), ())
    data = _outline((10 * PLACES, 20 * PLACES, 80 * PLACES, 0, 0, 3 * WIDTHS), art, 1.0)
    assert data.steps == "MCCZ"
    ys = data.coords[1::2]
    away = [round(y - 20, 6) for y in ys]
    assert away == [-y for y in reversed(away)]
    assert away[0] == 1.5
