"""Parts that several layouts of a face share: its setting, the lines of a name, and the
cartouche.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path as FilePath
from typing import NamedTuple

from msgspec import Struct

from printkit.art.card_style import Dress
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, half_rotation, rotation
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import Anatomy
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import (
    Group,
    Item,
    Path,
    Stroke,
    Symbol,
    Use,
    as_artifact,
    transformed,
)
from printkit.graphics.fonts import TITLE, TITLE_BOLD, UNITS, font, shape
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE
from printkit.graphics.path import PathBuilder, Point, rect_path
from printkit.layout.bidi import to_capitals
from printkit.layout.fit_text import LEADING, FitStyle, require_text, text_fits, text_line
from printkit.model.cards import Card, Design

TURN = half_rotation(0, 0)
# The name of the layout whose picture fills the card.
WHOLE_PICTURE = "art"


class Sign(Struct, frozen=True):
    """A sign in the text of a card: the name that is read aloud, the drawing, and the name of the
    colour. Without a drawing, the name is printed; without a colour, the sign has the colour of the
    words around it.
    """

    name: str
    drawing: FilePath | None
    colour: str | None = None


class FaceLook(NamedTuple):
    """The look that many cards share, so that their common parts are drawn once."""

    theme: Theme
    anatomy: Anatomy
    dress: Dress
    reach: Rect

    def weight(self, width: float, least: float = 0.0) -> float:
        """Return the weight of a line in this theme, at least `least` mm."""
        return max(self.theme.line_weight(width), least)


class FaceSetting(NamedTuple):
    """A card with its theme, its size and its colours.

    `lower` are the colours of the lower half of a card whose value changes when it is turned;
    `reach` is the printed area with its bleed; `caption` the name on the face. `signs` are the
    signs available to texts; `design` is the definition's design of its faces.
    """

    card: Card
    theme: Theme
    anatomy: Anatomy
    dress: Dress
    lower: Dress
    reach: Rect
    caption: str
    language: str
    signs: Mapping[str, Sign]
    design: Design

    @property
    def look(self) -> FaceLook:
        """The look that this face shares with others."""
        return FaceLook(self.theme, self.anatomy, self.dress, self.reach)

    def weight(self, width: float, least: float = 0.0) -> float:
        """Return the weight of a line in this theme, at least `least` mm."""
        return max(self.theme.line_weight(width), least)

    def require_emblem(self) -> FilePath:
        """Return the emblem of a card whose layout needs one. Raises PrintkitError if it has
        none.
        """
        if self.card.emblem is None:
            raise PrintkitError(
                Sentence(
                    "The layout “{layout}” needs an emblem, but this card has none.",
                    layout=self.card.layout,
                ),
                hint="Give it or its suit an “emblem”, or choose another layout.",
            )
        return self.card.emblem


class FaceDrawing(NamedTuple):
    """The drawing of a layout: the ground, which may cross the cut, and the figure on it.

    The figure stays in the safe area.
    """

    ground: Sequence[Item] = ()
    figure: Sequence[Item] = ()


class FaceLayout(Struct, frozen=True):
    """A layout of faces: its name in definitions, and its drawing function.

    `draw` returns the items on the paper of the card; a plain list is a figure without a ground.
    `kind` determines the colours of the card (see `dress`); `needs` are the keys that a card must
    have. An `indexed` face has an index in its corners, drawn afterwards.
    """

    name: str
    draw: Callable[[FaceSetting], FaceDrawing | list[Item]]
    kind: str
    needs: tuple[str, ...] = ()
    indexed: bool = False


def upper_half(box: Rect) -> Rect:
    """Return the part of a box above the middle of the card."""
    return box._replace(h=-box.y)


def twice(items: list[Item]) -> list[Item]:
    """Return items of the upper half, and the same turned in the lower half."""
    return [*items, transformed(items, TURN)]


# Lines along a name: their width, that of dots, of each of two lines and their places beside it.
_RAIL, _DOT, _DOUBLE = 0.42, 0.7, 0.26
_DOUBLE_AT = (-0.4, 0.4)
# A dot is a dash of next to no length: one of none is stretched by PDFium, a tenth of a unit.
_DASHES = {"solid": (), "dashed": (3.4, 1.1), "dotted": (0.001, 1.499)}
# The least width of such a line, so that suits stay distinct.
_MIN_RAIL = 0.18


def draw_rail(rail: str, start: Point, end: Point, colour: Colour, theme: Theme) -> list[Item]:
    """Draw a line along a name in the style of a suit, upright or across."""
    if rail == "double":
        line = Stroke(colour, max(theme.line_weight(_DOUBLE), 0.75 * _MIN_RAIL))
        upright = start[0] == end[0]
        shifts = [(by, 0.0) if upright else (0.0, by) for by in _DOUBLE_AT]
    else:
        dotted = rail == "dotted"
        width = theme.line_weight(_DOT if dotted else _RAIL)
        least = 2 * _MIN_RAIL if dotted else _MIN_RAIL
        line = Stroke(colour, max(width, least), round=dotted, dash=_DASHES[rail])
        shifts = [(0.0, 0.0)]
    builder = PathBuilder()
    for dx, dy in shifts:
        builder.move(start[0] + dx, start[1] + dy).line(end[0] + dx, end[1] + dy)
    return [Path(builder.done(), stroke=line)]


# On a poker card (mm): the height of the capitals of a name, the distance from the middle line to
# their foot, their greatest height with accents; the chamfer of the cartouche, and the ground
# around it.
_CAPITALS, _FOOT, _HIGHEST = 3.05, 0.62, 3.95
# The capitals of a theme of outlines against these.
_SAVED = 0.85
_CHAMFER, _AIR = 2.2, 0.9
# Its two lines, the second inside the first, and the one between the names.
_LINE, _INNER, _INNER_AT, _MIDDLE = 0.36, 0.13, 0.5, 0.16
# From its end to the diamond and to the name.
_DIAMOND_AT, _DIAMOND, _NAME_AT = 3.6, 1.3, 5.9
# The limit of condensing; beyond it the name shrinks, then takes two lines.
_MIN_CONDENSED = 0.72


def draw_cartouche(
    face: FaceSetting, box: Rect, ground: Colour, line: Colour, text: Colour
) -> list[Item]:
    """Draw the cartouche with the name of the card. Raises TextOverflow."""
    k = box.h / 9.0
    key = TITLE_BOLD if face.theme.solid else TITLE
    if (name := _set_name(face.caption, key, box, k, text)) is None:
        box = box.outset(0, 0.42 * box.h, 0, 0.42 * box.h)
        name = _set_two_lines(face.caption, key, box, k, text)
    plate = _draw_plate(face.look, box, k, ground, line)
    return [Use(plate), *name, transformed(as_artifact(name), TURN)]


@lru_cache(maxsize=256)
def _draw_plate(look: FaceLook, box: Rect, k: float, ground: Colour, line: Colour) -> Symbol:
    """Draw a cartouche without its name."""
    rule = Stroke(line, max(look.weight(_LINE * k), 0.1))
    fine = Stroke(line, look.weight(_INNER))
    outer = box.inset(-_AIR * k)
    items: list[Item] = [
        Path(chamfered(outer, (_CHAMFER + 0.5) * k), fill=ground),
        Path(chamfered(box, _CHAMFER * k), stroke=rule),
    ]
    if look.theme.solid:
        inner = chamfered(box.inset(_INNER_AT * k), (_CHAMFER - 0.28) * k)
        items.append(Path(inner, stroke=fine))
    middle, diamonds = PathBuilder(), PathBuilder()
    middle.move(box.x + _NAME_AT * k, 0).line(box.right - _NAME_AT * k, 0)
    half = _DIAMOND * k
    for x in (box.x + _DIAMOND_AT * k, box.right - _DIAMOND_AT * k):
        diamonds.diamond(x, 0, half, half)
    items.append(Path(middle.done(), stroke=Stroke(line, look.weight(_MIDDLE))))
    items.append(Path(diamonds.done(), fill=line))
    return Symbol(f"cartouche-{line.name}-{ground.name}-{box.h:.2f}", tuple(items), outer)


def _set_name(name: str, key: str, box: Rect, k: float, fill: Colour) -> tuple[Item, ...] | None:
    """Return the name on one line above the middle, or None if it would be too small."""
    face, max_width = font(key), box.w - 2 * (_NAME_AT + 0.6) * k
    run = shape(key, to_capitals(name))
    capitals = face.cap_height / UNITS
    boxes = [face.box(glyph) for glyph in run.glyphs]
    highest = max((box.bottom for box in boxes), default=0.0) / UNITS
    lowest = min((box.y for box in boxes), default=0.0) / UNITS
    most = _CAPITALS * (1.0 if key == TITLE_BOLD else _SAVED)
    size = min(most * k / capitals, (_HIGHEST - _FOOT) * k / max(highest, capitals))
    width = run.width / UNITS * size
    condensed = min(1.0, max_width / width)
    if condensed < _MIN_CONDENSED:
        size *= condensed / _MIN_CONDENSED
        condensed = _MIN_CONDENSED
    if size < MIN_CARD_TEXT_SIZE:
        return None
    foot = max(_FOOT * k, 0.15 * k - lowest * size)  # a Q has a tail
    line = text_line(key, to_capitals(name), 0, 0, size, fill, align=0.5)
    return (Group((line,), Matrix(condensed, 0, 0, 1, 0, -foot)),)


def _set_two_lines(name: str, key: str, box: Rect, k: float, fill: Colour) -> tuple[Item, ...]:
    """Return the name in two or three lines above the middle, condensed. Raises TextOverflow."""
    line = Rect(box.x + _NAME_AT * k / 2, box.y + 0.7 * k, box.w - _NAME_AT * k, 0)
    line = line._replace(h=-0.3 * k - line.y)
    uncondensed = Rect(line.x / _MIN_CONDENSED, line.y, line.w / _MIN_CONDENSED, line.h)
    style = FitStyle(key, _CAPITALS * k / 0.69, MIN_CARD_TEXT_SIZE, 3)
    lines = require_text(to_capitals(name), style, uncondensed, fill)
    return (Group(tuple(lines), Matrix(_MIN_CONDENSED, 0, 0, 1, 0, 0)),)


# A single name (mm on a poker card): the height of its capitals, the space at its ends, the size of
# its diamonds and their gap. Relative to a name on one line: the capitals of a long name, the
# height of two and of three lines, the space above and below; the greatest width that a name on one
# line may have to be set in two lines (widths of the box).
_ONCE, _NAME_AIR, _BESIDE, _BESIDE_AIR = 2.9, 0.8, 1.2, 2.6
_SMALLER, _HEIGHTS, _LINE_AIR, _FILLED = 0.86, {2: 1.6, 3: 2.3}, 0.3, 1.7


# The band between two halves of a picture (mm on a poker card): its height, also without a name in
# large print; the weight of its lines, the distance between them; the distance from its edge to the
# line of a suit.
_BAND, _PLAIN_BAND, _RULE, _RULE_AT, _RAIL_AT = 5.6, 1.8, 0.3, 0.62, 0.5
_END_AIR = 1.6


def draw_band(
    face: FaceSetting, ground: Colour, slope: float = 0.0, rail: str | None = None
) -> tuple[list[Item], list[Item]]:
    """Return a band across the card, and a single name on it; in large print there is no name.

    The band has one or two lines at each edge, or a line in the style of a suit's `rail`. Raises
    TextOverflow.
    """
    anatomy, large = face.anatomy, face.anatomy.large
    turn = rotation(math.degrees(math.atan(slope)))
    half = (_PLAIN_BAND if large else _BAND) / 2 * anatomy.module
    reach = (anatomy.safe.right - _END_AIR) * math.hypot(1, slope)
    name: list[Item] = []
    if not large:
        box = Rect(-reach, -half, 2 * reach, 2 * half)
        name, half = set_name(face, box, diamonds=face.dress.picture.solid)
    band = Group(_draw_strip(face.look, half, ground, rail), turn)
    return [band], [Group(tuple(name), turn)] if name else []


@lru_cache(maxsize=256)
def _draw_strip(look: FaceLook, half: float, ground: Colour, rail: str | None) -> tuple[Item, ...]:
    """Draw a level band with its lines, `half` mm to each side of its axis, without a name."""
    dress, large, k = look.dress, look.anatomy.large, look.anatomy.module
    far = math.hypot(look.reach.w, look.reach.h) / 2
    lines: list[Item] = []
    if rail:  # from the middle outwards, so that dashes are symmetrical; one line without a name
        y = 0.0 if large else _RAIL_AT * k - half
        for end in (-far, far):
            lines += draw_rail(rail, (0, y), (end, y), dress.line, look.theme)
    else:
        builder = PathBuilder()
        single = large or not dress.picture.solid
        for y in (half,) if single else (half, half - _RULE_AT * k):
            builder.move(-far, -y).line(far, -y)
        lines.append(Path(builder.done(), stroke=Stroke(dress.line, look.weight(_RULE * k, 0.1))))
    if not (rail and large):
        lines = twice(lines)
    return Path(rect_path(Rect(-far, -half, 2 * far, 2 * half)), fill=ground), *lines


def set_name(face: FaceSetting, box: Rect, *, diamonds: bool) -> tuple[list[Item], float]:
    """Set the name of a card once in a box; return its items and half the height that it needs
    (mm).

    A long name is condensed, then set in two or three lines: a box with diamonds grows about its
    middle, another box downwards. Raises TextOverflow.
    """
    dress, k = face.dress, face.anatomy.module
    fill = face.theme.light if dress.gold and dress.is_dark else dress.text
    text = to_capitals(face.caption)
    size = _ONCE * k * UNITS / font(TITLE_BOLD).cap_height
    width = box.w - 2 * k * (_BESIDE + _BESIDE_AIR if diamonds else _NAME_AIR)
    natural = shape(TITLE_BOLD, text).width / UNITS * size
    condensed, lines = min(1.0, width / natural), 1
    if condensed < _MIN_CONDENSED and not diamonds:  # smaller, before it takes two lines
        size, condensed = size * _SMALLER, min(1.0, condensed / _SMALLER)
    if condensed < _MIN_CONDENSED:
        least = natural * _MIN_CONDENSED * MIN_CARD_TEXT_SIZE / size
        lines = 2 if least <= _FILLED * width else 3
        word = (
            max(shape(TITLE_BOLD, one).width for one in text.split()) / UNITS * MIN_CARD_TEXT_SIZE
        )
        condensed = max(_MIN_CONDENSED, min(1.0, 1.8 * width / natural, width / word))
        grown = _HEIGHTS[lines] * box.h
        box = box._replace(h=grown, y=box.y - ((grown - box.h) / 2 if diamonds else 0.0))
    x, y = box.centre
    inner = Rect(-width / 2 / condensed, -box.h / 2, width / condensed, box.h).outset(
        0, -_LINE_AIR, 0, -_LINE_AIR
    )
    style = FitStyle(TITLE_BOLD, size, MIN_CARD_TEXT_SIZE, lines)
    if lines > 1 and not text_fits(text, style, inner):  # on a small card, the least type is high
        em = (font(TITLE_BOLD).cap_height + font(TITLE_BOLD).descent) / UNITS
        least = em + (lines - 1) * LEADING
        more = max(0.0, least * MIN_CARD_TEXT_SIZE + 2e-9 - inner.h)
        box = box._replace(h=box.h + more, y=box.y - (more / 2 if diamonds else 0.0))
        inner, y = inner.outset(0, more / 2, 0, more / 2), box.centre[1]
    items: list[Item] = [
        Group(require_text(text, style, inner, fill), Matrix(condensed, 0, 0, 1, x, y))
    ]
    if diamonds:
        half = _BESIDE * k
        away = min(natural * condensed, width) / 2 + _BESIDE_AIR * k
        builder = PathBuilder().diamond(x - away, y, half, half).diamond(x + away, y, half, half)
        items.append(Path(builder.done(), fill=dress.line))
    return items, box.h / 2
