"""Text in a shape: centred lines, each as wide as the shape at its height."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import fsum, inf

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.font import UNITS, font
from printkit.layout.inline_items import natural_width
from printkit.layout.lines import BrokenText, break_paragraph, price_centred_lines
from printkit.layout.records import CENTRED, Canvas, Items, Overflow, Span, TextStyle

# Words whose sum is wider than the lines by more than this cannot be broken into them.
_HOPELESS = 0.9
# How many more lines are tried than the fewest that could do.
_MORE_LINES = 5
# No part has more lines than this.
_MAX_LINES = 12
# Of a font's descent so much has to lie within the shape.
_DESCENT = 0.9
_MAX_CULPRIT = 40

Price = Callable[[tuple[int, ...], float], float]


class ShapePart(Struct, frozen=True):
    """Text of one size (em) in a shape, `gap` em of the part before below it."""

    spans: tuple[Span, ...]
    em: float = 1.0
    gap: float = 0.62


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


class _PartMetrics(Struct, frozen=True):
    """A part in mm: its natural width, its size, how far its capitals and its descenders are from
    a baseline, the steps to its first baseline and from line to line."""

    part: ShapePart
    style: TextStyle
    width: float
    size: float
    cap_height: float
    descent: float
    first_step: float
    step: float


class _Candidate(Struct, frozen=True):
    """How many lines each part has, and the baselines of each."""

    counts: tuple[int, ...]
    baselines: tuple[tuple[float, ...], ...]
    cost: float


def fit_in_shape(
    parts: Sequence[ShapePart],
    chord: Callable[[float], float],
    style: TextStyle,
    shifts: Iterable[float] = (0.0,),
    price: Price | None = None,
) -> ShapedLayout | Overflow:
    """Set parts one below the other, centred about the origin, in lines `chord(y)` wide.

    How many lines there are decides where they are, and that how wide they are: each count is
    tried, moved by each of the `shifts`; `price(counts, shift)` is added to what they cost. The
    rule of the last line is for the last part, and is kept: without it more may fit.
    """
    measured = _measure(parts, style)
    shifts = tuple(shifts)
    best: _Candidate | None = None
    for counts in product(*[_counts(paragraph, chord(0.0)) for paragraph in measured]):
        baselines = _baselines(measured, counts)
        for shift in shifts:
            cost = price(counts, shift) if price is not None else 0.0
            placed = tuple(tuple([y + shift for y in own]) for own in baselines)
            cost = _cost(measured, placed, chord, cost, inf if best is None else best.cost)
            if cost < inf:
                best = _Candidate(counts, placed, cost)
    if best is None:
        culprit = "".join(span.text for span in parts[-1].spans)[:_MAX_CULPRIT]
        return Overflow(0.01, culprit, style.size)
    rows = []
    for paragraph, own in zip(measured, best.baselines, strict=True):
        widths = [_width_of(paragraph, y, chord) for y in own]
        broken = break_paragraph(
            paragraph.part.spans,
            paragraph.style,
            _by_line(widths),
            CENTRED,
            em=paragraph.part.em,
            hyphenate=False,
            count=len(widths),
        )
        rows.append((broken, paragraph.size, own))
    return ShapedLayout(style, tuple(rows), best.cost)


def _measure(parts: Sequence[ShapePart], style: TextStyle) -> list[_PartMetrics]:
    measured: list[_PartMetrics] = []
    relaxed = replace(style, min_last_letters=0)
    for i, part in enumerate(parts):
        size, face = style.text_size(part.em), font(part.spans[0].font)
        cap_height = face.cap_height / UNITS * size
        gap = part.gap * measured[-1].size if measured else 0.0
        measured.append(
            _PartMetrics(
                part,
                style if i == len(parts) - 1 else relaxed,
                natural_width(part.spans, style, part.em),
                size,
                cap_height,
                _DESCENT * face.descent / UNITS * size,
                gap + cap_height,
                style.leading / style.size * size,
            )
        )
    return measured


def _counts(measured: _PartMetrics, available: float) -> range:
    """Return how many lines of a part are worth trying."""
    words = sum(len(span.text.split()) for span in measured.part.spans)
    fewest = max(1, int(measured.width / max(available, 1e-6)))
    return range(fewest, min(fewest + _MORE_LINES, words, _MAX_LINES) + 1)


def _baselines(measured: Sequence[_PartMetrics], counts: Sequence[int]) -> list[list[float]]:
    """Return the baselines of all lines, the block about the origin."""
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
    """Return what lines on baselines cost beside `cost`; infinite if they do not hold the text or
    cost no less than the limit."""
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


def _by_line(widths: Sequence[float]) -> Callable[[int], float]:
    return lambda line: widths[min(line, len(widths) - 1)]
