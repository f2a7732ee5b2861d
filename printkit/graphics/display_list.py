"""The display list: the frozen items of a page.

Text is already shaped and broken into lines. Writers handle these kinds of items and no others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from itertools import accumulate, chain, repeat
from operator import is_
from pathlib import Path as FilePath
from typing import TypeAlias, overload

import msgspec
from msgspec.structs import replace

from printkit.base.content import find_record, keep_record
from printkit.base.files import file_size
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.base.sentences import brief_repr
from printkit.graphics.colour import WHITE, Colour
from printkit.graphics.path import PathData, Point


class Stroke(msgspec.Struct, frozen=True, gc=False):
    """A line: its colour, its width (mm), round or butt ends, dash lengths (mm; none for a solid
    line), and joins.

    `join` is miter (up to four times the width), round or bevel; if empty, it is round for round
    ends, otherwise a miter.
    """

    colour: Colour
    width: float
    round: bool = False
    dash: tuple[float, ...] = ()
    join: str = ""

    @property
    def joins(self) -> str:
        return self.join or ("round" if self.round else "miter")


class Path(msgspec.Struct, frozen=True, gc=False):
    """An outline that is filled, stroked or both; `even_odd` chooses the fill rule."""

    data: PathData
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class GlyphRun(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A shaped line of text: the font's key, the index and x of each glyph (em / 1000).

    `width` is the advance of the whole line in the same units. Glyphs are in visual order, and the
    text is in reading order: `clusters` has the index of the first character that each glyph draws.
    `clusters` is empty if each glyph draws one character, in order. `ys` are the heights by which
    glyphs are raised, empty if there are none.
    """

    font: str
    text: str
    glyphs: tuple[int, ...]
    xs: tuple[float, ...]
    width: float
    clusters: tuple[int, ...] = ()
    ys: tuple[float, ...] = ()

    @classmethod
    def of(
        cls,
        font: str,
        text: str,
        glyphs: Sequence[int],
        places: Sequence[tuple[float, float]],
        width: float,
        clusters: Sequence[int],
    ) -> GlyphRun:
        """Return a run of glyphs at places (x, y). `clusters` has the index of the first character
        in `text` that each glyph draws.
        """
        xs, ys = zip(*places, strict=True) if places else ((), ())
        in_order = len(glyphs) == len(text) and [*clusters] == [*range(len(text))]
        own = () if in_order else tuple(clusters), ys if any(ys) else ()
        return cls(font, text, tuple(glyphs), xs, width, *own)

    @classmethod
    def join_runs(cls, font: str, text: str, parts: Iterable[tuple[int, GlyphRun]]) -> GlyphRun:
        """Return runs joined from left to right. Each is given with the index at which its text
        starts.
        """
        glyphs: list[int] = []
        places: list[tuple[float, float]] = []
        clusters: list[int] = []
        pen = 0.0
        for start, run in parts:
            glyphs += run.glyphs
            places += [(pen + x, y) for x, y in run.places]
            clusters += [start + letter for letter in run.letters]
            pen += run.width
        return cls.of(font, text, glyphs, places, pen, clusters)

    def after(self, lead: str) -> GlyphRun:
        """Return the run with signs inserted before its text. The signs are drawn elsewhere, but a
        reader copies them with the first glyph.
        """
        clusters = (0, *(i + len(lead) for i in self.letters[1:])) if lead else self.clusters
        return replace(self, text=f"{lead}{self.text}", clusters=clusters)

    @property
    def places(self) -> Iterable[tuple[float, float]]:
        """The place of each glyph on its line: x, and the height by which it is raised."""
        return zip(self.xs, self.ys or repeat(0.0), strict=False)

    @property
    def letters(self) -> Sequence[int]:
        """The index in the text of the first character that each glyph draws."""
        return self.clusters or range(len(self.glyphs))


# How text is drawn: as outlines with invisible words for searching and copying, as live text
# (running text, in formats that have it), or not at all (the words of an inline drawing).
OUTLINED, LIVE, INVISIBLE = "outlined", "live", "ghost"


class ShapedText(msgspec.Struct, frozen=True, gc=False):
    """A shaped line at (x, y) on its baseline; `size` is in mm per em.

    `artifact` marks repeated words (the turned half of a face): they are drawn, but not read aloud,
    searched or copied.
    """

    run: GlyphRun
    x: float
    y: float
    size: float
    fill: Colour
    artifact: bool = False
    render_mode: str = OUTLINED


class Image(msgspec.Struct, frozen=True):
    """A picture that fills a rectangle: a PNG or JPEG file, its SHA-256 and its width in pixels.

    A file is not read before a writer needs it: a deck may have thousands.
    """

    __repr__ = brief_repr

    source: bytes | FilePath
    digest: str
    rect: Rect
    width: int = 0

    @property
    def byte_count(self) -> int:
        """The size of the file in bytes, or 0 if it is missing."""
        return file_size(self.source) if isinstance(self.source, FilePath) else len(self.source)


