"""Pages of a flow of atoms, all at once.

In: atoms in order, how many lines a page has. Out: for each page its atoms with the line each
begins on. The breaks taken are those that cost least over the whole flow: nothing forbidden, pages
as full as can be, few boxes cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from printkit.booklet.setting.atoms import FORCED, NEVER, Atom

# What a line left empty costs, squared; a space that is widened, one that is taken from; a page
# that holds little.
_EMPTY, _WIDENED, _TAKEN, _BARE, _BARE_LINES = 40.0, 30.0, 160.0, 900.0, 10
# Before a chapter an empty foot costs only this share; so many lines more than the spaces can take
# up are left, and the spaces as they are.
_END, _LOST = 0.3, 2


@dataclass(frozen=True, slots=True)
class Set:
    """An atom on a page, its top so many lines below the top of the text."""

    atom: Atom
    line: int


def paginate(atoms: Sequence[Atom], lines: int, page: float = 0.0) -> list[list[Set]]:
    """The pages; each costs so much where there should be few."""
    pages: list[list[Set]] = []
    start = 0
    for at in range(1, len(atoms) + 1):
        if at == len(atoms) or atoms[at].split == FORCED:
            pages += _segment(atoms[start:at], lines, page)
            start = at
    return pages


def _segment(atoms: Sequence[Atom], lines: int, page: float) -> list[list[Set]]:
    """Pages of atoms without a forced break among them."""
    count = len(atoms)
    best = [float("inf")] * (count + 1)
    before = [0] * (count + 1)
    best[0] = 0.0
    for start in range(count):
        base = best[start] + page
        if base == float("inf"):
            continue
        used = give = take = 0
        first = atoms[start]
        if first.repeat is not None:
            used = first.repeat.lines
        for end in range(start + 1, count + 1):
            atom = atoms[end - 1]
            used += atom.lines
            if end - 1 > start:
                used += atom.before
                give += atom.give
                take += atom.take
            if used - take > lines and end > start + 1:
                break
            cost = base
            if used > lines:
                cost += _TAKEN * min(take, used - lines)
            if end < count:
                cost += atoms[end].split
                left = max(0, lines - used)
                widened = left if left <= give else give if left <= give + _LOST else 0
                empty = _EMPTY * (left - widened) ** 2
                cost += _WIDENED * widened
                cost += empty * _END if atoms[end].opens is not None else empty
            elif used < _BARE_LINES:
                cost += _BARE * (_BARE_LINES - used)
            if used - take > lines:
                cost += NEVER  # an atom higher than a page stands alone on one
            if cost < best[end]:
                best[end], before[end] = cost, start
    breaks = [count]
    while breaks[-1] > 0:
        breaks.append(before[breaks[-1]])
    breaks.reverse()
    return [_placed(atoms[a:b], lines, last=b == count) for a, b in pairwise(breaks)]


def _placed(atoms: Sequence[Atom], lines: int, *, last: bool) -> list[Set]:
    """The atoms of a page, its spaces widened from the top where lines are left."""
    used = sum(atom.lines for atom in atoms) + sum(atom.before for atom in atoms[1:])
    first = atoms[0]
    if first.repeat is not None:
        used += first.repeat.lines
    left = 0 if last else max(0, lines - used)
    if left > sum(atom.give for atom in atoms[1:]) + _LOST:
        left = 0  # it would be short all the same: no need to pull it apart
    over = max(0, used - lines)
    line = 0
    found: list[Set] = []
    if first.repeat is not None:
        found.append(Set(first.repeat, 0))
        line = first.repeat.lines
    for at, atom in enumerate(atoms):
        if at:
            more = min(left, atom.give)
            left -= more
            less = min(over, atom.take)
            over -= less
            line += atom.before + more - less
        found.append(Set(atom, line))
        line += atom.lines
    return found


def length(page: Sequence[Set]) -> int:
    """How many lines of a page are taken."""
    return max((one.line + one.atom.lines for one in page), default=0)
