"""Number faces: kinds differ without colour in the strip visible in a fan; with and without
drawings.
"""

from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from printkit.art.theme import theme_names
from printkit.base import paper_sizes
from printkit.base.geometry import Rect
from printkit.faces.engraved_numbers import number_drawing
from printkit.graphics.display_list import Path
from printkit.graphics.fonts import TITLE_BOLD
from tests.support.decks import variant
from tests.support.faces import Face, faces
from tests.support.limits import SEEN_IN_A_FAN
from tests.support.raster import drawing_pixels, grey_pixels
from tests.support.sample import cases
from tests.support.walk import ink_box

KINDS = ("main-6", "plus-6", "minus-6", "plus-minus-6")
# The share of pixels of a strip that differ by a fifth of the range from black to white: for areas,
# and for lines in ink-saving themes.
APART, APART_IN_LINES = 0.15, 0.03
# The same without drawings.
FLAT_APART, FLAT_APART_IN_LINES = 0.115, 0.015  # 0.119 in a theme of fine lines
# The greatest mean tone of the faces by theme (per cent).
TONES = {"classic": 20, "engraver": 20, "gala-light": 30, "ink-saver": 5}


def numbered(look: str, size: str = "poker", frame: str = "") -> dict[str, Face]:
    """Return the faces of a deck of numbers, without drawings in another frame."""
    own = variant("pazaak")
    if frame:
        own = own.with_cards([replace(card, frame=frame) for card in own.cards])
    return {face.card.id: face for face in faces(look, size, own=own)}


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("frame", ["", "orbit"], ids=["drawn", "flat"])
@pytest.mark.parametrize("look", theme_names())
def test_fanned_kinds_differ_in_grey(look: str, frame: str) -> None:
    """All show a 6: only ground, plate and sign differ."""
    found = numbered(look, frame=frame)
    assert bool(number_drawing(found["main-6"].card)) != bool(frame)
    box = found["main-6"].anatomy.trim._replace(w=SEEN_IN_A_FAN)
    strips = {
        key: grey_pixels(found[key].piece.front.items, box, round(5 * box.w)) for key in KINDS
    }
    limits = (FLAT_APART, FLAT_APART_IN_LINES) if frame else (APART, APART_IN_LINES)
    least = limits[0] if found["main-6"].theme.solid else limits[1]
    for one, other in combinations(KINDS, 2):
        share = (np.abs(strips[one] - strips[other]) > 51).mean()
        assert share > least, (one, other, share)


@pytest.mark.parametrize("look", cases(TONES, ["ink-saver"]))
def test_tone_of_drawn_numbers(look: str) -> None:
    found = [*numbered(look).values()]
    pixels = drawing_pixels([face.piece.front for face in found], found[0].anatomy.trim, 5)
    assert np.mean([100 - 100 * each.mean() / 255 for each in pixels]) <= TONES[look]


def test_every_number_has_a_drawing() -> None:
    """The blank card has one too."""
    assert [card.id for card in variant("pazaak").cards if not number_drawing(card)] == []


def test_number_without_drawing_of_its_own_is_flat() -> None:
    """A number above those that are drawn, and a text that is no number."""
    (card, *_) = (card for card in variant("pazaak").cards if card.id == "plus-6")
    assert number_drawing(replace(card, index="+6")) == ("pazaak/plus-06",) * 2
    assert number_drawing(replace(card, index="+7")) == ()
    assert number_drawing(replace(card, index="+½")) == ()
    assert number_drawing(replace(card, layout="pips")) == ()


@pytest.mark.parametrize("size", paper_sizes.card_names())
def test_sign_is_as_tall_as_its_figure(size: str) -> None:
    """The number of a flat face keeps clear of the indices, and is fully visible."""
    found = numbered("classic", size, "orbit")
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


@pytest.mark.parametrize(
    ("deck", "plus", "minus"),
    [("pazaak", "plus-3", "minus-3"), ("corellian-spike", "circles-plus-3", "circles-minus-3")],
)
def test_plate_is_filled_for_minus_only(deck: str, plus: str, minus: str) -> None:
    """All decks have one convention."""
    own = variant(deck)
    own = own.with_cards([card for card in own.cards if card.id in (plus, minus)])
    found = {face.card.id: face for face in faces("classic", "poker", own=own)}
    plates = {}
    for key, face in found.items():
        safe = face.anatomy.safe
        beside = Rect(safe.x + 0.45, safe.y + 3, 0.3, 5)  # between the rim and the figure
        plates[key] = 255 - grey_pixels(face.piece.front.items, beside, 6).mean()
    assert plates[minus] > 100
    assert plates[plus] < 60