class FormField(msgspec.Struct, frozen=True):
    """A form field for use on a screen, invisible in print.

    `name` (letters, digits, hyphens) is unique in a drawing, and `label` is the field's accessible
    description. The field is a check box if `check` is True, otherwise a text field: one line in a
    font, size (mm per em) and colour, aligned left or `centred`.
    """

    name: str
    rect: Rect
    label: str
    font: str
    size: float
    colour: Colour
    centred: bool = False
    check: bool = False


class Group(msgspec.Struct, frozen=True, gc=False):
    """Items with a common matrix and clip; the clip is in the coordinates of the items."""

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: PathData | None = None


class TagStep(msgspec.Struct, frozen=True, gc=False):
    """A step of the path to an element of a tagged document.

    It has a kind as in PDF (H1, P, LI, Figure), and a key that differs from the keys of its
    neighbours. `alt` describes a figure; `actual` is the text of an inline drawing; `scope` is the
    scope of a head cell.
    """

    kind: str
    key: object = 0
    alt: str = ""
    scope: str = ""
    actual: str = ""


class Tag(msgspec.Struct, frozen=True, gc=False):
    """The items of a list from index `start` up to, but not including, `end`, as the contents of an
    element and its children.

    Steps of one kind and key below the same element are the same element.
    """

    start: int
    end: int
    steps: tuple[TagStep, ...]
    below: tuple[Tag, ...] = ()

    def at(self, places: Sequence[int]) -> Tag:
        """Return the tag for items that have moved to `places`."""
        below = tuple(tag.at(places) for tag in self.below)
        return Tag(places[self.start], places[self.end], self.steps, below)


class DrawnAreas(msgspec.Struct, frozen=True, array_like=True):
    """The box around all areas of a drawing, the box around its dark areas (None if there are
    none), and its darkest colour.
    """

    box: Rect | None
    dark: Rect | None
    darkest: Colour


class _KeptDrawing(msgspec.Struct, frozen=True, array_like=True):
    """The cached results for a drawing (see LateItems)."""

    finest: float | None
    points: tuple[Point, ...] | None
    areas: DrawnAreas | None
    colours: tuple[tuple[float, float, Colour | None], ...]
    is_same: bool | None
    code: bytes
    key: str


# The drawings with new results, until the end of `drawings_kept`; None outside of it.
_WAITING: ContextVar[dict[LateItems, None] | None] = ContextVar("waiting", default=None)


@contextmanager
def drawings_kept(*, anew: bool = False) -> Iterator[None]:
    """Context manager: store new results of drawings at its end, each drawing once. Inside another
    such context, the outer one stores them, unless this one begins `anew` in another process.
    """
    if _WAITING.get() is not None and not anew:
        yield
        return
    waiting: dict[LateItems, None] = {}
    outer = _WAITING.set(waiting)
    try:
        yield
    finally:
        _WAITING.reset(outer)
    for items in waiting:
        items.store()


class LateItems(Sequence["Item"]):
    """The items of a costly drawing, drawn by `draw` when they are first needed.

    `place` and `facts` identify the results of earlier builds in the cache (see `find_record`):

    - `finest`, the width of the finest line, `points` on lines of that width, and `areas` (None
      until they are computed)
    - `colours`: the colours at points that were looked up
    - `code`: the operators of a writer (empty until they are written)
    - `is_same`: for a drawing made from another, whether both have the same items (None until they
      are compared)
    - `key`: the key of the symbol, if it depends on the items; if it is empty, the caller that
      creates the items sets it
    """

    def __init__(self, draw: Callable[[], tuple[Item, ...]], place: FilePath, facts: bytes) -> None:
        self._draw, self._place = draw, place
        self._facts = hashlib.sha256(facts).digest()
        self.finest: float | None = None
        self.points: tuple[Point, ...] | None = None
        self.areas: DrawnAreas | None = None
        self.colours: dict[Point, Colour | None] = {}
        self.is_same: bool | None = None
        self.code, self.key = b"", ""
        if (kept := find_record(place, self._facts, _KeptDrawing)) is not None:
            self.finest, self.points, self.areas = kept.finest, kept.points, kept.areas
            self.is_same, self.code, self.key = kept.is_same, kept.code, kept.key
            self.colours = {(x, y): colour for x, y, colour in kept.colours}

    def keep(self) -> None:
        """Store the results in the cache for later builds, at the end of `drawings_kept`."""
        if (waiting := _WAITING.get()) is not None:
            waiting[self] = None
        else:
            self.store()

    def store(self) -> None:
        """Store the results in the cache now."""
        colours = tuple((x, y, colour) for (x, y), colour in self.colours.items())
        areas = (self.finest, self.points, self.areas, colours)
        kept = _KeptDrawing(*areas, self.is_same, self.code, self.key)
        keep_record(self._place, self._facts, kept)

    def changed(self, facts: str, change: Callable[[], tuple[Item, ...]]) -> LateItems:
        """Return the late items that `change` makes from these.

        The result must depend only on these items and on `facts`.
        """
        both = self._facts + facts.encode()
        place = self._place.with_name(f"{self._place.name}-{hashlib.sha256(both).hexdigest()[:8]}")
        return LateItems(change, place, both)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        return self._draw()

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)


