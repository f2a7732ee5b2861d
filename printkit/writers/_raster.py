"""Pages as pictures, painted by PDFium from our own PDF. Room: writers.

In: a Document, a resolution (dots per inch). Out: for each page a picture of the page's exact size;
only one of them is in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from printkit.base.errors import PrintkitError
from printkit.base.units import MM_PER_INCH
from printkit.pages.page import Document
from printkit.writers import writer

if TYPE_CHECKING:
    from PIL.Image import Image

# A3 at 1200 dpi has 278 million; four bytes each is what a home machine still holds.
MOST_PIXELS = 400_000_000


def pictures(
    document: Document, dpi: float, indices: Sequence[int] | None = None
) -> Iterator[Image]:
    """The pages of these indices (none: all) on white. Raises PrintkitError for too large ones."""
    import pypdfium2 as pdfium

    data = next(writer("pdf")(document)).data
    scale = dpi / MM_PER_INCH
    with pdfium.PdfDocument(data) as pdf:
        for index in range(len(document.pages)) if indices is None else indices:
            page = document.pages[index]
            # A matrix render onto a bitmap of our size: the plain call rounds the page's size.
            width, height = round(page.media.w * scale), round(page.media.h * scale)
            if width * height > MOST_PIXELS:
                raise PrintkitError(
                    f"A picture of {width} × {height} pixels is too large.",
                    place=page.title,
                    cure="Take a smaller --dpi or paper.",
                )
            sheet = pdf[index]
            bitmap = pdfium.PdfBitmap.new_native(width, height, pdfium.raw.FPDFBitmap_BGR)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            matrix = pdfium.PdfMatrix().scale(
                width / sheet.get_width(), height / sheet.get_height()
            )
            area = pdfium.raw.FS_RECTF(left=0, top=0, right=width, bottom=height)
            pdfium.raw.FPDF_RenderPageBitmapWithMatrix(
                bitmap, sheet, matrix.to_raw(), area, pdfium.raw.FPDF_ANNOT
            )
            yield bitmap.to_pil()
