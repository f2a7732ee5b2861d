"""Turn colours and layers into PDF operators for screens and home printers.

`_press` has the mode for print shops. A mode converts every colour, so a PDF converts colours in
one place only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Image, Path, Stroke
from printkit.graphics.picture_file import Samples
from printkit.graphics.pictures import decoder, image_bytes
from printkit.pieces.pages import Document, Layer
from printkit.writers._pdf_objects import PdfFile, rgb_operands

_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class HomeMode:
    """sRGB, with links, fields, an outline, and hidden words for searching and copying."""

    version = "1.7"
    # Whether it has data for screen readers and invisible text.
    is_for_screens = True
    # Whether all text is drawn as outlines, or all as text; None leaves it to each.
    live_text: bool | None = None
    # Whether ground and figure of a drawing are marked, for checks of the safe area.
    marks_ground = False
    # The resources of each page and form, beside XObjects and fonts: dictionaries of reportlab.
    resources: Mapping[str, Any] = {}

    def shows(self, layer: Layer) -> bool:
        """Return True if the file contains a layer."""
        return layer.visible

    def wrap_layer(self, layer: Layer) -> tuple[str, str]:
        """Return the code before and after the items of a layer."""
        return "", ""

    def overprints(self, path: Path) -> str:
        """Return the operator for a path that overprints the colours below, otherwise an empty
        string.
        """
        return ""

    def fill(self, path: Path) -> str:
        """Return the operators that set the colour of a filled path."""
        assert path.fill is not None
        return _rgb_fill(path.fill)

    def text(self, colour: Colour) -> str:
        """Return the operators that set the colour of text."""
        return _rgb_fill(colour)

    def stroke(self, stroke: Stroke) -> str:
        """Return the operators that set the colour of a line."""
        return f"{rgb_operands(stroke.colour)} RG "

    def finish(self, file: PdfFile, document: Document) -> None:
        """Add the parts that a standard requires."""

    def read_samples(self, image: Image, width: int | None) -> Samples:
        """Return the pixels of a picture. Raises PrintkitError if its file changed."""
        return decoder().read_samples(image_bytes(image), width)


def stroke_operators(mode: HomeMode, stroke: Stroke) -> str:
    """Return the operators that set the colour, width, ends, joins and dashes of a line."""
    dash = "[" + " ".join(f"{length:g}" for length in stroke.dash) + "] 0 d "
    ends = f"{stroke.round:d} J {_JOINS[stroke.joins]} j "
    return f"{mode.stroke(stroke)}{stroke.width:g} w {ends}{dash}"


@lru_cache(maxsize=1024)
def _rgb_fill(colour: Colour) -> str:
    return f"{rgb_operands(colour)} rg "


HOME = HomeMode()
