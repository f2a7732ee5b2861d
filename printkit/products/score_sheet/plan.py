"""Sizes of a score sheet: how many columns, how many rows a page, how high.

Rows are divided evenly over as few pages as hold them all.
"""

from __future__ import annotations

import msgspec

from printkit.base.errors import PrintkitError

# A row that a pen can write in, and one that is wide enough for any (mm); columns at most.
MIN_ROW, MAX_ROW = 6.2, 12.0
COLUMNS = 8


class PageRows(msgspec.Struct, frozen=True):
    """The rounds of each page (first and last, from 1 on), and the height of a row."""

    pages: tuple[tuple[int, int], ...]
    height: float


def column_count(players: int, available: float, min_width: float) -> int:
    """Return how many players have a column of `min_width` or more.

    Raises PrintkitError for fewer than two of several.
    """
    fitting = min(players, COLUMNS, int((available + 1e-9) / min_width))
    if fitting < min(players, 2):
        raise _too_small_error()
    return fitting


def divide_rows(count: int, space: float, more: int = 0) -> PageRows:
    """Divide `count` rounds into pages with `space` mm for rows, `more` of which are no rounds.

    Raises PrintkitError if a page holds no round.
    """
    holds = int((space + 1e-9) / MIN_ROW) - more
    if holds < 1:
        raise _too_small_error()
    pages = -(-count // holds)
    each, rest = divmod(count, pages)
    shared: list[tuple[int, int]] = []
    first = 1
    for i in range(pages):
        last = first + each - 1 + (i < rest)
        shared.append((first, last))
        first = last + 1
    maximum = each + bool(rest) + more
    return PageRows(tuple(shared), min(MAX_ROW, space / maximum))


def _too_small_error() -> PrintkitError:
    return PrintkitError("The page is too small for a score sheet.", hint="Take a larger --paper.")
