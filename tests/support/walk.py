"""Walk display lists: leaves with their maps, and the extents of real ink.

This module does not use printkit's own measurements: extents of glyphs come from fontTools, extents
of curves from the roots of their derivatives.
"""

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.graphics.display_list import (
    FormField,
    GlyphRun,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Symbol,
    Use,
)
from printkit.graphics.fonts import font
from printkit.graphics.path import PathData

HAIRLINE = 0.25 * 25.4 / 72
_ARITY = {"M": 2, "L": 2, "C": 6, "Z": 0}


class Leaf(NamedTuple):
    """A path, text or image, the map to the page, and its clip (page, mm) or None."""

    item: Path | ShapedText | Image
    matrix: Matrix
    clip: Rect | None


def leaves(
    items: Iterable[Item], matrix: Matrix = IDENTITY, clip: Rect | None = None
) -> Iterator[Leaf]:
    """Yield all leaves in the order of painting, except fields, which draw nothing."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, *_entered(item, matrix, clip))
        elif isinstance(item, Use):
            yield from leaves(item.symbol.items, item.matrix.then(matrix), clip)
        elif not isinstance(item, FormField):
            yield Leaf(item, matrix, clip)


def text_leaves(items: Iterable[Item]) -> list[Leaf]:
    """Return the texts among the leaves."""
    return [leaf for leaf in leaves(items) if isinstance(leaf.item, ShapedText)]


def engravings(items: Iterable[Item]) -> list[str]:
    """Return the keys of the engraved drawings that are placed."""
    found: list[str] = []
    for item in items:
        if isinstance(item, Group):
            found += engravings(item.items)
        elif isinstance(item, Use) and item.symbol.key.startswith("engraved-"):
            found.append(item.symbol.key)
        elif isinstance(item, Use):
            found += engravings(item.symbol.items)
    return found


def _entered(group: Group, matrix: Matrix, clip: Rect | None) -> tuple[Matrix, Rect | None]:
    """Return the map and the clip inside a group."""
    inner = group.matrix.then(matrix)
    if group.clip is None:
        return inner, clip
    within = inner.bounds(tight(group.clip))
    return inner, within if clip is None else overlap(clip, within)


def fields(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[FormField, Matrix]]:
    """Yield all fields with their maps to the page."""
    for item in items:
        if isinstance(item, Group):
            yield from fields(item.items, item.matrix.then(matrix))
        elif isinstance(item, Use):
            yield from fields(item.symbol.items, item.matrix.then(matrix))
        elif isinstance(item, FormField):
            yield item, matrix


def symbols(items: Iterable[Item]) -> Iterator[Symbol]:
    """Yield all used symbols, nested ones included, as often as they are used."""
    for item in items:
        if isinstance(item, Group):
            yield from symbols(item.items)
        elif isinstance(item, Use):
            yield item.symbol
            yield from symbols(item.symbol.items)


def overlap(one: Rect, other: Rect) -> Rect:
    """Return the intersection of two rectangles, with size zero if they are disjoint."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    w, h = min(one.right, other.right) - x, min(one.bottom, other.bottom) - y
    return Rect(x, y, max(0.0, w), max(0.0, h))


def union(rects: Iterable[Rect]) -> Rect:
    """Return the rectangle around rectangles."""
    found = list(rects)
    box = found[0]
    for rect in found[1:]:
        box = box.union(rect)
    return box


class Segment(NamedTuple):
    """A cubic, which may be a line."""

    p0: tuple[float, float]
    p1: tuple[float, float]
    p2: tuple[float, float]
    p3: tuple[float, float]


def segments(data: PathData) -> list[Segment]:
    """Return the pieces of a path, closing lines included, all as cubics."""
    found: list[Segment] = []
    at = 0
    pen = start = (0.0, 0.0)

    def line(a: tuple[float, float], b: tuple[float, float]) -> Segment:
        third = ((b[0] - a[0]) / 3, (b[1] - a[1]) / 3)
        return Segment(a, (a[0] + third[0], a[1] + third[1]), (b[0] - third[0], b[1] - third[1]), b)

    for step in data.steps:
        n = data.coords[at : at + _ARITY[step]]
        at += _ARITY[step]
        if step == "M":
            pen = start = (n[0], n[1])
        elif step == "L":
            found.append(line(pen, (n[0], n[1])))
            pen = (n[0], n[1])
        elif step == "C":
            found.append(Segment(pen, (n[0], n[1]), (n[2], n[3]), (n[4], n[5])))
            pen = (n[4], n[5])
        else:
            found.append(line(pen, start))
            pen = start
    assert at == len(data.coords), "the steps and the coordinates of a path do not agree"
    return found


