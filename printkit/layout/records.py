"""Spans, styles, strips, fragments and tags.

Blocks are measured in em, so that one block can be tried in any size; only a `TextStyle` converts
em to millimetres. Strips are measured when they are laid out, but painted only on request, so that
a search for a size paints only its result.

A block has only its own step of a tag; the code that paints the block adds the steps above it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil, fsum
from typing import Literal, NamedTuple, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.geometry import Rect, translation
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import LIVE, Group, Item, ShapedText, Tag, TagStep, Use
from printkit.graphics.fonts import UNITS, font

# --- records -------------------------------------------------------------------------------------

Items: TypeAlias = tuple[Item, ...]
Alignment: TypeAlias = Literal["justified", "ragged", "centred"]
JUSTIFIED: Alignment = "justified"
RAGGED: Alignment = "ragged"
CENTRED: Alignment = "centred"
# Penalties of a break before a strip: none, prohibitive, and the mark of a forced break.
FREE, FORBIDDEN, FORCED = 0.0, 1e7, -1.0
# The least number of letters in the last line of a paragraph.
MIN_LAST_LETTERS = 6
# The tolerance of lengths (mm).
TOLERANCE = 1e-6


class InlineDrawing(Struct, frozen=True):
    """A drawing in a line of text.

    `draw(size)` returns its width and its items relative to the baseline, for a text of `size` mm
    per em; `alt` is its alternative text.
    """

    draw: Callable[[float], tuple[float, Items]]
    alt: str = ""


class FontSet(NamedTuple):
    """The fonts of plain, strong, emphasised, and strong emphasised text."""

    regular: str
    bold: str
    italic: str
    both: str

    def slanted(self) -> FontSet:
        """Return the fonts for text in italics."""
        return FontSet(self.italic, self.bold, self.regular, self.both)

    def styled(self, *, strong: bool, emphasis: bool) -> str:
        """Return the font of words that are strong, emphasised, both or neither."""
        return self[strong + 2 * emphasis]


class Span(Struct, frozen=True, cache_hash=True):
    """Text in one font, colour and size (em of its paragraph); `term` puts it in an index."""

    text: str
    font: str
    colour: Colour
    size: float = 1.0
    link: str | None = None
    term: str | None = None
    drawing: InlineDrawing | None = None


def line_break(font: str) -> Span:
    """Return the span of a forced line break."""
    return Span("\n", font, BLACK)


class TextStyle(Struct, frozen=True, cache_hash=True):
    """The conversion of em to millimetres, and the rules of typesetting. All lengths are in mm.

    `size` is one em and `leading` the height of a line. Baselines are at the share `baseline` of a
    line; without `baseline`, capitals are centred in the line. Heights of drawings are rounded up
    to a multiple of `grid`; no text is smaller than `min_size`. `keep_numbers` keeps a number with
    the noun that it counts, and `keep_alone` keeps any other number with the word before it. The
    last line of a paragraph has at least `min_last_letters` letters. `picture` scales the usual
    size of drawings.
    """

    size: float
    leading: float
    language: str
    baseline: float | None = None
    grid: float = 0.0
    min_size: float = 0.0
    render_mode: str = LIVE
    keep_numbers: bool = True
    keep_alone: bool = False
    min_last_letters: int = MIN_LAST_LETTERS
    picture: float = 1.0

    def text_size(self, em: float) -> float:
        """Return the size (mm per em) of text that is `em` times as large as the style, but not
        below `min_size`.
        """
        return max(em * self.size, self.min_size)

    def baseline_of(self, key: str, em: float = 1.0) -> float:
        """Return the distance from the top of a line to its baseline (mm)."""
        if self.baseline is not None:
            return self.baseline * self.leading
        return (self.leading + font(key).cap_height / UNITS * self.text_size(em)) / 2

    def snap(self, height: float) -> float:
        """Round a height up to the grid."""
        return ceil((height - TOLERANCE) / self.grid) * self.grid if self.grid else height


class Canvas:
    """Items and links in painting order, and the tags of the items.

    `page_numbers` maps anchors to pages, for text that depends on them.
    """

    def __init__(self, page_numbers: Mapping[str, int] | None = None) -> None:
        self.items: list[Item] = []
        self.tags: list[Tag] = []
        self.links: list[tuple[Rect, str]] = []
        self.page_numbers: Mapping[str, int] = page_numbers or {}

    def draw(self, items: Sequence[Item], x: float, y: float) -> None:
        """Add items with their origin at (x, y)."""
        self.items += move_items(items, x, y)

    def link(self, rect: Rect, target: str) -> None:
        """Add a link from a rectangle to an anchor or an address."""
        self.links.append((rect, target))

    def begin(self) -> tuple[int, int]:
        """Return the place where an element begins, for `tag`."""
        return len(self.items), len(self.tags)

    def tag(self, begin: tuple[int, int], *steps: TagStep) -> None:
        """Make all items painted since `begin` an element, or an artifact if there are no tag
        steps.
        """
        start, first = begin
        below = tuple(self.tags[first:]) if steps else ()
        self.tags[first:] = [Tag(start, len(self.items), steps, below)]


Painter: TypeAlias = Callable[[Canvas, float, float], None]


def paint_nothing(canvas: Canvas, x: float, y: float) -> None:
    """Paint an empty strip."""


def move_items(items: Sequence[Item], x: float, y: float) -> list[Item]:
    """Return items moved by (x, y)."""
    matrix = translation(x, y)

    def move(item: Item) -> Item:
        if isinstance(item, ShapedText):
            t = item
            return ShapedText(t.run, t.x + x, t.y + y, t.size, t.fill, t.artifact, t.render_mode)
        if not x and not y:
            return item
        if isinstance(item, Use):
            return Use(item.symbol, item.matrix.then(matrix))
        if isinstance(item, Group):
            return Group(item.items, item.matrix.then(matrix), item.clip)
        return Group((item,), matrix)

    return [move(item) for item in items]


class Border(Struct, frozen=True, eq=False):
    """A border around strips, from `x` to `x + width` (mm)."""

    draw: Callable[[Rect, bool, bool], Sequence[Item]]
    x: float
    width: float


class Strip(Struct, frozen=True, eq=False):
    """A strip of a column, without breaks.

    `space_before` is the distance from the strip above (none at the head of a column); it may grow
    by `stretch` or shrink by `shrink`. Lengths are in mm. `break_penalty` is the penalty of a break
    before the strip, and `turn_penalty` is added if that break is a page turn. After a break,
    `repeated_header` is painted above the strip. Each of `borders` has flags that are set if it
    begins or ends at this strip. `marks` are for the caller: headings, margin notes and other facts
    about a page.
    """

    height: float
    paint: Painter = paint_nothing
    space_before: float = 0.0
    stretch: float = 0.0
    shrink: float = 0.0
    break_penalty: float = FREE
    turn_penalty: float = FREE
    repeated_header: Strip | None = None
    borders: tuple[tuple[Border, bool, bool], ...] = ()
    marks: tuple[object, ...] = ()
    terms: tuple[str, ...] = ()
    starts_section: bool = False
    hyphenated: bool = False
    text: str = ""


class Fragment(Struct, frozen=True, eq=False):
    """A block laid out in a width: strips one below the other.

    It is a block itself, and stays the same in any width.

    Contents that are too wide are laid out nevertheless: `overflow` is their excess (mm), and
    `culprit` is their text.
    """

    strips: tuple[Strip, ...]
    width: float
    overflow: float = 0.0
    culprit: str = ""

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return self

    @property
    def height(self) -> float:
        """The height without a break (mm), spaces included."""
        return height_of(self.strips)

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Paint all strips from (x, y) down without stretching spaces."""
        paint_strips(canvas, stack_strips(self.strips), x, y)

    def indented(self, x: float) -> Fragment:
        """Return the fragment moved right by x (mm)."""
        if not x:
            return self
        strips = change_strips(self.strips, lambda s: replace(s, paint=offset(s.paint, x, 0.0)))
        return replace(self, strips=strips, width=self.width + x)


