"""The looks of boxes: advice, example, remark, lore.

In: a box's kind, the inks. Out: its ornament, its ground and rules, the manner of its text. Each is
quiet, and each is known at a glance: a rule with a star, a tinted ground with a card, a double rule
with an orbit, cut corners with a ringed world.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from printkit.art.theme import HAIRLINE
from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.booklet.book import EXAMPLE, LORE, NOTE, TIP
from printkit.booklet.setting.atoms import Border
from printkit.booklet.setting.runs import Manner
from printkit.booklet.setting.style import Inks
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import TEXT_BOLD, UNITS, font
from printkit.graphics.path import PathBuilder

# How far the edge of a box lies outside its first and last line, in steps.
_OVER, _UNDER = 0.34, 0.40
_CHAMFER = 2.2
_RULE = 0.7


@dataclass(frozen=True, slots=True)
class Look:
    """A kind of box; `closed`: it has an edge on the right as well."""

    kind: str
    closed: bool
    italic: bool = False

    def label(self, language: str) -> str:
        return translate(language, f"booklet.box.{self.kind}")

    def colour(self, inks: Inks) -> str:
        return inks.title

    def manner(self, manner: Manner) -> Manner:
        """Lore is told in italics."""
        if not self.italic:
            return manner
        return replace(
            manner, regular=manner.italic, italic=manner.regular, bold=manner.both, both=TEXT_BOLD
        )


LOOKS = {
    TIP: Look(TIP, closed=False),
    EXAMPLE: Look(EXAMPLE, closed=True),
    NOTE: Look(NOTE, closed=False),
    LORE: Look(LORE, closed=True, italic=True),
}


def border(look: Look, inks: Inks, x: float, width: float, step: float) -> Border:
    """The edge of a box at x, so wide."""
    draw = _EDGES[look.kind]

    def drawn(rect: Rect, first: bool, last: bool) -> list[Item]:
        over = _OVER if look.closed else 0.0
        under = _UNDER if look.closed else 0.0
        outer = rect.outset(0, over * step, 0, under * step)
        if not look.closed:  # from the capitals of the first line to the foot of the last
            outer = rect.outset(0, -0.14 * step, 0, -0.02 * step)
        return draw(outer, inks, first, last)

    return Border(drawn, x, width)


def _tip(rect: Rect, inks: Inks, first: bool, last: bool) -> list[Item]:
    """A rule in the accent's colour."""
    x = rect.x + _RULE / 2
    line = PathBuilder().move(x, rect.y).line(x, rect.bottom).done()
    return [Path(line, stroke=Stroke(inks.accent, inks.theme.line_weight(_RULE)))]


def _note(rect: Rect, inks: Inks, first: bool, last: bool) -> list[Item]:
    """Two hairlines."""
    lines = PathBuilder()
    for x in (rect.x + 0.15, rect.x + 0.95):
        lines.move(x, rect.y).line(x, rect.bottom)
    return [Path(lines.done(), stroke=Stroke(inks.rule, 0.18))]


def _example(rect: Rect, inks: Inks, first: bool, last: bool) -> list[Item]:
    """A tinted ground between two rules."""
    items: list[Item] = []
    ground = PathBuilder().rect(rect).done()
    if inks.tint != inks.theme.roles_of["paper"]:
        items.append(Path(ground, fill=inks.tint))
    else:  # where ink is saved, hairlines hold the sides
        sides = PathBuilder()
        for x in (rect.x, rect.right):
            sides.move(x, rect.y).line(x, rect.bottom)
        items.append(Path(sides.done(), stroke=Stroke(inks.rule, HAIRLINE)))
    rules = PathBuilder()
    if first:
        rules.move(rect.x, rect.y).line(rect.right, rect.y)
    if last:
        rules.move(rect.x, rect.bottom).line(rect.right, rect.bottom)
    if data := rules.done():
        items.append(Path(data, stroke=Stroke(inks.title, inks.theme.line_weight(0.35))))
    return items


