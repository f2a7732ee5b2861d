"""Turn colours and layers into PDF operators, for home printers, for files with plates, and for
print shops.

A mode converts every colour, so a PDF converts colours in one place only. The mode for print shops
chooses the inks of each colour, including pure black text, spot colours and rich black. It writes
spot colours, layers, output intent and metadata of PDF/X.

The drawings of a document are scanned before they are written: for colours without inks, which are
rejected; for spot colours; and for black areas that are large in every place where they are drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from math import inf
from pathlib import Path as FilePath
from typing import Any
from uuid import UUID

from msgspec.structs import astuple

from printkit.base.content import content_path
from printkit.base.errors import PrintkitError, named_library, warn
from printkit.base.geometry import MM_PER_INCH
from printkit.base.options import OptionValues
from printkit.graphics.colour import BLACK_INK, Colour, Inks, cap_inks
from printkit.graphics.display_list import (
    INVISIBLE,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Stroke,
    Use,
)
from printkit.graphics.path import area_and_length
from printkit.graphics.picture_file import Samples
from printkit.graphics.pictures import decoder, image_bytes
from printkit.pieces.options import GOLD_PLATE, INK_LIMIT, NO_PLATES, PLATES, RICH_BLACK
from printkit.pieces.pages import Document, Layer
from printkit.press.inks import Condition, lacks_inks, line_inks, parse_inks, require_inks
from printkit.writers.pdf_objects import (
    PDFArray,
    PDFDictionary,
    PdfFile,
    PDFInfo,
    PDFName,
    PDFString,
    Stream,
    rgb_operands,
)

# --- home printers -------------------------------------------------------------------------------


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
        """Return the operator for a path that overprints the colours below it, or else an empty
        string.
        """
        return ""

    def fill(self, path: Path) -> str:
        """Return the operators that set the colour of a filled path."""
        assert path.fill is not None
        return f"{rgb_operands(path.fill)} rg "

    def text(self, colour: Colour) -> str:
        """Return the operators that set the colour of text."""
        return f"{rgb_operands(colour)} rg "

    def stroke(self, stroke: Stroke) -> str:
        """Return the operators that set the colour of a line."""
        return f"{rgb_operands(stroke.colour)} RG "

    def finish(self, file: PdfFile, document: Document) -> None:
        """Add the parts that a standard requires."""

    def read_samples(self, image: Image, width: int | None) -> Samples:
        """Return the pixels of a picture. Raises PrintkitError if its file changed."""
        return decoder().read_samples(image_bytes(image), width)


HOME = HomeMode()


# --- inks of print shops -------------------------------------------------------------------------

# The minimum width (mm) of an area in rich black, because four inks never register exactly at an
# edge.
_LARGE = 2.0
_OWN_PICTURES = (
    "Print the text on the card instead, or save the picture in CMYK with its lines in plain black."
)
# The resources of overprinting, of fills or lines alone, and of a spot colour.
OVERPRINT, OVERPRINT_FILL, OVERPRINT_LINE, SPOT = "OP", "OPF", "OPL", "Spot{}"
_OVER = f"/{OVERPRINT} gs "


class PressMode(HomeMode):
    """CMYK and spot colours, without anything for screens.

    Raises PrintkitError for a colour without inks.
    """

    is_for_screens = False
    marks_ground = True

    def __init__(self, document: Document, options: OptionValues) -> None:
        plate = options.values.get(PLATES.name, NO_PLATES)
        # The role of the colours with a separate plate.
        self.plate = "" if plate == NO_PLATES else plate
        # The most ink in percent.
        self.limit = float(options[INK_LIMIT])
        rich = options[RICH_BLACK]
        self.rich_black = cap_inks(parse_inks(rich), self.limit) if rich else None
        # In the order in which they are drawn; spot colours with their resources.
        self.colours: dict[Colour, None] = {}
        self.spots: dict[str, tuple[str, Colour]] = {}
        self._has_pictures = False
        # The least scale at which each symbol is drawn, and black areas by whether they are large.
        self._scales: dict[int, float] = {}
        self._large: dict[int, bool] = {}
        for page in document.pages:
            for layer in page.layers:
                self._look_through(layer.items if self.shows(layer) else (), 1.0)
        if lacking := [colour for colour in self.colours if colour.inks is None]:
            raise lacks_inks(max(lacking, key=_chroma))
        for colour in self.colours:
            if name := self.spot(colour):
                self.spots.setdefault(name, (SPOT.format(len(self.spots)), colour))
        self._over = _OVER if self._black_overprints() else ""

    def _look_through(self, items: Iterable[Item], scale: float) -> None:
        for item in items:
            if isinstance(item, Path):
                self.colours.update(dict.fromkeys(_colours_of(item)))
                if item.fill is not None and item.fill.inks == BLACK_INK:
                    area, length = area_and_length(item.data)
                    # The width of a strip; of a disc or a square the half of it.
                    is_wide = bool(length) and 2 * area / length * scale >= _LARGE
                    self._large[id(item)] = is_wide and self._large.get(id(item), True)
            elif isinstance(item, ShapedText):
                if item.render_mode != INVISIBLE:
                    self.colours[item.fill] = None
            elif isinstance(item, Group):
                self._look_through(item.items, scale * item.matrix.scale)
            elif isinstance(item, Use):
                own = scale * item.matrix.scale
                if own < self._scales.get(id(item.symbol), inf):
                    self._scales[id(item.symbol)] = own
                    self._look_through(item.symbol.items, own)
            elif isinstance(item, Image):
                self._has_pictures = True

    def _black_overprints(self) -> bool:
        """Return True if black over any other colour is within the limit.

        If there is a separate plate, black knocks out, because foil would cover it.
        """
        most = 300.0 if self._has_pictures else 0.0
        for colour in self.colours:
            inks = cap_inks(require_inks(colour), self.limit)
            most = max(most, inks.cyan + inks.magenta + inks.yellow)
        return not self.plate and most + 100 <= self.limit

    def spot(self, colour: Colour) -> str:
        """Return the name of the spot colour that prints a colour, or an empty string for process
        inks.
        """
        return self.plate.title() if self.plate and colour.role == self.plate else colour.spot

    def area_inks(self, path: Path) -> Inks:
        """Return the inks of a filled path: rich black for areas of black at least 2 mm wide."""
        assert path.fill is not None
        inks = require_inks(path.fill)
        if self.rich_black is not None and inks == BLACK_INK and self._large.get(id(path)):
            return self.rich_black
        return cap_inks(inks, self.limit)

    def text_inks(self, colour: Colour) -> Inks:
        """Return the inks of text and lines."""
        return cap_inks(line_inks(require_inks(colour)), self.limit)

    def overprints(self, path: Path) -> str:
        lines = path.stroke.colour if path.stroke else None
        spots = {bool(self.spot(one)) for one in (path.fill, lines) if one is not None}
        if True not in spots:
            return ""
        if len(spots) == 1:
            return _OVER
        fills = path.fill is not None and self.spot(path.fill)
        return f"/{OVERPRINT_FILL if fills else OVERPRINT_LINE} gs "

    def fill(self, path: Path) -> str:
        assert path.fill is not None
        if spot := self.spot(path.fill):
            return f"/{self.spots[spot][0]} cs 1 scn "
        return f"{_cmyk_operands(self.area_inks(path))} k "

    def text(self, colour: Colour) -> str:
        if spot := self.spot(colour):
            return f"{_OVER}/{self.spots[spot][0]} cs 1 scn "
        inks = self.text_inks(colour)
        return f"{self._over if inks == BLACK_INK else ''}{_cmyk_operands(inks)} k "

    def stroke(self, stroke: Stroke) -> str:
        if spot := self.spot(stroke.colour):
            return f"/{self.spots[spot][0]} CS 1 SCN "
        return f"{_cmyk_operands(self.text_inks(stroke.colour))} K "

    def read_samples(self, image: Image, width: int | None) -> Samples:
        with named_library("A picture in inks", "Pillow"):
            from printkit.press.picture_inks import find_doubts, separate

        data = image_bytes(image)
        place = str(image.source) if isinstance(image.source, FilePath) else None
        dpi = image.width * MM_PER_INCH / image.rect.w
        for doubt in find_doubts(data, dpi, self.limit):
            warn(PrintkitError(doubt, location=place, hint=_OWN_PICTURES))
        return separate(data, width, self.limit)


class PaintedMode(PressMode):
    """Plates that are painted as light, in place of red, green and blue."""

    marks_ground = False

    def tones(self, colour: Colour, inks: Inks) -> tuple[float, float, float]:
        """Return a colour on three plates as light, from 0 (full ink) to 1 (no ink)."""
        raise NotImplementedError

    def fill(self, path: Path) -> str:
        assert path.fill is not None
        return f"{self._operands(path.fill, self.area_inks(path))} rg "

    def text(self, colour: Colour) -> str:
        return f"{self._operands(colour, self.text_inks(colour))} rg "

    def stroke(self, stroke: Stroke) -> str:
        return f"{self._operands(stroke.colour, self.text_inks(stroke.colour))} RG "

    def _operands(self, colour: Colour, inks: Inks) -> str:
        return " ".join(f"{tone:.4g}" for tone in self.tones(colour, inks))


def _colours_of(path: Path) -> list[Colour]:
    stroke = [] if path.stroke is None else [path.stroke.colour]
    return stroke if path.fill is None else [path.fill, *stroke]


def _chroma(colour: Colour) -> int:
    """Return the distance of a colour from grey. Mixtures with paper or black have a smaller
    distance.
    """
    return max(colour.channels) - min(colour.channels)


@cache
def _cmyk_operands(inks: Inks) -> str:
    """Return inks as operands of `k` and `K`: four numbers from 0 to 1."""
    return " ".join(f"{share / 100:.4g}" for share in astuple(inks))


# --- parts of PDF/X ------------------------------------------------------------------------------


def press_resources(
    spots: Mapping[str, tuple[str, Colour]], layers: Mapping[str, str]
) -> dict[str, Any]:
    """Return the resources of each page and form: overprinting, spot colours and layers.

    `spots` maps the name of each spot colour to its resource and its colour, and `layers` the name
    of each layer that can be switched to its resource.
    """
    states = {OVERPRINT: ("true", "true")}
    if spots:
        states |= {OVERPRINT_FILL: ("false", "true"), OVERPRINT_LINE: ("true", "false")}
    over = {
        name: PDFDictionary({"OP": line, "op": fill, "OPM": 1})
        for name, (line, fill) in states.items()
    }
    resources = {"ExtGState": PDFDictionary(over)}
    if spots:
        spaces = {resource: _separation(name, own) for name, (resource, own) in spots.items()}
        resources["ColorSpace"] = PDFDictionary(spaces)
    return resources | layer_resources(layers)


def layer_resources(layers: Mapping[str, str]) -> dict[str, Any]:
    """Return the resources of layers that can be switched, by name."""
    groups = {resource: _layer(name) for name, resource in layers.items()}
    return {"Properties": PDFDictionary(groups)} if groups else {}


def _separation(name: str, colour: Colour) -> PDFArray:
    """Return the colour space of a spot colour, with a substitute for printers without the ink."""
    shares = PDFArray([round(share / 100, 4) for share in astuple(require_inks(colour))])
    tint = {"FunctionType": 2, "N": 1, "Domain": PDFArray([0, 1])}
    tint |= {"C0": PDFArray([0, 0, 0, 0]), "C1": shares}
    space = PDFName("DeviceCMYK")
    return PDFArray([PDFName("Separation"), PDFName(name), space, PDFDictionary(tint)])


def _layer(name: str) -> PDFDictionary:
    return PDFDictionary({"Type": PDFName("OCG"), "Name": PDFString(name)})


def add_layers(file: PdfFile, layers: Mapping[str, bool]) -> None:
    """Add the layers that viewers can switch, given by resource, with their initial visibility."""
    groups = file.extras["Properties"].dict
    made = {name: file.document.Reference(groups[name], name) for name in layers}
    groups.update(made)
    every = PDFArray([*made.values()])
    hidden = PDFArray([made[name] for name, shown in layers.items() if not shown])
    settings = {"Name": PDFString("Layers"), "Order": every, "OFF": hidden}
    whole = PDFDictionary({"OCGs": every, "D": PDFDictionary(settings)})
    _set_catalog(file, OCProperties=whole)


def add_keys(file: PdfFile, document: Document, standard: str, condition: Condition) -> None:
    """Add the output intent, and the key of a standard in the information or the metadata."""
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(condition.name),
        "OutputCondition": PDFString(condition.info),
        "Info": PDFString(condition.info),
        "RegistryName": PDFString("http://www.color.org"),
    }
    if file.version == "1.4":
        _add_version(file.document.info, standard)
    else:
        intent["DestOutputProfile"] = file.document.Reference(
            Stream("/N 4", condition.profile), "OutputProfile"
        )
    metadata = Stream("/Type /Metadata /Subtype /XML", _xmp(file, document, standard), ready=True)
    file.document.Catalog.Metadata = file.document.Reference(metadata, "Metadata")
    preferences = PDFDictionary({"DisplayDocTitle": "true"})
    file.document.Catalog.ViewerPreferences = preferences
    reference = file.document.Reference(PDFDictionary(intent), "OutputIntent")
    _set_catalog(file, OutputIntents=PDFArray([reference]))


def _add_version(info: PDFInfo, standard: str) -> None:
    """Add the key of a standard to the information dictionary; reportlab does not support this."""
    plain, key = info.format, f"<< /GTS_PDFXVersion ({standard})\n"
    info.format = lambda document: plain(document).replace(b"<<", key.encode(), 1)


def _xmp(file: PdfFile, document: Document, standard: str) -> bytes:
    """Return the metadata, with the same fixed date that reportlab writes."""
    facts = (standard, document.title, document.subject, document.language)
    digest = hashlib.sha256("\n".join(facts).encode()).digest()
    values = {
        "title": document.title,
        "author": document.author,
        "subject": document.subject,
        "tool": file.document.info.creator,
        "producer": file.document.info.producer,
        "number": str(UUID(bytes=digest[:16])),
        "key": "pdfx" if file.version == "1.4" else "pdfxid",
        "standard": standard,
    }
    form = content_path("press", "metadata.xmp").read_text(encoding="utf-8")
    return form.format_map({name: escape(value) for name, value in values.items()}).encode()


def _set_catalog(file: PdfFile, **entries: Any) -> None:
    """Set entries of the catalogue that reportlab does not support."""
    catalog = file.document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, *entries]
    for name, value in entries.items():
        setattr(catalog, name, value)


# --- plates --------------------------------------------------------------------------------------


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
