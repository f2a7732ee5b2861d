"""Words and emblems on the panels of a tuck box, on plates over its pattern.

On the folded box, seen from the front, everything is upright. So the lid is upside down on the flat
box, and sides read downwards.
"""

from __future__ import annotations

import math

import msgspec
from msgspec.structs import replace

from printkit.art.emblem import emblem, place_emblem
from printkit.art.frames import draw_frame, frame_outline
from printkit.art.theme import Palette
from printkit.base.content import load_content
from printkit.base.geometry import Rect, half_rotation, rotation, translation
from printkit.components.cards.anatomy import SAFE
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.lock_up import draw_lock_up
from printkit.graphics.display_list import Item, Path, ShapedText, Stroke, transformed
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import ROUNDED, PathBuilder, card_outline, corner_cut
from printkit.layout.fit_text import FitStyle, fit_text, require_text
from printkit.layout.records import MIN_LAST_LETTERS, Overflow
from printkit.model.cards import Family
from printkit.pieces.local_game import LocalGame, back_colour
from printkit.products.tuck_box.contents import BoxContents, BoxEmblem, main_emblem
from printkit.products.tuck_box.dieline import BACK, FRONT, LID, OTHER, OUTER, SIDE, Dieline

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
        front = self.line.panels[FRONT]
        return min(front.w / 64.9, front.h / 90.3)

    def items(self) -> list[Item]:
        """Draw all plates. Raises PrintkitError if an emblem cannot be read."""
        p = self.line.panels
        first, last = self.load.families[0], self.load.families[-1]
        bottom = self._draw_notice(p[OUTER], first)
        return [
            *self._draw_front(first),
            *self._draw_spine(p[SIDE], first),
            *self._draw_spine(p[OTHER], last),
            *self._draw_lid(p[LID], last),
            *(bottom or self._draw_notice_on_back(p[BACK], last)),
        ]

    def _palette_of(self, family: Family) -> Palette:
        return self.game.theme.palette(back_colour(family))

    def _draw_front(self, family: Family) -> list[Item]:
        """Draw the large plate: emblem, lock-up, count."""
        s, palette = self.scale, self._palette_of(family)
        panel = self.line.panels[FRONT]
        top = panel.y + self.line.notch + _BELOW_NOTCH * s
        field = Rect(
            panel.x + _PLATE_SIDE * s,
            top,
            panel.w - 2 * _PLATE_SIDE * s,
            panel.bottom - _PLATE_FOOT * s - top,
        )
        if self.shape != ROUNDED:
            return self._draw_shaped_front(field, family)
        key = self.load.cards[0].frame
        spec = load_content("frames.toml")[key]
        rim = frame_outline(spec["corner"], field.inset(-_PLATE_RIM * s), spec["reach"] * s)
        items: list[Item] = [Path(rim, fill=palette.paper)]
        items += draw_frame(key, field, palette.main, palette.main, palette.lines, s)
        return [*items, *self._draw_front_contents(field, family)]

    def _draw_shaped_front(self, field: Rect, family: Family) -> list[Item]:
        """Draw the large plate in the shape of the cards."""
        s, palette = self.scale, self._palette_of(family)
        outer, inner = (
            Stroke(palette.main, palette.line_weight(width)) for width in (2 * LINE, FINE)
        )
        items: list[Item] = [
            Path(card_outline(field, self.shape, -_PLATE_RIM * s), fill=palette.paper),
            Path(card_outline(field, self.shape), stroke=outer),
            Path(card_outline(field, self.shape, 1.2 * s), stroke=inner),
        ]
        _, down = corner_cut(field, self.shape)
        inside = field.outset(0, -0.5 * down, 0, -0.5 * down)
        return [*items, *self._draw_front_contents(inside, family)]

    def _draw_front_contents(self, field: Rect, family: Family) -> list[Item]:
        """Draw the contents of the large plate, from its head to its foot."""
        s, game, palette = self.scale, self.game, self._palette_of(family)
        own = game.text(self.load.own.name) if self.load.own else ""
        inner = field.inset(_PLATE_PADDING * s)
        line = max(_COUNT_HEIGHT * s, MIN_TEXT_SIZE) * 1.5
        name_size = max(_NAME_HEIGHT * s, MIN_TEXT_SIZE)
        head = draw_lock_up(
            replace(game, variant=game.variant.with_cards(self.load.cards)),
            inner.w,
            name_size,
            centred=True,
            max_lines=3,
            colour=back_colour(family),
        )
        count_h = line * (2 if self.load.rules or self.load.of > 1 else 1)
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
        cards = self.load.describe_count(game)
        style = FitStyle(TITLE, max(_COUNT_HEIGHT * s, MIN_TEXT_SIZE), MIN_TEXT_SIZE, 2)
        items += require_text(cards, style, strip(count_h), palette.ink, language=game.language)
        return items

    def _draw_main_emblem(self, sign: BoxEmblem, box: Rect, size: float) -> list[Item]:
        """Draw the large emblem, or a figure in graduated rings."""
        x, y = box.centre
        palette = self.game.theme.palette(sign.colour)
        if sign.emblem is not None:
            return [place_emblem(emblem(sign.emblem, palette, size), x, y, size)]
        r = size / 2
        ticks = PathBuilder()
        for step in range(48):
            angle = 2 * math.pi * step / 48
            near = r * (0.82 if step % 4 == 0 else 0.88)
            ticks.move(x + near * math.cos(angle), y + near * math.sin(angle))
            ticks.line(x + 0.95 * r * math.cos(angle), y + 0.95 * r * math.sin(angle))
        rings = PathBuilder().circle(x, y, 0.76 * r).circle(x, y, 0.95 * r)
        fine = Stroke(palette.main, palette.line_weight(FINE))
        box = Rect(x - 0.5 * r, y - 0.42 * r, r, 0.84 * r)
        style = FitStyle(TITLE_BOLD, 1.1 * r, MIN_TEXT_SIZE)
        return [
            Path(ticks.done(), stroke=fine),
            Path(rings.done(), stroke=fine),
            Path(
                PathBuilder().circle(x, y, r).done(), stroke=Stroke(fine.colour, self._line_width)
            ),
            *require_text(sign.figure, style, box, text_colour_on_paper(palette)),
        ]

    @property
    def _line_width(self) -> float:
        return self.game.theme.line_weight(LINE)

    def _draw_spine(self, panel: Rect, family: Family) -> list[Item]:
        """Draw a side: name and count along it, their head at the lid."""
        s = self.scale
        across = panel.w - 2 * max(_OFF, 0.16 * panel.w)
        if across < _MIN_PLATE:
            return []
        long = 0.72 * panel.h
        box = Rect(-long / 2, -across / 2, long, across)
        palette = self._palette_of(family)
        items = self._draw_plate(box, palette)
        inner = box.outset(-_CHAMFER * s - 0.6, -0.7, -_CHAMFER * s - 0.6, -0.7)
        items += self._draw_name_and_count(inner, palette)
        return [transformed(items, rotation(90).then(translation(*panel.centre)))]

    def _draw_lid(self, panel: Rect, family: Family) -> list[Item]:
        """Draw the lid: the name, upside down."""
        height = min(panel.h - 2 * _OFF - 1.0, 9.0 * self.scale)
        if height < _MIN_PLATE:
            return []
        x, y = panel.centre
        width = panel.w - 2 * _PLATE_SIDE * self.scale
        box = Rect(x - width / 2, y - height / 2, width, height)
        palette = self._palette_of(family)
        inner = box.outset(-2.6 * self.scale, -0.7, -2.6 * self.scale, -0.7)
        style = FitStyle(TITLE_BOLD, max(4.2 * self.scale, MIN_TEXT_SIZE), MIN_TEXT_SIZE, 2)
        words = self._fit_or_omit(self.game.name, style, inner, palette)
        return (
            [transformed([*self._draw_plate(box, palette), *words], half_rotation(x, y))]
            if words
            else []
        )

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
            both = (
                self._fit_or_omit(name, FitStyle(TITLE_BOLD, large, MIN_TEXT_SIZE), upper, palette),
                self._fit_or_omit(words, FitStyle(TITLE, fine, MIN_TEXT_SIZE), lower, palette),
            )
            if all(both):
                return [*both[0], *both[1]]
        style = FitStyle(TITLE_BOLD, max(3.6 * s, MIN_TEXT_SIZE), MIN_TEXT_SIZE)
        one_line = self._fit_or_omit(f"{name} · {words}", style, box, palette)
        return list(one_line or self._fit_or_omit(name, style, box, palette))

    def _draw_notice(self, panel: Rect, family: Family) -> list[Item]:
        """Draw the notice on the bottom; nothing if it does not fit."""
        s = self.scale
        box = panel.outset(-_PLATE_SIDE * s, -_OFF, -_PLATE_SIDE * s, -max(SAFE, 0.2 * panel.h))
        return self._draw_notice_in(box, self._palette_of(family))

    def _draw_notice_on_back(self, panel: Rect, family: Family) -> list[Item]:
        """Draw the notice at the foot of the back, for a box too thin for words on its bottom."""
        s = self.scale
        height = 4 * MIN_TEXT_SIZE
        box = Rect(
            panel.x + _PLATE_SIDE * s,
            panel.bottom - 3.0 - height,
            panel.w - 2 * _PLATE_SIDE * s,
            height,
        )
        return self._draw_notice_in(box, self._palette_of(family))

    def _draw_notice_in(self, box: Rect, palette: Palette) -> list[Item]:
        game = self.game
        words = game.translate(
            "box.notice",
            subject=game.translate("document.subject"),
            edition=game.translate("box.edition"),
        )
        if box.h < MIN_TEXT_SIZE * 1.3:
            return []
        inner = box.outset(-2.0 * self.scale, -0.8, -2.0 * self.scale, -0.8)
        size = max(_MAX_NOTICE_SIZE * self.scale, MIN_TEXT_SIZE)
        style = FitStyle(TITLE, size, MIN_TEXT_SIZE, _MAX_NOTICE_LINES, MIN_LAST_LETTERS)
        lines = self._fit_or_omit(words, style, inner, replace(palette, main=palette.ink))
        if not lines:
            return []
        # The plate is as high as its words.
        height = len(lines) * 1.2 * lines[0].size + 2.0
        plate = Rect(box.x, box.centre[1] - height / 2, box.w, height)
        return [*self._draw_plate(plate, palette), *lines]

    def _draw_plate(self, box: Rect, palette: Palette) -> list[Item]:
        """Draw a small chamfered plate of paper with a line around it."""
        reach = min(_CHAMFER * self.scale, 0.3 * min(box.w, box.h))
        return [
            Path(
                frame_outline("chamfer", box, reach),
                fill=palette.paper,
                stroke=Stroke(palette.main, palette.line_weight(LINE)),
            )
        ]

    def _fit_or_omit(
        self, words: str, style: FitStyle, box: Rect, palette: Palette
    ) -> tuple[ShapedText, ...]:
        colour = text_colour_on_paper(palette)
        lines = fit_text(words, style, box, colour, language=self.game.language)
        return () if isinstance(lines, Overflow) else lines
