"""Booklets, from a game or a book of several games to what is printed and read.

In: a Variant or the name of a book, a language, a Request. Out: pages to read, sheets to fold, and
the same text as HTML and as Markdown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.booklet import html, loader, markdown_writer
from printkit.booklet.book import Book
from printkit.booklet.compose import compose
from printkit.booklet.page_style import BookSpec
from printkit.imposition.duplex import NONE
from printkit.imposition.page import Document
from printkit.imposition.saddle_stitch import Saddle, impose_saddle_stitch
from printkit.kit_layout import Laid, set_right
from printkit.kit_request import Request
from printkit.kit_write import generator
from printkit.model.variant import Variant
from printkit.products.booklet import HTML, MARKDOWN
from printkit.products.booklet_imposed import KEY as IMPOSED
from printkit.writers import Artifact


@dataclass(frozen=True, slots=True)
class _Set:
    """A booklet that was set: what it was set from, its text, its pages."""

    variant: Variant | str
    wishes: tuple[str, ...]
    book: Book
    document: Document


# The booklet that was set last: its sheets are made of the same pages.
_last: list[_Set] = []


def lay_out(variant: Variant | str, key: str, language: str, request: Request) -> Laid:
    """A booklet to read, or its sheets to fold. Raises PrintkitError."""
    made = _composed(variant, language, request)
    if key != IMPOSED:
        return Laid(made.document, 0, 0, NONE, _texts(made.book, request))
    page = made.document.pages[0].media
    paper = paper_sizes.paper(request.paper)
    long, short = max(paper.w, paper.h), min(paper.w, paper.h)
    holds = long >= 2 * page.w and short >= page.h
    edge = request.turned
    sheets = impose_saddle_stitch(made.document, Saddle(paper if holds else None, duplex=edge))
    return set_right(Laid(sheets, len(sheets.pages) // 2, 0, edge), request)


def _composed(variant: Variant | str, language: str, request: Request) -> _Set:
    wishes = (language, request.theme, request.page)
    for one in _last:
        same = one.variant is variant or (isinstance(variant, str) and one.variant == variant)
        if same and one.wishes == wishes:
            return one
    if isinstance(variant, str):
        book = loader.load_anthology(variant, language)
    else:
        book = loader.load_booklet(variant, language)
    size = paper_sizes.paper(request.page)
    document = compose(book, BookSpec(theme(request.theme), size.w, size.h))
    made = _Set(variant, wishes, book, document)
    _last[:] = [made]
    return made


def _signed(text: str) -> str:
    """A text that says who made it, where nobody reads it: by that we know our own."""
    return f"<!-- {generator()} -->\n\n{text}"


def _texts(book: Book, request: Request) -> dict[str, Callable[[], Artifact]]:
    """The text in the formats that have no pages, made when they are written."""
    return {
        HTML: lambda: Artifact(".html", html.html_page(book, theme(request.theme)), 0, 0),
        MARKDOWN: lambda: Artifact(
            ".md", _signed(markdown_writer.write_markdown(book)).encode(), 0, 0
        ),
    }
