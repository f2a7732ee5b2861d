"""Tokens in panels: discs in groups over what they do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from printkit.booklet.page_style import TYPE
from printkit.booklet.panel_blocks import (
    CellLook,
    CellRows,
    PanelInks,
    draw_tag,
)
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import LIVE, Item, Path, Stroke
from printkit.graphics.font import TITLE
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Stack, StackPart
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import (
    FORBIDDEN,
    Block,
    Canvas,
    Fragment,
    Painter,
    Strip,
    TextStyle,
)
from printkit.text.book import Panel

# Four tokens in a row.
LOOK = CellLook(4, 6.9, 18.0)


def token_cells(panel: Panel, inks: PanelInks) -> Block:
    """Return tokens in groups, those that hold with a small hourglass."""
    blocks: list[Block | None] = []
    sign = next((cell.sign for cell in panel.cells if cell.sign), "")
    if sign:
        blocks.append(SignLine(sign, inks))
    for group, cells in groupby(panel.cells, key=lambda cell: (cell.group, cell.colour)):
        own = tuple(replace(cell, group="") for cell in cells)
        rows = CellRows(own, LOOK, inks)
        blocks.append(GroupTag(*group, inks) if group[0] else None)
        blocks.append(TokenCells(rows, group[1]))
    parts = [StackPart(block) for block in blocks if block is not None]
    after_tag = [
        replace(
            part,
            penalty=FORBIDDEN if i and isinstance(parts[i - 1].block, GroupTag | SignLine) else 0.0,
        )
        for i, part in enumerate(parts)
    ]
    return Stack(tuple(after_tag))


class GroupTag(Struct, frozen=True):
    """The name of a group on a plate, with a line to the end."""

    name: str
    colour: str
    inks: PanelInks

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        palette = self.inks.palette.theme.palette(self.colour)
        line = Stroke(palette.main, 0.25)
        rule = PathBuilder().move(0, 0.8 * style.leading).line(width, 0.8 * style.leading).done()

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw([Path(rule, stroke=line)], x, y)
            middle = y + 0.8 * style.leading
            canvas.items += draw_tag(
                self.name, x, middle, style, palette.main, self.inks.paper, width, 0.0
            )

        return Fragment((Strip(style.snap(1.6 * style.leading), paint, text=self.name),), width)


class TokenCells(Struct, frozen=True):
    """Cells of tokens, with a small hourglass at those that hold."""

    rows: CellRows
    colour: str

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.rows.lay_out(style, width)
        cells, look = self.rows.cells, self.rows.look
        count = ceil(len(cells) / len(fragment.strips))
        step, size = width / count, look.picture * style.size / TYPE
        palette = self.rows.inks.palette.theme.palette(self.colour or "ink")
        strips = []
        for start, strip in zip(range(0, len(cells), count), fragment.strips, strict=True):
            row = cells[start : start + count]
            left = (width - step * len(row)) / 2
            signs: list[Item] = []
            for i, cell in enumerate(row):
                if cell.sign:
                    x, y = left + (i + 0.5) * step + 0.42 * size, 0.14 * size
                    signs += draw_hourglass(x, y, 0.128 * size, palette.main, self.rows.inks.paper)
            strips.append(replace(strip, paint=_paint_over(strip, signs)))
        return replace(fragment, strips=tuple(strips))


def _paint_over(strip: Strip, items: Sequence[Item]) -> Painter:
    def paint(canvas: Canvas, x: float, y: float) -> None:
        strip.paint(canvas, x, y)
        canvas.draw(items, x, y)

    return paint


def draw_hourglass(x: float, y: float, r: float, colour: Colour, paper: Colour) -> list[Item]:
    """Draw a small hourglass on a disc."""
    w, h = 0.42 * r, 0.56 * r
    glass = PathBuilder().polygon([(x - w, y - h), (x + w, y - h), (x - w, y + h), (x + w, y + h)])
    return [
        Path(PathBuilder().circle(x, y, r * 1.17).done(), fill=paper),
        Path(PathBuilder().circle(x, y, r).done(), fill=colour),
        Path(glass.done(), fill=paper),
    ]


class SignLine(Struct, frozen=True):
    """What the hourglass says."""

    words: str
    inks: PanelInks

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        palette = self.inks.palette
        size = max(0.86 * style.size, MIN_TABLE_TEXT_SIZE)
        width_of_words = text_width(TITLE, self.words, size)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            baseline = y + 0.74 * style.leading
            right = x + width
            canvas.items.append(
                text_line(
                    TITLE,
                    self.words,
                    right - width_of_words,
                    baseline,
                    size,
                    palette.quiet,
                    render_mode=LIVE,
                )
            )
            corner = (right - width_of_words - 1.1 * size, baseline - 0.34 * size)
            canvas.items += draw_hourglass(*corner, 0.62 * size, palette.quiet, self.inks.paper)

        return Fragment((Strip(style.leading, paint, text=self.words),), width)
