"""Draw courts, specials, aces and full-card compositions.

The drawing is beside the emblem (`NAME-card.svg`), centred on a poker card, in twentieths of a
millimetre and larger than the card; a class of its root names the composition.

Each half of the card shows the picture in front of a disc, clipped at the waist. On a card of tarot
proportions one picture can fill the whole card.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path as FilePath
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.card_style import Dress
from printkit.art.emblems import (
    ACE,
    CARD,
    HALF,
    HELD,
    TALL,
    emblem,
    place_emblem,
    shown_scene,
    sibling_emblem,
)
from printkit.art.ornaments import Gold, Outline, chamfered, ring
from printkit.art.theme import Theme
from printkit.base.geometry import Rect, translation
from printkit.faces.anatomy import AIR, POKER, WIDE, Anatomy, index_place, plate_box
from printkit.faces.face_parts import (
    FaceDrawing,
    FaceLook,
    FaceSetting,
    draw_band,
    draw_cartouche,
    draw_rail,
    set_name,
    twice,
    upper_half,
)
from printkit.graphics.colour import WHITE, Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE
from printkit.graphics.path import (
    HEXAGON,
    ROUNDED,
    PathBuilder,
    PathData,
    Point,
    card_outline,
    rect_path,
)
from printkit.graphics.svg import is_drawn, read_art
from printkit.layout.bidi import to_capitals
from printkit.layout.fit_text import FitStyle, require_text
from printkit.model.cards import Card

# --- compositions --------------------------------------------------------------------------------


class SceneForm(Struct, frozen=True):
    """A composition of a drawing.

    If `two_way`, the lower half of the card shows the drawing turned. `band` is the slope of the
    band between the halves; if it is None, there is no band and the name is at the head.
    """

    two_way: bool
    band: float | None


# By the class of the root of a drawing.
COMPOSITIONS = {
    "half": SceneForm(two_way=True, band=0.0),
    "diagonal": SceneForm(two_way=True, band=0.616),
    "turned": SceneForm(two_way=True, band=None),
    "whole": SceneForm(two_way=False, band=None),
}
# Units of a drawing in a millimetre of a poker card.
_UNITS = 20
# On a poker card (mm): the box of a name at the head and its chamfer, its gap from the index.
_HEAD, _HEAD_CHAMFER, _HEAD_LINE, _HEAD_AIR, _HEAD_TOP = 5.2, 1.3, 0.28, 1.2, 0.9
# The edge of a scene that does not bleed.
_CHAMFER, _EDGE = 2.6, 0.3
# The share of the card's colour in distant objects, on a dark ground and on paper.
_FAR_DARK, _FAR = 0.5, 0.05
# Ink of a scene in a theme of outlines, as a share of a poker card; the reduction for each letter
# of the index.
_INK, _COMPOSITIONS_INDEX_INK = 0.0222, 0.0015


def full_drawing(card: Card) -> FilePath | None:
    """Return the drawing that fills a card, or None.

    A drawing for the emblem in its suit (`sylop-sand-card.svg`) takes precedence over one for the
    emblem.
    """
    suit = sibling_emblem(card.emblem, f"{card.mark.stem}-{CARD}") if card.mark else None
    return suit or sibling_emblem(card.emblem, CARD)


def composition_of(path: FilePath) -> SceneForm:
    """Return the composition of a drawing, by default `half`."""
    named = read_art(path).root_classes & COMPOSITIONS.keys()
    return COMPOSITIONS[min(named)] if named else COMPOSITIONS["half"]


def draw_scene(face: FaceSetting, path: FilePath) -> FaceDrawing:
    """Draw a scene up to the edge of its card, or to the safe area, with the name in a band or at
    the head.

    Raises TextOverflow.
    """
    composition, bleeds = composition_of(path), face.theme.face.full_bleed
    scene: list[Item] = [Use(_draw_backdrop(face.look, path, len(face.card.index)))]
    if composition.band is None:
        name = [] if face.anatomy.large else _draw_head(face)
    else:
        band, name = draw_band(face, face.dress.ground, composition.band)
        scene.append(Group(tuple(band), clip=_edge(face.look)))
    return FaceDrawing(scene, name) if bleeds else FaceDrawing((), [*scene, *name])


@lru_cache(maxsize=1024)
def _draw_backdrop(look: FaceLook, path: FilePath, letters: int) -> Symbol:
    """Draw a scene without its name; `letters` is the number of letters in its index."""
    composition, edge = composition_of(path), _edge(look)
    picture: list[Item] = [drawing := _place_scene(look, path, letters)]
    if composition.two_way:
        slope = composition.band or 0.0
        picture = twice([Group(tuple(picture), clip=_upper_part(look.reach, slope))])
    scene: list[Item] = [Group(tuple(picture), clip=edge)]
    if not look.theme.face.full_bleed:
        line = Stroke(look.dress.line, max(look.weight(_EDGE), 0.1))
        scene.append(Path(edge, stroke=line))
    return Symbol(f"scene-{drawing.symbol.key}", tuple(scene), look.reach)


def _place_scene(look: FaceLook, path: FilePath, letters: int) -> Use:
    """Return the drawing of a scene at the scale of its card."""
    art, anatomy = read_art(path), look.anatomy
    scale = math.sqrt(anatomy.width / POKER[0] * anatomy.height / POKER[1])
    unit, drop = scale / _UNITS, 0.0
    form = composition_of(path)
    if form.band is None:  # under a roof the name is lower: so is a scene, or it is smaller
        drop = anatomy.index_top - anatomy.safe.y - AIR
        share = 1 - drop / anatomy.height * (2 if form.two_way else 1)
        unit, drop = unit * share, 0.0 if form.two_way else drop / 2
    size = max(art.box.w, art.box.h) * unit
    x, y = art.box.centre
    picture, ground = look.dress.picture, look.dress.ground
    if picture.solid:
        far = _FAR_DARK if look.dress.is_dark else _FAR
        picture = replace(picture, tint=blend(picture.main, ground, far))
    drawing = emblem(path, picture, size, _ink(letters, art.box))
    return place_emblem(drawing, x * unit, y * unit + drop, size)


def _ink(letters: int, box: Rect) -> float:
    """Return the ink of a scene in a theme of outlines, as a share of the square around the
    scene.
    """
    share = _INK - _COMPOSITIONS_INDEX_INK * letters
    return round(share * math.prod(POKER) * _UNITS**2 / max(box.w, box.h) ** 2, 4)


def _edge(look: FaceLook) -> PathData:
    """Return the edge of a scene: the edge of the printed area, or an outline in the safe area."""
    anatomy = look.anatomy
    if look.theme.face.full_bleed:
        return rect_path(look.reach)
    if anatomy.shape != ROUNDED:
        return card_outline(anatomy.trim, anatomy.shape, anatomy.safe_margin + _EDGE / 2)
    return chamfered(anatomy.safe.inset(_EDGE / 2), _CHAMFER * anatomy.module)


def _upper_part(box: Rect, slope: float) -> PathData:
    """Return the part of a box above a sloping line through the middle of the card."""
    ends = [(box.right, box.right * slope), (box.x, box.x * slope)]
    return PathBuilder().polygon([(box.x, box.y), (box.right, box.y), *ends]).done()


def _draw_head(face: FaceSetting) -> list[Item]:
    """Draw the name at the head of the card, between the indices or beside a single one."""
    anatomy, dress = face.anatomy, face.dress
    plate = plate_box(index_place(anatomy, WIDE))
    height, left = _HEAD * anatomy.module, plate.right + _HEAD_AIR * min(1.0, anatomy.module)
    top = plate.y + _HEAD_TOP * anatomy.module
    right = anatomy.safe_span(top, top + height)[1] - _HEAD_TOP * anatomy.module
    if anatomy.corners() == 4:
        right = -left
    box = Rect(left, top, right - left, height)
    name, half = set_name(face, box, diamonds=False)
    box = box._replace(h=2 * half)
    line = Stroke(dress.line, max(face.weight(_HEAD_LINE), 0.1))
    plate_path = chamfered(box, _HEAD_CHAMFER * anatomy.module)
    return [Path(plate_path, fill=dress.ground, stroke=line), *name]


# --- pictures ------------------------------------------------------------------------------------

# The ink of drawings in themes of outlines, as a share of their square: a figure, the attribute it
# holds, an ace, a tall picture.
_FIGURE_INK, _HELD_INK, _ACE_INK, _TALL_INK = 0.012, 0.004, 0.022, 0.03
# Ink of a special, and the deduction for each letter of its index.
_SPECIAL_INK, _INDEX_INK = 0.074, 0.01
# Size of the drawing of a special, as a share of its disc; of one made for a half card.
_IN_DISC, _HALF = 0.995, 41 / 39.6
# The disc behind a court: its radius as a share of the figure; its distance from the safe area.
_NIMBUS, _NIMBUS_AIR = 0.43, 0.4
# The band of inner rings, as shares of the radius.
_RINGS = (0.52, 0.90)
_FINE, _FINEST = 0.15, 0.12
# The width of the strip of ground under the waist line.
_WAIST_AIR = 1.8
# An ace (mm on a poker card): the height of the card less the height of the drawing, the distance
# from the drawing to its oval, the width of the oval's band, the distance from the oval to the
# index.
_ACE_END, _ACE_OVAL, _ACE_BAND, _ACE_AIR = 14.9, 4.2, 2.0, 1.0
# The tall picture: its chamfer, its lines and the distance between them (mm on a poker card), the
# side of its emblem as a share of the width.
_TALL_CHAMFER, _TALL_LINE, _TALL_FINE, _TALL_INNER, _TALL_EMBLEM = 3.0, 0.6, 0.22, 0.9, 1.16
_SKY = 0.35
_NUMERAL, _TALL_NAME, _TALL_AIR = 5.4, 3.7, 1.6
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


class _Rim(NamedTuple):
    """The rim of a disc: its bands of gold and of waves, as shares of its radius, and the number of
    petals of gold.
    """

    gold: tuple[float, float]
    waves: tuple[float, float]
    petals: int


_NIMBUS_RIM, _HALO_RIM = _Rim((0.905, 1.0), (0.93, 1.0), 72), _Rim((0.93, 1.03), (0.98, 1.025), 84)


def draw_court(face: FaceSetting) -> FaceDrawing:
    """Draw a figure in each half, clipped at the waist, with the attribute of its suit."""
    anatomy, dress = face.anatomy, face.dress
    size, (x, y) = anatomy.figure, anatomy.figure_centre
    radius = _NIMBUS * size
    halo = _draw_nimbus(dress, radius, face.weight(_FINE), face.weight(_FINEST))
    cosine, sine = anatomy.slope  # the disc touches the slanted edge of a hexagonal card
    away = (anatomy.safe_margin + _NIMBUS_AIR + radius + x * sine) / cosine
    behind = Use(halo, translation(x, anatomy.trim.y + away))
    half = [place_emblem(symbol, x, y, size) for symbol in _draw_figure(face, size)]
    # Rays bleed over the cut; the figure stays in the safe area.
    ground, upper = rect_path(upper_half(face.reach)), rect_path(upper_half(anatomy.safe))
    figure = _keep_safe(anatomy, Group(tuple(half), clip=upper))
    band, name = draw_band(face, dress.cartouche, rail=face.card.rail)
    reach = rect_path(face.reach)
    if not face.theme.face.full_bleed:
        reach = card_outline(anatomy.trim, anatomy.shape, anatomy.safe_margin)
    drawn = _halves(
        face.look, [Group((behind,), clip=ground)], [figure], [Group(tuple(band), clip=reach)]
    )
    return FaceDrawing(drawn.ground, [*drawn.figure, *name])


def _halves(
    look: FaceLook, behind: list[Item], figure: list[Item], waist: list[Item]
) -> FaceDrawing:
    """Return the halves of a face with the line between them.

    A line across the whole card belongs to the ground. Inside the safe area, the line is drawn over
    the figures as well.
    """
    ground = twice(behind)
    if look.theme.face.full_bleed and waist:
        ground += waist
        waist = [Group(tuple(waist), clip=rect_path(look.anatomy.safe))]
    return FaceDrawing(ground, twice(figure) + waist)


def _draw_figure(face: FaceSetting, size: float) -> list[Symbol]:
    """Return the drawing of a court's figure, and the drawing of its suit's attribute, if any."""
    figure, palette = face.require_emblem(), face.dress.picture
    held = sibling_emblem(face.card.mark, HELD)
    symbols = [emblem(figure, palette, size, _FIGURE_INK, field=False)]
    return symbols + ([emblem(held, palette, size, _HELD_INK)] if held else [])


def _keep_safe(anatomy: Anatomy, drawing: Item) -> Item:
    """Clip a drawing to the safe area."""
    return Group((drawing,), clip=card_outline(anatomy.trim, anatomy.shape, anatomy.safe_margin))


@lru_cache(maxsize=1024)
def _draw_nimbus(dress: Dress, radius: float, fine: float, finest: float) -> Symbol:
    """Draw the nimbus behind a court's head: rays, a disc, rings and a rim."""
    items: list[Item] = []
    reach = radius
    if dress.rays is not None:
        reach = 2.4 * radius
        items.append(Use(_ring(1.04 * radius, reach, 100, 2, Stroke(dress.rays, fine))))
    if dress.disc is not None:
        items.append(_ellipse(0.95 * radius, 0.95 * radius, dress.disc))
    if dress.rings is not None:
        inner, outer = (share * radius for share in _RINGS)
        items.append(Use(_ring(inner, outer, 60, 4, Stroke(dress.rings, finest))))
    items += _draw_rim(dress, radius, _NIMBUS_RIM, fine)
    key = f"nimbus-{dress.line.name}-{dress.ground.name}-{radius:.2f}"
    return Symbol(key, tuple(items), Rect(-reach, -reach, 2 * reach, 2 * reach).inset(-1))


