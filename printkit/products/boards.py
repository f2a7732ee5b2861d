"""Make boards for players, whose parts are laid out by slicing, and tables for two, which have two
halves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import chain

from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.geometry import centred_rect, half_rotation, rotation, translation
from printkit.base.messages import translate
from printkit.faces.anatomy import SAFE, draw_lock_up, text_colour_on_paper
from printkit.faces.face import draw_ground
from printkit.graphics.colour import BLACK, WHITE, blend, contrast
from printkit.graphics.display_list import Item, Path, as_artifact, transformed
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import FINE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, Point, circle, rect_path
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.pieces.options import FELT, PEG_HOLES, PLAYERS, TABLETOP_OPTIONS
from printkit.pieces.product import (
    TILED_PAGES,
    Piece,
    Product,
    RenderOptions,
    flat_piece,
    table_size,
)
from printkit.tabletop.boards import (
    CUT,
    DECK,
    MAX_DIAL,
    NEXT,
    SPOTS,
    BoardPart,
    DialMeasures,
    SlicingTree,
    is_dial_table,
    is_used_on,
    list_parts,
    place_parts,
    possible_orders,
    smallest_tree,
)
from printkit.tabletop.places import draw_light, draw_place, step_texts
from printkit.tabletop.surfaces import (
    CASING,
    COLOUR,
    HOLE,
    NAME_SIZE,
    NO_LABEL,
    ArcLine,
    Label,
    PlaceContext,
    PlaceDrawing,
    PlaceHints,
    choose_surface,
    draw_arc_text,
    draw_casing,
    draw_centre_mark,
    draw_cloth,
    draw_plate,
    draw_ring,
    draw_ticks,
    draw_waves,
    fit_word,
    hole_outlines,
    octagon,
    star_path,
    table_inks,
)

# --- board ---------------------------------------------------------------------------------------


def fits_one_sheet(
    width: float, height: float, page: tuple[float, float], slug: float, marks: float = 0.0
) -> bool:
    """Return True if a board fits a page in some orientation, with a slug line on one side and
    marks on the others (mm).
    """
    short, long = sorted((width + 2 * SAFE, height + 2 * SAFE))
    low, high = sorted(page)
    return any(
        short + a <= low and long + b <= high for a, b in ((slug, 2 * marks), (2 * marks, slug))
    )


def make_board(
    board_parts: Sequence[BoardPart],
    variant: Variant,
    options: RenderOptions,
    gap: float,
    cost: Callable[[SlicingTree], float],
    *,
    free: bool = False,
) -> PlaceDrawing:
    """Lay out the parts on the board with the lowest cost.

    If `free`, the order of the parts may change. Raises TextOverflow.
    """
    leaves = [part.leaves(variant, options) for part in board_parts]
    orders = possible_orders(board_parts) if free else [range(len(leaves))]
    plans = [smallest_tree([leaves[i] for i in order], gap, cost) for order in orders]
    plan = min(plans, key=lambda plan: round(cost(plan), 5))
    space = centred_rect(plan.width, plan.height)
    items: list[Item] = []
    holes: list[tuple[float, float]] = []
    for leaf, box in place_parts(plan, space, gap):
        assert leaf.part is not None, "a leaf holds its part"
        item = leaf.part.draw(replace(leaf.hints, width=box.w), variant, options)
        x, y = box.centre
        if leaf.part.headed:  # align with neighbours at the foot
            y = box.bottom - item.height / 2
        items.append(transformed(item.items, translation(x, y)))
        holes += [(x + dx, y + dy) for dx, dy in item.holes]
    return PlaceDrawing(plan.width, plan.height, tuple(items), tuple(holes))


def make_piece(key: str, board: PlaceDrawing, options: RenderOptions, copies: int = 1) -> Piece:
    """Make the piece of a board, with its ground and its holes."""
    title = translate(options.language, f"product.{key}")
    trim = centred_rect(board.width, board.height).inset(-SAFE)
    paper = options.theme.palette("ink").paper
    ground = draw_ground(paper, trim.inset(-options.bleed_extent))
    outline = rect_path(trim) + hole_outlines(board.holes) if board.holes else None
    piece = flat_piece(options, key, title, trim, board.items, ground)
    return replace(piece, copies=copies, outline=outline)


# Gaps between parts (mm), and whether the names of cards are printed in a gap. The first pair with
# which a board fits one sheet is used.
_GAPS = ((4.0, False), (1.6, False), (1.6, True))
# Space for the label and the ruler along one side of a sheet (mm).
_LABEL = 8.0
# The band between two halves (mm).
_BAND = 11.0
# Halves with a greater ratio of sides cost more.
_LONG = 1.7


def player_half(variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Draw the half of one player. Raises TextOverflow."""
    return _widest_gap(lambda gap, within: _make_half(variant, options, gap, within), options)


