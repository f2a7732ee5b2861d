"""Repaint only the changed parts of the picture of a page.

Input: documents of one page, one after another. Output: the same picture as from `png.write`, but
only rectangles with items that differ from the last page are painted. Edges may differ by three of
255 levels from a page that is painted whole, because they are rounded at other places.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from printkit.base.geometry import MM_PER_INCH, Rect
from printkit.graphics.display_list import Group, Image, Item, Path, ShapedText, Symbol, Use
from printkit.pieces.pages import Artifact, Document, Page
from printkit.writers.png import encode_png, render_pages, render_part

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

# The rim around a changed item that is painted with it: anti-aliasing, accents and tails (mm).
_RIM = 1.0
# If more than this share of a page changed, it is painted whole.
_MAX_SHARE = 0.5


class PagePainter:
    """Paints the only page of a document, and keeps its picture for the next one."""

    def __init__(self) -> None:
        self._page: Page | None = None
        self._picture: Picture | None = None
        self._dpi = 0.0
        self._packed: dict[bytes, bytes] = {}
        self.painted_share = 1.0

    def paint(self, document: Document, dpi: float) -> Artifact:
        """Return the file of a page. Raises PrintkitError for a picture that is too large."""
        (page,) = document.pages
        parts = self._changed_parts(page, dpi)
        if parts is None or self._picture is None:
            (self._picture,) = render_pages(document, dpi)
            self.painted_share = 1.0
        else:
            for part in parts:
                near = replace(document, pages=(_keep_near(page, part, dpi),))
                self._picture.paste(render_part(near, dpi, part), part[:2])
            size = self._picture.width * self._picture.height
            self.painted_share = sum(map(_area, parts)) / size
        self._page, self._dpi = page, dpi
        words = {"Title": page.title, "Author": document.author, "Description": document.subject}
        data = b"".join(encode_png(self._picture, dpi, words, self._packed))
        return Artifact(f"-{page.name}.png", data, 1, page.cards)

    def _changed_parts(self, page: Page, dpi: float) -> list[tuple[int, int, int, int]] | None:
        """Return the rectangles in which a page differs from the last one (px), or None if it has
        to be painted whole.
        """
        last = self._page
        if last is None or last.media != page.media or dpi != self._dpi:
            return None
        if len(last.layers) != len(page.layers):
            return None
        boxes: list[Rect] = []
        for before, after in zip(last.layers, page.layers, strict=True):
            boxes += filter(None, map(_box_of, _differing(before.items, after.items)))
        scale = dpi / MM_PER_INCH
        width, height = round(page.media.w * scale), round(page.media.h * scale)
        parts = _join_parts([_pixels(box, scale, width, height) for box in boxes])
        whole = sum(map(_area, parts)) > _MAX_SHARE * width * height
        return None if whole else parts


def _differing(before: Sequence[Item], after: Sequence[Item]) -> list[Item]:
    """Return the items of both lists that differ, after leaving out equal items at the start and at
    the end.
    """
    start = 0
    while start < min(len(before), len(after)) and _is_same(before[start], after[start]):
        start += 1
    end = 0
    most = min(len(before), len(after)) - start
    while end < most and _is_same(before[-1 - end], after[-1 - end]):
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if len(old) != len(new):
        return [*old, *new]
    pairs = zip(old, new, strict=True)
    return list(chain.from_iterable(pair for pair in pairs if not _is_same(*pair)))


def _is_same(one: Item, other: Item) -> bool:
    """Return True if two items look the same."""
    if one is other:
        return True
    match one, other:
        case Use(), Use():
            return one.matrix == other.matrix and _is_same_symbol(one.symbol, other.symbol)
        case Group(), Group():
            same = one.matrix == other.matrix and one.clip == other.clip
            return same and _are_same(one.items, other.items)
    return type(one) is type(other) and one == other


def _is_same_symbol(one: Symbol, other: Symbol) -> bool:
    return one is other or (one.box == other.box and _are_same(one.items, other.items))


def _are_same(some: Sequence[Item], others: Sequence[Item]) -> bool:
    return len(some) == len(others) and all(map(_is_same, some, others))


def _box_of(item: Item) -> Rect | None:
    """Return a rectangle around an item of a page, or None if it draws nothing."""
    match item:
        case Path():
            width = item.stroke.width if item.stroke is not None else 0.0
            return item.data.box().inset(-width) if item.data.steps else None
        case Group(clip=None):
            boxes = [box for box in map(_box_of, item.items) if box is not None]
            return item.matrix.bounds(_around(boxes)) if boxes else None
        case Group():
            assert item.clip is not None
            return item.matrix.bounds(item.clip.box())
        case Use():
            return item.matrix.bounds(item.symbol.box)
        case ShapedText():
            width, size = item.run.width * item.size / 1000, item.size
            return Rect(item.x - size / 2, item.y - 1.5 * size, width + size, 2.2 * size)
        case Image():
            return item.rect
    return None


def _around(boxes: Sequence[Rect]) -> Rect:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Rect(x, y, right - x, bottom - y)


def _pixels(box: Rect, scale: float, width: int, height: int) -> tuple[int, int, int, int]:
    """Return a rectangle with a rim around it, in pixels within the picture: left, top, right and
    bottom.
    """
    rimmed = box.inset(-_RIM)
    left, top = max(0, math.floor(rimmed.x * scale)), max(0, math.floor(rimmed.y * scale))
    right, bottom = math.ceil(rimmed.right * scale), math.ceil(rimmed.bottom * scale)
    return left, top, min(width, right), min(height, bottom)


def _join_parts(parts: Sequence[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Return rectangles that do not overlap and that cover the given ones."""
    left: list[tuple[int, int, int, int]] = []
    for part in parts:
        if part[0] >= part[2] or part[1] >= part[3]:
            continue
        while near := next((one for one in left if _overlap(one, part)), None):
            left.remove(near)
            sides = *map(min, near[:2], part[:2]), *map(max, near[2:], part[2:])
            part = (sides[0], sides[1], sides[2], sides[3])
        left.append(part)
    return left


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    across = one[0] < other[2] and other[0] < one[2]
    return across and one[1] < other[3] and other[1] < one[3]


def _area(part: tuple[int, int, int, int]) -> int:
    return (part[2] - part[0]) * (part[3] - part[1])


def _keep_near(page: Page, part: tuple[int, int, int, int], dpi: float) -> Page:
    """Return a page with the items that may be seen in a rectangle (px)."""
    mm = MM_PER_INCH / dpi
    left, top, right, bottom = (side * mm for side in part)

    def near(items: Sequence[Item]) -> Iterator[Item]:
        for item in items:
            box = _box_of(item)
            if box is None:
                yield item
                continue
            rimmed = box.inset(-_RIM)
            if (
                rimmed.x < right
                and left < rimmed.right
                and rimmed.y < bottom
                and top < rimmed.bottom
            ):
                yield item

    layers = tuple(replace(layer, items=tuple(near(layer.items)), tags=()) for layer in page.layers)
    return replace(page, layers=layers)
