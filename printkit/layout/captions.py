"""Captions: short texts in a few centred lines, as large as their width allows."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import ShapedText
from printkit.graphics.font import UNITS, font
from printkit.layout.fit_text import LEADING, FitStyle, fit_text
from printkit.layout.records import Canvas, Fragment, Overflow, Strip, TextStyle

# Captions are as high as they need (mm).
_UNLIMITED = 1000.0
# The share of a font's descent that its letters take.
_VISIBLE_DESCENT = 0.8


class Caption(Struct, frozen=True):
    """A text in at most `max_lines` lines, `em` times as large as its style, shrunk to its width if
    it must be.

    The share `align` of the free width is left of each line. It is as high as from the capitals of
    its first line to the descenders of its last. Only a sentence has a rule for its last line; an
    `artifact` is drawn, and not read.
    """

    text: str
    font: str
    colour: Colour
    em: float = 1.0
    max_lines: int = 1
    is_sentence: bool = True
    artifact: bool = False
    align: float = 0.5

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        """Return the lines as one strip."""
        fit_style = FitStyle(
            self.font,
            style.text_size(self.em),
            style.min_size,
            self.max_lines,
            style.min_last_letters if self.is_sentence else 0,
        )
        box = Rect(0, 0, width, _UNLIMITED)
        lines = fit_text(
            *(self.text, fit_style, box, self.colour),
            language=style.language,
            align=self.align,
            artifact=self.artifact,
        )
        if isinstance(lines, Overflow):
            return Fragment((Strip(style.leading),), width, lines.amount, lines.culprit)
        top, height = text_extent(lines)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw(lines, x, y - top)

        widest = max([line.run.width for line in lines]) * lines[0].size / UNITS
        return Fragment((Strip(style.snap(height), paint, text=self.text),), widest)


def text_extent(lines: Sequence[ShapedText]) -> tuple[float, float]:
    """Return where the capitals of the first of several lines begin, and the height from there to
    the descenders of the last."""
    first, last = lines[0], lines[-1]
    face, em = font(first.run.font), first.size / UNITS
    height = (face.cap_height + _VISIBLE_DESCENT * face.descent) * em + (
        len(lines) - 1
    ) * LEADING * last.size
    return first.y - face.cap_height * em, height
