"""Drawn places and tracks: sizes, gaps, words and holes, of any kind and count."""

import math
from types import SimpleNamespace
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
from printkit.graphics.display_list import Group, Path, ShapedText
from printkit.layout.fit_text import TextOverflow
from printkit.model.tabletop import Place, PlaceKind, Track
from printkit.model.text import Text as Words
from printkit.pieces.product import RenderOptions
from printkit.tabletop.places import CARDS, draw_place, draw_track
from printkit.tabletop.surfaces import (
    HOLE,
    PlaceDrawing,
    PlaceHints,
    PlaceLabels,
    choose_surface,
    draw_waves,
    table_inks,
)
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
    """Return the size of a spot, half a line inside."""
    return Rect(-one.width / 2, -one.height / 2, one.width, one.height).inset(-0.36)


def is_inside(one: PlaceDrawing) -> bool:
    return room_of(one).contains(box_of(one))


# --- every kind ---------------------------------------------------------------------------------


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("kind", KINDS)
def test_every_place_stays_within_its_size(kind: str, look: str) -> None:
    for also in (None, "fr"):
        one = drawn(kind, 3, look=look, second_language=also)
        found = faults_of_print(leaves(one.items), room_of(one), smallest=SMALLEST)
        # Letters on an arc overlap each other's upright boxes.
        wrong = [fault for fault in found if kind != "field" or not fault.startswith("over")]
        assert wrong == [], (kind, look, also)


def test_items_outside_a_place_are_detected() -> None:
    one = drawn("pot")
    assert not is_inside(replace(one, width=one.width - 2))
    assert not is_inside(replace(one, height=one.height - 2))


@settings(max_examples=60)
@given(st.sampled_from(KINDS), st.integers(1, 20), st.integers(1, 6), st.integers(0, 7))
def test_place_supports_any_count_and_rows(kind: str, count: int, rows: int, per_row: int) -> None:
    one = drawn(kind, count, rows, PlaceHints(per_row or None))
    assert is_inside(one)
    # The drawing uses its declared size: no side has a tenth of it to spare.
    box = box_of(one)
    assert box.w > 0.9 * one.width - 1
    assert box.h > 0.9 * one.height - (8 if kind == "name" else 1)  # space to write


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("kind", KINDS)
def test_names_appear_in_one_or_both_languages(kind: str, look: str) -> None:
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


def test_name_equal_in_both_languages_appears_once() -> None:
    same = {"en": "Pot", "fr": "Pot"}
    found = texts(drawn("pot", name=same, how=None, second_language="fr"))
    assert [text.run.text for text in found if not text.artifact] == ["Pot"]


@pytest.mark.parametrize("also", [None, "fr"])
@pytest.mark.parametrize(("kind", "disc"), [("pot", 17.0), ("timer", 20.0)])
def test_round_place_name_stays_inside_its_disc(kind: str, disc: float, also: str | None) -> None:
    """The name is printed for both sides, each below the middle from its reader's view."""
    one = drawn(kind, how=None, second_language=also)
    boxes = [text_box(leaf) for leaf in text_leaves(one.items)]
    corners = [(x, y) for b in boxes for x in (b.x, b.right) for y in (b.y, b.bottom)]
    assert max(math.hypot(x, y) for x, y in corners) < disc
    assert min(y for _, y in corners) < -2 < 2 < max(y for _, y in corners)


def test_name_without_space_is_rejected() -> None:
    long = {"en": "Incomprehensibilities" * 4, "fr": "x"}
    with pytest.raises(TextOverflow, match="does not fit"):
        drawn("stock", name=long, size=card("us-mini"))


def test_ink_saver_draws_lines() -> None:
    """Nothing of ours is filled except with paper (the middle of a back belongs to its drawing)."""
    paper = theme("ink-saver").roles_of["paper"]
    for kind in KINDS:
        one = drawn(kind, family=None, look="ink-saver")
        own = [leaf.item for leaf in leaves(one.items) if isinstance(leaf.item, Path)]
        filled = {item.fill for item in own} - {None, paper}
        # The solid parts of emblems are small.
        assert not filled or kind in ("reserve", "lock", "used", "pot"), kind
    classic = [leaf.item for leaf in leaves(drawn("pot").items) if isinstance(leaf.item, Path)]
    assert {item.fill for item in classic} - {None, WHITE}


