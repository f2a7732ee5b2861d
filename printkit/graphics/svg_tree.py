"""Read an SVG file into elements, within the limits of a drawing.

A DOCTYPE is allowed: its entities may be addresses, as in files of Illustrator, but may not name
files or other entities. Elements of other namespaces are skipped, as browsers do. Scripts,
animations and links to other files are refused. Raises PrintkitError with file:line:column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_ELEMENTS, MAX_ENTITY, MAX_NESTED
from printkit.base.sentences import Sentence, quote
from printkit.base.xml_reader import XmlFault, XmlReader
from printkit.graphics.svg_links import linked_picture
from printkit.graphics.svg_path import NUMBER, SHAPES, parse_extent, parse_floats
from printkit.graphics.svg_style import (
    Declaration,
    StyleRule,
    StyleSheet,
    parse_declarations,
    parse_sheet,
)

# Elements whose children are drawn.
CONTAINERS = ("svg", "g", "a", "switch")
# Elements that are drawn where others refer to them.
DEFINITIONS = ("symbol", "marker", "clipPath", "mask", "defs")
# Elements that only a picture of the drawing shows.
PICTURED = ("text", "image")
PAINTS = ("linearGradient", "radialGradient", "pattern")
# Children of a paint, a filter or a text are read by a renderer of pictures.
_OTHERS = {
    *("linearGradient", "radialGradient", "pattern", "stop", "filter", "tspan", "textPath", "tref"),
    *("style", "use", "view", "solidColor", "solidcolor", "font-face"),
    *CONTAINERS,
    *SHAPES,
    *DEFINITIONS,
    *PICTURED,
}
# Flowed text of a draft of SVG, which no browser draws.
_UNDRAWN = ("flowRoot",)
_SKIPPED = {"title", "desc", "metadata", "namedview", "font", "cursor", "color-profile"}
# Elements that are refused at any depth, with the reason.
_REFUSED = {
    "script": "a script cannot be printed",
    "foreignObject": "HTML in a drawing cannot be printed",
    **dict.fromkeys(
        ("animate", "animateMotion", "animateTransform", "animateColor", "set", "discard"),
        "an animation cannot be printed",
    ),
}
# Attributes that name another element or file.
_LINKS = ("href", "src")
_LINKING = {"use", "image", "a", "linearGradient", "radialGradient", "pattern", "filter", "feImage"}
_LINKING |= {"textPath", "tref"}
_SVG = "http://www.w3.org/2000/svg"
_SVGISH = (_SVG, "")


class Node:
    """An element: its name, attributes, declarations, place and children."""

    __slots__ = (
        "attributes",
        "children",
        "classes",
        "column",
        "declarations",
        "line",
        "name",
        "parent",
        "place",
        "words",
    )

    def __init__(
        self,
        name: str,
        attributes: dict[str, str],
        parent: Node | None,
        place: tuple[int, int],
        declarations: list[Declaration],
    ) -> None:
        self.name, self.attributes, self.parent = name, attributes, parent
        self.line, self.column = place
        self.declarations = declarations
        self.children: list[Node] = []
        self.words = False  # for a text: it has letters
        self.classes = frozenset(attributes.get("class", "").split())
        self.place = len(parent.children) if parent is not None else 0

    def all(self) -> Iterator[Node]:
        """Yield the element and all elements inside it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class Tree:
    """The elements of a drawing, its style sheets, and its elements by id.

    `remarks` are sentences on parts that are not printed. `has_media` is True if a media query
    applies.
    """

    def __init__(self, root: Node, rules: list[StyleRule], remarks: tuple[str, ...]) -> None:
        self.root, self.sheet, self.remarks = root, StyleSheet(rules), remarks
        self.has_media = any(rule.in_media for rule in rules)
        self.by_id: dict[str, Node] = {}
        for node in root.all():
            self.by_id.setdefault(node.attributes.get("id", ""), node)
        self.by_id.pop("", None)


def place_error(path: Path, line: int, column: int, message: str, hint: str) -> PrintkitError:
    """Return an error at a place in a drawing."""
    return PrintkitError(message, location=f"{path}:{line}:{column}", hint=hint)


# A style that depends on the size of a drawing.
_BY_SIZE = re.compile(rf"\(\s*+(?:min-|max-)?+(?:width|height)\s*+:\s*+{NUMBER}", re.IGNORECASE)
SUBSET_HINT = "Simplify this part in a drawing program, or export the drawing as PNG."


