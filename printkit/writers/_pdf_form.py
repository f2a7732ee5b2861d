"""Write the form of a PDF: fields to fill in on a screen.

An empty form draws nothing: no border, no background, empty appearances. There is no script, and
fonts for typing are embedded whole. Boxes are in points from the lower left corner; a field is
upright or rotated by quarters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from printkit.base.geometry import MM_PER_POINT, Matrix
from printkit.graphics.display_list import FormField
from printkit.graphics.fonts import font
from printkit.graphics.path import PathBuilder
from printkit.writers._pdf_fonts import descriptor
from printkit.writers._pdf_objects import PdfFile, number_array, path_operators, rgb_operands
from printkit.writers._pdf_streams import Stream
from printkit.writers._reportlab import PDFArray, PDFDictionary, PDFName, PDFString

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
        """Embed a whole font, so that any character can be typed."""
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
        """Write the form unless it is empty."""
        if not self._fields:
            return
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
        """Width and height in reading direction."""
        left, low, right, high = self.box
        width, height = right - left, high - low
        return (height, width) if self.turned % 180 else (width, height)


def place_widget(field: FormField, matrix: Matrix, height: float) -> Widget:
    """Return a field moved, scaled and rotated by quarters. `height` is that of the page."""
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
