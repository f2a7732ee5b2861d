"""Rows, boxes, overlays, single lines, rules and tables.

Positions and widths of layers are in mm, because they depend on the width of the page; other
lengths are in em unless stated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, TagStep
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.bidi import begins_right
from printkit.layout.blocks import (
    Paragraph,
    fragment_of,
    join_strips,
    keep_together,
    mirrored_at,
    painter,
    penalise_breaks,
)
from printkit.layout.fit_text import line_width, text_line, text_width
from printkit.layout.fitting import find_largest
from printkit.layout.inline import min_width, natural_width
from printkit.layout.lines import TypesetLine, break_paragraph
from printkit.layout.records import (
    FORBIDDEN,
    RAGGED,
    TOLERANCE,
    Block,
    Border,
    Canvas,
    Fragment,
    InlineDrawing,
    Items,
    Overflow,
    Span,
    Strip,
    TextStyle,
    change_strips,
    height_of,
    tag_strip,
)

# --- containers ----------------------------------------------------------------------------------

# The least number of dots in a leader.
_MIN_DOTS = 2

Leader = Callable[[float, float, float, float, TextStyle], Sequence[Item]]


class DottedLeader(Struct, frozen=True):
    """A dotted leader from a name to its value, with the dots of all rows aligned.

    `step` and `dot` are in em, and `min_dot` is in mm.
    """

    colour: Colour
    step: float = 0.5
    dot: float = 0.1
    min_dot: float = 0.0

    def __call__(
        self, start: float, end: float, baseline: float, width: float, style: TextStyle
    ) -> tuple[Item, ...]:
        step, dot = self.step * style.size, max(self.dot * style.size, self.min_dot)
        first = ceil((width - end) / step)
        count = int((width - start) / step) - first
        if count < _MIN_DOTS:
            return ()
        x, y = width - (first + count) * step, baseline - dot / 2
        path = PathBuilder().move(x, y).line(x + count * step, y).done()
        return (Path(path, stroke=Stroke(self.colour, dot, dash=(dot, step - dot))),)


class LeaderRow(Struct, frozen=True):
    """A name, a leader and a value at the end of the line.

    The value is text on the first baseline of the name, or a drawing centred on the row.
    `leader(start, end, baseline, width, style)` draws the leader if the name has one line;
    `icon(style, height)` draws an icon before the name, which is `indent` from the left. The row of
    a right-to-left name is mirrored.
    """

    name: Paragraph
    value: InlineDrawing | tuple[Span, ...]
    leader: Leader | None = None
    icon: Callable[[TextStyle, float], Sequence[Item]] | None = None
    indent: float = 0.0
    min_height: float = 1.0
    gap_before: float = 0.4
    gap_after: float = 0.6

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        value = self.value
        items: Items | None = None
        if isinstance(value, InlineDrawing):
            value_width, items = value.draw(style.size)
        else:
            value_width = natural_width(value, style)
        x, end = self.indent * style.size, width - value_width - self.gap_after * style.size
        name = self.name.lay_out(style, end - x)
        height = style.snap(max(self.min_height * style.leading, name.height))
        top = (height - name.height) / 2
        span = self.name.spans[-1]
        baseline = top + style.baseline_of(span.font, span.size * self.name.em)

        mirrored = begins_right(self.name.text, style.language)

        def paint(canvas: Canvas, left: float, y: float) -> None:
            at_value = left if mirrored else left + width - value_width
            if self.icon is not None:
                icon = self.icon(style, height)
                canvas.draw(icon, left + mirrored_at(icon, x, width) if mirrored else left, y)
            name.paint(canvas, left + width - end if mirrored else left + x, y + top)
            if items is not None:
                begin = canvas.begin()
                canvas.draw(items, at_value, y + height / 2)
                if isinstance(value, InlineDrawing) and value.alt:
                    # A space, because the text to the right may be another row's name.
                    canvas.tag(begin, TagStep("Span", None, actual=f"{value.alt} "))
            elif isinstance(value, tuple):
                line = break_paragraph(value, style, value_width + 1.0, RAGGED).lines[0]
                line.paint(canvas, at_value, y + baseline, style, style.text_size(1.0))
            if self.leader is not None and len(name.strips) == 1:
                start = x + name.width + self.gap_before * style.size
                dots = self.leader(start, end, baseline, width, style)
                mirror = Matrix(-1.0, 0.0, 0.0, 1.0, width, 0.0)
                canvas.draw((Group(tuple(dots), mirror),) if mirrored else dots, left, y)

        strip = Strip(height, paint, text=" ".join(s.text for s in name.strips))
        return Fragment((strip,), width, name.overflow, name.culprit)


class FramedBox(Struct, frozen=True):
    """A title and blocks in a border, with `padding` (em) on the left and right.

    The title and the first two lines of the body stay together, and so do the last two lines of the
    body. A break inside the box costs `penalty`, or `whole_penalty` if the box is at most
    `max_whole` mm high.
    """

    head: Block
    body: Block
    draw: Callable[..., Sequence[Item]]
    padding: tuple[float, float] = (1.0, 1.0)
    penalty: float = 2500.0
    whole_penalty: float = 14000.0
    max_whole: float = 0.0

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        left, right = (padding * style.size for padding in self.padding)
        head = self.head.lay_out(style, width - left - right).indented(left)
        body = self.body.lay_out(style, width - left - right).indented(left)
        border = Border(self.draw, 0.0, width)
        first, *rest = head.strips
        for strip in body.strips:
            penalty = strip.break_penalty or self.penalty
            rest.append(replace(strip, break_penalty=penalty, stretch=0.0))
        rest = keep_together(rest, (len(head.strips) + 2) * style.leading - first.height)
        if rest and rest[-1].height < 2 * style.leading - TOLERANCE:
            rest[-1] = replace(rest[-1], break_penalty=FORBIDDEN)
        if height_of([first, *rest]) <= self.max_whole + TOLERANCE:
            rest = penalise_breaks(rest, self.whole_penalty)
        strips = [first, *rest]
        ends = {id(strips[-1]): (False, True), id(first): (True, not rest)}

        def enclose(strip: Strip) -> Strip:
            begins, closes = ends.get(id(strip), (False, False))
            return replace(strip, borders=((border, begins, closes), *strip.borders))

        bordered = change_strips(strips, enclose)
        worst = max((head, body), key=lambda f: f.overflow)
        return Fragment(bordered, width, worst.overflow, worst.culprit)


# The distance of the end of an arrow's shaft from the tip, in lengths of the head.
_UNDER_HEAD = 0.75

Draw = Callable[[Rect, TextStyle], Iterable[Item]]


class Adaptive(Struct, frozen=True, eq=False):
    """A block that is chosen for a size and a width: `choose(style, width)` returns it."""

    choose: Callable[[TextStyle, float], Block]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return self.choose(style, width).lay_out(style, width)


class Placed(Struct, frozen=True, eq=False):
    """A block in an overlay: its left edge, its top and its width (mm); without a width, it extends
    to the right edge of the overlay.
    """

    block: Block
    x: float = 0.0
    y: float = 0.0
    width: float | None = None


class Overlay(Struct, frozen=True, eq=False):
    """Blocks drawn one over the other in one strip, from back to front, or only a background.

    `ground(rect, style)` draws the background, which is `height` mm high, or as high as the blocks
    if `height` is None. The strip is `below` mm higher, rounded up to the grid.
    """

    layers: tuple[Placed, ...]
    height: float | None = None
    ground: Draw | None = None
    below: float = 0.0

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        placed: list[tuple[Placed, Fragment]] = []
        for layer in self.layers:
            own = width - layer.x if layer.width is None else layer.width
            placed.append((layer, layer.block.lay_out(style, own)))
        height = self.height
        if height is None:
            height = max(layer.y + fragment.height for layer, fragment in placed)
        box, ground = Rect(0, 0, width, height), self.ground

        def paint(canvas: Canvas, x: float, y: float) -> None:
            if ground is not None:
                canvas.items += ground(box.moved(x, y), style)
            for layer, fragment in placed:
                fragment.paint(canvas, x + layer.x, y + layer.y)

        strips = [strip for _, fragment in placed for strip in fragment.strips]
        strip = join_strips(strips, style.snap(height + self.below), paint)
        if not placed:
            return Fragment((strip,), width)
        worst = max([fragment for _, fragment in placed], key=lambda f: f.overflow)
        return Fragment((strip,), width, worst.overflow, worst.culprit)


class SideBySide(Struct, frozen=True):
    """Blocks side by side as one strip, `gap` em apart.

    Each block has its width (mm; None: an equal share of the rest). Blocks are aligned at their
    tops or, if `centred`, at their vertical centres.
    """

    parts: tuple[tuple[float | None, Block], ...]
    gap: float = 1.0
    centred: bool = False

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        gap = self.gap * style.size
        given = [own for own, _ in self.parts if own is not None]
        free = len(self.parts) - len(given)
        share_of_rest = (width - fsum(given) - gap * (len(self.parts) - 1)) / max(free, 1)
        placed: list[tuple[float, Fragment]] = []
        x = 0.0
        for own, block in self.parts:
            part_width = share_of_rest if own is None else own
            placed.append((x, block.lay_out(style, part_width)))
            x += part_width + gap
        height = style.snap(max(fragment.height for _, fragment in placed))
        share = 0.5 if self.centred else 0.0
        layers = (Placed(part, left, share * (height - part.height)) for left, part in placed)
        return Overlay(tuple(layers), height).lay_out(style, width)


class TextLine(Struct, frozen=True):
    """Text on one line, `em` times as large as the style; it is reduced to fit the width, but not
    below `min_size` mm.

    The share `align` of the free width is to the left of the text. `baseline` is the distance from
    the top to the baseline (in lines; by default as in the style), and `height` is in lines.
    """

    text: str
    font: str
    colour: Colour
    em: float = 1.0
    align: float = 0.0
    min_size: float = 0.0
    baseline: float | None = None
    height: float = 1.0

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        least = max(self.min_size, style.min_size)
        size = max(self.em * style.size, least)
        natural = text_width(self.font, self.text, size)
        size = max(least, size * min(1.0, width / natural if natural else 1.0))
        y = style.baseline_of(self.font, self.em)
        if self.baseline is not None:
            y = self.baseline * style.leading
        x, mode = self.align * width, style.render_mode
        line = text_line(
            self.font, self.text, x, y, size, self.colour, align=self.align, render_mode=mode
        )
        strip = Strip(style.snap(self.height * style.leading), painter((line,)), text=self.text)
        taken = line_width(line)
        overflow = max(0.0, taken - width) if taken > width + TOLERANCE else 0.0
        return Fragment((strip,), min(taken, width), overflow, self.text if overflow else "")


class Rule(Struct, frozen=True):
    """A horizontal rule, `weight` mm thick, in the middle of `height` lines, and `inset` mm from
    the left and right edges.
    """

    colour: Colour
    weight: float
    inset: float = 0.0
    height: float = 0.0

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        y = self.height * style.leading / 2
        line = PathBuilder().move(self.inset, y).line(width - self.inset, y).done()
        rule = Path(line, stroke=Stroke(self.colour, self.weight))
        return Fragment((Strip(style.snap(2 * y), painter((rule,))),), width)


class Arrow(Struct, frozen=True):
    """An arrow that points right, at the top of a strip without height.

    Its measures are shares of its width: the gap at each end, the weight, and the length and half
    the width of the arrowhead.
    """

    colour: Colour
    gap: float = 0.14
    weight: float = 0.12
    head: tuple[float, float] = (0.34, 0.22)

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        length, half = (side * width for side in self.head)
        start, end = self.gap * width, width - self.gap * width
        shaft = PathBuilder().move(start, 0).line(end - _UNDER_HEAD * length, 0).done()
        head = PathBuilder().arrowhead(end, 0, -length, 0, half).done()
        stroke = Stroke(self.colour, self.weight * width)
        return fragment_of((Path(shaft, stroke=stroke), Path(head, fill=self.colour)))


# --- tables --------------------------------------------------------------------------------------

Cell = tuple[Span, ...]
# Kinds of rules: below the head, below a row, below the last one.
HEAD_RULE, ROW_RULE, LAST_RULE = "head", "row", "last"
# The width of a column beyond its words, so that rounding breaks none (mm).
_SLACK = 0.02


class TableStyle:
    """Constants of tables.

    They are the sizes to try (em; the largest is used even if illegible), the gap between columns
    and the smaller gap in a table that would be too wide (em), the relative size of the head, the
    distance of a rule from the baseline (lines), the minimum share of the width, the penalty of a
    break, and the minimum number of rows before and after a break.
    """

    SIZES, GAP, MIN_GAP = (0.7, 0.76, 0.82, 0.88, 0.95), 1.1, 0.5
    HEAD_SIZE, RULE_BELOW = 0.92, 0.30
    MIN_SHARE = 0.62
    BREAK_PENALTY, MIN_ROWS = 1200.0, 3


class Table(Struct, frozen=True):
    """Rows of cells under a head that is repeated after a break.

    If the text of the head runs from right to left, the first column is on the right, and
    alignments are mirrored.

    `alignments` has one share for each column: the part of the free width to the left of the words.
    `rule(x, y, width, kind)` draws the line below a row.
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
        if isinstance(columns, Overflow):  # show it in the smallest size, its columns closer
            columns = self._columns(style, width, sizes[0], TableStyle.MIN_GAP)
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

    def _columns(
        self, style: TextStyle, width: float, size: float, em: float = TableStyle.GAP
    ) -> _Columns:
        gap = style.size * size * em
        available = width - gap * (len(self.alignments) - 1)
        widths, overflow = column_widths(self._wanted(style, size), available, TableStyle.MIN_SHARE)
        return _Columns(self, style, size, widths, gap, overflow)

    def _wanted(self, style: TextStyle, size: float) -> list[tuple[float, float]]:
        """Return the minimum and the natural width of each column (mm)."""
        cells = [(self.head, size * TableStyle.HEAD_SIZE), *((row, size) for row in self.rows)]
        return [
            (
                max(min_width(row[i], style, em) for row, em in cells),
                max(natural_width(row[i], style, em) for row, em in cells),
            )
            for i in range(len(self.alignments))
        ]


class _Columns(Struct, frozen=True):
    """The columns of a table in one size, in which rows are set."""

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
        """True if the first column is on the right."""
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
    """Return the widths of the columns, and by how much their minimum widths exceed `available`.

    `wanted` are the minimum and the natural width of each column. Columns that need the least more
    than their minimum get their natural width first, so that numbers are not broken. If all columns
    get theirs, the table fills `available`, or only the share `min_share` of it if it is narrower
    than that.
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
