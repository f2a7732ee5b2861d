"""Set the table of contents, the index and the questions.

Leaders are rows of small diamonds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate, groupby

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.booklet.page_style import BookletPalette
from printkit.booklet.pictures import BODY, TITLES, Pictures
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, TagStep
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Paragraph, join_strips
from printkit.layout.fit_text import text_line
from printkit.layout.inline import link_key
from printkit.layout.lines import TypesetLine, break_paragraph
from printkit.layout.records import (
    FORBIDDEN,
    FREE,
    RAGGED,
    Canvas,
    Fragment,
    PlacedStrip,
    Span,
    Strip,
    TextStyle,
    height_of,
    paint_strips,
    stack_strips,
)
from printkit.text.book import (
    Book,
    Chapter,
    Heading,
    InlineText,
    TableOfContents,
    group_by_part,
    sort_key,
)

# --- contents and index --------------------------------------------------------------------------

# The diamonds of a leader: the distance between two, their size, their height above the baseline
# (mm), the share of the first distance that stays free; the width of a number (em).
_PITCH, _DIAMOND, _LIFT, _FIRST_GAP, _NUMBER = 2.1, 0.21, 0.55, 0.8, 2.2
# The indent of sections; the size of the title of a part (em).
_INDENT, _PART = 1.3, 1.05
# The lines of a chapter title with the space below it.
_TITLE_LINES = 3
# Sections are listed if the table of contents then leaves this many lines of a page free.
_SPARE_LINES = 8
# The index: the gap between columns (mm), the least width of a column, and the size of the text
# (em). An index with more than this number of terms has a blank line before each letter.
_GUTTER, _MIN_COLUMN, _INDEX = 5.0, 12.0, 0.95
_MANY_TERMS = 12
# The chapter on the inside of the cover, before the contents.
IMPRINT = "colophon"
_EN_DASH = "–"


class IndexBuilder(msgspec.Struct):
    """The terms and anchors of a book, with their pages once known."""

    pages: dict[str, tuple[int, ...]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    anchors: dict[str, int] = field(default_factory=dict)

    def add_terms(self, terms: Iterable[str], lines: Iterable[str]) -> None:
        """Add all terms of a book.

        If a term has an upper-case initial in `lines` only at the beginning of sentences, it is
        written in lower case.
        """
        text = "\n".join(lines)
        for term in dict.fromkeys(terms):
            small = term[:1].lower() + term[1:]
            self.names[term] = term
            if small == term or any(map(str.isupper, term[1:])):
                continue
            plain = small in text and re.search(rf"\b{re.escape(small)}\b", text)
            if plain or not re.search(rf"[\w,’(][ \u00a0]?(?<!\w){re.escape(term)}\b", text):
                self.names[term] = small
        self.pages = dict.fromkeys(self.names.values(), (0,))


class ContentsBlock(msgspec.Struct, frozen=True, eq=False):
    """The table of contents: a line for each chapter and, if there is room, for each section. In an
    anthology, it has a line for each part, and for each chapter outside the parts.
    """

    book: Book
    lines: int
    pictures: Pictures

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        chapters = [
            item
            for item in self.book.chapters
            if item.anchor != IMPRINT
            and not any(isinstance(b, TableOfContents) for b in item.blocks)
        ]
        parted = any(item.part for item in chapters)
        sections = sum(len(_sections(item)) for item in chapters)
        with_sections = not parted and len(chapters) + sections + _SPARE_LINES <= self.lines
        strips: list[Strip] = []
        palette, spans = self.pictures.palette, self.pictures.spans
        line = _ContentsLine(style, width, palette)
        after_part = False
        for part, within in group_by_part(chapters):
            space = int(bool(strips) and not (part and after_part))
            after_part = bool(part)
            if part:
                name = Span(part, TITLES.regular, palette.title, size=_PART)
                strips += line.entry((name,), within[0].anchor, space_before=space)
                continue
            for i, chapter in enumerate(within):
                title = spans((InlineText(chapter.title, strong=with_sections),))
                strips += line.entry(title, chapter.anchor, space_before=0 if i else space)
                for section in _sections(chapter) if with_sections else ():
                    line_of_section = spans(section.line, BODY, palette.text)
                    title = tuple(replace(span, link=None) for span in line_of_section)
                    strips += line.entry(title, section.anchor, indent=_INDENT)
        return Fragment(tuple(strips), width)


def _sections(chapter: Chapter) -> list[Heading]:
    return [block for block in chapter.blocks if isinstance(block, Heading) and block.level == 2]


class _ContentsLine(msgspec.Struct, frozen=True):
    """Lines of a table of contents."""

    style: TextStyle
    measure: float
    palette: BookletPalette

    def entry(
        self, spans: tuple[Span, ...], anchor: str, *, indent: float = 0.0, space_before: int = 0
    ) -> list[Strip]:
        """Set a title, its leader and its page number; spaces are in lines, indents in em."""
        style, size = self.style, spans[0].size * self.style.size
        left = indent * style.size
        measure = self.measure - left - _NUMBER * size - 2 * _PITCH
        end = left + break_paragraph(spans, style, measure, RAGGED).lines[-1].width() * style.size
        lines = Paragraph(spans, RAGGED).lay_out(style, measure).indented(left).strips

        def paint(canvas: Canvas, x: float, y: float, *, line: Strip) -> None:
            begin, rect = canvas.begin(), Rect(x, y, self.measure, style.leading)
            line.paint(canvas, x, y)
            canvas.link(rect, f"#{anchor}")
            if line is lines[-1]:
                number = str(canvas.page_numbers[anchor])
                canvas.draw(self._draw_leader(end, number, spans[0]), x, y)
            canvas.tag(begin, TagStep("TOCI", anchor), TagStep("Link", link_key(rect)))

        return [
            replace(
                line,
                paint=partial(paint, line=line),
                space_before=0.0 if i else space_before * style.leading,
                break_penalty=FORBIDDEN if i else FREE,
                terms=(),
            )
            for i, line in enumerate(lines)
        ]

    def _draw_leader(self, start: float, number: str, span: Span) -> list[Item]:
        """Draw a page number, and diamonds that are aligned in all lines from the right."""
        style, key = self.style, BODY.regular if span.size == 1 else span.font
        size, baseline, right = style.size * span.size, style.baseline_of(key), self.measure
        figure = text_line(
            key, number, right, baseline, size, span.colour, align=1.0, render_mode=LIVE
        )
        dots = PathBuilder()
        stop = right - _NUMBER * size
        for i in range(int((stop - start - _FIRST_GAP * _PITCH) / _PITCH)):
            dots.diamond(stop - i * _PITCH, baseline - _LIFT, _DIAMOND, _DIAMOND)
        leader = dots.done()
        return [figure, *([Path(leader, fill=self.palette.quiet)] if leader.steps else [])]


def page_ranges(pages: Iterable[int]) -> list[tuple[str, int]]:
    """Return page numbers, three or more consecutive ones as a range, each with its first page.

    >>> page_ranges([3, 5, 6, 7, 9, 10])
    [('3', 3), ('5–7', 5), ('9', 9), ('10', 10)]
    """
    ranges: list[tuple[str, int]] = []
    consecutive = groupby(enumerate(sorted(set(pages))), key=lambda item: item[1] - item[0])
    for run in ([page for _, page in pairs] for _, pairs in consecutive):
        if len(run) > 2:
            ranges.append((f"{run[0]}{_EN_DASH}{run[-1]}", run[0]))
        else:
            ranges += [(str(page), page) for page in run]
    return ranges


def page_anchor(number: int) -> str:
    """Return the anchor of a page."""
    return f"page={number}"


class IndexBlock(msgspec.Struct, frozen=True, eq=False):
    """The index in columns; each page is one strip. A long index has a blank line before each
    letter.
    """

    index: IndexBuilder
    lines: int
    colour: Colour

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        size = style.size * _INDEX
        columns = max(1, min(3, int((width + _GUTTER) / (_MIN_COLUMN * size + _GUTTER))))
        measure = (width - _GUTTER * (columns - 1)) / columns
        lines = self._break_terms(style, measure - size)
        strips: list[Strip] = []
        start, rows = 0, self.lines - _TITLE_LINES
        while start < len(lines):
            for count in range(min(rows, -(-(len(lines) - start) // columns)), rows + 1):
                cut, end = _cut(lines, start, columns, count)
                if end == len(lines):
                    break
            strips.append(_page_of_terms(cut, measure + _GUTTER, style))
            start, rows = end, self.lines
        return Fragment(tuple(strips), width)

    def _break_terms(self, style: TextStyle, measure: float) -> list[TypesetLine | None]:
        """Return the lines of all terms, with None for a blank line between two letters."""
        lines: list[TypesetLine | None] = []
        letter = ""
        for key, term in sorted((sort_key(term).strip(), term) for term in self.index.pages):
            first = key[:1]
            if lines and first != letter and len(self.index.pages) > _MANY_TERMS:
                lines.append(None)
            letter = first
            spans = [Span(term, BODY.regular, self.colour)]
            for number, page in page_ranges(self.index.pages[term]):
                spans.append(Span(", ", BODY.regular, self.colour))
                link = f"#{page_anchor(page)}"
                spans.append(Span(number, BODY.regular, self.colour, link=link))
            lines += break_paragraph(tuple(spans), style, measure, RAGGED, em=_INDEX).lines
        return lines


def _cut(
    lines: Sequence[TypesetLine | None], start: int, columns: int, rows: int
) -> tuple[list[Sequence[TypesetLine | None]], int]:
    """Return columns of up to `rows` lines, and the index of the next line.

    Each column begins with a new term, unless a term has more than `rows` lines: its columns then
    have one line each, and the last one has the rest.
    """
    cut: list[Sequence[TypesetLine | None]] = []
    for _ in range(columns):
        while start < len(lines) and lines[start] is None:
            start += 1
        end = min(start + rows, len(lines))
        while start + 1 < end < len(lines) and (line := lines[end]) is not None and not line.opens:
            end -= 1
        cut.append(lines[start:end])
        start = end
    return cut, start


def _page_of_terms(
    columns: Sequence[Sequence[TypesetLine | None]], step: float, style: TextStyle
) -> Strip:
    """Return the columns of a page; continuation lines of a term are indented."""
    unit, rows = style.text_size(_INDEX), max(1, *map(len, columns))
    baseline = style.baseline_of(BODY.regular)

    def paint(canvas: Canvas, x: float, y: float) -> None:
        opened = 0
        for i, column in enumerate(columns):
            for row, line in enumerate(column):
                if line is not None:
                    begin, opened = canvas.begin(), row if line.opens else opened
                    left = x + i * step + (0.0 if line.opens else unit)
                    line.paint(canvas, left, y + row * style.leading + baseline, style, unit)
                    canvas.tag(begin, TagStep("P", (text, i, opened)))

    text = "\n".join(line.text for column in columns for line in column if line is not None)
    return Strip(rows * style.leading, paint, text=text)


# --- question columns ----------------------------------------------------------------------------

# The greatest number of questions in a strip; the gap between the columns, and the least width of a
# column (em); the space between questions (lines). Costs (lines): of a strip, besides its height;
# of a strip across both columns; of a strip that is too high. The difference between two columns
# that has no cost (lines), and the cost of each further line.
_QUESTIONS, _QUESTION_GUTTER, _MIN_QUESTION = 6, 1.8, 16.0
_BETWEEN_QUESTIONS, _STRIP, _ACROSS, _TOO_HIGH = 0.5, 1.0, 2.0, 100.0
_EQUAL, _UNEQUAL = 3.0, 1.5


class QuestionColumns(Struct, frozen=True, eq=False):
    """The columns of questions in a strip: their heights (lines) and their texts."""

    heights: tuple[float, ...]
    texts: tuple[str, ...]


class Questions(Struct, frozen=True):
    """Questions with their answers in two columns of nearly equal height, a few per strip. A strip
    with more than two questions is at most `height` mm high, if possible.

    Each question is whole in one column, or alone in a strip across both; on a narrow page there is
    one column. A `rule` below each strip except the last shows that its right column is read before
    the next strip.
    """

    entries: tuple[Paragraph, ...]
    height: float
    rule: Stroke

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        gutter, space = _QUESTION_GUTTER * style.size, _BETWEEN_QUESTIONS * style.leading
        measure = (width - gutter) / 2
        across = [entry.lay_out(style, width) for entry in self.entries]
        if measure < _MIN_QUESTION * style.size:
            strips = [strip for own in across for strip in _with_space(own, space)]
            return Fragment(tuple(strips), width, max(own.overflow for own in across))
        each = [entry.lay_out(style, measure) for entry in self.entries]
        groups = self._group(each, across, style)
        strips = []
        for number, columns in enumerate(groups, 1):
            placed = [stack_strips(column) for column in columns]
            height = max(map(height_of, columns))
            below = style.snap(height + space) - space / 2 if number < len(groups) else 0.0

            def paint(
                canvas: Canvas,
                x: float,
                y: float,
                placed: Sequence[_Column] = placed,
                below: float = below,
            ) -> None:
                for i, column in enumerate(placed):
                    paint_strips(canvas, column, x + i * (measure + gutter), y)
                if below:
                    line = PathBuilder().move(0, below).line(width, below)
                    canvas.draw([Path(line.done(), stroke=self.rule)], x, y)

            own = [strip for column in columns for strip in column]
            mark = QuestionColumns(
                tuple(height_of(column) / style.leading for column in columns),
                tuple("\n".join(strip.text for strip in column) for column in columns),
            )
            joined = join_strips(own, style.snap(height + space), paint)
            strips.append(replace(joined, marks=(*joined.marks, mark)))
        return Fragment(tuple(strips), width, max(f.overflow for f in (*each, *across)))

    def _group(
        self, each: Sequence[Fragment], across: Sequence[Fragment], style: TextStyle
    ) -> list[list[list[Strip]]]:
        """Return the columns of each strip. The strips are as low as possible, and their columns
        are therefore nearly equal.
        """
        space = _BETWEEN_QUESTIONS * style.leading
        best: list[tuple[float, list[list[list[Strip]]]]] = [(0.0, [])]
        for end in range(1, len(each) + 1):
            options: list[tuple[float, list[list[list[Strip]]]]] = []
            for start in range(max(0, end - _QUESTIONS), end):
                count = end - start
                columns = _balance(each[start:end], space)
                if count == 1:
                    columns = [_with_space(across[start], space)]
                heights = [height_of(column) / style.leading for column in columns]
                height = max(map(height_of, columns))
                lines = _STRIP + _ACROSS * (count == 1)
                lines += _UNEQUAL * max(0.0, max(heights) - min(heights) - _EQUAL)
                lines += _TOO_HIGH * (count > 2 and height > self.height)
                cost = best[start][0] + height + lines * style.leading
                options.append((cost, [*best[start][1], columns]))
            best.append(min(options, key=lambda option: option[0]))
        return best[-1][1]


_Column = Sequence[PlacedStrip]


def _with_space(entry: Fragment, space: float) -> list[Strip]:
    """Return the lines of a question with the space before it."""
    first, *rest = entry.strips
    return [replace(first, space_before=space), *rest]


def _balance(entries: Sequence[Fragment], space: float) -> list[list[Strip]]:
    """Return the lines of whole questions in two columns as equal as possible."""
    each = [_with_space(entry, space) for entry in entries]
    lines = [strip for own in each for strip in own]
    cuts = accumulate(map(len, each))
    cut = min(cuts, key=lambda i: max(height_of(lines[:i]), height_of(lines[i:])))
    return [lines[:cut], lines[cut:]]
