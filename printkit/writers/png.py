"""PNG. Room: writers.

In: a Document with its resolution. Out: one picture a page, rasterised by PDFium from our own PDF,
with the resolution written into the file.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from printkit.base.errors import PrintkitError
from printkit.base.files import GENERATOR
from printkit.base.units import MM_PER_INCH
from printkit.pages.page import Document
from printkit.writers import Output
from printkit.writers.pdf import write as write_pdf

# A3 at 1200 dpi has 278 million; four bytes each is what a home machine still holds.
MOST_PIXELS = 400_000_000


def write(document: Document) -> Iterator[Output]:
    """A picture for each page of the document, one after the other: only one is in memory."""
    import pypdfium2 as pdfium
    from PIL.PngImagePlugin import PngInfo

    data = next(write_pdf(document)).data
    scale = document.dpi / MM_PER_INCH
    with pdfium.PdfDocument(data) as pdf:
        for index, page in enumerate(document.pages):
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
            out = io.BytesIO()
            info = PngInfo()
            info.add_text("Software", GENERATOR)
            info.add_itxt("Title", page.title)
            dpi = (document.dpi, document.dpi)
            bitmap.to_pil().save(out, "PNG", dpi=dpi, pnginfo=info)
            yield Output(f"-{page.name}.png", out.getvalue(), 1, 0 if page.back else page.cards)
