"""Walk through a Book, in the order of reading."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from printkit.base.messages import translate
from printkit.text import book


def lines_of(block: book.Block) -> tuple[book.RichText, ...]:
    """Return the lines of words that a block has itself."""
    if isinstance(block, book.Heading | book.ParagraphBlock):
        return (block.line,)
    if isinstance(block, book.TableBlock):
        return (*block.head, *(cell for row in block.rows for cell in row))
    if isinstance(block, book.Figure):
        return (block.caption,)
    if isinstance(block, book.Panel):
        cells = (line for cell in block.cells for line in _lines_of_cell(cell))
        return tuple(filter(None, (block.words, *cells, block.note)))
    return (block.title,) if isinstance(block, book.Callout) else ()


def _lines_of_cell(cell: book.PanelCell) -> Iterator[book.RichText]:
    """Yield the lines of a cell in the order in which they are read."""
    labels = [hand.label for hand in cell.hands]
    yield from ((book.InlineText(text),) for text in (cell.figure, *labels) if text)
    yield cell.name
    yield cell.words


def child_blocks(block: book.Block) -> tuple[tuple[book.Block, ...], ...]:
    """Return the blocks within a block."""
    if isinstance(block, book.ListBlock):
        return block.entries
    return (block.blocks,) if isinstance(block, book.Callout) else ()


def walk_blocks(blocks: Iterable[book.Block]) -> Iterator[book.Block]:
    """Yield the blocks and all within them, in the order of reading."""
    for block in blocks:
        yield block
        for within in child_blocks(block):
            yield from walk_blocks(within)


def to_plain_text(line: Sequence[book.Inline]) -> str:
    """Return the words of a line without their style; of pictures what they show."""
    parts = (
        item.text
        if isinstance(item, book.InlineText)
        else item.alt
        if isinstance(item, book.PictureRef)
        else " "
        for item in line
    )
    return " ".join(part for part in "".join(parts).split(" ") if part)


def repeats_name(line: Sequence[book.Inline], index: int) -> bool:
    """Return True if the picture at an index is a suit's sign or a token beside its own name."""
    picture = line[index]
    if not isinstance(picture, book.PictureRef) or picture.kind not in (book.SUIT, book.TOKEN):
        return False
    name = picture.alt.casefold()
    before = to_plain_text(line[:index]).casefold().endswith(name)
    return before or to_plain_text(line[index + 1 :]).casefold().startswith(name)


def callout_title(callout: book.Callout, language: str) -> book.RichText:
    """Return the title of a callout, or the name of its kind."""
    return callout.title or (book.InlineText(translate(language, f"booklet.box.{callout.kind}")),)


def holds_only(chapter: book.Chapter, kind: type[book.Block]) -> bool:
    """Return True if all blocks of a chapter are of one kind, and there are some."""
    return bool(chapter.blocks) and all(isinstance(block, kind) for block in chapter.blocks)


def list_anchors(chapter: book.Chapter) -> Iterator[tuple[str, book.SourceLocation]]:
    """Yield the targets of links."""
    yield chapter.anchor, chapter.place
    for block in chapter.blocks:
        if isinstance(block, book.Heading):
            yield block.anchor, block.place


def list_links(blocks: Iterable[book.Block]) -> Iterator[tuple[book.SourceLocation, str]]:
    """Yield all links with their locations."""
    for block in walk_blocks(blocks):
        for line in lines_of(block):
            for item in line:
                if isinstance(item, book.InlineText) and item.link:
                    yield block.place, item.link


def with_anchor_prefix(chapter: book.Chapter, slug: str) -> book.Chapter:
    """Return a chapter whose anchors have the name of its game as a prefix."""
    blocks = tuple(
        replace(block, anchor=f"{slug}-{block.anchor}")
        if isinstance(block, book.Heading)
        else block
        for block in chapter.blocks
    )
    return replace(chapter, anchor=f"{slug}-{chapter.anchor}", blocks=blocks)


def relink(
    blocks: Iterable[book.Block], targets: Mapping[str, str | None]
) -> tuple[book.Block, ...]:
    """Return the blocks with their links replaced by `targets`; None takes a link off."""

    def relink_inline(inline: book.Inline) -> book.Inline:
        if isinstance(inline, book.InlineText) and inline.link:
            return replace(inline, link=targets.get(inline.link, inline.link))
        return inline

    return map_inlines(blocks, relink_inline)


def unify_term_spelling(chapters: Sequence[book.Chapter]) -> tuple[book.Chapter, ...]:
    """Return the chapters with each term in one spelling.

    Of “Stock”, at the head of a sentence, and of “stock” it is the one with the fewest capitals.
    """
    names: dict[str, str] = {}
    for chapter in chapters:
        for block in walk_blocks(chapter.blocks):
            for item in (candidate for line in lines_of(block) for candidate in line):
                if isinstance(item, book.InlineText) and item.term is not None:
                    known = names.setdefault(item.term.casefold(), item.term)
                    names[item.term.casefold()] = min(item.term, known, key=_count_capitals)

    def respell(inline: book.Inline) -> book.Inline:
        if isinstance(inline, book.InlineText) and inline.term is not None:
            return replace(inline, term=names[inline.term.casefold()])
        return inline

    return tuple(
        replace(candidate, blocks=map_inlines(candidate.blocks, respell)) for candidate in chapters
    )


def _count_capitals(term: str) -> int:
    return sum(map(str.isupper, term))


def map_inlines(
    blocks: Iterable[book.Block], change: Callable[[book.Inline], book.Inline]
) -> tuple[book.Block, ...]:
    """Return the blocks with every inline of their lines changed."""

    def line(words: book.RichText) -> book.RichText:
        return tuple(map(change, words))

    def block(item: book.Block) -> book.Block:
        if isinstance(item, book.Heading | book.ParagraphBlock):
            return replace(item, line=line(item.line))
        if isinstance(item, book.Figure):
            return replace(item, caption=line(item.caption))
        if isinstance(item, book.TableBlock):
            head = tuple(map(line, item.head))
            return replace(item, head=head, rows=tuple(tuple(map(line, row)) for row in item.rows))
        if isinstance(item, book.ListBlock):
            return replace(item, entries=tuple(tuple(map(block, entry)) for entry in item.entries))
        if isinstance(item, book.Panel):
            cells = (
                replace(cell, name=line(cell.name), words=line(cell.words)) for cell in item.cells
            )
            note, words = line(item.note), line(item.words)
            return replace(item, cells=tuple(cells), note=note, words=words)
        if isinstance(item, book.Callout):
            return replace(item, title=line(item.title), blocks=tuple(map(block, item.blocks)))
        return item

    return tuple(map(block, blocks))


def sort_key(word: str) -> str:
    """Return a word as a reader looks for it: without accents, case and punctuation."""
    plain = unicodedata.normalize("NFD", word.replace("œ", "oe").replace("Œ", "OE"))
    return "".join(c for c in plain.casefold() if c.isalnum() or c == " ")
