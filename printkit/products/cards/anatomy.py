"""Where things are on a face.

Boxes are centred on the origin, drawn up for a poker card (63.5 × 88.9) and scaled to the size;
only the safe margin and the smallest text are the same on every size.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from printkit.base.geometry import Rect

POKER = (63.5, 88.9)
# Nothing but the ground is printed within 3 mm of the cut: a home cut slips by up to 2 mm.
SAFE = 3.0
# A cut corner has a radius of 3 mm on every deck that is sold.
CORNER_RADIUS = 3.0
_INDEX_COLUMN = 11.2
_NAME_ROW = 6.9
_MARK = 6.8
# Two lines of the smallest text with a little air: what the longest names need on a small card.
_TWO_LINES = 5.4
_DIGITS = 6.15
# A large-print deck: the figures of the index.
_LARGE_DIGITS = 11.3
# The least height of its figures on a small card.
_MIN_LARGE = 11.2
LARGE_DIGITS = 11.0
# A smaller field (mm) shows nothing.
MIN_FIELD = 8.0
# The mark below the figures, which has its column beside the field.
_LARGE_MARK = 9.0
# The width of that column.
_LARGE_COLUMN = 10.3
# The padding of the figures.
_LARGE_PAD = 0.9
# The widest index (two figures, a sign).
_LARGE_INDEX = 10.2


class Anatomy(msgspec.Struct, frozen=True, dict=True):
    """The boxes of a face of one size.

    `digits` is the height of the index figures: 6.15 mm on a poker card, so that they stay above
    the 6 mm that are readable in a fan; `large` is a large-print deck.
    """

    width: float
    height: float
    scale: float
    large: bool = False

    @cached_property
    def trim(self) -> Rect:
        return Rect(-self.width / 2, -self.height / 2, self.width, self.height)

    @property
    def digits(self) -> float:
        if self.large:
            return max(_LARGE_DIGITS * self.scale, _MIN_LARGE)
        return _DIGITS * self.scale

    @property
    def index_scale(self) -> float:
        """The scale of the index, whose figures are 6.15 mm high at 1."""
        return self.digits / _DIGITS

    @property
    def mark(self) -> float:
        """The side of the small emblem under the index."""
        return (_LARGE_MARK if self.large else _MARK) * self.scale

    @property
    def band(self) -> float:
        """The height of the plate around the figures of a large index."""
        return self.digits + 2 * _LARGE_PAD

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
        if self.large:
            side = SAFE + _LARGE_COLUMN * self.scale
            end = SAFE + self.band + 1.1
            return self.trim.outset(-side, -end, -side, -end)
        side = SAFE + _INDEX_COLUMN * self.scale
        end = SAFE + max(_NAME_ROW * self.scale, _TWO_LINES)
        return self.trim.outset(-side, -end, -side, -end)

    @cached_property
    def name(self) -> Rect:
        """The row of the name, above the field; beside the figures where they are large."""
        if self.large:
            taken = _LARGE_INDEX * self.index_scale + 0.8
            room = self.width - 2 * SAFE - taken
            return Rect(self.left + taken, self.top + 0.2, room, self.band - 0.4)
        field = self.field
        air = 0.5 * self.scale  # a plate may stand beside it
        height = field.y - self.top - 0.6 * self.scale
        return Rect(field.x + air, self.top + 0.2, field.w - 2 * air, height)

    @cached_property
    def labels(self) -> tuple[Rect, ...]:
        """What the index takes of the upper left corner: its figures, the mark below them."""
        if self.large:
            figures = Rect(self.left, self.top, _LARGE_INDEX * self.index_scale, self.band)
            return figures, Rect(self.left, figures.bottom, self.mark + 0.9, self.mark + 1.2)
        s = self.scale
        figures = Rect(self.left, self.top, 11.0 * s, 9.4 * s)
        return figures, Rect(self.left, figures.bottom, 11.0 * s, 7.0 * s)


def anatomy(width: float, height: float, *, large: bool = False) -> Anatomy:
    """Return the anatomy of a card of this size, with small or large figures in its corners."""
    return Anatomy(width, height, min(width / POKER[0], height / POKER[1]), large)
