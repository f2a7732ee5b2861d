"""Make objects and streams of PDF files with the document model of reportlab.

We use its document model (`pdfdoc`), not its canvas or its fonts: our pages are finished operator
text, and the canvas would only slow down the start of each build. This module replaces the parts of
the canvas that we need: info, outline and viewer preferences. Pillow is loaded on first use,
because it takes a third of reportlab's import time.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from struct import Struct
from typing import Any, BinaryIO

import PIL

from printkit.base.files import GENERATOR
from printkit.base.geometry import MM_PER_POINT
from printkit.base.sentences import strip_invisible
from printkit.graphics.colour import Colour
from printkit.graphics.path import PathData
from printkit.graphics.picture_file import CMYK, GRAY, PNG, RGB, Samples
from printkit.pieces.pages import Destination, OutlineEntry

# --- reportlab -----------------------------------------------------------------------------------

# Before reportlab, which imports it.
_PICTURES = "PIL.Image"

if _PICTURES not in sys.modules:
    spec: Any = importlib.util.find_spec(_PICTURES)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules[_PICTURES] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(PIL)["Image"] = module

from reportlab import rl_config  # noqa: E402
from reportlab.pdfbase import pdfdoc  # noqa: E402
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFInfo, PDFName, PDFString  # noqa: E402

__all__ = ["PDFArray", "PDFDictionary", "PDFInfo", "PDFName", "PDFString", "pdfdoc", "rl_config"]


# --- pdf streams ---------------------------------------------------------------------------------

_SPACES = {GRAY: ("DeviceGray", 1), RGB: ("DeviceRGB", 3), CMYK: ("DeviceCMYK", 4)}
# The default level 6 takes three times as long to save 2.5 % of the size. The strategy suits digits
# of coordinates, which seldom repeat, and saves 3 %.
_LEVEL, _STRATEGY = 4, zlib.Z_FILTERED
_DEFLATED = " /Filter /FlateDecode"
# The objects of a stream, and the place of an object: its kind, where it begins, a number there.
_PACKED, _PLACE = 200, Struct(">BIH")


class Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream with a finished dictionary.

    It is compressed immediately unless it is `ready`. A stream that `repeats` also occurs in other
    files.

    Streams of reportlab are formatted entry by entry and keep their text in memory: too slow for
    large decks.
    """

    __RefOnly__ = 1

    def __init__(
        self,
        head: str,
        content: bytes,
        resources: Any = None,
        *,
        ready: bool = False,
        repeats: bool = False,
    ) -> None:
        plain = ready or len(content) <= 120
        deflate = _deflate_once if repeats else _deflate
        self.content = content if plain else deflate(content)
        self.head = head if plain else f"{head}{_DEFLATED}"
        self.resources = resources

    def format(self, document: Any) -> bytes:
        """Return the dictionary and the stream as bytes of the file."""
        head = f"<< {self.head} /Length {len(self.content)}".encode()
        if self.resources is not None:
            head += b" /Resources " + self.resources.format(document)
        return head + b" >>\nstream\n" + self.content + b"\nendstream\n"


class Picture(pdfdoc.PDFObject):  # type: ignore[misc]
    """An image XObject, whose file is read when it is written."""

    __RefOnly__ = 1

    def __init__(self, read: Callable[[], Samples]) -> None:
        self.read = read

    def parts(self) -> tuple[bytes, bytes, bytes]:
        """Return the dictionary, the stream and its end, without joining them, because a picture
        may be large.

        Raises PrintkitError if the file changed.
        """
        samples = self.read()
        space, channels = _SPACES[samples.mode]
        colours = f"/{space}"
        if samples.palette:
            last = len(samples.palette) // 3 - 1
            colours, channels = f"[/Indexed /{space} {last} <{samples.palette.hex()}>]", 1
        form = "/Filter /DCTDecode"
        if samples.encoding == PNG:
            form = (
                f"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors {channels} "
                f"/BitsPerComponent {samples.bits} /Columns {samples.width} >>"
            )
        head = (
            f"<< /Type /XObject /Subtype /Image /Width {samples.width} /Height {samples.height} "
            f"/ColorSpace {colours} /BitsPerComponent {samples.bits} {form} {_decode(samples)}"
            f"/Length {len(samples.data)} >>\nstream\n"
        )
        return head.encode(), samples.data, b"\nendstream\n"


