"""Sizes of a score sheet: how many columns, how many rows a page, how high.

In: numbers of a Score and of a page (mm). Out: what a page holds. Rows are shared out evenly over
as few pages as hold them all.
"""

from __future__ import annotations

from dataclasses import dataclass

from printkit.base.errors import PrintkitError

# A row that a pen can write in, and one that is wide enough for any (mm); columns at most.
MIN_ROW, MAX_ROW = 6.2, 12.0
COLUMNS = 8


@dataclass(frozen=True, slots=True)
class Rows:
    """The rounds of each page (first and last, from 1 on), and the height of a row (mm)."""

    pages: tuple[tuple[int, int], ...]
    height: float


def columns(players: int, room: float, least: float) -> int:
    """How many players have a column of `least` mm or more. Raises PrintkitError for fewer than
    two of several."""
    fitting = min(players, COLUMNS, int((room + 1e-9) / least))
    if fitting < min(players, 2):
        raise _too_small()
    return fitting


def rows(count: int, space: float, more: int = 0) -> Rows:
    """`count` rounds in pages with `space` mm for rows, `more` of which are no rounds.

    Raises PrintkitError where a page holds no round.
    """
    holds = int((space + 1e-9) / MIN_ROW) - more
    if holds < 1:
        raise _too_small()
    pages = -(-count // holds)
    each, rest = divmod(count, pages)
    shared: list[tuple[int, int]] = []
    first = 1
    for i in range(pages):
        last = first + each - 1 + (i < rest)
        shared.append((first, last))
        first = last + 1
    most = each + bool(rest) + more
    return Rows(tuple(shared), min(MAX_ROW, space / most))


def _too_small() -> PrintkitError:
    return PrintkitError("The page is too small for a score sheet.", hint="Take a larger --paper.")
