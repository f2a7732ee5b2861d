"""Engraved lines of a tabletop: borders, rays, rosettes."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.emblem import emblem, place_emblem
from printkit.art.frames import frame_outline
from printkit.art.guilloche import ring
from printkit.art.outline import Outline
from printkit.art.theme import Palette
from printkit.base.geometry import Matrix, Rect, centred_rect, polar, rotation
from printkit.components.places.context import PlaceContext, TableInks
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import (
    INVISIBLE,
    Group,
    Item,
    Path,
    Stroke,
    Use,
    as_artifact,
    transformed,
)
from printkit.graphics.font import TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, card_outline, circle
from printkit.layout.fit_text import FitStyle, TextOverflow, fit_text, text_line, text_width
from printkit.layout.records import MIN_LAST_LETTERS, Overflow
from printkit.layout.scripts import to_capitals

# The chamfer of a plate (mm).
CHAMFER = 2.4
# The length of a petal against the width of its ring, the pitch of petals (mm); weights: lines of a
# ring, a heavy line, the edge of a place.
_PETAL, _PITCH, _WAVE, HEAVY, EDGE = 0.27, 1.3, 0.2, 0.8, 0.42


def draw_dots(data: PathData, colour: Colour, palette: Palette) -> Item:
    """Draw small shapes filled, or outlined in a theme that saves ink."""
    if palette.solid:
        return Path(data, fill=colour)
    return Path(data, stroke=Stroke(colour, palette.line_weight(FINE)))


def draw_plate(
    rect: Rect, palette: Palette, *, fill: Colour | None = None, chamfer: float = CHAMFER
) -> Item:
    """Draw a chamfered plate, on paper unless another ground is given."""
    edge = frame_outline("chamfer", rect, min(chamfer, 0.3 * rect.h))
    return Path(edge, fill=fill or palette.paper, stroke=palette.stroke(0.5))


def draw_card_frame(context: PlaceContext, inset: float) -> list[Item]:
    """Draw the frame of a card place, `inset` mm inside the outline of the card.

    A frame outside the outline is a heavy line with a fine one inside it.
    """
    palette, size, shape = context.palette, context.options.size, context.shape
    card, weight = centred_rect(size.w, size.h), EDGE if inset < 0 else LINE
    ground = context.inks.tone if palette.solid else None
    outer = card_outline(card, shape, inset)
    items: list[Item] = [Path(outer, fill=ground, stroke=palette.stroke(weight))]
    if inset < 0:
        items.append(Path(card_outline(card, shape, inset + 1.0), stroke=palette.stroke(FINE)))
    return items


def draw_ring(r: float, palette: Palette) -> list[Item]:
    """Draw a round frame on a pale ground, with a fine circle inside it."""
    fill = palette.tint if palette.solid else None
    items: list[Item] = [Path(circle(r), fill=fill, stroke=palette.stroke())]
    if palette.solid and r > 4:
        items.append(Path(circle(r - 0.9), stroke=palette.stroke(FINE)))
    return items


def draw_waves(
    inner: float, outer: float, inks: TableInks, *, golden: bool, colour: Colour | None = None
) -> list[Item]:
    """Draw a ring of guilloche in one colour, or in three tints of gold, one wave each."""
    width = outer - inner
    pitch = _PETAL * width + _PITCH
    if not inks.solid:
        pitch *= 1.8
    petals = max(12, 12 * round(math.pi * (inner + outer) / pitch / 12))
    near, far = Outline.circle(inner), Outline.circle(outer)
    if not golden:
        line = inks.stroke(colour or inks.soft, _WAVE)
        return [Use(ring(near, far, petals, 4 if inks.solid else 2, line))]
    count = len(inks.gold)
    return [
        Use(
            ring(near, far, petals, 1, inks.stroke(tint, _WAVE)),
            rotation(360 / petals * phase / count),
        )
        for phase, tint in enumerate(inks.gold)
    ]


def draw_ticks(
    outer: float, count: int, palette: Palette, *, every: int = 4, depth: float = 1.6
) -> Item:
    """Draw a graduated ring: strokes from `outer` inwards, every nth longer."""
    inner = [outer - (0.5 * depth if step % every else depth) for step in range(count)]
    return Path(PathBuilder().rays(0, 0, outer, inner, -90).done(), stroke=palette.stroke(FINE))


def octagon(r: float) -> PathData:
    """Return an octagon about the origin with a level foot."""
    return PathBuilder().polygon(polar(r, 45 * (k + 0.5)) for k in range(8)).done()


def star_path(points: int, outer: float, inner: float) -> PathData:
    """Return a star about the origin, its first point up."""
    radii = (outer, inner) * points
    corners = (polar(r, 180 / points * step - 90) for step, r in enumerate(radii))
    return PathBuilder().polygon(corners).done()


def tinted_emblem(path: FilePath, size: float, palette: Palette) -> Item:
    """Return an emblem in pale colours, to mark what belongs there."""
    pale = palette
    if palette.solid:
        pale = replace(
            palette,
            ink=palette.shade,
            area=palette.shade,
            main=palette.shade,
            shade=palette.tint,
            accent=palette.shade,
            paper=palette.tint,
            tint=palette.tint,
        )
    return place_emblem(emblem(path, pale, size), 0, 0, size)


# The width of the casing beyond the rings (mm).
CASING = 3.2
# The bounds of three rings (gold, soft, gold) as shares of the width; narrower than `_ONE_RING` mm,
# there is only one.
_RINGS = (0.0, 0.34, 0.68, 1.0)
_ONE_RING = 26.0
# The radii of the rings of a ground, against the first.
_CLOTH = (1.0, 1.5, 2.05, 2.65, 3.3, 4.1, 5.0)


def draw_casing(r: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw the casing of rings of radius `r`: a fine line, a heavy line, a graduation."""
    return [
        Path(circle(r + CASING), fill=inks.ground, stroke=palette.stroke(FINE)),
        Path(circle(r + 1.6), fill=inks.hollow, stroke=palette.stroke(HEAVY)),
        draw_ticks(r + 1.2, 120, palette, every=10, depth=2.2),
    ]


