"""Check a PDF: its keys and boxes, the content of its pages, and the pages as they are painted.

Input: the bytes of a PDF. Output: findings.

PDFium paints each page twice: with cyan, magenta and yellow as red, green and blue, and with black
as grey. Opaque paint knocks out on screen as it does on a plate, so the two paintings give four
plates. A third painting has only the figures, on a transparent ground, so that its alpha channel is
their silhouette. The content stays the same: its colours refer to profiles, and each painting has
other profiles. Overprinted colours are multiplied, which is exact for black over anything. PDFium
rounds a component of a profile down to 1/255, so the sum of four inks is at most 1.6 % too low.

Pages may be untrusted, so the numbers of drawn and nested objects are limited.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import product
from operator import mul
from struct import pack
from typing import Any, NamedTuple

import msgspec
from msgspec import field
from msgspec.structs import replace
from PIL import ImageChops

from printkit.base.errors import PrintkitError
from printkit.base.geometry import format_size
from printkit.base.limits import (
    MAX_CHECKED_CONTENT,
    MAX_CHECKED_FORMS,
    MAX_CHECKED_OPERATORS,
    MAX_CHECKED_PAGES,
    MAX_PIXELS,
)
from printkit.targets.preflight.findings import Findings, keep_within
from printkit.targets.preflight.pdf_reader import (
    Array,
    Dictionary,
    Matrix,
    Name,
    Operator,
    PaintedFile,
    Stream,
    String,
    open_pdf,
    parse_content,
    report_broken,
    write_content,
)
from printkit.targets.preflight.pictures import (
    PER_MM,
    Light,
    Painting,
    Place,
    judge_painting,
    total_ink,
)
from printkit.targets.target import Target, is_deck

# --- plates --------------------------------------------------------------------------------------

# The marked content that may run across the trim, and its layer where it is painted.
GROUND, GROUND_LAYER = "/Ground", "/PreflightGround"
GRAY, RGB, CMYK = "/DeviceGray", "/DeviceRGB", "/DeviceCMYK"
SPOTS = ("/Separation", "/DeviceN")
_NAMES = {"/G": GRAY, "/RGB": RGB, "/CMYK": CMYK, "/CalGray": GRAY, "/CalRGB": RGB, "/Lab": RGB}
_OPERATORS = {"g": GRAY, "rg": RGB, "k": CMYK}
# For each colour space: its signature in a profile, the number of its components, the components
# that become red, green and blue (none: white) in the painting of coloured inks, and those in the
# painting of black.
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
    """A file whose colour spaces are replaced while it is read. The steps and bytes that are read
    are counted.
    """

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
        """Return the steps of a form, a pattern or a page; its colour spaces are replaced at the
        first read. Raises PrintkitError if the total bytes or steps exceed a limit.
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
        """Return the colour space that replaces another one in a painting; a space of inks is
        changed in place.
        """
        if isinstance(space, Array) and str(space[0]) in ("/Indexed", "/I", "/Pattern", *SPOTS):
            base = 2 if str(space[0]) in SPOTS else 1
            if len(space) > base:
                space[base] = self.rename_space(space[base])
            return space
        return self._spaces.get(kind_of_space(space), space)

    def paint(self, pages: Mapping[int, bool]) -> Iterator[Painting]:
        """Yield the paintings of pages (from 0) that were read; pages marked true also get the
        painting of figures.
        """
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
    """Return an ICC profile (version 2) that gives colour components their appearance in a
    painting.
    """
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


# --- content -------------------------------------------------------------------------------------

_NO_SPOTS = {"/Cyan", "/Magenta", "/Yellow", "/Black", "/None", "/All"}
_STROKES, _FILLS = {"S", "s", "B", "B*", "b", "b*"}, {"f", "F", "f*", "B", "B*", "b", "b*"}
_PAINTS = {"n"} | _STROKES | _FILLS
# The default minimum weights and sizes (pt) of a target: dark on light, light on dark.
_FLOORS = {"line": (0.25, 0.5), "text": (0.0, 0.0)}
# The number of points of a path before its last that are remembered.
_POINTS = 15
# A pattern whose steps are smaller (pt) is painted longer than anybody waits.
_FINEST_STEP = 0.2

