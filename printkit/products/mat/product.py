"""Play mats: ground, middle, band and parts in one drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from printkit.art.frames import frame_outline
from printkit.art.theme import Palette, Theme
from printkit.base.errors import locate_errors
from printkit.base.geometry import Rect, rotation, translation
from printkit.base.messages import translate
from printkit.base.options import CHOICE, Option
from printkit.components.board_parts import is_used_on
from printkit.components.cards.anatomy import SAFE
from printkit.components.cards.face import draw_ground
from printkit.components.lock_up import draw_lock_up, lock_up_width
from printkit.components.places.context import (
    COLOUR,
    TableInks,
    choose_surface,
    hole_outlines,
    table_inks,
)
from printkit.components.places.engraving import (
    ArcLine,
    arc_band,
    draw_arc_text,
    draw_cloth,
    draw_facing,
    draw_plate,
    fine_stroke,
    main_stroke,
)
from printkit.components.places.registry import draw_place, draw_track
from printkit.components.places.round_places import ornament_scale
from printkit.graphics.display_list import Item, Path, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathData
from printkit.layout.fit_text import text_width
from printkit.model.tabletop import Track
from printkit.model.variant import Variant
from printkit.pieces.local_game import LocalGame, game_colour
from printkit.pieces.options import TABLETOP_OPTIONS
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, Product, RenderOptions, flat_piece
from printkit.products.mat.band import Band, show_ladder
from printkit.products.mat.compose import compose, sort_parts
from printkit.products.mat.heart import choose_heart, draw_heart, draw_pot_column, sort_penalties
from printkit.products.mat.plan import (
    CIRCLE,
    HEXAGON,
    RECTANGLE,
    Hexagon,
    MatLayout,
    PlacedRow,
    Rectangle,
    Round,
    Shape,
    lay_out_mat,
)

# For poker cards (mm): safe margin to frame, gap between its lines, chamfer of a rectangle, heavy
# line; the name of the game, a plaque on an arc, its padding at the ends and above and below.
_FRAME, _LINES, _CHAMFER, _HEAVY = 2.2, 2.0, 12.0, 0.9
_NAME, _PLAQUE, _AIR, _PAD = 6.0, 12.4, 7.0, 2.2
# The greatest width of a name: a share of a side, an angle on a round mat (radians).
_SHARE, _ARC = 0.6, 1.5


def draw_mat_ground(shape: Shape, palette: Palette, bleed: float) -> list[Item]:
    """Draw the printed ground, extending `bleed` mm beyond the cut; none for white paper."""
    if isinstance(shape, Rectangle):
        return draw_ground(palette.paper, shape.box.inset(-bleed))
    whole = draw_ground(palette.paper, shape.box)
    return [Path(shape.inset(-bleed).path(), fill=palette.paper)] if whole else []


def draw_mat_cloth(shape: Shape, heart: float, k: float, inks: TableInks) -> list[Item]:
    """Draw the rings of the ground from the heart to the frame."""
    edge = _frame_path(shape.inset(SAFE + (_FRAME + _LINES) * k), k)
    far = math.hypot(shape.box.w, shape.box.h) / 2
    return [draw_cloth(max(heart, 24.0 * k) + 4.0 * k, far, edge, inks)]


def draw_frame(shape: Shape, k: float, palette: Palette) -> list[Item]:
    """Draw a heavy line along the cut, and a fine one inside it."""
    outer, inner = (
        _frame_path(shape.inset(SAFE + inset * k), k) for inset in (_FRAME, _FRAME + _LINES)
    )
    return [
        Path(outer, stroke=main_stroke(palette, _HEAVY)),
        Path(inner, stroke=fine_stroke(palette)),
    ]


def _frame_path(shape: Shape, k: float) -> PathData:
    if isinstance(shape, Rectangle):
        return frame_outline("chamfer", shape.box, _CHAMFER * k)
    return shape.path()


def draw_titles(
    variant: Variant, shape: Shape, k: float, options: RenderOptions, inks: TableInks
) -> list[Item]:
    """Draw the lock-up of the game on plaques at the long sides; on a round mat only its name."""
    alone = options.second_language is None
    languages = (options.language, options.second_language or options.language)
    palette = options.theme.palette(COLOUR)
    if isinstance(shape, Round):
        names = [variant.name[language] for language in languages]
        return _draw_arc_titles(shape, names, k, palette, inks, same=alone)
    space = _SHARE * (shape.r if isinstance(shape, Hexagon) else shape.w)
    low = shape.box.h / 2 - SAFE - 0.2
    theme = _title_theme(variant, options.theme, inks)
    games = [LocalGame(variant, language, theme) for language in languages]
    widths = [lock_up_width(game, _NAME * k) for game in games]
    size = _NAME * k * min(1.0, space / max(widths))
    locks = [
        draw_lock_up(game, width * size / _NAME / k + 0.01, size)
        for game, width in zip(games, widths, strict=True)
    ]
    width = max(widths) * size / _NAME / k + 2 * _AIR * k
    height = max(lock.height for lock in locks) + 2 * _PAD * k
    plaque = draw_plate(Rect(-width / 2, low - height, width, height), palette, fill=inks.deep)
    near, far = (
        [
            plaque,
            transformed(
                lock.items,
                translation(-lock_width * size / _NAME / k / 2, low - height / 2 - lock.height / 2),
            ),
        ]
        for lock, lock_width in zip(locks, widths, strict=True)
    )
    return draw_facing(near, far, repeated=alone)


def _title_theme(variant: Variant, theme: Theme, inks: TableInks) -> Theme:
    """Return a theme with the text colour as the colour of the game."""
    return replace(theme, colours={**theme.colours, game_colour(variant): inks.text})


def _draw_arc_titles(
    shape: Round, names: Sequence[str], k: float, palette: Palette, inks: TableInks, *, same: bool
) -> list[Item]:
    r = shape.r - SAFE - 0.2 - _PLAQUE * k / 2
    size = min(_NAME * k, *(_ARC * r / text_width(TITLE_BOLD, name, 1.0) for name in names))
    lines = [ArcLine(name, TITLE_BOLD, size, inks.text) for name in names]
    half = (max(line.width for line in lines) / 2 + _AIR * k) / r
    band = arc_band(r - _PLAQUE * k / 2, r + _PLAQUE * k / 2, half)
    plaque = Path(band, fill=inks.deep, stroke=main_stroke(palette, 0.5))
    near, far = ([plaque, *draw_arc_text(line, r)] for line in lines)
    return draw_facing(near, far, repeated=same)


ON = "mat"
# The gap between places (mm, for poker cards).
_GAP = 2.9
# The greatest number of steps of a track in a row.
_STEPS = 11
MAT_SHAPE: Option[str] = Option(
    "mat-shape", CHOICE, "table", RECTANGLE, choices=(RECTANGLE, CIRCLE, HEXAGON)
)


def has_mat(variant: Variant) -> bool:
    """Return True if places or tracks of a game are on a mat."""
    return is_used_on(variant, ON)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the mat of a game. Raises TextOverflow and MissingGlyph."""
    dressed, language = choose_surface(variant, options), options.language
    with locate_errors(f"mat ({language})"):
        result = plan_mat(variant, options)
    items, title = _draw_items(variant, dressed, result), translate(language, "product.mat")
    name = f"{variant.name[language]} · {title}"
    piece = flat_piece(options, "mat", name, result.shape.box, items)
    return [replace(piece, title=title, outline=_mat_outline(result))]


