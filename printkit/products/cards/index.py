"""The corner index: value over suit, read in a fan.

Items are those of the upper left corner; the caller turns them for the lower right one. A negative
value is on an inverted hexagonal plate and has a real minus sign: it differs by more than its
colour.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath
from typing import NamedTuple

from msgspec.structs import replace

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Palette
from printkit.base.geometry import Matrix, Rect
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, contrast
from printkit.graphics.display_list import GlyphRun, Item, Path, ShapedText, Stroke
from printkit.graphics.font import INDEX, UNITS, font, shape
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.layout.fit_text import TextOverflow
from printkit.model.cards import Card
from printkit.model.notation import MINUS, PLUS_MINUS
from printkit.products.cards.anatomy import LARGE_DIGITS, Anatomy

_REACH = 10.0  # of the column: digits lie within 13 mm of the corner of a poker card
_EMBLEM = 9.0
# The plate of a negative value: its padding, its tips, its edge.
_PLATE_PADDING = 0.7
_PLATE_TIP = 1.55
_PLATE_EDGE = 0.45
# The width of the minus before two figures (em / 1000).
_NARROW_MINUS = 275.0
# The gap from a sign to its figure (em / 1000).
_SIGN_GAP = 45.0
# A ± before two figures is wider than a plus, and stands closer to them.
_CLOSE = 15.0


def text_colour_on_paper(palette: Palette) -> Colour:
    """Return the card's own colour if it has enough contrast on paper, else the ink colour."""
    return (
        palette.main if contrast(palette.main, palette.paper) >= MIN_TEXT_CONTRAST else palette.ink
    )


class CornerSigns(NamedTuple):
    """What is below an index, or in its place.

    If `two_way`, the card says something else when it is turned.
    """

    emblem: FilePath | None
    mark: FilePath | None
    two_way: bool

    @classmethod
    def of(cls, card: Card) -> CornerSigns:
        """Return what is below the index of a card."""
        return cls(card.emblem, card.mark, two_way=card.turned is not None)


def draw_index(
    text: str,
    signs: CornerSigns,
    palette: Palette,
    other: Palette,
    anatomy: Anatomy,
    *,
    artifact: bool,
) -> list[Item]:
    """Draw the index of one corner (upper left, centred coordinates).

    `other` is the palette of the opposite corner, if the card says something else there.
    """
    return [*_draw_index(text, signs, palette, other, anatomy, artifact)]


# Cards that look alike share their corners: in a large deck that is much of its memory.
@lru_cache(maxsize=4096)
def _draw_index(
    text: str,
    signs: CornerSigns,
    palette: Palette,
    other: Palette,
    anatomy: Anatomy,
    artifact: bool,
) -> list[Item]:
    s = anatomy.index_scale
    x = anatomy.left + 0.35 * s
    if not text:
        if signs.emblem is None:
            return []
        size = anatomy.band if anatomy.large else _EMBLEM * s
        centre = x + size / 2
        items: list[Item] = [
            place_emblem(emblem(signs.emblem, palette, size), centre, anatomy.top + size / 2, size)
        ]
        if signs.mark == signs.emblem:  # it stands there already
            return items
        return items + _draw_mark(
            signs, palette, other, centre, anatomy.top + size + 0.9 * anatomy.scale, anatomy
        )
    negative = text.startswith(MINUS) and not set(text) & set("/…")
    run = _shape_after_sign(text) if negative else kern_sign(text)
    inset = _PLATE_PADDING * s if negative else 0.0
    room = _REACH * s - (inset if negative else 0.35 * s)
    cap = font(INDEX).cap_height / UNITS
    size = min(anatomy.digits / cap, room / (run.width / UNITS))
    least = LARGE_DIGITS / cap if anatomy.large else MIN_TEXT_SIZE
    if size < least:
        raise TextOverflow(
            f"The index “{text[:40]}” is too long: it would be read by nobody.",
            hint="Give the card a short “index”.",
        )
    digits = size * font(INDEX).cap_height / UNITS
    width = run.width * size / UNITS
    if not negative:
        y = anatomy.top + (anatomy.band / 2 + digits / 2 if anatomy.large else 0.2 * s + digits)
        # Figures and mark share an axis, and the mark stays in the safe area.
        axis = max(x + width / 2, anatomy.left + anatomy.mark / 2) if signs.mark else x + width / 2
        items = [
            ShapedText(run, axis - width / 2, y, size, text_colour_on_paper(palette), artifact)
        ]
        if signs.mark is None and text in ("6", "9"):  # a turned card shows the other
            bar = PathBuilder().move(axis - width / 2, y + s).line(axis + width / 2, y + s)
            items.append(Path(bar.done(), stroke=Stroke(text_colour_on_paper(palette), 0.7 * s)))
        below = anatomy.top + anatomy.band if anatomy.large else y
        return items + _draw_mark(signs, palette, other, axis, below + 1.2 * anatomy.scale, anatomy)
    pad = (anatomy.band - digits) / 2 if anatomy.large else _PLATE_TIP * s
    plate = Rect(anatomy.left, anatomy.top, width + 2 * inset, digits + 2 * pad)
    base = plate.bottom - pad
    items = [
        *_draw_plate(plate, pad, palette, anatomy),
        _draw_sign(text, plate.x + inset, base, size, _plate_text_colour(palette)),
        ShapedText(run, plate.x + inset, base, size, _plate_text_colour(palette), artifact),
    ]
    return items + _draw_mark(
        signs, palette, other, plate.centre[0], plate.bottom + 0.7 * anatomy.scale, anatomy
    )


