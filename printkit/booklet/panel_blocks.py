"""Blocks of panels: rows of cells, legends with numbered discs, groups of tokens.

Sizes are in em of the running text unless said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.guilloche import chamfered
from printkit.base.geometry import Rect
from printkit.booklet.page_style import TYPE
from printkit.booklet.pictures import TITLES, Pictures
from printkit.booklet.table_picture import draw_disc
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, TagStep
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import ListItem, Paragraph, Stack, StackPart, fragment_of, merge
from printkit.layout.containers import Adaptive, Overlay, Placed, Rule, SideBySide
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.fitting import find_largest
from printkit.layout.records import (
    CENTRED,
    FORBIDDEN,
    FREE,
    RAGGED,
    TOLERANCE,
    Alignment,
    Block,
    Fragment,
    Overflow,
    Span,
    TextStyle,
)
from printkit.layout.tagging import TaggedBlock, list_entry
from printkit.text.book import Panel, PanelCell, RichText

# The size of words below pictures; of names and figures, relative to these words.
_WORDS, _NAME, _FIGURE = 0.84, 1.10, 1.72
# Words are smaller where pictures are, down to this share.
_MIN_WORDS = 0.875
# Between a picture and its name, and between rows of cells (lines).
_BELOW_PICTURE, _BETWEEN_ROWS = 0.35, 0.7
# Free space left and right in a cell.
_CELL_PADDING = 0.35
# A box round cells: its chamfer, the height of its tag, the size and padding of the tag's words.
_CUT, _BOX_TAG, _TAG_WORDS, _TAG_PADDING = 0.75, 1.55, 0.86, 0.8
# Chevrons between cells: half their height and their weight (mm).
_CHEVRON, _CHEVRON_WEIGHT = 1.9, 0.75
# A legend: the size of its words, the radius of its discs, the indent of its words, its gaps.
_LEGEND, _DISC, _AFTER_DISC, _LEGEND_GAP = 0.86, 0.74, 2.0, 0.28
# The least width of a column of a legend.
_MIN_LEGEND = 14.0
# The list of a panel.
LIST = (TagStep("L"),)


def small(block: Block, size: float) -> Adaptive:
    """Return a block in a smaller size, at least 7 pt, off the grid."""
    return Adaptive(lambda style, width: block.lay_out(smaller(style, size), width))


def smaller(style: TextStyle, size: float) -> TextStyle:
    """Return a style in a smaller size, at least 7 pt, off the grid."""
    size *= min(1.0, max(_MIN_WORDS, style.picture))
    share = max(size, MIN_TABLE_TEXT_SIZE / style.size)
    return replace(
        style,
        size=style.size * share,
        leading=style.leading * share * 0.95,
        grid=0.0,
        min_last_letters=0,
    )


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
    """The look of cells: the most in a row, their least width (em), the height of their pictures
    (mm on A5), and whether chevrons lead from one to the next."""

    columns: int
    min_width: float
    picture: float
    chevrons: bool = False

    def per_row(self, count: int, style: TextStyle, width: float) -> int:
        """Return the number of cells in a row, with rows as balanced as possible."""
        fitting = max(1, min(self.columns, int(width / (self.min_width * style.size))))
        return ceil(count / ceil(count / fitting))


class CellRows(Struct, frozen=True):
    """Cells in rows, each row one strip; a box with a tag surrounds the cells of a group, and cells
    with a sign have a small hourglass."""

    cells: tuple[PanelCell, ...]
    look: CellLook
    pictures: Pictures

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        total = len(self.cells)
        most = self.look.per_row(total, style, width)
        counts = sorted({ceil(total / ceil(total / count)) for count in range(1, most + 1)})

        def attempt(count: int) -> Fragment | Overflow:
            rows = self._rows(count, width / count, style).lay_out(style, width)
            return rows if not rows.overflow > TOLERANCE else Overflow(rows.overflow)

        rows = find_largest(attempt, counts)
        if isinstance(rows, Overflow):  # a single column, with its overflow
            rows = self._rows(1, width, style).lay_out(style, width)
        return rows

    def _rows(self, count: int, step: float, style: TextStyle) -> Stack:
        """Return rows of `count` cells, each cell in a width of `step` mm."""
        rows = [self.cells[i : i + count] for i in range(0, len(self.cells), count)]
        after = [row[0].group for row in rows[1:]] + [""]
        return stack(
            [
                self._row(row, (count - len(row)) * step / 2, step, group, style)
                for row, group in zip(rows, after, strict=True)
            ]
        )

    def _row(
        self, row: Sequence[PanelCell], left: float, step: float, after: str, style: TextStyle
    ) -> Overlay:
        """Return a row of cells from `left` on; the next row begins with the group `after`."""
        pictures, padding = self.pictures, _CELL_PADDING * style.size
        picture = self.look.picture * style.size / TYPE * style.picture
        grouped = any(cell.group for cell in row)
        margin, tag = (0.7 * style.size, _BOX_TAG * style.size) if grouped else (0.0, 0.0)
        arrow = Overlay((), 0.0, lambda rect, _: [chevron(rect.x, rect.y, pictures.palette.title)])
        layers: list[Placed] = []
        signs: list[Item] = []
        inner = 0.0
        for i, cell in enumerate(row):
            x = left + i * step
            body = cell_block(cell, picture, pictures).lay_out(style, step - 2 * padding)
            inner = max(inner, body.height)
            entry = TaggedBlock(list_entry(body, object()), LIST)
            layers.append(Placed(entry, x + padding, margin))
            if self.look.chevrons and i:
                layers.append(Placed(arrow, x, margin + picture / 2))
            if cell.sign:
                colour = pictures.palette.theme.palette(cell.colour or "ink").main
                centre = (x + 0.5 * step + 0.42 * picture, 0.14 * picture)
                signs += draw_hourglass(*centre, 0.128 * picture, colour, pictures.paper)
        layers.append(Placed(fragment_of(signs)))

        def draw_boxes(rect: Rect, style: TextStyle) -> list[Item]:
            first = Rect(rect.x + left, rect.y, step, inner + margin + tag * 0.62)
            return [*self._boxes(row, after, first, style)]

        height = inner + margin + tag + _BETWEEN_ROWS * style.leading
        return Overlay(tuple(layers), height, draw_boxes)

    def _boxes(
        self, row: Sequence[PanelCell], after: str, first: Rect, style: TextStyle
    ) -> Iterator[Item]:
        """Yield a box for each group, with the tag at its last box."""
        palette, inset, start = self.pictures.palette, 0.25 * style.size, 0
        for group, run in groupby(row, key=lambda cell: cell.group):
            count = len(list(run))
            box = Rect(first.x + start * first.w, first.y, count * first.w, first.h)
            box = box.outset(-inset, 0, -inset, 0)
            start += count
            if not group:
                continue
            outline, fill = (
                chamfered(box, _CUT * style.size),
                self.pictures.tint(0.14, palette.accent),
            )
            yield Path(outline, fill=fill, stroke=Stroke(palette.accent, 0.3))
            if start < len(row) or after != group:
                middle, foot, paper = box.centre[0], box.bottom, self.pictures.paper
                yield from draw_tag(group, middle, foot, style, palette.title, paper, box.w)


def cell_block(cell: PanelCell, height: float, pictures: Pictures) -> Block:
    """Return a cell: its picture, its figure, its name and its words, one below the other."""
    blocks: list[Block | None] = [pictures.block(picture, height) for picture in cell.pictures]
    blocks.append(_figure(cell.figure, pictures) if cell.figure else None)
    blocks.append(cell_title(cell.name, pictures) if cell.name else None)
    blocks.append(Paragraph(pictures.spans(cell.words), CENTRED) if cell.words else None)
    gaps = [0.0] * len(cell.pictures) + [_BELOW_PICTURE, 0.0 if cell.figure else _BELOW_PICTURE]
    return small(stack(blocks, gaps), _WORDS)


def cell_title(
    line: RichText, pictures: Pictures, em: float = _NAME, alignment: Alignment = CENTRED
) -> Paragraph:
    """Return the name of a cell."""
    spans = pictures.spans(line, TITLES, pictures.palette.text)
    return Paragraph(spans, alignment, em, hyphenate=False)


def _figure(text: str, pictures: Pictures) -> Adaptive:
    """Return the figure of a cell, centred, with a leading to match its size."""
    span = Span(text, TITLE_BOLD, pictures.palette.title)
    figure = Paragraph((span,), CENTRED, _FIGURE, hyphenate=False)

    def choose(style: TextStyle, width: float) -> Block:
        return figure.lay_out(replace(style, leading=style.leading * _FIGURE * 0.92), width)

    return Adaptive(choose)


def chevron(x: float, y: float, colour: Colour) -> Path:
    """Draw a chevron that points to the right."""
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


def draw_hourglass(x: float, y: float, r: float, colour: Colour, paper: Colour) -> list[Item]:
    """Draw a small hourglass on a disc."""
    w, h = 0.42 * r, 0.56 * r
    glass = PathBuilder().polygon([(x - w, y - h), (x + w, y - h), (x - w, y + h), (x + w, y + h)])
    return [
        Path(PathBuilder().circle(x, y, r * 1.17).done(), fill=paper),
        Path(PathBuilder().circle(x, y, r).done(), fill=colour),
        Path(glass.done(), fill=paper),
    ]


# --- legends --------------------------------------------------------------------------------------


def lay_out_legend(
    cells: Sequence[PanelCell],
    pictures: Pictures,
    max_height: float,
    style: TextStyle,
    width: float,
) -> Fragment:
    """Lay out numbered discs with a name and a sentence each, in two balanced columns, or in one
    column that can be broken."""
    own = smaller(style, _LEGEND)
    entries = [_legend_entry(cell, pictures) for cell in cells]
    column = (width - 1.6 * style.size) / 2
    if column >= _MIN_LEGEND * own.size:
        gap = _LEGEND_GAP * own.leading
        heights = [entry.lay_out(own, column).height + gap for entry in entries]
        cut = min(
            range(1, len(entries) + 1), key=lambda i: max(fsum(heights[:i]), fsum(heights[i:]))
        )
        columns = tuple((None, _legend_column(part)) for part in (entries[:cut], entries[cut:]))
        fragment = SideBySide(columns, 1.6 * style.size / own.size).lay_out(own, width)
        height = style.snap(fragment.height)
        if height <= max_height:
            return merge(fragment, height)
    return _legend_column(entries).lay_out(own, width)


def _legend_entry(cell: PanelCell, pictures: Pictures) -> ListItem:
    ink, title = pictures.palette.text, pictures.palette.title
    stop = Span(". " if cell.name and cell.words else "", TITLES.regular, title)
    spans = (*pictures.spans(cell.name, TITLES, title), stop, *pictures.spans(cell.words))

    def mark(style: TextStyle, height: float) -> list[Item]:
        radius = _DISC * style.size
        return draw_disc(cell.figure, radius, height / 2, radius, ink, pictures.paper)

    words = Paragraph(spans, RAGGED, whole=True)
    return ListItem(mark, words, _AFTER_DISC, cell.figure, key=cell.figure)


def _legend_column(entries: Sequence[Block]) -> Block:
    return TaggedBlock(stack(entries, [0.0, *[_LEGEND_GAP] * len(entries)]), LIST)


# --- tokens ---------------------------------------------------------------------------------------

# The cells of tokens.
_TOKEN_LOOK = CellLook(4, 6.9, 18.0)


def token_groups(panel: Panel, pictures: Pictures) -> Block:
    """Return tokens in groups; lasting ones have a small hourglass."""
    parts: list[StackPart] = []
    sign = next((cell.sign for cell in panel.cells if cell.sign), "")
    if sign:
        parts.append(StackPart(_sign_line(sign, pictures)))
    for (name, colour), cells in groupby(panel.cells, key=lambda cell: (cell.group, cell.colour)):
        own = tuple(replace(cell, group="") for cell in cells)
        if name:
            parts.append(StackPart(_group_tag(name, colour, pictures)))
        rows = CellRows(own, _TOKEN_LOOK, pictures)
        parts.append(StackPart(rows, penalty=FORBIDDEN if name else FREE))
    if sign and len(parts) > 1:
        parts[1] = replace(parts[1], penalty=FORBIDDEN)
    return Stack(tuple(parts))


def _group_tag(name: str, colour: str, pictures: Pictures) -> Overlay:
    """Return the name of a group on a plate, with a line to the end."""
    main = pictures.palette.theme.palette(colour).main

    def draw(rect: Rect, style: TextStyle) -> list[Item]:
        y = rect.y + 0.8 * style.leading
        return [*draw_tag(name, rect.x, y, style, main, pictures.paper, rect.w, 0.0)]

    return Overlay((Placed(Rule(main, 0.25, height=1.6)), Placed(Overlay((), 0.0, draw))))


def _sign_line(words: str, pictures: Pictures) -> Adaptive:
    """Return the words of the hourglass, right-aligned."""

    def draw(rect: Rect, style: TextStyle) -> list[Item]:
        size, ink = max(0.86 * style.size, MIN_TABLE_TEXT_SIZE), pictures.palette.quiet
        left, y = rect.right - text_width(TITLE, words, size), rect.y + 0.74 * style.leading
        return [
            text_line(TITLE, words, left, y, size, ink, render_mode=LIVE),
            *draw_hourglass(left - 1.1 * size, y - 0.34 * size, 0.62 * size, ink, pictures.paper),
        ]

    return Adaptive(lambda style, width: Overlay((), style.leading, draw))
