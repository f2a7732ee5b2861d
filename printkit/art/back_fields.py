"""The fields of card backs: the area between the rings in the middle and the edge.

A half turn leaves each field unchanged. On white paper a field keeps within the rounded outline of
its `BackField` and ends in points; on a printed ground it may extend beyond it and is clipped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from printkit.art.guilloche import oval
from printkit.art.theme import Theme
from printkit.base.geometry import Matrix, Rect, polar, rotation, scaling, translation
from printkit.graphics.colour import WHITE, Colour, blend, contrast
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point, circle

# The outline of a field on white: a superellipse of this power.
_POWER = 5.0
# The line width of a field (mm); themes that save ink draw hairlines.
_THIN = 0.13
# Shares of a colour in a pale line over the ground, in a ground made of it, in a line on that.
_PALE, _GROUND, _LIT = 0.55, 0.42, 0.6


class BackField(msgspec.Struct, frozen=True):
    """The area of a field: `a` and `b` are half its width and height, `heart` is the radius of the
    middle, `unit` the card's size relative to a poker card. With `over` the field may extend beyond
    its edge.
    """

    a: float
    b: float
    heart: float
    unit: float
    over: bool = False

    def reach(self, angle: float) -> float:
        """Return the distance of the outline from the middle in a direction."""
        c, s = abs(math.cos(angle)) / self.a, abs(math.sin(angle)) / self.b
        if self.over:
            return 1 / max(c, s)
        return float((c**_POWER + s**_POWER) ** (-1 / _POWER))

    def holds(self, x: float, y: float, radius: float) -> bool:
        """Return True if a shape of this radius about a point is drawn."""
        away = math.hypot(x, y)
        if away + radius <= self.heart:
            return False
        if self.over:
            return abs(x) - radius < self.a and abs(y) - radius < self.b
        return away + radius <= self.reach(math.atan2(y, x)) or not away

    def cells(
        self, pitch_x: float, pitch_y: float, radius: float, shift: float = 0.5
    ) -> Iterator[tuple[int, int, float, float]]:
        """Yield the rows and columns of a lattice about the middle, and their places; odd rows are
        moved by `shift` of a pitch.
        """
        rows, columns = math.ceil(self.b / pitch_y) + 1, math.ceil(self.a / pitch_x) + 1
        for row in range(-rows, rows + 1):
            for column in range(-columns, columns + 1):
                x, y = (column + row % 2 * shift) * pitch_x, row * pitch_y
                if self.holds(x, y, radius):
                    yield row, column, x, y


class BackInks(msgspec.Struct, frozen=True):
    """The colours of a back.

    `main` is the card's colour, `line` and `pale` are for lines, `second` for the rings, `disc` is
    below the sign. `on_white`: the ground stays unprinted. `gold`: the rings are gold.
    """

    theme: Theme
    ground: Colour
    main: Colour
    line: Colour
    pale: Colour
    second: Colour
    disc: Colour
    on_white: bool
    gold: bool

    @classmethod
    def of(cls, theme: Theme, colour: str, second: str) -> BackInks:
        """Return the inks for the names of a colour and of a second one."""
        main, other, paper = theme.colour(colour), theme.colour(second), theme.roles_of["paper"]
        if not theme.face.full_bleed:
            pale = blend(main, paper, _PALE if theme.solid else 1.0)
            return cls(theme, paper, main, main, pale, other, main, True, False)
        if contrast(paper, WHITE) > contrast(main, WHITE):  # a dark theme
            pale = blend(main, paper, _PALE)
            return cls(theme, paper, main, main, pale, other, paper, False, False)
        ground = theme.grounds.get(colour) or blend(main, theme.dark, _GROUND)
        line = blend(main, WHITE, _LIT)
        pale, gold = blend(line, ground, _PALE), theme.roles_of["accent"]
        return cls(theme, ground, main, line, pale, gold, ground, False, theme.face.gold)

    @property
    def solid(self) -> bool:
        """Return False if the theme draws outlines to save ink."""
        return self.theme.solid

    def count(self, petals: int, unit: float) -> int:
        """Return a multiple of four petals: fewer on a small card, whose lines are as wide."""
        share = 1.0 if self.solid else 0.75
        return max(8, 4 * round(petals * share * min(1.0, math.sqrt(unit)) / 4))

    def phases(self, count: int) -> int:
        """Return the number of interlaced waves: half of `count` if ink is saved."""
        return count if self.solid else (count + 1) // 2

    def pitch(self, pitch: float, unit: float) -> float:
        """Return the distance between lines, wider where ink is saved."""
        return pitch * unit if self.solid else max(2.1 * pitch * unit, 1.6 * pitch)

    def stroke(self, width: float = _THIN, colour: Colour | None = None) -> Stroke:
        """Return a line, its width multiplied by the theme's line weight."""
        return Stroke(colour or self.line, self.theme.line_weight(width))

    def fine(self, data: PathBuilder, colour: Colour | None = None) -> Path:
        """Return a path drawn in a fine line."""
        return Path(data.done(), stroke=self.stroke(FINE, colour))