def _draw_rim(dress: Dress, radius: float, rim: _Rim, fine: float) -> list[Item]:
    """Draw the rim of a disc in gold or in waves; outline themes have none."""
    if dress.gold:
        ground = dress.ground if dress.is_dark else dress.rule
        gold = Gold(dress.gold, ground)
        inner, outer = (share * radius for share in rim.gold)
        return [Use(_ring(inner, outer, rim.petals, 3, gold))]
    if dress.rim is None or not dress.mark.solid:
        return []
    inner, outer = (share * radius for share in rim.waves)
    return [Use(_ring(inner, outer, 84, 2, Stroke(dress.rim, fine)))]


def _ring(inner: float, outer: float, petals: int, phases: int, ink: Stroke | Gold) -> Symbol:
    return ring(Outline.circle(inner), Outline.circle(outer), petals, phases, ink)


def _draw_waist(look: FaceLook, air: Colour) -> list[Item]:
    """Draw the line across the waist of the card."""
    end = look.reach.right if look.theme.face.full_bleed else look.anatomy.safe.right - 0.4
    line = PathBuilder().move(-end, 0).line(end, 0).done()
    items: list[Item] = [Path(line, stroke=Stroke(air, _WAIST_AIR))]
    for far in (-end, end):  # from the middle outwards, so that dashes are symmetrical
        items += draw_rail("solid", (0, 0), (far, 0), look.dress.line, look.theme)
    return items


