"""Text in a shape: centred lines, each as wide as the shape is where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.font import UNITS, Font, font
from printkit.layout.inline_items import natural_width
from printkit.layout.lines import BrokenText, break_paragraph
from printkit.layout.records import CENTRED, Canvas, Items, Overflow, Span, TextStyle

# Words whose sum is wider than the lines by more than this cannot be broken into them.
_HOPELESS = 0.9
# How many more lines are tried than the fewest that could do.
_MORE_LINES = 5
# Of a font's descent so much has to lie within the shape.
_DESCENT = 0.9
_MAX_CULPRIT = 40

Price = Callable[[tuple[int, ...], float], float]


class ShapePart(Struct, frozen=True):
    """Text of one size (em) in a shape, `gap` em of the part before below it, in at most
    `max_lines` lines."""

    spans: tuple[Span, ...]
    em: float = 1.0
    gap: float = 0.62
    max_lines: int = 12


class ShapedLayout(Struct, frozen=True, eq=False):
    """Text in a shape about the origin, and its cost: how uneven its lines are."""

    style: TextStyle
    rows: tuple[tuple[BrokenText, float, tuple[float, ...]], ...]
    cost: float

    @property
    def items(self) -> Items:
        """What is painted, the centre of the shape on the origin."""
        canvas = Canvas()
        for broken, unit, baselines in self.rows:
            for line, y in zip(broken.lines, baselines, strict=True):
                line.paint(canvas, -line.width() * unit / 2, y, self.style, unit)
        return tuple(canvas.items)


class _Row(Struct, frozen=True):
    """A line to be filled: its part, size, font and baseline."""

    part: int
    size: float
    face: Font
    y: float


def fit_in_shape(
    parts: Sequence[ShapePart],
    chord: Callable[[float], float],
    style: TextStyle,
    shifts: Iterable[float] = (0.0,),
    price: Price | None = None,
) -> ShapedLayout | Overflow:
    """Set parts one below the other, centred about the origin, in lines `chord(y)` wide.

    How many lines there are decides where they stand, and that how wide they are: each count is
    tried, moved by each of the `shifts`; `price(counts, shift)` is added to what they cost. The
    rule of the last line is for the last part, and is kept: without it more may fit.
    """
    best: ShapedLayout | None = None
    shifts = tuple(shifts)
    styles = [replace(style, min_last_letters=0) for _ in parts[1:]] + [style]
    widths = [natural_width(part.spans, style, part.em) for part in parts]
    counts = [_counts(part, width, chord(0.0)) for part, width in zip(parts, widths, strict=True)]
    for chosen, shift in product(product(*counts), shifts):
        rows, up = _place_rows(parts, chosen, style, shift)
        chords = [_width_of(row, up, chord) for row in rows]
        cost = price(chosen, shift) if price is not None else 0.0
        broken: list[tuple[BrokenText, float, tuple[float, ...]]] = []
        done = 0
        for part, own_style, count, width in zip(parts, styles, chosen, widths, strict=True):
            own = chords[done : done + count]
            if min(own) <= 0 or fsum(own) < width * _HOPELESS:
                break
            if best is not None and cost >= best.cost:
                break
            text = break_paragraph(
                *(part.spans, own_style, _by_line(own), CENTRED),
                em=part.em,
                hyphenate=False,
                count=count,
            )
            if text.overflow:
                break
            cost += text.demerits / count
            baselines = tuple(row.y - up for row in rows[done : done + count])
            broken.append((text, style.text_size(part.em), baselines))
            done += count
        else:
            if best is None or cost < best.cost - 1e-9:
                best = ShapedLayout(style, tuple(broken), cost)
    if best is not None:
        return best
    culprit = "".join(span.text for span in parts[-1].spans)[:_MAX_CULPRIT]
    return Overflow(0.01, culprit, style.size)


def _counts(part: ShapePart, width: float, available: float) -> Iterator[int]:
    """Yield how many lines of a part are worth trying."""
    words = sum(len(span.text.split()) for span in part.spans)
    fewest = max(1, int(width / max(available, 1e-6)))
    yield from range(fewest, min(fewest + _MORE_LINES, words, part.max_lines) + 1)


def _place_rows(
    parts: Sequence[ShapePart], counts: Sequence[int], style: TextStyle, shift: float
) -> tuple[list[_Row], float]:
    """Return the rows one below the other, and how far up they move to be centred."""
    rows: list[_Row] = []
    y = 0.0
    for i, (part, count) in enumerate(zip(parts, counts, strict=True)):
        size, face = style.text_size(part.em), font(part.spans[0].font)
        if i:
            y += part.gap * style.text_size(parts[i - 1].em) + face.cap_height / UNITS * size
        for line in range(count):
            y += style.leading / style.size * size if line else 0.0
            rows.append(_Row(i, size, face, y))
    first = rows[0]
    return rows, (y - first.face.cap_height / UNITS * first.size) / 2 - shift


def _width_of(row: _Row, up: float, chord: Callable[[float], float]) -> float:
    """Return the width of the shape over the height of a row."""
    y, em = row.y - up, row.size / UNITS
    return min(chord(y - row.face.cap_height * em), chord(y + _DESCENT * row.face.descent * em))


def _by_line(widths: Sequence[float]) -> Callable[[int], float]:
    return lambda line: widths[min(line, len(widths) - 1)]
