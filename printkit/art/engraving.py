"""Engraved lines; outlines and line drawings that save ink.

The lines are stored in templates/art/lines, in one line file for each drawing, made by
`workshop.covers`. The first row of a file has the digest of the drawing (the lines of a changed
drawing are not printed), the size for which the lines are made (mm), and the visible shares of a
drawing that fills its card. Each other row has a role, and six integers (see `Hatch`) for each line
in that role.

In outline themes filled shapes become paper within a line, so that they still hide the shapes
behind them. The line is black around large near shapes, and half tone around the others. Gold keeps
a light tint, eyes and claws stay black, and as much of the engraving stays as the ink limit allows.
"""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Sequence
from functools import lru_cache, reduce
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.content import content_folders, find_kept
from printkit.base.files import is_file
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Item, Path
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathData, area_and_length
from printkit.graphics.svg_art import Paint, Shape, SvgArt, clipped

# --- engraving -----------------------------------------------------------------------------------

# A millimetre in units of places, the length in those of a bow, a millimetre in those of a width.
PLACES, BOWS, WIDTHS = 50, 1000, 100
# Lines are left out below this share of the size they are made for: they would be hairlines.
_MIN_SIZE = 0.9
# In an outline theme one line of three is drawn, at this share of its width, but at least a
# hairline wide (hundredths of a mm). Thinner lines would not be visible.
_SPARSE, _THIN, _THINNEST = 3, 0.45, 10
_LIGHT, _FEW = "paper", 80
# Two places on a line, as shares of its length, and its widths there as shares of the root's.
_SWELL = ((0.35, 0.95), (0.7, 0.55))
# Below this length (mm) a line is a triangle: its bow would be invisible.
_SHORT = 1.6
# Coordinates are rounded to a tenth of a unit, or to a hundredth for large units (few to a
# millimetre): a precision of some micrometres, as in `graphics.path`.
_FEW_UNITS, _ROUNDER = 5, 1.5 * 2.0**52
_DIGEST = 16


class Hatch(NamedTuple):
    """A line: the step from the root of the previous line to its own root, and the step from there
    to its tip (fiftieths of a mm).

    `bow` is in thousandths of its length, to the left as seen from the root towards the tip;
    `width` is the width at the root in hundredths of a millimetre.
    """

    right: int
    down: int
    dx: int
    dy: int
    bow: int
    width: int


class Lines(msgspec.Struct, frozen=True):
    """The lines of a drawing by role, for print at `size` mm (its longer side).

    For a drawing that fills its card, `seen` has the visible shares in both halves: of the length
    of all outlines, of the area of all gold, and of these lines.
    """

    digest: str
    size: float
    roles: tuple[tuple[str, tuple[int, ...]], ...]
    seen: tuple[float, ...] = ()


def engraving(art: SvgArt, name: str, size: float, *, solid: bool) -> tuple[Shape, ...]:
    """Return the lines of a drawing for use at `size` mm.

    The result is empty if `size` is too small for lines, or if the drawing has changed since they
    were made. `name` is the name of its line file. An outline theme (not `solid`) has fewer lines.
    """
    lines = read_lines(name)
    if lines is None or size < _MIN_SIZE * lines.size or lines.digest != digest_of(art):
        return ()
    return _draw_lines(art, lines, solid)


def lines_name(path: FilePath) -> str:
    """Return the name of a drawing's line file: the drawing's folder and name, joined by a
    hyphen.
    """
    return f"{path.parent.name}-{path.stem}"


def lines_path(name: str) -> FilePath:
    """Return the path of a line file, which may not exist. Only bundled drawings have one."""
    return content_folders()[0] / "art" / "lines" / f"{name}.txt"


@lru_cache(maxsize=1024)
def digest_of(art: SvgArt) -> str:
    """Return the digest of the shapes of a drawing and of their paint."""
    whole, words = hashlib.sha256(struct.pack("4d", *art.box)), []
    for shape in art.shapes:
        paint, coords = shape.paint, shape.data.coords
        whole.update(struct.pack(f"{len(coords)}d", *coords))
        words.append(f"{shape.data.steps}{paint.fill}{paint.stroke}{paint.width}{paint.even_odd}")
    whole.update("".join(words).encode())
    return whole.hexdigest()[:_DIGEST]


