"""Figures: drawn cards in rows with their caption, and in the margin.

How many stand in a row, and how high they are, is true geometry of drawings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect, translation
from printkit.booklet.page_style import TYPE
from printkit.booklet.panel_blocks import stack
from printkit.booklet.pictures import Pictures
from printkit.graphics.display_list import Item, Symbol, TagStep, Use
from printkit.layout.blocks import Paragraph
from printkit.layout.containers import Overlay, Placed, SideBySide
from printkit.layout.records import RAGGED, Block, Fragment, Span, Strip, TextStyle
from printkit.layout.tagging import TaggedBlock
from printkit.text.book import BACK, CARD, FACE, SUIT, TOKEN, Figure, PictureRef

# The heights of drawings (mm) on A5: faces and backs, small cards, tokens, suits.
_HEIGHTS = {FACE: 34.0, BACK: 34.0, CARD: 17.0, TOKEN: 18.0, SUIT: 14.0}
# How much smaller and larger they may be.
_MIN_SCALE, _MAX_SCALE = 0.6, 1.25
# The gap between drawings, in heights of a card.
_GAP = 0.09
# What stays free above and below drawings, and above a caption (lines).
_ABOVE, _BELOW, _TO_CAPTION = 0.35, 0.62, 0.16
# Up to this many drawings stand in one row, if they are then not lower than this share; more are
# drawn in the second share of their height.
_ONE_ROW, _MIN_SHARE, _MANY_SHARE = 6, 0.66, 0.84
# Rows that take more than this share of a page may be divided, at a price.
_MUCH, _BETWEEN_ROWS = 0.42, 1500.0
# Figures side by side: how many at most, the gap between them (em), how much smaller they may be.
_MAX_FIGURES, _COLUMN_GAP, _IN_ROW = 3, 1.2, 0.85
# A caption: its size (em) and its share of the measure.
_CAPTION, _CAPTION_MEASURE = 0.92, 0.92
_SAID = (TagStep("Caption"),)
# A drawing in the margin: its share of it, its greatest width, and the gap to the next (mm).
_MARGIN_SHARE, _MAX_MARGIN_WIDTH, _MARGIN_GAP = 0.62, 22.0, 1.5
_MIN_FACE_WIDTH = 20.0


class SizedPicture(NamedTuple):
    """A picture with its width and height."""

    picture: PictureRef
    w: float
    h: float


class FigureBlock(msgspec.Struct, frozen=True, eq=False):
    """Drawings centred in the fewest balanced rows: one strip, or a strip for each row if they take
    much of a page."""

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
        """Return True if all drawings fit one row at nearly full size."""
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
    """Consecutive figures, as many side by side as fit with one row each."""

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
    return min(max(style.size / TYPE, _MIN_SCALE), _MAX_SCALE)


def _share_out(widths: Sequence[float], gap: float, width: float) -> list[int]:
    """Return the number of drawings in each row."""
    ends = accumulate(own + gap for own in widths)
    fitting = sum(end - gap <= width + 1e-6 for end in ends)
    rows = math.ceil(len(widths) / max(1, fitting))
    fewest, more = divmod(len(widths), rows)
    return [fewest + 1] * more + [fewest] * (rows - more)
