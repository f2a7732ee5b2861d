"""Two-way faces: each face is the same upside down, pip by pip and pixel by pixel; ± cards turn
over.

The display list is exact except for the exact middle of a face, whose drawing is itself
symmetrical; the picture shows that, and hidden items. Pips at mid-height are upright, as on every
commercial deck: cards with one are compared without it.
"""

from functools import cache
from itertools import cycle

import numpy as np
import pytest
from msgspec.structs import replace

from printkit.art.card_style import NUMBER, dress
from printkit.art.emblems import SIDE, body_of, emblem
from printkit.art.theme import Palette, theme
from printkit.base import paper_sizes
from printkit.base.content import content_path
from printkit.base.geometry import Rect, half_rotation, scaling, translation
from printkit.faces.engraved_faces import drawing_of, picture_of
from printkit.faces.engraved_numbers import number_drawing
from printkit.faces.picture_faces import composition_of, full_drawing
from printkit.graphics.colour import WHITE, Colour, contrast
from printkit.graphics.display_list import Path, Stroke, Symbol, Use, transformed
from printkit.graphics.fonts import INDEX
from printkit.graphics.path import PathBuilder, rect_path
from printkit.model.cards import Card
from printkit.model.fields import PLUS_MINUS
from printkit.products.cards import make
from tests.support.decks import distinct
from tests.support.faces import Face, faces
from tests.support.jobs import choose, render_options
from tests.support.limits import lone
from tests.support.raster import darkest, drawing_pixels, smooth, turned_apart
from tests.support.walk import turned_text

# A face on a slightly larger ground, with its middle between two pixels.
BOX, PER_MM = Rect(-33, -46.5, 66, 93), 6
W, H = round(BOX.w * PER_MM), round(BOX.h * PER_MM)
INK = Colour("#000000")
POKER = paper_sizes.card("poker")
SQUARE = ((-0.5, 0.5),) * 8
COIN = body_of(content_path("art", "suits", "coins.svg"))

LOOKS = ("classic", "gala", "noir", "ink-saver")
every_look = pytest.mark.parametrize("look", LOOKS)


# --- on the display list -------------------------------------------------------------------------


def test_items_without_a_partner_are_detected() -> None:
    dot = Path(rect_path(Rect(1, 2, 3, 4)), fill=INK)
    symbol = Symbol("dot", (dot,), Rect(0, 0, 4, 4))
    turn = half_rotation(0, 0)
    pip, partner = Use(symbol, translation(5, 7)), Use(symbol, translation(5, 7).then(turn))
    assert lone((dot, transformed((dot,), turn), pip, partner)) == []
    assert lone((dot, transformed((dot,), half_rotation(0, 0.01)))) != []
    assert lone((dot, transformed((replace(dot, fill=Colour("#111111")),), turn))) != []
    assert lone((dot, replace(dot, stroke=Stroke(INK, 1)))) != []
    assert lone((pip,)) != []
    assert lone((pip, Use(symbol, translation(-5, -7)))) != []
    assert lone((Use(symbol, translation(0, 0.01)),)) != []
    assert lone((Use(symbol),)) != []
    both = Symbol("dots", (dot, transformed((dot,), turn)), Rect(-4, -4, 8, 8))
    assert lone((Use(both),)) == []
    assert lone((Use(both, translation(1, 0)),)) != []


# --- by picture ----------------------------------------------------------------------------------


def pictures(symbols: list[Symbol]) -> list[np.ndarray]:
    return drawing_pixels(symbols, BOX, PER_MM)


def deck(slug: str, look: str) -> list[tuple[Card, Symbol]]:
    setting = render_options("en", theme(look), POKER, 3.0, 1)
    own = distinct()[slug]
    cards = {card.id: card for card in own.cards}
    return [(cards[piece.id], piece.front) for piece in make(own, setting)]


# In the gate, a part of each deck is turned.
STEP = 10
LOOKS = ("classic", "ink-saver", "gala")