def draw_special(face: FaceSetting) -> FaceDrawing:
    """Draw the full-card scene of a special, or otherwise a picture in each half.

    The name is between the halves; in large print there is none. Raises TextOverflow.
    """
    anatomy, dress = face.anatomy, face.dress
    path = face.require_emblem()
    if scene := full_drawing(face.card):
        return draw_scene(face, scene)
    drawn = _draw_discs(face.look, path, len(face.card.index))
    if anatomy.large:
        return drawn
    text = face.theme.light if dress.gold and dress.is_dark else dress.text
    name = draw_cartouche(face, anatomy.cartouche, dress.ground, dress.line, text)
    return FaceDrawing(drawn.ground, [*drawn.figure, *name])


@lru_cache(maxsize=1024)
def _draw_discs(look: FaceLook, path: FilePath, letters: int) -> FaceDrawing:
    """Draw a special without its name, with its ground and its figure as two symbols; `letters` is
    the number of letters in its index.
    """
    anatomy, dress = look.anatomy, look.dress
    half_path = sibling_emblem(path, HALF)
    halo = _draw_halo(dress, anatomy.disc / 2, look.weight(_FINE), filled=half_path is not None)
    x, y = anatomy.disc_centre
    upper = rect_path(upper_half(look.reach))
    behind = Group((Use(halo, translation(x, y)),), clip=upper)
    size = anatomy.disc * (_HALF if half_path else _IN_DISC)
    ink = _SPECIAL_INK - _INDEX_INK * letters
    drawing = emblem(half_path or path, dress.picture, size, ink, field=half_path is None)
    # A half-card drawing is 100 × 90 with the centre of its disc at 49.
    shift = (45 - 49) / 100 * size if half_path else 0.0
    figure = Group((_keep_safe(anatomy, place_emblem(drawing, x, y + shift, size)),), clip=upper)
    waist = _draw_waist(look, dress.ground) if dress.gold or anatomy.large else []
    parts = zip(("ground", "figure"), _halves(look, [behind], [figure], waist), strict=True)
    name = f"{drawing.key}-{dress.line.name}-{dress.ground.name}"
    box = look.reach.inset(-_WAIST_AIR / 2)
    ground, figures = (Symbol(f"{part}-{name}", tuple(own), box) for part, own in parts)
    return FaceDrawing((Use(ground),), (Use(figures),))


