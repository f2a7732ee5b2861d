"""What is wrong with a TOML text, in words for its author instead of the parser's."""

from __future__ import annotations

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


def explain_toml(message: str) -> str:
    """Return what a message of the parser means."""
    known = (meant for start, meant in _MEANT.items() if message.startswith(start))
    return next(known, "it cannot be read from here on")
