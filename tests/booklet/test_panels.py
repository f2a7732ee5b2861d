"""Panels: the table from above with its numbers, what each tells in pages, HTML and Markdown."""

from __future__ import annotations

from functools import cache
from math import hypot
from pathlib import Path

import pytest

from printkit.art.theme import plain_paper_theme, theme
from printkit.base.geometry import Rect
from printkit.booklet import book as b
from printkit.booklet.book import SourceLocation
from printkit.booklet.compose import BookSpec, lay_out_book
from printkit.booklet.loader import load_booklet
from printkit.booklet.numbered_discs import DISC_FIGURE, Target, place_discs
from printkit.booklet.page_count import MIN_FILL
from printkit.booklet.panels import make_panel
from printkit.booklet.table_picture import SIDE, number_table
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.flow import filled_height
from printkit.model.load import load, variant_slugs
from printkit.model.variant import Variant
from tests.support.decks import variant

PLACE = SourceLocation("t.md", 1)
LOOK = plain_paper_theme(theme("classic"))
TABLES = [slug for slug in variant_slugs() if variant(slug).places]


@cache
def made(kind: str, slug: str, language: str = "en") -> b.Panel:
    panel = make_panel(kind, variant(slug), language, PLACE)
    assert panel is not None
    return panel


@pytest.mark.parametrize("slug", TABLES)
def test_each_step_has_a_number_on_the_table_that_covers_no_other(slug: str) -> None:
    """For as many seats as the game allows, as small as a page of A6 shows it."""
    game = variant(slug)
    steps = {str(number) for number in range(1, len(game.setup) + 1)}
    players = range(max(2, game.players.min), min(8, game.players.max) + 1)
    for seats in {players.start, 3, players.stop - 1} & set(players):
        for side in (SIDE, 76.0):
            numbered = number_table(game, seats, LOOK, side)
            assert {disc.number for disc in numbered.discs} == steps
            radius = numbered.radius
            assert radius * DISC_FIGURE * side / SIDE >= MIN_TABLE_TEXT_SIZE - 1e-9
            for i, one in enumerate(numbered.discs):
                assert abs(one.x) + radius <= SIDE / 2 + 1e-6
                for other in numbered.discs[:i]:
                    apart = hypot(one.x - other.x, one.y - other.y)
                    assert apart > 2 * radius or side < SIDE, (seats, one.number, other.number)


def test_a_number_goes_where_nothing_is() -> None:
    area, box = Rect(-50, -50, 100, 100), Rect(0, -40, 10, 10)
    above = Rect(-10, -50, 30, 9)
    (free,) = place_discs([Target("1", box)], [box], area, 2.7)
    assert free.y < box.y  # outwards, away from the middle
    (disc,) = place_discs([Target("1", box)], [box, above], area, 2.7)
    assert not Rect(disc.x - 2.7, disc.y - 2.7, 5.4, 5.4).intersects(above)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", TABLES)
def test_a_panel_tells_what_the_definition_says(slug: str, language: str) -> None:
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


def test_tokens_are_in_groups_and_those_that_hold_are_marked() -> None:
    tokens = made(b.TOKENS, "kessel")
    groups = list(dict.fromkeys(cell.group for cell in tokens.cells))
    assert groups == [group.name["en"] for group in variant("kessel").groups.values()]
    held = {cell.pictures[0].id for cell in tokens.cells if cell.sign}
    assert held == {token.id for token in variant("kessel").tokens if token.holds}


def stranger(tmp_path: Path) -> Variant:
    """A definition that knows nothing of panels."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'slug = "mine"\ngame = "mine"\nlanguages = ["en"]\nname = "Mine"\nsummary = "Numbers."\n'
        'players = { min = 2, max = 3 }\n[families.deck]\nname = "Deck"\nback = "clouds"\n'
        '[suits.one]\nname = "One"\n[[ranks]]\nfrom = 1\nto = 5\n'
        '[[grids]]\nsuits = ["one"]\nranks = ["1-5"]\nname = "{rank} {suit}"\n'
        '[counting]\nsystem = "sum"\nlimit = 9\n'
        '[[phases]]\nid = "odd"\nname = "Odd"\nhow = "Do what nobody has a picture of."\n',
        encoding="utf-8",
    )
    return load(str(path))


def test_a_definition_without_the_new_keys_has_a_whole_booklet(tmp_path: Path) -> None:
    game = stranger(tmp_path)
    book = load_booklet(game, "en")
    kinds = [
        block.kind for one in book.chapters for block in one.blocks if isinstance(block, b.Panel)
    ]
    assert kinds == [b.FACTS, b.GLANCE]  # no aim, no materials, no places, no penalties
    pages = lay_out_book(book, BookSpec(theme("classic")))
    height = pages.area.height_of_text
    assert all(filled_height(page) >= MIN_FILL * height for page in pages.body)
