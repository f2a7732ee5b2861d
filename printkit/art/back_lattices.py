"""Fields of card backs that are lattices of cells: scrolls, dice, shapes, hexagons, diamonds, bars.

Cells are of two or three tones, so that a field keeps its masses in grey and small. The upper half
is drawn and used twice.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Any

from printkit.art.back_parts import BackField, BackInks, Field, cell_symbol, diamond, twice
from printkit.base.geometry import Rect, polar, translation
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Item, Symbol, Use
from printkit.graphics.path import PathBuilder, Point

# The pips of the faces of a die, in quarters of its side.
_TWO: tuple[Point, ...] = ((-1, -1), (1, 1))
_FOUR: tuple[Point, ...] = (*_TWO, (1, -1), (-1, 1))
_PIPS: tuple[tuple[Point, ...], ...] = (
    ((0, 0),),
    _TWO,
    (*_TWO, (0, 0)),
    _FOUR,
    (*_FOUR, (0, 0)),
    (*_FOUR, (-1, 0), (1, 0)),
)


def _draw_clouds(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw scrolls of cloud that rise to both ends, filled and open rows in turn."""
    columns = max(3, round(2 * area.a / (spec["pitch"] * area.unit)))
    r = area.a / columns
    rows = 2 * math.ceil((area.b - r) / (1.6 * r))
    step = (area.b - r) / rows
    more = 6 if area.over else 0
    half: list[Item] = []
    for row in range(-more, rows):  # from the end to the middle, where a row of discs covers both
        shift = row % 2
        for column in range(-more, columns + more - shift):
            x = (2 * column + 1 + shift) * r - area.a
            hand = 1 if column % 2 else -1
            cloud = _scroll(r, inks, filled=shift, hand=hand)
            y = -area.b + r + row * step
            if area.keeps(x, y, 2 * r, 2 * r):
                half.append(Use(cloud, translation(x, y)))
    disc = _scroll(r, inks, filled=0, hand=0)
    middle = [
        Use(disc, translation((2 * column + 1) * r - area.a, 0))
        for column in range(-more, columns + more)
    ]
    return (*twice(half), *middle)


@lru_cache(maxsize=256)
def _scroll(r: float, inks: BackInks, *, filled: int, hand: int) -> Symbol:
    """Draw a scroll that turns to one hand, or rings for a hand of 0."""
    turns, steps, tone = 1.55, 12, inks.ground if filled and inks.solid else inks.mass
    spiral = PathBuilder().circle(0, 0, 0.55 * r).circle(0, 0, 0.25 * r)
    if hand:
        places = (
            polar(0.62 * r * (1 - 0.84 * k / steps), 360 * turns * k / steps + 20)
            for k in range(steps + 1)
        )
        spiral = PathBuilder().smooth([(hand * x, y - 0.2 * r) for x, y in places])
    items = [inks.fill(PathBuilder().circle(0, 0, r), inks.mass)]
    if filled:
        items.append(inks.lines(PathBuilder().circle(0, 0, r), 0.35, inks.ground))
    else:
        items.append(inks.fill(PathBuilder().circle(0, 0, 0.82 * r), inks.ground))
    items.append(inks.lines(spiral, 0.4, tone))
    return cell_symbol(f"scroll-{r:.2f}-{filled}-{hand}-{inks.key}", 2 * r, 2 * r, *items)


