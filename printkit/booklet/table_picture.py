"""The table seen from above, with a numbered disc for each place of the setup.

The mat is in the middle, with its places in rows. Each seat has a tray with the places of a board,
turned towards the seat. The first seat is at the bottom, with an open hand. A disc is on the first
free side of its target, of eight directions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import hypot

import msgspec

from printkit.art.guilloche import chamfered
from printkit.base.geometry import Matrix, Rect, polar, rotation
from printkit.booklet.pieces import Pieces
from printkit.booklet.table_places import (
    PlaceContents,
    TableZones,
    middle_rows,
    place_rows,
    rows_extent,
    seat_contents,
)
from printkit.components.dial_measures import is_dial_table
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import LIVE, OUTLINED, Group, Item, Path, Stroke, Symbol
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import text_line
from printkit.model.variant import Variant

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
        _draw_round_table(pieces, seats, drawn)
    radius = max(_DISC, MIN_TABLE_TEXT_SIZE * area.h / height / DISC_FIGURE)
    discs = place_discs(_targets(variant, drawn), tuple(drawn.boxes), area, radius)
    return NumberedTable(drawn.items, area, discs, radius)


def table_area(pieces: Pieces) -> Rect:
    """Return the area of a table centred on the origin, with space for discs."""
    if is_dial_table(pieces.variant):
        return TableZones(pieces, SIDE - 2 * _AROUND).area.inset(-_AROUND)
    return Rect(-SIDE / 2, -_RADIUS, SIDE, 2 * _RADIUS)


def _targets(variant: Variant, drawn: _Drawn) -> tuple[NumberedPlace, ...]:
    """Return the targets of the setup steps: the places of each step.

    A step at the hand has the contents with its id instead, such as chips, if they are drawn.
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
        for contents in seat_contents(pieces, is_open=seat == 0):
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
    """Place a disc for each target within an area, clear of obstacles and of each other."""
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
    """Yield discs around a target, nearest first, those away from the table centre first."""
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
