"""Convert the blocks of a book to blocks of the layout engine, with figures and tags.

The number of drawings in a row, and their height, depend only on geometry.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple, TypeGuard

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.sentences import Sentence
from printkit.booklet.contents import ContentsBlock, IndexBlock, IndexBuilder, Questions
from printkit.booklet.page_style import (
    BASELINE,
    CALLOUTS,
    SMALL_TYPE,
    TYPE,
    BookletPalette,
    ChapterMark,
    HeadingMark,
    MarginNote,
    TypeArea,
    marks_of,
)
from printkit.booklet.panels import NARROW, panel_block, stack
from printkit.booklet.pictures import BODY, LIGHT_TITLES, LORE, TITLES, Pictures
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Symbol, TagStep, Use
from printkit.graphics.fonts import MissingGlyph
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder
from printkit.layout.bidi import RIGHT_TO_LEFT_MARK, UnspacedText
from printkit.layout.blocks import ListItem, Paragraph, Stack, StackPart, penalise_breaks
from printkit.layout.containers import (
    HEAD_RULE,
    LAST_RULE,
    FramedBox,
    Overlay,
    Placed,
    SideBySide,
    Table,
)
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.openings import OneOpening, keep_on_opening
from printkit.layout.records import (
    FORBIDDEN,
    JUSTIFIED,
    RAGGED,
    TOLERANCE,
    Block,
    FontSet,
    Fragment,
    PlacedStrip,
    Span,
    Strip,
    TaggedBlock,
    TextStyle,
    height_of,
    tag_strip,
)
from printkit.text import book as source
from printkit.text.book import (
    BACK,
    CARD,
    FACE,
    SUIT,
    TOKEN,
    Figure,
    PictureRef,
    callout_title,
    lines_of,
    to_plain_text,
)

# --- figures -------------------------------------------------------------------------------------

# The heights of drawings (mm) on A5: faces and backs, small cards, tokens, suits.
_HEIGHTS = {FACE: 34.0, BACK: 34.0, CARD: 17.0, TOKEN: 18.0, SUIT: 14.0}
# How much smaller and larger they may be.
_MIN_SCALE, _MAX_SCALE = 0.6, 1.25
# The gap between drawings, in heights of a card.
_GAP = 0.09
# The free space above and below drawings, and above a caption (lines).
_ABOVE, _BELOW, _TO_CAPTION = 0.35, 0.62, 0.16
# Up to this many drawings are placed in one row, if they then keep at least this share of their
# height. More drawings are set at the second share of their height.
_ONE_ROW, _MIN_SHARE, _MANY_SHARE = 6, 0.66, 0.84
# Rows that take more than this share of a page may be divided, at a price.
_MUCH, _BETWEEN_ROWS = 0.42, 1500.0
# The penalty of a page turn between consecutive figures: lower than the penalty of a page turn
# between a table and its introduction.
_TURNED = 0.4 * FORBIDDEN
# Figures side by side: how many at most, the gap between them (em), how much smaller they may be.
_MAX_FIGURES, _COLUMN_GAP, _IN_ROW = 3, 1.2, 0.85
# A caption: its size (em) and its share of the measure.
_CAPTION, _CAPTION_MEASURE = 0.92, 0.92
_SAID = (TagStep("Caption"),)
# A drawing in the margin: its share of it, its greatest width, and the gap to the next (mm).
_MARGIN_SHARE, _MAX_MARGIN_WIDTH, _MARGIN_GAP = 0.62, 22.0, 1.5
_MIN_FACE_WIDTH = 20.0


class SizedPicture(NamedTuple):
    """A picture with its width and height (mm)."""

    picture: PictureRef
    w: float
    h: float


class FigureBlock(msgspec.Struct, frozen=True, eq=False):
    """Drawings centred in as few rows as possible, all of them equally full. They are one strip, or
    a strip for each row if the rows fill much of a page.
    """

    figure: Figure
    caption: tuple[Span, ...]
    pictures: Pictures
    page_height: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        gap, rows = self._arrange(style, width)
        strips = [self._strip(rows, gap, style, width, last=True)]
        if len(rows) > 1 and strips[0].height > _MUCH * self.page_height:
            strips = [self._strip([row], gap, style, width, last=row is rows[-1]) for row in rows]
            strips[1:] = [replace(strip, break_penalty=_BETWEEN_ROWS) for strip in strips[1:]]
        if self.caption:
            strips[-1] = self._with_caption(strips[-1], style, width)
        return Fragment(tuple(strips), width)

    def fits_row(self, style: TextStyle, width: float) -> bool:
        """Return True if all drawings fit in one row at nearly full size."""
        return len(self._rows(_IN_ROW * _scale(style), width)[1]) == 1

    def _arrange(self, style: TextStyle, width: float) -> tuple[float, list[list[SizedPicture]]]:
        """Return the gap between drawings, and the drawings in rows."""
        share = _scale(style)
        gap, rows = self._rows(share, width)
        count = len(self.figure.pictures)
        if len(rows) > 1 and count <= _ONE_ROW:
            taken = math.fsum(drawing.w for row in rows for drawing in row) + gap * (count - 1)
            smaller = math.floor(share * width / taken * 100) / 100
            if smaller >= max(_MIN_SCALE, _MIN_SHARE * share):
                gap, rows = self._rows(smaller, width)
        elif len(rows) > 1:
            gap, rows = self._rows(max(_MIN_SCALE, _MANY_SHARE * share), width)
        return gap, rows

    def _rows(self, share: float, width: float) -> tuple[float, list[list[SizedPicture]]]:
        """Return the gap and the rows of drawings scaled by `share`."""
        heights = [round(share * _HEIGHTS[picture.kind], 2) for picture in self.figure.pictures]
        drawings = [
            SizedPicture(picture, self.pictures.width(picture, height), height)
            for picture, height in zip(self.figure.pictures, heights, strict=True)
        ]
        gap, rows, start = _GAP * max(heights), [], 0
        for count in _share_out([drawing.w for drawing in drawings], gap, width):
            rows.append(drawings[start : start + count])
            start += count
        return gap, rows

    def _strip(
        self,
        rows: Sequence[Sequence[SizedPicture]],
        gap: float,
        style: TextStyle,
        width: float,
        *,
        last: bool,
    ) -> Strip:
        """Return rows of drawings as one strip, centred between grid lines."""
        flat, leading = replace(style, grid=0.0), style.leading
        below = _TO_CAPTION if last and self.caption else _BELOW
        blocks: list[Block] = []
        for row in rows:
            parts = tuple((own.w, self.pictures.block(own.picture, own.h)) for own in row)
            taken = math.fsum(drawing.w for drawing in row) + gap * (len(row) - 1)
            block = SideBySide(parts, gap / style.size, centred=True).lay_out(flat, taken)
            blocks.append(block.indented((width - taken) / 2))
        drawn = stack(blocks, [0.0, *[gap / leading] * len(rows)]).lay_out(flat, width)
        height = drawn.height + (_ABOVE + below) * leading
        top = _ABOVE * leading + (style.snap(height) - height) / 2
        return Overlay((Placed(drawn, y=top),), height).lay_out(style, width).strips[0]

    def _with_caption(self, strip: Strip, style: TextStyle, width: float) -> Strip:
        """Return a strip with the caption below it, its lines centred."""
        measure = _CAPTION_MEASURE * width
        words = Paragraph(self.caption, RAGGED, _CAPTION, align=0.5).lay_out(style, measure)
        layers = (
            Placed(Fragment((strip,), width)),
            Placed(TaggedBlock(words, _SAID), (width - measure) / 2, strip.height),
        )
        return replace(
            Overlay(layers).lay_out(style, width).strips[0], break_penalty=strip.break_penalty
        )


class FigureRow(msgspec.Struct, frozen=True, eq=False):
    """Consecutive figures, as many side by side as fit with all drawings of a figure in one row."""

    figures: tuple[FigureBlock, ...]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        count = len(self.figures)
        fitting = 1
        for columns in range(2, min(count, _MAX_FIGURES) + 1):
            column = (width - (columns - 1) * _COLUMN_GAP * style.size) / columns
            if all(figure.fits_row(style, column) for figure in self.figures):
                fitting = columns
        columns = math.ceil(count / math.ceil(count / fitting))
        rows = [self.figures[i : i + columns] for i in range(0, count, columns)]
        strips: list[Strip] = []
        for row in rows:
            block = SideBySide(tuple((None, figure) for figure in row), _COLUMN_GAP)
            strips += (block if len(row) > 1 else row[0]).lay_out(style, width).strips
        strips[1:] = [
            replace(strip, break_penalty=max(strip.break_penalty, _BETWEEN_ROWS))
            for strip in strips[1:]
        ]
        strips[1:] = [replace(strip, turn_penalty=_TURNED) for strip in strips[1:]]
        return Fragment(tuple(strips), width)


def draw_margin_figure(figure: Figure, pictures: Pictures, margin: float) -> Symbol:
    """Draw pictures one below the other for a margin; narrow margins show small cards instead of
    faces.
    """
    width = min(margin * _MARGIN_SHARE, _MAX_MARGIN_WIDTH)
    items: list[Item] = []
    y = 0.0
    for picture in figure.pictures:
        if picture.kind == FACE and width < _MIN_FACE_WIDTH:
            picture = replace(picture, kind=CARD)
        height = width * 1.4 if picture.kind in (CARD, FACE, BACK) else width * 0.8
        drawing = pictures.drawing(picture, round(height, 2))
        items.append(Use(drawing, translation((width - drawing.box.w) / 2, y)))
        y += drawing.box.h + _MARGIN_GAP
    title = ", ".join(picture.alt for picture in figure.pictures)
    key = "aside-" + "-".join(picture.id for picture in figure.pictures)
    return Symbol(key, tuple(items), Rect(0, 0, width, y - _MARGIN_GAP), title)


def _scale(style: TextStyle) -> float:
    scale = style.size / TYPE * min(1.0, style.picture)
    return min(max(scale, _MIN_SCALE), _MAX_SCALE)


def _share_out(widths: Sequence[float], gap: float, width: float) -> list[int]:
    """Return the number of drawings in each row."""
    ends = accumulate(own + gap for own in widths)
    fitting = sum(end - gap <= width + 1e-6 for end in ends)
    rows = math.ceil(len(widths) / max(1, fitting))
    fewest, more = divmod(len(widths), rows)
    return [fewest + 1] * more + [fewest] * (rows - more)


# --- tagging -------------------------------------------------------------------------------------

_KINDS: dict[type, str] = {
    source.ParagraphBlock: "P",
    source.ListBlock: "L",
    source.TableBlock: "Table",
    source.Callout: "Sect",
    source.TableOfContents: "TOC",
    source.TermIndex: "Index",
}


def tag_block(block: Block, members: Sequence[source.Block], number: int) -> TaggedBlock:
    """Return the block of a group of figures, or of a single other block of the book, as a tagged
    element.

    A panel whose blocks have no tags is a figure with its words as description.
    """
    first = members[0]
    if isinstance(first, source.Heading):
        step = TagStep(f"H{first.level}", number)
    elif isinstance(first, source.Figure):
        figures = [member for member in members if isinstance(member, source.Figure)]
        alts = [picture.alt for figure in figures for picture in figure.pictures]
        step = TagStep("Figure", number, ", ".join(alts))
    elif isinstance(first, source.Panel):
        words = ". ".join(filter(None, (to_plain_text(line) for line in lines_of(first))))
        known = first.kind in (
            *source.PANELS,
            source.PLAYS,
            source.STRIP,
            source.DEALT,
            source.SHOWN,
        )
        step = TagStep("Div", number) if known else TagStep("Figure", number, words)
    else:
        step = TagStep(_KINDS[type(first)], number)
    return TaggedBlock(block, (step,))


def tag_page(strips: Sequence[PlacedStrip], section: str) -> tuple[list[PlacedStrip], str]:
    """Return the strips of a page as parts of chapters, and the anchor of the last chapter.

    `section` is the anchor of the chapter that continues on the page.
    """
    tagged: list[PlacedStrip] = []
    marks = [marks_of(strip, ChapterMark) for strip, _ in strips]
    for (strip, top), opened, following in zip(strips, marks, [*marks[1:], []], strict=True):
        steps: tuple[TagStep, ...] = ()
        if opened:
            section, steps = opened[0].chapter.anchor, (TagStep("H1"),)
        elif following and following[0].chapter.part:  # the title of the part
            section, steps = following[0].chapter.anchor, (TagStep("H1", "part"),)
        tagged.append((tag_strip(strip, TagStep("Sect", section), *steps), top))
    return tagged, section


# --- block typesetter ----------------------------------------------------------------------------

# Headings of the second and third level: fonts, size (em of the text).
_HEADINGS = {2: (TITLES, 1.26), 3: (LIGHT_TITLES, 1.04)}
# A paragraph with a word of more letters, such as an address, is not justified.
_TOO_LONG = 30
# The indent of a paragraph after another one, the indent of text after the dot or the number of a
# list, and the additional indent for numbers of two digits (em).
_INDENT, _AFTER_DOT, _AFTER_NUMBER, _SECOND_FIGURE = 1.1, 1.1, 1.5, 0.5
# The hanging indent of a glossary (em).
_HANG = 1.1
# The distance of a number from its text and of a dot from the edge (em).
_NUMBER_GAP, _DOT_X = 0.42, 0.18
_DOTS, _DOT = {"fr": "–"}, "•"
# The title of a callout: its size, and its distance from the edge (em).
_CALLOUT_TITLE, _ORNAMENT_WIDTH = 0.94, 1.35
_TITLE = (TagStep("P", "title"),)
# The padding of a callout (em); the greatest height of an undivided one (share of a page).
_PADDING, _WHOLE_CALLOUT = 1.0, 0.36
# A table with at least this many columns becomes a list on a narrow page if its words need more
# than this share of a line; the average width of a letter (em), and the sign between two cells.
_MANY_COLUMNS, _CROWDED, _LETTER, _BETWEEN_CELLS = 5, 1.1, 0.46, " · "
# The greatest height of an undivided table (share of a page).
_WHOLE_TABLE = 0.9
# An entry of at most this many lines, a step of a rule, is not divided.
_WHOLE_STEP = 10
# Numbered steps that are at most this high (share of a page) are not divided by a page turn.
_ONE_OPENING = 0.8
# The greatest height of questions in a strip (share of a page), so that some follow their heading.
_QUESTIONS_HEIGHT = 0.5
# The first and last entries of a list with fewer lines than this stay with their neighbour.
_WHOLE_ENTRY = 3
# Penalties of breaks: after a colon; beside a single short entry; before a
# figure.
_ANNOUNCED, _ALONE, _FIGURE = 20000.0, 3000.0, 1200.0
# The penalty of a break between a table and its introduction: lower than the penalty of a break
# inside a low table, so that introduction and table are separated if they are together higher than
# a page.
_INTRODUCED = 0.5 * FORBIDDEN
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
            message = Sentence(
                "“{culprit}…” does not fit a line of {width} mm.",
                culprit=fragment.culprit,
                width=f"{width:.0f}",
            )
            hint = "Use a larger page."
            if isinstance(self.block, Table):
                message = Sentence(
                    "The table does not fit a line of {width} mm.", width=f"{width:.0f}"
                )
                hint = "Omit a column, shorten its words, or use a larger page."
            raise PrintkitError(message, location=str(self.place), hint=hint)
        return fragment


class WholeTable(Struct, frozen=True):
    """A table that is kept on one page if it is at most `low` mm high."""

    block: Block
    low: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        if fragment.height > self.low + TOLERANCE:
            return fragment
        first, *rest = fragment.strips
        return replace(fragment, strips=(first, *penalise_breaks(rest, FORBIDDEN)))


class Entries(Struct, frozen=True):
    """The entries of a list; a short first or last entry stays with its neighbour. A list at most
    `one_opening` mm high is not divided by a page turn.
    """

    entries: tuple[Block, ...]
    one_opening: float = 0.0

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
        own = [strip for entry in strips for strip in entry]
        if height_of(own) <= self.one_opening:
            own = keep_on_opening(own)
        return Fragment(tuple(own), width)


class Introduction(Struct, frozen=True):
    """A paragraph between a heading and a table. It is not divided if the page has room."""

    block: Block

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        first, *rest = fragment.strips
        return replace(fragment, strips=(first, *penalise_breaks(rest, _INTRODUCED)))


class Hanging(Struct, frozen=True):
    """A paragraph whose lines after the first are indented."""

    block: Paragraph

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        indent = _HANG * style.size
        return self.block.lay_out(style, width - indent).indented(indent)


class Marked(Struct, frozen=True):
    """A block that puts a mark on its first strip."""

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
    """Sets the blocks of a book in a type area, each as an element; with `hanging`, paragraphs that
    begin in bold have a hanging indent.
    """

    book: source.Book
    area: TypeArea
    pictures: Pictures
    index: IndexBuilder
    hanging: bool = False

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
        """Return the spans of a line, with the numbers of the pages that its links lead to."""
        return self.pictures.spans(line, fonts, colour, self.index.anchors)

    def lay_out(
        self,
        blocks: Sequence[source.Block],
        *,
        columns: bool = False,
        fine: bool = False,
        small: bool = False,
    ) -> list[Strip]:
        """Lay out blocks over the whole measure.

        With `columns`, questions are in two columns. `fine` blocks have the type of fine chapters,
        or with `small` its smallest size. Raises PrintkitError for text that does not fit.
        """
        stack = self.stack(blocks)
        asked = [block for block in blocks if columns and _asks(block)]
        if len(asked) > 1:
            own = tuple(Paragraph(self.spans(b.line, BODY), RAGGED) for b in asked)
            rule = Stroke(self.palette.rule, HAIRLINE)
            questions = Questions(own, _QUESTIONS_HEIGHT * self.area.height_of_text, rule)
            rest = self.stack([block for block in blocks if block not in asked]).parts
            near = [replace(part, penalty=FORBIDDEN) for part in rest[:1]]
            stack = Stack((StackPart(questions), *near, *rest[1:]))
        style = self.style
        if fine:
            share = max(SMALL_TYPE if small else self.area.fine, style.min_size / style.size)
            size, leading = share * style.size, share * style.leading
            style = replace(style, size=size, leading=leading, grid=0.0)
        return list(stack.lay_out(style, self.area.measure).strips)

    def stack(self, blocks: Sequence[source.Block], fonts: FontSet = BODY) -> Stack:
        """Stack blocks with the space and the break penalty between neighbours."""
        blocks = [self._listed(block) for block in blocks]
        parts: list[StackPart] = []
        before: source.Block | None = None
        waiting: source.Figure | None = None
        introductions = [
            one
            for one, after in pairwise(blocks)
            if isinstance(one, source.ParagraphBlock) and isinstance(after, source.TableBlock)
        ]
        for number, (_, run) in enumerate(groupby(enumerate(blocks), key=_figures_together)):
            members = [block for _, block in run]
            block = members[0]
            if isinstance(block, source.Figure) and block.margin:
                waiting = block
                continue
            own = self._block(block, before, fonts)
            if isinstance(before, source.Heading) and any(one is block for one in introductions):
                own = Introduction(own)
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
            spans = self.spans(block.line, fonts)
            if self.hanging and _asks(block):
                return SourceBlock(Hanging(Paragraph(spans, alignment, indent=-_HANG)), block.place)
            return SourceBlock(Paragraph(spans, alignment, indent=indent), block.place)
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
            own = OneOpening(panel_block(block, self.pictures, height))
            return SourceBlock(own, block.place)
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
        is_numbered = start is not None
        return Entries(
            tuple(entries), _ONE_OPENING * self.area.height_of_text if is_numbered else 0.0
        )

    def _listed(self, block: source.Block) -> source.Block:
        """Return a table as a list if its words do not fit the columns of a narrow page. An entry
        has the first cell of a row, then the other cells, each after the head of its column.
        """
        if not isinstance(block, source.TableBlock) or len(block.head) < _MANY_COLUMNS:
            return block
        columns = zip(*block.rows, strict=True)
        longest = [max(len(to_plain_text(cell)) for cell in column) for column in columns]
        needed = _LETTER * self.area.size * sum(longest)
        if self.area.measure >= NARROW or needed < _CROWDED * self.area.measure:
            return block
        entries: list[tuple[source.Block, ...]] = []
        for first, *others in block.rows:
            words: list[source.Inline] = [*first]
            for head, cell in zip(block.head[1:], others, strict=True):
                words.append(
                    source.InlineText(f"{_BETWEEN_CELLS}{to_plain_text(head)} ", emphasis=True)
                )
                words += cell
            entries.append((source.ParagraphBlock(tuple(words), block.place),))
        return source.ListBlock(tuple(entries), None, block.place)

    def _table(self, table: source.TableBlock, fonts: FontSet) -> WholeTable:
        shares = {source.LEFT: 0.0, source.CENTRE: 0.5, source.RIGHT: 1.0}
        block = Table(
            tuple(self.spans(cell, TITLES, self.palette.title) for cell in table.head),
            tuple(tuple(self.spans(cell, fonts) for cell in row) for row in table.rows),
            tuple(shares[align] for align in table.aligns),
            self._rule,
        )
        low = _WHOLE_TABLE * self.area.height_of_text
        return WholeTable(SourceBlock(block, table.place), low)

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
    """Return True for a paragraph that begins in bold, as a question does."""
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
            return replace(part, penalty=_INTRODUCED)
        text = to_plain_text(before.line) if isinstance(before, source.ParagraphBlock) else ""
        if text.rstrip().endswith(":"):
            return replace(part, penalty=_ANNOUNCED)
    return part


def _space_after(block: source.Block | None) -> float:
    if isinstance(block, source.Figure):
        return 1.0 if block.caption else 0.0
    return float(isinstance(block, source.Callout | source.TableBlock | source.Panel))
