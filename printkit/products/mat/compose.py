"""Arrange the places of a mat about its heart.

Pots are beside the heart, piles beyond them, tall drawings at the ends; small ones are below and
above the piles, long ones in rows. Drawings above the middle are turned for the far side.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from printkit.base.geometry import Rect, half_rotation, translation
from printkit.components.places.context import PlaceDrawing
from printkit.graphics.display_list import Item, transformed
from printkit.model.tabletop import Place

_PILES = frozenset({"stock", "discard", "pile", "used", "common", "hand", "cells"})
# The height of small drawings at most, against a card and in mm; the width of long ones at least.
_LOW, _MIN_LOW, _LONG = 0.52, 46.0, 1.3
_TURN = half_rotation(0, 0)


class PlacedDrawing(msgspec.Struct, frozen=True):
    """A place drawn about (x, y), turned for the far side."""

    spot: PlaceDrawing
    x: float
    y: float
    turned: bool = False

    @property
    def rect(self) -> Rect:
        w, h = self.spot.width, self.spot.height
        return Rect(self.x - w / 2, self.y - h / 2, w, h)

    @property
    def holes(self) -> list[tuple[float, float]]:
        way = -1 if self.turned else 1
        return [(self.x + way * x, self.y + way * y) for x, y in self.spot.holes]

    def draw(self) -> Item:
        place = translation(self.x, self.y)
        return transformed(self.spot.items, _TURN.then(place) if self.turned else place)


class Composition(msgspec.Struct, frozen=True):
    """Places arranged about the origin, in a box of `w` by `h` mm."""

    w: float
    h: float
    placed: tuple[PlacedDrawing, ...]


class Parts(msgspec.Struct, frozen=True):
    """The drawings of a mat by their roles."""

    heart: PlaceDrawing | None
    pots: tuple[PlaceDrawing, ...]
    piles: tuple[PlaceDrawing, ...]
    others: tuple[PlaceDrawing, ...]


def sort_parts(
    heart: PlaceDrawing | None,
    drawn: Sequence[tuple[Place, PlaceDrawing]],
    tracks: Sequence[PlaceDrawing],
) -> Parts:
    """Return drawings by their roles; piles of one family together."""
    order = list(dict.fromkeys(place.family for place, _ in drawn))
    piles = [pair for pair in drawn if pair[0].kind in _PILES]
    piles.sort(key=lambda pair: order.index(pair[0].family))
    others = (spot for place, spot in drawn if place.kind not in _PILES | {"pot"})
    return Parts(
        heart,
        tuple(spot for place, spot in drawn if place.kind == "pot"),
        tuple(spot for _, spot in piles),
        (*others, *tracks),
    )


def compose(parts: Parts, card: tuple[float, float], gap: float) -> Composition:
    """Arrange the drawings. `card` is the size of one, `gap` what is between two."""
    low_height, longest = max(_MIN_LOW, _LOW * max(card)), _LONG * max(card)
    long = [spot for spot in parts.others if spot.width > longest]
    others = [spot for spot in parts.others if spot.width <= longest]
    tall = [spot for spot in others if spot.height > low_height]
    small = [spot for spot in others if spot.height <= low_height]
    if len(tall) % 2 and small:  # it stands opposite the highest of the others
        tall.append(small.pop(max(range(len(small)), key=lambda i: small[i].height)))
    corners = 4 * (len(parts.piles) // 2)
    low, more = small[:corners], small[corners:]
    if len(more) == 1 and not parts.pots and not tall:
        long, more = [*long, *more], []
    columns, lean = list[tuple[list[PlaceDrawing], list[PlaceDrawing]]](), 1
    for spots in (parts.pots, parts.piles, (*tall, *more)):
        columns.append(_halve(spots, lean))
        lean = (lean + len(spots)) % 2
    placed: list[PlacedDrawing] = []
    edge = parts.heart.width / 2 if parts.heart is not None else -gap / 2
    if parts.heart is not None:
        placed.append(PlacedDrawing(parts.heart, 0.0, 0.0))
    for side in (0, 1):
        reach, way = edge, -1 if side == 0 else 1
        for halves in columns:
            for spot in halves[side]:
                x = reach + gap + spot.width / 2
                placed.append(PlacedDrawing(spot, way * x, 0.0))
                reach = x + spot.width / 2
    placed += _place_in_corners(placed, parts.piles, low, gap)
    placed = _centre(placed, parts.heart)
    placed += _place_in_rows(placed, long, gap)
    rects = [item.rect for item in placed]
    width = 2 * max((max(-rect.x, rect.right) for rect in rects), default=0.0)
    height = 2 * max((max(-rect.y, rect.bottom) for rect in rects), default=0.0)
    return Composition(width, height, tuple(placed))


def _halve(
    spots: Sequence[PlaceDrawing], lean: int
) -> tuple[list[PlaceDrawing], list[PlaceDrawing]]:
    """Return the left half and the right half, each from the middle outwards; `lean` is 1 if an odd
    one goes to the left.
    """
    half = (len(spots) + lean) // 2
    return list(reversed(spots[:half])), list(reversed(spots[half:]))


def _centre(placed: list[PlacedDrawing], heart: PlaceDrawing | None) -> list[PlacedDrawing]:
    """Return places about the middle, where no heart is there."""
    if heart is not None or not placed:
        return placed
    left = min(item.rect.x for item in placed)
    right = max(item.rect.right for item in placed)
    return [
        PlacedDrawing(item.spot, item.x - (left + right) / 2, item.y, item.turned)
        for item in placed
    ]


def _place_in_corners(
    placed: Sequence[PlacedDrawing],
    piles: Sequence[PlaceDrawing],
    low: Sequence[PlaceDrawing],
    gap: float,
) -> list[PlacedDrawing]:
    """Place small drawings alternately below and above the piles, from the ends inwards."""
    columns = sorted((item for item in placed if item.spot in piles), key=lambda item: item.x)
    slots: list[tuple[PlacedDrawing, int]] = []
    while len(columns) > 1:
        first, last = columns.pop(0), columns.pop()
        slots += [(first, 1), (last, -1), (last, 1), (first, -1)]
    result = []
    for spot, (column, way) in zip(low, slots, strict=False):
        y = way * (column.spot.height / 2 + gap + spot.height / 2)
        half = max(0.0, (spot.width - column.spot.width) / 2)
        x = column.x + (half if column.x < 0 else -half)
        result.append(PlacedDrawing(spot, x, y, way < 0))
    return result


def _place_in_rows(
    placed: Sequence[PlacedDrawing], long: Sequence[PlaceDrawing], gap: float
) -> list[PlacedDrawing]:
    """Place long drawings alternately below and above all others."""
    result = []
    low = max((item.rect.bottom for item in placed), default=0.0)
    high = min((item.rect.y for item in placed), default=0.0)
    for i, spot in enumerate(long):
        if i % 2 == 0:
            result.append(PlacedDrawing(spot, 0.0, low + gap + spot.height / 2))
            low += gap + spot.height
        else:
            result.append(PlacedDrawing(spot, 0.0, high - gap - spot.height / 2, True))
            high -= gap + spot.height
    return result
