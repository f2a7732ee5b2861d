"""Where words may be divided: pyphen's patterns, written hyphens, the signs of an address.

At least three letters stay on either side, and a name is left whole where anything else can be
done.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

# Letters that stay before and after a hyphen at least; shorter words stay whole.
MIN_BEFORE, MIN_AFTER, _MIN_LETTERS = 3, 3, 6
# A hyphen is added; one is written; one is added to a name; the word is cut without one.
SOFT, HARD, NAME, CUT = "soft", "hard", "name", "cut"
_LETTERS = re.compile(r"[^\W\d_]+")
# A break after a hyphen or a dash that is written, between letters; in an address after its signs.
_WRITTEN = re.compile(r"(?<=[^\W_]{2})[-‐–—](?=[^\W_]{2})")
_ADDRESS = re.compile(r"[/.?&=_-](?=\w)")


class HyphenPoint(Struct, frozen=True):
    """A word may be divided before its character `index`, in one of four kinds."""

    index: int
    kind: str


@cache
def _patterns(language: str) -> Any:
    import pyphen

    known = pyphen.language_fallback(language)
    if known is None:
        return None
    return pyphen.Pyphen(lang=known, left=MIN_BEFORE, right=MIN_AFTER)


@lru_cache(maxsize=32768)
def hyphenation_points(word: str, language: str) -> tuple[HyphenPoint, ...]:
    """Return the places where a word may be divided, from the left.

    A language without patterns divides words only where hyphens are written.
    """
    if len(word) < _MIN_LETTERS:
        return ()
    if "://" in word or "www." in word:
        return tuple(HyphenPoint(match.end(), CUT) for match in _ADDRESS.finditer(word))
    if written := [HyphenPoint(match.end(), HARD) for match in _WRITTEN.finditer(word)]:
        return tuple(written)
    patterns = _patterns(language)
    points: list[HyphenPoint] = []
    for match in _LETTERS.finditer(word):
        letters = match.group()
        if patterns is None or len(letters) < _MIN_LETTERS or any(c.isupper() for c in letters[1:]):
            continue
        kind = NAME if letters[0].isupper() else SOFT
        points += [
            HyphenPoint(match.start() + index, kind)
            for index in patterns.positions(letters)
            if MIN_BEFORE <= index <= len(letters) - MIN_AFTER
        ]
    return tuple(points)
