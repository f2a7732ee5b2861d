"""The inside of the cover: the colophon at the foot of a page, as on the back of a title page."""

from __future__ import annotations

from msgspec.structs import replace

from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.page_marks import ChapterMark, HeadingMark
from printkit.layout.records import PlacedStrip, height_of, stack_strips
from printkit.text.book import Chapter, Heading, InlineText

# The size of its type in sizes of the text.
IMPRINT_SIZE = 0.88


def set_imprint(chapter: Chapter, typesetter: BlockTypesetter) -> list[PlacedStrip]:
    """Set the colophon under a small title, its last line on the last of the page."""
    title = Heading(3, (InlineText(chapter.title),), chapter.anchor, chapter.place)
    first, *rest = typesetter.lay_out((title, *chapter.blocks))
    marks = (HeadingMark(1, chapter.title, chapter.anchor), ChapterMark(chapter))
    strips = [replace(first, marks=marks), *rest]
    down = max(0.0, typesetter.area.height_of_text - height_of(strips))
    return [(strip, down + top) for strip, top in stack_strips(strips)]
