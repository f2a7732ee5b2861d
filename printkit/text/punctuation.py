"""Add the spaces and apostrophes of a language to running text.

French has narrow no-break spaces before high punctuation and inside « », and a wide one before a
colon; other languages have straight apostrophes replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from printkit.text.book import Inline, InlineText, LineBreak, RichText

NARROW, WIDE = "\u202f", "\u00a0"
# Placeholders of a picture and of the end of a line in the text of a whole line.
_PICTURE, _END = "\ufffc", "\n"
# High punctuation, except at the beginning of a line, after an opening sign, after another such
# sign (“?!”), and the colon of 12:30 or of an address.
_SPACE = "[ \u00a0\u202f]*"
_BEFORE = re.compile(rf"(?<=[^\s\u202f\u00a0«(\[]){_SPACE}(?:(?<![?!])([;!?])|(»)|(:)(?![/\d]))")
_AFTER = re.compile(rf"«{_SPACE}(?=\S)")

# The pieces of a text, each in one style.
Pieces = Sequence[str]


def _space_french(pieces: Pieces) -> list[str]:
    """Put no-break spaces before high punctuation and inside « ».

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
    """Replace all matches in the joined pieces, and return them as pieces again.

    An inserted text belongs to the piece of the matched sign.
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


_SPACERS: dict[str, Callable[[Pieces], list[str]]] = {"fr": _space_french}
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
    add_spaces = _SPACERS.get(language)
    return add_spaces(straight) if add_spaces else straight


def _text_of(inline: Inline) -> str:
    if isinstance(inline, InlineText):
        return inline.text
    return _END if isinstance(inline, LineBreak) else _PICTURE
