"""Fit text in a box, a width or a shape.

Text is centred vertically, measured from the top of its capitals to the last baseline. If it does
not fit, `fit_text` returns an Overflow and `require_text` raises TextOverflow. A `Caption` is a
block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import fsum, inf

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.sentences import Sentence
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import OUTLINED, GlyphRun, ShapedText
from printkit.graphics.fonts import UNITS, cached_by_fonts, font
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.bidi import base_level, has_no_capitals
from printkit.layout.blocks import painter
from printkit.layout.inline import count_places, natural_width, shape_line
from printkit.layout.lines import BrokenText, break_evenly, break_paragraph, price_centred_lines
from printkit.layout.records import (
    CENTRED,
    Canvas,
    Fragment,
    Items,
    Overflow,
    Span,
    Strip,
    TextStyle,
    offset,
)

# --- fit text ------------------------------------------------------------------------------------

# A text is shrunk to this share of its largest size before it is broken into more lines.
_SHRINK_BEFORE_BREAK = 0.8
# The leading in em.
LEADING = 1.12
_MAX_CULPRIT = 60
_TOLERANCE = 1e-9


class TextOverflow(PrintkitError):
    """An error for a text that does not fit its box even in the smallest size allowed."""


class FitStyle(Struct, frozen=True):
    """A font, its largest and smallest size (mm per em), and the maximum number of lines.

    The last of several lines has at least `min_last_letters` letters, where possible. `language`
    selects the words that are never kept with a number before them (if it is empty, the words of
    all languages). The share `align` of the free width is to the left of each line (0: flush left,
    1: flush right). An `artifact` is drawn, but not read aloud.
    """

    font: str
    max_size: float
    min_size: float
    max_lines: int = 1
    min_last_letters: int = 0
    language: str = ""
    align: float = 0.5
    artifact: bool = False


class _Lines(Struct, frozen=True):
    """Lines of text, the width of the widest line, the height from capitals to descenders (em), and
    the height of the capitals of the first line (em / 1000).
    """

    runs: tuple[GlyphRun, ...]
    width: float
    height: float
    capitals: float

    @classmethod
    def of(cls, key: str, texts: tuple[str, ...], base: int | None) -> _Lines:
        """Shape the lines of a paragraph in a font; `base` is its level of direction."""
        runs = tuple([shape_line(key, line, base) for line in texts])
        capitals = _capitals(runs[0])
        height = (capitals + font(key).descent) / UNITS + (len(texts) - 1) * LEADING
        return cls(runs, max([run.width for run in runs]) / UNITS, height, capitals)

    def excess(self, size: float, box: Rect) -> float:
        """Return how far lines at a size (mm per em) extend beyond a box, in width or height
        (mm).
        """
        return max(self.width * size - box.w, self.height * size - box.h)


def text_width(key: str, text: str, size: float) -> float:
    """Return the width (mm) of a line at a size (mm per em)."""
    return shape_line(key, text).width * size / UNITS


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
    """Return a line on the baseline y at a size (mm per em), with the share `align` of its width to
    the left of x.

    With `middle`, y is the middle of its capitals. Raises MissingGlyph.
    """
    run = shape_line(key, text)
    x -= align * run.width * size / UNITS
    if middle:
        y += font(key).cap_height / UNITS * size / 2
    return ShapedText(run, x, y, size, fill, render_mode=render_mode)


def line_width(line: ShapedText) -> float:
    """Return the width of a shaped line (mm)."""
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
    legible: bool = False,
) -> ShapedText:
    """Return a line as `text_line` does, reduced to `max_width` (mm) if it is wider.

    With `legible`, raises TextOverflow if the line would be smaller than 7 pt. Raises MissingGlyph.
    """
    natural = text_width(key, text, size)
    size *= min(1.0, max_width / natural if natural else 1.0)
    if legible and size < MIN_TEXT_SIZE - _TOLERANCE:
        message = Sentence("There is no room for “{shorten}”.", shorten=_shorten(text))
        raise TextOverflow(message, hint="Use a larger --paper.")
    return text_line(key, text, x, y, size, fill, align=align, middle=middle)


def fit_text(
    text: str, style: FitStyle, box: Rect, fill: Colour
) -> tuple[ShapedText, ...] | Overflow:
    """Set a text in the middle of a box, reduced slightly or broken into more lines if necessary.

    Lines are added only where they allow a larger size. If possible, a number stays on one line
    with the noun after it. Returns an Overflow if the text does not fit. Raises MissingGlyph.
    """
    result = _largest_lines(text, style, box)
    if isinstance(result, Overflow):
        return result
    (lines, size), face = result, font(style.font)
    x, below = box.x + style.align * box.w, (len(lines.runs) - 1) * LEADING * size
    cap = lines.capitals / UNITS * size
    centred = box.y + (box.h - (cap + below)) / 2 + cap
    y = min(centred, box.bottom - face.descent / UNITS * size - below)
    placed = []
    for i, run in enumerate(lines.runs):
        left, baseline = x - style.align * run.width * size / UNITS, y + i * LEADING * size
        placed.append(ShapedText(run, left, baseline, size, fill, style.artifact))
    return tuple(placed)


def text_fits(text: str, style: FitStyle, box: Rect) -> bool:
    """Return True if `fit_text` can set a text in a box."""
    return not isinstance(_largest_lines(text, style, box), Overflow)


def min_text_width(text: str, style: FitStyle) -> float:
    """Return the minimum width of a text (mm) in its largest size, in as many lines as allowed."""
    candidates = _candidates(text, style, keep_numbers=True)
    return style.max_size * min(lines.width for lines in candidates)


def _largest_lines(
    text: str, style: FitStyle, box: Rect, *, keep_numbers: bool = True
) -> tuple[_Lines, float] | Overflow:
    """Return the line breaks of a text that allow the largest size in a box, and this size."""
    if box.w <= 0 or box.h <= 0:
        return Overflow(max(-box.w, -box.h), _shorten(text), style.min_size)
    size, best = 0.0, _Lines((), 0.0, 0.0, 0.0)
    for lines in _candidates(text, style, keep_numbers=keep_numbers):
        by_width = box.w / lines.width if lines.width else style.max_size
        fitting = min(style.max_size, by_width, box.h / lines.height)
        if fitting > size:
            size, best = fitting, lines
        if fitting >= max(_SHRINK_BEFORE_BREAK * style.max_size, style.min_size):
            break
    if size >= style.min_size - _TOLERANCE:
        return best, size
    if keep_numbers and style.max_lines > 1:
        return _largest_lines(text, style, box, keep_numbers=False)
    candidates = _candidates(text, style, keep_numbers=False)
    excess = min(lines.excess(style.min_size, box) for lines in candidates)
    return Overflow(max(excess, _TOLERANCE), _shorten(text), style.min_size)


def require_text(text: str, style: FitStyle, box: Rect, fill: Colour) -> tuple[ShapedText, ...]:
    """Set a text in a box as `fit_text` does.

    Raises TextOverflow if it does not fit, and MissingGlyph if no font has one of its characters.
    """
    result = fit_text(text, style, box, fill)
    if not isinstance(result, Overflow):
        return result
    if box.w <= 0 or box.h <= 0:
        raise _refusal(Sentence("There is no room for “{culprit}”.", culprit=result.culprit))
    raise _refusal(
        Sentence(
            "The text “{culprit}” does not fit its box of {w} × {h} mm: in its smallest size "
            "({size} mm) it is {amount} mm too large.",
            culprit=result.culprit,
            w=f"{box.w:.1f}",
            h=f"{box.h:.1f}",
            size=f"{result.size:.2f}",
            amount=f"{result.amount:.1f}",
        )
    )


def require_fragment(fragment: Fragment, width: float) -> Fragment:
    """Return the fragment. Raises TextOverflow if it does not fit the width."""
    if not fragment.overflow:
        return fragment
    raise _refusal(
        Sentence(
            "The text “{culprit}” does not fit a width of {width} mm: in its smallest size "
            "it is {overflow} mm too wide.",
            culprit=fragment.culprit,
            width=f"{width:.1f}",
            overflow=f"{fragment.overflow:.1f}",
        )
    )


def _refusal(message: str) -> TextOverflow:
    return TextOverflow(message, hint="Shorten it, or use a larger card.")


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CULPRIT else f"{text[: _MAX_CULPRIT - 1]}…"


def _candidates(text: str, style: FitStyle, *, keep_numbers: bool) -> Iterator[_Lines]:
    """Yield the text broken into one line, two lines and so on, up to the allowed number of lines
    or the number of words.
    """
    yield _Lines.of(style.font, (text,), base_level(text, style.language))
    for count in range(2, style.max_lines + 1):
        own = style.language, keep_numbers, style.min_last_letters
        lines = _break(text, style.font, count, *own)
        if lines is None:
            return
        yield lines


@cached_by_fonts(4096)
def _break(
    text: str, key: str, count: int, language: str, keep_numbers: bool, min_last_letters: int
) -> _Lines | None:
    style = TextStyle(
        1.0, LEADING, language, keep_numbers=keep_numbers, min_last_letters=min_last_letters
    )
    texts = break_evenly((Span(text, key, BLACK),), style, count)
    return None if texts is None else _Lines.of(key, texts, base_level(text, language))


# The greatest height of a caption (mm).
_UNLIMITED = 1000.0
# The visible share of a font's descent.
_VISIBLE_DESCENT = 0.8


class Caption(Struct, frozen=True):
    """Text in at most `max_lines` lines, `em` times as large as its style, reduced to fit the
    width.

    The share `align` of the free width is to the left of each line. The height is measured from the
    capitals of the first line to the descenders of the last. `min_last_letters` of the style
    applies only to a sentence; an `artifact` is drawn, but not read aloud.
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
        size, last = style.text_size(self.em), style.min_last_letters if self.is_sentence else 0
        own = self.max_lines, last, style.language, self.align, self.artifact
        limits = FitStyle(self.font, size, style.min_size, *own)
        lines = fit_text(self.text, limits, Rect(0, 0, width, _UNLIMITED), self.colour)
        if isinstance(lines, Overflow):
            return Fragment((Strip(style.leading),), width, lines.amount, lines.culprit)
        top, height = text_extent(lines)
        paint = offset(painter(lines), 0.0, -top)
        widest = max([line.run.width for line in lines]) * lines[0].size / UNITS
        return Fragment((Strip(style.snap(height), paint, text=self.text),), widest)


