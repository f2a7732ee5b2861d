"""Look up the meanings of words that people type. Content: templates/words.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from printkit.base.record_faults import load_table
from printkit.base.records import Part
from printkit.base.sentences import fold

SOURCE = "words.toml"
# A word or a number of a card's name.
_PART = re.compile(r"[+-]?[0-9]+|[^\W\d_]+")
_PLAIN = str.maketrans({"\u2212": "-", "\u2013": "-"})


# A meaning of a word, or several if it is ambiguous.
_Meaning = str | tuple[str, ...]
_Meanings = dict[str, _Meaning]


class WordTables(Part):
    """The words that people type, with their meanings, by place."""

    hand: dict[str, str]
    """words in the names of cards"""
    commands: _Meanings
    """the first word of a command line"""
    lists: _Meanings
    """the lists of `list`"""
    questions: _Meanings
    """questions about a game, which another command answers"""
    products: _Meanings
    """the products of `build`"""
    games: _Meanings
    """games"""
    decks: _Meanings
    """the decks of `map`"""
    flags: _Meanings
    """names of options"""
    omitted: _Meanings
    """the options whose names are omitted before a value"""
    values: dict[str, _Meanings]
    """the values of options, by option"""


@cache
def meanings(kind: str, option: str = "") -> Mapping[str, _Meaning]:
    """Return the meanings in a table of the file, by word in lower case without accents.

    `option` is the name of an option among the `values`.
    """
    table = getattr(load_table(SOURCE, WordTables), kind)
    return {
        fold(word): meaning
        for word, meaning in (table.get(option, {}) if option else table).items()
    }


@cache
def _hand_words() -> Mapping[str, str]:
    words = load_table(SOURCE, WordTables).hand
    return {_singular(fold(word)): meaning for word, meaning in words.items()}


def name_key(name: str) -> str:
    """Return the key of a card's name, ignoring case, accents, articles and word order.

    >>> name_key("Seven of Cups"), name_key("cup 7")
    ('7 cup', '7 cup')
    """
    words = map(_singular, _PART.findall(fold(name.translate(_PLAIN))))
    return " ".join(sorted(filter(None, (_hand_words().get(word, word) for word in words))))


def _singular(word: str) -> str:
    """Return a word without the s of its plural."""
    return word.removesuffix("s") if len(word) > 3 else word


def find_meanings(kind: str, word: str, option: str = "") -> tuple[str, ...]:
    """Return the meanings of a word: several if it is ambiguous, none if it is unknown.

    `kind` is a table of the file, and `option` is the name of an option among the `values`.
    """
    meaning = meanings(kind, option).get(fold(word).replace("_", "-"), ())
    return (meaning,) if isinstance(meaning, str) else meaning
