"""Compose the reading pages of a book: its parts, covers and outline.

Type has one size in all books. The leading of each part is adjusted by a little, so that pages are
full and the book fills whole sheets. Contents, index and references are laid out again until their
page numbers are stable.

The order is: cover, colophon (in an anthology), parts, and the summary on the last page. A page
without words shows the panel of the cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import islice, pairwise, product

import msgspec
from msgspec.structs import replace
from msgspec.structs import replace as changed

from printkit.art.backs import draw_back, draw_pattern
from printkit.art.card_style import cover_theme
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme, plain_paper_theme, theme
from printkit.base import paper_sizes
from printkit.base.content import current_choices
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, rotation, scaling, translation
from printkit.base.messages import translate
from printkit.base.processes import CHAPTERS_STAGE, PAGES_STAGE, Progress, no_progress
from printkit.booklet.arrangement import (
    AreaPage,
    BookPages,
    Groups,
    PageStrips,
    PartPages,
    PartSearch,
    price_part,
    says_pages,
)
from printkit.booklet.contents import IMPRINT, IndexBuilder, page_anchor
from printkit.booklet.openers import Opener
from printkit.booklet.page_style import (
    FOLD,
    BookletPalette,
    BookPage,
    BookSpec,
    ChapterMark,
    HeadingMark,
    TypeArea,
    draw_page,
    make_palette,
    marks_of,
    marks_on,
    opening_area,
    page_costs,
    scaled,
    title_colour,
    type_area_for,
)
from printkit.booklet.pictures import TITLES, Pictures, term_anchor
from printkit.booklet.typesetting import BlockTypesetter, tag_page
from printkit.faces.anatomy import Anatomy, draw_lock_up, text_colour_on_paper
from printkit.faces.face import draw_face, draw_ground
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import (
    Group,
    Item,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Tag,
    TagStep,
    Use,
)
from printkit.graphics.fonts import TITLE, UNITS, font
from printkit.graphics.measures import HAIRLINE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import CORNER_RADIUS, PathBuilder
from printkit.graphics.small_text import without_small_text
from printkit.layout.bidi import begins_right
from printkit.layout.blocks import Paragraph, fragment_of, keep_together, painter, penalise_breaks
from printkit.layout.containers import Overlay, Placed
from printkit.layout.fit_text import LEADING, FitStyle, require_text
from printkit.layout.fitting import filled_height, find_largest, kept_choice, paginate, takes_any
from printkit.layout.openings import join_atoms, keep_on_opening, paginate_openings
from printkit.layout.records import (
    RAGGED,
    TOLERANCE,
    Fragment,
    Overflow,
    PlacedStrip,
    Span,
    Strip,
    height_of,
    stack_strips,
    tag_painter,
)
from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.pieces.options import BOOKLET_PAGE, THEME
from printkit.pieces.pages import ART, PAGE_BLEED, Destination, Document, Layer, OutlineEntry, Page
from printkit.pieces.product import LocalGame, in_fonts_of
from printkit.rules.showdown import Pages, agreed_rules, chapter_of_agreed, name_of_agreed
from printkit.text.book import (
    Book,
    Callout,
    Chapter,
    Heading,
    InlineText,
    TableBlock,
    TableOfContents,
    TermIndex,
    group_by_part,
    lines_of,
    titles_by_anchor,
    to_plain_text,
    walk_blocks,
    without,
)
from printkit.text.glossary import GLOSSARY
from printkit.text.kept_books import find_anthology, find_booklet

# --- openers -------------------------------------------------------------------------------------

# The size of a title (lines): on an opening page, where chapters run on, of a fine chapter.
_LARGE, _RUN_ON, _FINE = 1.62, 1.32, 1.12
# The title of a book on its first page.
_LOCK_UP = 2.05
# A title larger than this takes two lines of the grid for each of its lines.
_ONE_LINE = 1.15
# The number of lines above a title where chapters run on, and their stretch; the number of lines
# below a title, below the title of an opening page, and below the title of a fine chapter.
_SPACE, _STRETCH, _BELOW, _BELOW_LARGE, _BELOW_FINE = 1, 1, 1.0, 0.7, 0.5
# The distance of the rule from the last line of a title (lines); its ticks.
_TO_RULE, _TICKS = 0.12, 60


def open_chapter(typesetter: BlockTypesetter, chapter: Chapter, *, run_on: bool) -> Strip:
    """Set the title of a chapter; `run_on` is True if chapters follow one another on its page."""
    leading = typesetter.area.leading
    size, below = (_RUN_ON, _BELOW) if run_on else (_LARGE, _BELOW_LARGE)
    if chapter.fine and run_on:
        size, below = _FINE, _BELOW_FINE
    size = max(1.0, size * typesetter.area.titles)
    title = _set_title(typesetter, chapter.title, size * leading)
    rule = fragment_of((Use(graduated_rule(typesetter.area, typesetter.palette)),))
    layers = (Placed(title), Placed(rule, y=title.height + _TO_RULE * leading))
    height = title.height + below * leading
    opened = Overlay(layers, height).lay_out(typesetter.style, typesetter.area.measure)
    return replace(
        opened.strips[0],
        space_before=_SPACE * leading if run_on else 0.0,
        stretch=_STRETCH * leading if run_on else 0.0,
        marks=(HeadingMark(1, chapter.title, chapter.anchor), ChapterMark(chapter)),
        starts_section=True,
    )


def draw_book_title(
    opened: Strip, typesetter: BlockTypesetter, variant: Variant, title: str
) -> Strip:
    """Return the title of the first chapter (`opened`), with the lock-up of the game instead of its
    words.
    """
    style = typesetter.style
    game = LocalGame(variant, style.language, typesetter.palette.theme)
    lock_up = draw_lock_up(game, typesetter.area.measure, _LOCK_UP * style.leading, title=title)
    height = style.snap(lock_up.height + 0.6 * style.leading)
    return replace(opened, height=height, paint=painter(lock_up.items), text=title)


def _set_title(typesetter: BlockTypesetter, text: str, size: float) -> Fragment:
    """Return a title; in a large title, lines are on every second grid line."""
    style, leading = typesetter.style, typesetter.area.leading
    step = (2 if size > _ONE_LINE * leading else 1) * leading
    span = Span(text, TITLES.regular, typesetter.palette.title)
    words = Paragraph((span,), RAGGED, size / style.size)
    baseline = (step - leading + style.baseline_of(TITLES.regular, words.em)) / step
    return words.lay_out(replace(style, leading=step, baseline=baseline), typesetter.area.measure)


@lru_cache(maxsize=8)
def graduated_rule(area: TypeArea, palette: BookletPalette) -> Symbol:
    """Return the rule below a title, with its ticks; its upper edge is at 0."""
    width, leading = area.measure, area.leading
    ticks = PathBuilder()
    for i in range(_TICKS + 1):
        x = width * i / _TICKS
        depth = 0.30 if i % 10 == 0 else 0.19 if i % 5 == 0 else 0.11
        ticks.move(x, 0).line(x, depth * leading)
    rule = PathBuilder().move(0, 0).line(width, 0).done()
    items = (
        Path(rule, stroke=Stroke(palette.line, palette.theme.line_weight(0.5))),
        Path(ticks.done(), stroke=Stroke(palette.line, HAIRLINE * 1.2)),
    )
    return Symbol("scale", items, Rect(-0.5, -0.5, width + 1, leading), "")


# --- the inside of the cover ----------------------------------------------------------------------

# The size of its type in sizes of the text.
IMPRINT_SIZE = 0.88


def set_imprint(chapter: Chapter, typesetter: BlockTypesetter) -> list[PlacedStrip]:
    """Set the colophon under a small title, aligned with the foot of the page."""
    title = Heading(3, (InlineText(chapter.title),), chapter.anchor, chapter.place)
    first, *rest = typesetter.lay_out((title, *chapter.blocks))
    marks = (HeadingMark(1, chapter.title, chapter.anchor), ChapterMark(chapter))
    strips = [replace(first, marks=marks), *rest]
    down = max(0.0, typesetter.area.height_of_text - height_of(strips))
    return [(strip, down + top) for strip, top in stack_strips(strips)]


# --- composer ------------------------------------------------------------------------------------

# The most rounds until page numbers are stable.
_MAX_ROUNDS = 6
# The sizes of type tried for the summary, relative to the text.
_SUMMARY_SIZES = (0.78, 0.82, 0.86, 0.9, 0.95, 1.0)
# The factor of the cost of opening pages when it is added to the cost of other pages; the greatest
# number of chapters that follow an opening on its last page.
_IN_BODY, _MAX_OPENED = 3.0, 2
# A book of fewer pages has neither contents nor index.
_MIN_CONTENTS = 40
# Lines of a chapter that stay with its title; break penalties in a chapter of up to half a page and
# of up to a page.
_WITH_TITLE, _HALF_PAGE, _ONE_PAGE = 3, 3000.0, 500.0
# A chapter of at most this share of a page is not divided by a page turn. The penalty of a page
# turn in a small chapter is lower than the cost of another sheet.
_SHORT, _SMALL_TURNED = 0.36, 2000.0


class BookComposer(msgspec.Struct, frozen=True):
    """Lays out the chapters of a book."""

    book: Book
    area: TypeArea
    index: IndexBuilder
    pictures: Pictures
    progress: Progress = no_progress

    def compose(self) -> BookPages:
        """Lay out the parts and the summary.

        A book without plates uses the arrangement with the fewest empty pages: with or without
        opening pages, with or without its summary. A short book with plates omits its summary if it
        then fills fewer sheets.
        """
        chapters = self.book.chapters
        if self.book.has_plates:
            whole = self._arrange(chapters)
            if whole.blank < FOLD // 2 or len(whole.numbered()) >= _MIN_CONTENTS or takes_any():
                return whole
            shorter = self._arrange([chapter for chapter in chapters if not chapter.last])
            saves = len(shorter.numbered()) < len(whole.numbered()) and not shorter.blank
            return shorter if saves else whole
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
        if self.book.has_plates and not takes_any():
            for laid_out in pages.parts:
                self._add_tail_pieces(laid_out)
        return pages

    def _add_tail_pieces(self, part: PartPages) -> None:
        """Put cards below the text of pages that end too high."""
        area, theme, number = part.area, self.pictures.palette.cards, 0
        bodies: list[PageStrips] = []
        for page in part.body:
            top = filled_height(page) + area.leading
            space = Rect(0, 0, area.measure, area.height_of_text - top)
            if space.h > _MIN_TAIL * area.height_of_text:
                count = _TAIL_CARDS[number % len(_TAIL_CARDS)]
                number += 1
                strip = _tail_piece(self.book, space, theme, count, area.height_of_text)
                page = [*page, (strip, top)]
            bodies.append(page)
        part.body = bodies

    def _place_imprint(self, parts: list[list[Chapter]], pages: BookPages) -> list[list[Chapter]]:
        """Return the parts, without the colophon if it has its own page.

        In a book with plates but no opening, the colophon is inside the cover. In a book with
        neither plates, opening nor summary, it is there if the text has one page, and on the back
        if it has two.
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
        count = 0 if pages.last else self._count_pages(rest[0])
        if count == 1:
            pages.inside = [page]
        elif count == 2 and imprint:
            pages.last = [page]
        return rest if count in (1, 2) else parts

    def _count_pages(self, chapters: Sequence[Chapter]) -> int:
        """Return the number of pages of continuous chapters at the usual leading."""
        typesetter = self._typesetter(self.area)
        strips = [strip for one in chapters for strip in self._set_chapter(one, typesetter)]
        costs, height = page_costs(self.area.leading), self.area.height_of_text
        return len(paginate_openings(join_atoms(strips, height), height, costs, 2))

    def _choose(
        self, chapters: Sequence[Chapter], before: BookPages, known: PartPages | None, *, ends: bool
    ) -> PartPages:
        """Lay out a part, which follows others: by the best plan, or by the `known` plan if its
        cost is no higher than before.
        """
        front = [chapter for chapter in chapters if chapter.front]
        own = [chapter for chapter in chapters if not chapter.front]

        def search(opening: Sequence[AreaPage], groups: Groups) -> PartPages:
            opened = max(0, groups[-1][1] - len(front)) if groups else 0

            def set_chapter(number: int, area: TypeArea) -> Sequence[Strip]:
                self.progress(CHAPTERS_STAGE, number, len(own) - opened)
                return self._set_chapter(own[opened + number], self._typesetter(area))

            return PartSearch(
                self._name("part"),
                own[opened:],
                self.area,
                opening,
                groups,
                opened,
                before.first_page(opening),
                set_chapter,
                partial(price_part, before=before, ends=ends),
                known,
            ).choose()

        opener = self._opener(front, own[:_MAX_OPENED] if self.book.has_plates else ())
        if known is not None:
            groups, chapters = known.groups, [*front, *own[: known.opened]]
            is_stable = not any(map(says_pages, chapters))
            return search(known.opening if is_stable else opener.pages(groups), groups)
        groups = self._choose_groups(opener)
        best = search(opener.pages(groups), groups)
        if best.torn and front and not takes_any():  # the other chapters begin a page later
            others = self._choose_groups(opener, 1 - len(best.opening) % 2)
            later = search(opener.pages(others), others)
            more = _IN_BODY * (opener.cost(others) - opener.cost(groups))
            best = later if later.cost + more < best.cost else best
        return best

    def _name(self, search: str) -> str:
        """Return the name under which a search keeps its choice.

        It differs between games, because one table has the choices for several of them.
        """
        return f"{self.book.slug} {self.book.language} {search}"

    def _typesetter(self, area: TypeArea) -> BlockTypesetter:
        return BlockTypesetter(self.book, area, self.pictures, self.index)

    def _set_chapter(self, chapter: Chapter, typesetter: BlockTypesetter) -> list[Strip]:
        """Return the strips of a chapter with its title."""
        leading, height = typesetter.area.leading, typesetter.area.height_of_text
        if chapter.anchor.endswith(GLOSSARY):
            typesetter = changed(typesetter, hanging=True)
        body = typesetter.lay_out(
            chapter.blocks, columns=chapter.columns, fine=chapter.fine, small=chapter.small
        )
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
            if whole <= _SHORT * height and not chapter.fine:
                return keep_on_opening([head, *body])
            if chapter.small:
                return keep_on_opening([head, *body], _SMALL_TURNED)
        return keep_on_opening([head, *body]) if chapter.opening else [head, *body]

    def _draw_title(self, head: Strip, chapter: Chapter, typesetter: BlockTypesetter) -> Strip:
        """Return the title of the first chapter of a game, with the lock-up of the game."""
        title, language = chapter.part or self.book.title, self.book.language
        named = (v for v in self.book.variants.values() if v.name[language] == chapter.part)
        variant = next(named, self.book.first_variant)
        return draw_book_title(head, typesetter, variant, title) if variant is not None else head

    def _choose_groups(self, opener: Opener, odd: int | None = None) -> Groups:
        """Return the groups of chapters on opening pages; kept groups are used without a search."""

        def take(*kept: Sequence[int]) -> Groups | Overflow:
            groups: Groups = tuple((start, end, least) for start, end, least in kept)
            is_known = not groups or groups[-1][1] <= len(opener.anchors)
            return groups if is_known else Overflow(1.0, "chapters")

        return kept_choice(self._name("opening"), take, partial(opener.choose, odd), tuple)

    def _opener(self, front: Sequence[Chapter], own: Sequence[Chapter]) -> Opener:
        """Return the opener of a part: its pages have the chapters in `front`, and may have the
        first of the part's `own` chapters.
        """
        chapters, area = [*front, *own], opening_area(self.area)

        def set_chapter(number: int, size: float, run_on: bool) -> Sequence[Strip]:
            chapter = changed(chapters[number], front=False) if run_on else chapters[number]
            return self._set_chapter(chapter, self._typesetter(changed(area, picture=size)))

        anchors = [chapter.anchor for chapter in chapters]
        titles = [chapter.title for chapter in chapters]
        # Each arrangement of the book has its own opener, with its own choices.
        choices, name = current_choices(), self._name("pictures")
        name = choices.key_of(name) if choices is not None else name
        return Opener(name, titles, anchors, len(front), area, self.area, set_chapter)

    def _set_summary(self, chapters: Sequence[Chapter]) -> list[AreaPage]:
        """Lay out the summary in the largest size that needs no more pages than the
        smallest one.
        """
        if not chapters:
            return []

        @cache
        def lay_out(size: float) -> list[AreaPage]:
            typesetter = self._typesetter(scaled(self.area, size))
            flows = [self._set_chapter(chapter, typesetter) for chapter in chapters]
            strips, area = [strip for own in flows for strip in own], typesetter.area
            pages = paginate(strips, area.height_of_text, page_costs(area.leading))
            return [(page, area) for page in pages]

        def search() -> list[AreaPage]:
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

        def describe(pages: list[AreaPage]) -> tuple[float]:
            return (next(size for size in _SUMMARY_SIZES if lay_out(size) is pages),)

        return kept_choice(self._name("summary"), lay_out, search, describe)

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
        """Record the pages of all terms and anchors; return True if any of them has changed."""
        result: dict[str, list[int]] = {}
        anchors: dict[str, int] = {}
        section = ""
        for number, page, _ in pages.numbered():
            for strip, _ in page:
                for heading in marks_of(strip, HeadingMark):
                    section = heading.anchor
                    anchors[section] = number
                for term in strip.terms:
                    anchors.setdefault(term_anchor(section, term), number)
                    if self.index.names:
                        result.setdefault(self.index.names[term], []).append(number)
        terms = {term: tuple(sorted(set(numbers))) for term, numbers in result.items()}
        has_changed = (terms, anchors) != (self.index.pages, self.index.anchors)
        self.index.pages, self.index.anchors = terms, anchors
        return has_changed


