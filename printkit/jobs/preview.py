"""Show a whole deck on a screen: contact sheets (PNG) and a gallery for a browser (HTML)."""

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
from printkit.graphics.card_outline import STRAIGHT_CUT
from printkit.graphics.display_list import Stroke, Symbol
from printkit.graphics.path import PathBuilder
from printkit.imposition.contact import ROUND, ContactItem, ContactSection, contact_page
from printkit.imposition.page import Document
from printkit.jobs.artifacts import write_looks
from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.jobs.job import Job, check_job
from printkit.jobs.manifest import FileEntry
from printkit.jobs.options import option_values
from printkit.jobs.plan import describe_subject, make_plan
from printkit.jobs.staging import Staging
from printkit.jobs.subject import load_subject
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import signed
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

# Products whose faces are looked at, in this order.
CARDS, RULE_CARDS = "cards", "rule-cards"
# Tokens are round, and so wide (mm).
DISC = 25.0


class DeckGroup(msgspec.Struct, frozen=True):
    """Pieces that are shown together, under the words that name them."""

    title: str
    pieces: tuple[Piece, ...]
    counted: bool = True


class DeckView(msgspec.Struct, frozen=True):
    """All that a deck shows in one theme and language; a back has a name where there are several.

    The groups and their pieces are the same in all themes and languages, in the same order.
    """

    groups: tuple[DeckGroup, ...]
    backs: tuple[tuple[str, Symbol], ...]

    @property
    def pieces(self) -> list[Piece]:
        """Those of the deck; cards that only tell the rules are beside it."""
        counted = [group for group in self.groups if group.counted] or self.groups
        return [piece for group in counted for piece in group.pieces]


def view_deck(variant: Variant, job: Job, language: str) -> DeckView:
    """Return the distinct faces, family by family, and the distinct backs."""
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
    return product.make(variant, RenderOptions(language, values))


def _distinct_backs(groups: Sequence[DeckGroup], language: str) -> list[tuple[str, Symbol]]:
    """Return each distinct back once, named after the first group that has it."""
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
    """Return tokens and materials that have an emblem: name, what it does, the emblem's file."""
    tokens = [(token.name, token.how, token.emblem) for token in variant.tokens]
    others = [(material.name, None, material.emblem) for material in variant.materials]
    return [(name, how, path) for name, how, path in (*tokens, *others) if path is not None]


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
    """Return “68 faces, 76 cards”; “9 cards” if each face is there once."""
    faces = number_words(len(pieces), "face", language)
    cards = number_words(copies := sum(piece.copies for piece in pieces), "card", language)
    if copies == len(pieces):
        return cards
    return translate(language, "preview.pair", faces=faces, cards=cards)


def number_words(count: int, noun: str, language: str) -> str:
    """Return “1 card”, “2 cards”."""
    return translate(language, f"preview.{noun}", count=count)


# Where no resolution is asked for, a contact sheet has this one, or less: it stays below this width
# (pixels), unless its cards would be too small to be known.
DEFAULT_DPI = 100
_MAX_WIDTH_PX, _MIN_DPI = 2500, 24


def write_contact_sheets(
    job: Job, themes: Sequence[str], progress: Progress = no_progress
) -> tuple[Path, ...]:
    """Write a picture for each theme in each language, or nothing. Raises PrintkitError."""
    checked = check_job(replace(job, products=(CONTACT_SHEET.key,), formats=("png",)))
    names = distinct_themes(themes)
    subject = load_subject(checked)
    # All is laid out before the first picture is made: refusals come before any work on disk.
    plans = [
        make_plan(replace(checked, options={**checked.options, THEME.name: name}), subject)
        for name in names
    ]
    return write_looks(plans, progress)


def distinct_themes(names: Sequence[str]) -> list[str]:
    """Return the names (or files) of the themes, each theme once.

    Raises PrintkitError for what is not known, and for two themes of one name.
    """
    looks: dict[str, str] = {}
    for name in names:
        key = theme(name).key
        if theme(looks.setdefault(key, name)) is not theme(name):
            raise PrintkitError(
                f"Two themes are called “{key}”.", hint="Give the file of one another name."
            )
    return list(looks.values())


