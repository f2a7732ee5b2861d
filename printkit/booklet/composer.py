"""Lay out the pages of a book: the front pages, the chapters, the summary.

The size of the type is adjusted so that the pages fill whole sheets. Contents, index and references
are laid out again until their page numbers are stable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from math import fsum, log, sqrt

import msgspec
from msgspec.structs import replace as changed

from printkit.base.errors import PrintkitError
from printkit.base.progress import CHAPTERS_STAGE, Progress, no_progress
from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.book_pages import BookPages, ChapterRun, PageStrips, count_bare
from printkit.booklet.contents_and_index import IMPRINT, IndexBuilder
from printkit.booklet.openers import (
    IMPRINT_SIZE,
    draw_book_title,
    open_chapter,
    open_part,
    set_imprint,
    set_notes,
)
from printkit.booklet.page_style import (
    FOLD,
    MIN_FILL,
    HeadingMark,
    TypeArea,
    blank_pages,
    marks_on,
    page_costs,
    scaled,
    wide_area,
)
from printkit.booklet.pictures import Pictures
from printkit.layout.blocks import keep_together, penalise_breaks
from printkit.layout.fitting import find_largest
from printkit.layout.flow import paginate
from printkit.layout.records import FORBIDDEN, FORCED, FREE, TOLERANCE, Overflow, Strip, height_of
from printkit.text.book import (
    Book,
    Callout,
    Chapter,
    Heading,
    TableBlock,
    TableOfContents,
    TermIndex,
)
from printkit.text.traversal import lines_of, to_plain_text, walk_blocks, without

# Chapters of parts run on if new pages would leave more than this share of the book empty.
_MAX_EMPTY = 0.20
# The most rounds until page numbers are stable.
_MAX_ROUNDS = 6
# The sizes of type tried for the summary and for the front pages, relative to the text.
_SUMMARY_SIZES = (0.78, 0.82, 0.86, 0.9, 0.95, 1.0, 1.08, 1.15, 1.22, 1.3, 1.45)
_FRONT_SIZES = (0.54, 0.58, 0.62, 0.66, 0.7, 0.74, 0.78, 0.82, 0.86, 0.9, 0.95, 1.0, 1.06, 1.12)
# The bounds of the type size that fills the pages, the least step between two tries, the number of
# tries, and the share of the last page to leave free.
_SMALLEST, _LARGEST, _STEP, _MAX_TRIES, _SPARE = 0.92, 1.10, 0.006, 4, 0.3
# A book with more pages than this has a table of contents.
_MIN_CONTENTS = 20
# Lines of a chapter that stay with its title; break penalties in a chapter of up to half a page and
# of up to a page.
_WITH_TITLE, _HALF_PAGE, _ONE_PAGE = 3, 3500.0, 500.0
_Pages = tuple[TypeArea, Sequence[PageStrips]]


class BookComposer(msgspec.Struct, frozen=True):
    """Lays out the chapters of a book."""

    book: Book
    area: TypeArea
    index: IndexBuilder
    pictures: Pictures
    progress: Progress = no_progress

    def compose(self) -> BookPages:
        """Lay out the front pages, the chapters and the summary.

        A book without pages for notes takes the first of four arrangements that leaves the fewest
        pages empty: with its front pages or without, with its summary or without.
        """
        chapters = self.book.chapters
        if self.book.has_notes:
            return self._arrange(chapters)
        run_on = [changed(chapter, front=False) for chapter in chapters]
        arranged: list[tuple[int, BookPages]] = []
        for ordered in (chapters, run_on):
            for kept in (ordered, [chapter for chapter in ordered if not chapter.last]):
                pages = changed(self, index=IndexBuilder())._arrange(kept)
                cost = pages.empty
                cost += count_bare(pages.front) if any(one.front for one in kept) else 0
                cost += count_bare(pages.last) if any(one.last for one in kept) else 0
                arranged.append((cost, pages))
                if not arranged[-1][0]:
                    return pages
        return min(arranged, key=lambda pair: pair[0])[1]

    def _arrange(self, chapters: Sequence[Chapter]) -> BookPages:
        front = [chapter for chapter in chapters if chapter.front]
        own = [chapter for chapter in chapters if not chapter.front and not chapter.last]
        pages = BookPages(self.area)
        pages.last = self._own_pages([c for c in chapters if c.last], self.area, _SUMMARY_SIZES)
        if not front and not self.book.has_notes:
            return self._arrange_leaflet(own, pages)
        whole_page = wide_area(self.area)
        pages.front = [
            page
            for chapter in front
            for page in self._own_pages([chapter], whole_page, _FRONT_SIZES)
        ]
        if not front:
            imprint = [chapter for chapter in own if chapter.anchor == IMPRINT]
            typesetter = self._typesetter(scaled(self.area, IMPRINT_SIZE))
            blank: PageStrips = set_imprint(imprint[0], typesetter) if imprint else ()
            pages.front = [(blank, typesetter.area)]
            own = [chapter for chapter in own if chapter not in imprint]
        run = self._fold(own, pages)
        if self.book.has_notes:
            pages.notes = set_notes(run.typesetter)
        self._settle(run, own, pages)
        if self.book.has_notes and run.fills[-1] < MIN_FILL:
            pages.body = [*pages.body[:-1], set_notes(run.typesetter, pages.body[-1])]
        return pages

    def _arrange_leaflet(self, chapters: Sequence[Chapter], pages: BookPages) -> BookPages:
        """Lay out chapters that follow the cover at once.

        Of a single page or two, the colophon is at the foot of a page of its own: inside the cover,
        or on the back.
        """
        imprint = [chapter for chapter in chapters if chapter.anchor == IMPRINT]
        rest = [chapter for chapter in chapters if chapter not in imprint]
        if rest and not pages.last:
            run = self._fold(rest, pages)
            if len(run.pages) <= 2:
                typesetter = self._typesetter(scaled(self.area, IMPRINT_SIZE))
                page = (set_imprint(imprint[0], typesetter) if imprint else (), typesetter.area)
                if len(run.pages) == 1:
                    pages.front = [page]
                elif imprint:
                    pages.last = [page]
                self._settle(run, rest, pages)
                return pages
        run = self._fold(chapters, pages)
        self._settle(run, chapters, pages)
        return pages

    def _fold(self, chapters: Sequence[Chapter], pages: BookPages) -> ChapterRun:
        """Lay out chapters so that the book fills its sheets, in slightly larger or smaller type.

        A short book has no table of contents.
        """
        listed = without(chapters, TableOfContents)
        if listed != chapters and not any(chapter.part for chapter in chapters):
            run = self._lay_out(listed, pages, 1.0)
            if pages.others + len(run.pages) <= _MIN_CONTENTS:
                run = self._resize(run, listed, pages)
                if run.total(pages.others) < _MIN_CONTENTS:
                    return run
        return self._resize(self._lay_out(chapters, pages, 1.0), chapters, pages)

    def _resize(self, run: ChapterRun, chapters: Sequence[Chapter], pages: BookPages) -> ChapterRun:
        """Return chapters in the size nearest to that of `run` that leaves no page empty."""
        others, best = pages.others, run
        if any(chapter.part for chapter in chapters) or not run.faults(others):
            return run
        count = len(run.pages) + blank_pages(others + len(run.pages))
        aims = sorted(
            (aim for aim in (count - FOLD, count) if aim > 0),
            key=lambda aim: abs(log((aim - _SPARE) / best.extent)),
        )
        for aim in aims:
            run, size = best, best.size
            for _ in range(_MAX_TRIES):
                wanted = size * sqrt((aim - _SPARE) / run.extent)
                wanted = wanted if abs(wanted - size) > _STEP else size - _STEP
                wanted = round(min(max(wanted, _SMALLEST), _LARGEST), 3)
                if wanted == size:
                    break
                size = wanted
                run = self._lay_out(chapters, pages, size)
                if not run.faults(others):
                    return run
                best = min((best, run), key=lambda run: run.faults(others))
        return best

    def _lay_out(self, chapters: Sequence[Chapter], pages: BookPages, size: float) -> ChapterRun:
        """Lay out chapters in type of a relative size."""
        typesetter = changed(self._typesetter(scaled(self.area, size)), tagged=False)
        bodies: dict[str, list[Strip]] = {}
        for chapter in chapters:
            self.progress(CHAPTERS_STAGE, len(bodies), len(chapters))
            bodies[chapter.anchor] = typesetter.lay_out(chapter.blocks)
        if not self.index.pages:
            self._gather_terms(bodies.values(), pages)
            for chapter in chapters:
                if any(isinstance(block, TermIndex | TableOfContents) for block in chapter.blocks):
                    bodies[chapter.anchor] = typesetter.lay_out(chapter.blocks)
        run = ChapterRun(typesetter, bodies, size)
        if any(chapter.part for chapter in chapters):
            run.run_on = False
            run.pages = self._paginate(chapters, run)
            run.run_on = 1 - fsum(run.fills) / len(run.pages) > _MAX_EMPTY
        run.pages = self._paginate(chapters, run)
        return run

    def _settle(self, run: ChapterRun, chapters: Sequence[Chapter], pages: BookPages) -> None:
        """Lay out the chapters again until their page numbers are stable."""
        shown = [chapter for chapter in chapters if chapter.anchor in run.bodies]
        pages.body, pages.area = run.pages, run.area
        run.typesetter = changed(run.typesetter, tagged=True)
        for i in range(_MAX_ROUNDS):
            if not self._update_index(pages) and i:
                break
            for chapter in shown:
                run.bodies[chapter.anchor] = run.typesetter.lay_out(chapter.blocks)
            pages.body = run.pages = self._paginate(shown, run)

    def _paginate(self, chapters: Sequence[Chapter], run: ChapterRun) -> Sequence[PageStrips]:
        costs = page_costs(run.area.leading)
        return paginate(self._flow(chapters, run), run.area.height_of_text, costs)

    def _typesetter(self, area: TypeArea) -> BlockTypesetter:
        return BlockTypesetter(self.book, area, self.pictures, self.index)

    def _flow(self, chapters: Sequence[Chapter], run: ChapterRun) -> list[Strip]:
        """Return the strips of all chapters with their titles."""
        run_on, leading = run.run_on, run.area.leading
        height = run.area.height_of_text
        flow: list[Strip] = []
        for chapter in chapters:
            follows = run_on and not chapter.part
            penalty = FREE if follows else FORCED
            opened = open_chapter(run.typesetter, chapter, run_on=run_on)
            first_variant = self.book.first_variant
            if chapter.front and chapter is self.book.chapters[0] and first_variant is not None:
                opened = draw_book_title(opened, run.typesetter, first_variant)
            head = [changed(opened, break_penalty=penalty)]
            if chapter.part:
                variants, language = self.book.variants.values(), self.book.language
                named = (v for v in variants if v.name[language] == chapter.part)
                part = open_part(run.typesetter, chapter.part, next(named, first_variant))
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

    def _own_pages(
        self, chapters: Sequence[Chapter], area: TypeArea, sizes: Sequence[float]
    ) -> list[tuple[PageStrips, TypeArea]]:
        """Lay out chapters in the largest size that takes no more pages than the smallest.

        `sizes` ascend.
        """
        if not chapters:
            return []

        @cache
        def lay_out(size: float) -> _Pages:
            smaller = scaled(area, size)
            typesetter = self._typesetter(smaller)
            bodies = {c.anchor: typesetter.lay_out(c.blocks) for c in chapters}
            run = ChapterRun(typesetter, bodies, run_on=chapters[0].last)
            return smaller, self._paginate(chapters, run)

        fewest = len(lay_out(sizes[0])[1])

        def attempt(size: float) -> _Pages | Overflow:
            try:
                result = lay_out(size)
            except PrintkitError:  # a line or table is too wide in large type
                return Overflow(TOLERANCE, "width", size)
            more = len(result[1]) - fewest
            return Overflow(more * area.height_of_text, "pages", size) if more > 0 else result

        best = find_largest(attempt, sizes)
        assert not isinstance(best, Overflow), "the smallest fits the pages that it takes"
        smaller, pages = best
        return [(page, smaller) for page in pages]

    def _gather_terms(self, bodies: Iterable[Sequence[Strip]], pages: BookPages) -> None:
        """Add all terms to the index, before their pages are known."""
        own = (strip for page, _ in (*pages.front, *pages.last) for strip, _ in page)
        terms = [term for strip in chain(*bodies, own) for term in strip.terms]
        blocks = walk_blocks([block for chapter in self.book.chapters for block in chapter.blocks])
        lines = (to_plain_text(line) for block in blocks for line in lines_of(block))
        self.index.add_terms(terms, lines)

    def _update_index(self, pages: BookPages) -> bool:
        """Record the pages of all terms and anchors; return True if they have changed."""
        result: dict[str, list[int]] = {}
        anchors: dict[str, int] = {}
        for number, page, _ in pages.numbered():
            for strip, _ in page:
                for term in strip.terms:
                    result.setdefault(self.index.names[term], []).append(number)
            for heading, _ in marks_on(page, HeadingMark):
                anchors[heading.anchor] = number
        terms = {term: tuple(sorted(set(numbers))) for term, numbers in result.items()}
        has_changed = (terms, anchors) != (self.index.pages, self.index.anchors)
        self.index.pages, self.index.anchors = terms, anchors
        return has_changed
