"""The plan of a mat: the smallest that holds its places and the words of both sides.

In: ways to put the places together, the sections that either side reads, a shape's name, a scale
against a poker card. Out: a Plan: the shape at its trim, the composition about the origin, a block
of words for each side, both upright from the middle down (that of the far side is turned when it
is drawn). The mat grows until all fits; words never shrink below 7 pt.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from printkit.layout.fit_text import TextOverflow
from printkit.products.cards.anatomy import SAFE
from printkit.products.mat.columns import Block, Flow, flow, measured_in
from printkit.products.mat.compose import Composition
from printkit.products.mat.shape import Hexagon, Rectangle, Round, Shape, contains, smallest_inset
from printkit.products.mat.words import MIN_PRINT, Section, heights
from printkit.products.piece import CIRCLE, RECTANGLE

# On a poker card (mm): words, between columns, between the places and the words, from the cut to
# the words at the sides and at the head and foot (the frame and the title stand there).
_WORDS, _COLUMN_GAP, _AWAY = 3.05, 7.0, 10.0
_SIDE, _FOOT, _RIM, _EDGE = 10.5, 12.0, 18.5, 12.5
# Columns of words: how wide they may be (em), and how many there may be.
_NARROW, _WIDE, _COLUMNS = 21.0, 42.0, 6
# A width that is always tried (em).
_SURE = 34.0
# Widths that are tried on round and six-sided mats (em).
_WIDTHS = tuple(20.0 + 1.5 * step for step in range(16))
# Words grow by so much where a round mat has the room.
_GROWN = (1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1.0)
# Sizes that a rectangle looks well in: longer or shorter ones count as larger than they are.
_SLIM, _STOUT, _DEAR = 1.8, 1.25, 0.8
# A composition counts as so much wider for each way in which it differs from its mirror image.
_UNEVEN = 0.08

SideSections = tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class RimMetrics:
    """Sizes that go with the size of the cards (mm)."""

    k: float

    @property
    def words(self) -> float:
        return max(MIN_PRINT, _WORDS * self.k)

    @property
    def frame(self) -> float:
        """The scale of frames and margins, which shrink less than cards."""
        return max(0.72, min(1.25, self.k))

    def of(self, kind: str) -> float:
        """From the cut to the words of a round or six-sided mat."""
        return SAFE + (_RIM if kind == CIRCLE else _EDGE) * self.frame


@dataclass(frozen=True, slots=True)
class MatLayout:
    """A mat before it is drawn (mm)."""

    shape: Shape
    group: Composition
    near: Block | None
    far: Block | None
    rim: RimMetrics


def plan(
    groups: Iterable[Composition], sides: tuple[SideSections, SideSections], kind: str, k: float
) -> MatLayout:
    """The best plan: the smallest mat, of a rectangle one that is neither slim nor stout.

    Raises TextOverflow for a word that is longer than any column is wide.
    """
    rim = RimMetrics(k)
    _check(sides, rim.words)
    groups = list(groups)
    if kind == RECTANGLE:
        return min((_rectangle(group, sides, rim) for group in groups), key=_cost)
    return _smallest(groups, sides, kind, rim)


def _check(sides: tuple[SideSections, SideSections], size: float) -> None:
    """Raises TextOverflow for a word that is longer than any column is wide."""
    for section in (*sides[0], *sides[1]):
        for note, high in zip(section.entries, heights(section, _SURE * size, size), strict=True):
            if high == math.inf:
                raise TextOverflow(
                    f"A word of “{note.lead}” is wider than a column of a mat can be.",
                    hint="Shorten it.",
                )


def _cost(one: MatLayout) -> float:
    box = one.shape.box
    long, uneven = box.w / box.h, one.group.uneven
    dear = 1 + _DEAR * (max(0, long - _SLIM) + max(0, _STOUT - long)) + 2 * _UNEVEN * uneven
    return round(box.w * box.h * dear, 3)


# --- rectangles ---------------------------------------------------------------------------------


def _rectangle(
    group: Composition, sides: tuple[SideSections, SideSections], rim: RimMetrics
) -> MatLayout:
    """The rectangle round a composition that costs least."""
    aside, foot = SAFE + _SIDE * rim.frame, SAFE + _FOOT * rim.frame
    if not any(sides):
        shape = Rectangle(_up(group.w + 2 * aside), _up(group.h + 2 * foot))
        return MatLayout(shape, group, None, None, rim)
    found = []
    for room, wide, count in _grids(group.w, rim):
        measured = [measured_in(side, wide, rim.words) for side in sides]
        flows = [flow(one, (1.0,) * count) for one in measured]
        if None in flows:
            continue
        deep = max(
            one.depth(a, b)
            for one, run in zip(measured, flows, strict=True)
            if run is not None
            for a, b in zip(run.cuts, run.cuts[1:], strict=False)
        )
        if deep == math.inf:
            continue
        away = _AWAY * rim.frame
        y = group.h / 2 + away
        shape = Rectangle(_up(room + 2 * aside), _up(2 * (y + deep + foot)))
        gap = (room - wide) / (count - 1) if count > 1 else 0.0
        xs = tuple(-room / 2 + at * gap for at in range(count))
        near, far = (
            Block(one, run, xs, y)
            for one, run in zip(measured, flows, strict=True)
            if run is not None
        )
        found.append(MatLayout(shape, group, near, far, rim))
    return min(found, key=_cost)


def _grids(content: float, rim: RimMetrics) -> Iterator[tuple[float, float, int]]:
    """Grids of columns: (room, width of a column, how many), as wide as the places or wider."""
    em, gap = rim.words, _COLUMN_GAP * rim.frame
    for count in range(1, _COLUMNS + 1):
        own = (content - (count - 1) * gap) / count
        widths = {max(_NARROW * em, min(own, _WIDE * em)), max(own, 26 * em), max(own, _SURE * em)}
        for wide in sorted(widths):
            if wide <= _WIDE * em + 1e-6:
                yield max(content, count * wide + (count - 1) * gap), wide, count


def _up(value: float) -> float:
    """Whole millimetres."""
    return float(math.ceil(value - 1e-6))


# --- circles and hexagons -----------------------------------------------------------------------


def _smallest(
    groups: Sequence[Composition],
    sides: tuple[SideSections, SideSections],
    kind: str,
    rim: RimMetrics,
) -> MatLayout:
    """The smallest circle or hexagon; groups that are larger by themselves are not tried."""
    maker: type[Round] | type[Hexagon] = Round if kind == CIRCLE else Hexagon
    margin = maker(0.0).inset(-rim.of(kind)).r
    bounds = [smallest_inset(maker, [one.rect for one in group.placed]) for group in groups]
    dear = [1 + _UNEVEN * group.uneven for group in groups]
    floors = [round((bound + margin) * more, 3) for bound, more in zip(bounds, dear, strict=True)]
    best: MatLayout | None = None
    least_cost = math.inf
    for at in sorted(range(len(groups)), key=lambda at: (floors[at], at)):
        if floors[at] >= least_cost:
            break
        most = least_cost / dear[at] - margin
        found = _fitted(groups[at], sides, maker, bounds[at], most, margin, rim)
        cost = found.shape.box.w / 2 * dear[at] if found is not None else math.inf
        if cost < least_cost:
            best, least_cost = found, cost
    assert best is not None, "a mat grows until all fits"
    return best


def _fitted(
    group: Composition,
    sides: tuple[SideSections, SideSections],
    maker: type[Round] | type[Hexagon],
    low: float,
    most: float,
    margin: float,
    rim: RimMetrics,
) -> MatLayout | None:
    """The smallest mat round a composition, not larger than `most` inside its rim."""

    def grown(r: float) -> MatLayout | None:
        """The plan whose inside has the size r, if all fits."""
        whole = _up(r + margin)
        inner = maker(whole - margin)
        blocks = _blocks(group, sides, inner, rim.words, rim)
        return MatLayout(maker(whole), group, *blocks, rim) if blocks is not None else None

    high = low
    if (plain := grown(low)) is not None:
        return _larger_words(plain, sides, margin)
    step = 16.0
    while (found := grown(high)) is None:
        low, high = high, high + step
        if high > most + step:
            return None
        step *= 1.25
    while high - low > 0.5:
        middle = (low + high) / 2
        tried = grown(middle)
        if tried is None:
            low = middle
        else:
            high, found = middle, tried
    return _larger_words(found, sides, margin)


def _larger_words(
    one: MatLayout, sides: tuple[SideSections, SideSections], margin: float
) -> MatLayout:
    """The plan with words as large as its mat has room for."""
    if one.near is None or isinstance(one.shape, Rectangle):
        return one
    inner = type(one.shape)(one.shape.r - margin)
    for factor in _GROWN:
        blocks = _blocks(one.group, sides, inner, one.rim.words * factor, one.rim)
        if blocks is not None:
            return replace(one, near=blocks[0], far=blocks[1])
    return one


Blocks = tuple[Block | None, Block | None]


def _blocks(
    group: Composition,
    sides: tuple[SideSections, SideSections],
    inner: Shape,
    size: float,
    rim: RimMetrics,
) -> Blocks | None:
    """The words of both sides between the places and the edge of the inside; None if they do not
    fit."""
    if not all(contains(inner, one.rect) for one in group.placed):
        return None
    if not any(sides):
        return None, None
    y = group.h / 2 + _AWAY * rim.frame
    near = _block(sides[0], inner, y, size, rim)
    if near is None:
        return None
    far = near if sides[1] == sides[0] else _block(sides[1], inner, y, size, rim)
    return (near, far) if far is not None else None


def _block(
    side: SideSections, inner: Shape, y: float, size: float, rim: RimMetrics
) -> Block | None:
    """The words of one side below y: the grid of columns that leaves most room free."""
    gap = _COLUMN_GAP * rim.frame
    best: tuple[float, Block] | None = None
    for wide in (width * size for width in _WIDTHS):
        measured = measured_in(side, wide, size)
        for count in range(1, _COLUMNS + 1):
            whole = count * wide + (count - 1) * gap
            xs = tuple(-whole / 2 + at * (wide + gap) for at in range(count))
            caps = [inner.depth(max(abs(x), abs(x + wide))) - y for x in xs]
            if min(caps) <= 6 * size:
                break
            if measured.whole > math.fsum(caps):
                continue
            found: Flow | None = flow(measured, caps)
            if found is not None and found.fill <= 1 and (best is None or found.cost < best[0]):
                best = found.cost, Block(measured, found, xs, y)
    return best[1] if best is not None else None
