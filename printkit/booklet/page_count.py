"""Pages for sheets of four: where chapters begin on new pages if there are pages to spare."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.booklet.page_marks import ChapterMark, marks_of
from printkit.layout.flow import FlowCosts, filled_height, paginate
from printkit.layout.records import FORCED, PlacedStrip, Strip

# A book is folded from sheets of four pages; up to so many may be blank before the summary.
FOLD, MAX_BLANK = 4, 2
# A chapter begins on a new page where the one before it is filled to the first share; where too
# many pages would be blank, to the second.
_FULL, _HALF = 0.6, 0.25
# A page of fewer lines is bare, and costs as much as a box cut in two.
_BARE_LINES, _BARE = 10, 6000.0

Pages = Sequence[Sequence[PlacedStrip]]


def page_costs(leading: float, page_cost: float = 0.0) -> FlowCosts:
    """Return what pages cost: lines left empty, spaces made wider or narrower, a last page that
    holds little; `page_cost` for each page where there should be few."""
    return FlowCosts(
        unit=leading,
        empty=40.0,
        stretched=30.0,
        shrunk=160.0,
        sparse=900.0,
        min_units=_BARE_LINES,
        column=page_cost,
        section_end=0.3,
        max_unfilled=2 * leading,
    )


def blank_pages(count: int) -> int:
    """Return how many blank pages complete `count` pages to be folded."""
    return -count % FOLD


def force_page_breaks(
    flow: Sequence[Strip], height: float, costs: FlowCosts, pages: Pages, spare: int
) -> set[str]:
    """Return the anchors of the chapters to begin on a new page: those low on a page first, as
    long as the book has no more than `spare` pages more."""
    flow = list(flow)
    limit = len(pages) + spare
    forced: set[str] = set()
    first = True
    for share in (_FULL, _HALF) if spare > MAX_BLANK else (_FULL,):
        refused: set[str] = set()
        allowed = 1.0 if share == _FULL else _BARE
        while low := _low_chapters(pages, share * height, refused):
            anchor = max(low, key=lambda chapter: chapter[1])[0]
            index = next(i for i, strip in enumerate(flow) if _anchor(strip) == anchor)
            tried = [*flow]
            tried[index] = replace(flow[index], break_penalty=FORCED)
            looser = paginate(tried, height, costs)
            if first and len(looser) <= limit:
                forced.add(anchor)  # in any case: a page of its own instead of a blank one
            first = False
            worse = badness(looser, costs.unit) - badness(pages, costs.unit)
            if len(looser) <= limit and worse <= allowed:
                flow, pages = tried, looser
                forced.add(anchor)
                if share == _HALF and limit - len(pages) <= MAX_BLANK:
                    break
            else:
                refused.add(anchor)
        if limit - len(pages) <= MAX_BLANK:
            break
    return forced


def _low_chapters(pages: Pages, depth: float, refused: set[str]) -> list[tuple[str, float]]:
    """Return the chapters that begin lower on a page than `depth`, each with its page and top."""
    return [
        (anchor, round(top, 6))
        for page in pages
        for strip, top in page[1:]
        if top > depth and (anchor := _anchor(strip)) and anchor not in refused
    ]


def _anchor(strip: Strip) -> str:
    """Return the anchor of the chapter that begins with a strip, or an empty text."""
    return next((mark.chapter.anchor for mark in marks_of(strip, ChapterMark)), "")


def badness(pages: Pages, leading: float) -> float:
    """Return what the breaks between pages cost, and pages with a few lines."""
    cost = 0.0
    for page in pages:
        cost += max(0.0, page[0][0].break_penalty)
        cost += _BARE if filled_height(page) < _BARE_LINES * leading - 1e-6 else 0.0
    return cost
