"""SVG art: the subset of SVG that emblems are drawn in.

Colours are roles of a palette or plain colours; `SvgArt.items` resolves the roles.

The subset: svg (viewBox, or width and height), g, path, circle, ellipse, rect, line, polygon,
polyline; transform; fill, stroke, stroke-width, stroke-linecap, stroke-dasharray, fill-rule, as
attributes or in `style`; `class="fill-ROLE stroke-ROLE"` for colours by role (ink, main, shade,
tint, paper, accent), which wins over a colour given beside it. Titles, descriptions, comments and
editors' metadata are skipped. A class of the root declares a trait: `figure` (faces and hands keep
light skin in a dark theme), `two-way` (the same under a half turn). All else (text, images,
gradients, scripts, links, entities) is refused with its location: art must look the same everywhere
and reach for nothing outside its file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path as FilePath
from xml.parsers import expat

from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.graphics.colour import BLACK, WHITE, Colour, parse_hex
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.graphics.svg_path import check_magnitude, parse_path

MAX_FILE_BYTES = 2_000_000
_MIN_SIDE = 1.0  # coordinates are rounded to a ten-thousandth
ROLES = ("ink", "main", "shade", "tint", "paper", "accent")
_SHAPES = {"path", "circle", "ellipse", "rect", "line", "polygon", "polyline"}
_PASSED_OVER = {"title", "desc", "metadata", "defs", "namedview"}
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_LENGTH = re.compile(rf"\s*({_NUMBER.pattern})\s*(px|mm|pt|cm|in)?\s*")
_TRANSFORM = re.compile(r"\s*,?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")
_UNITS = (None, "px", "mm", "pt", "cm", "in")
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


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is painted: colours are roles by name, plain colours or None."""

    fill: str | Colour | None = BLACK
    stroke: str | Colour | None = None
    width: float = 1.0
    round: bool = False
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    join: str = "miter"


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline and its paint."""

    data: PathData
    paint: Paint

    def coloured(self, palette: Mapping[str, Colour]) -> Path:
        """Return the shape as an item, its roles in the colours of a palette."""
        paint = self.paint
        fill, line = _colour_of(paint.fill, palette), _colour_of(paint.stroke, palette)
        stroke = Stroke(line, paint.width, paint.round, paint.dash, paint.join) if line else None
        return Path(self.data, fill, stroke, paint.even_odd)


def _colour_of(paint: str | Colour | None, palette: Mapping[str, Colour]) -> Colour | None:
    return palette[paint] if isinstance(paint, str) else paint


@dataclass(frozen=True, slots=True)
class SvgArt:
    """A drawing in its own box; `name` is its file's, `root_classes` are the classes of its
    root.
    """

    name: str
    box: Rect
    shapes: tuple[Shape, ...]
    root_classes: frozenset[str] = frozenset()

    def items(self, palette: Mapping[str, Colour]) -> tuple[Path, ...]:
        """Return the drawing in its own coordinates, its roles coloured by `palette`."""
        return tuple(shape.coloured(palette) for shape in self.shapes)

    def fit_into(self, box: Rect, *, cover: bool = False) -> Matrix:
        """Return the map that centres the drawing in `box`, inside it or covering it."""
        pick = max if cover else min
        factor = pick(box.w / self.box.w, box.h / self.box.h)
        (cx, cy), (px, py) = self.box.centre, box.centre
        return Matrix(factor, 0, 0, factor, px - cx * factor, py - cy * factor)


@lru_cache(maxsize=1024)
def read_art(path: FilePath) -> SvgArt:
    """Read the art of an SVG file. Raises PrintkitError with file:line:column."""
    data = read_bytes(path, noun="SVG file", max_bytes=MAX_FILE_BYTES)
    return _Reader(path).read(data)


class _Reader:
    """Turns Expat's events into shapes, with stacks of maps and paints while elements are open."""

    def __init__(self, path: FilePath) -> None:
        self.path = path
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._on_start
        self.parser.EndElementHandler = self._on_end
        self.parser.StartDoctypeDeclHandler = self._on_doctype
        self.maps: list[Matrix] = [IDENTITY]
        self.paints: list[Paint] = [Paint()]
        self.box: Rect | None = None
        self.traits: frozenset[str] = frozenset()
        self.shapes: list[Shape] = []
        self.skipping = 0

    def read(self, data: bytes) -> SvgArt:
        try:
            self.parser.Parse(data, True)
        except PrintkitError:
            raise
        except expat.ExpatError as error:
            raise PrintkitError(
                f"This is not well-formed SVG: {expat.ErrorString(error.code)}.",
                location=f"{self.path}:{error.lineno}:{error.offset + 1}",
                hint="Open it in a drawing program and save it again as plain SVG.",
            ) from None
        except (LookupError, ValueError):
            raise PrintkitError(
                "The encoding that this SVG names cannot be read.",
                location=f"{self.path}:1:1",
                hint="Save it with the encoding UTF-8.",
            ) from None
        if self.box is None or not self.shapes:
            raise PrintkitError("This SVG draws nothing.", location=str(self.path))
        return SvgArt(self.path.stem, self.box, tuple(self.shapes), self.traits)

    def _error(self, message: str, hint: str) -> PrintkitError:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return PrintkitError(message, location=f"{self.path}:{line}:{column}", hint=hint)

    def _on_doctype(self, *_: object) -> None:
        raise self._error(
            "A DOCTYPE (and the entities it may declare) is refused in art.",
            "Delete the line <!DOCTYPE …>.",
        )

    def _on_start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        if self.skipping or local in _PASSED_OVER:
            if local in ("script", "image", "use", "style"):
                raise self._unsupported_element(local)
            self.skipping += 1
            return
        foreign = " " in name and "svg" not in name.partition(" ")[0]
        if self.box is None and local != "svg":
            raise self._error(f"The root is <{local}>, not <svg>.", "Name an SVG file.")
        if foreign or local not in _SHAPES | {"svg", "g"} or (local == "svg" and self.box):
            raise self._unsupported_element(local)
        for key in attributes:
            if key.rpartition(" ")[2].lower().startswith("on") or key.endswith("href"):
                raise self._error(
                    f"The attribute “{key.rpartition(' ')[2]}” reaches outside a drawing.",
                    "Delete it: art holds no scripts and no links.",
                )
        try:
            if local == "svg":
                self.box = _parse_box(attributes)
                self.traits = frozenset(attributes.get("class", "").split())
            paint = _apply_paint(self.paints[-1], attributes)
            matrix = _parse_transform(attributes.get("transform", "")).then(self.maps[-1])
            if local in _SHAPES:
                self._add_shape(local, attributes, paint, matrix)
        except (ValueError, ArithmeticError) as error:
            why = error if isinstance(error, ValueError) else "a number beyond measure"
            raise self._error(
                f"<{local}>: {why}.", "Keep to the subset of SVG that art is drawn in (README)."
            ) from None
        self.maps.append(matrix)
        self.paints.append(paint)

    def _on_end(self, _name: str) -> None:
        if self.skipping:
            self.skipping -= 1
            return
        self.maps.pop()
        self.paints.pop()

    def _unsupported_element(self, local: str) -> PrintkitError:
        return self._error(
            f"<{local}> is not part of the subset of SVG that art is drawn in.",
            "Turn text and effects into paths; art uses g, path, circle, ellipse, rect, line, "
            "polygon and polyline.",
        )

    def _add_shape(
        self, local: str, attributes: dict[str, str], paint: Paint, matrix: Matrix
    ) -> None:
        data = _parse_outline(local, attributes)
        if not data.steps or (paint.fill is None and paint.stroke is None):
            return
        if matrix != IDENTITY:
            data = data.transformed(matrix)
            dash = tuple(round(dash * matrix.scale, 4) for dash in paint.dash)
            paint = replace(paint, width=round(paint.width * matrix.scale, 4), dash=dash)
        self.shapes.append(Shape(data, paint))


