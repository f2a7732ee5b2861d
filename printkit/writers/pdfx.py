"""Write PDF/X for print shops: CMYK and spot colours, with the keys that the standards require.

PDF/X-1a:2003 is a PDF 1.4 without transparency. PDF/X-4 is a PDF 1.6 with its output profile and
with layers that viewers can switch. (ISO 15930-4:2003 and 15930-7:2010.)
"""

from __future__ import annotations

from collections.abc import Iterator

from printkit.base.errors import PrintkitError
from printkit.base.options import OptionValues
from printkit.base.sentences import Sentence
from printkit.pieces.options import CONDITION, PDFX, TEXT_AS, X_1A
from printkit.pieces.pages import Artifact, Document, Layer
from printkit.press.inks import condition
from printkit.writers import pdf
from printkit.writers.pdf_modes import PressMode, add_keys, add_layers, press_resources
from printkit.writers.pdf_objects import PdfFile

_STANDARDS = {X_1A: ("PDF/X-1a:2003", "1.4"), "x-4": ("PDF/X-4", "1.6")}
_LAYER = "Layer-{}"


def write(document: Document, options: OptionValues) -> Iterator[Artifact]:
    """Write the document as one PDF/X file. Raises PrintkitError for a colour without inks."""
    kind = options[PDFX]
    yield from pdf.write(document, mode=PdfxMode(document, options), suffix=f"-{kind}.pdf")


class PdfxMode(PressMode):
    """The mode of a file that conforms to one of the standards."""

    def __init__(self, document: Document, options: OptionValues) -> None:
        self.standard, self.version = _STANDARDS[options[PDFX]]
        self.has_layers = options[PDFX] != X_1A
        self.live_text = options[TEXT_AS] == "live"
        self.condition = condition(options[CONDITION])
        if self.has_layers and not self.condition.profile:
            raise PrintkitError(
                Sentence(
                    "There is no profile of {condition} here, which PDF/X-4 needs.",
                    condition=self.condition.name,
                ),
                location=CONDITION.name,
                hint="Choose FOGRA39, or --pdfx x-1a.",
            )
        super().__init__(document, options)
        layers = (layer for page in document.pages for layer in page.layers)
        # Each layer with its resource, and whether it is shown at first.
        self.layers = {layer.name: layer.visible for layer in layers if self.has_layers}
        names = {name: _LAYER.format(name) for name in self.layers}
        self.resources = press_resources(self.spots, names)

    def shows(self, layer: Layer) -> bool:
        return layer.visible or self.has_layers

    def wrap_layer(self, layer: Layer) -> tuple[str, str]:
        return (f"/OC /{_LAYER.format(layer.name)} BDC", "EMC") if self.has_layers else ("", "")

    def finish(self, file: PdfFile, document: Document) -> None:
        add_keys(file, document, self.standard, self.condition)
        if self.layers:
            add_layers(file, {_LAYER.format(name): own for name, own in self.layers.items()})
