"""Entries set as blocks: number, emblem, name, sentence, value, drawn cards.

In: an entry, the print of a column (`ColumnStyle`). Out: a Block, items between y = 0 and its
height, from x = 0 to the width of the column. Heights are whole half lines, so that columns keep
step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import HAIRLINE, Palette, Theme
from printkit.base.geometry import translation
from printkit.definition.variant import Card, Variant
from printkit.graphics.display_list import Item, Path, Stroke, Use, transformed
from printkit.graphics.font import INDEX, TITLE_BOLD
from printkit.graphics.paragraph import Span, advance, baseline, paragraph
from printkit.graphics.path import PathBuilder, PathData
from printkit.graphics.text import TextOverflow, text_line
from printkit.products.cards.anatomy import MIN_TEXT_SIZE
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.cards.value import drawn_value
from printkit.products.charts.rows import game_thumbnail
from printkit.products.charts.thumbnail import RATIO, draw_thumbnail
from printkit.products.reference_cards.content import (
    ICONS,
    NUMBERED,
    PLAIN,
    VALUES,
    ReferenceEntry,
    ReferenceSection,
)

# Shares of the print: a line, a name, a number, a heading.
_LEAD, _NAME, _NUMBER, _HEADING = 1.24, 0.94, 1.02, 1.16
# In lines: an emblem beside a sentence and beside a value, figures of a value, a row of them.
_ICON, _DENSE_ICON, _SIGN, _DIGITS, _ROW = 2.0, 1.5, 1.36, 0.7, 1.5
# Small cards: their width against the print and at the least (mm), the gap between two of them.
_MINI, _DENSE_MINI, _MIN_THUMBNAIL, _MINI_GAP = 2.55, 2.2, 5.6, 0.12
# Drawn cards stand beside the words up to this share of the column, else below them.
_BESIDE = 0.46
# A value in more words than this share of the column is told as a sentence.
_LONG = 0.5
# Between two values in a row (em).
_GUTTER = 1.6
# They do in a column of twice so many em, if so large a share of them is short.
_MIN_HALF, _MOSTLY = 9.0, 0.7
# Between a number and the words (em).
_HANG = 0.5
# The middles of four small emblems in a square.
_QUARTERS = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
# Emblems up to this size (mm) are drawn without their field.
_PLAIN = 9.0


@dataclass(frozen=True, slots=True)
class Block:
    """Items between y = 0 and their height (mm), from x = 0 to the width of their column."""

    items: tuple[Item, ...]
    height: float

    def at(self, x: float, y: float) -> Item:
        return transformed(self.items, translation(x, y))


@dataclass(frozen=True)
class ColumnStyle:
    """How a column is set: print of `size` mm per em, `across` mm wide.

    `pictured`: hands are shown as small cards; `apart`: names stand on lines of their own; `dense`:
    emblems and small cards take less.
    """

    variant: Variant
    language: str
    theme: Theme
    palette: Palette
    size: float
    across: float
    pictured: bool = True
    apart: bool = True
    dense: bool = False

    @property
    def icon(self) -> float:
        """The side of the square of an emblem beside a sentence (mm)."""
        return (_DENSE_ICON if self.dense else _ICON) * self.lead

    @property
    def lead(self) -> float:
        """From line to line (mm)."""
        return _LEAD * self.size

    @property
    def name(self) -> float:
        """The print of a name (mm per em)."""
        return max(_NAME * self.size, MIN_TEXT_SIZE)

    @property
    def colour(self) -> str:
        return text_colour_on_paper(self.palette)

    def even(self, height: float) -> float:
        """The next whole half lines (mm)."""
        half = self.lead / 2
        return math.ceil(height / half - 1e-6) * half


def heading(title: str, press: ColumnStyle) -> Block:
    """A section's title before a line to the end of the column."""
    size = _HEADING * press.size
    height = 1.5 * press.lead
    base = baseline(TITLE_BOLD, size, height) - 0.1 * size
    wide = advance(TITLE_BOLD, title) * size
    if wide > press.across:
        raise TextOverflow(f"“{title}” is wider than its column.", cure="Take a larger card.")
    items: list[Item] = [text_line(TITLE_BOLD, title, 0.0, base, size, press.colour)]
    start, y = wide + 0.7 * size, base - 0.3 * size
    if start < press.across - size:
        line = Stroke(press.palette.main, press.palette.weight(max(HAIRLINE, 0.07 * size)))
        items.append(Path(_orbit(start, press.across, y, 0.16 * size), stroke=line))
    return Block(tuple(items), height)


def _orbit(start: float, end: float, y: float, r: float) -> PathData:
    """A line that ends in a ring."""
    b = PathBuilder().move(start, y).line(end - 2.3 * r, y)
    return b.circle(end - 1.3 * r, y, r).done()


