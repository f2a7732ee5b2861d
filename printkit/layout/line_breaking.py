"""Line breaking."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from printkit.layout.records import CENTRED, JUSTIFIED, Alignment

# Letters that stay before and after a hyphen at least; shorter words stay whole.
MIN_BEFORE, MIN_AFTER, _MIN_LETTERS = 3, 3, 6
# A hyphen is added; one is written; one is added to a name; the word is cut without one.
SOFT, HARD, NAME, CUT = "soft", "hard", "name", "cut"
_LETTERS = re.compile(r"[^\W\d_]+")
# A break after a hyphen or a dash that is written, between letters; in an address after its signs.
_WRITTEN = re.compile(r"(?<=[^\W_]{2})[-‐–—](?=[^\W_]{2})")
_ADDRESS = re.compile(r"[/.?&=_-](?=\w)")


class HyphenPoint(Struct, frozen=True):
    """A word may be divided before its character `index`, in one of four kinds."""

    index: int
    kind: str


@cache
def _patterns(language: str) -> Any:
    import pyphen

    known = pyphen.language_fallback(language)
    if known is None:
        return None
    return pyphen.Pyphen(lang=known, left=MIN_BEFORE, right=MIN_AFTER)


@lru_cache(maxsize=32768)
def hyphenation_points(word: str, language: str) -> tuple[HyphenPoint, ...]:
    """Return the places where a word may be divided, from the left.

    A language without patterns divides words only where hyphens are written.
    """
    if len(word) < _MIN_LETTERS:
        return ()
    if "://" in word or "www." in word:
        return tuple(HyphenPoint(match.end(), CUT) for match in _ADDRESS.finditer(word))
    if written := [HyphenPoint(match.end(), HARD) for match in _WRITTEN.finditer(word)]:
        return tuple(written)
    patterns = _patterns(language)
    points: list[HyphenPoint] = []
    for match in _LETTERS.finditer(word):
        letters = match.group()
        if patterns is None or len(letters) < _MIN_LETTERS or any(c.isupper() for c in letters[1:]):
            continue
        kind = NAME if letters[0].isupper() else SOFT
        points += [
            HyphenPoint(match.start() + index, kind)
            for index in patterns.positions(letters)
            if MIN_BEFORE <= index <= len(letters) - MIN_AFTER
        ]
    return tuple(points)


# How far spaces may stretch, in their own stretch, in the first and the second attempt.
_FIRST_STRETCH, _SECOND_STRETCH, UNLIMITED = 1.3, 2.6, 1e9
# The demerits of each line; of two hyphens in a row; of spaces much wider than in the line before;
# of a hyphen before the last line; of a short last line.
_LINE, _TWO_HYPHENS, _UNEVEN, _LAST_HYPHEN, _SHORT = 10.0, 4000.0, 2500.0, 3000.0, 4000.0
_MAX_HYPHENS = 2
# A change of stretch from line to line that is seen; the stretch beyond which all is equally bad.
_SEEN_CHANGE, _MAX_RATIO = 0.75, 60.0
# The stretch of a ragged line that is empty, and the demerits of one line more.
_RAGGED_RATIO, _MORE_LINES = 2.0, 20000.0
# A last line is short below this share of its width.
_SHORT_SHARE = 0.16
_TOLERANCE = 1e-6
# Kinds of breakpoints: at a space; at a hyphen; where a break is better avoided.
AT_SPACE, AT_HYPHEN, AVOIDED = 0, 1, 2


class Breakpoint(Struct):
    """A place where a line may end.

    `end`, `stretch` and `shrink` are what is before it in the paragraph, in width and in glue,
    its hyphen included; `start`, `start_stretch` and `start_shrink` what is before the line
    that follows. `letters` and `spaces` count what is before it.
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


class _Node(Struct):
    index: int
    line: int
    hyphens: int
    ratio: float
    demerits: float
    previous: _Node | None


