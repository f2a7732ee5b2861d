"""Draw charts that show which cards of another deck replace the cards of a game: on pages, on
pocket cards, and on labels.

A chart has a title, columns of rows with thumbnails on both sides of an arrow, and notes. The
thumbnails are as large as possible on one page, or on two if one would make them too small. Each
page is one Symbol with its upper left corner at the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from math import fsum
from pathlib import Path as FilePath

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.art.emblems import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.content import content_path
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, centred_rect, translation
from printkit.base.messages import DEFAULT_LANGUAGE, in_language, translate
from printkit.base.options import Option
from printkit.base.paper_sizes import label_sheet
from printkit.base.sentences import Sentence
from printkit.components.notes import (
    Note,
    NoteColumn,
    even_columns,
    note_style,
    paged_columns,
    stack_notes,
    whole_column,
)
from printkit.faces.anatomy import HEADER, ORBIT, draw_orbit, text_colour_on_paper
from printkit.faces.face import draw_deck_back, draw_ground
from printkit.faces.small_cards import (
    RATIO,
    EmblemRef,
    Thumbnail,
    draw_inline,
    draw_small_card,
    draw_thumbnail,
    game_thumbnail,
    inline_width,
)
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, TagStep, Use
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Drawing, Stack, StackPart, Unbroken
from printkit.layout.containers import Arrow, Overlay, Placed, SideBySide
from printkit.layout.fit_text import (
    Caption,
    FitStyle,
    fit_text,
    min_text_width,
    require_text,
    shrink_line,
)
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import (
    TOLERANCE,
    Block,
    Canvas,
    Overflow,
    TaggedBlock,
    TextStyle,
    list_entry,
    move_items,
)
from printkit.model.cards import Card, Suit
from printkit.model.definition_files import STANDINS
from printkit.model.fields import shown_values
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.pieces.kits import product_info
from printkit.pieces.options import BLANK_VALUES, BLEED, CARD_SIZE, LABEL_SHEET, SAFE, THEME
from printkit.pieces.product import (
    FULL_PAGE,
    LABEL_SHEETS,
    MAPPING,
    LocalGame,
    Piece,
    Product,
    RenderOptions,
    card_piece,
    of_no_game,
)
from printkit.products.charts.stickers import draw_stickers
from printkit.rules.standins import (
    DeckMapping,
    PhysicalCard,
    can_stand_in,
    map_deck,
    title_of_unsuited,
)

# --- content -------------------------------------------------------------------------------------

# Our emblems and colours for the French suit signs.
_FRENCH = {
    "♠": ("spades", "black"),
    "♥": ("hearts", "red"),
    "♦": ("diamonds", "red"),
    "♣": ("clubs", "black"),
}


class ChartRow(msgspec.Struct, frozen=True):
    """A row for one card of the game.

    `owns` are the physical cards that replace the card, and `meant` is the thumbnail of the card
    itself. `name` is empty if figure and suit identify the card.
    """

    owns: tuple[Thumbnail, ...]
    card: Card
    meant: Thumbnail
    name: str


class ChartGroup(msgspec.Struct, frozen=True):
    """Rows under a heading."""

    name: str
    mark: FilePath | None
    colour: str
    rows: tuple[ChartRow, ...]

    def divide(self, count: int) -> list[ChartGroup]:
        """Divide the rows evenly into `count` groups with numbers in their names."""
        share, parts = -(-len(self.rows) // count), []
        for i in range(count):
            rows = self.rows[i * share : (i + 1) * share]
            parts.append(replace(self, name=numbered_title(self.name, i + 1, count), rows=rows))
        return parts


def group_rows(mapping: DeckMapping, language: str) -> list[ChartGroup]:
    """Return the groups in the order of the game's suits, then the cards without a suit."""
    variant = mapping.variant
    # Cards are in the order of the stand-in: those that show their value first.
    order = {physical: i for i, (physical, _) in reversed(list(enumerate(mapping.standin.pairs)))}
    owned: dict[str, list[PhysicalCard]] = {}
    for entry in sorted(mapping.entries, key=lambda entry: order[entry.physical.id]):
        owned.setdefault(entry.stands_for.id, []).append(entry.physical)
    result: list[ChartGroup] = []

    def add(name: str, mark: FilePath | None, colour: str, cards: list[Card]) -> None:
        rows = tuple(_make_row(mapping, owned[card.id], card, language) for card in cards)
        result.append(ChartGroup(name, mark, colour, rows))

    for key, suit in variant.suits.items():
        cards = [c for c in variant.cards if c.suit == key and c.id in owned]
        if cards:  # a suit has the colour of its cards
            add(suit.name[language], suit.emblem, cards[0].colour, cards)
    for key, family in variant.families.items():
        cards = [c for c in variant.cards if c.suit is None and c.family == key and c.id in owned]
        if cards:
            name = title_of_unsuited(variant, key, language)
            add(name, None, family.colour_or_ink, cards)
    return result


def chart_title(mapping: DeckMapping, language: str) -> str:
    """Return a title such as “Casino Sabacc · Tarot deck (78)”."""
    game, deck = mapping.variant.name[language], mapping.deck.name[language]
    return translate(language, "chart.title", game=game, deck=deck)


