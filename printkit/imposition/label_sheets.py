"""Stickers on a sheet of pre-cut labels.

The pages have no marks, ruler or slug line: what is printed beside a label stays on the backing,
and what is printed across its edge spoils it.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.paper_sizes import LabelSheet, label_sheet
from printkit.base.units import format_mm
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder
from printkit.imposition.marks import CUT_COLOUR, SlugLine
from printkit.imposition.page import ART, CUT, Layer, Page
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.pieces.options import LABEL_SHEET, NUDGE_X, NUDGE_Y, PRINTER, PROOF, START_LABEL
from printkit.pieces.piece import Piece
from printkit.pieces.product import LABEL_SHEETS, RenderOptions

# A printer that is off by more than this needs another paper setting, not a nudge.
MAX_NUDGE = 5.0
# Pre-cut labels have corners of about this radius (mm).
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
    """Place one drawing per label, starting at label `first` (1-based) of the first sheet.

    `nudge` moves everything, proof outlines too, so that a proof on plain paper, held against the
    labels, shows the true position. Raises PrintkitError.
    """
    if not drawings:
        raise PrintkitError("There are no stickers to print.", hint="Choose another deck.")
    if not 1 <= first <= sheet.capacity:
        raise PrintkitError(
            f"There is no label {first} on a sheet {sheet.name}.",
            hint=f"It has labels 1 to {sheet.capacity}, counted row by row.",
        )
    for way in nudge:
        if not abs(way) <= MAX_NUDGE:  # said so that no “nan” slips through
            raise PrintkitError(
                f"A nudge of {format_mm(way)} mm is too much.",
                hint=f"It may be {format_mm(MAX_NUDGE)} mm to any side; is the page scaled?",
            )
    # Labels are counted through, those that are gone already included.
    end = first - 1 + len(drawings)
    count = -(-end // sheet.capacity)
    pages = []
    for number in range(count):
        start = number * sheet.capacity
        labels = range(max(first - 1, start), min(end, start + sheet.capacity))
        placed = [(drawings[label - first + 1], sheet.cell(label - start)) for label in labels]
        pages.append(_build_page(placed, sheet, nudge, number + 1, count, proof, title))
    return tuple(pages)


def _build_page(
    placed: Sequence[tuple[Symbol, Rect]],
    sheet: LabelSheet,
    nudge: tuple[float, float],
    number: int,
    count: int,
    proof: bool,
    title: str,
) -> Page:
    dx, dy = nudge
    art: list[Item] = []
    outlines: list[Item] = []
    for drawing, cell in placed:
        moved = cell.moved(dx, dy)
        art.append(Use(drawing, translation(*moved.centre)))
        outlines.append(_draw_outline(moved, sheet.round))
    # Nothing is cut: the trim is the paper itself.
    media = Rect(0, 0, sheet.paper.w, sheet.paper.h)
    layers = (Layer(ART, tuple(art)), Layer(CUT, tuple(outlines), proof))
    name = f"{title}\u00a0· {number}/{count}"
    return Page(media, media, media, layers, f"{number:02d}", name, len(placed))


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
    """Return the pages of labels that the options ask for. Raises PrintkitError."""
    nudge = options[NUDGE_X], options[NUDGE_Y]
    return sticker_pages(
        drawings,
        label_sheet(name),
        options[START_LABEL],
        nudge,
        proof=options[PROOF],
        title=title,
    )


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    name = options[LABEL_SHEET]
    assert name is not None, "a product on labels has a sheet where none is chosen"
    pages = impose_labels(drawings, name, options, slug.game)
    return ImposedPages(pages, len(pages), 0)


LABEL_OPTIONS = (LABEL_SHEET, START_LABEL, NUDGE_X, NUDGE_Y)
IMPOSITIONS = (Imposition(LABEL_SHEETS, _impose, (*LABEL_OPTIONS, PROOF, PRINTER)),)
