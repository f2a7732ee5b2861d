"""Reading what a person names, and writing so that nothing is ever half done.

In: paths, bytes. Out: files that appear whole, all together, or not at all.
"""

from __future__ import annotations

import codecs
import errno
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from printkit.base.errors import PrintkitError

# Each format writes this word into its first two kilobytes, so that a later build knows its own
# files from a person's and never overwrites the latter.
GENERATOR = "printkit"
_HEAD = 2048


def read_bytes(path: Path, *, what: str, most: int) -> bytes:
    """The content of a file that a person named; `most` is the greatest size in bytes.

    Raises PrintkitError for what is missing, a folder, unreadable or too large.
    """
    place = str(path)
    try:
        if path.is_dir():
            raise PrintkitError(
                f"This is a folder, not a {what}.", location=place, hint="Name the file inside it."
            )
        with path.open("rb") as file:  # a device or pipe has no size to ask for
            data = file.read(most + 1)
        if len(data) > most:
            size = max(path.stat().st_size, len(data))
            raise PrintkitError(
                f"This {what} has {size / 1e6:.1f} MB; the limit is {most / 1e6:g} MB.",
                location=place,
                hint="Make it smaller.",
            )
        return data
    except FileNotFoundError:
        raise PrintkitError(
            f"There is no such {what}.", location=place, hint="Check the spelling of the path."
        ) from None
    except OSError as error:
        raise _refusal(error, f"The {what} cannot be read", place) from None


def read_text(path: Path, *, what: str, most: int) -> str:
    """The UTF-8 text of a file that a person named. Raises PrintkitError as `read_bytes` does."""
    data = read_bytes(path, what=what, most=most).removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise PrintkitError(
            f"The {what} is not UTF-8 text: byte 0x{data[error.start]:02x} cannot be read.",
            location=f"{path}:{line}:{column}",
            hint="Save it with the encoding UTF-8.",
        ) from None


def resolve_within(folder: Path, relative: str) -> Path | None:
    """The path `relative` below `folder`, or None where it would lead out of it."""
    try:
        root = folder.resolve()
        path = (root / relative).resolve()
    except (ValueError, OSError, RuntimeError):  # a null character, a circle of links
        return None
    return path if path.is_relative_to(root) else None


def is_file(path: Path) -> bool:
    """Whether there is such a file; False also for a name that no file can have."""
    try:
        return path.is_file()
    except (ValueError, OSError):
        return False


def exists(path: Path) -> bool:
    """Whether anything has this name; False also for a name that nothing can have."""
    try:
        return path.exists()
    except (ValueError, OSError):
        return False


def written_by_printkit(path: Path) -> bool:
    """Whether one of our writers made the file."""
    with path.open("rb") as file:
        return GENERATOR.encode() in file.read(_HEAD)


def replace_file(path: Path, data: bytes, *, what: str) -> None:
    """Puts a file in its place, whole or not at all; of a link, what it names is replaced.

    Raises PrintkitError that says `what` cannot be done.
    """
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".printkit-", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            if target.exists():
                shutil.copymode(target, name)
            os.replace(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        raise _refusal(error, what, str(path)) from None


class Staging:
    """Files written into a hidden folder beside their place, then renamed all together.

    Used as a context manager around `add` and a last `commit`. Leaving it without a commit (an
    error, Ctrl-C) removes every trace, also folders that it had made. Raises PrintkitError where
    the folder cannot be made or written, or a file of a person's would be overwritten.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: list[str] = []
        self._dropped: list[str] = []
        self._made: list[Path] = []
        self._stage: Path | None = None

    def __enter__(self) -> Staging:
        with self._told("The output folder cannot be made"):
            try:
                self._make(self.folder)
                self._stage = Path(tempfile.mkdtemp(prefix=".printkit-", dir=self.folder))
            except BaseException:
                self._unmake()
                raise
        return self

    def add(self, name: str, data: bytes) -> None:
        """Takes the whole content of the file `name` (which may stand in a subfolder)."""
        assert self._stage is not None
        with self._told(f"The file {name} cannot be written"):
            path = self._stage / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self._names.append(name)

    def drop(self, name: str) -> None:
        """Names a file of ours that the commit takes away."""
        self._dropped.append(name)

    def commit(self) -> None:
        """Puts all files in their place, or none of them; never among those of another build."""
        with _alone(self.folder):
            self._commit()

    def _commit(self) -> None:
        assert self._stage is not None
        for name in self._names:
            target = self.folder / name
            with self._told(f"The file {name} cannot be written"):
                if target.exists() and not (target.is_file() and written_by_printkit(target)):
                    raise PrintkitError(
                        "This was not made by printkit and is not overwritten.",
                        location=str(target),
                        hint="Move it away, or name another folder with -o.",
                    )
        with _uninterrupted(), self._told("The files cannot be put in their place"):
            moved: list[tuple[Path, Path | None]] = []
            try:
                for name in self._names:
                    self._put(name, moved)
                for name in self._dropped:
                    self._put(name, moved, only_away=True)
            except OSError:
                for target, before in reversed(moved):
                    if before is None:
                        target.unlink(missing_ok=True)
                    else:
                        os.replace(before, target)
                raise
            self._made = []

    def _put(
        self, name: str, moved: list[tuple[Path, Path | None]], *, only_away: bool = False
    ) -> None:
        """Puts one file in its place (or what stands there away).

        `moved` learns what to take back should a later one fail.
        """
        assert self._stage is not None
        target, before = self.folder / name, None
        self._make(target.parent)
        if target.exists():
            before = self._stage / ".before" / name
            before.parent.mkdir(parents=True, exist_ok=True)
            os.replace(target, before)
        moved.append((target, before))
        if not only_away:
            os.replace(self._stage / name, target)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stage is not None:
            shutil.rmtree(self._stage, ignore_errors=True)
        self._unmake()

    def _make(self, folder: Path) -> None:
        """Makes a folder and notes what was not there before, deepest first."""
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        self._made = missing + self._made
        folder.mkdir(parents=True, exist_ok=True)

    def _unmake(self) -> None:
        for folder in self._made:
            with suppress(OSError):
                folder.rmdir()

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise _refusal(error, what, str(self.folder)) from None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lets one process after the other put its files into a folder, where the system can."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):  # no such lock here, or not for us
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Holds Ctrl-C and its like back while files are renamed: that must not be cut."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    numbers = [getattr(signal, name) for name in names]
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


_CURES = {
    errno.ENOENT: ("the system makes nothing there", "Name another folder with -o."),
    errno.ENOSPC: ("the disk is full", "Free some space, or name another folder with -o."),
    errno.EDQUOT: ("the disk quota is used up", "Free some space."),
    errno.EACCES: ("permission is denied", "Change the permissions, or name another place."),
    errno.EPERM: ("permission is denied", "Change the permissions, or name another place."),
    errno.EROFS: ("the disk is read-only", "Name another folder with -o."),
    errno.ENOTDIR: ("a file stands where a folder is needed", "Name another folder with -o."),
    errno.EEXIST: ("a file stands where a folder is needed", "Name another folder with -o."),
    errno.EISDIR: ("a folder stands where a file is needed", "Name another place."),
    errno.ENAMETOOLONG: ("the name is too long", "Choose a shorter one."),
    errno.EFBIG: ("the file grows larger than the system allows", "Name another folder with -o."),
}


def _refusal(error: OSError, what: str, place: str) -> PrintkitError:
    cause, hint = _CURES.get(error.errno or 0, (error.strerror or "the system refuses", None))
    return PrintkitError(f"{what}: {cause}.", location=place, hint=hint)
