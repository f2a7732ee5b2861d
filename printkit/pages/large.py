"""Large pieces: each on a page of its own, or in tiles where it is larger than the paper.

Room: pages. In: pieces, a SheetSpec, an overlap of tiles (mm), a caption. Out: pages in the order
of print and what they cost a person. A piece that fits is in the middle of its page, with its back
on the other side; before the tiles of one that does not stands a page that tells how they are put
together. Tiles have no backs, and a product of which one piece is tiled is printed on one side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, half_turn, shift
from printkit.drawing.font import TITLE_BOLD
from printkit.drawing.items import Group, Item, Symbol, Use, put
from printkit.drawing.path import PathData, rect_path
from printkit.drawing.text import Style, fit
from printkit.pages.assembly import assembly_page
from printkit.pages.duplex import LONG, SHORT, back_place
from printkit.pages.grid import MARK_LEAST, Grid, SheetSpec, strips
from printkit.pages.label import Caption, label
from printkit.pages.marks import (
    INK,
    corner_guides,
    crop_marks,
    cut_lines,
    ruler,
    safe_outlines,
)
from printkit.pages.page import ART, CORNERS, CUT, FOLD, LABEL, MARKS, SAFE, Cell, Layer, Page
from printkit.pages.region import Region
from printkit.pages.single import die_lines
from printkit.pages.tile_marks import fold_lines, outline_lines, tile_marks
from printkit.pages.tiling import Tile, Tiling, find_tiling
from printkit.pieces.piece import Piece

_TILE_NAME = Style(TITLE_BOLD, 6.2, 2.2)


@dataclass(frozen=True, slots=True)
class Large:
    """Pages, how many sheets of paper and straight cuts they come to, and the edge that they are
    turned over for their backs (None: printed on one side)."""

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    duplex: str | None


def large_pages(
    pieces: Sequence[Piece], spec: SheetSpec, overlap: float, caption: Caption
) -> Large:
    """The pieces, one after the other. Raises PrintkitError where the paper has no room."""
    plans = [(piece, _plan(piece, spec, overlap)) for piece in pieces if piece.copies]
    if not plans:
        raise PrintkitError("There is nothing to print.", cure="Give a piece at least one copy.")
    whole = all(isinstance(plan, Grid) for _, plan in plans)
    backs = whole and spec.duplex in (LONG, SHORT) and any(piece.back for piece, _ in plans)
    count = sum(_sheets(piece, plan) for piece, plan in plans)
    maker = _Maker(spec, caption, count, backs)
    pages: list[Page] = []
    number = 1
    for piece, plan in plans:
        pages += maker.pages(piece, plan, number)
        number += _sheets(piece, plan)
    cuts = sum(_cuts(piece, plan) * piece.copies for piece, plan in plans)
    return Large(tuple(pages), count, cuts, spec.duplex if backs else None)


def _plan(piece: Piece, spec: SheetSpec, overlap: float) -> Grid | Tiling:
    """The place of a piece on the paper, upright or on its side; or its tiles."""
    paper, bleed = spec.paper, min(spec.bleed, piece.reach)
    for w, h in dict.fromkeys(((paper.w, paper.h), (paper.h, paper.w))):
        media = Rect(0, 0, w, h)
        place = Rect((w - piece.width) / 2, (h - piece.height) / 2, piece.width, piece.height)
        printable = media.inset(spec.margin)
        grid = Grid(media, printable, 1, 1, piece.width, piece.height, 0.0, place, None)
        if printable.inset(MARK_LEAST).holds(place) and strips(grid, bleed):
            return grid
    trim = Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)
    region = Region(piece.outline) if piece.outline else None
    return find_tiling(trim, region, paper, spec.margin, bleed, overlap)


def _sheets(piece: Piece, plan: Grid | Tiling) -> int:
    """Sheets of paper; of tiles with the page that tells how they are put together."""
    if isinstance(plan, Grid):
        return piece.copies
    tiles = len(plan.tiles)
    return piece.copies * tiles + (tiles > 1)


def _cuts(piece: Piece, plan: Grid | Tiling) -> int:
    """Straight cuts: those of the tiles, and the straight edges of the piece itself."""
    own = _edges(piece.outline) if piece.outline else 4
    return own + (plan.cuts if isinstance(plan, Tiling) else 0)


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
    caption: Caption
    count: int
    backs: bool

    def pages(self, piece: Piece, plan: Grid | Tiling, number: int) -> Iterator[Page]:
        """All pages of a piece, from the sheet of this number on."""
        if isinstance(plan, Tiling):
            yield from self._tiled(piece, plan, number)
            return
        for at in range(number, number + piece.copies):
            yield self._whole(piece, plan, at)
            if self.backs:
                yield self._back(piece, plan, at)

    # --- pieces that fit --------------------------------------------------------------------

    def _whole(self, piece: Piece, grid: Grid, number: int) -> Page:
        cell = Cell(grid.block, piece.front, back=False)
        side, name = ("front", f"{number:02d}a") if self.backs else ("alone", f"{number:02d}")
        words = self._words(piece, number, side)
        window = self._window(piece, grid, cell.trim)
        layers = (
            Layer(ART, (_drawn(piece.front, shift(*cell.trim.centre), window),)),
            *self._margin(piece, grid, cell.trim, words, _own_lines(piece, cell.trim, window)),
            *self._guides(piece, cell.trim, window),
        )
        return Page(grid.media, window, cell.trim, layers, name, words[0], 1, False, (cell,))

    def _back(self, piece: Piece, grid: Grid, number: int) -> Page:
        """The other side; empty for a piece without a back."""
        trim, turned = back_place(grid, grid.block, self.spec.duplex)
        words = self._words(piece, number, "back")
        window = self._window(piece, grid, trim)
        art: tuple[Item, ...] = ()
        cells: tuple[Cell, ...] = ()
        if piece.back is not None:
            x, y = trim.centre
            matrix = half_turn(x / 2, y / 2) if turned else shift(x, y)
            art = (_drawn(piece.back, matrix, window),)
            cells = (Cell(trim, piece.back, back=True),)
        # What is cut out along an outline is cut out from the front.
        layers = (
            Layer(ART, art),
            *self._margin(piece, grid, trim, words, []),
        )
        name = f"{number:02d}b"
        return Page(grid.media, window, trim, layers, name, words[0], 0, True, cells)

    def _window(self, piece: Piece, grid: Grid, trim: Rect) -> Rect:
        """The trim with as much of the bleed as can be printed."""
        return _clipped(trim.inset(-min(self.spec.bleed, piece.reach)), grid.printable)

    def _margin(
        self, piece: Piece, grid: Grid, trim: Rect, words: list[str], lines: list[Item]
    ) -> tuple[Layer, ...]:
        """Label, ruler and cut marks; what has an outline has that instead of marks."""
        bleed = min(self.spec.bleed, piece.reach)
        free = strips(grid, bleed)
        assert free is not None
        if not piece.outline:
            lines = [*lines, *crop_marks(grid, cut_lines([trim]), bleed, free)]
        return (
            Layer(LABEL, tuple(label(free.label, words))),
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
        named = label(tiling.foot.label, words)
        if len(tiling.tiles) > 1:
            title, name = f"{tile.name}\u00a0· {title}", f"{name}-{tile.name.lower()}"
            named += fit(tile.name, _TILE_NAME, tiling.foot.name, INK)
        marks = tile_marks(tiling, tile, region, self.caption.language)
        layers = (
            Layer(ART, (_drawn(piece.front, shift(dx, dy), window),)),
            Layer(LABEL, tuple(named)),
            Layer(
                MARKS,
                (
                    *_own_lines(piece, trim, window),
                    put(marks, shift(dx, dy)),
                    *ruler(tiling.foot.ruler),
                ),
            ),
            *self._guides(piece, trim, window),
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

    def _guides(self, piece: Piece, trim: Rect, window: Rect) -> tuple[Layer, ...]:
        """Corners, cut lines and the safe area, each in its layer, as far as they are on it."""
        spec = self.spec
        lines = die_lines(piece, trim)
        if not piece.outline:
            lines[SAFE] = safe_outlines([trim])
            lines[CORNERS] = corner_guides([trim], piece.radius) if piece.radius else []
        shown = ((CORNERS, spec.corners), *((name, spec.proof) for name in (CUT, FOLD, SAFE)))
        return tuple(
            Layer(name, (Group(tuple(lines[name]), clip=rect_path(window)),), visible)
            for name, visible in shown
            if lines.get(name)
        )


def _drawn(symbol: Symbol, matrix: Matrix, window: Rect) -> Item:
    """A drawing as far as the window shows it."""
    return Group((Use(symbol, matrix),), clip=rect_path(window))


def _own_lines(piece: Piece, trim: Rect, window: Rect) -> list[Item]:
    """Where the piece is cut out and folded, as far as the window shows it: its own guides, if it
    has some."""
    lines: list[Item] = list(piece.guides)
    if piece.folds and not piece.guides:
        lines += fold_lines(piece.folds)
    if piece.outline and not piece.guides:
        lines += outline_lines(piece.outline)
    if not lines:
        return []
    return [Group((put(lines, shift(*trim.centre)),), clip=rect_path(window))]


def _clipped(rect: Rect, to: Rect) -> Rect:
    x, y = max(rect.x, to.x), max(rect.y, to.y)
    return Rect(x, y, min(rect.right, to.right) - x, min(rect.bottom, to.bottom) - y)
