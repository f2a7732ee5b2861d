"""The chain that shows a deck: contact sheets, and a gallery for a browser.

definition ─▶ Variant ─▶ Pieces ─▶ contact sheet or gallery ─▶ bytes ─▶ files

It stands beside `kit`, which makes what is printed: a look leaves no manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme, theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.files import Staging
from printkit.base.geometry import Rect
from printkit.base.messages import OR, join_words, require_language, translate
from printkit.base.units import MM_PER_INCH
from printkit.graphics import display_list as ink
from printkit.graphics.display_list import Stroke, Symbol
from printkit.graphics.path import PathBuilder
from printkit.imposition.contact import ContactItem, ContactSection, contact_page
from printkit.imposition.page import Document
from printkit.kit_layout import setting_of
from printkit.kit_request import NORMAL, Request
from printkit.kit_write import Progress
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.load import load
from printkit.model.notation import signed
from printkit.model.variant import Variant
from printkit.products import available_products, require_product
from printkit.products.cards.anatomy import CORNER_RADIUS
from printkit.products.piece import Piece, RenderOptions
from printkit.writers import writer
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
THEME = "classic"
DPI, LEAST_DPI = 100, 36
# Where no resolution is asked for, a contact sheet stays below this width (pixels), unless its
# cards would be too small to be known.
_WIDEST, _FAINTEST = 2500, 24
# Tokens are round, and so wide (mm).
DISC = 25.0


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """What a person asked to look at. None takes the definition's card size, or what is best."""

    variant: str
    languages: tuple[str, ...] = ("en",)
    themes: tuple[str, ...] = (THEME,)
    index: str = NORMAL
    card: str | None = None
    adds: tuple[str, ...] = ()
    columns: int | None = None
    dpi: float | None = None
    out: Path = field(default_factory=lambda: Path("output"))


@dataclass(frozen=True, slots=True)
class _Group:
    """Pieces that are shown together, under the words that name them."""

    title: str
    pieces: tuple[Piece, ...]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class _Deck:
    """All that a deck shows in one theme and language; a back has a name where there are several.

    The groups and their pieces are the same in all themes and languages, in the same order.
    """

    groups: tuple[_Group, ...]
    backs: tuple[tuple[str, Symbol], ...]

    @property
    def pieces(self) -> list[Piece]:
        """Those of the deck; cards that only tell the rules are beside it."""
        counted = [group for group in self.groups if group.counted] or self.groups
        return [piece for group in counted for piece in group.pieces]


def contact_sheets(
    request: PreviewRequest, progress: Progress = lambda done, total: None
) -> tuple[Path, ...]:
    """Writes a picture for each theme in each language, or nothing. Raises PrintkitError."""
    variant, themes = _read(request)
    # All is laid out before the first picture is made: refusals come before any work on disk.
    documents = [
        _contact(variant, request, name, language)
        for name in themes
        for language in request.languages
    ]
    files: dict[str, bytes] = {}
    for done, document in enumerate(documents, 1):
        for output in writer("png")(document):
            files[f"{variant.slug}-preview{output.suffix}"] = output.data
        progress(done, len(documents))
    return _write(request.out / variant.slug, files)


def gallery(request: PreviewRequest) -> tuple[Path, ...]:
    """Writes the gallery of all themes and languages asked for. Raises PrintkitError."""
    variant, themes = _read(request)
    page = gallery_page(_gallery(variant, request, themes))
    return _write(request.out / variant.slug, {f"{variant.slug}-gallery.html": page})


def _read(request: PreviewRequest) -> tuple[Variant, list[str]]:
    """The variant, and the names (or files) of the themes, each once.

    Raises PrintkitError for what is not known.
    """
    for language in request.languages:
        require_language(language)
    looks: dict[str, str] = {}
    for name in request.themes:
        key = theme(name).key
        if theme(looks.setdefault(key, name)) is not theme(name):
            raise PrintkitError(
                f"Two themes are called “{key}”.", hint="Give the file of one another name."
            )
    return load(request.variant, adds=request.adds), list(looks.values())


def _write(folder: Path, files: dict[str, bytes]) -> tuple[Path, ...]:
    with Staging(folder) as staging:
        for name, data in files.items():
            staging.add(name, data)
        staging.commit()
    return tuple(folder / name for name in files)