class Overflow(Struct, frozen=True):
    """The excess (mm) of contents that do not fit, their text, and the size that was tried."""

    amount: float
    culprit: str = ""
    size: float = 0.0


class Block(Protocol):
    """Anything that can be laid out in a width."""

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        """Return the block as strips no wider than `width`, without side effects."""
        ...


PlacedStrip: TypeAlias = tuple[Strip, float]


def offset(paint: Painter, dx: float, dy: float) -> Painter:
    """Return a painter moved by (dx, dy)."""

    def moved(canvas: Canvas, x: float, y: float) -> None:
        paint(canvas, x + dx, y + dy)

    return moved


def change_strips(strips: Sequence[Strip], change: Callable[[Strip], Strip]) -> tuple[Strip, ...]:
    """Apply a change to strips and to their repeated headers."""
    headers = {id(h): h for s in strips if (h := s.repeated_header) is not None}
    changed = {key: change(header) for key, header in headers.items()}
    return tuple(
        replace(change(s), repeated_header=changed.get(id(s.repeated_header))) for s in strips
    )


def height_of(strips: Sequence[Strip]) -> float:
    """Return the height of strips with the spaces between them (mm)."""
    return fsum(s.height for s in strips) + fsum(s.space_before for s in strips[1:])


def stack_strips(strips: Sequence[Strip]) -> list[PlacedStrip]:
    """Place strips one below the other, starting at 0."""
    placed: list[PlacedStrip] = []
    y = 0.0
    for strip in strips:
        y += strip.space_before if placed else 0.0
        placed.append((strip, y))
        y += strip.height
    return placed


