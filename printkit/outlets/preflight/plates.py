"""Paints the plates of a PDF without a program for separations.

Every page is painted three times by PDFium: with cyan, magenta and yellow as red, green and blue,
with black as grey, and as the silhouette of its figures. Opaque paint knocks out in RGB as it does
on a plate, so two paintings are four plates. The content is the same each time: device colours
are named as spaces, whose defaults are DeviceN spaces with a function for each painting; so are the
spaces of pictures and shadings, and the functions of spot colours have one more step. What
overprints is multiplied, which is exact for black over anything.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec
import pypdfium2 as pdfium
from pikepdf import Array, Dictionary, Name, Stream
from PIL import ImageChops, ImageMath

from printkit.outlets.preflight.content import (
    CMYK,
    COMPONENTS,
    GRAY,
    GROUND_LAYER,
    PER_MM,
    RGB,
    Reader,
    kind_of_space,
)

if TYPE_CHECKING:
    from PIL.Image import Image

# The resolution of a painting, and its most pixels: a larger page is painted coarser.
_DPI, _MAX_PIXELS = 150.0, 5_000_000
_INKS, _BLACK, _FIGURES = _PAINTINGS = ("inks", "black", "figures")
# A tone of a painting: a component of the colour (None: none at all), or what it lacks of white.
_Tone = tuple[int | None, bool]
_WHITE, _SOLID = (None, True), (None, False)
_TONES: dict[tuple[str, str], tuple[_Tone, _Tone, _Tone]] = {
    (_INKS, CMYK): ((0, True), (1, True), (2, True)),
    (_INKS, RGB): ((0, False), (1, False), (2, False)),
    (_INKS, GRAY): (_WHITE, _WHITE, _WHITE),
    (_BLACK, CMYK): ((3, True), (3, True), (3, True)),
    (_BLACK, RGB): (_WHITE, _WHITE, _WHITE),
    (_BLACK, GRAY): ((0, False), (0, False), (0, False)),
    **{(_FIGURES, kind): (_SOLID, _SOLID, _SOLID) for kind in COMPONENTS.values()},
}
_INVERTED = [255 - tone for tone in range(256)]
# Colours begin as black: of the black plate alone.
_START = b"/DeviceGray cs 0 sc /DeviceGray CS 0 SC\n"


class Painting(msgspec.Struct):
    """A page to its bleed: what it looks like (grey), total ink in per cent if known, figures as
    silhouettes if it tells them from the ground; `per_mm` pixels a millimetre.
    """

    look: Any
    ink: Any
    figures: Any
    per_mm: float


def paint(pdf: Any, reader: Reader, has_ground: bool) -> Iterator[Painting]:
    """Yield the paintings of all pages; the file is changed."""
    plates = _PlateFile(pdf, reader)
    for page in pdf.pages:
        plates.prepare(page)
    names = _PAINTINGS if has_ground else _PAINTINGS[:2]
    files = [pdfium.PdfDocument(plates.write(name)) for name in names]
    try:
        for sheets in zip(*files, strict=True):
            width, height = sheets[0].get_size()
            scale = min(_DPI / 72, (_MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
            inks, black, *figures = (_render(sheet, scale) for sheet in sheets)
            bands = zip("rgbk", (*inks.split(), black.convert("L")), strict=True)
            ink = total_ink(**{name: band.point(_INVERTED) for name, band in bands})
            look = ImageChops.multiply(inks, black).convert("L")
            silhouettes = figures[0].convert("L") if figures else None
            yield Painting(look, ink, silhouettes, scale * PER_MM)
    finally:
        for file in files:
            file.close()


def total_ink(**plates: Image) -> Any:
    """Return the sum of four plates in per cent, whole numbers."""
    return ImageMath.lambda_eval(lambda p: sum(p[n] for n in plates) * 20 / 51, **plates)


def _render(sheet: Any, scale: float) -> Image:
    picture: Image = sheet.render(scale=scale, may_draw_forms=False, draw_annots=False).to_pil()
    return picture.convert("RGB")


class _PlateFile:
    """A file whose colours are replaced, and which is written once for each painting."""

    def __init__(self, pdf: Any, reader: Reader) -> None:
        self._pdf, self._reader = pdf, reader
        self._done = set[tuple[int, int]]()
        # The spaces that were replaced, and ours, by the numbers of their objects.
        self._made: dict[tuple[int, int], Any] = {}
        # What differs between paintings: an array with a function at its end, by painting.
        self._functions: list[tuple[Any, dict[str, Any]]] = []
        self._spaces = {kind: self._device(n, kind) for n, kind in COMPONENTS.items()}
        self._layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="Ground"))
        given = pdf.Root.get("/OCProperties", Dictionary())
        shown = Dictionary(given.get("/D", Dictionary()))
        self._hidden = list(shown.get("/OFF", []))
        groups = [*given.get("/OCGs", []), self._layer]
        pdf.Root.OCProperties = Dictionary(OCGs=Array(groups), D=shown)

    def write(self, painting: str) -> bytes:
        """Return the file of a painting."""
        for space, functions in self._functions:
            space[3] = functions[painting]
        hidden = [*self._hidden, self._layer] if painting == _FIGURES else self._hidden
        self._pdf.Root.OCProperties.D.OFF = Array(hidden)
        out = io.BytesIO()
        self._pdf.save(out, compress_streams=False, encryption=False)
        return out.getvalue()

    def prepare(self, page: Any) -> None:
        """Replace the colours of a page, which is cut to its bleed."""
        box = page.bleedbox
        for key in ("/CropBox", "/Rotate", "/UserUnit", "/Annots", "/Group"):
            if key in page.obj:
                del page.obj[key]
        page.mediabox = box
        painted = self._reader.read(page.obj).painted
        self._prepare_resources(page.obj, page.resources)
        page.obj.Contents = self._pdf.make_stream(_START + painted)

    def _prepare_stream(self, stream: Any, *, begins: bool) -> None:
        if stream.objgen in self._done:
            return
        self._done.add(stream.objgen)
        painted = self._reader.read(stream).painted
        if "/Resources" in stream:
            self._prepare_resources(stream, stream.Resources)
        stream.write((_START if begins else b"") + painted)

    def _prepare_resources(self, holder: Any, resources: Any) -> None:
        spaces = resources.get("/ColorSpace", Dictionary())
        if spaces.get("/DefaultCMYK", Dictionary()).objgen == self._spaces[CMYK].objgen:
            return  # shared with another page
        names = {name: self._space(space) for name, space in spaces.items()}
        names |= {f"/Default{kind.removeprefix('/Device')}": s for kind, s in self._spaces.items()}
        resources.ColorSpace = Dictionary(names)
        layers = dict(resources.get("/Properties", Dictionary()).items())
        resources.Properties = Dictionary({**layers, GROUND_LAYER: self._layer})
        for state in resources.get("/ExtGState", Dictionary()).values():
            if state.get("/op", state.get("/OP", False)):
                state.BM = Name.Multiply
        for used in resources.get("/XObject", Dictionary()).values():
            if used.get("/Subtype") == Name.Form:
                self._prepare_stream(used, begins=False)
            elif not used.get("/ImageMask", False):
                self._replace_space(used)
        for shading in resources.get("/Shading", Dictionary()).values():
            self._replace_space(shading)
        for pattern in resources.get("/Pattern", Dictionary()).values():
            if "/Shading" in pattern:
                self._replace_space(pattern["/Shading"])
            else:
                self._prepare_stream(pattern, begins=int(pattern.get("/PaintType", 1)) == 1)

    # --- colour spaces ---------------------------------------------------------------------------

    def _replace_space(self, holder: Any) -> None:
        if "/ColorSpace" in holder:
            holder.ColorSpace = self._space(holder.ColorSpace)

    def _space(self, space: Any) -> Any:
        """Return the space that paints in place of another."""
        kind = kind_of_space(space)
        family = str(space[0]) if isinstance(space, Array) else ""
        if family == "/Indexed":
            return Array([space[0], self._space(space[1]), *list(space)[2:]])
        if family == "/Pattern":
            return Array([space[0], self._space(space[1])]) if len(space) > 1 else space
        if space.objgen in self._made:
            return self._made[space.objgen]
        if family in ("/Separation", "/DeviceN"):
            made = self._spot(space)
            if space.objgen != (0, 0):
                self._made[space.objgen] = made
            return made
        return self._spaces.get(kind, space)

    def _device(self, count: int, kind: str) -> Any:
        """Return a space that takes the components of a device, each painting in its own way."""
        names = [Name(f"/Preflight{number}") for number in range(count)]
        functions = {}
        for painting in _PAINTINGS:
            tones = _TONES[painting, kind]
            corners = (corner[::-1] for corner in product((0.0, 1.0), repeat=count))
            data = bytes(round(255 * tone) for c in corners for tone in _take(tones, c))
            functions[painting] = self._sampled(data, count, [2] * count)
        return self._varying(Array([Name.DeviceN, Array(names), Name.DeviceRGB, None]), functions)

    def _spot(self, space: Any) -> Any:
        """Return the space of a spot colour, which is painted as the inks that may replace it."""
        kind = kind_of_space(space[2])
        if kind not in self._spaces:
            return space
        functions = {p: self._painted(space[3], _TONES[p, kind]) for p in _PAINTINGS}
        return self._varying(Array([space[0], space[1], Name.DeviceRGB, None]), functions)

    def _varying(self, space: Any, functions: dict[str, Any]) -> Any:
        space = self._pdf.make_indirect(space)
        self._functions.append((space, functions))
        self._made[space.objgen] = space
        return space

    def _painted(self, function: Any, tones: Sequence[_Tone]) -> Any:
        """Return a function with one more step: from the colour that it gives to its tones."""
        kind = int(function.FunctionType)
        if kind == 2:
            first, last = function.get("/C0", [0]), function.get("/C1", [1])
            return Dictionary(
                FunctionType=2,
                Domain=function.Domain,
                N=function.N,
                C0=Array(_take(tones, [float(tone) for tone in first])),
                C1=Array(_take(tones, [float(tone) for tone in last])),
            )
        if kind == 3:
            parts = [self._painted(part, tones) for part in function.Functions]
            kept = {key: function[key] for key in ("/Domain", "/Bounds", "/Encode")}
            return Dictionary({**kept, "/FunctionType": 3, "/Functions": Array(parts)})
        count = len(function.Range) // 2
        if kind == 4:
            code = function.read_bytes().strip().rstrip(b"}").decode("latin-1")
            for done, (component, inverted) in enumerate(tones):
                if component is None:
                    code += f" {int(inverted)}"
                else:
                    code += f" {count - 1 - component + done} index"
                    code += " 1 exch sub" if inverted else ""
            code += f" {count + 3} 3 roll" + " pop" * count + "}"
            made = Stream(self._pdf, code.encode("latin-1"))
            made.FunctionType, made.Domain, made.Range = 4, function.Domain, Array([0, 1] * 3)
            return self._pdf.make_indirect(made)
        limits = [float(value) for value in function.get("/Decode", function.Range)]
        data = function.read_bytes()
        out = bytearray()
        for start in range(0, len(data) - count + 1, count):
            levels = [
                low + byte / 255 * (high - low)
                for byte, low, high in zip(
                    data[start : start + count], limits[::2], limits[1::2], strict=True
                )
            ]
            out += bytes(round(255 * min(max(tone, 0.0), 1.0)) for tone in _take(tones, levels))
        made = self._sampled(bytes(out), len(function.Domain) // 2, function.Size)
        made.Domain = function.Domain
        if "/Encode" in function:
            made.Encode = function.Encode
        return made

    def _sampled(self, data: bytes, count: int, size: Any) -> Any:
        made = Stream(self._pdf, data)
        made.FunctionType, made.BitsPerSample, made.Size = 0, 8, Array(list(size))
        made.Domain, made.Range = Array([0, 1] * count), Array([0, 1] * 3)
        return self._pdf.make_indirect(made)


def _take(tones: Sequence[_Tone], colour: Sequence[float]) -> list[float]:
    """Return the tones of a colour: 1 is white."""
    return [
        float(inverted)
        if component is None
        else 1.0 - colour[component]
        if inverted
        else colour[component]
        for component, inverted in tones
    ]
