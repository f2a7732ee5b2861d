"""The pages of the calibration sheet. In: a paper and an edge. Out: a document of one sheet."""

from __future__ import annotations

from printkit.base import paper_sizes
from printkit.base.messages import translate
from printkit.imposition.calibration import calibration_pages
from printkit.imposition.page import Document
from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.pieces.options import DUPLEX, MARGIN, PAPER, PRINTER


def make_calibration(request: PageRequest) -> ProductDocument:
    """Make the sheet, front and back. Raises PrintkitError for paper that is too small."""
    options, language = request.options, request.options.language
    paper, duplex = paper_sizes.paper(options[PAPER]), options[DUPLEX]
    pages = calibration_pages(paper, duplex, language, options[MARGIN], options[PRINTER])
    title, about = translate(language, "calibrate.title"), translate(language, "document.subject")
    document = Document(title, about, language, pages, duplex)
    return ProductDocument(document, 1, 0, duplex)
