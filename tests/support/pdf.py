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


def page_fills(path: Path) -> list[float]:
    """How far down each page there is something, the folio apart, as a share of the page."""
    fills = []
    with pdfium.PdfDocument(path) as pdf:
        for page in pdf:
            foot = 0.09 * page.get_height()
            bottoms = [item.get_bounds()[1] for item in page.get_objects(max_depth=1)]
            lowest = min((y for y in bottoms if y > foot), default=page.get_height())
            fills.append(1 - lowest / page.get_height())
    return fills
