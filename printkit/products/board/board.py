"""A board: all that lies on one thing, laid out and drawn.

In: parts, a Variant, a Setting. Out: a Board, items about the origin with its size (mm) and its
holes for pegs. All of it stands `SAFE` inside the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printkit.base.geometry import Matrix, Rect, translation
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.model.variant import Variant
from printkit.products.board.parts import BoardPart, orders
from printkit.products.board.slicing_layout import SlicingTree, best_plan, settled
from printkit.products.cards.anatomy import SAFE
from printkit.products.cards.face import printed_ground
from printkit.products.piece import Piece, RenderOptions
from printkit.products.tabletop.context import palette_of
from printkit.products.tabletop.engraving import flourish
from printkit.products.tabletop.peg_holes import rings


@dataclass(frozen=True, slots=True)
class Board:
    """What is drawn on a board, without its edge; centred on the origin (mm)."""

    width: float
    height: float
    items: tuple[Item, ...]
    holes: tuple[tuple[float, float], ...] = ()

    def mapped(self, matrix: Matrix) -> tuple[Item, tuple[tuple[float, float], ...]]:
        """Its drawing and its holes in another place."""
        return transformed(self.items, matrix), tuple(matrix.apply(x, y) for x, y in self.holes)


def board(
    found: Sequence[BoardPart],
    variant: Variant,
    setting: RenderOptions,
    gap: float,
    cost: Callable[[SlicingTree], float],
    *,
    free: bool = False,
) -> Board:
    """The parts on as small a board as the cost allows, in their order unless that is `free`.

    Raises TextOverflow.
    """
    found, plan = _planned(found, variant, setting, gap, cost, free=free)
    palette = palette_of(None, variant, setting)
    room = Rect(-plan.width / 2, -plan.height / 2, plan.width, plan.height)
    items: list[Item] = []
    holes: list[tuple[float, float]] = []
    for placed in settled(plan, room, gap):
        item = found[placed.part].drawn(placed.form, variant, setting, placed.room.w)
        x, y = placed.room.centre
        if found[placed.part].headed:  # what has its name above stands on one line with the next
            y = placed.room.bottom - item.height / 2
        items.append(transformed(item.items, translation(x, y)))
        items += flourish(placed.room, x, y, item.width, palette)
        holes += [(x + dx, y + dy) for dx, dy in item.holes]
    return Board(plan.width, plan.height, tuple(items), tuple(holes))


def _planned(
    found: Sequence[BoardPart],
    variant: Variant,
    setting: RenderOptions,
    gap: float,
    cost: Callable[[SlicingTree], float],
    *,
    free: bool,
) -> tuple[Sequence[BoardPart], SlicingTree]:
    """The parts in the best order, and their plan."""
    forms = {part.key: part.forms(variant, setting) for part in found}
    best: tuple[float, Sequence[BoardPart], SlicingTree] | None = None
    for way in orders(found) if free else [found]:
        own = [forms[part.key] for part in way]
        plan = best_plan(own, [part.wide for part in way], gap, cost)
        if best is None or cost(plan) < best[0] - 1e-6:
            best = cost(plan), way, plan
    assert best is not None, "something lies on the board"
    return best[1], best[2]


def piece(key: str, title: str, drawn: Board, setting: RenderOptions, copies: int) -> Piece:
    """A board as it is cut: with its ground, and with its holes where it has some."""
    width, height = drawn.width + 2 * SAFE, drawn.height + 2 * SAFE
    trim = Rect(-width / 2, -height / 2, width, height)
    box = trim.inset(-setting.reach)
    ground = printed_ground(setting.theme.palette("ink").paper, box)
    return Piece(
        id=key,
        title=title,
        width=width,
        height=height,
        bleed_extent=setting.reach,
        radius=0.0,
        front=Symbol(key, (*ground, *drawn.items), box, title),
        back=None,
        copies=copies,
        outline=_outline(trim, drawn.holes),
    )


def _outline(trim: Rect, holes: Sequence[tuple[float, float]]) -> PathData | None:
    """A rectangle needs none; with holes it is the edge and a ring for each."""
    if not holes:
        return None
    return PathBuilder().add(rect_path(trim)).add(rings(holes)).done()
