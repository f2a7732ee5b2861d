"""The measures of a card, its corner index, and the lock-up of a game name.

Index functions return the items of the upper left corner; the caller turns them for the lower right
one. On a plate, figures are centred and their sign hangs; without a plate, sign and figures are
centred together. Negative values and specials have a plate.
"""

from __future__ import annotations

import math
import re
from functools import cached_property
from pathlib import Path as FilePath
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printkit.art.card_style import COURT, Dress, cover_theme, dress
from printkit.art.emblems import draw_mark
from printkit.art.ornaments import chamfered
from printkit.art.theme import Palette, Theme
from printkit.base.card_shapes import ELONGATED
from printkit.base.geometry import Matrix, Rect, centred_rect, rect_around, translation
from printkit.base.sentences import Sentence
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
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD, UNITS, cached_by_fonts, font, shape
from printkit.graphics.measures import FINE, HAIRLINE, MIN_CARD_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.graphics.path import (
    HEXAGON,
    ROUNDED,
    PathBuilder,
    PathData,
    Point,
    corner_cut,
    depth_below_head,
    rect_path,
)
from printkit.layout.fit_text import (
    LEADING,
    FitStyle,
    TextOverflow,
    fit_text,
    line_width,
    text_line,
    text_width,
)
from printkit.layout.records import Overflow
from printkit.model.cards import Card
from printkit.model.fields import BY_SET, MINUS, PLUS_MINUS, shown_values
from printkit.pieces.options import SAFE_MARGIN
from printkit.pieces.product import LocalGame

# --- anatomy -------------------------------------------------------------------------------------

POKER = (63.5, 88.9)
# Only the ground is printed within 3 mm of the cut: a cut by hand is up to 2 mm off.
SAFE = SAFE_MARGIN
# From the safe area to the nearest item (mm).
AIR = 0.4
# The height of figures of the index, and of those in large print (mm).
_DIGITS, _LARGE_DIGITS = 9.0, 14.0
LARGE_DIGITS = 11.0
_MIN_LARGE = 11.2
# The least size of a card with a full index; the sizes at which the index grows, and its limit.
_FULL_WIDTH, _FULL_HEIGHT = 57.0, 76.0
_WIDER, _HIGHER, _MAX_MODULE = 74.0, 104.0, 1.18
# On the smallest cards figures stay legible across a table.
_MIN_MODULE = 0.6
# The distance from the index to the field of a picture; the greatest width of figures in large
# print; the side of the mark, its side in large print, and the gap above it.
TO_RAIL, _LARGE_FIGURES = 2.05, 13.2
_MARK, _LARGE_MARK, _MARK_GAP = 7.4, 9.0, 2.2
# From the safe area to the field, beside the index.
_RAIL = 9.9
# The width of the index beside a picture (mm).
_COLUMN, _PLATE_COLUMN = 10.4, 12.15
# From half the height to the largest picture in it.
_PICTURE_END, _LARGE_PICTURE_END = 4.85, 4.1
# Under the roof of a hexagon: the distance from the waist to a picture, the width of the column of
# an index beside it, and the size of a court relative to its size on other cards.
_WAIST, _WIDE_COLUMN, _UNDER_ROOF = 0.55, 13.9, 0.88
# … and the words above and below a tall picture.
_TALL_WORDS = 7.2
# The empty corner of a pip, as a share of the field.
_PIP_CORNER = 0.07
_COURT_SHARE = 0.972
# On a narrower card with four indices: its side relative to the space between their columns.
_ROOMY, _COURT_BETWEEN = 60.0, 1.15
# The rim of a picture against its disc.
_RIM = 1.03
# The least ratio of height to width for one tall picture.
_TALL = 1.6
# The least size of a picture (mm).
MIN_FIELD = 8.0
_NAME_ROW = 6.9
# Two lines of the smallest text with a little air.
_TWO_LINES = 5.4


class Mount(NamedTuple):
    """The size (mm) and shape of a card whose face is laid out on a smaller card inside it."""

    width: float
    height: float
    shape: str


