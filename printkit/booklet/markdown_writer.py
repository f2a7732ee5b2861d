"""A booklet as plain Markdown: for a wiki, a forum, a text editor.

In: a Book. Out: its text, cards by their names, boxes as quotations, no line of our dialect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from printkit.base.messages import translate
from printkit.booklet.book import (
    CENTRE,
    RIGHT,
    Block,
    Book,
    Callout,
    Chapter,
    Figure,
    Heading,
    InlineText,
    LineBreak,
    ListBlock,
    Paragraph,
    RichText,
    Table,
    TableOfContents,
    TermIndex,
)
from printkit.booklet.traversal import said_already, to_plain_text

_RULES = {CENTRE: ":-:", RIGHT: "--:"}
_ESCAPED = re.compile(r"([\\`*_\[\]<>|&~])")
# What would begin a heading, a list or a quotation at the head of a line.
_BEGINNING = re.compile(r"^(?:([#+-]|=+$)|(\d{1,9})([.)](?= |$)))")


def markdown(book: Book) -> str:
    """The whole text."""
    parts = [f"# {_text(book.title)}", f"*{_text(book.subtitle)}*"]
    for chapter in _shown(book):
        if chapter.part:
            parts.append(f"# {_text(chapter.part)}")
        parts.append(f"## {_text(chapter.title)}")
        parts += [part for block in chapter.blocks for part in _block(block, book)]
    return "\n\n".join(parts) + "\n"


def _shown(book: Book) -> list[Chapter]:
    """The chapters but for an index: it is nothing without pages."""
    return [
        chapter
        for chapter in book.chapters
        if not chapter.blocks or any(not isinstance(block, TermIndex) for block in chapter.blocks)
    ]


def _block(block: Block, book: Book) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * (block.level + 1)} {_cell(block.line)}"
    elif isinstance(block, Paragraph):
        yield _line(block.line)
    elif isinstance(block, ListBlock):
        yield _items(block, book)
    elif isinstance(block, Table):
        yield _table(block)
    elif isinstance(block, Figure):
        yield from _figure(block)
    elif isinstance(block, Callout):
        yield _quoted(_box(block, book))
    elif isinstance(block, TableOfContents):
        yield "\n".join(f"- {_text(chapter.title)}" for chapter in _shown(book))
    else:
        assert isinstance(block, TermIndex)


def _figure(figure: Figure) -> Iterator[str]:
    """Drawings in words: “2 × 3 of Sabers · Idiot”; in the margin they say nothing new."""
    if figure.margin:
        return
    runs = ((alt, len(list(run))) for alt, run in groupby(p.alt for p in figure.pictures))
    cards = " · ".join(f"{count} × {alt}" if count > 1 else alt for alt, count in runs)
    caption = f"{_cell(figure.caption)}: " if figure.caption else ""
    yield f"> {caption}{_text(cards)}"


def _items(block: ListBlock, book: Book) -> str:
    entries: list[str] = []
    for i, entry in enumerate(block.entries):
        lead = "- " if block.start is None else f"{block.start + i}. "
        text = "\n\n".join(part for item in entry for part in _block(item, book))
        entries.append(lead + text.replace("\n", "\n" + " " * len(lead)))
    return "\n".join(line.rstrip() for line in "\n".join(entries).split("\n"))


def _table(block: Table) -> str:
    rows = [_row(block.head), _row_of(_RULES.get(align, "---") for align in block.aligns)]
    return "\n".join([*rows, *(_row(row) for row in block.rows)])


def _row(cells: Iterable[RichText]) -> str:
    return _row_of(_cell(cell) for cell in cells)


def _row_of(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _box(box: Callout, book: Book) -> Iterator[str]:
    yield f"**{_bare(box.title) or _text(translate(book.language, f'booklet.box.{box.kind}'))}**"
    for block in box.blocks:
        yield from _block(block, book)


def _quoted(parts: Iterable[str]) -> str:
    lines = "\n\n".join(parts).split("\n")
    return "\n".join(f"> {line}".rstrip() for line in lines)


# --- words --------------------------------------------------------------------------------------


def _bare(line: RichText) -> str:
    """A line in one manner."""
    return _text(to_plain_text(line))


def _cell(line: RichText) -> str:
    """A line that cannot end before its end."""
    return _spoken(tuple(InlineText(" ") if isinstance(item, LineBreak) else item for item in line))


def _line(line: RichText) -> str:
    """A line at the beginning of a paragraph."""
    return _BEGINNING.sub(r"\2\\\1\3", _spoken(line))


def _spoken(line: RichText) -> str:
    """A line with its emphasis, as far as Markdown can tell where that ends."""
    result = ""
    for i, item in enumerate(line):
        after = to_plain_text(line[i + 1 : i + 2])[:1]
        if isinstance(item, LineBreak):
            result = result.rstrip() + "\\\n"
        elif isinstance(item, InlineText):
            result += _words(item, result[-1:], after)
        elif not said_already(line, i):
            result += _text(item.alt)
    return re.sub("  +", " ", result).strip()


def _words(one: InlineText, before: str, after: str) -> str:
    """Words in their manner. Addresses are kept; links within the book are words."""
    inner = one.text.strip(" ")
    lead, tail = one.text[: one.text.find(inner)], one.text[one.text.find(inner) + len(inner) :]
    mark = "*" * (2 * one.strong + one.emphasis)
    if not inner:
        return one.text
    if not (_opens(lead[-1:] or before, inner[0]) and _opens(tail[:1] or after, inner[-1])):
        mark = ""
    text = f"{mark}{_text(inner)}{mark}"
    if one.link and not one.link.startswith("#"):
        text = f"[{text}]({one.link})"
    return f"{lead}{text}{tail}"


def _opens(outside: str, inside: str) -> bool:
    """Whether asterisks between two characters mark what is inside."""
    if inside.isspace() or outside == "*":
        return False
    return inside.isalnum() or not outside or outside.isspace() or not outside.isalnum()


def _text(text: str) -> str:
    return _ESCAPED.sub(r"\\\1", text)
