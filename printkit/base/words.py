"""Words that people type, and what they mean. Content: templates/words.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from printkit.base.content import load_content
from printkit.base.sentences import fold

SOURCE = "words.toml"
# A word or a number of a card's name.
_PART = re.compile(r"[+-]?[0-9]+|[^\W\d_]+")
_PLAIN = str.maketrans({"\u2212": "-", "\u2013": "-"})


@cache
def meanings(kind: str) -> Mapping[str, Any]:
    """Return the words of a table of the file, in small letters without accents."""
    table = load_content(SOURCE).get(kind, {})
    return {fold(word): meaning for word, meaning in table.items()}


@cache
def _hand_words() -> Mapping[str, str]:
    return {_singular(word): meaning for word, meaning in meanings("hand").items()}


def name_key(name: str) -> str:
    """Return the key of the name of a card: without case, accents, articles and order of words.

    >>> name_key("Seven of Cups"), name_key("cup 7")
    ('7 cup', '7 cup')
    """
    words = map(_singular, _PART.findall(fold(name.translate(_PLAIN))))
    return " ".join(sorted(filter(None, (_hand_words().get(word, word) for word in words))))


def _singular(word: str) -> str:
    """Return a word without the s of its plural."""
    return word.removesuffix("s") if len(word) > 3 else word


def find_meanings(kind: str, word: str, option: str = "") -> tuple[str, ...]:
    """Return what a word means, several where it is not certain; empty for an unknown word.

    `kind` is a table of the file, `option` the name of an option among the `values`.
    """
    table = meanings(kind)
    meaning = (table.get(option, {}) if option else table).get(fold(word).replace("_", "-"))
    return tuple(meaning) if isinstance(meaning, list) else () if meaning is None else (meaning,)