def corner_text(deck: Variant, card: Card, language: str) -> str:
    """Return the corner text of a physical card, such as 10 or J, or an empty string without a suit
    or rank.
    """
    if card.suit is None or card.rank is None:
        return ""
    rank = deck.ranks.get(card.rank)
    if rank is not None and rank.code is not None:
        return rank.code[language]
    return card.rank


def _make_row(
    mapping: DeckMapping, owns: list[PhysicalCard], meant: Card, language: str
) -> ChartRow:
    # The same card of several decks is one thumbnail with the numbers of those decks.
    like: dict[tuple[str, int], list[PhysicalCard]] = {}
    for i, physical in enumerate(owns):
        key = (physical.card.id, -1 if physical.number else i)
        like.setdefault(key, []).append(physical)
    smalls = tuple(_physical_thumbnail(mapping, same, language) for same in like.values())
    thumbnail = game_thumbnail(mapping.variant, meant, language)
    return ChartRow(smalls, meant, thumbnail, _card_name(mapping, meant, language))


def _card_name(mapping: DeckMapping, card: Card, language: str) -> str:
    """Return the name to print for a card, or nothing if its figure and suit identify it."""
    if card.suit is None:
        return card.name[language]
    rank = mapping.variant.ranks.get(card.rank or "")
    if card.index or rank is None or rank.name is None:
        return ""
    return rank.name[language]


def _physical_thumbnail(mapping: DeckMapping, same: list[PhysicalCard], language: str) -> Thumbnail:
    deck, card = mapping.deck, same[0].card
    numbers = tuple(physical.number for physical in same if physical.number)
    decks = "-".join(map(str, numbers))
    suit = deck.suits.get(card.suit or "")
    # Words name a card without an identifying sign: a joker, a trump.
    words = "" if suit is not None and suit.sign else (suit or card).name[language]
    return Thumbnail(
        key=f"own-{deck.slug}-{card.id}" + (f"-{decks}" if decks else ""),
        title=", ".join(physical.name(language) for physical in same),
        figure=corner_text(deck, card, language),
        signs=_suit_emblems(suit, card) if suit is not None else (),
        colour=card.colour,
        numbers=numbers,
        words=words,
        picture=card.emblem if suit is None else None,
    )


def _suit_emblems(suit: Suit, card: Card) -> tuple[EmblemRef, ...]:
    """Return the emblem and the French sign of a suit, because decks are printed with either."""
    result = [EmblemRef(suit.emblem, card.colour)] if suit.emblem is not None else []
    if suit.sign in _FRENCH:
        name, colour = _FRENCH[suit.sign]
        path = content_path("art", "suits", f"{name}.svg")
        if path != suit.emblem:
            result.append(EmblemRef(path, colour))
    return tuple(result)


def chart_notes(mapping: DeckMapping, language: str) -> list[Note]:
    """Return the notes that complete the rows."""
    result = [Note("", note[language]) for note in mapping.standin.notes]
    if mapping.standin.disambiguation:
        result.append(Note("", translate(language, f"map.apart-{mapping.standin.disambiguation}")))
    if any(entry.physical.number for entry in mapping.entries):
        result.append(Note("", translate(language, "chart.edge")))
    if letters := _explain_letters(mapping, language):
        result.append(Note(translate(language, "chart.letters"), letters))
    used = {entry.stands_for.id for entry in mapping.entries}
    if figures := _explain_figures(mapping.variant, used, language):
        result.append(Note(translate(language, "chart.figures"), figures))
    if mapping.unused:
        lead = translate(language, "chart.unused", count=len(mapping.unused))
        result.append(Note(lead, f"{_list_unused(mapping, language)}."))
    return result


def _explain_letters(mapping: DeckMapping, language: str) -> str:
    """Return the meaning of the letters in the corners of physical cards: “A Ace, J Jack”."""
    deck = mapping.deck
    used = {card.rank for card in deck.cards if card.suit is not None}
    pairs = [
        f"{rank.code[language]}\u00a0{rank.name[language]}"
        for key, rank in deck.ranks.items()
        if key in used and rank.code is not None and rank.name is not None
    ]
    return ", ".join(pairs)


def _explain_figures(variant: Variant, used: set[str], language: str) -> str:
    """Return the named ranks of a game whose cards show a figure instead of the name: “12
    Commander, 15 Ace”.
    """
    pairs: dict[str, str] = {}
    for card in variant.cards:
        rank = variant.ranks.get(card.rank or "")
        if card.id not in used or card.suit is None or rank is None or rank.name is None:
            continue
        if not card.index or card.rank is None or card.rank.isdigit():
            continue
        values = shown_values(card.values)
        suffix = "" if values == card.index else f" ({values})"
        pairs.setdefault(card.rank, f"{card.index}\u00a0{rank.name[language]}{suffix}")
    return ", ".join(pairs.values())


def _list_unused(mapping: DeckMapping, language: str) -> str:
    """Return the unused cards, deck by deck: “Swords, Cups 2–K; The Excuse”."""
    decks: dict[int, list[Card]] = {}
    for unused in mapping.unused:
        decks.setdefault(unused.number, []).append(unused.card)
    apart = translate(language, "chart.next")
    texts = []
    for number, cards in decks.items():
        words = apart.join(_list_runs(mapping.deck, cards, language))
        if number:
            words = translate(language, "chart.of-deck", number=number, cards=words)
        texts.append(words)
    return apart.join(texts)