# --- compose -------------------------------------------------------------------------------------

__all__ = ["BookSpec", "compose", "draw_book", "lay_out_book"]

# The distance of a link target above its line (lines).
_ABOVE_LINE = 0.5


def compose(book: Book, spec: BookSpec, progress: Progress = no_progress) -> Document:
    """Compose a book. Raises PrintkitError, with file and line, for text that does not fit."""
    return draw_book(book, lay_out_book(book, spec, progress), spec, progress)


def lay_out_book(book: Book, spec: BookSpec, progress: Progress = no_progress) -> BookPages:
    """Lay out the pages of a book after its cover. Raises PrintkitError for text that does not
    fit.
    """
    palette = make_palette(spec.theme, book.first_variant)
    pictures = Pictures(book.variants, book.language, palette)
    area = type_area_for(spec, from_right=begins_right(book.title, book.language))
    index = IndexBuilder()
    return BookComposer(book, area, index, pictures, progress).compose()


def draw_book(
    book: Book, laid_out: BookPages, spec: BookSpec, progress: Progress = no_progress
) -> Document:
    """Draw the pages of a book that was laid out."""
    palette = make_palette(spec.theme, book.first_variant)
    pages = _with_heads(laid_out, book)
    numbers, places = _find_anchors(pages)
    drawn = [_draw_cover(book, spec)]
    for page in pages:
        progress(PAGES_STAGE, len(drawn), 1 + len(pages))
        if page.strips:
            drawn.append(draw_page(page, numbers, places, palette))
        else:
            drawn.append(_draw_plate(book, spec, f"{page.number:03d}"))
    return Document(
        title=f"{book.title} · {book.subtitle}" if book.subtitle else book.title,
        language=book.language,
        pages=tuple(drawn),
        outline=_outline(pages),
    )


