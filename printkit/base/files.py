"""Read user files, lock folders, and replace files as a whole.

A lock is released when its process ends. On systems without locks (Windows, a browser), folders are
not locked, and a staging folder counts as abandoned after a day.
"""

from __future__ import annotations

import codecs
import errno
import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from printkit import __version__
from printkit.base.errors import PrintkitError
from printkit.base.sentences import Sentence, parse_sentence
from printkit.base.stopping import signals_held

# --- files read ----------------------------------------------------------------------------------


class _FilesRead:
    """The files that this process has read, and the folders that it has searched.

    After `are_noted` is set, `files` contains the digests of the files: an empty string for a file
    that was first read before that, or has changed since. `folders` contains the digests of the
    names in folders when they were first searched.
    """

    def __init__(self) -> None:
        self.are_noted = False
        self.files: dict[str, str] = {}
        self.folders: dict[str, str] = {}
        self._blamed: tuple[BaseException, str] | None = None

    def blame(self, error: BaseException, path: Path) -> None:
        """Record the innermost file that was being read when an exception was raised."""
        if self._blamed is None or self._blamed[0] is not error:
            self._blamed = error, os.path.abspath(path)

    def blamed(self, error: BaseException) -> str:
        """Return the file that was being read when an exception was raised, or an empty string if
        none.
        """
        return self._blamed[1] if self._blamed and self._blamed[0] is error else ""

    def note(self, path: Path, data: bytes) -> None:
        """Record a file that was read."""
        name = os.path.abspath(path)
        if not self.are_noted:
            self.files[name] = ""
            return
        self.note_folder(path)
        digest = hashlib.sha256(data).hexdigest()
        self.files[name] = digest if self.files.get(name, digest) == digest else ""

    def note_folder(self, path: Path) -> None:
        """Record the folder of a file that is read or searched for."""
        if self.are_noted and (folder := os.path.dirname(os.path.abspath(path))):
            self.folders.setdefault(folder, digest_folder(folder))


def digest_folder(folder: str) -> str:
    """Return the digest of the names in a folder, or an empty string if it cannot be read."""
    try:
        names = "\0".join(sorted(os.listdir(folder)))
    except OSError:
        return ""
    return hashlib.sha256(names.encode(errors="surrogateescape")).hexdigest()


# The files and folders that this process has read.
READ = _FilesRead()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Context manager: blame unexpected exceptions on the file at `path`."""
    try:
        yield
    except Exception as error:
        READ.blame(error, path)
        raise


# --- files ---------------------------------------------------------------------------------------

# The generator in the metadata of files.
GENERATOR = "printkit"
# The default output folder.
DEFAULT_OUT = Path("output")


def generator() -> str:
    """Return the name and the version of printkit."""
    return f"{GENERATOR} {__version__}"


def cache_folder() -> Path:
    """Return printkit's folder in the user's cache folder."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or home
    elif sys.platform == "darwin":
        folder = f"{home}/Library/Caches"
    else:
        folder = os.environ.get("XDG_CACHE_HOME") or f"{home}/.cache"
    return Path(folder, "printkit")


