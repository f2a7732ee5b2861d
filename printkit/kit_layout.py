"""From a product to pages: which pieces are laid out how. Beside kit.

In: a Variant, a product's key, a language, a Request. Out: the pages of a document, and what they
cost a person. A product's `form` chooses the layout; a form is one function here and its pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from printkit.art.theme import theme
from printkit.base import sizes
from printkit.base.errors import UsageError
from printkit.base.label_sheets import label_sheet
from printkit.base.strings import check_edition, say
from printkit.definition.variant import Variant
from printkit.kit_request import BLANK, CARDS, LARGE, Request
from printkit.pages.adjusted import adjusted, blamed, check_edge, margin_for
from printkit.pages.cutouts import CutoutSpec, lay_out_cutouts, stickers
from printkit.pages.duplex import LONG, NONE, SHORT
from printkit.pages.grid import SheetSpec
from printkit.pages.label import Caption
from printkit.pages.large import large_pages
from printkit.pages.page import Document, Page
from printkit.pages.poster import posters, room
from printkit.pages.sheet import lay_out
from printkit.pages.single import singles
from printkit.pages.sticker_sheet import sticker_pages
from printkit.pieces import product
from printkit.pieces.piece import CARD_FORM, CUTOUT_FORM, LARGE_FORM, PAGE_FORM, Piece, Setting
from printkit.pieces.token.shape import HEX, ROUND, SIZE, Shape, label_shape, token_shape

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


def editions(variant: Variant, key: str, asked: tuple[str, ...]) -> tuple[str, ...]:
    """The editions of a product: of two languages side by side each, if it is not bilingual.

    Raises PrintkitError.
    """
    if product(key, variant).bilingual:
        return tuple(dict.fromkeys(asked))
    return tuple(dict.fromkeys(one for edition in asked for one in check_edition(edition)))


def setting_of(variant: Variant, edition: str, request: Request, form: str = CARD_FORM) -> Setting:
    """What the pieces of a request are drawn for. Raises PrintkitError."""
    language, *also = check_edition(edition)
    setting = Setting(
        language,
        theme(request.theme),
        sizes.card(request.card or variant.card_size),
        max(_REACH, request.bleed + 0.5),
        request.players or 1,
        large=request.index == LARGE,
        caliper=request.caliper,
        sleeves=request.sleeves,
        die=request.die,
        also=also[0] if also else None,
        mat=request.mat,
        pegs=request.pegs,
    )
    if form == CUTOUT_FORM:
        return replace(
            setting, token=_token(request), players=request.players or variant.players[0]
        )
    if form != PAGE_FORM:
        return setting
    return replace(setting, room=room(sizes.paper(request.paper), request.margin))


def lay_out_product(variant: Variant, key: str, edition: str, request: Request) -> Laid:
    """One product in one edition, laid out and set right for the printer. Raises PrintkitError."""
    wishes = _in_reach(request)
    with blamed(request.printer, wishes.margin - request.margin):
        laid = _laid_out(variant, key, edition, wishes)
    if request.printer is None:
        return laid
    pages = adjusted(laid.document.pages, request.printer)
    return replace(laid, document=replace(laid.document, pages=pages))


def _in_reach(request: Request) -> Request:
    """The request with so much margin that nothing leaves its own once the pages are set right for
    the printer. Raises PrintkitError."""
    if request.printer is None:
        return request
    if request.layout == CARDS:
        raise UsageError(
            "A printer profile sets sheets of paper right, not images of cards.",
            cure=f"Leave --printer out, or --layout {CARDS}.",
        )
    check_edge(request.duplex, request.printer)
    paper = sizes.paper(request.paper)
    return replace(request, margin=margin_for(request.margin, paper.w, paper.h, request.printer))


def _laid_out(variant: Variant, key: str, edition: str, request: Request) -> Laid:
    look = theme(request.theme)
    made = product(key, variant)
    if request.labels is not None:
        _check_labels(key, made.form, request)
    setting = setting_of(variant, edition, request, made.form)
    language = setting.language
    pieces = made.make(variant, setting)
    name, product_name = variant.name[language], say(language, f"product.{key}")
    if request.values == BLANK:
        product_name = say(language, "product.blank", product=product_name)
    title, subject = f"{name} · {product_name}", say(language, "document.subject")
    caption = Caption(
        language, name, product_name, look.name[language], variant.slug, request.printer
    )
    if request.layout == CARDS:
        laid = Pages(singles(pieces, request.bleed, proof=request.proof), 0, 0)
    else:
        laid = FORMS[made.form](pieces, request, caption)
    document = Document(title, subject, language, laid.pages, laid.duplex, request.dpi)
    return Laid(document, laid.sheets, laid.cuts)


def _on_sheets(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """Cards and what is cut like them: a grid, fronts and backs."""
    sheets = lay_out(pieces, _sheet_spec(request), caption)
    return Pages(sheets.pages, sheets.sheets, sheets.cuts, _turned_over(request))


def _sheet_spec(request: Request) -> SheetSpec:
    return SheetSpec(
        paper=sizes.paper(request.paper),
        gap=request.gap,
        bleed=request.bleed,
        margin=request.margin,
        duplex=request.duplex,
        corners=request.corners,
        proof=request.proof,
    )


def _turned_over(request: Request) -> str | None:
    """The edge over which sheets are turned for their backs, or None."""
    return request.duplex if request.duplex in (LONG, SHORT) else None


def _check_labels(key: str, form: str, request: Request) -> None:
    """Raises UsageError for what is not printed on labels."""
    if form != CUTOUT_FORM:
        raise UsageError(
            f"“{key}” is not printed on labels.",
            cure="--labels takes small things such as tokens: name that product.",
        )
    if request.layout == CARDS:
        raise UsageError(
            "--labels is a layout of its own.", cure=f"Leave --layout {CARDS} out, or --labels."
        )


def _token(request: Request) -> Shape:
    """The shape of tokens: what was asked for, or what a label leaves. Raises PrintkitError."""
    if request.labels is not None:
        sheet = label_sheet(request.labels)
        return label_shape(sheet, request.token_shape, request.token_size)
    return token_shape(request.token_shape or ROUND, request.token_size or SIZE)


def _cut_out(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """Small things cut out one by one, fronts and backs; or stuck on, from sheets of labels."""
    if request.labels is not None:
        return _on_labels(pieces, request, caption)
    spec = CutoutSpec(_sheet_spec(request), request.cut, request.token_shape == HEX)
    sheets = lay_out_cutouts(pieces, spec, caption)
    return Pages(sheets.pages, sheets.sheets, sheets.cuts, _turned_over(request))


def _on_labels(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """Both sides of each token as stickers; what is smaller than its label is cut out of it."""
    assert request.labels is not None
    sheet = label_sheet(request.labels)
    cut_out = (request.token_shape, request.token_size) != (None, None)
    drawings = stickers(pieces, backs=request.duplex != NONE, cut_out=cut_out)
    pages = sticker_pages(
        drawings,
        sheet,
        request.first,
        request.nudge,
        proof=request.proof,
        title=f"{caption.game} · {caption.product}",
    )
    return Pages(pages, len(pages), len(drawings) if cut_out else 0)


def _on_pages(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """What is one page of its paper: nothing to cut."""
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    pages = posters(drawings, sizes.paper(request.paper), request.margin, caption)
    return Pages(pages, len(pages), 0)


def _large(pieces: list[Piece], request: Request, caption: Caption) -> Pages:
    """What has a page of its own, or several: tiles that are put together."""
    laid = large_pages(pieces, _sheet_spec(request), request.overlap, caption)
    return Pages(laid.pages, laid.sheets, laid.cuts, laid.duplex)


Form = Callable[[list[Piece], Request, Caption], Pages]
FORMS: dict[str, Form] = {
    CARD_FORM: _on_sheets,
    CUTOUT_FORM: _cut_out,
    LARGE_FORM: _large,
    PAGE_FORM: _on_pages,
}
