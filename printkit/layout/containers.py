"""Blocks that hold others: over each other, side by side, in rows and boxes; single lines, rules.

Places and widths of layers are in mm, since they depend on a width; other lengths are in em unless
said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, TagStep
from printkit.graphics.path import PathBuilder
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
from printkit.layout.scripts import begins_right

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
    `icon(style, height)` draws an icon before the name, which is `indent` from the left. The
    row of a name that begins at the right is mirrored.
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
                    # A space, as what is right of it may be another row's name.
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


# The distance of the end of an arrow's shaft from the tip, in lengths of the head.
_UNDER_HEAD = 0.75

Draw = Callable[[Rect, TextStyle], Iterable[Item]]


class Adaptive(Struct, frozen=True, eq=False):
    """A block that depends on size and width: `choose(style, width)` returns it."""

    choose: Callable[[TextStyle, float], Block]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return self.choose(style, width).lay_out(style, width)


class Placed(Struct, frozen=True, eq=False):
    """A block in an overlay: its left edge and its top (mm), its width (mm; None: up to the right
    edge of the overlay)."""

    block: Block
    x: float = 0.0
    y: float = 0.0
    width: float | None = None


class Overlay(Struct, frozen=True, eq=False):
    """Blocks laid over each other as one strip, from back to front; or only a drawing.

    `ground(rect, style)` draws the background, `height` mm high (None: the height of the blocks);
    the strip has `below` mm more, and is rounded up to the grid.
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
    """Blocks side by side as one strip, each with its width (mm; None: an equal share of the rest),
    `gap` em apart; `centred` in height."""

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
    """A text on one line, `em` times as large as the style, reduced to its width but not below
    `min_size` mm.

    The share `align` of the free width is left of it. `baseline` is the distance from its top to
    its baseline (lines; None: that of the style), `height` is in lines.
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
    """A horizontal rule, `weight` mm thick, in the middle of `height` lines, `inset` mm from either
    edge."""

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
    """An arrow to the right on the top of its strip, which has no height.

    Lengths are shares of its width: the gaps at the ends, the weight, the length and half the width
    of the head.
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
