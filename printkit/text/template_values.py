"""What a text may ask of values: their attributes and methods, functions, filters and tests.

All is on lists of what is allowed; nothing else of Python can be reached. Every function checks
what it is given, and every fault is a PrintkitError without a location.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from types import MethodType
from typing import Any

import msgspec

from printkit.base import limits
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.plain_text import quote
from printkit.text.hand_summary import HandSummary, Judge
from printkit.text.template_budget import Budget
from printkit.text.template_context import GameContext
from printkit.text.template_views import (
    CardView,
    MaterialView,
    NamedText,
    QuestionView,
    StakesView,
    ValueRange,
)


class Namespace:
    """Names that loops can change: `namespace(total=0)`."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = dict(names)


class Loop(msgspec.Struct, frozen=True):
    """Where a loop is; `previtem` and `nextitem` are None at its ends."""

    index: int
    index0: int
    length: int
    first: bool
    last: bool
    previtem: Any
    nextitem: Any


_RECORDS = (
    NamedText,
    QuestionView,
    StakesView,
    MaterialView,
    CardView,
    ValueRange,
    HandSummary,
    Loop,
)
_CONTEXTS = (GameContext, Judge)
# What a text may read of a record or a game of ours, or call on it.
_PUBLIC_NAMES: Mapping[type, frozenset[str]] = {
    **{kind: frozenset(kind.__struct_fields__) for kind in _RECORDS},
    **{kind: frozenset(key for key in vars(kind) if key[0] != "_") for kind in _CONTEXTS},
}


# --- kinds ---------------------------------------------------------------------------------------


def describe_kind(value: object) -> str:
    """Return what a value is, as a sentence says it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "a yes or no"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, int | float):
        return "a whole number" if isinstance(value, int) else "a number with a fraction"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, Mapping):
        return "a table"
    return "a function" if callable(value) else "a record"


def to_text(value: object) -> str:
    """Return a value as it is printed. Raises PrintkitError if it is no text and no number."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise PrintkitError(
        f"Only a text or a number can be printed; this is {describe_kind(value)}.",
        hint="Name what is to be read of it, such as {{ game.name }}, or join a list.",
    )


def to_items(value: object, budget: Budget) -> Sequence[Any]:
    """Return what a loop or a filter goes through. Raises PrintkitError."""
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, str | Mapping):
        items = list(value)
        budget.reserve(len(items))
        return items
    raise PrintkitError(
        f"Only a list can be gone through; this is {describe_kind(value)}.",
        hint="Name a list, such as game.hands.",
    )


# --- attributes ----------------------------------------------------------------------------------


def _split(text: str, separator: str = " ") -> list[str]:
    return text.split() if separator == " " else text.split(separator or " ")


def _get(table: Mapping[Any, Any], key: object, default: object = None) -> Any:
    return table.get(check_key(key), default)


def _find(items: Sequence[Any], value: object) -> int:
    if value not in items:
        raise PrintkitError(
            "The list does not hold what “index” looks for.",
            hint="Ask with “in” whether it does.",
        )
    return items.index(value)


def _count(items: Sequence[Any], value: object) -> int:
    return items.count(value)


_METHODS: tuple[tuple[Any, Mapping[str, Callable[..., Any]]], ...] = (
    (str, {"split": _split}),
    ((list, tuple), {"index": _find, "count": _count}),
    (Mapping, {"get": _get}),
)


def read_attribute(owner: Any, name: str) -> Any:
    """Return what a value has by a name. Raises PrintkitError."""
    known: Iterable[str] = _PUBLIC_NAMES.get(type(owner), ())
    if isinstance(owner, _CONTEXTS):
        known = {*known, *(key for key in vars(owner) if key[0] != "_")}
    elif isinstance(owner, Namespace | Mapping):
        entries = owner.names if isinstance(owner, Namespace) else owner
        if name in entries:
            return entries[name]
        known = [key for key in entries if isinstance(key, str)]
    if name in known:
        return getattr(owner, name)
    for kind, methods in _METHODS:
        if isinstance(owner, kind) and name in methods:
            return partial(methods[name], owner)
    if known:
        message, hint = (
            f"Nothing is called {quote(name)} there.",
            did_you_mean(name, known, "names"),
        )
    else:
        message = f"{describe_kind(owner).capitalize()} has nothing that is called {quote(name)}."
        hint = "Check what stands before the dot."
        if owner is None:
            message = f"Nothing is there that could have {quote(name)}."
    raise PrintkitError(message, hint=hint)


