"""A table of two zones, each the half turn of the other: cells, hand, lights, a track of totals."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art.guilloche import chamfered
from printkit.base.geometry import IDENTITY, Matrix, Rect, half_rotation, translation
from printkit.booklet.pieces import Pieces, place
from printkit.booklet.table_places import Thing, example_hand
from printkit.graphics.display_list import Group, Item, Path
from printkit.model.tabletop import Place
from printkit.products.cards.small_card import RATIO

# The table is a square of this side (mm); a zone is so far from its middle and its edges.
_SIDE, _MIDDLE, _MARGIN = 122.0, 5.0, 3.0
# Cards, what stays between them, lights, buttons, fields of the track.
_CARD, _GAP, _LIGHT, _BUTTON, _DOT = 9.4, 1.1, 5.6, (17.0, 6.4), 3.1
_RIGHT = 34.0


def draw_zones(pieces: Pieces, ground: list[Item]) -> Iterator[tuple[Thing, Matrix, bool]]:
    """Yield the things of both zones and of the middle, each with its place on the table, and
    whether it is named; the table itself is added to `ground`."""
    half = _SIDE / 2
    top = Rect(-half, -half, _SIDE, _SIDE)
    ground.append(Path(chamfered(top, 7.0), fill=pieces.ground(0.15), stroke=pieces.edge()))
    zone = Rect(-half + _MARGIN, _MIDDLE, _SIDE - 2 * _MARGIN, half - _MIDDLE - _MARGIN)
    turn = half_rotation(0, 0)
    for matrix in (IDENTITY, turn):
        ground.append(Group((pieces.tray(zone, 3.0),), matrix))
    for thing in _zone(pieces, zone):
        yield thing, IDENTITY, True
        yield thing, turn, False
    yield Thing("first", (), Rect(-1.0, zone.y - 1.0, 2.0, 2.0)), IDENTITY, True
    for i, spot in enumerate(p for p in pieces.variant.places if p.kind in ("stock", "discard")):
        items = pieces.stack(spot.family, _CARD)
        w, h = _CARD + 1.0, _CARD * RATIO + 1.4
        matrix = translation(half - 11.0 - i * (w + 2), 0.0)
        yield Thing(spot.id, items, Rect(-w / 2, -h / 2, w, h)), matrix, True


def _zone(pieces: Pieces, zone: Rect) -> Iterator[Thing]:
    places = [p for p in pieces.variant.places if p.on == "table"]
    left, top = zone.x + 4.0, zone.y + 3.4
    step_x, step_y = _CARD + _GAP, _CARD * RATIO + _GAP
    for spot in places:
        if spot.kind == "cells":
            yield _grid(spot.id, pieces, spot, left, top)
    columns = max((p.count // p.rows for p in places if p.kind == "cells"), default=0)
    hand_x = left + columns * step_x + 5.0
    hand = example_hand(pieces.variant)
    for spot in places:
        if spot.kind == "hand":
            y = zone.bottom - 3.4 - _CARD * RATIO
            items: list[Item] = []
            for i in range(spot.count):
                family = hand[i % len(hand)].family if hand else None
                side = pieces.back(_side_family(pieces, family), _CARD)
                items.append(place(side, hand_x + i * step_x + _CARD / 2, y + _CARD * RATIO / 2))
            yield Thing(spot.id, items, Rect(hand_x, y, spot.count * step_x - _GAP, step_y - _GAP))
            yield Thing("hand", (), Rect(hand_x, y, spot.count * step_x - _GAP, step_y - _GAP))
    y = top
    for track in pieces.variant.tracks:
        if track.on == "table":
            count = track.last - track.first + 1 + track.beyond
            per = (count + 1) // 2
            items = []
            for i in range(count):
                x = hand_x + (i % per) * (_DOT + 1.0) + _DOT / 2
                dot = pieces.dot(_DOT, full=i == 0)
                items.append(place(dot, x, y + i // per * (_DOT + 1.2) + _DOT / 2))
            yield Thing(track.id, items, Rect(hand_x, y, per * (_DOT + 1.0), 2 * _DOT + 1.2))
            y += 2 * _DOT + 4.6
    x = hand_x
    for spot in places:
        if spot.kind == "lights":
            items = [
                place(
                    pieces.dot(_LIGHT, full=False),
                    x + i * (_LIGHT + 1.4) + _LIGHT / 2,
                    y + _LIGHT / 2,
                )
                for i in range(spot.count)
            ]
            width = spot.count * (_LIGHT + 1.4)
            yield Thing(spot.id, items, Rect(x, y, width, _LIGHT))
            x += width + 4.0
    for spot in places:
        if spot.kind == "button":
            w, h = _BUTTON
            shape = chamfered(Rect(x, y, w, h), 1.4)
            button = Path(shape, fill=pieces.ground(0.3), stroke=pieces.edge())
            yield Thing(spot.id, [button], Rect(x, y, w, h))
            y += h + 1.6


def _side_family(pieces: Pieces, family: str | None) -> str | None:
    """Return the family of the cards of a hand: the last one."""
    return [*pieces.variant.families][-1] if pieces.variant.families else family


def _grid(key: str, pieces: Pieces, spot: Place, left: float, top: float) -> Thing:
    """Return the cells, the first of them taken."""
    step_x, step_y = _CARD + _GAP, _CARD * RATIO + _GAP
    columns = spot.count // spot.rows
    items: list[Item] = []
    for i in range(spot.count):
        x = left + i % columns * step_x + _CARD / 2
        y = top + i // columns * step_y + _CARD * RATIO / 2
        items.append(place(pieces.empty_card(_CARD), x, y))
    return Thing(key, items, Rect(left, top, columns * step_x - _GAP, spot.rows * step_y - _GAP))
