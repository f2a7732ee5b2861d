"""Changes a printkit.toml and leaves all else in it as it is, comments too.

In: the text of a file, a printer's name, its readings. Out: the text with one table changed. What
was meant is checked against what a TOML parser reads in the outcome: where a file is written in a
way that is not understood here, nothing is changed.
"""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from printkit.base.errors import PrintkitError
from printkit.base.files import exists, replace_file
from printkit.cli.config import PRINTERS, Settings

_HEADER = re.compile(r"\s*\[")
_PAIR = re.compile(r"""(\s*(["']?)(?P<key>[\w-]+)\2\s*=\s*)("[^"\\]*"|'[^']*')(?P<rest>.*)""", re.S)


def write(path: Path, text: str) -> None:
    """Puts the file in its place, whole; a link stays a link. Raises PrintkitError."""
    mark = codecs.BOM_UTF8 if exists(path) and path.read_bytes()[:3] == codecs.BOM_UTF8 else b""
    replace_file(path, mark + text.encode(), action="The settings cannot be kept")


def with_profile(settings: Settings, name: str, values: Mapping[str, str]) -> str:
    """The text of the file with the profile of this name, new or changed. Raises PrintkitError."""
    wanted = deepcopy(settings.data)
    before = name in wanted.get(PRINTERS, {})
    wanted.setdefault(PRINTERS, {})[name] = dict(values)
    lines = settings.text.splitlines(keepends=True)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += end
    if before:
        changed = (
            [*lines[: start + 1], *_changed(lines[start + 1 : stop], values, end), *lines[stop:]]
            for start, stop in _tables(lines, name)
        )
        return _sure(changed, wanted, settings, name)
    gap = [end] if lines and lines[-1].strip() else []
    table = [f"[{PRINTERS}.{name}]{end}", *(_pair(key, values[key], end) for key in values)]
    return _sure([[*lines, *gap, *table]], wanted, settings, name)


def without_profile(settings: Settings, name: str) -> str:
    """The text of the file without the profile of this name. Raises PrintkitError."""
    wanted = deepcopy(settings.data)
    del wanted[PRINTERS][name]
    lines = settings.text.splitlines(keepends=True)
    without = (_without(lines, start, stop) for start, stop in _tables(lines, name))
    return _sure(without, wanted, settings, name)


def _without(lines: list[str], start: int, stop: int) -> list[str]:
    """The lines without a table. What follows its last reading may be said of the next one, and
    stays; of the empty lines around it one is enough, and none at the end."""
    last = max(i for i in range(start, stop) if _said(lines[i]))
    first, rest = lines[:start], lines[last + 1 :]
    if not first or not first[-1].strip():
        if rest and not rest[0].strip():
            rest = rest[1:]
        elif first and not rest:
            first = first[:-1]
    return first + rest


def _said(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _tables(lines: list[str], name: str) -> Iterator[tuple[int, int]]:
    """Lines that look like the head of a profile's table, each with that after its end."""
    head = re.compile(rf"""\s*\[\s*["']?{PRINTERS}["']?\s*\.\s*["']?{name}["']?\s*\]""")
    for start, line in enumerate(lines):
        if head.match(line):
            after = range(start + 1, len(lines))
            yield start, next((at for at in after if _HEADER.match(lines[at])), len(lines))


def _changed(body: list[str], values: Mapping[str, str], end: str) -> list[str]:
    """The lines of a table with new values; what stands behind a value stays behind it."""
    lines: list[str] = []
    missing = dict(values)
    last = 0
    for line in body:
        match = _PAIR.fullmatch(line)
        if match and match["key"] in missing:
            line = f'{match[1]}"{missing.pop(match["key"])}"{match["rest"]}'
        lines.append(line)
        if _said(line):
            last = len(lines)
    return [*lines[:last], *(_pair(key, missing[key], end) for key in missing), *lines[last:]]


def _pair(key: str, value: str, end: str) -> str:
    return f'{key} = "{value}"{end}'


def _sure(texts: Iterable[list[str]], wanted: dict[str, Any], settings: Settings, name: str) -> str:
    """The first text that says what is wanted. Raises PrintkitError."""
    for lines in texts:
        text = "".join(lines)
        try:
            if _without_empty(tomllib.loads(text)) == _without_empty(wanted):
                return text
        except tomllib.TOMLDecodeError:
            continue
    problem = settings.fault((PRINTERS, name), "")
    raise PrintkitError(
        f"The printer profile “{name}” cannot be changed in the way this file is written.",
        location=f"{problem.file}:{problem.line}" if problem.line else problem.file,
        hint=f"Write it as a table of its own, [{PRINTERS}.{name}], or change it by hand.",
    )


def _without_empty(data: dict[str, Any]) -> dict[str, Any]:
    """The data without a table of printers that has none."""
    return {key: value for key, value in data.items() if key != PRINTERS or value}
