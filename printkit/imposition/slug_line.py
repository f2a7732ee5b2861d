"""The slug line: job information printed outside the trim."""

from __future__ import annotations

import msgspec

from printkit.base.geometry import Rect, rotation, translation
from printkit.base.messages import translate
from printkit.base.printer_profile import Profile
from printkit.graphics.display_list import Item, transformed
from printkit.graphics.font import TITLE
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.imposition.marks import INK
from printkit.layout.fit_text import FitStyle, fit_text, require_text
from printkit.layout.records import Overflow

# The dot stays with the words before it when a label is broken.
_DOT = "\u00a0· "
STYLE = FitStyle(TITLE, 2.5, MIN_TEXT_SIZE, 2)


class SlugLine(msgspec.Struct, frozen=True):
    """What all sheets of a product have in common, in one language; `printer` is the profile that
    they are corrected for.
    """

    language: str
    game: str
    product: str
    theme: str
    slug: str
    printer: Profile | None = None

    def sheet(self, number: int, count: int, side: str) -> str:
        """Return “sheet 2/9, back” in the language; `side` is front, back, both or alone."""
        return translate(self.language, f"sheet.{side}", number=number, count=count)

    def lines(self, number: int, count: int, side: str) -> list[str]:
        """Return the text, in full and shorter and shorter."""
        scale = translate(self.language, "sheet.scale")
        sheet = self.sheet(number, count, side)
        full = (self.game, self.product, self.theme, sheet, scale)
        short = (self.slug, sheet, "100\u00a0%")
        if self.printer is None:
            return [_DOT.join(full), _DOT.join(short)]
        text, name = self.printer.describe(self.language), self.printer.name
        ways = ((*full, text), (*short, text), (sheet, text), (*short, name), (sheet, name))
        return [_DOT.join(words) for words in ways]


def draw_slug(strip: Rect, lines: list[str]) -> list[Item]:
    """Draw the first of `lines` that the strip holds. Raises TextOverflow if none does."""
    upright = strip.h > strip.w
    box = Rect(0, 0, strip.h, strip.w) if upright else Rect(0, 0, strip.w, strip.h)
    fitting = (fit_text(line, STYLE, box, INK) for line in lines[:-1])
    texts = next((texts for texts in fitting if not isinstance(texts, Overflow)), None)
    if texts is None:
        texts = require_text(lines[-1], STYLE, box, INK)
    if upright:
        return [transformed(texts, rotation(-90).then(translation(strip.x, strip.bottom)))]
    return [transformed(texts, translation(strip.x, strip.y))]
