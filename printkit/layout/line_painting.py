"""Painting of lines: one run for each stretch of one font, so that it is found as it is read."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import INVISIBLE, GlyphRun, ShapedText
from printkit.graphics.font import UNITS, shape
from printkit.layout.inline_items import Glue, InlineBox, InlineItem
from printkit.layout.records import Canvas, TextStyle

# The words of a drawing are set invisibly, in this share of the size of the text at most.
_ALT_SIZE = 0.7
# Two stretches of one link nearer than this are one (mm).
_LINK_GAP = 2.0
# A link is as high as its line but for this share.
_LINK_INSET = 0.06


class LinePainter:
    """Joins items of one font, size and colour to runs."""

    def __init__(self, canvas: Canvas, x: float, y: float, style: TextStyle, unit: float) -> None:
        self.canvas, self.x, self.y, self.style, self.unit = canvas, x, y, style, unit
        self.links: list[tuple[float, float, str]] = []
        self._key: tuple[str, Colour, float] | None = None
        self._begin = self._end = 0.0
        self._text: list[str] = []
        self._glyphs: list[int] = []
        self._xs: list[float] = []

    def paint(self, items: Sequence[InlineItem], indent: float, stretch: float) -> None:
        pen = indent
        for item in items:
            if isinstance(item, Glue):
                width = item.width * (1 + stretch)
                self._add(item, pen, width)
            else:
                width = item.width
                if item.span.link is not None:
                    self._link(item.span.link, pen, pen + width)
                if item.drawing is None:
                    self._add(item, pen, width)
                else:
                    self._draw(item, pen)
            pen += width
        self._flush()
        leading = self.style.leading
        top = self.y - self.style.baseline_of(items[-1].span.font, items[-1].em)
        for start, end, target in self.links:
            x, width = self.x + start * self.unit, (end - start) * self.unit
            inset = _LINK_INSET * leading
            self.canvas.link(Rect(x, top + inset, width, leading - inset), target)

    def _link(self, target: str, start: float, end: float) -> None:
        last = self.links[-1] if self.links else None
        if last is not None and last[2] == target and (start - last[1]) * self.unit < _LINK_GAP:
            self.links[-1] = (last[0], end, target)
        else:
            self.links.append((start, end, target))

    def _draw(self, box: InlineBox, pen: float) -> None:
        """Paint a drawing, and invisibly the words that it stands for."""
        self._flush()
        self._key = None
        x = self.x + pen * self.unit
        self.canvas.draw(box.drawing or (), x, self.y)
        if box.alt:
            run = shape(box.span.font, box.alt)
            size = min(box.em * _ALT_SIZE, box.width / max(run.width, 1.0) * UNITS) * self.unit
            text = ShapedText(run, x, self.y, size, box.span.colour, render_mode=INVISIBLE)
            self.canvas.items.append(text)

    def _add(self, item: InlineItem, pen: float, width: float) -> None:
        """Add a word or a space; a space belongs to what precedes it, so that words come
        apart when they are read."""
        key = (item.span.font, item.span.colour, item.em)
        if key != self._key and (isinstance(item, InlineBox) or self._key is None):
            self._flush()
            self._key, self._begin = key, pen
        assert self._key is not None
        offset = round((pen - self._begin) * UNITS / self._key[2], 2)
        self._text.append(item.text)
        self._glyphs += (
            shape(self._key[0], item.text).glyphs if key != self._key else item.run.glyphs
        )
        self._xs += [offset + x for x in item.run.xs] if offset else item.run.xs
        self._end = pen + width

    def _flush(self) -> None:
        if self._key is not None and self._text:
            key, colour, em = self._key
            width = (self._end - self._begin) * UNITS / em
            run = GlyphRun(key, "".join(self._text), tuple(self._glyphs), tuple(self._xs), width)
            x, size = self.x + self._begin * self.unit, em * self.unit
            text = ShapedText(run, x, self.y, size, colour, render_mode=self.style.render_mode)
            self.canvas.items.append(text)
        self._text, self._glyphs, self._xs = [], [], []
