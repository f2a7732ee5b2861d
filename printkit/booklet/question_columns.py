"""Questions with their answers, in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from printkit.layout.blocks import Paragraph, join_strips, merge
from printkit.layout.flow import cut_evenly
from printkit.layout.records import (
    Canvas,
    Fragment,
    PlacedStrip,
    Strip,
    TextStyle,
    paint_strips,
    stack_strips,
)

# The most questions in a strip, or fewer; the gap between the columns (em).
_QUESTIONS, _QUESTION_GUTTER = (6, 4, 2), 1.8
_Column = Sequence[PlacedStrip]


class Questions(Struct, frozen=True):
    """Questions with their answers in two columns, a few at a time in a strip, which is at most
    `height` mm high if there are more than two."""

    entries: tuple[Paragraph, ...]
    height: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        gutter, space = _QUESTION_GUTTER * style.size, 0.5 * style.leading
        measure = (width - gutter) / 2
        each = [entry.lay_out(style, measure) for entry in self.entries]
        entries = [replace(merge(f, f.height).strips[0], space_before=space) for f in each]
        strips: list[Strip] = []
        while entries:
            for count in _QUESTIONS:
                own = entries[:count]
                cuts = cut_evenly(own, min(2, len(own)))
                columns = [stack_strips(own[a:b]) for a, b in pairwise(cuts)]
                height = max(column[-1][1] + column[-1][0].height for column in columns)
                if height <= self.height:
                    break
            entries = entries[len(own) :]

            def paint(
                canvas: Canvas,
                x: float,
                y: float,
                columns: Sequence[Sequence[PlacedStrip]] = columns,
            ) -> None:
                for i, column in enumerate(columns):
                    paint_strips(canvas, column, x + i * (measure + gutter), y)

            strips.append(join_strips(own, style.snap(height + space), paint))
        return Fragment(tuple(strips), width, max(f.overflow for f in each))