def blocks(section: ReferenceSection, press: ColumnStyle) -> tuple[Block, ...]:
    """The entries of a section in order; short values stand two in a row.

    Raises TextTooLong where a word is wider than the column.
    """
    if section.kind != VALUES:
        return tuple(block(entry, section, press) for entry in section.entries)
    if section.entries[0].bare:
        return tuple(_value(entry, press) for entry in section.entries)
    half = replace(press, across=(press.across - _GUTTER * press.size) / 2)
    short = {entry.id: _half(entry, half) for entry in section.entries}
    fitting = sum(one is not None for one in short.values())
    if half.across < _MIN_HALF * press.size or fitting < _MOSTLY * len(short):
        return tuple(_value(entry, press) for entry in section.entries)
    found: list[Block] = []
    at = 0
    while at < len(section.entries):
        pair = [short[entry.id] for entry in section.entries[at : at + 2]]
        if len(pair) == 2 and pair[0] is not None and pair[1] is not None:
            found.append(_row_of((pair[0], pair[1]), half))
            at += 2
        else:
            found.append(_value(section.entries[at], press))
            at += 1
    return tuple(found)


def _half(entry: ReferenceEntry, press: ColumnStyle) -> Block | None:
    """A value in half a column, if it needs no more than two lines there."""
    try:
        if _worth(entry, press)[1] > _LONG * press.across:
            return None
        one = _value(entry, press)
    except TextOverflow:
        return None
    return one if one.height <= 2 * press.lead + 1e-6 else None


def _row_of(halves: Sequence[Block], press: ColumnStyle) -> Block:
    """Values side by side."""
    step = press.across + _GUTTER * press.size
    height = max(one.height for one in halves)
    items = (one.at(at * step, (height - one.height) / 2) for at, one in enumerate(halves))
    return Block(tuple(items), height)


def block(entry: ReferenceEntry, section: ReferenceSection, press: ColumnStyle) -> Block:
    """An entry with words. Raises TextTooLong where a word is wider than the column."""
    indent = _indent(section, press)
    cards = _cards(entry.cards, press) if press.pictured and entry.cards else None
    if cards is None:
        return _text(entry, section, press, indent, press.across)
    drawn, wide, high = cards
    if wide <= _BESIDE * press.across:
        words = _text(entry, section, press, indent, press.across - wide - press.size)
        height = press.even(max(words.height, high + 0.12 * press.size))
        at = translation(press.across - wide, 0.06 * press.size)
        return Block((*words.items, transformed(drawn, at)), height)
    words = _text(entry, section, press, indent, press.across)
    below = translation(indent, words.height + 0.1 * press.size)
    height = press.even(words.height + high + 0.2 * press.size)
    return Block((*words.items, transformed(drawn, below)), height)


def _indent(section: ReferenceSection, press: ColumnStyle) -> float:
    """Where the words of a section begin: behind its numbers, emblems or marks (mm)."""
    if section.kind == NUMBERED:
        figures = max(len(str(entry.number)) for entry in section.entries)
        return (advance(TITLE_BOLD, "0" * figures) * _NUMBER + _HANG) * press.size
    if section.kind == PLAIN:
        return 0.0
    if section.kind == ICONS:
        return press.icon + 0.5 * press.size
    return 0.9 * press.size


def _text(
    entry: ReferenceEntry,
    section: ReferenceSection,
    press: ColumnStyle,
    indent: float,
    across: float,
) -> Block:
    """Number or mark, name and sentence; the name on a line of its own, or before the sentence."""
    size, lead, ink = press.size, press.lead, press.palette.ink
    room = across - indent
    name = Span(TITLE_BOLD, entry.name, ink)
    how = Span(INDEX, entry.how, ink)
    items: list[Item] = []
    if press.apart and entry.name:
        head = paragraph([name], press.name, room, lead)
        body = paragraph([how], size, room, lead)
        items += [*head.texts, transformed(body.texts, translation(0, head.height))]
        height = head.height + body.height
    else:
        both = paragraph([name, how] if entry.name else [how], size, room, lead)
        items += both.texts
        height = both.height
    marks = _mark(entry, section, press)
    if section.kind == ICONS:
        height = max(height, press.icon)
    return Block((*marks, transformed(items, translation(indent, 0))), press.even(height))


