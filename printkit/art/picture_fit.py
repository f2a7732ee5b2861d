"""The place of a user's picture in its box, and its print quality there.

Input: a file, a box and a Fitting. Output: the rectangle of the whole picture; its resolution and
its crop.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path as FilePath

from msgspec import Struct

from printkit.base.geometry import MM_PER_INCH, Rect
from printkit.graphics.pictures import picture_size, read_image
from printkit.graphics.svg import RENDERED_DPI, drawing_size, is_drawn

COVER, CONTAIN = "cover", "contain"
# A picture has its own bleed, or gets one by mirroring it or by stretching its edge.
OWN, MIRROR, STRETCH = "own", "mirror", "stretch"
# The bleed that shops require (mm), which pictures that include bleed have.
SHOP_BLEED = 3.175
# How far the proportions of a picture with bleed may differ from those of the card with bleed.
_SAME_RATIO = 0.006


class Fitting(Struct, frozen=True):
    """The fitting of a picture in its box: `fit` (cover or contain), `focus` (the point to keep
    when cropping, from left and top, 0–1), and `bleed` (own, mirror or stretch; if empty, it
    depends on the proportions of the picture).
    """

    fit: str = COVER
    focus: tuple[float, float] = (0.5, 0.5)
    bleed: str = ""


def picture_extent(path: FilePath, *, whole: bool) -> tuple[float, float]:
    """Return the width and height of a picture, in its own units (pixels or drawing units).

    Only its header is read unless `whole`. Raises PrintkitError if the file is not a picture.
    """
    if path.suffix.lower() == ".svg":
        return drawing_size(path)
    if not whole and (size := picture_size(path)) != (0, 0):
        return size
    picture = read_image(path)
    return picture.width, picture.height


def place_picture(width: float, height: float, box: Rect, reach: Rect, fitting: Fitting) -> Rect:
    """Return the rectangle of a whole picture (mm); a picture with its own bleed extends beyond the
    cut.
    """
    if fitting.fit == CONTAIN:
        return _fit(width, height, box, min)
    if fitting.bleed == OWN or (not fitting.bleed and _has_bleed(width, height, box, reach)):
        box = box.inset(-SHOP_BLEED)
    rect, (x, y) = _fit(width, height, box, max), fitting.focus
    return rect._replace(x=box.x - (rect.w - box.w) * x, y=box.y - (rect.h - box.h) * y)


def _fit(width: float, height: float, box: Rect, pick: Callable[..., float]) -> Rect:
    """Return the rectangle of a picture, scaled in proportion and centred on a box.

    It is inside the box if `pick` is `min`, and covers the box if `pick` is `max`.
    """
    factor = pick(box.w / width, box.h / height)
    w, h = width * factor, height * factor
    cx, cy = box.centre
    return Rect(cx - w / 2, cy - h / 2, w, h)


def _has_bleed(width: float, height: float, box: Rect, reach: Rect) -> bool:
    """Return True if a picture has the proportions of a card with its bleed."""
    if not (reach.w > box.w and reach.h > box.h):
        return False
    off = _mismatch(width, height, box.inset(-SHOP_BLEED))
    return off < min(_SAME_RATIO, _mismatch(width, height, box))


def _mismatch(width: float, height: float, box: Rect) -> float:
    return abs(width / height / (box.w / box.h) - 1)


class Fidelity(Struct, frozen=True):
    """The print quality of a picture: its resolution (dots per inch), and the share of its area
    that is cut off (0–1).
    """

    dpi: float
    cropped: float


def fidelity(path: FilePath, box: Rect, fitting: Fitting, *, whole: bool = True) -> Fidelity:
    """Measure the print quality of a picture in a box (mm).

    A drawing has unlimited resolution, unless it has to be rendered. Only the header of a picture
    is read unless `whole`.
    """
    width, height = picture_extent(path, whole=whole)
    reach = box.inset(-SHOP_BLEED)
    rect = place_picture(width, height, box, reach, fitting)
    dpi = width / rect.w * MM_PER_INCH
    if path.suffix.lower() == ".svg":
        dpi = math.inf if is_drawn(path) else float(RENDERED_DPI)
    part = rect.intersection(reach if rect.contains(reach) else box)
    cropped = 0.0 if fitting.fit == CONTAIN else 1 - part.w * part.h / (rect.w * rect.h)
    return Fidelity(dpi, cropped)
