"""Words in the waste around a thing that is cut out: how it is put together.

In: notes, places that are free. Out: the notes in the place that lets them be largest, each from a
line of its own; where no place has that much room, one after the other; else below all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.layout.fit_text import text_width
from printkit.products.cards.anatomy import MIN_TEXT_SIZE
from printkit.products.charts.notes import Line, Note, break_lines, height, set_lines

# The largest size, and by how much it shrinks from try to try (mm per em).
_MAX_SIZE, _STEP = 2.9, 0.05
# How far the accent of a capital stands above it (em).
_ACCENT = 0.2

Breaker = Callable[[Sequence[Note], float, float], list[Line]]


@dataclass(frozen=True, slots=True)
class PlacedText:
    """Words broken into lines for a place."""

    lines: tuple[Line, ...]
    size: float
    box: Rect

    def items(self, theme: Theme) -> list[Item]:
        """The lines in the middle of the place's height, on bare paper."""
        spare = max(0.0, self.box.h - _tall(self.lines, self.size))
        y = self.box.y + spare / 2 + _ACCENT * self.size
        return [*set_lines(self.lines, self.box.x, y, self.size, theme.roles_of["cut"])]


def place_instructions(notes: Sequence[Note], places: Sequence[Rect], below: Rect) -> PlacedText:
    """The notes in one of the places; below, as deep as they need, where none will do."""
    for breaker in (break_lines, run_in):
        found = [one for box in places if (one := _largest(breaker, notes, box)) is not None]
        if found:
            return max(found, key=lambda one: one.size)
    lines = tuple(break_lines(notes, below.w, MIN_TEXT_SIZE))
    return PlacedText(lines, MIN_TEXT_SIZE, below._replace(h=_tall(lines, MIN_TEXT_SIZE)))


def _tall(lines: Sequence[Line], size: float) -> float:
    """What lines take, the accent of a capital at their head included (mm)."""
    return height(lines, size) + _ACCENT * size


def _largest(breaker: Breaker, notes: Sequence[Note], box: Rect) -> PlacedText | None:
    """The notes as large as they fit a place; nothing where they would be too small."""
    tries = int((_MAX_SIZE - MIN_TEXT_SIZE) / _STEP)
    for size in (*(_MAX_SIZE - _STEP * k for k in range(tries + 1)), MIN_TEXT_SIZE):
        lines = tuple(breaker(notes, box.w, size))
        if _tall(lines, size) <= box.h and _widest(lines, size) <= box.w + 1e-6:
            return PlacedText(lines, size, box)
    return None


def _widest(lines: Sequence[Line], size: float) -> float:
    ends = (x + text_width(key, text, size) for line in lines for key, text, x in line.words)
    return max(ends, default=0.0)


def run_in(notes: Sequence[Note], room: float, size: float) -> list[Line]:
    """The notes as one paragraph: each lead in bold within the line."""
    space = text_width(TITLE, " ", size)
    lines: list[list[tuple[str, str, float]]] = [[]]
    x = 0.0
    for unit in _units(notes):
        wide = fsum(text_width(key, word, size) for key, word in unit) + space * (len(unit) - 1)
        if lines[-1] and x + wide > room:
            lines.append([])
            x = 0.0
        for key, word in unit:
            _append(lines[-1], key, word, x)
            x += text_width(key, word, size) + space
    return [Line(tuple(line), at == 0) for at, line in enumerate(lines)]


def _units(notes: Sequence[Note]) -> Iterator[list[tuple[str, str]]]:
    """What is never broken: a word, or a lead with the first word after it."""
    for note in notes:
        first, *others = note.words.split(" ")
        yield [*((TITLE_BOLD, word) for word in note.lead.split(" ") if word), (TITLE, first)]
        yield from ([(TITLE, word)] for word in others)


def _append(line: list[tuple[str, str, float]], key: str, word: str, x: float) -> None:
    """A word at the end of a line; words of one font are read and copied as one text."""
    if line and line[-1][0] == key:
        line[-1] = (key, f"{line[-1][1]} {word}", line[-1][2])
    else:
        line.append((key, word, x))