def _decode(samples: Samples) -> str:
    """Return the Decode entry for a CMYK JPEG with inverted samples, as programs write it, or an
    empty string for other pictures.
    """
    return "/Decode [1 0 1 0 1 0 1 0] " if samples.is_inverted else ""


def _deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL, strategy=_STRATEGY)
    return packer.compress(content) + packer.flush()


# Glyphs and emblems repeat in each document of a kit.
_deflate_once = lru_cache(maxsize=1024)(_deflate)


class OurPage(pdfdoc.PDFObject):  # type: ignore[misc]
    """A page with a `height` in points. Most of it is finished text, because a large deck has
    thousands.

    Pages share `boxes` and `extras`; `entries` are added when all pages are drawn.
    """

    __RefOnly__ = 1

    def __init__(
        self,
        contents: Stream,
        height: float,
        boxes: Mapping[str, bytes],
        drawings: bytes,
        extras: Mapping[str, Any],
    ) -> None:
        self.contents, self.height, self.boxes = contents, height, boxes
        self.drawings, self.extras = drawings, extras
        self.entries: dict[str, Any] = {}

    def format(self, document: Any) -> bytes:
        """Return the dictionary, whose contents are referenced."""
        fonts = pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)
        own = {
            "Type": "/Page",
            "Parent": document.Reference(document.Pages),
            "Contents": document.Reference(self.contents),
            "Resources": PDFDictionary({"XObject": self.drawings, "Font": fonts, **self.extras}),
        }
        whole: bytes = PDFDictionary({**own, **self.boxes, **self.entries}).format(document)
        return whole


class References(PDFDictionary):  # type: ignore[misc]
    """References by name, formatted in the same way as by reportlab but faster."""

    def format(self, document: Any) -> bytes:
        """Return the dictionary, with six references per line."""
        numbers = document.idToObjectNumberAndVersion
        entries = [(key, *numbers[self.dict[key].name]) for key in sorted(self.dict)]
        parts = [f"/{key} {number} {version} R" for key, number, version in entries]
        for i in reversed(range(6, len(parts), 6)):
            parts.insert(i, "\n ")
        return f"<<\n{' '.join(parts)}\n>>".encode()


class PackedObjects:
    """Objects that are packed in streams. Each stream is finished as soon as it is full."""

    def __init__(self) -> None:
        self._streams: list[tuple[list[int], bytes]] = []
        self._numbers: list[int] = []
        self._index, self._body = bytearray(), bytearray()

    def add(self, number: int, content: bytes) -> None:
        """Add an object by its number, and finish the stream if it is full."""
        self._numbers.append(number)
        self._index += b"%d %d " % (number, len(self._body))
        self._body += content + b"\n"
        if len(self._numbers) == _PACKED:
            self._finish_stream()

    def _finish_stream(self) -> None:
        head = f"/Type /ObjStm /N {len(self._numbers)} /First {len(self._index)}"
        stream = Stream(head, bytes(self._index + self._body)).format(None)
        self._streams.append((self._numbers, stream))
        self._numbers, self._index, self._body = [], bytearray(), bytearray()

    def write(
        self,
        document: Any,
        file: BinaryIO,
        offset: int,
        offsets: Mapping[int, int],
        roots: Sequence[Any],
    ) -> None:
        """Write the streams and a cross-reference stream at the end of a file.

        `offset` is the length of the file so far, and `offsets` are the offsets of its objects by
        number. `roots` are the catalogue and the information dictionary.
        """
        if self._numbers:
            self._finish_stream()
        last = document.objectcounter + len(self._streams) + 1
        table = bytearray(_PLACE.size * (last + 1))

        def set_place(number: int, *place: int) -> None:
            _PLACE.pack_into(table, _PLACE.size * number, *place)

        set_place(0, 0, 0, 65535)
        for number, before in offsets.items():
            set_place(number, 1, before, 0)
        for own, (numbers, stream) in enumerate(self._streams, document.objectcounter + 1):
            for i, number in enumerate(numbers):
                set_place(number, 2, own, i)
            set_place(own, 1, offset, 0)
            offset += file.write(b"%d 0 obj\n%bendobj\n" % (own, stream))
        set_place(last, 1, offset, 0)
        entries = {"Root": roots[0], "Info": roots[1], "ID": document.ID()}
        ends = PDFDictionary(entries).format(document).decode("latin-1").strip()[2:-2]
        head = f"/Type /XRef /W [1 4 2] /Size {last + 1} {ends}"
        stream = Stream(head, bytes(table)).format(document)
        file.write(b"%d 0 obj\n%bendobj\nstartxref\n%d\n%%%%EOF\n" % (last, stream, offset))


