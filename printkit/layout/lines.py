"""Break spans into lines of a given width, by total fit.

No line is wider than its measure if any break can avoid it; spaces shrink by a third at most, and
at most two lines in a row end in a hyphen. The measure may change from line to line. Names are
divided only as a last resort.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
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
from printkit.layout.records import CENTRED, JUSTIFIED, Alignment, Canvas, Span, TextStyle

# --- total fit ------------------------------------------------------------------------------------

# The greatest ratio of a space's stretch in the first and the second attempt.
_FIRST_STRETCH, _SECOND_STRETCH, UNLIMITED = 1.3, 2.6, 1e9
# The demerits of a line, of two hyphens in a row, of very different spaces in adjacent lines, of a
# hyphen before the last line, and of a short last line.
_LINE, _TWO_HYPHENS, _UNEVEN, _LAST_HYPHEN, _SHORT = 10.0, 4000.0, 2500.0, 3000.0, 4000.0
_MAX_HYPHENS = 2
# The least visible change of stretch between lines; the stretch beyond which demerits are constant.
_SEEN_CHANGE, _MAX_RATIO = 0.75, 60.0
# The stretch of an empty ragged line, and the demerits of an additional line.
_RAGGED_RATIO, _MORE_LINES = 2.0, 20000.0
# A last line is short below this share of its width.
_SHORT_SHARE = 0.16
_TOLERANCE = 1e-6
# Kinds of breakpoints: at a space; at a hyphen; to be avoided.
AT_SPACE, AT_HYPHEN, AVOIDED = 0, 1, 2


class Breakpoint(Struct):
    """A possible end of a line.

    `end`, `stretch` and `shrink` are sums over the paragraph up to the end of the line, including a
    hyphen; `start`, `start_stretch` and `start_shrink` are sums up to the start of the next line.
    `letters` and `spaces` are counted up to the breakpoint.
    """

    end: float
    stretch: float
    shrink: float
    start: float
    start_stretch: float
    start_shrink: float
    penalty: float = 0.0
    hyphenated: bool = False
    kind: int = AT_SPACE
    letters: int = 0
    spaces: int = 0


class FitRules(Struct, frozen=True):
    """The alignment, the exact number of lines (if set), and the minimum number of letters in the
    last line.
    """

    alignment: Alignment = JUSTIFIED
    count: int | None = None
    min_last_letters: int = 0


class _Node(Struct):
    index: int
    line: int
    hyphens: int
    ratio: float
    demerits: float
    previous: _Node | None


def total_fit(
    breakpoints: Sequence[Breakpoint],
    measure: float | Callable[[int], float],
    rules: FitRules = FitRules(),  # noqa: B008  (it is frozen)
    *,
    only_spaces: bool = False,
) -> tuple[list[int], float] | None:
    """Return the indices of the line ends and their demerits, or None if a word is too wide.

    The last breakpoint ends the paragraph. `measure` is a width, or a function of a line's index.
    The rule for the last line is dropped if no break obeys it, and for centred text; with an exact
    number of lines it is kept, because the caller may try another number. With `only_spaces`, the
    result is None if the best lines may end within a word, so that breakpoints within words may be
    left out.
    """
    alignment, count = rules.alignment, rules.count
    fixed = None if callable(measure) else measure
    if count is None and fixed is not None and breakpoints[-1].end <= fixed + _TOLERANCE:
        return [len(breakpoints) - 1], _demerits_of_one_line(breakpoints[-1], fixed, alignment)
    attempts = [(AT_HYPHEN, UNLIMITED), (AVOIDED, UNLIMITED)]
    if alignment == JUSTIFIED:
        attempts = [(AT_SPACE, _FIRST_STRETCH), (AT_HYPHEN, _SECOND_STRETCH), *attempts]
    elif alignment == CENTRED and all(b.kind == AT_SPACE for b in breakpoints):
        attempts = [(AT_SPACE, UNLIMITED)]
    else:
        attempts = [(AT_SPACE, UNLIMITED), *attempts]
    relaxed = replace(rules, min_last_letters=0)
    first = relaxed if count is None and alignment == CENTRED else rules
    for own in dict.fromkeys((first, relaxed if count is None else first)):
        for kind, max_ratio in attempts:
            if kind == AT_SPACE and alignment != JUSTIFIED and count is None and fixed is not None:
                chosen = _fit_words(breakpoints, fixed, own)
            else:
                chosen = _attempt(breakpoints, measure, own, kind, max_ratio)
            if chosen is not None or only_spaces:
                return chosen
    return None


def _demerits_of_one_line(end: Breakpoint, measure: float, alignment: Alignment) -> float:
    """Return the demerits of a paragraph that fits in one line: the lowest possible demerits."""
    if alignment == CENTRED:
        return ((measure - end.end) / measure) ** 2
    return (_LINE + end.penalty) ** 2 + (0.0 if alignment == JUSTIFIED else _MORE_LINES)


def _fit_words(
    breakpoints: Sequence[Breakpoint], measure: float, rules: FitRules
) -> tuple[list[int], float] | None:
    """Return the best line ends at spaces that are never stretched, or None if there are none.

    This gives the same result as `_attempt` but is several times faster, because the cost of a line
    depends only on its width.
    """
    last, centred = len(breakpoints) - 1, rules.alignment == CENTRED
    # Each end so far, where the next line starts, the demerits up to there and the end before.
    ends, starts, demerits, before = [-1], [0.0], [0.0], [-1]
    first = 0
    for index, point in enumerate(breakpoints):
        if point.kind > AT_SPACE and index != last:
            continue
        end = point.end
        while first < len(starts) and end - starts[first] > measure + _TOLERANCE:
            first += 1  # longer lines from there are too wide as well
        if first == len(starts):
            return None
        if index == last:
            break
        origin, least = first, inf
        for i in range(first, len(starts)):
            ratio = _RAGGED_RATIO * (measure - (end - starts[i])) / measure
            if centred:
                cost = (ratio / _RAGGED_RATIO) ** 2
            else:
                bad = _LINE + 100.0 * ratio * ratio * ratio + point.penalty
                cost = bad * bad + _MORE_LINES
            if cost + demerits[i] < least:
                origin, least = i, cost + demerits[i]
        before.append(origin)
        ends.append(index)
        starts.append(point.start)
        demerits.append(least)
    best, least = None, UNLIMITED**2
    for i in range(first, len(ends)):
        if rules.min_last_letters and _is_runt(breakpoints, ends[i], rules.min_last_letters):
            continue
        width = breakpoints[last].end - starts[i]
        if centred:
            cost = ((measure - width) / measure) ** 2
        else:
            cost = (_LINE + breakpoints[last].penalty) ** 2 + _MORE_LINES
            cost += _SHORT if i and width < _SHORT_SHARE * measure else 0.0
        if cost + demerits[i] < least:
            best, least = i, cost + demerits[i]
    if best is None:
        return None
    path = [last]
    while best:
        path.append(ends[best])
        best = before[best]
    return path[::-1], least


def _attempt(
    breakpoints: Sequence[Breakpoint],
    measure: float | Callable[[int], float],
    rules: FitRules,
    max_kind: int,
    max_ratio: float,
) -> tuple[list[int], float] | None:
    """Return the best line ends without a break of a kind above `max_kind` or a stretch above
    `max_ratio`, or None if there are none.
    """
    justified, centred = rules.alignment == JUSTIFIED, rules.alignment == CENTRED
    count, min_last_letters = rules.count, rules.min_last_letters
    fixed = None if callable(measure) else measure
    by_line = fixed is None or count is not None
    width_of = measure if callable(measure) else lambda line: measure
    last = len(breakpoints) - 1
    active = [_Node(-1, 0, 0, 0.0, 0.0, None)]
    for index, point in enumerate(breakpoints):
        if point.kind > max_kind and index != last:
            continue
        best: dict[tuple[int, int], _Node] = {}
        kept: list[_Node] = []
        end, stretch, shrink = point.end, point.stretch, point.shrink
        for node in active:
            if node.index >= 0:
                old = breakpoints[node.index]
                width = end - old.start
                give, take = stretch - old.start_stretch, shrink - old.start_shrink
            else:
                width, give, take = end, stretch, shrink
            available = fixed if fixed is not None else width_of(node.line)
            if width - (take if justified else 0.0) > available + _TOLERANCE:
                continue  # longer lines from there are too wide as well
            kept.append(node)
            if count is not None and (
                node.line >= count or (index == last) != (node.line + 1 == count)
            ):
                continue
            spare = available - width
            if index == last and not centred:
                ratio = 0.0 if spare >= 0 or not take else spare / take
            elif not justified:
                ratio = _RAGGED_RATIO * spare / available
            elif spare >= 0:
                ratio = spare / give if give > 1e-9 else 0.0 if spare < _TOLERANCE else _MAX_RATIO
            else:
                ratio = spare / take if take else 0.0
            if ratio > max_ratio:
                continue
            hyphens = node.hyphens + 1 if point.hyphenated else 0
            if hyphens > _MAX_HYPHENS:
                continue
            if centred:
                demerits = (ratio / _RAGGED_RATIO) ** 2
            else:
                bad = abs(ratio if ratio < _MAX_RATIO else _MAX_RATIO)
                demerits = (_LINE + 100.0 * bad * bad * bad + point.penalty) ** 2
                if not justified:
                    demerits += _MORE_LINES
                elif abs(ratio - node.ratio) > _SEEN_CHANGE:
                    demerits += _UNEVEN
            if hyphens > 1:
                demerits += _TWO_HYPHENS
            if index == last:
                if min_last_letters and _is_runt(breakpoints, node.index, min_last_letters):
                    continue
                if node.hyphens and not centred:
                    demerits += _LAST_HYPHEN
                if node.index >= 0 and width < _SHORT_SHARE * available and not centred:
                    demerits += _SHORT
            demerits += node.demerits
            key = (hyphens, node.line + 1 if by_line else 0)
            known = best.get(key)
            if known is None or demerits < known.demerits:
                best[key] = _Node(index, node.line + 1, hyphens, ratio, demerits, node)
        active = [*kept, *best.values()]
        if not active:
            return None
    ends = [node for node in active if node.index == last]
    return _trace(min(ends, key=lambda node: node.demerits)) if ends else None


def even_fit(
    breakpoints: Sequence[Breakpoint], count: int, *, min_last_letters: int = 0
) -> list[int] | None:
    """Return the indices of the `count` line ends that make the widest line as narrow as possible.

    After each line, the widest of the remaining lines is as narrow as possible too. Returns None if
    there are too few words. Words are not divided; `min_last_letters` is dropped if no break obeys
    it.
    """
    last = len(breakpoints) - 1
    ends = [i for i, point in enumerate(breakpoints) if point.kind == AT_SPACE or i == last]
    if count > len(ends):
        return None
    for min_letters in (min_last_letters, 0) if min_last_letters else (0,):
        if (chosen := _narrowest(breakpoints, ends, count, min_letters)) is not None:
            return chosen
    return None


def _narrowest(
    breakpoints: Sequence[Breakpoint], ends: Sequence[int], count: int, min_last_letters: int
) -> list[int] | None:
    """Return the line ends that make the widest line as narrow as possible, found from the last
    line backwards, or None if there are none.
    """
    last = ends[-1]
    starts = [-1, *ends[:-1]]
    widest: dict[int, float] = {last: 0.0}
    taken: list[dict[int, int]] = []
    for _ in range(count):
        narrowest: dict[int, float] = {}
        next_: dict[int, int] = {}
        for start in starts:
            left = breakpoints[start].start if start >= 0 else 0.0
            for end in ends:
                if end <= start or end not in widest:
                    continue
                if end == last and _is_runt(breakpoints, start, min_last_letters):
                    continue
                width = max(breakpoints[end].end - left, widest[end])
                if start not in narrowest or width < narrowest[start] - _TOLERANCE:
                    narrowest[start], next_[start] = width, end
        taken.insert(0, next_)
        widest = narrowest
    if -1 not in widest:
        return None
    chosen, start = [], -1
    for layer in taken:
        start = layer[start]
        chosen.append(start)
    return chosen


def _is_runt(breakpoints: Sequence[Breakpoint], start: int, min_last_letters: int) -> bool:
    """Return True if a last line that begins after breakpoint `start` has too few letters, or is
    only the end of a word. A line that begins the text (`start` is -1) always returns False.
    """
    if start < 0:
        return False
    old, end = breakpoints[start], breakpoints[-1]
    is_part = old.kind != AT_SPACE and end.spaces == old.spaces
    return is_part or end.letters - old.letters < min_last_letters


def _trace(node: _Node | None) -> tuple[list[int], float]:
    """Return the indices that lead to a node, and its demerits."""
    demerits = node.demerits if node is not None else 0.0
    path: list[int] = []
    while node is not None and node.index >= 0:
        path.append(node.index)
        node = node.previous
    return path[::-1], demerits


# --- lines of spans -------------------------------------------------------------------------------

_PENALTIES, _WRITTEN_HYPHEN = {SOFT: 50.0, NAME: 400.0, CUT: 120.0}, 60.0


class _LineEnd(Breakpoint):
    """A breakpoint after an item, or before its character `cut`.

    `text_index` is its index in the text, and `skipped` the number of characters that are dropped
    there (a space).
    """

    item: int = 0
    cut: int | None = None
    division: str = ""
    text_index: int = 0
    skipped: int = 0


class TypesetLine(Struct, frozen=True, eq=False):
    """A line of a paragraph: the range of its items in the shaped text, and its widths in em.

    If the line is `justified`, spaces are stretched to fill `measure`. `opens` is True for the
    first line of a paragraph and for a line after a forced break.
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
        """True if the line ends in a hyphen, whether added or written."""
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
        """Paint the line on the baseline y, with `unit` mm per em and the share `share` of the free
        width to the left of it.
        """
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
    """The lines of a text, the demerits of their breaks, and the excess width of the widest word
    (em).
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
    """Break spans into lines no wider than `measure`, a width in mm or a function of a line's
    index.

    The first line begins after `indent` (mm). With a `count`, the result has exactly that many
    lines, or an overflow. Without a `count`, a word that is too wide is cut between letters if
    `hyphenate` is set; otherwise it overflows. Raises MissingGlyph.
    """
    unit = style.text_size(em)
    shaped = shape_spans(spans, style, em)
    rules, first = FitRules(alignment, count, style.min_last_letters), indent / unit
    if callable(measure):
        return _break(shaped, lambda i: measure(i) / unit, first, style.language, hyphenate, rules)
    width = round(measure / unit, 9)
    return _break_cached(shaped, width, first, style.language, hyphenate, rules)


def break_evenly(spans: tuple[Span, ...], style: TextStyle, count: int) -> tuple[str, ...] | None:
    """Break a text into `count` lines so that the widest is as narrow as possible, and return their
    texts.

    Words are not divided. Returns None if there are too few words. Raises MissingGlyph.
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
    """Return the demerits of a text that is set in centred lines of these widths (mm) without
    dividing words.

    Returns None if the text has a forced break or does not fill exactly that many lines. Raises
    MissingGlyph.
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
    """Return the shaped text and its breakpoints between words, or None if it has forced breaks."""
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
    attempts = (False, True) if rules.count is None else (False,)
    for part in shaped:
        first = 0.0 if lines else indent
        # Most texts need no hyphens.
        points = _line_ends(part, language, first, False, False)
        chosen = total_fit(points, measure, rules, only_spaces=hyphenate)
        for letters in attempts if hyphenate else ():
            if chosen is not None:
                break
            points = _line_ends(part, language, first, hyphenate, letters)
            chosen = total_fit(points, measure, rules)
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
    """For text that cannot fit, return a break at each space, and the overflow."""
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
    """Return all breakpoints of a text; with `letters`, also between any two characters (a last
    resort).
    """
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
    """Return the left edge of a character, and the right edge that the character before it has at
    the end of a line.
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
