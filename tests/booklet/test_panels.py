"""Panels.

The tests cover the numbered table from above, and the content of each panel in pages, HTML and
Markdown.
"""

from __future__ import annotations

from functools import cache
from math import hypot, pi, sqrt
from pathlib import Path as File
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import plain_paper_theme, theme
from printkit.base.geometry import Rect
from printkit.booklet.compose import cover_cards, lay_out_book
from printkit.booklet.page_style import BookSpec, make_palette
from printkit.booklet.panels import (
    _BETWEEN_HANDS,
    _CARD_GAP,
    CellLook,
    CellRows,
    TokenRows,
    _fit_examples,
    _largest_card,
    aim_box,
    chevron,
    sign_line,
)
from printkit.booklet.pictures import _SHEETS, Pictures, _items, _tokens, draw_material
from printkit.booklet.table_pictures import (
    DISC_FIGURE,
    SIDE,
    NumberedPlace,
    Pieces,
    TableZones,
    _draw_hand,
    middle_rows,
    number_table,
    place_discs,
)
from printkit.faces.small_cards import row_share
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Path, ShapedText, Use
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import area_and_length
from printkit.layout.fitting import filled_height
from printkit.layout.records import Canvas, TextStyle
from printkit.model.definition_files import variant_slugs
from printkit.text import book as b
from printkit.text.book import SourceLocation, to_plain_text
from printkit.text.loader import load_booklet
from printkit.text.panels import make_panel
from tests.support.builds import read_book
from tests.support.decks import made_up, own, variant
from tests.support.walk import ink_box, leaves, union

PLACE = SourceLocation("t.md", 1)
LOOK = plain_paper_theme(theme("classic"))
TABLES = [slug for slug in variant_slugs() if variant(slug).places]


@cache
def made(kind: str, slug: str, language: str = "en") -> b.Panel:
    panel = make_panel(kind, variant(slug), language, PLACE)
    assert panel is not None
    return panel


@pytest.mark.parametrize("slug", TABLES)
def test_numbers_on_the_table_do_not_overlap(slug: str) -> None:
    """Test the most seats of the game, on A6 pages."""
    game = variant(slug)
    steps = {str(number) for number in range(1, len(game.setup) + 1)}
    players = range(max(2, game.players.min), min(8, game.players.max) + 1)
    for seats in {players.start, 3, players.stop - 1} & set(players):
        for height in (SIDE, 76.0):
            numbered = number_table(Pieces(game, LOOK), seats, height)
            assert {disc.number for disc in numbered.discs} == steps
            radius = numbered.radius
            assert radius * DISC_FIGURE * height / numbered.area.h >= MIN_TABLE_TEXT_SIZE - 1e-9
            for i, one in enumerate(numbered.discs):
                assert abs(one.x) + radius <= SIDE / 2 + 1e-6
                for other in numbered.discs[:i]:
                    apart = hypot(one.x - other.x, one.y - other.y)
                    assert apart > 2 * radius or height < SIDE, (seats, one.number, other.number)


def test_number_is_placed_in_free_space() -> None:
    area, box = Rect(-50, -50, 100, 100), Rect(0, -40, 10, 10)
    above = Rect(-10, -50, 30, 9)
    (free,) = place_discs((NumberedPlace("1", box),), (box,), area, 2.7)
    assert free.y < box.y  # outwards, away from the middle
    (disc,) = place_discs((NumberedPlace("1", box),), (box, above), area, 2.7)
    assert not Rect(disc.x - 2.7, disc.y - 2.7, 5.4, 5.4).intersects(above)
    middle, wall = Rect(-5, -5, 10, 10), Rect(5.2, -3, 0.8, 6)
    (beside,) = place_discs((NumberedPlace("1", middle),), (middle, wall), area, 2.7)
    assert abs(beside.y) > 3  # its leader goes round the wall


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", TABLES)
def test_panel_contains_the_texts_of_the_definition(slug: str, language: str) -> None:
    game = variant(slug)
    setup, glance = made(b.SETUP, slug, language), made(b.GLANCE, slug, language)
    assert [cell.name[0].text for cell in setup.cells] == [  # type: ignore[union-attr]
        step.name[language] for step in game.setup
    ]
    assert len(glance.cells) == len(game.phases)
    assert all(cell.words and cell.pictures for cell in glance.cells)
    assert [bool(cell.group) for cell in glance.cells] == [bool(p.loop) for p in game.phases]
    ladder = made(b.LADDER, slug, language)
    assert [cell.figure for cell in ladder.cells] == [
        str(place) for place in range(1, len(game.hands) + 1)
    ]
    aim = made(b.AIM, slug, language)
    assert (len(aim.cells), bool(aim.words)) == (len(game.aim_hands), True)
    needs = made(b.NEEDS, slug, language)
    assert 0 < len(needs.cells) <= 8
    paying = made(b.PAYING, slug, language)
    assert all(cell.words for cell in paying.cells)


