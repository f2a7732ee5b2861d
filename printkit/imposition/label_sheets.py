"""Place stickers on a sheet of pre-cut labels.

The pages have no marks, ruler or slug line: print beside a label stays on the backing, and print
across its edge spoils it.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.paper_sizes import LabelSheet, label_sheet
from printkit.base.sentences import Sentence
from printkit.graphics.display_list import Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder
from printkit.imposition.marks import CUT_COLOUR, SlugLine
from printkit.imposition.registry import ImposedPages, Imposition
from printkit.pieces.options import LABEL_SHEET, NUDGE_X, NUDGE_Y, PRINTER, PROOF, START_LABEL
from printkit.pieces.pages import ART, CUT, Layer, Page
from printkit.pieces.piece import Piece
from printkit.pieces.product import LABEL_SHEETS, RenderOptions

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
    position against the labels. Raises PrintkitError.
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


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    name = options[LABEL_SHEET]
    assert name is not None, "a product on labels has a sheet where none is chosen"
    pages = impose_labels(drawings, name, options, slug.game)
    return ImposedPages(pages, len(pages), 0)


LABEL_OPTIONS = (LABEL_SHEET, START_LABEL, NUDGE_X, NUDGE_Y)
SHEETS_OF_LABELS = Imposition(LABEL_SHEETS, _impose, (*LABEL_OPTIONS, PROOF, PRINTER))
