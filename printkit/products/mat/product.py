"""The product `mat`: what is in the middle of the table, and what a game does along its sides.

There is one Piece as large as its places and bands need: a heart, pots and piles beside it, and on
either long side what a round is and which hands win, each side in its language.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from printkit.base.errors import locate_errors
from printkit.base.geometry import rotation, translation
from printkit.base.messages import translate
from printkit.base.options import CHOICE, Option
from printkit.components.board_parts import is_used_on
from printkit.components.places.arcs import draw_facing
from printkit.components.places.context import COLOUR, HOLE
from printkit.components.places.registry import draw_place, draw_track
from printkit.components.places.round_places import ornament_scale
from printkit.components.places.surface import choose_surface, table_inks
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.graphics.path import PathBuilder, PathData
from printkit.model.tabletop import Track
from printkit.model.variant import Variant
from printkit.pieces.options import TABLETOP_OPTIONS
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, Product, RenderOptions
from printkit.products.mat.band import BandMaker, show_ladder
from printkit.products.mat.compose import compose, sort_parts
from printkit.products.mat.heart import choose_heart, draw_heart, draw_pot_column, sort_penalties
from printkit.products.mat.ornament import draw_frame, draw_mat_cloth, draw_mat_ground, draw_titles
from printkit.products.mat.plan import (
    CIRCLE,
    HEXAGON,
    RECTANGLE,
    MatLayout,
    PlacedRow,
    Rectangle,
    lay_out_mat,
)

ON = "mat"
# Between places (mm, on a poker card).
_GAP = 2.9
# Steps of a track in a row, at most.
_STEPS = 11
MAT_SHAPE: Option[str] = Option(
    "mat-shape", CHOICE, "table", RECTANGLE, choices=(RECTANGLE, CIRCLE, HEXAGON)
)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the mat of a game. Raises TextOverflow if a word does not fit, and MissingGlyph."""
    dressed = choose_surface(variant, options)
    with locate_errors(f"mat ({options.language})"):
        result = plan_mat(variant, options)
    shape = result.shape
    front = Symbol(
        "mat",
        tuple(_draw_items(variant, dressed, result)),
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
            outline=_mat_outline(result),
        )
    ]


def plan_mat(variant: Variant, options: RenderOptions) -> MatLayout:
    """Return where everything is."""
    cards, options = options.theme, choose_surface(variant, options)
    k = ornament_scale(options)
    places = [place for place in variant.places if place.on == ON]
    own = choose_heart(variant, ON)
    heart = draw_heart(own, variant, options) if own is not None else None
    used = heart.places if heart is not None else ()
    rest = [place for place in places if place.id not in used]
    paid, costs = sort_penalties(variant, [place for place in rest if place.kind == "pot"])
    drawn = [
        (place, draw_pot_column(place, paid[place.id], variant, options))
        if place.kind == "pot"
        else (place, draw_place(place, variant, options))
        for place in rest
    ]
    tracks = [
        draw_track(track, variant, options, per_row=_steps_per_row(track))
        for track in variant.tracks
        if track.on == ON and (heart is None or track.id != heart.track)
    ]
    parts = sort_parts(heart.drawing if heart is not None else None, drawn, tracks)
    group = compose(parts, (options.size.w, options.size.h), _GAP * k)
    ladder = show_ladder(variant)
    sides = [
        BandMaker(variant, replace(options, language=language), cards, ladder, costs)
        for language in (options.language, options.second_language or options.language)
    ]
    return lay_out_mat(group, sides, options[MAT_SHAPE], k)


def _steps_per_row(track: Track) -> int:
    """Return the steps in a row: all of a short track, rows of one length of a long one."""
    count = track.last - track.first + 1 + track.beyond
    return -(-count // -(-count // _STEPS))


def _mat_outline(layout: MatLayout) -> PathData | None:
    """Return where the mat is cut out, and its holes, or None for a rectangle without any."""
    holes = [hole for item in layout.group.placed for hole in item.holes]
    if isinstance(layout.shape, Rectangle) and not holes:
        return None
    builder = PathBuilder().add(layout.shape.path())
    for x, y in holes:
        builder.circle(x, y, HOLE / 2)
    return builder.done()


def _draw_items(variant: Variant, options: RenderOptions, layout: MatLayout) -> list[Item]:
    palette, inks = options.theme.palette(COLOUR), table_inks(options.theme)
    shape, k, placed = layout.shape, layout.k, layout.group.placed
    items = [
        *draw_mat_ground(shape, palette, options.bleed_extent),
        *draw_mat_cloth(shape, layout.heart, k, inks),
        *draw_frame(shape, k, palette),
        *draw_titles(variant, shape, k, options, inks),
        *(item.draw() for item in placed),
    ]
    near, far = (_draw_band(layout.bands[i], rows) for i, rows in enumerate(layout.rows))
    return [*items, *draw_facing(near, far, repeated=options.second_language is None)]


def _draw_band(band: BandMaker, rows: tuple[PlacedRow, ...]) -> list[Item]:
    """Draw the rows of one side, upright or on arcs."""
    items: list[Item] = []
    for placed in rows:
        for x, drawn in band.draw_row(placed.row, placed.middles):
            matrix = translation(x, placed.y)
            if placed.r:
                matrix = translation(0, placed.r).then(rotation(-math.degrees(x / placed.axis)))
            items.append(transformed([drawn], matrix))
    return items


PRODUCTS = (
    Product(
        "mat",
        make,
        lambda variant: is_used_on(variant, ON),
        imposition=TILED_PAGES,
        bilingual=True,
        options=(*TABLETOP_OPTIONS, MAT_SHAPE),
    ),
)
