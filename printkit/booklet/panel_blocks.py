"""Blocks of panels: cells of a picture over few words in rows, legends with numbered discs.

All sizes are in em of the running text unless said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.guilloche import chamfered
from printkit.base.geometry import Rect, translation
from printkit.booklet.inline_pictures import Pictures
from printkit.booklet.numbered_discs import draw_disc
from printkit.booklet.page_style import TYPE, BookletPalette
from printkit.booklet.text_spans import BODY, TITLES, Fonts, SpanMaker
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Use
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Drawing, ListItem, Paragraph, SideBySide, Stack, StackPart, merge
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import (
    CENTRED,
    RAGGED,
    TOLERANCE,
    Block,
    Canvas,
    Fragment,
    Span,
    TextStyle,
)
from printkit.text.book import PanelCell, PictureRef, RichText

# Words below pictures: their size; that of names and figures, in sizes of those words.
_WORDS, _NAME, _FIGURE = 0.80, 1.10, 1.72
# Between a picture and its name, and between rows of cells (lines).
_BELOW_PICTURE, _BETWEEN_ROWS = 0.35, 0.7
# Free space left and right in a cell.
_CELL_PADDING = 0.35
# A box round cells: its chamfer, what it is wider, the height of its tag and its words.
_CUT, _BOX_TAG, _TAG_WORDS, _TAG_PADDING = 0.75, 1.55, 0.86, 0.8
# Chevrons between cells: half their height and their weight (mm).
_CHEVRON, _CHEVRON_WEIGHT = 1.9, 0.75
# A legend: its words, the radius of its discs, where its words begin.
_LEGEND, _DISC, _AFTER_DISC, _LEGEND_GAP = 0.86, 0.74, 2.0, 0.28
# Columns of a legend are at least so wide.
_MIN_LEGEND = 14.0


class PanelInks(Struct, frozen=True):
    """What panels are drawn with: the palette of the book, its pictures and its words."""

    palette: BookletPalette
    pictures: Pictures

    def spans(
        self, line: RichText, fonts: Fonts = BODY, colour: Colour | None = None
    ) -> tuple[Span, ...]:
        """Return words as spans."""
        return SpanMaker(self.palette, self.pictures)(line, fonts, colour)

    @property
    def paper(self) -> Colour:
        return self.palette.theme.roles_of["paper"]

    def tint(self, share: float, colour: Colour | None = None) -> Colour:
        """Return a light ground of a colour; paper where ink is saved."""
        if self.palette.tint == self.paper:
            return self.paper
        return blend(colour or self.palette.title, self.paper, share)

    def picture(self, picture: PictureRef, height: float) -> Drawing:
        """Return a picture in the middle of its column, `height` mm high, narrower if it must."""

        def draw(style: TextStyle, width: float) -> tuple[list[Item], float]:
            symbol = self.pictures.drawing(picture, round(height, 2))
            if symbol.box.w > width:
                symbol = self.pictures.drawing(picture, round(height * width / symbol.box.w, 2))
            x, y = (width - symbol.box.w) / 2, (height - symbol.box.h) / 2
            return [Use(symbol, translation(x, y))], height

        return Drawing(draw, height=lambda style, width: height)


class Small(Struct, frozen=True):
    """A block in a smaller size, never below 7 pt; its strips stand on no grid."""

    block: Block
    size: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return self.block.lay_out(smaller(style, self.size), width)


def smaller(style: TextStyle, size: float) -> TextStyle:
    """Return a style in a smaller size, never below 7 pt, on no grid."""
    share = max(size, MIN_TABLE_TEXT_SIZE / style.size)
    return replace(
        style,
        size=style.size * share,
        leading=style.leading * share * 0.95,
        grid=0.0,
        min_last_letters=0,
    )


def caption(line: RichText, inks: PanelInks, colour: Colour | None = None) -> Paragraph:
    """Return the words of a cell, centred."""
    return Paragraph(inks.spans(line, BODY, colour), CENTRED)


def title(
    line: RichText, inks: PanelInks, colour: Colour | None = None, em: float = _NAME
) -> Paragraph:
    """Return the name of a cell, centred."""
    spans = inks.spans(line, TITLES, colour or inks.palette.text)
    return Paragraph(spans, CENTRED, em, hyphenate=False)


def figure(text: str, inks: PanelInks) -> Paragraph:
    """Return the figure of a cell, centred."""
    span = Span(text, TITLE_BOLD, inks.palette.title)
    return Paragraph((span,), CENTRED, _FIGURE, hyphenate=False)


def stack(blocks: Sequence[Block | None], gaps: Sequence[float] = ()) -> Stack:
    """Return blocks one below the other, with a gap (lines) before each."""
    spaces = [*gaps, *[0.0] * len(blocks)]
    parts = [
        StackPart(block, space)
        for block, space in zip(blocks, spaces, strict=False)
        if block is not None
    ]
    return Stack(tuple(parts))


class CellLook(Struct, frozen=True):
    """How cells are drawn: how many stand in a row, how wide each is at least (em), how high
    their pictures are (mm, on a page of A5); chevrons lead from one to the next."""

    columns: int
    min_width: float
    picture: float
    chevrons: bool = False

    def per_row(self, count: int, style: TextStyle, width: float) -> int:
        """Return how many cells stand in each row, as evenly as can be."""
        fitting = max(1, min(self.columns, int(width / (self.min_width * style.size))))
        return ceil(count / ceil(count / fitting))


class CellRows(Struct, frozen=True):
    """Cells in rows, each row one strip; those of one group stand in a box with its tag."""

    cells: tuple[PanelCell, ...]
    look: CellLook
    inks: PanelInks

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        total = len(self.cells)
        count = self.look.per_row(total, style, width)
        fragment = self._lay_out_rows(count, style, width)
        while fragment.overflow > TOLERANCE and count > 1:
            count = ceil(total / ceil(total / (count - 1)))
            fragment = self._lay_out_rows(count, style, width)
        return fragment

    def _lay_out_rows(self, count: int, style: TextStyle, width: float) -> Fragment:
        """Lay out rows of `count` cells."""
        rows = [self.cells[i : i + count] for i in range(0, len(self.cells), count)]
        laid_out = []
        for i, row in enumerate(rows):
            continues = i + 1 < len(rows) and bool(row[-1].group)
            after = rows[i + 1][0].group if continues else ""
            laid_out.append(self._row(row, count, after, style, width))
        worst = max(laid_out, key=lambda row: row.overflow)
        strips = tuple(strip for row in laid_out for strip in row.strips)
        return Fragment(strips, width, worst.overflow, worst.culprit)

    def _row(
        self, row: Sequence[PanelCell], count: int, after: str, style: TextStyle, width: float
    ) -> Fragment:
        step, padding = width / count, _CELL_PADDING * style.size
        left = (width - step * len(row)) / 2
        picture = self.look.picture * style.size / TYPE
        fragments = [
            cell_block(cell, picture, self.inks).lay_out(style, step - 2 * padding) for cell in row
        ]
        grouped = any(cell.group for cell in row)
        margin = 0.7 * style.size if grouped else 0.0
        tag = _BOX_TAG * style.size if grouped else 0.0
        inner = max(fragment.height for fragment in fragments)
        height = style.snap(inner + margin + tag + _BETWEEN_ROWS * style.leading)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            box = Rect(x + left, y, step, inner + margin + tag * 0.62)
            canvas.items += self._boxes(row, after, box, style)
            for i, fragment in enumerate(fragments):
                fragment.paint(canvas, x + left + i * step + padding, y + margin)
                if self.look.chevrons and i:
                    tip = (x + left + i * step, y + margin + picture / 2)
                    canvas.items.append(chevron(*tip, self.inks.palette.title))

        parts = [strip for fragment in fragments for strip in fragment.strips]
        worst = max(fragments, key=lambda f: f.overflow)
        joined = merge(Fragment(tuple(parts), width, worst.overflow, worst.culprit), height)
        return replace(joined, strips=(replace(joined.strips[0], paint=paint),))

    def _boxes(
        self, row: Sequence[PanelCell], after: str, first: Rect, style: TextStyle
    ) -> Iterator[Item]:
        """Yield boxes round cells of one group; the tag is at the last of them."""
        start = 0
        for group, cells in groupby(row, key=lambda cell: cell.group):
            count = len(list(cells))
            if group:
                inset = 0.25 * style.size
                box = Rect(first.x + start * first.w, first.y, count * first.w, first.h)
                last = start + count == len(row)
                yield from self._box(
                    box.outset(-inset, 0, -inset, 0),
                    "" if last and after == group else group,
                    style,
                )
            start += count

    def _box(self, box: Rect, words: str, style: TextStyle) -> Iterator[Item]:
        palette = self.inks.palette
        accent = palette.accent
        fill = self.inks.tint(0.14, accent)
        outline = chamfered(box, _CUT * style.size)
        yield Path(outline, fill=fill, stroke=Stroke(accent, 0.3))
        if words:
            yield from draw_tag(
                words, box.centre[0], box.bottom, style, palette.title, self.inks.paper, box.w
            )


def cell_block(cell: PanelCell, height: float, inks: PanelInks) -> Small:
    """Return a cell: its picture, its figure, its name and its words, one below the other."""
    blocks: list[Block | None] = [inks.picture(picture, height) for picture in cell.pictures]
    blocks.append(figure(cell.figure, inks) if cell.figure else None)
    blocks.append(title(cell.name, inks) if cell.name else None)
    blocks.append(caption(cell.words, inks) if cell.words else None)
    gaps = [0.0] * len(cell.pictures) + [_BELOW_PICTURE, 0.0 if cell.figure else _BELOW_PICTURE]
    if cell.figure:
        blocks[len(cell.pictures)] = FigureLine(figure(cell.figure, inks))
    return Small(stack(blocks, gaps), _WORDS)


class FigureLine(Struct, frozen=True):
    """A paragraph of large figures in a line as high as they are."""

    paragraph: Paragraph

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        spaced = replace(style, leading=style.leading * self.paragraph.em * 0.92)
        return self.paragraph.lay_out(spaced, width)


def chevron(x: float, y: float, colour: Colour) -> Path:
    """Draw a chevron that leads to the right."""
    half = _CHEVRON / 2
    path = PathBuilder().polyline(
        [(x - half, y - _CHEVRON), (x + half, y), (x - half, y + _CHEVRON)]
    )
    return Path(path.done(), stroke=Stroke(colour, _CHEVRON_WEIGHT, round=True))


def draw_tag(
    words: str,
    x: float,
    y: float,
    style: TextStyle,
    colour: Colour,
    paper: Colour,
    max_width: float,
    align: float = 0.5,
) -> Iterator[Item]:
    """Draw words on a plate, its middle at y."""
    size = max(_TAG_WORDS * style.size, MIN_TABLE_TEXT_SIZE)
    padding, height = _TAG_PADDING * size, 1.72 * size
    width = text_width(TITLE_BOLD, words, size)
    size *= min(1.0, (max_width - 2 * padding) / width)
    width = text_width(TITLE_BOLD, words, size)
    left = x - align * (width + 2 * padding)
    box = Rect(left, y - height / 2, width + 2 * padding, height)
    yield Path(chamfered(box, 0.42 * size), fill=colour)
    yield text_line(
        TITLE_BOLD, words, left + padding, y + 0.35 * size, size, paper, render_mode=LIVE
    )


# --- legends --------------------------------------------------------------------------------------


class Legend(Struct, frozen=True):
    """Numbered discs with a name and a sentence each: in two columns that are as high as each
    other, or in one that can be broken."""

    cells: tuple[PanelCell, ...]
    inks: PanelInks
    max_height: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        small = smaller(style, _LEGEND)
        entries = [self._entry(cell) for cell in self.cells]
        column = (width - 1.6 * style.size) / 2
        if column >= _MIN_LEGEND * small.size:
            heights = [
                e.lay_out(small, column).height + _LEGEND_GAP * small.leading for e in entries
            ]
            cut = min(
                range(1, len(entries) + 1), key=lambda i: max(fsum(heights[:i]), fsum(heights[i:]))
            )
            columns = [self._column(entries[:cut]), self._column(entries[cut:])]
            both = SideBySide(
                tuple((None, column) for column in columns), 1.6 * style.size / small.size
            )
            fragment = both.lay_out(small, width)
            height = style.snap(fragment.height)
            if height <= self.max_height:
                return merge(fragment, height)
        return self._column(entries).lay_out(small, width)

    def _entry(self, cell: PanelCell) -> ListItem:
        inks = self.inks
        name = inks.spans(cell.name, TITLES, inks.palette.title)
        stop = Span(". " if cell.words else "", TITLES.regular, inks.palette.title)
        body = Paragraph((*name, stop, *inks.spans(cell.words)), RAGGED, whole=True)

        def mark(style: TextStyle, height: float) -> list[Item]:
            radius = _DISC * style.size
            y = height / 2
            return draw_disc(cell.figure, radius, y, radius, inks.palette.text, inks.paper)

        return ListItem(mark, body, _AFTER_DISC, cell.figure)

    def _column(self, entries: Sequence[Block]) -> Stack:
        return stack(entries, [0.0, *[_LEGEND_GAP] * len(entries)])
