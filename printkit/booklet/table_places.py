"""The things on a table: those of the mat in rows, those in front of a player, those of a dial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, fsum

import msgspec

from printkit.art.guilloche import chamfered
from printkit.base.geometry import IDENTITY, Matrix, Rect, half_rotation, scaling, translation
from printkit.booklet.pieces import Pieces, place, place_grid
from printkit.components.cards.anatomy import POKER
from printkit.components.cards.small_card import RATIO
from printkit.components.dial_measures import NEXT, SPOTS, DialMeasures
from printkit.components.places.registry import step_texts
from printkit.graphics.display_list import Group, Item, Path, Stroke
from printkit.graphics.path import PathBuilder
from printkit.model.cards import Card
from printkit.model.tabletop import Place
from printkit.model.variant import Variant
from printkit.rules.ladder import judge_examples

# The rows of the mat, by the kinds of places.
_ROWS = (
    ("tokens", "common", "slot", "timer"),
    ("stock", "field", "pile", "discard", "hand"),
    ("pot", "dice"),
    ("cells",),
)
# What lies in the middle.
_MIDDLE = ("mat", "table")
# Sizes on the mat (mm): cards, tokens, dice, pots, the field, a slot for a rule card, a timer.
_CARD, _TOKEN, _DIE, _POT, _FIELD, _SLOT, _TIMER = 11.6, 10.6, 6.4, 13.0, 14.5, (16.0, 11.4), 11.0
# In front of a player: cards and their room, chips in columns, a pot, tokens; where each stands.
_HELD, _HELD_GAP, _HAND_WIDTH, _CHIP, _CHIP_STEP, _PLAYER_POT, _MARKER = (
    10.8,
    0.6,
    27.0,
    4.5,
    4.75,
    9.0,
    4.1,
)
_HAND_Y, _TOP_Y, _LEFT_X, _RIGHT_X, _FOOT_Y = 44.4, 35.0, -19.6, 18.6, 48.9
_DOT, _DOT_STEP = 2.7, 3.6
# Where a hand is with nothing on its right.
_ALONE_X, _ALONE_WIDTH = 4.6, 37.0
# This many chips are drawn, in columns of four.
_CHIPS, _COLUMN = 8, 4
# How many cards a player is drawn with if nothing says so.
_HAND = 2


class Thing(msgspec.Struct, frozen=True):
    """The contents of a place: its items about a point, and their box."""

    place: str
    items: Sequence[Item]
    box: Rect


def _thing(place_id: str, items: Sequence[Item], w: float, h: float) -> Thing:
    return Thing(place_id, items, Rect(-w / 2, -h / 2, w, h))


def middle_rows(pieces: Pieces) -> list[list[Thing]]:
    """Return the contents of the mat, in rows from the top."""
    rows: list[list[Thing]] = []
    for kinds in _ROWS:
        places = [p for p in pieces.variant.places if p.on in _MIDDLE and p.kind in kinds]
        places.sort(key=lambda p: kinds.index(p.kind) if not p.family else 0)
        if row := [thing for p in places for thing in _on_mat(p, pieces)]:
            rows.append(row)
    if tracks := [track for track in pieces.variant.tracks if track.on in _MIDDLE]:
        row = [_track(t.id, t.last - t.first + 1, pieces) for t in tracks]
        if not any(t.on == "board" for t in pieces.variant.tracks):
            rows.append(row)
    return rows


def _on_mat(spot: Place, pieces: Pieces) -> list[Thing]:
    """Return the things of a place of the mat: several where it is there several times."""
    kind, key = spot.kind, spot.id
    height = _CARD * RATIO
    if kind == "stock":
        return [_thing(key, pieces.stack(spot.family, _CARD), _CARD + 1.2, height + 1.6)]
    if kind in ("discard", "pile"):
        items = pieces.empty_card(_CARD)
        if (card := _turned_up(spot, pieces.variant)) is not None:
            items = pieces.card(card, _CARD)
        return [_thing(key, items, _CARD, height)]
    if kind == "cells":
        columns = -(-spot.count // spot.rows)
        step_x, step_y = _CARD + 1, height + 1
        cells = place_grid([pieces.empty_card(_CARD)] * spot.count, columns, (step_x, step_y))
        return [_thing(key, cells, columns * step_x, spot.rows * step_y)]
    if kind in ("common", "hand"):
        return [_thing(key, pieces.empty_card(_CARD), _CARD, height) for _ in range(spot.count)]
    if kind == "dice":
        shown = [pieces.die(_DIE, (4, 2, 5, 3)[i % 4]) for i in range(spot.count)]
        return [
            _thing(key, [place(die, 0, 0, (-8, 9)[i % 2])], _DIE + 1.4, _DIE + 1.4)
            for i, die in enumerate(shown)
        ]
    if kind == "tokens":
        return _tokens(spot, pieces)
    if kind == "field":
        circle = PathBuilder().circle(0, 0, _FIELD / 2).circle(0, 0, _FIELD * 0.3).done()
        ring = Path(circle, fill=pieces.ground(0.12), stroke=Stroke(pieces.line, 0.35))
        return [_thing(key, [ring], _FIELD, _FIELD)]
    if kind == "slot":
        w, h = _SLOT
        return [_thing(key, pieces.sheet(w, h, 3), w, h)]
    if kind == "timer":
        return [_thing(key, pieces.sign("timer", _TIMER), _TIMER, _TIMER)]
    return [_thing(key, pieces.pot(_POT), _POT, _POT) for _ in range(spot.count)]


def _turned_up(spot: Place, variant: Variant) -> Card | None:
    """Return the card to show face up if each family has its own pile, else None."""
    piles = [p.id for p in variant.places if p.kind == spot.kind]
    if spot.family is None or len(piles) == 1:
        return None
    index = piles.index(spot.id)
    cards = [card for card in variant.cards if card.family == spot.family and card.rank]
    numbers = [card for card in cards if len(card.values) == 1]
    return numbers[-1 - 3 * index % len(numbers)] if numbers else None


def _tokens(spot: Place, pieces: Pieces) -> list[Thing]:
    """Return tokens: those that are drawn, or a material of the place's name."""
    variant = pieces.variant
    named = next((m for m in variant.materials if m.id == spot.id and m.emblem), None)
    if named is not None:
        return [_thing(spot.id, pieces.piece(named, _TOKEN), _TOKEN, _TOKEN)]
    tokens = [token.id for token in variant.tokens if token.emblem is not None]
    step = max(1, len(tokens) // max(1, spot.count))
    shown = tokens[:: step or 1][: spot.count]
    return [_thing(spot.id, pieces.token(key, _TOKEN), _TOKEN, _TOKEN) for key in shown]


def _track(key: str, count: int, pieces: Pieces) -> Thing:
    dots = [pieces.dot(_DOT, full=i == 0) for i in range(count)]
    items = place_grid(dots, count, (_DOT_STEP, 0))
    return _thing(key, items, count * _DOT_STEP, _DOT + 0.6)


def rows_extent(rows: Sequence[Sequence[Thing]], gap: float, row_gap: float) -> tuple[float, float]:
    """Return the width and the height of rows of things, with the gaps between them."""
    width = max(_row_width(row, gap) for row in rows)
    heights = [max(thing.box.h for thing in row) for row in rows]
    return width, fsum(heights) + row_gap * (len(rows) - 1)


def place_rows(
    rows: Sequence[Sequence[Thing]], gap: float, row_gap: float, scale: float
) -> Iterator[tuple[Thing, Matrix]]:
    """Yield things in rows centred about the origin, each with the matrix that places it."""
    y = -rows_extent(rows, gap, row_gap)[1] * scale / 2
    for row in rows:
        height = max(thing.box.h for thing in row)
        x = -_row_width(row, gap) * scale / 2
        for thing in row:
            place = translation(x + thing.box.w * scale / 2, y + height * scale / 2)
            yield thing, scaling(scale).then(place)
            x += (thing.box.w + gap) * scale
        y += (height + row_gap) * scale


def _row_width(row: Sequence[Thing], gap: float) -> float:
    return fsum(thing.box.w for thing in row) + gap * (len(row) - 1)


# --- in front of a player -------------------------------------------------------------------------


def seat_things(pieces: Pieces, *, is_open: bool) -> list[Thing]:
    """Return the things in front of the player at the bottom of the picture.

    The origin is the middle of the table, as it is for two players.

    With `is_open` the hand is that of the worked example.
    """
    variant = pieces.variant
    own = [p for p in variant.places if p.on == "board"]
    things = [*_draw_hand(pieces, own, is_open=is_open)]
    if (chips := _draw_chips(pieces, own)) is not None:
        things.append(chips)
    y = _TOP_Y + _PLAYER_POT / 2 - 1.2
    for spot in own:
        if spot.kind == "pot":
            items = [place(pieces.pot(_PLAYER_POT), _RIGHT_X, y)]
            things.append(_shifted(spot.id, items, _RIGHT_X, y, _PLAYER_POT, _PLAYER_POT))
    things += _draw_markers(pieces, own)
    for track in variant.tracks:
        if track.on == "board":
            drawn = _track(track.id, track.last - track.first + 1, pieces)
            box = drawn.box._replace(y=drawn.box.y + _TOP_Y)
            things.append(Thing(track.id, [place(drawn.items, 0, _TOP_Y)], box))
    return things


def _shifted(key: str, items: Sequence[Item], x: float, y: float, w: float, h: float) -> Thing:
    return Thing(key, items, Rect(x - w / 2, y - h / 2, w, h))


def example_hand(variant: Variant) -> tuple[Card, ...]:
    """Return the cards of the last worked hand of the aim; without one, as many as a hand has."""
    if variant.aim_hands:
        (example,) = judge_examples(variant, variant.aim_hands[-1:])
        return tuple(held.card for held in example.cards)
    counted = variant.counting.cards or _HAND
    if len(variant.families) == counted:
        return tuple(
            next(card for card in variant.cards if card.family == key) for key in variant.families
        )
    return tuple(variant.cards[:: max(1, len(variant.cards) // counted)][:counted])


def _draw_hand(pieces: Pieces, own: Sequence[Place], *, is_open: bool) -> list[Thing]:
    cards = example_hand(pieces.variant)
    places = [p for p in own if p.kind == "hand"]
    count = len(cards)
    is_alone = not any(p.kind in ("pot", "used", "lock", "tokens") for p in own)
    middle, available = (_ALONE_X, _ALONE_WIDTH) if is_alone else (0.0, _HAND_WIDTH)
    width = min(_HELD, available / count - _HELD_GAP)
    things = []
    for i, card in enumerate(cards):
        off = i - (count - 1) / 2
        x, y = middle + off * (width + _HELD_GAP), _HAND_Y + 0.2 * off * off
        items = pieces.card(card, width) if is_open else pieces.back(card.family, width)
        key = places[min(i, len(places) - 1)].id if places else "hand"
        turned = [place(items, x, y, off * min(6, 12 / count))]
        boxed = _shifted(key, turned, x, y, width, width * RATIO)
        things.append(boxed)
        if key != "hand":
            things.append(Thing("hand", (), boxed.box))
    return things


def _draw_chips(pieces: Pieces, own: Sequence[Place]) -> Thing | None:
    """Draw the chips of a player: those of a reserve, or of several worths."""
    stake = pieces.variant.stake_material
    if stake is None:
        return None
    reserve = next((p for p in own if p.kind == "reserve"), None)
    count = min(_CHIPS, stake.per_player or stake.count or 0)
    items: list[Item] = []
    columns = ceil(count / _COLUMN)
    top = _HAND_Y - 1.6 - (_COLUMN - 1) / 2 * _CHIP_STEP
    for i in range(count):
        x = _LEFT_X + (i // _COLUMN - (columns - 1) / 2) * _CHIP_STEP
        y = top + i % _COLUMN * _CHIP_STEP
        items.append(place(pieces.chip(stake, i, _CHIP), x, y))
    key = reserve.id if reserve is not None else stake.id
    middle = top + (_COLUMN - 1) / 2 * _CHIP_STEP
    return _shifted(key, items, _LEFT_X, middle, columns * _CHIP_STEP, _COLUMN * _CHIP_STEP)


def _draw_markers(pieces: Pieces, own: Sequence[Place]) -> list[Thing]:
    """Draw the markers of a player in a row: of used tokens, of locked cards."""
    things = []
    variant = pieces.variant
    spots = [p for p in own if p.kind in ("used", "lock", "tokens")]
    drawn = [p for p in spots if p.kind != "tokens"] or spots
    for row, spot in enumerate(drawn[:2]):
        y = _FOOT_Y - row * (_MARKER + 0.8)
        width = spot.count * (_MARKER + 0.5)
        made = [m for m in variant.materials if m.per_player == spot.count and m.emblem is not None]
        marker = pieces.piece(made[-1], _MARKER) if made else pieces.dot(_MARKER, full=False)
        step, centre = (_MARKER + 0.5, 0), (_RIGHT_X, y)
        items = place_grid([marker] * spot.count, spot.count, step, centre)
        things.append(_shifted(spot.id, items, _RIGHT_X, y, width, _MARKER))
    hidden = [p for p in spots if p not in drawn]
    return [*things, *(Thing(p.id, (), things[0].box) for p in hidden if things)]


# --- the table of two with a dial -----------------------------------------------------------------

# The edge of the table round its zones, and its chamfer (mm); cards, in sizes of their cells; how
# far inside the deck a disc may begin.
_MARGIN, _CHAMFER, _CELL_CARD, _INSIDE = 2.6, 4.0, 0.93, 2.0
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
        self.shrink, self.card = scaling(scale), _CELL_CARD * scale * POKER[0]
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
            (w, h) = (_CELL_CARD * side for side in self.shrink.apply(*POKER))
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
