"""The product `mat`: what lies in the middle of the table, and a summary round it.

In: a Variant, a Setting (the shape of the mat, the cards, one language or two). Out: one Piece as
large as its places and words need. Words at the rim are read from two opposite sides: in one
language they stand there twice, in two either side reads its own.
"""

from __future__ import annotations

from printkit.base.geometry import half_rotation, translation
from printkit.base.messages import translate
from printkit.graphics.display_list import Item, Symbol, as_artifact, transformed
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.fit_text import TextOverflow
from printkit.model.tabletop import Track
from printkit.model.variant import Variant
from printkit.products.cards.anatomy import anatomy
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.mat.compose import compositions, roles
from printkit.products.mat.ornament import ornament
from printkit.products.mat.plan import MatLayout, plan
from printkit.products.mat.shape import Rectangle
from printkit.products.mat.words import SectionText, TextColours, sections
from printkit.products.piece import LARGE_FORM, Piece, Product, RenderOptions
from printkit.products.tabletop.context import COLOUR, HOLE
from printkit.products.tabletop.registry import draw_place, draw_track

ON = "mat"
# Between places (mm, on a poker card).
_GAP, _MIN_GAP = 8.0, 5.0
# Steps of a track in a row, at the most.
_STEPS = 11
_TURN = half_rotation(0, 0)


def make(variant: Variant, setting: RenderOptions) -> list[Piece]:
    """The mat of a game. Raises TextOverflow where a word has no room, MissingGlyph."""
    try:
        result = planned(variant, setting)
    except TextOverflow as error:
        place = f"mat ({setting.language})"
        raise TextOverflow(error.message, location=place, hint=error.hint) from None
    shape = result.shape
    front = Symbol(
        "mat",
        tuple(_items(variant, setting, result)),
        shape.box.inset(-setting.reach),
        f"{variant.name[setting.language]} · {translate(setting.language, 'product.mat')}",
    )
    return [
        Piece(
            id="mat",
            title=translate(setting.language, "product.mat"),
            width=shape.box.w,
            height=shape.box.h,
            bleed_extent=setting.reach,
            radius=0.0,
            front=front,
            back=None,
            copies=1,
            outline=_outline(result),
        )
    ]


def planned(variant: Variant, setting: RenderOptions) -> MatLayout:
    """Where everything is."""
    k = anatomy(setting.size.w, setting.size.h).scale
    gap = max(_MIN_GAP, _GAP * k)
    places = [
        (place, draw_place(place, variant, setting)) for place in variant.places if place.on == ON
    ]
    tracks = [
        draw_track(track, variant, setting, per_row=_per_row(track))
        for track in variant.tracks
        if track.on == ON
    ]
    palette = setting.theme.palette(COLOUR)
    colours = TextColours(text_colour_on_paper(palette), palette.ink)
    near, far = (
        SectionText(sections(variant, language), language, colours)
        for language in (setting.language, setting.also or setting.language)
    )
    return plan(compositions(roles(places, tracks), gap), (near, far), setting.mat, k)


def _per_row(one: Track) -> int:
    """Steps in a row: all of a short track, rows of one length of a long one."""
    count = one.last - one.first + 1 + one.beyond
    return -(-count // -(-count // _STEPS))


def _outline(found: MatLayout) -> PathData | None:
    """Where the mat is cut out, and its holes; a rectangle without any is cut with a ruler."""
    holes = [(item.x + x, item.y + y) for item in found.group.placed for x, y in item.spot.holes]
    if isinstance(found.shape, Rectangle) and not holes:
        return None
    builder = PathBuilder().add(found.shape.path())
    for x, y in holes:
        builder.circle(x, y, HOLE / 2)
    return builder.done()


def _items(variant: Variant, setting: RenderOptions, found: MatLayout) -> list[Item]:
    palette = setting.theme.palette(COLOUR)
    items = ornament(variant, setting, found, palette)
    for item in found.group.placed:
        items.append(transformed(item.spot.items, translation(item.x, item.y)))
    if found.near is not None:
        items += found.near.items()
    if found.far is not None:
        words = found.far.items()
        items.append(transformed(words if setting.also else as_artifact(words), _TURN))
    return items


def _offered(variant: Variant) -> bool:
    return ON in {place.on for place in variant.places} | {track.on for track in variant.tracks}


PRODUCT = Product("mat", make, _offered, form=LARGE_FORM, bilingual=True)
