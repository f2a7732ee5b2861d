"""Numbered discs beside what they point at: each in the first of eight directions that is free."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from math import hypot

import msgspec

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import LIVE, OUTLINED, Item, Path, Stroke
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import text_line

# A disc: its ring, its figure (radii); its leader and the casing of that, the dot at its end (mm).
_RING, DISC_FIGURE, _LEADER, _CASING, _DOT = 0.17, 1.18, 0.35, 1.0, 0.65
# How far a disc is from what it points at, in turn (radii); how far inside that its leader ends.
_DISTANCES, _INSIDE = (1.8, 2.8, 3.8, 4.8, 6.0), 1.4
# At how many points a leader is looked at.
_POINTS = 12
# What each thing that a disc or its leader touches costs, and being further away.
_HIT, _CROSSED, _OWN = 10.0, 4.0, 3.0


class Target(msgspec.Struct, frozen=True):
    """What a disc points at: its number, and the box of it."""

    number: str
    box: Rect


class Disc(msgspec.Struct, frozen=True):
    """A disc at (x, y) and the end of its leader."""

    number: str
    x: float
    y: float
    to: tuple[float, float]


def place_discs(
    targets: Sequence[Target], obstacles: Sequence[Rect], area: Rect, radius: float
) -> list[Disc]:
    """Place a disc for each target within an area, clear of obstacles and of each other."""
    placed: list[Disc] = []
    for target in targets:
        best: Disc | None = None
        lowest = math.inf
        for disc in _candidates(target, area, radius):
            cost = _cost(disc, target, obstacles, placed, radius)
            if cost < lowest:
                best, lowest = disc, cost
            if not cost:
                break
        assert best is not None, "an area has room for a disc"
        placed.append(best)
    return placed


def _candidates(target: Target, area: Rect, radius: float) -> Iterator[Disc]:
    """Yield discs round a target, the nearest first and in each ring those away from the middle."""
    (cx, cy), box = target.box.centre, target.box
    outward = math.atan2(cy - area.centre[1], cx - area.centre[0])
    turns = (0, 1, -1, 2, -2, 3, -3, 4)
    for distance in _DISTANCES:
        for turn in turns:
            angle = round(outward / (math.pi / 4)) * math.pi / 4 + turn * math.pi / 4
            dx, dy = math.cos(angle), math.sin(angle)
            edge = min(
                box.w / 2 / abs(dx) if abs(dx) > 1e-9 else math.inf,
                box.h / 2 / abs(dy) if abs(dy) > 1e-9 else math.inf,
            )
            reach = edge + distance * radius
            x, y = cx + reach * dx, cy + reach * dy
            x = min(max(x, area.x + radius), area.right - radius)
            y = min(max(y, area.y + radius), area.bottom - radius)
            inside = max(0.0, edge - min(_INSIDE, edge / 2))
            yield Disc(target.number, x, y, (cx + inside * dx, cy + inside * dy))


def _cost(
    disc: Disc, target: Target, obstacles: Iterable[Rect], placed: Iterable[Disc], radius: float
) -> float:
    """Return 0 if a disc touches nothing, else how bad what it touches is."""
    own = radius * (1 + _RING)
    around = Rect(disc.x - own, disc.y - own, 2 * own, 2 * own)
    leader = _leader(disc)
    cost = _OWN if around.intersects(target.box) else 0.0
    for box in obstacles:
        if box.intersects(target.box) and target.box.contains(box, 0.1):
            continue
        if around.intersects(box):
            cost += _HIT
        elif box != target.box and _crosses(leader, box):
            cost += _CROSSED
    for other in placed:
        if hypot(other.x - disc.x, other.y - disc.y) < 2.1 * own:
            cost += 2 * _HIT
        elif _crosses(leader, Rect(other.x - own, other.y - own, 2 * own, 2 * own)) or _crosses(
            _leader(other), around
        ):
            cost += _HIT
    return cost


def _leader(disc: Disc) -> list[tuple[float, float]]:
    """Return points along the leader of a disc, from its middle on."""
    x, y = disc.x, disc.y
    dx, dy = disc.to[0] - x, disc.to[1] - y
    return [(x + dx * i / _POINTS, y + dy * i / _POINTS) for i in range(_POINTS)]


def _crosses(leader: Sequence[tuple[float, float]], box: Rect) -> bool:
    """Return True if a leader crosses a box."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    (x0, y0), (x1, y1) = leader[0], leader[-1]
    if max(x0, x1) <= left or min(x0, x1) >= right or max(y0, y1) <= top or min(y0, y1) >= bottom:
        return False
    return any(left < x < right and top < y < bottom for x, y in leader)


def draw_disc(
    number: str, x: float, y: float, radius: float, fill: Colour, paper: Colour
) -> list[Item]:
    """Draw a disc in a ring of paper with its number."""
    size = DISC_FIGURE * radius
    return [
        Path(PathBuilder().circle(x, y, radius * (1 + _RING)).done(), fill=paper),
        Path(PathBuilder().circle(x, y, radius).done(), fill=fill),
        draw_figure(number, x, y, size, paper, OUTLINED),
    ]


def draw_figure(
    text: str, x: float, y: float, size: float, colour: Colour, render_mode: str = LIVE
) -> Item:
    """Draw a figure in bold, its capitals centred about a point."""
    return text_line(
        TITLE_BOLD, text, x, y, size, colour, align=0.5, middle=True, render_mode=render_mode
    )


def draw_discs(discs: Iterable[Disc], radius: float, fill: Colour, paper: Colour) -> list[Item]:
    """Draw discs over their leaders."""
    lines, tops = [], []
    for disc in discs:
        (x, y) = disc.to
        if hypot(disc.x - x, disc.y - y) > radius:
            path = PathBuilder().move(disc.x, disc.y).line(x, y).done()
            dot = PathBuilder().circle(x, y, _DOT).done()
            lines += [
                Path(path, stroke=Stroke(paper, _CASING, round=True)),
                Path(path, stroke=Stroke(fill, _LEADER)),
                Path(dot, fill=fill, stroke=Stroke(paper, 0.25)),
            ]
        tops += draw_disc(disc.number, disc.x, disc.y, radius, fill, paper)
    return [*lines, *tops]
