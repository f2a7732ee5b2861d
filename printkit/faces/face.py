"""Draw whole faces; find layouts of faces by name.

A plug-in is an entry point in the group `printkit.faces` with the name of its layout. It refers to
a `FaceLayout` in a module with a drawing function.

A face is one Symbol centred on the origin, used by all copies. Parts shared by cards
(halos, emblems) are separate symbols.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.card_style import (
    ACE,
    COURT,
    NUMBER,
    PIPS,
    SPECIAL,
    Dress,
    cover_theme,
    dress,
    dress_scene,
)
from printkit.art.engraved import Tones, fill_ground, fit, header_of
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme
from printkit.base import plugins
from printkit.base.card_shapes import CIRCLE, ELONGATED, OUTLINE, ROUNDED
from printkit.base.errors import PrintkitError, locate_errors
from printkit.base.geometry import Rect, format_mm, format_size
from printkit.base.sentences import Sentence, quote
from printkit.faces.anatomy import (
    MIN_FIELD,
    Anatomy,
    LockUp,
    Mount,
    draw_text_frame,
    frame_box,
    frame_field,
)
from printkit.faces.engraved_faces import (
    draw_engraved,
    draw_engraved_picture,
    drawing_of,
    picture_of,
)
from printkit.faces.face_parts import FaceDrawing, FaceLayout, FaceSetting, Sign
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, TagStep
from printkit.graphics.path import card_outline, card_shape, rect_path, rectangle_inside
from printkit.layout.records import Canvas
from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.pieces.options import SAFE
from printkit.pieces.product import LocalGame, RenderOptions

# --- faces ---------------------------------------------------------------------------------------


def _draw_later(face: FaceSetting) -> FaceDrawing | list[Item]:
    """Draw a face in one of the layouts below. The cards of most decks are engraved, and do not
    need the modules that draw these layouts.
    """
    from printkit.faces.drawn_faces import DRAWN

    return DRAWN[face.card.layout](face)


# A tall emblem: the layout `picture` of a card without art and text.
_TALL = FaceLayout("picture", _draw_later, SPECIAL, indexed=True)
PIP_CARDS = FaceLayout("pips", _draw_later, PIPS, indexed=True)
EMBLEMS = FaceLayout("emblem", _draw_later, SPECIAL, indexed=True)
COURTS = FaceLayout("court", _draw_later, COURT, indexed=True)
ACES = FaceLayout("ace", _draw_later, ACE, indexed=True)
NUMBERS = FaceLayout("number", _draw_later, NUMBER, indexed=True)


def layout_of(card: Card) -> FaceLayout:
    """Return the layout of a card.

    Raises PrintkitError if the layout does not exist, cannot be used, does not show the card's art,
    or needs a key that the card lacks.
    """
    layout = _find_layout(card.layout)
    if layout.name == _TALL.name and card.art is None and card.text is None:
        return _TALL
    if layout.indexed and card.art is not None:
        raise PrintkitError(
            Sentence(
                "The layout “{layout}” does not show the “art” of this card.", layout=layout.name
            ),
            hint="Omit one of the two.",
        )
    for key in layout.needs:
        if not getattr(card, key, None):
            raise PrintkitError(
                Sentence(
                    "The layout “{layout}” needs “{key}”, but this card has none.",
                    layout=layout.name,
                    key=key,
                ),
                hint="Give the card one, or choose another layout.",
            )
    return layout


@cache
def _find_layout(name: str) -> FaceLayout:
    """Return the layout called `name`. Errors in the layout of a plug-in are raised as
    PrintkitError.
    """
    if not plugins.is_known(plugins.FACES, name):
        hint = "Install the package that has it, or choose another layout."
        raise PrintkitError(Sentence("There is no layout “{name}”.", name=name), hint=hint)
    layout = plugins.find(plugins.FACES, name)
    if not isinstance(layout, FaceLayout) or layout.name != name:
        cause = Sentence("it is not a layout with the name {name}", name=quote(name))
        raise plugins.unusable(plugins.FACES, name, cause)
    return replace(layout, draw=plugins.guard(plugins.FACES, name, layout.draw))


# --- face ----------------------------------------------------------------------------------------


def draw_face(
    card: Card, variant: Variant, language: str, theme: Theme, anatomy: Anatomy, bleed: float
) -> Symbol:
    """Draw the face of a card of a game.

    Raises PrintkitError, with the card's id and the language, if the face cannot be drawn.
    """
    with locate_errors(Sentence("card {id} ({language})", id=card.id, language=language)):
        ground, figure = _draw_parts(card, variant, language, theme, anatomy, bleed)
    box, title = anatomy.card.inset(-bleed), card.name[language]
    return Symbol(f"face-{card.id}", (*ground, *figure), box, title, len(ground))


def _draw_parts(
    card: Card, variant: Variant, language: str, theme: Theme, anatomy: Anatomy, bleed: float
) -> FaceDrawing:
    layout = layout_of(card)
    if layout.indexed and min(anatomy.field.w, anatomy.disc) < MIN_FIELD:
        message = Sentence(
            "A card of {width} × {height} mm has no room for its picture.",
            width=f"{anatomy.width:g}",
            height=f"{anatomy.height:g}",
        )
        hint = "Use a larger card or the normal index." if anatomy.large else "Use a larger card."
        raise PrintkitError(message, hint=hint)
    reach = anatomy.card.inset(-bleed)
    scene = ""
    if layout is _TALL:
        from printkit.faces.picture_faces import picture_scene  # see `_draw_later`

        scene = picture_scene(card, anatomy, theme)

    def dressed(colour: str) -> Dress:
        own = dress(theme, layout.kind, colour)
        return dress_scene(theme, own, scene) if scene else own

    # The signs that card texts may use: the suits, and the signs that the game defines.
    signs = {
        key: Sign(suit.name[language], suit.emblem, suit.colour_or_ink)
        for key, suit in variant.suits.items()
    }
    signs |= {key: Sign(key, drawing) for key, drawing in variant.signs.items()}
    face = FaceSetting(
        card,
        theme,
        anatomy,
        dressed((card.ground if layout.kind == NUMBER else None) or card.colour),
        dressed(card.lower_colour),
        reach,
        (card.caption or card.name)[language],
        language,
        signs,
        variant.design,
    )
    if drawing := drawing_of(card):
        ground, figure = draw_engraved(face, drawing)
        filled = fill_ground(Tones(theme, card.colour), reach)
        return FaceDrawing((*filled, *_mounted(face, ground)), figure)
    picture, colour = picture_of(card)
    if picture:
        tones = Tones(theme, colour)
        ground, figure = draw_engraved_picture(face, picture, tones)
        return FaceDrawing((*fill_ground(tones, reach), *_mounted(face, ground)), figure)
    from printkit.faces.drawn_faces import draw_layout  # see `_draw_later`

    (ground, figure), is_engraved = draw_layout(face, layout)
    filled = draw_ground(face.dress.ground, reach)
    if is_engraved:
        filled = [*fill_ground(Tones(theme, card.colour), reach)]
    return FaceDrawing((*filled, *_mounted(face, ground, panel=is_engraved)), figure)


def _mounted(face: FaceSetting, ground: Sequence[Item], *, panel: bool = False) -> tuple[Item, ...]:
    """Return the ground of a face with the frame of its mount: over a full-bleed ground, under any
    other.

    A number has no such frame, because its panel follows the outline of the card, unless the panel
    is engraved (`panel`).
    """
    if face.anatomy.mount is None or (face.card.layout == NUMBERS.name and not panel):
        return tuple(ground)
    mount = _draw_mount(face.anatomy, face.anatomy.mount.shape, face.theme, face.dress)
    return (*ground, *mount) if face.theme.face.full_bleed else (*mount, *ground)


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
    """Draw a card of text: ground and frame, the lock-up of its game, and the items of `paint`."""
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


# --- shaped cards ---------------------------------------------------------------------------------

# An engraved face fills an elongated hexagon. Any other face on a shape without room in the corners
# is laid out on the largest smaller card inside the shape, so that its index, its words and its
# pictures keep their sizes and their distance from the cut. Its ground extends to the outline, with
# a frame along it.
_INNER = (ELONGATED, CIRCLE, OUTLINE)
# The least width of the safe area of a face (mm).
_MIN_WIDTH = 16.0


def face_anatomy(
    width: float,
    height: float,
    shape: str,
    safe: float,
    *,
    large: bool = False,
    indices: int | None = None,
    whole: bool = False,
    engraved: str = "",
    picture: str = "",
) -> Anatomy:
    """Return the anatomy of a face on a card of a shape; `whole` is True if a picture fills the
    card.

    `engraved` is the drawing of the face, which fills an elongated hexagon of its proportions; an
    engraved `picture` fills any elongated hexagon.

    Raises PrintkitError if the shape leaves no room for a face.
    """
    own = card_shape(shape)
    if own.kind not in _INNER:
        clear, radius = safe, own.radius
        if radius is not None and radius > safe:  # its corners are `safe` mm from round corners
            clear = radius - (radius - safe) / math.sqrt(2)
        return Anatomy(width, height, large, indices, own.kind, clear)
    if whole:  # a picture reaches the outline, and its cut is that of a rectangle
        return Anatomy(width, height, large, indices, ROUNDED, safe)
    if own.kind == ELONGATED and (engraved or picture):
        anatomy = Anatomy(width, height, large, indices, ELONGATED, safe)
        if picture or fit(header_of(engraved), anatomy.trim, anatomy.safe)[1]:
            return anatomy
    inner_w, inner_h = rectangle_inside(width, height, shape, safe)
    if inner_w < _MIN_WIDTH:
        raise PrintkitError(
            Sentence(
                "The shape {shape} of {size} leaves no room for a face {safe} mm from the cut.",
                shape=own.name or own.kind,
                size=format_size(width, height),
                safe=format_mm(safe),
            ),
            hint="Use a larger --card-size, or a shape with more room around its centre.",
        )
    mount = Mount(width, height, shape)
    size = inner_w + 2 * safe, inner_h + 2 * safe
    return Anatomy(*size, large, indices, ROUNDED, safe, mount)


# The frame along the outline of a mount (mm): its two lines, the distance between them; its tint.
_OUTER, _INNER_LINE, _APART, _TINT = 0.4, 0.13, 1.0, 0.1
# Lines between the frame and the face (mm, except the share): the distance between them, the widths
# of the first and of the last one, the share of the colour in them; the distance from the safe area
# of the face to the lines; the cut of its corners.
_PITCH, _FIRST, _LAST, _SHADE, _PANEL, _CUT = 1.15, 0.5, 0.14, 0.5, 0.7, 2.4


def _draw_mount(anatomy: Anatomy, shape: str, theme: Theme, dress: Dress) -> list[Item]:
    """Draw the frame between a face and the outline of its card, which has the shape `shape`."""
    trim, margin = anatomy.card, anatomy.safe_margin
    outer = Stroke(dress.line, theme.line_weight(_OUTER))
    fine = Stroke(dress.line, theme.line_weight(_INNER_LINE))
    is_tinted = theme.solid and not theme.face.full_bleed
    tint = blend(dress.line, dress.ground, _TINT) if is_tinted else None
    frame: list[Item] = [
        Path(card_outline(trim, shape, margin + outer.width / 2), fill=tint, stroke=outer),
        Path(card_outline(trim, shape, margin + _APART), stroke=fine),
    ]
    return [*frame, *_draw_lines(anatomy, shape, theme, dress)] if is_tinted else frame


def _draw_lines(anatomy: Anatomy, shape: str, theme: Theme, dress: Dress) -> list[Item]:
    """Draw lines along a circular card, finer towards the face, and the panel of the face.

    Cards of other shapes have neither.
    """
    if shape != CIRCLE:
        return []
    trim, panel = anatomy.card, anatomy.safe.inset(-_PANEL)
    depth = trim.w / 2 - min(panel.w, panel.h) / 2 - anatomy.safe_margin - _APART
    count = int(depth / _PITCH)
    shade = blend(dress.line, dress.ground, _SHADE)
    items: list[Item] = []
    for k in range(1, count + 1):
        width = _FIRST + (_LAST - _FIRST) * (k - 1) / max(1, count - 1)
        line = Stroke(shade, theme.line_weight(width))
        edge = anatomy.safe_margin + _APART + k * _PITCH
        items.append(Path(card_outline(trim, CIRCLE, edge), stroke=line))
    return [*items, Path(chamfered(panel, _CUT), fill=dress.ground)]
