"""Redraw pictures of printed pieces without the words that are too small to read in them."""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec.structs import replace

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.display_list import (
    INVISIBLE,
    Group,
    Item,
    LateItems,
    Path,
    ShapedText,
    Symbol,
    Use,
    kept,
)
from printkit.graphics.fonts import INDEX, UNITS
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.graphics.path import rect_path

# A bar in place of words: its middle above the baseline, its height (em).
_MIDDLE, _BAR = 0.3, 0.22


@lru_cache(maxsize=1024)
def without_small_text(symbol: Symbol, scale: float, *, bars: bool = False) -> Symbol:
    """Return a drawing for use at a scale, without the words that would be smaller than 7 pt.

    With `bars`, each line of words is replaced by a bar; otherwise it is omitted. Without bars, the
    figures of an index are kept down to 6 pt.
    """
    if isinstance(symbol.items, LateItems):
        return symbol  # an engraved drawing has no words
    items = [_redraw(item, scale, bars) for item in symbol.items]
    if all(new is old for new, old in zip(items, symbol.items, strict=True)):
        return symbol
    left, tags = kept(items, symbol.tags)
    ground = sum(item is not None for item in items[: symbol.ground])
    key = f"{symbol.key}-{'bars' if bars else 'bare'}-{scale:.3g}"
    return replace(symbol, key=key, items=left, tags=tags, ground=ground)


def _height(matrix: Matrix) -> float:
    """Return the factor by which a matrix scales the height of letters; condensing does not change
    it.
    """
    return math.hypot(matrix.c, matrix.d)


def _redraw(item: Item, scale: float, bars: bool) -> Item | None:
    if isinstance(item, Group):
        return _redraw_group(item, scale, bars)
    if isinstance(item, Use):
        inner = without_small_text(item.symbol, scale * _height(item.matrix), bars=bars)
        return item if inner is item.symbol else replace(item, symbol=inner)
    if not isinstance(item, ShapedText) or item.render_mode == INVISIBLE:
        return item
    least = MIN_CARD_TEXT_SIZE if item.run.font == INDEX and not bars else MIN_TEXT_SIZE
    if item.size * scale >= least - 1e-6:
        return item
    if not bars:
        return None
    middle, height = item.y - _MIDDLE * item.size, _BAR * item.size
    width = item.run.width * item.size / UNITS
    return Path(rect_path(Rect(item.x, middle - height / 2, width, height)), fill=item.fill)


def _redraw_group(group: Group, scale: float, bars: bool) -> Group:
    inner = scale * _height(group.matrix)
    items = [_redraw(item, inner, bars) for item in group.items]
    if all(new is old for new, old in zip(items, group.items, strict=True)):
        return group
    return replace(group, items=tuple(item for item in items if item is not None))
