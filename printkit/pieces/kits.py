"""Find products by key, and describe kits: the default products of a game, and the materials that
players bring.

Products are listed in `templates/plugins.toml` and in the entry points of other packages. A module
is imported only when one of its products is needed. Content of kits: templates/products.toml, in
the order of printing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypedDict

import msgspec
from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, did_you_mean, warn
from printkit.base.messages import translate
from printkit.base.sentences import Sentence, quote
from printkit.model.checks import ProductRow, product_rows
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.product import Product

# --- products ------------------------------------------------------------------------------------


@cache
def find_product(key: str) -> Product | None:
    """Return the product with a key, or None. Raises PrintkitError for any error of a plug-in."""
    if not plugins.is_known(plugins.PRODUCTS, key):
        return None
    product = plugins.find(plugins.PRODUCTS, key)
    if not isinstance(product, Product) or product.key != key:
        cause = Sentence("it is not a product with the key {key}", key=quote(key))
        raise plugins.unusable(plugins.PRODUCTS, key, cause)
    return product if plugins.is_bundled(plugins.PRODUCTS, key) else _guard(product)


def _guard(product: Product) -> Product:
    """Return the product of a plug-in with a guard that turns its errors into PrintkitErrors."""

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
    """Return True if a variant has the product with a key."""
    result = find_product(key)
    return result is not None and result.is_available(variant)


def require_product(key: str, variant: Variant, others: Sequence[str] = ()) -> Product:
    """Return a product of a variant by key.

    Raises UsageError if the variant has no such product; the hint names similar products and
    `others`.
    """
    result = find_product(key)
    if result is None or not result.is_available(variant):
        raise UsageError(
            Sentence("“{product}” is not a product of {game}.", product=key, game=variant.slug),
            hint=did_you_mean(key, [*available_products(variant), *others], "products"),
        )
    return result


# --- kits ----------------------------------------------------------------------------------------

# The products that are added to the chosen products of a kit: the page that lists them, and one
# file with the sheets of all.
FIRST_PAGE, ONE_FILE = "print-me-first", "all-in-one"
# For a deck that is printed.
_PRINTED_DECK = "printed"
# A straight cut with a ruler and a knife (s); minutes from which they are rounded to fives.
_CUT_SECONDS, _ROUNDED_FROM = 10, 10


class Supply(msgspec.Struct, frozen=True):
    """A material that a player brings; `instead` is a printed product that can replace it."""

    material: Material
    instead: str | None


class PrintedPart(msgspec.Struct, frozen=True):
    """A product in one edition: its numbers of sheets, cuts and pieces, its printed sides and its
    file names.

    `copies` is the number of times it is printed. `pages` are its pages if the file also has other
    products, such as `3` or `3–12`. `options` are the values that the first page shows, by the
    names of the options.
    """

    product: str
    edition: str
    sheets: int
    cuts: int
    sides: str
    file: str
    pieces: int = 0
    copies: int = 1
    options: Mapping[str, Any] = {}
    pages: str = ""


class HandworkData(TypedDict):
    """The straight cuts of a product and their minutes, and both in words."""

    cuts: int
    minutes: float
    counted: str
    words: str


class Handwork(msgspec.Struct, frozen=True):
    """The manual work for a product: straight cuts, or pieces made individually.

    `piece` is the key in [kit.piece] under which such a piece is named; it is empty for work
    counted in cuts.
    """

    cuts: int
    pieces: int
    minutes: float
    piece: str = ""

    def words(self, language: str) -> str:
        """Return “40 cuts”, “1 box, about 10 minutes”, or an empty string without manual work."""
        time = say_minutes(self.minutes, language) if self.piece else ""
        return ", ".join(filter(None, (self.counted(language), time)))

    def counted(self, language: str) -> str:
        """Return “40 cuts”, “1 box”, or an empty string without manual work."""
        if not self.piece:
            return translate(language, "kit.cut", count=self.cuts) if self.cuts else ""
        return translate(language, f"kit.piece.{self.piece}", count=self.pieces)

    def as_data(self, language: str) -> HandworkData:
        """Return the numbers, and the words in a language."""
        return {
            "cuts": self.cuts,
            "minutes": self.minutes,
            "counted": self.counted(language),
            "words": self.words(language),
        }


def handwork(product: str, cuts: int, pieces: int, copies: int = 1) -> Handwork:
    """Return the manual work for the copies of a product."""
    cuts, pieces = cuts * copies, pieces * copies
    seconds = product_info(product).seconds
    if seconds is None or not cuts or not pieces:  # labels are not cut out
        return Handwork(cuts, 0, cuts * _CUT_SECONDS / 60)
    return Handwork(0, pieces, pieces * seconds / 60, product)


def say_minutes(minutes: float, language: str) -> str:
    """Return a time such as “about 10 minutes”.

    Times of ten minutes or more are rounded to 5 minutes, and times of two hours or more are given
    in hours.
    """
    if minutes >= 120:
        return translate(language, "kit.hours", count=round(minutes / 60))
    count = max(1, round(minutes)) if minutes < _ROUNDED_FROM else 5 * round(minutes / 5)
    return translate(language, "kit.minutes", count=count)


class PrintedKit(msgspec.Struct, frozen=True):
    """A game and its printed products.

    `named` is the name of this set of products, and `deck` is the name of a deck that the user
    owns.
    """

    variant: Variant
    parts: tuple[PrintedPart, ...]
    named: str = ""
    deck: Mapping[str, str] = {}

    @property
    def replaced(self) -> tuple[str, ...]:
        """The products that the user's deck replaces."""
        keys = default_products(self.variant) if self.deck else ()
        return tuple(key for key in keys if product_info(key).deck == _PRINTED_DECK)


