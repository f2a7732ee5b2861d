"""Tagging: strips and blocks as elements of a tagged document.

A block knows its own step; what paints it adds those before.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.display_list import TagStep
from printkit.layout.records import Block, Canvas, Fragment, Painter, Strip, TextStyle


def _paint(paint: Painter, steps: tuple[TagStep, ...], canvas: Canvas, x: float, y: float) -> None:
    begin = canvas.begin()
    paint(canvas, x, y)
    canvas.tag(begin, *steps)


def tag_painter(paint: Painter, *steps: TagStep) -> Painter:
    """Return a painter of an element; without steps of an artifact."""
    return partial(_paint, paint, steps)


def tag_strip(strip: Strip, *steps: TagStep) -> Strip:
    """Return a strip as a part of an element; a header that is repeated after a break is none."""
    return replace(strip, paint=tag_painter(strip.paint, *steps))


class TaggedBlock(Struct, frozen=True):
    """A block as an element."""

    block: Block
    steps: tuple[TagStep, ...]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        return replace(
            fragment, strips=tuple(tag_strip(strip, *self.steps) for strip in fragment.strips)
        )


def list_entry(block: Block, key: object) -> TaggedBlock:
    """Return a block as the body of an entry of a list."""
    return TaggedBlock(block, (TagStep("LI", key), TagStep("LBody")))
