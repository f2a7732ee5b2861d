"""Errors of laid-out pages, by kind, found from their strips alone."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from printkit.base.geometry import MM_PER_POINT
from printkit.booklet.compose import BookPages
from printkit.booklet.page_style import ChapterMark, HeadingMark, TypeArea, marks_of
from printkit.layout.records import PlacedStrip
from printkit.text.book import (
    FACTS,
    GLANCE,
    SETUP,
    TOKENS,
    Book,
    Chapter,
    Heading,
    InlineText,
    ListBlock,
    Panel,
    ParagraphBlock,
    TableBlock,
    TableOfContents,
    to_plain_text,
    walk_blocks,
)

LOW, GAP, STEP, TABLE, SIZE, SPREAD, OPENING = (
    "low page",
    "gap",
    "step divided",
    "table away",
    "size of type",
    "set-up not on one spread",
    "opening",
)
KINDS = (LOW, GAP, STEP, TABLE, SIZE, SPREAD, OPENING)
# The minimum filled share of a page, the widest gap and the longest undivided step (lines).
_FILL, _GAP, _LONGEST = 0.7, 2.0, 10
# A paragraph of at most this many letters may introduce a table.
_SHORT = 240
_FOURTH = ("first-hand", "hands", "before")


class Fault(NamedTuple):
    """An error: its kind, the page, and words of it."""

    kind: str
    page: int
    words: str


class Sheet(NamedTuple):
    """A page with words: its number, its strips, its area, the chapters that start on it."""

    number: int
    strips: Sequence[PlacedStrip]
    area: TypeArea
    begun: tuple[Chapter, ...]

    @property
    def foot(self) -> float:
        """Return the end of the last line, as a share of the height of text."""
        ends = [top + strip.height for strip, top in self.strips]
        return max(ends) / self.area.height_of_text


def find_faults(book: Book, pages: BookPages, points: float, *, exact: bool = True) -> list[Fault]:
    """Return all errors of a book set in a size; with `exact`, openings have four pages."""
    sheets = [
        Sheet(number, strips, area, tuple(_begun(strips)))
        for number, strips, area in pages.numbered()
        if strips
    ]
    where = _Where(sheets)
    return [
        *_low_pages(sheets),
        *_gaps(sheets),
        *_steps(book, where),
        *_tables(book, where),
        *_sizes(sheets, points),
        *_openings(book, where, exact=exact),
    ]


def count(faults: Sequence[Fault]) -> Counter[str]:
    return Counter(fault.kind for fault in faults)


def _begun(strips: Sequence[PlacedStrip]) -> Iterator[Chapter]:
    for strip, _ in strips:
        yield from (mark.chapter for mark in marks_of(strip, ChapterMark))


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f\u00ad\u200b|-]", "", text)


class _Where:
    """Finds words and headings on pages."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self.sheets = sheets
        texts = ["".join(squeezed(strip.text) for strip, _ in sheet.strips) for sheet in sheets]
        self.whole = "".join(texts)
        self.ends = [*accumulate(map(len, texts))]
        self.anchors = {
            mark.anchor: sheet.number
            for sheet in sheets
            for strip, _ in sheet.strips
            for mark in marks_of(strip, HeadingMark)
        }

    def pages_of(self, text: str) -> tuple[int, int] | None:
        """Return the first and the last page of words that occur exactly once."""
        words = squeezed(text)
        if not words or self.whole.count(words) != 1:
            return None
        at = self.whole.index(words)
        first, last = (bisect_right(self.ends, place) for place in (at, at + len(words) - 1))
        return self.sheets[first].number, self.sheets[last].number


