"""The sections of a game reference: their content, and the blocks that lay it out.

Entries are in the order of the definition; all words and numbers come from it. An entry is a hand
with an example, a step, a row of payments or the value of a card. Heights are multiples of half a
line, so that columns align.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.emblems import MARK, emblem, place_emblem, sibling_emblem
from printkit.art.theme import Palette
from printkit.base.messages import OR, as_lead, join_words
from printkit.faces.anatomy import card_figure, draw_value, text_colour_on_paper
from printkit.faces.small_cards import RATIO, card_row, row_share
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke, TagStep, Use
from printkit.graphics.fonts import INDEX, TITLE_BOLD, cached_by_fonts
from printkit.graphics.measures import HAIRLINE, MIN_AID_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.blocks import Drawing, ListItem, Paragraph, Stack, StackPart, Unbroken, merge
from printkit.layout.containers import (
    Adaptive,
    DottedLeader,
    LeaderRow,
    Overlay,
    Placed,
    Rule,
    SideBySide,
    TextLine,
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
    Strip,
    TaggedBlock,
    TextStyle,
    list_entry,
)
from printkit.model.cards import Card
from printkit.model.description import (
    AGREED,
    CLAUSES,
    HANDS,
    NEED,
    OPTIONS,
    PENALTIES,
    PHASES,
    SETUP,
    TITLES,
    TOKENS,
    WORTH,
    Description,
    ValueEntry,
)
from printkit.model.fields import AGAINST, SILENT, signed
from printkit.model.tabletop import TOKEN_COLOUR
from printkit.pieces.product import LocalGame
from printkit.rules.ladder import examples

# --- content -------------------------------------------------------------------------------------

# A separator in a sentence; the dot stays with the words before it.
_NO_BREAK = "\u00a0"
_DOT = f"{_NO_BREAK}· "
# The kinds of marks of an entry: its number, a diamond, an emblem, a row with a value, a row of the
# table of payments, or no mark.
NUMBERED, LISTED, ICONS, VALUES = "numbered", "listed", "icons", "values"
PAID, PLAIN = "paid", "plain"


class ReferenceEntry(Struct, frozen=True, eq=False):
    """An entry: its number (0 for none), its name, and a sentence.

    `icons` are emblem files with their colours. The value shown is that of `card`, or the text
    `value`. `cards` are an example of a hand. `without_emblem` is True if no entry in the section
    has an emblem, and `optional` if the game can do without this material. `group` is the heading
    above a payment; `gets` is True if the player receives it.
    """

    id: str
    name: str
    how: str = ""
    number: int = 0
    icons: tuple[tuple[FilePath, str], ...] = ()
    card: Card | None = None
    value: str = ""
    cards: tuple[Card, ...] = ()
    without_emblem: bool = False
    optional: bool = False
    group: str = ""
    gets: bool = False


class ReferenceSection(Struct, frozen=True, eq=False):
    """Entries under a heading; `kind` is the kind of mark before each entry."""

    key: str
    title: str
    kind: str
    entries: tuple[ReferenceEntry, ...]


# The marks of the entries of a section.
_KINDS = {
    NEED: VALUES,
    SETUP: LISTED,
    HANDS: NUMBERED,
    WORTH: VALUES,
    PHASES: NUMBERED,
    PENALTIES: PAID,
    CLAUSES: LISTED,
    TOKENS: ICONS,
    OPTIONS: LISTED,
    AGREED: LISTED,
}
# The sections that are printed in their short forms.
_SHORT = (SETUP, CLAUSES)


def build_sections(
    game: LocalGame, keys: Sequence[str], examples: Mapping[str, tuple[Card, ...]] | None = None
) -> list[ReferenceSection]:
    """Build the sections named by `keys`, except empty ones; `examples` maps the ids of hands to
    cards.
    """
    described, shown = Description(game.variant), examples or {}
    sections = []
    for key in keys:
        title, entries = TITLES[key], tuple(_section_entries(key, described, shown, game))
        if key == HANDS and any(entry.cards for entry in entries):
            title = "reference.hands-shown"
        if entries:
            sections.append(ReferenceSection(key, game.translate(title), _KINDS[key], entries))
    return sections


def _section_entries(
    key: str, described: Description, shown: Mapping[str, tuple[Card, ...]], game: LocalGame
) -> Iterator[ReferenceEntry]:
    """Yield the entries of a section.

    A section of special cases ends with an entry that explains their provenance mark, if one is
    used.
    """
    if key == NEED:
        yield from _list_materials(described, game)
        return
    if key == WORTH:
        yield from _list_values(described, game)
        return
    if key == PENALTIES:
        yield from _list_payments(described, game)
        return
    entries, language = described.section(key), game.language
    for entry in entries:
        yield ReferenceEntry(
            entry.id,
            as_lead(game.text(entry.name), language),
            entry.brief(language) if key in _SHORT else entry.sentence(language),
            number=entry.number if _KINDS[key] == NUMBERED else 0,
            icons=((entry.emblem, TOKEN_COLOUR),) if key == TOKENS and entry.emblem else (),
            cards=shown.get(entry.id, ()) if key == HANDS else (),
        )
    if key == CLAUSES:
        used = {entry.provenance for entry in (*entries, *described.payments)}
        for mark in [one for one in (AGAINST, SILENT) if one in used][:1]:
            yield ReferenceEntry("marks", "", game.translate(f"reference.marks.{mark}"))


def _list_payments(described: Description, game: LocalGame) -> Iterator[ReferenceEntry]:
    """Yield the regular payments, then the rare ones."""
    for due in described.payments:
        group = game.translate(f"booklet.panel.{'rarely' if due.is_rare else 'often'}")
        name = game.text(due.name)
        words = due.brief(game.language) if due.is_case else due.sentence(game.language)
        yield ReferenceEntry(due.id, name, words, group=group, gets=due.is_gain)


def _list_materials(described: Description, game: LocalGame) -> Iterator[ReferenceEntry]:
    """Yield the materials with their quantities, optional materials last."""
    for thing in sorted(described.materials, key=lambda entry: entry.is_optional):
        count = str(thing.count)
        if thing.per_player is not None:
            count = game.translate("reference.each", count=thing.per_player)
        if thing.further:  # the pieces of one player depend on how many play
            count = game.translate("reference.worth", count=thing.worth, above=thing.above)
        if thing.is_optional:
            count = game.translate("booklet.panel.optional")
        name, optional = game.text(thing.name), thing.is_optional
        if optional and thing.note is not None:  # often what to use instead
            name = game.translate("reference.short", name=name, value=game.text(thing.note))
        yield ReferenceEntry(thing.id, name, value=count, without_emblem=True, optional=optional)


def as_sentence(section: ReferenceSection, game: LocalGame) -> ReferenceSection:
    """Return a section with one entry that lists the materials in a sentence, and the optional
    materials in a second one.
    """
    phrases, optional = [], []
    for entry in section.entries:
        if entry.optional:
            optional.append(f"{entry.name[:1].lower()}{entry.name[1:]}")
            continue
        value = entry.value.replace(" ", _NO_BREAK)
        short = game.translate("reference.short", name=entry.name, value=value)
        phrases.append(entry.name if value == "1" else short)
    words = _DOT.join(phrases)
    if optional:
        names = join_words(game.language, optional)
        words = f"{words}. {game.translate('booklet.panel.more', names=names)}"
    entry = ReferenceEntry(section.key, "", words)
    return ReferenceSection(section.key, section.title, PLAIN, (entry,))


def _list_values(described: Description, game: LocalGame) -> Iterator[ReferenceEntry]:
    """Yield the cards with a fixed value, then one entry for the cards whose value depends on the
    rule set in use.
    """
    by_set: list[ValueEntry] = []
    for entry in described.values:
        if entry.is_by_set:
            by_set.append(entry)
            continue
        icons = _common_icons(entry.cards)
        yield _with_value(ReferenceEntry(entry.id, game.text(entry.name), icons=icons), entry, game)
    if by_set:
        names = ", ".join(game.text(entry.card.name) for entry in by_set)
        yield ReferenceEntry("by-set", names, value=game.translate("show.by-set"))


def _common_icons(cards: Sequence[Card]) -> tuple[tuple[FilePath, str], ...]:
    """Return the emblem that cards have in common, or else the emblems of their suits."""
    first = cards[0]
    if first.emblem is None:
        return ()
    if len(cards) == 1:
        return ((first.emblem, first.colour),)
    if first.emblem != first.mark:
        return ((first.emblem, "ink"),)
    marks = {card.mark: card.colour for card in cards}
    return tuple((mark, colour) for mark, colour in marks.items() if mark is not None)


def _with_value(entry: ReferenceEntry, valued: ValueEntry, game: LocalGame) -> ReferenceEntry:
    """Return an entry with the value of its card, as on the card or in words."""
    card, shown = valued.card, valued.values
    if card.rule is not None:
        return replace(entry, value=game.translate(f"reference.{card.rule}", values=shown))
    if card.turns:
        turned = join_words(game.language, [signed(value) for value in card.turns])
        return replace(entry, value=game.translate("reference.turns", values=turned))
    if card.index == shown or card.turned is not None:
        return replace(entry, card=card)
    words = join_words(game.language, [signed(value) for value in card.values], OR)
    return replace(entry, value=words)


# --- entries -------------------------------------------------------------------------------------

# The step from line to line and the size of a name, in em of the running text.
LEADING, NAME_SIZE = 1.24, 0.94
# From a number or an emblem to the words (em).
HANG = 0.5


class IconStyle:
    """The sizes of emblems, in lines unless stated."""

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
    """The style of a column of a reference, except its text size.

    `show_hands` shows hands as small cards; `names_on_own_line` puts names on separate lines;
    `compact` makes emblems and small cards smaller; `flowing` sets special cases as one paragraph;
    `tables` sets payments as a table, not a list.
    """

    game: LocalGame
    show_hands: bool = True
    names_on_own_line: bool = True
    compact: bool = False
    flowing: bool = False
    tables: bool = True

    @property
    def palette(self) -> Palette:
        return self.game.palette

    @property
    def colour(self) -> Colour:
        return text_colour_on_paper(self.palette)

    @property
    def icon_lines(self) -> float:
        """The side (lines) of the square for an emblem beside a sentence."""
        return IconStyle.COMPACT if self.compact else IconStyle.BESIDE_TEXT


def text_style(size: float, language: str) -> TextStyle:
    """Return the text style of a reference whose text has `size` mm per em."""
    leading = LEADING * size
    least = max(MIN_TEXT_SIZE, min(size, MIN_AID_TEXT_SIZE))
    return TextStyle(
        size, leading, language, grid=leading / 2, min_size=least, render_mode=OUTLINED
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
    """Draw a small emblem without its field; if the emblem has a simpler mark, draw the mark."""
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
    """Return a block with the mark, name and sentence of an entry, and with the example of a
    hand.
    """
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
    """Return the name of an entry on a separate line, or before the sentence."""
    ink = column.palette.ink
    text = Span(entry.how, INDEX, ink)
    if not entry.name:
        return ragged_paragraph(text)
    if not column.names_on_own_line:
        return ragged_paragraph(Span(f"{entry.name} ", TITLE_BOLD, ink), text)
    name = ragged_paragraph(Span(entry.name, TITLE_BOLD, ink), em=NAME_SIZE)
    return Stack((StackPart(name), StackPart(ragged_paragraph(text))))


def _indent(section: ReferenceSection, column: ColumnStyle) -> float:
    """Return the indent (em) of a section's text beside numbers, emblems or diamonds."""
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

    A column too narrow for cards has only text.
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
    # A value in more words than this share of the column is printed as a sentence.
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
        """Return True if the value is too wide for its column and the section has emblems."""
        is_wide = _draw_value(self, style)[0] > ValueStyle.MAX_SHARE * width
        return is_wide and not self.entry.without_emblem

    def is_short(self, style: TextStyle, width: float) -> bool:
        """Return True if the value is not a sentence and its row needs at most two lines."""
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
    """Stack values, two to a row if the column is wide and most values are short."""
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