def _with_heads(pages: BookPages, book: Book) -> list[BookPage]:
    """Return the pages after the cover with their running heads."""
    result: list[BookPage] = []
    part, chapter, section = "", "", ""
    for number, page, area in pages.numbered():
        if not page:
            result.append(BookPage(number, (), "", book.title, area))
            continue
        begun = [mark.chapter for mark, _ in marks_on(page, ChapterMark)]
        opened = bool(marks_of(page[0][0], ChapterMark))
        for item in begun:
            if item.part is not None or item.last:
                part = item.part or ""
        if opened and begun:
            chapter = begun[0].title
        head = chapter if number % 2 else (part or book.title)
        tagged, section = tag_page(page, section)
        title = chapter or book.title
        result.append(BookPage(number, tagged, "" if opened else head, title, area))
        if begun:
            chapter = begun[-1].title
    return result


def _above(page: BookPage, top: float) -> Destination:
    """Return the link target slightly above a line of a page."""
    return Destination(page.number - 1, page.area.top + top - _ABOVE_LINE * page.area.leading)


def _find_anchors(pages: Sequence[BookPage]) -> tuple[dict[str, int], dict[str, Destination]]:
    """Return the page number and the link target of each anchor."""
    numbers: dict[str, int] = {}
    places: dict[str, Destination] = {}
    section = ""
    for page in pages:
        places[page_anchor(page.number)] = Destination(page.number - 1)
        for strip, top in page.strips:
            for heading in marks_of(strip, HeadingMark):
                section = heading.anchor
                numbers.setdefault(section, page.number)
                places.setdefault(section, _above(page, top))
            for term in strip.terms:
                places.setdefault(term_anchor(section, term), _above(page, top))
    return numbers, places


