"""Raster helpers: pixels of pages, the ink of a display list, and toy decks without art."""

import io
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path as File
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import resvg_py
from PIL import Image as Pillow
from PIL import ImageFilter

from printkit.base.geometry import IDENTITY, Matrix, Rect, translation
from printkit.base.paper_sizes import Size
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Image, Item, Path, ShapedText, Symbol, Use
from printkit.graphics.fonts import UNITS, font
from printkit.graphics.path import PathBuilder, PathData
from printkit.imposition.grid import SheetSpec
from printkit.imposition.sheets import impose_cards
from printkit.jobs.build import BuildResult, build
from printkit.jobs.job import make_job
from printkit.pieces.pages import ART, Document, Layer, Page, SlugLine
from printkit.pieces.product import Piece
from printkit.pieces.protocols import ImposedPages, writer
from tests.support.walk import leaves, text_box

# 254 dpi: ten pixels per mm.
PER_MM = 10
CAPTION = SlugLine("en", "Toy Sabacc", "cards", "classic", "toy")


# --- pixels -------------------------------------------------------------------------------------


def pdf_pixels(data: bytes, index: int, width: int, height: int) -> np.ndarray[Any, Any]:
    """Return a PDF page painted by PDFium on white, in exactly this many pixels (h, w, rgb)."""
    with pdfium.PdfDocument(data) as pdf:
        page = pdf[index]
        bitmap = pdfium.PdfBitmap.new_native(width, height, pdfium.raw.FPDFBitmap_BGRx)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        matrix = pdfium.PdfMatrix().scale(width / page.get_width(), height / page.get_height())
        area = pdfium.raw.FS_RECTF(left=0, top=0, right=width, bottom=height)
        pdfium.raw.FPDF_RenderPageBitmapWithMatrix(
            bitmap, page, matrix.to_raw(), area, pdfium.raw.FPDF_ANNOT
        )
        return np.array(bitmap.to_numpy()[:, :, 2::-1])


def drawing_pixels(
    drawings: Iterable[Symbol], box: Rect, per_mm: float
) -> list[np.ndarray[Any, Any]]:
    """Return the pixels of each drawing inside a box of its own coordinates, painted by PDFium."""
    media, place = Rect(0, 0, box.w, box.h), translation(-box.x, -box.y)
    pages = tuple(
        Page(media, media, media, (Layer(ART, (Use(drawing, place),)),), f"{at}", "drawing")
        for at, drawing in enumerate(drawings)
    )
    (output,) = writer("pdf")(Document("drawings", "en", pages))
    size = round(box.w * per_mm), round(box.h * per_mm)
    return [pdf_pixels(output.data, at, *size) for at in range(len(pages))]


def turned_apart(pixels: np.ndarray[Any, Any], t: int = 24) -> int:
    """Return how many pixels of a picture differ after a half turn."""
    return apart(pixels, np.ascontiguousarray(pixels[::-1, ::-1]), t)


def svg_pixels(data: bytes, dpi: float) -> np.ndarray[Any, Any]:
    """Return a page of SVG painted by resvg on white (h, w, rgb)."""
    png = resvg_py.svg_to_bytes(
        svg_string=data.decode(), dpi=dpi, background="#ffffff", skip_system_fonts=True
    )
    return png_pixels(bytes(png))


def make_png(width: int, height: int, bits: int, kind: int, rows: bytes = b"") -> bytes:
    """Return a PNG with any bit depth and colour type, including those that Pillow cannot write."""
    head = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for body in (b"IHDR" + head, b"IDAT" + zlib.compress(rows, 1), b"IEND"):
        data += struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return data


def png_pixels(data: bytes) -> np.ndarray[Any, Any]:
    with Pillow.open(io.BytesIO(data)) as image:
        return np.array(image.convert("RGB"))


