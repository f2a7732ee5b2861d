"""The options that describe a sheet of paper."""

from __future__ import annotations

from printkit.base import paper_sizes
from printkit.imposition.grid import SheetSpec
from printkit.pieces.options import (
    BLEED,
    CORNER_GUIDES,
    DUPLEX,
    GAP,
    LAYOUT_OPTIONS,
    MARGIN,
    MARKS,
    PAPER,
    PRINTER,
    PROOF,
)
from printkit.pieces.product import RenderOptions

SHEET_OPTIONS = (
    PAPER,
    MARGIN,
    BLEED,
    GAP,
    DUPLEX,
    *LAYOUT_OPTIONS,
    MARKS,
    CORNER_GUIDES,
    PROOF,
    PRINTER,
)


def sheet_spec(options: RenderOptions) -> SheetSpec:
    """Return the sheet that the options describe."""
    return SheetSpec(
        paper=paper_sizes.paper(options[PAPER]),
        gap=options[GAP] or 0.0,
        bleed=options[BLEED],
        margin=options[MARGIN],
        duplex=options[DUPLEX],
        corners=options[CORNER_GUIDES],
        proof=options[PROOF],
        marks=options[MARKS],
    )