def _outline(pages: Sequence[BookPage]) -> tuple[OutlineEntry, ...]:
    """Return the outline: parts, chapters and their sections."""
    headings: list[tuple[int, OutlineEntry]] = []  # with their depths
    depth = 0  # of chapters: 1 within a part
    for page in pages:
        for strip, y in page.strips:
            for heading in marks_of(strip, HeadingMark):
                to = _above(page, y)
                part = next((mark.chapter.part for mark in marks_of(strip, ChapterMark)), None)
                if heading.level == 1 and part is not None:
                    depth = int(bool(part))
                    headings += [(0, OutlineEntry(part, to))] if part else []
                if heading.level <= 2:
                    own = depth + heading.level - 1
                    headings.append((own, OutlineEntry(heading.title, to)))
    return _nest(headings, 0)


def _nest(headings: Sequence[tuple[int, OutlineEntry]], depth: int) -> tuple[OutlineEntry, ...]:
    """Return the entries at a depth, each with its subentries."""
    starts = [i for i, (own, _) in enumerate(headings) if own == depth]
    return tuple(
        replace(headings[i][1], below=_nest(headings[i + 1 : end], depth + 1))
        for i, end in pairwise([*starts, len(headings)])
    )


# --- the cover ------------------------------------------------------------------------------------

