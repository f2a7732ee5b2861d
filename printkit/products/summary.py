"""The product `summary`: the rules of a game on one page, as a poster."""

from __future__ import annotations

from math import fsum

from msgspec import Struct

from printkit.art.ornaments import draw_frame
from printkit.base.errors import PrintkitError
from printkit.base.geometry import MM_PER_POINT, Rect, format_size
from printkit.base.messages import count_players
from printkit.base.sentences import Sentence
from printkit.components.reference import (
    ColumnStyle,
    SectionSpacing,
    section_blocks,
    stack_sections,
    text_style,
)
from printkit.faces.anatomy import draw_lock_up
from printkit.graphics.display_list import OUTLINED, Symbol, TagStep
from printkit.graphics.fonts import INDEX
from printkit.layout.blocks import Paragraph, Stack
from printkit.layout.fitting import ColumnArea, Layout, find_best, kept_choice, lay_out
from printkit.layout.records import RAGGED, TOLERANCE, Canvas, Fragment, Overflow, Span, TextStyle
from printkit.model.cards import ORBIT
from printkit.model.description import (
    AGREED,
    CLAUSES,
    HANDS,
    NEED,
    OPTIONS,
    PENALTIES,
    PHASES,
    SETUP,
    TOKENS,
    WORTH,
)
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, THEME
from printkit.pieces.product import FULL_PAGE, LocalGame, Piece, Product, RenderOptions

# Orders of sections: as a game is played, or hands before phases if columns break better.
ORDERS = (
    (NEED, AGREED, SETUP, PHASES, HANDS, WORTH, PENALTIES, CLAUSES, TOKENS, OPTIONS),
    (NEED, AGREED, SETUP, HANDS, WORTH, PHASES, PENALTIES, CLAUSES, TOKENS, OPTIONS),
)
COLUMN_COUNTS = (2, 3, 1)
_SPACING = SectionSpacing(section=1.0, entry=0.5, stretch=1.0)
_COMPACT_SPACING = SectionSpacing(section=0.5, entry=0.25, stretch=1.0)
_TIGHT_SPACING = SectionSpacing(section=0.5, entry=0.0, stretch=1.0)
# The smaller side of the area of a page of A4 (mm), for which all is drawn.
_A4_WIDTH = 200.0


class SummarySizes:
    """Sizes of text, in mm per em."""

    # The largest on A4, and the smallest on a page at least so wide (mm) and on a narrower one.
    MAX, MIN, MIN_ON_SMALL, SMALL = 16 * MM_PER_POINT, 9 * MM_PER_POINT, 7 * MM_PER_POINT, 185.0
    STEP = 0.25 * MM_PER_POINT
    # The weight of divided sections in the cost, and the number of smaller sizes that are tried to
    # keep sections undivided.
    SPLIT_COST, SLACK = 0.25, 3


class PageStyle:
    """The margins of the page, and its columns."""

    # From the edge to the frame, from there to the text (mm on A4).
    EDGE, PADDING = 1.0, 6.5
    # Between columns, and the least and the greatest width of one of several (em).
    GUTTER, MIN_MEASURE, MAX_MEASURE = 2.4, 14.0, 40.0


class SummaryHeadStyle:
    """The head of the page: the name of the game, and the summary below it."""

    # The largest size of the name (mm on A4).
    MAX_NAME = 10.5
    # The summary, in em of the columns, and its leading in em of the summary.
    SUMMARY, LEADING = 1.2, 1.2
    # From the rule to the summary (em of that), from there to the columns (em of them).
    BELOW_RULE, BELOW_HEAD = 0.45, 1.1


class Look(Struct, frozen=True):
    """A style of sections; `worth` is the weight of the text size in it.

    If `tight`, entries have no space between them. If `tables`, payments are in a table instead of
    a list.
    """

    show_hands: bool
    names_on_own_line: bool
    compact: bool
    flowing: bool
    worth: float
    tight: bool = False
    tables: bool = True

    def max_value(self, size: float) -> float:
        """Return the largest possible value of a page at a type size: its value if no section is
        divided.
        """
        return self.worth * size


# A look, its sections in each order, and a number of columns.
_Choice = tuple[Look, tuple[Stack, ...], int]
LOOKS = (
    Look(True, True, False, False, 1.0),
    Look(True, False, False, False, 0.93),
    Look(True, False, True, False, 0.85),
    Look(True, False, True, False, 0.75, tight=True),
    # Special cases in one paragraph are hard to look up.
    Look(True, False, True, True, 0.6),
    # On a small page, a table of payments takes too much room.
    Look(True, False, True, False, 0.6, tight=True, tables=False),
    Look(True, False, True, True, 0.5, tight=True, tables=False),
    Look(False, False, True, True, 1.0),
    Look(False, False, True, True, 0.8, tight=True, tables=False),
)


