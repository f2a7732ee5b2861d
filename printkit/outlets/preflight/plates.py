"""Paints the plates of a PDF without a program for separations.

PDFium paints each page twice: with cyan, magenta and yellow as red, green and blue, and with black
as grey. Opaque paint knocks out in light as it does on a plate, so the two are four plates. Once
more it paints the figures alone on clear ground, whose alpha is their silhouette. The content is
the same each time: colours are named by profiles, which are others for each painting. What
overprints is multiplied, which is exact for black over anything. PDFium rounds a component of a
profile down to 1/255, so that four inks come to 1.6 % less at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from operator import mul
from struct import pack
from typing import Any

from PIL import ImageChops

from printkit.base.limits import MAX_CHECKED_CONTENT, MAX_CHECKED_OPERATORS
from printkit.outlets.preflight.finding import keep_within
from printkit.outlets.preflight.pdf_reader import (
    Array,
    Dictionary,
    Name,
    Operator,
    PaintedFile,
    Stream,
    parse_content,
    write_content,
)
from printkit.outlets.preflight.pictures import PER_MM, Painting, total_ink

# The marked content that may run across the trim, and its layer where it is painted.
GROUND, GROUND_LAYER = "/Ground", "/PreflightGround"
GRAY, RGB, CMYK = "/DeviceGray", "/DeviceRGB", "/DeviceCMYK"
SPOTS = ("/Separation", "/DeviceN")
_NAMES = {"/G": GRAY, "/RGB": RGB, "/CMYK": CMYK, "/CalGray": GRAY, "/CalRGB": RGB, "/Lab": RGB}
_OPERATORS = {"g": GRAY, "rg": RGB, "k": CMYK}
# The signature of a space in a profile, the number of its components, and those that are red,
# green and blue of a painting (none: white): of inks, then of black.
_KINDS: dict[str, tuple[bytes, int, tuple[Sequence[int], ...]]] = {
    GRAY: (b"GRAY", 1, ((), (0, 0, 0))),
    RGB: (b"RGB ", 3, ((0, 1, 2), ())),
    CMYK: (b"CMYK", 4, ((0, 1, 2), (3, 3, 3))),
}
# Red, green and blue of sRGB in XYZ, adapted to D50 (ICC.1, in parts of 2^15), and that white.
_XYZ = ((14289, 12618, 4689), (7291, 23491, 1986), (456, 3182, 23402))
_D50 = (0xF6D6, 0x10000, 0xD32D)
# The resolution of a painting, and its most pixels: a larger page is painted coarser.
_DPI, _MAX_PIXELS = 150.0, 5_000_000

Step = tuple[str, list[Any]]


def kind_of_space(space: Any) -> str:
    """Return the device space or the family of a colour space."""
    if not isinstance(space, Array):
        return _NAMES.get(str(space), str(space))
    family = str(space[0])
    if family == "/ICCBased":
        return {1: GRAY, 4: CMYK}.get(int(space[1].get("/N", 3)), RGB)
    if family in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
        return kind_of_space(space[1])
    return _NAMES.get(family, family)


def read_stream(stream: Any) -> bytes:
    """Return the bytes of a form, or of all the content of a page."""
    parts = stream.get("/Contents", stream)
    parts = parts if isinstance(parts, Array) else [parts]
    return b"\n".join(p.read_bytes() for p in parts if isinstance(p, Stream))


class PlateFile:
    """A file whose colours are renamed while it is read; what is read is counted."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._steps = self._bytes = 0
        self._contents: dict[tuple[int, int], list[Step]] = {}
        # The entries of /ExtGState that overprint.
        self.overprints: list[Any] = []
        self._profiles = {k: pdf.make_stream(b"", N=one[1]) for k, one in _KINDS.items()}
        self._spaces = {k: Array([Name.ICCBased, profile]) for k, profile in self._profiles.items()}
        self._layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="Ground"))
        given = pdf.Root.get("/OCProperties", Dictionary())
        self._hidden = pdf.make_indirect(Array([*given.get("/D", {}).get("/OFF", [])]))
        shown = {**dict(given.get("/D", {}).items()), "/OFF": self._hidden}
        pdf.Root.OCProperties = Dictionary(OCGs=[*given.get("/OCGs", []), self._layer], D=shown)

    def read(self, stream: Any, resources: Any) -> list[Step]:
        """Return the steps of a form, a pattern or a page, whose colours are renamed the first
        time. Raises PrintkitError if all that is read, or the steps of all, are too much.
        """
        if stream.objgen not in self._contents:
            self._bytes += len(read_stream(stream))
            keep_within(MAX_CHECKED_CONTENT, self._bytes)
            self._contents[stream.objgen] = self._rename_colours(stream, resources)
        steps = self._contents[stream.objgen]
        self._steps += 1 + len(steps)
        keep_within(MAX_CHECKED_OPERATORS, self._steps)
        return steps

    def _rename_colours(self, stream: Any, resources: Any) -> list[Step]:
        given = parse_content(stream)
        renamed: list[tuple[Any, Any]] = []
        if stream.get("/Subtype") != Name.Form and int(stream.get("/PaintType", 1)) == 1:
            # Colours begin as black: of the black plate alone.
            given = [([0], Operator("g")), ([0], Operator("G")), *given]
        for operands, operator in given:
            op = str(operator)
            if space := _OPERATORS.get(op.lower()):
                names = ("CS", "SC") if op.isupper() else ("cs", "sc")
                renamed.append(([Name(space)], Operator(names[0])))
                renamed.append((operands, Operator(names[1])))
            elif op in ("BMC", "BDC") and str(operands[0]) == GROUND:
                renamed.append(([Name.OC, Name(GROUND_LAYER)], Operator("BDC")))
            else:
                renamed.append((operands, operator))
        data = write_content(renamed)
        if "/Contents" in stream:
            stream.Contents = self._pdf.make_stream(data)
        else:
            stream.write(data)
        defaults = {k.replace("Device", "Default"): space for k, space in self._spaces.items()}
        for key, own in (("/ColorSpace", defaults), ("/Properties", {GROUND_LAYER: self._layer})):
            resources[key] = Dictionary({**dict(resources.get(key, {}).items()), **own})
        return [
            (str(op), [str(v) if isinstance(v, Name) else v for v in operands])
            for operands, op in renamed
        ]

    def rename_space(self, space: Any) -> Any:
        """Return the space that paints in place of another; one in inks is changed itself."""
        if isinstance(space, Array) and str(space[0]) in ("/Indexed", "/I", "/Pattern", *SPOTS):
            base = 2 if str(space[0]) in SPOTS else 1
            if len(space) > base:
                space[base] = self.rename_space(space[base])
            return space
        return self._spaces.get(kind_of_space(space), space)

    def paint(self, pages: Mapping[int, bool]) -> Iterator[Painting]:
        """Yield the paintings of pages (from 0) that were read; with figures where true."""
        for state in self.overprints:
            state.BM = Name.Multiply
        for number in pages:
            page = self._pdf.pages[number]
            box = page.bleedbox
            for key in {"/CropBox", "/Rotate", "/UserUnit", "/Annots", "/Group"} & page.obj.keys():
                del page.obj[key]
            page.mediabox = box
        files = [self._save(0), self._save(1)]
        self._hidden.append(self._layer)
        files.append(self._save(1))
        for number, has_figures in pages.items():
            width, height = files[0].page_size(number)
            scale = min(_DPI / 72, (_MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
            inks, black = (file.paint(number, scale) for file in files[:2])
            figures = None
            if has_figures:
                clear = files[2].paint(number, scale, fill_color=(0, 0, 0, 0))
                figures = clear.getchannel("A")
            ink = total_ink(ImageChops.invert(one) for one in (*inks.split(), black.getchannel(0)))
            look = ImageChops.multiply(inks, black).convert("L")
            yield Painting(look, ink, figures, scale * PER_MM)

    def _save(self, painting: int) -> PaintedFile:
        for kind, profile in self._profiles.items():
            profile.write(_make_profile(kind, painting))
        return PaintedFile(self._pdf)


def _make_profile(kind: str, painting: int) -> bytes:
    """Return an ICC profile (version 2) that paints components as a painting shows them."""
    signature, count, shown = _KINDS[kind]
    tones = [tone / 255 for tone in range(256)]
    curve = [t / 12.92 if t <= 0.04045 else ((t + 0.055) / 1.055) ** 2.4 for t in tones]
    if kind == CMYK:
        curve.reverse()
    table = [round(65535 * tone) for tone in curve] * count
    for corner in product((0, 1), repeat=count):
        light = [corner[n] for n in shown[painting]] or [1, 1, 1]
        table += [sum(map(mul, row, light)) for row in _XYZ]
    table += [0, 65535] * 3
    unit = (65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    body = pack(">4s4x4B9i", b"mft2", count, 3, 2, 0, *unit)
    body += pack(f">2H{len(table)}H", 256, 2, *table)
    names = 0x02100000, b"prtr", signature, b"XYZ ", b"acsp"
    tags = 1, b"A2B0", 144, len(body)
    head = pack(">I4xI4s4s4s12x4s28x3I48xI4s2I", 144 + len(body), *names, *_D50, *tags)
    return head + body
