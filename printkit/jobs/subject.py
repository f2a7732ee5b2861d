"""What a job is about: a game, a deck that stands in for one, a book of several games, or nothing.

In: a Job. Out: a Subject, which tells products what they are made of and sheets what to call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import msgspec

from printkit.base.content import content_path, load_content
from printkit.base.errors import UsageError, did_you_mean
from printkit.base.messages import translate
from printkit.base.plain_text import brief_repr
from printkit.graphics.raster_image import check_budget
from printkit.jobs.job import Job
from printkit.model.cards import Card
from printkit.model.fields import Back, TextFile, Value, evolve
from printkit.model.load import STANDINS, load_with_sources
from printkit.model.variant import Variant
from printkit.pieces.kit import default_products, with_companions
from printkit.pieces.options import BLANK_VALUES, LAYOUT, SINGLE
from printkit.pieces.product import MAPPING, NOTHING, SCREEN, VARIANT, Product
from printkit.pieces.registry import (
    available_products,
    find_product,
    is_available,
    products,
    require_product,
)
from printkit.rules.standins import DeckMapping as DeckMapping
from printkit.rules.standins import map_deck

# What a book of several games has, and the page before a whole kit.
BOOKLET, PRINT_FIRST = "booklet", "print-me-first"
# The books of several games.
BOOKS = "rules/books.toml"
# The product that prints on stickers: with it, cards that look alike can be told apart.
STICKERS = "labels"
# The folder of what belongs to no game.
CALIBRATION_FOLDER = "calibrate"


class Subject(msgspec.Struct, frozen=True):
    """What a job is about. `sources` are the texts of all files that it was read from.

    `variant` is the game; `printed` the same as its cards are printed, with values left blank
    where that was asked for. `book` is the name of a book of several games.
    """

    __repr__ = brief_repr

    kind: str
    slug: str
    name: Mapping[str, str]
    variant: Variant | None = None
    printed: Variant | None = None
    mapping: DeckMapping | None = None
    book: str = ""
    sources: tuple[str, ...] = ()

    def of(self, product: Product) -> Any:
        """Return what a product is made of."""
        if product.subject == MAPPING:
            return self.mapping
        return self.printed if BLANK_VALUES in product.options else self.variant

    def file_stem(self, product: Product, edition: str) -> str:
        """Return the names of a product's files, without what each of them adds."""
        name = product.file_stem or product.key
        if product.subject == SCREEN:  # its pages are named by their edition
            return f"{self.slug}-{name}"
        return f"{self.slug}-{name}-{edition}"

    def product_name(self, product: Product, language: str) -> str:
        """Return what sheets call a product."""
        if self.mapping is not None:
            deck = self.mapping.deck.name[language]
            return translate(language, f"map.product-{product.key}", deck=deck)
        name = product.name.get(language) or translate(language, f"product.{product.key}")
        if self.printed is not self.variant and BLANK_VALUES in product.options:
            return translate(language, "product.blank", product=name)
        return name


def load_subject(job: Job) -> Subject:
    """Return what a job is about. Raises PrintkitError."""
    if job.deck:
        deck, deck_texts = load_with_sources(job.deck, shelf=STANDINS)
        game, texts = load_with_sources(job.variant)
        check_pictures(deck, job.deck)
        check_pictures(game, job.variant)
        return mapping_subject(
            map_deck(deck, game, stickers=STICKERS in job.products), (*deck_texts, *texts)
        )
    made = [find_product(key) for key in job.products]
    if made and all(product is not None and product.subject == NOTHING for product in made):
        return Subject(NOTHING, CALIBRATION_FOLDER, {})
    if job.variant in books():
        return _load_book(job)
    variant, texts = load_with_sources(job.variant, adds=job.addons)
    check_pictures(variant, job.variant)
    return variant_subject(job, variant, texts)


def variant_subject(job: Job, variant: Variant, sources: tuple[str, ...] = ()) -> Subject:
    """Return the subject of a game, with values left blank if the job asks for that."""
    printed = without_values(variant) if job.options.get(BLANK_VALUES.name) else variant
    return Subject(VARIANT, variant.slug, variant.name, variant, printed, sources=sources)


def mapping_subject(mapping: DeckMapping, sources: tuple[str, ...] = ()) -> Subject:
    """Return the subject of a deck that stands in for a game."""
    slug = f"{mapping.deck.slug}-{mapping.requested_slug}"
    game = mapping.variant
    return Subject(MAPPING, slug, game.name, game, game, mapping, sources=sources)


def _load_book(job: Job) -> Subject:
    info = load_content(BOOKS)[job.variant]
    if job.addons:
        raise UsageError("--with adds cards to a deck.", hint="Leave it out: this is a book.")
    cover, texts = load_with_sources(info["cover"])
    variant = evolve(cover, slug=job.variant, name=info["name"])
    return Subject(
        VARIANT, variant.slug, variant.name, variant, variant, book=job.variant, sources=texts
    )


