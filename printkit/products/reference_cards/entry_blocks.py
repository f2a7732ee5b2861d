"""Entries of a reference as blocks of the layout engine: number or emblem, name, sentence, hand."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from printkit.graphics.display_list import Item, Path
from printkit.graphics.font import INDEX, TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Drawing, ListItem, SideBySide, Stack, StackPart, Unbroken
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import Block, Fragment, Span, TextStyle
from printkit.products.cards.small_card import RATIO, draw_card_row
from printkit.products.reference_cards.column_style import (
    HANG,
    LEADING,
    NAME_SIZE,
    ColumnStyle,
    IconStyle,
    draw_icons,
    ragged_paragraph,
)
from printkit.products.reference_cards.content import (
    ICONS,
    NUMBERED,
    PLAIN,
    ReferenceEntry,
    ReferenceSection,
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
