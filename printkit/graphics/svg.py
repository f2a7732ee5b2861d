"""The SVG subset: art, transforms, path data.

SVG 1.1, arcs as cubics.

Texts are matched from their start without backtracking, in linear time. All functions raise
ValueError with the reason.

Colours are roles of a palette or plain colours; `SvgArt.items` resolves the roles.

The subset: svg (viewBox, or width and height), g, path, circle, ellipse, rect, line, polygon,
polyline; transform; fill, stroke, stroke-width, stroke-linecap, stroke-dasharray, fill-rule, as
attributes or in `style`; `class="fill-ROLE stroke-ROLE"` for colours by role (ink, main, shade,
tint, paper, accent, light, dark), which override a colour beside them; a root of the class
`scene-NAME` adds the roles of that palette (`graphics.scenes`). The children of an element
with the id `field` are the pale ground of a drawing, which can be left out. Titles, descriptions,
comments and editors' metadata are skipped. The class `figure` of the root keeps faces and hands
light in a dark theme. Everything else (text, images, gradients, scripts, links, entities) is
refused with its location: art looks the same everywhere and needs nothing outside its file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import fsum
from pathlib import Path as FilePath
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from printkit.base.content import find_kept
from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes, reading
from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.base.limits import (
    MAX_COORDINATE,
    MAX_COORDINATES,
    MAX_DASHES,
    MAX_DASHES_DRAWN,
    MAX_ELEMENTS,
    MAX_SHAPES,
    MAX_SVG_BYTES,
    MAX_TRANSFORMS,
)
from printkit.base.sentences import Sentence, quote
from printkit.base.xml_reader import XmlFault, XmlReader
from printkit.graphics.colour import (
    BLACK,
    WHITE,
    Colour,
    Inks,
    is_hex,
    palette_source,
    parse_hex,
    roles_of,
)
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import PathBuilder, PathData, Point, area_and_length, rect_path

# --- svg path ------------------------------------------------------------------------------------

# Possessive quantifiers (with a plus) never backtrack.
NUMBER = r"[+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+"
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBERS = re.compile(NUMBER)
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+(px|mm|pt|cm|in)?+\s*+")
_TRANSFORM = re.compile(
    r"[\s,]*+(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)[\s,]*+"
)
SHAPES = ("path", "circle", "ellipse", "rect", "line", "polygon", "polyline")
_UNITS = (None, "px", "mm", "pt", "cm", "in")
_MIN_SIDE = 1.0  # coordinates are rounded to a ten-thousandth
_SEPARATORS = " ,\t\r\n\f"
_NO_SEPARATORS = dict.fromkeys(map(ord, _SEPARATORS))
# The two flags of an arc may be written without a separator: "a1 1 0 01.5.5".
_SEP = r"[\s,]*+"
_ARC = re.compile(_SEP + _SEP.join([rf"({NUMBER})"] * 3 + ["([01])"] * 2 + [rf"({NUMBER})"] * 2))
# The commands of bundled art, and more decimals than it has.
_PLAIN_COMMANDS = re.compile("([MLCZ])")
_LONG_DECIMALS = re.compile(r"\.\d{5}")
_NO_PLAIN = dict.fromkeys(map(ord, "MLCZ-.0123456789 "))
# The commands of bundled scenes.
_WHOLE_COMMANDS = re.compile(r"([Mcslhvz])([^Mcslhvz]*)")
_NO_WHOLE = dict.fromkeys(map(ord, "Mcslhvz-0123456789 "))
Numbers = TypeVar("Numbers", list[float], tuple[float, ...])
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def parse_path(text: str) -> PathData:
    """Parse the `d` attribute of a path."""
    return _parse_plain(text) or _parse_whole(text) or _parse_commands(text)


def _parse_plain(text: str) -> PathData | None:
    """Parse a path in the notation of bundled art, or return None for any other: absolute M, L, C
    and Z, up to four decimals, numbers separated by blanks.

    This is faster than `_parse_commands`, and nearly all drawings of a build are of this kind.
    """
    if not text.startswith("M") or text.translate(_NO_PLAIN) or _LONG_DECIMALS.search(text):
        return None
    parts = _PLAIN_COMMANDS.split(text)
    steps: list[str] = []
    coords: list[float] = []
    for letter, given in zip(parts[1::2], parts[2::2], strict=True):
        numbers, size = given.split(), _COUNTS[letter]
        if (not numbers or len(numbers) % size) if size else numbers:
            return None
        steps.append(letter)
        if size:
            steps.append(("L" if letter == "M" else letter) * (len(numbers) // size - 1))
        try:
            coords += map(float, numbers)
        except ValueError:
            return None
    whole = "".join(steps)
    is_large = max(coords) >= MAX_COORDINATE or min(coords) <= -MAX_COORDINATE
    if is_large or "ZL" in whole or "ZC" in whole:
        return None
    return PathData(whole, tuple(coords))


def _parse_whole(text: str) -> PathData | None:
    """Parse a path in the notation of bundled scenes, or return None for any other: M with one
    pair, then relative c, s, l, h, v and z in whole numbers.
    """
    if not text.startswith("M") or text.translate(_NO_WHOLE):
        return None
    steps: list[str] = []
    coords: list[float] = []
    x = y = u = v = 0.0  # the pen, and the next control point of a smooth curve
    try:
        for letter, text_after in _WHOLE_COMMANDS.findall(text.replace("-", " -")):
            given = text_after.split()
            if (letter == "z") == bool(given):
                return None
            numbers = map(float, given)
            if letter in "cs":
                for a in numbers:
                    if letter == "c":
                        u, v, a = x + a, y + next(numbers), next(numbers)
                    b, c, d = next(numbers), next(numbers), next(numbers)
                    coords += u, v, x + a, y + b, x + c, y + d
                    steps.append("C")
                    u, v, x, y = x + 2 * c - a, y + 2 * d - b, x + c, y + d
            elif letter in "lhv":
                for a in numbers:
                    if letter == "v":
                        y += a
                    else:
                        x, y = x + a, y + (next(numbers) if letter == "l" else 0.0)
                    coords += x, y
                    steps.append("L")
                u, v = x, y
            elif letter == "z":
                steps.append("Z")
            elif steps[-1:] in ([], ["Z"]):
                x, y = numbers
                u, v = x, y
                coords += x, y
                steps.append("M")
            else:
                return None
    except (ValueError, StopIteration):
        return None
    whole = "".join(steps)
    if len(coords) > MAX_COORDINATES:
        return None
    is_large = max(coords) >= MAX_COORDINATE or min(coords) <= -MAX_COORDINATE
    if is_large or "ZL" in whole or "ZC" in whole or "ZZ" in whole:
        return None
    return PathData(whole, tuple(coords))


def _parse_commands(text: str) -> PathData:
    """Parse any path, command by command."""
    reader = _PathReader()
    end = 0
    for match in _COMMAND.finditer(text):
        if match.start() != end and text[end : match.start()].strip(_SEPARATORS):
            break
        end = match.end()
        command, given = match.groups()
        if not reader.control_of and command not in "Mm":
            raise ValueError(Sentence("a path starts with M"))
        reader.take_all(command, _parse_numbers(command, given))
        if reader.out.size > MAX_COORDINATES:
            raise ValueError(
                Sentence(
                    "a path has at most {max_coordinates} coordinates",
                    max_coordinates=f"{MAX_COORDINATES:,}",
                )
            )
    if left := text[end:].strip(_SEPARATORS):
        raise ValueError(Sentence("{left} has no meaning in a path", left=quote(left)))
    data = reader.out.done()
    _check_all(data.coords)  # many small steps may add up
    return data


def _parse_numbers(command: str, text: str) -> list[float]:
    """Parse the numbers after a command: as many as it takes, or a multiple."""
    result: list[str]
    if command in "Aa":
        result, end = [], 0
        while match := _ARC.match(text, end):
            result += match.groups()
            end = match.end()
    else:
        result = _NUMBERS.findall(text)
    if sum(map(len, result)) != len(text.translate(_NO_SEPARATORS)):
        raise ValueError(
            Sentence(
                "{strip} has no meaning after “{command}” in a path",
                strip=quote(text.strip()),
                command=command,
            )
        )
    size = _COUNTS[command.upper()]
    if (not result or len(result) % size) if size else result:
        raise ValueError(
            Sentence(
                "“{command}” takes {size} numbers, not {result}",
                command=command,
                size=size,
                result=len(result),
            )
        )
    return _check_all(list(map(float, result)))


def check_magnitude(number: float) -> float:
    """Return the number; refuse one larger than any drawing needs."""
    if not -MAX_COORDINATE < number < MAX_COORDINATE:
        raise ValueError(
            Sentence("{number} is not a number that can be drawn", number=f"{number:g}")
        )
    return number


def _check_all(numbers: Numbers) -> Numbers:
    for number in (max(numbers), min(numbers)) if numbers else ():
        check_magnitude(number)
    return numbers


class _PathReader:
    """The position of the pen, with the last control point for the smooth commands."""

    def __init__(self) -> None:
        self.out = PathBuilder()
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: Point | None = None
        self.control_of = ""  # the last command, in capitals

    def take_all(self, command: str, numbers: list[float]) -> None:
        """Add a command with all its groups of numbers."""
        if command in "LC":  # a fast path: most art is absolute lines and curves
            self.out.extend(command, numbers)
            self.x, self.y = numbers[-2:]
            self.control = (numbers[-4], numbers[-3]) if command == "C" else None
            self.control_of = command
            return
        size = _COUNTS[command.upper()]
        for i in range(0, len(numbers), size) if size else (0,):
            self.take(command, numbers[i : i + size])
            if command in "Mm":  # further pairs after a move are lines
                command = "l" if command == "m" else "L"

    def take(self, command: str, n: list[float]) -> None:
        """Add a command with one group of numbers."""
        kind = command.upper()
        if command.islower():
            n = self._to_absolute(kind, n)
        control: Point | None = None
        if kind == "M":
            self.start_x, self.start_y = n
            self.out.move(*n)
        elif kind in "LHV":
            n = [n[0], self.y] if kind == "H" else [self.x, n[0]] if kind == "V" else n
            self.out.line(*n)
        elif kind in "CS":
            x1, y1 = (n[0], n[1]) if kind == "C" else self._mirror_control_point("CS")
            x2, y2, x, y = n[-4:]
            self.out.curve(x1, y1, x2, y2, x, y)
            control = (x2, y2)
        elif kind in "QT":
            x1, y1 = (n[0], n[1]) if kind == "Q" else self._mirror_control_point("QT")
            self._add_quadratic(x1, y1, n[-2], n[-1])
            control = (x1, y1)
        elif kind == "A":
            self._add_arc(*n)
        else:
            self.out.close()
            n = [self.start_x, self.start_y]
        self.x, self.y = n[-2], n[-1]
        self.control, self.control_of = control, kind

    def _to_absolute(self, kind: str, n: list[float]) -> list[float]:
        if kind == "H":
            return [n[0] + self.x]
        if kind == "V":
            return [n[0] + self.y]
        if kind == "A":
            return [*n[:5], n[5] + self.x, n[6] + self.y]
        return [v + (self.y if i % 2 else self.x) for i, v in enumerate(n)]

    def _mirror_control_point(self, family: str) -> Point:
        if self.control is None or self.control_of not in family:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def _add_quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        near = (self.x + 2 / 3 * (x1 - self.x), self.y + 2 / 3 * (y1 - self.y))
        self.out.curve(*near, x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y), x, y)

    def _add_arc(
        self, rx: float, ry: float, tilt: float, large: float, sweep: float, x: float, y: float
    ) -> None:
        """Add an elliptical arc: SVG 1.1 appendix F.6, end points to centre, then cubics."""
        rx, ry = abs(rx), abs(ry)
        if (x, y) == (self.x, self.y):
            return
        if rx < 1e-9 or ry < 1e-9:
            self.out.line(x, y)
            return
        cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
        dx, dy = (self.x - x) / 2, (self.y - y) / 2
        px, py = cos * dx + sin * dy, cos * dy - sin * dx
        grow = px * px / (rx * rx) + py * py / (ry * ry)
        if grow > 1:
            rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
        below = rx * rx * py * py + ry * ry * px * px
        factor = math.sqrt(max(0.0, (rx * rx * ry * ry - below) / below))
        factor = -factor if bool(large) == bool(sweep) else factor
        ox, oy = factor * rx * py / ry, -factor * ry * px / rx
        cx = cos * ox - sin * oy + (self.x + x) / 2
        cy = sin * ox + cos * oy + (self.y + y) / 2
        start = math.atan2((py - oy) / ry, (px - ox) / rx)
        end = math.atan2((-py - oy) / ry, (-px - ox) / rx)
        if sweep and end < start:
            end += 2 * math.pi
        elif not sweep and end > start:
            end -= 2 * math.pi
        pieces = max(1, math.ceil(abs(end - start) / (math.pi / 2) - 1e-9))
        step = (end - start) / pieces
        k = 4 / 3 * math.tan(step / 4)

        def point(u: float, v: float) -> Point:
            return cos * rx * u - sin * ry * v + cx, sin * rx * u + cos * ry * v + cy

        angle = start
        for _ in range(pieces):
            c0, s0 = math.cos(angle), math.sin(angle)
            angle += step
            c1, s1 = math.cos(angle), math.sin(angle)
            self.out.curve(
                *point(c0 - k * s0, s0 + k * c0), *point(c1 + k * s1, s1 - k * c1), *point(c1, s1)
            )


def parse_length(text: str, units: tuple[str | None, ...] = (None, "px")) -> float:
    """Parse a length in one of these units and return its number."""
    match = _LENGTH.fullmatch(text)
    if not match or match[2] not in units:
        raise ValueError(
            Sentence("{text} is not a number in units of the drawing", text=quote(text))
        )
    return check_magnitude(float(match[1]))


def parse_extent(text: str) -> float:
    """Parse a length that is not negative."""
    length = parse_length(text)
    if length < 0:
        raise ValueError(Sentence("{text} is less than zero", text=quote(text)))
    return length


def parse_floats(text: str) -> list[float]:
    """Parse all numbers of a text."""
    return [check_magnitude(float(number)) for number in _NUMBERS.findall(text)]


def parse_transform(text: str) -> Matrix:
    """Parse a transform attribute into one matrix."""
    result, end, steps = IDENTITY, 0, 0
    text = text.strip()
    while end < len(text):
        if (steps := steps + 1) > MAX_TRANSFORMS:
            raise ValueError(
                Sentence(
                    "a transform has at most {max_transforms} steps", max_transforms=MAX_TRANSFORMS
                )
            )
        match = _TRANSFORM.match(text, end)
        if match is None:
            raise ValueError(Sentence("{text} is not a transform", text=quote(text)))
        end = match.end()
        result = check_matrix(_parse_step(match[1], parse_floats(match[2])).then(result))
    return result


def check_matrix(matrix: Matrix) -> Matrix:
    """Return the matrix; refuse one with a number larger than any drawing needs."""
    _check_all(tuple(matrix))
    return matrix


def _parse_step(kind: str, numbers: list[float]) -> Matrix:
    if kind == "matrix" and len(numbers) == 6:
        return Matrix(*numbers)
    if kind == "translate" and len(numbers) in (1, 2):
        return translation(numbers[0], numbers[1] if len(numbers) == 2 else 0.0)
    if kind == "scale" and len(numbers) in (1, 2):
        return scaling(numbers[0], numbers[-1])
    if kind == "rotate" and len(numbers) in (1, 3):
        cx, cy = (numbers[1], numbers[2]) if len(numbers) == 3 else (0.0, 0.0)
        return translation(-cx, -cy).then(rotation(numbers[0])).then(translation(cx, cy))
    raise ValueError(
        Sentence("“{kind}” takes other numbers, or is not part of the subset", kind=kind)
    )


def parse_outline(local: str, attributes: Mapping[str, str]) -> PathData:
    """Return the path of a shape element."""

    def number(key: str, default: str = "0") -> float:
        return parse_length(attributes.get(key, default))

    def extent(key: str, default: str = "0") -> float:
        return parse_extent(attributes.get(key, default))

    if local == "path":
        return parse_path(attributes.get("d", ""))
    if local in ("circle", "ellipse"):
        rx, ry = (extent("r"),) * 2 if local == "circle" else (extent("rx"), extent("ry"))
        return PathBuilder().ellipse(number("cx"), number("cy"), rx, ry).done()
    if local == "rect":
        rect = Rect(number("x"), number("y"), extent("width"), extent("height"))
        radius = extent("rx", attributes.get("ry", "0"))
        if radius != extent("ry", attributes.get("rx", "0")):
            raise ValueError(Sentence("rx and ry differ; draw such a corner as a path"))
        return PathBuilder().rounded(rect, radius).done() if radius else rect_path(rect)
    if local == "line":
        ends = [(number("x1"), number("y1")), (number("x2"), number("y2"))]
        return PathBuilder().polyline(ends).done()
    numbers = parse_floats(attributes.get("points", ""))
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError(Sentence("points takes pairs of numbers"))
    points = list(zip(numbers[0::2], numbers[1::2], strict=True))
    builder = PathBuilder()
    return (builder.polygon(points) if local == "polygon" else builder.polyline(points)).done()


def parse_box(attributes: Mapping[str, str]) -> Rect:
    """Return the box of a drawing: its `viewBox`, or its width and height."""
    if "viewBox" in attributes:
        numbers = parse_floats(attributes["viewBox"])
        if len(numbers) != 4 or min(numbers[2:]) < _MIN_SIDE:
            raise ValueError(Sentence("viewBox takes four numbers, the last two well above zero"))
        return Rect(*numbers)
    if "width" in attributes and "height" in attributes:
        width, height = (parse_length(attributes[key], _UNITS) for key in ("width", "height"))
        if min(width, height) >= _MIN_SIDE:
            return Rect(0, 0, width, height)
    raise ValueError(Sentence("it needs a viewBox, or width and height as numbers"))


# --- svg art -------------------------------------------------------------------------------------

_RGB = re.compile(r"rgb\(\s*+(\d{1,9})\s*+,\s*+(\d{1,9})\s*+,\s*+(\d{1,9})\s*+\)")
# Effects that are not drawn are refused: a card would show parts that they hide.
_EFFECTS = ("filter", "mask", "clip-path")
_NAMED: dict[str, str | Colour] = {
    "black": BLACK,
    "white": WHITE,
    "red": Colour("#ff0000", Inks(0, 100, 100, 0)),
    "currentcolor": "ink",
}
_VISIBILITIES = {"visible": True, "hidden": False, "collapse": False}
# The role of lines, and the role that replaces it in areas.
INK, AREA = "ink", "area"
_SKIPPED = {"title", "desc", "metadata", "defs", "namedview"}


class Paint(msgspec.Struct, frozen=True, omit_defaults=True):  # short where it is kept
    """How a shape is painted: colours are roles by name, plain colours or None.

    `visible`, `fill_shown` and `stroke_shown` follow from `visibility` and opacities of 0.
    """

    fill: str | Colour | None = BLACK
    stroke: str | Colour | None = None
    width: float = 1.0
    round: bool = False
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    join: str = "miter"
    visible: bool = True
    fill_shown: bool = True
    stroke_shown: bool = True


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """An outline and its paint; `field` if it is part of the pale ground of its drawing."""

    data: PathData
    paint: Paint
    field: bool = False

    def coloured(self, palette: Mapping[str, Colour]) -> Path:
        """Return the shape in the colours of a palette; `area`, if given, is for fills of `ink`."""
        paint = self.paint
        area = AREA if paint.fill == INK and AREA in palette else paint.fill
        fill, line = _colour_of(area, palette), _colour_of(paint.stroke, palette)
        stroke = Stroke(line, paint.width, paint.round, paint.dash, paint.join) if line else None
        return Path(self.data, fill, stroke, paint.even_odd)


def _colour_of(paint: str | Colour | None, palette: Mapping[str, Colour]) -> Colour | None:
    return palette[paint] if isinstance(paint, str) else paint


# Compared by identity: each file is read once.
class SvgArt(msgspec.Struct, frozen=True, eq=False):
    """The shapes of a drawing with its box, the name of its file and the classes of its root."""

    name: str
    box: Rect
    shapes: tuple[Shape, ...]
    root_classes: frozenset[str] = frozenset()

    def items(self, palette: Mapping[str, Colour]) -> tuple[Path, ...]:
        """Return the drawing in its coordinates and in the colours of a palette."""
        return tuple(shape.coloured(palette) for shape in self.shapes)

    def without_field(self) -> SvgArt:
        """Return the drawing without its pale ground, unless that is all of it."""
        shapes = tuple(shape for shape in self.shapes if not shape.field)
        return replace(self, shapes=shapes or self.shapes)

    def fit_into(self, box: Rect, *, cover: bool = False) -> Matrix:
        """Return the map that centres the drawing in `box`, inside it or covering it."""
        pick = max if cover else min
        factor = pick(box.w / self.box.w, box.h / self.box.h)
        (cx, cy), (px, py) = self.box.centre, box.centre
        return Matrix(factor, 0, 0, factor, px - cx * factor, py - cy * factor)


@lru_cache(maxsize=1024)
def read_art(path: FilePath) -> SvgArt:
    """Read the drawing of an SVG file. Raises PrintkitError with file:line:column."""
    data = read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)
    kept = find_kept(path, data + palette_source())
    with reading(path):
        return msgspec.msgpack.decode(kept, type=SvgArt) if kept else _Reader(path).read(data)


class _Reader:
    """A reader of Expat's events, with stacks of matrices and paints for open elements."""

    def __init__(self, path: FilePath) -> None:
        self.path = path
        self.reader = XmlReader(
            start=self._on_start, end=self._on_end, doctype=self._on_doctype, namespaces=True
        )
        self.maps: list[Matrix] = [IDENTITY]
        self.paints: list[Paint] = [Paint()]
        self.box: Rect | None = None
        self.traits: frozenset[str] = frozenset()
        self.shapes: list[Shape] = []
        self.elements = self.numbers = 0
        self.skipping = 0
        self.field = 0  # the number of open elements at the start of the field

    def read(self, data: bytes) -> SvgArt:
        try:
            self.reader.read(data)
        except XmlFault as fault:
            message: str = "The encoding that this SVG names cannot be read."
            hint = "Save it with the encoding UTF-8."
            if fault.reason:
                message = Sentence(
                    "This is not well-formed SVG: {errorstring}.",
                    errorstring=Sentence(fault.reason),
                )
                hint = "Open it in a drawing program and save it again as plain SVG."
            location = f"{self.path}:{fault.line}:{fault.column}"
            raise PrintkitError(message, location=location, hint=hint) from None
        if self.box is None or not self.shapes:
            raise PrintkitError(
                "This SVG draws nothing.",
                location=str(self.path),
                hint="Draw a shape with a fill or a stroke inside its box.",
            )
        return SvgArt(self.path.stem, self.box, tuple(self.shapes), self.traits)

    def _error(self, message: str, hint: str) -> PrintkitError:
        line, column = self.reader.place
        return PrintkitError(message, location=f"{self.path}:{line}:{column}", hint=hint)

    def _on_doctype(self, *_: object) -> None:
        raise self._error(
            "A DOCTYPE (and the entities it may declare) is refused in art.",
            "Delete the line <!DOCTYPE …>.",
        )

    def _on_start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise self._error("There are too many elements.", MAX_ELEMENTS.allowed)
        if self.skipping or local in _SKIPPED:
            if local in ("script", "image", "use", "style"):
                raise self._unsupported_element(local)
            self.skipping += 1
            return
        foreign = " " in name and "svg" not in name.partition(" ")[0]
        if self.box is None and local != "svg":
            raise self._error(
                Sentence("The root is {local}, not <svg>.", local=quote(local)), "Name an SVG file."
            )
        if foreign or local not in (*SHAPES, "svg", "g") or (local == "svg" and self.box):
            raise self._unsupported_element(local)
        for bare in (key.rpartition(" ")[2] for key in attributes if key not in _HARMLESS):
            if bare.lower().startswith("on") or bare.endswith("href"):
                raise self._error(
                    Sentence("The attribute {bare} reaches outside a drawing.", bare=quote(bare)),
                    "Delete it: art holds no scripts and no links.",
                )
        try:
            if local == "svg":
                self.box = parse_box(attributes)
                self.traits = frozenset(attributes.get("class", "").split())
            declarations = _read_declarations(attributes)
            if _is_hidden(declarations):
                self.skipping += 1
                return
            classes, roles = attributes.get("class", ""), roles_of(self.traits)
            paint = _apply_paint(self.paints[-1], (*declarations.items(),), classes, roles)
            matrix = self.maps[-1]
            if "transform" in attributes:
                matrix = check_matrix(parse_transform(attributes["transform"]).then(matrix))
            if local in SHAPES:
                self._add_shape(local, attributes, paint, matrix)
        except (ValueError, ArithmeticError) as error:
            known = isinstance(error, ValueError)
            why = str(error) if known else Sentence("a number cannot be drawn")
            hint = "Keep to the subset of SVG that art is drawn in (docs/definitions.md)."
            fault = Sentence("<{element}>: {why}.", element=local, why=why)
            raise self._error(fault, hint) from None
        self.maps.append(matrix)
        self.paints.append(paint)
        if attributes.get("id") == "field" and not self.field:
            self.field = len(self.maps)

    def _on_end(self, _name: str) -> None:
        if self.skipping:
            self.skipping -= 1
            return
        if self.field == len(self.maps):
            self.field = 0
        self.maps.pop()
        self.paints.pop()

    def _unsupported_element(self, local: str) -> PrintkitError:
        return self._error(
            Sentence(
                "The element {local} is not part of the subset of SVG that art is drawn in.",
                local=quote(local),
            ),
            "Turn text and effects into paths; art uses g, path, circle, ellipse, rect, line, "
            "polygon and polyline.",
        )

    def _add_shape(
        self, local: str, attributes: dict[str, str], paint: Paint, matrix: Matrix
    ) -> None:
        data = parse_outline(local, attributes)
        if matrix != IDENTITY:
            data, scale = data.transformed(matrix), matrix.scale
            dash = tuple(round(dash * scale, 4) for dash in paint.dash)
            paint = replace(paint, width=round(paint.width * scale, 4), dash=dash)
        self.numbers += len(data.coords)
        for count, limit in ((len(self.shapes) + 1, MAX_SHAPES), (self.numbers, MAX_COORDINATES)):
            if count > limit:
                raise self._error(*limit.refusal(count))
        if seen := _visible_paint(data, paint, self.box):
            own = replace(seen, dash=_check_dash(data, seen.dash)) if seen.dash else seen
            self.shapes.append(Shape(data, own, bool(self.field)))


