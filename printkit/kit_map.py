"""The chain of the mapping mode: a deck at hand and a variant in, charts and stickers out.

stand-in ─▶ Mapping ─▶ chart, pocket cards, stickers ─▶ Pages ─▶ bytes ─▶ files and a manifest

It stands beside `kit`, which does the same for decks: both name rooms of every floor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from printkit.art.theme import plain_paper_theme, theme
from printkit.base import paper_sizes
from printkit.base.label_stock import label_sheet
from printkit.base.messages import require_language, translate
from printkit.base.printer_profile import LONG, Profile
from printkit.imposition.card_sheets import impose_cards
from printkit.imposition.full_page import full_page_area, full_pages
from printkit.imposition.grid import SheetSpec
from printkit.imposition.label_sheets import sticker_pages
from printkit.imposition.page import Document, Page
from printkit.imposition.printer_correction import correct_pages, corrected_margin, explain_margin
from printkit.imposition.slug_line import SlugLine
from printkit.kit_write import Built, generator, write_documents
from printkit.products.charts.chart import draw_chart
from printkit.products.charts.pocket_chart import make_pocket_chart
from printkit.products.charts.sticker import draw_stickers
from printkit.products.piece import RenderOptions
from printkit.rules.standins import DeckMapping

CHART, POCKET, STICKERS = "chart", "pocket", "labels"
_REACH = 3.0


@dataclass(frozen=True, slots=True)
class MapRequest:
    """What a person asked to print of a mapping. Lengths in mm; `first` counts from 1; `printer`
    is the profile that the pages are set right for."""

    languages: tuple[str, ...] = ("en",)
    formats: tuple[str, ...] = ("pdf",)
    products: tuple[str, ...] = (CHART, POCKET)
    paper: str = "a4"
    card: str = "poker"
    theme: str = "classic"
    margin: float = 5.0
    sheet: str = "l7651"
    first: int = 1
    nudge: tuple[float, float] = (0.0, 0.0)
    proof: bool = False
    dpi: float = 300.0
    printer: Profile | None = None
    out: Path = field(default_factory=lambda: Path("output"))


def build_map(mapping: DeckMapping, request: MapRequest) -> Built:
    """Makes all files of a request, or none. Raises PrintkitError."""
    for language in request.languages:
        require_language(language)
    paper = paper_sizes.paper(request.paper)
    margin = corrected_margin(request.margin, paper.w, paper.h, request.printer)
    wishes = replace(request, margin=margin)
    # All is laid out before the first file is begun: refusals come before any work on disk.
    with explain_margin(request.printer, margin - request.margin):
        documents = [
            (product, language, _MAKERS[product](mapping, language, wishes))
            for product in request.products
            for language in request.languages
        ]
    return write_documents(
        request.out / f"{mapping.deck.slug}-{mapping.requested_slug}",
        documents,
        request.formats,
        lambda entries: _manifest(mapping, request, entries),
    )


def _document(
    mapping: DeckMapping,
    product: str,
    language: str,
    request: MapRequest,
    pages: tuple[Page, ...],
    duplex: str | None = None,
) -> Document:
    caption = _caption(mapping, product, language, request)
    subject = translate(language, "document.subject")
    title = f"{caption.game} · {caption.product}"
    if request.printer is not None:
        pages = correct_pages(pages, request.printer)
    return Document(title, subject, language, pages, duplex, request.dpi)


def _caption(mapping: DeckMapping, product: str, language: str, request: MapRequest) -> SlugLine:
    deck, variant = mapping.deck.name[language], mapping.variant.name[language]
    look = theme(request.theme).name[language]
    slug = f"{mapping.deck.slug}-{mapping.requested_slug}"
    words = translate(language, f"map.product-{product}", deck=deck)
    return SlugLine(language, variant, words, look, slug, request.printer)


def _chart(mapping: DeckMapping, language: str, request: MapRequest) -> Document:
    paper = paper_sizes.paper(request.paper)
    look = plain_paper_theme(theme(request.theme))
    drawings = draw_chart(mapping, language, look, full_page_area(paper, request.margin))
    caption = _caption(mapping, CHART, language, request)
    pages = full_pages(drawings, paper, request.margin, caption)
    return _document(mapping, CHART, language, request, pages)


def _pocket(mapping: DeckMapping, language: str, request: MapRequest) -> Document:
    size = paper_sizes.card(request.card)
    setting = RenderOptions(language, theme(request.theme), size, _REACH, 1)
    # Over the edge that the backs were measured on.
    duplex = request.printer.duplex if request.printer else LONG
    paper = paper_sizes.paper(request.paper)
    spec = SheetSpec(paper, margin=request.margin, duplex=duplex, proof=request.proof)
    caption = _caption(mapping, POCKET, language, request)
    sheets = impose_cards(make_pocket_chart(mapping, setting), spec, caption)
    return _document(mapping, POCKET, language, request, sheets.pages, spec.duplex)


def _stickers(mapping: DeckMapping, language: str, request: MapRequest) -> Document:
    sheet = label_sheet(request.sheet)
    drawings = draw_stickers(
        mapping, language, theme(request.theme), sheet.width, sheet.height, round_=sheet.round
    )
    title = _caption(mapping, STICKERS, language, request).game
    pages = sticker_pages(
        drawings, sheet, request.first, request.nudge, proof=request.proof, title=title
    )
    return _document(mapping, STICKERS, language, request, pages)


_MAKERS: dict[str, Callable[[DeckMapping, str, MapRequest], Document]] = {
    CHART: _chart,
    POCKET: _pocket,
    STICKERS: _stickers,
}


def _manifest(
    mapping: DeckMapping, request: MapRequest, entries: list[dict[str, Any]]
) -> dict[str, Any]:
    """What was made; no clock, no path of a machine."""
    options: dict[str, Any] = {"theme": Path(request.theme).name, "dpi": request.dpi}
    if STICKERS in request.products:
        options |= {
            "sheet": label_sheet(request.sheet).name,
            "first": request.first,
            "nudge_mm": list(request.nudge),
            "proof": request.proof,
        }
    else:
        options |= {"paper": request.paper, "card": request.card, "margin_mm": request.margin}
    if request.printer is not None:
        options["printer"] = request.printer.as_data()
    return {
        "generator": generator(),
        "deck": mapping.deck.slug,
        "variant": mapping.requested_slug,
        "products": list(request.products),
        "options": options,
        "files": entries,
    }
