"""Play mats: ground, middle, band and parts in one drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from printkit.art.ornaments import frame_outline
from printkit.base.errors import locate_errors
from printkit.base.geometry import Rect, rotation, translation
from printkit.base.messages import translate
from printkit.base.options import CHOICE, Option
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import SAFE, draw_lock_up, lock_up_width
from printkit.graphics.display_list import Item, Path, transformed
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathData
from printkit.layout.fit_text import text_width
from printkit.model.tabletop import Track
from printkit.model.variant import Variant
from printkit.pieces.local_game import LocalGame, game_colour
from printkit.pieces.options import TABLETOP_OPTIONS
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, Product, RenderOptions, flat_piece
from printkit.products.mat.band import Band, show_ladder
from printkit.products.mat.compose import compose
from printkit.products.mat.heart import choose_heart, draw_heart, draw_pot_column, sort_penalties
from printkit.products.mat.plan import CIRCLE, HEXAGON, RECTANGLE, MatLayout, PlacedRow, lay_out_mat
from printkit.tabletop.boards import is_used_on
from printkit.tabletop.places import draw_place, draw_track, ornament_scale
from printkit.tabletop.surfaces import (
    COLOUR,
    ArcLine,
    arc_band,
    choose_surface,
    draw_arc_text,
    draw_cloth,
    draw_facing,
    draw_plate,
    hole_outlines,
    table_inks,
)

# For poker cards (mm): safe margin to frame, gap between its lines, chamfer of a rectangle, heavy
# line; the name of the game, a plaque on an arc, its padding at the ends and above and below.
_FRAME, _LINES, _CHAMFER, _HEAVY = 2.2, 2.0, 12.0, 0.9
_NAME, _PLAQUE, _AIR, _PAD = 6.0, 12.4, 7.0, 2.2
# The greatest width of a name: a share of a side, an angle on a round mat (radians).
_SHARE, _ARC = 0.6, 1.5


class _MatDrawing:
    """Draws a mat: ground, frame, titles, places, bands."""

    def __init__(self, variant: Variant, options: RenderOptions, layout: MatLayout) -> None:
        self.variant, self.options, self.layout = variant, options, layout
        self.shape, self.k = layout.shape, layout.k
        self.palette, self.inks = options.theme.palette(COLOUR), table_inks(options.theme)
        self.has_repeats = options.second_language is None

    def items(self) -> list[Item]:
        """Draw the mat. Raises TextOverflow."""
        layout = self.layout
        near, far = (_draw_band(layout.bands[i], rows) for i, rows in enumerate(layout.rows))
        return [
            *self._draw_cloth_and_frame(),
            *self._draw_titles(),
            *(item.mapped[0] for item in layout.group.placed),
            *draw_facing(near, far, repeated=self.has_repeats),
        ]

    def ground(self) -> list[Item]:
        """Draw the printed ground, extending beyond the cut; none for white paper."""
        shape, paper = self.shape.inset(-self.options.bleed_extent), self.palette.paper
        return [] if paper.is_white else [Path(shape.path(), fill=paper)]

    def _draw_cloth_and_frame(self) -> list[Item]:
        """Draw the rings of the ground from the heart to the frame: a heavy line along the cut,
        and a fine one inside it."""
        box, k = self.shape.box, self.k
        outer, inner = self._frame_path(_FRAME), self._frame_path(_FRAME + _LINES)
        start, far = max(self.layout.heart, 24.0 * k) + 4.0 * k, math.hypot(box.w, box.h) / 2
        return [
            draw_cloth(start, far, inner, self.inks),
            Path(outer, stroke=self.palette.stroke(_HEAVY)),
            Path(inner, stroke=self.palette.stroke(FINE)),
        ]

    def _frame_path(self, inset: float) -> PathData:
        shape = self.shape.inset(SAFE + inset * self.k)
        if shape.kind == RECTANGLE:
            return frame_outline("chamfer", shape.box, _CHAMFER * self.k)
        return shape.path()

    def _draw_titles(self) -> list[Item]:
        """Draw the lock-up of the game on plaques at the long sides; on a round mat only its
        name."""
        k, shape, inks = self.k, self.shape, self.inks
        # The colour of the game is that of text.
        colours = {**self.options.theme.colours, game_colour(self.variant): inks.text}
        theme = replace(self.options.theme, colours=colours)
        games = [LocalGame(self.variant, side.language, theme) for side in self.options.sides]
        if shape.kind == CIRCLE:
            return self._draw_arc_titles(shape.r, [game.name for game in games])
        space = _SHARE * (shape.r if shape.kind == HEXAGON else shape.w)
        low = shape.box.h / 2 - SAFE - 0.2
        widths = [lock_up_width(game, _NAME * k) for game in games]
        size = _NAME * k * min(1.0, space / max(widths))
        widths = [width * size / _NAME / k for width in widths]
        locks = [
            draw_lock_up(game, width + 0.01, size)
            for game, width in zip(games, widths, strict=True)
        ]
        width = max(widths) + 2 * _AIR * k
        height = max(lock.height for lock in locks) + 2 * _PAD * k
        box = Rect(-width / 2, low - height, width, height)
        plaque, middle = draw_plate(box, self.palette, fill=inks.deep), low - height / 2
        near, far = (
            [plaque, transformed(lock.items, translation(-width / 2, middle - lock.height / 2))]
            for lock, width in zip(locks, widths, strict=True)
        )
        return draw_facing(near, far, repeated=self.has_repeats)

    def _draw_arc_titles(self, edge: float, names: Sequence[str]) -> list[Item]:
        k, inks = self.k, self.inks
        r = edge - SAFE - 0.2 - _PLAQUE * k / 2
        size = min(_NAME * k, *(_ARC * r / text_width(TITLE_BOLD, name, 1.0) for name in names))
        lines = [ArcLine(name, TITLE_BOLD, size, inks.text) for name in names]
        half = (max(line.width for line in lines) / 2 + _AIR * k) / r
        band = arc_band(r - _PLAQUE * k / 2, r + _PLAQUE * k / 2, half)
        plaque = Path(band, fill=inks.deep, stroke=self.palette.stroke(0.5))
        near, far = ([plaque, *draw_arc_text(line, r)] for line in lines)
        return draw_facing(near, far, repeated=self.has_repeats)


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


ON = "mat"
# The gap between places (mm, for poker cards).
_GAP = 2.9
# The greatest number of steps of a track in a row.
_STEPS = 11
MAT_SHAPE: Option[str] = Option(
    "mat-shape", CHOICE, "table", RECTANGLE, choices=(RECTANGLE, CIRCLE, HEXAGON)
)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the mat of a game. Raises TextOverflow and MissingGlyph."""
    dressed, language = choose_surface(variant, options), options.language
    with locate_errors(Sentence("mat ({language})", language=language)):
        result = plan_mat(variant, options)
    drawing, title = _MatDrawing(variant, dressed, result), translate(language, "product.mat")
    name = f"{variant.name[language]} · {title}"
    ground = drawing.ground()
    piece = flat_piece(options, "mat", name, result.shape.box, drawing.items(), ground)
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
    drawn = []
    for place in rest:
        if place.kind == "pot":
            drawing = draw_pot_column(place, paid[place.id], variant, options)
        else:
            drawing = draw_place(place, variant, options)
        drawn.append((place, drawing))
    tracks = [
        draw_track(track, options, per_row=_steps_per_row(track))
        for track in variant.tracks
        if track.on == ON and (heart is None or track.id != heart.track)
    ]
    middle, card = heart.drawing if heart is not None else None, (options.size.w, options.size.h)
    group = compose(middle, drawn, tracks, card, _GAP * k)
    ladder = show_ladder(variant)
    sides = [Band(variant, side, cards, ladder, costs) for side in options.sides]
    return lay_out_mat(group, sides, options[MAT_SHAPE], k)


def _steps_per_row(track: Track) -> int:
    """Return the steps in a row: all of a short track; of a long one, rows of equal length."""
    count = track.last - track.first + 1 + track.beyond
    return -(-count // -(-count // _STEPS))


def _mat_outline(layout: MatLayout) -> PathData | None:
    """Return the cut path of a mat with its holes, or None for a rectangle without holes."""
    holes = [hole for item in layout.group.placed for hole in item.mapped[1]]
    if layout.shape.kind == RECTANGLE and not holes:
        return None
    return layout.shape.path() + hole_outlines(holes)


_OPTIONS = (*TABLETOP_OPTIONS, MAT_SHAPE)
_is_on_mat = partial(is_used_on, on=ON)
PRODUCT = Product("mat", make, _is_on_mat, _OPTIONS, TILED_PAGES, bilingual=True)
