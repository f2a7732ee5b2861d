"""What is written on a place: its name and a word of use, in one language or two.

In: words, a width (mm), a Setting. Out: a Block of lines, 6 pt at the least, centred on x = 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from printkit.art.theme import Palette
from printkit.base.geometry import Rect, half_rotation, translation
from printkit.base.units import MM_PER_POINT
from printkit.graphics.display_list import Group, Item, Text, transformed
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.layout.fit_text import LEADING, FitStyle, require_text
from printkit.products.cards.anatomy import MIN_TEXT_SIZE
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.piece import RenderOptions

# Print of a name and of a word of use (mm per em).
NAME, HOW = 9 * MM_PER_POINT, 8 * MM_PER_POINT
# Between the parts of a label, and between the words of two languages (mm).
_GAP, _NEXT = 1.1, 0.7
# Accents rise so far above capitals (em).
_RISE = 0.14
# What is on this thing is read from two opposite sides; a word of use grows by so much at most.
_TWO_SIDED, _GROWN, _HEADING = "mat", 1.45, 1.25
# Lines a part may break into.
_LINES = 4


@dataclass(frozen=True, slots=True)
class Block:
    """Items between y = 0 and their height, centred on x = 0 (mm)."""

    items: tuple[Item, ...]
    width: float
    height: float

    def at(self, x: float, y: float) -> Item:
        """With its upper edge at y, and its middle at x."""
        return transformed(self.items, translation(x, y))

    def about(self, x: float, y: float) -> Item:
        """With its middle at (x, y)."""
        return self.at(x, y - self.height / 2)


EMPTY = Block((), 0.0, 0.0)


def label(
    name: Mapping[str, str],
    how: Mapping[str, str] | None,
    width: float,
    setting: RenderOptions,
    palette: Palette,
    *,
    size: float = NAME,
    artifact: bool = False,
) -> Block:
    """A name, in both languages where two are asked for, and under it the word of use.

    Raises TextOverflow where the width has no room for 6 pt, MissingGlyph.
    """
    main = text_colour_on_paper(palette)
    parts: list[tuple[Block, float]] = []
    for at, words in enumerate(setting.said(name)):
        key, most = (TITLE, 0.92 * size) if at else (TITLE_BOLD, size)
        parts.append(
            (lines(words, key, most, width, main, artifact=artifact), _NEXT if at else 0.0)
        )
    for at, words in enumerate(setting.said(how) if how is not None else ()):
        most = HOW * min(size / NAME, _GROWN)
        block = lines(words, INDEX, most, width, palette.ink, artifact=artifact)
        parts.append((block, _NEXT if at else _GAP))
    found, rise = stacked(parts), _RISE * size
    return Block((found.at(0, rise),), found.width, found.height + rise)


@dataclass(frozen=True, slots=True)
class FacingLabels:
    """What two people read who sit opposite: in one language the same, in two each their own."""

    near: Block
    far: Block

    @property
    def width(self) -> float:
        return max(self.near.width, self.far.width)

    @property
    def height(self) -> float:
        return max(self.near.height, self.far.height)

    def below(self, y: float, x: float = 0.0) -> list[Item]:
        """One below the middle, with its upper edge at y, the other turned about the middle."""
        return [self.near.at(x, y), transformed([self.far.at(x, y)], half_rotation(0, 0))]


def heading(on: str) -> float:
    """The size of a name above its place: larger on what is read from further away (mm per em)."""
    return NAME * (_HEADING if two_sided(on) else 1.0)


def two_sided(on: str) -> bool:
    """Whether what lies on this thing is read from two opposite sides."""
    return on == _TWO_SIDED


def sides(
    name: Mapping[str, str],
    how: Mapping[str, str] | None,
    width: float,
    setting: RenderOptions,
    palette: Palette,
    *,
    size: float = NAME,
    artifact: bool = False,
) -> FacingLabels:
    """A label for either side. Raises TextOverflow, MissingGlyph."""
    one = replace(setting, also=None)
    other = replace(one, language=setting.also or setting.language)
    near = label(name, how, width, one, palette, size=size, artifact=artifact)
    again = artifact or all(len(setting.said(words)) == 1 for words in (name, how) if words)
    return FacingLabels(near, label(name, how, width, other, palette, size=size, artifact=again))


def lines(
    words: str, key: str, most: float, width: float, fill: str, *, artifact: bool = False
) -> Block:
    """Words in as many lines as they need; 6 pt at the least. Raises TextOverflow, MissingGlyph."""
    style = FitStyle(key, max(most, MIN_TEXT_SIZE), MIN_TEXT_SIZE, _LINES)
    placed = require_text(words, style, Rect(-width / 2, 0, width, 1000), fill, artifact=artifact)
    return trim_to_cap_height(placed)


def trim_to_cap_height(placed: Sequence[Text]) -> Block:
    """Lines moved so that the capitals of the first begin at y = 0; the block ends below the
    descenders of the last."""
    first = placed[0]
    face, em = font(first.run.font), first.size / UNITS
    up = first.y - face.cap_height * em
    high = face.cap_height * em + (len(placed) - 1) * LEADING * first.size
    wide = max(line.run.width * line.size / UNITS for line in placed)
    moved = tuple(replace(line, y=line.y - up) for line in placed)
    return Block(moved, wide, high + 0.8 * face.descent * em)


def stacked(parts: Sequence[tuple[Block, float]]) -> Block:
    """Blocks one below the other, each with what is free above it (mm)."""
    items: list[Item] = []
    y = 0.0
    for at, (block, gap) in enumerate(parts):
        y += gap if at else 0.0
        items.append(block.at(0, y))
        y += block.height
    return Block(tuple(items), max((block.width for block, _ in parts), default=0.0), y)


def as_artifact(items: Sequence[Item]) -> tuple[Item, ...]:
    """The same a second time: its words are drawn, and not read aloud, searched or copied."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, Text):
            found.append(replace(item, artifact=True))
        elif isinstance(item, Group):
            found.append(replace(item, items=as_artifact(item.items)))
        else:
            found.append(item)
    return tuple(found)