def inks_of(slug: str, language: str) -> Pictures:
    palette = make_palette(theme("classic"), variant(slug))
    return Pictures({slug: variant(slug)}, language, palette)


def test_cells_with_wide_words_take_more_rows() -> None:
    cells = made(b.NEEDS, "random", "fr").cells
    rows = CellRows(cells, CellLook(4, 1.0, 10.0), inks_of("random", "fr"))
    style = TextStyle(3.3, 4.4, "fr", 0.74)
    wide, narrow = rows.lay_out(style, 160.0), rows.lay_out(style, 66.0)
    assert (len(cells), len(wide.strips)) == (8, 2)
    assert len(narrow.strips) > 2
    assert narrow.overflow == 0
    assert rows.lay_out(style, 12.0).overflow > 0  # not even one per row


def test_aim_hands_have_cards_of_one_size() -> None:
    """In Pazaak, one hand has three cards and the other four."""
    canvas = Canvas()
    box = aim_box(made(b.AIM, "pazaak"), inks_of("pazaak", "en"))
    box.lay_out(TextStyle(3.3, 4.4, "en", 0.74), 120.0).paint(canvas, 0.0, 0.0)
    cards = [item.symbol.box for item in canvas.items if isinstance(item, Use)]
    assert len(cards) == 7
    assert len(set(cards)) == 1


def test_picture_of_a_printed_table_matches_it() -> None:
    """Cells, hand, deck and dial are at the same places as on the printed table.

    The list of materials shows it too.
    """
    game = variant("pazaak")
    zones = TableZones(Pieces(game, LOOK), SIDE)
    boxes = {item.place: item.box for item, _, named in zones.draw_contents() if named}
    table, scale = zones.measures, zones.shrink.a
    assert boxes["cells"] == pytest.approx([scale * value for value in table.cells])
    assert boxes["hand"] == pytest.approx([scale * value for value in table.hand])
    assert boxes["main-deck"].centre == (0, 0)
    assert {place.id for place in game.places} - set(boxes) == {"player"}
    assert all(zones.area.contains(box) for box in boxes.values())
    (material,) = (item for item in game.materials if item.id == "table")
    assert len(draw_material(Pieces(game, LOOK), material).items) > len(boxes)


@pytest.mark.parametrize("slug", ["pazaak", "tarot"])
def test_cover_fan_shows_printed_cards_of_its_deck(slug: str) -> None:
    """The rules of Tarot Sabacc also refer to a game with another deck."""
    shown = [card for _, card in cover_cards(read_book(slug, "en"))]
    assert len(shown) == 5
    assert all(card in variant(slug).cards and not card.is_blank for card in shown)


def test_tokens_are_grouped_and_lasting_ones_marked() -> None:
    tokens = made(b.TOKENS, "kessel")
    groups = list(dict.fromkeys(cell.group for cell in tokens.cells))
    assert groups == [group.name["en"] for group in variant("kessel").groups.values()]
    held = {cell.pictures[0].id for cell in tokens.cells if cell.sign}
    assert held == {token.id for token in variant("kessel").tokens if token.holds}


# One game of each text: those of local rules differ in their numbers only.
TEXTS = {game.rules: slug for slug in variant_slugs() if (game := variant(slug)).rules}


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", TEXTS.values())
def test_booklet_fills_small_pages(slug: str, language: str) -> None:
    """On A6 pages, nothing is too wide, no page is nearly empty, and no page ends inside the deal
    of a first hand.
    """
    book = read_book(slug, language)
    blocks = [block for chapter in book.chapters for block in chapter.blocks]
    panels = [block for block in blocks if isinstance(block, b.Panel) and block.kind == b.DEALT]
    rows = [
        [
            " ".join(filter(None, (to_plain_text(cell.name), cell.hands[0].label)))
            for cell in panel.cells
        ]
        for panel in panels
    ]
    last_rows = {" ".join(row[i:]) for row in rows for i in range(len(row))}
    pages = lay_out_book(book, BookSpec(theme("classic"), 105.0, 148.0)).numbered()
    assert not rows or last_rows & {strip.text for _, page, _ in pages for strip, _ in page}
    for number, page, area in pages:
        assert not page or filled_height(page) >= 0.3 * area.height_of_text, number
        assert not page or page[-1][0].text not in last_rows, number