@lru_cache(maxsize=1024)
def _draw_halo(dress: Dress, radius: float, fine: float, *, filled: bool) -> Symbol:
    """Draw the disc and rings around a special; `filled` is True if the drawing has no pale
    field.
    """
    items: list[Item] = []
    reach = 1.03 * radius
    if dress.is_dark and dress.rays is not None:
        reach = 2.4 * radius
        assert dress.rings is not None
        items.append(Use(_ring(1.05 * radius, 1.66 * radius, 36, 4, Stroke(dress.rings, fine))))
        items.append(Use(_ring(1.62 * radius, reach, 36, 3, Stroke(dress.rays, fine))))
    items += _draw_rim(dress, radius, _HALO_RIM, fine)
    if dress.gold:
        items.append(_ellipse(0.93 * radius, 0.93 * radius, dress.ground))
    elif dress.rim is not None and not dress.mark.solid:
        items.append(_ellipse(1.02 * radius, 1.02 * radius, stroke=Stroke(dress.rim, fine)))
    if filled and dress.disc is not None:
        items.append(_ellipse(0.93 * radius, 0.93 * radius, dress.disc))
        lines = Stroke(dress.picture.shade, fine)
        items.append(Use(_ring(0.80 * radius, 0.93 * radius, 60, 2, lines)))
    key = f"halo-{dress.line.name}-{dress.ground.name}-{radius:.2f}-{filled:d}"
    return Symbol(key, tuple(items), Rect(-reach, -reach, 2 * reach, 2 * reach).inset(-1))


