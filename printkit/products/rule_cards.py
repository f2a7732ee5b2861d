"""The product `rule-cards`: a card for each local set of rules.

There is one Piece for each set. It has the format and the back of the deck's cards, so that players
can draw a set at random. Each card whose value depends on the set has a row with its emblem, name,
dots and value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.ornaments import draw_divider
from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.base.sentences import Sentence
from printkit.components.reference import draw_icon
from printkit.faces.anatomy import (
    Anatomy,
    DrawnValue,
    LockUp,
    draw_lock_up,
    draw_value,
    frame_field,
    text_colour_on_paper,
)
from printkit.faces.face import draw_deck_back, draw_text_card
from printkit.faces.small_cards import card_row, row_share
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import OUTLINED, Item, Symbol
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.layout.blocks import Drawing, Paragraph, Stack, StackPart
from printkit.layout.containers import Adaptive, DottedLeader, LeaderRow
from printkit.layout.fit_text import LEADING, Caption, FitStyle, TextOverflow, fit_text
from printkit.layout.fitting import ColumnArea, FlowCosts, Layout, find_largest, lay_out
from printkit.layout.records import (
    RAGGED,
    Block,
    Fragment,
    InlineDrawing,
    Items,
    Overflow,
    Span,
    Strip,
    TextStyle,
)
from printkit.model.cards import Card
from printkit.model.description import Description
from printkit.model.load import load
from printkit.model.variant import Variant, describe_exchange
from printkit.pieces.options import CARD_OPTIONS, SAFE
from printkit.pieces.product import LocalGame, Piece, Product, RenderOptions, card_piece
from printkit.rules.ladder import examples

# The width of a small card on a poker card (mm), the gap to the next card relative to this width,
# and the minimum width (mm, not scaled).
_WIDTH, _GAP, _MIN_WIDTH = 8.6, 0.14, 6.0


# Sizes of text are tried as shares of those written below.
_SCALES = (0.7, 0.76, 0.82, 0.88, 0.94, 1.0)
# Of which a drawn hand takes no less than this.
_MIN_HAND_SCALE = 0.8
_COSTS = FlowCosts(0.0, 1.0, relative=True, evenly=True)


class TextSizes:
    """The size of running text on a poker card (mm per em), and the other sizes in em of running
    text.
    """

    TEXT = 2.65
    HEADING, COUNTS = 3.3 / TEXT, 3.9 / TEXT
    # A name in the table, which does not shrink with the rest.
    NAME = 1.12


class FaceStyle:
    """Lengths of the face on a poker card (mm)."""

    # The largest name; from the rule of the lock-up to the content; between two texts.
    NAME, BELOW_RULE, GAP = 3.4, 0.9, 0.9
    # The height of a row of the table: at most, at least (not scaled), at least with text in full.
    MAX_ROW, MIN_ROW, ROW_OF_TEXT = 7.2, 3.2, 4.2
    # The scale of a divider, and its height at that scale.
    DIVIDER, DIVIDER_HEIGHT = 0.55, 4.6


_NOTHING = Drawing(lambda style, width: ((), 0.0))
# Blocks one below the other, a gap between them.
Group: TypeAlias = Sequence[Block]


class _Face(Struct, frozen=True, eq=False):
    """A complete face: its lock-up and its content."""

    head: LockUp
    content: Layout


def draw_rule_face(rules: LocalGame, anatomy: Anatomy, reach: float) -> Symbol:
    """Draw the front of a set's rule card.

    Raises TextOverflow if the card is too small for legible text (7 pt on a card of full size).
    """
    maker = _FaceMaker(rules, anatomy)
    result, slug = maker.lay_out(), rules.variant.slug
    if isinstance(result, Overflow):
        raise TextOverflow(
            Sentence("The rule card of {slug} does not fit on a card of this size.", slug=slug),
            location=Sentence("rule card {slug} ({language})", slug=slug, language=rules.language),
            hint="Use a larger card.",
        )
    x, y = maker.area_of(result.head)[:2]
    paint = partial(result.content.paint, x=x, y=y)
    return draw_text_card(f"rule-{slug}", rules, maker.anatomy, reach, result.head, paint)


class _FaceMaker:
    """Lays out the face of a set of rules on a card."""

    def __init__(self, game: LocalGame, anatomy: Anatomy) -> None:
        self.game, self.rules = game, game.variant
        self.anatomy = anatomy
        self.scale = self.anatomy.scale
        self.varying = tuple(card for card in self.rules.cards if card.varies)
        self.palette = game.palette
        self.colour = text_colour_on_paper(self.palette)

    def lay_out(self) -> _Face | Overflow:
        """Lay out the face in the largest text that fits, with a drawn hand if possible."""
        result = find_largest(partial(self._attempt, True), _SCALES)
        if isinstance(result, Overflow):
            return find_largest(partial(self._attempt, False), _SCALES)
        return result

    def _attempt(self, with_hand: bool, share: float) -> _Face | Overflow:
        """Lay out the face with its text scaled to a share of the normal size."""
        scale, size = self.scale, TextSizes.TEXT * self.scale * share
        leading, language = LEADING * size, self.game.language
        least = MIN_TEXT_SIZE if scale >= 1.0 else MIN_CARD_TEXT_SIZE
        style = TextStyle(size, leading, language, min_size=least, render_mode=OUTLINED)
        width = frame_field(self.anatomy).w
        lock_up = draw_lock_up(self.game, width, FaceStyle.NAME * scale, max_lines=2)
        height = self.area_of(lock_up).h
        head, foot = self._make_head(style, with_hand, share), self._make_foot(style)
        # The rows of the table share the remaining height.
        fixed = self._stack_groups((head, (_NOTHING,) if self.varying else (), foot), style, height)
        row = FaceStyle.MAX_ROW * scale
        if self.varying:
            free = height - fixed.lay_out(style, width).height
            row = min(free / len(self.varying), row)
            minimum = max(FaceStyle.MIN_ROW, FaceStyle.ROW_OF_TEXT * scale * share)
            if row < minimum:
                return Overflow(minimum - row, "a row", size)
        theme, shade, names = self.game.theme, self.palette.shade, TextSizes.NAME * TextSizes.TEXT
        whole = ValueTable(self.varying, theme, shade, row, names * scale)
        table = (whole,) if self.varying else ()
        content = self._stack_groups((head, table, foot), style, height)
        layout = lay_out(content, ColumnArea(width, height, costs=lambda _: _COSTS), style)
        if isinstance(layout, Overflow):
            return layout
        return _Face(lock_up, layout)

    def area_of(self, head: LockUp) -> Rect:
        """Return the area below a lock-up."""
        top = head.height + FaceStyle.BELOW_RULE * self.scale
        return frame_field(self.anatomy).outset(0, -top, 0, 0)

    def _stack_groups(self, groups: Sequence[Group], style: TextStyle, height: float) -> Stack:
        """Stack groups of blocks with dividers; free space is shared between and around them."""
        gap, free = FaceStyle.GAP * self.scale / style.leading, height / style.leading
        parts = [StackPart(_NOTHING)]
        for i, group in enumerate(group for group in groups if group):
            if i:
                parts.append(StackPart(Drawing(self._draw_divider), gap, free))
            for n, block in enumerate(group):
                is_first = i == n == 0
                parts.append(StackPart(block, 0.0 if is_first else gap, 0.0 if n else free))
        return Stack((*parts, StackPart(_NOTHING, stretch=free)))

    def _draw_divider(self, style: TextStyle, width: float) -> tuple[tuple[Item, ...], float]:
        palette, scale = self.palette, FaceStyle.DIVIDER * self.scale
        height = FaceStyle.DIVIDER_HEIGHT * scale
        middle = Rect(0, height / 2, width, 0)
        return (draw_divider(middle, palette.main, palette.accent, palette.lines, scale),), height

    def _make_head(self, style: TextStyle, with_hand: bool, share: float) -> Group:
        """Return the best hand: a label, its name, its cards if `with_hand`, and its description.

        The group is empty for a game without hands.
        """
        hands = Description(self.rules).hands
        if not hands:
            return ()
        best, ink = hands[0], self.palette.ink
        label = self.game.translate("rule-cards.best")
        blocks: list[Block] = [
            Caption(label, TITLE, self.colour),
            Caption(self.game.text(best.name), TITLE_BOLD, ink, TextSizes.HEADING, 2),
        ]
        if with_hand:
            size = self.scale * max(share, _MIN_HAND_SCALE)
            blocks.append(Adaptive(partial(self._make_hand, best.id, size)))
        text = Caption(best.sentence(self.game.language), INDEX, ink, max_lines=4)

        def inset(style: TextStyle, width: float) -> Block:
            return text.lay_out(style, width - 2 * self.scale).indented(self.scale)

        return (*blocks, Adaptive(inset))

    def _make_hand(self, key: str, scale: float, style: TextStyle, width: float) -> Block:
        """Return the cards of a hand, reduced in a narrow column, or an empty block if they would
        be too small.
        """
        cards = examples(self.rules).get(key, ())
        if not cards:
            return Stack(())
        own = round(min(_WIDTH * scale, width / row_share(len(cards), _GAP)), 2)
        if own < _MIN_WIDTH:
            return Stack(())
        return card_row(cards, own, _GAP, self.game, align=0.5)

    def _make_foot(self, style: TextStyle) -> Group:
        """Return how many cards may be exchanged, in large type, and the exception in small type;
        an empty group if the rules do not state a number.
        """
        counts, exception = describe_exchange(self.rules, self.game.language)
        if not counts:
            return ()
        label, ink = self.game.translate("rule-cards.exchange"), self.palette.ink
        head = Caption(label, TITLE, self.colour)
        number = Caption(counts, TITLE_BOLD, ink, TextSizes.COUNTS)
        small = (Caption(exception, INDEX, ink, max_lines=3),) if exception else ()
        return (head, number, *small)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the rule cards of a deck in the order of its sets."""
    size, bleed, back = options.size, options.bleed_extent, draw_deck_back(variant, options)
    anatomy = Anatomy(size.w, size.h, safe_margin=options[SAFE])
    pieces = []
    for rules in map(load, variant.sets):
        front = draw_rule_face(options.localize(rules), anatomy, bleed)
        pieces.append(card_piece(options, front.key, front.title, front, back))
    return pieces


