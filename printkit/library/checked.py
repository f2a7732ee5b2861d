"""Cache of definitions that passed the check, in the user's cache folder.

A record contains the digests of everything that a check depends on: the program, its libraries,
each user file that was read, and the names of the files in its folder. A definition with an error
or a warning has no record. If the cache folder cannot be read or written, the definition is checked
again.

A released wheel contains the verdicts of our own games (see `web/wheel.py`). A verdict is valid
only for the code and the content that it was made with.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

import msgspec

from printkit.base.content import (
    content_folders,
    digest_texts,
    find_kept_as,
    font_path,
    library_versions,
    program_digest,
    source_digest,
)
from printkit.base.errors import PrintkitError
from printkit.base.files import READ, cache_folder, digest_folder, read_bytes, replace_file
from printkit.base.limits import MAX_SETTINGS_BYTES
from printkit.base.plugins import FACES, IMPOSITIONS, PRODUCTS, WRITERS, plugin_entries
from printkit.library.receipt import Receipt, ReceiptData
from printkit.model.definition_files import variant_slugs

# The libraries that read and check a definition, besides the libraries that draw.
_JUDGES = ("msgspec", "charset-normalizer", "python-calamine")
_FOLDER, _NOUN = "checked", "record"
# The name of the verdicts in a wheel.
VERDICTS = "checked"


class Checked(msgspec.Struct, frozen=True):
    """The record of a definition that passed: its numbers of cards, and the inputs of the check.

    `files` are the digests of files by path; `folders` are the digests of the file names in
    folders. `receipt` is the receipt of a user's own definition.
    """

    total: int
    distinct: int
    program: str
    files: dict[str, str]
    folders: dict[str, str]
    receipt: Receipt | None = None

    @property
    def holds(self) -> bool:
        """True if no input has changed since the check."""
        return (
            self.program == _program()
            and all(digest_folder(folder) == self.folders[folder] for folder in self.folders)
            and all(_digest_file(file) == self.files[file] for file in self.files)
        )


class CheckedRow(TypedDict):
    """An error or warning of a definition, a text that a language lacks, or the receipt of a
    definition.

    `severity` is error, warning, missing or receipt. `definition` is the checked definition.
    `file`, `line` and `column` (from 1; 0 if unknown) are the place of an error, `sheet` is its
    sheet in a spreadsheet, and `card` its card. `lang` is the language that lacks the text of
    `key`.
    """

    severity: str
    key: str
    definition: NotRequired[str]
    file: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    card: NotRequired[str]
    message: NotRequired[str]
    hint: NotRequired[str]
    sheet: NotRequired[str]
    lang: NotRequired[str]
    receipt: NotRequired[ReceiptData]


def find_checked(name: str, language: str) -> Checked | None:
    """Return the record of a definition as it is now, or None.

    From this call on, the files that are read are noted for the next record.
    """
    READ.are_noted = True
    try:
        data = read_bytes(_place(name, language), noun=_NOUN, max_bytes=MAX_SETTINGS_BYTES)
        checked = msgspec.msgpack.decode(data, type=Checked)
    except (PrintkitError, msgspec.MsgspecError):
        return _find_verdict(name)
    return checked if checked.holds else _find_verdict(name)


def _find_verdict(name: str) -> Checked | None:
    """Return the record of a bundled game in a wheel, or None."""
    if name not in variant_slugs() or _has_plugins():
        return None
    packed = find_kept_as(VERDICTS, lambda: source_digest().encode())
    counts = msgspec.msgpack.decode(packed, type=dict[str, tuple[int, int]]) if packed else {}
    return Checked(*counts[name], _program(), {}, {}) if name in counts else None


def keep_checked(
    name: str, language: str, total: int, distinct: int, receipt: Receipt | None = None
) -> None:
    """Save the record of a definition that passed, if all files read were noted.

    Nothing is saved if plug-ins with code are installed, because their code may read any file.
    """
    excluded = (*content_folders(), font_path(""), cache_folder())
    roots = tuple(os.path.join(os.path.abspath(folder), "") for folder in excluded)
    files, folders = (
        {
            path: digest
            for path, digest in noted.items()
            if not os.path.join(path, "").startswith(roots)
        }
        for noted in (READ.files, READ.folders)
    )
    if all(files.values()) and not _has_plugins():
        data = msgspec.msgpack.encode(Checked(total, distinct, _program(), files, folders, receipt))
        place = _place(name, language)
        with suppress(PrintkitError):
            action = "The record cannot be written"
            replace_file(place, data, action=action, follow_links=False)


def _has_plugins() -> bool:
    """Return True if a package adds code that may read any file."""
    return any(map(plugin_entries, (PRODUCTS, FACES, WRITERS, IMPOSITIONS)))


@cache
def _program() -> str:
    return digest_texts([program_digest(), *library_versions(_JUDGES)])


def _place(name: str, language: str) -> Path:
    """Return the path of the record for a definition by its typed name and the working folder."""
    return cache_folder() / _FOLDER / digest_texts([os.getcwd(), name, language])


def _digest_file(path: str) -> str:
    """Return the digest of a file, or an empty string if it cannot be read."""
    try:
        data = read_bytes(Path(path), noun=_NOUN, max_bytes=sys.maxsize - 1)
    except PrintkitError:
        return ""
    return hashlib.sha256(data).hexdigest()
