"""Balancing: strips over columns of one height, so that the longest is as short as can be.

`flow.distribute` fills columns of a height at least total cost; here the height follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import inf

from printkit.layout.records import Strip


def cut_evenly(strips: Sequence[Strip], count: int) -> tuple[int, ...]:
    """Return where `count` columns begin, and the end: column i has the strips `cuts[i]` to
    `cuts[i + 1]`. There are at least as many strips as columns.
    """
    tops = (0.0, *accumulate(strip.space_before + strip.height for strip in strips))
    total = len(strips)
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, (0,))] + [(inf, ())] * total
    for column in range(count):
        after = [(inf, tuple[int, ...]())] * (total + 1)
        for end in range(column + 1, total + 1):
            for start in range(column, end):
                depth = tops[end] - tops[start] - strips[start].space_before
                longest = max(depth, best[start][0])
                if longest < after[end][0]:
                    after[end] = longest, (*best[start][1], end)
        best = after
    return best[total][1]
