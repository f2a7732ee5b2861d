"""Tables.

In: a Table of the model, the measure. Out: an atom for the head and one for each row, between
hairlines; the head stands again where the table goes on over a page. Columns are as wide as their
words ask for; a table that does not fit is an error with its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum

from printkit.art.theme import HAIRLINE
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.booklet.book import CENTRE, RIGHT, RichText, Table
from printkit.booklet.setting.atoms import IN_TABLE, NEVER, WHOLE, Atom, dearer, height
from printkit.booklet.setting.runs import Manner, least_width, natural_width
from printkit.booklet.setting.style import BASE, Frame, Inks
from printkit.booklet.setting.words import SetLine, set_lines
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathBuilder

# Sizes that are tried, in sizes of the text; the air between columns (em).
_SIZES = (0.95, 0.88, 0.82)
_AIR = 1.1
# Rules stand so far below the last baseline of a row, in steps.
_FOOT, _HEAD_RULE = 0.30, 0.35
# Tables of no more rows, or no higher than this share of a page, stay whole; others have so many
# rows on either side of a break.
_FEW, _LOW, _ROWS = 10, 0.34, 3
# A table that is narrower than this share of the measure is not pulled out to it.
_NARROW = 0.62


def table_atoms(
    table: Table, manner: Manner, x: float, measure: float, frame: Frame, inks: Inks
) -> list[Atom]:
    """The head and the rows. Raises PrintkitError where the table does not fit the measure."""
    step = frame.step
    for ratio in _SIZES:
        body = replace(manner, size=manner.size * ratio, ragged=True)
        head = _head_manner(body, inks)
        air = body.size * _AIR
        widths = _widths(table, head, body, measure, air)
        if widths is not None:
            break
    else:
        raise PrintkitError(
            f"The table does not fit a line of {measure:.0f} mm.",
            location=str(table.place),
            hint="Leave out a column, shorten its words, or take a larger page.",
        )
    whole = fsum(widths) + air * (len(widths) - 1)
    columns = _Columns(widths, air, x, whole, step, table.aligns)
    atoms = []
    top = columns.row(
        table.head, head, table, Stroke(inks.title, inks.theme.line_weight(_HEAD_RULE))
    )
    _rule_above(top, columns, Stroke(inks.title, inks.theme.line_weight(_HEAD_RULE)))
    atoms.append(top)
    last = len(table.rows) - 1
    for at, row in enumerate(table.rows):
        strong = at == last
        stroke = Stroke(inks.title if strong else inks.rule, HAIRLINE * (1.6 if strong else 1.0))
        atom = columns.row(row, body, table, stroke)
        atom.split = IN_TABLE if min(at, last + 1 - at) >= _ROWS else NEVER
        if at:
            atom.repeat = top
        atoms.append(atom)
    high = height(atoms)
    if high <= _LOW * frame.lines or (len(table.rows) <= _FEW and high <= 2 * _LOW * frame.lines):
        dearer(atoms[1:], WHOLE)
    return atoms


def _head_manner(manner: Manner, inks: Inks) -> Manner:
    return replace(
        manner,
        size=manner.size * 0.92,
        fill=inks.title,
        link=inks.title,
        regular=TITLE_BOLD,
        bold=TITLE_BOLD,
        italic=TITLE_BOLD,
        both=TITLE_BOLD,
    )


def _widths(
    table: Table, head: Manner, body: Manner, measure: float, air: float
) -> list[float] | None:
    """The widths of the columns, or None where their longest words do not fit."""
    count = len(table.head)
    least, natural = [0.0] * count, [0.0] * count
    for manner, rows in ((head, (table.head,)), (body, table.rows)):
        for row in rows:
            for at, cell in enumerate(row):
                least[at] = max(least[at], least_width(cell, manner))
                natural[at] = max(natural[at], natural_width(cell, manner))
    room = measure - air * (count - 1)
    slack = 0.02
    if fsum(natural) + slack * count <= room:
        spare = room - fsum(natural)
        if fsum(natural) < _NARROW * room:
            spare = max(0.0, _NARROW * room - fsum(natural))
        return [width + spare * width / fsum(natural) for width in natural]
    if fsum(least) + slack * count > room:
        return None
    spare = room - fsum(least)
    wishes = [more - few for few, more in zip(least, natural, strict=True)]
    # Columns that ask for little get it whole: a number is not broken for the sake of a sentence.
    widths = list(least)
    order = sorted(range(count), key=lambda at: wishes[at])
    left = count
    for at in order:
        share = min(wishes[at], spare / left)
        widths[at] += share
        spare -= share
        left -= 1
    return [width + spare / count for width in widths]


class _Columns:
    """The columns of a table, and rows set in them."""

    def __init__(
        self,
        widths: Sequence[float],
        air: float,
        x: float,
        whole: float,
        step: float,
        aligns: Sequence[str],
    ) -> None:
        self.widths, self.air, self.x, self.whole, self.step = widths, air, x, whole, step
        self.aligns = aligns

    def row(self, cells: Sequence[RichText], manner: Manner, table: Table, stroke: Stroke) -> Atom:
        """A row over its rule."""
        columns: list[list[SetLine]] = [
            set_lines(cell, manner, width + 0.01, table.place)
            for cell, width in zip(cells, self.widths, strict=True)
        ]
        lines = max(1, max(map(len, columns)))
        items: list[Item] = []
        links: list[tuple[Rect, str]] = []
        terms: list[str] = []
        pen = self.x
        said = []
        for at, (column, width) in enumerate(zip(columns, self.widths, strict=True)):
            for number, line in enumerate(column):
                left = pen + _offset(self.aligns[at], width, line.width)
                items += line.placed(left, (number + BASE) * self.step)
                links += [
                    (Rect(left + a, number * self.step, b - a, self.step), to)
                    for a, b, to in line.links
                ]
                terms += line.terms
                said.append(line.text)
            pen += width + self.air
        y = (lines - 1 + BASE + _FOOT) * self.step
        items.append(self.rule(y, stroke))
        return Atom(lines, items, terms=tuple(terms), links=tuple(links), text=" | ".join(said))

    def rule(self, y: float, stroke: Stroke) -> Path:
        line = PathBuilder().move(self.x, y).line(self.x + self.whole, y).done()
        return Path(line, stroke=stroke)


def _rule_above(atom: Atom, columns: _Columns, stroke: Stroke) -> None:
    """The rule over the head of a table."""
    atom.items = [columns.rule((BASE + _FOOT - 1) * columns.step, stroke), *atom.items]


def _offset(align: str, room: float, width: float) -> float:
    if align == RIGHT:
        return room - width
    return (room - width) / 2 if align == CENTRE else 0.0