# --- what is looked at --------------------------------------------------------------------------


def _setting(variant: Variant, request: PreviewRequest, name: str, language: str) -> RenderOptions:
    wishes = Request(variant.slug, card=request.card, theme=name, index=request.index)
    return setting_of(variant, language, wishes)


def _size(variant: Variant, request: PreviewRequest) -> paper_sizes.Size:
    return paper_sizes.card(request.card or variant.card_size)


def _deck(variant: Variant, request: PreviewRequest, name: str, language: str) -> _Deck:
    """The distinct faces, family by family, and the distinct backs."""
    setting = _setting(variant, request, name, language)
    groups: list[_Group] = []
    if CARDS in available_products(variant):
        family_of = {card.id: card.family for card in variant.cards}
        pieces = require_product(CARDS, variant).make(variant, setting)
        for key, family in variant.families.items():
            own = tuple(piece for piece in pieces if family_of[piece.id] == key)
            groups.append(_Group(family.name[language], own))
    if RULE_CARDS in available_products(variant):
        words = translate(language, f"product.{RULE_CARDS}")
        title = words[:1].upper() + words[1:]
        pieces = require_product(RULE_CARDS, variant).make(variant, setting)
        groups.append(_Group(title, tuple(pieces), counted=False))
    groups = [group for group in groups if group.pieces]
    return _Deck(tuple(groups), tuple(_backs(groups, language)))


def _backs(groups: Sequence[_Group], language: str) -> list[tuple[str, Symbol]]:
    """Each distinct back once, called by the first group that has it."""
    backs: dict[int, tuple[str, Symbol]] = {}
    for group in groups:
        for piece in group.pieces:
            if piece.back is not None:
                name = translate(language, "preview.back-of", family=group.title)
                backs.setdefault(id(piece.back), (name, piece.back))
    if len(backs) == 1:
        return [(translate(language, "preview.back"), symbol) for _, symbol in backs.values()]
    return list(backs.values())


def _things(variant: Variant) -> list[tuple[Words, Words | None, Path]]:
    """Tokens and materials that have an emblem: name, what it does, the emblem's file."""
    tokens = [(one.name, one.how, one.emblem) for one in variant.tokens]
    others = [(one.name, None, one.emblem) for one in variant.materials]
    return [(name, how, path) for name, how, path in (*tokens, *others) if path is not None]


def _disc(path: Path, look: Theme) -> Symbol:
    """An emblem on a round disc, within a ring."""
    palette, r = look.palette("indigo"), DISC / 2
    size = r * 1.4
    items: tuple[ink.Item, ...] = (
        ink.Path(PathBuilder().circle(0, 0, r).done(), fill=palette.paper),
        ink.Path(PathBuilder().circle(0, 0, r * 0.9).done(), stroke=Stroke(palette.main, 0.35)),
        ink.Path(PathBuilder().circle(0, 0, r * 0.86).done(), stroke=Stroke(palette.main, 0.18)),
        place_emblem(emblem(path, palette, size), 0, 0, size),
    )
    return Symbol(f"disc-{path.stem}", items, Rect(-r, -r, DISC, DISC), path.stem)


def _counted(pieces: Sequence[Piece], language: str) -> str:
    """“68 faces, 76 cards”; “9 cards” where each face is there once."""
    faces = _number(len(pieces), "face", language)
    cards = _number(copies := sum(piece.copies for piece in pieces), "card", language)
    if copies == len(pieces):
        return cards
    return translate(language, "preview.pair", faces=faces, cards=cards)


def _number(count: int, what: str, language: str) -> str:
    """“1 card”, “2 cards”."""
    return translate(language, f"preview.{what}-{'one' if count == 1 else 'many'}", count=count)


# --- the contact sheet --------------------------------------------------------------------------