# --- payments ------------------------------------------------------------------------------------


class PaymentStyle:
    """The table of payments: the gap between columns, the signs of payments and gains, and the
    width of a sign (em).
    """

    GAP, SIGNS, SIGN = 0.6, ("−", "+"), 0.8
    # The rules below the heads and between rows (mm), and their height (lines).
    HEAD_RULE, ROW_RULE, SPACE = 0.3, 0.1, 0.25
    # A narrower table has its cells one below the other (em).
    MIN_WIDTH = 16.0
    # The shares of the width that the first column may have; how full a line of words is.
    FIRST, FULL = (0.2, 0.23, 0.26, 0.29, 0.32), 0.88


class PaymentTable(Struct, frozen=True, eq=False):
    """Rows of payments: the case, and what you pay (after a minus sign) or get (after a plus sign).

    Separate columns for both would be mostly empty on a card. The first column has the width that
    makes the rows as low as possible.
    """

    entries: tuple[ReferenceEntry, ...]
    column: ColumnStyle

    @property
    def heads(self) -> tuple[Block | None, ...]:
        """The heads to repeat above each row after a break.

        The entry is None for the first row of a group, which contains the heads.
        """
        groups = [None, *(entry.group for entry in self.entries)]
        return tuple(
            self._columns(self._head_cells(entry.group), is_row=False)
            if entry.group == before
            else None
            for entry, before in zip(self.entries, groups, strict=False)
        )

    def _head_cells(self, group: str) -> list[Block]:
        translate, colour = self.column.game.translate, self.column.colour
        heads = (translate(f"booklet.panel.{key}") for key in ("pay", "get"))
        signed = map(_NO_BREAK.join, zip(PaymentStyle.SIGNS, heads, strict=True))
        words = (group, f"{2 * _NO_BREAK} ".join(signed))
        return [ragged_paragraph(Span(word, TITLE_BOLD, colour)) for word in words]

    @property
    def rows(self) -> tuple[Block, ...]:
        """The rows; the first row of each group contains the heads of the group."""
        rows, group = list[Block](), ""
        rule = self.column.game.theme.rule_colour(self.column.palette.main)
        ink = self.column.palette.ink
        for number, entry in enumerate(self.entries):
            parts: list[StackPart] = []
            weight = PaymentStyle.ROW_RULE
            if entry.group != group:
                group, weight = entry.group, PaymentStyle.HEAD_RULE
                heads = self._row(self._head_cells(group), "TH", group, -1)
                parts.append(StackPart(heads))
            parts.append(StackPart(Rule(rule, weight, height=PaymentStyle.SPACE)))
            name = ragged_paragraph(Span(entry.name, TITLE_BOLD, ink))
            parts.append(StackPart(self._row([name, self._words(entry)], "TD", group, number)))
            rows.append(OffGrid(Unbroken(Stack(tuple(parts)))))
        return tuple(rows)

    def _words(self, entry: ReferenceEntry) -> Block:
        """Return the sentence of a payment after its sign."""
        words = ragged_paragraph(Span(entry.how, INDEX, self.column.palette.ink))
        sign = TextLine(PaymentStyle.SIGNS[entry.gets], TITLE_BOLD, self.column.colour)

        def beside(style: TextStyle, width: float) -> Block:
            return SideBySide(((PaymentStyle.SIGN * style.size, sign), (None, words)), 0.0)

        return Adaptive(beside)

    def _row(self, cells: Sequence[Block], kind: str, group: str, number: int) -> Block:
        """Return a row with a tag for each cell."""
        scope = "Column" if kind == "TH" else ""
        steps = (TagStep(kind, i, scope=scope) for i in range(len(cells)))
        tagged = [TaggedBlock(cell, (step,)) for cell, step in zip(cells, steps, strict=True)]
        table = (TagStep("Table", group), TagStep("TR", (group, number)))
        return TaggedBlock(self._columns(tagged, is_row=kind == "TD"), table)

    def _columns(self, cells: Sequence[Block], *, is_row: bool) -> Block:
        """Return cells side by side. In a narrow column, stack the cells of a row, and show only
        the first cell of a head.
        """

        def choose(style: TextStyle, width: float) -> Block:
            if width < PaymentStyle.MIN_WIDTH * style.size:
                return Stack(tuple(map(StackPart, cells if is_row else cells[:1])))
            parts = ((self._first_width(style, width), cells[0]), (None, cells[1]))
            return SideBySide(parts, PaymentStyle.GAP)

        return Adaptive(choose)

    def _first_width(self, style: TextStyle, width: float) -> float:
        """Return the width (mm) of the first column with which the table has the fewest lines."""
        size = style.size
        available = width - (PaymentStyle.GAP + PaymentStyle.SIGN) * size
        names = [text_width(TITLE_BOLD, entry.name, size) for entry in self.entries]
        words = [text_width(INDEX, entry.how, size) for entry in self.entries]
        pieces = [word for entry in self.entries for word in (*entry.name.split(), entry.group)]
        least = max(text_width(TITLE_BOLD, piece, size) for piece in pieces)

        def cost(first: float) -> tuple[float, int]:
            rest = available - first
            lines = 0
            full = PaymentStyle.FULL * max(rest, size)
            for name, length in zip(names, words, strict=True):
                lines += max(ceil(name / first), ceil(length / full))
            return max(0.0, least - first), lines

        return min((share * width for share in PaymentStyle.FIRST), key=cost)


