"""Callouts: the ornament, the ground and the rules of advice, examples, remarks and lore.

Each is quiet, and each is known at a glance: a rule with a star, a tinted ground with a card, a
double rule with an orbit, cut corners with a ringed world.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.booklet.page_style import BookletPalette
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import TEXT_BOLD, UNITS, font
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder
from printkit.text.book import EXAMPLE, LORE, NOTE, TIP

# How far the edge of a closed box is outside its first and last line, and that of an open one
# inside, in lines.
_ABOVE, _BELOW, _OPEN_ABOVE, _OPEN_BELOW = 0.34, 0.40, -0.14, -0.02
_CHAMFER = 2.2
_RULE = 0.7


class CalloutStyle(msgspec.Struct, frozen=True):
    """A kind of callout; a `closed` one has an edge on the right as well."""

    kind: str
    closed: bool
    italic: bool = False

    def label(self, language: str) -> str:
        """Return the title of a callout that has none of its own."""
        return translate(language, f"booklet.box.{self.kind}")

    def draw_border(
        self, palette: BookletPalette, leading: float
    ) -> Callable[[Rect, bool, bool], list[Item]]:
        """Return what draws the border around the lines of a callout on a page."""
        draw = _BORDERS[self.kind]
        above, below = (_ABOVE, _BELOW) if self.closed else (_OPEN_ABOVE, _OPEN_BELOW)

        def draw_around(rect: Rect, begins: bool, ends: bool) -> list[Item]:
            outer = rect.outset(0, above * leading, 0, below * leading)
            return draw(outer, palette, begins, ends)

        return draw_around

    def draw_ornament(self, palette: BookletPalette, baseline: float, size: float) -> list[Item]:
        """Draw the ornament before the title, as high as its capitals."""
        cap = font(TEXT_BOLD).cap_height / UNITS * size
        radius = cap * 0.62
        return _ORNAMENTS[self.kind](radius, baseline - cap / 2, radius, palette)


CALLOUTS = {
    TIP: CalloutStyle(TIP, closed=False),
    EXAMPLE: CalloutStyle(EXAMPLE, closed=True),
    NOTE: CalloutStyle(NOTE, closed=False),
    LORE: CalloutStyle(LORE, closed=True, italic=True),
}


def _tip(rect: Rect, palette: BookletPalette, begins: bool, ends: bool) -> list[Item]:
    """Draw a rule in the accent's colour."""
    x = rect.x + _RULE / 2
    line = PathBuilder().move(x, rect.y).line(x, rect.bottom).done()
    return [Path(line, stroke=Stroke(palette.accent, palette.theme.line_weight(_RULE)))]


def _note(rect: Rect, palette: BookletPalette, begins: bool, ends: bool) -> list[Item]:
    """Draw two hairlines."""
    lines = PathBuilder()
    for x in (rect.x + 0.15, rect.x + 0.95):
        lines.move(x, rect.y).line(x, rect.bottom)
    return [Path(lines.done(), stroke=Stroke(palette.rule, 0.18))]


def _example(rect: Rect, palette: BookletPalette, begins: bool, ends: bool) -> list[Item]:
    """Draw a tinted ground between two rules."""
    items: list[Item] = []
    ground = PathBuilder().rect(rect).done()
    if palette.tint != palette.theme.roles_of["paper"]:
        items.append(Path(ground, fill=palette.tint))
    else:  # where ink is saved, hairlines hold the sides
        sides = PathBuilder()
        for x in (rect.x, rect.right):
            sides.move(x, rect.y).line(x, rect.bottom)
        items.append(Path(sides.done(), stroke=Stroke(palette.rule, HAIRLINE)))
    rules = PathBuilder()
    if begins:
        rules.move(rect.x, rect.y).line(rect.right, rect.y)
    if ends:
        rules.move(rect.x, rect.bottom).line(rect.right, rect.bottom)
    if data := rules.done():
        items.append(Path(data, stroke=Stroke(palette.title, palette.theme.line_weight(0.35))))
    return items


