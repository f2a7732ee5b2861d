"""Fitting: the search for the largest size at which a block fits its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from math import fsum, inf
from typing import TypeVar

from msgspec import Struct

from printkit.layout.flow import FlowCosts, distribute, fill_column
from printkit.layout.records import (
    TOLERANCE,
    Block,
    Canvas,
    Items,
    Overflow,
    PlacedStrip,
    TextStyle,
    paint_strips,
)

Result = TypeVar("Result")
Size = TypeVar("Size")
Choice = TypeVar("Choice")
# The greatest number of sizes that are tried from the largest down.
_FEW = 5


def even_columns(style: TextStyle) -> FlowCosts:
    """Return the costs of columns as balanced as possible."""
    return FlowCosts(style.leading / 2, 1.0, relative=True, evenly=True)


class ColumnArea(Struct, frozen=True):
    """A rectangle of equal columns (mm), `gutter` em apart, and the costs of their breaks."""

    width: float
    height: float
    columns: int = 1
    gutter: float = 2.4
    costs: Callable[[TextStyle], FlowCosts] = even_columns

    def measure(self, style: TextStyle) -> float:
        """Return the width of a column."""
        return (self.width - (self.columns - 1) * self.gutter * style.size) / self.columns


class Layout(Struct, frozen=True, eq=False):
    """A block laid out in columns: the strips of each with their tops, and the cost of breaks."""

    style: TextStyle
    columns: tuple[tuple[PlacedStrip, ...], ...]
    step: float
    break_cost: float

    @property
    def height(self) -> float:
        """The height of the highest column."""
        return max(top + strip.height for column in self.columns for strip, top in column)

    @property
    def items(self) -> Items:
        """The painted items, the upper left corner on the origin."""
        canvas = Canvas()
        self.paint(canvas, 0.0, 0.0)
        return tuple(canvas.items)

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Paint the columns, their upper left corner at (x, y)."""
        for i, column in enumerate(self.columns):
            paint_strips(canvas, column, x + i * self.step, y)


def lay_out(block: Block, area: ColumnArea, style: TextStyle) -> Layout | Overflow:
    """Lay out a block in an area, in one size."""
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
) -> Layout | Overflow:
    """Lay out a block in the largest of the ascending `sizes` at which it fits.

    The area may depend on the size. Returns an Overflow if it does not fit in the smallest size.
    """

    def lay_out_in(size: float) -> Layout | Overflow:
        return lay_out(block, area(size) if callable(area) else area, style(size))

    return find_largest(lay_out_in, sizes)


def find_largest(
    attempt: Callable[[Size], Result | Overflow],
    sizes: Sequence[Size],
    value: Callable[[Result], float] | None = None,
    slack: int = 0,
    max_value: Callable[[Size], float] | None = None,
    min_value: float = -inf,
) -> Result | Overflow:
    """Return the attempt at the largest of the ascending `sizes` that does not overflow.

    The search is a bisection: contents that fit in a size nearly always fit in smaller ones. (For
    the smallest possible container, sizes descend.) Few sizes are tried from the largest down,
    since that fits nearly always. Then up to `slack` smaller sizes are tried for a greater `value`,
    as long as `max_value(size)` exceeds the best. With a `max_value` only sizes where it exceeds
    `min_value` are tried, the smallest first, since often none fits.
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
    """Context manager: `find_best` takes the first choice that fits in its smallest size, and a
    book its usual leading.

    A check asks whether a page can be filled, not how well. If no choice fits in its smallest size,
    all are tried in all sizes.
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
    """Return the attempt of the highest value among several choices, or None if none fits.

    For each choice this searches sizes as `find_largest` does; the first of equal value is taken.
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
    """Return sizes from the smallest to the largest, a step apart counted from the largest."""
    count = int((largest - smallest) / step + 1e-6)
    rising = [round(largest - i * step, 12) for i in range(count, -1, -1)]
    return [smallest, *(size for size in rising if size > smallest + TOLERANCE)]
