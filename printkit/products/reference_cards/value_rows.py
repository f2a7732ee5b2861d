"""Values of cards and numbers of things as rows of the layout engine, one or two in a row."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.display_list import Item
from printkit.graphics.font import INDEX, TITLE_BOLD
from printkit.graphics.measures import HAIRLINE
from printkit.layout.blocks import ListItem, SideBySide, Unbroken
from printkit.layout.containers import DottedLeader, LeaderRow
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import (
    TOLERANCE,
    Block,
    Fragment,
    InlineDrawing,
    Items,
    Span,
    TextStyle,
)
from printkit.products.cards.value import draw_value
from printkit.products.reference_cards.column_style import (
    HANG,
    LEADING,
    NAME_SIZE,
    ColumnStyle,
    IconStyle,
    draw_icons,
    ragged_paragraph,
)
from printkit.products.reference_cards.content import ReferenceEntry


class ValueStyle:
    """Rows of a name and a value."""

    # The height of a row with an emblem, and of the figures of a value (lines).
    ROW, DIGITS = 1.5, 0.7
    # A value in more words than this share of the column is told as a sentence.
    MAX_SHARE = 0.5
    # The gap between two in a row, and the least width of each (em).
    GUTTER, MIN_HALF = 1.6, 9.0
    # They are paired if so large a share of them has no more than this many lines in half a column.
    MIN_SHORT, MAX_LINES = 0.7, 2.0
    # How the gap above a row grows, against that above other entries.
    STRETCH = 0.3


class ValueRow(Struct, frozen=True, eq=False):
    """Emblem, name, dots and value; a value of many words follows the name, as a sentence."""

    entry: ReferenceEntry
    column: ColumnStyle

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        value_width, items = _draw_value(self, style)
        if self.is_sentence(style, width):
            return self._sentence().lay_out(style, width)
        ink, plain = self.column.palette.ink, self.entry.without_emblem
        row = LeaderRow(
            ragged_paragraph(Span(self.entry.name, INDEX, ink)),
            InlineDrawing(lambda size: (value_width, items)),
            DottedLeader(self.column.palette.shade, min_dot=HAIRLINE),
            None if plain else self._draw_icon,
            0.0 if plain else self._indent,
            1.0 if plain else ValueStyle.ROW,
        )
        return row.lay_out(style, width)

    def is_sentence(self, style: TextStyle, width: float) -> bool:
        """Return True if the value has too many words for its column."""
        if self.entry.without_emblem:
            return False
        return _draw_value(self, style)[0] > ValueStyle.MAX_SHARE * width

    def draw_value(self, style: TextStyle) -> tuple[float, Items]:
        """Draw the value about y = 0, as its card shows it or in words; return its width, too."""
        entry, column = self.entry, self.column
        if entry.card is None:
            size = style.text_size(NAME_SIZE)
            line_box = replace(style, leading=0.0)
            baseline, ink = line_box.baseline_of(TITLE_BOLD, NAME_SIZE), column.palette.ink
            text = text_line(TITLE_BOLD, entry.value, 0.0, baseline, size, ink)
            return text_width(TITLE_BOLD, entry.value, size), (text,)
        colour = entry.card.colour if entry.card.suit is None else "ink"
        digits = ValueStyle.DIGITS * style.leading
        drawing = draw_value(entry.card, column.theme.palette(colour), digits)
        if drawing is None:
            return 0.0, ()
        return drawing.box.w, (drawing.at(drawing.box.w / 2, 0.0),)

    @property
    def _indent(self) -> float:
        return IconStyle.BEFORE_VALUE * LEADING + HANG

    def _draw_icon(self, style: TextStyle, height: float) -> list[Item]:
        side = IconStyle.BEFORE_VALUE * style.leading
        return draw_icons(self.entry, self.column, side / 2, height / 2, side)

    def _sentence(self) -> Block:
        ink = self.column.palette.ink
        name = Span(f"{self.entry.name} ", TITLE_BOLD, ink)
        words = ragged_paragraph(name, Span(self.entry.value, INDEX, ink))
        row = Unbroken(words, ValueStyle.ROW, centred=True)
        return ListItem(self._draw_icon, row, self._indent)


@lru_cache(maxsize=1024)
def _draw_value(row: ValueRow, style: TextStyle) -> tuple[float, Items]:
    return row.draw_value(style)


class ValuePairs(Struct, frozen=True, eq=False):
    """Values, two in a row if the column is wide and most of them are short."""

    rows: tuple[ValueRow, ...]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        half = (width - ValueStyle.GUTTER * style.size) / 2
        paired = half >= ValueStyle.MIN_HALF * style.size
        is_short = [paired and self._is_short(row, style, half) for row in self.rows]
        paired = paired and sum(is_short) >= ValueStyle.MIN_SHORT * len(is_short)
        fragments: list[Fragment] = []
        i = 0
        while i < len(self.rows):
            block: Block = self.rows[i]
            if paired and is_short[i : i + 2] == [True, True]:
                pair = ((None, self.rows[i]), (None, self.rows[i + 1]))
                block = SideBySide(pair, ValueStyle.GUTTER, centred=True)
                i += 1
            fragments.append(block.lay_out(style, width))
            i += 1
        worst = max(fragments, key=lambda fragment: fragment.overflow)
        strips = tuple(strip for fragment in fragments for strip in fragment.strips)
        return Fragment(strips, width, worst.overflow, worst.culprit)

    def _is_short(self, row: ValueRow, style: TextStyle, width: float) -> bool:
        """Return True if a value needs no more than two lines in half a column."""
        if row.is_sentence(style, width):
            return False
        fragment = row.lay_out(style, width)
        max_height = ValueStyle.MAX_LINES * style.leading
        return fragment.overflow <= TOLERANCE and fragment.height <= max_height + TOLERANCE
