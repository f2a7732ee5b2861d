"""Parse the `d` attribute of an SVG path: all commands of SVG 1.1, arcs as cubics."""

from __future__ import annotations

import math
import re

from printkit.base.limits import MAX_COORDINATE, MAX_COORDINATES
from printkit.base.plain_text import quote
from printkit.graphics.path import PathBuilder, PathData

# Quantifiers with a plus never step back: what is no path is refused in one pass over it.
NUMBER = r"[+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+"
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
NUMBERS = re.compile(NUMBER)
_SEPARATORS = " ,\t\r\n\f"
_NO_SEPARATORS = dict.fromkeys(map(ord, _SEPARATORS))
# The two flags of an arc may stand without a separator: "a1 1 0 01.5.5".
_SEP = r"[\s,]*+"
_ARC = re.compile(_SEP + _SEP.join([rf"({NUMBER})"] * 3 + ["([01])"] * 2 + [rf"({NUMBER})"] * 2))
# The commands of a path as bundled art is written.
_PLAIN_COMMANDS = re.compile("([MLCZ])")
# More decimals than such a path has.
_LONG_DECIMALS = re.compile(r"\.\d{5}")
_NO_PLAIN = dict.fromkeys(map(ord, "MLCZ-.0123456789 "))
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def parse_path(text: str) -> PathData:
    """Parse path text. Raises ValueError with the reason."""
    return _parse_plain(text) or _parse_commands(text)


def _parse_plain(text: str) -> PathData | None:
    """Parse path text as bundled art is written, or return None for all else: absolute M, L, C and
    Z, up to four decimals, numbers separated by blanks.

    Most of what is read in a build is of this kind.
    """
    if not text.startswith("M") or text.translate(_NO_PLAIN) or _LONG_DECIMALS.search(text):
        return None
    parts = _PLAIN_COMMANDS.split(text)
    steps: list[str] = []
    coords: list[float] = []
    try:
        for letter, given in zip(parts[1::2], parts[2::2], strict=True):
            numbers = given.split()
            size = _COUNTS[letter]
            if size == 0:
                if numbers:
                    return None
                steps.append("Z")
                continue
            count, left = divmod(len(numbers), size)
            if left or not count:
                return None
            steps.append(letter + ("L" if letter == "M" else letter) * (count - 1))
            coords += map(float, numbers)
    except ValueError:
        return None
    whole = "".join(steps)
    if (
        max(coords) >= MAX_COORDINATE
        or min(coords) <= -MAX_COORDINATE
        or "ZL" in whole
        or "ZC" in whole
    ):
        return None
    return PathData(whole, tuple(coords))


def _parse_commands(text: str) -> PathData:
    """Parse any path, command by command. Raises ValueError with the reason."""
    reader = _PathReader()
    end = 0
    for match in _COMMAND.finditer(text):
        if match.start() != end and text[end : match.start()].strip(_SEPARATORS):
            break
        end = match.end()
        command, given = match.groups()
        if not reader.started and command not in "Mm":
            raise ValueError("a path starts with M")
        reader.take_all(command, _parse_numbers(command, given))
        if reader.out.size > MAX_COORDINATES:
            raise ValueError(f"a path has at most {MAX_COORDINATES:,} coordinates")
    if left := text[end:].strip(_SEPARATORS):
        raise ValueError(f"{quote(left)} has no meaning in a path")
    data = reader.out.done()
    if data.coords:  # many small steps may lead far
        check_magnitude(max(data.coords))
        check_magnitude(min(data.coords))
    return data


def _parse_numbers(command: str, text: str) -> list[float]:
    """Parse the numbers after a command, as many as it takes or a multiple.

    Raises ValueError.
    """
    result: list[str]
    if command in "Aa":
        result, end = [], 0
        while match := _ARC.match(text, end):
            result += match.groups()
            end = match.end()
    else:
        result = NUMBERS.findall(text)
    # What is neither number nor separator is left over.
    if sum(map(len, result)) != len(text.translate(_NO_SEPARATORS)):
        raise ValueError(f"{quote(text.strip())} has no meaning after “{command}” in a path")
    size = _COUNTS[command.upper()]
    if len(result) % size if size else result:
        raise ValueError(f"“{command}” takes {size} numbers, not {len(result)}")
    if size and not result:
        raise ValueError(f"“{command}” takes {size} numbers, not 0")
    numbers = list(map(float, result))
    if numbers:
        check_magnitude(max(numbers))
        check_magnitude(min(numbers))
    return numbers


def check_magnitude(number: float) -> float:
    """Return the number. Raises ValueError for one that no drawing can need."""
    if not -MAX_COORDINATE < number < MAX_COORDINATE:
        raise ValueError(f"{number:g} is a number beyond measure")
    return number


class _PathReader:
    """Follows the pen; keeps the last control point for the smooth commands."""

    def __init__(self) -> None:
        self.out = PathBuilder()
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[float, float] | None = None
        self.control_of = ""

    @property
    def started(self) -> bool:
        """Whether the pen has been put down."""
        return self.control_of != ""

    def take_all(self, command: str, numbers: list[float]) -> None:
        """Add a command with all its groups of numbers."""
        if command in "LC":  # straight through: most of all art is absolute lines and curves
            self.out.extend(command, numbers)
            self.x, self.y = numbers[-2:]
            self.control = (numbers[-4], numbers[-3]) if command == "C" else None
            self.control_of = command
            return
        size = _COUNTS[command.upper()]
        if size == 0:
            self.take(command, [])
            return
        for i in range(0, len(numbers), size):
            self.take(command, numbers[i : i + size])
            if command in "Mm":  # further pairs after a move are lines
                command = "l" if command == "m" else "L"

    def take(self, command: str, n: list[float]) -> None:
        kind = command.upper()
        if command.islower():
            n = self._to_absolute(kind, n)
        control: tuple[float, float] | None = None
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

    def _mirror_control_point(self, family: str) -> tuple[float, float]:
        if self.control is None or self.control_of not in family:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def _add_quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        self.out.curve(
            self.x + 2 / 3 * (x1 - self.x),
            self.y + 2 / 3 * (y1 - self.y),
            x + 2 / 3 * (x1 - x),
            y + 2 / 3 * (y1 - y),
            x,
            y,
        )

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

        def point(u: float, v: float) -> tuple[float, float]:
            return cos * rx * u - sin * ry * v + cx, sin * rx * u + cos * ry * v + cy

        angle = start
        for _ in range(pieces):
            c0, s0 = math.cos(angle), math.sin(angle)
            angle += step
            c1, s1 = math.cos(angle), math.sin(angle)
            self.out.curve(
                *point(c0 - k * s0, s0 + k * c0), *point(c1 + k * s1, s1 - k * c1), *point(c1, s1)
            )
