"""Entries of a section as blocks: hands with their example, steps, penalties, values of cards."""

from __future__ import annotations

from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from printkit.components.cards.small_card import RATIO, draw_card_row
from printkit.components.cards.value import draw_value
from printkit.components.sections.content import (
    ICONS,
    NUMBERED,
    PLAIN,
    ReferenceEntry,
    ReferenceSection,
)
from printkit.components.sections.style import (
    HANG,
    LEADING,
    NAME_SIZE,
    ColumnStyle,
    IconStyle,
    draw_icons,
    ragged_paragraph,
)
from printkit.graphics.display_list import Item, Path
from printkit.graphics.font import INDEX, TITLE_BOLD
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Drawing, ListItem, SideBySide, Stack, StackPart, Unbroken
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

# The size of a number, and where the words begin after a diamond, in em of the running text.
_NUMBER_SIZE, _DIAMOND_INDENT = 1.02, 0.9


class ThumbnailStyle:
    """The small cards of a hand."""

    # Their width (em), that in a compact column, and the least (mm).
    WIDTH, COMPACT, MIN_WIDTH = 2.8, 2.2, 5.6
    # The gap between two, in widths of one.
    GAP = 0.12
    # They are beside the words up to this share of the column, else below them.
    MAX_BESIDE = 0.46
    # The air above and below them: beside the words and below them; the gap to the words (em).
    AIR_BESIDE, AIR_BELOW, GUTTER = 0.06, 0.1, 1.0


def entry_block(entry: ReferenceEntry, section: ReferenceSection, column: ColumnStyle) -> Block:
    """Return an entry: its mark, its name and its sentence; the example of a hand beside them."""
    indent = _indent(section, column)
    body = _name_and_text(entry, column)
    if section.kind != PLAIN:
        body = ListItem(partial(_draw_mark, entry, section, column), body, indent)
    words = Unbroken(body, column.icon_lines if section.kind == ICONS else 0.0)
    if not (entry.cards and column.show_hands):
        return words
    return _HandExample(entry, column, words, indent)


def _name_and_text(entry: ReferenceEntry, column: ColumnStyle) -> Block:
    """Return the name on a line of its own, or before the sentence."""
    ink = column.palette.ink
    text = Span(entry.how, INDEX, ink)
    if not entry.name:
        return ragged_paragraph(text)
    if not column.names_on_own_line:
        return ragged_paragraph(Span(f"{entry.name} ", TITLE_BOLD, ink), text)
    name = ragged_paragraph(Span(entry.name, TITLE_BOLD, ink), em=NAME_SIZE)
    return Stack((StackPart(name), StackPart(ragged_paragraph(text))))


def _indent(section: ReferenceSection, column: ColumnStyle) -> float:
    """Return where the words of a section begin: after its numbers, emblems or diamonds (em)."""
    if section.kind == NUMBERED:
        digits = max(len(str(entry.number)) for entry in section.entries)
        return text_width(TITLE_BOLD, "0" * digits, _NUMBER_SIZE) + HANG
    if section.kind == ICONS:
        return column.icon_lines * LEADING + HANG
    return 0.0 if section.kind == PLAIN else _DIAMOND_INDENT


def _draw_mark(
    entry: ReferenceEntry,
    section: ReferenceSection,
    column: ColumnStyle,
    style: TextStyle,
    height: float,
) -> list[Item]:
    """Draw what is before the words: a number, an emblem or a small diamond."""
    if section.kind == NUMBERED:
        on_own_line = column.names_on_own_line
        y = style.baseline_of(TITLE_BOLD, NAME_SIZE) if on_own_line else style.baseline_of(INDEX)
        size = _NUMBER_SIZE * style.size
        return [text_line(TITLE_BOLD, str(entry.number), 0.0, y, size, column.colour)]
    if section.kind == ICONS:
        square = column.icon_lines * style.leading
        side = IconStyle.FILL * square
        return draw_icons(entry, column, side / 2, square / 2, side)
    y, r = style.leading / 2, 0.2 * style.size
    x = 0.1 * style.size + r
    diamond = PathBuilder().polygon([(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
    return [Path(diamond.done(), fill=column.palette.main)]


class _HandExample(Struct, frozen=True, eq=False):
    """A hand with small cards: beside its words if they are narrow enough, else below them, or
    none if the column is too narrow."""

    entry: ReferenceEntry
    column: ColumnStyle
    words: Block
    indent: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        card_width = self._card_width(style, width)
        step = card_width * (1 + ThumbnailStyle.GAP)
        taken = step * len(self.entry.cards) - card_width * ThumbnailStyle.GAP
        if card_width < ThumbnailStyle.MIN_WIDTH:
            return self.words.lay_out(style, width)
        if taken <= ThumbnailStyle.MAX_BESIDE * width:
            cards = self._cards(card_width, 0.0, ThumbnailStyle.AIR_BESIDE)
            parts = ((None, self.words), (taken, cards))
            return SideBySide(parts, ThumbnailStyle.GUTTER).lay_out(style, width)
        cards = self._cards(card_width, self.indent, ThumbnailStyle.AIR_BELOW)
        return Unbroken(Stack((StackPart(self.words), StackPart(cards)))).lay_out(style, width)

    def _card_width(self, style: TextStyle, width: float) -> float:
        """Return the width of a card: what the text asks for, or what the column has for it."""
        count = len(self.entry.cards)
        available = (width - 2 * style.size) / (count + (count - 1) * ThumbnailStyle.GAP)
        wanted = ThumbnailStyle.COMPACT if self.column.compact else ThumbnailStyle.WIDTH
        return round(min(max(wanted * style.size, ThumbnailStyle.MIN_WIDTH), available), 2)

    def _cards(self, card_width: float, indent: float, air: float) -> Drawing:
        """Return the cards with some air (em) above and below them."""

        def height(style: TextStyle, width: float) -> float:
            return card_width * RATIO + 2 * air * style.size

        def draw(style: TextStyle, width: float) -> tuple[list[Item], float]:
            column, x, y = self.column, indent * style.size, air * style.size
            row = draw_card_row(
                *(self.entry.cards, card_width, ThumbnailStyle.GAP, column.theme),
                *(column.language, x, y),
            )
            return row, height(style, width)

        return Drawing(draw, height=height)


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
