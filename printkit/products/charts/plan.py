"""The layout of a conversion chart: columns, pages, the size of its thumbnails.

It has the largest thumbnails that fit on one page, or on two if one would make them too small to be
read across a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.components.cards.small_card import RATIO
from printkit.components.chart_rows import ChartGroup, ChartRow
from printkit.components.lock_up import HEADER
from printkit.components.notes import NoteColumn, even_columns, whole_column
from printkit.graphics.font import TITLE
from printkit.layout.blocks import Stack
from printkit.layout.fit_text import FitStyle, min_text_width
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow, TextStyle

# Widths of small faces (mm): the largest, what one page must reach, what two must.
MAX_THUMBNAIL, ONE_PAGE, MIN_THUMBNAIL = 17.0, 8.5, 7.0
_STEP = 0.25
HEAD = 9.0
# Between small faces of a row, the arrow, from the card of the game to its name (mm).
GAP, ARROW, NAME_GAP = 0.9, 6.0, 1.8
_ROW_GAP, _MAX_ROW = 1.5, 1.22
_GUTTER = 4.5
# From a heading or a name to the next column (mm).
_CLEAR = 3.5
# Notes beside the columns: their least width; above them, and the size of their words (mm).
_BESIDE, NOTES_AIR, NOTE_SIZE = 40.0, 7.0, 2.65
# A name is given the width at which it is this large in three lines (mm per em).
_NAME_SIZE = 3.0
NAME = FitStyle(TITLE, _NAME_SIZE, _NAME_SIZE, 3)
_FOOT_COLUMNS, _FOOT_GAP = 2, 8.0
# Whether a section may be under another one: never; cards without a common emblem, under a suit;
# any.
Stacking = Callable[[ChartGroup], bool]
_STACKINGS: tuple[Stacking, ...] = (
    lambda section: False,
    lambda section: section.mark is None,
    lambda section: True,
)


class ChartSection(msgspec.Struct, frozen=True):
    """Rows of a group in one column; `number` of `count` if it is divided."""

    section: ChartGroup
    rows: tuple[ChartRow, ...]
    number: int
    count: int


class PlacedSection(msgspec.Struct, frozen=True):
    """A section in its place: its left edge, its width, where its names and heading must end.

    `slot` is the row of the page of its first row; `owns` is the greatest number of physical cards
    in one of its rows.
    """

    part: ChartSection
    x: float
    width: float
    right: float
    slot: int
    owns: int

    @property
    def end(self) -> int:
        """The row of the page below its last one."""
        return self.slot + len(self.part.rows)


class PlacedNotes(msgspec.Struct, frozen=True):
    """A column of notes in its place."""

    column: NoteColumn
    box: Rect


class NoteText(msgspec.Struct, frozen=True):
    """All notes as a block, and the style that they are set in."""

    block: Stack
    style: TextStyle


class ChartSheet(msgspec.Struct, frozen=True):
    """One page: sections, the step from row to row, notes."""

    parts: tuple[PlacedSection, ...]
    pitch: float
    notes: tuple[PlacedNotes, ...]


class ChartLayout(msgspec.Struct, frozen=True):
    """All pages, with thumbnails of one width."""

    mini: float
    sheets: tuple[ChartSheet, ...]


def lay_out_chart(
    sections: Sequence[ChartGroup], notes: NoteText, page_area: tuple[float, float]
) -> ChartLayout:
    """Return the layout with the largest thumbnails. Raises PrintkitError if two pages are
    too few.
    """
    foot = _notes_at_foot(notes, *page_area)
    ways = [(below, stacking) for below in ((), foot) for stacking in _STACKINGS]

    def attempt(pages: int, mini: float) -> ChartLayout | Overflow:
        for below, stacking in ways:
            sheets = _build_sheets(sections, notes, page_area, mini, pages, below, stacking)
            if sheets:
                return ChartLayout(mini, sheets)
        return Overflow(TOLERANCE, "chart", mini)

    for pages, smallest in ((1, ONE_PAGE), (2, MIN_THUMBNAIL)):
        sizes = sizes_between(smallest, MAX_THUMBNAIL, _STEP)
        result = find_largest(partial(attempt, pages), sizes)
        if not isinstance(result, Overflow):
            return result
    raise PrintkitError(
        f"The chart does not fit on two pages of {page_area[0]:.0f} × {page_area[1]:.0f} mm.",
        hint="Take a larger --paper, or a smaller --margin.",
    )


def _build_sheets(
    sections: Sequence[ChartGroup],
    notes: NoteText,
    page_area: tuple[float, float],
    thumbnail_width: float,
    pages: int,
    foot: tuple[PlacedNotes, ...],
    stacking: Stacking,
) -> tuple[ChartSheet, ...]:
    """Return the pages at this size, or an empty tuple if they do not hold everything.

    Notes are at the foot, or beside the columns if there is no foot.
    """
    width, height = page_area
    foot_room = max(b.box.h for b in foot) + NOTES_AIR if foot else 0.0
    body = height - HEADER - HEAD - foot_room
    minimum = thumbnail_width * RATIO + _ROW_GAP
    slots = int((body + _ROW_GAP) / minimum)
    if slots < 1:
        return ()
    shared = _divide_pages(_pack_columns(sections, slots, stacking), pages, width, thumbnail_width)
    sheets = []
    for i, columns in enumerate(shared):
        placed = _spread_columns(columns, width, thumbnail_width)
        if placed is None:
            return ()
        maximum = max(part.end for part in placed)
        if maximum > slots:
            return ()
        pitch = max(min(body / maximum, thumbnail_width * RATIO * _MAX_ROW), minimum)
        last = i == len(shared) - 1
        blocks: tuple[PlacedNotes, ...] = foot if last else ()
        if last and notes.block.parts and not foot:
            fitted = _notes_beside(notes, placed, width, height, pitch, minimum)
            if fitted is None:
                return ()
            blocks, pitch = fitted
        sheets.append(ChartSheet(placed, pitch, blocks))
    return tuple(sheets)


def _pack_columns(
    sections: Sequence[ChartGroup], slots: int, stacking: Stacking
) -> list[list[ChartSection]]:
    """Return the sections in columns of `slots` rows, a long one divided evenly."""
    columns: list[list[ChartSection]] = []
    for section in sections:
        count = -(-len(section.rows) // slots)
        share = -(-len(section.rows) // count)
        parts = [
            ChartSection(section, section.rows[i * share : (i + 1) * share], i + 1, count)
            for i in range(count)
        ]
        # A heading below the first one takes the place of a row.
        used = sum(len(part.rows) + 1 for part in columns[-1]) if columns else slots
        if count == 1 and stacking(section) and used + len(section.rows) <= slots:
            columns[-1] += parts
        else:
            columns += [[part] for part in parts]
    return columns


def _section_width(part: ChartSection, thumbnail_width: float) -> float:
    """Return the width of the rows of a section."""
    owns = _max_owned(part)
    width = owns * thumbnail_width + (owns - 1) * GAP + ARROW + thumbnail_width
    if names := [row.name for row in part.rows if row.name]:
        width += NAME_GAP + max(min_text_width(name, NAME) for name in names)
    return width


def _max_owned(part: ChartSection) -> int:
    return max(len(row.owns) for row in part.rows)


def _divide_pages(
    columns: list[list[ChartSection]], pages: int, width: float, thumbnail_width: float
) -> list[list[list[ChartSection]]]:
    """Return the columns on `pages` pages, as evenly as possible."""
    if pages == 1 or len(columns) < 2:
        return [columns]

    def needed_width(own: list[list[ChartSection]]) -> float:
        return fsum(_section_width(parts[0], thumbnail_width) + _GUTTER for parts in own)

    split = min(
        range(1, len(columns)),
        key=lambda i: max(needed_width(columns[:i]), needed_width(columns[i:])),
    )
    return [columns[:split], columns[split:]]


def _spread_columns(
    columns: list[list[ChartSection]], width: float, thumbnail_width: float
) -> tuple[PlacedSection, ...] | None:
    """Return the columns from edge to edge with equal gutters, or None if they do not fit.

    A section below another one in the last column may begin further left, below shorter columns.
    """
    last = len(columns) - 1
    widths = [
        max(
            _section_width(part, thumbnail_width)
            for part in (parts[:1] if index == last else parts)
        )
        for index, parts in enumerate(columns)
    ]
    gutter = (width - fsum(widths)) / last if last else 0.0
    if fsum(widths) > width or (last and gutter < _GUTTER):
        return None
    xs = [fsum(widths[:index]) + index * gutter for index in range(last + 1)]
    placed: list[PlacedSection] = []
    for i, parts in enumerate(columns):
        slot, x = 0, xs[i]
        right = width if i == last else xs[i + 1] - _CLEAR
        for number, part in enumerate(parts):
            own = _section_width(part, thumbnail_width)
            if number and i == last:
                fits = [x for x in xs if x + own <= width]
                if not fits:
                    return None
                x = max(fits)
                ends = [other.end for other in placed if other.x + other.width > x]
                slot = max([slot, *(end + 1 for end in ends)])
            placed.append(PlacedSection(part, x, own, right, slot, _max_owned(part)))
            slot += len(part.rows) + 1
    return tuple(placed)


def _notes_at_foot(notes: NoteText, width: float, height: float) -> tuple[PlacedNotes, ...]:
    """Return the notes at the foot of the page in two columns, divided as evenly as possible."""
    if not notes.block.parts:
        return ()
    each = (width - _FOOT_GAP) / _FOOT_COLUMNS
    columns = even_columns(notes.block, notes.style, each, _FOOT_COLUMNS)
    depth = max(column.height for column in columns)
    return tuple(
        PlacedNotes(column, Rect(i * (each + _FOOT_GAP), height - depth, each, depth))
        for i, column in enumerate(columns)
    )


def _notes_beside(
    notes: NoteText,
    placed: Sequence[PlacedSection],
    width: float,
    height: float,
    pitch: float,
    min_pitch: float,
) -> tuple[tuple[PlacedNotes, ...], float] | None:
    """Return the notes under the last columns, and the step of the rows, or None if they do not
    fit.
    """
    lefts = [part.x for part in placed if width - part.x >= _BESIDE]
    if not lefts:
        return None
    x = max(lefts)
    column = whole_column(notes.block, notes.style, width - x)
    depth = column.height
    above = max(part.end for part in placed if part.x + part.width > x)
    pitch = min(pitch, (height - HEADER - HEAD - depth - NOTES_AIR) / above)
    if pitch < min_pitch:
        return None
    return (PlacedNotes(column, Rect(x, height - depth, width - x, depth)),), pitch