class OffGrid(Struct, frozen=True):
    """A block whose parts are not aligned with the grid."""

    block: Block

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return self.block.lay_out(replace(style, grid=0.0), width)


# --- sections ------------------------------------------------------------------------------------

# The size of a heading, in em of the running text.
_HEADING_SIZE = 1.16
# How the space above a heading grows, against that above an entry.
_HEADING_STRETCH = 2.5


class HeadingStyle:
    """The style of a heading: its height in lines, all other measures in em of its text."""

    HEIGHT = 1.5
    # How far its baseline is above the middle of its height.
    RAISED = 0.1
    # From the title to the line after it, and how far that is above the baseline.
    GAP, LINE_ABOVE = 0.7, 0.3
    # The radius of the ring at its end, and its weight; it needs so much room.
    RING, WEIGHT, MIN_LINE = 0.16, 0.07, 1.0


class SplitCosts:
    """The costs of a break in a section, of a break that leaves a single entry, and of a break in
    a group of a table.
    """

    SECTION, SINGLE_ENTRY, GROUP = 0.5, 1.0, 2.0


class SectionSpacing(Struct, frozen=True):
    """The space above a section and above an entry, and the stretch of the space above an entry
    (lines).
    """

    section: float
    entry: float
    stretch: float


def stack_sections(blocks: Sequence[SectionBlock], spacing: SectionSpacing) -> Stack:
    """Stack sections; the space above a section stretches more than the space above an entry."""
    stretch = spacing.stretch * _HEADING_STRETCH
    return Stack(tuple(StackPart(block, spacing.section, stretch) for block in blocks))


