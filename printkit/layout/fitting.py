"""Distribute strips over columns and pages; search for the best size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import accumulate, pairwise
from math import fsum, inf
from typing import TypeVar

from msgspec import Struct

from printkit.base.content import Chosen, current_choices
from printkit.layout.records import (
    FORBIDDEN,
    FORCED,
    FREE,
    TOLERANCE,
    Block,
    Canvas,
    Items,
    Overflow,
    PlacedStrip,
    Strip,
    TextStyle,
    paint_strips,
)

# --- flow ----------------------------------------------------------------------------------------

# The tolerance of costs: of equal solutions the first one is kept.
_SAME_COST = 1e-7


class FlowCosts(Struct, frozen=True):
    """The costs of columns, in addition to the penalties of their breaks.

    Lengths are counted in units of `unit` mm. `empty` is the cost of the squared free length of a
    column before the last (with `relative`, of any column, as a share of its height); before a
    strip that starts a section, it is multiplied by `section_end`. `stretched` and `shrunk` are the
    costs of each unit of space added or removed, `sparse` that of each unit below `min_units` in a
    last column, `column` that of each column, and `low`, in books only, that of each column filled
    to less than the share `min_fill`. Spaces are stretched `evenly` or, unless more than
    `max_unfilled` mm would remain free, by whole units from the top.
    """

    unit: float
    empty: float
    relative: bool = False
    stretched: float = 0.0
    shrunk: float = 0.0
    sparse: float = 0.0
    min_units: float = 0.0
    column: float = 0.0
    low: float = 0.0
    min_fill: float = 0.0
    section_end: float = 1.0
    max_unfilled: float = 0.0
    evenly: bool = False


def distribute(
    strips: Sequence[Strip], height: float, costs: FlowCosts, count: int | None = None
) -> list[list[Strip]] | None:
    """Distribute strips over columns of `height` mm with minimal cost.

    With a `count`, use that number of columns and ignore forced breaks, or return None if the
    strips do not fit. Without it, use as many columns as needed; a strip that is too tall gets its
    own column.
    """
    if count is not None:
        return _segment(strips, height, costs, count)
    columns: list[list[Strip]] = []
    start = 0
    for end in range(1, len(strips) + 1):
        if end == len(strips) or strips[end].break_penalty == FORCED:
            columns += _segment(strips[start:end], height, costs, None) or []
            start = end
    return columns


def count_columns(strips: Sequence[Strip], height: float) -> int | None:
    """Return the minimum number of columns for strips, or None if a strip is too tall."""
    count = start = 0
    while start < len(strips):
        header = strips[start].repeated_header
        used = strips[start].height + (header.height if header is not None else 0.0)
        if used > height + TOLERANCE:
            return None
        end = start + 1
        while end < len(strips):
            used += strips[end].space_before + strips[end].height
            if used > height + TOLERANCE:
                break
            end += 1
        count, start = count + 1, end
    return count


def _segment(
    strips: Sequence[Strip], height: float, costs: FlowCosts, count: int | None
) -> list[list[Strip]] | None:
    """Distribute strips that have no forced break, or return None if they do not fit."""
    total = len(strips)
    layers = 1 if count is None else count
    # With a count one layer for each column, else a single layer.
    best = [[inf] * (total + 1) for _ in range(layers + 1)]
    origin = [[0] * (total + 1) for _ in range(layers + 1)]
    best[0][0] = 0.0
    for layer in range(layers):
        after = layer + 1 if count is not None else 0
        for start in range(total):
            base = best[layer][start]
            if base == inf:
                continue
            _extend(strips, start, height, costs, base, best[after], origin[after], count is None)
    layer = layers if count is not None else 0
    if best[layer][total] == inf:
        return None
    cuts = [total]
    while cuts[-1] > 0:
        cuts.append(origin[layer][cuts[-1]])
        layer -= count is not None
    cuts.reverse()
    return [list(strips[a:b]) for a, b in pairwise(cuts)]


def _extend(
    strips: Sequence[Strip],
    start: int,
    height: float,
    costs: FlowCosts,
    base: float,
    ends: list[float],
    origins: list[int],
    alone: bool,
) -> None:
    """Record the cost of every column that begins at `start`, if it is the lowest for its end.

    The cost of the column is added to the cost `base` of the columns before it. With `alone`, a
    strip that is too tall gets a column of its own.
    """
    unit, total, full = costs.unit, len(strips), height + TOLERANCE
    empty_cost, stretched, max_unfilled = costs.empty, costs.stretched, costs.max_unfilled
    first = strips[start]
    used = first.repeated_header.height if first.repeated_header is not None else 0.0
    stretch = shrink = 0.0
    for end in range(start + 1, total + 1):
        strip = strips[end - 1]
        used += strip.height
        if end - 1 > start:
            used += strip.space_before
            stretch += strip.stretch
            shrink += strip.shrink
        too_high = used - shrink > full
        if too_high and (end > start + 1 or not alone):
            return
        penalty = strips[end].break_penalty if end < total else FREE
        if base + penalty >= ends[end]:
            continue  # not cheaper for any cost of the rest
        cost = costs.column
        free = height - used if used < height else 0.0
        if used > full:
            cost += costs.shrunk * min(shrink, used - height) / unit
        if costs.relative:
            cost += empty_cost * (free / height) ** 2
        elif end < total:
            added = free if free <= stretch + TOLERANCE else stretch
            if free > stretch + max_unfilled + TOLERANCE:
                added = 0.0
            empty = empty_cost * ((free - added) / unit) ** 2
            if strips[end].starts_section:
                empty *= costs.section_end
            cost += stretched * added / unit + empty
        elif used < costs.min_units * unit - TOLERANCE:
            cost += costs.sparse * (costs.min_units - used / unit)
        if penalty > 0.0:
            cost += penalty
        if too_high:
            cost += FORBIDDEN
        if base + cost < ends[end] - _SAME_COST:
            ends[end], origins[end] = base + cost, start


def paginate(strips: Sequence[Strip], height: float, costs: FlowCosts) -> list[list[PlacedStrip]]:
    """Distribute strips over pages and fill them, except the last one before a forced break."""
    pages = distribute(strips, height, costs) or []
    nexts = [page[0].break_penalty for page in pages[1:]]
    return [
        fill_column(page, height, costs, stretch=after != FORCED)
        for page, after in zip(pages, [*nexts, FORCED], strict=True)
    ]


def fill_column(
    strips: Sequence[Strip], height: float, costs: FlowCosts, *, stretch: bool = True
) -> list[PlacedStrip]:
    """Place the strips of a column, each with its distance from the top (mm).

    With `stretch`, spaces are stretched to fill the height. If the strips are too high, spaces
    shrink.
    """
    first = strips[0]
    placed: list[PlacedStrip] = []
    y = 0.0
    if first.repeated_header is not None:
        placed.append((first.repeated_header, 0.0))
        y = first.repeated_header.height
    used = y + fsum(s.height for s in strips) + fsum(s.space_before for s in strips[1:])
    space = fsum(s.stretch for s in strips[1:])
    free = max(0.0, height - used) if stretch else 0.0
    excess = max(0.0, used - height)
    if not costs.evenly and free > space + costs.max_unfilled + TOLERANCE:
        free = 0.0  # the column would stay short in any case
    share = min(free / space, 1.0) if space else 0.0
    for i, strip in enumerate(strips):
        if i:
            more = strip.stretch * share if costs.evenly else min(free, strip.stretch)
            if costs.unit:
                more = (more + 1e-9) // costs.unit * costs.unit
            free -= 0.0 if costs.evenly else more
            less = min(excess, strip.shrink)
            excess -= less
            y += strip.space_before + more - less
        placed.append((strip, y))
        y += strip.height
    return placed


def filled_height(placed: Sequence[PlacedStrip]) -> float:
    """Return the used height of a column (mm)."""
    return max((top + strip.height for strip, top in placed), default=0.0)


def cut_evenly(strips: Sequence[Strip], count: int) -> tuple[int, ...]:
    """Return the indices at which `count` columns start, and the end, so that the tallest column is
    as low as possible.

    With the result `cuts`, column i has the strips from `cuts[i]` up to `cuts[i + 1]`. There must
    be at least `count` strips.
    """
    tops = (0.0, *accumulate(strip.space_before + strip.height for strip in strips))
    return cut_by_length(
        len(strips), count, lambda start, end: tops[end] - tops[start] - strips[start].space_before
    )


def cut_by_length(total: int, count: int, length: Callable[[int, int], float]) -> tuple[int, ...]:
    """Cut `total` items into `count` rows so that the longest row is as short as possible.

    Each cut is as early as possible. `length(start, end)` is the length of the items between two
    cuts.
    """
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, (0,))}
    for _ in range(count):
        further: dict[int, tuple[float, tuple[int, ...]]] = {}
        for start, (longest, cuts) in best.items():
            for end in range(start + 1, total + 1):
                value = max(longest, length(start, end)), (*cuts, end)
                if end not in further or value < further[end]:
                    further[end] = value
        best = further
    return best[total][1]


# --- fitting -------------------------------------------------------------------------------------

Result = TypeVar("Result")
Size = TypeVar("Size")
Choice = TypeVar("Choice")
# The greatest number of sizes that are tried from the largest down.
_FEW = 5


def even_columns(style: TextStyle) -> FlowCosts:
    """Return costs that make columns as balanced as possible."""
    return FlowCosts(style.leading / 2, 1.0, relative=True, evenly=True)


class ColumnArea(Struct, frozen=True):
    """A rectangle (mm) divided into equal columns `gutter` em apart, and the costs of their
    breaks.
    """

    width: float
    height: float
    columns: int = 1
    gutter: float = 2.4
    costs: Callable[[TextStyle], FlowCosts] = even_columns

    def measure(self, style: TextStyle) -> float:
        """Return the width of a column (mm)."""
        return (self.width - (self.columns - 1) * self.gutter * style.size) / self.columns


class Layout(Struct, frozen=True, eq=False):
    """A block laid out in columns: the strips of each column with their tops (mm), and the cost of
    breaks.
    """

    style: TextStyle
    columns: tuple[tuple[PlacedStrip, ...], ...]
    step: float
    break_cost: float

    @property
    def height(self) -> float:
        """The height of the tallest column (mm)."""
        return max(top + strip.height for column in self.columns for strip, top in column)

    @property
    def items(self) -> Items:
        """The painted items, with the upper left corner at the origin."""
        canvas = Canvas()
        self.paint(canvas, 0.0, 0.0)
        return tuple(canvas.items)

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Paint the columns with their upper left corner at (x, y)."""
        for i, column in enumerate(self.columns):
            paint_strips(canvas, column, x + i * self.step, y)