_IDENTITY = (1, 0, 0, 1, 0, 0)


class _Colour(NamedTuple):
    """The kind of space, the tone (255: white), and whether it contains inks other than black."""

    kind: str = GRAY
    tone: float = 0.0
    mixed: bool = False


_BLACK = {False: _Colour(), True: _Colour()}


class _State(msgspec.Struct):
    """The graphics state. `colours` and `overprints` are indexed by True for strokes and False for
    fills.
    """

    ctm: Matrix
    colours: Mapping[bool, _Colour] = field(default_factory=lambda: _BLACK)
    width: float = 1.0
    overprints: tuple[bool, bool] = (False, False)
    font: Any = None
    size: float = 0.0
    invisible: bool = False


def _mix(kind: str, values: list[float]) -> _Colour:
    """Return a colour from its components."""
    mixed = kind == RGB or (kind == CMYK and any(values[:3]))
    if kind == GRAY:
        values = values * 3
    elif kind == CMYK:
        values = [(1.0 - value) * (1.0 - values[3]) for value in values[:3]]
    elif kind != RGB:  # a spot colour, by its darkest ink
        values = [1.0 - max(values)] * 3
    red, green, blue = values
    return _Colour(kind, 255.0 * (0.299 * red + 0.587 * green + 0.114 * blue), mixed)


