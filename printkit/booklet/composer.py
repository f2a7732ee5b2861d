"""Lay out the pages of a book: the parts, each with its opening pages, and the summary.

Type has one size in all books. The leading of each part is adjusted by a little, so that pages are
full and the book fills whole sheets. Contents, index and references are laid out again until their
page numbers are stable.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from math import log

import msgspec
from msgspec.structs import replace as changed

from printkit.base.errors import PrintkitError
from printkit.base.progress import CHAPTERS_STAGE, Progress, no_progress
from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.book_pages import AreaPage, BookPages, PartPages, low_pages
from printkit.booklet.contents_and_index import IMPRINT, IndexBuilder
from printkit.booklet.openers import IMPRINT_SIZE, draw_book_title, open_chapter, set_imprint
from printkit.booklet.page_style import (
    HeadingMark,
    TypeArea,
    leadings,
    marks_on,
    opening_area,
    page_costs,
    scaled,
    with_leading,
)
from printkit.booklet.pictures import Pictures
from printkit.layout.blocks import keep_together, penalise_breaks
from printkit.layout.fitting import find_largest, takes_any
from printkit.layout.flow import FlowCosts, distribute, fill_column, paginate
from printkit.layout.records import (
    FORBIDDEN,
    FREE,
    TOLERANCE,
    Overflow,
    PlacedStrip,
    Strip,
    height_of,
)
from printkit.text.book import (
    Book,
    Callout,
    Chapter,
    Heading,
    InlineText,
    TableBlock,
    TableOfContents,
    TermIndex,
)
from printkit.text.traversal import (
    group_by_part,
    lines_of,
    list_links,
    to_plain_text,
    walk_blocks,
    without,
)

# The most rounds until page numbers are stable.
_MAX_ROUNDS = 6
# The sizes of type tried for the summary, relative to the text, and of pictures on opening pages.
_SUMMARY_SIZES = (0.78, 0.82, 0.86, 0.9, 0.95, 1.0)
_PICTURE_SIZES = (0.5, 0.56, 0.62, 0.68, 0.74, 0.8, 0.86, 0.92, 1.0, 1.1, 1.2, 1.3, 1.45, 1.6, 1.8)
# The greatest penalties of breaks in an opening that are tried one after the other; the least
# filled share of its pages with the first.
_BREAKS, _MIN_PART = (FREE, 0.1 * FORBIDDEN, FORBIDDEN), 0.55
# The costs of an empty page and of a low one, where a leading costs its distance from the usual.
_EMPTY, _LOW = 2.0, 3.0
# How much more empty lines cost where pages were low.
_FULLER = 4.0
# A book of fewer pages has neither contents nor index.
_MIN_CONTENTS = 40
# Lines of a chapter that stay with its title; break penalties in a chapter of up to half a page and
# of up to a page.
_WITH_TITLE, _HALF_PAGE, _ONE_PAGE = 3, 3000.0, 500.0


class BookComposer(msgspec.Struct, frozen=True):
    """Lays out the chapters of a book."""

    book: Book
    area: TypeArea
    index: IndexBuilder
    pictures: Pictures
    progress: Progress = no_progress

    def compose(self) -> BookPages:
        """Lay out the parts and the summary.

        A book without plates takes the first of four arrangements that leaves the fewest pages
        empty: with opening pages or without, with its summary or without.
        """
        chapters = self.book.chapters
        if self.book.has_plates:
            return self._arrange(chapters)
        run_on = [changed(chapter, front=False) for chapter in chapters]
        arranged: list[tuple[int, BookPages]] = []
        for ordered in (chapters, run_on):
            for kept in (ordered, [chapter for chapter in ordered if not chapter.last]):
                pages = self._arrange(kept)
                arranged.append((pages.empty + pages.bare, pages))
                if not arranged[-1][0] or takes_any():
                    return pages
        return min(arranged, key=lambda pair: pair[0])[1]

    def _arrange(self, chapters: Sequence[Chapter]) -> BookPages:
        """Lay out chapters; a short book has neither contents nor index."""
        if not any(chapter.part for chapter in chapters):
            listed = without(without(chapters, TableOfContents), TermIndex)
            pages = changed(self, index=IndexBuilder())._lay_out_book(listed)
            if len(listed) == len(chapters) or len(pages.numbered()) + 1 < _MIN_CONTENTS:
                return pages
        return changed(self, index=IndexBuilder())._lay_out_book(chapters)

    def _lay_out_book(self, chapters: Sequence[Chapter]) -> BookPages:
        """Lay out the parts until page numbers are stable."""
        self._gather_terms(chapters)
        pages = BookPages(self.area, last=self._set_summary([c for c in chapters if c.last]))
        parts = [[c for c in own if not c.last] for _, own in group_by_part(chapters)]
        parts = self._place_imprint([part for part in parts if part], pages)
        for _ in range(_MAX_ROUNDS):
            former, pages.parts = pages.parts, []
            for i, part in enumerate(parts):
                known = former[i] if former else None
                best = self._choose(part, pages, known, ends=i + 1 == len(parts))
                pages.parts = [*pages.parts, best]
            if not self._update_index(pages) and former:
                break
        return pages

    def _place_imprint(self, parts: list[list[Chapter]], pages: BookPages) -> list[list[Chapter]]:
        """Return the parts without the colophon if it has a page of its own.

        In a book without opening it is inside the cover; in one of a single page or two, it is
        there or on the back.
        """
        imprint = [chapter for part in parts for chapter in part if chapter.anchor == IMPRINT]
        rest = [[chapter for chapter in part if chapter not in imprint] for part in parts]
        if not rest or not rest[0] or any(chapter.front for chapter in rest[0]):
            return parts
        typesetter = self._typesetter(scaled(self.area, IMPRINT_SIZE))
        page = (set_imprint(imprint[0], typesetter) if imprint else (), typesetter.area)
        if self.book.has_plates:
            pages.inside = [page]
            return rest
        count = 0 if pages.last else len(self._lay_out((), rest[0], 1.0).body)
        if count == 1:
            pages.inside = [page]
        elif count == 2 and imprint:
            pages.last = [page]
        return rest if count in (1, 2) else parts

    def _choose(
        self, chapters: Sequence[Chapter], before: BookPages, known: PartPages | None, *, ends: bool
    ) -> PartPages:
        """Lay out a part behind others with the leading nearest to the usual one that leaves no
        page low or empty; with that of the `known` one if it does as well as before.

        The costs of the other leadings are estimated; only the one that looks cheapest is laid out,
        until none that is not laid out looks cheaper.
        """
        front = [chapter for chapter in chapters if chapter.front]
        if known is not None and not any(map(_says_pages, front)):
            opening = known.opening
        else:
            opening = [page for chapter in front for page in self._open(chapter)]
        own = [chapter for chapter in chapters if not chapter.front]

        def price(part: PartPages) -> PartPages:
            pages = changed(before, parts=[*before.parts, part])
            part.empty = pages.blank if ends else len(pages.bound) % 2
            part.cost = _EMPTY * part.empty + _LOW * part.low_pages + abs(log(part.leading))
            return part

        def lay_out(leading: float) -> PartPages:
            former = known if known is not None and known.leading == leading else None
            return price(self._lay_out(opening, own, leading, former))

        first = lay_out(1.0 if known is None else known.leading)
        if first.is_good or takes_any() or (known is not None and first.cost <= known.cost):
            return first
        parts = {first.leading: first}
        costs = {
            leading: price(self._estimate(first, leading)).cost for leading in leadings(self.area)
        }
        costs[first.leading] = first.cost
        while (best := min(costs, key=costs.__getitem__)) not in parts:
            parts[best] = lay_out(best)
            costs[best] = parts[best].cost
        return parts[best]

    def _estimate(self, part: PartPages, leading: float) -> PartPages:
        """Return about what a part would be with another leading: its flows over pages of as many
        lines as that allows. Most strips are whole lines, so few of them would change."""
        area = changed(part.area, lines=with_leading(self.area, leading).lines)
        body = self._paginate(part.flows, area)
        return PartPages(part.opening, area, leading, part.flows, body)

    def _lay_out(
        self,
        opening: Sequence[AreaPage],
        chapters: Sequence[Chapter],
        leading: float,
        former: PartPages | None = None,
    ) -> PartPages:
        """Lay out the chapters of a part that run on, those that say no pages as in a `former`
        part."""
        typesetter = self._typesetter(with_leading(self.area, leading))
        flows: list[Sequence[Strip]] = []
        for number, chapter in enumerate(chapters):
            self.progress(CHAPTERS_STAGE, number, len(chapters))
            if former is not None and not _says_pages(chapter):
                flows.append(former.flows[number])
            else:
                flows.append(self._set_chapter(chapter, typesetter))
        body = self._paginate(flows, typesetter.area)
        return PartPages(opening, typesetter.area, leading, flows, body)

    def _paginate(
        self, flows: Sequence[Sequence[Strip]], area: TypeArea
    ) -> list[list[PlacedStrip]]:
        """Divide flows, one after the other, into pages; once more if some are low, with empty
        lines that cost more."""
        costs, flow = page_costs(area.leading), [strip for own in flows for strip in own]
        pages = paginate(flow, area.height_of_text, costs)
        low = low_pages(pages, area)
        if low >= 1:
            dearer = changed(costs, empty=_FULLER * costs.empty)
            fuller = paginate(flow, area.height_of_text, dearer)
            pages = fuller if low_pages(fuller, area) < low else pages
        return pages

    def _typesetter(self, area: TypeArea) -> BlockTypesetter:
        return BlockTypesetter(self.book, area, self.pictures, self.index)

    def _set_chapter(self, chapter: Chapter, typesetter: BlockTypesetter) -> list[Strip]:
        """Return the strips of a chapter with its title."""
        leading, height = typesetter.area.leading, typesetter.area.height_of_text
        body = typesetter.lay_out(chapter.blocks, columns=chapter.columns)
        head = open_chapter(typesetter, chapter, run_on=not chapter.front)
        if chapter.front and (chapter.part or chapter is self.book.chapters[0]):
            head = self._draw_title(head, chapter, typesetter)
        if body:
            closed = isinstance(chapter.blocks[0], Callout | TableBlock | Heading)
            first = changed(body[0], space_before=leading if closed else 0.0)
            body = keep_together([first, *body[1:]], _WITH_TITLE * leading)
        whole = height_of([head, *body])
        if whole <= height + TOLERANCE:
            low = 2 * whole <= height + TOLERANCE
            body = penalise_breaks(body, _HALF_PAGE if low else _ONE_PAGE)
        return [head, *body]

    def _draw_title(self, head: Strip, chapter: Chapter, typesetter: BlockTypesetter) -> Strip:
        """Return the title of the first chapter of a game, with the lock-up of the game."""
        title, language = chapter.part or self.book.title, self.book.language
        named = (v for v in self.book.variants.values() if v.name[language] == chapter.part)
        variant = next(named, self.book.first_variant)
        return draw_book_title(head, typesetter, variant, title) if variant is not None else head

    def _open(self, chapter: Chapter) -> list[AreaPage]:
        """Lay out a chapter on one page, with pictures as large as it allows; its blocks take what
        is left free. A chapter that is too long has the fewest pages, equally full."""
        area = opening_area(self.area)
        costs = FlowCosts(0.0, 1.0, relative=True, evenly=True)

        def attempt(size: float) -> list[list[Strip]] | Overflow:
            try:
                strips = self._set_chapter(chapter, self._typesetter(changed(area, picture=size)))
            except PrintkitError:  # a picture is too wide
                if size == _PICTURE_SIZES[0]:
                    raise
                return Overflow(1.0, chapter.title, size)
            height = max(area.height_of_text, *(strip.height for strip in strips))
            columns = distribute(strips, height, costs, number)
            if columns is None or any(own[0].break_penalty > most for own in columns[1:]):
                return Overflow(1.0, chapter.title, size)
            is_low = most == FREE and min(map(height_of, columns)) < _MIN_PART * height
            return Overflow(1.0, chapter.title, size) if number > 1 and is_low else columns

        tries = ((number, most) for number in count(1) for most in _BREAKS)
        columns: list[list[Strip]] | Overflow = Overflow(1.0)
        while isinstance(columns, Overflow):
            number, most = next(tries)
            columns = find_largest(attempt, _PICTURE_SIZES)
        pages = [
            [changed(s, stretch=area.leading if s.space_before else 0.0) for s in column]
            for column in columns
        ]
        return [(fill_column(page, area.height_of_text, costs), area) for page in pages]

    def _set_summary(self, chapters: Sequence[Chapter]) -> list[AreaPage]:
        """Lay out the summary in the largest size that takes no more pages than the smallest."""
        if not chapters:
            return []

        @cache
        def lay_out(size: float) -> list[AreaPage]:
            typesetter = self._typesetter(scaled(self.area, size))
            flows = [self._set_chapter(chapter, typesetter) for chapter in chapters]
            return [(page, typesetter.area) for page in self._paginate(flows, typesetter.area)]

        fewest = len(lay_out(_SUMMARY_SIZES[0]))

        def attempt(size: float) -> list[AreaPage] | Overflow:
            try:
                more = len(lay_out(size)) - fewest
            except PrintkitError:  # a line or table is too wide in large type
                return Overflow(TOLERANCE, "width", size)
            return Overflow(float(more), "pages", size) if more > 0 else lay_out(size)

        best = find_largest(attempt, _SUMMARY_SIZES)
        assert not isinstance(best, Overflow), "the smallest fits the pages that it takes"
        return best

    def _gather_terms(self, chapters: Sequence[Chapter]) -> None:
        """Add all terms to the index if there is one, before their pages are known."""
        blocks = [*walk_blocks([block for chapter in chapters for block in chapter.blocks])]
        if not any(isinstance(block, TermIndex) for block in blocks):
            return
        lines = [line for block in blocks for line in lines_of(block)]
        words = (inline for line in lines for inline in line if isinstance(inline, InlineText))
        terms = [inline.term for inline in words if inline.term]
        self.index.add_terms(terms, map(to_plain_text, lines))

    def _update_index(self, pages: BookPages) -> bool:
        """Record the pages of all terms and anchors; return True if they have changed."""
        result: dict[str, list[int]] = {}
        anchors: dict[str, int] = {}
        for number, page, _ in pages.numbered():
            for strip, _ in page:
                for term in strip.terms if self.index.names else ():
                    result.setdefault(self.index.names[term], []).append(number)
            for heading, _ in marks_on(page, HeadingMark):
                anchors[heading.anchor] = number
        terms = {term: tuple(sorted(set(numbers))) for term, numbers in result.items()}
        has_changed = (terms, anchors) != (self.index.pages, self.index.anchors)
        self.index.pages, self.index.anchors = terms, anchors
        return has_changed


def _says_pages(chapter: Chapter) -> bool:
    """Return True if the words of a chapter depend on numbers of pages."""
    indexes = (isinstance(block, TermIndex) for block in walk_blocks(chapter.blocks))
    return any(list_links(chapter.blocks)) or any(indexes)
