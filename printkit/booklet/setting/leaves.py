"""Pages drawn: running heads, folios, boxes' edges, margins.

In: the atoms of each page with their lines, the numbers of pages. Out: `pages.page.Page`s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from printkit.art.theme import HAIRLINE
from printkit.base.geometry import Rect, translation
from printkit.booklet.setting.atoms import Border
from printkit.booklet.setting.pagination import Set
from printkit.booklet.setting.style import BASE, Frame, Inks
from printkit.booklet.setting.words import moved
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Symbol, Text, Use
from printkit.graphics.font import TITLE, TITLE_BOLD, UNITS, shape
from printkit.graphics.path import PathBuilder
from printkit.imposition.page import ART, Destination, Layer, Link, Page

# The running head stands so far above the text, its rule below it; the folio below it (steps).
_HEAD, _RULE, _FOLIO = 1.62, 1.18, 1.95
_HEAD_SIZE, _FOLIO_SIZE = 0.76, 0.92
_ASIDE_AIR = 1.5


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page before it is drawn: its number, its atoms (none: blank), its running head (none where
    a chapter opens it), its title for people."""

    number: int
    sets: Sequence[Set]
    head: str
    title: str
    frame: Frame


def draw(
    leaf: Leaf, numbers: Mapping[str, int], places: Mapping[str, Destination], inks: Inks
) -> Page:
    """The page of a leaf."""
    frame = leaf.frame
    paper = Rect(0, 0, frame.width, frame.height)
    items: list[Item] = []
    links: list[Link] = []
    if leaf.sets:
        left = frame.left(leaf.number)
        if leaf.head:
            items += _head(leaf, left, inks)
        items += _edges(leaf.sets, left, frame)
        for one in leaf.sets:
            y = frame.top + one.line * frame.step
            drawn = list(one.atom.items)
            if one.atom.late is not None:
                drawn += one.atom.late(numbers)
            items += [moved(item, left, y) for item in drawn]
            for rect, to in one.atom.links:
                place = places.get(to[1:]) if to.startswith("#") else to
                if place is not None:
                    at = Rect(rect.x + left, rect.y + y, rect.w, rect.h)
                    links.append(Link(at, place))
        items += _asides(leaf, left, frame)
        items += _folio(leaf, left, inks)
    return Page(
        media=paper,
        bleed=paper,
        trim=paper,
        layers=(Layer(ART, tuple(items)),),
        name=f"{leaf.number:03d}",
        title=leaf.title,
        links=tuple(links),
    )


def _head(leaf: Leaf, left: float, inks: Inks) -> list[Item]:
    """The running head, towards the outer margin, over a hairline."""
    frame = leaf.frame
    size = frame.size * _HEAD_SIZE
    run = shape(TITLE, leaf.head)
    wide = run.width * size / UNITS
    y = frame.top - _HEAD * frame.step + 0.25 * frame.step
    x = left + frame.measure - wide if leaf.number % 2 else left
    line_y = frame.top - _RULE * frame.step + 0.2 * frame.step
    line = PathBuilder().move(left, line_y).line(left + frame.measure, line_y).done()
    return [
        Text(run, x, y, size, inks.quiet, render_mode=LIVE),
        Path(line, stroke=Stroke(inks.rule, HAIRLINE)),
    ]


def _folio(leaf: Leaf, left: float, inks: Inks) -> list[Item]:
    """The number at the outer edge of the text, a diamond beside it."""
    frame = leaf.frame
    size = frame.size * _FOLIO_SIZE
    run = shape(TITLE_BOLD, str(leaf.number))
    wide = run.width * size / UNITS
    right = leaf.number % 2 == 1
    y = frame.bottom + (_FOLIO - 1 + BASE) * frame.step
    x = left + frame.measure - wide if right else left
    cx = x - 2.4 if right else x + wide + 2.4
    cy, r = y - 0.33 * size, 0.55
    mark = PathBuilder().polygon([(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)]).done()
    return [
        Text(run, x, y, size, inks.title, render_mode=LIVE),
        Path(mark, fill=inks.accent),
    ]


def _edges(sets: Sequence[Set], left: float, frame: Frame) -> list[Item]:
    """The grounds and rules of the boxes of a page, the outer ones first."""
    spans: dict[Border, list[int]] = {}
    for at, one in enumerate(sets):
        for border in one.atom.borders:
            spans.setdefault(border, []).append(at)
    items: list[Item] = []
    for border, span in spans.items():
        first, last = sets[span[0]], sets[span[-1]]
        top = frame.top + first.line * frame.step
        foot = frame.top + (last.line + last.atom.lines) * frame.step
        rect = Rect(left + border.x, top, border.width, foot - top)
        begins = border.first is first.atom
        ends = border.last is last.atom
        items += border.draw(rect, begins, ends)
    return items


def _asides(leaf: Leaf, left: float, frame: Frame) -> list[Item]:
    """What stands in the outer margin, beside its block, never past the foot of the text."""
    items: list[Item] = []
    free = 0.0
    placed: list[tuple[Symbol, float]] = []
    for one in leaf.sets:
        aside = one.atom.aside
        if aside is not None:
            y = max(frame.top + (one.line + 0.18) * frame.step, free)
            placed.append((aside, y))
            free = y + aside.box.h + _ASIDE_AIR
    limit = frame.bottom
    for aside, y in reversed(placed):
        y = min(y, limit - aside.box.h)
        limit = y - _ASIDE_AIR
        wide = aside.box.w
        gap = min((frame.outside - wide) * 0.42, 6.0)
        x = left + frame.measure + gap if leaf.number % 2 else left - gap - wide
        items.append(Use(aside, translation(x, y)))
    return items[::-1]


def blank(leaf: Leaf) -> Leaf:
    """The same page with nothing on it."""
    return replace(leaf, sets=(), head="")