Field = Callable[[dict[str, Any], BackField, BackInks], tuple[Item, ...]]


def _draw_lathe(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw waves from a circle to the outline: lines that follow the card's edge."""
    petals, middle = inks.count(spec["petals"], area.unit), 0.86 * area.heart
    outer = (1.04 * area.a, 1.04 * area.b) if area.over else (area.a, area.b)
    power = 7.0 if area.over else 4.6
    between = (0.5 * (middle + outer[0]), 0.5 * (middle + outer[1]))
    phases, inner, few = inks.phases(4), 0.8 * middle, petals * 3 // 4
    return (
        Use(oval((middle, middle), outer, petals, phases, inks.stroke(), power)),
        Use(oval((inner, inner), between, few, phases, inks.stroke(colour=inks.pale))),
    )


def _draw_orbits(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw orbits about the middle with a planet at each end."""
    count = inks.count(spec["count"], area.unit)
    a, b = (1.3 * area.a, 1.3 * area.b) if area.over else (area.a, area.b)
    orbits, inner, planets = PathBuilder(), PathBuilder(), PathBuilder()
    dot = 0.9 * area.unit
    for k in range(count):
        stretch = rotation(180 * k / count).then(scaling(a - dot, b - dot))
        orbits.add(PathBuilder().ellipse(0, 0, 1, 0.42).done().transformed(stretch))
        inner.add(PathBuilder().ellipse(0, 0, 0.86, 0.56).done().transformed(stretch))
        for x in (1.0, -1.0):
            planets.circle(*stretch.apply(x, 0), dot if k % 2 else 0.55 * dot)
    return (
        Path(inner.done(), stroke=inks.stroke(colour=inks.pale)),
        Path(orbits.done(), stroke=inks.stroke()),
        Path(planets.done(), fill=inks.second),
    )


def _draw_clouds(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw scrolls of cloud that rise to both ends of the card, one behind another."""
    pitch = spec["pitch"] * area.unit
    r = 0.56 * pitch
    turns, steps, rims = 2.25, 22, PathBuilder()
    scroll = PathBuilder().smooth(
        [
            polar(r * 0.62 * (0.12 + 0.88 * k / steps), 360 * turns * k / steps - 180)
            for k in range(steps + 1)
        ]
    )
    for share in (1.0, 0.9, 0.8, 0.7) if inks.solid else (1.0, 0.78):
        rims.circle(0, 0, r * share)
    disc = Path(circle(r), fill=inks.ground)
    cell = _cell(f"cloud-{r:.2f}", r, r, disc, inks.fine(rims), inks.fine(scroll))
    rows, columns = math.ceil(area.b / (0.42 * pitch)), math.ceil(area.a / pitch) + 1
    # Draw from both ends to the middle, where clouds of the two halves do not meet.
    places = [
        ((column + row % 2 / 2) * pitch, -r - row * 0.42 * pitch)
        for row in range(rows, -1, -1)
        for column in range(-columns, columns + 1)
    ]
    half = [translation(x, y) for x, y in places if area.holds(x, y, r)]
    turned = [matrix.then(scaling(-1)) for matrix in half]
    return tuple(Use(cell, matrix) for matrix in (*half, *turned))


def _draw_shards(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw shards of two tones in three rings, stretched to the outline."""
    count, start = spec["count"], 0.62 * area.heart
    sides, halves = PathBuilder(), PathBuilder()
    for place, (near, far, breadth) in enumerate(
        ((0.0, 0.5, 1.15), (0.14, 0.74, 1.6), (0.44, 1.0, 2.0))
    ):
        for k in range(count):
            angle = 2 * math.pi * (k + place % 2 / 2) / count
            end = area.reach(angle)
            shares = (near, near + 0.42 * (far - near), far)
            inner, middle, outer = (start + (end - start) * share for share in shares)
            half = breadth * area.unit * (0.55 + 0.45 * end / area.b)
            if area.over:
                half *= 1.12
            turn = rotation(math.degrees(angle))
            corners = [turn.apply(inner, 0), turn.apply(middle, half), turn.apply(outer, 0)]
            halves.polygon(corners)
            sides.polygon([*corners, turn.apply(middle, -half)])
    if not inks.solid:
        return (Path(sides.done(), stroke=inks.stroke()),)
    return (
        Path(sides.done(), fill=inks.main, stroke=Stroke(inks.ground, 0.22)),
        Path(halves.done(), fill=inks.pale if inks.on_white else blend(inks.main, WHITE, 0.75)),
    )


def _draw_dunes(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw dunes: waves whose phase drifts from line to line, an odd function about the middle."""
    pitch = inks.pitch(spec["pitch"], area.unit)
    count = math.ceil(area.b / pitch) + (8 if area.over else -3)
    wave, steps = 31.0 * area.unit, 36
    thin, broad = PathBuilder(), PathBuilder()
    for line in range(-count, count + 1):
        level, end = line * pitch, area.a
        if not area.over:
            inside = max(0.0, 1 - (abs(level) / area.b) ** _POWER)
            end = area.a * inside ** (1 / _POWER) - (1.6 * area.unit if line % 2 else 0.0)
        if end < 3 * area.unit:
            continue
        points: list[Point] = []
        for step in range(steps + 1):
            x = end * (2 * step / steps - 1)
            swing = 2.4 * math.sin(2 * math.pi * x / wave + 0.11 * level / area.unit)
            crest = 0.9 * math.sin(4 * math.pi * x / wave - 0.2 * level / area.unit)
            taper = 1.0 if area.over else min(1.0, (area.b - abs(level)) / (5 * area.unit))
            points.append((x, level + (swing + crest) * area.unit * taper))
        (broad if line % 5 == 0 else thin).smooth(points)
    return inks.fine(thin), Path(broad.done(), stroke=inks.stroke(0.5 if inks.solid else FINE))


def _draw_shapes(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a lattice of nested circles, squares and triangles."""
    pitch = inks.pitch(spec["pitch"], area.unit) if inks.solid else spec["pitch"] * area.unit
    r = 0.46 * pitch
    kinds = [_nest(kind, r, inks) for kind in ("circle", "up", "square", "down")]
    return tuple(
        Use(kinds[(row + 2 * column) % 4], translation(x, y))
        for row, column, x, y in area.cells(pitch, pitch, r, 0.0)
    )


def _nest(kind: str, r: float, inks: BackInks) -> Symbol:
    """Draw nested copies of a shape about a spot."""
    lines = PathBuilder()
    for share in (1.0, 0.82, 0.64, 0.46) if inks.solid else (1.0, 0.7):
        size = r * share
        if kind == "circle":
            lines.circle(0, 0, size)
        elif kind == "square":
            lines.rect(Rect(-0.84 * size, -0.84 * size, 1.68 * size, 1.68 * size))
        else:
            turn = -90 if kind == "up" else 90
            lines.polygon(polar(size * 1.12, turn + 120 * k) for k in range(3))
    spot = Path(circle(0.2 * r), fill=inks.second)
    return _cell(f"nest-{kind}-{r:.2f}", r, r, inks.fine(lines), spot)


def _draw_hexagons(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a honeycomb: waves between two hexagons in each cell, and a spot."""
    pitch, turn = spec["pitch"] * area.unit, rotation(spec["turn"])
    r = pitch / math.sqrt(3)
    cell = _hexagon_cell(r, turn, inks)
    reach = math.hypot(area.a, area.b)
    lattice = BackField(reach, reach, 0.0, area.unit, True).cells(pitch, 1.5 * r, r)
    places = [turn.apply(x, y) for _, _, x, y in lattice]
    return tuple(Use(cell, translation(x, y)) for x, y in places if area.holds(x, y, r))


def _hexagon_cell(r: float, turn: Matrix, inks: BackInks) -> Symbol:
    def hexagon(share: float) -> PathData:
        corners = [polar(r * share, 60 * k + 30) for k in range(6)]
        return PathBuilder().polygon(corners).done().transformed(turn)

    items = [Path(hexagon(0.97), stroke=inks.stroke(FINE, inks.pale))]
    if inks.solid:
        waves, sixth = PathBuilder(), math.pi / 6
        for phase in range(2):
            points: list[Point] = []
            for k in range(72):
                angle = math.tau * k / 72
                flat = math.cos(sixth) / math.cos((angle + sixth) % (math.pi / 3) - sixth)
                wave = 0.71 + 0.19 * math.cos(18 * angle + math.pi * phase)
                points.append(polar(r * flat * wave, 5 * k))
            waves.add(PathBuilder().smooth(points, closed=True).done().transformed(turn))
        items.append(Path(waves.add(hexagon(0.46)).done(), stroke=inks.stroke()))
    return _cell(f"cell-{r:.2f}", r, r, *items, Path(hexagon(0.2), fill=inks.second))


def _draw_sunbeams(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw alternating straight beams and flames from the middle to the outline."""
    count, start = spec["count"], 0.8 * area.heart
    beams, veins, flames = PathBuilder(), PathBuilder(), PathBuilder()
    for k in range(count):
        angle = math.tau * k / count
        end = area.reach(angle) * (1.0 if not area.over else 1.03)
        half = math.pi / count * start
        turn = rotation(math.degrees(angle))
        length, sway, tip = end - start, 1.5 * area.unit, turn.apply(end, 0)
        for share in (-0.9, -0.45, 0.0, 0.45, 0.9) if inks.solid else (-0.8, 0.8):
            foot = turn.apply(start, half * share * 1.5)
            if k % 2:
                veins.polyline([foot, tip])
                continue
            first = turn.apply(start + 0.33 * length, half * share * 1.4 + 2 * sway)
            second = turn.apply(start + 0.67 * length, half * share - 2 * sway)
            flames.move(*foot).curve(*first, *second, *tip)
        if k % 2:
            beams.polygon([turn.apply(start, -0.5 * half), tip, turn.apply(start, 0.5 * half)])
    if not inks.solid:
        return Path(veins.done(), stroke=inks.stroke()), inks.fine(veins), inks.fine(flames)
    ground = Path(beams.done(), fill=blend(inks.pale, inks.ground, 0.5))
    return ground, inks.fine(veins, inks.second), inks.fine(flames)


def _draw_diamonds(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw nested diamonds in two alternating colours."""
    pitch = spec["pitch"] * area.unit
    w, h = pitch / 2, pitch * 0.78
    cells = [_diamond(w, h, inks, spotted) for spotted in (True, False)]
    return tuple(Use(cells[row % 2], translation(x, y)) for row, _, x, y in area.cells(pitch, h, h))


def _diamond(w: float, h: float, inks: BackInks, spotted: bool) -> Symbol:
    lines = PathBuilder()
    for share in (0.95, 0.8, 0.65, 0.5) if inks.solid else (0.92, 0.6):
        lines.polygon([(0, -h * share), (w * share, 0), (0, h * share), (-w * share, 0)])
    spot = PathBuilder().polygon([(0, -h * 0.3), (w * 0.3, 0), (0, h * 0.3), (-w * 0.3, 0)]).done()
    colour = inks.line if spotted else inks.second
    return _cell(f"diamond-{w:.2f}-{spotted:d}", w, h, inks.fine(lines), Path(spot, fill=colour))


def _cell(key: str, half_w: float, half_h: float, *items: Item) -> Symbol:
    """Return the symbol of a repeated cell about the origin."""
    return Symbol(key, items, Rect(-half_w, -half_h, 2 * half_w, 2 * half_h).inset(-1))


FIELDS: dict[str, Field] = {
    "lathe": _draw_lathe,
    "orbits": _draw_orbits,
    "clouds": _draw_clouds,
    "shards": _draw_shards,
    "dunes": _draw_dunes,
    "shapes": _draw_shapes,
    "hexagons": _draw_hexagons,
    "sunbeams": _draw_sunbeams,
    "diamonds": _draw_diamonds,
}
