"""Pack a plate: one half of the symmetric shapes, integers on a grid of 0.02 mm, seven packed
streams.

The reader is printkit's. A file is a byte 0xE2, the length of a header, the header (JSON), then the
grid, the roles, and the streams: operations, counts, x, y, widths, starts, long steps.
"""

from __future__ import annotations

import json
import lzma
import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon, box

from printkit.graphics.engraved import LONG, MARK, START_CODER, STEP_CODER
from workshop.plate import BLEED, Area, Floats, Item, Line, Plate, Use, signed_area
from workshop.simplify import fewest, fewest_in_ring

# The grid (mm), and the widths of lines that are not of one width (mm); wide lines count double.
GRID = 0.02
LEVELS = np.array([0, 0.10, 0.14, 0.18, 0.23, 0.29, 0.36, 0.45])
WIDE = 0.50
# Tolerances (mm) of points between two corners, rounding to the grid included: of areas, of lines
# that swell, of circles and even lines; the weight of an error in the width of a line. A corner is
# within 0.034 mm of its point: all is below a pixel of 600 dpi (0.042 mm).
EPS_AREA, EPS_LINE, EPS_EVEN, WIDTH_SHARE = 0.022, 0.028, 0.014, 0.4
# The tolerance of small areas, as a share of their outline: a disc keeps nine corners. Rings whose
# radius varies by less are circles.
ROUND_SHARE, EPS_SMALL, CIRCLE = 0.0048, 0.01, 0.015
# Smaller areas (mm²) and shorter lines (mm) drop.
LEAST_AREA, LEAST_LINE = 0.03, 0.7
# The halves overlap by this much (mm); each area that crosses goes `STEP_OVER` further than the one
# before, so that no lower area is seen at the seam.
OVERLAP, STEP_OVER = 0.10, 0.04

# Operations of the format.
END, USE, HALF, TURN = 0, 6, 7, 8
AREA, AREA_EDGED, OPEN, CLOSED, RIBBON, RIBBON_WIDE = 9, 12, 10, 11, 4, 5

Integers = NDArray[np.int64]


def pack(plate: Plate, **header: object) -> bytes:
    """Return the file of a plate; `header` may have `joins` (mm) and `sash`."""
    about: dict[str, object] = {"bleed": BLEED, **header}
    if (plate.width, plate.height) != (63.5, 88.9):
        about["size"] = [plate.width, plate.height]
    text = json.dumps(about, separators=(",", ":"), sort_keys=True).encode()
    lead = bytearray([MARK])
    _number(lead, len(text))
    writer = _Writer(plate)
    for items in plate.symbols.values():
        writer.block(items, whole=items, half=(), shift=False)
    writer.block(plate.base, plate.whole, plate.half if plate.uncut else halved(plate.half))
    return bytes(lead) + text + writer.finish()


def halved(items: Sequence[Item]) -> list[Item]:
    """Keep the shapes above the middle line, with a small overlap; the reader turns them."""
    kept: list[Item] = []
    limit = OVERLAP
    for item in items:
        if isinstance(item, Use):
            kept.append(item)
        elif isinstance(item, Line):
            kept += _cut_line(item, limit + 0.02)
        elif all(ring[:, 1].max() <= limit for ring in item.rings):
            kept.append(item)
        elif any(ring[:, 1].min() < limit for ring in item.rings):
            limit += STEP_OVER
            kept += _cut_area(item, limit)
    return kept


def _cut_area(item: Area, limit: float) -> list[Item]:
    shape = Polygon()
    for ring in item.rings:
        shape = shape.symmetric_difference(Polygon(ring).buffer(0))
    shape = shape.intersection(box(-500, -500, 500, limit))
    outlines: list[Floats] = []
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type == "Polygon" and not part.is_empty:
            outlines.append(np.array(part.exterior.coords)[:-1])
            outlines += [np.array(hole.coords)[:-1] for hole in part.interiors]
    found: list[Item] = [Area(item.role, outlines)] if outlines else []
    if item.edge:
        # A cut outline is not stroked along the cut.
        role, width = item.edge
        for ring in item.rings:
            line = Line(role, ring, np.full(len(ring), width), True)
            found += _cut_line(line, limit + 0.02)
    return found


