"""Lines: spans broken to a width, and painted as one run for each stretch of one font."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.display_list import GlyphRun
from printkit.graphics.font import UNITS, font, shape
from printkit.layout.inline_items import (
    SHRINK,
    STRETCH,
    Glue,
    InlineBox,
    InlineItem,
    LinePainter,
    ShapedLine,
    shape_spans,
)
from printkit.layout.line_breaking import (
    AT_HYPHEN,
    AT_SPACE,
    AVOIDED,
    CUT,
    NAME,
    SOFT,
    Breakpoint,
    even_fit,
    hyphenation_points,
    total_fit,
)
from printkit.layout.records import CENTRED, JUSTIFIED, Alignment, Canvas, Span, TextStyle

SOFT_HYPHEN = "\u00ad"
_PENALTIES, _WRITTEN_HYPHEN = {SOFT: 50.0, NAME: 400.0, CUT: 120.0}, 60.0


class _Position(Struct, frozen=True):
    """Where a line ends: after an item, or (`cut`) before a character of it, and what the text
    says up to there."""

    item: int
    cut: int | None
    kind: str
    text_index: int


class TypesetLine(Struct, frozen=True, eq=False):
    """A line of a paragraph, in em: which items of its shaped text it has, and how wide it is.

    Its spaces are stretched to fill `measure` if it is `justified`. `opens`: it is the first of
    its paragraph, or after a forced break.
    """

    shaped: ShapedLine
    start: tuple[int, int]
    end: _Position
    indent: float
    measure: float
    justified: bool
    natural_width: float
    text: str
    opens: bool

    @property
    def hyphenated(self) -> bool:
        """Whether it ends in a hyphen, added or written."""
        return self.end.kind in (SOFT, NAME) or self.text.endswith("-")

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms of the index that are in it."""
        if not self.shaped.has_terms:
            return ()
        terms = [i.span.term for i in self.items() if isinstance(i, InlineBox) and i.span.term]
        return tuple(dict.fromkeys(terms))

    def items(self) -> list[InlineItem]:
        """Return the items of the line, the first and the last perhaps in part."""
        (first, skipped), last, kept = self.start, self.end.item, self.end.cut
        items = list(self.shaped.items[first : last + 1])
        if kept is not None:
            items[-1] = _cut(items[-1], skipped if first == last else 0, kept)
            if self.end.kind in (SOFT, NAME):
                items[-1] = _with_hyphen(items[-1])
            if first == last:
                return items
        elif items and isinstance(items[-1], Glue):
            items.pop()
        if skipped:
            items[0] = _cut(items[0], skipped, None)
        return items

    def paint(
        self, canvas: Canvas, x: float, y: float, style: TextStyle, unit: float, share: float = 0.0
    ) -> None:
        """Paint the line, its baseline at y, in a size of `unit` mm per em; `share` of what it
        leaves free of its measure is before it."""
        items = self.items()
        natural = spaces = 0.0
        for item in items:
            natural += item.width
            if isinstance(item, Glue):
                spaces += item.width
        spare = self.measure - self.indent - natural
        stretch = spare / spaces if spaces and (spare < 0 or self.justified) else 0.0
        width = self.indent + natural + spaces * stretch
        painter = LinePainter(canvas, x + share * (self.measure - width) * unit, y, style, unit)
        painter.paint(items, self.indent, stretch)

    def width(self) -> float:
        """Return the exact width of the line in em, its indent included."""
        natural = spaces = 0.0
        for item in self.items():
            natural += item.width
            if isinstance(item, Glue):
                spaces += item.width
        spare = self.measure - self.indent - natural
        if spaces and (spare < 0 or self.justified):
            return self.measure
        return self.indent + natural


class BrokenText(Struct, frozen=True, eq=False):
    """Lines, the demerits of their breaks, and by how much (em) the widest word is too wide."""

    lines: tuple[TypesetLine, ...]
    demerits: float
    overflow: float


