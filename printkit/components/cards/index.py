"""The corner index: value over suit, read in a fan and across a table.

Items are those of the upper left corner; the caller turns them for the lower right one. Digits are
centred, with a hanging sign. Negative values and specials have a plate.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printkit.art.dress import Dress
from printkit.art.emblem import draw_mark
from printkit.art.guilloche import chamfered
from printkit.art.theme import Palette
from printkit.base.geometry import Matrix, Rect, rect_around, translation
from printkit.components.cards.anatomy import AIR, LARGE_DIGITS, Anatomy
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, contrast
from printkit.graphics.display_list import (
    GlyphRun,
    Group,
    Item,
    Path,
    ShapedText,
    Stroke,
    transformed,
)
from printkit.graphics.font import INDEX, UNITS, cached_by_fonts, font, shape
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, Point, rect_path
from printkit.layout.fit_text import TextOverflow
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import MINUS, PLUS_MINUS, shown_values

# The plates of an index: none, one that ends before the rail, one as wide as a special has room
# for; their widths against the height of the figures.
NO_PLATE, SLIM, WIDE = 0.0, 9.4 / 9, 13.4 / 9
_LARGE_WIDE = 17.6 / 14
# The largest width of a plate, visible in a fan (mm).
_MAX_PLATE = 13.4
# Shares of a plate's width: figures beside a sign, and two on a slim plate; figures alone, a text;
# the sign before one figure and before more; the gap between.
_SIGNED, _SLIM_SIGNED, _UNSIGNED, _FULL = 0.477, 0.54, 0.62, 0.84
_SIGN_WIDE, _SIGN, _SIGN_GAP = 0.21, 0.168, 0.05
# Against the height of the figures: the padding of a plate above and below, its chamfer, the
# thickness of a sign, the bar below 6 and 9, its height and the gap above it.
_PAD, _CHAMFER, _STEM = 0.111, 0.245, 0.128
_BAR, _BAR_HEIGHT, _BAR_GAP = 0.49, 0.078, 0.083
_PLATE_EDGE, _MIN_PLATE_EDGE = 0.45, 0.13
# The limit of condensing; beyond it figures shrink …
_MIN_CONDENSED = 0.5
# … to this share of their height, the least that is legible.
_MIN_DIGITS = 0.55
# The side of an emblem in the place of an index, against the figures; the gap below a plate.
_EMBLEM, _PLATE_GAP = 1.0, 0.73
# The seal below a mark: its radius and the mark in it, against the mark without it; its line (mm).
_SEAL, _SEALED, _SEAL_LINE = 0.57, 0.8, 0.22
_SIGNS = (MINUS, "+", PLUS_MINUS)


def text_colour_on_paper(palette: Palette) -> Colour:
    """Return the card's own colour if it has enough contrast on paper, else the ink colour."""
    return (
        palette.main if contrast(palette.main, palette.paper) >= MIN_TEXT_CONTRAST else palette.ink
    )


class IndexColours(NamedTuple):
    """The colours of an index; an `outlined` plate is an `edge` around `paper`."""

    text: Colour
    plate: Colour
    plate_text: Colour
    paper: Colour
    outlined: bool = False
    edge: float = _PLATE_EDGE


class IndexPlace(NamedTuple):
    """The place of figures: left, top and width of their column, their height.

    `plate` is the width of a plate, `min_digits` the least legible height.
    """

    left: float
    top: float
    width: float
    digits: float
    plate: float
    min_digits: float


class CornerSigns(NamedTuple):
    """The signs of a corner: an emblem in place of text, the mark, the plate.

    A `sealed` mark is on a disc of the ground.
    """

    emblem: FilePath | None
    mark: FilePath | None
    plate: float = NO_PLATE
    sealed: bool = False


def index_place(anatomy: Anatomy, plate: float) -> IndexPlace:
    """Return the place of the index of a face."""
    if plate == WIDE and anatomy.large:
        plate = _LARGE_WIDE
    width = plate * anatomy.digits
    if not anatomy.large:
        width = min(width, AIR + anatomy.figures_width if plate == SLIM else _MAX_PLATE)
    least = LARGE_DIGITS if anatomy.large else _MIN_DIGITS * anatomy.digits
    return IndexPlace(
        anatomy.index_x - anatomy.figures_width / 2,
        anatomy.index_top,
        anatomy.figures_width,
        anatomy.digits,
        width,
        least,
    )


def plate_box(place: IndexPlace) -> Rect:
    """Return the box of the plate of an index."""
    height = (1 + 2 * _PAD) * place.digits
    return Rect(place.left - AIR, place.top - AIR, place.plate, height)


