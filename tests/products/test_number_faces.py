"""Number faces: kinds differ without colour in the strip visible in a fan."""

from itertools import combinations

import numpy as np
import pytest

from printkit.art.theme import theme_names
from printkit.base import paper_sizes
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Path
from printkit.graphics.fonts import TITLE_BOLD
from tests.support.faces import Face, faces
from tests.support.limits import SEEN_IN_A_FAN
from tests.support.raster import grey_pixels
from tests.support.walk import ink_box

KINDS = ("main-6", "plus-6", "minus-6", "plus-minus-6")
# The share of pixels of a strip that differ by a fifth of the range from black to white: for areas,
# and for lines in ink-saving themes.
APART, APART_IN_LINES = 0.115, 0.015  # 0.119 in a theme of fine lines


def numbered(look: str, size: str = "poker") -> dict[str, Face]:
    return {face.card.id: face for face in faces(look, size, deck="pazaak")}


@pytest.mark.parametrize("look", theme_names())
def test_fanned_kinds_differ_in_grey(look: str) -> None:
    """All show a 6: only ground, plate and sign differ."""
    found = numbered(look)
    box = found["main-6"].anatomy.trim._replace(w=SEEN_IN_A_FAN)
    strips = {
        key: grey_pixels(found[key].piece.front.items, box, round(5 * box.w)) for key in KINDS
    }
    least = APART if found["main-6"].theme.solid else APART_IN_LINES
    for one, other in combinations(KINDS, 2):
        share = (np.abs(strips[one] - strips[other]) > 51).mean()
        assert share > least, (one, other, share)


@pytest.mark.parametrize("size", paper_sizes.card_names())
def test_sign_is_as_tall_as_its_figure(size: str) -> None:
    """The number keeps clear of the indices, and is fully visible."""
    found = numbered("classic", size)
    for key in ("plus-3", "plus-minus-5"):
        face = found[key]
        (figure, *_) = [box for leaf, box in face.words if leaf.item.run.font == TITLE_BOLD]
        crosses = [
            box
            for leaf in face.own
            if isinstance(leaf.item, Path)
            and len(leaf.item.data.steps) == 13
            and (box := ink_box(leaf)) is not None
            and box.h > 0.5 * figure.h
        ]
        assert crosses, key
        assert all(0.85 < box.h / figure.h < 1.3 for box in crosses), key
        number = Rect(crosses[0].x, figure.y, figure.right - crosses[0].x, figure.h)
        assert not any(number.intersects(box) for _, box in face.figures)
        assert face.anatomy.safe.contains(number)
