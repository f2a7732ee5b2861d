"""Figures: drawn cards in rows with their caption, and in the margin.

In: a Figure of the model, the measure. Out: one atom, or a Symbol for the margin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from printkit.base.geometry import Rect, translation
from printkit.booklet.book import BACK, CARD, TOKEN, Figure
from printkit.booklet.setting.atoms import IN_FIGURE, Atom
from printkit.booklet.setting.runs import Manner
from printkit.booklet.setting.signs import Pictures
from printkit.booklet.setting.style import BASE, Frame
from printkit.booklet.setting.words import moved, set_lines
from printkit.graphics.display_list import Item, Symbol, Use

# How high cards are drawn (mm) for a text of 9.5 pt, suits and tokens as a share of that.
_CARD, _TEXT_SIZE, _TALLEST, _SMALLEST = 27.0, 3.35, 34.0, 16.0
_SMALL = 0.62
_GAP = 0.09
# The share of the step that stays free above and below drawings.
_ABOVE, _BELOW, _TO_CAPTION = 0.35, 0.62, 0.16
# So many drawings stand in one row where they are then not smaller than this share of their height.
_ONE_ROW, _LEAST = 6, 0.66
# Rows that take more than this share of a page may be parted.
_MUCH = 0.42
# Of the outer margin a drawing there takes so much, and no more than so much (mm).
_MARGIN, _MARGIN_WIDE = 0.62, 22.0


@dataclass(frozen=True, slots=True)
class Column:
    """Where a figure stands: its left end and width (mm), the frame of the page; the scale of its
    drawings."""

    x: float
    measure: float
    frame: Frame
    scale: float = 1.0


def figure_atoms(figure: Figure, pictures: Pictures, manner: Manner, column: Column) -> list[Atom]:
    """The drawings centred in as few rows as can be, each row as full as the others: one atom, or
    one for each row where they take much of a page."""
    tall = min(max(column.scale * _CARD * manner.size / _TEXT_SIZE, _SMALLEST), _TALLEST)
    rows = _arranged(figure, pictures, tall, column.measure)
    if len(rows) > 1 and len(figure.pictures) <= _ONE_ROW:  # a few stand in one row
        tall, rows = _in_one_row(figure, pictures, tall, column.measure)
    elif len(rows) > 1 and len(figure.pictures) > 6:  # many cards are drawn a little smaller
        tall = max(_SMALLEST, 0.84 * tall)
        rows = _arranged(figure, pictures, tall, column.measure)
    step = column.frame.step
    atoms = [_rows_atom(rows, tall, column, last=_below(figure))]
    if len(rows) > 1 and atoms[0].lines > _MUCH * column.frame.lines:
        ends = [_BELOW] * (len(rows) - 1) + [_below(figure)]
        atoms = [
            _rows_atom([row], tall, column, last=end) for row, end in zip(rows, ends, strict=True)
        ]
        for atom in atoms[1:]:
            atom.split = IN_FIGURE
    if figure.caption:
        _captioned(atoms[-1], figure, manner, column, step)
    return atoms


def _in_one_row(
    figure: Figure, pictures: Pictures, tall: float, measure: float
) -> tuple[float, list[list[Symbol]]]:
    """How high the drawings are, and their rows: one, unless they were too small in it."""
    wide = math.fsum(one.box.w for one in _drawings(figure, pictures, tall))
    wide += _GAP * tall * (len(figure.pictures) - 1)
    lower = math.floor(tall * measure / wide * 10) / 10
    if lower >= max(_SMALLEST, _LEAST * tall):
        tall = lower
    return tall, _arranged(figure, pictures, tall, measure)


def _below(figure: Figure) -> float:
    return _TO_CAPTION if figure.caption else _BELOW


def _arranged(
    figure: Figure, pictures: Pictures, tall: float, measure: float
) -> list[list[Symbol]]:
    drawings = _drawings(figure, pictures, tall)
    found: list[list[Symbol]] = []
    at = 0
    for count in _rows([one.box.w for one in drawings], _GAP * tall, measure):
        found.append(drawings[at : at + count])
        at += count
    return found


def _rows_atom(rows: Sequence[Sequence[Symbol]], tall: float, column: Column, last: float) -> Atom:
    """Rows of drawings; `last` is the share of the step that stays free below them."""
    step, gap = column.frame.step, _GAP * tall
    items: list[Item] = []
    y = _ABOVE * step
    for row in rows:
        wide = math.fsum(one.box.w for one in row) + gap * (len(row) - 1)
        deep = max(one.box.h for one in row)
        pen = column.x + (column.measure - wide) / 2
        for one in row:
            items.append(Use(one, translation(pen, y + (deep - one.box.h) / 2)))
            pen += one.box.w + gap
        y += deep + gap
    foot = y - gap + last * step
    lines = math.ceil(foot / step - 1e-6)
    # What the grid leaves is shared out above and below.
    spare = lines * step - foot
    return Atom(lines, [moved(item, 0.0, spare / 2) for item in items])


def _captioned(atom: Atom, figure: Figure, manner: Manner, column: Column, step: float) -> None:
    """The caption below the last row, in italics, centred."""
    small = replace(
        manner,
        size=manner.size * 0.92,
        ragged=True,
        regular=manner.italic,
        italic=manner.regular,
    )
    items = list(atom.items)
    for line in set_lines(figure.caption, small, column.measure * 0.92, figure.place):
        left = column.x + (column.measure - line.width) / 2
        top = atom.lines * step
        items += line.placed(left, top + BASE * step)
        atom.links += tuple((Rect(left + a, top, b - a, step), to) for a, b, to in line.links)
        atom.terms += line.terms
        atom.text += line.text + " "
        atom.lines += 1
    atom.items = items


def aside(figure: Figure, pictures: Pictures, margin: float) -> Symbol:
    """The drawings one below the other, for a margin so wide."""
    wide = min(margin * _MARGIN, _MARGIN_WIDE)
    items: list[Item] = []
    y = 0.0
    for picture in figure.pictures:
        tall = wide * 1.4 if picture.kind in (CARD, BACK) else wide * 0.8
        one = pictures.drawing(picture, round(tall, 2))
        items.append(Use(one, translation((wide - one.box.w) / 2, y)))
        y += one.box.h + 1.5
    title = ", ".join(picture.alt for picture in figure.pictures)
    key = "aside-" + "-".join(picture.id for picture in figure.pictures)
    return Symbol(key, tuple(items), Rect(0, 0, wide, y - 1.5), title)


def _drawings(figure: Figure, pictures: Pictures, tall: float) -> list[Symbol]:
    small = {CARD: 1.0, BACK: 1.0, TOKEN: _SMALL}
    return [
        pictures.drawing(one, round(tall * small.get(one.kind, _SMALL * 0.8), 2))
        for one in figure.pictures
    ]


def _rows(widths: list[float], gap: float, measure: float) -> list[int]:
    """How many drawings stand in each row."""
    most, wide = 0, -gap
    for one in widths:
        wide += one + gap
        if wide > measure + 1e-6:
            break
        most += 1
    rows = math.ceil(len(widths) / max(1, most))
    fewest, more = divmod(len(widths), rows)
    return [fewest + 1] * more + [fewest] * (rows - more)
