"""A plate of its own, such as gold foil: its floors, measured on the plate as it is painted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from PIL.ImageChops import darker, lighter, offset
from PIL.ImageStat import Stat

from printkit.base.errors import PrintkitError
from printkit.base.options import OptionValues
from printkit.graphics.colour import Colour, Inks
from printkit.graphics.display_list import Image
from printkit.graphics.picture_file import GRAY, Samples, pack_pixels
from printkit.imposition.page import Document
from printkit.pieces.options import PLATES
from printkit.writers._press import PaintedMode
from printkit.writers.png import render_pages

# Floors of hot foil: lines 0.20 mm and gaps 0.25 mm wide, at most 30 % of the area. At this
# resolution they are four and five pixels; a filter of three keeps what is four pixels wide.
# Upright rectangles alone are painted up to a pixel too wide.
_DPI, _LINE_PX, _GAP_PX, _MAX_SHARE = 508.0, 3, 5, 0.3
# The share of pixels that lie in gaps or lines that are too narrow, from which it is told: pointed
# corners have less (0.08 % at most of 197 faces and backs with gold), one line along a card more.
_SEEN = 0.001

# A picture of Pillow, white where the plate prints.
Mask: TypeAlias = Any
_Pick = Callable[[Mask, Mask], Mask]


def find_faults(document: Document, options: OptionValues) -> Iterator[PrintkitError]:
    """Yield the floors that the plate of a document does not hold, each with its first page."""
    checks: dict[str, Callable[[Mask], bool]] = {
        "Lines of foil are narrower than 0.20 mm.": lambda plate: _loses(
            plate, _LINE_PX, darker, lighter
        ),
        "Gaps in the foil are narrower than 0.25 mm.": lambda plate: _loses(
            plate, _GAP_PX, lighter, darker
        ),
        "Foil covers more than 30 % of the area.": lambda plate: _share(plate) > _MAX_SHARE,
    }
    mode = _LoneMode(document, options)
    if not mode.spots:
        yield PrintkitError(
            "Nothing is printed in gold, so there is no plate of it.",
            location=PLATES.name,
            hint="Take a theme that has gold, such as --theme gala.",
        )
        return
    pages = zip(document.pages, render_pages(document, _DPI, mode=mode), strict=True)
    for page, painted in pages:
        plate = painted.getchannel(0).point(lambda tone: 255 * (tone < 128))
        for fault in [fault for fault, is_found in checks.items() if is_found(plate)]:
            del checks[fault]
            yield PrintkitError(fault, location=page.title, hint="Ask the print shop for a proof.")
        if not checks:
            return


def _loses(plate: Mask, width: int, first: _Pick, then: _Pick) -> bool:
    """Return True if what is narrower than a width (pixels) is lost when it is spread and back."""
    again = _spread(_spread(plate, width, first), width, then)
    return abs(_share(plate) - _share(again)) > _SEEN


def _spread(plate: Mask, width: int, pick: _Pick) -> Mask:
    """Return a plate that is darker or lighter by half a width (pixels) on all sides.

    A filter of Pillow does the same in ten times the time.
    """
    half = width // 2
    for dx, dy in ((1, 0), (0, 1)):
        rows = plate
        for step in [*range(-half, 0), *range(1, half + 1)]:
            rows = pick(rows, offset(plate, dx * step, dy * step))
        plate = rows
    return plate


def _share(plate: Mask) -> float:
    """Return the share of a plate that prints."""
    return float(Stat(plate).mean[0]) / 255


class _LoneMode(PaintedMode):
    """One plate, black on white."""

    def tones(self, colour: Colour, inks: Inks) -> tuple[float, float, float]:
        tone = float(colour.role != self.plate)
        return tone, tone, tone

    def read_samples(self, image: Image, width: int | None) -> Samples:
        return pack_pixels(1, 1, GRAY, b"\xff")
