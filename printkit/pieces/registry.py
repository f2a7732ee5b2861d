"""Register the bundled products and those of plug-ins.

A module of `printkit.products`, or the `product.py` of a folder there, lists its products in
`PRODUCTS`. A new product is a new file and a line in templates/products.toml. A module is imported
only when one of its products is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, did_you_mean, warn
from printkit.base.sentences import Sentence, quote
from printkit.model.variant import Variant
from printkit.pieces.page_products import PAGE_PRODUCTS
from printkit.pieces.piece import Piece
from printkit.pieces.product import Product, RenderOptions

_PACKAGE = "printkit.products"
# A program may be shipped compiled, without its sources.
_MODULE_SUFFIXES = (".py", ".pyc")


@cache
def _list_modules() -> dict[str, str]:
    """Return the module of each bundled product, by key."""
    package = import_module(_PACKAGE)
    shared: dict[str, str] = package.SHARED_MODULES
    modules = {}
    for path in Path(package.__path__[0]).iterdir():
        if path.suffix in _MODULE_SUFFIXES and path.stem != "__init__":
            modules[path.stem.replace("_", "-")] = path.stem
        elif path.name not in shared.values() and any(
            (path / f"product{suffix}").is_file() for suffix in _MODULE_SUFFIXES
        ):
            modules[path.name.replace("_", "-")] = f"{path.name}.product"
    return modules | {key: f"{module}.product" for key, module in shared.items()}


@cache
def find_product(key: str) -> Product | None:
    """Return the product of a key, or None."""
    whole_pages = {product.key: product for product in PAGE_PRODUCTS}
    if key in whole_pages:
        return whole_pages[key]
    if module := _list_modules().get(key):
        bundled: tuple[Product, ...] = import_module(f"{_PACKAGE}.{module}").PRODUCTS
        return next(product for product in bundled if product.key == key)
    return _load_added(key)


def is_bundled(key: str) -> bool:
    """Return True if a bundled product has this key."""
    return key in _list_modules() or key in {product.key for product in PAGE_PRODUCTS}


def _load_added(key: str) -> Product | None:
    """Return the product of a plug-in. Raises PrintkitError for any error in the plug-in."""
    product = plugins.load_plugin(plugins.PRODUCTS, key)
    if product is None:
        return None
    place = plugins.plugin_entries(plugins.PRODUCTS)[key].value
    if not isinstance(product, Product) or product.key != key:
        fault = Sentence("it is not a product with the key {key}", key=quote(key))
        raise plugins.plugin_error(key, place, fault)

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
    """Return all products by key, in alphabetical order. Warn about faulty plug-ins."""
    bundled = [*_list_modules(), *(product.key for product in PAGE_PRODUCTS)]
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
    """Return the keys of the products of a variant."""
    return [key for key, product in products().items() if product.is_available(variant)]


def is_available(variant: Variant, key: str) -> bool:
    """Return True if a variant has the product of a key."""
    result = find_product(key)
    return result is not None and result.is_available(variant)


def require_product(key: str, variant: Variant, others: Sequence[str] = ()) -> Product:
    """Return a product of a variant by key.

    Raises UsageError, which names the products of the variant and the valid `others`.
    """
    result = find_product(key)
    if result is None or not result.is_available(variant):
        raise UsageError(
            Sentence("“{product}” is not a product of {game}.", product=key, game=variant.slug),
            hint=did_you_mean(key, [*available_products(variant), *others], "products"),
        )
    return result