# The margin of the panel and the radius of its corners (shares of the width).
_CLEAR, _RADIUS = 0.055, 0.03
# The distance of the frame of a back from its safe area (mm).
_BACK_FRAME = 1.5
# The plates: the top of the first and the foot of the second (shares of the panel's height), their
# widths (shares of the panel's width); their padding, their chamfer, and the size of the name
# (shares of the page's width).
_TITLE_TOP, _SUB_FOOT, _TITLE_WIDE, _SUB_WIDE, _AIR = 0.055, 0.955, 0.80, 0.62, 0.05
_CHAMFER, _NAME = 0.04, 0.098
# The fan: the number of cards; their greatest width and height, and the centre of the fan (shares
# of the space between the plates); the angle between two cards; the distance from the centre of a
# card to the pivot (heights of a card); the line round a card (mm).
_CARDS, _CARD_WIDTH, _CARD_HEIGHT, _FAN_AT = 5, 0.42, 0.86, 0.485
_ANGLE, _HAND, _EDGE = 15.0, 1.15, 0.3
# A tail-piece: the least space and its greatest height (shares of a page), and its cards.
_MIN_TAIL, _TAIL_HEIGHT, _TAIL_CARDS = 0.22, 0.34, (3, 5)
# The layouts of cards in the order in which the fan takes them; others follow.
_LAYOUTS = ("art", "emblem", "picture", "court", "ace", "number", "pips", "text")


def _draw_cover(book: Book, spec: BookSpec) -> Page:
    """Draw the cover."""
    plates = _Plates.of(book, spec)
    panel, paper = plates.panel, plates.page
    title, foot = plates.draw_title(book), plates.draw_subtitle(book.subtitle)
    top, bottom = _plate_box(title).bottom, _plate_box(foot).y if foot else panel.bottom
    space = panel._replace(y=top, h=bottom - top)
    fan = _draw_fan(book, space, spec.theme)
    ground = _draw_panel(book, plates, fan)
    items = [*ground, *title, *foot]
    words = f"{book.title}. {book.subtitle}" if book.subtitle else book.title
    cover = Layer(ART, tuple(items), tags=(Tag(0, len(items), (TagStep("Figure", alt=words),)),))
    label = translate(book.language, "booklet.cover")
    return Page(paper, paper, paper, (cover,), "001", book.title, label=label)


