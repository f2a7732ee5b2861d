"""Arrange the places of a mat about its heart.

Pots are beside the heart, then piles, then tall drawings at the ends. Small drawings are below and
above the piles, long ones in rows. Drawings above the middle are turned for the far side.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect, half_rotation, translation
from printkit.graphics.display_list import Item
from printkit.graphics.path import Point
from printkit.model.tabletop import Place
from printkit.tabletop.surfaces import PlaceDrawing

_PILES = frozenset({"stock", "discard", "pile", "used", "common", "hand", "cells"})
# The greatest height of small drawings, in card lengths and in mm; the least width of long ones.
_LOW, _MIN_LOW, _LONG = 0.52, 46.0, 1.3
_TURN = half_rotation(0, 0)


class PlacedDrawing(msgspec.Struct, frozen=True):
    """A place drawn about (x, y), turned for the far side."""

    drawing: PlaceDrawing
    x: float
    y: float
    turned: bool = False

    @property
    def rect(self) -> Rect:
        w, h = self.drawing.width, self.drawing.height
        return Rect(self.x - w / 2, self.y - h / 2, w, h)

    @property
    def mapped(self) -> tuple[Item, tuple[Point, ...]]:
        """The drawing and the holes in their place."""
        place = translation(self.x, self.y)
        return self.drawing.mapped(_TURN.then(place) if self.turned else place)


class Composition(msgspec.Struct, frozen=True):
    """Places arranged about the origin, in a box of `w` by `h` mm."""

    w: float
    h: float
    placed: tuple[PlacedDrawing, ...]


def compose(
    heart: PlaceDrawing | None,
    drawn: Sequence[tuple[Place, PlaceDrawing]],
    tracks: Sequence[PlaceDrawing],
    card: tuple[float, float],
    gap: float,
) -> Composition:
    """Arrange the drawings of places and tracks with a `gap` between them, piles of one family
    together. `card` is the size of a card."""
    families = list(dict.fromkeys(place.family for place, _ in drawn))
    by_family = sorted(drawn, key=lambda pair: families.index(pair[0].family))
    piles = [drawing for place, drawing in by_family if place.kind in _PILES]
    pots = [drawing for place, drawing in drawn if place.kind == "pot"]
    rest = [drawing for place, drawing in drawn if place.kind not in _PILES | {"pot"}]
    rest += tracks
    low_height, longest = max(_MIN_LOW, _LOW * max(card)), _LONG * max(card)
    long = [drawing for drawing in rest if drawing.width > longest]
    others = [drawing for drawing in rest if drawing.width <= longest]
    tall = [drawing for drawing in others if drawing.height > low_height]
    small = [drawing for drawing in others if drawing.height <= low_height]
    if len(tall) % 2 and small:  # balance it with the highest small drawing
        tall.append(small.pop(max(range(len(small)), key=lambda i: small[i].height)))
    corners = 4 * (len(piles) // 2)
    low, more = small[:corners], small[corners:]
    if len(more) == 1 and not pots and not tall:
        long, more = [*long, *more], []
    columns, odd_left = list[tuple[list[PlaceDrawing], list[PlaceDrawing]]](), 1
    for drawings in (pots, piles, (*tall, *more)):
        # The left half has the extra one of an odd number; each is from the middle outwards.
        half = (len(drawings) + odd_left) // 2
        columns.append((list(reversed(drawings[:half])), list(reversed(drawings[half:]))))
        odd_left = (odd_left + len(drawings)) % 2
    placed: list[PlacedDrawing] = []
    edge = -gap / 2
    if heart is not None:
        edge = heart.width / 2
        placed.append(PlacedDrawing(heart, 0.0, 0.0))
    for side, sign in enumerate((-1, 1)):
        reach = edge
        for halves in columns:
            for drawing in halves[side]:
                x = reach + gap + drawing.width / 2
                placed.append(PlacedDrawing(drawing, sign * x, 0.0))
                reach = x + drawing.width / 2
    placed += _place_in_corners(placed, piles, low, gap)
    placed = _centre(placed, heart)
    placed += _place_in_rows(placed, long, gap)
    rects = [item.rect for item in placed]
    width = 2 * max((max(-rect.x, rect.right) for rect in rects), default=0.0)
    height = 2 * max((max(-rect.y, rect.bottom) for rect in rects), default=0.0)
    return Composition(width, height, tuple(placed))


def _centre(placed: list[PlacedDrawing], heart: PlaceDrawing | None) -> list[PlacedDrawing]:
    """Centre the places horizontally if there is no heart."""
    if heart is not None or not placed:
        return placed
    left = min(item.rect.x for item in placed)
    right = max(item.rect.right for item in placed)
    return [replace(item, x=item.x - (left + right) / 2) for item in placed]


def _place_in_corners(
    placed: Sequence[PlacedDrawing],
    piles: Sequence[PlaceDrawing],
    low: Sequence[PlaceDrawing],
    gap: float,
) -> list[PlacedDrawing]:
    """Place small drawings alternately below and above the piles, from the ends inwards."""
    columns = sorted((item for item in placed if item.drawing in piles), key=lambda item: item.x)
    slots: list[tuple[PlacedDrawing, int]] = []
    while len(columns) > 1:
        first, last = columns.pop(0), columns.pop()
        slots += [(first, 1), (last, -1), (last, 1), (first, -1)]
    result = []
    for drawing, (column, sign) in zip(low, slots, strict=False):
        y = sign * (column.drawing.height / 2 + gap + drawing.height / 2)
        half = max(0.0, (drawing.width - column.drawing.width) / 2)
        x = column.x + (half if column.x < 0 else -half)
        result.append(PlacedDrawing(drawing, x, y, sign < 0))
    return result


def _place_in_rows(
    placed: Sequence[PlacedDrawing], long: Sequence[PlaceDrawing], gap: float
) -> list[PlacedDrawing]:
    """Place long drawings alternately below and above all others."""
    result = []
    low = max((item.rect.bottom for item in placed), default=0.0)
    high = min((item.rect.y for item in placed), default=0.0)
    for i, drawing in enumerate(long):
        if i % 2 == 0:
            result.append(PlacedDrawing(drawing, 0.0, low + gap + drawing.height / 2))
            low += gap + drawing.height
        else:
            result.append(PlacedDrawing(drawing, 0.0, high - gap - drawing.height / 2, True))
            high -= gap + drawing.height
    return result
