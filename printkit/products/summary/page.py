"""The summary page: a game to hang on the wall.

In: a Variant, a language, a theme, the room of a page (mm). Out: one Symbol with the box
Rect(0, 0, *room): title and summary, then all sections in columns, in the largest print that fits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from printkit.art.frames import draw_frame
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.messages import translate
from printkit.base.units import MM_PER_POINT, format_size
from printkit.definition.defaults import FRAME
from printkit.definition.variant import Card, Variant
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, transformed
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.paragraph import Span, advance, paragraph
from printkit.graphics.path import PathBuilder
from printkit.graphics.text import TextOverflow, text_line
from printkit.products.cards.face import printed_ground
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.reference_cards.blocks import ColumnStyle, blocks, heading
from printkit.products.reference_cards.cards import palette
from printkit.products.reference_cards.content import (
    HANDS,
    NEED,
    OPTIONS,
    PENALTIES,
    PHASES,
    TOKENS,
    VALUES,
    WORTH,
    ReferenceSection,
    as_sentence,
    sections,
)
from printkit.products.reference_cards.examples import examples
from printkit.products.reference_cards.flow import ColumnFlow, FlowSection, FlowSpacing, flow

# The order of sections: as a game is played, or hands before phases where columns break better so.
ORDERS = (
    (NEED, PHASES, HANDS, WORTH, PENALTIES, TOKENS, OPTIONS),
    (NEED, HANDS, WORTH, PHASES, PENALTIES, TOKENS, OPTIONS),
)
# The width of a page of A4 (mm), for which all is drawn up; print on it, at the most and at the
# least (mm per em); print on a smaller page at the least.
_WIDE = 200.0
_MAX_SIZE, _MIN_SIZE, _MIN_SMALL = 16 * MM_PER_POINT, 9 * MM_PER_POINT, 7.5 * MM_PER_POINT
_FULL = 185.0
_STEP = 0.25 * MM_PER_POINT
# Columns, and the looks: hands drawn, names on lines of their own, all close together; with what
# each is worth against larger print.
_COLUMNS = (2, 3, 1)
_LOOKS = (
    ((True, True, False), 1.0),
    ((True, False, False), 0.93),
    ((True, False, True), 0.85),
    ((False, False, True), 1.0),
)
# From the edge of the page to the frame, from there to the text (mm on A4); between columns (em).
_EDGE, _PAD, _GUTTER = 1.0, 6.5, 2.4
# The name of the game, what stands below it, against the print of the columns; at the most on A4.
_TITLE, _LEAD_IN = 11.5, 1.2
# The rings at the head (mm on A4). The least and the greatest width of one of several columns (em).
_ORBIT = 19.0
_NARROW, _BROAD = 14.0, 40.0
# What a section that is parted weighs against print (mm per em).
_PARTED = 0.25
# So many steps smaller print is tried to keep sections whole.
_SMALLER = 3


@dataclass(frozen=True, slots=True)
class _Head:
    """Name and summary from the corner of the field, and their height (mm)."""

    items: tuple[Item, ...]
    height: float


@dataclass(frozen=True, slots=True)
class _Found:
    """Columns that fit: their print and look, how they are filled, what they are worth."""

    press: ColumnStyle
    flowed: ColumnFlow
    head: _Head
    worth: float


def page(variant: Variant, language: str, theme: Theme, room: tuple[float, float]) -> Symbol:
    """The page. Raises PrintkitError where it does not hold all in print that is read."""
    box = Rect(0, 0, *room)
    setter = _Setter(variant, language, theme, box)
    found = max(setter.found(), key=lambda one: one.worth, default=None)
    if found is None:
        raise PrintkitError(
            f"The summary of {variant.slug} does not fit on one page of {format_size(*room)}: its "
            f"print would be smaller than {setter.least / MM_PER_POINT:g} pt.",
            cure="Take a larger --paper.",
        )
    return Symbol("summary", tuple(setter.items(found)), box, variant.name[language])


@dataclass(frozen=True)
class _Setter:
    """Sets the sections of a game in columns of a page."""

    variant: Variant
    language: str
    theme: Theme
    box: Rect

    @property
    def scale(self) -> float:
        return min(self.box.w, self.box.h) / _WIDE

    @property
    def least(self) -> float:
        """The smallest print of this page (mm per em)."""
        return _MIN_SIZE if self.box.w >= _FULL else _MIN_SMALL

    @cached_property
    def field(self) -> Rect:
        """The field within the frame."""
        return self.box.inset((_EDGE + _PAD) * self.scale)

    @cached_property
    def shown(self) -> Mapping[str, tuple[Card, ...]]:
        """The examples of hands."""
        return examples(self.variant)

    def found(self) -> Iterator[_Found]:
        """For each look and number of columns the largest print that fits; hands are drawn if they
        can be."""
        steps = int((_MAX_SIZE * self.scale - self.least) / _STEP)
        drawn = False
        for look, favour in _LOOKS:
            if drawn and not look[0]:
                return
            for columns in _COLUMNS:
                # What fits in some print fits in a smaller one, but for a line or so.
                low, high = 0, max(0, steps) + 1
                fitting: list[_Found] = []
                while low < high:
                    middle = (low + high) // 2
                    one = self._set(look, columns, self.least + middle * _STEP, favour)
                    if one is None:
                        high = middle
                    else:
                        fitting.append(one)
                        low = middle + 1
                # A little smaller, no section may be parted.
                for step in range(low - 2, max(-1, low - 2 - _SMALLER), -1):
                    if fitting and fitting[-1].flowed.parted:
                        one = self._set(look, columns, self.least + step * _STEP, favour)
                        fitting += [one] if one is not None else []
                best = max(fitting, key=lambda one: one.worth, default=None)
                if best is not None:
                    drawn = drawn or look[0]
                    yield best

    def _set(
        self, look: tuple[bool, bool, bool], columns: int, size: float, favour: float
    ) -> _Found | None:
        """The columns in a look and a size of print, if they fit."""
        gutter = _GUTTER * size
        across = (self.field.w - (columns - 1) * gutter) / columns
        if not _NARROW * size <= across <= _BROAD * size and columns > 1:
            return None
        colours = palette(self.variant, self.theme)
        press = ColumnStyle(self.variant, self.language, self.theme, colours, size, across, *look)
        try:
            head = self._head(size)
            runs = {one.key: self._run(one, press) for one in self._sections(press)}
        except TextOverflow:
            return None
        above = (0.5 if press.dense else 1.0) * press.lead
        gaps = FlowSpacing(section=above, grow=press.lead, unit=press.lead / 2)
        best: _Found | None = None
        for order in ORDERS:
            own = [runs[key] for key in order if key in runs]
            flowed = flow(own, columns, self.field.h - head.height, gaps)
            if flowed is None:
                continue
            worth = favour * size - _PARTED * flowed.parted
            if best is None or worth > best.worth + 1e-9:
                best = _Found(press, flowed, head, worth)
        return best

    def _sections(self, press: ColumnStyle) -> list[ReferenceSection]:
        shown = self.shown if press.pictured else {}
        found = sections(self.variant, self.language, ORDERS[0], shown)
        if press.dense:
            return [as_sentence(s, self.language) if s.key == NEED else s for s in found]
        return found

    def _run(self, section: ReferenceSection, press: ColumnStyle) -> FlowSection:
        gap = 0.0 if section.kind == VALUES else press.lead / (4 if press.dense else 2)
        return FlowSection(heading(section.title, press), None, blocks(section, press), gap)

    def _head(self, size: float) -> _Head:
        """Name, summary and figures, as high as they need. Raises TextTooLong."""
        one, language, field = self.variant, self.language, self.field
        ink = self.theme.roles_of["ink"]
        name = one.name[language]
        orbit = _ORBIT * self.scale
        room = field.w - orbit - 3 * self.scale
        large = min(_TITLE * self.scale, room / advance(TITLE_BOLD, name))
        if large < size:
            raise TextOverflow(f"“{name}” is too long for the head of a page.")
        cap = font(TITLE_BOLD).cap_height / UNITS * large
        colour = text_colour_on_paper(palette(one, self.theme))
        items: list[Item] = [text_line(TITLE_BOLD, name, 0.0, cap, large, colour)]
        lead_in = _LEAD_IN * size
        words = [Span(INDEX, one.summary[language], ink), Span(TITLE, self._figures(), colour)]
        y = cap + 0.35 * large
        for span in words:
            text = paragraph([span], lead_in if span.font == INDEX else size, room, 1.2 * lead_in)
            items.append(transformed(text.texts, translation(0.0, y)))
            y += text.height
        base = max(y + 1.2 * self.scale, orbit)
        items += self._rule(base, orbit)
        return _Head(tuple(items), base + 0.9 * self.scale + 1.1 * size)

    def _figures(self) -> str:
        """“2 to 8 players · 76 cards”."""
        least, most = self.variant.players
        told = [
            translate(self.language, "reference.players-one", count=least)
            if least == most
            else translate(self.language, "reference.players-many", least=least, most=most)
        ]
        if self.variant.total:
            told.append(translate(self.language, "reference.cards", count=self.variant.total))
        return " · ".join(told)

    def _rule(self, base: float, side: float) -> list[Item]:
        """A graduated rule under rings with a planet, as on the charts."""
        look = palette(self.variant, self.theme)
        across, s = self.field.w, self.scale
        r = side / 2 - 0.8 * s
        cx, cy = across - side / 2, base - r - 1.2 * s
        rings, ticks = PathBuilder(), PathBuilder()
        rings.circle(cx, cy, r).circle(cx, cy, 0.62 * r).circle(cx, cy, 0.55 * r)
        for step in range(36):
            angle = math.radians(10 * step)
            inner = r * (0.93 if step % 3 else 0.87)
            rings.move(cx + inner * math.cos(angle), cy + inner * math.sin(angle))
            rings.line(cx + r * math.cos(angle), cy + r * math.sin(angle))
        ticks.move(0, base).line(across, base)
        pitch = across / round(across / (2 * s))
        for step in range(round(across / pitch) + 1):
            ticks.move(step * pitch, base)
            ticks.line(step * pitch, base + (1.3 if step % 5 == 0 else 0.8) * s)
        sun = PathBuilder().circle(cx, cy, 0.2 * r).done()
        planet = PathBuilder().circle(cx + 0.866 * r, cy - 0.5 * r, 1.2 * s).done()
        fine, line = look.weight(0.18), look.weight(0.3)
        return [
            Path(rings.done(), stroke=Stroke(look.main, fine)),
            Path(ticks.done(), stroke=Stroke(look.main, line)),
            Path(sun, fill=look.main),
            Path(planet, fill=look.accent),
        ]

    def items(self, found: _Found) -> list[Item]:
        """All that is printed: ground, frame, head, columns."""
        look = palette(self.variant, self.theme)
        edge = self.box.inset(_EDGE * self.scale)
        name = self.variant.cards[0].look.frame if self.variant.cards else FRAME
        items: list[Item] = printed_ground(look.paper, self.box)
        items += draw_frame(name, edge, look.main, look.main, look.lines, self.scale)
        items.append(transformed(found.head.items, translation(self.field.x, self.field.y)))
        top = self.field.y + found.head.height
        step = found.press.across + _GUTTER * found.press.size
        for at, column in enumerate(found.flowed.places):
            items += [one.at(self.field.x + at * step, top + y) for one, y in column.placed]
        return items