class PageWalk:
    """Follows the content of a page and of all objects that it uses.

    It collects findings, and in `lights` possible findings that only the painted page can confirm.

    `corner` is the upper left corner of the trim in points.
    """

    def __init__(self, file: PlateFile, target: Target, findings: Findings, corner: Place) -> None:
        self.lights: list[Light] = []
        self.has_ground = False
        self._file, self._target, self._findings, self._corner = file, target, findings, corner

    def walk(
        self, stream: Any, resources: Any, state: _State | None = None, depth: int = 0
    ) -> None:
        """Follow a page, a form or a pattern. Raises PrintkitError beyond a limit."""
        state = state or _State(Matrix())
        ctm = state.ctm
        keep_within(MAX_CHECKED_FORMS, depth)
        resources = stream.get("/Resources", resources)
        if stream.get("/Group", {}).get("/S") == Name.Transparency:
            self._add_transparency(ctm)
        kept, line, points = list[_State](), Matrix(), list[Place]()
        for op, values in self._file.read(stream, resources):
            if op == "q":
                kept.append(replace(state))
            elif op == "Q":
                state = kept.pop() if kept else state
            elif op == "cm":
                state.ctm = _matrix(values) @ state.ctm
            elif op == "w":
                state.width = float(values[0])
            elif op in ("m", "l", "c", "re"):
                x, y = values[-2:] if op == "c" else values[:2]
                points = [*points[-_POINTS:], self._place(state.ctm, float(x), float(y))]
            elif op in _PAINTS:
                self._paint(state, op, points or [self._place(state.ctm)])
                points = []
            elif op == "gs":
                self._take_state(state, resources["/ExtGState"][values[0]])
            elif op in ("BT", "Tm"):
                line = _matrix(values or _IDENTITY)
            elif op in ("Td", "TD"):
                line = _matrix((*_IDENTITY[:4], *values)) @ line
            elif op == "Tf":
                state.font, state.size = resources["/Font"].get(values[0]), float(values[1])
            elif op == "Tr":
                state.invisible = int(values[0]) == 3
            elif op in ("Tj", "TJ", "'", '"'):
                self._show_text(state, line @ state.ctm)
            elif op == "Do":
                self._draw(state, resources["/XObject"][values[0]], resources, depth)
            elif op == "sh":
                self._use_space(state.ctm, resources["/Shading"][values[0]])
            elif op == "INLINE IMAGE":
                self._use_space(state.ctm, values[0].obj)
            elif op in ("cs", "CS"):
                kind = self._use_space(state.ctm, resources["/ColorSpace"], values[0])
                state.colours = {**state.colours, op.isupper(): _Colour(kind)}
            elif op in ("sc", "SC", "scn", "SCN"):
                colour = _Colour(state.colours[op.isupper()].kind)
                if isinstance(values[-1], str):
                    self._use_pattern(resources["/Pattern"][values[-1]], resources, ctm, depth)
                else:
                    colour = _mix(colour.kind, [float(value) for value in values])
                state.colours = {**state.colours, op.isupper(): colour}
            elif op == "BDC":
                self.has_ground |= GROUND_LAYER in values

    def _place(self, ctm: Matrix, x: float = 0.0, y: float = 0.0) -> Place:
        """Return the place on the card (mm) of a point in the content."""
        (across, up), (left, top) = ctm.transform((x, y)), self._corner
        return round((across - left) / PER_MM, 1), round((top - up) / PER_MM, 1)

    # --- states and colours ----------------------------------------------------------------------

    def _take_state(self, state: _State, values: Any) -> None:
        """Apply an entry of /ExtGState."""
        state.width = float(values.get("/LW", state.width))
        if "/OP" in values or "/op" in values:
            line, is_fine = bool(values.get("/OP", False)), int(values.get("/OPM", 0)) == 1
            fill = bool(values.get("/op", line))
            state.overprints = (fill and is_fine, line and is_fine)
            if fill:
                self._file.overprints.append(values)
        clear = min(float(values.get("/ca", 1)), float(values.get("/CA", 1))) < 1
        mode, mask = (str(values.get(key, "/None")) for key in ("/BM", "/SMask"))
        if clear or mode not in ("/None", "/Normal", "/Compatible") or mask != "/None":
            self._add_transparency(state.ctm)

    def _add_transparency(self, ctm: Matrix) -> None:
        if self._target.formats_options.get("pdfx") == "x-1a":
            self._findings.add("transparency", place=self._place(ctm))

    def _use_space(self, ctm: Matrix, holder: Any, key: str = "/ColorSpace") -> str:
        """Check a colour space, replace it by one that paints plates, and return its kind."""
        space = holder.get(key, key)
        kind, place = kind_of_space(space), self._place(ctm)
        if self._target.colour == "cmyk" and kind == RGB:
            self._findings.add("rgb", place=place)
        if kind in SPOTS and isinstance(space, Array):
            names = [space[1]] if kind == SPOTS[0] else space[1]
            for name in sorted({str(name) for name in names} - _NO_SPOTS):
                self._findings.add("spot", name=name[1:], place=place)
        if key in holder:
            holder[key] = self._file.rename_space(space)
        return kind

    def _use_pattern(self, pattern: Any, resources: Any, ctm: Matrix, depth: int) -> None:
        matrix = _matrix(pattern.get("/Matrix", _IDENTITY)) @ ctm
        if "/Shading" in pattern:
            self._use_space(matrix, pattern.Shading)
            return
        across = abs(float(pattern.XStep)) * math.hypot(matrix.a, matrix.b)
        down = abs(float(pattern.YStep)) * math.hypot(matrix.c, matrix.d)
        if min(across, down) < _FINEST_STEP:
            raise PrintkitError("A pattern is too fine to be painted.", hint="Make it coarser.")
        self.walk(pattern, resources, _State(matrix), depth + 1)

    # --- drawn content ---------------------------------------------------------------------------

    def _paint(self, state: _State, op: str, places: list[Place]) -> None:
        """Check a path that is painted."""
        for stroke, operators in ((False, _FILLS), (True, _STROKES)):
            if op in operators:
                self._judge_overprint(state, stroke, places[0])
        # An edge in the colour of its shape does not count as a line.
        is_edge = op in _FILLS and state.colours[False].tone == state.colours[True].tone
        if self._target.prints and op in _STROKES and not is_edge:
            ctm = state.ctm
            weight = state.width * math.sqrt(abs(ctm.a * ctm.d - ctm.b * ctm.c))
            self._keep_floor("line", weight, places, state.colours[True].tone)
        if op in _FILLS and state.overprints[False] and state.colours[False].tone > 254.9:
            self._findings.add("white-overprint", place=places[0])

    def _show_text(self, state: _State, matrix: Matrix) -> None:
        """Check a font, and the size of text after applying its matrix."""
        place, font = self._place(matrix), state.font
        if font is not None and not _is_embedded(font):
            self._findings.add("font", name=str(font.get("/BaseFont", "/"))[1:], place=place)
        if self._target.text_as == "outlines":
            self._findings.add("live-text", place=place)
        if not state.invisible:
            self._judge_overprint(state, False, place)
            size = abs(state.size) * math.hypot(matrix.c, matrix.d)
            self._keep_floor("text", size, [place], state.colours[False].tone)

    def _judge_overprint(self, state: _State, stroke: bool, place: Place) -> None:
        """Report a mixed colour that overprints: unlike black and spot colours, it mixes with its
        ground.
        """
        if state.overprints[stroke] and state.colours[stroke].mixed:
            self._findings.add("overprint", place=place)

    def _keep_floor(self, rule: str, figure: float, places: list[Place], tone: float) -> None:
        """Check a width or a size (pt) against the minimum of a `rule`.

        If it is above the minimum, but below that for light objects on dark ground, the painted
        page decides: the finding is added to `lights`.
        """
        lights, floors = f"{rule}_negative", _FLOORS[rule]
        least = getattr(self._target, rule) or floors[0]
        negative = getattr(self._target, lights) or max(least, floors[1])
        rounded = round(figure, 2)
        if figure < least - 0.005:
            self._findings.add(rule, figure=rounded, wanted=least, place=places[0])
        elif figure < negative - 0.005:
            facts = {"rule": f"{rule}-negative", "figure": rounded, "wanted": negative}
            self.lights.append(Light(places, tone, facts))

    def _draw(self, state: _State, used: Any, resources: Any, depth: int) -> None:
        """Follow a form, or check a picture: its colours and its resolution as printed."""
        ctm = state.ctm
        if used.get("/Subtype") == Name.Form:
            start = replace(state, ctm=_matrix(used.get("/Matrix", _IDENTITY)) @ ctm)
            self.walk(used, resources, start, depth + 1)
            return
        width, height = int(used.Width), int(used.Height)
        keep_within(MAX_PIXELS, width * height)
        if "/SMask" in used:
            self._add_transparency(ctm)
        if not used.get("/ImageMask", False):
            self._use_space(ctm, used)
        inches = [max(math.hypot(*side), 1e-6) / 72 for side in ((ctm.a, ctm.b), (ctm.c, ctm.d))]
        dpi, wanted = round(min(width / inches[0], height / inches[1])), self._target.dpi or 0
        if dpi < 0.98 * wanted and min(width, height) > 2:
            self._findings.add("dpi", figure=dpi, wanted=wanted, place=self._place(ctm, 0.0, 1.0))


