"""Pips, laid out as on real playing cards."""

from __future__ import annotations

from typing import NamedTuple


class Pip(NamedTuple):
    """A place in the field: column −1, 0 or 1, height 0 (top) to 1 (bottom), turned or not."""

    column: int
    height: float
    turned: bool

    @property
    def is_central(self) -> bool:
        """True in the very centre, where only a two-way drawing can be."""
        return self.column == 0 and self.height == 0.5


_THIRDS = (0.0, 1 / 3, 2 / 3, 1.0)
# Heights of the pips of the two outer columns and of the middle column. Tradition puts the odd pip
# of a seven into one half; ours is a hexagon about its middle: the halves of a face are the same.
_LAYOUT: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    1: ((), (0.5,)),
    2: ((), (0.0, 1.0)),
    3: ((), (0.0, 0.5, 1.0)),
    4: ((0.0, 1.0), ()),
    5: ((0.0, 1.0), (0.5,)),
    6: ((0.0, 0.5, 1.0), ()),
    7: ((0.25, 0.75), (0.0, 0.5, 1.0)),
    8: ((0.0, 0.5, 1.0), (0.25, 0.75)),
    9: (_THIRDS, (0.5,)),
    10: (_THIRDS, (1 / 6, 5 / 6)),
    11: (_THIRDS, (1 / 6, 0.5, 5 / 6)),
}
MAX_PIPS = max(_LAYOUT)


def pip_layout(count: int) -> list[Pip]:
    """Return the places of `count` pips (1–11).

    The lower ones are upside down; of a pair at mid-height the right one is, so that the card is
    the same when it is turned.
    """
    outer, middle = _LAYOUT[count]
    sides = [
        Pip(column, y, y > 0.5 or (y == 0.5 and column > 0)) for y in outer for column in (-1, 1)
    ]
    return sides + [Pip(0, y, y > 0.5) for y in middle]
