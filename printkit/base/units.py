"""Parse and format lengths. All lengths are floats in millimetres unless a name says otherwise."""

from __future__ import annotations

import re

from printkit.base.errors import PrintkitError

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
        f"“{text}” is not a {noun}.",
        hint="Write a number with its unit: 63.5mm, 2.5in, 9pt, 300px@300dpi.",
    )


def parse_size(text: str, *, noun: str = "size") -> tuple[float, float] | None:
    """Return width and height of `63.5x88.9mm` or `2.5inx3.5in`, or None if it is no size.

    Raises PrintkitError for a size of zero.
    """
    match = _SIZE.fullmatch(text)
    if not match:
        return None
    unit = match[4].lower()
    width = float(match[1]) * _UNITS[(match[2] or unit).lower()]
    height = float(match[3]) * _UNITS[unit]
    if width <= 0 or height <= 0:
        raise PrintkitError(
            f"“{text}” is a {noun} of zero width or height.", hint="Write 63.5x88.9mm."
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
