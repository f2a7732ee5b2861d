"""The typography of running text that its author need not think of.

French gets no-break spaces before high punctuation (narrow ones, but before a colon) and inside «
»; any other text is unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from printkit.text.book import Inline, InlineText, LineBreak, RichText

NARROW, WIDE = "\u202f", "\u00a0"
# What stands for a picture, and for the end of a line, where a line is looked at as one text.
_PICTURE, _END = "\ufffc", "\n"
# High punctuation after what it belongs to: not at the beginning of a line, nor after an opening
# sign; of “?!” only the first; a colon of 12:30 or of an address is none.
_SPACE = "[ \u00a0\u202f]*"
_BEFORE = re.compile(rf"(?<=[^\s\u202f\u00a0«(\[]){_SPACE}(?:(?<![?!])([;!?])|(»)|(:)(?![/\d]))")
_AFTER = re.compile(rf"«{_SPACE}(?=\S)")

# One text in pieces, each in a manner of its own.
Pieces = Sequence[str]


def _space_french(pieces: Pieces) -> list[str]:
    """Put a narrow space before high punctuation, which never begins a line.

    >>> _space_french(["Quoi ? Ceci: « Oui »"]) == ["Quoi\u202f? Ceci\u00a0: «\u202fOui\u202f»"]
    True
    >>> _space_french(["à 12:30, voir http://x", " ?!"]) == ["à 12:30, voir http://x", "\u202f?!"]
    True
    """
    return _replace(_replace(pieces, _BEFORE, _separate), _AFTER, lambda _: f"«{NARROW}")


def _separate(match: re.Match[str]) -> str:
    sign = match.group(match.lastindex or 0)
    return f"{WIDE if sign == ':' else NARROW}{sign}"


def _replace(
    pieces: Pieces, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]
) -> list[str]:
    """Replace all matches in the pieces, wherever one ends and the next begins.

    What is inserted belongs to the piece of the sign that was found.
    """
    text = "".join(pieces)
    if pattern.search(text) is None:
        return list(pieces)
    owners = [i for i, piece in enumerate(pieces) for _ in piece]
    result = [""] * len(pieces)

    def keep(start: int, end: int) -> None:
        for i in range(start, end):
            result[owners[i]] += text[i]

    done = 0
    for match in pattern.finditer(text):
        keep(done, match.start())
        sign = next(i for i in range(match.start(), match.end()) if not text[i].isspace())
        result[owners[sign]] += replacement(match)
        done = match.end()
    keep(done, len(text))
    return result


_WAYS: dict[str, Callable[[Pieces], list[str]]] = {"fr": _space_french}
# Opening and closing quotation marks, of the first and of the second order.
QUOTES = {"en": ["“", "”", "‘", "’"], "fr": [f"«{NARROW}", f"{NARROW}»", "“", "”"]}


def space_text(text: str, language: str) -> str:
    """Return a text with the spaces and apostrophes of its language."""
    return _space_pieces((text,), language)[0]


def space_line(line: RichText, language: str) -> RichText:
    """Return a line with the spaces and apostrophes of its language, across style changes."""
    texts = _space_pieces([_text_of(item) for item in line], language)
    return tuple(
        replace(item, text=text) if isinstance(item, InlineText) else item
        for item, text in zip(line, texts, strict=True)
    )


def _space_pieces(pieces: Pieces, language: str) -> list[str]:
    straight = [piece.replace("'", "’") for piece in pieces]
    way = _WAYS.get(language)
    return way(straight) if way else straight


def _text_of(inline: Inline) -> str:
    if isinstance(inline, InlineText):
        return inline.text
    return _END if isinstance(inline, LineBreak) else _PICTURE