def break_paragraph(
    spans: tuple[Span, ...],
    style: TextStyle,
    measure: float | Callable[[int], float],
    alignment: Alignment = JUSTIFIED,
    *,
    em: float = 1.0,
    indent: float = 0.0,
    hyphenate: bool = True,
    count: int | None = None,
) -> BrokenText:
    """Break spans into lines no wider than `measure` (mm; or the width of each line by its index).

    The first line begins after `indent` (mm); with a `count` there are exactly that many lines, or
    an overflow. A word that is too wide is cut between letters if words may be hyphenated, and
    overflows otherwise. Raises MissingGlyph.
    """
    unit = style.text_size(em)
    shaped = shape_spans(spans, style, em)
    task = (style.language, alignment, hyphenate, count, style.min_last_letters)
    if callable(measure):
        return _break(shaped, _scaled(measure, unit), indent / unit, *task)
    return _break_cached(shaped, round(measure / unit, 9), indent / unit, *task)


def break_evenly(spans: tuple[Span, ...], style: TextStyle, count: int) -> tuple[str, ...] | None:
    """Break spans into `count` lines so that the widest is as narrow as can be, no word divided.

    Returns the text of the lines, or None if there are too few words. Raises MissingGlyph.
    """
    shaped = shape_spans(spans, style, 1.0)
    if len(shaped) != 1:
        return None
    points, positions = _breakpoints(shaped[0], style.language, 0.0, False, False)
    chosen = even_fit(points, count, min_last_letters=style.min_last_letters)
    if chosen is None:
        return None
    texts, start = [], 0
    for index in chosen:
        texts.append(shaped[0].text[start : positions[index].text_index])
        start = positions[index].text_index + 1
    return tuple(texts)


def price_centred_lines(
    spans: tuple[Span, ...], style: TextStyle, widths: Sequence[float], em: float = 1.0
) -> float | None:
    """Return the demerits of centred lines of these widths (mm), or None if text of one paragraph
    does not fill exactly that many. Words are not divided."""
    shaped = shape_spans(spans, style, em)
    if len(shaped) != 1:
        return None
    unit = style.text_size(em)
    own = [width / unit for width in widths]
    points, _ = _breakpoints(shaped[0], style.language, 0.0, False, False)
    count, letters = len(own), style.min_last_letters
    chosen = total_fit(
        points,
        lambda line: own[line] if line < count else own[-1],
        CENTRED,
        count=count,
        min_last_letters=letters,
    )
    return None if chosen is None else chosen[1]


def _scaled(measure: Callable[[int], float], unit: float) -> Callable[[int], float]:
    return lambda line: measure(line) / unit


def _break(
    shaped: tuple[ShapedLine, ...],
    measure: float | Callable[[int], float],
    indent: float,
    language: str,
    alignment: Alignment,
    hyphenate: bool,
    count: int | None,
    min_last_letters: int,
) -> BrokenText:
    lines: list[TypesetLine] = []
    demerits = overflow = 0.0
    for part in shaped:
        first = 0.0 if lines else indent
        chosen = None
        for letters in (False, True) if hyphenate and count is None else (False,):
            points, positions = _breakpoints(part, language, first, hyphenate, letters)
            chosen = total_fit(
                points, measure, alignment, count=count, min_last_letters=min_last_letters
            )
            if chosen is not None:
                break
        if chosen is None:
            if count is not None:
                return BrokenText((), 0.0, 1.0)
            chosen, excess = _break_everywhere(points, measure)
            overflow = max(overflow, excess)
        demerits += chosen[1]
        lines += _make_lines(part, chosen[0], points, positions, measure, first, alignment, lines)
    return BrokenText(tuple(lines), demerits, overflow)


_break_cached = lru_cache(maxsize=8192)(_break)


def _break_everywhere(
    points: Sequence[Breakpoint], measure: float | Callable[[int], float]
) -> tuple[tuple[list[int], float], float]:
    """Return a break at each space, for what fits in no way, and by how much it is too wide."""
    spaces = [i for i, point in enumerate(points) if point.kind == AT_SPACE]
    starts = [0.0, *(points[i].start for i in spaces[:-1])]
    widest = max(points[i].end - start for i, start in zip(spaces, starts, strict=True))
    available = measure(0) if callable(measure) else measure
    return (spaces, 0.0), max(widest - available, 1e-3)


