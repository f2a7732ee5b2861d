"""Text in a shape: centred lines, each as wide as the shape at its height."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import fsum, inf

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.font import UNITS, font
from printkit.layout.inline_items import count_places, natural_width
from printkit.layout.lines import BrokenText, break_paragraph, price_centred_lines
from printkit.layout.records import CENTRED, Canvas, Items, Overflow, Span, TextStyle

# Lines of less than this share of the text's width cannot hold it.
_HOPELESS = 0.9
# The counts of lines tried beyond the least possible one, and the greatest count of a part.
_MORE_LINES, _MAX_LINES = 5, 12
# The share of a font's descent that must be within the shape.
_DESCENT = 0.9
_MAX_CULPRIT = 40

Price = Callable[[tuple[int, ...], float], float]


class ShapePart(Struct, frozen=True):
    """Text of one size (em) in a shape, `gap` below the part before (in em of that part)."""

    spans: tuple[Span, ...]
    em: float = 1.0
    gap: float = 0.62


class ShapedLayout(Struct, frozen=True, eq=False):
    """Text in a shape about the origin; `cost` measures the unevenness of its lines."""

    style: TextStyle
    rows: tuple[tuple[BrokenText, float, tuple[float, ...]], ...]
    cost: float

    @property
    def items(self) -> Items:
        """The painted items, the centre of the shape on the origin."""
        canvas = Canvas()
        for broken, unit, baselines in self.rows:
            for line, y in zip(broken.lines, baselines, strict=True):
                line.paint(canvas, -line.width() * unit / 2, y, self.style, unit)
        return tuple(canvas.items)


class _PartMetrics(Struct, frozen=True):
    """A part in mm: its natural width and size, the height of capitals above a baseline and the
    depth of descenders below, the steps to its first baseline and from line to line."""

    part: ShapePart
    style: TextStyle
    width: float
    size: float
    cap_height: float
    descent: float
    first_step: float
    step: float


def fit_in_shape(
    parts: Sequence[ShapePart],
    chord: Callable[[float], float],
    style: TextStyle,
    shifts: Iterable[float] = (0.0,),
    price: Price | None = None,
    limit: float = inf,
) -> ShapedLayout | Overflow:
    """Set parts one below the other, centred about the origin, in lines `chord(y)` wide.

    The counts of lines determine their baselines, and those their widths: all counts are tried,
    moved by each of the `shifts`; `price(counts, shift)` is added to their cost, which stays below
    the `limit`. The rule of the last line applies to the last part, and is kept.
    """
    measured = _measure(parts, style)
    shifts = tuple(shifts)
    best, least = None, limit
    for counts in product(*[_counts(paragraph, chord(0.0)) for paragraph in measured]):
        baselines = _baselines(measured, counts)
        for shift in shifts:
            cost = price(counts, shift) if price is not None else 0.0
            placed = tuple(tuple([y + shift for y in own]) for own in baselines)
            cost = _cost(measured, placed, chord, cost, least)
            if cost < inf:
                best, least = placed, cost
    if best is None:
        culprit = "".join(span.text for span in parts[-1].spans)[:_MAX_CULPRIT]
        return Overflow(0.01, culprit, style.size)
    rows = []
    for paragraph, own in zip(measured, best, strict=True):
        widths = [_width_of(paragraph, y, chord) for y in own]
        broken = break_paragraph(
            paragraph.part.spans,
            paragraph.style,
            widths.__getitem__,
            CENTRED,
            em=paragraph.part.em,
            hyphenate=False,
            count=len(widths),
        )
        rows.append((broken, paragraph.size, own))
    return ShapedLayout(style, tuple(rows), least)


def _measure(parts: Sequence[ShapePart], style: TextStyle) -> list[_PartMetrics]:
    measured: list[_PartMetrics] = []
    relaxed = replace(style, min_last_letters=0)
    for i, part in enumerate(parts):
        size, face = style.text_size(part.em), font(part.spans[0].font)
        cap_height = face.cap_height / UNITS * size
        descent, step = _DESCENT * face.descent / UNITS * size, style.leading / style.size * size
        first = (part.gap * measured[-1].size if measured else 0.0) + cap_height
        width = natural_width(part.spans, style, part.em)
        own = style if i == len(parts) - 1 else relaxed
        measured.append(_PartMetrics(part, own, width, size, cap_height, descent, first, step))
    return measured


def _counts(measured: _PartMetrics, available: float) -> range:
    """Return the counts of lines of a part to try."""
    words = sum(len(span.text.split()) for span in measured.part.spans)
    words = max(words, count_places(measured.part.spans, measured.style, measured.part.em))
    fewest = max(1, int(measured.width / max(available, 1e-6)))
    return range(fewest, min(fewest + _MORE_LINES, words, _MAX_LINES) + 1)


def _baselines(measured: Sequence[_PartMetrics], counts: Sequence[int]) -> list[list[float]]:
    """Return the baselines of all lines, centred about the origin."""
    baselines: list[list[float]] = []
    y = 0.0
    for paragraph, count in zip(measured, counts, strict=True):
        y += paragraph.first_step
        baselines.append([y + paragraph.step * i for i in range(count)])
        y = baselines[-1][-1]
    return [[line - y / 2 for line in own] for own in baselines]


def _cost(
    measured: Sequence[_PartMetrics],
    baselines: Sequence[Sequence[float]],
    chord: Callable[[float], float],
    cost: float,
    limit: float,
) -> float:
    """Return `cost` plus that of lines on these baselines; infinite if they do not hold the text or
    reach the limit."""
    for paragraph, own in zip(measured, baselines, strict=True):
        if cost >= limit - 1e-9:
            return inf
        widths = [_width_of(paragraph, y, chord) for y in own]
        if min(widths) <= 0 or fsum(widths) < paragraph.width * _HOPELESS:
            return inf
        demerits = price_centred_lines(
            paragraph.part.spans, paragraph.style, widths, paragraph.part.em
        )
        if demerits is None:
            return inf
        cost += demerits / len(own)
    return cost if cost < limit - 1e-9 else inf


def _width_of(measured: _PartMetrics, y: float, chord: Callable[[float], float]) -> float:
    """Return the width of the shape over the height of a line."""
    return min(chord(y - measured.cap_height), chord(y + measured.descent))
