"""From a product to pages: which pieces are laid out how.

In: a Variant, a product's key, a language, a Request. Out: the pages of a document, and what they
cost a person. A product's `form` names its layout, a module of kit_forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.errors import UsageError
from printkit.base.label_stock import label_sheet
from printkit.base.messages import parse_edition, translate
from printkit.imposition.duplex import FOLD, NONE
from printkit.imposition.full_page import full_page_area
from printkit.imposition.page import Document
from printkit.imposition.printer_correction import (
    check_edge,
    correct_pages,
    corrected_margin,
    explain_margin,
)
from printkit.imposition.slug_line import SlugLine
from printkit.kit_forms import Pages, form
from printkit.kit_request import BLANK, CARDS, LARGE, Request
from printkit.model.variant import Variant
from printkit.products import require_product
from printkit.products.piece import (
    CARD_FORM,
    CUTOUT_FORM,
    LARGE_FORM,
    PAGE_FORM,
    Piece,
    RenderOptions,
)
from printkit.products.tokens.shape import ROUND, SIZE, TOKEN, TokenShape, label_shape, token_shape
from printkit.writers import Artifact

# How far faces and backs are drawn past the trim at the least (mm), whatever bleed is asked for.
_REACH = 3.0
# The form that a layout of single pieces takes; what is a page of paper stays that.
_ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Laid:
    """A product in one language as a document, with the sheets of paper and cuts it takes.

    `sides` is how it is printed: on both sides, turned over the long or short edge; folded; or on
    one side (none). `texts` are its formats that have no pages, made when they are written.
    """

    document: Document
    sheets: int
    cuts: int
    sides: str = NONE
    texts: Mapping[str, Callable[[], Artifact]] = field(default_factory=dict)


def editions(variant: Variant, key: str, asked: tuple[str, ...]) -> tuple[str, ...]:
    """The editions of a product: of two languages side by side each, if it is not bilingual.

    Raises PrintkitError.
    """
    if require_product(key, variant).bilingual:
        return tuple(dict.fromkeys(asked))
    return tuple(dict.fromkeys(one for edition in asked for one in parse_edition(edition)))


def setting_of(
    variant: Variant, edition: str, request: Request, kind: str = CARD_FORM
) -> RenderOptions:
    """What the pieces of a request are drawn for. Raises PrintkitError."""
    language, *also = parse_edition(edition)
    setting = RenderOptions(
        language,
        theme(request.theme),
        paper_sizes.card(request.card or variant.card_size),
        max(_REACH, request.bleed + 0.5),
        request.players or (1 if kind == CARD_FORM else variant.players.min),
        large=request.index == LARGE,
        caliper=request.caliper,
        sleeves=request.sleeves,
        die=request.die,
        also=also[0] if also else None,
        mat=request.mat,
        pegs=request.pegs,
        seats=request.players or variant.players.min,
        token=TOKEN if request.labels is not None else _token(request),
    )
    if kind == CUTOUT_FORM:
        return replace(setting, token=_token(request))
    paper = paper_sizes.paper(request.paper)
    if kind == LARGE_FORM:
        around = 2 * request.margin
        return replace(setting, room=(paper.w - around, paper.h - around))
    if kind != PAGE_FORM:
        return setting
    return replace(setting, room=full_page_area(paper, request.margin))


def lay_out_product(variant: Variant, key: str, edition: str, request: Request) -> Laid:
    """One product in one edition, laid out and set right for the printer. Raises PrintkitError."""
    wishes = in_reach(request)
    with explain_margin(request.printer, wishes.margin - request.margin):
        laid = _laid_out(variant, key, edition, wishes)
    return set_right(laid, request)


def set_right(laid: Laid, request: Request) -> Laid:
    """Its pages set right for the printer, if there is a profile."""
    if request.printer is None:
        return laid
    pages = correct_pages(laid.document.pages, request.printer)
    return replace(laid, document=replace(laid.document, pages=pages))


def in_reach(request: Request) -> Request:
    """The request with so much margin that nothing leaves its own once the pages are set right for
    the printer. Raises PrintkitError."""
    if request.printer is None:
        return request
    if request.layout == CARDS:
        raise UsageError(
            "A printer profile sets sheets of paper right, not images of cards.",
            hint=f"Leave --printer out, or --layout {CARDS}.",
        )
    check_edge(request.duplex, request.printer)
    paper = paper_sizes.paper(request.paper)
    return replace(
        request, margin=corrected_margin(request.margin, paper.w, paper.h, request.printer)
    )


def _laid_out(variant: Variant, key: str, edition: str, request: Request) -> Laid:
    look = theme(request.theme)
    made = require_product(key, variant)
    if not made.by_card:  # cards of one's own are printed for one, unless more are asked for
        request = replace(request, players=request.players or variant.players.min)
    # In a whole kit what is not printed on labels is printed on paper.
    if request.labels is not None and (made.form == CUTOUT_FORM or key in request.products):
        _check_labels(key, made.form, request)
    setting = setting_of(variant, edition, request, made.form)
    language = setting.language
    pieces = made.make(variant, setting)
    name, product_name = variant.name[language], translate(language, f"product.{key}")
    if request.values == BLANK:
        product_name = translate(language, "product.blank", product=product_name)
    title, subject = f"{name} · {product_name}", translate(language, "document.subject")
    caption = SlugLine(
        language, name, product_name, look.name[language], variant.slug, request.printer
    )
    alone = request.layout == CARDS and made.form != PAGE_FORM
    laid = form(_ALONE if alone else made.form)(pieces, request, caption)
    document = Document(title, subject, language, laid.pages, laid.duplex, request.dpi)
    return Laid(document, laid.sheets, laid.cuts, _sides(laid, pieces, made.form, request))


def _sides(laid: Pages, pieces: list[Piece], kind: str, request: Request) -> str:
    """How a product is printed: see `Laid`."""
    if laid.duplex is not None and any(page.back for page in laid.pages):
        return laid.duplex
    folded = request.duplex == FOLD and kind in (CARD_FORM, CUTOUT_FORM)
    if folded and laid.sheets and any(piece.back is not None for piece in pieces):
        return FOLD
    return NONE


def _check_labels(key: str, kind: str, request: Request) -> None:
    """Raises UsageError for what is not printed on labels."""
    if kind != CUTOUT_FORM:
        raise UsageError(
            f"“{key}” is not printed on labels.",
            hint="--labels takes small things such as tokens: name that product.",
        )
    if request.layout == CARDS:
        raise UsageError(
            "--labels is a layout of its own.", hint=f"Leave --layout {CARDS} out, or --labels."
        )


def _token(request: Request) -> TokenShape:
    """The shape of tokens: what was asked for, or what a label leaves. Raises PrintkitError."""
    if request.labels is not None:
        sheet = label_sheet(request.labels)
        return label_shape(sheet, request.token_shape, request.token_size)
    return token_shape(request.token_shape or ROUND, request.token_size or SIZE)