def _matrix(values: Any) -> Matrix:
    return Matrix(*map(float, values))


def _is_embedded(font: Any) -> bool:
    own = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
    keys = {"/FontFile", "/FontFile2", "/FontFile3"}
    return font.get("/Subtype") == Name.Type3 or any(key in own for key in keys)


# --- document ------------------------------------------------------------------------------------

# The requirements of a standard, by the value of the option `pdfx`: the key that contains the name
# of the standard, the name, the latest version of PDF, and the required keys.
_X1A_KEYS = "/Title /CreationDate /ModDate /Trapped /ID"
_X4_KEYS = "xmp:CreateDate xmp:ModifyDate xmp:MetadataDate pdf:Trapped xmpMM:DocumentID "
_X4_KEYS += "xmpMM:VersionID xmpMM:RenditionClass /ID /DestOutputProfile"
_STANDARDS = {
    "x-1a": ("/GTS_PDFXVersion", "PDF/X-1a:2003", "1.4", _X1A_KEYS),
    "x-4": ("pdfxid:GTS_PDFXVersion", "PDF/X-4", "1.6", _X4_KEYS),
}
_XMP_ENTRY = re.compile(r"(\w+:\w+)\s*(?:=\s*[\"']|>)\s*([^<\"'\s][^<\"']*)")
_UNKNOWN = ("", "/Unknown", "Unknown")
# Keys that differ between identical pages, or are compared separately.
_OF_A_PAGE = ("/Contents", "/Resources", "/Parent", "/StructParents")
# The tolerance of a box (mm).
_OFF = 0.02
# A print that is on this share of the pages, and on this many at least, is a back.
_BACK_SHARE, _MIN_BACKS = 5, 4


