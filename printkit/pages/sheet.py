"""Sheets: pieces on paper, fronts and backs. Room: pages.

In: pieces, a SheetSpec, a caption. Out: pages in the order of print (front, back, front, back …)
and what they cost a person: sheets of paper, cuts. Imposition happens here, never in a writer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, half_turn, shift
from printkit.drawing.items import Group, Item, Symbol, Use
from printkit.drawing.path import rect_path
from printkit.pages.duplex import FOLD, NONE, back_place
from printkit.pages.grid import Grid, SheetSpec, find_grid, strips
from printkit.pages.label import Caption, label
from printkit.pages.marks import (
    corner_guides,
    crop_marks,
    cut_lines,
    cut_outlines,
    fold_line,
    ruler,
    safe_outlines,
)
from printkit.pages.page import ART, CORNERS, CUT, LABEL, MARKS, SAFE, Layer, Page
from printkit.pieces.piece import Piece


@dataclass(frozen=True, slots=True)
class Sheets:
    """Pages, and how many sheets of paper and straight cuts they come to."""

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    grid: Grid


@dataclass(frozen=True, slots=True)
class _Place:
    """A drawing in a cell: its trim, and how far it runs out on each side."""

    symbol: Symbol
    trim: Rect
    turned: bool


def lay_out(pieces: Sequence[Piece], spec: SheetSpec, caption: Caption) -> Sheets:
    """The pieces on sheets. All must have one trim size. Raises PrintkitError where none fits."""
    printed = [piece for piece in pieces for _ in range(piece.copies)]
    if not printed:
        raise PrintkitError("There is nothing to print.", cure="Give a card at least one copy.")
    first = printed[0]
    grid = find_grid(spec, first.width, first.height)
    count = -(-len(printed) // grid.capacity)
    pages: list[Page] = []
    cuts = 0
    for number in range(count):
        chunk = printed[number * grid.capacity : (number + 1) * grid.capacity]
        sheet = _Sheet(grid, spec, caption, number + 1, count, first.radius)
        cells = [grid.cell(at) for at in range(len(chunk))]
        cuts += cut_lines(cells).count
        pages += sheet.sides(chunk, cells)
    return Sheets(tuple(pages), count, cuts, grid)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One sheet of paper on its way to one or two pages."""

    grid: Grid
    spec: SheetSpec
    caption: Caption
    number: int
    count: int
    radius: float

    def sides(self, chunk: Sequence[Piece], cells: list[Rect]) -> list[Page]:
        mode = self.spec.duplex
        fronts = [_Place(p.front, c, False) for p, c in zip(chunk, cells, strict=True)]
        if mode == NONE:
            return [self._page(fronts, "front", len(chunk))]
        backs = []
        for piece, cell in zip(chunk, cells, strict=True):
            if piece.back is not None:
                rect, turned = back_place(self.grid, cell, mode)
                backs.append(_Place(piece.back, rect, turned))
        if mode == FOLD:
            return [self._page([*fronts, *backs], "both", len(chunk), cut=cells)]
        return [
            self._page(fronts, "front", len(chunk)),
            self._page(backs, "back", len(chunk), back=True),
        ]

    def _page(
        self,
        places: list[_Place],
        side: str,
        cards: int,
        *,
        back: bool = False,
        cut: list[Rect] | None = None,
    ) -> Page:
        grid, spec = self.grid, self.spec
        cells = [place.trim for place in places]
        own = strips(grid, spec.bleed)
        assert own is not None
        marks = crop_marks(grid, cut_lines(cells if cut is None else cut), spec.bleed, own)
        if grid.fold is not None:
            marks += fold_line(grid)
        words = self.caption.lines(self.number, self.count, side)
        layers = (
            Layer(ART, tuple(self._placed(place, cells) for place in places)),
            Layer(MARKS, tuple(marks)),
            Layer(LABEL, (*label(own.label, words), *ruler(own.ruler))),
            Layer(CORNERS, tuple(corner_guides(cells, self.radius)), spec.corners),
            Layer(CUT, tuple(cut_outlines(cells, self.radius)), spec.proof),
            Layer(SAFE, tuple(safe_outlines(cells)), spec.proof),
        )
        trim = _union(cells) if cells else grid.block
        bleed = _clipped(trim.inset(-spec.bleed), grid.printable)
        suffix = {"front": "a", "back": "b", "both": ""}[side]
        return Page(
            grid.media, bleed, trim, layers, f"{self.number:02d}{suffix}", words[0], cards, back
        )

    def _placed(self, place: _Place, cells: list[Rect]) -> Item:
        """The drawing in its cell, cut off where a neighbour begins or the bleed ends."""
        cx, cy = place.trim.centre
        turned = half_turn(0, 0) if place.turned else shift(0, 0)
        clip = self._bleeding(place.trim, cells)
        return Group((Use(place.symbol, turned.then(shift(cx, cy))),), clip=rect_path(clip))

    def _bleeding(self, trim: Rect, cells: list[Rect]) -> Rect:
        """The trim with its bleed: half the gap towards a neighbour, the whole bleed elsewhere."""
        bleed = self.spec.bleed
        inner = min(bleed, self.spec.gap / 2)
        probe = self.spec.gap + 0.5

        def out(dx: float, dy: float) -> float:
            moved = trim._replace(x=trim.x + dx * probe, y=trim.y + dy * probe)
            beside = any(cell is not trim and moved.meets(cell) for cell in cells)
            return inner if beside else bleed

        grown = trim.grown(out(-1, 0), out(0, -1), out(1, 0), out(0, 1))
        return _clipped(grown, self.grid.printable)


def _union(rects: Sequence[Rect]) -> Rect:
    whole = rects[0]
    for rect in rects[1:]:
        whole = whole.around(rect)
    return whole


def _clipped(rect: Rect, to: Rect) -> Rect:
    x, y = max(rect.x, to.x), max(rect.y, to.y)
    return Rect(x, y, min(rect.right, to.right) - x, min(rect.bottom, to.bottom) - y)
