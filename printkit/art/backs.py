"""Card backs: fields, lattices and medals.

The cells of a lattice have two or three tones, so that it stays recognisable in grey and at small
sizes. The upper half is drawn once and used twice.

Each field looks the same after a half turn: it is drawn from an odd function, or one half is drawn
twice. On white paper, a field ends in points inside the outline of its area.

A back is one Symbol that looks the same after a half turn. On white paper, nothing is printed near
the cut. A printed ground and its field run over the cut; the field is fainter outside the frame.
The medal is drawn over the frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path as FilePath
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printkit.art.burin import hatch, shade_along
from printkit.art.emblems import draw_picture, emblem, place_emblem, shown_scene
from printkit.art.ornaments import Gold, Outline, frame_outline, gild, ring
from printkit.art.theme import Palette, Theme, digest_theme
from printkit.base.card_shapes import OUTLINE
from printkit.base.content import content_path, find_record, keep_record
from printkit.base.design import BackRow, back_rows
from printkit.base.geometry import (
    Matrix,
    Rect,
    centred_rect,
    half_rotation,
    polar,
    rotation,
    scaling,
    translation,
)
from printkit.graphics.colour import BLACK, WHITE, Colour, blend, contrast, parse_hex, suggest_inks
from printkit.graphics.display_list import Group, Item, LateItems, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE, HAIRLINE, LIGHT_HAIRLINE
from printkit.graphics.path import (
    CORNER_RADIUS,
    HEXAGON,
    OCTAGON,
    ROUNDED,
    PathBuilder,
    PathData,
    Point,
    card_outline,
    card_shape,
    corner_cut,
    encloses,
    rect_path,
    rectangle_inside,
    shape_kind,
)
from printkit.graphics.svg import read_art
from printkit.graphics.svg_art import Shape, SvgArt

# --- back parts ----------------------------------------------------------------------------------

# The powers of the outline of a field on white, and where it runs over the cut.
_POWER, _OVER = 5.0, 12.0
# How far a field runs over its edge (mm).
OVER = 5.5
# The line width of a field (mm); themes that save ink draw hairlines.
_THIN = 0.13
# Shares of a colour over its ground, on white paper, in a lit ground and on black: filled cells,
# every second cell, lines, pale lines.
_ON_WHITE, _ON_GROUND, _ON_BLACK = (
    (1.0, 0.30, 0.82, 0.5),
    (0.80, 0.38, 0.62, 0.36),
    (0.62, 0.26, 0.72, 0.42),
)
# Shares of colours: the colour of a back in its printed ground, a dark ground in the body of a
# medal, the colour in that body on white and on black, the ground in the field outside a frame.
_GROUND, _BODY, _DEEP_BODY, _TINGE, _VEIL = 0.42, 0.72, 0.84, 0.16, 0.55
# Shares in a medal: lit and shaded facets of the second colour, half tone, lines.
_LIT, _DEEP, _HALF = 0.5, 0.70, 0.5
# The least contrast of a colour with its dark ground, the greatest value of its brightest channel
# when it is lightened, its share in a mixture with white.
_APART, _BRIGHT, _HUE = 4.0, 210, 0.9
_TONES = ("line", "pale", "mass", "tint", "second", "other")


class BurinCut(NamedTuple):
    """The engraving of the shapes of one role: whether they use the second colour, the share of the
    colour in their area, the distance between lines (mm), and the width of a line as a share of
    that distance.
    """

    second: bool
    base: float
    pitch: float
    share: float


# The cuts of medals by the roles of their shapes; lines in the second colour are a shade darker.
_CUTS = {
    "main": BurinCut(False, 0.34, 0.56, 0.62),
    "area": BurinCut(False, 0.34, 0.50, 0.50),
    "ink": BurinCut(False, 0.34, 0.50, 0.50),
    "shade": BurinCut(False, 0.10, 0.62, 0.30),
    "accent": BurinCut(True, 0.72, 0.46, 0.58),
    "dark": BurinCut(True, 0.95, 0.42, 0.80),
    "tint": BurinCut(True, 0.16, 0.60, 0.32),
}
_CUT_LINE, _CUT_EDGE, _CENTRED = 0.66, 0.18, 0.2
# The folders of the lines of medals and of drawings in the user's cache.
_MEDALS, _DRAWINGS = "medals", "drawn"
# The lines along a round bar: their place across it, and their width as a share of the cell.
_ROUND = ((-0.92, 0.016), (-0.3, 0.014), (0.1, 0.02), (0.46, 0.028), (0.82, 0.036))
# The rings of a cell in relief (shares of its size, from its edge), the widths of their lines on
# the lit and on the dark side (mm), and the direction of the light (degrees).
_FACETS, _LIT_LINE, _DARK_LINE, _LAMP = (0.86, 0.77, 0.68, 0.59, 0.50), 0.10, 0.42, -120


class BackField(msgspec.Struct, frozen=True):
    """The area of a field (mm): `a` and `b` are half its width and height, `medal` is the outline
    in its middle, and `edge` is the outline of the card at its margin.

    `unit` is the scale relative to the medal's original card. With `over` the pattern continues
    beyond the edge of the field and is clipped.
    """

    a: float
    b: float
    medal: Outline
    unit: float
    edge: PathData
    over: bool = False

    @property
    def outline(self) -> Outline:
        """The outline at which a field of rays or waves ends."""
        if self.over:
            return Outline(self.a + OVER, self.b + OVER, _OVER)
        return Outline(self.a, self.b, _POWER)

    def cells(
        self, pitch_x: float, pitch_y: float, *, pointed: bool = False
    ) -> Iterator[LatticeCell]:
        """Yield the cells of the upper half of a lattice, row by row from the head.

        The pitches are adapted until whole cells fill the area, so that all four sides look alike.
        Cells that the edge of the field would cut are left out, unless the pattern continues beyond
        that edge. `pointed` cells are diamonds.
        """
        columns, rows = (
            max(2, round(2 * s / p)) for s, p in ((self.a, pitch_x), (self.b, pitch_y))
        )
        w, h = 2 * self.a / columns, 2 * self.b / rows
        more = math.ceil(OVER / min(w, h)) if self.over else 0
        for row in range(-more, (rows + 1) // 2):
            for column in range(-more, columns + more):
                x = (column + 0.5) * w - self.a
                cell = LatticeCell(row, column, x, (row + 0.5) * h - self.b, w, h)
                last = row == rows // 2 and rows % 2 and x > 1e-6
                if not last and self.keeps(cell.x, cell.y, w, h, pointed=pointed):
                    yield cell

    def keeps(self, x: float, y: float, w: float, h: float, *, pointed: bool = False) -> bool:
        """Return True if a cell is drawn: it is inside the field, or the pattern continues beyond
        the edge of the field.

        A `pointed` cell is a diamond, any other cell a rectangle.
        """
        corners = diamond(w, h) if pointed else [(u, v) for u in (-w, w) for v in (-h, h)]
        k = 0.94 if pointed else 0.47
        return self.over or all(encloses(self.edge, x + k * u, y + k * v) for u, v in corners)


class LatticeCell(msgspec.Struct, frozen=True):
    """A cell of a lattice: row, column, middle, width and height (mm)."""

    row: int
    column: int
    x: float
    y: float
    w: float
    h: float


class BackInks(msgspec.Struct, frozen=True):
    """The colours of a back.

    `mass` and the weaker `tint` fill areas of the `ground`. Lines are in `line` and `pale`, spots
    in `second`; `other` alternates with `mass` in lattices of two colours. A medal is drawn in
    `main` and `light` on its `body`. With `on_white` the ground stays unprinted. `gold` is the gold
    of bands, if any.
    """

    theme: Theme
    ground: Colour
    main: Colour
    line: Colour
    pale: Colour
    mass: Colour
    tint: Colour
    second: Colour
    other: Colour
    body: Colour
    light: Colour
    on_white: bool
    gold: Gold | None

    @classmethod
    def of(cls, theme: Theme, colour: str, second: str) -> BackInks:
        """Return the inks of a back, from the names of its colour and its second colour."""
        main, other, paper = theme.back(colour), theme.back(second), theme.roles_of["paper"]
        ground, body, light, gold = paper, main, theme.light, None
        shares = _ON_WHITE if theme.solid else (1.0,) * 4
        second_colour = other
        if not theme.face.full_bleed:
            if theme.solid:  # the medal a little darker than the cells of its field
                body = blend(main, theme.dark, _DEEP_BODY)
            light = max((theme.light, theme.dark), key=lambda lit: contrast(lit, body))
        elif contrast(paper, WHITE) > contrast(main, WHITE):  # a dark theme
            shares, body = _ON_BLACK, blend(main, paper, _TINGE)
        else:
            ground = theme.back_ground(colour) or _ground_of(main, theme)
            shares = _ON_GROUND
            body = blend(ground, BLACK, _BODY)
            main, other = (_bring_out(one, ground) for one in (main, other))
            second_colour = theme.roles_of["accent"]
            gold = Gold(theme.gold, ground, 180) if theme.face.gold else None
        mass, tint, line, pale = (blend(main, ground, share) for share in shares)
        return cls(
            theme,
            ground,
            main,
            line,
            pale,
            mass,
            tint,
            second_colour,
            other,
            body,
            light,
            not theme.face.full_bleed,
            gold,
        )

    @property
    def solid(self) -> bool:
        """Return False if the theme draws outlines to save ink."""
        return self.theme.solid

    @property
    def key(self) -> str:
        """The part of a symbol's key that identifies these inks."""
        return f"{self.mass.name}-{self.ground.name}-{self.other.name}"

    @property
    def medal(self) -> Palette:
        """The palette of a medal: body, sign, main colour in full and half tone, second colour with
        its lit and shaded sides, and the ground as the gap around it.
        """
        tints = self.gold.tints if self.gold else ()
        second = self.second
        return replace(
            self.theme.palette("ink"),
            main=self.body,
            ink=self.main,
            area=self.main,
            shade=blend(self.main, self.light if self.on_white else self.body, _HALF),
            accent=second,
            tint=tints[-1] if tints else blend(second, self.light, _LIT),
            dark=tints[1] if tints else blend(second, BLACK, _DEEP),
            light=self.light,
            paper=self.ground,
        )

    def veiled(self) -> BackInks:
        """Return the inks of the field outside its frame: each is mixed with the ground a second
        time.
        """
        veil = {tone: blend(getattr(self, tone), self.ground, 1 - _VEIL) for tone in _TONES}
        return replace(self, **veil)

    @property
    def flats(self) -> float:
        """The strength of areas between engraved lines (0–1): 0 in a theme that prints only
        lines.
        """
        return min(1.0, 2.0 * self.theme.engraving.flats)

    def pitch(self, pitch: float, unit: float) -> float:
        """Return the distance between lines (mm): `pitch` times `unit`, or more if ink is saved."""
        return pitch * unit if self.solid else max(2.1 * pitch * unit, 1.6 * pitch)

    def stroke(self, width: float = _THIN, colour: Colour | None = None) -> Stroke:
        """Return a stroke, by default in `line`, with `width` mm times the theme's line weight.

        On a printed ground it is at least a light hairline.
        """
        least = 0.0 if self.on_white else LIGHT_HAIRLINE
        return Stroke(colour or self.line, max(least, self.theme.line_weight(width)))

    def lines(self, data: PathBuilder, width: float = _THIN, colour: Colour | None = None) -> Path:
        """Return a path drawn in lines."""
        return Path(data.done(), stroke=self.stroke(width, colour))

    def fill(self, data: PathBuilder, tone: Colour, *, even_odd: bool = False) -> Path:
        """Return a path filled with a tone, or outlined in a theme that saves ink."""
        if self.solid:
            return Path(data.done(), fill=tone, even_odd=even_odd)
        colour = self.second if tone in (self.second, self.other) else self.main
        ground = None if even_odd or tone == self.ground else self.ground
        return Path(data.done(), fill=ground, stroke=self.stroke(FINE, colour))


