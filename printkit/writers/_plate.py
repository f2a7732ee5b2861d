"""A plate of its own, such as gold foil: its floors, measured on the plate as it is painted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PIL import ImageStat
from PIL.ImageFilter import MaxFilter, MinFilter

from printkit.base.errors import PrintkitError
from printkit.base.options import OptionValues
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Image, Path, Stroke
from printkit.graphics.picture_file import GRAY, Samples, pack_pixels
from printkit.imposition.page import Document
from printkit.writers._press import PressMode
from printkit.writers.png import render_pages

# Floors of hot foil: lines 0.20 mm and gaps 0.25 mm wide, at most 30 % of the area. At this
# resolution they are four and five pixels; a filter of three keeps what is four pixels wide.
_DPI, _LINE_PX, _GAP_PX, _MOST = 508.0, 3, 5, 0.3
# The share of pixels that lie in gaps or lines that are too narrow, from which it is told.
_SEEN = 0.001


def find_faults(document: Document, options: OptionValues) -> Iterator[PrintkitError]:
    """Yield the floors that the plate of a document does not hold, each with its first page."""
    mode = _LoneMode(document, options)
    told: set[str] = set()
    for page, painted in zip(document.pages, render_pages(document, _DPI, mode=mode), strict=True):
        plate = painted.getchannel(0).point(lambda tone: 255 * (tone < 128))
        thinner = plate.filter(MinFilter(_LINE_PX)).filter(MaxFilter(_LINE_PX))
        fuller = plate.filter(MaxFilter(_GAP_PX)).filter(MinFilter(_GAP_PX))
        faults = {
            "Lines of foil are narrower than 0.20 mm.": _share(plate) - _share(thinner) > _SEEN,
            "Gaps in the foil are narrower than 0.25 mm.": _share(fuller) - _share(plate) > _SEEN,
            "Foil covers more than 30 % of the area.": _share(plate) > _MOST,
        }
        for fault in [fault for fault, found in faults.items() if found and fault not in told]:
            told.add(fault)
            yield PrintkitError(fault, location=page.title, hint="Ask the print shop for a proof.")


def _share(mask: Any) -> float:
    return float(ImageStat.Stat(mask).mean[0]) / 255


class _LoneMode(PressMode):
    """One plate, black on white."""

    marks_ground = False

    def fill(self, path: Path) -> str:
        assert path.fill is not None
        return f"{self._tone(path.fill)} g "

    def text(self, colour: Colour) -> str:
        return f"{self._tone(colour)} g "

    def stroke(self, stroke: Stroke) -> str:
        return f"{self._tone(stroke.colour)} G "

    def read_samples(self, image: Image, width: int | None) -> Samples:
        return pack_pixels(1, 1, GRAY, b"\xff")

    def _tone(self, colour: Colour) -> int:
        return int(colour.role != self.separation.survey.plate)
