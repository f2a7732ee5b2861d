"""The table of two with a dial as a picture: where things are is as on the printed table."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art.guilloche import chamfered
from printkit.base.geometry import IDENTITY, Matrix, Rect, half_rotation, scaling
from printkit.booklet.pieces import Pieces, place
from printkit.booklet.table_places import Thing
from printkit.components.cards.anatomy import POKER
from printkit.components.dial_measures import NEXT, SPOTS, DialMeasures
from printkit.components.places.tracks import step_texts
from printkit.graphics.display_list import Group, Item, Path, Stroke
from printkit.graphics.path import PathBuilder

# The edge of the table round its zones, and its chamfer (mm); cards, in sizes of their cells; how
# far inside the deck a disc may begin.
_MARGIN, _CHAMFER, _CARD, _INSIDE = 2.6, 4.0, 0.93, 2.0
# The arrow to the next player: how far it is from the dial (mm), and where (degrees).
_ARROW, _TURN = 3.4, (100.0, 123.0)
# The totals of the dial, and the one with the marker, in steps from one to the next.
_TOTAL, _MARKED = 0.6, 1.3


class TableZones:
    """The picture of a table about the origin: two zones, each the half turn of the other."""

    def __init__(self, pieces: Pieces, width: float) -> None:
        self.pieces = pieces
        self.measures = DialMeasures(pieces.variant, POKER, pegged=False)
        scale = (width - 2 * _MARGIN) / self.measures.width
        self.shrink, self.card = scaling(scale), _CARD * scale * POKER[0]
        self.dial = scale * self.measures.dial
        self.area = Rect(-width / 2, 0.0, width, scale * self.measures.height + 2 * _MARGIN)
        self.area = self.area._replace(y=-self.area.h / 2)

    def draw_ground(self) -> list[Item]:
        """Draw the table, the zones on it and the dial."""
        pieces = self.pieces
        line, light = Stroke(pieces.line, 0.4), pieces.ground(0.05)
        corners = [self.shrink.apply(*corner) for corner in self.measures.zone]
        zone = Path(PathBuilder().polygon(corners).done(), fill=light, stroke=line)
        dial = PathBuilder().circle(0, 0, self.dial).done()
        return [
            Path(chamfered(self.area, _CHAMFER), fill=pieces.ground(0.15), stroke=pieces.edge()),
            *(Group((zone,), turn) for turn in (IDENTITY, half_rotation(0, 0))),
            Path(dial, fill=light, stroke=line),
        ]

    def draw_things(self) -> Iterator[tuple[Thing, Matrix, bool]]:
        """Yield the things of both zones and of the middle, each with its place on the table, and
        whether it is named.
        """
        for thing in (*self._cards(), *self._dial(), *self._console()):
            yield thing, IDENTITY, True
            yield thing, half_rotation(0, 0), False
        if (stock := self.measures.places.get("stock")) is not None:
            (w, h) = (_CARD * side for side in self.shrink.apply(*POKER))
            items = self.pieces.stack(stock.family, w)
            yield Thing(stock.id, items, Rect(-w / 2, -h / 2, w, h).inset(_INSIDE)), IDENTITY, True

    def _cards(self) -> Iterator[Thing]:
        """Yield the cells, and the hand face down."""
        measures, pieces = self.measures, self.pieces
        cells, hand = measures.places["cells"], measures.places["hand"]
        empty, back = pieces.empty_card(self.card), pieces.back(hand.family, self.card)
        for spot, box, card, columns in (
            (cells, measures.cells, empty, measures.across),
            (hand, measures.hand, back, hand.count),
        ):
            small = self.shrink.bounds(box)
            w, h = small.w / columns, small.h / -(-spot.count // columns)
            items = [
                place(card, small.x + (i % columns + 0.5) * w, small.y + (i // columns + 0.5) * h)
                for i in range(spot.count)
            ]
            yield Thing(spot.id, items, small)
            if spot is hand:
                yield Thing("hand", (), small)

    def _dial(self) -> Iterator[Thing]:
        """Yield the player's totals, the marker on the first, and the arrow to the other player."""
        measures, shrink = self.measures, self.shrink
        radius, count = measures.dial - SPOTS / 2, len(step_texts(measures.track))
        spots = [shrink.apply(*measures.on_dial(i, radius)) for i in range(count)]
        step = abs(complex(*spots[1]) - complex(*spots[0]))
        totals: list[Item] = [
            place(self.pieces.dot(_TOTAL * step, full=False), *spot) for spot in spots[1:]
        ]
        yield Thing("dial", totals, Rect(-self.dial, -self.dial, self.dial, 2 * self.dial))
        (x, y), size = spots[0], _MARKED * step
        marker = [place(self.pieces.dot(size, full=True), x, y)]
        yield Thing(measures.track.id, marker, Rect(x - size / 2, y - size / 2, size, size))
        items, box = self.pieces.arrow(self.dial + _ARROW, *_TURN)
        yield Thing("first", items, box)

    def _console(self) -> Iterator[Thing]:
        """Yield the buttons and, above them, the lights."""
        measures, pieces = self.measures, self.pieces
        y = measures.height / 2
        for spot, button in zip(measures.buttons, measures.list_buttons(), strict=True):
            box, y = self.shrink.bounds(button), button.y - NEXT
            shape = Path(chamfered(box, 0.2 * box.h), pieces.ground(0.3), pieces.edge())
            yield Thing(spot.id, [shape], box)
        lights = measures.places.get("lights")
        if lights is not None:
            middles, r = measures.list_lights()
            x, light = measures.console.centre[0], pieces.dot(2 * r * self.shrink.a, full=False)
            spots = [self.shrink.apply(x + middle, y - r) for middle in middles]
            box = Rect(x + middles[0] - r, y - 2 * r, middles[-1] - middles[0] + 2 * r, 2 * r)
            yield Thing(lights.id, [place(light, *p) for p in spots], self.shrink.bounds(box))
