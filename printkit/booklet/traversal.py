"""Ways through a Book.

In: blocks, lines. Out: what is in them, in the order of reading; anchors and links; the same
blocks with anchors of another name; a line as plain words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from printkit.booklet.book import (
    SUIT,
    Block,
    Callout,
    Chapter,
    Figure,
    Heading,
    Inline,
    InlineText,
    ListBlock,
    Paragraph,
    PictureRef,
    RichText,
    SourceLocation,
    Table,
)


def lines(block: Block) -> tuple[RichText, ...]:
    """The lines of words that a block has itself."""
    if isinstance(block, Heading | Paragraph):
        return (block.line,)
    if isinstance(block, Table):
        return (*block.head, *(cell for row in block.rows for cell in row))
    if isinstance(block, Figure):
        return (block.caption,)
    return (block.title,) if isinstance(block, Callout) else ()


def child_blocks(block: Block) -> tuple[tuple[Block, ...], ...]:
    """The blocks within a block."""
    if isinstance(block, ListBlock):
        return block.entries
    return (block.blocks,) if isinstance(block, Callout) else ()


def walk_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks and all within them, in the order of reading."""
    for block in blocks:
        yield block
        for within in child_blocks(block):
            yield from walk_blocks(within)


def to_plain_text(line: Sequence[Inline]) -> str:
    """The words of a line without their manner; of pictures what they show."""
    parts = (
        item.text
        if isinstance(item, InlineText)
        else item.alt
        if isinstance(item, PictureRef)
        else " "
        for item in line
    )
    return " ".join(part for part in "".join(parts).split(" ") if part)


def said_already(line: Sequence[Inline], index: int) -> bool:
    """Whether the picture at a place of a line is the sign of a suit beside the suit's name."""
    picture = line[index]
    if not isinstance(picture, PictureRef) or picture.kind != SUIT:
        return False
    name = picture.alt.casefold()
    before = to_plain_text(line[:index]).casefold().endswith(name)
    return before or to_plain_text(line[index + 1 :]).casefold().startswith(name)


def anchors(chapter: Chapter) -> Iterator[tuple[str, SourceLocation]]:
    """Where a link can lead."""
    yield chapter.anchor, chapter.place
    for block in chapter.blocks:
        if isinstance(block, Heading):
            yield block.anchor, block.place


def links(blocks: Iterable[Block]) -> Iterator[tuple[SourceLocation, str]]:
    """All links, and where they stand."""
    for block in walk_blocks(blocks):
        for line in lines(block):
            for item in line:
                if isinstance(item, InlineText) and item.link:
                    yield block.place, item.link


def with_anchor_prefix(chapter: Chapter, slug: str) -> Chapter:
    """A chapter whose anchors bear the name of its game."""
    blocks = tuple(
        replace(block, anchor=f"{slug}-{block.anchor}") if isinstance(block, Heading) else block
        for block in chapter.blocks
    )
    return replace(chapter, anchor=f"{slug}-{chapter.anchor}", blocks=blocks)


def linked(blocks: Iterable[Block], ways: Mapping[str, str]) -> tuple[Block, ...]:
    """The blocks, whose links lead where `ways` says."""

    def way(one: Inline) -> Inline:
        if isinstance(one, InlineText) and one.link:
            return replace(one, link=ways.get(one.link, one.link))
        return one

    return changed(blocks, way)


def unify_term_spelling(chapters: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """The chapters with each term in one spelling: that of “Stock”, at the head of a sentence, and
    of “stock” is the one with the fewest capitals."""
    names: dict[str, str] = {}
    for chapter in chapters:
        for block in walk_blocks(chapter.blocks):
            for item in (candidate for line in lines(block) for candidate in line):
                if isinstance(item, InlineText) and item.term is not None:
                    known = names.setdefault(item.term.casefold(), item.term)
                    names[item.term.casefold()] = min(item.term, known, key=_capitals)

    def spelt(one: Inline) -> Inline:
        if isinstance(one, InlineText) and one.term is not None:
            return replace(one, term=names[one.term.casefold()])
        return one

    return tuple(
        replace(candidate, blocks=changed(candidate.blocks, spelt)) for candidate in chapters
    )


def _capitals(term: str) -> int:
    return sum(map(str.isupper, term))


def changed(blocks: Iterable[Block], way: Callable[[Inline], Inline]) -> tuple[Block, ...]:
    """The blocks with all that is in their lines changed in one way."""

    def line(words: RichText) -> RichText:
        return tuple(map(way, words))

    def block(one: Block) -> Block:
        if isinstance(one, Heading | Paragraph):
            return replace(one, line=line(one.line))
        if isinstance(one, Figure):
            return replace(one, caption=line(one.caption))
        if isinstance(one, Table):
            head = tuple(map(line, one.head))
            return replace(one, head=head, rows=tuple(tuple(map(line, row)) for row in one.rows))
        if isinstance(one, ListBlock):
            return replace(one, entries=tuple(tuple(map(block, entry)) for entry in one.entries))
        if isinstance(one, Callout):
            return replace(one, title=line(one.title), blocks=tuple(map(block, one.blocks)))
        return one

    return tuple(map(block, blocks))
