"""What an independent reader finds in a PDF."""

from pathlib import Path

import pikepdf
import pypdfium2 as pdfium


def not_embedded(pdf: pikepdf.Pdf, *, may_have_none: bool = False) -> list[str]:
    """The fonts that a PDF names and does not bring; text of print shops may be outlines."""
    fonts = [
        found
        for found in pdf.objects
        if isinstance(found, pikepdf.Dictionary)
        and found.get("/Type") == "/Font"
        and found.get("/Subtype") != "/Type0"  # which brings that of its descendant
    ]
    assert fonts or may_have_none
    return [
        str(font.BaseFont)
        for font in fonts
        if "/FontDescriptor" not in font
        or not {"/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys())
    ]


def check_pdf(path: Path) -> int:
    """Asserts that a PDF brings its fonts; how many pages it has."""
    with pikepdf.open(path) as pdf:
        assert not_embedded(pdf) == []
        return len(pdf.pages)


def empty_pages(path: Path) -> list[int]:
    """The numbers of the pages with nothing but a folio."""
    with pdfium.PdfDocument(path) as pdf:
        return [
            number
            for number, page in enumerate(pdf, 1)
            if not any(
                item.get_bounds()[3] > 0.09 * page.get_height()
                for item in page.get_objects(max_depth=1)
            )
        ]
