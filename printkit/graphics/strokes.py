"""Turn strokes into filled outlines, for ends, joins and dashes that a `Stroke` cannot express.

An outline is a union of pieces in the same direction, filled by the rule `nonzero`, so that
overlapping pieces leave no holes. Widths and tolerances are in the units of the path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from printkit.base.limits import MAX_COORDINATES, MAX_DASHES_DRAWN
from printkit.base.sentences import Sentence, as_clause
from printkit.graphics.path import PathBuilder, PathData, Point

BUTT, ROUND, SQUARE = "butt", "round", "square"
MITER, BEVEL = "miter", "bevel"
# A turn between chords of one curve that is drawn as a corner (radians): a cusp.
_CUSP = math.cos(math.radians(50))
_MAX_CHORDS = 400
# Points closer than this share of the tolerance are one.
_SAME = 1e-4
# The cosine of the smallest turn that shows as a corner (3°).
_STRAIGHT = math.cos(math.radians(3))
# The length of a dash of no length, in widths: its ends have a direction.
_DOT = 1e-4


class StrokeStyle(NamedTuple):
    """The width, ends and joins of a line; `miter` is the greatest length of a corner in widths."""

    width: float
    cap: str = BUTT
    join: str = MITER
    miter: float = 4.0


class Polyline(NamedTuple):
    """A polyline without equal neighbours; `smooth` is True at the points inside a curve."""

    points: list[Point]
    smooth: list[bool]
    closed: bool


def outline_stroke(
    data: PathData, pen: StrokeStyle, dashes: Sequence[float], offset: float, tolerance: float
) -> PathData:
    """Return the outline of a stroked path. Raises ValueError if it is too long or too fine."""
    builder = PathBuilder()
    lines = flat_lines(data, tolerance, pen.width / 2)
    for line in _cut(lines, dashes, offset, pen.width) if dashes else lines:
        _Outliner(builder, line, pen, tolerance).add()
        if builder.size > MAX_COORDINATES:
            raise ValueError(as_clause(MAX_COORDINATES.refusal(builder.size)[0]))
    return builder.done()


def has_corner(data: PathData, low: float, high: float, tolerance: float) -> bool:
    """Return True if a corner with miters is between `low` and `high` widths long."""
    for line in flat_lines(data, tolerance, 0.0):
        directions = _directions(line)
        turns = [*pairwise(directions), *([(directions[-1], directions[0])] if line.closed else ())]
        for (a, b), (c, d) in turns:
            half = math.sqrt(max(0.0, (1 + a * c + b * d) / 2))
            if low < 1 / max(half, 1e-9) <= high:
                return True
    return False


def flat_lines(data: PathData, tolerance: float, reach: float) -> Iterator[Polyline]:
    """Yield the parts of a path as polylines that deviate from it by at most `tolerance`.

    The tolerance also holds for lines at the distance `reach` beside the path. Parts that are only
    a move are left out.
    """
    coords = iter(data.coords)
    points: list[Point] = []
    smooth: list[bool] = []
    drawn = False
    for step in data.steps:
        if step == "M":
            if drawn:
                yield _tidy(points, smooth, tolerance, closed=False)
            points, smooth, drawn = [(next(coords), next(coords))], [False], False
            continue
        if step == "Z":
            yield _tidy(points, smooth, tolerance, closed=True)
            points, smooth, drawn = points[:1], [False], False  # the path may go on
            continue
        if step == "C":
            curve = tuple(islice(coords, 6))
            chords = _count_chords(points[-1], curve, tolerance, reach)
            start = points[-1]
            points += [_point_on(start, curve, k / chords) for k in range(1, chords)]
            smooth += [True] * (chords - 1)
            points.append((curve[4], curve[5]))
        else:
            points.append((next(coords), next(coords)))
        smooth.append(False)
        drawn = True
    if drawn:
        yield _tidy(points, smooth, tolerance, closed=False)


def _count_chords(start: Point, curve: Sequence[float], tolerance: float, reach: float) -> int:
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = curve
    bend = max(
        math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
        math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
    )
    if not bend:
        return 1
    count = math.sqrt(0.75 * bend / tolerance)
    if reach > tolerance:  # beside a curve, chords deviate by their turn
        legs = [(x1 - x0, y1 - y0), (x2 - x1, y2 - y1), (x3 - x2, y3 - y2)]
        angles = [math.atan2(y, x) for x, y in legs if x or y]
        turn = math.fsum(abs(math.remainder(b - a, 2 * math.pi)) for a, b in pairwise(angles))
        count = max(count, turn / _arc_step(reach, tolerance))
    return min(max(1, math.ceil(count)), _MAX_CHORDS)


def _arc_step(radius: float, tolerance: float) -> float:
    """Return the angle of a chord of a circle that deviates from it by `tolerance`."""
    return 2 * math.acos(max(0.5, 1 - tolerance / radius)) if radius > 0 else math.pi


def _point_on(start: Point, curve: Sequence[float], t: float) -> Point:
    s = 1 - t
    a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (
        a * start[0] + b * curve[0] + c * curve[2] + d * curve[4],
        a * start[1] + b * curve[1] + c * curve[3] + d * curve[5],
    )


def _tidy(points: list[Point], smooth: list[bool], tolerance: float, *, closed: bool) -> Polyline:
    """Return a polyline without repeated points."""
    least = _SAME * tolerance
    kept, flags = points[:1], smooth[:1]
    for point, flag in zip(points[1:], smooth[1:], strict=True):
        if math.dist(point, kept[-1]) > least:
            kept.append(point)
            flags.append(flag)
        else:
            flags[-1] = flags[-1] and flag
    while closed and len(kept) > 1 and math.dist(kept[0], kept[-1]) <= least:
        kept.pop()
        flags.pop()
    return Polyline(kept, flags, closed and len(kept) > 1)


def _directions(line: Polyline) -> list[Point]:
    """Return the direction of each segment, including the segment that closes the path."""
    ends = [*line.points[1:], *(line.points[:1] if line.closed else ())]
    return [
        ((x1 - x0) / length, (y1 - y0) / length)
        for (x0, y0), (x1, y1) in zip(line.points, ends, strict=False)
        for length in (math.hypot(x1 - x0, y1 - y0),)
    ]


# --- dashes --------------------------------------------------------------------------------------


def _cut(
    lines: Iterator[Polyline], dashes: Sequence[float], offset: float, width: float
) -> Iterator[Polyline]:
    """Yield the dashes of polylines; the pattern restarts with each polyline."""
    pattern = [*dashes] * (1 + len(dashes) % 2)
    period = math.fsum(pattern)
    count = 0
    for line in lines:
        index, left = 0, offset % period
        while left >= pattern[index] and left > 0:
            left -= pattern[index]
            index = (index + 1) % len(pattern)
        rest = pattern[index] - left
        count += int(_length_of(line) / period * len(pattern))
        if count > MAX_DASHES_DRAWN:
            raise ValueError(
                Sentence(
                    "a line has more than {max_dashes_drawn} dashes; make them longer",
                    max_dashes_drawn=f"{MAX_DASHES_DRAWN:,}",
                )
            )
        parts = list(_cut_line(line, pattern, index, rest, _DOT * width))
        if parts and line.closed and index % 2 == 0 and not _is_multiple(line, offset, period):
            first, last = parts[0], parts[-1]
            if first.points[0] == line.points[0] == last.points[-1]:  # one dash across the start
                smooth = [*last.smooth, *first.smooth[1:]]
                joined = Polyline([*last.points, *first.points[1:]], smooth, closed=False)
                if first is not last:
                    parts = [joined, *parts[1:-1]]
                elif _is_box(line):  # browsers close a rectangle, and no other line
                    parts = [line]
        yield from parts


def crosses_start(data: PathData, dashes: Sequence[float], tolerance: float) -> bool:
    """Return True if a closed part has a corner at its start, and a dash of a pattern across it."""
    pattern = [*dashes] * (1 + len(dashes) % 2)
    period = math.fsum(pattern)
    for line in flat_lines(data, tolerance, 0.0):
        if not line.closed or not period or _is_multiple(line, 0.0, period):
            continue
        left, index = _length_of(line) % period, 0
        while index < len(pattern) and left > pattern[index]:
            left -= pattern[index]
            index += 1
        (a, b), *_, (c, d) = _directions(line)
        if index % 2 == 0 and a * c + b * d < _STRAIGHT:
            return True
    return False


def _is_multiple(line: Polyline, offset: float, period: float) -> bool:
    """Return True if a pattern ends where a line ends. In this case, browsers do not join the first
    dash to the last.
    """
    left = math.fmod(_length_of(line) + offset % period, period)
    return min(left, period - left) < _SAME * period


def _is_box(line: Polyline) -> bool:
    """Return True for a rectangle with level sides."""
    ends = [*line.points[1:], line.points[0]]
    sides = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(line.points, ends, strict=True)]
    return len(sides) == 4 and all(
        min(abs(x), abs(y)) < _SAME and abs(x * c + y * d) < _SAME
        for (x, y), (c, d) in pairwise(sides)
    )


def _length_of(line: Polyline) -> float:
    ends = [*line.points, *(line.points[:1] if line.closed else ())]
    return math.fsum(math.dist(a, b) for a, b in pairwise(ends))


def _cut_line(
    line: Polyline, pattern: Sequence[float], index: int, rest: float, dot: float
) -> Iterator[Polyline]:
    points = [*line.points, *(line.points[:1] if line.closed else ())]
    smooth = [*line.smooth, *(line.smooth[:1] if line.closed else ())]
    dash: list[Point] = points[:1] if index % 2 == 0 else []
    flags = [False] * len(dash)
    for (a, b), flag in zip(pairwise(points), smooth[1:], strict=True):
        length, done = math.dist(a, b), 0.0
        dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        while length - done > rest:
            done += rest
            place = (a[0] + dx * done, a[1] + dy * done)
            if index % 2 == 0:
                if math.dist(dash[-1], place) > dot * _SAME:
                    dash.append(place)
                elif len(dash) == 1:  # a dash of no length has ends
                    dash.append((place[0] + dx * dot, place[1] + dy * dot))
                yield Polyline(dash, [*flags, False][: len(dash)], closed=False)
                dash, flags = [], []
            else:
                dash, flags = [place], [False]
            index = (index + 1) % len(pattern)
            rest = pattern[index]
        rest -= length - done
        if index % 2 == 0 and math.dist(dash[-1], b) > dot * _SAME:
            dash.append(b)
            flags.append(flag)
    if len(dash) > 1:
        yield Polyline(dash, [*flags[:-1], False], closed=False)


# --- outlines ------------------------------------------------------------------------------------


class _Outliner:
    """Adds the pieces of one polyline to a path; all of them turn the same way."""

    def __init__(
        self, builder: PathBuilder, line: Polyline, pen: StrokeStyle, tolerance: float
    ) -> None:
        self.builder, self.line, self.pen = builder, line, pen
        self.half, self.tolerance = pen.width / 2, tolerance
        self.step = _arc_step(self.half, tolerance)

    def add(self) -> None:
        """Add segments, joins and ends."""
        points = self.line.points
        if len(points) == 1:
            self._add_dot(points[0])
            return
        self.directions = _directions(self.line)
        count = len(self.directions)
        joints = range(count) if self.line.closed else range(1, count)
        shared = self._find_shared([k for k in joints if self.line.smooth[k] or self._is_flat(k)])
        self._add_segments(shared)
        for k in joints:
            if k not in shared:
                self._add_join(k)
        if not self.line.closed and self.pen.cap != BUTT:
            (a, b), (c, d) = self.directions[0], self.directions[-1]
            self._add_cap(points[0], -a, -b)
            self._add_cap(points[-1], c, d)

    def _normal(self, k: int) -> Point:
        dx, dy = self.directions[k % len(self.directions)]
        return -dy * self.half, dx * self.half

    def _miter(self, k: int) -> Point:
        """Return the offset from point `k` to the corner of its miter, on the left."""
        (a, b), (c, d) = self.directions[k - 1], self.directions[k % len(self.directions)]
        scale = self.half / (1 + a * c + b * d)
        return -(b + d) * scale, (a + c) * scale

    def _is_flat(self, k: int) -> bool:
        """Return True if all kinds of joins look the same at a point."""
        (a, b), (c, d) = self.directions[k - 1], self.directions[k % len(self.directions)]
        half = math.sqrt(max(0.0, (1 + a * c + b * d) / 2))
        return self.half * (1 - half) <= self.tolerance * half

    def _find_shared(self, smooth: list[int]) -> dict[int, Point]:
        """Return the offsets at points where neighbouring segments share their corners.

        A segment that is too short for its corners would turn the other way.
        """
        shared = {}
        for k in smooth:
            (a, b), (c, d) = self.directions[k - 1], self.directions[k % len(self.directions)]
            if a * c + b * d > _CUSP:
                shared[k] = self._miter(k)
        waiting, count = [*range(len(self.directions))], len(self.line.points)
        while waiting:
            k = waiting.pop()
            ends = (k, (k + 1) % count)
            if not any(end in shared for end in ends):
                continue
            (x0, y0), (x1, y1) = self.line.points[ends[0]], self.line.points[ends[1]]
            dx, dy = self.directions[k]
            (ax, ay), (bx, by) = (shared.get(end) or self._normal(k) for end in ends)
            length, growth = math.hypot(x1 - x0, y1 - y0), (bx - ax) * dx + (by - ay) * dy
            if length <= abs(growth):
                for end in ends:
                    if shared.pop(end, None) is not None:
                        waiting += [(end - 1) % len(self.directions), end % len(self.directions)]
        return shared

    def _add_segments(self, shared: dict[int, Point]) -> None:
        """Add the segments; segments that share corners become one piece."""
        points, count = self.line.points, len(self.directions)
        if len(shared) == count:  # a ring: one outline on each side
            left = [(x + shared[k][0], y + shared[k][1]) for k, (x, y) in enumerate(points)]
            right = [(x - shared[k][0], y - shared[k][1]) for k, (x, y) in enumerate(points)]
            self.builder.polygon(left).polygon(right[::-1])
            return
        first = 0
        if self.line.closed:
            first = next(k for k in range(count) if k not in shared)
        left, right = [], []
        for n in range(first, first + count):
            k, end = n % count, (n + 1) % len(points)
            (x0, y0), (x1, y1) = points[k], points[end]
            if not left:
                dx, dy = self._normal(k)
                left, right = [(x0 + dx, y0 + dy)], [(x0 - dx, y0 - dy)]
            dx, dy = shared.get(end) or self._normal(k)
            left.append((x1 + dx, y1 + dy))
            right.append((x1 - dx, y1 - dy))
            if end not in shared:
                self.builder.polygon([*left, *right[::-1]])
                left, right = [], []

    def _add_piece(self, points: Sequence[Point]) -> None:
        """Add a convex piece in the direction of the segments."""
        turns = math.fsum(
            x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*points, points[0]])
        )
        if turns:
            self.builder.polygon(points if turns < 0 else points[::-1])

    def _add_join(self, k: int) -> None:
        x, y = self.line.points[k]
        (a, b), (c, d) = self.directions[k - 1], self.directions[k % len(self.directions)]
        cross, dot = a * d - b * c, a * c + b * d
        if abs(cross) < 1e-9 and dot > 0:
            return
        side = -1.0 if cross > 0 else 1.0
        (nx, ny), (mx, my) = self._normal(k - 1), self._normal(k)
        start, end = (x + side * nx, y + side * ny), (x + side * mx, y + side * my)
        join = ROUND if self.line.smooth[k] else self.pen.join
        if join == ROUND:
            self._add_piece([(x, y), *self._arc((x, y), start, end)])
            return
        piece = [(x, y), start, end]
        if join == MITER and dot > -1 + 1e-9 and self.pen.miter**2 * (1 + dot) / 2 >= 1 - 1e-9:
            dx, dy = self._miter(k)
            piece.insert(2, (x + side * dx, y + side * dy))
        self._add_piece(piece)

    def _arc(self, middle: Point, start: Point, end: Point) -> list[Point]:
        """Return points on the shorter arc about a point, or on half a circle."""
        x, y = middle
        first = math.atan2(start[1] - y, start[0] - x)
        turn = math.remainder(math.atan2(end[1] - y, end[0] - x) - first, 2 * math.pi)
        pieces = max(1, math.ceil(abs(turn) / self.step))
        return [
            (x + self.half * math.cos(angle), y + self.half * math.sin(angle))
            for angle in (first + turn * i / pieces for i in range(pieces + 1))
        ]

    def _add_cap(self, place: Point, dx: float, dy: float) -> None:
        """Add the end of a line that points to (dx, dy)."""
        (x, y), h = place, self.half
        left, right = (x - dy * h, y + dx * h), (x + dy * h, y - dx * h)
        if self.pen.cap == SQUARE:
            ahead = [(px + dx * h, py + dy * h) for px, py in (right, left)]
            self._add_piece([left, right, *ahead])
            return
        tip = (x + dx * h, y + dy * h)
        self._add_piece([*self._arc(place, left, tip), *self._arc(place, tip, right)[1:]])

    def _add_dot(self, place: Point) -> None:
        """Add the ends of a line without length."""
        (x, y), h = place, self.half
        if self.pen.cap == SQUARE:
            self._add_piece([(x - h, y - h), (x - h, y + h), (x + h, y + h), (x + h, y - h)])
        elif self.pen.cap == ROUND:
            circle = PathBuilder().circle(x, y, h).done()
            ring = next(flat_lines(circle, h * self.step * self.step / 8, 0.0)).points
            self._add_piece(ring)