def lay_out(block: Block, area: ColumnArea, style: TextStyle) -> Layout | Overflow:
    """Lay out a block in an area, at the size of `style`, or return an Overflow if it does not
    fit.
    """
    measure = area.measure(style)
    if measure <= 0 or area.height <= 0:
        return Overflow(max(-measure, -area.height, TOLERANCE), "no area", style.size)
    fragment = block.lay_out(style, measure)
    if fragment.overflow > TOLERANCE:
        return Overflow(fragment.overflow, fragment.culprit, style.size)
    costs = area.costs(style)
    columns = distribute(fragment.strips, area.height, costs, area.columns)
    if columns is None:
        excess = fragment.height / area.columns - area.height
        return Overflow(max(excess, 0.01), "height", style.size)
    placed = tuple(tuple(fill_column(strips, area.height, costs)) for strips in columns)
    cost = fsum(max(0.0, strips[0].break_penalty) for strips in columns[1:])
    return Layout(style, placed, measure + area.gutter * style.size, cost)


def fit(
    block: Block,
    area: ColumnArea | Callable[[float], ColumnArea],
    style: Callable[[float], TextStyle],
    sizes: Sequence[float],
    name: str = "",
) -> Layout | Overflow:
    """Lay out a block at the largest of the ascending `sizes` at which it fits.

    The area may depend on the size. Returns an Overflow if the block does not fit at the smallest
    size. The chosen size is kept under `name`, if there is one.
    """

    def lay_out_in(size: float) -> Layout | Overflow:
        return lay_out(block, area(size) if callable(area) else area, style(size))

    return find_largest_kept(name, lay_out_in, sizes) if name else find_largest(lay_out_in, sizes)