def draw_ace(face: FaceSetting) -> FaceDrawing:
    """Draw the ornate ace of the suit in a tall oval, or otherwise its large emblem in a ring."""
    anatomy, dress = face.anatomy, face.dress
    ornate = sibling_emblem(face.card.mark, ACE)
    height, a, b = _fit_ace(anatomy, ornate)
    if ornate is None:
        a = b = min(a, b)
    items: list[Item] = []
    ground: list[Item] = []
    if dress.gold:
        far = Outline(anatomy.width * 0.55, anatomy.height * 0.54, 3.4)
        lines = Stroke(blend(dress.picture.main, WHITE, 0.8), _FINE)
        ground.append(Use(ring(Outline(0.75 * a, 0.78 * b), far, 40, 6, lines)))
        inner = (a - 0.9, b - _ACE_BAND)
        items.append(_ellipse(a + 0.2, b + 0.2, dress.ground))
        gold = Gold(dress.gold, dress.ground, 180)
        items.append(Use(ring(Outline(*inner), Outline(a, b), 132, 3, gold)))
        items.append(_ellipse(*inner, face.theme.roles_of["paper"]))
    elif dress.rim is not None:
        line = Stroke(dress.rim, face.weight(_FINE))
        if face.theme.solid:
            items.append(Use(ring(Outline(a - 1.6, b - 1.8), Outline(a, b), 72, 3, line)))
        else:
            items.append(_ellipse(a, b, stroke=line))
    size = height if ornate else 1.25 * a
    drawing = emblem(ornate or face.require_emblem(), dress.picture, size, _ACE_INK)
    return FaceDrawing(ground, [*items, place_emblem(drawing, 0, 0, size)])


