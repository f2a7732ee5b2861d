"""What a kit holds: the products that a game's materials ask for, and what nobody prints.

In: a Variant. Out: products in the order of printing (templates/products.toml), and
the materials that a person brings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from printkit.base.content import load_content
from printkit.model.cross_checks import PRODUCTS
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.products import is_available


@dataclass(frozen=True, slots=True)
class Need:
    """A material that a person brings; `instead` is the product that will do, if the kit has it."""

    thing: Material
    instead: str | None


def told(key: str) -> dict[str, Any]:
    """What a person who prints a product has to know."""
    found: dict[str, Any] = load_content(PRODUCTS).get(key, {})
    return found


def with_companions(keys: Iterable[str]) -> tuple[str, ...]:
    """Products with those that are always made with them, each once, in their order."""
    return tuple(dict.fromkeys(one for key in keys for one in (key, *told(key).get("with", ()))))


def kit_products(variant: Variant) -> tuple[str, ...]:
    """What is made of a variant where nobody names products, in the order of printing.

    A material's product that cannot be made of the variant is none: it is a thing to bring.
    """
    wanted = {key for thing in variant.materials for key in thing.products}
    known = load_content(PRODUCTS)
    return tuple(
        key
        for key, says in known.items()
        if (key in wanted or says.get("kit", False)) and is_available(variant, key)
    )


def needs(variant: Variant, made: tuple[str, ...]) -> list[Need]:
    """The materials that these products do not make, in the order of the definition."""
    found: list[Need] = []
    for thing in variant.materials:
        own = [key for key in thing.products if key in made]
        if not own:
            found.append(Need(thing, None))
        elif all(told(key).get("instead", False) for key in own):
            found.append(Need(thing, own[0]))
    return found
