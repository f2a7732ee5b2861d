"""Walk through a Book in reading order, and change its links and terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

import msgspec
from msgspec.structs import replace

from printkit.base.messages import translate
from printkit.base.plain_text import fold
from printkit.text import book

Record = TypeVar("Record")


def lines_of(block: book.Block) -> tuple[book.RichText, ...]:
    """Return the lines of a block, without those of blocks within it."""
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
    """Yield the lines of a cell in reading order."""
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
    """Yield the blocks and all blocks within them in reading order."""
    for block in blocks:
        yield block
        for within in child_blocks(block):
            yield from walk_blocks(within)


def to_plain_text(line: Sequence[book.Inline]) -> str:
    """Return the words of a line without styles, and the descriptions of its pictures."""
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
    """Return True if the picture at an index is a suit or token next to its name."""
    picture = line[index]
    if not isinstance(picture, book.PictureRef) or picture.kind not in (book.SUIT, book.TOKEN):
        return False
    name = picture.alt.casefold()
    before = to_plain_text(line[:index]).casefold().endswith(name)
    return before or to_plain_text(line[index + 1 :]).casefold().startswith(name)


def callout_title(callout: book.Callout, language: str) -> book.RichText:
    """Return the title of a callout, or the name of its kind."""
    return callout.title or (book.InlineText(translate(language, f"booklet.box.{callout.kind}")),)


def without(chapters: Iterable[book.Chapter], kind: type[book.Block]) -> list[book.Chapter]:
    """Return the chapters without those that have blocks of one kind alone."""
    return [
        one
        for one in chapters
        if not one.blocks or any(not isinstance(block, kind) for block in one.blocks)
    ]


def has_terms(chapters: Iterable[book.Chapter]) -> bool:
    """Return True if any words are a term of the index."""
    blocks = (block for chapter in chapters for block in chapter.blocks)
    return any(words.term is not None for _, words in _list_words(blocks))


def list_anchors(chapter: book.Chapter) -> Iterator[tuple[str, book.SourceLocation]]:
    """Yield the targets of links."""
    yield chapter.anchor, chapter.place
    for block in chapter.blocks:
        if isinstance(block, book.Heading):
            yield block.anchor, block.place


def titles_by_anchor(chapters: Iterable[book.Chapter]) -> dict[str, str]:
    """Return the titles of chapters, and of the headings in them after those, by anchor."""
    titles: dict[str, str] = {}
    for chapter in chapters:
        titles[chapter.anchor] = chapter.title
        for block in chapter.blocks:
            if isinstance(block, book.Heading):
                titles[block.anchor] = f"{chapter.title}, {to_plain_text(block.line)}"
    return titles


def list_links(blocks: Iterable[book.Block]) -> Iterator[tuple[book.SourceLocation, str]]:
    """Yield all links with their locations."""
    for block, words in _list_words(blocks):
        if words.link:
            yield block.place, words.link


def _list_words(blocks: Iterable[book.Block]) -> Iterator[tuple[book.Block, book.InlineText]]:
    """Yield all running text with its block."""
    for block in walk_blocks(blocks):
        for line in lines_of(block):
            yield from ((block, item) for item in line if isinstance(item, book.InlineText))


def with_anchor_prefix(chapter: book.Chapter, slug: str) -> book.Chapter:
    """Return a chapter with the slug of its game as a prefix of all anchors."""
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
    """Return the blocks with their links replaced by `targets`; None removes a link."""

    def change(words: book.InlineText) -> book.InlineText:
        link = words.link
        return words if link is None else replace(words, link=targets.get(link, link))

    return tuple(_change_words(block, change) for block in blocks)


def unify_term_spelling(chapters: Sequence[book.Chapter]) -> tuple[book.Chapter, ...]:
    """Return the chapters with each term in one spelling.

    Of “Stock” and “stock” the spelling with fewer capitals is kept.
    """
    names: dict[str, str] = {}
    for _, words in _list_words(block for chapter in chapters for block in chapter.blocks):
        if words.term is not None:
            known = names.setdefault(words.term.casefold(), words.term)
            names[words.term.casefold()] = min(words.term, known, key=_count_capitals)

    def change(words: book.InlineText) -> book.InlineText:
        term = words.term
        return words if term is None else replace(words, term=names[term.casefold()])

    return tuple(_change_words(chapter, change) for chapter in chapters)


def _count_capitals(term: str) -> int:
    return sum(map(str.isupper, term))


def _change_words(value: Record, change: Callable[[book.InlineText], book.InlineText]) -> Record:
    """Return a record of a book, or a tuple of such, with `change` applied to all running text."""
    if isinstance(value, book.InlineText):
        return cast("Record", change(value))
    if isinstance(value, tuple):
        return cast("Record", tuple(_change_words(item, change) for item in value))
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return replace(value, **{name: _change_words(item, change) for name, item in fields})
    return value


def group_by_part(chapters: Iterable[book.Chapter]) -> list[tuple[str, list[book.Chapter]]]:
    """Return chapters by part; those outside all parts have an empty title."""
    groups: list[tuple[str, list[book.Chapter]]] = [("", [])]
    for chapter in chapters:
        if chapter.part is not None and chapter.part != groups[-1][0]:
            groups.append((chapter.part, []))
        groups[-1][1].append(chapter)
    return [group for group in groups if group[1]]


def sort_key(word: str) -> str:
    """Return the sort key of a word: without accents, ligatures, case and punctuation."""
    return "".join(letter for letter in fold(word) if letter.isalnum() or letter == " ")
