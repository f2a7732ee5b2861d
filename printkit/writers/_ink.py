"""Measure the ink coverage of a document on its rendered pages.

Ink is the sum of cyan, magenta, yellow and black after grey is taken as black, in percent of the
area: 100 is a black page, and a saturated blue has more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from math import fsum
from typing import TYPE_CHECKING

import msgspec

from printkit.base.errors import named_library
from printkit.base.geometry import Rect
from printkit.base.units import MM_PER_INCH
from printkit.imposition.page import Document
from printkit.writers.png import render_pages

if TYPE_CHECKING:
    from PIL.Image import Image

# PDFium draws no line thinner than a pixel: at 300 dpi that is our thinnest line, a hairline.
_DPI = 300.0


class InkCoverage(msgspec.Struct, frozen=True):
    """Percent of the area: `pages` by name, each distinct front and back with its title."""

    pages: dict[str, float]
    fronts: tuple[tuple[str, float], ...]
    backs: tuple[tuple[str, float], ...]


# What measures ink, if not this module.
METER: ContextVar[Callable[[Document], InkCoverage] | None] = ContextVar(
    "printkit_ink_meter", default=None
)


def measure_ink(document: Document) -> InkCoverage:
    """Return the ink of a document, measured by the meter that was handed in or on our pages."""
    meter = METER.get()
    return meter(document) if meter is not None else _measure_rendered(document)


def _measure_rendered(document: Document) -> InkCoverage:
    """Measure rendered pages; those with the same drawings in the same places are rendered once."""
    alike: dict[object, int] = {}
    shown = [
        alike.setdefault(tuple((c.trim, c.symbol) for c in page.cells) or index, index)
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
    """Return the ink of a picture, or of an area of it (mm, at the resolution of the
    measurement).
    """
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
    # Black is what the lightest channel lacks; each colour what its channel lacks beyond that.
    return (255 + 2 * ImageStat.Stat(light).mean[0] - fsum(means)) / 255 * 100
