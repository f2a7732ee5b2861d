"""Where things are on a face. Room: pieces.

In: a card's size (mm). Out: boxes centred on the origin, drawn up for a poker card (63.5 × 88.9)
and scaled to the size; only the safe margin and the smallest text are the same on every size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from printkit.base.geometry import Rect

POKER = (63.5, 88.9)
# Nothing but the ground is printed within 3 mm of the cut: a home cut slips by up to 2 mm.
SAFE = 3.0
# A cut corner has a radius of 3 mm on every deck that is sold.
CORNER_RADIUS = 3.0
# 6 pt: smaller text is not read at a table.
SMALLEST_TEXT = 6 * 25.4 / 72
_INDEX_COLUMN = 11.2
_NAME_ROW = 6.9
# Two lines of the smallest text with a little air: what the longest names need on a small card.
_TWO_LINES = 5.4
_DIGITS = 6.15


@dataclass(frozen=True)
class Anatomy:
    """The boxes of a face of one size.

    `digits` is the height of the index figures: 6.15 mm on a poker card, so that they stay above
    the 6 mm that are read in a fan; `column` the width of the index column from the cut.
    """

    width: float
    height: float
    scale: float

    @cached_property
    def trim(self) -> Rect:
        return Rect(-self.width / 2, -self.height / 2, self.width, self.height)

    @property
    def digits(self) -> float:
        return _DIGITS * self.scale

    @property
    def left(self) -> float:
        """The left end of the safe area."""
        return -self.width / 2 + SAFE

    @property
    def top(self) -> float:
        """The upper end of the safe area."""
        return -self.height / 2 + SAFE

    @cached_property
    def field(self) -> Rect:
        """The framed field between the two index columns and the two rows of the name."""
        side = SAFE + _INDEX_COLUMN * self.scale
        end = SAFE + max(_NAME_ROW * self.scale, _TWO_LINES)
        return self.trim.grown(-side, -end, -side, -end)

    @cached_property
    def name(self) -> Rect:
        """The row of the name, above the field."""
        field = self.field
        air = 0.5 * self.scale  # a plate may stand beside it
        height = field.y - self.top - 0.6 * self.scale
        return Rect(field.x + air, self.top + 0.2, field.w - 2 * air, height)


def anatomy(width: float, height: float) -> Anatomy:
    """The anatomy of a card of this size (mm)."""
    return Anatomy(width, height, min(width / POKER[0], height / POKER[1]))
