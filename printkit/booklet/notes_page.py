"""A page to write on: what a table has agreed on. It stands for a page that would be blank."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.base.messages import translate
from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.chapter_openers import ChapterOpener
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder
from printkit.layout.flow import filled_height
from printkit.layout.records import Canvas, PlacedStrip, Strip, height_of, stack_strips
from printkit.text.book import Chapter, InlineText, ParagraphBlock, SourceLocation

# The distance of lines to write on, in lines of text.
_STEP = 2


def set_notes(typesetter: BlockTypesetter, page: Sequence[PlacedStrip] = ()) -> list[PlacedStrip]:
    """Set a title, a sentence, and lines to the foot of a page, below what is on it."""
    area, language = typesetter.area, typesetter.book.language
    place = SourceLocation("notes", 1)
    title = translate(language, "booklet.panel.notes")
    opener = ChapterOpener(area, typesetter.palette, typesetter.style, run_on=bool(page))
    head = replace(opener.open_chapter(Chapter("notes", title, (), place)), marks=())
    words = InlineText(translate(language, "booklet.panel.notes-how"))
    strips = [head, *typesetter.lay_out((ParagraphBlock((words,), place),))]
    top = filled_height(page) + (head.space_before if page else 0.0)
    count = int((area.height_of_text - top - height_of(strips)) / area.leading) // _STEP
    lines = PathBuilder()
    for i in range(1, count + 1):
        y = i * _STEP * area.leading
        lines.move(0, y).line(area.measure, y)
    rules = Path(lines.done(), stroke=Stroke(typesetter.palette.rule, HAIRLINE))

    def paint(canvas: Canvas, x: float, y: float) -> None:
        canvas.draw((rules,), x, y)

    placed = stack_strips([*strips, Strip(count * _STEP * area.leading, paint)])
    return [*page, *((strip, top + y) for strip, y in placed)]
