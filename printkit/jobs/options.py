"""The options of a job: which there are, who reads them, and the values that each reader gets.

Nothing is listed here: options are declared by products, impositions and formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from printkit.base.errors import PrintkitError, UsageError, did_you_mean, warn
from printkit.base.options import GROUPS, Option, unique_options
from printkit.base.plain_text import quote
from printkit.base.plugins import PRODUCTS, WRITERS, plugin_entries, plugin_error
from printkit.imposition.registry import find_imposition, impositions
from printkit.pieces.product import VARIANT, Product
from printkit.pieces.registry import find_product, is_bundled, products
from printkit.writers import bundled_formats, format_options, formats


def product_options(product: Product) -> tuple[Option[Any], ...]:
    """Return all that is read when a product is made: by itself, then by its imposition.

    Raises PrintkitError for a plug-in whose options clash with others.
    """
    if not is_bundled(product.key) and (error := _declarations()[1].get(product.key)):
        raise error
    imposed = find_imposition(product.imposition).options if product.make is not None else ()
    return unique_options((*product.options, *imposed))


@cache
def all_options() -> dict[str, Option[Any]]:
    """Return every option that something declares, by name: group by group, then by name.

    Warn of plug-ins that have faults.
    """
    declared, errors = _declarations()
    for error in errors.values():
        warn(error)
    order = {group: i for i, group in enumerate(GROUPS)}
    ordered = sorted(
        declared.values(),
        key=lambda option: (order.get(option.group, len(order)), option.name),
    )
    return {option.name: option for option in ordered}


@cache
def _declarations() -> tuple[dict[str, Option[Any]], dict[str, PrintkitError]]:
    """Return all options by name, and the errors of plug-ins whose options clash with others."""
    # A product may narrow an option that is shared: what is shared is the declaration.
    in_order = sorted(products().values(), key=lambda product: product.subject != VARIANT)
    sources = [
        *((name in bundled_formats(), WRITERS, name, format_options(name)) for name in formats()),
        *((True, "", name, item.options) for name, item in impositions().items()),
        *((is_bundled(item.key), PRODUCTS, item.key, item.options) for item in in_order),
    ]
    declared: dict[str, Option[Any]] = {}
    errors: dict[str, PrintkitError] = {}
    for is_ours, group, name, options in sorted(sources, key=lambda source: not source[0]):
        faults = () if is_ours else filter(None, (_find_clash(item, declared) for item in options))
        if fault := next(iter(faults), None):
            errors[name] = plugin_error(name, plugin_entries(group)[name].value, fault)
        else:
            for option in options:
                declared.setdefault(option.name, option)
    return declared, errors


def _find_clash(option: Option[Any], declared: Mapping[str, Option[Any]]) -> str | None:
    """Return what keeps an option of a plug-in from standing beside others, or None."""
    if not isinstance(option, Option) or "en" not in option.help:
        return f"{quote(option)} is no option with a help in English"
    for name in (option.name, *option.aliases):
        other = find_option(name, declared)
        if other is not None and (other.name, other.kind) != (option.name, option.kind):
            return f"its option “{name}” ({option.kind}) is “{other.name}” ({other.kind}) elsewhere"
    return None


def options_of(keys: Iterable[str], names: Iterable[str]) -> dict[str, Option[Any]]:
    """Return the options that these products and formats declare, by name; unknown keys have none.

    Only their modules are imported.
    """
    declared: list[Option[Any]] = []
    for key in keys:
        product = find_product(key)
        if product is not None:
            declared += product_options(product)
    for name in names:
        declared += format_options(name)
    return {option.name: option for option in unique_options(declared)}


def find_option(name: str, known: Mapping[str, Option[Any]]) -> Option[Any] | None:
    """Return the option of a name or an alias, or None."""
    wanted = name.replace("_", "-")
    if wanted in known:
        return known[wanted]
    return next((option for option in known.values() if wanted in option.aliases), None)


def find_declared(name: str, keys: Iterable[str] = ()) -> Option[Any]:
    """Return an option by its name: looked for among those of some products first."""
    known = options_of(keys, ())
    return known[name] if name in known else all_options()[name]


def accept_options(
    chosen: Mapping[str, Any], known: Mapping[str, Option[Any]] | None = None
) -> dict[str, Any]:
    """Return chosen values by the names of their options, each checked by its declaration.

    `known` are the options to look among first; what is not among them is looked for among all.
    Raises UsageError with the name, the fault and what would be accepted.
    """
    values: dict[str, Any] = {}
    for name, value in chosen.items():
        option = find_option(name, known or {}) or find_option(name, all_options())
        if option is None:
            raise UsageError(
                f"There is no option “{name}”.", hint=did_you_mean(name, all_options(), "options")
            )
        values[option.name] = checked_value(option, value)
    return values


def checked_value(option: Option[Any], value: object) -> Any:
    """Return an accepted value. Raises UsageError that names the option."""
    try:
        return option.accept(value)
    except PrintkitError as error:
        raise UsageError(error.message, location=option.name, hint=error.hint) from None
