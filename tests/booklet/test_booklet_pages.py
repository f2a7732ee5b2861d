"""Pages of a booklet: the grid, where pages break, what numbers say, and the PDF read back."""

from __future__ import annotations

import io
import re
from bisect import bisect_left, bisect_right
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest

from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.booklet.compose import BookSpec, compose, draw_book, lay_out_book
from printkit.booklet.composer import BookPages
from printkit.booklet.contents_and_index import page_ranges
from printkit.booklet.page_style import BASELINE, TypeArea
from printkit.graphics.display_list import INVISIBLE, LIVE, ShapedText
from printkit.graphics.font import MissingGlyph
from printkit.imposition.page import Destination, Document, Page
from printkit.text.book import CALLOUTS, Book, Callout, Chapter, Heading, InlineText, ParagraphBlock
from printkit.writers import pdf
from tests.support.book_fixture import PLACE, TYPICAL, made
from tests.support.parity import check_parity
from tests.support.pdf import not_embedded
from tests.support.processes import needs, run
from tests.support.walk import text_leaves

SIZES = {"a6": (105.0, 148.0), "a5": (148.0, 210.0), "half": (139.7, 215.9), "a4": (210.0, 297.0)}
# Each size; both languages on the smallest, where lines are shortest.
EVERY = [("a6", "en"), ("a6", "fr"), ("a5", "fr"), ("half", "en"), ("a4", "fr")]
every = pytest.mark.parametrize(("size", "language"), EVERY, ids=lambda v: v)


def spec(size: str = "a5", look: str = "classic") -> BookSpec:
    return BookSpec(theme(look), *SIZES[size])


@cache
def laid_out(size: str, language: str, parts: bool = False) -> tuple[Book, BookPages]:
    book = made(language, parts=parts)
    return book, lay_out_book(book, spec(size))


@cache
def composed(size: str, language: str, parts: bool = False) -> tuple[Book, Document]:
    book, pages = laid_out(size, language, parts)
    return book, draw_book(book, pages, spec(size))


@cache
def written(size: str, language: str, parts: bool = False) -> bytes:
    (output,) = pdf.write(composed(size, language, parts)[1])
    return output.data


def area_of(size: str, language: str = "en", parts: bool = False) -> TypeArea:
    """The area of the chapters, whose type is such that pages are full."""
    return laid_out(size, language, parts)[1].area


class Line(NamedTuple):
    """A line of text on a page, from left to right."""

    page: int
    y: float
    text: str
    x: float
    end: float


def lines_of(document: Document, shape: TypeArea) -> list[Line]:
    """The lines of all pages in reading order, without running heads and folios."""
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


@every
def test_every_line_stands_on_the_grid_and_within_the_measure(size: str, language: str) -> None:
    _, document = composed(size, language)
    shape = area_of(size, language)
    last = len(document.pages)
    for line in lines_of(document, shape):
        if line.page == last:  # the summary may be set smaller, on a finer grid
            continue
        steps = (line.y - shape.top) / shape.leading - BASELINE
        assert steps == pytest.approx(round(steps), abs=1e-3), line.text
        left = shape.left(line.page)
        assert left - 0.05 <= line.x, line.text
        assert line.end <= left + shape.measure + 0.06, line.text


def test_type_is_large_enough_and_margins_are_mirrored() -> None:
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


@every
@pytest.mark.parametrize("parts", [False, True])
def test_no_widow_no_orphan_no_heading_at_the_foot(size: str, language: str, parts: bool) -> None:
    book, document = composed(size, language, parts)
    shape = area_of(size, language, parts)
    lines = lines_of(document, shape)
    whole = "".join(squeezed(line.text) for line in lines)
    starts: list[int] = []
    at = 0
    for line in lines:
        starts.append(at)
        at += len(squeezed(line.text))
    seen, known = 0, set(starts)
    position = whole.index("Begin0")
    for chapter in book.chapters[1:-2]:
        for block in chapter.blocks:
            if isinstance(block, Heading):
                text = squeezed(block.line[0].text)  # type: ignore[union-attr]
                position = whole.index(text, max(0, position - len(text) - 40))
                heading = covering(lines, starts, position, len(text))
                after = [line for line in lines if line.page == heading[-1].page]
                below = [line for line in after if line.y > heading[-1].y]
                assert len(below) >= 2, text
            if isinstance(block, ParagraphBlock):
                said = [one.text for one in block.line if isinstance(one, InlineText)]
                text = squeezed(said[-1] if len(said) > 1 and len(said[-1]) > 60 else said[0])
                if len(text) < 60:
                    continue
                position = whole.index(text, position)
                while position not in known:  # the same words in the middle of something else
                    position = whole.index(text, position + 1)
                own = covering(lines, starts, position, len(text))
                pages = [line.page for line in own]
                for page in set(pages):
                    # The same words may stand in a longer paragraph, by chance at a line's head.
                    longer = goes_on(lines, starts.index(position), shape)
                    assert len(own) < 2 or pages.count(page) >= 2 or longer, text
                position += len(text)
                seen += 1
    assert seen > 40


