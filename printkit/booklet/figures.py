"""Figures: drawn cards in rows with their caption, and in the margin.

How many stand in a row, and how high they are, is true geometry of drawings; only the caption is
set by the layout engine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect, translation
from printkit.booklet.book import BACK, CARD, TOKEN, Figure
from printkit.booklet.inline_pictures import Pictures
from printkit.graphics.display_list import Item, Symbol, Use
from printkit.layout.lines import break_paragraph
from printkit.layout.records import RAGGED, Canvas, Fragment, Painter, Span, Strip, TextStyle

# The height of cards (mm) for a text of 9.5 pt, and its bounds; of tokens and suits, as shares.
_CARD, _TEXT_SIZE, _MAX_HEIGHT, _MIN_HEIGHT = 27.0, 3.35, 34.0, 16.0
_TOKEN_SHARE, _SUIT_SHARE = 0.62, 0.496
# The gap between drawings, in heights of a card.
_GAP = 0.09
# What stays free above and below drawings, and above a caption (lines).
_ABOVE, _BELOW, _TO_CAPTION = 0.35, 0.62, 0.16
# Up to so many drawings stand in one row, if they are then not lower than this share; more are
# drawn in the second share of their height.
_ONE_ROW, _MIN_SHARE, _MANY_SHARE = 6, 0.66, 0.84
# Rows that take more than this share of a page may be divided, at a price.
_MUCH, _BETWEEN_ROWS = 0.42, 1500.0
# A caption: its size (em) and its share of the measure.
_CAPTION, _CAPTION_MEASURE = 0.92, 0.92
# A drawing in the margin: its share of it, its greatest width, and the gap to the next (mm).
_MARGIN_SHARE, _MAX_MARGIN_WIDTH, _MARGIN_GAP = 0.62, 22.0, 1.5


class FigureBlock(msgspec.Struct, frozen=True, eq=False):
    """Drawings centred in as few rows as can be, each as full as the others: one strip, or one for
    each row if they take much of a page."""

    figure: Figure
    caption: tuple[Span, ...]
    pictures: Pictures
    page_height: float
    scale: float = 1.0

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        height, rows = self._arrange(style, width)
        leading = style.leading
        strips = [self._strip(rows, height, style, width, last=True)]
        if len(rows) > 1 and strips[0].height > _MUCH * self.page_height:
            strips = [
                self._strip([row], height, style, width, last=row is rows[-1]) for row in rows
            ]
            strips[1:] = [replace(strip, break_penalty=_BETWEEN_ROWS) for strip in strips[1:]]
        if self.caption:
            strips[-1] = self._with_caption(strips[-1], style, width, leading)
        return Fragment(tuple(strips), width)

    def _arrange(self, style: TextStyle, width: float) -> tuple[float, list[list[Symbol]]]:
        """Return the height of cards, and the drawings in rows."""
        height = min(max(self.scale * _CARD * style.size / _TEXT_SIZE, _MIN_HEIGHT), _MAX_HEIGHT)
        rows = self._rows(height, width)
        count = len(self.figure.pictures)
        if len(rows) > 1 and count <= _ONE_ROW:
            drawings = self._drawings(height)
            taken = math.fsum(drawing.box.w for drawing in drawings) + _GAP * height * (count - 1)
            lower = math.floor(height * width / taken * 10) / 10
            if lower >= max(_MIN_HEIGHT, _MIN_SHARE * height):
                height = lower
            rows = self._rows(height, width)
        elif len(rows) > 1:
            height = max(_MIN_HEIGHT, _MANY_SHARE * height)
            rows = self._rows(height, width)
        return height, rows

    def _drawings(self, height: float) -> list[Symbol]:
        shares = {CARD: 1.0, BACK: 1.0, TOKEN: _TOKEN_SHARE}
        return [
            self.pictures.drawing(picture, round(height * shares.get(picture.kind, _SUIT_SHARE), 2))
            for picture in self.figure.pictures
        ]

    def _rows(self, height: float, width: float) -> list[list[Symbol]]:
        drawings, rows, start = self._drawings(height), [], 0
        for count in _share_out([drawing.box.w for drawing in drawings], _GAP * height, width):
            rows.append(drawings[start : start + count])
            start += count
        return rows

    def _strip(
        self,
        rows: Sequence[Sequence[Symbol]],
        height: float,
        style: TextStyle,
        width: float,
        *,
        last: bool,
    ) -> Strip:
        """Return rows of drawings as one strip; what the grid leaves is above and below them."""
        leading, gap = style.leading, _GAP * height
        below = _TO_CAPTION if last and self.caption else _BELOW
        uses: list[Use] = []
        y = _ABOVE * leading
        for row in rows:
            taken = math.fsum(candidate.box.w for candidate in row) + gap * (len(row) - 1)
            deepest = max(candidate.box.h for candidate in row)
            x = (width - taken) / 2
            for item in row:
                uses.append(Use(item, translation(x, y + (deepest - item.box.h) / 2)))
                x += item.box.w + gap
            y += deepest + gap
        foot = y - gap + below * leading
        whole = style.snap(foot)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw(uses, x, y + (whole - foot) / 2)

        return Strip(whole, paint)

    def _with_caption(self, strip: Strip, style: TextStyle, width: float, leading: float) -> Strip:
        """Return a strip with the caption below it, its lines centred."""
        measure = _CAPTION_MEASURE * width
        lines = break_paragraph(self.caption, style, measure, RAGGED, em=_CAPTION).lines
        unit = style.text_size(_CAPTION)
        baseline = style.baseline_of(self.caption[-1].font, _CAPTION)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            strip.paint(canvas, x, y)
            left, top = x + (width - measure) / 2, y + strip.height + baseline
            for i, line in enumerate(lines):
                line.paint(canvas, left, top + i * leading, style, unit, 0.5)

        painter: Painter = paint
        return replace(
            strip,
            height=strip.height + len(lines) * leading,
            paint=painter,
            terms=tuple(term for line in lines for term in line.terms),
            text="".join(f"{line.text} " for line in lines),
        )


def draw_margin_figure(figure: Figure, pictures: Pictures, margin: float) -> Symbol:
    """Draw pictures one below the other, for a margin of a width."""
    width = min(margin * _MARGIN_SHARE, _MAX_MARGIN_WIDTH)
    items: list[Item] = []
    y = 0.0
    for picture in figure.pictures:
        height = width * 1.4 if picture.kind in (CARD, BACK) else width * 0.8
        drawing = pictures.drawing(picture, round(height, 2))
        items.append(Use(drawing, translation((width - drawing.box.w) / 2, y)))
        y += drawing.box.h + _MARGIN_GAP
    title = ", ".join(picture.alt for picture in figure.pictures)
    key = "aside-" + "-".join(picture.id for picture in figure.pictures)
    return Symbol(key, tuple(items), Rect(0, 0, width, y - _MARGIN_GAP), title)


def _share_out(widths: Sequence[float], gap: float, width: float) -> list[int]:
    """Return how many drawings stand in each row."""
    fitting, taken = 0, -gap
    for own in widths:
        taken += own + gap
        if taken > width + 1e-6:
            break
        fitting += 1
    rows = math.ceil(len(widths) / max(1, fitting))
    fewest, more = divmod(len(widths), rows)
    return [fewest + 1] * more + [fewest] * (rows - more)
