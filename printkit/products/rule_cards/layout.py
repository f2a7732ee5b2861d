"""The face of a rule card: a set's name, its own hand, its values, what may be exchanged.

In: a set of rules, a language, a theme, a size (mm). Out: one Symbol centred on the origin, in the
frame of the set's cards. Parts lie one below the other; on small cards print shrinks to 6 pt and
the drawn hand goes, then the card is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import fsum

from printkit.art.emblem import emblem, place_emblem
from printkit.art.frames import FINE, draw_divider, draw_frame
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect, translation
from printkit.base.messages import translate
from printkit.definition.play import Hand
from printkit.definition.variant import Card, Variant
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Text, transformed
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.path import PathBuilder
from printkit.graphics.text import LEADING, FitStyle, TextOverflow, fit_text, text_width
from printkit.products.cards.anatomy import MIN_TEXT_SIZE, SAFE, Anatomy, anatomy
from printkit.products.cards.face import printed_ground
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.cards.value import drawn_value
from printkit.products.rule_cards.hand import tiles
from printkit.products.rule_cards.words import exchanged

# On a poker card (mm): print, headings, a row of the table at most and at least.
_PRINT, _HEADING, _TITLE, _COUNTS = 2.65, 3.3, 4.1, 3.9
_ROW, _LEAST_ROW = 7.2, 3.2
# The frame stands this far inside the safe area; its lines and ticks take so much within.
_FRAME, _LINES, _CORNER = 0.6, 3.9, 7.6
_GAP, _DIVIDER = 0.9, 0.55
# Figures against the height of a row: what the plate of a negative value leaves of it.
_FIGURES = 0.6
# Emblems up to this size (mm) are drawn without their field.
_PLAIN = 9.0
# Print is tried in these sizes, as large as they are written first.
_SIZES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)


@dataclass(frozen=True, slots=True)
class _Block:
    """Items between y = 0 and their height, centred on x = 0."""

    items: tuple[Item, ...]
    height: float

    def at(self, y: float) -> Item:
        return transformed(self.items, translation(0, y))


def rule_face(
    rules: Variant, language: str, theme: Theme, width_: float, height: float, reach: float
) -> Symbol:
    """The front of a set's rule card. Raises TextTooLong where it is too small for 6 pt."""
    a = anatomy(width_, height)
    attempts = (
        _Composer(rules, language, theme, a, k, pictured).items()
        for pictured in (True, False)
        for k in _SIZES
    )
    drawn = next((items for items in attempts if items is not None), None)
    if drawn is None:
        raise TextOverflow(
            f"The rule card of {rules.slug} has no room on a card of this size.",
            location=f"rule card {rules.slug} ({language})",
            hint="Take a larger card.",
        )
    palette = theme.palette("ink")
    box = a.trim.inset(-reach)
    ground = printed_ground(palette.paper, box)
    return Symbol(f"rule-{rules.slug}", (*ground, *drawn), box, rules.name[language])


