"""Write a booklet as plain Markdown, for a wiki, a forum or a text editor.

Cards are written as their names, callouts as quotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from printkit.base.messages import translate
from printkit.text import book as source
from printkit.text.traversal import callout_title, repeats_name, to_plain_text, without

_RULES = {source.CENTRE: ":-:", source.RIGHT: "--:"}
_ESCAPED = re.compile(r"([\\`*_\[\]<>|&~])")
# Text that would begin a heading or a list at the head of a line.
_BEGINNING = re.compile(r"^(?:([#+-]|=+$)|(\d{1,9})([.)](?= |$)))")


def write_markdown(book: source.Book) -> str:
    """Return the whole text."""
    parts = [f"# {_escape(book.title)}", f"*{_escape(book.subtitle)}*"]
    # An index is useless without pages.
    for chapter in without(book.chapters, source.TermIndex):
        if chapter.part:
            parts.append(f"# {_escape(chapter.part)}")
        parts.append(f"## {_escape(chapter.title)}")
        parts += [part for block in chapter.blocks for part in _write_block(block, book)]
    return "\n\n".join(parts) + "\n"


def _write_block(block: source.Block, book: source.Book) -> Iterator[str]:
    if isinstance(block, source.Heading):
        yield f"{'#' * (block.level + 1)} {_write_cell(block.line)}"
    elif isinstance(block, source.ParagraphBlock):
        yield _write_line(block.line)
    elif isinstance(block, source.ListBlock):
        yield _write_list(block, book)
    elif isinstance(block, source.TableBlock):
        yield _write_table(block)
    elif isinstance(block, source.Figure):
        yield from _write_figure(block, book.language)
    elif isinstance(block, source.Callout):
        yield _quote(_write_callout(block, book))
    elif isinstance(block, source.Panel):
        yield from _write_panel(block, book.language)
    elif isinstance(block, source.TableOfContents):
        listed = without(book.chapters, source.TermIndex)
        shown = (chapter for chapter in listed if block not in chapter.blocks)
        yield "\n".join(f"- {_escape(chapter.title)}" for chapter in shown)
    else:
        assert isinstance(block, source.TermIndex)


def _write_panel(panel: source.Panel, language: str) -> Iterator[str]:
    """Write a panel as a list of names, figures, sentences, and the names of cards."""
    if panel.words:
        yield _write_line(panel.words)
    numbered = panel.kind in source.NUMBERED
    entries: list[str] = []
    group = ""
    for i, cell in enumerate(panel.cells, 1):
        if cell.group != group and entries:
            yield "\n".join(entries)
            entries = []
        if cell.group and cell.group != group:
            yield f"**{_escape(cell.group)}**"
        group = cell.group
        lead = f"{i}. " if numbered else "- "
        entries.append(lead + _describe_cell(cell, language, numbered=numbered))
    yield "\n".join(entries)
    if panel.note and panel.picture is None:
        yield _write_line(panel.note)


def _describe_cell(cell: source.PanelCell, language: str, *, numbered: bool) -> str:
    words = _write_cell(cell.words)
    name = _write_cell(cell.name)
    if cell.figure and not numbered:
        name = f"{_escape(cell.figure)} {name}".strip()
    hands = "; ".join(
        " · ".join(card.alt for card in hand.cards) + (f" = {hand.label}" if hand.label else "")
        for hand in cell.hands
    )
    text = " ".join(part for part in (words, _escape(hands)) if part)
    bold = f"**{name}**" if name else ""
    return (
        translate(language, "words.pair", name=bold, text=text) if text and name else bold or text
    )


def _write_figure(figure: source.Figure, language: str) -> Iterator[str]:
    """Yield the names of drawn cards: “2 × 3 of Sabers · Idiot”; the margin is left out."""
    if figure.margin:
        return
    runs = ((alt, len(list(run))) for alt, run in groupby(p.alt for p in figure.pictures))
    cards = " · ".join(f"{count} × {alt}" if count > 1 else alt for alt, count in runs)
    words = _escape(cards)
    if figure.caption:
        words = translate(language, "words.pair", name=_write_cell(figure.caption), text=words)
    yield f"> {words}"


def _write_list(block: source.ListBlock, book: source.Book) -> str:
    entries: list[str] = []
    for i, entry in enumerate(block.entries):
        lead = "- " if block.start is None else f"{block.start + i}. "
        text = "\n\n".join(part for item in entry for part in _write_block(item, book))
        entries.append(lead + text.replace("\n", "\n" + " " * len(lead)))
    return "\n".join(line.rstrip() for line in "\n".join(entries).split("\n"))


def _write_table(block: source.TableBlock) -> str:
    rows = [_write_row(block.head), _join_cells(_RULES.get(align, "---") for align in block.aligns)]
    return "\n".join([*rows, *(_write_row(row) for row in block.rows)])


def _write_row(cells: Iterable[source.RichText]) -> str:
    return _join_cells(_write_cell(cell) for cell in cells)


def _join_cells(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _write_callout(box: source.Callout, book: source.Book) -> Iterator[str]:
    yield f"**{_escape(to_plain_text(callout_title(box, book.language)))}**"
    for block in box.blocks:
        yield from _write_block(block, book)


def _quote(parts: Iterable[str]) -> str:
    lines = "\n\n".join(parts).split("\n")
    return "\n".join(f"> {line}".rstrip() for line in lines)


# --- words --------------------------------------------------------------------------------------


def _write_cell(line: source.RichText) -> str:
    """Return a line without line breaks."""
    return _write_styled(
        tuple(
            source.InlineText(" ") if isinstance(item, source.LineBreak) else item for item in line
        )
    )


def _write_line(line: source.RichText) -> str:
    """Return a line at the beginning of a paragraph."""
    return _BEGINNING.sub(r"\2\\\1\3", _write_styled(line))


def _write_styled(line: source.RichText) -> str:
    """Return a line with its emphasis where Markdown can express it."""
    result = ""
    for i, item in enumerate(line):
        after = to_plain_text(line[i + 1 : i + 2])[:1]
        if isinstance(item, source.LineBreak):
            result = result.rstrip() + "\\\n"
        elif isinstance(item, source.InlineText):
            result += _write_words(item, result[-1:], after)
        elif not repeats_name(line, i):
            result += _escape(item.alt)
    return re.sub("  +", " ", result).strip()


def _write_words(words: source.InlineText, before: str, after: str) -> str:
    """Return words in their style. Links to addresses are kept, links within the book dropped."""
    inner = words.text.strip(" ")
    lead, tail = (
        words.text[: words.text.find(inner)],
        words.text[words.text.find(inner) + len(inner) :],
    )
    mark = "*" * (2 * words.strong + words.emphasis)
    if not inner:
        return words.text
    if not (
        _can_emphasise(lead[-1:] or before, inner[0])
        and _can_emphasise(tail[:1] or after, inner[-1])
    ):
        mark = ""
    text = f"{mark}{_escape(inner)}{mark}"
    if words.link and not words.link.startswith("#"):
        text = f"[{text}]({words.link})"
    return f"{lead}{text}{tail}"


def _can_emphasise(outside: str, inside: str) -> bool:
    """Return True if asterisks between two characters begin or end emphasis."""
    if inside.isspace() or outside == "*":
        return False
    return inside.isalnum() or not outside or outside.isspace() or not outside.isalnum()


def _escape(text: str) -> str:
    return _ESCAPED.sub(r"\\\1", text)
