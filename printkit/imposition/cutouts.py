"""Impose tokens and other pieces that are cut out, on sheets of paper or of labels.

To cut out pieces with a knife, hexagons are separated by straight cuts from margin to margin, and
round pieces are in squares, each with a hairline. For a punch all pieces are in squares that it can
grip, with ticks. On sheets of labels each side is a sticker.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from printkit.base.card_shapes import RECTANGLE
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, scaling, translation
from printkit.base.options import CHOICE, Option
from printkit.graphics.colour import mark_colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE
from printkit.graphics.path import EMPTY, PathBuilder, PathData, Point
from printkit.imposition.grid import (
    MARK_OFFSET,
    MAX_MARK,
    MIN_MARK,
    SHEET_OPTIONS,
    MarginStrips,
    SheetGrid,
    SheetSpec,
    best_grid,
    grid_candidates,
    hex_candidates,
    margin_strips,
    sheet_spec,
)
from printkit.imposition.marks import (
    CUT_COLOUR,
    INK,
    SAFE_COLOUR,
    crop_marks,
    cut_lines,
    distinct_positions,
    draw_guides,
    draw_ruler,
    draw_slug,
    fold_line,
    free_depths,
    hand_marks,
    registration_marks,
)
from printkit.imposition.sheets import (
    LABEL_OPTIONS,
    PlacedSide,
    SheetSide,
    impose_labels,
    impose_sheets,
)
from printkit.pieces.options import (
    CORNER_MARKS,
    CUT_MARKS,
    DUPLEX,
    FULL_MARKS,
    HAND_MARKS,
    HEX,
    LABEL_SHEET,
    NO_BACKS,
    TOKEN_SHAPE,
    TOKEN_SIZE,
)
from printkit.pieces.pages import ART, CORNERS, CUT, LABEL, MARKS, SAFE, Layer, Page, SlugLine
from printkit.pieces.product import CUTOUTS, Piece, RenderOptions
from printkit.pieces.protocols import ImposedPages, Imposition

KNIFE, PUNCH = "knife", "punch"
CUT_TOOL: Option[str] = Option("cut-tool", CHOICE, "tokens", KNIFE, choices=(KNIFE, PUNCH))
# The least gap between neighbours: for a knife or scissors; for a punch to grip.
_KNIFE_GAP, _PUNCH_GAP = 2.0, 6.0
# The bleed of punched pieces, and the gap from there to a tick.
_PUNCH_BLEED, _TICK_GAP = 1.5, 0.25
# The bleed of a token that is cut out of its label; it stays on the label.
_LABEL_BLEED = 0.8
_FAINT = mark_colour("faint")
# The normals of the edges of a hexagon (degrees, clockwise): level cuts, steep cuts.
_NORMALS = (90.0, 30.0, 150.0)


class CutoutSpec(msgspec.Struct, frozen=True):
    """The sheets, the cut tool, and whether the pieces are hexagons."""

    sheet: SheetSpec
    cut: str = KNIFE
    hexagonal: bool = False


def impose_cutouts(pieces: Sequence[Piece], spec: CutoutSpec, slug: SlugLine) -> ImposedPages:
    """Impose pieces of one outline on sheets. Raises PrintkitError.

    Each straight cut counts as one cut, and so does each piece that is cut out or punched
    separately.
    """
    first = next((piece for piece in pieces if piece.copies), None)
    if first is None:
        raise PrintkitError("There is nothing to cut out.", hint="Give a token at least one copy.")
    plan = _choose_layout(first, spec)
    build_page = partial(_build_page, plan, spec)
    return impose_sheets(pieces, plan.grid, spec.sheet, slug, plan.cuts, build_page)


def impose_stickers(pieces: Sequence[Piece], *, backs: bool, cut_out: bool) -> list[Symbol]:
    """Return the fronts of all copies of pieces, and with `backs` their backs, clipped to the
    outline.

    With `cut_out` the label is larger than the piece, and the sticker has a hairline to cut along.
    """
    result: list[Symbol] = []
    for piece in pieces:
        front = _draw_sticker(piece, piece.front, cut_out)
        sides = [front]
        if backs and piece.back is not None:
            same = piece.back is piece.front
            sides.append(front if same else _draw_sticker(piece, piece.back, cut_out))
        result += sides * piece.copies
    return result


def _draw_sticker(piece: Piece, side: Symbol, cut_out: bool) -> Symbol:
    edge = _outline_of(piece, _LABEL_BLEED if cut_out else 0.0)
    guides = draw_guides(_outline_of(piece)) if cut_out else []
    items = (Group((Use(side),), clip=edge), *guides)
    return Symbol(f"sticker-{side.key}", items, edge.box(), side.title)


class _HexLayout(msgspec.Struct, frozen=True):
    """Hexagons separated by straight cuts."""

    grid: SheetGrid
    bleed: float
    mark_length: float | None = None

    @property
    def spill(self) -> float:
        """The bleed beyond the block of cells."""
        return self.bleed

    def cuts(self, cells: Sequence[Rect]) -> int:
        """Return the number of cuts for these cells."""
        return len(hex_cuts(cells))

    def marks(self, cells: Sequence[Rect], free: MarginStrips) -> list[Item]:
        cuts = hex_cuts(cells)
        if self.grid.marks == FULL_MARKS:
            return draw_guides(_lines_across(cuts, self.grid.block))
        return hex_marks(self.grid, cuts, self.bleed, free, self.mark_length)

    def clip(self, cell: Rect) -> PathData:
        return bleed_outline(cell, self.bleed)


class _SquareLayout(msgspec.Struct, frozen=True):
    """Pieces in the middle of square cells. The cells are cut out first.

    A cell contains the bleed of its piece, so `spill` is 0.
    """

    grid: SheetGrid
    bleed: float
    piece: Piece
    punched: bool
    hexagonal: bool
    mark_length: float | None = None
    spill: float = 0.0

    def cuts(self, cells: Sequence[Rect]) -> int:
        return cut_lines(cells).count + len(cells)

    def marks(self, cells: Sequence[Rect], free: MarginStrips) -> list[Item]:
        kind = self.grid.marks
        marks = crop_marks(self.grid, cut_lines(cells), 0.0, free, self.mark_length)
        if kind in (CORNER_MARKS, FULL_MARKS):
            edge = free_depths(self.grid, free, 0.0)
            if self.grid.fold is not None:  # sheets are cut after folding
                edge["foot"] = 0.0
            marks = hand_marks(kind, self.grid, cells, RECTANGLE, self.mark_length, edge)
        return [*marks, _draw_ticks(cells, self.piece, self.bleed)] if self.punched else marks

    def clip(self, cell: Rect) -> PathData:
        if self.hexagonal:  # the cell has space for its bleed
            return _outline_of(self.piece, self.bleed).transformed(translation(*cell.centre))
        return _clip_circle(cell, self.piece.width / 2 + self.bleed)


def _choose_layout(piece: Piece, spec: CutoutSpec) -> _HexLayout | _SquareLayout:
    sheet, trim = spec.sheet, (piece.width, piece.height)
    if spec.hexagonal and spec.cut == KNIFE:
        plain = replace(sheet, gap=0.0)
        grid = best_grid(plain, hex_candidates(plain, *trim), trim, TOKEN_SIZE)
        # The triangles between hexagons have space for this bleed.
        bleed = min(sheet.bleed, piece.width / 4 * math.tan(math.pi / 6))
        return _HexLayout(grid, bleed, sheet.mark_length)
    punched = spec.cut == PUNCH
    apart = max(_PUNCH_GAP if punched else _KNIFE_GAP, sheet.gap)
    within = replace(sheet, gap=0.0, bleed=0.0)
    width, height = piece.width + apart, piece.height + apart
    grid = best_grid(within, grid_candidates(within, width, height), trim, TOKEN_SIZE)
    bleed = min(sheet.bleed, _PUNCH_BLEED) if punched else sheet.bleed
    return _SquareLayout(grid, bleed, piece, punched, spec.hexagonal, sheet.mark_length)


def _build_page(plan: _HexLayout | _SquareLayout, spec: CutoutSpec, sheet: SheetSide) -> Page:
    """Build the page of a side."""
    grid, free = plan.grid, margin_strips(plan.grid, plan.spill)
    assert free is not None
    marks = plan.marks(sheet.cut, free)
    if grid.fold is not None:
        marks += fold_line(grid, free)
    if sheet.side != "back":
        marks += registration_marks(grid)
    guided = spec.sheet.corners or (spec.cut == KNIFE and grid.marks in HAND_MARKS)
    proof = spec.sheet.proof
    outlines = [_placed_outline(place) for place in sheet.places]
    fronts = [_placed_outline(place) for place in sheet.places if not place.back]
    safe = [_placed_outline(place, -place.piece.safe_margin) for place in sheet.places]
    layers = (
        Layer(ART, tuple(place.draw(plan.clip(place.cell)) for place in sheet.places)),
        Layer(LABEL, tuple(draw_slug(free.label, sheet.words))),
        Layer(MARKS, (*marks, *draw_ruler(free.ruler))),
        Layer(CORNERS, tuple(draw_guides(sum(fronts, EMPTY))), guided),
        # Cutting machines take a closed outline for each piece.
        Layer(CUT, _stroke_all(outlines, Stroke(CUT_COLOUR, FINE)), proof),
        Layer(SAFE, _stroke_all(safe, Stroke(SAFE_COLOUR, FINE, dash=(1.2, 0.8))), proof),
    )
    trims = [_trim_of(place) for place in sheet.places]
    return sheet.make_page(grid, trims, plan.bleed, layers)


def _trim_of(place: PlacedSide) -> Rect:
    (cx, cy), piece = place.cell.centre, place.piece
    return Rect(cx - piece.width / 2, cy - piece.height / 2, piece.width, piece.height)


def _placed_outline(place: PlacedSide, by: float = 0.0) -> PathData:
    """Return the outline of a piece in its place, moved outward by `by`."""
    return _outline_of(place.piece, by).transformed(translation(*place.cell.centre))


def _outline_of(piece: Piece, by: float = 0.0) -> PathData:
    """Return the outline of a regular piece, its sides moved outward by `by`."""
    assert piece.outline is not None, "a piece of this form has an outline"
    inner = min(piece.width, piece.height) / 2
    return piece.outline.transformed(scaling((inner + by) / inner))


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


def bleed_outline(cell: Rect, bleed: float) -> PathData:
    """Return a hexagon with its bleed, which ends at the bleed of its neighbours."""
    (cx, cy), a = cell.centre, cell.w / 2
    points: list[Point] = []
    for i in range(6):
        cos, sin = math.cos(math.radians(60 * i)), math.sin(math.radians(60 * i))
        points += [
            (cx + a * cos + by * sin, cy + a * sin - by * cos) for by in (2 * bleed, -2 * bleed)
        ]
    return PathBuilder().polygon(points).done()


class Cut(msgspec.Struct, frozen=True):
    """A straight cut: its normal (degrees) and its distance from the origin."""

    normal: float
    distance: float


def hex_cuts(cells: Sequence[Rect]) -> tuple[Cut, ...]:
    """Return the cuts that separate the hexagons in these boxes; coinciding cuts are one."""
    result: list[Cut] = []
    for normal in _NORMALS:
        cos, sin = math.cos(math.radians(normal)), math.sin(math.radians(normal))
        distances = (
            cell.centre[0] * cos + cell.centre[1] * sin + side * cell.h / 2
            for cell in cells
            for side in (-1, 1)
        )
        result += [Cut(normal, distance) for distance in distinct_positions(distances)]
    return tuple(result)


def _lines_across(cuts: Sequence[Cut], block: Rect) -> PathData:
    """Return the lines of cuts through a whole block."""
    lines = PathBuilder()
    for cut in cuts:
        if ends := _clip_cut(cut, block.inset(-1e-6)):
            lines.move(*ends[0]).line(*ends[1])
    return lines.done()


def hex_marks(
    grid: SheetGrid,
    cuts: Sequence[Cut],
    bleed: float,
    strips: MarginStrips,
    length: float | None = None,
) -> list[Item]:
    """Draw marks at both ends of every cut, in the margin; none on a sheet with other marks."""
    if grid.marks != CUT_MARKS:
        return []
    block, free, start = grid.block, free_depths(grid, strips, bleed), MARK_OFFSET
    if grid.fold is not None:  # sheets are cut after folding
        free["foot"] = 0.0
    inner = block.outset(start, start + bleed, start, start + bleed)

    def depth(side: str, from_: float) -> float:
        return max(from_, min(free[side], from_ + (length or MAX_MARK)))

    outer = block.outset(
        depth("left", start),
        depth("head", start + bleed),
        depth("right", start),
        depth("foot", start + bleed),
    )
    lines = PathBuilder()
    for cut in cuts:
        near, far = _clip_cut(cut, inner), _clip_cut(cut, outer)
        if near is None or far is None:
            continue
        for a, b in zip(near, far, strict=True):
            if math.dist(a, b) > MIN_MARK / 2:
                lines.move(*a).line(*b)
    return [Path(lines.done(), stroke=Stroke(INK, FINE))]


def _clip_cut(cut: Cut, rect: Rect) -> tuple[Point, Point] | None:
    """Return the ends of a cut inside a rectangle, or None if it is outside."""
    cos, sin = math.cos(math.radians(cut.normal)), math.sin(math.radians(cut.normal))
    px, py, dx, dy = cut.distance * cos, cut.distance * sin, -sin, cos
    low, high = -math.inf, math.inf
    for p, d, minimum, maximum in ((px, dx, rect.x, rect.right), (py, dy, rect.y, rect.bottom)):
        if abs(d) < 1e-9:
            if not minimum <= p <= maximum:
                return None
            continue
        one, two = sorted(((minimum - p) / d, (maximum - p) / d))
        low, high = max(low, one), min(high, two)
    if low >= high:
        return None
    return (px + low * dx, py + low * dy), (px + high * dx, py + high * dy)


def _draw_ticks(cells: Sequence[Rect], piece: Piece, bleed: float) -> Item:
    """Draw four faint ticks on the offcut around each piece, pointing to its centre."""
    builder = PathBuilder()
    width, height = (side / 2 + bleed + _TICK_GAP for side in (piece.width, piece.height))
    for cell in cells:
        cx, cy = cell.centre
        builder.move(cx - width, cy).line(cell.x, cy).move(cx + width, cy).line(cell.right, cy)
        builder.move(cx, cy - height).line(cx, cell.y).move(cx, cy + height).line(cx, cell.bottom)
    return Path(builder.done(), stroke=Stroke(_FAINT, FINE))


def _stroke_all(outlines: Sequence[PathData], stroke: Stroke) -> tuple[Item, ...]:
    return tuple(Path(outline, stroke=stroke) for outline in outlines)


def _impose_cutouts(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    """Impose pieces on sheets of paper, or the sides of each piece on labels."""
    name = options[LABEL_SHEET]
    if name is not None:  # tokens of a chosen shape or size are cut out of their labels
        cut_out = (options[TOKEN_SHAPE], options[TOKEN_SIZE]) != (None, None)
        drawings = impose_stickers(pieces, backs=options[DUPLEX] != NO_BACKS, cut_out=cut_out)
        pages = impose_labels(drawings, name, options, f"{slug.game} · {slug.product}")
        return ImposedPages(pages, len(pages), len(drawings) if cut_out else 0)
    spec = CutoutSpec(sheet_spec(options), options[CUT_TOOL], options[TOKEN_SHAPE] == HEX)
    return impose_cutouts(pieces, spec, slug)


SHEETS_OF_CUTOUTS = Imposition(
    CUTOUTS, _impose_cutouts, (*SHEET_OPTIONS, *LABEL_OPTIONS, CUT_TOOL, TOKEN_SHAPE, TOKEN_SIZE)
)
