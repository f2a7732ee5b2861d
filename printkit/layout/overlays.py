"""Blocks over each other and side by side; single lines of text, rules, arrows.

Places and widths of layers are in mm, since they depend on a width; other lengths are in em.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum

from msgspec import Struct

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import fragment_of, join_strips, painter
from printkit.layout.fit_text import line_width, text_line, text_width
from printkit.layout.records import TOLERANCE, Block, Canvas, Fragment, Strip, TextStyle

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
    """Blocks laid over each other as one strip, from back to front.

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


class Ground(Struct, frozen=True, eq=False):
    """A drawing by `draw(rect, style)` in its rectangle of the page, `height` mm high."""

    draw: Draw
    height: float = 0.0

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        box = Rect(0, 0, width, self.height)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.items += self.draw(box.moved(x, y), style)

        return Fragment((Strip(self.height, paint),), width)


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
