"""Specials whose drawing fills the card, in one of four compositions.

The drawing is beside the emblem (`NAME-card.svg`), about the middle of a poker card, in twentieths
of a millimetre and larger than the card; a class of its root tells the composition.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.emblem import CARD, emblem, place_emblem, sibling_emblem
from printkit.art.guilloche import chamfered
from printkit.base.geometry import Rect
from printkit.components.cards.anatomy import AIR, POKER
from printkit.components.cards.face_parts import (
    FaceDrawing,
    FaceLook,
    FaceSetting,
    draw_band,
    set_name,
    twice,
)
from printkit.components.cards.index import WIDE, index_place, plate_box
from printkit.graphics.colour import blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.path import ROUNDED, PathBuilder, PathData, card_outline, rect_path
from printkit.graphics.svg_art import read_art
from printkit.model.cards import Card


class SceneForm(Struct, frozen=True):
    """A composition: whether its drawing is turned in the lower half, and the slope of the band
    between the halves; None if nothing parts them, and the name is at the head."""

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
# The share of the card's colour in what is far away, on a dark ground and on paper.
_FAR_DARK, _FAR = 0.5, 0.05
# Ink of a scene in a theme of outlines, as a share of a poker card; how much less it is for each
# letter of the index.
_INK, _INDEX_INK = 0.0222, 0.0015


def full_drawing(card: Card) -> FilePath | None:
    """Return the drawing that fills a card: that of its emblem in its suit (`sylop-sand-card.svg`),
    else that of its emblem; None if there is none."""
    suit = sibling_emblem(card.emblem, f"{card.mark.stem}-{CARD}") if card.mark else None
    return suit or sibling_emblem(card.emblem, CARD)


def composition_of(path: FilePath) -> SceneForm:
    """Return the composition of a drawing; that of a half if its root tells none."""
    named = read_art(path).root_classes & COMPOSITIONS.keys()
    return COMPOSITIONS[min(named)] if named else COMPOSITIONS["half"]


def draw_scene(face: FaceSetting, path: FilePath) -> FaceDrawing:
    """Draw a scene up to the edge of its card, or to the safe area, with the name in a band."""
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
    """Draw a scene without its name; `letters` is the number of those of its index."""
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
    """Return the drawing of a scene in the scale of its card."""
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
    """Return the ink of a scene in a theme of outlines, as a share of the square about it."""
    share = _INK - _INDEX_INK * letters
    return round(share * math.prod(POKER) * _UNITS**2 / max(box.w, box.h) ** 2, 4)


def _edge(look: FaceLook) -> PathData:
    """Return the edge of a scene: that of the print, or one within the safe area."""
    anatomy = look.anatomy
    if look.theme.face.full_bleed:
        return rect_path(look.reach)
    if anatomy.shape != ROUNDED:
        return card_outline(anatomy.trim, anatomy.shape, anatomy.safe_margin + _EDGE / 2)
    return chamfered(anatomy.safe.inset(_EDGE / 2), _CHAMFER * anatomy.module)


def _upper_part(box: Rect, slope: float) -> PathData:
    """Return the part of a box above the line of a slope through the middle of the card."""
    ends = [(box.right, box.right * slope), (box.x, box.x * slope)]
    return PathBuilder().polygon([(box.x, box.y), (box.right, box.y), *ends]).done()


def _draw_head(face: FaceSetting) -> list[Item]:
    """Draw the name at the head of the card, between the indices or beside the only one."""
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
