"""Words of a file as they may be shown: short, and nothing in them that a terminal would obey."""

from __future__ import annotations

import json
import re
from collections.abc import Sized
from pathlib import Path
from typing import Any

from printkit.base.limits import MAX_QUOTED

# Control characters, those that turn the direction of writing or have no width, halves of
# characters, line and paragraph separators, and letters that are blank: nobody sees them, and a
# terminal, a reader of metadata or a folder may obey them. (Variation selectors choose the form of
# a suit's sign, and soft hyphens are those of a text.)
INVISIBLE = (
    r"\x00-\x1f\x7f-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    r"\U000110bd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
# In a fault so much of a file is repeated in one pair of quotation marks.
_MAX_QUOTE, _MAX_FIGURES = 40, 24
# Letters of the repr of a record.
_MAX_REPR = 600


def escape_invisible(text: str, *, keep: str = "") -> str:
    r"""Write characters that nobody sees as JSON does: `\u001b`; those to `keep` stay.

    >>> escape_invisible("evil\x1b[2J")
    'evil\\u001b[2J'
    """

    def escape(match: re.Match[str]) -> str:
        return match[0] if match[0] in keep else json.dumps(match[0])[1:-1]

    return _INVISIBLE.sub(escape, text)


def strip_invisible(text: str) -> str:
    """Take characters out that nobody sees: for metadata and the names of files."""
    return _INVISIBLE.sub("", text)


def shorten(text: str, most: int = MAX_QUOTED) -> str:
    """Return the text, what nobody sees in it escaped, without its end if it has more characters
    than `most`.
    """
    shown = escape_invisible(text, keep="\n")
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def quote(value: object) -> str:
    """Write a value of a file as a message quotes it."""
    if isinstance(value, str):
        return f"“{shorten(value, _MAX_QUOTE)}”"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "this table" if isinstance(value, dict) else "this list"
    try:
        return shorten(str(value), _MAX_FIGURES)
    except ValueError:  # a number of thousands of figures, which Python refuses to write
        return "this number"


def brief_repr(record: Any) -> str:
    """Return the repr of a record that holds much: its fields in one line, nested ones as a name or
    a length, empty ones left out.
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
