"""A board: places and tracks laid out and drawn, with holes for pegs.

Everything is at least the safe margin inside the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.model.variant import Variant
from printkit.products.board.parts import BoardPart, possible_orders
from printkit.products.board.slicing_layout import SlicingTree, place_parts, smallest_tree
from printkit.products.cards.anatomy import SAFE
from printkit.products.cards.face import draw_ground
from printkit.products.piece import Piece
from printkit.products.product import RenderOptions
from printkit.products.tabletop.context import PlaceDrawing
from printkit.products.tabletop.peg_holes import hole_outlines


def fits_one_sheet(
    width: float, height: float, page: tuple[float, float], slug: float, marks: float = 0.0
) -> bool:
    """Return True if a board fits a page, upright or not, with a slug line beside it and marks
    at the other two sides."""
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
    """Lay out the parts on as small a board as the cost allows.

    They stay in their order unless that is `free`. Raises TextOverflow.
    """
    board_parts, plan = _plan_board(board_parts, variant, options, gap, cost, free=free)
    space = Rect(-plan.width / 2, -plan.height / 2, plan.width, plan.height)
    items: list[Item] = []
    holes: list[tuple[float, float]] = []
    for placed in place_parts(plan, space, gap):
        item = board_parts[placed.part].draw(placed.form, variant, options, placed.box.w)
        x, y = placed.box.centre
        if board_parts[
            placed.part
        ].headed:  # what has its name above stands on one line with the next
            y = placed.box.bottom - item.height / 2
        items.append(transformed(item.items, translation(x, y)))
        holes += [(x + dx, y + dy) for dx, dy in item.holes]
    return PlaceDrawing(plan.width, plan.height, tuple(items), tuple(holes))


def _plan_board(
    board_parts: Sequence[BoardPart],
    variant: Variant,
    options: RenderOptions,
    gap: float,
    cost: Callable[[SlicingTree], float],
    *,
    free: bool,
) -> tuple[Sequence[BoardPart], SlicingTree]:
    """Return the parts in the best order, and their layout."""
    forms = {part.key: part.forms(variant, options) for part in board_parts}
    best: tuple[float, Sequence[BoardPart], SlicingTree] | None = None
    for way in possible_orders(board_parts) if free else [board_parts]:
        own = [forms[part.key] for part in way]
        plan = smallest_tree(own, [part.is_wide for part in way], gap, cost)
        if best is None or cost(plan) < best[0] - 1e-6:
            best = cost(plan), way, plan
    assert best is not None, "something lies on the board"
    return best[1], best[2]


def make_piece(
    key: str, title: str, board: PlaceDrawing, options: RenderOptions, copies: int
) -> Piece:
    """Return a board as it is cut: with its ground, and its holes if it has any."""
    width, height = board.width + 2 * SAFE, board.height + 2 * SAFE
    trim = Rect(-width / 2, -height / 2, width, height)
    box = trim.inset(-options.bleed_extent)
    ground = draw_ground(options.theme.palette("ink").paper, box)
    return Piece(
        id=key,
        title=title,
        width=width,
        height=height,
        bleed_extent=options.bleed_extent,
        front=Symbol(key, (*ground, *board.items), box, title),
        copies=copies,
        outline=_outline_with_holes(trim, board.holes),
    )


def _outline_with_holes(trim: Rect, holes: Sequence[tuple[float, float]]) -> PathData | None:
    """Return the edge and a ring for each hole, or None if there are no holes."""
    if not holes:
        return None
    return PathBuilder().add(rect_path(trim)).add(hole_outlines(holes)).done()
