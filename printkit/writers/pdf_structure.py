"""Write the tags that screen readers use, and the form fields to type into.

Items without a tag are artifacts. Marks are only in the contents of pages: a drawing that
represents text is drawn on the page itself, not as an XObject.

An empty form draws nothing: no border, no background, empty appearances. There is no script, and
fonts for typing are embedded in full. Boxes are in points from the lower left corner; a field is
upright or rotated by quarters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import msgspec
from msgspec import Struct

from printkit.base.files import GENERATOR
from printkit.base.geometry import MM_PER_POINT, Matrix
from printkit.graphics.display_list import FormField, Group, Item, ShapedText, Tag, TagStep, Use
from printkit.graphics.fonts import UNITS, font
from printkit.graphics.path import PathBuilder
from printkit.pieces.pages import ART, Document, Layer, Page
from printkit.writers.pdf_fonts import descriptor
from printkit.writers.pdf_objects import (
    PDFArray,
    PDFDictionary,
    PdfFile,
    PDFName,
    PDFString,
    Stream,
    number_array,
    path_operators,
    pdf_string,
    rgb_operands,
)

# --- pdf structure -------------------------------------------------------------------------------

# The element of words that are directly in a group of others.
_WORDS = {"Document": "P", "Sect": "P", "Div": "P", "Index": "P", "L": "P", "LI": "Lbl"}
# Line ends joined with the words of the next line.
_JOINED = ("-", "\u2010", "\u00ad", " ", "")
# The gap between two texts that belongs to no word (em).
_WORD_SPACE = 0.1
_GRAPHIC, _HEADING = "Figure", re.compile(r"H\d")
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{maker}</xmp:CreatorTool><pdf:Producer>{maker}, with reportlab</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class Element(msgspec.Struct, eq=False):
    """An element with its children: elements, and marks or annotations with their page.

    `text` is the text of a link; `y` is the baseline of a line.
    """

    step: TagStep
    parent: Element | None = None
    below: list[Any] = msgspec.field(default_factory=list)
    known: dict[tuple[str, object], Element] = msgspec.field(default_factory=dict)
    text: str = ""
    y: float | None = None

    def child(self, step: TagStep) -> Element:
        """Return the element of a step; a new key or None creates a new one."""
        if _HEADING.match(step.kind) and _HEADING.match(self.step.kind):
            return self  # the small heading of a chapter
        element = self.known.get((step.kind, step.key)) if step.key is not None else None
        if element is None:
            element = self.known[step.kind, step.key] = Element(step, self)
            self.below.append(element)
        return element

    @property
    def block(self) -> Element:
        """The element within which words of different lines are joined without a space."""
        inline = self.step.kind in ("Span", "Link") and self.parent is not None
        return self.parent.block if inline and self.parent is not None else self

    def for_words(self, y: float) -> Element:
        """Return the element for words on a baseline: this element, or a child for each line."""
        kind = _WORDS.get(self.step.kind)
        if kind is None:
            return self
        last = self.below[-1] if self.below else None
        if isinstance(last, Element) and last.y == y:
            return last
        element = self.child(TagStep(kind, None))
        element.y = y
        return element


class StructureTree:
    """The elements of a document, gathered while its pages are written."""

    def __init__(self) -> None:
        self.root = Element(TagStep("Document"))
        # The elements of the marks of each page, of links by page and key, and of annotations.
        self.marks: list[list[Element]] = []
        self.links: dict[tuple[int, object], Element] = {}
        self.annotations: list[Element] = []

    def link(self, page: int, key: object) -> Element:
        """Return the element of a link; the element of a link without words is at the end."""
        link = self.links.get((page, key))
        return link or self.root.child(TagStep("P", None)).child(TagStep("Link"))

    def annotate(self, element: Element, page: int, reference: Any, pages: int) -> int:
        """Put an annotation in an element. Returns its number in the parent tree."""
        element.below.append((page, reference))
        self.annotations.append(element)
        return pages + len(self.annotations) - 1

    def write(self, file: PdfFile, document: Document) -> None:
        """Write all elements, and declare the file as tagged."""
        elements = list(_walk(self.root))
        numbers = {id(own): file.add_text() for own in elements}
        top = file.add_text()
        for element in elements:
            file.set_text(numbers[id(element)], self._entries(element, numbers, top, file))
        references = {id(own): f"{numbers[id(own)]} 0 R" for own in elements}
        parents = [
            f"{i}[{' '.join(references[id(own)] for own in marks)}]"
            for i, marks in enumerate(self.marks)
        ]
        first = len(self.marks)
        parents += [f"{i} {references[id(own)]}" for i, own in enumerate(self.annotations, first)]
        count = first + len(self.annotations)
        file.set_text(
            top,
            f"<</Type/StructTreeRoot/K {numbers[id(self.root)]} 0 R/ParentTree"
            f"<</Nums[{' '.join(parents)}]>>/ParentTreeNextKey {count}>>",
        )
        language = document.language
        words = {"title": document.title, "subject": document.subject, "language": language}
        words |= {"author": document.author or GENERATOR, "maker": GENERATOR}
        whole = _XMP.format(**{key: escape(text, quote=False) for key, text in words.items()})
        file.set_structure(top, whole.encode())

    def _entries(self, element: Element, numbers: dict[int, int], top: int, file: PdfFile) -> str:
        """Return the dictionary of an element."""
        step, parent = element.step, element.parent
        up = top if parent is None else numbers[id(parent)]
        parts = [f"<</S/{step.kind}/P {up} 0 R"]
        if step.alt or step.kind == _GRAPHIC:
            parts.append(f"/Alt {pdf_string(step.alt or '–')}")
        if step.actual:
            parts.append(f"/ActualText {pdf_string(step.actual)}")
        if step.scope:
            parts.append(f"/A<</O/Table/Scope/{step.scope}>>")
        pages = [kid[0] for kid in element.below if isinstance(kid, tuple)]
        if pages:
            parts.append(f"/Pg {file.page_number(pages[0])} 0 R")
        kids: list[str] = []
        for kid in element.below:
            if isinstance(kid, Element):
                kids.append(f"{numbers[id(kid)]} 0 R")
                continue
            page, content = kid  # a mark or an annotation
            own = "" if page == pages[0] else f"/Pg {file.page_number(page)} 0 R"
            if not isinstance(content, int):
                kids.append(f"<</Type/OBJR{own}/Obj {file.number_of(content)} 0 R>>")
            else:
                kids.append(f"<</Type/MCR{own}/MCID {content}>>" if own else str(content))
        return "".join(parts) + (f"/K[{' '.join(kids)}]>>" if kids else ">>")


def _walk(element: Element) -> Iterator[Element]:
    yield element
    for kid in element.below:
        if isinstance(kid, Element):
            yield from _walk(kid)


class PageTagger:
    """Draws the layers of a page on its stream, with all items in marks or artifacts."""

    def __init__(self, stream: Any, tree: StructureTree, page: Page) -> None:
        self.stream, self.tree, self.page = stream, tree, page
        tree.marks.append([])
        self.fronts = {id(cell.symbol) for cell in page.cells if not cell.back}
        # The element whose mark is open; the last written line, item and element.
        self.open: Element | None = None
        self.is_open = False
        self.last: tuple[int, ShapedText, Element] | None = None
        # The element of each field.
        self.fields: list[Element] = []

    def draw_layer(self, layer: Layer) -> None:
        """Draw a layer in marks."""
        is_sheet = layer.name == ART and self.fronts and not layer.tags
        root = self.tree.root if is_sheet else None
        self._draw(layer.items, layer.tags, 0, len(layer.items), root)
        self._end_line(None, None)
        self.last = None
        self._close()

    def _draw(
        self, items: Sequence[Item], tags: Sequence[Tag], start: int, end: int, own: Element | None
    ) -> None:
        """Draw the items from `start` to `end`. Items without a tag become contents of the element
        `own`.
        """
        for tag in tags:
            for item in items[start : tag.start]:
                self._draw_item(item, own)
            element = own or self.tree.root
            for step in tag.steps:
                element = element.child(step)
                if step.kind == "Link":
                    self.tree.links.setdefault((len(self.tree.marks) - 1, step.key), element)
            below = element if tag.steps else None
            self._draw(items, tag.below, tag.start, tag.end, below)
            start = tag.end
        for item in items[start:end]:
            self._draw_item(item, own)

    def _draw_item(self, item: Item, own: Element | None) -> None:
        stream = self.stream
        if own is None or own.step.kind == _GRAPHIC or not self._is_read(item):
            self._mark(own if own and (own.step.kind == _GRAPHIC or own.step.actual) else None)
            stream.draw_items((item,), silent=own is not None and bool(own.step.actual))
        elif isinstance(item, ShapedText):
            self._draw_words(item, own.for_words(item.y))
        elif isinstance(item, Use) and not item.symbol.tags:
            self._mark(own.child(TagStep(_GRAPHIC, None, item.symbol.title or self.page.title)))
            stream.draw_use(item)
        elif isinstance(item, Use | Group):
            self._close()
            group, section = item, own
            tags: tuple[Tag, ...] = ()
            if isinstance(item, Use):  # a piece that is read as text
                group = Group(tuple(item.symbol.items), item.matrix)
                tags, section = item.symbol.tags, own.child(TagStep("Sect", None))

            def draw(items: tuple[Item, ...]) -> None:
                self._draw(items, tags, 0, len(items), section)
                self._close()

            stream.draw_group(group, draw)
        else:
            stream.draw_items((item,))
        # Each new field has a separate element, beside words.
        place = own or self.tree.root
        while place.step.kind not in _WORDS and place.parent is not None:
            place = place.parent
        while len(self.fields) < len(stream.fields):
            self.fields.append(place.child(TagStep("Form", None)))

    def _is_read(self, item: Item) -> bool:
        """Return True if an item contains words, not only a drawing beside words."""
        if isinstance(item, Group):
            return any(map(self._is_read, item.items))
        if isinstance(item, Use):
            return bool(item.symbol.tags) or id(item.symbol) in self.fronts
        return isinstance(item, FormField) or (isinstance(item, ShapedText) and not item.artifact)

    def _draw_words(self, text: ShapedText, element: Element) -> None:
        """Draw words; the last ones of a line are followed by a space."""
        self._mark(element)
        self._end_line(text, element)
        lines = self.stream.lines
        self.stream.draw_text(text)
        self.last = len(lines) - 1, text, element
        link: Element | None = element
        while link is not None and link.step.kind != "Link":
            link = link.parent
        if link is not None:
            link.text += text.run.text

    def _end_line(self, following: ShapedText | None, element: Element | None) -> None:
        """Add a space after the last words unless other words follow on the same line."""
        if self.last is None:
            return
        line, text, before = self.last
        goes_on = False
        if following is not None and element is not None and following.y == text.y:
            gap = following.x - text.x - text.run.width * text.size / UNITS
            drawn = before.step.actual or gap < _WORD_SPACE * text.size
            goes_on = element.block is before.block and bool(drawn)
        if not goes_on and text.run.text[-1:] not in _JOINED:
            self.stream.append_space(line, text)

    def _mark(self, element: Element | None) -> None:
        """Open a mark of an element, or an artifact, unless it is already open."""
        if self.is_open and self.open is element:
            return
        self._close()
        self.is_open, self.open = True, element
        if element is None:
            self.stream.add("/Artifact BMC")
        else:
            marks = self.tree.marks[-1]
            number = len(marks)
            marks.append(element)
            element.below.append((len(self.tree.marks) - 1, number))
            # Readers that copy text look for the words here, not in the tree.
            words = element.step.actual and f"/ActualText {pdf_string(element.step.actual)}"
            self.stream.add(f"/{element.step.kind} <</MCID {number}{words}>> BDC")

    def _close(self) -> None:
        if self.is_open:
            self.stream.add("EMC")
        self.is_open = False


def has_tags(document: Document) -> bool:
    """Return True if the pages of a document contain anything to read."""
    return bool(document.title and document.language) and any(
        any(layer.tags for layer in page.layers) or any(not cell.back for cell in page.cells)
        for page in document.pages
    )


# --- pdf form ------------------------------------------------------------------------------------

# Fields are printed.
_PRINT_FLAG = 1 << 2
# Text is not spell-checked, and limited to the visible box.
_TEXT_FLAGS = 1 << 22 | 1 << 23
# The characters that can be typed: those of Windows-1252, from the space on.
_FIRST, _LAST, _CODE_PAGE = 32, 255, "cp1252"
# The radius of a check mark, as a share of the box's smaller side.
_DISC_SHARE = 0.31


class PdfForm:
    """All fields of a file, with their shared fonts and streams."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self._fields: dict[str, Any] = {}
        self._streams: dict[str, Any] = {}
        self._fonts: dict[str, Any] = {}

    def add(self, widgets: Sequence[Widget]) -> list[Any]:
        """Add the fields of the last page, in tab order. Returns their references.

        A repeated name gets a number, because fields of one name share their value.
        """
        page = self.file.pages[-1]
        made = []
        for widget in widgets:
            name, number = widget.field.name, 2
            while name in self._fields:
                name, number = f"{widget.field.name}-{number}", number + 1
            entry = (
                self._check_entries(widget) if widget.field.check else self._text_entries(widget)
            )
            entry |= {
                "Type": PDFName("Annot"),
                "Subtype": PDFName("Widget"),
                "T": PDFString(name),
                "TU": PDFString(widget.field.label),
                "Rect": number_array(widget.box),
                "F": _PRINT_FLAG,
                "P": self.file.document.Reference(page),
                "BS": PDFDictionary({"W": 0}),  # no border, and no background
            }
            if widget.turned:
                entry["MK"] = PDFDictionary({"R": widget.turned})
            self._fields[name] = self.file.document.Reference(PDFDictionary(entry), f"Field-{name}")
            made.append(self._fields[name])
        page.entries |= {"Annots": PDFArray(made), "Tabs": PDFName("R")}
        return made

    def _text_entries(self, widget: Widget) -> dict[str, Any]:
        """Return the entries of a text field.

        Its appearance is empty and not shared: programs that fill in a form write into it.
        """
        field = widget.field
        if field.font not in self._fonts:
            self._fonts[field.font] = self._embed_whole(field.font)
        fonts = PDFDictionary({_font_name(field.font): self._fonts[field.font]})
        resources = PDFDictionary({"Font": fonts})
        empty = Stream(_appearance_head(widget), b"/Tx BMC EMC", resources)
        appearance = self.file.document.Reference(empty, f"Empty-{len(self._fields)}")
        return {
            "FT": PDFName("Tx"),
            "Ff": _TEXT_FLAGS,
            "Q": 1 if field.centred else 0,
            "DA": PDFString(
                f"{rgb_operands(field.colour)} rg /{_font_name(field.font)} {widget.size:.4g} Tf"
            ),
            "AP": PDFDictionary({"N": appearance}),
        }

    def _check_entries(self, widget: Widget) -> dict[str, Any]:
        """Return the entries of a check box: a disc when checked, else empty."""
        width, height = widget.natural_size
        key = f"{width:.4f}-{height:.4f}-{widget.turned}-{widget.field.colour.name}"
        disc = PathBuilder().circle(width / 2, height / 2, _DISC_SHARE * min(width, height))
        code = f"{rgb_operands(widget.field.colour)} rg {path_operators(disc.done())}f"
        head = _appearance_head(widget) + " /Resources << >>"
        states = {
            "Yes": self._add_stream(f"Mark-{key}", head, code.encode()),
            "Off": self._add_stream(f"NoMark-{key}", head, b""),
        }
        return {
            "FT": PDFName("Btn"),
            "V": PDFName("Off"),
            "AS": PDFName("Off"),
            "AP": PDFDictionary({"N": PDFDictionary(states)}),
        }

    def _add_stream(self, name: str, head: str, code: bytes) -> Any:
        """Add a stream once, by its name. Returns its reference."""
        if name not in self._streams:
            self._streams[name] = self.file.document.Reference(Stream(head, code), name)
        return self._streams[name]

    def _embed_whole(self, key: str) -> Any:
        """Embed a whole font, so that any character can be typed. Returns its reference."""
        face = font(key).face(0)
        facts, data = face.facts(), face.file.path.read_bytes()
        stream = Stream(f"/Length1 {len(data)}", data)
        file = self.file.document.Reference(stream, f"FormFontFile-{key}")
        name = PDFName(facts.name)
        own = {"FontFile2": file, "Flags": 1 << 5}  # Latin letters
        whole = PDFDictionary(descriptor(facts, name, own))
        codes = range(_FIRST, _LAST + 1)
        letters = [bytes([code]).decode(_CODE_PAGE, "replace") for code in codes]
        entries = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("TrueType"),
            "BaseFont": name,
            "Encoding": PDFName("WinAnsiEncoding"),
            "FirstChar": _FIRST,
            "LastChar": _LAST,
            "Widths": number_array([face.advance_of(face.glyph(letter)) for letter in letters]),
            "FontDescriptor": self.file.document.Reference(whole, f"FormDescriptor-{key}"),
        }
        return self.file.document.Reference(PDFDictionary(entries), f"FormFont-{key}")

    def finish(self) -> None:
        """Write the form."""
        fonts = {_font_name(key): made for key, made in self._fonts.items()}
        form: dict[str, Any] = {"Fields": PDFArray(list(self._fields.values()))}
        if fonts:
            form["DR"] = PDFDictionary({"Font": PDFDictionary(fonts)})
            form["DA"] = PDFString(f"0 g /{next(iter(fonts))} 0 Tf")
        self.file.document.Catalog.AcroForm = PDFDictionary(form)


