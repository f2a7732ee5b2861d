"""Court cards.

Each is a different person, recognizable without colour and without the suit symbol in hand.
"""

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
from printkit.graphics.svg_art import SvgArt
from tests.support.decks import distinct
from tests.support.raster import grey_pixels, unlike
from tests.support.walk import ink_box, leaves

# Decks with courts, by the stems of the figures of their ranks.
DECKS = {
    "casino": ("commander", "mistress", "master"),
    "tarot": ("jack", "knight", "queen", "king"),
    "french": ("jack", "queen", "king"),
}
TAROT = {"swords", "batons", "cups", "tarot-coins"}
SIZE, PER_MM = 40, 5
# The smallest share of the figures' area in which two courts differ by more than a fifth of the
# range from black to white, whether or not one of them is mirrored.
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
    """Render a court in one palette, 40 mm high and in grey, blurred until hairlines merge."""
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


def test_court_table_covers_every_court_of_our_decks() -> None:
    """No deck falls back to one figure in four colours, and every figure drawn is used."""
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
def test_courts_of_a_deck_differ_without_colour(deck: str, hands: bool) -> None:
    """The persons themselves differ, not only the objects in their hands."""
    pairs = [
        (apart(seen(*one, hands=hands), seen(*other, hands=hands)), one, other)
        for one, other in combinations(courts_of(deck), 2)
    ]
    assert min(pairs)[0] > MIN_APART, sorted(pairs)[:4]


def test_measure_mirrored_or_other_hand_is_same_court() -> None:
    """A mirrored court counts as the same; a court with another object in its hand counts as
    nearly the same.
    """
    plain = seen("commander", "sabers")
    assert apart(plain, plain[:, ::-1]) == 0
    assert apart(plain, grey(read_courts()["commander"]["sabers"], "staves")) < MIN_APART


def test_court_layers_are_used_and_stay_inside_box() -> None:
    """An arm may leave the box at the bottom, where the waist clips it."""
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


def test_user_figures_have_no_court(tmp_path: FilePath) -> None:
    ours = content_path("art")
    mine = tmp_path / "commander.svg"
    assert compose_court(mine, ours / "suits" / "sabers.svg") is None
    assert compose_court(ours / "courts" / "commander.svg", tmp_path / "sabers.svg") is None
    assert compose_court(ours / "courts" / "commander.svg", ours / "suits" / "circles.svg") is None
