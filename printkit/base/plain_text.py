"""Signs in letters of an encoding that lacks them: `->` for an arrow, `S` for spades.

`plain_errors` is an error handler of Python's codecs: a stream that has it writes everything so.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Mapping

# The signs of texts, each with what replaces it; the first that the encoding has is taken.
_PLAIN: dict[str, tuple[str, ...]] = {
    "\u202f": ("\u00a0", " "),
    "\u00a0": (" ",),
    "\u2009": (" ",),
    "’": ("'",),
    "‘": ("'",),
    "“": ('"',),
    "”": ('"',),
    "«": ('"',),
    "»": ('"',),
    "…": ("...",),
    "–": ("-",),
    "—": ("-",),
    "−": ("-",),
    "‐": ("-",),
    "‑": ("-",),
    "×": ("x",),
    "±": ("+/-",),
    "·": ("-",),
    "•": ("*",),
    "°": (" deg",),
    "≤": ("<=",),
    "≥": (">=",),
    "→": ("->",),
    "←": ("<-",),
    "↑": ("^",),
    "↓": ("v",),
    "†": ("*",),
    "‡": ("**",),
    "✓": ("v",),
    "✗": ("x",),
    "œ": ("oe",),
    "Œ": ("OE",),
    "æ": ("ae",),
    "Æ": ("AE",),
}
# The signs of suits with the letters of the deck in use; before a deck is known, those of English.
_letters = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def set_letters(letters: Mapping[str, str]) -> None:
    """Write signs of suits in the letters of a deck."""
    _letters.update(letters)


def plain_sign(sign: str, encoding: str) -> str:
    """Return a sign in letters that an encoding has, at worst “?”."""
    for words in (_letters.get(sign, ""), *_PLAIN.get(sign, ()), sign):
        # A letter may have an accent that the encoding lacks.
        parts = unicodedata.normalize("NFKD", words)
        for text in (words, parts.encode("ascii", "ignore").decode()):
            if text and _has(encoding, text):
                return text
    return "" if unicodedata.combining(sign) or sign == "\ufe0f" else "?"


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def plain_errors(encoding: str) -> str:
    """Return the name of the error handler of an encoding.

    The error itself does not name it: that of cp437 says “charmap”.
    """

    def replace_signs(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        signs = error.object[error.start : error.end]
        return "".join(plain_sign(sign, encoding) for sign in signs), error.end

    name = f"printkit-plain-{encoding}"
    codecs.register_error(name, replace_signs)
    return name
