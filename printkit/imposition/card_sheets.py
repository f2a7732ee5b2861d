"""Sheets of pieces in a grid, front and back; and sheets of cards.

Pages are in printing order (front, back, front, back …). Imposition happens here, never in a
writer.

Every back is placed by `back_place`. Turning a sheet over a vertical axis mirrors columns; over a
horizontal axis it mirrors rows, and the back is rotated by 180° so that it is upright on a card
turned sideways. The long edge of a landscape sheet is a horizontal axis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, half_rotation, translation
from printkit.base.printer_profile import SHORT, TURNS
from printkit.graphics.display_list import Group, Item, Symbol, Use
from printkit.graphics.fonts import cached_by_fonts
from printkit.graphics.path import STRAIGHT_CUT, PathData, rect_path
from printkit.imposition.grid import SheetGrid, SheetSpec, find_grid, margin_strips, tell_lost_room
from printkit.imposition.marks import (
    SlugLine,
    corner_guides,
    crop_marks,
    cut_lines,
    cut_outlines,
    draw_ruler,
    draw_slug,
    fold_line,
    registration_marks,
    safe_outlines,
)
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.sheet_options import SHEET_OPTIONS, sheet_spec
from printkit.pieces.options import CUT_MARKS, FOLD, NO_BACKS, NO_MARKS, OUTER_BLEED
from printkit.pieces.pages import ART, CORNERS, CUT, LABEL, MARKS, SAFE, Cell, Layer, Page
from printkit.pieces.piece import Piece
from printkit.pieces.product import CARD_SHEETS, RenderOptions


class BackPlace(NamedTuple):
    """The trim of a back on its side of the sheet; `turned` if it is rotated by 180°."""

    rect: Rect
    turned: bool


def back_place(grid: SheetGrid, cell: Rect, mode: str) -> BackPlace:
    """Return the place of the back behind `cell` of the front."""
    if mode == FOLD:
        return BackPlace(grid.folded(cell), turned=True)
    if (mode == SHORT) == grid.landscape:
        return BackPlace(cell._replace(x=grid.media.w - cell.right), turned=False)
    return BackPlace(cell._replace(y=grid.media.h - cell.bottom), turned=True)


@lru_cache(maxsize=256)  # the same on each sheet
def place_matrix(rect: Rect, *, turned: bool) -> Matrix:
    """Return the matrix that centres a drawing in a rectangle."""
    x, y = rect.centre
    return half_rotation(x / 2, y / 2) if turned else translation(x, y)


# The suffix of each side in the names of pages.
_SIDES = {"front": "a", "back": "b", "both": ""}


class PlacedSide(Struct, frozen=True):
    """One side of a piece in its cell; `turned` if it is upside down there."""

    piece: Piece
    symbol: Symbol
    cell: Rect
    turned: bool = False
    back: bool = False

    def draw(self, clip: PathData) -> Item:
        """Draw the side in its cell, within a clip."""
        return Group((Use(self.symbol, place_matrix(self.cell, turned=self.turned)),), clip=clip)


class SheetSide(Struct, frozen=True):
    """One side of a sheet: its sheet's number, front, back or both, and its number of pieces.

    `places` are the sides of pieces on it, `cut` the cells to cut, `words` the slug lines.
    """

    number: int
    side: str
    pieces: int
    places: tuple[PlacedSide, ...]
    cut: tuple[Rect, ...]
    words: list[str]

    def make_page(
        self, grid: SheetGrid, trims: Sequence[Rect], bleed: float, layers: Sequence[Layer]
    ) -> Page:
        """Return the page; `trims` are those of `places`."""
        trim = reduce(Rect.union, trims) if trims else grid.block
        window = trim.inset(-bleed).intersection(grid.printable)
        name, title = f"{self.number:02d}{_SIDES[self.side]}", self.words[0]
        back, pairs = self.side == "back", zip(trims, self.places, strict=True)
        cells = tuple(Cell(own, place.piece, place.back) for own, place in pairs)
        page = Page(grid.media, window, trim, tuple(layers), name, title, self.pieces, back, cells)
        return page.as_picture() if grid.marks == NO_MARKS else page


def impose_sheets(
    pieces: Sequence[Piece],
    grid: SheetGrid,
    duplex: str,
    slug: SlugLine,
    count_cuts: Callable[[Sequence[Rect]], int],
    build_page: Callable[[SheetSide], Page],
) -> ImposedPages:
    """Impose all copies of pieces on a grid, fronts and backs."""
    printed = [piece for piece in pieces for _ in range(piece.copies)]
    cells = tuple(grid.cell(i) for i in range(grid.capacity))
    count, cuts = -(-len(printed) // grid.capacity), 0
    pages: list[Page] = []
    for number in range(1, count + 1):
        chunk = printed[(number - 1) * grid.capacity : number * grid.capacity]
        cut = cells[: len(chunk)]
        cuts += count_cuts(cut) if grid.marks == CUT_MARKS else 0  # the others are a machine's
        for side, places in _place_sides(chunk, cut, grid, duplex):
            own = tuple(place.cell for place in places) if side == "back" else cut
            words = slug.lines(number, count, side)
            pages.append(build_page(SheetSide(number, side, len(chunk), places, own, words)))
    folded = duplex == FOLD and any(piece.back is not None for piece in pieces)
    turned = duplex if duplex in TURNS else None
    return ImposedPages(tuple(pages), count, cuts, turned, folded)


def _place_sides(
    pieces: Sequence[Piece], cells: Sequence[Rect], grid: SheetGrid, duplex: str
) -> list[tuple[str, tuple[PlacedSide, ...]]]:
    """Return the sides of a sheet with their names: front and back, or both in one."""
    pairs = list(zip(pieces, cells, strict=True))
    fronts = tuple(PlacedSide(piece, piece.front, cell) for piece, cell in pairs)
    if duplex == NO_BACKS:
        return [("front", fronts)]
    backs = tuple(
        PlacedSide(piece, piece.back, *back_place(grid, cell, duplex), back=True)
        for piece, cell in pairs
        if piece.back is not None
    )
    return [("both", fronts + backs)] if duplex == FOLD else [("front", fronts), ("back", backs)]


# --- sheets of cards -----------------------------------------------------------------------------


def impose_cards(pieces: Sequence[Piece], spec: SheetSpec, slug: SlugLine) -> ImposedPages:
    """Impose pieces of one trim size on sheets. Raises PrintkitError."""
    first = next((piece for piece in pieces if piece.copies), None)
    if first is None:
        raise PrintkitError("There is nothing to print.", hint="Give a card at least one copy.")
    grid = find_grid(spec, first.width, first.height)
    builder = _CardPageBuilder(grid, spec, first.shape, first.safe_margin)
    imposed = impose_sheets(pieces, grid, spec.duplex, slug, builder.count_cuts, builder.build_page)
    lost = tell_lost_room(spec, grid, sum(piece.copies for piece in pieces))
    return replace(imposed, notices=(lost,)) if lost else imposed


class _SideFurniture(Struct, frozen=True):
    """Clips, marks, ruler, guides and label strip of a side."""

    clips: tuple[PathData, ...]
    fixed: tuple[Layer, ...]
    label: Rect


class _CardPageBuilder(Struct, frozen=True):
    """Builds the pages of one deck."""

    grid: SheetGrid
    spec: SheetSpec
    shape: str
    safe_margin: float

    def count_cuts(self, cells: Sequence[Rect]) -> int:
        """Return the number of straight cuts that free the cards in these cells."""
        return cut_lines(cells).count + (4 * len(cells) if self.shape in STRAIGHT_CUT else 0)

    def build_page(self, sheet: SheetSide) -> Page:
        """Build the page of a side."""
        cells = tuple(place.cell for place in sheet.places)
        fronts = tuple(place.cell for place in sheet.places if not place.back)
        own = self._build_side(cells, sheet.cut, fronts)
        art = tuple(map(PlacedSide.draw, sheet.places, own.clips))
        label = Layer(LABEL, tuple(draw_slug(own.label, sheet.words)))
        layers = (Layer(ART, art), label, *own.fixed)
        return sheet.make_page(self.grid, cells, self.spec.bleed, layers)

    @cached_by_fonts(64)  # most sheets of a deck are alike
    def _build_side(
        self, cells: tuple[Rect, ...], cut: tuple[Rect, ...], fronts: tuple[Rect, ...]
    ) -> _SideFurniture:
        grid, spec = self.grid, self.spec
        free = margin_strips(grid, spec.bleed)
        assert free is not None
        marks = crop_marks(grid, cut_lines(cut), spec.bleed, free)
        if grid.fold is not None:
            marks += fold_line(grid, free)
        if fronts:  # a machine looks for its marks on the side that it cuts
            marks += registration_marks(grid)
        lines = Symbol("marks", (*marks, *draw_ruler(free.ruler)), grid.media)
        return _SideFurniture(
            clips=tuple(rect_path(self._bleed_area(cell, cells)) for cell in cells),
            fixed=(
                Layer(MARKS, (Use(lines),)),
                self._corner_layer(cells, fronts),
                Layer(CUT, tuple(cut_outlines(cells, self.shape)), spec.proof),
                Layer(SAFE, tuple(safe_outlines(cells, self.shape, self.safe_margin)), spec.proof),
            ),
            label=free.label,
        )

    def _corner_layer(self, cells: tuple[Rect, ...], fronts: tuple[Rect, ...]) -> Layer:
        """Return the corner guides.

        Guides for straight cuts are always visible, and only on fronts, because cuts are made from
        there.
        """
        straight = self.shape in STRAIGHT_CUT and self.spec.marks == CUT_MARKS
        guides = corner_guides(fronts if straight else cells, self.shape)
        return Layer(CORNERS, tuple(guides), straight or self.spec.corners)

    def _bleed_area(self, trim: Rect, cells: tuple[Rect, ...]) -> Rect:
        """Return the trim with its bleed, which ends halfway to a neighbour."""
        bleed = self.spec.bleed
        own = self.spec.inner_bleed
        inner = min(bleed if own is None else own, self.spec.gap / 2)
        probe = self.spec.gap + 0.5

        def out(dx: float, dy: float) -> float:
            moved = trim.moved(dx * probe, dy * probe)
            beside = any(cell is not trim and moved.intersects(cell) for cell in cells)
            return inner if beside else bleed

        grown = trim.outset(out(-1, 0), out(0, -1), out(1, 0), out(0, 1))
        return grown.intersection(self.grid.printable)


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    spec, outer = sheet_spec(options), options[OUTER_BLEED]
    if outer is not None:
        spec = replace(spec, bleed=outer, inner_bleed=spec.bleed)
    return impose_cards(pieces, spec, slug)


SHEETS_OF_CARDS = Imposition(CARD_SHEETS, _impose, (*SHEET_OPTIONS, OUTER_BLEED))
