"""Record the files that a program opens, creates and removes."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

_EVENTS = {
    "open",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "shutil.rmtree",
}
# The folders from which Python, its libraries and printkit itself are read.
_READABLE = tuple(
    str(Path(place).resolve())
    for place in (Path(__file__).parents[2], sys.prefix, sys.base_prefix, *sys.path)
    if str(place)
)
_READABLE += (sysconfig.get_paths()["stdlib"], "/dev", "/proc", "/usr/share/zoneinfo")
_READABLE += ("/etc/mime.types",)


class Guard:
    """An audit hook, which Python keeps until it exits.

    `report` is called for each file outside a folder that is opened, created or removed, except
    reads of files of Python or printkit.
    """

    def __init__(self, report: Callable[[str], object]) -> None:
        self._report = report
        self._folder: str | None = None
        self._reads_anything = False
        self._installed = False

    def start(self, folder: Path, *, reads_anything: bool = False) -> None:
        """Start recording; with `reads_anything`, only files created or removed."""
        self._reads_anything = reads_anything
        if not self._installed:
            sys.addaudithook(self._look)
            self._installed = True
        self._folder = os.path.realpath(folder)

    def stop(self) -> None:
        self._folder = None

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._folder is None or event not in _EVENTS:
            return
        # A link, a rename and a symbolic link create their second path.
        path = arguments[1 if event in ("os.link", "os.rename", "os.symlink") else 0]
        if not isinstance(path, str | bytes | os.PathLike):
            return  # a file descriptor
        folder, self._folder = self._folder, None
        try:
            self._judge(event, os.fsdecode(path), arguments, folder)
        finally:
            self._folder = folder

    def _judge(self, event: str, path: str, arguments: tuple[Any, ...], folder: str) -> None:
        relative = not path.startswith("/") and ".." not in path
        if relative and os.getcwd() != folder:  # relative to an open folder's descriptor
            return
        # Opening a link opens its target; every other action affects the link itself.
        parent, name = os.path.split(os.path.abspath(path))
        whole = os.path.join(os.path.realpath(parent), name)
        if event == "open":
            whole = os.path.realpath(path)
        if whole == folder or whole.startswith(folder + os.sep):
            return
        reads = event == "open" and not _writes(arguments)
        known = self._reads_anything or whole.startswith(_READABLE)
        if not (reads and known) and "__pycache__" not in whole:
            self._report(f"{event} {whole}")


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[2] if len(arguments) > 2 and isinstance(arguments[2], int) else 0
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
