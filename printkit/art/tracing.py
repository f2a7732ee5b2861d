"""Trace the lines of engraved drawings, and draw their items in the colours of a theme.

A line is stored as its centre line with a width at each point; here it becomes an outline that is
wide enough for print. Only a drawing whose code is not in the user's cache needs this module; see
`faces.engraved_faces`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import islice, pairwise
from operator import add, sub, truediv
from pathlib import Path as FilePath
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printkit.art.engraved import (
    BURST,
    EYE,
    LINE_TONES,
    RAY_ROLES,
    Tones,
    damaged_drawing,
    day_level,
    drawing_path,
    header_of,
    material_row,
)
from printkit.art.engraving import ink_coverage
from printkit.art.theme_file import RAYS, SPACED, WOVEN
from printkit.base.content import find_record, keep_record
from printkit.base.geometry import (
    IDENTITY,
    Matrix,
    Rect,
    centred_rect,
    half_rotation,
    rotation,
    translation,
)
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.engraved import (
    Engraved,
    EngravedArea,
    EngravedHalf,
    EngravedLine,
    EngravedUse,
    Engraving,
    EngravingHeader,
    decode,
)
from printkit.graphics.path import PathBuilder, PathData, rect_path

# The least width of a line on paper (mm), but for the tips of one that swells.
MIN_LINE = 0.12
# The least width of the edge of an area (mm), which can be printed on any ground; the width of all
# edges in a theme of outlines.
_MIN_EDGE, _OUTLINE = 0.18, 0.12
# Hatching across dark areas: its distance and its width (mm on a poker card), its angle.
_CROSS_PITCH, _CROSS_WIDTH, _CROSS_SLOPE = 0.75, 0.13, 0.7
# From a line to its twins (mm on paper): the least, with a share of its width, and the most.
_TWIN_AIR, _TWIN_SHARE, _MAX_TWIN = 0.2, 0.42, 0.34
# How many of the rays behind a court one is drawn of.
_BURSTS = {RAYS: 1, SPACED: 2, WOVEN: 0}
# Lines that begin in the shade: the shortest stretch (mm of the drawing).
_SHORTEST = 1.0
# Rings woven around the head of a court (mm of the drawing): the radius of the first and of the
# last, their distance and their amplitude; their waves, the curves of a wave, its overlap with the
# next one; the radius of the level lines between them and their distance; the width of all, their
# tone.
_FIRST_RING, _LAST_RING, _RING_PITCH, _RING_SWING = 22.2, 84.0, 1.0, 0.45
_WAVES, _WAVE_CURVES, _OVERLAP = 36, 6, -0.01
_MEDAL, _MEDAL_PITCH, _WEAVE_LINE, _WEAVE_TONE = 17.7, 0.6, 0.13, 0.4
# The folder of pictures of figures without a sash.
_PICTURES = "trumps/"
# The folder of outlines in the user's cache; how far from an origin the shapes begin that share it
# (units of the grid).
_FOLDER, _WINDOW = "engraved", 150
# The level of lines at their full width in one ink.
_FULL_INK = 0.95
# The role of the edges of areas that have one only in outlines.
_FEATURE = "eye.ink"
# The level of a tone that is hatched twice.
_CROSSED = 0.66
# For outlines alone: the greatest ink of numbered cards and of figures, as a share of the card, and
# the shares of darkness that are tried.
_MAX_SAVED, _MAX_FIGURE = 0.07, 0.1
_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)


# --- outlines ------------------------------------------------------------------------------------


class EngravedLayer(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Outlines in one role, in units of the grid and relative to (x, y).

    `lengths` has the number of points in each outline, and `coords` has the x and y of every point.
    An area may have an `edge`, which is `width` wide. A layer that uses a symbol has no role:
    `lengths` has the number of the symbol, and `coords` is 1 if it is turned, else 0.
    """

    role: str
    x: int
    y: int
    lengths: tuple[int, ...]
    coords: tuple[int, ...]
    edge: str = ""
    width: float = 0.0
    is_area: bool = False


Layers = tuple[EngravedLayer, ...]


class Outlines(msgspec.Struct, frozen=True, array_like=True):
    """A drawing as outlines: its symbols, and the layers of the card below, in and above its half.

    `unit` is a millimetre of the drawing in units of the grid.
    """

    unit: float
    symbols: tuple[Layers, ...]
    before: Layers
    half: Layers
    after: Layers


