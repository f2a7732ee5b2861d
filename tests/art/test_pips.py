"""Pips of a user's suit: the places on the ground of their count, and the emblems on its medals."""

import math
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path as FilePath

import numpy as np
import pytest

from printkit.art.card_style import MAX_PIPS
from printkit.art.engraved import ACE, PIPS, drawing_path, header_of, own_ground
from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.geometry import Matrix, Rect, translation
from printkit.faces.anatomy import Anatomy
from printkit.faces.engraved_faces import drawing_of, plate_box
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path
from printkit.graphics.engraved import decode
from printkit.graphics.path import rect_path
from printkit.model.load import load
from printkit.products.cards import make
from tests.support.decks import facts
from tests.support.faces import uses
from tests.support.jobs import render_options
from tests.support.walk import leaves, points_of

# As on playing cards: the numbers of pips at the left, in the middle and at the right.
COLUMNS = [tuple(row) for row in facts(__file__)["columns"]]
COUNTS = range(1, MAX_PIPS + 1)
every_count = pytest.mark.parametrize("count", COUNTS)
# The least ring of a medal around the emblem (mm), its share of the radius; the least space between
# two medals (mm).
RING, RING_SHARE, APART = 1.0, 0.12, 1.0
# The largest size of a file (bytes).
LARGEST = 25_000


def places(count: int) -> list[tuple[float, float, bool]]:
    """Return the middles of the pips from the middle of the card."""
    header = header_of(own_ground(PIPS, count))
    width, height = header.size
    return [(x - width / 2, y - height / 2, turned) for x, y, turned in header.pips]


def test_every_count_has_a_ground_of_its_own() -> None:
    names = [own_ground(PIPS, count) for count in COUNTS] + [own_ground(ACE, 0)]
    files = [drawing_path(name).read_bytes() for name in names]
    assert all(names)
    assert max(map(len, files)) <= LARGEST
    shapes = {repr(decode(file).blocks) for file in files}
    assert len(shapes) == len(names)


@every_count
def test_pips_have_the_traditional_columns(count: int) -> None:
    """The lower half is the upper one turned; at mid-height one of two pips is turned."""
    found = places(count)
    seen = {(round(x, 4), round(y, 4)) for x, y, _ in found}
    assert len(found) == len(seen) == count
    assert {(-x, -y) for x, y in seen} == seen
    assert all(turned == (y > 0) for _, y, turned in found if abs(y) > 0.01)
    sides = [sum(1 for x, _ in seen if math.copysign(abs(x) > 1, x) == side) for side in (-1, 1)]
    assert (sides[0], count - sum(sides), sides[1]) == COLUMNS[count - 1]


@every_count
def test_medals_are_apart_and_clear_of_the_plates(count: int) -> None:
    inner = header_of(own_ground(PIPS, count)).pip / 2
    radius = max(inner + RING, inner / (1 - RING_SHARE))
    found = places(count)
    for one, other in combinations(found, 2):
        assert math.dist(one[:2], other[:2]) >= 2 * radius + APART
    plate = plate_box(Anatomy(63.5, 88.9), "").box
    for x, y, _ in found:
        assert abs(x) + radius <= 31.75 - 3
        assert abs(y) + radius <= 44.45 - 3
        nearest = max(plate.x - x, 0, x - plate.right), max(plate.y - y, 0, y - plate.bottom)
        assert math.hypot(*nearest) >= radius, (x, y)


EXAMPLE = FilePath(__file__).parents[2] / "examples" / "five-lamps" / "five-lamps.toml"


@pytest.mark.parametrize("look", ["classic", "gala", "ink-saver"])
def test_emblems_are_on_the_medals_of_their_ground(look: str) -> None:
    """Each emblem fills its medal and stays inside it, as many as the card counts."""
    deck = load(str(EXAMPLE))
    cards = {card.id: card for card in deck.cards if card.suit == "lamps"}
    setting = render_options("en", theme(look), paper_sizes.card("poker"), 2.0, 1)
    pieces = make(deck.with_cards([*cards.values()]), setting)
    drawn = {piece.id: piece for piece in pieces if cards[piece.id].layout in (PIPS, ACE)}
    assert len(drawn) == MAX_PIPS + 1
    for key, piece in drawn.items():
        card = cards[key]
        name = drawing_of(card)
        assert name == own_ground(card.layout, card.pips)
        header = header_of(name)
        middle = header.size[0] / 2, header.size[1] / 2
        fit = fitting(piece.front.items, header.size[0])
        found = [
            (matrix.e, matrix.f, reach(symbol.items, matrix))
            for symbol, matrix in uses(piece.front.items)
            if "lamp-" in symbol.key and math.hypot(matrix.e, matrix.f) < SEEN
        ]
        emblems = [one for one in found if one[2] > SMALL]
        wanted = {
            (round((x - middle[0]) * fit, 2), round((y - middle[1]) * fit, 2))
            for x, y, _ in header.pips
        }
        assert {(round(x, 2), round(y, 2)) for x, y, _ in emblems} == wanted, key
        assert all(0.8 < far / (header.pip / 2 * fit) <= 1 for _, _, far in emblems), key


def test_emblem_beyond_its_medal_is_detected() -> None:
    square = Path(rect_path(Rect(-4, -3, 8, 6)), fill=Colour("#000000"))
    assert reach((square,), translation(7, 7)) == pytest.approx(5)


# No emblem is farther from the middle (mm); the reach of the mark on an index plate (mm).
SEEN, SMALL = 60.0, 3.2


def reach(items: Iterable[Item], matrix: Matrix) -> float:
    """Return how far ink extends from the middle of an emblem (mm)."""
    points = np.concatenate([points_of(leaf) for leaf in leaves(items)])
    return float(np.hypot(*(points * matrix.scale).T).max())


def fitting(items: Iterable[Item], width: float) -> float:
    """Return the scale of the ground of a face."""
    ground = next(symbol for symbol, _ in uses(tuple(items)) if symbol.key.startswith("engraved-"))
    return ground.box.w / (width + 2 * BLEED)


# How far a drawing extends beyond its trim (mm).
BLEED = 3.2
