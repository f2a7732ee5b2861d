"""Large pieces: each on a page of its own, or in tiles where it is larger than the paper.

In: pieces, a SheetSpec, an overlap of tiles (mm), a caption. Out: pages in the order
of print and what they cost a person. A piece that fits is in the middle of its page, with its back
on the other side; of one without a back and without an outline lie as many copies side by side as
the paper holds. Before the tiles of one that does not stands a page that tells how they are put
together. Tiles have no backs, and a product of which one piece is tiled is printed on one side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, half_rotation, translation
from printkit.graphics.display_list import Group, Item, Symbol, Use, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathData, rect_path
from printkit.imposition.assembly import assembly_page
from printkit.imposition.duplex import LONG, SHORT, back_place
from printkit.imposition.grid import MIN_MARK, Grid, SheetSpec, candidates, margin_strips
from printkit.imposition.marks import (
    INK,
    corner_guides,
    crop_marks,
    cut_lines,
    cut_outlines,
    ruler,
    safe_outlines,
)
from printkit.imposition.page import ART, CORNERS, CUT, FOLD, LABEL, MARKS, SAFE, Cell, Layer, Page
from printkit.imposition.region import Region
from printkit.imposition.single_pieces import die_lines
from printkit.imposition.slug_line import SlugLine, draw_slug
from printkit.imposition.tile_marks import fold_lines, outline_lines, tile_marks
from printkit.imposition.tiling import Tile, Tiling, find_tiling
from printkit.layout.fit_text import FitStyle, require_text
from printkit.products.piece import Piece

_TILE_NAME = FitStyle(TITLE_BOLD, 6.2, 2.2)


@dataclass(frozen=True, slots=True)
class TiledPages:
    """Pages, how many sheets of paper and straight cuts they come to, and the edge that they are
    turned over for their backs (None: printed on one side)."""

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    duplex: str | None


def tile_pieces(
    pieces: Sequence[Piece], spec: SheetSpec, overlap: float, caption: SlugLine
) -> TiledPages:
    """The pieces, one after the other. Raises PrintkitError where the paper has no room."""
    alone = any(piece.back for piece in pieces)
    plans = [
        (piece, (None if alone else _several(piece, spec)) or _plan(piece, spec, overlap))
        for piece in pieces
        if piece.copies
    ]
    if not plans:
        raise PrintkitError("There is nothing to print.", hint="Give a piece at least one copy.")
    whole = all(isinstance(plan, Grid) for _, plan in plans)
    backs = whole and spec.duplex in (LONG, SHORT) and any(piece.back for piece, _ in plans)
    count = sum(_sheets(piece, plan) for piece, plan in plans)
    maker = _Maker(spec, caption, count, backs)
    pages: list[Page] = []
    number = 1
    for piece, plan in plans:
        pages += maker.pages(piece, plan, number)
        number += _sheets(piece, plan)
    cuts = sum(_cuts(piece, plan) for piece, plan in plans)
    return TiledPages(tuple(pages), count, cuts, spec.duplex if backs else None)


def _several(piece: Piece, spec: SheetSpec) -> Grid | None:
    """The fullest grid of copies of a piece that is cut out with a ruler; None where two find no
    room on a sheet."""
    if piece.copies < 2 or piece.outline or piece.folds or piece.cut_guides:
        return None
    best: Grid | None = None
    flat = replace(spec, duplex=LONG)
    for grid in candidates(flat, piece.width, piece.height):
        if 1 < grid.capacity <= piece.copies and (best is None or grid.capacity > best.capacity):
            best = grid if margin_strips(grid, min(spec.bleed, piece.bleed_extent)) else best
    return best


def _plan(piece: Piece, spec: SheetSpec, overlap: float) -> Grid | Tiling:
    """The place of a piece on the paper, upright or on its side; or its tiles."""
    paper, bleed = spec.paper, min(spec.bleed, piece.bleed_extent)
    for w, h in dict.fromkeys(((paper.w, paper.h), (paper.h, paper.w))):
        media = Rect(0, 0, w, h)
        printable = media.inset(spec.margin)
        for place in _places(piece, media, printable.inset(MIN_MARK)):
            grid = Grid(media, printable, 1, 1, piece.width, piece.height, 0.0, place, None)
            if printable.inset(MIN_MARK).contains(place) and margin_strips(grid, bleed):
                return grid
    trim = Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)
    region = Region(piece.outline) if piece.outline else None
    return find_tiling(trim, region, paper, spec.margin, bleed, overlap)


def _places(piece: Piece, media: Rect, room: Rect) -> list[Rect]:
    """Where a piece may lie on its page: in the middle; without a back also at the head or at the
    left, where one strip of the margin then holds label and ruler."""
    x, y = (media.w - piece.width) / 2, (media.h - piece.height) / 2
    ways = [(x, y)] if piece.back else [(x, y), (x, room.y), (room.x, y)]
    return [Rect(*way, piece.width, piece.height) for way in ways]


def _sheets(piece: Piece, plan: Grid | Tiling) -> int:
    """Sheets of paper; of tiles with the page that tells how they are put together."""
    if isinstance(plan, Grid):
        return -(-piece.copies // plan.capacity)
    tiles = len(plan.tiles)
    return piece.copies * tiles + (tiles > 1)


def _cuts(piece: Piece, plan: Grid | Tiling) -> int:
    """Straight cuts of all copies: those of the tiles, and the straight edges of the piece itself;
    copies that touch share one."""
    if isinstance(plan, Grid) and plan.capacity > 1:
        lines = [cut_lines(_cells(plan, left)) for left in _shares(piece, plan)]
        return sum(len(line.xs) + len(line.ys) for line in lines)
    own = _edges(piece.outline) if piece.outline else 4
    return piece.copies * (own + (plan.cuts if isinstance(plan, Tiling) else 0))


def _shares(piece: Piece, grid: Grid) -> list[int]:
    """How many copies lie on each sheet."""
    full, rest = divmod(piece.copies, grid.capacity)
    return [grid.capacity] * full + [rest] * bool(rest)


def _cells(grid: Grid, count: int) -> list[Rect]:
    """The trims of so many copies on a sheet."""
    return [grid.cell(i) for i in range(count)]


def _edges(outline: PathData) -> int:
    """The straight lines of an outline; a closing one only where it has a length."""
    edges, at = 0, 0
    start: tuple[float, ...] = ()
    for step in outline.steps:
        if step == "Z":
            edges += outline.coords[at - 2 : at] != start
            continue
        at += 6 if step == "C" else 2
        edges += step == "L"
        start = outline.coords[at - 2 : at] if step == "M" else start
    return edges


@dataclass(frozen=True)
class _Maker:
    """The pages of one product."""

    spec: SheetSpec
    caption: SlugLine
    count: int
    backs: bool

    def pages(self, piece: Piece, plan: Grid | Tiling, number: int) -> Iterator[Page]:
        """All pages of a piece, from the sheet of this number on."""
        if isinstance(plan, Tiling):
            yield from self._tiled(piece, plan, number)
            return
        for i, count in enumerate(_shares(piece, plan), number):
            yield self._whole(piece, plan, i, count)
            if self.backs:
                yield self._back(piece, plan, i)

    # --- pieces that fit --------------------------------------------------------------------

    def _whole(self, piece: Piece, grid: Grid, number: int, count: int) -> Page:
        trims = _cells(grid, count)
        block = reduce(Rect.union, trims)
        side, name = ("front", f"{number:02d}a") if self.backs else ("alone", f"{number:02d}")
        words = self._words(piece, number, side)
        window = self._window(piece, grid, block)
        bleed = min(self.spec.bleed, piece.bleed_extent)
        art: list[Item] = []
        for trim in trims:  # a neighbour's bleed ends in the middle between the two
            own = trim.inset(-min(bleed, grid.gap / 2)) if grid.capacity > 1 else window
            art.append(
                _drawn(piece.front, translation(*trim.centre), _widened(own, trim, block, window))
            )
        layers = (
            Layer(ART, tuple(art)),
            *self._margin(piece, grid, trims, words, _own_lines(piece, trims[0], window)),
            *self._guides(piece, trims, window),
        )
        cells = tuple(Cell(trim, piece.front, back=False) for trim in trims)
        return Page(grid.media, window, block, layers, name, words[0], count, False, cells)

    def _back(self, piece: Piece, grid: Grid, number: int) -> Page:
        """The other side; empty for a piece without a back."""
        trim, turned = back_place(grid, grid.block, self.spec.duplex)
        words = self._words(piece, number, "back")
        window = self._window(piece, grid, trim)
        art: tuple[Item, ...] = ()
        cells: tuple[Cell, ...] = ()
        if piece.back is not None:
            x, y = trim.centre
            matrix = half_rotation(x / 2, y / 2) if turned else translation(x, y)
            art = (_drawn(piece.back, matrix, window),)
            cells = (Cell(trim, piece.back, back=True),)
        # What is cut out along an outline is cut out from the front.
        layers = (
            Layer(ART, art),
            *self._margin(piece, grid, [trim], words, []),
        )
        name = f"{number:02d}b"
        return Page(grid.media, window, trim, layers, name, words[0], 0, True, cells)

    def _window(self, piece: Piece, grid: Grid, trim: Rect) -> Rect:
        """The trim with as much of the bleed as can be printed."""
        return _clipped(trim.inset(-min(self.spec.bleed, piece.bleed_extent)), grid.printable)

    def _margin(
        self, piece: Piece, grid: Grid, trims: list[Rect], words: list[str], lines: list[Item]
    ) -> tuple[Layer, ...]:
        """Label, ruler and cut marks; what has an outline has that instead of marks."""
        bleed = min(self.spec.bleed, piece.bleed_extent)
        free = margin_strips(grid, bleed)
        assert free is not None
        if not piece.outline:
            lines = [*lines, *crop_marks(grid, cut_lines(trims), bleed, free)]
        return (
            Layer(LABEL, tuple(draw_slug(free.label, words))),
            Layer(MARKS, (*lines, *ruler(free.ruler))),
        )

    # --- pieces in tiles --------------------------------------------------------------------

    def _tiled(self, piece: Piece, tiling: Tiling, number: int) -> Iterator[Page]:
        """How the tiles are put together, then the tiles, as often as the piece is printed."""
        region = Region(piece.outline) if piece.outline else None
        if len(tiling.tiles) > 1:
            words = self._words(piece, number, "alone")
            yield assembly_page(piece, tiling, self.caption, words, f"{number:02d}")
            number += 1
        for _ in range(piece.copies):
            for tile in tiling.tiles:
                yield self._tile(piece, tiling, tile, region, number)
                number += 1

    def _tile(
        self, piece: Piece, tiling: Tiling, tile: Tile, region: Region | None, number: int
    ) -> Page:
        dx, dy = tiling.place(tile)
        window = tile.window._replace(x=tile.window.x + dx, y=tile.window.y + dy)
        trim = tiling.trim._replace(x=tiling.trim.x + dx, y=tiling.trim.y + dy)
        words = self._words(piece, number, "alone")
        title, name = words[0], f"{number:02d}"
        named = draw_slug(tiling.foot.label, words)
        if len(tiling.tiles) > 1:
            title, name = f"{tile.name}\u00a0· {title}", f"{name}-{tile.name.lower()}"
            named += require_text(tile.name, _TILE_NAME, tiling.foot.name, INK)
        marks = tile_marks(tiling, tile, region, self.caption.language)
        layers = (
            Layer(ART, (_drawn(piece.front, translation(dx, dy), window),)),
            Layer(LABEL, tuple(named)),
            Layer(
                MARKS,
                (
                    *_own_lines(piece, trim, window),
                    transformed(marks, translation(dx, dy)),
                    *ruler(tiling.foot.ruler),
                ),
            ),
            *self._guides(piece, [trim], window),
        )
        # A piece counts once: on its first tile.
        cards = int(tile == tiling.tiles[0])
        return Page(tiling.media, window, _clipped(trim, window), layers, name, title, cards)

    # --- both -------------------------------------------------------------------------------

    def _words(self, piece: Piece, number: int, side: str) -> list[str]:
        """The label: in full with the piece's name, with less, in short."""
        caption, title = self.caption, piece.title
        if title.casefold().startswith(caption.product.casefold()):
            return replace(caption, product=title).lines(number, self.count, side)
        full, *short = replace(caption, product=f"{caption.product}\u00a0· {title}").lines(
            number, self.count, side
        )
        less = replace(caption, product=title).lines(number, self.count, side)[0]
        return [full, less, *short]

    def _guides(self, piece: Piece, trims: list[Rect], window: Rect) -> tuple[Layer, ...]:
        """Corners, cut lines and the safe area, each in its layer, as far as they are on it."""
        spec = self.spec
        lines = die_lines(piece, trims[0])
        if not piece.outline:
            lines[CUT] = list(cut_outlines(trims, piece.radius))
            lines[SAFE] = safe_outlines(trims)
            lines[CORNERS] = corner_guides(trims, piece.radius) if piece.radius else []
        shown = ((CORNERS, spec.corners), *((name, spec.proof) for name in (CUT, FOLD, SAFE)))
        return tuple(
            Layer(name, (Group(tuple(lines[name]), clip=rect_path(window)),), visible)
            for name, visible in shown
            if lines.get(name)
        )


