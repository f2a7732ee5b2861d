"""Write SVG, one file per page, in millimetres with a viewBox; and sprites for HTML.

Each symbol and glyph is in <defs> once. Layers have names for Inkscape and cutting programs; cut
lines are hidden unless a proof is requested. title, desc and aria-label describe outlined text.
`Sprites` collects drawings for a page of HTML.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import BinaryIO

from printkit.base.files import GENERATOR, generator
from printkit.base.geometry import IDENTITY, Matrix, scaling
from printkit.base.options import NO_VALUES, OptionValues
from printkit.graphics.colour import GOLD, Colour
from printkit.graphics.display_list import (
    INVISIBLE,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Use,
    placed_pictures,
)
from printkit.graphics.fonts import UNITS, font
from printkit.graphics.path import PathData
from printkit.graphics.picture_file import is_jpeg
from printkit.graphics.pictures import decoder, image_bytes, printed_width
from printkit.pieces.options import GOLD_PLATE, NO_PLATES, PLATES, SMALL
from printkit.pieces.pages import Artifact, Document, Page, Tick, with_plate

_STEPS = {"M": "M%g %g", "L": "L%g %g", "C": "C%g %g %g %g %g %g", "Z": "Z"}
_MATRIX = "matrix(%.7g %.7g %.7g %.7g %.7g %.7g)"
# An outline of at least this many letters is stored once per page and reused.
_LONG = 200
_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
_TEXT_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE_ESCAPES = {
    **_TEXT_ESCAPES,
    **str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}),
}


def write(document: Document, options: OptionValues = NO_VALUES) -> Iterator[Artifact]:
    """Write a file for each page of the document; gold can be a separate hidden layer."""
    small = bool(options.values.get(SMALL.name))
    if options.values.get(PLATES.name, NO_PLATES) != NO_PLATES:
        document = with_plate(document, GOLD_PLATE)
    for page in document.pages:

        def write_into(file: BinaryIO, tick: Tick, page: Page = page) -> None:
            for part in _SvgPage(document, page, small=small).markup():
                file.write(part.encode("utf-8"))
            tick(1.0)

        yield Artifact(f"-{page.name}.svg", write_into, 1, 0 if page.back else page.cards)


class _Pen:
    """Draws items as elements, and remembers the symbols, glyphs, clips and images that it has
    defined.
    """

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix  # of every id
        self.definitions: list[str] = []  # elements that are only used from elsewhere
        self.symbols: dict[int, str] = {}
        # The ids of symbols by their content: a drawing made again is the same symbol.
        self.drawings: dict[str, str] = {}
        self.glyphs: dict[tuple[str, int], str | None] = {}
        self.images: dict[str, str] = {}
        # The widths at which pictures are drawn (mm), and whether they are for screens.
        self.widths: dict[str, float] = {}
        self.small = True
        self.clips: dict[PathData, str] = {}

    def draw_items(self, items: Iterable[Item]) -> list[str]:
        elements = []
        for item in items:
            if isinstance(item, Path):
                elements.append(self.draw_path(item))
            elif isinstance(item, ShapedText):
                elements.append(self.draw_text(item))
            elif isinstance(item, Use):
                elements.append(_draw_use(self.define_symbol(item.symbol), item.matrix))
            elif isinstance(item, Group):
                elements.append(self.draw_group(item))
            elif isinstance(item, Image):
                elements.append(self.draw_image(item))
            # A field draws nothing.
        return elements

    def draw_path(self, item: Path) -> str:
        paint = _describe_paint(item.fill, item.stroke, even_odd=item.even_odd)
        return _draw_outline(path_data(item.data), paint)

    def draw_group(self, item: Group) -> str:
        clip = ""
        if item.clip is not None:
            clip = f' clip-path="url(#{self.define_clip(item.clip)})"'
        begin, content = f"<g{clip}{_transform(item.matrix)}", "".join(self.draw_items(item.items))
        return f"{begin}>{content}</g>" if content else f"{begin} />"

    def define_clip(self, data: PathData) -> str:
        if data not in self.clips:
            name = f"{self.prefix}clip{len(self.clips)}"
            path = _element("path", {"d": path_data(data)})
            self.definitions.append(_element("clipPath", {"id": name}, [path]))
            self.clips[data] = name
        return self.clips[data]

    def define_symbol(self, symbol: Symbol) -> str:
        """Return the id of a drawing, which is defined on first use."""
        if id(symbol) not in self.symbols:
            title = _element("title", {}, [symbol.title.translate(_TEXT_ESCAPES)])
            drawing = [*([title] if symbol.title else []), *self.draw_items(symbol.items)]
            new = f"{self.prefix}{symbol.key}-{len(self.drawings)}"
            name = self.symbols[id(symbol)] = self.drawings.setdefault("".join(drawing), new)
            if name == new:
                attributes = {"id": name, "overflow": "visible"}
                self.definitions.append(_element("symbol", attributes, drawing))
        return self.symbols[id(symbol)]

    def draw_text(self, text: ShapedText) -> str:
        factor = text.size / UNITS
        matrix = Matrix(factor, 0, 0, -factor, text.x, text.y)
        attributes = {"fill": text.fill.hex, **self.describe(text)}
        if matrix != IDENTITY:
            attributes["transform"] = _matrix_value(matrix)
        attributes |= self.describe_gold(text.fill, None)
        if text.render_mode == INVISIBLE:
            return _element("g", attributes)
        uses = []
        for glyph, (x, y) in zip(text.run.glyphs, text.run.places, strict=True):
            name = self.define_glyph(text.run.font, glyph)
            if name is not None:
                place = (f'x="{x:g}" ' if x else "") + (f'y="{y:g}" ' if y else "")
                uses.append(f'<use {place}xlink:href="#{name}" />')
        return _element("g", attributes, uses)

    def describe(self, text: ShapedText) -> dict[str, str]:
        """Return attributes that describe outlined text to screen readers."""
        if text.artifact:
            return {"aria-hidden": "true"}
        return {"role": "img", "aria-label": text.run.text}

    def describe_gold(self, fill: Colour | None, line: Colour | None) -> dict[str, str]:
        """Return attributes that mark gold among other colours; none by default."""
        return {}

    def define_glyph(self, key: str, glyph: int) -> str | None:
        if (key, glyph) not in self.glyphs:
            outline = _glyph_outline(key, glyph)
            name = None
            if outline:
                name = f"{self.prefix}glyph-{key}-{glyph}"
                self.definitions.append(_element("path", {"d": outline, "id": name}))
            self.glyphs[key, glyph] = name
        return self.glyphs[key, glyph]

    def draw_image(self, item: Image) -> str:
        """Draw an image; its bytes are in <defs> once, in a box of 1 × 1."""
        if item.digest not in self.images:
            name = f"{self.prefix}image{len(self.images)}"
            size = self.widths.get(item.digest, item.rect.w)
            width = printed_width(item, size, small=self.small)
            data = decoder().read_file(image_bytes(item), width)
            kind = "jpeg" if is_jpeg(data) else "png"
            # Its letters need no escapes, which would take longer than all else.
            self.definitions.append(
                f'<image height="1" id="{name}" preserveAspectRatio="none" width="1" x="0" '
                f'xlink:href="data:image/{kind};base64,{base64.b64encode(data).decode()}" y="0" />'
            )
            self.images[item.digest] = name
        r = item.rect
        return _draw_use(self.images[item.digest], scaling(r.w, r.h)._replace(e=r.x, f=r.y))


class _SvgPage(_Pen):
    """One page: a document and layers of svgwrite, with drawings inserted as text.

    One svgwrite element per path and glyph would take three times as long.
    """

    def __init__(self, document: Document, page: Page, *, small: bool) -> None:
        import svgwrite

        super().__init__()
        self.page, self.small = page, small
        media = page.media
        size = (f"{media.w:g}mm", f"{media.h:g}mm")
        box = f"0 0 {media.w:g} {media.h:g}"
        self.drawing = svgwrite.Drawing(size=size, viewBox=box, debug=False, profile="full")
        self.drawing["data-generator"] = generator()
        self.drawing["xml:lang"] = document.language
        author = document.author if document.author != GENERATOR else ""
        metadata = (document.title, author, document.subject)
        self.drawing.set_desc(
            page.title, "".join(f"{text}. " for text in metadata if text).rstrip()
        )

    def draw_image(self, item: Image) -> str:
        """Draw an image with the number of pixels that its largest use on the page requires."""
        if not self.widths:
            placed = placed_pictures(self.page.items)
            self.widths = {digest: width for digest, (_, width) in placed.items()}
        return super().draw_image(item)

    def markup(self) -> Iterator[str]:
        """Yield the parts of the file without joining them, because they may contain large
        pictures.
        """
        from svgwrite.extensions import Inkscape

        inkscape = Inkscape(self.drawing)
        contents = {}
        for layer in self.page.layers:
            group = inkscape.layer(label=layer.name, id=f"layer-{layer.name}")
            if not layer.visible:
                group["display"] = "none"
            self.drawing.add(group)
            contents[group.tostring()] = self.draw_items(layer.items)
        contents[self.drawing.defs.tostring()] = self.definitions
        text = self.drawing.tostring()
        # svgwrite adds the XML declaration only to files that it writes.
        yield f"{_DECLARATION}\n"
        for empty in sorted(contents, key=text.index):
            before, _, text = text.partition(empty)
            yield before
            yield from _fill(empty, contents[empty])
        yield f"{text}\n"


def _fill(empty: str, elements: Sequence[str]) -> Iterator[str]:
    """Yield the markup of an empty element with elements inserted."""
    if not any(elements):
        yield empty
        return
    yield f"{empty.removesuffix(' />')}>"
    yield from elements
    yield f"</{empty[1:].split(maxsplit=1)[0]}>"


class Sprites(_Pen):
    """Symbols for a page of HTML. Each distinct drawing and each long outline occurs once.

    A drawing in the colours of another theme shares the outlines. All ids begin with the prefix.
    The page describes the drawings. With `foil`, shapes filled with the gold number n of `golds`
    have the class `f`n, and lines in this gold the class `s`n.
    """

    def __init__(self, prefix: str, *, foil: bool = False) -> None:
        super().__init__(prefix)
        self.foil = foil
        self.golds: dict[str, int] = {}
        self._known: dict[str, str] = {}
        self._outlines: dict[str, str] = {}
        self._keep: list[Symbol] = []  # keeps the objects alive, so that their ids stay unique

    def describe(self, text: ShapedText) -> dict[str, str]:
        """Return no attributes: the page describes the drawings."""
        return {}

    def draw_path(self, item: Path) -> str:
        outline, gold = path_data(item.data), ""
        paint = _describe_paint(item.fill, item.stroke, even_odd=item.even_odd)
        if self.foil:
            line = item.stroke.colour if item.stroke else None
            gold = "".join(f' {k}="{v}"' for k, v in self.describe_gold(item.fill, line).items())
        if len(outline) < _LONG:
            return _draw_outline(outline, paint, gold)
        name = self._outlines.get(outline)
        if name is None:
            name = self._outlines[outline] = f"{self.prefix}o{len(self._outlines)}"
            self.definitions.append(_draw_outline(outline, f' id="{name}"'))
        return f'<use{gold}{paint} xlink:href="#{name}" />'

    def describe_gold(self, fill: Colour | None, line: Colour | None) -> dict[str, str]:
        """Return the classes of gold."""
        if not self.foil:
            return {}
        names = [
            f"{kind}{self.golds.setdefault(colour.hex, len(self.golds))}"
            for kind, colour in (("f", fill), ("s", line))
            if colour is not None and colour.role == GOLD
        ]
        return {"class": " ".join(names)} if names else {}

    def define_symbol(self, symbol: Symbol) -> str:
        """Return the id of the drawing's symbol, which is defined on first use."""
        if id(symbol) not in self.symbols:
            drawing = "".join(self.draw_items(symbol.items))
            if drawing not in self._known:
                name = f"{self.prefix}{len(self._known)}"
                self._known[drawing] = name
                self.definitions.append(
                    f'<symbol id="{name}" overflow="visible">{drawing}</symbol>'
                )
            self.symbols[id(symbol)] = self._known[drawing]
            self._keep.append(symbol)
        return self.symbols[id(symbol)]

    def markup(self) -> str:
        """Return the definitions, each one before its first use."""
        # In HTML links need no namespace.
        return "\n".join(self.definitions).replace(" xlink:href=", " href=")