def grey_pixels(
    items: Iterable[Item], box: Rect, width: int, *, blur: float = 0.0, ground: str = "#ffffff"
) -> np.ndarray[Any, Any]:
    """Return items painted by resvg in grey, blurred until lines below `blur` merge."""
    parts: list[str] = []
    for number, leaf in enumerate(leaves(items)):
        item, matrix, clip, first = leaf.item, leaf.matrix, leaf.clip, len(parts)
        if isinstance(item, ShapedText):
            k, face = item.size / UNITS, font(item.run.font)
            for glyph, x in zip(item.run.glyphs, item.run.xs, strict=True):
                own = Matrix(k, 0, 0, -k, item.x + x * k, item.y).then(matrix)
                parts.append(_svg_path(face.outline(glyph), own, f'fill="{item.fill}"'))
        elif isinstance(item, Path):
            line = item.stroke
            paint = f'fill="{item.fill or "none"}"'
            if line:
                dash = " ".join(map(str, line.dash)) or "none"
                paint += f' stroke="{line.colour}" stroke-width="{line.width}"'
                paint += f' stroke-linecap="{"round" if line.round else "butt"}"'
                paint += f' stroke-linejoin="{line.joins}" stroke-dasharray="{dash}"'
            parts.append(_svg_path(item.data, matrix, paint))
        if clip is not None and parts[first:]:
            place = f'x="{clip.x}" y="{clip.y}" width="{clip.w}" height="{clip.h}"'
            parts.insert(first, f'<clipPath id="c{number}"><rect {place}/></clipPath>')
            parts.insert(first + 1, f'<g clip-path="url(#c{number})">')
            parts.append("</g>")
    view = f"{box.x} {box.y} {box.w} {box.h}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{"".join(parts)}</svg>'
    height = round(width * box.h / box.w)
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, background=ground)
    picture = Pillow.fromarray(png_pixels(bytes(data))).convert("L")
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(blur)), dtype=float)