# --- cards --------------------------------------------------------------------------------------


ROUNDED, CHAMFERED = "MLCLCLCLCZ", "MLLLLLLLZ"


def frames(one: PlaceDrawing, steps: str = ROUNDED) -> list[Rect]:
    """Return the frames of places: the largest outlines with these steps."""
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
def test_card_place_has_a_millimetre_on_every_side(
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


def test_tight_places_share_their_gap() -> None:
    size = card("euro-mini")
    one = drawn("hand", 4, wish=PlaceHints(1, share_padding=True), size=size)
    assert (one.width, one.height) == pytest.approx((46, 4 * 68 + 5))
    loose = drawn("hand", 4, wish=PlaceHints(1), size=size)
    assert loose.height == pytest.approx(4 * 70)


def test_cells_are_numbered() -> None:
    found = [text.run.text for text in texts(drawn("cells", 9, 3, how=None))]
    assert [one for one in found if one.isdigit()] == [str(n) for n in range(1, 10)]


def test_stock_window_shows_back_in_family_colour() -> None:
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
def test_stock_window_shows_back_in_card_theme(look: str, surface: str) -> None:
    """The paths and their order are the same on any surface."""
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
def test_token_places_fit_tokens_with_a_gap(kind: str, shape: Any) -> None:
    wishes = {"token_shape": shape.kind, "token_size": shape.height}
    one = drawn(kind, 3, name={"en": "T", "fr": "T"}, how=None, **wishes)
    wide = 3 * (shape.width + 2) + 2 * 1.6
    assert one.width == pytest.approx(wide, abs=1.0)
    box = box_of(one)
    assert box.w >= wide - 1.0


def test_dice_place_fits_its_dice() -> None:
    for edge in (12.0, 20.0, 48.0):
        (one,) = frames(drawn("dice", die_size=edge, how=None), CHAMFERED)
        assert min(one.w, one.h) >= edge + 2


# --- tracks and holes ---------------------------------------------------------------------------


def track_of(first: int, last: int, *, beyond: bool = False) -> Track:
    return Track(id="it", name=NAME, on="board", first=first, last=last, beyond=beyond)


@settings(max_examples=40)
@given(st.integers(-5, 5), st.integers(1, 40), st.booleans(), st.integers(1, 30), st.booleans())
def test_track_has_all_its_steps(
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


def test_column_track_is_a_turned_row() -> None:
    own = track_of(0, 20)
    row = draw_track(own, setting(), per_row=21)
    column = draw_track(own, setting(), per_row=21, upright=True)
    assert row.width > 200 > row.height
    assert column.height > 200 > column.width


@pytest.mark.parametrize("count", [1, 3, 7])
def test_peg_holes_are_separate_inside_their_place(count: int) -> None:
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


def test_peg_holes_leave_numbers_whole() -> None:
    one = draw_track(track_of(0, 20, beyond=True), setting(peg_holes=True), per_row=11)
    holes = [Rect(x - HOLE / 2, y - HOLE / 2, HOLE, HOLE) for x, y in one.holes]
    assert meeting([text_box(leaf) for leaf in text_leaves(one.items)], others=holes) == []


def test_second_name_of_a_button_is_smaller() -> None:
    first, second = texts(drawn("button", second_language="fr"))
    assert second.size < first.size
    assert second.y > first.y


def test_single_label_is_about_the_middle() -> None:
    side: Any = SimpleNamespace(
        draw_about=lambda x, y: ("about", x, y), draw_below=lambda x, y: Group(())
    )
    assert PlaceLabels((side,)).draw_middle(5.0) == [("about", 0, 0)]
    assert len(PlaceLabels((side, side)).draw_middle(5.0)) == 2


def test_waves_of_outlines_are_half_as_many() -> None:
    """A theme that saves ink has two waves where others have four."""
    inks = {key: table_inks(theme(key)) for key in ("classic", "ink-saver")}
    drawn = {key: draw_waves(20.0, 30.0, own, golden=False) for key, own in inks.items()}
    lines = {
        key: sum(leaf.item.data.steps.count("M") for leaf in leaves(items))
        for key, items in drawn.items()
    }
    assert lines["classic"] == 2 * lines["ink-saver"] > 0