def _list_runs(deck: Variant, cards: Sequence[Card], language: str) -> list[str]:
    """Return the cards by suit, with shortened runs; suits with equal ranks are listed together."""
    alike: dict[str, list[str]] = {}
    for key, suit in deck.suits.items():
        whole = [card for card in deck.cards if card.suit == key]
        held = {card.id for card in cards if card.suit == key}
        if held:
            ranks = _shorten_runs([(corner_text(deck, c, language), c.id in held) for c in whole])
            alike.setdefault(ranks, []).append(suit.name[language])
    result = [f"{', '.join(suits)} {ranks}" for ranks, suits in alike.items()]
    return result + [card.name[language] for card in cards if card.suit is None]


def _shorten_runs(marks: Iterable[tuple[str, bool]]) -> str:
    """Return the marks of the given cards, with runs of three or more as `2–K`."""
    runs: list[list[str]] = [[]]
    for text, held in marks:
        if held:
            runs[-1].append(text)
        elif runs[-1]:
            runs.append([])
    words = []
    for run in runs:
        words += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else run
    return ", ".join(words)


# A heading at scale 1 (mm): emblem, gap after it, height of the rule above its lower edge.
_MARK, _MARK_GAP, _RULE = 6.2, 1.4, 1.6
_HEADING_SIZE = 4.4


class RowLook(Struct, frozen=True):
    """The functions that draw the cards in a row; cards begin at x = 0, centred on y = 0.

    `height` is the height of a card, `gap` the gap between cards, and `arrow` the width of the
    arrow, all as multiples of the size of the cards. A name has at most `name_lines` lines and is
    `name_gap` mm to the right of its card.
    """

    width: Callable[[Thumbnail, float], float]
    draw_owned: Callable[[Thumbnail, float, Theme], Sequence[Item]]
    draw_meant: Callable[[ChartRow, float, Theme], Sequence[Item]]
    height: float
    gap: float
    arrow: float
    name_gap: float
    name_lines: int

    def sides(self, rows: Sequence[ChartRow], size: float) -> tuple[float, float]:
        """Return the width of the widest cards left of the arrow, and right of it (mm)."""
        before = max(self._owned_width(row, size) for row in rows)
        return before, max(self.width(row.meant, size) for row in rows)

    def cards_width(self, rows: Sequence[ChartRow], size: float) -> float:
        """Return the width of rows without their names (mm)."""
        return fsum((*self.sides(rows, size), self.arrow * size))

    def _owned_width(self, row: ChartRow, size: float) -> float:
        gaps = (len(row.owns) - 1) * self.gap * size
        return fsum(self.width(card, size) for card in row.owns) + gaps

    def draw_cards(self, row: ChartRow, before: float, size: float, theme: Theme) -> list[Item]:
        """Draw the cards of a row, centred on y = 0, with space for an arrow at x = `before`."""
        x = before - self._owned_width(row, size)
        items: list[Item] = []
        for card in row.owns:
            items += move_items(self.draw_owned(card, size, theme), x, 0)
            x += self.width(card, size) + self.gap * size
        end = before + self.arrow * size
        return [*items, *move_items(self.draw_meant(row, size, theme), end, 0)]


def make_row(
    row: ChartRow,
    section: Sequence[ChartRow],
    look: RowLook,
    size: float,
    theme: Theme,
    *,
    below: bool = False,
) -> Block:
    """Make the block of a row with cards of the given size (mm).

    The arrow is aligned with the other arrows of the section.

    The name, if any, is to the right of the cards or below them, in the text style of the block.
    """
    before, _ = look.sides(section, size)
    width, height = look.cards_width(section, size), look.height * size

    def draw(style: TextStyle, available: float) -> tuple[Sequence[Item], float]:
        items = look.draw_cards(row, before, size, theme)
        return move_items(items, 0, height / 2), height

    drawing = Drawing(draw, min_width=lambda style: width, height=lambda style, available: height)
    arrow = Placed(Arrow(theme.roles_of["ink"]), before, height / 2, look.arrow * size)
    alt = f"{', '.join(own.title for own in row.owns)} → {row.meant.title}"
    figure = TagStep("Figure", None, alt)
    cards = TaggedBlock(Overlay((Placed(drawing), arrow), height), (figure,))
    if not row.name:
        return list_entry(cards, row.card.id)
    ink, align = theme.roles_of["ink"], 0.5 if below else 0.0
    name = Caption(row.name, TITLE, ink, 1.0, look.name_lines, is_sentence=False, align=align)
    if below:
        return list_entry(Stack((StackPart(cards), StackPart(name, 0.1))), row.card.id)
    beside = SideBySide(((width + look.name_gap, cards), (None, name)), gap=0.0, centred=True)
    return list_entry(beside, row.card.id)


