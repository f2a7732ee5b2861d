"""Impose cards and labels on sheets of paper.

Pages are in printing order (front, back, front, back …). Imposition happens here, never in a
writer.

Every back is placed by `back_place`. Turning a sheet over a vertical axis mirrors columns; over a
horizontal axis it mirrors rows, and the back is rotated by 180° so that it is upright on a card
turned sideways. The long edge of a landscape sheet is a horizontal axis.

Pages of labels have no marks, ruler or slug line: print beside a label stays on the backing, and
print across its edge spoils it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial, reduce
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.card_shapes import CIRCLE, ELONGATED, OUTLINE, ROUNDED
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.geometry import Matrix, Rect, half_rotation, translation
from printkit.base.paper_sizes import LabelSheet, label_sheet
from printkit.base.printer_profile import SHORT, TURNS
from printkit.base.sentences import Sentence
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import cached_by_fonts
from printkit.graphics.measures import FINE
from printkit.graphics.path import (
    PathBuilder,
    PathData,
    card_outline,
    mirrored_shape,
    rect_path,
    shape_kind,
    turned_shape,
)
from printkit.imposition.grid import (
    SHEET_OPTIONS,
    SheetGrid,
    SheetSpec,
    find_grid,
    margin_strips,
    sheet_spec,
    tell_lost_room,
)
from printkit.imposition.marks import (
    CUT_COLOUR,
    corner_guides,
    count_cuts,
    crop_marks,
    cut_outlines,
    draw_ruler,
    draw_slug,
    fold_line,
    free_depths,
    hand_marks,
    registration_marks,
    safe_outlines,
    sheet_cuts,
)
from printkit.pieces.options import (
    CORNER_MARKS,
    CUT_MARKS,
    FOLD,
    FULL_MARKS,
    HAND_MARKS,
    LABEL_SHEET,
    LEAVE_FREE,
    NO_BACKS,
    NO_MARKS,
    NUDGE_X,
    NUDGE_Y,
    OUTER_BLEED,
    PRINTER,
    PROOF,
    SKIP,
    START_LABEL,
)
from printkit.pieces.options import MARKS as MARKED
from printkit.pieces.pages import ART, CORNERS, CUT, LABEL, MARKS, SAFE, Cell, Layer, Page, SlugLine
from printkit.pieces.product import CARD_SHEETS, LABEL_SHEETS, Piece, RenderOptions
from printkit.pieces.protocols import ImposedPages, Imposition

# --- card sheets ---------------------------------------------------------------------------------


class BackPlace(NamedTuple):
    """The trim of a back on its side of the sheet. It is `turned` if the back is rotated by
    180°.
    """

    rect: Rect
    turned: bool


def back_place(grid: SheetGrid, cell: Rect, mode: str) -> BackPlace:
    """Return the place of the back behind `cell` of the front."""
    if mode == FOLD:
        return BackPlace(grid.folded(cell), turned=True)
    if (mode == SHORT) == grid.landscape:
        return BackPlace(cell._replace(x=grid.media.w - cell.right), turned=False)
    return BackPlace(cell._replace(y=grid.media.h - cell.bottom), turned=True)


@lru_cache(maxsize=256)  # the same on each sheet
def place_matrix(rect: Rect, *, turned: bool) -> Matrix:
    """Return the matrix that centres a drawing in a rectangle."""
    x, y = rect.centre
    return half_rotation(x / 2, y / 2) if turned else translation(x, y)


# The suffix of each side in the names of pages.
_SIDES = {"front": "a", "back": "b", "both": ""}


class PlacedSide(Struct, frozen=True):
    """One side of a piece in its cell; it is `turned` if it is upside down there."""

    piece: Piece
    symbol: Symbol
    cell: Rect
    turned: bool = False
    back: bool = False

    def draw(self, clip: PathData) -> Item:
        """Draw the side in its cell, within a clip."""
        return Group((Use(self.symbol, place_matrix(self.cell, turned=self.turned)),), clip=clip)


class SheetSide(Struct, frozen=True):
    """One side of a sheet: the number of the sheet, the side (front, back or both), and the number
    of pieces.

    `places` are the placed sides of pieces, `cut` are the cells to cut, and `words` are the slug
    lines.
    """

    number: int
    side: str
    pieces: int
    places: tuple[PlacedSide, ...]
    cut: tuple[Rect, ...]
    words: list[str]

    def make_page(
        self, grid: SheetGrid, trims: Sequence[Rect], bleed: float, layers: Sequence[Layer]
    ) -> Page:
        """Return the page; `trims` are the trims of `places`."""
        trim = reduce(Rect.union, trims) if trims else grid.block
        window = trim.inset(-bleed).intersection(grid.printable)
        name, title = f"{self.number:02d}{_SIDES[self.side]}", self.words[0]
        back, pairs = self.side == "back", zip(trims, self.places, strict=True)
        cells = tuple(Cell(own, place.piece, place.back) for own, place in pairs)
        page = Page(grid.media, window, trim, tuple(layers), name, title, self.pieces, back, cells)
        return page.as_picture() if grid.marks == NO_MARKS else page


def impose_sheets(
    pieces: Sequence[Piece],
    grid: SheetGrid,
    spec: SheetSpec,
    slug: SlugLine,
    count_cuts: Callable[[Sequence[Rect]], int],
    build_page: Callable[[SheetSide], Page],
) -> ImposedPages:
    """Impose all copies of pieces on a grid, fronts and backs.

    Raises UsageError if a chosen place does not exist, or no place is left.
    """
    printed, duplex = [piece for piece in pieces for _ in range(piece.copies)], spec.duplex
    first, others = _free_places(grid.capacity, spec)
    count = 1 + max(0, -(-(len(printed) - len(first)) // len(others)))
    cuts, start = 0, 0
    pages: list[Page] = []
    for number in range(1, count + 1):
        free = first if number == 1 else others
        chunk = printed[start : start + len(free)]
        start += len(chunk)
        cut = tuple(map(grid.cell, free[: len(chunk)]))
        cuts += count_cuts(cut) if grid.marks in HAND_MARKS else 0  # the others are a machine's
        for side, places in _place_sides(chunk, cut, grid, duplex):
            own = tuple(place.cell for place in places) if side == "back" else cut
            words = slug.lines(number, count, side)
            pages.append(build_page(SheetSide(number, side, len(chunk), places, own, words)))
    folded = duplex == FOLD and any(piece.back is not None for piece in pieces)
    turned = duplex if duplex in TURNS else None
    return ImposedPages(tuple(pages), count, cuts, turned, folded)


def _free_places(capacity: int, spec: SheetSpec) -> tuple[list[int], list[int]]:
    """Return the places that pieces may use: on the first sheet, and on the others.

    Raises UsageError if a chosen place does not exist, or none is left.
    """
    counted = Sentence(
        "A sheet holds {capacity} pieces here, counted row by row.", capacity=capacity
    )
    for place in spec.left_free:
        if place > capacity:
            message = Sentence("There is no place {place} on a sheet.", place=place)
            raise UsageError(message, location=LEAVE_FREE.name, hint=counted)
    others = [place for place in range(capacity) if place + 1 not in spec.left_free]
    first = [place for place in others if place >= spec.skip]
    if not others:
        raise UsageError(
            "No free place is left on a sheet.", location=LEAVE_FREE.name, hint=counted
        )
    if not first:
        raise UsageError(
            "No free place is left on the first sheet.", location=SKIP.name, hint=counted
        )
    return first, others


def _place_sides(
    pieces: Sequence[Piece], cells: Sequence[Rect], grid: SheetGrid, duplex: str
) -> list[tuple[str, tuple[PlacedSide, ...]]]:
    """Return the sides of a sheet with their names: front and back, or both in one."""
    pairs = list(zip(pieces, cells, strict=True))
    fronts = tuple(PlacedSide(piece, piece.front, cell) for piece, cell in pairs)
    if duplex == NO_BACKS:
        return [("front", fronts)]
    backs = tuple(
        PlacedSide(piece, piece.back, *back_place(grid, cell, duplex), back=True)
        for piece, cell in pairs
        if piece.back is not None
    )
    return [("both", fronts + backs)] if duplex == FOLD else [("front", fronts), ("back", backs)]


# --- sheets of cards -----------------------------------------------------------------------------


def impose_cards(pieces: Sequence[Piece], spec: SheetSpec, slug: SlugLine) -> ImposedPages:
    """Impose pieces of one trim size on sheets. Raises PrintkitError."""
    first = next((piece for piece in pieces if piece.copies), None)
    if first is None:
        raise PrintkitError("There is nothing to print.", hint="Give a card at least one copy.")
    grid = find_grid(spec, first.width, first.height)
    builder = _CardPageBuilder(grid, spec, first.shape, first.safe_margin)
    if spec.marks == CORNER_MARKS and shape_kind(first.shape) in (CIRCLE, OUTLINE):
        raise UsageError(
            "Cards without corners have no marks at their corners.",
            location=MARKED.name,
            hint="Use --marks outline, or another --shape.",
        )
    count = partial(count_cuts, shape=first.shape)
    imposed = impose_sheets(pieces, grid, spec, slug, count, builder.build_page)
    lost = tell_lost_room(spec, grid, sum(piece.copies for piece in pieces))
    return replace(imposed, notices=(lost,)) if lost else imposed


# The shapes whose bleed is along their outline; that of other shapes is a rectangle.
_CLIPPED = (ELONGATED, CIRCLE, OUTLINE)
# The marks with which the cuts of a shape are always visible.
_GUIDED_BY = (CUT_MARKS, FULL_MARKS)


def _shape_of(shape: str, place: PlacedSide) -> str:
    """Return the shape of a card in its place: a back is the front seen from behind."""
    if "#" not in shape:  # all shapes with a name are the same from both sides
        return shape
    own = mirrored_shape(shape) if place.back else shape
    return turned_shape(own) if place.turned else own


class _SideFurniture(Struct, frozen=True):
    """Clips, marks, ruler, guides and label strip of a side."""

    clips: tuple[PathData, ...]
    fixed: tuple[Layer, ...]
    label: Rect


class _CardPageBuilder(Struct, frozen=True):
    """Builds the pages of one deck."""

    grid: SheetGrid
    spec: SheetSpec
    shape: str
    safe_margin: float

    def build_page(self, sheet: SheetSide) -> Page:
        """Build the page of a side."""
        cells = tuple(place.cell for place in sheet.places)
        fronts = tuple(place.cell for place in sheet.places if not place.back)
        shapes = tuple(_shape_of(self.shape, place) for place in sheet.places)
        own = self._build_side(cells, sheet.cut, fronts, shapes)
        art = tuple(map(PlacedSide.draw, sheet.places, own.clips))
        if shape_kind(self.shape) in _CLIPPED:  # its bleed is around the outline
            art = tuple(
                Group((item,), clip=card_outline(cell, shape, -self.spec.bleed))
                for item, cell, shape in zip(art, cells, shapes, strict=True)
            )
        label = Layer(LABEL, tuple(draw_slug(own.label, sheet.words)))
        layers = (Layer(ART, art), label, *own.fixed)
        return sheet.make_page(self.grid, cells, self.spec.bleed, layers)

    @cached_by_fonts(64)  # most sheets of a deck are alike
    def _build_side(
        self,
        cells: tuple[Rect, ...],
        cut: tuple[Rect, ...],
        fronts: tuple[Rect, ...],
        shapes: tuple[str, ...],
    ) -> _SideFurniture:
        grid, spec = self.grid, self.spec
        free = margin_strips(grid, spec.bleed)
        assert free is not None
        marks = crop_marks(grid, sheet_cuts(cut, self.shape), spec.bleed, free, spec.mark_length)
        if grid.fold is not None:
            marks += fold_line(grid, free)
        if fronts:  # a machine looks for its marks on the side that it cuts
            marks += registration_marks(grid)
        lines = Symbol("marks", (*marks, *draw_ruler(free.ruler)), grid.media)
        fixed = [Layer(MARKS, (Use(lines),))]
        if grid.marks in HAND_MARKS and grid.marks != CUT_MARKS:
            # Marks on the cards: cuts are made from the front.
            edge = free_depths(grid, free, spec.bleed)
            if grid.fold is not None:  # sheets are cut after folding
                edge["foot"] = 0.0
            own = hand_marks(grid.marks, grid, fronts, self.shape, spec.mark_length, edge)
            fixed.append(Layer(MARKS, tuple(own)))
        # Guides for straight cuts are always visible, and only on fronts, too.
        guided = shape_kind(self.shape) != ROUNDED and spec.marks in _GUIDED_BY
        guides = corner_guides(fronts if guided else cells, self.shape)
        fixed.append(Layer(CORNERS, tuple(guides), guided or spec.corners))
        return _SideFurniture(
            clips=tuple(rect_path(self._bleed_area(cell, cells)) for cell in cells),
            fixed=(
                *fixed,
                Layer(CUT, tuple(cut_outlines(cells, shapes)), spec.proof),
                Layer(SAFE, tuple(safe_outlines(cells, shapes, self.safe_margin)), spec.proof),
            ),
            label=free.label,
        )

    def _bleed_area(self, trim: Rect, cells: tuple[Rect, ...]) -> Rect:
        """Return the trim with its bleed, which ends halfway to a neighbour."""
        bleed = self.spec.bleed
        own = self.spec.inner_bleed
        inner = min(bleed if own is None else own, self.spec.gap / 2)
        probe = self.spec.gap + 0.5

        def out(dx: float, dy: float) -> float:
            moved = trim.moved(dx * probe, dy * probe)
            beside = any(cell is not trim and moved.intersects(cell) for cell in cells)
            return inner if beside else bleed

        grown = trim.outset(out(-1, 0), out(0, -1), out(1, 0), out(0, 1))
        return grown.intersection(self.grid.printable)


def _impose_cards(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    spec, outer = sheet_spec(options), options[OUTER_BLEED]
    if outer is not None:
        spec = replace(spec, bleed=outer, inner_bleed=spec.bleed)
    return impose_cards(pieces, spec, slug)


SHEETS_OF_CARDS = Imposition(CARD_SHEETS, _impose_cards, (*SHEET_OPTIONS, OUTER_BLEED))


# --- label sheets --------------------------------------------------------------------------------

# The typical corner radius of labels.
_RADIUS = 1.5


def sticker_pages(
    drawings: Sequence[Symbol],
    sheet: LabelSheet,
    first: int,
    nudge: tuple[float, float],
    *,
    proof: bool,
    title: str,
) -> tuple[Page, ...]:
    """Place one drawing per label, from label `first` (1-based) of the first sheet.

    `nudge` moves drawings and proof outlines, so that a proof on plain paper shows the true
    position against the labels (mm). Raises PrintkitError if there are no drawings or no such
    label.
    """
    if not drawings:
        raise PrintkitError("There are no stickers to print.", hint="Choose another deck.")
    if not 1 <= first <= sheet.capacity:
        raise PrintkitError(
            Sentence("There is no label {first} on a sheet {name}.", first=first, name=sheet.name),
            hint=Sentence(
                "It has labels 1 to {capacity}, counted row by row.", capacity=sheet.capacity
            ),
        )
    # The count includes the labels that are already used.
    end = first - 1 + len(drawings)
    count = -(-end // sheet.capacity)
    # Nothing is cut: the trim is the paper.
    media = Rect(0, 0, sheet.paper.w, sheet.paper.h)
    pages = []
    for number in range(count):
        start = number * sheet.capacity
        labels = range(max(first - 1, start), min(end, start + sheet.capacity))
        cells = [sheet.cell(label - start).moved(*nudge) for label in labels]
        art = tuple(
            Use(drawings[label - first + 1], translation(*cell.centre))
            for label, cell in zip(labels, cells, strict=True)
        )
        outlines = tuple(_draw_outline(cell, sheet.round) for cell in cells)
        layers = (Layer(ART, art), Layer(CUT, outlines, proof))
        name = f"{title}\u00a0· {number + 1}/{count}"
        pages.append(Page(media, media, media, layers, f"{number + 1:02d}", name, len(cells)))
    return tuple(pages)


def _draw_outline(cell: Rect, circle: bool) -> Path:
    builder = PathBuilder()
    if circle:
        builder.circle(*cell.centre, cell.w / 2)
    else:
        builder.rounded(cell, _RADIUS)
    return Path(builder.done(), stroke=Stroke(CUT_COLOUR, FINE))


def impose_labels(
    drawings: Sequence[Symbol], name: str, options: RenderOptions, title: str
) -> tuple[Page, ...]:
    """Return the pages of labels for the options. Raises PrintkitError."""
    sheet, first, proof = label_sheet(name), options[START_LABEL], options[PROOF]
    nudge = options[NUDGE_X], options[NUDGE_Y]
    return sticker_pages(drawings, sheet, first, nudge, proof=proof, title=title)


def _impose_label_sheets(
    pieces: list[Piece], options: RenderOptions, slug: SlugLine
) -> ImposedPages:
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    name = options[LABEL_SHEET]
    assert name is not None, "a product on labels has a sheet where none is chosen"
    pages = impose_labels(drawings, name, options, slug.game)
    return ImposedPages(pages, len(pages), 0)


LABEL_OPTIONS = (LABEL_SHEET, START_LABEL, NUDGE_X, NUDGE_Y)
SHEETS_OF_LABELS = Imposition(LABEL_SHEETS, _impose_label_sheets, (*LABEL_OPTIONS, PROOF, PRINTER))
