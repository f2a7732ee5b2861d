"""The kit of a game: its default products, and the materials that a player brings.

Content: templates/products.toml, in the order of printing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from printkit.base.content import load_content
from printkit.model.cross_checks import PRODUCTS
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.registry import is_available

# For a deck that is printed.
_PRINTED_DECK = "printed"


class Supply(msgspec.Struct, frozen=True):
    """A material that a player brings; `instead` is a printed product that can replace it."""

    material: Material
    instead: str | None


class PrintedPart(msgspec.Struct, frozen=True):
    """A product in one edition: numbers of sheets and cuts, printed sides, file name."""

    product: str
    edition: str
    sheets: int
    cuts: int
    sides: str
    file: str


class PrintedKit(msgspec.Struct, frozen=True):
    """A game and its printed products.

    `named` is the set of products that was asked for, `deck` the name of the deck that people have.
    """

    variant: Variant
    parts: tuple[PrintedPart, ...]
    named: str = ""
    deck: Mapping[str, str] = {}

    @property
    def replaced(self) -> tuple[str, ...]:
        """The products that the deck makes needless."""
        keys = default_products(self.variant) if self.deck else ()
        return tuple(key for key in keys if product_info(key).get("deck") == _PRINTED_DECK)


def product_info(key: str) -> dict[str, Any]:
    """Return the printing notes of a product: paper, tools, companions."""
    result: dict[str, Any] = load_content(PRODUCTS).get(key, {})
    return result


def with_companions(keys: Iterable[str]) -> tuple[str, ...]:
    """Return products with their companions, in order and without duplicates."""
    return tuple(
        dict.fromkeys(item for key in keys for item in (key, *product_info(key).get("with", ())))
    )


def default_products(variant: Variant) -> tuple[str, ...]:
    """Return the products of a whole kit, in the order of printing."""
    wanted = {key for material in variant.materials for key in material.products}
    return tuple(
        key
        for key, info in load_content(PRODUCTS).items()
        if (key in wanted or info.get("kit", False)) and is_available(variant, key)
    )


def table_products(variant: Variant) -> tuple[str, ...]:
    """Return the products of a kit for people who have a deck."""
    keys = default_products(variant)
    return tuple(key for key in keys if product_info(key).get("deck") != _PRINTED_DECK)


def product_sets() -> tuple[str, ...]:
    """Return the names of the sets of products, such as `tonight`."""
    rows = load_content(PRODUCTS).values()
    return tuple(dict.fromkeys(name for row in rows for name in row.get("sets", ())))


def expand_sets(keys: Iterable[str], variant: Variant | None) -> tuple[str, ...]:
    """Return products with each set replaced by those of its products that the kit of a game has.

    Without a game, sets are left out.
    """
    sets, keys = product_sets(), tuple(keys)
    # The kit of a game imports every product.
    kit = default_products(variant) if variant is not None and {*sets} & {*keys} else ()
    return tuple(
        dict.fromkeys(
            item
            for key in keys
            for item in (kit if key in sets else (key,))
            if key not in sets or key in product_info(item).get("sets", ())
        )
    )


def needed_supplies(variant: Variant, printed: Iterable[str]) -> list[Supply]:
    """Return the materials that these products do not provide, in the order of the definition."""
    keys = set(printed)
    supplies: list[Supply] = []
    for material in variant.materials:
        products = [key for key in material.products if key in keys]
        if not products:
            supplies.append(Supply(material, None))
        elif all(product_info(key).get("instead", False) for key in products):
            supplies.append(Supply(material, products[0]))
    return supplies