def _fit_ace(anatomy: Anatomy, ornate: FilePath | None) -> tuple[float, float, float]:
    """Return the height of an ornate ace and the half axes of its oval: the largest that keep clear
    of the index and of the slanted edges of a hexagonal card."""
    index = anatomy.labels[-1]
    beside, above = -index.right - _ACE_AIR, -index.bottom
    if anatomy.large:  # wide figures are over the oval
        beside, above = anatomy.field.w / 2, anatomy.height / 2
    widest = anatomy.safe.w / 2 - _ACE_AIR
    cosine, sine = anatomy.slope
    reach = anatomy.height / 2 * cosine - anatomy.safe_margin - 0.2
    height = anatomy.height - _ACE_END - 2 * anatomy.narrowed
    # Aces are half as wide as high: few are near an index.
    points = _points_of(ornate) if ornate and height / 4 > beside else ()
    while True:
        a, b = height / 4 - 0.3, height / 2 + _ACE_OVAL
        width = a * math.sqrt(max(0.0, 1 - (above / b) ** 2))
        width = max([width, *(x * height for x, y in points if y * height > above)])
        if max(width - beside, a - widest, math.hypot(a * sine, b * cosine) - reach) <= 0:
            return height, a, b
        height *= 0.99


@lru_cache(maxsize=64)
def _points_of(path: FilePath) -> tuple[Point, ...]:
    """Return the distances (across, down) of a drawing's points from its centre, with the drawing
    fitted into a square of side 1.
    """
    art = read_art(path).without_field()
    matrix = art.fit_into(Rect(-0.5, -0.5, 1, 1))
    shapes = [shape.data.transformed(matrix).coords for shape in art.shapes]
    return tuple((abs(x), abs(y)) for xy in shapes for x, y in zip(xy[0::2], xy[1::2], strict=True))


def _ellipse(a: float, b: float, fill: Colour | None = None, stroke: Stroke | None = None) -> Path:
    return Path(PathBuilder().ellipse(0, 0, a, b).done(), fill=fill, stroke=stroke)


def picture_scene(card: Card, anatomy: Anatomy, theme: Theme) -> str:
    """Return the name of the scene palette for the picture on a card, or an empty string if it is
    not a scene.
    """
    path = sibling_emblem(card.emblem, TALL if anatomy.is_tall else HALF)
    if path is None or not is_drawn(path):
        return ""
    return shown_scene(read_art(path).root_classes, theme.face.scene)


def draw_picture_face(face: FaceSetting) -> FaceDrawing:
    """Draw one upright picture that fills a tall card; draw any other card like a special."""
    anatomy, dress = face.anatomy, face.dress
    if not anatomy.is_tall:
        return draw_special(face)
    edge, inner = _tall_frame(anatomy, 0.0), _tall_frame(anatomy, _TALL_INNER)
    # A picture beyond the inner line would leave a strip of half a millimetre.
    items: list[Item] = [Group(tuple(_draw_tall(face, face.require_emblem())), clip=inner)]
    items.append(Path(edge, stroke=Stroke(dress.line, face.weight(_TALL_LINE))))
    items.append(Path(inner, stroke=Stroke(dress.line, face.weight(_TALL_FINE))))
    return FaceDrawing(figure=items + _draw_tall_words(face, anatomy.tall))


