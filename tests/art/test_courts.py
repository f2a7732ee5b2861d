"""Courts: each a person of its own, told apart without colour and without what it holds."""

from functools import cache
from itertools import combinations
from pathlib import Path as FilePath

import numpy as np
import pytest
from msgspec.structs import replace

from printkit.art.emblems import (
    HELD,
    Court,
    CourtLayer,
    compose,
    compose_court,
    draw_art,
    read_courts,
)
from printkit.art.theme import theme
from printkit.base.content import content_path
from printkit.base.geometry import Rect
from printkit.graphics.svg import SvgArt
from tests.support.decks import distinct
from tests.support.raster import grey_pixels, unlike
from tests.support.walk import ink_box, leaves

# Decks with courts, by the stems of their ranks' figures.
DECKS = {
    "casino": ("commander", "mistress", "master"),
    "tarot": ("jack", "knight", "queen", "king"),
    "french": ("jack", "queen", "king"),
}
TAROT = {"swords", "batons", "cups", "tarot-coins"}
SIZE, PER_MM = 40, 5
# The least share of the figures' area in which two courts differ by more than a fifth of the way
# from black to white, at best of both ways that a mirror shows them.
MIN_APART = 0.14


def court_of(rank: str, suit: str) -> SvgArt:
    art = content_path("art")
    found = compose_court(art / "courts" / f"{rank}.svg", art / "suits" / f"{suit}.svg")
    assert found is not None, (rank, suit)
    return found


def courts_of(deck: str) -> list[tuple[str, str]]:
    return [
        (rank, suit)
        for rank in DECKS[deck]
        for suit in read_courts()[rank]
        if deck == "casino" or (suit in TAROT) == (deck == "tarot")
    ]


def grey(court: Court, suit: str) -> np.ndarray:
    """A court in one palette at 40 mm, without colour, seen from where hairlines merge."""
    art = compose(court, "court", content_path("art", "suits", f"{suit}.svg"))
    items = draw_art(art, suit, theme("classic").palette("ink"), SIZE).items
    box, side = Rect(-50, -50, 100, 100), SIZE * PER_MM
    return grey_pixels(items, box, side, blur=0.4 * PER_MM, ground="#c8c8c8")


@cache
def seen(rank: str, suit: str, *, hands: bool = True) -> np.ndarray:
    court = read_courts()[rank][suit]
    layers = tuple(one for one in court.layers if hands or not _is_held(_name_of(one)))
    return grey(replace(court, layers=layers), suit)


def _name_of(layer: CourtLayer | str) -> str:
    return layer if isinstance(layer, str) else layer.layer


def _is_held(name: str) -> bool:
    return name == HELD or name.startswith("hand-")


def apart(one: np.ndarray, other: np.ndarray) -> float:
    return min(unlike(one, each) for each in (other, other[:, ::-1]))


def test_every_court_of_our_decks_is_in_the_table() -> None:
    """No deck of ours falls back on one figure in four colours, and none is drawn for nobody."""
    used = {
        (card.emblem.stem, card.mark.stem)
        for variant in distinct().values()
        for card in variant.cards
        if card.layout == "court" and card.emblem and card.mark
    }
    assert used == {(rank, suit) for rank, suits in read_courts().items() for suit in suits}
    assert [len(courts_of(deck)) for deck in DECKS] == [12, 16, 12]


@pytest.mark.parametrize("hands", [True, False], ids=["as-printed", "empty-handed"])
@pytest.mark.parametrize("deck", DECKS)
def test_courts_of_a_deck_are_told_apart_without_colour(deck: str, hands: bool) -> None:
    """It is the person that differs, not what it holds."""
    pairs = [
        (apart(seen(*one, hands=hands), seen(*other, hands=hands)), one, other)
        for one, other in combinations(courts_of(deck), 2)
    ]
    assert min(pairs)[0] > MIN_APART, sorted(pairs)[:4]


def test_the_measure_sees_no_person_in_a_mirror_or_another_hand() -> None:
    """A court and its mirror image are the same; one with another thing in its hand is nearly."""
    plain = seen("commander", "sabers")
    assert apart(plain, plain[:, ::-1]) == 0
    assert apart(plain, grey(read_courts()["commander"]["sabers"], "staves")) < MIN_APART


def test_each_layer_is_worn_and_courts_stay_in_their_box() -> None:
    """Below, an arm may run out of it: the waist cuts it off."""
    files = {path.stem for path in content_path("art", "courts", "layers").glob("*.svg")}
    worn = set()
    for rank, suits in read_courts().items():
        for suit, court in suits.items():
            worn |= {_name_of(one) for one in court.layers}
            art = court_of(rank, suit)
            colours = theme("classic").palette("ink").roles()
            for leaf in leaves(art.items(colours)):
                box = ink_box(leaf)
                assert box is not None
                assert art.box.outset(0, 0, 0, 9).contains(box, 1e-3), (rank, suit, box)
    assert worn == files | {HELD}


def test_figures_of_ones_own_have_no_court(tmp_path: FilePath) -> None:
    ours = content_path("art")
    mine = tmp_path / "commander.svg"
    assert compose_court(mine, ours / "suits" / "sabers.svg") is None
    assert compose_court(ours / "courts" / "commander.svg", tmp_path / "sabers.svg") is None
    assert compose_court(ours / "courts" / "commander.svg", ours / "suits" / "circles.svg") is None