def text_extent(lines: Sequence[ShapedText]) -> tuple[float, float]:
    """Return the top of the capitals of the first line, and the height from there to the descenders
    of the last line (mm).
    """
    first, below = lines[0], (len(lines) - 1) * LEADING * lines[-1].size
    em, capitals = first.size / UNITS, _capitals(first.run)
    height = (capitals + _VISIBLE_DESCENT * font(first.run.font).descent) * em + below
    return first.y - capitals * em, height


@lru_cache(maxsize=1024)
def _capitals(run: GlyphRun) -> float:
    """Return the height of a line's capitals (em / 1000); in a script without capitals, return the
    height of its tallest glyph if that is greater.
    """
    face = font(run.font)
    if not has_no_capitals(run.text):
        return face.cap_height
    return max([face.cap_height, *[face.box(glyph).bottom for glyph in run.glyphs]])


# --- shapes --------------------------------------------------------------------------------------

# Lines of less than this share of the text's width cannot hold it.
_HOPELESS = 0.9
# The counts of lines tried beyond the least possible one, and the greatest count of a part.
_MORE_LINES, _MAX_LINES = 5, 12
# The share of a font's descent that must be within the shape.
_DESCENT = 0.9
_SHAPES_MAX_CULPRIT = 40

Price = Callable[[tuple[int, ...], float], float]