@lru_cache(maxsize=16384)  # the booklets of a game in two languages have the same pictures
def path_data(data: PathData) -> str:
    """Return the path as the `d` attribute of SVG."""
    return "".join(map(_STEPS.__getitem__, data.steps)) % data.coords


@lru_cache(maxsize=4096)
def _glyph_outline(key: str, glyph: int) -> str:
    """Return the outline of a glyph in font units, or an empty string for a space."""
    return path_data(font(key).outline(glyph))


def _element(name: str, attributes: dict[str, str], children: Iterable[str] = ()) -> str:
    """Return an element with its non-empty attributes in alphabetical order."""
    begin = f"<{name}" + "".join(
        [
            f' {key}="{value.translate(_ATTRIBUTE_ESCAPES)}"'
            for key, value in sorted(attributes.items())
            if value
        ]
    )
    content = "".join(children)
    return f"{begin}>{content}</{name}>" if content else f"{begin} />"


def _draw_outline(outline: str, paint: str, gold: str = "") -> str:
    """Return a path of an outline, which may be empty, with attributes before and after it."""
    return f'<path{gold} d="{outline}"{paint} />' if outline else f"<path{gold}{paint} />"


@lru_cache(maxsize=1024)  # the paths of a drawing have few paints
def _describe_paint(fill: Colour | None, stroke: Stroke | None, *, even_odd: bool) -> str:
    """Return the attributes of a path that follow its outline, in alphabetical order.

    No character in them needs to be escaped.
    """
    attributes = {"fill": fill.hex if fill else "none"}
    if even_odd:
        attributes["fill-rule"] = "evenodd"
    if stroke:
        attributes["stroke"] = stroke.colour.hex
        if stroke.dash:
            attributes["stroke-dasharray"] = " ".join(f"{d:g}" for d in stroke.dash)
        if stroke.round:
            attributes["stroke-linecap"] = "round"
        if stroke.joins != "miter":
            attributes["stroke-linejoin"] = stroke.joins
        attributes["stroke-width"] = f"{stroke.width:g}"
    return "".join(f' {key}="{value}"' for key, value in attributes.items())


def _draw_use(name: str, matrix: Matrix) -> str:
    return f'<use{_transform(matrix)} xlink:href="#{name.translate(_ATTRIBUTE_ESCAPES)}" />'


def _transform(matrix: Matrix) -> str:
    """Return the transform attribute of a matrix, or an empty string for the identity."""
    return "" if matrix == IDENTITY else f' transform="{_matrix_value(matrix)}"'


def _matrix_value(matrix: Matrix) -> str:
    return _MATRIX % tuple([round(value, 6) for value in matrix])
