"""What several tests look at is made once a run: for this process and for all workers of the run.

`pytest_configure` of the first process makes the folder of the run and names it to the workers.
"""

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from printkit.base.files import find_fcntl

FOLDER = "PRINTKIT_TESTS_FOLDER"
_RESULT = "result.pickle"


def make_once(name: str, make: Callable[[Path], Any]) -> Any:
    """Return what `make` returned for a folder that it filled, in this process or in another.

    The folder is for all to read and for nobody to change.
    """
    digest = hashlib.sha256(name.encode()).hexdigest()[:24]
    folder = Path(os.environ[FOLDER]) / digest
    with _locked(folder.with_suffix(".lock")):
        result = folder / _RESULT
        if result.exists():
            return pickle.loads(result.read_bytes())
        folder.mkdir(exist_ok=True)  # it is there if `make` failed for another test
        built = make(folder)
        result.write_bytes(pickle.dumps(built))
        return built


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
    """Hold a lock of the first byte; the system gives up after ten seconds, we do not."""
    import msvcrt  # not in the library of other systems

    while True:
        try:
            msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        except OSError:
            continue
        yield
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        return