def _visible_paint(data: PathData, paint: Paint, box: Rect | None) -> Paint | None:
    """Return the paint of the visible parts of a shape.

    None if the shape has no extent, no paint, or is outside the box of the drawing.
    """
    if not data.coords or not paint.visible:
        return None
    extent = data.box()
    for number in (extent.x, extent.y, extent.right, extent.bottom, paint.width):
        check_magnitude(number)
    fill = paint.fill if paint.fill_shown and extent.w and extent.h else None
    has_line = paint.stroke_shown and paint.width and (extent.w or extent.h or paint.round)
    stroke = paint.stroke if has_line else None
    ink = extent.inset(-paint.width) if stroke is not None else extent
    if (fill is None and stroke is None) or box is None or not box.intersects(ink):
        return None
    return replace(paint, fill=fill, stroke=stroke)


def _check_dash(data: PathData, dash: tuple[float, ...]) -> tuple[float, ...]:
    """Return the pattern of dashes, empty for a solid line. Raises ValueError if it is too fine."""
    period = fsum(dash)
    if not period:
        return ()
    if area_and_length(data)[1] / period * len(dash) > MAX_DASHES_DRAWN:
        raise ValueError(
            Sentence(
                "a line has more than {max_dashes_drawn} dashes; make them longer",
                max_dashes_drawn=f"{MAX_DASHES_DRAWN:,}",
            )
        )
    return dash


