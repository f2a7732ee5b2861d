"""Words and emblems on the panels of a tuck box, on plates over its pattern.

On the folded box, seen from the front, everything is upright. So the lid is upside down on the flat
box, and sides read downwards.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from printkit.art.card_style import cover_theme
from printkit.art.emblems import emblem, place_emblem
from printkit.art.ornaments import draw_frame, frame_outline
from printkit.art.theme import Edition, Palette
from printkit.base.content import load_content
from printkit.base.geometry import Rect, centred_rect, half_rotation, rotation, translation
from printkit.faces.anatomy import SAFE, Anatomy, draw_lock_up, text_colour_on_paper
from printkit.faces.edition_cards import EditionSetting, draw_cover
from printkit.graphics.display_list import Item, Path, ShapedText, transformed
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import ROUNDED, PathBuilder, card_outline, corner_cut
from printkit.layout.fit_text import FitStyle, fit_text, require_text
from printkit.layout.records import MIN_LAST_LETTERS, Overflow
from printkit.model.variant import OWN, rights_of
from printkit.pieces.local_game import LocalGame, back_colour
from printkit.products.tuck_box.contents import BoxContents, BoxEmblem, main_emblem
from printkit.products.tuck_box.dieline import PATTERN_BLEED, Dieline

# On the front of a box for poker cards: from its plate to the sides,
_PLATE_SIDE = 7.0
# to the foot,
_PLATE_FOOT = 8.5
# and to the notch.
_BELOW_NOTCH = 4.0
# Heights on the plate: the name,
_NAME_HEIGHT = 7.0
# the family,
_FAMILY_HEIGHT = 3.6
# the count,
_COUNT_HEIGHT = 3.3
# what is free below the rule.
_BELOW_RULE = 1.6
# From the plate's frame to its contents.
_PLATE_PADDING = 4.4
# The smallest large emblem.
_MIN_SIGN = 8.0
# The gap below it.
_BELOW_SIGN = 1.6
# The paper of a plate extends past its frame by this.
_PLATE_RIM = 1.3
# The chamfers of small plates.
_CHAMFER = 2.0
# The least width of a plate (mm).
_MIN_PLATE = 3.4
# Of the two lines on a side, the count against the name.
_FINE = 0.62
# The notice: its largest size on a poker card (mm per em) …
_MAX_NOTICE_SIZE = 2.6
# … and its greatest number of lines.
_MAX_NOTICE_LINES = 4
# From a plate to the folds around it.
_OFF = 2.0


class Panels(msgspec.Struct, frozen=True):
    """The plates of one box."""

    line: Dieline
    game: LocalGame
    load: BoxContents
    shape: str = ROUNDED

    @property
    def scale(self) -> float:
        front = self.line.panels.front
        return min(front.w / 64.9, front.h / 90.3)

    def items(self) -> list[Item]:
        """Draw all plates. Raises PrintkitError if an emblem cannot be read."""
        p = self.line.panels
        colours = [back_colour(family) for family in self.load.families]
        front, back = (self._covered(colour) for colour in (colours[0], colours[-1]))
        first, last = front.game.theme.palette(colours[0]), back.game.theme.palette(colours[-1])
        return [
            *front._draw_front(colours[0], first),
            *front._draw_spine(p.side, first),
            *back._draw_spine(p.other, last),
            *back._draw_lid(p.lid, last),
            *(front._draw_notice(self._bottom, first) or back._draw_notice(self._back_foot, last)),
        ]

    def _covered(self, colour: str) -> Panels:
        """Return the panels with plates of the ground that covers have in a colour."""
        theme = cover_theme(self.game.theme, colour)
        return replace(self, game=replace(self.game, theme=theme))

    def _draw_picture(self, own: Edition) -> list[Item]:
        """Draw the front of an edition: its picture up to the folds, a plate at the foot."""
        panel = self.line.panels.front
        box = centred_rect(panel.w, panel.h)
        reach = box.outset(0, PATTERN_BLEED, 0, 0)  # its head is cut, all other edges are folds
        setting = EditionSetting(self.game, own, Anatomy(panel.w, panel.h), reach)
        family = self.game.text(self.load.own.name) if self.load.own else ""
        title = " · ".join(filter(None, (family, setting.title)))
        below = title, self.load.describe_count(self.game)
        drawn = [*draw_cover(setting, below, on_box=True)]
        return [transformed(drawn, translation(*panel.centre))]

    def _draw_front(self, colour: str, palette: Palette) -> list[Item]:
        """Draw the large plate: emblem, lock-up, count; the picture of an edition that has one."""
        own = self.game.theme.edition
        if own is not None and own.picture is not None:
            return self._draw_picture(own)
        s, panel = self.scale, self.line.panels.front
        top = -self.line.notch - _BELOW_NOTCH * s
        field = panel.outset(-_PLATE_SIDE * s, top, -_PLATE_SIDE * s, -_PLATE_FOOT * s)
        if self.shape != ROUNDED:
            return self._draw_shaped_front(field, colour, palette)
        key = self.load.cards[0].frame
        spec = load_content("frames.toml")[key]
        rim = frame_outline(spec["corner"], field.inset(-_PLATE_RIM * s), spec["reach"] * s)
        return [
            Path(rim, fill=palette.paper),
            *draw_frame(key, field, palette.main, palette.main, palette.lines, s),
            *self._draw_front_contents(field, colour, palette),
        ]

    def _draw_shaped_front(self, field: Rect, colour: str, palette: Palette) -> list[Item]:
        """Draw the large plate in the shape of the cards."""
        s, (_, down) = self.scale, corner_cut(field, self.shape)
        outer, inner = (palette.stroke(width) for width in (2 * LINE, FINE))
        inside = field.outset(0, -0.5 * down, 0, -0.5 * down)
        return [
            Path(card_outline(field, self.shape, -_PLATE_RIM * s), fill=palette.paper),
            Path(card_outline(field, self.shape), stroke=outer),
            Path(card_outline(field, self.shape, 1.2 * s), stroke=inner),
            *self._draw_front_contents(inside, colour, palette),
        ]

    def _draw_front_contents(self, field: Rect, colour: str, palette: Palette) -> list[Item]:
        """Draw the contents of the large plate, from its head to its foot."""
        s, game = self.scale, self.game
        own = game.text(self.load.own.name) if self.load.own else ""
        inner = field.inset(_PLATE_PADDING * s)
        line = max(_COUNT_HEIGHT * s, MIN_TEXT_SIZE) * 1.5
        name_size = max(_NAME_HEIGHT * s, MIN_TEXT_SIZE)
        deck = replace(game, variant=game.variant.with_cards(self.load.cards))
        head = draw_lock_up(deck, inner.w, name_size, centred=True, max_lines=3, colour=colour)
        alone = self.load.stack == self.load.count and self.load.of == 1
        count_h = line if alone else 2 * line
        own_h = line if own else 0.0
        fixed = _BELOW_SIGN * s + head.height + _BELOW_RULE * s + own_h + count_h
        sign = max(min(inner.w, inner.h - fixed), 0.0)
        y = inner.y + (inner.h - fixed - sign) / 2

        def strip(height: float) -> Rect:
            nonlocal y
            y += height
            return Rect(inner.x, y - height, inner.w, height)

        items: list[Item] = []
        if sign >= _MIN_SIGN:
            items += self._draw_main_emblem(main_emblem(game.variant, self.load), strip(sign), sign)
            y += _BELOW_SIGN * s
        items.append(transformed(head.items, translation(inner.x, y)))
        y += head.height + _BELOW_RULE * s
        if own:
            style = FitStyle(TITLE, max(_FAMILY_HEIGHT * s, MIN_TEXT_SIZE), MIN_TEXT_SIZE)
            items += require_text(own, style, strip(own_h), palette.ink)
        size = max(_COUNT_HEIGHT * s, MIN_TEXT_SIZE)
        style = FitStyle(TITLE, size, MIN_TEXT_SIZE, 2, language=game.language)
        below = strip(count_h)
        words = fit_text(self.load.describe_count(game), style, below, palette.ink)
        if isinstance(words, Overflow):
            words = require_text(self.load.describe_total(game), style, below, palette.ink)
        return [*items, *words]

    def _draw_main_emblem(self, sign: BoxEmblem, box: Rect, size: float) -> list[Item]:
        """Draw the large emblem, or a figure in graduated rings."""
        x, y = box.centre
        palette = self.game.theme.palette(sign.colour)
        if sign.emblem is not None:
            return [place_emblem(emblem(sign.emblem, palette, size), x, y, size)]
        r = size / 2
        inner = [r * (0.88 if step % 4 else 0.82) for step in range(48)]
        ticks = PathBuilder().rays(x, y, 0.95 * r, inner)
        rings = PathBuilder().circle(x, y, 0.76 * r).circle(x, y, 0.95 * r)
        rim = PathBuilder().circle(x, y, r).done()
        fine = palette.stroke(FINE)
        box = Rect(x - 0.5 * r, y - 0.42 * r, r, 0.84 * r)
        style = FitStyle(TITLE_BOLD, 1.1 * r, MIN_TEXT_SIZE)
        return [
            Path(ticks.done(), stroke=fine),
            Path(rings.done(), stroke=fine),
            Path(rim, stroke=palette.stroke()),
            *require_text(sign.figure, style, box, text_colour_on_paper(palette)),
        ]

    def _draw_spine(self, panel: Rect, palette: Palette) -> list[Item]:
        """Draw a side: name and count along it, their head at the lid."""
        s = self.scale
        across = panel.w - 2 * max(_OFF, 0.16 * panel.w)
        if across < _MIN_PLATE:
            return []
        long = 0.72 * panel.h
        box = centred_rect(long, across)
        items = self._draw_plate(box, palette)
        inner = box.outset(-_CHAMFER * s - 0.6, -0.7, -_CHAMFER * s - 0.6, -0.7)
        items += self._draw_name_and_count(inner, palette)
        return [transformed(items, rotation(90).then(translation(*panel.centre)))]

    def _draw_lid(self, panel: Rect, palette: Palette) -> list[Item]:
        """Draw the lid: the name, upside down."""
        height = min(panel.h - 2 * _OFF - 1.0, 9.0 * self.scale)
        if height < _MIN_PLATE:
            return []
        x, y = panel.centre
        width = panel.w - 2 * _PLATE_SIDE * self.scale
        box = Rect(x - width / 2, y - height / 2, width, height)
        inner = box.outset(-2.6 * self.scale, -0.7, -2.6 * self.scale, -0.7)
        style = FitStyle(TITLE_BOLD, max(4.2 * self.scale, MIN_TEXT_SIZE), MIN_TEXT_SIZE, 2)
        words = self._fit_or_omit(self.game.name, style, inner, palette)
        if not words:
            return []
        return [transformed([*self._draw_plate(box, palette), *words], half_rotation(x, y))]

    def _draw_name_and_count(self, box: Rect, palette: Palette) -> list[ShapedText]:
        """Draw the name over the count; on a thin box on one line, or the name alone."""
        s = self.scale
        name = self.load.title(self.game)
        words = self.load.describe_count(self.game)
        large = min(max(4.6 * s, 0.26 * box.h), 8.0 * s, box.h / (1.2 * (1 + _FINE)))
        fine = _FINE * large
        if fine >= MIN_TEXT_SIZE:
            top = box.centre[1] - 0.65 * (large + fine)
            upper = Rect(box.x, top, box.w, 1.3 * large)
            lower = Rect(box.x, upper.bottom, box.w, 1.3 * fine)
            large_style = FitStyle(TITLE_BOLD, large, MIN_TEXT_SIZE)
            first = self._fit_or_omit(name, large_style, upper, palette)
            fine_style = FitStyle(TITLE, fine, MIN_TEXT_SIZE)
            second = self._fit_or_omit(words, fine_style, lower, palette)
            if first and second:
                return [*first, *second]
        style = FitStyle(TITLE_BOLD, max(3.6 * s, MIN_TEXT_SIZE), MIN_TEXT_SIZE)
        one_line = self._fit_or_omit(f"{name} · {words}", style, box, palette)
        return list(one_line or self._fit_or_omit(name, style, box, palette))

    @property
    def _bottom(self) -> Rect:
        """The area of the notice on the bottom."""
        s, panel = self.scale, self.line.panels.outer
        side, foot = -_PLATE_SIDE * s, -max(SAFE, 0.2 * panel.h)
        return panel.outset(side, -_OFF, side, foot)

    @property
    def _back_foot(self) -> Rect:
        """The area of the notice on a box too thin for words on its bottom."""
        panel, height = self.line.panels.back, 4 * MIN_TEXT_SIZE
        top = panel.bottom - 3.0 - height
        side = _PLATE_SIDE * self.scale
        return Rect(panel.x + side, top, panel.w - 2 * side, height)

    def _draw_notice(self, box: Rect, palette: Palette) -> list[Item]:
        """Draw the notice in an area, or its first sentence; nothing if neither fits."""
        game = self.game
        rights = rights_of(game.variant, game.language)
        edition = game.translate("box.edition") if game.variant.origin != OWN else ""
        words = " · ".join(filter(None, (rights.notice, edition)))
        if not words or box.h < MIN_TEXT_SIZE * 1.3:
            return []
        shorter = rights.lines[0] if rights.lines and rights.lines[0] in words else ""
        inner = box.outset(-2.0 * self.scale, -0.8, -2.0 * self.scale, -0.8)
        size = max(_MAX_NOTICE_SIZE * self.scale, MIN_TEXT_SIZE)
        style = FitStyle(TITLE, size, MIN_TEXT_SIZE, _MAX_NOTICE_LINES, MIN_LAST_LETTERS)
        ink = replace(palette, main=palette.ink)
        lines = self._fit_or_omit(words, style, inner, ink)
        if not lines and shorter:
            lines = self._fit_or_omit(shorter, style, inner, ink)
        if not lines:
            return []
        # The plate is as high as its words.
        height = len(lines) * 1.2 * lines[0].size + 2.0
        plate = Rect(box.x, box.centre[1] - height / 2, box.w, height)
        return [*self._draw_plate(plate, palette), *lines]

    def _draw_plate(self, box: Rect, palette: Palette) -> list[Item]:
        """Draw a small chamfered plate of paper with a line around it."""
        reach = min(_CHAMFER * self.scale, 0.3 * min(box.w, box.h))
        line = palette.stroke()
        return [Path(frame_outline("chamfer", box, reach), fill=palette.paper, stroke=line)]

    def _fit_or_omit(
        self, words: str, style: FitStyle, box: Rect, palette: Palette
    ) -> tuple[ShapedText, ...]:
        colour = text_colour_on_paper(palette)
        lines = fit_text(words, replace(style, language=self.game.language), box, colour)
        return () if isinstance(lines, Overflow) else lines