class _Task(Struct):
    """What all attempts to break a paragraph share."""

    breakpoints: Sequence[Breakpoint]
    measure: float | Callable[[int], float]
    alignment: Alignment
    count: int | None
    min_last_letters: int


def total_fit(
    breakpoints: Sequence[Breakpoint],
    measure: float | Callable[[int], float],
    alignment: Alignment = JUSTIFIED,
    *,
    count: int | None = None,
    min_last_letters: int = 0,
) -> tuple[list[int], float] | None:
    """Choose line ends: their indices and demerits, or None if a word is wider than its line.

    The last breakpoint ends the paragraph. `measure` is a width, or the width of each line by its
    index; with a `count` there are exactly that many lines. The rule of the last line is given up
    before the paragraph is; with a `count` it is kept, since the caller may try another one.
    """
    if count is None and not callable(measure) and breakpoints[-1].end <= measure + _TOLERANCE:
        return [len(breakpoints) - 1], _demerits_of_one_line(breakpoints[-1], measure, alignment)
    task = _Task(breakpoints, measure, alignment, count, min_last_letters)
    attempts = [(AT_HYPHEN, UNLIMITED), (AVOIDED, UNLIMITED)]
    if alignment == JUSTIFIED:
        attempts = [(AT_SPACE, _FIRST_STRETCH), (AT_HYPHEN, _SECOND_STRETCH), *attempts]
    elif alignment == CENTRED and all(b.kind == AT_SPACE for b in breakpoints):
        attempts = [(AT_SPACE, UNLIMITED)]
    else:
        attempts = [(AT_SPACE, UNLIMITED), *attempts]
    is_strict = bool(min_last_letters) and (count is not None or alignment != CENTRED)
    for strict in (is_strict, False) if is_strict and count is None else (is_strict,):
        for kind, max_ratio in attempts:
            if (chosen := _attempt(task, kind, max_ratio, strict)) is not None:
                return chosen
    return None


def _demerits_of_one_line(end: Breakpoint, measure: float, alignment: Alignment) -> float:
    """Return the demerits of a paragraph that has room in one line: no other way has fewer."""
    if alignment == CENTRED:
        return ((measure - end.end) / measure) ** 2
    return (_LINE + end.penalty) ** 2 + (0.0 if alignment == JUSTIFIED else _MORE_LINES)


def _attempt(
    task: _Task, max_kind: int, max_ratio: float, strict: bool
) -> tuple[list[int], float] | None:
    breakpoints, count, measure = task.breakpoints, task.count, task.measure
    min_last_letters = task.min_last_letters
    justified, centred = task.alignment == JUSTIFIED, task.alignment == CENTRED
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
                continue  # whatever follows is too wide from there as well
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
            if index == last and strict and _is_runt(breakpoints, node.index, min_last_letters):
                continue
            if index == last and not centred:
                if node.hyphens:
                    demerits += _LAST_HYPHEN
                if node.index >= 0 and width < _SHORT_SHARE * available:
                    demerits += _SHORT
            demerits += node.demerits
            key = (hyphens, node.line + 1 if by_line else 0)
            known = best.get(key)
            if known is None or demerits < known.demerits:
                best[key] = _Node(index, node.line + 1, hyphens, ratio, demerits, node)
        active = kept
        active.extend(best.values())
        if not active:
            return None
    ends = [node for node in active if node.index == last]
    return _trace(min(ends, key=lambda node: node.demerits)) if ends else None


def even_fit(
    breakpoints: Sequence[Breakpoint], count: int, *, min_last_letters: int = 0
) -> list[int] | None:
    """Choose `count` line ends so that the widest line, and of what follows each line the widest
    one, is as narrow as can be.

    Returns their indices, or None if there are too few words. Words are not divided; the rule of
    the last line is given up before the text is.
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
    """From the last line up: how wide what begins behind each end is, and where its first line
    ends."""
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
    """Return True if a last line that begins behind a break (-1: none) has too few letters or is a
    part of a word."""
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