@lru_cache(maxsize=256)
def read_lines(name: str) -> Lines | None:
    """Return the lines in the line file with this name, or None if there is no such file."""
    path = lines_path(name)
    if not is_file(path):
        return None
    source = path.read_bytes()
    kept = find_kept(path, source)
    return msgspec.msgpack.decode(kept, type=Lines) if kept else parse_lines(source)


def parse_lines(source: bytes) -> Lines:
    """Return the lines in the content of a line file."""
    head, *rows = source.decode("ascii").splitlines()
    digest, size, *seen = head.split()
    roles = ((role, tuple(map(int, given))) for role, *given in map(str.split, rows))
    return Lines(digest, float(size), tuple(roles), tuple(map(float, seen)))


def format_lines(lines: Lines) -> str:
    """Return the text of a line file."""
    rows = (" ".join([role, *map(str, numbers)]) for role, numbers in lines.roles)
    head = " ".join([lines.digest, *(f"{number:g}" for number in (lines.size, *lines.seen))])
    return "\n".join([head, *rows, ""])


@lru_cache(maxsize=256)
def _draw_lines(art: SvgArt, lines: Lines, solid: bool) -> tuple[Shape, ...]:
    unit = max(art.box.w, art.box.h) / lines.size  # a millimetre in units of the drawing
    return tuple(
        Shape(_outline(numbers if solid else _thin_out(numbers), art, unit), Paint(role))
        for role, numbers in lines.roles
        if solid or (role != _LIGHT and len(numbers) >= _FEW * len(Hatch._fields))
    )