def sampled(data: PathData, steps: int = 32) -> np.ndarray:
    """Return points along a path, shape (segments, steps + 1, 2)."""
    p = np.array(segments(data), dtype=float).reshape(-1, 4, 2)
    t = np.linspace(0, 1, steps + 1)[None, :, None]
    s = 1 - t
    p0, p1, p2, p3 = (p[:, None, i, :] for i in range(4))
    return s**3 * p0 + 3 * s**2 * t * p1 + 3 * s * t**2 * p2 + t**3 * p3


@lru_cache(maxsize=20_000)
def outline_points(data: PathData, steps: int = 6) -> np.ndarray:
    """Return points along a path (n, 2)."""
    return sampled(data, steps).reshape(-1, 2)


def corners(*rects: Rect) -> np.ndarray:
    """Return the corners of rectangles (n, 2)."""
    return np.array([(x, y) for r in rects for x in (r.x, r.right) for y in (r.y, r.bottom)])


def moved(points: np.ndarray, matrix: Matrix) -> np.ndarray:
    """Return points under a map."""
    a, b, c, d, e, f = matrix
    found: np.ndarray = points @ np.array([[a, b], [c, d]]) + (e, f)
    return found


def points_of(leaf: Leaf) -> np.ndarray:
    """Return points on the page around the ink of a leaf, without half its line and its clip."""
    if isinstance(leaf.item, Path) and leaf.item.data.steps:
        return moved(outline_points(leaf.item.data), leaf.matrix)
    if isinstance(leaf.item, ShapedText):
        return moved(corners(text_box(leaf._replace(matrix=IDENTITY))), leaf.matrix)
    return np.zeros((0, 2))


def tight(data: PathData) -> Rect:
    """Return the rectangle around a path's line itself, not around its control points."""
    return _tight(data, IDENTITY)


@lru_cache(maxsize=20_000)
def _tight(data: PathData, matrix: Matrix) -> Rect:
    """Return the same for a path under a map."""
    a, b, c, d, e, f = matrix
    given = data.coords
    xs = [a * x + c * y + e for x, y in zip(given[0::2], given[1::2], strict=True)]
    ys = [b * x + d * y + f for x, y in zip(given[0::2], given[1::2], strict=True)]
    # The places of the ends of all pieces; those of the four points of each curve.
    ends: list[int] = []
    curves: list[tuple[int, int, int, int]] = []
    at = pen = start = 0
    for step, following in zip(data.steps, f"{data.steps[1:]}M", strict=True):
        if step == "M":
            pen = start = at
            ends += [] if following == "M" else [at]
        elif step == "C":
            curves.append((pen, at, at + 1, at + 2))
            pen = at + 2
            ends.append(pen)
        elif step == "L":
            pen = at
            ends.append(pen)
        else:
            pen = start
        at += _ARITY[step] // 2
    assert 2 * at == len(given), "the steps and the coordinates of a path do not agree"
    if not ends:
        return matrix.bounds(data.box())
    x0, x1 = _extent(xs, ends, curves)
    y0, y1 = _extent(ys, ends, curves)
    return Rect(x0, y0, x1 - x0, y1 - y0)


def _extent(
    values: list[float], ends: list[int], curves: list[tuple[int, int, int, int]]
) -> tuple[float, float]:
    """Return the least and the greatest value of one coordinate along a path."""
    found = [values[place] for place in ends]
    least, most = min(found), max(found)
    for places in curves:
        p0, p1, p2, p3 = (values[place] for place in places)
        if least <= min(p1, p2) and max(p1, p2) <= most:
            continue  # a curve is between its control points
        a, b, c = -p0 + 3 * p1 - 3 * p2 + p3, 2 * (p0 - 2 * p1 + p2), p1 - p0
        roots = [-c / b] if b else []
        if a and (square := b * b - 4 * a * c) >= 0:
            root = math.sqrt(square)
            roots += [(-b + root) / (2 * a), (-b - root) / (2 * a)]
        for t in roots:
            if 0 < t < 1:
                s = 1 - t
                found.append(s**3 * p0 + 3 * s**2 * t * p1 + 3 * s * t**2 * p2 + t**3 * p3)
    return min(found), max(found)