class Nib(NamedTuple):
    """The settings for the outlines of lines, in this order: the scale of the drawing; the factor
    of widths; whether there is one ink; whether every other shading line is left out; whether each
    line of the ground is drawn as two; the share of the width by which the ends of the drawing are
    narrower; whether there are only outlines, all of one width; the minimum width of shading lines
    (hundredths of a mm of the drawing), below which they are not drawn; and the number n if every
    n-th ray behind a court is drawn, or 0 if no ray is drawn.
    """

    scale: float
    lines: float
    one_ink: bool
    sparse: bool = False
    twin: bool = False
    taper: float = 0.0
    outlines: bool = False
    onset: int = 0
    rays: int = 1


@lru_cache(maxsize=512)
def trace(name: str, nib: Nib) -> Outlines:
    """Return the outlines of a drawing; they are stored in the user's cache.

    Raises PrintkitError if the file of the drawing is damaged.
    """
    data = drawing_path(name).read_bytes()
    words = (name.replace("/", "-"), *(f"{value:g}" for value in nib))
    place, facts = FilePath(_FOLDER, "-".join(words)), repr(nib).encode() + data
    if (kept := find_record(place, facts, Outlines)) is not None:
        return kept
    try:
        drawing = decode(data)
    except ValueError as error:
        raise damaged_drawing(name) from error
    traced = _Tracer(_narrow(drawing, nib.taper) if nib.taper else drawing, nib).outlines()
    keep_record(place, facts, traced)
    return traced


def _narrow(drawing: Engraving, taper: float) -> Engraving:
    """Return a drawing that narrows towards both ends, where it loses the share `taper` of its
    width.

    Its symbols keep their shape.
    """
    width, height = (side / 2 * drawing.unit for side in drawing.header.size)

    def place(x: float, y: float) -> int:
        return round(width + (x - width) * (1 - taper * abs(y - height) / height))

    def narrow(shape: Engraved) -> Engraved:
        if isinstance(shape, EngravedHalf):
            return EngravedHalf(tuple(map(narrow, shape.shapes)))
        if isinstance(shape, EngravedUse):
            return replace(shape, x=place(shape.x, shape.y))
        if isinstance(shape, EngravedArea):
            rings = tuple(([*map(place, xs, ys)], ys) for xs, ys in shape.rings)
            return replace(shape, rings=rings)
        points = [complex(place(point.real, point.imag), point.imag) for point in shape.points]
        return replace(shape, points=points)

    *symbols, card = drawing.blocks
    return drawing._replace(blocks=(*symbols, tuple(map(narrow, card))))


