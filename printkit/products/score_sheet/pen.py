"""Lines, words and fields of score sheets, in the palette of plain paper with one accent."""

from __future__ import annotations

import msgspec

from printkit.art.theme import Palette, plain_paper_theme
from printkit.base.geometry import Rect
from printkit.graphics.display_list import FormField, Item, Path, ShapedText, Stroke
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.layout.fit_text import TextOverflow, text_line, text_width
from printkit.products.product import RenderOptions

# What is typed: its largest size, and against the height of its field.
_TYPED, _SHARE = 4.2, 0.56
# The inner ring of a light, as a share of the outer one.
_GLASS = 0.78


class Pen(msgspec.Struct, frozen=True):
    """Draws for one set of options; names of fields begin with `prefix`."""

    options: RenderOptions
    prefix: str

    @property
    def palette(self) -> Palette:
        return plain_paper_theme(self.options.theme).palette("ink")

    def line(self, points: list[tuple[Point, Point]], width_: float) -> Path:
        """Draw straight lines in one weight."""
        builder = PathBuilder()
        for start, end in points:
            builder.move(*start).line(*end)
        return Path(builder.done(), stroke=Stroke(self.palette.ink, self.weight(width_)))

    def dots(self, points: list[tuple[Point, Point]]) -> Path:
        """Draw dotted lines."""
        builder = PathBuilder()
        for start, end in points:
            builder.move(*start).line(*end)
        width_ = self.weight(FINE) * 1.4
        return Path(builder.done(), stroke=Stroke(self.palette.ink, width_, True, (0.01, 1.1)))

    def rings(self, centres: list[Point], r: float, width_: float) -> Path:
        builder = PathBuilder()
        for x, y in centres:
            builder.circle(x, y, r)
        return Path(builder.done(), stroke=Stroke(self.palette.ink, self.weight(width_)))

    def lamps(self, centres: list[Point], r: float) -> list[Item]:
        """Draw lights that are marked: a ring within a finer one."""
        return [self.rings(centres, r, FINE), self.rings(centres, r * _GLASS, LINE)]

    def body(self, data: PathData) -> Path:
        """Draw something round and solid; in a theme of outlines a ring that hides what is behind
        it.
        """
        if self.palette.solid:
            return Path(data, fill=self.palette.ink)
        line = Stroke(self.palette.ink, self.weight(LINE))
        return Path(data, fill=self.palette.paper, stroke=line)

    def weight(self, width_: float) -> float:
        return self.palette.line_weight(width_)

    def left(
        self, text: str, x: float, base: float, size: float, max_width: float, key: str = TITLE
    ) -> ShapedText:
        """Return a line from x on, made smaller if it is too wide. Raises TextOverflow."""
        size = _fit_size(key, text, size, max_width)
        return text_line(key, text, x, base, size, self.palette.ink)

    def centred(
        self, text: str, x: float, base: float, size: float, max_width: float, key: str = TITLE
    ) -> ShapedText:
        """Return a line about x. Raises TextOverflow."""
        size = _fit_size(key, text, size, max_width)
        return text_line(
            key, text, x - text_width(key, text, size) / 2, base, size, self.palette.ink
        )

    def middle(
        self, text: str, x: float, y: float, size: float, max_width: float, bold: bool
    ) -> ShapedText:
        """Return a figure about the point (x, y). Raises TextOverflow."""
        key = TITLE_BOLD if bold else TITLE
        size = _fit_size(key, text, size, max_width)
        return self.centred(
            text, x, y + size * font(key).cap_height / UNITS / 2, size, max_width, key
        )

    def field(self, name: str, rect: Rect, label: str, *, centred: bool = True) -> FormField:
        """Return a text field of one line."""
        size = min(_TYPED, _SHARE * rect.h)
        return FormField(self.prefix + name, rect, label, INDEX, size, self.palette.ink, centred)

    def check(self, name: str, centre: Point, r: float, label: str) -> FormField:
        """Return a check box in a ring."""
        rect = Rect(centre[0] - r, centre[1] - r, 2 * r, 2 * r)
        return FormField(self.prefix + name, rect, label, INDEX, r, self.palette.ink, check=True)


def _fit_size(key: str, text: str, size: float, max_width: float) -> float:
    width = text_width(key, text, size)
    size = min(size, size * max_width / width) if width else size
    if size < MIN_TEXT_SIZE - 1e-9:
        short = text if len(text) <= 60 else f"{text[:59]}…"
        raise TextOverflow(f"There is no room for “{short}”.", hint="Take a larger --paper.")
    return size
