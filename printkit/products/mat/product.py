"""The product `mat`: what is in the middle of the table, and a summary round it.

There is one Piece as large as its places and words need. Words at the rim are read from two
opposite sides: in one language they are there twice, in two either side reads its own.
"""

from __future__ import annotations

from printkit.base.geometry import half_rotation, translation
from printkit.base.messages import translate
from printkit.base.options import CHOICE, Option
from printkit.graphics.display_list import Item, Symbol, as_artifact, transformed
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.fit_text import TextOverflow
from printkit.model.tabletop import Track
from printkit.model.variant import Variant
from printkit.products.cards.anatomy import anatomy
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.common_options import TABLETOP_OPTIONS
from printkit.products.mat.compose import assign_roles, list_compositions
from printkit.products.mat.ornament import draw_ornament
from printkit.products.mat.plan import MatLayout, lay_out_mat
from printkit.products.mat.shape import CIRCLE, HEXAGON, RECTANGLE, Rectangle
from printkit.products.mat.words import SectionText, TextColours, sections
from printkit.products.piece import Piece
from printkit.products.product import TILED_PAGES, Product, RenderOptions
from printkit.products.tabletop.context import COLOUR, HOLE
from printkit.products.tabletop.registry import draw_place, draw_track

ON = "mat"
# Between places (mm, on a poker card).
_GAP, _MIN_GAP = 8.0, 5.0
# Steps of a track in a row, at the most.
_STEPS = 11
_TURN = half_rotation(0, 0)
MAT_SHAPE: Option[str] = Option(
    "mat-shape",
    CHOICE,
    "table",
    {"en": "Shape of a mat.", "fr": "Forme du tapis."},
    RECTANGLE,
    choices=(RECTANGLE, CIRCLE, HEXAGON),
    aliases=("mat",),
)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the mat of a game. Raises TextOverflow if a word does not fit, and MissingGlyph."""
    try:
        result = plan_mat(variant, options)
    except TextOverflow as error:
        place = f"mat ({options.language})"
        raise TextOverflow(error.message, location=place, hint=error.hint) from None
    shape = result.shape
    front = Symbol(
        "mat",
        tuple(_draw_items(variant, options, result)),
        shape.box.inset(-options.bleed_extent),
        f"{variant.name[options.language]} · {translate(options.language, 'product.mat')}",
    )
    return [
        Piece(
            id="mat",
            title=translate(options.language, "product.mat"),
            width=shape.box.w,
            height=shape.box.h,
            bleed_extent=options.bleed_extent,
            front=front,
            back=None,
            copies=1,
            outline=_mat_outline(result),
        )
    ]


def plan_mat(variant: Variant, options: RenderOptions) -> MatLayout:
    """Return where everything is."""
    k = anatomy(options.size.w, options.size.h).scale
    gap = max(_MIN_GAP, _GAP * k)
    places = [
        (place, draw_place(place, variant, options)) for place in variant.places if place.on == ON
    ]
    tracks = [
        draw_track(track, variant, options, per_row=_steps_per_row(track))
        for track in variant.tracks
        if track.on == ON
    ]
    palette = options.theme.palette(COLOUR)
    colours = TextColours(text_colour_on_paper(palette), palette.ink)
    near, far = (
        SectionText(sections(variant, language), language, colours)
        for language in (options.language, options.second_language or options.language)
    )
    return lay_out_mat(
        list_compositions(assign_roles(places, tracks), gap), (near, far), options[MAT_SHAPE], k
    )


def _steps_per_row(track: Track) -> int:
    """Return the steps in a row: all of a short track, rows of one length of a long one."""
    count = track.last - track.first + 1 + track.beyond
    return -(-count // -(-count // _STEPS))


def _mat_outline(layout: MatLayout) -> PathData | None:
    """Return where the mat is cut out, and its holes, or None for a rectangle without any."""
    holes = [(item.x + x, item.y + y) for item in layout.group.placed for x, y in item.spot.holes]
    if isinstance(layout.shape, Rectangle) and not holes:
        return None
    builder = PathBuilder().add(layout.shape.path())
    for x, y in holes:
        builder.circle(x, y, HOLE / 2)
    return builder.done()


def _draw_items(variant: Variant, options: RenderOptions, layout: MatLayout) -> list[Item]:
    palette = options.theme.palette(COLOUR)
    items = draw_ornament(variant, options, layout, palette)
    for item in layout.group.placed:
        items.append(transformed(item.spot.items, translation(item.x, item.y)))
    if layout.near is not None:
        items += layout.near.items()
    if layout.far is not None:
        words = layout.far.items()
        items.append(transformed(words if options.second_language else as_artifact(words), _TURN))
    return items


def _offered(variant: Variant) -> bool:
    return ON in {place.on for place in variant.places} | {track.on for track in variant.tracks}


PRODUCT = Product(
    "mat",
    make,
    _offered,
    imposition=TILED_PAGES,
    bilingual=True,
    options=(*TABLETOP_OPTIONS, MAT_SHAPE),
)
