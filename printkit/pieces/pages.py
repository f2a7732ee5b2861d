"""Pages, documents and files. Products and impositions make them, and writers write them.

In manual duplex, fronts and backs are two documents. Printers differ in three ways: whether the
stack is turned over or put back as it came out, whether backs are then upside down, and whether the
last sheet comes first. The user handles the first difference; the order and rotation of the backs
compensate for the other two.

The correction cancels the distortion of the printer: all items, including marks and rulers, are
scaled about the middle of the page, and every back is moved against the shift of the printer. A
landscape sheet is turned upright, because x and y of a profile refer to the upright paper. Profiles
are applied only in this module.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from printkit.base.errors import Diagnostic, PrintkitError
from printkit.base.geometry import (
    IDENTITY,
    Matrix,
    Rect,
    format_mm,
    half_rotation,
    rotation,
    scaling,
    translation,
)
from printkit.base.messages import translate
from printkit.base.printer_profile import TURNS, ManualFeed, Profile
from printkit.base.processes import Progress
from printkit.base.sentences import Sentence, brief_repr, join_sentences, strip_invisible
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Symbol, Tag, kept, recolour, transformed
from printkit.layout.bidi import begins_right
from printkit.pieces.options import NO_BACKS
from printkit.pieces.product import Piece, Product, RenderOptions
from printkit.press.line_floors import HOME_FLOORS, LineFloors, redraw_lines
from printkit.press.plate import Plate

# --- pages ---------------------------------------------------------------------------------------

# Layers from back to front. Cut lines and safe lines are hidden unless a proof is requested;
# programs of cutting machines find these layers in the SVG by name.
ART, MARKS, LABEL, CORNERS, CUT, SAFE = "art", "marks", "label", "corners", "cut", "safe"
# Lines to score and fold, hidden like cut lines.
FOLD = "fold"


class Layer(msgspec.Struct, frozen=True):
    """Items with a common name; a writer of a format without layers draws the items of visible
    layers.

    Untagged items are artifacts.
    """

    name: str
    items: tuple[Item, ...]
    visible: bool = True
    tags: tuple[Tag, ...] = ()


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One side of a piece on a page, and the trim of the piece there (mm)."""

    trim: Rect
    piece: Piece
    back: bool

    @property
    def symbol(self) -> Symbol:
        """The drawing of the side."""
        drawing = self.piece.back if self.back else self.piece.front
        assert drawing is not None, "a piece without a back has no back on a page"
        return drawing


class Destination(msgspec.Struct, frozen=True):
    """A place in a document: the index of a page, and the distance from the top of the page (mm).

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

    `media` is the paper with its corner at the origin; `bleed` is inside `media`, and `trim` inside
    `bleed`. `cards` is the number of pieces on the page; `cells` are the sides of those pieces that
    it shows. `name` is unique in the document, `title` is for readers, and `label` is the page
    number if it differs from the position. `links` work only on a screen.
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
        """Return the page as a picture: only the pieces and their bleed, without marks and
        label.
        """
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

    `duplex` is long, short, manual or None (single-sided). With manual duplex, sheets are turned by
    hand, and `feed` describes how they go back into the printer. If `outline` is empty, the outline
    consists of the titles of the pages. `pieces` are the printed pieces in every layout, with
    outline, safe area, copies and back; `bleed` is the requested bleed (mm). `apart` is True if
    fronts and backs are separate files. `subject` and `author` are for the metadata; both may be
    empty.
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
        """True if pages follow each other from right to left, as the words of the title do."""
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
    """Return the document with other colours for its marks, by role."""
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
    """Return the document with all lines wide enough to be printed; lines that stay too fine are
    omitted.

    Cards in full size are not changed: they have no lines that are too fine, and no items over
    them.
    """
    pages = []
    for page in document.pages:
        if page.cells and all(
            cell.trim.w * cell.trim.h >= cell.piece.width * cell.piece.height - 1e-3
            and not cell.piece.outline
            for cell in page.cells
        ):
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
    """Ignore progress reports."""


class Artifact(Struct, frozen=True):
    """One file of a document; `suffix` is appended to the document's name.

    `content` is the bytes, or a function that writes them into a file, for content larger than
    memory.
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

# Makes the files of a format without pages, given the files that were made before.
TextMaker = Callable[[Sequence[Any]], Iterable[Artifact]]


