"""Start sheets: two sides on usual paper, legible, read aloud in a few minutes, for any table."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from printkit.art.theme import theme
from printkit.base.geometry import IDENTITY, MM_PER_POINT, Matrix, Rect
from printkit.base.records import evolve
from printkit.booklet.start_sheet import draw_start_sheet
from printkit.graphics.display_list import Group, Item, Use
from printkit.graphics.display_list import Path as PathItem
from printkit.graphics.fonts import TEXT, TEXT_BOLD
from printkit.model.definition_files import variant_slugs
from printkit.pieces.kits import available_products
from printkit.pieces.product import Piece
from printkit.text.book import (
    DEALT,
    PLAYS,
    SHOWN,
    Book,
    ListBlock,
    Panel,
    ParagraphBlock,
    lines_of,
    list_links,
    to_plain_text,
    walk_blocks,
)
from printkit.text.loader import load_start_sheet
from tests.support.decks import made_up, own, variant
from tests.support.jobs import pieces_of
from tests.support.prints import printed, text_of
from tests.support.sample import cases
from tests.support.walk import leaves

SLUGS = [slug for slug in variant_slugs() if "start" in available_products(variant(slug))]
LANGUAGES = ("en", "fr")
# Words that are read aloud in a minute, and the most minutes before the first deal.
WORDS_A_MINUTE, MAX_MINUTES = 150, 8.0
SIDES = ("aim", "needs", "setup", "glance", "hands", "first-hand", "penalties")


def count_words(book: Book) -> int:
    """Return the number of words of a sheet, with the names of its cards."""
    blocks = walk_blocks(block for chapter in book.chapters for block in chapter.blocks)
    return sum(len(to_plain_text(line).split()) for block in blocks for line in lines_of(block))


def sheet(slug: str, language: str, **wishes: Any) -> list[Piece]:
    return pieces_of("start", variant(slug), language, **wishes)


def dealt(book: Book) -> Iterator[Panel]:
    (first,) = (chapter for chapter in book.chapters if chapter.anchor == "first-hand")
    panels = (block for block in first.blocks if isinstance(block, Panel))
    return (panel for panel in panels if panel.kind in (DEALT, SHOWN))


def test_every_game_but_the_add_on_has_a_sheet() -> None:
    assert {*variant_slugs()} - {*SLUGS} == {"expansion"}


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_sheet_is_read_in_eight_minutes(slug: str, language: str) -> None:
    book = load_start_sheet(variant(slug), language)
    assert [chapter.anchor for chapter in book.chapters if chapter.anchor in SIDES] == [*SIDES]
    assert not book.left_out
    assert not [*list_links(block for chapter in book.chapters for block in chapter.blocks)]
    assert 500 < count_words(book) <= MAX_MINUTES * WORDS_A_MINUTE


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", SLUGS)
def test_first_hand_works_for_two_three_and_four(slug: str) -> None:
    game, book = variant(slug), load_start_sheet(variant(slug), "en")
    first, last = dealt(book)
    names = [to_plain_text(cell.name) for cell in first.cells]
    assert len(names) == min(4, game.most_players)
    assert [name.partition(" ")[0] for name in names] == ["Ana", "Bek", "Cora", "Dov"][: len(names)]
    assert [to_plain_text(cell.name) for cell in last.cells] == names
    (chapter,) = (one for one in book.chapters if one.anchor == "first-hand")
    kinds = [block.kind for block in chapter.blocks if isinstance(block, Panel)]
    assert kinds.count(PLAYS) == len(game.plays) == 1
    (steps,) = (block for block in chapter.blocks if isinstance(block, ListBlock))
    assert steps.start == 1
    assert len(steps.entries) >= 6
    begin = next(block for block in chapter.blocks if isinstance(block, ParagraphBlock))
    assert to_plain_text(begin.line).startswith("Before you shuffle, take")


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", cases(SLUGS, SLUGS[::2]))
def test_sheet_has_two_sides_in_type_of_eight_points(slug: str, language: str) -> None:
    cards = {card.name[language] for card in variant(slug).cards}
    for paper in ("a4", "letter"):
        (piece,) = sheet(slug, language, paper=paper)
        assert piece.back is not None
        for side in (piece.front, piece.back):
            lines = printed(leaves(side.items))
            words = [one for one in lines if one.text.count(" ") > 2 and one.text not in cards]
            body = [line for line in words if line.font in (TEXT, TEXT_BOLD)]
            assert min(line.size for line in body) >= 8 * MM_PER_POINT - 1e-6
            assert min(line.size for line in words) >= 7 * MM_PER_POINT - 1e-6
            foot = max(line.box.bottom for line in lines)
            assert foot > 0.85 * piece.height, "the side is filled"


def test_large_paper_has_both_sides_beside_each_other() -> None:
    (piece,) = sheet("kessel", "en", paper="a3")
    assert piece.back is None
    assert piece.width > piece.height > 250


def test_small_paper_takes_further_pages() -> None:
    pieces = sheet("kessel", "fr", paper="a5")
    assert len(pieces) > 1
    sides = [side for piece in pieces for side in (piece.front, piece.back) if side is not None]
    for side in sides:
        words = [line for line in printed(leaves(side.items)) if line.text.count(" ") > 2]
        assert all(line.size >= 7 * MM_PER_POINT - 1e-6 for line in words)


def test_game_of_a_user_has_a_sheet(tmp_path: Path) -> None:
    game = evolve(own(tmp_path, made_up("minimal")), hands=variant("casino").hands)
    assert "start" in available_products(game)
    assert pieces_of("start", game, "en")
    chapters = {chapter.anchor for chapter in load_start_sheet(game, "en").chapters}
    assert "hands" in chapters
    assert "first-hand" not in chapters
    assert "turn" in chapters


def card_edges(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[float]:
    """Yield the right edges of small cards on a side."""
    for item in items:
        if isinstance(item, Group):
            yield from card_edges(item.items, item.matrix.then(matrix))
        elif isinstance(item, Use):
            inner = item.matrix.then(matrix)
            if item.symbol.key.startswith("small-"):
                yield inner.bounds(item.symbol.box).right
            else:
                yield from card_edges(item.symbol.items, inner)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", cases(SLUGS, SLUGS[::2]))
def test_examples_lie_inside_their_bars(slug: str, language: str) -> None:
    """The bars of hands end where the lines below headings do."""
    (piece,) = sheet(slug, language)
    ends = [
        leaf.matrix.bounds(leaf.item.data.box()).right
        for leaf in leaves(piece.front.items)
        if isinstance(leaf.item, PathItem) and leaf.item.fill is not None
    ]
    edges = [*card_edges(piece.front.items)]
    assert edges
    assert max(edges) <= max(ends) - 0.5


def test_wide_sheet_has_both_sides_beside_each_other() -> None:
    (sheet,) = draw_start_sheet(variant("kessel"), "en", theme("classic"), (390.0, 270.0))
    first, second = (item for item in sheet.items if isinstance(item, Use))
    assert first.matrix.e == 0
    assert second.matrix.e > 390.0 / 2
    assert first.symbol.box.w + second.symbol.box.w < 390.0
    assert first.symbol.key != second.symbol.key


def words_of(slug: str, language: str = "en") -> str:
    (piece,) = sheet(slug, language)
    assert piece.back is not None
    return text_of((*piece.front.items, *piece.back.items))


@pytest.mark.parametrize(("slug", "has_both"), [("casino", True), ("kessel", False)])
def test_sheet_explains_bars_only_if_ambiguous(slug: str, has_both: bool) -> None:
    """Kessel has a bar below each 6, but no negative number."""
    assert ("a bar below a 6 or a 9" in words_of(slug)) == has_both


def test_pictures_with_pots_state_their_players() -> None:
    assert words_of("casino").count("here for 4 players") == 2  # the table and the turn
    assert words_of("kessel").count("here for 4 players") == 1  # its turn has no common pot
    assert "players" not in words_of("pazaak").partition("Set up")[2]


def drawn(items: Iterable[Item], key: str, matrix: Matrix = IDENTITY) -> Iterator[Rect]:
    """Yield the boxes of symbols whose key begins with `key`."""
    for item in items:
        if isinstance(item, Group):
            yield from drawn(item.items, key, item.matrix.then(matrix))
        elif isinstance(item, Use):
            inner = item.matrix.then(matrix)
            if item.symbol.key.startswith(key):
                yield inner.bounds(item.symbol.box)
            else:
                yield from drawn(item.symbol.items, key, inner)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pictures_are_neither_tiny_nor_giant(paper: str) -> None:
    (spike,) = sheet("corellian-spike", "en", paper=paper)
    assert min(box.h for box in drawn(spike.front.items, "need-")) > 8
    (pazaak,) = sheet("pazaak", "en", paper=paper)
    assert pazaak.back is not None
    assert max(box.w for box in drawn(pazaak.back.items, "small-")) < 15