class TreeReader:
    """Reads the elements of an SVG file from Expat's events."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path, self.data = path, data
        self.reader = XmlReader(
            start=self._on_start,
            end=self._on_end,
            text=self._on_text,
            entity=self._on_entity,
            namespaces=True,
        )
        self.root: Node | None = None
        self.open: list[Node] = []
        self.elements = self.skipping = 0
        self.rules: list[StyleRule] = []
        self.css: list[str] | None = None
        self.in_filter = 0
        self.remarks: list[str] = []

    def read(self) -> Tree:
        """Read the file. Raises PrintkitError."""
        try:
            self.reader.read(self.data)
        except XmlFault as fault:
            message: str = "The encoding that this SVG names cannot be read."
            hint = "Save it with the encoding UTF-8."
            if fault.reason:
                message = Sentence(
                    "This is not well-formed SVG: {errorstring}.",
                    errorstring=Sentence(fault.reason),
                )
                hint = "Open it in a drawing program and save it again as plain SVG."
            raise place_error(self.path, fault.line, fault.column, message, hint) from None
        assert self.root is not None
        return Tree(self.root, self.rules, tuple(self.remarks[:1]))

    def _error(self, message: str, hint: str) -> PrintkitError:
        return place_error(self.path, *self.reader.place, message, hint)

    def _on_entity(self, _name: str, is_parameter: object, value: str | None, *_: object) -> None:
        if is_parameter or value is None or "&" in value or "<" in value or len(value) > MAX_ENTITY:
            raise self._error(
                "Entities in a drawing may not refer to files or other entities, or contain much "
                "text.",
                "Delete it, or save the drawing again as plain SVG.",
            )
        # Each "&" may stand for as many characters.
        if self.data.count(b"&") * len(value) > 4 * len(self.data) + 100_000:
            raise self._error(
                "The entities of this drawing expand to too much text.",
                "Save the drawing again as plain SVG.",
            )

    def _on_text(self, text: str) -> None:
        if self.css is not None:
            self.css.append(text)
        elif text.strip() and not self.skipping:
            for node in reversed(self.open):
                node.words = True
                if node.name == "text":
                    break

    def _on_start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise self._error("There are too many elements.", MAX_ELEMENTS.allowed)
        if local == "foreignObject" and attributes.get("requiredExtensions"):
            self.skipping += 1  # for Illustrator alone
            return
        if local in _REFUSED and ("svg" in space or not space):
            fault = Sentence("<{element}>: {why}.", element=local, why=Sentence(_REFUSED[local]))
            raise self._error(fault, "Delete it, or export the drawing without it.")
        if self.root is None and (local != "svg" or space not in _SVGISH):
            raise self._error(
                Sentence("The root is {local}, not <svg>.", local=quote(local)), "Name an SVG file."
            )
        if local in _UNDRAWN and not self.skipping:
            self.remarks.append(
                Sentence(
                    "Flowed text (line {line}) is not printed, and no browser shows it. "
                    "Convert it to ordinary text or paths.",
                    line=self.reader.place[0],
                )
            )
        if self.skipping or local in _SKIPPED or local in _UNDRAWN or space not in _SVGISH:
            self.skipping += 1
            return
        if local == "filter" or self.in_filter:
            self.in_filter += 1
        elif local not in _OTHERS:
            raise self._error(
                Sentence("The element {local} cannot be drawn.", local=quote(local)), SUBSET_HINT
            )
        if len(self.open) >= MAX_NESTED:
            raise self._error(*MAX_NESTED.refusal(len(self.open) + 1))
        if local == "style":
            kind = attributes.get("type", "").strip().lower()
            applies = attributes.get("media", "all").strip().lower() in ("", "all", "screen")
            self.css = [] if kind in ("", "text/css") and applies else None
        plain = self._plain_attributes(local, attributes)
        declarations: list[Declaration] = []
        if "style" in plain:
            declarations = self._guard(local, parse_declarations, plain["style"])
        node = Node(
            local, plain, self.open[-1] if self.open else None, self.reader.place, declarations
        )
        if self.open:
            self.open[-1].children.append(node)
        self.root = self.root or node
        self.open.append(node)

    def _plain_attributes(self, local: str, attributes: dict[str, str]) -> dict[str, str]:
        """Return attributes without attributes of other namespaces; refuse scripts and other
        files.
        """
        result: dict[str, str] = {}
        for key, value in attributes.items():
            space, _, bare = key.rpartition(" ")
            if bare.lower().startswith("on"):
                raise self._error(
                    Sentence(
                        "The attribute {bare} refers to something outside the drawing.",
                        bare=quote(bare),
                    ),
                    "Delete it: drawings cannot contain scripts.",
                )
            if bare in _LINKS and local in _LINKING:
                result["href"] = result.get("href", value) if space else value
                inside = value.startswith(("#", "data:")) or not value
                if local == "image" and not inside:
                    inside = linked_picture(self.path, value) is not None
                if not inside and local != "a":
                    raise self._error(
                        Sentence(
                            "<{element}> reads another file: {file}.",
                            element=local,
                            file=quote(value),
                        ),
                        "Put that picture beside the drawing, or embed it when you export it.",
                    )
            elif not space:
                result[bare] = value
        return result

    def _guard(self, local: str, parse: Callable[..., list], *given: object) -> list:  # type: ignore[type-arg]
        """Return the result of a parser. Raises PrintkitError instead of ValueError."""
        try:
            return parse(*given)
        except ValueError as error:
            fault = Sentence("<{element}>: {why}.", element=local, why=str(error))
            raise self._error(fault, SUBSET_HINT) from None

    def _on_end(self, _name: str) -> None:
        if self.skipping:
            self.skipping -= 1
            return
        if self.in_filter:
            self.in_filter -= 1
        node = self.open.pop()
        if node.name == "style" and self.css is not None:
            text = "".join(self.css)
            size = self._size_in_pixels()
            self.rules += self._guard("style", parse_sheet, text, len(self.rules), size)
            if size is not None and _BY_SIZE.search(text):
                self.remarks.append(
                    Sentence(
                        "Its styles depend on its size: it is printed with those for {width} × "
                        "{height} pixels.",
                        width=f"{size[0]:g}",
                        height=f"{size[1]:g}",
                    )
                )
            self.css = None

    def _size_in_pixels(self) -> tuple[float, float] | None:
        """Return the size of the drawing in CSS pixels, or None if it has none."""
        own = self.root.attributes if self.root is not None else {}
        with suppress(ValueError):
            if "width" in own and "height" in own and "%" not in own["width"] + own["height"]:
                return parse_extent(own["width"]), parse_extent(own["height"])
            *_, width, height = parse_floats(own.get("viewBox", ""))
            return width, height
        return None
