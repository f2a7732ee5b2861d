"""Reads the content of pages: what is drawn, how fine, in which colours, and what is painted anew.

What a stranger's page draws in the end is counted while it is followed, and has a limit.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec
import pikepdf
from msgspec.structs import replace
from pikepdf import Name, Operator

from printkit.base.errors import PrintkitError
from printkit.base.limits import (
    MAX_CHECKED_CONTENT,
    MAX_CHECKED_FORMS,
    MAX_CHECKED_OPERATORS,
    MAX_PIXELS,
)
from printkit.base.units import MM_PER_INCH
from printkit.outlets.preflight.finding import Finding, Findings, keep_within
from printkit.outlets.target import Target
from printkit.pieces.options import LAYOUT, OFF_PAPER

PER_MM = 72.0 / MM_PER_INCH
# The marked content that may run across the trim, and its layer where it is painted.
GROUND, GROUND_LAYER = "/Ground", "/PreflightGround"
GRAY, RGB, CMYK = "/DeviceGray", "/DeviceRGB", "/DeviceCMYK"
COMPONENTS = {1: GRAY, 3: RGB, 4: CMYK}
_OPERATORS = {"g": GRAY, "rg": RGB, "k": CMYK}
_NAMES = {"/G": GRAY, "/RGB": RGB, "/CMYK": CMYK, "/CalGray": GRAY, "/CalRGB": RGB, "/Lab": RGB}
_NO_SPOTS = {"/Cyan", "/Magenta", "/Yellow", "/Black", "/None", "/All"}
_STROKES, _FILLS = {"S", "s", "B", "B*", "b", "b*"}, {"f", "F", "f*", "B", "B*", "b", "b*"}
_SHOWS = {"Tj", "TJ", "'", '"'}
_COLOURS = {"cs", "sc", "scn", *_OPERATORS}
_COLOURS |= {name.upper() for name in _COLOURS}
_READ = {"q", "Q", "cm", "w", "gs", "m", "l", "c", "re", "n", "Do", "sh", "INLINE IMAGE"}
_READ |= {"BT", "Tf", "Tm", "Td", "TD", "Tr"} | _SHOWS | _STROKES | _FILLS | _COLOURS
# The least weight of a line (pt) where a target tells none: dark on light, light on dark.
_LINE, _LINE_NEGATIVE = 0.25, 0.5
# The number of points of a path before its last that are remembered.
_POINTS = 15
# A pattern whose steps are smaller (pt) is painted longer than anybody waits.
_FINEST_STEP = 0.2

Matrix = tuple[float, ...]
Place = tuple[float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Content(msgspec.Struct):
    """The steps of a stream that are looked at, and what is painted in its place."""

    steps: list[tuple[str, list[Any]]]
    painted: bytes
    has_ground: bool


class Light(NamedTuple):
    """What is found if something is lighter than its ground: its places, its tone (255: white)."""

    places: list[Place]
    tone: float
    finding: Finding


class _State(msgspec.Struct):
    """The graphics state. Of fill and stroke: tone (255: white) and kind of space of the colour,
    whether other inks than black are in it, and whether it overprints.
    """

    ctm: Matrix
    width: float = 1.0
    tones: tuple[float, ...] = (0.0, 0.0)
    spaces: tuple[str, ...] = (GRAY, GRAY)
    mixed: tuple[bool, ...] = (False, False)
    overprints: tuple[bool, ...] = (False, False)
    font: Any = None
    size: float = 0.0
    invisible: bool = False


def is_deck(target: Target) -> bool:
    """Return True if a target wants a page for each side of a card."""
    return bool(target.format) and target.formats_options.get(LAYOUT.name) in OFF_PAPER


def _times(a: Matrix, b: Matrix) -> Matrix:
    """Return the matrix that does `a`, then `b`."""
    rows = [(a[n] * b[0] + a[n + 1] * b[2], a[n] * b[1] + a[n + 1] * b[3]) for n in (0, 2, 4)]
    return (*rows[0], *rows[1], rows[2][0] + b[4], rows[2][1] + b[5])


def _matrix(values: Any) -> Matrix:
    a, b, c, d, e, f = map(float, values)
    return a, b, c, d, e, f


def kind_of_space(space: Any) -> str:
    """Return the device space or the family of a colour space."""
    if not isinstance(space, pikepdf.Array):
        return _NAMES.get(str(space), str(space))
    family = str(space[0])
    if family == "/ICCBased":
        return COMPONENTS[int(space[1].get("/N", 3))]
    if family in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
        return kind_of_space(space[1])
    return _NAMES.get(family, family)


def _tone(kind: str, values: list[float]) -> float:
    """Return how light a colour is: 255 is white."""
    if kind == GRAY:
        return 255.0 * values[0]
    black = values[3] if kind == CMYK else 0.0
    lights = values if kind == RGB else [1.0 - value for value in values]
    if kind not in (CMYK, RGB):  # a spot colour, by its darkest ink
        return 255.0 * min(lights)
    red, green, blue = lights[:3]
    return 255.0 * (1.0 - black) * (0.299 * red + 0.587 * green + 0.114 * blue)


def read_stream(stream: Any) -> bytes:
    """Return the bytes of a form, or of all the content of a page."""
    parts = stream.get("/Contents", stream)
    parts = parts if isinstance(parts, pikepdf.Array) else [parts]
    return b"\n".join(p.read_bytes() for p in parts if isinstance(p, pikepdf.Stream))


class Reader:
    """Reads the streams of a file, each once, and counts what is drawn."""

    def __init__(self) -> None:
        self._steps = self._bytes = 0
        self._contents: dict[tuple[int, int], Content] = {}

    def read(self, stream: Any) -> Content:
        """Return the content of a form, a pattern or a page. Raises PrintkitError if too long."""
        if stream.objgen not in self._contents:
            self._bytes += len(read_stream(stream))
            keep_within(MAX_CHECKED_CONTENT, self._bytes)
            self._contents[stream.objgen] = _read(stream)
        return self._contents[stream.objgen]

    def count(self, steps: int) -> None:
        """Count steps that are followed. Raises PrintkitError if there are too many."""
        self._steps += steps
        keep_within(MAX_CHECKED_OPERATORS, self._steps)


def _read(stream: Any) -> Content:
    steps: list[tuple[str, list[Any]]] = []
    painted: list[Any] = []
    has_ground = False
    for instruction in pikepdf.parse_content_stream(stream):
        operands, op = instruction.operands, str(instruction.operator)
        if op in _COLOURS and (space := _OPERATORS.get(op.lower())):
            names = ("CS", "SC") if op.isupper() else ("cs", "sc")
            painted.append(([Name(space)], Operator(names[0])))
            painted.append((operands, Operator(names[1])))
        elif op in ("BMC", "BDC") and str(operands[0]) == GROUND:
            has_ground = True
            painted.append(([Name.OC, Name(GROUND_LAYER)], Operator("BDC")))
        else:
            painted.append(instruction)
        if op in _READ:
            steps.append((op, [str(v) if isinstance(v, Name) else v for v in operands]))
    return Content(steps, pikepdf.unparse_content_stream(painted), has_ground)


class PageWalk:
    """Follows the content of a page with all that it uses: finds faults, and `lights` in doubt.

    `corner` is the upper left corner of the trim in points.
    """

    def __init__(self, reader: Reader, target: Target, findings: Findings, corner: Place) -> None:
        self.lights: list[Light] = []
        self.has_ground = False
        self._reader, self._target, self._findings = reader, target, findings
        self._corner = corner

    def walk(
        self, stream: Any, resources: Any, start: _State | None = None, depth: int = 0
    ) -> None:
        """Follow a page, a form or a pattern. Raises PrintkitError beyond a limit."""
        state = replace(start) if start is not None else _State(_IDENTITY)
        ctm = state.ctm
        keep_within(MAX_CHECKED_FORMS, depth)
        if stream.get("/Group", {}).get("/S") == Name.Transparency:
            self._add_transparency(ctm)
        content = self._reader.read(stream)
        self._reader.count(1 + len(content.steps))
        self.has_ground |= content.has_ground
        kept, line, points = list[_State](), _IDENTITY, list[Place]()
        for op, values in content.steps:
            if op == "q":
                kept.append(replace(state))
            elif op == "Q":
                state = kept.pop() if kept else state
            elif op == "cm":
                state.ctm = _times(_matrix(values), state.ctm)
            elif op == "w":
                state.width = float(values[0])
            elif op in ("m", "l", "c", "re"):
                x, y = values[-2:] if op == "c" else values[:2]
                points = [*points[-_POINTS:], self._place(state.ctm, float(x), float(y))]
            elif op == "gs":
                self._take_state(state, resources["/ExtGState"][values[0]])
            elif op in ("BT", "Tm"):
                line = _matrix(values) if values else _IDENTITY
            elif op in ("Td", "TD"):
                line = _times((*_IDENTITY[:4], float(values[0]), float(values[1])), line)
            elif op == "Tf":
                state.font, state.size = resources["/Font"].get(values[0]), float(values[1])
            elif op == "Tr":
                state.invisible = int(values[0]) == 3
            elif op in _SHOWS:
                self._show_text(state, _times(line, state.ctm))
            elif op == "Do":
                self._draw(state, resources["/XObject"][values[0]], resources, depth)
            elif op == "sh":
                self._use_space(ctm, resources["/Shading"][values[0]].get("/ColorSpace"))
            elif op == "INLINE IMAGE":
                self._use_space(state.ctm, values[0].obj.get("/ColorSpace", GRAY))
            elif op in _COLOURS:
                self._take_colour(state, op, values, resources, ctm, depth)
            else:
                self._paint(state, op, points or [self._place(state.ctm)])
                points = []

    def _place(self, ctm: Matrix, x: float = 0.0, y: float = 0.0) -> Place:
        """Return the place of a point of the content on the card (mm)."""
        a, b, c, d, e, f = ctm
        left, top = self._corner
        across, down = a * x + c * y + e - left, top - b * x - d * y - f
        return round(across / PER_MM, 1), round(down / PER_MM, 1)

    # --- states and colours ----------------------------------------------------------------------

    def _take_state(self, state: _State, values: Any) -> None:
        """Take an entry of /ExtGState."""
        state.width = float(values.get("/LW", state.width))
        if "/OP" in values or "/op" in values:
            line, is_fine = bool(values.get("/OP", False)), int(values.get("/OPM", 0)) == 1
            fill = bool(values.get("/op", line))
            state.overprints = (fill and is_fine, line and is_fine)
        clear = min(float(values.get("/ca", 1)), float(values.get("/CA", 1))) < 1
        mode, mask = str(values.get("/BM", "/Normal")), str(values.get("/SMask", "/None"))
        if clear or mode not in ("/Normal", "/Compatible") or mask != "/None":
            self._add_transparency(state.ctm)

    def _add_transparency(self, ctm: Matrix) -> None:
        if self._target.formats_options.get("pdfx") == "x-1a":
            self._findings.add("transparency", place=self._place(ctm))

    def _take_colour(
        self, state: _State, op: str, values: list[Any], resources: Any, ctm: Matrix, depth: int
    ) -> None:
        """Take a colour or a colour space into the state."""
        stroke = op.isupper()
        kind, tone, mixed = _OPERATORS.get(op.lower(), state.spaces[stroke]), 0.0, False
        if op in ("cs", "CS"):
            space = resources.get("/ColorSpace", {}).get(values[0], values[0])
            kind = self._use_space(state.ctm, space)
        elif values and isinstance(values[-1], str):
            self._use_pattern(resources["/Pattern"][values[-1]], resources, ctm, depth)
        else:
            shares = [float(value) for value in values]
            tone = _tone(kind, shares)
            mixed = kind == RGB or (kind == CMYK and any(shares[:3]))
            self._use_space(state.ctm, kind)
        for name, value in (("tones", tone), ("spaces", kind), ("mixed", mixed)):
            fill, line = getattr(state, name)
            setattr(state, name, (fill, value) if stroke else (value, line))

    def _use_space(self, ctm: Matrix, space: Any) -> str:
        """Judge a colour space; return its kind."""
        kind, place = kind_of_space(space), self._place(ctm)
        if self._target.colour == "cmyk" and kind == RGB:
            self._findings.add("rgb", place=place)
        if kind in ("/Separation", "/DeviceN") and isinstance(space, pikepdf.Array):
            names = [space[1]] if kind == "/Separation" else space[1]
            for name in {str(name) for name in names} - _NO_SPOTS:
                self._findings.add("spot", name=name[1:], place=place)
        return kind

    def _use_pattern(self, pattern: Any, resources: Any, ctm: Matrix, depth: int) -> None:
        matrix = _times(_matrix(pattern.get("/Matrix", _IDENTITY)), ctm)
        if "/Shading" in pattern:
            self._use_space(matrix, pattern.Shading.get("/ColorSpace"))
            return
        across = abs(float(pattern.XStep)) * math.hypot(*matrix[:2])
        down = abs(float(pattern.YStep)) * math.hypot(*matrix[2:4])
        if min(across, down) < _FINEST_STEP:
            raise PrintkitError("A pattern is too fine to be painted.", hint="Draw it coarser.")
        self.walk(pattern, pattern.get("/Resources", resources), _State(matrix), depth + 1)

    # --- what is drawn ---------------------------------------------------------------------------

    def _paint(self, state: _State, op: str, places: list[Place]) -> None:
        """Judge a path that is painted."""
        for number, operators in enumerate((_FILLS, _STROKES)):
            if op in operators:
                self._judge_overprint(state, number, places[0])
        is_edge = op in _FILLS and state.tones[0] == state.tones[1]
        if (
            self._target.prints and op in _STROKES and not is_edge
        ):  # an edge in the colour of its shape is no line
            a, b, c, d, _, _ = state.ctm
            weight = state.width * math.sqrt(abs(a * d - b * c))
            least, negative = self._target.line or _LINE, self._target.line_negative
            self._keep_floor(
                "line", weight, least, negative or _LINE_NEGATIVE, places, state.tones[1]
            )
        if op in _FILLS and state.overprints[0] and state.tones[0] > 254.9:
            self._findings.add("white-overprint", place=places[0])

    def _show_text(self, state: _State, matrix: Matrix) -> None:
        """Judge a font, and the size of text through its matrix."""
        place, font = self._place(matrix), state.font
        if font is not None and not _is_embedded(font):
            self._findings.add("font", name=str(font.get("/BaseFont", "/"))[1:], place=place)
        if self._target.text_as == "outlines":
            self._findings.add("live-text", place=place)
        least = self._target.text or 0.0
        if not state.invisible:
            self._judge_overprint(state, 0, place)
            size, negative = state.size * math.hypot(*matrix[2:4]), self._target.text_negative
            self._keep_floor("text", abs(size), least, negative or least, [place], state.tones[0])

    def _judge_overprint(self, state: _State, number: int, place: Place) -> None:
        """Black and spot colours overprint by custom; a mixture changes what is below it."""
        if state.overprints[number] and state.mixed[number]:
            self._findings.add("overprint", place=place)

    def _keep_floor(
        self,
        rule: str,
        figure: float,
        least: float,
        negative: float,
        places: list[Place],
        tone: float,
    ) -> None:
        """Judge a figure in points; whether it is light on dark is judged when it is painted."""
        facts: Any = {"figure": round(figure, 2), "place": places[0]}
        if figure < least - 0.005:
            self._findings.add(rule, wanted=least, **facts)
        elif figure < negative - 0.005:
            facts |= {"rule": f"{rule}-negative", "wanted": negative}
            self.lights.append(Light(places, tone, Finding(file=self._findings.file, **facts)))

    def _draw(self, state: _State, used: Any, resources: Any, depth: int) -> None:
        """Follow a form, or judge a picture: its colours and its resolution as printed."""
        ctm = state.ctm
        if used.get("/Subtype") == Name.Form:
            matrix = _times(_matrix(used.get("/Matrix", _IDENTITY)), ctm)
            start = replace(state, ctm=matrix)
            self.walk(used, used.get("/Resources", resources), start, depth + 1)
            return
        width, height = int(used.Width), int(used.Height)
        keep_within(MAX_PIXELS, width * height)
        if "/SMask" in used:
            self._add_transparency(ctm)
        if not used.get("/ImageMask", False):
            self._use_space(ctm, used.get("/ColorSpace", GRAY))
        inches = [max(math.hypot(*ctm[n : n + 2]), 1e-6) / 72 for n in (0, 2)]
        dpi, wanted = round(min(width / inches[0], height / inches[1])), self._target.dpi or 0
        if dpi < 0.98 * wanted and min(width, height) > 2:
            self._findings.add("dpi", figure=dpi, wanted=wanted, place=self._place(ctm, 0.0, 1.0))


def _is_embedded(font: Any) -> bool:
    if font.get("/Subtype") == Name.Type3:
        return True
    own = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
    return any(key in own for key in ("/FontFile", "/FontFile2", "/FontFile3"))