def _draw_plate(box: Rect, pad: float, palette: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw the ground of a negative value.

    It is a hexagon, or around large figures, which leave no space for tips, a plate with its
    corners cut; in a theme of outlines only its edge.
    """
    colour = text_colour_on_paper(palette)
    line = 0.0 if palette.solid else palette.line_weight(_PLATE_EDGE)
    box = box.inset(line / 2)
    if anatomy.large:
        cut = 2 * pad
        corners = [
            (box.x + cut, box.y),
            (box.right - cut, box.y),
            (box.right, box.y + cut),
            (box.right, box.bottom - cut),
            (box.right - cut, box.bottom),
            (box.x + cut, box.bottom),
            (box.x, box.bottom - cut),
            (box.x, box.y + cut),
        ]
    else:
        middle = box.centre[0]
        corners = [
            (middle, box.y),
            (box.right, box.y + pad),
            (box.right, box.bottom - pad),
            (middle, box.bottom),
            (box.x, box.bottom - pad),
            (box.x, box.y + pad),
        ]
    shape_ = PathBuilder().polygon(corners).done()
    if palette.solid:
        return [Path(shape_, fill=colour)]
    return [Path(shape_, stroke=Stroke(colour, line))]


def _plate_text_colour(palette: Palette) -> Colour:
    """Return the colour of the figures of a negative value."""
    return palette.paper if palette.solid else text_colour_on_paper(palette)


def _draw_mark(
    signs: CornerSigns, palette: Palette, other: Palette, cx: float, top: float, anatomy: Anatomy
) -> list[Item]:
    """Draw what is below the value: the emblem of the suit or special, small; else, for a card that
    says something else when it is turned, the sign ± in both its colours.
    """
    s = anatomy.index_scale
    if anatomy.large:  # the column of the mark begins at the safe area
        cx = anatomy.left + anatomy.mark / 2
    if signs.mark is not None:
        size = anatomy.mark
        return [place_emblem(emblem(signs.mark, palette, size), cx, top + size / 2, size)]
    if not signs.two_way:
        return []
    # A plus in this corner's colour over a minus in the other's.
    width, thick = (
        (anatomy.mark * 0.8 if anatomy.large else 4.6 * s),
        (anatomy.mark * 0.2 if anatomy.large else 1.15 * s),
    )
    cx = max(cx, anatomy.left + width / 2)
    middle = top + width / 2
    across = Rect(cx - width / 2, middle - thick / 2, width, thick)
    upright = Rect(cx - thick / 2, top, thick, width)
    minus = across._replace(y=top + width + 0.45 * thick)
    plus = PathBuilder().polygon(_cross_corners(across, upright)).done()
    return [Path(plus, fill=palette.main), Path(rect_path(minus), fill=other.main)]


def _cross_corners(across: Rect, upright: Rect) -> list[tuple[float, float]]:
    """Return the twelve corners of two crossing bars."""
    return [
        (upright.x, upright.y),
        (upright.right, upright.y),
        (upright.right, across.y),
        (across.right, across.y),
        (across.right, across.bottom),
        (upright.right, across.bottom),
        (upright.right, upright.bottom),
        (upright.x, upright.bottom),
        (upright.x, across.bottom),
        (across.x, across.bottom),
        (across.x, across.y),
        (upright.x, across.y),
    ]


@lru_cache(maxsize=1024)
def kern_sign(text: str) -> GlyphRun:
    """Return the index shaped with a sign close to its figure, side bearings removed.

    Otherwise the sign would push figures out of the part of a card that a fan shows.
    """
    run = shape(INDEX, text)
    first = font(INDEX).outline(run.glyphs[0]).box().x
    last = font(INDEX).outline(run.glyphs[-1]).box()
    xs = [x - first for x in run.xs]
    if text[0] in f"{MINUS}+{PLUS_MINUS}" and len(xs) > 1:
        sign = font(INDEX).outline(run.glyphs[0]).box()
        digit = font(INDEX).outline(run.glyphs[1]).box()
        room = _CLOSE if text[0] == PLUS_MINUS and len(xs) > 2 else _SIGN_GAP
        gap = xs[1] + digit.x - (sign.w + room)
        xs = [xs[0], *(x - gap for x in xs[1:])]
    return replace(run, xs=tuple(xs), width=xs[-1] + last.right)


def _shape_after_sign(text: str) -> GlyphRun:
    """Return the figures of a negative value behind the space of its sign; the text is complete."""
    figures = kern_sign(text[1:])
    lead = _sign_width(text) + _SIGN_GAP
    xs = tuple(x + lead for x in figures.xs)
    return replace(figures, text=text, xs=xs, width=figures.width + lead)


def _minus_outline() -> PathData:
    """Return the outline of the font's minus sign."""
    return font(INDEX).outline(shape(INDEX, MINUS).glyphs[0])


def _sign_width(text: str) -> float:
    """Return the font's own width before one figure; before more the sign is narrowed, or two
    figures of 6 mm would not end within 13 mm of the corner.
    """
    return _minus_outline().box().w if len(text) == 2 else _NARROW_MINUS


def _draw_sign(text: str, x: float, y: float, size: float, fill: Colour) -> Path:
    """Draw the font's minus sign, as thick and as high above the baseline as it is, in its
    width.
    """
    box, em = _minus_outline().box(), size / UNITS
    across = _sign_width(text) / box.w * em
    return Path(
        _minus_outline().transformed(Matrix(across, 0, 0, -em, x - box.x * across, y)), fill=fill
    )
