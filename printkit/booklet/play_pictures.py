"""Draw a turn in pictures.

The shared places are in a row above the tray of the player; pots come first, above the chips.
Lengths are given for a picture of full size (mm).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, fsum, pi, sin

import msgspec

from printkit.art.ornaments import chamfered
from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.booklet.table_pictures import (
    DISC_FIGURE,
    Pieces,
    draw_disc,
    draw_figure,
    place,
    place_grid,
)
from printkit.faces.small_cards import RATIO
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke, Symbol
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import text_line, text_width
from printkit.model.fields import signed
from printkit.model.play import DEALER, Play
from printkit.rules.plays import (
    ASIDE,
    OTHERS,
    Spots,
    State,
    card_of,
    judge_state,
    moved_cards,
    play_out,
)
from printkit.text.panels import name_outcome

# --- play arrows ---------------------------------------------------------------------------------

# The line of an arrow, its casing of paper, the length of its head and half the width of that.
_LINE, _CASING, _HEAD = 0.7, 1.8, (2.9, 1.4)
# The height of a bracket over cards, and how deep its ticks go into them.
BRACKET, _TICK = 1.3, 0.6
Point = tuple[float, float]
# The start of a curve, its two handles, its end.
Curve = tuple[Point, Point, Point, Point]


def bend(start: Point, end: Point) -> Curve:
    """Return a curve that starts and ends vertically."""
    middle = (start[1] + end[1]) / 2
    return start, (start[0], middle), (end[0], middle), end


def point_on(curve: Curve, t: float) -> Point:
    """Return the point on a curve at a parameter from 0 to 1."""
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x, y = (fsum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y


def draw_arrow(curve: Curve, ink: Colour, paper: Colour) -> Iterator[Item]:
    """Draw an arrow along a curve, in a casing of paper."""
    start, first, second, end = curve
    angle = atan2(end[1] - second[1], end[0] - second[0])
    length, half = _HEAD

    def corner(back: float, beside: float) -> Point:
        return (
            end[0] - back * cos(angle) + beside * cos(angle + pi / 2),
            end[1] - back * sin(angle) + beside * sin(angle + pi / 2),
        )

    neck = corner(0.7 * length, 0.0)
    yield from _draw_line(PathBuilder().move(*start).curve(*first, *second, *neck), ink, paper)
    head = PathBuilder().polygon([end, corner(length, half), corner(length, -half)])
    yield Path(head.done(), fill=ink, stroke=Stroke(paper, 0.3))


def draw_bracket(xs: Sequence[float], y: float, ink: Colour, paper: Colour) -> Iterator[Item]:
    """Draw a line at height `y` over several cards, with a tick to each."""
    path = PathBuilder().move(min(xs), y).line(max(xs), y)
    for x in xs:
        path.move(x, y).line(x, y + BRACKET + _TICK)
    yield from _draw_line(path, ink, paper)


def _draw_line(path: PathBuilder, ink: Colour, paper: Colour) -> Iterator[Item]:
    line = path.done()
    yield Path(line, stroke=Stroke(paper, _CASING, round=True))
    yield Path(line, stroke=Stroke(ink, _LINE, round=True))


# --- play picture --------------------------------------------------------------------------------

AREA = Rect(0.0, 0.0, 118.0, 54.0)
# A table: its width, its top below the label, its chamfer; the margin of the tray, its top.
WIDTH, TOP, CUT, MARGIN, _TRAY = 57.6, 5.8, 3.0, 2.4, 29.2
# The middle of the common places, of the hand, of chips with a number below, of that number.
ROW_Y, _HAND_Y, _HEAP_Y, _NUMBER_Y = 16.9, 39.9, 37.9, 48.2
# Cards in the row and in the hand, and their gap; a pot, a field; a chip, its step, a lock token.
_CARD, _HELD, GAP, _POT, _FIELD, _CHIP, _STEP, _LOCK = 9.8, 10.6, 1.0, 11.0, 12.4, 4.3, 4.7, 4.6
# The tray around a hand in the row.
_AROUND_HAND = 1.1
# The greatest gap in the row; the chips of a heap with a number, in two columns.
_APART, _HEAP, _COLUMNS = 7.0, 6, 2
# The radii of the discs of totals and of moves; how deep arrows go into cards and piles.
TOTAL, _DISC, _DEEP = 4.1, 2.2, 1.3
# The places of parallel arrows, as shares of a card, and of the numbers on them.
_FIRST, _LAST, _NUMBERS = 0.06, 0.94, (0.34, 0.60)
# The width of a card face up on the pile that it comes from, and of one of several (cards).
_ARRIVING, _SEVERAL = 0.82, 0.66
# Common places from the left: pots, then all others, then open cards.
_ORDER = {"pot": 0, "hand": 2}


def draw_play(pieces: Pieces, key: str, language: str, height: float) -> Symbol:
    """Draw the turn with the id `key`: the table before it and after it.

    Words and numbers are legible if the picture is printed `height` mm high. Raises PrintkitError
    if a drawing cannot be read.
    """
    play = next(play for play in pieces.variant.plays if play.id == key)
    items = Turn(pieces.printed_at(height / AREA.h), play, language).draw()
    name = f"play-{pieces.variant.slug}-{key}-{language}-{height:g}"
    return Symbol(name, tuple(items), AREA, play.seat[language])


class Turn:
    """The picture of a turn, or of its moves from `start` to `end`. It has boxes for places, and
    slots for the cards of the hand.
    """

    def __init__(
        self, pieces: Pieces, play: Play, language: str, start: int = 0, end: int | None = None
    ) -> None:
        self.pieces, self.play, self.language = pieces, play, language
        self.least = pieces.least
        variant = self.variant = pieces.variant
        self.cards = {card.id: card for card in variant.cards}
        self.kinds: dict[str, str] = {place.id: place.kind for place in variant.places}
        self.kinds |= {ASIDE: "hand", DEALER: DEALER}
        self.families = {place.id: place.family for place in variant.places} | {ASIDE: None}
        self.hidden = {place.id for place in variant.places if place.face_down}
        self.board = {place.id for place in variant.places if place.on == "board"}
        held = Spots.of(variant).held
        self.held = [key for key in held if self.kinds.get(key) != "field"]
        self.made = play.moves[start:end]
        self.states = play_out(variant, play)[start : start + len(self.made) + 1]
        self.moves = [moved_cards(variant, move) for move in self.made]
        self.codes = self._fill_slots()
        self.boxes: dict[str, Rect] = dict(self._common_boxes())
        self.slots = self._own_boxes()

    # --- where things are -------------------------------------------------------------------

    def _fill_slots(self) -> tuple[list[str | None], list[str | None]]:
        """Return the cards in the slots of the hand before and after the turn.

        A new card gets the slot of a card that leaves.
        """
        before = self._hand(self.states[0])
        after: list[str | None] = [*before]
        gone: list[int] = []
        came: list[str] = []
        for move, codes in zip(self.made, self.moves, strict=True):
            leaves, stays = move.start in self.held, move.end in self.held
            for code in codes:
                if leaves and not stays and code in after:
                    slot = after.index(code)
                    after[slot] = None
                    gone += [slot] if self.kinds[move.end] != "field" else []
                elif leaves and not stays:
                    came.remove(code)
                elif stays and not leaves:
                    came.append(code)
        for code in came:
            if gone:
                after[gone.pop(0)] = code
            else:
                after.append(code)
        return [*before, *[None] * (len(after) - len(before))], after

    def _hand(self, state: State) -> list[str]:
        return [code for key in self.held for code in state.cards.get(key, ())]

    def _is_own(self, place: str) -> bool:
        """Return True for the chips and the pot in front of the player."""
        on_board = place in self.board and self.kinds[place] in ("pot", "reserve")
        return place != OTHERS and (on_board or place not in self.kinds)

    def _common_boxes(self) -> Iterator[tuple[str, Rect]]:
        """Yield the boxes of the shared places in the turn, from the left, pots first."""
        shown = {key for state in self.states for key in (*state.cards, *state.chips)}
        if not any(self._row_of(ASIDE)):
            shown.discard(ASIDE)
        known = [*(spec.id for spec in self.variant.places), DEALER, ASIDE]
        keys = [
            key
            for key in sorted(known, key=lambda key: _ORDER.get(self.kinds[key], 1))
            if (key in shown or self.kinds[key] == "stock")
            and key not in self.held
            and not self._is_own(key)
        ]
        widths = [
            {"pot": _POT, "field": _FIELD, DEALER: _FIELD}.get(
                self.kinds[key], _CARD * len(self._row_of(key))
            )
            for key in keys
        ]
        free = WIDTH - 2 * MARGIN - fsum(widths)
        gap = min(_APART, free / max(1, len(keys)))
        x = MARGIN + min(1.2, gap)
        if not self.states[-1].chips:
            x += (free - gap * (len(keys) - 1)) / 2 - min(1.2, gap)
        for key, width in zip(keys, widths, strict=True):
            is_card = self.kinds[key] not in ("pot", "field", DEALER)
            height = _CARD * RATIO if is_card else width
            yield key, Rect(x, ROW_Y - height / 2, width, height)
            x += width + gap

    def _row_of(self, place: str) -> Sequence[str | None]:
        """Return the cards side by side at a shared place, at the moment when it has the most
        cards.
        """
        cards = max((state.cards.get(place, ()) for state in self.states), key=len)
        return cards if self.kinds[place] == "hand" and cards else (None,)

    def _own_boxes(self) -> list[Rect]:
        """Place chips, slots of the hand, and the pot from left to right; return the slots."""
        own = sorted(filter(self._is_own, self.states[-1].chips), key=self._is_pot)
        left, right = MARGIN + 1.4, WIDTH - MARGIN - 1.4
        for key in own:
            width = _POT if self._is_pot(key) else _COLUMNS * _STEP
            x = right - width / 2 if self._is_pot(key) else left + width / 2
            y = _HEAP_Y if self._has_number(key) else _HAND_Y
            rows = _HEAP if self._has_number(key) else self.states[0].chips.get(key, 0)
            height = _POT if self._is_pot(key) else -(-rows // _COLUMNS) * _STEP
            self.boxes[key] = _box(x, y, width, height)
            if self._is_pot(key):
                right -= width + 1.4
            else:
                left += width + 1.6
        count = len(self.codes[1])
        card = min(_HELD, (right - left + GAP) / count - GAP)
        first = (left + right - count * (card + GAP) + GAP + card) / 2
        return [_box(first + i * (card + GAP), _HAND_Y, card, card * RATIO) for i in range(count)]

    def _is_pot(self, place: str) -> bool:
        return self.kinds.get(place) == "pot"

    def _has_number(self, place: str) -> bool:
        """Return True for chips that are drawn as a heap with a number."""
        stake = self.variant.stake_material
        most = max(state.chips.get(place, 0) for state in self.states)
        limit = 1 if self._is_pot(place) else 2 * _HEAP - _COLUMNS * _COLUMNS
        return (stake is not None and bool(stake.denominations)) or most > limit

    # --- drawing ----------------------------------------------------------------------------

    def draw(self) -> Iterator[Item]:
        for i, label in enumerate(("before", "after")):
            x = i * (AREA.w - WIDTH)
            yield place([*self._table(i)], x, 0.0)
            yield from self.draw_labels(i, x, translate(self.language, f"booklet.play.{label}"))
        yield from self.draw_arrows()

    def draw_labels(self, after: int, x: float, label: str) -> Iterator[Item]:
        """Yield the label of a table and, at the right of its upper edge, the total of the hand;
        after the turn, also the name of the hand.
        """
        pieces, state = self.pieces, self.states[-1 if after else 0]
        example = judge_state(self.variant, self.play, state)
        ink, paper = pieces.line, pieces.paper
        size, y = max(3.5, self.least), TOP - 1.5
        right = x + WIDTH - CUT - 1.5
        yield text_line(TITLE_BOLD, label, x + 0.6, y, size, ink)
        radius = max(TOTAL, 0.85 * self.least)
        if count := example.label(self.language):
            cx, cy = right - radius, max(TOP - 0.5, radius + 0.25)
            circle = PathBuilder().circle(cx, cy, radius).done()
            is_difference = self.variant.counting.system == "difference"
            total = signed(example.verdict.best) if is_difference else count
            fill, figure = (ink, paper) if after else (paper, ink)
            yield Path(circle, fill=fill, stroke=Stroke(ink, 0.45))
            fitting = 2.6 * radius / max(2, len(total))
            yield draw_figure(total, cx, cy, max(self.least, fitting), figure, OUTLINED)
            right -= 2 * radius + 1.2
        if after and (name := name_outcome(example, self.variant, self.language)):
            free = right - x - 2.0 - text_width(TITLE_BOLD, label, size)
            size = max(self.least, min(size, size * free / text_width(TITLE_BOLD, name, size)))
            if text_width(TITLE_BOLD, name, size) <= free:  # the words of the turn state it too
                yield text_line(TITLE_BOLD, name, right, y, size, ink, align=1.0)

    def _table(self, after: int) -> Iterator[Item]:
        """Yield the table before or after the turn."""
        yield from self.draw_table(self.states[-1 if after else 0], self.codes[after])

    def draw_table(self, state: State, codes: Sequence[str | None]) -> Iterator[Item]:
        """Yield a table with its cards and chips; `codes` are the cards in the slots of the
        hand.
        """
        pieces = self.pieces
        top = Rect(0.0, TOP, WIDTH, AREA.h - TOP - 0.2)
        tray = Rect(MARGIN, _TRAY, WIDTH - 2 * MARGIN, AREA.h - _TRAY - MARGIN)
        yield Path(chamfered(top, CUT), fill=pieces.ground(0.10), stroke=pieces.edge())
        yield Path(chamfered(tray, 0.8 * CUT), fill=pieces.paper, stroke=pieces.edge())
        for key in self.board & self.boxes.keys():
            if self.kinds[key] == "hand":  # a hand beside cells belongs to the tray
                box = self.boxes[key].outset(*[_AROUND_HAND] * 4)
                joined = Rect(box.x, box.y, box.w, tray.y + CUT - box.y)
                yield Path(chamfered(joined, 0.5 * CUT), fill=pieces.paper, stroke=pieces.edge())
        for key, box in self.boxes.items():
            has_chips = key in self.states[-1].chips
            drawn = self._chips(key, state) if has_chips else self._pile(key, state)
            yield place(drawn, *box.centre)
        locks = [key for key, kind in self.kinds.items() if kind == "lock"]
        locked = {code for key in locks for code in state.cards.get(key, ())}
        for slot, code, now in zip(self.slots, codes, self.codes[1], strict=True):
            if code is not None:
                yield place(self._card(code, slot.w), *slot.centre)
            elif now is not None:
                yield place(pieces.empty_card(slot.w), *slot.centre)
            if code in locked:
                yield place(self._lock(), slot.centre[0], slot.bottom)

    def _card(self, code: str, width: float) -> list[Item]:
        return self.pieces.card(self.cards[card_of(code)], width)

    def _lock(self) -> list[Item]:
        """Draw the token on a locked card."""
        count = next(spec.count for spec in self.variant.places if spec.kind == "lock")
        known = [m for m in self.variant.materials if m.per_player == count and m.emblem]
        pieces = self.pieces
        return pieces.piece(known[-1], _LOCK) if known else pieces.dot(_LOCK, full=True)

    def _pile(self, place_id: str, state: State) -> list[Item]:
        """Draw a shared place and its cards, centred on the origin."""
        pieces, kind, cards = self.pieces, self.kinds[place_id], state.cards.get(place_id, ())
        if kind == "stock":
            return pieces.stack(self.families[place_id], _CARD)
        if kind == "hand":
            row = [
                self._card(code, _CARD - GAP) if code in cards else pieces.empty_card(_CARD - GAP)
                for code in self._row_of(place_id)
                if code is not None
            ]
            return place_grid(row, len(row), (_CARD, 0.0)) if row else pieces.empty_card(_CARD)
        items: list[Item] = []
        width = _CARD
        if kind == DEALER:  # a fan of cards face down, before they are dealt
            circle = PathBuilder().circle(0, 0, _FIELD / 2).done()
            back = pieces.back(None, 0.5 * _FIELD)
            return [
                Path(circle, fill=pieces.ground(0.2), stroke=Stroke(pieces.line, 0.35)),
                *(place(back, 0.13 * _FIELD * i, 0.0, 18.0 * i) for i in (-1, 0, 1)),
            ]
        if kind == "field":
            circle = PathBuilder().circle(0, 0, _FIELD / 2).done()
            items.append(Path(circle, fill=pieces.ground(0.2), stroke=Stroke(pieces.line, 0.35)))
            width = 0.62 * _FIELD
        elif len(cards) < 2:
            items += pieces.empty_card(_CARD) if not cards else []
        for i, code in enumerate(cards[-2:]):
            off = 0.9 * (i - (len(cards[-2:]) - 1) / 2)
            if place_id in self.hidden:
                drawn = pieces.back(self.families[place_id], width)
            else:
                drawn = self._card(code, width)
            items.append(place(drawn, off, off))
        return items

    def _chips(self, place_id: str, state: State) -> list[Item]:
        """Draw chips centred on their place, individually or as a heap with its number."""
        pieces, count = self.pieces, state.chips.get(place_id, 0)
        stake, has_number = self.variant.stake_material, self._has_number(place_id)
        assert stake is not None, "there are chips"
        size, number = max(4.2, self.least), str(count)
        if self._is_pot(place_id):
            if has_number and count:
                return [*pieces.pot(_POT), draw_figure(number, 0, 0, size, pieces.ink, OUTLINED)]
            return [
                *pieces.pot(_POT),
                *place_grid([pieces.chip(stake, 0, _CHIP)] * count, 1, (0, _STEP)),
            ]
        drawn = min(count, _HEAP) if has_number else count
        chips = [pieces.chip(stake, i, _CHIP) for i in range(drawn)]
        items = place_grid(chips, _COLUMNS, (_STEP, _STEP))
        if has_number:
            y = _NUMBER_Y - _HEAP_Y
            items.append(draw_figure(number, 0, y, size, pieces.ink, OUTLINED))
        return items

    def draw_arrivals(self) -> Iterator[Item]:
        """Yield the cards that come from face-down piles, face up on their piles."""
        for move, codes in zip(self.made, self.moves, strict=True):
            if codes and self.kinds.get(move.start) in ("stock", DEALER):
                box, count = self.boxes[move.start], len(codes)
                width = _ARRIVING * _CARD if count == 1 else _SEVERAL * _CARD
                step = min(width, 1.1 * _CARD / count)
                drawn = [self._card(code, width) for code in codes]
                yield from place_grid(drawn, count, (step, 0.0), box.centre)

    # --- moves ------------------------------------------------------------------------------

    def draw_arrows(self, *, numbered: bool = True) -> Iterator[Item]:
        """Yield the arrows of the moves, then their numbers on top."""
        lines: list[Item] = []
        tops: list[Item] = []
        inks = self.pieces.line, self.pieces.paper
        radius = max(_DISC, self.least / DISC_FIGURE)
        ways = self._card_ways()
        for i, move in enumerate(self.made):
            way = ways.get(i) or self._chip_way(move.start, move.end, radius)
            if len(way.slots) > 1:
                xs = [self.slots[slot].centre[0] for slot in way.slots]
                lines += draw_bracket(xs, self.slots[0].y - BRACKET, *inks)
            if way.curve is not None:
                lines += draw_arrow(way.curve, *inks)
            if numbered:
                number = str(i + 1)
                tops += draw_disc(number, *way.number, radius, self.pieces.ink, self.pieces.paper)
        yield from (*lines, *tops)

    def _card_ways(self) -> dict[int, _Way]:
        """Return non-crossing paths for all moves of cards."""
        ways: dict[int, _Way] = {}
        moves: dict[int, tuple[tuple[int, ...], Rect]] = {}
        top = self.slots[0].y
        for i, (move, codes) in enumerate(zip(self.made, self.moves, strict=True)):
            if not codes:
                continue
            if move.start not in self.held and move.end not in self.held:
                begin, goal = (self._box_of(key, codes[0]) for key in (move.start, move.end))
                (x, _), (to, _) = begin.centre, goal.centre
                if move.start == ASIDE:  # beside its goal
                    y = begin.bottom - 0.2 * begin.h
                    curve = (x, y), ((x + to) / 2, y), ((x + to) / 2, y), (to, y)
                else:
                    low = goal.bottom + 6.0
                    curve = (x, begin.bottom - 0.5), (x, low), (to, low), (to, goal.bottom)
                ways[i] = _Way((), curve, point_on(curve, 0.5))
                continue
            arrives = move.end in self.held and move.start not in self.held
            cards, other = self.codes[arrives], move.start if arrives else move.end
            slots = tuple(cards.index(code) for code in codes if code in cards) or (0,)
            if other not in self.held:
                moves[i] = slots, self._box_of(other, codes[0])
            else:  # the cards stay in the hand
                ways[i] = _Way(slots, None, (self.slots[slots[0]].centre[0], top - BRACKET))
        for i, (slots, box) in moves.items():
            beside = [k for k, (those, _) in moves.items() if those == slots]
            beside.sort(key=lambda k: (moves[k][1].x, k))
            piled = [k for k, (_, other) in moves.items() if other == box]
            piled.sort(key=lambda k: (moves[k][0], k))
            first, last = self.slots[slots[0]], self.slots[slots[-1]]
            x = _stand(beside.index(i), len(beside), first.x, last.right)
            above = _stand(piled.index(i), len(piled), box.x, box.right)
            many = len(slots) > 1
            if self.made[i].end in self.held:
                end = top - BRACKET - 0.6 if many else top + _DEEP
                curve = bend((above, box.bottom - 0.5), (x, end))
            else:
                curve = bend((x, top - BRACKET * many), (above, box.bottom - _DEEP))
            number = point_on(curve, _NUMBERS[beside.index(i) % 2])
            ways[i] = _Way(slots, curve, first.centre if self._is_empty(slots) else number)
        return ways

    def _is_empty(self, slots: Sequence[int]) -> bool:
        """Return True for slots without a card before the turn, which have space for a number."""
        return all(self.codes[0][slot] is None for slot in slots)

    def _box_of(self, place_id: str, code: str) -> Rect:
        """Return the box of a shared place, or the box of one card in its row."""
        box, row = self.boxes[place_id], self._row_of(place_id)
        if code not in row:
            return box
        return Rect(box.x + row.index(code) * _CARD, box.y, _CARD, box.h)

    def _chip_way(self, start: str, end: str, radius: float) -> _Way:
        """Return the path of chips: up into a shared pot, or below the hand into the player's own
        pot.
        """
        pot = self.boxes[end]
        x, y = pot.centre
        if start == OTHERS:
            number = max(pot.x - 0.6, 1.3 * radius), TOP - 1.3 + 1.2 * max(radius, 2.9)
            angle = atan2(y - number[1], x - number[0])
            to = x - (_POT / 2 - 1.2) * cos(angle), y - (_POT / 2 - 1.2) * sin(angle)
            return _Way((), (number, number, number, to), number)
        own = self.boxes[start]
        curve = bend((own.centre[0], own.y + 0.6), (x, pot.bottom - 0.4))
        if end in self.board:
            low = self.slots[0].bottom + 2.6
            handles = (own.right + 8.0, low + 0.5), (x, low + 2.0)
            curve = (own.right, low - 0.8), *handles, (x, pot.bottom)
        number = point_on(curve, 0.45)
        return _Way((), curve, (number[0], min(number[1], AREA.h - 1.2 * radius)))


class _Way(msgspec.Struct, frozen=True):
    """The path of a move: the slots of its cards, its curve if it has a target, and the place of
    its number.
    """

    slots: tuple[int, ...]
    curve: Curve | None
    number: Point


def _box(x: float, y: float, width: float, height: float) -> Rect:
    """Return a box about a point."""
    return Rect(x - width / 2, y - height / 2, width, height)


def _stand(index: int, count: int, low: float, high: float) -> float:
    """Return the x of an arrow, one of `count` that are side by side between two edges."""
    share = 0.5 if count == 1 else _FIRST + (_LAST - _FIRST) * index / (count - 1)
    return low + share * (high - low)
