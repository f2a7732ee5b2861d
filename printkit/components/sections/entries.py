"""The style of a column of a reference, and the entries of a section as blocks.

Entries are hands with an example, steps, penalties, values of cards. Heights are multiples of half
a line, so that columns align.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.emblem import MARK, emblem, place_emblem, sibling_emblem
from printkit.art.theme import Palette
from printkit.components.cards.index import card_figure, draw_value, text_colour_on_paper
from printkit.components.cards.small_card import RATIO, card_row, row_share
from printkit.components.sections.content import (
    ICONS,
    NUMBERED,
    PLAIN,
    ReferenceEntry,
    ReferenceSection,
)
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item, Path, Use
from printkit.graphics.font import INDEX, TITLE_BOLD, cached_by_fonts
from printkit.graphics.measures import HAIRLINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import ListItem, Paragraph, Stack, StackPart, Unbroken
from printkit.layout.containers import (
    Adaptive,
    DottedLeader,
    LeaderRow,
    Overlay,
    Placed,
    SideBySide,
)
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import (
    RAGGED,
    TOLERANCE,
    Block,
    Fragment,
    InlineDrawing,
    Items,
    Span,
    TextStyle,
)
from printkit.layout.tagging import list_entry
from printkit.pieces.local_game import LocalGame

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
    """The style of a column of a reference, without its size of text.

    `show_hands`: hands are shown as small cards; `names_on_own_line`: names are on separate lines;
    `compact`: emblems and small cards are smaller; `flowing`: special cases are one paragraph.
    """

    game: LocalGame
    show_hands: bool = True
    names_on_own_line: bool = True
    compact: bool = False
    flowing: bool = False

    @property
    def palette(self) -> Palette:
        return self.game.palette

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
        size, leading, language, grid=leading / 2, min_size=MIN_TEXT_SIZE, render_mode=OUTLINED
    )


def ragged_paragraph(*spans: Span, em: float = 1.0) -> Paragraph:
    """Return ragged text without hyphenation."""
    return Paragraph(spans, RAGGED, em, hyphenate=False)


def draw_icons(
    entry: ReferenceEntry, column: ColumnStyle, cx: float, cy: float, side: float
) -> list[Item]:
    """Draw the emblem of an entry in a square, or up to four emblems in its quarters."""
    theme = column.game.theme
    if len(entry.icons) == 1:
        ((path, colour),) = entry.icons
        return [draw_icon(path, theme.palette(colour), cx, cy, side)]
    small = IconStyle.QUARTER_SIDE * side
    return [
        draw_icon(path, theme.palette(colour), cx + dx * side, cy + dy * side, small)
        for (path, colour), (dx, dy) in zip(entry.icons, IconStyle.QUARTERS, strict=False)
    ]


def draw_icon(path: FilePath, palette: Palette, cx: float, cy: float, side: float) -> Use:
    """Draw an emblem small, without its field, by its mark if it has one."""
    drawing = sibling_emblem(path, MARK) or path
    symbol = emblem(drawing, palette, min(side, IconStyle.MAX_WITHOUT_FIELD))
    return place_emblem(symbol, cx, cy, side)


# --- entries --------------------------------------------------------------------------------------

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
    return Adaptive(partial(_with_cards, entry, column, words, indent))


def run_in(entries: Sequence[ReferenceEntry], column: ColumnStyle) -> Block:
    """Return entries as one paragraph."""
    ink = column.palette.ink
    return ragged_paragraph(
        *(
            span
            for i, entry in enumerate(entries)
            for span in (
                Span(f"{' ' * bool(i)}{entry.name} ", TITLE_BOLD, ink),
                Span(entry.how, INDEX, ink),
            )
        )
    )


def _name_and_text(entry: ReferenceEntry, column: ColumnStyle) -> Block:
    """Return the name on a separate line, or before the sentence."""
    ink = column.palette.ink
    text = Span(entry.how, INDEX, ink)
    if not entry.name:
        return ragged_paragraph(text)
    if not column.names_on_own_line:
        return ragged_paragraph(Span(f"{entry.name} ", TITLE_BOLD, ink), text)
    name = ragged_paragraph(Span(entry.name, TITLE_BOLD, ink), em=NAME_SIZE)
    return Stack((StackPart(name), StackPart(ragged_paragraph(text))))


def _indent(section: ReferenceSection, column: ColumnStyle) -> float:
    """Return the indent of the text of a section, after numbers, emblems or diamonds (em)."""
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
    """Draw the mark before an entry: a number, an emblem or a diamond."""
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
    diamond = PathBuilder().diamond(x, y, r, r)
    return [Path(diamond.done(), fill=column.palette.main)]


def _with_cards(
    entry: ReferenceEntry,
    column: ColumnStyle,
    words: Block,
    indent: float,
    style: TextStyle,
    width: float,
) -> Block:
    """Return a hand with small cards: beside the text if they are narrow enough, else below it.

    A column too narrow for cards has text alone.
    """
    own, gap = ThumbnailStyle, ThumbnailStyle.GAP
    available = (width - 2 * style.size) / row_share(len(entry.cards), gap)
    wanted = (own.COMPACT if column.compact else own.WIDTH) * style.size
    card = round(min(max(wanted, own.MIN_WIDTH), available), 2)
    if card < own.MIN_WIDTH:
        return words
    row = card_row(entry.cards, card, gap, column.game)
    is_beside = row.taken <= own.MAX_BESIDE * width
    air = (own.AIR_BESIDE if is_beside else own.AIR_BELOW) * style.size
    x = 0.0 if is_beside else indent * style.size
    cards = Overlay((Placed(row, x, air),), card * RATIO + 2 * air)
    if is_beside:
        return SideBySide(((None, words), (row.taken, cards)), own.GUTTER)
    return Unbroken(Stack((StackPart(words), StackPart(cards))))


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
        entry, palette, plain = self.entry, self.column.palette, self.entry.without_emblem
        indent = IconStyle.BEFORE_VALUE * LEADING + HANG
        if self.is_sentence(style, width):
            name = Span(f"{entry.name} ", TITLE_BOLD, palette.ink)
            words = ragged_paragraph(name, Span(entry.value, INDEX, palette.ink))
            whole = Unbroken(words, ValueStyle.ROW, centred=True)
            return ListItem(self._draw_icon, whole, indent).lay_out(style, width)
        row = LeaderRow(
            ragged_paragraph(Span(entry.name, INDEX, palette.ink)),
            InlineDrawing(lambda size: _draw_value(self, style), self.value_text),
            DottedLeader(palette.shade, min_dot=HAIRLINE),
            None if plain else self._draw_icon,
            0.0 if plain else indent,
            1.0 if plain else ValueStyle.ROW,
        )
        return row.lay_out(style, width)

    @property
    def value_text(self) -> str:
        """The words for a value that is drawn."""
        return self.entry.value or (card_figure(self.entry.card) if self.entry.card else "")

    def is_sentence(self, style: TextStyle, width: float) -> bool:
        """Return True if the value has too many words for its column."""
        is_wide = _draw_value(self, style)[0] > ValueStyle.MAX_SHARE * width
        return is_wide and not self.entry.without_emblem

    def is_short(self, style: TextStyle, width: float) -> bool:
        """Return True if the value needs no more than two lines in half a column."""
        if self.is_sentence(style, width):
            return False
        fragment = self.lay_out(style, width)
        max_height = ValueStyle.MAX_LINES * style.leading
        return fragment.overflow <= TOLERANCE and fragment.height <= max_height + TOLERANCE

    def _draw_icon(self, style: TextStyle, height: float) -> list[Item]:
        side = IconStyle.BEFORE_VALUE * style.leading
        return draw_icons(self.entry, self.column, side / 2, height / 2, side)


@cached_by_fonts(1024)
def _draw_value(row: ValueRow, style: TextStyle) -> tuple[float, Items]:
    """Draw a value about y = 0, as on its card or in words; return its width and items."""
    entry, column = row.entry, row.column
    if entry.card is None:
        size = style.text_size(NAME_SIZE)
        baseline = replace(style, leading=0.0).baseline_of(TITLE_BOLD, NAME_SIZE)
        text = text_line(TITLE_BOLD, entry.value, 0.0, baseline, size, column.palette.ink)
        return text_width(TITLE_BOLD, entry.value, size), (text,)
    colour = entry.card.colour if entry.card.suit is None else "ink"
    digits = ValueStyle.DIGITS * style.leading
    drawing = draw_value(entry.card, column.game.theme.palette(colour), digits)
    if drawing is None:
        return 0.0, ()
    return drawing.box.w, (drawing.at(drawing.box.w / 2, 0.0),)


def pair_values(rows: Sequence[ValueRow], style: TextStyle, width: float) -> Block:
    """Stack values, two in a row if the column is wide and most values are short."""
    half = (width - ValueStyle.GUTTER * style.size) / 2
    paired = half >= ValueStyle.MIN_HALF * style.size
    is_short = [paired and row.is_short(style, half) for row in rows]
    paired = paired and sum(is_short) >= ValueStyle.MIN_SHORT * len(is_short)
    parts: list[StackPart] = []
    i = 0
    while i < len(rows):
        count = 2 if paired and is_short[i : i + 2] == [True, True] else 1
        pair = [list_entry(rows[k], k) for k in range(i, i + count)]
        beside = SideBySide(tuple((None, row) for row in pair), ValueStyle.GUTTER, centred=True)
        row = beside if count == 2 else pair[0]
        parts.append(StackPart(row))
        i += count
    return Stack(tuple(parts))