def read_item(owner: Any, key: Any) -> Any:
    """Return an entry of a list, a text or a table. Raises PrintkitError."""
    if isinstance(owner, str | list | tuple):
        if isinstance(key, int):
            if not -len(owner) <= key < len(owner):
                raise PrintkitError(
                    f"There is no entry {key}: there are {len(owner)}, counted from 0.",
                    hint="Ask for one that is there.",
                )
            return owner[key]
    elif isinstance(owner, Mapping):
        if check_key(key) in owner:
            return owner[key]
        raise PrintkitError(
            f"The table has no entry {quote(key)}.",
            hint=did_you_mean(str(key), map(str, owner), "entries", of_file=True),
        )
    if isinstance(key, str):
        return read_attribute(owner, key)
    raise PrintkitError(
        f"The entry of {describe_kind(owner)} cannot be asked for by {describe_kind(key)}.",
        hint="Write list[0] for the first of a list.",
    )


def check_key(key: object) -> object:
    """Return the key of a table. Raises PrintkitError if it cannot be one."""
    if isinstance(key, str | int | float | None):
        return key
    raise PrintkitError(
        f"A key is a text or a number; this is {describe_kind(key)}.",
        hint="Take its id, such as card.id.",
    )


# --- functions -----------------------------------------------------------------------------------

# What a parameter takes, by its annotation. One of another annotation takes anything.
KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: isinstance(value, str), "a text"),
    "str | None": (lambda value: value is None or isinstance(value, str), "a text"),
    "int | None": (lambda value: value is None or isinstance(value, int), "a whole number"),
    "int": (lambda value: isinstance(value, int), "a whole number"),
    "Sequence[object]": (lambda value: isinstance(value, list | tuple), "a list"),
    "Sequence[str]": (
        lambda value: (
            isinstance(value, list | tuple) and all(isinstance(word, str) for word in value)
        ),
        "a list of texts",
    ),
}
_MANY = inspect.Parameter.VAR_POSITIONAL
_MANY_NAMED = inspect.Parameter.VAR_KEYWORD


def call_function(
    function: object, name: str, arguments: Sequence[Any], named: Mapping[str, Any]
) -> Any:
    """Return what a function gives for what it is called with. Raises PrintkitError."""
    if not callable(function):
        raise PrintkitError(
            f"{quote(name)} cannot be called: it is {describe_kind(function)}.",
            hint="Leave the parentheses out.",
        )
    signature = _signature(*_bare(function))
    try:
        bound = signature.bind(*arguments, **named)
    except TypeError:
        count = len(arguments) + len(named)
        raise PrintkitError(
            f"{quote(name)} cannot be called with {count} value{'' if count == 1 else 's'} so.",
            hint=f"Write {_usage(name, signature)}.",
        ) from None
    for parameter in signature.parameters.values():
        if parameter.name not in bound.arguments:
            continue
        value = bound.arguments[parameter.name]
        many = value if parameter.kind is _MANY else (value,)
        fits, nouns = KINDS.get(annotation_of(parameter), (None, ""))
        wrong = next((item for item in many if fits is not None and not fits(item)), many)
        if wrong is not many:
            raise PrintkitError(
                f"{quote(name)} takes {nouns} as “{parameter.name}”; this is "
                f"{describe_kind(wrong)}.",
                hint=f"Write {_usage(name, signature)}.",
            )
    try:
        return function(*arguments, **named)
    except PrintkitError as error:  # its place is the text's, not “--hand”
        raise PrintkitError(error.message, hint=error.hint) from None
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise PrintkitError(
            f"{quote(name)} cannot work this out.", hint="Check what it is called with."
        ) from error


def _bare(function: Callable[..., Any]) -> tuple[Callable[..., Any], int]:
    """Return a function without the arguments that it has already, and how many it has."""
    if isinstance(function, partial):
        return function.func, len(function.args)
    if isinstance(function, MethodType):
        return function.__func__, 1
    return function, 0


@lru_cache(maxsize=128)
def _signature(function: Callable[..., Any], given: int) -> inspect.Signature:
    """Return what a function takes besides the arguments that it has."""
    parameters = inspect.signature(function).parameters.values()
    return inspect.Signature([*parameters][given:])


def annotation_of(parameter: inspect.Parameter) -> str:
    """Return what a parameter takes, as it is written."""
    annotation = parameter.annotation
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")


def _usage(name: str, signature: inspect.Signature) -> str:
    """Return how a function is called: `worth(hand, set=…, tokens=…, decks=…)`."""
    words = []
    for parameter in signature.parameters.values():
        if parameter.kind in (_MANY, _MANY_NAMED):
            words.append(f"{parameter.name} …")
        else:
            given = "" if parameter.default is inspect.Parameter.empty else "=…"
            words.append(f"{parameter.name}{given}")
    return f"{quote(name)[1:-1]}({', '.join(words)})"


def make_range(first: int, end: int | None = None) -> list[int]:
    """Return the numbers from the first to before the end, or from 0. Raises PrintkitError."""
    numbers = range(first) if end is None else range(first, end)
    if len(numbers) > limits.MAX_RANGE:
        message, hint = limits.MAX_RANGE.refusal(len(numbers))
        raise PrintkitError(message, hint=hint)
    return list(numbers)


def make_namespace(**names: object) -> Namespace:
    """Return names that loops can change."""
    return Namespace(names)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {"range": make_range, "namespace": make_namespace}
