"""Measure the ink coverage of a document on its rendered pages.

Ink is the sum of cyan, magenta, yellow and black in percent of the area, with grey replaced by
black: a black page has 100, a saturated blue more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from math import fsum
from typing import TYPE_CHECKING

import msgspec

from printkit.base.errors import named_library
from printkit.base.geometry import MM_PER_INCH, Rect
from printkit.pieces.pages import Document
from printkit.writers.png import render_pages

if TYPE_CHECKING:
    from PIL.Image import Image

# PDFium draws no line thinner than a pixel; at 300 dpi a pixel is our hairline.
_DPI = 300.0


class InkCoverage(msgspec.Struct, frozen=True):
    """Ink in percent of the area: for pages by name, and for each distinct front and back."""

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
    for index, picture in zip(wanted, render_pages(document, _DPI, wanted), strict=True):
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
        scale = _DPI / MM_PER_INCH
        left, top = round(area.x * scale), round(area.y * scale)
        picture = picture.crop((left, top, round(area.right * scale), round(area.bottom * scale)))
    if picture.mode != "RGB":
        picture = picture.convert("RGB")
    red, green, blue = picture.split()
    light = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    means: Sequence[float] = ImageStat.Stat(picture).mean
    # Black is 255 minus the lightest channel; each ink is the lightest channel minus its channel.
    return (255 + 2 * ImageStat.Stat(light).mean[0] - fsum(means)) / 255 * 100
