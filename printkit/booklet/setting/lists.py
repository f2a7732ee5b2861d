"""The table of contents and the index.

In: the chapters of a book; the terms with their pages, once these are known. Out: atoms, whose page
numbers are drawn last. Titles lead to their page by a row of small diamonds.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from printkit.base.geometry import Rect
from printkit.booklet.book import (
    Book,
    Chapter,
    Heading,
    InlineText,
    SourceLocation,
    TableOfContents,
)
from printkit.booklet.setting.atoms import NEVER, Atom, Late, Numbers
from printkit.booklet.setting.runs import Manner
from printkit.booklet.setting.style import BASE, Frame, Inks
from printkit.booklet.setting.words import SetLine, set_lines
from printkit.graphics.display_list import LIVE, Item, Path, Text
from printkit.graphics.font import TITLE_BOLD, UNITS, shape
from printkit.graphics.path import PathBuilder

# Diamonds of a leader: how far apart, how large (mm); the room for a number (em).
_PITCH, _DIAMOND, _NUMBER = 2.1, 0.21, 2.2
# Lines that a title takes with what is below it.
_TITLE_LINES = 3
# Sections are told in a table of contents only where it still fits one page.
_HEAD_LINES = 8
_GUTTER = 5.0
# Columns of the index are at least so wide (em).
_COLUMN = 12.0
# The chapter that stands on the inside of the cover, before the contents.
IMPRINT = "colophon"
_EN_DASH = "–"


@dataclass(slots=True)
class Gathered:
    """The terms of a book with the pages on which they stand, as far as they are known; the pages
    of its anchors."""

    pages: dict[str, tuple[int, ...]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    anchors: dict[str, int] = field(default_factory=dict)

    def name(self, term: str) -> None:
        """Takes note of a term; “Stock” at the head of a sentence is “stock”."""
        known = self.names.setdefault(term.casefold(), term)
        capitals = sum(map(str.isupper, term))
        if capitals < sum(map(str.isupper, known)):
            self.names[term.casefold()] = term

    def settle(self, lines: Iterable[str]) -> None:
        """Names keep their capital; what has one only at the head of a sentence, or elsewhere in
        these lines has none, begins with a small letter."""
        told = [
            (key, name)
            for key, name in self.names.items()
            if name[:1].isupper() and not any(map(str.isupper, name[1:]))
        ]
        text = "\n".join(lines) if told else ""
        for key, name in told:
            small = name[0].lower() + name[1:]
            plain = re.search(rf"\b{re.escape(small)}\b", text)
            if plain or not re.search(rf"[\w,’(][ \u00a0]?(?<!\w){re.escape(name)}\b", text):
                self.names[key] = small

    def entry(self, term: str) -> str:
        """A term as the index has it."""
        return self.names.get(term.casefold(), term)


def contents_atoms(
    book: Book, gathered: Gathered, manner: Manner, measure: float, frame: Frame, inks: Inks
) -> list[Atom]:
    """A line for each chapter and, where there is room, section; in a book of several parts a line
    for each part, its chapters with their pages in a paragraph below."""
    chapters = [
        one for one in book.chapters if not _lists_contents(one.blocks) and one.anchor != IMPRINT
    ]
    sections = [
        block
        for one in chapters
        for block in one.blocks
        if isinstance(block, Heading) and block.level == 2
    ]
    parts = sum(bool(one.part) for one in chapters)
    deep = parts == 0 and len(chapters) + len(sections) + _HEAD_LINES <= frame.lines
    atoms: list[Atom] = []
    line = _ContentsLine(manner, measure, frame, inks)
    within: list[Chapter] = []
    for chapter in chapters:
        if chapter.part:
            atoms += line.chapters(within, gathered)
            part = line.part(chapter.part, chapter.place, chapter.anchor)
            part[0].before = 1 if atoms else 0
            atoms += part
            within = [chapter]
            continue
        if within and chapter.part is None:
            within.append(chapter)
            continue
        atoms += line.chapters(within, gathered)
        title = (InlineText(chapter.title, strong=bool(deep)),)
        own = line.entry(title, chapter.anchor, chapter.place, 0)
        if within:
            own[0].before, within = 1, []
        atoms += own
        if deep:
            for block in chapter.blocks:
                if isinstance(block, Heading) and block.level == 2:
                    atoms += line.entry(block.line, block.anchor, block.place, 1)
    return atoms + line.chapters(within, gathered)


def _lists_contents(blocks: Iterable[object]) -> bool:
    return any(isinstance(block, TableOfContents) for block in blocks)


class _ContentsLine:
    """Lines of a table of contents."""

    def __init__(self, manner: Manner, measure: float, frame: Frame, inks: Inks) -> None:
        self.manner = replace(manner, ragged=True, link=manner.fill)
        self.measure, self.frame, self.inks = measure, frame, inks

    def part(self, title: str, place: SourceLocation, anchor: str) -> list[Atom]:
        """The title of a part."""
        manner = replace(
            self.manner, regular=TITLE_BOLD, fill=self.inks.title, size=self.manner.size * 1.05
        )
        return self._set((InlineText(title),), manner, anchor, place, 0.0)

    def chapters(self, chapters: Sequence[Chapter], gathered: Gathered) -> list[Atom]:
        """The chapters of a part, one after the other, each with its page as far as it is known."""
        said: list[InlineText] = []
        for one in chapters:
            number = gathered.anchors.get(one.anchor, 0) or "000"
            said += [InlineText(" · ")] if said else []
            # A title and its page are not parted, and the dot stays with what it follows.
            said.append(InlineText(f"{one.title}\u00a0{number}", link=f"#{one.anchor}"))
        if not said:
            return []
        indent = self.manner.size * 1.3
        room = self.measure - indent - _NUMBER * self.manner.size
        lines = set_lines(said, self.manner, room, chapters[0].place)
        atoms = []
        for one_line in lines:
            atom = Atom(1, one_line.placed(indent, BASE * self.frame.step), text=one_line.text)
            atom.links = tuple(
                (Rect(indent + a, 0, b - a, self.frame.step), to) for a, b, to in one_line.links
            )
            atom.split = NEVER
            atoms.append(atom)
        return atoms

    def entry(
        self, line: Sequence[object], anchor: str, place: SourceLocation, level: int
    ) -> list[Atom]:
        """A title, its leader and its page."""
        indent = level * self.manner.size * 1.3
        return self._set(line, self.manner, anchor, place, indent)

    def _set(
        self,
        line: Sequence[object],
        manner: Manner,
        anchor: str,
        place: SourceLocation,
        indent: float,
    ) -> list[Atom]:
        step, size = self.frame.step, manner.size
        room = self.measure - indent - _NUMBER * size - 2 * _PITCH
        atoms = []
        lines = set_lines(line, manner, room, place)  # type: ignore[arg-type]
        for at, one in enumerate(lines):
            atom = Atom(1, one.placed(indent, BASE * step), text=one.text)
            atom.links = ((Rect(0, 0, self.measure, step), f"#{anchor}"),)
            atom.split = NEVER if at else 0.0
            atoms.append(atom)
        last = lines[-1]
        atoms[-1].late = self._leader(indent + last.width, anchor, manner)
        return atoms

    def _leader(self, start: float, anchor: str, manner: Manner) -> Late:
        """The diamonds and the number, once it is known."""
        base = BASE * self.frame.step

        def late(numbers: Numbers) -> list[Item]:
            number = str(numbers[anchor])
            run = shape(manner.regular, number)
            x = self.measure - run.width * manner.size / UNITS
            text = Text(run, x, base, manner.size, manner.fill, render_mode=LIVE)
            dots = PathBuilder()
            # On a grid of their own from the right, so that they stand below one another.
            stop = self.measure - _NUMBER * manner.size
            count = int((stop - start - 0.8 * _PITCH) / _PITCH)
            r = _DIAMOND
            for at in range(max(0, count)):
                cx, cy = stop - at * _PITCH, base - 0.55
                dots.polygon([(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)])
            leader = dots.done()
            items: list[Item] = [text]
            return [*items, Path(leader, fill=self.inks.quiet)] if leader.steps else items

        return late


def collation(term: str) -> tuple[str, str]:
    """How a term is ordered: accents and ligatures as their letters, then by themselves."""
    opened = term.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    plain = "".join(c for c in unicodedata.normalize("NFKD", opened) if c.isalnum() or c == " ")
    return plain.strip(), term


def collapsed(pages: Iterable[int]) -> list[tuple[str, int]]:
    """Page numbers, three and more in a row as a range, each with the first page it tells.

    >>> collapsed([3, 5, 6, 7, 9, 10])
    [('3', 3), ('5–7', 5), ('9', 9), ('10', 10)]
    """
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    said: list[tuple[str, int]] = []
    for run in runs:
        if len(run) > 2:
            said.append((f"{run[0]}{_EN_DASH}{run[-1]}", run[0]))
        else:
            said += [(str(page), page) for page in run]
    return said


def page_anchor(number: int) -> str:
    """What a link to a page is called."""
    return f"page={number}"


def terms_atoms(gathered: Gathered, manner: Manner, measure: float, frame: Frame) -> list[Atom]:
    """The index in columns, each page of it by itself; the letters of the alphabet apart."""
    size = manner.size * 0.95
    columns = max(1, min(3, int((measure + _GUTTER) / (_COLUMN * size + _GUTTER))))
    wide = (measure - _GUTTER * (columns - 1)) / columns
    small = replace(manner, size=size, ragged=True, link=manner.fill)
    lines: list[SetLine | None] = []
    letter = ""
    place = SourceLocation("index", 0)
    for term in sorted(gathered.pages, key=collation):
        first = collation(term)[0][:1]
        if lines and first != letter and len(gathered.pages) > 12:
            lines.append(None)
        letter = first
        said = [InlineText(term)]
        for number, page in collapsed(gathered.pages[term]):
            said += [InlineText(", "), InlineText(number, link=f"#{page_anchor(page)}")]
        for at, one in enumerate(set_lines(said, small, wide - size, place)):
            lines.append(one if at == 0 else _indented(one, size))
    atoms: list[Atom] = []
    start = 0
    room = frame.lines - _TITLE_LINES
    while start < len(lines):
        for rows in range(min(room, -(-(len(lines) - start) // columns)), room + 1):
            cut, end = _cut(lines, start, columns, rows)
            if end == len(lines):
                break
        atoms.append(_page_of_terms(cut, wide, frame.step))
        start, room = end, frame.lines
    return atoms


def _cut(
    lines: Sequence[SetLine | None], start: int, columns: int, rows: int
) -> tuple[list[Sequence[SetLine | None]], int]:
    """Columns of so many rows at the most, and where they end: none begins with a space, nor in the
    middle of a term."""
    cut: list[Sequence[SetLine | None]] = []
    for _ in range(columns):
        while start < len(lines) and lines[start] is None:
            start += 1
        end = min(start + rows, len(lines))
        while start + 1 < end < len(lines) and _goes_on(lines[end]):
            end -= 1
        cut.append(lines[start:end])
        start = end
    return cut, start


def _goes_on(line: SetLine | None) -> bool:
    return line is not None and not line.opens


def _indented(line: SetLine, by: float) -> SetLine:
    links = tuple((a + by, b + by, to) for a, b, to in line.links)
    return replace(line, items=tuple(line.placed(by, 0.0)), width=line.width + by, links=links)


def _page_of_terms(columns: Sequence[Sequence[SetLine | None]], wide: float, step: float) -> Atom:
    items: list[Item] = []
    links: list[tuple[Rect, str]] = []
    rows = 1
    said = []
    for at, column in enumerate(columns):
        rows = max(rows, len(column))
        for row, line in enumerate(column):
            if line is not None:
                x, y = at * (wide + _GUTTER), row * step
                items += line.placed(x, y + BASE * step)
                links += [(Rect(x + a, y, b - a, step), to) for a, b, to in line.links]
                said.append(line.text)
    return Atom(rows, items, text="\n".join(said), links=tuple(links))