def test_minimal_definition_has_a_complete_booklet(tmp_path: File) -> None:
    game = own(tmp_path, made_up("minimal"))
    book = load_booklet(game, "en")
    kinds = [
        block.kind for one in book.chapters for block in one.blocks if isinstance(block, b.Panel)
    ]
    assert kinds == [b.FACTS]  # no aim, materials, places, penalties or pictures
    pages = lay_out_book(book, BookSpec(theme("classic")))
    shown = [(page, area.height_of_text) for _, page, area in pages.numbered() if page]
    assert all(filled_height(page) >= 0.5 * height for page, height in shown)


@pytest.mark.parametrize("width", [20.0, 35.0, 50.0, 65.0, 80.0, 200.0])
def test_examples_of_a_hand_fill_the_width(width: float) -> None:
    """Cards are as large as allowed, or the row of hands and gaps is as wide as its place."""
    picture = b.PictureRef("card", "casino", "x", "X")
    hands = [b.PanelHand((picture,) * count) for count in (2, 3, 2, 4)]
    style = TextStyle(3.0, 4.0, "en", baseline=0.75, grid=4.0)
    card, shown = _fit_examples(hands, width, style)
    gap, largest = _BETWEEN_HANDS * style.size, _largest_card(style)
    row = sum(card * row_share(len(hand.cards), _CARD_GAP) for hand in shown)
    taken = row + gap * (len(shown) - 1)
    assert shown
    assert card <= largest
    assert taken <= width + 1e-9
    assert card == largest or taken == pytest.approx(width)


def test_hourglass_stays_in_its_line() -> None:
    style = TextStyle(3.0, 4.0, "en", baseline=0.75, grid=4.0)
    canvas = Canvas()
    block = sign_line("Until the call", inks_of("casino", "en"))
    block.lay_out(style, 80.0).paint(canvas, 0.0, 0.0)
    ink = union(box for leaf in leaves(canvas.items) if (box := ink_box(leaf)))
    assert ink.y >= 0.0
    assert ink.bottom <= 4.0
    assert ink.right <= 80.0 + 0.1


@pytest.mark.parametrize("slug", ["casino", "kessel", "pazaak"])
def test_aim_stays_in_its_box(slug: str) -> None:
    canvas = Canvas()
    style = TextStyle(3.3, 4.4, "en", 0.74)
    aim_box(made(b.AIM, slug), inks_of(slug, "en")).lay_out(style, 90.0).paint(canvas, 0.0, 0.0)
    ink = union(box for leaf in leaves(canvas.items) if (box := ink_box(leaf)))
    assert ink.x >= -0.2
    assert ink.right <= 90.2


def test_lights_of_a_table_are_inside_their_box() -> None:
    zones = TableZones(Pieces(variant("pazaak"), LOOK), SIDE)
    lights = next(one for one, _, _ in zones.draw_contents() if one.place == "lights")
    ink = union(box for leaf in leaves(lights.items) if (box := ink_box(leaf)))
    assert lights.box.inset(-0.3).contains(ink)
    assert lights.box.w == pytest.approx(ink.w, abs=0.6)


def test_material_of_dice_or_sheets_shows_them() -> None:
    pieces: Any = SimpleNamespace(die=lambda *_: [], sheet=lambda *sheet: [sheet])
    plain = {"denominations": (), "emblem": None, "numbers": None, "signs": ("a",), "id": "x"}

    def items(product: str, count: int) -> int:
        return len(_items(pieces, SimpleNamespace(products=(product,), count=count, **plain), None))

    assert [items("paper-die", count) for count in (1, 2, 3)] == [1, 2, 2]
    assert [items(sheet, 1) for sheet in _SHEETS] == [1] * len(_SHEETS)


def test_heap_of_tokens_shows_first_middle_and_last() -> None:
    names: list[str] = []
    known = [SimpleNamespace(id=key, emblem=(key != "d" and "x") or None) for key in "abcdef"]
    pieces: Any = SimpleNamespace(
        variant=SimpleNamespace(tokens=known), token=lambda key, _: names.append(key) or []
    )
    groups: Any = _tokens(pieces)
    assert names == ["a", "c", "f"]
    assert [group.matrix.e for group in groups] == [-7.4, 7.4, 0.0]


@pytest.mark.parametrize("slug", ["kessel", "casino"])
def test_hand_of_the_picture_is_in_order_from_the_left(slug: str) -> None:
    game = variant(slug)
    hand = _draw_hand(Pieces(game, LOOK), game.places, is_open=True)
    middles = [contents.box.centre[0] for contents in hand]
    assert len(middles) > 1
    assert middles == sorted(middles)
    assert middles[0] < middles[-1]


