"""The setting of the extra cards of an edition: colours, words and ornaments for one card size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache, reduce
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.dress import SPECIAL, Dress, dress, dress_scene, readable
from printkit.art.edition import Edition
from printkit.art.emblem import emblem, place_emblem
from printkit.art.guilloche import Gold, chamfered, ring
from printkit.art.outline import Outline
from printkit.art.scene import shown_scene
from printkit.art.theme import Palette
from printkit.base.geometry import Rect, centred_rect, rotation, translation
from printkit.components.cards.anatomy import Anatomy
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Use, transformed
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, MIN_TEXT_SIZE
from printkit.graphics.path import ROUNDED, PathBuilder, PathData, card_outline, rect_path
from printkit.graphics.svg_art import read_art
from printkit.layout.fit_text import FitStyle, fit_text, text_fits
from printkit.layout.records import Overflow
from printkit.pieces.local_game import LocalGame

# On a poker card (mm): lines of a frame and the chamfer of its corners.
RULE, THIN, _CHAMFER = 0.45, 0.2, 5.0
# Plants of a wreath stand as near as this share of their width; it begins so far from the head
# (degrees). A slim plant counts as this share of its height.
_NEAR, _OPEN, _SLIM = 0.86, 12.0, 0.56
# The greatest number of lines in a band of words.
_MAX_LINES = 4
# The rays of a sky, and the share of a ray in its sector.
_RAYS, _RAY = 36, 0.55
# Ink of a plant and of a picture in a theme of outlines, as a share of their square.
_PLANT_INK, _PICTURE_INK = 0.03, 0.045


@lru_cache(maxsize=64)
def drawn_share(path: FilePath) -> tuple[float, float]:
    """Return which shares of its box a drawing fills, across and down: medals of backs stand on a
    whole card."""
    if path.suffix.lower() != ".svg":
        return 1.0, 1.0
    art = read_art(path)
    whole = reduce(Rect.union, (shape.data.box() for shape in art.shapes))
    side = max(art.box.w, art.box.h)
    return whole.w / side, whole.h / side


class EditionSetting(msgspec.Struct, frozen=True, dict=True):
    """The setting of the extra cards of a game: its theme has the edition, `reach` is the printed
    area (mm), `number` that of the deck if it is known."""

    game: LocalGame
    own: Edition
    anatomy: Anatomy
    reach: Rect
    number: str | None = None

    @cached_property
    def k(self) -> float:
        """The scale of lines and words, 1 on a poker card."""
        return self.anatomy.scale

    @cached_property
    def scene(self) -> str:
        """The palette of the edition's picture; empty without one."""
        if self.own.picture is None:
            return ""
        return shown_scene(read_art(self.own.picture).root_classes, self.game.theme.face.scene)

    @cached_property
    def dress(self) -> Dress:
        """The colours of the cards: those of a special, about the edition's scene."""
        look = self.game.theme
        own = dress(look, SPECIAL, self.game.colour)
        if self.scene and look.solid:
            own = dress_scene(look, own, self.scene)
            if not own.is_dark:  # white paper keeps the colour of the game, not that of the season
                season = readable(self.role("cloth", own.text), own.ground, look, MIN_TEXT_CONTRAST)
                own = replace(own, text=season, line=season)
        return replace(own, text=readable(own.text, own.ground, look, MIN_TEXT_CONTRAST))

    @cached_property
    def palette(self) -> Palette:
        """The palette of drawings."""
        return self.dress.picture

    def role(self, name: str, default: Colour) -> Colour:
        """Return a colour of the scene by its role."""
        return self.own.scenes[self.scene][name] if self.scene else default

    @property
    def words_colour(self) -> Colour:
        """The colour of words: light on a dark ground."""
        return self.game.theme.light if self.dress.is_dark else self.dress.text

    def stroke(self, width: float, colour: Colour | None = None) -> Stroke:
        """Return a line of a weight on a poker card (mm)."""
        line = self.dress.line if colour is None else colour
        return Stroke(line, max(self.game.theme.line_weight(width * self.k), 0.1))

    @property
    def title(self) -> str:
        """The name of the edition with its year."""
        return f"{self.own.name[self.game.language]} · {self.own.year}"

    # --- parts --------------------------------------------------------------------------------

    def words(
        self,
        text: str,
        box: Rect,
        size: float,
        font: str = TITLE,
        lines: int = 1,
        colour: Colour | None = None,
    ) -> list[Item]:
        """Return words in a box, at most `size` mm per em; none if they do not fit."""
        style = FitStyle(
            font,
            max(size * self.k, MIN_TEXT_SIZE),
            MIN_TEXT_SIZE,
            lines,
            language=self.game.language,
        )
        set_lines = fit_text(text, style, box, colour or self.words_colour)
        return [] if isinstance(set_lines, Overflow) else list(set_lines)

    def band(self, width: float, texts: Sequence[str], size: float) -> tuple[Rect, int]:
        """Return a band at the head of the safe area, `width` mm wide, that holds each of some
        texts, and in how many lines."""
        top = self.anatomy.safe.y + self.anatomy.depth_of(width) + 0.5 * self.k
        em = max(size * self.k, MIN_TEXT_SIZE)
        for lines in range(1, _MAX_LINES + 1):
            box = Rect(-width / 2, top, width, 1.3 * em if lines == 1 else 2.5 * lines)
            style = FitStyle(TITLE, em, MIN_TEXT_SIZE, lines, language=self.game.language)
            if all(text_fits(text, style, box) for text in texts):
                break
        return box, lines

    def edge(self, inset: float) -> PathData:
        """Return the outline of the card's frame, `inset` mm inside the safe area."""
        margin, anatomy = self.anatomy.safe_margin + inset, self.anatomy
        if anatomy.shape != ROUNDED:
            return card_outline(anatomy.trim, anatomy.shape, margin)
        return chamfered(anatomy.trim.inset(margin), _CHAMFER * self.k)

    def frame(self) -> list[Item]:
        """Draw the two lines about a card."""
        return [
            Path(self.edge(0.3), stroke=self.stroke(RULE)),
            Path(self.edge(0.3 + 1.1 * self.k), stroke=self.stroke(THIN)),
        ]

    def picture(self, box: Rect) -> list[Item]:
        """Draw the picture of the edition so that it covers a box; else its ground."""
        if self.own.picture is None:
            return [Path(rect_path(box), fill=self.dress.ground)]
        art = read_art(self.own.picture).box
        factor = max(box.w / art.w, box.h / art.h)
        size = max(art.w, art.h) * factor
        drawing = emblem(self.own.picture, self.palette, size, _PICTURE_INK, field=False)
        return [Group((place_emblem(drawing, *box.centre, size),), clip=rect_path(box))]

    def plant(self, x: float, y: float, height: float, turn: float) -> list[Item]:
        """Draw the plant of the edition, its middle at a place (mm), turned by degrees."""
        if self.own.flora is None:
            return []
        symbol = emblem(self.own.flora, self.palette, height, _PLANT_INK)
        way = rotation(turn).then(translation(x, y))
        return [transformed([place_emblem(symbol, 0, 0, height)], way)]

    def wreath(self, x: float, y: float, a: float, b: float, height: float) -> list[Item]:
        """Draw two branches of plants on an oval about a place, open at the head."""
        if self.own.flora is None:
            return []
        items: list[Item] = []
        pitch = _NEAR * height * max(drawn_share(self.own.flora)[0], _SLIM)
        count = max(5, round(math.pi / 2 * (a + b) / pitch))
        for side in (-1, 1):
            for n in range(count):
                angle = math.radians(180 - (180 - _OPEN) * n / (count - 1) - 4)
                px, py = side * a * math.sin(angle), -b * math.cos(angle)
                along = math.degrees(math.atan2(side * b * math.sin(angle), a * math.cos(angle)))
                items += self.plant(x + px, y + py, height, side * 90 - along + 180 + side * 14)
        return items

    def sky(self, a: float, b: float) -> list[Item]:
        """Draw sky with rays and hills in an oval about the origin."""
        if not self.scene or not self.game.theme.solid:
            return []
        rays = PathBuilder()
        for n in range(_RAYS):
            turn = 2 * math.pi * n / _RAYS
            half, far = math.pi / _RAYS * _RAY, 1.2 * max(a, b)
            ends = [
                (far * math.cos(turn + s * half), far * math.sin(turn + s * half)) for s in (-1, 1)
            ]
            rays.polygon([(0, 0), *ends])
        items: list[Item] = [
            Path(rect_path(centred_rect(2 * a, 2 * b)), fill=self.role("sky", self.dress.ground)),
            Path(rays.done(), fill=self.role("sky2", self.dress.ground)),
        ]
        line = self.stroke(0.25, self.role("line", self.dress.line))
        for role, x, top in (("far", -0.4, 0.36), ("mid", 0.5, 0.47), ("near", -0.2, 0.6)):
            hill = PathBuilder().ellipse(x * a, b * (top + 0.9), 1.9 * a, 0.9 * b).done()
            items.append(Path(hill, fill=self.role(role, self.dress.ground), stroke=line))
        return [Group(tuple(items), clip=PathBuilder().ellipse(0, 0, a, b).done())]

    def oval(self, a: float, b: float, rim: float) -> list[Item]:
        """Draw the band of an oval: gold, or waves."""
        inner, outer = Outline(a - rim, b - rim), Outline(a, b)
        if self.dress.gold:
            return [Use(ring(inner, outer, 120, 3, Gold(self.dress.gold, self.dress.ground, 180)))]
        if self.game.theme.solid:
            return [Use(ring(inner, outer, 84, 3, self.stroke(FINE)))]
        return [Path(PathBuilder().ellipse(0, 0, a, b).done(), stroke=self.stroke(0.3))]

    def sign(self) -> tuple[FilePath, str] | None:
        """Return the drawing of the first suit or sign of the deck and the name of its colour."""
        return next(iter(self.game.marks), None)

    def ribbon(self, y: float, width: float, height: float, text: str) -> list[Item]:
        """Draw a ribbon with words across the middle, its two ends folded behind."""
        look, fold = self.game.theme, 0.28 * height
        paper, ink = look.light if look.solid else look.roles_of["paper"], self.dark_line
        items: list[Item] = []
        line = self.stroke(0.3, ink)
        for side in (-1, 1):
            end = width / 2
            tail = [(0.78 * end, y + fold), (end + 0.3 * height, y + fold)]
            tail += [(end - 0.1 * height, y + fold + height / 2)]
            tail += [(end + 0.3 * height, y + fold + height), (0.78 * end, y + fold + height)]
            shade = blend(self.dress.line, paper, 0.35) if look.solid else paper
            shape = PathBuilder().polygon([(side * x, v) for x, v in tail]).done()
            items.append(Path(shape, fill=shade, stroke=line))
            corner = [
                (0.78 * end, y + height),
                (0.86 * end, y + height),
                (0.78 * end, y + height + fold),
            ]
            shape = PathBuilder().polygon([(side * x, v) for x, v in corner]).done()
            items.append(Path(shape, fill=ink if look.solid else paper, stroke=line))
        front = Rect(-0.86 * width / 2, y, 0.86 * width, height)
        items.append(Path(rect_path(front), fill=paper, stroke=line))
        size = 0.62 * height / self.k
        return items + self.words(text, front.inset(0.12 * height), size, TITLE_BOLD, colour=ink)

    @property
    def dark_line(self) -> Colour:
        """The colour of lines and words on light things."""
        look = self.game.theme
        return readable(look.dark, look.light, look, MIN_TEXT_CONTRAST)