PRODUCT = Product("rule-cards", make, lambda variant: bool(variant.sets), (*CARD_OPTIONS, SAFE))


# --- the table of values --------------------------------------------------------------------------


class RowStyle:
    """Lengths of a row, in heights of a row unless another unit is stated."""

    # The figures of a value: the part of the row that the plate of a negative value leaves free.
    DIGITS = 0.6
    # The gaps between emblem, name, dots and value; the side of an emblem.
    GAP, EMBLEM = 0.22, 0.96
    # The distance of two dots, and their side (mm).
    DOT_STEP, DOT = 1.0, 0.2


class ValueTable(Struct, frozen=True, eq=False):
    """A row for each card, `row_height` mm high. Names have one common size, at most `max_size`."""

    cards: tuple[Card, ...]
    theme: Theme
    dot_colour: Colour
    row_height: float
    max_size: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        """Return the rows, each as a strip."""
        digits, palette = RowStyle.DIGITS * self.row_height, self.theme.palette
        values = [draw_value(card, palette(card.colour), digits) for card in self.cards]
        column = max((value.box.w for value in values if value), default=0.0)
        gap = RowStyle.GAP * self.row_height
        names = [card.name[style.language] for card in self.cards]
        size = self._name_size(names, width - self.row_height - column - 3 * gap)
        if isinstance(size, Overflow):
            return Fragment((Strip(self.row_height),), width, size.amount, size.culprit)
        own = replace(style, size=size, leading=self.row_height)
        strips = [
            self._row(card, value, column, own).lay_out(own, width).strips[0]
            for card, value in zip(self.cards, values, strict=True)
        ]
        return Fragment(tuple(strips), width)

    def _name_size(self, names: Sequence[str], width: float) -> float | Overflow:
        """Return the largest common size (mm per em) in which all names fit on one line."""
        box = Rect(0, 0, width, self.row_height)
        size = max(self.max_size, MIN_TEXT_SIZE)
        for name in names:
            lines = fit_text(name, FitStyle(INDEX, size, MIN_TEXT_SIZE), box, BLACK)
            if isinstance(lines, Overflow):
                return lines
            size = min(size, lines[0].size)
        return size

    def _row(
        self, card: Card, value: DrawnValue | None, column: float, style: TextStyle
    ) -> LeaderRow:
        """Return the row of a card, with its value in the middle of the column of values (`column`
        mm wide).

        The dots end at the value itself.
        """
        size, gap = style.size, RowStyle.GAP * self.row_height
        name = Span(card.name[style.language], INDEX, self.theme.palette(card.colour).ink)
        drawing: Items = ()
        dots, margin = None, 0.0
        if value is not None:
            dots = DottedLeader(self.dot_colour, RowStyle.DOT_STEP / size, RowStyle.DOT / size)
            drawing, margin = (value.at(column / 2, 0.0),), (column - value.box.w) / 2
        return LeaderRow(
            Paragraph((name,), RAGGED, hyphenate=False),
            InlineDrawing(lambda size: (column, drawing)),
            dots,
            partial(self._draw_emblem, card),
            indent=(self.row_height + gap) / size,
            gap_before=gap / size,
            gap_after=(gap - margin) / size,
        )

    def _draw_emblem(self, card: Card, style: TextStyle, height: float) -> list[Item]:
        mark, palette = card.mark or card.emblem, self.theme.palette(card.colour)
        if mark is None:
            return []
        return [draw_icon(mark, palette, height / 2, height / 2, RowStyle.EMBLEM * height)]
