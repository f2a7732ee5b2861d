"""Read files that a user names; write files whole, all together, or not at all."""

from __future__ import annotations

import codecs
import errno
import os
import shutil
import signal
import stat
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


def read_bytes(path: Path, *, noun: str, max_bytes: int) -> bytes:
    """Return the content of a file that a user named; `noun` is what an error calls it.

    Raises PrintkitError if the file is missing, unreadable, larger than `max_bytes` or none (a
    folder, pipe, socket or device): nothing is waited for.
    """
    place = str(path)
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise PrintkitError(
                    f"This is {_kind_of_file(status.st_mode)}, not a {noun}.",
                    location=place,
                    hint="Name an ordinary file.",
                )
            data = file.read(max_bytes + 1)
        if len(data) > max_bytes:
            size = max(status.st_size, len(data))
            raise PrintkitError(
                f"This {noun} has {size / 1e6:.1f} MB; the limit is {max_bytes / 1e6:g} MB.",
                location=place,
                hint="Make it smaller.",
            )
        return data
    except IsADirectoryError:
        raise PrintkitError(
            f"This is a folder, not a {noun}.", location=place, hint="Name the file inside it."
        ) from None
    except ValueError:  # a null character
        raise PrintkitError(
            f"No {noun} can have this name.", location=repr(place), hint="Check the spelling."
        ) from None
    except FileNotFoundError:
        raise PrintkitError(
            f"There is no such {noun}.", location=place, hint="Check the spelling of the path."
        ) from None
    except OSError as error:
        raise _explain_os_error(error, f"The {noun} cannot be read", place) from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting: a pipe would wait for its writer for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _kind_of_file(mode: int) -> str:
    """Return what something is that is no file, in words."""
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


def read_text(path: Path, *, noun: str, max_bytes: int) -> str:
    """Return the UTF-8 text of a file that a user named. Raises as `read_bytes` does."""
    data = read_bytes(path, noun=noun, max_bytes=max_bytes).removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise PrintkitError(
            f"The {noun} is not UTF-8 text: byte 0x{data[error.start]:02x} cannot be read.",
            location=f"{path}:{line}:{column}",
            hint="Save it with the encoding UTF-8.",
        ) from None


def resolve_within(folder: Path, relative: str) -> Path | None:
    """Return the path `relative` below `folder`, or None if it would lead out of it."""
    try:
        root = folder.resolve()
        path = (root / relative).resolve()
    except (ValueError, OSError, RuntimeError):  # a null character, a circle of links
        return None
    return path if path.is_relative_to(root) else None


def is_file(path: Path) -> bool:
    """Return True if there is such a file; False also for a name that no file can have."""
    try:
        return path.is_file()
    except (ValueError, OSError):
        return False


def exists(path: Path) -> bool:
    """Return True if anything has this name; False also for a name that nothing can have."""
    try:
        return path.exists()
    except (ValueError, OSError):
        return False


def written_by_printkit(path: Path) -> bool:
    """Return True if one of printkit's writers made the file."""
    with path.open("rb") as file:
        return GENERATOR.encode() in file.read(_HEAD)


def replace_file(path: Path, data: bytes, *, action: str) -> None:
    """Put a file in its place, whole or not at all; a link's target is replaced.

    Raises PrintkitError that says `action` cannot be done.
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
        raise _explain_os_error(error, action, str(path)) from None


class Staging:
    """Files written into a hidden folder beside their destination, then renamed together.

    A context manager around `add` and a final `commit`. Leaving it without a commit (an error,
    Ctrl-C) removes every trace, folders that it made included. Raises PrintkitError if the folder
    cannot be made or written, or if a user's own file would be overwritten.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: list[str] = []
        self._dropped: list[str] = []
        self._made: list[Path] = []
        self._stage: Path | None = None

    def __enter__(self) -> Staging:
        with self._reporting("The output folder cannot be made"):
            try:
                self._make_folder(self.folder)
                self._stage = Path(tempfile.mkdtemp(prefix=".printkit-", dir=self.folder))
            except BaseException:
                self._remove_folders()
                raise
        return self

    def add(self, name: str, data: bytes) -> None:
        """Stage the whole content of the file `name` (which may be in a subfolder)."""
        assert self._stage is not None
        with self._reporting(f"The file {name} cannot be written"):
            path = self._stage / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self._names.append(name)

    def drop(self, name: str) -> None:
        """Mark a generated file for removal by the commit."""
        self._dropped.append(name)

    def commit(self) -> None:
        """Move all files to their destination, or none; one process at a time."""
        with _locked(self.folder):
            self._move_all()

    def _move_all(self) -> None:
        assert self._stage is not None
        for name in self._names:
            target = self.folder / name
            with self._reporting(f"The file {name} cannot be written"):
                if target.exists() and not (target.is_file() and written_by_printkit(target)):
                    raise PrintkitError(
                        "This was not made by printkit and is not overwritten.",
                        location=str(target),
                        hint="Move it away, or name another folder with -o.",
                    )
        with _uninterrupted(), self._reporting("The files cannot be put in their place"):
            moved: list[tuple[Path, Path | None]] = []
            try:
                for name in self._names:
                    self._move_one(name, moved)
                for name in self._dropped:
                    self._move_one(name, moved, removes=True)
            except OSError:
                for target, before in reversed(moved):
                    if before is None:
                        target.unlink(missing_ok=True)
                    else:
                        os.replace(before, target)
                raise
            self._made = []

    def _move_one(
        self, name: str, moved: list[tuple[Path, Path | None]], *, removes: bool = False
    ) -> None:
        """Move one staged file to its destination, or the file that is there out of the way.

        `moved` collects how to undo it if a later file fails.
        """
        assert self._stage is not None
        target, before = self.folder / name, None
        self._make_folder(target.parent)
        if target.exists():
            before = self._stage / ".before" / name
            before.parent.mkdir(parents=True, exist_ok=True)
            os.replace(target, before)
        moved.append((target, before))
        if not removes:
            os.replace(self._stage / name, target)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stage is not None:
            shutil.rmtree(self._stage, ignore_errors=True)
        self._remove_folders()

    def _make_folder(self, folder: Path) -> None:
        """Make a folder and record which levels are new, deepest first."""
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        self._made = missing + self._made
        folder.mkdir(parents=True, exist_ok=True)

    def _remove_folders(self) -> None:
        """Remove the new folders that are still empty."""
        for folder in self._made:
            with suppress(OSError):
                folder.rmdir()

    @contextmanager
    def _reporting(self, action: str) -> Iterator[None]:
        """Context manager: turn an OSError into a PrintkitError about `action`."""
        try:
            yield
        except OSError as error:
            raise _explain_os_error(error, action, str(self.folder)) from None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Context manager: let one process at a time move its files into a folder, if the
    system can.
    """
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
    """Context manager: hold Ctrl-C and similar signals back while files are renamed."""
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
    errno.ENXIO: ("it is a socket or a device", "Name an ordinary file."),
    errno.ENODEV: ("it is a socket or a device", "Name an ordinary file."),
    errno.ELOOP: ("it is a circle of links", "Name the file itself."),
    errno.ENAMETOOLONG: ("the name is too long", "Choose a shorter one."),
    errno.EFBIG: ("the file grows larger than the system allows", "Name another folder with -o."),
}


def _explain_os_error(error: OSError, action: str, location: str) -> PrintkitError:
    """Return the error for what the operating system refused."""
    cause, hint = _CURES.get(error.errno or 0, (error.strerror or "the system refuses", None))
    return PrintkitError(f"{action}: {cause}.", location=location, hint=hint)
