"""A whole face: ground, picture or pips, name and index.

A face is one Symbol centred on the origin, used by all copies. Parts shared by cards (rails, halos,
emblems) are separate symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from printkit.art.backs import draw_back
from printkit.art.dress import NUMBER, Dress, cover_theme, dress, dress_scene
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError, locate_errors
from printkit.base.geometry import Rect, translation
from printkit.components.cards.anatomy import (
    MIN_FIELD,
    Anatomy,
    draw_text_frame,
    frame_box,
    frame_field,
)
from printkit.components.cards.compositions import full_drawing
from printkit.components.cards.face_parts import TURN, FaceDrawing, FaceSetting, Sign
from printkit.components.cards.faces import layout_of
from printkit.components.cards.index import (
    NO_PLATE,
    SLIM,
    WIDE,
    CornerSigns,
    card_figure,
    draw_index,
    index_axis,
    is_negative,
)
from printkit.components.cards.large_number import draw_number_index
from printkit.components.cards.pictures import draw_picture, picture_scene
from printkit.components.cards.sign_plate import number_plate
from printkit.components.lock_up import LockUp
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Symbol, TagStep, transformed
from printkit.graphics.font import cached_by_fonts
from printkit.graphics.path import rect_path
from printkit.layout.records import Canvas
from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.pieces.local_game import LocalGame
from printkit.pieces.options import SAFE
from printkit.pieces.product import RenderOptions


def draw_face(
    card: Card, variant: Variant, language: str, theme: Theme, anatomy: Anatomy, bleed: float
) -> Symbol:
    """Draw the face of a card of a game. Raises PrintkitError with the card's name if it cannot be
    drawn."""
    with locate_errors(f"card {card.id} ({language})"):
        ground, figure = _draw_parts(card, variant, language, theme, anatomy, bleed)
    box, title = anatomy.trim.inset(-bleed), card.name[language]
    return Symbol(f"face-{card.id}", (*ground, *figure), box, title, len(ground))


def _draw_parts(
    card: Card, variant: Variant, language: str, theme: Theme, anatomy: Anatomy, bleed: float
) -> FaceDrawing:
    layout = layout_of(card)
    if layout.indexed and min(anatomy.field.w, anatomy.disc) < MIN_FIELD:
        message = (
            f"A card of {anatomy.width:g} × {anatomy.height:g} mm leaves no room for its picture."
        )
        hint = (
            "Take a larger card, or the normal index." if anatomy.large else "Take a larger card."
        )
        raise PrintkitError(message, hint=hint)
    reach = anatomy.trim.inset(-bleed)
    scene = picture_scene(card, anatomy, theme) if layout.draw is draw_picture else ""

    def dressed(colour: str) -> Dress:
        own = dress(theme, layout.kind, colour)
        return dress_scene(theme, own, scene) if scene else own

    face = FaceSetting(
        card,
        theme,
        anatomy,
        dressed((card.ground if layout.kind == NUMBER else None) or card.colour),
        dressed(card.lower_colour),
        reach,
        (card.caption or card.name)[language],
        language,
        card_signs(variant, language),
        variant.design,
    )
    drawn = layout.draw(face)
    ground, figure = drawn if isinstance(drawn, FaceDrawing) else FaceDrawing(figure=drawn)
    if theme.face.full_bleed and ground:
        ground = [Group(tuple(ground), clip=rect_path(reach))]
    corners = _draw_corners(face) if layout.indexed else []
    return FaceDrawing((*draw_ground(face.dress.ground, reach), *ground), (*figure, *corners))


def card_signs(variant: Variant, language: str) -> dict[str, Sign]:
    """Return the signs that texts of cards may name: those of the suits, and the game's own."""
    suits = {
        key: Sign(suit.name[language], suit.emblem, suit.colour_or_ink)
        for key, suit in variant.suits.items()
    }
    return suits | {key: Sign(key, drawing) for key, drawing in variant.signs.items()}


def draw_deck_back(variant: Variant, options: RenderOptions) -> Symbol:
    """Draw the back of the first family of a game on a card of the chosen size."""
    design, size = next(iter(variant.families.values())).back.design, options.size
    return draw_back(
        design, size.w, size.h, options.bleed_extent, options.theme, safe=options[SAFE]
    )


def draw_text_card(
    key: str,
    game: LocalGame,
    anatomy: Anatomy,
    reach: float,
    head: LockUp,
    paint: Callable[[Canvas], None],
) -> Symbol:
    """Draw a card of text: ground and frame, the lock-up of its game, and what `paint` adds."""
    canvas, box, field = Canvas(), anatomy.trim.inset(-reach), frame_field(anatomy)
    edge = cover_theme(game.theme, game.colour).roles_of["paper"]
    canvas.items += (ground := draw_ground(edge, box))
    canvas.items += draw_text_frame(frame_box(anatomy), anatomy.scale, game.theme, game.colour)
    begin = canvas.begin()
    canvas.draw(head.items, field.x, field.y)
    canvas.tag(begin, TagStep("H1"))
    paint(canvas)
    items, tags = tuple(canvas.items), tuple(canvas.tags)
    return Symbol(key, items, box, game.name, len(ground), tags)


def draw_ground(paper: Colour, box: Rect) -> list[Item]:
    """Draw the printed ground of a piece; white paper needs none."""
    return [] if paper.is_white else [Path(rect_path(box), fill=paper)]


def _draw_corners(face: FaceSetting) -> Sequence[Item]:
    """Draw the index in two or four corners, turned in the lower half."""
    card, anatomy = face.card, face.anatomy
    figure = card_figure(card)
    if card.layout == "number":
        items, echo = (draw_number_index(face, figure, artifact=again) for again in (False, True))
        axis = number_plate(anatomy).centre[0]
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
    """Place an index about the middle x of it: its repetition beside it in four corners, and the
    one `below` in the lower half."""
    beside = [transformed([*own], translation(-2 * axis, 0)) for own in (echo, below)]
    if corners == 4:
        items, below = (*items, beside[0]), (*below, beside[1])
    return (*items, transformed([*below], TURN))


def _is_bare(face: FaceSetting) -> bool:
    """Return True if the index is only figures, beside one tall picture."""
    return face.card.layout == "picture" and face.anatomy.is_tall


def _plate(face: FaceSetting, index: str) -> float:
    """Return the kind of plate of an index: for a special or a negative value."""
    layout = face.card.layout
    if layout == "emblem" or (layout == "picture" and not _is_bare(face)):
        return WIDE
    if not is_negative(index):
        return NO_PLATE
    return SLIM if layout == "pips" else WIDE
