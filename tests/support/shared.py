"""Results shared by several tests are made once per run, for this process and all workers.

`pytest_configure` of the first process creates the folder of the run and passes its name to the
workers.
"""

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from printkit.base.files import find_fcntl

FOLDER = "PRINTKIT_TESTS_FOLDER"
_RESULT = "result.pickle"


def make_once(name: str, make: Callable[[Path], Any]) -> Any:
    """Return the result of `make` for a folder that it filled, in this process or in another.

    All tests may read the folder, and none may change it.
    """
    digest = hashlib.sha256(name.encode()).hexdigest()[:24]
    folder = Path(os.environ[FOLDER]) / digest
    with _locked(folder.with_suffix(".lock")):
        result = folder / _RESULT
        if result.exists():
            return pickle.loads(result.read_bytes())
        folder.mkdir(exist_ok=True)  # exists if `make` failed in another test
        built = make(folder)
        result.write_bytes(pickle.dumps(built))
        return built


def forget(module: ModuleType) -> None:
    """Empty the caches of the functions that a module defines."""
    for value in vars(module).values():
        if isinstance(value, type(cache(len))) and value.__module__ == module.__name__:
            value.cache_clear()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock that other workers wait for."""
    with path.open("w") as file:
        if fcntl := find_fcntl():
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        else:
            yield from _lock_on_windows(file.fileno())


def _lock_on_windows(handle: int) -> Iterator[None]:
    """Lock the first byte; Windows gives up after ten seconds, this function does not."""
    import msvcrt  # only on Windows

    while True:
        try:
            msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        except OSError:
            continue
        yield
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        return
