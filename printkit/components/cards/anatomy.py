"""The anatomy of a card: trim, safe area, corners, index, frame; mm for each size and shape."""

from __future__ import annotations

import math
from functools import cached_property

import msgspec
from msgspec.structs import replace

from printkit.art.dress import COURT, cover_theme, dress
from printkit.art.guilloche import chamfered
from printkit.art.theme import Theme
from printkit.base.geometry import Rect, centred_rect
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import HEXAGON, ROUNDED, PathBuilder, corner_cut, depth_below_head
from printkit.pieces.piece import SAFE_MARGIN

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
# From the index to the middle of a rail: 1.5 mm to the outer one of two lines. The widest figures
# of large print; the mark, and the gap above it.
TO_RAIL, _LARGE_FIGURES = 2.05, 13.2
_MARK, _LARGE_MARK, _MARK_GAP = 7.4, 9.0, 2.2
# From the safe area to the rails, beside the index.
_RAIL = 9.9
# The width of the index beside a picture (mm).
_COLUMN, _PLATE_COLUMN = 10.4, 12.15
# From half the height to the largest picture in it.
_PICTURE_END, _LARGE_PICTURE_END = 4.85, 4.1
# Under the roof of a hexagon: from the waist to a picture, the column of an index beside it, a
# court against that of other cards.
_WAIST, _WIDE_COLUMN, _UNDER_ROOF = 0.55, 13.9, 0.88
# … and the words above and below a tall picture.
_TALL_WORDS = 7.2
# The empty corner of a pip, as a share of the field.
_PIP_CORNER = 0.07
_COURT_SHARE = 0.972
# On a narrower card with four indices: its side against what is between their columns.
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


class Anatomy(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """The boxes of a face of one size.

    `large` is for large print; `indices` is 2, 4, or None for the number that suits the picture;
    `shape` is that of the card (see `card_outline`). Only the ground is printed within
    `safe_margin` mm of the cut.
    """

    width: float
    height: float
    large: bool = False
    indices: int | None = None
    shape: str = ROUNDED
    safe_margin: float = SAFE

    @property
    def narrowed(self) -> float:
        """How much farther from the cut all is than usual (mm)."""
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
        """Return the left and right end of the safe area, `edge` mm inside it, from one height to
        another: narrower where corners are cut off."""
        box = self.trim.inset(self.safe_margin + edge)
        along, down = corner_cut(self.trim, self.shape, self.safe_margin + edge)
        depth = max(0.0, min(top - box.y, box.bottom - bottom))
        aside = along * (1 - depth / down) if depth < down else 0.0
        return box.x + aside, box.right - aside

    def depth_of(self, width: float, edge: float = 0.0) -> float:
        """Return how far from head or foot of the safe area, `edge` mm inside it, it is `width` mm
        wide: 0 where no corner is cut off."""
        along, down = corner_cut(self.trim, self.shape, self.safe_margin + edge)
        aside = (self.width - 2 * (self.safe_margin + edge) - width) / 2
        return edge + down * (1 - aside / along) if along and aside < along else 0.0

    def corner_centre(self, r: float) -> tuple[float, float]:
        """Return the centre of a circle in the upper left corner of the safe area."""
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
        """The height of the figures of the index."""
        if self.large:
            return max(_LARGE_DIGITS * self.module, _MIN_LARGE)
        return _DIGITS * self.module

    @property
    def figures_width(self) -> float:
        """The greatest width of the figures of the index."""
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
        """The width of an outer strip, from the cut to the rail."""
        return self.safe_margin + _RAIL * self.module

    @cached_property
    def field(self) -> Rect:
        """The field of the pips, between the rails."""
        side = self.strip if not self.large else self.safe_margin
        x = self.trim.x + side
        end = self.safe_head(x + _PIP_CORNER * (self.width - 2 * side)) - self.trim.y
        return self.trim.outset(-side, -end, -side, -end)

    @property
    def is_tall(self) -> bool:
        """True if the card has one tall picture, as a tarot has."""
        return self.height >= _TALL * self.width

    def corners(self, *, picture: bool = False) -> int:
        """Return the number of corners with an index: four around a tall picture."""
        return self.indices or (4 if picture and self.is_tall else 2)

    # --- pictures, one in each half --------------------------------------------------------------

    @cached_property
    def disc(self) -> float:
        """The diameter of the picture of a special, in the half of the card."""
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
        """The side of the square of a court figure that ends at the waist."""
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
        """The width of the figures on both sides of the words of a tall picture."""
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
        """The row of a name above a picture that fills the card."""
        side = self.strip - self.safe_margin + 0.6
        row = self.safe.outset(-side, 0, -side, 0)
        return row._replace(
            y=self.safe_head(row.x) + 0.2, h=max(_NAME_ROW * self.scale, _TWO_LINES) - 0.4
        )

    @cached_property
    def labels(self) -> tuple[Rect, ...]:
        """The boxes of the index in the upper left corner: figures, mark below."""
        figures = Rect(
            self.safe.x,
            self.index_top - AIR,
            self.figures_width + 2 * AIR,
            self.digits + 2 * AIR + 0.8 * self.module,
        )
        below = Rect(figures.x, figures.bottom, figures.w, self.mark_gap + self.mark + AIR)
        return figures, below


# On a poker card (mm): the chamfer, the weights of the two lines, the way between them; the
# diamonds in the middle of the short sides, and the ground around them.
_CHAMFER, _LINE, _INNER, _INNER_AT, _DIAMOND, _DIAMOND_AIR = 2.6, 0.36, 0.13, 0.62, 0.85, 0.5
# From the safe area to the frame, beyond which its diamonds reach, and from it to what it holds.
_REACH, _PADDING = 0.42, 1.35


def frame_box(anatomy: Anatomy) -> Rect:
    """Return the box of the frame of a card."""
    return anatomy.trim.inset(anatomy.safe_margin + _REACH)


def frame_field(anatomy: Anatomy) -> Rect:
    """Return the area inside the frame."""
    return frame_box(anatomy).inset(_PADDING * min(1.0, anatomy.scale))


def draw_text_frame(box: Rect, scale: float, theme: Theme, colour: str) -> list[Item]:
    """Draw the frame of a text card in a colour of the themes, its line weights scaled.

    On the ground of a cover it is gold, and holds paper.
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
