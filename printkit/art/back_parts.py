"""What the fields of card backs are drawn with: an area up to the edge, and inks in a few tones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.guilloche import Gold
from printkit.art.outline import Outline
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect, rotation
from printkit.graphics.colour import BLACK, WHITE, Colour, blend, contrast, parse_hex, suggest_inks
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol
from printkit.graphics.measures import FINE, LIGHT_HAIRLINE
from printkit.graphics.path import PathBuilder, PathData, Point, encloses

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
# Shares: of a colour in a ground made of it, of a dark ground in the body of a medal, of the colour
# in that on white and on black, of the ground that veils the field outside a frame.
_GROUND, _BODY, _DEEP_BODY, _TINGE, _VEIL = 0.42, 0.72, 0.84, 0.16, 0.55
# Shares in a medal: lit and shaded facets of the second colour, half tone, lines.
_LIT, _DEEP, _HALF = 0.5, 0.70, 0.5
# The least contrast of a colour with its dark ground, the brightest channel it is raised to for
# that, and its share beside white.
_APART, _BRIGHT, _HUE = 4.0, 210, 0.9
_TONES = ("line", "pale", "mass", "tint", "second", "other")


class BackField(msgspec.Struct, frozen=True):
    """The area of a field: `a` and `b` are half its width and height, `medal` the outline in its
    middle, `unit` the scale against a poker card, `edge` the outline of the card there. With `over`
    the field runs over its edge and is clipped.
    """

    a: float
    b: float
    medal: Outline
    unit: float
    edge: PathData
    over: bool = False

    @property
    def outline(self) -> Outline:
        """The outline that a field of rays or waves ends in."""
        if self.over:
            return Outline(self.a + OVER, self.b + OVER, _OVER)
        return Outline(self.a, self.b, _POWER)

    def cells(
        self, pitch_x: float, pitch_y: float, *, pointed: bool = False
    ) -> Iterator[LatticeCell]:
        """Yield the upper half of a lattice that reaches all four sides alike, from the head.

        The pitches are adapted until whole cells fill the area. Cells that the edge of the card
        would cut are left out, unless the field runs over it; `pointed` ones are diamonds.
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
        """Return True for a cell that is drawn: whole, or where the field runs over its edge.

        A `pointed` cell is a diamond, another one its whole box.
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

    On the `ground` are fields of `mass` and, weaker, `tint`; lines are in `line` and `pale`, spots
    in `second`, every other cell of two colours in `other`. A medal is `main` in its `body`,
    `light` in its sign. `on_white`: the ground stays unprinted. `gold` is that of bands, if any.
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
        """Return the inks for the names of a colour and of a second one."""
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
        """The part of a symbol's key that stands for these inks."""
        return f"{self.mass.name}-{self.ground.name}-{self.other.name}"

    @property
    def medal(self) -> Palette:
        """The roles of a medal: body, sign, its own colour in full and half tone, the second colour
        with its lit and shaded sides, and the ground as moat.
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
        """Return the inks of a field outside its frame: mixed once more with the ground."""
        veil = {tone: blend(getattr(self, tone), self.ground, 1 - _VEIL) for tone in _TONES}
        return replace(self, **veil)

    def pitch(self, pitch: float, unit: float) -> float:
        """Return the distance between lines, wider where ink is saved."""
        return pitch * unit if self.solid else max(2.1 * pitch * unit, 1.6 * pitch)

    def stroke(self, width: float = _THIN, colour: Colour | None = None) -> Stroke:
        """Return a line, its width multiplied by the theme's line weight."""
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


Field = Callable[[dict[str, Any], BackField, BackInks], tuple[Item, ...]]


def _ground_of(main: Colour, theme: Theme) -> Colour:
    return blend(main, theme.dark, _GROUND)


def _bring_out(colour: Colour, ground: Colour) -> Colour:
    """Return a colour bright enough for a field on a dark ground: stronger first, then paler."""
    top = max(colour.channels)
    for share in (step / 20 for step in range(20, 0, -1)):
        gain = max(1.0, min(1 / share, _BRIGHT / top))
        lit = parse_hex("#" + "".join(f"{round(c * gain):02x}" for c in colour.channels))
        lit = blend(replace(lit, inks=suggest_inks(lit)), WHITE, _HUE)
        if contrast(lit, ground) >= _APART:
            return lit
    return lit


def twice(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items, and once more after a half turn: so a back is the same when turned."""
    half = tuple(items)
    return (*half, Group(half, rotation(180)))


def cell_symbol(key: str, w: float, h: float, *items: Item) -> Symbol:
    """Return the symbol of a repeated cell of a width and height (mm) about the origin."""
    return Symbol(key, items, Rect(-w / 2, -h / 2, w, h).inset(-1))


def diamond(w: float, h: float) -> list[Point]:
    """Return the corners of a diamond about the origin."""
    return [(0, -h / 2), (w / 2, 0), (0, h / 2), (-w / 2, 0)]
