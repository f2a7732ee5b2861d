"""The measures of a dial table for two: cells, hands, dial and consoles."""

from __future__ import annotations

import math

from printkit.base.geometry import Rect, polar
from printkit.components.places.context import AIR
from printkit.components.places.engraving import CASING
from printkit.components.places.registry import step_texts
from printkit.graphics.path import Point
from printkit.model.variant import Variant

ON = "table"
# Kinds of places on a dial table: at most one of each, any number, the least steps of its track.
_ONCE, _OFTEN, _MIN_STEPS = ("cells", "hand", "lights", "name", "stock"), ("button",), 8
_NEEDED = ("cells", "hand")
# Distances (mm): cards to the edge of their zone, that edge to the cut, around the dial.
_ZONE, _EDGE, _DIAL_AIR = 0.6, 0.35, 3.0
# The dial (mm): largest and smallest radius, width of the ring of totals, free angle of each half
# (degrees), width of the ring of peg holes, frame of the deck in the middle and its chamfer.
MAX_DIAL, MIN_DIAL, SPOTS, FREE, _PEGS, DECK, CUT = 61.0, 48.0, 9.4, 16.0, 4.8, 2.6, 7.0
# The console (mm): margin, least width, height of buttons and their gap, largest radius of a light
# and the gap between lights, gap between parts.
_AIR, _CONSOLE, BUTTON, BUTTON_GAP, LIGHT, LIGHT_GAP, NEXT = 3.5, 60.0, 15.0, 4.0, 8.5, 4.0, 3.4


def is_dial_table(variant: Variant) -> bool:
    """Return True if the places and the track of a variant's table are those of a dial table."""
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
        """The least radius of the dial, which contains the deck."""
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
