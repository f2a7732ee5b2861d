"""TOML that people write: its data, or what is wrong with it, in words for its author instead of
the parser's.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.errors import DefinitionError, Diagnostic
from printkit.base.limits import MAX_KEY_PARTS

# A key with more parts than are allowed.
_LONG_KEY = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}"""
)
# How the parser begins each of its sentences, and what is meant.
_MEANT = {
    "Invalid statement": "neither a key nor a table begins here",
    "Expected newline": "something stands behind the value on this line",
    "Expected '='": "“=” is missing behind a key",
    "Expected ']": "the name of a table is not closed",
    "Cannot declare": "this table is given twice",
    "Cannot overwrite": "this key is given twice",
    "Cannot mutate": "a value that is whole cannot be added to",
    "Cannot redefine": "a value that is whole cannot be added to",
    "Duplicate inline": "a key is given twice in these braces",
    "Invalid initial": "no key begins so; other names than letters and digits stand in quotes",
    "Unclosed array": "a list is not closed with “]”",
    "Unclosed inline": "a table is not closed with “}”",
    "Invalid hex": "a character is written wrongly behind a backslash",
    "Escaped character": "a character is written wrongly behind a backslash",
    "Unescaped": "a backslash stands alone; write two, or put the text in single quotes",
    "Unterminated": "a text is not closed with a quotation mark",
    "Illegal": "a text holds a control character, or is not closed on its line",
    "Found invalid": "a text holds a control character, or is not closed on its line",
    "Invalid date": "this is no date",
    "Invalid value": "this is no value; texts stand in quotes",
}


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Return the data of a TOML text. Raises DefinitionError with the place of a syntax error."""
    if match := _LONG_KEY.search(text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        message = "A key has too many parts with dots between them."
        raise _fault(path, f"{message} {MAX_KEY_PARTS.allowed}", line, column)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line, column = _split_place(str(error), text)
        raise _fault(path, f"This is not TOML: {_explain(message)}.", line, column) from None
    except RecursionError:
        raise _fault(path, "This is nested too deeply.") from None
    except ValueError:  # a number of thousands of figures, which Python refuses to read
        raise _fault(path, "A number in this file has too many figures.") from None


def parse_bundled_toml(text: str, path: Path) -> dict[str, Any]:
    """Return the data of a file that we bring, the caller's to change; it is parsed once."""
    data: dict[str, Any] = msgspec.msgpack.decode(_pack(text, path))
    return data


@lru_cache(maxsize=64)
def _pack(text: str, path: Path) -> bytes:
    return msgspec.msgpack.encode(parse_toml(text, path))


def _fault(path: Path, message: str, line: int = 0, column: int = 0) -> DefinitionError:
    return DefinitionError([Diagnostic(str(path), line, column, "", message)])


def _split_place(message: str, text: str) -> tuple[str, int, int]:
    """Take “… (at line 3, column 7)” apart."""
    words, _, place = message.partition(" (at ")
    numbers = [int(word) for word in place.replace(",", " ").rstrip(")").split() if word.isdigit()]
    if len(numbers) == 2:
        return words, numbers[0], numbers[1]
    return words, text.count("\n") + 1, len(text) - text.rfind("\n")


def _explain(message: str) -> str:
    """Return what a message of the parser means."""
    known = (meant for start, meant in _MEANT.items() if message.startswith(start))
    return next(known, "it cannot be read from here on")
