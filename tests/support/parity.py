"""Differences between the PDF and the SVG of a page: promise 1.

Two independent engines paint them: PDFium the PDF, resvg the SVG, at 508 dpi, where a shift of a
tenth of a millimetre is visible, or at half of it. Both pictures are smoothed by 3 × 3 pixels,
because PDFium widens a line below one pixel to a whole one and snaps vertical edges to whole
pixels. Then each pixel of either must be within the minimum and maximum of the other's surrounding
3 × 3 pixels, give or take 48. No solid block of 3 × 3 pixels may fail: single pixels may, because
PDFium paints them darker where many hairlines of a guilloche meet.

The two pixels on both sides of the end of a clip are ignored: PDFium cuts a clip at whole pixels,
and resvg blends its last one. Nothing else is ignored.
"""

import re
from typing import Any

import numpy as np
from msgspec.structs import replace

from printkit.pieces.pages import Document
from printkit.pieces.protocols import writer
from tests.support.raster import blocks, darkest, failing, pdf_pixels, smooth, svg_pixels

# Pixels per mm.
COARSE, FINE = 10, 20
Picture = np.ndarray[Any, Any]
_CLIP = re.compile(r'<clipPath id="([^"]+)"[^>]*><path d="([^"]+)"')


class Pair:
    """A page painted from its PDF, and its SVG."""

    def __init__(self, document: Document, index: int, per_mm: int = FINE) -> None:
        self.per_mm = per_mm
        page = document.pages[index]
        alone = replace(document, pages=(replace(page, links=()),), outline=())
        (pdf,) = writer("pdf")(alone)
        size = round(page.media.w * per_mm), round(page.media.h * per_mm)
        self.picture = smooth(pdf_pixels(pdf.data, 0, *size))
        (svg,) = writer("svg")(alone)
        self.svg = svg.data.decode()
        self.edges = self._edges(page.media.w, page.media.h)

    def _edges(self, width: float, height: float) -> Picture | None:
        """Return the ends of clips (None if there are none).

        Clips of the whole page are removed, because resvg needs as long for them as for all the
        rest.
        """
        clips = dict(_CLIP.findall(self.svg))
        page = {(0.0, width, 0.0, height)}
        for key, data in tuple(clips.items()):
            xs, ys = (np.array(re.findall(r"-?[\d.]+", data), float)[at::2] for at in (0, 1))
            if {(xs.min(), xs.max(), ys.min(), ys.max())} == page:
                self.svg = self.svg.replace(f' clip-path="url(#{key})"', "")
                del clips[key]
        if not clips:
            return None
        lines = "".join(
            f'<path d="{data}" fill="none" stroke="#000" stroke-width="{4 / self.per_mm}"/>'
            for data in clips.values()
        )
        head = re.match(r"(?s).*?<svg[^>]*>", self.svg)
        assert head
        drawn = svg_pixels(f"{head[0]}{lines}</svg>".encode(), self.per_mm * 25.4)
        edges: Picture = darkest(drawn) < 250
        return edges

    def failing(self, svg: str | None = None) -> list[tuple[float, float]]:
        """Return where (mm) the pictures differ; `svg` replaces the page's own SVG."""
        painted = smooth(svg_pixels((svg or self.svg).encode(), self.per_mm * 25.4))
        mask = failing(self.picture, painted)
        if self.edges is not None:
            mask[self.edges] = False
        mask = blocks(mask)
        return [(int(x) / self.per_mm, int(y) / self.per_mm) for y, x in np.argwhere(mask)]


def check_parity(document: Document, index: int, per_mm: int = FINE) -> None:
    """Assert that both pictures of a page are the same, and not empty."""
    pair = Pair(document, index, per_mm)
    assert pair.picture.min() < 100
    where = pair.failing()
    name = f"{document.subject} {document.pages[index].name}"
    assert where == [], f"{name}: {len(where)} pixels, at {where[:3]} mm …"
