"""The table seen from above, from a definition: its mat in the middle, a tray for each seat.

Places of the mat lie in rows in the middle; those of a board make a tray, drawn once and turned for
every seat. The first seat is below, with an open hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from printkit.art.guilloche import chamfered
from printkit.art.theme import Theme
from printkit.base.geometry import Matrix, Rect, polar, rotation, translation
from printkit.booklet.numbered_discs import DISC_FIGURE, Disc, Target, draw_discs, place_discs
from printkit.booklet.pieces import Pieces
from printkit.booklet.table_places import Thing, middle_rows, seat_things
from printkit.booklet.table_zones import TableZones
from printkit.components.dial_measures import is_dial_table
from printkit.graphics.colour import blend
from printkit.graphics.display_list import Group, Item, Path, Symbol
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.model.variant import Variant

# The table is drawn for this width (mm); the radius of its corners and their number.
SIDE = 122.0
_RADIUS, _CORNERS, _EDGE = 60.6, 12, 1.4
# The mat in the middle at most: half its width and height; round what lies on it.
_HALF_MAT, _MAT_MARGIN = (29.0, 24.0), 3.2
# Between things in a row, and between rows.
_GAP, _ROW_GAP = 1.9, 2.6
# A tray: half its width, its inner and outer edge from the middle; the space around a full one.
_TRAY, _TRAY_SLACK = (25.4, 32.4, 53.6), 0.97
# The arrow of the direction of play: its radius, where it is between two seats.
_ARROW_RADIUS, _ARROW = 46.0, (0.36, 0.58)
# The radius of discs with numbers, and what is free for them round a table that is full.
_DISC, _AROUND = 2.7, 6.3
_PICTURE_KEY = "table"


class _Drawn(msgspec.Struct):
    """What has been drawn: items, the boxes of what may not be covered, and places by their ids."""

    items: list[Item] = msgspec.field(default_factory=list)
    boxes: list[Rect] = msgspec.field(default_factory=list)
    places: dict[str, Rect] = msgspec.field(default_factory=dict)

    def add(self, thing: Thing, matrix: Matrix, *, named: bool) -> None:
        """Draw a thing; `named` ones can be pointed at."""
        self.items.append(Group(tuple(thing.items), matrix))
        box = matrix.bounds(thing.box)
        self.boxes.append(box)
        if named:
            known = self.places.get(thing.place)
            self.places[thing.place] = box if known is None else known.union(box)


class NumberedTable(msgspec.Struct, frozen=True):
    """A table about the origin, and the discs of the steps of setting up with their radius."""

    items: Sequence[Item]
    area: Rect
    discs: Sequence[Disc]
    radius: float


def draw_table(variant: Variant, seats: int, theme: Theme, height: float = SIDE) -> Symbol:
    """Draw the table for a number of seats with the steps of setting up, its middle at 0.

    It is meant for a height of `height` mm: numbers are as large as can be read there.
    """
    table = number_table(variant, seats, theme, height)
    ink, paper = theme.palette("ink").ink, theme.roles_of["paper"]
    marks = draw_discs(table.discs, table.radius, ink, paper)
    key = f"{_PICTURE_KEY}-{variant.slug}-{seats}-{height:g}"
    return Symbol(key, (*table.items, *marks), table.area, variant.name["en"])


def number_table(variant: Variant, seats: int, theme: Theme, height: float) -> NumberedTable:
    """Draw the table without its discs, and place these."""
    pieces = Pieces(variant, theme)
    drawn = _Drawn()
    area = table_area(pieces)
    if is_dial_table(variant):
        zones = TableZones(pieces, SIDE - 2 * _AROUND)
        drawn.items += zones.draw_ground()
        for thing, matrix, named in zones.draw_things():
            drawn.add(thing, matrix, named=named)
    else:
        _draw_round_table(pieces, seats, drawn)
    radius = max(_DISC, MIN_TABLE_TEXT_SIZE * area.h / height / DISC_FIGURE)
    discs = place_discs(_targets(variant, drawn), drawn.boxes, area, radius)
    return NumberedTable(drawn.items, area, discs, radius)


def table_area(pieces: Pieces) -> Rect:
    """Return the area of a table about the origin, with what is free for discs."""
    if is_dial_table(pieces.variant):
        return TableZones(pieces, SIDE - 2 * _AROUND).area.inset(-_AROUND)
    return Rect(-SIDE / 2, -_RADIUS, SIDE, 2 * _RADIUS)


def _targets(variant: Variant, drawn: _Drawn) -> list[Target]:
    """Return what the steps of setting up point at: a step of the chips of a player, at those."""
    steps: list[Sequence[str]] = [
        (step.id,) if step.id in drawn.places and step.at == ("hand",) else step.at
        for step in variant.setup
    ]
    steps = steps or [(place.id,) for place in variant.places]
    return [
        Target(str(number), drawn.places[spot])
        for number, spots in enumerate(steps, 1)
        for spot in spots
        if spot in drawn.places
    ]


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
        for thing in seat_things(pieces, is_open=seat == 0):
            local = Matrix(scale, 0, 0, scale, 0.0, outer - outer * scale)
            drawn.add(thing, local.then(turn), named=seat == 0)
    _draw_middle(pieces, drawn)
    _draw_direction(pieces, seats, drawn)
    stock = next((p.id for p in variant.places if p.kind == "stock"), None)
    if stock in drawn.places:
        drawn.places["deal"] = drawn.places[stock]
    elif "hand" in drawn.places:
        drawn.places["deal"] = drawn.places["hand"]


def _tray_scale(seats: int) -> float:
    """Return how much smaller trays are where many lie round the table."""
    if seats <= 2:
        return 1.0
    half, inner, outer = _TRAY
    share = math.tan(math.pi / seats) * _TRAY_SLACK
    return min(1.0, share * outer / (half + share * (outer - inner)))


def _draw_top(pieces: Pieces) -> list[Item]:
    paper = pieces.theme.roles_of["paper"]
    ground = pieces.ground(0.15)
    rim = blend(pieces.edge().colour, ground, 0.35) if ground != paper else paper

    def polygon(radius: float) -> PathBuilder:
        angles = [2 * math.pi * (i + 0.5) / _CORNERS for i in range(_CORNERS)]
        return PathBuilder().polygon([(radius * math.cos(a), radius * math.sin(a)) for a in angles])

    return [
        Path(polygon(_RADIUS).done(), fill=rim, stroke=pieces.edge() if rim == paper else None),
        Path(polygon(_RADIUS - _EDGE).done(), fill=ground, stroke=pieces.edge()),
    ]


def _draw_middle(pieces: Pieces, drawn: _Drawn) -> None:
    """Draw the mat with its places in rows, smaller if they are many."""
    rows = middle_rows(pieces)
    if not rows:
        return
    widths = [math.fsum(t.box.w for t in row) + _GAP * (len(row) - 1) for row in rows]
    heights = [max(t.box.h for t in row) for row in rows]
    width, height = max(widths), math.fsum(heights) + _ROW_GAP * (len(rows) - 1)
    half_w, half_h = _HALF_MAT
    available = (2 * (half_w - _MAT_MARGIN), 2 * (half_h - _MAT_MARGIN))
    scale = min(1.0, available[0] / width, available[1] / height)
    mat = Rect(0, 0, width * scale + 2 * _MAT_MARGIN, height * scale + 2 * _MAT_MARGIN)
    mat = mat._replace(x=-mat.w / 2, y=-mat.h / 2)
    drawn.items.append(Path(chamfered(mat, 6.0), fill=pieces.ground(0.05), stroke=pieces.edge()))
    y = mat.y + _MAT_MARGIN
    for row, row_width, row_height in zip(rows, widths, heights, strict=True):
        x = -row_width * scale / 2
        for thing in row:
            matrix = translation(x + thing.box.w * scale / 2, y + row_height * scale / 2)
            drawn.add(thing, Matrix(scale, 0, 0, scale, 0, 0).then(matrix), named=True)
            x += (thing.box.w + _GAP) * scale
        y += (row_height + _ROW_GAP) * scale


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
