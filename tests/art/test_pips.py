"""Pips stand apart: bodies are counted by an independent fill of their outlines."""

from itertools import product
from pathlib import Path as FilePath

import pytest
from PIL import Image, ImageChops, ImageDraw

from printkit.art.dress import MAX_PIPS, PlacedPip, arrange_pips
from printkit.art.emblem import body_of
from printkit.base import paper_sizes
from printkit.base.content import content_path
from printkit.base.geometry import Rect
from printkit.components.cards.anatomy import Anatomy
from printkit.graphics.path import flatten
from printkit.graphics.svg_art import SvgArt, read_art

MARKS = sorted(
    path
    for path in content_path("art", "suits").glob("*.svg")
    if not path.stem.endswith(("-ace", "-held"))
)
PX = 6  # pixels a millimetre


def bodies(art: SvgArt, size: float, places: list[PlacedPip], field: Rect) -> list[Image.Image]:
    """Each pip as a mask of the field."""
    masks = []
    for place in places:
        mask = Image.new("1", (int(field.w * PX) + 1, int(field.h * PX) + 1))
        pen = ImageDraw.Draw(mask)
        turn = -1 if place.turned else 1
        matrix = art.fit_into(Rect(-size / 2, -size / 2, size, size))
        for shape in art.without_field().shapes:
            for part in flatten(shape.data.transformed(matrix), 8):
                at = [
                    ((place.x + turn * x - field.x) * PX, (place.y + turn * y - field.y) * PX)
                    for x, y in part
                ]
                pen.polygon(at, fill=1)
        masks.append(mask.convert("L"))
    return masks


def touching(masks: list[Image.Image]) -> bool:
    """Whether a mask meets those before it."""
    ground = masks[0]
    for mask in masks[1:]:
        if ImageChops.multiply(ground, mask).getbbox():
            return True
        ground = ImageChops.lighter(ground, mask)
    return False


@pytest.mark.parametrize("mark", MARKS, ids=lambda path: path.stem)
def test_bodies_of_pips_stand_apart(mark: FilePath) -> None:
    art, body = read_art(mark), body_of(mark)
    for name, count in product(("us-mini", "poker"), range(2, MAX_PIPS + 1)):
        card = paper_sizes.card(name)
        field = Anatomy(card.w, card.h).field
        size, places = arrange_pips(count, field, body)
        assert not touching(bodies(art, size, places, field)), (name, count)


def test_bodies_that_touch_are_found() -> None:
    """Triangles placed as if they were slim lie over each other."""
    field = Anatomy(63.5, 88.9).field
    art = read_art(content_path("art", "suits", "triangles.svg"))
    size, places = arrange_pips(9, field, ((-0.1, 0.1),) * 4)
    assert touching(bodies(art, size, places, field))
