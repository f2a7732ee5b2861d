"""Words in columns, below what lies on a mat.

In: sections, widths of columns, how deep each may be (mm). Out: which entries stand in which
column, so that all are as full as each other. A section that goes on in the next column begins at
the head of its own; one that begins below another ends in the same column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

from printkit.graphics.display_list import Item
from printkit.products.mat.words import (
    ABOVE,
    AIR,
    HEAD_ROOM,
    Section,
    TextInks,
    entry,
    heading,
    heights,
)

# A heading in the middle of a column counts as this share more of depth: one at its head is calmer.
_BROKEN = 1.12


@dataclass(frozen=True, slots=True)
class Flow:
    """Entries `cuts[i]` to `cuts[i + 1]` stand in column i; `fill` is the most that a column takes
    of what it may, `cost` the same where a heading in the middle of a column counts more."""

    cuts: tuple[int, ...]
    fill: float
    cost: float


@dataclass(frozen=True)
class Measured:
    """Sections in a width: what any run of their entries takes (mm)."""

    sections: tuple[Section, ...]
    wide: float
    size: float

    @cached_property
    def sums(self) -> tuple[float, ...]:
        """What the entries before each take."""
        tall = [h for section in self.sections for h in heights(section, self.wide, self.size)]
        return 0.0, *accumulate(tall)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each section begins, and the end."""
        return 0, *accumulate(len(section.entries) for section in self.sections)

    @property
    def count(self) -> int:
        return self.starts[-1]

    @property
    def whole(self) -> float:
        """What all entries take (mm)."""
        return self.sums[-1]

    def depth(self, first: int, last: int) -> float:
        """How deep a column with the entries `first` to `last` (not with it) is; infinite where a
        section would begin in its middle and not end in it."""
        high = self.sums[last] - self.sums[first] + (HEAD_ROOM - AIR) * self.size
        for start, end in pairwise(self.starts):
            if first < start < last:
                if end > last:
                    return float("inf")
                high += (ABOVE + HEAD_ROOM) * self.size
        return high

    @cached_property
    def costs(self) -> tuple[tuple[float, ...], ...]:
        """The depth of each run of entries, by its last and its first, more where a section begins
        in its middle."""
        return tuple(
            tuple(self._cost(first, last) for first in range(last))
            for last in range(self.count + 1)
        )

    def _cost(self, first: int, last: int) -> float:
        broken = any(first < start < last for start in self.starts)
        return self.depth(first, last) * (_BROKEN if broken else 1.0)


@lru_cache(maxsize=512)
def measured_in(sections: tuple[Section, ...], wide: float, size: float) -> Measured:
    """Sections in a width, measured once."""
    return Measured(sections, wide, size)


def flow(measured: Measured, caps: Sequence[float]) -> Flow | None:
    """The entries in as many columns as there are caps, each as full as the others.

    None where there are fewer entries than columns, or a column has no depth.
    """
    count, columns = measured.count, len(caps)
    if count < columns or min(caps, default=0.0) <= 0:
        return None
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, (0,))] + [(float("inf"), ())] * count
    for column, cap in enumerate(caps):
        after = [(float("inf"), tuple[int, ...]())] * (count + 1)
        lasts = [count] if column == columns - 1 else range(column + 1, count + 1)
        for last in lasts:
            costs, least, chosen = measured.costs[last], float("inf"), -1
            for first in range(column, last):
                most = max(best[first][0], costs[first] / cap)
                if most < least:
                    least, chosen = most, first
            if chosen >= 0:
                after[last] = (least, (*best[chosen][1], last))
        best = after
    cost, cuts = best[count]
    if cost == float("inf"):
        return None
    spans = zip(pairwise(cuts), caps, strict=True)
    return Flow(cuts, max(measured.depth(*span) / cap for span, cap in spans), cost)


@dataclass(frozen=True, slots=True)
class Block:
    """Columns of words: where each begins (x), all from y down."""

    measured: Measured
    flow: Flow
    xs: tuple[float, ...]
    y: float

    def parts(self) -> list[tuple[float, float, float]]:
        """Each column as (x, y, depth)."""
        depths = (self.measured.depth(*span) for span in pairwise(self.flow.cuts))
        return [(x, self.y, depth) for x, depth in zip(self.xs, depths, strict=True)]

    def items(self, inks: TextInks) -> list[Item]:
        """All words, upright."""
        measured = self.measured
        size, wide = measured.size, measured.wide
        whose = [(s, at) for s in measured.sections for at in range(len(s.entries))]
        items: list[Item] = []
        for x, (first, last) in zip(self.xs, pairwise(self.flow.cuts), strict=True):
            y = self.y + HEAD_ROOM * size
            for number in range(first, last):
                section, at = whose[number]
                if at == 0:
                    if number > first:
                        y += (ABOVE + HEAD_ROOM) * size
                    items.append(heading(section, x, y - HEAD_ROOM * size, wide, size, inks))
                items += entry(section, at, x, y, wide, size, inks)
                y += heights(section, wide, size)[at]
        return items
