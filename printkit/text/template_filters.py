"""The filters and tests of texts: the few that a chapter needs, each with its work counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import add
from typing import Any

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.plain_text import quote
from printkit.text.template_budget import Budget
from printkit.text.template_values import (
    call_function,
    check_key,
    describe_kind,
    read_attribute,
    to_items,
    to_text,
)

# --- tests ---------------------------------------------------------------------------------------


def is_in(value: object, container: object) -> bool:
    """Return True if a list, a text or a table holds a value. Raises PrintkitError."""
    if isinstance(container, str) and isinstance(value, str):
        return value in container
    if isinstance(container, Mapping):
        return check_key(value) in container
    if isinstance(container, list | tuple):
        return value in container
    raise PrintkitError(
        f"It cannot be asked whether {describe_kind(value)} is in {describe_kind(container)}.",
        hint="Ask for a word of a text, or an entry of a list.",
    )


def is_equal(value: object, other: object) -> bool:
    """Return True if two values are the same."""
    return value == other


def is_none(value: object) -> bool:
    """Return True if there is no value."""
    return value is None


_BINARY_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {"equalto": is_equal, "in": is_in}
TESTS: Mapping[str, Callable[..., bool]] = {"none": is_none, **_BINARY_TESTS}


def run_test(budget: Budget, name: str, value: Any, arguments: Sequence[Any]) -> bool:
    """Return what a test says of a value. Raises PrintkitError."""
    if name not in TESTS:
        raise PrintkitError(
            f"There is no test {quote(name)}.", hint=did_you_mean(name, TESTS, "tests")
        )
    for read in (value, *arguments):
        budget.read(read)
    test = partial(TESTS[name], value)
    if name in _BINARY_TESTS and len(arguments) == 1:  # of every entry of a list: soon done
        return test(arguments[0])
    return bool(call_function(test, name, arguments, {}))


# --- filters -------------------------------------------------------------------------------------


def _length(budget: Budget, value: Any) -> int:
    return len(to_items(value, budget))


def _list(budget: Budget, value: Any) -> list[Any]:
    return [*to_items(value, budget)]


def _sum(budget: Budget, value: Any, attribute: str | None = None) -> float:
    items = to_items(value, budget)
    numbers = items if attribute is None else [read_attribute(item, attribute) for item in items]
    for number in numbers:
        if not isinstance(number, int | float):
            raise PrintkitError(
                f"Only numbers have a sum; this is {describe_kind(number)}.",
                hint='Name a number of each entry: sum(attribute="copies").',
            )
    return reduce(add, numbers, 0)


def _join(budget: Budget, value: Any, separator: str = "") -> str:
    words = [to_text(item) for item in to_items(value, budget)]
    budget.reserve(sum(map(len, words)) + len(separator) * len(words))
    return separator.join(words)


def _map(budget: Budget, value: Any, attribute: str) -> list[Any]:
    return [read_attribute(item, attribute) for item in to_items(value, budget)]


def _reject(budget: Budget, value: Any, test: str, *values: object) -> list[Any]:
    items = to_items(value, budget)
    return [item for item in items if not run_test(budget, test, item, values)]


def _select_by(budget: Budget, value: Any, attribute: str, test: str, *values: object) -> list[Any]:
    return [
        item
        for item in to_items(value, budget)
        if run_test(budget, test, read_attribute(item, attribute), values)
    ]


def _unique(budget: Budget, value: Any) -> list[Any]:
    """Return each entry once; of texts that differ in capitals alone the first."""
    first: dict[object, Any] = {}
    for item in to_items(value, budget):
        first.setdefault(item.casefold() if isinstance(item, str) else check_key(item), item)
    return [*first.values()]


def _int(budget: Budget, value: Any) -> int:
    if not isinstance(value, int | float):
        raise PrintkitError(
            f"Only a number has a whole part; this is {describe_kind(value)}.",
            hint="Leave “int” out.",
        )
    return int(value)


def _upper(budget: Budget, value: Any) -> str:
    return to_text(value).upper()


_FILTERS: Mapping[str, Callable[..., Any]] = {
    "int": _int,
    "join": _join,
    "length": _length,
    "list": _list,
    "map": _map,
    "reject": _reject,
    "selectattr": _select_by,
    "sum": _sum,
    "unique": _unique,
    "upper": _upper,
}


def run_filter(
    budget: Budget, name: str, value: Any, arguments: Sequence[Any], named: Mapping[str, Any]
) -> Any:
    """Return what a filter makes of a value. Raises PrintkitError."""
    if name not in _FILTERS:
        raise PrintkitError(
            f"There is no filter {quote(name)}.", hint=did_you_mean(name, _FILTERS, "filters")
        )
    budget.read(value)
    return call_function(partial(_FILTERS[name], budget, value), name, arguments, named)
