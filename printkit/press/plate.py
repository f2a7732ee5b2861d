"""Make a separate plate, such as gold foil: the visible parts in the colours of one role, black on
white.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK, WHITE, Colour
from printkit.graphics.display_list import (
    INVISIBLE,
    FormField,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Symbol,
    Use,
)
from printkit.graphics.fonts import UNITS
from printkit.graphics.path import rect_path


class Plate:
    """Makes the plate of a role. Each drawing of a document is converted once."""

    def __init__(self, role: str) -> None:
        self.role = role
        # Drawings of the plate, by whether they cover it; boxes around its print.
        self.symbols: dict[tuple[int, bool], Symbol] = {}
        self.boxes: dict[int, Rect | None] = {}

    def items(self, items: Sequence[Item], *, covers: bool = False) -> tuple[Item, ...]:
        """Return items as they are on the plate: items of the role are black, and all items above
        them are white.

        Other items are omitted unless `covers` is True.
        """
        shown: list[Item] = []
        printed: list[Rect] = []  # boxes around the plate's print so far
        for item in items:
            own, box = self.box(item), _box_of(item)
            if box is None:
                continue
            over = covers or any(box.intersects(other) for other in printed)
            if own is not None:
                printed.append(own)
            if own is not None or over:
                shown.append(self.shown(item, over))
        return tuple(shown)

    def shown(self, item: Item, covers: bool) -> Item:
        """Return an item as it is on the plate; a picture becomes its rectangle."""
        if isinstance(item, Group):
            return replace(item, items=self.items(item.items, covers=covers))
        if isinstance(item, Use):
            key = id(item.symbol), covers
            if key not in self.symbols:
                own = self.items(item.symbol.items, covers=covers)
                self.symbols[key] = replace(item.symbol, items=own, tags=(), ground=0)
            return replace(item, symbol=self.symbols[key])
        if isinstance(item, Image):
            return Path(rect_path(item.rect), fill=WHITE)
        if isinstance(item, ShapedText):
            return replace(item, fill=self.tone(item.fill), artifact=True)
        if isinstance(item, Path):
            line = item.stroke and replace(item.stroke, colour=self.tone(item.stroke.colour))
            return replace(item, fill=item.fill and self.tone(item.fill), stroke=line)
        return item

    def tone(self, colour: Colour) -> Colour:
        return BLACK if colour.role == self.role else WHITE

    def box(self, item: Item) -> Rect | None:
        """Return a box around the parts of an item that have the role, or None without such
        parts.
        """
        if isinstance(item, Path):
            colours = (item.fill, item.stroke.colour if item.stroke else None)
            return _box_of(item) if self._has(colours) else None
        if isinstance(item, ShapedText):
            return _box_of(item) if self._has((item.fill,)) else None
        if isinstance(item, Group):
            box = _union(map(self.box, item.items))
            return item.matrix.bounds(box) if box is not None else None
        if isinstance(item, Use):
            key = id(item.symbol)
            if key not in self.boxes:
                self.boxes[key] = _union(map(self.box, item.symbol.items))
            box = self.boxes[key]
            return item.matrix.bounds(box) if box is not None else None
        return None

    def _has(self, colours: Iterable[Colour | None]) -> bool:
        return any(colour is not None and colour.role == self.role for colour in colours)


def _box_of(item: Item) -> Rect | None:
    """Return a box around an item, or None if it is invisible."""
    if isinstance(item, Path):
        if not item.data.coords:
            return None
        box = item.data.box()
        return box.inset(-item.stroke.width) if item.stroke else box
    if isinstance(item, ShapedText):
        if item.render_mode == INVISIBLE:
            return None
        width = item.run.width / UNITS * item.size
        return Rect(item.x, item.y - item.size, width, 1.5 * item.size).inset(-item.size)
    if isinstance(item, Image):
        return item.rect
    if isinstance(item, Group):
        whole = item.clip.box() if item.clip is not None else _union(map(_box_of, item.items))
        return item.matrix.bounds(whole) if whole is not None else None
    if isinstance(item, Use):
        return item.matrix.bounds(item.symbol.box)
    assert isinstance(item, FormField)
    return None


def _union(boxes: Iterable[Rect | None]) -> Rect | None:
    extents = [box for box in boxes if box is not None]
    return reduce(Rect.union, extents) if extents else None
