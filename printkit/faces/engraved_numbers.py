"""Draw the faces of numbers with an engraved drawing, which shows the sign and the number.

The index is the same as on a number without a drawing. A card that turns has the upper halves of
two drawings, each in its own colour; a card without a rank has its name on a band across the
middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from printkit.art.engraved import Tones, drawing_path, fill_ground, fit, header_of
from printkit.art.theme import Theme
from printkit.base.design import frame_rows
from printkit.base.files import is_file
from printkit.base.geometry import Rect
from printkit.faces.anatomy import split_sign
from printkit.faces.engraved_faces import draw_sash, draw_symbol, plate_look, seat_drawing
from printkit.faces.face_parts import TURN, FaceDrawing, FaceSetting, upper_half
from printkit.faces.number_faces import PanelLook, draw_middle, draw_window, panel_look
from printkit.graphics.display_list import Group, Item, Use, transformed
from printkit.graphics.path import rect_path
from printkit.model.cards import Card
from printkit.model.fields import MINUS, shown_values

# The words in the names of drawings for the sign of a number.
_SIGNS = {"": "plain", "+": "plus", MINUS: "minus"}


def number_drawing(card: Card) -> tuple[str, ...]:
    """Return the drawings of the upper and the lower half of a number, or an empty tuple without
    them.
    """
    row = frame_rows().get(card.frame)
    if card.layout != "number" or row is None or not row.numbers:
        return ()
    if card.rank is None:
        signs = ("-plus", "-minus") if card.turned else ("", "")
        return _keep_drawn(*(f"{row.numbers}/{card.id}{sign}" for sign in signs))
    upper = card.index or shown_values(card.values)
    names = []
    for text in (upper, card.lower_index if card.turned else upper):
        sign, figures = split_sign(text)
        if not figures.isdecimal() or sign not in _SIGNS:
            return ()
        half = "half-" if card.turned else ""
        names.append(f"{row.numbers}/{half}{_SIGNS[sign]}-{int(figures):02}")
    return _keep_drawn(*names)


@lru_cache(maxsize=512)
def _keep_drawn(*names: str) -> tuple[str, ...]:
    """Return the names if all of them have a drawing file, else an empty tuple."""
    return names if all(is_file(drawing_path(name)) for name in names) else ()


def draw_engraved_number(face: FaceSetting, upper: str, lower: str) -> FaceDrawing:
    """Draw a number with the drawings of its halves, without its index. Raises TextOverflow."""
    card, header, tones = face.card, header_of(upper), Tones(face.theme, face.card.colour)
    scale, covers = fit(header, face.anatomy.trim, face.anatomy.safe)
    covers = covers and face.anatomy.mount is None
    drawn = draw_halves(card, face.theme, (upper, lower), scale, face.reach)
    across: list[Item] = []
    words: list[Item] = []
    if header.sash:
        across, words = draw_sash(face, tones, header.sash, scale)
    elif card.turned is not None:
        signs = [split_sign(text)[0] for text in (card.index, card.lower_index)]
        dresses = (face.dress, face.lower)
        upper_look, lower_look = map(partial(panel_look, face.theme), dresses, signs)
        line, hexagon = draw_middle(face, upper_look, lower_look)
        across = [*line, *hexagon]
    elif not card.index and card.rank is None:
        look = plate_look(tones, "")
        words = draw_window(face, PanelLook("", look.ground, look.rim, look.figure, rim=False))
    inside, over = ([*drawn, *across], []) if covers else (drawn, across)
    ground = seat_drawing(face, tones, inside, header.size, scale, covers=covers)
    # Beside a panel there is room for a long name.
    area = face.reach if face.theme.face.full_bleed else face.anatomy.safe
    ground.append(Group(tuple(over), clip=rect_path(area)))
    return FaceDrawing([Group(tuple(ground), clip=rect_path(face.reach))], words)


def draw_halves(
    card: Card, theme: Theme, halves: Sequence[str], scale: float, area: Rect
) -> list[Item]:
    """Draw the halves of a number about the middle of an area.

    If both halves name the same drawing, it is drawn whole. Otherwise the upper half of each
    drawing is shown; that of the second is turned, on its own ground, to form the lower half.
    """
    upper, lower = halves
    drawn: list[Item] = [Use(draw_symbol(upper, Tones(theme, card.colour), scale))]
    if lower == upper:
        return drawn
    tones, clip = Tones(theme, card.lower_colour), rect_path(upper_half(area))
    below = (*fill_ground(tones, area), Use(draw_symbol(lower, tones, scale)))
    return [Group(tuple(drawn), clip=clip), transformed([Group(below, clip=clip)], TURN)]
