"""Paragraphs: words in lines from a left edge, in one or several fonts.

In: spans of text, a size, the room of a line (mm). Out: lines that are as even as can be, none
wider than the room. A number stays with the word behind it, and no line is a short word by itself
where that can be helped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from printkit.graphics.display_list import Colour, Text
from printkit.graphics.font import UNITS, font, shape
from printkit.layout.fit_text import TextOverflow, text_line

# U+00A0 and U+202F do not break: a French « ! » never starts a line.
_WORDS = re.compile(r"[+−±]?\d+ [^ ]+|[^ ]+")
# What weighs against a last line that is shorter than a share of the room.
_SHORT, _WIDOW = 0.18, 0.5


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one font and colour."""

    font: str
    text: str
    fill: Colour


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of shaped text from x = 0, one below the other; each line box is `leading` high
    (mm).
    """

    texts: tuple[Text, ...]
    count: int
    leading: float

    @property
    def height(self) -> float:
        return self.count * self.leading


@dataclass(frozen=True, slots=True)
class _Word:
    span: int
    text: str
    width: float
    space: float


def paragraph(spans: Sequence[Span], size: float, room: float, lead: float) -> Paragraph:
    """The spans as one paragraph, `size` mm per em, its first line box at y = 0; the font of the
    last span tells where the baselines lie.

    Raises TextTooLong where a word by itself is wider than the room, and MissingGlyph.
    """
    words = [
        _Word(at, text, advance(span.font, text) * size, advance(span.font, " ") * size)
        for at, span in enumerate(spans)
        for text in _WORDS.findall(span.text)
    ]
    lines = _broken(words, room)
    texts: list[Text] = []
    for at, line in enumerate(lines):
        texts += _line(line, spans, size, baseline(spans[-1].font, size, lead, at))
    return Paragraph(tuple(texts), len(lines), lead)


def baseline(key: str, size: float, lead: float, line: int = 0) -> float:
    """Where the baseline of a line lies: capitals stand in the middle of its box."""
    cap = font(key).cap_height / UNITS * size
    return line * lead + (lead + cap) / 2


@lru_cache(maxsize=16384)
def advance(key: str, text: str) -> float:
    """The advance of words (em)."""
    return shape(key, text).width / UNITS


def _broken(words: Sequence[_Word], room: float) -> list[list[_Word]]:
    """The words in as few lines as can be, of these the most even."""
    count = len(words)
    # From the last word back: lines, unevenness and end of the line that begins at a word.
    best: list[tuple[int, float, int]] = [(0, 0.0, count)] * (count + 1)
    for start in range(count - 1, -1, -1):
        found: tuple[int, float, int] | None = None
        wide = 0.0
        for end in range(start + 1, count + 1):
            word = words[end - 1]
            wide += word.width if end == start + 1 else words[end - 2].space + word.width
            if wide > room + 1e-9:
                break
            lines, rest, _ = best[end]
            cost = rest + _unevenness(wide / room, last=end == count, first=start == 0)
            now = (lines + 1, cost, end)
            if found is None or now[:2] < found[:2]:
                found = now
        if found is None:
            raise TextOverflow(
                f"“{words[start].text[:60]}” is wider than its column of {room:.1f} mm.",
                hint="Shorten it, or take a larger card or paper.",
            )
        best[start] = found
    lines_: list[list[_Word]] = []
    at = 0
    while at < count:
        end = best[at][2]
        lines_.append(list(words[at:end]))
        at = end
    return lines_


def _unevenness(share: float, *, last: bool, first: bool) -> float:
    """How uneven a line is that fills a share of its room."""
    if last:
        return 0.0 if first or share >= _SHORT else _WIDOW
    return (1 - share) ** 2


def _line(line: Sequence[_Word], spans: Sequence[Span], size: float, y: float) -> list[Text]:
    """The words of one line, those of a span as one text, so that they are read and copied so."""
    texts: list[Text] = []
    x, at = 0.0, 0
    while at < len(line):
        own = [word for word in line[at:] if word.span == line[at].span]
        span = spans[line[at].span]
        text = " ".join(word.text for word in own)
        texts.append(text_line(span.font, text, x, y, size, span.fill))
        x += advance(span.font, text) * size + own[-1].space
        at += len(own)
    return texts
