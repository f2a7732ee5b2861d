"""Tables, half tables and player boards: their contents and places, the paper, and peg holes."""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.art.theme import theme, theme_names
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import card
from printkit.graphics.display_list import Path as Drawn
from printkit.graphics.display_list import ShapedText
from printkit.imposition.tiling import Region
from printkit.jobs.job import make_job
from printkit.model.definition_files import variant_slugs
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products
from printkit.pieces.product import Piece
from printkit.products.boards import _Half, _join_halves, _Table
from printkit.tabletop.boards import (
    LIGHT,
    LIGHT_GAP,
    DialMeasures,
    SlicingTree,
    place_parts,
    smallest_tree,
)
from printkit.tabletop.surfaces import PlaceDrawing, PlaceHints
from tests.support.builds import write
from tests.support.decks import made_up, own, variant
from tests.support.jobs import lay_out_product, options_for, piece_of, render_options
from tests.support.walk import leaves, text_box, text_leaves, tight
from tests.support.words import pdfium_text

PRODUCTS = {"table": "table", "half-table": "table", "player-board": "board"}
MINI: dict[str, Any] = {"card_size": "euro-mini"}
MADE_UP = made_up("head", "board")


def texts(piece: Piece) -> list[ShapedText]:
    return [leaf.item for leaf in text_leaves(piece.front.items)]


def things(found: Variant) -> list[Place | Track]:
    return [*found.places, *found.tracks]


def offering(key: str) -> list[str]:
    return [slug for slug in variant_slugs() if key in available_products(variant(slug))]


# --- the layout ---------------------------------------------------------------------------------

SIZES = st.tuples(st.floats(4, 120), st.floats(4, 120))
PARTS = st.lists(st.lists(SIZES, min_size=1, max_size=3), min_size=1, max_size=7)


def area(plan: SlicingTree) -> float:
    return plan.width * plan.height


def make_leaves(sizes: list[list[tuple[float, float]]]) -> list[list[SlicingTree]]:
    """Return the leaves of parts; the first part and every second one can be wider."""
    return [
        [SlicingTree(w, h, i % 2 == 0, hints=PlaceHints(i, w, h)) for w, h in own]
        for i, own in enumerate(sizes)
    ]


@settings(max_examples=80)
@given(PARTS, st.floats(0, 6), st.floats(0, 60), st.floats(0, 60))
def test_parts_lie_apart_and_inside(
    sizes: list[list[tuple[float, float]]], gap: float, more_w: float, more_h: float
) -> None:
    plan = smallest_tree(make_leaves(sizes), gap, area)
    room = Rect(0, 0, plan.width + more_w, plan.height + more_h)
    found = place_parts(plan, room, gap)
    assert sorted(leaf.hints.per_row or 0 for leaf, _ in found) == list(range(len(sizes)))
    for at, (leaf, box) in enumerate(found):
        assert room.contains(box, 1e-6)
        assert box.w >= leaf.hints.width - 1e-6
        assert box.h >= leaf.hints.height - 1e-6
        around = box.inset(-gap / 2 + 1e-6)
        assert not any(around.intersects(other.inset(-gap / 2 + 1e-6)) for _, other in found[:at])


@settings(max_examples=40)
@given(PARTS, st.floats(0, 6))
def test_smallest_tree_beats_single_rows_and_columns(
    sizes: list[list[tuple[float, float]]], gap: float
) -> None:
    plan = smallest_tree(make_leaves(sizes), gap, area)
    firsts = [own[0] for own in sizes]
    between = gap * (len(firsts) - 1)
    row = (sum(w for w, _ in firsts) + between) * max(h for _, h in firsts)
    column = max(w for w, _ in firsts) * (sum(h for _, h in firsts) + between)
    # Plans that differ by half a millimetre count as alike.
    slack = 0.5 * len(firsts) * (plan.width + plan.height + 1)
    assert area(plan) <= min(row, column) + slack


def test_wide_part_fills_the_remaining_width() -> None:
    leaves = [[SlicingTree(10, 10, False)], [SlicingTree(20, 10, True)]]
    plan = smallest_tree(leaves, 2, lambda plan: plan.height)
    (_, one), (_, other) = place_parts(plan, Rect(0, 0, 60, 10), 2)
    assert (one.w, other.w) == (10, 48)
    leaves = [[replace(leaf, is_wide=False) for leaf in own] for own in leaves]
    plan = smallest_tree(leaves, 2, lambda plan: plan.height)
    (_, one), (_, other) = place_parts(plan, Rect(0, 0, 60, 10), 2)
    assert (one.x, other.right) == (7, 53)


