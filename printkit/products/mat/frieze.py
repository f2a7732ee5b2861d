"""The frieze of a mat: the cards of a suit side by side, which join at their edges.

The frieze runs along a long side of a rectangle; a second suit, or the same suit, runs turned along
the far side. Only a half of each card is shown: the cards are double-ended, so the halves form the
whole panorama.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path as FilePath

import msgspec

from printkit.art.engraved import (
    PIPS,
    UPPER,
    Tones,
    find_drawing,
    header_of,
    joined_half,
    place_of_row,
)
from printkit.art.theme import Theme
from printkit.base.geometry import Matrix, Rect, half_rotation, translation
from printkit.faces.engraved_faces import draw_symbol, drawing_of
from printkit.graphics.display_list import Group, Item, Path, Symbol, Use
from printkit.graphics.path import rect_path
from printkit.model.cards import Card

# The fewest cards of a panorama.
_FEWEST = 4
# A card is drawn so far over the next one that no gap shows (mm).
_OVER = 0.05
# A card is drawn for this share of its scale, so that its lines can also be printed in the smaller
# picture of the assembly, and both share one drawing.
_ASSEMBLED = 0.8


class Frieze(msgspec.Struct, frozen=True):
    """The drawings of a panorama in their order, their colour, and the half that is shown.

    `size` is the trim of a drawing (mm), and `far` is the frieze of the far side, if it has another
    suit.
    """

    drawings: tuple[str, ...]
    colour: str
    half: str
    size: tuple[float, float]
    far: Frieze | None = None

    def scale(self, width: float, most: float) -> float:
        """Return the scale at which all cards fill a width (mm), and the half is at most `most` mm
        high.
        """
        across, along = self.size
        return min(width / len(self.drawings) / across, most / (along / 2))

    def height(self, width: float, most: float) -> float:
        """Return the height of the half (mm) at the scale that `scale` returns."""
        return self.scale(width, most) * self.size[1] / 2

    def draw(self, box: Rect, scale: float, theme: Theme) -> list[Item]:
        """Draw the frieze in a box, centred on the vertical axis, and the frieze of the far side
        turned about the origin.

        A box that is lower than the half shows the middle of the half; in a box that is longer than
        all cards, the panorama is repeated at both ends.
        """
        near = self._draw_strip(box, scale, theme)
        far = self.far._draw_strip(box, scale, theme) if self.far else near
        return [Use(near), Use(far, half_rotation(0, 0))]

    def _draw_strip(self, box: Rect, scale: float, theme: Theme) -> Symbol:
        """Draw the frieze of one side."""
        tones, count = Tones(theme, self.colour), len(self.drawings)
        step, quarter = self.size[0] * scale, self.size[1] * scale / 4
        middle = box.centre[1] + (quarter if self.half == UPPER else -quarter)
        drawn: list[Item] = [Path(rect_path(box), fill=tones.ground)]
        across, along = (step / 2 + _OVER) * _ASSEMBLED, box.h * _ASSEMBLED
        window = Rect(-across, (box.y - middle) * _ASSEMBLED, 2 * across, along)
        enlarged = Matrix(1 / _ASSEMBLED, 0, 0, 1 / _ASSEMBLED, 0, 0)
        start = -count * step / 2
        first, last = (math.ceil((end - start) / step - 1e-6) for end in (box.x - step, box.right))
        for place in range(first, last):
            x = start + place * step
            name = self.drawings[place % count]
            picture = draw_symbol(name, tones, _ASSEMBLED * scale, window=window)
            card = Rect(x, box.y, step + _OVER, box.h).intersection(box)
            use = Use(picture, enlarged.then(translation(x + step / 2, middle)))
            drawn.append(Group((use,), clip=rect_path(card)))
        return Symbol(f"frieze-{theme.key}-{self.drawings[0]}", tuple(drawn), box)


def find_frieze(cards: Iterable[Card]) -> Frieze | None:
    """Return the frieze of a suit of which at least four cards join, or None.

    If there are several such suits, it is the first in `engraved.toml`, with the next one of the
    same size on the far side.
    """
    suits: dict[FilePath, dict[float, tuple[str, str]]] = {}
    for card in cards:
        name = drawing_of(card) if joined_half(card.mark) else ""
        if card.mark is None or not name:
            continue
        if card.layout == PIPS or name == find_drawing(card.mark, PIPS, "", 1, "plus"):
            place = header_of(name).joins
            suits.setdefault(card.mark, {}).setdefault(place, (name, card.colour))
    friezes: list[Frieze] = []
    for mark, places in sorted(suits.items(), key=lambda suit: place_of_row(suit[0])):
        if len(places) >= _FEWEST:
            drawings = tuple(places[place][0] for place in sorted(places))
            colour = next(iter(places.values()))[1]
            size = header_of(drawings[0]).size
            friezes.append(Frieze(drawings, colour, joined_half(mark), size))
    if not friezes:
        return None
    near = friezes[0]
    far = next((one for one in friezes[1:] if one.size == near.size), None)
    return msgspec.structs.replace(near, far=far)
