"""Blocks: paragraphs, drawings and stacks. All lengths are in em unless stated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from printkit.graphics.display_list import Item, ShapedText, TagStep
from printkit.graphics.fonts import UNITS, cached_by_fonts
from printkit.layout.bidi import begins_right
from printkit.layout.lines import TypesetLine, break_paragraph
from printkit.layout.records import (
    CENTRED,
    FORBIDDEN,
    FREE,
    JUSTIFIED,
    TOLERANCE,
    Alignment,
    Block,
    Canvas,
    Fragment,
    Painter,
    Span,
    Strip,
    TextStyle,
    offset,
    tag_painter,
    tag_strip,
)

AFTER_HYPHEN = 1200.0
_MAX_CULPRIT = 40


class Paragraph(Struct, frozen=True, cache_hash=True):
    """Running text, `em` times as large as the style; the first line is indented by `indent`.

    The share `align` of the free width is to the left of each line (None: half of it for centred
    text). A `whole` paragraph, such as a heading, is never divided. Its first strip gets the
    `marks`.
    """

    spans: tuple[Span, ...]
    alignment: Alignment = JUSTIFIED
    em: float = 1.0
    indent: float = 0.0
    hyphenate: bool = True
    whole: bool = False
    marks: tuple[object, ...] = ()
    align: float | None = None

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return _lay_out_paragraph(self, style, round(width, 6))

    @property
    def text(self) -> str:
        """The plain text."""
        return "".join(span.text for span in self.spans)


@cached_by_fonts(4096)
def _lay_out_paragraph(paragraph: Paragraph, style: TextStyle, width: float) -> Fragment:
    """Lay out a paragraph; cached, since the candidates of a search share their paragraphs."""
    p, unit = paragraph, style.text_size(paragraph.em)
    indent = p.indent * style.size
    broken = break_paragraph(
        p.spans, style, width, p.alignment, em=p.em, indent=indent, hyphenate=p.hyphenate
    )
    lines = broken.lines
    last = p.spans[-1] if p.spans else None
    baseline = style.baseline_of(last.font, last.size * p.em) if last is not None else 0.0
    strips = []
    for i, line in enumerate(lines):
        share = 0.5 if p.alignment == CENTRED else float(line.shaped.begins_right)
        share = p.align if p.align is not None else share
        paint = partial(line.paint, style=style, unit=unit, share=share)
        strip = Strip(
            style.leading,
            offset(paint, 0.0, baseline),
            break_penalty=FORBIDDEN if p.whole and i else _break_penalty(lines, i),
            marks=() if i else p.marks,
            terms=line.terms,
            hyphenated=line.hyphenated,
            text=line.text,
        )
        strips.append(strip)
    widest = max((line.indent + line.natural_width for line in lines), default=0.0) * unit
    culprit = p.text[:_MAX_CULPRIT] if broken.overflow else ""
    return Fragment(tuple(strips), min(widest, width), broken.overflow * unit, culprit)


def _break_penalty(lines: Sequence[TypesetLine], i: int) -> float:
    """Return the penalty of a break before a line; widows, orphans and single lines beside a forced
    break are forbidden."""
    if not i:
        return FREE
    opened = lines[i - 1].opens and not lines[i].opens
    closes = i + 1 < len(lines) and lines[i + 1].opens and not lines[i].opens
    if i in (1, len(lines) - 1) or opened or closes:
        return FORBIDDEN
    return AFTER_HYPHEN if lines[i - 1].hyphenated else FREE


class Drawing(Struct, frozen=True):
    """A drawing: `draw(style, width)` returns its items and its height (mm).

    `min_width` returns the minimum width (mm). `height` returns the height (mm) without drawing, so
    that a search is fast.
    """

    draw: Callable[[TextStyle, float], tuple[Sequence[Item], float]]
    min_width: Callable[[TextStyle], float] | None = None
    height: Callable[[TextStyle, float], float] | None = None

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        if self.min_width is not None and (needed := self.min_width(style)) > width + TOLERANCE:
            return Fragment((Strip(style.leading),), needed, needed - width, "a drawing")
        if self.height is None:
            items, height = self.draw(style, width)
            return Fragment((Strip(style.snap(height), painter(items)),), width)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw(self.draw(style, width)[0], x, y)

        return Fragment((Strip(style.snap(self.height(style, width)), paint),), width)


def fragment_of(items: Sequence[Item], height: float = 0.0) -> Fragment:
    """Return items as a block `height` mm high."""
    return Fragment((Strip(height, painter(items)),), 0.0)


def painter(items: Sequence[Item]) -> Painter:
    """Return a function that paints items."""

    def paint(canvas: Canvas, x: float, y: float) -> None:
        canvas.draw(items, x, y)

    return paint


class StackPart(Struct, frozen=True):
    """A block of a stack and the space before it (lines).

    `penalty` is the minimum penalty of a break before it. Its first `keep` lines stay with the
    block before.
    """

    block: Block
    space_before: float = 0.0
    stretch: float = 0.0
    penalty: float = FREE
    keep: float = 0.0


class Stack(Struct, frozen=True):
    """Blocks placed one below the other."""

    parts: tuple[StackPart, ...]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        strips: list[Strip] = []
        widest, overflow, culprit = 0.0, 0.0, ""
        leading = style.leading
        for part in self.parts:
            fragment = part.block.lay_out(style, width)
            widest = max(widest, fragment.width)
            if fragment.overflow > overflow:
                overflow, culprit = fragment.overflow, fragment.culprit
            if not fragment.strips:
                continue
            own = list(fragment.strips)
            own[0] = _follow(own[0], part, leading) if strips else own[0]
            strips += keep_together(own, part.keep * leading) if strips and part.keep else own
        return Fragment(tuple(strips), widest, overflow, culprit)


def _follow(strip: Strip, part: StackPart, leading: float) -> Strip:
    """Return the first strip of a part that follows another part, with its space and break
    penalty.
    """
    return replace(
        strip,
        space_before=max(strip.space_before, part.space_before * leading),
        stretch=max(strip.stretch, part.stretch * leading),
        break_penalty=max(strip.break_penalty, part.penalty),
    )


def penalise_breaks(strips: Sequence[Strip], penalty: float) -> list[Strip]:
    """Return strips whose penalties of a break before them are raised to at least `penalty`, except
    for forced breaks.
    """
    return [
        replace(s, break_penalty=penalty) if FREE <= s.break_penalty < penalty else s
        for s in strips
    ]


def keep_together(strips: Sequence[Strip], height: float) -> list[Strip]:
    """Forbid breaks before the first strip and within the first `height` mm."""
    kept, used = [], 0.0
    for strip in strips:
        if used < height - TOLERANCE:
            strip = replace(strip, break_penalty=FORBIDDEN)
        used += strip.height
        kept.append(strip)
    return kept


class Unbroken(Struct, frozen=True):
    """A block without breaks.

    Its height is rounded up to the grid and is at least `min_height` lines; a `centred` block is in
    the middle of this height.
    """

    block: Block
    min_height: float = 0.0
    centred: bool = False

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        height = style.snap(max(fragment.height, self.min_height * style.leading))
        down = (height - fragment.height) / 2 if self.centred else 0.0
        return merge(fragment, height, down)


def merge(fragment: Fragment, height: float, down: float = 0.0) -> Fragment:
    """Return a fragment as one strip, `height` mm high, `down` mm below the top of the strip."""
    strip = join_strips(fragment.strips, height, offset(fragment.paint, 0.0, down))
    return replace(fragment, strips=(strip,))


def join_strips(strips: Sequence[Strip], height: float, paint: Painter) -> Strip:
    """Return one strip with the marks, terms and texts of several."""
    return Strip(
        height,
        paint,
        marks=tuple(mark for s in strips for mark in s.marks),
        terms=tuple(term for s in strips for term in s.terms),
        text=" ".join(s.text for s in strips if s.text),
    )


class ListItem(Struct, frozen=True):
    """A mark (a number, a dot, an emblem) before a block with an `indent`.

    `mark(style, height)` draws it from the left end of the first strip; `text` is the plain text of
    the mark. If the text of the block begins at the right, the mark is at the right too. An item
    with a `key` is tagged as an entry of a list.
    """

    mark: Callable[[TextStyle, float], Sequence[Item]]
    body: Block
    indent: float
    text: str = ""
    key: object = None

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        indent = self.indent * style.size
        body = self.body.lay_out(style, width - indent)
        if not body.strips:
            return body
        mirrored = begins_right(body.strips[0].text, style.language)
        body = body if mirrored else body.indented(indent)
        first, *rest = body.strips
        text = f"{self.text} {first.text}" if self.text else first.text

        def draw_mark(canvas: Canvas, x: float, y: float) -> None:
            mark = self.mark(style, first.height)
            canvas.draw(mark, x + mirrored_at(mark, indent, width) if mirrored else x, y)

        paint_mark: Painter = draw_mark
        if self.key is not None:
            entry, inner = TagStep("LI", self.key), TagStep("LBody")
            paint_mark = tag_painter(draw_mark, entry, TagStep("Lbl"))
            first, *rest = (tag_strip(strip, entry, inner) for strip in body.strips)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            paint_mark(canvas, x, y)
            first.paint(canvas, x, y)

        return replace(body, strips=(replace(first, paint=paint, text=text), *rest))


def mirrored_at(items: Sequence[Item], indent: float, width: float) -> float:
    """Return the x of a mark at the right end of a width, given an `indent` (mm)."""
    words = [item for item in items if isinstance(item, ShapedText)]
    ends = [(item.x, item.x + item.run.width * item.size / UNITS) for item in words]
    return width - (min(ends)[0] + max(end for _, end in ends) if ends else indent)
