"""Write TIFF in CMYK, one per page, for print shops that accept pictures.

PDFium does not support inks, so each page is painted twice: with cyan, magenta and yellow in place
of red, green and blue, and with black in place of grey. Opaque paint knocks out in both, as on
plates, so the two paintings are the four plates.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from msgspec.structs import astuple

from printkit.base.errors import named_library
from printkit.base.files import GENERATOR
from printkit.base.options import OptionValues
from printkit.graphics.colour import Colour, Inks
from printkit.graphics.display_list import Image
from printkit.graphics.picture_file import Samples
from printkit.graphics.pictures import image_bytes
from printkit.pieces.options import DPI
from printkit.pieces.pages import Artifact, Document
from printkit.press.inks import FOGRA39, condition
from printkit.writers.pdf_modes import PaintedMode
from printkit.writers.png import render_pages


def write(document: Document, options: OptionValues) -> Iterator[Artifact]:
    """Yield a picture of each page. Raises PrintkitError for a colour without inks."""
    with named_library("TIFF", "Pillow"):
        from PIL import Image as Pillow
        from PIL import ImageChops

    dpi = float(options[DPI])
    profile = condition(FOGRA39).profile
    modes = [_PlateMode(document, options, black=black) for black in (False, True)]
    paintings = zip(*(render_pages(document, dpi, mode=mode) for mode in modes), strict=True)
    for page, (colours, black) in zip(document.pages, paintings, strict=True):
        plates = [*colours.split(), black.getchannel(0)]
        picture = Pillow.merge("CMYK", [ImageChops.invert(plate) for plate in plates])
        out = io.BytesIO()
        picture.save(
            out,
            "TIFF",
            compression="tiff_lzw",
            dpi=(dpi, dpi),
            icc_profile=profile,
            software=GENERATOR,
            description=page.title.encode(),
        )
        yield Artifact(f"-{page.name}.tif", out.getvalue(), 1, 0 if page.back else page.cards)


class _PlateMode(PaintedMode):
    """Paints three plates, or the black plate as grey; spot colours in lines get no plate of their
    own.
    """

    def __init__(self, document: Document, options: OptionValues, *, black: bool) -> None:
        super().__init__(document, options)
        self.black = black

    def tones(self, colour: Colour, inks: Inks) -> tuple[float, float, float]:
        c, m, y, k = (1 - share / 100 for share in astuple(inks))
        return (k, k, k) if self.black else (c, m, y)

    def read_samples(self, image: Image, width: int | None) -> Samples:
        from printkit.press.picture_inks import paint_plates

        return paint_plates(image_bytes(image), width, self.limit, black=self.black)
