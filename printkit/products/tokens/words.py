"""Words set inside a shape, each line as wide as the shape is there.

In: a name and a sentence, a shape. Out: centred lines, the name above, in the largest print with
which all lie inside; 6 pt at the least, or TextTooLong.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from printkit.base.units import MM_PER_POINT
from printkit.graphics.display_list import Text
from printkit.graphics.font import INDEX, TITLE_BOLD, UNITS, font, shape
from printkit.graphics.text import LEADING, TextOverflow
from printkit.products.cards.anatomy import MIN_TEXT_SIZE
from printkit.products.tokens.shape import Shape

# The print of a sentence (mm per em) is at the most a share of the shape's height, or what is read
# with ease; smaller print is tried in such steps, and read well down to the last of these.
_LARGEST, _EASY, _STEP = 0.094, 8 * MM_PER_POINT, 0.25 * MM_PER_POINT
_READ = 7 * MM_PER_POINT
# The name is so much larger than the sentence, where it can be.
_NAMES = (1.15, 1.0, 0.88)
# What stays free around the words (mm) where print that is read well has room; and where it can.
_AIRY, _AIR = 0.8, 0.25
# A word by itself is as large as this share of the shape's height.
_WORD = 0.2
# A sentence is tried on so many more lines than it needs at the least.
_MORE_LINES = 4
# How far the block may stand above or below the middle (mm).
_WAYS = (0.0, -0.4, 0.4, -0.8, 0.8, -1.2, 1.2)
# What weighs against ragged lines: a millimetre off the middle, a second line of a name, and a
# smaller name.
_OFF, _MORE, _LESS = 0.02, 0.3, 0.1


@dataclass(frozen=True, slots=True)
class Colours:
    """Of the name, and of the sentence."""

    name: str
    how: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A line's font and size, its baseline, and how wide it may be (mm)."""

    font: str
    size: float
    y: float
    room: float


def sentence(name: str, how: str, place: Shape, inset: float, colours: Colours) -> list[Text]:
    """The name and what it does, `inset` from the edge. Raises TextTooLong, MissingGlyph."""
    for air, least in ((_AIRY, _READ), (_AIR, MIN_TEXT_SIZE)):
        size = max(_LARGEST * place.height, _EASY)
        while size >= least - 1e-9:
            if found := _best(name, how, place, inset + air, size, _EVEN):
                return _placed(found, colours)
            size -= _STEP
    if found := _best(name, how, place, inset, MIN_TEXT_SIZE, _TIGHT):
        return _placed(found, colours)
    raise TextOverflow(f"What “{name}” does finds no room in 6 pt.", cure="Shorten it.")


def one_word(word: str, place: Shape, inset: float, fill: str) -> list[Text]:
    """A word by itself in the middle. Raises TextTooLong, MissingGlyph."""
    words = tuple(word.split(" "))
    size = max(_WORD * place.height, MIN_TEXT_SIZE)
    while size >= MIN_TEXT_SIZE - 1e-9:
        for count in range(1, len(words) + 1):
            rows = _rows([(TITLE_BOLD, size, count)], place, inset)
            if (broken := _broken(words, rows)) is not None:
                return _placed([(rows, broken[1])], Colours(fill, fill))
        size -= _STEP
    raise TextOverflow(f"“{word}” finds no room in 6 pt.", cure="Take a shorter word.")


@dataclass(frozen=True, slots=True)
class _Space:
    """From line to line, and below a name (em)."""

    lead: float
    gap: float


# As it should be, and where nothing else helps.
_EVEN, _TIGHT = _Space(LEADING, 0.62), _Space(1.04, 0.3)
# The rows of a part, and the words on each of them.
_Part = tuple[list[_Row], list[str]]


