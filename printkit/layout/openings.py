"""Distribute strips over the pages of a folded book.

An opening is two facing pages: a left page with an even number and the right page after it. The
break after a right page is a page turn, and additionally costs the `turn_penalty` of the next
strip.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum, inf

from msgspec import Struct
from msgspec.structs import replace

from printkit.layout.fitting import FlowCosts, fill_column
from printkit.layout.records import (
    FORBIDDEN,
    FORCED,
    FREE,
    TOLERANCE,
    Block,
    Fragment,
    PlacedStrip,
    Strip,
    TextStyle,
    height_of,
)

# A page that is filled less than this share is not ended before an atom that fits on it.
_MIN_END = 0.1
# The tolerance of costs: of equal solutions the first one is kept.
_SAME_COST = 1e-7


def is_right(number: int) -> bool:
    """Return True for a right-hand page, after which the reader turns the page. It has an odd
    number.
    """
    return number % 2 == 1


class OneOpening(Struct, frozen=True):
    """A block that no page turn may divide."""

    block: Block

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        return replace(fragment, strips=tuple(keep_on_opening(fragment.strips)))


def keep_on_opening(strips: Sequence[Strip], penalty: float = FORBIDDEN) -> list[Strip]:
    """Return strips with a penalty of page turns between them; by default, page turns are
    forbidden.
    """
    return [replace(s, turn_penalty=penalty) if i else s for i, s in enumerate(strips)]


def is_torn(strip: Strip) -> bool:
    """Return True if a page turn before a strip would divide an opening."""
    return strip.turn_penalty >= FORBIDDEN


class Atom(Struct, frozen=True):
    """Strips without a break between them, with their height, stretch and shrink.

    The space before the first strip is not included.
    """

    strips: tuple[Strip, ...]
    height: float
    stretch: float
    shrink: float

    @property
    def first(self) -> Strip:
        """The first strip; a page may end before it."""
        return self.strips[0]


def join_atoms(strips: Sequence[Strip], height: float) -> list[Atom]:
    """Join strips that no break divides; a run that is taller than a page is not joined."""
    atoms: list[Atom] = []
    starts = [i for i, strip in enumerate(strips) if not i or strip.break_penalty < FORBIDDEN]
    for start, end in pairwise([*starts, len(strips)]):
        own, inner = tuple(strips[start:end]), strips[start + 1 : end]
        shrink = fsum(strip.shrink for strip in inner)
        taken = height_of(own)
        if inner and taken - shrink > height + TOLERANCE:
            atoms += [Atom((strip,), strip.height, 0.0, 0.0) for strip in own]
        else:
            stretch = fsum(strip.stretch for strip in inner)
            atoms.append(Atom(own, taken, stretch, shrink))
    return atoms


def paginate_openings(
    atoms: Sequence[Atom], height: float, costs: FlowCosts, first: int
) -> list[list[PlacedStrip]]:
    """Distribute atoms over pages, starting with page number `first`, and fill the pages, except
    the last one before a forced break.
    """
    pages: list[list[PlacedStrip]] = []
    cuts = [i for i, atom in enumerate(atoms) if not i or atom.first.break_penalty == FORCED]
    for start, end in pairwise([*cuts, len(atoms)]):
        divided = _divide(atoms[start:end], height, costs, first + len(pages))
        last = len(divided) - 1
        pages += [
            fill_column(page, height, costs, stretch=i < last) for i, page in enumerate(divided)
        ]
    return pages


def _divide(
    atoms: Sequence[Atom], height: float, costs: FlowCosts, first: int
) -> list[list[Strip]]:
    """Divide atoms without forced breaks at the lowest cost. An atom that is too tall gets its own
    page."""
    total = len(atoms)
    # The cost of the pages up to an atom, if the next page is a left or a right one.
    best = [[inf] * (total + 1), [inf] * (total + 1)]
    origin = [[0] * (total + 1), [0] * (total + 1)]
    best[is_right(first)][0] = 0.0
    heads = [atom.first for atom in atoms]
    penalties = [max(FREE, head.break_penalty) for head in heads] + [0.0]
    turns = [head.turn_penalty for head in heads] + [0.0]
    for start in range(total):
        left, right = best[0][start], best[1][start]
        if left == inf and right == inf:
            continue
        for end, cost in _page_costs(atoms, start, height, costs):
            cost += penalties[end]
            if left + cost < best[1][end] - _SAME_COST:
                best[1][end], origin[1][end] = left + cost, start
            cost += turns[end]
            if right + cost < best[0][end] - _SAME_COST:
                best[0][end], origin[0][end] = right + cost, start
    side = int(best[1][total] < best[0][total])
    cuts = [total]
    while cuts[-1] > 0:
        cuts.append(origin[side][cuts[-1]])
        side = 1 - side
    return [
        [strip for atom in atoms[a:b] for strip in atom.strips] for a, b in pairwise(reversed(cuts))
    ]


def _page_costs(
    atoms: Sequence[Atom], start: int, height: float, costs: FlowCosts
) -> list[tuple[int, float]]:
    """Return the possible ends of a page, each with its cost without the break after it."""
    unit, total, full, least = costs.unit, len(atoms), height + TOLERANCE, _MIN_END * height
    header = atoms[start].first.repeated_header
    used = header.height if header is not None else 0.0
    stretch = shrink = 0.0
    ends: list[tuple[int, float]] = []
    for end in range(start + 1, total + 1):
        atom = atoms[end - 1]
        used += atom.height
        stretch += atom.stretch
        shrink += atom.shrink
        if end - 1 > start:
            used += atom.first.space_before
            stretch += atom.first.stretch
            shrink += atom.first.shrink
        too_high = used - shrink > full
        if too_high and end > start + 1:
            break
        if end == total:
            sparse = max(0.0, costs.min_units - used / unit)
            ends.append((end, costs.column + costs.sparse * sparse))
            break
        if used < least and used + atoms[end].height < height:
            continue  # the next atom is on this page, too
        cost = costs.column + (FORBIDDEN if too_high else 0.0)
        free = height - used if used < height else 0.0
        if used > full:
            cost += costs.shrunk * min(shrink, used - height) / unit
        fits = free <= stretch + costs.max_unfilled + TOLERANCE
        added = min(free, stretch) if fits else 0.0
        empty = costs.empty * ((free - added) / unit) ** 2
        if atoms[end].first.starts_section:
            empty *= costs.section_end
        if used + added < costs.min_fill * height - TOLERANCE:
            cost += costs.low
        ends.append((end, cost + costs.stretched * added / unit + empty))
    return ends
