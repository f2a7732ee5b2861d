"""Make booklets: pages for reading, sheets for folding, and text without pages."""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING

from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base import paper_sizes
from printkit.base.files import generator
from printkit.base.messages import translate
from printkit.base.options import CHOICE, Option
from printkit.base.printer_profile import SHORT, TURNS
from printkit.imposition.saddle_stitch import Saddle, impose_leaves, impose_saddle_stitch
from printkit.model.variant import RULES, Variant
from printkit.pieces.kits import product_info
from printkit.pieces.options import (
    BOOKLET_PAGE,
    DUPLEX,
    EDITION,
    HTML,
    MARKDOWN,
    NO_BACKS,
    ONE_SIDED,
    PAPER,
    PRINTER,
    TEXT_FORMATS,
    THEME,
)
from printkit.pieces.pages import Artifact, Document, PageRequest, ProductDocument
from printkit.pieces.product import Product

if TYPE_CHECKING:
    from printkit.text.book import Book

BOOKLET_DUPLEX: Option[str | None] = Option(
    "booklet-duplex",
    CHOICE,
    "booklet",
    None,
    choices=(*TURNS, NO_BACKS),
    derive=lambda context: NO_BACKS if context.duplex in ONE_SIDED else context.edge or SHORT,
    follows=(DUPLEX.name,),
)


def _is_available(variant: Variant) -> bool:
    """Return True if a game has content for a booklet: players, hands, phases, text or chapters."""
    has_text = variant.rules != RULES or bool(variant.chapters)
    return has_text or bool(variant.players or variant.hands or variant.phases)


def _lay_out(request: PageRequest) -> ProductDocument:
    """Make the pages of a booklet, and its text in other formats. Raises PrintkitError."""
    (book, document), theme = _compose(request), request.options.theme
    fonts = copy_context()  # texts are made later, outside the context of their fonts
    texts = {
        HTML: lambda _: (Artifact(".html", fonts.run(_write_html, book, theme), 0, 0),),
        MARKDOWN: lambda _: (Artifact(".md", _write_markdown(book), 0, 0),),
    }
    return ProductDocument(document, 0, 0, texts=texts, notices=book.left_out)


def _write_html(book: Book, look: Theme) -> bytes:
    from printkit.booklet.text_formats import html_page  # pages alone do not need it

    return html_page(book, look)


def _write_markdown(book: Book) -> bytes:
    from printkit.booklet.text_formats import write_markdown

    signature = f"<!-- {generator()} -->\n\n"  # invisible to readers
    return (signature + write_markdown(book)).encode()


def _lay_out_sheets(request: PageRequest) -> ProductDocument:
    """Make the sheets of a booklet to fold. Raises PrintkitError."""
    (book, document), options = _compose(request), request.options
    edge = options[BOOKLET_DUPLEX]
    assert edge is not None, "the edge has a default"
    paper = paper_sizes.paper(options[PAPER])
    # Sheets are not tagged: their title names the file that is.
    file = f"{request.subject.file_stem(BOOKLET, options.language)}.pdf"
    tagged = translate(options.language, "booklet.to_read", file=file)
    if edge == NO_BACKS:
        sheets, sides = impose_leaves(document, paper), 1
    else:
        saddle = Saddle(paper, product_info(request.product.key).caliper, edge)
        sheets, sides = impose_saddle_stitch(document, saddle), 2
    sheets = replace(sheets, title=f"{sheets.title} · {tagged}")
    return ProductDocument(sheets, len(sheets.pages) // sides, 0, edge, notices=book.left_out)


def _compose(request: PageRequest) -> tuple[Book, Document]:
    """Return a booklet and its pages. If the request equals the last one, reuse its result."""
    from printkit.booklet.compose import compose_booklet  # lists of products do not need it

    options = request.options
    source: str | Variant = request.subject.book or request.subject.variant
    page = options[BOOKLET_PAGE]
    return compose_booklet(source, options.language, options.theme, page, request.progress)


BOOKLET = Product(
    "booklet",
    None,
    _is_available,
    (THEME, EDITION, BOOKLET_PAGE),
    texts=TEXT_FORMATS,
    lay_out=_lay_out,
)
_IMPOSED_OPTIONS = (THEME, EDITION, BOOKLET_PAGE, BOOKLET_DUPLEX, PAPER, PRINTER)
BOOKLET_IMPOSED = Product(
    "booklet-imposed", None, _is_available, _IMPOSED_OPTIONS, lay_out=_lay_out_sheets
)