class ProductDocument(msgspec.Struct, frozen=True):
    """A document, its number of sheets of paper, and its number of cuts. The document is None if
    its files are kept.

    `pieces` is the number of pieces in the document. `sides` is the way of printing: on both sides,
    turned over the long or short edge or by hand (`long`, `short`, `manual`); folded (`fold`); or
    on one side (`none`). `texts` are functions that make the files of formats without pages, given
    the files that were made before. `notices` name omitted parts and doubtful pieces.
    `format_values` are options of formats that the product sets.
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

    `made_of` is the source of the pieces, `values` are the values of all options, and `floors` are
    the minimum widths of lines (mm).
    """

    product: Product
    subject: Any
    options: RenderOptions
    progress: Progress
    made_of: Any
    values: Mapping[str, Any]
    floors: LineFloors = HOME_FLOORS


class Gathering(msgspec.Struct, frozen=True):
    """The facts about a job, for a product that is made from the whole job.

    `parts` are the plans of the other products in the language of the `edition`; `editions` are all
    editions of the product. `destination` is home or a target. `lay_out` returns a plan with its
    pages, even if its files are kept.
    """

    product: Product
    edition: str
    editions: tuple[str, ...]
    subject: Any
    parts: tuple[Any, ...]
    destination: Any
    lay_out: Callable[[Any], Any]


class Source(msgspec.Struct, frozen=True):
    """The input of a product: a function that returns it, and the facts about it for a recipe."""

    made_of: Callable[[], Any]
    facts: tuple[object, ...] = ()


# --- manual duplex -------------------------------------------------------------------------------


def split_sides(document: Document) -> tuple[Document, Document]:
    """Return two documents to be printed on one side: the fronts, and the backs in feeding order.

    A front without a back gets a blank one, so that no sheet is skipped.
    """
    fronts, backs = _pair_sides(document.pages)
    if document.feed.upside_down:
        backs = [_half_turned(page) for page in backs]
    if document.feed.reversed_order:
        backs.reverse()
    one_sided = replace(document, duplex=None, outline=())
    return replace(one_sided, pages=tuple(fronts)), replace(one_sided, pages=tuple(backs))


def _pair_sides(pages: Sequence[Page]) -> tuple[list[Page], list[Page]]:
    """Return the fronts, and the same number of backs."""
    fronts: list[Page] = []
    backs: list[Page] = []
    for i, page in enumerate(pages):
        if page.back:
            continue
        after = pages[i + 1] if i + 1 < len(pages) else page
        fronts.append(page)
        backs.append(after if after.back else blank_back(page))
    return fronts, backs


def blank_back(front: Page) -> Page:
    """Return the empty back of a sheet."""
    name = f"{front.name}-blank"
    return replace(front, layers=(), cells=(), links=(), cards=0, back=True, name=name)


def _half_turned(page: Page) -> Page:
    turn = half_rotation(page.media.w / 2, page.media.h / 2)
    layers = tuple(replace(layer, items=(transformed(layer.items, turn),)) for layer in page.layers)
    boxes = {name: turn.bounds(getattr(page, name)) for name in ("bleed", "trim")}
    cells = tuple(replace(cell, trim=turn.bounds(cell.trim)) for cell in page.cells)
    return replace(page, layers=layers, cells=cells, **boxes)


# --- printer correction --------------------------------------------------------------------------


def correct_pages(pages: Iterable[Page], profile: Profile) -> tuple[Page, ...]:
    """Return the pages corrected for a printer."""
    return tuple(_correct_page(page, profile) for page in pages)


def corrected_margin(margin: float, width: float, height: float, profile: Profile) -> float:
    """Return the margin for imposition that leaves at least `margin` free after the correction
    (mm).
    """
    across, along = sorted((width, height))
    return max(
        margin,
        _enlarge_margin(margin, across, profile.scale_x, profile.back_x),
        _enlarge_margin(margin, along, profile.scale_y, profile.back_y),
    )


@contextmanager
def explain_margin(profile: Profile | None, extra: float) -> Iterator[None]:
    """Context manager: add to errors that the printer profile enlarges margins by `extra` mm."""
    try:
        yield
    except PrintkitError as error:
        if profile is None or extra < 0.05:
            raise
        text = Sentence(
            "The printer profile “{name}” uses up {extra} mm on each side.",
            name=profile.name,
            extra=format_mm(extra),
        )
        hint = join_sentences(error.hint, text) if error.hint else text
        raise type(error)(error.message, location=error.location, hint=hint) from None


