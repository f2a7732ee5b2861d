"""Lay out the opening pages of a part: the game, the set-up and a turn at a glance.

Each chapter has its own pages, with pictures as large as possible, and one more if a page turn
would divide an opening. On a narrow page, where few chapters fill their pages, they may share
pages, and the next chapters of the part may follow on the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, combinations, count, pairwise
from math import fsum

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit.base.content import Chosen
from printkit.base.errors import PrintkitError
from printkit.booklet.arrangement import AreaPage, Groups, torn_pages
from printkit.booklet.page_style import MIN_FILL, ChapterMark, TypeArea, marks_on
from printkit.booklet.panels import NARROW
from printkit.layout.fitting import (
    FlowCosts,
    distribute,
    fill_column,
    filled_height,
    find_largest,
    kept_choice,
    takes_any,
)
from printkit.layout.records import FORBIDDEN, Overflow, Strip, height_of

# The scales of pictures that are tried.
_PICTURE_SIZES = (0.5, 0.56, 0.62, 0.68, 0.74, 0.8, 0.86, 0.92, 1.0, 1.1, 1.2, 1.3, 1.45, 1.6, 1.8)
# The penalties up to which breaks are allowed, in the order in which they are tried (the first for
# a chapter of one page); the least share of a page that is filled if the first one is used.
_BREAKS, _MIN_PART = (500.0, 0.1 * FORBIDDEN, 0.5 * FORBIDDEN, FORBIDDEN), 0.42
# The costs of an opening that is divided or begins below another, of an empty page, of a page that
# ends too high and of the share it lacks, and of one more page.
_TORN, _EMPTY, _LOW, _LACK, _LONGER = 10.0, 3.0, 0.3, 5.0, 0.5
# The most chapters of the opening that share pages.
_MAX_JOINED = 3
_COSTS = FlowCosts(0.0, 1.0, relative=True, evenly=True)


class Opener(msgspec.Struct):
    """Lays out the chapters with these `titles` and `anchors`, starting on a left page.

    The first `front` chapters are the opening; others may follow on its last page. `set_chapter`
    returns the strips of a chapter with its pictures at a given scale, on a new page or below
    another chapter. A page without words has the area `usual`. The scales
    of pictures are kept under `name`.
    """

    name: str
    titles: Sequence[str]
    anchors: Sequence[str]
    front: int
    area: TypeArea
    usual: TypeArea
    set_chapter: Callable[[int, float, bool], Sequence[Strip]]
    flows: dict[tuple[int, float, bool], Sequence[Strip]] = field(default_factory=dict)
    known: dict[tuple[int, int, int], list[AreaPage]] = field(default_factory=dict)

    def pages(self, groups: Groups) -> list[AreaPage]:
        """Return the pages of groups of chapters."""
        return [*chain.from_iterable(self._group(*group) for group in groups)]

    def cost(self, groups: Groups) -> float:
        """Return the cost of divided openings, of pages on which several chapters of the opening
        begin, of pages that end too high, and of pages without words.
        """
        pages, front = self.pages(groups), {*self.anchors[: self.front]}
        fills = [filled_height(page) / area.height_of_text for page, area in pages if page]
        low = fsum(_LOW + _LACK * (MIN_FILL - fill) for fill in fills if fill < MIN_FILL - 1e-6)
        begun = [[m.chapter.anchor for m, _ in marks_on(page, ChapterMark)] for page, _ in pages]
        crowded = sum(len(front.intersection(anchors)) > 1 for anchors in begun)
        torn, empty = self._torn(groups), sum(not page for page, _ in pages)
        return _TORN * (torn + crowded) + low + _EMPTY * empty

    def choose(self, odd: int | None = None) -> Groups:
        """Return the groups with the lowest cost: each chapter alone if that has no faults. With
        `odd`, an odd (1) or even (0) number of pages is preferred.
        """

        def whole_cost(groups: Groups) -> float:
            wrong = odd is not None and len(self.pages(groups)) % 2 != odd
            return self.cost(groups) + _TORN * wrong

        total, own = self.front, len(self.anchors) - self.front
        best = self._mend(range(total), total)
        least, usual = whole_cost(best), len(self.pages(best))
        is_narrow = self.area.measure < NARROW
        if not total or not least or takes_any() or not (is_narrow or odd is not None):
            return best
        for joined in range(1, total + own):
            for more in range(max(0, joined + 1 - total), min(joined, own) + 1):
                for starts in combinations(range(1, total), total - 1 - joined + more):
                    if max(b - a for a, b in pairwise((0, *starts, total))) > _MAX_JOINED:
                        continue
                    groups = self._mend((0, *starts), total + more)
                    longer = max(0, len(self.pages(groups)) - usual)
                    cost = whole_cost(groups) + _LONGER * longer
                    if cost < least:
                        best, least = groups, cost
                    if not cost:
                        return best
        return best

    def _mend(self, starts: Sequence[int], end: int) -> Groups:
        """Return groups of chapters that begin at `starts`.

        As long as a page turn divides an opening, make the cheapest change: give a group one more
        page, or put a page without words before it.
        """
        groups: Groups = tuple((a, b, 1) for a, b in pairwise([*starts, end]))
        for _ in groups:
            if not self._torn(groups):
                break
            longer = [
                (*groups[:i], (a, b, len(self._group(a, b, least)) + 1), *groups[i + 1 :])
                for i, (a, b, least) in enumerate(groups)
            ]
            later = [
                (*groups[:i], (groups[i][0], groups[i][0], 1), *groups[i:])
                for i in range(1, len(groups))
            ]
            groups = min([groups, *longer, *later], key=self.cost)
        return groups

    def _torn(self, groups: Groups) -> int:
        """Return the number of openings that a page turn divides."""
        return torn_pages((page for page, _ in self.pages(groups)), 2)

    def _group(self, start: int, end: int, least: int) -> list[AreaPage]:
        """Return the pages of a range of chapters, `least` of them or more.

        An empty range is a page without words.
        """
        key = start, end, least
        if key not in self.known:
            self.known[key] = self._open(start, end, least) if start < end else [((), self.usual)]
        return self.known[key]

    def _strips(self, start: int, end: int, size: float) -> list[Strip]:
        strips: list[Strip] = []
        for number in range(start, end):
            key = number, size, number > start
            if key not in self.flows:
                self.flows[key] = self.set_chapter(*key)
            strips += self.flows[key]
        return strips

    def _open(self, start: int, end: int, least: int) -> list[AreaPage]:
        """Distribute chapters over at least `least` pages, with the largest possible pictures;
        their blocks share the free space. Chapters that are too long for `least` pages get as few
        more as possible, filled equally.
        """
        area, title, smallest = self.area, self.titles[start], _PICTURE_SIZES[0]
        results: list[tuple[Chosen, list[list[Strip]]]] = []

        def attempt(number: int, most: float, size: float) -> list[list[Strip]] | Overflow:
            try:
                strips = self._strips(start, end, size)
            except PrintkitError:  # a picture is too wide
                if size == smallest:
                    raise
                return Overflow(1.0, title, size)
            height = max(area.height_of_text, *(strip.height for strip in strips))
            columns = distribute(strips, height, _COSTS, number)
            if columns is None or any(own[0].break_penalty > most for own in columns[1:]):
                return Overflow(1.0, title, size)
            is_low = most == _BREAKS[0] and min(map(height_of, columns)) < _MIN_PART * height
            if number > 1 and is_low:
                return Overflow(1.0, title, size)
            results.append(((number, most, size), columns))
            return columns

        def search() -> list[list[Strip]]:
            # No page is empty.
            fewest = least if least == 1 else min(least, len(self._strips(start, end, smallest)))
            tries = (
                (number, most)
                for number in count(fewest)
                for most in (_BREAKS if number > 1 else _BREAKS[-1:])
            )
            columns: list[list[Strip]] | Overflow = Overflow(1.0)
            while isinstance(columns, Overflow):
                columns = find_largest(partial(attempt, *next(tries)), _PICTURE_SIZES)
            return columns

        def describe(columns: list[list[Strip]]) -> Chosen:
            return next(chosen for chosen, own in results if own is columns)

        name = f"{self.name} {start}-{end}-{least}"
        columns = kept_choice(name, attempt, search, describe)
        pages = [
            [replace(s, stretch=area.leading if s.space_before else 0.0) for s in column]
            for column in columns
        ]
        return [(fill_column(page, area.height_of_text, _COSTS), area) for page in pages]