def find_largest(
    attempt: Callable[[Size], Result | Overflow],
    sizes: Sequence[Size],
    value: Callable[[Result], float] | None = None,
    slack: int = 0,
    max_value: Callable[[Size], float] | None = None,
    min_value: float = -inf,
) -> Result | Overflow:
    """Return the attempt at the largest of the ascending `sizes` that does not overflow, or else an
    Overflow.

    The search is a bisection, because contents that fit at one size nearly always fit at smaller
    sizes. (To find the smallest possible container, pass descending sizes.) If there are few sizes,
    they are tried from the largest down, because the largest fits nearly always. Then up to `slack`
    smaller sizes are tried for a greater `value`, as long as `max_value(size)` exceeds the best
    value. With a `max_value`, only sizes at which it exceeds `min_value` are tried, and the
    smallest is tried first, because often no size fits.
    """
    best: Result | None = None
    smallest: Result | None = None
    failed = Overflow(0.0, "no sizes")
    low = 0
    if max_value is not None:
        sizes = [size for size in sizes if max_value(size) > min_value]
        first = attempt(sizes[0]) if sizes else failed
        if isinstance(first, Overflow):
            return first
        smallest, low = first, 1
    high = len(sizes)
    few = max_value is None and len(sizes) <= _FEW
    while low < high:
        middle = high - 1 if few else (low + high) // 2
        result = attempt(sizes[middle])
        if isinstance(result, Overflow):
            high, failed = middle, result
        else:
            if best is None or value is None or value(result) >= value(best):
                best = result
            low = middle + 1
    best = smallest if best is None else best
    if best is None:
        return failed
    if value is None:
        return best
    for i in range(low - 2, max(-1, low - 2 - slack), -1):
        if max_value is not None and max_value(sizes[i]) <= value(best):
            break
        result = attempt(sizes[i])
        if not isinstance(result, Overflow) and value(result) > value(best):
            best = result
    return best


