"""The summary page: a game to hang on the wall.

Title and summary, then all sections in columns, in the largest text that fits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property, partial

from msgspec import Struct

from printkit.art.frames import draw_frame
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.messages import count_players, translate
from printkit.base.units import MM_PER_POINT, format_size
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke, Symbol
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.fitting import ColumnArea, Layout, find_largest, lay_out
from printkit.layout.records import (
    RAGGED,
    TOLERANCE,
    Block,
    Canvas,
    Fragment,
    Overflow,
    Span,
    TextStyle,
)
from printkit.model.cards import ORBIT, Card
from printkit.model.variant import Variant
from printkit.products.cards.face import draw_ground
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.reference_cards.column_style import (
    ColumnStyle,
    game_palette,
    text_style,
)
from printkit.products.reference_cards.content import (
    HANDS,
    NEED,
    OPTIONS,
    PENALTIES,
    PHASES,
    TOKENS,
    WORTH,
    as_sentence,
    build_sections,
)
from printkit.products.reference_cards.examples import examples
from printkit.products.reference_cards.section_blocks import (
    SectionBlock,
    SectionSpacing,
    section_block,
    stack_sections,
)

# The order of sections: as a game is played, or hands before phases if columns break better so.
ORDERS = (
    (NEED, PHASES, HANDS, WORTH, PENALTIES, TOKENS, OPTIONS),
    (NEED, HANDS, WORTH, PHASES, PENALTIES, TOKENS, OPTIONS),
)
COLUMN_COUNTS = (2, 3, 1)
_SPACING = SectionSpacing(section=1.0, entry=0.5, stretch=1.0)
_COMPACT_SPACING = SectionSpacing(section=0.5, entry=0.25, stretch=1.0)
# The smaller side of the area of a page of A4 (mm), for which all is drawn.
_A4_WIDTH = 200.0


class SummarySizes:
    """Sizes of text, in mm per em."""

    # The largest on A4, and the smallest on a page at least so wide (mm) and on a narrower one.
    MAX, MIN, MIN_ON_SMALL, SMALL = 16 * MM_PER_POINT, 9 * MM_PER_POINT, 7.5 * MM_PER_POINT, 185.0
    STEP = 0.25 * MM_PER_POINT
    # What a unit of the cost of divided sections is worth, and how many smaller sizes are tried
    # to keep sections whole.
    SPLIT_COST, SLACK = 0.25, 3


class PageStyle:
    """The page and its columns."""

    # From the edge to the frame, from there to the text (mm on A4).
    EDGE, PADDING = 1.0, 6.5
    # Between columns, and the least and the greatest width of one of several (em).
    GUTTER, MIN_MEASURE, MAX_MEASURE = 2.4, 14.0, 40.0


class SummaryHeadStyle:
    """The head of the page."""

    # The largest size of the name and the side of the rings (mm on A4), the gap between them.
    MAX_NAME, ORBIT, GAP = 11.5, 19.0, 3.0
    # The summary, in em of the columns, and its leading in em of its own.
    SUMMARY, LEADING = 1.2, 1.2
    # From the name to the summary (em of the name), from there to the rule (mm on A4).
    BELOW_NAME, ABOVE_RULE = 0.35, 1.2
    # From the rule to the columns (mm on A4, and em of the columns).
    BELOW_RULE, BELOW_HEAD = 0.9, 1.1
    # The rule: its pitch, its short and its long ticks (mm on A4); the weights of lines.
    PITCH, TICK, LONG_TICK, RULE = 2.0, 0.8, 1.3, 0.3


class Look(Struct, frozen=True):
    """How sections are set, and what larger text is worth in it."""

    show_hands: bool
    names_on_own_line: bool
    compact: bool
    worth: float

    def max_value(self, size: float) -> float:
        """Return what a page in a size is worth at most: that which divides no section."""
        return self.worth * size


LOOKS = (
    Look(True, True, False, 1.0),
    Look(True, False, False, 0.93),
    Look(True, False, True, 0.85),
    Look(False, False, True, 1.0),
)


class _Head(Struct, frozen=True, eq=False):
    """The head in a size of text: the baseline of the name and its size, what follows it and
    where, the rule, the height."""

    name_size: float
    text: Fragment
    text_y: float
    rule_y: float
    height: float


class _Filled(Struct, frozen=True, eq=False):
    """A page whose columns hold all: its head, its columns, and what it is worth."""

    head: _Head
    layout: Layout
    value: float


def draw_page(variant: Variant, language: str, theme: Theme, area: tuple[float, float]) -> Symbol:
    """Draw the page in an area. Raises PrintkitError if it does not hold all in readable text."""
    box = Rect(0, 0, *area)
    maker = _PageMaker(variant, language, theme, box)
    filled = maker.fill()
    if filled is None:
        raise PrintkitError(
            f"The summary of {variant.slug} does not fit on one page of {format_size(*area)}: its "
            f"print would be smaller than {maker.min_size / MM_PER_POINT:g} pt.",
            hint="Take a larger --paper.",
        )
    return Symbol("summary", tuple(maker.draw(filled)), box, variant.name[language])


class _PageMaker:
    """Sets the sections of a game in columns of a page."""

    def __init__(self, variant: Variant, language: str, theme: Theme, box: Rect) -> None:
        self.variant, self.language, self.theme, self.box = variant, language, theme, box
        self.palette = game_palette(variant, theme)
        self.scale = min(box.w, box.h) / _A4_WIDTH
        self.field = box.inset((PageStyle.EDGE + PageStyle.PADDING) * self.scale)
        is_small = box.w < SummarySizes.SMALL
        self.min_size = SummarySizes.MIN_ON_SMALL if is_small else SummarySizes.MIN
        self._heads: dict[float, _Head | Overflow] = {}

    def fill(self) -> _Filled | None:
        """Fill the page: of each look and number of columns the largest text that fits, of these
        the one that is worth most. Hands are shown if they can be."""
        steps = int((SummarySizes.MAX * self.scale - self.min_size) / SummarySizes.STEP)
        sizes = [self.min_size + i * SummarySizes.STEP for i in range(max(0, steps) + 1)]
        best: _Filled | None = None
        for look in LOOKS:
            if best is not None and not look.show_hands:
                break
            blocks = self._blocks(look)
            for columns in COLUMN_COUNTS:
                minimum = best.value if best is not None else -math.inf
                result = find_largest(
                    partial(self._fill, look, blocks, columns),
                    sizes,
                    lambda filled: filled.value,
                    SummarySizes.SLACK,
                    look.max_value,
                    minimum,
                )
                if not isinstance(result, Overflow) and result.value > minimum:
                    best = result
        return best

    def _fill(
        self, look: Look, blocks: tuple[Block, ...], columns: int, size: float
    ) -> _Filled | Overflow:
        """Fill the columns in a size, in the better order of sections."""
        head = self._lay_out_head(size)
        if isinstance(head, Overflow):
            return head
        height = self.field.h - head.height
        area = ColumnArea(self.field.w, height, columns, PageStyle.GUTTER)
        style = text_style(size, self.language)
        measure = area.measure(style) / size
        if columns > 1 and not PageStyle.MIN_MEASURE <= measure <= PageStyle.MAX_MEASURE:
            return Overflow(TOLERANCE, "measure", size)
        best: _Filled | None = None
        failed = Overflow(TOLERANCE)
        for block in blocks:
            layout = lay_out(block, area, style)
            if isinstance(layout, Overflow):
                failed = layout
                continue
            value = look.max_value(size) - SummarySizes.SPLIT_COST * layout.break_cost
            if best is None or value > best.value + TOLERANCE:
                best = _Filled(head, layout, value)
        return best if best is not None else failed

    def _blocks(self, look: Look) -> tuple[Block, ...]:
        """Return all sections in a look, one below the other, in each order."""
        column = ColumnStyle(
            *(self.variant, self.language, self.theme),
            *(look.show_hands, look.names_on_own_line, look.compact),
        )
        spacing = _COMPACT_SPACING if look.compact else _SPACING
        blocks: dict[str, SectionBlock] = {}
        shown = self._examples if look.show_hands else {}
        for section in build_sections(self.variant, self.language, ORDERS[0], shown):
            in_short = look.compact and section.key == NEED
            own = as_sentence(section, self.language) if in_short else section
            blocks[section.key] = section_block(own, column, spacing)
        orders = dict.fromkeys(tuple(key for key in order if key in blocks) for order in ORDERS)
        return tuple(stack_sections([blocks[key] for key in keys], spacing) for keys in orders)

    @cached_property
    def _examples(self) -> Mapping[str, tuple[Card, ...]]:
        return examples(self.variant)

    def _lay_out_head(self, size: float) -> _Head | Overflow:
        """Lay out name, summary and figures, as high as they need."""
        if size not in self._heads:
            self._heads[size] = self._make_head(size)
        return self._heads[size]

    def _make_head(self, size: float) -> _Head | Overflow:
        name, scale = self.variant.name[self.language], self.scale
        orbit = SummaryHeadStyle.ORBIT * scale
        available = self.field.w - orbit - SummaryHeadStyle.GAP * scale
        widest = available / text_width(TITLE_BOLD, name, 1.0)
        name_size = min(SummaryHeadStyle.MAX_NAME * scale, widest)
        if name_size < size:
            return Overflow(size - name_size, name, size)
        summary_size = SummaryHeadStyle.SUMMARY * size
        style = TextStyle(
            summary_size,
            SummaryHeadStyle.LEADING * summary_size,
            self.language,
            render_mode=OUTLINED,
        )
        summary = Span(self.variant.summary[self.language], INDEX, self.theme.roles_of["ink"])
        figures = Span(self._figures(), TITLE, text_colour_on_paper(self.palette))
        parts = (
            Paragraph((summary,), RAGGED, hyphenate=False),
            Paragraph((figures,), RAGGED, 1 / SummaryHeadStyle.SUMMARY, hyphenate=False),
        )
        text = Stack(tuple(map(StackPart, parts))).lay_out(style, available)
        if text.overflow > TOLERANCE:
            return Overflow(text.overflow, text.culprit, size)
        text_y = _cap_height(name_size) + SummaryHeadStyle.BELOW_NAME * name_size
        rule_y = max(text_y + text.height + SummaryHeadStyle.ABOVE_RULE * scale, orbit)
        height = rule_y + SummaryHeadStyle.BELOW_RULE * scale + SummaryHeadStyle.BELOW_HEAD * size
        return _Head(name_size, text, text_y, rule_y, height)

    def _figures(self) -> str:
        """Return “2 to 8 players · 76 cards”."""
        players = self.variant.players
        figures = [count_players(self.language, players.min, players.max)]
        if self.variant.total:
            figures.append(translate(self.language, "reference.cards", count=self.variant.total))
        return " · ".join(figures)

    def draw(self, filled: _Filled) -> list[Item]:
        """Draw all: ground, frame, head, columns."""
        palette, field, head, scale = self.palette, self.field, filled.head, self.scale
        edge = self.box.inset(PageStyle.EDGE * scale)
        name = self.variant.cards[0].frame if self.variant.cards else ORBIT
        canvas = Canvas()
        canvas.items += draw_ground(palette.paper, self.box)
        canvas.items += draw_frame(
            name, edge, palette.main, palette.main, palette.lines, self.scale
        )
        canvas.draw([self._draw_name(head)], field.x, field.y)
        head.text.paint(canvas, field.x, field.y + head.text_y)
        canvas.draw(tuple(self._draw_rule(head.rule_y)), field.x, field.y)
        filled.layout.paint(canvas, field.x, field.y + head.height)
        return canvas.items

    def _draw_name(self, head: _Head) -> Item:
        name, size = self.variant.name[self.language], head.name_size
        colour = text_colour_on_paper(self.palette)
        return text_line(TITLE_BOLD, name, 0.0, _cap_height(size), size, colour)

    def _draw_rule(self, y: float) -> Iterator[Item]:
        """Draw a graduated rule under rings with a planet, as on the charts."""
        palette, width, scale = self.palette, self.field.w, self.scale
        r = SummaryHeadStyle.ORBIT * scale / 2 - 0.8 * scale
        cx, cy = width - SummaryHeadStyle.ORBIT * scale / 2, y - r - 1.2 * scale
        rings, ticks = PathBuilder(), PathBuilder()
        rings.circle(cx, cy, r).circle(cx, cy, 0.62 * r).circle(cx, cy, 0.55 * r)
        for step in range(36):
            angle = math.radians(10 * step)
            inner = r * (0.93 if step % 3 else 0.87)
            rings.move(cx + inner * math.cos(angle), cy + inner * math.sin(angle))
            rings.line(cx + r * math.cos(angle), cy + r * math.sin(angle))
        ticks.move(0, y).line(width, y)
        pitch = width / round(width / (SummaryHeadStyle.PITCH * scale))
        for step in range(round(width / pitch) + 1):
            length = SummaryHeadStyle.TICK if step % 5 else SummaryHeadStyle.LONG_TICK
            ticks.move(step * pitch, y).line(step * pitch, y + length * scale)
        sun = PathBuilder().circle(cx, cy, 0.2 * r).done()
        planet = PathBuilder().circle(cx + 0.866 * r, cy - 0.5 * r, 1.2 * scale).done()
        fine, line = (
            palette.line_weight(FINE),
            palette.line_weight(SummaryHeadStyle.RULE),
        )
        yield Path(rings.done(), stroke=Stroke(palette.main, fine))
        yield Path(ticks.done(), stroke=Stroke(palette.main, line))
        yield Path(sun, fill=palette.main)
        yield Path(planet, fill=palette.accent)


def _cap_height(size: float) -> float:
    """Return the height of the capitals of a name."""
    return font(TITLE_BOLD).cap_height / UNITS * size
