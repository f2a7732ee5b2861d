"""The contents of places on a table: of the mat, of a player, of a dial table."""

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
# Components in the middle of the table.
_MIDDLE = ("mat", "table")
# Sizes on the mat (mm): cards, tokens, dice, pots, the field, a slot for a rule card, a timer.
_CARD, _TOKEN, _DIE, _POT, _FIELD, _SLOT, _TIMER = 11.6, 10.6, 6.4, 13.0, 14.5, (16.0, 11.4), 11.0
# For a player (mm): card and gap, hand width, chip and step, pot, token; then their positions.
_HELD, _HELD_GAP, _HAND_WIDTH = 10.8, 0.6, 27.0
_CHIP, _CHIP_STEP, _PLAYER_POT, _MARKER = 4.5, 4.75, 9.0, 4.1
_HAND_Y, _TOP_Y, _LEFT_X, _RIGHT_X, _FOOT_Y = 44.4, 35.0, -19.6, 18.6, 48.9
_DOT, _DOT_STEP = 2.7, 3.6
# The centre and the width of a hand with free space on its right.
_ALONE_X, _ALONE_WIDTH = 4.6, 37.0
# The greatest number of drawn chips, and of chips in a column.
_CHIPS, _COLUMN = 8, 4
# The default number of cards in a hand.
_HAND = 2


class PlaceContents(msgspec.Struct, frozen=True):
    """The drawn contents of a place, with their box."""

    place: str
    items: Sequence[Item]
    box: Rect


def _in_box(
    place_id: str, items: Sequence[Item], w: float, h: float, x: float = 0.0, y: float = 0.0
) -> PlaceContents:
    """Return the contents of a place in a box about a point."""
    return PlaceContents(place_id, items, Rect(x - w / 2, y - h / 2, w, h))


def middle_rows(pieces: Pieces) -> list[list[PlaceContents]]:
    """Return the contents of the mat, in rows from the top."""
    rows: list[list[PlaceContents]] = []
    for kinds in _ROWS:
        places = [p for p in pieces.variant.places if p.on in _MIDDLE and p.kind in kinds]
        places.sort(key=lambda p: kinds.index(p.kind) if not p.family else 0)
        if row := [contents for p in places for contents in _on_mat(p, pieces)]:
            rows.append(row)
    if tracks := [track for track in pieces.variant.tracks if track.on in _MIDDLE]:
        row = [_track(t.id, t.last - t.first + 1, pieces) for t in tracks]
        if not any(t.on == "board" for t in pieces.variant.tracks):
            rows.append(row)
    return rows