def _draw_dice(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw the faces of dice, their values and dresses by a seed."""
    luck, pitch = Random(spec["seed"]), spec["pitch"] * area.unit
    dresses = [
        (inks.mass, inks.ground if inks.on_white else inks.second),
        (inks.tint, inks.body if inks.on_white else inks.second),
        (inks.ground, inks.mass),
    ]
    half: list[Item] = []
    for cell in area.cells(pitch, pitch):
        side, dress, pips = 0.88 * cell.w, luck.randrange(3), luck.randrange(6)
        key = f"die-{side:.2f}-{dress}-{pips}-{inks.key}"
        half.append(Use(_die(key, side, pips, *dresses[dress], inks), translation(cell.x, cell.y)))
    return twice(half)


@lru_cache(maxsize=256)
def _die(key: str, side: float, pips: int, face: Colour, spot: Colour, inks: BackInks) -> Symbol:
    box = Rect(-side / 2, -side / 2, side, side)
    body = PathBuilder().rounded(box, 0.2 * side)
    dots = PathBuilder()
    for x, y in _PIPS[pips]:
        dots.circle(0.24 * side * x, 0.24 * side * y, 0.088 * side)
    items: list[Item] = [inks.fill(body, face)]
    if face == inks.ground:
        items.append(inks.lines(PathBuilder().rounded(box, 0.2 * side), 0.22, inks.mass))
    items.append(inks.fill(dots, spot))
    return cell_symbol(key, side, side, *items)


def _draw_shapes(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a lattice of nested circles, squares and triangles in two colours by turns."""
    pitch = spec["pitch"] * area.unit
    half: list[Item] = []
    for cell in area.cells(pitch, pitch):
        kind, turn = (cell.row + 2 * cell.column) % 4, (cell.row + cell.column) % 2
        tone, r = (inks.mass, inks.other)[turn], 0.42 * cell.w
        half.append(Use(_nest(kind, r, tone, inks), translation(cell.x, cell.y)))
    return twice(half)


@lru_cache(maxsize=256)
def _nest(kind: int, r: float, tone: Colour, inks: BackInks) -> Symbol:
    """Draw nested copies of a shape."""
    soft = blend(tone, inks.ground, 0.5)
    items: list[Item] = []
    shares = ((1.0, tone), (0.70, inks.ground), (0.52, soft), (0.26, tone))
    for share, colour in shares if inks.solid else shares[:2]:
        size, builder = r * share, PathBuilder()
        if kind == 0:
            builder.circle(0, 0, size)
        elif kind == 2:
            builder.rect(Rect(-0.88 * size, -0.88 * size, 1.76 * size, 1.76 * size))
        else:
            up = 1 if kind == 1 else -1
            corners = [(0, -1.22), (1.08, 0.66), (-1.08, 0.66)]
            builder.polygon((x * size, up * (y * size + 0.14 * r)) for x, y in corners)
        items.append(inks.fill(builder, colour))
    return cell_symbol(f"nest-{kind}-{r:.2f}-{tone.name}-{inks.key}", 2.2 * r, 2.2 * r, *items)


def _draw_hexagons(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a honeycomb fitted to the card, its tones by ring about the middle."""
    columns = 2 * max(1, round(area.a / (spec["pitch"] * area.unit)))
    px = 2 * area.a / columns
    rows = 2 * max(1, round((2 * area.b / (px / math.sqrt(3)) - 2) / 3))
    r = 2 * area.b / (1.5 * rows + 2)
    squeeze, tones = px / (r * math.sqrt(3)), (inks.mass, inks.tint, inks.ground)
    cells = [_hexagon(r, squeeze, tone, inks) for tone in tones]
    half: list[Item] = []
    more = 2 if area.over else 0
    for row in range(-rows // 2 - more, 1):
        for column in range(-columns - more, columns + more + 1):
            x, y = (
                (column + (0.5 if (row % 2 == 0) == (columns % 2 == 0) else 0.0)) * px,
                row * 1.5 * r,
            )
            if row == 0 and x > 1e-6:
                continue
            if not area.keeps(x, y, px, 2 * r):
                continue
            ring = math.floor(max(abs(row) - 0.5, abs(x) / px + abs(row) / 2) + 1e-6)
            half.append(Use(cells[ring % 3], translation(x, y)))
    return twice(half)


@lru_cache(maxsize=256)
def _hexagon(r: float, squeeze: float, tone: Colour, inks: BackInks) -> Symbol:
    def ring(share: float) -> PathBuilder:
        corners = (polar(r * share, 60 * k + 30) for k in range(6))
        return PathBuilder().polygon((squeeze * x, y) for x, y in corners)

    filled = tone != inks.ground
    line = inks.ground if filled and inks.solid else inks.pale
    edge = inks.mass if inks.on_white else inks.pale
    items = [inks.fill(ring(0.95), tone), inks.lines(ring(0.95), 0.22, edge)]
    items += [inks.lines(ring(0.70), 0.3, line), inks.lines(ring(0.50), 0.2, line)]
    items.append(inks.fill(ring(0.26), inks.second))
    key = f"hexagon-{r:.2f}-{tone.name}-{inks.key}"
    return cell_symbol(key, 2 * r, 2 * r, *(items if inks.solid else (*items[1:3], items[-1])))


def _draw_diamonds(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a harlequin: filled rows, and rows of lines between them."""
    pitch = spec["pitch"] * area.unit
    half: list[Item] = []
    for cell in area.cells(pitch, 1.6 * pitch, pointed=True):
        symbol = _diamond(cell.w, cell.h, inks, filled=True)
        half.append(Use(symbol, translation(cell.x, cell.y)))
        for dx in (-0.5, 0.5):
            x, y = cell.x + dx * cell.w, cell.y + cell.h / 2
            if area.keeps(x, y, cell.w, cell.h, pointed=True):
                symbol = _diamond(cell.w, cell.h, inks, filled=False)
                half.append(Use(symbol, translation(x, y)))
    return twice(half)


@lru_cache(maxsize=256)
def _diamond(w: float, h: float, inks: BackInks, *, filled: bool) -> Symbol:
    def ring(share: float) -> PathBuilder:
        return PathBuilder().polygon(diamond(w * share, h * share))

    spot = inks.fill(ring(0.46 if filled else 0.32), inks.other)
    if filled and inks.solid:
        items = [inks.fill(ring(0.96), inks.mass), inks.fill(ring(0.62), inks.ground), spot]
    else:
        shares = (0.94, 0.8, 0.66, 0.52) if inks.solid else (0.94, 0.7)
        rings = [inks.lines(ring(share), 0.2) for share in shares]
        ground = inks.fill(ring(0.96), inks.tint) if inks.solid and not inks.on_white else None
        items = [*([ground] if ground else []), *rings, spot]
    return cell_symbol(f"diamond-{w:.2f}-{filled:d}-{inks.key}", w, h, *items)


def _draw_bars(spec: dict[str, Any], area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw woven bars: three across and three up by turns, in two colours."""
    pitch = spec["pitch"] * area.unit
    half: list[Item] = []
    for cell in area.cells(pitch, pitch):
        upright = (cell.row + cell.column) % 2
        symbol = _bars(cell.w, cell.h, inks, upright=upright)
        half.append(Use(symbol, translation(cell.x, cell.y)))
    return twice(half)


@lru_cache(maxsize=256)
def _bars(w: float, h: float, inks: BackInks, *, upright: int) -> Symbol:
    tone = inks.other if upright else inks.mass
    outer, middle = PathBuilder(), PathBuilder()
    for place in (-1, 0, 1):
        bar = Rect(-0.47 * w, (0.31 * place - 0.1) * h, 0.94 * w, 0.2 * h)
        if upright:
            bar = Rect((0.31 * place - 0.1) * w, -0.47 * h, 0.2 * w, 0.94 * h)
        (outer if place else middle).rect(bar)
    items = [inks.fill(outer, tone), inks.fill(middle, blend(tone, inks.ground, 0.55))]
    return cell_symbol(f"bars-{w:.2f}-{upright}-{inks.key}", w, h, *items)


LATTICES: dict[str, Field] = {
    "clouds": _draw_clouds,
    "dice": _draw_dice,
    "shapes": _draw_shapes,
    "hexagons": _draw_hexagons,
    "diamonds": _draw_diamonds,
    "bars": _draw_bars,
}
