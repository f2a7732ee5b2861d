"""The position of the back of a piece.

This is the whole of duplex: every page is imposed through it. Turning a sheet over a vertical axis
mirrors columns; over a horizontal one it mirrors rows, and then a back is turned so that a card
taken in hand and turned sideways shows it upright. The long edge of a landscape sheet is a
horizontal axis.
"""

from __future__ import annotations

from typing import NamedTuple

from printkit.base.geometry import Matrix, Rect, half_rotation, translation
from printkit.imposition.grid import SheetGrid

LONG, SHORT, FOLD, NONE = "long", "short", "fold", "none"
MODES = (LONG, SHORT, FOLD, NONE)


class BackPlace(NamedTuple):
    """The trim of a back on its side of the sheet, and whether it is turned by 180°."""

    rect: Rect
    turned: bool


def back_place(grid: SheetGrid, cell: Rect, mode: str) -> BackPlace:
    """Return the place of the back that coincides with `cell` of the front side."""
    if mode == FOLD:
        return BackPlace(grid.folded(cell), turned=True)
    if (mode == LONG) != grid.landscape:
        return BackPlace(cell._replace(x=grid.media.w - cell.right), turned=False)
    return BackPlace(cell._replace(y=grid.media.h - cell.bottom), turned=True)


def place_matrix(rect: Rect, *, turned: bool) -> Matrix:
    """Return the matrix that places a drawing about its origin in a rectangle."""
    x, y = rect.centre
    return half_rotation(x / 2, y / 2) if turned else translation(x, y)