def _best(
    name: str, how: str, place: Shape, inset: float, size: float, space: _Space
) -> list[_Part] | None:
    """The most even lines of this size, or None where it is too large."""
    title, text = name.split(" "), _words(how)
    best: tuple[float, list[_Part]] | None = None
    least = max(1, math.ceil(_advance(INDEX, how) * size / place.chord(0.0, inset)))
    lines_ = range(least, min(least + _MORE_LINES, len(text)) + 1)
    counts = product(range(1, len(title) + 1), lines_)
    for (head, lines), (rank, larger), way in product(counts, enumerate(_NAMES), _WAYS):
        large = max(size * larger, MIN_TEXT_SIZE)
        rows = _rows([(TITLE_BOLD, large, head), (INDEX, size, lines)], place, inset, space, way)
        above, below = rows[:head], rows[head:]
        if not (_holds(title, above) and _holds(text, below)):
            continue
        one, two = _broken(title, above), _broken(text, below)
        if one is None or two is None:
            continue
        cost = one[0] / head + two[0] / lines
        cost += _OFF * abs(way) + _MORE * (head - 1) + _LESS * rank
        if best is None or cost < best[0] - 1e-9:
            best = cost, [(above, one[1]), (below, two[1])]
    return best[1] if best else None


def _words(text: str) -> list[str]:
    """The words of a sentence; a number stays with the word behind it."""
    return re.findall(r"\d+ [^ ]+|[^ ]+", text)


def _rows(
    parts: Sequence[tuple[str, float, int]],
    place: Shape,
    inset: float,
    space: _Space = _EVEN,
    way: float = 0.0,
) -> list[_Row]:
    """The rows of parts (font, size, lines), their block in the middle but for a way (mm)."""
    rows: list[tuple[str, float, float]] = []
    y = 0.0
    for key, size, count in parts:
        if rows:
            y += space.gap * rows[-1][1] + font(key).cap_height / UNITS * size
        for at in range(count):
            y += space.lead * size if at else 0.0
            rows.append((key, size, y))
    top = -font(parts[0][0]).cap_height / UNITS * parts[0][1]
    up = (top + y) / 2 - way
    return [_row(key, size, y - up, place, inset) for key, size, y in rows]


def _row(key: str, size: float, y: float, place: Shape, inset: float) -> _Row:
    face, em = font(key), size / UNITS
    head, foot = y - face.cap_height * em, y + face.descent * em * 0.9
    return _Row(key, size, y, min(place.chord(head, inset), place.chord(foot, inset)))


@lru_cache(maxsize=4096)
def _advance(key: str, words: str) -> float:
    return shape(key, words).width / UNITS


def _width(words: Sequence[str], row: _Row) -> float:
    return _advance(row.font, " ".join(words)) * row.size


def _holds(words: Sequence[str], rows: Sequence[_Row]) -> bool:
    """Whether the rows hold the words, each taking as many as it can; no row stays empty."""
    at = 0
    for left, row in enumerate(rows):
        start = at
        space = _advance(row.font, " ") * row.size
        room = row.room
        while at < len(words) - (len(rows) - left - 1):
            room -= _advance(row.font, words[at]) * row.size
            if room < -1e-9:
                break
            room -= space
            at += 1
        if at == start:
            return False
    return at == len(words)


def _broken(words: Sequence[str], rows: Sequence[_Row]) -> tuple[float, list[str]] | None:
    """The words on the rows with the least ragged edge: how ragged it is, and the lines."""
    count = len(words)
    # From the last row up: the best way to set the words from `at` on in the rows from there on.
    best: list[tuple[float, list[str]] | None] = [None] * count + [(0.0, [])]
    for row in reversed(rows):
        now: list[tuple[float, list[str]] | None] = [None] * (count + 1)
        for at in range(count):
            for end, slack in _ends(words, at, row):
                rest = best[end]
                if rest is None:
                    continue
                cost = rest[0] + slack * slack
                if (known := now[at]) is None or cost < known[0] - 1e-12:
                    now[at] = cost, [" ".join(words[at:end]), *rest[1]]
        best = now
    return best[0]


def _ends(words: Sequence[str], at: int, row: _Row) -> Iterator[tuple[int, float]]:
    """Where a row that begins at a word can end, and the share of it that stays free."""
    for end in range(at + 1, len(words) + 1):
        wide = _width(words[at:end], row)
        if wide > row.room:
            return
        yield end, 1 - wide / row.room


def _placed(parts: Sequence[_Part], colours: Colours) -> list[Text]:
    found = []
    for part, fill in zip(parts, (colours.name, colours.how), strict=False):
        for row, words in zip(*part, strict=True):
            run = shape(row.font, words)
            x = -run.width * row.size / UNITS / 2
            found.append(Text(run, x, row.y, row.size, fill))
    return found
