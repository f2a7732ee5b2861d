"""A text in a box or a width: one line or a few, shrunk within limits.

It is centred in height by what the eye sees. `fit_text` returns the lines or an Overflow,
`require_text` refuses with a sentence, a `Caption` is a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import OUTLINED, ShapedText
from printkit.graphics.font import UNITS, font, shape
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.blocks import painter
from printkit.layout.lines import break_evenly
from printkit.layout.records import Fragment, Overflow, Span, Strip, TextStyle, offset

# A line is shrunk to this share of its largest size before it is broken.
_SHRINK_BEFORE_BREAK = 0.8
# The step from line to line, in em.
LEADING = 1.12
_MAX_CULPRIT = 60
_TOLERANCE = 1e-9


class TextOverflow(PrintkitError):
    """A text does not fit its box in the smallest size allowed."""


class FitStyle(Struct, frozen=True):
    """A font with the largest and the smallest size (mm per em) and how many lines there may be.

    The last of several lines has at least `min_last_letters`, where that is possible.
    """

    font: str
    max_size: float
    min_size: float
    max_lines: int = 1
    min_last_letters: int = 0


class _Lines(Struct, frozen=True):
    """Lines of text and the width of the widest (em)."""

    texts: tuple[str, ...]
    width: float


def text_width(key: str, text: str, size: float) -> float:
    """Return the width of a line."""
    return shape(key, text).width * size / UNITS


def text_line(
    key: str,
    text: str,
    x: float,
    y: float,
    size: float,
    fill: Colour,
    *,
    align: float = 0.0,
    middle: bool = False,
    render_mode: str = OUTLINED,
) -> ShapedText:
    """Return a line on the baseline y, in a size (mm per em), so that the share `align` of its
    width is left of x; with `middle` y is the middle of its capitals. Raises MissingGlyph."""
    run = shape(key, text)
    if middle:
        y += font(key).cap_height / UNITS * size / 2
    return ShapedText(
        run, x - align * run.width * size / UNITS, y, size, fill, render_mode=render_mode
    )


def line_width(line: ShapedText) -> float:
    """Return the width of a line that is set."""
    return line.run.width * line.size / UNITS


def shrink_line(
    key: str,
    text: str,
    x: float,
    y: float,
    size: float,
    max_width: float,
    fill: Colour,
    *,
    align: float = 0.0,
    middle: bool = False,
) -> ShapedText:
    """Return a line as `text_line` does, smaller if it would be wider than `max_width`."""
    natural = text_width(key, text, size)
    size *= min(1.0, max_width / natural if natural else 1.0)
    return text_line(key, text, x, y, size, fill, align=align, middle=middle)


def require_legible(line: ShapedText) -> ShapedText:
    """Return a line that was made smaller. Raises TextOverflow if it is smaller than 6 pt."""
    if line.size < MIN_TEXT_SIZE - _TOLERANCE:
        what = f"There is no room for “{_shorten(line.run.text)}”."
        raise TextOverflow(what, hint="Take a larger --paper.")
    return line


def fit_text(
    text: str,
    style: FitStyle,
    box: Rect,
    fill: Colour,
    *,
    language: str = "",
    align: float = 0.5,
    artifact: bool = False,
) -> tuple[ShapedText, ...] | Overflow:
    """Set a text in the middle of a box, shrunk a little, else broken where that makes it larger.

    The share `align` of the free width is left of each line (0: flush left, 1: flush right). A
    number stays on the line of what it counts, where that is possible; the `language` tells
    which words no number counts ("": those of all languages). Raises MissingGlyph.
    """
    result = _largest_lines(text, style, box, language)
    if isinstance(result, Overflow):
        return result
    lines, size = result
    return _place(lines.texts, style.font, size, box, fill, align, artifact)


def text_fits(text: str, style: FitStyle, box: Rect) -> bool:
    """Return True if `fit_text` can set a text in a box."""
    return not isinstance(_largest_lines(text, style, box, ""), Overflow)


def min_text_width(text: str, style: FitStyle) -> float:
    """Return the least width in which a text has its largest size in as many lines as it may."""
    lines = list(_candidates(text, style, "", keep_numbers=True))
    return style.max_size * min(candidate.width for candidate in lines)


def _largest_lines(
    text: str, style: FitStyle, box: Rect, language: str, *, keep_numbers: bool = True
) -> tuple[_Lines, float] | Overflow:
    """Break a text into the lines that can be largest in a box, and tell their size."""
    if box.w <= 0 or box.h <= 0:
        return Overflow(max(-box.w, -box.h), _shorten(text), style.min_size)
    size, best = 0.0, _Lines((), 0.0)
    # Not a search for a size: each number of lines has one largest size.
    for lines in _candidates(text, style, language, keep_numbers=keep_numbers):
        fitting = _fitting_size(lines, style, box)
        if fitting > size:
            size, best = fitting, lines
        if fitting >= max(_SHRINK_BEFORE_BREAK * style.max_size, style.min_size):
            break
    if size >= style.min_size - _TOLERANCE:
        return best, size
    if keep_numbers and style.max_lines > 1:
        return _largest_lines(text, style, box, language, keep_numbers=False)
    candidates = _candidates(text, style, language, keep_numbers=False)
    excess = min(_excess(lines, style, box) for lines in candidates)
    return Overflow(max(excess, _TOLERANCE), _shorten(text), style.min_size)


def require_text(
    text: str,
    style: FitStyle,
    box: Rect,
    fill: Colour,
    *,
    language: str = "",
    align: float = 0.5,
    artifact: bool = False,
) -> tuple[ShapedText, ...]:
    """Set a text in a box as `fit_text` does.

    Raises TextOverflow, a sentence for the user, if it does not fit, and MissingGlyph.
    """
    result = fit_text(text, style, box, fill, language=language, align=align, artifact=artifact)
    if not isinstance(result, Overflow):
        return result
    if box.w <= 0 or box.h <= 0:
        raise _refusal(f"There is no room for “{result.culprit}”.")
    raise _refusal(
        f"The text “{result.culprit}” does not fit its box of {box.w:.1f} × {box.h:.1f} mm: "
        f"in its smallest size ({result.size:.2f} mm) it is {result.amount:.1f} mm too large."
    )


def require_fragment(fragment: Fragment, width: float) -> Fragment:
    """Return a fragment laid out in a width. Raises TextOverflow, a sentence for the user, if it
    does not fit."""
    if not fragment.overflow:
        return fragment
    raise _refusal(
        f"The text “{fragment.culprit}” does not fit a width of {width:.1f} mm: in its smallest "
        f"size it is {fragment.overflow:.1f} mm too wide."
    )


def _refusal(message: str) -> TextOverflow:
    return TextOverflow(message, hint="Shorten it, or use a larger card.")


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CULPRIT else f"{text[: _MAX_CULPRIT - 1]}…"


def _candidates(
    text: str, style: FitStyle, language: str, *, keep_numbers: bool
) -> Iterator[_Lines]:
    """Yield the text in one line, in two, …, as many as it has words for."""
    yield _Lines((text,), shape(style.font, text).width / UNITS)
    for count in range(2, style.max_lines + 1):
        lines = _break(text, style.font, count, language, keep_numbers, style.min_last_letters)
        if lines is None:
            return
        yield lines


@lru_cache(maxsize=4096)
def _break(
    text: str, key: str, count: int, language: str, keep_numbers: bool, min_last_letters: int
) -> _Lines | None:
    style = TextStyle(
        1.0, LEADING, language, keep_numbers=keep_numbers, min_last_letters=min_last_letters
    )
    texts = break_evenly((Span(text, key, BLACK),), style, count)
    if texts is None:
        return None
    return _Lines(texts, max([shape(key, line).width for line in texts]) / UNITS)


def _excess(lines: _Lines, style: FitStyle, box: Rect) -> float:
    """Return by how much lines in the smallest size are wider or higher than a box."""
    height = _height(style.font, len(lines.texts))
    return max(lines.width * style.min_size - box.w, height * style.min_size - box.h)


def _fitting_size(lines: _Lines, style: FitStyle, box: Rect) -> float:
    """Return the largest size at which lines are inside a box."""
    height = _height(style.font, len(lines.texts))
    by_width = box.w / lines.width if lines.width else style.max_size
    return min(style.max_size, by_width, box.h / height)


def _height(key: str, lines: int) -> float:
    """Return the height from the capitals of the first line to the foot of the last one (em)."""
    face = font(key)
    return (face.cap_height + face.descent) / UNITS + (lines - 1) * LEADING


def _place(
    lines: tuple[str, ...],
    key: str,
    size: float,
    box: Rect,
    fill: Colour,
    align: float,
    artifact: bool,
) -> tuple[ShapedText, ...]:
    """Centre lines from the top of the capitals to the last baseline, their descent in the box."""
    face = font(key)
    x = box.x + align * box.w
    below = (len(lines) - 1) * LEADING * size
    cap = face.cap_height / UNITS * size
    y = min(
        box.y + (box.h - (cap + below)) / 2 + cap, box.bottom - face.descent / UNITS * size - below
    )
    return tuple(
        ShapedText(
            run, x - align * run.width * size / UNITS, y + i * LEADING * size, size, fill, artifact
        )
        for i, run in enumerate([shape(key, line) for line in lines])
    )


# Captions are as high as they need (mm).
_UNLIMITED = 1000.0
# The share of a font's descent that its letters take.
_VISIBLE_DESCENT = 0.8


class Caption(Struct, frozen=True):
    """A text in at most `max_lines` lines, `em` times as large as its style, shrunk to its width if
    it must be.

    The share `align` of the free width is left of each line. It is as high as from the capitals of
    its first line to the descenders of its last. Only a sentence has a rule for its last line; an
    `artifact` is drawn, and not read.
    """

    text: str
    font: str
    colour: Colour
    em: float = 1.0
    max_lines: int = 1
    is_sentence: bool = True
    artifact: bool = False
    align: float = 0.5

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        """Return the lines as one strip."""
        fit_style = FitStyle(
            self.font,
            style.text_size(self.em),
            style.min_size,
            self.max_lines,
            style.min_last_letters if self.is_sentence else 0,
        )
        box = Rect(0, 0, width, _UNLIMITED)
        lines = fit_text(
            self.text,
            fit_style,
            box,
            self.colour,
            language=style.language,
            align=self.align,
            artifact=self.artifact,
        )
        if isinstance(lines, Overflow):
            return Fragment((Strip(style.leading),), width, lines.amount, lines.culprit)
        top, height = text_extent(lines)
        paint = offset(painter(lines), 0.0, -top)
        widest = max([line.run.width for line in lines]) * lines[0].size / UNITS
        return Fragment((Strip(style.snap(height), paint, text=self.text),), widest)


def text_extent(lines: Sequence[ShapedText]) -> tuple[float, float]:
    """Return where the capitals of the first of several lines begin, and the height from there to
    the descenders of the last."""
    first, last = lines[0], lines[-1]
    face, em = font(first.run.font), first.size / UNITS
    height = (face.cap_height + _VISIBLE_DESCENT * face.descent) * em + (
        len(lines) - 1
    ) * LEADING * last.size
    return first.y - face.cap_height * em, height
