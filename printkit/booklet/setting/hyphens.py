"""Where words may be divided.

In: a word as it stands between two spaces, a language. Out: places in it, each with what it costs.
Patterns are pyphen's; at least three letters stay on either side, and a name is left whole where
any other way is found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

# At least so many letters stay before and after a hyphen; shorter words stay whole.
LEFT, RIGHT, _SHORTEST = 3, 3, 6
SOFT, HARD, NAME, CUT = "soft", "hard", "name", "cut"
_LETTERS = re.compile(r"[^\W\d_]+")
# A break after a hyphen or a dash that is written, between letters; in an address after its signs.
_WRITTEN = re.compile(r"(?<=[^\W_]{2})[-‐–—](?=[^\W_]{2})")
_ADDRESS = re.compile(r"[/.?&=_-](?=\w)")


@dataclass(frozen=True, slots=True)
class Point:
    """A word may end a line before its character `at`: `kind` says how (a soft hyphen is added)."""

    at: int
    kind: str


@cache
def _patterns(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language, left=LEFT, right=RIGHT)


@lru_cache(maxsize=32768)
def points(word: str, language: str) -> tuple[Point, ...]:
    """The places where a word may be divided, from the left."""
    if len(word) < _SHORTEST:
        return ()
    if "://" in word or "www." in word:
        return tuple(Point(found.end(), CUT) for found in _ADDRESS.finditer(word))
    written = [Point(found.end(), HARD) for found in _WRITTEN.finditer(word)]
    if written:
        return tuple(written)
    found: list[Point] = []
    for letters in _LETTERS.finditer(word):
        text = letters.group()
        if len(text) < _SHORTEST or any(c.isupper() for c in text[1:]):
            continue
        kind = NAME if text[0].isupper() else SOFT
        found += [
            Point(letters.start() + at, kind)
            for at in _patterns(language).positions(text)
            if LEFT <= at <= len(text) - RIGHT
        ]
    return tuple(found)