class ShapePart(Struct, frozen=True):
    """Text of one size (em) in a shape, at a distance `gap` below the previous part (in em of the
    previous part).
    """

    spans: tuple[Span, ...]
    em: float = 1.0
    gap: float = 0.62


class ShapedLayout(Struct, frozen=True, eq=False):
    """Text in a shape centred on the origin; `cost` measures the unevenness of its lines."""

    style: TextStyle
    rows: tuple[tuple[BrokenText, float, tuple[float, ...]], ...]
    cost: float

    @property
    def items(self) -> Items:
        """The painted items, with the centre of the shape at the origin."""
        canvas = Canvas()
        for broken, unit, baselines in self.rows:
            for line, y in zip(broken.lines, baselines, strict=True):
                line.paint(canvas, -line.width() * unit / 2, y, self.style, unit)
        return tuple(canvas.items)


class _PartMetrics(Struct, frozen=True):
    """The metrics of a part in mm: its natural width, its size, the height of capitals above and
    the depth of descenders below a baseline, the distance to its first baseline, and the distance
    from line to line.
    """

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
    """Set parts one below the other, centred on the origin, in lines `chord(y)` mm wide.

    The number of lines in each part determines the baselines, and these determine the widths of the
    lines. All combinations are tried, each one moved by each of the `shifts` (mm); `price(counts,
    shift)` is added to the cost of a combination, which must be below `limit`. The minimum length
    of the last line always applies to the last part. Returns an Overflow if no combination fits.
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
        culprit = "".join(span.text for span in parts[-1].spans)[:_SHAPES_MAX_CULPRIT]
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
    """Return the numbers of lines to try for a part."""
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
    """Return `cost` plus the cost of lines on these baselines; infinite if the text does not fit or
    the cost reaches the limit.
    """
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
    """Return the minimum width of the shape over the height of a line (mm)."""
    return min(chord(y - measured.cap_height), chord(y + measured.descent))
