"""How much of a definition is said in a language, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from printkit.model.text import Text
from printkit.model.variant import Variant


class Coverage(msgspec.Struct, frozen=True):
    """The texts of a definition in a language: how many in all, and the keys of those missing."""

    language: str
    total: int
    missing: tuple[str, ...]

    @property
    def present(self) -> int:
        """How many texts the language has."""
        return self.total - len(self.missing)


def coverage(variant: Variant, language: str) -> Coverage:
    """Count the texts that a definition has in a language."""
    texts = dict(_texts(variant, ""))
    missing = tuple(key for key, text in texts.items() if language not in text)
    return Coverage(language, len(texts), missing)


def _texts(value: Any, path: str) -> Iterator[tuple[str, Text]]:
    """Find every text with its key, as an author writes it: `cards.idiot.name`."""
    if isinstance(value, Text):
        yield path, value
    elif isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        for name, key in names:
            yield from _texts(getattr(value, name), f"{path}.{key}".lstrip("."))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, f"{path}.{key}")
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            own_id = getattr(item, "id", None)
            yield from _texts(item, f"{path}.{own_id}" if own_id else f"{path}[{i}]")