class _Head(Struct, frozen=True, eq=False):
    """The head in one text size: the text below the lock-up, the upper edge of this text, and the
    height of the whole head (mm).
    """

    text: Fragment
    text_y: float
    height: float


class _Filled(Struct, frozen=True, eq=False):
    """A complete page: its head, its columns, and its value."""

    head: _Head
    layout: Layout
    value: float
    look: Look


def draw_page(game: LocalGame, area: tuple[float, float]) -> Symbol:
    """Draw the page in an area. Raises PrintkitError if the text does not fit at a legible size."""
    box = Rect(0, 0, *area)
    maker = _PageMaker(game, box)
    filled = maker.fill()
    if filled is None:
        raise PrintkitError(
            Sentence(
                "The summary of {slug} does not fit on one page of {area}: its text would be "
                "smaller than {min_size} pt.",
                slug=game.variant.slug,
                area=format_size(*area),
                min_size=f"{maker.min_size / MM_PER_POINT:g}",
            ),
            hint="Use a larger --paper.",
        )
    canvas = maker.draw(filled)
    return Symbol("summary", tuple(canvas.items), box, game.name, tags=tuple(canvas.tags))


class _PageMaker:
    """Sets the sections of a game in columns of a page."""

    def __init__(self, game: LocalGame, box: Rect) -> None:
        self.game, self.variant, self.box = game, game.variant, box
        self.scale = min(box.w, box.h) / _A4_WIDTH
        self.field = box.inset((PageStyle.EDGE + PageStyle.PADDING) * self.scale)
        is_small = box.w < SummarySizes.SMALL
        self.min_size = SummarySizes.MIN_ON_SMALL if is_small else SummarySizes.MIN
        name_size = SummaryHeadStyle.MAX_NAME * self.scale
        self.lock_up = draw_lock_up(game, self.field.w, name_size, note=self._figures())
        self._heads: dict[float, _Head | Overflow] = {}

    def fill(self) -> _Filled | None:
        """Fill the page in the look, the number of columns and the text size with the highest
        value.

        Hands are shown if they fit. Returns None if the text does not fit at any legible size.
        """

        def attempt(look: int, columns: int, size: float) -> _Filled | Overflow:
            return self._fill((LOOKS[look], self._blocks(LOOKS[look]), columns), size)

        def describe(filled: _Filled | None) -> tuple[int, int, float]:
            assert filled is not None, "only pages are described"
            layout = filled.layout
            return LOOKS.index(filled.look), len(layout.columns), layout.style.size

        return kept_choice("page", attempt, self._search, describe)

    def _search(self) -> _Filled | None:
        steps = int((SummarySizes.MAX * self.scale - self.min_size) / SummarySizes.STEP)
        sizes = [self.min_size + i * SummarySizes.STEP for i in range(max(0, steps) + 1)]
        for with_hands in (True, False):
            looks = [look for look in LOOKS if look.show_hands == with_hands]
            choices = (
                (look, blocks, columns)
                for look, blocks in zip(looks, map(self._blocks, looks), strict=True)
                for columns in COLUMN_COUNTS
            )
            best = find_best(
                choices,
                self._fill,
                sizes,
                lambda filled: filled.value,
                SummarySizes.SLACK,
                lambda choice, size: choice[0].max_value(size),
            )
            if best is not None:
                return best
        return None

    def _fill(self, choice: _Choice, size: float) -> _Filled | Overflow:
        """Fill the columns at a size, with the sections in the better order."""
        look, blocks, columns = choice
        head = self._lay_out_head(size)
        if isinstance(head, Overflow):
            return head
        height = self.field.h - head.height
        area = ColumnArea(self.field.w, height, columns, PageStyle.GUTTER)
        style = text_style(size, self.game.language)
        measure = area.measure(style) / size
        if columns > 1 and not PageStyle.MIN_MEASURE <= measure <= PageStyle.MAX_MEASURE:
            return Overflow(TOLERANCE, "measure", size)
        if excess := _find_excess(blocks[0], area, style):
            return excess
        best: _Filled | None = None
        failed = Overflow(TOLERANCE)
        for block in blocks:
            layout = lay_out(block, area, style)
            if isinstance(layout, Overflow):
                failed = layout
                continue
            value = look.max_value(size) - SummarySizes.SPLIT_COST * layout.break_cost
            if best is None or value > best.value + TOLERANCE:
                best = _Filled(head, layout, value, look)
        return best if best is not None else failed

    def _blocks(self, look: Look) -> tuple[Stack, ...]:
        """Return, for each order of sections, all sections in a look one below the other."""
        column = ColumnStyle(
            self.game,
            look.show_hands,
            look.names_on_own_line,
            look.compact,
            look.flowing,
            look.tables,
        )
        spacing = _COMPACT_SPACING if look.compact else _SPACING
        spacing = _TIGHT_SPACING if look.tight else spacing
        blocks = section_blocks(column, ORDERS[0], spacing)
        orders = dict.fromkeys(tuple(key for key in order if key in blocks) for order in ORDERS)
        return tuple(stack_sections([blocks[key] for key in keys], spacing) for keys in orders)

    def _lay_out_head(self, size: float) -> _Head | Overflow:
        if size not in self._heads:
            self._heads[size] = self._make_head(size)
        return self._heads[size]

    def _make_head(self, size: float) -> _Head | Overflow:
        summary_size, language = SummaryHeadStyle.SUMMARY * size, self.game.language
        leading = SummaryHeadStyle.LEADING * summary_size
        style = TextStyle(summary_size, leading, language, render_mode=OUTLINED)
        ink, words = self.game.theme.roles_of["ink"], self.variant.summary
        if words is None:
            height = self.lock_up.height + SummaryHeadStyle.BELOW_HEAD * size
            return _Head(Fragment((), self.field.w), 0.0, height)
        summary = Span(self.game.text(words), INDEX, ink)
        text = Paragraph((summary,), RAGGED, hyphenate=False).lay_out(style, self.field.w)
        if text.overflow > TOLERANCE:
            return Overflow(text.overflow, text.culprit, size)
        text_y = self.lock_up.height + SummaryHeadStyle.BELOW_RULE * summary_size
        return _Head(text, text_y, text_y + text.height + SummaryHeadStyle.BELOW_HEAD * size)

    def _figures(self) -> str:
        """Return “2 to 8 players · 76 cards”."""
        figures = []
        if (players := self.variant.players) is not None:
            figures.append(count_players(self.game.language, players.min, players.max))
        # Blank cards of a sheet are not played with.
        count = sum(card.copies for card in self.variant.cards if not card.is_blank)
        if count:
            figures.append(self.game.translate("reference.cards", count=count))
        return " · ".join(figures)

    def draw(self, filled: _Filled) -> Canvas:
        """Draw the frame, the head and the columns."""
        palette, field, head = self.game.palette, self.field, filled.head
        edge, colour = (
            self.box.inset(PageStyle.EDGE * self.scale),
            self.game.theme.rule_colour(palette.main),
        )
        name = self.variant.cards[0].frame if self.variant.cards else ORBIT
        canvas = Canvas()
        canvas.items += draw_frame(name, edge, colour, colour, palette.lines, self.scale)
        begin = canvas.begin()
        canvas.draw(self.lock_up.items, field.x, field.y)
        canvas.tag(begin, TagStep("H1"))
        begin = canvas.begin()
        head.text.paint(canvas, field.x, field.y + head.text_y)
        canvas.tag(begin, *([TagStep("P")] if head.text.strips else []))
        filled.layout.paint(canvas, field.x, field.y + head.height)
        return canvas


def _find_excess(stack: Stack, area: ColumnArea, style: TextStyle) -> Overflow | None:
    """Return an excess that no order and no division of sections can avoid, or None; this saves
    trying all of them.
    """
    measure, left = area.measure(style), area.columns * area.height
    for part in stack.parts if measure > 0 else ():
        section = part.block.lay_out(style, measure)
        left -= fsum(strip.height - strip.shrink for strip in section.strips)
        if section.overflow > TOLERANCE:
            return Overflow(section.overflow, section.culprit, style.size)
        if left < -2 * area.columns * TOLERANCE:
            return Overflow(-left, "height", style.size)
    return None


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the page. Raises PrintkitError if the text does not fit at a legible size."""
    game = options.localize(variant).on_plain_paper
    page = draw_page(game, options.page_area)
    return [Piece(page.key, page.title, *options.page_area, page)]


def offered(variant: Variant) -> bool:
    """Return True if the variant has hands or phases."""
    return bool(variant.hands or variant.phases)


PRODUCT = Product("summary", make, offered, (THEME, BLANK_VALUES), FULL_PAGE)