class Symbol(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A drawing for repeated use.

    `key` is unique in a document, `box` contains all ink, and `title` is the accessible
    description. The first `ground` items are ground, such as paper and guilloche, which may extend
    across the trim. All other items are figure and stay in the safe area of a piece. With `tags`, a
    screen reader reads the symbol as text, otherwise as one figure.
    """

    __repr__ = brief_repr

    key: str
    items: Sequence[Item]
    box: Rect
    title: str = ""
    ground: int = 0
    tags: tuple[Tag, ...] = ()


class Use(msgspec.Struct, frozen=True, gc=False):
    """A symbol placed on the page."""

    symbol: Symbol
    matrix: Matrix = IDENTITY


Item: TypeAlias = Path | ShapedText | Image | FormField | Group | Use
_WORDS = ShapedText(GlyphRun("", "", (), (), 0.0), 0.0, 0.0, 0.0, WHITE)


def transformed(items: tuple[Item, ...] | list[Item], matrix: Matrix) -> Group:
    """Return the items as a group with a matrix."""
    return Group(tuple(items), matrix)


def kept(
    items: Sequence[Item | None], tags: tuple[Tag, ...]
) -> tuple[tuple[Item, ...], tuple[Tag, ...]]:
    """Return the items that are not None, and the tags for their new places."""
    left = tuple(item for item in items if item is not None)
    if len(left) < len(items):
        places = [*accumulate((item is not None for item in items), initial=0)]
        tags = tuple(tag.at(places) for tag in tags)
    return left, tags


def without_words(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items in which every text has the same placeholder, so that cards that look the same
    have equal items.
    """
    plain: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            inner = without_words(item.items)
            same = all(map(is_, inner, item.items))
            item = item if same else Group(inner, item.matrix, item.clip)
        plain.append(_WORDS if isinstance(item, ShapedText) else item)
    return tuple(plain)


def with_words_of(item: Item, origin: Item) -> Item:
    """Return `item`, which was made from the result of `without_words`, with the words of
    `origin`.
    """
    return _with_words(item, _words(origin))


def _words(item: Item) -> Iterator[ShapedText]:
    if isinstance(item, Group):
        yield from chain.from_iterable(map(_words, item.items))
    elif isinstance(item, ShapedText):
        yield item


def _with_words(item: Item, words: Iterator[ShapedText]) -> Item:
    if isinstance(item, Group):
        inner = tuple(_with_words(own, words) for own in item.items)
        same = all(map(is_, inner, item.items))
        return item if same else Group(inner, item.matrix, item.clip)
    return next(words) if item is _WORDS else item


def as_artifact(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return items marked as a repetition: drawn, but not read aloud, searched or copied."""
    repeated: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            item = replace(item, items=as_artifact(item.items))
        elif isinstance(item, ShapedText):
            item = replace(item, artifact=True)
        repeated.append(item)
    return tuple(repeated)


def placed_pictures(items: Iterable[Item]) -> dict[str, tuple[Image, float]]:
    """Return each picture and the greatest width (mm) at which it is drawn, by its digest."""
    known: dict[int, dict[str, tuple[Image, float]]] = {}

    def search(items: Iterable[Item]) -> dict[str, tuple[Image, float]]:
        pictures: dict[str, tuple[Image, float]] = {}
        for item in items:
            inner, scale = {}, 1.0
            if isinstance(item, Image):
                inner = {item.digest: (item, item.rect.w)}
            elif isinstance(item, Group):
                inner, scale = search(item.items), item.matrix.scale
            elif isinstance(item, Use):
                key = id(item.symbol)
                if key not in known:
                    known[key] = search(item.symbol.items)
                inner, scale = known[key], item.matrix.scale
            for digest, (image, width) in inner.items():
                _, greatest = pictures.get(digest, (image, 0.0))
                pictures[digest] = image, max(greatest, width * scale)
        return pictures

    return search(items)


def recolour(
    items: Sequence[Item],
    change: Callable[[Colour], Colour],
    done: dict[int, Symbol],
    suffix: str = "",
) -> tuple[Item, ...]:
    """Return items in other colours.

    `done` holds the symbols of earlier calls, by identity. Unchanged symbols are kept; the keys of
    others get the `suffix`, so that both can be in one document.
    """

    def changed(item: Item) -> Item:
        if isinstance(item, Path):
            stroke = item.stroke and replace(item.stroke, colour=change(item.stroke.colour))
            return replace(item, fill=item.fill and change(item.fill), stroke=stroke)
        if isinstance(item, ShapedText):
            return replace(item, fill=change(item.fill))
        if isinstance(item, Group):
            return replace(item, items=recolour(item.items, change, done, suffix))
        if isinstance(item, Use):
            symbol = item.symbol
            if id(symbol) not in done:
                own = recolour(symbol.items, change, done, suffix)
                other = replace(symbol, items=own, key=symbol.key + suffix)
                done[id(symbol)] = symbol if own == tuple(symbol.items) else other
            return replace(item, symbol=done[id(symbol)])
        return item

    return tuple(map(changed, items))
