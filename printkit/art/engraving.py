"""Engraving: lines that swell from the light into the shadow, over the flat shapes of a drawing.

They are kept in templates/art/lines, a file for each drawing, made by web/engrave.py. Its first
line tells the digest of the drawing, so that the lines of a drawing that has changed are not
printed, the size they are made for (mm), and how much is seen of a drawing that fills its card.
Each other line is a role and six integers for each line of that role, see `Hatch`.
"""

from __future__ import annotations

import hashlib
import math
import struct
from functools import lru_cache
from pathlib import Path as FilePath
from typing import NamedTuple

import msgspec

from printkit.base.content import content_folders
from printkit.base.files import is_file
from printkit.base.kept import find_kept
from printkit.graphics.path import PathData
from printkit.graphics.svg_art import Paint, Shape, SvgArt

# A millimetre in units of places, the length in those of a bow, a millimetre in those of a width.
PLACES, BOWS, WIDTHS = 50, 1000, 100
# Lines are left out below this share of the size they are made for: they would be hairlines.
_MIN_SIZE = 0.9
# In a theme of outlines one line of three is drawn, at this share of its own width, and at least
# as wide as a hairline (hundredths of a mm). Light lines would not be seen, and few make no tone.
_SPARSE, _THIN, _THINNEST = 3, 0.45, 10
_LIGHT, _FEW = "paper", 80
# Two places on a line, as shares of its length, and its widths there as shares of the root's.
_SWELL = ((0.35, 0.95), (0.7, 0.55))
# Below this length (mm) a line is a triangle: nobody sees its bow.
_SHORT = 1.6
# Coordinates are rounded to a tenth of a unit, or to a hundredth where units are large (few to a
# millimetre): to some micrometres, as `graphics.path` does it.
_FEW_UNITS, _ROUNDER = 5, 1.5 * 2.0**52
_DIGEST = 16


class Hatch(NamedTuple):
    """A line: from the root of the last one to its own and on to its tip (fiftieths of a mm).

    `bow` is in thousandths of its length, to the left of who looks from the root to the tip;
    `width` is that of the root in hundredths of a millimetre.
    """

    right: int
    down: int
    dx: int
    dy: int
    bow: int
    width: int


class Lines(msgspec.Struct, frozen=True):
    """The lines of a drawing by role, for print at `size` mm (its longer side).

    Of a drawing that fills its card `seen` tells how much the card shows, in both its halves: of
    the length of all outlines, of the area of all gold, of these lines.
    """

    digest: str
    size: float
    roles: tuple[tuple[str, tuple[int, ...]], ...]
    seen: tuple[float, ...] = ()


def engraving(art: SvgArt, name: str, size: float, *, solid: bool) -> tuple[Shape, ...]:
    """Return the lines of a drawing for use at `size` mm, none if that is too small for them.

    `name` is that of its file of lines. In a theme of outlines, not `solid`, there are fewer.
    """
    lines = read_lines(name)
    if lines is None or size < _MIN_SIZE * lines.size or lines.digest != digest_of(art):
        return ()
    return _draw_lines(art, lines, solid)


def lines_name(path: FilePath) -> str:
    """Return the name of the lines of a drawing: that of its folder and its own."""
    return f"{path.parent.name}-{path.stem}"


def lines_path(name: str) -> FilePath:
    """Return the file of lines, which need not exist. Those of bundled drawings are bundled."""
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
    """Read the lines of a name, None if there are none."""
    path = lines_path(name)
    if not is_file(path):
        return None
    source = path.read_bytes()
    kept = find_kept(path, source)
    return msgspec.msgpack.decode(kept, type=Lines) if kept else parse_lines(source)


def parse_lines(source: bytes) -> Lines:
    """Return the lines of a file."""
    head, *rows = source.decode("ascii").splitlines()
    digest, size, *seen = head.split()
    roles = ((role, tuple(map(int, given))) for role, *given in map(str.split, rows))
    return Lines(digest, float(size), tuple(roles), tuple(map(float, seen)))


def format_lines(lines: Lines) -> str:
    """Return the text of a file of lines."""
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
    """Return the outlines of lines, `unit` of the drawing a millimetre."""
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