# True while only fits are asked for: see `any_fit`.
_ANY = ContextVar("any", default=False)


@contextmanager
def any_fit() -> Iterator[None]:
    """Context manager: make `find_best` use the first choice that fits in its smallest size, and
    books use the default leading.

    A check only needs to know whether contents fit. If no choice fits in its smallest size, all
    choices are tried in all sizes.
    """
    former = _ANY.set(True)
    try:
        yield
    finally:
        _ANY.reset(former)


def takes_any() -> bool:
    """Return True inside `any_fit`."""
    return _ANY.get()


def find_best(
    choices: Iterable[Choice],
    attempt: Callable[[Choice, Size], Result | Overflow],
    sizes: Sequence[Size],
    value: Callable[[Result], float],
    slack: int,
    max_value: Callable[[Choice, Size], float],
) -> Result | None:
    """Return the attempt with the highest value among several choices, or None if none fits.

    The sizes of each choice are searched as in `find_largest`. The first of equal values wins.
    """
    if takes_any() and sizes:
        choices = list(choices)
        for choice in choices:
            if not isinstance(first := attempt(choice, sizes[0]), Overflow):
                return first
    best: Result | None = None
    for choice in choices:
        own, limit = partial(attempt, choice), partial(max_value, choice)
        minimum = value(best) if best is not None else -inf
        result = find_largest(own, sizes, value, slack, limit, minimum)
        if not isinstance(result, Overflow) and value(result) > minimum:
            best = result
    return best


def sizes_between(smallest: float, largest: float, step: float) -> list[float]:
    """Return sizes from the smallest to the largest. Steps are counted down from the largest."""
    count = int((largest - smallest) / step + 1e-6)
    rising = [round(largest - i * step, 12) for i in range(count, -1, -1)]
    return [smallest, *(size for size in rising if size > smallest + TOLERANCE)]


# --- kept choices --------------------------------------------------------------------------------


def kept_choice(
    name: str,
    attempt: Callable[..., Result | Overflow],
    search: Callable[[], Result],
    describe: Callable[[Result], Chosen],
) -> Result:
    """Return the result of `attempt` for the cached choice of a search, or else the result of the
    search.

    Searches of one document with the same `name` are distinguished by their order. `describe`
    returns the arguments with which `attempt` repeats a result. If the attempt with the cached
    choice overflows, the search is repeated.
    """
    choices = current_choices()
    if choices is None or takes_any():
        return search()
    key = choices.key_of(name)
    if (chosen := choices.kept.get(key)) is not None:
        result = attempt(*chosen)
        if not isinstance(result, Overflow):
            return result
    best = search()
    if choices.made is not None and best is not None and not isinstance(best, Overflow):
        choices.made[key] = describe(best)
    return best


def find_largest_kept(
    name: str, attempt: Callable[[Size], Result | Overflow], sizes: Sequence[Size]
) -> Result | Overflow:
    """Return the result of `find_largest`. A cached choice replaces the search."""
    results: dict[int, Result | Overflow] = {}

    def attempt_at(index: int) -> Result | Overflow:
        results[index] = attempt(sizes[index])
        return results[index]

    def search() -> Result | Overflow:
        return find_largest(attempt_at, range(len(sizes)))

    def describe(best: Result | Overflow) -> Chosen:
        return (next(index for index, result in results.items() if result is best),)

    return kept_choice(name, attempt_at, search, describe)
