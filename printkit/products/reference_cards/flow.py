"""How blocks are shared out over sides of cards, or columns of a page.

In: sections of blocks, how many places there are and how high they are (mm). Out: for each place
its blocks with their y; nothing where they do not fit. A heading stays with the entry below it, and
a section is parted only where it must be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, inf

from printkit.products.reference_cards.blocks import Block

# What weighs against a place: how much of it stays free (squared), a section that is parted, a
# single entry of it left behind or ahead.
_PARTED, _LONELY = 0.5, 1.0
# How gaps grow against that between two entries: above a heading, between rows without a gap.
_SECTION, _TIGHT = 2.5, 0.3


@dataclass(frozen=True, slots=True)
class FlowSection:
    """A section as blocks: its heading, the heading where it goes on, its entries, the gap between
    two of these (mm)."""

    head: Block
    again: Block | None
    entries: tuple[Block, ...]
    gap: float


@dataclass(frozen=True, slots=True)
class FlowSpacing:
    """Above a heading that is not the first (mm), and how far the gaps between entries may grow to
    fill a place; those above a heading grow further; by whole `unit`s, if
    there is one."""

    section: float
    grow: float
    unit: float = 0.0


@dataclass(frozen=True, slots=True)
class FilledColumn:
    """Blocks with the y of their upper edges (mm)."""

    placed: tuple[tuple[Block, float], ...]
    height: float


@dataclass(frozen=True, slots=True)
class ColumnFlow:
    """The places in order, and what weighs against the sections that are parted."""

    places: tuple[FilledColumn, ...]
    parted: float


@dataclass(frozen=True, slots=True)
class _Atom:
    """An entry: of which section, which of so many."""

    run: FlowSection
    section: int
    at: int
    block: Block

    @property
    def last(self) -> bool:
        return self.at == len(self.run.entries) - 1


def flow(
    runs: Sequence[FlowSection], count: int, room: float, gaps: FlowSpacing
) -> ColumnFlow | None:
    """The runs over so many places, each of them used, or nothing where they do not fit."""
    atoms = _atoms(runs)
    cuts = _shared(atoms, count, room, gaps)
    if cuts is None:
        return None
    found = tuple(_set(atoms[a:b], room, gaps) for a, b in pairwise(cuts))
    return ColumnFlow(found, fsum(_parting(atoms, end) for end in cuts[1:]))


def places(runs: Sequence[FlowSection], room: float, gaps: FlowSpacing) -> int | None:
    """How many places the runs need at the least; nothing where an entry is too high for one."""
    atoms = _atoms(runs)
    count = start = 0
    while start < len(atoms):
        fitting = len(_heights(atoms, start, room, gaps))
        if not fitting:
            return None
        count, start = count + 1, start + fitting
    return count


def _atoms(runs: Sequence[FlowSection]) -> list[_Atom]:
    return [
        _Atom(run, number, at, block)
        for number, run in enumerate(runs)
        for at, block in enumerate(run.entries)
    ]


def _shared(atoms: Sequence[_Atom], count: int, room: float, gaps: FlowSpacing) -> list[int] | None:
    """Where the places begin, and the end: the way that weighs least."""
    end_of = len(atoms)
    # best[k][at]: the weight of what is from `at` on in k places, and where the first one ends.
    best: list[list[tuple[float, int]]] = [
        [(0.0 if at == end_of else inf, end_of) for at in range(end_of + 1)]
    ]
    heights = [_heights(atoms, at, room, gaps) for at in range(end_of)]
    for _ in range(count):
        now: list[tuple[float, int]] = [(inf, end_of)] * (end_of + 1)
        for at in range(end_of):
            for end, used in enumerate(heights[at], at + 1):
                weight = best[-1][end][0] + (1 - used / room) ** 2 + _parting(atoms, end)
                if weight < now[at][0]:
                    now[at] = weight, end
        best.append(now)
    if best[count][0][0] == inf:
        return None
    cuts = [0]
    for left in range(count, 0, -1):
        cuts.append(best[left][cuts[-1]][1])
    return cuts


def _parting(atoms: Sequence[_Atom], end: int) -> float:
    """What weighs against a place that ends before an entry."""
    if end == len(atoms) or atoms[end].at == 0:
        return 0.0
    lonely = atoms[end].at == 1 or atoms[end].last
    return _PARTED + (_LONELY if lonely else 0.0)


def _above(atom: _Atom, gaps: FlowSpacing, *, first: bool) -> list[tuple[Block, float, float]]:
    """The blocks of an entry, a heading before that of a section; the gaps above them, and what
    share of the free height each of these takes."""
    head = atom.run.head if atom.at == 0 else atom.run.again if first else None
    if head is not None:
        top = (head, 0.0, 0.0) if first else (head, gaps.section, _SECTION)
        return [top, (atom.block, 0.0, 0.0)]
    if first:
        return [(atom.block, 0.0, 0.0)]
    return [(atom.block, atom.run.gap, 1.0 if atom.run.gap else _TIGHT)]


def _heights(atoms: Sequence[_Atom], start: int, room: float, gaps: FlowSpacing) -> list[float]:
    """The heights of a place that begins at an entry and has one, two, three …, as far as they
    fit, without any growth (mm)."""
    found: list[float] = []
    used = 0.0
    for atom in atoms[start:]:
        stacked = _above(atom, gaps, first=not found)
        used += fsum(block.height + gap for block, gap, _ in stacked)
        if used > room + 1e-6:
            break
        found.append(used)
    return found


def _set(atoms: Sequence[_Atom], room: float, gaps: FlowSpacing) -> FilledColumn:
    """The blocks of a place, their gaps grown to fill it where that is little."""
    stacked = [one for at, atom in enumerate(atoms) for one in _above(atom, gaps, first=at == 0)]
    free = room - fsum(block.height + gap for block, gap, _ in stacked)
    shares = fsum(share for _, _, share in stacked)
    each = min(free / shares, gaps.grow) if shares else 0.0
    placed: list[tuple[Block, float]] = []
    y = 0.0
    for one, gap, share in stacked:
        more = each * share
        y += gap + (more // gaps.unit * gaps.unit if gaps.unit else more)
        placed.append((one, y))
        y += one.height
    return FilledColumn(tuple(placed), y)
