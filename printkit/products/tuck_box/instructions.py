"""Instructions in the waste around a thing that is cut out: how it is put together."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.fitting import ColumnArea, fit, sizes_between
from printkit.layout.records import Block, Items, Overflow
from printkit.products.notes import (
    Note,
    NoteColumn,
    NoteType,
    note_style,
    run_in_notes,
    stack_notes,
    whole_column,
)

# The largest size, and the step from one to the next (mm per em).
_MAX_SIZE, _SIZE_STEP = 2.9, 0.05
# How far the accent of a capital stands above it (em).
_ACCENT = 0.2
_SIZES = sizes_between(MIN_TEXT_SIZE, _MAX_SIZE, _SIZE_STEP)


class PlacedText(Struct, frozen=True, eq=False):
    """Text in a size, painted in its box."""

    items: Items
    size: float
    box: Rect


def place_instructions(
    notes: Sequence[Note], places: Sequence[Rect], below: Rect, language: str, colour: Colour
) -> PlacedText:
    """Place notes in the one of `places` where they are largest.

    Each note begins a line of its own; where no place holds that they follow one another, and if
    that fits nowhere either they are set below, as deep as they need.
    """
    stack = stack_notes(notes, colour)
    for block in (stack, run_in_notes(notes, colour)):
        placed = [_fit(block, box, language) for box in places]
        fitting = [text for text in placed if text is not None]
        if fitting:
            return max(fitting, key=lambda text: text.size)
    column = whole_column(stack, note_style(MIN_TEXT_SIZE, language), below.w)
    height = column.height + _ACCENT * MIN_TEXT_SIZE
    return _place(column, below._replace(h=height))


def _fit(block: Block, box: Rect, language: str) -> PlacedText | None:
    """Set a block as large as it fits a box; None if it does not."""
    layout = fit(
        block,
        lambda size: ColumnArea(box.w, box.h + (NoteType.below_last - _ACCENT) * size),
        lambda size: note_style(size, language),
        _SIZES,
    )
    if isinstance(layout, Overflow):
        return None
    return _place(NoteColumn(layout.columns[0], layout.style), box)


def _place(column: NoteColumn, box: Rect) -> PlacedText:
    """Place a column in the middle of a box's height, the accents of its first line inside."""
    size = column.style.size
    spare = box.h - column.height - _ACCENT * size
    items = column.items(box.x, box.y + spare / 2 + _ACCENT * size)
    return PlacedText(tuple(items), size, box)
