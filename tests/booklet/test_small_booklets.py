"""Booklets of small user games: no empty page, no empty chapter."""

from pathlib import Path

import pytest

from printkit.art.theme import theme
from printkit.booklet.compose import compose, lay_out_book
from printkit.booklet.page_style import BookSpec
from printkit.model.load import load
from printkit.text.loader import load_booklet
from tests.support.decks import put

SPEC = BookSpec(theme("classic"))
CARD = '[[cards]]\nid = "fox"\nname = "Fox"\ncopies = 12\n'
RULES = "# The race\n\nThe first to hold three foxes has won.\n"
PLAYERS = "players = { min = 2, max = 2 }\n"
PHASES = '[[phases]]\nid = "draw"\nname = "Draw"\nhow = "Take a card."\n'
LONG = "\n".join(f"# Chapter {i}\n\n" + "A fox is quick. " * 60 + "\n" for i in range(9))


@pytest.mark.sampled
@pytest.mark.parametrize(
    "rules", [RULES, LONG, LONG[: len(LONG) // 2]], ids=["one", "nine", "half"]
)
@pytest.mark.parametrize("more", ["", PLAYERS, f"{PLAYERS}summary = 'A race.'\n"])
@pytest.mark.parametrize("phases", ["", PHASES])
def test_small_booklet_has_no_padding_pages(
    tmp_path: Path, rules: str, more: str, phases: str
) -> None:
    put(tmp_path, rules, "rules.md")
    mine = load(put(tmp_path, f'chapters = "rules.md"\n{more}{CARD}{phases}'))
    book = load_booklet(mine, "en")
    assert book.left_out == ()
    assert all(chapter.blocks for chapter in book.chapters)
    pages = lay_out_book(book, SPEC)
    *inner, _ = [page for _, page, _ in pages.numbered()]
    assert sum(not page for page in inner) <= (2 if rules != RULES else 0)
    document = compose(book, SPEC)
    assert len(document.pages) % 4 == 0
    if rules == RULES:
        assert len(document.pages) == 4


def test_small_booklet_has_only_chapters_with_content(tmp_path: Path) -> None:
    put(tmp_path, RULES, "rules.md")
    told = load_booklet(load(put(tmp_path, f'chapters = "rules.md"\n{CARD}')), "en")
    anchors = [chapter.anchor for chapter in told.chapters]
    assert anchors == ["contents", "deck", "the-race", "colophon"]


def test_anchors_come_from_titles_and_are_unique(tmp_path: Path) -> None:
    text = "# Deck\n\nA.\n\n## Où et quand ?\n\n[A](#ou-et-quand).\n\n# Deck\n\nC.\n\n# !\n\nD.\n"
    put(tmp_path, text, "rules.md")
    told = load_booklet(load(put(tmp_path, f'chapters = "rules.md"\n{CARD}')), "en")
    own = [chapter for chapter in told.chapters if chapter.has_made_anchor]
    assert [chapter.anchor for chapter in own] == ["deck-2", "deck-3", "chapter"]
    assert own[0].blocks[1].anchor == "ou-et-quand"  # type: ignore[union-attr]
