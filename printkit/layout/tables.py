"""Tables: columns as wide as their words need, rows without breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.display_list import Item, TagStep
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.fitting import find_largest
from printkit.layout.inline_items import min_width, natural_width
from printkit.layout.lines import TypesetLine, break_paragraph
from printkit.layout.records import (
    FORBIDDEN,
    RAGGED,
    Canvas,
    Fragment,
    Overflow,
    Span,
    Strip,
    TextStyle,
)
from printkit.layout.scripts import begins_right
from printkit.layout.tagging import tag_strip

Cell = tuple[Span, ...]
# Kinds of rules: below the head, below a row, below the last one.
HEAD_RULE, ROW_RULE, LAST_RULE = "head", "row", "last"
# The width of a column beyond its words, so that rounding breaks none (mm).
_SLACK = 0.02


class TableStyle:
    """Constants of tables: the sizes to try (em; the largest even if illegible), the gap between
    columns (em), the relative size of the head, the distance of a rule from the baseline (lines),
    the least share of the width, the penalty of a break and the least rows on either side."""

    SIZES, GAP = (0.7, 0.76, 0.82, 0.88, 0.95), 1.1
    HEAD_SIZE, RULE_BELOW = 0.92, 0.30
    MIN_SHARE = 0.62
    BREAK_PENALTY, MIN_ROWS = 1200.0, 3


class Table(Struct, frozen=True):
    """Rows of cells under a head, which is repeated after a break. Where the head
    begins at the right, the first column is there, and alignments are mirrored.

    `alignments` are the shares of the free width left of the words of each column; `rule(x, y,
    width, kind)` draws the line below a row.
    """

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    alignments: tuple[float, ...]
    rule: Callable[[float, float, float, str], Sequence[Item]]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        largest, legible = TableStyle.SIZES[-1], MIN_TEXT_SIZE / style.size
        sizes = [size for size in TableStyle.SIZES if size >= legible or size == largest]

        def attempt(size: float) -> _Columns | Overflow:
            columns = self._columns(style, width, size)
            return Overflow(columns.overflow, "a table", size) if columns.overflow else columns

        columns = find_largest(attempt, sizes)
        if isinstance(columns, Overflow):  # show it in the smallest size
            columns = self._columns(style, width, sizes[0])
        overflow = columns.overflow
        head = columns.row(self.head, HEAD_RULE)
        again, strips = tag_strip(head), [tag_strip(head, TagStep("TR"))]
        last = len(self.rows) - 1
        for i, row in enumerate(self.rows):
            strip = columns.row(row, LAST_RULE if i == last else ROW_RULE)
            divisible = min(i, last + 1 - i) >= TableStyle.MIN_ROWS
            penalty = TableStyle.BREAK_PENALTY if divisible else FORBIDDEN
            strip, header = tag_strip(strip, TagStep("TR", i + 1)), again if i else None
            strips.append(replace(strip, break_penalty=penalty, repeated_header=header))
        table = Fragment(tuple(strips), columns.width, overflow, "a table" if overflow else "")
        return table.indented(max(0.0, width - columns.width)) if columns.mirrored else table

    def _columns(self, style: TextStyle, width: float, size: float) -> _Columns:
        gap = style.size * size * TableStyle.GAP
        available = width - gap * (len(self.alignments) - 1)
        widths, overflow = column_widths(self._wanted(style, size), available, TableStyle.MIN_SHARE)
        return _Columns(self, style, size, widths, gap, overflow)

    def _wanted(self, style: TextStyle, size: float) -> list[tuple[float, float]]:
        """Return the least and the natural width of each column."""
        cells = [(self.head, size * TableStyle.HEAD_SIZE), *((row, size) for row in self.rows)]
        return [
            (
                max(min_width(row[i], style, em) for row, em in cells),
                max(natural_width(row[i], style, em) for row, em in cells),
            )
            for i in range(len(self.alignments))
        ]


class _Columns(Struct, frozen=True):
    """The columns of a table in one size, and rows set in them."""

    table: Table
    style: TextStyle
    size: float
    widths: Sequence[float]
    gap: float
    overflow: float

    @property
    def width(self) -> float:
        return fsum(self.widths) + self.gap * (len(self.widths) - 1)

    @property
    def mirrored(self) -> bool:
        """True if the first column is at the right."""
        texts = [span.text for cell in self.table.head for span in cell]
        return begins_right(" ".join(texts), self.style.language)

    def row(self, cells: Sequence[Cell], kind: str) -> Strip:
        """Set a row with the rule below it; a head has a rule above it as well."""
        style, leading = self.style, self.style.leading
        em = self.size * (TableStyle.HEAD_SIZE if kind == HEAD_RULE else 1.0)
        columns = [
            break_paragraph(cell, style, width + 0.01, RAGGED, em=em).lines
            for cell, width in zip(cells, self.widths, strict=True)
        ]
        count = max(1, *map(len, columns))
        key = next((cell[-1].font for cell in cells if cell), None)
        baseline = style.baseline_of(key, em) if key is not None else leading / 2
        unit = style.text_size(em)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            rule_y = baseline + TableStyle.RULE_BELOW * leading
            if kind == HEAD_RULE:
                canvas.draw(self.table.rule(0.0, rule_y - leading, self.width, kind), x, y)
            pen = x
            places = list(zip(columns, self.table.alignments, self.widths, strict=True))
            cell = TagStep("TH", scope="Column") if kind == HEAD_RULE else TagStep("TD")
            order = list(enumerate(places))
            for column, (lines, share, width) in reversed(order) if self.mirrored else order:
                begin = canvas.begin()
                for i, line in enumerate(lines):
                    own = 1 - share if self.mirrored else share
                    left = pen + own * (width - line.width() * unit)
                    line.paint(canvas, left, y + baseline + i * leading, style, unit)
                canvas.tag(begin, replace(cell, key=column))
                pen += width + self.gap
            rule_y += (count - 1) * leading
            canvas.draw(self.table.rule(0.0, rule_y, self.width, kind), x, y)

        lines: list[TypesetLine] = [line for column in columns for line in column]
        return Strip(
            count * leading,
            paint,
            terms=tuple(term for line in lines for term in line.terms),
            text=" | ".join(line.text for line in lines),
        )


def column_widths(
    wanted: Sequence[tuple[float, float]], available: float, min_share: float = 0.0
) -> tuple[list[float], float]:
    """Return the width of each column, and the overflow of their longest words.

    `wanted` are the least and the natural width of each. Narrow columns get their natural width
    first, so that numbers are not broken.
    """
    count = len(wanted)
    natural = [width for _, width in wanted]
    minimum = [width for width, _ in wanted]
    if fsum(natural) + _SLACK * count <= available:
        spare = available - fsum(natural)
        if fsum(natural) < min_share * available:
            spare = max(0.0, min_share * available - fsum(natural))
        return [width + spare * width / fsum(natural) for width in natural], 0.0
    if fsum(minimum) + _SLACK * count > available:
        return minimum, fsum(minimum) + _SLACK * count - available
    widths, spare = list(minimum), available - fsum(minimum)
    order = sorted(range(count), key=lambda i: natural[i] - minimum[i])
    for done, i in enumerate(order):
        share = min(natural[i] - minimum[i], spare / (count - done))
        widths[i] += share
        spare -= share
    return [width + spare / count for width in widths], 0.0
