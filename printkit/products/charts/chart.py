"""The conversion chart: the meaning of each physical card, legible across a table.

A chart has a title, columns of rows with thumbnails on both sides of an arrow, and notes. The
thumbnails are as large as possible on one page, or on two if one would make them too small. Each
page is one Symbol with its upper left corner on the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.sentences import Sentence
from printkit.components.notes import (
    NoteColumn,
    even_columns,
    note_style,
    stack_notes,
    whole_column,
)
from printkit.faces.anatomy import HEADER, ORBIT, draw_orbit
from printkit.faces.small_cards import RATIO, draw_small_card, draw_thumbnail
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, TagStep, Use
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Stack, StackPart, Unbroken
from printkit.layout.fit_text import FitStyle, min_text_width, shrink_line
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Canvas, Overflow, TextStyle
from printkit.pieces.local_game import LocalGame
from printkit.products.charts.contents import (
    ChartGroup,
    RowLook,
    chart_notes,
    chart_title,
    draw_heading,
    group_rows,
    make_row,
)
from printkit.rules.standins import DeckMapping

# Widths of thumbnails (mm): the largest, the least on one page, the least on two.
MAX_THUMBNAIL, ONE_PAGE, MIN_THUMBNAIL = 17.0, 8.5, 7.0
_STEP = 0.25
_HEAD = 9.0
_ROW_GAP, _MAX_ROW = 1.5, 1.22
# The least gutter; the gap from a heading or a name to the next column (mm).
_GUTTER, _CLEAR = 4.5, 3.5
# Notes beside the columns: least width, gap above, text size (mm).
_BESIDE, _NOTES_AIR, _NOTE_SIZE = 40.0, 7.0, 2.65
_FOOT_COLUMNS, _FOOT_GAP = 2, 8.0
# The fixed size of a name (mm per em).
_NAME_SIZE, _NAME_LINES = 3.0, 3
_NAME = FitStyle(TITLE, _NAME_SIZE, _NAME_SIZE, _NAME_LINES)
_GAME, _DECK = 8.4, 4.8
# Whether a section may be below another: never; without a common emblem; always.
_STACKINGS: tuple[Callable[[ChartGroup], bool], ...] = (
    lambda section: False,
    lambda section: section.mark is None,
    lambda section: True,
)
_LOOK = RowLook(
    lambda thumbnail, size: size,
    lambda thumbnail, size, theme: [
        Use(draw_thumbnail(thumbnail, size, theme), translation(0, -size * RATIO / 2))
    ],
    lambda row, size, theme: [
        Use(draw_small_card(row.card, size, theme, row.meant.title), translation(size / 2, 0))
    ],
    height=RATIO,
    gap=0.07,
    arrow=0.48,
    name_gap=1.8,
    name_lines=_NAME_LINES,
)


def _part_width(part: ChartGroup, size: float) -> float:
    """Return the width of the rows of a part with their names (mm)."""
    names = [min_text_width(row.name, _NAME) for row in part.rows if row.name]
    name = _LOOK.name_gap + max(names) if names else 0.0
    return _LOOK.cards_width(part.rows, size) + name


class _Column(Struct, frozen=True):
    """Stacked parts from a left edge; headings and names end at `right`."""

    parts: tuple[ChartGroup, ...]
    x: float
    width: float
    right: float

    @property
    def slots(self) -> int:
        """The number of its rows; each heading except the first counts as a row."""
        return sum(len(part.rows) + 1 for part in self.parts) - 1


class _Sheet(Struct, frozen=True):
    """One page: columns, row pitch, columns of notes with their boxes."""

    columns: tuple[_Column, ...]
    pitch: float
    notes: tuple[tuple[NoteColumn, Rect], ...] = ()


def draw_chart(
    mapping: DeckMapping, game: LocalGame, page_area: tuple[float, float]
) -> list[Symbol]:
    """Draw one Symbol a page (at most two) with the box Rect(0, 0, *page_area).

    Raises PrintkitError if the page is too small.
    """
    language = game.language
    notes = stack_notes(chart_notes(mapping, language), game.theme.roles_of["ink"])
    planner = _ChartPlanner(group_rows(mapping, language), notes, language, page_area)
    size, sheets = planner.find_largest()
    box, title = Rect(0, 0, *page_area), chart_title(mapping, language)
    header, pages = _draw_header(mapping, game, box), []
    for number, sheet in enumerate(sheets, 1):
        key = f"chart-{mapping.deck.slug}-{mapping.variant.slug}-{number}"
        canvas = Canvas()
        canvas.items += header
        canvas.tag((0, 0), TagStep("H1"))
        _draw_sheet(sheet, size, game, canvas)
        pages.append(Symbol(key, tuple(canvas.items), box, title, tags=tuple(canvas.tags)))
    return pages


class _ChartPlanner:
    """Finds the largest thumbnails of a chart that fits its pages."""

    def __init__(
        self,
        sections: Sequence[ChartGroup],
        notes: Stack,
        language: str,
        page_area: tuple[float, float],
    ) -> None:
        self.sections, self.notes = sections, notes
        self.width, self.height = page_area
        self.note_style = note_style(_NOTE_SIZE, language)

    def find_largest(self) -> tuple[float, list[_Sheet]]:
        """Return the width of thumbnails and the pages. Raises PrintkitError if two are too few."""
        for pages, smallest in ((1, ONE_PAGE), (2, MIN_THUMBNAIL)):
            sizes = sizes_between(smallest, MAX_THUMBNAIL, _STEP)
            result = find_largest(partial(self._plan, pages), sizes)
            if not isinstance(result, Overflow):
                return result
        raise PrintkitError(
            Sentence(
                "The chart does not fit on two pages of {width} × {height} mm.",
                width=f"{self.width:.0f}",
                height=f"{self.height:.0f}",
            ),
            hint="Take a larger --paper, or a smaller --margin.",
        )

    def _plan(self, pages: int, size: float) -> tuple[float, list[_Sheet]] | Overflow:
        for at_foot in (False, True):
            for stacking in _STACKINGS:
                sheets = self._plan_sheets(size, pages, at_foot, stacking)
                if sheets is not None:
                    return size, sheets
        return Overflow(TOLERANCE, "chart", size)

    def _plan_sheets(
        self, size: float, pages: int, at_foot: bool, stacking: Callable[[ChartGroup], bool]
    ) -> list[_Sheet] | None:
        """Return the pages, or None if the chart does not fit."""
        notes = self._notes_at_foot() if at_foot and self.notes.parts else ()
        foot = max((box.h for _, box in notes), default=-_NOTES_AIR) + _NOTES_AIR
        body = self.height - HEADER - _HEAD - foot
        min_pitch = size * RATIO + _ROW_GAP
        slots = int((body + _ROW_GAP) / min_pitch)
        if slots < 1:
            return None
        sheets = []
        for stacks in _divide_pages(_pack_columns(self.sections, slots, stacking), pages, size):
            columns = self._place_columns(stacks, size)
            if columns is None:
                return None
            rows = max(column.slots for column in columns)
            pitch = max(min(body / rows, size * RATIO * _MAX_ROW), min_pitch)
            sheets.append(_Sheet(columns, pitch))
        if at_foot or not self.notes.parts:
            return [*sheets[:-1], replace(sheets[-1], notes=notes)]
        last = self._add_notes_beside(sheets[-1], min_pitch)
        return [*sheets[:-1], last] if last is not None else None

    def _place_columns(
        self, stacks: Sequence[Sequence[ChartGroup]], size: float
    ) -> tuple[_Column, ...] | None:
        """Return columns from edge to edge with equal gutters, or None if they do not fit."""
        widths = [max(_part_width(part, size) for part in parts) for parts in stacks]
        last = len(stacks) - 1
        gutter = (self.width - fsum(widths)) / last if last else self.width - fsum(widths)
        if gutter < (_GUTTER if last else 0.0):
            return None
        xs = [fsum(widths[:i]) + i * gutter for i in range(last + 1)]
        ends = [*(x - _CLEAR for x in xs[1:]), self.width]
        return tuple(
            _Column(tuple(parts), x, width, right)
            for parts, x, width, right in zip(stacks, xs, widths, ends, strict=True)
        )

    def _notes_at_foot(self) -> tuple[tuple[NoteColumn, Rect], ...]:
        """Return the notes at the foot of the page, in balanced columns."""
        width = (self.width - (_FOOT_COLUMNS - 1) * _FOOT_GAP) / _FOOT_COLUMNS
        columns = even_columns(self.notes, self.note_style, width, _FOOT_COLUMNS)
        depth = max(column.height for column in columns)
        return tuple(
            (column, Rect(i * (width + _FOOT_GAP), self.height - depth, width, depth))
            for i, column in enumerate(columns)
        )

    def _add_notes_beside(self, sheet: _Sheet, min_pitch: float) -> _Sheet | None:
        """Return a page with the notes under its last columns, or None if they do not fit."""
        lefts = [column.x for column in sheet.columns if self.width - column.x >= _BESIDE]
        if not lefts:
            return None
        x = max(lefts)
        notes = whole_column(self.notes, self.note_style, self.width - x)
        depth = notes.height
        above = max(column.slots for column in sheet.columns if column.x + column.width > x)
        pitch = min(sheet.pitch, (self.height - HEADER - _HEAD - depth - _NOTES_AIR) / above)
        if pitch < min_pitch:
            return None
        place = Rect(x, self.height - depth, self.width - x, depth)
        return replace(sheet, pitch=pitch, notes=((notes, place),))


def _pack_columns(
    sections: Sequence[ChartGroup], slots: int, stacking: Callable[[ChartGroup], bool]
) -> list[list[ChartGroup]]:
    """Pack the sections into columns of `slots` rows; divide long sections evenly."""
    columns: list[list[ChartGroup]] = []
    for section in sections:
        count = -(-len(section.rows) // slots)
        parts = section.divide(count)
        # A heading below the first one takes the place of a row.
        used = sum(len(part.rows) + 1 for part in columns[-1]) if columns else slots
        if count == 1 and stacking(section) and used + len(section.rows) <= slots:
            columns[-1] += parts
        else:
            columns += [[part] for part in parts]
    return columns


def _divide_pages(
    columns: list[list[ChartGroup]], pages: int, size: float
) -> list[list[list[ChartGroup]]]:
    """Return the columns on one page or two, as balanced as possible."""
    if pages == 1 or len(columns) < 2:
        return [columns]
    widths = [max(_part_width(part, size) for part in parts) + _GUTTER for parts in columns]
    split = min(range(1, len(columns)), key=lambda i: max(fsum(widths[:i]), fsum(widths[i:])))
    return [columns[:split], columns[split:]]


def _draw_header(mapping: DeckMapping, game: LocalGame, box: Rect) -> list[Item]:
    """Draw the names of the game and of its stand-in deck, and a graduated rule."""
    ink = game.theme.roles_of["ink"]
    space = box.w - ORBIT - 6
    deck = game.text(mapping.deck.name)
    # An arrow from the deck to the game above it.
    tip = PathBuilder().arrowhead(0, 13.1, 2.2, 0, 1.2).done()
    shaft = PathBuilder().move(2.0, 13.1).line(7.0, 13.1).done()
    return [
        shrink_line(TITLE_BOLD, game.name, 0, 7.4, _GAME, space, ink, legible=True),
        Path(tip, fill=ink),
        Path(shaft, stroke=Stroke(ink, LINE)),
        shrink_line(TITLE, deck, 8.6, 14.8, _DECK, space - 8.6, ink, legible=True),
        *draw_orbit(box, game.theme),
    ]


def _draw_sheet(sheet: _Sheet, size: float, game: LocalGame, canvas: Canvas) -> None:
    theme = game.theme
    style = TextStyle(_NAME_SIZE, sheet.pitch, game.language, min_size=_NAME_SIZE)
    for column in sheet.columns:
        y, top = HEADER + _HEAD, HEADER
        for part in column.parts:
            box = Rect(column.x, top, column.right - column.x, _HEAD)
            width = _part_width(part, size)
            begin = canvas.begin()
            canvas.draw(draw_heading(part.name, part, box, theme, width, 1.0), 0, 0)
            canvas.tag(begin, TagStep("H2", None))
            begin = canvas.begin()
            rows = [make_row(row, part.rows, _LOOK, size, theme) for row in part.rows]
            block = Stack(tuple(StackPart(Unbroken(row, 1.0, centred=True)) for row in rows))
            # Rows are centred in their steps; the first one begins at the top.
            lift = (sheet.pitch - size * RATIO) / 2
            block.lay_out(style, column.right - column.x).paint(canvas, column.x, y - lift)
            canvas.tag(begin, TagStep("L", None))
            y += (len(part.rows) + 1) * sheet.pitch
            top = y - _HEAD
    ink = theme.roles_of["ink"]
    for notes, box in sheet.notes:
        rule = PathBuilder().move(box.x + FINE, box.y - 2.2).line(box.right - FINE, box.y - 2.2)
        canvas.draw([Path(rule.done(), stroke=Stroke(ink, FINE))], 0, 0)
        canvas.draw(notes.items(box.x, box.y), 0, 0)