def _lore(rect: Rect, inks: Inks, first: bool, last: bool) -> list[Item]:
    """A hairline with cut corners; open where the box goes on over the page."""
    c = min(_CHAMFER, rect.h / 3)
    b = PathBuilder()
    for inset in (0.0, 0.8):
        r = rect.inset(inset)
        top = r.y if first else rect.y
        foot = r.bottom if last else rect.bottom
        head = [(r.x, top + c), (r.x + c, top), (r.right - c, top), (r.right, top + c)]
        end = [(r.right, foot - c), (r.right - c, foot), (r.x + c, foot), (r.x, foot - c)]
        if first and last:
            b.polygon([*head, *end])
        elif first:
            b.polyline([(r.x, foot), *head, (r.right, foot)])
        elif last:
            b.polyline([(r.right, top), *end, (r.x, top)])
        else:
            b.polyline([(r.x, top), (r.x, foot)]).polyline([(r.right, top), (r.right, foot)])
    return [Path(b.done(), stroke=Stroke(inks.rule, 0.18))]


_EDGES: dict[str, Callable[[Rect, Inks, bool, bool], list[Item]]] = {
    TIP: _tip,
    NOTE: _note,
    EXAMPLE: _example,
    LORE: _lore,
}


def title_items(look: Look, inks: Inks, x: float, base: float, size: float) -> list[Item]:
    """The ornament before the title, as high as its capitals."""
    cap = font(TEXT_BOLD).cap_height / UNITS * size
    r = cap * 0.62
    return _ORNAMENTS[look.kind](x + r, base - cap / 2, r, inks)


def _star(cx: float, cy: float, r: float, inks: Inks) -> list[Item]:
    points = []
    for at in range(8):
        angle = math.radians(45 * at - 90)
        reach = r * (1.15 if at % 2 == 0 else 0.34)
        points.append((cx + reach * math.cos(angle), cy + reach * math.sin(angle)))
    return [Path(PathBuilder().polygon(points).done(), fill=inks.accent)]


def _cards(cx: float, cy: float, r: float, inks: Inks) -> list[Item]:
    """Two cards, one over the other."""
    items: list[Item] = []
    paper = inks.theme.roles_of["paper"]
    for dx, dy, fill in ((-0.32, -0.22, inks.title), (0.32, 0.22, paper)):
        rect = Rect(cx + dx * r - 0.56 * r, cy + dy * r - 0.8 * r, 1.12 * r, 1.6 * r)
        shape = PathBuilder().rounded(rect, 0.2 * r).done()
        items.append(Path(shape, fill=fill, stroke=Stroke(inks.title, 0.16)))
    return items


def _orbit(cx: float, cy: float, r: float, inks: Inks) -> list[Item]:
    ring = PathBuilder().circle(cx, cy, r * 0.92).done()
    dots = PathBuilder().circle(cx, cy, r * 0.34)
    dots.circle(cx + r * 0.65, cy - r * 0.65, r * 0.26)
    return [Path(ring, stroke=Stroke(inks.title, 0.16)), Path(dots.done(), fill=inks.title)]


def _world(cx: float, cy: float, r: float, inks: Inks) -> list[Item]:
    """A world with a ring."""
    disc = PathBuilder().circle(cx, cy, r * 0.56).done()
    points = []
    tilt = math.radians(-24)
    for at in range(24):
        angle = 2 * math.pi * at / 24
        x, y = 1.14 * r * math.cos(angle), 0.36 * r * math.sin(angle)
        points.append(
            (
                cx + x * math.cos(tilt) - y * math.sin(tilt),
                cy + x * math.sin(tilt) + y * math.cos(tilt),
            )
        )
    ring = PathBuilder().smooth(points, closed=True).done()
    return [Path(disc, fill=inks.title), Path(ring, stroke=Stroke(inks.accent, 0.22))]


_ORNAMENTS: dict[str, Callable[[float, float, float, Inks], list[Item]]] = {
    TIP: _star,
    EXAMPLE: _cards,
    NOTE: _orbit,
    LORE: _world,
}
