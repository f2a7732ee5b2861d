"""The pages of a book behind its cover, and chapters laid out in one size of type."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.page_style import MIN_FILL, TypeArea, blank_pages
from printkit.layout.flow import filled_height
from printkit.layout.records import PlacedStrip, Strip

# A page that is filled less than this share is bare.
_BARE = 0.35
# The weight of a half-empty page within the book, where a half-empty last page is 1.
_INNER = 4
PageStrips = Sequence[PlacedStrip]


class BookPages(msgspec.Struct):
    """The pages of a book after its cover.

    `front` and `last` are single pages, each with its type area; `body` is the pages of the other
    chapters; `notes` is a page for handwriting that replaces blank pages."""

    area: TypeArea
    front: Sequence[tuple[PageStrips, TypeArea]] = ()
    body: Sequence[PageStrips] = ()
    last: Sequence[tuple[PageStrips, TypeArea]] = ()
    notes: PageStrips = ()

    def numbered(self) -> list[tuple[int, PageStrips, TypeArea]]:
        """Return all pages with their numbers and areas; pages for notes precede the summary."""
        pages = [*self.front, *((page, self.area) for page in self.body)]
        blank = blank_pages(1 + len(pages) + len(self.last))
        pages += [(self.notes, self.area)] * blank
        pages += self.last
        return [(number, page, area) for number, (page, area) in enumerate(pages, 2)]

    @property
    def empty(self) -> int:
        """The number of empty pages before the last."""
        return sum(not page for _, page, _ in self.numbered()[:-1])

    @property
    def others(self) -> int:
        """The number of pages outside the body, with the cover."""
        return 1 + len(self.front) + len(self.last)


class ChapterRun(msgspec.Struct):
    """Chapters laid out in an area, with their pages.

    `size` is that of the type relative to the book's; `run_on` puts several on a page.
    """

    typesetter: BlockTypesetter
    bodies: dict[str, list[Strip]]
    size: float = 1.0
    run_on: bool = True
    pages: Sequence[PageStrips] = ()

    @property
    def area(self) -> TypeArea:
        return self.typesetter.area

    @property
    def fills(self) -> list[float]:
        """The filled share of each page."""
        return [filled_height(page) / self.area.height_of_text for page in self.pages]

    @property
    def extent(self) -> float:
        """The number of pages, the last one counted by its filled share."""
        return len(self.pages) - 1 + self.fills[-1]

    def total(self, others: int) -> int:
        """Return the number of pages of the folded book, with `others` outside the body."""
        count = others + len(self.pages)
        return count + blank_pages(count)

    def faults(self, others: int) -> int:
        """Return the number of blank and half-empty pages; half-empty ones before the last weigh
        more, as notes can fill the last one.
        """
        *inner, last = self.fills
        low = _INNER * sum(fill < MIN_FILL for fill in inner) + (last < MIN_FILL)
        return low + blank_pages(others + len(self.pages))


def count_bare(pages: Sequence[tuple[PageStrips, TypeArea]]) -> int:
    """Return the number of pages that are hardly filled."""
    return sum(filled_height(page) < _BARE * area.height_of_text for page, area in pages)
