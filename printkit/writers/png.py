"""PNG, one picture per page, rasterised from our PDF by PDFium, one at a time."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from printkit.base.errors import PrintkitError, named_library
from printkit.base.files import GENERATOR
from printkit.base.options import OptionValues
from printkit.base.units import MM_PER_INCH
from printkit.graphics.display_list import placed_pictures
from printkit.imposition.page import Document, Page
from printkit.pieces.options import DPI
from printkit.writers import Artifact

if TYPE_CHECKING:
    from PIL.Image import Image

    from printkit.writers._pdf_mode import HomeMode


def write(document: Document, options: OptionValues) -> Iterator[Artifact]:
    """Yield a picture of each page of a document."""
    with named_library("PNG", "Pillow"):
        import PIL.Image  # noqa: F401
    dpi = float(options[DPI])
    for page, picture in zip(document.pages, render_pages(document, dpi), strict=True):
        words = {"Title": page.title, "Author": document.author, "Description": document.subject}
        data = b"".join(encode_png(picture, dpi, words))
        yield Artifact(f"-{page.name}.png", data, 1, 0 if page.back else page.cards)


# The first bytes of every PNG; the kinds of a chunk of RGB of 8 bits, not interlaced.
_SIGNATURE, _RGB = b"\x89PNG\r\n\x1a\n", (8, 2, 0, 0, 0)
# The rendering intent of the sRGB chunk; the unit of the resolution: metres.
_PERCEPTUAL, _METRE, _METRES_PER_INCH = b"\0", 1, 0.0254
# Rows stand as they are, not as differences: flat colours and lines then take a quarter less room
# than in the rows that Pillow filters, and a third of its time.
_UNFILTERED, _LEVEL, _ROWS = b"\0", 2, 128


def encode_png(picture: Image, dpi: float, words: Mapping[str, str]) -> Iterator[bytes]:
    """Yield the bytes of an RGB picture as a PNG, with its resolution and texts by keyword."""
    width, height = picture.size
    per_metre = round(dpi / _METRES_PER_INCH)
    yield _SIGNATURE
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *_RGB))
    yield _chunk(b"sRGB", _PERCEPTUAL)
    yield _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, _METRE))
    yield _chunk(b"tEXt", b"Software\0" + GENERATOR.encode("latin-1"))
    for key, text in words.items():
        if text:  # uncompressed, without a language
            yield _chunk(b"iTXt", key.encode() + bytes(5) + text.encode())
    deflate = zlib.compressobj(_LEVEL)
    for top in range(0, height, _ROWS):
        rows = picture.crop((0, top, width, min(top + _ROWS, height))).tobytes()
        lines = (rows[start : start + 3 * width] for start in range(0, len(rows), 3 * width))
        yield _chunk(b"IDAT", deflate.compress(b"".join(_UNFILTERED + line for line in lines)))
    yield _chunk(b"IDAT", deflate.flush())
    yield _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# Enough for A3 at 1200 dpi (278 million pixels), at four bytes each.
MAX_PIXELS = 400_000_000
# PDFium draws nothing beyond this many pixels from a corner.
MAX_SIDE_PX = 32_000
# A hairline is at least a pixel wide at this resolution.
_HAIRLINE_DPI = 288
# The greatest number of pixels of an oversampled picture, and of a band of it: a pixel takes
# seven bytes while it is drawn.
_MAX_FINE_PIXELS, _BAND_PIXELS = 90_000_000, 10_000_000
# As many pages at once are written as a PDF, and as many bytes of pictures.
_BATCH, _BATCH_BYTES = 50, 20_000_000


def render_pages(
    document: Document,
    dpi: float,
    indices: Sequence[int] | None = None,
    *,
    mode: HomeMode | None = None,
) -> Iterator[Image]:
    """Render pages by index (None: all) on white; a `mode` paints plates in the place of colours.

    Raises PrintkitError for too large pictures.
    """
    with named_library("A picture of a page", "pypdfium2"):
        import pypdfium2 as pdfium

    from printkit.writers import pdf

    wanted = range(len(document.pages)) if indices is None else indices
    for pages in _batches(document.pages[index] for index in wanted):
        # Links may lead to pages of other batches.
        unlinked = tuple(replace(page, links=()) for page in pages)
        # The file is temporary: skip compression.
        whole = io.BytesIO()
        batch = replace(document, pages=unlinked, outline=())
        next(pdf.write(batch, compress=False, mode=mode, tagged=False)).write_to(whole)
        with pdfium.PdfDocument(whole) as file:
            for sheet, page in zip(file, pages, strict=True):
                yield _render(pdfium, sheet, page, dpi)
                sheet.close()


def _batches(pages: Iterable[Page]) -> Iterator[list[Page]]:
    """Yield pages in batches, so that one PDF does not hold all their pictures."""
    batch: list[Page] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += sum(image.byte_count for image, _ in placed_pictures(page.items).values())
        if len(batch) == _BATCH or size > _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _render(pdfium: ModuleType, sheet: Any, page: Page, dpi: float) -> Image:
    """Render a page of a file of PDFium. Raises PrintkitError for too large a picture."""
    # The simple render call rounds the page size; a matrix fits the page to the bitmap.
    scale = dpi / MM_PER_INCH
    width, height = round(page.media.w * scale), round(page.media.h * scale)
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE_PX:
        raise PrintkitError(
            f"A picture of {width} × {height} pixels is too large.",
            location=page.title,
            hint="Take a smaller page or resolution, or more columns.",
        )
    finer = _oversampling(width, height, dpi)
    scale_x, scale_y = width * finer / sheet.get_width(), height * finer / sheet.get_height()

    def draw_band(top: int, rows: int) -> Image:
        band_width, band_height = width * finer, rows * finer
        bitmap = pdfium.PdfBitmap.new_native(band_width, band_height, pdfium.raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, band_width, band_height)
        matrix = pdfium.PdfMatrix().scale(scale_x, scale_y).translate(0, -top * finer)
        area = pdfium.raw.FS_RECTF(left=0, top=0, right=band_width, bottom=band_height)
        pdfium.raw.FPDF_RenderPageBitmapWithMatrix(
            bitmap, sheet, matrix.to_raw(), area, pdfium.raw.FPDF_ANNOT
        )
        picture: Image = bitmap.to_pil()
        return picture.reduce(finer) if finer > 1 else picture

    rows = max(1, _BAND_PIXELS // (width * finer * finer))
    bands = ((0, top, draw_band(top, min(rows, height - top))) for top in range(0, height, rows))
    return _join(width, height, bands)


def _join(width: int, height: int, parts: Iterable[tuple[int, int, Image]]) -> Image:
    """Return a white picture with others on it, each with its place: x, y."""
    from PIL import Image

    whole = Image.new("RGB", (width, height), "white")
    for x, y, part in parts:
        whole.paste(part, (x, y))
    return whole


def render_grid(document: Document, dpi: float, cells: Sequence[int | None], columns: int) -> Image:
    """Render pages of one size by index as the cells of one picture, row by row (None: white).

    One page is drawn at a time. Raises PrintkitError for too large pictures.
    """
    with named_library("A picture of a page", "Pillow"):
        indices = [index for index in cells if index is not None]
        size = document.pages[next(iter(indices), 0)].media
        width, height = (round(side * dpi / MM_PER_INCH) for side in (size.w, size.h))
        pictures = render_pages(document, dpi, indices)
        parts = (
            (number % columns * width, number // columns * height, next(pictures))
            for number, index in enumerate(cells)
            if index is not None
        )
        return _join(width * columns, height * -(-len(cells) // columns), parts)


def _oversampling(width: int, height: int, dpi: float) -> int:
    """Return the oversampling factor of a picture.

    PDFium draws no line thinner than a pixel, so that lines of a small picture would be too heavy.
    """
    finer = 1
    while (
        dpi * finer < _HAIRLINE_DPI
        and width * height * (finer + 1) ** 2 <= _MAX_FINE_PIXELS
        and max(width, height) * (finer + 1) <= MAX_SIDE_PX
    ):
        finer += 1
    return finer
