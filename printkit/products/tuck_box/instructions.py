"""Instructions in the waste around a thing that is cut out: how it is put together."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Colour
from printkit.layout.fitting import ColumnArea, fit, sizes_between
from printkit.layout.records import Block, Canvas, Items, Overflow
from printkit.products.cards.anatomy import MIN_TEXT_SIZE
from printkit.products.notes import Note, NoteType, note_style, run_in_notes, stack_notes

# The largest size, and the step from one to the next (mm per em).
_MAX_SIZE, _SIZE_STEP = 2.9, 0.05
# How far the accent of a capital stands above it, and a J left of its origin (em).
_ACCENT, _BEARING = 0.2, 0.02
_SIZES = sorted({MIN_TEXT_SIZE, *sizes_between(MIN_TEXT_SIZE, _MAX_SIZE, _SIZE_STEP)})


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
    size = MIN_TEXT_SIZE
    fragment = stack.lay_out(note_style(size, language), below.w)
    canvas = Canvas()
    fragment.paint(canvas, below.x + _BEARING * size, below.y + _ACCENT * size)
    height = fragment.height - _unused(size)
    return PlacedText(tuple(canvas.items), size, below._replace(h=height))


def _fit(block: Block, box: Rect, language: str) -> PlacedText | None:
    """Set a block as large as it fits a box, in the middle of its height; None if it does not."""
    layout = fit(
        block,
        lambda size: ColumnArea(box.w, box.h + _unused(size)),
        lambda size: note_style(size, language),
        _SIZES,
    )
    if isinstance(layout, Overflow):
        return None
    size = layout.style.size
    spare = box.h - (layout.height - _unused(size))
    canvas = Canvas()
    layout.paint(canvas, box.x + _BEARING * size, box.y + spare / 2 + _ACCENT * size)
    return PlacedText(tuple(canvas.items), size, box)


def _unused(size: float) -> float:
    """Return what the last line leaves free of its leading, less the accents above the first."""
    return (NoteType.below_last - _ACCENT) * size
