"""Draw the small pieces of a table: cards, backs, stacks, chips, dice, pots, tokens.

Each is centred on the origin; lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path as FilePath

import msgspec

from printkit.art.emblem import emblem, place_emblem
from printkit.art.guilloche import chamfered
from printkit.art.pictograms import pictogram
from printkit.art.theme import Theme
from printkit.base.geometry import Rect, polar, rect_around, rotation, scaling, translation
from printkit.booklet.page_style import title_colour
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.cards.small_card import RATIO, draw_small_back, draw_small_card
from printkit.components.token_disc import TokenSide, draw_side
from printkit.components.token_shape import ROUND, token_shape
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.font import cached_by_fonts
from printkit.graphics.path import PathBuilder
from printkit.model.cards import Card
from printkit.model.tabletop import TOKEN_COLOUR, Material
from printkit.model.variant import Variant

# Below this size (mm) chips and markers have their simple drawings.
SMALL = 7.0
# The positions of the pips of a die, by number.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
}
_PIP, _PIP_OFFSET = 0.09, 0.26
# An arrow (mm): the width of its line, the length of its head and half the width of that.
_ARROW_WIDTH, _ARROW_HEAD = 0.8, (4.4157, 1.9)


def place(items: Sequence[Item], x: float, y: float, degrees: float = 0.0) -> Group:
    """Return items turned about the origin and moved to a place."""
    return Group(tuple(items), rotation(degrees).then(translation(x, y)))


def place_grid(
    drawn: Sequence[Sequence[Item]],
    columns: int,
    step: tuple[float, float],
    centre: tuple[float, float] = (0.0, 0.0),
) -> list[Item]:
    """Return drawings in a grid about a point, `step` from one to the next."""
    rows = -(-len(drawn) // columns)
    return [
        place(
            items,
            centre[0] + (i % columns - (columns - 1) / 2) * step[0],
            centre[1] + (i // columns - (rows - 1) / 2) * step[1],
        )
        for i, items in enumerate(drawn)
    ]


class Pieces(msgspec.Struct, frozen=True):
    """The pieces of a game, in a theme for white paper."""

    variant: Variant
    theme: Theme

    @property
    def ink(self) -> Colour:
        return self.theme.palette("ink").ink

    @property
    def paper(self) -> Colour:
        return self.theme.roles_of["paper"]

    @property
    def line(self) -> Colour:
        """The colour of lines: the colour of the game."""
        return text_colour_on_paper(self.theme.palette(title_colour(self.variant)))

    def ground(self, share: float) -> Colour:
        """Return the colour of wood and trays, a share of the accent; paper in an outline theme."""
        palette = self.theme.palette(title_colour(self.variant))
        return blend(palette.accent, self.paper, share) if palette.solid else self.paper

    def edge(self) -> Stroke:
        """Return the thin line round trays and mats."""
        return Stroke(blend(self.ink, self.paper, 0.45), 0.22)

    def card(self, card: Card, width: float) -> list[Item]:
        return [Use(draw_small_card(card, width, self.theme))]

    def back(self, family: str | None, width: float) -> list[Item]:
        """Draw the back of a family, or of the first one."""
        families = self.variant.families
        own = families.get(family or "") or next(iter(families.values()))
        return [Use(draw_small_back(own.back.design, width, self.theme))]

    def stack(self, family: str | None, width: float) -> list[Item]:
        """Draw four backs, one a little above the other."""
        step = width * 0.035
        back = self.back(family, width)
        return [place(back, -i * step / 2, (1.5 - i) * step) for i in range(4)]

    def empty_card(self, width: float) -> list[Item]:
        """Draw the place of a card."""
        box = Rect(-width / 2, -width * RATIO / 2, width, width * RATIO)
        return [self._dashed(PathBuilder().rounded(box, width * 0.09))]

    def pot(self, diameter: float) -> list[Item]:
        return [self._dashed(PathBuilder().circle(0, 0, diameter / 2))]

    def _dashed(self, shape: PathBuilder) -> Path:
        stroke = Stroke(self.edge().colour, 0.35, dash=(1.1, 0.8))
        return Path(shape.done(), fill=self.paper, stroke=stroke)

    def dot(self, diameter: float, *, full: bool) -> list[Item]:
        """Draw a field of a track, with its marker if it is full."""
        palette = self.theme.palette(TOKEN_COLOUR)
        fill = palette.main if full and palette.solid else self.paper
        colour = palette.main if full else self.edge().colour
        circle = PathBuilder().circle(0, 0, diameter / 2).done()
        return [Path(circle, fill=fill, stroke=Stroke(colour, 0.5 if full else 0.25))]

    def die(self, edge: float, count: int) -> list[Item]:
        box = Rect(-edge / 2, -edge / 2, edge, edge)
        body = PathBuilder().rounded(box, edge * 0.2).done()
        pips = PathBuilder()
        for x, y in _PIPS[count]:
            pips.circle(x * _PIP_OFFSET * edge, y * _PIP_OFFSET * edge, _PIP * edge)
        stroke = Stroke(self.ink, max(0.25, edge * 0.05))
        return [Path(body, fill=self.paper, stroke=stroke), Path(pips.done(), fill=self.ink)]

    def chip(self, material: Material, i: int, diameter: float) -> list[Item]:
        """Draw the i-th chip of a player's heap, which is sorted by worth."""
        if not material.denominations:
            return self.piece(material, diameter)
        chips = [chip for chip in material.heap for _ in range(chip.count)]
        chip = chips[i * len(chips) // _HEAP if len(chips) > _HEAP else min(i, len(chips) - 1)]
        if diameter < SMALL:
            return self._small(chip.emblem, chip.colour, diameter)
        side = TokenSide(f"chip-{chip.value}", str(chip.value), chip.emblem, number=chip.value)
        return self._token(side, chip.colour, diameter)

    def piece(self, material: Material, diameter: float) -> list[Item]:
        """Draw a chip or a marker that has a drawing."""
        assert material.emblem is not None, "it has a drawing"
        if diameter < SMALL:
            return self._small(material.emblem, material.colour, diameter)
        name = next(iter(material.name.values()))
        return self._token(
            TokenSide(f"piece-{material.id}", name, material.emblem), material.colour, diameter
        )

    def _small(self, path: FilePath, colour: str, diameter: float) -> list[Item]:
        """Draw a piece by its small drawing, which fills its square."""
        symbol = emblem(path, self.theme.palette(colour), diameter)
        return [place_emblem(symbol, 0.0, 0.0, diameter / _SMALL_FILLS)]

    def token(self, key: str, diameter: float) -> list[Item]:
        """Draw an influence token."""
        token = next(item for item in self.variant.tokens if item.id == key)
        side = TokenSide(f"token-{key}", token.name["en"], token.emblem)
        return self._token(side, TOKEN_COLOUR, diameter)

    def _token(self, side: TokenSide, colour: str, diameter: float) -> list[Item]:
        return [Group((Use(_round_token(side, colour, self.theme)),), scaling(diameter / _TOKEN))]

    def sign(self, name: str, size: float) -> list[Item]:
        """Draw a pictogram."""
        palette = self.theme.palette(title_colour(self.variant))
        return [place_emblem(pictogram(name, palette), 0.0, 0.0, size)]

    def tray(self, box: Rect, cut: float = 2.4) -> Path:
        """Draw a board or a mat of light wood."""
        return Path(chamfered(box, cut), fill=self.ground(0.05), stroke=self.edge())

    def arrow(self, radius: float, start: float, end: float) -> tuple[list[Item], Rect]:
        """Draw an arrow on a circle about the origin, clockwise between two angles (degrees);
        return its box too."""
        line = PathBuilder().arc(0, 0, radius, start, end).done()
        degrees, (length, half) = math.degrees(1 / radius), _ARROW_HEAD
        tip, left, right = (
            polar(radius, end + length * degrees),
            polar(radius - half, end - 0.4 * degrees),
            polar(radius + half, end - 0.4 * degrees),
        )
        head = PathBuilder().polygon([tip, left, right]).done()
        box = rect_around((polar(radius, start), tip, left, right))
        return [Path(line, stroke=Stroke(self.line, _ARROW_WIDTH)), Path(head, fill=self.line)], box

    def sheet(self, width: float, height: float, lines: int) -> list[Item]:
        """Draw a printed sheet with a title and lines."""
        box = Rect(-width / 2, -height / 2, width, height)
        outline = PathBuilder().rounded(box, 0.8).done()
        title, text = PathBuilder(), PathBuilder()
        left, right = box.x + 0.16 * width, box.right - 0.16 * width
        step = height / (lines + 2)
        title.move(left, box.y + step).line(left + 0.4 * width, box.y + step)
        for i in range(2, lines + 2):
            text.move(left, box.y + i * step).line(right, box.y + i * step)
        return [
            Path(outline, fill=self.paper, stroke=Stroke(self.line, 0.3)),
            Path(title.done(), stroke=Stroke(self.line, 0.9)),
            Path(text.done(), stroke=self.edge()),
        ]


# The size (mm) in which tokens are drawn before scaling; the number of chips in a heap.
_TOKEN, _HEAP = 25.0, 8
# The share of its square that a small drawing fills.
_SMALL_FILLS = 0.96


@cached_by_fonts(512)
def _round_token(side: TokenSide, colour: str, theme: Theme) -> Symbol:
    """Draw a token as a disc in a ring."""
    shape = token_shape(ROUND, _TOKEN)
    drawn = draw_side(side, shape, theme, colour, 0.0)
    circle = PathBuilder().circle(0, 0, _TOKEN / 2).done()
    box = Rect(-_TOKEN / 2, -_TOKEN / 2, _TOKEN, _TOKEN)
    return Symbol(
        f"round-{side.key}-{colour}", (Group((Use(drawn),), clip=circle),), box, side.title
    )
