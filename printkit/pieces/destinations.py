"""Destinations of files: home, or a target, such as a print shop; found by name.

A target is a plug-in of the kind `targets`, or one of the targets that such a plug-in lists: a
mapping of names to targets. A job asks its destination and knows no target.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, did_you_mean, warn
from printkit.base.options import Option
from printkit.base.sentences import MAX_TYPED, Sentence, shorten
from printkit.pieces.product import Product
from printkit.press.line_floors import LineFloors

# The destination of a job that names no target.
HOME = "home"


class JobDestination(Protocol):
    """What a job asks of the place where its files go.

    `takes` are the keys of the products that it takes, those that are made by default first;
    `formats` are those of its files. `companions` are the keys of products that it makes of the
    others, such as an order.
    """

    @property
    def takes(self) -> tuple[str, ...]:
        """The keys of the products that it takes; none if it takes all."""

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of its files; none if it takes all."""

    @property
    def companions(self) -> tuple[str, ...]:
        """The keys of products that it makes of the others."""

    def title(self, language: str) -> str:
        """Return its name in a language."""
        ...

    def describe(self, language: str) -> tuple[str, str]:
        """Return its files and the cards that it sells, in words."""
        ...

    def floors(self, options: Mapping[str, Any]) -> LineFloors:
        """Return the least widths of lines, given the chosen options."""
        ...

    def settle_formats(self, asked: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
        """Return the formats of its files; `usual` are those of home. Raises UsageError."""
        ...

    def fix(self, known: Mapping[str, Option[Any]], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of known options that it fixes, or that were asked for and suit it.

        Raises UsageError for an option that contradicts it.
        """
        ...

    def layout(self, asked: str) -> str:
        """Return the layout that decides which options are read."""
        ...

    def reads(self, read: Collection[str], declared: Collection[str]) -> set[str]:
        """Return the names of the declared options that have an effect on its files."""
        ...

    def refuse_option(self, name: str, layout: str) -> None:
        """Raise UsageError for an option that has no effect in a layout."""
        ...

    def take(self, asked: Sequence[str], kit: Sequence[str]) -> tuple[str, ...]:
        """Return the products of a kit that it takes.

        Raises UsageError for one of the `asked` products that it does not take.
        """
        ...

    def check_values(self, values: Mapping[str, Any]) -> None:
        """Raise PrintkitError for a product that it does not make, such as an unknown size."""
        ...

    def formats_of(self, product: Product, formats: Sequence[str]) -> tuple[str, ...]:
        """Return those of some formats in which it gets a product."""
        ...

    def page_folders(self, document: Any, product: str) -> Iterator[str]:
        """Yield the folder of each page of a product; nothing for one folder."""
        ...


def find_destination(name: str) -> JobDestination:
    """Return a target by name, or home without one.

    Raises UsageError, and PrintkitError for a target that cannot be used.
    """
    key = name.strip().lower() or HOME
    for provider in _providers():
        if key in provider:
            return provider[key]
    raise UsageError(
        Sentence("“{name}” is not a target.", name=shorten(name, MAX_TYPED)),
        hint=did_you_mean(key, target_names(), "targets"),
    )


def target_names() -> list[str]:
    """Return the names of all targets, in the order of their plug-ins."""
    return [key for provider in _providers() for key in provider if key != HOME]


def companion_keys() -> set[str]:
    """Return the keys of all products that targets make of others."""
    return {key for name in target_names() for key in find_destination(name).companions}


@cache
def _providers() -> tuple[Mapping[str, JobDestination], ...]:
    """Return the targets of each plug-in by name. Warn of faulty plug-ins."""
    providers: list[Mapping[str, JobDestination]] = []
    for name in plugins.names(plugins.TARGETS):
        try:
            plugin = plugins.find(plugins.TARGETS, name)
        except PrintkitError as error:
            warn(error)
        else:
            providers.append(plugin if isinstance(plugin, Mapping) else {name: plugin})
    return tuple(providers)
