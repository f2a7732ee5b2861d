"""PNG, one picture a page, rasterised by PDFium from our own PDF, with its resolution."""

from __future__ import annotations

import io
from collections.abc import Iterator

from printkit.base.errors import named_library
from printkit.base.files import GENERATOR
from printkit.base.options import OptionValues
from printkit.imposition.page import Document
from printkit.pieces.options import DPI
from printkit.writers import Artifact
from printkit.writers._raster import render_pages


def write(document: Document, options: OptionValues) -> Iterator[Artifact]:
    """Write a picture for each page of the document, one after the other."""
    with named_library("PNG", "Pillow"):
        from PIL.PngImagePlugin import PngInfo

    dpi = float(options[DPI])
    for page, picture in zip(document.pages, render_pages(document, dpi), strict=True):
        out = io.BytesIO()
        info = PngInfo()
        info.add_text("Software", GENERATOR)
        info.add_itxt("Title", page.title)
        picture.save(out, "PNG", dpi=(dpi, dpi), pnginfo=info)
        yield Artifact(f"-{page.name}.png", out.getvalue(), 1, 0 if page.back else page.cards)