def _make_half(variant: Variant, options: RenderOptions, gap: float, within: bool) -> PlaceDrawing:
    """Draw a half without shared places."""
    parts = [
        replace(part, hints=tuple(replace(hints, named_within=within) for hints in part.hints))
        for part in list_parts(variant, "table", tight=True)
    ]
    unshared = [part for part in parts if part.kind != "stock"] or parts
    return make_board(unshared, variant, options, gap, _half_cost)


def _widest_gap(
    draw: Callable[[float, bool], PlaceDrawing], options: RenderOptions
) -> PlaceDrawing:
    """Draw a board with wide gaps, or with narrower gaps if it fits on one sheet only with
    those.
    """
    boards = (draw(*gaps) for gaps in _GAPS)
    spaced = next(boards)
    fitting = (
        board
        for board in chain((spaced,), boards)
        if fits_one_sheet(board.width, board.height, options.page_area, _LABEL)
    )
    return next(fitting, spaced)


def _half_cost(plan: SlicingTree) -> float:
    """Return the cost of a half: its area, increased if the half is much longer than it is wide."""
    long, short = max(plan.width, plan.height), min(plan.width, plan.height)
    return plan.width * plan.height * max(1.0, long / short / _LONG)


def two_player_table(variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Draw two halves joined along their longer sides. Raises TextOverflow."""
    return _widest_gap(
        lambda *gap: _join_halves(_make_half(variant, options, *gap), variant, options), options
    )


def _join_halves(half: PlaceDrawing, variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Join a half and a copy turned by 180°, with the band between them."""
    is_tall = half.height >= half.width
    if is_tall:
        away = half.width + _BAND
        matrix, size = translation(-away / 2, 0), (away + half.width, half.height)
    else:
        away = half.height + _BAND
        matrix, size = translation(0, away / 2), (half.width, away + half.height)
    length = max(half.width, half.height)
    band = transformed(_draw_band(length, variant, options), rotation(90 if is_tall else 0))
    first, holes = half.mapped(matrix)
    turned = matrix.then(half_rotation(0, 0))
    second, others = replace(half, items=as_artifact(half.items)).mapped(turned)
    return PlaceDrawing(*size, (first, second, band), (*holes, *others))


def _draw_band(length: float, variant: Variant, options: RenderOptions) -> list[Item]:
    """Draw the band horizontally: two rails, a ring in the middle, and the name on either side."""
    palette = options.theme.palette(COLOUR)
    fill = text_colour_on_paper(palette)
    ornament: list[Item] = [
        *draw_ring(4.6, palette),
        draw_ticks(3.7, 24, palette, every=6, depth=1.0),
        Path(star_path(8, 2.4, 0.8), stroke=palette.stroke()),
    ]
    far, maximum = length / 4 + 2, length / 2 - 30
    texts = " · ".join(options.translations(variant.name))
    name = fit_word(texts, NAME_SIZE * 1.1, maximum, fill)
    if name.overflow or name.height > _BAND - 2:  # a short band has no name
        name = NO_LABEL
    rails = Path(_draw_rails(length, name), stroke=palette.stroke(FINE))
    words = name.draw_about(-far, 0.2)
    return [rails, *ornament, words, transformed(as_artifact((words,)), half_rotation(0, 0))]


def _draw_rails(length: float, name: Label) -> PathData:
    """Draw the rails of the band, broken at the ring, and a centre line broken at the names.

    The rails are graduated, with a longer mark at every tenth step.
    """
    builder = PathBuilder()
    half, edge, around = length / 2, 4.2, name.width / 2 + 4
    for side in (-1, 1):
        middle = side * (length / 4 + 2)
        for y in (-edge, edge):
            builder.move(side * half, y).line(side * 7.5, y)
        builder.move(side * half, 0).line(middle + side * around, 0)
        builder.move(middle - side * around, 0).line(side * 6.2, 0)
        for step in range(1, 40):
            x = side * (7.5 + (half - 7.5) * step / 40)
            long = 1.6 if step % 10 == 0 else 0.8
            builder.move(x, -edge).line(x, long - edge).move(x, edge).line(x, edge - long)
    return builder.done()


# --- products ------------------------------------------------------------------------------------

# Space on a sheet for label and ruler along one side, and for marks along each other side (mm).
_SLUG, _MARK = 9.2, 1.2
# The size of the title in the console (mm).
_TITLE = 7.6
# The size of names beside zones and cards (mm per em); the width of names in the inner corner of a
# zone, and their distance from cards that extend beyond the zone (mm).
_NAME, _CORNER, _ZONE_LINE = 4.2, 30.0, 2.6
# The share of felt in silver, and the colour of gold that is legible on white.
_SILVER, _DARK_GOLD = 0.55, "sand"
# Candidate inks on the fill of totals.
_INKS = (WHITE, BLACK)


def dial_table(variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Draw a dial table, reduced to fit one sheet if possible. Raises TextOverflow."""
    table = _Table(variant, options)

    def attempt(radius: float) -> _Table | Overflow:
        smaller = _Table(variant, options, radius)
        page = options.page_area
        fits = fits_one_sheet(smaller.width, smaller.height, page, _SLUG, _MARK)
        return smaller if fits else Overflow(TOLERANCE, "table", radius)

    best = find_largest(attempt, sizes_between(table.least_dial, MAX_DIAL, 1.0))
    return (table if isinstance(best, Overflow) else best).draw()


@lru_cache(maxsize=8)
def _player_theme(theme: Theme, far: bool) -> Theme:
    """Return the theme of a player. The near player has gold. The far player has silver on felt,
    and the common colour on paper.
    """
    soft = theme.colours.get(FELT)
    if soft is not None:
        silver = blend(WHITE, soft, _SILVER)
        return replace(theme, colours={**theme.colours, COLOUR: silver}) if far else theme
    if far or not theme.solid:
        return theme
    return replace(theme, colours={**theme.colours, COLOUR: theme.colour(_DARK_GOLD)})


class _Table(DialMeasures):
    """A dial table that can be drawn."""

    def __init__(self, variant: Variant, options: RenderOptions, dial: float = MAX_DIAL) -> None:
        card = options.size.w, options.size.h
        super().__init__(variant, card, pegged=options[PEG_HOLES], dial=dial)
        self.options = options

    def draw(self) -> PlaceDrawing:
        """Draw the table."""
        options, palette = self.options, self.options.theme.palette(COLOUR)
        inks = table_inks(options.theme)
        edge = rect_path(centred_rect(self.width, self.height))
        far_end = math.hypot(self.width, self.height) / 2
        r = self.dial
        items: list[Item] = [
            draw_cloth(r + 5.0, far_end, edge, inks),
            *draw_casing(r, palette, inks),
            *self._draw_heart(),
        ]
        holes: list[Point] = []
        for far, side in enumerate(options.sides):
            half = _Half(self, side.with_theme(_player_theme(options.theme, bool(far))))
            drawn = half.draw()
            if far:
                turned = drawn if options.second_language else as_artifact(drawn)
                items.append(transformed(list(turned), half_rotation(0, 0)))
                holes += [(-x, -y) for x, y in half.holes]
            else:
                items += drawn
                holes += half.holes
        return PlaceDrawing(self.width, self.height, tuple(items), tuple(holes))

    def _draw_heart(self) -> list[Item]:
        """Draw the middle of the dial: rings, and the stock or a star."""
        palette, inks = self.options.theme.palette(COLOUR), table_inks(self.options.theme)
        outer = self.dial - SPOTS - self.peg_ring
        items: list[Item] = [
            Path(circle(outer), stroke=palette.stroke()),
            *draw_waves(0.78 * outer, outer - 0.6, inks, golden=True),
            *draw_waves(0.36 * outer, 0.78 * outer, inks, golden=False),
        ]
        stock = self.places.get("stock")
        if stock is None:
            star, line = star_path(8, 0.22 * outer, 0.07 * outer), palette.stroke()
            plate = Path(octagon(0.36 * outer), fill=inks.deep, stroke=line)
            if palette.solid:
                return [*items, plate, Path(star, fill=palette.accent)]
            return [*items, plate, Path(star, stroke=line)]
        hints = PlaceHints(facing=True, nameless=True)
        drawn = draw_place(stock, self.variant, self.options, hints)
        w, h = drawn.width + 2 * DECK, drawn.height + 2 * DECK
        frame = draw_plate(centred_rect(w, h), palette, fill=inks.deep, chamfer=CUT)
        return [*items, frame, *drawn.items, *self._draw_stock_names(stock, (w / 2 + outer) / 2)]

    def _draw_stock_names(self, stock: Place, away: float) -> list[Item]:
        """Draw the name of the stock on both sides of the stock, because a label on it would cover
        the back.
        """
        items: list[Item] = []
        for far, side in enumerate(self.options.sides):
            context = PlaceContext(stock, self.variant, side)
            name = context.label(stock.name, stock.how, _CORNER, _NAME)
            box = centred_rect(name.width + _NAME, name.height + 0.6 * _NAME)
            plate = draw_plate(box, context.palette, fill=context.inks.deep)
            upright = rotation(90).then(translation(-away, 0))
            drawn: list[Item] = [transformed([plate, name.draw_about(0, 0)], upright)]
            if far:
                drawn = drawn if self.options.second_language else list(as_artifact(drawn))
                drawn = [transformed(drawn, half_rotation(0, 0))]
            items += drawn
        return items


class _Half:
    """The half of one player, as seen by the player at the lower edge."""

    def __init__(self, table: _Table, options: RenderOptions) -> None:
        self.table, self.options = table, options
        self.palette = options.theme.palette(COLOUR)
        self.inks = table_inks(options.theme)
        self.holes: list[Point] = []

    def draw(self) -> list[Item]:
        zone = PathBuilder().polygon(self.table.zone).done()
        fill = self.inks.deep if self.palette.solid else self.inks.ground
        return [
            Path(zone, fill=fill, stroke=self.palette.stroke(0.7)),
            *self._draw_cards(),
            *self._draw_totals(),
            *self._draw_console(),
        ]

    def draw_place(self, place: Place, hints: PlaceHints) -> PlaceDrawing:
        return draw_place(place, self.table.variant, self.options, hints)

    def context(self, place: Place) -> PlaceContext:
        return PlaceContext(place, self.table.variant, self.options)

    def _draw_cards(self) -> list[Item]:
        """Draw the cells and the hand, with their names in the inner corner of the zone, so that
        cards and backs stay uncovered.
        """
        table, items = self.table, list[Item]()
        x, y = table.cells.right + _ZONE_LINE, table.hand.y - _ZONE_LINE
        cells, hand = table.places["cells"], table.places["hand"]
        parts = ((cells, table.across, table.cells), (hand, hand.count, table.hand))
        for place, across, box in parts:
            hints = PlaceHints(across, share_padding=True, nameless=True)
            items.append(transformed(self.draw_place(place, hints).items, translation(*box.centre)))
            name = self.context(place).label(place.name, place.how, _CORNER, _NAME)
            half = name.width / 2
            if place is cells:  # along its side, read from below upwards
                up = rotation(-90).then(translation(x + name.height / 2, y - 6 - half))
                items.append(transformed([name.draw_about(0, 0)], up))
            else:
                items.append(name.draw_about(x + 8 + half, y - name.height / 2))
        return items

    # --- the dial -------------------------------------------------------------------------------

    def _draw_totals(self) -> list[Item]:
        """Draw this player's half of the dial, from the lowest total at the bottom to the top."""
        table = self.table
        track, r = table.track, table.dial - SPOTS / 2
        total_radius = min(7.4, 0.95 * math.radians(table.step) * r) / 2
        items: list[Item] = []
        for i, text in enumerate(step_texts(track)):
            place = translation(*table.on_dial(i, r))
            items.append(transformed(self._draw_total(text, total_radius, track), place))
            if table.peg_ring:
                x, y = table.on_dial(i, table.dial - SPOTS - HOLE / 2 - 0.6)
                self.holes.append((x, y))
                items.append(transformed(draw_centre_mark(self.palette), translation(x, y)))
        # Its name is outside the dial, where there is room for it.
        name = ArcLine(track.name[self.options.language], TITLE_BOLD, _NAME, self.inks.text)
        return [*items, *draw_arc_text(name, table.dial + CASING + _NAME)]

    def _draw_total(self, text: str, r: float, track: Track) -> list[Item]:
        """Draw a total. The last regular total is filled, and a total beyond it has the alert
        colour.
        """
        solid = self.palette.solid
        full, beyond = text == str(track.last), text == step_texts(track)[-1] and track.beyond
        fill, ink = self.inks.tone, self.inks.text
        if full or beyond:
            fill = self.options.theme.roles_of["alert"] if beyond else self.palette.main
            ink = max(_INKS, key=lambda colour: contrast(colour, fill))
        size = max(MIN_TABLE_TEXT_SIZE, 0.86 * r)
        # Where a dial has many totals, its last one may reach onto its rim.
        label = fit_word(text, size, 2.1 * r, ink if solid else self.inks.text)
        rim = self.palette.stroke(0.5 if full or beyond else 0.25)
        return [
            Path(circle(r), fill=fill if solid else self.inks.ground, stroke=rim),
            label.draw_about(0, 0.1),
        ]

    # --- the console ----------------------------------------------------------------------------

    def _draw_console(self) -> list[Item]:
        """Draw the buttons, the lights, the name line and the title, from the bottom upwards."""
        table = self.table
        (left, top, width, _), (x, _) = table.console, table.console.centre
        y = table.height / 2
        items: list[Item] = []
        for button, box in zip(table.buttons, table.list_buttons(), strict=True):
            drawing = self.draw_place(button, PlaceHints(width=box.w, height=box.h))
            items.append(transformed(drawing.items, translation(*box.centre)))
            y = box.y - NEXT
        lights = table.places.get("lights")
        if lights is not None:
            drawn, centres, height = self._draw_lights(lights, width)
            items.append(transformed(drawn, translation(x, y - height)))
            if table.peg_ring:
                self.holes += [(x + dx, y - height + dy) for dx, dy in centres]
            y -= height + NEXT
        line = table.places.get("name")
        if line is not None:
            drawing = self.draw_place(line, PlaceHints(width=width - 4))
            items.append(transformed(drawing.items, translation(x, y - drawing.height / 2)))
            y -= drawing.height + 0.5 * NEXT
        lock = draw_lock_up(self.options.localize(table.variant), width - 4, _TITLE)
        if y - lock.height > top:
            items.append(transformed(lock.items, translation(left + 2, y - lock.height)))
        return items

    def _draw_lights(self, lights: Place, width: float) -> tuple[list[Item], list[Point], float]:
        """Draw the lights in a row above their name. Also return their centres and height."""
        context = self.context(lights)
        middles, r = self.table.list_lights()
        label = context.label(lights.name, lights.how, width, 3.2)
        height = 2 * r + 1.4 + label.height
        centres = [(x, r) for x in middles]
        light = draw_light(r, context)
        items: list[Item] = [transformed(light, translation(x, y)) for x, y in centres]
        return [*items, label.draw_below(0, 2 * r + 1.4)], centres, height


# The gap between parts of a player board (mm), and its desired ratio of sides: that of paper.
_GAP, _SHAPE = 4.0, math.sqrt(2)
# The extra cost, as a share of area, of a board whose ratio is twice or half the desired one.
_ODD = 0.4


def make_table(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the table. Raises TextOverflow."""
    options = choose_surface(variant, options)
    draw = dial_table if is_dial_table(variant) else two_player_table
    return [make_piece("table", draw(variant, options), options)]


def make_half_table(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make half a table for each player. Raises TextOverflow."""
    options, copies = choose_surface(variant, options), table_size(variant, options)
    return [make_piece("half-table", player_half(variant, options), options, copies)]


def make_player_board(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make a board for each player. Raises TextOverflow."""
    options, copies = choose_surface(variant, options), table_size(variant, options)
    parts = list_parts(variant, "board")
    drawing = make_board(parts, variant, options, _GAP, _board_cost, free=True)
    return [make_piece("player-board", drawing, options, copies)]


def _board_cost(plan: SlicingTree) -> float:
    """Return the cost of a board: its area, which counts more if the proportions differ from those
    of paper.
    """
    long, short = max(plan.width, plan.height), min(plan.width, plan.height)
    return plan.width * plan.height * (1 + _ODD * abs(math.log2(long / short / _SHAPE)))


def _is_for_players(variant: Variant, *, on: str) -> bool:
    """Return True if a game has places or tracks on a component, and gives a number of players."""
    return variant.players is not None and is_used_on(variant, on=on)


_is_on_table = partial(is_used_on, on="table")
_is_on_half, _has_board = (partial(_is_for_players, on=on) for on in ("table", "board"))
_EACH = (*TABLETOP_OPTIONS, PLAYERS)
TABLE = Product("table", make_table, _is_on_table, TABLETOP_OPTIONS, TILED_PAGES, bilingual=True)
HALF_TABLE = Product("half-table", make_half_table, _is_on_half, _EACH, TILED_PAGES, bilingual=True)
PLAYER_BOARD = Product(
    "player-board", make_player_board, _has_board, _EACH, TILED_PAGES, bilingual=True
)
