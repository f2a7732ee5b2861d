"""Draw running heads, folios, margin drawings, and the borders of callouts.

A tip has a rule and a star, an example a tinted ground and cards, a note a double rule and an
orbit, lore cut corners and a ringed world.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import msgspec

from printkit.base.geometry import Rect, rotation, translation
from printkit.booklet.page_style import BookletPalette, MarginNote, TypeArea, marks_on
from printkit.components.cards.face import draw_ground
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Symbol, Use
from printkit.graphics.font import TEXT_BOLD, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import HAIRLINE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.imposition.page import ART, PAGE_BLEED, Destination, Layer, Link, Page
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import Canvas, PlacedStrip, paint_strips
from printkit.text.book import EXAMPLE, LORE, NOTE, TIP

# The distances of the running head and its rule above the text (lines); the baseline of the folio
# (share of the height of the page).
_HEAD, _RULE, _FOLIO = 1.37, 0.98, 0.956
_HEAD_SIZE, _FOLIO_SIZE = 0.76, 0.92
# The diamond beside a folio: its distance, its height (of the figures), its size (mm).
_DIAMOND_GAP, _DIAMOND_LIFT, _DIAMOND = 2.4, 0.33, 0.55
# Drawings in the margin: the space between two (mm), their offset from the top of the line
# (lines), their distance from the text (share of the free width), and its maximum (mm).
_NOTE_GAP, _NOTE_DOWN, _NOTE_SHARE, _MAX_NOTE_GAP = 1.5, 0.18, 0.42, 6.0


class BookPage(msgspec.Struct, frozen=True):
    """A page before it is drawn: its number, its strips (none for a blank page), its running head
    (empty if a chapter begins on it), its title and area."""

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
    """Draw a page, with links to the `places` of anchors."""
    area = page.area
    paper = Rect(0, 0, area.width, area.height)
    canvas = Canvas(numbers)
    canvas.items += draw_ground(palette.theme.roles_of["paper"], paper.inset(-PAGE_BLEED))
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
        layers=(Layer(ART, tuple(canvas.items), tags=tuple(canvas.tags)),),
        name=f"{page.number:03d}",
        title=page.title,
        links=tuple(links),
    )


def _head(page: BookPage, left: float, palette: BookletPalette) -> list[Item]:
    """Draw the running head at the outer margin, over a hairline."""
    area = page.area
    size = max(area.size * _HEAD_SIZE, MIN_TABLE_TEXT_SIZE)
    align = float(area.is_right_hand(page.number))
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
    is_right = area.is_right_hand(page.number)
    y = _FOLIO * area.height
    x = left + area.measure - width if is_right else left
    cx = x - _DIAMOND_GAP if is_right else x + width + _DIAMOND_GAP
    cy, r = y - _DIAMOND_LIFT * size, _DIAMOND
    mark = PathBuilder().diamond(cx, cy, r, r).done()
    return [
        text_line(TITLE_BOLD, number, x, y, size, palette.title, render_mode=LIVE),
        Path(mark, fill=palette.accent),
    ]


def _margin_notes(page: BookPage, left: float) -> list[Item]:
    """Draw the outer margin: drawings beside their blocks, above the foot of the text."""
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
        at_right = area.is_right_hand(page.number)
        x = left + area.measure + gap if at_right else left - gap - width
        items.append(Use(symbol, translation(x, y)))
    return items[::-1]


# --- callouts -------------------------------------------------------------------------------------

# The distances of the border above the first and below the last line, of closed and open boxes
# (lines).
_ABOVE, _BELOW, _OPEN_ABOVE, _OPEN_BELOW = 0.34, 0.40, -0.14, -0.02
_CHAMFER = 2.2
_BAR = 0.7


def _tip(rect: Rect, palette: BookletPalette, begins: bool, ends: bool) -> list[Item]:
    """Draw a rule in the accent's colour."""
    x = rect.x + _BAR / 2
    line = PathBuilder().move(x, rect.y).line(x, rect.bottom).done()
    return [Path(line, stroke=Stroke(palette.accent, palette.theme.line_weight(_BAR)))]


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
    else:  # a theme that saves ink has hairlines at the sides
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
        items.append(Path(data, stroke=Stroke(palette.line, palette.theme.line_weight(0.35))))
    return items


def _lore(rect: Rect, palette: BookletPalette, begins: bool, ends: bool) -> list[Item]:
    """Draw a hairline with cut corners, open at a page break."""
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
    tilt = rotation(-24).then(translation(cx, cy))
    turns = (2 * math.pi * i / 24 for i in range(24))
    points = [tilt.apply(1.14 * r * math.cos(a), 0.36 * r * math.sin(a)) for a in turns]
    ring = PathBuilder().smooth(points, closed=True).done()
    return [Path(disc, fill=palette.title), Path(ring, stroke=Stroke(palette.accent, 0.22))]


class CalloutStyle(msgspec.Struct, frozen=True):
    """A kind of callout: its border, its ornament; a `closed` one has a right edge as well."""

    border: Callable[[Rect, BookletPalette, bool, bool], list[Item]]
    ornament: Callable[[float, float, float, BookletPalette], list[Item]]
    closed: bool = False
    italic: bool = False

    def draw_border(
        self, palette: BookletPalette, leading: float, rect: Rect, begins: bool, ends: bool
    ) -> list[Item]:
        """Draw the border around the lines of a callout on a page."""
        above, below = (_ABOVE, _BELOW) if self.closed else (_OPEN_ABOVE, _OPEN_BELOW)
        outer = rect.outset(0, above * leading, 0, below * leading)
        return self.border(outer, palette, begins, ends)

    def draw_ornament(self, palette: BookletPalette, baseline: float, size: float) -> list[Item]:
        """Draw the ornament before the title, as high as its capitals."""
        cap = font(TEXT_BOLD).cap_height / UNITS * size
        radius = cap * 0.62
        return self.ornament(radius, baseline - cap / 2, radius, palette)


CALLOUTS = {
    TIP: CalloutStyle(_tip, _star),
    EXAMPLE: CalloutStyle(_example, _cards, closed=True),
    NOTE: CalloutStyle(_note, _orbit),
    LORE: CalloutStyle(_lore, _world, closed=True, italic=True),
}