def _draw_panel(book: Book, plates: _Plates, fan: Iterable[Item] = ()) -> Iterator[Item]:
    """Yield the field of the back in a double line, with a fan of cards on it. In a theme with a
    ground for covers, yield the whole back instead, up to the edge of the page.
    """
    panel, w, cards, variant = plates.panel, plates.w, plates.theme.cards, book.first_variant
    edge = PathBuilder().rounded(panel, _RADIUS * w).done()
    design = next(iter(variant.families.values())).back.design if variant is not None else None
    if cards is not None:
        yield from draw_ground(plates.paper, plates.page.inset(-PAGE_BLEED))
        if design is not None:
            safe, size = _CLEAR * w - _BACK_FRAME, plates.page
            back = draw_back(design, size.w, size.h, PAGE_BLEED, cards, safe=safe)
            yield Use(back, translation(*panel.centre))
        yield from fan
        return
    yield Path(edge, fill=plates.paper)
    if design is not None:
        field = draw_pattern(design, panel.w, panel.h, 0.0, plates.theme)
        yield Group((Use(field, translation(*panel.centre)), *fan), clip=edge)
    inner = PathBuilder().rounded(panel.inset(0.011 * w), (_RADIUS - 0.008) * w).done()
    yield from (Path(edge, stroke=plates.line), Path(inner, stroke=plates.fine))


def _draw_plate(book: Book, spec: BookSpec, name: str) -> Page:
    """Draw a page without words: the panel of the cover."""
    plates = _Plates.of(book, spec)
    paper, items = plates.page, _draw_panel(book, plates)
    return Page(paper, paper, paper, (Layer(ART, tuple(items)),), name, book.title)


def _tail_piece(book: Book, space: Rect, theme: Theme, count: int, page_height: float) -> Strip:
    """Return a strip with a fan of `count` cards of the cover, centred in its space."""
    height = min(_TAIL_HEIGHT * page_height, space.h)
    middle = Rect(space.x, space.centre[1] - height / 2, space.w, height)
    return Strip(space.h, tag_painter(painter([*_draw_fan(book, middle, theme, count)])))


def cover_cards(book: Book) -> list[tuple[Variant, Card]]:
    """Return the cards in the fan on the cover.

    For the booklet of one game, these are cards of all kinds from its deck, specials first; for a
    book of several games, one card from each.
    """
    if own := book.variants.get(book.slug):
        return [(own, card) for card in islice(_pick(own), _CARDS)]
    chosen: dict[object, tuple[Variant, Card]] = {}
    for variant in book.variants.values():
        kinds = ((card.emblem or card.name, card) for card in _pick(variant))
        if new := next(((kind, card) for kind, card in kinds if kind not in chosen), None):
            chosen[new[0]] = variant, new[1]
    return list(chosen.values())[:_CARDS]


def _pick(variant: Variant) -> Iterator[Card]:
    """Yield cards of a deck, layout by layout, with alternating colours, high cards first, without
    blank cards.
    """
    shown = [card for card in reversed(variant.cards) if not card.is_blank]
    layouts = dict.fromkeys((*_LAYOUTS, *(card.layout for card in shown)))
    kinds = [[card for card in shown if card.layout == layout] for layout in layouts]
    colours: set[str] = set()
    while any(kinds):
        for cards in filter(None, kinds):
            card = next((card for card in cards if card.colour not in colours), cards[0])
            colours.add(card.colour)
            cards.remove(card)
            yield card


def _draw_fan(book: Book, space: Rect, theme: Theme, count: int = _CARDS) -> Iterator[Item]:
    """Yield the faces of cards in a fan, the first in the middle and on top."""
    cards = cover_cards(book)[:count]
    matrix = translation(space.centre[0], space.y + _FAN_AT * space.h)
    edge = plain_paper_theme(theme).roles_of["ink"]
    for place in range(len(cards) - 1, -1, -1):
        variant, card = cards[place]
        size = paper_sizes.card(variant.card_size)
        four = Anatomy(size.w, size.h, indices=4)  # cards on the right show their right index
        face = draw_face(card, variant, book.language, theme, four, 0.0)
        k = round(min(_CARD_WIDTH * space.w / size.w, _CARD_HEIGHT * space.h / size.h), 4)
        trim = Rect(-size.w / 2, -size.h / 2, size.w, size.h)
        outline = PathBuilder().rounded(trim, CORNER_RADIUS).done()
        paper = Path(outline, fill=theme.roles_of["paper"])
        drawn = Group((paper, Use(without_small_text(face, k))), clip=outline)
        line = Path(outline, stroke=Stroke(edge, _EDGE / k))
        turn = rotation(_ANGLE * (place + 1 >> 1) * (1 if place % 2 else -1))
        hand = _HAND * size.h
        held = translation(0, -hand).then(turn).then(translation(0, hand))
        yield Group((drawn, line), held.then(scaling(k)).then(matrix))


