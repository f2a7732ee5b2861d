"""The lines of all booklets: numbers stay with what they count, last lines are long enough."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

import pytest

from printkit.art.theme import theme
from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.contents_and_index import IndexBuilder
from printkit.booklet.page_style import BookSpec, make_palette, type_area_for
from printkit.booklet.pictures import Pictures
from printkit.layout import blocks
from printkit.layout.inline_items import InlineBox, uncounted_words
from printkit.layout.lines import BrokenText, break_paragraph
from printkit.layout.records import JUSTIFIED, MIN_LAST_LETTERS
from printkit.model.load import variant_slugs
from printkit.text.book import Book
from printkit.text.loader import load_anthologies
from tests.support.builds import read_book

A6 = (105.0, 148.0)
# A number that ends a clause, and one that what follows explains.
CLOSING = re.compile(r"[+−±]?\d{1,3}[,»”)\u202f]*[.;:!?…]")
BARE = re.compile(r"(?:^|[ \u00a0])[(\[“«]?[+−±]?\d+$")

# A picture among words is about as wide as so many letters; the text of its line lacks it.
LETTERS_OF_PICTURE = 3


def lay_out(book: Book) -> None:
    """Lay out all chapters on the smallest pages, where lines are shortest."""
    palette = make_palette(theme("classic"), next(iter(book.variants.values()), None))
    pictures = Pictures(book.variants, book.language, palette)
    area = type_area_for(BookSpec(theme("classic"), *A6))
    index = IndexBuilder()
    index.anchors = {chapter.anchor: 7 for chapter in book.chapters}
    typesetter = BlockTypesetter(book, area, pictures, index)
    for chapter in book.chapters:
        typesetter.lay_out(chapter.blocks)


def every_book(language: str) -> Iterator[Book]:
    for name in (*variant_slugs(), *load_anthologies()):
        yield read_book(name, language)


def paragraphs(monkeypatch: pytest.MonkeyPatch, language: str) -> list[BrokenText]:
    """All running text of all books, broken into lines."""
    broken: dict[object, BrokenText] = {}

    def record(
        spans: object, style: object, measure: float, alignment: str, **options: object
    ) -> BrokenText:
        own: Callable[..., BrokenText] = break_paragraph
        result = own(spans, style, measure, alignment, **options)
        if alignment == JUSTIFIED:
            broken[spans, measure] = result
        return result

    monkeypatch.setattr(blocks, "break_paragraph", record)
    for book in every_book(language):
        lay_out(book)
    return list(broken.values())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_numbers_and_last_lines(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks._lay_out_paragraph.cache_clear()
    uncounted = uncounted_words(language)
    texts = paragraphs(monkeypatch, language)
    assert len(texts) > 500
    several = 0
    for text in texts:
        for before, line in itertools.pairwise(text.lines):
            if line.opens:
                continue
            several += 1
            assert not CLOSING.match(line.text), f"{before.text} | {line.text}"
            word = re.split(r"[ \u00a0]", line.text)[0].rstrip(".,;:!?…").casefold()
            if BARE.search(before.text) and word.isalpha():
                assert word in uncounted, f"{before.text} | {line.text}"
        last = text.lines[-1]
        if len(text.lines) > 1 and not last.opens:
            letters = re.sub(r"[\s\u00a0\u202f]", "", last.text)
            drawn = [i for i in last.items() if isinstance(i, InlineBox) and i.drawing is not None]
            count = len(letters) + LETTERS_OF_PICTURE * len(drawn)
            assert count >= MIN_LAST_LETTERS, last.text
            is_word = not re.search(r"[\s\u00a0]", last.text)
            assert not (is_word and text.lines[-2].end.cut is not None), last.text
    assert several > 1000
