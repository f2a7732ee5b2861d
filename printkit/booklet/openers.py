"""Set the titles of chapters, over a graduated rule, and the inside of the cover."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.page_style import BookletPalette, ChapterMark, HeadingMark, TypeArea
from printkit.booklet.pictures import TITLES
from printkit.components.lock_up import draw_lock_up
from printkit.graphics.display_list import Path, Stroke, Symbol, Use
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Paragraph, fragment_of, painter
from printkit.layout.containers import Overlay, Placed
from printkit.layout.records import (
    RAGGED,
    Fragment,
    PlacedStrip,
    Span,
    Strip,
    height_of,
    stack_strips,
)
from printkit.model.variant import Variant
from printkit.pieces.local_game import LocalGame
from printkit.text.book import Chapter, Heading, InlineText

# The size of a title (lines): on an opening page, where chapters run on.
_LARGE, _RUN_ON = 1.62, 1.32
# The title of a book on its first page.
_LOCK_UP = 2.05
# A title larger than this takes two lines of the grid for each of its lines.
_ONE_LINE = 1.15
# The lines above a title where chapters run on, with their stretch; the lines below it, and below
# that of an opening page.
_SPACE, _STRETCH, _BELOW, _BELOW_LARGE = 1, 1, 1.0, 0.7
# The distance of the rule from the last line of a title (lines); its ticks.
_TO_RULE, _TICKS = 0.12, 60


def open_chapter(typesetter: BlockTypesetter, chapter: Chapter, *, run_on: bool) -> Strip:
    """Set the title of a chapter; with `run_on` chapters follow one another on a page."""
    leading = typesetter.area.leading
    title = _set_title(typesetter, chapter.title, (_RUN_ON if run_on else _LARGE) * leading)
    rule = fragment_of((Use(graduated_rule(typesetter.area, typesetter.palette)),))
    layers = (Placed(title), Placed(rule, y=title.height + _TO_RULE * leading))
    height = title.height + (_BELOW if run_on else _BELOW_LARGE) * leading
    opened = Overlay(layers, height).lay_out(typesetter.style, typesetter.area.measure)
    return replace(
        opened.strips[0],
        space_before=_SPACE * leading if run_on else 0.0,
        stretch=_STRETCH * leading if run_on else 0.0,
        marks=(HeadingMark(1, chapter.title, chapter.anchor), ChapterMark(chapter)),
        starts_section=True,
    )


def draw_book_title(
    opened: Strip, typesetter: BlockTypesetter, variant: Variant, title: str
) -> Strip:
    """Return the title of the first chapter with the lock-up of the game in its place."""
    style = typesetter.style
    game = LocalGame(variant, style.language, typesetter.palette.theme)
    lock_up = draw_lock_up(game, typesetter.area.measure, _LOCK_UP * style.leading, title=title)
    height = style.snap(lock_up.height + 0.6 * style.leading)
    return replace(opened, height=height, paint=painter(lock_up.items), text=title)


def _set_title(typesetter: BlockTypesetter, text: str, size: float) -> Fragment:
    """Return a title; each line of a large title is on the second of two grid lines."""
    style, leading = typesetter.style, typesetter.area.leading
    step = (2 if size > _ONE_LINE * leading else 1) * leading
    span = Span(text, TITLES.regular, typesetter.palette.title)
    words = Paragraph((span,), RAGGED, size / style.size)
    baseline = (step - leading + style.baseline_of(TITLES.regular, words.em)) / step
    return words.lay_out(replace(style, leading=step, baseline=baseline), typesetter.area.measure)


@lru_cache(maxsize=8)
def graduated_rule(area: TypeArea, palette: BookletPalette) -> Symbol:
    """Return the rule, its upper edge at 0."""
    width, leading = area.measure, area.leading
    ticks = PathBuilder()
    for i in range(_TICKS + 1):
        x = width * i / _TICKS
        depth = 0.30 if i % 10 == 0 else 0.19 if i % 5 == 0 else 0.11
        ticks.move(x, 0).line(x, depth * leading)
    rule = PathBuilder().move(0, 0).line(width, 0).done()
    items = (
        Path(rule, stroke=Stroke(palette.line, palette.theme.line_weight(0.5))),
        Path(ticks.done(), stroke=Stroke(palette.line, HAIRLINE * 1.2)),
    )
    return Symbol("scale", items, Rect(-0.5, -0.5, width + 1, leading), "")


# --- the inside of the cover ----------------------------------------------------------------------

# The size of its type in sizes of the text.
IMPRINT_SIZE = 0.88


def set_imprint(chapter: Chapter, typesetter: BlockTypesetter) -> list[PlacedStrip]:
    """Set the colophon under a small title, aligned with the foot of the page."""
    title = Heading(3, (InlineText(chapter.title),), chapter.anchor, chapter.place)
    first, *rest = typesetter.lay_out((title, *chapter.blocks))
    marks = (HeadingMark(1, chapter.title, chapter.anchor), ChapterMark(chapter))
    strips = [replace(first, marks=marks), *rest]
    down = max(0.0, typesetter.area.height_of_text - height_of(strips))
    return [(strip, down + top) for strip, top in stack_strips(strips)]
