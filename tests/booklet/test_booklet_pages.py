"""Booklet pages: the grid, page breaks, page numbers, and the PDF read back."""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest

from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.booklet.arrangement import BookPages
from printkit.booklet.compose import compose, draw_book, lay_out_book
from printkit.booklet.contents import page_ranges
from printkit.booklet.page_style import BASELINE, BookSpec, ChapterMark, HeadingMark, TypeArea
from printkit.graphics.display_list import INVISIBLE, LIVE, ShapedText
from printkit.graphics.fonts import MissingGlyph
from printkit.pieces.pages import Destination, Document, OutlineEntry, Page
from printkit.text.book import (
    CALLOUTS,
    Block,
    Book,
    Callout,
    Chapter,
    Heading,
    InlineText,
    ParagraphBlock,
    SourceLocation,
    TableOfContents,
    TermIndex,
    to_plain_text,
)
from printkit.writers import pdf
from tests.support.builds import read_book
from tests.support.parity import check_parity
from tests.support.pdf import not_embedded
from tests.support.processes import needs, run
from tests.support.sample import cases
from tests.support.walk import text_leaves

SIZES = {"a6": (105.0, 148.0), "a5": (148.0, 210.0), "half": (139.7, 215.9), "a4": (210.0, 297.0)}
# Each size; both languages on the smallest, where lines are shortest; by night a book with parts.
EVERY = [("a6", "en"), ("a6", "fr"), ("a5", "fr"), ("half", "en"), ("a4", "fr")]
every = pytest.mark.parametrize(("size", "language"), EVERY, ids=lambda v: v)
BOOKS = [
    *(("kessel", *case) for case in EVERY),
    pytest.param("anthology", "a6", "fr", marks=pytest.mark.nightly),
]
every_book = pytest.mark.parametrize(("name", "size", "language"), BOOKS, ids=lambda v: v)
PLACE = SourceLocation("t.md", 7)


def spec(size: str = "a5", look: str = "classic") -> BookSpec:
    return BookSpec(theme(look), *SIZES[size])


@cache
def laid_out(size: str, language: str, name: str = "kessel") -> tuple[Book, BookPages]:
    book = read_book(name, language)
    return book, lay_out_book(book, spec(size))


@cache
def composed(size: str, language: str, name: str = "kessel") -> tuple[Book, Document]:
    book, pages = laid_out(size, language, name)
    return book, draw_book(book, pages, spec(size))


@cache
def written(size: str, language: str, name: str = "kessel") -> bytes:
    (output,) = pdf.write(composed(size, language, name)[1])
    return output.data


def area_of(size: str, language: str = "en", name: str = "kessel") -> TypeArea:
    """Return the area of the chapters, whose leading fills the pages."""
    return laid_out(size, language, name)[1].parts[-1].area


class Line(NamedTuple):
    """A line of text on a page, from left to right."""

    page: int
    y: float
    text: str
    x: float
    end: float


def lines_of(document: Document, shape: TypeArea) -> list[Line]:
    """Return the lines of all pages in reading order, without running heads and page numbers."""
    found: list[Line] = []
    for number, page in enumerate(document.pages, 1):
        rows: dict[float, list[ShapedText]] = {}
        for item in page.layers[0].items:
            if isinstance(item, ShapedText) and item.render_mode == LIVE and in_text(item, shape):
                rows.setdefault(round(item.y, 3), []).append(item)
        for y in sorted(rows):
            row = rows[y]
            text = "".join(item.run.text for item in row)
            end = max(item.x + item.run.width * item.size / 1000 for item in row)
            found.append(Line(number, y, text, min(item.x for item in row), end))
    return found


def in_text(item: ShapedText, shape: TypeArea) -> bool:
    return shape.top < item.y < shape.bottom


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f\u00ad]", "", text)


# --- the grid ------------------------------------------------------------------------------------