def check_document(findings: Findings, data: bytes, target: Target) -> int:
    """Check a PDF; return how many pages it has.

    Raises PrintkitError if the data is not a PDF, is encrypted, or exceeds a limit.
    """
    with open_pdf(data) as pdf:
        keep_within(MAX_CHECKED_PAGES, len(pdf.pages))
        with report_broken(findings):
            _check_keys(findings, pdf, target)
        _check_pages(findings, pdf, target)
        return len(pdf.pages)


def _check_keys(findings: Findings, pdf: Any, target: Target) -> None:
    root = pdf.Root
    if pdf.is_encrypted:
        findings.add("encrypted")
    if "/AcroForm" in root or "/OpenAction" in root or "/JavaScript" in root.get("/Names", {}):
        findings.add("actions")
    if (level := target.formats_options.get("pdfx", "")) not in _STANDARDS:
        return
    version, standard, latest, keys = _STANDARDS[level]
    intents = [one for one in root.get("/OutputIntents", []) if one.get("/S") == Name.GTS_PDFX]
    xmp = root.Metadata.read_bytes().decode("utf-8", "replace") if "/Metadata" in root else ""
    entries = dict(_XMP_ENTRY.findall(xmp))
    for holder in (pdf.trailer, pdf.trailer.get("/Info", {}), *intents[:1]):
        for key, value in holder.items():
            entries[key] = str(value) if isinstance(value, Name | String) else "…"
    # The key, its value, and the required value, empty if any value will do.
    rows = [
        ("GTS_PDFXVersion", entries.get(version, ""), standard),
        ("%PDF", pdf.pdf_version, min(pdf.pdf_version, latest)),
        ("OutputIntents", str(len(intents)), "1"),
        *((key.strip("/"), entries.get(key, ""), "") for key in keys.split()),
    ]
    if target.condition and intents:
        key = "OutputConditionIdentifier"
        rows.append((key, entries.get(f"/{key}", ""), target.condition))
    for key, value, wanted in rows:
        if value in _UNKNOWN:
            findings.add("key-missing", name=key)
        elif wanted not in ("", value):
            findings.add("key", name=key, figure=value, wanted=wanted)


# --- pages ---------------------------------------------------------------------------------------


class _CheckedPage(NamedTuple):
    """Identical pages: their numbers, their shorter and longer side (mm), the walk through their
    content, and the edges of the trim (in points from the upper left corner of the bleed).
    """

    numbers: tuple[int, ...]
    size: tuple[float, float]
    walk: PageWalk
    trim: Sequence[float]


def _check_pages(findings: Findings, pdf: Any, target: Target) -> None:
    """Check the content of the pages, identical pages once, then the painted pages.

    Raises PrintkitError if a limit is exceeded.
    """
    alike: dict[bytes, list[int]] = {}
    for number, page in enumerate(pdf.pages, 1):
        findings.pages = (number,)
        with report_broken(findings):
            own = Dictionary({key: v for key, v in page.obj.items() if key not in _OF_A_PAGE})
            parts = read_stream(page.obj), page.resources.unparse(), own.unparse()
            alike.setdefault(sha256(b"\0".join(parts)).digest(), []).append(number)
    file, pages = PlateFile(pdf), list[_CheckedPage]()
    for numbers in alike.values():
        findings.pages = tuple(numbers)
        with report_broken(findings):
            pages.append(_check_page(findings, pdf.pages[numbers[0] - 1], target, file))
    findings.pages = ()
    if not is_deck(target) or not pages:
        return
    prints = [b""] * len(pdf.pages)
    with report_broken(findings):
        paintings = file.paint({page.numbers[0] - 1: page.walk.has_ground for page in pages})
        for page, painting in zip(pages, paintings, strict=True):
            findings.pages = page.numbers
            if page.size != pages[0].size:
                findings.add("sizes")
            trim = [edge * painting.per_mm / PER_MM for edge in page.trim]
            judge_painting(findings, painting, target, trim, page.walk.lights)
            seen = sha256(painting.ink.tobytes() + painting.look.tobytes()).digest()
            for number in page.numbers:
                prints[number - 1] = seen
        findings.pages = ()
        _check_order(findings, prints, target.order)
    findings.pages = ()