def _low_pages(sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield pages that end too high, except the last of a part, the imprint and the summary."""
    for sheet, after in pairwise(sheets):
        ends_part = any(c.part is not None or c.last for c in after.begun[:1])
        imprint = sheet.begun[:1] and sheet.begun[0].anchor == "colophon"
        if sheet.foot < _FILL and not ends_part and not imprint:
            yield Fault(LOW, sheet.number, f"{sheet.foot:.2f}")


def _gaps(sheets: Sequence[Sheet]) -> Iterator[Fault]:
    for sheet in sheets:
        if [c.anchor for c in sheet.begun] == ["colophon"]:
            continue
        for (above, top), (below, start) in pairwise(sheet.strips):
            gap = (start - top - above.height) / sheet.area.leading
            if gap > _GAP + 1e-3:
                yield Fault(GAP, sheet.number, f"{gap:.1f} lines before {below.text[:30]}")


def _steps(book: Book, where: _Where) -> Iterator[Fault]:
    """Yield entries of lists that are divided although they are short."""
    for block in walk_blocks([block for chapter in book.chapters for block in chapter.blocks]):
        for entry in block.entries if isinstance(block, ListBlock) else ():
            lines_of = (b.line for b in entry if isinstance(b, ParagraphBlock))
            words = (one for line in lines_of for one in line if isinstance(one, InlineText))
            text = "".join(one.text for one in words)
            found = where.pages_of(text)
            if found and found[0] != found[1]:
                lines = sum(
                    1
                    for sheet in where.sheets
                    if sheet.number in found
                    for strip, _ in sheet.strips
                    if len(strip.text) > 8 and squeezed(strip.text) in squeezed(text)
                )
                if lines <= _LONGEST:
                    yield Fault(STEP, found[0], text[:40])


def _tables(book: Book, where: _Where) -> Iterator[Fault]:
    """Yield tables on another page than their heading, with at most a short paragraph between."""
    for chapter in book.chapters:
        anchor, between = chapter.anchor, 0
        for block in chapter.blocks:
            if isinstance(block, Heading):
                anchor, between = block.anchor, 0
            elif not isinstance(block, TableBlock) or not block.rows:
                said = to_plain_text(block.line) if isinstance(block, ParagraphBlock) else ""
                between += 1 if 0 < len(said) <= _SHORT else 2
            else:
                row = "".join(map(to_plain_text, block.rows[0]))
                found = where.pages_of("".join(map(to_plain_text, block.head)) + row)
                away = anchor in where.anchors and found and where.anchors[anchor] != found[0]
                if between < 2 and found and away:
                    yield Fault(TABLE, found[0], chapter.title)
                between = 2


def _sizes(sheets: Sequence[Sheet], points: float) -> Iterator[Fault]:
    """Yield pages of text in another size, except the imprint and the summary."""
    for sheet in sheets:
        own = sheet.area.size / MM_PER_POINT
        apart = any(c.last or c.anchor == "colophon" for c in sheet.begun[:1])
        if abs(own - points) > 1e-3 and not apart:
            yield Fault(SIZE, sheet.number, f"{own:.2f}")


def _openings(book: Book, where: _Where, *, exact: bool) -> Iterator[Fault]:
    """Yield set-ups that are not on one spread, and games whose opening pages are in the wrong
    order.

    The order is, from a left page on: the game; the set-up; the turn; tokens, hands, what
    to agree on, or a first hand. A long book has its contents before the fourth. If the openings
    are not `exact`, a chapter may exceed one page.
    """
    begins = {chapter.anchor: s.number for s in where.sheets for chapter in s.begun[:1]}
    for part in _parts(book):
        order = [_holder(kind, part) for kind in (FACTS, SETUP, GLANCE)]
        if order[1] is None:
            continue
        named = part[0].part or book.title
        laid = [
            chapter
            for chapter in part
            if chapter.anchor in where.anchors
            and not any(isinstance(block, TableOfContents) for block in chapter.blocks)
        ]
        fourth = next((c for c in laid if not c.front or _holds(c, TOKENS)), None)
        opened = [begins.get(c.anchor, 0) if c is not None else 0 for c in (*order, fourth)]
        if opened[1] // 2 != (opened[2] - 1) // 2:
            yield Fault(SPREAD, opened[1], named)
        steps = {after - before for before, after in pairwise(opened)}
        is_fourth = fourth is not None and (
            fourth.anchor.endswith(_FOURTH) or _holds(fourth, TOKENS)
        )
        well = steps == {1} if exact else min(steps) >= 1
        if not well or opened[0] % 2 or not is_fourth:
            yield Fault(OPENING, opened[0], named)


def _parts(book: Book) -> list[list[Chapter]]:
    parts: list[list[Chapter]] = []
    for chapter in book.chapters:
        if chapter.part is not None or not parts:
            parts.append([])
        parts[-1].append(chapter)
    return parts


def _holder(kind: str, part: Sequence[Chapter]) -> Chapter | None:
    return next((chapter for chapter in part if _holds(chapter, kind)), None)


def _holds(chapter: Chapter, kind: str) -> bool:
    return any(isinstance(block, Panel) and block.kind == kind for block in chapter.blocks)