# --- all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", PRODUCTS)
def test_every_place_of_a_board_is_named(key: str) -> None:
    for slug in offering(key):
        found = variant(slug)
        piece = piece_of(key, slug, "fr+en")
        wording = " ".join(text.run.text for text in texts(piece) if not text.artifact).casefold()
        for one in things(found):
            if one.on == PRODUCTS[key] and one.id != "main-deck":  # between the halves
                for language in ("fr", "en"):
                    for word in one.name[language].casefold().split():
                        assert word in wording, (slug, word)


def test_copies_are_players() -> None:
    least = variant("kessel").players.min
    assert piece_of("player-board", "kessel").copies == least
    assert piece_of("player-board", "kessel", players=4).copies == 4
    assert piece_of("half-table", "pazaak").copies == variant("pazaak").players.min
    assert piece_of("half-table", "pazaak", players=1).copies == 1
    assert piece_of("table", "pazaak", players=2).copies == 1


# --- the table ----------------------------------------------------------------------------------


def card_frames(piece: Piece, wide: float, high: float) -> list[Rect]:
    """Rounded outlines of this size."""
    found = [
        leaf.matrix.bounds(tight(leaf.item.data))
        for leaf in leaves(piece.front.items)
        if isinstance(leaf.item, Drawn) and leaf.item.data.steps == "MLCLCLCLCZ"
    ]
    return [box for box in found if math.dist((box.w, box.h), (wide, high)) < 0.01]


@pytest.mark.parametrize("size", ["us-mini", "euro-mini", "poker", "tarot"])
def test_table_has_cells_and_hand_places(size: str) -> None:
    found = card(size)
    # Frames of places that share their gap are smaller than a card; others are larger.
    within, around = (found.w - 0.6, found.h - 0.6), (found.w + 2, found.h + 2)
    piece = piece_of("table", "pazaak", card_size=size)
    places = card_frames(piece, *within)
    assert len(places) == 18 + 8
    for at, one in enumerate(places):
        # A card has a gap of half a millimetre, which it shares with the next.
        room = one.inset(-0.3 - 0.5 + 1e-3)
        assert not any(room.intersects(other.inset(-0.8 + 1e-3)) for other in places[:at])
    (deck,) = card_frames(piece, *around)
    assert deck.centre == pytest.approx((0, 0))
    half = piece_of("half-table", "pazaak", card_size=size)
    assert len(card_frames(half, *within)) + len(card_frames(half, *around)) == 9 + 4


def test_half_tables_are_half_turns_of_each_other() -> None:
    piece = piece_of("table", "pazaak", **MINI)
    found: dict[int, set[tuple[str, float, float]]] = {1: set(), -1: set()}
    for leaf in leaves(piece.front.items):
        if isinstance(leaf.item, ShapedText) and leaf.matrix.b == 0:
            x, y = leaf.matrix.apply(leaf.item.x, leaf.item.y)
            way = round(leaf.matrix.a)
            found[way].add((leaf.item.run.text, round(way * x, 2), round(way * y, 2)))
    assert found[1] == found[-1]
    # Nine cells, 22 totals, and the words.
    assert len(found[1]) >= 9 + 22 + 7


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("look", ["classic", "gala"])
@pytest.mark.parametrize("pegs", [False, True])
@pytest.mark.parametrize("edition", ["en", "fr", "fr+en"])
def test_euro_mini_tables_fit_a3_and_a4(edition: str, pegs: bool, look: str) -> None:
    for key, paper, sheets in (("table", "a3", 1), ("half-table", "a4", 2)):
        request = make_job("pazaak", paper=paper, theme=look, peg_holes=pegs, **MINI)
        imposed = lay_out_product(variant("pazaak"), key, edition, request)
        assert imposed.sheets == len(imposed.document.pages) == sheets, key
        for page in imposed.document.pages:
            assert page.media.inset(5).contains(page.trim)


# --- pegs ---------------------------------------------------------------------------------------


