"""Charts of the cards of another deck: on a page, for the pocket, on labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.content import load_content
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, centred_rect
from printkit.base.messages import DEFAULT_LANGUAGE, in_language, translate
from printkit.base.options import Option
from printkit.base.paper_sizes import label_sheet
from printkit.base.sentences import Sentence
from printkit.components.notes import note_style, paged_columns, stack_notes
from printkit.faces.face import draw_deck_back, draw_ground
from printkit.faces.small_cards import Thumbnail, draw_inline, inline_width
from printkit.graphics.display_list import Item, Symbol
from printkit.graphics.fonts import INDEX
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.blocks import Unbroken
from printkit.layout.fit_text import FitStyle, fit_text
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Block, Canvas, Overflow, TextStyle
from printkit.model.checks import PRODUCTS as PRODUCTS_FILE
from printkit.model.definition_files import STANDINS
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, BLEED, CARD_SIZE, LABEL_SHEET, SAFE, THEME
from printkit.pieces.piece import Piece
from printkit.pieces.product import (
    FULL_PAGE,
    LABEL_SHEETS,
    MAPPING,
    Product,
    RenderOptions,
    card_piece,
    of_no_game,
)
from printkit.products.charts.chart import draw_chart
from printkit.products.charts.contents import (
    ChartGroup,
    ChartRow,
    RowLook,
    chart_notes,
    chart_title,
    draw_heading,
    group_rows,
    make_row,
    numbered_title,
)
from printkit.products.charts.sticker import draw_stickers
from printkit.rules.standins import DeckMapping, can_stand_in, map_deck

# Heights of figures (mm): largest, legible at arm's length, smallest.
_LARGEST, _GOOD, _MIN_SIZE = 4.6, 3.0, 1.8
_STEP = 0.2
# The greatest height of a row in figure heights; the extra height for a name below cards (mm).
_MAX_ROW, _NAME_BELOW = 2.5, 4.0
# The least width and height of the area of rows (mm).
_MIN_BODY = 20.0
# Heights of the heading and the caption of a card; the gap between columns (mm).
_HEAD, _FOOT, _COLUMN_GAP = 8.0, 3.4, 3.0
_HEADING_SCALE = 0.88
# The largest size of a name, and that of notes (mm per em).
_NAME_SIZE, _NOTE_SIZE = 2.9, 2.45
_CAPTION = FitStyle(INDEX, 2.3, MIN_TEXT_SIZE, 1)
_LOOK = RowLook(
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

    It has the height of figures, rows per column, the number of cards, the width of a column and
    its step from row to row, and whether names are below their cards.
    """

    height: float
    rows: int
    cards: int
    width: float
    pitch: float
    below: bool

    def make_row(self, row: ChartRow, rows: Sequence[ChartRow], theme: Theme) -> Block:
        """Make the block of a row among those whose arrows are aligned."""
        return make_row(row, rows, _LOOK, self.height, theme, below=self.below)


def make_pocket_chart(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return the chart on cards. Raises PrintkitError if they are too small."""
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
    """Return a section with the physical cards of each row changed."""
    return replace(section, rows=tuple(replace(row, owns=change(row.owns)) for row in section.rows))


def _merge_thumbnails(owns: Sequence[Thumbnail]) -> tuple[Thumbnail, ...]:
    """Merge cards of the same figure into one thumbnail with all their signs: `A♠♥`."""
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
        self.body = safe.outset(0, -_HEAD, 0, -_FOOT)

    def draw_group(self, group: ChartGroup) -> Iterator[tuple[str, list[Item]]]:
        """Yield the title and the contents of each card of a section.

        A narrow card has only the emblems. Raises PrintkitError if it is too small for them.
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
            Sentence(
                "The chart cannot be read on cards of the size {size}.", size=self.options.size
            ),
            hint="Take a larger --card-size.",
        )

    def draw_caption(self, words: str) -> list[Item]:
        """Draw the title of the chart at the foot; none on a narrow card."""
        safe = self.safe
        box = Rect(safe.x + 0.3, safe.bottom - 2.7, safe.w - 0.6, 2.6)
        lines = fit_text(words, _CAPTION, box, self.theme.roles_of["ink"])
        return [] if isinstance(lines, Overflow) else list(lines)

    def draw_notes(self, mapping: DeckMapping) -> Iterator[tuple[str, list[Item]]]:
        """Yield the title and the contents of as many cards of notes as necessary."""
        language, body = self.options.language, self.body
        block = stack_notes(chart_notes(mapping, language), self.theme.roles_of["ink"])
        style = note_style(_NOTE_SIZE, language)
        columns = paged_columns(block, style, body.w - 0.6, body.h)
        for i, column in enumerate(columns, 1):
            title = numbered_title(translate(language, "chart.notes"), i, len(columns))
            words = column.items(body.x + 0.3, body.y)
            yield title, [*self._draw_heading(title, None), *words]

    def _draw_heading(self, title: str, section: ChartGroup | None) -> list[Item]:
        """Draw the emblem and name of a section over a line in its colour."""
        box = Rect(self.safe.x + 0.3, self.safe.y, self.safe.w - 0.6, _HEAD)
        return draw_heading(title, section, box, self.theme, box.w, _HEADING_SCALE)

    def _fit(self, section: ChartGroup) -> _PocketLayout | None:
        """Return the layout on the fewest cards with easily legible rows, else the most legible."""
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
        """Return the largest figures with which the rows fit a number of cards.

        Names are right of the cards if the figures are then easily legible, else below them.
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

        beside = find_largest(partial(attempt, (False,)), sizes_between(_GOOD, _LARGEST, _STEP))
        if not isinstance(beside, Overflow):
            return beside
        sides = (True, False) if named else (False,)
        return find_largest(partial(attempt, sides), sizes_between(_MIN_SIZE, _LARGEST, _STEP))

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
        """Draw the rows in columns, their arrows aligned."""
        most = _MAX_ROW * layout.height + (_NAME_BELOW if layout.below else 0.0)
        style, canvas = _name_style(min(layout.pitch, most)), Canvas()
        for i, row in enumerate(rows):
            column, line = divmod(i, layout.rows)
            x = self.body.x + column * (layout.width + _COLUMN_GAP)
            block = Unbroken(layout.make_row(row, rows, self.theme), 1.0, centred=True)
            y = self.body.y + line * style.leading
            block.lay_out(style, layout.width).paint(canvas, x, y)
        return canvas.items


def _name_style(pitch: float) -> TextStyle:
    return TextStyle(_NAME_SIZE, pitch, "", min_size=MIN_TEXT_SIZE)


_SHEET: str = load_content(PRODUCTS_FILE)["labels"]["sheet"]
STICKER_SHEET: Option[str | None] = replace(LABEL_SHEET, default=_SHEET)
CONVERSION_CHART = "conversion-chart"
_load_deck = cache(partial(load, shelf=STANDINS))


def deck_for(variant: Variant, language: str) -> Variant | None:
    """Return the deck of the conversion chart, or None.

    It is the first listed deck, of the language and then of the default language, that can stand
    in and whose suit signs agree with those of the game.
    """
    listed: dict[str, list[str]] = load_content(PRODUCTS_FILE)[CONVERSION_CHART]["decks"]
    names = [*in_language(listed, language), *listed[DEFAULT_LANGUAGE]]
    decks = [deck for deck in map(_load_deck, names) if can_stand_in(deck, variant)]
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
