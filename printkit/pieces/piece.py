"""Define pieces: physical components that products draw and impositions place."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.base.sentences import brief_repr
from printkit.graphics.display_list import Item, Symbol
from printkit.graphics.path import RECTANGLE, PathData
from printkit.press.line_floors import HOME_FLOORS, LineFloors, printable

# Where only the ground is printed (mm from the cut), if nothing else is asked for.
SAFE_MARGIN = 3.0


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A physical component: trim size (mm), front, optional back, number of copies.

    Both drawings are centred on the origin and extend `bleed_extent` beyond the trim. `shape` is
    the shape of the trim (see `card_outline`). `outline` is the cut path of any other shape, such
    as a round token or a box; `needed` is the part of it that must be cut. `folds` are lines to
    fold along, `panels` are the front and the back of a box; `things` is the number of objects,
    such as dice, made from one piece. Only the background extends into `safe_margin` along the cut.
    `cut_guides` replace outline and folds for cutting by hand. A card that is not `dealt` belongs
    to the deck, but is never played.
    """

    __repr__ = brief_repr

    id: str
    title: str
    width: float
    height: float
    front: Symbol
    bleed_extent: float = 0.0
    back: Symbol | None = None
    copies: int = 1
    shape: str = RECTANGLE
    outline: PathData | None = None
    needed: PathData | None = None
    folds: PathData | None = None
    safe_margin: float = SAFE_MARGIN
    cut_guides: tuple[Item, ...] = ()
    panels: tuple[Rect, ...] = ()
    things: int = 1
    dealt: bool = True


def printable_piece(piece: Piece, floors: LineFloors = HOME_FLOORS) -> Piece:
    """Return the piece with lines that can be printed."""
    back = None if piece.back is None else printable(piece.back, floors=floors)
    return replace(piece, front=printable(piece.front, floors=floors), back=back)