class _Tracer:
    """Makes the outlines of a drawing; neighbouring shapes share an origin, so that coordinates
    have few digits.
    """

    def __init__(self, drawing: Engraving, nib: Nib) -> None:
        self.drawing, self.nib = drawing, nib
        # A millimetre on paper in units of the grid.
        self.unit = drawing.unit / nib.scale
        # A hundredth of a millimetre of the drawing, with the factor of widths, in units.
        self.hundredth = drawing.unit / 100 * nib.lines
        # The least and the greatest width of a line, in units.
        most = _OUTLINE * self.unit if nib.outlines else math.inf
        self.limits = MIN_LINE * self.unit, most
        self.styles: dict[str, _LineStyle] = {}

    def outlines(self) -> Outlines:
        """Return the outlines of all blocks."""
        *symbols, card = self.drawing.blocks
        parts: list[list[Engraved]] = [[], [], []]
        part = 0
        for shape in card:
            if isinstance(shape, EngravedHalf):
                parts[1], part = [*shape.shapes], 2
            else:
                parts[part].append(shape)
        before, half, after = map(self.layers, parts)
        return Outlines(self.drawing.unit, tuple(map(self.layers, symbols)), before, half, after)

    def layers(self, shapes: Sequence[Engraved]) -> Layers:
        """Return the layers of shapes; successive lines with the same role and origin form one
        layer.
        """
        ribbons = _Ribbons()
        parts: list[EngravedLayer | _LineLayer] = []
        role = ""
        x = y = 0
        for shape in shapes:
            if isinstance(shape, EngravedLine):
                style = self.style_of(shape.role)
                if style.leaves_out(shape):
                    continue
                own = shape.points[0]
                if abs(own.real - x) > _WINDOW or abs(own.imag - y) > _WINDOW:
                    x, y, role = int(own.real), int(own.imag), ""
                if shape.role != role:
                    role = shape.role
                    parts.append(_LineLayer(role, x, y, len(ribbons.parts)))
                self.add_line(shape, style, complex(x, y), ribbons)
                continue
            role = ""
            if isinstance(shape, EngravedUse):
                place, turned = (shape.symbol,), (int(shape.turned),)
                parts.append(EngravedLayer("", shape.x, shape.y, place, turned))
                continue
            assert not isinstance(shape, EngravedHalf), "the reader refuses a half in a half"
            (own_x, *_), (own_y, *_) = shape.rings[0]
            if abs(own_x - x) > _WINDOW or abs(own_y - y) > _WINDOW:
                x, y = own_x, own_y
            parts.append(self.area(shape, x, y))
        return _assemble(parts, ribbons)

    def style_of(self, role: str) -> _LineStyle:
        """Return how the lines of a role are drawn."""
        if (style := self.styles.get(role)) is None:
            is_shading = _is_shading(role)
            style = self.styles[role] = _LineStyle(
                widths=_Widths(self.hundredth, self.weight(role), *self.limits),
                onset=self.nib.onset if is_shading else 0,
                is_twin=self.nib.twin and _is_of_ground(role),
                nth=self.nib.rays if role == BURST else 1,
                nth_swelling=self.nib.rays
                if role == BURST
                else 1 + (self.nib.sparse and is_shading),
            )
        return style

    def area(self, area: EngravedArea, x: int, y: int) -> EngravedLayer:
        """Return the layer of an area."""
        coords: list[int] = []
        for xs, ys in area.rings:
            own = [0] * (2 * len(xs))
            own[::2] = [value - x for value in xs]
            own[1::2] = [value - y for value in ys]
            coords += own
        width = max(area.width * self.hundredth, _MIN_EDGE * self.unit) if area.edge else 0.0
        if self.nib.outlines and area.edge:
            width = _OUTLINE * self.unit
        lengths = tuple(len(xs) for xs, _ in area.rings)
        edge = area.edge, round(width, 2)
        return EngravedLayer(area.role, x, y, lengths, tuple(coords), *edge, is_area=True)

    def add_line(
        self, line: EngravedLine, style: _LineStyle, origin: complex, ribbons: _Ribbons
    ) -> None:
        """Add the outline of a line relative to `origin`, or of the two fine lines in its place."""
        points = [point - origin for point in line.points]
        if style.is_twin:
            self.add_twins(line, points, ribbons)
        elif line.ring:
            ribbons.add_ring(points, style.widths[line.widths[0]])
        elif len(line.widths) == 1:
            ribbons.add(points, [style.widths[line.widths[0]]] * len(points))
        elif style.onset:
            least = _SHORTEST * self.drawing.unit
            for part, own in _find_dark(points, line.widths, style.onset):
                if abs(part[-1] - part[0]) >= least:
                    ribbons.add(part, map(style.widths.__getitem__, own))
        else:
            ribbons.add(points, map(style.widths.__getitem__, line.widths))

    def add_twins(self, line: EngravedLine, points: list[complex], ribbons: _Ribbons) -> None:
        """Add the outlines of two fine lines, one on each side of a line."""
        least = complex(0, self.limits[0])
        full = self.drawing.unit / 100  # a hundredth of a millimetre of the drawing
        apart = [
            min(_TWIN_AIR * self.unit + _TWIN_SHARE * full * width, _MAX_TWIN * self.unit)
            if width
            else 0.0
            for width in line.widths
        ]
        if line.ring:
            for ring in _rings_beside(points, apart[0]):
                ribbons.add_ring(ring, least)
            return
        if len(apart) == 1:
            apart *= len(points)
        for beside in _lines_beside(points, apart):
            ribbons.add(beside, [least] * len(points))

    def weight(self, role: str) -> float:
        """Return the factor for the width of a line: in one ink, a pale line is drawn thinner
        instead of paler.
        """
        material, _, tone = role.partition(".")
        if not self.nib.one_ink or tone != "ink":
            return 1.0
        level = day_level(material, tone)
        return min(1.0, level / _FULL_INK)


class _Widths(dict[int, complex]):
    """The widths of the lines of a role on paper, turned to the left of the line, by their widths
    in the drawing.
    """

    def __init__(self, unit: float, weight: float, least: float, most: float) -> None:
        self.unit, self.weight, self.least, self.most = unit, weight, least, most

    def __missing__(self, width: int) -> complex:
        own = max(min(self.unit * width * self.weight, self.most), self.least) if width else 0.0
        offset = self[width] = complex(0, own)
        return offset


