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
from typing import Any

from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, did_you_mean, warn
from printkit.base.plain_text import quote
from printkit.model.variant import Variant
from printkit.products.piece import Piece
from printkit.products.product import Product, RenderOptions


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
        return _load_added(key)
    result = getattr(import_module(module), "PRODUCT", None)
    return result if isinstance(result, Product) else None


def _load_added(key: str) -> Product | None:
    """Return the product of a plug-in, whose faults are sentences. Raises PrintkitError."""
    product = plugins.load_plugin(plugins.PRODUCTS, key)
    if product is None:
        return None
    place = plugins.plugin_entries(plugins.PRODUCTS)[key].value
    if not isinstance(product, Product) or product.key != key:
        raise plugins.plugin_error(key, place, f"it is no product of the key {quote(key)}")

    def is_available(variant: Variant) -> bool:
        try:
            with plugins.plugin_faults(key, place):
                return bool(product.is_available(variant))
        except PrintkitError as error:
            warn(error)
            return False

    def make(subject: Any, options: RenderOptions) -> list[Piece]:
        assert product.make is not None
        with plugins.plugin_faults(key, place):
            return product.make(subject, options)

    return replace(product, is_available=is_available, make=product.make and make)


@cache
def products() -> dict[str, Product]:
    """Return all products by key, in alphabetical order. Warn of plug-ins that have faults."""
    bundled = [module.replace("_", "-") for module in _product_modules()]
    result: dict[str, Product] = {}
    for key in sorted({*bundled, *plugins.plugin_names(plugins.PRODUCTS, bundled)}):
        try:
            product = find_product(key)
        except PrintkitError as error:
            warn(error)
        else:
            result |= {key: product} if product is not None else {}
    return result


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
            f"“{key}” is not a product of {variant.slug}.",
            hint=did_you_mean(key, available_products(variant), "products"),
        )
    return result
