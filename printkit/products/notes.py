"""Notes: a lead in bold and a text, as blocks of the layout engine."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printkit.graphics.display_list import OUTLINED, Colour
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.inline_items import NO_BREAK_SPACE
from printkit.layout.records import MIN_LAST_LETTERS, RAGGED, Span, TextStyle


class NoteType:
    """The leading of notes, where the baseline stands below the head of a line, the space between
    two notes, what the last line leaves free of its leading (em)."""

    leading = 1.34
    baseline = 0.75
    gap = 0.5
    below_last = 0.34


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
        keep_numbers=True,
        min_last_letters=MIN_LAST_LETTERS,
    )


def stack_notes(notes: Sequence[Note], colour: Colour) -> Stack:
    """Make a block of notes, each beginning a line of its own."""
    gap = NoteType.gap / NoteType.leading
    return Stack(
        tuple(
            StackPart(Paragraph(_spans(note, " ", colour), RAGGED, hyphenate=False), gap)
            for note in notes
        )
    )


def run_in_notes(notes: Sequence[Note], colour: Colour) -> Paragraph:
    """Make one paragraph of notes: each lead begins within a line, beside the first word of its
    text."""
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