class _Plates(msgspec.Struct, frozen=True):
    """Draws plates of paper with a double line, as on the cards, and their words."""

    page: Rect
    theme: Theme
    ink: Colour
    paper: Colour

    @classmethod
    def of(cls, book: Book, spec: BookSpec) -> _Plates:
        """Return the plates of a book."""
        colour = title_colour(book.first_variant)
        theme = cover_theme(plain_paper_theme(spec.theme), colour)
        palette = theme.palette(colour)
        page = Rect(0, 0, spec.width, spec.height)
        return cls(page, theme, text_colour_on_paper(palette), palette.paper)

    @property
    def w(self) -> float:
        """The width of the page."""
        return self.page.w

    @property
    def panel(self) -> Rect:
        """The area within the margin."""
        return self.page.inset(_CLEAR * self.w)

    @property
    def line(self) -> Stroke:
        """The heavier line."""
        return Stroke(self.ink, self.theme.line_weight(0.7))

    @property
    def fine(self) -> Stroke:
        """The finer line inside the heavier one."""
        return Stroke(self.ink, max(HAIRLINE, self.theme.line_weight(0.18)))

    def draw_title(self, book: Book) -> list[Item]:
        """Draw the plate at the head, with the lock-up of the first game."""
        width, air = self.panel.w * _TITLE_WIDE, _AIR * self.w
        left, top = self.panel.centre[0] - width / 2, self.panel.y + _TITLE_TOP * self.panel.h
        if (variant := book.first_variant) is None:
            return self._draw_words(book.title, _NAME * self.w, Rect(left, top, width, 0))
        lock_up = draw_lock_up(
            LocalGame(variant, book.language, self.theme),
            width - 2.4 * air,
            _NAME * self.w,
            centred=True,
            max_lines=3,
            title=book.title,
        )
        plate = self._draw_plate(Rect(left, top, width, lock_up.height + 1.7 * air))
        return [*plate, Group(lock_up.items, translation(left + 1.2 * air, top + 0.9 * air))]

    def draw_subtitle(self, text: str) -> list[Item]:
        """Draw the plate at the foot, if there is a subtitle."""
        width = self.panel.w * _SUB_WIDE
        foot = self.panel.y + _SUB_FOOT * self.panel.h
        place = Rect(self.panel.centre[0] - width / 2, foot, width, 0)
        return self._draw_words(text, 0.046 * self.w, place, rise=1.0) if text else []

    def _draw_words(self, text: str, size: float, place: Rect, rise: float = 0.0) -> list[Item]:
        """Draw words on a plate that fits them.

        The share `rise` of the plate's height is above the place.
        """
        pad = 0.8 * _AIR * self.w
        least = max(0.022 * self.w, MIN_TABLE_TEXT_SIZE)
        style = FitStyle(TITLE, max(size, least), least, 3)
        lines = require_text(text, style, Rect(0, 0, place.w - 2.4 * pad, 4 * size), self.ink)
        cap = font(TITLE).cap_height / UNITS * lines[0].size
        height = cap + (len(lines) - 1) * LEADING * lines[0].size + 2 * pad
        plate = place._replace(y=place.y - rise * height, h=height)
        down = translation(plate.x + 1.2 * pad, plate.y + pad + cap - lines[0].y)
        return [*self._draw_plate(plate), Group(lines, down)]

    def _draw_plate(self, plate: Rect) -> list[Item]:
        cut = _CHAMFER * self.w
        inner = chamfered(plate.inset(0.009 * self.w), cut - 0.004 * self.w)
        outer = Path(chamfered(plate, cut), fill=self.paper, stroke=self.line)
        return [outer, Path(inner, stroke=self.fine)]


def _plate_box(items: list[Item]) -> Rect:
    plate = items[0]
    assert isinstance(plate, Path)
    return plate.data.box()


# --- booklets of games --------------------------------------------------------------------------

# The booklet that was composed last, by its source and settings: the sheets to fold have the same
# pages.
_last: list[tuple[tuple[object, ...], tuple[Book, Document]]] = []
# The same for the pages of chapters: a table asks for those of one game again and again.
_last_numbers: list[tuple[tuple[Variant, str], Pages]] = []


def compose_booklet(
    source: str | Variant, language: str, look: Theme, page: str, progress: Progress
) -> tuple[Book, Document]:
    """Return the booklet of a game or an anthology, and the booklet laid out for a paper size.

    A call with the same arguments as the last one returns the same result.
    """
    key = (source, language, look, page, font(TITLE).key)
    for known, composed in _last:
        if known == key:
            return composed
    if isinstance(source, str):
        book = find_anthology(source, language, progress)
    else:
        book = find_booklet(source, language)
    size = paper_sizes.paper(page)
    document = compose(book, BookSpec(look, size.w, size.h), progress)
    _last[:] = [(key, (book, document))]
    return book, document


# The anchor of the summary on the last page.
_SUMMARY = "summary"
# The least letters of a sentence on each of two pages.
_SPLIT = 3