def test_pegs_are_holes_in_the_outline() -> None:
    piece = piece_of("table", "pazaak", peg_holes=True, **MINI)
    assert piece.outline is not None
    region = Region(piece.outline)
    edge, *holes = sorted(region.rings, key=len)
    # Three lights, and 0 to 20 and more, twice.
    assert len(holes) == 2 * (3 + 22)
    assert len(edge) == 4
    edges = -piece.width / 2, -piece.height / 2, piece.width, piece.height
    assert tuple(region.box) == pytest.approx(edges, abs=1e-3)
    for hole in holes:
        xs, ys = zip(*hole, strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        assert all(math.dist((x, y), point) == pytest.approx(2, abs=0.01) for point in hole)
        assert not region.contains(x, y)
        assert region.contains(x + 2.2, y)
    assert piece_of("table", "pazaak", **MINI).outline is None


def test_a_board_without_tracks_has_no_peg_holes() -> None:
    assert piece_of("player-board", "tarot", peg_holes=True).outline is None
    assert piece_of("player-board", "kessel", peg_holes=True).outline is not None


# --- the players' boards ------------------------------------------------------------------------


def test_kessel_player_board_has_all_places() -> None:
    piece = piece_of("player-board", "kessel", "fr")
    circles = [
        box
        for leaf in leaves(piece.front.items)
        if isinstance(leaf.item, Drawn)
        and leaf.item.data.steps == "MCCCCZ"
        and leaf.item.fill is not None
        and abs((box := leaf.matrix.bounds(tight(leaf.item.data))).w - 32) < 0.01
    ]
    assert len(circles) == 8 + 3 + 3
    size = card(variant("kessel").card_size)
    assert len(card_frames(piece, size.w + 2, size.h + 2)) == 2
    assert max(piece.width, piece.height) < 287
    assert min(piece.width, piece.height) < 200


def test_small_player_boards_are_at_most_a5() -> None:
    for slug in offering("player-board"):
        piece = piece_of("player-board", slug, token_size=20.0, **MINI)
        # A board with cells has room for a card of each player’s cells and hand.
        whole = any(place.kind == "cells" for place in variant(slug).places)
        assert piece.width * piece.height < (210 * 297 if whole else 210 * 148), slug


# --- user definitions ----------------------------------------------------------------------------


@pytest.mark.parametrize("look", theme_names())
def test_user_game_has_a_table_and_player_board(tmp_path: Path, look: str) -> None:
    found = own(tmp_path, MADE_UP)
    assert {"table", "half-table", "player-board"} <= set(available_products(found))
    piece = piece_of("player-board", found, "fr+en", theme=look, players=3)
    words = [text.run.text for text in texts(piece)]
    assert words.count("Le puits") == words.count("Pierres") == 1
    assert piece.copies == 3
    table = piece_of("table", found, theme=look)
    size = card(found.card_size)
    half = piece_of("half-table", found, theme=look)
    assert min(half.width, half.height) >= size.w + 8
    assert max(table.width, table.height) >= max(half.width, half.height)


def test_track_may_share_the_id_of_a_place(tmp_path: Path) -> None:
    track = (
        '\n[[tracks]]\nid = "well"\nname = { en = "Depth", fr = "Fond" }\n'
        'on = "board"\nfrom = 0\nto = 3\n'
    )
    piece = piece_of("player-board", own(tmp_path, MADE_UP + track))
    words = {text.run.text for text in texts(piece)}
    assert {"The well", "Depth", "0", "3"} <= words


# --- files --------------------------------------------------------------------------------------


def test_board_files_are_read_by_others() -> None:
    (pdf,) = write("pdf", "pazaak", "table", "fr+en", paper="a3", peg_holes=True, **MINI)
    text = pdfium_text(pdf.data)
    # Readers do not get the words of the other half twice.
    for word in ("FIN DU TOUR", "END OF TURN", "SERVI", "STAND", "Manches gagnées", "Sets won"):
        assert text.count(word) == 1, word


@pytest.mark.parametrize(("width", "height"), [(100.0, 60.0), (60.0, 100.0)])
def test_half_tables_are_joined_along_their_longer_sides(width: float, height: float) -> None:
    half = PlaceDrawing(width, height, (), ((7.0, 5.0),))
    options = render_options("en", theme("classic"), card("poker"))
    whole = _join_halves(half, variant("casino"), options)
    away = (sum((whole.width, whole.height)) - width - height) / 2
    assert (whole.width == width) == (width > height)
    first = (7.0, 5.0 + away) if width > height else (7.0 - away, 5.0)
    assert [*whole.holes] == [pytest.approx(first), pytest.approx((-first[0], -first[1]))]


def test_name_of_lights_is_inside_their_height() -> None:
    """It begins 1.4 mm below the lights and ends at the height that the console leaves for it."""
    game = variant("pazaak")
    half = _Half(_Table(game, options_for(game, "table", "en")), options_for(game, "table", "en"))
    lights = half.table.places["lights"]
    items, centres, height = half._draw_lights(lights, 60.0)
    assert len(centres) == lights.count
    lowest = max(text_box(leaf).bottom for leaf in text_leaves(items))
    assert lowest <= height + 0.2


def test_lights_fit_console() -> None:
    places = {"lights": SimpleNamespace(count=20)}
    for width, fits in ((400.0, LIGHT), (100.0, None)):
        table: Any = SimpleNamespace(places=places, console=Rect(0, 0, width, 50))
        middles, r = DialMeasures.list_lights(table)
        assert len(middles) == 20
        assert middles[0] == pytest.approx(-middles[-1])
        assert 2 * (middles[-1] + r) <= width
        assert r == fits or 20 * (2 * r + LIGHT_GAP) == pytest.approx(width)
