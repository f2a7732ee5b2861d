"""Find the encoding of a table, and decode its text.

UTF-8 and UTF-16 are recognised reliably. Other encodings are guessed: an encoding is plausible if
it makes each word plausible, and a text without a plausible encoding is rejected. If several are
plausible, those that give only letters of one language are preferred. Among these,
charset-normalizer chooses by the language of the text; if it recognises none, the most frequent
encoding is used. Content: templates/encodings.toml.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from printkit.base.errors import PrintkitError
from printkit.base.record_faults import load_table
from printkit.base.records import Part
from printkit.base.sentences import Sentence, quote

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_HINT = "Save the table as CSV in UTF-8, or name its encoding: encoding = “cp1250”."
# Codecs of Python that no table is in, or that differ from machine to machine.
_NO_TABLES = (
    "idna",
    "punycode",
    "mbcs",
    "oem",
    "undefined",
    "unicode_escape",
    "raw_unicode_escape",
)
CONTENT = "encodings.toml"


class Encodings(Part):
    """The old encodings of tables, the more frequent first."""

    letters: dict[str, tuple[str, ...]]
    """the letters beyond ASCII of each language, by encoding"""
    scripts: dict[str, tuple[str, ...]]
    """the first words of the Unicode names of letters, by encoding"""


# The least share of letters in the usual order of a language that charset-normalizer may rely on.
_COHERENT = 0.2
_WORD = re.compile(r"[^\s,;|\"()\[\]{}]+")
# Signs between letters: quotation marks, apostrophes, hyphens, dashes, an ellipsis.
_INSIDE = "'’‘“”„«»‹›-‑–—…·/|&+%•"
# Signs beside whole words or figures.
_BESIDE = "°€£¥$½¼¾×±™®©†‡№→←↑↓★☆■□●○◆◇▲△▼▽√÷≤≥≠²³ªº§¡¿"
_START, _UNIT = "¡¿", "²³ªº°%€£¥™®©"


class Decoded(NamedTuple):
    """The text of a table, its encoding, and True if the encoding was named or is shown by a
    byte-order mark.
    """

    text: str
    encoding: str
    is_given: bool


def decode(path: Path, data: bytes, encoding: str | None = None) -> Decoded:
    """Decode the text of a table, in its `encoding` if that is named. Raises PrintkitError."""
    if encoding is not None:
        return _decode_as(path, data, encoding)
    marks = [name for mark, name in _MARKS if data.startswith(mark)]
    if not marks and 0 < data.count(0) < len(data) / 8:  # in UTF-16 they are far more
        _refuse_null(path, data)
    if not marks and b"\x00" in data[:200]:  # Western letters in UTF-16 contain a null byte
        marks = ["utf-16-be" if data[:1] == b"\x00" else "utf-16-le"]
    for name in marks or ("utf-8",):
        with suppress(UnicodeDecodeError):
            text = data.decode(name)
            if not re.search(r"[\x00-\x08\x0e-\x1f]", text):
                shown = name.removesuffix("-sig")
                return Decoded(unicodedata.normalize("NFC", text), shown, bool(marks))
    if marks or re.search(rb"[\x00-\x08\x0e-\x1f]", data):
        raise PrintkitError(
            "This is not a table: it is neither a text file nor a spreadsheet.",
            location=str(path),
            hint="Save it as XLSX, ODS or CSV.",
        )
    return _guess(path, data)


def _decode_as(path: Path, data: bytes, encoding: str) -> Decoded:
    """Decode a text in the encoding that a definition names. Raises PrintkitError."""
    try:
        codec = codecs.lookup(encoding)
        is_known = codec._is_text_encoding and codec.name.replace("-", "_") not in _NO_TABLES
    except (LookupError, ValueError):
        is_known = False
    if not is_known:
        message = Sentence("{encoding} is not an encoding.", encoding=quote(encoding))
        hint = (
            "Known encodings are utf-8, utf-16, cp1252, cp1250, mac_roman, cp932 and the others "
            "that Python supports."
        )
        raise PrintkitError(message, location=str(path), hint=hint)
    name = "utf-8-sig" if codec.name == "utf-8" else codec.name
    try:
        text = data.decode(name)
    except (UnicodeError, ValueError) as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = data[:start].count(b"\n") + 1
        message = Sentence("This text is not in the encoding {encoding}.", encoding=encoding)
        hint = "Name another one under “encoding”, or omit it to have the encoding detected."
        raise PrintkitError(message, location=f"{path}:{line}", hint=hint) from None
    return Decoded(unicodedata.normalize("NFC", text), codec.name, True)


def _refuse_null(path: Path, data: bytes) -> None:
    """Refuse a text with a null byte in it."""
    with suppress(UnicodeDecodeError):
        if not re.search(r"[\x00-\x08\x0e-\x1f]", data.replace(b"\x00", b"").decode("utf-8")):
            line = data[: data.index(0)].count(b"\n") + 1
            message = "This text contains a null byte (0x00)."
            hint = "Remove it, or save the table again as CSV in UTF-8."
            raise PrintkitError(message, location=f"{path}:{line}", hint=hint)


def _guess(path: Path, data: bytes) -> Decoded:
    """Decode a text in an old encoding. Raises PrintkitError if none makes its words plausible."""
    plausible: dict[str, str] = {}
    content = load_table(CONTENT, Encodings)
    for name in (*content.letters, *content.scripts):
        with suppress(UnicodeDecodeError, LookupError):  # a plug-in may name an unknown encoding
            text = unicodedata.normalize("NFC", data.decode(name))
            if not _CONTROL.search(text) and all(map(_judge(name), _words_of(text))):
                plausible[name] = text
    if not plausible:
        raise PrintkitError(
            "The encoding of this text cannot be detected.", location=str(path), hint=_HINT
        )
    # The letters of one language are more plausible than those of several.
    of_one = [name for name in plausible if _is_of_one(plausible[name], name)]
    plausible = {name: plausible[name] for name in of_one or plausible}
    chosen = next(iter(plausible))
    if len({*plausible.values()}) > 1:
        chosen = _by_language(data, plausible) or chosen
    return Decoded(plausible[chosen], chosen, False)


def _by_language(data: bytes, plausible: dict[str, str]) -> str | None:
    """Return the plausible encoding in which a text is recognised as a language, or None."""
    from charset_normalizer import from_bytes  # few tables are in an old encoding

    is_foreign = plausible.keys() <= load_table(CONTENT, Encodings).scripts.keys()
    for match in from_bytes(data, cp_isolation=[*plausible]):
        if match.encoding in plausible and (match.coherence >= _COHERENT or is_foreign):
            text = plausible[match.encoding]
            return next(name for name, other in plausible.items() if other == text)
    return None


def _words_of(text: str) -> Iterator[str]:
    """Yield each different word that has a non-ASCII letter or sign."""
    yield from dict.fromkeys(word for word in _WORD.findall(text) if not word.isascii())


def _judge(encoding: str) -> Callable[[str], bool]:
    """Return the function that decides whether a word is plausible in an encoding."""
    content = load_table(CONTENT, Encodings)
    if scripts := content.scripts.get(encoding, ()):
        return lambda word: _is_of_scripts(word, scripts)
    alphabets = [*map(frozenset, content.letters[encoding])]
    return lambda word: _is_of_letters(word, alphabets)


def _is_of_one(text: str, encoding: str) -> bool:
    """Return True if one language has all the non-ASCII letters of a text."""
    letters = {letter for letter in text if letter.isalpha() and not letter.isascii()}
    alphabets = load_table(CONTENT, Encodings).letters.get(encoding, ())
    return any(all({one, one.lower()} & {*alphabet} for one in letters) for alphabet in alphabets)


def _is_of_scripts(word: str, scripts: tuple[str, ...]) -> bool:
    """Return True if the letters of a word are either all of the scripts or all ASCII, and its
    signs are plausible.
    """
    letters = [letter for letter in word if letter.isalpha()]
    if not letters:
        return _is_of_letters(word, [])
    if all(map(str.isascii, letters)):
        return all(letter.isascii() or letter in _INSIDE for letter in word)
    signs = (letter for letter in word if not letter.isalnum() and not letter.isascii())
    return all(unicodedata.name(letter, "").startswith(scripts) for letter in letters) and all(
        sign in _INSIDE or unicodedata.name(sign, "").startswith(scripts) for sign in signs
    )


def _is_of_letters(word: str, alphabets: list[frozenset[str]]) -> bool:
    """Return True if the letters of a word are in the alphabet of one language, and each non-ASCII
    sign is where it may be.
    """
    letters = {letter for letter in word if letter.isalpha() and not letter.isascii()} - {*"ªº"}
    if letters and not any(
        all({letter, letter.lower()} & alphabet for letter in letters) for alphabet in alphabets
    ):
        return False
    return all(
        _may_stand(word[i], word[i - 1 : i], word[i + 1 : i + 2])
        for i in range(len(word))
        if not word[i].isascii()
    )


def _may_stand(letter: str, before: str, after: str) -> bool:
    """Return True if a non-ASCII letter or sign may be between two neighbours in a word."""
    if letter.isalpha() and letter not in "ªº":
        return not (letter.isupper() and before.islower())
    if letter in _INSIDE or letter == "\xa0":
        return True
    if letter in _START:
        return not before.isalnum() and (after.isalpha() or after in _START)
    if letter not in _BESIDE or (after.isalpha() and not (letter == "°" and after in "CFK")):
        return False
    return letter in _UNIT or not before.isalpha()
