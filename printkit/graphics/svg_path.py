"""The geometry of SVG: numbers, lengths, transforms, shape elements, and paths with all commands of
SVG 1.1, arcs as cubics.

Texts are matched from their start without backtracking, in linear time. All functions raise
ValueError with the reason.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TypeVar

from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.base.limits import MAX_COORDINATE, MAX_COORDINATES, MAX_TRANSFORMS
from printkit.base.plain_text import quote
from printkit.graphics.path import PathBuilder, PathData, Point, rect_path

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
# The two flags of an arc may stand without a separator: "a1 1 0 01.5.5".
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
            raise ValueError("a path starts with M")
        reader.take_all(command, _parse_numbers(command, given))
        if reader.out.size > MAX_COORDINATES:
            raise ValueError(f"a path has at most {MAX_COORDINATES:,} coordinates")
    if left := text[end:].strip(_SEPARATORS):
        raise ValueError(f"{quote(left)} has no meaning in a path")
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
        raise ValueError(f"{quote(text.strip())} has no meaning after “{command}” in a path")
    size = _COUNTS[command.upper()]
    if (not result or len(result) % size) if size else result:
        raise ValueError(f"“{command}” takes {size} numbers, not {len(result)}")
    return _check_all(list(map(float, result)))


def check_magnitude(number: float) -> float:
    """Return the number; refuse one larger than any drawing needs."""
    if not -MAX_COORDINATE < number < MAX_COORDINATE:
        raise ValueError(f"{number:g} is a number beyond measure")
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
        raise ValueError(f"{quote(text)} is not a number in units of the drawing")
    return check_magnitude(float(match[1]))


def parse_extent(text: str) -> float:
    """Parse a length that is not negative."""
    length = parse_length(text)
    if length < 0:
        raise ValueError(f"{quote(text)} is less than zero")
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
            raise ValueError(f"a transform has at most {MAX_TRANSFORMS} steps")
        match = _TRANSFORM.match(text, end)
        if match is None:
            raise ValueError(f"{quote(text)} is not a transform")
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
    raise ValueError(f"“{kind}” takes other numbers, or is not part of the subset")


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
            raise ValueError("rx and ry differ; draw such a corner as a path")
        return PathBuilder().rounded(rect, radius).done() if radius else rect_path(rect)
    if local == "line":
        ends = [(number("x1"), number("y1")), (number("x2"), number("y2"))]
        return PathBuilder().polyline(ends).done()
    numbers = parse_floats(attributes.get("points", ""))
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError("points takes pairs of numbers")
    points = list(zip(numbers[0::2], numbers[1::2], strict=True))
    builder = PathBuilder()
    return (builder.polygon(points) if local == "polygon" else builder.polyline(points)).done()


def parse_box(attributes: Mapping[str, str]) -> Rect:
    """Return the box of a drawing: its `viewBox`, or its width and height."""
    if "viewBox" in attributes:
        numbers = parse_floats(attributes["viewBox"])
        if len(numbers) != 4 or min(numbers[2:]) < _MIN_SIDE:
            raise ValueError("viewBox takes four numbers, the last two well above zero")
        return Rect(*numbers)
    if "width" in attributes and "height" in attributes:
        width, height = (parse_length(attributes[key], _UNITS) for key in ("width", "height"))
        if min(width, height) >= _MIN_SIDE:
            return Rect(0, 0, width, height)
    raise ValueError("it needs a viewBox, or width and height as numbers")
