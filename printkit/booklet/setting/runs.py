"""Running text in pieces: shaped words, spaces, signs.

In: inlines of the model, how they are set (`Manner`). Out: pieces in order, each with its width;
which spaces a line may end at: none before a closing mark, none behind an opening one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from printkit.booklet.book import Inline, InlineText, LineBreak, PictureRef
from printkit.graphics.display_list import GlyphRun, Item
from printkit.graphics.font import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, UNITS, shape

NO_BREAK = "\u00a0"
# A line does not begin with these, nor end with those.
_CLOSING = frozenset(",.;:!?…)]}»”’%–—·")
_OPENING = frozenset("([{«“‘¿¡")
# A number of a sum, the signs between two, and what is too long for one line (in pieces).
_NUMBER = re.compile(r"[(\[“«]?[+−±-]?\d+(?:[.,]\d+)?[^\w\s]{0,2}$")
_SIGNS = frozenset("+−-×÷=<>≤≥±")
_LONG_SUM = 20
_TOKENS = re.compile(r"[ \u00a0\n]|[^ \u00a0\n]+")


@dataclass(frozen=True, slots=True)
class Manner:
    """How running text is set: its size (mm per em), colours, language, fonts; `sign` draws a
    picture among words: its width and its items about the baseline."""

    size: float
    fill: str
    link: str
    language: str
    sign: Callable[[PictureRef, float], tuple[float, tuple[Item, ...]]]
    regular: str = TEXT
    bold: str = TEXT_BOLD
    italic: str = TEXT_ITALIC
    both: str = TEXT_BOLD_ITALIC
    ragged: bool = False

    def font(self, words: InlineText) -> str:
        if words.strong:
            return self.both if words.emphasis else self.bold
        return self.italic if words.emphasis else self.regular


@dataclass(slots=True)
class Ink:
    """A word, a part of one, or a sign with the words that it stands for."""

    text: str
    font: str
    run: GlyphRun
    width: float
    words: InlineText
    sign: tuple[Item, ...] | None = None
    alt: str = ""


@dataclass(slots=True)
class Space:
    """Between two words; `breaks`: a line may end here."""

    font: str
    width: float
    breaks: bool
    words: InlineText


Piece = Ink | Space


def natural_width(line: Sequence[Inline], manner: Manner) -> float:
    """How wide the text is in one line, the widest where it has breaks (mm)."""
    widths = [fsum(piece.width for piece in pieces_of(part, manner)) for part in parts_of(line)]
    return max(widths, default=0.0)


def least_width(line: Sequence[Inline], manner: Manner) -> float:
    """How wide its widest unbreakable stretch is (mm)."""
    widest = 0.0
    for part in parts_of(line):
        run = 0.0
        for piece in pieces_of(part, manner):
            if isinstance(piece, Space) and piece.breaks:
                run = 0.0
            else:
                run += piece.width
                widest = max(widest, run)
    return widest


def plain_text(line: Iterable[Inline]) -> str:
    """What the text says, pictures by their words."""
    said = [
        part.text
        if isinstance(part, InlineText)
        else part.alt
        if isinstance(part, PictureRef)
        else " "
        for part in line
    ]
    return "".join(said)


def parts_of(line: Sequence[Inline]) -> list[list[InlineText | PictureRef]]:
    """The text between its breaks."""
    parts: list[list[InlineText | PictureRef]] = [[]]
    for one in line:
        if isinstance(one, LineBreak):
            parts.append([])
        else:
            parts[-1].append(one)
    return parts


@lru_cache(maxsize=32768)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKENS.findall(text))


def pieces_of(line: Sequence[InlineText | PictureRef], manner: Manner) -> list[Piece]:
    """The text in pieces, without a space at either end."""
    pieces: list[Piece] = []
    size = manner.size / UNITS
    for one in line:
        if isinstance(one, PictureRef):
            width, items = manner.sign(one, manner.size)
            words = InlineText(one.alt)
            pieces.append(Ink("", manner.regular, _NOTHING, width, words, items, one.alt))
            continue
        key = manner.font(one)
        for token in _tokens(one.text):
            if token in (" ", "\n", NO_BREAK):
                if token != NO_BREAK and (
                    not pieces or (isinstance(pieces[-1], Space) and pieces[-1].breaks)
                ):
                    continue
                width = shape(key, " ").width * size
                pieces.append(Space(key, width, token != NO_BREAK, one))
            else:
                run = shape(key, token)
                pieces.append(Ink(token, key, run, run.width * size, one))
    while pieces and isinstance(pieces[-1], Space):
        pieces.pop()
    _unsaid(pieces)
    for at in range(1, len(pieces) - 1):
        piece = pieces[at]
        if isinstance(piece, Space) and piece.breaks:
            before, after = pieces[at - 1], pieces[at + 1]
            if isinstance(before, Ink) and before.text[-1:] in _OPENING:
                piece.breaks = not before.text
            if isinstance(after, Ink) and after.text[:1] in _CLOSING:
                piece.breaks = not after.text
            if isinstance(before, Space) or isinstance(after, Space):
                piece.breaks = False
    _keep_sums(pieces)
    return pieces


def _keep_sums(pieces: Sequence[Piece]) -> None:
    """No line ends within “12 − 7 = 5”; a long sum is parted only before what it comes to."""
    start = 0
    while start < len(pieces):
        end = start
        while end + 4 < len(pieces) and _goes_on(pieces[end : end + 5]):
            end += 4
        if end == start:
            start += 1
            continue
        long = end - start > _LONG_SUM
        for at in range(start + 1, end):
            piece, after = pieces[at], pieces[at + 1]
            if isinstance(piece, Space):
                equals = isinstance(after, Ink) and after.text == "="
                piece.breaks = piece.breaks and long and equals
        start = end + 1


def _goes_on(five: Sequence[Piece]) -> bool:
    """Whether these are a number, a sign of reckoning and a number, with their spaces."""
    one, before, sign, after, other = five
    return (
        isinstance(sign, Ink)
        and sign.text in _SIGNS
        and isinstance(before, Space)
        and isinstance(after, Space)
        and isinstance(one, Ink)
        and isinstance(other, Ink)
        and _NUMBER.match(one.text) is not None
        and _NUMBER.match(other.text) is not None
    )


def _unsaid(pieces: list[Piece]) -> None:
    """A sign beside the very word that it stands for says nothing more."""
    texts = [piece.text.casefold().strip(".,;:()") for piece in pieces if isinstance(piece, Ink)]
    inks = [piece for piece in pieces if isinstance(piece, Ink)]
    for at, piece in enumerate(inks):
        if piece.alt:
            words = piece.alt.casefold().split()
            count = len(words)
            if words in (texts[at + 1 : at + 1 + count], texts[max(0, at - count) : at]):
                piece.alt = ""


_NOTHING = GlyphRun("", "", (), (), 0.0)