def make_contact_sheet(request: PageRequest) -> ProductDocument:
    """Make the picture. Raises PrintkitError."""
    options = request.options
    language, look, size = options.language, options.theme, options.size
    variant = cast(Variant, request.subject.of(request.product))
    shown = (THEME.name, CARD_SIZE.name, SHAPE.name, CORNER_INDEX.name, INDICES.name)
    job = Job(options={name: options.values[name] for name in shown})
    deck = view_deck(variant, job, language)
    # The back of a deck of one family stands behind its last face, and needs no title.
    several = len(deck.groups) > 1

    def band(title: str, count: str, shape: str, exhibits: Sequence[ContactItem]) -> ContactSection:
        title = title if several else ""
        return ContactSection(title, count, tuple(exhibits), size.w, size.h, shape)

    bands = [
        band(
            group.title,
            count_words(group.pieces, language),
            group.pieces[0].shape,
            [ContactItem(p.front, p.copies) for p in group.pieces],
        )
        for group in deck.groups
    ]
    backs = [ContactItem(back) for _, back in deck.backs]
    bands.append(band(translate(language, "preview.backs"), "", options[SHAPE], backs))
    discs = tuple(
        ContactItem(draw_disc(path, look), 1, name[language])
        for name, _, path in list_pictured_items(variant)
    )
    bands.append(
        ContactSection(translate(language, "preview.things"), "", discs, DISC, DISC, ROUND)
    )
    tongue = translate(language, "preview.language")
    details = " · ".join((look.name[language], tongue, count_words(deck.pieces, language)))
    page = contact_page(
        variant.name[language], details, bands, f"{look.key}-{language}", options[COLUMNS]
    )
    natural = int(_MAX_WIDTH_PX / page.media.w * MM_PER_INCH)
    dpi = float(options[PICTURE_DPI] or max(_MIN_DPI, min(DEFAULT_DPI, natural)))
    subject = translate(language, "document.subject")
    document = Document(page.title, subject, language, (page,))
    return ProductDocument(document, 0, 0, format_values={DPI.name: dpi})


# What a manifest calls it.
GALLERY = "gallery"


def write_gallery(job: Job, themes: Sequence[str]) -> tuple[Path, ...]:
    """Write the gallery of all themes and the languages of a job. Raises PrintkitError."""
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
    """Return the page of all themes and the languages of a job. Raises PrintkitError."""
    checked, names = check_job(job), distinct_themes(themes)
    variant = load_subject(checked).printed
    assert variant is not None, "a gallery shows a game"
    return gallery_page(_gallery(variant, checked, names))


def _gallery(variant: Variant, job: Job, themes: Sequence[str]) -> Gallery:
    """All that the page shows, in every theme and language."""
    languages, looks = job.languages, [theme(name) for name in themes]
    decks = {
        (theme(name).key, language): view_deck(variant, _in_theme(job, name), language)
        for name in themes
        for language in languages
    }
    first = {language: decks[looks[0].key, language] for language in languages}
    cards = {card.id: card for card in variant.cards}

    def in_all_languages(words_in: Callable[[str], str]) -> Words:
        return {language: words_in(language) for language in languages}

    def make_card(i: int, n: int) -> GalleryCard:
        pieces = {key: deck.groups[i].pieces[n] for key, deck in decks.items()}
        piece = first[languages[0]].groups[i].pieces[n]
        return GalleryCard(
            name=in_all_languages(lambda language: first[language].groups[i].pieces[n].title),
            value=in_all_languages(lambda language: _describe_value(cards.get(piece.id), language)),
            copies=in_all_languages(lambda language: number_words(piece.copies, "copy", language)),
            several=piece.copies > 1,
            fronts={key: own.front for key, own in pieces.items()},
            backs={key: own.back for key, own in pieces.items() if own.back is not None},
        )

    def make_group(i: int) -> CardGroup:
        group = first[languages[0]].groups[i]
        return CardGroup(
            title=in_all_languages(lambda language: first[language].groups[i].title),
            counts=in_all_languages(
                lambda language: count_words(first[language].groups[i].pieces, language)
            ),
            cards=tuple(make_card(i, n) for n in range(len(group.pieces))),
            cut=group.pieces[0].shape in STRAIGHT_CUT,
        )

    def make_back(i: int) -> StaticItem:
        return StaticItem(
            in_all_languages(lambda language: first[language].backs[i][0]),
            None,
            {key: deck.backs[i][1] for key, deck in decks.items()},
        )

    def make_disc(name: Words, how: Words | None, path: Path) -> StaticItem:
        discs = {look.key: draw_disc(path, look) for look in looks}
        return StaticItem(name, how, {key: discs[key[0]] for key in decks})

    size = paper_sizes.card(job.options.get(CARD_SIZE.name) or variant.card_size)
    return Gallery(
        title=variant.name,
        summary=variant.summary,
        counts=in_all_languages(lambda language: count_words(first[language].pieces, language)),
        languages=languages,
        themes={look.key: look.name for look in looks},
        size=(size.w, size.h),
        shape=job.options.get(SHAPE.name) or SHAPE.default,
        shelves=tuple(make_group(i) for i in range(len(first[languages[0]].groups))),
        backs=tuple(make_back(i) for i in range(len(first[languages[0]].backs))),
        discs=tuple(make_disc(*item) for item in list_pictured_items(variant)),
        disc=DISC,
        night=looks[0].night if looks[0].night in {look.key for look in looks} else "",
    )


def _in_theme(job: Job, name: str) -> Job:
    return replace(job, options={**job.options, THEME.name: name})


def _describe_value(card: Card | None, language: str) -> str:
    """Return what a card is worth, in words; nothing for what has no value."""
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
