"""Change a printkit.toml and leave all else in it as it is, comments too.

In: the text of a file, a printer's name, its readings. Out: the text with one table changed.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import Table

from printkit.base.files import exists, read_bytes, replace_file
from printkit.base.limits import MAX_SETTINGS_BYTES
from printkit.cli.config import NOUN, PRINTERS, Settings


def write(path: Path, text: str) -> None:
    """Put the file in its place, whole; a link stays a link. Raises PrintkitError."""
    before = read_bytes(path, noun=NOUN, max_bytes=MAX_SETTINGS_BYTES) if exists(path) else b""
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    replace_file(path, mark + text.encode(), action="The settings cannot be kept")


def with_profile(settings: Settings, name: str, values: Mapping[str, str]) -> str:
    """Return the text of the file with the profile of this name, new or changed."""
    document = _parse(settings)
    printers: Any = document.get(PRINTERS, {})
    if name in printers:
        profile = printers[name]
        tail = _take_tail(profile)  # new readings go above the comments below the last one
        for key, value in values.items():
            if profile.get(key) != value:
                profile[key] = value
        profile.value.body.extend(tail)
        return _as_text(document.as_string(), settings)
    text = document.as_string()
    end = "" if not text or text.endswith("\n") else "\n"
    gap = "\n" if text.strip() and not text.endswith("\n\n") else ""
    table = tomlkit.table()
    table.update(values)
    header = f"[{PRINTERS}.{tomlkit.key(name).as_string()}]"
    return _as_text(f"{text}{end}{gap}{header}\n{table.as_string()}", settings)


def without_profile(settings: Settings, name: str) -> str:
    """Return the text of the file without the profile of this name.

    Comments below its last reading may be about what follows it, and stay.
    """
    document = _parse(settings)
    before = document.as_string().splitlines(keepends=True)
    printers: Any = document[PRINTERS]
    tail = "".join(item.as_string() for _, item in _take_tail(printers[name]))
    del printers[name]
    after = document.as_string().splitlines(keepends=True)
    same = (a == b for a, b in zip(before, after, strict=False))
    place = next((i for i, equal in enumerate(same) if not equal), min(len(before), len(after)))
    first, rest = "".join(after[:place]), tail + "".join(after[place:])
    if first.endswith("\n\n") or not first:
        rest = rest.lstrip("\n")
    text = first + rest if rest else first.rstrip("\n") + "\n" * bool(first.strip())
    return _as_text(text, settings)


def _take_tail(profile: Any) -> list[tuple[Any, Any]]:
    """Take the comments and empty lines below the last reading of a table out of it."""
    if not isinstance(profile, Table):
        return []
    body = profile.value.body
    tail: list[tuple[Any, Any]] = []
    while body and body[-1][0] is None:
        tail.insert(0, body.pop())
    return tail


def _parse(settings: Settings) -> tomlkit.TOMLDocument:
    return tomlkit.parse(settings.text.replace("\r\n", "\n"))


def _as_text(text: str, settings: Settings) -> str:
    return text.replace("\n", "\r\n") if "\r\n" in settings.text else text