def _read_declarations(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the declarations of an element's paint: attributes, overridden by `style`.

    Raises ValueError for effects that are not drawn.
    """
    result = {key: attributes[key] for key in attributes if key in _KEYS}
    for declaration in attributes["style"].split(";") if "style" in attributes else ():
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if key in _KEYS:
            result[key] = value
    for key in _EFFECTS:
        if result.get(key, "none") not in ("", "none"):
            raise ValueError(Sentence("{key} is not part of the subset", key=key))
    return result


def _is_hidden(declarations: Mapping[str, str]) -> bool:
    """Return True if an element and its children are invisible."""
    return declarations.get("display") == "none" or not _is_opaque(declarations.get("opacity", "1"))


def _is_opaque(text: str) -> bool:
    """Return True for full opacity, False for none. Raises ValueError for a share."""
    value = text.strip()
    if value in ("", "1", "1.0", "1.00", "100%"):
        return True
    match = re.fullmatch(rf"({NUMBER})%?", value)
    if not match or float(match[1]) > 0:
        raise ValueError(Sentence("transparency does not print well; choose an opaque colour"))
    return False


@lru_cache(maxsize=4096)  # most shapes of a drawing are painted as others are
def _apply_paint(
    paint: Paint, declarations: tuple[tuple[str, str], ...], classes: str, roles: tuple[str, ...]
) -> Paint:
    """Return the paint of an element whose parent has `paint`. Raises ValueError."""
    changes: dict[str, object] = {}
    for key, value in declarations:
        if key in _PAINT:
            name, parse = _PAINT[key]
            changes[name] = parse(value)
        elif key == "visibility":
            changes["visible"] = _VISIBILITIES.get(value, paint.visible)
    for name in classes.split():
        kind, _, role = name.partition("-")
        if kind in ("fill", "stroke"):
            if role != "none" and role not in roles:
                raise ValueError(
                    Sentence(
                        "class {name} names no role; roles are {roles}",
                        name=quote(name),
                        roles=", ".join(roles),
                    )
                )
            changes[kind] = None if role == "none" else role
    return replace(paint, **changes) if changes else paint


def _parse_dash(text: str) -> tuple[float, ...]:
    """Parse a pattern of dashes, empty for a solid line. Raises ValueError."""
    numbers = () if text == "none" else tuple(parse_floats(text))
    if len(numbers) > MAX_DASHES:
        raise ValueError(
            Sentence(
                "stroke-dasharray has {numbers} numbers; {max_dashes} are allowed",
                numbers=len(numbers),
                max_dashes=MAX_DASHES,
            )
        )
    if any(number < 0 for number in numbers):
        raise ValueError(Sentence("a dash is less than zero"))
    return numbers if any(numbers) else ()


def _parse_colour(text: str) -> str | Colour | None:
    """Parse a colour; `currentcolor` is the role of ink. Raises ValueError."""
    value = text.strip().lower()
    if value in ("none", "transparent"):
        return None
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        value = "#" + "".join(digit * 2 for digit in value[1:])
    if is_hex(value):
        return parse_hex(value)
    if match := _RGB.fullmatch(value):
        return parse_hex("#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups()))
    if value in _NAMED:
        return _NAMED[value]
    raise ValueError(
        Sentence("the colour {text} is not #rgb, #rrggbb, rgb(…) or none", text=quote(text))
    )


def _parse_join(text: str) -> str:
    if text not in ("miter", "round", "bevel"):
        raise ValueError(
            Sentence("stroke-linejoin {text} is not miter, round or bevel", text=quote(text))
        )
    return text


# The field of `Paint` for each declaration, and the parser of its value.
_PAINT: dict[str, tuple[str, Callable[[str], object]]] = {
    "fill": ("fill", _parse_colour),
    "stroke": ("stroke", _parse_colour),
    "stroke-width": ("width", parse_extent),
    "stroke-linecap": ("round", lambda value: value == "round"),
    "stroke-linejoin": ("join", _parse_join),
    "stroke-dasharray": ("dash", _parse_dash),
    "fill-rule": ("even_odd", lambda value: value == "evenodd"),
    "fill-opacity": ("fill_shown", _is_opaque),
    "stroke-opacity": ("stroke_shown", _is_opaque),
}
_KEYS = {*_PAINT, *_EFFECTS, "opacity", "display", "visibility"}
_HARMLESS = {*_KEYS, "class", "d", "transform"}  # what most elements have