def _find_sentences(
    variant: Variant, language: str, book: Document, places: Mapping[str, tuple[int, str]]
) -> dict[str, tuple[int, str]]:
    """Return the page of the sentence of each payment, clause, option and token by its id, with the
    anchor of the chapter there; `places` are the page and the title of each chapter by its anchor.

    The page is the first one with the sentence from its chapter on, else the first one with it; the
    summary at the end counts only if no other page has it. If the sentence is not printed, its
    short form is searched for in the same order. A sentence that continues on a second page is
    tried last, because its parts may belong to other sentences.
    """
    texts = ["".join(_letters(page)) for page in book.pages]
    last = places[_SUMMARY][0] if _SUMMARY in places else len(texts) + 1
    sentences: dict[str, tuple[int, str]] = {}
    agreed = agreed_rules(variant)
    ruled = [(r.id, r.chapter, (r.how, r.short)) for r in variant.rulings]
    ruled += [(name_of_agreed(r), chapter_of_agreed(r), (r.how, None)) for r in agreed]
    for name, chapter, forms in ruled:
        first = places[chapter][0] if chapter in places else 1
        order = [*range(first, last), *range(1, first), *range(last, len(texts) + 1)]
        wanted = [_only_letters(words[language]) for words in forms if words]
        ways = (_find_sentence, _find_split_sentence, _find_most_of_sentence)
        for find, sentence in product(ways, wanted):
            if place := find(sentence, texts, order):
                page, above = place
                sentences[name] = page, _chapter_above(above, page, places) or chapter
                break
    return sentences


def _find_sentence(
    sentence: str, texts: Sequence[str], order: Sequence[int]
) -> tuple[int, str] | None:
    """Return the first page, in the given order, that has the whole sentence, and the text above
    it, or None if no page has it.
    """
    for n in order:
        if sentence in texts[n - 1]:
            return n, texts[n - 1].partition(sentence)[0]
    return None


def _find_most_of_sentence(
    sentence: str, texts: Sequence[str], order: Sequence[int]
) -> tuple[int, str] | None:
    """Return the first page that has a sentence without its first or last letters, which are on
    another page, and the text above it. Return None for a short sentence, or without such a page.
    """
    if len(sentence) < 3 * _SPLIT:
        return None
    for part in (sentence[_SPLIT:], sentence[:-_SPLIT]):
        if place := _find_sentence(part, texts, order):
            return place
    return None


def _find_split_sentence(
    sentence: str, texts: Sequence[str], order: Sequence[int]
) -> tuple[int, str] | None:
    """Return the first page on which a sentence begins that ends on the next page, and the text
    above it, or None without such a page.
    """
    for n in order[:-1]:
        here, after = texts[n - 1], texts[n] if n < len(texts) else ""
        for i in range(len(sentence) - _SPLIT, _SPLIT, -1):
            if sentence[:i] in here and sentence[i:] in after:
                return n, here.partition(sentence[:i])[0]
    return None


def _chapter_above(above: str, page: int, places: Mapping[str, tuple[int, str]]) -> str:
    """Return the anchor of the chapter that a sentence is in, given the letters above it on its
    page.
    """
    here = [
        (above.rfind(title), anchor)
        for anchor, (number, name) in places.items()
        if number == page and (title := _only_letters(name)) in above
    ]
    if here:
        return max(here)[1]
    earlier = [(number, i) for i, (number, _) in enumerate(places.values()) if number < page]
    return [*places][max(earlier)[1]] if earlier else ""


def _letters(page: Page) -> Iterator[str]:
    """Yield the letters and digits of a page in the order of drawing."""
    left: list[Item] = [item for layer in page.layers for item in layer.items][::-1]
    while left:
        item = left.pop()
        if isinstance(item, ShapedText):
            yield _only_letters(item.run.text)
        elif isinstance(item, Group):
            left += item.items[::-1]
        elif isinstance(item, Use):
            left += item.symbol.items[::-1]


def _only_letters(text: str) -> str:
    """Return only the letters and digits of text: line breaks and marks change the rest."""
    return "".join(letter for letter in text if letter.isalnum())


def find_pages(variant: Variant, language: str) -> Pages:
    """Return the pages of chapters and sentences in the booklet of a game, as it is built without
    options.

    The result is empty if the booklet cannot be composed; `check` reports the reason.
    """
    for known, numbers in _last_numbers:
        if known == (variant, language):
            return numbers
    look, size = theme(THEME.default), paper_sizes.paper(BOOKLET_PAGE.default)
    pages = Pages()
    try:
        with in_fonts_of(variant, look):
            book = find_booklet(variant, language)
            spec = BookSpec(look, size.w, size.h)
            laid_out = lay_out_book(book, spec)
            chapters, _ = _find_anchors(_with_heads(laid_out, book))
            drawn = draw_book(book, laid_out, spec)
            titles = titles_by_anchor(book.chapters)
            places = {
                anchor: (page, titles[anchor].rpartition(", ")[2])
                for anchor, page in chapters.items()
                if anchor in titles
            }
            pages = Pages(chapters, _find_sentences(variant, language, drawn, places))
    except PrintkitError:
        pass
    _last_numbers[:] = [((variant, language), pages)]
    return pages