def _contact(variant: Variant, request: PreviewRequest, name: str, language: str) -> Document:
    look, deck = theme(name), _deck(variant, request, name, language)
    size = _size(variant, request)
    # The back of a deck of one family stands behind its last face, and needs no title.
    several = len(deck.groups) > 1

    def band(title: str, count: str, exhibits: Sequence[ContactItem]) -> ContactSection:
        title = title if several else ""
        return ContactSection(title, count, tuple(exhibits), size.w, size.h, CORNER_RADIUS)

    bands = [
        band(
            group.title,
            _counted(group.pieces, language),
            [ContactItem(p.front, p.copies) for p in group.pieces],
        )
        for group in deck.groups
    ]
    backs = [ContactItem(back) for _, back in deck.backs]
    bands.append(band(translate(language, "preview.backs"), "", backs))
    discs = tuple(
        ContactItem(_disc(path, look), 1, told[language]) for told, _, path in _things(variant)
    )
    bands.append(
        ContactSection(translate(language, "preview.things"), "", discs, DISC, DISC, DISC / 2)
    )
    tongue = translate(language, "preview.language")
    details = " · ".join((look.name[language], tongue, _counted(deck.pieces, language)))
    page = contact_page(
        variant.name[language], details, bands, f"{look.key}-{language}", request.columns
    )
    natural = int(_WIDEST / page.media.w * MM_PER_INCH)
    dpi = request.dpi or max(_FAINTEST, min(DPI, natural))
    subject = translate(language, "document.subject")
    return Document(page.title, subject, language, (page,), None, dpi)


# --- the gallery --------------------------------------------------------------------------------


def _gallery(variant: Variant, request: PreviewRequest, themes: Sequence[str]) -> Gallery:
    """All that the page shows, in every theme and language."""
    languages, looks = request.languages, [theme(name) for name in themes]
    decks = {
        (theme(name).key, language): _deck(variant, request, name, language)
        for name in themes
        for language in languages
    }
    first = {language: decks[looks[0].key, language] for language in languages}
    cards = {card.id: card for card in variant.cards}

    def words(told: Callable[[str], str]) -> Words:
        return {language: told(language) for language in languages}

    def shown(at: int, n: int) -> GalleryCard:
        pieces = {key: deck.groups[at].pieces[n] for key, deck in decks.items()}
        piece = first[languages[0]].groups[at].pieces[n]
        return GalleryCard(
            name=words(lambda one: first[one].groups[at].pieces[n].title),
            value=words(lambda one: _value(cards.get(piece.id), one)),
            copies=words(lambda one: _number(piece.copies, "copy", one)),
            several=piece.copies > 1,
            fronts={key: own.front for key, own in pieces.items()},
            backs={key: own.back for key, own in pieces.items() if own.back is not None},
        )

    def shelf(at: int) -> CardGroup:
        return CardGroup(
            title=words(lambda one: first[one].groups[at].title),
            counts=words(lambda one: _counted(first[one].groups[at].pieces, one)),
            cards=tuple(shown(at, n) for n in range(len(first[languages[0]].groups[at].pieces))),
        )

    def back(at: int) -> StaticItem:
        return StaticItem(
            words(lambda one: first[one].backs[at][0]),
            None,
            {key: deck.backs[at][1] for key, deck in decks.items()},
        )

    def thing(name: Words, how: Words | None, path: Path) -> StaticItem:
        discs = {look.key: _disc(path, look) for look in looks}
        return StaticItem(name, how, {key: discs[key[0]] for key in decks})

    size = _size(variant, request)
    return Gallery(
        title=variant.name,
        summary=variant.summary,
        counts=words(lambda one: _counted(first[one].pieces, one)),
        languages=languages,
        themes={look.key: look.name for look in looks},
        size=(size.w, size.h),
        radius=CORNER_RADIUS,
        shelves=tuple(shelf(at) for at in range(len(first[languages[0]].groups))),
        backs=tuple(back(at) for at in range(len(first[languages[0]].backs))),
        discs=tuple(thing(*one) for one in _things(variant)),
        disc=DISC,
    )


def _value(card: Card | None, language: str) -> str:
    """What a card is worth, in words; nothing for what has no value."""
    if card is None:
        return ""
    if card.rule == BY_SET:
        return translate(language, "preview.by-set")
    values = [signed(value) for value in card.values]
    if not values:
        return ""
    if len(values) > 3 and card.values == tuple(range(card.values[0], card.values[-1] + 1)):
        told = translate(language, "preview.span", first=values[0], last=values[-1])
    else:
        told = join_words(language, values, OR)
    return translate(language, "preview.value", values=told)
