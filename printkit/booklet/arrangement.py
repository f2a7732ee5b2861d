"""Arrange the chapters of a part on pages.

A plan has the leading, the order of the chapters and their scales. The costs of all plans are
estimated from the same strips, divided differently; only the best plans are laid out. Openings
divided by a page turn, pages that end too high and pages without words add to the cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import ceil, log

import msgspec
from msgspec import field
from msgspec.structs import astuple, replace

from printkit.booklet.page_style import (
    FINE_TYPE,
    FOLD,
    MIN_FILL,
    MIN_LAST,
    SMALL_TYPE,
    TypeArea,
    blank_pages,
    leadings,
    page_costs,
    scaled,
    with_leading,
)
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.fitting import filled_height, kept_choice, takes_any
from printkit.layout.openings import Atom, is_right, is_torn, join_atoms, paginate_openings
from printkit.layout.records import PlacedStrip, Strip, height_of
from printkit.text.book import Chapter, Panel, TermIndex, list_anchors, list_links, walk_blocks

# A strip with fewer letters in a line is a drawing. The height of a strip is rounded up by this
# share of a line on average.
_LETTERS, _ROUNDED = 15, 0.35

PageStrips = Sequence[PlacedStrip]
AreaPage = tuple[PageStrips, TypeArea]
# Chapters that share opening pages: the first one, the end, and the least number of their pages.
Groups = tuple[tuple[int, int, int], ...]

# A page that is filled less than this share is bare.
_BARE = 0.35
# The costs of a divided opening, an empty page, a page that ends too high, and each page; the cost
# of a leading is its distance from the usual one. The costs of two chapters that change places, and
# of a step of scale.
_TORN, _EMPTY, _LOW, _PAGE, _SWAP, _STEP = 20.0, 2.0, 3.0, 0.05, 0.02, 0.03
# The scales of an opening: of its pictures and, if it is longer than two pages, of its type.
_SCALES = (
    *((1.0 - 0.05 * step, 1.0) for step in range(5)),
    *((0.8, 1.0 - 0.05 * step) for step in range(1, 4)),
)
_TYPE_STEPS = 5
# An opening of more pages than this hardly fits two.
_TALL = 1.85
# The most changes of order and scale; the most plans that are laid out.
_ROUNDS, _MAX_LAID_OUT = 2, 6
# The smaller sizes of fine chapters, if they save a sheet; the smallest ones only if the book then
# has few sheets.
_FINE_SIZES, _SMALLEST, _FEW_SHEETS = (0.95, 0.9), (0.85, SMALL_TYPE), 3
# The cost of a sheet, and of type that is smaller by its whole size.
_SHEET, _SMALLER = 3.0, 6.0


def low_pages(pages: Sequence[PageStrips], area: TypeArea) -> float:
    """Return the number of pages that end too high.

    The last page may end higher than the others, and counts as half a page.
    """
    fills = [filled_height(page) / area.height_of_text for page in pages]
    last = float(fills[-1] < MIN_LAST) if fills else 0.0
    return sum(fill < MIN_FILL for fill in fills[:-1]) + 0.5 * last


def torn_pages(pages: Iterable[PageStrips], first: int) -> int:
    """Return the number of openings that a page turn divides; `first` is the number of the first
    page.
    """
    turned = (page for number, page in enumerate(pages, first) if page and not is_right(number))
    return sum(is_torn(_first_strip(page)) for page in turned)


def _first_strip(page: PageStrips) -> Strip:
    """Return the first strip of a page after a repeated header."""
    first = page[0][0]
    return page[1][0] if len(page) > 1 and page[1][0].repeated_header is first else first


class PartPlan(msgspec.Struct, frozen=True):
    """The layout of the chapters of a part: the leading relative to the usual leading, the order of
    the chapters, the scale step of each, and the type size of fine chapters.
    """

    leading: float
    order: tuple[int, ...]
    steps: tuple[int, ...]
    fine: float = FINE_TYPE

    @classmethod
    def usual(cls, count: int) -> PartPlan:
        """Return the plan with the chapters in the order and size in which they are written."""
        return cls(1.0, tuple(range(count)), (0,) * count)

    @property
    def cost(self) -> float:
        """The cost of its differences from the usual plan."""
        moved = sum(one > other for one, other in pairwise(self.order))
        scaled = _STEP * sum(self.steps) + _SMALLER * (FINE_TYPE - self.fine)
        return abs(log(self.leading)) + _SWAP * moved + scaled


class PartPages(msgspec.Struct):
    """The pages of the chapters of a part: first the chapters of the opening in `groups`, then the
    others. The first `opened` of these others are on the pages of the opening.

    `flows` has the strips of each chapter after that; they continue over pages of one area, from
    the page `first` on. `empty` is the number of blank pages after the part. If the part ends the
    book, `sheets` is the number of sheets of the book. `cost` includes the costs of the plan and of
    all flaws.
    """

    opening: Sequence[AreaPage]
    area: TypeArea
    plan: PartPlan
    flows: Sequence[Sequence[Strip]]
    first: int
    body: Sequence[PageStrips] = ()
    groups: Groups = ()
    opened: int = 0
    empty: int = 0
    sheets: int = 0
    cost: float = 0.0

    @property
    def is_good(self) -> bool:
        """True if no opening is divided, no page is low or empty, fine chapters keep their usual
        size, and the book has few sheets.
        """
        flaws = self.empty or self.low_pages or self.torn
        return not flaws and self.sheets <= _FEW_SHEETS and self.plan.fine == FINE_TYPE

    @property
    def low_pages(self) -> float:
        """The number of its pages that end too high."""
        return low_pages(self.body, self.area)

    @property
    def torn(self) -> int:
        """The number of openings that a page turn divides."""
        return torn_pages(self.body, self.first)

    @property
    def pages(self) -> list[AreaPage]:
        """All pages, each with its area."""
        return [*self.opening, *((page, self.area) for page in self.body)]


class BookPages(msgspec.Struct):
    """The pages of a book after its cover.

    `inside` is the page on the inside of the cover, if it has words; `last` is the summary. `area`
    is the type area in the usual leading.
    """

    area: TypeArea
    inside: Sequence[AreaPage] = ()
    parts: Sequence[PartPages] = ()
    last: Sequence[AreaPage] = ()

    @property
    def bound(self) -> list[AreaPage]:
        """The pages before the summary. A part with an opening begins on a left page, if necessary
        after a page without words.
        """
        pages = [*self.inside]
        for part in self.parts:
            if part.opening and len(pages) % 2:
                pages.append(((), self.area))
            pages += part.pages
        return pages

    @property
    def blank(self) -> int:
        """The number of pages without words that are added before the summary, to fill the last
        sheet.
        """
        return blank_pages(1 + len(self.bound) + len(self.last))

    def first_page(self, opening: Sequence[AreaPage]) -> int:
        """Return the number of the first page after the opening of another part."""
        count = len(self.bound)
        return 2 + count + (count % 2 if opening else 0) + len(opening)

    def numbered(self) -> list[tuple[int, PageStrips, TypeArea]]:
        """Return all pages with their numbers and areas."""
        pages = [*self.bound, *[((), self.area)] * self.blank, *self.last]
        return [(number, page, area) for number, (page, area) in enumerate(pages, 2)]

    @property
    def empty(self) -> int:
        """The number of pages without words, not counting the last page."""
        return sum(not page for _, page, _ in self.numbered()[:-1])

    @property
    def bare(self) -> int:
        """The number of nearly empty pages among the opening pages and the pages of the summary."""
        alone = (*(page for part in self.parts for page in part.opening), *self.last)
        return sum(filled_height(page) < _BARE * area.height_of_text for page, area in alone)


def says_pages(chapter: Chapter) -> bool:
    """Return True if a chapter prints page numbers in its text."""
    indexes = (isinstance(block, TermIndex) for block in walk_blocks(chapter.blocks))
    return any(list_links(chapter.blocks)) or any(indexes)


def scale_area(area: TypeArea, step: int) -> TypeArea:
    """Return an area in which pictures, and in some steps type, are scaled by a step."""
    picture, ratio = _SCALES[step]
    ratio = max(ratio, MIN_TABLE_TEXT_SIZE / area.size) if ratio < 1 else 1.0
    own = scaled(area, ratio)
    return replace(own, picture=picture, lines=area.height_of_text / own.leading)


class PartSearch(msgspec.Struct):
    """Searches for the best plan for a part, and keeps the choice under `name`.

    The chapters in `groups` are on the `opening` pages; they include the first `opened` of the
    part's chapters that are not in front. `chapters` are the remaining ones, laid out from the page
    number `first` on. `set_chapter` returns the strips of a chapter in an area; `price` records the
    cost of pages that have been laid out. Strips of a `former` layout are reused at the same
    leading and scale, except for chapters that print page numbers in their text.
    """

    name: str
    chapters: Sequence[Chapter]
    area: TypeArea
    opening: Sequence[AreaPage]
    groups: Groups
    opened: int
    first: int
    set_chapter: Callable[[int, TypeArea], Sequence[Strip]]
    price: Callable[[PartPages], None]
    former: PartPages | None = None
    start: float = 1.0
    flows: dict[tuple[int, float, int, float], Sequence[Strip]] = field(default_factory=dict)
    atoms: dict[tuple[int, float, float, int, float], Sequence[Atom]] = field(default_factory=dict)

    def choose(self) -> PartPages:
        """Return the pages of the kept plan, if there is one.

        Otherwise return the pages of the usual plan, or of the former one, if they are good, or
        else of the cheapest plan.
        """

        def lay_out(
            leading: float, order: Sequence[int], steps: Sequence[int], fine: float
        ) -> PartPages:
            return self._lay_out(PartPlan(leading, tuple(order), tuple(steps), fine))

        return kept_choice(self.name, lay_out, self._search, lambda part: astuple(part.plan))

    def _search(self) -> PartPages:
        former = self.former
        start = PartPlan.usual(len(self.chapters)) if former is None else former.plan
        self.start = start.leading
        first = self._lay_out(start)
        if first.is_good or takes_any() or (former is not None and first.cost <= former.cost):
            return first
        priced, costs = {start: first}, {start: first.cost}

        def estimate(plans: Iterable[PartPlan]) -> None:
            for plan in plans:
                if plan not in costs:
                    costs[plan] = self._divide(plan, start.leading).cost

        ratios = leadings(self.area)
        estimate(replace(start, leading=ratio) for ratio in ratios)
        best = min(costs, key=costs.__getitem__)
        for _ in range(_ROUNDS):
            if costs[best] < _EMPTY + _SHEET * first.sheets:
                break
            estimate(self._changes(best, is_torn=costs[best] >= _TORN))
            former_best, best = best, min(costs, key=costs.__getitem__)
            if best == former_best:
                break
            estimate(replace(best, leading=ratio) for ratio in ratios)
            best = min(costs, key=costs.__getitem__)
        if first.sheets > 1:
            best = self._save_sheet(best, costs, start.leading)
        while best not in priced and len(priced) < _MAX_LAID_OUT:
            priced[best] = self._lay_out(best)
            costs[best] = priced[best].cost
            best = min(costs, key=costs.__getitem__)
        return min(priced.values(), key=lambda part: part.cost)

    def _save_sheet(self, best: PartPlan, costs: dict[PartPlan, float], leading: float) -> PartPlan:
        """Return the cheapest plan, with smaller fine chapters if that saves a sheet.

        The chapters are tried in the order of the best plan and as they are written. The smallest
        sizes are tried only in a book of few sheets, or if pages would be blank. The costs of all
        plans that are tried are added to `costs`.
        """
        usual, ratios = self._divide(best, leading), leadings(self.area)
        tight, former = min(ratios), costs[best]
        orders = dict.fromkeys((best.order, tuple(sorted(best.order))))
        for size, order in product((*_FINE_SIZES, *_SMALLEST), orders):
            small = replace(best, fine=size, order=order)
            shortest = self._divide(replace(small, leading=tight), leading)
            few = shortest.sheets <= _FEW_SHEETS or usual.empty > 1
            if shortest.sheets == usual.sheets or (size in _SMALLEST and not few):
                continue
            plans = [replace(small, leading=ratio) for ratio in ratios]
            costs |= {plan: self._divide(plan, leading).cost for plan in plans}
            own = min(plans, key=costs.__getitem__)
            torn = _TORN + _SHEET * shortest.sheets
            if costs[own] >= min(former, torn):
                changes = self._changes(own, is_torn=costs[own] >= torn)
                costs |= {plan: self._divide(plan, leading).cost for plan in changes}
        return min(costs, key=costs.__getitem__)

    def _changes(self, plan: PartPlan, *, is_torn: bool) -> Iterator[PartPlan]:
        """Yield plans with one change: two neighbouring chapters are swapped, a filler is moved
        before an opening or, if an opening is divided, an opening is made smaller.
        """
        order = plan.order
        for i, number in enumerate(order):
            for j in range(i + 2, len(order)) if self.chapters[number].opening else ():
                passed = [self.chapters[k] for k in order[i:j]]
                filler = self.chapters[order[j]]
                if filler.filler and not any(_refer(filler, other) for other in passed):
                    moved = (*order[:i], order[j], *order[i:j], *order[j + 1 :])
                    yield replace(plan, order=moved)
        for i, (one, other) in enumerate(pairwise(order)):
            if one < other and may_change_places(self.chapters[one], self.chapters[other]):
                yield replace(plan, order=(*order[:i], other, one, *order[i + 2 :]))
        for number in order if is_torn else ():
            steps = plan.steps
            for step in self._scales(number, steps[number]):
                yield replace(plan, steps=(*steps[:number], step, *steps[number + 1 :]))

    def _scales(self, number: int, step: int) -> Iterator[int]:
        """Yield the next steps of scale for a chapter with pictures. Type is scaled only if an
        opening hardly fits, or does not fit, on two pages.
        """
        chapter = self.chapters[number]
        if not chapter.opening and not any(isinstance(block, Panel) for block in chapter.blocks):
            return
        flow, height = self._flow(number, self.start, 0, FINE_TYPE), self.area.height_of_text
        is_tall = chapter.opening and height_of(flow) > _TALL * height
        last = len(_SCALES) if is_tall and self.area.size > MIN_TABLE_TEXT_SIZE else _TYPE_STEPS
        yield from range(step + 1, last, 2)

    def _flow(self, number: int, leading: float, step: int, fine: float) -> Sequence[Strip]:
        """Return the strips of a chapter."""
        fine = fine if self.chapters[number].fine else FINE_TYPE
        key = number, leading, step, fine
        if key not in self.flows:
            former, plan = self.former, self.former.plan if self.former is not None else None
            if (
                former is not None
                and plan is not None
                and (plan.leading, plan.steps[number], plan.fine) == (leading, step, fine)
                and not says_pages(self.chapters[number])
            ):
                self.flows[key] = former.flows[number]
            else:
                area = scale_area(with_leading(self.area, leading), step)
                self.flows[key] = self.set_chapter(number, replace(area, fine=fine))
        return self.flows[key]

    def _lay_out(self, plan: PartPlan) -> PartPages:
        """Lay out a plan."""
        return self._divide(plan, plan.leading)

    def _divide(self, plan: PartPlan, leading: float) -> PartPages:
        """Lay out a plan, or estimate it from strips with a different leading."""
        area = with_leading(self.area, plan.leading)
        atoms = [atom for i in plan.order for atom in self._atoms(i, plan, leading, area)]
        costs = page_costs(area.leading)
        body = paginate_openings(atoms, area.height_of_text, costs, self.first)
        flows = [self._flow(i, leading, step, plan.fine) for i, step in enumerate(plan.steps)]
        part = PartPages(
            self.opening, area, plan, flows, self.first, body, self.groups, self.opened
        )
        self.price(part)
        return part

    def _atoms(self, number: int, plan: PartPlan, leading: float, area: TypeArea) -> Sequence[Atom]:
        """Return the strips of a chapter as atoms. Strips with a different leading are scaled."""
        step = plan.steps[number]
        key = number, plan.leading, leading, step, plan.fine
        if key not in self.atoms:
            flow = self._flow(number, leading, step, plan.fine)
            if leading != plan.leading:
                flow = _stretched(flow, leading * self.area.leading, area.leading)
            self.atoms[key] = join_atoms(flow, area.height_of_text)
        return self.atoms[key]


def _stretched(strips: Sequence[Strip], leading: float, other: float) -> list[Strip]:
    """Return strips scaled to another leading: lines take the new leading, drawings keep their
    height, and strips with both are scaled in part.
    """
    ratio = other / leading
    return [
        replace(
            strip,
            height=_estimate_height(strip, leading, other),
            space_before=strip.space_before * ratio,
            stretch=strip.stretch * ratio,
        )
        for strip in strips
    ]


def _estimate_height(strip: Strip, leading: float, other: float) -> float:
    if strip.height < 1.5 * leading:
        return strip.height * other / leading
    is_drawing = len(strip.text) < _LETTERS * strip.height / leading
    share = 1.0 if is_drawing else (1.0 + other / leading) / 2
    return ceil((strip.height - _ROUNDED * leading) * share / other) * other


def price_part(part: PartPages, before: BookPages, *, ends: bool) -> None:
    """Record the empty pages and the cost of a part that follows others."""
    pages = replace(before, parts=[*before.parts, part])
    part.empty = pages.blank if ends else len(pages.bound) % 2
    part.sheets = ceil((1 + len(pages.bound) + len(pages.last)) / FOLD) if ends else 0
    faults = _EMPTY * part.empty + _LOW * part.low_pages + _TORN * part.torn
    part.cost = faults + _SHEET * part.sheets + _PAGE * len(part.body) + part.plan.cost


def may_change_places(one: Chapter, other: Chapter) -> bool:
    """Return True if two loose chapters do not refer to each other."""
    return one.loose and other.loose and not _refer(one, other)


def _refer(one: Chapter, other: Chapter) -> bool:
    """Return True if one of two chapters has a link to the other."""
    return _links_to(one, other) or _links_to(other, one)


def _links_to(chapter: Chapter, other: Chapter) -> bool:
    anchors = {f"#{anchor}" for anchor, _ in list_anchors(other)}
    return any(link in anchors for _, link in list_links(chapter.blocks))
