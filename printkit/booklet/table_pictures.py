"""Draw the table seen from above.

Drawings are centred on the origin; lengths are in mm.

The mat is in the middle, with its places in rows. Each seat has a tray with the places of a board,
turned towards the seat. The first seat is at the bottom, with an open hand. A numbered disc is on
the first free side of its target, tried in eight directions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import ceil, fsum, hypot
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.emblems import emblem, pictogram, place_emblem
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme
from printkit.base.geometry import (
    IDENTITY,
    Matrix,
    Rect,
    half_rotation,
    polar,
    rect_around,
    rotation,
    scaling,
    translation,
)
from printkit.booklet.page_style import title_colour
from printkit.components.tokens import ROUND, TokenSide, draw_side, token_shape
from printkit.faces.anatomy import POKER, text_colour_on_paper
from printkit.faces.small_cards import RATIO, draw_small_back, draw_small_card
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import LIVE, OUTLINED, Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import TITLE_BOLD, cached_by_fonts
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import FitStyle, require_text, text_line
from printkit.model.cards import Card
from printkit.model.fields import with_sign
from printkit.model.tabletop import TOKEN_COLOUR, Material, Place
from printkit.model.variant import Variant
from printkit.rules.ladder import Example, judge_examples, work_examples
from printkit.rules.plays import ImpossibleMove, card_of, play_out
from printkit.tabletop.boards import NEXT, SPOTS, DialMeasures, is_dial_table
from printkit.tabletop.places import step_texts

# --- pieces --------------------------------------------------------------------------------------

# Below this size (mm) chips and markers have their simple drawings.
SMALL = 7.0
# The positions of the pips of a die, by number.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
}
_PIP, _PIP_OFFSET = 0.09, 0.26
# An arrow (mm): the width of its line, the length of its head and half the width of that.
_ARROW_WIDTH, _ARROW_HEAD = 0.8, (4.4157, 1.9)


def place(items: Sequence[Item], x: float, y: float, degrees: float = 0.0) -> Group:
    """Return items rotated about the origin and moved to a place."""
    return Group(tuple(items), rotation(degrees).then(translation(x, y)))


def place_grid(
    drawn: Sequence[Sequence[Item]],
    columns: int,
    step: tuple[float, float],
    centre: tuple[float, float] = (0.0, 0.0),
) -> list[Item]:
    """Return drawings in a grid centred on a point; `step` leads from one to the next, across and
    down.
    """
    rows = -(-len(drawn) // columns)
    return [
        place(
            items,
            centre[0] + (i % columns - (columns - 1) / 2) * step[0],
            centre[1] + (i // columns - (rows - 1) / 2) * step[1],
        )
        for i, items in enumerate(drawn)
    ]


class Pieces(msgspec.Struct, frozen=True):
    """The pieces of a game, in a theme for white paper.

    The figures of cards have at least the size `least` (mm per em).
    """

    variant: Variant
    theme: Theme
    least: float = MIN_TABLE_TEXT_SIZE

    def printed_at(self, scale: float) -> Pieces:
        """Return the pieces of a drawing that is printed at a scale."""
        return replace(self, least=self.least / scale)

    @property
    def ink(self) -> Colour:
        return self.theme.palette("ink").ink

    @property
    def paper(self) -> Colour:
        return self.theme.roles_of["paper"]

    @property
    def line(self) -> Colour:
        """The colour of lines: the colour of the game."""
        return text_colour_on_paper(self.theme.palette(title_colour(self.variant)))

    def ground(self, share: float) -> Colour:
        """Return the colour of wood and trays, a share of the accent; paper in an outline theme."""
        palette = self.theme.palette(title_colour(self.variant))
        return blend(palette.accent, self.paper, share) if palette.solid else self.paper

    def edge(self) -> Stroke:
        """Return the thin line round trays and mats."""
        return Stroke(blend(self.ink, self.paper, 0.45), 0.22)

    def card(self, card: Card, width: float) -> list[Item]:
        return [Use(draw_small_card(card, width, self.theme, least=self.least))]

    def back(self, family: str | None, width: float) -> list[Item]:
        """Draw the back of a family, or of the first one."""
        families = self.variant.families
        own = families.get(family or "") or next(iter(families.values()))
        return [Use(draw_small_back(own.back.design, width, self.theme))]

    def stack(self, family: str | None, width: float) -> list[Item]:
        """Draw four backs, one a little above the other."""
        step = width * 0.035
        back = self.back(family, width)
        return [place(back, -i * step / 2, (1.5 - i) * step) for i in range(4)]

    def empty_card(self, width: float) -> list[Item]:
        """Draw the dashed outline of an empty place for a card."""
        box = Rect(-width / 2, -width * RATIO / 2, width, width * RATIO)
        return [self._dashed(PathBuilder().rounded(box, width * 0.09))]

    def pot(self, diameter: float) -> list[Item]:
        return [self._dashed(PathBuilder().circle(0, 0, diameter / 2))]

    def _dashed(self, shape: PathBuilder) -> Path:
        stroke = Stroke(self.edge().colour, 0.35, dash=(1.1, 0.8))
        return Path(shape.done(), fill=self.paper, stroke=stroke)

    def dot(self, diameter: float, *, full: bool) -> list[Item]:
        """Draw a field of a track, with a marker if it is `full`."""
        palette = self.theme.palette(TOKEN_COLOUR)
        fill = palette.main if full and palette.solid else self.paper
        colour = palette.main if full else self.edge().colour
        circle = PathBuilder().circle(0, 0, diameter / 2).done()
        return [Path(circle, fill=fill, stroke=Stroke(colour, 0.5 if full else 0.25))]

    def die(self, edge: float, count: int) -> list[Item]:
        box = Rect(-edge / 2, -edge / 2, edge, edge)
        body = PathBuilder().rounded(box, edge * 0.2).done()
        pips = PathBuilder()
        for x, y in _PIPS[count]:
            pips.circle(x * _PIP_OFFSET * edge, y * _PIP_OFFSET * edge, _PIP * edge)
        stroke = Stroke(self.ink, max(0.25, edge * 0.05))
        return [Path(body, fill=self.paper, stroke=stroke), Path(pips.done(), fill=self.ink)]

    def own_die(self, edge: float, dice: Material) -> list[Item]:
        """Draw the second face of a die with the numbers or the suits of its game."""
        box = Rect(-edge / 2, -edge / 2, edge, edge)
        colour = text_colour_on_paper(self.theme.palette(dice.colour))
        stroke = Stroke(colour, max(0.25, edge * 0.05))
        body = Path(PathBuilder().rounded(box, edge * 0.2).done(), fill=self.paper, stroke=stroke)
        if dice.numbers is not None:
            style = FitStyle(TITLE_BOLD, max(0.5 * edge, self.least), self.least)
            return [body, *require_text(with_sign(dice.numbers[1]), style, box, colour)]
        suit = self.variant.suits[(dice.faces or ())[1]]
        if suit.emblem is None:
            return [body]
        symbol = emblem(suit.emblem, self.theme.palette(dice.colour), 0.62 * edge)
        return [body, place_emblem(symbol, 0, 0, 0.62 * edge)]

    def chip(self, material: Material, i: int, diameter: float) -> list[Item]:
        """Draw the i-th chip of a player's heap, which is sorted by value."""
        if not material.denominations:
            return self.piece(material, diameter)
        chips = [chip for chip in material.heap for _ in range(chip.count)]
        chip = chips[i * len(chips) // _HEAP if len(chips) > _HEAP else min(i, len(chips) - 1)]
        if diameter < SMALL:
            return self._small(chip.emblem, chip.colour, diameter)
        side = TokenSide(f"chip-{chip.value}", str(chip.value), chip.emblem, number=chip.value)
        return self._token(side, chip.colour, diameter)

    def piece(self, material: Material, diameter: float) -> list[Item]:
        """Draw a chip or a marker that has a drawing."""
        assert material.emblem is not None, "it has a drawing"
        if diameter < SMALL:
            return self._small(material.emblem, material.colour, diameter)
        name = next(iter(material.name.values()))
        return self._token(
            TokenSide(f"piece-{material.id}", name, material.emblem), material.colour, diameter
        )

    def _small(self, path: FilePath, colour: str, diameter: float) -> list[Item]:
        """Draw a piece by its small drawing, which fills its square."""
        symbol = emblem(path, self.theme.palette(colour), diameter)
        return [place_emblem(symbol, 0.0, 0.0, diameter / _SMALL_FILLS)]

    def token(self, key: str, diameter: float) -> list[Item]:
        """Draw an influence token."""
        token = next(item for item in self.variant.tokens if item.id == key)
        side = TokenSide(f"token-{key}", token.name["en"], token.emblem)
        return self._token(side, TOKEN_COLOUR, diameter)

    def _token(self, side: TokenSide, colour: str, diameter: float) -> list[Item]:
        return [
            Group((Use(_round_token(side, colour, self.theme)),), scaling(diameter / _PIECES_TOKEN))
        ]

    def sign(self, name: str, size: float) -> list[Item]:
        """Draw a pictogram."""
        palette = self.theme.palette(title_colour(self.variant))
        return [place_emblem(pictogram(name, palette), 0.0, 0.0, size)]

    def tray(self, box: Rect, cut: float = 2.4) -> Path:
        """Draw a board or a mat of light wood."""
        return Path(chamfered(box, cut), fill=self.ground(0.05), stroke=self.edge())

    def arrow(self, radius: float, start: float, end: float) -> tuple[list[Item], Rect]:
        """Draw an arrow on a circle about the origin, clockwise between two angles (degrees); also
        return its box.
        """
        line = PathBuilder().arc(0, 0, radius, start, end).done()
        degrees, (length, half) = math.degrees(1 / radius), _ARROW_HEAD
        tip, left, right = (
            polar(radius, end + length * degrees),
            polar(radius - half, end - 0.4 * degrees),
            polar(radius + half, end - 0.4 * degrees),
        )
        head = PathBuilder().polygon([tip, left, right]).done()
        box = rect_around((polar(radius, start), tip, left, right))
        return [Path(line, stroke=Stroke(self.line, _ARROW_WIDTH)), Path(head, fill=self.line)], box

    def sheet(self, width: float, height: float, lines: int) -> list[Item]:
        """Draw a printed sheet with a title and lines."""
        box = Rect(-width / 2, -height / 2, width, height)
        outline = PathBuilder().rounded(box, 0.8).done()
        title, text = PathBuilder(), PathBuilder()
        left, right = box.x + 0.16 * width, box.right - 0.16 * width
        step = height / (lines + 2)
        title.move(left, box.y + step).line(left + 0.4 * width, box.y + step)
        for i in range(2, lines + 2):
            text.move(left, box.y + i * step).line(right, box.y + i * step)
        return [
            Path(outline, fill=self.paper, stroke=Stroke(self.line, 0.3)),
            Path(title.done(), stroke=Stroke(self.line, 0.9)),
            Path(text.done(), stroke=self.edge()),
        ]


# The size (mm) in which tokens are drawn before scaling; the number of chips in a heap.
_PIECES_TOKEN, _HEAP = 25.0, 8
# The share of its square that a small drawing fills.
_SMALL_FILLS = 0.96


@cached_by_fonts(512)
def _round_token(side: TokenSide, colour: str, theme: Theme) -> Symbol:
    """Draw a token as a disc in a ring."""
    shape = token_shape(ROUND, _PIECES_TOKEN)
    drawn = draw_side(side, shape, theme, colour, 0.0)
    circle = PathBuilder().circle(0, 0, _PIECES_TOKEN / 2).done()
    box = Rect(-_PIECES_TOKEN / 2, -_PIECES_TOKEN / 2, _PIECES_TOKEN, _PIECES_TOKEN)
    return Symbol(
        f"round-{side.key}-{colour}", (Group((Use(drawn),), clip=circle),), box, side.title
    )


# --- table places --------------------------------------------------------------------------------

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
# The foot of two rows of markers (mm).
_LOW_FOOT_Y = 50.4
_TABLE_PLACES_DOT, _DOT_STEP = 2.7, 3.6
# The centre and the width of a hand with free space on its right.
_ALONE_X, _ALONE_WIDTH = 4.6, 37.0
# The centre and the height of empty cells (mm).
_CELLS_Y, _CELLS_HEIGHT = 43.0, 18.0
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
    # A field that only an optional rule uses has no number in the legend.
    numbered = {spot for step in pieces.variant.setup for spot in step.at}
    for kinds in _ROWS:
        places = [
            p
            for p in pieces.variant.places
            if p.on in _MIDDLE and p.kind in kinds and (p.kind != "field" or p.id in numbered)
        ]
        places.sort(key=lambda p: kinds.index(p.kind) if not p.family else 0)
        if row := [contents for p in places for contents in _on_mat(p, pieces)]:
            rows.append(row)
    if tracks := [track for track in pieces.variant.tracks if track.on in _MIDDLE]:
        row = [_track(t.id, t.last - t.first + 1, pieces) for t in tracks]
        if not any(t.on == "board" for t in pieces.variant.tracks):
            rows.append(row)
    return rows


def _on_mat(spec: Place, pieces: Pieces) -> list[PlaceContents]:
    """Return the contents of a place on the mat, one for each copy of the place."""
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
        shown = _dice(spec, pieces)
        return [
            _in_box(key, [place(die, 0, 0, (-8, 9)[i % 2])], _DIE + 1.4, _DIE + 1.4)
            for i, die in enumerate(shown)
        ]
    if kind == "tokens":
        return _tokens(spec, pieces, _TOKEN)
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
    """Return the top card of a discard pile if each family has a pile, or if a card is on it at the
    start of the first turn in pictures, otherwise None.
    """
    piles = [p.id for p in variant.places if p.kind == spec.kind]
    if spec.family is None or len(piles) == 1:
        return _top_card(spec, variant)
    index = piles.index(spec.id)
    cards = [card for card in variant.cards if card.family == spec.family and card.rank]
    numbers = [card for card in cards if len(card.values) == 1]
    return numbers[-1 - 3 * index % len(numbers)] if numbers else None


def _top_card(spec: Place, variant: Variant) -> Card | None:
    """Return the top card of a face-up pile before the first turn in pictures, or None."""
    if spec.face_down or not variant.plays or spec.id not in variant.plays[0].before:
        return None
    try:
        pile = play_out(variant, variant.plays[0])[0].cards.get(spec.id, ())
    except ImpossibleMove:  # reported with the turn
        return None
    top = card_of(pile[-1]) if pile else ""
    return next((card for card in variant.cards if card.id == top), None)


def _dice(spec: Place, pieces: Pieces) -> list[list[Item]]:
    """Return the dice of a place: the game's own dice if the place has as many, otherwise dice with
    pips.
    """
    materials = [m for m in pieces.variant.materials if "paper-die" in m.products]
    dice = [m for m in materials for _ in range(m.count or 0)]
    if len(dice) != spec.count:
        dice = []
    return [
        pieces.own_die(_DIE, dice[i])
        if dice and (dice[i].numbers is not None or not dice[i].signs)
        else pieces.die(_DIE, (4, 2, 5, 3)[i % 4])
        for i in range(spec.count)
    ]


def _tokens(spec: Place, pieces: Pieces, size: float, seat: int = 0) -> list[PlaceContents]:
    """Return the contents of a place of tokens: the material with the id of the place, a selection
    of tokens that differs between seats, or empty spots if no step of the setup puts tokens there.
    """
    variant = pieces.variant
    named = next((m for m in variant.materials if m.id == spec.id and m.emblem), None)
    if named is not None:
        return [_in_box(spec.id, pieces.piece(named, size), size, size)]
    if variant.setup and spec.id not in token_places(variant):
        return [_in_box(spec.id, pieces.pot(size), size, size) for _ in range(spec.count)]
    tokens = [token.id for token in variant.tokens if token.emblem is not None]
    step = max(1, len(tokens) // max(1, spec.count))
    mixed = [key for i in range(step) for key in tokens[i::step]]
    first = seat * spec.count
    shown = [mixed[i % len(mixed)] for i in range(first, first + spec.count) if mixed]
    return [_in_box(spec.id, pieces.token(key, size), size, size) for key in shown]


def token_places(variant: Variant) -> set[str]:
    """Return the places where the setup puts influence tokens: the places of the first step whose
    places are all for tokens.
    """
    tokens = {place.id for place in variant.places if place.kind == "tokens"}
    steps = (set(step.at) for step in variant.setup if tokens.issuperset(step.at))
    return next(steps, set())


def _track(key: str, count: int, pieces: Pieces) -> PlaceContents:
    dots = [pieces.dot(_TABLE_PLACES_DOT, full=i == 0) for i in range(count)]
    items = place_grid(dots, count, (_DOT_STEP, 0))
    return _in_box(key, items, count * _DOT_STEP, _TABLE_PLACES_DOT + 0.6)


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


def seat_contents(pieces: Pieces, seat: int) -> list[PlaceContents]:
    """Return the contents of a player's places on the near side, relative to the centre of the
    table. Only the hand of seat 0 is face up.
    """
    variant = pieces.variant
    places = [p for p in variant.places if p.on == "board"]
    result = [*_draw_hand(pieces, places, is_open=seat == 0)]
    if (chips := _draw_chips(pieces, places)) is not None:
        result.append(chips)
    y = _TOP_Y + _PLAYER_POT / 2 - 1.2
    for spec in places:
        if spec.kind == "pot":
            items = [place(pieces.pot(_PLAYER_POT), _RIGHT_X, y)]
            result.append(_in_box(spec.id, items, _PLAYER_POT, _PLAYER_POT, _RIGHT_X, y))
    result += _draw_markers(pieces, places, seat)
    for track in variant.tracks:
        if track.on == "board":
            drawn = _track(track.id, track.last - track.first + 1, pieces)
            box = drawn.box._replace(y=drawn.box.y + _TOP_Y)
            result.append(PlaceContents(track.id, [place(drawn.items, 0, _TOP_Y)], box))
    return result


def example_hand(variant: Variant) -> tuple[Card, ...]:
    """Return a hand as dealt: the last worked hand of the aim, or else the first example, that has
    the number of cards that are dealt. By default, the hand has a card of each family, or cards
    from the whole deck.
    """
    counted = variant.dealt_cards or _HAND
    for example in _worked_hands(variant):
        if len(example.cards) == counted:
            return tuple(held.card for held in example.cards)
    firsts = {card.family: card for card in reversed(variant.cards)}
    if len(variant.families) == counted == len(firsts):
        return tuple(firsts[key] for key in variant.families)
    return tuple(variant.cards[:: max(1, len(variant.cards) // counted)][:counted])


def _worked_hands(variant: Variant) -> Iterator[Example]:
    """Yield the worked hands of the aim, the last first, then the examples of the rules."""
    yield from reversed(judge_examples(variant, variant.aim_hands))
    for judged in work_examples(variant)[0].values():
        yield Example(judged.verdict, variant.counting)


def _draw_cells(pieces: Pieces, cells: Place) -> PlaceContents:
    """Draw the empty cells of a player, into which cards are dealt one by one."""
    columns = -(-cells.count // cells.rows)
    width = min(_HELD, _ALONE_WIDTH / columns - _HELD_GAP, _CELLS_HEIGHT / cells.rows / RATIO)
    step = width + _HELD_GAP, width * RATIO + _HELD_GAP
    items = place_grid(
        [pieces.empty_card(width)] * cells.count, columns, step, (_ALONE_X, _CELLS_Y)
    )
    extent = columns * step[0] - _HELD_GAP, cells.rows * step[1] - _HELD_GAP
    return _in_box(cells.id, items, *extent, _ALONE_X, _CELLS_Y)


def _draw_hand(pieces: Pieces, places: Sequence[Place], *, is_open: bool) -> list[PlaceContents]:
    if (cells := next((place for place in places if place.kind == "cells"), None)) is not None:
        drawn = _draw_cells(pieces, cells)
        return [drawn, PlaceContents("hand", (), drawn.box)]
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
    """Draw the chips of a player at the reserve or, without a reserve, at the place named after the
    material. The result is None for a game without stakes.
    """
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


def _draw_markers(pieces: Pieces, places: Sequence[Place], seat: int) -> list[PlaceContents]:
    """Draw the markers of a player in rows: used tokens and locked cards, with the influence tokens
    above them.
    """
    result = []
    variant = pieces.variant
    candidates = [p for p in places if p.kind in ("used", "lock", "tokens")]
    held = [p for p in candidates if p.id in token_places(variant)]
    drawn = [p for p in candidates if p.kind != "tokens"] or candidates
    drawn = [*(p for p in drawn if p not in held), *held][:2]
    foot = _FOOT_Y if len(drawn) < 2 else _LOW_FOOT_Y
    for row, spec in enumerate(drawn):
        y = foot - row * (_MARKER + 0.6)
        width = spec.count * (_MARKER + 0.5)
        if spec in held:
            tokens = _tokens(spec, pieces, _MARKER, seat)
            step = (_MARKER + 0.5, 0)
            items = place_grid([t.items for t in tokens], spec.count, step, (_RIGHT_X, y))
            result.append(_in_box(spec.id, items, width, _MARKER, _RIGHT_X, y))
            continue
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

# The margin of the table around its zones, and its chamfer (mm); the size of cards as a share of
# their cells; the inset of the deck (mm).
_MARGIN, _CHAMFER, _CELL_CARD, _TABLE_PLACES_INSIDE = 2.6, 4.0, 0.93, 2.0
# The arrow to the next player: its distance from the dial (mm), start and end (degrees).
_TABLE_PLACES_ARROW, _TURN = 3.4, (100.0, 123.0)
# The diameters of totals and of the marked total on the dial, in steps between totals.
_TOTAL, _MARKED = 0.6, 1.3


class TableZones:
    """A dial table centred on the origin: two zones, one turned by 180°."""

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

        Each has its matrix, and True if discs can point to it.
        """
        for contents in (*self._cards(), *self._dial(), *self._console()):
            yield contents, IDENTITY, True
            yield contents, half_rotation(0, 0), False
        if (stock := self.measures.places.get("stock")) is not None:
            (w, h) = (_CELL_CARD * side for side in self.shrink.apply(*POKER))
            items = self.pieces.stack(stock.family, w)
            yield (
                PlaceContents(
                    stock.id, items, Rect(-w / 2, -h / 2, w, h).inset(_TABLE_PLACES_INSIDE)
                ),
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
        """Yield the player's totals, with the marker on the first one, and the arrow to the other
        player.
        """
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
        items, box = self.pieces.arrow(self.dial + _TABLE_PLACES_ARROW, *_TURN)
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


# --- table picture -------------------------------------------------------------------------------

# The table: its nominal width (mm), the radius and the number of its corners.
SIDE = 122.0
_RADIUS, _CORNERS, _EDGE = 60.6, 12, 1.4
# The mat: its greatest half width and half height, its padding (mm).
_HALF_MAT, _MAT_MARGIN = (29.0, 24.0), 3.2
# Gaps between parts of a row, and between rows (mm).
_GAP, _ROW_GAP = 1.9, 2.6
# A tray: half its width, its inner and outer distance from the centre; the slack of a scaled tray.
_TRAY, _TRAY_SLACK = (25.4, 32.4, 53.6), 0.97
# The arrow of the direction of play: its radius, its start and end between two seats.
_ARROW_RADIUS, _ARROW = 46.0, (0.36, 0.58)
# The least radius of numbered discs, and the margin for them around a dial table (mm).
_DISC, _AROUND = 2.7, 6.3


class _Drawn(msgspec.Struct):
    """A table under construction: items, their boxes as obstacles, and boxes of places by id."""

    items: list[Item] = msgspec.field(default_factory=list)
    boxes: list[Rect] = msgspec.field(default_factory=list)
    places: dict[str, Rect] = msgspec.field(default_factory=dict)

    def add(self, contents: PlaceContents, matrix: Matrix, *, named: bool) -> None:
        """Draw the contents of a place; only `named` contents can be targets of discs."""
        self.items.append(Group(tuple(contents.items), matrix))
        box = matrix.bounds(contents.box)
        self.boxes.append(box)
        if named:
            known = self.places.get(contents.place)
            self.places[contents.place] = box if known is None else known.union(box)


class NumberedTable(msgspec.Struct, frozen=True):
    """A table centred on the origin, and the discs of the setup steps."""

    items: Sequence[Item]
    area: Rect
    discs: Sequence[Disc]
    radius: float


def draw_table(pieces: Pieces, seats: int, height: float) -> Symbol:
    """Draw the table with the discs of the setup steps, centred on the origin.

    Numbers are legible if the picture is printed `height` mm high.
    """
    table, variant = number_table(pieces, seats, height), pieces.variant
    marks = draw_discs(table.discs, table.radius, pieces.ink, pieces.paper)
    key = f"table-{variant.slug}-{seats}-{height:g}"
    return Symbol(key, (*table.items, *marks), table.area, variant.name["en"])


def number_table(pieces: Pieces, seats: int, height: float) -> NumberedTable:
    """Draw the table, and place its discs without drawing them."""
    variant, drawn = pieces.variant, _Drawn()
    area = table_area(pieces)
    if is_dial_table(variant):
        zones = TableZones(pieces, SIDE - 2 * _AROUND)
        drawn.items += zones.draw_ground()
        for contents, matrix, named in zones.draw_contents():
            drawn.add(contents, matrix, named=named)
    else:
        _draw_round_table(pieces.printed_at(height / area.h), seats, drawn)
    radius = max(_DISC, MIN_TABLE_TEXT_SIZE * area.h / height / DISC_FIGURE)
    discs = place_discs(_targets(variant, drawn), tuple(drawn.boxes), area, radius)
    return NumberedTable(drawn.items, area, discs, radius)


def table_area(pieces: Pieces) -> Rect:
    """Return the area of a table centred on the origin, with space for discs."""
    if is_dial_table(pieces.variant):
        return TableZones(pieces, SIDE - 2 * _AROUND).area.inset(-_AROUND)
    return Rect(-SIDE / 2, -_RADIUS, SIDE, 2 * _RADIUS)


def _targets(variant: Variant, drawn: _Drawn) -> tuple[NumberedPlace, ...]:
    """Return the numbered targets of the setup steps: the places of each step.

    A step whose place is the hand points to the object drawn under the step's own id, such as
    `chips`, if there is one.
    """
    steps: list[Sequence[str]] = [
        (step.id,) if step.id in drawn.places and step.at == ("hand",) else step.at
        for step in variant.setup
    ]
    steps = steps or [(place.id,) for place in variant.places]
    return tuple(
        NumberedPlace(str(number), drawn.places[place_id])
        for number, place_ids in enumerate(steps, 1)
        for place_id in place_ids
        if place_id in drawn.places
    )


# --- the round table ------------------------------------------------------------------------------


def _draw_round_table(pieces: Pieces, seats: int, drawn: _Drawn) -> None:
    variant = pieces.variant
    drawn.items += _draw_top(pieces)
    scale = _tray_scale(seats)
    half, inner, outer = _TRAY
    top = outer - (outer - inner) * scale
    box = Rect(-half * scale, top, 2 * half * scale, outer - top)
    for seat in range(seats):
        turn = rotation(360.0 * seat / seats)
        drawn.items.append(Group((pieces.tray(box, 2.4 * scale),), turn))
        for contents in seat_contents(pieces.printed_at(scale), seat):
            local = Matrix(scale, 0, 0, scale, 0.0, outer - outer * scale)
            drawn.add(contents, local.then(turn), named=seat == 0)
    _draw_middle(pieces, drawn)
    _draw_direction(pieces, seats, drawn)
    stock = next((p.id for p in variant.places if p.kind == "stock"), None)
    if stock in drawn.places:
        drawn.places["deal"] = drawn.places[stock]
    elif "hand" in drawn.places:
        drawn.places["deal"] = drawn.places["hand"]


def _tray_scale(seats: int) -> float:
    """Return the scale of trays, which is below 1 for many seats."""
    if seats <= 2:
        return 1.0
    half, inner, outer = _TRAY
    share = math.tan(math.pi / seats) * _TRAY_SLACK
    return min(1.0, share * outer / (half + share * (outer - inner)))


def _draw_top(pieces: Pieces) -> list[Item]:
    ground, edge = pieces.ground(0.15), pieces.edge()
    is_plain = ground == pieces.paper
    rim = ground if is_plain else blend(edge.colour, ground, 0.35)

    def polygon(radius: float) -> PathBuilder:
        angles = [2 * math.pi * (i + 0.5) / _CORNERS for i in range(_CORNERS)]
        return PathBuilder().polygon([(radius * math.cos(a), radius * math.sin(a)) for a in angles])

    return [
        Path(polygon(_RADIUS).done(), fill=rim, stroke=edge if is_plain else None),
        Path(polygon(_RADIUS - _EDGE).done(), fill=ground, stroke=edge),
    ]


def _draw_middle(pieces: Pieces, drawn: _Drawn) -> None:
    """Draw the mat with its places in rows, scaled down to fit."""
    rows = middle_rows(pieces)
    if not rows:
        return
    width, height = rows_extent(rows, _GAP, _ROW_GAP)
    half_w, half_h = _HALF_MAT
    available = (2 * (half_w - _MAT_MARGIN), 2 * (half_h - _MAT_MARGIN))
    scale = min(1.0, available[0] / width, available[1] / height)
    mat = Rect(0, 0, width * scale + 2 * _MAT_MARGIN, height * scale + 2 * _MAT_MARGIN)
    mat = mat._replace(x=-mat.w / 2, y=-mat.h / 2)
    drawn.items.append(Path(chamfered(mat, 6.0), fill=pieces.ground(0.05), stroke=pieces.edge()))
    rows = middle_rows(pieces.printed_at(scale))
    for contents, matrix in place_rows(rows, _GAP, _ROW_GAP, scale):
        drawn.add(contents, matrix, named=True)


def _draw_direction(pieces: Pieces, seats: int, drawn: _Drawn) -> None:
    """Draw an arrow from each seat to the next, clockwise."""
    step = 360.0 / seats
    for seat in range(seats):
        start, end = (90 + step * (seat + share) for share in _ARROW)
        items, box = pieces.arrow(_ARROW_RADIUS, start, end)
        drawn.items += items
        drawn.boxes.append(box)
        if not seat:
            x, y = polar(_ARROW_RADIUS, (start + end) / 2)
            drawn.places["first"] = Rect(x - 1, y - 1, 2, 2)


# --- numbered discs -------------------------------------------------------------------------------

# A disc: its ring and its figure (in radii); its leader, the casing and the end dot of that (mm).
_RING, DISC_FIGURE, _LEADER, _CASING, _DOT = 0.17, 1.18, 0.35, 1.0, 0.65
# Candidate distances of a disc from its target (in radii); the depth of its leader in the target.
_DISTANCES, _INSIDE = (1.8, 2.8, 3.8, 4.8, 6.0), 1.4
# The number of points at which crossings of a leader are checked.
_POINTS = 12
# Costs of a disc on an obstacle, of a leader across one, and of a disc on its own target.
_HIT, _CROSSED, _OWN = 10.0, 4.0, 3.0


class NumberedPlace(msgspec.Struct, frozen=True):
    """The target of a disc: its number and its box."""

    number: str
    box: Rect


class Disc(msgspec.Struct, frozen=True):
    """A disc at (x, y) and the end `to` of its leader."""

    number: str
    x: float
    y: float
    to: tuple[float, float]


@lru_cache(maxsize=64)  # a table is the same in each language, by day and by night
def place_discs(
    targets: tuple[NumberedPlace, ...], obstacles: tuple[Rect, ...], area: Rect, radius: float
) -> tuple[Disc, ...]:
    """Place a disc for each target within an area, if possible clear of obstacles and of each
    other.
    """
    placed: list[Disc] = []
    for target in targets:
        candidates = list(_candidates(target, area, radius))
        costs = partial(
            _cost, target=target, obstacles=obstacles, placed=tuple(placed), radius=radius
        )
        free = (disc for disc in candidates if not costs(disc))
        placed.append(next(free, None) or min(candidates, key=costs))
    return tuple(placed)


def _candidates(target: NumberedPlace, area: Rect, radius: float) -> Iterator[Disc]:
    """Yield discs around a target, nearest first and, at each distance, those away from the table
    centre first.
    """
    (cx, cy), box = target.box.centre, target.box
    outward = math.atan2(cy - area.centre[1], cx - area.centre[0])
    turns = (0, 1, -1, 2, -2, 3, -3, 4)
    for distance in _DISTANCES:
        for turn in turns:
            angle = round(outward / (math.pi / 4)) * math.pi / 4 + turn * math.pi / 4
            dx, dy = math.cos(angle), math.sin(angle)
            edge = min(
                box.w / 2 / abs(dx) if abs(dx) > 1e-9 else math.inf,
                box.h / 2 / abs(dy) if abs(dy) > 1e-9 else math.inf,
            )
            reach = edge + distance * radius
            x, y = cx + reach * dx, cy + reach * dy
            x = min(max(x, area.x + radius), area.right - radius)
            y = min(max(y, area.y + radius), area.bottom - radius)
            inside = max(0.0, edge - min(_INSIDE, edge / 2))
            yield Disc(target.number, x, y, (cx + inside * dx, cy + inside * dy))


def _cost(
    disc: Disc,
    target: NumberedPlace,
    obstacles: Iterable[Rect],
    placed: Iterable[Disc],
    radius: float,
) -> float:
    """Return the cost of the obstacles that a disc or its leader touches."""
    outer = radius * (1 + _RING)
    around = Rect(disc.x - outer, disc.y - outer, 2 * outer, 2 * outer)
    leader = _leader(disc)
    cost = _OWN if around.intersects(target.box) else 0.0
    for box in obstacles:
        if box.intersects(target.box) and target.box.contains(box, 0.1):
            continue
        if around.intersects(box):
            cost += _HIT
        elif box != target.box and _crosses(leader, box):
            cost += _CROSSED
    for other in placed:
        if hypot(other.x - disc.x, other.y - disc.y) < 2.1 * outer:
            cost += 2 * _HIT
        elif _crosses(
            leader, Rect(other.x - outer, other.y - outer, 2 * outer, 2 * outer)
        ) or _crosses(_leader(other), around):
            cost += _HIT
    return cost


def _leader(disc: Disc) -> list[tuple[float, float]]:
    """Return points along the leader of a disc, from its centre."""
    x, y = disc.x, disc.y
    dx, dy = disc.to[0] - x, disc.to[1] - y
    return [(x + dx * i / _POINTS, y + dy * i / _POINTS) for i in range(_POINTS)]


def _crosses(leader: Sequence[tuple[float, float]], box: Rect) -> bool:
    """Return True if a leader crosses a box."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    (x0, y0), (x1, y1) = leader[0], leader[-1]
    if max(x0, x1) <= left or min(x0, x1) >= right or max(y0, y1) <= top or min(y0, y1) >= bottom:
        return False
    return any(left < x < right and top < y < bottom for x, y in leader)


def draw_disc(
    number: str, x: float, y: float, radius: float, fill: Colour, paper: Colour
) -> list[Item]:
    """Draw a disc in a ring of paper with its number."""
    size = DISC_FIGURE * radius
    return [
        Path(PathBuilder().circle(x, y, radius * (1 + _RING)).done(), fill=paper),
        Path(PathBuilder().circle(x, y, radius).done(), fill=fill),
        draw_figure(number, x, y, size, paper, OUTLINED),
    ]


def draw_figure(
    text: str, x: float, y: float, size: float, colour: Colour, render_mode: str = LIVE
) -> Item:
    """Draw a figure in bold, its capitals centred about a point."""
    return text_line(
        TITLE_BOLD, text, x, y, size, colour, align=0.5, middle=True, render_mode=render_mode
    )


def draw_discs(discs: Iterable[Disc], radius: float, fill: Colour, paper: Colour) -> list[Item]:
    """Draw discs over their leaders."""
    lines, tops = [], []
    for disc in discs:
        (x, y) = disc.to
        if hypot(disc.x - x, disc.y - y) > radius:
            path = PathBuilder().move(disc.x, disc.y).line(x, y).done()
            dot = PathBuilder().circle(x, y, _DOT).done()
            lines += [
                Path(path, stroke=Stroke(paper, _CASING, round=True)),
                Path(path, stroke=Stroke(fill, _LEADER)),
                Path(dot, fill=fill, stroke=Stroke(paper, 0.25)),
            ]
        tops += draw_disc(disc.number, disc.x, disc.y, radius, fill, paper)
    return [*lines, *tops]