def check_edge(duplex: str | None, profile: Profile) -> None:
    """Reject a profile that was measured on sheets turned over another edge, because their backs
    shift differently.

    Raises PrintkitError.
    """
    if duplex not in TURNS or duplex == profile.duplex or not profile.shifts_backs:
        return
    raise PrintkitError(
        Sentence(
            "The printer profile “{name}” was measured with --duplex {duplex}, so it does not "
            "apply to --duplex {duplex2}.",
            name=profile.name,
            duplex=profile.duplex,
            duplex2=duplex,
        ),
        hint=Sentence(
            "Use --duplex {duplex}, or run “printkit calibrate --duplex {duplex2}” and save "
            "the readings under another name.",
            duplex=profile.duplex,
            duplex2=duplex,
        ),
    )


def _enlarge_margin(margin: float, side: float, scale: float, shift: float) -> float:
    return side / 2 - (side / 2 - margin - abs(shift)) * scale / 100


def _correct_page(page: Page, profile: Profile) -> Page:
    media, upright = _turn_upright(page.media)
    x, y = media.centre
    dx, dy = (profile.back_x, profile.back_y) if page.back else (0.0, 0.0)
    # The shift is in page millimetres: the printer scales it as it scaled the calibration sheet.
    matrix = (
        upright.then(translation(-x, -y))
        .then(scaling(100 / profile.scale_x, 100 / profile.scale_y))
        .then(translation(x - dx, y - dy))
    )
    if matrix == IDENTITY:
        return page
    layers = []
    for layer in page.layers:
        # Hidden lines are not printed: a machine cuts along them, and measures truly.
        own = upright if layer.name in (CUT, FOLD) and not layer.visible else matrix
        items = (transformed(layer.items, own),) if layer.items else ()
        layers.append(replace(layer, items=items))
    bleed, trim = (_move_box(box, page.media, matrix, media) for box in (page.bleed, page.trim))
    cells = tuple(replace(cell, trim=matrix.bounds(cell.trim)) for cell in page.cells)
    return replace(page, media=media, bleed=bleed, trim=trim, layers=tuple(layers), cells=cells)


def _turn_upright(media: Rect) -> tuple[Rect, Matrix]:
    """Return the upright paper, and the quarter turn that makes the page upright."""
    if media.w <= media.h:
        return media, IDENTITY
    return Rect(0, 0, media.h, media.w), rotation(90).then(translation(media.h, 0))


def _move_box(box: Rect, of: Rect, matrix: Matrix, media: Rect) -> Rect:
    """Return a box moved by `matrix` and kept inside the paper, `media`. A box equal to the former
    paper, `of`, becomes `media`.
    """
    if box == of:
        return media
    return matrix.bounds(box).intersection(media)


# --- the slug line -------------------------------------------------------------------------------

# The no-break space keeps the dot at the end of a line.
_DOT = "\u00a0· "


class SlugLine(msgspec.Struct, frozen=True):
    """The slug lines of all sheets of a product, in one language.

    `printer` is the printer profile that corrects the sheets.
    """

    language: str
    game: str
    product: str
    theme: str
    slug: str
    printer: Profile | None = None

    def lines(self, number: int, count: int, side: str) -> list[str]:
        """Return the texts of the line, from the longest to the shortest; `side` is front, back,
        both or alone.
        """
        scale = translate(self.language, "sheet.scale")
        sheet = translate(self.language, f"sheet.{side}", number=number, count=count)
        full = (self.game, self.product, self.theme, sheet, scale)
        plain = (self.game, self.product, sheet, scale)  # the theme is visible
        close, short = (*plain[:-1], "100\u00a0%"), (self.slug, sheet, "100\u00a0%")
        if self.printer is None:
            return [_DOT.join(parts) for parts in (full, plain, close, short)]
        text, name = self.printer.describe(self.language), self.printer.name
        named = ((*full, text), (*plain, text), (*close, text))
        texts = (*named, (*short, text), (sheet, text), (*short, name), (sheet, name))
        return [_DOT.join(parts) for parts in texts]