def pdf_string(text: str) -> str:
    """Return a text as a PDF string."""
    if text.isascii():
        return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


# --- pdf objects ---------------------------------------------------------------------------------

# The start of every file, as long as that of reportlab.
_BANNER = b"%%PDF-%b\n%%\223\214\213\236 %b (opensource)\n"
_BANNER_LENGTH = len("ReportLab Generated PDF document")
rl_config.useA85 = 0
Box = tuple[float, ...]
_STEPS = {"M": "%g %g m\n", "L": "%g %g l\n", "C": "%g %g %g %g %g %g c\n", "Z": "h\n"}


class _NoOutline:
    """Replaces the outline of reportlab, which needs a canvas."""

    ready = 0

    def prepare(self, document: Any, canvas: Any) -> None:
        """Do nothing."""


class PdfFile:
    """A PDF that is built from named streams and pages, and then written as bytes.

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
        # Objects of finished text, by number: they may be many, and have no names.
        self._texts: dict[int, bytes] = {}
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

    def add_form(
        self,
        name: str,
        code: str,
        box: Sequence[float],
        *,
        leaf: bool,
        ready: tuple[bytes, bool] | None = None,
    ) -> Any:
        """Add a form XObject; a `leaf` uses no resources. Returns its reference.

        `ready` is the stream from an earlier file, and True if it is compressed.
        """
        numbers = " ".join(f"{round(value, 4):g}" for value in box)
        head = f"/Type /XObject /Subtype /Form /BBox [{numbers}]"
        resources = None if leaf else self.resources
        if leaf:
            head += " /Resources << >>"
        if ready is None:
            data, plain = code.encode("latin-1"), not self._compress
            stream = Stream(head, data, resources, ready=plain, repeats=True)
        else:
            data, is_deflated = ready
            head += _DEFLATED if is_deflated else ""
            stream = Stream(head, data, resources, ready=True)
        return self.document.Reference(stream, name)

    def content_of(self, name: str) -> tuple[bytes, bool]:
        """Return the stream of a form, and whether it is compressed."""
        stream: Stream = self.document.idToObject[name]
        return stream.content, stream.head.endswith(_DEFLATED)

    def add_image(self, name: str, read: Callable[[], Samples]) -> Any:
        """Add an image XObject, whose pixels are read when it is written. Returns its reference."""
        return self.document.Reference(Picture(read), name)

    def add_page(
        self,
        code: str,
        xobjects: dict[str, Any],
        media: Sequence[float],
        bleed: Sequence[float],
        trim: Sequence[float],
    ) -> None:
        """Add a page of finished operators. Boxes are in points from the lower left corner."""
        contents = Stream("", code.encode("latin-1"), ready=not self._compress)
        drawings = References(xobjects).format(self.document)
        boxes = page_boxes(tuple(media), tuple(bleed), tuple(trim))
        page = OurPage(contents, round(media[3], 4), boxes, drawings, self.extras)
        self.document.addPage(page)
        self.pages.append(page)

    def set_viewer_preferences(self, duplex: str | None, *, from_right: bool) -> None:
        """Request printing at actual size, on both sides if `duplex` names an edge, and pages that
        follow from right to left if `from_right`.
        """
        wishes: dict[str, Any] = {"PrintScaling": PDFName("None"), "DisplayDocTitle": "true"}
        edges = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
        wishes["Duplex"] = PDFName(edges.get(duplex or "", "Simplex"))
        if from_right:
            wishes["Direction"] = PDFName("R2L")
        self.document.Catalog.ViewerPreferences = PDFDictionary(wishes)

    def add_outline(self, items: Iterable[OutlineEntry], *, shown: bool) -> None:
        """Add an outline with closed lower levels. If `shown`, PDF readers display it on opening
        the file.
        """
        top = tuple(items)
        root = self.add_text()
        below = self._add_children(root, top)
        entries = {"Type": "/Outlines", "Count": len(top), **below}
        self._texts[root] = PDFDictionary(entries).format(self.document)
        self.document.Catalog.Outlines = f"{root} 0 R"
        if shown:
            self.document.Catalog.PageMode = PDFName("UseOutlines")

    def _add_children(self, parent: int, nodes: tuple[OutlineEntry, ...]) -> dict[str, Any]:
        """Add the items below a parent item, linked to each other; return the parent's entries for
        them.
        """
        numbers: list[int] = []
        entries: list[dict[str, Any]] = []
        for node in nodes:
            numbers.append(self.add_text())
            below = self._add_children(numbers[-1], node.below) if node.below else {}
            entries.append({"Count": -len(node.below), **below} if below else {})
        for i, (node, own) in enumerate(zip(nodes, entries, strict=True)):
            own |= {"Title": PDFString(strip_invisible(node.title)), "Parent": f"{parent} 0 R"}
            own |= {"Dest": self._destination(node.to)}
            own |= {"Prev": f"{numbers[i - 1]} 0 R"} if i > 0 else {}
            own |= {"Next": f"{numbers[i + 1]} 0 R"} if i + 1 < len(nodes) else {}
            self._texts[numbers[i]] = PDFDictionary(own).format(self.document)
        return {"First": f"{numbers[0]} 0 R", "Last": f"{numbers[-1]} 0 R"}

    def _destination(self, to: Destination) -> Any:
        """Return a destination: a whole page, or a place at the current zoom."""
        page = self.pages[to.page]
        reference = self.document.Reference(page)
        if to.y is None:
            return PDFArray([reference, PDFName("Fit")])
        top = page.height - to.y / MM_PER_POINT
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

    def add_text(self) -> int:
        """Add an object whose text is set later. Returns its number."""
        self.document.objectcounter += 1
        return int(self.document.objectcounter)

    def set_text(self, number: int, text: str) -> None:
        """Set the text of an object."""
        self._texts[number] = text.encode("latin-1")

    def number_of(self, reference: Any) -> int:
        """Return the number of a referenced object."""
        number: int = self.document.idToObjectNumberAndVersion[reference.name][0]
        return number

    def set_entry(self, reference: Any, key: str, value: object) -> None:
        """Set an entry of a referenced dictionary."""
        self.document.idToObject[reference.name].dict[key] = value

    def page_number(self, page: int) -> int:
        """Return the object number of a page."""
        return self.number_of(self.document.Reference(self.pages[page]))

    def set_structure(self, root: int, metadata: bytes) -> None:
        """Set the tree of elements of all pages, and the metadata."""
        catalog = self.document.Catalog
        catalog.StructTreeRoot = f"{root} 0 R"
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        stream = Stream("/Type /Metadata /Subtype /XML", metadata, ready=True)
        catalog.Metadata = self.document.Reference(stream, "Metadata")
        for i, page in enumerate(self.pages):
            page.entries |= {"StructParents": i, "Tabs": PDFName("S")}
        self._packs = True

    def add_links(
        self,
        page: int,
        links: Sequence[tuple[Sequence[float], Destination | str]],
        join: Callable[[int, Any], tuple[int, str]] | None = None,
    ) -> None:
        """Add the links of a page: to a place in the file, or to an address.

        `join(i, reference)` joins a link to its element; it returns the element's number in the
        parent tree, and its words.
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
        entries = self.pages[page].entries
        before = entries["Annots"].sequence if "Annots" in entries else []
        entries["Annots"] = PDFArray([*before, *result])

    def finish(self, file: BinaryIO, tick: Callable[[float], None]) -> None:
        """Write the whole file, object by object, and report progress with `tick`.

        reportlab would join all objects in memory. Raises OSError, and PrintkitError for a picture
        that has changed.
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
        offsets: dict[int, int] = {}
        packed = PackedObjects()
        number = 0
        # Objects may add others when they are formatted.
        while (number := number + 1) <= document.objectcounter:
            content = self._texts.pop(number, None)
            if content is None:  # an object of reportlab, which is not needed again
                name = document.numberToId[number]
                content, document.idToObject[name] = document.idToObject[name], None
            plain = content is document.info or isinstance(content, Stream | Picture)
            if self._packs and not plain:
                packed.add(number, pdfdoc.format(content, document, toplevel=1))
            else:
                offsets[number] = offset
                parts: tuple[bytes, ...]
                if isinstance(content, Picture):
                    parts = content.parts()
                else:
                    parts = (pdfdoc.format(content, document, toplevel=1),)
                end = b"endobj\n" if parts[-1].endswith(b"\n") else b"\nendobj\n"
                offset += sum(map(file.write, (b"%d 0 obj\n" % number, *parts, end)))
            tick(number / document.objectcounter)
        if self._packs:
            packed.write(document, file, offset, offsets, roots)
            return
        lines = ["0000000000 65535 f ", *(f"{place:010d} 00000 n " for place in offsets.values())]
        file.write("\n".join(["xref", f"0 {len(lines)}", *lines, ""]).encode())
        trailer = pdfdoc.PDFTrailer(
            startxref=offset, Size=len(lines), Root=roots[0], Info=roots[1], ID=document.ID()
        )
        file.write(trailer.format(document))


def number_array(values: Sequence[float]) -> PDFArray:
    return PDFArray([round(value, 4) for value in values])


@lru_cache(maxsize=64)  # most pages of a document are alike
def page_boxes(media: Box, bleed: Box, trim: Box) -> dict[str, bytes]:
    """Return the boxes of a page (in points) as finished entries."""
    boxes = {"MediaBox": media, "CropBox": media, "BleedBox": bleed, "TrimBox": trim}
    return {name: number_array(box).format(None) for name, box in boxes.items()}


@lru_cache(maxsize=1024)
def rgb_operands(colour: Colour) -> str:
    """Return the sRGB value as operands of `rg` and `RG`: three numbers from 0 to 1."""
    return " ".join(f"{channel / 255:.4g}" for channel in colour.channels)


@lru_cache(maxsize=4096)  # several files of a kit have the same drawings
def path_operators(data: PathData) -> str:
    """Return the path as PDF operators, without a painting operator."""
    if set(map(type, data.coords)) == {int}:
        return _whole_pattern(data.steps) % data.coords
    return _operator_pattern(data.steps) % data.coords


@lru_cache(maxsize=2048)
def _operator_pattern(steps: str) -> str:
    for step, pattern in _STEPS.items():  # patterns have no capital letters
        steps = steps.replace(step, pattern)
    return steps


@lru_cache(maxsize=2048)  # drawings have half a million whole numbers: twice as fast
def _whole_pattern(steps: str) -> str:
    return _operator_pattern(steps).replace("%g", "%d")
