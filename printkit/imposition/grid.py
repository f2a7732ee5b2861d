"""Place cards on a sheet of paper: the sheet that the options describe, and the best grid on it.

The best grid is portrait or landscape, whichever holds more, centred, inside the printable area,
with space for its marks, its slug line and a ruler.

With registration marks it is the grid of silhouette-card-maker's templates. The figures come from
its SPECIFICATION.md and layouts.json; the clear square is measured on its layouts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.geometry import Rect, format_mm, format_size
from printkit.base.options import Option
from printkit.base.paper_sizes import Size
from printkit.base.sentences import Sentence
from printkit.pieces.options import (
    BLEED,
    CARD_SIZE,
    CORNER_GUIDES,
    CORNER_MARKS,
    CUT_MARKS,
    DUPLEX,
    GAP,
    HAND_MARKS,
    LAYOUT_OPTIONS,
    LEAVE_FREE,
    MARGIN,
    MARK_LENGTH,
    MARKS,
    NO_MARKS,
    PAPER,
    PRINTER,
    PROOF,
    REGISTRATION,
    SKIP,
)
from printkit.pieces.product import RenderOptions

# --- grid ----------------------------------------------------------------------------------------

# The least sizes of the ruler of 100 mm with its figures above, of the ruler of 50 mm with its
# figures beside it (for sheets on which the longer one would leave room for fewer cards), and of
# the slug line.
RULER_MIN_SIZE, SHORT_RULER = (106.0, 3.6), (60.0, 2.4)
SLUG_MIN_SIZE = (60.0, 2.4)
# The depth of a strip for both: two lines of the slug. The gap between them one above the other.
BOTH_DEPTH, _STRIP_GAP = 5.0, 0.6
# The length of cut marks; their distance to the bleed, and to slug line and ruler.
MIN_MARK, MAX_MARK, MARK_OFFSET, MARK_CLEARANCE = 1.2, 4.0, 0.2, 0.4
# The least distance between a card and the gutter fold.
MIN_FOLD_GUTTER = 2.0
# Registration marks: the distance of their corners from the edges of the paper; the least and the
# greatest length of their arms; the side of the square at each corner that is kept clear of cells
# and gaps.
REGISTRATION_INSET = 10.0
MIN_ARM, MAX_ARM, _CLEAR_SQUARE = 5.0, 20.0, 6.5
# Slug line and ruler end before the places where a machine looks for a mark.
_SEARCHED = REGISTRATION_INSET + MAX_ARM + 2.0


class SheetSpec(msgspec.Struct, frozen=True):
    """Paper, spacing (mm), duplex mode and marks of the sheets.

    `bleed` applies at the outer edge, and `inner_bleed` between neighbours if it differs. `skip` is
    the number of places already used up on the first sheet; `left_free` are the places, from 1,
    left empty on every sheet.
    """

    paper: Size
    gap: float = 0.0
    bleed: float = 2.0
    margin: float = 5.0
    duplex: str = "long"
    corners: bool = False
    proof: bool = False
    marks: str = CUT_MARKS
    inner_bleed: float | None = None
    mark_length: float | None = None
    skip: int = 0
    left_free: tuple[int, ...] = ()

    def area(self, media: Rect) -> Rect:
        """Return the part of a sheet that the trims of pieces may use."""
        if self.marks == REGISTRATION:
            return media.inset(REGISTRATION_INSET)
        # A block that fills all of the printable area has no cut marks.
        return media.inset(self.margin + (MIN_MARK if self.marks in HAND_MARKS else self.bleed))


class SheetGrid(msgspec.Struct, frozen=True):
    """Cells on a sheet.

    `block` is the union of the cells of the front side, and `fold` is the y of the gutter fold, or
    None.
    """

    media: Rect
    printable: Rect
    columns: int
    rows: int
    cell_w: float
    cell_h: float
    gap: float
    block: Rect
    fold: float | None
    marks: str = CUT_MARKS

    @property
    def arm(self) -> float:
        """The length of the arms of registration marks (mm): as long as the wider margin allows,
        within limits.
        """
        free = max(self.block.x, self.block.y) - self.gap - REGISTRATION_INSET
        return min(max(free, MIN_ARM), MAX_ARM)

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    @property
    def landscape(self) -> bool:
        return self.media.w > self.media.h

    def cell(self, index: int) -> Rect:
        """Return the trim of the piece at an index, counted row by row from the upper left."""
        row, column = divmod(index, self.columns)
        x = self.block.x + column * (self.cell_w + self.gap)
        y = self.block.y + row * (self.cell_h + self.gap)
        return Rect(x, y, self.cell_w, self.cell_h)

    @property
    def all_cells(self) -> Rect:
        """The block with its mirror image across the fold, if there is one."""
        return self.block if self.fold is None else self.block.union(self.folded(self.block))

    def folded(self, rect: Rect) -> Rect:
        """Return the mirror image of a rectangle across the fold."""
        assert self.fold is not None
        return Rect(rect.x, 2 * self.fold - rect.bottom, rect.w, rect.h)


class HexGrid(SheetGrid, frozen=True):
    """Rows of hexagons; odd rows are indented by half a step, and have one hexagon less if `short`
    is 1.
    """

    short: int = 0

    @property
    def capacity(self) -> int:
        return self.columns * self.rows - self.short * (self.rows // 2)

    def cell(self, index: int) -> Rect:
        """Return the box of the hexagon at an index, counted row by row."""
        pair, column = divmod(index, 2 * self.columns - self.short)
        odd = column >= self.columns
        row = 2 * pair + odd
        x = (column - self.columns + 0.5 if odd else column) * self.cell_w
        return Rect(self.block.x + x, self.block.y + row * self.cell_h, self.cell_w, self.cell_h)


def find_grid(spec: SheetSpec, width: float, height: float) -> SheetGrid:
    """Return the grid with the most pieces per sheet, portrait if tied.

    Raises PrintkitError with the reason if no piece fits.
    """
    return best_grid(spec, grid_candidates(spec, width, height), (width, height), CARD_SIZE)


def best_grid(
    spec: SheetSpec, grids: Iterable[SheetGrid], trim: tuple[float, float], size: Option[Any]
) -> SheetGrid:
    """Return the grid with the most cells whose margins have space for the slug line and a ruler.

    If several grids have as many, the first one with space for the long ruler is returned, else the
    first one. `size` is the option for the trim size of a piece. Raises PrintkitError if no grid
    has the space.
    """
    if spec.margin * 2 >= min(spec.paper.w, spec.paper.h):
        raise PrintkitError(
            Sentence(
                "A margin of {margin} mm leaves no space on the paper {paper}.",
                margin=f"{spec.margin:g}",
                paper=spec.paper,
            ),
            hint="Use a smaller --margin.",
        )
    if spec.marks not in HAND_MARKS and spec.duplex == "fold":
        raise PrintkitError(
            Sentence(
                "Sheets with --marks {marks} are not folded: a machine cuts them flat.",
                marks=spec.marks,
            ),
            hint="Use another --duplex.",
        )
    best: SheetGrid | None = None
    most = (0, False)
    for grid in grids:
        if (grid.capacity, True) <= most or not (strips := margin_strips(grid, spec.bleed)):
            continue
        # A template fixes the grid, with or without a ruler.
        if (held := (grid.capacity, strips.is_whole or spec.marks not in HAND_MARKS)) > most:
            best, most = grid, held
    if best is None:
        w, h = spec.paper.w - 2 * spec.margin, spec.paper.h - 2 * spec.margin
        folded = " twice, front and back," if spec.duplex == "fold" else ""
        noun = size.name.removesuffix("-size")
        raise PrintkitError(
            Sentence(
                f"A {{name}} of {{size}} does not fit{folded} on the paper {{paper}}: the space "
                "inside the margins is {w}, and the label and the 100 mm ruler need a strip of it.",
                name=Sentence(noun),
                size=format_size(*trim),
                paper=spec.paper,
                w=format_size(w, h),
            ),
            hint=Sentence(
                "Use a larger --paper, a smaller {option} or a smaller --margin.",
                option=f"--{size.name}",
            ),
        )
    return best


# Of a recommended margin: the unprintable edge of most home printers (mm).
_MIN_MARGIN = 3.0


def tell_lost_room(spec: SheetSpec, grid: SheetGrid, count: int) -> tuple[str, str] | None:
    """Explain why `count` cards need more sheets than the margins allow, and suggest a remedy.

    Return the sentence and its hint, which may be empty, or None if no sheet is lost.
    """
    if grid.marks not in HAND_MARKS:
        return None
    width, height, sheets = grid.cell_w, grid.cell_h, -(-count // grid.capacity)
    areas = [media.inset(spec.margin) for media in orientations(spec.paper)]
    bare = max(math.prod(_most_cells(area, spec, width, height)) for area in areas)
    if not bare or -(-count // bare) >= sheets:
        return None
    message = Sentence(
        "A sheet holds {capacity} cards, although {bare} would fit inside its margins: cut "
        "marks, bleed, label and ruler need the rest.",
        capacity=grid.capacity,
        bare=bare,
    )
    for option, least in ((BLEED, 0.0), (GAP, 0.0), (MARGIN, _MIN_MARGIN)):
        asked = getattr(spec, option.name)
        for half_mm in range(math.ceil(2 * asked) - 1, int(2 * least) - 1, -1):
            tried = replace(spec, **{option.name: half_mm / 2})
            held = max((g.capacity for g in grid_candidates(tried, width, height)
                        if margin_strips(g, tried.bleed)), default=0)  # fmt: skip
            if held and (fewer := -(-count // held)) < sheets:
                value = format_mm(half_mm / 2)
                hint = Sentence(
                    "With --{name} {value}mm there are {fewer} sheets, not {sheets}.",
                    name=option.name,
                    value=value,
                    fewer=fewer,
                    sheets=sheets,
                )
                return message, hint
    return message, ""


def orientations(paper: Size, marks: str = CUT_MARKS) -> list[Rect]:
    """Return the paper in portrait and landscape; landscape first for registration marks."""
    sides = dict.fromkeys(((paper.w, paper.h), (paper.h, paper.w)))
    sheets = [Rect(0, 0, *side) for side in sides]
    return sheets if marks != REGISTRATION else sorted(sheets, key=lambda sheet: sheet.h)


def grid_candidates(spec: SheetSpec, width: float, height: float) -> Iterator[SheetGrid]:
    """Yield all centred grids on the portrait, then the landscape sheet; the fullest first."""
    for media in orientations(spec.paper, spec.marks):
        printable, space = media.inset(spec.margin), spec.area(media)
        fold, gutter = (media.h / 2, _gutter(spec)) if spec.duplex == "fold" else (None, 0.0)
        most_columns, most_rows = _most_cells(space, spec, width, height)
        for rows in range(most_rows, 0, -1):
            for columns in range(most_columns, 0, -1):
                w = columns * width + (columns - 1) * spec.gap
                h = rows * height + (rows - 1) * spec.gap
                x = (media.w - w) / 2
                y = fold - gutter - h if fold else (media.h - h) / 2
                block = Rect(x, y, w, h)
                size = (columns, rows, width, height, spec.gap)
                yield SheetGrid(media, printable, *size, block, fold, spec.marks)


def hex_candidates(spec: SheetSpec, width: float, height: float) -> Iterator[HexGrid]:
    """Yield all centred grids of hexagons in a box, in the order of `grid_candidates`.

    Neighbours in a row touch at their tips, and rows are offset by half a step. Therefore every
    edge is on a straight line through the whole block.
    """
    side, gutter = MARK_OFFSET + MIN_MARK, max(spec.bleed, MIN_FOLD_GUTTER)
    for media in orientations(spec.paper):
        printable = media.inset(spec.margin)
        # Level edges bleed beyond the block; the tips do not.
        space = printable.outset(-side, -side - spec.bleed, -side, -side - spec.bleed)
        fold = media.h / 2 if spec.duplex == "fold" else None
        room_h = space.h if fold is None else space.h / 2 - gutter
        for rows in range(int((room_h + 1e-6) / height), 0, -1):
            for halves in range(int((space.w + 1e-6) / width * 2), 1, -1):
                # With an odd number of halves all rows are alike, half a step apart.
                columns, short = halves // 2, 1 - halves % 2
                if rows == 1 and not short:
                    continue
                w, h = halves * width / 2, rows * height
                x = (media.w - w) / 2
                y = (media.h - h) / 2 if fold is None else fold - gutter - h
                block = Rect(x, y, w, h)
                size = (columns, rows, width, height, 0.0)
                yield HexGrid(media, printable, *size, block, fold, spec.marks, short)


def _gutter(spec: SheetSpec) -> float:
    """Return the distance from the block to the fold (mm)."""
    return max(spec.bleed, spec.gap / 2, MIN_FOLD_GUTTER)


def _most_cells(space: Rect, spec: SheetSpec, width: float, height: float) -> tuple[int, int]:
    """Return the number of columns and of rows that fit a space, on one side of a fold."""
    height_left = space.h / 2 - _gutter(spec) if spec.duplex == "fold" else space.h
    columns, rows = (
        max(0, int((free + spec.gap + 1e-6) / (size + spec.gap)))
        for free, size in ((space.w, width), (height_left, height))
    )
    return columns, rows


class MarginStrips(msgspec.Struct, frozen=True):
    """The places of the slug line and the ruler in the margin, level or upright."""

    label: Rect
    ruler: Rect

    @property
    def is_whole(self) -> bool:
        """True if the ruler of 100 mm fits."""
        return max(self.ruler.w, self.ruler.h) >= RULER_MIN_SIZE[0] - 1e-6


def margin_strips(grid: SheetGrid, bleed: float) -> MarginStrips | None:
    """Return free strips for the slug line and the ruler, or None if the margin has no space.

    A sheet without marks has neither of them.
    The foot is preferred, then the head, then the sides; both share a strip if it is large enough.
    Strips are at the outer edge of the margin: the space inside is for the cut marks.
    """
    if grid.marks == NO_MARKS:
        return MarginStrips(Rect(0, 0, 0, 0), Rect(0, 0, 0, 0))
    corner = grid.media.inset(REGISTRATION_INSET)._replace(w=_CLEAR_SQUARE, h=_CLEAR_SQUARE)
    if grid.marks == REGISTRATION and grid.block.inset(-grid.gap).intersects(corner):
        return None  # a piece overlaps a registration mark
    # The margins outside bleed and marks, inside the printable area.
    cells, area = grid.all_cells, grid.printable
    ends, depth = area, bleed + MARK_OFFSET + MIN_MARK
    if grid.marks == REGISTRATION:
        ends, depth = grid.media.inset(_SEARCHED), bleed + MARK_CLEARANCE
    foot, head = cells.bottom + depth, cells.y - depth
    left, right = cells.x - depth, cells.right + depth
    margins = {
        "foot": Rect(ends.x, foot, ends.w, area.bottom - foot),
        "head": Rect(ends.x, area.y, ends.w, head - area.y),
        "left": Rect(area.x, ends.y, left - area.x, ends.h),
        "right": Rect(right, ends.y, area.right - right, ends.h),
    }
    margins = {side: rect for side, rect in margins.items() if rect.w > 0 and rect.h > 0}
    return _find_strips(margins, RULER_MIN_SIZE) or _find_strips(margins, SHORT_RULER)


def _find_strips(margins: dict[str, Rect], ruler: tuple[float, float]) -> MarginStrips | None:
    """Return free strips for the slug line and a ruler of this size, or None if there is no
    space.
    """
    for side, strip in margins.items():
        if not _is_large_enough(side, strip, ruler):
            continue
        # In a shallow margin the slug line has one line, to leave space for the marks.
        is_deep = min(strip.w, strip.h) >= BOTH_DEPTH
        depth = BOTH_DEPTH if is_deep else ruler[1]
        if shared := _side_by_side(_outer_part(side, strip, depth), ruler[0]) or _stack(
            _outer_part(side, strip, SLUG_MIN_SIZE[1] + _STRIP_GAP + ruler[1]), ruler
        ):
            return shared
        for other, space in margins.items():
            if other != side and _is_large_enough(other, space, SLUG_MIN_SIZE):
                label = _without_ends(_outer_part(other, space, BOTH_DEPTH))
                own = _outer_part(side, strip, ruler[1])
                middle = (max(own.w, own.h) - ruler[0]) / 2
                return MarginStrips(label, _part(own, middle, ruler[0]))
    return None


def _outer_part(side: str, strip: Rect, depth: float) -> Rect:
    """Return the outer part of a margin, at most `depth` deep."""
    if side in ("foot", "head"):
        depth = min(depth, strip.h)
        return strip._replace(y=strip.bottom - depth if side == "foot" else strip.y, h=depth)
    depth = min(depth, strip.w)
    return strip._replace(x=strip.x if side == "left" else strip.right - depth, w=depth)


def _without_ends(strip: Rect) -> Rect:
    """Return a strip without its ends, which strips of the adjacent sides may overlap."""
    by = min(8.0, (max(strip.w, strip.h) - SLUG_MIN_SIZE[0]) / 2)
    return strip.outset(-by, 0, -by, 0) if strip.w >= strip.h else strip.outset(0, -by, 0, -by)


def _is_large_enough(side: str, strip: Rect, needed: tuple[float, float]) -> bool:
    """Return True if the margin of a side has the needed length and depth."""
    along, across = (strip.w, strip.h) if side in ("foot", "head") else (strip.h, strip.w)
    return along >= needed[0] and across >= needed[1]


def _part(strip: Rect, start: float, length: float) -> Rect:
    """Return the part of a strip from `start` along its longer side."""
    if strip.w >= strip.h:
        return strip._replace(x=strip.x + start, w=length)
    return strip._replace(y=strip.y + start, h=length)


def _side_by_side(strip: Rect, length: float) -> MarginStrips | None:
    """Return places for a slug line and a ruler, one after the other along a strip.

    Return None if the strip is too short.
    """
    free = max(strip.w, strip.h) - length
    if free < SLUG_MIN_SIZE[0] + 4:
        return None
    return MarginStrips(_part(strip, 0, free - 4), _part(strip, free, length))


def _stack(strip: Rect, ruler: tuple[float, float]) -> MarginStrips | None:
    """Return places for a slug line and a ruler, one below the other across the depth of a strip.

    Return None if the strip is not deep enough.
    """
    depth, rest = SLUG_MIN_SIZE[1], SLUG_MIN_SIZE[1] + _STRIP_GAP
    if min(strip.w, strip.h) < rest + ruler[1] - 1e-6:
        return None
    if strip.w >= strip.h:
        label, below = strip._replace(h=depth), strip.outset(0, -rest, 0, 0)
    else:
        label, below = strip._replace(w=depth), strip.outset(-rest, 0, 0, 0)
    return MarginStrips(label, _part(below, (max(strip.w, strip.h) - ruler[0]) / 2, ruler[0]))


# --- the options of a sheet ----------------------------------------------------------------------

SHEET_OPTIONS = (
    PAPER,
    MARGIN,
    BLEED,
    GAP,
    DUPLEX,
    *LAYOUT_OPTIONS,
    MARKS,
    MARK_LENGTH,
    SKIP,
    LEAVE_FREE,
    CORNER_GUIDES,
    PROOF,
    PRINTER,
)


def sheet_spec(options: RenderOptions) -> SheetSpec:
    """Return the sheet that the options describe. Raises UsageError if `mark-length` has no
    effect.
    """
    marks, length = options[MARKS], options[MARK_LENGTH]
    if length is not None and marks not in (CUT_MARKS, CORNER_MARKS):
        raise UsageError(
            Sentence("--mark-length has no effect on --marks {marks}.", marks=marks),
            location=MARK_LENGTH.name,
            hint=Sentence("Use --marks {cut} or {corner}.", cut=CUT_MARKS, corner=CORNER_MARKS),
        )
    left_free = options[LEAVE_FREE] or ""
    return SheetSpec(
        paper=paper_sizes.paper(options[PAPER]),
        gap=options[GAP] or 0.0,
        bleed=options[BLEED],
        margin=options[MARGIN],
        duplex=options[DUPLEX],
        corners=options[CORNER_GUIDES],
        proof=options[PROOF],
        marks=marks,
        mark_length=length,
        skip=options[SKIP],
        left_free=tuple(map(int, filter(None, left_free.split(",")))),
    )
