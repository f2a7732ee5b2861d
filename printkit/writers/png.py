"""Write PNG files with pages painted by PDFium; measure ink and foil on painted pages.

A ground that several pages share, such as the backs of a deck, is painted once. A document with
many pixels is painted and packed in several processes if they are allowed.

Ink is the sum of cyan, magenta, yellow and black in percent of the area, with grey replaced by
black: a black page has 100, a saturated blue more. A plate for gold is a separate layer, whose
lines, gaps and area are compared with the minimum sizes of hot foil.
"""

from __future__ import annotations

import ctypes
import hashlib
import io
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from math import fsum
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, named_library, warn
from printkit.base.files import GENERATOR
from printkit.base.geometry import MM_PER_INCH, Rect
from printkit.base.options import OptionValues
from printkit.base.processes import allowed_processes, spread
from printkit.base.sentences import Sentence
from printkit.graphics.display_list import placed_pictures
from printkit.pieces.options import DPI, GOLD_PLATE, PLATES
from printkit.pieces.pages import Artifact, Document, Layer, Page, with_plate

if TYPE_CHECKING:
    from PIL.Image import Image

    from printkit.writers.pdf_modes import HomeMode


# --- png -----------------------------------------------------------------------------------------


def write(document: Document, options: OptionValues) -> Iterator[Artifact]:
    """Yield a picture of each page of a document."""
    with named_library("PNG", "Pillow"):
        import PIL.Image  # noqa: F401
    dpi = float(options[DPI])
    pages, workers = document.pages, _useful_processes(document.pages, dpi)
    # The results of a batch come at once from another process.
    most = _BATCH if workers == 1 else min(_SPREAD_BATCH, -(-len(pages) // workers))
    for page, data in zip(
        pages, spread(_paint_files, _batches(document, pages, dpi, most), workers), strict=True
    ):
        yield Artifact(f"-{page.name}.png", data, 1, 0 if page.back else page.cards)


def _useful_processes(pages: Sequence[Page], dpi: float) -> int:
    """Return the number of processes that it is useful to start for painting some pages."""
    pixels = fsum(page.media.w * page.media.h for page in pages) * (dpi / MM_PER_INCH) ** 2
    return max(1, min(allowed_processes(), len(pages), int(pixels / _PROCESS_PIXELS)))


def _paint_files(batch: _Batch) -> Iterator[bytes]:
    """Yield the files of a batch of pages."""
    known: dict[bytes, bytes] = {}
    for sheet, picture in zip(batch.sheets, _paint(batch), strict=True):
        packed = known if sheet.is_repeated else None
        yield b"".join(encode_png(picture, batch.dpi, sheet.words, packed))


# The first bytes of every PNG; the kinds of a chunk of RGB of 8 bits, not interlaced.
_SIGNATURE, _RGB = b"\x89PNG\r\n\x1a\n", (8, 2, 0, 0, 0)
# The rendering intent of the sRGB chunk; the unit of the resolution: metres.
_PERCEPTUAL, _METRE, _METRES_PER_INCH = b"\0", 1, 0.0254
# Rows are stored without filters: for flat colours and lines this needs a quarter less space and a
# third of the time of rows that Pillow filters.
_UNFILTERED, _LEVEL, _ROWS = b"\0", 2, 128
# The head of a stream of zlib, of a level that is fast; its last block, which is empty.
_DEFLATED, _LAST_BLOCK = b"\x78\x5e", b"\x03\0"


def encode_png(
    picture: Image, dpi: float, words: Mapping[str, str], known: dict[bytes, bytes] | None = None
) -> Iterator[bytes]:
    """Yield the bytes of an RGB picture as a PNG, with its resolution and texts by keyword.

    `known` contains the packed bands of the last picture, and afterwards the bands of this picture,
    so that an identical band is not packed again.
    """
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
    before, checksum = dict(known or {}), zlib.adler32(b"")
    if known is not None:
        known.clear()
    yield _chunk(b"IDAT", _DEFLATED)
    for top in range(0, height, _ROWS):
        rows = picture.crop((0, top, width, min(top + _ROWS, height))).tobytes()
        starts = range(0, len(rows), 3 * width)
        lines = b"".join(_UNFILTERED + rows[start : start + 3 * width] for start in starts)
        checksum = zlib.adler32(lines, checksum)
        if known is None:
            yield _pack(lines)
            continue
        digest = hashlib.sha256(lines).digest()
        known[digest] = before.get(digest) or known.get(digest) or _pack(lines)
        yield known[digest]
    yield _chunk(b"IDAT", _LAST_BLOCK + struct.pack(">I", checksum))
    yield _chunk(b"IEND", b"")


def _pack(lines: bytes) -> bytes:
    """Return the chunk of a band, compressed independently of other bands."""
    deflate = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    return _chunk(b"IDAT", deflate.compress(lines) + deflate.flush(zlib.Z_SYNC_FLUSH))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# Enough for A3 at 1200 dpi (278 million pixels), at four bytes each.
MAX_PIXELS = 400_000_000
# PDFium draws nothing beyond this many pixels from a corner.
MAX_SIDE_PX = 32_000
# A hairline is at least a pixel wide at this resolution.
_HAIRLINE_DPI = 288
# The greatest number of pixels of an oversampled picture, and of a band of it: a pixel takes
# seven bytes while it is drawn. A repeated ground of as many pixels is kept.
_MAX_FINE_PIXELS, _BAND_PIXELS, _KEPT_PIXELS = 40_000_000, 10_000_000, 40_000_000
# The maximum number of pages, and of bytes of pictures, that are written as one PDF, and the
# smaller number of pages if other processes paint them. The number of pixels for which a process is
# worthwhile.
_BATCH, _BATCH_BYTES, _SPREAD_BATCH, _PROCESS_PIXELS = 50, 20_000_000, 10, 16_000_000


class _PaintedPage(Struct, frozen=True):
    """A page to be painted: its size (mm), and the pages of a PDF that make it up.

    `is_repeated` is True if other pages share the lowest of these PDF pages. `words` are the texts
    in the file of the page.
    """

    width: float
    height: float
    coats: tuple[int, ...]
    is_repeated: bool
    words: dict[str, str]


class _Batch(Struct, frozen=True):
    """A batch of pages as a PDF, and the parameters for painting them."""

    file: bytes
    sheets: tuple[_PaintedPage, ...]
    dpi: float


def render_pages(
    document: Document,
    dpi: float,
    indices: Sequence[int] | None = None,
    *,
    mode: HomeMode | None = None,
) -> Iterator[Image]:
    """Render pages by index (None: all) on white; a `mode` paints plates instead of colours.

    Raises PrintkitError for a picture that is too large.
    """
    pages = document.pages if indices is None else [document.pages[index] for index in indices]
    for batch in _batches(document, pages, dpi, _BATCH, mode):
        yield from _paint(batch)


def _batches(
    document: Document, pages: Iterable[Page], dpi: float, most: int, mode: HomeMode | None = None
) -> Iterator[_Batch]:
    """Yield pages in batches, so that no PDF has to contain the pictures of all pages."""
    batch: list[Page] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += sum(image.byte_count for image, _ in placed_pictures(page.items).values())
        if len(batch) == most or size > _BATCH_BYTES:
            yield _batch(document, batch, dpi, mode)
            batch, size = [], 0
    if batch:
        yield _batch(document, batch, dpi, mode)


def _batch(document: Document, pages: Sequence[Page], dpi: float, mode: HomeMode | None) -> _Batch:
    """Write pages as a PDF, in which a shared ground is a single page."""
    from printkit.writers import pdf

    coats: dict[tuple[object, ...], int] = {}
    made: list[Page] = []
    sheets: list[_PaintedPage] = []

    def add(page: Page, layers: tuple[Layer, ...]) -> int:
        # Links may lead to pages of other batches.
        made.append(replace(page, layers=layers, links=()))
        return len(made) - 1

    grounds = [(page.media, page.layers[:1]) for page in pages]
    uses = Counter(grounds)
    for page, ground in zip(pages, grounds, strict=True):
        if is_repeated := uses[ground] > 1:
            if ground not in coats:
                coats[ground] = add(page, page.layers[:1])
            own: tuple[int, ...] = coats[ground], add(page, page.layers[1:])
        else:
            own = (add(page, page.layers),)
        words = {"Title": page.title, "Author": document.author, "Description": document.subject}
        size = page.media.w, page.media.h
        sheets.append(_PaintedPage(*size, own, is_repeated, words))
    # The file is temporary: skip compression.
    whole = io.BytesIO()
    part = replace(document, pages=tuple(made), outline=())
    next(pdf.write(part, compress=False, mode=mode, tagged=False)).write_to(whole)
    return _Batch(whole.getvalue(), tuple(sheets), dpi)


def _paint(batch: _Batch) -> Iterator[Image]:
    """Paint each page of a batch. Raises PrintkitError for a picture that is too large."""
    with named_library("A picture of a page", "pypdfium2"):
        import pypdfium2 as pdfium

    with pdfium.PdfDocument(batch.file) as file:
        painter = _Painter(pdfium, file, batch.dpi)
        for sheet in batch.sheets:
            yield painter.paint(sheet)


class _Painter:
    """Paints pages of a PDFium file, and caches the last shared ground."""

    def __init__(self, pdfium: Any, file: Any, dpi: float) -> None:
        self.pdfium, self.file, self.dpi = pdfium, file, dpi
        # The index of the ground, and the pixels of its bands by their tops.
        self.ground, self.kept = -1, dict[int, bytes]()

    def paint(self, sheet: _PaintedPage) -> Image:
        """Return the picture of a page. Raises PrintkitError for a picture that is too large."""
        scale = self.dpi / MM_PER_INCH
        width, height = round(sheet.width * scale), round(sheet.height * scale)
        if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE_PX:
            raise PrintkitError(
                Sentence(
                    "A picture of {width} × {height} pixels is too large.",
                    width=width,
                    height=height,
                ),
                location=sheet.words["Title"],
                hint="Use a smaller page, a lower resolution or more columns.",
            )
        finer = _oversampling(width, height, self.dpi)
        keeps = sheet.is_repeated and width * height * finer**2 <= _KEPT_PIXELS
        if keeps and self.ground != sheet.coats[0]:
            self.ground, self.kept = sheet.coats[0], {}
        is_kept = keeps and bool(self.kept)
        coats = [self.file[index] for index in sheet.coats[is_kept:]]

        def draw_band(top: int, rows: int) -> Image:
            size = width * finer, rows * finer
            bitmap = self.pdfium.PdfBitmap.new_native(*size, self.pdfium.raw.FPDFBitmap_BGR)
            if is_kept:
                ctypes.memmove(bitmap.buffer, self.kept[top], len(self.kept[top]))
            else:
                bitmap.fill_rect((255, 255, 255, 255), 0, 0, *size)
            for number, coat in enumerate(coats):
                self._draw(coat, bitmap, (width * finer, height * finer), -top * finer)
                if keeps and not is_kept and number == 0:
                    self.kept[top] = bytes(bitmap.buffer)
            picture: Image = bitmap.to_pil()
            return picture.reduce(finer) if finer > 1 else picture

        rows = max(1, _BAND_PIXELS // (width * finer * finer))
        tops = range(0, height, rows)
        bands = ((0, top, draw_band(top, min(rows, height - top))) for top in tops)
        picture = _join(width, height, bands)
        for coat in coats:
            coat.close()
        return picture

    def paint_part(self, sheet: _PaintedPage, part: tuple[int, int, int, int]) -> Image:
        """Return a rectangle of a page: left, top, right and bottom (px)."""
        scale = self.dpi / MM_PER_INCH
        width, height = round(sheet.width * scale), round(sheet.height * scale)
        finer = _oversampling(width, height, self.dpi)
        left, top, right, bottom = part
        size = (right - left) * finer, (bottom - top) * finer
        bitmap = self.pdfium.PdfBitmap.new_native(*size, self.pdfium.raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, *size)
        for index in sheet.coats:
            coat = self.file[index]
            self._draw(coat, bitmap, (width * finer, height * finer), -top * finer, -left * finer)
            coat.close()
        picture: Image = bitmap.to_pil()
        return picture.reduce(finer) if finer > 1 else picture

    def _draw(
        self, page: Any, bitmap: Any, size: tuple[int, int], down: int, across: int = 0
    ) -> None:
        """Draw a page over a bitmap, given the size of the page and its offset from the top
        and the left (px).
        """
        # The simple render call rounds the page size; a matrix fits the page to the bitmap.
        scale = size[0] / page.get_width(), size[1] / page.get_height()
        matrix = self.pdfium.PdfMatrix().scale(*scale).translate(across, down)
        raw = self.pdfium.raw
        area = raw.FS_RECTF(left=0, top=0, right=bitmap.width, bottom=bitmap.height)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix.to_raw(), area, raw.FPDF_ANNOT)


def render_part(document: Document, dpi: float, part: tuple[int, int, int, int]) -> Image:
    """Render a rectangle of the first page: left, top, right and bottom (px)."""
    batch = _batch(document, document.pages[:1], dpi, None)
    with named_library("A picture of a page", "pypdfium2"):
        import pypdfium2 as pdfium

    with pdfium.PdfDocument(batch.file) as file:
        return _Painter(pdfium, file, dpi).paint_part(batch.sheets[0], part)


def _join(width: int, height: int, parts: Iterable[tuple[int, int, Image]]) -> Image:
    """Return a white picture with other pictures pasted on it, each at its position (x, y)."""
    from PIL import Image

    whole = Image.new("RGB", (width, height), "white")
    for x, y, part in parts:
        whole.paste(part, (x, y))
    return whole


def render_grid(document: Document, dpi: float, cells: Sequence[int | None], columns: int) -> Image:
    """Render pages of one size by index as the cells of one picture, row by row (None: white).

    One page is drawn at a time. Raises PrintkitError for a picture that is too large.
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

    PDFium draws all lines at least one pixel wide, so lines in a small picture would be too heavy.
    """
    finer = 1
    while (
        dpi * finer < _HAIRLINE_DPI
        and width * height * (finer + 1) ** 2 <= _MAX_FINE_PIXELS
        and max(width, height) * (finer + 1) <= MAX_SIDE_PX
    ):
        finer += 1
    return finer


# --- ink -----------------------------------------------------------------------------------------

# PDFium draws no line thinner than a pixel; at 300 dpi a pixel is our hairline.
_INK_DPI = 300.0


class InkCoverage(msgspec.Struct, frozen=True):
    """Ink in percent of the area, for pages by name and for each distinct front and back."""

    pages: dict[str, float]
    fronts: tuple[tuple[str, float], ...]
    backs: tuple[tuple[str, float], ...]


# The caller's replacement for the measurement, if any.
METER: ContextVar[Callable[[Document], InkCoverage] | None] = ContextVar(
    "printkit_ink_meter", default=None
)


def measure_ink(document: Document) -> InkCoverage:
    """Measure the ink of a document with the caller's meter, by default on rendered pages."""
    meter = METER.get()
    return meter(document) if meter is not None else _measure_rendered(document)


def _measure_rendered(document: Document) -> InkCoverage:
    """Measure rendered pages; pages with the same drawings are rendered once."""
    first_index: dict[object, int] = {}
    shown = [
        first_index.setdefault(tuple((c.trim, c.symbol) for c in page.cells) or index, index)
        for index, page in enumerate(document.pages)
    ]
    wanted = sorted(set(shown))
    pages: dict[int, float] = {}
    fronts: list[tuple[str, float]] = []
    backs: list[tuple[str, float]] = []
    seen: set[int] = set()
    for index, picture in zip(wanted, render_pages(document, _INK_DPI, wanted), strict=True):
        pages[index] = coverage(picture)
        for cell in document.pages[index].cells:
            if id(cell.symbol) not in seen:
                seen.add(id(cell.symbol))
                sides = backs if cell.back else fronts
                alone = cell.trim == document.pages[index].media
                share = pages[index] if alone else coverage(picture, cell.trim)
                sides.append((cell.symbol.title, share))
    names = [page.name for page in document.pages]
    text = {name: pages[i] for name, i in zip(names, shown, strict=True)}
    return InkCoverage(text, tuple(fronts), tuple(backs))


def coverage(picture: Image, area: Rect | None = None) -> float:
    """Return the ink of a rendered page, or of an area of it (mm), in percent."""
    with named_library("A measurement of ink", "Pillow"):
        from PIL import ImageChops, ImageStat

    if area is not None:
        scale = _INK_DPI / MM_PER_INCH
        left, top = round(area.x * scale), round(area.y * scale)
        picture = picture.crop((left, top, round(area.right * scale), round(area.bottom * scale)))
    if picture.mode != "RGB":
        picture = picture.convert("RGB")
    red, green, blue = picture.split()
    light = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    means: Sequence[float] = ImageStat.Stat(picture).mean
    # Black is 255 minus the lightest channel; each ink is the lightest channel minus its channel.
    return (255 + 2 * ImageStat.Stat(light).mean[0] - fsum(means)) / 255 * 100


# --- the plate of gold ---------------------------------------------------------------------------

# Minimum sizes of hot foil: lines 0.20 mm and gaps 0.25 mm wide, at most 30 % of the area. At this
# resolution they are four and five pixels; a filter of three keeps shapes four pixels wide. Only
# upright rectangles are painted up to a pixel too wide.
_PLATE_DPI, _LINE_PX, _GAP_PX, _MAX_SHARE = 508.0, 3, 5, 0.3
# The share of pixels in too narrow gaps or lines that causes a warning. Pointed corners have less
# (at most 0.08 % in 197 faces and backs with gold); one line along a card has more.
_SEEN = 0.001

# A picture of Pillow, white where the plate prints.
Mask: TypeAlias = Any
_Pick = Callable[[Mask, Mask], Mask]


def warn_of_foil(document: Document) -> None:
    """Warn about minimum sizes of foil that the gold of a document violates.

    Raises PrintkitError if Pillow or PDFium is missing.
    """
    with named_library("A plate of its own", "Pillow"):
        import PIL.ImageChops  # noqa: F401
    for fault in _find_faults(with_plate(document, GOLD_PLATE)):
        warn(fault)


def _find_faults(document: Document) -> Iterator[PrintkitError]:
    """Yield the minimum sizes that the plate of a document violates, each with its first page."""
    from PIL.ImageChops import darker, lighter

    checks: dict[str, Callable[[Mask], bool]] = {
        "Lines of foil are narrower than 0.20 mm.": lambda plate: _loses(
            plate, _LINE_PX, darker, lighter
        ),
        "Gaps in the foil are narrower than 0.25 mm.": lambda plate: _loses(
            plate, _GAP_PX, lighter, darker
        ),
        "Foil covers more than 30% of the area.": lambda plate: _share(plate) > _MAX_SHARE,
    }
    alone = [replace(page, layers=(_plate_of(page),), links=()) for page in document.pages]
    printed = [page for page in alone if page.layers[0].items]
    if not printed:
        yield PrintkitError(
            "Nothing is printed in gold, so there is no plate for it.",
            location=PLATES.name,
            hint="Use a theme that has gold, such as --theme gala.",
        )
        return
    lone = replace(document, pages=tuple(printed))
    for page, painted in zip(printed, render_pages(lone, _PLATE_DPI), strict=True):
        plate = painted.convert("L").point(lambda tone: 255 * (tone < 128))
        for fault in [fault for fault, is_found in checks.items() if is_found(plate)]:
            del checks[fault]
            yield PrintkitError(fault, location=page.title, hint="Ask the print shop for a proof.")
        if not checks:
            return


def _plate_of(page: Page) -> Layer:
    """Return the layer of a page's plate, made visible."""
    return replace(next(layer for layer in page.layers if layer.name == GOLD_PLATE), visible=True)


def _loses(plate: Mask, width: int, first: _Pick, then: _Pick) -> bool:
    """Return True if the plate has shapes narrower than a width (pixels).

    Such shapes are lost if the plate is spread or shrunk and then restored.
    """
    again = _spread(_spread(plate, width, first), width, then)
    return abs(_share(plate) - _share(again)) > _SEEN


def _spread(plate: Mask, width: int, pick: _Pick) -> Mask:
    """Return a plate whose shapes are spread or shrunk by half a width (pixels) on all sides.

    Pillow's filter gives the same result but takes ten times as long.
    """
    from PIL.ImageChops import offset

    half = width // 2
    for dx, dy in ((1, 0), (0, 1)):
        rows = plate
        for step in [*range(-half, 0), *range(1, half + 1)]:
            rows = pick(rows, offset(plate, dx * step, dy * step))
        plate = rows
    return plate


def _share(plate: Mask) -> float:
    """Return the share of a plate's area that prints."""
    from PIL.ImageStat import Stat

    return float(Stat(plate).mean[0]) / 255
