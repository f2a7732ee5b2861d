"""Turn the panels of a booklet into blocks of the layout engine, kind by kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from msgspec.structs import replace

from printkit.base.geometry import Rect, translation
from printkit.booklet.panel_blocks import (
    CellLook,
    CellRows,
    draw_hourglass,
    draw_tag,
    lay_out_legend,
    small,
    stack,
)
from printkit.booklet.panel_hands import aim_box, dealt_rows, ladder_bars
from printkit.booklet.pictures import LIGHT_TITLES, Pictures
from printkit.booklet.table_picture import table_area
from printkit.graphics.display_list import LIVE, Item, Use
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.overlays import Adaptive, Ground, Overlay, Placed, Rule, SideBySide
from printkit.layout.records import FORBIDDEN, FREE, RAGGED, Block, Span, TextStyle
from printkit.text import book
from printkit.text.book import Panel, PictureRef

# Cells of each kind: the most in a row, their least width (em), the height of pictures (mm).
_LOOKS = {
    book.NEEDS: CellLook(4, 6.6, 19.0),
    book.GLANCE: CellLook(5, 5.9, 13.0, chevrons=True),
    book.PAYING: CellLook(5, 5.9, 10.5),
    book.TOKENS: CellLook(4, 6.9, 18.0),
}
# The least width of the table, as a share of the line.
_MIN_TABLE = 0.55
# The penalty of a break in a ladder.
_APART = 6000.0
# The facts: the side of their pictograms, figures and words (em).
_FACT_ICON, _FACT_FIGURE, _FACT_WORD = 3.3, 1.36, 0.86
# Figures of more letters are smaller.
_SHORT_FIGURE, _LONG_FIGURE = 7, 1.12


def panel_block(panel: Panel, pictures: Pictures, page_height: float) -> Block:
    """Return the block of a panel for pages `page_height` mm high."""
    if panel.kind == book.FACTS:
        return _facts(panel, pictures)
    if panel.kind == book.AIM:
        return aim_box(panel, pictures)
    if panel.kind == book.SETUP:
        return Adaptive(partial(_setup, panel, pictures, page_height))
    if panel.kind == book.LADDER:
        bars = ladder_bars(panel, pictures)
        return Stack(
            tuple(StackPart(bar, penalty=_APART if i else 0.0) for i, bar in enumerate(bars))
        )
    if panel.kind in (book.DEALT, book.SHOWN):
        return dealt_rows(panel.cells, pictures)
    if panel.kind == book.TOKENS:
        return _tokens(panel, pictures)
    rows: Block = CellRows(panel.cells, _LOOKS[panel.kind], pictures)
    if panel.note:
        rows = stack([rows, small(Paragraph(pictures.spans(panel.note), RAGGED), 0.86)])
    return rows


def _facts(panel: Panel, pictures: Pictures) -> Block:
    parts = []
    for cell in panel.cells:
        em = _FACT_FIGURE if len(cell.figure) <= _SHORT_FIGURE else _LONG_FIGURE
        figure = Paragraph((Span(cell.figure, TITLE_BOLD, pictures.palette.text),), RAGGED, em)
        word = Paragraph(
            pictures.spans(cell.name, LIGHT_TITLES, pictures.palette.quiet), RAGGED, _FACT_WORD
        )
        words = stack([figure, word])
        icons = [_icon_beside(icon, words, pictures) for icon in cell.pictures[:1]]
        parts.append((None, icons[0] if icons else words))
    return SideBySide(tuple(parts), 0.6, centred=True)


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
    """Return the numbered table, as large as the page allows, over the legend."""
    legend = lay_out_legend(panel.cells, pictures, 0.7 * page_height, style, width)
    free = page_height - legend.height - 3.6 * style.leading
    picture = panel.picture
    assert picture is not None, "the table is drawn"
    area = table_area(pictures.pieces(picture))
    drawn = round(min(max(free, _MIN_TABLE * width), width * area.h / area.w), 2)
    note = "".join(getattr(part, "text", "") for part in panel.note)

    def draw(rect: Rect, style: TextStyle) -> Iterator[Item]:
        symbol = pictures.drawing(picture, drawn)
        yield Use(symbol, translation(rect.x + (width - symbol.box.w) / 2, rect.y))
        if note:
            size, ink = max(0.84 * style.size, MIN_TABLE_TEXT_SIZE), pictures.palette.quiet
            right, y = rect.right, rect.y + size
            yield text_line(TITLE, note, right, y, size, ink, align=1.0, render_mode=LIVE)

    table = Ground(draw, style.snap(drawn + 0.5 * style.leading))
    return Stack((StackPart(table), StackPart(legend, penalty=2000.0)))


# --- tokens ---------------------------------------------------------------------------------------


def _tokens(panel: Panel, pictures: Pictures) -> Block:
    """Return tokens in groups; lasting ones have a small hourglass."""
    parts: list[StackPart] = []
    sign = next((cell.sign for cell in panel.cells if cell.sign), "")
    if sign:
        parts.append(StackPart(_sign_line(sign, pictures)))
    for (name, colour), cells in groupby(panel.cells, key=lambda cell: (cell.group, cell.colour)):
        own = tuple(replace(cell, group="") for cell in cells)
        if name:
            parts.append(StackPart(_group_tag(name, colour, pictures)))
        rows = CellRows(own, _LOOKS[book.TOKENS], pictures)
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

    return Overlay((Placed(Rule(main, 0.25, height=1.6)), Placed(Ground(draw))))


def _sign_line(words: str, pictures: Pictures) -> Adaptive:
    """Return the words of the hourglass, right-aligned."""

    def draw(rect: Rect, style: TextStyle) -> list[Item]:
        size, ink = max(0.86 * style.size, MIN_TABLE_TEXT_SIZE), pictures.palette.quiet
        left, y = rect.right - text_width(TITLE, words, size), rect.y + 0.74 * style.leading
        return [
            text_line(TITLE, words, left, y, size, ink, render_mode=LIVE),
            *draw_hourglass(left - 1.1 * size, y - 0.34 * size, 0.62 * size, ink, pictures.paper),
        ]

    return Adaptive(lambda style, width: Ground(draw, style.leading))
