"""Total fit: break a paragraph into lines.

No line is wider than its measure if any break can avoid it; spaces shrink by a third at most, and
at most two lines in a row end in a hyphen. The measure may change from line to line. Names are
divided only as a last resort.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from printkit.layout.records import CENTRED, JUSTIFIED, Alignment

# The greatest ratio of a space's stretch in the first and the second attempt.
_FIRST_STRETCH, _SECOND_STRETCH, UNLIMITED = 1.3, 2.6, 1e9
# The demerits of each line; of two hyphens in a row; of very different spaces in two lines; of a
# hyphen before the last line; of a short last line.
_LINE, _TWO_HYPHENS, _UNEVEN, _LAST_HYPHEN, _SHORT = 10.0, 4000.0, 2500.0, 3000.0, 4000.0
_MAX_HYPHENS = 2
# The least visible change of stretch between lines; the stretch beyond which demerits are constant.
_SEEN_CHANGE, _MAX_RATIO = 0.75, 60.0
# The stretch of an empty ragged line, and the demerits of an additional line.
_RAGGED_RATIO, _MORE_LINES = 2.0, 20000.0
# A last line is short below this share of its width.
_SHORT_SHARE = 0.16
_TOLERANCE = 1e-6
# Kinds of breakpoints: at a space; at a hyphen; to be avoided.
AT_SPACE, AT_HYPHEN, AVOIDED = 0, 1, 2


class Breakpoint(Struct):
    """A possible end of a line.

    `end`, `stretch` and `shrink` are sums over the paragraph up to the end of the line, its hyphen
    included; `start`, `start_stretch` and `start_shrink` up to the start of the next line.
    `letters` and `spaces` are counted up to the breakpoint.
    """

    end: float
    stretch: float
    shrink: float
    start: float
    start_stretch: float
    start_shrink: float
    penalty: float = 0.0
    hyphenated: bool = False
    kind: int = AT_SPACE
    letters: int = 0
    spaces: int = 0


class FitRules(Struct, frozen=True):
    """The alignment, the exact number of lines if any, and the minimum number of letters of the
    last line.
    """

    alignment: Alignment = JUSTIFIED
    count: int | None = None
    min_last_letters: int = 0


class _Node(Struct):
    index: int
    line: int
    hyphens: int
    ratio: float
    demerits: float
    previous: _Node | None


def total_fit(
    breakpoints: Sequence[Breakpoint],
    measure: float | Callable[[int], float],
    rules: FitRules = FitRules(),  # noqa: B008  (it is frozen)
) -> tuple[list[int], float] | None:
    """Return the indices of the line ends and their demerits, or None if a word is too wide.

    The last breakpoint ends the paragraph. `measure` is a width, or a function of a line's index.
    The rule of the last line is dropped if no break obeys it; with an exact number of lines it is
    kept, since the caller may try another number.
    """
    alignment, count = rules.alignment, rules.count
    fixed = None if callable(measure) else measure
    if count is None and fixed is not None and breakpoints[-1].end <= fixed + _TOLERANCE:
        return [len(breakpoints) - 1], _demerits_of_one_line(breakpoints[-1], fixed, alignment)
    attempts = [(AT_HYPHEN, UNLIMITED), (AVOIDED, UNLIMITED)]
    if alignment == JUSTIFIED:
        attempts = [(AT_SPACE, _FIRST_STRETCH), (AT_HYPHEN, _SECOND_STRETCH), *attempts]
    elif alignment == CENTRED and all(b.kind == AT_SPACE for b in breakpoints):
        attempts = [(AT_SPACE, UNLIMITED)]
    else:
        attempts = [(AT_SPACE, UNLIMITED), *attempts]
    relaxed = replace(rules, min_last_letters=0)
    first = relaxed if count is None and alignment == CENTRED else rules
    for own in dict.fromkeys((first, relaxed if count is None else first)):
        for kind, max_ratio in attempts:
            if kind == AT_SPACE and alignment != JUSTIFIED and count is None and fixed is not None:
                chosen = _fit_words(breakpoints, fixed, own)
            else:
                chosen = _attempt(breakpoints, measure, own, kind, max_ratio)
            if chosen is not None:
                return chosen
    return None


def _demerits_of_one_line(end: Breakpoint, measure: float, alignment: Alignment) -> float:
    """Return the demerits of a paragraph that fits in one line, which are the lowest possible."""
    if alignment == CENTRED:
        return ((measure - end.end) / measure) ** 2
    return (_LINE + end.penalty) ** 2 + (0.0 if alignment == JUSTIFIED else _MORE_LINES)


def _fit_words(
    breakpoints: Sequence[Breakpoint], measure: float, rules: FitRules
) -> tuple[list[int], float] | None:
    """Return the best line ends at spaces that are never stretched.

    This gives the same result as `_attempt` but is several times faster, because the cost of a line
    depends only on its width.
    """
    last, centred = len(breakpoints) - 1, rules.alignment == CENTRED
    # Each end so far, where the next line starts, the demerits up to there and the end before.
    ends, starts, demerits, before = [-1], [0.0], [0.0], [-1]
    first = 0
    for index, point in enumerate(breakpoints):
        if point.kind > AT_SPACE and index != last:
            continue
        end = point.end
        while first < len(starts) and end - starts[first] > measure + _TOLERANCE:
            first += 1  # longer lines from there are too wide as well
        if first == len(starts):
            return None
        if index == last:
            break
        origin, least = first, inf
        for i in range(first, len(starts)):
            ratio = _RAGGED_RATIO * (measure - (end - starts[i])) / measure
            if centred:
                cost = (ratio / _RAGGED_RATIO) ** 2
            else:
                bad = _LINE + 100.0 * ratio * ratio * ratio + point.penalty
                cost = bad * bad + _MORE_LINES
            if cost + demerits[i] < least:
                origin, least = i, cost + demerits[i]
        before.append(origin)
        ends.append(index)
        starts.append(point.start)
        demerits.append(least)
    best, least = None, UNLIMITED**2
    for i in range(first, len(ends)):
        if rules.min_last_letters and _is_runt(breakpoints, ends[i], rules.min_last_letters):
            continue
        width = breakpoints[last].end - starts[i]
        if centred:
            cost = ((measure - width) / measure) ** 2
        else:
            cost = (_LINE + breakpoints[last].penalty) ** 2 + _MORE_LINES
            cost += _SHORT if i and width < _SHORT_SHARE * measure else 0.0
        if cost + demerits[i] < least:
            best, least = i, cost + demerits[i]
    if best is None:
        return None
    path = [last]
    while best:
        path.append(ends[best])
        best = before[best]
    return path[::-1], least


def _attempt(
    breakpoints: Sequence[Breakpoint],
    measure: float | Callable[[int], float],
    rules: FitRules,
    max_kind: int,
    max_ratio: float,
) -> tuple[list[int], float] | None:
    """Return the best line ends of a kind up to `max_kind` with spaces up to `max_ratio`."""
    justified, centred = rules.alignment == JUSTIFIED, rules.alignment == CENTRED
    count, min_last_letters = rules.count, rules.min_last_letters
    fixed = None if callable(measure) else measure
    by_line = fixed is None or count is not None
    width_of = measure if callable(measure) else lambda line: measure
    last = len(breakpoints) - 1
    active = [_Node(-1, 0, 0, 0.0, 0.0, None)]
    for index, point in enumerate(breakpoints):
        if point.kind > max_kind and index != last:
            continue
        best: dict[tuple[int, int], _Node] = {}
        kept: list[_Node] = []
        end, stretch, shrink = point.end, point.stretch, point.shrink
        for node in active:
            if node.index >= 0:
                old = breakpoints[node.index]
                width = end - old.start
                give, take = stretch - old.start_stretch, shrink - old.start_shrink
            else:
                width, give, take = end, stretch, shrink
            available = fixed if fixed is not None else width_of(node.line)
            if width - (take if justified else 0.0) > available + _TOLERANCE:
                continue  # longer lines from there are too wide as well
            kept.append(node)
            if count is not None and (
                node.line >= count or (index == last) != (node.line + 1 == count)
            ):
                continue
            spare = available - width
            if index == last and not centred:
                ratio = 0.0 if spare >= 0 or not take else spare / take
            elif not justified:
                ratio = _RAGGED_RATIO * spare / available
            elif spare >= 0:
                ratio = spare / give if give > 1e-9 else 0.0 if spare < _TOLERANCE else _MAX_RATIO
            else:
                ratio = spare / take if take else 0.0
            if ratio > max_ratio:
                continue
            hyphens = node.hyphens + 1 if point.hyphenated else 0
            if hyphens > _MAX_HYPHENS:
                continue
            if centred:
                demerits = (ratio / _RAGGED_RATIO) ** 2
            else:
                bad = abs(ratio if ratio < _MAX_RATIO else _MAX_RATIO)
                demerits = (_LINE + 100.0 * bad * bad * bad + point.penalty) ** 2
                if not justified:
                    demerits += _MORE_LINES
                elif abs(ratio - node.ratio) > _SEEN_CHANGE:
                    demerits += _UNEVEN
            if hyphens > 1:
                demerits += _TWO_HYPHENS
            if index == last:
                if min_last_letters and _is_runt(breakpoints, node.index, min_last_letters):
                    continue
                if node.hyphens and not centred:
                    demerits += _LAST_HYPHEN
                if node.index >= 0 and width < _SHORT_SHARE * available and not centred:
                    demerits += _SHORT
            demerits += node.demerits
            key = (hyphens, node.line + 1 if by_line else 0)
            known = best.get(key)
            if known is None or demerits < known.demerits:
                best[key] = _Node(index, node.line + 1, hyphens, ratio, demerits, node)
        active = [*kept, *best.values()]
        if not active:
            return None
    ends = [node for node in active if node.index == last]
    return _trace(min(ends, key=lambda node: node.demerits)) if ends else None


def even_fit(
    breakpoints: Sequence[Breakpoint], count: int, *, min_last_letters: int = 0
) -> list[int] | None:
    """Return the indices of `count` line ends that make the widest line as narrow as possible.

    After each line, the widest of the remaining lines is again as narrow as possible. Returns None
    if there are too few words. Words are not divided; `min_last_letters` is dropped if no break
    obeys it.
    """
    last = len(breakpoints) - 1
    ends = [i for i, point in enumerate(breakpoints) if point.kind == AT_SPACE or i == last]
    if count > len(ends):
        return None
    for min_letters in (min_last_letters, 0) if min_last_letters else (0,):
        if (chosen := _narrowest(breakpoints, ends, count, min_letters)) is not None:
            return chosen
    return None


def _narrowest(
    breakpoints: Sequence[Breakpoint], ends: Sequence[int], count: int, min_last_letters: int
) -> list[int] | None:
    """Find from the last line up, for each start, the least width and the end of its first line."""
    last = ends[-1]
    starts = [-1, *ends[:-1]]
    widest: dict[int, float] = {last: 0.0}
    taken: list[dict[int, int]] = []
    for _ in range(count):
        narrowest: dict[int, float] = {}
        next_: dict[int, int] = {}
        for start in starts:
            left = breakpoints[start].start if start >= 0 else 0.0
            for end in ends:
                if end <= start or end not in widest:
                    continue
                if end == last and _is_runt(breakpoints, start, min_last_letters):
                    continue
                width = max(breakpoints[end].end - left, widest[end])
                if start not in narrowest or width < narrowest[start] - _TOLERANCE:
                    narrowest[start], next_[start] = width, end
        taken.insert(0, next_)
        widest = narrowest
    if -1 not in widest:
        return None
    chosen, start = [], -1
    for layer in taken:
        start = layer[start]
        chosen.append(start)
    return chosen


def _is_runt(breakpoints: Sequence[Breakpoint], start: int, min_last_letters: int) -> bool:
    """Return True if a last line that begins after breakpoint `start` has too few letters, or is
    only the end of a word. A line that begins the text (`start` is -1) is never one.
    """
    if start < 0:
        return False
    old, end = breakpoints[start], breakpoints[-1]
    is_part = old.kind != AT_SPACE and end.spaces == old.spaces
    return is_part or end.letters - old.letters < min_last_letters


def _trace(node: _Node | None) -> tuple[list[int], float]:
    """Return the indices that lead to a node, and its demerits."""
    demerits = node.demerits if node is not None else 0.0
    path: list[int] = []
    while node is not None and node.index >= 0:
        path.append(node.index)
        node = node.previous
    return path[::-1], demerits
