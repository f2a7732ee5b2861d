"""How chapters and parts begin.

In: a chapter's title, the frame. Out: one atom each: a title over a graduated rule, as on the scale
of an instrument; before a part a band of its family's back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from printkit.art.backs import draw_back
from printkit.art.theme import HAIRLINE
from printkit.base.geometry import Rect, translation
from printkit.booklet.book import Chapter, InlineText
from printkit.booklet.setting.atoms import Atom
from printkit.booklet.setting.runs import Manner
from printkit.booklet.setting.style import BASE, Frame, Inks
from printkit.booklet.setting.words import set_lines
from printkit.definition.variant import Variant
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathBuilder, rect_path

# The size of a title in steps of the grid: on a page of its own, and where chapters run on.
_LARGE, _RUN_ON, _PART = 1.62, 1.32, 2.1
# The lines above a title where chapters run on, by how much they may grow, and what they may lose.
_SPACE, _GIVE, _TAKE = 2, 1, 1
_BAND = 6
_TICKS = 60


@dataclass(frozen=True, slots=True)
class Openings:
    """Opens the chapters of a book, all in one way: `run_on` where they follow one another."""

    frame: Frame
    inks: Inks
    manner: Manner
    run_on: bool

    def chapter(self, chapter: Chapter) -> list[Atom]:
        """The title of a chapter."""
        atom = self._titled(chapter, _RUN_ON if self.run_on else _LARGE, self.run_on)
        atom.heading = (1, chapter.title, chapter.anchor)
        atom.anchors = (chapter.anchor,)
        atom.opens = chapter
        if self.run_on:
            atom.before, atom.give, atom.take = _SPACE, _GIVE, _TAKE
        return [atom]

    def _titled(self, chapter: Chapter, ratio: float, run_on: bool) -> Atom:
        step = self.frame.step
        size = ratio * step
        manner = replace(
            self.manner, size=size, fill=self.inks.title, regular=TITLE_BOLD, ragged=True
        )
        lines = set_lines((InlineText(chapter.title),), manner, self.frame.measure, chapter.place)
        items: list[Item] = []
        deep = 2 if size > 1.15 * step else 1
        row = 0
        for line in lines:
            row += deep
            items += line.placed(0.0, (row - 1 + BASE) * step)
        items.append(Use(scale(self.frame, self.inks), translation(0.0, (row + 0.12) * step)))
        return Atom(row + 1, items, text=chapter.title)

    def part(self, title: str, chapter: Chapter, variant: Variant | None) -> Atom:
        """The title of a part, over a band of the back."""
        step, wide = self.frame.step, self.frame.measure
        manner = replace(
            self.manner, size=_PART * step, fill=self.inks.title, regular=TITLE_BOLD, ragged=True
        )
        lines = set_lines((InlineText(title),), manner, wide, chapter.place)
        items: list[Item] = []
        band = Rect(0, 0.2 * step, wide, (_BAND - 0.6) * step)
        if variant is not None:
            family = next(iter(variant.families.values()))
            field = draw_back(family.back, wide, wide * 0.72, 0.0, self.inks.theme)
            items.append(Group((Use(field, translation(*band.centre)),), clip=rect_path(band)))
        edges = PathBuilder()
        for y in (band.y, band.bottom):
            edges.move(0, y).line(wide, y)
        items.append(
            Path(edges.done(), stroke=Stroke(self.inks.title, self.inks.theme.line_weight(0.5)))
        )
        row = _BAND
        for line in lines:
            row += 2
            items += line.placed(0.0, (row - 1 + BASE) * step)
        return Atom(row + 2, items, text=title)


@lru_cache(maxsize=8)
def scale(frame: Frame, inks: Inks) -> Symbol:
    """The graduated rule, its upper edge at 0."""
    wide, step = frame.measure, frame.step
    ticks = PathBuilder()
    for at in range(_TICKS + 1):
        x = wide * at / _TICKS
        deep = 0.30 if at % 10 == 0 else 0.19 if at % 5 == 0 else 0.11
        ticks.move(x, 0).line(x, deep * step)
    rule = PathBuilder().move(0, 0).line(wide, 0).done()
    items = (
        Path(rule, stroke=Stroke(inks.title, inks.theme.line_weight(0.5))),
        Path(ticks.done(), stroke=Stroke(inks.title, HAIRLINE * 1.2)),
    )
    return Symbol("scale", items, Rect(-0.5, -0.5, wide + 1, step), "")
