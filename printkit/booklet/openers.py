"""Set the titles of chapters and parts, the inside of the cover, and pages for notes.

A chapter title has a graduated rule below, a part title a band of the card back above.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from printkit.art.backs import draw_pattern
from printkit.base.geometry import Rect, translation
from printkit.base.messages import translate
from printkit.booklet.block_typesetter import BlockTypesetter
from printkit.booklet.page_style import BookletPalette, ChapterMark, HeadingMark, TypeArea
from printkit.booklet.pictures import TITLES
from printkit.components.lock_up import draw_lock_up
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.layout.blocks import Paragraph, fragment_of, painter
from printkit.layout.containers import Overlay, Placed
from printkit.layout.flow import filled_height
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
from printkit.text.book import Chapter, Heading, InlineText, ParagraphBlock, SourceLocation

# The size of a title (lines): on a new page, where chapters run on, of a part.
_LARGE, _RUN_ON, _PART = 1.62, 1.32, 2.1
# The title of a book on its first page.
_LOCK_UP = 2.05
# A title larger than this takes two lines of the grid for each of its lines.
_ONE_LINE = 1.15
# The lines above a title where chapters run on, with their stretch and shrink.
_SPACE, _STRETCH, _SHRINK = 2, 1, 1
# The band above a part: its height, the space above it, and the space around it (lines).
_BAND, _ABOVE_BAND, _AROUND_BAND = 6, 0.2, 0.6
# The distance of the rule from the last line of a title (lines); its ticks.
_TO_RULE, _TICKS = 0.12, 60


def open_chapter(typesetter: BlockTypesetter, chapter: Chapter, *, run_on: bool) -> Strip:
    """Set the title of a chapter; with `run_on` chapters follow one another on a page."""
    leading = typesetter.area.leading
    title = _set_title(typesetter, chapter.title, (_RUN_ON if run_on else _LARGE) * leading)
    rule = fragment_of((Use(graduated_rule(typesetter.area, typesetter.palette)),))
    layers = (Placed(title), Placed(rule, y=title.height + _TO_RULE * leading))
    return replace(
        _overlay(typesetter, layers, title.height + leading),
        space_before=_SPACE * leading if run_on else 0.0,
        stretch=_STRETCH * leading if run_on else 0.0,
        shrink=_SHRINK * leading if run_on else 0.0,
        marks=(HeadingMark(1, chapter.title, chapter.anchor), ChapterMark(chapter)),
        starts_section=True,
    )


def draw_book_title(opened: Strip, typesetter: BlockTypesetter, variant: Variant) -> Strip:
    """Return the title of the first chapter with the lock-up of the game in its place."""
    style, title = typesetter.style, typesetter.book.title
    game = LocalGame(variant, style.language, typesetter.palette.theme)
    lock_up = draw_lock_up(game, typesetter.area.measure, _LOCK_UP * style.leading, title=title)
    height = style.snap(lock_up.height + 0.6 * style.leading)
    return replace(opened, height=height, paint=painter(lock_up.items), text=title)


def open_part(typesetter: BlockTypesetter, title: str, variant: Variant | None) -> Strip:
    """Set the title of a part, over a band of the back."""
    area, palette = typesetter.area, typesetter.palette
    leading, width = area.leading, area.measure
    band = Rect(0, _ABOVE_BAND * leading, width, (_BAND - _AROUND_BAND) * leading)
    items: list[Item] = []
    if variant is not None:
        family = next(iter(variant.families.values()))
        pattern = draw_pattern(family.back.design, width, width * 0.72, 0.0, palette.theme)
        items.append(Group((Use(pattern, translation(*band.centre)),), clip=rect_path(band)))
    edges = PathBuilder()
    for y in (band.y, band.bottom):
        edges.move(0, y).line(width, y)
    stroke = Stroke(palette.title, palette.theme.line_weight(0.5))
    items.append(Path(edges.done(), stroke=stroke))
    words = _set_title(typesetter, title, _PART * leading)
    layers = (Placed(fragment_of(items)), Placed(words, y=_BAND * leading))
    return _overlay(typesetter, layers, words.height + (_BAND + 2) * leading)


def _overlay(typesetter: BlockTypesetter, layers: tuple[Placed, ...], height: float) -> Strip:
    return Overlay(layers, height).lay_out(typesetter.style, typesetter.area.measure).strips[0]


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
        Path(rule, stroke=Stroke(palette.title, palette.theme.line_weight(0.5))),
        Path(ticks.done(), stroke=Stroke(palette.title, HAIRLINE * 1.2)),
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


# --- pages for notes ---------------------------------------------------------------------------

# The distance of writing lines (lines of text).
_STEP = 2


def set_notes(typesetter: BlockTypesetter, page: Sequence[PlacedStrip] = ()) -> list[PlacedStrip]:
    """Set a title, a sentence and writing lines on a page, below its strips."""
    area, language = typesetter.area, typesetter.book.language
    place = SourceLocation("notes", 1)
    title = translate(language, "booklet.panel.notes")
    head = open_chapter(typesetter, Chapter("notes", title, (), place), run_on=bool(page))
    head = replace(head, marks=())
    words = InlineText(translate(language, "booklet.panel.notes-how"))
    strips = [head, *typesetter.lay_out((ParagraphBlock((words,), place),))]
    top = filled_height(page) + (head.space_before if page else 0.0)
    count = int((area.height_of_text - top - height_of(strips)) / area.leading) // _STEP
    lines = PathBuilder()
    for i in range(1, count + 1):
        y = i * _STEP * area.leading
        lines.move(0, y).line(area.measure, y)
    rules = Path(lines.done(), stroke=Stroke(typesetter.palette.rule, HAIRLINE))
    placed = stack_strips([*strips, Strip(count * _STEP * area.leading, painter((rules,)))])
    return [*page, *((strip, top + y) for strip, y in placed)]
