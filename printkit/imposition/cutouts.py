"""Sheets of small pieces with an outline of their own, cut out one by one.

For a knife, straight cuts free hexagons, and rounds are in squares, each with a hairline; for a
punch all are in squares that it can grip, with ticks. On sheets of labels each side is a sticker.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, half_rotation, scaling, translation
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData
from printkit.imposition.card_sheets import ImposedSheets
from printkit.imposition.duplex import FOLD, NONE, back_place
from printkit.imposition.grid import (
    MarginStrips,
    PieceKind,
    SheetGrid,
    SheetSpec,
    best_grid,
    grid_candidates,
    margin_strips,
)
from printkit.imposition.hex_grid import (
    bleed_outline,
    find_hex_grid,
    hex_cuts,
    hex_marks,
    max_bleed,
)
from printkit.imposition.label_sheets import LABEL_OPTIONS, impose_labels
from printkit.imposition.marks import (
    CUT_COLOUR,
    SAFE_COLOUR,
    crop_marks,
    cut_lines,
    draw_guides,
    draw_ruler,
    fold_line,
)
from printkit.imposition.page import ART, CORNERS, CUT, LABEL, MARKS, SAFE, Cell, Layer, Page
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.sheet_options import (
    CUT_TOOL,
    KNIFE,
    PUNCH,
    SHEET_OPTIONS,
    sheet_spec,
    turned_edge,
)
from printkit.imposition.slug_line import SlugLine, draw_slug
from printkit.products.common_options import DUPLEX, HEX, LABEL_SHEET, TOKEN_SHAPE, TOKEN_SIZE
from printkit.products.piece import Piece
from printkit.products.product import CUTOUTS, RenderOptions

# The gap between neighbours: at least for a knife or scissors; for a punch to grip.
_KNIFE_GAP = 2.0
_PUNCH_GAP = 6.0
# How far print extends past what a punch cuts; the gap from there to a tick.
_PUNCH_BLEED = 1.5
_TICK_GAP = 0.25
# How far print runs past a token that is cut out of its label (mm): it stays on the label.
_LABEL_BLEED = 0.8
_FAINT = Colour("#8c8c8c")
_TOKEN = PieceKind("token", "--token-size")
_SIDES = {"front": "a", "back": "b", "both": ""}


class CutoutSpec(msgspec.Struct, frozen=True):
    """The sheets, the cut tool, and whether the pieces are hexagons."""

    sheet: SheetSpec
    cut: str = KNIFE
    hexagonal: bool = False


def impose_cutouts(pieces: Sequence[Piece], spec: CutoutSpec, slug: SlugLine) -> ImposedSheets:
    """Impose the pieces on sheets. All must have one outline. Raises PrintkitError.

    The cuts are the straight ones and every round that is cut or punched by itself.
    """
    printed = [piece for piece in pieces for _ in range(piece.copies)]
    if not printed:
        raise PrintkitError("There is nothing to cut out.", hint="Give a token at least one copy.")
    plan = _choose_layout(printed[0], spec)
    grid = plan.grid
    count = -(-len(printed) // grid.capacity)
    imposer = _CutoutImposer(plan, spec, slug, count)
    pages: list[Page] = []
    cuts = 0
    for number in range(count):
        chunk = printed[number * grid.capacity : (number + 1) * grid.capacity]
        cells = [grid.cell(i) for i in range(len(chunk))]
        cuts += plan.cuts(cells)
        pages += imposer.sheet(number + 1, chunk, cells)
    return ImposedSheets(tuple(pages), count, cuts, grid)


def impose_stickers(pieces: Sequence[Piece], *, backs: bool, cut_out: bool) -> list[Symbol]:
    """Return both sides of every piece, one after the other, clipped to its outline.

    With `cut_out` the label is larger than the piece, which is cut out along a hairline.
    """
    result: list[Symbol] = []
    for piece in pieces:
        sides = [piece.front, piece.back] if backs and piece.back is not None else [piece.front]
        made: dict[int, Symbol] = {}
        for side in sides:
            if id(side) not in made:
                made[id(side)] = _draw_sticker(piece, side, cut_out)
        result += [made[id(side)] for side in sides] * piece.copies
    return result


def _draw_sticker(piece: Piece, side: Symbol, cut_out: bool) -> Symbol:
    outline = _outline_of(piece)
    edge = _outset_outline(outline, piece, _LABEL_BLEED if cut_out else 0.0)
    items: list[Item] = [Group((Use(side),), clip=edge)]
    if cut_out:
        items += _draw_guides([outline])
    return Symbol(f"sticker-{side.key}", tuple(items), edge.box(), side.title)


class _CutoutLayout(Protocol):
    """Positions of pieces on a sheet, and how they are freed (a protocol)."""

    @property
    def grid(self) -> SheetGrid: ...

    @property
    def bleed(self) -> float: ...

    @property
    def spill(self) -> float:
        """How far print runs beyond the block of cells."""

    def cuts(self, cells: Sequence[Rect]) -> int:
        """Return the number of cuts that free the pieces in these cells."""

    def marks(self, cells: Sequence[Rect], free: MarginStrips) -> list[Item]:
        """Draw the marks of these cuts."""

    def clip(self, cell: Rect) -> PathData:
        """Return the clip of the drawing in a cell."""


def _choose_layout(piece: Piece, spec: CutoutSpec) -> _CutoutLayout:
    sheet = spec.sheet
    if spec.hexagonal and spec.cut == KNIFE:
        hexes = find_hex_grid(replace(sheet, gap=0.0), piece.width, piece.height, _TOKEN)
        return _HexLayout(hexes, min(sheet.bleed, max_bleed(hexes.cell_w)))
    punched = spec.cut == PUNCH
    apart = max(_PUNCH_GAP if punched else _KNIFE_GAP, sheet.gap)
    within = replace(sheet, gap=0.0, bleed=0.0)
    width, height = piece.width + apart, piece.height + apart
    trim = (piece.width, piece.height)
    grid = best_grid(within, grid_candidates(within, width, height), trim, _TOKEN)
    bleed = min(sheet.bleed, _PUNCH_BLEED) if punched else sheet.bleed
    return _SquareLayout(grid, bleed, piece, punched, spec.hexagonal)


class _HexLayout(msgspec.Struct, frozen=True):
    """Hexagons whose edges are on straight lines."""

    grid: SheetGrid
    bleed: float

    @property
    def spill(self) -> float:
        return self.bleed

    def cuts(self, cells: Sequence[Rect]) -> int:
        return len(hex_cuts(cells))

    def marks(self, cells: Sequence[Rect], free: MarginStrips) -> list[Item]:
        return hex_marks(self.grid, hex_cuts(cells), self.bleed, free)

    def clip(self, cell: Rect) -> PathData:
        return bleed_outline(cell, self.bleed)


class _SquareLayout(msgspec.Struct, frozen=True):
    """Each piece in the middle of a cell that straight cuts free first."""

    grid: SheetGrid
    bleed: float
    piece: Piece
    punched: bool
    hexagonal: bool
    spill: float = 0.0

    def cuts(self, cells: Sequence[Rect]) -> int:
        return cut_lines(cells).count + len(cells)

    def marks(self, cells: Sequence[Rect], free: MarginStrips) -> list[Item]:
        marks = crop_marks(self.grid, cut_lines(cells), 0.0, free)
        return (
            [*marks, _draw_ticks(cells, self._trim_size(), self.bleed)] if self.punched else marks
        )

    def _trim_size(self) -> tuple[float, float]:
        return self.piece.width, self.piece.height

    def clip(self, cell: Rect) -> PathData:
        if self.hexagonal:  # its cell has room enough
            grown = _outset_outline(_outline_of(self.piece), self.piece, self.bleed)
            return grown.transformed(translation(*cell.centre))
        return _clip_circle(cell, self.piece.width / 2 + self.bleed)


class _PlacedCutout(msgspec.Struct, frozen=True):
    """A drawing, its cell and the trim in it, whether it is upside down and is a back."""

    symbol: Symbol
    cell: Rect
    trim: Rect
    outline: PathData
    safe: PathData
    turned: bool
    back: bool = False


class _CutoutImposer(msgspec.Struct, frozen=True):
    """Builds the pages of one product."""

    plan: _CutoutLayout
    spec: CutoutSpec
    caption: SlugLine
    count: int

    def sheet(self, number: int, chunk: Sequence[Piece], cells: Sequence[Rect]) -> list[Page]:
        """Return the pages of one sheet: its front and, if it has one, its back."""
        mode = self.spec.sheet.duplex
        pairs = list(zip(chunk, cells, strict=True))
        fronts = [_place_piece(piece, piece.front, cell) for piece, cell in pairs]
        if mode == NONE:
            return [self._build_page(number, fronts, cells, "front", len(chunk))]
        backs = []
        for piece, cell in pairs:
            if piece.back is not None:
                rect, turned = back_place(self.plan.grid, cell, mode)
                backs.append(_place_piece(piece, piece.back, rect, turned=turned, back=True))
        if mode == FOLD:
            return [self._build_page(number, [*fronts, *backs], cells, "both", len(chunk))]
        behind = [place.cell for place in backs]
        return [
            self._build_page(number, fronts, cells, "front", len(chunk)),
            self._build_page(number, backs, behind, "back", len(chunk)),
        ]

    def _build_page(
        self,
        number: int,
        places: Sequence[_PlacedCutout],
        cut: Sequence[Rect],
        side: str,
        count: int,
    ) -> Page:
        """Build a page with drawings in their places; `cut` are the cells that are cut out
        of it.
        """
        grid, sheet = self.plan.grid, self.spec.sheet
        free = margin_strips(grid, self.plan.spill)
        assert free is not None
        marks = self.plan.marks(cut, free)
        if grid.fold is not None:
            marks += fold_line(grid, free)
        words = self.caption.lines(number, self.count, side)
        guided = self.spec.cut == KNIFE or sheet.corners
        fronts = [place.outline for place in places if not place.back]
        layers = (
            Layer(ART, tuple(self._draw_placed(place) for place in places)),
            Layer(LABEL, tuple(draw_slug(free.label, words))),
            Layer(MARKS, (*marks, *draw_ruler(free.ruler))),
            Layer(CORNERS, tuple(_draw_guides(fronts)), guided),
            Layer(CUT, _draw_outlines(places), sheet.proof),
            Layer(SAFE, _draw_safe_outlines(places), sheet.proof),
        )
        trim = grid.block if not places else places[0].trim
        for place in places:
            trim = trim.union(place.trim)
        bleed = _intersection(trim.inset(-self.plan.bleed), grid.printable)
        name = f"{number:02d}{_SIDES[side]}"
        cells = tuple(Cell(place.trim, place.symbol, place.back) for place in places)
        back = side == "back"
        return Page(grid.media, bleed, trim, layers, name, words[0], count, back, cells)

    def _draw_placed(self, place: _PlacedCutout) -> Item:
        """Draw a side in its cell, clipped where its bleed ends."""
        cx, cy = place.trim.centre
        matrix = half_rotation(cx / 2, cy / 2) if place.turned else translation(cx, cy)
        return Group((Use(place.symbol, matrix),), clip=self.plan.clip(place.cell))


def _place_piece(
    piece: Piece, symbol: Symbol, cell: Rect, *, turned: bool = False, back: bool = False
) -> _PlacedCutout:
    cx, cy = cell.centre
    trim = Rect(cx - piece.width / 2, cy - piece.height / 2, piece.width, piece.height)
    outline, there = _outline_of(piece), translation(cx, cy)
    safe = _outset_outline(outline, piece, -piece.safe_margin).transformed(there)
    return _PlacedCutout(symbol, cell, trim, outline.transformed(there), safe, turned, back)


def _outline_of(piece: Piece) -> PathData:
    assert piece.outline is not None, "a piece of this form has an outline"
    return piece.outline


def _outset_outline(outline: PathData, piece: Piece, by: float) -> PathData:
    """Return an outline whose sides touch a circle, moved outward by `by`."""
    inner = min(piece.width, piece.height) / 2
    matrix: Matrix = scaling((inner + by) / inner)
    return outline.transformed(matrix)


def _clip_circle(cell: Rect, r: float) -> PathData:
    """Return a circle, clipped at the edges of the square around it."""
    (cx, cy), half = cell.centre, cell.w / 2
    builder = PathBuilder()
    if r <= half:
        return builder.circle(cx, cy, r).done()
    cut = math.degrees(math.acos(half / r))
    for i in range(4):
        builder.arc(cx, cy, r, 90 * i + cut, 90 * i + 90 - cut, join=i > 0)
    return builder.close().done()


def _draw_guides(outlines: Sequence[PathData]) -> list[Item]:
    whole = PathBuilder()
    for outline in outlines:
        whole.add(outline)
    return draw_guides(whole.done())


def _draw_ticks(cells: Sequence[Rect], trim: tuple[float, float], bleed: float) -> Item:
    """Draw four faint ticks around each piece that point to its middle, on what is cut off."""
    builder = PathBuilder()
    width, height = (side / 2 + bleed + _TICK_GAP for side in trim)
    for cell in cells:
        cx, cy = cell.centre
        builder.move(cx - width, cy).line(cell.x, cy).move(cx + width, cy).line(cell.right, cy)
        builder.move(cx, cy - height).line(cx, cell.y).move(cx, cy + height).line(cx, cell.bottom)
    return Path(builder.done(), stroke=Stroke(_FAINT, FINE))


def _draw_outlines(places: Sequence[_PlacedCutout]) -> tuple[Item, ...]:
    """Draw a closed outline for each piece, as a cutting machine takes it."""
    return tuple(Path(place.outline, stroke=Stroke(CUT_COLOUR, FINE)) for place in places)


def _draw_safe_outlines(places: Sequence[_PlacedCutout]) -> tuple[Item, ...]:
    stroke = Stroke(SAFE_COLOUR, FINE, dash=(1.2, 0.8))
    return tuple(Path(place.safe, stroke=stroke) for place in places)


def _intersection(rect: Rect, to: Rect) -> Rect:
    x, y = max(rect.x, to.x), max(rect.y, to.y)
    return Rect(x, y, min(rect.right, to.right) - x, min(rect.bottom, to.bottom) - y)


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    """Impose on sheets to cut, or both sides of each piece on labels."""
    name = options[LABEL_SHEET]
    if name is not None:  # what is smaller than its label is cut out of it
        cut_out = (options[TOKEN_SHAPE], options[TOKEN_SIZE]) != (None, None)
        drawings = impose_stickers(pieces, backs=options[DUPLEX] != NONE, cut_out=cut_out)
        pages = impose_labels(drawings, name, options, f"{slug.game} · {slug.product}")
        return ImposedPages(pages, len(pages), len(drawings) if cut_out else 0)
    spec = CutoutSpec(sheet_spec(options), options[CUT_TOOL], options[TOKEN_SHAPE] == HEX)
    sheets = impose_cutouts(pieces, spec, slug)
    folded = options[DUPLEX] == FOLD and any(piece.back is not None for piece in pieces)
    return ImposedPages(sheets.pages, sheets.sheets, sheets.cuts, turned_edge(options), folded)


IMPOSITION = Imposition(
    CUTOUTS, _impose, (*SHEET_OPTIONS, *LABEL_OPTIONS, CUT_TOOL, TOKEN_SHAPE, TOKEN_SIZE)
)
