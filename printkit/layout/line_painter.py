"""The painting of a line: its items as runs of glyphs, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import INVISIBLE, GlyphRun, Item, ShapedText, TagStep
from printkit.graphics.font import UNITS, shape
from printkit.layout.inline_items import Glue, InlineBox, InlineItem, shape_line
from printkit.layout.records import Canvas, TextStyle, move_items

# The greatest size of the invisible alternative text of a drawing, as a share of the text size.
_ALT_SIZE = 0.7
# The gap below which parts of a link are joined (mm); its inset as a share of the leading.
_LINK_GAP, _LINK_INSET = 2.0, 0.06


def link_key(rect: Rect) -> tuple[float, float]:
    """Return the key of the element of a link, by its rectangle on the page."""
    return rect.x, rect.y


class LinePainter:
    """A painter that joins items of one font, size and colour to runs.

    Items are given in visual order, with their places in reading order; runs are painted in
    reading order.
    """

    def __init__(self, canvas: Canvas, x: float, y: float, style: TextStyle, unit: float) -> None:
        self.canvas, self.x, self.y, self.style, self.unit = canvas, x, y, style, unit
        self.links: list[tuple[float, float, str]] = []
        self._key: tuple[str, Colour, float] | None = None
        self._begin = self._end = 0.0
        self._pieces: list[tuple[int, str, GlyphRun]] = []
        self._places: list[tuple[float, float]] = []
        # Items with their place in the text, where they begin, and the words a drawing stands for.
        self._painted: list[tuple[int, Sequence[Item], float, str]] = []

    def paint(
        self,
        items: Sequence[InlineItem],
        indent: float,
        stretch: float,
        order: Sequence[int] | None = None,
    ) -> None:
        """Paint items; `order` is their visual order, if it is not the reading order."""
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
        """Add what was painted, with a tag for each link and each drawing that stands for words."""
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
        """Add a word or a space; a space joins the run before it, so that copied words stay
        apart."""
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
