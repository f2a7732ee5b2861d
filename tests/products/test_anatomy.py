"""Parts of a card's anatomy: figures with signs, the orbit of a header."""

import math
from pathlib import Path as FilePath
from types import SimpleNamespace
from typing import Any

import pytest

from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.faces.anatomy import (
    IndexColours,
    IndexPlace,
    _emblem_centre,
    _sign_width,
    draw_figures,
    draw_orbit,
    draw_sign,
)
from printkit.faces.face import face_anatomy
from printkit.faces.face_parts import set_name
from printkit.faces.picture_faces import _points_of
from printkit.graphics.colour import BLACK, WHITE
from printkit.graphics.display_list import Path
from printkit.layout.fit_text import TextOverflow
from printkit.model.fields import MINUS
from tests.support.walk import ink_box, leaves, union

PLACE = IndexPlace(5.0, 4.0, 9.0, 6.0, 0.0, 2.0)
COLOURS = IndexColours(BLACK, BLACK, WHITE, WHITE)


@pytest.mark.parametrize("text", ["7", "11", "+3", f"{MINUS}12"])
def test_figures_with_their_sign_are_centred_in_their_column(text: str) -> None:
    items, axis, bottom = draw_figures(text, PLACE, COLOURS, artifact=False, bar=False)
    ink = union(box for leaf in leaves(items) if (box := ink_box(leaf)))
    assert axis == 9.5
    assert bottom == 10.0
    assert ink.centre[0] == pytest.approx(axis, abs=0.45)
    assert PLACE.left - 0.1 <= ink.x
    assert ink.right <= PLACE.left + PLACE.width + 0.1


def test_only_a_sign_takes_width() -> None:
    assert _sign_width("", "7", PLACE) == (0.0, 0.0)
    assert min(_sign_width("+", "7", PLACE)) > 0


def test_planet_is_on_the_outer_ring() -> None:
    rings, _, _, planet = draw_orbit(Rect(0, 0, 100.0, 50.0), theme("classic"))
    assert isinstance(rings, Path)
    assert isinstance(planet, Path)
    ring = rings.data.box()
    assert math.dist(ring.centre, planet.data.box().centre) == pytest.approx(ring.w / 2, abs=0.02)


def test_place_of_a_seal_grows_with_its_figures() -> None:
    """Its distance from the corner is a share of their height, and half a line."""

    def radius(digits: float) -> float:
        anatomy: Any = SimpleNamespace(digits=digits, corner_centre=lambda r: (r, r))
        signs: Any = SimpleNamespace(sealed=True)
        return _emblem_centre(signs, anatomy)[0]

    assert 0.0 < radius(0.0) < 0.3
    assert radius(8.0) - radius(4.0) == pytest.approx(radius(4.0) - radius(0.0))
    assert radius(4.0) > 1.0


@pytest.mark.parametrize("radius", [6.0, 10.0])
def test_safe_area_is_clear_of_round_corners(radius: float) -> None:
    """Its distance from the arc, along the diagonal, is the safe margin of 3 mm."""
    anatomy = face_anatomy(63.0, 88.0, f"rounded r{radius:g}", 3.0)
    inset = (63.0 - anatomy.safe.w) / 2
    assert radius - math.dist((inset, inset), (radius, radius)) == pytest.approx(3.0)
    assert (63.0 - face_anatomy(63.0, 88.0, "rounded", 3.0).safe.w) / 2 == pytest.approx(3.0)


def test_points_of_drawing_are_distances_from_centre(tmp_path: FilePath) -> None:
    path = tmp_path / "square.svg"
    square = '<path d="M0 0H10V10H0Z" fill="black"/>'
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{square}</svg>', "utf-8"
    )
    assert {*_points_of(path)} == {(0.5, 0.5)}


@pytest.mark.parametrize(("high", "fits"), [(8.0, True), (1.5, False)])
def test_short_name_is_one_line_in_its_box(high: float, fits: bool) -> None:
    """A box that is lower than a line is not enlarged for a name that is short enough."""
    dress = SimpleNamespace(gold=None, is_dark=False, text=BLACK, line=BLACK)
    face: Any = SimpleNamespace(
        dress=dress, anatomy=SimpleNamespace(module=1.0), theme=theme("classic"), caption="Star"
    )
    box = Rect(-20.0, 0.0, 40.0, high)
    if not fits:
        with pytest.raises(TextOverflow):
            set_name(face, box, diamonds=False)
        return
    items, half = set_name(face, box, diamonds=False)
    assert len([*leaves(items)]) == 1
    assert half == high / 2


@pytest.mark.parametrize("sign", ["+", MINUS])
def test_sign_is_centred_on_figures(sign: str) -> None:
    (path,) = draw_sign(sign, 2.0, 7.0, 4.0, 1.0, BLACK)
    assert isinstance(path, Path)
    box = path.data.box()
    assert (box.x, box.w, box.centre[1]) == pytest.approx((2.0, 4.0, 7.0))
