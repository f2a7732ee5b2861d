"""The choices of searches for sizes, looks and leadings.

A released wheel contains a table of the choices in the kits of our games (see `web/wheel.py`), so
that a build lays out only what was chosen. The choices of a document are found by a key, a digest
of everything that its layout depends on; without a kept choice, a search takes place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, TypeAlias

import msgspec

from printkit.base.content import find_kept_as, source_digest

# The name of the table in a wheel.
CHOICES = "choices"
# The arguments of the attempt that a search chose.
Chosen: TypeAlias = tuple[Any, ...]
# The choices of each document by its key.
ChoiceTable: TypeAlias = dict[str, dict[str, Chosen]]


class Choices:
    """The choices of a document: the kept ones, and the new ones that its searches `made`, None if
    they are not recorded.
    """

    def __init__(self, kept: Mapping[str, Chosen], made: dict[str, Chosen] | None) -> None:
        self.kept, self.made = kept, made
        self._counts: dict[str, int] = {}

    def key_of(self, name: str) -> str:
        """Return the key of the next search of a name, such as `page-1`."""
        self._counts[name] = self._counts.get(name, 0) + 1
        return f"{name}-{self._counts[name]}"


_CURRENT: ContextVar[Choices | None] = ContextVar("choices", default=None)
_RECORDED: ContextVar[ChoiceTable | None] = ContextVar("recorded", default=None)


@cache
def _kept_table() -> ChoiceTable:
    packed = find_kept_as(CHOICES, lambda: source_digest().encode())
    return msgspec.msgpack.decode(packed, type=ChoiceTable) if packed else {}


def keeps_choices() -> bool:
    """Return True if there is a table of choices, or one is recorded."""
    return _RECORDED.get() is not None or bool(_kept_table())


def current_choices() -> Choices | None:
    """Return the choices of the document that is laid out, if any."""
    return _CURRENT.get()


@contextmanager
def choices_of(key: str) -> Iterator[None]:
    """Context manager: searches use the choices that are kept for a document. An empty key has
    none.
    """
    recorded = _RECORDED.get()
    table = _kept_table() if recorded is None else recorded
    made = table.setdefault(key, {}) if key and recorded is not None else None
    former = _CURRENT.set(Choices(table.get(key, {}), made))
    try:
        yield
    finally:
        _CURRENT.reset(former)


@contextmanager
def recorded_choices() -> Iterator[ChoiceTable]:
    """Context manager: record the choices of all documents in a table."""
    table: ChoiceTable = {}
    former = _RECORDED.set(table)
    try:
        yield table
    finally:
        _RECORDED.reset(former)