@cache
def ttfont(key: str) -> TTFont:
    """Return a font file as fontTools reads it."""
    return TTFont(font(key).path)


@cache
def glyph_box(key: str, glyph: int) -> Rect | None:
    """Return the ink of a glyph (thousandths of an em, y down); None for a space."""
    tt = ttfont(key)
    pen = BoundsPen(tt.getGlyphSet())
    tt.getGlyphSet()[tt.getGlyphName(glyph)].draw(pen)
    if pen.bounds is None:
        return None
    unit = 1000 / tt["head"].unitsPerEm
    left, low, right, high = (value * unit for value in pen.bounds)
    return Rect(left, -high, right - left, high - low)


@lru_cache(maxsize=20_000)
def run_box(run: GlyphRun) -> Rect:
    """Return the ink of a line (thousandths of an em, y down, from its start on the baseline)."""
    found = []
    for glyph, x in zip(run.glyphs, run.xs, strict=True):
        if box := glyph_box(run.font, glyph):
            found.append(Rect(box.x + x, box.y, box.w, box.h))
    return union(found) if found else Rect(0, 0, 0, 0)  # spaces only


def text_box(leaf: Leaf) -> Rect:
    """Return the ink of a text on the page (mm)."""
    assert isinstance(leaf.item, ShapedText)
    box, k = run_box(leaf.item.run), leaf.item.size / 1000
    own = Rect(leaf.item.x + box.x * k, leaf.item.y + box.y * k, box.w * k, box.h * k)
    return leaf.matrix.bounds(own)


def ink_box(leaf: Leaf) -> Rect | None:
    """Return the ink of a leaf on the page (mm) with its stroke, clipped; None without ink."""
    if isinstance(leaf.item, ShapedText):
        box = text_box(leaf)
    elif isinstance(leaf.item, Image):
        box = leaf.matrix.bounds(leaf.item.rect)
    else:
        line = leaf.item.stroke
        if not leaf.item.data.steps or (leaf.item.fill is None and line is None):
            return None
        half = line.width * leaf.matrix.scale / 2 if line else 0.0
        if is_upright(leaf.matrix):
            box = leaf.matrix.bounds(tight(leaf.item.data)).inset(-half)
        else:
            box = _tight(leaf.item.data, leaf.matrix).inset(-half)
    if leaf.clip is None:
        return box
    seen = min(leaf.clip.w, leaf.clip.h) > 0 and leaf.clip.intersects(box)
    return overlap(leaf.clip, box) if seen else None


def is_upright(matrix: Matrix) -> bool:
    """Return whether a map turns by quarters only.

    Under other maps, the box of an image is not a box.
    """
    return min(abs(matrix.a), abs(matrix.b)) < 1e-9


def visible(leaf: Leaf, paper: str) -> bool:
    """Return whether a leaf paints in another colour than the paper's."""
    if isinstance(leaf.item, Path):
        line = leaf.item.stroke.colour if leaf.item.stroke else None
        return any(colour not in (None, paper) for colour in (leaf.item.fill, line))
    return isinstance(leaf.item, Image) or leaf.item.fill != paper


@cache
def symbol_ink(symbol: Symbol, paper: str) -> Rect | None:
    """Return the visible ink of a symbol in its own coordinates, with clips applied."""
    found = list(ink_boxes(symbol.items, paper))
    return union(found) if found else None


def ink_boxes(
    items: Iterable[Item], paper: str = "", matrix: Matrix = IDENTITY, clip: Rect | None = None
) -> Iterator[Rect]:
    """Yield the boxes of visible ink on a paper; that of a symbol is computed once."""
    for item in items:
        if isinstance(item, Group):
            yield from ink_boxes(item.items, paper, *_entered(item, matrix, clip))
        elif isinstance(item, Use):
            inner, box = item.matrix.then(matrix), symbol_ink(item.symbol, paper)
            whole = inner.bounds(box) if box else None
            if whole and is_upright(inner) and (clip is None or clip.contains(whole, 0)):
                yield whole
            elif whole:
                yield from ink_boxes(item.symbol.items, paper, inner, clip)
        elif not isinstance(item, FormField):
            leaf = Leaf(item, matrix, clip)
            if visible(leaf, paper) and (box := ink_box(leaf)) is not None:
                yield box


def turned_text(leaf: Leaf) -> bool:
    """Return whether a text is upside down."""
    assert math.isclose(abs(leaf.matrix.d), 1.0), "a text of ours is upright or on its head"
    return leaf.matrix.a < 0
