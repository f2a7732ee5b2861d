"""Follows the content of pages: what is drawn, how fine and in which colours.

What a stranger's page draws in the end is counted while it is followed, and has a limit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_CHECKED_FORMS, MAX_PIXELS
from printkit.outlets.preflight.finding import Findings, keep_within
from printkit.outlets.preflight.pdf_reader import Array, Matrix, Name
from printkit.outlets.preflight.pictures import PER_MM, Light, Place
from printkit.outlets.preflight.plates import (
    CMYK,
    GRAY,
    GROUND_LAYER,
    RGB,
    SPOTS,
    PlateFile,
    kind_of_space,
)
from printkit.outlets.target import Target

_NO_SPOTS = {"/Cyan", "/Magenta", "/Yellow", "/Black", "/None", "/All"}
_STROKES, _FILLS = {"S", "s", "B", "B*", "b", "b*"}, {"f", "F", "f*", "B", "B*", "b", "b*"}
_PAINTS = {"n"} | _STROKES | _FILLS
# The least weights and sizes (pt) where a target tells none: dark on light, light on dark.
_FLOORS = {"line": (0.25, 0.5), "text": (0.0, 0.0)}
# The number of points of a path before its last that are remembered.
_POINTS = 15
# A pattern whose steps are smaller (pt) is painted longer than anybody waits.
_FINEST_STEP = 0.2

_IDENTITY = (1, 0, 0, 1, 0, 0)


class _Colour(NamedTuple):
    """Kind of space, tone (255: white), and whether other inks than black are in it."""

    kind: str = GRAY
    tone: float = 0.0
    mixed: bool = False


_BLACK = {False: _Colour(), True: _Colour()}


class _State(msgspec.Struct):
    """The graphics state; `colours` and whether they overprint: False those of fills."""

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
    """Follows the content of a page with all that it uses: finds faults, and `lights` in doubt.

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
        """Return the place of a point of the content on the card (mm)."""
        (across, up), (left, top) = ctm.transform((x, y)), self._corner
        return round((across - left) / PER_MM, 1), round((top - up) / PER_MM, 1)

    # --- states and colours ----------------------------------------------------------------------

    def _take_state(self, state: _State, values: Any) -> None:
        """Take an entry of /ExtGState."""
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
        """Judge a colour space, and have it painted as plates; return its kind."""
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

    # --- what is drawn ---------------------------------------------------------------------------

    def _paint(self, state: _State, op: str, places: list[Place]) -> None:
        """Judge a path that is painted."""
        for stroke, operators in ((False, _FILLS), (True, _STROKES)):
            if op in operators:
                self._judge_overprint(state, stroke, places[0])
        # An edge in the colour of its shape is no line.
        is_edge = op in _FILLS and state.colours[False].tone == state.colours[True].tone
        if self._target.prints and op in _STROKES and not is_edge:
            ctm = state.ctm
            weight = state.width * math.sqrt(abs(ctm.a * ctm.d - ctm.b * ctm.c))
            self._keep_floor("line", weight, places, state.colours[True].tone)
        if op in _FILLS and state.overprints[False] and state.colours[False].tone > 254.9:
            self._findings.add("white-overprint", place=places[0])

    def _show_text(self, state: _State, matrix: Matrix) -> None:
        """Judge a font, and the size of text through its matrix."""
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
        """Black and spot colours overprint by custom; a mixture changes what is below it."""
        if state.overprints[stroke] and state.colours[stroke].mixed:
            self._findings.add("overprint", place=place)

    def _keep_floor(self, rule: str, figure: float, places: list[Place], tone: float) -> None:
        """Judge a figure in points; whether it is light on dark is judged when it is painted."""
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
        """Follow a form, or judge a picture: its colours and its resolution as printed."""
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
