"""The words on a token: a name and what the token does, or one word, in the token's shape."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.units import MM_PER_POINT
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED
from printkit.graphics.font import INDEX, TITLE_BOLD
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.fit_text import LEADING
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow, Span, TextStyle
from printkit.layout.shapes import ShapedLayout, ShapePart, fit_in_shape
from printkit.products.tokens.shape import TokenShape

# The largest size of a sentence, as a share of the shape's height, and what is read with ease at
# the least; sizes are tried in such steps (mm per em).
_MAX_SENTENCE, _EASY_SIZE, _SIZE_STEP = 0.094, 8 * MM_PER_POINT, 0.25 * MM_PER_POINT
_GOOD_SIZE = 7 * MM_PER_POINT
# The largest size of one word, as a share of the shape's height.
_MAX_WORD = 0.2
# The sizes of a name that are tried, in em of its sentence.
_NAME_SIZES = (1.15, 1.0, 0.88)
# How far the words may be moved up or down from the middle (mm).
_SHIFTS = (0.0, -0.4, 0.4, -0.8, 0.8, -1.2, 1.2)
# What is added to the cost of uneven lines: each mm off the middle, each line more of a name, each
# smaller size of a name.
_SHIFT_COST, _NAME_LINE_COST, _NAME_SIZE_COST = 0.02, 0.3, 0.1
# A word takes another line only if nothing else fits.
_WORD_LINE_COST = 10.0


class _Spacing(Struct, frozen=True):
    """Free space around the words (mm), the smallest and the largest size (mm per em), the leading
    and the space below the name (em)."""

    margin: float
    min_size: float
    max_size: float = inf
    leading: float = LEADING
    name_gap: float = 0.62


# Tried in turn: with air, with less of it, and so tight that it is just read.
_SPACINGS = (
    _Spacing(0.8, _GOOD_SIZE),
    _Spacing(0.25, MIN_TEXT_SIZE),
    _Spacing(0.0, MIN_TEXT_SIZE, MIN_TEXT_SIZE, leading=1.04, name_gap=0.3),
)


class WordColours(Struct, frozen=True):
    """The colours of the name and of the sentence."""

    name: Colour
    sentence: Colour


def fit_sentence(
    name: str, sentence: str, shape: TokenShape, inset: float, colours: WordColours, language: str
) -> ShapedLayout | Overflow:
    """Set a name above what the token does, `inset` from the edge, as large as they fit.

    A number is not parted from what it counts, nor is the last line short, unless nothing else
    fits in a size. Raises MissingGlyph.
    """
    spans = (Span(name, TITLE_BOLD, colours.name),), (Span(sentence, INDEX, colours.sentence),)

    def attempt(spacing: _Spacing, size: float) -> ShapedLayout | Overflow:
        style = _style(size, spacing.leading, language)
        result = _fit_pair(*spans, shape, inset + spacing.margin, spacing, style)
        if not isinstance(result, Overflow):
            return result
        style = replace(style, keep_numbers=False, min_last_letters=0)
        return _fit_pair(*spans, shape, inset + spacing.margin, spacing, style)

    largest = max(_MAX_SENTENCE * shape.height, _EASY_SIZE)
    result: ShapedLayout | Overflow = Overflow(TOLERANCE, name)
    for spacing in _SPACINGS:
        sizes = sizes_between(spacing.min_size, min(largest, spacing.max_size), _SIZE_STEP)
        result = find_largest(partial(attempt, spacing), sizes)
        if not isinstance(result, Overflow):
            break
    return result


def fit_word(
    word: str, shape: TokenShape, inset: float, fill: Colour, language: str
) -> ShapedLayout | Overflow:
    """Set one word, or a few, in the middle, as large as they fit. Raises MissingGlyph."""
    part = ShapePart((Span(word, TITLE_BOLD, fill),))

    def attempt(size: float) -> ShapedLayout | Overflow:
        style = replace(_style(size, LEADING, language), min_last_letters=0)
        return fit_in_shape(
            *((part,), lambda y: shape.chord(y, inset), style),
            price=lambda counts, _: _WORD_LINE_COST * counts[0],
        )

    largest = max(_MAX_WORD * shape.height, MIN_TEXT_SIZE)
    return find_largest(attempt, sizes_between(MIN_TEXT_SIZE, largest, _SIZE_STEP))


def _style(size: float, leading: float, language: str) -> TextStyle:
    return TextStyle(
        size,
        leading * size,
        language,
        min_size=MIN_TEXT_SIZE,
        render_mode=OUTLINED,
    )


def _fit_pair(
    name: tuple[Span, ...],
    sentence: tuple[Span, ...],
    shape: TokenShape,
    inset: float,
    spacing: _Spacing,
    style: TextStyle,
) -> ShapedLayout | Overflow:
    """Set a name and a sentence in one size, the name in the size that makes the most even
    lines."""
    best: ShapedLayout | Overflow = Overflow(TOLERANCE, "words", style.size)
    for rank, em in enumerate(_NAME_SIZES):
        layout = fit_in_shape(
            (ShapePart(name, em), ShapePart(sentence, gap=spacing.name_gap)),
            lambda y: shape.chord(y, inset),
            style,
            _SHIFTS,
            _price_of(rank),
        )
        if isinstance(layout, Overflow):
            continue
        if isinstance(best, Overflow) or layout.cost < best.cost - 1e-9:
            best = layout
    return best


def _price_of(rank: int) -> Callable[[tuple[int, ...], float], float]:
    """Return what lines and a shift cost, for the name in one of its sizes."""

    def price(counts: tuple[int, ...], shift: float) -> float:
        lines = _NAME_LINE_COST * (counts[0] - 1)
        return _SHIFT_COST * abs(shift) + lines + _NAME_SIZE_COST * rank

    return price
