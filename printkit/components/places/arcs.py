"""Words and plates on the arc of a circle about the origin, read from below.

Letters stand upright on the arc one by one; the words themselves are in the drawing as well,
unseen, so that they can be read aloud and found.
"""

from __future__ import annotations

import math

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.geometry import Matrix, Rect, rotation
from printkit.components.places.engraving import main_stroke
from printkit.components.places.surface import TableInks
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import (
    INVISIBLE,
    Item,
    Path,
    as_artifact,
    transformed,
)
from printkit.graphics.font import TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.fit_text import FitStyle, TextOverflow, fit_text, text_line, text_width
from printkit.layout.records import MIN_LAST_LETTERS, Overflow

# Around words on a plate, and from line to line (em of the first line).
_PAD, _LEADING, _ASIDE = 1.3, 1.2, 1.36
# A word of use has no more lines than this.
_MAX_LINES = 3


class ArcLine(msgspec.Struct, frozen=True):
    """A line of words: its font, size (mm per em) and colour."""

    text: str
    font: str
    size: float
    colour: Colour

    @property
    def width(self) -> float:
        return text_width(self.font, self.text, self.size)


def draw_arc_text(line: ArcLine, r: float, middle: float = 0.0, *, read: str = "") -> list[Item]:
    """Draw words whose capitals stand about the radius r, `middle` radians from the lowest point.

    `read` is what is read aloud, if not the text.
    """
    capital = font(line.font).cap_height / UNITS * line.size
    base = r + capital / 2
    ends = [text_width(line.font, line.text[:i], line.size) for i in range(len(line.text) + 1)]
    items: list[Item] = []
    for letter, start, end in zip(line.text, ends, ends[1:], strict=False):
        if letter.isspace():
            continue
        angle = middle + ((start + end) / 2 - ends[-1] / 2) / r
        place = rotation(math.degrees(-angle)).then(
            Matrix(1, 0, 0, 1, base * math.sin(angle), base * math.cos(angle))
        )
        drawn = text_line(line.font, letter, -(end - start) / 2, 0.0, line.size, line.colour)
        items.append(transformed([replace(drawn, artifact=True)], place))
    words = text_line(
        *(line.font, read or line.text, 0.0, base, line.size, line.colour),
        align=0.5,
        render_mode=INVISIBLE,
    )
    place = rotation(math.degrees(-middle))
    return [*items, transformed([words], place) if middle else words]


def arc_band(inner: float, outer: float, half: float, middle: float = 0.0) -> PathData:
    """Return the outline of a part of a ring, `half` radians to either side of the middle."""
    centre = 90 - math.degrees(middle)
    low, high = centre - math.degrees(half), centre + math.degrees(half)
    builder = PathBuilder().arc(0, 0, outer, low, high)
    return builder.arc(0, 0, inner, high, low, join=True).close().done()


class ArcPlate(msgspec.Struct, frozen=True):
    """A plate on an arc with lines of words, the first in capitals; about the lowest point."""

    lines: tuple[ArcLine, ...]
    read: tuple[str, ...]
    r: float
    size: float

    @property
    def depth(self) -> float:
        """From its inner to its outer edge."""
        return plate_depth(len(self.lines), self.size)

    @property
    def half(self) -> float:
        """Half its angle (radians)."""
        widest = max(line.width / self._radius(i) for i, line in enumerate(self.lines))
        return widest / 2 + _PAD * self.size / self.r

    def _radius(self, i: int) -> float:
        """Return the radius of the middle of a line."""
        first = self.r - self.depth / 2 + (0.62 + 0.36) * self.size
        return first + (i and _LEADING * self.size + (i - 1) * _ASIDE * 0.82 * self.size)

    def draw(self, half: float, palette: Palette, inks: TableInks) -> list[Item]:
        """Draw the plate, as wide as is asked for."""
        inner, outer = self.r - self.depth / 2, self.r + self.depth / 2
        edge = arc_band(inner, outer, half)
        items: list[Item] = [
            Path(edge, fill=inks.deep, stroke=main_stroke(palette, 0.5)),
        ]
        for i, (line, read) in enumerate(zip(self.lines, self.read, strict=True)):
            items += draw_arc_text(line, self._radius(i), read=read)
        return items


def plate_depth(lines: int, size: float) -> float:
    """Return how deep a plate of `lines` lines is, whose name has this size."""
    return size * (1.96 + (lines > 1) * 1.1 + max(0, lines - 2) * 1.12)


def make_plate(
    name: str, use: str, r: float, size: float, widest: float, inks: TableInks, small: float
) -> ArcPlate:
    """Return the plate of a name, in capitals, and a word of use in one line or two.

    `widest` is the largest angle (radians). Raises TextOverflow.
    """
    max_width = widest * r - 2 * _PAD * size
    first = ArcLine(name.upper(), TITLE_BOLD, size, inks.text)
    if first.width > max_width:
        first = replace(first, size=max(small, size * max_width / first.width))
    box = Rect(0, 0, max_width, _MAX_LINES * _ASIDE * small)
    style = FitStyle(TITLE, small, small, _MAX_LINES, MIN_LAST_LETTERS)
    lines = fit_text(use, style, box, inks.aside) if use else ()
    if first.width > max_width + 1e-6 or isinstance(lines, Overflow):
        raise TextOverflow(
            f"“{name}” does not fit the ring in the middle of a mat.", hint="Shorten it."
        )
    below = [line.run.text for line in lines]
    others = (ArcLine(text, TITLE, small, inks.aside) for text in below)
    return ArcPlate((first, *others), (name, *below), r, size)


def draw_facing(near: list[Item], far: list[Item], *, repeated: bool) -> list[Item]:
    """Return drawings for the near side, and turned for the far side."""
    turned = as_artifact(far) if repeated else far
    return [*near, transformed(list(turned), rotation(180))]
