"""Arrange the places of a mat.

Compositions are as symmetrical as their places allow: pots at both ends, stocks and discards
within, in the middle what all share, small things and tracks in rows above and below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import fsum

import msgspec

from printkit.base.geometry import Rect
from printkit.model.tabletop import Place
from printkit.products.tabletop.registry import PlaceDrawing

# What stands at the ends, what beside the middle, what in it; all else is small.
_ENDS = frozenset({"pot"})
_SIDES = frozenset({"stock", "discard", "pile", "used"})
_MIDDLE = frozenset({"field", "common", "hand", "cells", "slot"})


class PlacedDrawing(msgspec.Struct, frozen=True):
    """A drawn place with its middle at (x, y)."""

    spot: PlaceDrawing
    x: float
    y: float

    @property
    def rect(self) -> Rect:
        w, h = self.spot.width, self.spot.height
        return Rect(self.x - w / 2, self.y - h / 2, w, h)


class Composition(msgspec.Struct, frozen=True):
    """Places that are arranged together, in a box about the origin."""

    w: float
    h: float
    placed: tuple[PlacedDrawing, ...]

    def moved(self, x: float, y: float) -> tuple[PlacedDrawing, ...]:
        return tuple(PlacedDrawing(item.spot, item.x + x, item.y + y) for item in self.placed)

    @property
    def uneven(self) -> int:
        """The number of ways it differs from its mirror image: left and right, above and below."""
        rects = [item.rect for item in self.placed]
        across = [rect._replace(x=-rect.right) for rect in rects]
        down = [rect._replace(y=-rect.bottom) for rect in rects]
        return sum(
            not all(any(_are_close(rect, other) for other in mirrored) for rect in rects)
            for mirrored in (across, down)
        )


EMPTY = Composition(0.0, 0.0, ())


class Roles(msgspec.Struct, frozen=True):
    """The places of a mat by where they go."""

    ends: tuple[PlaceDrawing, ...]
    sides: tuple[PlaceDrawing, ...]
    middle: tuple[PlaceDrawing, ...]
    small: tuple[PlaceDrawing, ...]


def assign_roles(
    places: Sequence[tuple[Place, PlaceDrawing]], tracks: Sequence[PlaceDrawing]
) -> Roles:
    """Assign the places. A place without a partner to be beside it goes to the middle."""
    ends = [spot for place, spot in places if place.kind in _ENDS]
    sides = [spot for place, spot in _group_by_family(places) if place.kind in _SIDES]
    middle = [spot for place, spot in places if place.kind in _MIDDLE]
    small = [s for place, s in places if place.kind not in _ENDS | _SIDES | _MIDDLE]
    if len(sides) % 2:
        middle.insert(0, sides.pop(len(sides) // 2))
    if len(ends) % 2:
        middle.append(ends.pop())
    return Roles(tuple(ends), tuple(sides), tuple(middle), (*small, *tracks))


def _group_by_family(
    places: Sequence[tuple[Place, PlaceDrawing]],
) -> list[tuple[Place, PlaceDrawing]]:
    """Return places of one family together, families in the order of their first one."""
    order = list(dict.fromkeys(place.family for place, _ in places))
    return sorted(places, key=lambda pair: order.index(pair[0].family))


def list_compositions(roles: Roles, gap: float) -> Iterator[Composition]:
    """Yield ways to arrange them, the plainest first."""
    ends, sides = _divide(roles.ends), _divide(roles.sides)
    left_end, right_end = make_row(ends[0], gap), make_row(ends[1], gap)
    left, right = make_row(sides[0], gap), make_row(sides[1], gap)
    stood = join_above([make_row([spot], gap) for spot in roles.middle], gap)
    seen = set()
    small = list(_list_splits([make_row([spot], gap) for spot in roles.small]))
    for middle, rows in product((make_row(roles.middle, gap), stood), small):
        lines = [join_beside(line, gap) for line in rows]
        below = join_above(lines, gap)
        ways = [
            join_beside(
                [left_end, left, join_above(_insert(lines, middle, i), gap), right, right_end], gap
            )
            for i in range(len(lines) + 1)
        ]
        inner = join_beside([left, middle, right], gap)
        small_row = join_beside([left, below, right], gap)
        ways += [
            join_beside([left_end, join_above([inner, below], gap), right_end], gap),
            join_beside([left_end, join_above([below, inner], gap), right_end], gap),
            join_beside([left_end, join_above([middle, small_row], gap), right_end], gap),
            join_above([join_beside([left_end, below, right_end], gap), inner], gap),
            join_above([join_beside([left_end, middle, right_end], gap), small_row], gap),
        ]
        for way in ways:
            key = tuple((round(p.x, 3), round(p.y, 3)) for p in way.placed)
            if key not in seen:
                seen.add(key)
                yield way


def _are_close(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < 0.05 for a, b in zip(one, other, strict=True))


def _insert(lines: Sequence[Composition], middle: Composition, index: int) -> list[Composition]:
    return [*lines[:index], middle, *lines[index:]]


def _divide(spots: Sequence[PlaceDrawing]) -> tuple[list[PlaceDrawing], list[PlaceDrawing]]:
    """Return the first half from the left end inwards, the second from the right end inwards."""
    half = len(spots) // 2
    return list(spots[:half]), list(reversed(spots[half:]))


def _list_splits(groups: list[Composition]) -> Iterator[list[list[Composition]]]:
    """Yield all ways to break a list into rows, in order; the fewest rows first."""
    if not groups:
        yield []
        return
    for count in range(len(groups)):
        for cuts in combinations(range(1, len(groups)), count):
            yield [groups[a:b] for a, b in pairwise((0, *cuts, len(groups)))]


def make_row(spots: Sequence[PlaceDrawing], gap: float) -> Composition:
    """Place drawings side by side, their middles on one line."""
    own = [Composition(spot.width, spot.height, (PlacedDrawing(spot, 0.0, 0.0),)) for spot in spots]
    return join_beside(own, gap)


def join_beside(groups: Sequence[Composition], gap: float) -> Composition:
    """Place groups side by side, their middles on one line; empty ones take no space."""
    held = [group for group in groups if group.placed]
    if not held:
        return EMPTY
    width = fsum(group.w for group in held) + gap * (len(held) - 1)
    x, placed = -width / 2, list[PlacedDrawing]()
    for group in held:
        placed += group.moved(x + group.w / 2, 0.0)
        x += group.w + gap
    return Composition(width, max(group.h for group in held), tuple(placed))


def join_above(groups: Sequence[Composition], gap: float) -> Composition:
    """Place groups one above the other, their middles on one line; empty ones take no space."""
    held = [group for group in groups if group.placed]
    if not held:
        return EMPTY
    height = fsum(group.h for group in held) + gap * (len(held) - 1)
    y, placed = -height / 2, list[PlacedDrawing]()
    for group in held:
        placed += group.moved(0.0, y + group.h / 2)
        y += group.h + gap
    return Composition(max(group.w for group in held), height, tuple(placed))