def _check_page(findings: Findings, page: Any, target: Target, file: PlateFile) -> _CheckedPage:
    """Check the keys, boxes and content of a page; return its measures and the walk through its
    content.
    """
    media, bleed, trim = ([*map(float, b)] for b in (page.mediabox, page.bleedbox, page.trimbox))
    wanted = (target.bleed or 0.0) if is_deck(target) else 0.0
    if "/TrimBox" not in page.obj and "/ArtBox" not in page.obj:
        inset = wanted * PER_MM
        trim = [media[0] + inset, media[1] + inset, media[2] - inset, media[3] - inset]
        if "pdfx" in target.formats_options:
            findings.add("trim")
    margin = _margin(bleed, trim)
    if min(_margin(media, bleed), margin) < -_OFF:
        findings.add("boxes")
    elif margin < wanted - _OFF:
        findings.add("bleed", figure=round(margin, 2), wanted=wanted)
    left, lower, right, upper = trim
    width, height = sorted(round(side / PER_MM, 1) for side in (right - left, upper - lower))
    if is_deck(target):
        try:
            target.sold_as(width, height)
        except PrintkitError:
            nearest = min(target.sizes.values(), key=lambda one: abs(one.size[1] - height))
            sizes = format_size(width, height), format_size(*nearest.size)
            findings.add("size", figure=sizes[0], wanted=sizes[1])
    if float(page.obj.get("/UserUnit", 1)) != 1 or int(page.obj.get("/Rotate", 0)):
        findings.add("rotate")
    if target.prints and len(page.obj.get("/Annots", [])):
        findings.add("annotation")
    walk = PageWalk(file, target, findings, (left, upper))
    walk.walk(page.obj, page.resources)
    x, y = bleed[0], bleed[3]
    return _CheckedPage(
        findings.pages, (width, height), walk, (left - x, y - upper, right - x, y - lower)
    )


def _margin(outer: Sequence[float], inner: Sequence[float]) -> float:
    """Return the smallest distance between two boxes (mm), negative if the inner box extends beyond
    the outer.
    """
    edges = [i - o for o, i in zip(outer, inner, strict=True)]
    return min(edges[0], edges[1], -edges[2], -edges[3]) / PER_MM


def _check_order(findings: Findings, prints: Sequence[bytes], order: str) -> None:
    """Check the order of the sides, assuming that the side that is printed most often is a back."""
    count, times = len(prints), Counter(prints)
    in_pairs, most = order in ("back-front", "front-back"), max(times.values())
    if in_pairs and count % 2:
        findings.add("count", figure=count)
    least = max(_MIN_BACKS, count / _BACK_SHARE)
    repeated = sum(number for number in times.values() if number >= least)
    # A separate file of backs, half of the deck, has no fronts to compare.
    if most < least or (not in_pairs and repeated > count / 2):
        return
    parity, half = order == "front-back", count // 2
    fronts = [n for n in range(count) if (n % 2 != parity if in_pairs else n < half)]
    backs = (back for back in times if times[back] == most)
    wrong = min(([n for n in fronts if prints[n] == back] for back in backs), key=len)
    if order and wrong:
        findings.add("order", wanted=order, pages=(wrong[0] + 1,))