def section_blocks(
    column: ColumnStyle, keys: Sequence[str], spacing: SectionSpacing, *, repeated: bool = False
) -> dict[str, SectionBlock]:
    """Return the sections of a game as blocks by key.

    With `repeated`, titles are repeated after a break. In a compact column, the materials are a
    sentence.
    """
    game, blocks = column.game, {}
    shown = examples(game.variant) if column.show_hands else {}
    for section in build_sections(game, keys, shown):
        title = game.translate("reference.again", title=section.title) if repeated else None
        in_short = column.compact and section.key == NEED
        own = as_sentence(section, game) if in_short else section
        blocks[section.key] = section_block(own, column, spacing, title)
    return blocks


def section_block(
    section: ReferenceSection, column: ColumnStyle, spacing: SectionSpacing, continued: str | None
) -> SectionBlock:
    """Return a section as a block; `continued` is the title to repeat after a break, if any."""
    has_values = section.kind == VALUES
    flows = section.key == CLAUSES and column.flowing
    is_table = section.kind == PAID and column.tables
    blocks: tuple[Block, ...]
    heads: tuple[Block | None, ...] = ()
    if has_values:
        rows = tuple(ValueRow(entry, column) for entry in section.entries)
        plain = section.entries[0].without_emblem
        listed = tuple(list_entry(row, i) for i, row in enumerate(rows))
        blocks = listed if plain else (Adaptive(partial(pair_values, rows)),)
    elif is_table:
        table = PaymentTable(section.entries, column)
        blocks, heads = table.rows, table.heads
    elif flows:
        blocks = (list_entry(run_in(section.entries, column), 0),)
    else:
        made = (entry_block(entry, section, column) for entry in section.entries)
        blocks = tuple(list_entry(block, i) for i, block in enumerate(made))
    return SectionBlock(
        heading_block(section.title, column),
        heading_block(continued, column, may_shrink=True) if continued is not None else None,
        blocks,
        0.0 if has_values or flows or is_table else spacing.entry,
        0.0 if flows or is_table else spacing.stretch * (ValueStyle.STRETCH if has_values else 1.0),
        heads,
    )


