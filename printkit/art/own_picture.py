"""A picture that fills a box up to the cut: cropped to it, its bleed its own or made of its edge.

The strips beyond the edge of a picture are the same picture, used again under a map that turns it
round: they add a few operators to a file and no pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.emblem import own_silhouette
from printkit.art.theme import Palette
from printkit.base.geometry import Matrix, Rect
from printkit.base.units import MM_PER_INCH
from printkit.graphics.display_list import Group, Image, Item
from printkit.graphics.path import rect_path
from printkit.graphics.raster_image import RasterImage, read_image
from printkit.graphics.svg_art import read_art

COVER, CONTAIN = "cover", "contain"
# A picture has its own bleed, or gets one by mirroring it or by stretching its edge.
OWN, MIRROR, STRETCH = "own", "mirror", "stretch"
# What shops ask for around a card (mm): what a picture with bleed of its own has.
_SHOP_BLEED = 3.175
# How far the proportions of a picture with bleed may differ from those of the card with bleed.
_SAME_RATIO = 0.006
# The width of the edge that is stretched (mm), and how far all strips reach under the picture.
_EDGE, _UNDER = 0.5, 0.1
# The margin around a silhouette, as a share of its box.
_PADDING = 0.08
# A side of a picture ends at that of its box within this distance (mm).
_TOUCHES = 1e-6


class Fitting(Struct, frozen=True):
    """How a picture fills its box: `fit` (cover, contain), `focus` (from left and top, 0–1) is what
    stays where it is cropped, `bleed` (own, mirror, stretch; empty: as its sides say)."""

    fit: str = COVER
    focus: tuple[float, float] = (0.5, 0.5)
    bleed: str = ""


def draw_picture(
    path: FilePath, palette: Palette, box: Rect, reach: Rect, fitting: Fitting | None = None
) -> tuple[Item, ...]:
    """Return a picture in `box` that goes on to `reach`, clipped there.

    A drawing of one dark colour is a silhouette in the palette's main colour, whole in its box.
    Raises PrintkitError for a file that is no picture.
    """
    fitting = fitting or Fitting()
    if path.suffix.lower() != ".svg":
        return _bleed(_place(read_image(path), box, reach, fitting), box, reach, fitting)
    art, is_silhouette = own_silhouette(path, read_art(path))
    items: tuple[Item, ...] = art.items(palette.roles())
    if is_silhouette or fitting.fit == CONTAIN:
        inside = box.inset(_PADDING * min(box.w, box.h)) if is_silhouette else box
        return (Group(items, art.fit_into(inside)),)
    return (Group((Group(items, art.fit_into(reach, cover=True)),), clip=rect_path(reach)),)


def _place(picture: RasterImage, box: Rect, reach: Rect, fitting: Fitting) -> Image:
    """Return a picture in its place; one with bleed of its own extends over the cut."""
    if fitting.fit == CONTAIN:
        return picture.fit_into(box, cover=False)
    if fitting.bleed == OWN or (not fitting.bleed and _has_bleed(picture, box, reach)):
        box = box.inset(-_SHOP_BLEED)
    image = picture.fit_into(box, cover=True)
    rect, (x, y) = image.rect, fitting.focus
    moved = rect._replace(x=box.x - (rect.w - box.w) * x, y=box.y - (rect.h - box.h) * y)
    return replace(image, rect=moved)


def _has_bleed(picture: RasterImage, box: Rect, reach: Rect) -> bool:
    """Return True if the sides of a picture are those of a card with its bleed."""
    if not (reach.w > box.w and reach.h > box.h):
        return False
    off = _mismatch(picture, box.inset(-_SHOP_BLEED))
    return off < min(_SAME_RATIO, _mismatch(picture, box))


def _mismatch(picture: RasterImage, box: Rect) -> float:
    return abs(picture.width / picture.height / (box.w / box.h) - 1)


def _bleed(image: Image, box: Rect, reach: Rect, fitting: Fitting) -> tuple[Item, ...]:
    """Return an image over strips of itself beyond its edges at the cut."""
    shown = image.rect.intersection(reach)
    items: list[Item] = []
    across = list(_strips(shown.x, shown.right, (box.x, box.right), (reach.x, reach.right)))
    down = list(_strips(shown.y, shown.bottom, (box.y, box.bottom), (reach.y, reach.bottom)))
    stretches = fitting.bleed == STRETCH
    for edge_x, end_x in across:
        for edge_y, end_y in down:
            if (edge_x, edge_y) == (None, None):
                continue
            a, e, x, w = _fold(edge_x, end_x, shown.x, shown.right, stretches=stretches)
            d, f, y, h = _fold(edge_y, end_y, shown.y, shown.bottom, stretches=stretches)
            clip = rect_path(Rect(x, y, w, h))
            items.append(Group((image,), Matrix(a, 0, 0, d, e, f), clip))
    return (*items, Group((image,), clip=rect_path(shown)))


def _strips(
    low: float, high: float, box: tuple[float, float], reach: tuple[float, float]
) -> Iterator[tuple[float | None, float]]:
    """Yield the middle (None), and each edge at the cut with the end of the strip beyond it."""
    yield None, 0.0
    if low < box[0] + _TOUCHES and reach[0] < low - _TOUCHES:
        yield low, reach[0]
    if high > box[1] - _TOUCHES and reach[1] > high + _TOUCHES:
        yield high, reach[1]


def _fold(
    edge: float | None, end: float, low: float, high: float, *, stretches: bool
) -> tuple[float, float, float, float]:
    """Return the factor and the shift that fold an image over an edge in one direction, and the
    beginning and the length of the part that is folded."""
    if edge is None:
        return 1.0, 0.0, low, high - low
    beyond, inward = abs(end - edge), 1.0 if end < edge else -1.0
    factor = beyond / _EDGE if stretches else 1.0
    # The edge itself comes to lie a little under the picture.
    ends = sorted((edge, edge + inward * (beyond + _UNDER) / factor))
    return -factor, edge * (1 + factor) + inward * _UNDER, ends[0], ends[1] - ends[0]


class Fidelity(Struct, frozen=True):
    """How a picture is printed: its resolution (dots per inch), and the share that is cut off."""

    dpi: float
    cropped: float


def fidelity(path: FilePath, box: Rect, fitting: Fitting) -> Fidelity:
    """Measure how a picture is printed in a box (mm); a drawing has no limit of resolution."""
    if path.suffix.lower() == ".svg":
        return Fidelity(math.inf, 0.0)
    picture = read_image(path)
    reach = box.inset(-_SHOP_BLEED)
    rect = _place(picture, box, reach, fitting).rect
    dpi = picture.width / rect.w * MM_PER_INCH
    part = rect.intersection(reach if rect.contains(reach) else box)
    cropped = 0.0 if fitting.fit == CONTAIN else 1 - part.w * part.h / (rect.w * rect.h)
    return Fidelity(dpi, cropped)
