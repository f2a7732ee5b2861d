"""A text in a box: one line or a few, shrunk within limits, centred by what the eye sees."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from msgspec import Struct

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Colour, Text
from printkit.graphics.font import UNITS, font, shape
from printkit.layout.records import Overflow

# A line is shrunk to this share of its largest size before it is broken.
_SHRINK_BEFORE_BREAK = 0.8
# The step from line to line, in em.
LEADING = 1.12
# U+00A0 and U+202F do not break: a French « ! » never starts a line.
_BREAKS = " "
_MAX_CULPRIT = 60
_TOLERANCE = 1e-9


class TextOverflow(PrintkitError):
    """A text does not fit its box in the smallest size allowed."""


class FitStyle(Struct, frozen=True):
    """A font with the largest and the smallest size (mm per em) and how many lines there may be."""

    font: str
    max_size: float
    min_size: float
    max_lines: int = 1


class _Lines(NamedTuple):
    """Lines of text and the width of the widest (em)."""

    texts: tuple[str, ...]
    width: float


def text_width(key: str, text: str, size: float) -> float:
    """Return the width of a line."""
    return shape(key, text).width * size / UNITS


def text_line(key: str, text: str, x: float, y: float, size: float, fill: Colour) -> Text:
    """Return a line from x on the baseline y, in a size (mm per em). Raises MissingGlyph."""
    return Text(shape(key, text), x, y, size, fill)


def fit_text(
    text: str, style: FitStyle, box: Rect, fill: Colour, *, artifact: bool = False
) -> tuple[Text, ...] | Overflow:
    """Centre a text in a box, shrunk a little, else broken where that makes it larger.

    Raises MissingGlyph.
    """
    if box.w <= 0 or box.h <= 0:
        return Overflow(max(-box.w, -box.h), _shorten(text), style.min_size)
    words = tuple(text.split(_BREAKS))
    size, lines = 0.0, _Lines((), 0.0)
    for count in range(1, min(style.max_lines, len(words)) + 1):
        candidate = balance_lines(words, count, style.font)
        fitting = _fitting_size(candidate, style, box)
        if fitting > size:
            size, lines = fitting, candidate
        if fitting >= max(_SHRINK_BEFORE_BREAK * style.max_size, style.min_size):
            break
    if size >= style.min_size - _TOLERANCE:
        return _centre(lines.texts, style.font, size, box, fill, artifact)
    least = style.min_size
    excess = min(
        max(lines.width * least - box.w, _height(style.font, len(lines.texts)) * least - box.h)
        for lines in (
            balance_lines(words, count, style.font)
            for count in range(1, min(style.max_lines, len(words)) + 1)
        )
    )
    return Overflow(max(excess, _TOLERANCE), _shorten(text), least)


def require_fit(result: tuple[Text, ...] | Overflow, box: Rect) -> tuple[Text, ...]:
    """Return what fits. Raises TextOverflow, as a sentence for the user, for what does not."""
    if not isinstance(result, Overflow):
        return result
    raise TextOverflow(
        f"The text “{result.culprit}” does not fit its box of {box.w:.1f} × {box.h:.1f} mm: "
        f"in its smallest size ({result.size:.2f} mm) it is {result.amount:.1f} mm too large.",
        cure="Shorten it, or use a larger card.",
    )


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CULPRIT else f"{text[: _MAX_CULPRIT - 1]}…"


def _fitting_size(lines: _Lines, style: FitStyle, box: Rect) -> float:
    """Return the largest size at which lines lie in a box."""
    height = _height(style.font, len(lines.texts))
    by_width = box.w / lines.width if lines.width else style.max_size
    return min(style.max_size, by_width, box.h / height)


def _height(key: str, lines: int) -> float:
    """Return the height from the capitals of the first line to the foot of the last one (em)."""
    face = font(key)
    return (face.cap_height + face.descent) / UNITS + (lines - 1) * LEADING


@lru_cache(maxsize=8192)
def balance_lines(words: tuple[str, ...], count: int, key: str) -> _Lines:
    """Break words into `count` lines so that the widest is as narrow as can be."""
    if count == 1:
        text = _BREAKS.join(words)
        return _Lines((text,), shape(key, text).width / UNITS)
    best: tuple[str, ...] = ()
    narrowest = float("inf")
    for cuts in combinations(range(1, len(words)), count - 1):
        edges = (0, *cuts, len(words))
        lines = tuple(_BREAKS.join(words[a:b]) for a, b in pairwise(edges))
        widest = max(shape(key, line).width for line in lines)
        if widest < narrowest:
            best, narrowest = lines, widest
    return _Lines(best, narrowest / UNITS)


def _centre(
    lines: tuple[str, ...], key: str, size: float, box: Rect, fill: Colour, artifact: bool
) -> tuple[Text, ...]:
    """Centre lines from the top of the capitals to the last baseline, their descent in the box."""
    face = font(key)
    cx, _ = box.centre
    below = (len(lines) - 1) * LEADING * size
    cap = face.cap_height / UNITS * size
    y = min(
        box.y + (box.h - (cap + below)) / 2 + cap,
        box.bottom - face.descent / UNITS * size - below,
    )
    return tuple(
        Text(run, cx - run.width * size / UNITS / 2, y + i * LEADING * size, size, fill, artifact)
        for i, run in enumerate(shape(key, line) for line in lines)
    )
