"""Pages for sheets of four: where chapters begin when pages are to spare.

In: the atoms of a flow, how many lines a page has, how many pages are to spare. Out: its pages,
chapters begun on new ones where that takes no more than the pages that would be blank.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.booklet.setting.atoms import FORCED, Atom
from printkit.booklet.setting.pagination import Set, length, paginate

# A book is folded from sheets of four pages; before the summary so many may be blank.
FOLD, MOST_BLANK = 4, 2
# A chapter begins on a new page where the one before it is taken to this share; where too many
# pages would be blank, to the second.
_FULL, _HALF = 0.6, 0.25
# A page of fewer lines is bare, and costs as much as a box cut in two.
_BARE_LINES, _BARE = 10, 6000.0


def spare(pages: int) -> int:
    """How many blank pages so many need to be folded."""
    return -pages % FOLD


def loosened(
    flow: Sequence[Atom], lines: int, pages: list[list[Set]], most: int, cost: float
) -> list[Atom]:
    """The chapters' titles before which a new page is forced: those low on a page first, as long
    as the book has no more than `most` pages more."""
    limit = len(pages) + most
    forced: list[Atom] = []
    for share in (_FULL, _HALF) if most > MOST_BLANK else (_FULL,):
        refused: set[int] = set()
        allowed = 1.0 if share == _FULL else _BARE
        while True:
            low = [
                one
                for page in pages
                for one in page[1:]
                if one.atom.opens is not None
                and one.line > share * lines
                and id(one.atom) not in refused
            ]
            if not low:
                break
            title = max(low, key=lambda one: one.line).atom
            before, title.split = title.split, FORCED
            tried = paginate(flow, lines, cost)
            if len(tried) <= limit and badness(tried) <= badness(pages) + allowed:
                pages = tried
                forced.append(title)
                if share == _HALF and limit - len(pages) <= MOST_BLANK:
                    break
            else:
                title.split = before
                refused.add(id(title))
        if limit - len(pages) <= MOST_BLANK:
            break
    return forced


def badness(pages: Sequence[Sequence[Set]]) -> float:
    """What the breaks between pages cost, and pages with a few lines."""
    cost = 0.0
    for page in pages:
        cost += max(0.0, page[0].atom.split)
        cost += _BARE if length(page) < _BARE_LINES else 0.0
    return cost