def draw_heading(
    title: str, group: ChartGroup | None, box: Rect, theme: Theme, rule_width: float, scale: float
) -> list[Item]:
    """Draw the emblem and name of a section over a rule in its colour, at the foot of a box.

    Raises TextOverflow for a name that is too long.
    """
    palette = theme.palette(group.colour if group else "ink")
    colour, base, x = text_colour_on_paper(palette), box.bottom - _RULE, box.x
    items: list[Item] = []
    if group is not None and group.mark is not None:
        side = _MARK * scale
        symbol = emblem(group.mark, palette, side)
        items.append(place_emblem(symbol, x + side / 2, base - 0.6 - side / 2, side))
        x += side + _MARK_GAP * scale
    style = FitStyle(TITLE_BOLD, _HEADING_SIZE * scale, MIN_TEXT_SIZE, 2, align=0.0)
    height = box.h - _RULE - 0.6
    place = Rect(x, base - 0.4 - height, box.right - x, height)
    items += require_text(title, style, place, colour)
    rule = PathBuilder().move(box.x + LINE / 2, base).line(box.x + rule_width - LINE / 2, base)
    return [*items, Path(rule.done(), stroke=Stroke(colour, LINE))]


def numbered_title(name: str, number: int, count: int) -> str:
    """Return the title of a part of a section (“Cups 1/2”), or the name of a whole section."""
    return f"{name} {number}/{count}" if count > 1 else name


# --- a page --------------------------------------------------------------------------------------

# Widths of thumbnails (mm): the largest, the least on one page, the least on two.
MAX_THUMBNAIL, ONE_PAGE, MIN_THUMBNAIL = 17.0, 8.5, 7.0
_CHART_STEP = 0.25
_CHART_HEAD = 9.0
_ROW_GAP, _CHART_MAX_ROW = 1.5, 1.22
# The least gutter; the gap from a heading or a name to the next column (mm).
_GUTTER, _CLEAR = 4.5, 3.5
# Notes beside the columns: least width, gap above, text size (mm).
_BESIDE, _NOTES_AIR, _CHART_NOTE_SIZE = 40.0, 7.0, 2.65
_FOOT_COLUMNS, _FOOT_GAP = 2, 8.0
# The fixed size of a name (mm per em).
_CHART_NAME_SIZE, _NAME_LINES = 3.0, 3
_NAME = FitStyle(TITLE, _CHART_NAME_SIZE, _CHART_NAME_SIZE, _NAME_LINES)
_GAME, _DECK = 8.4, 4.8
# Whether a section may be below another: never; without a common emblem; always.
_STACKINGS: tuple[Callable[[ChartGroup], bool], ...] = (
    lambda section: False,
    lambda section: section.mark is None,
    lambda section: True,
)
_CHART_LOOK = RowLook(
    lambda thumbnail, size: size,
    lambda thumbnail, size, theme: [
        Use(draw_thumbnail(thumbnail, size, theme), translation(0, -size * RATIO / 2))
    ],
    lambda row, size, theme: [
        Use(draw_small_card(row.card, size, theme, row.meant.title), translation(size / 2, 0))
    ],
    height=RATIO,
    gap=0.07,
    arrow=0.48,
    name_gap=1.8,
    name_lines=_NAME_LINES,
)


def _part_width(part: ChartGroup, size: float) -> float:
    """Return the width of the rows of a part with their names (mm)."""
    names = [min_text_width(row.name, _NAME) for row in part.rows if row.name]
    name = _CHART_LOOK.name_gap + max(names) if names else 0.0
    return _CHART_LOOK.cards_width(part.rows, size) + name


class _Column(Struct, frozen=True):
    """Stacked parts from a left edge; headings and names end at `right`."""

    parts: tuple[ChartGroup, ...]
    x: float
    width: float
    right: float

    @property
    def slots(self) -> int:
        """The number of rows in the column; each heading except the first counts as a row."""
        return sum(len(part.rows) + 1 for part in self.parts) - 1


class _Sheet(Struct, frozen=True):
    """One page: its columns, its row pitch (mm), and its columns of notes with their boxes."""

    columns: tuple[_Column, ...]
    pitch: float
    notes: tuple[tuple[NoteColumn, Rect], ...] = ()


def draw_chart(
    mapping: DeckMapping, game: LocalGame, page_area: tuple[float, float]
) -> list[Symbol]:
    """Draw one Symbol for each page (at most two) with the box Rect(0, 0, *page_area).

    Raises PrintkitError if the page is too small.
    """
    language = game.language
    notes = stack_notes(chart_notes(mapping, language), game.theme.roles_of["ink"])
    planner = _ChartPlanner(group_rows(mapping, language), notes, language, page_area)
    size, sheets = planner.find_largest()
    box, title = Rect(0, 0, *page_area), chart_title(mapping, language)
    header, pages = _draw_header(mapping, game, box), []
    for number, sheet in enumerate(sheets, 1):
        key = f"chart-{mapping.deck.slug}-{mapping.variant.slug}-{number}"
        canvas = Canvas()
        canvas.items += header
        canvas.tag((0, 0), TagStep("H1"))
        _draw_sheet(sheet, size, game, canvas)
        pages.append(Symbol(key, tuple(canvas.items), box, title, tags=tuple(canvas.tags)))
    return pages