Field = Callable[[BackRow, BackField, BackInks], tuple[Item, ...]]


def _ground_of(main: Colour, theme: Theme) -> Colour:
    return blend(main, theme.dark, _GROUND)


def _bring_out(colour: Colour, ground: Colour) -> Colour:
    """Return a colour bright enough for a field on a dark ground. It is first lightened, then mixed
    with white.
    """
    top = max(colour.channels)
    for share in (step / 20 for step in range(20, 0, -1)):
        gain = max(1.0, min(1 / share, _BRIGHT / top))
        lit = parse_hex("#" + "".join(f"{round(c * gain):02x}" for c in colour.channels))
        lit = blend(replace(lit, inks=suggest_inks(lit)), WHITE, _HUE)
        if contrast(lit, ground) >= _APART:
            return lit
    return lit


def twice(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items and the same items after a half turn, so that a back looks the same when
    turned.
    """
    half = tuple(items)
    return (*half, Group(half, rotation(180)))


def cell_symbol(key: str, w: float, h: float, *items: Item) -> Symbol:
    """Return the symbol of a repeated cell, `w` by `h` mm, centred on the origin."""
    return Symbol(key, items, Rect(-w / 2, -h / 2, w, h).inset(-1))


def diamond(w: float, h: float) -> list[Point]:
    """Return the corners of a diamond about the origin."""
    return [(0, -h / 2), (w / 2, 0), (0, h / 2), (-w / 2, 0)]


# --- back lattices -------------------------------------------------------------------------------

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


def _draw_clouds(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw scrolls of cloud that rise from the middle to both ends, in rows alternately filled and
    open.
    """
    columns = max(3, round(2 * area.a / (spec.pitch * area.unit)))
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
    """Draw a scroll that turns in the direction of `hand` (1 or −1), or rings if `hand` is 0."""
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


def _draw_dice(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw the faces of dice, with values and colours chosen by a seed."""
    luck, pitch = Random(spec.seed), spec.pitch * area.unit
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


def _draw_shapes(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a lattice of nested circles, squares and triangles in two alternating colours."""
    pitch = spec.pitch * area.unit
    half: list[Item] = []
    for cell in area.cells(pitch, pitch):
        kind, turn = (cell.row + 2 * cell.column) % 4, (cell.row + cell.column) % 2
        tone, r = (inks.mass, inks.other)[turn], 0.42 * cell.w
        half.append(Use(_nest(kind, r, tone, inks), translation(cell.x, cell.y)))
    return twice(half)


@lru_cache(maxsize=256)
def _nest(kind: int, r: float, tone: Colour, inks: BackInks) -> Symbol:
    """Draw nested circles (`kind` 0), squares (2), or triangles that point up (1) or down (3)."""
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


def _draw_hexagons(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a honeycomb fitted to the card. The rings about the middle cycle through three tones."""
    columns = 2 * max(1, round(area.a / (spec.pitch * area.unit)))
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

    key = f"hexagon-{r:.2f}-{tone.name}-{inks.key}"
    filled = tone != inks.ground
    if inks.on_white and inks.solid:
        # A cut stone: the lines of each facet are as wide as it is turned away from the lamp.
        base = blend(inks.mass if filled else inks.second, inks.ground, 0.30 * inks.flats)
        cut = PathBuilder()
        for k in range(6):
            away = (1 - math.cos(math.radians(60 * k + 60 - _LAMP))) / 2
            width = (_LIT_LINE + (_DARK_LINE - _LIT_LINE) * away) * (1 if filled else 0.6)
            for share in _FACETS:
                ends = (polar(r * share, 60 * k + 30), polar(r * share, 60 * k + 90))
                (x, y), (u, v) = ends
                shade_along(cut, (squeeze * x, y), (squeeze * u, v), max(width, HAIRLINE))
        items = [
            Path(ring(0.95).done(), fill=base, stroke=inks.stroke(0.22, inks.mass)),
            Path(cut.done(), fill=inks.mass),
            inks.lines(ring(0.42), 0.22, inks.mass),
            Path(ring(0.26).done(), fill=inks.second, stroke=inks.stroke(0.2, inks.mass)),
        ]
        return cell_symbol(key, 2 * r, 2 * r, *items)
    line = inks.ground if filled and inks.solid else inks.pale
    edge = inks.mass if inks.on_white else inks.pale
    items = [inks.fill(ring(0.95), tone), inks.lines(ring(0.95), 0.22, edge)]
    items += [inks.lines(ring(0.70), 0.3, line), inks.lines(ring(0.50), 0.2, line)]
    items.append(inks.fill(ring(0.26), inks.second))
    return cell_symbol(key, 2 * r, 2 * r, *(items if inks.solid else (*items[1:3], items[-1])))


def _draw_diamonds(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a harlequin pattern: filled rows, and rows of lines between them."""
    pitch = spec.pitch * area.unit
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


def _draw_bars(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw woven bars: cells with three horizontal or three vertical bars alternate in two
    colours.
    """
    pitch = spec.pitch * area.unit
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
    if inks.on_white and inks.solid:
        items = _round_bars(w, h, tone, inks, upright=upright)
    return cell_symbol(f"bars-{w:.2f}-{upright}-{inks.key}", w, h, *items)


def _round_bars(w: float, h: float, tone: Colour, inks: BackInks, *, upright: int) -> list[Path]:
    """Draw the three round bars of a cell, with lines that are wider towards the dark side of a
    bar.
    """
    length, across_size = (h, w) if upright else (w, h)
    bars, lines = PathBuilder(), PathBuilder()

    def place(along: float, across: float) -> Point:
        return (across, along) if upright else (along, across)

    for middle in (-0.31, 0.0, 0.31):
        half = 0.1 * across_size
        axis = middle * across_size
        ends = [(-0.47 * length, axis - half), (0.47 * length, axis - half)]
        ends += [(0.47 * length, axis + half), (-0.47 * length, axis + half)]
        bars.polygon(place(*end) for end in ends)
        for share, width in _ROUND:
            across = axis + share * half
            start, end = place(-0.47 * length, across), place(0.47 * length, across)
            shade_along(lines, start, end, width * across_size)
    base = blend(tone, inks.ground, 0.24 * inks.flats)
    return [Path(bars.done(), fill=base), Path(lines.done(), fill=tone)]


LATTICES: dict[str, Field] = {
    "clouds": _draw_clouds,
    "dice": _draw_dice,
    "shapes": _draw_shapes,
    "hexagons": _draw_hexagons,
    "diamonds": _draw_diamonds,
    "bars": _draw_bars,
}


# --- back fields ---------------------------------------------------------------------------------

# The ratio of two plastic numbers: well separated places, without randomness.
_R2 = (0.7548776662466927, 0.5698402909980532)


def _draw_lathe(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw waves from the medal to the outline; on white, they end in lozenges."""
    near, far = Outline(0.4 * area.medal.a, 0.4 * area.medal.b), Outline(area.a, area.b, 4.6)
    if area.over:
        far = area.outline
    petals = spec.waves if inks.solid else spec.waves // 2
    middle = Outline((near.a + far.a) / 2, (near.b + far.b) / 2)
    phases = 4 if inks.solid else 2
    items: list[Item] = [
        Use(ring(near, far, petals, phases, inks.stroke())),
        Use(ring(near, middle, petals * 3 // 4, phases, inks.stroke(colour=inks.pale))),
    ]
    if area.over:
        return tuple(items)
    points, count = (PathBuilder(), PathBuilder()), spec.points
    for k in range(count):
        angle = math.tau * (k + 0.5) / count
        end, half = far.radius(angle), 0.9 / count
        shares = ((0.74, 0.0), (0.88, half), (1.0, 0.0), (0.88, -half))
        corners = [polar(end * share, math.degrees(angle + aside)) for share, aside in shares]
        points[k % 2].polygon(corners)
    tones = (inks.mass, inks.second)
    return (*items, *(inks.fill(one, tone) for one, tone in zip(points, tones, strict=True)))


def _draw_orbits(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw circles about two foci, which cross in a moiré pattern, and stars in pairs."""
    pitch, far = inks.pitch(spec.pitch, area.unit), math.hypot(area.a, 1.7 * area.b)
    circles, stars, focus = PathBuilder(), PathBuilder(), 0.8 * area.b
    for k in range(2, math.ceil(far / pitch)):
        circles.circle(0, -focus, k * pitch)
    for k in range(spec.stars):
        x, y = (
            (2 * ((k + 0.5) * step % 1) - 1) * s
            for step, s in zip(_R2, (area.a, area.b), strict=True)
        )
        size = (0.55, 0.8, 1.25)[k % 3] * area.unit
        if y < 0 and area.outline.radius(math.atan2(y, x)) > math.hypot(x, y) + 2 * size:
            corners = (polar(size if i % 2 == 0 else 0.3 * size, 45 * i) for i in range(8))
            stars.polygon((x + u, y + v) for u, v in corners)
    sky = Group(twice([inks.lines(circles, 0.16, inks.pale)]), clip=area.outline.path())
    return (sky, *twice([inks.fill(stars, inks.main)]))


def _draw_waves(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw ribbons with an amplitude that beats from the head to the foot, and lines
    between them.
    """
    length, beat = spec.length * area.unit, spec.beat * area.unit
    pitch = inks.pitch(spec.pitch, area.unit)
    count = math.ceil(area.outline.b / pitch)
    swing = 1.9 * area.unit

    def wave(level: float, x: float) -> float:
        beating = math.cos(math.pi * level / beat)
        return level + swing * math.sin(math.tau * x / length) * beating

    thin, heavy = PathBuilder(), PathBuilder()
    for line in range(-count, count + 1):
        level = line * pitch
        inside = 1 - (abs(level) / area.outline.b) ** area.outline.power
        if inside <= 0 or (not area.over and abs(level) > area.b - swing):
            continue
        end = area.outline.a * inside ** (1 / area.outline.power)
        if not area.over:  # ends of unequal length, so that no edge is drawn
            end -= (0.0, 2.4, 1.2, 2.4)[line % 4] * area.unit
        steps = 4 * math.ceil(2 * end / length)
        xs = [end * (2 * k / steps - 1) for k in range(steps + 1)]
        if line % 4:
            thin.smooth([(x, wave(level, x)) for x in xs])
            continue
        half = 0.42 * pitch
        upper = [(x, wave(level, x) - half * _taper(x, end)) for x in xs]
        lower = [(x, wave(level, x) + half * _taper(x, end)) for x in reversed(xs)]
        heavy.smooth([*upper, *lower[1:-1]], closed=True)
    return inks.lines(thin, 0.16, inks.pale), inks.fill(heavy, inks.mass)


def _taper(x: float, end: float) -> float:
    """Return the width of a ribbon at `x` as a share: 1 in the middle, 0 at `end` on either
    side.
    """
    return 1 - (abs(x) / end) ** 8


def _draw_sunbeams(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw alternating beams and flames from the middle to the outline."""
    count = spec.count
    beams, flames, veins = PathBuilder(), PathBuilder(), PathBuilder()
    start = 0.5 * area.medal.a
    for k in range(count):
        angle = math.tau * k / count
        turn, end = rotation(math.degrees(angle)), area.outline.radius(angle)
        half = math.tau * start / count
        if k % 2 == 0:
            edge = ((start, 0.5 * half), (0.74 * end, half))
            corners = (*((x, -y) for x, y in edge), (end, 0.0), *reversed(edge))
            beams.polygon(turn.apply(*corner) for corner in corners)
            veins.polyline([turn.apply(start, 0), turn.apply(end, 0)])
            continue
        length, sides = 0.96 * end - start, []
        for side in (1, -1):
            points = []
            for step in range(9):
                share = step / 8
                sway = 0.16 * half * math.sin(2 * math.tau * share) * (1 + 3 * share)
                breadth = side * half * 0.6 * (1 - share**4)
                points.append(turn.apply(start + length * share, sway + breadth))
            sides.append(points)
        flames.smooth([*sides[0], *reversed(sides[1][:-1])], closed=True)
    items = [inks.fill(beams, inks.tint), inks.fill(flames, inks.mass)]
    return (*items, inks.lines(veins, 0.2)) if inks.solid else tuple(items)


def _draw_gyrons(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw a shield's gyronny: wedges of two tones, chevrons between them, and lance heads where
    there is room.
    """
    count = spec.count
    full, half_full, chevrons, edges, lances = (PathBuilder() for _ in range(5))
    pitch = inks.pitch(spec.pitch, area.unit)
    for k in range(count):
        middle, half = math.tau * k / count, math.pi / count - 0.012
        angles = [middle + half * (i / 4 - 1) for i in range(9)]
        # On white each wedge ends in a separate point.
        shares = [1.0 if area.over else 1 - 0.09 * abs(i / 4 - 1) ** 1.2 for i in range(9)]
        rim = [
            polar(area.outline.radius(angle) * share, math.degrees(angle))
            for angle, share in zip(angles, shares, strict=True)
        ]
        (edges, full, edges, half_full)[k % 4].polygon([(0, 0), *rim])
        turn, end = rotation(math.degrees(middle)), area.outline.radius(middle)
        inner = Outline(area.a - 3, area.b - 3, 5.0) if area.over else area.outline
        reach = min(0.9 * inner.radius(middle), 0.88 * area.b)
        if reach > area.medal.radius(middle) + 5 * area.unit:
            head = [(-8, 0.0), (-3.8, 1.7), (0, 0), (-3.8, -1.7)]
            lances.polygon(turn.apply(reach + u * area.unit, v * area.unit) for u, v in head)
        if k % 2:
            continue
        rise = math.tan(half)
        r = 0.6 * area.medal.a
        while r < end * (1.0 if area.over else 0.86):
            side, tip = r * 0.94, r
            corners = ((side, -side * rise * 0.86), (tip, 0), (side, side * rise * 0.86))
            chevrons.polyline(turn.apply(*corner) for corner in corners)
            r += pitch
    items: list[Item] = [inks.fill(full, inks.mass), inks.fill(half_full, inks.tint)]
    items += [inks.lines(chevrons, 0.45, inks.line), inks.lines(edges, 0.3)]
    return (*items, inks.fill(lances, inks.second))


def _draw_shards(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw shards of two tones in three rings, each repeated after a half turn."""
    count, start = spec.count, 0.42 * area.medal.a
    lit = blend(inks.main, WHITE, 0.42) if inks.on_white else inks.main
    dark = inks.mass if inks.on_white else blend(inks.main, inks.ground, 0.52)
    half: list[Item] = []
    rings = (
        (0.0, 0.58, 1.25, lit),
        (0.2, 0.84, 1.95, blend(lit, dark, 0.7)),
        (0.46, 1.0, 2.7, lit),
    )
    for place, (near, far, breadth, light) in enumerate(rings):
        whole, lighter = PathBuilder(), PathBuilder()
        for k in range(count):
            angle = math.tau * (k + place % 2 / 2) / count
            end = area.outline.radius(angle)
            inner, outer = (start + (end - start) * share for share in (near, far))
            middle = inner + 0.44 * (outer - inner)
            half_width = breadth * area.unit * (0.5 + 0.5 * end / area.b)
            turn = rotation(math.degrees(angle))
            corners = [turn.apply(inner, 0), turn.apply(middle, half_width), turn.apply(outer, 0)]
            whole.polygon([*corners, turn.apply(middle, -half_width)])
            lighter.polygon(corners)
        edge = inks.stroke(0.28, inks.ground)
        if not inks.solid:
            half.append(inks.fill(whole, dark))
            continue
        half += [Path(whole.done(), fill=dark, stroke=edge), Path(lighter.done(), fill=light)]
    return tuple(half)


def _draw_dunes(spec: BackRow, area: BackField, inks: BackInks) -> tuple[Item, ...]:
    """Draw ridges of sand with one side in shade, the nearest in the middle."""
    wave, small = spec.length * area.unit, 0.41 * spec.length * area.unit
    far = area.outline.a + 1
    count, unit = spec.count, area.unit
    xs = [far * (k / 14 - 1) for k in range(29)]
    top = -area.outline.b + 3.2 * unit
    step = (-2.0 * unit - top) / (count - 1)
    half: list[Item] = []

    def crest(k: int) -> Callable[[float], float]:
        return lambda x: (
            top
            + k * step
            + 3.2 * unit * math.sin(math.tau * x / wave + 1.9 * k)
            + 1.1 * unit * math.sin(math.tau * x / small + 2.7 * k)
        )

    for k in range(count):
        level = crest(k)
        ridge = [(x, level(x)) for x in xs]
        shade = [
            (x - 0.05 * wave * _lee(x, wave, k), y + 5.8 * unit * _lee(x, wave, k))
            for x, y in ridge
        ]
        whole = PathBuilder().smooth(ridge).line(far, 14 * unit).line(-far, 14 * unit).close()
        half.append(Path(whole.done(), fill=inks.ground))
        shaded = PathBuilder().smooth([*ridge, *reversed(shade)], closed=True)
        tone = inks.mass if k % 2 == 0 else blend(inks.mass, inks.ground, 0.55)
        half.append(inks.fill(shaded, tone))
        lines = PathBuilder()
        for line in range(1, 5 if inks.solid else 2):
            lines.smooth([(x, y + line * 1.6 * unit) for x, y in shade])
        half += [
            inks.lines(lines, 0.15, inks.pale),
            inks.lines(PathBuilder().smooth(ridge), 0.45, inks.mass),
        ]
    middle = [(x, 2.2 * unit * math.sin(math.tau * x / wave)) for x in xs]
    clip = PathBuilder().smooth(middle).line(far, -99).line(-far, -99).close().done()
    field = twice([Group(tuple(half), clip=clip)])
    if area.over:
        return field
    # The ends of the dunes are long points.
    angles = [math.tau * k / 160 for k in range(160)]
    rim = [
        polar(area.outline.radius(t) * (1 - 0.03 * (1 + math.cos(40 * t))), math.degrees(t))
        for t in angles
    ]
    return (Group(field, clip=PathBuilder().smooth(rim, closed=True).done()),)


def _lee(x: float, wave: float, k: int) -> float:
    """Return the depth of the shade below a ridge, as a share."""
    return max(0.0, math.sin(math.tau * x / wave + 1.9 * k + 0.9))


FIELDS: dict[str, Field] = {
    "lathe": _draw_lathe,
    "orbits": _draw_orbits,
    "waves": _draw_waves,
    "sunbeams": _draw_sunbeams,
    "gyrons": _draw_gyrons,
    "shards": _draw_shards,
    "dunes": _draw_dunes,
    **LATTICES,
}


# --- backs ---------------------------------------------------------------------------------------

# Distances from the cut (mm on any card): the usual safe margin; on white paper to the field; on a
# printed ground to the outer and the inner line of the frame. The size of its corners, its lines.
_SAFE, _AIR = 3.0, 3.3
_FRAME, _INNER_FRAME, _CORNER = 4.5, 5.7, (5.0, 4.6)
_LINES, _FRAME_MOAT = (0.62, 0.22), (2.4, 0.9)
# The line engraved in a band, and the least scale of a medal that has one; how far gold reaches.
_ENGRAVED, _MIN_BAND, _GOLD_REACH = 0.1, 0.4, 60.0
# The line of a rim in a theme that saves ink; the least part of a medal drawn small (mm).
_RIM, _MIN_PART = 0.22, 0.6
# The radius of a boss of an edition on a card of this width, and its moat (mm).
_BOSS, _POKER, _BOSS_MOAT = 2.5, 63.5, 1.1
# The line about a small back, as a share of its width; the least scale of the field of a pattern.
_SMALL_WEIGHT, _MIN_UNIT = 0.03, 0.6
# The free edge of a small back and a pattern, as a share of the width.
_EDGE = 0.05
# The share of the points of a hexagonal card that a medal leaves free.
_POINTS = 0.6


@lru_cache(maxsize=64)
def draw_back(
    name: str | FilePath,
    width: float,
    height: float,
    bleed: float,
    theme: Theme,
    shape: str = ROUNDED,
    safe: float = _SAFE,
) -> Symbol:
    """Draw a back, by its key in backs.toml or from a user's picture, centred on the origin.

    A printed ground extends by `bleed` beyond the trim; `shape` is the shape of the card. More than
    3 mm of `safe` margin moves the field and lines inward. A back on white paper is drawn when its
    items are first read, unless the theme has an edition; a writer that has kept its code does not
    read them. Raises PrintkitError if the file is not a picture.
    """
    card = centred_rect(width, height)
    box = card.inset(-bleed)
    if isinstance(name, FilePath):
        items = draw_picture(name, theme.palette("ink"), card, box)
        return Symbol(f"back-{_key(name)}", items, box, name.stem, len(items))
    key = f"back-{name}" if shape == ROUNDED else f"back-{name}-{card_shape(shape).name or shape}"
    draw = partial(_draw_back, name, card, box, theme, shape, max(0.0, safe - _SAFE))
    if theme.face.full_bleed:
        return Symbol(key, draw(), box, name, ground=2)
    facts = repr((name, width, height, bleed, shape, safe))
    return Symbol(key, _late(f"back-{name}", draw, theme, facts), box, name)


def _late(
    name: str, draw: Callable[[], tuple[Item, ...]], theme: Theme, facts: str
) -> Sequence[Item]:
    """Return items that are drawn when they are first read. The facts are everything that they
    depend on, except the theme.
    """
    if theme.edition is not None:  # its drawings may be files of the user's
        return draw()
    whole = facts.encode() + digest_theme(theme)
    place = FilePath(_DRAWINGS, f"{name}-{theme.key}-{sha256(whole).hexdigest()[:8]}")
    return LateItems(draw, place, whole)


def _draw_back(
    name: str, card: Rect, box: Rect, theme: Theme, shape: str, more: float
) -> tuple[Item, ...]:
    """Return the items of a back; `more` is the safe margin beyond the usual one (mm).

    On a printed ground, the first two items are the ground and the field outside the frame.
    """
    spec, inks = _prepare(name, theme)
    own = card_shape(shape)
    points = 2 * _POINTS * corner_cut(card, shape)[1] if own.kind == HEXAGON else 0.0
    inside = card.inset(_SAFE + more)
    if own.kind not in (ROUNDED, OCTAGON, HEXAGON):
        inside = centred_rect(*rectangle_inside(card.w, card.h, shape, _SAFE + more))
    unit = _medal_scale(spec, inside, points)
    medal = Group(
        (_draw_medal(spec, unit, inks),), clip=card_outline(card, shape, _SAFE + more)
    )  # its moat, in the colour of the ground, is wider
    if inks.on_white:
        items = _draw_field(spec, card, shape, _AIR + more, unit, inks)
        if own.kind not in (ROUNDED, OCTAGON):  # a field runs over the edges of all other shapes
            edge = card_outline(card, shape, _AIR + more)
            rim = Path(edge, stroke=Stroke(inks.main, max(HAIRLINE, _RIM)))
            items = (Group(items, clip=edge), rim)
        return (*items, *_draw_bosses(card, shape, _SAFE + more, inks), medal)
    inset = _FRAME + more
    outer = _frame(card, shape, inset, spec.corner, _CORNER[0])
    veiled = _draw_field(spec, card, shape, _AIR + more, unit, inks.veiled())
    field = _draw_field(spec, card, shape, _AIR + more, unit, inks)
    ground: list[Item] = [
        Path(rect_path(box), fill=inks.ground),
        Group(veiled, clip=rect_path(box)),
        Group((Path(outer, fill=inks.ground), *field), clip=outer),
    ]
    frame: list[Item] = []
    insets = (inset, inset + _INNER_FRAME - _FRAME)
    for where, corner, line, moat in zip(insets, _CORNER, _LINES, _FRAME_MOAT, strict=True):
        edge = _frame(card, shape, where, spec.corner, corner)
        frame += [Path(edge, stroke=Stroke(inks.ground, moat))]
        frame += [Path(edge, stroke=Stroke(inks.second, max(line, FINE)))]
    bosses = _draw_bosses(card, shape, _SAFE + more, inks)
    return (*ground, *frame, *bosses, medal)


def _draw_bosses(card: Rect, shape: str, safe: float, inks: BackInks) -> Iterator[Item]:
    """Draw the sky objects of an edition on a boss in each corner, or at head and foot.

    The drawing looks the same after a half turn. Without an edition, nothing is drawn.
    """
    own = inks.theme.edition
    if own is None or own.sky is None:
        return
    r = _BOSS * min(card.w / _POKER, 1.0)
    x, y = card.w / 2 - safe - r - 0.1, card.h / 2 - safe - r - 0.1
    places = [(x, y), (-x, y)]
    kind = shape_kind(shape)
    if kind != ROUNDED:
        places = [(0.0, y - (r if kind == HEXAGON else 0.0))]
    if kind == OUTLINE:  # its head may be anywhere
        places = [(0.0, rectangle_inside(card.w, card.h, shape, safe)[1] / 2 - r)]
    palette = inks.theme.palette("ink")
    symbol = emblem(own.sky, palette, 1.5 * r)
    scene = shown_scene(read_art(own.sky).root_classes, palette.scene)
    sky = own.scenes[scene]["sky"] if scene and inks.solid else inks.ground
    disc = PathBuilder().circle(0, 0, r).done()
    boss = (
        Path(disc, fill=sky, stroke=Stroke(inks.ground, _BOSS_MOAT)),
        Path(disc, fill=sky, stroke=Stroke(inks.second, max(_LINES[0] / 2, HAIRLINE))),
        place_emblem(symbol, 0, 0, 1.5 * r),
    )
    for x, y in places:
        yield Group(boss, translation(x, y))
        yield Group(boss, half_rotation(0, 0).then(translation(-x, -y)))


def _draw_field(
    spec: BackRow, card: Rect, shape: str, inset: float, unit: float, inks: BackInks
) -> tuple[Item, ...]:
    """Draw the field of a back up to `inset` mm from the cut.

    It runs beyond the cut on a printed ground, or if the card is neither rounded nor an octagon.
    """
    over = not inks.on_white or shape_kind(shape) not in (ROUNDED, OCTAGON)
    medal = _outline(spec, unit)
    area = BackField(
        card.w / 2 - inset, card.h / 2 - inset, medal, unit, card_outline(card, shape, inset), over
    )
    return FIELDS[spec.field](spec, area, inks)


def _frame(card: Rect, shape: str, inset: float, corner: str, depth: float) -> PathData:
    """Return a line of the frame, `inset` mm from the cut.

    On a rounded card its corners have the form `corner` and are at least `depth` mm deep.
    """
    own = card_shape(shape)
    if own.kind == ROUNDED:
        depth = max(depth, (own.radius or CORNER_RADIUS) - inset)
        return frame_outline(corner, card.inset(inset), depth)
    return card_outline(card, shape, inset)


@lru_cache(maxsize=64)
def draw_pattern(
    name: str | FilePath, width: float, height: float, bleed: float, theme: Theme
) -> Symbol:
    """Draw the field and the medal of a back without an edge, for a box, a cover or a band.

    Like a back, the pattern is drawn when its items are first read.
    """
    if isinstance(name, FilePath):
        return draw_back(name, width, height, bleed, theme)
    trim = centred_rect(width, height)
    box = trim.inset(-bleed)
    draw = partial(_draw_pattern, name, trim, box, theme)
    items = _late(f"pattern-{name}", draw, theme, repr((name, width, height, bleed)))
    return Symbol(f"pattern-{name}", items, box, name, ground=1)


def _draw_pattern(name: str, trim: Rect, box: Rect, theme: Theme) -> tuple[Item, ...]:
    """Return the items of a pattern: a single group of its ground, its field and its medal."""
    spec, inks = _prepare(name, theme)
    unit = _medal_scale(spec, trim.inset(_EDGE * min(trim.w, trim.h)))
    area_unit = max(unit, _MIN_UNIT)
    over = OVER if inks.on_white else 0.0  # here a field on white runs to the edge as well
    items = _draw_field(spec, box.inset(-over), ROUNDED, 0.0, area_unit, inks)
    if not inks.on_white:
        items = (Path(rect_path(box), fill=inks.ground), *items)
    medal = _draw_medal(spec, unit, inks)
    return (Group((*items, medal), clip=rect_path(box)),)


def draw_small_back(
    name: str | FilePath, width: float, height: float, radius: float, theme: Theme
) -> Symbol:
    """Draw a back for a width of 7 to 16 mm: its colour and its medal, without the field."""
    box = centred_rect(width, height)
    outline = PathBuilder().rounded(box, radius).done()
    if isinstance(name, FilePath):
        picture = Group(draw_picture(name, theme.palette("ink"), box, box), clip=outline)
        return Symbol(f"small-back-{_key(name)}-{width:g}", (picture,), box, name.stem)
    spec, inks = _prepare(name, theme)
    line = Stroke(inks.second if inks.solid else inks.main, max(_SMALL_WEIGHT * width, FINE))
    edge = PathBuilder().rounded(box.inset(line.width / 2), radius).done()
    ground = Path(edge, fill=inks.mass if inks.solid else inks.ground, stroke=line)
    medal = _draw_medal(spec, _medal_scale(spec, box.inset(_EDGE * width)), inks)
    return Symbol(f"small-back-{name}-{width:g}", (ground, medal), box, name)


def _key(path: FilePath) -> str:
    """Return the part of a symbol's key that identifies a user's picture."""
    folder = path.parent.name.encode(errors="backslashreplace").decode()  # it need not be UTF-8
    return f"{folder}-{path.name}"


def _prepare(name: str, theme: Theme) -> tuple[BackRow, BackInks]:
    """Return the definition of a back and its inks in a theme."""
    spec = back_rows()[name]
    inks = BackInks.of(theme, spec.colour, spec.second)
    if spec.rim and inks.on_white and inks.solid:
        inks = replace(inks, second=theme.back(spec.rim))
    return spec, inks


def _read_medal(medal: str) -> SvgArt:
    """Read the medal of a back, drawn in millimetres at the size of its original card.

    Its field consists, from back to front, of the moat, the outline as a rim, and the body within
    it.
    """
    return read_art(content_path("art", "backs", f"{medal}.svg"))


def _medal_scale(spec: BackRow, safe: Rect, points: float = 0.0) -> float:
    """Return the scale, relative to its drawing, at which a medal fits the safe area of a card.

    `points` is the total height that the medal leaves free at the head and foot of a pointed card
    (mm).
    """
    box = _read_medal(spec.medal).box.inset(_SAFE)
    return min(safe.w / box.w, (safe.h - points) / box.h)


def _outline(spec: BackRow, unit: float) -> Outline:
    """Return the outline of a medal at a scale: the second shape of its field."""
    shapes = _read_medal(spec.medal).shapes
    rim = [shape for shape in shapes if shape.field][1:2] or shapes
    return Outline.of(rim[0].data.transformed(_place(spec, unit)), f"{spec.medal}-")


def _place(spec: BackRow, unit: float) -> Matrix:
    """Return the matrix that scales the drawing of a medal and moves it to the centre of a back."""
    x, y = _read_medal(spec.medal).box.centre
    return translation(-x, -y).then(scaling(unit))


def _draw_medal(spec: BackRow, unit: float, inks: BackInks) -> Group:
    """Draw a medal at a scale, without lines that would be too thin.

    If there is room, its band is engraved, in gold if the theme uses gold.
    """
    art, thinnest = _read_medal(spec.medal), HAIRLINE / unit
    is_large = inks.solid and unit > _MIN_BAND
    parts: tuple[list[Item], list[Item]] = ([], [])
    is_engraved = inks.on_white and is_large
    cut_lines = _cut_lines(spec.medal, unit) if is_engraved else ((),) * len(art.shapes)
    for shape, lines in zip(art.shapes, cut_lines, strict=True):
        path = shape.coloured(inks.medal.roles())
        if path.stroke and path.stroke.width < thinnest:
            path = replace(path, stroke=None)
        if not inks.solid and shape.paint.fill != "paper":
            path = _outlined(path, shape, unit, inks)
        elif is_engraved:
            parts[shape.field].extend(_engrave(path, shape, lines, unit, inks))
            continue
        if not is_large and max(shape.data.box()[2:]) * unit < _MIN_PART:
            continue
        if is_large and inks.gold is not None and path.fill == inks.second:
            parts[shape.field].append(Group((Use(_gold_disc(inks.gold)),), clip=path.data))
        else:
            parts[shape.field].append(path)
    figure, ground = (Group(tuple(part), _place(spec, unit)) for part in parts)
    band: list[Item] = []
    if spec.band and is_large:
        edge = _outline(spec, unit)
        inner = edge.scaled(spec.band)
        ink = inks.gold or Stroke(inks.medal.dark, _ENGRAVED)
        low, high = (inner, edge) if inks.gold else (inner.scaled(1.01), edge.scaled(0.99))
        band.append(Use(ring(low, high, spec.petals, 3, ink)))
    return Group((ground, *band, figure))


def _cut_of(shape: Shape) -> BurinCut | None:
    """Return how a shape is engraved, or None if it is not engraved."""
    return _CUTS.get(shape.paint.fill) if isinstance(shape.paint.fill, str) else None


@lru_cache(maxsize=64)
def _cut_lines(medal: str, unit: float) -> tuple[tuple[PathData, ...], ...]:
    """Return the engraved lines of each shape of a medal at a scale. They are stored in the user's
    cache.
    """
    place, facts = FilePath(_MEDALS, f"{medal}-{unit:.4g}"), repr((medal, unit)).encode()
    if (known := find_record(place, facts, tuple[tuple[PathData, ...], ...])) is not None:
        return known
    lines: list[tuple[PathData, ...]] = []
    for shape in _read_medal(medal).shapes:
        if (cut := _cut_of(shape)) is None:
            lines.append(())
            continue
        box = shape.data.box()
        centred = abs(box.x + box.right) + abs(box.y + box.bottom) < _CENTRED
        pitch = cut.pitch / unit
        radial = shape.field and cut.second and centred
        lines.append((hatch(shape.data, pitch, pitch * cut.share, radial=radial),))
    keep_record(place, facts, lines)
    return tuple(lines)


def _engrave(
    path: Path, shape: Shape, lines: tuple[PathData, ...], unit: float, inks: BackInks
) -> list[Item]:
    """Return a shape of a medal on white paper as an engraving: a pale area, lines across it, and
    its edge.
    """
    cut = _cut_of(shape)
    if cut is None or path.fill is None:
        return [path]
    colour = inks.second if cut.second else path.fill
    line = blend(colour, BLACK, _CUT_LINE) if cut.second else colour
    base = blend(colour, inks.ground, cut.base * inks.flats)
    edge = Stroke(line, max(_CUT_EDGE, HAIRLINE) / unit, join="round")
    pale = replace(path, fill=base, stroke=path.stroke or edge)
    return [pale, *(Path(data, fill=line) for data in lines)]


def _outlined(path: Path, shape: Shape, unit: float, inks: BackInks) -> Path:
    """Return a shape of a medal as a line on paper, for a theme that saves ink."""
    second = {shape.paint.fill, shape.paint.stroke} & {"accent", "tint", "dark"}
    width = max(HAIRLINE, _RIM if shape.field else 0.0) / unit
    line = Stroke(inks.second if second else inks.main, width)
    return replace(path, fill=path.fill and inks.ground, stroke=line)


@lru_cache(maxsize=16)
def _gold_disc(gold: Gold) -> Symbol:
    far = Outline.circle(_GOLD_REACH)
    return Symbol(f"gold-disc-{gold.key}", gild(Outline.circle(0.01), far, gold), far.box.inset(-1))