def unlike(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    """Return the share of two grey pictures that differs by a fifth or more."""
    return float((np.abs(one - other) > 51).mean())


def least_apart(seen: Mapping[str, np.ndarray[Any, Any]]) -> tuple[float, str, str]:
    """Return the two most similar pictures, with their difference."""
    pairs = combinations(seen, 2)
    return min((unlike(seen[one], seen[other]), one, other) for one, other in pairs)


def _svg_path(data: PathData, matrix: Matrix, paint: str) -> str:
    text, at = "", 0
    for step in data.steps:
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[step]
        text += step + " ".join(f"{value:g}" for value in data.coords[at : at + count])
        at += count
    numbers = " ".join(f"{value:.6f}" for value in matrix)
    return f'<path transform="matrix({numbers})" {paint} d="{text}"/>'


def darkest(pixels: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the minimum of each pixel's channels, many times faster than the minimum along an
    axis.
    """
    return np.minimum(np.minimum(pixels[:, :, 0], pixels[:, :, 1]), pixels[:, :, 2])


def apart(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], t: int = 48) -> int:
    """Return how many pixels of either are more than `t` outside the other's 3 × 3 surroundings."""
    return int(failing(a, b, t).sum())


def failing(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], t: int = 48) -> np.ndarray[Any, Any]:
    """Return the mask of these pixels (h, w)."""
    assert a.shape == b.shape, f"{a.shape} against {b.shape}"
    mask = np.zeros(a.shape[:2], bool)
    # A pixel close to its counterpart passes: only the others need the nine neighbours.
    far = np.maximum(a, b) - np.minimum(a, b) > t
    ys, xs = (far[:, :, 0] | far[:, :, 1] | far[:, :, 2]).nonzero()
    mask[ys, xs] = _outside(a, b, ys, xs, t) | _outside(b, a, ys, xs, t)
    return mask


def blocks(mask: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the centres of the solid blocks of 3 × 3 pixels in a mask."""
    result = np.zeros_like(mask)
    if min(mask.shape) > 2:
        height, width = (length - 2 for length in mask.shape)
        near = [mask[y : y + height, x : x + width] for y in range(3) for x in range(3)]
        result[1:-1, 1:-1] = np.logical_and.reduce(near)
    return result


def smooth(pixels: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Replace each pixel by the mean of the 3 × 3 around it."""
    wide = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge").astype(np.uint16)
    wide = wide[:-2] + wide[1:-1] + wide[2:]
    wide = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
    return (wide // 9).astype(np.uint8)


def _outside(
    a: np.ndarray[Any, Any],
    b: np.ndarray[Any, Any],
    ys: np.ndarray[Any, Any],
    xs: np.ndarray[Any, Any],
    t: int,
) -> np.ndarray[Any, Any]:
    """Return whether each of some pixels of `a` is outside the range of the surrounding 3 × 3
    pixels of `b`.
    """
    height, width, _ = b.shape
    # Means of pixels are fractions and stay so; bytes need space for adding `t`.
    kind = np.result_type(a, b, np.int16)
    low = b[ys, xs].astype(kind)
    high = low.copy()
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            near = b[np.clip(ys + dy, 0, height - 1), np.clip(xs + dx, 0, width - 1)]
            np.minimum(low, near, out=low)
            np.maximum(high, near, out=high)
    own = a[ys, xs].astype(kind)
    result: np.ndarray[Any, Any] = ((own < low - t) | (own > high + t)).any(axis=1)
    return result


# --- ink ----------------------------------------------------------------------------------------


def ink(items: Iterable[Item]) -> Iterator[tuple[Item, Rect]]:
    """Return each drawn item with the upright rectangle around its ink on the page, ignoring
    clips.
    """
    for leaf in leaves(items):
        item, box = leaf.item, None
        if isinstance(item, ShapedText):
            box = text_box(leaf)
        elif isinstance(item, Image):
            box = leaf.matrix.bounds(item.rect)
        elif item.data.steps:
            box = leaf.matrix.bounds(item.data.box())
        if box is not None and (box.w or box.h):
            yield item, box


def segments(
    items: Iterable[Item], matrix: Matrix = IDENTITY, *, pass_others: bool = False
) -> Iterator[tuple[Path, Rect]]:
    """Return each straight line of the paths, as a rectangle without thickness."""
    for leaf in leaves(items, matrix):
        if isinstance(leaf.item, Path):
            straight = set(leaf.item.data.steps) <= {"M", "L"}
            if pass_others and not straight:
                continue
            assert straight, "only straight lines are looked at"
            coords = iter(leaf.item.data.coords)
            points = [leaf.matrix.apply(*point) for point in zip(coords, coords, strict=True)]
            for at, step in enumerate(leaf.item.data.steps):
                if step == "L":
                    (x0, y0), (x1, y1) = points[at - 1], points[at]
                    yield leaf.item, Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))


def layer(page: Page, name: str) -> Layer:
    """Return the layer with this name."""
    (found,) = (layer for layer in page.layers if layer.name == name)
    return found


def clips(page: Page) -> list[Rect]:
    """Return the visible area of each drawing on the sheet: its trim and its bleed."""
    found = []
    for group in layer(page, "art").items:
        assert isinstance(group, Group)
        assert group.clip is not None
        assert group.matrix == IDENTITY
        found.append(group.clip.box())
    return found


def uses(page: Page) -> list[Use]:
    """Return the drawings placed on the sheet."""
    found = []
    for group in layer(page, "art").items:
        assert isinstance(group, Group)
        (use,) = group.items
        assert isinstance(use, Use)
        found.append(use)
    return found


def trims(page: Page, width: float, height: float) -> list[Rect]:
    """Return the trim of each drawing of this size on the sheet."""
    return [
        Rect(u.matrix.e - width / 2, u.matrix.f - height / 2, width, height) for u in uses(page)
    ]


def overlap(a: Rect, b: Rect, slack: float = 1e-6) -> bool:
    """Return whether two rectangles share more than an edge; one of them may be a line."""
    wide = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    tall = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    if min(a.w, b.w) == 0 or min(a.h, b.h) == 0:  # a line counts if it runs through the inside
        return wide > -slack and tall > -slack and (wide > slack or tall > slack)
    return wide > slack and tall > slack


def within(outer: Rect, inner: Rect, slack: float = 1e-6) -> bool:
    """Return whether `inner` is inside `outer`, edges included."""
    return outer.contains(inner, slack)


# --- toy decks and builds -----------------------------------------------------------------------


def toys(count: int, width: float, height: float, *, families: int = 2) -> list[Piece]:
    """Return distinct cards of plain rectangles, in families that alternate card by card."""

    def drawing(key: str) -> Symbol:
        box = Rect(-width / 2 - 5, -height / 2 - 5, width + 10, height + 10)
        return Symbol(
            key, (Path(PathBuilder().rect(box).done(), fill=Colour("#888888")),), box, key
        )

    backs = [drawing(f"back-{at}") for at in range(families)]
    return [
        Piece(
            id=f"card-{at}",
            title=f"Card {at}",
            width=width,
            height=height,
            bleed_extent=5.0,
            shape="rounded",
            front=drawing(f"face-{at}"),
            back=backs[at % families],
            copies=1,
        )
        for at in range(count)
    ]


def toy_sheets(count: int, card: Size, spec: SheetSpec) -> ImposedPages:
    return impose_cards(toys(count, card.w, card.h), spec, CAPTION)


def build_files(out: File, variant: str, **wishes: Any) -> BuildResult:
    """Build into the given folder."""
    wishes.setdefault("products", ("cards",))
    return build(make_job(variant=variant, out=out, **wishes))
