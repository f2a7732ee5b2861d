"""The elements of a tagged booklet: which element each block is, and the sections of its pages."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.booklet.page_style import ChapterMark, marks_of
from printkit.graphics.display_list import TagStep
from printkit.layout.records import Block, PlacedStrip
from printkit.layout.tagging import TaggedBlock, tag_strip
from printkit.text import book as source
from printkit.text.traversal import lines_of, to_plain_text

_KINDS: dict[type, str] = {
    source.ParagraphBlock: "P",
    source.ListBlock: "L",
    source.TableBlock: "Table",
    source.Callout: "Sect",
    source.TableOfContents: "TOC",
    source.TermIndex: "Index",
}


def tag_block(block: Block, members: Sequence[source.Block], number: int) -> TaggedBlock:
    """Return the block of some figures, or of one member, as an element.

    A panel whose blocks have no tags is a figure that its words describe.
    """
    first = members[0]
    if isinstance(first, source.Heading):
        step = TagStep(f"H{first.level}", number)
    elif isinstance(first, source.Figure):
        figures = [member for member in members if isinstance(member, source.Figure)]
        alts = [picture.alt for figure in figures for picture in figure.pictures]
        step = TagStep("Figure", number, ", ".join(alts))
    elif isinstance(first, source.Panel):
        words = ". ".join(filter(None, (to_plain_text(line) for line in lines_of(first))))
        known = first.kind in (*source.PANELS, source.PLAYS, source.DEALT, source.SHOWN)
        step = TagStep("Div", number) if known else TagStep("Figure", number, words)
    else:
        step = TagStep(_KINDS[type(first)], number)
    return TaggedBlock(block, (step,))


def tag_page(strips: Sequence[PlacedStrip], section: str) -> tuple[list[PlacedStrip], str]:
    """Return the strips of a page as parts of chapters, and the anchor of the last chapter.

    `section` is the anchor of the chapter that continues on the page.
    """
    tagged: list[PlacedStrip] = []
    marks = [marks_of(strip, ChapterMark) for strip, _ in strips]
    for (strip, top), opened, following in zip(strips, marks, [*marks[1:], []], strict=True):
        steps: tuple[TagStep, ...] = ()
        if opened:
            section, steps = opened[0].chapter.anchor, (TagStep("H1"),)
        elif following and following[0].chapter.part:  # the title of the part
            section, steps = following[0].chapter.anchor, (TagStep("H1", "part"),)
        tagged.append((tag_strip(strip, TagStep("Sect", section), *steps), top))
    return tagged, section
