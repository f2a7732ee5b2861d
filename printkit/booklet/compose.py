"""A book composed: its reading pages, with outline, page labels and links.

The cover, on its inside the colophon, the chapters from page 3, at most two blank pages, the
summary on the very last page. Blocks are laid out once; what depends on page numbers (contents,
index) is laid out again until it stays the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum

import msgspec
from msgspec import field
from msgspec.structs import replace as changed

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.book import (
    Book,
    Callout,
    Chapter,
    Heading,
    TableBlock,
    TableOfContents,
    TermIndex,
)
from printkit.booklet.chapter_openers import ChapterOpener
from printkit.booklet.contents_and_index import IMPRINT, IndexBuilder, page_anchor
from printkit.booklet.cover import cover_items
from printkit.booklet.imprint import IMPRINT_SIZE, set_imprint
from printkit.booklet.inline_pictures import Pictures
from printkit.booklet.page_count import MAX_BLANK, blank_pages, force_page_breaks, page_costs
from printkit.booklet.page_furniture import BookPage, draw_page
from printkit.booklet.page_marks import ChapterMark, HeadingMark, marks_of, marks_on
from printkit.booklet.page_style import (
    BookletPalette,
    BookSpec,
    TypeArea,
    make_palette,
    scaled,
    type_area_for,
)
from printkit.booklet.traversal import lines_of, to_plain_text, walk_blocks
from printkit.imposition.page import ART, Destination, Document, Layer, OutlineEntry, Page
from printkit.layout.blocks import keep_together, penalise_breaks
from printkit.layout.flow import filled_height, paginate
from printkit.layout.records import (
    FORBIDDEN,
    FORCED,
    FREE,
    TOLERANCE,
    PlacedStrip,
    Strip,
    height_of,
)
from printkit.model.variant import Variant

__all__ = ["BookSpec", "compose"]

# Chapters run on if this share of the pages would be left empty by new ones.
_MAX_EMPTY = 0.20
# How often contents and index are laid out again at most; the sizes tried for the summary.
_MAX_ROUNDS = 4
_SUMMARY_SIZES = (1.0, 0.95, 0.9, 0.86, 0.82, 0.78)
# The scales of figures that are tried if too many pages would be blank, and what a page costs.
_TIGHTER = ((1.0, 0.0), (1.0, 6000.0), (0.9, 9000.0), (0.8, 12000.0))
# The pages beside those of the chapters and the summary.
_COVERS = 2
# Lines of a chapter that stay with its title; what a break costs in a chapter of up to half a
# page, and of up to a page.
_WITH_TITLE, _HALF_PAGE, _ONE_PAGE = 3, 3500.0, 500.0
# A link leads so far above the line that it means (lines).
_ABOVE_LINE = 0.5

_Page = Sequence[PlacedStrip]


def compose(book: Book, spec: BookSpec) -> Document:
    """Compose a book. Raises PrintkitError with file and line for what cannot be set."""
    variant = next(iter(book.variants.values()), None)
    palette = make_palette(spec.theme, variant)
    composer = _BookComposer(book, type_area_for(spec), palette, IndexBuilder())
    pages = _with_heads(composer.compose(), book)
    numbers, places = _find_anchors(pages)
    cover = _cover(book, composer.area, spec)
    return Document(
        title=f"{book.title} · {book.subtitle}" if book.subtitle else book.title,
        subject=translate(book.language, "document.subject"),
        language=book.language,
        pages=(cover, *(draw_page(page, numbers, places, palette) for page in pages)),
        outline=_outline(pages, book),
    )


class _Pages(msgspec.Struct):
    """The pages of a book behind its cover: `last` are those of the summary, `imprint` is the
    inside of the cover, each in a type area of its own; `body` are the chapters."""

    area: TypeArea
    last: Sequence[_Page]
    last_area: TypeArea
    body: Sequence[_Page] = ()
    imprint: _Page = ()
    imprint_area: TypeArea | None = None

    def numbered(self) -> list[tuple[int, _Page, TypeArea]]:
        """Return all pages with their numbers and areas, blank ones before the summary."""
        pages: list[tuple[_Page, TypeArea]] = [(self.imprint, self.imprint_area or self.area)]
        pages += [(page, self.area) for page in self.body]
        blank = blank_pages(_COVERS + len(self.body) + len(self.last))
        pages += [((), self.area)] * blank
        pages += [(page, self.last_area) for page in self.last]
        return [(number, page, area) for number, (page, area) in enumerate(pages, 2)]


class _Chapters(msgspec.Struct):
    """Chapters laid out; whether they run on, and which of them begin a page all the same; what a
    page costs."""

    typesetter: BlockTypesetter
    bodies: dict[str, list[Strip]]
    run_on: bool = False
    page_cost: float = 0.0
    forced: set[str] = field(default_factory=set)
    pages: Sequence[_Page] = ()


class _BookComposer(msgspec.Struct, frozen=True):
    """Lays out the chapters of a book."""

    book: Book
    area: TypeArea
    palette: BookletPalette
    index: IndexBuilder

    def compose(self) -> _Pages:
        """Lay out the colophon, the chapters and the summary."""
        imprint = [chapter for chapter in self.book.chapters if chapter.anchor == IMPRINT]
        chapters = [
            chapter for chapter in self.book.chapters if not chapter.last and chapter not in imprint
        ]
        summary = [chapter for chapter in self.book.chapters if chapter.last]
        pages = _Pages(self.area, *self._summary(summary))
        if imprint:
            typesetter = self._typesetter(scaled(self.area, IMPRINT_SIZE))
            pages.imprint = set_imprint(imprint[0], typesetter)
            pages.imprint_area = typesetter.area
        lists = [
            chapter
            for chapter in chapters
            if any(isinstance(b, TermIndex | TableOfContents) for b in chapter.blocks)
        ]
        run = self._fold(chapters, lists, pages)
        for _ in range(_MAX_ROUNDS):
            for item in lists:
                run.bodies[item.anchor] = run.typesetter.lay_out(item.blocks)
            pages.body = self._paginate(chapters, run)
            if not self._update_index(pages):
                break
        return pages

    def _fold(
        self, chapters: Sequence[Chapter], lists: Sequence[Chapter], pages: _Pages
    ) -> _Chapters:
        """Lay out chapters on the fewest sheets, none of them wasted on a single page.

        If too many pages would be blank, chapters run on and figures are a little smaller; if
        pages are still to spare, chapters begin new ones.
        """
        fewest, best = 0, None
        parted = any(chapter.part for chapter in chapters)
        for scale, cost in _TIGHTER:
            run = self._lay_out(chapters, lists, pages, scale)
            if cost:
                run.run_on, run.page_cost = True, cost
                run.pages = self._paginate(chapters, run)
            blank = blank_pages(_COVERS + len(run.pages) + len(pages.last))
            if best is None or len(run.pages) + blank < fewest:
                fewest, best = len(run.pages) + blank, run
            if blank <= MAX_BLANK or parted:
                break
        assert best is not None
        spare = fewest - len(best.pages)
        if best.run_on and spare and not parted:
            flow, height = self._flow(chapters, best), self.area.height_of_text
            costs = page_costs(self.area.leading, best.page_cost)
            best.forced = force_page_breaks(flow, height, costs, best.pages, spare)
        return best

    def _lay_out(
        self, chapters: Sequence[Chapter], lists: Sequence[Chapter], pages: _Pages, scale: float
    ) -> _Chapters:
        """Lay out chapters with figures of a scale, on as many pages as they take."""
        typesetter = self._typesetter(self.area, scale)
        bodies = {chapter.anchor: typesetter.lay_out(chapter.blocks) for chapter in chapters}
        self._gather_terms(bodies.values(), pages.last)
        for item in lists:
            bodies[item.anchor] = typesetter.lay_out(item.blocks)
        run = _Chapters(typesetter, bodies)
        run.pages = self._paginate(chapters, run)
        height = self.area.height_of_text
        empty = fsum(height - filled_height(page) for page in run.pages)
        run.run_on = empty > _MAX_EMPTY * height * len(run.pages)
        if run.run_on:
            run.pages = self._paginate(chapters, run)
        return run

    def _paginate(self, chapters: Sequence[Chapter], run: _Chapters) -> Sequence[_Page]:
        costs = page_costs(self.area.leading, run.page_cost)
        return paginate(self._flow(chapters, run), self.area.height_of_text, costs)

    def _typesetter(self, area: TypeArea, scale: float = 1.0) -> BlockTypesetter:
        pictures = Pictures(self.book.variants, self.book.language, self.palette)
        return BlockTypesetter(self.book, area, self.palette, pictures, self.index, scale)

    def _flow(self, chapters: Sequence[Chapter], run: _Chapters) -> list[Strip]:
        """Return the strips of all chapters behind their titles."""
        run_on, leading = run.run_on, self.area.leading
        opener = ChapterOpener(self.area, self.palette, run.typesetter.style, run_on)
        height = self.area.height_of_text
        flow: list[Strip] = []
        for chapter in chapters:
            follows = run_on and not chapter.part and chapter.anchor not in run.forced
            penalty = FREE if follows else FORCED
            head = [changed(opener.open_chapter(chapter), break_penalty=penalty)]
            if chapter.part:
                part = opener.open_part(chapter.part, self._variant_of_part(chapter.part))
                title = changed(head[0], break_penalty=FORBIDDEN, space_before=0.0)
                head = [changed(part, break_penalty=penalty), title]
            body = run.bodies[chapter.anchor]
            if body:
                closed = isinstance(chapter.blocks[0], Callout | TableBlock | Heading)
                first = changed(body[0], space_before=leading if closed else 0.0)
                body = keep_together([first, *body[1:]], _WITH_TITLE * leading)
            whole = height_of([*head, *body])
            if whole <= height + TOLERANCE:
                low = 2 * whole <= height + TOLERANCE
                body = penalise_breaks(body, _HALF_PAGE if low else _ONE_PAGE)
            flow += [*head, *body]
        return flow

    def _variant_of_part(self, title: str) -> Variant | None:
        """Return the variant that a part is about: the one of its name, or the first."""
        variants = self.book.variants.values()
        named = (variant for variant in variants if variant.name[self.book.language] == title)
        return next(named, next(iter(variants), None))

    def _summary(self, chapters: Sequence[Chapter]) -> tuple[Sequence[_Page], TypeArea]:
        """Lay out the summary on one page, smaller if it must be; on several if it is too long."""
        if not chapters:
            return [], self.area
        for size in _SUMMARY_SIZES:
            area = scaled(self.area, size)
            typesetter = self._typesetter(area)
            bodies = {chapter.anchor: typesetter.lay_out(chapter.blocks) for chapter in chapters}
            composer = _BookComposer(self.book, area, self.palette, self.index)
            pages = composer._paginate(chapters, _Chapters(typesetter, bodies))
            if len(pages) == 1:
                break
        return pages, area

    def _gather_terms(self, bodies: Iterable[Sequence[Strip]], last: Sequence[_Page]) -> None:
        """Add all terms to the index, before their pages are known."""
        terms = [term for strips in bodies for strip in strips for term in strip.terms]
        terms += [term for page in last for strip, _ in page for term in strip.terms]
        for term in terms:
            self.index.name(term)
        blocks = walk_blocks([block for chapter in self.book.chapters for block in chapter.blocks])
        self.index.normalise_capitals(
            to_plain_text(line) for block in blocks for line in lines_of(block)
        )
        self.index.pages = {self.index.entry(term): (0,) for term in terms}

    def _update_index(self, pages: _Pages) -> bool:
        """Note the pages of all terms and anchors; return whether they have changed."""
        result: dict[str, list[int]] = {}
        anchors: dict[str, int] = {}
        for number, page, _ in pages.numbered():
            for strip, _ in page:
                for term in strip.terms:
                    result.setdefault(self.index.entry(term), []).append(number)
            for heading, _ in marks_on(page, HeadingMark):
                anchors[heading.anchor] = number
        terms = {term: tuple(sorted(set(numbers))) for term, numbers in result.items()}
        has_changed = (terms, anchors) != (self.index.pages, self.index.anchors)
        self.index.pages, self.index.anchors = terms, anchors
        return has_changed


def _with_heads(pages: _Pages, book: Book) -> list[BookPage]:
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
