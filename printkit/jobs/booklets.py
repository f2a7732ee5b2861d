"""Make the pages of booklets: pages to read, sheets to fold, and the text without pages."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import copy_context

from printkit.art.theme import Theme
from printkit.art.theme import theme as load_theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.files import generator
from printkit.booklet.compose import compose, number_chapters
from printkit.booklet.page_style import BookSpec
from printkit.graphics.fonts import TITLE, font
from printkit.imposition.saddle_stitch import Saddle, impose_leaves, impose_saddle_stitch
from printkit.model.variant import Variant
from printkit.pieces.kit import product_info
from printkit.pieces.local_game import in_fonts_of
from printkit.pieces.options import NO_BACKS, PAPER, THEME
from printkit.pieces.page_products import BOOKLET_DUPLEX, BOOKLET_PAGE, HTML, MARKDOWN
from printkit.pieces.pages import Document, PageRequest, ProductDocument
from printkit.text import loader
from printkit.text.book import Book
from printkit.writers import Artifact

# The booklet that was composed last, by its source and settings: the sheets to fold have the same
# pages.
_last: list[tuple[tuple[object, ...], tuple[Book, Document]]] = []
# The same for the pages of chapters: a table asks for those of one game again and again.
_last_numbers: list[tuple[tuple[Variant, str], Mapping[str, int]]] = []


def make_booklet(request: PageRequest) -> ProductDocument:
    """Make the pages of a booklet, and its text in other formats. Raises PrintkitError."""
    (book, document), theme = _compose(request), request.options.theme
    fonts = copy_context()  # texts are made when their fonts are no longer in use
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


def make_imposed_booklet(request: PageRequest) -> ProductDocument:
    """Make the sheets of a booklet to fold. Raises PrintkitError."""
    (book, document), options = _compose(request), request.options
    edge = options[BOOKLET_DUPLEX]
    assert edge is not None, "the edge has a default"
    paper = paper_sizes.paper(options[PAPER])
    if edge == NO_BACKS:
        leaves = impose_leaves(document, paper)
        return ProductDocument(leaves, len(leaves.pages), 0, edge, notices=book.left_out)
    sheets = impose_saddle_stitch(
        document, Saddle(paper, product_info(request.product.key)["caliper"], edge)
    )
    return ProductDocument(sheets, len(sheets.pages) // 2, 0, edge, notices=book.left_out)


def _compose(request: PageRequest) -> tuple[Book, Document]:
    """Return a booklet and its pages, from the last request if it is the same."""
    subject, options = request.subject, request.options
    source = subject.book or subject.variant
    fonts = font(TITLE).key
    key = (source, options.language, options.theme, options[BOOKLET_PAGE], fonts)
    for known, composed in _last:
        if known == key:
            return composed
    if isinstance(source, str):
        book = loader.load_anthology(source, options.language, request.progress)
    else:
        assert source is not None, "a booklet has a game"
        book = loader.load_booklet(source, options.language)
    size = paper_sizes.paper(options[BOOKLET_PAGE])
    document = compose(book, BookSpec(options.theme, size.w, size.h), request.progress)
    _last[:] = [(key, (book, document))]
    return book, document


def find_pages(variant: Variant, language: str) -> Mapping[str, int]:
    """Return the page of each chapter in the booklet of a game as it is built without options.

    There are none if the booklet cannot be composed: `check` says why.
    """
    for known, numbers in _last_numbers:
        if known == (variant, language):
            return numbers
    look, size = load_theme(THEME.default), paper_sizes.paper(BOOKLET_PAGE.default)
    pages: Mapping[str, int] = {}
    try:
        with in_fonts_of(variant, look):
            book = loader.load_booklet(variant, language)
            pages = number_chapters(book, BookSpec(look, size.w, size.h))
    except PrintkitError:
        pass
    _last_numbers[:] = [((variant, language), pages)]
    return pages
