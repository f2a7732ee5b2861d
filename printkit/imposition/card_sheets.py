"""Sheets of cards: pieces of one size in a grid, with what is between and around them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Symbol, Use
from printkit.graphics.path import STRAIGHT_CUT, PathData, rect_path
from printkit.imposition.grid import SheetGrid, SheetSpec, find_grid, margin_strips
from printkit.imposition.marks import (
    corner_guides,
    crop_marks,
    cut_lines,
    cut_outlines,
    draw_ruler,
    fold_line,
    safe_outlines,
)
from printkit.imposition.page import ART, CORNERS, CUT, LABEL, MARKS, SAFE, Layer, Page
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.sheet_options import SHEET_OPTIONS, sheet_spec
from printkit.imposition.sheets import ImposedSheets, PlacedSide, SheetSide, impose_sheets
from printkit.imposition.slug_line import SlugLine, draw_slug
from printkit.pieces.piece import Piece
from printkit.pieces.product import CARD_SHEETS, RenderOptions


def impose_cards(pieces: Sequence[Piece], spec: SheetSpec, slug: SlugLine) -> ImposedSheets:
    """Impose the pieces on sheets. All must have one trim size. Raises PrintkitError."""
    first = next((piece for piece in pieces if piece.copies), None)
    if first is None:
        raise PrintkitError("There is nothing to print.", hint="Give a card at least one copy.")
    grid = find_grid(spec, first.width, first.height)
    maker = _CardPageMaker(grid, spec, first.shape)
    return impose_sheets(pieces, grid, spec.duplex, slug, maker.count_cuts, maker.build_page)


class _SideFurniture(Struct, frozen=True):
    """What the same cells need on every sheet: clips, marks, ruler, guides, boxes.

    Most sheets of a deck are alike, so a side is made once for each set of cells.
    """

    clips: tuple[PathData, ...]
    fixed: tuple[Layer, ...]
    label: Rect


class _CardPageMaker(Struct):
    """Builds the pages of one product."""

    grid: SheetGrid
    spec: SheetSpec
    shape: str
    made: dict[tuple[tuple[Rect, ...], tuple[Rect, ...], str], _SideFurniture] = field(
        default_factory=dict
    )

    def count_cuts(self, cells: Sequence[Rect]) -> int:
        """Return the straight cuts that free the cards in these cells."""
        return cut_lines(cells).count + (4 * len(cells) if self.shape in STRAIGHT_CUT else 0)

    def build_page(self, sheet: SheetSide) -> Page:
        """Build the page of a side."""
        cells = tuple(place.cell for place in sheet.places)
        key = cells, sheet.cut, sheet.side
        if key not in self.made:
            fronts = tuple(place.cell for place in sheet.places if not place.back)
            self.made[key] = self._build_side(cells, sheet.cut, fronts)
        own = self.made[key]
        art = tuple(map(PlacedSide.draw, sheet.places, own.clips))
        label = Layer(LABEL, tuple(draw_slug(own.label, sheet.words)))
        layers = (Layer(ART, art), label, *own.fixed)
        return sheet.make_page(self.grid, cells, self.spec.bleed, layers)

    def _build_side(
        self, cells: tuple[Rect, ...], cut: tuple[Rect, ...], fronts: tuple[Rect, ...]
    ) -> _SideFurniture:
        grid, spec = self.grid, self.spec
        free = margin_strips(grid, spec.bleed)
        assert free is not None
        marks = crop_marks(grid, cut_lines(cut), spec.bleed, free)
        if grid.fold is not None:
            marks += fold_line(grid, free)
        lines = Symbol("marks", (*marks, *draw_ruler(free.ruler)), grid.media)
        return _SideFurniture(
            clips=tuple(rect_path(self._bleed_area(cell, cells)) for cell in cells),
            fixed=(
                Layer(MARKS, (Use(lines),)),
                self._corner_layer(cells, fronts),
                Layer(CUT, tuple(cut_outlines(cells, self.shape)), spec.proof),
                Layer(SAFE, tuple(safe_outlines(cells, self.shape)), spec.proof),
            ),
            label=free.label,
        )

    def _corner_layer(self, cells: tuple[Rect, ...], fronts: tuple[Rect, ...]) -> Layer:
        """Return the guides of the corners; straight cuts are always shown, on fronts alone, since
        they are made from there.
        """
        straight = self.shape in STRAIGHT_CUT
        guides = corner_guides(fronts if straight else cells, self.shape)
        return Layer(CORNERS, tuple(guides), straight or self.spec.corners)

    def _bleed_area(self, trim: Rect, cells: tuple[Rect, ...]) -> Rect:
        """Return the trim with its bleed: half the gap towards a neighbour, the whole bleed
        elsewhere.
        """
        bleed = self.spec.bleed
        inner = min(bleed, self.spec.gap / 2)
        probe = self.spec.gap + 0.5

        def out(dx: float, dy: float) -> float:
            moved = trim.moved(dx * probe, dy * probe)
            beside = any(cell is not trim and moved.intersects(cell) for cell in cells)
            return inner if beside else bleed

        grown = trim.outset(out(-1, 0), out(0, -1), out(1, 0), out(0, 1))
        return grown.intersection(self.grid.printable)


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    return impose_cards(pieces, sheet_spec(options), slug)


IMPOSITION = Imposition(CARD_SHEETS, _impose, SHEET_OPTIONS)
