"""The summary round the rim of a mat: phases, winning hands, penalties.

In: a Variant, a language. Out: sections of entries; how high each is in a column of a width, and
its drawing. Nothing is set smaller than 7 pt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from printkit.base.messages import translate
from printkit.definition.tabletop import Penalty, Phase
from printkit.definition.variant import Variant
from printkit.graphics.display_list import Item, Path, Text
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import text_line, text_width
from printkit.products.charts.notes import Line, Note, break_lines

# 7 pt: what is read across a table is no smaller.
MIN_PRINT = 7 * 25.4 / 72
# Against the size of the words (em): a line's step, the air between entries, a heading with the
# air below it, the air above one that stands below other entries; where entries begin.
STEP, AIR, HEADING, HEAD_ROOM, ABOVE = 1.3, 0.55, 1.5, 2.75, 1.5
# A last line shorter than this share of its column is a remnant.
_REMNANT = 0.3
_HANG, _DIGITS = 1.55, 2.1


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its entries; `numbered` where their order counts."""

    title: str
    entries: tuple[Note, ...]
    numbered: bool

    @property
    def hang(self) -> float:
        """How far in the words begin (em)."""
        return _DIGITS if self.numbered and len(self.entries) > 9 else _HANG


def sections(variant: Variant, language: str) -> tuple[Section, ...]:
    """What is told of a game, in a language; nothing of what it does not have."""
    hands = sorted(variant.hands, key=lambda hand: hand.order)
    found = (
        Section(translate(language, "mat.phases"), _notes(variant.phases, language), True),
        Section(
            translate(language, "mat.hands"),
            tuple(Note(hand.name[language], hand.how[language]) for hand in hands),
            True,
        ),
        Section(translate(language, "mat.penalties"), _notes(variant.penalties, language), False),
    )
    return tuple(section for section in found if section.entries)


def _notes(parts: Iterable[Phase | Penalty], language: str) -> tuple[Note, ...]:
    return tuple(Note(part.name[language], part.how[language]) for part in parts)


@lru_cache(maxsize=4096)
def entry_lines(note: Note, room: float, size: float) -> tuple[Line, ...]:
    """An entry in lines of a width (mm), the last of them no short remnant where a narrower
    setting of as many lines helps."""
    lines = found = tuple(break_lines([note], room, size))
    tried = room
    while len(found) > 1 and _end(found[-1], size) < _REMNANT * room:
        tried -= 0.02 * room
        found = tuple(break_lines([note], tried, size))
        if len(found) > len(lines) or tried < 0.6 * room:
            return lines
    return found


def _end(line: Line, size: float) -> float:
    """Where a line ends (mm)."""
    return max(x + text_width(key, text, size) for key, text, x in line.words)


@lru_cache(maxsize=4096)
def heights(section: Section, wide: float, size: float) -> tuple[float, ...]:
    """How high each entry is in a column of a width (mm), the air below it included.

    An entry with a word that is wider than the column has no height that would do: infinite.
    """
    room = wide - section.hang * size
    found = []
    for note in section.entries:
        lines = entry_lines(note, room, size)
        over = any(_end(line, size) > room + 1e-6 for line in lines)
        found.append(float("inf") if over else (len(lines) * STEP + AIR) * size)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TextInks:
    """The colours of words: headings, numbers and leads; all else."""

    main: str
    ink: str


def heading(section: Section, x: float, y: float, wide: float, size: float, inks: TextInks) -> Text:
    """The heading of a section, its capitals' heads on y; smaller where it is too long."""
    large = HEADING * size
    large = max(size, min(large, large * wide / text_width(TITLE_BOLD, section.title, large)))
    return text_line(TITLE_BOLD, section.title, x, y + 0.72 * large, large, inks.main)


def entry(
    section: Section, at: int, x: float, y: float, wide: float, size: float, inks: TextInks
) -> list[Item]:
    """An entry with its number or mark, from y down."""
    left = x + section.hang * size
    base = y + 0.85 * size
    items: list[Item] = [_mark(section, at, left, base, size, inks)]
    for line in entry_lines(section.entries[at], wide - section.hang * size, size):
        for key, text, dx in line.words:
            fill = inks.main if key == TITLE_BOLD else inks.ink
            items.append(text_line(key, text, left + dx, base, size, fill))
        base += STEP * size
    return items


def _mark(section: Section, at: int, left: float, base: float, size: float, inks: TextInks) -> Item:
    """The number of an entry, or a small diamond."""
    if section.numbered:
        number = str(at + 1)
        right = left - 0.5 * size
        return text_line(
            TITLE_BOLD, number, right - text_width(TITLE_BOLD, number, size), base, size, inks.main
        )
    cx, cy, r = left - 0.85 * size, base - 0.33 * size, 0.26 * size
    corners = [(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)]
    return Path(PathBuilder().polygon(corners).done(), fill=inks.main)
