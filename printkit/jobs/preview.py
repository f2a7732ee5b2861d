"""Show a whole deck on a screen: its distinct faces, backs and tokens on contact sheets (PNG).

In: a Job and themes. Out: a picture for each theme and language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Theme, theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import MM_PER_INCH
from printkit.base.messages import translate
from printkit.base.processes import Progress, no_progress
from printkit.base.sentences import capitalise
from printkit.components.tokens import TokenShape, TokenSide, draw_side
from printkit.graphics import display_list as ink
from printkit.graphics.display_list import Symbol
from printkit.imposition.contact import ROUND, ContactItem, ContactSection, contact_page
from printkit.jobs.artifacts import write_looks
from printkit.jobs.job import Job, check_job, option_values
from printkit.jobs.plan import make_plan
from printkit.jobs.subject import load_subject
from printkit.model.play import Token
from printkit.model.tabletop import Material
from printkit.model.variant import Variant, rights_of
from printkit.pieces.local_game import in_fonts_of
from printkit.pieces.options import CARD_SIZE, CORNER_INDEX, DPI, INDICES, SHAPE, THEME
from printkit.pieces.page_products import COLUMNS, CONTACT_SHEET, PICTURE_DPI
from printkit.pieces.pages import Document, PageRequest, ProductDocument
from printkit.pieces.piece import Piece, printable_piece
from printkit.pieces.product import RenderOptions
from printkit.pieces.registry import available_products, require_product

# The products whose faces are shown, in this order.
CARDS, RULE_CARDS = "cards", "rule-cards"
# The diameter of tokens and their safe margin (mm).
DISC, _DISC_SAFE = 25.0, 2.5
# The default resolution of a contact sheet. It is lowered to limit the width of the picture (px).
DEFAULT_DPI = 100
_MAX_WIDTH_PX, _MIN_DPI = 2500, 24
# A text by language.
Words = Mapping[str, str]


# --- the deck -----------------------------------------------------------------------------------


class DeckGroup(msgspec.Struct, frozen=True):
    """Pieces that are shown together, with their title."""

    title: str
    pieces: tuple[Piece, ...]
    counted: bool = True


class DeckView(msgspec.Struct, frozen=True):
    """The faces and the named backs of a deck in one theme and language.

    The groups and their pieces are the same in all themes and languages, in the same order.
    """

    groups: tuple[DeckGroup, ...]
    backs: tuple[tuple[str, Symbol], ...]

    @property
    def pieces(self) -> list[Piece]:
        """The pieces of the deck, without cards that only show the rules."""
        counted = [group for group in self.groups if group.counted] or self.groups
        return [piece for group in counted for piece in group.pieces]


def view_deck(variant: Variant, job: Job, language: str) -> DeckView:
    """Return the distinct faces by family, and the distinct backs."""
    groups: list[DeckGroup] = []
    available = available_products(variant)
    if CARDS in available:
        family_of = {card.id: card.family for card in variant.cards}
        pieces = _pieces(variant, CARDS, job, language)
        for key, family in variant.families.items():
            own = tuple(piece for piece in pieces if family_of.get(piece.id) == key)
            groups.append(DeckGroup(family.name[language], own))
        extra = tuple(piece for piece in pieces if not piece.dealt)
        groups.append(DeckGroup(translate(language, "edition.cards"), extra, counted=False))
    if RULE_CARDS in available:
        words = translate(language, f"product.{RULE_CARDS}")
        title = capitalise(words)
        pieces = _pieces(variant, RULE_CARDS, job, language)
        groups.append(DeckGroup(title, tuple(pieces), counted=False))
    groups = [group for group in groups if group.pieces]
    return DeckView(tuple(groups), tuple(_distinct_backs(groups, language)))


def _pieces(variant: Variant, key: str, job: Job, language: str) -> list[Piece]:
    product = require_product(key, variant)
    assert product.make is not None, "cards are pieces"
    values = option_values(product.options, job, variant)
    options = RenderOptions(values, language=language)
    with in_fonts_of(variant, options.theme):
        return [*map(printable_piece, product.make(variant, options))]


def _distinct_backs(groups: Sequence[DeckGroup], language: str) -> list[tuple[str, Symbol]]:
    """Return each distinct back, named after the first group that has it."""
    backs: dict[str, tuple[str, Symbol]] = {}
    for group in groups:
        for piece in group.pieces:
            if piece.back is not None:
                name = translate(language, "preview.back-of", family=group.title)
                backs.setdefault(piece.back.title, (name, piece.back))
    if len(backs) == 1:
        return [(translate(language, "preview.back"), symbol) for _, symbol in backs.values()]
    return list(backs.values())


def list_pictured_items(variant: Variant) -> list[tuple[Words, Words | None, Path]]:
    """Return the name, effect and emblem of the tokens and materials that have an emblem."""
    items: list[Token | Material] = [*variant.tokens, *variant.materials]
    return [
        (item.name, item.how if isinstance(item, Token) else None, item.emblem)
        for item in items
        if item.emblem is not None
    ]


def draw_disc(path: Path, look: Theme) -> Symbol:
    """Draw an emblem as the side of a round token, cut out."""
    side = TokenSide(f"disc-{path.stem}", path.stem, path)
    shape = TokenShape(ROUND, DISC, DISC, _DISC_SAFE)
    drawn = draw_side(side, shape, look, "indigo", 0.0)
    return replace(drawn, items=(ink.Group(drawn.items, clip=shape.outline()),), ground=0)


def count_words(pieces: Sequence[Piece], language: str) -> str:
    """Return “68 faces, 76 cards”, or “9 cards” without duplicates."""
    faces = number_words(len(pieces), "face", language)
    cards = number_words(copies := sum(piece.copies for piece in pieces), "card", language)
    if copies == len(pieces):
        return cards
    return translate(language, "preview.pair", faces=faces, cards=cards)


def number_words(count: int, noun: str, language: str) -> str:
    """Return “1 card”, “2 cards”."""
    return translate(language, f"preview.{noun}", count=count)


# --- contact sheets -----------------------------------------------------------------------------


def write_contact_sheets(
    job: Job, themes: Sequence[str], progress: Progress = no_progress
) -> tuple[Path, ...]:
    """Write a picture for each theme and language, or nothing. Raises PrintkitError."""
    checked = check_job(replace(job, products=(CONTACT_SHEET.key,), formats=("png",)))
    subject = load_subject(checked)
    # Everything is laid out before the first file is written: most errors occur before that.
    jobs = [in_theme(checked, name) for name in distinct_themes(themes)]
    plans = [make_plan(own, subject, None, no_progress) for own in jobs]
    return write_looks(plans, progress)


def in_theme(job: Job, name: str) -> Job:
    """Return the job in another theme."""
    return replace(job, options={**job.options, THEME.name: name})


def distinct_themes(names: Sequence[str]) -> list[str]:
    """Return the names or files of the themes, each theme once.

    Raises PrintkitError for an unknown theme, and for two themes with the same name.
    """
    looks: dict[str, str] = {}
    for name in names:
        key = theme(name).key
        if theme(looks.setdefault(key, name)) is not theme(name):
            raise PrintkitError(
                f"Two themes are called “{key}”.", hint="Rename the file of one of them."
            )
    return list(looks.values())


def make_contact_sheet(request: PageRequest) -> ProductDocument:
    """Make the contact sheet of a deck. Raises PrintkitError."""
    options = request.options
    language, look, size = options.language, options.theme, options.size
    variant = cast(Variant, request.subject.of(request.product))
    shown = (THEME.name, CARD_SIZE.name, SHAPE.name, CORNER_INDEX.name, INDICES.name)
    job = Job(options={name: options.values[name] for name in shown})
    deck = view_deck(variant, job, language)
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
    backs, shape = tuple(ContactItem(back) for _, back in deck.backs), options[SHAPE]
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