def _on_mat(spec: Place, pieces: Pieces) -> list[PlaceContents]:
    """Return the contents of a place of the mat, one for each copy of the place."""
    kind, key = spec.kind, spec.id
    height = _CARD * RATIO
    if kind == "stock":
        return [_in_box(key, pieces.stack(spec.family, _CARD), _CARD + 1.2, height + 1.6)]
    if kind in ("discard", "pile"):
        items = pieces.empty_card(_CARD)
        if (card := _turned_up(spec, pieces.variant)) is not None:
            items = pieces.card(card, _CARD)
        return [_in_box(key, items, _CARD, height)]
    if kind == "cells":
        columns = -(-spec.count // spec.rows)
        step_x, step_y = _CARD + 1, height + 1
        cells = place_grid([pieces.empty_card(_CARD)] * spec.count, columns, (step_x, step_y))
        return [_in_box(key, cells, columns * step_x, spec.rows * step_y)]
    if kind in ("common", "hand"):
        return [_in_box(key, pieces.empty_card(_CARD), _CARD, height) for _ in range(spec.count)]
    if kind == "dice":
        shown = [pieces.die(_DIE, (4, 2, 5, 3)[i % 4]) for i in range(spec.count)]
        return [
            _in_box(key, [place(die, 0, 0, (-8, 9)[i % 2])], _DIE + 1.4, _DIE + 1.4)
            for i, die in enumerate(shown)
        ]
    if kind == "tokens":
        return _tokens(spec, pieces)
    if kind == "field":
        circle = PathBuilder().circle(0, 0, _FIELD / 2).circle(0, 0, _FIELD * 0.3).done()
        ring = Path(circle, fill=pieces.ground(0.12), stroke=Stroke(pieces.line, 0.35))
        return [_in_box(key, [ring], _FIELD, _FIELD)]
    if kind == "slot":
        w, h = _SLOT
        return [_in_box(key, pieces.sheet(w, h, 3), w, h)]
    if kind == "timer":
        return [_in_box(key, pieces.sign("timer", _TIMER), _TIMER, _TIMER)]
    return [_in_box(key, pieces.pot(_POT), _POT, _POT) for _ in range(spec.count)]


def _turned_up(spec: Place, variant: Variant) -> Card | None:
    """Return the top card of a discard pile if each family has a pile, else None."""
    piles = [p.id for p in variant.places if p.kind == spec.kind]
    if spec.family is None or len(piles) == 1:
        return None
    index = piles.index(spec.id)
    cards = [card for card in variant.cards if card.family == spec.family and card.rank]
    numbers = [card for card in cards if len(card.values) == 1]
    return numbers[-1 - 3 * index % len(numbers)] if numbers else None


def _tokens(spec: Place, pieces: Pieces) -> list[PlaceContents]:
    """Return the material with the id of the place, else a selection of tokens."""
    variant = pieces.variant
    named = next((m for m in variant.materials if m.id == spec.id and m.emblem), None)
    if named is not None:
        return [_in_box(spec.id, pieces.piece(named, _TOKEN), _TOKEN, _TOKEN)]
    tokens = [token.id for token in variant.tokens if token.emblem is not None]
    step = max(1, len(tokens) // max(1, spec.count))
    shown = tokens[:: step or 1][: spec.count]
    return [_in_box(spec.id, pieces.token(key, _TOKEN), _TOKEN, _TOKEN) for key in shown]


def _track(key: str, count: int, pieces: Pieces) -> PlaceContents:
    dots = [pieces.dot(_DOT, full=i == 0) for i in range(count)]
    items = place_grid(dots, count, (_DOT_STEP, 0))
    return _in_box(key, items, count * _DOT_STEP, _DOT + 0.6)


def rows_extent(
    rows: Sequence[Sequence[PlaceContents]], gap: float, row_gap: float
) -> tuple[float, float]:
    """Return the width and the height of rows with gaps."""
    width = max(_row_width(row, gap) for row in rows)
    heights = [max(contents.box.h for contents in row) for row in rows]
    return width, fsum(heights) + row_gap * (len(rows) - 1)


def place_rows(
    rows: Sequence[Sequence[PlaceContents]], gap: float, row_gap: float, scale: float
) -> Iterator[tuple[PlaceContents, Matrix]]:
    """Yield the contents of rows centred on the origin, each with its matrix."""
    y = -rows_extent(rows, gap, row_gap)[1] * scale / 2
    for row in rows:
        height = max(contents.box.h for contents in row)
        x = -_row_width(row, gap) * scale / 2
        for contents in row:
            place = translation(x + contents.box.w * scale / 2, y + height * scale / 2)
            yield contents, scaling(scale).then(place)
            x += (contents.box.w + gap) * scale
        y += (height + row_gap) * scale


def _row_width(row: Sequence[PlaceContents], gap: float) -> float:
    return fsum(contents.box.w for contents in row) + gap * (len(row) - 1)


# --- in front of a player -------------------------------------------------------------------------


def seat_contents(pieces: Pieces, *, is_open: bool) -> list[PlaceContents]:
    """Return the contents of the places of the near player, relative to the table centre.

    If `is_open`, the hand is face up.
    """
    variant = pieces.variant
    places = [p for p in variant.places if p.on == "board"]
    result = [*_draw_hand(pieces, places, is_open=is_open)]
    if (chips := _draw_chips(pieces, places)) is not None:
        result.append(chips)
    y = _TOP_Y + _PLAYER_POT / 2 - 1.2
    for spec in places:
        if spec.kind == "pot":
            items = [place(pieces.pot(_PLAYER_POT), _RIGHT_X, y)]
            result.append(_in_box(spec.id, items, _PLAYER_POT, _PLAYER_POT, _RIGHT_X, y))
    result += _draw_markers(pieces, places)
    for track in variant.tracks:
        if track.on == "board":
            drawn = _track(track.id, track.last - track.first + 1, pieces)
            box = drawn.box._replace(y=drawn.box.y + _TOP_Y)
            result.append(PlaceContents(track.id, [place(drawn.items, 0, _TOP_Y)], box))
    return result


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


def _draw_hand(pieces: Pieces, places: Sequence[Place], *, is_open: bool) -> list[PlaceContents]:
    cards = example_hand(pieces.variant)
    hands = [p for p in places if p.kind == "hand"]
    count = len(cards)
    is_alone = not any(p.kind in ("pot", "used", "lock", "tokens") for p in places)
    middle, available = (_ALONE_X, _ALONE_WIDTH) if is_alone else (0.0, _HAND_WIDTH)
    width = min(_HELD, available / count - _HELD_GAP)
    result = []
    for i, card in enumerate(cards):
        off = i - (count - 1) / 2
        x, y = middle + off * (width + _HELD_GAP), _HAND_Y + 0.2 * off * off
        items = pieces.card(card, width) if is_open else pieces.back(card.family, width)
        key = hands[min(i, len(hands) - 1)].id if hands else "hand"
        turned = [place(items, x, y, off * min(6, 12 / count))]
        boxed = _in_box(key, turned, width, width * RATIO, x, y)
        result.append(boxed)
        if key != "hand":
            result.append(PlaceContents("hand", (), boxed.box))
    return result


def _draw_chips(pieces: Pieces, places: Sequence[Place]) -> PlaceContents | None:
    """Draw the chips of a player; their place is the reserve, if any, else the material."""
    stake = pieces.variant.stake_material
    if stake is None:
        return None
    reserve = next((p for p in places if p.kind == "reserve"), None)
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
    return _in_box(key, items, columns * _CHIP_STEP, _COLUMN * _CHIP_STEP, _LEFT_X, middle)


def _draw_markers(pieces: Pieces, places: Sequence[Place]) -> list[PlaceContents]:
    """Draw the markers of a player in rows: used tokens, locked cards."""
    result = []
    variant = pieces.variant
    candidates = [p for p in places if p.kind in ("used", "lock", "tokens")]
    drawn = [p for p in candidates if p.kind != "tokens"] or candidates
    for row, spec in enumerate(drawn[:2]):
        y = _FOOT_Y - row * (_MARKER + 0.8)
        width = spec.count * (_MARKER + 0.5)
        markers = [
            m for m in variant.materials if m.per_player == spec.count and m.emblem is not None
        ]
        marker = pieces.piece(markers[-1], _MARKER) if markers else pieces.dot(_MARKER, full=False)
        step, centre = (_MARKER + 0.5, 0), (_RIGHT_X, y)
        items = place_grid([marker] * spec.count, spec.count, step, centre)
        result.append(_in_box(spec.id, items, width, _MARKER, _RIGHT_X, y))
    hidden = [p for p in candidates if p not in drawn]
    return [*result, *(PlaceContents(p.id, (), result[0].box) for p in hidden if result)]


# --- the table of two with a dial -----------------------------------------------------------------

# The margin of the table around its zones, and its chamfer (mm); cards as a share of their cells;
# the inset of the deck (mm).
_MARGIN, _CHAMFER, _CELL_CARD, _INSIDE = 2.6, 4.0, 0.93, 2.0
# The arrow to the next player: its distance from the dial (mm), start and end (degrees).
_ARROW, _TURN = 3.4, (100.0, 123.0)
# The diameters of totals and of the marked total on the dial, in steps between totals.
_TOTAL, _MARKED = 0.6, 1.3


class TableZones:
    """A dial table centred on the origin: two zones, one the half turn of the other."""

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

    def draw_contents(self) -> Iterator[tuple[PlaceContents, Matrix, bool]]:
        """Yield the contents of both zones and of the middle.

        Each has its matrix, and is named or not.
        """
        for contents in (*self._cards(), *self._dial(), *self._console()):
            yield contents, IDENTITY, True
            yield contents, half_rotation(0, 0), False
        if (stock := self.measures.places.get("stock")) is not None:
            (w, h) = (_CELL_CARD * side for side in self.shrink.apply(*POKER))
            items = self.pieces.stack(stock.family, w)
            yield (
                PlaceContents(stock.id, items, Rect(-w / 2, -h / 2, w, h).inset(_INSIDE)),
                IDENTITY,
                True,
            )

    def _cards(self) -> Iterator[PlaceContents]:
        """Yield the cells, and the hand face down."""
        measures, pieces = self.measures, self.pieces
        cells, hand = measures.places["cells"], measures.places["hand"]
        empty, back = pieces.empty_card(self.card), pieces.back(hand.family, self.card)
        for spec, box, card, columns in (
            (cells, measures.cells, empty, measures.across),
            (hand, measures.hand, back, hand.count),
        ):
            small = self.shrink.bounds(box)
            w, h = small.w / columns, small.h / -(-spec.count // columns)
            items = [
                place(card, small.x + (i % columns + 0.5) * w, small.y + (i // columns + 0.5) * h)
                for i in range(spec.count)
            ]
            yield PlaceContents(spec.id, items, small)
            if spec is hand:
                yield PlaceContents("hand", (), small)

    def _dial(self) -> Iterator[PlaceContents]:
        """Yield the player's totals, the marker on the first, and the arrow to the other player."""
        measures, shrink = self.measures, self.shrink
        radius, count = measures.dial - SPOTS / 2, len(step_texts(measures.track))
        points = [shrink.apply(*measures.on_dial(i, radius)) for i in range(count)]
        step = abs(complex(*points[1]) - complex(*points[0]))
        totals: list[Item] = [
            place(self.pieces.dot(_TOTAL * step, full=False), *spec) for spec in points[1:]
        ]
        yield PlaceContents("dial", totals, Rect(-self.dial, -self.dial, self.dial, 2 * self.dial))
        (x, y), size = points[0], _MARKED * step
        marker = [place(self.pieces.dot(size, full=True), x, y)]
        yield PlaceContents(measures.track.id, marker, Rect(x - size / 2, y - size / 2, size, size))
        items, box = self.pieces.arrow(self.dial + _ARROW, *_TURN)
        yield PlaceContents("first", items, box)

    def _console(self) -> Iterator[PlaceContents]:
        """Yield the buttons and, above them, the lights."""
        measures, pieces = self.measures, self.pieces
        y = measures.height / 2
        for spec, button in zip(measures.buttons, measures.list_buttons(), strict=True):
            box, y = self.shrink.bounds(button), button.y - NEXT
            shape = Path(chamfered(box, 0.2 * box.h), pieces.ground(0.3), pieces.edge())
            yield PlaceContents(spec.id, [shape], box)
        lights = measures.places.get("lights")
        if lights is not None:
            middles, r = measures.list_lights()
            x, light = measures.console.centre[0], pieces.dot(2 * r * self.shrink.a, full=False)
            points = [self.shrink.apply(x + middle, y - r) for middle in middles]
            box = Rect(x + middles[0] - r, y - 2 * r, middles[-1] - middles[0] + 2 * r, 2 * r)
            yield PlaceContents(
                lights.id, [place(light, *p) for p in points], self.shrink.bounds(box)
            )
