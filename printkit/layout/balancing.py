"""Balancing: strips over columns of one height, so that the longest is as short as can be.

`flow.distribute` fills columns of a height at least total cost; here the height follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from printkit.layout.records import Strip


def cut_evenly(strips: Sequence[Strip], count: int) -> tuple[int, ...]:
    """Return where `count` columns begin, and the end: column i has the strips `cuts[i]` to
    `cuts[i + 1]`. There are at least as many strips as columns.
    """
    tops = (0.0, *accumulate(strip.space_before + strip.height for strip in strips))
    return cut_by_length(
        len(strips), count, lambda start, end: tops[end] - tops[start] - strips[start].space_before
    )


def cut_by_length(total: int, count: int, length: Callable[[int, int], float]) -> tuple[int, ...]:
    """Cut `total` things into `count` rows, the longest as short as can be; the first cut is then
    as early as can be, and so on. `length(start, end)` is that of the things between two cuts.
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
