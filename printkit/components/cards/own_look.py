"""The look of a face of one's own: its colours, measures and choices, and how its words are set.

What the definition leaves open its theme chooses, and what that leaves open follows from the theme:
one that prints to the cut has a ribbon over a picture that bleeds, another a framed picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.dress import is_dark_ground, mark_on, readable
from printkit.art.own_picture import COVER, Fitting
from printkit.art.theme import Palette
from printkit.base.face_design import DOUBLE, LINE, NONE, RIBBON, TOP
from printkit.base.geometry import Rect
from printkit.base.plain_text import shorten
from printkit.components.cards.anatomy import POKER
from printkit.components.cards.face_parts import FaceSetting
from printkit.components.cards.marked_text import TextColours, TextFonts, text_block
from printkit.graphics.colour import (
    MIN_TEXT_CONTRAST,
    MIN_VISIBLE_CONTRAST,
    Colour,
    blend,
    parse_hex,
)
from printkit.graphics.display_list import Item, Stroke
from printkit.graphics.font import (
    INDEX,
    TEXT,
    TEXT_BOLD,
    TEXT_BOLD_ITALIC,
    TEXT_ITALIC,
    TITLE,
    TITLE_BOLD,
)
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import HEXAGON
from printkit.layout.fit_text import TextOverflow
from printkit.layout.fitting import ColumnArea, Layout, fit, sizes_between
from printkit.layout.records import Alignment, Block, Canvas, Overflow, TextStyle

# The scale of parts against those of a poker card, and its limits; that of a text, which has to be
# read on small cards as well.
_MAX_SCALE, _MIN_SCALE, _MIN_TEXT_SCALE = 1.35, 0.6, 0.8
# The share of the colour of words, over the ground, in muted ones.
_QUIET = 0.66
# A picture beside words has what matters a little above its middle.
_FOCUS = (0.5, 0.42)
_STEP = 0.05
# The number of letters of a text that a message quotes.
_SHOWN = 40
_FONTS = {
    "text": TextFonts(TEXT, TEXT_BOLD, TEXT_ITALIC, TEXT_BOLD_ITALIC),
    "title": TextFonts(TITLE, TITLE_BOLD, TEXT_ITALIC, TEXT_BOLD_ITALIC),
    "index": TextFonts(INDEX, INDEX, TEXT_ITALIC, TEXT_BOLD_ITALIC),
}


class OwnLook(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The colours, measures and choices of a face of one's own."""

    face: FaceSetting

    def choice(self, key: str) -> Any:
        """Return a choice of the definition, else of the theme, else None."""
        own = getattr(self.face.design, key)
        return self.face.theme.design.get(key) if own is None else own

    @cached_property
    def k(self) -> float:
        """The scale of parts, 1 on a poker card."""
        return min(max(self.face.anatomy.scale, _MIN_SCALE), _MAX_SCALE)

    @property
    def area_scale(self) -> float:
        """The scale of words that fill a card, by its area."""
        anatomy = self.face.anatomy
        return min(math.sqrt(anatomy.width * anatomy.height / math.prod(POKER)), _MAX_SCALE)

    @property
    def text_scale(self) -> float:
        """The scale of text."""
        return max(self.k, _MIN_TEXT_SCALE)

    # --- colours ---------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Colour:
        """The colour of the face, to the cut."""
        chosen = self.choice("ground")
        if isinstance(chosen, str) and chosen.startswith("#"):  # no colour of a suit: as it is
            return parse_hex(chosen)
        return self._colour("ground") or self.face.dress.ground

    @cached_property
    def is_dark(self) -> bool:
        """True if words on the ground are light."""
        return is_dark_ground(self.face.theme, self.ground)

    @cached_property
    def ink(self) -> Colour:
        """The colour of words."""
        theme = self.face.theme
        ink = theme.roles_of["ink"]
        if self.is_dark or is_dark_ground(theme, theme.roles_of["paper"]):
            ink = theme.light if self.is_dark else theme.dark
        return self._read(self._colour("ink") or ink)

    @cached_property
    def quiet(self) -> Colour:
        """The colour of muted words."""
        return self._read(blend(self.ink, self.ground, _QUIET))

    @cached_property
    def accent(self) -> Colour:
        """The colour of frames, ribbons and rules."""
        theme, gold = self.face.theme, self.face.dress.gold and self.is_dark
        main = theme.roles_of["accent"] if gold else theme.palette(self.face.card.colour).main
        chosen = self._colour("accent") or main
        return readable(chosen, self.ground, theme, MIN_VISIBLE_CONTRAST)

    @cached_property
    def strong(self) -> Colour:
        """The accent for words."""
        return self._read(self.accent)

    def _colour(self, key: str) -> Colour | None:
        chosen = self.choice(key)
        return self.face.theme.colour(chosen) if isinstance(chosen, str) else chosen

    def _read(self, colour: Colour) -> Colour:
        return readable(colour, self.ground, self.face.theme, MIN_TEXT_CONTRAST)

    def mark(self, colour: str | None = None, ground: Colour | None = None) -> Palette:
        """Return the palette of an emblem in a colour of the themes (None: that of words) on a
        ground, by default that of the face."""
        theme, on = self.face.theme, ground or self.ground
        if colour is None:
            base = theme.palette(self.face.card.colour)
            return replace(base, main=self.ink, ink=self.ink, area=self.ink, paper=on)
        palette = mark_on(theme, theme.palette(colour), on, is_dark_ground(theme, on))
        return replace(palette, main=readable(palette.main, on, theme, MIN_VISIBLE_CONTRAST))

    def stroke(self, width: float, colour: Colour | None = None) -> Stroke:
        """Return a line of the theme, by default in the accent."""
        return Stroke(colour or self.accent, self.face.theme.line_weight(width * self.k))

    # --- choices ---------------------------------------------------------------------------------

    @cached_property
    def title_place(self) -> str:
        """Where the title is: by the design, else as the theme prints to the cut."""
        chosen = self.choice("title")
        if self.face.anatomy.shape == HEXAGON and chosen != NONE:
            return RIBBON  # no room for a row below its upper point
        return str(chosen or (RIBBON if self.face.theme.face.full_bleed else TOP))

    @cached_property
    def border(self) -> str:
        """The lines of frames: two, one or none."""
        return str(self.choice("border") or (DOUBLE if self.face.theme.solid else LINE))

    @cached_property
    def kicker(self) -> str:
        """The type of the card; empty if it is not shown."""
        words = self.face.card.kicker
        if words is None or self.choice("kicker") is False:
            return ""
        return words[self.face.language]

    @cached_property
    def credit(self) -> str:
        """The words for who made the picture; empty if they are not shown."""
        card = self.face.card
        return "" if self.choice("credit") is False else card.credit or card.author or ""

    @cached_property
    def corner(self) -> str:
        """The text of the corner; empty if it is not shown."""
        return "" if self.choice("corner") == NONE else self.face.card.index

    @property
    def marks_type(self) -> bool:
        """True if the emblem is beside the type, as value and cost have the corners."""
        card = self.face.card
        return card.mark is not None and bool(card.cost) and bool(self.corner)

    @property
    def title_font(self) -> str:
        """The font of the title."""
        return _FONTS[self.choice("title_font") or "title"].bold

    @property
    def text_fonts(self) -> TextFonts:
        """The fonts of the text below a picture."""
        return _FONTS[self.choice("text_font") or "text"]

    @property
    def prompt_fonts(self) -> TextFonts:
        """The fonts of a text without a picture: bold, as it is large."""
        own = _FONTS[self.choice("prompt_font") or "title"]
        return replace(own, regular=own.bold, italic=own.both)

    @property
    def fitting(self) -> Fitting:
        """How the picture of the card fills a window."""
        card = self.face.card
        focus = card.focus or (_FOCUS if card.text else (0.5, 0.5))
        return Fitting(card.fit or COVER, focus, card.bleed or "")

    # --- words -----------------------------------------------------------------------------------

    def text_block(
        self, text: str, fonts: TextFonts, strong: Colour, alignment: Alignment
    ) -> Block:
        """Return words of the card as a block; bold ones are in the colour `strong`."""
        colours = TextColours(self.ink, strong, self.mark)
        return text_block(text, fonts, colours, self.face.signs, alignment)

    def fit(self, block: Block, area: Rect, largest: float, leading: float) -> Layout | Overflow:
        """Set a block in an area, as large as fits from 6 pt to `largest` (mm per em)."""

        def style(size: float) -> TextStyle:
            return TextStyle(size, leading * size, self.face.language, min_size=MIN_TEXT_SIZE)

        sizes = sizes_between(MIN_TEXT_SIZE, max(largest, MIN_TEXT_SIZE), _STEP)
        return fit(block, ColumnArea(area.w, area.h), style, sizes)


def paint(layout: Layout, x: float, y: float) -> Sequence[Item]:
    """Return the items of a layout, its upper left corner at (x, y)."""
    canvas = Canvas()
    layout.paint(canvas, x, y)
    return canvas.items


def no_room(text: str) -> TextOverflow:
    """Return the error for words of a card that do not fit their place in 6 pt."""
    message = (
        f"The text “{shorten(text, _SHOWN)}” does not fit its place in the smallest size, 6 pt."
    )
    return TextOverflow(message, hint="Shorten it, or use a larger card.")