def _mark(entry: ReferenceEntry, section: ReferenceSection, press: ColumnStyle) -> list[Item]:
    """What stands before the words: a number, an emblem or a small diamond."""
    size, lead = press.size, press.lead
    if section.kind == NUMBERED:
        base = (
            baseline(TITLE_BOLD, press.name, lead) if press.apart else baseline(INDEX, size, lead)
        )
        return [text_line(TITLE_BOLD, str(entry.number), 0.0, base, _NUMBER * size, press.colour)]
    if section.kind == ICONS:
        side = 0.94 * press.icon
        return _icons(entry, press, side / 2, press.icon / 2, side)
    if section.kind == PLAIN:
        return []
    y, r = lead / 2, 0.2 * size
    x = 0.1 * size + r
    diamond = PathBuilder().polygon([(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
    return [Path(diamond.done(), fill=press.palette.main)]


def _icons(
    entry: ReferenceEntry, press: ColumnStyle, cx: float, cy: float, side: float
) -> list[Item]:
    """The emblem of an entry in a square; several as two by two small ones."""
    if len(entry.icons) == 1:
        ((path, colour),) = entry.icons
        return [_icon(path, press.theme.palette(colour), cx, cy, side)]
    small = 0.52 * side
    return [
        _icon(path, press.theme.palette(colour), cx + dx * side, cy + dy * side, small)
        for (path, colour), (dx, dy) in zip(entry.icons, _QUARTERS, strict=False)
    ]


def _icon(path: FilePath, palette: Palette, cx: float, cy: float, side: float) -> Use:
    return place_emblem(emblem(path, palette, min(side, _PLAIN)), cx, cy, side)


def _cards(cards: Sequence[Card], press: ColumnStyle) -> tuple[list[Item], float, float] | None:
    """Small cards side by side, their width and height; nothing where they find no room."""
    wide = max((_DENSE_MINI if press.dense else _MINI) * press.size, _MIN_THUMBNAIL)
    step = wide * (1 + _MINI_GAP)
    if (taken := step * len(cards) - wide * _MINI_GAP) > press.across - 2 * press.size:
        return None
    items: list[Item] = [
        Use(
            draw_thumbnail(
                game_thumbnail(press.variant, card, press.language), round(wide, 2), press.theme
            ),
            translation(at * step, 0.0),
        )
        for at, card in enumerate(cards)
    ]
    return items, taken, round(wide, 2) * RATIO


def _value(entry: ReferenceEntry, press: ColumnStyle) -> Block:
    """Emblem, name, dots, value."""
    size, lead, ink = press.size, press.lead, press.palette.ink
    row, side = lead if entry.bare else _ROW * lead, _SIGN * lead
    indent = 0.0 if entry.bare else side + 0.5 * size
    worth, taken = _worth(entry, press)
    if taken > _LONG * press.across and not entry.bare:
        return _told(entry, press, indent)
    start = press.across - taken - 0.6 * size
    name = paragraph([Span(INDEX, entry.name, ink)], size, start - indent, lead)
    height = press.even(max(row, name.height))
    items = _icons(entry, press, side / 2, height / 2, side)
    items.append(transformed(name.texts, translation(indent, (height - name.height) / 2)))
    items.append(transformed(worth, translation(0, height / 2)))
    if name.count == 1:
        end = indent + advance(INDEX, entry.name) * size + 0.4 * size
        items += _dots(end, start, baseline(INDEX, size, height), press)
    return Block(tuple(items), height)


def _worth(entry: ReferenceEntry, press: ColumnStyle) -> tuple[list[Item], float]:
    """The value at the end of a row about y = 0, and its width: as its card shows it, or in
    words."""
    if entry.card is None:
        size = press.name
        wide = advance(TITLE_BOLD, entry.value) * size
        base = baseline(TITLE_BOLD, size, 0.0)
        x = press.across - wide
        return [text_line(TITLE_BOLD, entry.value, x, base, size, press.palette.ink)], wide
    colour = entry.card.look.colour if entry.card.suit is None else "ink"
    drawn = drawn_value(entry.card, press.theme.palette(colour), _DIGITS * press.lead)
    if drawn is None:
        return [], 0.0
    return [drawn.at(press.across - drawn.box.w / 2, 0.0)], drawn.box.w


def _told(entry: ReferenceEntry, press: ColumnStyle, indent: float) -> Block:
    """A value of many words: behind the name, as a sentence."""
    spans = [
        Span(TITLE_BOLD, entry.name, press.palette.ink),
        Span(INDEX, entry.value, press.palette.ink),
    ]
    words = paragraph(spans, press.size, press.across - indent, press.lead)
    height = press.even(max(_ROW * press.lead, words.height))
    side = _SIGN * press.lead
    items = _icons(entry, press, side / 2, height / 2, side)
    items.append(transformed(words.texts, translation(indent, (height - words.height) / 2)))
    return Block(tuple(items), height)


def _dots(start: float, end: float, y: float, press: ColumnStyle) -> list[Item]:
    """Dots from a name to its value, in step from row to row."""
    step, dot = 0.5 * press.size, max(0.1 * press.size, HAIRLINE)
    first = math.ceil((press.across - end) / step)
    count = int((press.across - start) / step) - first
    if count < 2:
        return []
    x = press.across - (first + count) * step
    row = PathBuilder().move(x, y - dot / 2).line(x + count * step, y - dot / 2)
    return [Path(row.done(), stroke=Stroke(press.palette.shade, dot, dash=(dot, step - dot)))]
