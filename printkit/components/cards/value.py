"""A card's value by itself, as its index shows it: on stickers and rule cards.

The drawing is that of the corner index (see cards/index.py), without the suit below it: a negative
value has its inverted plate and its real minus sign everywhere.
"""

from __future__ import annotations

import msgspec

from printkit.art.theme import Palette
from printkit.base.geometry import Rect, rect_around, translation
from printkit.components.cards.index import (
    NO_PLATE,
    WIDE,
    IndexColours,
    IndexPlace,
    draw_figures,
    text_colour_on_paper,
)
from printkit.graphics.display_list import Group, Item, Path, ShapedText, transformed
from printkit.graphics.font import INDEX, UNITS, font
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import Point
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import MINUS, shown_values

# The width that a text may have, against the height of its figures.
_WIDTH = 1.6


class DrawnValue(msgspec.Struct, frozen=True):
    """Items with the box around their ink and the corners of their outlines."""

    items: tuple[Item, ...]
    box: Rect
    points: tuple[Point, ...]

    def at(self, cx: float, cy: float) -> Group:
        """Return the items with the middle of their ink at a place."""
        x, y = self.box.centre
        return transformed(self.items, translation(cx - x, cy - y))


def value_text(card: Card) -> str:
    """Return what the card counts, as it is written in its corner; empty if a set of rules says it.

    A card that shows another value when it is turned says both here: a label is read one way up.
    """
    if card.rule == BY_SET:
        return ""
    if card.turned is not None:
        return shown_values(card.values)
    return card.index or shown_values(card.values)


def draw_value(
    card: Card, palette: Palette, digits: float, *, alone: bool = False
) -> DrawnValue | None:
    """Draw the value with figures of a height, or return None if it has none.

    With `alone` nothing beside it tells which way is up, so 6 and 9 have their bar. Raises
    TextOverflow.
    """
    text = value_text(card)
    if not text:
        return None
    negative = text.startswith(MINUS) and text[1:].isdigit()
    plate = digits * (WIDE if negative else NO_PLATE)
    own = text_colour_on_paper(palette)
    colours = IndexColours(own, own, palette.paper, palette.paper, outlined=not palette.solid)
    least = MIN_TEXT_SIZE * font(INDEX).cap_height / UNITS
    place = IndexPlace(0.0, 0.0, _WIDTH * digits, digits, plate, least)
    bar = alone or card.mark is None
    items, _, _ = draw_figures(text, place, colours, artifact=False, bar=bar)
    points = tuple(point for item in items for point in _outline_points(item))
    return DrawnValue(items, rect_around(points), points)


def _outline_points(item: Item) -> list[Point]:
    """Return the points that bound an item of the index: those of its path, or a line's corners."""
    if isinstance(item, Group):
        return [
            item.matrix.apply(*point) for inner in item.items for point in _outline_points(inner)
        ]
    if isinstance(item, Path):
        half = item.stroke.width / 2 if item.stroke else 0.0
        box = item.data.box().inset(-half) if half else None
        xs, ys = item.data.coords[0::2], item.data.coords[1::2]
        return _corner_points(box) if box else list(zip(xs, ys, strict=True))
    assert isinstance(item, ShapedText), "an index is made of paths and text"
    face, em = font(item.run.font), item.size / UNITS
    result: list[Point] = []
    for glyph, x in zip(item.run.glyphs, item.run.xs, strict=True):
        own = face.outline(glyph).box()
        result += _corner_points(
            Rect(item.x + (x + own.x) * em, item.y - own.bottom * em, own.w * em, own.h * em)
        )
    return result


def _corner_points(box: Rect) -> list[Point]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
