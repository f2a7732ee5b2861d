"""Show a whole deck on a screen: contact sheets (PNG) and a gallery for a browser (HTML).

In: a Job and themes. Out: pictures or one page, with all distinct faces, backs and tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import msgspec
from msgspec.structs import replace

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme, theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.messages import EDITION_SEPARATOR, OR, join_words, translate
from printkit.base.progress import Progress, no_progress
from printkit.base.units import MM_PER_INCH
from printkit.graphics import display_list as ink
from printkit.graphics.display_list import Stroke, Symbol
from printkit.graphics.path import STRAIGHT_CUT, PathBuilder
from printkit.imposition.contact import ROUND, ContactItem, ContactSection, contact_page
from printkit.imposition.page import Document
from printkit.jobs.artifacts import write_looks
from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.jobs.job import Job, check_job
from printkit.jobs.manifest import FileEntry
from printkit.jobs.options import option_values, refuse_unread
from printkit.jobs.plan import describe_subject, make_plan
from printkit.jobs.staging import Staging
from printkit.jobs.subject import load_subject
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import signed
from printkit.model.play import Token
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.options import CARD_SIZE, CORNER_INDEX, DPI, INDICES, SHAPE, THEME
from printkit.pieces.page_products import COLUMNS, CONTACT_SHEET, PICTURE_DPI
from printkit.pieces.piece import Piece
from printkit.pieces.product import RenderOptions
from printkit.pieces.registry import available_products, require_product
from printkit.writers._gallery import (
    CardGroup,
    Gallery,
    GalleryCard,
    StaticItem,
    Words,
    gallery_page,
)

# The products whose faces are shown, in this order.
CARDS, RULE_CARDS = "cards", "rule-cards"
# The diameter of tokens (mm).
DISC = 25.0
# The default resolution of a contact sheet. It is lowered to limit the width of the picture (px).
DEFAULT_DPI = 100
_MAX_WIDTH_PX, _MIN_DPI = 2500, 24
# The name of the gallery in a manifest, and the options that it reads.
GALLERY = "gallery"
_GALLERY_OPTIONS = {option.name for option in CONTACT_SHEET.options} - {COLUMNS.name, DPI.name}


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
            own = tuple(piece for piece in pieces if family_of[piece.id] == key)
            groups.append(DeckGroup(family.name[language], own))
    if RULE_CARDS in available:
        words = translate(language, f"product.{RULE_CARDS}")
        title = words[:1].upper() + words[1:]
        pieces = _pieces(variant, RULE_CARDS, job, language)
        groups.append(DeckGroup(title, tuple(pieces), counted=False))
    groups = [group for group in groups if group.pieces]
    return DeckView(tuple(groups), tuple(_distinct_backs(groups, language)))


def _pieces(variant: Variant, key: str, job: Job, language: str) -> list[Piece]:
    product = require_product(key, variant)
    assert product.make is not None, "cards are pieces"
    values = option_values(product.options, job, variant)
    return product.make(variant, RenderOptions(values, language=language))


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
    """Draw an emblem on a round disc, within a ring."""
    palette, r = look.palette("indigo"), DISC / 2
    size = r * 1.4
    items: tuple[ink.Item, ...] = (
        ink.Path(PathBuilder().circle(0, 0, r).done(), fill=palette.paper),
        ink.Path(PathBuilder().circle(0, 0, r * 0.9).done(), stroke=Stroke(palette.main, 0.35)),
        ink.Path(PathBuilder().circle(0, 0, r * 0.86).done(), stroke=Stroke(palette.main, 0.18)),
        place_emblem(emblem(path, palette, size), 0, 0, size),
    )
    return Symbol(f"disc-{path.stem}", items, Rect(-r, -r, DISC, DISC), path.stem)


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
    plans = [make_plan(_in_theme(checked, name), subject) for name in _distinct_themes(themes)]
    return write_looks(plans, progress)


def _in_theme(job: Job, name: str) -> Job:
    return replace(job, options={**job.options, THEME.name: name})


def _distinct_themes(names: Sequence[str]) -> list[str]:
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
    details = " · ".join((look.name[language], language_name, count_words(deck.pieces, language)))
    page = contact_page(
        variant.name[language], details, sections, f"{look.key}-{language}", options[COLUMNS]
    )
    natural = int(_MAX_WIDTH_PX / page.media.w * MM_PER_INCH)
    dpi = float(options[PICTURE_DPI] or max(_MIN_DPI, min(DEFAULT_DPI, natural)))
    subject = translate(language, "document.subject")
    document = Document(page.title, subject, language, (page,))
    return ProductDocument(document, 0, 0, format_values={DPI.name: dpi})


# --- the gallery --------------------------------------------------------------------------------


def write_gallery(job: Job, themes: Sequence[str]) -> tuple[Path, ...]:
    """Write a page with a deck in some themes and the languages of a job. Raises PrintkitError."""
    page = make_gallery(job, themes)
    subject = load_subject(job)
    folder = job.out / subject.slug
    file = f"{folder.name}-gallery.html"
    with Staging(folder, replace=job.replace) as staging:
        entry = FileEntry(
            file=file,
            product=GALLERY,
            language=EDITION_SEPARATOR.join(job.languages),
            format="html",
            pages=1,
            cards=0,
            sha256=staging.add(file, page),
        )
        staging.commit(replace(describe_subject(subject), files=(entry,)))
    return (folder / file,)


def make_gallery(job: Job, themes: Sequence[str]) -> bytes:
    """Return a page with a deck in some themes and the languages of a job.

    Raises PrintkitError, also for an option that a gallery does not read.
    """
    checked, names = check_job(job), _distinct_themes(themes)
    refuse_unread(checked, _GALLERY_OPTIONS, [GALLERY], lambda: [CONTACT_SHEET.key])
    variant = load_subject(checked).printed
    assert variant is not None, "a gallery shows a game"
    return gallery_page(_gallery(variant, checked, names))


def _gallery(variant: Variant, job: Job, themes: Sequence[str]) -> Gallery:
    """Return the content of the page in all themes and languages."""
    languages, looks = job.languages, [theme(name) for name in themes]
    decks = {
        (theme(name).key, language): view_deck(variant, _in_theme(job, name), language)
        for name in themes
        for language in languages
    }
    first = {language: decks[looks[0].key, language] for language in languages}
    groups, backs = first[languages[0]].groups, first[languages[0]].backs
    cards = {card.id: card for card in variant.cards}

    def in_all_languages(words_in: Callable[[str, DeckView], str]) -> Words:
        return {language: words_in(language, first[language]) for language in languages}

    def make_card(i: int, n: int) -> GalleryCard:
        pieces = {key: deck.groups[i].pieces[n] for key, deck in decks.items()}
        piece = groups[i].pieces[n]
        return GalleryCard(
            name=in_all_languages(lambda _, deck: deck.groups[i].pieces[n].title),
            value=in_all_languages(lambda lang, _: _describe_value(cards.get(piece.id), lang)),
            copies=in_all_languages(lambda lang, _: number_words(piece.copies, "copy", lang)),
            several=piece.copies > 1,
            fronts={key: own.front for key, own in pieces.items()},
            backs={key: own.back for key, own in pieces.items() if own.back is not None},
        )

    def make_group(i: int) -> CardGroup:
        return CardGroup(
            title=in_all_languages(lambda _, deck: deck.groups[i].title),
            counts=in_all_languages(lambda lang, _: count_words(groups[i].pieces, lang)),
            cards=tuple(make_card(i, n) for n in range(len(groups[i].pieces))),
            cut=groups[i].pieces[0].shape in STRAIGHT_CUT,
        )

    def make_back(i: int) -> StaticItem:
        symbols = {key: deck.backs[i][1] for key, deck in decks.items()}
        return StaticItem(in_all_languages(lambda _, deck: deck.backs[i][0]), None, symbols)

    def make_disc(name: Words, how: Words | None, path: Path) -> StaticItem:
        discs = {look.key: draw_disc(path, look) for look in looks}
        return StaticItem(name, how, {key: discs[key[0]] for key in decks})

    size = paper_sizes.card(job.options.get(CARD_SIZE.name) or variant.card_size)
    return Gallery(
        title=variant.name,
        summary=variant.summary,
        counts=in_all_languages(lambda lang, deck: count_words(deck.pieces, lang)),
        languages=languages,
        themes={look.key: look.name for look in looks},
        size=(size.w, size.h),
        shape=job.options.get(SHAPE.name) or SHAPE.default,
        shelves=tuple(map(make_group, range(len(groups)))),
        backs=tuple(map(make_back, range(len(backs)))),
        discs=tuple(make_disc(*item) for item in list_pictured_items(variant)),
        disc=DISC,
        night=looks[0].night if looks[0].night in {look.key for look in looks} else "",
    )


def _describe_value(card: Card | None, language: str) -> str:
    """Return the value of a card in words, or an empty string without a value."""
    if card is None:
        return ""
    if card.rule == BY_SET:
        return translate(language, "preview.by-set")
    values = [signed(value) for value in card.values]
    if not values:
        return ""
    if len(values) > 3 and card.values == tuple(range(card.values[0], card.values[-1] + 1)):
        text = translate(language, "preview.span", first=values[0], last=values[-1])
    else:
        text = join_words(language, values, OR)
    return translate(language, "preview.value", values=text)
