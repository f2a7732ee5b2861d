"""Lay out parts on the smallest board, by a slicing tree.

Each part has one or several shapes. The layout is rows of columns of rows … in the order of the
parts, among those of the smallest area (of each run of parts only layouts are kept than which no
other is both narrower and lower).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum

import msgspec

from printkit.base.geometry import Rect

# Sizes nearer than this are alike.
_SIZE_TOLERANCE = 0.5
# The greatest number of trees that are kept of a run of parts.
_MAX_KEPT = 40
ROW, COLUMN = "row", "column"


class PartShape(msgspec.Struct, frozen=True):
    """A shape of a part: its least size; `number` is its index among those of its part."""

    width: float
    height: float
    number: int


class SlicingTree(msgspec.Struct, frozen=True):
    """Parts side by side (`row`) or one below the other (`column`), or one part in one shape.

    If `is_wide`, it uses more width than it needs.
    """

    width: float
    height: float
    is_wide: bool
    part: int = -1
    form: int = 0
    way: str = ""
    children: tuple[SlicingTree, ...] = ()


class PlacedPart(msgspec.Struct, frozen=True):
    """A part in a shape, and the box that it was given."""

    part: int
    form: int
    box: Rect


def smallest_tree(
    forms: Sequence[Sequence[PartShape]],
    are_wide: Sequence[bool],
    gap: float,
    cost: Callable[[SlicingTree], float],
) -> SlicingTree:
    """Return the tree of least cost. `are_wide`: the parts that can be wider than they need."""
    count = len(forms)
    runs: dict[tuple[int, int], list[SlicingTree]] = {}
    for i, own in enumerate(forms):
        result = [SlicingTree(item.width, item.height, are_wide[i], i, item.number) for item in own]
        runs[i, i + 1] = _pareto_front(result)
    for length in range(2, count + 1):
        for start in range(count - length + 1):
            end = start + length
            runs[start, end] = _pareto_front(
                _join_trees(way, run, other, gap)
                for split in range(start + 1, end)
                for run in runs[start, split]
                for other in runs[split, end]
                for way in (ROW, COLUMN)
            )
    return min(runs[0, count], key=lambda plan: (cost(plan), plan.width))


def _join_trees(direction: str, first: SlicingTree, second: SlicingTree, gap: float) -> SlicingTree:
    """Join two trees side by side, or one below the other; those of one direction are merged."""
    parts = tuple(
        part
        for plan in (first, second)
        for part in (plan.children if plan.way == direction else (plan,))
    )
    is_wide = first.is_wide or second.is_wide
    if direction == ROW:
        size = first.width + gap + second.width, max(first.height, second.height)
    else:
        size = max(first.width, second.width), first.height + gap + second.height
    return SlicingTree(*size, is_wide, way=direction, children=parts)


def _pareto_front(plans: Iterable[SlicingTree]) -> list[SlicingTree]:
    """Return the trees than which no other is both narrower and lower, from the narrowest on."""
    kept: list[SlicingTree] = []
    for plan in sorted(plans, key=lambda plan: (plan.width, plan.height)):
        if not kept or plan.height < kept[-1].height - _SIZE_TOLERANCE:
            kept.append(plan)
    while len(kept) > _MAX_KEPT:  # the one that saves least goes
        kept.pop(min(range(1, len(kept) - 1), key=lambda i: _area_saved(kept, i)))
    return kept


def _area_saved(kept: Sequence[SlicingTree], index: int) -> float:
    before, item, after = kept[index - 1 : index + 2]
    return (after.width - item.width) * (before.height - item.height)


def place_parts(plan: SlicingTree, box: Rect, gap: float) -> list[PlacedPart]:
    """Return the place of each part in a box at least as large as its tree.

    Space to spare goes to what can use it, else between the parts.
    """
    if not plan.children:
        return [PlacedPart(plan.part, plan.form, box)]
    if plan.way == ROW:
        return _place_in_row(plan, box, gap)
    spare = box.h - fsum(child.height for child in plan.children)
    between = spare / (len(plan.children) - 1)
    result, y = [], box.y
    for child in plan.children:
        result += place_parts(child, Rect(box.x, y, box.w, child.height), gap)
        y += child.height + between
    return result


def _place_in_row(plan: SlicingTree, box: Rect, gap: float) -> list[PlacedPart]:
    takers = [child.width for child in plan.children if child.is_wide]
    needed = fsum(child.width for child in plan.children) + gap * (len(plan.children) - 1)
    spare = max(0.0, box.w - needed)
    # They become alike if they can; else each takes as much.
    even = (fsum(takers) + spare) / len(takers) if takers else 0.0
    alike, more = max(takers, default=0.0) <= even, spare / max(1, len(takers))
    # Parts that take nothing stand evenly in what is left.
    between = gap if takers else gap + spare / len(plan.children)
    x = box.x if takers else box.x + spare / len(plan.children) / 2
    result: list[PlacedPart] = []
    for child in plan.children:
        width = child.width if not child.is_wide else even if alike else child.width + more
        result += place_parts(child, Rect(x, box.y, width, box.h), gap)
        x += width + between
    return result
