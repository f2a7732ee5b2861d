"""Containers: rows with a leader, and boxes in a border. All lengths are in em unless said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Paragraph, keep_together, penalise_breaks
from printkit.layout.inline_items import natural_width
from printkit.layout.lines import break_paragraph
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
    Span,
    Strip,
    TextStyle,
    change_strips,
    height_of,
)

# The least number of dots in a leader.
_MIN_DOTS = 2

Leader = Callable[[float, float, float, float, TextStyle], Sequence[Item]]


class DottedLeader(Struct, frozen=True):
    """A dotted leader from a name to its value, aligned over all rows; `step` and `dot` are in em,
    `min_dot` is in mm."""

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
    `icon(style, height)` draws an icon before the name, which is `indent` from the left.
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

        def paint(canvas: Canvas, left: float, y: float) -> None:
            if self.icon is not None:
                canvas.draw(self.icon(style, height), left, y)
            name.paint(canvas, left + x, y + top)
            if items is not None:
                canvas.draw(items, left + width - value_width, y + height / 2)
            elif isinstance(value, tuple):
                line = break_paragraph(value, style, value_width + 1.0, RAGGED).lines[0]
                unit = style.text_size(1.0)
                line.paint(canvas, left + width - value_width, y + baseline, style, unit)
            if self.leader is not None and len(name.strips) == 1:
                start = x + name.width + self.gap_before * style.size
                canvas.draw(self.leader(start, end, baseline, width, style), left, y)

        strip = Strip(height, paint, text=" ".join(s.text for s in name.strips))
        return Fragment((strip,), width, name.overflow, name.culprit)


class FramedBox(Struct, frozen=True):
    """A title and blocks in a border, with a `padding` left and right.

    The title and the first two lines of the body stay together, and so do its last two. A break
    costs `penalty`, or `whole_penalty` in a box of at most `max_whole` mm.
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