def test_back_in_a_sentence_is_as_high_as_its_capitals() -> None:
    """It reaches a little above and below them, in every size."""
    game = variant("kessel")
    picture = b.PictureRef("back", "kessel", next(iter(game.families)), "back")
    for cap in (1.0, 2.5):
        drawn = inks_of("kessel", "en")._sign(picture, cap)
        ink = union(box for leaf in leaves(drawn.items) if (box := ink_box(leaf)))
        assert (ink.y / cap, ink.bottom / cap) == pytest.approx((-1.06, 0.06), abs=0.01)


def test_chevron_is_a_tip_to_the_right() -> None:
    """It is as deep as half of its height, and its middle is at the point."""
    path = chevron(10.0, 20.0, BLACK)
    box = path.data.box()
    assert box.centre == pytest.approx((10.0, 20.0))
    assert box.h == pytest.approx(2 * box.w)
    tip = max(zip(path.data.coords[0::2], path.data.coords[1::2], strict=True))
    assert tip == pytest.approx((box.right, 20.0))


def test_hourglass_of_token_has_its_colour() -> None:
    """The hourglass of a cell without a colour has the colour of the text."""
    look = inks_of("kessel", "en")
    tokens = made(b.TOKENS, "kessel")
    for colour in ("blue", ""):
        cells = tuple(replace(cell, colour=colour) for cell in tokens.cells if cell.sign)
        block = TokenRows(cells[:1], look)
        canvas = Canvas()
        block.lay_out(TextStyle(3.0, 4.0, "en"), 60.0).paint(canvas, 0.0, 0.0)
        wanted = look.palette.theme.palette(colour or "ink").main
        _, disc, _ = (item for item in canvas.items if isinstance(item, Path))
        assert disc.fill == wanted


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_die_is_a_square_about_the_origin(count: int) -> None:
    pieces = Pieces(variant("kessel"), LOOK)
    body, pips = pieces.die(8.0, count)
    assert body.data.box() == pytest.approx(Rect(-4, -4, 8, 8))
    assert body.data.box().inset(0.5).contains(pips.data.box())
    assert pips.data.box().centre == pytest.approx((0.0, 0.0))
    assert pips.data.steps.count("M") == count


def test_suit_of_die_is_in_the_middle() -> None:
    game = variant("coruscant-shift")
    (dice,) = (thing for thing in game.materials if thing.faces)
    body, sign = Pieces(game, LOOK).own_die(8.0, dice)
    assert isinstance(body, Path)
    assert body.data.box() == pytest.approx(Rect(-4, -4, 8, 8))
    ink = union(box for leaf in leaves([sign]) if (box := ink_box(leaf)))
    assert ink.centre == pytest.approx((0.0, 0.0), abs=0.4)
    assert body.data.box().contains(ink)


def test_track_has_a_dot_for_each_step() -> None:
    games = [game for slug in variant_slugs() for game in [variant(slug)] if game.tracks]
    counts: dict[str, int] = {}
    for game in games:
        steps = {track.id: track.last - track.first + 1 for track in game.tracks}
        for row in middle_rows(Pieces(game, LOOK)):
            for place in row:
                if place.place in steps:
                    counts[place.place] = len([*leaves(place.items)]) - steps[place.place]
    assert {*counts.values()} == {0}


def test_words_of_aim_fill_their_box() -> None:
    """The space at the right is that at the left, and 2 mm at most for the end of a word."""
    canvas, style = Canvas(), TextStyle(3.3, 4.4, "en", 0.74)
    panel = made(b.AIM, "casino")
    aim_box(panel, inks_of("casino", "en")).lay_out(style, 90.0).paint(canvas, 0.0, 0.0)
    lines = [item for item in canvas.items if isinstance(item, ShapedText)]
    boxes = [ink_box(leaf) for leaf in leaves(lines)]
    left = min(box.x for box in boxes if box)
    assert 90.0 - max(box.right for box in boxes if box) < left + 2.0


def test_pictured_face_has_corners_of_a_card() -> None:
    """The radius of a poker card is 3 of 63.5 mm; a small picture has nearly the same share."""
    picture = b.PictureRef("face", "casino", "idiot", "The Idiot")
    _, drawn = inks_of("casino", "en")._draw_large_card(picture, 40.0)
    card = drawn.items[0]
    assert card.clip is not None
    box, (area, _) = card.clip.box(), area_and_length(card.clip)
    radius = sqrt((box.w * box.h - area) / (4 - pi))
    assert radius / box.w == pytest.approx(3 / 63.5, rel=0.25)
