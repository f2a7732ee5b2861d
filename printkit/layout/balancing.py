"""Balancing: strips over columns of unlike depth, so that all are as full as each other.

`flow.distribute` fills equal columns at least total cost; here the fullest column decides, as
where the columns end at the edge of a round mat. A section (from a strip that `starts_section` to
the next such) that begins below another ends in the same column.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import inf

from msgspec import Struct

from printkit.layout.records import PlacedStrip, Strip, stack_strips


class BalancedColumns(Struct, frozen=True):
    """Strips `cuts[i]` to `cuts[i + 1]` stand in column i. `fill` is the greatest share that a
    column takes of its depth, `cost` the same with the price of sections that begin inside."""

    cuts: tuple[int, ...]
    fill: float
    cost: float


class StripColumn:
    """Strips one below the other, and what any run of them takes (mm).

    A column in which a section begins below another counts as `inner_section` times as full.
    """

    def __init__(self, strips: Sequence[Strip], inner_section: float = 1.0) -> None:
        self.strips = tuple(strips)
        self.inner_section = inner_section

    @cached_property
    def height(self) -> float:
        """What all strips take without a break."""
        return self.depth(0, len(self.strips))

    @cached_property
    def _tops(self) -> tuple[float, ...]:
        return 0.0, *accumulate(s.space_before + s.height for s in self.strips)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """Where each section begins, and the end."""
        starts = (i for i, strip in enumerate(self.strips) if i and strip.starts_section)
        return 0, *starts, len(self.strips)

    def depth(self, first: int, last: int) -> float:
        """Return the depth of a column with the strips `first` to `last` (not with it).

        Infinite if a section would begin inside it and not end in it.
        """
        for start, end in pairwise(self._starts):
            if first < start < last < end:
                return inf
        head = self.strips[first]
        header = head.repeated_header.height if head.repeated_header is not None else 0.0
        return self._tops[last] - self._tops[first] - head.space_before + header

    def place_strips(self, first: int, last: int) -> list[PlacedStrip]:
        """Return the strips of a column with the distance of each from its top."""
        header = self.strips[first].repeated_header
        top = header.height if header is not None else 0.0
        below = [(strip, top + y) for strip, y in stack_strips(self.strips[first:last])]
        return [(header, 0.0), *below] if header is not None else below

    @cached_property
    def _costs(self) -> tuple[tuple[float, ...], ...]:
        """The cost of each run of strips, by its last and its first."""
        count = len(self.strips) + 1
        return tuple(tuple(self._cost(a, b) for a in range(b)) for b in range(count))

    def _cost(self, first: int, last: int) -> float:
        inner = any(first < start < last for start in self._starts)
        return self.depth(first, last) * (self.inner_section if inner else 1.0)

    def balance(self, depths: Sequence[float]) -> BalancedColumns | None:
        """Distribute the strips over columns of these depths, each as full as the others.

        Returns None if there are fewer strips than columns, a column has no depth, or a section
        would have to be divided.
        """
        count, columns = len(self.strips), len(depths)
        if count < columns or min(depths, default=0.0) <= 0:
            return None
        best: list[tuple[float, tuple[int, ...]]] = [(0.0, (0,))] + [(inf, ())] * count
        for column, depth in enumerate(depths):
            after = [(inf, tuple[int, ...]())] * (count + 1)
            before = [cost for cost, _ in best]
            ends = [count] if column == columns - 1 else range(column + 1, count + 1)
            for end in ends:
                costs, minimum, chosen = self._costs[end], inf, -1
                for start in range(column, end):
                    cost = costs[start] / depth
                    if cost < minimum and before[start] < minimum:
                        minimum, chosen = max(cost, before[start]), start
                if chosen >= 0:
                    after[end] = (minimum, (*best[chosen][1], end))
            best = after
        cost, cuts = best[count]
        if cost == inf:
            return None
        runs = zip(pairwise(cuts), depths, strict=True)
        return BalancedColumns(cuts, max(self.depth(*run) / depth for run, depth in runs), cost)
