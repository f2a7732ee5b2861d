"""Places and tracks as they are drawn: sizes, air, words, holes, lines, of any kind and count."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.theme import theme, theme_names
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size, card
from printkit.components.tokens import HEX, ROUND, token_shape
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import Path, ShapedText
from printkit.layout.fit_text import TextOverflow
from printkit.model.tabletop import Place, PlaceKind, Track
from printkit.model.text import Text as Words
from printkit.pieces.product import RenderOptions
from printkit.tabletop.places import CARDS, draw_place, draw_track
from printkit.tabletop.surfaces import HOLE, PlaceDrawing, PlaceHints, choose_surface
from tests.support.decks import variant
from tests.support.jobs import render_options
from tests.support.prints import faults_of_print, meeting
from tests.support.walk import ink_box, leaves, text_box, text_leaves, tight, union

KINDS: tuple[str, ...] = PlaceKind.__args__  # type: ignore[attr-defined]
SMALLEST = 7 * 25.4 / 72
POKER = card("poker")
NAME = Words({"en": "Sabacc pot", "fr": "Pot de sabacc"}, "en")
HOW = Words({"en": "Won by the best hand.", "fr": "Gagné par la meilleure main."}, "en")


def setting(size: Size = POKER, look: str = "classic", **wishes: Any) -> RenderOptions:
    return render_options("en", theme(look), size, **wishes)


def place(kind: str, count: int = 1, rows: int = 1, **parts: Any) -> Place:
    own = {"family": "deck", "how": HOW, "on": "mat", "name": NAME, **parts}
    return Place(id="it", kind=kind, count=count, rows=rows, **own)


def drawn(
    kind: str, count: int = 1, rows: int = 1, wish: PlaceHints | None = None, **own: Any
) -> PlaceDrawing:
    parts = {key: own.pop(key) for key in ("family", "how", "on", "name") if key in own}
    result = place(kind, count, rows, **parts)
    return draw_place(result, variant("casino"), setting(**own), wish or PlaceHints())


def texts(one: PlaceDrawing) -> list[ShapedText]:
    return [leaf.item for leaf in text_leaves(one.items)]


def box_of(one: PlaceDrawing) -> Rect:
    return union(box for leaf in leaves(one.items) if (box := ink_box(leaf)) is not None)


def room_of(one: PlaceDrawing) -> Rect:
    """The size of a spot, half a line aside."""
    return Rect(-one.width / 2, -one.height / 2, one.width, one.height).inset(-0.36)


def is_inside(one: PlaceDrawing) -> bool:
    return room_of(one).contains(box_of(one))


# --- every kind ---------------------------------------------------------------------------------


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_lies_within_its_size_in_every_theme(kind: str, look: str) -> None:
    for also in (None, "fr"):
        one = drawn(kind, 3, look=look, second_language=also)
        found = faults_of_print(leaves(one.items), room_of(one), smallest=SMALLEST)
        # Letters on an arc lie in each other's upright boxes.
        wrong = [fault for fault in found if kind != "field" or not fault.startswith("over")]
        assert wrong == [], (kind, look, also)


def test_what_lies_outside_is_found() -> None:
    one = drawn("pot")
    assert not is_inside(replace(one, width=one.width - 2))
    assert not is_inside(replace(one, height=one.height - 2))


@settings(max_examples=60)
@given(st.sampled_from(KINDS), st.integers(1, 20), st.integers(1, 6), st.integers(0, 7))
def test_any_count_in_any_rows(kind: str, count: int, rows: int, per_row: int) -> None:
    one = drawn(kind, count, rows, PlaceHints(per_row or None))
    assert is_inside(one)
    # The drawing uses the size that it says: no side has a tenth of it to spare.
    box = box_of(one)
    assert box.w > 0.9 * one.width - 1
    assert box.h > 0.9 * one.height - (8 if kind == "name" else 1)  # room to write


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("kind", KINDS)
def test_names_are_said_in_one_language_or_both(kind: str, look: str) -> None:
    def wording(one: PlaceDrawing) -> str:
        return " ".join(text.run.text for text in texts(one) if not text.artifact).casefold()

    alone, both = (
        wording(drawn(kind, 2, look=look, second_language=also)) for also in (None, "fr")
    )
    assert alone.count("sabacc pot") == 1
    assert "pot de sabacc" not in alone
    assert both.count("sabacc pot") == 1
    assert both.count("pot de sabacc") == 1
    if kind not in ("button", "name"):
        assert HOW["en"].casefold() in alone
        assert HOW["fr"].casefold() in both


def test_the_same_word_in_both_languages_is_said_once() -> None:
    same = {"en": "Pot", "fr": "Pot"}
    found = texts(drawn("pot", name=same, how=None, second_language="fr"))
    assert [text.run.text for text in found if not text.artifact] == ["Pot"]


@pytest.mark.parametrize("also", [None, "fr"])
@pytest.mark.parametrize(("kind", "disc"), [("pot", 17.0), ("timer", 20.0)])
def test_the_name_of_a_round_place_stays_inside_its_disc(
    kind: str, disc: float, also: str | None
) -> None:
    """For either side, each below the middle as its reader sees it."""
    one = drawn(kind, how=None, second_language=also)
    boxes = [text_box(leaf) for leaf in text_leaves(one.items)]
    corners = [(x, y) for b in boxes for x in (b.x, b.right) for y in (b.y, b.bottom)]
    assert max(math.hypot(x, y) for x, y in corners) < disc
    assert min(y for _, y in corners) < -2 < 2 < max(y for _, y in corners)


def test_a_name_that_finds_no_room_is_refused() -> None:
    long = {"en": "Incomprehensibilities" * 4, "fr": "x"}
    with pytest.raises(TextOverflow, match="does not fit"):
        drawn("stock", name=long, size=card("us-mini"))


def test_ink_saver_draws_lines() -> None:
    """Nothing of our own is filled but with paper (the middle of a back is its drawing's)."""
    paper = theme("ink-saver").roles_of["paper"]
    for kind in KINDS:
        one = drawn(kind, family=None, look="ink-saver")
        own = [leaf.item for leaf in leaves(one.items) if isinstance(leaf.item, Path)]
        filled = {item.fill for item in own} - {None, paper}
        # What an emblem keeps solid is small.
        assert not filled or kind in ("reserve", "lock", "used", "pot"), kind
    classic = [leaf.item for leaf in leaves(drawn("pot").items) if isinstance(leaf.item, Path)]
    assert {item.fill for item in classic} - {None, WHITE}


# --- cards --------------------------------------------------------------------------------------


ROUNDED, CHAMFERED = "MLCLCLCLCZ", "MLLLLLLLZ"


def frames(one: PlaceDrawing, steps: str = ROUNDED) -> list[Rect]:
    """The frames of places: outlines of these steps that are the largest."""
    found = [
        leaf.matrix.bounds(tight(leaf.item.data))
        for leaf in leaves(one.items)
        if isinstance(leaf.item, Path) and leaf.item.data.steps == steps
    ]
    most = max(box.w * box.h for box in found)
    return [box for box in found if box.w * box.h > most - 1]


@settings(max_examples=40)
@given(
    st.sampled_from(CARDS),
    st.floats(40, 90),
    st.floats(55, 140),
    st.integers(1, 9),
    st.integers(1, 3),
)
def test_a_card_has_a_millimetre_of_air_on_every_side(
    kind: str, wide: float, high: float, count: int, rows: int
) -> None:
    one = drawn(kind, count, rows, size=Size("own", wide, high), how=None)
    found = frames(one)
    assert len(found) == count
    for box in found:
        assert box.w == pytest.approx(wide + 2, abs=1e-3)
        assert box.h == pytest.approx(high + 2, abs=1e-3)
    for at, box in enumerate(found):
        assert not any(box.intersects(other, 0.01) for other in found[:at])


def test_tight_places_share_their_air() -> None:
    size = card("euro-mini")
    one = drawn("hand", 4, wish=PlaceHints(1, share_padding=True), size=size)
    assert (one.width, one.height) == pytest.approx((46, 4 * 68 + 5))
    loose = drawn("hand", 4, wish=PlaceHints(1), size=size)
    assert loose.height == pytest.approx(4 * 70)


def test_cells_are_numbered() -> None:
    found = [text.run.text for text in texts(drawn("cells", 9, 3, how=None))]
    assert [one for one in found if one.isdigit()] == [str(n) for n in range(1, 10)]


def test_the_window_shows_the_back_of_the_family_in_its_colour() -> None:
    kessel = variant("kessel")
    looks = {}
    for family in ("blood", "sand"):
        one = draw_place(place("stock", family=family), kessel, setting())
        strokes = [leaf.item.stroke for leaf in leaves(one.items) if isinstance(leaf.item, Path)]
        looks[family] = {stroke.colour for stroke in strokes if stroke}
    classic = theme("classic")
    assert classic.colour("blood") in looks["blood"] - looks["sand"]
    assert classic.colour("sand") in looks["sand"] - looks["blood"]


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("surface", ["felt", "light"])
def test_the_window_shows_the_back_of_the_theme_of_the_cards(look: str, surface: str) -> None:
    """The same paths in the same order, on whatever surface they are printed."""
    casino = variant("casino")
    options = choose_surface(casino, setting(look=look, surface=surface))
    own = {
        leaf.item.data
        for leaf in leaves(draw_back("rosette", POKER.w, POKER.h, 0.0, theme(look)).items)
    }
    shown = draw_place(place("stock"), casino, options)
    assert own <= {leaf.item.data for leaf in leaves(shown.items) if isinstance(leaf.item, Path)}


# --- tokens and dice ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape", [token_shape(ROUND, 30), token_shape(ROUND, 22), token_shape(HEX, 26)]
)
@pytest.mark.parametrize("kind", ["tokens", "used", "lock", "reserve"])
def test_places_for_tokens_are_as_large_as_tokens_with_air(kind: str, shape: Any) -> None:
    wishes = {"token_shape": shape.kind, "token_size": shape.height}
    one = drawn(kind, 3, name={"en": "T", "fr": "T"}, how=None, **wishes)
    wide = 3 * (shape.width + 2) + 2 * 1.6
    assert one.width == pytest.approx(wide, abs=1.0)
    box = box_of(one)
    assert box.w >= wide - 1.0