def _parse_outline(local: str, attributes: dict[str, str]) -> PathData:
    """Return the path of one shape element. Raises ValueError."""

    def number(key: str, default: str = "0") -> float:
        return _parse_length(attributes.get(key, default))

    if local == "path":
        return parse_path(attributes.get("d", ""))
    if local == "circle":
        return PathBuilder().circle(number("cx"), number("cy"), number("r")).done()
    if local == "ellipse":
        return PathBuilder().ellipse(number("cx"), number("cy"), number("rx"), number("ry")).done()
    if local == "rect":
        rect = Rect(number("x"), number("y"), number("width"), number("height"))
        radius = number("rx", attributes.get("ry", "0"))
        if radius != number("ry", attributes.get("rx", "0")):
            raise ValueError("rx and ry differ; draw such a corner as a path")
        return PathBuilder().rounded(rect, radius).done() if radius else rect_path(rect)
    if local == "line":
        return (
            PathBuilder().move(number("x1"), number("y1")).line(number("x2"), number("y2")).done()
        )
    numbers = _parse_floats(attributes.get("points", ""))
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError("points takes pairs of numbers")
    points = list(zip(numbers[0::2], numbers[1::2], strict=True))
    builder = PathBuilder()
    return (builder.polygon(points) if local == "polygon" else builder.polyline(points)).done()


