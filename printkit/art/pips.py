"""Pips, laid out as on real playing cards."""

from __future__ import annotations

from typing import NamedTuple

from printkit.base.geometry import Rect


class Pip(NamedTuple):
    """A place in the field: column −1, 0 or 1, height 0 (top) to 1 (bottom), turned or not."""

    column: int
    height: float
    turned: bool


class PlacedPip(NamedTuple):
    """A pip on a face: its middle, and whether it is upside down."""

    x: float
    y: float
    turned: bool


_THIRDS = (0.0, 1 / 3, 2 / 3, 1.0)
# Heights of the pips of the two outer columns and of the middle column. Tradition puts the odd pip
# of a seven into one half; ours is a hexagon about its middle.
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
# The largest pips by their number, and the field of a poker card that they are meant for.
_SIZES = (0, 27.0, 22.0, 22.0, 20.0, 19.4, 19.4, 18.6, 17.6, 17.0, 17.0, 16.4)
_FIELD = (37.7, 82.9)
# From the end of the field to the first pip (few pips stand closer to the middle), and from the
# rail to the middle of an outer one, against the size of a pip.
_END, _SIDE = 0.5, 0.505
_FAR_END = {2: 0.78, 3: 0.71, 4: 0.72, 5: 0.79, 6: 0.77, 7: 0.52}
# How near two pips come, side by side or one above the other, against their size; how much of the
# boxes of two that stand aslant may be shared.
_APART, _MAX_OVERLAP = 1.02, 0.115


def pip_layout(count: int) -> list[Pip]:
    """Return the places of `count` pips (1–11); those of the lower half are upside down.

    Those at mid-height are upright, as on every deck that is sold.
    """
    outer, middle = _LAYOUT[count]
    sides = [Pip(column, y, y > 0.5) for y in outer for column in (-1, 1)]
    return sides + [Pip(0, y, y > 0.5) for y in middle]


def arrange_pips(
    count: int, field: Rect, width: float = 1.0, edge: float = 0.0
) -> tuple[float, list[PlacedPip]]:
    """Return the size of pips in a field between two rails, and their places.

    They are as large as they can be apart from each other; `width` is how wide the drawing is
    against its square, `edge` how far its lines stand out of that (mm).
    """
    layout = pip_layout(count)
    size = _SIZES[count] * max(1.0, min(field.w / _FIELD[0], field.h / _FIELD[1]))
    # No text, so no layout: true geometry, where places depend on the size and not the other way.
    while size > 1.0:
        placed = _place(layout, field, size, edge)
        side = max(width, 0.8) * size
        if side <= field.w * 0.92 and _stand_apart(placed, side, size):
            break
        size *= 0.985
    return size, _place(layout, field, size, edge)


def _place(layout: list[Pip], field: Rect, size: float, edge: float) -> list[PlacedPip]:
    cx, cy = field.centre
    reach = field.h / 2 - max(_END * size + edge, _far_end(len(layout), field) * size)
    column = field.w / 2 - _SIDE * size
    return [
        PlacedPip(cx + pip.column * column, cy + (2 * pip.height - 1) * reach, pip.turned)
        for pip in layout
    ]


def _far_end(count: int, field: Rect) -> float:
    """Return how far from the end the first of few pips is, where there is room to spare."""
    return _FAR_END.get(count, _END) if field.h > 1.6 * field.w else _END


def _stand_apart(placed: list[PlacedPip], width: float, height: float) -> bool:
    for i, pip in enumerate(placed):
        for other in placed[i + 1 :]:
            dx, dy = abs(pip.x - other.x) / width, abs(pip.y - other.y) / height
            aslant = dx > 0.01 and dy > 0.01
            if aslant and dx < 1 and dy < 1 and (1 - dx) * (1 - dy) > _MAX_OVERLAP:
                return False
            if not aslant and dx + dy < _APART:
                return False
    return True
