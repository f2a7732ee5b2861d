"""The panels of a booklet as blocks of the layout engine, one for each kind."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.geometry import translation
from printkit.booklet.panel_blocks import (
    CellLook,
    CellRows,
    Legend,
    PanelInks,
    Small,
    stack,
)
from printkit.booklet.panel_hands import AimBox, DealtRow, ladder_bars
from printkit.booklet.panel_tokens import token_cells
from printkit.booklet.table_picture import table_area
from printkit.booklet.text_spans import LIGHT_TITLES
from printkit.graphics.display_list import LIVE, Use
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.blocks import Paragraph, SideBySide, Stack, StackPart
from printkit.layout.fit_text import text_line
from printkit.layout.records import (
    RAGGED,
    Block,
    Canvas,
    Fragment,
    Span,
    Strip,
    TextStyle,
)
from printkit.text import book
from printkit.text.book import Panel

# Cells of each kind: how many in a row, how wide at least (em), how high their pictures (mm).
_LOOKS = {
    book.NEEDS: CellLook(4, 6.6, 19.0),
    book.GLANCE: CellLook(5, 5.9, 13.0, chevrons=True),
    book.PAYING: CellLook(5, 5.9, 10.5),
}
# The least width of the table, as a share of the line.
_MIN_TABLE = 0.55
# What a break in a ladder costs.
_APART = 6000.0
# The facts: the side of their pictograms, figures and words (em).
_FACT_ICON, _FACT_FIGURE, _FACT_WORD = 3.3, 1.36, 0.86
# Figures of more letters are smaller.
_SHORT_FIGURE, _LONG_FIGURE = 7, 1.12


def panel_block(panel: Panel, inks: PanelInks, page_height: float) -> Block:
    """Return the block of a panel, for pages with so much height (mm)."""
    if panel.kind == book.FACTS:
        return _facts(panel, inks)
    if panel.kind == book.AIM:
        return AimBox(panel, inks)
    if panel.kind == book.SETUP:
        return SetupBlock(panel, inks, page_height)
    if panel.kind == book.LADDER:
        bars = ladder_bars(panel, inks)
        return Stack(
            tuple(StackPart(bar, penalty=_APART if i else 0.0) for i, bar in enumerate(bars))
        )
    if panel.kind in (book.DEALT, book.SHOWN):
        return DealtRow(panel.cells, inks)
    if panel.kind == book.TOKENS:
        return token_cells(panel, inks)
    rows: Block = CellRows(panel.cells, _LOOKS[panel.kind], inks)
    if panel.note:
        rows = stack([rows, Small(Paragraph(inks.spans(panel.note), RAGGED), 0.86)])
    return rows


def _facts(panel: Panel, inks: PanelInks) -> Block:
    parts = []
    for cell in panel.cells:
        em = _FACT_FIGURE if len(cell.figure) <= _SHORT_FIGURE else _LONG_FIGURE
        figure = Paragraph((Span(cell.figure, TITLE_BOLD, inks.palette.text),), RAGGED, em)
        word = Paragraph(
            inks.spans(cell.name, LIGHT_TITLES, inks.palette.quiet), RAGGED, _FACT_WORD
        )
        words = Stack((StackPart(figure), StackPart(word)))
        icon = cell.pictures[0] if cell.pictures else None
        parts.append((None, words if icon is None else IconBeside(icon, words, inks)))
    return SideBySide(tuple(parts), 0.6, centred=True)


class IconBeside(Struct, frozen=True):
    """A pictogram as high as two lines, left of a block, both about one middle."""

    picture: book.PictureRef
    body: Block
    inks: PanelInks

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        side = _FACT_ICON * style.size
        icon = Small(self.inks.picture(self.picture, side), 1.0)
        parts = ((side, icon), (None, self.body))
        return SideBySide(parts, 0.7, centred=True).lay_out(style, width)


class SetupBlock(Struct, frozen=True):
    """The table with its numbers, as large as the page allows, over the legend."""

    panel: Panel
    inks: PanelInks
    page_height: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        legend = Legend(self.panel.cells, self.inks, 0.7 * self.page_height)
        below = legend.lay_out(style, width)
        free = self.page_height - below.height - 3.6 * style.leading
        picture, pictures = self.panel.picture, self.inks.pictures
        assert picture is not None, "the table is drawn"
        area = table_area(pictures.pieces(picture))
        drawn = round(min(max(free, _MIN_TABLE * width), width * area.h / area.w), 2)
        height = style.snap(drawn + 0.5 * style.leading)
        note = "".join(getattr(part, "text", "") for part in self.panel.note)
        palette = self.inks.palette

        def paint(canvas: Canvas, x: float, y: float) -> None:
            symbol = pictures.drawing(picture, drawn)
            left = x + (width - symbol.box.w) / 2
            canvas.items.append(Use(symbol, translation(left, y)))
            if note:
                size = max(0.84 * style.size, MIN_TABLE_TEXT_SIZE)
                corner = (x + width, y + size)
                canvas.items.append(
                    text_line(
                        TITLE, note, *corner, size, palette.quiet, align=1.0, render_mode=LIVE
                    )
                )

        first, *rest = below.strips
        rest = [replace(first, break_penalty=2000.0), *rest]
        return Fragment(
            (Strip(height, paint, text=note), *rest), width, below.overflow, below.culprit
        )
