"""Draw faces with an engraved drawing that extends to the cut, index plates, and the sash of a
court.

In a theme without full bleed the drawing ends in a frame. A card of other proportions shows the
whole drawing in a panel. A plate is a narrow octagon: its figure ends 8.5 mm from the cut, so that
it is visible in a fan that shows about 8 mm of each card. The sign of a number is above its figure;
the plate of a negative number is filled, all others are open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path as FilePath
from typing import NamedTuple

from msgspec.structs import replace

from printkit.art.burin import emboss
from printkit.art.card_style import Dress, readable
from printkit.art.emblems import SIDE, body_of, draw_mark, emblem, place_emblem, sibling_emblem
from printkit.art.engraved import (
    ACE,
    COURT,
    PIPS,
    Tones,
    aslant_drawing,
    drawing_path,
    find_drawing,
    find_picture,
    find_special,
    fit,
    header_of,
    own_court,
    own_ground,
)
from printkit.art.ornaments import chamfered
from printkit.art.theme import digest_theme
from printkit.base.geometry import IDENTITY, Matrix, Rect, centred_rect, rotation, translation
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import Anatomy, card_figure, draw_sign, shape_figures, split_sign
from printkit.faces.face_parts import TURN, FaceDrawing, FaceSetting, set_name, twice
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, contrast
from printkit.graphics.display_list import (
    Group,
    Item,
    LateItems,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Use,
    as_artifact,
    transformed,
)
from printkit.graphics.engraved import EngravingHeader
from printkit.graphics.fonts import INDEX, UNITS, cached_by_fonts, font
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE
from printkit.graphics.path import (
    HEXAGON,
    RECTANGLE,
    ROUNDED,
    PathBuilder,
    PathData,
    card_outline,
    circle,
    rect_path,
)
from printkit.layout.fit_text import TextOverflow
from printkit.model.cards import Card
from printkit.model.fields import MINUS

# The kinds of drawings by the layout of a card.
_KINDS = {"pips": PIPS, "court": COURT, "ace": ACE}
# Layouts of cards that have their own drawing.
_PICTURE = "picture"
OWN_DRAWINGS = ("emblem", _PICTURE)
# The folder of drawings in the user's cache.
_DRAWINGS = "drawn"
# The frame of a theme without bleed (mm on a poker card): its chamfer, its line, the air beside it.
CHAMFER, FRAME_LINE = 3.6, 0.3
# The parts of a drawing that a panel may cut off at its sides, and at its head and foot (mm).
_PANEL_SIDES, _PANEL_ENDS = 3.0, 1.0
# A panel from cut to cut ends so far beyond the sheet of a card that its frame is not seen (mm).
_BEYOND = 1.0
# Lines around a panel (mm on a poker card): their width, their pitch; the most of them.
_AROUND, _AROUND_PITCH, _MAX_AROUND = 0.22, 1.1, 60
# A plate (mm on a poker card): its width, the height of a figure without and with a sign; the
# greatest width of a figure, the height of the row of the sign, the width and the thickness of the
# sign; the distance from the edge to the first row and between rows, the side of the mark, the
# chamfer.
_WIDTH, _DIGITS, _SIGNED = 6.0, 8.2, 7.3
_WIDEST, _SIGN_ROW, _SIGN, _STEM = 4.4, 2.6, 3.0, 0.85
_PAD, _GAP, _MARK, _CUT = 1.15, 1.05, 4.5, 1.5
# The lines of a plate: outside, inside, the distance between them; the cleared space around it.
_RIM, _FINE, _FINE_AT, _CLEAR = 0.36, 0.13, 0.6, 0.55
# From the safe area to a plate: its rim is inside it also where a press makes it bolder.
_EDGE = 0.02
# On a card with slanted sides, pips are drawn smaller to be clear of the plates: the drawing ends
# this far beyond the cut (mm). Under a roof they are smaller still, in a frame along the safe area.
_OVER = 1.0
# The share of its width that a figure loses at the head and the foot of a card with sides aslant.
_TAPER = 0.18
# The bar under 6 and 9, its width against the figure's, its height.
_BAR, _BAR_HEIGHT = 0.8, 0.6
# Figures in large print: their size against that of others, the least (mm), their width; the mark.
_LARGE, _MIN_LARGE, _LARGE_WIDEST, _LARGE_MARK = 1.55, 11.1, 2.1, 8.0
# The least share of the width of figures that remains legible.
_MIN_CONDENSED = 0.40
# The least share of their height where they would be narrower still.
_LOWER = 0.74
# A sash (mm on a poker card): its rules, the diamond in the middle, where a name begins.
_RULE, _RULE_AT, _DIAMOND, _NAME_AT = 0.3, 0.55, 0.75, 3.4
# On a small card a sash is wide enough for the smallest type, with this space (mm) above and below.
_TEXT_AIR = 0.3
# The distance from the middle of an emblem's square to its corners, and the least radius of an
# emblem that is enlarged to fill a medal (shares of the side).
_BOX_REACH, _MIN_REACH = math.hypot(0.5, 0.5), 0.25
# On a ground for a number of pips: the radius of an emblem relative to its medal; the ink of an
# emblem in themes of outlines, as a share of its square, up to a number of pips; the sizes for
# which emblems are drawn (mm): a pip uses the next smaller size, so that cards of a suit share
# drawings.
_IN_MEDAL = 0.93
_PIP_INKS = ((1, 0.13), (4, 0.11), (5, 0.1), (6, 0.085), (11, 0.055))
_DETAILS = (8.0, 10.0, 12.0, 16.0, 24.0, 32.0)


def drawing_of(card: Card) -> str:
    """Return the name of the drawing of a card, or an empty string if it has none.

    For pips of a suit without drawings, for pips of a card that turns, and for an ace without an
    ornate drawing, it is the ground for their number. For a court of a suit without drawings, it is
    the figure of its rank.
    """
    if card.art is not None:
        return ""
    kind = _KINDS.get(card.layout)
    is_plain = kind == PIPS or (kind == ACE and sibling_emblem(card.mark, ACE) is None)
    own = own_ground(kind, card.pips) if kind and is_plain and card.mark is not None else ""
    if card.turned is not None:
        return own
    if kind is None:
        suit = card.mark.stem if card.mark is not None else ""
        return find_special(card.emblem, suit) if card.layout in OWN_DRAWINGS else ""
    if kind == COURT and card.mark is not None:
        own = own_court(card.emblem)
    figure = card.emblem.stem if card.emblem is not None else ""
    sign = "minus" if card_figure(card).startswith(MINUS) else "plus"
    return find_drawing(card.mark, kind, figure, card.pips, sign) or own


def picture_of(card: Card) -> tuple[str, str]:
    """Return the name of a card's engraved picture and the name of its colour; both are empty
    without a picture.
    """
    if card.layout != _PICTURE or any((card.art, card.text, card.turned)):
        return "", ""
    name, colour = find_picture(card.emblem)
    return name, colour or card.colour


def draw_engraved(face: FaceSetting, name: str) -> FaceDrawing:
    """Draw a face with an engraved drawing and its index. Raises TextOverflow."""
    anatomy, theme = face.anatomy, face.theme
    if anatomy.lean:
        name = aslant_drawing(name)
    if (
        anatomy.large and header_of(name).pips and not header_of(name).sash
    ):  # one emblem, between the large plates
        name = own_ground(PIPS, 1)
    tones, header = Tones(theme, face.card.colour), header_of(name)
    scale, covers = _fit_card(face, header)
    taper = _TAPER if anatomy.lean and header.sash else 0.0
    drawn: list[Item] = [Use(draw_symbol(name, tones, scale, taper))]
    sash: list[Item] = []
    words: list[Item] = []
    if header.sash:  # names have one size in all themes
        whole, _ = fit(header, anatomy.trim, anatomy.safe)
        sash, words = draw_sash(face, tones, header.sash, whole)
    size = header.size
    if not covers:  # a panel shows the bleed of its drawing too
        size = size[0] + 2 * header.bleed, size[1] + 2 * header.bleed
    ground = seat_drawing(face, tones, [*drawn, *sash], size, scale, covers=covers)
    figure = card_figure(face.card)
    ground += _draw_clearing(face, tones, figure)
    return FaceDrawing(
        [Group(tuple(ground), clip=rect_path(face.reach))],
        [*_draw_pips(face, header, scale), *words, *draw_indices(face, tones, figure)],
    )


@lru_cache(maxsize=1024)
def draw_symbol(
    name: str, tones: Tones, scale: float, taper: float = 0.0, window: Rect | None = None
) -> Symbol:
    """Return a drawing at a scale, centred on the origin, without its ground.

    At its ends it loses the share `taper` of its width. Shapes outside a `window` (mm) are left
    out. Its half is one symbol, used twice, unless the window contains different parts of the two
    halves. The drawing is made when its items are first read; a writer that has kept its code does
    not read them. Raises PrintkitError if its file is damaged.
    """
    header = header_of(name)
    (width, height), reach = header.size, 2 * header.bleed
    box = centred_rect((width + reach) * scale, (height + reach) * scale)
    colour = tones.name.strip("#")
    key = f"engraved-{name.replace('/', '-')}-{tones.theme.key}-{colour}-{scale:.4g}"
    key += f"-{taper:g}" if taper else ""
    key += "".join(f"-{side:.4g}" for side in window or ())
    own = repr((tones.name, tones.share, scale, taper, window)).encode()
    facts = own + digest_theme(tones.theme) + drawing_path(name).read_bytes()
    # The key rounds these numbers: two products may show nearly the same window of a drawing.
    place = FilePath(_DRAWINGS, f"{key}-{sha256(own).hexdigest()[:8]}")
    items = LateItems(partial(_draw, name, tones, scale, taper, window, key), place, facts)
    return Symbol(key, items, box)


def _draw(
    name: str, tones: Tones, scale: float, taper: float, window: Rect | None, key: str
) -> tuple[Item, ...]:
    """Return the items of a drawing; `key` begins the keys of its symbols.

    Only a drawing without a record of its items needs the module that traces its lines.
    """
    from printkit.art.tracing import draw_items

    return draw_items(name, tones, scale, taper, window, key)


def _fit_card(face: FaceSetting, header: EngravingHeader) -> tuple[float, bool]:
    """Return the scale of a drawing on its card, and True if it then covers the card.

    Inside a frame, as much of the drawing is visible as on a card cut at its edge. Between slanted
    sides, under a roof, and beside large plates or four plates, the drawing is smaller, but it
    still covers its area with its bleed.
    """
    anatomy, bleeds = face.anatomy, face.theme.face.full_bleed
    scale, covers = fit(header, anatomy.trim, anatomy.safe)
    (across, along), over = header.size, 2 * header.bleed
    is_roof, has_pips = anatomy.shape == HEXAGON, face.card.layout == "pips"
    is_crowded = covers and (anatomy.large if has_pips else anatomy.corners() == 4)
    if anatomy.lean or (is_roof and has_pips) or (is_crowded and not is_roof):
        is_framed = is_roof or not (bleeds or (anatomy.lean and has_pips))
        area = anatomy.safe if is_framed else anatomy.trim.inset(-_OVER)
        scale = min(scale, max(area.w / (across + over), area.h / (along + over)))
        covers = covers and not is_roof
    elif covers and not bleeds:
        scale = min(scale, max(anatomy.safe.w / across, anatomy.safe.h / along))
    elif not covers and not is_roof:  # a panel
        tall = anatomy.safe.h / (along - 2 * _PANEL_ENDS)
        if bleeds and anatomy.shape in (RECTANGLE, ROUNDED):  # a band from cut to cut
            tall = max(tall, anatomy.trim.h / along)
        scale = min(scale, anatomy.safe.w / (across - 2 * _PANEL_SIDES), tall)
    return scale, covers


def _draw_pips(face: FaceSetting, header: EngravingHeader, scale: float) -> list[Item]:
    """Draw the emblem of a suit on each medal of its ground."""
    mark, (width, height) = face.card.mark, header.size
    if mark is None or not header.pips:
        return []
    radius = header.pip / 2 * scale
    rows = body_of(mark)
    reaches = (
        math.hypot(max(-left, right), abs((row + 0.5) / len(rows) - 0.5))
        for row, (left, right) in enumerate(rows)
        if left < right
    )
    # A drawing without a body, or with one outside its box, has the reach of the box.
    reach = min(max(max(reaches, default=_BOX_REACH), _MIN_REACH), _BOX_REACH)
    size = _IN_MEDAL * radius / reach
    detail = max((detail for detail in _DETAILS if detail <= size), default=size)
    ink = next(ink for most, ink in _PIP_INKS if len(header.pips) <= most)
    pip = emblem(mark, face.dress.picture, detail, ink)
    if face.theme.engraving.hatch:
        pip = _emboss(pip, detail, face.dress.ground)
    field = Path(circle(radius), fill=face.dress.ground)
    drawn: list[Item] = []
    for x, y, turned in header.pips:
        centre = (x - width / 2) * scale, (y - height / 2) * scale
        drawn += [
            transformed([field], translation(*centre)),
            place_emblem(pip, *centre, size, turned=turned),
        ]
    return drawn


@lru_cache(maxsize=256)
def _emboss(pip: Symbol, detail: float, ground: Colour) -> Symbol:
    """Return an emblem in relief on a medal of a colour; `detail` is the size for which it is drawn
    (mm).
    """
    items = emboss(pip.items, SIDE / detail, ground)
    return Symbol(f"{pip.key}-relief-{ground.name}-{detail:g}", items, pip.box, pip.title)


def seat_drawing(
    face: FaceSetting,
    tones: Tones,
    drawn: Sequence[Item],
    size: tuple[float, float],
    scale: float,
    *,
    covers: bool,
) -> list[Item]:
    """Place a drawing on its card; its size is `size` (mm) times `scale`.

    The drawing extends to the cut or is in a frame. If it does not cover the card, it is in a panel
    surrounded by lines, except on a hexagon.
    """
    anatomy, theme = face.anatomy, face.theme
    around: list[Item] = []
    if not covers and anatomy.shape != HEXAGON:
        half_w, half_h = (side / 2 * scale for side in size)
        whole = Rect(-half_w, -half_h, 2 * half_w, 2 * half_h)
        panel = whole.intersection(anatomy.safe)
        frame = chamfered(panel, CHAMFER * anatomy.module)
        if theme.face.full_bleed and half_h >= anatomy.trim.h / 2:
            panel = Rect(panel.x, face.reach.y, panel.w, face.reach.h)
            frame = rect_path(panel.outset(0, _BEYOND, 0, _BEYOND))
        around = _draw_surround(face, tones, panel)
    elif covers and theme.face.full_bleed:
        return [*drawn]
    else:
        frame = frame_outline(anatomy)
    line = Stroke(plate_look(tones, "").rim, face.weight(FRAME_LINE, 0.2))
    return [*around, Group(tuple(drawn), clip=frame), Path(frame, stroke=line)]


def _draw_surround(face: FaceSetting, tones: Tones, panel: Rect) -> list[Item]:
    """Draw lines around a panel that does not fill its card, out to the edge of the printed
    area.
    """
    colour, k = tones.of("ray"), face.anatomy.module
    if colour is None:
        return []
    area = face.reach if face.theme.face.full_bleed else face.anatomy.safe
    line = Stroke(colour, face.weight(_AROUND, 0.2))
    lines: list[Item] = []
    for number in range(1, _MAX_AROUND):
        away = number * _AROUND_PITCH * k
        grown = panel.inset(-away)
        if grown.contains(area):
            break
        lines.append(Path(chamfered(grown, CHAMFER * k + 0.59 * away), stroke=line))
    return [Group(tuple(lines), clip=rect_path(area))] if lines else []


def frame_outline(anatomy: Anatomy) -> PathData:
    """Return the outline of the frame at the edge of the safe area."""
    if anatomy.shape in (RECTANGLE, ROUNDED):
        return chamfered(anatomy.safe, CHAMFER * anatomy.module)
    return card_outline(anatomy.trim, anatomy.shape, anatomy.safe_margin)


# --- plates --------------------------------------------------------------------------------------


class PlateLook(NamedTuple):
    """The colours of a plate's ground, lines and figure, and of the clear space around the
    plate.
    """

    ground: Colour
    rim: Colour
    figure: Colour
    halo: Colour


@lru_cache(maxsize=256)
def plate_look(tones: Tones, sign: str) -> PlateLook:
    """Return the look of a plate for the sign of its number."""
    theme, ground = tones.theme, tones.ground
    paper = theme.roles_of["paper"]
    if tones.is_dark:
        accent = theme.roles_of["accent"]
        light = readable(
            theme.gold[5] if theme.gold else theme.light, ground, theme, MIN_TEXT_CONTRAST
        )
        if sign == MINUS:
            return PlateLook(
                light, accent, readable(ground, light, theme, MIN_TEXT_CONTRAST), ground
            )
        return PlateLook(ground, accent, light, ground)
    ink = readable(tones.suit(0.62), paper, theme, MIN_TEXT_CONTRAST)
    rim = theme.gold[2] if theme.face.gold and theme.gold else ink
    if sign == MINUS and theme.solid:
        return PlateLook(ink, rim, paper, paper)
    return PlateLook(paper, rim, ink, paper)


class PlateBox(NamedTuple):
    """The measures of a plate: its box (mm), the scale of its parts, and the height and greatest
    width of its figure (mm).
    """

    box: Rect
    k: float
    digits: float
    widest: float


def _mark_side(anatomy: Anatomy) -> float:
    """Return the side of the mark on a plate (mm)."""
    return (_LARGE_MARK if anatomy.large else _MARK) * anatomy.module


def plate_box(anatomy: Anatomy, sign: str, *, bare: bool = False) -> PlateBox:
    """Return the measures of the plate in the upper left corner.

    On a card with slanted sides (see `Anatomy.lean`), the box is placed as if the side were
    upright. A `bare` plate has only a mark.
    """
    k = anatomy.module
    digits = (_SIGNED if sign else _DIGITS) * k
    widest = _WIDEST * k
    if anatomy.large:
        digits, widest = max(digits * _LARGE, _MIN_LARGE), widest * _LARGE_WIDEST
    width = widest + (_WIDTH - _WIDEST) * k
    mark = _mark_side(anatomy)
    height = 2 * _PAD * k + digits + _GAP * k + mark + ((_SIGN_ROW + 0.3) * k if sign else 0.0)
    if bare:
        height = width
    left = _EDGE - anatomy.side
    if anatomy.lean:  # its upper left corner touches the edge of the safe area
        lean = math.radians(anatomy.lean)
        end = (left + _CUT * k) * math.sin(lean)
        top = (anatomy.safe.y + _EDGE - end) / math.cos(lean)
        return PlateBox(Rect(left, top, width, height), k, digits, widest)
    # Under a roof its corner touches the edge of the safe area.
    top = anatomy.safe_head(left + _CUT * k) + _EDGE
    return PlateBox(Rect(left, top, width, height), k, digits, widest)


@cached_by_fonts(4096)  # cards that look alike share their corners
def _draw_plate(
    figure: str,
    mark: FilePath | None,
    tones: Tones,
    dress: Dress,
    anatomy: Anatomy,
    *,
    artifact: bool,
) -> tuple[Item, ...]:
    """Draw the plate of the upper left corner. Raises TextOverflow."""
    sign, bare = split_sign(figure)[0], not figure
    plate, look = plate_box(anatomy, sign, bare=bare), plate_look(tones, sign)
    box, k = plate[:2]
    cut = _CUT * k
    theme = tones.theme
    rim = Stroke(look.rim, max(theme.line_weight(_RIM), 0.2))
    items: list[Item] = [Path(chamfered(box, cut), fill=look.ground)]
    items.append(Path(chamfered(box.inset(rim.width / 2), cut), stroke=rim))
    if theme.solid:
        inner = chamfered(box.inset(_FINE_AT * k), cut - 0.59 * _FINE_AT * k)
        fine = look.figure if sign == MINUS else look.rim
        items.append(Path(inner, stroke=Stroke(fine, max(theme.line_weight(_FINE), 0.18))))
    foot = box.y
    if figure:
        drawn, foot = _draw_figure(figure, tones, plate, artifact=artifact)
        items += drawn
    if mark is not None:
        side = _mark_side(anatomy)
        middle = box.centre[1] if bare else foot + _GAP * k + side / 2
        palette = replace(dress.mark, paper=look.ground, main=look.figure, tint=look.ground)
        if contrast(palette.accent, look.ground) < 1.5:
            palette = replace(palette, accent=look.figure)
        items.append(draw_mark(mark, palette, box.centre[0], middle, side))
    return tuple(items)


def _draw_figure(
    figure: str, tones: Tones, plate: PlateBox, *, artifact: bool
) -> tuple[list[Item], float]:
    """Return the figure on a plate with its sign and its bar, and the lower end of its row.

    Raises TextOverflow.
    """
    sign, figures = split_sign(figure)
    (box, k, digits, widest), look = plate, plate_look(tones, sign)
    items: list[Item] = []
    axis, y = box.centre[0], box.y + _PAD * k
    if sign:
        y += 0.2 * k
        side = _SIGN * k
        middle = y + _SIGN_ROW / 2 * k
        stem = _STEM * k
        if sign == "+":
            side *= 0.7
        items += draw_sign(sign, axis - side / 2, middle, side, stem, look.figure)
        y += (_SIGN_ROW + 0.1) * k
    run = shape_figures(figures)
    size = digits / (font(INDEX).cap_height / UNITS)
    natural = run.width / UNITS * size
    condensed = min(1.0, widest / natural)
    if condensed < _MIN_CONDENSED:  # a range, such as 1–6, is lower too
        smaller = max(_LOWER, condensed / _MIN_CONDENSED)
        size, natural = size * smaller, natural * smaller
        y += digits * (1 - smaller) / 2
        condensed = widest / natural
    if condensed < _MIN_CONDENSED - 1e-9:
        raise TextOverflow(
            Sentence("The index “{text}” is too long to be legible.", text=figure[:40]),
            hint="Give the card a short “index”.",
        )
    width = natural * condensed
    line = ShapedText(run.after(sign), 0, 0, size, look.figure, artifact)
    items.append(
        Group(
            (line,),
            Matrix(condensed, 0, 0, 1, axis - width / 2, y + size * font(INDEX).cap_height / UNITS),
        )
    )
    y = box.y + _PAD * k + digits + ((_SIGN_ROW + 0.3) * k if sign else 0.0)
    if figures in ("6", "9"):
        bar = Rect(axis - _BAR * width / 2, y + 0.22 * k, _BAR * width, _BAR_HEIGHT * k)
        items.append(Path(rect_path(bar), fill=look.figure))
    return items, y


def _draw_clearing(face: FaceSetting, tones: Tones, figure: str) -> list[Item]:
    """Draw the space around the plates of all corners."""
    anatomy = face.anatomy
    sign, _ = split_sign(figure)
    box, k = plate_box(anatomy, sign, bare=not figure)[:2]
    outer = box.inset(-_CLEAR * k)
    clear = Path(chamfered(outer, (_CUT + 0.59 * _CLEAR) * k), fill=plate_look(tones, sign).halo)
    half = _place_plate([clear], [clear], face, box.centre[0])
    return twice(half)


def _place_plate(
    items: Sequence[Item], echo: Sequence[Item], face: FaceSetting, axis: float
) -> list[Item]:
    """Place a plate, drawn about a vertical axis, on the left of the upper half. With four indices,
    place its `echo` on the right as well.
    """
    anatomy = face.anatomy
    places = [(items, rotation(anatomy.lean))]
    if anatomy.corners(picture=face.card.layout == _PICTURE) == 4:
        places.append((echo, translation(-2 * axis, 0).then(rotation(-anatomy.lean))))
    return [
        item
        for own, matrix in places
        for item in (own if matrix == IDENTITY else [transformed([*own], matrix)])
    ]


def draw_indices(face: FaceSetting, tones: Tones, figure: str) -> list[Item]:
    """Draw the plates in two or four corners, turned in the lower half; without a figure they show
    the mark of the card.
    """
    anatomy, mark = face.anatomy, face.card.mark or face.card.emblem
    items, echo = (
        _draw_plate(figure, mark, tones, face.dress, anatomy, artifact=again)
        for again in (False, True)
    )
    axis = plate_box(anatomy, split_sign(figure)[0], bare=not figure).box.centre[0]
    lower = echo
    if face.card.turned is not None:
        turned = tones._replace(name=face.card.lower_colour)
        lower = _draw_plate(figure, mark, turned, face.lower, anatomy, artifact=True)
    above = _place_plate(items, echo, face, axis)
    below = _place_plate(lower, lower, face, axis)
    return [*above, transformed(below, TURN)]


def _free_length(face: FaceSetting, angle: float, top: float, bottom: float) -> float:
    """Return the length (mm) of the part of a band's left half that no plate covers.

    The band is at `angle` degrees and extends from `top` to `bottom` across its axis.
    """
    anatomy = face.anatomy
    figure = card_figure(face.card)
    box = plate_box(anatomy, split_sign(figure)[0], bare=not figure).box.inset(-_CLEAR)
    places = [(box, anatomy.lean)]
    if anatomy.corners() == 4:
        places.append((Rect(box.x, -box.bottom, box.w, box.h), -anatomy.lean))
    free = math.inf
    for own, lean in places:
        level = rotation(lean - angle)
        bounds = level.bounds(own)
        corners = [level.apply(x, y) for x in (own.x, own.right) for y in (own.y, own.bottom)]
        if bounds.y < bottom and bounds.bottom > top:
            free = min(free, -max(x for x, y in corners))
    return free


# --- pictures ------------------------------------------------------------------------------------

# On a poker card (mm): the height of the plate with the name at the foot of a picture, its chamfer,
# its distance from the index and from the safe area, the distance from its ends to the box of the
# name.
_NAME, _NAME_CUT, _NAME_AIR, _NAME_FOOT, _NAME_INSET = 5.2, 1.5, 1.5, 0.6, 0.7
# The width of a card with a point at its foot where the plate is.
_NAME_WIDTH = 40.0
# The share of the height that a card cuts off which is above the picture: heads are there.
_ABOVE = 0.25


def draw_engraved_picture(face: FaceSetting, name: str, tones: Tones) -> FaceDrawing:
    """Draw an engraved picture that covers its card, with plates, and its name at the foot.

    In large print, only a tall card has the name.
    """
    anatomy, theme, header = face.anatomy, face.theme, header_of(name)
    area = face.reach if theme.face.full_bleed else anatomy.safe
    width, height = (side + 2 * header.bleed for side in header.size)
    scale = max(area.w / width, area.h / height)
    drop = (height * scale - area.h) * (0.5 - _ABOVE)
    picture = draw_symbol(name, tones, scale, _TAPER if anatomy.lean else 0.0)
    drawn: list[Item] = [Use(picture, translation(0, drop))]
    if not theme.face.full_bleed:
        frame = frame_outline(anatomy)
        line = Stroke(plate_look(tones, "").rim, face.weight(FRAME_LINE, 0.2))
        drawn = [Group(tuple(drawn), clip=frame), Path(frame, stroke=line)]
    figure = card_figure(face.card)
    drawn += _draw_clearing(face, tones, figure)
    hides_name = anatomy.large and not anatomy.is_tall
    named = [] if hides_name else _draw_name(face, tones)
    return FaceDrawing(
        [Group(tuple(drawn), clip=rect_path(face.reach))],
        [*named, *draw_indices(face, tones, figure)],
    )


def _draw_name(face: FaceSetting, tones: Tones) -> list[Item]:
    """Draw the name of a picture on a plate at the foot of the card, beside the index."""
    anatomy, look = face.anatomy, plate_look(tones, "")
    k = anatomy.module
    height = _NAME * k
    rise = anatomy.depth_of(_NAME_WIDTH * k) if anatomy.shape == HEXAGON else 0.0
    foot = anatomy.safe.bottom - max(rise, _NAME_FOOT * k)
    free = _free_length(face, 0.0, -foot, height - foot)  # the head of the card, turned
    left, right = anatomy.safe_span(foot - height, foot, _NAME_FOOT * k)
    half = min(right, -left, free - _NAME_AIR * k)
    box = Rect(-half, foot - height, 2 * half, height)
    own = face._replace(dress=replace(face.dress, text=look.figure, gold=()))
    words, reached = set_name(
        own, box.outset(-_NAME_INSET * k, 0, -_NAME_INSET * k, 0), diamonds=False
    )
    grown = max(0.0, 2 * reached - height)
    box = box._replace(h=height + grown)
    rim = Stroke(look.rim, max(face.theme.line_weight(_RIM), 0.2))
    cut = _NAME_CUT * k
    items: list[Item] = [
        Path(chamfered(box.inset(-_CLEAR * k), (_NAME_CUT + 0.59 * _CLEAR) * k), fill=look.halo),
        Path(chamfered(box, cut), fill=look.ground),
        Path(chamfered(box.inset(rim.width / 2), cut), stroke=rim),
        *words,
    ]
    return [transformed(items, translation(0, -grown))] if grown else items


# --- sash ----------------------------------------------------------------------------------------


def draw_band(tones: Tones, width: float, far: float, scale: float) -> list[Item]:
    """Return the level band of a sash, `far` mm to each side, with its rules and its diamond."""
    theme, half = tones.theme, width / 2
    ground = tones.suit(1.0) if tones.is_dark else theme.roles_of["paper"]
    look = plate_look(tones, "")
    rules = PathBuilder()
    for y in (half, half - _RULE_AT * scale) if theme.solid else (half,):
        rules.move(-far, -y).line(far, -y)
    line = Stroke(look.rim, max(theme.line_weight(_RULE), 0.2))
    diamond = PathBuilder().diamond(0, 0, 1.3 * _DIAMOND * scale, _DIAMOND * scale)
    return [
        Path(rect_path(Rect(-far, -half, 2 * far, width)), fill=ground),
        *twice([Path(rules.done(), stroke=line)]),
        Path(diamond.done(), fill=look.rim),
    ]


def draw_sash(
    face: FaceSetting, tones: Tones, sash: tuple[float, float], scale: float
) -> tuple[list[Item], list[Item]]:
    """Return the band across a court with its rules, and the name on each half of the band.

    A name that is too long for a half is set once across the whole band, if necessary in several
    lines on a wider band. Raises TextOverflow.
    """
    angle, rules = sash[0], 2 * _RULE_AT * scale
    width = max(sash[1] * scale, MIN_CARD_TEXT_SIZE + 2 * _TEXT_AIR + rules)
    turn, half = rotation(angle), width / 2
    look = plate_look(tones, "")
    far = math.hypot(face.reach.w, face.reach.h) / 2
    band = draw_band(tones, width, far, scale)
    start = _NAME_AT * scale
    end = _name_end(face, angle, half, far)
    box = Rect(-end, -half + _RULE_AT * scale, end - start, width - 2 * _RULE_AT * scale)
    own = face._replace(dress=replace(face.dress, text=look.figure, gold=()))
    with suppress(TextOverflow):
        name, reached = set_name(own, box, diamonds=False)
        if reached <= box.h / 2 + 1e-9:
            words: Sequence[Item] = (Group(tuple(name), turn),)
            below = transformed(as_artifact(tuple(words)), TURN)
            return [Group(tuple(band), turn)], [*words, below]
    # Too long for a half: once, on both; on a small card in lines, with a wider band.
    name, reached = set_name(own, box._replace(w=2 * end), diamonds=False)
    grown = reached - box.h / 2
    if grown > 1e-9:
        end = _name_end(face, angle, half + grown, far)
        name, reached = set_name(own, box._replace(x=-end, w=2 * end), diamonds=False)
        grown = reached - box.h / 2
        band = draw_band(tones, width + 2 * grown, far, scale)
        name = [Group(tuple(name), translation(0, -grown))]
    return [Group(tuple(band[:-1]), turn)], [Group(tuple(name), turn)]


def _name_end(face: FaceSetting, angle: float, half: float, far: float) -> float:
    """Return the length (mm) that a name can have on the left half of a sash.

    The sash is `half` mm wide on each side of its axis.
    """
    anatomy = face.anatomy
    ends = [_end_at(anatomy.safe.h / 2, 90 - abs(angle), half, far)]
    ends += [
        _end_at(anatomy.side, angle + lean, half, far) for lean in {anatomy.lean, -anatomy.lean}
    ]
    end = min(ends) - 0.6
    return min(end, _free_length(face, angle, -half, half))


def _end_at(distance: float, angle: float, half: float, far: float) -> float:
    """Return the length (mm) of a band from the middle of the card to a side of it, at most `far`.

    The band extends `half` mm to each side of its axis. The side of the card is `distance` mm from
    the middle, and its normal is at `angle` degrees to the band.
    """
    turn = math.radians(abs(angle))
    reach = distance / math.cos(turn) if math.cos(turn) > 0.01 else far
    return min(reach, far) - half * math.tan(min(turn, math.pi / 3))