def test_a_place_for_dice_holds_the_dice() -> None:
    for edge in (12.0, 20.0, 48.0):
        (one,) = frames(drawn("dice", die_size=edge, how=None), CHAMFERED)
        assert min(one.w, one.h) >= edge + 2


# --- tracks and holes ---------------------------------------------------------------------------


def track_of(first: int, last: int, *, beyond: bool = False) -> Track:
    return Track(id="it", name=NAME, on="board", first=first, last=last, beyond=beyond)


@settings(max_examples=40)
@given(st.integers(-5, 5), st.integers(1, 40), st.booleans(), st.integers(1, 30), st.booleans())
def test_a_track_has_all_its_steps(
    first: int, count: int, beyond: bool, per_row: int, pegs: bool
) -> None:
    own = track_of(first, first + count, beyond=beyond)
    for upright in (False, True):
        one = draw_track(own, setting(peg_holes=pegs), per_row=per_row, upright=upright)
        found = [text.run.text for text in texts(one)][1:]
        wanted = [str(n) for n in range(first, first + count + 1)]
        assert found == [*wanted, *([f"{first + count}+"] if beyond else [])]
        assert is_inside(one)
        assert len(one.holes) == (len(found) if pegs else 0)


def test_a_column_is_a_row_on_its_end() -> None:
    own = track_of(0, 20)
    row = draw_track(own, setting(), per_row=21)
    column = draw_track(own, setting(), per_row=21, upright=True)
    assert row.width > 200 > row.height
    assert column.height > 200 > column.width


@pytest.mark.parametrize("count", [1, 3, 7])
def test_holes_are_apart_inside_their_place(count: int) -> None:
    one = drawn("lights", count, 2 if count > 1 else 1, peg_holes=True)
    assert len(one.holes) == count
    assert drawn("lights", count).holes == ()
    total = draw_track(track_of(0, 20), setting(peg_holes=True), per_row=11)
    for result in (one, total):
        own = Rect(-result.width / 2, -result.height / 2, result.width, result.height).inset(
            HOLE / 2
        )
        for at, (x, y) in enumerate(result.holes):
            assert own.contains(Rect(x, y, 0, 0))
            assert all((x - u) ** 2 + (y - v) ** 2 > (HOLE + 3) ** 2 for u, v in result.holes[:at])


def test_no_number_is_lost_in_a_hole() -> None:
    one = draw_track(track_of(0, 20, beyond=True), setting(peg_holes=True), per_row=11)
    holes = [Rect(x - HOLE / 2, y - HOLE / 2, HOLE, HOLE) for x, y in one.holes]
    assert meeting([text_box(leaf) for leaf in text_leaves(one.items)], others=holes) == []
