"""Reads the content of pages: what is drawn, how fine, in which colours, and what is painted anew.

Content of a stranger is counted while it is read, with all that it uses again: what a page draws
in the end has a limit, whatever its file is like.
"""

from __future__ import annotations

import math
from typing import Any

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
from printkit.outlets.preflight.finding import Findings, Place
from printkit.outlets.target import Target

POINTS_PER_INCH = 72.0
# The name of the marked content that may run across the trim, and of its layer where it is painted.
GROUND, GROUND_LAYER = "/Ground", "/PreflightGround"
# The least weights of lines and sizes of text in points where a target tells none: what a press
# holds, dark on light and light on dark.
_LINE, _LINE_NEGATIVE = 0.25, 0.5
# The kinds of colour spaces that the plates of `plates.py` know.
GRAY, RGB, CMYK = KINDS = ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK")
COMPONENTS = {1: GRAY, 3: RGB, 4: CMYK}
_DEVICE = {"g": GRAY, "rg": RGB, "k": CMYK}
_SHORT = {"/G": GRAY, "/RGB": RGB, "/CMYK": CMYK, "/CalGray": GRAY, "/CalRGB": RGB, "/Lab": RGB}
_PROCESS = {"/Cyan", "/Magenta", "/Yellow", "/Black", "/None", "/All"}
_STROKES, _FILLS = {"S", "s", "B", "B*", "b", "b*"}, {"f", "F", "f*", "B", "B*", "b", "b*"}
_SHOWS = {"Tj", "TJ", "'", '"'}
_READ = (
    {"q", "Q", "cm", "w", "gs", "m", "l", "c", "re", "BT", "Tf", "Tm", "Td", "TD", "Tr", "Do"}
    | {"sh", "cs", "sc", "scn", "g", "rg", "k", "CS", "SC", "SCN", "G", "RG", "K", "INLINE IMAGE"}
    | _STROKES
    | _FILLS
    | _SHOWS
)
# A step of a pattern that is finer than this (pt) is drawn more often than anybody waits for.
_FINEST_STEP = 0.2

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Content(msgspec.Struct):
    """The steps of a content stream that are looked at, and what is painted in its place."""

    steps: list[tuple[str, list[Any]]]
    painted: bytes
    has_ground: bool


class Light(msgspec.Struct, frozen=True):
    """Something fine that is too fine where it is lighter (`ink` in per cent) than its ground."""

    rule: str
    figure: float
    wanted: float
    place: Place
    ink: float


class _State(msgspec.Struct):
    """The graphics state: colours as total ink in per cent, their kinds of space, fill first."""

    ctm: Matrix
    width: float = 1.0
    inks: tuple[float, float] = (100.0, 100.0)
    spaces: tuple[str, str] = (GRAY, GRAY)
    overprints: bool = False
    font: float = 0.0
    invisible: bool = False


def is_deck(target: Target) -> bool:
    """Return True if a target wants a page for each side of a card."""
    return bool(target.formats_options.get("layout") == "deck")


def times(a: Matrix, b: Matrix) -> Matrix:
    """Return the matrix that does `a`, then `b`."""
    (p, q, r, s, x, y), (e, f, g, h, u, v) = a, b
    return (
        *(p * e + q * g, p * f + q * h, r * e + s * g, r * f + s * h),
        *(x * e + y * g + u, x * f + y * h + v),
    )


def as_matrix(values: Any) -> Matrix:
    """Return six numbers of a file."""
    a, b, c, d, e, f = (float(value) for value in values)
    return a, b, c, d, e, f


