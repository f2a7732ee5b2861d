"""The plan of a score sheet, and the pen that draws its lines and fields."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Palette, plain_paper_theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.display_list import FormField, Item, Path, ShapedText, Stroke
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.layout.fit_text import require_legible, shrink_line
from printkit.pieces.product import RenderOptions

# A row that a pen can write in, and one that is wide enough for any (mm); columns at most.
MIN_ROW, MAX_ROW = 6.2, 12.0
COLUMNS = 8


class PageRows(msgspec.Struct, frozen=True):
    """The rounds of each page (first and last, from 1 on), and the height of a row."""

    pages: tuple[tuple[int, int], ...]
    height: float


def column_count(players: int, available: float, min_width: float) -> int:
    """Return how many players have a column of `min_width` or more.

    Raises PrintkitError for fewer than two of several.
    """
    fitting = min(players, COLUMNS, int((available + 1e-9) / min_width))
    if fitting < min(players, 2):
        raise _too_small_error()
    return fitting


def divide_rows(count: int, space: float, more: int = 0) -> PageRows:
    """Divide `count` rounds into pages with `space` mm for rows, `more` of which are no rounds.

    Raises PrintkitError if a page holds no round.
    """
    holds = int((space + 1e-9) / MIN_ROW) - more
    if holds < 1:
        raise _too_small_error()
    pages = -(-count // holds)
    each, rest = divmod(count, pages)
    shared: list[tuple[int, int]] = []
    first = 1
    for i in range(pages):
        last = first + each - 1 + (i < rest)
        shared.append((first, last))
        first = last + 1
    maximum = each + bool(rest) + more
    return PageRows(tuple(shared), min(MAX_ROW, space / maximum))


def _too_small_error() -> PrintkitError:
    return PrintkitError("The page is too small for a score sheet.", hint="Take a larger --paper.")


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

    def draw_line(self, points: list[tuple[Point, Point]], width_: float) -> Path:
        """Draw straight lines in one weight."""
        builder = PathBuilder()
        for start, end in points:
            builder.move(*start).line(*end)
        return Path(builder.done(), stroke=Stroke(self.palette.ink, self.weight(width_)))

    def draw_dots(self, points: list[tuple[Point, Point]]) -> Path:
        """Draw dotted lines."""
        stroke = Stroke(self.palette.ink, self.weight(FINE) * 1.4, True, (0.01, 1.1))
        return replace(self.draw_line(points, FINE), stroke=stroke)

    def draw_rings(self, centres: list[Point], r: float, width_: float) -> Path:
        builder = PathBuilder()
        for x, y in centres:
            builder.circle(x, y, r)
        return Path(builder.done(), stroke=Stroke(self.palette.ink, self.weight(width_)))

    def draw_lamps(self, centres: list[Point], r: float) -> list[Item]:
        """Draw lights that are marked: a ring within a finer one."""
        return [self.draw_rings(centres, r, FINE), self.draw_rings(centres, r * _GLASS, LINE)]

    def draw_body(self, data: PathData) -> Path:
        """Draw something round and solid; in a theme of outlines a ring that hides what is behind
        it.
        """
        if self.palette.solid:
            return Path(data, fill=self.palette.area)
        line = Stroke(self.palette.ink, self.weight(LINE))
        return Path(data, fill=self.palette.paper, stroke=line)

    def weight(self, width_: float) -> float:
        return self.palette.line_weight(width_)

    def left(
        self, text: str, x: float, base: float, size: float, max_width: float, key: str = TITLE
    ) -> ShapedText:
        """Return a line from x on, made smaller if it is too wide. Raises TextOverflow."""
        return require_legible(shrink_line(key, text, x, base, size, max_width, self.palette.ink))

    def centred(
        self, text: str, x: float, base: float, size: float, max_width: float, key: str = TITLE
    ) -> ShapedText:
        """Return a line about x. Raises TextOverflow."""
        return require_legible(
            shrink_line(key, text, x, base, size, max_width, self.palette.ink, align=0.5)
        )

    def middle(
        self, text: str, x: float, y: float, size: float, max_width: float, bold: bool
    ) -> ShapedText:
        """Return a figure about the point (x, y). Raises TextOverflow."""
        key = TITLE_BOLD if bold else TITLE
        ink = self.palette.ink
        return require_legible(
            shrink_line(key, text, x, y, size, max_width, ink, align=0.5, middle=True)
        )

    def make_field(self, name: str, rect: Rect, label: str, *, centred: bool = True) -> FormField:
        """Return a text field of one line."""
        size = min(_TYPED, _SHARE * rect.h)
        return FormField(self.prefix + name, rect, label, INDEX, size, self.palette.ink, centred)

    def make_check_box(self, name: str, centre: Point, r: float, label: str) -> FormField:
        """Return a check box in a ring."""
        rect = Rect(centre[0] - r, centre[1] - r, 2 * r, 2 * r)
        return FormField(self.prefix + name, rect, label, INDEX, r, self.palette.ink, check=True)
