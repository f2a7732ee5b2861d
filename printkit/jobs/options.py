"""Collect the options of products, impositions and formats, and check chosen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, require_known, warn
from printkit.base.options import GROUPS, Option, unique_options
from printkit.base.plugins import IMPOSITIONS, PRODUCTS, WRITERS
from printkit.base.sentences import Sentence, quote
from printkit.imposition.registry import find_imposition, impositions
from printkit.jobs.manifest import plain_value
from printkit.pieces.options import (
    DECK,
    EDITION,
    FILL,
    LAYOUT,
    NUMBER,
    ORDER,
    PRINTER,
    SHEETS,
    SINGLE,
    TEXT_FORMATS,
)
from printkit.pieces.product import SINGLE_PIECES, VARIANT, WHOLE_DECK, Product
from printkit.pieces.registry import find_product, products
from printkit.writers import format_options, formats, require_format

# What a manifest does not tell unless it was asked for.
_UNTOLD = (PRINTER.name, EDITION.name, NUMBER.name)

# The formats of a job that asks for none and has no target.
_USUAL = ("pdf", *TEXT_FORMATS)


def settle_formats(names: Sequence[str]) -> tuple[str, ...]:
    """Return the formats that are asked for, those with pages first; without any, PDF and those of
    texts. Raises UsageError for an unknown one, and without a format with pages.
    """
    pages = [name for name in names if name not in TEXT_FORMATS]
    texts = [name for name in names if name in TEXT_FORMATS]
    for name in pages:
        require_format(name)
    if texts and not pages:
        raise UsageError(
            Sentence("“{name}” is the text of a booklet, beside its pages.", name=texts[0]),
            hint=Sentence("Write --format pdf,{name}.", name=texts[0]),
        )
    return (*pages, *texts) or _USUAL


def product_options(product: Product) -> tuple[Option[Any], ...]:
    """Return the options of a product, then those of its imposition.

    Raises PrintkitError for a plug-in whose options clash with others.
    """
    for kind, name in ((PRODUCTS, product.key), (IMPOSITIONS, product.imposition)):
        own = not name or plugins.is_bundled(kind, name)
        if not own and (error := _declarations()[1].get((kind, name))):
            raise error
    imposed = find_imposition(product.imposition).options if product.make is not None else ()
    return unique_options((*product.options, *imposed))


@cache
def all_options() -> dict[str, Option[Any]]:
    """Return all declared options by name, sorted by group, then by name.

    Warn of faulty plug-ins.
    """
    declared, errors = _declarations()
    for error in errors.values():
        warn(error)
    order = {group: i for i, group in enumerate(GROUPS)}
    ordered = sorted(
        declared.values(), key=lambda option: (order.get(option.group, len(order)), option.name)
    )
    return {option.name: option for option in ordered}


@cache
def _declarations() -> tuple[dict[str, Option[Any]], dict[tuple[str, str], PrintkitError]]:
    """Return all options by name, and the errors of plug-ins whose options clash with others, by
    kind and name."""
    # A product may narrow a shared option, whose general declaration is kept.
    in_order = sorted(products().values(), key=lambda product: product.subject != VARIANT)
    sources = [
        *((WRITERS, name, format_options(name)) for name in formats()),
        *((IMPOSITIONS, name, item.options) for name, item in impositions().items()),
        *((PRODUCTS, item.key, item.options) for item in in_order),
    ]
    declared: dict[str, Option[Any]] = {}
    errors: dict[tuple[str, str], PrintkitError] = {}
    for kind, name, options in sorted(sources, key=lambda one: not plugins.is_bundled(*one[:2])):
        checked = () if plugins.is_bundled(kind, name) else options
        faults = filter(None, (_find_clash(option, declared) for option in checked))
        if fault := next(faults, None):
            errors[kind, name] = plugins.unusable(kind, name, fault)
        else:
            for option in options:
                declared.setdefault(option.name, option)
    return declared, errors


def _find_clash(option: Option[Any], declared: Mapping[str, Option[Any]]) -> str | None:
    """Return the fault of an option of a plug-in, such as a name in use for another kind."""
    if not isinstance(option, Option) or not option.help("en"):
        return Sentence("{option} is not an option with help text in English", option=quote(option))
    other = declared.get(option.name)
    if other is not None and other.kind != option.kind:
        return Sentence(
            "its option “{name}” ({kind}) is “{name}” ({other}) elsewhere",
            name=option.name,
            kind=option.kind,
            other=other.kind,
        )
    return None


def options_of(
    keys: Iterable[str], names: Iterable[str], layout: str = ""
) -> dict[str, Option[Any]]:
    """Return the options of these products and formats by name, importing only their modules.

    With `layout`, only those that are read in it. Unknown keys are ignored.
    """
    made = filter(None, map(find_product, keys))
    declared = [*(_read_options(one, layout) for one in made), *map(format_options, names)]
    return {option.name: option for option in unique_options(chain(*declared))}


def _read_options(product: Product, layout: str) -> tuple[Option[Any], ...]:
    """Return the options of a product that are read in a layout, all of them without one."""
    options = product_options(product)
    own = find_imposition(product.imposition).options if product.make is not None else ()
    if not layout or LAYOUT not in own:
        return options
    if layout == SHEETS:
        return tuple(option for option in options if option not in (ORDER, FILL))
    pages = {SINGLE: SINGLE_PIECES, DECK: WHOLE_DECK}.get(layout)
    placed = find_imposition(pages).options if pages else ()
    return (*(option for option in options if option not in own), *placed)


def find_declared(name: str, keys: Iterable[str] = ()) -> Option[Any]:
    """Return an option by its name, if possible as the products of `keys` declare it."""
    known = options_of(keys, ())
    return known[name] if name in known else all_options()[name]


def manifest_values(options: Iterable[Option[Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options as plain data, without a missing printer or edition."""
    return {
        option.key: plain_value(values[option.name])
        for option in options
        if option.name not in _UNTOLD or values[option.name] is not None
    }


def accept_options(
    chosen: Mapping[str, Any], known: Mapping[str, Option[Any]] | None = None
) -> dict[str, Any]:
    """Return chosen values by the names of their options, checked by their declarations.

    The options of `known` take precedence over all others of the same name. Raises UsageError with
    the name, the fault and the accepted values.
    """
    values: dict[str, Any] = {}
    for name, value in chosen.items():
        word = name.replace("_", "-")
        if (option := (known or {}).get(word)) is None:
            message = Sentence("There is no option “{name}”.", name=name)
            require_known(word, all_options(), message, "options", UsageError)
            option = all_options()[word]
        try:
            values[option.name] = option.accept(value)
        except PrintkitError as error:
            raise UsageError(error.message, location=option.name, hint=error.hint) from None
    return values