def kind_of_space(space: Any) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a colour space and the names of its spot colours."""
    if not isinstance(space, pikepdf.Array):
        return _SHORT.get(str(space), str(space)), ()
    family = str(space[0])
    if family == "/ICCBased":
        return COMPONENTS[int(space[1].get("/N", 3))], ()
    if family in ("/Separation", "/DeviceN"):
        names = (space[1],) if family == "/Separation" else space[1]
        return family, tuple(str(name) for name in names if str(name) not in _PROCESS)
    if family in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
        return kind_of_space(space[1])
    return _SHORT.get(family, family), ()


class Reader:
    """Reads the content of a file, each stream once, and counts what is drawn."""

    def __init__(self) -> None:
        self.left = int(MAX_CHECKED_OPERATORS)
        self._bytes = 0
        self._contents: dict[tuple[int, int], Content] = {}

    def read(self, stream: Any) -> Content:
        """Return the content of a form, a pattern or a page. Raises PrintkitError if it is long."""
        number = stream.objgen
        if number in self._contents and number != (0, 0):
            return self._contents[number]
        self._bytes += len(read_stream(stream))
        if self._bytes > MAX_CHECKED_CONTENT:
            message, hint = MAX_CHECKED_CONTENT.refusal(self._bytes)
            raise PrintkitError(message, hint=hint)
        content = self._contents[number] = _read(stream)
        return content

    def count(self) -> None:
        """Count a step. Raises PrintkitError if there are too many."""
        self.left -= 1
        if self.left < 0:
            message = MAX_CHECKED_OPERATORS.refusal(MAX_CHECKED_OPERATORS + 1)[0]
            raise PrintkitError(message, hint=MAX_CHECKED_OPERATORS.allowed)


def _read(stream: Any) -> Content:
    steps: list[tuple[str, list[Any]]] = []
    painted: list[Any] = []
    has_ground = False
    for instruction in pikepdf.parse_content_stream(stream):
        operands, op = instruction.operands, str(instruction.operator)
        if space := _DEVICE.get(op.lower()) if op != "INLINE IMAGE" else None:
            stroke = op.isupper()
            painted.append(([Name(space)], Operator("CS" if stroke else "cs")))
            painted.append((operands, Operator("SC" if stroke else "sc")))
        elif op in ("BMC", "BDC") and str(operands[0]) == GROUND:
            has_ground = True
            painted.append(([Name.OC, Name(GROUND_LAYER)], Operator("BDC")))
        else:
            painted.append(instruction)
        if op in _READ:
            steps.append((op, [_plain(value) for value in operands]))
    return Content(steps, pikepdf.unparse_content_stream(painted), has_ground)


def read_stream(stream: Any) -> bytes:
    """Return the bytes of a form, or of all the content of a page."""
    parts = stream.get("/Contents", stream)
    parts = parts if isinstance(parts, pikepdf.Array) else [parts]
    return b"\n".join(p.read_bytes() for p in parts if isinstance(p, pikepdf.Stream))


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Name) else value


class PageWalk:
    """Walks through the content of a page and what it uses: `findings`, and `lights` in doubt.

    `corner` is the upper left corner of the trim in points.
    """

    def __init__(self, reader: Reader, target: Target, corner: tuple[float, float]) -> None:
        self.findings, self.lights = Findings(), list[Light]()
        self.has_ground = False
        self._reader, self._target, self._corner = reader, target, corner
        self._is_x1a = target.formats_options.get("pdfx") == "x-1a"

    def place(self, matrix: Matrix, x: float = 0.0, y: float = 0.0) -> Place:
        """Return where a point of the content stands on the card (mm)."""
        a, b, c, d, e, f = matrix
        scale = MM_PER_INCH / POINTS_PER_INCH
        left, top = self._corner
        return (
            round((a * x + c * y + e - left) * scale, 1),
            round((top - b * x - d * y - f) * scale, 1),
        )

    def walk(self, stream: Any, resources: Any, ctm: Matrix = IDENTITY, depth: int = 0) -> None:
        """Walk through a page, a form or a pattern. Raises PrintkitError beyond a limit."""
        if depth > MAX_CHECKED_FORMS:
            message, hint = MAX_CHECKED_FORMS.refusal(depth)
            raise PrintkitError(message, hint=hint)
        if stream.get("/Group", {}).get("/S") == Name.Transparency:
            self._transparency(ctm)
        content = self._reader.read(stream)
        self.has_ground |= content.has_ground
        state, kept = _State(ctm), list[_State]()
        point, line, font = (0.0, 0.0), IDENTITY, None
        for op, values in content.steps:
            self._reader.count()
            if op == "q":
                kept.append(replace(state))
            elif op == "Q":
                state = kept.pop() if kept else state
            elif op == "cm":
                state.ctm = times(as_matrix(values), state.ctm)
            elif op == "w":
                state.width = float(values[0])
            elif op in ("m", "l", "c", "re"):
                start = -2 if op == "c" else 0
                point = float(values[start]), float(values[start + 1])
            elif op == "gs":
                self._take_state(state, resources.get("/ExtGState", {})[values[0]])
            elif op == "BT":
                line = IDENTITY
            elif op == "Tf":
                font, state.font = resources.get("/Font", {}).get(values[0]), float(values[1])
            elif op == "Tm":
                line = as_matrix(values)
            elif op in ("Td", "TD"):
                line = times((1.0, 0.0, 0.0, 1.0, float(values[0]), float(values[1])), line)
            elif op == "Tr":
                state.invisible = int(values[0]) == 3
            elif op in _SHOWS:
                self._show_text(state, times(line, state.ctm), font)
            elif op in ("Do", "sh"):
                table = resources.get("/XObject" if op == "Do" else "/Shading", {})
                if (used := table.get(values[0])) is not None:
                    self._use(state, used, resources, depth)
            elif op == "INLINE IMAGE":
                self._judge_space(state, values[0].obj.get("/ColorSpace", GRAY))
            elif op in _STROKES or op in _FILLS:
                self._paint(state, op, point)
            else:
                self._take_colour(state, op, values, resources, ctm, depth)

    # --- colours ---------------------------------------------------------------------------------

    def _take_colour(
        self, state: _State, op: str, values: list[Any], resources: Any, ctm: Matrix, depth: int
    ) -> None:
        """Take an operator of a colour or a colour space into the state."""
        stroke = op.isupper()
        name = op.lower()
        if name == "cs":
            space = resources.get("/ColorSpace", {}).get(values[0], values[0])
            kind, ink = self._judge_space(state, space), 100.0
        elif values and isinstance(values[-1], str):
            self._use_pattern(values[-1], resources, ctm, depth)
            kind, ink = state.spaces[stroke], 100.0
        else:
            kind = _DEVICE.get(name) or state.spaces[stroke]
            tones = [float(value) for value in values]
            total = math.fsum(tones)
            ink = 100.0 * (len(tones) - total if kind in (GRAY, RGB) else total)
            if name in _DEVICE:
                self._judge_space(state, kind)
        (fill, line), (one, other) = state.inks, state.spaces
        state.inks = (fill, ink) if stroke else (ink, line)
        state.spaces = (one, kind) if stroke else (kind, other)

    def _judge_space(self, state: _State, space: Any) -> str:
        kind, spots = kind_of_space(space)
        if self._target.colour != "cmyk":
            return kind
        if kind == RGB:
            self.findings.add(
                "rgb",
                "A colour or a picture is in RGB; CMYK is wanted.",
                "Give its theme inks, or convert it with the profile of the shop.",
                place=self.place(state.ctm),
            )
        for name in spots:
            self.findings.add(
                "spot",
                "A spot colour is used: “{name}”.",
                "Ask whether the shop prints it; else it is made of the four inks.",
                values={"name": name.removeprefix("/")},
                fault=False,
            )
        return kind

    def _use_pattern(self, name: str, resources: Any, ctm: Matrix, depth: int) -> None:
        pattern = resources.get("/Pattern", {})[name]
        matrix = times(as_matrix(pattern.get("/Matrix", IDENTITY)), ctm)
        if "/Shading" in pattern:
            self._judge_space(_State(matrix), pattern["/Shading"].get("/ColorSpace", GRAY))
            return
        steps = math.hypot(*matrix[:2]), math.hypot(*matrix[2:4])
        sizes = abs(float(pattern["/XStep"])), abs(float(pattern["/YStep"]))
        if min(map(float.__mul__, steps, sizes)) < _FINEST_STEP:
            raise PrintkitError("A pattern is too fine to be painted.", hint="Draw it coarser.")
        self.walk(pattern, pattern.get("/Resources", resources), matrix, depth + 1)

    # --- states ----------------------------------------------------------------------------------

    def _take_state(self, state: _State, values: Any) -> None:
        """Take an entry of /ExtGState."""
        state.width = float(values.get("/LW", state.width))
        overprints = bool(values.get("/op", values.get("/OP", state.overprints)))
        state.overprints = overprints and int(values.get("/OPM", 0)) == 1
        mode, mask = str(values.get("/BM", "/Normal")), values.get("/SMask", Name("/None"))
        clear = min(float(values.get("/ca", 1)), float(values.get("/CA", 1))) < 1
        if clear or mode not in ("/Normal", "/Compatible") or mask != Name("/None"):
            self._transparency(state.ctm)
        if overprints:
            self.findings.add(
                "overprint",
                "Something overprints.",
                "Look at it with the preview of overprint.",
                place=self.place(state.ctm),
                fault=False,
            )

    def _transparency(self, ctm: Matrix) -> None:
        if self._is_x1a:
            self.findings.add(
                "transparency",
                "Something is transparent; PDF/X-1a has no transparency.",
                "Flatten it.",
                place=self.place(ctm),
            )

    # --- what is drawn ---------------------------------------------------------------------------

    def _paint(self, state: _State, op: str, point: tuple[float, float]) -> None:
        place = self.place(state.ctm, *point)
        a, b, c, d, _, _ = state.ctm
        if op in _STROKES:
            weight = state.width * math.sqrt(abs(a * d - b * c))
            self._judge_floor("line", weight, place, state.inks[1])
        if state.overprints and op in _FILLS and state.inks[0] == 0:
            self.findings.add(
                "white-overprint",
                "White overprints, and is not seen in print.",
                "Take the overprint from what is white.",
                place=place,
            )

    def _show_text(self, state: _State, matrix: Matrix, font: Any) -> None:
        place = self.place(matrix)
        if font is not None and not _is_embedded(font):
            self.findings.add(
                "font",
                "The font “{name}” is not embedded.",
                "Embed it, or turn its text into outlines.",
                values={"name": str(font.get("/BaseFont", "/")).removeprefix("/")},
                place=place,
            )
        if self._target.text_as == "outlines":
            self.findings.add(
                "live-text", "Text is live; outlines are wanted.", "Outline it.", place=place
            )
        if not state.invisible:
            size = state.font * math.hypot(*matrix[2:4])
            self._judge_floor("text", abs(size), place, state.inks[0])

    def _judge_floor(self, rule: str, figure: float, place: Place, ink: float) -> None:
        """Judge the weight of a line or the size of text (pt); light on dark is judged later."""
        target = self._target
        if rule == "line":
            least, least_light = target.line or _LINE, target.line_negative or _LINE_NEGATIVE
        else:
            least = target.text or 0.0
            least_light = target.text_negative or least
        if figure < least - 0.005:
            tell_floor(self.findings, rule, figure, least, place)
        elif figure < least_light - 0.005:
            self.lights.append(Light(rule, figure, least_light, place, ink))

    def _use(self, state: _State, used: Any, resources: Any, depth: int) -> None:
        """Look at a form, a picture or a shading."""
        kind = used.get("/Subtype")
        if kind == Name.Form:
            matrix = times(as_matrix(used.get("/Matrix", IDENTITY)), state.ctm)
            self.walk(used, used.get("/Resources", resources), matrix, depth + 1)
        elif kind == Name.Image:
            self._judge_picture(state, used)
        else:
            self._judge_space(state, used.get("/ColorSpace", GRAY))

    def _judge_picture(self, state: _State, picture: Any) -> None:
        width, height = int(picture["/Width"]), int(picture["/Height"])
        if width * height > MAX_PIXELS:
            message, hint = MAX_PIXELS.refusal(width * height)
            raise PrintkitError(message, hint=hint)
        if "/SMask" in picture:
            self._transparency(state.ctm)
        if not picture.get("/ImageMask", False):
            self._judge_space(state, picture.get("/ColorSpace", GRAY))
        a, b, c, d, _, _ = state.ctm
        sides = max(math.hypot(a, b), 1e-6), max(math.hypot(c, d), 1e-6)
        dpi = POINTS_PER_INCH * min(width / sides[0], height / sides[1])
        wanted = self._target.dpi or 0
        if dpi < wanted * 0.98 and min(width, height) > 2:
            self.findings.add(
                "dpi",
                "A picture is printed at {figure} dpi; {wanted} are wanted.",
                "Take a larger one, or print it smaller.",
                values={"figure": round(dpi), "wanted": wanted},
                figure=round(dpi),
                wanted=wanted,
                place=self.place(state.ctm, 0.0, 1.0),
            )


def tell_floor(
    findings: Findings, rule: str, figure: float, wanted: float, place: Place, light: bool = False
) -> None:
    """Add a finding of a line or of text that is too fine (pt)."""
    message = {
        ("line", False): "A line of {figure} pt is printed; {wanted} is the least.",
        ("line", True): "A light line of {figure} pt is printed on dark; {wanted} is the least.",
        ("text", False): "Text of {figure} pt is printed; {wanted} is the least.",
        ("text", True): "Light text of {figure} pt is printed on dark; {wanted} is the least.",
    }[rule, light]
    findings.add(
        f"{rule}-negative" if light else rule,
        message,
        "Draw it heavier." if rule == "line" else "Set it larger.",
        values={"figure": f"{figure:.2f}", "wanted": f"{wanted:g}"},
        figure=round(figure, 3),
        wanted=wanted,
        place=place,
    )


def _is_embedded(font: Any) -> bool:
    if font.get("/Subtype") == Name.Type3:
        return True
    own = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
    return any(key in own for key in ("/FontFile", "/FontFile2", "/FontFile3"))