def index_axis(text: str, signs: CornerSigns, anatomy: Anatomy) -> float:
    """Return the x of the centre of an index."""
    if not text:
        return _emblem_centre(signs, anatomy)[0]
    if signs.plate:
        return anatomy.safe.x + index_place(anatomy, signs.plate).plate / 2
    return anatomy.index_x


def draw_index(
    text: str, signs: CornerSigns, dress: Dress, anatomy: Anatomy, *, artifact: bool
) -> tuple[Item, ...]:
    """Draw the index of one corner (upper left, centred coordinates)."""
    place = index_place(anatomy, signs.plate)
    if not text:
        if signs.emblem is None:
            return ()
        size = anatomy.digits * _EMBLEM
        axis, middle = _emblem_centre(signs, anatomy)
        items = _draw_mark(signs.emblem, signs, dress, (axis, middle), size)
        if signs.mark == signs.emblem or signs.mark is None:
            return items
        centre = axis, middle + size / 2 + anatomy.mark_gap + anatomy.mark / 2
        return items + _draw_mark(signs.mark, signs, dress, centre, anatomy.mark)
    outlined = not dress.mark.solid
    # A theme that saves ink has a plate only for a minus.
    edge = _MIN_PLATE_EDGE if outlined and text.startswith(MINUS) else 0.0
    paper = dress.mark.paper
    colours = IndexColours(dress.text, dress.plate, dress.plate_text, paper, outlined, edge)
    figures, axis, bottom = draw_figures(text, place, colours, artifact=artifact)
    if signs.mark is None:
        return figures
    gap = anatomy.mark_gap * (_PLATE_GAP if signs.plate else 1.0)
    y = bottom + gap + anatomy.mark / 2
    return figures + _draw_mark(signs.mark, signs, dress, (axis, y), anatomy.mark)


def _emblem_centre(signs: CornerSigns, anatomy: Anatomy) -> Point:
    """Return the centre of an emblem in the place of an index."""
    size = anatomy.digits * _EMBLEM
    if signs.sealed:
        return anatomy.corner_centre(_SEAL * size + _SEAL_LINE / 2)
    return anatomy.safe.x + size / 2, anatomy.index_top - AIR + size / 2


def _draw_mark(
    path: FilePath, signs: CornerSigns, dress: Dress, centre: Point, side: float
) -> tuple[Item, ...]:
    """Draw a mark, on a scene with a seal below it."""
    if not signs.sealed:
        return (draw_mark(path, dress.mark, *centre, side),)
    radius = _SEAL * side
    seal = Path(
        PathBuilder().ellipse(*centre, radius, radius).done(),
        fill=dress.ground,
        stroke=Stroke(dress.line, _SEAL_LINE),
    )
    return seal, draw_mark(path, dress.mark, *centre, _SEALED * side)


def draw_figures(
    text: str, place: IndexPlace, colours: IndexColours, *, artifact: bool, bar: bool = True
) -> tuple[tuple[Item, ...], float, float]:
    """Draw the text of an index; return the items, their axis and their lower end.

    With `bar`, 6 and 9 are underlined. Raises TextOverflow.
    """
    sign, figures = split_sign(text)
    width = place.plate or place.width
    sign_width, gap = _sign_width(sign, figures, place)
    share = _UNSIGNED if figures.isdigit() else _FULL
    if sign:
        share = _SIGNED if len(figures) == 1 or place.plate > place.digits else _SLIM_SIGNED
    most = share * width if place.plate else width - sign_width - gap
    run = shape_figures(figures)
    cap = font(INDEX).cap_height / UNITS
    natural = run.width / UNITS * place.digits / cap
    digits = place.digits * min(1.0, most / natural / _MIN_CONDENSED)
    if digits < place.min_digits:
        raise TextOverflow(
            f"The index “{text[:40]}” is too long: nobody could read it.",
            hint="Give the card a short “index”.",
        )
    size = digits / cap
    drawn = min(most, run.width / UNITS * size)
    condensed = drawn / (run.width / UNITS * size)
    if place.plate:
        box = plate_box(place)
        axis, middle = box.centre
        centre, bottom = axis, box.bottom
        items = _draw_plate(box, place.digits, colours)
        fill = colours.plate if colours.outlined else colours.plate_text
    else:
        axis = place.left + place.width / 2
        centre = axis + (sign_width + gap) / 2
        middle, bottom = place.top + place.digits / 2, place.top + place.digits
        items, fill = (), colours.text
    line = ShapedText(run.after(sign), 0, 0, size, fill, artifact)
    matrix = Matrix(condensed, 0, 0, 1, centre - drawn / 2, middle + digits / 2)
    items += (Group((line,), matrix),)
    if sign:
        x = centre - drawn / 2 - gap - sign_width
        items += draw_sign(sign, x, middle, sign_width, _STEM * place.digits, fill)
    if bar and not sign and figures in ("6", "9") and not place.plate:
        top = bottom + _BAR_GAP * digits
        under = Rect(axis - _BAR * digits / 2, top, _BAR * digits, _BAR_HEIGHT * digits)
        items += (Path(rect_path(under), fill=fill),)
        bottom = under.bottom - 0.5 * _BAR_GAP * digits
    return items, axis, bottom


