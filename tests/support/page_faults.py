"""Errors of laid-out pages, by kind, found from their strips alone."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from printkit.base.geometry import MM_PER_POINT
from printkit.booklet.arrangement import BookPages
from printkit.booklet.contents import QuestionColumns
from printkit.booklet.page_style import ChapterMark, HeadingMark, TypeArea, marks_of
from printkit.layout.inline import uncounted_words
from printkit.layout.records import PlacedStrip
from printkit.text.book import (
    FACTS,
    GLANCE,
    LADDER,
    PLAYS,
    SETUP,
    TOKENS,
    Book,
    Callout,
    Chapter,
    Figure,
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

LOW, GAP, STEP, TABLE, SIZE, SPREAD, OPENING, TORN, CUT = (
    "low page",
    "gap",
    "step divided",
    "table away",
    "size of type",
    "set-up not on one spread",
    "opening",
    "opening divided by a page turn",
    "table cut",
)
COLUMNS, QUESTION, NUMBER, TURNED, FIGURE, CALLOUT = (
    "columns of questions not equal",
    "question divided between columns",
    "number parted from its noun",
    "numbered steps divided by a page turn",
    "figure over the leaf from its text",
    "callout divided by a page turn",
)
KINDS = (
    *(LOW, GAP, STEP, TABLE, SIZE, SPREAD, OPENING, TORN, CUT),
    *(COLUMNS, QUESTION, NUMBER, TURNED, FIGURE, CALLOUT),
)
# The minimum filled share of a page, the widest gap and the longest undivided step (lines).
_FILL, _GAP, _LONGEST = 0.75, 2.0, 10
# The greatest difference between two columns of questions (lines).
_UNEQUAL = 4.0
# Chapters that are played along, by the end of their anchors, and panels that are read as a whole.
_PLAYED = ("first-hand", "example")
_WHOLE = (SETUP, LADDER, TOKENS, PLAYS)
# A figure at the head of a line with the word after it; the end of the line before it, with a word
# or the first number of a range.
_HEAD, _TAIL = re.compile(r"^[0-9]+(?![\w.,])\s?(\S*)"), re.compile(r"(\d+ )?([A-Za-zÀ-ÿ]+)$")
_OPERATORS = ("+", "−", "×", "=")
# A paragraph of at most this many letters may introduce a table.
_SHORT = 240
# A numbered list of fewer letters fits half a page of A5.
_SHORT_LIST = 1000
# A callout of fewer letters fits a third of a page.
_SHORT_CALLOUT = 600
# A table of more rows may not fit a page.
_LONG_TABLE = 20
_FOURTH = ("first-hand", "hands", "before")
# Chapters that may fill the page before a first hand.
_FILLERS = ("deck", "stakes", "story")


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
        *_turned(book, where),
        *_tables(book, where),
        *_sizes(sheets, points),
        *_openings(book, where, exact=exact),
        *_torn(book, where),
        *_cut(book, where),
        *_figures(book, where),
        *_callouts(book, where),
        *_columns(sheets),
        *_questions(book, sheets),
        *_numbers(book, sheets),
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

    def pages_of_panel(self, panel: Panel, pages: Sequence[int]) -> set[int]:
        """Return those of some pages that have a cell of a panel."""
        texts = {
            s.number: "".join(squeezed(strip.text) for strip, _ in s.strips) for s in self.sheets
        }
        found: set[int] = set()
        for cell in panel.cells:
            # A dense ladder has a full stop between the two.
            said = [squeezed(to_plain_text(line)) for line in (cell.name, cell.words)]
            words = [one for one in said if one]
            hits = {
                page for page in pages if words and all(one in texts.get(page, "") for one in words)
            }
            found |= hits if len(hits) == 1 else set()
        return found


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


def _turned(book: Book, where: _Where) -> Iterator[Fault]:
    """Yield numbered lists that a page turn divides although they are shorter than a page."""
    for block in walk_blocks([block for chapter in book.chapters for block in chapter.blocks]):
        if not isinstance(block, ListBlock) or block.start is None:
            continue
        texts = [to_plain_text(b.line) for e in block.entries for b in e if hasattr(b, "line")]
        pages = {page for text in texts for page in where.pages_of(text) or ()}
        if len({page // 2 for page in pages}) > 1 and sum(map(len, texts)) < _SHORT_LIST:
            yield Fault(TURNED, min(pages), texts[0][:40])


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


def _torn(book: Book, where: _Where) -> Iterator[Fault]:
    """Yield chapters and panels that a page turn divides, although they must be one opening."""
    extents: dict[str, list[int]] = {}
    current = ""
    for sheet in where.sheets:
        for strip, _ in sheet.strips:
            for mark in marks_of(strip, ChapterMark):
                current = mark.chapter.anchor
                extents[current] = [sheet.number]
            if current and strip.text:
                extents[current].append(sheet.number)
    for chapter in book.chapters:
        pages = extents.get(chapter.anchor, [0])
        if chapter.anchor.endswith(_PLAYED) and len({page // 2 for page in pages}) > 1:
            yield Fault(TORN, pages[0], chapter.title)
        for block in walk_blocks(chapter.blocks):
            if isinstance(block, Panel) and block.kind in _WHOLE:
                openings = {page // 2 for page in where.pages_of_panel(block, pages)}
                if len(openings) > 1:
                    yield Fault(TORN, 2 * min(openings), f"{chapter.title}: {block.kind}")


def _cut(book: Book, where: _Where) -> Iterator[Fault]:
    """Yield tables on several pages that would fit one."""
    for chapter in book.chapters:
        if any(isinstance(block, TableOfContents) for block in chapter.blocks):
            continue
        for block in walk_blocks(chapter.blocks):
            if not isinstance(block, TableBlock):
                continue
            rows = ["".join(map(to_plain_text, row)) for row in block.rows]
            found = {page for row in rows for page in where.pages_of(row) or ()}
            if len(found) > 1 and len(rows) < _LONG_TABLE:
                yield Fault(CUT, min(found), chapter.title)


def _figures(book: Book, where: _Where) -> Iterator[Fault]:
    """Yield figures that a page turn parts from the text before them."""
    for chapter in book.chapters:
        for above, figure in pairwise(chapter.blocks):
            if isinstance(figure, Figure) and isinstance(above, ParagraphBlock | ListBlock):
                last, found = _end_of(above, where), where.pages_of(to_plain_text(figure.caption))
                if last and found and last // 2 != found[0] // 2:
                    yield Fault(FIGURE, found[0], to_plain_text(figure.caption)[:40])


def _end_of(block: ParagraphBlock | ListBlock, where: _Where) -> int:
    """Return the page of the end of a paragraph or list, or 0 if its words are not unique."""
    while isinstance(block, ListBlock):
        block = block.entries[-1][-1]  # type: ignore[assignment]
    found = where.pages_of(to_plain_text(block.line)) if hasattr(block, "line") else None
    return found[1] if found else 0


def _callouts(book: Book, where: _Where) -> Iterator[Fault]:
    """Yield callouts that a page turn divides although they are short."""
    for chapter in book.chapters:
        for box in chapter.blocks:
            if not isinstance(box, Callout):
                continue
            lines = [b.line for b in walk_blocks(box.blocks) if isinstance(b, ParagraphBlock)]
            texts = [to_plain_text(line) for line in (*lines, box.title)]
            pages = {page for text in texts for page in where.pages_of(text) or ()}
            if len({page // 2 for page in pages}) > 1 and sum(map(len, texts)) < _SHORT_CALLOUT:
                yield Fault(CALLOUT, min(pages), texts[0][:40])


def _columns(sheets: Sequence[Sheet]) -> Iterator[Fault]:
    for sheet in sheets:
        for strip, _ in sheet.strips:
            for mark in marks_of(strip, QuestionColumns):
                if max(mark.heights) - min(mark.heights) > _UNEQUAL:
                    lines = " and ".join(f"{height:.0f}" for height in mark.heights)
                    yield Fault(COLUMNS, sheet.number, f"{lines} lines")


def _questions(book: Book, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield questions that are not whole, with their answers, in one column."""
    columns = {
        squeezed(text): sheet.number
        for sheet in sheets
        for strip, _ in sheet.strips
        for mark in marks_of(strip, QuestionColumns)
        for text in mark.texts
    }
    for chapter in book.chapters if columns else ():
        for block in chapter.blocks if chapter.columns else ():
            said = to_plain_text(block.line) if isinstance(block, ParagraphBlock) else ""
            words = squeezed(said.partition("→")[0])  # a page number follows
            if "?" in said and not any(words in text for text in columns):
                yield Fault(QUESTION, min(columns.values()), said[:40])


