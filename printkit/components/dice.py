"""Draw the faces of dice that show numbers or suits of their game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath

import msgspec

from printkit.art.card_style import token_palette
from printkit.art.emblems import emblem, place_emblem
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect
from printkit.faces.anatomy import text_colour_on_paper
from printkit.graphics.display_list import Item
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.fit_text import FitStyle, require_text
from printkit.model.fields import with_sign
from printkit.model.tabletop import Material
from printkit.model.variant import Variant

# The product that makes dice of paper.
_PAPER_DIE = "paper-die"
LEFT, FRONT, RIGHT, BACK, UPPER, LOWER = "left", "front", "right", "back", "upper", "lower"
# The number of each face.
COUNTS: Mapping[str, int] = {FRONT: 1, RIGHT: 2, UPPER: 3, LOWER: 4, LEFT: 5, BACK: 6}


class DieStyle(msgspec.Struct, frozen=True):
    """A kind of die: its palette, and the function that draws a face."""

    palette: Palette
    draw_face: Callable[[str, Rect], list[Item]]


def list_dice(variant: Variant) -> list[Material]:
    """Return the materials of a game that are dice."""
    return [material for material in variant.materials if _PAPER_DIE in material.products]


def own_style(variant: Variant, dice: Material, theme: Theme) -> DieStyle:
    """Return the style of a die with suits or numbers of its game."""
    palette = token_palette(theme, dice.colour if dice.numbers or not dice.signs else "blood")
    suits, numbers = die_symbols(variant, dice), dice.numbers

    def draw_own(name: str, face: Rect) -> list[Item]:
        if numbers is not None:
            return _draw_number(numbers[COUNTS[name] - 1], palette, face)
        return draw_suit(suits[name], theme, face)

    return DieStyle(palette, draw_own)


class DieSymbol(msgspec.Struct, frozen=True):
    """The emblem and colour of a suit, and the sign (+ or −) of its cards, if any."""

    mark: FilePath
    colour: str
    sign: str


def die_symbols(variant: Variant, dice: Material) -> dict[str, DieSymbol]:
    """Return the suits of a die by face; none for dice with pips."""
    result = {}
    shown = dice.faces or ()
    for name, count in COUNTS.items() if shown else ():
        key = shown[count - 1]
        suit = variant.suits[key]
        assert suit.emblem is not None, "references have been checked"
        if not dice.signs:
            result[name] = DieSymbol(suit.emblem, dice.colour, "")
            continue
        index = next((card.index for card in variant.cards if card.suit == key), "")
        sign = "" if index[:1].isalnum() else index[:1].replace("-", "\u2212")
        result[name] = DieSymbol(suit.emblem, suit.colour_or_ink, sign)
    return result


def draw_suit(sign: DieSymbol, theme: Theme, face: Rect) -> list[Item]:
    """Draw the emblem of a suit between two copies of its sign, if any."""
    palette = theme.palette(sign.colour)
    e, (cx, cy) = face.w, face.centre
    size = (0.42 if sign.sign else 0.66) * e
    items: list[Item] = [place_emblem(emblem(sign.mark, palette, size), cx, cy, size)]
    if sign.sign:
        style = FitStyle(TITLE_BOLD, 0.26 * e, MIN_TEXT_SIZE)
        for corner in (-1, 1):
            x, y = cx + corner * 0.255 * e, cy + corner * 0.255 * e
            box = Rect(x - 0.1 * e, y - 0.1 * e, 0.2 * e, 0.2 * e)
            items += require_text(sign.sign, style, box, text_colour_on_paper(palette))
    return items


def _draw_number(number: int, palette: Palette, face: Rect) -> list[Item]:
    """Draw a number with its sign."""
    e, (cx, cy) = face.w, face.centre
    style = FitStyle(TITLE_BOLD, 0.5 * e, MIN_TEXT_SIZE)
    box = Rect(cx - 0.36 * e, cy - 0.3 * e, 0.72 * e, 0.6 * e)
    return [*require_text(with_sign(number), style, box, text_colour_on_paper(palette))]
