"""Write PDF, one file per document.

Each distinct symbol and glyph is one form XObject, but a side of a piece that is used only once is
drawn on its page and compressed with its neighbours. Text is drawn as outlines, with an invisible
text layer for searching and copying. Each path becomes operator text with one format call, for
speed. Fields become form fields of the pages.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, BinaryIO, TypeAlias

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import IDENTITY, MM_PER_POINT, Matrix, Rect
from printkit.base.options import NO_VALUES, OptionValues
from printkit.base.printer_profile import MANUAL
from printkit.graphics.display_list import (
    INVISIBLE,
    LIVE,
    FormField,
    GlyphRun,
    Group,
    Image,
    Item,
    LateItems,
    Path,
    ShapedText,
    Symbol,
    Use,
    placed_pictures,
)
from printkit.graphics.fonts import UNITS, cached_by_fonts, shape
from printkit.graphics.path import rect_path
from printkit.graphics.pictures import printed_width
from printkit.pieces.options import GOLD_PLATE, NO_PLATES, PLATES, SMALL
from printkit.pieces.pages import (
    Artifact,
    Destination,
    Document,
    Layer,
    OutlineEntry,
    Page,
    Tick,
    split_sides,
    with_plate,
)
from printkit.writers.pdf_fonts import PdfFonts, PdfOutlines
from printkit.writers.pdf_modes import HOME, HomeMode, PlateMode
from printkit.writers.pdf_objects import PdfFile, path_operators
from printkit.writers.pdf_structure import (
    PageTagger,
    PdfForm,
    StructureTree,
    has_tags,
    place_widget,
)

POINTS = 1 / MM_PER_POINT
# The default mitre limit of SVG; that of PDF (10) draws long spikes. Forms inherit it.
MITRE = 4
# Whole numbers stay whole: the box is a part of the digest of a form.
Box: TypeAlias = tuple[int | float, ...]
# The operators of text that is searched and copied, but not seen.
_UNSEEN = "3 Tr"
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
# A margin of form boxes: without it some viewers show a pale seam at the bleed.
_SEAM = 0.5


def write(
    document: Document,
    options: OptionValues = NO_VALUES,
    *,
    compress: bool = True,
    mode: HomeMode | None = None,
    suffix: str = ".pdf",
    tagged: bool = True,
) -> Iterator[Artifact]:
    """Write the document as one PDF file in a mode. In manual duplex, backs are in a second file.

    If `tagged`, a file for screens with any text has tags, unless gold has a separate layer.
    """
    mode = mode or HOME
    if (
        mode.is_for_screens
        and document.duplex == MANUAL
        and any(page.back for page in document.pages)
    ):
        for number, part in enumerate(split_sides(document), 1):
            for whole in write(part, options, compress=compress):
                yield replace(whole, suffix=f"-{number}.pdf")
        return
    if mode.is_for_screens and options.values.get(PLATES.name, NO_PLATES) != NO_PLATES:
        document, tagged = with_plate(document, GOLD_PLATE), False
        mode = PlateMode(document)
    small = bool(options.values.get(SMALL.name))

    def write_into(file: BinaryIO, tick: Tick) -> None:
        pdf = _PdfWriter(document, mode, compress=compress, small=small)
        if tagged and mode.is_for_screens and has_tags(document):
            pdf.tree = StructureTree()
        for page in document.pages:
            pdf.write_page(page)
        pdf.finish(file, tick)

    cards = sum(0 if page.back else page.cards for page in document.pages)
    yield Artifact(suffix, write_into, len(document.pages), cards)


class _PdfWriter:
    """Writes a document, and records which symbols, glyphs and images are already in the file."""

    def __init__(self, document: Document, mode: HomeMode, *, compress: bool, small: bool) -> None:
        self.document, self.mode, self.small = document, mode, small
        titles = document.title, document.subject, document.author, document.language
        self.file = PdfFile(*titles, compress=compress, version=mode.version)
        self.file.extras = mode.resources
        self.form: PdfForm | None = None
        self.fonts = PdfFonts(self.file)
        self.tree: StructureTree | None = None
        sides = Counter(id(cell.symbol) for page in document.pages for cell in page.cells)
        # The sides of pieces that are used once: no form would be drawn again.
        self.single = {side for side, count in sides.items() if count == 1}
        # The names of symbols, and of those without words.
        self.symbols: dict[tuple[int, bool], str] = {}
        # The names of forms by the digest of their content, so that a drawing that was evicted from
        # a full cache and is drawn again is not added twice.
        self.forms: dict[bytes, str] = {}
        self.references: dict[str, Any] = {}
        self.images: dict[str, str] = {}
        # All pictures with the widths at which they are drawn, found for the first of them.
        self.placed: dict[str, tuple[Image, float]] = {}
        self.outlines = PdfOutlines(self.file, self.references)
        self.keep: list[Symbol] = []
        # Whether the code of costly drawings is kept, and the drawing that is being recorded.
        self.keeps = compress and type(mode) is HomeMode
        self.recorder: FormRecorder | None = None
        # The fields of each symbol, by the name of its form.
        self.fields: dict[str, list[tuple[FormField, Matrix]]] = {}

    def write_page(self, page: Page) -> None:
        code = _ContentStream(self)
        code.add(f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {page.media.h * POINTS:.4f} cm {MITRE} M")
        tagger = PageTagger(code, self.tree, page) if self.tree is not None else None
        for layer in page.layers:
            if self.mode.shows(layer):
                (tagger or code).draw_layer(layer)
        used = {name: self.references[name] for name in code.used}
        boxes = (_to_points(page, rect) for rect in (page.media, page.bleed, page.trim))
        self.file.add_page(code.text, used, *boxes)
        if code.fields and self.mode.is_for_screens:
            self.form = self.form or PdfForm(self.file)
            made = self.form.add(
                [place_widget(field, own, page.media.h) for field, own in code.fields]
            )
            for element, field in zip(tagger.fields if tagger else (), made, strict=False):
                assert self.tree is not None, "it has a tagger"
                counts = len(self.file.pages) - 1, field, len(self.document.pages)
                self.file.set_entry(field, "StructParent", self.tree.annotate(element, *counts))

    def _join_link(self, page: int, i: int, reference: Any) -> tuple[int, str]:
        assert self.tree is not None, "the file is tagged"
        rect = self.document.pages[page].links[i].rect
        element = self.tree.link(page, (rect.x, rect.y))
        pages = len(self.document.pages)
        return self.tree.annotate(element, page, reference, pages), element.text.strip()

    def finish(self, file: BinaryIO, tick: Tick) -> None:
        """Add the outline and settings for PDF readers, the tags, the form and the fonts; write the
        file.
        """
        if self.mode.is_for_screens:
            document, pages = self.document, self.document.pages
            self.file.set_viewer_preferences(document.duplex, from_right=document.from_right)
            outline = document.outline
            titles = [OutlineEntry(p.title, Destination(i, None)) for i, p in enumerate(pages)]
            self.file.add_outline(outline or titles, shown=bool(outline))
            if any(page.label is not None for page in pages):
                labels = [page.label or str(index) for index, page in enumerate(pages, 1)]
                self.file.set_labels(labels)
            for i, page in enumerate(pages):
                if page.links:
                    links = [(_to_points(page, link.rect), link.to) for link in page.links]
                    join = partial(self._join_link, i) if self.tree else None
                    self.file.add_links(i, links, join)
        if self.tree is not None:
            self.tree.write(self.file, self.document)
        if self.form is not None:
            self.form.finish()
        self.fonts.finish()
        self.mode.finish(self.file, self.document)
        self.file.finish(file, tick)

    def define_symbol(self, symbol: Symbol, *, silent: bool = False) -> str:
        """Return the form name of a symbol, which is written on first use.

        A `silent` form has no words.
        """
        name = self.symbols.get((id(symbol), silent))
        if name is None or (self.recorder is not None and name not in self.recorder.places):
            name = self._define(symbol, silent=silent)
            self.symbols[id(symbol), silent] = name
            self.keep.append(symbol)  # keeps the object alive, so that its id stays unique
        return name

    def _define(self, symbol: Symbol, *, silent: bool) -> str:
        """Write the form of a symbol, and return its name; keep the forms of a costly drawing in
        the user's cache.
        """
        items = symbol.items
        if not isinstance(items, LateItems) or not self.keeps or self.recorder is not None:
            return self._draw_form(symbol, silent=silent)
        if items.code:
            names: list[str] = []
            for form in msgspec.msgpack.decode(items.code, type=list[KeptForm]):
                used = tuple(names[index] for index in form.nested)
                if used == form.names:
                    names.append(self._add_form(form.digest, form.box, "", used, form))
                else:
                    text = form.renamed(used)
                    names.append(self._add_form(_digest(form.box, [], text), form.box, text, used))
            return names[-1]
        self.recorder = FormRecorder()
        name = self._draw_form(symbol, silent=silent)
        self.recorder.keep(items)
        self.recorder = None
        return name

    def _draw_form(self, symbol: Symbol, *, silent: bool) -> str:
        """Draw the form of a symbol; return its name."""
        code = _ContentStream(self, silent=silent)
        ground = symbol.ground if self.mode.marks_ground else 0
        if ground:
            code.add("/Ground BMC")
            code.draw_items(symbol.items[:ground])
            code.add("EMC")
        code.draw_items(symbol.items[ground:])
        b = symbol.box
        box = (b.x - _SEAM, b.y - _SEAM, b.right + _SEAM, b.bottom + _SEAM)
        text = code.text
        drawn = _digest(box, code.fields, text)
        resources = code.used or code.has_text or self.mode.resources
        name = self._add_form(drawn, box, text, code.used, leaf=not resources)
        if code.fields:
            self.fields.setdefault(name, code.fields)
        if self.recorder is not None:
            stream = drawn, *self.file.content_of(name)
            self.recorder.add(name, box, text, code.used, stream)
        return name

    def _add_form(
        self,
        drawn: bytes,
        box: Box,
        text: str,
        used: Iterable[str],
        kept: KeptForm | None = None,
        *,
        leaf: bool = False,
    ) -> str:
        """Add a form unless one with the same digest is in the file; return its name."""
        new = f"S{len(self.forms)}"
        name = self.forms.setdefault(drawn, new)
        for nested in used:
            self.file.shared[nested] = self.references[nested]
        if name == new:
            ready = (kept.stream, kept.is_deflated) if kept is not None else None
            leaf = leaf or (kept is not None and not kept.names)
            self.references[name] = self.file.add_form(name, text, box, leaf=leaf, ready=ready)
        return name

    def define_image(self, image: Image) -> str:
        if image.digest not in self.images:
            if not self.placed:
                pages = self.document.pages
                self.placed = placed_pictures(item for page in pages for item in page.items)
            name = f"I{len(self.images)}"
            width = printed_width(image, self.placed[image.digest][1], small=self.small)
            read = partial(self.mode.read_samples, image, width)
            self.references[name] = self.file.add_image(name, read)
            self.images[image.digest] = name
        return self.images[image.digest]


def _digest(box: Box, fields: Sequence[tuple[FormField, Matrix]], text: str) -> bytes:
    """Return the digest of a form."""
    return blake2b(f"{box} {fields} {text}".encode()).digest()


def _to_points(page: Page, rect: Rect) -> tuple[float, float, float, float]:
    """Return a rectangle of the page in points from its lower left corner."""
    h = page.media.h
    left, low, right, high = rect.x, h - rect.bottom, rect.right, h - rect.y
    return left * POINTS, low * POINTS, right * POINTS, high * POINTS


class _ContentStream:
    """The operators of one page or form, its XObjects, and its fields with their matrices."""

    def __init__(self, pdf: _PdfWriter, *, silent: bool = False) -> None:
        self.pdf, self.silent = pdf, silent
        self.lines: list[str] = []
        self.used: dict[str, None] = {}
        self.fields: list[tuple[FormField, Matrix]] = []
        self.has_text = False

    def add(self, line: str) -> None:
        self.lines.append(line)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def use_object(self, name: str) -> str:
        self.used[name] = None
        return f"/{name} Do"

    def draw_layer(self, layer: Layer) -> None:
        before, after = self.pdf.mode.wrap_layer(layer)
        self.lines += [before] if before else []
        self.draw_items(layer.items)
        self.lines += [after] if after else []

    def draw_items(self, items: Sequence[Item], *, silent: bool = False) -> None:
        for item in items:
            if isinstance(item, Path):
                self.draw_path(item)
            elif isinstance(item, ShapedText):
                self.draw_text(item)
            elif isinstance(item, Use):
                self.draw_use(item, silent=silent)
            elif isinstance(item, Group):
                self.draw_group(item)
            elif isinstance(item, Image):
                r = item.rect
                place = f"q {r.w:.4f} 0 0 {-r.h:.4f} {r.x:.4f} {r.bottom:.4f} cm "
                self.add(place + self.use_object(self.pdf.define_image(item)) + " Q")
            else:
                self.fields.append((item, IDENTITY))

    def draw_use(self, use: Use, *, silent: bool = False) -> None:
        if id(use.symbol) in self.pdf.single and not self.pdf.mode.marks_ground:
            clip = rect_path(use.symbol.box.inset(-_SEAM))
            self.draw_group(Group(tuple(use.symbol.items), use.matrix, clip))
            return
        name = self.pdf.define_symbol(use.symbol, silent=silent or self.silent)
        self.add(f"q {_matrix_operators(use.matrix)}{self.use_object(name)} Q")
        if held := self.pdf.fields.get(name):
            self.fields += [(field, matrix.then(use.matrix)) for field, matrix in held]

    def draw_group(
        self, group: Group, draw: Callable[[tuple[Item, ...]], None] | None = None
    ) -> None:
        """Draw a group; `draw` draws its items."""
        self.add(f"q {_matrix_operators(group.matrix)}".rstrip())
        if group.clip is not None:
            self.add(path_operators(group.clip) + "W n")
        outside = len(self.fields)
        (draw or self.draw_items)(group.items)
        self.add("Q")
        if len(self.fields) > outside:
            held = self.fields[outside:]
            self.fields[outside:] = [(field, own.then(group.matrix)) for field, own in held]

    def draw_path(self, path: Path) -> None:
        if not path.data.steps or not (path.fill or path.stroke):
            return
        mode = self.pdf.mode
        code = mode.fill(path) if path.fill else ""
        if path.stroke:
            stroke = path.stroke
            dash = "[" + " ".join(f"{length:g}" for length in stroke.dash) + "] 0 d "
            ends = f"{stroke.round:d} J {_JOINS[stroke.joins]} j "
            code += f"{mode.stroke(stroke)}{stroke.width:g} w {ends}{dash}"
        star = "*" if path.even_odd else ""
        paint = f"B{star}" if path.fill and path.stroke else f"f{star}" if path.fill else "S"
        line = f"{code}{path_operators(path.data)}{paint}"
        over = mode.overprints(path) if mode.resources else ""
        self.add(f"q {over}{line} Q" if over else line)

    def draw_text(self, text: ShapedText) -> None:
        """Draw the outlines of glyphs; then add invisible text unless it is an artifact.

        Live text uses its font; invisible text has only the text layer.
        """
        if not text.run.glyphs:  # an empty array of strings is not valid
            return
        mode = self.pdf.mode
        has_words = mode.is_for_screens and not text.artifact and not self.silent
        if text.render_mode == INVISIBLE:
            if has_words:
                self.write_text(text, _UNSEEN)
            return
        if text.render_mode == LIVE if mode.live_text is None else mode.live_text:
            self.write_text(text, "")
            return
        factor = text.size / UNITS
        self.add(
            f"q {mode.text(text.fill)}{factor:.6f} 0 0 {-factor:.6f} {text.x:.4f} {text.y:.4f} cm"
        )
        names, lines = self.pdf.outlines.draw(text.run)
        self.used |= names
        self.lines += [*lines, "Q"]
        if has_words:
            self.write_text(text, _UNSEEN)

    def write_text(self, text: ShapedText, mode: str) -> None:
        """Write glyphs as text, adjusted where they do not follow the advances of the font."""
        self.has_text = True
        paint = mode or self.pdf.mode.text(text.fill).rstrip()
        out = [f"BT {paint} 1 0 0 -1 {text.x:.4f} {text.y:.4f} Tm"]
        font, rise, string, pen = "", 0.0, "", 0.0
        for (name, code, advance), (x, y) in zip(
            self.pdf.fonts.encode(text.run), text.run.places, strict=True
        ):
            if name != font or y != rise:
                if string:
                    out.append(f"[{string}>] TJ")
                if name != font:
                    out.append(f"/{name} {text.size:.4f} Tf")
                if y != rise:
                    out.append(f"{y * text.size / UNITS:.4f} Ts")
                font, rise, string = name, y, "<"
            if pen != x and (off := round(pen - x, 2)):
                string += f">{off:g}<"
                advance -= off
            string += code
            pen += advance
        out.append(f"[{string}>] TJ{' 0 Ts' if rise else ''} ET")
        line = " ".join(out).replace("<>", "")
        self.lines.append(f"q {line} Q" if mode or "gs" in paint else line)

    def append_space(self, line: int, text: ShapedText) -> None:
        """Add a space to the words of a line of operators, in their font."""
        ((name, code, _),) = self.pdf.fonts.encode(_space(text.run.font))
        head, end, tail = self.lines[line].rpartition(">] TJ")
        if end and head.rpartition("/")[2].startswith(f"{name} "):
            self.lines[line] = f"{head}{code}{end}{tail}"


@cached_by_fonts(64)
def _space(key: str) -> GlyphRun:
    return shape(key, " ")


@lru_cache(maxsize=4096)
def _matrix_operators(matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return ""
    whole = isinstance(matrix.e, int) and isinstance(matrix.f, int)
    if whole and matrix[:4] == IDENTITY[:4]:
        return f"1 0 0 1 {matrix.e} {matrix.f} cm "
    # PDF has no exponents: 1e-05 is invalid.
    a, b, c, d, e, f = (round(value, 6) if abs(value) >= 1e-4 else 0.0 for value in matrix)
    return f"{a:.6g} {b:.6g} {c:.6g} {d:.6g} {e:.4f} {f:.4f} cm "


# --- the forms of costly drawings, kept in the user's cache --------------------------------------

_NESTED = re.compile(r"/(S\d+) Do")


class KeptForm(msgspec.Struct, frozen=True, array_like=True):
    """A cached form: its box, its digest and its stream, which is compressed if `is_deflated`.

    `nested` are the indices of the earlier forms that it draws, in order, and `names` their names
    in the stream. A file with other names needs another stream.
    """

    box: Box
    digest: bytes
    stream: bytes
    is_deflated: bool
    nested: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def renamed(self, names: Iterable[str]) -> str:
        """Return the operators with other names of the nested forms."""
        code = zlib.decompress(self.stream) if self.is_deflated else self.stream
        others = iter(names)
        return _NESTED.sub(lambda _: f"/{next(others)} Do", code.decode("latin-1"))


class FormRecorder:
    """Records the forms of a drawing while they are drawn, by the names in the file."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.forms: list[KeptForm] = []
        self.fails = False

    def add(
        self, name: str, box: Box, text: str, used: Collection[str], of: tuple[bytes, bytes, bool]
    ) -> None:
        """Record a form; `of` has its digest, its content and whether that is compressed."""
        if name in self.places:
            return
        if all(nested in self.places for nested in used):
            drawn = tuple(_NESTED.findall(text)) if used else ()
            nested = tuple(self.places[own] for own in drawn)
            self.forms.append(KeptForm(box, *of, nested, drawn))
        else:
            self.fails = True
        self.places[name] = len(self.forms) - 1

    def keep(self, items: LateItems) -> None:
        """Write the record of a drawing."""
        if not self.fails:
            items.code = msgspec.msgpack.encode(self.forms)
            items.keep()
