"""A book composed: its reading pages, with outline, page labels and links.

The cover, the first pages with the game and its table (in a book of several games the colophon),
the chapters, the summary on the very last page.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.base.progress import PAGES_STAGE, Progress, no_progress
from printkit.booklet.book import Book
from printkit.booklet.composer import BookComposer, BookPages
from printkit.booklet.contents_and_index import IndexBuilder, page_anchor
from printkit.booklet.cover import cover_items
from printkit.booklet.inline_pictures import Pictures
from printkit.booklet.page_furniture import BookPage, draw_page
from printkit.booklet.page_marks import ChapterMark, HeadingMark, marks_of, marks_on
from printkit.booklet.page_style import (
    BookletPalette,
    BookSpec,
    TypeArea,
    make_palette,
    type_area_for,
)
from printkit.imposition.page import ART, Destination, Document, Layer, OutlineEntry, Page
from printkit.layout.records import FORCED

__all__ = ["BookSpec", "compose", "draw_book", "lay_out_book"]

# A link leads so far above the line that it means (lines).
_ABOVE_LINE = 0.5


def compose(book: Book, spec: BookSpec, progress: Progress = no_progress) -> Document:
    """Compose a book. Raises PrintkitError with file and line for what cannot be set."""
    return draw_book(book, lay_out_book(book, spec, progress), spec, progress)


def lay_out_book(book: Book, spec: BookSpec, progress: Progress = no_progress) -> BookPages:
    """Lay out the pages of a book behind its cover. Raises PrintkitError."""
    palette = _palette(book, spec)
    pictures = Pictures(book.variants, book.language, palette)
    area, index = type_area_for(spec), IndexBuilder()
    return BookComposer(book, area, palette, index, pictures, progress).compose()


def _palette(book: Book, spec: BookSpec) -> BookletPalette:
    return make_palette(spec.theme, next(iter(book.variants.values()), None))


def draw_book(
    book: Book, laid_out: BookPages, spec: BookSpec, progress: Progress = no_progress
) -> Document:
    """Draw the pages of a book that was laid out."""
    palette = _palette(book, spec)
    pages = _with_heads(laid_out, book)
    numbers, places = _find_anchors(pages)
    drawn = [_cover(book, type_area_for(spec), spec)]
    for page in pages:
        progress(PAGES_STAGE, len(drawn), 1 + len(pages))
        drawn.append(draw_page(page, numbers, places, palette))
    return Document(
        title=f"{book.title} · {book.subtitle}" if book.subtitle else book.title,
        subject=translate(book.language, "document.subject"),
        language=book.language,
        pages=tuple(drawn),
        outline=_outline(pages, book),
    )


def _with_heads(pages: BookPages, book: Book) -> list[BookPage]:
    """Return the pages behind the cover with their running heads."""
    result: list[BookPage] = []
    part, chapter = "", ""
    for number, page, area in pages.numbered():
        if not page:
            result.append(BookPage(number, (), "", book.title, area))
            continue
        begun = [mark.chapter for mark, _ in marks_on(page, ChapterMark)]
        first = page[0][0]
        opened = bool(marks_of(first, ChapterMark)) or (
            bool(begun) and first.break_penalty == FORCED
        )
        for item in begun:
            if item.part is not None or item.last:
                part = item.part or ""
        if opened and begun:
            chapter = begun[0].title
        opened = opened or page is pages.notes
        head = chapter if number % 2 else (part or book.title)
        result.append(BookPage(number, page, "" if opened else head, chapter or book.title, area))
        if begun:
            chapter = begun[-1].title
    return result


def _above(page: BookPage, top: float) -> Destination:
    """Return the place a little above a line of a page."""
    return Destination(page.number - 1, page.area.top + top - _ABOVE_LINE * page.area.leading)


def _find_anchors(pages: Sequence[BookPage]) -> tuple[dict[str, int], dict[str, Destination]]:
    """Return the page of each anchor, and where it is there."""
    numbers: dict[str, int] = {}
    places: dict[str, Destination] = {}
    for page in pages:
        places[page_anchor(page.number)] = Destination(page.number - 1)
        for heading, top in marks_on(page.strips, HeadingMark):
            numbers.setdefault(heading.anchor, page.number)
            places.setdefault(heading.anchor, _above(page, top))
    return numbers, places


def _outline(pages: Sequence[BookPage], book: Book) -> tuple[OutlineEntry, ...]:
    """Return the outline: parts, chapters and their sections."""
    top: list[tuple[str, Destination, list[tuple[str, Destination, list[OutlineEntry]]]]] = []
    parted = any(chapter.part for chapter in book.chapters)
    for page in pages:
        for strip, y in page.strips:
            for heading in marks_of(strip, HeadingMark):
                to = _above(page, y)
                if heading.level == 1:
                    part = next((m.chapter.part for m in marks_of(strip, ChapterMark)), None)
                    if part is not None or not parted or not top:
                        top.append((part or "", to, []))
                    top[-1][2].append((heading.title, to, []))
                elif heading.level == 2 and top:
                    top[-1][2][-1][2].append(OutlineEntry(heading.title, to))
    entries: list[OutlineEntry] = []
    for part, to, chapters in top:
        below = tuple(OutlineEntry(title, place, tuple(own)) for title, place, own in chapters)
        if part:
            entries.append(OutlineEntry(part, to, below))
        else:
            entries += below
    return tuple(entries)


def _cover(book: Book, area: TypeArea, spec: BookSpec) -> Page:
    paper = Rect(0, 0, area.width, area.height)
    items = tuple(cover_items(book, area, spec.theme))
    label = translate(book.language, "booklet.cover")
    return Page(paper, paper, paper, (Layer(ART, items),), "001", book.title, label=label)
