"""The values of the cards that a set of rules gives: emblem, name, dots and value, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.components.cards.value import DrawnValue, draw_value
from printkit.components.sections.style import draw_icon
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import Item
from printkit.graphics.font import INDEX
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.blocks import Paragraph
from printkit.layout.containers import DottedLeader, Leader, LeaderRow
from printkit.layout.fit_text import FitStyle, fit_text
from printkit.layout.records import (
    RAGGED,
    Fragment,
    InlineDrawing,
    Items,
    Overflow,
    Span,
    Strip,
    TextStyle,
)
from printkit.model.cards import Card


class RowStyle:
    """A row, in heights of a row where it does not say otherwise."""

    # The figures of a value: what the plate of a negative one leaves of the row.
    DIGITS = 0.6
    # The gaps between emblem, name, dots and value; the side of an emblem.
    GAP, EMBLEM = 0.22, 0.96
    # The distance of two dots, and their side (mm).
    DOT_STEP, DOT = 1.0, 0.2


class ValueTable(Struct, frozen=True, eq=False):
    """A row for each card, all `row_height` high and all names of one size, `max_size` at most."""

    cards: tuple[Card, ...]
    theme: Theme
    dot_colour: Colour
    row_height: float
    max_size: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        """Return the rows, each as a strip."""
        values = [self._draw_value(card) for card in self.cards]
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

    def _draw_value(self, card: Card) -> DrawnValue | None:
        palette = self.theme.palette(card.colour)
        return draw_value(card, palette, RowStyle.DIGITS * self.row_height)

    def _name_size(self, names: Sequence[str], width: float) -> float | Overflow:
        """Return the size of all names: that which the longest takes."""
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
        """Return the row of a card, its value in the middle of a column of values."""
        size, gap = style.size, RowStyle.GAP * self.row_height
        palette = self.theme.palette(card.colour)
        name = Span(card.name[style.language], INDEX, palette.ink)
        drawing: Items = ()
        leader: Leader | None = None
        if value is not None:
            dots = DottedLeader(self.dot_colour, RowStyle.DOT_STEP / size, RowStyle.DOT / size)
            leader = partial(_lead_to_value, dots, (column - value.box.w) / 2)
            drawing = (value.at(column / 2, 0.0),)
        return LeaderRow(
            Paragraph((name,), RAGGED, hyphenate=False),
            InlineDrawing(lambda size: (column, drawing)),
            leader,
            partial(self._draw_emblem, card),
            indent=(self.row_height + gap) / size,
            gap_before=gap / size,
            gap_after=gap / size,
        )

    def _draw_emblem(self, card: Card, style: TextStyle, height: float) -> list[Item]:
        mark = card.mark or card.emblem
        if mark is None:
            return []
        side = RowStyle.EMBLEM * height
        palette = self.theme.palette(card.colour)
        return [draw_icon(mark, palette, height / 2, height / 2, side)]


def _lead_to_value(
    dots: Leader,
    margin: float,
    start: float,
    end: float,
    baseline: float,
    width: float,
    style: TextStyle,
) -> Sequence[Item]:
    """Lead up to a value that has a margin in its column."""
    return dots(start, end + margin, baseline, width, style)
