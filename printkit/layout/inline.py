"""Shape the words, spaces and drawings of a line, and paint them.

A paragraph is shaped once for all sizes. A line is painted as one run for each stretch in one font,
so that its text is found in reading order. Items are stored in that order; in a text with
right-to-left letters each item has a level (layout.bidi), from which the visual order of a line
follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from itertools import accumulate, groupby
from operator import add, itemgetter
from typing import TypeAlias

from msgspec import Struct

from printkit.base.geometry import Rect
from printkit.base.record_faults import load_rows
from printkit.base.records import Part
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import INVISIBLE, GlyphRun, Item, ShapedText, TagStep
from printkit.graphics.fonts import UNITS, cached_by_fonts, font, shape
from printkit.layout.bidi import (
    CLOSING,
    CONTROLS,
    OPENING,
    RIGHT_TO_LEFT,
    base_level,
    check_spaces,
    ends_between,
    has_ideographs,
    resolve,
    runs_from_right,
    visual_order,
)
from printkit.layout.records import Canvas, Items, Span, TextStyle, move_items

# --- inline items --------------------------------------------------------------------------------

NO_BREAK_SPACE, ZERO_WIDTH_SPACE = "\u00a0", "\u200b"
# The stretch and shrink of a space as shares of its width.
STRETCH, SHRINK = 0.5, 0.3
# A place between two ideographs stretches like a space of this width, in em of their size.
_BETWEEN_IDEOGRAPHS = 0.12
# A number of a sum, the signs between two, and the length of a sum too long for a line (in items).
_TERM = re.compile(r"[(\[“«]?[+−±-]?\d+(?:[.,]\d+)?[^\w\s]{0,2}$")
_SIGNS, _LONG_SUM = frozenset("+−-×÷=<>≤≥±"), 20
# A number before the word that it counts; a short number at the end of a clause; one in a list.
_BARE_NUMBER = re.compile(r"[(\[“«]?[+−±-]?\d+(?:[.,]\d+)?$")
_CLOSING_NUMBER = re.compile(r"[+−±]?\d{1,3}[,»”)\u202f]*[.;:!?…][.;:!?…)»”\u202f\u00a0]*")
_LISTED_NUMBER = re.compile(r"[+−±]?\d{1,3}[,)»”]+")
_PLAIN_NUMBER = re.compile(r"[+−±-]?\d+")
_OPERATORS = ("+", "−", "×", "÷", "=")
_AFTER_WORD = ".,;:!?…"
_TOKENS = re.compile(r"[ \u00a0\n\u200b]|[^ \u00a0\n\u200b]+")
# Placeholders for a drawing and a forced break when the order of a text is computed.
_DRAWN, _BROKEN = "\ufffc", "\u2028"
# The number of letters that an inline drawing, and an ideograph, count as in a last line.
_LETTERS_OF_DRAWING, _LETTERS_OF_IDEOGRAPH = 6, 3


class _Stretch(Struct):
    """A part of a line in one font; `width` and the size `em` are in em of the paragraph."""

    text: str
    run: GlyphRun
    width: float
    span: Span
    em: float


class InlineBox(_Stretch):
    """A word, a part of a word, or a drawing with its alternative text."""

    drawing: Items | None = None
    alt: str = ""
    level: int = 0

    @property
    def letters(self) -> int:
        if self.drawing is not None:
            return _LETTERS_OF_DRAWING
        is_short = len(self.text) < _LETTERS_OF_IDEOGRAPH and has_ideographs(self.text, "")
        return _LETTERS_OF_IDEOGRAPH if is_short else len(self.text)

    @property
    def direction(self) -> str | None:
        """The direction in which the text is shaped, or None unless its line has text in both
        directions.
        """
        return direction_of(self.level)


class Glue(_Stretch):
    """A space, or a point between characters. If it `breaks`, a line may end there."""

    breaks: bool
    level: int = 0

    @property
    def flex(self) -> float:
        """The width (em) of a space that stretches as much as this item."""
        return self.width or _BETWEEN_IDEOGRAPHS * self.em


InlineItem: TypeAlias = InlineBox | Glue


class ShapedLine(Struct, frozen=True, eq=False):
    """The shaped text between two forced breaks.

    It `is_mixed` if some of its items run from right to left; a ragged line is set flush right if
    it `begins_right`.
    """

    items: tuple[InlineItem, ...]
    text: str
    has_terms: bool
    is_mixed: bool = False
    begins_right: bool = False


_NO_RUN = GlyphRun("", "", (), (), 0.0)


class TypographyRow(Part):
    """A row of templates/typography.toml: the rules of a language."""

    uncounted: tuple[str, ...] = ()
    """the words that are never kept with a number before them"""


@cache
def uncounted_words(language: str) -> frozenset[str]:
    """Return the words of a language (for "", of all languages) that are never kept with a number
    before them.
    """
    languages = load_rows("typography.toml", TypographyRow)
    chosen = [name for name in languages if language in ("", name)]
    return frozenset(word for name in chosen for word in languages[name].uncounted)


@lru_cache(maxsize=32768)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKENS.findall(text))


def shape_spans(spans: tuple[Span, ...], style: TextStyle, em: float) -> tuple[ShapedLine, ...]:
    """Shape the spans of a paragraph at the size `em`, as one line for each part between forced
    breaks.

    The result is cached for all sizes, unless there is a drawing or `min_size` enlarges some words.
    Raises MissingGlyph.
    """
    unit = style.text_size(em)
    sizes = tuple([round(style.text_size(span.size * em) / unit, 9) for span in spans])
    drawn_at = unit if any(span.drawing is not None for span in spans) else 0.0
    kept = style.keep_numbers, style.keep_alone
    return _shape(spans, sizes, drawn_at, style.language, kept)


@cached_by_fonts(4096)
def _shape(
    spans: tuple[Span, ...],
    sizes: tuple[float, ...],
    drawn_at: float,
    language: str,
    kept: tuple[bool, bool],
) -> tuple[ShapedLine, ...]:
    lines: list[list[InlineItem]] = [[]]
    texts = [span.text if span.drawing is None else _DRAWN for span in spans]
    whole = "".join(texts)
    levels: Sequence[int] = ()
    base = base_level(whole, language)
    if base is not None:
        levels = resolve(whole.replace("\n", _BROKEN), base).levels
    at_right = runs_from_right(language) if base is None else base == 1
    ideographs, start = has_ideographs(whole, language), 0
    for span, em, text in zip(spans, sizes, texts, strict=True):
        items, own = lines[-1], levels[start : start + len(text)]
        start += len(text)
        if span.drawing is not None:
            width, drawing = span.drawing.draw(em * drawn_at)
            box = InlineBox("", _NO_RUN, width / drawn_at, span, em, drawing, span.drawing.alt)
            box.level = own[0] if own else 0
            items.append(box)
        elif text == "\n":
            lines.append([])
        else:
            _add_words(items, span, em, own, ideographs)
    shaped: list[ShapedLine] = []
    for items in lines:
        while items and isinstance(items[-1], Glue):
            items.pop()
        _silence_drawings(items)
        uncounted, keep_numbers, keep_alone = uncounted_words(language), *kept
        _bind(items, uncounted if keep_numbers else None)
        if keep_alone:
            _bind_alone(items, uncounted)
        if items:
            text = "".join([item.text for item in items])
            has_terms = any(item.span.term is not None for item in items)
            shaped.append(ShapedLine(tuple(items), text, has_terms, base is not None, at_right))
    return tuple(shaped)


def direction_of(level: int) -> str | None:
    """Return the direction of text at a level, or None for the default direction."""
    return ("ltr", "rtl")[level % 2] if level else None


def _add_words(
    items: list[InlineItem], span: Span, em: float, levels: Sequence[int], ideographs: bool
) -> None:
    """Add the words and spaces of a span, with their levels if any, but no spaces at the start of a
    line.
    """
    scale, start = em / UNITS, 0
    for token in _tokens(span.text):
        own = levels[start : start + len(token)]
        start += len(token)
        level = own[0] if own else 0
        if token not in (" ", "\n", NO_BREAK_SPACE, ZERO_WIDTH_SPACE):
            check_spaces(token)
            parts = _divide(token, own, ideographs) if own or ideographs else ((token, level),)
            for part, level in parts:
                if ideographs and items and _is_place(items[-1], part):
                    items.append(_place_to_break(span, em, level))
                run = shape(span.font, part, direction_of(level))
                box = InlineBox(part, run, run.width * scale, span, em)
                box.level = level
                items.append(box)
            continue
        breaks = token != NO_BREAK_SPACE
        if breaks and (not items or (isinstance(items[-1], Glue) and items[-1].breaks)):
            continue
        if token == ZERO_WIDTH_SPACE:
            items.append(_place_to_break(span, em, level))
            continue
        width = shape(span.font, " ").width * scale
        text = " " if breaks else NO_BREAK_SPACE
        items.append(Glue(text, shape(span.font, text), width, span, em, breaks, level))


def _divide(word: str, levels: Sequence[int], ideographs: bool) -> list[tuple[str, int]]:
    """Divide a word where its level changes and, with `ideographs`, where a line may end; direction
    marks are dropped.
    """
    parts: list[tuple[str, int]] = []
    for i, character in enumerate(word):
        level = levels[i] if levels else 0
        if character in CONTROLS:
            continue
        if parts and parts[-1][1] == level:
            before = parts[-1][0]
            if not ideographs or not ends_between(before[-1], character):
                parts[-1] = (before + character, level)
                continue
        parts.append((character, level))
    return parts


def _is_place(item: InlineItem, after: str) -> bool:
    """Return True if a line may end between an item and the text after it."""
    return not isinstance(item, Glue) and item.text != "" and ends_between(item.text[-1], after[0])


def _place_to_break(span: Span, em: float, level: int) -> Glue:
    return Glue("", shape(span.font, ""), 0.0, span, em, True, level)


def shape_line(key: str, text: str, base: int | None = None) -> GlyphRun:
    """Return a line as glyphs in visual order.

    `base` is the level of its paragraph, by default the level of its first letter. Raises
    MissingGlyph.
    """
    text = text.replace(ZERO_WIDTH_SPACE, "")
    return shape(key, text) if RIGHT_TO_LEFT.search(text) is None else _shape_mixed(key, text, base)


@cached_by_fonts(4096)
def _shape_mixed(key: str, text: str, base: int | None) -> GlyphRun:
    parts = _divide(text, resolve(text, base).levels, ideographs=False)
    starts = [0, *accumulate(len(part) for part, _ in parts)]
    order = visual_order([level for _, level in parts])
    runs = ((starts[i], shape(key, parts[i][0], ("ltr", "rtl")[parts[i][1] % 2])) for i in order)
    shown = "".join([part for part, _ in parts])
    return GlyphRun.join_runs(font(key).key, shown, runs)


def _bind(items: list[InlineItem], uncounted: frozenset[str] | None) -> None:
    """Forbid breaks before closing marks, after opening marks and in sums.

    Unless `uncounted` is None, breaks between numbers and the words that they count are also
    forbidden; `uncounted` words do not count as such words.
    """
    for i in range(1, len(items) - 1):
        glue, before, after = items[i], items[i - 1], items[i + 1]
        if not isinstance(glue, Glue) or not glue.breaks:
            continue
        if isinstance(before, Glue) or isinstance(after, Glue):
            glue.breaks = False
        elif before.text[-1:] in OPENING:
            glue.breaks = not before.text
        elif after.text[:1] in CLOSING:
            glue.breaks = not after.text
        elif uncounted is not None:
            word, following = _word_before(items, i), _word_after(items, i)
            glue.breaks = not _belongs_to_number(word, following, uncounted)
    # “12 − 7 = 5” stays on one line; a long sum is divided only before its result.
    start = 0
    while start < len(items):
        end = start
        while end + 4 < len(items) and _is_sum(items[end : end + 5]):
            end += 4
        for i in range(start + 1, end):
            glue = items[i]
            if isinstance(glue, Glue):
                is_long = end - start > _LONG_SUM and items[i + 1].text == "="
                glue.breaks = glue.breaks and is_long
        start = end + 1


def _bind_alone(items: Sequence[InlineItem], uncounted: frozenset[str]) -> None:
    """Keep a number that is not followed by its noun with the word before it, and keep both numbers
    of a range together: “4 to 20 minutes”.
    """
    words = [i for i, item in enumerate(items) if isinstance(item, Glue)]
    for place, i in enumerate(words):
        glue, after = items[i], _word_after(items, i)
        assert isinstance(glue, Glue)
        if not glue.breaks or not _PLAIN_NUMBER.match(after):
            continue
        before, following = _word_before(items, i), ""
        if place + 1 < len(words) and after[-1:].isdigit():
            following = _word_after(items, words[place + 1])
        word = following.rstrip(_AFTER_WORD).casefold()
        counts = word[:1].isalpha() and word not in uncounted
        former = items[words[place - 1]] if place else None
        if not counts and before[-1:].isalpha() and following[:1] not in _OPERATORS:
            glue.breaks = False
        elif (
            isinstance(former, Glue)
            and before.casefold() in uncounted
            and _BARE_NUMBER.match(_word_before(items, words[place - 1]))
        ):
            glue.breaks = former.breaks = False


def _word_before(items: Sequence[InlineItem], i: int) -> str:
    """Return the whole word before a glue; its parts may have different fonts."""
    text = ""
    while i > 0 and not isinstance(box := items[i - 1], Glue):
        text, i = box.text + text, i - 1
    return text


def _word_after(items: Sequence[InlineItem], i: int) -> str:
    """Return the whole word after a glue, followed by a full stop if it ends the text."""
    text = ""
    while i + 1 < len(items) and not isinstance(box := items[i + 1], Glue):
        text, i = text + box.text, i + 1
    return text if i + 1 < len(items) else f"{text}."


def _belongs_to_number(before: str, after: str, uncounted: frozenset[str]) -> bool:
    """Return True if one of two words is a number that belongs to the other."""
    if _CLOSING_NUMBER.fullmatch(after):
        return True
    if _BARE_NUMBER.match(before):
        return after[:1].isalpha() and after.rstrip(_AFTER_WORD).casefold() not in uncounted
    return before[-1:].isalpha() and _LISTED_NUMBER.fullmatch(after) is not None


def _is_sum(five: Sequence[InlineItem]) -> bool:
    """Return True if the five items are a number, a sign and a number, with the spaces between
    them.
    """
    first, before, sign, after, second = five
    return (
        isinstance(sign, InlineBox)
        and sign.text in _SIGNS
        and isinstance(before, Glue)
        and isinstance(after, Glue)
        and _TERM.match(first.text) is not None
        and _TERM.match(second.text) is not None
    )


def _silence_drawings(items: Sequence[InlineItem]) -> None:
    """Drop the alternative text of a drawing if the same words are beside it."""
    boxes = [item for item in items if isinstance(item, InlineBox)]
    if not any(box.alt for box in boxes):
        return
    texts = [box.text.casefold().strip(".,;:()") for box in boxes]
    for i, box in enumerate(boxes):
        if box.alt:
            words = box.alt.casefold().split()
            count = len(words)
            if words in (texts[i + 1 : i + 1 + count], texts[max(0, i - count) : i]):
                box.alt = ""


def min_width(spans: tuple[Span, ...], style: TextStyle, em: float = 1.0) -> float:
    """Return the width (mm) of the widest part that only a division of a word could break."""
    return _widths(shape_spans(spans, style, em))[0] * style.text_size(em)


def natural_width(spans: tuple[Span, ...], style: TextStyle, em: float = 1.0) -> float:
    """Return the width (mm) of the text in one line, or of its widest line if breaks are forced."""
    return _widths(shape_spans(spans, style, em))[1] * style.text_size(em)


@lru_cache(maxsize=4096)
def _widths(lines: tuple[ShapedLine, ...]) -> tuple[float, float]:
    """Return the widths of the widest part without a break and of the widest line (em)."""
    stretch = whole = 0.0
    for line in lines:
        width = 0.0
        for item in line.items:
            width = 0.0 if isinstance(item, Glue) and item.breaks else width + item.width
            stretch = max(stretch, width)
        whole = max(whole, reduce(add, [item.width for item in line.items], 0.0))
    return stretch, whole


def count_places(spans: tuple[Span, ...], style: TextStyle, em: float = 1.0) -> int:
    """Return the maximum number of lines of the text without dividing a word."""
    return sum(
        1 + sum(isinstance(item, Glue) and item.breaks for item in line.items)
        for line in shape_spans(spans, style, em)
    )


# --- line painter --------------------------------------------------------------------------------

# The greatest size of the invisible alternative text of a drawing, as a share of the text size.
_ALT_SIZE = 0.7
# The gap below which parts of a link are joined (mm); its inset as a share of the leading.
_LINK_GAP, _LINK_INSET = 2.0, 0.06


def link_key(rect: Rect) -> tuple[float, float]:
    """Return the key of a link's element: the upper left corner of its rectangle on the page."""
    return rect.x, rect.y


