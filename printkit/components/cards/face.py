"""A whole face: ground, picture or pips, name and index.

A face is one Symbol centred on the origin, used by all copies. Parts shared by cards (rails, halos,
emblems) are separate symbols.
"""

from __future__ import annotations

from collections.abc import Callable

from printkit.art.backs import draw_back
from printkit.art.dress import NUMBER, dress
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
from printkit.components.cards.compositions import scene_of
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
from printkit.components.lock_up import LockUp
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Symbol, TagStep, transformed
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
    face = FaceSetting(
        card,
        theme,
        anatomy,
        dress(theme, layout.kind, (card.ground if layout.kind == NUMBER else None) or card.colour),
        dress(theme, layout.kind, card.lower_colour),
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
    canvas.items += (ground := draw_ground(game.palette.paper, box))
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


def _draw_corners(face: FaceSetting) -> list[Item]:
    """Draw the index in two or four corners, turned in the lower half."""
    card, anatomy = face.card, face.anatomy
    figure = card_figure(card)
    mark = None if card.layout == "number" or _is_bare(face) else card.mark
    # A minus differs from a plus in more than colour: its plate is inverted.
    inverted = card.layout == "number" and is_negative(figure)
    sealed = _plate(face, "") == WIDE and scene_of(card) is not None
    signs = CornerSigns(card.emblem, mark, _plate(face, figure), inverted, sealed)
    items: list[Item] = [*draw_index(figure, signs, face.dress, anatomy, artifact=False)]
    below: list[Item] = [*draw_index(figure, signs, face.lower, anatomy, artifact=True)]
    if anatomy.corners(picture=_is_bare(face)) == 4:
        shift = -2 * index_axis(figure, signs, anatomy)
        for half, colours in ((items, face.dress), (below, face.lower)):
            repeated = draw_index(figure, signs, colours, anatomy, artifact=True)
            half.append(transformed(repeated, translation(shift, 0)))
    items.append(transformed(below, TURN))
    return items


def _is_bare(face: FaceSetting) -> bool:
    """Return True if the index is only figures, beside one tall picture."""
    return face.card.layout == "picture" and face.anatomy.is_tall


def _plate(face: FaceSetting, index: str) -> float:
    """Return the kind of plate of an index: for a special or a negative value."""
    layout = face.card.layout
    if layout in ("emblem", "number") or (layout == "picture" and not _is_bare(face)):
        return WIDE
    if not is_negative(index):
        return NO_PLATE
    return SLIM if layout == "pips" else WIDE
