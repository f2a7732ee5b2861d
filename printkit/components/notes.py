"""Notes in the waste around a piece: run-in sentences in columns, and assembly instructions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.blocks import Paragraph, Stack, StackPart, Unbroken
from printkit.layout.fitting import ColumnArea, fit, sizes_between
from printkit.layout.flow import FlowCosts, cut_evenly, distribute, filled_height
from printkit.layout.inline_items import NO_BREAK_SPACE
from printkit.layout.records import (
    RAGGED,
    Block,
    Canvas,
    Items,
    Overflow,
    PlacedStrip,
    Span,
    TextStyle,
    paint_strips,
    stack_strips,
)


class NoteType:
    """Sizes of notes in em.

    `baseline` is below the head of a line, `gap` between two notes, `below_last` the free part of
    the last leading, `edge` the margin of a first letter that begins left of its origin, as a J.
    """

    leading = 1.34
    baseline = 0.75
    gap = 0.5
    below_last = 0.34
    edge = 0.02


class Note(Struct, frozen=True):
    """A lead in bold, or none, and a text."""

    lead: str
    text: str


def note_style(size: float, language: str) -> TextStyle:
    """Return the style of notes in a size (mm per em)."""
    return TextStyle(
        size,
        NoteType.leading * size,
        language,
        baseline=NoteType.baseline / NoteType.leading,
        render_mode=OUTLINED,
    )


def stack_notes(notes: Sequence[Note], colour: Colour) -> Stack:
    """Stack notes, each on a new line."""
    gap = NoteType.gap / NoteType.leading
    return Stack(
        tuple(
            StackPart(Paragraph(_spans(note, " ", colour), RAGGED, hyphenate=False), gap)
            for note in notes
        )
    )


def run_in_notes(notes: Sequence[Note], colour: Colour) -> Paragraph:
    """Join notes to one paragraph; a lead is never parted from the first word of its text."""
    spans: list[Span] = []
    for note in notes:
        if spans:
            spans.append(Span(" ", TITLE, colour))
        spans += _spans(note, NO_BREAK_SPACE, colour)
    return Paragraph(tuple(spans), RAGGED, hyphenate=False)


def _spans(note: Note, space: str, colour: Colour) -> tuple[Span, ...]:
    text = Span(note.text, TITLE, colour)
    if not note.lead:
        return (text,)
    return Span(note.lead, TITLE_BOLD, colour), Span(space, TITLE, colour), text


class NoteColumn(Struct, frozen=True, eq=False):
    """A column of notes: its placed strips and their style."""

    strips: tuple[PlacedStrip, ...]
    style: TextStyle

    @property
    def height(self) -> float:
        """From the first capitals to the last descenders (mm)."""
        return filled_height(self.strips) - NoteType.below_last * self.style.size

    def items(self, x: float, y: float) -> list[Item]:
        """Return the notes from the corner (x, y) down."""
        canvas = Canvas()
        paint_strips(canvas, self.strips, x + NoteType.edge * self.style.size, y)
        return canvas.items


def whole_column(block: Block, style: TextStyle, width: float) -> NoteColumn:
    """Return notes in one column, `width` mm wide."""
    return NoteColumn(tuple(stack_strips(block.lay_out(style, width).strips)), style)


def even_columns(block: Stack, style: TextStyle, width: float, count: int) -> list[NoteColumn]:
    """Return notes in up to `count` columns, as balanced as possible, none divided."""
    whole = Stack(tuple(replace(part, block=Unbroken(part.block)) for part in block.parts))
    strips = whole.lay_out(style, width).strips
    cuts = cut_evenly(strips, min(count, len(strips)))
    return [NoteColumn(tuple(stack_strips(strips[a:b])), style) for a, b in pairwise(cuts)]


def paged_columns(block: Block, style: TextStyle, width: float, height: float) -> list[NoteColumn]:
    """Return notes in as many columns of `height` mm as they need."""
    costs = FlowCosts(style.leading, 0.0, column=1.0)
    strips = block.lay_out(style, width).strips
    columns = distribute(strips, height + NoteType.below_last * style.size, costs) or []
    return [NoteColumn(tuple(stack_strips(column)), style) for column in columns]


# The largest size, and the step from one to the next (mm per em).
_MAX_SIZE, _SIZE_STEP = 2.9, 0.05
# The height of an accent above its capital (em).
_ACCENT = 0.2
_SIZES = sizes_between(MIN_TEXT_SIZE, _MAX_SIZE, _SIZE_STEP)


class PlacedText(Struct, frozen=True, eq=False):
    """Text painted in its box, with its size."""

    items: Items
    size: float
    box: Rect


def place_instructions(
    notes: Sequence[Note], places: Sequence[Rect], below: Rect, language: str, colour: Colour
) -> PlacedText:
    """Place notes in the one of `places` where their text is largest.

    Each note is on a new line; if no place holds that, notes are joined to a paragraph; if that
    does not fit either, they are set in `below`, as deep as necessary.
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
    """Set a block in the largest size that fits a box, or return None."""
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
    """Centre a column vertically in a box, with room for the accents of its first line."""
    size = column.style.size
    spare = box.h - column.height - _ACCENT * size
    items = column.items(box.x, box.y + spare / 2 + _ACCENT * size)
    return PlacedText(tuple(items), size, box)
