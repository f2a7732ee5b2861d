"""Sheets of cards: pieces in a grid, fronts and backs.

Pages are in the order of print (front, back, front, back …). Imposition happens here, never in a
writer.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct, field

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, half_rotation, translation
from printkit.graphics.card_outline import STRAIGHT_CUT
from printkit.graphics.display_list import Group, Item, Symbol, Use
from printkit.graphics.path import PathData, rect_path
from printkit.imposition.duplex import FOLD, NONE, back_place
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
from printkit.imposition.page import ART, CORNERS, CUT, LABEL, MARKS, SAFE, Cell, Layer, Page
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.sheet_options import SHEET_OPTIONS, sheet_spec, turned_edge
from printkit.imposition.slug_line import SlugLine, draw_slug
from printkit.products.common_options import DUPLEX
from printkit.products.piece import Piece
from printkit.products.product import CARD_SHEETS, RenderOptions

# What a page's name adds to the number of its sheet.
_SIDES = {"front": "a", "back": "b", "both": ""}


class ImposedSheets(Struct, frozen=True):
    """Pages, and their number of sheets of paper and of straight cuts."""

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    grid: SheetGrid


class _PlacedSide(Struct, frozen=True):
    """A drawing, the trim of its cell, whether it is upside down there and whether it is a back."""

    symbol: Symbol
    trim: Rect
    turned: bool
    back: bool = False


def impose_cards(pieces: Sequence[Piece], spec: SheetSpec, slug: SlugLine) -> ImposedSheets:
    """Impose the pieces on sheets. All must have one trim size. Raises PrintkitError."""
    printed = [piece for piece in pieces for _ in range(piece.copies)]
    if not printed:
        raise PrintkitError("There is nothing to print.", hint="Give a card at least one copy.")
    first = printed[0]
    grid = find_grid(spec, first.width, first.height)
    count = -(-len(printed) // grid.capacity)
    imposer = _CardImposer(grid, spec, slug, count, first.shape)
    cells = tuple(grid.cell(i) for i in range(grid.capacity))
    pages: list[Page] = []
    cuts = 0
    for number in range(count):
        chunk = printed[number * grid.capacity : (number + 1) * grid.capacity]
        own = cells[: len(chunk)]
        cuts += cut_lines(own).count + (4 * len(own) if first.shape in STRAIGHT_CUT else 0)
        pages += imposer.sheet(number + 1, chunk, own)
    return ImposedSheets(tuple(pages), count, cuts, grid)


class _SideFurniture(msgspec.Struct, frozen=True):
    """What the same cells need on every sheet: clips, marks, ruler, guides, boxes.

    Most sheets of a deck are alike, so a side is made once for each set of cells.
    """

    clips: tuple[PathData, ...]
    fixed: tuple[Layer, ...]
    label: Rect
    trim: Rect
    bleed: Rect


class _CardImposer(msgspec.Struct):
    """Builds the pages of one product."""

    grid: SheetGrid
    spec: SheetSpec
    caption: SlugLine
    count: int
    shape: str
    made: dict[tuple[tuple[Rect, ...], tuple[Rect, ...], str], _SideFurniture] = field(
        default_factory=dict
    )

    def sheet(self, number: int, chunk: Sequence[Piece], cells: tuple[Rect, ...]) -> list[Page]:
        """Return the pages of one sheet: its front and, if it has one, its back."""
        mode = self.spec.duplex
        fronts = [_PlacedSide(p.front, c, False) for p, c in zip(chunk, cells, strict=True)]
        if mode == NONE:
            return [self._build_page(number, fronts, "front", len(chunk), cells)]
        backs = []
        for piece, cell in zip(chunk, cells, strict=True):
            if piece.back is not None:
                rect, turned = back_place(self.grid, cell, mode)
                backs.append(_PlacedSide(piece.back, rect, turned, back=True))
        if mode == FOLD:
            return [self._build_page(number, [*fronts, *backs], "both", len(chunk), cells)]
        back_cells = tuple(place.trim for place in backs)
        return [
            self._build_page(number, fronts, "front", len(chunk), cells),
            self._build_page(number, backs, "back", len(chunk), back_cells),
        ]

    def _build_page(
        self, number: int, places: list[_PlacedSide], side: str, cards: int, cut: tuple[Rect, ...]
    ) -> Page:
        """Build a page with drawings in their places; `cut` are the cells that are cut out
        of it.
        """
        cells = tuple(place.trim for place in places)
        own = self.made.get((cells, cut, side))
        if own is None:
            fronts = tuple(place.trim for place in places if not place.back)
            own = self.made[cells, cut, side] = self._build_side(cells, cut, fronts)
        words = self.caption.lines(number, self.count, side)
        art = tuple(map(_draw_placed, places, own.clips))
        layers = (Layer(ART, art), Layer(LABEL, tuple(draw_slug(own.label, words))), *own.fixed)
        name = f"{number:02d}{_SIDES[side]}"
        media = self.grid.media
        sides = tuple(Cell(place.trim, place.symbol, place.back) for place in places)
        back = side == "back"
        return Page(media, own.bleed, own.trim, layers, name, words[0], cards, back, sides)

    def _build_side(
        self, cells: tuple[Rect, ...], cut: tuple[Rect, ...], fronts: tuple[Rect, ...]
    ) -> _SideFurniture:
        grid, spec = self.grid, self.spec
        free = margin_strips(grid, spec.bleed)
        assert free is not None
        marks = crop_marks(grid, cut_lines(cut), spec.bleed, free)
        if grid.fold is not None:
            marks += fold_line(grid, free)
        trim = _union_of(cells) if cells else grid.block
        return _SideFurniture(
            clips=tuple(rect_path(self._bleed_area(cell, cells)) for cell in cells),
            fixed=(
                Layer(
                    MARKS, (_share_symbol("marks", [*marks, *draw_ruler(free.ruler)], grid.media),)
                ),
                self._corner_layer(cells, fronts),
                Layer(CUT, tuple(cut_outlines(cells, self.shape)), spec.proof),
                Layer(SAFE, tuple(safe_outlines(cells, self.shape)), spec.proof),
            ),
            label=free.label,
            trim=trim,
            bleed=_intersection(trim.inset(-spec.bleed), grid.printable),
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
            moved = trim._replace(x=trim.x + dx * probe, y=trim.y + dy * probe)
            beside = any(cell is not trim and moved.intersects(cell) for cell in cells)
            return inner if beside else bleed

        grown = trim.outset(out(-1, 0), out(0, -1), out(1, 0), out(0, 1))
        return _intersection(grown, self.grid.printable)


def _draw_placed(place: _PlacedSide, clip: PathData) -> Item:
    """Draw a side in its cell, clipped where a neighbour begins or the bleed ends."""
    cx, cy = place.trim.centre
    matrix = half_rotation(cx / 2, cy / 2) if place.turned else translation(cx, cy)
    return Group((Use(place.symbol, matrix),), clip=clip)


def _share_symbol(key: str, items: list[Item], box: Rect) -> Use:
    return Use(Symbol(key, tuple(items), box))


def _union_of(rects: Sequence[Rect]) -> Rect:
    whole = rects[0]
    for rect in rects[1:]:
        whole = whole.union(rect)
    return whole


def _intersection(rect: Rect, to: Rect) -> Rect:
    x, y = max(rect.x, to.x), max(rect.y, to.y)
    return Rect(x, y, min(rect.right, to.right) - x, min(rect.bottom, to.bottom) - y)


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    sheets = impose_cards(pieces, sheet_spec(options), slug)
    folded = options[DUPLEX] == FOLD and any(piece.back is not None for piece in pieces)
    return ImposedPages(sheets.pages, sheets.sheets, sheets.cuts, turned_edge(options), folded)


IMPOSITION = Imposition(CARD_SHEETS, _impose, SHEET_OPTIONS)
