"""Lengths with units; rectangles; affine maps."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from printkit.base.errors import PrintkitError
from printkit.base.sentences import Sentence

# --- units ---------------------------------------------------------------------------------------

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72
_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_NUMBER = r"(\d+(?:\.\d+)?|\.\d+)"
_LENGTH = re.compile(rf"\s*([+-]?){_NUMBER}\s*(mm|cm|in|pt)\s*")
_PIXELS = re.compile(rf"\s*{_NUMBER}\s*px\s*@\s*{_NUMBER}\s*dpi\s*")
_SIZE = re.compile(
    rf"\s*{_NUMBER}\s*(mm|cm|in|pt)?\s*[x×]\s*{_NUMBER}\s*(mm|cm|in|pt)\s*", re.IGNORECASE
)


def parse_length(text: str, *, noun: str = "length") -> float:
    """Return the millimetres of `63.5mm`, `2.5in`, `9pt`, `1cm` or `300px@300dpi`.

    Raises PrintkitError for a bare number or anything else.

    >>> parse_length("2.5in")
    63.5
    """
    if match := _LENGTH.fullmatch(text.lower()):
        sign = -1.0 if match[1] == "-" else 1.0
        return sign * float(match[2]) * _UNITS[match[3]]
    pixels = _PIXELS.fullmatch(text.lower())
    if pixels and float(pixels[2]) > 0:
        return float(pixels[1]) / float(pixels[2]) * MM_PER_INCH
    raise PrintkitError(
        Sentence("“{text}” is not a {noun}.", text=text, noun=Sentence(noun)),
        hint="Write a number with its unit: 63.5mm, 2.5in, 9pt, 300px@300dpi.",
    )


def parse_size(text: str, *, noun: str = "size") -> tuple[float, float] | None:
    """Return the width and height (mm) of a size such as `63.5x88.9mm` or `2.5inx3.5in`.

    Return None if `text` is not a size. Raises PrintkitError for a size of zero.
    """
    match = _SIZE.fullmatch(text)
    if not match:
        return None
    unit = match[4].lower()
    width = float(match[1]) * _UNITS[(match[2] or unit).lower()]
    height = float(match[3]) * _UNITS[unit]
    if width <= 0 or height <= 0:
        raise PrintkitError(
            Sentence(
                "“{text}” is a {noun} of zero width or height.", text=text, noun=Sentence(noun)
            ),
            hint="Write 63.5x88.9mm.",
        )
    return width, height


def format_mm(value: float) -> str:
    """Format a length for people: at most two decimals, no trailing zero.

    >>> format_mm(63.50)
    '63.5'
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def format_size(width: float, height: float) -> str:
    """Format a size for people: `63.5 × 88.9 mm`."""
    return f"{format_mm(width)} × {format_mm(height)} mm"


# --- geometry ------------------------------------------------------------------------------------


class Rect(NamedTuple):
    """A rectangle: its left and top edges, its width and its height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def outset(self, left: float, top: float, right: float, bottom: float) -> Rect:
        """Return the rectangle with each side moved outward (inward if negative)."""
        return Rect(self.x - left, self.y - top, self.w + left + right, self.h + top + bottom)

    def inset(self, by: float) -> Rect:
        """Return the rectangle with every side moved inward by `by`."""
        return self.outset(-by, -by, -by, -by)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle moved by (`dx`, `dy`)."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def contains(self, other: Rect, slack: float = 1e-6) -> bool:
        """Return True if `other` is inside, edges included, within `slack`."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def intersects(self, other: Rect, slack: float = 1e-6) -> bool:
        """Return True if the two rectangles share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def intersection(self, other: Rect) -> Rect:
        """Return the common part; its width or height is negative if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def union(self, other: Rect) -> Rect:
        """Return the smallest rectangle around both."""
        x, y, w, h = self
        left, top, other_w, other_h = other
        right, bottom, other_right, other_bottom = x + w, y + h, left + other_w, top + other_h
        # This is called very often, and `min` and `max` would use most of its time.
        x, y = left if left < x else x, top if top < y else y
        right = other_right if other_right > right else right
        bottom = other_bottom if other_bottom > bottom else bottom
        return Rect(x, y, right - x, bottom - y)


def centred_rect(width: float, height: float) -> Rect:
    """Return a rectangle centred on the origin."""
    return Rect(-width / 2, -height / 2, width, height)


def rect_around(points: Iterable[tuple[float, float]]) -> Rect:
    """Return the smallest rectangle around points."""
    xs, ys = zip(*points, strict=True)
    x, y = min(xs), min(ys)
    return Rect(x, y, max(xs) - x, max(ys) - y)


def polar(radius: float, degrees: float) -> tuple[float, float]:
    """Return a point on a circle around the origin; angles count clockwise from the right."""
    angle = math.radians(degrees)
    return radius * math.cos(angle), radius * math.sin(angle)


class Matrix(NamedTuple):
    """An affine map (x, y) -> (a·x + c·y + e, b·x + d·y + f)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, after: Matrix) -> Matrix:
        """Return the map that applies this one first, then `after`."""
        a, b, c, d, e, f = self
        p, q, r, s, x, y = after
        return Matrix(
            p * a + r * b,
            q * a + s * b,
            p * c + r * d,
            q * c + s * d,
            p * e + r * f + x,
            q * e + s * f + y,
        )

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Return the point that the map moves to (x, y)."""
        u, v, area = x - self.e, y - self.f, self.a * self.d - self.b * self.c
        return (self.d * u - self.c * v) / area, (self.a * v - self.b * u) / area

    def bounds(self, rect: Rect) -> Rect:
        """Return the upright rectangle around the image of `rect`."""
        a, b, c, d, e, f = self
        left, top, w, h = rect
        if not b and not c:  # translations and scalings, by far the most frequent
            x0, x1 = a * left + e, a * (left + w) + e
            y0, y1 = d * top + f, d * (top + h) + f
            x, y = min(x0, x1), min(y0, y1)
            return Rect(x, y, max(x0, x1) - x, max(y0, y1) - y)
        corners = [self.apply(x, y) for x in (left, left + w) for y in (top, top + h)]
        return rect_around(corners)

    @property
    def scale(self) -> float:
        """The scale factor of lengths; the geometric mean if the axes differ."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


IDENTITY = Matrix()


def translation(x: float, y: float) -> Matrix:
    """Return the map that moves by (x, y)."""
    return Matrix(1.0, 0.0, 0.0, 1.0, x, y)


def scaling(factor: float, y_factor: float | None = None) -> Matrix:
    """Return the map that scales about the origin."""
    return Matrix(factor, 0.0, 0.0, factor if y_factor is None else y_factor, 0.0, 0.0)


def half_rotation(x: float, y: float) -> Matrix:
    """Return the rotation by 180° about (x, y)."""
    return Matrix(-1.0, 0.0, 0.0, -1.0, 2 * x, 2 * y)


def rotation(degrees: float) -> Matrix:
    """Return the rotation about the origin, clockwise on the page (y points down).

    Multiples of 90° are exact, so that no rounding errors appear in files.
    """
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    else:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Matrix(cos, sin, -sin, cos, 0.0, 0.0)