def _lore(rect: Rect, palette: BookletPalette, begins: bool, ends: bool) -> list[Item]:
    """Draw a hairline with cut corners, open where the callout goes on over the page."""
    c = min(_CHAMFER, rect.h / 3)
    builder = PathBuilder()
    for inset in (0.0, 0.8):
        r = rect.inset(inset)
        top = r.y if begins else rect.y
        foot = r.bottom if ends else rect.bottom
        head = [(r.x, top + c), (r.x + c, top), (r.right - c, top), (r.right, top + c)]
        end = [(r.right, foot - c), (r.right - c, foot), (r.x + c, foot), (r.x, foot - c)]
        if begins and ends:
            builder.polygon([*head, *end])
        elif begins:
            builder.polyline([(r.x, foot), *head, (r.right, foot)])
        elif ends:
            builder.polyline([(r.right, top), *end, (r.x, top)])
        else:
            builder.polyline([(r.x, top), (r.x, foot)]).polyline([(r.right, top), (r.right, foot)])
    return [Path(builder.done(), stroke=Stroke(palette.rule, 0.18))]


_BORDERS: dict[str, Callable[[Rect, BookletPalette, bool, bool], list[Item]]] = {
    TIP: _tip,
    NOTE: _note,
    EXAMPLE: _example,
    LORE: _lore,
}


def _star(cx: float, cy: float, r: float, palette: BookletPalette) -> list[Item]:
    points = []
    for i in range(8):
        angle = math.radians(45 * i - 90)
        reach = r * (1.15 if i % 2 == 0 else 0.34)
        points.append((cx + reach * math.cos(angle), cy + reach * math.sin(angle)))
    return [Path(PathBuilder().polygon(points).done(), fill=palette.accent)]


def _cards(cx: float, cy: float, r: float, palette: BookletPalette) -> list[Item]:
    """Draw two cards, one over the other."""
    items: list[Item] = []
    paper = palette.theme.roles_of["paper"]
    for dx, dy, fill in ((-0.32, -0.22, palette.title), (0.32, 0.22, paper)):
        rect = Rect(cx + dx * r - 0.56 * r, cy + dy * r - 0.8 * r, 1.12 * r, 1.6 * r)
        shape = PathBuilder().rounded(rect, 0.2 * r).done()
        items.append(Path(shape, fill=fill, stroke=Stroke(palette.title, 0.16)))
    return items


def _orbit(cx: float, cy: float, r: float, palette: BookletPalette) -> list[Item]:
    ring = PathBuilder().circle(cx, cy, r * 0.92).done()
    dots = PathBuilder().circle(cx, cy, r * 0.34)
    dots.circle(cx + r * 0.65, cy - r * 0.65, r * 0.26)
    return [Path(ring, stroke=Stroke(palette.title, 0.16)), Path(dots.done(), fill=palette.title)]


def _world(cx: float, cy: float, r: float, palette: BookletPalette) -> list[Item]:
    """Draw a world with a ring."""
    disc = PathBuilder().circle(cx, cy, r * 0.56).done()
    points = []
    tilt = math.radians(-24)
    for i in range(24):
        angle = 2 * math.pi * i / 24
        x, y = 1.14 * r * math.cos(angle), 0.36 * r * math.sin(angle)
        points.append(
            (
                cx + x * math.cos(tilt) - y * math.sin(tilt),
                cy + x * math.sin(tilt) + y * math.cos(tilt),
            )
        )
    ring = PathBuilder().smooth(points, closed=True).done()
    return [Path(disc, fill=palette.title), Path(ring, stroke=Stroke(palette.accent, 0.22))]


_ORNAMENTS: dict[str, Callable[[float, float, float, BookletPalette], list[Item]]] = {
    TIP: _star,
    EXAMPLE: _cards,
    NOTE: _orbit,
    LORE: _world,
}
