"""Record a drawing without colours: areas, and lines with a width at each point.

Coordinates are millimetres from the middle of the card, y downwards. A role is a material and a
tone (`gold.pale`, `sand.ink`); a theme gives roles their colours and scales the widths of lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from contourpy import FillType, contour_generator
from numpy.typing import ArrayLike, NDArray
from scipy.ndimage import map_coordinates

Floats: TypeAlias = NDArray[np.float64]
Stroke: TypeAlias = tuple[Floats, Floats]

# The bleed that a drawing covers on each side (mm): the widest of a shop, rounded up.
BLEED = 3.2
# The least width of the body of a line (mm); only its ends are thinner.
LEAST = 0.12
# Tolerances of curves while drawing (mm); the packer simplifies once more.
EPS = 0.006


class Area(NamedTuple):
    """Rings filled by the even-odd rule; `edge` is the role and width of an outline."""

    role: str
    rings: list[Floats]
    edge: tuple[str, float] | None = None


class Line(NamedTuple):
    """A line with a width at each point (mm)."""

    role: str
    points: Floats
    widths: Floats
    closed: bool = False


class Use(NamedTuple):
    """A symbol placed at a point, turned by half a turn or not."""

    symbol: str
    x: float
    y: float
    turned: bool = False


Item: TypeAlias = Area | Line | Use


class Plate:
    """A drawing for one card: `half` is stored once and drawn twice, `whole` lies above it."""

    def __init__(self, width: float = 63.5, height: float = 88.9) -> None:
        self.width, self.height = width, height
        self.base: list[Item] = []
        self.half: list[Item] = []
        self.whole: list[Item] = []
        self.symbols: dict[str, list[Item]] = {}
        self.items = self.half
        # The half is stored as it is, not cut at the middle line.
        self.uncut = False
        # A factor of the packer's tolerances, for drawings that would be too large.
        self.tolerance = 1.0

    def ground(self, role: str) -> None:
        """Fill the card and its bleed."""
        x, y = self.width / 2 + BLEED, self.height / 2 + BLEED
        rectangle = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
        self.base.append(Area(role, [rectangle]))

    def upend(self) -> None:
        """Turn the half: it has been drawn as the lower one."""
        for number, item in enumerate(self.half):
            if isinstance(item, Area):
                self.half[number] = item._replace(rings=[-ring for ring in item.rings])
            elif isinstance(item, Line):
                self.half[number] = item._replace(points=-item.points)
            else:
                self.half[number] = Use(item.symbol, -item.x, -item.y, not item.turned)

    def turn(self) -> None:
        """End the half: later items are drawn once, above both halves."""
        self.items = self.whole

    @contextmanager
    def symbol(self, name: str) -> Iterator[None]:
        """Record items as a symbol."""
        before = self.items
        self.items = self.symbols[name] = []
        yield
        self.items = before

    def area(
        self, role: str, rings: Iterable[ArrayLike], edge: tuple[str, float] | None = None
    ) -> None:
        """Add an area; `edge` strokes the same outline."""
        found = [np.asarray(ring, float) for ring in rings]
        if found:
            self.items.append(Area(role, found, edge))

    def poly(self, role: str, points: ArrayLike, edge: tuple[str, float] | None = None) -> None:
        """Add a polygon."""
        self.area(role, [points], edge)

    def line(self, role: str, points: ArrayLike, width: ArrayLike, closed: bool = False) -> None:
        """Add a line of one width, or of a width at each point."""
        places = np.asarray(points, float)
        widths = np.broadcast_to(np.asarray(width, float), len(places))
        self.items.append(Line(role, places, widths, closed))

    def lines(self, role: str, strokes: Iterable[Stroke]) -> None:
        """Add lines with widths."""
        for points, widths in strokes:
            self.line(role, points, widths)

    def circle(
        self, role: str, x: float, y: float, radius: float, width: float | None = None
    ) -> None:
        """Add a disc, or a circle of a width."""
        points = arc(x, y, radius)
        if width is None:
            self.poly(role, points)
        else:
            self.line(role, points, width, True)

    def use(self, symbol: str, x: float, y: float, turned: bool = False) -> None:
        """Place a symbol."""
        self.items.append(Use(symbol, x, y, turned))


def arc(x: float, y: float, radius: float, error: float = 0.006) -> Floats:
    """Return the points of a circle with this largest error (mm)."""
    ratio = 1 - min(error, radius / 4) / radius
    count = max(12, 2 * math.ceil(math.pi / math.acos(ratio) / 2))
    turns = np.arange(count) * math.tau / count
    return np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], 1)


def star(x: float, y: float, outer: float, inner: float, count: int, turn: float = 0.0) -> Floats:
    """Return the outline of a star."""
    turns = np.arange(2 * count) * math.pi / count + turn
    radii = np.where(np.arange(2 * count) % 2 == 0, outer, inner)
    return np.stack([x + radii * np.sin(turns), y - radii * np.cos(turns)], 1)


def thin(points: Floats, eps: float) -> NDArray[np.intp]:
    """Return the indices that Douglas and Peucker keep, in as many dimensions as given."""
    count = len(points)
    if count < 3:
        return np.arange(count)
    keep = np.zeros(count, bool)
    keep[[0, -1]] = True
    todo = [(0, count - 1)]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        chord = points[last] - points[first]
        away = points[first + 1 : last] - points[first]
        square = chord @ chord
        share = np.clip(away @ chord / square, 0, 1) if square > 1e-12 else np.zeros(len(away))
        errors = ((away - share[:, None] * chord) ** 2).sum(1)
        worst = int(errors.argmax())
        if errors[worst] > eps * eps:
            middle = worst + first + 1
            keep[middle] = True
            todo += [(first, middle), (middle, last)]
    return np.flatnonzero(keep)


def thin_ring(ring: Floats, eps: float) -> Floats:
    """Simplify a ring whose last point repeats its first; the result does not repeat it."""
    if len(ring) < 5:
        return ring[:-1]
    far = int(((ring - ring[0]) ** 2).sum(1).argmax())
    far = min(max(far, 1), len(ring) - 2)
    first, second = thin(ring[: far + 1], eps), thin(ring[far:], eps) + far
    return ring[np.r_[first, second[1:-1]]]


def signed_area(ring: Floats) -> float:
    """Return the area of a ring (mm²), negative if it runs the other way."""
    x, y = ring[:, 0], ring[:, 1]
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def rings(
    xs: Floats, ys: Floats, heights: Floats, low: float, eps: float = EPS, least: float = 0.01
) -> list[Floats]:
    """Return the outlines of where `heights` is at least `low`; areas below `least` mm² drop."""
    filled = contour_generator(xs, ys, heights, fill_type=FillType.OuterOffset).filled(low, 1e9)
    outlines = []
    for points, offsets in zip(*filled, strict=True):
        for first, last in pairwise(offsets):
            ring = thin_ring(points[first:last], eps)
            if len(ring) >= 3 and abs(signed_area(ring)) > least:
                outlines.append(ring)
    return outlines


def sample(xs: Floats, ys: Floats, values: Floats, points: Floats) -> Floats:
    """Read a field at points (mm), straight between its nodes."""
    places = [(points[:, 1] - ys[0]) / (ys[1] - ys[0]), (points[:, 0] - xs[0]) / (xs[1] - xs[0])]
    return np.asarray(map_coordinates(values, places, order=1, mode="nearest"))


def dense(line: Floats, step: float) -> Floats:
    """Return a line with a point each `step` mm."""
    along = np.r_[0, np.cumsum(np.hypot(*np.diff(line, axis=0).T))]
    if along[-1] < step:
        return line
    places = np.linspace(0, along[-1], max(3, int(along[-1] / step) + 1))
    return np.stack([np.interp(places, along, line[:, axis]) for axis in (0, 1)], 1)


def runs(chosen: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the stretches of consecutive indices that are chosen."""
    places = np.flatnonzero(chosen)
    if not len(places):
        return []
    return list(np.split(places, np.flatnonzero(np.diff(places) > 1) + 1))