def books() -> list[str]:
    """Return the names of the books of several games."""
    return list(load_content(BOOKS))


def without_values(variant: Variant) -> Variant:
    """Return the deck without the values that a local rule set gives: one deck for all its sets.

    Raises UsageError for a deck that has no such values.
    """
    if not has_local_values(variant):
        raise UsageError(
            f"All values of {variant.slug} are its own: none is left blank.",
            hint="Leave --blank-values out.",
        )
    return variant.with_cards(_blank(c) if c.varies else c for c in variant.cards)


def can_build(variant: Variant, job: Job) -> bool:
    """Return True if a variant has the products of a job, and values to leave blank if so asked."""
    every = all(is_available(variant, key) for key in job.products)
    return every and (not job.options.get(BLANK_VALUES.name) or has_local_values(variant))


def has_local_values(variant: Variant) -> bool:
    """Return True if the value of some card depends on the rule set in use."""
    return any(card.varies for card in variant.cards)


def _blank(card: Card) -> Card:
    return evolve(card, value=Value(rule=card.rule), index="")


# --- its products -------------------------------------------------------------------------------


def wanted_products(job: Job, subject: Subject) -> tuple[str, ...]:
    """Return the keys of the products of a job in their order, the page before a kit first."""
    if subject.book and not job.products:
        return with_companions((BOOKLET,))
    if not is_whole_kit(job, subject):
        return with_companions(job.products)
    keys = default_products(cast(Variant, subject.variant))
    return keys if job.options.get(LAYOUT.name) == SINGLE else (PRINT_FIRST, *keys)


def is_whole_kit(job: Job, subject: Subject) -> bool:
    """Return True if a job asks for all that a game needs."""
    return not job.products and subject.kind == VARIANT and not subject.book


def offered_products(subject: Subject) -> Iterable[str]:
    """Return the products that could be made of a subject."""
    if subject.kind == VARIANT and subject.variant is not None and not subject.book:
        return available_products(subject.variant)
    return [key for key, product in products().items() if product.subject == subject.kind]


def known_product(key: str, subject: Subject) -> Product:
    """Return a product that the subject has. Raises UsageError."""
    product = find_product(key)
    if subject.book and key not in with_companions((BOOKLET,)):
        raise UsageError(
            f"“{key}” is not a product of {subject.book}.",
            hint=f"It is a book: leave that out, or write {BOOKLET}.",
        )
    if product is not None and (subject.book or product.subject == SCREEN):
        return product
    if subject.kind == VARIANT and subject.variant is not None:
        return require_product(key, subject.variant)
    if product is not None and product.subject == subject.kind:
        return product
    known = tuple(name for name, product in products().items() if product.subject == subject.kind)
    raise UsageError(f"“{key}” is not made here.", hint=did_you_mean(key, known, "products"))


# --- pictures -----------------------------------------------------------------------------------


def check_pictures(variant: Variant, location: str) -> None:
    """Check the sizes of a definition's pictures before one is decoded.

    Raises PrintkitError, at `location`, if they are too large in all.
    """
    paths = own_pictures(variant)
    check_budget((path for path in sorted(paths) if path.suffix.lower() != ".svg"), location)


def own_pictures(variant: Variant) -> set[Path]:
    """Return the drawings and pictures of a definition's own folder, and those beside them that
    are named after one.
    """
    bundled = content_path()
    # Cards are many and have their pictures in three places; all else is searched through.
    named: set[Path | None] = {
        path for card in variant.cards for path in (card.emblem, card.mark, card.art)
    }
    for name in Variant.__struct_fields__:
        if name != "listed_cards":
            named.update(_paths(getattr(variant, name)))
    own = {path for path in named if path is not None and not path.is_relative_to(bundled)}
    return own | _sibling_pictures(own)


def _paths(value: Any) -> Iterator[Path]:
    """All paths in a value, however deep."""
    if isinstance(value, Path):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _paths(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _paths(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _paths(getattr(value, name))
    elif isinstance(value, Back | TextFile):
        yield from _paths(value.design if isinstance(value, Back) else value.file)


def _sibling_pictures(paths: Set[Path]) -> set[Path]:
    """Return the files that stand beside a picture and begin with its name and a hyphen."""
    siblings: set[Path] = set()
    stems = {(path.parent, path.stem) for path in paths}
    for folder in {path.parent for path in paths}:
        with suppress(OSError):
            for file in folder.iterdir():
                words = file.name.split("-")
                leads = ("-".join(words[:end]) for end in range(1, len(words)))
                if any((folder, lead) in stems for lead in leads):
                    siblings.add(file)
    return siblings