def ring_bounds(inner: float, outer: float) -> list[tuple[float, float]]:
    """Return the bounds of the rings between two radii, innermost first."""
    if outer - inner < _ONE_RING:
        return [(inner, outer)]
    steps = [inner + share * (outer - inner) for share in _RINGS]
    return list(pairwise(steps))


def draw_rings(inner: float, outer: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw gold rings with a soft ring between them."""
    items: list[Item] = []
    for i, (start, end) in enumerate(ring_bounds(inner, outer)):
        items += draw_waves(start + 0.2, end - 0.2, inks, golden=i % 2 == 0)
        if i:
            items.append(Path(circle(start), stroke=palette.stroke(FINE)))
    return [*items, Path(circle(inner), fill=inks.hollow, stroke=palette.stroke())]


def draw_cloth(start: float, far: float, edge: PathData, inks: TableInks) -> Group:
    """Draw the ground of a mat: wide rings from `start` to `far`, clipped to `edge`."""
    items: list[Item] = []
    for inner, outer in pairwise(start * share for share in _CLOTH):
        if inner < far:
            items += draw_waves(inner, outer, inks, golden=False, colour=inks.ring)
    return Group(tuple(items), clip=edge)


# The padding of words on a plate, and leadings (em of the first line).
_PAD, _LEADING, _ASIDE = 1.3, 1.2, 1.36
# The maximum number of lines of a word of use.
_MAX_LINES = 3


class ArcLine(msgspec.Struct, frozen=True):
    """A line of text to be set on an arc; `size` in mm per em.

    `read` is the text for screen readers, if it differs.
    """

    text: str
    font: str
    size: float
    colour: Colour
    read: str = ""

    @property
    def width(self) -> float:
        return text_width(self.font, self.text, self.size)


def draw_arc_text(line: ArcLine, r: float, middle: float = 0.0) -> list[Item]:
    """Draw text on an arc, its capitals centred on the radius `r`.

    `middle` is the angle from the lowest point (radians).
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
    read = line.read or line.text
    words = text_line(line.font, read, 0.0, base, line.size, line.colour, align=0.5)
    words = replace(words, render_mode=INVISIBLE)
    place = rotation(math.degrees(-middle))
    return [*items, transformed([words], place) if middle else words]


def arc_band(inner: float, outer: float, half: float, middle: float = 0.0) -> PathData:
    """Return the outline of a ring segment, `half` radians on both sides of `middle`."""
    centre = 90 - math.degrees(middle)
    low, high = centre - math.degrees(half), centre + math.degrees(half)
    builder = PathBuilder().arc(0, 0, outer, low, high)
    return builder.arc(0, 0, inner, high, low, join=True).close().done()


class ArcPlate(msgspec.Struct, frozen=True):
    """A plate of text on an arc about the lowest point, its first line in capitals."""

    lines: tuple[ArcLine, ...]
    r: float
    size: float

    @property
    def depth(self) -> float:
        """The distance from the inner to the outer edge."""
        return plate_depth(len(self.lines), self.size)

    @property
    def half(self) -> float:
        """Half of its angle (radians)."""
        widest = max(line.width / self._radius(i) for i, line in enumerate(self.lines))
        return widest / 2 + _PAD * self.size / self.r

    def _radius(self, i: int) -> float:
        """Return the radius of the middle of a line."""
        first = self.r - self.depth / 2 + (0.62 + 0.36) * self.size
        return first + (i and _LEADING * self.size + (i - 1) * _ASIDE * 0.82 * self.size)

    def draw(self, half: float, palette: Palette, inks: TableInks) -> list[Item]:
        """Draw the plate, `half` radians on both sides."""
        inner, outer = self.r - self.depth / 2, self.r + self.depth / 2
        edge = arc_band(inner, outer, half)
        items: list[Item] = [Path(edge, fill=inks.deep, stroke=palette.stroke(0.5))]
        for i, line in enumerate(self.lines):
            items += draw_arc_text(line, self._radius(i))
        return items


def plate_depth(lines: int, size: float) -> float:
    """Return the depth of a plate of `lines` lines with a name of `size` mm per em."""
    return size * (1.96 + (lines > 1) * 1.1 + max(0, lines - 2) * 1.12)


def make_plate(
    name: str, use: str, r: float, size: float, widest: float, inks: TableInks, small: float
) -> ArcPlate:
    """Return the plate of a name in capitals, with its use in up to three lines.

    `widest` is the largest angle (radians), `small` the size of the use (mm per em). Raises
    TextOverflow.
    """
    max_width = widest * r - 2 * _PAD * size
    first = ArcLine(to_capitals(name), TITLE_BOLD, size, inks.text, name)
    if first.width > max_width:
        first = replace(first, size=max(small, size * max_width / first.width))
    box = Rect(0, 0, max_width, _MAX_LINES * _ASIDE * small)
    style = FitStyle(TITLE, small, small, _MAX_LINES, MIN_LAST_LETTERS)
    lines = fit_text(use, style, box, inks.aside) if use else ()
    if first.width > max_width + 1e-6 or isinstance(lines, Overflow):
        raise TextOverflow(
            f"“{name}” does not fit the ring in the middle of a mat.", hint="Shorten it."
        )
    others = (ArcLine(line.run.text, TITLE, small, inks.aside) for line in lines)
    return ArcPlate((first, *others), r, size)


def draw_facing(near: list[Item], far: list[Item], *, repeated: bool) -> list[Item]:
    """Return the drawing of the near side and, turned, that of the far side.

    A `repeated` far side is an artifact: screen readers skip it."""
    turned = as_artifact(far) if repeated else far
    return [*near, transformed(list(turned), rotation(180))]
