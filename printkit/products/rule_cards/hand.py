"""A hand drawn as small cards in the middle of a column."""

from __future__ import annotations

from msgspec import Struct

from printkit.art.theme import Theme
from printkit.layout.records import Canvas, Fragment, Strip, TextStyle
from printkit.model.cards import Card
from printkit.products.cards.small_card import RATIO, draw_card_row

# A small card on a poker card (mm), and the gap to the next against its width; none is narrower
# (mm, not scaled).
_WIDTH, _GAP, _MIN_WIDTH = 8.6, 0.14, 6.0


class SmallHand(Struct, frozen=True, eq=False):
    """Cards side by side, smaller in a narrow column; no strips if they would be too small."""

    cards: tuple[Card, ...]
    theme: Theme
    scale: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        """Return the cards as one strip."""
        taken = len(self.cards) * (1 + _GAP) - _GAP  # in widths of a card
        own = round(min(_WIDTH * self.scale, width / taken), 2) if self.cards else 0.0
        if own < _MIN_WIDTH:
            return Fragment((), width)
        row = draw_card_row(self.cards, own, _GAP, self.theme, style.language)
        left = (width - taken * own) / 2

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw(row, x + left, y)

        return Fragment((Strip(own * RATIO, paint),), width)
