"""A board: parts laid out by slicing, and the two halves of a table for two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from msgspec.structs import replace

from printkit.base.geometry import centred_rect, half_rotation, rotation, translation
from printkit.base.messages import translate
from printkit.faces.anatomy import SAFE, text_colour_on_paper
from printkit.faces.face import draw_ground
from printkit.graphics.display_list import Item, Path, as_artifact, transformed
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.model.variant import Variant
from printkit.pieces.piece import Piece
from printkit.pieces.product import RenderOptions, flat_piece
from printkit.tabletop.boards import (
    BoardPart,
    SlicingTree,
    list_parts,
    place_parts,
    possible_orders,
    smallest_tree,
)
from printkit.tabletop.surfaces import (
    COLOUR,
    NAME_SIZE,
    NO_LABEL,
    Label,
    PlaceDrawing,
    draw_ring,
    draw_ticks,
    fit_word,
    hole_outlines,
    star_path,
)


def fits_one_sheet(
    width: float, height: float, page: tuple[float, float], slug: float, marks: float = 0.0
) -> bool:
    """Return True if a board fits a page in some orientation, with a slug line and marks."""
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
    """Lay out the parts on the board of least cost.

    `free`: other orders of the parts are allowed. Raises TextOverflow.
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


# Gaps between parts (mm), and whether the names of cards are upon one of them: the first that fit a
# board on one sheet.
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
    """Draw a board with wide gaps, or as narrow as it must be to fit one sheet."""
    boards = (draw(*gaps) for gaps in _GAPS)
    spaced = next(boards)
    fitting = (
        board
        for board in chain((spaced,), boards)
        if fits_one_sheet(board.width, board.height, options.page_area, _LABEL)
    )
    return next(fitting, spaced)


def _half_cost(plan: SlicingTree) -> float:
    """Return the area, increased for a half much longer than wide."""
    long, short = max(plan.width, plan.height), min(plan.width, plan.height)
    return plan.width * plan.height * max(1.0, long / short / _LONG)


def two_player_table(variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Draw two halves joined along their longer sides. Raises TextOverflow."""
    return _widest_gap(
        lambda *gap: _join_halves(_make_half(variant, options, *gap), variant, options), options
    )


def _join_halves(half: PlaceDrawing, variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Join a half and its half turn, with the band between them."""
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
    """Draw the band horizontally: two rails, a ring in the middle, the name on either side."""
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
