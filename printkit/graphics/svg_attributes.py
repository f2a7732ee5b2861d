"""Attributes of SVG: numbers, lengths, transforms, and how a shape is painted.

Texts are matched from their start without stepping back, so that reading is linear in their length.
All functions raise ValueError with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import IDENTITY, Matrix, rotation, scaling, translation
from printkit.base.limits import MAX_DASHES, MAX_TRANSFORMS
from printkit.base.plain_text import quote
from printkit.graphics.colour import BLACK, WHITE, Colour, parse_hex
from printkit.graphics.svg_path import NUMBER, NUMBERS, check_magnitude

ROLES = ("ink", "main", "shade", "tint", "paper", "accent", "light", "dark")
UNITS = (None, "px", "mm", "pt", "cm", "in")
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+(px|mm|pt|cm|in)?+\s*+")
_TRANSFORM = re.compile(
    r"[\s,]*+(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)[\s,]*+"
)
_RGB = re.compile(r"rgb\(\s*+(\d{1,9})\s*+,\s*+(\d{1,9})\s*+,\s*+(\d{1,9})\s*+\)")
# What would change the picture and is not drawn: refused, lest a card shows what was hidden.
_EFFECTS = ("filter", "mask", "clip-path")
_NAMED: dict[str, str | Colour] = {
    "black": BLACK,
    "white": WHITE,
    "red": Colour("#ff0000"),
    "currentcolor": "ink",
}
_PAINT_KEYS = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-dasharray",
    "fill-rule",
    "stroke-linejoin",
)
_OPACITIES = {"opacity": "", "fill-opacity": "fill_shown", "stroke-opacity": "stroke_shown"}
_VISIBILITIES = {"visible": True, "hidden": False, "collapse": False}
_KEYS = {*_PAINT_KEYS, *_EFFECTS, *_OPACITIES, "display", "visibility"}


class Paint(msgspec.Struct, frozen=True):
    """How a shape is painted: colours are roles by name, plain colours or None.

    `visible`, `fill_shown` and `stroke_shown` are what `visibility` and opacities of 0 leave of it.
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


def parse_length(text: str, units: tuple[str | None, ...] = (None, "px")) -> float:
    """Parse a length in one of these units, as the number before it."""
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
    return [check_magnitude(float(number)) for number in NUMBERS.findall(text)]


def read_declarations(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return what an element says of its paint, as attributes or, which wins, in `style`.

    Refuses effects that are not drawn.
    """
    result = {key: attributes[key] for key in _KEYS if key in attributes}
    for declaration in attributes.get("style", "").split(";"):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if key in _KEYS:
            result[key] = value
    for key in _EFFECTS:
        if result.get(key, "none") not in ("", "none"):
            raise ValueError(f"{key} is not part of the subset")
    return result


def is_hidden(declarations: Mapping[str, str]) -> bool:
    """Return True if nothing of an element and of what stands in it is seen."""
    hidden = declarations.get("display") == "none"
    return hidden or not _is_opaque(declarations.get("opacity", "1"))


def _is_opaque(text: str) -> bool:
    """Return True for full opacity, False for none."""
    value = text.strip()
    if value in ("", "1", "1.0", "1.00", "100%"):
        return True
    match = re.fullmatch(rf"({NUMBER})%?", value)
    if not match or float(match[1]) > 0:
        raise ValueError("transparency does not print well; choose an opaque colour")
    return False


def apply_paint(paint: Paint, declarations: Mapping[str, str], classes: str) -> Paint:
    """Return the paint of an element inside an element with `paint`."""
    changes: dict[str, object] = {}
    for key, value in declarations.items():
        if key in ("fill", "stroke"):
            changes[key] = _parse_colour(value)
        elif key == "stroke-width":
            changes["width"] = parse_extent(value)
        elif key == "stroke-linecap":
            changes["round"] = value == "round"
        elif key == "stroke-linejoin":
            if value not in ("miter", "round", "bevel"):
                raise ValueError(f"stroke-linejoin {quote(value)} is not miter, round or bevel")
            changes["join"] = value
        elif key == "fill-rule":
            changes["even_odd"] = value == "evenodd"
        elif key == "stroke-dasharray":
            changes["dash"] = _parse_dash(value)
        elif key == "visibility":
            changes["visible"] = _VISIBILITIES.get(value, paint.visible)
        elif name := _OPACITIES.get(key):
            changes[name] = _is_opaque(value)
    for name in classes.split():
        kind, _, role = name.partition("-")
        if kind in ("fill", "stroke"):
            if role != "none" and role not in ROLES:
                raise ValueError(f"class {quote(name)} names no role; roles are {', '.join(ROLES)}")
            changes[kind] = None if role == "none" else role
    return replace(paint, **changes) if changes else paint


def _parse_dash(text: str) -> tuple[float, ...]:
    """Parse a pattern of dashes; none is a solid line."""
    numbers = () if text == "none" else tuple(parse_floats(text))
    if len(numbers) > MAX_DASHES:
        raise ValueError(f"stroke-dasharray has {len(numbers)} numbers; {MAX_DASHES} are allowed")
    if any(number < 0 for number in numbers):
        raise ValueError("a dash is less than zero")
    return numbers if any(numbers) else ()


def _parse_colour(text: str) -> str | Colour | None:
    """Read a colour, or `currentcolor` as the role of ink."""
    value = text.strip().lower()
    if value in ("none", "transparent"):
        return None
    if re.fullmatch(r"#[0-9a-f]{6}", value):
        return parse_hex(value)
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return parse_hex("#" + "".join(digit * 2 for digit in value[1:]))
    if match := _RGB.fullmatch(value):
        return parse_hex("#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups()))
    if value in _NAMED:
        return _NAMED[value]
    raise ValueError(f"the colour {quote(text)} is not #rgb, #rrggbb, rgb(…) or none")


def parse_transform(text: str) -> Matrix:
    """Parse a transform attribute into one matrix."""
    result, end, steps = IDENTITY, 0, 0
    text = text.strip()
    while end < len(text):
        steps += 1
        if steps > MAX_TRANSFORMS:
            raise ValueError(f"a transform has at most {MAX_TRANSFORMS} steps")
        match = _TRANSFORM.match(text, end)
        if match is None:
            raise ValueError(f"{quote(text)} is not a transform")
        end = match.end()
        result = _parse_step(match[1], parse_floats(match[2])).then(result)
        check_matrix(result)
    return result


def check_matrix(matrix: Matrix) -> Matrix:
    """Return the matrix; one that leads beyond measure is refused."""
    for number in matrix:
        check_magnitude(number)
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
