"""PDF checks with an independent reader."""

from pathlib import Path

import pikepdf
import pypdfium2 as pdfium


def not_embedded(pdf: pikepdf.Pdf, *, may_have_none: bool = False) -> list[str]:
    """Return the fonts that a PDF names but does not embed; press files may use outlines."""
    fonts = [
        found
        for found in pdf.objects
        if isinstance(found, pikepdf.Dictionary)
        and found.get("/Type") == "/Font"
        and found.get("/Subtype") != "/Type0"  # its descendant has the font file
    ]
    assert fonts or may_have_none
    return [
        str(font.BaseFont)
        for font in fonts
        if "/FontDescriptor" not in font
        or not {"/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys())
    ]


def check_pdf(path: Path) -> int:
    """Assert that a PDF embeds its fonts; return its number of pages."""
    with pikepdf.open(path) as pdf:
        assert not_embedded(pdf) == []
        return len(pdf.pages)


def empty_pages(path: Path) -> list[int]:
    """Return the numbers of the pages with only a page number."""
    with pdfium.PdfDocument(path) as pdf:
        return [
            number
            for number, page in enumerate(pdf, 1)
            if not any(
                item.get_bounds()[3] > 0.09 * page.get_height()
                for item in page.get_objects(max_depth=1)
            )
        ]
