"""Suits whose cards join: tones along the shared edge, and the frieze of a mat."""

import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from printkit.art.engraved import Tones, drawing_names, header_of
from printkit.art.theme import theme
from printkit.base.content import bundled_rows
from printkit.base.geometry import centred_rect
from printkit.faces.engraved_faces import draw_symbol
from printkit.graphics.display_list import Use
from printkit.products.mat.frieze import find_frieze
from printkit.products.mat.mat import count_pages
from tests.support.decks import variant
from tests.support.raster import drawing_pixels
from tests.support.sample import cases
from tests.support.walk import symbols

ROWS = bundled_rows("engraved.toml")
JOINED = [key for key, row in ROWS.items() if row.get("joins")]
# Grounds of cells and petals, which end at each edge at other places.
OTHER = ("suits/cups", "suits/hearts", "suits/diamonds", "suits/clubs")
# The greatest difference of tone along the edges of neighbours, against that of the same edges with
# one moved by a few millimetres; pixels per mm, the edge and the move in pixels, the blur.
SAME, PER_MM, EDGE, MOVED, BLUR = 0.5, 8, 2, 30, 5


def pips(key: str) -> list[str]:
    """Return the drawings of the numbered cards of a suit in their order."""
    pattern = re.sub(r"\\{(n|count)\\}", r"\\d+", re.escape(ROWS[key]["pips"]))
    return [name for name in drawing_names() if re.fullmatch(pattern, name)]


@cache
def edges(key: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the tones along the left and the right edge of each card, from head to foot."""
    names, tones = pips(key), Tones(theme("classic"), "black")
    box = centred_rect(*header_of(names[0]).size)
    window = np.ones(BLUR) / BLUR
    found = []
    for picture in drawing_pixels([draw_symbol(name, tones, 1.0) for name in names], box, PER_MM):
        grey = picture.mean(axis=2)
        both = (grey[:, :EDGE], grey[:, -EDGE:])
        left, right = (np.convolve(side.mean(axis=1), window, "valid") for side in both)
        found.append((left, right))
    return found


def unlike(key: str) -> float:
    """Return the mean difference of tone of shared edges, against that of moved ones."""
    shared = [(one[1], other[0]) for one, other in pairwise(edges(key))]
    near = np.mean([np.abs(a - b).mean() for a, b in shared])
    far = np.mean([np.abs(a - np.roll(b, MOVED)).mean() for a, b in shared])
    return float(near / far)


@pytest.mark.parametrize("key", cases(JOINED, [*JOINED][:3]))
def test_neighbouring_cards_join_at_their_edge(key: str) -> None:
    assert len(pips(key)) >= 6
    assert unlike(key) < SAME


def test_dunes_are_a_whole_horizon() -> None:
    """The wind turns by turns: the last of an even number of cards joins the first."""
    first, last = edges("kessel/sand")[0][0], edges("kessel/sand")[-1][1]
    near, far = (np.abs(last - np.roll(first, by)).mean() for by in (0, MOVED))
    assert near < SAME * far


def test_suits_without_a_panorama_do_not_join() -> None:
    assert not set(OTHER) & set(JOINED)
    assert min(map(unlike, OTHER)) > 0.8


def test_drawings_know_their_place_in_the_panorama() -> None:
    for key in JOINED:
        width = header_of(pips(key)[0]).size[0]
        places = [header_of(name).joins for name in pips(key)]
        assert places == [number * width for number in range(len(places))], key


# --- the frieze of a mat -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "suit", "other", "count"),
    [
        ("casino", "staves", "sabers", 11),
        ("kessel", "sand", "sand", 6),
        ("tarot", "batons", "swords", 10),
    ],
)
def test_mat_shows_all_cards_of_two_suits(slug: str, suit: str, other: str, count: int) -> None:
    """A deck with one suit that joins has it on both sides."""
    of = variant(slug)
    frieze = find_frieze(of.cards)
    assert frieze is not None
    assert len(frieze.drawings) == len(set(frieze.drawings)) == count
    assert all(suit in name for name in frieze.drawings)
    drawn = frieze.draw(centred_rect(400, 20), frieze.scale(400, 60), theme("gala"))
    assert len([item for item in drawn if isinstance(item, Use)]) == 2
    keys = {symbol.key for symbol in symbols(drawn)}
    assert all(any(name.replace("/", "-") in key for key in keys) for name in frieze.drawings)
    far = (frieze.far or frieze).drawings
    assert len(far) == len(set(far)) == count
    assert all(other in name for name in far)
    assert all(any(name.replace("/", "-") in key for key in keys) for name in far)


def test_deck_without_a_panorama_has_no_frieze() -> None:
    assert find_frieze(variant("corellian-spike").cards) is None
    assert find_frieze(()) is None


def test_pages_of_a_mat_in_tiles() -> None:
    """A page of A4 shows 192.8 × 274.4 mm upright and 279.8 × 187.4 mm across; 10 mm are glued."""
    page = (200.0, 287.0)
    assert count_pages(190, 274, page) == count_pages(279, 187, page) == 1
    assert count_pages(190, 275, page) == 2
    assert count_pages(421, 274, page) == 3
    assert count_pages(421, 275, page) == 4