class SectionBlock(Struct, frozen=True, eq=False):
    """A heading and its entries; the first entry is kept with the heading.

    `continued` is the heading after a break, `gap` is the space between entries, and `stretch` is
    the stretch of this space (lines). Rows of a table have `heads`, which are repeated after a
    break.
    """

    heading: Block
    continued: Block | None
    entries: tuple[Block, ...]
    gap: float
    stretch: float
    heads: tuple[Block | None, ...] = ()

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return _lay_out_section(self, style, width)

    def follow(
        self, strips: Sequence[Strip], i: int, header: Strip | None, style: TextStyle
    ) -> Strip:
        """Return the strip of an entry with the space above it and its break penalty."""
        penalty = SplitCosts.SECTION
        if self.heads and self.heads[i] is not None:
            penalty = SplitCosts.GROUP
        elif i in (1, len(strips) - 1):
            penalty += SplitCosts.SINGLE_ENTRY
        return replace(
            strips[i],
            space_before=self.gap * style.leading,
            stretch=self.stretch * style.leading,
            break_penalty=penalty,
            repeated_header=header,
        )


@cached_by_fonts(256)  # sections are tried in several orders
def _lay_out_section(section: SectionBlock, style: TextStyle, width: float) -> Fragment:
    continued, title = section.continued, TagStep("H2", section)
    steps = () if section.heads else (TagStep("L", section),)
    heading = TaggedBlock(section.heading, (title,)).lay_out(style, width)
    fragments = [TaggedBlock(own, steps).lay_out(style, width) for own in section.entries]
    worst = max((heading, *fragments), key=lambda fragment: fragment.overflow)
    strips = [strip for fragment in fragments for strip in fragment.strips]
    whole = Fragment((*heading.strips, strips[0]), width)
    first = merge(whole, whole.height).strips[0]
    others = []
    for i in range(1, len(strips)):
        above = [continued, section.heads[i] if section.heads else None]
        parts = tuple(StackPart(block) for block in above if block is not None)
        header = Unbroken(Stack(parts)).lay_out(style, width).strips[0] if parts else None
        others.append(section.follow(strips, i, header, style))
    return Fragment((first, *others), width, worst.overflow, worst.culprit)


