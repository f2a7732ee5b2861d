"""Break spans into lines of a width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from unicodedata import combining

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.display_list import GlyphRun
from printkit.graphics.fonts import SOFT_HYPHEN, UNITS, font, shape
from printkit.layout.bidi import is_unspaced, visual_order
from printkit.layout.hyphenation import CUT, NAME, SOFT, hyphenation_points
from printkit.layout.inline import (
    SHRINK,
    STRETCH,
    Glue,
    InlineBox,
    InlineItem,
    LinePainter,
    ShapedLine,
    direction_of,
    shape_spans,
)
from printkit.layout.line_breaking import (
    AT_HYPHEN,
    AT_SPACE,
    AVOIDED,
    Breakpoint,
    FitRules,
    even_fit,
    total_fit,
)
from printkit.layout.records import CENTRED, JUSTIFIED, Alignment, Canvas, Span, TextStyle

_PENALTIES, _WRITTEN_HYPHEN = {SOFT: 50.0, NAME: 400.0, CUT: 120.0}, 60.0


class _LineEnd(Breakpoint):
    """A breakpoint after an item, or before its character `cut`; its index in the text, and the
    number of characters that it drops (a space)."""

    item: int = 0
    cut: int | None = None
    division: str = ""
    text_index: int = 0
    skipped: int = 0


class TypesetLine(Struct, frozen=True, eq=False):
    """A line of a paragraph, in em: the range of its items in the shaped text, and its widths.

    Spaces are stretched to fill `measure` if it is `justified`. `opens`: it is the first line of
    its paragraph, or follows a forced break.
    """

    shaped: ShapedLine
    start: tuple[int, int]
    end: _LineEnd
    indent: float
    measure: float
    justified: bool
    natural_width: float
    text: str
    opens: bool

    @property
    def hyphenated(self) -> bool:
        """True if it ends in a hyphen, added or written."""
        return self.end.division in (SOFT, NAME) or self.text.endswith("-")

    @property
    def terms(self) -> tuple[str, ...]:
        """The index terms in the line."""
        if not self.shaped.has_terms:
            return ()
        terms = [i.span.term for i in self.items() if isinstance(i, InlineBox) and i.span.term]
        return tuple(dict.fromkeys(terms))

    def items(self) -> list[InlineItem]:
        """Return the items of the line; the first and the last may be parts of words."""
        (first, skipped), last, kept = self.start, self.end.item, self.end.cut
        items = list(self.shaped.items[first : last + 1])
        if kept is not None:
            items[-1] = _cut(items[-1], skipped if first == last else 0, kept)
            if self.end.division in (SOFT, NAME):
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
        """Paint the line on the baseline y, with `unit` mm per em; the share `share` of the free
        width is left of it."""
        items, stretch, width = self._stretched()
        painter = LinePainter(canvas, x + share * (self.measure - width) * unit, y, style, unit)
        order = visual_order([item.level for item in items]) if self.shaped.is_mixed else None
        painter.paint(items, 0.0 if self.shaped.begins_right else self.indent, stretch, order)

    def width(self) -> float:
        """Return the exact width of the line in em, its indent included."""
        return self._stretched()[2]

    def _stretched(self) -> tuple[list[InlineItem], float, float]:
        """Return the items of the line, the stretch of its spaces, and its width (em)."""
        items = self.items()
        natural = spaces = places = 0.0
        for item in items:
            natural += item.width
            if isinstance(item, Glue):
                spaces += item.width
                places += item.flex
        spare = self.measure - self.indent - natural
        if spare < 0 and spaces:
            return items, spare / spaces, self.measure
        if places and spare > 0 and self.justified:
            return items, spare / places, self.measure
        return items, 0.0, self.indent + natural


class BrokenText(Struct, frozen=True, eq=False):
    """The lines of a text, the demerits of their breaks, and the overflow of the widest
    word (em).
    """

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
    """Break spans into lines no wider than `measure`: mm, or a function of a line's index.

    The first line begins after `indent` (mm). With a `count` there are exactly that many lines, or
    an overflow. A word that is too wide is cut between letters with `hyphenate`, else it overflows.
    Raises MissingGlyph.
    """
    unit = style.text_size(em)
    shaped = shape_spans(spans, style, em)
    rules, first = FitRules(alignment, count, style.min_last_letters), indent / unit
    if callable(measure):
        return _break(shaped, lambda i: measure(i) / unit, first, style.language, hyphenate, rules)
    width = round(measure / unit, 9)
    return _break_cached(shaped, width, first, style.language, hyphenate, rules)


def break_evenly(spans: tuple[Span, ...], style: TextStyle, count: int) -> tuple[str, ...] | None:
    """Return the texts of `count` lines with the widest as narrow as possible, without dividing
    words.

    None if there are too few words. Raises MissingGlyph.
    """
    if (points := _word_breaks(spans, style, 1.0)) is None:
        return None
    shaped, ends = points
    chosen = even_fit(ends, count, min_last_letters=style.min_last_letters)
    if chosen is None:
        return None
    texts, start = [], 0
    for index in chosen:
        texts.append(shaped.text[start : ends[index].text_index])
        start = ends[index].text_index + ends[index].skipped
    return tuple(texts)


def price_centred_lines(
    spans: tuple[Span, ...], style: TextStyle, widths: Sequence[float], em: float = 1.0
) -> float | None:
    """Return the demerits of centred lines of these widths (mm), without dividing words.

    None if the text has a forced break or does not fill exactly that many lines.
    """
    if (points := _word_breaks(spans, style, em)) is None:
        return None
    unit = style.text_size(em)
    measures = [width / unit for width in widths]
    rules = FitRules(CENTRED, len(measures), style.min_last_letters)
    chosen = total_fit(points[1], lambda line: measures[min(line, len(measures) - 1)], rules)
    return None if chosen is None else chosen[1]


def _word_breaks(
    spans: tuple[Span, ...], style: TextStyle, em: float
) -> tuple[ShapedLine, list[_LineEnd]] | None:
    """Return text without forced breaks and its breakpoints between words, else None."""
    shaped = shape_spans(spans, style, em)
    if len(shaped) != 1:
        return None
    return shaped[0], _line_ends(shaped[0], style.language, 0.0, False, False)


def _break(
    shaped: tuple[ShapedLine, ...],
    measure: float | Callable[[int], float],
    indent: float,
    language: str,
    hyphenate: bool,
    rules: FitRules,
) -> BrokenText:
    lines: list[TypesetLine] = []
    demerits = overflow = 0.0
    for part in shaped:
        first = 0.0 if lines else indent
        chosen = None
        for letters in (False, True) if hyphenate and rules.count is None else (False,):
            points = _line_ends(part, language, first, hyphenate, letters)
            chosen = total_fit(points, measure, rules)
            if chosen is not None:
                break
        if chosen is None:
            if rules.count is not None:
                return BrokenText((), 0.0, 1.0)
            chosen, excess = _break_everywhere(points, measure)
            overflow = max(overflow, excess)
        demerits += chosen[1]
        ends = [points[i] for i in chosen[0]]
        lines += _make_lines(part, ends, measure, first, rules.alignment, len(lines))
    return BrokenText(tuple(lines), demerits, overflow)


_break_cached = lru_cache(maxsize=8192)(_break)


def _break_everywhere(
    points: Sequence[Breakpoint], measure: float | Callable[[int], float]
) -> tuple[tuple[list[int], float], float]:
    """Return a break at each space, for text that cannot fit, and its overflow."""
    spaces = [i for i, point in enumerate(points) if point.kind == AT_SPACE]
    starts = [0.0, *(points[i].start for i in spaces[:-1])]
    widest = max(points[i].end - start for i, start in zip(spaces, starts, strict=True))
    available = measure(0) if callable(measure) else measure
    return (spaces, 0.0), max(widest - available, 1e-3)


def _make_lines(
    shaped: ShapedLine,
    ends: Sequence[_LineEnd],
    measure: float | Callable[[int], float],
    indent: float,
    alignment: Alignment,
    before: int,
) -> list[TypesetLine]:
    """Return the lines with these ends; `before` is the number of lines above them."""
    lines: list[TypesetLine] = []
    start, text_index, width = (0, 0), 0, 0.0
    for i, end in enumerate(ends):
        text = shaped.text[text_index : end.text_index]
        lines.append(
            TypesetLine(
                shaped,
                start,
                end,
                0.0 if i else indent,
                measure(before + i) if callable(measure) else measure,
                alignment == JUSTIFIED and end is not ends[-1],
                end.end - width,
                _hyphenated(text) if end.division in (SOFT, NAME) else text,
                not i,
            )
        )
        start = (end.item + 1, 0) if end.cut is None else (end.item, end.cut)
        text_index = end.text_index + end.skipped
        width = end.start
    return lines


@lru_cache(maxsize=8192)
def _line_ends(
    shaped: ShapedLine, language: str, indent: float, hyphenate: bool, letters: bool
) -> list[_LineEnd]:
    """Return all breakpoints of a text; with `letters` between any two characters, as a last
    resort."""
    points: list[_LineEnd] = []
    width, stretch, shrink = indent, 0.0, 0.0
    count = spaces = text_index = 0
    for index, item in enumerate(shaped.items):
        if isinstance(item, Glue):
            more, less = item.flex * STRETCH, item.width * SHRINK
            spaces += 1
            if item.breaks:
                after = (width + item.width, stretch + more, shrink + less)
                point = _LineEnd(width, stretch, shrink, *after, letters=count, spaces=spaces)
                point.item, point.text_index, point.skipped = index, text_index, len(item.text)
                points.append(point)
            width, stretch, shrink = width + item.width, stretch + more, shrink + less
            text_index += len(item.text)
            continue
        if item.drawing is None and (hyphenate or letters):
            for cut, kind in _cuts(item.text, language, letters):
                start, end = _edges(item, cut)
                if kind in (SOFT, NAME):
                    end += shape(item.run.font, "-").width * item.em / UNITS
                glue, is_avoided = (stretch, shrink), kind == NAME or (letters and kind == CUT)
                point = _LineEnd(
                    width + end,
                    *glue,
                    width + start,
                    *glue,
                    penalty=_PENALTIES.get(kind, _WRITTEN_HYPHEN),
                    hyphenated=kind != CUT,
                    kind=AVOIDED if is_avoided else AT_HYPHEN,
                    letters=count + cut,
                    spaces=spaces,
                    item=index,
                    cut=cut,
                    division=kind,
                    text_index=text_index + cut,
                )
                points.append(point)
        count += item.letters
        text_index += len(item.text)
        width += item.width
    total = (width, stretch, shrink)
    last = _LineEnd(*total, *total, letters=count, spaces=spaces)
    last.item, last.text_index = len(shaped.items) - 1, text_index
    return [*points, last]


def _cuts(word: str, language: str, letters: bool) -> list[tuple[int, str]]:
    known = hyphenation_points(word, language)
    if not letters:
        return list(known.items())
    if is_unspaced(word):
        return []
    return [(cut, known.get(cut, CUT)) for cut in range(1, len(word)) if not combining(word[cut])]


def _edges(box: InlineBox, cut: int) -> tuple[float, float]:
    """Return the left edge of a character, and the right edge of the character before it at the end
    of a line.
    """
    xs, scale = box.run.xs, box.em / UNITS
    if box.level or len(xs) != len(box.text):
        end = shape(box.run.font, box.text[:cut], box.direction).width
        rest = shape(box.run.font, box.text[cut:], box.direction).width
        return box.width - rest * scale, end * scale
    end = xs[min(cut, len(xs)) - 1] + font(box.run.font).advance(box.text[cut - 1])
    return xs[min(cut, len(xs) - 1)] * scale, end * scale


def _cut(item: InlineItem, start: int, end: int | None) -> InlineItem:
    """Return a part of a word."""
    return _with_run(item, shape(item.run.font, item.text[start:end], direction_of(item.level)))


def _with_hyphen(item: InlineItem) -> InlineItem:
    """Return a part of a word with a hyphen that is drawn, but not read aloud or copied."""
    text = _hyphenated(item.text)
    run = shape(item.run.font, f"{text[:-1]}-", direction_of(item.level))
    return _with_run(item, replace(run, text=text))


def _hyphenated(text: str) -> str:
    """Return a text with one soft hyphen at its end."""
    return f"{text.removesuffix(SOFT_HYPHEN)}{SOFT_HYPHEN}"


def _with_run(item: InlineItem, run: GlyphRun) -> InlineItem:
    return replace(item, text=run.text, run=run, width=run.width * item.em / UNITS)
