"""Room 5: from a Variant to Pieces, the physical things.

Imports base, definition, rules, drawing, art.

A product is a module of this folder with a `PRODUCT`; adding one is adding a file.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from printkit.base.errors import UsageError, choices
from printkit.definition.variant import Variant
from printkit.pieces.piece import Product


@cache
def products() -> dict[str, Product]:
    """All products by key, found by discovery, in alphabetical order."""
    found: dict[str, Product] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__) if not info.ispkg):
        product = getattr(import_module(f"{__name__}.{module}"), "PRODUCT", None)
        if isinstance(product, Product):
            found[product.key] = product
    return found


def offered(variant: Variant) -> list[str]:
    """The products that can be made of a variant."""
    return [key for key, product in products().items() if product.offered(variant)]


def product(key: str, variant: Variant) -> Product:
    """A product of a variant by key. Raises UsageError."""
    names = offered(variant)
    if key not in names:
        raise UsageError(
            f"“{key}” is not a product of {variant.slug}.", cure=choices(key, names, "products")
        )
    return products()[key]
