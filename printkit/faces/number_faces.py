"""Numbered cards: large numbers, panels and sign plates.

Kinds differ in grey and within the 16 mm visible in a fan, by the ground, the plate of the index,
and a sign as tall as the figure: no sign on honeycomb, plus on light rays, and minus on dark
hatching. A card that turns has one half for plus and one for minus, and a card that acts on others
has dark rings. Lines thicken towards the edges and keep clear of the figures.

Plates are the same in all decks: filled for minus, otherwise open. The plate of a card that turns
is open above and filled below. The panel has the shape of the card.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from printkit.art.card_style import MAX_PIPS, Dress, readable
from printkit.art.engraved import Tones
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import (
    AIR,
    LARGE_DIGITS,
    Anatomy,
    card_figure,
    draw_sign,
    shape_figures,
    split_sign,
)
from printkit.faces.engraved_faces import PlateLook, plate_look
from printkit.faces.face_parts import (
    TURN,
    FaceDrawing,
    FaceSetting,
    draw_cartouche,
    twice,
    upper_half,
)
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, blend, contrast
from printkit.graphics.display_list import (
    Group,
    Item,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Use,
    as_artifact,
    transformed,
)
from printkit.graphics.fonts import INDEX, TITLE_BOLD, UNITS, cached_by_fonts, font, shape
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE
from printkit.graphics.path import (
    RECTANGLE,
    ROUNDED,
    PathBuilder,
    PathData,
    Point,
    card_outline,
    rect_path,
)
from printkit.layout.bidi import to_capitals
from printkit.layout.fit_text import FitStyle, TextOverflow, require_text
from printkit.model.fields import BY_SET, MINUS, PLUS_MINUS, REPEAT, shown_values

# --- pips ----------------------------------------------------------------------------------------


def refuse_pips(face: FaceSetting) -> FaceDrawing:
    """Raise PrintkitError: only a card with an emblem and a number has pips. Such a card has an
    engraved ground for their count (see `engraved_faces`).
    """
    raise PrintkitError(
        Sentence(
            "The layout “pips” cannot draw this card: it repeats an emblem 1 to {max_pips} "
            "times, as the rank says.",
            max_pips=MAX_PIPS,
        ),
        hint="Give its suit an “emblem” and use a rank of a run, or choose another layout.",
    )


# --- number panel --------------------------------------------------------------------------------

# On a poker card (mm): the distance from the safe area to the panel, the chamfer of the panel; the
# rim of a light panel, the weight and the place of the line in it; if the ground is printed to the
# cut, the distance from the safe area to the rim.
EDGE, _CHAMFER, _RIM, _LINE, LINE_AT, _INNER_AT = 0.2, 7.0, 1.0, 0.35, 1.5, 1.3
# Shares of a colour in a light ground, of the figure's in lines on a ground.
_LIGHT, _LINES, _DARK_LINES, _RAY_LINES = 0.13, 0.36, 0.13, 0.3
# The least contrast of gold on a ground.
_SEEN = 1.8
# The honeycomb: distance of its cells, the least and the largest against it.
_CELL, _MIN_CELL, _MAX_CELL = 4.7, 0.34, 0.9
# The hatching: distance of its lines, their least and largest width; where ink is saved.
_HATCH, _MIN_HATCH, _MAX_HATCH, _SAVED_HATCH = 3.0, 0.3, 1.25, 8.8
# The rings of a half: the distance between their middles, their least and greatest width; their
# distance where ink is saved.
_RING, _MIN_RING_LINE, _MAX_RING_LINE, _SAVED_RING = 3.4, 0.35, 1.5, 9.0
# In place of a sign: the card acts on other cards.
ACTS = "&"
# The rays of a half: how many, and where they begin.
_RAYS, _RAYS_FROM = 19, 3.0


class PanelLook(NamedTuple):
    """The look of a half: the sign of its number, the colours of its ground, lines and figures, and
    whether it has a rim.

    If the card is `named`, its halves are empty where ink is saved.
    """

    sign: str
    ground: Colour
    lines: Colour
    ink: Colour
    rim: bool
    named: bool = False


def panel_look(theme: Theme, dress: Dress, sign: str) -> PanelLook:
    """Return the look of a half for the sign of its number."""
    main, paper = dress.picture.main, theme.roles_of["paper"]
    if not theme.solid:
        return PanelLook(sign, paper, dress.number, dress.number, rim=True)
    if sign in (MINUS, ACTS):
        light = max((theme.light, theme.dark), key=lambda colour: contrast(colour, main))
        return PanelLook(sign, main, blend(light, main, _RAY_LINES), light, rim=False)
    if sign == "+":
        ground = blend(main, paper, _LIGHT)
        ink = readable(main, ground, theme, MIN_TEXT_CONTRAST)
        return PanelLook(sign, ground, blend(ink, ground, _LINES), ink, rim=True)
    ground, ink = dress.plate_ground, dress.number
    lines = blend(main, ground, _LINES) if ground != main else blend(ink, ground, _DARK_LINES)
    return PanelLook(sign, ground, lines, ink, rim=ground != main)


def _outline(anatomy: Anatomy, inset: float) -> PathData:
    """Return the outline of the panel, `inset` mm inside the safe area of its card."""
    if anatomy.mount is not None:
        return card_outline(anatomy.card, anatomy.mount.shape, anatomy.safe_margin + inset)
    if anatomy.shape in (RECTANGLE, ROUNDED):
        cut = (_CHAMFER - 0.41 * inset) * anatomy.scale
        return chamfered(anatomy.safe.inset(inset), cut)
    return card_outline(anatomy.trim, anatomy.shape, anatomy.safe_margin + inset)


@lru_cache(maxsize=256)
def draw_panel(
    theme: Theme, anatomy: Anatomy, reach: Rect, look: PanelLook
) -> tuple[Symbol, Symbol]:
    """Return the ground of an upper half with its engraving, and the lines around it."""
    bleeds, k = theme.face.full_bleed, anatomy.scale
    upper = rect_path(upper_half(reach))
    outer = upper if bleeds else _outline(anatomy, EDGE)
    inside: list[Item] = []
    if theme.solid:
        inside.append(Path(outer, fill=look.ground))
    field = reach if bleeds else anatomy.card.inset(anatomy.safe_margin)
    inside += _engrave(theme, anatomy, field, look)
    key = f"{look.sign}-{look.ground.name}-{look.ink.name}{'-named' if look.named else ''}"
    engraved = Symbol(
        f"number-{key}", (Group((Group(tuple(inside), clip=outer),), clip=upper),), reach.inset(-1)
    )
    inset = _INNER_AT if bleeds else EDGE
    lines: list[Item] = []
    if look.rim:
        width = theme.line_weight(_RIM * k)
        rim = Stroke(look.ink, max(width, 0.15))
        lines.append(Path(_outline(anatomy, inset + rim.width / 2), stroke=rim))
    accent = theme.roles_of["accent"]
    gold = theme.face.gold and contrast(accent, look.ground) > _SEEN
    fine = Stroke(accent if gold else look.ink, theme.line_weight(_LINE))
    lines.append(Path(_outline(anatomy, inset + (LINE_AT if look.rim else 1.0) * k), stroke=fine))
    rims = Symbol(f"rims-{key}", (Group(tuple(lines), clip=upper),), reach.inset(-1))
    return engraved, rims


def _engrave(theme: Theme, anatomy: Anatomy, box: Rect, look: PanelLook) -> list[Item]:
    """Draw the pattern that identifies the kind of a number without colour: cells, rays, hatching
    or rings.

    All lines thicken towards the edges and keep clear of the figures.
    """
    k = anatomy.scale
    if not theme.solid:
        lines = PathBuilder()
        if look.named:
            return []
        if look.sign == "+":
            lines.rays(0, 0, math.hypot(box.w, box.h) / 2, [0.62 * box.w] * 48, 180 / 48)
        elif look.sign == MINUS:
            for x in _steps(-box.h, box.w, _SAVED_HATCH * k):
                lines.move(box.x + x, box.y).line(box.x + x + box.h, box.bottom)
        elif look.sign == ACTS:
            for radius in _steps(0, math.hypot(box.w, box.h) / 2, _SAVED_RING * k):
                lines.circle(0, 0, radius)
        line = Stroke(look.lines, theme.line_weight(0.1))
        return [Path(lines.done(), stroke=line)] if look.sign else []
    shapes = PathBuilder()
    if look.sign == "+":
        far, half = math.hypot(box.w, box.h), math.pi / _RAYS / 4
        for ray in range(_RAYS + 1):
            angle = math.pi * (1 + ray / _RAYS)
            near = [(_RAYS_FROM * k * math.cos(angle), _RAYS_FROM * k * math.sin(angle))]
            ends = [angle - half, angle + half]
            shapes.polygon([*near, *((far * math.cos(a), far * math.sin(a)) for a in ends)])
    elif look.sign == ACTS:
        far = math.hypot(box.w, box.h) / 2
        for radius in _steps(_RING * k, far, _RING * k):
            width = _MIN_RING_LINE + (_MAX_RING_LINE - _MIN_RING_LINE) * radius / far
            shapes.circle(0, 0, radius + width * k / 2).circle(0, 0, radius - width * k / 2)
    elif look.sign == MINUS:
        for x in _steps(-box.h, box.w, _HATCH * k):
            shapes.polygon(_swelling((box.x + x, box.bottom), box, k))
    else:
        for x, y in _cells(box, k):
            away = _away(x, y, box)
            side = _CELL * k / 2 * (_MIN_CELL + (_MAX_CELL - _MIN_CELL) * away)
            shapes.polygon(
                [
                    (x + side * c * 1.1547, y + side * s * 1.1547)
                    for c, s in (
                        (math.cos(math.radians(30 + 60 * n)), math.sin(math.radians(30 + 60 * n)))
                        for n in range(6)
                    )
                ]
            )
    return [Path(shapes.done(), fill=look.lines, even_odd=look.sign == ACTS)]


def _steps(start: float, end: float, pitch: float) -> list[float]:
    return [start + pitch * (step + 0.5) for step in range(math.ceil((end - start) / pitch))]


def _cells(box: Rect, k: float) -> list[Point]:
    """Return the middles of the cells of the upper half; the first row is on the card's middle
    line.
    """
    pitch, row = _CELL * k, _CELL * k * math.sqrt(3) / 2
    rows, columns = math.ceil(-box.y / row), math.ceil(box.w / pitch / 2) + 1
    return [
        (pitch * (i + (j % 2) / 2), -row * j)
        for j in range(rows + 1)
        for i in range(-columns, columns)
    ]


def _away(x: float, y: float, box: Rect) -> float:
    """Return how far a point is from the middle of a half: 0 in the middle, 1 at the edges."""
    across, down = abs(x) / (box.w / 2), abs(2 * y / box.h + 0.46) / 0.5
    return min(1.0, max(0.0, math.sqrt(math.hypot(across**2, down**2)) * 1.25 - 0.3))


def _swelling(foot: Point, box: Rect, k: float) -> list[Point]:
    """Return the outline of a line that rises to the right at 45° from `foot`, thinner beside the
    figures.
    """
    count = 14
    step = -box.y / count
    near, far = [], []
    for place in range(count + 1):
        x, y = foot[0] + box.h / 2 + step * place, -step * place
        width = _MIN_HATCH + (_MAX_HATCH - _MIN_HATCH) * _away(x, y, box)
        near.append((x - width * k * 0.707, y))
        far.append((x + width * k * 0.707, y))
    return [*near, *reversed(far)]


# --- sign plate ----------------------------------------------------------------------------------

# On a poker card (mm): the width and height of a narrow plate, whose figures end 8.3 mm from the
# cut, so that they are visible in a fan that shows about 8 mm of each card; the greatest width of
# figures; its chamfer; the distance from its edge to the first row; the height of the row of the
# sign, the width and thickness of a minus; the distance between rows.
_PLATE, _PLATE_HEIGHT, _WIDEST, _NARROW_CUT = 6.2, 12.0, 4.4, 1.5
_ROW_PAD, _SIGN_ROW, _ROW_MINUS, _ROW_STEM, _ROW_GAP = 0.8, 2.3, 3.2, 1.0, 0.5
# The least height of figures (mm) that can be read at 1.5 m, and the least scale of the height of a
# plate: such figures then fit below their sign on small cards, too.
_READ, _MIN_SCALE = 5.25, 0.87
# More figures than this are on a wide plate, beside their sign. On a narrow plate: the least share
# of their width before figures are made lower, and the least share if they cannot be made lower.
_MAX_FIGURES, _ROW_CONDENSED, _NARROWEST_ROW = 3, 0.4, 0.3
# The space between figures and the edge of a narrow plate (mm).
_IN_EDGE = 0.1
# Relative to the height of the figures: the width of a wide plate, its width in large print; the
# padding above and below figures; the chamfer. Then, in mm, the edge of a plate and the space
# around it.
_WIDE, _LARGE_WIDE, _PAD, _SIGN_PLATE_CHAMFER, _EDGE, _MOAT = (
    12.8 / 9,
    17.6 / 14,
    0.111,
    0.245,
    0.4,
    1.2,
)
_MAX_WIDE = 12.8
# Against the width of a plate: a sign, the gap behind it, one figure beside it, all that is held.
_SIGN_PLATE_SIGN, _SIGN_PLATE_GAP, _FIGURE, _HELD = 0.32, 0.07, 0.34, 0.77
# The height of figures beside a sign against those alone; the bar of a sign against its width.
_SIGN_PLATE_BESIDE, _SIGN_PLATE_STEM = 0.92, 0.3
# A sign beside figures that are too wide in large print, against the width of a plate.
_SIGN_PLATE_SMALL = 0.22
# Where ink is saved, the edge of a plate, and of one for minus (mm).
_MIN_CONDENSED, _MIN_EDGE, _MINUS_EDGE = 0.5, 0.18, 0.36
# The share of the upper part in a split plate, and in a narrow one, whose upper part has all
# figures; the edge of the lower part of a narrow one (mm on a poker card).
_SPLIT, _NARROW_SPLIT, _NARROW_EDGE = 0.5, 0.83, 0.4
# The least share of the width of figures that cannot become smaller.
_NARROWEST = 0.42


class PlateColours(NamedTuple):
    """The colours of a plate: its ground `fill`, its `text`, the line around it (`edge`, or None),
    and the clear space around that (`moat`, or None).

    On a plate for ±, `lower` is the colour of the minus sign. If the plate is also `solid`, its
    lower half has the ground `paper`, and the figures there are in `lower` too.
    """

    fill: Colour
    text: Colour
    paper: Colour
    edge: Colour | None
    lower: Colour
    moat: Colour | None
    solid: bool


def number_plate(anatomy: Anatomy, text: str = "") -> Rect:
    """Return the box of the plate for a text in the upper left corner; a plate without text is
    wide.
    """
    # An empty plate is filled in by hand.
    if anatomy.large or not text or len(split_sign(text)[1]) > _MAX_FIGURES:
        width = (_LARGE_WIDE if anatomy.large else _WIDE) * anatomy.digits
        width = width if anatomy.large else min(width, _MAX_WIDE)
        height = (1 + 2 * _PAD) * anatomy.digits
    else:
        width = _PLATE * anatomy.module
        height = _PLATE_HEIGHT * max(anatomy.module, _MIN_SCALE)
    # Under a roof its corner is where the safe area begins.
    top = max(anatomy.index_top - AIR, anatomy.safe_head(anatomy.safe.x))
    return Rect(anatomy.safe.x, top, width, height)


def _sign_plate_outline(box: Rect, digits: float, grown: float = 0.0) -> PathData:
    """Return the outline of a plate, `grown` mm larger on all sides."""
    narrow = _is_narrow(box)
    box = box.inset(-grown)
    cut = _NARROW_CUT / _PLATE_HEIGHT * box.h if narrow else _SIGN_PLATE_CHAMFER * digits
    return chamfered(box, cut + 0.4 * grown)


def _is_narrow(box: Rect) -> bool:
    """Return True if the sign of a plate is above its figures."""
    return box.h > box.w


def _parts(box: Rect) -> tuple[PathData, PathData]:
    """Return the upper part of the box of a split plate, and the lower part inside its edge."""
    upper = box._replace(h=(_NARROW_SPLIT if _is_narrow(box) else _SPLIT) * box.h)
    lower = box._replace(y=upper.bottom, h=box.h - upper.h - _split_edge(box))
    return rect_path(upper), rect_path(lower)


def _split_edge(box: Rect) -> float:
    """Return the width (mm) of the edge around the lower part of a split plate."""
    return _NARROW_EDGE * box.h / _PLATE_HEIGHT if _is_narrow(box) else _EDGE


def _split_figures(
    figures: ShapedText, matrix: Matrix, sign: str, box: Rect, colours: PlateColours
) -> list[Item]:
    """Draw figures on a plate; on a split plate each part has its own colour."""
    if sign != PLUS_MINUS or not colours.solid:
        return [Group((figures,), matrix)]
    below = replace(figures, fill=colours.lower, artifact=True)
    return [
        Group((Group((text,), matrix),), clip=half)
        for text, half in zip((figures, below), _parts(box), strict=True)
    ]


def draw_plate(sign: str, box: Rect, digits: float, colours: PlateColours) -> list[Item]:
    """Draw an empty plate for a sign."""
    items: list[Item] = []
    if colours.moat is not None:
        items.append(Path(_sign_plate_outline(box, digits, _MOAT), fill=colours.moat))
    edge = _EDGE if colours.solid else _MINUS_EDGE if sign == MINUS else _MIN_EDGE
    line = Stroke(colours.edge, edge) if colours.edge is not None else None
    outline = _sign_plate_outline(box, digits, -edge / 2 if line else 0.0)
    items.append(Path(outline, fill=colours.fill, stroke=line))
    if sign == PLUS_MINUS and colours.solid:
        inside = _sign_plate_outline(box, digits, -_split_edge(box))
        light = Path(inside, fill=colours.paper)
        items.append(Group((light,), clip=_parts(box)[1]))
    return items


@cached_by_fonts(1024)
def draw_sign_plate(
    text: str, box: Rect, digits: float, least: float, colours: PlateColours, *, artifact: bool
) -> tuple[Item, ...]:
    """Draw a plate with its text.

    On a wide plate figures are `digits` mm high, or lower if necessary, but not below `least`. On a
    narrow plate they fill the space that the signs leave. Raises TextOverflow if the text does not
    fit even then.
    """
    sign, figures = split_sign(text)
    items = draw_plate(sign, box, digits, colours)
    draw = _draw_rows if _is_narrow(box) else _draw_beside
    return (*items, *draw(sign, figures, box, digits, least, colours, artifact=artifact))


def _draw_rows(
    sign: str,
    figures: str,
    box: Rect,
    digits: float,
    least: float,
    colours: PlateColours,
    *,
    artifact: bool,
) -> list[Item]:
    """Draw figures below their sign; the minus of a split plate is below them."""
    k, axis = box.h / _PLATE_HEIGHT, box.centre[0]
    top, bottom = box.y + _ROW_PAD * k, box.bottom - _ROW_PAD * k
    stem, below = _ROW_STEM * k, bottom - _ROW_STEM * k / 2
    items: list[Item] = []
    if sign:
        middle, side = top + _SIGN_ROW * k / 2, _SIGN_ROW * k
        minus = _ROW_MINUS * k
        if sign != MINUS:
            items += draw_sign("+", axis - side / 2, middle, side, stem, colours.text)
        else:
            items += draw_sign(MINUS, axis - minus / 2, middle, minus, stem, colours.text)
        if sign == PLUS_MINUS:
            items += draw_sign(MINUS, axis - minus / 2, below, minus, stem, colours.lower)
            bottom -= stem + _ROW_GAP * k
        top += side + _ROW_GAP * k
    run = shape_figures(figures)
    cap, most = font(INDEX).cap_height / UNITS, _WIDEST * k
    if colours.edge is not None:
        most = min(most, box.w - _EDGE - _IN_EDGE)
    wanted = bottom - top if sign else digits
    natural = run.width / UNITS * wanted / cap
    height = max(least, _READ, wanted * min(1.0, most / natural / _ROW_CONDENSED))
    size = height / cap
    width = min(most, run.width / UNITS * size)
    condensed = width / (run.width / UNITS * size)
    if condensed < _NARROWEST_ROW:
        raise _too_long(sign + figures)
    foot = (top + bottom + height) / 2
    line = ShapedText(run.after(sign), 0, 0, size, colours.text, artifact)
    matrix = Matrix(condensed, 0, 0, 1, axis - width / 2, foot)
    words: Item = Group((line,), matrix)
    if _BAR in figures:  # that of the font would touch the signs
        words = Group((words,), clip=rect_path(Rect(box.x, foot - height, box.w, height)))
    return [words, *items]


def _too_long(text: str) -> TextOverflow:
    return TextOverflow(
        Sentence("The index “{text}” is too long to be legible.", text=text[:40]),
        hint="Give the card a short “index”.",
    )


def _draw_beside(
    sign: str,
    figures: str,
    box: Rect,
    digits: float,
    least: float,
    colours: PlateColours,
    *,
    artifact: bool,
) -> list[Item]:
    """Draw figures beside their sign."""
    middle = box.centre[1]
    run = shape_figures(figures)
    cap = font(INDEX).cap_height / UNITS
    items: list[Item] = []
    sign_width, gap = (_SIGN_PLATE_SIGN * box.w, _SIGN_PLATE_GAP * box.w) if sign else (0.0, 0.0)
    narrowest = _MIN_CONDENSED * run.width / UNITS * least / cap
    if sign and narrowest > _HELD * box.w - sign_width - gap:  # two figures of large print
        sign_width = _SIGN_PLATE_SMALL * box.w
    most = _HELD * box.w - sign_width - gap
    wanted = max(digits * _SIGN_PLATE_BESIDE, least) if sign else digits
    natural = run.width / UNITS * wanted / cap
    height = wanted * min(1.0, most / natural / _MIN_CONDENSED)
    if height < least <= wanted * most / natural / _NARROWEST:
        height = least
    if height < least:
        raise _too_long(sign + figures)
    size = height / cap
    width = min(most, run.width / UNITS * size)
    # Signs of one width are at the same place on all cards.
    held = sign_width + gap + (max(width, min(most, _FIGURE * box.w)) if sign else width)
    left = box.centre[0] - held / 2
    x = left + (held + sign_width + gap - width) / 2
    matrix = Matrix(width / (run.width / UNITS * size), 0, 0, 1, x, middle + height / 2)
    line_of_text = ShapedText(run.after(sign), 0, 0, size, colours.text, artifact)
    items += _split_figures(line_of_text, matrix, sign, box, colours)
    stem = _SIGN_PLATE_STEM * sign_width
    if sign == PLUS_MINUS:
        part, small = 0.25 * box.h, 0.86 * sign_width
        x = left + 0.07 * sign_width
        items += draw_sign("+", x, middle - 1.04 * part, small, stem, colours.text)
        items += draw_sign(MINUS, left, middle + part, sign_width, stem, colours.lower)
    elif sign:
        items += draw_sign(sign, left, middle, sign_width, stem, colours.text)
    return items


# --- large number --------------------------------------------------------------------------------

# On a poker card (mm). The number: its height, the distance from its foot to the middle, the
# distance from the plate of the index to the number, half the width of its halo, its outline where
# ink is saved.
_NUMBER, _FOOT, _BELOW, _HALO, _OUTLINE = 21.0, 8.4, 1.6, 1.5, 0.5
# Below the share of this height there is room for it only between the indices.
_LOW = 0.52
# Figures of an index shrink to this share of their height at most.
_MIN_DIGITS = 0.55
# From the sides of the panel to the number, and from the index beside it.
_SIDE, _BESIDE = 4.5, 1.6
# In heights of a number: its sign, the bar of a sign, from it to the figure.
_SIGN, _STEM, _GAP = 0.92, 0.27, 0.2
# Between two numbers to choose from: its width against the bar of a sign, its height.
_BAR, _BAR_THICK, _BAR_TALL = "|", 0.4, 0.8
# How much too wide a number may be before it becomes smaller, and beside a sign.
_NARROW, _NARROW_SIGNED = 1.3, 1.06
# The teeth under 6 and 9: their width, height, distance from each other and from the figure.
_TOOTH, _TOOTH_HIGH, _TOOTH_PITCH, _TOOTH_GAP = 0.125, 0.105, 0.165, 0.07
# The line between the halves and the ground beside it, the hexagon on it: ground, rim, body.
_MIDDLE, _MIDDLE_AIR, _HEXAGON = 0.3, 1.1, (4.2, 3.5, 1.9)
# The window of a blank card: its radius relative to the width of the card, its rim, the distance
# between the lines to write on; the height of the letters of its name, and the distance from the
# window to the name.
_WINDOW, _WINDOW_RIM, _WRITING, _NAME, _NAME_AIR = 0.355, 1.2, 9.0, 3.4, 1.4


def draw_number(face: FaceSetting) -> FaceDrawing:
    """Draw the value large in each half; a card that turns has its other value in the lower half.

    A card without a value has a window to write in. Raises TextOverflow.
    """
    card = face.card
    upper = card.index or shown_values(() if card.rule == BY_SET else card.values)
    lower = card.lower_index if card.turned else upper
    if card.turned and card.values and not card.index:
        upper = f"+{max(card.values)}" if max(card.values) > 0 else upper
    acts = bool(card.turns) or card.rule == REPEAT
    named = card.rank is None and card.turned is not None and not face.theme.solid
    if not upper and card.rank is not None:
        return FaceDrawing()
    ground: list[Item] = []
    figure: list[Item] = []
    looks = []
    for text, dress, turned in ((upper, face.dress, False), (lower, face.lower, True)):
        look = panel_look(face.theme, dress, ACTS if acts else split_sign(text)[0])
        look = look._replace(named=named)
        looks.append(look)
        engraved, rims = draw_panel(face.theme, face.anatomy, face.reach, look)
        half = [Use(rims), *(_draw_figures(face, text, look) if text else [])]
        ground.append(transformed([Use(engraved)], TURN) if turned else Use(engraved))
        figure += [transformed(half, TURN)] if turned else half
    across, hexagon = draw_middle(face, looks[0], looks[1])
    if not upper:
        return FaceDrawing(ground, [*figure, *draw_window(face, looks[0])])
    # The number does not identify a card without a rank; in large print it has no room for a name.
    if card.rank is None and not face.anatomy.large:
        box, look = face.anatomy.cartouche, looks[0]
        figure += draw_cartouche(face, box, look.ground, look.ink, look.ink)
        return FaceDrawing(ground, figure)
    return FaceDrawing([*ground, *across], figure + hexagon)


def clear_number_index(anatomy: Anatomy, text: str, colour: Colour) -> Path:
    """Return the clear space around the plate of the upper left corner, in a colour."""
    outline = _sign_plate_outline(number_plate(anatomy, text), anatomy.digits, _MOAT)
    return Path(outline, fill=colour)


def draw_number_index(face: FaceSetting, text: str, *, artifact: bool) -> tuple[Item, ...]:
    """Draw the index of the upper left corner. Without a text, the result is empty. Raises
    TextOverflow.
    """
    if not text:
        return ()
    dress, theme, anatomy = face.dress, face.theme, face.anatomy
    sign, paper = split_sign(text)[0], theme.roles_of["paper"]
    if theme.solid:
        upper, lower = _plate_looks(face, sign)
        edge = None if sign == MINUS else upper.rim
        moat = None if dress.gold else paper
        colours = PlateColours(
            upper.ground, upper.figure, lower.ground, edge, lower.figure, moat, solid=True
        )
    else:
        minus = readable(face.lower.picture.main, paper, theme, MIN_TEXT_CONTRAST)
        on = minus if sign == MINUS else dress.text
        edge = on if sign else None
        colours = PlateColours(paper, on, paper, edge, minus, None, solid=False)
    least = LARGE_DIGITS if anatomy.large else _MIN_DIGITS * anatomy.digits
    plate = number_plate(anatomy, text)
    return draw_sign_plate(text, plate, anatomy.digits, least, colours, artifact=artifact)


def _plate_looks(face: FaceSetting, sign: str) -> tuple[PlateLook, PlateLook]:
    """Return the looks of the upper and the lower part of a plate for a sign."""
    card = face.card
    if sign != PLUS_MINUS:
        look = plate_look(Tones(face.theme, card.ground or card.colour), sign)
        return look, look
    upper = plate_look(Tones(face.theme, card.ground or card.colour), "+")
    return upper, plate_look(Tones(face.theme, card.lower_colour), MINUS)


def draw_middle(
    face: FaceSetting, upper: PanelLook, lower: PanelLook
) -> tuple[list[Item], list[Item]]:
    """Draw the line between the halves, and the hexagon on it, in the colours of both."""
    k, solid, dress = face.anatomy.scale, face.theme.solid, face.dress
    paper = face.theme.roles_of["paper"]
    colours = [_strong(upper, dress), _strong(lower, face.lower)]
    reach = face.reach
    if not face.theme.face.full_bleed:
        mounted = face.anatomy.mount is not None
        safe = face.anatomy.safe.inset(EDGE)
        reach = _outline(face.anatomy, EDGE).box() if mounted else safe
    across = PathBuilder().move(reach.x, 0).line(reach.right, 0).done()
    accent = dress.picture.accent
    rule = Stroke(accent if face.theme.face.gold else colours[1], face.weight(_MIDDLE, 0.16))
    lines: list[Item] = [Path(across, stroke=rule)]
    if solid:
        lines.insert(0, Path(across, stroke=Stroke(paper, _MIDDLE_AIR * k)))
    air, rim, body = (
        PathBuilder().hexagon(r * k, r * k * math.sqrt(3) / 2).done() for r in _HEXAGON
    )
    if not solid:
        return lines, [Path(rim, fill=paper, stroke=rule)]
    upper_part = rect_path(upper_half(face.anatomy.safe))
    halves: list[Item] = [Group((Path(rim, fill=colour),), clip=upper_part) for colour in colours]
    hexagon: list[Item] = [Path(air, fill=paper), halves[0], transformed([halves[1]], TURN)]
    return lines, [*hexagon, Path(body, fill=accent)]


def _strong(look: PanelLook, dress: Dress) -> Colour:
    """Return the colour that represents a half and has enough contrast on paper."""
    return dress.picture.main if look.sign == MINUS else look.ink


# --- the number ----------------------------------------------------------------------------------


class _Room(NamedTuple):
    """The space for a number in the upper half: its foot, its maximum height and width."""

    foot: float
    height: float
    width: float


def _find_room(anatomy: Anatomy, plate: Rect) -> _Room:
    """Return the space for a number: below the index, or between the indices of a short card."""
    k = anatomy.scale
    foot, wanted = -_FOOT * k, _NUMBER * anatomy.width / 63.5
    top = plate.bottom + _BELOW * k
    left, right = anatomy.safe_span(max(top, foot - wanted), -foot, _SIDE * k)
    width = right - left
    if foot - top < _LOW * wanted:
        top = anatomy.safe.y + _SIDE * k
        left = plate.right + _BESIDE * k
        width = -2 * left
        while top < foot and anatomy.safe_span(top, foot, LINE_AT * k)[0] > left:
            top += 0.5
    height = min(wanted, foot - top)
    # On a tall card it is centred in the free space.
    return _Room(foot - 0.4 * (foot - top - height), height, width)


@cached_by_fonts(512)
def _outlines(text: str) -> tuple[tuple[PathData, ...], float]:
    """Return the outlines of figures (1 mm per em) and their width."""
    typeface, run = font(TITLE_BOLD), shape(TITLE_BOLD, text)
    em = 1 / UNITS
    shapes = tuple(
        typeface.outline(glyph).transformed(Matrix(em, 0, 0, -em, x * em, 0))
        for glyph, x in zip(run.glyphs, run.xs, strict=True)
    )
    return tuple(one for one in shapes if one.steps), run.width / UNITS


def _draw_figures(face: FaceSetting, text: str, look: PanelLook) -> list[Item]:
    """Draw a number above the middle, its sign as tall as its figures.

    6 and 9 have teeth at their foot, since a turned card shows the other. Raises TextOverflow.
    """
    plate = number_plate(face.anatomy, card_figure(face.card))
    space, (sign, figures) = _find_room(face.anatomy, plate), split_sign(text)
    # A bar of the font would reach below the line, so one is drawn in a space.
    figures, bar = figures.replace(_BAR, " "), figures.find(_BAR)
    cap = font(TITLE_BOLD).cap_height / UNITS
    outlines, em_width = _outlines(figures)
    before = _SIGN + _GAP if sign else 0.0
    high = space.height
    # The number becomes narrower, then smaller; beside a sign, which stays as it is, sooner.
    narrowed = _NARROW_SIGNED if sign else _NARROW
    size = min(high / cap, narrowed * space.width / (em_width + before * cap))
    high = size * cap
    condensed = min(1.0, (space.width - before * high) / (em_width * size))
    if size < MIN_CARD_TEXT_SIZE:
        raise TextOverflow(
            Sentence("The number “{text}” is too long for the face.", text=text[:40]),
            hint="Give it a short “index”.",
        )
    width = em_width * size * condensed
    left = -(before * high + width) / 2
    matrix = Matrix(size * condensed, 0, 0, size, left + before * high, space.foot)
    shapes = [outline.transformed(matrix) for outline in outlines if outline.coords]
    drawn = len(shapes)
    if sign:
        bars = draw_sign(sign, left, space.foot - high / 2, _SIGN * high, _STEM * high, look.ink)
        shapes += [bar.data for bar in bars if isinstance(bar, Path)]
    if figures in ("6", "9"):
        middle = left + before * high + width / 2
        shapes.append(_draw_teeth(middle, space.foot, high))
    run = shape(TITLE_BOLD, figures).after(sign)
    if bar > 0:
        x = (run.xs[bar] + run.xs[bar + 1]) / 2 / UNITS * matrix.a + matrix.e
        thick = _STEM * high * _BAR_THICK
        tall = _BAR_TALL * high
        foot = space.foot - (high - tall) / 2
        shapes.append(rect_path(Rect(x - thick / 2, foot - tall, thick, tall)))
    line = ShapedText(run, 0, 0, size, look.ink, artifact=True)
    words = Group((line,), Matrix(condensed, 0, 0, 1, matrix.e, matrix.f))
    if not face.theme.solid:
        # Figures in outlines: each is paper within a line, half of which is inside its edge.
        stroke = Stroke(look.ink, max(face.weight(_OUTLINE), 0.18), join="round")
        paper = face.theme.roles_of["paper"]
        return [words, *(Path(one, fill=paper, stroke=stroke) for one in shapes)]
    behind = Stroke(look.ground, 2 * _HALO * face.anatomy.scale, join="round")
    rims = [rim for one in shapes for rim in _contours(one)]
    halo = [Path(rim, fill=look.ground, stroke=behind) for rim in rims]
    return [*halo, words, *(Path(one, fill=look.ink) for one in shapes[drawn:])]


def _contours(outline: PathData) -> Iterator[PathData]:
    """Yield the closed lines of an outline. If each is filled separately, the counters are filled
    too.
    """
    start = 0
    for steps in outline.steps.split("Z")[:-1]:
        end = start + 2 * (len(steps) + 2 * steps.count("C"))
        yield PathData(f"{steps}Z", outline.coords[start:end])
        start = end


def _draw_teeth(middle: float, foot: float, high: float) -> PathData:
    """Return three teeth below a figure, together as wide as the figure. A line instead would look
    like an equals sign.
    """
    teeth, top = PathBuilder(), foot + _TOOTH_GAP * high
    for place in (-1, 0, 1):
        x, half = middle + place * _TOOTH_PITCH * high, _TOOTH / 2 * high
        teeth.polygon([(x - half, top), (x + half, top), (x, top + _TOOTH_HIGH * high)])
    return teeth.done()


# --- a blank card --------------------------------------------------------------------------------


def draw_window(face: FaceSetting, look: PanelLook) -> list[Item]:
    """Draw the window of a blank card, to be written in, with the name of the card above it."""
    anatomy, k = face.anatomy, face.anatomy.scale
    radius = _WINDOW * min(anatomy.width, 0.82 * anatomy.height)
    window = PathBuilder().hexagon(radius, radius * math.sqrt(3) / 2).done()
    accent = face.dress.picture.accent if face.theme.solid else look.ink
    rim = Stroke(accent, face.weight(_WINDOW_RIM * k, 0.18))
    fill = face.theme.light  # light in a dark theme too, for pens
    items: list[Item] = []
    pane = Path(window, fill=fill, stroke=rim)
    lines = PathBuilder()
    for y in (-_WRITING / 2 * k, _WRITING / 2 * k):
        lines.move(-0.62 * radius, y).line(0.62 * radius, y)
    dark = max((look.ink, look.ground), key=lambda colour: contrast(colour, fill))
    stroke = Stroke(blend(dark, fill, 0.5), face.weight(0.25))
    writing = Path(lines.done(), stroke=stroke)
    plate = number_plate(anatomy)
    clear = -radius * math.sqrt(3) / 2
    if not anatomy.large:
        foot = clear - _NAME_AIR * k
        clear = foot - 2.6 * _NAME * k
        left, right = anatomy.safe_span(clear, foot, _SIDE * k)
        box = Rect(left, clear, right - left, foot - clear)
        style = FitStyle(TITLE_BOLD, _NAME * k / 0.69, MIN_CARD_TEXT_SIZE, 3)
        name = require_text(to_capitals(face.caption), style, box, look.ink)
        if face.theme.solid:  # the engraving stays clear of the name
            air = chamfered(box.inset(-_NAME_AIR * k), _NAME_AIR * k)
            items += twice([Path(air, fill=look.ground)])
        items += [*name, transformed(as_artifact(tuple(name)), TURN)]
    if plate.bottom < clear:
        colours = PlateColours(fill, fill, fill, accent, fill, None, face.theme.solid)
        drawn = draw_plate("", plate, anatomy.digits, colours)
        items += twice(drawn)
    return [*items, pane, writing]
