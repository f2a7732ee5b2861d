"""Read path data, transforms, lengths, frames and basic shapes of SVG (arcs as cubics).

Texts are matched from their start without backtracking, in linear time. Errors are raised as
ValueError with the reason; a path with an error is drawn up to it, as in a browser (`BrokenPath`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.base.limits import MAX_COORDINATE, MAX_COORDINATES, MAX_TRANSFORMS
from printkit.base.sentences import Sentence, quote
from printkit.graphics.path import EMPTY, KAPPA, PathBuilder, PathData, Point, rect_path

# --- path data -----------------------------------------------------------------------------------

# Possessive quantifiers (with a plus) never backtrack.
NUMBER = r"[+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+"
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBERS = re.compile(NUMBER)
SHAPES = ("path", "circle", "ellipse", "rect", "line", "polygon", "polyline")
_SEPARATORS = " ,\t\r\n\f"
_NO_SEPARATORS = dict.fromkeys(map(ord, _SEPARATORS))
# The two flags of an arc may be written without a separator: "a1 1 0 01.5.5".
_SEP = r"[\s,]*+"
_LEADING = re.compile(rf"(?:{_SEP}{NUMBER})*+")
_ARC = re.compile(_SEP + _SEP.join([rf"({NUMBER})"] * 3 + ["([01])"] * 2 + [rf"({NUMBER})"] * 2))
# The commands of bundled art, and more decimals than it has.
_PLAIN_COMMANDS = re.compile("([MLCZ])")
_LONG_DECIMALS = re.compile(r"\.\d{5}")
_NO_PLAIN = dict.fromkeys(map(ord, "MLCZ-.0123456789 "))
# The commands of bundled scenes.
_WHOLE_COMMANDS = re.compile(r"([Mcslhvz])([^Mcslhvz]*)")
_NO_WHOLE = dict.fromkeys(map(ord, "Mcslhvz-0123456789 "))
Numbers = TypeVar("Numbers", list[float], tuple[float, ...])
# The largest number in a file; coordinates of a finished drawing are at most MAX_COORDINATE.
MAX_NUMBER = 1e9
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class BrokenPath(ValueError):
    """A path with an error: `drawn` is the part before it.

    `vertices` are the numbers of coordinates after each of its commands.
    """

    def __init__(self, why: str, drawn: PathData, vertices: list[int]) -> None:
        super().__init__(why)
        self.drawn, self.vertices = drawn, vertices


def parse_path(text: str) -> PathData:
    """Parse the `d` attribute of a path. Raises BrokenPath."""
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
    return _read_commands(text).out.done()


def path_vertices(text: str) -> tuple[PathData, list[int]]:
    """Parse a path; return it with the number of coordinates after each of its commands.

    Raises BrokenPath.
    """
    reader = _read_commands(text)
    return reader.out.done(), reader.vertices


def _read_commands(text: str) -> _PathReader:
    reader = _PathReader()
    end = 0
    fault = None
    for match in _COMMAND.finditer(text):
        if match.start() != end and text[end : match.start()].strip(_SEPARATORS):
            break
        end = match.end()
        command, given = match.groups()
        if command in "Mm" and end == len(text) and not given.strip():
            break  # a last move to nowhere draws nothing
        if not reader.control_of and command not in "Mm":
            fault = Sentence("a path starts with M")
            break
        numbers, fault = _parse_numbers(command, given)
        if numbers or command in "Zz":
            reader.take_all(command, numbers)
        if reader.out.size > MAX_COORDINATES:
            raise ValueError(
                Sentence(
                    "a path has at most {max_coordinates} coordinates",
                    max_coordinates=f"{MAX_COORDINATES:,}",
                )
            )
        if fault:
            break
    left = text[end:].strip(_SEPARATORS)
    if left and fault is None:
        fault = Sentence("{left} has no meaning in a path", left=quote(left))
    drawn = reader.out.done()
    _check_all(drawn.coords)  # many small steps may add up
    if fault:
        raise BrokenPath(fault, drawn, reader.vertices)
    return reader


def _parse_numbers(command: str, text: str) -> tuple[list[float], Sentence | None]:
    """Parse the numbers after a command: as many as one command needs, or a multiple of them.

    If there is an error, return the whole groups before it, with the reason.
    """
    result: list[str]
    size = _COUNTS[command.upper()]
    if command in "Aa":
        result, end = [], 0
        while match := _ARC.match(text, end):
            result += match.groups()
            end = match.end()
    else:
        result = _NUMBERS.findall(text)
    fault = None
    if sum(map(len, result)) != len(text.translate(_NO_SEPARATORS)):
        fault = Sentence(
            "{strip} has no meaning after “{command}” in a path",
            strip=quote(text.strip()),
            command=command,
        )
        if command not in "Aa":
            result = _NUMBERS.findall(_leading_numbers(text))
    elif (not result or len(result) % size) if size else result:
        fault = Sentence(
            "“{command}” takes {size} numbers, not {result}",
            command=command,
            size=size,
            result=len(result),
        )
    if fault:
        result = result[: len(result) // size * size] if size else []
    return _check_all(list(map(float, result))), fault


def _leading_numbers(text: str) -> str:
    """Return the part of a text before anything that is not a number."""
    match = _LEADING.match(text)
    return match[0] if match else ""


def check_magnitude(number: float, most: float = MAX_COORDINATE) -> float:
    """Return the number; refuse one larger than any drawing needs."""
    if not -most < number < most:
        raise ValueError(
            Sentence("{number} is not a number that can be drawn", number=f"{number:g}")
        )
    return number


def _check_all(numbers: Numbers) -> Numbers:
    for number in (max(numbers), min(numbers)) if numbers else ():
        check_magnitude(number, MAX_NUMBER)
    return numbers


class _PathReader:
    """The position of the pen, with the last control point for the smooth commands."""

    def __init__(self) -> None:
        self.out = PathBuilder()
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: Point | None = None
        self.control_of = ""  # the last command, in capitals
        self.vertices: list[int] = []  # the number of coordinates after each command

    def take_all(self, command: str, numbers: list[float]) -> None:
        """Add a command with all its groups of numbers."""
        if command in "LC":  # a fast path: most art is absolute lines and curves
            start, size = self.out.size, _COUNTS[command]
            self.out.extend(command, numbers)
            self.vertices += range(start + size, start + len(numbers) + 1, size)
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
        self.vertices.append(self.out.size)

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


# --- lengths -------------------------------------------------------------------------------------

# CSS pixels of each unit.
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
}
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+(%|[a-zA-Z]{{1,3}})?+\s*+")
FONT_SIZE = 16.0


class View(NamedTuple):
    """The basis of relative lengths: the width and height of the viewport, and the font size."""

    w: float
    h: float
    font: float = FONT_SIZE

    @property
    def diagonal(self) -> float:
        """The basis of lengths that are neither horizontal nor vertical (SVG 1.1, 7.10)."""
        return math.hypot(self.w, self.h) / math.sqrt(2)


NO_VIEW = View(0.0, 0.0)


def parse_length(text: str, whole: float | None = None, font: float = FONT_SIZE) -> float:
    """Parse a length and return its CSS pixels; a percentage is a share of `whole`."""
    match = _LENGTH.fullmatch(text)
    if match:
        number, unit = float(match[1]), (match[2] or "").lower()
        if unit in _UNITS:
            return check_magnitude(number * _UNITS[unit], MAX_NUMBER)
        if unit == "%" and whole is not None:
            return check_magnitude(number * whole / 100, MAX_NUMBER)
        if unit in ("em", "rem"):
            return check_magnitude(number * font, MAX_NUMBER)
    raise ValueError(Sentence("{text} is not a length", text=quote(text)))


def parse_extent(text: str, whole: float | None = None, font: float = FONT_SIZE) -> float:
    """Parse a length that is not negative."""
    length = parse_length(text, whole, font)
    if length < 0:
        raise ValueError(Sentence("{text} is less than zero", text=quote(text)))
    return length


def parse_floats(text: str) -> list[float]:
    """Parse all numbers in a text."""
    return [check_magnitude(float(number), MAX_NUMBER) for number in _NUMBERS.findall(text)]


# --- transforms ----------------------------------------------------------------------------------

_TRANSFORM = re.compile(
    r"[\s,]*+(matrix|translate[XY]?|scale[XY]?|rotate|skew[XY]?)\s*+\(([^()]*+)\)[\s,]*+"
)
_ARGUMENT = re.compile(rf"[\s,]*+({NUMBER})(%|[a-zA-Z]{{1,4}}+)?")
_ANGLES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": math.degrees(1), "turn": 360.0}
_SPACED = re.compile(r"[\s,]*+")


def parse_transform(text: str, view: View = NO_VIEW) -> Matrix:
    """Parse a transform from an attribute or from CSS into one matrix."""
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
        result = check_matrix(_parse_step(match[1], match[2], view).then(result))
    return result


def check_matrix(matrix: Matrix) -> Matrix:
    """Return the matrix; refuse one with a number larger than any drawing needs."""
    for number in matrix:
        check_magnitude(number, MAX_NUMBER)
    return matrix


def _parse_step(kind: str, text: str, view: View) -> Matrix:
    """Parse one function of a transform."""
    given: list[tuple[float, str]] = []
    end = 0
    while match := _ARGUMENT.match(text, end):
        given.append((check_magnitude(float(match[1]), MAX_NUMBER), (match[2] or "").lower()))
        end = match.end()
    units = {unit for _, unit in given}
    if given and not _SPACED.sub("", text[end:]):
        numbers = [number for number, _ in given]
        base, axis = (kind[:-1], kind[-1]) if kind[-1] in "XY" else (kind, "")
        if base == "translate":
            sides = (view.h, view.w) if axis == "Y" else (view.w, view.h)
            if len(given) <= (1 if axis else 2) and units <= {*_UNITS, "%"}:
                x, y = (
                    number * (side / 100 if unit == "%" else _UNITS[unit])
                    for (number, unit), side in zip([*given, (0.0, "")][:2], sides, strict=True)
                )
                return translation(0.0, x) if axis == "Y" else translation(x, y)
        elif base in ("rotate", "skew") and units <= {*_ANGLES}:
            turns = [number * _ANGLES[unit] for number, unit in given]
            if base == "skew" and len(turns) <= (1 if axis else 2):
                x, y = (0.0, turns[0]) if axis == "Y" else (turns[0], [*turns, 0.0][1])
                return Matrix(1, math.tan(math.radians(y)), math.tan(math.radians(x)), 1, 0, 0)
            if base == "rotate" and len(given) in (1, 3) and units <= {given[0][1], ""}:
                cx, cy = (numbers[1], numbers[2]) if len(numbers) == 3 else (0.0, 0.0)
                return translation(-cx, -cy).then(rotation(turns[0])).then(translation(cx, cy))
        elif units <= {"", "%"} and base in ("matrix", "scale"):
            numbers = [number / 100 if unit == "%" else number for number, unit in given]
            if base == "matrix" and len(numbers) == 6:
                return Matrix(*numbers)
            if base == "scale" and len(numbers) <= (1 if axis else 2):
                x, y = numbers[0], numbers[-1]
                return scaling(1.0 if axis == "Y" else x, 1.0 if axis == "X" else y)
    raise ValueError(Sentence("“{kind}” has the wrong numbers", kind=kind))


# --- shapes --------------------------------------------------------------------------------------


def parse_outline(local: str, attributes: Mapping[str, str], view: View = NO_VIEW) -> PathData:
    """Return the path of a shape element."""
    sides = {"x": view.w, "y": view.h, "w": view.w, "h": view.h}

    def number(key: str, parse: Callable[..., float] = parse_length) -> float:
        text = attributes.get(key)
        if text is None:
            return 0.0
        axis = key[1] if key[0] in "cr" and len(key) > 1 else key[0]
        return parse(text, sides.get(axis, view.diagonal), view.font)

    extent = partial(number, parse=parse_extent)
    if local == "path":
        return parse_path(attributes.get("d", ""))
    if local in ("circle", "ellipse"):
        rx, ry = (extent("r"),) * 2 if local == "circle" else _radii(attributes, extent)
        return PathBuilder().ellipse(number("cx"), number("cy"), rx, ry).done()
    if local == "rect":
        rect = Rect(number("x"), number("y"), extent("width"), extent("height"))
        rx, ry = _radii(attributes, extent)
        rx, ry = min(rx, rect.w / 2), min(ry, rect.h / 2)
        if not rx or not ry:
            return rect_path(rect)
        builder = PathBuilder()
        return (builder.rounded(rect, rx) if rx == ry else _add_oval(builder, rect, rx, ry)).done()
    if local == "line":
        ends = [(number("x1"), number("y1")), (number("x2"), number("y2"))]
        return PathBuilder().polyline(ends).done()
    text = attributes.get("points", "")
    if text[len(_leading_numbers(text)) :].strip(_SEPARATORS):
        raise BrokenPath(Sentence("points takes pairs of numbers"), EMPTY, [])
    numbers = parse_floats(text)
    points = list(zip(numbers[0::2], numbers[1::2], strict=False))  # a last one may be left
    builder = PathBuilder()
    drawn = EMPTY
    if len(points) > 1:
        drawn = (builder.polygon(points) if local == "polygon" else builder.polyline(points)).done()
    if len(numbers) % 2:
        raise BrokenPath(Sentence("points takes pairs of numbers"), drawn, [])
    return drawn


def _radii(attributes: Mapping[str, str], extent: Callable[[str], float]) -> tuple[float, float]:
    """Return `rx` and `ry`. If only one is given, both are equal."""
    given = [key for key in ("rx", "ry") if key in attributes]
    rx, ry = (extent(key) for key in (given * 2)[:2]) if given else (0.0, 0.0)
    return rx, ry


def _add_oval(builder: PathBuilder, rect: Rect, rx: float, ry: float) -> PathBuilder:
    """Add a rectangle with corners that are quarters of an ellipse."""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    builder.move(x + rx, y).line(right - rx, y)
    builder.curve(right - kx, y, right, y + ky, right, y + ry).line(right, bottom - ry)
    builder.curve(right, bottom - ky, right - kx, bottom, right - rx, bottom).line(x + rx, bottom)
    builder.curve(x + kx, bottom, x, bottom - ky, x, bottom - ry).line(x, y + ry)
    return builder.curve(x, y + ky, x + kx, y, x + rx, y).close()


# --- frames ---------------------------------------------------------------------------------------

# Matrices that keep angles within this share do not bend strokes.
_SIMILAR = 1e-3
_ALIGNMENTS = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def is_similar(matrix: Matrix) -> bool:
    """Return True if a matrix keeps angles, so that it maps a stroke to a stroke."""
    a, b, c, d, *_ = matrix
    size = a * a + b * b + c * c + d * d
    return abs(a * a + b * b - c * c - d * d) + 2 * abs(a * c + b * d) <= _SIMILAR * size


def stretch(matrix: Matrix) -> float:
    """Return the greatest factor by which a matrix stretches a length."""
    a, b, c, d, *_ = matrix
    size, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    return math.sqrt((size + math.sqrt(max(0.0, size * size - 4 * area * area))) / 2)


def fit(attributes: Mapping[str, str], inner: Rect, outer: Rect) -> tuple[Matrix, bool | None]:
    """Return the map of a `viewBox` into a rectangle, and whether the rectangle shows all of it.

    The second value is None if the `viewBox` is stretched.
    """
    words = attributes.get("preserveAspectRatio", "").split()
    words = [word for word in words if word != "defer"]
    align, meets = (words or ["xMidYMid"])[0], "slice" not in words
    across, down = outer.w / inner.w, outer.h / inner.h
    if align == "none":
        matrix = Matrix(across, 0, 0, down, outer.x - inner.x * across, outer.y - inner.y * down)
        return matrix, None
    factor = min(across, down) if meets else max(across, down)
    match = _ALIGNMENTS.fullmatch(align)
    share_x, share_y = (_SHARES[match[1]], _SHARES[match[2]]) if match else (0.5, 0.5)
    x = outer.x - inner.x * factor + (outer.w - inner.w * factor) * share_x
    y = outer.y - inner.y * factor + (outer.h - inner.h * factor) * share_y
    return Matrix(factor, 0, 0, factor, x, y), meets


def parse_origin(text: str, box: Rect, view: View) -> Point:
    """Return the point of a `transform-origin` in a box."""
    words = text.lower().split()[:2]
    if words and words[0] in ("top", "bottom"):
        words.reverse()
    if len(words) == 2 and words[1] in ("left", "right"):
        words.reverse()
    sides = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    words = [sides.get(word, word) for word in words]
    if len(words) == 1 or not words:
        words = [*(words or ["50%"]), "50%"]
        if text.strip() in ("top", "bottom"):
            words = ["50%", sides[text.strip()]]
    x, y = (
        parse_length(word, whole, view.font)
        for word, whole in zip(words, (box.w, box.h), strict=True)
    )
    return box.x + x, box.y + y
