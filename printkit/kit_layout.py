"""From a product to pages: which pieces are laid out how. Beside kit.

In: a Variant, a product's key, a language, a Request. Out: the pages of a document, and what they
cost a person. A product's `form` chooses the layout; a form is one function here and its pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from printkit.art.theme import theme
from printkit.base import sizes
from printkit.base.strings import say
from printkit.definition.variant import Variant
from printkit.kit_request import BLANK, CARDS, LARGE, Request
from printkit.pages.grid import SheetSpec
from printkit.pages.label import Caption
from printkit.pages.page import Document, Page
from printkit.pages.poster import posters, room
from printkit.pages.sheet import lay_out
from printkit.pages.single import singles
from printkit.pieces import product
from printkit.pieces.piece import CARD_FORM, PAGE_FORM, Piece, Setting

# How far faces and backs are drawn past the trim at the least (mm), whatever bleed is asked for.
_REACH = 3.0


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages, the sheets of paper and straight cuts they come to, and the edge they are turned over
    for their backs (None: printed on one side)."""

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    duplex: str | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A product in one language as a document, with the sheets of paper and cuts it takes."""

    document: Document
    sheets: int
    cuts: int


def setting_of(variant: Variant, language: str, request: Request, form: str = CARD_FORM) -> Setting:
    """What the pieces of a request are drawn for. Raises PrintkitError."""
    setting = Setting(
        language,
        theme(request.theme),
        sizes.card(request.card or variant.card_size),
        max(_REACH, request.bleed + 0.5),
        request.players,
        large=request.index == LARGE,
    )
    if form != PAGE_FORM:
        return setting
    return replace(setting, room=room(sizes.paper(request.paper), request.margin))


def lay_out_product(variant: Variant, key: str, language: str, request: Request) -> Laid:
    """One product in one language, laid out. Raises PrintkitError."""
    look = theme(request.theme)
    made = product(key, variant)
    setting = setting_of(variant, language, request, made.form)
    pieces = made.make(variant, setting)
    name, product_name = variant.name[language], say(language, f"product.{key}")
    if request.values == BLANK:
        product_name = say(language, "product.blank", product=product_name)
    title, subject = f"{name} · {product_name}", say(language, "document.subject")
    caption = Caption(language, name, product_name, look.name[language], variant.slug)
    if request.layout == CARDS:
        laid = Pages(singles(pieces, request.bleed), 0, 0)
    else:
        laid = FORMS[made.form](pieces, request, caption)
    document = Document(title, subject, language, laid.pages, laid.duplex, request.dpi)
    return Laid(document, laid.sheets, laid.cuts)


def _on_sheets(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """Cards and what is cut like them: a grid, fronts and backs."""
    spec = SheetSpec(
        paper=sizes.paper(request.paper),
        gap=request.gap,
        bleed=request.bleed,
        margin=request.margin,
        duplex=request.duplex,
        corners=request.corners,
        proof=request.proof,
    )
    sheets = lay_out(pieces, spec, caption)
    duplex = request.duplex if request.duplex in ("long", "short") else None
    return Pages(sheets.pages, sheets.sheets, sheets.cuts, duplex)


def _on_pages(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """What is one page of its paper: nothing to cut."""
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    pages = posters(drawings, sizes.paper(request.paper), request.margin, caption)
    return Pages(pages, len(pages), 0)


Form = Callable[[list[Piece], Request, Caption], Pages]
FORMS: dict[str, Form] = {CARD_FORM: _on_sheets, PAGE_FORM: _on_pages}
