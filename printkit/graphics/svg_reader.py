"""Resolve an SVG file into shapes in plain colours.

Styles, units, `use`, `symbol`, `switch`, nested `svg`, clip paths and markers are resolved; a
stroke that the display list cannot express becomes an outline. The work is limited: an element
counts each time it is drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import NamedTuple, NoReturn

from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.base.limits import (
    MAX_COORDINATES,
    MAX_DASHES,
    MAX_DASHES_DRAWN,
    MAX_ELEMENTS,
    MAX_NESTED,
    MAX_SHAPES,
)
from printkit.base.sentences import Sentence, name_some, quote
from printkit.graphics.colour import WHITE, Colour, roles_of
from printkit.graphics.path import PathData, area_and_length, flatten, rect_path
from printkit.graphics.strokes import (
    BUTT,
    MITER,
    ROUND,
    SQUARE,
    StrokeStyle,
    crosses_start,
    flat_lines,
    has_corner,
    outline_stroke,
)
from printkit.graphics.svg_art import INK, Paint, PictureOnly, Shape, SvgArt
from printkit.graphics.svg_clips import NOWHERE, Clip, ManyParts, rect_clip, unite
from printkit.graphics.svg_markers import Vertex, bisector, find_vertices
from printkit.graphics.svg_path import (
    SHAPES,
    BrokenPath,
    View,
    check_magnitude,
    check_matrix,
    fit,
    is_similar,
    parse_extent,
    parse_floats,
    parse_length,
    parse_origin,
    parse_outline,
    parse_transform,
    path_vertices,
    stretch,
)
from printkit.graphics.svg_style import (
    EFFECTS,
    GROUNDS,
    HEX_DIGITS,
    INHERITED,
    Shade,
    fill_variables,
    parse_colour,
    parse_opacity,
)
from printkit.graphics.svg_tree import PICTURED, SUBSET_HINT, Node, TreeReader, place_error

# Coordinates are rounded to a ten-thousandth: a drawing of another size is brought to this side.
_SMALLEST, _LARGEST, _SIDE = 5.0, 20_000.0, 1000.0
# The deviation of outlines of strokes, as a share of the longer side of a drawing: 0.01 mm on a
# poker card.
_TOLERANCE = 1 / 8000
# Miters of the display list are at most this many widths long.
_MITER = 4.0
# Shares by which the sides of a drawing and of its viewport may differ.
_SAME_RATIO = 1e-3
_URL = re.compile(
    r"url\(\s*+[\"']?+\s*+#([^\s\"')]++)\s*+[\"']?+\s*+\)\s*+(.*)\Z", re.DOTALL | re.IGNORECASE
)
# A role of a class, as a value of `fill` or `stroke`; a file cannot contain it.
_ROLE = "\0"
_PAINT_KEYS = (
    *("fill", "stroke", "color", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
    *("stroke-dashoffset", "paint-order"),
)
_VISIBLE = ("visible", "inherit")
# A shape without width or height is not drawn, not even its stroke.
_WITH_SIDES = {"rect", "circle", "ellipse"}
_LINES = {"path", "line", "polyline", "polygon"}
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_LINKED = re.compile(r"#(.*)", re.DOTALL)
BEYOND = (
    "Its page is empty: the drawing beside the page is printed. In Inkscape, choose Edit, "
    "Resize Page to Content to fit the page to the drawing."
)
UNSIZED = "It has neither a viewBox nor a size: the box around the drawing is used."
# A side of the root without an absolute length, and the page of a root without one (pixels).
_AUTO, _UNSIZED_PAGE = -1.0, (300.0, 150.0)
# What only a picture shows, for messages.
GRADIENT, PATTERN, TEXT, IMAGE = "a gradient", "a pattern", "a text", "an embedded picture"
CLEAR, FILTER, MASK, BLEND = "transparency", "a filter", "a mask", "a blend mode"
CLIP, CONTEXT = "a clip path of many parts", "a colour of another element"
MARKER = "a marker in per cent"
_OF_MARKER = ("refX", "refY", "markerWidth", "markerHeight")
# The properties of a symbol that its copies have, with their plain values.
_OF_SYMBOL = {"opacity": "1", "clip-path": "none", "mask": "none", "filter": "none"}
_EFFECT_NAMES = {"filter": FILTER, "mask": MASK, "mix-blend-mode": BLEND, "backdrop-filter": FILTER}


class _PaintOf(NamedTuple):
    """The paint of a shape in its own units, and the reasons if it can only be shown as a
    picture.
    """

    fill: str | Colour | None
    stroke: str | Colour | None
    fill_needs: str
    stroke_needs: str
    pen: StrokeStyle
    dash: tuple[float, ...]
    offset: float
    even_odd: bool
    order: tuple[str, ...]


class Inherited(NamedTuple):
    """The properties that an element inherits from its ancestors.

    `values` are inherited properties, `context` the fill and stroke of the line that a marker is
    on, `own` the other properties of the parent, and `top` the element that a `use` copies:
    selectors ignore all elements above it.
    """

    values: Mapping[str, str]
    matrix: Matrix
    view: View
    clips: tuple[Clip, ...] = ()
    field: bool = False
    context: tuple[str, str] | None = None
    depth: int = 0
    own: Mapping[str, str] = {}
    top: Node | None = None


class Failure(Exception):
    """A reason why a drawing needs a renderer."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class DrawsNothing(PrintkitError):
    """A sound drawing without anything inside its box, or without a box."""