class _ChartPlanner:
    """Finds the largest thumbnails with which a chart fits its pages."""

    def __init__(
        self,
        sections: Sequence[ChartGroup],
        notes: Stack,
        language: str,
        page_area: tuple[float, float],
    ) -> None:
        self.sections, self.notes = sections, notes
        self.width, self.height = page_area
        self.note_style = note_style(_CHART_NOTE_SIZE, language)

    def find_largest(self) -> tuple[float, list[_Sheet]]:
        """Return the width of thumbnails (mm) and the pages. Raises PrintkitError if two pages are
        too few.
        """
        for pages, smallest in ((1, ONE_PAGE), (2, MIN_THUMBNAIL)):
            sizes = sizes_between(smallest, MAX_THUMBNAIL, _CHART_STEP)
            result = find_largest(partial(self._plan, pages), sizes)
            if not isinstance(result, Overflow):
                return result
        raise PrintkitError(
            Sentence(
                "The chart does not fit on two pages of {width} × {height} mm.",
                width=f"{self.width:.0f}",
                height=f"{self.height:.0f}",
            ),
            hint="Use a larger --paper, or a smaller --margin.",
        )

    def _plan(self, pages: int, size: float) -> tuple[float, list[_Sheet]] | Overflow:
        for at_foot in (False, True):
            for stacking in _STACKINGS:
                sheets = self._plan_sheets(size, pages, at_foot, stacking)
                if sheets is not None:
                    return size, sheets
        return Overflow(TOLERANCE, "chart", size)

    def _plan_sheets(
        self, size: float, pages: int, at_foot: bool, stacking: Callable[[ChartGroup], bool]
    ) -> list[_Sheet] | None:
        """Return the pages, or None if the chart does not fit."""
        notes = self._notes_at_foot() if at_foot and self.notes.parts else ()
        foot = max((box.h for _, box in notes), default=-_NOTES_AIR) + _NOTES_AIR
        body = self.height - HEADER - _CHART_HEAD - foot
        min_pitch = size * RATIO + _ROW_GAP
        slots = int((body + _ROW_GAP) / min_pitch)
        if slots < 1:
            return None
        sheets = []
        for stacks in _divide_pages(_pack_columns(self.sections, slots, stacking), pages, size):
            columns = self._place_columns(stacks, size)
            if columns is None:
                return None
            rows = max(column.slots for column in columns)
            pitch = max(min(body / rows, size * RATIO * _CHART_MAX_ROW), min_pitch)
            sheets.append(_Sheet(columns, pitch))
        if at_foot or not self.notes.parts:
            return [*sheets[:-1], replace(sheets[-1], notes=notes)]
        last = self._add_notes_beside(sheets[-1], min_pitch)
        return [*sheets[:-1], last] if last is not None else None

    def _place_columns(
        self, stacks: Sequence[Sequence[ChartGroup]], size: float
    ) -> tuple[_Column, ...] | None:
        """Return columns from edge to edge with equal gutters, or None if they do not fit."""
        widths = [max(_part_width(part, size) for part in parts) for parts in stacks]
        last = len(stacks) - 1
        gutter = (self.width - fsum(widths)) / last if last else self.width - fsum(widths)
        if gutter < (_GUTTER if last else 0.0):
            return None
        xs = [fsum(widths[:i]) + i * gutter for i in range(last + 1)]
        ends = [*(x - _CLEAR for x in xs[1:]), self.width]
        return tuple(
            _Column(tuple(parts), x, width, right)
            for parts, x, width, right in zip(stacks, xs, widths, ends, strict=True)
        )

    def _notes_at_foot(self) -> tuple[tuple[NoteColumn, Rect], ...]:
        """Return the notes at the foot of the page, in balanced columns."""
        width = (self.width - (_FOOT_COLUMNS - 1) * _FOOT_GAP) / _FOOT_COLUMNS
        columns = even_columns(self.notes, self.note_style, width, _FOOT_COLUMNS)
        depth = max(column.height for column in columns)
        return tuple(
            (column, Rect(i * (width + _FOOT_GAP), self.height - depth, width, depth))
            for i, column in enumerate(columns)
        )

    def _add_notes_beside(self, sheet: _Sheet, min_pitch: float) -> _Sheet | None:
        """Return a page with the notes under its last columns, or None if they do not fit."""
        lefts = [column.x for column in sheet.columns if self.width - column.x >= _BESIDE]
        if not lefts:
            return None
        x = max(lefts)
        notes = whole_column(self.notes, self.note_style, self.width - x)
        depth = notes.height
        above = max(column.slots for column in sheet.columns if column.x + column.width > x)
        pitch = min(sheet.pitch, (self.height - HEADER - _CHART_HEAD - depth - _NOTES_AIR) / above)
        if pitch < min_pitch:
            return None
        place = Rect(x, self.height - depth, self.width - x, depth)
        return replace(sheet, pitch=pitch, notes=((notes, place),))