class _LineStyle(msgspec.Struct):
    """How the lines of a role are drawn: their widths; the minimum width that is drawn, or 0;
    whether two fine lines replace each; and two numbers n, one for lines of uniform width and one
    for lines that swell: every n-th line is drawn, or none if n is 0. Neighbouring lines are
    consecutive.
    """

    widths: _Widths
    onset: int
    is_twin: bool
    nth: int
    nth_swelling: int
    count: int = 0

    def leaves_out(self, line: EngravedLine) -> bool:
        """Return True if the next line of the role is left out."""
        nth = self.nth if len(line.widths) == 1 else self.nth_swelling
        if nth == 1:
            return False
        self.count += 1
        return not nth or self.count % nth != 0


class _LineLayer(NamedTuple):
    """A layer of lines that are not traced yet: its role, its origin and its first ribbon."""

    role: str
    x: int
    y: int
    start: int


class _Ribbon(NamedTuple):
    """The outline of a line among `_Ribbons`: the first point of its left side and the point after
    its last one, the same for its right side, and whether each side is a ring.
    """

    left: int
    left_end: int
    right: int
    right_end: int
    is_ring: bool


class _Ribbons:
    """Lines whose outlines are traced together: a drawing has thousands, most of a few points."""

    def __init__(self) -> None:
        self.parts: list[_Ribbon] = []
        self.points: list[complex] = []
        self.widths: list[complex] = []

    def add(self, points: list[complex], widths: Iterable[complex]) -> None:
        """Add a line with a width at each point. An end without width is a tip."""
        start = len(self.points)
        self.points += points
        self.widths.extend(widths)
        end = len(self.points)
        first, last = start + (not self.widths[start]), end - (not self.widths[-1])
        self.parts.append(_Ribbon(start, end, first, last, is_ring=False))

    def add_ring(self, points: list[complex], width: complex) -> None:
        """Add a closed line of one width. Both of its ends are repeated for their neighbours."""
        start, count = len(self.points) + 1, len(points)
        self.points += [points[-1], *points, points[0]]
        self.widths += [width] * (count + 2)
        end = start + count
        self.parts.append(_Ribbon(start, end, start, end, is_ring=True))

    def trace(self) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """Yield, for each line, the number of points in each of its outlines, and their
        coordinates: along its left side, and back along its right side.

        A ring has two outlines, one for each side.
        """
        points, total = self.points, len(self.points)
        steps = [*map(sub, points[1:], points)]
        units = [*map(truediv, steps, [length or 1.0 for length in map(abs, steps)])]
        into, out = [0j, *units], [*units, 0j]  # the directions before and after each point
        for ribbon in self.parts:
            start, last = ribbon.left - ribbon.is_ring, ribbon.left_end - 1 + ribbon.is_ring
            into[start], out[last] = out[start], into[last]
        # Half the width over the cosine of half the turn, at most twice as much.
        away = [
            turn
            * (width / (size if (size := (x := turn.real) * x + (y := turn.imag) * y) > 1 else 1))
            for turn, width in zip(map(add, into, out), self.widths, strict=False)
        ]
        left = _flat([*map(add, points, away)])
        right = _flat([*map(sub, points, away)][::-1])
        for start, end, right_start, right_end, is_ring in self.parts:
            sides = left[2 * start : 2 * end]
            sides += right[2 * (total - right_end) : 2 * (total - right_start)]
            count = len(sides) // 2
            yield (count // 2, count // 2) if is_ring else (count,), sides


def _assemble(parts: Sequence[EngravedLayer | _LineLayer], ribbons: _Ribbons) -> Layers:
    """Return the layers of a block; layers of lines have their outlines."""
    outlines = ribbons.trace()
    starts = [entry.start for entry in parts if isinstance(entry, _LineLayer)]
    ends = iter([*starts[1:], len(ribbons.parts)])
    layers: list[EngravedLayer] = []
    for entry in parts:
        if isinstance(entry, EngravedLayer):
            layers.append(entry)
            continue
        lengths: list[int] = []
        coords: list[int] = []
        for own, sides in islice(outlines, next(ends) - entry.start):
            lengths += own
            coords += sides
        if lengths:
            layers.append(
                EngravedLayer(entry.role, entry.x, entry.y, tuple(lengths), tuple(coords))
            )
    return tuple(layers)


def _flat(places: list[complex]) -> list[int]:
    """Return the coordinates of places in units of the grid, x and y by turns."""
    coords = [0] * (2 * len(places))
    coords[::2] = map(float.__round__, [place.real for place in places])  # faster than round
    coords[1::2] = map(float.__round__, [place.imag for place in places])
    return coords


def _find_dark(
    points: list[complex], widths: Sequence[int], onset: int
) -> Iterator[tuple[list[complex], list[int]]]:
    """Yield the parts of a line that are at least `onset` wide. A part ends in a tip, except at the
    ends of the line.
    """
    run: list[complex] = []
    own: list[int] = []
    before, last = points[0], 0
    for here, width in zip(points, widths, strict=True):
        if (width < onset) != (last < onset) and here != before:
            tip = before + (here - before) * ((onset - last) / (width - last))
            run.append(tip)
            own.append(0)
            if width < onset:
                yield run, own
                run, own = [], []
        if width >= onset:
            run.append(here)
            own.append(width)
        before, last = here, width
    if len(run) > 1:
        yield run, own


def _lines_beside(points: list[complex], apart: list[float]) -> tuple[list[complex], list[complex]]:
    """Return the lines at the distances `apart` from a line, on its left and on its right."""
    left: list[complex] = []
    right: list[complex] = []
    last = len(points) - 1
    for i, half in enumerate(apart):
        along = points[min(i + 1, last)] - points[max(i - 1, 0)]
        away = 1j * half * along / (abs(along) or 1.0)
        left.append(points[i] + away)
        right.append(points[i] - away)
    return left, right


def _rings_beside(points: list[complex], half: float) -> tuple[list[complex], list[complex]]:
    """Return the closed lines at a distance from a closed line; they run in opposite directions."""
    outer: list[complex] = []
    inner: list[complex] = []
    for before, here, following in zip(
        [points[-1], *points], points, [*points[1:], points[0]], strict=False
    ):
        a, b = here - before, following - here
        t = a / (abs(a) or 1.0) + b / (abs(b) or 1.0)
        away = t * (2j * half / max(t.real * t.real + t.imag * t.imag, 1.0))
        outer.append(here + away)
        inner.append(here - away)
    inner.reverse()
    return outer, inner


# --- items ---------------------------------------------------------------------------------------


def draw_items(
    name: str, tones: Tones, scale: float, taper: float, window: Rect | None, key: str
) -> tuple[Item, ...]:
    """Return the items of a drawing; `key` begins the keys of its symbols."""
    header, style = header_of(name), tones.theme.engraving
    is_figure = bool(header.sash) or name.startswith(_PICTURES)
    onset = style.figure_onset if is_figure else style.onset
    nib = Nib(
        scale=scale,
        lines=style.lines,
        one_ink=style.one_ink,
        sparse=style.sparse,
        twin=style.twin,
        taper=taper,
        outlines=not style.hatch,
        onset=round(100 * onset),
        rays=_BURSTS[style.burst],
    )
    outlines = trace(name, nib)
    (width, height), reach = header.size, 2 * header.bleed
    k = scale / outlines.unit
    matrix = Matrix(k, 0, 0, k, -width / 2 * scale, -height / 2 * scale)
    box = centred_rect((width + reach) * scale, (height + reach) * scale)
    if not style.hatch:
        most = _MAX_FIGURE if is_figure else _MAX_SAVED
        tones = _save_ink(outlines, tones, most * width * height * scale * scale, k)
    pen = _Engraver(outlines, tones, key, outlines.unit / scale)
    whole = rect_path(box)
    items: list[Item] = []
    if style.burst == WOVEN and header.centre and header.sash:
        items += _draw_weave(header, tones, scale, taper)
    seen, turned = window, window
    if window is not None:
        there = Matrix(1 / k, 0, 0, 1 / k, width / 2 * outlines.unit, height / 2 * outlines.unit)
        seen = there.bounds(window)
        turned = half_rotation(0, 0).then(there).bounds(window)
    if before := pen.paint(outlines.before, seen):
        items.append(Group((Group(before, matrix),), clip=whole))
    halves = [pen.paint(outlines.half, seen)]
    halves.append(halves[0] if turned == seen else pen.paint(outlines.half, turned))
    if halves[0] and halves[0] is halves[1]:
        inside = Group((Group(halves[0], matrix),), clip=whole)
        drawn = Symbol(f"{key}-half", (inside,), box)
        items += [Use(drawn), Use(drawn, half_rotation(0, 0))]
    else:
        turns = (IDENTITY, half_rotation(0, 0))
        items += [
            Group((Group((Group(half, matrix),), clip=whole),), turn)
            for half, turn in zip(halves, turns, strict=True)
            if half
        ]
    if after := pen.paint(outlines.after, seen):
        items.append(Group((Group(after, matrix),), clip=whole))
    return tuple(items)


def _draw_weave(header: EngravingHeader, tones: Tones, scale: float, taper: float) -> list[Item]:
    """Return woven rings around both heads of a court, and level lines behind them.

    All courts of a colour share the rings; those above the sash are clipped along its middle.
    """
    assert header.centre is not None
    assert header.sash is not None
    (width, height), reach = header.size, 2 * header.bleed
    whole = centred_rect((width + reach) * scale, (height + reach) * scale)
    x, y = header.centre[0] - width / 2, header.centre[1] - height / 2
    narrow = 1 - taper * abs(y) / (height / 2)
    place = Matrix(narrow, 0, 0, 1, x * narrow * scale, y * scale)
    far, fall = whole.w, math.tan(math.radians(header.sash[0]))
    above = PathBuilder().polygon(
        [(-far, -far * fall), (far, far * fall), (far, -far), (-far, -far)]
    )
    half = Group((Use(_weave(tones, scale), place),), clip=above.done())
    return [Group((half, Group((half,), half_rotation(0, 0))), clip=rect_path(whole))]


@lru_cache(maxsize=64)
def _weave(tones: Tones, scale: float) -> Symbol:
    """Return rings around the origin that wave and meet, and the level lines inside them.

    A wave of all rings is one symbol.
    """
    key = f"weave-{tones.theme.key}-{tones.name.strip('#')}-{scale:.4g}"
    box = centred_rect(2 * _LAST_RING * scale, 2 * _LAST_RING * scale)
    colour, half = tones.suit(_WEAVE_TONE), max(_WEAVE_LINE * scale, MIN_LINE) / 2
    waves, levels = PathBuilder(), PathBuilder()
    for ring in range(math.floor((_LAST_RING - _FIRST_RING) / _RING_PITCH)):
        radius, swing = _FIRST_RING + ring * _RING_PITCH, _RING_SWING * (-1) ** ring
        _add_wave(waves, radius * scale, swing * scale, half)
    count = math.floor(_MEDAL / _MEDAL_PITCH)
    for number in range(-count, count + 1):
        y = number * _MEDAL_PITCH * scale
        x = math.sqrt((_MEDAL * scale) ** 2 - y * y)
        levels.rect(Rect(-x, y - half, 2 * x, 2 * half))
    wave = Symbol(f"{key}-wave", (Path(waves.done(), fill=colour),), box)
    turns = (rotation(360 * number / _WAVES) for number in range(_WAVES))
    return Symbol(
        key, (Path(levels.done(), fill=colour), *(Use(wave, turn) for turn in turns)), box
    )


def _add_wave(waves: PathBuilder, radius: float, swing: float, half: float) -> None:
    """Add the outline of one wave of a ring, `half` wide on each side, slightly longer than a
    period.
    """
    sides: list[list[complex]] = [[], []]
    for number in range(-1, _WAVE_CURVES + 2):
        share = _OVERLAP + (1 - 2 * _OVERLAP) * number / _WAVE_CURVES
        angle, phase = share * math.tau / _WAVES, share * math.tau
        outward = complex(math.sin(angle), -math.cos(angle))
        place = outward * (radius + swing * math.cos(phase))
        along = outward * complex(-swing * _WAVES * math.sin(phase), radius)
        away = along / abs(along) * -1j * half
        sides[0].append(place + away)
        sides[1].insert(0, place - away)
    for side in sides:
        if side is sides[0]:
            waves.move(side[1].real, side[1].imag)
        else:
            waves.line(side[1].real, side[1].imag)
        for before, start, end, after in zip(side, side[1:], side[2:], side[3:], strict=False):
            a, b = start + (end - before) / 6, end - (after - start) / 6
            waves.curve(a.real, a.imag, b.real, b.imag, end.real, end.imag)
    waves.close()


def _save_ink(outlines: Outlines, tones: Tones, most: float, k: float) -> Tones:
    """Return tones with lines so pale that a card uses at most `most` mm² of ink, or the palest
    tones if all use more.

    A unit of the outlines is `k` mm.
    """
    paper = tones.theme.roles_of["paper"]
    inked: dict[str, float] = {}  # by role, in units squared

    def add(layers: Layers, count: int) -> None:
        for layer in layers:
            if not layer.role:
                add(outlines.symbols[layer.lengths[0]], count)
                continue
            wanted = tones.of(layer.role) not in (None, paper)
            own, length = _measure(layer) if wanted or layer.edge else (0.0, 0.0)
            if wanted:
                inked[layer.role] = inked.get(layer.role, 0.0) + own * count
            if layer.edge:
                inked[layer.edge] = inked.get(layer.edge, 0.0) + length * layer.width * count

    for layers, count in ((outlines.before, 1), (outlines.half, 2), (outlines.after, 1)):
        add(layers, count)
    for share in _SHARES:
        paler = tones._replace(share=share)
        colours = ((paler.of(role), own) for role, own in inked.items())
        ink = math.fsum(ink_coverage(colour) * own for colour, own in colours if colour)
        if ink * k * k <= most:
            break
    return paler


def _measure(layer: EngravedLayer) -> tuple[float, float]:
    """Return the area of the outlines of a layer, and their length.

    A closed line has two outlines, one in the other, that run in opposite directions.
    """
    places = [*map(complex, layer.coords[::2], layer.coords[1::2])]
    area, whole, start = 0.0, 0.0, 0
    before, around = 0.0, Rect(0, 0, 0, 0)
    for length in layer.lengths:
        ring = places[start : start + length]
        sides = [*pairwise([*ring, ring[0]])]
        whole += math.fsum(abs(b - a) for a, b in sides)
        own = math.fsum(a.real * b.imag - a.imag * b.real for a, b in sides) / 2
        box = PathData("", layer.coords[2 * start : 2 * (start + length)]).box()
        if before * own < 0 and (around.contains(box) or box.contains(around)):
            area += abs(before + own) - abs(before)
            own = 0.0
        else:
            area += abs(own)
        before, around = own, box
        start += length
    return area, whole


class _Engraver:
    """Paints the outlines of a drawing in the colours of a theme.

    `unit` is a millimetre on paper, in units of the grid.
    """

    def __init__(self, outlines: Outlines, tones: Tones, key: str, unit: float) -> None:
        self.tones, self.style, self.unit = tones, tones.theme.engraving, unit
        self.fine = outlines.unit
        self.colours: dict[str, Colour | None] = {}
        self.symbols: list[Symbol | None] = []
        self.boxes: list[Rect] = []
        for number, layers in enumerate(outlines.symbols):
            shown = self.paint(layers)
            box = self.box_of(layers)
            self.boxes.append(box)
            symbol = Symbol(f"{key}-{number}", shown, box) if shown else None
            self.symbols.append(symbol)

    def box_of(self, layers: Layers) -> Rect:
        """Return a box around layers, in units of the grid."""
        boxes = [self.box_of_layer(layer) for layer in layers]
        return reduce(Rect.union, boxes) if boxes else Rect(0, 0, 0, 0)

    def box_of_layer(self, layer: EngravedLayer) -> Rect:
        """Return a box around a layer, in units of the grid."""
        if layer.role:
            return PathData("", layer.coords).box().moved(layer.x, layer.y).inset(-layer.width)
        box = self.boxes[layer.lengths[0]]
        own = half_rotation(0, 0).bounds(box) if layer.coords[0] else box
        return own.moved(layer.x, layer.y)

    def paint(self, layers: Layers, window: Rect | None = None) -> tuple[Item, ...]:
        """Return the items of layers; with a `window` (units of the grid), only of the layers that
        it touches.

        Successive layers with the same origin form a group.
        """
        items: list[Item] = []
        here: list[Item] = []
        place = (0, 0)
        edged, is_face = "", False  # the material of the last area with an edge, eyes since then
        for layer in layers:
            if window is not None and not window.intersects(self.box_of_layer(layer)):
                continue
            shown: list[Item] = []
            if layer.edge:
                edged, is_face = layer.role.partition(".")[0], False
            is_face = is_face or layer.role.startswith(f"{EYE}.")
            if is_face and not self.style.hatch and _is_shading_of_skin(layer.role):
                layer = replace(layer, role=_FEATURE)  # lids, a nose, the corners of a mouth
            if not layer.role:
                symbol = self.symbols[layer.lengths[0]]
                if symbol is not None:
                    k = -1 if layer.coords[0] else 1
                    shown = [Use(symbol, Matrix(k, 0, 0, k, 0, 0))]
            elif not self.is_blank(layer, edged):
                shown = self.draw_layer(layer)
            if not shown:
                continue
            if (layer.x, layer.y) != place and here:
                items.append(Group(tuple(here), translation(*place)))
                here = []
            place = (layer.x, layer.y)
            here += shown
        if here:
            items.append(Group(tuple(here), translation(*place)))
        return tuple(items)

    def colour(self, role: str) -> Colour | None:
        if role not in self.colours:
            self.colours[role] = self.tones.of(role)
        return self.colours[role]

    def is_blank(self, layer: EngravedLayer, edged: str) -> bool:
        """Return True for the light and the shade of an object in an outline theme: they would hide
        the inner half of its edge. `edged` is the material of the object.
        """
        if self.style.hatch or not layer.is_area or layer.edge:
            return False
        is_part = layer.role.partition(".")[0] == edged
        return is_part and self.colour(layer.role) == self.tones.theme.roles_of["paper"]

    def draw_layer(self, layer: EngravedLayer) -> list[Item]:
        """Return lines, or an area with its edge and the hatching across it."""
        fill = self.colour(layer.role if layer.is_area else _role_of_line(layer.role))
        edge = layer.edge
        if not self.style.hatch and not edge and _is_outlined(layer.role):
            edge = _FEATURE
        pen = self.colour(edge) if edge else None
        if fill is None and pen is None:
            return []
        steps = "".join(map(_ring_steps, layer.lengths))
        data = PathData(steps, layer.coords)
        width = layer.width or _OUTLINE * self.unit
        stroke = None if pen is None else Stroke(pen, width, join="round")
        drawn: list[Item] = [Path(data, fill, stroke, even_odd=layer.is_area)]
        if self.style.cross and layer.is_area and _is_crossed(layer.role):
            drawn.append(Group((self.cross(data, layer),), clip=data))
        return drawn

    def cross(self, data: PathData, layer: EngravedLayer) -> Path:
        """Return hatching across the box of an area. Its lines are aligned with the hatching of
        other areas.
        """
        box = data.box()
        pitch, half = _CROSS_PITCH * self.fine, _CROSS_WIDTH * self.unit / 2
        shift, rise = (layer.y - _CROSS_SLOPE * layer.x) % pitch, _CROSS_SLOPE
        coords: list[int] = []
        count = 0
        first = math.floor((box.y - rise * box.right + shift) / pitch)
        last = math.ceil((box.bottom - rise * box.x + shift) / pitch)
        for k in range(first, last + 1):
            above = k * pitch - shift  # y = rise * x + above, from one side of the box to the other
            left = max(box.x, (box.y - above) / rise)
            right = min(box.right, (box.bottom - above) / rise)
            if left < right:
                y0, y1 = rise * left + above, rise * right + above
                corners = (left, y0 - half, right, y1 - half, right, y1 + half, left, y0 + half)
                coords += map(round, corners)
                count += 1
        line = self.colour(f"{layer.role.removesuffix('.deep')}.ink")
        return Path(PathData("MLLLZ" * count, tuple(coords)), fill=line)


@lru_cache(maxsize=1024)
def _is_shading_of_skin(role: str) -> bool:
    """Return True for the role of lines on skin."""
    material, _, tone = role.partition(".")
    return tone == "ink" and material_row(material).skin


@lru_cache(maxsize=1024)
def _is_outlined(role: str) -> bool:
    """Return True for an area that has an edge only in an outline theme."""
    material, _, tone = role.partition(".")
    return tone in ("mid", "deep") and material_row(material).outlined


@lru_cache(maxsize=1024)
def _role_of_line(role: str) -> str:
    """Return the role of a line; in some materials lines have a different role from areas."""
    material, dot, tone = role.partition(".")
    if not dot or tone in LINE_TONES:
        return role
    return f"{material_row(material).lines or material}.{tone}"


@cache
def _ring_steps(length: int) -> str:
    return f"M{'L' * (length - 1)}Z"


@lru_cache(maxsize=1024)
def _is_crossed(role: str) -> bool:
    """Return True for a role that is so dark that an engraver hatches it twice."""
    material, _, tone = role.partition(".")
    return tone == "deep" and day_level(material, tone) >= _CROSSED


@lru_cache(maxsize=1024)
def _is_shading(role: str) -> bool:
    """Return True for the role of lines that shade an object."""
    material, _, tone = role.partition(".")
    return tone == "ink" and not material_row(material).lines


@lru_cache(maxsize=1024)
def _is_of_ground(role: str) -> bool:
    """Return True for the role of a line of the ground."""
    material, _, tone = role.partition(".")
    return role in RAY_ROLES or tone == "ray" or bool(material_row(material).lines)
