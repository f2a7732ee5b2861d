"""Lay out faces on cards whose shape leaves no room in the corners.

An engraved face fills an elongated hexagon. Any other face on this shape, a circle or an outline of
a file is laid out on the largest smaller card inside the shape, so that its index, its words and
its pictures keep their sizes and their distance from the cut. Its ground extends to the outline,
with a frame along it.
"""

from __future__ import annotations

import math

from printkit.art.card_style import Dress
from printkit.art.engraved import fit, header_of
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme
from printkit.base.card_shapes import CIRCLE, ELONGATED, OUTLINE, ROUNDED
from printkit.base.errors import PrintkitError
from printkit.base.geometry import format_mm, format_size
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import Anatomy, Mount
from printkit.graphics.colour import blend
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import card_outline, card_shape, rectangle_inside

_INNER = (ELONGATED, CIRCLE, OUTLINE)
# The least width of the safe area of a face (mm).
_MIN_WIDTH = 16.0


def face_anatomy(
    width: float,
    height: float,
    shape: str,
    safe: float,
    *,
    large: bool = False,
    indices: int | None = None,
    whole: bool = False,
    engraved: str = "",
    picture: str = "",
) -> Anatomy:
    """Return the anatomy of a face on a card of a shape; `whole` if a picture fills the card.

    `engraved` is the drawing of the face, which fills an elongated hexagon of its proportions; an
    engraved `picture` fills any.

    Raises PrintkitError if the shape leaves no room for a face.
    """
    own = card_shape(shape)
    if own.kind not in _INNER:
        return Anatomy(width, height, large, indices, own.kind, _clear_margin(own.radius, safe))
    if whole:  # a picture reaches the outline, and its cut is that of a rectangle
        return Anatomy(width, height, large, indices, ROUNDED, safe)
    if own.kind == ELONGATED and (engraved or picture):
        anatomy = Anatomy(width, height, large, indices, ELONGATED, safe)
        if picture or fit(header_of(engraved), anatomy.trim, anatomy.safe)[1]:
            return anatomy
    inner_w, inner_h = rectangle_inside(width, height, shape, safe)
    if inner_w < _MIN_WIDTH:
        raise PrintkitError(
            Sentence(
                "The shape {shape} of {size} leaves no room for a face {safe} mm from the cut.",
                shape=own.name or own.kind,
                size=format_size(width, height),
                safe=format_mm(safe),
            ),
            hint="Take a larger --card-size, or a shape that is fuller around its middle.",
        )
    mount = Mount(width, height, shape)
    size = inner_w + 2 * safe, inner_h + 2 * safe
    return Anatomy(*size, large, indices, ROUNDED, safe, mount)


def _clear_margin(radius: float | None, safe: float) -> float:
    """Return the margin of a rectangle whose corners are `safe` mm from corners of a radius."""
    if radius is None or radius <= safe:
        return safe
    return radius - (radius - safe) / math.sqrt(2)


# The frame along the outline of a mount (mm): its two lines, the distance between them; its tint.
_OUTER, _INNER_LINE, _APART, _TINT = 0.4, 0.13, 1.0, 0.1
# Lines between the frame and the face: their distance, the widths of the first and of the last one,
# the share of the colour in them; from the safe area of the face to them; the cut of its corners.
_PITCH, _FIRST, _LAST, _SHADE, _PANEL, _CUT = 1.15, 0.5, 0.14, 0.5, 0.7, 2.4


def draw_mount(anatomy: Anatomy, theme: Theme, dress: Dress) -> list[Item]:
    """Draw the frame between a face and the outline of its card; empty if it fills the card."""
    if anatomy.mount is None:
        return []
    trim, shape, margin = anatomy.card, anatomy.mount.shape, anatomy.safe_margin
    outer = Stroke(dress.line, theme.line_weight(_OUTER))
    fine = Stroke(dress.line, theme.line_weight(_INNER_LINE))
    is_tinted = theme.solid and not theme.face.full_bleed
    tint = blend(dress.line, dress.ground, _TINT) if is_tinted else None
    frame: list[Item] = [
        Path(card_outline(trim, shape, margin + outer.width / 2), fill=tint, stroke=outer),
        Path(card_outline(trim, shape, margin + _APART), stroke=fine),
    ]
    return [*frame, *_draw_lines(anatomy, theme, dress)] if is_tinted else frame


def _draw_lines(anatomy: Anatomy, theme: Theme, dress: Dress) -> list[Item]:
    """Draw lines along a circle that become finer towards the face, and the panel of the face."""
    if anatomy.mount is None or anatomy.mount.shape != CIRCLE:
        return []
    trim, panel = anatomy.card, anatomy.safe.inset(-_PANEL)
    depth = trim.w / 2 - min(panel.w, panel.h) / 2 - anatomy.safe_margin - _APART
    count = int(depth / _PITCH)
    shade = blend(dress.line, dress.ground, _SHADE)
    items: list[Item] = []
    for k in range(1, count + 1):
        width = _FIRST + (_LAST - _FIRST) * (k - 1) / max(1, count - 1)
        line = Stroke(shade, theme.line_weight(width))
        edge = anatomy.safe_margin + _APART + k * _PITCH
        items.append(Path(card_outline(trim, CIRCLE, edge), stroke=line))
    return [*items, Path(chamfered(panel, _CUT), fill=dress.ground)]
