"""The chain of the calibration sheet: a paper and an edge in, files and a manifest out.

It stands beside `kit`: the sheet belongs to no game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from printkit.base import paper_sizes
from printkit.base.messages import require_language, translate
from printkit.base.printer_profile import LONG, Profile
from printkit.imposition.calibration import calibration_pages
from printkit.imposition.page import Document
from printkit.imposition.printer_correction import (
    check_edge,
    correct_pages,
    corrected_margin,
    explain_margin,
)
from printkit.kit_write import Built, generator, write_documents

FOLDER, SHEET = "calibrate", "sheet"
# What any printer reaches (mm).
_MARGIN = 5.0


@dataclass(frozen=True, slots=True)
class CalibrateRequest:
    """What a person asked to print; `printer` prints the sheet set right, to see that it is."""

    languages: tuple[str, ...] = ("en",)
    formats: tuple[str, ...] = ("pdf",)
    paper: str = "a4"
    duplex: str = LONG
    dpi: float = 300.0
    printer: Profile | None = None
    out: Path = field(default_factory=lambda: Path("output"))


def build_sheet(request: CalibrateRequest) -> Built:
    """Writes the sheet in all languages and formats, or nothing. Raises PrintkitError."""
    documents = [(SHEET, one, _document(request, one)) for one in request.languages]
    return write_documents(
        request.out / FOLDER,
        documents,
        request.formats,
        lambda entries: {
            "generator": generator(),
            "products": [SHEET],
            "options": {
                "paper": request.paper,
                "duplex": request.duplex,
                "dpi": request.dpi,
                **({"printer": request.printer.as_data()} if request.printer else {}),
            },
            "files": entries,
        },
    )


def _document(request: CalibrateRequest, language: str) -> Document:
    paper, printer = paper_sizes.paper(request.paper), request.printer
    check_edge(request.duplex, printer)
    margin = corrected_margin(_MARGIN, paper.w, paper.h, printer)
    with explain_margin(printer, margin - _MARGIN):
        pages = calibration_pages(
            paper, request.duplex, require_language(language), margin, printer
        )
    if printer is not None:
        pages = correct_pages(pages, printer)
    title, subject = translate(language, "calibrate.title"), translate(language, "document.subject")
    return Document(title, subject, language, pages, request.duplex, request.dpi)
