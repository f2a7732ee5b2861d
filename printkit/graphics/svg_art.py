"""SVG art: the subset of SVG for emblems.

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

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import fsum
from pathlib import Path as FilePath
from xml.parsers import expat

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.base.kept import find_kept
from printkit.base.limits import (
    MAX_COORDINATES,
    MAX_DASHES,
    MAX_DASHES_DRAWN,
    MAX_ELEMENTS,
    MAX_SHAPES,
    MAX_SVG_BYTES,
)
from printkit.base.plain_text import quote
from printkit.graphics.colour import BLACK, WHITE, Colour, Inks, is_hex, parse_hex
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import PathData, area_and_length
from printkit.graphics.scenes import palette_source, roles_of
from printkit.graphics.svg_path import (
    NUMBER,
    SHAPES,
    check_magnitude,
    check_matrix,
    parse_box,
    parse_extent,
    parse_floats,
    parse_outline,
    parse_transform,
)

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
    return msgspec.msgpack.decode(kept, type=SvgArt) if kept else _Reader(path).read(data)


class _Reader:
    """A reader of Expat's events, with stacks of matrices and paints for open elements."""

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
        self.elements = self.numbers = 0
        self.skipping = 0
        self.field = 0  # the number of open elements at the start of the field

    def read(self, data: bytes) -> SvgArt:
        try:
            self.parser.Parse(data, True)
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
            raise PrintkitError(
                "This SVG draws nothing.",
                location=str(self.path),
                hint="Draw a shape with a fill or a stroke inside its box.",
            )
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
            raise self._error(f"The root is {quote(local)}, not <svg>.", "Name an SVG file.")
        if foreign or local not in (*SHAPES, "svg", "g") or (local == "svg" and self.box):
            raise self._unsupported_element(local)
        for bare in (key.rpartition(" ")[2] for key in attributes if key not in _HARMLESS):
            if bare.lower().startswith("on") or bare.endswith("href"):
                raise self._error(
                    f"The attribute {quote(bare)} reaches outside a drawing.",
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
            why = error if isinstance(error, ValueError) else "a number cannot be drawn"
            hint = "Keep to the subset of SVG that art is drawn in (docs/definitions.md)."
            raise self._error(f"<{local}>: {why}.", hint) from None
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
            f"The element {quote(local)} is not part of the subset of SVG that art is drawn in.",
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
        raise ValueError(f"a line has more than {MAX_DASHES_DRAWN:,} dashes; make them longer")
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
            raise ValueError(f"{key} is not part of the subset")
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
        raise ValueError("transparency does not print well; choose an opaque colour")
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
                raise ValueError(f"class {quote(name)} names no role; roles are {', '.join(roles)}")
            changes[kind] = None if role == "none" else role
    return replace(paint, **changes) if changes else paint


def _parse_dash(text: str) -> tuple[float, ...]:
    """Parse a pattern of dashes, empty for a solid line. Raises ValueError."""
    numbers = () if text == "none" else tuple(parse_floats(text))
    if len(numbers) > MAX_DASHES:
        raise ValueError(f"stroke-dasharray has {len(numbers)} numbers; {MAX_DASHES} are allowed")
    if any(number < 0 for number in numbers):
        raise ValueError("a dash is less than zero")
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
    raise ValueError(f"the colour {quote(text)} is not #rgb, #rrggbb, rgb(…) or none")


def _parse_join(text: str) -> str:
    if text not in ("miter", "round", "bevel"):
        raise ValueError(f"stroke-linejoin {quote(text)} is not miter, round or bevel")
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
