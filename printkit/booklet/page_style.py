"""Style pages, furniture, chapter titles and callouts.

Every line of text is on a grid with the leading as its step; margins are narrow inside, wide
outside and at the foot.

A tip has a rule and a star. An example has a tinted ground and cards, a note a double rule and an
orbit, and lore has cut corners and a ringed world.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from printkit.art.theme import Palette, Theme, plain_paper_theme
from printkit.base.geometry import MM_PER_POINT, Rect, rotation, translation
from printkit.faces.anatomy import text_colour_on_paper
from printkit.faces.face import draw_ground
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import TEXT_BOLD, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import HAIRLINE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.fitting import FlowCosts
from printkit.layout.records import Canvas, PlacedStrip, Strip, TextStyle, paint_strips
from printkit.model.variant import Variant
from printkit.pieces.pages import ART, PAGE_BLEED, Destination, Layer, Link, Page
from printkit.pieces.product import game_colour
from printkit.text.book import EXAMPLE, LORE, NOTE, TIP, Chapter

# --- page style ----------------------------------------------------------------------------------

# The type of A5 (mm per em), for which the heights of pictures are given.
TYPE = 3.35
# The greatest measure (em); the margin above as a share of the height.
_MAX_MEASURE, _ABOVE = 35.4, 0.08
# The top and the foot of opening pages, as shares of the height.
_OPENING_TOP, _OPENING_FOOT = 0.06, 0.924
# The leadings that may fill pages, relative to the usual one, the nearest first.
_LEADINGS = (1.0, 0.98, 1.02, 0.96, 1.04, 0.94, 1.06, 1.08, 1.1, 0.92, 1.12)
# The distance from the top of a line to its baseline, in lines.
BASELINE = 0.74
# The usual type of the chapters at the end of a book and the smallest, in sizes of the text.
FINE_TYPE, SMALL_TYPE = 1.0, 0.8


class PageDesign(Struct, frozen=True):
    """The design of pages of a width (mm): the size of the type (pt), the leading (em), the measure
    (share of the width), the inner margin (share of both side margins), the margin below (share of
    the height), and the size of titles (relative to A5).
    """

    width: float
    points: float
    leading: float
    measure: float
    inside: float
    below: float
    titles: float


# A page for the pocket has small titles and narrow margins; from about A5 on, only the type grows.
_DESIGNS = (
    PageDesign(105.0, 8.0, 1.28, 0.82, 0.42, 0.088, 0.85),
    PageDesign(130.0, 9.0, 1.32, 0.795, 0.44, 0.10, 1.0),
    PageDesign(148.0, 9.5, 1.32, 0.795, 0.44, 0.10, 1.0),
    PageDesign(210.0, 12.0, 1.32, 0.795, 0.44, 0.10, 1.0),
)


class BookSpec(msgspec.Struct, frozen=True):
    """The choices of the user: the theme, and the width and height of a page (mm)."""

    theme: Theme
    width: float = 148.0
    height: float = 210.0


class TypeArea(msgspec.Struct, frozen=True):
    """The area of text on a page: its margins, the top of its first line, the width of a line, the
    size of the type (mm per em) and the number of lines, which is fractional if they are not
    `on_grid`. No text is smaller than `min_text`; titles are `titles` times the size of those on
    A5, pictures of panels `picture` times their usual size, and fine chapters have type of `fine`
    times the size. A book is bound at the right if `from_right` is True.
    """

    width: float
    height: float
    inner_margin: float
    outer_margin: float
    top: float
    measure: float
    size: float
    leading: float
    lines: float
    min_text: float = MIN_TABLE_TEXT_SIZE
    titles: float = 1.0
    picture: float = 1.0
    fine: float = FINE_TYPE
    on_grid: bool = True
    from_right: bool = False

    def is_right_hand(self, number: int) -> bool:
        """Return True for a right-hand page: an odd one, in a book bound at the left."""
        return (number % 2 == 1) != self.from_right

    def left(self, number: int) -> float:
        """Return the left edge of the text on a page."""
        return self.inner_margin if self.is_right_hand(number) else self.outer_margin

    @property
    def bottom(self) -> float:
        """The foot of the last line."""
        return self.top + self.height_of_text

    @property
    def height_of_text(self) -> float:
        """The height of all lines."""
        return self.lines * self.leading

    def text_style(self, language: str) -> TextStyle:
        """Return the style of running text."""
        grid, least = self.leading if self.on_grid else 0.0, self.min_text
        style = TextStyle(self.size, self.leading, language, BASELINE, grid, least)
        return replace(style, picture=self.picture, keep_alone=True)


def type_area_for(spec: BookSpec, *, from_right: bool) -> TypeArea:
    """Return the type area of a page; `from_right` is set for a book bound at the right."""
    design = _design_for(min(spec.width, spec.height))
    size = design.points * MM_PER_POINT
    leading = round(design.points * design.leading * 4) / 4 * MM_PER_POINT
    measure = min(spec.width * design.measure, size * _MAX_MEASURE)
    inner = (spec.width - measure) * design.inside
    top = spec.height * _ABOVE
    space = spec.height - top - spec.height * design.below
    return TypeArea(
        width=spec.width,
        height=spec.height,
        inner_margin=inner,
        outer_margin=spec.width - measure - inner,
        top=top,
        measure=measure,
        size=size,
        leading=leading,
        lines=int(space / leading + 1e-6),
        titles=design.titles,
        from_right=from_right,
    )


def scaled(area: TypeArea, ratio: float) -> TypeArea:
    """Return the area with its type scaled by a ratio, on a matching grid."""
    leading = area.leading * ratio
    lines = int((area.bottom - area.top) / leading + 1e-6)
    return replace(area, size=area.size * ratio, leading=leading, lines=lines)


def with_leading(area: TypeArea, ratio: float) -> TypeArea:
    """Return the area with another leading and the same type."""
    leading = area.leading * ratio
    return replace(area, leading=leading, lines=int((area.bottom - area.top) / leading + 1e-6))


def leadings(area: TypeArea) -> list[float]:
    """Return one leading for each possible number of lines on a page, as factors of the usual
    leading. The factor nearest to 1 is first.
    """
    by_lines: dict[float, float] = {}
    for ratio in _LEADINGS:
        by_lines.setdefault(with_leading(area, ratio).lines, ratio)
    return [*by_lines.values()]


def opening_area(area: TypeArea) -> TypeArea:
    """Return the area of an opening page, which is taller and has no grid."""
    top = area.height * _OPENING_TOP
    lines = (area.height * _OPENING_FOOT - top) / area.leading
    return replace(area, top=top, lines=lines, on_grid=False)


def _design_for(width: float) -> PageDesign:
    """Return the design for a page width, interpolated; its type is rounded to a quarter of a
    point.
    """
    ends = pairwise(_DESIGNS)
    one, two = next((pair for pair in ends if width <= pair[1].width), _DESIGNS[-2:])
    share = (min(max(width, one.width), two.width) - one.width) / (two.width - one.width)
    own = PageDesign(
        *(a + (b - a) * share for a, b in zip(astuple(one), astuple(two), strict=True))
    )
    return replace(own, points=round(own.points * 4) / 4)


class BookletPalette(msgspec.Struct, frozen=True):
    """The colours of a booklet, for text on light paper in any theme.

    `text` is black, and `title` is the colour of the game, for titles and links. `quiet` is for
    heads and captions, `line` for the rules of headings, `rule` for hairlines, and `accent` for
    ornaments. `wash` is mixed with paper for grounds; the usual ground is `tint`. In a gold theme,
    lines and grounds are gold.
    """

    theme: Theme
    cards: Theme
    text: Colour
    title: Colour
    quiet: Colour
    line: Colour
    rule: Colour
    wash: Colour
    tint: Colour
    accent: Colour


def title_colour(variant: Variant | None) -> str:
    """Return the colour of a book, which is the colour of its first game."""
    return "ink" if variant is None else game_colour(variant)


def make_palette(theme: Theme, variant: Variant | None) -> BookletPalette:
    """Return the colours of a theme for a booklet; titles are in the colour of the variant's
    back.
    """
    page = plain_paper_theme(theme)
    colour = title_colour(variant)
    palette: Palette = page.palette(colour)
    black = page.palette("ink")
    title = text_colour_on_paper(palette)
    tint = blend(page.wash(palette.main), palette.paper, page.mix["tint"])
    return BookletPalette(
        theme=page,
        cards=theme,
        text=black.ink,
        title=title,
        quiet=page.roles_of["quiet"],
        line=page.rule_colour(title),
        rule=page.rule_colour(palette.shade),
        wash=page.wash(title),
        tint=tint if page.solid else palette.paper,
        accent=palette.accent,
    )


# --- marks on strips ------------------------------------------------------------------------------


class HeadingMark(Struct, frozen=True, eq=False):
    """A heading: its level (1 for a chapter), its title and its anchor."""

    level: int
    title: str
    anchor: str


class ChapterMark(Struct, frozen=True, eq=False):
    """The beginning of a chapter."""

    chapter: Chapter


class MarginNote(Struct, frozen=True, eq=False):
    """A drawing in the margin, beside the strip."""

    symbol: Symbol


Mark = TypeVar("Mark")


def marks_of(strip: Strip, kind: type[Mark]) -> list[Mark]:
    """Return the marks of one kind on a strip."""
    return [mark for mark in strip.marks if isinstance(mark, kind)]


def marks_on(page: Sequence[PlacedStrip], kind: type[Mark]) -> Iterator[tuple[Mark, float]]:
    """Yield the marks of one kind on a page, with the tops of their strips."""
    for strip, top in page:
        for mark in marks_of(strip, kind):
            yield mark, top


# --- pages of a folded book -----------------------------------------------------------------------

# The pages of a folded sheet; the least filled share of a page, and of the last one of a part.
FOLD, MIN_FILL, MIN_LAST = 4, 0.75, 0.35
# The cost of a page that ends too high.
LOW = 9000.0
# A last page with fewer lines than this has a cost.
_BARE_LINES = 20


def page_costs(leading: float) -> FlowCosts:
    """Return the costs of empty lines, stretched and shrunk spaces, and a sparse last page."""
    return FlowCosts(
        unit=leading,
        empty=40.0,
        stretched=30.0,
        shrunk=160.0,
        sparse=900.0,
        min_units=_BARE_LINES,
        section_end=0.75,
        low=LOW,
        min_fill=MIN_FILL,
        max_unfilled=2 * leading,
    )


def blank_pages(count: int) -> int:
    """Return the number of blank pages that complete `count` pages to whole sheets."""
    return -count % FOLD


# --- page furniture ------------------------------------------------------------------------------

# The distances from the running head and from its rule down to the text (lines); the baseline of
# the folio (share of the height of the page).
_HEAD, _RULE, _FOLIO = 1.37, 0.98, 0.956
_HEAD_SIZE, _FOLIO_SIZE = 0.76, 0.92
# The diamond beside a folio: its distance, its height (of the figures), its size (mm).
_DIAMOND_GAP, _DIAMOND_LIFT, _DIAMOND = 2.4, 0.33, 0.55
# Drawings in the margin: the space between two (mm), their offset from the top of the line (lines),
# their distance from the text (share of the free width), and the greatest such distance (mm).
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
    """Draw the number at the outer edge of the text, with a diamond beside it."""
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
    """Draw drawings in the outer margin, beside their blocks and above the foot of the text."""
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
_PAGE_FURNITURE_ABOVE, _PAGE_FURNITURE_BELOW, _OPEN_ABOVE, _OPEN_BELOW = 0.34, 0.40, -0.14, -0.02
_CHAMFER = 2.2
_BAR = 0.7


def _tip(rect: Rect, palette: BookletPalette, begins: bool, ends: bool) -> list[Item]:
    """Draw a rule in the accent colour."""
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
    """Draw a hairline box with cut corners, open at a page break."""
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
    """A kind of callout: its border and its ornament. The border of a `closed` one has a right edge
    as well.
    """

    border: Callable[[Rect, BookletPalette, bool, bool], list[Item]]
    ornament: Callable[[float, float, float, BookletPalette], list[Item]]
    closed: bool = False
    italic: bool = False

    def draw_border(
        self, palette: BookletPalette, leading: float, rect: Rect, begins: bool, ends: bool
    ) -> list[Item]:
        """Draw the border around the lines of a callout on a page."""
        above, below = (
            (_PAGE_FURNITURE_ABOVE, _PAGE_FURNITURE_BELOW)
            if self.closed
            else (_OPEN_ABOVE, _OPEN_BELOW)
        )
        outer = rect.outset(0, above * leading, 0, below * leading)
        return self.border(outer, palette, begins, ends)

    def draw_ornament(self, palette: BookletPalette, baseline: float, size: float) -> list[Item]:
        """Draw the ornament before the title, centred on the height of its capitals."""
        cap = font(TEXT_BOLD).cap_height / UNITS * size
        radius = cap * 0.62
        return self.ornament(radius, baseline - cap / 2, radius, palette)


CALLOUTS = {
    TIP: CalloutStyle(_tip, _star),
    EXAMPLE: CalloutStyle(_example, _cards, closed=True),
    NOTE: CalloutStyle(_note, _orbit),
    LORE: CalloutStyle(_lore, _world, closed=True, italic=True),
}