def _parse_length(text: str, units: tuple[str | None, ...] = (None, "px")) -> float:
    match = _LENGTH.fullmatch(text)
    if not match or match[2] not in units:
        raise ValueError(f"“{text}” is not a number in units of the drawing")
    return check_magnitude(float(match[1]))


def _parse_floats(text: str) -> list[float]:
    """Parse all numbers of a text. Raises ValueError for one beyond measure."""
    return [check_magnitude(float(number)) for number in _NUMBER.findall(text)]


def _parse_box(attributes: dict[str, str]) -> Rect:
    if "viewBox" in attributes:
        numbers = _parse_floats(attributes["viewBox"])
        if len(numbers) != 4 or min(numbers[2:]) < _MIN_SIDE:
            raise ValueError("viewBox takes four numbers, the last two well above zero")
        return Rect(*numbers)
    if "width" in attributes and "height" in attributes:
        rect = Rect(
            0,
            0,
            _parse_length(attributes["width"], _UNITS),
            _parse_length(attributes["height"], _UNITS),
        )
        if min(rect.w, rect.h) >= _MIN_SIDE:
            return rect
    raise ValueError("it needs a viewBox, or width and height as numbers")


def _apply_paint(paint: Paint, attributes: dict[str, str]) -> Paint:
    """Return the paint of an element inside an element with `paint`. Raises ValueError."""
    result = {key: attributes[key] for key in _PAINT_KEYS if key in attributes}
    for declaration in attributes.get("style", "").split(";"):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if key in _PAINT_KEYS:
            result[key] = value
        _refuse_effect(key, value)
    for key in (*_EFFECTS, "display", "visibility"):
        _refuse_effect(key, attributes.get(key, ""))
    for key in ("opacity", "fill-opacity", "stroke-opacity"):
        _refuse_opacity(key, attributes.get(key, "1"))
    changes: dict[str, object] = {}
    for key, value in result.items():
        if key in ("fill", "stroke"):
            changes[key] = _parse_paint(value)
        elif key == "stroke-width":
            changes["width"] = _parse_length(value)
        elif key == "stroke-linecap":
            changes["round"] = value == "round"
        elif key == "stroke-linejoin":
            if value not in ("miter", "round", "bevel"):
                raise ValueError(f"stroke-linejoin “{value}” is not miter, round or bevel")
            changes["join"] = value
        elif key == "fill-rule":
            changes["even_odd"] = value == "evenodd"
        else:
            dash = () if value == "none" else tuple(map(float, _NUMBER.findall(value)))
            changes["dash"] = dash
    for name in attributes.get("class", "").split():
        kind, _, role = name.partition("-")
        if kind in ("fill", "stroke"):
            if role != "none" and role not in ROLES:
                raise ValueError(f"class “{name}” names no role; roles are {', '.join(ROLES)}")
            changes[kind] = None if role == "none" else role
    return replace(paint, **changes)  # type: ignore[arg-type]


def _refuse_effect(key: str, value: str) -> None:
    _refuse_opacity(key, value)
    if key in _EFFECTS and value not in ("", "none"):
        raise ValueError(f"{key} is not part of the subset")
    if (key, value) in (("display", "none"), ("visibility", "hidden"), ("visibility", "collapse")):
        raise ValueError("hidden shapes are refused; delete them")


def _refuse_opacity(key: str, value: str) -> None:
    if key.endswith("opacity") and value not in ("", "1", "1.0", "1.00", "100%"):
        raise ValueError("transparency does not print well; choose an opaque colour")


def _parse_paint(text: str) -> str | Colour | None:
    """Read a colour, or `currentcolor` as the role of ink. Raises ValueError."""
    value = text.strip().lower()
    if value in ("none", "transparent"):
        return None
    if re.fullmatch(r"#[0-9a-f]{6}", value):
        return parse_hex(value)
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return parse_hex("#" + "".join(digit * 2 for digit in value[1:]))
    if match := re.fullmatch(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)", value):
        return parse_hex("#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups()))
    if value in _NAMED:
        return _NAMED[value]
    raise ValueError(f"the colour “{text}” is not #rgb, #rrggbb, rgb(…) or none")


def _parse_transform(text: str) -> Matrix:
    """Parse a transform attribute into one matrix. Raises ValueError."""
    result, end = IDENTITY, 0
    for match in _TRANSFORM.finditer(text):
        if text[end : match.start()].strip(" ,\t\n"):
            raise ValueError(f"“{text}” is not a transform")
        end = match.end()
        n = _parse_floats(match[2])
        result = _parse_step(match[1], n).then(result)
    if text[end:].strip():
        raise ValueError(f"“{text}” is not a transform")
    return result


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
