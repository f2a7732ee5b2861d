"""What a job is about: a game, a deck that stands in for one, a book of several games, or nothing.

In: a Job. Out: a Subject, which tells products what they are made of and sheets what to call it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from printkit.base.content import load_content
from printkit.base.errors import UsageError
from printkit.base.messages import translate
from printkit.jobs.job import Job
from printkit.model.cards import Card
from printkit.model.fields import Value, evolve
from printkit.model.load import STANDINS, load_with_sources
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES
from printkit.pieces.product import MAPPING, NOTHING, SCREEN, VARIANT, Product
from printkit.pieces.registry import find_product, is_available
from printkit.rules.standins import DeckMapping as DeckMapping
from printkit.rules.standins import map_deck

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
        return mapping_subject(
            map_deck(deck, game, stickers=STICKERS in job.products), (*deck_texts, *texts)
        )
    made = [find_product(key) for key in job.products]
    if made and all(product is not None and product.subject == NOTHING for product in made):
        return Subject(NOTHING, CALIBRATION_FOLDER, {})
    if job.variant in books():
        return _load_book(job)
    return variant_subject(job, *load_with_sources(job.variant, adds=job.addons))


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
