"""Set panels as blocks.

Sizes are in em of the running text unless stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from math import ceil, fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.ornaments import chamfered
from printkit.base.geometry import Rect, translation
from printkit.base.messages import translate
from printkit.booklet.page_style import TYPE
from printkit.booklet.pictures import LIGHT_TITLES, NO_BREAK, TITLES, Pictures
from printkit.booklet.play_pictures import AREA as PLAY_AREA
from printkit.booklet.table_pictures import DISC_FIGURE, draw_disc, draw_figure, table_area
from printkit.faces.small_cards import RATIO, CardRow, row_share
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Symbol, TagStep, Use
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_PAGE_TEXT_SIZE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import (
    ListItem,
    Paragraph,
    Stack,
    StackPart,
    Unbroken,
    fragment_of,
    merge,
)
from printkit.layout.containers import Adaptive, Overlay, Placed, Rule, SideBySide, TextLine
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
    TaggedBlock,
    TextStyle,
    WholeFigure,
    list_entry,
)
from printkit.text import book
from printkit.text.book import Panel, PanelCell, PanelHand, PictureRef, RichText, to_plain_text

# --- panel blocks --------------------------------------------------------------------------------

# The size of words below pictures; of names and figures, relative to these words.
_WORDS, _NAME, _FIGURE = 0.84, 1.10, 1.72
# Words are smaller where pictures are, down to this share.
_MIN_WORDS = 0.875
# Between a picture and its name, and between rows of cells (lines).
_BELOW_PICTURE, _BETWEEN_ROWS = 0.35, 0.7
# Free space left and right in a cell; the least width of a cell in any size of type (mm).
_CELL_PADDING, _MIN_CELL = 0.35, 19.0
# Panels in a narrower line (mm), as on A6, are lists instead of tables and rows of cells.
NARROW = 95.0
# A box round cells: its chamfer, the height of its tag, the size and padding of the tag's words.
_CUT, _BOX_TAG, _TAG_WORDS, _TAG_PADDING = 0.75, 1.55, 0.86, 0.8
# Chevrons between cells: half their height and their weight (mm).
_CHEVRON, _CHEVRON_WEIGHT = 1.9, 0.75
# The weight of the line of a way back (mm).
_BACK_WEIGHT = 0.6
# A legend: the size of its words, the radius of its discs, the indent of its words, its gaps.
_LEGEND, _DISC, _AFTER_DISC, _LEGEND_GAP = 0.86, 0.74, 2.0, 0.28
# The least width of a column of a legend.
_MIN_LEGEND = 14.0
# The list of a panel.
LIST = (TagStep("L"),)


def small(block: Block, size: float) -> Adaptive:
    """Return a block in a smaller size, but at least 7 pt, and off the grid."""
    return Adaptive(lambda style, width: block.lay_out(smaller(style, size), width))


def smaller(style: TextStyle, size: float) -> TextStyle:
    """Return a style in a smaller size and off the grid.

    The size is at least 7 pt, and at least the minimum of the style.
    """
    size *= min(1.0, max(_MIN_WORDS, style.picture))
    share = max(size, max(MIN_TABLE_TEXT_SIZE, style.min_size) / style.size)
    return replace(
        style,
        size=style.size * share,
        leading=style.leading * share * 0.95,
        grid=0.0,
        keep_alone=False,
        min_last_letters=0,
    )


def stack(blocks: Sequence[Block | None], gaps: Sequence[float] = ()) -> Stack:
    """Return blocks one below the other, with one of the `gaps` (lines) before each."""
    spaces = [*gaps, *[0.0] * len(blocks)]
    parts = [
        StackPart(block, space)
        for block, space in zip(blocks, spaces, strict=False)
        if block is not None
    ]
    return Stack(tuple(parts))


class CellLook(Struct, frozen=True):
    """The look of cells: the maximum in a row, their minimum width (em), the height of their
    pictures (mm on A5), whether chevrons connect them, and the factor for the size of their
    pictures on a narrow page.
    """

    columns: int
    min_width: float
    picture: float
    chevrons: bool = False
    narrow: float = 1.0

    def per_row(self, count: int, style: TextStyle, width: float) -> int:
        """Return the number of cells in a row, with rows as balanced as possible."""
        least = max(_MIN_CELL, self.min_width * style.size)
        fitting = max(1, min(self.columns, int(width / least)))
        return ceil(count / ceil(count / fitting))


class CellRows(Struct, frozen=True):
    """Cells in rows, each row one strip. A box with a tag surrounds the cells of a group, and cells
    with a sign have a small hourglass.
    """

    cells: tuple[PanelCell, ...]
    look: CellLook
    pictures: Pictures

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        total = len(self.cells)
        if width < NARROW:
            style = replace(style, picture=style.picture * self.look.narrow)
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
        """Return rows of `count` cells; each cell is `step` mm wide."""
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
        """Return a row of cells that begins at `left` (mm); the next row begins with the group
        `after`.
        """
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
            if count == sum(cell.group == group for cell in self.cells):
                yield from _way_back(box, style, palette.title)
            if start < len(row) or after != group:
                middle, foot, paper = box.centre[0], box.bottom, self.pictures.paper
                yield from draw_tag(group, middle, foot, style, palette.title, paper, box.w)


def _way_back(box: Rect, style: TextStyle, colour: Colour) -> Iterator[Item]:
    """Yield an arrow along the foot of a box, from its right side back to its left side."""
    cut, up, head = _CUT * style.size, 2.6 * style.size, 0.55 * style.size
    line = PathBuilder().move(box.right, box.bottom - up).line(box.right, box.bottom - cut)
    line.line(box.right - cut, box.bottom).line(box.x + cut, box.bottom)
    line.line(box.x, box.bottom - cut).line(box.x, box.bottom - up)
    yield Path(line.done(), stroke=Stroke(colour, _BACK_WEIGHT, round=True))
    x, y = box.x, box.bottom - up - head
    tip = [(x, y - head), (x - 0.7 * head, y + head / 2), (x + 0.7 * head, y + head / 2)]
    yield Path(PathBuilder().polygon(tip).done(), fill=colour)


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
    """Draw words on a plate whose middle is at height `y`.

    The plate is at most `max_width` wide; the share `align` of its width is left of `x` (mm).
    """
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


# --- materials on a narrow page ------------------------------------------------------------------

# The height of a picture beside its words (mm on A5), its greatest width (share of the column), the
# gap between picture and words and between columns (em), the gap between rows (lines), and the
# growth of this gap with the scale of pictures. From this number of pieces on, pictures grow less,
# and small pictures are set in two columns.
_BESIDE_NEED, _NEED_WIDTH, _NEED_GAP, _NEEDS_APART, _BETWEEN_NEEDS = 13.0, 0.27, 0.8, 1.2, 0.45
_NEED_AIR, _MANY_NEEDS = 1.5, 5


class NeedRows(Struct, frozen=True):
    """Pieces beside their numbers, names and words, in one column or two; each row is one strip."""

    cells: tuple[PanelCell, ...]
    pictures: Pictures

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        count = 2 if len(self.cells) >= _MANY_NEEDS and style.picture <= 1.0 else 1
        entries: list[Block] = [Adaptive(partial(self._entry, i)) for i in range(len(self.cells))]
        entries += [_NOTHING] * (-len(entries) % count)
        rows = [
            SideBySide(tuple((None, own) for own in entries[i : i + count]), _NEEDS_APART, True)
            for i in range(0, len(entries), count)
        ]
        gap = _BETWEEN_NEEDS
        if len(rows) < _MANY_NEEDS:  # few fill the page by larger gaps
            gap *= 1.0 + _NEED_AIR * max(0.0, style.picture - 1.0)
        parts = tuple(
            StackPart(row, gap if i else 0.0, penalty=_APART if i else FREE)
            for i, row in enumerate(rows)
        )
        return Stack(parts).lay_out(replace(style, grid=0.0), width)

    def _entry(self, key: int, style: TextStyle, width: float) -> Block:
        cell, pictures, own = self.cells[key], self.pictures, smaller(style, _WORDS)
        few = len(self.cells) < _MANY_NEEDS
        high = _BESIDE_NEED * style.size / TYPE * style.picture ** (1.0 if few else 0.5)
        figure = Span(f"{cell.figure} " if cell.figure else "", TITLE_BOLD, pictures.palette.title)
        name = (figure, *pictures.spans(cell.name, TITLES, pictures.palette.text))
        words = Paragraph(pictures.spans(cell.words), RAGGED) if cell.words else None
        body = stack([Paragraph(name, RAGGED, _NAME, hyphenate=False), words])
        drawn = [(_NEED_WIDTH * width, pictures.block(one, high)) for one in cell.pictures[:1]]
        entry = (None, list_entry(small(body, _WORDS), key))
        row = SideBySide((*drawn, entry), _NEED_GAP * own.size / style.size, centred=True)
        return TaggedBlock(row, LIST)


# --- legends --------------------------------------------------------------------------------------


def lay_out_legend(
    cells: Sequence[PanelCell],
    pictures: Pictures,
    max_height: float,
    style: TextStyle,
    width: float,
) -> Fragment:
    """Lay out numbered discs with a name and a sentence each.

    They are in two balanced columns if these are wide enough and at most `max_height` mm high,
    otherwise in one column that can be broken.
    """
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
        radius = max(_DISC * style.size, MIN_TABLE_TEXT_SIZE / DISC_FIGURE)
        return draw_disc(cell.figure, radius, height / 2, radius, ink, pictures.paper)

    words = Paragraph(spans, RAGGED, whole=True)
    return ListItem(mark, words, _AFTER_DISC, cell.figure, key=cell.figure)


def _legend_column(entries: Sequence[Block]) -> Block:
    return TaggedBlock(stack(entries, [0.0, *[_LEGEND_GAP] * len(entries)]), LIST)


# --- tokens ---------------------------------------------------------------------------------------

# The cells of tokens.
_TOKEN_LOOK = CellLook(4, 6.9, 18.0)
# Tokens are beside their words if the scale of pictures is less than this. The usual height of a
# token (mm on A5), the greatest number of columns, their least width (em), the gap between rows
# (lines), and the greatest share of a column for a token.
_BESIDE, _DISC_BESIDE, _MAX_BESIDE, _MIN_BESIDE, _BETWEEN_TOKENS = 1.0, 20.0, 3, 11.0, 0.5
_MAX_DISC = 0.4


def token_groups(panel: Panel, pictures: Pictures) -> Adaptive:
    """Return tokens in groups, above their words or, if pictures are small, beside them; lasting
    tokens have a small hourglass.
    """

    def choose(style: TextStyle, width: float) -> Block:
        beside = style.picture < _BESIDE or width < NARROW
        return _token_groups(panel, pictures, beside=beside)

    return Adaptive(choose)


def _token_groups(panel: Panel, pictures: Pictures, *, beside: bool) -> Block:
    parts: list[StackPart] = []
    sign = next((cell.sign for cell in panel.cells if cell.sign), "")
    if sign:
        parts.append(StackPart(sign_line(sign, pictures)))
    for (name, colour), cells in groupby(panel.cells, key=lambda cell: (cell.group, cell.colour)):
        own = tuple(replace(cell, group="") for cell in cells)
        if name:
            parts.append(StackPart(group_tag(name, colour, pictures)))
        rows = TokenRows(own, pictures) if beside else CellRows(own, _TOKEN_LOOK, pictures)
        parts.append(StackPart(rows, penalty=FORBIDDEN if name else FREE))
    if sign and len(parts) > 1:
        parts[1] = replace(parts[1], penalty=FORBIDDEN)
    return Stack(tuple(parts))


class TokenRows(Struct, frozen=True):
    """Tokens beside their names and words, as many in a row as are legible."""

    cells: tuple[PanelCell, ...]
    pictures: Pictures

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        total = len(self.cells)
        count = max(1, min(_MAX_BESIDE, int(width / (_MIN_BESIDE * style.size))))
        count = ceil(total / ceil(total / count))
        entries = [Adaptive(partial(self._entry, cell, i)) for i, cell in enumerate(self.cells)]
        nothing: list[Block] = [_NOTHING] * (-len(entries) % count)
        every = [*entries, *nothing]
        rows = [
            SideBySide(tuple((None, entry) for entry in every[i : i + count]), 0.9)
            for i in range(0, len(every), count)
        ]
        gaps = [0.0, *[_BETWEEN_TOKENS] * len(rows)]
        return Stack((StackPart(stack(rows, gaps)),)).lay_out(style, width)

    def _entry(self, cell: PanelCell, key: int, style: TextStyle, width: float) -> Block:
        pictures, own = self.pictures, smaller(style, _WORDS)
        wanted = _DISC_BESIDE * style.size / TYPE * style.picture
        side = round(min(wanted, _MAX_DISC * width), 2)
        name, words = cell_title(cell.name, pictures, alignment=RAGGED), pictures.spans(cell.words)
        body = stack([name, Paragraph(words, RAGGED)]).lay_out(own, width - side - own.size)

        def draw(rect: Rect, _: TextStyle) -> Iterator[Item]:
            for picture in cell.pictures[:1]:
                yield Use(pictures.drawing(picture, side), translation(rect.x, rect.y))
            if cell.sign:
                colour, r = pictures.palette.theme.palette(cell.colour or "ink").main, 0.14 * side
                yield from draw_hourglass(
                    rect.x + 0.9 * side, rect.y + r, r, colour, pictures.paper
                )

        layer = Placed(list_entry(body, key), side + own.size, max(0.0, side - body.height) / 2)
        row = Overlay((layer,), max(side, body.height), draw)
        return TaggedBlock(row, LIST)


def group_tag(name: str, colour: str, pictures: Pictures) -> Overlay:
    """Return the name of a group on a plate, with a line to the end."""
    main = pictures.palette.theme.palette(colour).main

    def draw(rect: Rect, style: TextStyle) -> list[Item]:
        y = rect.y + 0.8 * style.leading
        return [*draw_tag(name, rect.x, y, style, main, pictures.paper, rect.w, 0.0)]

    return Overlay((Placed(Rule(main, 0.25, height=1.6)), Placed(Overlay((), 0.0, draw))))


def sign_line(words: str, pictures: Pictures) -> Adaptive:
    """Return the explanation of the hourglass, right-aligned."""

    def draw(rect: Rect, style: TextStyle) -> list[Item]:
        size, ink = max(0.86 * style.size, MIN_TABLE_TEXT_SIZE), pictures.palette.quiet
        left, y = rect.right - text_width(TITLE, words, size), rect.y + 0.74 * style.leading
        return [
            text_line(TITLE, words, left, y, size, ink, render_mode=LIVE),
            *draw_hourglass(left - 1.1 * size, y - 0.34 * size, 0.62 * size, ink, pictures.paper),
        ]

    return Adaptive(lambda style, width: Overlay((), style.leading, draw))


# --- the phases -----------------------------------------------------------------------------------

# The side of a pictogram beside its phase (em); the space for the return arrow beside a loop and
# below it, and the padding in the box of a loop (em); the space after a row (lines).
_PHASE_ICON, _BACK, _BELOW_LOOP, _LOOP_PADDING = 3.0, 1.7, 1.5, 0.5
_AFTER_PHASES = 0.6


def glance(cells: Sequence[PanelCell], look: CellLook, pictures: Pictures) -> Block:
    """Return the phases of a game: repeated ones in a loop, others in a line before or after it."""
    if not any(cell.group for cell in cells):
        return CellRows(tuple(cells), look, pictures)
    blocks: list[Block] = []
    for group, run in groupby(cells, key=lambda cell: cell.group):
        own = tuple(run)
        if group:
            blocks.append(Adaptive(partial(_loop, own, look, pictures)))
        else:
            parts = tuple((None, _phase(cell, pictures)) for cell in own)
            blocks.append(SideBySide(parts, 1.2))
    gaps = [0.0, *[_AFTER_PHASES] * len(blocks)]
    penalties = [FREE, *[_APART] * len(blocks)]
    placed = zip(blocks, gaps, penalties, strict=False)
    return Stack(tuple(StackPart(block, gap, penalty=penalty) for block, gap, penalty in placed))


def _phase(cell: PanelCell, pictures: Pictures) -> Block:
    """Return a phase: its pictogram beside its name and its words."""
    title = cell_title(cell.name, pictures, _NAME, RAGGED)
    words = Paragraph(pictures.spans(cell.words), RAGGED) if cell.words else None
    body = list_entry(stack([title, words]), object())

    def choose(style: TextStyle, width: float) -> Block:
        side = round(_PHASE_ICON * style.size, 2)
        parts: list[tuple[float | None, Block]] = [
            (side, pictures.block(icon, side)) for icon in cell.pictures[:1]
        ]
        return SideBySide((*parts, (None, body)), 0.8, centred=True)

    return TaggedBlock(small(Adaptive(choose), _WORDS), LIST)


def _loop(
    cells: Sequence[PanelCell], look: CellLook, pictures: Pictures, style: TextStyle, width: float
) -> Overlay:
    """Return phases in a box, and a labelled arrow from its end back to its beginning."""
    palette, paper = pictures.palette, pictures.paper
    beside, padding = _BACK * style.size, _LOOP_PADDING * style.size
    own = tuple(replace(cell, group="") for cell in cells)
    inner = CellRows(own, look, pictures).lay_out(style, width - 2 * beside - 2 * padding)
    high = inner.height - _BETWEEN_ROWS * style.leading + 2 * padding

    def draw(rect: Rect, style: TextStyle) -> Iterator[Item]:
        box = Rect(rect.x + beside, rect.y, width - 2 * beside, high)
        fill = pictures.tint(0.14, palette.accent)
        yield Path(chamfered(box, _CUT * style.size), fill=fill, stroke=Stroke(palette.accent, 0.3))
        out, low, y = 0.6 * beside, box.bottom + 0.9 * style.size, box.centre[1]
        cut, head = 0.8 * style.size, 0.45 * beside
        line = PathBuilder().move(box.right, y).line(box.right + out - cut, y)
        line.line(box.right + out, y + cut).line(box.right + out, low - cut)
        line.line(box.right + out - cut, low).line(box.x - out + cut, low)
        line.line(box.x - out, low - cut).line(box.x - out, y + cut)
        line.line(box.x - out + cut, y).line(box.x - 0.3 * head, y)
        yield Path(line.done(), stroke=Stroke(palette.title, _BACK_WEIGHT, round=True))
        tip = [(box.x, y), (box.x - head, y - 0.6 * head), (box.x - head, y + 0.6 * head)]
        yield Path(PathBuilder().polygon(tip).done(), fill=palette.title)
        label = cells[0].group
        yield from draw_tag(label, box.centre[0], low, style, palette.title, paper, box.w)

    height = high + (_BELOW_LOOP + 0.3) * style.size
    return Overlay((Placed(inner, beside + padding, padding),), height, draw)


# --- payments -------------------------------------------------------------------------------------

# The size of the words (em), at least 8 pt; the width of the first column as a share of the line;
# the side of a pictogram, the gap beside it and between columns (em); the space above and below a
# row, and before a group (lines).
_PAYING, _WHEN, _PAY_ICON, _PAY_GAP, _PAY_SPACE, _NEXT_GROUP = 0.86, 0.3, 2.1, 0.7, 0.26, 0.5
# How much larger the words are where pictures are larger.
_LARGER = 1.16
# The penalty of a page break inside a group: only one that is higher than a page is divided.
_WHOLE_GROUP = 0.5 * FORBIDDEN
# An empty cell of a table; the signs of a payment and a gain.
_EMPTY, _SIGNS = "–", ("−", "+")
# Between a sign and its head, and between two heads in a column; wider spaces are not in the fonts.
_AFTER_SIGN, _APART_HEADS = NO_BREAK, f"{2 * NO_BREAK} "
# In a list: the width of the first column as a share of the line, the width of a sign (em), and the
# growth of the space around a row with the scale of pictures.
_WHEN_LISTED, _SIGN, _AIR = 0.32, 1.1, 2.5
# The weights of the rules below the heads and between rows (mm).
_HEAD_RULE, _ROW_RULE = 0.35, 0.12


def payments(
    panel: Panel, cells: Sequence[PanelCell], pictures: Pictures, *, listed: bool = False
) -> Block:
    """Return payments as a table with the columns “when”, “you pay” and “you get”; each group has
    its own heads.

    If they are `listed`, payments and gains share a column, each with its sign.
    """

    def airy(rule: Rule) -> Block:
        return Adaptive(partial(_airy_rule, rule)) if listed else rule

    tables: list[Block] = []
    for group, own in groupby(cells, key=lambda cell: cell.group):
        parts: list[StackPart] = []
        named = [group, *panel.heads]
        if listed:
            both = zip(_SIGNS, panel.heads, strict=True)
            named = [group, _APART_HEADS.join(f"{sign}{_AFTER_SIGN}{head}" for sign, head in both)]
        heads = [
            Paragraph((Span(head, TITLE_BOLD, pictures.palette.title),), RAGGED, hyphenate=False)
            for head in named
        ]
        ruled = Rule(pictures.palette.title, _HEAD_RULE, height=2 * _PAY_SPACE)
        row = _payment_row(heads, group, 0, "TH")
        parts.append(StackPart(row))
        parts.append(StackPart(ruled, penalty=FORBIDDEN))
        for i, cell in enumerate(own, 1):
            if i > 1:
                rule = Rule(pictures.palette.rule, _ROW_RULE, height=_PAY_SPACE)
                parts.append(StackPart(airy(rule), penalty=_WHOLE_GROUP))
            columns = _payment_cells(cell, pictures, listed=listed)
            parts.append(StackPart(_payment_row(columns, group, i, "TD"), penalty=FORBIDDEN))
        tables.append(Stack(tuple(parts)))

    def choose(style: TextStyle, width: float) -> Block:
        wanted = _PAYING * min(_LARGER, max(1.0, style.picture))
        share = max(wanted, max(MIN_PAGE_TEXT_SIZE, style.min_size) / style.size)
        own = replace(style, size=style.size * share, leading=style.leading * share * 0.93)
        flat = replace(own, grid=0.0, min_last_letters=0)
        fragments = [table.lay_out(flat, width) for table in tables]
        groups = [
            _to_grid(group, style, _NEXT_GROUP if number < len(fragments) else 0.0)
            for number, group in enumerate(fragments, 1)
        ]
        return Stack(
            tuple(StackPart(own, penalty=_APART if i else 0.0) for i, own in enumerate(groups))
        )

    return Adaptive(choose)


def _airy_rule(rule: Rule, style: TextStyle, width: float) -> Rule:
    """Return a rule with more space around it if pictures are enlarged to fill the page."""
    return replace(rule, height=rule.height * (1.0 + _AIR * max(0.0, style.picture - 1.0)))


def _to_grid(fragment: Fragment, style: TextStyle, space: float) -> Fragment:
    """Extend the last strip of a fragment by at least `space` lines, so that the following text is
    on the grid.
    """
    *strips, last = fragment.strips
    more = style.snap(fragment.height + space * style.leading) - fragment.height
    return replace(fragment, strips=(*strips, replace(last, height=last.height + more)))


def _payment_row(columns: Sequence[Block], group: str, number: int, kind: str) -> Block:
    """Return a row of a table: its cells side by side, each with its tag."""
    scope = "Column" if kind == "TH" else ""
    tagged = [TaggedBlock(cell, (TagStep(kind, i, scope=scope),)) for i, cell in enumerate(columns)]

    def choose(style: TextStyle, width: float) -> Block:
        first, *others = tagged
        share = _WHEN if len(others) > 1 else _WHEN_LISTED
        parts = ((share * width, first), *((None, cell) for cell in others))
        return SideBySide(parts, _PAY_GAP, centred=kind == "TD").lay_out(style, width)

    return TaggedBlock(Adaptive(choose), (TagStep("Table", group), TagStep("TR", number)))


def _payment_cells(cell: PanelCell, pictures: Pictures, *, listed: bool) -> list[Block]:
    """Return three cells: the pictogram with the name, the payment, and the gain.

    If they are `listed`, return two: the second has the payment or the gain after its sign.
    """
    palette = pictures.palette
    name: Block = cell_title(cell.name, pictures, 1.0, RAGGED)
    words = Paragraph(pictures.spans(cell.words), RAGGED)
    empty = Paragraph((Span(_EMPTY, TITLES.regular, palette.quiet),), RAGGED)

    def beside(style: TextStyle, width: float) -> Block:
        side = round(_PAY_ICON * style.size, 2)
        icon = cell.pictures[0]
        return SideBySide(((side, pictures.block(icon, side)), (None, name)), _PAY_GAP, True)

    def signed(style: TextStyle, width: float) -> Block:
        sign = TextLine(_SIGNS[cell.gets], TITLE_BOLD, palette.title)
        return SideBySide(((_SIGN * style.size, sign), (None, words)), 0.0)

    first = Adaptive(beside) if cell.pictures else name
    if listed:
        return [first, Adaptive(signed)]
    return [first, empty, words] if cell.gets else [first, words, empty]


# --- panels --------------------------------------------------------------------------------------

# Cells of each kind: the most in a row, their least width (em), the height of pictures (mm).
_LOOKS = {
    book.NEEDS: CellLook(4, 6.6, 19.0),
    book.GLANCE: CellLook(5, 5.9, 13.0, chevrons=True),
    book.CHANCES: CellLook(5, 6.0, 13.0),
    book.STRIP: CellLook(4, 7.8, 25.5, chevrons=True, narrow=1.25),
}
# The least width of the table picture, as a share of the line; the gap between the picture and its
# legend (lines); the width of a turn, as a share of the line.
_MIN_TABLE, _TO_LEGEND, _TURN = 0.55, 0.5, 1.0
# The penalty of a break in a ladder, and between two groups of payments.
_APART = 6000.0
# The facts: the side of their pictograms, figures and words (em).
_FACT_ICON, _FACT_FIGURE, _FACT_WORD = 3.3, 1.36, 0.86
# Figures of more letters are smaller.
_SHORT_FIGURE, _LONG_FIGURE = 7, 1.12
# Cards of worked hands: their greatest and least width (mm on A5), the gap (card widths).
_CARD, _MIN_CARD, _CARD_GAP = 10.4, 7.0, 0.07
# A bar of the ladder: the widths of its number and words, the padding (em); shares of its colours.
_NUMBER_BAR, _BAR_WORDS, _BAR_PADDING = 3.0, 11.4, 0.55
_STRENGTHS, _GROUNDS = (1.0, 0.82, 0.64), (0.17, 0.10, 0.05)
# In a compact ladder: the greatest share of a bar for its words, and the width of a label (em).
_MAX_WORDS, _LABEL = 0.42, 3.0
# A ladder longer than this share of a page is dense: the sizes that are tried, and the greatest
# share of a bar for its words.
_WHOLE_LADDER, _DENSE, _DENSE_WORDS = 0.8, (0.95, 0.9, 0.85, 0.8, 0.76, 0.72, 0.68), 0.64
# Example cards are at least this share of the size, or their labels collide.
_MIN_EXAMPLE = 0.85
# The gap between two examples of a hand (em).
_BETWEEN_HANDS = 1.5
_NOTHING = Stack(())


def panel_block(panel: Panel, pictures: Pictures, page_height: float) -> Block:
    """Return the block of a panel for pages `page_height` mm high."""
    if panel.kind in (book.FACTS, book.AIM):
        return (_facts if panel.kind == book.FACTS else aim_box)(panel, pictures)
    if panel.kind in (book.SETUP, book.PLAYS):
        return Adaptive(partial(_setup, panel, pictures, page_height))
    if panel.kind == book.LADDER:
        return Adaptive(partial(_fitting_ladder, panel, pictures, page_height))
    if panel.kind in (book.DEALT, book.SHOWN):
        return Adaptive(partial(_divide_rows, panel.cells, pictures))
    if panel.kind == book.TOKENS:
        return token_groups(panel, pictures)
    if panel.kind == book.GLANCE:
        return glance(panel.cells, _LOOKS[book.GLANCE], pictures)
    if panel.kind == book.PAYING:
        return Adaptive(
            lambda _, width: payments(panel, panel.cells, pictures, listed=width < NARROW)
        )
    rows: Block = CellRows(panel.cells, _LOOKS[panel.kind], pictures)
    if panel.kind == book.NEEDS:
        table, listed = rows, NeedRows(panel.cells, pictures)
        rows = Adaptive(lambda _, width: listed if width < NARROW else table)
    if panel.note:
        note = small(Paragraph(pictures.spans(panel.note), RAGGED), 0.86)
        rows = Adaptive(partial(_above_note, rows, note))
    return Adaptive(lambda style, _: Unbroken(rows) if style.grid else rows)


def _above_note(rows: Block, note: Block, style: TextStyle, width: float) -> Stack:
    """Return rows with a note below them. On a narrow page, where the rows form a list, there is
    space above the note.
    """
    space = _BETWEEN_NEEDS if width < NARROW else 0.0
    return Stack((StackPart(rows), StackPart(note, space, penalty=_APART)))


def _facts(panel: Panel, pictures: Pictures) -> Block:
    parts: list[tuple[None, Block]] = []
    for cell in panel.cells:
        em = _FACT_FIGURE if len(cell.figure) <= _SHORT_FIGURE else _LONG_FIGURE
        figure = Paragraph((Span(cell.figure, TITLE_BOLD, pictures.palette.text),), RAGGED, em)
        word = Paragraph(
            pictures.spans(cell.name, LIGHT_TITLES, pictures.palette.quiet), RAGGED, _FACT_WORD
        )
        words = stack([figure, word])
        icons = [_icon_beside(icon, words, pictures) for icon in cell.pictures[:1]]
        parts.append((None, list_entry(icons[0] if icons else words, len(parts))))
    return TaggedBlock(SideBySide(tuple(parts), 0.6, centred=True), LIST)


def _icon_beside(icon: PictureRef, body: Block, pictures: Pictures) -> Adaptive:
    """Return a pictogram as high as two lines, left of a block and vertically centred on it."""

    def choose(style: TextStyle, width: float) -> Block:
        side = _FACT_ICON * style.size
        parts = ((side, small(pictures.block(icon, side), 1.0)), (None, body))
        return SideBySide(parts, 0.7, centred=True)

    return Adaptive(choose)


def _setup(
    panel: Panel, pictures: Pictures, page_height: float, style: TextStyle, width: float
) -> Stack:
    """Return a numbered picture, as large as the page allows, over the legend."""
    is_table = panel.picture is not None and panel.picture.kind == book.TABLE
    if is_table and style.picture > 1.0:  # large, alone on a page, with the legend on the next
        own = replace(style, size=style.size / _LEGEND, leading=style.leading / _LEGEND)
        legend = lay_out_legend(panel.cells, pictures, 0.0, own, width)
    else:
        legend = lay_out_legend(panel.cells, pictures, 0.7 * page_height, style, width)
    free = page_height - legend.height - 3.6 * style.leading
    picture = panel.picture
    assert picture is not None, "it is drawn"
    area, share = PLAY_AREA, _TURN * min(1.0, style.picture)
    if picture.kind == book.TABLE:
        area, share = table_area(pictures.pieces(picture)), 1.0
    if is_table and style.picture > 1.0:
        free = page_height
    drawn = round(min(max(free, _MIN_TABLE * width), share * width * area.h / area.w), 2)
    note = "".join(getattr(part, "text", "") for part in panel.note)

    def draw(rect: Rect, style: TextStyle) -> Iterator[Item]:
        symbol = pictures.drawing(picture, drawn)
        yield Use(symbol, translation(rect.x + (width - symbol.box.w) / 2, rect.y))
        if note:
            size, ink = max(0.84 * style.size, MIN_TABLE_TEXT_SIZE), pictures.palette.quiet
            right, y = rect.right, rect.y + size
            yield text_line(TITLE, note, right, y, size, ink, align=1.0, render_mode=LIVE)

    table = Overlay((), style.snap(drawn), draw)
    steps = (TagStep("Figure", "table", f"{picture.alt}. {note}" if note else picture.alt),)
    apart = style.snap(_TO_LEGEND * style.leading + legend.height) - legend.height
    below = StackPart(legend, apart / style.leading, penalty=8000.0)
    return Stack((StackPart(TaggedBlock(table, steps)), below))


# --- hands ----------------------------------------------------------------------------------------


def _card_row(hand: PanelHand, card: float, pictures: Pictures) -> CardRow:
    """Return the cards of a hand side by side, each `card` mm wide."""

    def draw(width: float) -> list[Symbol]:
        height = round(width * RATIO, 2)
        return [pictures.drawing(picture, height) for picture in hand.cards]

    return CardRow(draw, len(hand.cards), card, _CARD_GAP)


def hand_figure(
    block: Block, key: object, hand: PanelHand, name: str, language: str, sign: str = ","
) -> WholeFigure:
    """Return the drawing of a hand as one figure, which is read as “name: A + B = total”."""
    gap = "" if sign == "," else " "
    words = f"{gap}{sign} ".join(card.alt for card in hand.cards)
    words = f"{words} = {hand.label}" if hand.label else words
    alt = translate(language, "words.pair", name=name, text=words) if name else words
    return WholeFigure(block, key, alt)


# --- the aim --------------------------------------------------------------------------------------


def aim_box(panel: Panel, pictures: Pictures) -> Adaptive:
    """Return the aim in a box, with two worked hands beside it, or below it if they are wide."""

    def draw_box(rect: Rect, style: TextStyle) -> list[Item]:
        outline, stroke = chamfered(rect, 0.9 * style.size), Stroke(pictures.palette.title, 0.3)
        return [Path(outline, fill=pictures.tint(0.055), stroke=stroke)]

    def choose(style: TextStyle, width: float) -> Block:
        own, padding = smaller(style, 0.93), 1.2 * style.size
        inner = width - 2 * padding
        body = _aim_body(panel, pictures, own, inner).lay_out(own, inner)
        height = style.snap(body.height + 1.6 * style.size)
        return Overlay((Placed(body, padding, (height - body.height) / 2),), height, draw_box)

    return Adaptive(choose)


def _aim_body(panel: Panel, pictures: Pictures, style: TextStyle, width: float) -> Block:
    """Return the text of the aim and its hands, with cards of one size."""
    words = TaggedBlock(Paragraph(pictures.spans(panel.words), RAGGED), (TagStep("P"),))
    if not panel.cells:
        return words
    most = max(len(cell.hands[0].cards) for cell in panel.cells)
    card = max(
        _MIN_CARD, (_CARD if most < 4 else _MIN_CARD + 0.8) * style.size / 3.12 * style.picture
    )
    hands = [
        hand_figure(
            Adaptive(partial(_worked_hand, cell, pictures, card)),
            ("hand", i),
            replace(cell.hands[0], label=cell.figure),
            to_plain_text(cell.name),
            style.language,
            cell.sign or ",",
        )
        for i, cell in enumerate(panel.cells)
    ]
    natural_width = max(
        len(cell.hands[0].cards) * (card + _sign_width(cell) * style.size)
        + ((2.9 if cell.figure else 0.0) + 5.8) * style.size
        for cell in panel.cells
    )
    below = stack(hands, [0.0, 0.5])
    if natural_width <= 0.56 * width:
        return SideBySide(((None, words), (natural_width, below)), 1.2, centred=True)
    beside = SideBySide(tuple((None, hand) for hand in hands), 1.2)
    row = below if 2 * natural_width + 1.2 * style.size > width else beside
    return stack([words, row], [0.0, 0.5])


def _worked_hand(
    cell: PanelCell, pictures: Pictures, card: float, style: TextStyle, width: float
) -> Block:
    """Return the cards of a hand, their total, and the name of the hand."""
    cards = _worked_cards(cell, pictures, card, style)
    left = fsum(own for own, _ in cards)
    name = cell_title(cell.name, pictures, 0.86, RAGGED)
    return SideBySide((*cards, (max(width - left, 3.0 * style.size), name)), 0.0, centred=True)


def _worked_cards(
    cell: PanelCell, pictures: Pictures, card: float, style: TextStyle
) -> list[tuple[float, Block]]:
    """Return cards, the signs between them, and the total in a disc, each with its width."""
    size = style.size
    sign: Block = _NOTHING
    if cell.sign:
        sign = Overlay((), 0.0, partial(_draw_text, cell.sign, 1.3, pictures))
    parts: list[tuple[float, Block]] = []
    for picture in cell.hands[0].cards:
        parts += [(_sign_width(cell) * size, sign)] if parts else []
        parts.append((card, _card_row(PanelHand((picture,)), card, pictures)))
    if not cell.figure:
        return [*parts, (0.9 * size, _NOTHING)]
    equals = Overlay((), 0.0, partial(_draw_text, "=", 1.3, pictures))
    total = Overlay((), 0.0, partial(_draw_total, cell.figure, pictures))
    return [*parts, (1.35 * size, equals), (2.9 * size, total), (0.5 * size, _NOTHING)]


def _sign_width(cell: PanelCell) -> float:
    return 1.35 if cell.sign else 0.25


def _draw_text(
    text: str, em: float, pictures: Pictures, rect: Rect, style: TextStyle
) -> list[Item]:
    return [draw_figure(text, rect.centre[0], rect.y, em * style.size, pictures.palette.text)]


def _draw_total(text: str, pictures: Pictures, rect: Rect, style: TextStyle) -> list[Item]:
    (x, y), radius, ink = rect.centre, rect.w / 2, pictures.palette.title
    circle = PathBuilder().circle(x, y, radius).done()
    size = min(1.5 * style.size, 2.6 * radius / max(2, len(text)))
    return [
        Path(circle, fill=pictures.paper, stroke=Stroke(ink, 0.5)),
        draw_figure(text, x, y, size, ink),
    ]


# --- the ladder -----------------------------------------------------------------------------------


def ladder(
    panel: Panel, pictures: Pictures, *, compact: bool = False, dense: bool = False
) -> Stack:
    """Return the hands of a ladder, the best first and in the strongest colour.

    In a `compact` ladder, words use the width beside the longest example, and the label of a single
    example is beside its cards; in a `dense` one, words are wider and follow the name on its line.
    """
    parts, longest = [], 0
    if compact:
        longest = max((len(cell.hands[0].cards) for cell in panel.cells if cell.hands), default=0)
    for i, cell in enumerate(panel.cells):
        step = min(2, 3 * i // len(panel.cells))
        bar = Adaptive(partial(_ladder_bar, cell, step, pictures, longest, dense))
        entry = TaggedBlock(bar, (*LIST, TagStep("LI", i)))
        parts.append(StackPart(entry, penalty=_APART if i else 0.0))
    return Stack(tuple(parts))


def _fitting_ladder(
    panel: Panel, pictures: Pictures, page_height: float, style: TextStyle, width: float
) -> Block:
    """Return a ladder that can be compared on one page: a dense and smaller one if the usual one is
    too long.
    """
    usual = ladder(panel, pictures).lay_out(style, width)
    if usual.height <= _WHOLE_LADDER * page_height:
        return usual
    for share in _DENSE:
        own = replace(style, size=share * style.size, leading=share * style.leading, grid=0.0)
        own = replace(own, picture=min(style.picture, _MIN_EXAMPLE))
        dense = ladder(panel, pictures, compact=True, dense=True).lay_out(own, width)
        if dense.height <= _WHOLE_LADDER * page_height:
            break
    return dense if dense.height < usual.height else usual


def _ladder_bar(
    cell: PanelCell,
    step: int,
    pictures: Pictures,
    longest: int,
    dense: bool,
    style: TextStyle,
    width: float,
) -> Overlay:
    """Return a hand of the ladder: its rank, name and words, and its examples from best to worst.

    In a compact ladder, `longest` is the number of cards of the longest example, otherwise 0.
    """
    own = smaller(style, 0.82)
    bar, padding = _NUMBER_BAR * style.size, _BAR_PADDING * style.size
    inner, most = width - bar - 2 * padding, _DENSE_WORDS if dense else _MAX_WORDS
    beside = _BAR_WORDS * style.size
    if longest:
        taken = _largest_card(style) * row_share(longest, _CARD_GAP) + _LABEL * style.size
        beside = max(beside, min(inner - padding - taken, most * inner))
    free = inner - beside - padding
    # Gaps between examples follow the size of their labels, which has a minimum.
    free -= (len(cell.hands) - 1) * _BETWEEN_HANDS * max(0.0, own.size / 0.82 - style.size)
    card, shown = _fit_examples(cell.hands, free, style)
    if longest and len(shown) == 1:
        card, shown = _fit_examples(cell.hands, free - _LABEL * style.size, style)
    stacked = not longest and len(shown) < min(2, len(cell.hands))
    if stacked:
        card, shown = _fit_examples(cell.hands, inner, style)
    if stacked or not shown:
        beside = inner
    sentence = Paragraph(pictures.spans(cell.words), RAGGED) if cell.words else None
    title = cell_title(cell.name, pictures, 1.16, RAGGED)
    words: Block = stack([title, sentence])
    if dense and sentence is not None:
        ends = title.text.rstrip().endswith(("!", "?"))
        stop = Span(" " if ends else ". ", TITLES.regular, pictures.palette.text)
        words = replace(sentence, spans=(*title.spans, stop, *sentence.spans))
    cards = _examples(shown, card, pictures, own, bool(longest))
    body: Block = SideBySide(((beside, words), (0.0, cards)), padding / own.size, centred=True)
    if stacked:
        body = stack([words, cards], [0.0, 0.3 * padding / own.leading])
    drawn = body.lay_out(own, inner)
    layer = Placed(
        TaggedBlock(drawn, (TagStep("LBody"),)), bar + padding, (0.6 if stacked else 0.65) * padding
    )
    ground = partial(_draw_bar, cell.figure, step, pictures)
    return Overlay((layer,), drawn.height + 1.3 * padding, ground, below=0.35 * style.size)


def _largest_card(style: TextStyle) -> float:
    """Return the greatest width of a card in a bar (mm)."""
    return 9.4 * style.size / TYPE * max(_MIN_EXAMPLE, style.picture)


def _fit_examples(
    hands: Sequence[PanelHand], width: float, style: TextStyle
) -> tuple[float, Sequence[PanelHand]]:
    """Return the width of cards and the examples that fit side by side, taken from both ends."""
    largest = _largest_card(style)
    least, gap = min(_MIN_CARD, 0.75 * largest), _BETWEEN_HANDS * style.size
    total = len(hands)
    choices = [
        (*hands[: (count + 1) // 2], *hands[total - count // 2 :]) for count in range(1, total + 1)
    ]

    def attempt(shown: tuple[PanelHand, ...]) -> tuple[float, Sequence[PanelHand]] | Overflow:
        cards = fsum(row_share(len(hand.cards), _CARD_GAP) for hand in shown)
        card = min(largest, (width - gap * (len(shown) - 1)) / cards)
        return (card, shown) if card >= least else Overflow(least - card, "cards", style.size)

    result = find_largest(attempt, choices)
    return (0.0, ()) if isinstance(result, Overflow) else result


def _examples(
    hands: Sequence[PanelHand], card: float, pictures: Pictures, style: TextStyle, compact: bool
) -> Block:
    """Return hands side by side above their labels, with chevrons between them.

    A single hand has its label beside it if it is `compact`.
    """
    gap, high = _BETWEEN_HANDS * style.size / 0.82, card * RATIO
    if compact:
        gap = max(gap, *(_label_excess(hand, card, style) for hand in hands), 0.0)
    title = pictures.palette.title
    arrow = Overlay((), high, lambda rect, _: [chevron(*rect.centre, title)])
    parts: list[tuple[float | None, Block]] = []
    for hand in hands:
        row = _card_row(hand, card, pictures)
        layers = [Placed(row)]
        if hand.label and compact and len(hands) == 1:
            font, ink = TITLE, pictures.palette.text
            words = TextLine(hand.label, font, ink, min_size=MIN_TABLE_TEXT_SIZE)
            label = words.lay_out(style, _LABEL * style.size)
            down = (high - label.height) / 2
            layers.append(Placed(replace(label, overflow=0.0), row.taken + 0.5 * style.size, down))
        elif hand.label:
            label = TextLine(
                hand.label,
                TITLE,
                pictures.palette.text,
                0.98,
                align=0.5,
                min_size=MIN_TABLE_TEXT_SIZE,
                baseline=0.8,
                height=1.1,
            ).lay_out(style, row.taken + 0.9 * gap)
            # A label in the smallest size may extend over the gap.
            layers.append(Placed(replace(label, overflow=0.0), -0.45 * gap, high))
        parts += [(gap, arrow)] if parts else []
        drawn = Overlay(tuple(layers))
        parts.append((row.taken, hand_figure(drawn, len(parts), hand, "", style.language)))
    return SideBySide(tuple(parts), 0.0) if parts else _NOTHING


def _label_excess(hand: PanelHand, card: float, style: TextStyle) -> float:
    """Return the extra space beside the cards of a hand that its label needs (mm)."""
    taken = card * row_share(len(hand.cards), _CARD_GAP)
    return text_width(TITLE, hand.label, 0.98 * style.size) + 0.8 * style.size - taken


def _draw_bar(
    number: str, step: int, pictures: Pictures, rect: Rect, style: TextStyle
) -> list[Item]:
    """Draw the ground of a bar. Its end has a strong colour and the number."""
    x, y, _, height = rect
    cut, bar = 0.65 * style.size, _NUMBER_BAR * style.size
    colour = pictures.tint(_STRENGTHS[step], pictures.palette.title)
    solid = colour != pictures.paper
    outline = Stroke(pictures.palette.title, 0.3) if not solid else None
    foot = y + height
    head = PathBuilder().polyline([(x, y + cut), (x + cut, y), (x + bar, y), (x + bar, foot)])
    head.line(x + cut, foot).line(x, foot - cut).close()
    ink = pictures.paper if solid else pictures.palette.title
    return [
        Path(chamfered(rect, cut), fill=pictures.tint(_GROUNDS[step]), stroke=outline),
        Path(head.done(), fill=colour, stroke=outline),
        draw_figure(number, x + bar / 2, y + height / 2, 1.75 * style.size, ink),
    ]


# --- cards that are dealt -------------------------------------------------------------------------


def _divide_rows(
    cells: Sequence[PanelCell], pictures: Pictures, style: TextStyle, width: float
) -> Block:
    """Return the open cards of the seats side by side. Each row is one strip."""
    most = max(len(cell.hands[0].cards) for cell in cells)
    gap = 1.4 * style.size
    counts = [len(cells)]
    while counts[0] > 1:
        counts.insert(0, (counts[0] + 1) // 2)

    def attempt(columns: int) -> int | Overflow:
        lack = _MIN_CARD + 0.6 - (width - gap * (columns - 1)) / columns / most
        return Overflow(lack, "cards", style.size) if lack > 0 and columns > 1 else columns

    columns = find_largest(attempt, counts)
    assert not isinstance(columns, Overflow), "one column is always allowed"
    step = (width + gap) / columns
    card = min(_CARD * style.size / TYPE * style.picture, (step - gap) / (most * (1 + _CARD_GAP)))
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    return stack([_dealt_row(row, card, step, pictures, style) for row in rows])


def _dealt_row(
    row: Sequence[PanelCell], card: float, step: float, pictures: Pictures, style: TextStyle
) -> Overlay:
    own, ink = smaller(style, 0.86), pictures.palette
    line, top = own.leading, 0.3 * style.leading
    layers: list[Placed] = []
    for i, cell in enumerate(row):
        x, (hand,) = i * step, cell.hands
        name = "".join(getattr(part, "text", "") for part in cell.name)
        seat: list[Placed] = []
        for text, key, y, colour in (
            (name, TITLE_BOLD, top, ink.title),
            (hand.label, TITLE, top + 1.15 * line + card * RATIO, ink.text),
        ):
            if text:
                words = TextLine(text, key, colour, baseline=0.74).lay_out(own, step)
                seat.append(Placed(words, 0.0, y))
        seat.append(Placed(_card_row(hand, card, pictures), 0.0, top + 1.05 * line))
        figure = hand_figure(Overlay(tuple(seat)), ("seat", name), hand, name, style.language)
        layers.append(Placed(figure, x))
    return Overlay(tuple(layers), 2 * line + card * RATIO + 0.9 * style.leading)
