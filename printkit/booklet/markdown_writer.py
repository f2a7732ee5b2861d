"""Write a booklet as plain Markdown, for a wiki, a forum or a text editor.

Cards are written as their names, callouts as quotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import groupby
from typing import Any

from printkit.base.messages import translate
from printkit.booklet.templates import make_environment
from printkit.text import book as source
from printkit.text.traversal import repeats_name, to_plain_text, without

_ESCAPED = re.compile(r"([\\`*_\[\]<>|&~])")
# Text that would begin a heading or a list at the head of a line.
_BEGINNING = re.compile(r"^(?:([#+-]|=+$)|(\d{1,9})([.)](?= |$)))")


def write_markdown(book: source.Book) -> str:
    """Return the whole text."""

    def write_blocks(blocks: Iterable[source.Block]) -> str:
        written = (getattr(macros, type(block).__name__)(block) for block in blocks)
        return "".join(written).rstrip("\n")

    chapters = without(book.chapters, source.TermIndex)
    environment = make_environment(
        book,
        blocks=write_blocks,
        line=_write_line,
        cell=_write_cell,
        words=_escape,
        quote=_quote,
        cell_of=partial(_describe_cell, language=book.language),
        figure=partial(_describe_figure, language=book.language),
    )
    environment.globals["chapters"] = chapters
    macros: Any = environment.get_template("text.md.j2").module
    return str(macros.Book(book, chapters)).rstrip("\n") + "\n"


def _quote(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _describe_cell(cell: source.PanelCell, kind: str, language: str) -> str:
    """Return the name, the figure and the sentence of a cell, and the names of its cards."""
    words = _write_cell(cell.words)
    name = _write_cell(cell.name)
    if cell.figure and kind not in source.NUMBERED:
        name = f"{_escape(cell.figure)} {name}".strip()
    hands = translate(language, "chart.next").join(
        " · ".join(card.alt for card in hand.cards) + (f" = {hand.label}" if hand.label else "")
        for hand in cell.hands
    )
    text = " ".join(part for part in (words, _escape(hands)) if part)
    bold = f"**{name}**" if name else ""
    return (
        translate(language, "words.pair", name=bold, text=text) if text and name else bold or text
    )


def _describe_figure(figure: source.Figure, language: str) -> str:
    """Return the names of drawn cards: “2 × 3 of Sabers · Idiot”."""
    runs = ((alt, len(list(run))) for alt, run in groupby(p.alt for p in figure.pictures))
    cards = " · ".join(f"{count} × {alt}" if count > 1 else alt for alt, count in runs)
    words = _escape(cards)
    if figure.caption:
        words = translate(language, "words.pair", name=_write_cell(figure.caption), text=words)
    return words


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
    if not (inner := words.text.strip(" ")):
        return words.text
    lead, _, tail = words.text.partition(inner)
    mark = "*" * (2 * words.strong + words.emphasis)
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
