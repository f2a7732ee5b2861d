"""Pieces in the cells of sheets: fronts, and their backs on the other side or across a fold.

Pages are in the order of print (front, back, front, back …). Imposition happens here, never in a
writer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from msgspec import Struct

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Group, Item, Symbol, Use
from printkit.graphics.path import PathData
from printkit.imposition.duplex import FOLD, LONG, NONE, SHORT, back_place, place_matrix
from printkit.imposition.grid import SheetGrid
from printkit.imposition.page import Cell, Layer, Page
from printkit.imposition.registry import ImposedPages
from printkit.imposition.slug_line import SlugLine
from printkit.pieces.piece import Piece

# What a page's name adds to the number of its sheet.
_SIDES = {"front": "a", "back": "b", "both": ""}


class ImposedSheets(ImposedPages, frozen=True, kw_only=True):
    """The pages of sheets with a grid."""

    grid: SheetGrid


class PlacedSide(Struct, frozen=True):
    """One side of a piece in its cell, whether it is upside down there and whether it is a back."""

    piece: Piece
    symbol: Symbol
    cell: Rect
    turned: bool = False
    back: bool = False

    def draw(self, clip: PathData) -> Item:
        """Draw it in its cell, clipped where a neighbour begins or the bleed ends."""
        return Group((Use(self.symbol, place_matrix(self.cell, turned=self.turned)),), clip=clip)


class SheetSide(Struct, frozen=True):
    """One side of a sheet: front, back or both; how many pieces the sheet has, what is in its
    places, the cells that are cut out of it."""

    number: int
    side: str
    pieces: int
    places: tuple[PlacedSide, ...]
    cut: tuple[Rect, ...]
    words: list[str]

    def make_page(
        self, grid: SheetGrid, trims: Sequence[Rect], bleed: float, layers: Sequence[Layer]
    ) -> Page:
        """Return its page; `trims` are those of the pieces in its places."""
        trim = reduce(Rect.union, trims) if trims else grid.block
        return Page(
            grid.media,
            trim.inset(-bleed).intersection(grid.printable),
            trim,
            tuple(layers),
            f"{self.number:02d}{_SIDES[self.side]}",
            self.words[0],
            self.pieces,
            self.side == "back",
            tuple(
                Cell(trim, place.piece, place.back)
                for trim, place in zip(trims, self.places, strict=True)
            ),
        )


def impose_sheets(
    pieces: Sequence[Piece],
    grid: SheetGrid,
    duplex: str,
    slug: SlugLine,
    count_cuts: Callable[[Sequence[Rect]], int],
    build_page: Callable[[SheetSide], Page],
) -> ImposedSheets:
    """Impose all copies of pieces on sheets with a grid, each with its front and its back."""
    printed = [piece for piece in pieces for _ in range(piece.copies)]
    cells = tuple(grid.cell(i) for i in range(grid.capacity))
    count, cuts = -(-len(printed) // grid.capacity), 0
    pages: list[Page] = []
    for number in range(1, count + 1):
        chunk = printed[(number - 1) * grid.capacity : number * grid.capacity]
        cut = cells[: len(chunk)]
        cuts += count_cuts(cut)
        for side, places in _place_sides(chunk, cut, grid, duplex):
            own = tuple(place.cell for place in places) if side == "back" else cut
            words = slug.lines(number, count, side)
            pages.append(build_page(SheetSide(number, side, len(chunk), places, own, words)))
    folded = duplex == FOLD and any(piece.back is not None for piece in pieces)
    turned = duplex if duplex in (LONG, SHORT) else None
    return ImposedSheets(tuple(pages), count, cuts, turned, folded, grid=grid)


def _place_sides(
    pieces: Sequence[Piece], cells: Sequence[Rect], grid: SheetGrid, duplex: str
) -> list[tuple[str, tuple[PlacedSide, ...]]]:
    """Return the sides of a sheet by name: its front and its back, or both in one."""
    pairs = list(zip(pieces, cells, strict=True))
    fronts = tuple(PlacedSide(piece, piece.front, cell) for piece, cell in pairs)
    if duplex == NONE:
        return [("front", fronts)]
    backs = tuple(
        PlacedSide(piece, piece.back, *back_place(grid, cell, duplex), back=True)
        for piece, cell in pairs
        if piece.back is not None
    )
    return [("both", fronts + backs)] if duplex == FOLD else [("front", fronts), ("back", backs)]