def product_info(key: str) -> ProductRow:
    """Return the printing notes of a product: paper, tools and companions; none for a plug-in."""
    return product_rows().get(key) or ProductRow()


def with_companions(keys: Iterable[str]) -> tuple[str, ...]:
    """Return products and the products that accompany them, in order and without duplicates."""
    return tuple(
        dict.fromkeys(item for key in keys for item in (key, *product_info(key).companions))
    )


def default_products(variant: Variant) -> tuple[str, ...]:
    """Return the products of a whole kit, in the order of printing."""
    return tuple(key for key in product_rows() if in_kit(variant, key))


def in_kit(variant: Variant, key: str) -> bool:
    """Return True if the whole kit of a game has a product."""
    wanted = (key in material.products for material in variant.materials)
    return (product_info(key).kit or any(wanted)) and is_available(variant, key)


def table_products(variant: Variant) -> tuple[str, ...]:
    """Return the products of a kit for users who own a deck."""
    keys = default_products(variant)
    return tuple(key for key in keys if product_info(key).deck != _PRINTED_DECK)


def product_sets() -> tuple[str, ...]:
    """Return the names of the sets of products, such as `tonight`."""
    rows = product_rows().values()
    return tuple(dict.fromkeys(name for row in rows for name in row.sets))


def find_set(keys: Iterable[str], variant: Variant) -> str:
    """Return the name of the set that these products form, or an empty string."""
    made = set(keys)
    sets = (name for name in product_sets() if made == {*expand_sets((name,), variant)})
    return next(sets, "")


def expand_sets(keys: Iterable[str], variant: Variant | None) -> tuple[str, ...]:
    """Return products with each set replaced by its products in the kit of a game.

    Without a game, sets are omitted.
    """
    sets, keys = product_sets(), tuple(keys)
    # The kit of a game imports every product.
    kit = default_products(variant) if variant is not None and {*sets} & {*keys} else ()
    return tuple(
        dict.fromkeys(
            item
            for key in keys
            for item in (kit if key in sets else (key,))
            if key not in sets or key in product_info(item).sets
        )
    )


def needed_supplies(variant: Variant, printed: Iterable[str]) -> list[Supply]:
    """Return the materials that these products do not include, or only replace, in the order of the
    definition.
    """
    keys = set(printed)
    supplies: list[Supply] = []
    for material in variant.materials:
        products = [key for key in material.products if key in keys]
        if not products:
            supplies.append(Supply(material, None))
        elif all(product_info(key).instead for key in products):
            supplies.append(Supply(material, products[0]))
    return supplies
