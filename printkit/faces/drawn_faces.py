"""Draw faces in the layouts of our own drawings, without an engraved drawing of the whole card.

These faces have an index in their corners, turned in the lower half. A number may have an engraved
panel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from printkit.art.card_style import NUMBER, Dress
from printkit.art.engraved import Tones
from printkit.base.geometry import translation
from printkit.faces.anatomy import (
    NO_PLATE,
    SLIM,
    WIDE,
    Anatomy,
    CornerSigns,
    card_figure,
    draw_index,
    index_axis,
    is_negative,
)
from printkit.faces.engraved_numbers import draw_engraved_number, number_drawing
from printkit.faces.face_parts import TURN, FaceDrawing, FaceLayout, FaceSetting
from printkit.faces.number_faces import (
    clear_number_index,
    draw_number,
    draw_number_index,
    number_plate,
    refuse_pips,
)
from printkit.faces.picture_faces import (
    draw_ace,
    draw_court,
    draw_picture_face,
    draw_special,
    full_drawing,
)
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, transformed
from printkit.graphics.fonts import cached_by_fonts
from printkit.graphics.path import rect_path

# The functions that draw our layouts without art, by the name of the layout.
DRAWN: Mapping[str, Callable[[FaceSetting], FaceDrawing | list[Item]]] = {
    "picture": draw_picture_face,
    "pips": refuse_pips,
    "emblem": draw_special,
    "court": draw_court,
    "ace": draw_ace,
    "number": draw_number,
}


class DrawnFace(NamedTuple):
    """A drawing of a face; `is_engraved` is True for a number with an engraved panel."""

    drawing: FaceDrawing
    is_engraved: bool


def draw_layout(face: FaceSetting, layout: FaceLayout) -> DrawnFace:
    """Draw a face in its layout, with the index in its corners. Raises PrintkitError."""
    theme, reach = face.theme, face.reach
    if (numbers := number_drawing(face.card)) and layout.kind == NUMBER:
        ground, figure = draw_engraved_number(face, *numbers)
        colour = Tones(theme, face.card.colour).ground
        cleared = Group(tuple(_clear_corners(face, colour)), clip=rect_path(reach))
        return DrawnFace(FaceDrawing([*ground, cleared], (*figure, *_draw_corners(face))), True)
    drawn = layout.draw(face)
    ground, figure = drawn if isinstance(drawn, FaceDrawing) else FaceDrawing(figure=drawn)
    if theme.face.full_bleed and ground:
        ground = [Group(tuple(ground), clip=rect_path(reach))]
    corners = _draw_corners(face) if layout.indexed else []
    return DrawnFace(FaceDrawing(ground, (*figure, *corners)), False)


def _clear_corners(face: FaceSetting, colour: Colour) -> Sequence[Item]:
    """Draw the clear space around the indices of a number, in a colour."""
    anatomy, figure = face.anatomy, card_figure(face.card)
    clear = [clear_number_index(anatomy, figure, colour)]
    axis = number_plate(anatomy, figure).centre[0]
    return _place_corners(clear, clear, clear, axis, anatomy.corners())


def _draw_corners(face: FaceSetting) -> Sequence[Item]:
    """Draw the index in two or four corners, turned in the lower half."""
    card, anatomy = face.card, face.anatomy
    figure = card_figure(card)
    if card.layout == "number":
        items, echo = (draw_number_index(face, figure, artifact=again) for again in (False, True))
        axis = number_plate(anatomy, figure).centre[0]
        return _place_corners(items, echo, echo, axis, anatomy.corners())
    mark = None if _is_bare(face) else card.mark
    sealed = _plate(face, "") == WIDE and full_drawing(card) is not None
    signs = CornerSigns(card.emblem, mark, _plate(face, figure), sealed)
    corners = anatomy.corners(picture=_is_bare(face))
    return _draw_indices(figure, signs, face.dress, face.lower, anatomy, corners)


@cached_by_fonts(4096)  # cards that look alike share their corners
def _draw_indices(
    figure: str, signs: CornerSigns, dress: Dress, lower: Dress, anatomy: Anatomy, corners: int
) -> tuple[Item, ...]:
    """Draw the index of a card in its corners."""
    items, echo, below = (
        draw_index(figure, signs, own, anatomy, artifact=artifact)
        for own, artifact in ((dress, False), (dress, True), (lower, True))
    )
    return _place_corners(items, echo, below, index_axis(figure, signs, anatomy), corners)


def _place_corners(
    items: Sequence[Item], echo: Sequence[Item], below: Sequence[Item], axis: float, corners: int
) -> tuple[Item, ...]:
    """Place an index, centred on the x `axis`, in two or four corners; the lower half has the index
    `below`.
    """
    beside = [transformed([*own], translation(-2 * axis, 0)) for own in (echo, below)]
    if corners == 4:
        items, below = (*items, beside[0]), (*below, beside[1])
    return (*items, transformed([*below], TURN))


def _is_bare(face: FaceSetting) -> bool:
    """Return True if the index is only figures, beside one tall picture."""
    return face.card.layout == "picture" and face.anatomy.is_tall


def _plate(face: FaceSetting, index: str) -> float:
    """Return the kind of plate of an index; only specials and negative values have a plate."""
    layout = face.card.layout
    if layout == "emblem" or (layout == "picture" and not _is_bare(face)):
        return WIDE
    if not is_negative(index):
        return NO_PLATE
    return SLIM if layout == "pips" else WIDE