def _thin_out(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return fewer and thinner lines."""
    result: list[int] = []
    left = top = n = 0
    for right, down, dx, dy, bow, width in zip(*[iter(numbers)] * 6, strict=True):
        left, top, n = left + right, top + down, n + 1
        if n % _SPARSE == 0:
            result += (left, top, dx, dy, bow, max(_THINNEST, round(_THIN * width)))
            left = top = 0
    return tuple(result)


def _outline(numbers: tuple[int, ...], art: SvgArt, unit: float) -> PathData:
    """Return the outlines of lines in units of the drawing; `unit` is a millimetre."""
    (a, b), (c, d) = _SWELL
    step, short = unit / PLACES, _SHORT * unit
    bend, half = 4 / 3 / BOWS, unit / WIDTHS / 2
    steps: list[str] = []
    coords: list[float] = []
    left = top = 0
    for right, down, across, along, bow, width in zip(*[iter(numbers)] * 6, strict=True):
        left, top = left + right, top + down
        x, y = art.box.x + left * step, art.box.y + top * step
        dx, dy = across * step, along * step
        length = math.sqrt(dx * dx + dy * dy)
        u, v, edge = -dy / length, dx / length, width * half
        coords += (x + u * edge, y + v * edge)
        if length < short:
            steps.append("MLLZ")
            coords += (x + dx, y + dy)
        else:
            steps.append("MCCZ")
            away = bow * bend * length
            ax, ay, cx, cy = x + a * dx, y + a * dy, x + c * dx, y + c * dy
            p, q, r, s = away + b * edge, away + d * edge, away - d * edge, away - b * edge
            coords += (ax + u * p, ay + v * p, cx + u * q, cy + v * q, x + dx, y + dy)
            coords += (cx + u * r, cy + v * r, ax + u * s, ay + v * s)
        coords += (x - u * edge, y - v * edge)
    scale = 100.0 if unit < _FEW_UNITS else 10.0
    whole = [(value * scale + _ROUNDER - _ROUNDER) / scale for value in coords]
    return PathData("".join(steps), tuple(whole))


# --- ink saver -----------------------------------------------------------------------------------

# Levels of detail from rich to plain: the line of a shape's edge, and the least width of engraving
# cut out of a shape (mm). The first level whose ink is within the limit is used. The second list is
# for large pictures, seen from afar: it drops engraving before it makes lines thinner.
_EDGES = (0.40, 0.30, 0.22, 0.16, 0.12, 0.10, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_SLIVERS = (0.2, 0.2, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.3, 1.7)
_LEVELS = tuple(zip(_EDGES, _SLIVERS, strict=True))
_BOLD_EDGES = (0.40, 0.30, 0.22, 0.22, 0.20, 0.18, 0.16, 0.14, 0.12, 0.10, 0.0)
_BOLD_LEVELS = tuple(zip(_BOLD_EDGES, (0.2, 0.2, 0.8) + 8 * (1.7,), strict=True))
# The greatest width of a line cut out of a shape (mm).
_MAX_CUT = 0.12
# A stroke of at least this width becomes two lines (mm).
_MIN_DOUBLE = 0.95
# The least width of hatching and features by role, as a share of the level's width; the least width
# of features in ink, such as brows and noses (mm).
_MIN_STROKE = {"paper": 1.0, "main": 0.6, "ink": 0.26}
_MIN_FEATURE = 0.22
# A compact shape (an eye, a tooth) has at least this share of a circle's compactness, and stays if
# its width is at least this share of the level's.
_MIN_COMPACT, _MIN_SOLID = 0.3, 0.3
# A shape no wider than a line (mm) stays filled: its two edges would take more ink.
_INK_SAVER_THIN = 0.36
# An accent stays filled up to this width, a share of the drawing's side, and up to this area, in
# squares of that width.
_SPOT, _SPOT_AREA = 0.075, 2.0
# Field and half tones are left out.
_LEFT_OUT = ("tint", "shade")
# The least size of a large picture (mm).
_LARGE = 30.0
# The greatest width of a rim of paper around a part, as a share of the drawing's side; the least
# share of the rim that the part covers.
_MAX_RIM, _MIN_COVERED = 0.034, 0.36
# The ink of `main` in the suit that uses the most: it is used for all suits, so that a drawing has
# the same detail in each.
_DEAREST = 1.25


def outline_drawing(art: SvgArt, palette: Palette, unit: float, max_ink: float) -> tuple[Item, ...]:
    """Return the shapes of a drawing as outlines.

    `unit` is a millimetre in the drawing's units, and `max_ink` is the maximum share of its square
    that is covered with ink. A large picture has heavier lines and less engraving.
    """
    shapes = _find_rims(art)
    side = max(art.box.w, art.box.h)
    drawn: list[Shape] = []
    for edge, sliver in _BOLD_LEVELS if side > _LARGE * unit else _LEVELS:
        pen = _DetailLevel(max(HAIRLINE, edge) * unit, sliver * unit, unit, _SPOT * side)
        drawn = [line for shape in shapes for line in _outline_shape(shape, pen)]
        if math.fsum(map(_ink_area, drawn)) <= max_ink * side * side:
            break
    colours = palette.roles()
    return clipped((line.coloured(colours), line.clips) for line in drawn)


class _DetailLevel(msgspec.Struct, frozen=True):
    """A level of detail, in the drawing's units.

    `edge` is the width of an outline, `sliver` that of the finest engraved line, and `unit` the
    length of a millimetre. A small accent shape narrower than `spot` is filled, not outlined.
    """

    edge: float
    sliver: float
    unit: float
    spot: float

    def min_width(self, role: str | Colour | None) -> float:
        """Return the minimum width of shapes of a role."""
        if role == "ink":
            return min(self.sliver * _MIN_STROKE[role], _MIN_FEATURE * self.unit)
        return self.sliver * (_MIN_STROKE.get(role, 0.0) if isinstance(role, str) else 0.0)

    @property
    def cut_width(self) -> float:
        """Return the width of a line cut out of a shape."""
        return min(self.edge, max(HAIRLINE, _MAX_CUT) * self.unit)


@lru_cache(maxsize=1024)  # each shape is compared with all above it
def _find_rims(art: SvgArt) -> list[tuple[Shape, bool]]:
    """Return the shapes, and for each whether it is only a rim of paper (see `_is_rim`)."""
    rim = _MAX_RIM * max(art.box.w, art.box.h)
    boxed = [(shape, shape.data.box()) for shape in art.shapes]
    return [(shape, _is_rim(shape, box, boxed[i:], rim)) for i, (shape, box) in enumerate(boxed, 1)]


def _is_rim(shape: Shape, box: Rect, above: Sequence[tuple[Shape, Rect]], rim: float) -> bool:
    """Return True if a paper shape only separates the shapes above it from those below.

    Solid shapes cover most of it and extend close to all its edges, so it needs no outline.
    """
    if shape.paint.fill != "paper" or max(box.w, box.h) < 5 * rim:
        return False
    upon = [(other, extent) for other, extent in above if box.contains(extent)]
    solid = [other for other, _ in upon if other.paint.fill in ("main", "ink", "accent")]
    if not solid:
        return False
    drawn = reduce(Rect.union, [extent for _, extent in upon])
    covered = math.fsum(area_and_length(other.data)[0] for other in solid)
    least = _MIN_COVERED * area_and_length(shape.data)[0]
    return drawn.inset(-rim).contains(box) and covered >= least


def _outline_shape(entry: tuple[Shape, bool], pen: _DetailLevel) -> list[Shape]:
    """Return a shape as lines in roles of a palette."""
    shape, rim = entry
    paint = shape.paint
    if paint.fill is not None:
        return [_painted(shape, stroke=None)] if rim else _outline_fill(shape, pen)
    if paint.stroke in (None, *_LEFT_OUT) or paint.width < pen.min_width(paint.stroke):
        return []
    line = "main" if paint.stroke == "paper" else paint.stroke
    if paint.width < _MIN_DOUBLE * pen.unit:
        thin = max(HAIRLINE * pen.unit, min(paint.width, pen.cut_width))
        return [_painted(shape, stroke=line, width=thin)]
    inner = paint.width - 2 * pen.edge
    return [_painted(shape, stroke=line), _painted(shape, stroke="paper", width=inner)]


def _painted(shape: Shape, **changes: Any) -> Shape:
    """Return a shape with other paint."""
    return replace(shape, paint=replace(shape.paint, **changes))


def _outline_fill(shape: Shape, pen: _DetailLevel) -> list[Shape]:
    """Return a filled shape as paper within a line.

    Small accents and shapes no wider than a line stay filled. Half tones and shapes that are too
    narrow for the level of detail are left out.
    """
    fill = shape.paint.fill
    assert fill is not None
    if fill in _LEFT_OUT:
        return []
    area, length = area_and_length(shape.data)
    breadth = 2 * area / length if length else 0.0
    least = pen.min_width(fill)
    if breadth < (least * _MIN_SOLID if _is_compact(shape, area, length) else least):
        return []
    paper = fill == "paper"
    spot = fill == "accent" and breadth < pen.spot and area < _SPOT_AREA * pen.spot * pen.spot
    if not paper and (spot or breadth < _INK_SAVER_THIN * pen.unit):
        return [_painted(shape, stroke=None)]
    line, width = ("main", pen.cut_width) if paper else (fill, pen.edge)
    edge = Paint("paper", line, width, even_odd=shape.paint.even_odd, join="round")
    return [replace(shape, paint=edge)]


def _is_compact(shape: Shape, area: float, length: float) -> bool:
    """Return True if a shape is compact: a circle has compactness 1, a hair almost 0."""
    parts = shape.data.steps.count("M")
    return length > 0 and 4 * math.pi * area * parts / (length * length) > _MIN_COMPACT


def _ink_area(shape: Shape) -> float:
    """Return the ink of a line or a filled shape (units squared), hidden parts included."""
    area, length = area_and_length(shape.data)
    paint = shape.paint
    filled = 0.0 if paint.fill in (None, "paper") else area * _DEAREST
    if paint.stroke is None:
        return filled
    if paint.stroke == "paper":  # the inside of a broad line
        return -length * paint.width
    return filled + length * paint.width * (_DEAREST if paint.stroke == "main" else 1.0)


# --- line engraving ------------------------------------------------------------------------------

# The strength of a drawing is from 0 to 1, in this number of steps; the greatest strength within
# the ink limit is used. For strength 0 and 1: the width of black lines (mm), and the share of the
# full colour in half tones, in tints and threads of gold, and in narrow shapes.
_STEPS = 16
_EDGE, _HALF, _GOLD, _THREAD, _NARROW = (
    (HAIRLINE, 0.16),
    (0.28, 0.62),
    (0.06, 0.22),
    (0.26, 0.6),
    (0.33, 1.0),
)
# The least area within a black line (mm²); the share of the shapes, from the back, that are far.
_LINE_ENGRAVING_LARGE, _FAR = 50.0, 0.1
# The least width of shapes by role; narrower shapes and threads of gold have no outline (mm).
_MIN_WIDTHS = {"paper": 0.8, "main": 0.48, "ink": 0.2}
_NO_OUTLINE, _THREAD_WIDTH = 0.36, 0.5
# Black shapes up to this width (mm) and area (mm²) stay black: brows, pupils; round ones up to
# a smaller area.
_SPOT_WIDTH, _LINE_ENGRAVING_SPOT_AREA, _PIP_AREA = 0.9, 2.0, 1.0
# The least compactness of an eye or a tooth, and of a round shape; a circle has 1.
_COMPACT, _ROUND = 0.3, 0.9
# A dark shape as large as one of the next ones, within this (mm), is only its shadow.
_SHADOW, _NEXT = 0.8, 3
# A stroke of at least this width (mm) becomes two lines.
_BROAD = 0.95
# Roles of colours that follow the strength.
HALF, _TINT, _LACE, _NARROWER = "half", "gold-tint", "gold-thread", "narrow"
_GOLDEN = (_TINT, _LACE)


class _Line(NamedTuple):
    """A shape of an engraving, its area and its length; `bold` is True if its line follows the
    strength.
    """

    shape: Shape
    area: float
    length: float
    bold: bool


def engrave_lines(
    art: SvgArt,
    lines: tuple[Shape, ...],
    palette: Palette,
    unit: float,
    max_ink: float,
    seen: tuple[float, ...],
) -> tuple[Path, ...]:
    """Return a drawing and its `lines` (see `art.engraving`) as a line engraving.

    `unit` is a millimetre in the drawing's units, `max_ink` is the maximum share of its square
    covered with ink, and `seen` has the visible shares of its outlines, its gold and its lines on
    the card.
    """
    side = max(art.box.w, art.box.h)
    drawn = _find_lines(art, lines, unit)
    for step in reversed(range(_STEPS + 1)):
        strength = step / _STEPS
        colours, edge = _colours(palette, strength), _between(_EDGE, strength) * unit
        if _ink(drawn, colours, edge, seen) <= max_ink * side * side:
            break
    return tuple(_widened(line, edge).coloured(colours) for line in drawn)


def _between(ends: tuple[float, float], strength: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * strength


def _colours(palette: Palette, strength: float) -> dict[str, Colour]:
    """Return the colours of an engraving of a strength (0–1), by role."""
    mixed = {
        HALF: (palette.ink, _HALF),
        _TINT: (palette.accent, _GOLD),
        _LACE: (palette.accent, _THREAD),
        _NARROWER: (palette.ink, _NARROW),
    }
    shades = {
        role: blend(colour, palette.paper, _between(ends, strength))
        for role, (colour, ends) in mixed.items()
    }
    return {"paper": palette.paper, "ink": palette.ink, **shades}


def _widened(line: _Line, edge: float) -> Shape:
    paint = line.shape.paint
    return replace(line.shape, paint=replace(paint, width=edge)) if line.bold else line.shape


def _ink(
    drawn: tuple[_Line, ...], colours: dict[str, Colour], edge: float, seen: tuple[float, ...]
) -> float:
    """Return the visible ink of shapes (units squared)."""
    cover = {role: ink_coverage(colour) for role, colour in colours.items()}
    outlines, gold, narrow = seen
    covered = []
    for shape, area, length, bold in drawn:
        fill, stroke = str(shape.paint.fill), str(shape.paint.stroke)
        width = edge if bold else shape.paint.width
        share = gold if fill in _GOLDEN else narrow  # narrow shapes are upon the others
        covered.append(area * cover.get(fill, 0.0) * share)
        covered.append(length * width * cover.get(stroke, 0.0) * outlines)
    return math.fsum(covered)


def ink_coverage(colour: Colour) -> float:
    """Return the ink of a colour as a share of the area, all four inks together."""
    lacks = [1 - int(colour.hex[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return math.fsum(lacks) - 2 * min(lacks)


@lru_cache(maxsize=256)  # of the sizes and colours in which a drawing is printed
def _find_lines(art: SvgArt, lines: tuple[Shape, ...], unit: float) -> tuple[_Line, ...]:
    """Return the shapes of an engraving in its roles, and its lines in half tone."""
    boxes = [shape.data.box() for shape in art.shapes]
    drawn: list[_Line] = []
    for place, shape in enumerate(art.shapes):
        area, length = area_and_length(shape.data)
        if not _is_shadow(art, boxes, place, unit):
            far = place < _FAR * len(boxes)
            for paint, bold in _paints(shape, area, length, unit, far):
                drawn.append(_Line(replace(shape, paint=paint), area, length, bold))
    for shape in lines:
        drawn.append(_Line(replace(shape, paint=Paint(HALF)), *area_and_length(shape.data), False))
    return tuple(drawn)


def _is_shadow(art: SvgArt, boxes: list[Rect], place: int, unit: float) -> bool:
    """Return True for a shape in `ink` or `main` whose bounding box nearly coincides with that of
    one of the next shapes.
    """
    if art.shapes[place].paint.fill not in ("ink", "main"):
        return False
    above = zip(art.shapes[place + 1 : place + 1 + _NEXT], boxes[place + 1 :], strict=False)
    return any(
        shape.paint.fill not in (None, "tint", "shade")
        and all(
            abs(a - b) < _SHADOW * unit
            for a, b in zip(_ends(box), _ends(boxes[place]), strict=True)
        )
        for shape, box in above
    )


def _ends(box: Rect) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom


def _paints(
    shape: Shape, area: float, length: float, unit: float, far: bool
) -> list[tuple[Paint, bool]]:
    """Return the paints of a shape in an engraving, the lower one first; none if it is left out."""
    paint, fill = shape.paint, shape.paint.fill
    if fill is None:
        return _line_paints(paint, unit)
    if fill in ("tint", "shade"):
        return []
    width = 2 * area / length if length else 0.0
    parts = max(1, shape.data.steps.count("M"))  # a drawing joins shapes of one paint
    each = area / parts
    if width < _MIN_WIDTHS.get(str(fill), 0.0) * unit * (
        0.3 if _line_engraving_is_compact(shape, area, length) else 1
    ):
        return []

    def plain(role: str) -> list[tuple[Paint, bool]]:
        return [(replace(paint, fill=role, stroke=None), False)]

    if fill == "light":
        return plain("paper")
    if fill == "accent" and width < _THREAD_WIDTH * unit:
        return plain(_LACE)
    spot = (
        _PIP_AREA
        if _line_engraving_is_compact(shape, area, length, _ROUND)
        else _LINE_ENGRAVING_SPOT_AREA
    )
    if fill == "ink" and width < _SPOT_WIDTH * unit and each < spot * unit * unit:
        return plain("ink")
    if fill not in ("paper", "accent") and width < _NO_OUTLINE * unit:
        return plain(_NARROWER if fill == "ink" else HALF)
    bold = each > _LINE_ENGRAVING_LARGE * unit * unit and not far
    return [
        (
            Paint(
                _TINT if fill == "accent" else "paper",
                "ink" if bold else HALF,
                HAIRLINE * unit,
                even_odd=paint.even_odd,
                join="round",
            ),
            bold,
        )
    ]


def _line_paints(paint: Paint, unit: float) -> list[tuple[Paint, bool]]:
    """Return the paints of a shape that is only a line."""
    if paint.stroke in (None, "tint", "shade"):
        return []
    if paint.width < _MIN_WIDTHS.get(str(paint.stroke), 0.0) * unit * 0.5:
        return []
    gold = paint.stroke == "accent"
    thin = HAIRLINE * unit
    if paint.width < _BROAD * unit:
        if gold:
            return [(replace(paint, stroke=_LACE, width=max(thin, paint.width)), False)]
        return [
            (replace(paint, stroke="ink" if paint.stroke == "ink" else HALF, width=thin), False)
        ]
    inner = replace(paint, stroke=_TINT if gold else "paper", width=paint.width - 2 * thin)
    return [(replace(paint, stroke=HALF), False), (inner, False)]


def _line_engraving_is_compact(
    shape: Shape, area: float, length: float, least: float = _COMPACT
) -> bool:
    """Return True for a compact shape, such as an eye or a tooth but not a hair."""
    parts = shape.data.steps.count("M")
    return length > 0 and 4 * math.pi * area * parts / (length * length) > least