@pytest.mark.sampled(every=2)
@every
def test_lines_are_on_the_grid_within_the_measure(size: str, language: str) -> None:
    book, document = composed(size, language)
    _, pages = laid_out(size, language)
    (part,) = pages.parts
    shape, first = part.area, 2 + len(part.opening)
    own = [one for one in book.chapters if not (one.columns or one.fine or one.front)]
    blocks = [block for one in own for block in one.blocks]
    said = [to_plain_text(one.line) for one in blocks if isinstance(one, ParagraphBlock)]
    words = squeezed(" ".join(said))
    # Panels, tables, opening pages, the appendix and the summary use different grids.
    lines = [
        line
        for line in lines_of(document, shape)
        if first <= line.page < first + len(part.body)
        and len(line.text) > 30
        and squeezed(line.text) in words
    ]
    assert len(lines) > 20
    for line in lines:
        steps = (line.y - shape.top) / shape.leading - BASELINE
        assert steps == pytest.approx(round(steps), abs=1e-3), line.text
        left = shape.left(line.page)
        assert left - 0.05 <= line.x, line.text
        assert line.end <= left + shape.measure + 0.06, line.text


def test_type_is_large_enough_and_margins_mirrored() -> None:
    for (size, language), least in zip(EVERY, (7.5, 7.5, 8.7, 8.7, 11), strict=True):
        shape = area_of(size, language)
        assert shape.size / 25.4 * 72 >= least
        assert shape.inner_margin < shape.outer_margin
        assert shape.left(3) == pytest.approx(shape.inner_margin)
        assert shape.left(4) + shape.measure + shape.inner_margin == pytest.approx(shape.width)
        characters = shape.measure / shape.size / 0.46
        assert 50 <= characters <= 77
        assert shape.top < shape.height - shape.bottom


# --- where pages break ---------------------------------------------------------------------------


@every_book
def test_pages_have_no_widows_orphans_or_stranded_headings(
    name: str, size: str, language: str
) -> None:
    book, pages = laid_out(size, language, name)
    numbered = pages.numbered()
    for (number, page, area), (_, after, _) in zip(
        numbered, [*numbered[1:], numbered[-1]], strict=True
    ):
        # The appendix may begin with a chapter of one line.
        is_whole = bool(after) and any(isinstance(m, ChapterMark) for m in after[0][0].marks)
        for at, (strip, _) in enumerate(page):
            is_chapter = any(isinstance(mark, ChapterMark) for mark in strip.marks)
            if is_chapter and is_whole and at == len(page) - 2:
                continue
            if any(isinstance(mark, HeadingMark) for mark in strip.marks):
                below = fsum(one.height for one, _ in page[at + 1 :])
                # Two lines of the appendix, whose type and leading are smaller.
                assert below >= 1.6 * area.leading, (number, strip.text)
    lines = lines_of(composed(size, language, name)[1], pages.area)
    whole = "".join(squeezed(line.text) for line in lines)
    page_of = [line.page for line in lines for _ in squeezed(line.text)]
    ends = [*accumulate(len(squeezed(line.text)) for line in lines)]
    seen = 0
    for block in (block for chapter in book.chapters for block in chapter.blocks):
        text = squeezed(to_plain_text(block.line)) if isinstance(block, ParagraphBlock) else ""
        if len(text) > 120 and whole.count(text) == 1:
            at, seen = whole.index(text), seen + 1
            first, last = (bisect_right(ends, place) for place in (at, at + len(text) - 1))
            counts = Counter(line.page for line in lines[first : last + 1])
            assert page_of[at] in counts
            assert first == last or min(counts.values()) >= 2, text
    assert seen > 6


@every
def test_page_count_folds_and_last_chapter_is_last(size: str, language: str) -> None:
    book, document = composed(size, language)
    assert len(document.pages) % 4 == 0
    *_, (_, before), last = nodes(document.outline)
    assert last[0] == book.chapters[-1].title  # the summary, or the colophon before spare pages
    assert before <= last[1] < len(document.pages)
    assert all(page.layers[0].items for page in document.pages)