def paint_strips(canvas: Canvas, placed: Sequence[PlacedStrip], x: float, y: float) -> None:
    """Paint the borders of the strips of a column, the outer ones first; then paint the strips."""
    spans: dict[int, list[tuple[Border, Strip, float, bool, bool]]] = {}
    for strip, top in placed:
        for border, begins, ends in strip.borders:
            spans.setdefault(id(border), []).append((border, strip, top, begins, ends))
    for span in spans.values():
        border, _, top, begins, _ = span[0]
        _, last, last_top, _, ends = span[-1]
        rect = Rect(x + border.x, y + top, border.width, last_top + last.height - top)
        canvas.items += border.draw(rect, begins, ends)
    for strip, top in placed:
        strip.paint(canvas, x, y + top)


# --- tagging -------------------------------------------------------------------------------------


def _paint(paint: Painter, steps: tuple[TagStep, ...], canvas: Canvas, x: float, y: float) -> None:
    begin = canvas.begin()
    paint(canvas, x, y)
    canvas.tag(begin, *steps)


def tag_painter(paint: Painter, *steps: TagStep) -> Painter:
    """Return a painter that tags its items as an element, or as an artifact if there are no tag
    steps.
    """
    return partial(_paint, paint, steps)


def tag_strip(strip: Strip, *steps: TagStep) -> Strip:
    """Tag a strip as a part of an element; a header repeated after a break stays untagged."""
    return replace(strip, paint=tag_painter(strip.paint, *steps))


class TaggedBlock(Struct, frozen=True):
    """A block that is tagged as an element."""

    block: Block
    steps: tuple[TagStep, ...]

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        return replace(
            fragment, strips=tuple(tag_strip(strip, *self.steps) for strip in fragment.strips)
        )


class WholeFigure(Struct, frozen=True):
    """A block that is tagged as one figure with an alternative text, without elements in it."""

    block: Block
    key: object
    alt: str

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        fragment = self.block.lay_out(style, width)
        step = TagStep("Figure", self.key, self.alt)
        return replace(
            fragment,
            strips=tuple(
                replace(strip, paint=partial(_paint_whole, strip.paint, step))
                for strip in fragment.strips
            ),
        )


def _paint_whole(paint: Painter, step: TagStep, canvas: Canvas, x: float, y: float) -> None:
    begin = canvas.begin()
    paint(canvas, x, y)
    del canvas.tags[begin[1] :]
    canvas.tag(begin, step)


def list_entry(block: Block, key: object) -> TaggedBlock:
    """Tag a block as the body of an entry of a list."""
    return TaggedBlock(block, (TagStep("LI", key), TagStep("LBody")))