class Reader:
    """The elements of a file, and the shapes that have been drawn so far.

    The box of the drawing is `beyond`, in the units of the root, if it is given.
    """

    def __init__(self, path: FilePath, data: bytes, beyond: Rect | None = None) -> None:
        self.path, self.beyond = path, beyond
        self.tree = TreeReader(path, data).read()
        self.traits = self.tree.root.classes
        self.roles: tuple[str, ...] = ()
        self.shapes: list[Shape] = []
        self.remarks: dict[str, str] = {}  # the first of each kind
        self.elements = self.numbers = 0
        self.is_unsized, self.root_font = False, View(0.0, 0.0).font
        self.node = self.tree.root
        self.paints: dict[tuple[object, ...], _PaintOf] = {}
        self.clips: dict[tuple[str, Matrix], tuple[Clip, ...]] = {}

    def read(self) -> SvgArt:
        """Return the drawing. Raises PrintkitError."""
        root = self.tree.root
        try:
            self.roles = roles_of(self.traits)
            self.box, view, matrix, self.pixel = self._frame(root)
            if self.beyond is not None:
                self.box = matrix.bounds(self.beyond)
                self._remark(UNSIZED if self.is_unsized else BEYOND)
            elif self.is_unsized:
                raise self._nothing()
            self.tolerance = max(self.box.w, self.box.h) * _TOLERANCE
            self._draw_root(root, Inherited({}, matrix, view))
        except (ValueError, ArithmeticError) as error:
            raise self._error(error) from None
        except Failure as failure:
            raise self._needs_picture(failure.what) from None
        if not self.shapes:
            raise self._nothing()
        remarks = self._all_remarks()
        return SvgArt(self.path.stem, self.box, tuple(self.shapes), self.traits, remarks)

    def _nothing(self) -> DrawsNothing:
        root = self.tree.root
        return DrawsNothing(
            "This SVG draws nothing.",
            location=f"{self.path}:{root.line}:{root.column}",
            hint=next(iter(self.remarks.values()), _DRAW_SHAPE),
        )

    def _all_remarks(self) -> tuple[str, ...]:
        """Return the remarks on the file, at most one of each kind."""
        return (*self.tree.remarks, *self.remarks.values())

    def _remark(self, template: str, **values: object) -> None:
        """Add a remark on the file, if it is the first of its kind."""
        self.remarks.setdefault(template, Sentence(template, **values))

    def _error(self, error: Exception) -> PrintkitError:
        """Return the error of the element that is being drawn."""
        known = isinstance(error, ValueError)
        why = str(error) if known else Sentence("a number cannot be drawn")
        fault = Sentence("<{element}>: {why}.", element=self.node.name, why=why)
        return place_error(self.path, self.node.line, self.node.column, fault, SUBSET_HINT)

    def _needs_picture(self, what: str) -> PrintkitError:
        """Return the error for a drawing that needs a renderer.

        A renderer ignores media queries, so a drawing with such a query cannot be drawn at all.
        """
        if self.tree.has_media:
            return self._error(
                ValueError(
                    Sentence("{what} cannot be drawn together with @media", what=Sentence(what))
                )
            )
        fault = PictureOnly(
            Sentence(
                "<{element}>: {what} cannot be drawn in lines and plain areas.",
                element=self.node.name,
                what=Sentence(what),
            ),
            location=f"{self.path}:{self.node.line}:{self.node.column}",
            hint="Use plain colours and paths here, or export the drawing as PNG.",
        )
        fault.what, fault.size, fault.beyond = what, (self.box.w, self.box.h), self.beyond
        fault.remarks = self._all_remarks()
        fault.has_text = any(node.name == "text" and node.words for node in self.tree.root.all())
        return fault

    def _refuse(self, limit_error: tuple[str, str]) -> NoReturn:
        message, hint = limit_error
        raise place_error(self.path, self.node.line, self.node.column, message, hint)

    # --- the frame -------------------------------------------------------------------------------

    def _frame(self, root: Node) -> tuple[Rect, View, Matrix, float]:
        """Return the box of a drawing, its viewport, the map into the box, and the size of a CSS
        pixel.

        The box is `viewBox`, extended or cropped to the proportions of width and height, according
        to `preserveAspectRatio`.
        """
        ruled = self.tree.sheet.declarations(root, None) if self.tree.sheet.is_used else []
        own = {**root.attributes, **{d.name: d.value for d in [*ruled, *root.declarations]}}
        sides: list[float] = []  # in CSS pixels; `_AUTO` without an absolute length
        for key in ("width", "height"):
            asked = own.get(key, "auto").strip()
            is_relative = asked in ("auto", "") or asked.endswith("%")
            is_relative = is_relative or asked.lower().endswith(("vw", "vh"))
            sides.append(_AUTO if is_relative else parse_extent(asked))
        size = sides[0], sides[1]
        text = root.attributes.get("viewBox")
        if text is not None:
            numbers = parse_floats(text)
            if len(numbers) != 4 or min(numbers[2:]) <= 1e-6:
                raise ValueError(
                    Sentence(
                        "viewBox needs four numbers, and the last two must be greater than zero"
                    )
                )
            inner = Rect(*numbers)
        elif min(size) > 0:
            inner = Rect(0.0, 0.0, *size)
        elif _AUTO in size and 0.0 not in size:
            inner, self.is_unsized = Rect(0.0, 0.0, *_UNSIZED_PAGE), True
        else:
            raise ValueError(Sentence("it needs a viewBox, or width and height"))
        box, matrix, pixel = inner, IDENTITY, 1.0
        if text is not None and min(size) > 0:
            fitted, meets = fit(root.attributes, inner, Rect(0, 0, *size))
            pixel = 1 / fitted.scale
            if abs(inner.w * size[1] / (inner.h * size[0]) - 1) > _SAME_RATIO:
                if meets is None:  # stretched
                    matrix = scaling(1.0, (size[1] / inner.h) / (size[0] / inner.w))
                    box, pixel = matrix.bounds(inner), inner.w / size[0]
                else:
                    a, _, _, d, e, f = fitted
                    box = Rect(-e / a, -f / d, size[0] / a, size[1] / d)
        side = max(box.w, box.h)
        if not _SMALLEST <= side <= _LARGEST:
            factor = _SIDE / side
            matrix = matrix.then(scaling(factor))
            box, pixel = scaling(factor).bounds(box), pixel * factor
        for number in (box.x, box.y, box.right, box.bottom):
            check_magnitude(number)
        return box, View(inner.w, inner.h), matrix, pixel

    # --- elements --------------------------------------------------------------------------------

    def _draw_root(self, root: Node, state: Inherited) -> None:
        inner, own = self._style(root, state)
        self.root_font = inner.view.font
        for key in GROUNDS:
            if own.get(key, "none") not in ("none", "transparent"):
                self.elements += 1
                self._add_ground(own[key])
        if own.get("transform", "none") != "none":
            raise ValueError(
                Sentence("the property {name} cannot be drawn", name=quote("transform"))
            )
        self._draw_styled(root, inner, own)

    def _add_ground(self, text: str) -> None:
        """Draw the background of the root."""
        shade = parse_colour(text)
        if shade.colour is not None:
            if not shade.is_opaque:
                raise Failure(CLEAR)
            self.shapes.append(Shape(rect_path(self.box), Paint(shade.colour)))

    def _draw(self, node: Node, state: Inherited) -> None:
        """Draw an element in the state of its parent."""
        if node.name not in _DRAWN:
            return
        around, self.node = self.node, node
        self._count(state)
        inner, own = self._style(node, state)
        if own.get("display") != "none" and _passes(node):
            self._draw_styled(node, inner, own)
        self.node = around

    def _count(self, state: Inherited) -> None:
        """Count an element that is drawn, and the elements around it."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            self._refuse((Sentence("There are too many elements."), MAX_ELEMENTS.allowed))
        if state.depth >= MAX_NESTED:
            self._refuse(MAX_NESTED.refusal(state.depth + 1))

    def _draw_styled(self, node: Node, state: Inherited, own: Mapping[str, str]) -> None:
        """Draw an element in its own state, with its transform, clip and effects."""
        opacity = parse_opacity(own.get("opacity", "1"))
        if opacity <= 0 or own.get("display") == "none":
            return
        if node is not self.tree.root and "transform" in own:
            own_map = self._transform_of(node, own, state)
            state = state._replace(matrix=check_matrix(own_map.then(state.matrix)))
            a, b, c, d, *_ = state.matrix
            if abs(a * d - b * c) < 1e-12:
                return
        if own.get("clip-path", "none") != "none":
            if node is self.tree.root:
                self._fail(CLIP)
            clips = self._clips_of(node, own["clip-path"], state)
            if NOWHERE in clips:
                return
            state = state._replace(clips=state.clips + clips)
        if (name := own.get("mask", "none")) != "none" and (clips := self._mask_of(name, state)):
            if NOWHERE in clips:
                return
            state, own = state._replace(clips=state.clips + clips), {**own, "mask": "none"}
        before = len(self.shapes)
        if node.name in SHAPES:
            self._draw_shape(node, state, own)
        elif node.name == "use":
            self._draw_use(node, state, own)
        elif node.name == "svg" and node is not self.tree.root:
            self._draw_viewport(node, state, own, node.attributes)
        elif node.name in ("svg", "g", "a"):
            for child in node.children:
                self._draw(child, state)
        elif node.name == "switch":
            for child in node.children:
                if _passes(child):
                    self._draw(child, state)
                    break
        elif node.name in PICTURED and (node.name == "image" or node.words):
            self._draw_picture(node, state)
        if len(self.shapes) > before:
            self.node = node
            if opacity < 1:
                self._fail(CLEAR)
            for key, plain in EFFECTS.items():
                if own.get(key, plain).strip() not in ("", plain):
                    self._fail(_EFFECT_NAMES[key])
        elif _URL.match(own.get("filter", "none").strip()):
            self._fail(FILTER)  # a filter may fill an empty element

    def _fail(self, what: str) -> None:
        """Raise Failure for a part that only a renderer can draw."""
        raise Failure(what)

    def _draw_picture(self, node: Node, state: Inherited) -> None:
        """Raise Failure for a visible text or image, which only a renderer can draw."""
        if state.values.get("visibility", "visible") in _VISIBLE:
            raise Failure(IMAGE if node.name == "image" else TEXT)

    def _draw_use(self, node: Node, state: Inherited, own: Mapping[str, str]) -> None:
        """Draw the element that a `use` refers to, at the place of the `use`."""
        target = self._target(node.attributes.get("href", ""))
        if target is None:
            return
        geometry = {**node.attributes, **own}
        view = state.view
        x = parse_length(geometry.get("x", "0"), view.w, view.font)
        y = parse_length(geometry.get("y", "0"), view.h, view.font)
        state = state._replace(
            matrix=translation(x, y).then(state.matrix) if x or y else state.matrix,
            own={},
            top=target,
        )
        if target.name not in ("symbol", "svg"):
            self._draw(target, state)
            return
        around, self.node = self.node, target
        self._count(state)
        inner, own_of_target = self._style(target, state)
        sides = ("width", "height")
        given: dict[str, str] = {key: geometry[key] for key in sides if key in geometry}
        if own_of_target.get("display") != "none" and _passes(target):
            if "transform" in own_of_target:
                turned = self._transform_of(target, own_of_target, inner)
                inner = inner._replace(matrix=check_matrix(turned.then(inner.matrix)))
            if any(own_of_target.get(key, plain) != plain for key, plain in _OF_SYMBOL.items()):
                self._fail(CLEAR)
            self._draw_viewport(target, inner, own_of_target, {**target.attributes, **given})
        self.node = around

    def _target(self, href: str) -> Node | None:
        match = _LINKED.fullmatch(href.strip())
        return self.tree.by_id.get(match[1]) if match else None

    def _draw_viewport(
        self, node: Node, state: Inherited, own: Mapping[str, str], attributes: Mapping[str, str]
    ) -> None:
        """Draw a nested `svg` or a symbol: its children in its own coordinates and frame."""
        view, attributes = state.view, {**attributes, **{k: own[k] for k in own if k in _SIDES}}

        def side(key: str, whole: float) -> float:
            text = attributes.get(key, "100%")
            return whole if text == "auto" else parse_extent(text, whole, view.font)

        x = parse_length(attributes.get("x", "0"), view.w, view.font)
        y = parse_length(attributes.get("y", "0"), view.h, view.font)
        outer = Rect(x, y, side("width", view.w), side("height", view.h))
        if outer.w <= 0 or outer.h <= 0:
            return
        clips = state.clips
        if own.get("overflow", "hidden") in ("hidden", "scroll", "clip"):
            clips += (rect_clip(outer, state.matrix),)
        self._draw_framed(node, outer, state._replace(clips=clips))

    def _draw_framed(self, node: Node, outer: Rect, state: Inherited) -> None:
        """Draw the children of an element with a `viewBox` in a rectangle."""
        inner = outer
        matrix = translation(outer.x, outer.y)
        if "viewBox" in node.attributes:
            numbers = parse_floats(node.attributes["viewBox"])
            if len(numbers) != 4:
                raise ValueError(
                    Sentence(
                        "viewBox needs four numbers, and the last two must be greater than zero"
                    )
                )
            inner = Rect(*numbers)
            if inner.w <= 0 or inner.h <= 0:
                return
            matrix, _ = fit(node.attributes, inner, outer)
        state = state._replace(
            matrix=check_matrix(matrix.then(state.matrix)),
            view=state.view._replace(w=inner.w, h=inner.h),
        )
        for child in node.children:
            self._draw(child, state)

    def _transform_of(self, node: Node, own: Mapping[str, str], state: Inherited) -> Matrix:
        """Return the transform of an element about its origin."""
        text = own["transform"].strip()
        if text in ("none", ""):
            return IDENTITY
        matrix = parse_transform(text, state.view)
        origin = own.get("transform-origin", "")
        if not origin:
            return matrix
        box = Rect(0, 0, state.view.w, state.view.h)
        if own.get("transform-box", "view-box") in ("fill-box", "content-box"):
            if node.name not in SHAPES:
                raise ValueError(
                    Sentence("the property {name} cannot be drawn", name=quote("transform-box"))
                )
            box = _tight_box(self._outline_of(node, {**node.attributes, **own}, state.view))
        x, y = parse_origin(origin, box, state.view)
        return translation(-x, -y).then(matrix).then(translation(x, y))

    # --- styles ----------------------------------------------------------------------------------

    def _style(self, node: Node, state: Inherited) -> tuple[Inherited, dict[str, str]]:
        """Return the state inside an element, and its properties that children do not inherit."""
        attributes = node.attributes
        declared = {key: attributes[key] for key in attributes if key in _STYLED}
        for key in [key for key in _CHECKED if key in declared]:
            if not self._is_valid(key, declared[key]):
                del declared[key]
        ruled = self.tree.sheet.declarations(node, state.top) if self.tree.sheet.is_used else []
        every = [*ruled, *node.declarations]
        every = [d for d in every if d.name not in _CHECKED or self._is_valid(d.name, d.value)]
        if every:
            for weight in (False, True):
                declared.update((d.name, d.value) for d in every if d.important is weight)
        # The classes `fill-ROLE` and `stroke-ROLE` override colours.
        for word in attributes.get("class", "").split():
            kind, _, role = word.partition("-")
            if kind in ("fill", "stroke") and word not in self.tree.sheet.classes:
                if role != "none" and role not in self.roles:
                    raise ValueError(
                        Sentence(
                            "class {name} is not a role; the roles are {roles}",
                            name=quote(word),
                            roles=name_some(self.roles),
                        )
                    )
                declared[kind] = "none" if role == "none" else f"{_ROLE}{role}"
        values: dict[str, str] = {}
        own: dict[str, str] = {}
        variables = state.values
        if every and any(name.startswith("--") for name in declared):
            values.update((k, v) for k, v in declared.items() if k.startswith("--"))
            variables = {**state.values, **values}
        for name, value in declared.items():
            if name.startswith("--"):
                continue
            text = value.strip()
            if "var(" in value and (text := self._fill_variables(value, variables)) == "":
                continue
            keyword = text.lower()
            if name in INHERITED:
                if keyword in ("inherit", "unset", "revert", "revert-layer"):
                    values.pop(name, None)
                    continue
                if keyword == "initial":
                    text = _INITIAL.get(name, "")
                if name == "color" and keyword == "currentcolor":
                    continue
                kept = text.startswith(_ROLE) or text[:4].lower() == "url("
                values[name] = text if kept else text.lower()
            elif keyword == "inherit" and name != "transform":
                if name in state.own:
                    own[name] = state.own[name]
            elif keyword not in ("initial", "unset", "revert", "revert-layer", ""):
                own[name] = text
        view = state.view
        if "font-size" in values:
            view = view._replace(font=_parse_font_size(values["font-size"], view.font))
        field = state.field or node.attributes.get("id") == "field"
        inner = state._replace(
            values={**state.values, **values} if values else state.values,
            view=view,
            field=field,
            depth=state.depth + 1,
            own=own,
        )
        return inner, own

    def _fill_variables(self, value: str, variables: Mapping[str, str]) -> str:
        """Return a value with its variables replaced; empty, with a remark, if a variable has no
        value.
        """
        try:
            return fill_variables(value, variables)
        except ValueError as fault:
            self._remark(
                "A property is not set ({why}): as in a browser, the element is drawn without it.",
                why=str(fault),
            )
            return ""

    def _is_valid(self, name: str, text: str) -> bool:
        """Return False, and add a remark, for a value that browsers ignore.

        Such a value is a `#` with a wrong number of digits, or an unknown keyword for a line cap, a
        line join, or a fill or clip rule.
        """
        if name in _COLOURS:
            if (
                text[:1] != "#"
                or HEX_DIGITS.fullmatch(text.strip().lower())
                or not text[1:].strip().isalnum()
            ):
                return True
            template = "{text} is not a colour: as in a browser, the element is drawn without it."
            self._remark(template, text=quote(text))
            return False
        known = _KEYWORDS.get(name)
        word = text.strip().lower()
        if known is None or word in known or word in _WIDE_KEYWORDS or "var(" in word:
            return True
        template = (
            "{text} is not a value of {key}: as in a browser, the element is drawn without it."
        )
        self._remark(template, text=quote(text), key=name)
        return False

    def _values_of(self, node: Node | None) -> Mapping[str, str]:
        """Return the inherited properties inside an element, found from its place in the file."""
        chain: list[Node] = []
        while node is not None:
            chain.append(node)
            node = node.parent
        state = Inherited({}, IDENTITY, View(self.box.w, self.box.h))
        for own in reversed(chain):
            state, _ = self._style(own, state)
        return state.values

    # --- paint -----------------------------------------------------------------------------------

    def _paint(self, state: Inherited) -> _PaintOf:
        """Return the paint of a shape."""
        values, view = state.values, state.view
        key = (*map(values.get, _PAINT_KEYS), view, state.context)
        if key in self.paints:
            return self.paints[key]
        fill, fill_needs = self._colour("fill", "black", state)
        stroke, stroke_needs = self._colour("stroke", "none", state)
        whole = view.diagonal
        width = parse_extent(values.get("stroke-width", "1"), whole, view.font)
        cap = values.get("stroke-linecap", BUTT)
        join = values.get("stroke-linejoin", MITER)
        if cap not in (BUTT, ROUND, SQUARE):
            raise ValueError(
                Sentence("{value} is not a value of {key}", value=quote(cap), key="stroke-linecap")
            )
        if join not in (MITER, "round", "bevel"):
            raise ValueError(
                Sentence("stroke-linejoin {text} is not miter, round or bevel", text=quote(join))
            )
        miter = parse_length(values.get("stroke-miterlimit", "4"))
        if miter < 1:
            text = values["stroke-miterlimit"]
            raise ValueError(
                Sentence(
                    "{value} is not a value of {key}", value=quote(text), key="stroke-miterlimit"
                )
            )
        rule = values.get("fill-rule", "nonzero")
        if rule not in ("nonzero", "evenodd"):
            raise ValueError(
                Sentence("{value} is not a value of {key}", value=quote(rule), key="fill-rule")
            )
        text = values.get("stroke-dasharray", "none")
        words = [] if text in ("none", "") else text.replace(",", " ").split()
        if len(words) > MAX_DASHES:
            raise ValueError(
                Sentence(
                    "stroke-dasharray has {numbers} numbers; {max_dashes} are allowed",
                    numbers=len(words),
                    max_dashes=MAX_DASHES,
                )
            )
        numbers = tuple(parse_length(word, whole, view.font) for word in words)
        if any(number < 0 for number in numbers):
            raise ValueError(Sentence("a dash is less than zero"))
        dash = numbers if any(numbers) else ()  # empty for a solid line
        offset = parse_length(values.get("stroke-dashoffset", "0"), whole, view.font)
        order, known = values.get("paint-order", "normal").split(), ("fill", "stroke", "markers")
        if len({*order}) < len(order) or not {*order} <= {*known}:
            order = []
        self.paints[key] = _PaintOf(
            fill,
            stroke,
            fill_needs,
            stroke_needs,
            StrokeStyle(width, cap, join, miter),
            dash,
            offset if dash else 0.0,
            rule == "evenodd",
            tuple(dict.fromkeys([*order, *known])),
        )
        return self.paints[key]

    def _colour(self, key: str, default: str, state: Inherited) -> tuple[str | Colour | None, str]:
        """Return the colour of a fill or stroke, and the reason if it can only be shown as a
        picture.
        """
        text = state.values.get(key, default)
        opacity = parse_opacity(state.values.get(f"{key}-opacity", "1"))
        if text in ("context-fill", "context-stroke"):
            if state.context is None:
                raise Failure(CONTEXT)
            text = state.context[text == "context-stroke"]
        if text.startswith(_ROLE):
            role = text[1:]
            shown = opacity > 0
            return (role if shown else None), (CLEAR if 0 < opacity < 1 else "")
        if text[:4].lower() == "url(":
            shade, needs = self._paint_server(text, state)
            if needs:
                return _SOME, needs
        elif text == "currentcolor":
            own = state.values.get("color")
            if own is None:
                return (INK if opacity > 0 else None), (CLEAR if 0 < opacity < 1 else "")
            shade = parse_colour(own)
        else:
            shade = parse_colour(text)
        opacity *= shade.opacity
        if shade.colour is None or opacity <= 0:
            return None, ""
        return shade.colour, "" if Shade(shade.colour, opacity).is_opaque else CLEAR

    def _paint_server(self, text: str, state: Inherited) -> tuple[Shade, str]:
        """Return the colour of a gradient with a single colour, or the reason why another gradient
        can only be shown as a picture.
        """
        match = _URL.match(text)
        if match is None:
            raise ValueError(Sentence("the colour {text} cannot be read", text=quote(text)))
        server = self.tree.by_id.get(match[1])
        if server is None or server.name not in ("linearGradient", "radialGradient", "pattern"):
            fallback = match[2].strip().lower()
            if fallback == "currentcolor":
                fallback = state.values.get("color", "black")
            return parse_colour(fallback or "none"), ""
        if server.name == "pattern":
            return Shade(None), PATTERN
        stops: list[Node] = []
        seen: set[int] = set()
        while server is not None and not stops and id(server) not in seen:
            seen.add(id(server))
            stops = [child for child in server.children if child.name == "stop"]
            server = self._target(server.attributes.get("href", ""))
        shades = {self._stop(stop) for stop in stops[:MAX_DASHES]}
        if len(shades) > 1 or len(stops) > MAX_DASHES:
            return Shade(None), GRADIENT
        return (shades.pop() if shades else Shade(None)), ""

    def _stop(self, stop: Node) -> Shade:
        """Return the colour of a stop of a gradient."""
        declared = {**stop.attributes}
        ruled = self.tree.sheet.declarations(stop, None) if self.tree.sheet.is_used else []
        for name, value, _ in [*ruled, *stop.declarations]:
            declared[name] = value
        text = declared.get("stop-color", "black").strip().lower()
        if text in ("currentcolor", "inherit"):
            text = self._values_of(stop).get("color", "black")
        shade = parse_colour(text)
        return Shade(shade.colour, shade.opacity * parse_opacity(declared.get("stop-opacity", "1")))

    # --- shapes ----------------------------------------------------------------------------------

    def _draw_shape(self, node: Node, state: Inherited, own: Mapping[str, str]) -> None:
        """Draw a shape: its fill, its stroke and its markers."""
        geometry: Mapping[str, str] = node.attributes
        if not _SIDES.isdisjoint(own):
            geometry = {**geometry, **{k: own[k] for k in own if k in _SIDES}}
        if state.view.font != self.root_font:
            for key in _SIDES:
                if geometry.get(key, "").endswith("rem"):
                    raise ValueError(Sentence("{text} cannot be drawn", text=quote(geometry[key])))
        data = self._outline_of(node, geometry, state.view)
        if state.values.get("visibility", "visible") not in _VISIBLE or not data.coords:
            return
        if node.name in _WITH_SIDES and not (data.box().w and data.box().h):
            return
        paint = self._paint(state)
        non_scaling = own.get("vector-effect", "none") == "non-scaling-stroke"
        if own.get("vector-effect", "none") not in ("none", "non-scaling-stroke"):
            raise ValueError(
                Sentence("the property {name} cannot be drawn", name=quote("vector-effect"))
            )
        scale = 1.0
        if paint.dash and "pathLength" in node.attributes:
            scale = _dash_scale(data, node.attributes["pathLength"], self.tolerance)
        markers: list[Node | None] = []  # at the start, the middle and the end of a line
        for key in _MARKERS if node.name in _LINES else ():
            match = _URL.match(state.values.get(key, "none"))
            target = self.tree.by_id.get(match[1]) if match else None
            markers.append(target if target is not None and target.name == "marker" else None)
        order = [name for name in paint.order if any(markers) or name != "markers"]
        whole = order[order.index("fill") + 1 :][:1] == ["stroke"]
        fill, stroke = self._parts(data, paint, state, scale, non_scaling=non_scaling, whole=whole)
        for name in order:
            if name == "markers":
                self._draw_markers(node, geometry, data, markers, paint, state)
            elif (shape := fill if name == "fill" else stroke) is not None:
                self._add(shape, state)

    def _outline_of(self, node: Node, geometry: Mapping[str, str], view: View) -> PathData:
        """Return the outline of a shape. If its path has an error, return the part before the
        error, and add a remark.
        """
        try:
            return parse_outline(node.name, geometry, view)
        except BrokenPath as fault:
            template = (
                "The <{element}> on line {line} has an error ({why}): as in a browser, it is drawn "
                "up to there."
            )
            self._remark(template, element=node.name, line=node.line, why=str(fault))
            return fault.drawn

    def _parts(
        self,
        data: PathData,
        paint: _PaintOf,
        state: Inherited,
        scale: float,
        *,
        non_scaling: bool,
        whole: bool,
    ) -> tuple[Shape | None, Shape | None]:
        """Return the shapes of the fill and the stroke. If `whole`, one shape has both where
        possible.
        """
        matrix, pen = state.matrix, paint.pen
        drawn = data.transformed(matrix)
        self.numbers += len(drawn.coords)
        dash = tuple(length * scale for length in paint.dash) if scale != 1.0 else paint.dash
        offset = paint.offset * scale
        grown = 1.0
        if non_scaling:
            data, matrix, grown = drawn, IDENTITY, self.pixel
        elif matrix != IDENTITY:
            grown = matrix.scale
        is_plain = matrix == IDENTITY and grown == 1.0
        line = Paint(
            None,
            paint.stroke,
            pen.width if is_plain else round(pen.width * grown, 4),
            pen.cap == ROUND,
            dash if is_plain else tuple(round(length * grown, 4) for length in dash),
            paint.even_odd,
            pen.join,
        )
        # Our own art has colours by role, and is measured with its flat parts.
        area = _without_flat_parts(drawn) if isinstance(paint.fill, Colour) else drawn
        whole = whole and area is drawn
        filled = Shape(area, replace(line, fill=paint.fill, stroke=None), state.field)
        self._require(paint.fill_needs, filled, state)
        if paint.stroke is None or not line.width:
            return filled, None
        if self._is_plain(pen, line.dash, offset, matrix, drawn):
            period = math.fsum(line.dash)
            if not period:  # no dashes, or all round to nothing
                line = replace(line, dash=())
            elif area_and_length(drawn)[1] / period * len(line.dash) > MAX_DASHES_DRAWN:
                raise ValueError(
                    Sentence(
                        "a line has more than {max_dashes_drawn} dashes; make them longer",
                        max_dashes_drawn=f"{MAX_DASHES_DRAWN:,}",
                    )
                )
            stroked = Shape(drawn, line, state.field)
            self._require(paint.stroke_needs, stroked, state)
            if whole:
                return replace(filled, paint=replace(line, fill=paint.fill)), None
            return filled, stroked
        outlined = self._outline(data, pen, dash, offset, matrix, grown)
        if not outlined.coords:
            return filled, None
        self.numbers += len(outlined.coords)
        stroked = Shape(outlined, Paint(paint.stroke), state.field)
        self._require(paint.stroke_needs, stroked, state)
        return filled, stroked

    def _is_plain(
        self,
        pen: StrokeStyle,
        dash: Sequence[float],
        offset: float,
        matrix: Matrix,
        drawn: PathData,
    ) -> bool:
        """Return True if the display list can express a stroke."""
        if pen.cap == SQUARE or (dash and offset) or not is_similar(matrix):
            return False
        gaps = dash[1::2] if len(dash) % 2 == 0 else dash
        # Some viewers of PDF differ from browsers if a gap has no length, or if a dash crosses the
        # start of a path.
        if dash and (0.0 in gaps or crosses_start(drawn, dash, self.tolerance)):
            return False
        if pen.join != MITER or pen.miter == _MITER:
            return True
        low, high = sorted((pen.miter, _MITER))
        return not has_corner(drawn, low, high, self.tolerance)

    def _outline(
        self,
        data: PathData,
        pen: StrokeStyle,
        dash: Sequence[float],
        offset: float,
        matrix: Matrix,
        grown: float,
    ) -> PathData:
        """Return the outline of a stroke; it is stroked before its shape is transformed."""
        sized = scaling(grown)
        left = scaling(1 / grown).then(matrix)
        if matrix == IDENTITY:  # a stroke that does not scale: its path is mapped already
            sized = left = IDENTITY
        pen = pen._replace(width=pen.width * grown)
        own = outline_stroke(
            data.transformed(sized),
            pen,
            [length * grown for length in dash],
            offset * grown,
            self.tolerance / max(1.0, stretch(left)),
        )
        return own.transformed(left)

    def _require(self, needs: str, shape: Shape, state: Inherited) -> None:
        """Raise Failure if a visible part needs a renderer."""
        seen = _visible_paint(shape.data, shape.paint, self.box) if needs else None
        if seen is not None and self._seen_in(shape.data, seen, state) is not None:
            self._fail(needs)

    def _seen_in(self, data: PathData, paint: Paint, state: Inherited) -> list[Clip] | None:
        """Return the clips that cut a shape, or None if one hides it."""
        extent = data.box()
        ink = extent.inset(-2 * paint.width) if paint.stroke is not None else extent
        clips: list[Clip] = []
        for clip in state.clips:
            if not clip.box.intersects(ink):
                return None
            if not (clip.is_rect and clip.box.contains(ink)):
                clips.append(clip)
        return clips

    def _add(self, shape: Shape, state: Inherited) -> None:
        """Add a shape if it is visible."""
        for count, limit in ((len(self.shapes) + 1, MAX_SHAPES), (self.numbers, MAX_COORDINATES)):
            if count > limit:
                self._refuse(limit.refusal(count))
        if (seen := _visible_paint(shape.data, shape.paint, self.box)) is None:
            return
        clips = self._seen_in(shape.data, seen, state)
        if clips is None:
            return
        whole = [clip.data for clip in clips if not clip.is_rect or not clip.box.contains(self.box)]
        shape = replace(shape, paint=seen)
        self.shapes.append(replace(shape, clips=tuple(whole)) if whole else shape)

    # --- clip paths ------------------------------------------------------------------------------

    def _clips_of(self, node: Node, text: str, state: Inherited) -> tuple[Clip, ...]:
        """Return the regions of a clip path; raises Failure for one that needs a renderer."""
        match = _URL.match(text.strip())
        if match is None:
            raise ValueError(Sentence("the clip path {text} cannot be drawn", text=quote(text)))
        target = self.tree.by_id.get(match[1])
        if target is None or target.name != "clipPath":
            return ()
        matrix, view = state.matrix, state.view
        if target.attributes.get("clipPathUnits") == "objectBoundingBox":
            if node.name not in SHAPES or "transform" in target.attributes:
                raise Failure(CLIP)
            box = _tight_box(self._outline_of(node, node.attributes, view))
            matrix = Matrix(box.w, 0, 0, box.h, box.x, box.y).then(matrix)
            view = view._replace(w=1.0, h=1.0)
        key = (match[1], matrix)
        if key not in self.clips:
            if len(self.clips) > MAX_SHAPES:
                self._refuse(MAX_SHAPES.refusal(len(self.clips)))
            inside = state._replace(matrix=matrix, view=view, clips=(), depth=state.depth + 1)
            self._count(inside)
            self.clips[key] = self._read_clip(target, inside)
        return self.clips[key]

    def _read_clip(self, target: Node, state: Inherited) -> tuple[Clip, ...]:
        values = self._values_of(target.parent)
        state, own = self._style(target, state._replace(values=values, context=None, top=None))
        if own.get("display") == "none":  # as browsers, which then draw without it
            return ()
        if "transform" in own:
            state = state._replace(matrix=self._transform_of(target, own, state).then(state.matrix))
        outer: tuple[Clip, ...] = ()
        if own.get("clip-path", "none") != "none":
            outer = self._clips_of(target, own["clip-path"], state)
        parts: list[tuple[PathData, bool, str]] = []
        for child in target.children:
            self._read_clip_part(child, state, parts)
        if not parts:
            return (NOWHERE,)
        try:
            return (*outer, unite(parts))
        except ManyParts:
            raise Failure(CLIP) from None

    def _read_clip_part(
        self,
        node: Node,
        state: Inherited,
        parts: list[tuple[PathData, bool, str]],
        *,
        fill_rule: bool = False,
    ) -> None:
        """Add the path of a child of a clip path: its data, its rule and its kind of shape.

        With `fill_rule`, for a child of a mask, the rule is that of `fill-rule`, not of
        `clip-rule`.
        """
        self._count(state)
        inner, own = self._style(node, state)
        hidden = inner.values.get("visibility", "visible") not in _VISIBLE
        if own.get("display") == "none" or not _passes(node):
            return
        if "transform" in own:
            turned = self._transform_of(node, own, inner)
            inner = inner._replace(matrix=check_matrix(turned.then(inner.matrix)))
        if node.name == "use":
            target = self._target(node.attributes.get("href", ""))
            if target is None or target.name not in SHAPES:
                return
            x = parse_length(node.attributes.get("x", "0"), inner.view.w)
            y = parse_length(node.attributes.get("y", "0"), inner.view.h)
            moved = inner._replace(matrix=translation(x, y).then(inner.matrix), top=target)
            self._read_clip_part(target, moved, parts)
            return
        if node.name == "text" and node.words:
            raise Failure(TEXT)
        if node.name not in SHAPES or hidden:
            return
        if own.get("clip-path", "none") != "none":
            raise Failure(CLIP)
        data = self._outline_of(node, {**node.attributes, **own}, inner.view)
        self.numbers += len(data.coords)
        if self.numbers > MAX_COORDINATES:
            self._refuse(MAX_COORDINATES.refusal(self.numbers))
        if len(data.coords) > 4:
            key = "fill-rule" if fill_rule else "clip-rule"
            rule = inner.values.get(key, "nonzero")
            parts.append((data.transformed(inner.matrix), rule == "evenodd", node.name))

    def _mask_of(self, text: str, state: Inherited) -> tuple[Clip, ...]:
        """Return the regions of a mask that has only white shapes and therefore only clips; the
        result is empty for any other mask.
        """
        match = _URL.match(text.strip())
        target = self.tree.by_id.get(match[1]) if match else None
        if target is None or target.name != "mask" or not target.children:
            return ()
        units = target.attributes.get("maskUnits"), target.attributes.get("maskContentUnits")
        if units[0] != "userSpaceOnUse" or units[1] == "objectBoundingBox":
            return ()
        values, view = self._values_of(target.parent), state.view
        base = state._replace(values=values, clips=(), context=None, top=None)
        self._count(base)
        inner, own = self._style(target, base)
        is_alpha = own.get("mask-type", target.attributes.get("mask-type")) == "alpha"
        if any(key in own for key in ("clip-path", "mask", "filter")):
            return ()
        parts: list[tuple[PathData, bool, str]] = []
        for child in target.children:
            drawn, effects = self._style(child, inner)
            plain = {key for key in effects if key in _CHANGING and effects[key] != "none"}
            if child.name not in SHAPES or plain or effects.get("opacity", "1") != "1":
                return ()
            paint = self._paint(drawn)
            whole = paint.fill == WHITE or (is_alpha and isinstance(paint.fill, Colour))
            if not whole or paint.fill_needs or paint.stroke is not None:
                return ()
            self._read_clip_part(child, inner, parts, fill_rule=True)
        x = parse_length(target.attributes.get("x", "-10%"), view.w)
        y = parse_length(target.attributes.get("y", "-10%"), view.h)
        width = parse_extent(target.attributes.get("width", "120%"), view.w)
        height = parse_extent(target.attributes.get("height", "120%"), view.h)
        try:
            region = unite(parts) if parts else NOWHERE
        except ManyParts:
            return ()
        return rect_clip(Rect(x, y, width, height), state.matrix), region

    # --- markers ---------------------------------------------------------------------------------

    def _draw_markers(
        self,
        node: Node,
        geometry: Mapping[str, str],
        data: PathData,
        markers: Sequence[Node | None],
        paint: _PaintOf,
        state: Inherited,
    ) -> None:
        """Draw the markers at the ends and vertices of a line."""
        counts = None
        if node.name == "path" and markers[1] is not None:
            try:
                data, counts = path_vertices(geometry.get("d", ""))
            except BrokenPath as fault:
                counts = fault.vertices
        vertices = find_vertices(data, counts)
        last = len(vertices) - 1
        for k, vertex in enumerate(vertices):
            for which, marker in enumerate(markers):
                is_here = (k == 0, 0 < k < last, k == last)[which]
                if is_here and marker is not None:
                    self._draw_marker(marker, which, vertex, paint, state)

    def _draw_marker(
        self, marker: Node, which: int, vertex: Vertex, paint: _PaintOf, state: Inherited
    ) -> None:
        """Draw a marker at a vertex, turned in the direction of its line."""
        place, into, out = vertex
        around, self.node = self.node, marker
        attributes, view = marker.attributes, state.view
        self._count(state)
        orient = attributes.get("orient", "0").strip()
        if orient.startswith("auto"):
            angle = bisector(into, out)
            if orient == "auto-start-reverse" and which == 0:
                angle += 180
        else:
            match = re.fullmatch(r"([-+.\deE]+?)(deg|grad|rad|turn)?", orient)
            factor = {"grad": 0.9, "rad": math.degrees(1), "turn": 360.0}
            angle = parse_length(match[1]) * factor.get(match[2] or "", 1.0) if match else 0.0
        if any(attributes.get(key, "").endswith("%") for key in _OF_MARKER):
            self._fail(MARKER)
        size = 1.0 if attributes.get("markerUnits") == "userSpaceOnUse" else paint.pen.width
        width = parse_extent(attributes.get("markerWidth", "3"), view.w, view.font)
        height = parse_extent(attributes.get("markerHeight", "3"), view.h, view.font)
        if not width or not height or not size:
            self.node = around
            return
        outer = Rect(0.0, 0.0, width, height)
        fitted = IDENTITY
        if "viewBox" in attributes:
            numbers = parse_floats(attributes["viewBox"])
            if len(numbers) != 4 or min(numbers[2:]) <= 0:
                self.node = around
                return
            fitted, _ = fit(attributes, Rect(*numbers), outer)
        share = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
        box = Rect(*numbers) if "viewBox" in attributes else outer
        x_text, y_text = attributes.get("refX", "0"), attributes.get("refY", "0")
        ref_x = parse_length(share.get(x_text, x_text), box.w)
        ref_y = parse_length(share.get(y_text, y_text), box.h)
        x, y = fitted.apply(ref_x, ref_y)
        matrix = (
            translation(-x, -y)
            .then(scaling(size))
            .then(rotation(angle))
            .then(translation(*place))
            .then(state.matrix)
        )
        values = self._values_of(marker.parent)
        context = (state.values.get("fill", "black"), state.values.get("stroke", "none"))
        base = state._replace(values=values, matrix=matrix, context=context, top=None)
        inner, own = self._style(marker, base)
        clips = inner.clips
        if own.get("overflow", "hidden") in ("hidden", "scroll", "clip"):
            clips += (rect_clip(outer, matrix),)
        inner = inner._replace(
            clips=clips,
            matrix=check_matrix(fitted.then(matrix)),
            view=view._replace(w=box.w, h=box.h),
            values={k: v for k, v in inner.values.items() if not k.startswith("marker-")},
        )
        if own.get("display") != "none" and parse_opacity(own.get("opacity", "1")) > 0:
            before = len(self.shapes)
            for child in marker.children:
                self._draw(child, inner)
            if len(self.shapes) > before and parse_opacity(own.get("opacity", "1")) < 1:
                raise Failure(CLEAR)
        self.node = around


_SIDES = {"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"}
_OWN_ATTRIBUTES = {
    *("clip-path", "display", "opacity", "overflow", "transform", "transform-origin"),
    *("transform-box", "vector-effect"),
    *EFFECTS,
}
# Properties whose values are colours.
_COLOURS = ("fill", "stroke", "color", "stop-color")
# The keywords of properties; browsers ignore all others.
_KEYWORDS = {
    "stroke-linecap": (BUTT, ROUND, SQUARE),
    "stroke-linejoin": (MITER, "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
}
_CHECKED = (*_COLOURS, *_KEYWORDS)
_DRAW_SHAPE = "Draw a shape with a fill or a stroke inside its box."
_WIDE_KEYWORDS = ("inherit", "initial", "unset", "revert", "revert-layer")
_STYLED = {*INHERITED, *_OWN_ATTRIBUTES}
_INITIAL = {"fill": "black", "stroke": "none", "color": "black", "visibility": "visible"}
_INITIAL |= {"stroke-width": "1", "fill-rule": "nonzero", "clip-rule": "nonzero"}
_INITIAL |= {"fill-opacity": "1", "stroke-opacity": "1", "stroke-dasharray": "none"}
_INITIAL |= {"stroke-dashoffset": "0", "stroke-linecap": BUTT, "stroke-linejoin": MITER}
_INITIAL |= {"stroke-miterlimit": "4", "paint-order": "normal", "font-size": "16px"}
_INITIAL |= {"marker-start": "none", "marker-mid": "none", "marker-end": "none"}
# Properties with which a part of a mask does more than to clip.
_CHANGING = {"clip-path", "display", *EFFECTS}


# A colour in place of one that only a picture shows.
_SOME = WHITE


def _passes(node: Node) -> bool:
    """Return True if the conditions of an element hold, as in a browser in English."""
    if "requiredExtensions" in node.attributes:
        return False
    if "systemLanguage" in node.attributes:
        tags = node.attributes["systemLanguage"].split(",")
        return any(tag.strip().lower().partition("-")[0] == "en" for tag in tags)
    return node.name in _DRAWN


_DRAWN = {*SHAPES, "use", "svg", "g", "a", "switch", *PICTURED, "symbol", "marker", "clipPath"}


def _parse_font_size(text: str, font: float) -> float:
    """Return a font size in CSS pixels; a word such as `large` keeps the size of the parent."""
    try:
        return parse_extent(text, font, font)
    except ValueError:
        return font


def _dash_scale(data: PathData, text: str, tolerance: float) -> float:
    """Return the factor from lengths in units of `pathLength` to lengths in the units of a path."""
    given = parse_length(text)
    if given <= 0:
        return 1.0
    length = 0.0
    for line in flat_lines(data, tolerance, 0.0):
        ring = [*line.points, *(line.points[:1] if line.closed else ())]
        length += math.fsum(map(math.dist, ring, ring[1:]))
    return length / given if length else 1.0


def _visible_paint(data: PathData, paint: Paint, box: Rect) -> Paint | None:
    """Return the paint of the visible parts of a shape.

    Return None if the shape has no extent or no paint, or is outside the box of the drawing.
    """
    if not data.coords:
        return None
    extent = data.box()
    for number in (extent.x, extent.y, extent.right, extent.bottom, paint.width):
        check_magnitude(number)
    fill = paint.fill if extent.w and extent.h else None
    has_line = paint.width and (extent.w or extent.h or paint.round)
    stroke = paint.stroke if has_line else None
    ink = extent.inset(-paint.width) if stroke is not None else extent
    if (fill is None and stroke is None) or not box.intersects(ink):
        return None
    return replace(paint, fill=fill, stroke=stroke)


def _without_flat_parts(data: PathData) -> PathData:
    """Return a path without its parts that are a straight line: some readers of PDF fill these."""
    steps: list[str] = []
    coords: list[float] = []
    place, left_out = 0, False
    for part in data.steps.split("M")[1:]:
        size = 2 + 2 * part.count("L") + 6 * part.count("C")
        own = data.coords[place : place + size]
        place += size
        if "C" not in part and _is_straight(own):
            left_out = True
            continue
        steps.append(f"M{part}")
        coords += own
    return PathData("".join(steps), tuple(coords)) if left_out else data


def _is_straight(coords: Sequence[float]) -> bool:
    x, y = coords[:2]
    dx = dy = 0.0
    for px, py in zip(coords[2::2], coords[3::2], strict=True):
        if not dx and not dy:
            dx, dy = px - x, py - y
        elif abs((px - x) * dy - (py - y) * dx) > 1e-6 * (dx * dx + dy * dy):
            return False
    return True


def _tight_box(data: PathData) -> Rect:
    """Return the tight box of a path, which control points of its curves may exceed."""
    points = [point for part in flatten(data, 32) for point in part]
    if not points:
        raise ValueError(Sentence("a shape has no extent"))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
