"""The page of a booklet: size, margins, grid, colours, marks on strips, costs of pages.

Every line of text is on a grid with the leading as its step; margins are narrow inside, wide
outside and at the foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.art.theme import Palette, Theme, plain_paper_theme
from printkit.base.units import MM_PER_POINT
from printkit.components.cards.index import text_colour_on_paper
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Symbol
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.flow import FlowCosts
from printkit.layout.records import PlacedStrip, Strip, TextStyle
from printkit.model.variant import Variant
from printkit.pieces.local_game import game_colour
from printkit.text.book import Chapter

# Widths of pages (mm) and their type (pt), with linear interpolation.
_SIZES = ((105.0, 8.25), (148.0, 9.5), (210.0, 12.0))
# The type of A5 (mm per em), for which the heights of pictures are given.
TYPE = 3.35
# The leading (em); the measure as a share of the page width, and its maximum (em).
_LEADING, _MEASURE, _MAX_MEASURE = 1.32, 0.795, 35.4
# The inner margin as a share of both; the margins above and below as shares of the height.
_INSIDE, _ABOVE, _BELOW = 0.44, 0.08, 0.10
# The top and the foot of opening pages, as shares of the height.
_OPENING_TOP, _OPENING_FOOT = 0.06, 0.924
# The leadings that may fill pages, relative to the usual one, the nearest first.
_LEADINGS = (1.0, 0.98, 1.02, 0.96, 1.04, 0.94, 1.06, 1.08, 1.1, 0.92, 1.12)
# The distance from the top of a line to its baseline, in lines.
BASELINE = 0.74


class BookSpec(msgspec.Struct, frozen=True):
    """The choices of the user: the theme, and the width and height of a page (mm)."""

    theme: Theme
    width: float = 148.0
    height: float = 210.0


class TypeArea(msgspec.Struct, frozen=True):
    """The area of text on a page: its margins, the top of its first line, the width of a line, the
    size of the type (mm per em) and the number of lines, with a share of one where they are not
    `on_grid`. No text is smaller than `min_text`; pictures of panels are `picture` times their
    usual size. A book `from_right` is bound at the right.
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
    min_text: float = 0.0
    picture: float = 1.0
    on_grid: bool = True
    from_right: bool = False

    def is_right_hand(self, number: int) -> bool:
        """Return True for a right-hand page: one of an odd number, in a book bound at the left."""
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
        return replace(style, picture=self.picture)


def type_area_for(spec: BookSpec, *, from_right: bool) -> TypeArea:
    """Return the type area of a page; a book `from_right` is bound at the right."""
    points = _interpolated(min(spec.width, spec.height))
    size = points * MM_PER_POINT
    leading = round(points * _LEADING * 4) / 4 * MM_PER_POINT
    measure = min(spec.width * _MEASURE, size * _MAX_MEASURE)
    inner = (spec.width - measure) * _INSIDE
    top = spec.height * _ABOVE
    space = spec.height - top - spec.height * _BELOW
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
        from_right=from_right,
    )


def scaled(area: TypeArea, ratio: float) -> TypeArea:
    """Return the area with type scaled by a ratio, on a grid to match."""
    leading = area.leading * ratio
    lines = int((area.bottom - area.top) / leading + 1e-6)
    return replace(area, size=area.size * ratio, leading=leading, lines=lines)


def with_leading(area: TypeArea, ratio: float) -> TypeArea:
    """Return the area with another leading, the type as it is."""
    leading = area.leading * ratio
    return replace(area, leading=leading, lines=int((area.bottom - area.top) / leading + 1e-6))


def leadings(area: TypeArea) -> list[float]:
    """Return a leading for each number of lines on a page, relative to the usual one, the nearest
    first."""
    by_lines: dict[float, float] = {}
    for ratio in _LEADINGS:
        by_lines.setdefault(with_leading(area, ratio).lines, ratio)
    return [*by_lines.values()]


def opening_area(area: TypeArea) -> TypeArea:
    """Return the higher area of an opening page, where nothing is on a grid."""
    top = area.height * _OPENING_TOP
    lines = (area.height * _OPENING_FOOT - top) / area.leading
    return replace(area, top=top, lines=lines, min_text=MIN_TABLE_TEXT_SIZE, on_grid=False)


def _interpolated(width: float) -> float:
    """Return the type size for a page width, rounded to a quarter of a point."""
    ends = pairwise(_SIZES)
    (w0, s0), (w1, s1) = next((pair for pair in ends if width <= pair[1][0]), _SIZES[-2:])
    share = (min(max(width, w0), w1) - w0) / (w1 - w0)
    return round((s0 + (s1 - s0) * share) * 4) / 4


class BookletPalette(msgspec.Struct, frozen=True):
    """The colours of a booklet, for text on light paper in any theme.

    `text` is black, `title` the colour of the game, for links too, `quiet` for heads and captions,
    `line` for rules of headings, `rule` for hairlines, `wash` is mixed with paper for grounds, of
    which `tint` is the usual one, `accent` for ornaments. In a theme of gold lines and grounds are
    gold.
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
    """Return the colour of a book: that of its first game."""
    return "ink" if variant is None else game_colour(variant)


def make_palette(theme: Theme, variant: Variant | None) -> BookletPalette:
    """Return the colours of a theme; titles are in the colour of the variant's back."""
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
FOLD, MIN_FILL, MIN_LAST = 4, 0.7, 0.35
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
        max_unfilled=2 * leading,
    )


def blank_pages(count: int) -> int:
    """Return the number of blank pages that complete `count` pages to whole sheets."""
    return -count % FOLD
