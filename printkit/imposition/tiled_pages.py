"""Large pieces: one per page, or in tiles if a piece is larger than the paper.

A piece that fits is in the middle of its page, with its back on the other side; copies of a piece
without back and outline share a page. An assembly page precedes the tiles of a piece. Tiles have no
backs, and a product with a tiled piece is printed on one side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import itemgetter

import msgspec
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, translation
from printkit.base.options import LENGTH, Option
from printkit.base.printer_profile import LONG, TURNS
from printkit.graphics.display_list import Group, Item, Symbol, Tag, TagStep, Use, transformed
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.path import PathData, rect_path
from printkit.imposition.assembly import assembly_page
from printkit.imposition.card_sheets import back_place, place_matrix
from printkit.imposition.grid import (
    SheetGrid,
    SheetSpec,
    grid_candidates,
    margin_strips,
    orientations,
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
    registration_marks,
    safe_outlines,
)
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.imposition.sheet_options import SHEET_OPTIONS, sheet_spec
from printkit.imposition.tile_marks import FOLD_DASH, OUTLINE_DASH, dashed_lines, tile_marks
from printkit.imposition.tiling import Region, Tile, Tiling, find_tiling
from printkit.imposition.whole_pages import die_lines
from printkit.layout.fit_text import FitStyle, require_text
from printkit.pieces.options import MARGIN, NO_MARKS, PAPER
from printkit.pieces.pages import ART, CORNERS, CUT, FOLD, LABEL, MARKS, SAFE, Cell, Layer, Page
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, RenderOptions

TILE_OVERLAP: Option[float] = Option("tile-overlap", LENGTH, "paper", 10.0, minimum=0, maximum=30)
_TILE_NAME = FitStyle(TITLE_BOLD, 6.2, 2.2)


def tile_pieces(
    pieces: Sequence[Piece], spec: SheetSpec, overlap: float, slug: SlugLine
) -> ImposedPages:
    """Impose the pieces in turn. Raises PrintkitError if the paper is too small."""
    alone = any(piece.back for piece in pieces)
    plans: list[tuple[Piece, SheetSpec, SheetGrid | Tiling]] = []
    for piece in pieces:
        own = replace(spec, bleed=min(spec.bleed, piece.bleed_extent))
        grid = None if alone else _copies_grid(piece, own)
        if piece.copies:
            plans.append((piece, own, grid or _choose_layout(piece, own, overlap)))
    if not plans:
        raise PrintkitError("There is nothing to print.", hint="Give a piece at least one copy.")
    whole = all(isinstance(plan, SheetGrid) for *_, plan in plans)
    backs = whole and spec.duplex in TURNS and any(piece.back for piece, *_ in plans)
    count = sum(_count_sheets(piece, plan) for piece, _, plan in plans)
    pages: list[Page] = []
    number = 1
    for piece, own, plan in plans:
        pages += _PageBuilder(piece, own, slug, count, backs).pages(plan, number)
        number += _count_sheets(piece, plan)
    cuts = sum(_count_cuts(piece, plan) for piece, _, plan in plans)
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
            best = grid if margin_strips(grid, spec.bleed) else best
    return best


def _choose_layout(piece: Piece, spec: SheetSpec, overlap: float) -> SheetGrid | Tiling:
    """Return the place of a piece on the paper, or its tiles if it does not fit."""
    whole: list[tuple[bool, SheetGrid]] = []
    for media in orientations(spec.paper, spec.marks):
        printable, area = media.inset(spec.margin), spec.area(media)
        for place in _candidate_places(piece, media, area):
            size = (1, 1, piece.width, piece.height, 0.0)
            grid = SheetGrid(media, printable, *size, place, None, spec.marks)
            strips = margin_strips(grid, spec.bleed)
            if area.contains(place) and strips:
                whole.append((strips.is_whole, grid))
    if whole:
        return max(whole, key=itemgetter(0))[1]
    trim = Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)
    region = Region(piece.outline) if piece.outline else None
    return find_tiling(trim, region, spec.paper, spec.margin, spec.bleed, overlap)


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
    """Builds the pages of a piece; `count` is the number of all sheets of the product."""

    piece: Piece
    spec: SheetSpec
    caption: SlugLine
    count: int
    backs: bool

    def pages(self, plan: SheetGrid | Tiling, number: int) -> Iterator[Page]:
        """Yield all pages; sheets are numbered from `number`."""
        if isinstance(plan, Tiling):
            yield from self._tiled_pages(plan, number)
            return
        for i, count in enumerate(_copies_per_sheet(self.piece, plan), number):
            yield self._front_page(plan, i, count)
            if self.backs:
                yield self._back_page(plan, i)

    # --- pieces that fit --------------------------------------------------------------------

    def _front_page(self, grid: SheetGrid, number: int, count: int) -> Page:
        trims = _copy_cells(grid, count)
        block = reduce(Rect.union, trims)
        side, name = ("front", f"{number:02d}a") if self.backs else ("alone", f"{number:02d}")
        words = self._slug_texts(number, side)
        window = self._visible_area(grid, block)
        art: list[Item] = []
        for trim in trims:  # the bleed ends halfway to a neighbour
            own = trim.inset(-min(self.spec.bleed, grid.gap / 2)) if grid.capacity > 1 else window
            shown = _extend_to_window(own, trim, block, window)
            art.append(_clip_drawing(self.piece.front, translation(*trim.centre), shown))
        lines = [*self._own_lines(trims[0], window), *registration_marks(grid)]
        layers = (
            Layer(ART, tuple(art)),
            *self._margin_layers(grid, trims, words, lines),
            *self._guide_layers(trims, window),
        )
        cells = tuple(Cell(trim, self.piece, back=False) for trim in trims)
        page = Page(grid.media, window, block, layers, name, words[0], count, False, cells)
        return page.as_picture() if grid.marks == NO_MARKS else page

    def _back_page(self, grid: SheetGrid, number: int) -> Page:
        """Return the other side, which is empty for a piece without a back."""
        trim, turned = back_place(grid, grid.block, self.spec.duplex)
        words = self._slug_texts(number, "back")
        window = self._visible_area(grid, trim)
        art: tuple[Item, ...] = ()
        cells: tuple[Cell, ...] = ()
        if self.piece.back is not None:
            matrix = place_matrix(trim, turned=turned)
            art = (_clip_drawing(self.piece.back, matrix, window),)
            cells = (Cell(trim, self.piece, back=True),)
        # Outlines are cut from the front.
        layers = (Layer(ART, art), *self._margin_layers(grid, [trim], words, []))
        name = f"{number:02d}b"
        page = Page(grid.media, window, trim, layers, name, words[0], 0, True, cells)
        return page.as_picture() if grid.marks == NO_MARKS else page

    def _visible_area(self, grid: SheetGrid, trim: Rect) -> Rect:
        """Return the trim with its bleed inside the printable area."""
        return trim.inset(-self.spec.bleed).intersection(grid.printable)

    def _margin_layers(
        self, grid: SheetGrid, trims: list[Rect], words: list[str], lines: list[Item]
    ) -> tuple[Layer, ...]:
        """Return slug line, ruler and cut marks; a piece with an outline has no marks."""
        free = margin_strips(grid, self.spec.bleed)
        assert free is not None
        if not self.piece.outline:
            lines = [*lines, *crop_marks(grid, cut_lines(trims), self.spec.bleed, free)]
        return (
            Layer(LABEL, tuple(draw_slug(free.label, words))),
            Layer(MARKS, (*lines, *draw_ruler(free.ruler))),
        )

    # --- pieces in tiles --------------------------------------------------------------------

    def _tiled_pages(self, tiling: Tiling, number: int) -> Iterator[Page]:
        """Yield the assembly page, then the tiles of each copy."""
        piece = self.piece
        region = Region(piece.outline) if piece.outline else None
        if len(tiling.tiles) > 1:
            words = self._slug_texts(number, "alone")
            yield assembly_page(piece, tiling, self.caption, words, f"{number:02d}")
            number += 1
        for i, tile in enumerate(tiling.tiles * piece.copies, number):
            yield self._tile_page(tiling, tile, region, i)

    def _tile_page(self, tiling: Tiling, tile: Tile, region: Region | None, number: int) -> Page:
        offset = tiling.place(tile)
        window, trim = tile.window.moved(*offset), tiling.trim.moved(*offset)
        move = translation(*offset)
        words = self._slug_texts(number, "alone")
        title, name = words[0], f"{number:02d}"
        named = draw_slug(tiling.foot.label, words)
        if len(tiling.tiles) > 1:
            title, name = f"{tile.name}\u00a0· {title}", f"{name}-{tile.name.lower()}"
            named += require_text(tile.name, _TILE_NAME, tiling.foot.name, INK)
        marks = transformed(tile_marks(tiling, tile, region, self.caption.language), move)
        own = self._own_lines(trim, window)
        shown = Tag(0, 1, (TagStep("Figure", name, title),))
        layers = (
            Layer(ART, (_clip_drawing(self.piece.front, move, window),), tags=(shown,)),
            Layer(LABEL, tuple(named)),
            Layer(MARKS, (*own, marks, *draw_ruler(tiling.foot.ruler))),
            *self._guide_layers([trim], window),
        )
        # A piece counts once: on its first tile.
        cards = int(tile == tiling.tiles[0])
        return Page(tiling.media, window, trim.intersection(window), layers, name, title, cards)

    # --- both -------------------------------------------------------------------------------

    def _slug_texts(self, number: int, side: str) -> list[str]:
        """Return the slug lines, from the longest to the shortest, with the name of the piece."""
        product, title = self.caption.product, self.piece.title

        def lines(name: str) -> list[str]:
            return replace(self.caption, product=name).lines(number, self.count, side)

        if title.casefold().startswith(product.casefold()):
            return lines(title)
        full, *short = lines(f"{product}\u00a0· {title}")
        return [full, lines(title)[0], *short]

    def _own_lines(self, trim: Rect, window: Rect) -> list[Item]:
        """Draw the guides of the piece, else its outline and folds, clipped to the window."""
        lines: list[Item] = list(self.piece.cut_guides)
        if self.piece.folds and not self.piece.cut_guides:
            lines += dashed_lines(self.piece.folds, FOLD_DASH)
        if self.piece.outline and not self.piece.cut_guides:
            lines += dashed_lines(self.piece.outline, OUTLINE_DASH)
        if not lines:
            return []
        return [Group((transformed(lines, translation(*trim.centre)),), clip=rect_path(window))]

    def _guide_layers(self, trims: list[Rect], window: Rect) -> tuple[Layer, ...]:
        """Return corners, cut lines and safe area in layers, clipped to the window."""
        piece, spec = self.piece, self.spec
        lines = die_lines(piece, trims[0])
        if not piece.outline:
            lines[CUT] = list(cut_outlines(trims, piece.shape))
            lines[SAFE] = safe_outlines(trims, piece.shape, piece.safe_margin)
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


def _page_area(options: RenderOptions) -> tuple[float, float]:
    paper, around = paper_sizes.paper(options[PAPER]), 2 * options[MARGIN]
    return paper.w - around, paper.h - around


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    return tile_pieces(pieces, sheet_spec(options), options[TILE_OVERLAP], slug)


TILES = Imposition(TILED_PAGES, _impose, (*SHEET_OPTIONS, TILE_OVERLAP), _page_area)