def _cut_line(item: Line, limit: float) -> list[Item]:
    points, widths = item.points, item.widths
    if points[:, 1].max() <= limit:
        return [item]
    if points[:, 1].min() >= limit:
        return []
    if item.closed:
        points, widths = np.r_[points, points[:1]], np.r_[widths, widths[:1]]
    nodes = np.column_stack([points, widths])
    split = [nodes[:1]]
    for first, second in pairwise(nodes):
        if (first[1] - limit) * (second[1] - limit) < 0:
            share = (limit - first[1]) / (second[1] - first[1])
            split.append((first + (second - first) * share)[None])
        split.append(second[None])
    nodes = np.concatenate(split)
    above = np.flatnonzero(nodes[:, 1] <= limit + 1e-9)
    pieces = np.split(above, np.flatnonzero(np.diff(above) > 1) + 1)
    return [Line(item.role, nodes[p, :2], nodes[p, 2]) for p in pieces if len(p) > 1]


def _number(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _signed(out: bytearray, value: int) -> None:
    _number(out, value << 1 if value >= 0 else (-value << 1) - 1)


class _Writer:
    """The streams of a file."""

    def __init__(self, plate: Plate) -> None:
        self.middle = np.array([plate.width / 2, plate.height / 2])
        self.names = list(plate.symbols)
        self.roles: list[str] = []
        self.op, self.count, self.x, self.y = bytearray(), bytearray(), bytearray(), bytearray()
        self.width, self.start = bytearray(), bytearray()
        self.far: list[list[int]] = [[], []]
        self.last = np.array([0, 0])
        self.shift = np.zeros(2)
        self.tolerance = plate.tolerance

    def block(
        self, base: Sequence[Item], whole: Sequence[Item], half: Sequence[Item], shift: bool = True
    ) -> None:
        self.last = np.array([0, 0])
        self.shift = self.middle if shift else np.zeros(2)
        if shift:
            self.items(base)
        if half:
            self.op.append(HALF)
            self.items(half)
            self.op.append(TURN)
        self.items(whole)
        self.op.append(END)

    def items(self, items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, Area):
                self.area(item)
            elif isinstance(item, Line):
                self.line(item)
            else:
                self.op += bytes([USE, self.names.index(item.symbol)])
                for value in np.round((np.array([item.x, item.y]) + self.shift) / GRID):
                    _signed(self.start, int(value))
                self.op.append(int(item.turned))

    def role(self, role: str) -> int:
        if role not in self.roles:
            self.roles.append(role)
        return self.roles.index(role)

    def grid(self, points: Floats) -> Integers:
        return np.round((points + self.shift) / GRID).astype(np.int64)

    def ring(self, ring: Floats, eps: float) -> Integers:
        """Return the corners of a ring on the grid."""
        radius = np.hypot(*(ring - (ring.min(0) + ring.max(0)) / 2).T)
        if np.ptp(radius) < CIRCLE:
            eps = EPS_EVEN
        closed = np.r_[ring, ring[:1]]
        length = np.hypot(*np.diff(closed, axis=0).T).sum()
        bound = min(eps, max(EPS_SMALL, ROUND_SHARE * length)) * self.tolerance
        return fewest_in_ring(closed + self.shift, bound, GRID)

    def chain(self, points: Integers) -> None:
        _signed(self.start, int(points[0][0] - self.last[0]))
        _signed(self.start, int(points[0][1] - self.last[1]))
        for across, down in np.diff(points, axis=0):
            _step(self.x, int(across), self.far[0])
            _step(self.y, int(down), self.far[1])
        self.last = points[-1]

    def area(self, item: Area) -> None:
        outlines = []
        for ring in item.rings:
            if abs(signed_area(ring)) < (LEAST_AREA if len(ring) > 6 else 0.004):
                continue
            points = _distinct(self.ring(ring, EPS_AREA) if len(ring) > 6 else self.grid(ring))
            if len(points) > 1 and (points[0] == points[-1]).all():
                points = points[:-1]
            if len(points) >= 3:
                outlines.append(points)
        if not outlines:
            return
        self.op += bytes([AREA_EDGED if item.edge else AREA, self.role(item.role)])
        if item.edge:
            self.op.append(self.role(item.edge[0]))
            self.width.append(round(item.edge[1] * 100))
        _number(self.count, len(outlines))
        for points in outlines:
            nearest = int(((points - self.last) ** 2).sum(1).argmin())
            points = np.roll(points, -nearest, axis=0)
            _number(self.count, len(points))
            self.chain(points)
            self.last = points[0]

    def line(self, item: Line) -> None:
        points, widths = item.points, item.widths
        even = float(np.ptp(widths)) < 0.004
        if even:
            widths = widths[:1]
            if item.closed and len(points) > 6:
                places = self.ring(points, EPS_EVEN)
            elif not item.closed and len(points) > 4:
                places = fewest(points + self.shift, EPS_EVEN * self.tolerance, GRID)[0]
            else:
                places = self.grid(points)
        else:
            length = np.hypot(*np.diff(points, axis=0).T).sum()
            if length < LEAST_LINE or widths.max() < 0.095:
                return
            if item.closed:
                points, widths = np.r_[points, points[:1]], np.r_[widths, widths[:1]]
            eps = EPS_LINE * self.tolerance
            places, kept = fewest(points + self.shift, eps, GRID, widths, WIDTH_SHARE)
            widths = widths[kept]
        kept = np.r_[True, np.any(np.diff(places, axis=0) != 0, axis=1)]
        places = places[kept]
        widths = widths if even else widths[kept]
        if len(places) < 2:
            return
        closed = item.closed and even
        if not closed:
            start, end = (int(((places[end] - self.last) ** 2).sum()) for end in (0, -1))
            if start > end:
                places, widths = places[::-1], widths if even else widths[::-1]
        wide = float(widths.max()) > WIDE
        kind = (CLOSED if closed else OPEN) if even else RIBBON_WIDE if wide else RIBBON
        self.op += bytes([kind, self.role(item.role)])
        _number(self.count, len(places))
        if even:
            self.width.append(round(float(widths[0]) * 100))
        self.chain(places)
        if not even:
            levels = LEVELS * (2 if wide else 1)
            chosen = np.abs(widths[:, None] - levels).argmin(1) + 8
            for number in range(0, len(chosen), 2):
                pair = int(chosen[number])
                if number + 1 < len(chosen):
                    pair |= int(chosen[number + 1]) << 4
                self.width.append(pair)

    def finish(self) -> bytes:
        head = bytearray([round(GRID * 100), len(self.names), len(self.roles)])
        for role in self.roles:
            head += bytes([len(role)]) + role.encode()
        far = bytearray()
        for value in (*self.far[0], *self.far[1]):
            _number(far, value)
        packed = [
            _deflate(self.op),
            _deflate(self.count),
            _lzma(self.x, STEP_CODER),
            _lzma(self.y, STEP_CODER),
            _deflate(self.width),
            _lzma(self.start, START_CODER),
            _deflate(far),
        ]
        for stream in packed:
            _number(head, len(stream))
        return bytes(head) + b"".join(packed)


def _distinct(points: Integers) -> Integers:
    return points[np.r_[True, np.any(np.diff(points, axis=0) != 0, axis=1)]]


def _step(out: bytearray, value: int, far: list[int]) -> None:
    """Write a step as its sign and its size; the size of a long one goes to `far`."""
    size = abs(value)
    if size >= LONG:
        far.append(size)
    out.append(min(size, LONG) | (128 if value < 0 else 0))


def _lzma(data: bytes | bytearray, coder: dict[str, int]) -> bytes:
    """Return a stream as LZMA packs it best; the reader needs no settings but the coder."""
    own = coder | {"preset": 9 | lzma.PRESET_EXTREME}
    return lzma.compress(data, lzma.FORMAT_RAW, filters=[own])


def _deflate(data: bytes | bytearray) -> bytes:
    """Return the shortest of three ways to deflate; all are read the same."""
    found = []
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY):
        coder = zlib.compressobj(9, zlib.DEFLATED, -15, 9, strategy)
        found.append(coder.compress(data) + coder.flush())
    return min(found, key=len)