class Anatomy(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """The boxes of a card face that is `width` by `height` mm.

    `large` is for large print; `indices` is 2, 4, or None for the number that suits the picture;
    `shape` is the shape of the card (see `card_outline`). Only the ground is printed within
    `safe_margin` mm of the cut. On a shape without corners the face is laid out inside its `mount`.
    """

    width: float
    height: float
    large: bool = False
    indices: int | None = None
    shape: str = ROUNDED
    safe_margin: float = SAFE
    mount: Mount | None = None

    @cached_property
    def card(self) -> Rect:
        """The trim of the face, or of the larger card around it."""
        return self.trim if self.mount is None else centred_rect(*self.mount[:2])

    @property
    def narrowed(self) -> float:
        """The distance by which all parts are further from the cut than usual (mm)."""
        return self.safe_margin - SAFE

    @cached_property
    def trim(self) -> Rect:
        return centred_rect(self.width, self.height)

    @cached_property
    def safe(self) -> Rect:
        return self.trim.inset(self.safe_margin)

    def safe_head(self, x: float) -> float:
        """Return the upper edge of the safe area at `x`: lower below a cut corner."""
        return self.safe.y + depth_below_head(self.trim, self.shape, self.safe_margin, x)

    def safe_span(self, top: float, bottom: float, edge: float = 0.0) -> tuple[float, float]:
        """Return the left and right ends of the safe area, inset by `edge` mm, between two heights.

        The area is narrower where corners are cut off.
        """
        box = self.trim.inset(self.safe_margin + edge)
        along, down = corner_cut(self.trim, self.shape, self.safe_margin + edge)
        depth = max(0.0, min(top - box.y, box.bottom - bottom))
        aside = along * (1 - depth / down) if depth < down else 0.0
        return box.x + aside, box.right - aside

    def depth_of(self, width: float, edge: float = 0.0) -> float:
        """Return the distance (mm) from the head of the safe area to the height at which the area,
        inset by `edge` mm, is `width` mm wide.

        The distance is 0 if the head itself is wide enough. The distance from the foot is the same.
        """
        along, down = corner_cut(self.trim, self.shape, self.safe_margin + edge)
        aside = (self.width - 2 * (self.safe_margin + edge) - width) / 2
        return edge + down * (1 - aside / along) if along and aside < along else 0.0

    def corner_centre(self, r: float) -> tuple[float, float]:
        """Return the centre of a circle of radius `r` in the upper left corner of the safe area."""
        along, down = corner_cut(self.trim, self.shape, self.safe_margin)
        depth = down * (1 - r / along) + r * math.hypot(along, down) / along if along else 0.0
        return self.safe.x + r, self.safe.y + max(r, depth)

    @cached_property
    def slope(self) -> tuple[float, float]:
        """The direction (cosine, sine) of the head: the roof of a hexagon, else level."""
        if self.shape != HEXAGON:
            return 1.0, 0.0
        along, down = corner_cut(self.trim, self.shape)
        return along / math.hypot(along, down), down / math.hypot(along, down)

    @cached_property
    def lean(self) -> float:
        """The angle (degrees) of the slanted sides of an elongated hexagon in the upper left and
        the lower right quarter, or 0 for other shapes.
        """
        if self.shape != ELONGATED:
            return 0.0
        along, down = corner_cut(self.trim, self.shape)
        return math.degrees(math.atan2(along, down))

    @cached_property
    def side(self) -> float:
        """The distance from the middle to the slanted sides of the safe area (mm), see `lean`."""
        return self.width / 2 * math.cos(math.radians(self.lean)) - self.safe_margin

    @cached_property
    def module(self) -> float:
        """The scale of the index and its surroundings, 1 on a poker card."""
        module = min(self.width / _FULL_WIDTH, self.height / _FULL_HEIGHT)
        if module < 1:
            return max(module, _MIN_MODULE)
        return max(1.0, min(self.width / _WIDER, self.height / _HIGHER, _MAX_MODULE))

    @property
    def scale(self) -> float:
        """The scale of the whole drawing, 1 on a poker card."""
        return min(self.width / POKER[0], self.height / POKER[1])

    @cached_property
    def digits(self) -> float:
        """The height of the figures in the index (mm)."""
        if self.large:
            return max(_LARGE_DIGITS * self.module, _MIN_LARGE)
        return _DIGITS * self.module

    @property
    def figures_width(self) -> float:
        """The greatest width of the figures in the index (mm)."""
        if self.large:
            return _LARGE_FIGURES / _LARGE_DIGITS * self.digits
        return self.strip - self.safe_margin - AIR - TO_RAIL

    @property
    def index_x(self) -> float:
        """The axis of the index and its mark in the upper left corner."""
        return self.safe.x + max(AIR + self.figures_width / 2, self.mark / 2)

    @property
    def index_top(self) -> float:
        """The upper edge of the figures."""
        return self.safe_head(self.safe.x + AIR) + AIR

    @property
    def mark(self) -> float:
        """The side of the small emblem under the index."""
        return (_LARGE_MARK if self.large else _MARK) * self.module

    @property
    def mark_gap(self) -> float:
        return _MARK_GAP * self.module

    @cached_property
    def strip(self) -> float:
        """The width of the strip beside the field, from the cut to the field."""
        return self.safe_margin + _RAIL * self.module

    @cached_property
    def field(self) -> Rect:
        """The field of a picture, between the strips of the indices."""
        side = self.strip if not self.large else self.safe_margin
        x = self.trim.x + side
        end = self.safe_head(x + _PIP_CORNER * (self.width - 2 * side)) - self.trim.y
        return self.trim.outset(-side, -end, -side, -end)

    @property
    def is_tall(self) -> bool:
        """True if the card has one tall picture, like a tarot card."""
        return self.height >= _TALL * self.width

    def corners(self, *, picture: bool = False) -> int:
        """Return the number of corners with an index: `indices`, or else four around a tall picture
        and two on other cards.
        """
        return self.indices or (4 if picture and self.is_tall else 2)

    # --- pictures, one in each half --------------------------------------------------------------

    @cached_property
    def disc(self) -> float:
        """The diameter (mm) of the picture of a special, which fits into half the card."""
        column = self.figures_width + 2 * AIR if self.large else _COLUMN * self.module
        sides = column + self.safe_margin if self.corners() == 4 else self.safe_margin + AIR
        end = _LARGE_PICTURE_END if self.large else _PICTURE_END
        disc = min(
            self.height / 2 - end - self.narrowed, self.width - sides - self.safe_margin - column
        )
        if self.shape != HEXAGON:
            return disc
        # The rim touches waist and roof, in the middle or beside the index.
        cosine, sine = self.slope
        reach = (self.height / 2 - _WAIST) * cosine - self.safe_margin - 0.1
        rim = reach / (1 + cosine)
        if self.corners() == 2:
            aside = -self.trim.x - self._disc_left
            rim = min(rim, (reach + aside * sine) / (1 + cosine + sine))
        return min(disc, 2 / _RIM * rim)

    @cached_property
    def disc_centre(self) -> tuple[float, float]:
        """The centre of the upper picture, clear of the index."""
        rim = _RIM * self.disc / 2
        y = self.safe.y + 0.1 + rim if self.shape != HEXAGON else -_WAIST - rim
        if self.corners() == 4:
            return 0.0, y
        right = self.safe.right - 0.1 - rim
        x = min(self.trim.x + self._disc_left + self.disc / 2, right)
        return (max(x, 0.0) if self.shape == HEXAGON else x), y

    @property
    def _disc_left(self) -> float:
        """The distance from the cut to the picture of a special."""
        if self.large:
            return self.safe_margin + self.figures_width + 3
        return (
            self.safe_margin
            + (_PLATE_COLUMN if self.shape != HEXAGON else _WIDE_COLUMN) * self.module
        )

    @cached_property
    def figure(self) -> float:
        """The side (mm) of the square that holds a court figure down to its waist."""
        side = min(self.height / 2 * _COURT_SHARE, self.width - 11) - 2 * self.narrowed
        if self.corners() == 4 and self.width < _ROOMY:  # it would be behind the indices
            side = min(side, _COURT_BETWEEN * (self.width - 2 * self.strip))
        return side * _UNDER_ROOF if self.shape == HEXAGON else side

    @cached_property
    def figure_centre(self) -> tuple[float, float]:
        """The centre of the upper figure's square, beside the index."""
        available = self.width / 2 - self.figure / 2 - 2.3 - self.narrowed
        shift = available if self.large else min(4 * self.module, available)
        return (0.0 if self.corners() == 4 else shift), -0.55 - self.figure * 0.48

    @cached_property
    def tall(self) -> Rect:
        """The box of the tall picture between the figures at head and foot.

        Under a roof it also runs between the figures at the sides, see `tall_notch`.
        """
        end = self.index_top + self.height / 2 + self.digits + 4.0
        if self.shape == HEXAGON:
            edge = self.safe_head(self.safe.x + self.tall_column) - self.trim.y
            end = min(end, edge + _TALL_WORDS * self.module)
        return self.trim.outset(-self.safe_margin - 1.2, -end, -self.safe_margin - 1.2, -end)

    @property
    def tall_column(self) -> float:
        """The width (mm) of the column of figures on each side of a tall picture's words."""
        return 2 * (self.index_x + self.width / 2 - self.safe_margin) + 1.2

    @property
    def tall_notch(self) -> tuple[float, float]:
        """The width and depth of the corners of a tall picture that the figures cover."""
        beside = self.safe.x + self.tall_column - self.tall.x
        return beside + 0.8, max(0.0, self.index_top + self.digits + 2.0 - self.tall.y)

    # --- names -----------------------------------------------------------------------------------

    @property
    def cartouche(self) -> Rect:
        """The box of the cartouche at the waist."""
        width = min(self.width - 11, 0.827 * self.width) - 2 * self.narrowed
        height = 9.0 * min(max(self.height / POKER[1], 0.72), 1.45)
        foot = self.index_top + 1.25 * self.digits + self.mark_gap + self.mark
        if foot > -height / 2:  # under a roof the index is beside it
            width = min(width, -2 * (self.safe.x + _PLATE_COLUMN * self.module))
        return centred_rect(width, height)

    @cached_property
    def name(self) -> Rect:
        """The box of a name above a picture that fills the card."""
        side = self.strip - self.safe_margin + 0.6
        row = self.safe.outset(-side, 0, -side, 0)
        return row._replace(
            y=self.safe_head(row.x) + 0.2, h=max(_NAME_ROW * self.scale, _TWO_LINES) - 0.4
        )

    @cached_property
    def labels(self) -> tuple[Rect, ...]:
        """The boxes of the index in the upper left corner: the figures, and the mark below them."""
        figures = Rect(
            self.safe.x,
            self.index_top - AIR,
            self.figures_width + 2 * AIR,
            self.digits + 2 * AIR + 0.8 * self.module,
        )
        below = Rect(figures.x, figures.bottom, figures.w, self.mark_gap + self.mark + AIR)
        return figures, below


# On a poker card (mm): the chamfer, the weights of the two lines, the distance between them; the
# size of the diamonds in the middle of the short sides, and the ground around them.
_CHAMFER, _LINE, _INNER, _INNER_AT, _DIAMOND, _DIAMOND_AIR = 2.6, 0.36, 0.13, 0.62, 0.85, 0.5
# From the safe area to the frame, which its diamonds cross, and from the frame to its content.
_REACH, _PADDING = 0.42, 1.35


def frame_box(anatomy: Anatomy) -> Rect:
    """Return the box of the frame of a card."""
    return anatomy.trim.inset(anatomy.safe_margin + _REACH)


def frame_field(anatomy: Anatomy) -> Rect:
    """Return the area inside the frame."""
    return frame_box(anatomy).inset(_PADDING * min(1.0, anatomy.scale))


def draw_text_frame(box: Rect, scale: float, theme: Theme, colour: str) -> list[Item]:
    """Draw the frame of a text card in a colour of the theme; its corners are scaled on a small
    card.

    On a printed cover ground the frame is gold and filled with paper.
    """
    look, palette = dress(theme, COURT, colour), theme.palette(colour)
    cover, sheet = cover_theme(theme, colour), None
    if cover is not theme:
        look, sheet = replace(look, line=cover.palette(colour).main), palette.paper
    outer = Stroke(look.line, theme.line_weight(_LINE))
    fine = Stroke(palette.accent if look.gold else look.line, theme.line_weight(_INNER))
    cut = _CHAMFER * min(1.0, scale)
    diamonds, air = PathBuilder(), PathBuilder()
    x = box.centre[0]
    for y in (box.y + _INNER_AT / 2, box.bottom - _INNER_AT / 2):
        for builder, r in ((air, _DIAMOND + _DIAMOND_AIR), (diamonds, _DIAMOND)):
            builder.diamond(x, y, r, 0.7 * r)
    return [
        Path(chamfered(box, cut), fill=sheet, stroke=outer),
        Path(chamfered(box.inset(_INNER_AT), cut - 0.28 * _INNER_AT), stroke=fine),
        *([] if sheet else [Path(air.done(), fill=palette.paper)]),
        Path(diamonds.done(), fill=palette.accent if look.gold else look.line),
    ]


# --- index ---------------------------------------------------------------------------------------

# The widths of the plates of an index, relative to the height of the figures: no plate, a plate
# that ends before the field, a plate that uses all the room on a special.
NO_PLATE, SLIM, WIDE = 0.0, 9.4 / 9, 13.4 / 9
_LARGE_WIDE = 17.6 / 14
# The largest width of a plate, visible in a fan (mm).
_MAX_PLATE = 13.4
# Shares of a plate's width: figures beside a sign, two figures beside a sign on a slim plate;
# figures without a sign, a text; the sign before one figure and before several; the gap after the
# sign.
_SIGNED, _SLIM_SIGNED, _UNSIGNED, _FULL = 0.477, 0.54, 0.62, 0.84
_SIGN_WIDE, _SIGN, _SIGN_GAP = 0.21, 0.168, 0.05
# Relative to the height of the figures: the padding of a plate above and below, its chamfer, the
# thickness of a sign; the bar below 6 and 9: its width, its height and the gap above it.
_PAD, _INDEX_CHAMFER, _STEM = 0.111, 0.245, 0.128
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
    """The place of figures: the left, top and width of their column, and their height (mm).

    `plate` is the width of a plate, or 0 for none, and `min_digits` is the minimum legible height.
    """

    left: float
    top: float
    width: float
    digits: float
    plate: float
    min_digits: float


class CornerSigns(NamedTuple):
    """The signs in a corner: an emblem in place of text, a mark, and the width of a plate relative
    to the height of the figures.

    A `sealed` mark is on a disc of the ground.
    """

    emblem: FilePath | None
    mark: FilePath | None
    plate: float = NO_PLATE
    sealed: bool = False


def index_place(anatomy: Anatomy, plate: float) -> IndexPlace:
    """Return the place of the corner index of a face."""
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
    """Return the centre of an emblem that replaces the figures of an index."""
    size = anatomy.digits * _EMBLEM
    if signs.sealed:
        return anatomy.corner_centre(_SEAL * size + _SEAL_LINE / 2)
    return anatomy.safe.x + size / 2, anatomy.index_top - AIR + size / 2


def _draw_mark(
    path: FilePath, signs: CornerSigns, dress: Dress, centre: Point, side: float
) -> tuple[Item, ...]:
    """Draw a mark; if it is sealed, because it is on a scene, draw a seal behind it."""
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

    With `bar`, a 6 or 9 without a sign or a plate is underlined. Raises TextOverflow if the figures
    would be too small to read.
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
            Sentence("The index “{text}” is too long to be legible.", text=text[:40]),
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


# Figures after a sign: a number with a letter, or two to choose from.
_FIGURES = re.compile(r"[0-9]+(?:[A-Z]|\|[0-9]+)?")


def split_sign(text: str) -> tuple[str, str]:
    """Split a number into sign and figures; other text has no sign."""
    if text[:1] in _SIGNS and _FIGURES.fullmatch(text[1:]):
        return text[0], text[1:]
    return "", text


def _sign_width(sign: str, figures: str, place: IndexPlace) -> tuple[float, float]:
    """Return the width of a sign and of the gap beside it."""
    if not sign:
        return 0.0, 0.0
    width = place.plate or WIDE * place.digits
    return (_SIGN_WIDE if len(figures) == 1 else _SIGN) * width, _SIGN_GAP * width


def _draw_plate(box: Rect, digits: float, colours: IndexColours) -> tuple[Item, ...]:
    """Draw the plate behind the figures; in an outline theme, only its edge, if it has one."""
    cut = _INDEX_CHAMFER * digits
    if not colours.outlined:
        return (Path(chamfered(box, cut), fill=colours.plate),)
    if not colours.edge:
        return ()
    line = Stroke(colours.plate, colours.edge)
    return (Path(chamfered(box.inset(colours.edge / 2), cut), fill=colours.paper, stroke=line),)


def draw_sign(
    sign: str, x: float, middle: float, width: float, stem: float, fill: Colour
) -> tuple[Item, ...]:
    """Draw a sign as bars, vertically centred on the figures."""
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
    if not run.glyphs:
        return run
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
    """Return the figure in the corner of a card.

    If the value changes when the card is turned, the figure is `±3`, or lists both values if they
    differ in more than their sign.
    """
    if card.turned is None:
        return card.index
    sign, figures = split_sign(card.index)
    if sign == "+" and card.lower_index == f"{MINUS}{figures}":
        return f"{PLUS_MINUS}{figures}"
    return shown_values(card.values)


def is_negative(figure: str) -> bool:
    """Return True if a figure shows one value, and it is negative."""
    return figure.startswith(MINUS) and not set(figure) & set("/…")


def value_text(card: Card) -> str:
    """Return the value of a card as shown in its corner, or an empty string if the value depends on
    the set of rules.
    """
    return "" if card.rule == BY_SET else card_figure(card) or shown_values(card.values)


def draw_value(
    card: Card, palette: Palette, digits: float, *, alone: bool = False
) -> DrawnValue | None:
    """Draw the value of a card in figures `digits` mm high, or return None if it has no value.

    With `alone`, or on a card without a mark, 6 and 9 are underlined: no other sign shows which way
    is up. Raises TextOverflow.
    """
    text = value_text(card)
    if not text:
        return None
    negative = text.startswith(MINUS) and text[1:].isdigit()
    plate = digits * (WIDE if negative else NO_PLATE)
    own = text_colour_on_paper(palette)
    colours = IndexColours(own, own, palette.paper, palette.paper, outlined=not palette.solid)
    least = MIN_CARD_TEXT_SIZE * font(INDEX).cap_height / UNITS
    place = IndexPlace(0.0, 0.0, _WIDTH * digits, digits, plate, least)
    bar = alone or card.mark is None
    items, _, _ = draw_figures(text, place, colours, artifact=False, bar=bar)
    points = tuple(point for item in items for point in _outline_points(item))
    return DrawnValue(items, rect_around(points), points)


def _outline_points(item: Item) -> list[Point]:
    """Return points that bound an item: those of a path, or the corners of the glyphs of a text."""
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


# --- lock up -------------------------------------------------------------------------------------

# Relative to the size of the name: the side of a mark, the gap between marks, the gap between marks
# and a name beside them, the gap between marks and a name below them; the distance from the last
# baseline to the rule; the size of a note.
_LOCK_UP_MARK, _BETWEEN, _BESIDE, _UNDER, _TO_RULE, _NOTE = 1.06, 0.12, 0.32, 0.42, 0.42, 0.36
# A name below this size (mm per em) is on a card narrower than a bridge card.
_SMALL_NAME = 2.6
# Marks over a name are larger, and further apart.
_OVER, _APART = 1.3, 0.3
# Marks beside a name take no more than this share of the width.
_MAX_SHARE = 0.42
# The rule: its weight, its pitch, its ticks, of which every fifth is long; the least pitch (mm).
_RULE, _PITCH, _TICK, _LONG_TICK, _MIN_PITCH = 0.062, 0.227, 0.085, 0.15, 1.3
_MIN_RULE, _MIN_TICK = 0.22, 0.35


class LockUp(msgspec.Struct, frozen=True):
    """The items of a lock-up, with its upper left corner at the origin, and its height."""

    items: tuple[Item, ...]
    height: float


def draw_lock_up(
    game: LocalGame,
    width: float,
    size: float,
    *,
    centred: bool = False,
    max_lines: int = 1,
    note: str = "",
    title: str = "",
    colour: str = "",
    marked: bool = True,
) -> LockUp:
    """Draw marks and a name, at most `size` mm per em, over a rule `width` mm wide.

    Marks, if `marked`, are before the name, or above it if `centred`. Marks that would be too wide
    beside the name are left out. `note` is set at the right end; `title` replaces the name, and
    `colour` replaces the colour of the game. Raises TextOverflow if the name does not fit.
    """
    theme, language = game.theme, game.language
    marks, palette = game.marks if marked else [], theme.palette(colour or game.colour)
    name, size = title or game.name, max(size, MIN_CARD_TEXT_SIZE)
    if centred:
        lines = _set_name(name, language, width, size, max_lines, palette)
        row = max(1.0, len(marks) * (_OVER + _APART) - _APART)
        em = min(lines[0].size, width / row)
        side, gap = _OVER * em, _APART * em
        left, middle = (width - len(marks) * (side + gap) + gap) / 2, side / 2
        top, before = (side + _UNDER * lines[0].size if marks else 0.0), 0.0
    else:
        side, gap = _LOCK_UP_MARK * size, _BETWEEN * size
        before = len(marks) * (side + gap) - gap + _BESIDE * size if marks else 0.0
        if before > _MAX_SHARE * width:
            marks, before = [], 0.0
        taken = text_width(TITLE, note, _note_size(size)) + _BESIDE * size if note else 0.0
        lines = _set_name(name, language, width - before - taken, size, max_lines, palette)
        top = max(0.0, (side - _name_height(lines)) / 2) if marks else 0.0
        left, middle = 0.0, top + _name_height(lines) / 2
    items: list[Item] = [
        draw_mark(path, theme.palette(own), left + side / 2 + i * (side + gap), middle, side)
        for i, (path, own) in enumerate(marks)
    ]
    baseline, face = top + _name_height(lines), font(lines[0].run.font)
    for i, line in enumerate(lines):
        x = (width - line_width(line)) / 2 if centred else before
        y = top + face.cap_height / UNITS * lines[0].size + i * LEADING * line.size
        items.append(replace(line, x=x, y=y))
    if note:
        small = _note_size(size)
        items.append(text_line(TITLE, note, width, baseline, small, palette.ink, align=1.0))
    foot = max(baseline + _TO_RULE * lines[0].size, 0.0 if centred else side)
    items.append(transformed(graduated_rule(width, size, palette), translation(0, foot)))
    return LockUp(tuple(items), foot + max(_LONG_TICK * size, 2 * _MIN_TICK))


def lock_up_width(game: LocalGame, size: float) -> float:
    """Return the width at which marks and name fit on one line, and the marks take up at most
    `_MAX_SHARE` of it.
    """
    name = text_width(TITLE_BOLD, game.name, size)
    marks = len(game.marks) * (_LOCK_UP_MARK + _BETWEEN) * size + (_BESIDE - _BETWEEN) * size
    return max(name + marks, marks / _MAX_SHARE)


def _set_name(
    name: str, language: str, width: float, size: float, max_lines: int, palette: Palette
) -> tuple[ShapedText, ...]:
    """Set the name, in the narrow index font and with one more line if necessary. Raises
    TextOverflow.
    """
    colour, box = text_colour_on_paper(palette), Rect(0, 0, width, 2 * max_lines * size)
    for key, most in ((TITLE_BOLD, max_lines), (INDEX, max_lines + 1)):
        style = FitStyle(key, size, MIN_CARD_TEXT_SIZE, most, language=language)
        lines = fit_text(name, style, box, colour)
        if not isinstance(lines, Overflow):
            return lines
    raise TextOverflow(
        Sentence("There is no room for “{name}” at the top, even at 6 pt.", name=name[:40]),
        hint="Use a larger card or larger paper.",
    )


def _name_height(lines: tuple[ShapedText, ...]) -> float:
    """Return the height from the capitals of the first line to the last baseline."""
    line = lines[0]
    cap = font(line.run.font).cap_height / UNITS * line.size
    return cap + (len(lines) - 1) * LEADING * line.size


def _note_size(size: float) -> float:
    return max(_NOTE * size, MIN_CARD_TEXT_SIZE if size < _SMALL_NAME else MIN_TEXT_SIZE)


def graduated_rule(width: float, size: float, palette: Palette) -> list[Item]:
    """Draw the rule below a title of `size` mm per em, from the origin; every fifth tick is
    long.
    """
    weight = max(palette.line_weight(_RULE * size), _MIN_RULE)
    line = PathBuilder().move(weight / 2, 0).line(width - weight / 2, 0).done()
    ticks = PathBuilder()
    count = max(5, 5 * round(width / max(_PITCH * size, _MIN_PITCH) / 5))
    for step in range(count + 1):
        length = max((_TICK if step % 5 else _LONG_TICK) * size, _MIN_TICK * (1 if step % 5 else 2))
        x = weight / 2 + step * (width - weight) / count
        ticks.move(x, 0).line(x, length)
    fine = Stroke(palette.main, max(HAIRLINE, 0.4 * weight))
    return [Path(line, stroke=Stroke(palette.main, weight)), Path(ticks.done(), stroke=fine)]


HEADER = 22.0
# The width of the rings at the right (mm).
ORBIT = 19.0


def graduated_line(left: float, right: float, y: float) -> PathData:
    """Return a rule with a tick every two millimetres, every fifth longer."""
    builder = PathBuilder().move(left, y).line(right, y)
    for i in range(int((right - left) / 2) + 1):
        builder.move(left + 2 * i, y).line(left + 2 * i, y + (0.9 if i % 5 else 1.6))
    return builder.done()


def draw_orbit(box: Rect, theme: Theme) -> list[Item]:
    """Draw a graduated rule that ends in rings with a planet in the accent colour."""
    ink, accent = theme.rule_colour(theme.roles_of["ink"]), theme.roles_of["accent"]
    base, r = HEADER - 4.4, ORBIT / 2 - 1.4
    cx, cy = box.right - ORBIT / 2, base - r - 0.6
    fine = PathBuilder()
    fine.circle(cx, cy, r).circle(cx, cy, r * 0.62).circle(cx, cy, r * 0.55)
    ticks = graduated_line(box.x + FINE, box.right - FINE, base)  # whole lines are in the box
    fine.rays(cx, cy, r, [r * (0.93 if step % 3 else 0.87) for step in range(36)])
    # The planet is on the outer ring, at two o'clock.
    px, py = cx + r * 0.866, cy - r * 0.5
    return [
        Path(fine.done(), stroke=Stroke(ink, FINE)),
        Path(ticks, stroke=Stroke(ink, FINE)),
        Path(PathBuilder().circle(cx, cy, r * 0.2).done(), fill=ink),
        Path(PathBuilder().circle(px, py, 1.3).done(), fill=accent),
    ]
