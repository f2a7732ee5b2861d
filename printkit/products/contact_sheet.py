"""Contact sheets: the distinct faces, backs and tokens of a deck in one picture (PNG)."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from printkit.base.geometry import MM_PER_INCH
from printkit.base.messages import translate
from printkit.components.contact_sheet import (
    DISC,
    ROUND,
    ContactItem,
    ContactSection,
    contact_page,
    count_words,
    draw_disc,
    list_pictured_items,
    view_deck,
)
from printkit.model.variant import Variant, rights_of
from printkit.pieces.options import (
    CARD_SIZE,
    COLUMNS,
    CORNER_INDEX,
    CORNER_RADIUS,
    DECK_OPTIONS,
    DPI,
    EDITION,
    INDICES,
    NUMBER,
    PICTURE_DPI,
    PLAYERS,
    SHAPE,
    THEME,
)
from printkit.pieces.pages import Document, PageRequest, ProductDocument
from printkit.pieces.product import SCREEN, Product, of_no_game

# The default resolution of a contact sheet. It is lowered to limit the width of the picture (px).
DEFAULT_DPI = 100
_MAX_WIDTH_PX, _MIN_DPI = 2500, 24


def make(request: PageRequest) -> ProductDocument:
    """Make the contact sheet of a deck. Raises PrintkitError."""
    options = request.options
    language, look, size = options.language, options.theme, options.size
    variant = cast(Variant, request.subject.of(request.product))
    names = (THEME, CARD_SIZE, SHAPE, CORNER_RADIUS, CORNER_INDEX, INDICES, EDITION, NUMBER)
    shown = [option.name for option in names]
    deck = view_deck(variant, {name: options.values[name] for name in shown}, language)
    sections = [
        ContactSection(
            group.title,
            count_words(group.pieces, language),
            tuple(ContactItem(piece.front, piece.copies) for piece in group.pieces),
            size.w,
            size.h,
            group.pieces[0].shape,
        )
        for group in deck.groups
    ]
    backs, shape = tuple(ContactItem(back) for _, back in deck.backs), options.shape
    title = translate(language, "preview.backs")
    sections.append(ContactSection(title, "", backs, size.w, size.h, shape))
    if len(deck.groups) == 1:  # a back that follows the faces of a single group needs no title
        sections = [replace(section, title="") for section in sections]
    discs = tuple(
        ContactItem(draw_disc(path, look), 1, name[language])
        for name, _, path in list_pictured_items(variant)
    )
    title = translate(language, "preview.things")
    sections.append(ContactSection(title, "", discs, DISC, DISC, ROUND))
    language_name = translate(language, "preview.language")
    whose = [line.rstrip(".") for line in rights_of(variant, language).lines[:1]]
    facts = (look.name[language], language_name, count_words(deck.pieces, language), *whose)
    details = " · ".join(facts)
    page = contact_page(
        variant.name[language], details, sections, f"{look.key}-{language}", options[COLUMNS]
    )
    natural = int(_MAX_WIDTH_PX / page.media.w * MM_PER_INCH)
    dpi = float(options[PICTURE_DPI] or max(_MIN_DPI, min(DEFAULT_DPI, natural)))
    document = Document(page.title, language, (page,))
    return ProductDocument(document, 0, 0, format_values={DPI.name: dpi})


PRODUCT = Product(
    "contact-sheet",
    None,
    of_no_game,
    (*DECK_OPTIONS, PLAYERS, COLUMNS, PICTURE_DPI),
    subject=SCREEN,
    file_stem="preview",
    lay_out=make,
)
