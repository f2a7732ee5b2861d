"""The pages of a book behind its cover, and the chapters of a part laid out with one leading."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from printkit.booklet.page_style import MIN_FILL, MIN_LAST, TypeArea, blank_pages
from printkit.layout.flow import filled_height
from printkit.layout.records import PlacedStrip, Strip

# A page that is filled less than this share is bare.
_BARE = 0.35
PageStrips = Sequence[PlacedStrip]
AreaPage = tuple[PageStrips, TypeArea]


def low_pages(pages: Sequence[PageStrips], area: TypeArea) -> float:
    """Return the number of pages that end too high; the last may end higher, and counts half."""
    fills = [filled_height(page) / area.height_of_text for page in pages]
    last = float(fills[-1] < MIN_LAST) if fills else 0.0
    return sum(fill < MIN_FILL for fill in fills[:-1]) + 0.5 * last


class PartPages(msgspec.Struct):
    """The chapters of a part: those that open it, each on a page of its own, then the others, whose
    `flows` run on over pages of one area with a leading, relative to the usual one. It leaves
    `empty` pages behind it; `cost` is that of its faults and of its leading."""

    opening: Sequence[AreaPage]
    area: TypeArea
    leading: float
    flows: Sequence[Sequence[Strip]]
    body: Sequence[PageStrips] = ()
    empty: int = 0
    cost: float = 0.0

    @property
    def is_good(self) -> bool:
        """True if no page is low or empty."""
        return not self.empty and not self.low_pages

    @property
    def low_pages(self) -> float:
        """The number of its pages that end too high."""
        return low_pages(self.body, self.area)

    @property
    def pages(self) -> list[AreaPage]:
        """All pages, each with its area."""
        return [*self.opening, *((page, self.area) for page in self.body)]


class BookPages(msgspec.Struct):
    """The pages of a book after its cover.

    `inside` is the page on the inside of the cover, if it has words; `last` the summary. `area` is
    that of text in the usual leading.
    """

    area: TypeArea
    inside: Sequence[AreaPage] = ()
    parts: Sequence[PartPages] = ()
    last: Sequence[AreaPage] = ()

    @property
    def bound(self) -> list[AreaPage]:
        """The pages before the summary. A part with an opening begins on a left page, if need be
        after a page without words."""
        pages = [*self.inside]
        for part in self.parts:
            if part.opening and len(pages) % 2:
                pages.append(((), self.area))
            pages += part.pages
        return pages

    @property
    def blank(self) -> int:
        """The number of pages without words before the summary."""
        return blank_pages(1 + len(self.bound) + len(self.last))

    def numbered(self) -> list[tuple[int, PageStrips, TypeArea]]:
        """Return all pages with their numbers and areas."""
        pages = [*self.bound, *[((), self.area)] * self.blank, *self.last]
        return [(number, page, area) for number, (page, area) in enumerate(pages, 2)]

    @property
    def empty(self) -> int:
        """The number of empty pages before the last."""
        return sum(not page for _, page, _ in self.numbered()[:-1])

    @property
    def bare(self) -> int:
        """The number of pages of single chapters that are hardly filled."""
        alone = (*(page for part in self.parts for page in part.opening), *self.last)
        return sum(filled_height(page) < _BARE * area.height_of_text for page, area in alone)
