"""Products by key: those of `templates/plugins.toml`, and entry points of other packages.

A module is imported only when one of its products is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, did_you_mean, warn
from printkit.base.sentences import Sentence, quote
from printkit.model.variant import Variant
from printkit.pieces.product import Product


@cache
def find_product(key: str) -> Product | None:
    """Return the product of a key, or None. Raises PrintkitError for any error of a plug-in."""
    if not plugins.is_known(plugins.PRODUCTS, key):
        return None
    product = plugins.find(plugins.PRODUCTS, key)
    if not isinstance(product, Product) or product.key != key:
        cause = Sentence("it is not a product with the key {key}", key=quote(key))
        raise plugins.unusable(plugins.PRODUCTS, key, cause)
    return product if plugins.is_bundled(plugins.PRODUCTS, key) else _guard(product)


def _guard(product: Product) -> Product:
    """Return the product of a plug-in, whose errors are PrintkitErrors."""

    def is_available(variant: Variant) -> bool:
        try:
            with plugins.faults_of(plugins.PRODUCTS, product.key):
                return bool(product.is_available(variant))
        except PrintkitError as error:
            warn(error)
            return False

    make = product.make and plugins.guard(plugins.PRODUCTS, product.key, product.make)
    return replace(product, is_available=is_available, make=make)


@cache
def products() -> dict[str, Product]:
    """Return all products by key, in alphabetical order. Warn of faulty plug-ins."""
    result: dict[str, Product] = {}
    for key in sorted(plugins.names(plugins.PRODUCTS)):
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