def _drawn(symbol: Symbol, matrix: Matrix, window: Rect) -> Item:
    """A drawing as far as the window shows it."""
    return Group((Use(symbol, matrix),), clip=rect_path(window))


def _widened(own: Rect, trim: Rect, block: Rect, window: Rect) -> Rect:
    """What is shown of a copy: out to the window on sides where none lies beside it."""
    x = window.x if trim.x < block.x + 0.01 else own.x
    y = window.y if trim.y < block.y + 0.01 else own.y
    right = window.right if trim.right > block.right - 0.01 else own.right
    bottom = window.bottom if trim.bottom > block.bottom - 0.01 else own.bottom
    return Rect(x, y, right - x, bottom - y)


def _own_lines(piece: Piece, trim: Rect, window: Rect) -> list[Item]:
    """Where the piece is cut out and folded, as far as the window shows it: its own guides, if it
    has some."""
    lines: list[Item] = list(piece.cut_guides)
    if piece.folds and not piece.cut_guides:
        lines += fold_lines(piece.folds)
    if piece.outline and not piece.cut_guides:
        lines += outline_lines(piece.outline)
    if not lines:
        return []
    return [Group((transformed(lines, translation(*trim.centre)),), clip=rect_path(window))]


def _clipped(rect: Rect, to: Rect) -> Rect:
    x, y = max(rect.x, to.x), max(rect.y, to.y)
    return Rect(x, y, min(rect.right, to.right) - x, min(rect.bottom, to.bottom) - y)
