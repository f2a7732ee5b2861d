"""Pips do not touch: an independent fill of their outlines separates the bodies."""

from itertools import cycle, islice, pairwise
from pathlib import Path as FilePath

import pytest
from PIL import Image, ImageChops, ImageDraw

from printkit.art.card_style import MAX_PIPS, PlacedPip, arrange_pips
from printkit.art.emblems import body_of
from printkit.base import paper_sizes
from printkit.base.content import content_path
from printkit.base.geometry import Rect
from printkit.faces.anatomy import Anatomy
from printkit.graphics.path import ROUNDED, STRAIGHT_CUT, flatten
from printkit.graphics.svg import read_art
from printkit.graphics.svg_art import SvgArt

MARKS = sorted(
    path
    for path in content_path("art", "suits").glob("*.svg")
    if not path.stem.endswith(("-ace", "-held"))
)
PX = 6  # pixels per mm
# Half the gap between two bodies, the gap between a body and a rail, and how far lines extend
# beyond a body in outline themes (mm).
AIR, FROM_RAIL, LINE = 0.4, 1.5, 0.3
# The fields of all card sizes and shapes, in area themes and outline themes.
FIELDS = [
    (name, shape, edge, Anatomy(card.w, card.h, shape=shape).field)
    for name in paper_sizes.card_names()
    for card in (paper_sizes.card(name),)
    for shape in (ROUNDED, *STRAIGHT_CUT)
    for edge in (0.0, LINE)
]


def bodies(
    art: SvgArt, size: float, places: list[PlacedPip], field: Rect, reach: float
) -> list[Image.Image]:
    """Return each pip as a mask of the field, grown by `reach` mm."""
    masks = []
    matrix = art.fit_into(Rect(-size / 2, -size / 2, size, size))
    drawn = [shape.data.transformed(matrix) for shape in art.without_field().shapes]
    parts = [part for data in drawn for part in flatten(data, 6)]
    for place in places:
        mask = Image.new("L", (int(field.w * PX) + 1, int(field.h * PX) + 1))
        pen = ImageDraw.Draw(mask)
        turn = -1 if place.turned else 1
        for part in parts:
            at = [
                ((place.x + turn * x - field.x) * PX, (place.y + turn * y - field.y) * PX)
                for x, y in part
            ]
            pen.polygon(at, fill=255)
            pen.line([*at, at[0]], fill=255, width=round(2 * reach * PX))
        masks.append(mask)
    return masks


def touching(masks: list[Image.Image]) -> bool:
    """Return whether a mask overlaps an earlier one."""
    ground = masks[0]
    for mask in masks[1:]:
        if ImageChops.multiply(ground, mask).getbbox():
            return True
        ground = ImageChops.lighter(ground, mask)
    return False


@pytest.mark.parametrize("mark", MARKS, ids=lambda path: path.stem)
def test_pip_bodies_do_not_touch(mark: FilePath) -> None:
    """Test every mark in every number in three fields of varying size, shape and theme; each field
    sees each number in turn.
    """
    art, body = read_art(mark), body_of(mark)
    counts = range(2, MAX_PIPS + 1)
    fields = islice(cycle(FIELDS), 7 * MARKS.index(mark), None)
    for count, (name, shape, edge, field) in zip([*counts] * 3, fields, strict=False):
        size, places = arrange_pips(count, field, body, edge, FROM_RAIL + edge)
        case = name, shape, edge, count, size
        masks = bodies(art, size, places, field, AIR + edge)
        assert not touching(masks), case
        far = max(mask.getbbox()[2] for mask in masks if mask.getbbox()) / PX
        assert far <= field.w - FROM_RAIL + AIR + 2 / PX, case


def test_touching_bodies_are_detected() -> None:
    """Triangles placed as if they were narrow overlap."""
    field = Anatomy(63.5, 88.9).field
    art = read_art(content_path("art", "suits", "triangles.svg"))
    size, places = arrange_pips(9, field, ((-0.1, 0.1),) * 4)
    assert touching(bodies(art, size, places, field, 0.0))


def test_taller_field_has_larger_pips_and_small_gaps() -> None:
    """A tarot card is filled like a poker card: no gap exceeds three tenths of its height."""
    body = body_of(content_path("art", "suits", "coins.svg"))
    high, usual = Anatomy(61, 112).field, Anatomy(63.5, 88.9).field
    for count in (2, 3, 4, 5, 6):
        size, places = arrange_pips(count, high, body, 0.0, FROM_RAIL)
        if count < 4:
            assert size > 1.2 * arrange_pips(count, usual, body, 0.0, FROM_RAIL)[0]
        rows = sorted({round(place.y, 3) for place in places})
        gaps = [low - up - size for up, low in pairwise([high.y - size / 2, *rows])]
        assert max(gaps) < 0.3 * 112, count