def split_sign(text: str) -> tuple[str, str]:
    """Split a number into sign and figures; other text has no sign."""
    if text[:1] in _SIGNS and text[1:].isdigit():
        return text[0], text[1:]
    return "", text


def _sign_width(sign: str, figures: str, place: IndexPlace) -> tuple[float, float]:
    """Return the width of a sign and of the gap beside it."""
    if not sign:
        return 0.0, 0.0
    width = place.plate or WIDE * place.digits
    return (_SIGN_WIDE if len(figures) == 1 else _SIGN) * width, _SIGN_GAP * width


def _draw_plate(box: Rect, digits: float, colours: IndexColours) -> tuple[Item, ...]:
    """Draw the plate below figures; in a theme of outlines its edge."""
    cut = _CHAMFER * digits
    if not colours.outlined:
        return (Path(chamfered(box, cut), fill=colours.plate),)
    if not colours.edge:
        return ()
    line = Stroke(colours.plate, colours.edge)
    return (Path(chamfered(box.inset(colours.edge / 2), cut), fill=colours.paper, stroke=line),)


def draw_sign(
    sign: str, x: float, middle: float, width: float, stem: float, fill: Colour
) -> tuple[Item, ...]:
    """Draw a sign as bars, its middle at that of the figures."""
    if sign == MINUS:
        return (Path(rect_path(Rect(x, middle - stem / 2, width, stem)), fill=fill),)
    stem = min(stem, 0.4 * width)
    lift = 0.75 * stem if sign == PLUS_MINUS else 0.0
    y = middle - lift
    half, thick = width / 2, stem / 2
    cx = x + half
    arm = [(-thick, -half), (thick, -half), (thick, -thick)]
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1))
    cross = [(cx + c * dx - s * dy, y + s * dx + c * dy) for c, s in turns for dx, dy in arm]
    items: tuple[Item, ...] = (Path(PathBuilder().polygon(cross).done(), fill=fill),)
    if sign == PLUS_MINUS:
        under = Rect(x, y + half + 0.5 * stem, width, stem)
        items += (Path(rect_path(under), fill=fill),)
    return items


@cached_by_fonts(1024)
def shape_figures(text: str) -> GlyphRun:
    """Shape figures without side bearings at the ends, so that centring centres their ink."""
    run = shape(INDEX, text)
    first, last = (font(INDEX).outline(glyph) for glyph in (run.glyphs[0], run.glyphs[-1]))
    if not first.steps or not last.steps:
        return run
    xs = tuple(x - first.box().x for x in run.xs)
    return replace(run, xs=xs, width=xs[-1] + last.box().right)


# The width that a text may have, against the height of its figures.
_WIDTH = 1.6


class DrawnValue(msgspec.Struct, frozen=True):
    """Items with the box around their ink and the corners of their outlines."""

    items: tuple[Item, ...]
    box: Rect
    points: tuple[Point, ...]

    def at(self, cx: float, cy: float) -> Group:
        """Return the items with the centre of their ink at (cx, cy)."""
        x, y = self.box.centre
        return transformed(self.items, translation(cx - x, cy - y))


def card_figure(card: Card) -> str:
    """Return the figure in the corner of a card; `±3` if its value changes when turned."""
    return shown_values(card.values) if card.turned is not None else card.index


def is_negative(figure: str) -> bool:
    """Return True for the figure of one negative value."""
    return figure.startswith(MINUS) and not set(figure) & set("/…")


def value_text(card: Card) -> str:
    """Return the value of a card as in its corner; empty if a set of rules gives it."""
    return "" if card.rule == BY_SET else card_figure(card) or shown_values(card.values)


def draw_value(
    card: Card, palette: Palette, digits: float, *, alone: bool = False
) -> DrawnValue | None:
    """Draw the value of a card in figures `digits` mm high; None if it has none.

    With `alone`, 6 and 9 are underlined: no other sign shows which way is up. Raises TextOverflow.
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
    """Return the points that bound an item: those of its path, or corners of its glyphs."""
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
        own = face.box(glyph)
        result += _corner_points(
            Rect(item.x + (x + own.x) * em, item.y - own.bottom * em, own.w * em, own.h * em)
        )
    return result


def _corner_points(box: Rect) -> list[Point]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