@pytest.mark.sampled("first", every=2)
@pytest.mark.parametrize("first", range(STEP))
@pytest.mark.parametrize(
    ("slug", "look"),
    # By day, every second deck.
    [
        pytest.param(slug, look, marks=[pytest.mark.nightly] * (number % 2))
        for number, (slug, look) in enumerate(zip(distinct(), cycle(LOOKS), strict=False))
    ],
)
def test_face_looks_the_same_upside_down(slug: str, look: str, first: int) -> None:
    found = deck(slug, look)[first::STEP]
    if not found:
        return
    seen = pictures([face for _, face in found])
    assert all(picture.min() < 128 for picture in seen), "there is something to compare"
    turning = {card.id for (card, _), one in zip(found, seen, strict=True) if differs(one)}
    named_once = {card.id for card, _ in found if full_drawing(card) or card.layout == "court"}
    # One light source shades an engraved drawing: its contents are two-way, but not each shadow.
    named_once |= {card.id for card, _ in found if drawing_of(card) or picture_of(card)[0]}
    named_once |= {card.id for card, _ in found if number_drawing(card) and not card.turned}
    assert turning - named_once == {card.id for card, _ in found if card.turned}


def test_only_one_way_scenes_differ_upside_down() -> None:
    """Large print has no names on scenes."""
    large = choose(render_options("en", theme("gala"), POKER), index="large")
    for slug in ("corellian", "expansion"):
        own = distinct()[slug]
        scenes = {
            card.id: path
            for card in own.cards
            if (path := full_drawing(card)) and not drawing_of(card)
        }
        shown = [piece for piece in make(own, large) if piece.id in scenes]
        seen = pictures([piece.front for piece in shown])
        assert {piece.id for piece, one in zip(shown, seen, strict=True) if differs(one)} == {
            key for key, path in scenes.items() if not composition_of(path).two_way
        }


def differs(picture: np.ndarray) -> int:
    """Return how many pixels differ after a half turn."""
    return turned_apart(smooth(picture))


@cache
def pip_cards() -> dict[str, dict[int, Card]]:
    """Return the cards with pips, by the file name of their emblem and their number."""
    found: dict[str, dict[int, Card]] = {}
    for own in distinct().values():
        for card in own.cards:
            if card.layout == "pips":
                assert card.mark
                found.setdefault(card.mark.stem, {})[card.pips] = card
    return found


def test_comparison_detects_small_shifts_and_overlaps() -> None:
    def square(x: float, y: float, fill: Colour = INK) -> Path:
        return Path(rect_path(Rect(x - 3, y - 3, 6, 6)), fill=fill)

    over = square(2, 2, Colour("#c24e00")), square(-2, -2, Colour("#0072b2"))
    toys = [
        (square(5, 5), square(-5, -5)),
        (square(2, 2), square(-2, -2)),
        (square(5, 5), square(-5, -4.8)),
        over,
    ]
    seen = pictures([Symbol("toy", items, Rect(-20, -20, 40, 40)) for items in toys])
    same, also, *others = map(differs, seen)
    assert same == also == 0
    assert min(others) > 200


# --- emblems ----------------------------------------------------------------------------------


def centroid(picture: np.ndarray) -> tuple[float, float]:
    """Return the centroid of the ink relative to the middle of a picture (mm)."""
    ink = 255 - picture.astype(float).mean(axis=2)
    ys, xs = np.mgrid[0 : ink.shape[0], 0 : ink.shape[1]]
    x, y = (xs * ink).sum() / ink.sum() + 0.5, (ys * ink).sum() / ink.sum() + 0.5
    return (x - ink.shape[1] / 2) / PER_MM, (y - ink.shape[0] / 2) / PER_MM


def test_centroid_follows_the_ink() -> None:
    square = Path(rect_path(Rect(1.5, -6, 3, 4)), fill=INK)
    (picture,) = pictures([Symbol("toy", (square,), Rect(-9, -9, 18, 18))])
    assert centroid(picture) == pytest.approx((3, -4), abs=0.09), "half a pixel"


@pytest.mark.parametrize("suit", pip_cards())
def test_pip_is_centred_on_its_place(suit: str) -> None:
    """Within a twentieth of its size, so that upright and turned pips align.

    The distances of rows look equal.
    """
    mark = pip_cards()[suit][2].mark
    assert mark
    x, y = optical_centre(emblem(mark, BLACK, 40.0))
    assert abs(x) <= 0.05, f"{100 * x:.1f} % to the side"
    assert abs(y) <= 0.05, f"{100 * y:.1f} % up or down"


BLACK = Palette(INK, INK, INK, INK, WHITE, INK)


