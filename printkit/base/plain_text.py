"""Replace signs that an encoding lacks: an arrow by `->`, spades by `S`.

`plain_errors` registers an error handler for Python's codecs, which a stream can use for all its
output.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Mapping

# The signs in texts with their replacements; the first one in the encoding is used.
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
# The signs of suits with the letters of the current deck, by default the English ones.
_letters = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def set_letters(letters: Mapping[str, str]) -> None:
    """Set the letters of a deck as replacements for suit signs."""
    _letters.update(letters)


def plain_sign(sign: str, encoding: str) -> str:
    """Return the replacement for a sign in an encoding, or “?” if it has none. A combining mark
    without a replacement is dropped.
    """
    for words in (_letters.get(sign, ""), *_PLAIN.get(sign, ()), sign):
        # Only the accent of a letter may be missing in the encoding.
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
    """Register an error handler that writes plain signs in an encoding; return its name.

    Each encoding needs its own handler, because an error does not name its encoding: an error in
    cp437 names “charmap”.
    """

    def replace_signs(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        signs = error.object[error.start : error.end]
        return "".join(plain_sign(sign, encoding) for sign in signs), error.end

    name = f"printkit-plain-{encoding}"
    codecs.register_error(name, replace_signs)
    return name
