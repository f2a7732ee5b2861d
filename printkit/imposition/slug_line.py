"""What a sheet says of itself in its margin.

In: a caption, a strip of the margin. Out: the line of text, turned where the strip is upright.
"""

from __future__ import annotations

from dataclasses import dataclass

from printkit.base.geometry import Rect, shift, turn
from printkit.base.messages import say
from printkit.base.printer_profile import Profile
from printkit.graphics.display_list import Item, Text, put
from printkit.graphics.font import TITLE
from printkit.graphics.text import Style, TextTooLong, fit
from printkit.imposition.marks import INK

# The dot stays with the words before it when a label is broken.
_DOT = "\u00a0· "
STYLE = Style(TITLE, 2.5, 6 * 25.4 / 72, 2)


@dataclass(frozen=True, slots=True)
class Caption:
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
        return say(self.language, f"sheet.{side}", number=number, count=count)

    def lines(self, number: int, count: int, side: str) -> list[str]:
        """The label, in full and shorter and shorter."""
        scale = say(self.language, "sheet.scale")
        sheet = self.sheet(number, count, side)
        full = (self.game, self.product, self.theme, sheet, scale)
        short = (self.slug, sheet, "100\u00a0%")
        if self.printer is None:
            return [_DOT.join(full), _DOT.join(short)]
        told, name = self.printer.told(self.language), self.printer.name
        ways = ((*full, told), (*short, told), (sheet, told), (*short, name), (sheet, name))
        return [_DOT.join(words) for words in ways]


def label(strip: Rect, lines: list[str]) -> list[Item]:
    """The first of `lines` that the strip holds. Raises TextTooLong where none does."""
    upright = strip.h > strip.w
    box = Rect(0, 0, strip.h, strip.w) if upright else Rect(0, 0, strip.w, strip.h)
    placed: list[Text] = []
    for at, words in enumerate(lines):
        try:
            placed = fit(words, STYLE, box, INK)
            break
        except TextTooLong:
            if at == len(lines) - 1:
                raise
    if upright:
        return [put(tuple(placed), turn(-90).then(shift(strip.x, strip.bottom)))]
    return [put(tuple(placed), shift(strip.x, strip.y))]