def goes_on(lines: list[Line], at: int, shape: TypeArea) -> bool:
    """Return True if the line before is not the last of its paragraph."""
    before = lines[max(0, at - 1)]
    near = 0 < lines[at].y - before.y < 1.2 * shape.leading and before.page == lines[at].page
    full = before.end > shape.left(before.page) + shape.measure - 0.1
    indent = before.x - lines[at].x  # a first line's, or none
    return near and full and -0.1 < indent < 1.2 * shape.size


def covering(lines: list[Line], starts: list[int], at: int, length: int) -> list[Line]:
    """The lines that hold these characters."""
    return lines[bisect_right(starts, at) - 1 : bisect_left(starts, at + length)]


@every
def test_pages_fold_and_the_summary_is_the_last(size: str, language: str) -> None:
    _, document = composed(size, language)
    assert len(document.pages) % 4 == 0
    last = texts(document.pages[-1])
    assert any("short" in text for text in last)
    assert all("Chapter 5" not in text for text in last)
    blank = [at for at, page in enumerate(document.pages, 1) if not page.layers[0].items]
    assert set(blank) <= {2}  # a book without first pages and without a colophon


def texts(page: Page) -> list[str]:
    return [item.run.text for item in page.layers[0].items if isinstance(item, ShapedText)]


@every
def test_pages_are_full(size: str, language: str) -> None:
    """But for those before a chapter, a figure or a box, pages are full to a line or two."""
    _, document = composed(size, language)
    shape = area_of(size, language)
    feet = {line.page: line.y for line in lines_of(document, shape)}
    body = [page for page in feet if 3 <= page < len(document.pages) - 3]
    short = [page for page in body if (shape.bottom - feet[page]) / shape.leading > 6]
    assert len(short) <= 0.36 * len(body), short


# --- numbers -------------------------------------------------------------------------------------


@every
@pytest.mark.parametrize("parts", [False, True])
def test_contents_and_index_have_the_true_pages(size: str, language: str, parts: bool) -> None:
    book, document = composed(size, language, parts)
    shape = area_of(size, language, parts)
    lines = lines_of(document, shape)
    opened = {}
    for at, page in enumerate(document.pages, 1):
        for text in texts(page):
            if re.fullmatch(r"Chapter \d", text):
                opened.setdefault(text, at)
    listing = "\n".join(line.text for line in lines if line.page < min(opened.values()) + 1)
    for chapter in book.chapters[1:-2]:
        found = re.search(rf"{chapter.title}[ \u00a0]*(\d+)", listing)
        assert found is not None, chapter.title
        first = first_page(document, chapter)
        assert int(found.group(1)) == first, chapter.title
    told = re.search(r"sabacc, ((?:[\d–]+, )*[\d–]+)", " ".join(index(document, shape)))
    assert told is not None
    pages = [number for number, _ in page_ranges(where(book, document, shape))]
    assert told.group(1).split(", ") == pages


def index(document: Document, shape: TypeArea) -> list[str]:
    """The lines of the index, column by column: it is the last but for the summary."""
    start = next(
        at for at, page in enumerate(document.pages) if "Index" in texts(page) and not at < 3
    )
    room = shape.measure + 5
    wide = room / max(1, min(3, int(room / (12 * shape.size * 0.95 + 5))))
    found = []
    for at in range(start, len(document.pages) - 1):
        items = [
            item for item in document.pages[at].layers[0].items if isinstance(item, ShapedText)
        ]
        found += sorted(
            (at, int((item.x - shape.left(at + 1) + 1) / wide), item.y, item.x, item.run.text)
            for item in items
            if item.render_mode == LIVE and in_text(item, shape)
        )
    return [text for *_, text in found]


def first_page(document: Document, chapter: Chapter) -> int:
    """The page that the outline leads to."""
    nodes = [*document.outline, *(n for node in document.outline for n in node.below)]
    return next(node.to.page + 1 for node in nodes if node.title == chapter.title)


def where(book: Book, document: Document, shape: TypeArea) -> list[int]:
    """The pages of the marked “Sabacc”, which follows the typical sentence and a sign."""
    lines = lines_of(document, shape)
    joined = [(line.page, squeezed(line.text)) for line in lines]
    found = []
    mark = squeezed(TYPICAL[book.language])[-12:]
    text = "".join(one for _, one in joined)
    pages = [page for page, one in joined for _ in one]
    at = text.find(mark)
    while at >= 0:
        found.append(pages[text.index("Sabacc", at)])
        at = text.find(mark, at + 1)
    return found


# --- the PDF read back ---------------------------------------------------------------------------


