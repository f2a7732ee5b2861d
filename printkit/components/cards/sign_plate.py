"""The index of a card with a large number: a plate whose outline tells its sign.

Chamfered without a sign, square and full for plus, round and light for minus; that of a card that
turns is square above and round below, with a window for its minus. All of it is seen in 16 mm of a
fan.
"""

from __future__ import annotations

from typing import NamedTuple

from printkit.art.guilloche import chamfered
from printkit.base.geometry import Matrix, Rect
from printkit.components.cards.anatomy import AIR, Anatomy
from printkit.components.cards.index import draw_sign, shape_figures, split_sign
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Stroke
from printkit.graphics.font import INDEX, UNITS, cached_by_fonts, font
from printkit.graphics.path import KAPPA, PathBuilder, PathData, rect_path
from printkit.layout.fit_text import TextOverflow
from printkit.model.notation import MINUS, PLUS_MINUS

# Against the height of the figures: the width of a plate, and in large print; above and below them;
# the chamfer; the edge, the moat around a plate (mm); the radius of a round one in its heights.
_WIDE, _LARGE_WIDE, _PAD, _CHAMFER, _EDGE, _MOAT = 12.8 / 9, 17.6 / 14, 0.111, 0.245, 0.7, 1.2
_MAX_WIDE, _ROUND = 12.8, 0.3
# Against the width of a plate: a sign, the gap behind it, one figure beside it, all that is held.
_SIGN, _GAP, _FIGURE, _HELD = 0.32, 0.07, 0.34, 0.77
# The height of figures beside a sign against those alone; the bar of a sign against its width.
_BESIDE, _STEM = 0.92, 0.3
_MIN_CONDENSED, _MIN_EDGE = 0.5, 0.18


class PlateColours(NamedTuple):
    """The colours of a plate: its ground, its text, and the ground around it.

    `lower` is the minus in the window of a split plate, whose ground is `paper`; `edge` is the line
    around a plate that is light, None if it has none.
    """

    fill: Colour
    text: Colour
    paper: Colour
    edge: Colour | None
    lower: Colour
    moat: Colour | None
    solid: bool


def number_plate(anatomy: Anatomy) -> Rect:
    """Return the box of the plate in the upper left corner."""
    width = (_LARGE_WIDE if anatomy.large else _WIDE) * anatomy.digits
    width = width if anatomy.large else min(width, _MAX_WIDE)
    height = (1 + 2 * _PAD) * anatomy.digits
    # Under a roof its corner is where the safe area begins.
    top = max(anatomy.index_top - AIR, anatomy.safe_head(anatomy.safe.x))
    return Rect(anatomy.safe.x, top, width, height)


def _outline(sign: str, box: Rect, digits: float, grown: float = 0.0) -> PathData:
    """Return the outline of a plate for a sign, `grown` mm larger on all sides."""
    box = box.inset(-grown)
    if sign == "+":
        return rect_path(box)
    if sign == MINUS:
        return PathBuilder().rounded(box, _ROUND * box.h).done()
    if sign == PLUS_MINUS:  # square above, round below
        r = _ROUND * box.h
        k, start = r * (1 - KAPPA), box.bottom - r
        path = PathBuilder().move(box.x, box.y).line(box.right, box.y).line(box.right, start)
        path.curve(box.right, box.bottom - k, box.right - k, box.bottom, box.right - r, box.bottom)
        path.line(box.x + r, box.bottom)
        path.curve(box.x + k, box.bottom, box.x, box.bottom - k, box.x, start)
        return path.close().done()
    return chamfered(box, _CHAMFER * digits + 0.4 * grown)


def draw_plate(sign: str, box: Rect, digits: float, colours: PlateColours) -> list[Item]:
    """Draw the plate for a sign, empty."""
    items: list[Item] = []
    if colours.moat is not None:
        items.append(Path(_outline(sign, box, digits, _MOAT), fill=colours.moat))
    edge = _EDGE if colours.solid else _MIN_EDGE
    line = Stroke(colours.edge, edge) if colours.edge is not None else None
    outline = _outline(sign, box, digits, -edge / 2 if line else 0.0)
    items.append(Path(outline, fill=colours.fill, stroke=line))
    if sign == PLUS_MINUS:
        inside = _outline(sign, box, digits, -edge)
        width = (1 + _SIGN - _HELD) / 2 * box.w + 0.5 * (_HELD - _SIGN - _FIGURE) * box.w
        window = rect_path(Rect(box.x, box.centre[1], width, box.h))
        if colours.solid:
            light = Path(inside, fill=colours.paper)
            items.append(Group((light,), clip=window))
    return items


@cached_by_fonts(1024)
def draw_sign_plate(
    text: str, box: Rect, digits: float, least: float, colours: PlateColours, *, artifact: bool
) -> tuple[Item, ...]:
    """Draw a plate with its text: figures `digits` mm high, no smaller than `least`.

    Raises TextOverflow.
    """
    sign, figures = split_sign(text)
    items = draw_plate(sign, box, digits, colours)
    middle = box.centre[1]
    run = shape_figures(figures)
    cap = font(INDEX).cap_height / UNITS
    sign_width, gap = (_SIGN * box.w, _GAP * box.w) if sign else (0.0, 0.0)
    most = _HELD * box.w - sign_width - gap
    wanted = max(digits * _BESIDE, least) if sign else digits
    natural = run.width / UNITS * wanted / cap
    height = wanted * min(1.0, most / natural / _MIN_CONDENSED)
    if height < least:
        raise TextOverflow(
            f"The index “{text[:40]}” is too long: nobody could read it.",
            hint="Give the card a short “index”.",
        )
    size = height / cap
    width = min(most, run.width / UNITS * size)
    # Signs of one width stand at one place on all cards.
    held = sign_width + gap + (max(width, min(most, _FIGURE * box.w)) if sign else width)
    left = box.centre[0] - held / 2
    x = left + (held + sign_width + gap - width) / 2
    matrix = Matrix(width / (run.width / UNITS * size), 0, 0, 1, x, middle + height / 2)
    line_of_text = ShapedText(run.after(sign), 0, 0, size, colours.text, artifact)
    items.append(Group((line_of_text,), matrix))
    stem = _STEM * sign_width
    if sign == PLUS_MINUS:
        part, small = 0.25 * box.h, 0.86 * sign_width
        x = left + 0.07 * sign_width
        items += draw_sign("+", x, middle - 1.04 * part, small, stem, colours.text)
        items += draw_sign(MINUS, left, middle + part, sign_width, stem, colours.lower)
    elif sign:
        items += draw_sign(sign, left, middle, sign_width, stem, colours.text)
    return tuple(items)
