"""Records that stages hand on: pages, documents, files, requests for pages and their results."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from printkit.base.errors import Diagnostic
from printkit.base.geometry import Rect, translation
from printkit.base.printer_profile import ManualFeed
from printkit.base.processes import Progress
from printkit.base.sentences import brief_repr, strip_invisible
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Symbol, Tag, kept, recolour, transformed
from printkit.layout.bidi import begins_right
from printkit.pieces.options import NO_BACKS
from printkit.pieces.piece import Piece
from printkit.pieces.product import Product, RenderOptions
from printkit.press.line_floors import HOME_FLOORS, LineFloors, redraw_lines
from printkit.press.plate import Plate

# Layers from back to front. Cut and safe lines are hidden unless a proof is requested; programs of
# cutting machines find them by name in the SVG.
ART, MARKS, LABEL, CORNERS, CUT, SAFE = "art", "marks", "label", "corners", "cut", "safe"
# Lines to score and fold, hidden like cut lines.
FOLD = "fold"


class Layer(msgspec.Struct, frozen=True):
    """Named items; a writer without layers draws the visible layers.

    Untagged items are artifacts.
    """

    name: str
    items: tuple[Item, ...]
    visible: bool = True
    tags: tuple[Tag, ...] = ()


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One side of a piece on a page, and its trim there."""

    trim: Rect
    piece: Piece
    back: bool

    @property
    def is_own_size(self) -> bool:
        """True if the piece is drawn in full size."""
        return self.trim.w * self.trim.h >= self.piece.width * self.piece.height - 1e-3

    @property
    def symbol(self) -> Symbol:
        """The drawing of the side."""
        drawing = self.piece.back if self.back else self.piece.front
        assert drawing is not None, "a piece without a back has no back on a page"
        return drawing


class Destination(msgspec.Struct, frozen=True):
    """A place in a document: the index of a page, and the distance from its top.

    A distance of None means the whole page.
    """

    page: int
    y: float | None = 0.0


class Link(msgspec.Struct, frozen=True):
    """An area of a page with a link to a place in the document, or to an address."""

    rect: Rect
    to: Destination | str


class OutlineEntry(msgspec.Struct, frozen=True):
    """An entry of the outline, with its subentries."""

    title: str
    to: Destination
    below: tuple[OutlineEntry, ...] = ()


# How far the ground of a page that is bound or folded is drawn over its edge (mm).
PAGE_BLEED = 2.0


class Page(msgspec.Struct, frozen=True):
    """One side of a sheet of paper.

    `media` is the paper with its corner at the origin; `bleed` and `trim` are nested inside it.
    `cards` is the number of pieces, `cells` are their sides; `name` is unique in the document,
    `title` is for readers, `label` the page number if it differs from the position; `links` are
    for screens.
    """

    __repr__ = brief_repr

    media: Rect
    bleed: Rect
    trim: Rect
    layers: tuple[Layer, ...]
    name: str
    title: str
    cards: int = 0
    back: bool = False
    cells: tuple[Cell, ...] = ()
    links: tuple[Link, ...] = ()
    label: str | None = None

    def as_picture(self) -> Page:
        """Return the picture of the pieces with their bleed, without marks and label."""
        move = translation(-self.bleed.x, -self.bleed.y)
        layers = tuple(
            replace(layer, items=(transformed(layer.items, move),), tags=())
            for layer in self.layers
            if layer.name not in (MARKS, LABEL)
        )
        media, trim = (move.bounds(box) for box in (self.bleed, self.trim))
        cells = tuple(replace(cell, trim=move.bounds(cell.trim)) for cell in self.cells)
        return replace(self, media=media, bleed=media, trim=trim, layers=layers, cells=cells)

    @property
    def items(self) -> Iterator[Item]:
        """The items of all layers."""
        return (item for layer in self.layers for item in layer.items)


class Document(msgspec.Struct, frozen=True):
    """Pages with a common title and language.

    `duplex` is long, short, manual (sheets are turned by hand, and `feed` is how the printer takes
    them back) or None (single-sided); an empty `outline` means the titles of the pages. `pieces`
    are the printed pieces in every layout, with outline, safe area, copies and back; `bleed` is the
    requested bleed. `apart` is True if fronts and backs are separate files. `subject` and `author`
    are for the metadata; both may be empty.
    """

    __repr__ = brief_repr

    title: str
    language: str
    pages: tuple[Page, ...]
    duplex: str | None = None
    feed: ManualFeed = ManualFeed()
    outline: tuple[OutlineEntry, ...] = ()
    pieces: tuple[Piece, ...] = ()
    bleed: float = 0.0
    apart: bool = False
    subject: str = ""
    author: str = ""

    def __post_init__(self) -> None:
        """Remove invisible characters from the title, and make the names of pages unique."""
        msgspec.structs.force_setattr(self, "title", strip_invisible(self.title))
        if len({page.name for page in self.pages}) < len(self.pages):
            msgspec.structs.force_setattr(self, "pages", _uniquely_named(self.pages))

    @property
    def from_right(self) -> bool:
        """True if its pages follow each other from right to left, like the words of its title."""
        return begins_right(self.title, self.language)

    def find_back(self, index: int) -> int | None:
        """Return the index of the page with the backs of the pieces on a page, or None.

        For a folded sheet this is the same page.
        """
        fronts = [cell.piece for cell in self.pages[index].cells if not cell.back]
        for i in range(index, len(self.pages)):
            backs = {id(cell.symbol) for cell in self.pages[i].cells if cell.back}
            if any(piece.back is not None and id(piece.back) in backs for piece in fronts):
                return i
        return None


