"""Pages drawn: running heads, folios, and what stands in their margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from printkit.base.geometry import Rect, translation
from printkit.booklet.page_marks import MarginNote, marks_on
from printkit.booklet.page_style import BASELINE, BookletPalette, TypeArea
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Symbol, Use
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import HAIRLINE, MIN_TABLE_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.imposition.page import ART, Destination, Layer, Link, Page
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import Canvas, PlacedStrip, paint_strips

# The running head and its rule stand so far above the text, the folio below it (lines).
_HEAD, _RULE, _FOLIO = 1.37, 0.98, 1.95
_HEAD_SIZE, _FOLIO_SIZE = 0.76, 0.92
# The diamond beside a folio: its distance, its height (of the figures), its size (mm).
_DIAMOND_GAP, _DIAMOND_LIFT, _DIAMOND = 2.4, 0.33, 0.55
# Drawings in the margin: the space between two (mm), how far down their line they begin (lines),
# and their share of what they leave free, at most so much (mm).
_NOTE_GAP, _NOTE_DOWN, _NOTE_SHARE, _MAX_NOTE_GAP = 1.5, 0.18, 0.42, 6.0


class BookPage(msgspec.Struct, frozen=True):
    """A page before it is drawn: its number, its strips (none: blank), its running head (none if
    a chapter opens it), and its title for people."""

    number: int
    strips: Sequence[PlacedStrip]
    head: str
    title: str
    area: TypeArea


def draw_page(
    page: BookPage,
    numbers: Mapping[str, int],
    places: Mapping[str, Destination],
    palette: BookletPalette,
) -> Page:
    """Draw a page, links to `places` by their anchors."""
    area = page.area
    paper = Rect(0, 0, area.width, area.height)
    canvas = Canvas(numbers)
    if page.strips:
        left = area.left(page.number)
        if page.head:
            canvas.items += _head(page, left, palette)
        paint_strips(canvas, page.strips, left, area.top)
        canvas.items += _margin_notes(page, left)
        canvas.items += _folio(page, left, palette)
    links = [
        Link(rect, place)
        for rect, to in canvas.links
        if (place := places.get(to[1:]) if to.startswith("#") else to) is not None
    ]
    return Page(
        media=paper,
        bleed=paper,
        trim=paper,
        layers=(Layer(ART, tuple(canvas.items)),),
        name=f"{page.number:03d}",
        title=page.title,
        links=tuple(links),
    )


def _head(page: BookPage, left: float, palette: BookletPalette) -> list[Item]:
    """Draw the running head, towards the outer margin, over a hairline."""
    area = page.area
    size = max(area.size * _HEAD_SIZE, MIN_TEXT_SIZE)
    align = float(page.number % 2)
    x, y = left + align * area.measure, area.top - _HEAD * area.leading
    rule_y = area.top - _RULE * area.leading
    rule = PathBuilder().move(left, rule_y).line(left + area.measure, rule_y).done()
    return [
        text_line(TITLE, page.head, x, y, size, palette.quiet, align=align, render_mode=LIVE),
        Path(rule, stroke=Stroke(palette.rule, HAIRLINE)),
    ]


def _folio(page: BookPage, left: float, palette: BookletPalette) -> list[Item]:
    """Draw the number at the outer edge of the text, a diamond beside it."""
    area = page.area
    size = max(area.size * _FOLIO_SIZE, MIN_TABLE_TEXT_SIZE)
    number = str(page.number)
    width = text_width(TITLE_BOLD, number, size)
    is_right = page.number % 2 == 1
    y = area.bottom + (_FOLIO - 1 + BASELINE) * area.leading
    x = left + area.measure - width if is_right else left
    cx = x - _DIAMOND_GAP if is_right else x + width + _DIAMOND_GAP
    cy, r = y - _DIAMOND_LIFT * size, _DIAMOND
    mark = PathBuilder().diamond(cx, cy, r, r).done()
    return [
        text_line(TITLE_BOLD, number, x, y, size, palette.title, render_mode=LIVE),
        Path(mark, fill=palette.accent),
    ]


def _margin_notes(page: BookPage, left: float) -> list[Item]:
    """Draw what stands in the outer margin, beside its block, never past the foot of the text."""
    area = page.area
    items: list[Item] = []
    placed: list[tuple[Symbol, float]] = []
    free = 0.0
    for note, top in marks_on(page.strips, MarginNote):
        y = max(area.top + top + _NOTE_DOWN * area.leading, free)
        placed.append((note.symbol, y))
        free = y + note.symbol.box.h + _NOTE_GAP
    limit = area.bottom
    for symbol, wanted in reversed(placed):
        y = min(wanted, limit - symbol.box.h)
        limit = y - _NOTE_GAP
        width = symbol.box.w
        gap = min((area.outer_margin - width) * _NOTE_SHARE, _MAX_NOTE_GAP)
        x = left + area.measure + gap if page.number % 2 else left - gap - width
        items.append(Use(symbol, translation(x, y)))
    return items[::-1]
