"""Arrange the parts of a board by slicing; compute the measures of dial tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from math import fsum

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect, polar
from printkit.graphics.path import Point
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.pieces.product import RenderOptions
from printkit.tabletop.places import CARDS, WIDE, draw_place, draw_track, step_texts
from printkit.tabletop.surfaces import AIR, CASING, NO_HINTS, PlaceDrawing, PlaceHints

# --- board parts ---------------------------------------------------------------------------------

# Sizes that differ by less are equal (mm).
_SIZE_TOLERANCE = 0.5
# The largest number of trees kept for a run of parts.
_MAX_KEPT = 40
ROW, COLUMN = "row", "column"


class SlicingTree(msgspec.Struct, frozen=True):
    """Parts in a `row` or a `column`, or one part drawn with some hints.

    `is_wide` is True if it can be wider than necessary.
    """

    width: float
    height: float
    is_wide: bool
    part: BoardPart | None = None
    hints: PlaceHints = NO_HINTS
    direction: str = ""
    children: tuple[SlicingTree, ...] = ()


def smallest_tree(
    leaves: Sequence[Sequence[SlicingTree]], gap: float, cost: Callable[[SlicingTree], float]
) -> SlicingTree:
    """Return the tree of lowest cost for parts in the given order. Each part has several possible
    leaves.
    """
    count = len(leaves)
    runs = {(i, i + 1): _pareto_front(shapes) for i, shapes in enumerate(leaves)}
    for length in range(2, count + 1):
        for start in range(count - length + 1):
            end = start + length
            runs[start, end] = _pareto_front(
                _join_trees(direction, run, other, gap)
                for split in range(start + 1, end)
                for run in runs[start, split]
                for other in runs[split, end]
                for direction in (ROW, COLUMN)
            )
    return min(runs[0, count], key=lambda plan: (cost(plan), plan.width))


def _join_trees(direction: str, first: SlicingTree, second: SlicingTree, gap: float) -> SlicingTree:
    """Join two trees in a row or a column; children of the same direction are merged."""
    parts = tuple(
        part
        for plan in (first, second)
        for part in (plan.children if plan.direction == direction else (plan,))
    )
    is_wide = first.is_wide or second.is_wide
    if direction == ROW:
        size = first.width + gap + second.width, max(first.height, second.height)
    else:
        size = max(first.width, second.width), first.height + gap + second.height
    return SlicingTree(*size, is_wide, direction=direction, children=parts)


def _pareto_front(plans: Iterable[SlicingTree]) -> list[SlicingTree]:
    """Return at most `_MAX_KEPT` trees on the Pareto front of width and height, narrowest first."""
    kept: list[SlicingTree] = []
    for plan in sorted(plans, key=lambda plan: (plan.width, plan.height)):
        if not kept or plan.height < kept[-1].height - _SIZE_TOLERANCE:
            kept.append(plan)
    while len(kept) > _MAX_KEPT:  # drop the tree that saves the least area
        kept.pop(min(range(1, len(kept) - 1), key=lambda i: _area_saved(kept, i)))
    return kept


def _area_saved(kept: Sequence[SlicingTree], index: int) -> float:
    before, item, after = kept[index - 1 : index + 2]
    return (after.width - item.width) * (before.height - item.height)


def place_parts(plan: SlicingTree, box: Rect, gap: float) -> list[tuple[SlicingTree, Rect]]:
    """Return each leaf with its place in a box at least as large as its tree.

    Spare space goes to parts of variable width, else between the parts.
    """
    if not plan.children:
        return [(plan, box)]
    if plan.direction == ROW:
        return _place_in_row(plan, box, gap)
    spare = box.h - fsum(child.height for child in plan.children)
    between = spare / (len(plan.children) - 1)
    result, y = [], box.y
    for child in plan.children:
        result += place_parts(child, Rect(box.x, y, box.w, child.height), gap)
        y += child.height + between
    return result


def _place_in_row(plan: SlicingTree, box: Rect, gap: float) -> list[tuple[SlicingTree, Rect]]:
    takers = [child.width for child in plan.children if child.is_wide]
    needed = fsum(child.width for child in plan.children) + gap * (len(plan.children) - 1)
    spare = max(0.0, box.w - needed)
    # Wide parts become equal if possible; else each grows by the same amount.
    even = (fsum(takers) + spare) / len(takers) if takers else 0.0
    alike, more = max(takers, default=0.0) <= even, spare / max(1, len(takers))
    # Without wide parts, the spare space is shared evenly.
    between = gap if takers else gap + spare / len(plan.children)
    x = box.x if takers else box.x + spare / len(plan.children) / 2
    result: list[tuple[SlicingTree, Rect]] = []
    for child in plan.children:
        width = child.width if not child.is_wide else even if alike else child.width + more
        result += place_parts(child, Rect(x, box.y, width, box.h), gap)
        x += width + between
    return result


# Kinds at the start and at the end of a board; others ("") come between.
_ORDER = ("name", "lights", "", "cells", "track", "button", "hand")
# Kinds whose name is above them.
_HEADED = ("tokens", "used", "lock", "reserve", "lights", "dice", "track")
# The largest width of a button and of a line to write on (mm).
_WIDEST = {"button": 120.0, "name": 200.0}


class BoardPart(msgspec.Struct, frozen=True):
    """A place or a track, with the hints of each possible shape."""

    definition: Place | Track
    hints: tuple[PlaceHints, ...]

    @property
    def kind(self) -> str:
        return self.definition.kind if isinstance(self.definition, Place) else "track"

    @property
    def headed(self) -> bool:
        """True if the name is above the part."""
        return self.kind in _HEADED

    def draw(self, hints: PlaceHints, variant: Variant, options: RenderOptions) -> PlaceDrawing:
        """Draw the part with some hints. Raises TextOverflow if its words do not fit."""
        if isinstance(self.definition, Track):
            per_row, upright = hints.per_row or 1, hints.height > 0
            return draw_track(self.definition, options, per_row=per_row, upright=upright)
        width = min(hints.width, _WIDEST.get(self.kind, 0.0))
        return draw_place(self.definition, variant, options, replace(hints, width=width))

    def leaves(self, variant: Variant, options: RenderOptions) -> list[SlicingTree]:
        """Return a leaf for each shape of the part, in its minimum size. Raises TextOverflow."""
        drawn = [(hints, self.draw(hints, variant, options)) for hints in self.hints]
        is_wide = self.kind in WIDE
        return [SlicingTree(d.width, d.height, is_wide, self, hints) for hints, d in drawn]


def is_used_on(variant: Variant, on: str) -> bool:
    """Return True if a variant has places or tracks on a component."""
    places = any(place.on == on for place in variant.places)
    return places or any(track.on == on for track in variant.tracks)


def list_parts(variant: Variant, on: str, *, tight: bool = False) -> list[BoardPart]:
    """Return the places and tracks of a mat, board or table, in the order in which they are
    arranged.

    The stock of a table is left out, because players share it. If `tight`, the cards of a hand
    share the padding between them.
    """
    places = [place for place in variant.places if place.on == on]
    if on == "table":  # the stock is shared, and no part of a half
        places = [place for place in places if place.kind != "stock"]
    tracks = [track for track in variant.tracks if track.on == on]
    result = [_place_part(place, tight and place.kind == "hand") for place in places]
    result += [_track_part(track) for track in tracks]
    return sorted(result, key=lambda part: _ORDER.index(part.kind if part.kind in _ORDER else ""))


def possible_orders(board_parts: Sequence[BoardPart]) -> list[Sequence[int]]:
    """Return the orders of the parts to try: as given, with tracks further up, and with hands
    first.
    """
    kinds = [part.kind for part in board_parts]
    orders: list[Sequence[int]] = [list(range(len(kinds)))]
    tracks = [i for i, kind in enumerate(kinds) if kind == "track"]
    rest = [i for i, kind in enumerate(kinds) if kind != "track"]
    for base in (rest, sorted(rest, key=lambda i: kinds[i] != "hand")):
        for i in range(1, len(base) + 1):
            order = [*base[:i], *tracks, *base[i:]]
            if order not in orders:
                orders.append(order)
    return orders


def _place_part(place: Place, tight: bool) -> BoardPart:
    """Return a place with the hints to try: its defined rows; for a single row also two rows and a
    column.
    """
    count = place.count
    in_row = [-(-count // place.rows)]
    if place.rows == 1 and place.kind not in WIDE:
        in_row += [-(-count // 2), 1]
    tight = tight and place.kind in CARDS
    return BoardPart(
        place, tuple(PlaceHints(per_row, share_padding=tight) for per_row in dict.fromkeys(in_row))
    )


def _track_part(track: Track) -> BoardPart:
    """Return a track with the hints to try: one row, two or three full rows (else two rows), and a
    column.

    Only the hints of the column have a height.
    """
    count = len(step_texts(track))
    full = [count // rows for rows in (2, 3) if count % rows == 0 and count > 6]
    in_row = [count, *(full or [-(-count // 2)])]
    return BoardPart(
        track, (*(PlaceHints(per_row) for per_row in in_row), PlaceHints(count, height=1.0))
    )


# --- dial measures -------------------------------------------------------------------------------

ON = "table"
# Kinds of places on a dial table: at most one of each, any number, the least steps of its track.
_ONCE, _OFTEN, _MIN_STEPS = ("cells", "hand", "lights", "name", "stock"), ("button",), 8
_NEEDED = ("cells", "hand")
# Distances (mm): cards to the edge of their zone, that edge to the cut, around the dial.
_ZONE, _EDGE, _DIAL_AIR = 0.6, 0.35, 3.0
# The dial (mm): largest and smallest radius, width of the ring of totals, free angle of each half
# (degrees), width of the ring of peg holes, frame of the deck in the middle and its chamfer.
MAX_DIAL, MIN_DIAL, SPOTS, FREE, _PEGS, DECK, CUT = 61.0, 48.0, 9.4, 16.0, 4.8, 2.6, 7.0
# The console (mm): margin, minimum width, height of buttons and their gap, largest radius of a
# light and the gap between lights, gap between parts.
_AIR, _CONSOLE, BUTTON, BUTTON_GAP, LIGHT, LIGHT_GAP, NEXT = 3.5, 60.0, 15.0, 4.0, 8.5, 4.0, 3.4


def is_dial_table(variant: Variant) -> bool:
    """Return True if a variant has the places and the track of a dial table."""
    kinds = [place.kind for place in variant.places if place.on == ON]
    tracks = [track for track in variant.tracks if track.on == ON]
    once = all(kinds.count(kind) == 1 for kind in set(kinds) - set(_OFTEN))
    return (
        once
        and set(kinds) <= {*_ONCE, *_OFTEN}
        and set(kinds) >= set(_NEEDED)
        and [len(step_texts(track)) >= _MIN_STEPS for track in tracks] == [True]
    )


class DialMeasures:
    """The measures of a dial table for a card size, centred on the origin (mm).

    The zone and the console are those of the near player.
    """

    def __init__(
        self, variant: Variant, card: tuple[float, float], *, pegged: bool, dial: float = MAX_DIAL
    ) -> None:
        self.variant, self.card = variant, card
        self.places = {
            place.kind: place
            for place in reversed(variant.places)
            if place.on == ON and place.kind not in _OFTEN
        }
        self.buttons = [p for p in variant.places if p.on == ON and p.kind in _OFTEN]
        self.track = next(track for track in variant.tracks if track.on == ON)
        self.peg_ring = _PEGS if pegged else 0.0
        pitch_x, pitch_y = card[0] + AIR, card[1] + AIR
        cells, hand = self.places["cells"], self.places["hand"]
        self.across = -(-cells.count // cells.rows)
        self.dial = max(dial, self.least_dial)
        reach = self.dial + CASING + _DIAL_AIR
        cells_width, cells_height = self.across * pitch_x, cells.rows * pitch_y
        long = hand.count * pitch_x
        edge = _EDGE + _ZONE
        self.width = max(
            2 * (cells_width + _ZONE + edge + reach), long + cells_width + 2 * edge + _CONSOLE
        )
        self.height = max(cells_height + pitch_y + 2 * edge, 2 * (reach + pitch_y + _ZONE + edge))
        left, low = edge - self.width / 2, self.height / 2 - edge
        self.hand = Rect(left, low - pitch_y, long, pitch_y)
        self.cells = Rect(left, low - pitch_y - cells_height, cells_width, cells_height)
        console = self.hand.right + _ZONE + _AIR
        right = self.width / 2 - edge - cells_width - _ZONE - _EDGE - _AIR
        self.console = Rect(console, reach, right - console, self.height / 2 - reach)

    @property
    def least_dial(self) -> float:
        """The minimum radius of the dial (mm): large enough to contain the deck, if it has a place
        there.
        """
        if "stock" not in self.places:
            return MIN_DIAL
        inside = SPOTS + self.peg_ring
        w, h = (side / 2 + DECK + AIR for side in self.card)
        return max(MIN_DIAL, math.hypot(w, h - CUT) + inside, h + inside)

    @property
    def zone(self) -> list[Point]:
        """The corners of the L-shaped zone around the cells and the hand."""
        cells, hand = self.cells.inset(-_ZONE), self.hand.inset(-_ZONE)
        x, right = cells.x, max(hand.right, cells.right)
        inner = [(x, cells.y), (cells.right, cells.y), (cells.right, hand.y), (right, hand.y)]
        return [*inner, (right, hand.bottom), (x, hand.bottom)]

    @property
    def step(self) -> float:
        """The angle from one total of the dial to the next (degrees)."""
        return (180 - FREE) / (len(step_texts(self.track)) - 1)

    def on_dial(self, i: int, radius: float) -> Point:
        """Return the point of total `i` on a circle; the lowest total is at the bottom."""
        return polar(radius, 90 + FREE / 2 + i * self.step)

    def list_buttons(self) -> list[Rect]:
        """Return the boxes of the buttons in a row at the foot of the console."""
        count, (x, _, width, _) = len(self.buttons), self.console
        w = (width - (count - 1) * BUTTON_GAP) / max(1, count)
        y = self.height / 2 - BUTTON
        return [Rect(x + i * (w + BUTTON_GAP), y, w, BUTTON) for i in range(count)]

    def list_lights(self) -> tuple[list[float], float]:
        """Return the x of each light from the centre of the console, and the radius of a light."""
        lights = self.places.get("lights")
        count = lights.count if lights is not None else 0
        r = min(LIGHT, (self.console.w - LIGHT_GAP * count) / max(1, count) / 2)
        return [(i - (count - 1) / 2) * (2 * r + LIGHT_GAP) for i in range(count)], r
