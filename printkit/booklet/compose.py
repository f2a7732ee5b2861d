"""A book composed: the reading pages.

In: a Book and a BookSpec. Out: a Document: the cover, on its inside the colophon as an imprint, the
chapters from page 3, at most two blank pages, the summary on the very last page; with outline, page
labels and links. Paragraphs are broken once; what depends on page numbers (contents, index) is set
again until it stays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.booklet.book import Book, Callout, Chapter, Heading, Table, TableOfContents, TermIndex
from printkit.booklet.setting.atoms import FORCED, NEVER, ONE_PAGE, SHORT, Atom, dearer, height
from printkit.booklet.setting.blocks import Setter, Within
from printkit.booklet.setting.cover import cover_items
from printkit.booklet.setting.folding import MOST_BLANK, loosened, spare
from printkit.booklet.setting.imprint import Imprint
from printkit.booklet.setting.leaves import Leaf, draw
from printkit.booklet.setting.lists import IMPRINT, Gathered, page_anchor
from printkit.booklet.setting.openings import Openings
from printkit.booklet.setting.pagination import Set, length, paginate
from printkit.booklet.setting.runs import Manner
from printkit.booklet.setting.signs import Pictures
from printkit.booklet.setting.style import BookSpec, Frame, Inks, frame_of, inks_of, smaller
from printkit.booklet.traversal import lines, to_plain_text, walk_blocks
from printkit.definition.variant import Variant
from printkit.imposition.page import ART, Destination, Document, Layer, OutlineEntry, Page

__all__ = ["BookSpec", "compose"]

# Chapters run on where this share of the pages would be left empty by new ones.
_WASTE = 0.20
# How often contents and index are set again at the most; the sizes tried for the summary.
_ROUNDS = 4
_SUMMARY = (1.0, 0.95, 0.9, 0.86, 0.82, 0.78)
# The heights of figures that are tried where too many pages would be blank, and what a page costs;
# pages beside the chapters.
_TIGHTER = ((1.0, 0.0), (1.0, 6000.0), (0.9, 9000.0), (0.8, 12000.0))
_COVERS = 2


def compose(book: Book, spec: BookSpec) -> Document:
    """The book as a document. Raises PrintkitError with file and line for what cannot be set."""
    variant = next(iter(book.variants.values()), None)
    inks = inks_of(spec.theme, variant)
    maker = _BookComposer(book, frame_of(spec), inks, Gathered())
    leaves = _arranged(maker.pages(), maker)
    numbers, places = _places(leaves)
    cover = _cover(book, maker.frame, spec)
    pages = [cover, *(draw(leaf, numbers, places, inks) for leaf in leaves)]
    return Document(
        title=f"{book.title} · {book.subtitle}" if book.subtitle else book.title,
        subject=translate(book.language, "document.subject"),
        language=book.language,
        pages=tuple(pages),
        outline=_outline(leaves, book),
    )


@dataclass(slots=True)
class _Pages:
    """The pages of a book behind its cover: `last` are those of the summary, set in a frame of
    their own, `imprint` is the inside of the cover, `body` the chapters."""

    frame: Frame
    last: list[list[Set]]
    last_frame: Frame
    body: list[list[Set]] = field(default_factory=list)
    imprint: Sequence[Set] = ()
    imprint_frame: Frame | None = None

    def numbered(self) -> list[tuple[int, Sequence[Set], Frame]]:
        """All pages with their numbers and frames, blank ones before the summary."""
        pages: list[tuple[Sequence[Set], Frame]] = [
            (self.imprint, self.imprint_frame or self.frame)
        ]
        pages += [(page, self.frame) for page in self.body]
        blank = spare(_COVERS + len(self.body) + len(self.last))
        pages += [((), self.frame)] * blank
        pages += [(page, self.last_frame) for page in self.last]
        return [(number, page, frame) for number, (page, frame) in enumerate(pages, 2)]


@dataclass(slots=True)
class _Chapters:
    """Chapters set as atoms; whether they run on, and which of them begin a page all the same;
    what a page costs."""

    setter: Setter
    within: Within
    bodies: dict[str, list[Atom]]
    run_on: bool = False
    cost: float = 0.0
    forced: set[str] = field(default_factory=set)
    pages: list[list[Set]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _BookComposer:
    """Sets the chapters of a book."""

    book: Book
    frame: Frame
    inks: Inks
    gathered: Gathered

    def pages(self) -> _Pages:
        """The pages of the colophon, the chapters and the summary."""
        imprint = [one for one in self.book.chapters if one.anchor == IMPRINT]
        chapters = [one for one in self.book.chapters if not one.last and one not in imprint]
        summary = [one for one in self.book.chapters if one.last]
        pages = _Pages(self.frame, *self._summary(summary))
        if imprint:
            setter = self._setter(smaller(self.frame, Imprint.ratio))
            own = Within(0.0, setter.frame.measure, self._manner(setter))
            pages.imprint = Imprint(setter, own).page(imprint[0])
            pages.imprint_frame = setter.frame
        lists = [
            one
            for one in chapters
            if any(isinstance(b, TermIndex | TableOfContents) for b in one.blocks)
        ]
        run = self._folded(chapters, lists, pages)
        for _ in range(_ROUNDS):
            for one in lists:
                run.bodies[one.anchor] = run.setter.blocks(one.blocks, run.within)
            pages.body = self._paged(chapters, run)
            if not self._gather(pages):
                break
        return pages

    def _folded(
        self, chapters: Sequence[Chapter], lists: Sequence[Chapter], pages: _Pages
    ) -> _Chapters:
        """The chapters on the fewest sheets, none of them wasted on a single page: where too many
        pages would be blank, chapters run on and figures are a little smaller; where pages are
        still to spare, chapters begin new ones."""
        least, best = 0, None
        parted = any(one.part for one in chapters)
        for scale, cost in _TIGHTER:
            run = self._chapters(chapters, lists, pages, scale)
            if cost:
                run.run_on, run.cost = True, cost
                run.pages = self._paged(chapters, run)
            over = spare(_COVERS + len(run.pages) + len(pages.last))
            if best is None or len(run.pages) + over < least:
                least, best = len(run.pages) + over, run
            if over <= MOST_BLANK or parted:
                break
        assert best is not None
        most = least - len(best.pages)
        if best.run_on and most and not parted:
            flow = self._flow(chapters, best)
            forced = loosened(flow, self.frame.lines, best.pages, most, best.cost)
            best.forced = {one.opens.anchor for one in forced if one.opens is not None}
        return best

    def _chapters(
        self, chapters: Sequence[Chapter], lists: Sequence[Chapter], pages: _Pages, scale: float
    ) -> _Chapters:
        """The chapters with figures of this scale, on as many pages as they take."""
        setter = replace(self._setter(self.frame), scale=scale)
        within = Within(0.0, self.frame.measure, self._manner(setter))
        bodies = {one.anchor: setter.blocks(one.blocks, within) for one in chapters}
        self._gather_names(bodies.values(), pages.last)
        for one in lists:
            bodies[one.anchor] = setter.blocks(one.blocks, within)
        run = _Chapters(setter, within, bodies)
        run.pages = self._paged(chapters, run)
        empty = sum(self.frame.lines - length(page) for page in run.pages)
        run.run_on = empty > _WASTE * self.frame.lines * len(run.pages)
        if run.run_on:
            run.pages = self._paged(chapters, run)
        return run

    def _paged(self, chapters: Sequence[Chapter], run: _Chapters) -> list[list[Set]]:
        return paginate(self._flow(chapters, run), self.frame.lines, run.cost)

    def _setter(self, frame: Frame) -> Setter:
        pictures = Pictures(self.book.variants, self.book.language, self.inks)
        return Setter(self.book, frame, self.inks, pictures, self.gathered)

    def _manner(self, setter: Setter) -> Manner:
        inks = self.inks
        return Manner(
            setter.frame.size, inks.text, inks.link, self.book.language, setter.pictures.sign
        )

    def _flow(self, chapters: Sequence[Chapter], run: _Chapters) -> list[Atom]:
        """The atoms of all chapters behind their titles."""
        run_on = run.run_on
        openings = Openings(self.frame, self.inks, run.within.manner, run_on)
        flow: list[Atom] = []
        for chapter in chapters:
            head = openings.chapter(chapter)
            if chapter.part:
                part = openings.part(chapter.part, chapter, self._of_part(chapter.part))
                head[0].split, head[0].before = NEVER, 0
                head = [part, *head]
            runs = run_on and not chapter.part and chapter.anchor not in run.forced
            head[0].split = 0.0 if runs else FORCED
            body = run.bodies[chapter.anchor]
            if body:
                body[0].split = NEVER
                closed = isinstance(chapter.blocks[0], Callout | Table | Heading)
                body[0].before = 1 if closed else 0
            used = 0
            for atom in body:
                if used >= 3:
                    break
                used += atom.lines
                atom.split = NEVER
            high = height([*head, *body])
            if high <= self.frame.lines:
                dearer(body, SHORT if 2 * high <= self.frame.lines else ONE_PAGE)
            flow += [*head, *body]
        return flow

    def _of_part(self, title: str) -> Variant | None:
        """The variant that a part is about: the one of its name, or the first of the book."""
        variants = self.book.variants.values()
        named = (one for one in variants if one.name[self.book.language] == title)
        return next(named, next(iter(variants), None))

    def _summary(self, chapters: Sequence[Chapter]) -> tuple[list[list[Set]], Frame]:
        """The summary on one page, smaller where it must be; over several where it is too long."""
        if not chapters:
            return [], self.frame
        for ratio in _SUMMARY:
            frame = smaller(self.frame, ratio)
            setter = self._setter(frame)
            within = Within(0.0, frame.measure, self._manner(setter))
            bodies = {one.anchor: setter.blocks(one.blocks, within) for one in chapters}
            inner = replace(self, frame=frame)
            pages = paginate(inner._flow(chapters, _Chapters(setter, within, bodies)), frame.lines)
            if len(pages) == 1:
                break
        return pages, frame

    def _gather_names(self, bodies: object, last: Sequence[Sequence[Set]]) -> None:
        """All terms, before their pages are known."""
        assert hasattr(bodies, "__iter__")
        found = [term for atoms in bodies for atom in atoms for term in atom.terms]
        found += [term for page in last for one in page for term in one.atom.terms]
        for term in found:
            self.gathered.name(term)
        blocks = walk_blocks([block for one in self.book.chapters for block in one.blocks])
        self.gathered.settle(to_plain_text(line) for block in blocks for line in lines(block))
        self.gathered.pages = {self.gathered.entry(term): (0,) for term in found}

    def _gather(self, pages: _Pages) -> bool:
        """The pages of all terms; whether they are others than before."""
        found: dict[str, list[int]] = {}
        for number, page, _ in pages.numbered():
            for one in page:
                for term in one.atom.terms:
                    found.setdefault(self.gathered.entry(term), []).append(number)
        terms = {term: tuple(sorted(set(at))) for term, at in found.items()}
        anchors = {
            anchor: number
            for number, page, _ in pages.numbered()
            for one in page
            for anchor in one.atom.anchors
        }
        changed = (terms, anchors) != (self.gathered.pages, self.gathered.anchors)
        self.gathered.pages, self.gathered.anchors = terms, anchors
        return changed


def _arranged(pages: _Pages, maker: _BookComposer) -> list[Leaf]:
    """The leaves behind the cover, with their running heads."""
    book = maker.book
    found: list[Leaf] = []
    part, chapter = "", ""
    for number, page, frame in pages.numbered():
        if not page:
            found.append(Leaf(number, (), "", book.title, frame))
            continue
        opens = [one.atom.opens for one in page if one.atom.opens is not None]
        first = page[0].atom
        opened = first.opens is not None or (bool(opens) and first.split == FORCED)
        for one_chapter in opens:
            if one_chapter.part is not None or one_chapter.last:
                part = one_chapter.part or ""
        if opened and opens:
            chapter = opens[0].title
        head = chapter if number % 2 else (part or book.title)
        title = chapter or book.title
        found.append(Leaf(number, page, "" if opened else head, title, frame))
        if opens:
            chapter = opens[-1].title
    return found


def _places(leaves: Sequence[Leaf]) -> tuple[dict[str, int], dict[str, Destination]]:
    """The page of each anchor, and where it stands there."""
    numbers: dict[str, int] = {}
    places: dict[str, Destination] = {}
    for leaf in leaves:
        places[page_anchor(leaf.number)] = Destination(leaf.number - 1)
        for one in leaf.sets:
            for anchor in one.atom.anchors:
                y = leaf.frame.top + (one.line - 0.5) * leaf.frame.step
                numbers.setdefault(anchor, leaf.number)
                places.setdefault(anchor, Destination(leaf.number - 1, y))
    return numbers, places


def _outline(leaves: Sequence[Leaf], book: Book) -> tuple[OutlineEntry, ...]:
    """Parts, chapters and their sections."""
    top: list[tuple[str, Destination, list[tuple[str, Destination, list[OutlineEntry]]]]] = []
    parted = any(one.part for one in book.chapters)
    for leaf in leaves:
        for one in leaf.sets:
            if one.atom.heading is None:
                continue
            level, title, _ = one.atom.heading
            to = Destination(leaf.number - 1, leaf.frame.top + (one.line - 0.5) * leaf.frame.step)
            if level == 1:
                part = one.atom.opens.part if one.atom.opens is not None else None
                if part is not None or not parted or not top:
                    top.append((part or "", to, []))
                top[-1][2].append((title, to, []))
            elif level == 2 and top:
                top[-1][2][-1][2].append(OutlineEntry(title, to))
    entries: list[OutlineEntry] = []
    for part, to, chapters in top:
        below = tuple(OutlineEntry(title, at, tuple(own)) for title, at, own in chapters)
        if part:
            entries.append(OutlineEntry(part, to, below))
        else:
            entries += below
    return tuple(entries)


def _cover(book: Book, frame: Frame, spec: BookSpec) -> Page:
    paper = Rect(0, 0, frame.width, frame.height)
    items = tuple(cover_items(book, frame, spec.theme))
    label = translate(book.language, "booklet.cover")
    return Page(paper, paper, paper, (Layer(ART, items),), "001", book.title, label=label)
