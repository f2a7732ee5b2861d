"""Make the pages of products without pieces: booklets and the calibration sheet."""

from __future__ import annotations

import msgspec

from printkit.base import paper_sizes
from printkit.base.messages import translate
from printkit.booklet import html, markdown_writer
from printkit.booklet.compose import compose
from printkit.booklet.page_style import BookSpec
from printkit.imposition.calibration import calibration_pages
from printkit.imposition.page import Document
from printkit.imposition.saddle_stitch import Saddle, impose_saddle_stitch
from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.jobs.manifest import generator
from printkit.model.variant import Variant
from printkit.pieces.options import DUPLEX, MARGIN, PAPER, PRINTER
from printkit.pieces.page_products import BOOKLET_DUPLEX, BOOKLET_PAGE, HTML, MARKDOWN
from printkit.text import loader
from printkit.text.book import Book
from printkit.writers import Artifact


class _ComposedBook(msgspec.Struct, frozen=True):
    """A booklet with its source, its settings, its text and its pages."""

    source: Variant | str
    settings: tuple[object, ...]
    book: Book
    document: Document


# The booklet that was composed last: the sheets to fold have the same pages.
_last: list[_ComposedBook] = []


def make_booklet(request: PageRequest) -> ProductDocument:
    """Make the pages of a booklet, and its text in other formats. Raises PrintkitError."""
    composed = _compose(request)
    book, theme = composed.book, request.options.theme
    signature = f"<!-- {generator()} -->\n\n"  # invisible to readers
    texts = {
        HTML: lambda: Artifact(".html", html.html_page(book, theme), 0, 0),
        MARKDOWN: lambda: Artifact(
            ".md", (signature + markdown_writer.write_markdown(book)).encode(), 0, 0
        ),
    }
    return ProductDocument(composed.document, 0, 0, texts=texts, notices=book.left_out)


def make_imposed_booklet(request: PageRequest) -> ProductDocument:
    """Make the sheets of a booklet to fold. Raises PrintkitError."""
    composed, options = _compose(request), request.options
    page = composed.document.pages[0].media
    paper = paper_sizes.paper(options[PAPER])
    long, short = max(paper.w, paper.h), min(paper.w, paper.h)
    holds = long >= 2 * page.w and short >= page.h
    edge = options[BOOKLET_DUPLEX]
    assert edge is not None, "the edge has a default"
    sheets = impose_saddle_stitch(composed.document, Saddle(paper if holds else None, duplex=edge))
    notices = composed.book.left_out
    return ProductDocument(sheets, len(sheets.pages) // 2, 0, edge, notices=notices)


def _compose(request: PageRequest) -> _ComposedBook:
    """Return the composed booklet of a request, from the last request if it is the same."""
    subject, options = request.subject, request.options
    source = subject.book or subject.variant
    assert source is not None, "a booklet has a game"
    settings = (options.language, options.theme, options[BOOKLET_PAGE])
    for last in _last:
        same = last.source is source or (isinstance(source, str) and last.source == source)
        if same and last.settings == settings:
            return last
    if isinstance(source, str):
        book = loader.load_anthology(source, options.language, request.progress)
    else:
        book = loader.load_booklet(source, options.language)
    size = paper_sizes.paper(options[BOOKLET_PAGE])
    document = compose(book, BookSpec(options.theme, size.w, size.h), request.progress)
    composed = _ComposedBook(source, settings, book, document)
    _last[:] = [composed]
    return composed


def make_calibration(request: PageRequest) -> ProductDocument:
    """Make the calibration sheet. Raises PrintkitError if the paper is too small."""
    options, language = request.options, request.options.language
    paper, duplex = paper_sizes.paper(options[PAPER]), options[DUPLEX]
    pages = calibration_pages(paper, duplex, language, options[MARGIN], options[PRINTER])
    title, about = translate(language, "calibrate.title"), translate(language, "document.subject")
    document = Document(title, about, language, pages, duplex)
    return ProductDocument(document, 1, 0, duplex)
