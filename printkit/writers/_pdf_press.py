"""Write the parts of PDF/X besides drawings: spot colours, layers, output intent, metadata."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from html import escape
from typing import Any
from uuid import UUID

from msgspec.structs import astuple

from printkit.base.content import content_path
from printkit.graphics.colour import Colour
from printkit.pieces.pages import Document
from printkit.press.inks import Condition, require_inks
from printkit.writers._pdf_objects import PdfFile
from printkit.writers._pdf_streams import Stream
from printkit.writers._press import OVERPRINT, OVERPRINT_FILL, OVERPRINT_LINE
from printkit.writers._reportlab import PDFArray, PDFDictionary, PDFInfo, PDFName, PDFString


def press_resources(
    spots: Mapping[str, tuple[str, Colour]], layers: Mapping[str, str]
) -> dict[str, Any]:
    """Return the resources of each page and form: overprinting, spot colours, layers.

    `spots` has the resource and the colour of each spot colour, `layers` the resource of each
    layer that can be switched, by their names.
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
    """Return the colour space of a spot colour, with its substitute where that ink is missing."""
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
    """Add the key of a standard to the information dictionary, which reportlab does not support."""
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