def optical_centre(symbol: Symbol) -> tuple[float, float]:
    """Return the optical centre of a drawing, relative to its square, as shares of its side.

    It is midway between the centroid of the ink and the middle of the box around the ink.
    """
    side = 40.0
    use = Use(symbol, scaling(side / SIDE))
    (picture,) = pictures([Symbol("one", (use,), Rect(-side / 2, -side / 2, side, side))])
    dark = darkest(picture) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    x, y = centroid(picture)
    box_x = (columns[0] + columns[-1] + 1 - W) / 2 / PER_MM
    box_y = (rows[0] + rows[-1] + 1 - H) / 2 / PER_MM
    return float((x + box_x) / 2 / side), float((y + box_y) / 2 / side)


def test_optical_centre_detects_a_low_drawing() -> None:
    def middle(*corners: tuple[float, float]) -> tuple[float, float]:
        drawn = Path(PathBuilder().polygon(corners).done(), fill=INK)
        return optical_centre(Symbol("toy", (drawn,), Rect(-50, -50, 100, 100)))

    assert middle((-40, -40), (40, -40), (40, 40), (-40, 40)) == pytest.approx((0, 0), abs=0.003)
    low = middle((0, -30), (45, 45), (-45, 45))
    assert low == pytest.approx((0, (20 + 7.5) / 200), abs=0.004)
    assert middle((0, -45), (45, 45), (-45, 45))[1] == pytest.approx(0.075, abs=0.004)


# --- ± cards -------------------------------------------------------------------------------------


@cache
def plus_minus(look: str, size: str = "poker") -> dict[str, Face]:
    found = faces(look, size, deck="pazaak")
    return {face.card.id: face for face in found if face.card.turned is not None}


def test_only_plus_or_minus_cards_turn_over() -> None:
    ranked = [f"plus-minus-{n}" for n in range(1, 7)]
    assert sorted(plus_minus("classic")) == ["one-or-two", *ranked, "tiebreaker"]


@pytest.mark.parametrize(
    ("size", "look"), [*zip(paper_sizes.card_names(), cycle(LOOKS), strict=False)]
)
def test_plus_or_minus_card_shows_sign_upright(size: str, look: str) -> None:
    """Upright words are in the upper half, turned words in the lower."""
    for n in range(1, 7):
        face = plus_minus(look, size)[f"plus-minus-{n}"]
        assert all((box.centre[1] > 0) == turned_text(leaf) for leaf, box in face.words)
        words = [leaf for leaf in face.texts if leaf.item.run.font == INDEX]
        wording = {turned_text(leaf): leaf.item.run.text for leaf in words}
        assert wording == {False: f"{PLUS_MINUS}{n}", True: f"{PLUS_MINUS}{n}"}


@pytest.mark.sampled(every=2)
@every_look
def test_plus_or_minus_halves_have_their_colours(look: str) -> None:
    """In the picture, the plus colour is above, the minus colour is below, and neither is in the
    other half.
    """
    own = theme(look)
    plus, minus = (dress(own, NUMBER, f"pazaak-{sign}") for sign in ("plus", "minus"))
    plus, minus = ((one.ground if own.face.number else one.number) for one in (plus, minus))
    # The name of a special card is in the colour of plus, across both halves.
    found = [face for face in plus_minus(look).values() if face.card.rank is not None]
    for picture in pictures([face.piece.front for face in found]):
        halves = picture[: H // 2 - 4], picture[::-1, ::-1][: H // 2 - 4]
        for half, mine, other in zip(halves, (plus, minus), (minus, plus), strict=True):
            field = half[:, W // 4 : -W // 4]  # the corner below the plus has both
            if not own.solid:  # fine lines, paler than their colour: plus is bluer than red
                red, _, blue = field.astype(float).mean(axis=(0, 1))
                assert (blue > red + 0.1) == (mine is plus)
                continue
            assert painted(field, mine) > 10 * painted(field, other)
            assert painted(field, mine) > 0.002
    assert contrast(plus, own.roles_of["paper"]) > 3
    assert contrast(minus, own.roles_of["paper"]) > 3


def painted(picture: np.ndarray, colour: Colour) -> float:
    """Return the share of a picture that has a colour."""
    wanted = np.array(colour.channels)
    return float((np.abs(picture.astype(int) - wanted).max(axis=2) <= 12).mean())
