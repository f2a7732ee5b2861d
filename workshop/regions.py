"""Find the visible regions of the shapes of a cover, and the slopes of their edges."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from printkit.base.geometry import Rect
from printkit.graphics.path import flatten
from printkit.graphics.svg_art import Shape, SvgArt

Points: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]
Labels: TypeAlias = NDArray[np.int32]

# Pixels per millimetre: for visibility, for regions.
FINE, COARSE = 40, 10
# A region is cut in two until it fills this share of its box, while it is longer than this (mm).
FILLED, SHORT = 0.5, 3.0
# The depth of edges for computing the slope (mm).
RIM = 0.9


class Plan:
    """The visible shape at each pixel: its number, or less than 0 for lines.

    Places are in mm from the corner of the drawing's box; `k` are the mm of a unit.
    """

    def __init__(self, art: SvgArt, size: float) -> None:
        self.art, self.k = art, size / max(art.box.w, art.box.h)
        self.w, self.h = art.box.w * self.k, art.box.h * self.k
        self.shape = (int(self.h * FINE) + 2, int(self.w * FINE) + 2)
        self.seen = Rect(0, 0, self.w, self.h)
        self.top = np.full(self.shape, -2, np.int32)
        self.own: dict[int, Mask] = {}
        for i, shape in enumerate(art.shapes):
            outlines = [self._places(part) for part in flatten(shape.data, 8)]
            if shape.paint.fill is not None:
                self.own[i] = self._filled(outlines, shape)
                self.top[self.own[i]] = i
            if shape.paint.stroke is not None:
                self.top[self._stroked(outlines, shape)] = -1

    def _places(self, part: Sequence[tuple[float, float]]) -> Points:
        return (np.array(part) - [self.art.box.x, self.art.box.y]) * self.k

    def _filled(self, outlines: Sequence[Points], shape: Shape) -> Mask:
        turns = np.zeros(self.shape, np.int8)
        for part in outlines:
            image = Image.new("1", self.shape[::-1])
            ImageDraw.Draw(image).polygon([*map(tuple, part * FINE)], fill=1)
            x, y = part.T
            area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
            turn = np.int8(1 if shape.paint.even_odd or area > 0 else -1)
            turns += np.asarray(image).astype(np.int8) * turn
        filled: Mask = turns % 2 == 1 if shape.paint.even_odd else turns != 0
        return filled

    def _stroked(self, outlines: Sequence[Points], shape: Shape) -> Mask:
        image = Image.new("1", self.shape[::-1])
        draw, width = ImageDraw.Draw(image), max(1, round(shape.paint.width * self.k * FINE))
        for part in outlines:
            points = [(float(x), float(y)) for x, y in part * FINE]
            points += points[:1] if "Z" in shape.data.steps else []
            draw.line(points, fill=1, width=width, joint="curve")
            if shape.paint.round:
                for x, y in (points[0], points[-1]):
                    draw.ellipse(
                        (x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=1
                    )
        return np.asarray(image)

    def at(self, places: Points) -> Labels:
        """Return the numbers of the visible shapes at some places."""
        x, y = (places * FINE).astype(int).T
        seen = self.seen
        inside = (places[:, 0] > seen.x) & (places[:, 1] > seen.y)
        inside &= (places[:, 0] < seen.right) & (places[:, 1] < seen.bottom)
        x, y = np.clip(x, 0, self.shape[1] - 1), np.clip(y, 0, self.shape[0] - 1)
        return np.where(inside, self.top[y, x], -9)


def slopes(own: Mask) -> tuple[Points, Points]:
    """Return the coarse slope of the edge of a shape, to the right and down."""
    step, r = FINE // COARSE, round(RIM * COARSE)
    height = own[::step, ::step].astype(float)
    for axis in (0, 1):
        padding = [(r + 1, r) if axis == a else (0, 0) for a in (0, 1)]
        sums, n = np.cumsum(np.pad(height, padding), axis=axis), height.shape[axis]
        height = np.take(sums, range(2 * r + 1, n + 2 * r + 1), axis) - np.take(
            sums, range(n), axis
        )
    down, right = np.gradient(height)
    return -right, -down


# --- regions ------------------------------------------------------------------------------------


def regions(plan: Plan, i: int, least: float) -> Iterator[Points]:
    """Yield the visible parts of a shape above a minimum area (mm²), as places inside them.

    Long parts are divided into pieces.
    """
    step = FINE // COARSE
    labels, count = label((plan.top == i)[::step, ::step])
    if not count:
        return
    rows, columns = np.nonzero(labels)
    places, number = np.c_[columns, rows] / COARSE + 0.5 / FINE, labels[rows, columns]
    order = np.argsort(number, kind="stable")
    starts = np.flatnonzero(np.diff(np.r_[0, number[order]]))
    for part in np.split(places[order], starts[1:]):
        if len(part) >= least * COARSE * COARSE:
            yield from pieces(part)


def label(mask: Mask) -> tuple[Labels, int]:
    """Number the connected parts of a mask from 1 on; also return their count."""
    labels, parents = np.zeros(mask.shape, np.int32), [0]

    def root(number: int) -> int:
        while parents[number] != number:
            number = parents[number]
        return number

    for y, row in enumerate(mask):
        edges = np.flatnonzero(np.diff(np.r_[False, row, False].astype(np.int8)))
        for a, b in zip(edges[::2], edges[1::2], strict=True):
            above = [root(n) for n in np.unique(labels[y - 1, a:b]) if n] if y else []
            own = min(above, default=len(parents))
            if not above:
                parents.append(own)
            for other in above:
                parents[other] = own
            labels[y, a:b] = own
    roots = np.array([root(n) for n in range(len(parents))], np.int32)
    return roots[labels], len(parents) - 1


def axes(places: Points) -> tuple[Points, Points, float]:
    """Return the directions of minimum and maximum extent, and the ratio of these extents."""
    values, vectors = np.linalg.eigh(np.cov(places.T))
    ratio = math.sqrt(max(values[1], 1e-6) / max(values[0], 1e-6))
    return vectors[:, 0], vectors[:, 1], ratio


def pieces(places: Points, depth: int = 0) -> Iterator[Points]:
    """Yield the pieces of a region that are each crossed in one direction; a crescent has four."""
    short, long, _ = axes(places)
    u, v = places @ long, places @ short
    box = np.ptp(u) * np.ptp(v) * COARSE * COARSE
    if depth == 4 or len(places) > FILLED * box or np.ptp(u) < SHORT:
        yield places
        return
    for part in (u < u.mean(), u >= u.mean()):
        if part.sum() > 8:
            yield from pieces(places[part], depth + 1)