def texts(page: Page) -> list[str]:
    return [item.run.text for item in page.layers[0].items if isinstance(item, ShapedText)]


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_contents_and_index_have_correct_pages() -> None:
    book, document = composed("a6", "fr", "anthology")
    _, pages = laid_out("a6", "fr", "anthology")
    said = [squeezed(" ".join(texts(page))) for page in document.pages]
    titles = [chapter.title for chapter in book.chapters]
    parts = [entry for entry in document.outline if entry.title not in titles]
    opened = [(entry.title, entry.to.page + 1) for entry in document.outline]
    contents, index = (
        next(at for at, one in enumerate(book.chapters) if has(one, kind))
        for kind in (TableOfContents, TermIndex)
    )
    begin, colophon = titles[contents + 1], titles[index + 1]
    listing = "".join(said[: dict(opened)[begin]])
    listed = [one for one in opened if one[1] > dict(opened)[begin] and one[0] != colophon]
    assert [entry.title for entry in parts] == [one.part for one in book.chapters if one.part]
    assert len(parts) > 10
    assert {entry.title for entry in parts} <= {title for title, _ in listed}
    assert [one for one in listed if f"{squeezed(one[0])}{one[1]}" not in listing] == []
    ending = "".join(said[dict(opened)[titles[index]] - 1 :]).casefold()
    marked: dict[str, list[int]] = {}
    for number, page, _ in pages.numbered():
        for term in dict.fromkeys(term for strip, _ in page for term in strip.terms):
            marked.setdefault(term, []).append(number)
    assert len(marked) > 10
    for term, where in marked.items():
        told = ",".join(text for text, _ in page_ranges(where))
        assert f"{squeezed(term)},{told}".casefold() in ending, (term, told)


def has(chapter: Chapter, kind: type[Block]) -> bool:
    return any(isinstance(block, kind) for block in chapter.blocks)


def nodes(outline: Sequence[OutlineEntry]) -> list[tuple[str, int]]:
    """Return the titles of an outline with their pages."""
    return [
        found for entry in outline for found in ((entry.title, entry.to.page), *nodes(entry.below))
    ]


# --- the PDF read back ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size"), [("kessel", "a5"), pytest.param("anthology", "a6", marks=pytest.mark.nightly)]
)
def test_pdf_has_outline_labels_links_and_fonts(name: str, size: str) -> None:
    book, document = composed(size, "fr", name)
    with pikepdf.open(io.BytesIO(written(size, "fr", name))) as file:
        assert str(file.Root.Lang) == "fr"
        assert str(file.docinfo["/Title"]) == document.title
        assert str(file.docinfo["/Subject"]) == document.subject
        labels = [page.label for page in file.pages]
        assert labels == ["Couverture", *map(str, range(2, len(labels) + 1))]
        numbers = {page.objgen: at for at, page in enumerate(file.pages)}
        with file.open_outline() as outline:
            read = [told(item, numbers) for item in outline.root]
        assert read == [expected(entry) for entry in document.outline]
        unnamed = [c for c in book.chapters if c.title not in dict(nodes(document.outline))]
        listing = (TableOfContents, TermIndex)  # absent in a short book
        assert all(any(has(chapter, kind) for kind in listing) for chapter in unnamed)
        links = 0
        for page, own in zip(file.pages, document.pages, strict=True):
            found = list(page.get("/Annots", []))
            assert len(found) == len(own.links)
            for annotation, link in zip(found, own.links, strict=True):
                links += 1
                x0, y0, x1, y1 = (float(v) for v in annotation.Rect)
                assert 0 <= x0 < x1 <= float(page.MediaBox[2])
                assert 0 <= y0 < y1 <= float(page.MediaBox[3])
                if isinstance(link.to, Destination):
                    assert numbers[annotation.Dest[0].objgen] == link.to.page
                else:
                    assert str(annotation.A.URI) == link.to
        assert links > (20 if name == "anthology" else 0)
        assert not_embedded(file) == []


def told(item: Any, numbers: dict[Any, int]) -> tuple[str, int, list[Any]]:
    page = numbers[item.destination[0].objgen]
    return item.title, page, [told(child, numbers) for child in item.children]


def expected(entry: Any) -> tuple[str, int, list[Any]]:
    return entry.title, entry.to.page, [expected(child) for child in entry.below]


@every_book
def test_references_have_the_page_of_their_target(name: str, size: str, language: str) -> None:
    _, document = composed(size, language, name)
    found = 0
    for page in document.pages:
        lines = [item for item in page.layers[0].items if isinstance(item, ShapedText)]
        for link in page.links:
            if isinstance(link.to, Destination):
                inside = "".join(item.run.text for item in lines if lies_in(item, link.rect))
                if said := re.search(r"→\s*p\.\s*(\d+)", inside):
                    assert int(said.group(1)) == link.to.page + 1
                    found += 1
    assert found >= (30 if name == "anthology" else 1)


