"""The manifest: what was made, by which choices, and what it costs; no clock, no path.

In: a Plan, the files that were written. Out: plain data. And what a manifest of an earlier build
says, if it still holds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printkit import __version__
from printkit.base.files import GENERATOR
from printkit.base.printer_profile import Profile
from printkit.imposition.duplex import MODES

MANIFEST = "manifest.json"
# What reading a manifest may come to that is none, or was changed by hand.
UNREADABLE = (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)
# A file as a manifest lists it.
FileEntry = dict[str, Any]
# A product, an edition, a format.
FileKey = tuple[str, str, str]


def generator() -> str:
    """Return who made the files, as a manifest says it: by that we know our own."""
    return f"{GENERATOR} {__version__}"


def plain_value(value: Any) -> Any:
    """Return the value of an option as a manifest has it."""
    if isinstance(value, Profile):
        return value.as_data()
    if isinstance(value, str) and value.lower().endswith(".toml"):
        return Path(value).name  # no path of a machine
    return value


class PreviousBuild:
    """What the manifest of a folder says of the build before; nothing if there is none, or if it
    cannot be read or was not written by printkit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries: dict[FileKey, list[FileEntry]] = {}
        self._made: dict[tuple[str, str], dict[str, Any]] = {}
        self._ink: dict[tuple[str, str], dict[str, Any]] = {}
        try:
            data = read_manifest(folder)
            for entry in data["files"]:
                key = (str(entry["product"]), str(entry["language"]), str(entry["format"]))
                self._entries.setdefault(key, []).append(entry)
            for made in data["made"]:
                self._made[str(made["product"]), str(made["language"])] = made
            for ink in data["ink_percent"] or ():
                self._ink[str(ink["product"]), str(ink["language"])] = ink
        except UNREADABLE:
            self._entries = {}
            self._made = {}

    def reusable_counts(self, product: str, edition: str, recipe: str) -> dict[str, Any] | None:
        """Return what the product cost then, if it was made by this very recipe."""
        made = self._made.get((product, edition))
        if made is None or made.get("recipe") != recipe or made.get("sides") not in MODES:
            return None
        return made if _are_counts(made, "sheets", "cuts") else None

    def ink(self, product: str, edition: str) -> dict[str, Any] | None:
        """Return the ink that was measured then."""
        return self._ink.get((product, edition))

    def entries(self, key: FileKey, options: Mapping[str, Any]) -> list[FileEntry] | None:
        """Return the files of a format as they were listed, if they were written with the same
        options and have not changed since."""
        entries = self._entries.get(key)
        if not entries or any(entry.get("options", {}) != options for entry in entries):
            return None
        return entries if all(map(self._is_unchanged, entries)) else None

    def _is_unchanged(self, entry: FileEntry) -> bool:
        file = entry.get("file")
        if not isinstance(file, str) or Path(file).name != file:
            return False
        if not _are_counts(entry, "pages", "cards"):
            return False
        data = read_if_file(self.folder / file)
        return data is not None and hashlib.sha256(data).hexdigest() == entry.get("sha256")


def _are_counts(data: Mapping[str, Any], *names: str) -> bool:
    """Return True if these are numbers of things, as we write them: they may have been edited."""
    return all(type(data.get(name)) is int and data[name] >= 0 for name in names)


def read_manifest(folder: Path) -> Any:
    """Return what the manifest of a folder says. Raises one of UNREADABLE."""
    return json.loads((read_if_file(folder / MANIFEST) or b"").decode("utf-8"))


def read_if_file(path: Path) -> bytes | None:
    """Return the bytes of a file; None if there is none that can be read, or a pipe that waits."""
    try:
        return path.read_bytes() if path.is_file() else None
    except (OSError, ValueError):
        return None


def manifest_text(data: Mapping[str, Any]) -> bytes:
    """Return a manifest as it is written."""
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()
