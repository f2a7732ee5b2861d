"""SVG, one file a page, in millimetres with a viewBox; and sprites for HTML.

Symbols and glyphs are in <defs> once; layers are named as Inkscape and cutting programs find them
(cut lines are hidden unless a proof is requested); title, desc and aria-label describe what is
drawn as outlines. `Sprites` collects drawings for a page of HTML, in which each is used.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import svgwrite
from svgwrite.extensions import Inkscape

from printkit import __version__
from printkit.base.files import GENERATOR
from printkit.base.geometry import IDENTITY, Matrix, scaling
from printkit.graphics.display_list import (
    INVISIBLE,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Symbol,
    Use,
)
from printkit.graphics.font import UNITS, font
from printkit.graphics.path import PathData
from printkit.imposition.page import Document, Page
from printkit.writers import Artifact

_STEPS = {"M": "M%g %g", "L": "L%g %g", "C": "C%g %g %g %g %g %g", "Z": "Z"}


def write(document: Document) -> Iterator[Artifact]:
    """Write a file for each page of the document."""
    for page in document.pages:
        data = _SvgPage(document, page).text().encode("utf-8")
        yield Artifact(f"-{page.name}.svg", data, 1, 0 if page.back else page.cards)


class _Pen:
    """Draws items as elements; keeps the symbols, glyphs, clips and images it has defined."""

    def __init__(self, drawing: Any, prefix: str = "") -> None:
        self.drawing = drawing
        self.prefix = prefix  # of every id
        self.symbols: dict[int, str] = {}
        self.glyphs: dict[tuple[str, int], str | None] = {}
        self.images: dict[str, str] = {}
        self.clips: dict[PathData, str] = {}

    def define(self, element: Any) -> None:
        """Add an element that is only used from elsewhere."""
        self.drawing.defs.add(element)

    def items(self, items: tuple[Item, ...], into: Any) -> None:
        for item in items:
            if isinstance(item, Path):
                into.add(self.path(item))
            elif isinstance(item, ShapedText):
                self.words(item, into)
            elif isinstance(item, Use):
                use = self.drawing.use(f"#{self.symbol(item.symbol)}")
                into.add(_transform_element(use, item.matrix))
            elif isinstance(item, Group):
                into.add(self.group(item))
            elif isinstance(item, Image):
                into.add(self.image(item))
            # A field draws nothing.

    def group(self, item: Group) -> Any:
        group = _transform_element(self.drawing.g(), item.matrix)
        if item.clip is not None:
            group["clip-path"] = f"url(#{self.clip(item.clip)})"
        self.items(item.items, group)
        return group

    def clip(self, data: PathData) -> str:
        if data not in self.clips:
            name = f"{self.prefix}clip{len(self.clips)}"
            clip = self.drawing.clipPath(id=name)
            clip.add(self.drawing.path(d=path_data(data)))
            self.define(clip)
            self.clips[data] = name
        return self.clips[data]

    def symbol(self, symbol: Symbol) -> str:
        if id(symbol) not in self.symbols:
            name = f"{self.prefix}{symbol.key}-{len(self.symbols)}"
            self.symbols[id(symbol)] = name
            element = self.drawing.symbol(id=name, overflow="visible")
            if symbol.title:
                element.set_desc(symbol.title)
            self.items(symbol.items, element)
            self.define(element)
        return self.symbols[id(symbol)]

    def path(self, item: Path) -> Any:
        element = self.drawing.path(
            d=path_data(item.data), fill=item.fill.hex if item.fill else "none"
        )
        if item.even_odd:
            element["fill-rule"] = "evenodd"
        if item.stroke:
            element["stroke"] = item.stroke.colour.hex
            element["stroke-width"] = f"{item.stroke.width:g}"
            if item.stroke.round:
                element["stroke-linecap"] = "round"
            if item.stroke.joins != "miter":
                element["stroke-linejoin"] = item.stroke.joins
            if item.stroke.dash:
                element["stroke-dasharray"] = " ".join(f"{d:g}" for d in item.stroke.dash)
        return element

    def words(self, text: ShapedText, into: Any) -> None:
        factor = text.size / UNITS
        matrix = Matrix(factor, 0, 0, -factor, text.x, text.y)
        group = _transform_element(self.drawing.g(fill=text.fill.hex), matrix)
        self.speak(text, group)
        if text.render_mode == INVISIBLE:
            into.add(group)
            return
        for glyph, x in zip(text.run.glyphs, text.run.xs, strict=True):
            name = self.glyph(text.run.font, glyph)
            if name is not None:
                use = self.drawing.use(f"#{name}")
                if x:
                    use["x"] = f"{x:g}"
                group.add(use)
        into.add(group)

    def speak(self, text: ShapedText, group: Any) -> None:
        """Describe the outlines of a text to a reader who does not see them."""
        if text.artifact:
            group["aria-hidden"] = "true"
        else:
            group["role"], group["aria-label"] = "img", text.run.text

    def glyph(self, key: str, glyph: int) -> str | None:
        if (key, glyph) not in self.glyphs:
            outline = font(key).outline(glyph)
            name = None
            if outline.steps:
                name = f"{self.prefix}glyph-{key}-{glyph}"
                self.define(self.drawing.path(d=path_data(outline), id=name))
            self.glyphs[key, glyph] = name
        return self.glyphs[key, glyph]

    def image(self, item: Image) -> Any:
        """Draw an image; its bytes are in <defs> once, in a box of 1 × 1."""
        if item.digest not in self.images:
            name = f"{self.prefix}image{len(self.images)}"
            kind = "png" if item.data[:4] == b"\x89PNG" else "jpeg"
            link = f"data:image/{kind};base64,{base64.b64encode(item.data).decode()}"
            element = self.drawing.image(link, insert=(0, 0), size=(1, 1), id=name)
            element["preserveAspectRatio"] = "none"
            self.define(element)
            self.images[item.digest] = name
        r = item.rect
        matrix = scaling(r.w, r.h)._replace(e=r.x, f=r.y)
        return _transform_element(self.drawing.use(f"#{self.images[item.digest]}"), matrix)


class _SvgPage(_Pen):
    """One page."""

    def __init__(self, document: Document, page: Page) -> None:
        size = (f"{page.media.w:g}mm", f"{page.media.h:g}mm")
        box = f"0 0 {page.media.w:g} {page.media.h:g}"
        super().__init__(svgwrite.Drawing(size=size, viewBox=box, debug=False, profile="full"))
        self.drawing["data-generator"] = f"{GENERATOR} {__version__}"
        self.drawing["xml:lang"] = document.language
        self.drawing.set_desc(page.title, f"{document.title}. {document.subject}.")
        inkscape = Inkscape(self.drawing)
        for layer in page.layers:
            group = inkscape.layer(label=layer.name, id=f"layer-{layer.name}")
            if not layer.visible:
                group["display"] = "none"
            self.items(layer.items, group)
            self.drawing.add(group)

    def text(self) -> str:
        # svgwrite puts a declaration of its own only into files that it writes itself.
        return f'<?xml version="1.0" encoding="utf-8"?>\n{self.drawing.tostring()}\n'


class Sprites(_Pen):
    """Symbols for a page of HTML: each drawing is there once, however many objects draw it.

    All ids begin with the prefix. The page describes in its own words what is drawn.
    """

    def __init__(self, prefix: str) -> None:
        super().__init__(svgwrite.Drawing(debug=False, profile="full"), prefix)
        self._defs: list[str] = []
        self._known: dict[str, str] = {}
        self._keep: list[Symbol] = []  # an id stays taken only while its object lives

    def define(self, element: Any) -> None:
        self._defs.append(_to_html(element))

    def speak(self, text: ShapedText, group: Any) -> None:
        """Do nothing: the page describes it."""

    def symbol(self, symbol: Symbol) -> str:
        """Return the id of the drawing's symbol, which is defined on first use."""
        if id(symbol) not in self.symbols:
            element = self.drawing.symbol(overflow="visible")
            self.items(symbol.items, element)
            code = _to_html(element)
            if code not in self._known:
                name = f"{self.prefix}{len(self._known)}"
                self._known[code] = name
                self._defs.append(code.replace("<symbol", f'<symbol id="{name}"', 1))
            self.symbols[id(symbol)] = self._known[code]
            self._keep.append(symbol)
        return self.symbols[id(symbol)]

    def text(self) -> str:
        """Return the definitions, each before it is used."""
        return "\n".join(self._defs)


def _to_html(element: Any) -> str:
    """Return an element as it is in HTML, where links need no namespace."""
    return str(element.tostring()).replace(" xlink:href=", " href=")


def path_data(data: PathData) -> str:
    """Return the path as the `d` attribute of SVG."""
    return "".join(map(_STEPS.__getitem__, data.steps)) % data.coords


def _transform_element(element: Any, matrix: Matrix) -> Any:
    if matrix != IDENTITY:
        values = " ".join(f"{round(value, 6):.7g}" for value in matrix)
        element["transform"] = f"matrix({values})"
    return element