_RISE = np.array([0.0, 0.05, 0.09, 0.12])


def tapered(
    points: Floats, widths: Floats, eps: float = EPS, ends: tuple[bool, bool] = (True, True)
) -> Stroke:
    """Return a line whose ends run out to points, simplified."""
    widths = widths.copy()
    if len(widths) > 9:
        if ends[0]:
            widths[:4] = np.minimum(widths[:4], _RISE)
        if ends[1]:
            widths[-4:] = np.minimum(widths[-4:], _RISE[::-1])
    kept = thin(np.column_stack([points, widths * 0.8]), eps)
    return points[kept], widths[kept]


_SMOOTH = np.hanning(9)[1:-1] / np.hanning(9).sum()


def hatch(
    xs: Floats,
    ys: Floats,
    ink: Floats,
    phase: Floats,
    inside: Floats,
    *,
    floor: float = 0.12,
    widest: float = 0.55,
    least: float = 0.6,
    eps: float = EPS,
) -> list[Stroke]:
    """Engrave lines along the whole numbers of `phase`, as wide as `ink` times their distance.

    `inside` is the distance to the edge (mm), negative outside. Lines stop where `ink` falls below
    `floor`; pieces shorter than `least` mm drop.
    """
    step = xs[1] - xs[0]
    down, across = np.gradient(phase, step)
    pitch = 1 / np.maximum(np.hypot(across, down), 0.6)
    wide = np.clip(ink, 0, 1.2) * np.minimum(pitch, 1.2)
    values = phase[inside > 0]
    if not len(values):
        return []
    contours = contour_generator(xs, ys, phase)
    strokes = []
    for number in range(math.ceil(values.min()), math.floor(values.max()) + 1):
        for line in contours.lines(number):
            if len(line) < 3:
                continue
            points = dense(np.asarray(line), 0.10)
            depth = sample(xs, ys, inside, points)
            dark = sample(xs, ys, ink, points)
            drawn = (depth > 0) & (dark > floor)
            closed = bool((line[0] == line[-1]).all())
            if closed and drawn.any() and not drawn.all():
                # A closed line begins where it is not drawn.
                turn = -int(np.argmin(drawn))
                points, depth = np.roll(points, turn, axis=0), np.roll(depth, turn)
                drawn = np.roll(drawn, turn)
            for run in runs(drawn):
                if len(run) * 0.10 < least:
                    continue
                place = points[run]
                widths = np.clip(sample(xs, ys, wide, place), 0.10, widest)
                if len(widths) > 6:
                    widths = np.convolve(np.pad(widths, 3, "edge"), _SMOOTH, "valid")
                # An end in the light runs out to a point, one at an edge is cut.
                ring = closed and len(run) == len(points)
                ends = (not ring and depth[run[0]] > 0.12, not ring and depth[run[-1]] > 0.12)
                strokes.append(tapered(place, widths, eps, ends))
    return strokes


def normals(points: Floats) -> Floats:
    """Return the unit normals of a line, to its left as y points down."""
    along = np.gradient(points, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], 1)
    return np.asarray(across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9))


def mirrored(places: Sequence[tuple[float, float]]) -> list[tuple[float, float, bool]]:
    """Return places and their half turns: x, y and if turned."""
    return [(x, y, False) for x, y in places] + [(-x, -y, True) for x, y in places]
