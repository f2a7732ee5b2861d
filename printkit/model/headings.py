"""The headings of tables of cards: which key of a card each of them means.

Content: templates/headings.toml.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from msgspec import inspect as types

from printkit.base.content import load_content
from printkit.base.plain_text import norm
from printkit.model.cards import CardEntry
from printkit.model.diagnostics import fields_of
from printkit.model.fields import Value
from printkit.model.spreadsheet import Row
from printkit.model.text import Text

HEADINGS = "headings.toml"
# A heading with a language behind it: name_en, name.fr, Nom (fr), Texte – anglais.
_SUFFIX = re.compile(r"(.+?)[\W_]+([^\W\d_]{2,10})\)?\s*")


@cache
def read_kinds() -> dict[str, str]:
    """Return how the cells of each key of a card are read: text, number, yes, numbers or words."""
    kinds: dict[str, str] = {}
    for key, described in fields_of(CardEntry).items():
        kind = described.type
        while isinstance(kind, types.UnionType):
            kind = kind.types[0]
        if isinstance(kind, types.Metadata):
            kind = kind.type
        match kind:
            case types.CustomType(cls=written) if issubclass(written, Text):
                kinds[key] = "text"
            case types.CustomType(cls=written) if issubclass(written, Value):
                kinds[key] = "value"
            case types.IntType():
                kinds[key] = "number"
            case types.BoolType():
                kinds[key] = "yes"
            case types.TupleType():
                kinds[key] = "numbers"
            case types.StructType():
                continue
            case _:
                kinds[key] = "words"
    return kinds


class KnownHeadings:
    """The headings that are known: those of the definition, keys of cards, and other words."""

    def __init__(self, mapped: Mapping[str, str], languages: tuple[str, ...]) -> None:
        content = load_content(HEADINGS)
        self.mapped, self.keys = mapped, read_kinds()
        self.own = {norm(key): key for key in self.keys}
        self.words = {
            norm(word): key for key, words in content["headings"].items() for word in words
        }
        self.languages = {norm(code): code for code in languages}
        for code, words in content["languages"].items():
            self.languages |= {norm(word): code for word in words if code in languages}

    def find(self, heading: str) -> tuple[int, str] | None:
        """Return the rank of a heading (0 is the best) and its key, or None.

        The key is empty for a column that the definition passes over.
        """
        if (key := self.mapped.get(norm(heading))) is not None:
            return 0, self.find_key(key)[1]
        match = self.find_key(heading)
        return match if match[1] else None

    def find_key(self, heading: str) -> tuple[int, str]:
        """Return the rank and the key of a heading that the definition does not mention, or ""."""
        word = norm(heading)
        if key := self.own.get(word):
            return 1, key
        if key := self.words.get(word):
            return 2, key
        if match := _SUFFIX.fullmatch(heading.strip()):
            word, code = norm(match[1]), self.languages.get(norm(match[2]))
            rank = 1 if word in self.own else 2
            key = self.own.get(word) or self.words.get(word) or ""
            if code and self.keys.get(key) == "text":
                return rank, f"{key}.{code}"
        return 2, ""

    def count(self, row: Row) -> int:
        """Count the headings in a row that are known, each key once."""
        return len({match[1] for cell in row if cell.strip() and (match := self.find(cell))})