def read_bytes(path: Path, *, noun: str, max_bytes: int) -> bytes:
    """Return the content of a file that a user named; `noun` names it in errors.

    Raises PrintkitError if the file is missing, unreadable, larger than `max_bytes`, or a folder,
    pipe, socket or device. Never blocks.
    """
    place, noun = str(path), Sentence(noun)

    def refuse(message: str, hint: str) -> PrintkitError:
        return PrintkitError(message, location=place, hint=hint)

    try:
        with open(path, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                kind = _kind_of_file(status.st_mode)
                raise refuse(
                    Sentence("This is {kind}, not a {noun}.", kind=Sentence(kind), noun=noun),
                    "Name an ordinary file.",
                )
            # One byte more than the file has: reading `max_bytes` would allocate as many each time.
            data = file.read(min(status.st_size or max_bytes, max_bytes) + 1)
    except ValueError:  # a null character
        place = repr(place)
        raise refuse(
            Sentence("No {noun} can have this name.", noun=noun), "Check the spelling."
        ) from None
    except FileNotFoundError:
        if is_link(path):
            raise refuse(
                "This is a link to a file that does not exist.",
                "Remove it, or create the file that it points to.",
            ) from None
        raise refuse(
            Sentence("There is no such {noun}.", noun=noun), "Check the spelling of the path."
        ) from None
    except OSError as error:
        if os.path.isdir(path):  # for Windows permission is denied
            raise refuse(
                Sentence("This is a folder, not a {noun}.", noun=noun), "Name the file inside it."
            ) from None
        raise _explain_os_error(
            error, Sentence("The {noun} cannot be read", noun=noun), place
        ) from None
    if len(data) > max_bytes:
        size = max(status.st_size, len(data))
        raise refuse(
            Sentence(
                "This {noun} is {size} MB; the limit is {max_bytes} MB, because the whole file "
                "is read at once.",
                noun=noun,
                size=f"{size / 1000000.0:.1f}",
                max_bytes=f"{max_bytes / 1000000.0:g}",
            ),
            "Make it smaller.",
        )
    READ.note(path, data)
    return data


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without blocking: a pipe would wait for its writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _kind_of_file(mode: int) -> str:
    """Return the name of a kind of special file."""
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


# The first bytes of a ZIP file, and so of every XLSX and ODS.
ARCHIVE = b"PK\x03\x04"


def read_text(path: Path, *, noun: str, max_bytes: int) -> str:
    """Return the UTF-8 text of a file that a user named.

    Raises PrintkitError as `read_bytes` does, and for an archive or text in another encoding.
    """
    noun = Sentence(noun)
    data = read_bytes(path, noun=noun, max_bytes=max_bytes).removeprefix(codecs.BOM_UTF8)
    if data.startswith(ARCHIVE):
        message = Sentence("This is an archive or a spreadsheet, not a {noun}.", noun=noun)
        hint = "Unpack it, and name the text file that you want."
        raise PrintkitError(message, location=str(path), hint=hint)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise PrintkitError(
            Sentence(
                "The {noun} is not UTF-8 text: byte 0x{data} cannot be read.",
                noun=noun,
                data=f"{data[error.start]:02x}",
            ),
            location=f"{path}:{line}:{column}",
            hint="Save it with the encoding UTF-8.",
        ) from None


def resolve_within(folder: Path, relative: str) -> Path | None:
    """Return the path `relative` below `folder`, or None if it is outside the folder."""
    try:
        return _resolve_below(folder.resolve(), relative)
    except (ValueError, OSError, RuntimeError):  # a null character, a circle of links
        return None


class ResolvedFolder:
    """A folder whose links are followed once, in which many paths are resolved."""

    def __init__(self, folder: Path) -> None:
        self._root: Path | None = None
        self._paths: dict[str, Path | None] = {}
        with suppress(ValueError, OSError, RuntimeError):  # a circle of links
            self._root = folder.resolve()

    def resolve(self, relative: str) -> Path | None:
        """Return the path `relative` below the folder, or None if it is outside the folder."""
        if relative not in self._paths:
            path = None
            if self._root is not None:
                with suppress(ValueError, OSError, RuntimeError):
                    path = _resolve_below(self._root, relative)
            self._paths[relative] = path
        return self._paths[relative]


def _resolve_below(root: Path, relative: str) -> Path | None:
    """Return the path `relative` below a resolved folder, or None if it is outside. Raises
    ValueError, OSError or RuntimeError for a path that cannot be resolved.
    """
    path = root / relative
    parts = path.parts[len(root.parts) :]
    if path.is_relative_to(root) and ".." not in parts and not _has_link(root, parts):
        return path
    path = path.resolve()
    return path if path.is_relative_to(root) else None


def _has_link(root: Path, parts: Iterable[str]) -> bool:
    """Return True if a step from a resolved folder may be a link. Raises ValueError for a null
    character.
    """
    place = str(root)
    for part in parts:
        place = os.path.join(place, part)
        try:
            mode = os.lstat(place).st_mode
        except FileNotFoundError:
            return False  # nothing is below it
        except OSError:
            return True
        if sys.platform == "win32" or stat.S_ISLNK(mode):  # names may be short, or junctions
            return True
    return False


def refuse_foreign_links(folder: Path) -> None:
    """Refuse to write through a link that may have come with an untrusted folder.

    A link in the output folder must not lead out of it, and the default output folder must not lead
    out of the working folder. Raises PrintkitError for such a link.
    """
    suspects = [folder, DEFAULT_OUT] if folder.parent == DEFAULT_OUT else [folder]
    for path in suspects:
        if is_link(path) and resolve_within(path.parent, path.name) is None:
            raise PrintkitError(
                "This link leads out of its folder, so printkit does not write through it.",
                location=str(path),
                hint="Remove it, or name the folder it leads to with -o.",
            )


def is_link(path: Path) -> bool:
    """Return True if the path is a link or, from Python 3.12 on, a junction of Windows."""
    return os.path.islink(path) or (hasattr(os.path, "isjunction") and os.path.isjunction(path))


def is_file(path: Path) -> bool:
    """Return True if the file exists; False also for an invalid name."""
    READ.note_folder(path)
    return os.path.isfile(path)


def exists(path: Path) -> bool:
    """Return True if the path exists; False also for an invalid name."""
    READ.note_folder(path)
    return os.path.exists(path)


def file_size(path: Path) -> int:
    """Return the size of a regular file in bytes, or 0 for anything else."""
    try:
        status = path.stat()
    except (ValueError, OSError):
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def file_stamp(path: Path) -> tuple[int, ...]:
    """Return the size, modification time (ns) and inode number of a file, or an empty tuple if it
    is missing.
    """
    try:
        status = path.stat()
    except (ValueError, OSError):
        return ()
    return status.st_size, status.st_mtime_ns, status.st_ino


def file_checksum(path: Path) -> str | None:
    """Return the SHA-256 of a regular file, or None for anything else, such as a link."""
    try:
        if path.is_symlink():
            return None
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (ValueError, OSError):
        return None


def known_checksum(path: Path) -> str | None:
    """Return the checksum of a file as `file_checksum` does, but read an unchanged file only once.

    Use it only for reports, not to decide if a file may be overwritten or removed.
    """
    try:
        status = path.lstat()
    except (ValueError, OSError):
        return None
    return _checksum_at(
        path, (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
    )


@lru_cache(maxsize=4096)
def _checksum_at(path: Path, _stamp: tuple[int, ...]) -> str | None:
    return file_checksum(path)


def link_or_copy(source: Path, target: Path) -> None:
    """Give a file or link a second name, by a hard link if possible, else by a copy.

    Raises OSError if the name is taken.
    """
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        raise
    except (AttributeError, OSError, NotImplementedError):  # hard links are not possible here
        from shutil import copy2  # few files are copied

        copy2(source, target, follow_symlinks=False)


def replace_file(path: Path, data: bytes, *, action: str, follow_links: bool = True) -> None:
    """Replace a file as a whole or not at all.

    For a link, its target is replaced, or the link itself without `follow_links`. Raises
    PrintkitError with a message that begins with `action`.
    """
    with explained_os_errors(action, path):
        target = path.resolve() if follow_links else path
        beside = target.with_name(f".printkit-{target.name}")
        # While the folder is locked, an existing file of that name is a leftover of a killed
        # process.
        with folder_locked(target.parent), signals_held():
            try:
                beside.unlink(missing_ok=True)
                with beside.open("xb") as file:
                    file.write(data)
                if follow_links and target.exists():
                    from shutil import copymode  # few files are replaced

                    copymode(target, beside)
                os.replace(beside, target)
            except OSError:
                beside.unlink(missing_ok=True)
                raise


# The length of the digests before a sealed record: of its sources, and of the record.
_SEALS = 2 * hashlib.sha256().digest_size


def read_sealed(path: Path, seal: bytes) -> bytes | None:
    """Return a record of the user's cache, or None if it is missing, damaged or has another seal.
    The `seal` is the digest of its sources.
    """
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    record = kept[_SEALS:]
    return record if kept[:_SEALS] == seal + hashlib.sha256(record).digest() else None


def write_sealed(path: Path, seal: bytes, record: bytes) -> None:
    """Write a record into the user's cache if it can be written."""
    with suppress(PrintkitError, OSError):
        sealed = seal + hashlib.sha256(record).digest() + record
        replace_file(path, sealed, action="The record cannot be written", follow_links=False)


@contextmanager
def explained_os_errors(action: str, path: Path) -> Iterator[None]:
    """Context manager: turn an OSError into a PrintkitError that begins with `action`."""
    try:
        yield
    except OSError as error:
        raise _explain_os_error(error, action, str(path)) from None


_CURES = {
    errno.ENOENT: ("the system can create nothing there", "Name another folder with -o."),
    errno.ENOSPC: ("the disk is full", "Free some space, or name another folder with -o."),
    errno.EDQUOT: ("the disk quota is used up", "Free some space."),
    errno.EACCES: ("permission is denied", "Change the permissions, or choose another location."),
    errno.EPERM: ("permission is denied", "Change the permissions, or choose another location."),
    errno.EROFS: ("the disk is read-only", "Name another folder with -o."),
    errno.ENOTDIR: ("there is a file where a folder is needed", "Name another folder with -o."),
    errno.EEXIST: ("there is a file where a folder is needed", "Name another folder with -o."),
    errno.EISDIR: ("there is a folder where a file is needed", "Choose another location."),
    errno.ENXIO: ("it is a socket or a device", "Name an ordinary file."),
    errno.ENODEV: ("it is a socket or a device", "Name an ordinary file."),
    errno.ELOOP: ("it is a loop of links", "Name the file itself."),
    errno.ENAMETOOLONG: ("the name is too long", "Choose a shorter one."),
    errno.EFBIG: (
        "the file would be larger than the system allows",
        "Name another folder with -o.",
    ),
}


# Windows error codes for a file that another program, such as a viewer, has open.
_OPEN_ELSEWHERE = (32, 33)
_CURE_OF_OPEN = ("another program has the file open", "Close it there, and try again.")


def _explain_os_error(error: OSError, action: str, location: str) -> PrintkitError:
    """Return the error for an OSError of the operating system."""
    known = _CURES.get(error.errno or 0, (error.strerror or "the system refuses", None))
    is_open = getattr(error, "winerror", None) in _OPEN_ELSEWHERE
    cause, hint = _CURE_OF_OPEN if is_open else known
    template, values = parse_sentence(action)
    message = Sentence(f"{template}: {{cause}}.", **values, cause=Sentence(cause))
    return PrintkitError(message, location=location, hint=hint)


_LEFT_BEHIND_SECONDS = 86_400


def find_fcntl() -> Any:
    """Return the module that locks files, or None if the system has none."""
    try:
        import fcntl  # reading files does not need it
    except ImportError:
        return None
    return fcntl


@contextmanager
def folder_locked(folder: Path) -> Iterator[None]:
    """Context manager: lock a folder for this process, and create it if it is missing.

    Raises OSError if it cannot be created.
    """
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = lock(folder)
        except FileNotFoundError:  # another process removed it meanwhile
            continue
        with suppress(FileNotFoundError):
            if handle is None or os.path.samestat(os.fstat(handle), os.stat(folder)):
                break
        unlock(handle)
    try:
        yield
    finally:
        unlock(handle)


def lock(folder: Path) -> int | None:
    """Wait for the lock of a folder and return its handle.

    Return None if the system has no locks or the folder is not readable.
    """
    if (fcntl := find_fcntl()) is None:
        return None
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # it is writable but not readable
        return None
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
    except BaseException:  # Ctrl-C while another process has the lock
        os.close(handle)
        raise
    return handle


def unlock(handle: int | None) -> None:
    """Release a lock."""
    if handle is not None:
        os.close(handle)


def is_left_behind(folder: Path) -> bool:
    """Return True if no process holds the lock of a folder or, on a system without locks, if the
    folder has not changed for a day.
    """
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