def plan_mat(variant: Variant, options: RenderOptions) -> MatLayout:
    """Return the layout of a mat."""
    cards, options = options.theme, choose_surface(variant, options)
    k = ornament_scale(options)
    places = [place for place in variant.places if place.on == ON]
    heart_place = choose_heart(variant, ON)
    heart = draw_heart(heart_place, variant, options) if heart_place is not None else None
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
        Band(variant, replace(options, language=language), cards, ladder, costs)
        for language in (options.language, options.second_language or options.language)
    ]
    return lay_out_mat(group, sides, options[MAT_SHAPE], k)


def _steps_per_row(track: Track) -> int:
    """Return the steps in a row: all of a short track; of a long one, rows of equal length."""
    count = track.last - track.first + 1 + track.beyond
    return -(-count // -(-count // _STEPS))


def _mat_outline(layout: MatLayout) -> PathData | None:
    """Return the cut path of a mat with its holes, or None for a rectangle without holes."""
    holes = [hole for item in layout.group.placed for hole in item.holes]
    if isinstance(layout.shape, Rectangle) and not holes:
        return None
    return layout.shape.path() + hole_outlines(holes)


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


def _draw_band(band: Band, rows: tuple[PlacedRow, ...]) -> list[Item]:
    """Draw the rows of one side, upright or on arcs."""
    items: list[Item] = []
    for placed in rows:
        for x, drawn in band.draw_row(placed.row, placed.middles):
            matrix = translation(x, placed.y)
            if placed.r:
                matrix = translation(0, placed.r).then(rotation(-math.degrees(x / placed.axis)))
            items.append(transformed([drawn], matrix))
    return items


_OPTIONS = (*TABLETOP_OPTIONS, MAT_SHAPE)
PRODUCTS = (Product("mat", make, has_mat, _OPTIONS, TILED_PAGES, bilingual=True),)