def heading_block(title: str, column: ColumnStyle, *, may_shrink: bool = False) -> Drawing:
    """Return the title of a section followed by a line to the end of the column.

    With `may_shrink`, the title shrinks to fit a narrow column.
    """

    def min_width(style: TextStyle) -> float:
        size = MIN_TEXT_SIZE if may_shrink else _HEADING_SIZE * style.size
        return text_width(TITLE_BOLD, title, size)

    return Drawing(
        partial(_draw_heading, title, column),
        min_width=min_width,
        height=lambda style, width: HeadingStyle.HEIGHT * style.leading,
    )


def _draw_heading(
    title: str, column: ColumnStyle, style: TextStyle, width: float
) -> tuple[Items, float]:
    widest = width / text_width(TITLE_BOLD, title, 1.0)
    size = min(_HEADING_SIZE * style.size, max(widest, MIN_TEXT_SIZE))
    height = HeadingStyle.HEIGHT * style.leading
    line_box = replace(style, leading=height)
    baseline = line_box.baseline_of(TITLE_BOLD, _HEADING_SIZE) - HeadingStyle.RAISED * size
    items: list[Item] = [text_line(TITLE_BOLD, title, 0.0, baseline, size, column.colour)]
    start = text_width(TITLE_BOLD, title, size) + HeadingStyle.GAP * size
    if start < width - HeadingStyle.MIN_LINE * size:
        palette = column.palette
        weight = palette.line_weight(max(HAIRLINE, HeadingStyle.WEIGHT * size))
        y, radius = baseline - HeadingStyle.LINE_ABOVE * size, HeadingStyle.RING * size
        orbit = _draw_orbit(start, width, y, radius)
        rule = column.game.theme.rule_colour(palette.main)
        items.append(Path(orbit, stroke=Stroke(rule, weight)))
    return tuple(items), height


def _draw_orbit(start: float, end: float, y: float, r: float) -> PathData:
    """Draw a line that ends in a ring."""
    builder = PathBuilder().move(start, y).line(end - 2.3 * r, y)
    return builder.circle(end - 1.3 * r, y, r).done()