@pytest.mark.parametrize("parts", [False, True])
def test_outline_labels_links_and_fonts(parts: bool) -> None:
    book, document = composed("a5", "fr", parts)
    with pikepdf.open(io.BytesIO(written("a5", "fr", parts))) as file:
        assert str(file.Root.Lang) == "fr"
        assert str(file.docinfo["/Title"]) == document.title
        assert str(file.docinfo["/Subject"]) == document.subject
        labels = [page.label for page in file.pages]
        assert labels == ["Couverture", *map(str, range(2, len(labels) + 1))]
        numbers = {page.objgen: at for at, page in enumerate(file.pages)}
        with file.open_outline() as outline:
            read = [told(item, numbers) for item in outline.root]
        assert read == [expected(entry) for entry in document.outline]
        names = [one.title for one in book.chapters]
        assert [title for title in flat(read) if title in names] == names
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
        assert links > 40
        assert not_embedded(file) == []


def told(item: Any, numbers: dict[Any, int]) -> tuple[str, int, list[Any]]:
    page = numbers[item.destination[0].objgen]
    return item.title, page, [told(child, numbers) for child in item.children]


def expected(entry: Any) -> tuple[str, int, list[Any]]:
    return entry.title, entry.to.page, [expected(child) for child in entry.below]


def flat(nodes: list[tuple[str, int, list[Any]]]) -> list[str]:
    return [title for node in nodes for title in (node[0], *flat(node[2]))]


@every
def test_references_have_the_page_of_their_target(size: str, language: str) -> None:
    _, document = composed(size, language)
    found = 0
    for page in document.pages:
        lines = [item for item in page.layers[0].items if isinstance(item, ShapedText)]
        for link in page.links:
            if isinstance(link.to, Destination):
                inside = "".join(item.run.text for item in lines if lies_in(item, link.rect))
                if said := re.search(r"→\s*p\.\s*(\d+)", inside):
                    assert int(said.group(1)) == link.to.page + 1
                    found += 1
    assert found >= 5


def lies_in(item: ShapedText, rect: Rect) -> bool:
    return rect.y < item.y < rect.bottom and rect.x - 0.1 <= item.x < rect.right


def test_text_links_lead_to_their_chapter() -> None:
    _, document = composed("a6", "en")
    to = {entry.title: entry.to for entry in document.outline}
    led = {link.to for page in document.pages[4:] for link in page.links}
    assert to["Chapter 1"] in led
    assert "https://openfontlicense.org/open-font-license-official-text/" in led


# A PDF has the words of all sizes in the same order; on the smallest most words are divided.
@needs("pdftotext")
@pytest.mark.parametrize(("size", "language"), EVERY[:2])
def test_text_is_read_in_order(size: str, language: str, tmp_path: Path) -> None:
    """Poppler reads all paragraphs whole, divided words included, one after the other."""
    book, _ = composed(size, language)
    path = tmp_path / "book.pdf"
    path.write_bytes(written(size, language))
    read = run(["pdftotext", "-raw", "-enc", "UTF-8", path, "-"], check=True).stdout
    assert "\u00ad\n" in read
    joined = (
        read.replace("\u00ad\n", "").replace("-\n", "-").replace("\n", " ").replace("\u202f", " ")
    )
    at = 0
    for chapter in book.chapters[1:-2]:
        for block in chapter.blocks:
            if isinstance(block, ParagraphBlock):
                for word in block.line[-1:]:
                    assert isinstance(word, InlineText)
                    text = re.sub(r"[\u202f\u00a0]", " ", word.text).strip()
                    # What is on two pages has a folio and a running head in its middle.
                    begin, end = text[:24], text[-24:]
                    if len(text) > 60:
                        found = joined.find(begin, at)
                        assert found >= 0, begin
                        at = found
                        assert joined.find(end, at) >= 0, end
    typical = re.sub(r"[\u202f\u00a0]", " ", TYPICAL[language])
    assert joined.count(typical) >= 12, typical


@pytest.mark.parametrize("look", ["noir", "ink-saver"])
def test_themes_keep_white_pages_and_the_same_breaks(look: str) -> None:
    document = compose(made("fr"), spec("a5", look))
    assert [page.title for page in document.pages] == [
        page.title for page in composed("a5", "fr")[1].pages
    ]


def test_signs_have_descriptions() -> None:
    _, document = composed("a6", "en")
    words = [leaf.item for page in document.pages for leaf in text_leaves(page.layers[0].items)]
    ghosts = [text.run.text for text in words if text.render_mode == INVISIBLE]
    assert len(ghosts) > 10
    assert all(ghosts)


@pytest.mark.parametrize(("language", "number"), [("fr", 5), ("en", 4)])
def test_pdf_and_svg_are_the_same_picture(language: str, number: int) -> None:
    _, document = composed("a6", language)
    check_parity(document, number - 1)


# --- what cannot be set --------------------------------------------------------------------------


def test_a_book_without_variants_boxes_or_summary_has_pages() -> None:
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


def test_a_missing_glyph_is_reported_with_its_line() -> None:
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
