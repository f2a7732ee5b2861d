"""Supplies: what a game asks for, what is printed of it, and what a player brings.

Content: templates/products.toml, in the order of printing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from printkit.base.content import load_content
from printkit.model.cross_checks import PRODUCTS
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.registry import is_available


class Supply(msgspec.Struct, frozen=True):
    """A material that a player brings; `instead` is a product of the kit that will do as well."""

    thing: Material
    instead: str | None


class PrintedPart(msgspec.Struct, frozen=True):
    """A product in one edition, and what printing it takes; `file` names what is printed."""

    product: str
    edition: str
    sheets: int
    cuts: int
    sides: str
    file: str


class PrintedKit(msgspec.Struct, frozen=True):
    """A game, and all that is printed of it."""

    variant: Variant
    parts: tuple[PrintedPart, ...]


def product_info(key: str) -> dict[str, Any]:
    """Return the printing notes of a product: paper, tools, companions."""
    result: dict[str, Any] = load_content(PRODUCTS).get(key, {})
    return result


def with_companions(keys: Iterable[str]) -> tuple[str, ...]:
    """Return products with those that are always made with them, each once, in their order."""
    return tuple(
        dict.fromkeys(item for key in keys for item in (key, *product_info(key).get("with", ())))
    )


def default_products(variant: Variant) -> tuple[str, ...]:
    """Return the products built when none are named, in printing order.

    A material's product that cannot be made of the variant is none: it is a thing to bring.
    """
    wanted = {key for thing in variant.materials for key in thing.products}
    return tuple(
        key
        for key, info in load_content(PRODUCTS).items()
        if (key in wanted or info.get("kit", False)) and is_available(variant, key)
    )


def needed_supplies(variant: Variant, made: Iterable[str]) -> list[Supply]:
    """Return the materials that these products do not make, in the order of the definition."""
    keys = set(made)
    supplies: list[Supply] = []
    for thing in variant.materials:
        printed = [key for key in thing.products if key in keys]
        if not printed:
            supplies.append(Supply(thing, None))
        elif all(product_info(key).get("instead", False) for key in printed):
            supplies.append(Supply(thing, printed[0]))
    return supplies
