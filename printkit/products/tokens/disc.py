"""The sides of a token: ground, plate, and on it a drawing, a number or words.

In: a shape, a theme, a colour, what is on the plate. Out: one Symbol centred on the origin. The
ground runs out to `reach` past the trim in the token's colour, so that no slip of a punch shows
white; in a theme of outlines it is paper, and the plate a line.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path as FilePath

from printkit.art.emblem import emblem, place_emblem
from printkit.art.frames import FINE, LINE
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item, Path, Stroke, Symbol
from printkit.graphics.font import INDEX, TITLE_BOLD, UNITS, font
from printkit.graphics.path import PathBuilder, rect_path
from printkit.graphics.text import TextOverflow, text_line, text_width
from printkit.products.cards.anatomy import MIN_TEXT_SIZE
from printkit.products.cards.face import printed_ground
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.tokens.shape import Shape
from printkit.products.tokens.words import Colours, one_word, sentence

# The plate ends a little outside of what is printed on it (share of the safe margin).
_PLATE = 0.84
# Our drawings of tokens reach so far from the middle of their box, whose side is 1.
_OUTLINE = 0.46
# Of the clear disc in the middle of a chip a number may reach so far from its centre; how high its
# figures are at the most, and where ink is saved (shares of the drawing's side).
_NUMBER, _FIGURES, _LIGHT_FIGURES = 0.185, 0.21, 0.13
# In outlines a drawing may take so much ink, as a share of the token's box.
_INK = 0.034


@dataclass(frozen=True, slots=True)
class TokenSide:
    """What one side of a token shows: a drawing, with a number in its middle, or words.

    `words` are a name and what it does; what it does may be nothing.
    """

    key: str
    title: str
    emblem: FilePath | None = None
    number: int | None = None
    words: tuple[str, str] | None = None


def disc(side: TokenSide, shape: Shape, theme: Theme, colour: str, reach: float) -> Symbol:
    """One side of a token. Raises PrintkitError for art that cannot be read, words too long."""
    palette = theme.palette(colour)
    box = Rect(-shape.width / 2, -shape.height / 2, shape.width, shape.height).inset(-reach)
    items = _ground(shape, palette, box, plated=side.number is None)
    if side.emblem is not None:
        items += _drawing(side.emblem, shape, palette, side.number)
    if side.words is not None:
        items += _words(*side.words, shape, palette)
    return Symbol(side.key, tuple(items), box, side.title)


def _ground(shape: Shape, palette: Palette, box: Rect, *, plated: bool) -> list[Item]:
    """The ground out to the reach, and the plate; in outlines a chip has its own rim."""
    plate = shape.outline(_PLATE * shape.safe)
    if not palette.solid:
        line = Path(plate, stroke=Stroke(palette.main, palette.weight(LINE)))
        return [*printed_ground(palette.paper, box), *([line] if plated else [])]
    return [Path(rect_path(box), fill=palette.main), Path(plate, fill=palette.paper)]


def _drawing(path: FilePath, shape: Shape, palette: Palette, number: int | None) -> list[Item]:
    size = (shape.inner - shape.safe) / _OUTLINE
    ink = _INK * shape.width * shape.height / (size * size)
    items: list[Item] = [place_emblem(emblem(path, palette, size, ink), 0, 0, size)]
    return items if number is None else [*items, _number(number, size, palette)]


def _number(number: int, side: float, palette: Palette) -> Item:
    """What a chip is worth, within the clear disc of its drawing."""
    text = str(number)
    most = (_FIGURES if palette.solid else _LIGHT_FIGURES) * side
    # Narrow figures take less room, and less ink.
    for key in (TITLE_BOLD, INDEX) if palette.solid else (INDEX,):
        high = font(key).cap_height / UNITS
        # Half the diagonal of a line of 1 mm per em.
        half = math.hypot(text_width(key, text, 1), high) / 2
        size = min(_NUMBER * side / half, most / high)
        if size >= MIN_TEXT_SIZE:
            x, y = -text_width(key, text, size) / 2, high * size / 2
            return text_line(key, text, x, y, size, palette.ink)
    raise TextOverflow(f"The number {text} finds no room in 6 pt on its chip.")


def _words(name: str, how: str, shape: Shape, palette: Palette) -> list[Item]:
    """The name in the token's colour, what it does in ink; a name by itself between two rules."""
    colours = Colours(text_colour_on_paper(palette), palette.ink)
    if how:
        return [*sentence(name, how, shape, shape.safe, colours)]
    lines = one_word(name, shape, 1.3 * shape.safe, colours.name)
    return [*lines, *_rules(shape, palette)]


def _rules(shape: Shape, palette: Palette) -> list[Item]:
    """A graduated arc above and below a word."""
    r = shape.inner - shape.safe
    fine = PathBuilder()
    thick = PathBuilder()
    for start in (215, 35):
        thick.arc(0, 0, 0.9 * r, start, start + 110)
        for at in range(12):
            angle = start + 110 / 11 * at
            fine.arc(0, 0, 0.82 * r, angle - 1.0, angle + 1.0)
    line, hair = palette.weight(LINE), palette.weight(FINE)
    return [
        Path(thick.done(), stroke=Stroke(palette.main, line, round=True)),
        Path(fine.done(), stroke=Stroke(palette.main, hair, round=True)),
    ]
