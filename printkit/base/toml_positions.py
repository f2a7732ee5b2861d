"""TOML files of users, with the position of each key.

`tomllib` keeps no positions, so the text of a faulty definition is scanned again. tomllib has
accepted it before: only strings, comments, brackets and keys matter.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.errors import Diagnostic
from printkit.base.limits import MAX_DEPTH

KeyPath = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\''
_KEY = re.compile(rf"[ \t]*({_STRING}|[A-Za-z0-9_-]+)[ \t]*(\.?)", re.DOTALL)
_SCALAR = re.compile(rf"{_STRING}|[^,\]}}\n#]+", re.DOTALL)


def dotted(path: KeyPath) -> str:
    """Write a key path as an author does: `cards[2].name.fr`."""
    return "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path).removeprefix(".")


class TomlFile(msgspec.Struct, dict=True):
    """A TOML file of a user: its path, its text and its data."""

    path: Path
    text: str
    data: dict[str, Any]

    @cached_property
    def positions(self) -> Positions:
        """The positions of all keys."""
        return Positions(self.text)

    def problem(self, path: KeyPath, message: str, hint: str = "") -> Diagnostic:
        """Return a Diagnostic at the position of a key path."""
        line, column = self.positions.find(path)
        return Diagnostic(str(self.path), line, column, dotted(path), message, hint)


class Positions:
    """The positions of all keys and elements of a text."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._starts: dict[KeyPath, int] = {}
        self._tables: dict[KeyPath, int] = {}  # the number of tables of each array so far
        self._at = 0
        try:
            self._read_document()
        except (RecursionError, AttributeError, IndexError):  # faults then lack positions
            self._starts.clear()

    def find(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column (from 1) of the longest written part of `path`, or (0, 0)."""
        if not self._starts:
            return 0, 0
        ends = range(len(path), 0, -1)
        start = next((self._starts[path[:end]] for end in ends if path[:end] in self._starts), 0)
        return self._text.count("\n", 0, start) + 1, start - self._text.rfind("\n", 0, start)

    def _read_document(self) -> None:
        table: KeyPath = ()
        while self._skip_blank():
            if self._text[self._at] == "[":
                table = self._read_header()
            else:
                self._read_pair(table)

    def _skip_blank(self) -> bool:
        """Skip white space and comments; return True if text follows."""
        self._at = _BLANK.match(self._text, self._at).end()  # type: ignore[union-attr]
        return self._at < len(self._text)

    def _read_keys(self) -> list[str]:
        keys, more = [], "."
        while more:
            match = _KEY.match(self._text, self._at)
            assert match is not None
            key, more, self._at = match[1], match[2], match.end()
            keys.append(_unquote(key) if key[0] in "\"'" else key)
        return keys

    def _read_header(self) -> KeyPath:
        start, many = self._at, self._text[self._at + 1] == "["
        path: KeyPath = ()
        self._at += 1 + many
        *above, last = self._read_keys()
        self._at += 1 + many
        for key in above:
            path = self._note_start(path, key, start)
            if path in self._tables:
                path = self._note_start(path, self._tables[path] - 1, start)
        path = self._note_start(path, last, start)
        if many:
            self._tables[path] = count = self._tables.get(path, 0) + 1
            path = self._note_start(path, count - 1, start)
        return path

    def _note_start(self, path: KeyPath, key: str | int, start: int) -> KeyPath:
        """Record the start of a key below `path`, and return its path."""
        if len(path) < MAX_DEPTH:
            path = (*path, key)
            self._starts.setdefault(path, start)
        return path

    def _read_pair(self, path: KeyPath) -> None:
        start = self._at
        for key in self._read_keys():
            path = self._note_start(path, key, start)
        self._at += 1  # the equals sign
        self._read_value(path)

    def _read_value(self, path: KeyPath) -> None:
        self._skip_blank()
        match self._text[self._at]:
            case "[" | "{" as opened:
                self._at += 1
                index = 0
                while self._skip_blank() and self._text[self._at] not in "]}":
                    if opened == "{":
                        self._read_pair(path)
                    else:
                        self._read_value(self._note_start(path, index, self._at))
                        index += 1
                    if self._skip_blank() and self._text[self._at] == ",":
                        self._at += 1
                self._at += 1
            case _:
                self._at = _SCALAR.match(self._text, self._at).end()  # type: ignore[union-attr]


def _unquote(key: str) -> str:
    """Return a key without its quotation marks."""
    import tomllib  # a wheel keeps what our tables say

    name: str = tomllib.loads(f"k={key}")["k"]
    return name