class LinePainter:
    """A painter that joins items of one font, size and colour into runs.

    Items are given in visual order, with their places in reading order; runs are painted in reading
    order.
    """

    def __init__(self, canvas: Canvas, x: float, y: float, style: TextStyle, unit: float) -> None:
        self.canvas, self.x, self.y, self.style, self.unit = canvas, x, y, style, unit
        self.links: list[tuple[float, float, str]] = []
        self._key: tuple[str, Colour, float] | None = None
        self._begin = self._end = 0.0
        self._pieces: list[tuple[int, str, GlyphRun]] = []
        self._places: list[tuple[float, float]] = []
        # Items with their place in the text, their start, and the words that a drawing represents.
        self._painted: list[tuple[int, Sequence[Item], float, str]] = []

    def paint(
        self,
        items: Sequence[InlineItem],
        indent: float,
        stretch: float,
        order: Sequence[int] | None = None,
    ) -> None:
        """Paint items; `order` is their visual order, if that differs from the reading order."""
        pen = indent
        for place in range(len(items)) if order is None else order:
            item = items[place]
            if isinstance(item, Glue):
                width = item.width * (1 + stretch) if item.width else item.flex * stretch
                self._add(item, pen, width, place)
            else:
                width = item.width
                if item.span.link is not None:
                    self._link(item.span.link, pen, pen + width)
                if item.drawing is None:
                    self._add(item, pen, width, place)
                else:
                    self._draw(item, pen, place)
            pen += width
        self._flush()
        self._painted.sort(key=itemgetter(0))
        leading = self.style.leading
        top = self.y - self.style.baseline_of(items[-1].span.font, items[-1].em)
        rects = []
        for start, end, target in self.links:
            x, width = self.x + start * self.unit, (end - start) * self.unit
            inset = _LINK_INSET * leading
            rects.append(Rect(x, top + inset, width, leading - inset))
            self.canvas.link(rects[-1], target)
        self._emit(rects)

    def _emit(self, rects: Sequence[Rect]) -> None:
        """Add the painted items, with a tag for each link and each drawing that represents text."""
        canvas, ends = self.canvas, [(start, end) for start, end, _ in self.links]
        if not ends and not any(own[3] for own in self._painted):
            for own in self._painted:
                canvas.items += own[1]
            return
        linked = set()
        for link, entries in groupby(
            self._painted,
            key=lambda own: next((i for i, (a, b) in enumerate(ends) if a <= own[2] < b), None),
        ):
            outer = canvas.begin()
            for _, items, begins, words in entries:
                begin = canvas.begin()
                canvas.items += items
                if words:
                    canvas.tag(begin, TagStep("Span", (begins, self.y), actual=words))
            if link is not None:
                linked.add(link)
                canvas.tag(outer, TagStep("Link", link_key(rects[link])))
        for rect in (rect for i, rect in enumerate(rects) if i not in linked):
            canvas.tag(canvas.begin(), TagStep("Link", link_key(rect)))  # its words are in a run

    def _link(self, target: str, start: float, end: float) -> None:
        last = self.links[-1] if self.links else None
        if last is not None and last[2] == target and (start - last[1]) * self.unit < _LINK_GAP:
            self.links[-1] = (last[0], end, target)
        else:
            self.links.append((start, end, target))

    def _draw(self, box: InlineBox, pen: float, place: int) -> None:
        """Paint a drawing, and its alternative text invisibly."""
        self._flush()
        self._key = None
        x = self.x + pen * self.unit
        painted: list[Item] = move_items(box.drawing or (), x, self.y)
        if box.alt:
            run = shape_line(box.span.font, box.alt)
            size = min(box.em * _ALT_SIZE, box.width / max(run.width, 1.0) * UNITS) * self.unit
            painted.append(ShapedText(run, x, self.y, size, box.span.colour, render_mode=INVISIBLE))
        self._painted.append((place, painted, pen, box.alt))

    def _add(self, item: InlineItem, pen: float, width: float, place: int) -> None:
        """Add a word or a space; a space is added to the run before it, so that copied words stay
        apart.
        """
        key = (item.span.font, item.span.colour, item.em)
        if key != self._key and (isinstance(item, InlineBox) or self._key is None):
            self._flush()
            self._key, self._begin = key, pen
        assert self._key is not None
        offset = round((pen - self._begin) * UNITS / self._key[2], 2)
        run = item.run if key == self._key else shape(self._key[0], item.text)
        self._pieces.append((place, item.text, run))
        self._places += [(offset + x, y) for x, y in run.places]
        self._end = pen + width

    def _flush(self) -> None:
        if self._key is not None and self._pieces:
            _, colour, em = self._key
            key = self._pieces[0][2].font
            width = (self._end - self._begin) * UNITS / em
            starts: dict[int, int] = {}
            text = ""
            glyphs: list[int] = []
            clusters: list[int] = []
            for place, own, _ in sorted(self._pieces, key=itemgetter(0)):
                starts[place] = len(text)
                text += own
            for place, _, piece in self._pieces:
                start = starts[place]
                glyphs += piece.glyphs
                clusters += [start + letter for letter in piece.letters]
            run = GlyphRun.of(key, text, glyphs, self._places, width, clusters)
            x, size = self.x + self._begin * self.unit, em * self.unit
            shaped = ShapedText(run, x, self.y, size, colour, render_mode=self.style.render_mode)
            self._painted.append((min(starts), [shaped], self._begin, ""))
        self._pieces, self._places = [], []
