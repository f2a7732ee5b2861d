"""Parts laid out on as little board as can be.

In: parts in their order, each in one or several forms (mm). Out: a Plan: rows of columns of rows …
in that order, among those that are as small as can be (a slicing tree; of each run of parts only
plans are kept than which no other is both narrower and lower), and where each part lies in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from printkit.base.geometry import Rect

# Sizes nearer than this are alike; so many plans are kept of a run of parts.
_ALIKE, _KEPT = 0.5, 40
ROW, COLUMN = "row", "column"


@dataclass(frozen=True, slots=True)
class PartShape:
    """A form of a part: its least size (mm); `number` tells it from the others of its part."""

    width: float
    height: float
    number: int


@dataclass(frozen=True, slots=True)
class SlicingTree:
    """Parts side by side (`row`) or one below the other (`column`), or one part in one form.

    `wide`: what is wider than it needs is used by it."""

    width: float
    height: float
    wide: bool
    part: int = -1
    form: int = 0
    way: str = ""
    children: tuple[SlicingTree, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part in a form, and the room that it was given."""

    part: int
    form: int
    room: Rect


def best_plan(
    forms: Sequence[Sequence[PartShape]],
    wide: Sequence[bool],
    gap: float,
    cost: Callable[[SlicingTree], float],
) -> SlicingTree:
    """The plan of least cost. `wide` tells which parts can be drawn wider than they need."""
    count = len(forms)
    runs: dict[tuple[int, int], list[SlicingTree]] = {}
    for i, own in enumerate(forms):
        result = [SlicingTree(item.width, item.height, wide[i], i, item.number) for item in own]
        runs[i, i + 1] = _least(result)
    for length in range(2, count + 1):
        for start in range(count - length + 1):
            end = start + length
            runs[start, end] = _least(
                _joined(way, one, other, gap)
                for split in range(start + 1, end)
                for one in runs[start, split]
                for other in runs[split, end]
                for way in (ROW, COLUMN)
            )
    return min(runs[0, count], key=lambda plan: (cost(plan), plan.width))


def _joined(way: str, one: SlicingTree, other: SlicingTree, gap: float) -> SlicingTree:
    """Two plans side by side, or one below the other; those of one way are one."""
    parts = tuple(
        part for plan in (one, other) for part in (plan.children if plan.way == way else (plan,))
    )
    wide = one.wide or other.wide
    if way == ROW:
        size = one.width + gap + other.width, max(one.height, other.height)
    else:
        size = max(one.width, other.width), one.height + gap + other.height
    return SlicingTree(*size, wide, way=way, children=parts)


def _least(plans: Iterable[SlicingTree]) -> list[SlicingTree]:
    """The plans than which no other is both narrower and lower, from the narrowest on."""
    kept: list[SlicingTree] = []
    for plan in sorted(plans, key=lambda plan: (plan.width, plan.height)):
        if not kept or plan.height < kept[-1].height - _ALIKE:
            kept.append(plan)
    while len(kept) > _KEPT:  # the one that saves least goes
        kept.pop(min(range(1, len(kept) - 1), key=lambda at: _saves(kept, at)))
    return kept


def _saves(kept: Sequence[SlicingTree], index: int) -> float:
    before, item, after = kept[index - 1 : index + 2]
    return (after.width - item.width) * (before.height - item.height)


def settled(plan: SlicingTree, room: Rect, gap: float) -> list[PlacedPart]:
    """Where each part lies in a room at least as large as its plan.

    Room to spare goes to what can use it, else between the parts.
    """
    if not plan.children:
        return [PlacedPart(plan.part, plan.form, room)]
    if plan.way == ROW:
        return _in_row(plan, room, gap)
    spare = room.h - fsum(child.height for child in plan.children)
    between = spare / (len(plan.children) - 1)
    result, y = [], room.y
    for child in plan.children:
        result += settled(child, Rect(room.x, y, room.w, child.height), gap)
        y += child.height + between
    return result


def _in_row(plan: SlicingTree, room: Rect, gap: float) -> list[PlacedPart]:
    takers = [child.width for child in plan.children if child.wide]
    needed = fsum(child.width for child in plan.children) + gap * (len(plan.children) - 1)
    spare = max(0.0, room.w - needed)
    # They become alike if they can; else each takes as much.
    even = (fsum(takers) + spare) / len(takers) if takers else 0.0
    alike, more = max(takers, default=0.0) <= even, spare / max(1, len(takers))
    # Parts that take nothing stand evenly in what is left.
    between = gap if takers else gap + spare / len(plan.children)
    x = room.x if takers else room.x + spare / len(plan.children) / 2
    result: list[PlacedPart] = []
    for child in plan.children:
        width = child.width if not child.wide else even if alike else child.width + more
        result += settled(child, Rect(x, room.y, width, room.h), gap)
        x += width + between
    return result
