"""Collect the options of products, impositions and formats, and resolve their values for a job.

A value comes from the first of these sources that has one: the request, the user's settings, the
printer profile, the default of the declaration. For the edge to turn sheets over, a printer profile
overrides the settings: its readings hold for one edge only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any, Protocol

from printkit.art.theme import theme
from printkit.base.errors import PrintkitError, Sentence, UsageError, require_known, warn
from printkit.base.options import GROUPS, Context, Option, unique_options
from printkit.base.plain_text import quote
from printkit.base.plugins import PRODUCTS, WRITERS, plugin_entries, plugin_error
from printkit.base.printer_profile import EDGES, Profile
from printkit.imposition.registry import find_imposition, impositions
from printkit.jobs.manifest import plain_value
from printkit.model.variant import Variant
from printkit.pieces.options import DUPLEX, LAYOUT, PRINTER, SINGLE, THEME
from printkit.pieces.page_products import BOOKLET_DUPLEX
from printkit.pieces.product import VARIANT, Product
from printkit.pieces.registry import find_product, is_bundled, products
from printkit.writers import bundled_formats, format_options, formats


def product_options(product: Product) -> tuple[Option[Any], ...]:
    """Return the options of a product, then those of its imposition.

    Raises PrintkitError for a plug-in whose options clash with others.
    """
    if not is_bundled(product.key) and (error := _declarations()[1].get(product.key)):
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
def _declarations() -> tuple[dict[str, Option[Any]], dict[str, PrintkitError]]:
    """Return all options by name, and the errors of plug-ins whose options clash with others."""
    # A product may narrow a shared option, whose general declaration is kept.
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
    """Return the fault of an option of a plug-in, such as a name in use for another kind."""
    if not isinstance(option, Option) or not option.help("en"):
        return f"{quote(option)} is no option with a help in English"
    other = declared.get(option.name)
    if other is not None and other.kind != option.kind:
        name = option.name
        return f"its option “{name}” ({option.kind}) is “{name}” ({other.kind}) elsewhere"
    return None


def options_of(keys: Iterable[str], names: Iterable[str]) -> dict[str, Option[Any]]:
    """Return the options of these products and formats by name, importing only their modules.

    Unknown keys are ignored.
    """
    made = filter(None, map(find_product, keys))
    declared = [*map(product_options, made), *map(format_options, names)]
    return {option.name: option for option in unique_options(chain(*declared))}


def find_declared(name: str, keys: Iterable[str] = ()) -> Option[Any]:
    """Return an option by its name, if possible as the products of `keys` declare it."""
    known = options_of(keys, ())
    return known[name] if name in known else all_options()[name]


class Chosen(Protocol):
    """The fields of a job that decide on values: see `Job`."""

    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def defaults(self) -> tuple[str, ...]: ...


def settle_options(job: Chosen) -> dict[str, Any]:
    """Return the chosen options without the settings that another option overrides.

    A printer profile of the settings does not apply to single images.
    """
    options = {name: value for name, value in job.options.items() if value is not None}
    if options.get(LAYOUT.name) == SINGLE and PRINTER.name in job.defaults:
        options.pop(PRINTER.name, None)
    if (
        DUPLEX.name in job.defaults
        and options.get(DUPLEX.name) in EDGES
        and _measured_edge(options)
    ):
        del options[DUPLEX.name]
    return options


def option_values(
    options: Iterable[Option[Any]],
    job: Chosen,
    variant: Variant | None = None,
    *,
    whole: bool = False,
) -> dict[str, Any]:
    """Return the value of each option: the chosen one, else its default.

    With `whole`, a whole kit is made, for the least number of players.
    """
    chosen = settle_options(job)
    asked = chosen.get(DUPLEX.name) if DUPLEX.name not in job.defaults else None
    context = Context(
        card_size=variant.card_size if variant is not None else None,
        players=variant.players.min if variant is not None and whole else None,
        gap=theme(chosen.get(THEME.name, THEME.default)).gap,
        edge=asked if asked in EDGES else _measured_edge(chosen),
    )
    return {
        option.name: chosen[option.name] if option.name in chosen else option.default_in(context)
        for option in options
    }


def _measured_edge(chosen: Mapping[str, Any]) -> str | None:
    """Return the edge of the printer profile if the profile shifts backs, or None."""
    printer: Profile | None = chosen.get(PRINTER.name)
    return printer.duplex if printer is not None and printer.shifts_backs else None


def manifest_values(options: Iterable[Option[Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options as plain data, without a missing printer."""
    return {
        option.key: plain_value(values[option.name])
        for option in options
        if option.name != PRINTER.name or values[option.name] is not None
    }


def require_readers(
    job: Chosen, names: Collection[str], made: Collection[str], offered: Callable[[], Iterable[str]]
) -> None:
    """Refuse a chosen option that no product or format reads.

    `names` are the formats, `made` the products. The error names `offered` products that read the
    option. Raises UsageError.
    """
    read = set(options_of(made, names))
    if BOOKLET_DUPLEX.name in read:  # its default follows this option
        read.add(DUPLEX.name)
    refuse_unread(job, read, made, offered)


def refuse_unread(
    job: Chosen, read: Collection[str], made: Iterable[str], offered: Callable[[], Iterable[str]]
) -> None:
    """Refuse a chosen option that is not among the `read` ones. Raises UsageError."""
    for name in job.options:
        if name in read or name in job.defaults:
            continue
        readers = [key for key in offered() if name in options_of((key,), ())]
        readers += [f"the format {key}" for key in formats() if name in options_of((), (key,))]
        readers = readers or [key for key in products() if name in options_of((key,), ())]
        raise UsageError(
            Sentence("“{name}” has no effect on {products}.", name=name, products=", ".join(made)),
            hint=Sentence("It is an option of {products}.", products=", ".join(readers)),
        )


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
            message = f"There is no option “{name}”."
            require_known(word, all_options(), message, "options", UsageError)
            option = all_options()[word]
        try:
            values[option.name] = option.accept(value)
        except PrintkitError as error:
            raise UsageError(error.message, location=option.name, hint=error.hint) from None
    return values
