"""Booklets: from a game, or a book of several games, to what is printed and read.

Out: pages to read, sheets to fold, and the same text as HTML and as Markdown.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from printkit.art.theme import Theme
from printkit.base import paper_sizes
from printkit.booklet import html, markdown_writer
from printkit.booklet.compose import compose
from printkit.booklet.page_style import BookSpec
from printkit.imposition.page import Document
from printkit.imposition.saddle_stitch import Saddle, impose_saddle_stitch
from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.jobs.manifest import generator
from printkit.model.variant import Variant
from printkit.pieces.options import PAPER
from printkit.pieces.page_products import BOOKLET_DUPLEX, BOOKLET_PAGE, HTML, MARKDOWN
from printkit.text import loader
from printkit.text.book import Book
from printkit.writers import Artifact


class _ComposedBook(msgspec.Struct, frozen=True):
    """A booklet that was composed: what it was composed from, its text, its pages."""

    source: Variant | str
    wishes: tuple[object, ...]
    book: Book
    document: Document


# The booklet that was composed last: its sheets are made of the same pages.
_last: list[_ComposedBook] = []


def make_booklet(request: PageRequest) -> ProductDocument:
    """Make the pages to read, and the text in other formats. Raises PrintkitError."""
    made = _compose(request)
    texts = _texts(made.book, request.options.theme)
    return ProductDocument(made.document, 0, 0, texts=texts, notices=made.book.left_out)


def make_imposed_booklet(request: PageRequest) -> ProductDocument:
    """Make the sheets to fold. Raises PrintkitError."""
    made, options = _compose(request), request.options
    page = made.document.pages[0].media
    paper = paper_sizes.paper(options[PAPER])
    long, short = max(paper.w, paper.h), min(paper.w, paper.h)
    holds = long >= 2 * page.w and short >= page.h
    edge = options[BOOKLET_DUPLEX]
    assert edge is not None, "a job settles the edge"
    sheets = impose_saddle_stitch(made.document, Saddle(paper if holds else None, duplex=edge))
    notices = made.book.left_out
    return ProductDocument(sheets, len(sheets.pages) // 2, 0, edge, notices=notices)


def _compose(request: PageRequest) -> _ComposedBook:
    subject, options = request.subject, request.options
    source = subject.book or subject.variant
    assert source is not None, "a booklet is about a game"
    wishes = (options.language, options.theme, options[BOOKLET_PAGE])
    for made in _last:
        same = made.source is source or (isinstance(source, str) and made.source == source)
        if same and made.wishes == wishes:
            return made
    if isinstance(source, str):
        book = loader.load_anthology(source, options.language, request.progress)
    else:
        book = loader.load_booklet(source, options.language)
    size = paper_sizes.paper(options[BOOKLET_PAGE])
    document = compose(book, BookSpec(options.theme, size.w, size.h), request.progress)
    composed = _ComposedBook(source, wishes, book, document)
    _last[:] = [composed]
    return composed


def _sign(text: str) -> str:
    """Return a text that says who made it, where nobody reads it."""
    return f"<!-- {generator()} -->\n\n{text}"


def _texts(book: Book, theme: Theme) -> dict[str, Callable[[], Artifact]]:
    """Return the text in the formats that have no pages, made when they are written."""
    return {
        HTML: lambda: Artifact(".html", html.html_page(book, theme), 0, 0),
        MARKDOWN: lambda: Artifact(
            ".md", _sign(markdown_writer.write_markdown(book)).encode(), 0, 0
        ),
    }