def with_mark_colours(document: Document, colours: Mapping[str, Colour]) -> Document:
    """Return the document with its marks in other colours, by role."""
    done: dict[int, Symbol] = {}
    pages = []

    def replaced(colour: Colour) -> Colour:
        return colours.get(colour.role, colour)

    for page in document.pages:
        layers = tuple(
            replace(layer, items=recolour(layer.items, replaced, done)) for layer in page.layers
        )
        pages.append(replace(page, layers=layers))
    return replace(document, pages=tuple(pages))


def with_plate(document: Document, role: str) -> Document:
    """Return the document with a hidden layer on each page that prints the colours of a role.

    The layer has the name of the role, and is empty on pages without it.
    """
    plate = Plate(role)
    pages = []
    for page in document.pages:
        shown = [item for layer in page.layers if layer.visible for item in layer.items]
        own = Layer(role, plate.items(shown), visible=False)
        pages.append(replace(page, layers=(*page.layers, own)))
    return replace(document, pages=tuple(pages))


def with_printable_lines(document: Document, floors: LineFloors = HOME_FLOORS) -> Document:
    """Return the document without lines that are too fine to be printed.

    Cards in full size have no such lines and no items drawn over them.
    """
    pages = []
    for page in document.pages:
        if page.cells and all(cell.is_own_size and not cell.piece.outline for cell in page.cells):
            pages.append(page)
            continue
        items = [item for layer in page.layers for item in layer.items]
        drawn = redraw_lines(items, floors=floors)
        layers = []
        for layer in page.layers:
            left, tags = kept([*islice(drawn, len(layer.items))], layer.tags)
            layers.append(replace(layer, items=left, tags=tags))
        pages.append(replace(page, layers=tuple(layers)))
    return replace(document, pages=tuple(pages))


def _uniquely_named(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Return the pages, with a number appended to repeated names."""
    taken = {page.name for page in pages}
    seen: set[str] = set()
    result: list[Page] = []
    for page in pages:
        name, number = page.name, 1
        while name in seen or (number > 1 and name in taken):
            number += 1
            name = f"{page.name}-{number}"
        seen.add(name)
        result.append(page if number == 1 else replace(page, name=name))
    return tuple(result)


# --- files ---------------------------------------------------------------------------------------

# Called with the share that is written.
Tick = Callable[[float], None]


def _ignore(_: float) -> None:
    """Take no notice of the share that is written."""


class Artifact(Struct, frozen=True):
    """One file of a document; `suffix` is appended to the document's name.

    `content` is the bytes, or a function that writes them into a file: they may be more than
    memory holds.
    """

    __repr__ = brief_repr

    suffix: str
    content: bytes | Callable[[BinaryIO, Tick], None]
    pages: int
    cards: int

    @property
    def data(self) -> bytes:
        """All bytes of the file. Raises PrintkitError for a picture that cannot be printed."""
        if isinstance(self.content, bytes):
            return self.content
        whole = io.BytesIO()
        self.content(whole, _ignore)
        return whole.getvalue()

    def write_to(self, file: BinaryIO, tick: Tick = _ignore) -> None:
        """Write the bytes into a file. Raises OSError, and PrintkitError as `data` does."""
        if isinstance(self.content, bytes):
            file.write(self.content)
        else:
            self.content(file, tick)


# --- products ------------------------------------------------------------------------------------

# Makes the files of a format without pages, given those that were made before.
TextMaker = Callable[[Sequence[Any]], Iterable[Artifact]]


class ProductDocument(msgspec.Struct, frozen=True):
    """A document with its numbers of sheets of paper and of cuts; it is None if files are kept.

    `pieces` is the number of things on it. `sides` is the way of printing: on both sides, turned
    over the long or short edge or by hand (`long`, `short`, `manual`); folded (`fold`); or on one
    side (`none`). `texts` make the files of formats without pages, given the files that were made
    before. `notices` name omitted parts and doubtful pieces. `format_values` are options of formats
    that the product sets.
    """

    document: Document | None
    sheets: int
    cuts: int
    sides: str = NO_BACKS
    texts: Mapping[str, TextMaker] = field(default_factory=dict)
    notices: tuple[Diagnostic, ...] = ()
    format_values: Mapping[str, Any] = field(default_factory=dict)
    pieces: int = 0


class PageRequest(msgspec.Struct, frozen=True):
    """The arguments of a function that makes pages.

    `made_of` is the source of the pieces, `values` are those of all options; `floors` are the least
    widths of lines.
    """

    product: Product
    subject: Any
    options: RenderOptions
    progress: Progress
    made_of: Any
    values: Mapping[str, Any]
    floors: LineFloors = HOME_FLOORS


class Gathering(msgspec.Struct, frozen=True):
    """What a product that is made of a whole job is told of it.

    `parts` are the plans of the other products in its language, `editions` are those of the
    product. `destination` is home or a target. `lay_out` returns a plan with its pages, also if its
    files are kept.
    """

    product: Product
    edition: str
    editions: tuple[str, ...]
    subject: Any
    parts: tuple[Any, ...]
    destination: Any
    lay_out: Callable[[Any], Any]


class Source(msgspec.Struct, frozen=True):
    """What a product is made of: a function that returns it, and its facts for a recipe."""

    made_of: Callable[[], Any]
    facts: tuple[object, ...] = ()