def _font_name(key: str) -> str:
    """Return a font's name in the resources of a form."""
    return "Form" + "".join(part.title() for part in key.split("-"))


def _appearance_head(widget: Widget) -> str:
    """Return the dictionary of a field's appearance, unrotated."""
    width, height = widget.natural_size
    turn = {0: "", 90: "0 1 -1 0 {t} 0", 180: "-1 0 0 -1 {w} {t}", 270: "0 -1 1 0 0 {w}"}
    matrix = turn[widget.turned].format(w=f"{width:.4f}", t=f"{height:.4f}")
    turned = f" /Matrix [{matrix}]" if matrix else ""
    return f"/Type /XObject /Subtype /Form /BBox [0 0 {width:.4f} {height:.4f}]{turned}"


# The rounding error of a full turn.
_DUST = 1e-9


class Widget(Struct, frozen=True):
    """A field on a page, its box (left, bottom, right, top) and text size in points.

    `turned` is its rotation in degrees, counter-clockwise.
    """

    field: FormField
    box: tuple[float, float, float, float]
    turned: int
    size: float

    @property
    def natural_size(self) -> tuple[float, float]:
        """Width and height in reading direction (points)."""
        left, low, right, high = self.box
        width, height = right - left, high - low
        return (height, width) if self.turned % 180 else (width, height)


def place_widget(field: FormField, matrix: Matrix, height: float) -> Widget:
    """Place a form field on a page `height` mm high: moved, scaled, and turned by quarters."""
    upright = abs(matrix.b) < _DUST and abs(matrix.c) < _DUST
    sideways = abs(matrix.a) < _DUST and abs(matrix.d) < _DUST
    assert upright or sideways, f"the field {field.name} leans"
    assert matrix.a * matrix.d - matrix.b * matrix.c > 0, f"the field {field.name} is mirrored"
    box = matrix.bounds(field.rect)
    edges = (box.x, height - box.bottom, box.right, height - box.y)
    left, low, right, high = (round(edge / MM_PER_POINT, 4) for edge in edges)
    # y points down here and up in PDF: clockwise becomes counter-clockwise.
    turned = {(1, 0): 0, (0, 1): 270, (-1, 0): 180, (0, -1): 90}[_sign(matrix.a), _sign(matrix.b)]
    return Widget(field, (left, low, right, high), turned, field.size * matrix.scale / MM_PER_POINT)


def _sign(value: float) -> int:
    return (value > _DUST) - (value < -_DUST)