def _pack_columns(
    sections: Sequence[ChartGroup], slots: int, stacking: Callable[[ChartGroup], bool]
) -> list[list[ChartGroup]]:
    """Pack the sections into columns of at most `slots` rows; divide long sections evenly."""
    columns: list[list[ChartGroup]] = []
    for section in sections:
        count = -(-len(section.rows) // slots)
        parts = section.divide(count)
        # A heading below the first one takes the place of a row.
        used = sum(len(part.rows) + 1 for part in columns[-1]) if columns else slots
        if count == 1 and stacking(section) and used + len(section.rows) <= slots:
            columns[-1] += parts
        else:
            columns += [[part] for part in parts]
    return columns


def _divide_pages(
    columns: list[list[ChartGroup]], pages: int, size: float
) -> list[list[list[ChartGroup]]]:
    """Return the columns on one page or two, as balanced as possible."""
    if pages == 1 or len(columns) < 2:
        return [columns]
    widths = [max(_part_width(part, size) for part in parts) + _GUTTER for parts in columns]
    split = min(range(1, len(columns)), key=lambda i: max(fsum(widths[:i]), fsum(widths[i:])))
    return [columns[:split], columns[split:]]


def _draw_header(mapping: DeckMapping, game: LocalGame, box: Rect) -> list[Item]:
    """Draw the names of the game and of its stand-in deck, and a graduated rule."""
    ink = game.theme.roles_of["ink"]
    space = box.w - ORBIT - 6
    deck = game.text(mapping.deck.name)
    # An arrow from the deck to the game above it.
    tip = PathBuilder().arrowhead(0, 13.1, 2.2, 0, 1.2).done()
    shaft = PathBuilder().move(2.0, 13.1).line(7.0, 13.1).done()
    return [
        shrink_line(TITLE_BOLD, game.name, 0, 7.4, _GAME, space, ink, legible=True),
        Path(tip, fill=ink),
        Path(shaft, stroke=Stroke(ink, LINE)),
        shrink_line(TITLE, deck, 8.6, 14.8, _DECK, space - 8.6, ink, legible=True),
        *draw_orbit(box, game.theme),
    ]


def _draw_sheet(sheet: _Sheet, size: float, game: LocalGame, canvas: Canvas) -> None:
    theme = game.theme
    style = TextStyle(_CHART_NAME_SIZE, sheet.pitch, game.language, min_size=_CHART_NAME_SIZE)
    for column in sheet.columns:
        y, top = HEADER + _CHART_HEAD, HEADER
        for part in column.parts:
            box = Rect(column.x, top, column.right - column.x, _CHART_HEAD)
            width = _part_width(part, size)
            begin = canvas.begin()
            canvas.draw(draw_heading(part.name, part, box, theme, width, 1.0), 0, 0)
            canvas.tag(begin, TagStep("H2", None))
            begin = canvas.begin()
            rows = [make_row(row, part.rows, _CHART_LOOK, size, theme) for row in part.rows]
            block = Stack(tuple(StackPart(Unbroken(row, 1.0, centred=True)) for row in rows))
            # Rows are centred in their steps; the first one begins at the top.
            lift = (sheet.pitch - size * RATIO) / 2
            block.lay_out(style, column.right - column.x).paint(canvas, column.x, y - lift)
            canvas.tag(begin, TagStep("L", None))
            y += (len(part.rows) + 1) * sheet.pitch
            top = y - _CHART_HEAD
    ink = theme.roles_of["ink"]
    for notes, box in sheet.notes:
        rule = PathBuilder().move(box.x + FINE, box.y - 2.2).line(box.right - FINE, box.y - 2.2)
        canvas.draw([Path(rule.done(), stroke=Stroke(ink, FINE))], 0, 0)
        canvas.draw(notes.items(box.x, box.y), 0, 0)


# --- products ------------------------------------------------------------------------------------

# Heights of figures (mm): largest, legible at arm's length, smallest.
_LARGEST, _GOOD, _MIN_SIZE = 4.6, 3.0, 1.8
_POCKET_STEP = 0.2
# The greatest height of a row in figure heights; the extra height for a name below cards (mm).
_POCKET_MAX_ROW, _NAME_BELOW = 2.5, 4.0
# The least width and height of the area of rows (mm).
_MIN_BODY = 20.0
# Heights of the heading and the caption of a card; the gap between columns (mm).
_POCKET_HEAD, _FOOT, _COLUMN_GAP = 8.0, 3.4, 3.0
_HEADING_SCALE = 0.88
# The largest size of a name, and that of notes (mm per em).
_POCKET_NAME_SIZE, _POCKET_NOTE_SIZE = 2.9, 2.45
_CAPTION = FitStyle(INDEX, 2.3, MIN_TEXT_SIZE, 1)
_POCKET_LOOK = RowLook(
    inline_width,
    draw_inline,
    lambda row, size, theme: draw_inline(row.meant, size, theme),
    height=1.6,
    gap=0.5,
    arrow=1.6,
    name_gap=1.0,
    name_lines=2,
)


class _PocketLayout(msgspec.Struct, frozen=True):
    """The layout of the rows of a section on cards.

    The fields are the height of figures, the rows per column, the number of cards, the width of a
    column, the step from row to row, and whether names are below their cards. Lengths are in mm.
    """

    height: float
    rows: int
    cards: int
    width: float
    pitch: float
    below: bool

    def make_row(self, row: ChartRow, rows: Sequence[ChartRow], theme: Theme) -> Block:
        """Make the block of a row; its arrow is aligned with the arrows of `rows`."""
        return make_row(row, rows, _POCKET_LOOK, self.height, theme, below=self.below)


def make_pocket_chart(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return the chart on cards. Raises PrintkitError if the cards are too small."""
    size = options.size
    trim = centred_rect(size.w, size.h)
    maker, box = _PocketMaker(trim.inset(options[SAFE]), options), trim.inset(-options.bleed_extent)
    faces: list[tuple[str, list[Item]]] = []
    for group in group_rows(mapping, options.language):
        faces += maker.draw_group(group)
    faces += maker.draw_notes(mapping)
    back, paper = draw_deck_back(mapping.variant, options), options.theme.roles_of["paper"]
    caption = maker.draw_caption(chart_title(mapping, options.language))
    pieces = []
    for i, (title, items) in enumerate(faces, 1):
        key = f"pocket-{mapping.deck.slug}-{mapping.variant.slug}-{i:02d}"
        ground = draw_ground(paper, box)
        front = Symbol(key, (*ground, *items, *caption), box, title, len(ground))
        pieces.append(card_piece(options, f"pocket-{i:02d}", title, front, back))
    return pieces


def _change_owns(
    section: ChartGroup, change: Callable[[Sequence[Thumbnail]], tuple[Thumbnail, ...]]
) -> ChartGroup:
    """Return a section with `change` applied to the physical cards of each row."""
    return replace(section, rows=tuple(replace(row, owns=change(row.owns)) for row in section.rows))


def _merge_thumbnails(owns: Sequence[Thumbnail]) -> tuple[Thumbnail, ...]:
    """Merge cards with the same figure into one thumbnail with all their signs: `A♠♥`."""
    result: list[Thumbnail] = []
    for thumbnail in owns:
        last = result[-1] if result else None
        same = last and (last.figure, last.numbers) == (thumbnail.figure, thumbnail.numbers)
        if last and last.figure and same:
            colour = last.colour if thumbnail.colour == last.colour else "ink"
            signs = (*last.signs, *thumbnail.signs)
            result[-1] = replace(
                last, signs=signs, colour=colour, title=f"{last.title}, {thumbnail.title}"
            )
        else:
            result.append(thumbnail)
    return tuple(result)


def _without_words(owns: Sequence[Thumbnail]) -> tuple[Thumbnail, ...]:
    """Return cards without the words beside their emblems."""
    return tuple(replace(thumbnail, words="") for thumbnail in owns)


class _PocketMaker:
    """Draws the cards of a chart in their safe area."""

    def __init__(self, safe: Rect, options: RenderOptions) -> None:
        self.safe, self.options, self.theme = safe, options, options.theme
        self.body = safe.outset(0, -_POCKET_HEAD, 0, -_FOOT)

    def draw_group(self, group: ChartGroup) -> Iterator[tuple[str, list[Item]]]:
        """Yield the title and the contents of each pocket card of a section.

        A narrow card shows emblems without words. Raises PrintkitError if it is too small for
        emblems.
        """
        merged = _change_owns(group, _merge_thumbnails)
        for section in (merged, _change_owns(merged, _without_words)):
            if (layout := self._fit(section)) is None:
                continue
            for part in section.divide(layout.cards):
                heading = self._draw_heading(part.name, part)
                yield part.name, [*heading, *self._draw_rows(part.rows, layout)]
            return
        raise PrintkitError(
            Sentence("The chart is illegible on cards of the size {size}.", size=self.options.size),
            hint="Use a larger --card-size.",
        )

    def draw_caption(self, words: str) -> list[Item]:
        """Draw the title of the chart at the foot; a narrow card has none."""
        safe = self.safe
        box = Rect(safe.x + 0.3, safe.bottom - 2.7, safe.w - 0.6, 2.6)
        lines = fit_text(words, _CAPTION, box, self.theme.roles_of["ink"])
        return [] if isinstance(lines, Overflow) else list(lines)

    def draw_notes(self, mapping: DeckMapping) -> Iterator[tuple[str, list[Item]]]:
        """Yield the title and the contents of as many cards of notes as necessary."""
        language, body = self.options.language, self.body
        block = stack_notes(chart_notes(mapping, language), self.theme.roles_of["ink"])
        style = note_style(_POCKET_NOTE_SIZE, language)
        columns = paged_columns(block, style, body.w - 0.6, body.h)
        for i, column in enumerate(columns, 1):
            title = numbered_title(translate(language, "chart.notes"), i, len(columns))
            words = column.items(body.x + 0.3, body.y)
            yield title, [*self._draw_heading(title, None), *words]

    def _draw_heading(self, title: str, section: ChartGroup | None) -> list[Item]:
        """Draw the emblem and name of a section over a line in its colour."""
        box = Rect(self.safe.x + 0.3, self.safe.y, self.safe.w - 0.6, _POCKET_HEAD)
        return draw_heading(title, section, box, self.theme, box.w, _HEADING_SCALE)

    def _fit(self, section: ChartGroup) -> _PocketLayout | None:
        """Return the layout with the fewest cards whose rows are easy to read, or else the most
        legible layout, or None if no layout fits.
        """
        best: _PocketLayout | None = None
        if min(self.body.w, self.body.h) < _MIN_BODY:
            return None
        for cards in range(1, len(section.rows) + 1):
            result = self._largest_layout(section, cards)
            if isinstance(result, Overflow):
                continue
            if result.height >= _GOOD - 1e-9:
                return result
            if best is None or result.height > best.height + 0.05:
                best = result
        return best

    def _largest_layout(self, section: ChartGroup, cards: int) -> _PocketLayout | Overflow:
        """Return the layout with the largest figures whose rows fit on a number of cards.

        Names are to the right of the cards if the figures are then easily legible, else below them.
        """
        named, body = any(row.name for row in section.rows), self.body
        share = -(-len(section.rows) // cards)

        def attempt(sides: tuple[bool, ...], height: float) -> _PocketLayout | Overflow:
            for columns in (1,) if named else (1, 2):
                rows = -(-share // columns)
                width = (body.w - (columns - 1) * _COLUMN_GAP) / columns
                for below in sides:
                    layout = _PocketLayout(height, rows, cards, width, body.h / rows, below)
                    if self._fits(section, layout):
                        return layout
            return Overflow(TOLERANCE, "rows", height)

        beside = find_largest(
            partial(attempt, (False,)), sizes_between(_GOOD, _LARGEST, _POCKET_STEP)
        )
        if not isinstance(beside, Overflow):
            return beside
        sides = (True, False) if named else (False,)
        return find_largest(
            partial(attempt, sides), sizes_between(_MIN_SIZE, _LARGEST, _POCKET_STEP)
        )

    def _fits(self, section: ChartGroup, layout: _PocketLayout) -> bool:
        """Return True if every row fits its step and the width of a column."""
        style = _name_style(layout.pitch)
        for row in section.rows:
            block = layout.make_row(row, section.rows, self.theme)
            fragment = block.lay_out(style, layout.width)
            if fragment.overflow > TOLERANCE or fragment.height > layout.pitch + TOLERANCE:
                return False
        return True

    def _draw_rows(self, rows: Sequence[ChartRow], layout: _PocketLayout) -> list[Item]:
        """Draw the rows in columns, with their arrows aligned."""
        most = _POCKET_MAX_ROW * layout.height + (_NAME_BELOW if layout.below else 0.0)
        style, canvas = _name_style(min(layout.pitch, most)), Canvas()
        for i, row in enumerate(rows):
            column, line = divmod(i, layout.rows)
            x = self.body.x + column * (layout.width + _COLUMN_GAP)
            block = Unbroken(layout.make_row(row, rows, self.theme), 1.0, centred=True)
            y = self.body.y + line * style.leading
            block.lay_out(style, layout.width).paint(canvas, x, y)
        return canvas.items


def _name_style(pitch: float) -> TextStyle:
    return TextStyle(_POCKET_NAME_SIZE, pitch, "", min_size=MIN_TEXT_SIZE)


STICKER_SHEET: Option[str | None] = replace(LABEL_SHEET, default=product_info("labels").sheet)
CONVERSION_CHART = "conversion-chart"
_load_deck = cache(partial(load, shelf=STANDINS))


def deck_for(variant: Variant, language: str) -> Variant | None:
    """Return the deck of the conversion chart, or None.

    It is the first listed deck that can stand in and whose suit signs agree with those of the game.
    Decks of the language are tried first, then decks of the default language.
    """
    listed = product_info(CONVERSION_CHART).decks
    names = [*in_language(listed, language), *listed[DEFAULT_LANGUAGE]]
    decks = (deck for deck in map(_load_deck, names) if can_stand_in(deck, variant))
    return next((deck for deck in decks if _signs_agree(deck, variant)), None)


def _signs_agree(deck: Variant, variant: Variant) -> bool:
    return all(
        deck.suits[key].sign == suit.sign
        for key, suit in variant.suits.items()
        if suit.sign and key in deck.suits
    )


def make_conversion_chart(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pages of the chart, at most two. Raises PrintkitError if they are too small."""
    deck = deck_for(variant, options.language)
    assert deck is not None, "offered where a deck can stand in"
    return make_chart(map_deck(deck, variant), options)


def make_chart(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return the pages of a chart. Raises PrintkitError if they are too small for it."""
    game, area = options.localize(mapping.variant).on_plain_paper, options.page_area
    drawings = draw_chart(mapping, game, area)
    return [Piece(drawing.key, drawing.title, *area, drawing) for drawing in drawings]


def make_stickers(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return a sticker for each card. Raises PrintkitError if a label is too small."""
    name = options[STICKER_SHEET]
    assert name is not None, "it has a default"
    sheet = label_sheet(name)
    drawings = draw_stickers(mapping, options.localize(mapping.variant), sheet)
    return [
        Piece(drawing.key, drawing.title, sheet.width, sheet.height, drawing)
        for drawing in drawings
    ]


_POCKET_OPTIONS = (THEME, replace(CARD_SIZE, default="poker", derive=None), BLEED, SAFE)
CHART = Product("chart", make_chart, of_no_game, (THEME,), FULL_PAGE, MAPPING)
CONVERSION = Product(
    CONVERSION_CHART,
    make_conversion_chart,
    lambda variant: deck_for(variant, DEFAULT_LANGUAGE) is not None,
    (THEME, BLANK_VALUES),
    FULL_PAGE,
)
POCKET = Product("pocket", make_pocket_chart, of_no_game, _POCKET_OPTIONS, subject=MAPPING)
LABELS = Product("labels", make_stickers, of_no_game, (THEME, STICKER_SHEET), LABEL_SHEETS, MAPPING)