def _make_lines(
    shaped: ShapedLine,
    chosen: Sequence[int],
    points: Sequence[Breakpoint],
    positions: Sequence[_Position],
    measure: float | Callable[[int], float],
    indent: float,
    alignment: Alignment,
    before: Sequence[TypesetLine],
) -> list[TypesetLine]:
    lines: list[TypesetLine] = []
    start, text_index, width = (0, 0), 0, 0.0
    for index in chosen:
        end, point = positions[index], points[index]
        text = shaped.text[text_index : end.text_index]
        lines.append(
            TypesetLine(
                shaped,
                start,
                end,
                indent if not lines else 0.0,
                measure(len(before) + len(lines)) if callable(measure) else measure,
                alignment == JUSTIFIED and index != len(points) - 1,
                point.end - width,
                f"{text}{SOFT_HYPHEN}" if end.kind in (SOFT, NAME) else text,
                not lines,
            )
        )
        start = (end.item + 1, 0) if end.cut is None else (end.item, end.cut)
        text_index = end.text_index + (end.cut is None)
        width = point.start
    return lines


@lru_cache(maxsize=8192)
def _breakpoints(
    shaped: ShapedLine, language: str, indent: float, hyphenate: bool, letters: bool
) -> tuple[list[Breakpoint], list[_Position]]:
    """Return all breakpoints of a line of text with their positions; with `letters`, in the last
    resort, between any two characters."""
    points: list[Breakpoint] = []
    positions: list[_Position] = []
    width, stretch, shrink = indent, 0.0, 0.0
    count = spaces = text_index = 0
    for index, item in enumerate(shaped.items):
        if isinstance(item, Glue):
            more, less = item.width * STRETCH, item.width * SHRINK
            spaces += 1
            if item.breaks:
                after = (width + item.width, stretch + more, shrink + less)
                point = Breakpoint(width, stretch, shrink, *after, letters=count, spaces=spaces)
                points.append(point)
                positions.append(_Position(index, None, "", text_index))
            width, stretch, shrink = width + item.width, stretch + more, shrink + less
            text_index += 1
            continue
        if item.drawing is None and (hyphenate or letters):
            for cut, kind in _cuts(item.text, language, letters):
                start, end = _edges(item, cut)
                if kind in (SOFT, NAME):
                    end += shape(item.run.font, "-").width * item.em / UNITS
                points.append(
                    Breakpoint(
                        width + end,
                        stretch,
                        shrink,
                        width + start,
                        stretch,
                        shrink,
                        penalty=_PENALTIES.get(kind, _WRITTEN_HYPHEN),
                        hyphenated=kind != CUT,
                        kind=AVOIDED if kind == NAME or (letters and kind == CUT) else AT_HYPHEN,
                        letters=count + cut,
                        spaces=spaces,
                    )
                )
                positions.append(_Position(index, cut, kind, text_index + cut))
        count += item.letters
        text_index += len(item.text)
        width += item.width
    total = (width, stretch, shrink)
    points.append(Breakpoint(*total, *total, letters=count, spaces=spaces))
    positions.append(_Position(len(shaped.items) - 1, None, "", text_index))
    return points, positions


def _cuts(word: str, language: str, letters: bool) -> list[tuple[int, str]]:
    known = {point.index: point.kind for point in hyphenation_points(word, language)}
    if not letters:
        return list(known.items())
    return [(cut, known.get(cut, CUT)) for cut in range(1, len(word))]


def _edges(box: InlineBox, cut: int) -> tuple[float, float]:
    """Return where a character begins, and where the one before it ends if nothing follows."""
    xs, scale = box.run.xs, box.em / UNITS
    end = xs[min(cut, len(xs)) - 1] + font(box.run.font).advance(box.text[cut - 1])
    return xs[min(cut, len(xs) - 1)] * scale, end * scale


def _cut(item: InlineItem, start: int, end: int | None) -> InlineItem:
    """Return a part of a word."""
    run = shape(item.run.font, item.text[start:end])
    return replace(item, text=run.text, run=run, width=run.width * item.em / UNITS)


def _with_hyphen(item: InlineItem) -> InlineItem:
    """Return a part of a word with a hyphen that is drawn, and not read."""
    run = shape(item.run.font, f"{item.text}-")
    run = GlyphRun(run.font, f"{item.text}{SOFT_HYPHEN}", run.glyphs, run.xs, run.width)
    return replace(item, text=run.text, run=run, width=run.width * item.em / UNITS)
