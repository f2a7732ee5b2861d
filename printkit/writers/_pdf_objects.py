"""The interface to reportlab, with every work-around for it.

We use reportlab's document model (`pdfdoc`), not its canvas or its fonts: our pages are finished
operator text, and the canvas would only slow down the start of each build. This module replaces the
parts of the canvas that we need: info, outline, viewer preferences.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, BinaryIO

from printkit.base.files import GENERATOR
from printkit.base.plain_text import strip_invisible
from printkit.base.units import MM_PER_POINT
from printkit.graphics.colour import Colour
from printkit.graphics.path import PathData
from printkit.graphics.picture_file import Samples
from printkit.imposition.page import Destination, OutlineEntry
from printkit.writers._pdf_streams import OurPage, Picture, Raw, References, Stream, write_packed
from printkit.writers._reportlab import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFString,
    pdfdoc,
    rl_config,
)

# The start of every file, as long as that of reportlab.
_BANNER = b"%%PDF-%b\n%%\223\214\213\236 %b (opensource)\n"
_BANNER_LENGTH = len("ReportLab Generated PDF document")
rl_config.useA85 = 0
_STEPS = {"M": "%g %g m\n", "L": "%g %g l\n", "C": "%g %g %g %g %g %g c\n", "Z": "h\n"}


class _NoOutline:
    """Replaces the outline of reportlab, which needs a canvas."""

    ready = 0

    def prepare(self, document: Any, canvas: Any) -> None:
        """Do nothing."""


class PdfFile:
    """A PDF under construction: named streams and pages; then its bytes.

    `document` and `pages` are objects of reportlab.
    """

    def __init__(
        self,
        title: str,
        subject: str,
        author: str,
        language: str,
        *,
        compress: bool,
        version: str = "1.7",
    ) -> None:
        self.version = version
        # The resources of pages and forms beside XObjects and fonts.
        self.extras: Mapping[str, Any] = {}
        # `invariant` fixes dates and ID, so that the same request gives the same bytes; reportlab
        # would still follow SOURCE_DATE_EPOCH.
        epoch = os.environ.pop("SOURCE_DATE_EPOCH", None)
        try:
            self.document = pdfdoc.PDFDocument(
                compression=int(compress), invariant=1, pdfVersion=(1, 7), lang=language
            )
        finally:
            if epoch is not None:
                os.environ["SOURCE_DATE_EPOCH"] = epoch
        self.document.outline = self.document.Outlines = _NoOutline()
        self.document.Catalog.Outlines = None
        self.document.setTitle(title)
        self.document.setSubject(subject)
        self.document.setAuthor(author)
        self.document.setCreator(GENERATOR)
        self.document.setProducer(f"{GENERATOR}, with reportlab")
        self._compress = compress
        self.pages: list[Any] = []
        # The XObjects of all forms; it grows while drawing and is written last.
        self.shared = References({})
        self._resources: Any = None
        # Whether objects are packed into streams, as those of a tagged file are many.
        self._packs = False

    @property
    def resources(self) -> Any:
        """Return the resource dictionary shared by all forms."""
        if self._resources is None:
            fonts = pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)
            whole = PDFDictionary({"XObject": self.shared, "Font": fonts, **self.extras})
            self._resources = self.document.Reference(whole, "SharedResources")
        return self._resources

    def add_form(self, name: str, code: str, box: Sequence[float], *, leaf: bool) -> Any:
        """Add a form XObject; a `leaf` uses no resources. Returns its reference."""
        numbers = " ".join(f"{round(value, 4):g}" for value in box)
        head = f"/Type /XObject /Subtype /Form /BBox [{numbers}]"
        resources = None if leaf else self.resources
        if leaf:
            head += " /Resources << >>"
        data, ready = code.encode("latin-1"), not self._compress
        stream = Stream(head, data, resources, ready=ready, repeats=True)
        return self.document.Reference(stream, name)

    def add_image(self, name: str, read: Callable[[], Samples]) -> Any:
        """Add an image XObject, whose pixels are read when it is written."""
        return self.document.Reference(Picture(read), name)

    def add_page(
        self,
        code: str,
        xobjects: dict[str, Any],
        media: Sequence[float],
        bleed: Sequence[float],
        trim: Sequence[float],
    ) -> None:
        """Add a page of ready operators; boxes in points, from the lower left corner."""
        page = OurPage()
        page.MediaBox = page.CropBox = number_array(media)
        page.BleedBox, page.TrimBox = number_array(bleed), number_array(trim)
        page.Contents = Stream("", code.encode("latin-1"), ready=not self._compress)
        fonts = pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)
        used = {"XObject": References(xobjects), "Font": fonts, **self.extras}
        page.Resources = PDFDictionary(used)
        self.document.addPage(page)
        self.pages.append(page)

    def set_viewer_preferences(self, duplex: str | None, *, from_right: bool) -> None:
        """Request printing at actual size; on both sides if `duplex` names an edge."""
        wishes: dict[str, Any] = {"PrintScaling": PDFName("None"), "DisplayDocTitle": "true"}
        edges = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
        wishes["Duplex"] = PDFName(edges.get(duplex or "", "Simplex"))
        if from_right:
            wishes["Direction"] = PDFName("R2L")
        self.document.Catalog.ViewerPreferences = PDFDictionary(wishes)

    def add_outline(self, items: Iterable[OutlineEntry], *, shown: bool) -> None:
        """Add an outline with closed lower levels; `shown`: readers display it on opening."""
        root = PDFDictionary({"Type": PDFName("Outlines")})
        reference = self.document.Reference(root, "OurOutlines")
        top = tuple(items)
        self._add_children(root, reference, top, "OurOutline")
        root["Count"] = len(top)
        self.document.Catalog.Outlines = reference
        if shown:
            self.document.Catalog.PageMode = PDFName("UseOutlines")

    def _add_children(
        self, parent: Any, parent_ref: Any, nodes: tuple[OutlineEntry, ...], name: str
    ) -> None:
        """Add the items below an item, and link them to each other."""
        refs: list[Any] = []
        made: list[Any] = []
        for i, node in enumerate(nodes):
            line = PDFDictionary(
                {
                    "Title": PDFString(strip_invisible(node.title)),
                    "Parent": parent_ref,
                    "Dest": self._destination(node.to),
                }
            )
            made.append(line)
            refs.append(self.document.Reference(line, f"{name}-{i}"))
            if node.below:
                line["Count"] = -len(node.below)
                self._add_children(line, refs[-1], node.below, f"{name}-{i}")
        for i, line in enumerate(made):
            if i > 0:
                line["Prev"] = refs[i - 1]
            if i + 1 < len(made):
                line["Next"] = refs[i + 1]
        parent["First"], parent["Last"] = refs[0], refs[-1]

    def _destination(self, to: Destination) -> Any:
        """Return a destination: a whole page, or a place at the current zoom."""
        page = self.pages[to.page]
        reference = self.document.Reference(page)
        if to.y is None:
            return PDFArray([reference, PDFName("Fit")])
        top = page.MediaBox.sequence[3] - to.y / MM_PER_POINT
        return PDFArray([reference, PDFName("XYZ"), "null", round(top, 2), "null"])

    def set_labels(self, labels: Sequence[str]) -> None:
        """Set the label of each page."""
        numbers: list[Any] = []
        for i, label in enumerate(labels):
            if label == str(i + 1):
                # A range of consecutive numbers starts here.
                if i == 0 or labels[i - 1] != str(i):
                    numbers += [i, PDFDictionary({"S": PDFName("D"), "St": i + 1})]
            else:
                numbers += [i, PDFDictionary({"P": PDFString(label)})]
        self.document.Catalog.PageLabels = PDFDictionary({"Nums": PDFArray(numbers)})

    def add_raw(self, name: str) -> int:
        """Add an object that is filled later. Returns its number."""
        return self.number_of(self.document.Reference(Raw(), name))

    def fill_raw(self, number: int, text: str) -> None:
        """Set the text of an object."""
        self.document.idToObject[self.document.numberToId[number]].text = text

    def number_of(self, reference: Any) -> int:
        """Return the number of a referenced object."""
        number: int = self.document.idToObjectNumberAndVersion[reference.name][0]
        return number

    def set_entry(self, reference: Any, key: str, value: object) -> None:
        """Set an entry of a referenced dictionary."""
        self.document.idToObject[reference.name].dict[key] = value

    def page_number(self, page: int) -> int:
        """Return the number of the object of a page."""
        return self.number_of(self.document.Reference(self.pages[page]))

    def set_structure(self, root: int, metadata: bytes) -> None:
        """Set the tree of elements of all pages, and the metadata."""
        catalog = self.document.Catalog
        catalog.StructTreeRoot = pdfdoc.PDFObjectReference(self.document.numberToId[root])
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        stream = Stream("/Type /Metadata /Subtype /XML", metadata, ready=True)
        catalog.Metadata = self.document.Reference(stream, "Metadata")
        for i, page in enumerate(self.pages):
            page.StructParents, page.Tabs = i, PDFName("S")
        self._packs = True

    def add_links(
        self,
        page: int,
        links: Sequence[tuple[Sequence[float], Destination | str]],
        join: Callable[[int, Any], tuple[int, str]] | None = None,
    ) -> None:
        """Add the links of a page: to a place in the file, or to an address.

        `join(i, reference)` joins a link to its element; it returns the number of that in the tree
        of parents, and its words.
        """
        result: list[Any] = []
        for rect, to in links:
            link: dict[str, Any] = {
                "Type": PDFName("Annot"),
                "Subtype": PDFName("Link"),
                "Rect": PDFArray([round(value, 2) for value in rect]),
                "Border": PDFArray([0, 0, 0]),
                "F": 4,  # the print flag, which PDF/A requires
            }
            if isinstance(to, str):
                link["A"] = PDFDictionary({"S": PDFName("URI"), "URI": PDFString(to)})
            else:
                link["Dest"] = self._destination(to)
            made: Any = PDFDictionary(link)
            if join is not None:
                made = self.document.Reference(made, f"Link-{page}-{len(result)}")
                number, words = join(len(result), made)
                words = words or (to if isinstance(to, str) else str(to.page + 1))
                self.set_entry(made, "StructParent", number)
                self.set_entry(made, "Contents", PDFString(words))
            result.append(made)
        if result:
            fields = self.pages[page].Annots
            before = fields.sequence if fields is not None else []
            self.pages[page].Annots = PDFArray([*before, *result])

    def finish(self, file: BinaryIO, tick: Callable[[float], None]) -> None:
        """Write the whole file, object by object, and `tick` the share that is written.

        reportlab would join all objects in memory. Raises OSError, and PrintkitError for a picture
        that changed.
        """
        document = self.document
        for face in document.delayedFonts:
            face.addObjects(document)
        document.info.invariant = document.invariant
        document.info.digest(document.signature)
        document.encrypt.prepare(document)
        roots = document.Reference(document.Catalog), document.Reference(document.info)
        banner = f"{GENERATOR} made this PDF document".encode().ljust(_BANNER_LENGTH)
        offset = file.write(_BANNER % (self.version.encode(), banner))
        names: list[str] = []
        packed: dict[int, bytes] = {}
        # Objects may add others when they are formatted.
        while name := document.numberToId.get(len(names) + 1):
            names.append(name)
            document.idToOffset[name] = offset
            content = document.idToObject[name]
            plain = content is document.info or isinstance(content, Stream | Picture)
            if self._packs and not plain:
                packed[len(names)] = pdfdoc.format(content, document, toplevel=1)
            elif isinstance(content, Picture):
                parts = b"%d 0 obj\n" % len(names), *content.parts(), b"endobj\n"
                offset += sum(map(file.write, parts))
            else:
                whole = pdfdoc.PDFIndirectObject(name, content).format(document)
                offset += file.write(pdfdoc.pdfdocEnc(whole))
            tick(len(names) / len(document.numberToId))
        if self._packs:
            write_packed(document, file, offset, packed, roots)
            return
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, names)
        file.write(pdfdoc.pdfdocEnc(table.format(document)))
        trailer = pdfdoc.PDFTrailer(
            startxref=offset, Size=len(names) + 1, Root=roots[0], Info=roots[1], ID=document.ID()
        )
        file.write(pdfdoc.pdfdocEnc(trailer.format(document)))


def number_array(values: Sequence[float]) -> PDFArray:
    return PDFArray([round(value, 4) for value in values])


@lru_cache(maxsize=1024)
def rgb_operands(colour: Colour) -> str:
    """Return the sRGB value as operands of `rg` and `RG`: three numbers from 0 to 1."""
    return " ".join(f"{channel / 255:.4g}" for channel in colour.channels)


@lru_cache(maxsize=4096)  # what a kit draws is in several of its files
def path_operators(data: PathData) -> str:
    """Return the path as PDF operators, without a painting operator."""
    return _operator_pattern(data.steps) % data.coords


@lru_cache(maxsize=2048)
def _operator_pattern(steps: str) -> str:
    return "".join(map(_STEPS.__getitem__, steps))
