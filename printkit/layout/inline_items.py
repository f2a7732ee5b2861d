"""Inline items: the words, spaces and drawings of a line, shaped in em, and their painting.

A paragraph is shaped once for all sizes. A line is painted as one run for each stretch of a font,
so that its text is found in reading order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from operator import add
from typing import TypeAlias

from msgspec import Struct

from printkit.base.content import load_content
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import INVISIBLE, GlyphRun, ShapedText
from printkit.graphics.font import UNITS, cached_by_fonts, shape
from printkit.layout.records import Canvas, Items, Span, TextStyle

NO_BREAK_SPACE = "\u00a0"
# The stretch and shrink of a space as shares of its width.
STRETCH, SHRINK = 0.5, 0.3
# Characters that must not begin a line, and those that must not end one.
_CLOSING, _OPENING = frozenset(",.;:!?…)]}»”’%–—·"), frozenset("([{«“‘¿¡")
# A number of a sum, the signs between two, and the length of a sum too long for a line (in items).
_TERM = re.compile(r"[(\[“«]?[+−±-]?\d+(?:[.,]\d+)?[^\w\s]{0,2}$")
_SIGNS, _LONG_SUM = frozenset("+−-×÷=<>≤≥±"), 20
# A number before the word that it counts; a short number at the end of a clause; one in a list.
_BARE_NUMBER = re.compile(r"[(\[“«]?[+−±-]?\d+(?:[.,]\d+)?$")
_CLOSING_NUMBER = re.compile(r"[+−±]?\d{1,3}[,»”)\u202f]*[.;:!?…][.;:!?…)»”\u202f\u00a0]*")
_LISTED_NUMBER = re.compile(r"[+−±]?\d{1,3}[,)»”]+")
_AFTER_WORD = ".,;:!?…"
_TOKENS = re.compile(r"[ \u00a0\n]|[^ \u00a0\n]+")
# The number of letters that an inline drawing stands for in a last line.
_LETTERS_OF_DRAWING = 6


class _Stretch(Struct):
    """A stretch of a line; `width` and the size `em` are in em of the paragraph."""

    text: str
    run: GlyphRun
    width: float
    span: Span
    em: float


class InlineBox(_Stretch):
    """A word, a part of a word, or a drawing with its alternative text."""

    drawing: Items | None = None
    alt: str = ""

    @property
    def letters(self) -> int:
        return len(self.text) if self.drawing is None else _LETTERS_OF_DRAWING


class Glue(_Stretch):
    """A space; a line may end at it if it `breaks`."""

    breaks: bool


InlineItem: TypeAlias = InlineBox | Glue


class ShapedLine(Struct, frozen=True, eq=False):
    """The shaped text between two forced breaks."""

    items: tuple[InlineItem, ...]
    text: str
    has_terms: bool


_NO_RUN = GlyphRun("", "", (), (), 0.0)


@cache
def uncounted_words(language: str) -> frozenset[str]:
    """Return the words never counted by a number, of a language or, for "", of all languages."""
    languages = load_content("typography.toml")
    chosen = [languages.get(language, {})] if language else list(languages.values())
    return frozenset(word for rules in chosen for word in rules.get("uncounted", ()))


@lru_cache(maxsize=32768)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKENS.findall(text))


def shape_spans(spans: tuple[Span, ...], style: TextStyle, em: float) -> tuple[ShapedLine, ...]:
    """Shape spans of a paragraph in `em`, one line for each part between forced breaks.

    Cached for all sizes, unless there is a drawing or `min_size` enlarges some words. Raises
    MissingGlyph.
    """
    unit = style.text_size(em)
    sizes = tuple([round(style.text_size(span.size * em) / unit, 9) for span in spans])
    drawn_at = unit if any(span.drawing is not None for span in spans) else 0.0
    return _shape(spans, sizes, drawn_at, style.language, style.keep_numbers)


@cached_by_fonts(4096)
def _shape(
    spans: tuple[Span, ...],
    sizes: tuple[float, ...],
    drawn_at: float,
    language: str,
    keep_numbers: bool,
) -> tuple[ShapedLine, ...]:
    lines: list[list[InlineItem]] = [[]]
    for span, em in zip(spans, sizes, strict=True):
        items = lines[-1]
        if span.drawing is not None:
            width, drawing = span.drawing.draw(em * drawn_at)
            alt = span.drawing.alt
            items.append(InlineBox("", _NO_RUN, width / drawn_at, span, em, drawing, alt))
        elif span.text == "\n":
            lines.append([])
        else:
            _add_words(items, span, em)
    shaped: list[ShapedLine] = []
    for items in lines:
        while items and isinstance(items[-1], Glue):
            items.pop()
        _silence_drawings(items)
        _bind(items, uncounted_words(language) if keep_numbers else None)
        if items:
            text = "".join([item.text for item in items])
            has_terms = any(item.span.term is not None for item in items)
            shaped.append(ShapedLine(tuple(items), text, has_terms))
    return tuple(shaped)


def _add_words(items: list[InlineItem], span: Span, em: float) -> None:
    """Add the words and spaces of a span; spaces at the start of a line are dropped."""
    scale = em / UNITS
    for token in _tokens(span.text):
        if token not in (" ", "\n", NO_BREAK_SPACE):
            run = shape(span.font, token)
            items.append(InlineBox(token, run, run.width * scale, span, em))
            continue
        breaks = token != NO_BREAK_SPACE
        if breaks and (not items or (isinstance(items[-1], Glue) and items[-1].breaks)):
            continue
        width = shape(span.font, " ").width * scale
        text = " " if breaks else NO_BREAK_SPACE
        items.append(Glue(text, shape(span.font, text), width, span, em, breaks))


def _bind(items: list[InlineItem], uncounted: frozenset[str] | None) -> None:
    """Forbid breaks before closing and after opening marks, in sums and, if `uncounted` words are
    given, between numbers and words."""
    for i in range(1, len(items) - 1):
        glue, before, after = items[i], items[i - 1], items[i + 1]
        if not isinstance(glue, Glue) or not glue.breaks:
            continue
        if isinstance(before, Glue) or isinstance(after, Glue):
            glue.breaks = False
        elif before.text[-1:] in _OPENING:
            glue.breaks = not before.text
        elif after.text[:1] in _CLOSING:
            glue.breaks = not after.text
        elif uncounted is not None:
            word, following = _word_before(items, i), _word_after(items, i)
            glue.breaks = not _belongs_to_number(word, following, uncounted)
    _bind_sums(items)


def _word_before(items: Sequence[InlineItem], i: int) -> str:
    """Return the whole word before a glue, in any fonts."""
    text = ""
    while i > 0 and not isinstance(box := items[i - 1], Glue):
        text, i = box.text + text, i - 1
    return text


def _word_after(items: Sequence[InlineItem], i: int) -> str:
    """Return the whole word after a glue; at the end of the text, with a full stop."""
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


def _bind_sums(items: Sequence[InlineItem]) -> None:
    """Keep “12 − 7 = 5” on one line; divide a long sum only before its result."""
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


def _is_sum(five: Sequence[InlineItem]) -> bool:
    """Return True if these are a number, a sign and a number."""
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
    """Drop the alternative text of a drawing beside the same words."""
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
    """Return the width of the widest stretch without a break (mm), words left whole."""
    widest = 0.0
    for line in shape_spans(spans, style, em):
        width = 0.0
        for item in line.items:
            width = 0.0 if isinstance(item, Glue) and item.breaks else width + item.width
            widest = max(widest, width)
    return widest * style.text_size(em)


def natural_width(spans: tuple[Span, ...], style: TextStyle, em: float = 1.0) -> float:
    """Return the width of the text in one line, the widest if it has forced breaks (mm)."""
    lines = shape_spans(spans, style, em)
    widths = (reduce(add, [item.width for item in line.items], 0.0) for line in lines)
    return max(widths, default=0.0) * style.text_size(em)


# The greatest size of the invisible alternative text of a drawing, as a share of the text size.
_ALT_SIZE = 0.7
# The gap below which parts of a link are joined (mm); its inset as a share of the leading.
_LINK_GAP, _LINK_INSET = 2.0, 0.06


class LinePainter:
    """A painter that joins items of one font, size and colour to runs."""

    def __init__(self, canvas: Canvas, x: float, y: float, style: TextStyle, unit: float) -> None:
        self.canvas, self.x, self.y, self.style, self.unit = canvas, x, y, style, unit
        self.links: list[tuple[float, float, str]] = []
        self._key: tuple[str, Colour, float] | None = None
        self._begin = self._end = 0.0
        self._text: list[str] = []
        self._glyphs: list[int] = []
        self._places: list[tuple[float, float]] = []
        self._clusters: list[int] = []

    def paint(self, items: Sequence[InlineItem], indent: float, stretch: float) -> None:
        pen = indent
        for item in items:
            if isinstance(item, Glue):
                width = item.width * (1 + stretch)
                self._add(item, pen, width)
            else:
                width = item.width
                if item.span.link is not None:
                    self._link(item.span.link, pen, pen + width)
                if item.drawing is None:
                    self._add(item, pen, width)
                else:
                    self._draw(item, pen)
            pen += width
        self._flush()
        leading = self.style.leading
        top = self.y - self.style.baseline_of(items[-1].span.font, items[-1].em)
        for start, end, target in self.links:
            x, width = self.x + start * self.unit, (end - start) * self.unit
            inset = _LINK_INSET * leading
            self.canvas.link(Rect(x, top + inset, width, leading - inset), target)

    def _link(self, target: str, start: float, end: float) -> None:
        last = self.links[-1] if self.links else None
        if last is not None and last[2] == target and (start - last[1]) * self.unit < _LINK_GAP:
            self.links[-1] = (last[0], end, target)
        else:
            self.links.append((start, end, target))

    def _draw(self, box: InlineBox, pen: float) -> None:
        """Paint a drawing, and its alternative text invisibly."""
        self._flush()
        self._key = None
        x = self.x + pen * self.unit
        self.canvas.draw(box.drawing or (), x, self.y)
        if box.alt:
            run = shape(box.span.font, box.alt)
            size = min(box.em * _ALT_SIZE, box.width / max(run.width, 1.0) * UNITS) * self.unit
            text = ShapedText(run, x, self.y, size, box.span.colour, render_mode=INVISIBLE)
            self.canvas.items.append(text)

    def _add(self, item: InlineItem, pen: float, width: float) -> None:
        """Add a word or a space; a space joins the run before it, so that copied words stay
        apart."""
        key = (item.span.font, item.span.colour, item.em)
        if key != self._key and (isinstance(item, InlineBox) or self._key is None):
            self._flush()
            self._key, self._begin = key, pen
        assert self._key is not None
        offset = round((pen - self._begin) * UNITS / self._key[2], 2)
        run = item.run if key == self._key else shape(self._key[0], item.text)
        before = sum(map(len, self._text))
        self._clusters += [before + cluster for cluster in run.letters]
        self._text.append(item.text)
        self._glyphs += run.glyphs
        self._places += [(offset + x, y) for x, y in run.places]
        self._end = pen + width

    def _flush(self) -> None:
        if self._key is not None and self._text:
            key, colour, em = self._key
            width = (self._end - self._begin) * UNITS / em
            own = self._glyphs, self._places, width, self._clusters
            run = GlyphRun.of(key, "".join(self._text), *own)
            x, size = self.x + self._begin * self.unit, em * self.unit
            text = ShapedText(run, x, self.y, size, colour, render_mode=self.style.render_mode)
            self.canvas.items.append(text)
        self._text, self._glyphs, self._places, self._clusters = [], [], [], []
