"""Turn the blocks of a book into blocks of the layout engine, with their spacing and breaks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TypeGuard

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.booklet.contents_and_index import ContentsBlock, IndexBlock, IndexBuilder
from printkit.booklet.figures import FigureBlock, FigureRow, draw_margin_figure
from printkit.booklet.page_furniture import CALLOUTS
from printkit.booklet.page_style import BASELINE, BookletPalette, HeadingMark, MarginNote, TypeArea
from printkit.booklet.panels import panel_block
from printkit.booklet.pictures import BODY, LIGHT_TITLES, LORE, TITLES, Pictures
from printkit.booklet.question_columns import Questions
from printkit.booklet.tagging import tag_block
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, TagStep
from printkit.graphics.font import MissingGlyph
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import ListItem, Paragraph, Stack, StackPart, penalise_breaks
from printkit.layout.containers import FramedBox
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import (
    FORBIDDEN,
    JUSTIFIED,
    RAGGED,
    TOLERANCE,
    Block,
    FontSet,
    Fragment,
    Span,
    Strip,
    TextStyle,
    height_of,
)
from printkit.layout.scripts import RIGHT_TO_LEFT_MARK, UnspacedText
from printkit.layout.tables import HEAD_RULE, LAST_RULE, Table
from printkit.layout.tagging import TaggedBlock
from printkit.text import book as source
from printkit.text.traversal import callout_title, to_plain_text

# Headings of the second and third level: fonts, size (em of the text).
_HEADINGS = {2: (TITLES, 1.26), 3: (LIGHT_TITLES, 1.04)}
# A paragraph with a word of more letters, such as an address, is not justified.
_TOO_LONG = 30
# The indent of a paragraph after another, of text after the dot or the number of a list, and the
# additional indent for numbers of two digits (em).
_INDENT, _AFTER_DOT, _AFTER_NUMBER, _SECOND_FIGURE = 1.1, 1.1, 1.5, 0.5
# The distance of a number from its text and of a dot from the edge (em).
_NUMBER_GAP, _DOT_X = 0.42, 0.18
_DOTS, _DOT = {"fr": "–"}, "•"
# The title of a callout: its size, and its distance from the edge (em).
_CALLOUT_TITLE, _ORNAMENT_WIDTH = 0.94, 1.35
_TITLE = (TagStep("P", "title"),)
# The padding of a callout (em); the greatest height of an undivided one (share of a page).
_PADDING, _WHOLE_CALLOUT = 1.0, 0.36
# The most rows, or the greatest height (share of a page), of an undivided table.
_WHOLE_ROWS, _WHOLE_TABLE = 10, 0.34
# An entry of at most this many lines, a step of a rule, is not divided.
_WHOLE_STEP = 10
# The greatest height of questions in a strip (share of a page): some stand below their heading.
_QUESTIONS_HEIGHT = 0.7
# The first and last entries of a list with fewer lines than this stay with their neighbour.
_WHOLE_ENTRY = 3
# Penalties of breaks: after a colon, or before a table; beside a single short entry; in a low
# block; before a figure.
_ANNOUNCED, _ALONE, _WHOLE, _FIGURE = 20000.0, 3000.0, 14000.0, 1200.0
# The weight of the rules of a table (mm), and of its last one in hairlines.
_HEAD_WEIGHT, _LAST_WEIGHT = 0.35, 1.6


class SourceBlock(Struct, frozen=True):
    """A block with the location of its text, for errors."""

    block: Block
    place: source.SourceLocation

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        try:
            fragment = self.block.lay_out(style, width)
        except (MissingGlyph, UnspacedText) as error:
            raise type(error)(error.message, location=str(self.place), hint=error.hint) from None
        if fragment.overflow > TOLERANCE:
            message = f"“{fragment.culprit}…” does not fit a line of {width:.0f} mm."
            hint = "Take a larger page."
            if isinstance(self.block, Table):
                message = f"The table does not fit a line of {width:.0f} mm."
                hint = "Leave out a column, shorten its words, or take a larger page."
            raise PrintkitError(message, location=str(self.place), hint=hint)
        return fragment


class WholeTable(Struct, frozen=True):
    """A table that is kept on one page if it is low (mm) or has few rows."""

    block: Block
    rows: int
    low: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        low = 2 * self.low if self.rows <= _WHOLE_ROWS else self.low
        if fragment.height > low + TOLERANCE:
            return fragment
        first, *rest = fragment.strips
        return replace(fragment, strips=(first, *penalise_breaks(rest, _WHOLE)))


class Entries(Struct, frozen=True):
    """The entries of a list; a short first or last entry stays with its neighbour."""

    entries: tuple[Block, ...]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragments = [entry.lay_out(style, width) for entry in self.entries]
        strips = [list(fragment.strips) for fragment in fragments if fragment.strips]
        low = _WHOLE_ENTRY * style.leading - TOLERANCE
        step = _WHOLE_STEP * style.leading + TOLERANCE
        strips = [
            [own[0], *penalise_breaks(own[1:], FORBIDDEN)] if height_of(own) <= step else own
            for own in strips
        ]
        if len(strips) > 1:
            if height_of(strips[-1]) < low:
                strips[-1] = penalise_breaks(strips[-1], _ALONE)
            if height_of(strips[0]) < low:
                strips[1][:1] = penalise_breaks(strips[1][:1], _ALONE / 3)
        return Fragment(tuple(strip for entry in strips for strip in entry), width)


class Marked(Struct, frozen=True):
    """A block with a mark on its first strip."""

    block: Block
    mark: object

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        if not fragment.strips:
            return fragment
        first, *rest = fragment.strips
        marked = replace(first, marks=(*first.marks, self.mark))
        return replace(fragment, strips=(marked, *rest))


class BlockTypesetter(msgspec.Struct, frozen=True, eq=False):
    """Sets the blocks of a book in a type area, each as an element."""

    book: source.Book
    area: TypeArea
    pictures: Pictures
    index: IndexBuilder

    @property
    def palette(self) -> BookletPalette:
        """The colours of the book."""
        return self.pictures.palette

    @property
    def style(self) -> TextStyle:
        """The style of running text."""
        return self.area.text_style(self.book.language)

    def spans(
        self, line: source.RichText, fonts: FontSet, colour: Colour | None = None
    ) -> tuple[Span, ...]:
        """Return the spans of a line, with the pages that its links lead to."""
        return self.pictures.spans(line, fonts, colour, self.index.anchors)

    def lay_out(self, blocks: Sequence[source.Block], *, columns: bool = False) -> list[Strip]:
        """Lay out blocks over the whole measure, questions in two columns. Raises PrintkitError."""
        stack = self.stack(blocks)
        asked = [block for block in blocks if columns and _asks(block)]
        if len(asked) > 1:
            own = tuple(Paragraph(self.spans(b.line, BODY), RAGGED) for b in asked)
            questions = Questions(own, _QUESTIONS_HEIGHT * self.area.height_of_text)
            rest = self.stack([block for block in blocks if block not in asked]).parts
            near = [replace(part, penalty=FORBIDDEN) for part in rest[:1]]
            stack = Stack((StackPart(questions), *near, *rest[1:]))
        return list(stack.lay_out(self.style, self.area.measure).strips)

    def stack(self, blocks: Sequence[source.Block], fonts: FontSet = BODY) -> Stack:
        """Stack blocks with the space and the break penalty between neighbours."""
        parts: list[StackPart] = []
        before: source.Block | None = None
        waiting: source.Figure | None = None
        for number, (_, run) in enumerate(groupby(enumerate(blocks), key=_figures_together)):
            members = [block for _, block in run]
            block = members[0]
            if isinstance(block, source.Figure) and block.margin:
                waiting = block
                continue
            own = self._block(block, before, fonts)
            if len(members) > 1:
                figures = [self._figure(f, fonts) for f in members if isinstance(f, source.Figure)]
                own = SourceBlock(FigureRow(tuple(figures)), block.place)
            if waiting is not None:
                margin = self.area.outer_margin
                own = Marked(own, MarginNote(draw_margin_figure(waiting, self.pictures, margin)))
                waiting = None
            parts.append(_follow(tag_block(own, members, number), block, before))
            before = members[-1]
        return Stack(tuple(parts))

    def _block(self, block: source.Block, before: source.Block | None, fonts: FontSet) -> Block:
        if isinstance(block, source.ParagraphBlock):
            indent = (
                _INDENT if isinstance(before, source.ParagraphBlock | source.ListBlock) else 0.0
            )
            longest = max(map(len, to_plain_text(block.line).split()), default=0)
            alignment = RAGGED if longest > _TOO_LONG else JUSTIFIED
            words = Paragraph(self.spans(block.line, fonts), alignment, indent=indent)
            return SourceBlock(words, block.place)
        if isinstance(block, source.Heading):
            return SourceBlock(self._heading(block), block.place)
        if isinstance(block, source.ListBlock):
            return self._entries(block, fonts)
        if isinstance(block, source.Callout):
            return self._callout(block)
        if isinstance(block, source.TableBlock):
            return self._table(block, fonts)
        if isinstance(block, source.Figure):
            return SourceBlock(self._figure(block, fonts), block.place)
        if isinstance(block, source.Panel):
            height = self.area.height_of_text
            return SourceBlock(panel_block(block, self.pictures, height), block.place)
        if isinstance(block, source.TableOfContents):
            return ContentsBlock(self.book, int(self.area.lines), self.pictures)
        return IndexBlock(self.index, int(self.area.lines), self.palette.text)

    def _figure(self, figure: source.Figure, fonts: FontSet) -> FigureBlock:
        caption = self.spans(figure.caption, fonts.slanted())
        return FigureBlock(figure, caption, self.pictures, self.area.height_of_text)

    def _heading(self, heading: source.Heading) -> Paragraph:
        fonts, em = _HEADINGS[min(3, heading.level)]
        spans = self.spans(heading.line, fonts, self.palette.title)
        mark = HeadingMark(heading.level, to_plain_text(heading.line), heading.anchor)
        return Paragraph(spans, RAGGED, em, whole=True, marks=(mark,))

    def _entries(self, items: source.ListBlock, fonts: FontSet) -> Entries:
        start, colour = items.start, self.palette.title
        key, indent, before = fonts.regular, _AFTER_DOT, None
        if start is not None:
            many = start + len(items.entries) > 10
            key, indent = fonts.bold, _AFTER_NUMBER + (_SECOND_FIGURE if many else 0.0)
            before = indent
        dot = _DOTS.get(self.book.language, _DOT)
        entries = []
        for i, entry in enumerate(items.entries):
            text = dot if start is None else f"{start + i}."
            turned = RIGHT_TO_LEFT_MARK if self.area.from_right else ""
            mark = partial(_draw_mark, f"{turned}{text}", key, colour, before)
            entries.append(ListItem(mark, self.stack(entry, fonts), indent, text, key=i))
        return Entries(tuple(entries))

    def _table(self, table: source.TableBlock, fonts: FontSet) -> WholeTable:
        shares = {source.LEFT: 0.0, source.CENTRE: 0.5, source.RIGHT: 1.0}
        block = Table(
            tuple(self.spans(cell, TITLES, self.palette.title) for cell in table.head),
            tuple(tuple(self.spans(cell, fonts) for cell in row) for row in table.rows),
            tuple(shares[align] for align in table.aligns),
            self._rule,
        )
        low = _WHOLE_TABLE * self.area.height_of_text
        return WholeTable(SourceBlock(block, table.place), len(table.rows), low)

    def _rule(self, x: float, y: float, width: float, kind: str) -> tuple[Item, ...]:
        palette = self.palette
        stroke = Stroke(palette.rule, HAIRLINE)
        if kind == HEAD_RULE:
            stroke = Stroke(palette.line, palette.theme.line_weight(_HEAD_WEIGHT))
        elif kind == LAST_RULE:
            stroke = Stroke(palette.line, HAIRLINE * _LAST_WEIGHT)
        return (Path(PathBuilder().move(x, y).line(x + width, y).done(), stroke=stroke),)

    def _callout(self, box: source.Callout) -> FramedBox:
        look, palette = CALLOUTS[box.kind], self.palette
        words = callout_title(box, self.book.language)
        title = Paragraph(
            self.spans(words, TITLES, palette.title), RAGGED, _CALLOUT_TITLE, whole=True
        )

        def ornament(style: TextStyle, height: float) -> list[Item]:
            return look.draw_ornament(palette, BASELINE * style.leading, style.size)

        return FramedBox(
            ListItem(ornament, TaggedBlock(SourceBlock(title, box.place), _TITLE), _ORNAMENT_WIDTH),
            self.stack(box.blocks, LORE if look.italic else BODY),
            partial(look.draw_border, palette, self.area.leading),
            (_PADDING, _PADDING if look.closed else 0.0),
            max_whole=_WHOLE_CALLOUT * self.area.height_of_text,
        )


def _asks(block: source.Block) -> TypeGuard[source.ParagraphBlock]:
    """Return True for a paragraph that begins in bold."""
    first = block.line[0] if isinstance(block, source.ParagraphBlock) else None
    return isinstance(first, source.InlineText) and first.strong


def _draw_mark(
    text: str, font: str, colour: Colour, indent: float | None, style: TextStyle, height: float
) -> tuple[Item, ...]:
    """Draw the dot of an entry, or its number, which ends before the text at `indent` em."""
    size, x = style.size, _DOT_X * style.size
    if indent is not None:
        x = (indent - _NUMBER_GAP) * size - text_width(font, text, size)
    y = BASELINE * style.leading
    return (text_line(font, text, x, y, size, colour, render_mode=LIVE),)


def _figures_together(item: tuple[int, source.Block]) -> int:
    """Return a group key: one for consecutive figures, a unique one for any other block."""
    number, block = item
    return -1 if isinstance(block, source.Figure) and not block.margin else number


def _follow(block: Block, origin: source.Block, before: source.Block | None) -> StackPart:
    """Return a block with the space (lines) and the break penalty after the block `before`."""
    apart = isinstance(origin, source.Heading | source.Callout | source.TableBlock | source.Panel)
    is_box, after_box = isinstance(origin, source.Callout), isinstance(before, source.Callout)
    space = max(2.0 if is_box and after_box else float(apart), _space_after(before))
    part = StackPart(block, space)
    if isinstance(before, source.Heading):
        return replace(part, space_before=min(space, float(is_box)), keep=2.0)
    if isinstance(before, source.Panel) and before.kind == source.DEALT:
        return replace(part, keep=2.0)
    if isinstance(origin, source.Panel) and origin.kind == source.DEALT and before is not None:
        return replace(part, penalty=_ANNOUNCED)
    if isinstance(origin, source.Figure) and before is not None:
        stays = isinstance(before, source.ParagraphBlock | source.ListBlock)
        return replace(part, penalty=FORBIDDEN if stays else _FIGURE)
    if isinstance(before, source.ParagraphBlock | source.Panel):
        if isinstance(origin, source.TableBlock):
            return replace(part, penalty=FORBIDDEN)
        text = to_plain_text(before.line) if isinstance(before, source.ParagraphBlock) else ""
        if text.rstrip().endswith(":"):
            return replace(part, penalty=_ANNOUNCED)
    return part


def _space_after(block: source.Block | None) -> float:
    if isinstance(block, source.Figure):
        return 1.0 if block.caption else 0.0
    return float(isinstance(block, source.Callout | source.TableBlock | source.Panel))