def lies_in(item: ShapedText, rect: Rect) -> bool:
    return rect.y < item.y < rect.bottom and rect.x - 0.1 <= item.x < rect.right


# The text order of a PDF is the same in all sizes; the smallest size divides the most words.
@needs("pdftotext")
@pytest.mark.parametrize(("size", "language"), EVERY[:2])
def test_pdf_text_is_extracted_in_order(size: str, language: str, tmp_path: Path) -> None:
    """Poppler reads all paragraphs complete and in order, with divided words rejoined."""
    book, document = composed(size, language)
    path = tmp_path / "book.pdf"
    path.write_bytes(written(size, language))
    read = run(["pdftotext", "-raw", "-enc", "UTF-8", path, "-"], check=True).stdout
    assert "\u00ad\n" in read
    joined = (
        read.replace("\u00ad\n", "").replace("-\n", "-").replace("\n", " ").replace("\u202f", " ")
    )
    at, seen = 0, 0
    opened = dict(nodes(document.outline))
    for chapter in sorted(book.chapters, key=lambda one: opened.get(one.title, 0)):
        for block in chapter.blocks:
            text = " ".join(to_plain_text(block.line).split()) if is_long(block) else ""
            # A paragraph over two pages has a page number and a running head inside it.
            if text and (found := joined.find(text[:24], at)) >= 0:
                at, seen = found, seen + 1
                assert joined.find(text[-24:], at) >= 0, text
    assert seen > 10


def is_long(block: Block) -> bool:
    """Return whether a block is a paragraph of at least a line without signs and references, which
    print a page.
    """
    words = block.line if isinstance(block, ParagraphBlock) else ()
    plain = all(isinstance(one, InlineText) and one.link is None for one in words)
    return plain and len(to_plain_text(words)) > 60


@pytest.mark.parametrize("look", ["noir", "ink-saver"])
def test_themes_keep_white_pages_and_page_breaks(look: str) -> None:
    document = compose(read_book("kessel", "fr"), spec("a5", look))
    assert [page.title for page in document.pages] == [
        page.title for page in composed("a5", "fr")[1].pages
    ]


def test_suit_signs_have_descriptions() -> None:
    _, document = composed("a6", "en")
    words = [leaf.item for page in document.pages for leaf in text_leaves(page.layers[0].items)]
    ghosts = [text.run.text for text in words if text.render_mode == INVISIBLE]
    assert len(ghosts) > 1
    assert all(ghosts)


@pytest.mark.parametrize(("language", "number"), cases([("fr", 5), ("en", 4)], [("fr", 5)]))
def test_pdf_and_svg_look_the_same(language: str, number: int) -> None:
    _, document = composed("a6", language)
    check_parity(document, number - 1)


# --- errors and edge cases
# ---------------------------------------------------------------------------


def test_book_without_variants_or_summary_has_pages() -> None:
    blocks = tuple(
        Callout(
            kind, (), (ParagraphBlock((InlineText("Some words in a box. " * 30),), PLACE),), PLACE
        )
        for kind in CALLOUTS
    )
    book = Book("x", "en", "X", "", (Chapter("a", "A", blocks, PLACE),), {})
    document = compose(book, spec("a6"))
    assert len(document.pages) % 4 == 0
    assert not document.pages[1].layers[0].items or document.pages[1].links == ()


def test_missing_glyph_is_reported_with_its_line() -> None:
    for words in (
        ParagraphBlock((InlineText("a \u4e2d b"),), PLACE),
        Heading(2, (InlineText("\u4e2d"),), "h", PLACE),
    ):
        chapter = Chapter(
            "w", "Wide", (ParagraphBlock((InlineText("Words."),), PLACE), words), PLACE
        )
        with pytest.raises(MissingGlyph) as caught:
            compose(Book("x", "en", "X", "", (chapter,), {}), spec("a5"))
        assert str(caught.value).startswith(f"{PLACE}: ")
