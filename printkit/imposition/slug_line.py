"""What a sheet says of itself in its margin.

In: a caption, a strip of the margin. Out: the line of text, turned where the strip is upright.
"""

from __future__ import annotations

from dataclasses import dataclass

from printkit.base.geometry import Rect, rotation, translation
from printkit.base.messages import translate
from printkit.base.printer_profile import Profile
from printkit.graphics.display_list import Item, Text, transformed
from printkit.graphics.font import TITLE
from printkit.graphics.text import FitStyle, TextOverflow, fit_text
from printkit.imposition.marks import INK

# The dot stays with the words before it when a label is broken.
_DOT = "\u00a0· "
STYLE = FitStyle(TITLE, 2.5, 6 * 25.4 / 72, 2)


@dataclass(frozen=True, slots=True)
class SlugLine:
    """What all sheets of a product have in common, in one language; `printer` is the profile that
    they are set right for."""

    language: str
    game: str
    product: str
    theme: str
    slug: str
    printer: Profile | None = None

    def sheet(self, number: int, count: int, side: str) -> str:
        """“sheet 2/9, back” in the caption's language; `side` is front, back, both or alone."""
        return translate(self.language, f"sheet.{side}", number=number, count=count)

    def lines(self, number: int, count: int, side: str) -> list[str]:
        """The label, in full and shorter and shorter."""
        scale = translate(self.language, "sheet.scale")
        sheet = self.sheet(number, count, side)
        full = (self.game, self.product, self.theme, sheet, scale)
        short = (self.slug, sheet, "100\u00a0%")
        if self.printer is None:
            return [_DOT.join(full), _DOT.join(short)]
        told, name = self.printer.told(self.language), self.printer.name
        ways = ((*full, told), (*short, told), (sheet, told), (*short, name), (sheet, name))
        return [_DOT.join(words) for words in ways]


def draw_slug(strip: Rect, lines: list[str]) -> list[Item]:
    """The first of `lines` that the strip holds. Raises TextTooLong where none does."""
    upright = strip.h > strip.w
    box = Rect(0, 0, strip.h, strip.w) if upright else Rect(0, 0, strip.w, strip.h)
    placed: list[Text] = []
    for at, words in enumerate(lines):
        try:
            placed = fit_text(words, STYLE, box, INK)
            break
        except TextOverflow:
            if at == len(lines) - 1:
                raise
    if upright:
        return [transformed(tuple(placed), rotation(-90).then(translation(strip.x, strip.bottom)))]
    return [transformed(tuple(placed), translation(strip.x, strip.y))]
