"""The words on a token: a name and what the token does, or one word, in the token's shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.units import MM_PER_POINT
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item
from printkit.graphics.font import INDEX, TITLE_BOLD
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.fit_text import LEADING, TextOverflow
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import Overflow, Span, TextStyle
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
    """Free space around the words (mm), the smallest size (mm per em), the leading and the space
    below the name (em)."""

    margin: float
    min_size: float
    leading: float
    name_gap: float


# Tried in turn: with air, with less of it, and so tight that it is just read.
_SPACINGS = (
    _Spacing(0.8, _GOOD_SIZE, LEADING, 0.62),
    _Spacing(0.25, MIN_TEXT_SIZE, LEADING, 0.62),
)
_TIGHT = _Spacing(0.0, MIN_TEXT_SIZE, 1.04, 0.3)


class WordColours(Struct, frozen=True):
    """The colours of the name and of the sentence."""

    name: Colour
    sentence: Colour


def fit_sentence(
    name: str, sentence: str, shape: TokenShape, inset: float, colours: WordColours, language: str
) -> tuple[Item, ...]:
    """Set a name above what the token does, `inset` from the edge, as large as they fit.

    A number is not parted from what it counts, nor is the last line short, unless nothing else
    fits in a size. Raises TextOverflow and MissingGlyph.
    """
    spans = (Span(name, TITLE_BOLD, colours.name),), (Span(sentence, INDEX, colours.sentence),)
    for size, spacing in _sizes(shape):
        style = _style(size, spacing.leading, language)
        for attempt in (style, replace(style, keep_numbers=False, min_last_letters=0)):
            best = _fit_pair(*spans, shape, inset + spacing.margin, spacing, attempt)
            if best is not None:
                return best.items
    raise TextOverflow(
        f"The text of the token “{name}” does not fit, even in 6 pt.", hint="Shorten it."
    )


def fit_word(
    word: str, shape: TokenShape, inset: float, fill: Colour, language: str
) -> tuple[Item, ...]:
    """Set one word, or a few, in the middle, as large as they fit. Raises TextOverflow and
    MissingGlyph."""
    part = ShapePart((Span(word, TITLE_BOLD, fill),))

    def attempt(size: float) -> ShapedLayout | Overflow:
        style = replace(_style(size, LEADING, language), min_last_letters=0)
        return fit_in_shape(
            *((part,), lambda y: shape.chord(y, inset), style),
            price=lambda counts, _: _WORD_LINE_COST * counts[0],
        )

    largest = max(_MAX_WORD * shape.height, MIN_TEXT_SIZE)
    result = find_largest(attempt, sizes_between(MIN_TEXT_SIZE, largest, _SIZE_STEP))
    if isinstance(result, Overflow):
        raise TextOverflow(
            f"“{word}” does not fit the token, even in 6 pt.", hint="Use a shorter word."
        )
    return result.items


def _sizes(shape: TokenShape) -> Iterator[tuple[float, _Spacing]]:
    """Yield the sizes of a sentence, from the largest down, with their spacing."""
    largest = max(_MAX_SENTENCE * shape.height, _EASY_SIZE)
    for spacing in _SPACINGS:
        for size in reversed(sizes_between(spacing.min_size, largest, _SIZE_STEP)):
            yield size, spacing
    yield MIN_TEXT_SIZE, _TIGHT


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
) -> ShapedLayout | None:
    """Set a name and a sentence in one size, the name in the size that makes the most even lines;
    None if none fits."""
    best: ShapedLayout | None = None
    for rank, em in enumerate(_NAME_SIZES):
        layout = fit_in_shape(
            (ShapePart(name, em), ShapePart(sentence, gap=spacing.name_gap)),
            lambda y: shape.chord(y, inset),
            style,
            _SHIFTS,
            _price_of(rank),
        )
        if not isinstance(layout, Overflow) and (best is None or layout.cost < best.cost - 1e-9):
            best = layout
    return best


def _price_of(rank: int) -> Callable[[tuple[int, ...], float], float]:
    """Return what lines and a shift cost, for the name in one of its sizes."""

    def price(counts: tuple[int, ...], shift: float) -> float:
        lines = _NAME_LINE_COST * (counts[0] - 1)
        return _SHIFT_COST * abs(shift) + lines + _NAME_SIZE_COST * rank

    return price