@dataclass(frozen=True)
class _Composer:
    """One attempt at a face: print `k` times its size, with or without the hand drawn."""

    rules: Variant
    language: str
    theme: Theme
    a: Anatomy
    k: float
    pictured: bool

    def items(self) -> list[Item] | None:
        """The whole face; nothing where this attempt finds no room."""
        try:
            return self._composed()
        except TextOverflow:
            return None

    def _composed(self) -> list[Item] | None:
        a, s, gap = self.a, self.a.scale, _GAP * self.a.scale
        varying = self.varying
        palette = self.theme.palette(varying[0].look.colour if varying else "ink")
        main = text_colour_on_paper(palette)
        safe = a.trim.inset(SAFE)
        title = self._text(self.rules.name[self.language], TITLE_BOLD, _TITLE, safe.w, main, 2)
        accent = 0.25 * _TITLE * s * self.k
        top = safe.y + accent + title.height + 0.9 * gap
        side = _FRAME * s
        field = Rect(safe.x + side, top, safe.w - 2 * side, safe.bottom - side - top)
        across = field.w - 2 * _LINES * s
        head, foot = self._hand(across, palette), self._exchange(palette)
        part = _DIVIDER * 4.6 * s
        pad = 2.3 * s
        fixed = fsum(block.height for block in (*head, *foot)) + gap * (len(head) + len(foot) - 2)
        parts = [bool(head) and bool(varying), bool(foot) and bool(head or varying)]
        room = field.h - 2 * pad - fixed - sum(parts) * (part + 2 * gap)
        row = min(room / len(varying), _ROW * s) if varying else 0.0
        if room < 0 or (varying and row < max(_LEAST_ROW, 4.2 * s * self.k)):
            return None
        # What is left is shared out between the parts.
        spare = (room - row * len(varying)) / (2 + 2 * sum(parts))
        look = varying[0].look if varying else self.rules.cards[0].look
        items: list[Item] = [title.at(safe.y + accent)]
        items += draw_frame(look.frame, field, palette.main, palette.main, palette.lines, s)
        y = field.y + pad + spare
        for block in head:
            items.append(block.at(y))
            y += block.height + gap
        y += (spare - gap) if head else 0.0
        for shown, blocks in zip(parts, (self._table(across, row, palette), foot), strict=True):
            if shown:
                y += gap
                items.append(self._divider(across, y + part / 2, palette))
                y += part + gap + spare
            for block in blocks:
                items.append(block.at(y))
                y += block.height + (gap if blocks is foot else 0.0)
            y += spare
        return items

    @property
    def varying(self) -> list[Card]:
        """The cards whose value a set gives."""
        return [card for card in self.rules.cards if card.varies]

    def _hand(self, across: float, palette: Palette) -> list[_Block]:
        """The hand that stands before all others: that it does, its name, its cards."""
        best = min(self.rules.hands, key=lambda hand: hand.order, default=None)
        if best is None:
            return []
        narrow = across - 2 * (_CORNER - _LINES) * self.a.scale
        ink = palette.ink
        label = translate(self.language, "rule-cards.best")
        name, how = best.name[self.language], best.how[self.language]
        return [
            self._text(label, TITLE, _PRINT, narrow, text_colour_on_paper(palette), 1),
            self._text(name, TITLE_BOLD, _HEADING, narrow, ink, 2),
            *self._tiles(best, across),
            self._text(how, INDEX, _PRINT, across - 2 * self.a.scale, ink, 4),
        ]

    def _tiles(self, hand: Hand, across: float) -> list[_Block]:
        if not self.pictured:
            return []
        size = self.a.scale * max(self.k, 0.8)
        items, height = tiles(hand, self.rules, self.language, self.theme, size, across)
        return [_Block(tuple(items), height)] if items else []

    def _exchange(self, palette: Palette) -> list[_Block]:
        """How many cards may be exchanged, large, and the exception, small."""
        told, held = exchanged(self.rules, self.language)
        if not told:
            return []
        # The lower corners of the frame bite into these lines.
        narrow = self.a.width - 2 * (SAFE + (_FRAME + _CORNER) * self.a.scale)
        label = translate(self.language, "rule-cards.exchange")
        blocks = [
            self._text(label, TITLE, _PRINT, narrow, text_colour_on_paper(palette), 1),
            self._text(told, TITLE_BOLD, _COUNTS, narrow, palette.ink, 1),
        ]
        if held:
            blocks.append(self._text(held, INDEX, _PRINT, narrow, palette.ink, 3))
        return blocks

    def _table(self, across: float, row: float, palette: Palette) -> list[_Block]:
        """A row a card: emblem, name, value; a value below zero on its inverted plate."""
        rows = []
        digits = _FIGURES * row
        palettes = [self.theme.palette(card.look.colour) for card in self.varying]
        pairs = list(zip(self.varying, palettes, strict=True))
        values = [drawn_value(card, own, digits) for card, own in pairs]
        column = max((value.box.w for value in values if value), default=0.0)
        gap = 0.22 * row
        left, right = -across / 2, across / 2
        # All names in one size: the one that the longest takes.
        room = Rect(left + row + gap, 0, across - row - column - 3 * gap, row)
        most = max(_PRINT * self.a.scale * 1.12, MIN_TEXT_SIZE)
        style = FitStyle(INDEX, most, MIN_TEXT_SIZE)
        names = [card.name[self.language] for card, _ in pairs]
        size = min((fit_text(name, style, room, "")[0].size for name in names), default=most)
        for (card, own), name, value in zip(pairs, names, values, strict=True):
            line = fit_text(name, FitStyle(INDEX, size, MIN_TEXT_SIZE), room, own.ink)[0]
            items: list[Item] = [replace(line, x=room.x)]
            mark = card.look.mark or card.look.emblem
            if mark is not None:
                high = 0.96 * row
                # The pale field stays away on every card, whether rows are just high enough or not.
                symbol = emblem(mark, own, min(high, _PLAIN))
                items.insert(0, place_emblem(symbol, left + row / 2, row / 2, high))
            if value is not None:
                at = right - column / 2
                start = room.x + text_width(INDEX, name, size) + gap
                items.append(_leader(start, at - value.box.w / 2 - gap, line.y, palette))
                items.append(value.at(at, row / 2))
            rows.append(_Block(tuple(items), row))
        return rows

    def _divider(self, across: float, y: float, palette: Palette) -> Item:
        s = self.a.scale * _DIVIDER
        return draw_divider(
            Rect(-across / 2, y, across, 0), palette.main, palette.accent, palette.lines, s
        )

    def _text(
        self, words: str, key: str, size: float, across: float, fill: str, lines: int
    ) -> _Block:
        """Words in up to so many lines, as high as they need; 6 pt at the least."""
        most = max(size * self.a.scale * self.k, MIN_TEXT_SIZE)
        style = FitStyle(key, most, MIN_TEXT_SIZE, lines)
        # In any height first: the lines that they break into tell what they need.
        placed_ = fit_text(words, style, Rect(-across / 2, 0, across, 1000), fill)
        return _trim_to_cap_height(placed_)


def _trim_to_cap_height(lines: list[Text]) -> _Block:
    """The lines moved up so that the capitals of the first begin at y = 0."""
    first = lines[0]
    face, em = font(first.run.font), first.size / UNITS
    up = first.y - face.cap_height * em
    height = (face.cap_height + face.descent) * em + (len(lines) - 1) * LEADING * first.size
    return _Block(tuple(replace(line, y=line.y - up) for line in lines), height)


def _leader(start: float, end: float, y: float, palette: Palette) -> Item:
    """Dots from a name to its value."""
    path = PathBuilder()
    if end > start:
        path.move(start, y).line(end, y)
    else:
        path.move(start, y).line(start, y)
    return Path(path.done(), stroke=Stroke(palette.shade, FINE, dash=(0.2, 0.8)))
