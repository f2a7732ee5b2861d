"""What impositions on sheets of paper read of a job."""

from __future__ import annotations

from printkit.base import paper_sizes
from printkit.base.options import CHOICE, Option
from printkit.imposition.grid import SheetSpec
from printkit.pieces.options import (
    BLEED,
    CORNER_GUIDES,
    DUPLEX,
    GAP,
    LAYOUT,
    MARGIN,
    PAPER,
    PRINTER,
    PROOF,
)
from printkit.pieces.product import RenderOptions

SHEET_OPTIONS = (PAPER, MARGIN, BLEED, GAP, DUPLEX, LAYOUT, CORNER_GUIDES, PROOF, PRINTER)

KNIFE, PUNCH = "knife", "punch"
CUT_TOOL: Option[str] = Option("cut-tool", CHOICE, "tokens", KNIFE, choices=(KNIFE, PUNCH))


def sheet_spec(options: RenderOptions) -> SheetSpec:
    """Return what was chosen for sheets of paper."""
    return SheetSpec(
        paper=paper_sizes.paper(options[PAPER]),
        gap=options[GAP] or 0.0,
        bleed=options[BLEED],
        margin=options[MARGIN],
        duplex=options[DUPLEX],
        corners=options[CORNER_GUIDES],
        proof=options[PROOF],
    )
