"""Large pieces: one per page, or in tiles if a piece is larger than the paper.

A piece that fits is in the middle of its page, with its back on the other side; copies of a piece
without back and outline share a page. An assembly page precedes the tiles of a piece. Tiles have no
backs, and a product with a tiled piece is printed on one side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import msgspec
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, translation
from printkit.base.options import LENGTH, Option
from printkit.graphics.display_list import Group, Item, Symbol, Use, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathData, rect_path
from printkit.imposition.assembly import assembly_page
from printkit.imposition.card_sheets import LONG, SHORT, back_place, place_matrix
from printkit.imposition.grid import (
    MIN_MARK,
    SHEET_OPTIONS,
    SheetGrid,
    SheetSpec,
    grid_candidates,
    margin_strips,
    orientations,
    sheet_spec,
)
from printkit.imposition.marks import (
    INK,
    SlugLine,
    corner_guides,
    crop_marks,
    cut_lines,
    cut_outlines,
    draw_ruler,
    draw_slug,
    safe_outlines,
)
from printkit.imposition.page import ART, CORNERS, CUT, FOLD, LABEL, MARKS, SAFE, Cell, Layer, Page
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.tile_marks import FOLD_DASH, OUTLINE_DASH, dashed_lines, tile_marks
from printkit.imposition.tiling import Region, Tile, Tiling, find_tiling
from printkit.imposition.whole_pages import die_lines
from printkit.layout.fit_text import FitStyle, require_text
from printkit.pieces.options import MARGIN, PAPER
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, RenderOptions

TILE_OVERLAP: Option[float] = Option("tile-overlap", LENGTH, "paper", 10.0, minimum=0, maximum=30)
_TILE_NAME = FitStyle(TITLE_BOLD, 6.2, 2.2)


def tile_pieces(
    pieces: Sequence[Piece], spec: SheetSpec, overlap: float, slug: SlugLine
) -> ImposedPages:
    """Impose the pieces in turn. Raises PrintkitError if the paper is too small."""
    alone = any(piece.back for piece in pieces)
    plans = [
        (
            piece,
            (None if alone else _copies_grid(piece, spec)) or _choose_layout(piece, spec, overlap),
        )
        for piece in pieces
        if piece.copies
    ]
    if not plans:
        raise PrintkitError("There is nothing to print.", hint="Give a piece at least one copy.")
    whole = all(isinstance(plan, SheetGrid) for _, plan in plans)
    backs = whole and spec.duplex in (LONG, SHORT) and any(piece.back for piece, _ in plans)
    count = sum(_count_sheets(piece, plan) for piece, plan in plans)
    maker = _PageBuilder(spec, slug, count, backs)
    pages: list[Page] = []
    number = 1
    for piece, plan in plans:
        pages += maker.pages(piece, plan, number)
        number += _count_sheets(piece, plan)
    cuts = sum(_count_cuts(piece, plan) for piece, plan in plans)
    return ImposedPages(tuple(pages), count, cuts, spec.duplex if backs else None)


def _copies_grid(piece: Piece, spec: SheetSpec) -> SheetGrid | None:
    """Return the fullest grid of copies of a piece with straight edges.

    Return None if two copies do not fit on a sheet.
    """
    if piece.copies < 2 or piece.outline or piece.folds or piece.cut_guides:
        return None
    best: SheetGrid | None = None
    flat = replace(spec, duplex=LONG)
    for grid in grid_candidates(flat, piece.width, piece.height):
        if 1 < grid.capacity <= piece.copies and (best is None or grid.capacity > best.capacity):
            best = grid if margin_strips(grid, min(spec.bleed, piece.bleed_extent)) else best
    return best


def _choose_layout(piece: Piece, spec: SheetSpec, overlap: float) -> SheetGrid | Tiling:
    """Return the place of a piece on the paper, or its tiles if it does not fit."""
    paper, bleed = spec.paper, min(spec.bleed, piece.bleed_extent)
    for media in orientations(paper):
        printable = media.inset(spec.margin)
        for place in _candidate_places(piece, media, printable.inset(MIN_MARK)):
            grid = SheetGrid(media, printable, 1, 1, piece.width, piece.height, 0.0, place, None)
            if printable.inset(MIN_MARK).contains(place) and margin_strips(grid, bleed):
                return grid
    trim = Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)
    region = Region(piece.outline) if piece.outline else None
    return find_tiling(trim, region, paper, spec.margin, bleed, overlap)


def _candidate_places(piece: Piece, media: Rect, available: Rect) -> list[Rect]:
    """Return the candidate places of a piece: in the middle; without a back also at head and left.

    There one strip of the margin holds slug line and ruler.
    """
    x, y = (media.w - piece.width) / 2, (media.h - piece.height) / 2
    corners = [(x, y)] if piece.back else [(x, y), (x, available.y), (available.x, y)]
    return [Rect(*corner, piece.width, piece.height) for corner in corners]


def _count_sheets(piece: Piece, plan: SheetGrid | Tiling) -> int:
    """Return the number of sheets, assembly page included."""
    if isinstance(plan, SheetGrid):
        return -(-piece.copies // plan.capacity)
    tiles = len(plan.tiles)
    return piece.copies * tiles + (tiles > 1)


def _count_cuts(piece: Piece, plan: SheetGrid | Tiling) -> int:
    """Return the number of straight cuts of all copies; touching copies share one."""
    if isinstance(plan, SheetGrid) and plan.capacity > 1:
        return sum(
            cut_lines(_copy_cells(plan, count)).count for count in _copies_per_sheet(piece, plan)
        )
    outline = piece.needed or piece.outline
    own = _count_edges(outline) if outline else 4
    return piece.copies * (own + (plan.cuts if isinstance(plan, Tiling) else 0))


def _copies_per_sheet(piece: Piece, grid: SheetGrid) -> list[int]:
    """Return the number of copies on each sheet."""
    full, rest = divmod(piece.copies, grid.capacity)
    return [grid.capacity] * full + [rest] * bool(rest)


def _copy_cells(grid: SheetGrid, count: int) -> list[Rect]:
    """Return the trims of `count` copies on a sheet."""
    return [grid.cell(i) for i in range(count)]


def _count_edges(outline: PathData) -> int:
    """Return the number of straight lines of an outline, closing lines of length 0 excluded."""
    edges, i = 0, 0
    start: tuple[float, ...] = ()
    for step in outline.steps:
        if step == "Z":
            edges += outline.coords[i - 2 : i] != start
            continue
        i += 6 if step == "C" else 2
        edges += step == "L"
        start = outline.coords[i - 2 : i] if step == "M" else start
    return edges


class _PageBuilder(msgspec.Struct, frozen=True):
    """Builds the pages of one product."""

    spec: SheetSpec
    caption: SlugLine
    count: int
    backs: bool

    def pages(self, piece: Piece, plan: SheetGrid | Tiling, number: int) -> Iterator[Page]:
        """Yield all pages of a piece; its sheets are numbered from `number`."""
        if isinstance(plan, Tiling):
            yield from self._tiled_pages(piece, plan, number)
            return
        for i, count in enumerate(_copies_per_sheet(piece, plan), number):
            yield self._front_page(piece, plan, i, count)
            if self.backs:
                yield self._back_page(piece, plan, i)

    # --- pieces that fit --------------------------------------------------------------------

    def _front_page(self, piece: Piece, grid: SheetGrid, number: int, count: int) -> Page:
        trims = _copy_cells(grid, count)
        block = reduce(Rect.union, trims)
        side, name = ("front", f"{number:02d}a") if self.backs else ("alone", f"{number:02d}")
        words = self._slug_texts(piece, number, side)
        window = self._visible_area(piece, grid, block)
        bleed = min(self.spec.bleed, piece.bleed_extent)
        art: list[Item] = []
        for trim in trims:  # the bleed ends halfway to a neighbour
            own = trim.inset(-min(bleed, grid.gap / 2)) if grid.capacity > 1 else window
            art.append(
                _clip_drawing(
                    piece.front,
                    translation(*trim.centre),
                    _extend_to_window(own, trim, block, window),
                )
            )
        layers = (
            Layer(ART, tuple(art)),
            *self._margin_layers(
                piece, grid, trims, words, _draw_own_lines(piece, trims[0], window)
            ),
            *self._guide_layers(piece, trims, window),
        )
        cells = tuple(Cell(trim, piece, back=False) for trim in trims)
        return Page(grid.media, window, block, layers, name, words[0], count, False, cells)

    def _back_page(self, piece: Piece, grid: SheetGrid, number: int) -> Page:
        """Return the other side, which is empty for a piece without a back."""
        trim, turned = back_place(grid, grid.block, self.spec.duplex)
        words = self._slug_texts(piece, number, "back")
        window = self._visible_area(piece, grid, trim)
        art: tuple[Item, ...] = ()
        cells: tuple[Cell, ...] = ()
        if piece.back is not None:
            matrix = place_matrix(trim, turned=turned)
            art = (_clip_drawing(piece.back, matrix, window),)
            cells = (Cell(trim, piece, back=True),)
        # Outlines are cut from the front.
        layers = (Layer(ART, art), *self._margin_layers(piece, grid, [trim], words, []))
        name = f"{number:02d}b"
        return Page(grid.media, window, trim, layers, name, words[0], 0, True, cells)

    def _visible_area(self, piece: Piece, grid: SheetGrid, trim: Rect) -> Rect:
        """Return the trim with its bleed inside the printable area."""
        bleed = min(self.spec.bleed, piece.bleed_extent)
        return trim.inset(-bleed).intersection(grid.printable)

    def _margin_layers(
        self, piece: Piece, grid: SheetGrid, trims: list[Rect], words: list[str], lines: list[Item]
    ) -> tuple[Layer, ...]:
        """Return slug line, ruler and cut marks; a piece with an outline has no marks."""
        bleed = min(self.spec.bleed, piece.bleed_extent)
        free = margin_strips(grid, bleed)
        assert free is not None
        if not piece.outline:
            lines = [*lines, *crop_marks(grid, cut_lines(trims), bleed, free)]
        return (
            Layer(LABEL, tuple(draw_slug(free.label, words))),
            Layer(MARKS, (*lines, *draw_ruler(free.ruler))),
        )

    # --- pieces in tiles --------------------------------------------------------------------

    def _tiled_pages(self, piece: Piece, tiling: Tiling, number: int) -> Iterator[Page]:
        """Yield the assembly page, then the tiles of each copy."""
        region = Region(piece.outline) if piece.outline else None
        if len(tiling.tiles) > 1:
            words = self._slug_texts(piece, number, "alone")
            yield assembly_page(piece, tiling, self.caption, words, f"{number:02d}")
            number += 1
        for _ in range(piece.copies):
            for tile in tiling.tiles:
                yield self._tile_page(piece, tiling, tile, region, number)
                number += 1

    def _tile_page(
        self, piece: Piece, tiling: Tiling, tile: Tile, region: Region | None, number: int
    ) -> Page:
        dx, dy = tiling.place(tile)
        window = tile.window.moved(dx, dy)
        trim = tiling.trim.moved(dx, dy)
        words = self._slug_texts(piece, number, "alone")
        title, name = words[0], f"{number:02d}"
        named = draw_slug(tiling.foot.label, words)
        if len(tiling.tiles) > 1:
            title, name = f"{tile.name}\u00a0· {title}", f"{name}-{tile.name.lower()}"
            named += require_text(tile.name, _TILE_NAME, tiling.foot.name, INK)
        marks = tile_marks(tiling, tile, region, self.caption.language)
        layers = (
            Layer(ART, (_clip_drawing(piece.front, translation(dx, dy), window),)),
            Layer(LABEL, tuple(named)),
            Layer(
                MARKS,
                (
                    *_draw_own_lines(piece, trim, window),
                    transformed(marks, translation(dx, dy)),
                    *draw_ruler(tiling.foot.ruler),
                ),
            ),
            *self._guide_layers(piece, [trim], window),
        )
        # A piece counts once: on its first tile.
        cards = int(tile == tiling.tiles[0])
        return Page(tiling.media, window, trim.intersection(window), layers, name, title, cards)

    # --- both -------------------------------------------------------------------------------

    def _slug_texts(self, piece: Piece, number: int, side: str) -> list[str]:
        """Return the slug lines, from the longest to the shortest, with the name of the piece."""
        caption, title = self.caption, piece.title
        if title.casefold().startswith(caption.product.casefold()):
            return replace(caption, product=title).lines(number, self.count, side)
        full, *short = replace(caption, product=f"{caption.product}\u00a0· {title}").lines(
            number, self.count, side
        )
        less = replace(caption, product=title).lines(number, self.count, side)[0]
        return [full, less, *short]

    def _guide_layers(self, piece: Piece, trims: list[Rect], window: Rect) -> tuple[Layer, ...]:
        """Return corners, cut lines and safe area in layers, clipped to the window."""
        spec = self.spec
        lines = die_lines(piece, trims[0])
        if not piece.outline:
            lines[CUT] = list(cut_outlines(trims, piece.shape))
            lines[SAFE] = safe_outlines(trims, piece.shape)
            lines[CORNERS] = corner_guides(trims, piece.shape)
        shown = ((CORNERS, spec.corners), *((name, spec.proof) for name in (CUT, FOLD, SAFE)))
        return tuple(
            Layer(name, (Group(tuple(lines[name]), clip=rect_path(window)),), visible)
            for name, visible in shown
            if lines.get(name)
        )


def _clip_drawing(symbol: Symbol, matrix: Matrix, window: Rect) -> Item:
    """Return a drawing clipped to the window."""
    return Group((Use(symbol, matrix),), clip=rect_path(window))


def _extend_to_window(own: Rect, trim: Rect, block: Rect, window: Rect) -> Rect:
    """Return the visible area of a copy, out to the window on sides without a neighbour."""
    x = window.x if trim.x < block.x + 0.01 else own.x
    y = window.y if trim.y < block.y + 0.01 else own.y
    right = window.right if trim.right > block.right - 0.01 else own.right
    bottom = window.bottom if trim.bottom > block.bottom - 0.01 else own.bottom
    return Rect(x, y, right - x, bottom - y)


def _draw_own_lines(piece: Piece, trim: Rect, window: Rect) -> list[Item]:
    """Draw the guides of the piece, else its outline and folds, clipped to the window."""
    lines: list[Item] = list(piece.cut_guides)
    if piece.folds and not piece.cut_guides:
        lines += dashed_lines(piece.folds, FOLD_DASH)
    if piece.outline and not piece.cut_guides:
        lines += dashed_lines(piece.outline, OUTLINE_DASH)
    if not lines:
        return []
    return [Group((transformed(lines, translation(*trim.centre)),), clip=rect_path(window))]


def _page_area(options: RenderOptions) -> tuple[float, float]:
    paper, around = paper_sizes.paper(options[PAPER]), 2 * options[MARGIN]
    return paper.w - around, paper.h - around


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    return tile_pieces(pieces, sheet_spec(options), options[TILE_OVERLAP], slug)


IMPOSITIONS = (Imposition(TILED_PAGES, _impose, (*SHEET_OPTIONS, TILE_OVERLAP), _page_area),)
