"""Hyphenate words with the patterns of a language.

A pattern consists of letters with a digit before each letter and after the last one. If several
patterns match, the greatest digit at a position counts. An odd digit allows a hyphen there (F.
Liang).

When a wheel is built, only pyphen is installed, so this module imports nothing that draws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from printkit.base.content import find_kept_as, library_versions

# The folder of the patterns in a wheel, by language, which were read when it was built.
HYPHENS = "hyphens"
# The least number of letters before and after a hyphen, and in a divided word.
MIN_BEFORE, MIN_AFTER, _MIN_LETTERS = 3, 3, 6
# Kinds of divisions: an added hyphen; a written hyphen; an added one in a name; no hyphen.
SOFT, HARD, NAME, CUT = "soft", "hard", "name", "cut"
_LETTERS = re.compile(r"[^\W\d_]+")
# The places of a break: after a written hyphen or dash between letters; after signs of an address.
_WRITTEN = re.compile(r"(?<=[^\W_]{2})[-‐–—](?=[^\W_]{2})")
# A soft hyphen: its author says where a word may be divided.
_HINT = "\u00ad"
_ADDRESS = re.compile(r"[/.?&=_-](?=\w)")
# What begins a line without a pattern; a letter by its number; the digit before each letter.
_OTHER = (
    *("%", "#", "LEFTHYPHENMIN", "RIGHTHYPHENMIN"),
    *("COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN"),
)
_NUMBERED, _DIGIT = r"\^\^([0-9a-f]{2})", r"(\d?)(\D?)"

# The digits of each pattern by its letters; a full stop is an end of the word.
Patterns = Mapping[str, bytes]


@lru_cache(maxsize=32768)
def hyphenation_points(word: str, language: str) -> Mapping[int, str]:
    """Return the kind of each possible division of a word, by the index of the character after it.

    A word with soft hyphens is divided only at them, an internet address only after its signs, and
    a word with written hyphens between letters only at these. Other words are divided by the
    patterns of the language, if it has any; words of fewer than six letters are not divided.
    """
    if _HINT in word:
        return {match.end(): SOFT for match in re.finditer(_HINT, word) if match.end() < len(word)}
    if len(word) < _MIN_LETTERS:
        return {}
    if "://" in word or "www." in word:
        return {match.end(): CUT for match in _ADDRESS.finditer(word)}
    if written := {match.end(): HARD for match in _WRITTEN.finditer(word)}:
        return written
    patterns, longest = _patterns(language)
    points: dict[int, str] = {}
    for match in _LETTERS.finditer(word) if patterns else ():
        letters = match.group()
        if len(letters) < _MIN_LETTERS or any(c.isupper() for c in letters[1:]):
            continue
        kind = NAME if letters[0].isupper() else SOFT
        digits = _digits_of(letters.lower(), patterns, longest)
        for index in range(MIN_BEFORE, len(letters) - MIN_AFTER + 1):
            if digits[index + 1] % 2:
                points[match.start() + index] = kind
    return points


def _digits_of(letters: str, patterns: Patterns, longest: int) -> list[int]:
    """Return the greatest digit of all matching patterns at each position of `.letters.`: before
    each character, and after the last.
    """
    whole = f".{letters}."
    greatest = [0] * (len(whole) + 1)
    for start in range(len(whole) - 1):
        for end in range(start + 1, min(start + longest, len(whole)) + 1):
            for place, digit in enumerate(patterns.get(whole[start:end], b""), start):
                if digit > greatest[place]:
                    greatest[place] = digit
    return greatest


@cache
def _patterns(language: str) -> tuple[Patterns, int]:
    """Return the patterns of a language, if any, and the length of the longest."""
    # The import of pyphen would take longer than reading the cached patterns.
    if (kept := find_kept_as(f"{HYPHENS}/{language}", pattern_version)) is not None:
        read = msgspec.msgpack.decode(kept, type=dict[str, bytes])
    elif (path := pattern_file(language)) is not None:
        read = read_patterns(path.read_bytes())
    else:
        return {}, 0
    return read, max(map(len, read))


def pattern_version() -> bytes:
    """Return the installed version of pyphen, the source of all patterns."""
    return repr(library_versions(["pyphen"])).encode()


def pattern_file(language: str) -> Path | None:
    """Return the file with the patterns of a language in Hunspell's format, or None."""
    import pyphen

    known = pyphen.language_fallback(language)
    return pyphen.LANGUAGES[known] if known is not None else None


def read_patterns(source: bytes) -> dict[str, bytes]:
    """Return the patterns of a file, whose first line names its encoding."""
    encoding, _, text = source.partition(b"\n")
    name = encoding.decode().strip().lower().replace("microsoft-cp", "cp")
    patterns: dict[str, bytes] = {}
    for line in text.decode(name).split("\n"):
        pattern = line.strip()
        if not pattern or pattern.startswith(_OTHER):
            continue
        pattern = re.sub(_NUMBERED, lambda match: chr(int(match[1], 16)), pattern)
        if "/" in pattern and "=" in pattern:  # how letters change beside such a hyphen
            pattern = pattern.partition("/")[0]
        parts = re.findall(_DIGIT, pattern)
        digits = bytes(int(digit or "0") for digit, _ in parts)
        if any(digits):
            patterns["".join(letter for _, letter in parts)] = digits.rstrip(b"\0")
    return patterns
