"""Which files of the user's this process has read: a result holds as long as they are the same."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


class _FilesRead:
    """The files that this process has read, and the folders in which it looked for some.

    Once they `are_noted`, `files` holds the digests of their bytes, empty for any that was read
    before or has changed meanwhile, and `folders` those of the names in folders when they were
    first looked at.
    """

    def __init__(self) -> None:
        self.are_noted = False
        self.files: dict[str, str] = {}
        self.folders: dict[str, str] = {}

    def note(self, path: Path, data: bytes) -> None:
        """Note a file that was read."""
        name = os.path.abspath(path)
        if not self.are_noted:
            self.files[name] = ""
            return
        self.note_folder(path)
        digest = hashlib.sha256(data).hexdigest()
        self.files[name] = digest if self.files.get(name, digest) == digest else ""

    def note_folder(self, path: Path) -> None:
        """Note the folder of a file that is read or looked for."""
        if self.are_noted and (folder := os.path.dirname(os.path.abspath(path))):
            self.folders.setdefault(folder, digest_folder(folder))


def digest_folder(folder: str) -> str:
    """Return the digest of the names in a folder; empty if it cannot be read."""
    try:
        names = "\0".join(sorted(os.listdir(folder)))
    except OSError:
        return ""
    return hashlib.sha256(names.encode(errors="surrogateescape")).hexdigest()


# What this process has read.
READ = _FilesRead()
