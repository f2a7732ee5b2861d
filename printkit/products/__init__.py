"""Products: from a Variant to Pieces, the physical components.

A product is a module of this folder with a `PRODUCT`, or a folder whose `product.py` has one; its
name is the product's key with `_` for `-`. Adding one is adding a file, and its line in
templates/products.toml. A module is imported only when its product is requested: cards do not pay
for a mat.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from printkit.base import plugins
from printkit.base.errors import Sentence, UsageError, did_you_mean
from printkit.model.variant import Variant
from printkit.products.product import Product


@cache
def _product_modules() -> dict[str, str]:
    """Return what may hold a product: its name, and its module."""
    return {
        info.name: f"{__name__}.{info.name}" + (".product" if info.ispkg else "")
        for info in pkgutil.iter_modules(__path__)
    }


def is_bundled(key: str) -> bool:
    """Return True if printkit itself has a product of this key."""
    module = _product_modules().get(key.replace("-", "_"))
    return module is not None and find_spec(module) is not None


@cache
def find_product(key: str) -> Product | None:
    """Return the product of this key, or None if there is none."""
    module = _product_modules().get(key.replace("-", "_"))
    if module is None or not is_bundled(key):
        result = plugins.load_plugin(plugins.PRODUCTS, key)
    else:
        result = getattr(import_module(module), "PRODUCT", None)
    return result if isinstance(result, Product) and result.key == key else None


@cache
def products() -> dict[str, Product]:
    """Return all products by key, also those of plug-ins, in alphabetical order."""
    keys = [module.replace("_", "-") for module in _product_modules()]
    result = map(find_product, sorted({*keys, *plugins.plugin_entries(plugins.PRODUCTS)}))
    return {product.key: product for product in result if product is not None}


def available_products(variant: Variant) -> list[str]:
    """Return the products that can be made of a variant."""
    return [key for key, product in products().items() if product.is_available(variant)]


def is_available(variant: Variant, key: str) -> bool:
    """Return True if this product can be made of a variant."""
    result = find_product(key)
    return result is not None and result.is_available(variant)


def require_product(key: str, variant: Variant) -> Product:
    """Return a product of a variant by key. Raises UsageError."""
    result = find_product(key)
    if result is None or not result.is_available(variant):
        raise UsageError(
            Sentence("“{product}” is not a product of {game}.", product=key, game=variant.slug),
            hint=did_you_mean(key, available_products(variant), "products"),
        )
    return result
