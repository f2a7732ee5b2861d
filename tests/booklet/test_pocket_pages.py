"""A6 is designed as a page of its own: type, opening pages, and lists instead of narrow columns."""

from collections.abc import Sequence

import pytest

from printkit.art.theme import theme
from printkit.base.geometry import MM_PER_POINT
from printkit.booklet import openers
from printkit.booklet.arrangement import BookPages
from printkit.booklet.compose import lay_out_book
from printkit.booklet.contents import IndexBuilder
from printkit.booklet.openers import Opener
from printkit.booklet.page_style import (
    MIN_FILL,
    BookSpec,
    ChapterMark,
    TypeArea,
    make_palette,
    marks_on,
    opening_area,
    type_area_for,
)
from printkit.booklet.panels import NARROW
from printkit.booklet.pictures import Pictures
from printkit.booklet.typesetting import BlockTypesetter
from printkit.layout.fitting import filled_height
from printkit.layout.records import Strip
from printkit.text.book import Book, Chapter, InlineText, SourceLocation, TableBlock
from tests.support.builds import read_book

A5, A6 = (148.0, 210.0), (105.0, 148.0)


def spec(size: tuple[float, float]) -> BookSpec:
    return BookSpec(theme("classic"), *size)


def area_of(size: tuple[float, float]) -> TypeArea:
    return type_area_for(spec(size), from_right=False)


def opening_fills(pages: BookPages) -> list[float]:
    return [
        filled_height(page) / area.height_of_text
        for part in pages.parts
        for page, area in part.opening
        if page
    ]


def words_of(pages: BookPages) -> str:
    return " ".join(strip.text for _, page, _ in pages.numbered() for strip, _ in page)


def test_pocket_page_has_its_own_design() -> None:
    """Its type is smaller, its titles too; its lines have as many letters and fill more of it."""
    usual, pocket = area_of(A5), area_of(A6)
    assert pocket.size / MM_PER_POINT == pytest.approx(8.0)
    assert pocket.titles < usual.titles == 1.0
    assert pocket.measure / pocket.width > usual.measure / usual.width
    assert pocket.measure < NARROW < usual.measure
    assert pocket.outer_margin > 10.0, "drawings in the margin keep clear of the edge"


@pytest.mark.parametrize(
    ("name", "language"), [("casino", "fr"), ("kessel", "fr"), ("pazaak", "en")]
)
def test_opening_pages_are_filled(name: str, language: str) -> None:
    pages = lay_out_book(read_book(name, language), spec(A6))
    assert min(opening_fills(pages)) >= MIN_FILL - 1e-6


def test_opening_pages_are_low_without_shared_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openers, "NARROW", 0.0)
    pages = lay_out_book(read_book("pazaak", "en"), spec(A6))
    assert min(opening_fills(pages)) < MIN_FILL


def test_chapter_follows_opening_on_its_last_page() -> None:
    pages = lay_out_book(read_book("pazaak", "en"), spec(A6))
    (part,) = pages.parts
    begun = [
        mark.chapter.anchor for page, _ in part.opening for mark, _ in marks_on(page, ChapterMark)
    ]
    assert part.opened == len(begun) - 3 > 0
    body = [mark.chapter.anchor for page in part.body for mark, _ in marks_on(page, ChapterMark)]
    assert not {*begun} & {*body}


def made(heights: Sequence[float], torn: Sequence[bool] = ()) -> Opener:
    """Return an opener of chapters, each one strip of a share of a page, not on an opening with
    the strip before if it is `torn`."""
    area = opening_area(area_of(A6))

    def set_chapter(number: int, size: float, run_on: bool) -> Sequence[Strip]:
        penalty = 1e7 if number < len(torn) and torn[number] else 0.0
        own = Strip(heights[number] * area.height_of_text / 2, lambda canvas, x, y: None)
        return [own, Strip(own.height, own.paint, turn_penalty=penalty)]

    names = [f"c{i}" for i in range(len(heights))]
    return Opener("", names, names, len(heights), area, area_of(A6), set_chapter)


def test_full_chapters_have_their_own_pages() -> None:
    assert made([0.9, 0.8, 1.0]).choose() == ((0, 1, 1), (1, 2, 1), (2, 3, 1))


def test_low_chapter_shares_a_page() -> None:
    """The third chapter fills a fifth of a page alone."""
    opener = made([1.0, 1.4, 0.4, 1.0])
    groups = opener.choose()
    assert opener.cost(groups) < opener.cost(((0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1)))
    assert any(end - start > 1 for start, end, _ in groups)


def test_chapters_of_few_strips_get_no_more_pages_than_strips() -> None:
    opener = made([0.9, 0.8])
    assert len(opener.pages(((0, 1, 5), (1, 2, 1)))) == 3


def test_divided_opening_gets_another_page_before_it() -> None:
    """The second chapter is on two pages, which must face each other."""
    opener = made([0.9, 1.8], [False, True])
    groups = opener.choose()
    assert opener.cost(groups) < openers._TORN
    assert sum(len(opener.pages((group,))) for group in groups[:-1]) == 2


def typesetter(book: Book, size: tuple[float, float]) -> BlockTypesetter:
    palette = make_palette(theme("classic"), book.first_variant)
    pictures = Pictures(book.variants, book.language, palette)
    return BlockTypesetter(book, area_of(size), pictures, IndexBuilder())


def test_payments_and_gains_share_a_column() -> None:
    book = read_book("casino", "en")
    heads = "− you pay + you get"
    assert heads in " ".join(words_of(lay_out_book(book, spec(A6))).split())
    assert heads not in " ".join(words_of(lay_out_book(book, spec(A5))).split())


@pytest.mark.parametrize(("size", "is_listed"), [(A5, False), (A6, True)])
def test_table_of_many_columns_is_a_list(size: tuple[float, float], is_listed: bool) -> None:
    book = read_book("anthology", "en")
    summary: Chapter = next(one for one in book.chapters if one.last)
    strips = typesetter(book, size).lay_out(summary.blocks)
    assert any("Kessel Sabacc · players 2–4" in strip.text for strip in strips) == is_listed


def test_page_of_least_fill_costs_nothing() -> None:
    assert made([MIN_FILL, 1.0]).cost(((0, 1, 1), (1, 2, 1))) == 0.0
    assert made([MIN_FILL - 0.01, 1.0]).cost(((0, 1, 1), (1, 2, 1))) > 0.0


@pytest.mark.parametrize(("columns", "is_listed"), [(4, False), (5, True)])
def test_five_columns_of_long_words_are_a_list(columns: int, is_listed: bool) -> None:
    cell = (InlineText("thirty letters in a single cell"),)
    place = SourceLocation("t.md", 1)
    table = TableBlock((cell,) * columns, ((cell,) * columns,) * 2, ("left",) * columns, place)
    setter = typesetter(read_book("casino", "en"), A6)
    assert (setter._listed(table) is not table) == is_listed
