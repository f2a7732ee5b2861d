"""Make a separate plate for gold: its layer, and checks of minimum sizes on rendered pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from msgspec.structs import replace
from PIL.ImageChops import darker, lighter, offset
from PIL.ImageStat import Stat

from printkit.base.errors import PrintkitError, warn
from printkit.pieces.options import GOLD_PLATE, PLATES
from printkit.pieces.pages import Document, Layer, Page, with_plate
from printkit.writers._pdf_mode import HomeMode
from printkit.writers._pdf_objects import PdfFile
from printkit.writers._pdf_press import add_layers, layer_resources
from printkit.writers.png import render_pages

# Minimum sizes of hot foil: lines 0.20 mm and gaps 0.25 mm wide, at most 30 % of the area. At this
# resolution they are four and five pixels; a filter of three keeps shapes four pixels wide. Only
# upright rectangles are painted up to a pixel too wide.
_DPI, _LINE_PX, _GAP_PX, _MAX_SHARE = 508.0, 3, 5, 0.3
# The share of pixels in too narrow gaps or lines that causes a warning: pointed corners have less
# (0.08 % at most of 197 faces and backs with gold), one line along a card more.
_SEEN = 0.001

# A picture of Pillow, white where the plate prints.
Mask: TypeAlias = Any
_Pick = Callable[[Mask, Mask], Mask]


def with_gold_plate(document: Document) -> Document:
    """Return the document with its gold as a hidden layer, and warn about violated minimum
    sizes.
    """
    plated = with_plate(document, GOLD_PLATE)
    for fault in _find_faults(plated):
        warn(fault)
    return plated


def _find_faults(document: Document) -> Iterator[PrintkitError]:
    """Yield the minimum sizes that the plate of a document violates, each with its first page."""
    checks: dict[str, Callable[[Mask], bool]] = {
        "Lines of foil are narrower than 0.20 mm.": lambda plate: _loses(
            plate, _LINE_PX, darker, lighter
        ),
        "Gaps in the foil are narrower than 0.25 mm.": lambda plate: _loses(
            plate, _GAP_PX, lighter, darker
        ),
        "Foil covers more than 30 % of the area.": lambda plate: _share(plate) > _MAX_SHARE,
    }
    alone = [replace(page, layers=(_plate_of(page),), links=()) for page in document.pages]
    printed = [page for page in alone if page.layers[0].items]
    if not printed:
        yield PrintkitError(
            "Nothing is printed in gold, so there is no plate for it.",
            location=PLATES.name,
            hint="Take a theme that has gold, such as --theme gala.",
        )
        return
    lone = replace(document, pages=tuple(printed))
    for page, painted in zip(printed, render_pages(lone, _DPI), strict=True):
        plate = painted.convert("L").point(lambda tone: 255 * (tone < 128))
        for fault in [fault for fault, is_found in checks.items() if is_found(plate)]:
            del checks[fault]
            yield PrintkitError(fault, location=page.title, hint="Ask the print shop for a proof.")
        if not checks:
            return


def _plate_of(page: Page) -> Layer:
    """Return the layer of the plate as a visible layer."""
    return replace(next(layer for layer in page.layers if layer.name == GOLD_PLATE), visible=True)


def _loses(plate: Mask, width: int, first: _Pick, then: _Pick) -> bool:
    """Return True if the plate loses shapes narrower than a width (pixels) when spread and shrunk
    back.
    """
    again = _spread(_spread(plate, width, first), width, then)
    return abs(_share(plate) - _share(again)) > _SEEN


def _spread(plate: Mask, width: int, pick: _Pick) -> Mask:
    """Return a plate that is darker or lighter by half a width (pixels) on all sides.

    Pillow's filter gives the same result but needs ten times as long.
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


class PlateMode(HomeMode):
    """A file for screens and home printers with layers that viewers can switch."""

    def __init__(self, document: Document) -> None:
        every = (layer for page in document.pages for layer in page.layers)
        layers = [layer for layer in every if self.shows(layer)]
        # Each layer with its resource; whether it is shown at first.
        self.names = {layer.name: f"Layer-{layer.name}" for layer in layers}
        self.at_first = {self.names[layer.name]: layer.visible for layer in layers}
        self.resources = layer_resources(self.names)

    def shows(self, layer: Layer) -> bool:
        return layer.visible or layer.name == GOLD_PLATE

    def wrap_layer(self, layer: Layer) -> tuple[str, str]:
        return f"/OC /{self.names[layer.name]} BDC", "EMC"

    def finish(self, file: PdfFile, document: Document) -> None:
        add_layers(file, self.at_first)
