"""How a column of a reference is set: sizes, colours, emblems.

Heights are whole half lines, so that the columns of a page keep step.
"""

from __future__ import annotations

from pathlib import Path as FilePath

from msgspec import Struct

from printkit.art.emblem import MARK, emblem, place_emblem, sibling_emblem
from printkit.art.theme import Palette, Theme
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.lock_up import game_palette
from printkit.components.sections.content import ReferenceEntry
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item, Use
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.blocks import Paragraph
from printkit.layout.records import RAGGED, Span, TextStyle
from printkit.model.variant import Variant

# The step from line to line and the size of a name, in em of the running text.
LEADING, NAME_SIZE = 1.24, 0.94
# From a number or an emblem to the words (em).
HANG = 0.5


class IconStyle:
    """Emblems, in lines."""

    # The side of the square of one beside a sentence, and of one in a compact column.
    BESIDE_TEXT, COMPACT = 2.0, 1.5
    # The share of that square that it fills.
    FILL = 0.94
    # The side of one before a value.
    BEFORE_VALUE = 1.36
    # Emblems up to this size (mm) are drawn without their field.
    MAX_WITHOUT_FIELD = 9.0
    # Four small ones in a square: where their middles are, and their side, in its sides.
    QUARTERS = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
    QUARTER_SIDE = 0.52


class ColumnStyle(Struct, frozen=True, eq=False):
    """How a column of a reference is set, in whatever size.

    `show_hands`: hands are shown as small cards; `names_on_own_line`: each name has a line of its
    own; `compact`: emblems and small cards take less room.
    """

    variant: Variant
    language: str
    theme: Theme
    show_hands: bool = True
    names_on_own_line: bool = True
    compact: bool = False

    @property
    def palette(self) -> Palette:
        return game_palette(self.variant, self.theme)

    @property
    def colour(self) -> Colour:
        return text_colour_on_paper(self.palette)

    @property
    def icon_lines(self) -> float:
        """The side of the square of an emblem beside a sentence (lines)."""
        return IconStyle.COMPACT if self.compact else IconStyle.BESIDE_TEXT


def text_style(size: float, language: str) -> TextStyle:
    """Return the text style of a reference in a size (mm per em)."""
    leading = LEADING * size
    return TextStyle(
        size,
        leading,
        language,
        grid=leading / 2,
        min_size=MIN_TEXT_SIZE,
        render_mode=OUTLINED,
    )


def ragged_paragraph(*spans: Span, em: float = 1.0) -> Paragraph:
    """Return text in uneven lines, no word of it divided."""
    return Paragraph(spans, RAGGED, em, hyphenate=False)


def draw_icons(
    entry: ReferenceEntry, column: ColumnStyle, cx: float, cy: float, side: float
) -> list[Item]:
    """Draw the emblem of an entry in a square; several as two by two small ones."""
    theme = column.theme
    if len(entry.icons) == 1:
        ((path, colour),) = entry.icons
        return [draw_icon(path, theme.palette(colour), cx, cy, side)]
    small = IconStyle.QUARTER_SIDE * side
    return [
        draw_icon(path, theme.palette(colour), cx + dx * side, cy + dy * side, small)
        for (path, colour), (dx, dy) in zip(entry.icons, IconStyle.QUARTERS, strict=False)
    ]


def draw_icon(path: FilePath, palette: Palette, cx: float, cy: float, side: float) -> Use:
    """Draw an emblem by its mark, if it has one, as small ones are drawn: without its field."""
    drawing = sibling_emblem(path, MARK) or path
    symbol = emblem(drawing, palette, min(side, IconStyle.MAX_WITHOUT_FIELD))
    return place_emblem(symbol, cx, cy, side)
