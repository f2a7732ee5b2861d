"""The drawings of pictures in a booklet on a screen, centred on the origin.

Faces, backs, emblems and tokens are those that are printed, at real size; a card is the small one.
"""

from __future__ import annotations

from collections.abc import Mapping

from printkit.art.backs import draw_back
from printkit.art.emblem import SIDE, emblem
from printkit.art.theme import Theme, plain_paper_theme
from printkit.base import paper_sizes
from printkit.base.geometry import Rect
from printkit.booklet.book import (
    BACK,
    CARD,
    FACE,
    MATERIAL,
    PICTOGRAM,
    SUIT,
    TABLE,
    PictureRef,
)
from printkit.booklet.panel_pictures import PANEL_PICTURES, draw_panel_picture
from printkit.booklet.pieces import Pieces
from printkit.components.cards.anatomy import anatomy
from printkit.components.cards.face import draw_face
from printkit.components.cards.small_card import draw_small_card
from printkit.components.token_disc import TokenSide, draw_side
from printkit.components.token_shape import TOKEN as SHAPE
from printkit.graphics.display_list import Symbol
from printkit.model.tabletop import TOKEN_COLOUR
from printkit.model.variant import Variant

# For which height pictures of panels are drawn (mm).
_HEIGHTS = {PICTOGRAM: 14.0, MATERIAL: 21.0, TABLE: 122.0}
# How far a drawing goes past its trim (mm): it is cut off there.
_REACH = 0.5
# The width of a small card (mm).
_SMALL = 16.0


def draw_picture(
    picture: PictureRef, variants: Mapping[str, Variant], language: str, theme: Theme
) -> tuple[Symbol, Rect]:
    """Return the drawing and its trim (of a suit a square of its own units).

    Raises PrintkitError.
    """
    variant = variants[picture.variant]
    if picture.kind in PANEL_PICTURES:
        pieces = Pieces(variant, plain_paper_theme(theme))
        drawn = draw_panel_picture(picture, pieces, _HEIGHTS[picture.kind])
        return drawn, drawn.box
    size = paper_sizes.card(variant.card_size)
    trim = Rect(-size.w / 2, -size.h / 2, size.w, size.h)
    if picture.kind in (CARD, FACE):
        card = next(card for card in variant.cards if card.id == picture.id)
        if picture.kind == CARD:
            small = draw_small_card(card, _SMALL, theme)
            return small, small.box
        return draw_face(card, language, theme, anatomy(size.w, size.h), _REACH), trim
    if picture.kind == BACK:
        return draw_back(
            variant.families[picture.id].back.design, size.w, size.h, _REACH, theme
        ), trim
    if picture.kind == SUIT:
        suit = variant.suits[picture.id]
        assert suit.emblem is not None  # a picture was checked when the text was read
        square = Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE)
        return emblem(suit.emblem, theme.palette(suit.colour_or_ink), SIDE), square
    return _draw_token(picture, variant, theme)


def _draw_token(picture: PictureRef, variant: Variant, theme: Theme) -> tuple[Symbol, Rect]:
    token = next((item for item in variant.tokens if item.id == picture.id), None)
    if token is not None:
        emblem_file, colour = token.emblem, TOKEN_COLOUR
    else:
        thing = next(material for material in variant.materials if material.id == picture.id)
        emblem_file, colour = thing.emblem, thing.colour
    side = TokenSide(f"token-{picture.id}", picture.alt, emblem_file)
    trim = Rect(-SHAPE.width / 2, -SHAPE.height / 2, SHAPE.width, SHAPE.height)
    return draw_side(side, SHAPE, theme, colour, _REACH), trim
