"""A piece: one physical component, as a product draws it and an imposition places it."""

from __future__ import annotations

import msgspec

from printkit.base.geometry import Rect
from printkit.base.plain_text import brief_repr
from printkit.graphics.display_list import Item, Symbol
from printkit.graphics.path import RECTANGLE, PathData, card_outline


class Piece(msgspec.Struct, frozen=True):
    """A physical component: trim size, front, optional back, number of copies.

    Both drawings are centred on the origin and extend `bleed_extent` past the trim. `shape` is
    that of its trim (see `card_outline`); `outline` is where it is cut if it is none of these
    (round tokens, boxes), `needed` the part of it that has to be cut where the rest is spare,
    `folds` are lines to fold along; nothing but the background is within
    `safe_margin` of the cut; `cut_guides` are shown around and on it if it is cut out by hand, in
    place of its outline and folds.
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
    safe_margin: float = 3.0
    cut_guides: tuple[Item, ...] = ()

    @property
    def cut_path(self) -> PathData:
        """The closed path along which it is cut, centred on the origin."""
        if self.outline is not None:
            return self.outline
        box = Rect(-self.width / 2, -self.height / 2, self.width, self.height)
        return card_outline(box, self.shape)
