"""Lines of a paragraph, all at once: the total fit of Knuth and Plass.

In: the places where a line may end, with how wide everything before and after each is. Out: the
places that are taken. Nothing is ever set wider than the measure; spaces shrink by a third at the
most, and no more than two lines in a row end in a hyphen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# How far spaces may stretch, in their own stretch, in the first and the later attempts.
_FIRST, _SECOND = 1.3, 2.6
_LINE = 10.0
# Demerits: two hyphens in a row; spaces of one line much wider than of the next; a hyphen before
# the last line; a last line shorter than this share of the measure.
_TWO_HYPHENS, _UNEVEN, _LAST_HYPHEN, _SHORT = 4000.0, 2500.0, 3000.0, 4000.0
_MOST_HYPHENS = 2
# Where the right edge is ragged: what stands for a stretch, and the demerits of one more line.
_RAGGED, _MORE_LINES = 2.0, 20000.0
_SHORT_LINE = 0.16
INFINITE = 1e9


@dataclass(slots=True)
class Stop:
    """A place where a line may end.

    `end`, `stretch`, `shrink`: what lies before it in the paragraph, in width and in give, its
    hyphen included; `start`, `start_stretch`, `start_shrink`: what lies before the line that
    follows. `cost` is its penalty; `grade` 0 is a space, 1 a hyphen, 2 what is avoided.
    """

    end: float
    stretch: float
    shrink: float
    start: float
    start_stretch: float
    start_shrink: float
    cost: float = 0.0
    hyphen: bool = False
    grade: int = 0


@dataclass(slots=True)
class _Node:
    at: int
    hyphens: int
    ratio: float
    total: float
    before: _Node | None


def total_fit(stops: Sequence[Stop], measure: float, *, ragged: bool = False) -> list[int] | None:
    """The indices of the stops at which lines end, the last one included; None where some word is
    wider than the measure, whatever is done.

    The last stop is the end of the paragraph. A ragged paragraph has no wide spaces.
    """
    attempts = [(0, INFINITE), (1, INFINITE), (2, INFINITE)]
    if not ragged:
        attempts = [(0, _FIRST), (1, _SECOND), *attempts[1:]]
    for grade, most in attempts:
        found = _attempt(stops, measure, grade, most, ragged)
        if found is not None:
            return found
    return None


def _attempt(
    stops: Sequence[Stop], measure: float, grade: int, most: float, ragged: bool
) -> list[int] | None:
    active = [_Node(-1, 0, 0.0, 0.0, None)]
    last = len(stops) - 1
    slack = measure + 1e-6
    for at, stop in enumerate(stops):
        if stop.grade > grade and at != last:
            continue
        best: dict[int, _Node] = {}
        kept: list[_Node] = []
        end, stretch, shrink = stop.end, stop.stretch, stop.shrink
        for node in active:
            if node.at >= 0:
                old = stops[node.at]
                width = end - old.start
                give = stretch - old.start_stretch
                take = shrink - old.start_shrink
            else:
                width, give, take = end, stretch, shrink
            if width - (0.0 if ragged else take) > slack:
                continue  # whatever follows is too wide from there as well
            kept.append(node)
            spare = measure - width
            if at == last:
                ratio = 0.0 if spare >= 0 else spare / take
            elif ragged:
                ratio = _RAGGED * spare / measure
            elif spare >= 0:
                ratio = spare / give if give > 1e-9 else (0.0 if spare < 1e-6 else 60.0)
            else:
                ratio = spare / take
            if ratio > most:
                continue
            hyphens = node.hyphens + 1 if stop.hyphen else 0
            if hyphens > _MOST_HYPHENS:
                continue
            bad = abs(min(ratio, 60.0))
            total = (_LINE + 100.0 * bad * bad * bad + stop.cost) ** 2
            if ragged:
                total += _MORE_LINES
            if hyphens > 1:
                total += _TWO_HYPHENS
            if not ragged and abs(ratio - node.ratio) > 0.75:
                total += _UNEVEN
            if at == last:
                if node.hyphens:
                    total += _LAST_HYPHEN
                if width < _SHORT_LINE * measure and node.at >= 0:
                    total += _SHORT
            total += node.total
            known = best.get(hyphens)
            if known is None or total < known.total:
                best[hyphens] = _Node(at, hyphens, ratio, total, node)
        active = kept
        active.extend(best.values())
        if not active:
            return None
    ends = [node for node in active if node.at == last]
    if not ends:
        return None
    taken: _Node | None = min(ends, key=lambda node: node.total)
    path: list[int] = []
    while taken is not None and taken.at >= 0:
        path.append(taken.at)
        taken = taken.before
    return path[::-1]