def _draw_tall(face: FaceSetting, path: FilePath) -> list[Item]:
    """Draw the tall picture that is stored beside an emblem, or the emblem itself, in the box of a
    tall picture.
    """
    anatomy, dress = face.anatomy, face.dress
    box = anatomy.tall
    inside: list[Item] = []
    scene = picture_scene(face.card, anatomy, face.theme)
    if dress.disc is not None and not scene:
        inside.append(Path(rect_path(box), fill=dress.disc))
    tall = sibling_emblem(path, TALL)
    x, y = box.centre
    size = max(box.w * 1.51, box.h) if tall else _TALL_EMBLEM * box.w
    if dress.rings is not None and not scene:
        sky = dress.disc or dress.ground
        rings = Stroke(blend(dress.picture.shade, sky, _SKY), _FINE)
        inside.append(Use(_ring(0.49 * box.w, 1.3 * box.w, 48, 4, rings), translation(x, y)))
        inside.append(Use(_ring(0.30 * box.w, 0.51 * box.w, 48, 3, rings), translation(x, y)))
    drawing = emblem(tall or path, dress.picture, size, _TALL_INK, field=False)
    inside.append(place_emblem(drawing, x, y, size))
    return inside


def _tall_frame(anatomy: Anatomy, inset: float) -> PathData:
    """Return the frame of a tall picture: chamfered, or notched for indices on hexagonal cards."""
    box, cut = anatomy.tall.inset(inset), _TALL_CHAMFER * anatomy.module
    width, depth = anatomy.tall_notch
    if anatomy.shape != HEXAGON or not depth:
        return chamfered(box, 0.87 * cut if inset else cut)
    left, top, cut = box.x + width, box.y + depth, 0.6 * cut
    quarter = [(left, box.y), (left, top), (box.x + cut, top), (box.x, top + cut)]
    (cx, cy) = box.centre
    lower = [(x, 2 * cy - y) for x, y in reversed(quarter)]
    half = [*quarter, *lower]
    right = [(2 * cx - x, y) for x, y in reversed(half)]
    return PathBuilder().polygon([*half, *right]).done()


def _draw_tall_words(face: FaceSetting, box: Rect) -> list[Item]:
    """Draw the numeral above a tall picture and the name below it, between the corner indices."""
    anatomy, dress = face.anatomy, face.dress
    fill = face.theme.light if dress.gold and dress.is_dark else dress.text
    column = anatomy.tall_column
    left, width = anatomy.safe.x + column, anatomy.safe.w - 2 * column
    band = Rect(left, anatomy.safe_head(left + 0.15 * width), width, 0)
    band = band._replace(h=box.y - band.y - 1.6)
    size = _NUMERAL * anatomy.module / 0.69
    style = FitStyle(TITLE_BOLD, size, MIN_CARD_TEXT_SIZE, artifact=True)
    name = FitStyle(TITLE_BOLD, _TALL_NAME, MIN_CARD_TEXT_SIZE, 3)
    air = _TALL_AIR / (2 if anatomy.large else 1)
    below = band.outset(-air, 0, -air, 0)._replace(y=box.bottom + 1.6)
    if anatomy.shape == HEXAGON:
        below = below._replace(h=-anatomy.safe_head(below.x) - below.y)
    items: list[Item] = []
    if (number := _roman(face.card.rank or "")) and not anatomy.large:
        items += require_text(number, style, band, fill)
    return [*items, *require_text(to_capitals(face.caption), name, below, fill)]


def _roman(rank: str) -> str:
    """Return the number of a trump in Roman numerals, or an empty string for other ranks."""
    rest, text = int(rank) if rank.isdigit() else 0, ""
    for value, letters in _ROMAN:
        while rest >= value:
            text, rest = text + letters, rest - value
    return text
