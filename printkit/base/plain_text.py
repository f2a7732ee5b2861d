"""Make texts of a file safe to show: short, and without control characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence, Sized
from pathlib import Path
from typing import Any

from printkit.base.limits import MAX_QUOTED

# Invisible characters that may control a terminal, a reader of metadata or a folder: control
# characters, marks of direction or without width, surrogates, separators of lines and paragraphs,
# blank letters. (Variation selectors, which suit signs need, and soft hyphens are allowed.)
INVISIBLE = (
    r"\x00-\x1f\x7f-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    r"\U000110bd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
# Invisible characters that have a meaning in print: a place where a line may end, what joins or
# separates letters, and the two marks of direction.
SHAPING = "\u200b\u200c\u200d\u200e\u200f"
# The length of a typed text in a message, of a quotation of a file, and of a number.
MAX_TYPED = _MAX_QUOTE = 40
_MAX_FIGURES = 24
# The length of the repr of a record.
_MAX_REPR = 600


def escape_invisible(text: str, *, keep: str = "") -> str:
    r"""Escape invisible characters as in JSON (`\u001b`), except those to `keep`.

    >>> escape_invisible("evil\x1b[2J")
    'evil\\u001b[2J'
    """

    def escape(match: re.Match[str]) -> str:
        if match[0] in keep:
            return match[0]
        import json  # few texts have any

        return json.dumps(match[0])[1:-1]

    return _INVISIBLE.sub(escape, text)


def strip_invisible(text: str, *, keep: str = "") -> str:
    """Remove invisible characters, for metadata and file names, except those to `keep`."""
    return _INVISIBLE.sub(lambda match: match[0] if match[0] in keep else "", text)


# Letters that are two in ASCII, or of which Unicode knows no plain form.
_LIGATURES = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


def fold(text: str) -> str:
    """Return a text in small letters without accents.

    >>> fold("Cœur d’Élan")
    'coeur d’elan'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def norm(text: str) -> str:
    """Return a heading, a key or a name without capitals, accents, spaces and signs.

    >>> norm("Cœur d’Élan")
    'coeurdelan'
    """
    return "".join(letter for letter in fold(text) if letter.isalnum())


def slugify(text: str, most: int | None = None) -> str:
    """Return a text as an id of at most `most` characters; empty without letters of ASCII.

    >>> slugify("Émile & le Fantôme")
    'emile-le-fantome'
    """
    return re.sub("[^a-z0-9]+", "-", fold(text))[:most].strip("-")


def shorten(text: str, most: int = MAX_QUOTED) -> str:
    """Escape invisible characters, and cut the text to `most` characters."""
    shown = escape_invisible(text, keep="\n")
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def capitalise(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def name_some(words: Sequence[str], most: int) -> str:
    """Return the first of some words, and the number of those left out.

    >>> name_some(["ace", "king", "queen"], 2)
    'ace, king … (+ 1)'
    """
    more = f" … (+ {len(words) - most})" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def quote(value: object) -> str:
    """Return a value of a file as a quotation for a message."""
    if isinstance(value, str):
        return f"“{shorten(value, _MAX_QUOTE)}”"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "this table" if isinstance(value, dict) else "this list"
    try:
        return shorten(str(value), _MAX_FIGURES)
    except ValueError:  # a number of thousands of digits, which Python refuses to write
        return "this number"


def brief_repr(record: Any) -> str:
    """Return a short repr of a large record.

    Nested records are shown as a name, collections as a length; empty fields are omitted.
    """

    def show(value: Any) -> str:
        if isinstance(value, str):
            return repr(shorten(value, _MAX_QUOTE))
        if value is None or isinstance(value, bool | int | float | Path):
            return repr(value)
        if isinstance(value, Sized):
            return f"<{len(value)}>"
        names = (getattr(value, name, None) for name in ("slug", "key", "id", "product"))
        name = next((name for name in names if isinstance(name, str)), "…")
        return f"{type(value).__name__}({name})"

    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    shown = [
        f"{name}={show(value)}"
        for name, value in fields.items()
        if not (value is None or (isinstance(value, Sized) and not len(value)))
    ]
    return shorten(f"{type(record).__name__}({', '.join(shown)})", _MAX_REPR)
