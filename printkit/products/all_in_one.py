"""Combine the sheets of a kit in one file for each paper and way of printing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.base.messages import translate
from printkit.base.printer_profile import EDGES
from printkit.graphics.display_list import TagStep
from printkit.pieces.kits import ONE_FILE
from printkit.pieces.options import ONE
from printkit.pieces.pages import (
    Destination,
    Document,
    OutlineEntry,
    Page,
    PageRequest,
    ProductDocument,
    blank_back,
)
from printkit.pieces.product import JOB, Product, of_no_game


def make(request: PageRequest) -> ProductDocument:
    """Join documents that are printed in the same way. The source provides a heading for each
    document.
    """
    language = request.options.language
    name = translate(language, f"product.{request.product.key}")
    title = f"{request.subject.name[language]} · {name}"
    return ProductDocument(join_documents(request.made_of, title), 0, 0)


def join_documents(documents: Sequence[tuple[str, Document]], title: str) -> Document:
    """Join documents that are printed in the same way into one, each with its heading.

    Each document becomes an entry of the outline, with its pages below it, and a section of the
    tagged text. In double-sided printing, each document begins on a new sheet.
    """
    pages: list[Page] = []
    outline: list[OutlineEntry] = []
    for heading, document in documents:
        start = len(pages)
        own = [
            OutlineEntry(one.title, Destination(start + i, None))
            for i, one in enumerate(document.pages)
        ]
        outline.append(
            OutlineEntry(heading, Destination(start, None), tuple(own) if len(own) > 1 else ())
        )
        if document.duplex in EDGES and len(document.pages) % 2:
            document = replace(document, pages=(*document.pages, blank_back(document.pages[-1])))
        pages += (
            _moved_page(page, start, TagStep("Sect", len(outline))) for page in document.pages
        )
    first = documents[0][1]
    return replace(first, title=title, pages=tuple(pages), outline=tuple(outline), pieces=())


def _moved_page(page: Page, pages_before: int, section: TagStep) -> Page:
    """Return a page as part of a section of a document, after the pages that precede it."""

    def move(to: Destination | str) -> Destination | str:
        return to if isinstance(to, str) else replace(to, page=to.page + pages_before)

    layers = tuple(
        replace(layer, tags=tuple(replace(tag, steps=(section, *tag.steps)) for tag in layer.tags))
        for layer in page.layers
    )
    links = tuple(replace(link, to=move(link.to)) for link in page.links)
    return replace(page, layers=layers, links=links, label=None)


PRODUCT = Product(ONE_FILE, None, of_no_game, (ONE,), subject=JOB, file_stem="kit", lay_out=make)