def _numbers(book: Book, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield lines of paragraphs that begin with a figure that counts no word after it, or with the
    second number of a range.
    """
    uncounted = uncounted_words(book.language)
    whole = " ".join(
        squeezed(to_plain_text(block.line))
        for chapter in book.chapters
        for block in walk_blocks(chapter.blocks)
        if isinstance(block, ParagraphBlock) and not chapter.columns
    )
    for sheet in sheets:
        for (above, _), (below, _) in pairwise(sheet.strips):
            head, tail = _HEAD.match(below.text), _TAIL.search(above.text.rstrip())
            if head is None or tail is None or squeezed(above.text + below.text) not in whole:
                continue
            word = head[1].rstrip(".,;:!?…").casefold()
            counts = word[:1].isalpha() and word not in uncounted
            is_range = tail[1] and tail[2].casefold() in uncounted
            if is_range or (not counts and not head[1].startswith(_OPERATORS)):
                yield Fault(NUMBER, sheet.number, f"{above.text[-20:]} / {below.text[:12]}")


def _sizes(sheets: Sequence[Sheet], points: float) -> Iterator[Fault]:
    """Yield pages of text in another size, except the imprint and the summary."""
    ends = [s.number for s in sheets if any(c.last for c in s.begun[:1])]
    for sheet in sheets:
        own = sheet.area.size / MM_PER_POINT
        apart = any(c.anchor == "colophon" for c in sheet.begun[:1]) or (
            ends and sheet.number >= ends[-1]
        )
        if abs(own - points) > 1e-3 and not apart:
            yield Fault(SIZE, sheet.number, f"{own:.2f}")


def _openings(book: Book, where: _Where, *, exact: bool) -> Iterator[Fault]:
    """Yield set-ups that are not on one spread, and games whose opening pages are in the wrong
    order.

    The order is, from a left page on: the game; the set-up; the turn; tokens, hands, what
    to agree on, a first hand, or a filler before it. A long book has its contents before the
    fourth. If the openings are not `exact`, a chapter may exceed one page.
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
        others = [c for c in laid if not c.front or _holds(c, TOKENS)]
        # Of two on one page, the one that begins the page.
        fourth = min(
            others, key=lambda c: (where.anchors[c.anchor], c.anchor not in begins), default=None
        )
        opened = [begins.get(c.anchor, 0) if c is not None else 0 for c in (*order, fourth)]
        if opened[1] // 2 != (opened[2] - 1) // 2:
            yield Fault(SPREAD, opened[1], named)
        steps = {after - before for before, after in pairwise(opened)}
        is_fourth = fourth is not None and (
            fourth.anchor.endswith((*_FOURTH, *_FILLERS)) or _holds(fourth, TOKENS)
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
