"""The frame of a card of words: the two lines of a cartouche, its cut corners and its diamonds."""

from __future__ import annotations

from printkit.art.dress import COURT, dress
from printkit.art.guilloche import chamfered
from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.path import PathBuilder
from printkit.products.cards.anatomy import SAFE, Anatomy

# On a poker card (mm): the chamfer, the weights of the two lines, the way between them; the
# diamonds in the middle of the short sides, and the ground around them.
_CHAMFER, _LINE, _INNER, _INNER_AT, _DIAMOND, _DIAMOND_AIR = 2.6, 0.36, 0.13, 0.62, 0.85, 0.5
# From the safe area to the frame, beyond which its diamonds reach, and from it to what it holds.
_REACH, _PADDING = 0.42, 1.35


def frame_box(anatomy: Anatomy) -> Rect:
    """Return the box of the frame of a card."""
    return anatomy.trim.inset(SAFE + _REACH)


def frame_field(anatomy: Anatomy) -> Rect:
    """Return the area of what is in the frame."""
    return frame_box(anatomy).inset(_PADDING * min(1.0, anatomy.scale))


def draw_text_frame(box: Rect, scale: float, theme: Theme, colour: str) -> list[Item]:
    """Draw the frame of words in a colour of the themes, in the weights of a card of a scale."""
    look, palette = dress(theme, COURT, colour), theme.palette(colour)
    outer = Stroke(look.line, theme.line_weight(_LINE))
    fine = Stroke(palette.accent if look.gold else look.line, theme.line_weight(_INNER))
    cut = _CHAMFER * min(1.0, scale)
    diamonds, air = PathBuilder(), PathBuilder()
    x = box.centre[0]
    for y in (box.y + _INNER_AT / 2, box.bottom - _INNER_AT / 2):
        for builder, r in ((air, _DIAMOND + _DIAMOND_AIR), (diamonds, _DIAMOND)):
            builder.polygon([(x - r, y), (x, y - 0.7 * r), (x + r, y), (x, y + 0.7 * r)])
    return [
        Path(chamfered(box, cut), stroke=outer),
        Path(chamfered(box.inset(_INNER_AT), cut - 0.28 * _INNER_AT), stroke=fine),
        Path(air.done(), fill=palette.paper),
        Path(diamonds.done(), fill=palette.accent if look.gold else look.line),
    ]
