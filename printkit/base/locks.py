"""Locks between processes: of a folder while files are put into it, of a stage while it is used.

A lock ends with its process, however that ended. Where the system has none (Windows, a browser) a
folder is not locked, and a stage counts as left behind when it is a day old.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_LEFT_BEHIND_SECONDS = 86_400


def find_fcntl() -> Any:
    """Return the module that locks files; None if the system has none."""
    try:
        import fcntl  # only who writes files needs it
    except ImportError:
        return None
    return fcntl


@contextmanager
def folder_locked(folder: Path) -> Iterator[None]:
    """Context manager: let one process at a time change a folder; it is made if it is missing.

    Raises OSError if it cannot be made.
    """
    handle = _lock_folder(folder)
    try:
        yield
    finally:
        unlock(handle)


def _lock_folder(folder: Path) -> int | None:
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = lock(folder)
        except FileNotFoundError:  # another took it away before we had it
            continue
        with suppress(FileNotFoundError):
            if handle is None or os.path.samestat(os.fstat(handle), os.stat(folder)):
                return handle
        unlock(handle)


def lock(folder: Path) -> int | None:
    """Wait for the lock of a folder and return its handle; None if the system has no locks."""
    if (fcntl := find_fcntl()) is None:
        return None
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # it may be written and not read: no lock for us
        return None
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
    except BaseException:  # Ctrl-C while another has it
        os.close(handle)
        raise
    return handle


def unlock(handle: int | None) -> None:
    """Give a lock back."""
    if handle is not None:
        os.close(handle)


def is_left_behind(folder: Path) -> bool:
    """Return True if no process has the lock of a folder that is locked while it is used."""
    if (fcntl := find_fcntl()) is None:
        return folder.stat().st_mtime < time.time() - _LEFT_BEHIND_SECONDS
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
