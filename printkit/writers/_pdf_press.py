"""What PDF/X asks of a file beside its drawings: spot colours, layers, the intent, metadata."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from uuid import UUID

from msgspec.structs import astuple
from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

from printkit.graphics.colour import Colour
from printkit.graphics.press import Condition, require_inks
from printkit.imposition.page import Document
from printkit.writers._pdf_objects import PdfFile, Stream
from printkit.writers._press import OVERPRINT, OVERPRINT_FILL, OVERPRINT_LINE

# The day of every file, as reportlab writes it.
_DAY = "2000-01-01T00:00:00+00:00"
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<xmp:CreateDate>{day}</xmp:CreateDate><xmp:ModifyDate>{day}</xmp:ModifyDate>
<xmp:MetadataDate>{day}</xmp:MetadataDate><xmp:CreatorTool>{tool}</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{number}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{producer}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<{key}:GTS_PDFXVersion>{standard}</{key}:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """The document information with the key of a standard, which reportlab does not know."""

    def __init__(self, info: pdfdoc.PDFInfo, standard: str) -> None:
        super().__init__()
        for name, value in {**vars(info), "standard": standard}.items():
            setattr(self, name, value)

    def format(self, document: Any) -> bytes:
        whole: bytes = super().format(document)
        key = b"/GTS_PDFXVersion (" + self.standard.encode() + b")\n"
        return whole.replace(b"<<", b"<< " + key, 1)


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
    if layers:
        groups = {resource: _layer(name) for name, resource in layers.items()}
        resources["Properties"] = PDFDictionary(groups)
    return resources


def _separation(name: str, colour: Colour) -> PDFArray:
    """Return a colour space of one spot colour, and how it is shown where that ink is missing."""
    shares = PDFArray([round(share / 100, 4) for share in astuple(require_inks(colour))])
    tint = {"FunctionType": 2, "N": 1, "Domain": PDFArray([0, 1])}
    tint |= {"C0": PDFArray([0, 0, 0, 0]), "C1": shares}
    space = PDFName("DeviceCMYK")
    return PDFArray([PDFName("Separation"), PDFName(name), space, PDFDictionary(tint)])


def _layer(name: str) -> PDFDictionary:
    return PDFDictionary({"Type": PDFName("OCG"), "Name": PDFString(name)})


def add_layers(file: PdfFile, layers: Mapping[str, bool]) -> None:
    """Add the layers that viewers can switch, by resource: whether each is shown at first."""
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
    info, key = file.document.info, "pdfxid"
    if file.version == "1.4":
        file.document.info, key = _Info(info, standard), "pdfx"
    else:
        intent["DestOutputProfile"] = file.document.Reference(
            Stream("/N 4", condition.profile), "OutputProfile"
        )
    facts: Sequence[str] = (standard, document.title, document.subject, document.language)
    number = hashlib.sha256("\n".join(facts).encode()).digest()[:16]
    xmp = _XMP.format(
        title=escape(document.title),
        author=escape(document.author),
        subject=escape(document.subject),
        day=_DAY,
        tool=escape(info.creator),
        producer=escape(info.producer),
        number=UUID(bytes=number),
        key=key,
        standard=standard,
    )
    head = "/Type /Metadata /Subtype /XML"
    metadata = Stream(head, xmp.encode(), ready=True)
    file.document.Catalog.Metadata = file.document.Reference(metadata, "Metadata")
    preferences = PDFDictionary({"DisplayDocTitle": "true"})
    file.document.Catalog.ViewerPreferences = preferences
    reference = file.document.Reference(PDFDictionary(intent), "OutputIntent")
    _set_catalog(file, OutputIntents=PDFArray([reference]))


def _set_catalog(file: PdfFile, **entries: Any) -> None:
    """Set entries of the catalogue that reportlab does not know."""
    catalog = file.document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, *entries]
    for name, value in entries.items():
        setattr(catalog, name, value)
