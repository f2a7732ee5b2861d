"""What lines have to know of scripts: which run from the right, and where lines may end in those
that put no spaces between words."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from printkit.base.content import load_content
from printkit.base.errors import PrintkitError
from printkit.base.plain_text import shorten
from printkit.layout.bidi import RIGHT_TO_LEFT, resolve

# Characters that must not begin a line, and those that must not end one, in any script.
CLOSING, OPENING = frozenset(",.;:!?…)]}»”’%–—·"), frozenset("([{«“‘¿¡")
# Gives its direction to neutral characters, such as the full stop after a number.
RIGHT_TO_LEFT_MARK = "\u200f"
# Texts of these alone are divided at their spaces. (The others as a class take 3 ms to compile.)
_UNUSUAL = re.compile("[^\0-\u0e00\u1800-\u2e7f\ufb00-\ufe2f\uffe7-\U00016fdf]")
# Capitals of Greek, and one with accents behind it.
_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff]")
_GREEK_ACCENTS = re.compile("([\u0391-\u03a9])([\u0300-\u0345]+)")
# The number of letters without a space beyond which a text is more than a name.
_LONG_NAME = 30


class UnspacedText(PrintkitError):
    """A text without spaces in a script whose words only a dictionary would find."""


@cache
def runs_from_right(language: str) -> bool:
    """Return True if texts of a language run from right to left."""
    known = load_content("scripts.toml")["right-to-left"]["languages"]
    return language.partition("-")[0] in known


def base_level(text: str, language: str) -> int | None:
    """Return the level of a paragraph: 1 in a language from right to left, else that of its first
    letter; None if all its letters run from the left."""
    if RIGHT_TO_LEFT.search(text) is None:
        return None
    return 1 if runs_from_right(language) else resolve(text).base


def begins_right(text: str, language: str) -> bool:
    """Return True if a text begins at the right, by its language or its first letter."""
    base = base_level(text, language)
    return runs_from_right(language) if base is None else base == 1


def has_ideographs(text: str, language: str) -> bool:
    """Return True if lines of the text may end where `ends_between` says."""
    if not _UNUSUAL.search(text) or language.partition("-")[0] in _ideographs()["by_spaces"]:
        return False
    return _pattern().search(text) is not None


def ends_between(before: str, after: str) -> bool:
    """Return True if a line may end between two characters that no space parts: at an ideograph,
    but not before a closing mark, a small kana or an accent, nor after an opening mark."""
    square = _pattern()
    return bool(
        (square.match(before) or square.match(after))
        and after not in CLOSING
        and after not in _ideographs()["begin_no_line"]
        and before not in OPENING
        and before not in _ideographs()["end_no_line"]
        and not unicodedata.category(after).startswith("M")
    )


def is_unspaced(text: str) -> bool:
    """Return True if a text has letters of a script without spaces between words."""
    return _UNUSUAL.search(text) is not None and any(own.search(text) for own in _unspaced())


def to_capitals(text: str) -> str:
    """Return a text in capitals. Those of Greek have no accents.

    >>> to_capitals("été · Αύρα")
    'ÉTÉ · ΑΥΡΑ'
    """
    upper = text.upper()
    if _GREEK.search(upper) is None:
        return upper
    parts = unicodedata.normalize("NFD", upper)
    plain = _GREEK_ACCENTS.sub(lambda match: match[1] + match[2].replace("\u0301", ""), parts)
    return unicodedata.normalize("NFC", plain)


def has_no_capitals(text: str) -> bool:
    """Return True if a text has letters of a script whose letters are of one height."""
    return RIGHT_TO_LEFT.search(text) is not None or _UNUSUAL.search(text) is not None


def check_spaces(word: str) -> None:
    """Raise UnspacedText if a word of a script without spaces is longer than a name."""
    if len(word) <= _LONG_NAME or not _UNUSUAL.search(word):
        return
    for pattern, script in _unspaced().items():
        if len("".join(pattern.findall(word))) > _LONG_NAME:
            raise UnspacedText(
                f"“{shorten(word, _LONG_NAME)}” is {script}, which has no spaces between words: "
                "where its lines may end is not known.",
                hint="Put a zero-width space (U+200B) between its words.",
            )


@cache
def _ideographs() -> dict[str, Any]:
    rules: dict[str, Any] = load_content("scripts.toml")["ideographs"]
    return rules


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(f"[{_ideographs()['ranges']}]")


@cache
def _unspaced() -> dict[re.Pattern[str], str]:
    scripts = load_content("scripts.toml")["unspaced"]
    return {re.compile(f"[{ranges}]+"): script for script, ranges in scripts.items()}
