"""How chapters and parts begin.

A title is over a graduated rule, as on the scale of an instrument, and a part begins with a band of
the back of its family.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from printkit.art.backs import draw_pattern
from printkit.base.geometry import Rect, translation
from printkit.booklet.book import Chapter
from printkit.booklet.page_marks import ChapterMark, HeadingMark
from printkit.booklet.page_style import BookletPalette, TypeArea
from printkit.booklet.text_spans import TITLES
from printkit.components.lock_up import draw_lock_up
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.layout.lines import break_paragraph
from printkit.layout.records import RAGGED, Canvas, Painter, Span, Strip, TextStyle
from printkit.model.variant import Variant

# The size of a title in lines of the grid: on a page of its own, where chapters run on, of a part.
_LARGE, _RUN_ON, _PART = 1.62, 1.32, 2.1
# The title of a book on its first page.
_LOCK_UP = 2.05
# A line of a title larger than this takes two lines of the grid.
_ONE_LINE = 1.15
# The lines above a title where chapters run on, and by how much they may grow and shrink.
_SPACE, _STRETCH, _SHRINK = 2, 1, 1
# The band above a part: its height, and what stays free above and below it (lines).
_BAND, _ABOVE_BAND, _AROUND_BAND = 6, 0.2, 0.6
# The distance of the rule from the last line of a title (lines); its ticks.
_TO_RULE, _TICKS = 0.12, 60


class ChapterOpener(msgspec.Struct, frozen=True):
    """Opens the chapters of a book, all in one way: `run_on` if they follow one another."""

    area: TypeArea
    palette: BookletPalette
    style: TextStyle
    run_on: bool

    def open_chapter(self, chapter: Chapter) -> Strip:
        """Set the title of a chapter."""
        leading = self.style.leading
        size = (_RUN_ON if self.run_on else _LARGE) * leading
        height, paint_title = self._title(chapter.title, size)
        rule = Use(
            graduated_rule(self.area, self.palette), translation(0.0, height + _TO_RULE * leading)
        )

        def paint(canvas: Canvas, x: float, y: float) -> None:
            paint_title(canvas, x, y)
            canvas.draw((rule,), x, y)

        return Strip(
            height + leading,
            paint,
            space_before=_SPACE * leading if self.run_on else 0.0,
            stretch=_STRETCH * leading if self.run_on else 0.0,
            shrink=_SHRINK * leading if self.run_on else 0.0,
            marks=(HeadingMark(1, chapter.title, chapter.anchor), ChapterMark(chapter)),
            starts_section=True,
            text=chapter.title,
        )

    def open_book(self, chapter: Chapter, variant: Variant, title: str) -> Strip:
        """Set the lock-up of the game over the first chapter, with the title of the book."""
        style, size = self.style, _LOCK_UP * self.style.leading
        theme, width = self.palette.theme, self.area.measure
        lock_up = draw_lock_up(variant, style.language, theme, width, size, title=title)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw(lock_up.items, x, y)

        height = style.snap(lock_up.height + 0.6 * style.leading)
        return replace(self.open_chapter(chapter), height=height, paint=paint, text=title)

    def open_part(self, title: str, variant: Variant | None) -> Strip:
        """Set the title of a part, over a band of the back."""
        leading, width = self.style.leading, self.area.measure
        height, paint_title = self._title(title, _PART * leading)
        band = Rect(0, _ABOVE_BAND * leading, width, (_BAND - _AROUND_BAND) * leading)
        items: list[Item] = []
        if variant is not None:
            family = next(iter(variant.families.values()))
            pattern = draw_pattern(family.back.design, width, width * 0.72, 0.0, self.palette.theme)
            items.append(Group((Use(pattern, translation(*band.centre)),), clip=rect_path(band)))
        edges = PathBuilder()
        for y in (band.y, band.bottom):
            edges.move(0, y).line(width, y)
        stroke = Stroke(self.palette.title, self.palette.theme.line_weight(0.5))
        items.append(Path(edges.done(), stroke=stroke))

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw(items, x, y)
            paint_title(canvas, x, y + _BAND * leading)

        return Strip(height + (_BAND + 2) * leading, paint, text=title)

    def _title(self, text: str, size: float) -> tuple[float, Painter]:
        """Return the height of a title and what paints it."""
        style = self.style
        em, leading = size / style.size, style.leading
        spans = (Span(text, TITLES.regular, self.palette.title),)
        lines = break_paragraph(spans, style, self.area.measure, RAGGED, em=em).lines
        step = (2 if size > _ONE_LINE * leading else 1) * leading
        unit, baseline = style.text_size(em), style.baseline_of(TITLES.regular, em)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            for i, line in enumerate(lines, 1):
                line.paint(canvas, x, y + i * step - leading + baseline, style, unit)

        return len(lines) * step, paint


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
