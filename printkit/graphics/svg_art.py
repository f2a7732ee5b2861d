"""SVG art: the subset of SVG that emblems are drawn in.

Colours are roles of a palette or plain colours; `SvgArt.items` resolves the roles.

The subset: svg (viewBox, or width and height), g, path, circle, ellipse, rect, line, polygon,
polyline; transform; fill, stroke, stroke-width, stroke-linecap, stroke-dasharray, fill-rule, as
attributes or in `style`; `class="fill-ROLE stroke-ROLE"` for colours by role (ink, main, shade,
tint, paper, accent, light, dark), which wins over a colour given beside it. What stands in an
element with the id `field` is the pale ground of a drawing, which can be left out. Titles,
descriptions, comments and editors' metadata are skipped. A class of the root declares a trait:
`figure` (faces and hands keep light skin in a dark theme). All else (text, images,
gradients, scripts, links, entities) is refused with its location: art must look the same everywhere
and reach for nothing outside its file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import fsum
from pathlib import Path as FilePath
from xml.parsers import expat

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.base.limits import (
    MAX_COORDINATES,
    MAX_DASHES_DRAWN,
    MAX_ELEMENTS,
    MAX_SHAPES,
    MAX_SVG_BYTES,
)
from printkit.base.plain_text import quote
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import PathBuilder, PathData, area_and_length, rect_path
from printkit.graphics.svg_attributes import (
    UNITS,
    Paint,
    apply_paint,
    check_matrix,
    is_hidden,
    parse_extent,
    parse_floats,
    parse_length,
    parse_transform,
    read_declarations,
)
from printkit.graphics.svg_path import check_magnitude, parse_path

_MIN_SIDE = 1.0  # coordinates are rounded to a ten-thousandth
# The role of lines, and the one that stands for it in areas.
INK, AREA = "ink", "area"
_SHAPES = {"path", "circle", "ellipse", "rect", "line", "polygon", "polyline"}
_PASSED_OVER = {"title", "desc", "metadata", "defs", "namedview"}


class Shape(msgspec.Struct, frozen=True):
    """An outline and its paint; `field` if it is part of the pale ground of its drawing."""

    data: PathData
    paint: Paint
    field: bool = False

    def coloured(self, palette: Mapping[str, Colour]) -> Path:
        """Return the shape as an item, its roles in the colours of a palette; what is filled with
        `ink` has the colour of `area`, if the palette has that.
        """
        paint = self.paint
        fill = _colour_of(AREA if paint.fill == INK and AREA in palette else paint.fill, palette)
        line = _colour_of(paint.stroke, palette)
        stroke = Stroke(line, paint.width, paint.round, paint.dash, paint.join) if line else None
        return Path(self.data, fill, stroke, paint.even_odd)


def _colour_of(paint: str | Colour | None, palette: Mapping[str, Colour]) -> Colour | None:
    return palette[paint] if isinstance(paint, str) else paint


# Each file is read once: an art equals itself alone.
class SvgArt(msgspec.Struct, frozen=True, eq=False):
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

    def without_field(self) -> SvgArt:
        """Return the drawing without its pale ground, unless it is nothing else."""
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
    """Read the art of an SVG file. Raises PrintkitError with file:line:column."""
    data = read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)
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
        self.elements = self.numbers = 0
        self.skipping = 0
        self.field = 0  # how many elements were open when that of the field began

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
        if self.skipping or local in _PASSED_OVER:
            if local in ("script", "image", "use", "style"):
                raise self._unsupported_element(local)
            self.skipping += 1
            return
        foreign = " " in name and "svg" not in name.partition(" ")[0]
        if self.box is None and local != "svg":
            raise self._error(f"The root is {quote(local)}, not <svg>.", "Name an SVG file.")
        if foreign or local not in _SHAPES | {"svg", "g"} or (local == "svg" and self.box):
            raise self._unsupported_element(local)
        for key in attributes:
            if key.rpartition(" ")[2].lower().startswith("on") or key.endswith("href"):
                raise self._error(
                    f"The attribute {quote(key.rpartition(' ')[2])} reaches outside a drawing.",
                    "Delete it: art holds no scripts and no links.",
                )
        try:
            if local == "svg":
                self.box = _parse_box(attributes)
                self.traits = frozenset(attributes.get("class", "").split())
            declarations = read_declarations(attributes)
            if is_hidden(declarations):
                self.skipping += 1
                return
            paint = apply_paint(self.paints[-1], declarations, attributes.get("class", ""))
            matrix = parse_transform(attributes.get("transform", "")).then(self.maps[-1])
            check_matrix(matrix)
            if local in _SHAPES:
                self._add_shape(local, attributes, paint, matrix)
        except (ValueError, ArithmeticError) as error:
            why = error if isinstance(error, ValueError) else "a number beyond measure"
            raise self._error(
                f"<{local}>: {why}.", "Keep to the subset of SVG that art is drawn in (README)."
            ) from None
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
        data = _parse_outline(local, attributes)
        dash = paint.dash
        if matrix != IDENTITY:
            data = data.transformed(matrix)
            dash = tuple(round(dash * matrix.scale, 4) for dash in paint.dash)
            paint = replace(paint, width=round(paint.width * matrix.scale, 4))
        self.numbers += len(data.coords)
        for count, limit in (
            (len(self.shapes) + 1, MAX_SHAPES),
            (self.numbers, MAX_COORDINATES),
        ):
            if count > limit:
                raise self._error(*limit.refusal(count))
        if seen := _visible_paint(data, paint, self.box):
            own = replace(seen, dash=_check_dash(data, dash))
            self.shapes.append(Shape(data, own, bool(self.field)))


def _visible_paint(data: PathData, paint: Paint, box: Rect | None) -> Paint | None:
    """Return the paint of what is seen of a shape, or None if nothing is: it has no extent, no
    paint, or is outside the box of the drawing.
    """
    if not data.coords or not paint.visible:
        return None
    for number in (max(data.coords), min(data.coords), paint.width):
        check_magnitude(number)
    extent = data.box()
    fill = paint.fill if paint.fill_shown and extent.w and extent.h else None
    stroke = paint.stroke if paint.stroke_shown and paint.width else None
    if not (extent.w or extent.h or paint.round):
        stroke = None
    if fill is None and stroke is None:
        return None
    ink = extent.inset(-paint.width) if stroke is not None else extent
    if box is None or not box.intersects(ink):
        return None
    return replace(paint, fill=fill, stroke=stroke)


def _check_dash(data: PathData, dash: tuple[float, ...]) -> tuple[float, ...]:
    """Return the pattern of dashes, none if it is too fine to be drawn. Raises ValueError."""
    period = fsum(dash)
    if not period:
        return ()
    if area_and_length(data)[1] / period * len(dash) > MAX_DASHES_DRAWN:
        raise ValueError(f"a line has more than {MAX_DASHES_DRAWN:,} dashes; make them longer")
    return dash


def _parse_outline(local: str, attributes: dict[str, str]) -> PathData:
    """Return the path of one shape element. Raises ValueError."""

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
        return (
            PathBuilder().move(number("x1"), number("y1")).line(number("x2"), number("y2")).done()
        )
    numbers = parse_floats(attributes.get("points", ""))
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError("points takes pairs of numbers")
    points = list(zip(numbers[0::2], numbers[1::2], strict=True))
    builder = PathBuilder()
    return (builder.polygon(points) if local == "polygon" else builder.polyline(points)).done()


def _parse_box(attributes: dict[str, str]) -> Rect:
    if "viewBox" in attributes:
        numbers = parse_floats(attributes["viewBox"])
        if len(numbers) != 4 or min(numbers[2:]) < _MIN_SIDE:
            raise ValueError("viewBox takes four numbers, the last two well above zero")
        return Rect(*numbers)
    if "width" in attributes and "height" in attributes:
        rect = Rect(
            0,
            0,
            parse_length(attributes["width"], UNITS),
            parse_length(attributes["height"], UNITS),
        )
        if min(rect.w, rect.h) >= _MIN_SIDE:
            return rect
    raise ValueError("it needs a viewBox, or width and height as numbers")
