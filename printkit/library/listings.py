"""Lists of variants, products, decks and options as plain data, with names by language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

import msgspec

from printkit.art.theme import edition, edition_names
from printkit.base.geometry import MM_PER_INCH
from printkit.base.messages import languages
from printkit.base.options import OptionData
from printkit.base.paper_sizes import SizeRow, cards, papers
from printkit.jobs.job import all_options, options_of, product_options
from printkit.model.definition_files import STANDINS, deck_slugs
from printkit.model.load import ListedGame, describe_all, load
from printkit.pieces.kits import available_products
from printkit.pieces.kits import products as all_products
from printkit.pieces.product import JOB, VARIANT
from printkit.pieces.protocols import TargetRow, find_destination, formats, target_names


class ListedVariant(ListedGame):
    """A game in a list, with the keys of its products."""

    products: list[str]


class ListedDeck(TypedDict):
    """A deck that people own: its number of cards, and the games that it can stand in for."""

    slug: str
    name: dict[str, str]
    cards: int
    games: list[str]


class ListedProduct(TypedDict):
    """A product, with its title by language and the names of its options."""

    key: str
    title: dict[str, str]
    options: list[str]


class ListedSize(TypedDict):
    """A paper or card size: its other names, and its width and height in mm and in inches."""

    name: str
    also: list[str]
    mm: list[float]
    inches: list[float]


class ListedSizes(TypedDict):
    """The known papers and card sizes."""

    papers: list[ListedSize]
    cards: list[ListedSize]


class ListedTarget(TargetRow, frozen=True, kw_only=True, rename="kebab"):
    """A print shop, a virtual table or a cutting machine: its slug as `target`, and the fields of
    its row of `templates/targets.toml`. Lengths are in mm, and line weights in points."""

    target: str


class ListedEdition(TypedDict):
    """An edition of a deck: its slug as `edition`, its year, and its name and motto by language."""

    edition: str
    name: dict[str, str]
    year: int
    motto: dict[str, str]


def list_variants() -> list[ListedVariant]:
    """Return all variants, each with the keys of its products."""
    return [{**row, "products": available_products(load(row["slug"]))} for row in describe_all()]


def list_decks() -> list[ListedDeck]:
    """Return the decks for `map_deck`, each with the games that it can stand in for."""
    return [
        {
            "slug": deck.slug,
            "name": dict(deck.name),
            "cards": deck.total,
            "games": [slug for standin in deck.standins for slug in standin.variants],
        }
        for deck in (load(slug, shelf=STANDINS) for slug in deck_slugs())
    ]


def list_products(variant: str = "") -> list[ListedProduct]:
    """Return all products, or those of a variant, each with the names of its options.

    Raises PrintkitError for an unknown variant.
    """
    known = all_products()
    made = [known[key] for key in (available_products(load(variant)) if variant else known)]
    return [
        {
            "key": product.key,
            "title": {language: product.title(language) for language in languages()},
            "options": [option.name for option in product_options(product)],
        }
        for product in made
        if product.subject in (VARIANT, JOB)
    ]


def list_sizes() -> ListedSizes:
    """Return the known papers and card sizes: their names, and their width and height in mm and in
    inches.
    """

    def describe(rows: Mapping[str, SizeRow]) -> list[ListedSize]:
        return [_describe_size(name, row) for name, row in rows.items()]

    return {"papers": describe(papers()), "cards": describe(cards())}


def list_targets() -> list[dict[str, Any]]:
    """Return the targets of `build`: print shops, virtual tables and cutting machines.

    Each has its slug as `target`, and the fields of its row of `templates/targets.toml`.
    """
    return [
        {"target": name, **msgspec.to_builtins(find_destination(name))} for name in target_names()
    ]


def list_editions() -> list[ListedEdition]:
    """Return the editions of a deck: slug (as `edition`), year, and name and motto by language."""
    return [
        {"edition": name, "name": dict(own.name), "year": own.year, "motto": dict(own.motto)}
        for name in edition_names()
        for own in [edition(name)]
    ]


def _describe_size(name: str, row: SizeRow) -> ListedSize:
    sides = [int(side) if side.is_integer() else side for side in row.size]
    inches = [round(side / MM_PER_INCH, 2) for side in row.size]
    return {"name": name, "also": [*row.also], "mm": sides, "inches": inches}


def list_options(products: Iterable[str] = ()) -> list[OptionData]:
    """Return the options of some products or, without any, all options."""
    keys = tuple(products)
    known = options_of(keys, formats()) if keys else all_options()
    return [option.describe() for option in known.values()]
