"""One case: an input of a kind, asked about under limits, and judged by what comes of it."""

import os
import re
import resource
import signal
import sys
import sysconfig
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from msgspec import Struct

from printkit.base.errors import PrintkitError
from tests.fuzz.kinds import BUILD, CHECK, KINDS, READ

# What a case may take: seconds of the processor, and bytes beyond those at its start.
MAX_SECONDS = 10.0
MAX_BYTES = 1_000_000_000
# The longest message, and the longest of its lines.
MAX_MESSAGE = 30_000
MAX_LINE = 1_500
# So much of a file may stand in a message.
MAX_REPEATED = 200
_KEPT = "keep.txt"
# Where the folders of cases are made: in memory, since a disk may take longer than the case.
_FOLDERS = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# Of a hundred cases so many are read only, checked, built.
_LEVELS = {READ: 94, CHECK: 4, BUILD: 2}

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_PYTHON = re.compile(
    r"Traceback|NoneType|' object|object is not|has no attribute|positional argument|unexpected "
    r"keyword|recursion depth|unhashable|invalid literal|could not convert|math domain|codec can't|"
    r"out of range|not subscriptable|not iterable|not supported between|unsupported operand|"
    r"dict_|<class|<built-in|object at 0x|Exceeds the limit|KeyError|ValueError|TypeError|Errno|"
    r"must be str|must be int|Undefined|division by zero|expected string|embedded null|jinja|"
    r"msgspec|tomllib|expected token"
)
_CHECKED_EVENTS = {"open", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "shutil.rmtree"}
_READABLE = tuple(
    str(Path(place).resolve())
    for place in (
        Path(__file__).parents[2],
        sys.prefix,
        sys.base_prefix,
        *sys.path,
        "/dev",
        "/proc",
    )
    if str(place)
) + tuple({sysconfig.get_paths()["stdlib"], "/usr/share/zoneinfo", "/etc/mime.types"})


class Case(Struct, frozen=True):
    """An input of a kind, and how deep it goes."""

    kind: str
    level: int
    data: bytes


class Finding(Struct, frozen=True):
    """What is wrong: a short name that stays while the input is shrunk, and the details."""

    what: str
    details: str


class Trial(Struct, frozen=True):
    """What came of a case."""

    finding: Finding | None
    refused: bool
    seconds: float


def make_case(kind: str, seed: int, number: int) -> Case:
    """Make a case; the same for the same seed and number."""
    random = Random(f"{seed} {kind} {number}")
    level = random.choices(list(_LEVELS), list(_LEVELS.values()))[0]
    return Case(kind, level, KINDS[kind].make(random))


class _Overtime(BaseException):
    """The time of a case is over; nothing that is tried catches it."""


class _Guard:
    """Watches which files a case opens: an audit hook, which Python keeps until its end."""

    def __init__(self) -> None:
        self.folder: str | None = None
        self.reads_anything = False
        self.strayed: list[str] = []
        self.installed = False

    def start(self, folder: Path, *, reads_anything: bool) -> None:
        """Watch from now on; who types a command line may name any file to be read."""
        self.reads_anything = reads_anything
        if not self.installed:
            sys.addaudithook(self._look)
            self.installed = True
        self.folder, self.strayed = str(folder.resolve()), []

    def stop(self) -> list[str]:
        self.folder = None
        return self.strayed

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.folder is None or event not in _CHECKED_EVENTS:
            return
        path = arguments[0]
        if not isinstance(path, str | bytes | os.PathLike):
            return  # a number of an open file
        folder, self.folder = self.folder, None
        try:
            self._judge(event, os.fsdecode(path), arguments, folder)
        finally:
            self.folder = folder

    def _judge(self, event: str, path: str, arguments: tuple[Any, ...], folder: str) -> None:
        if not path.startswith("/") and ".." not in path:  # of an open folder, or of the case's
            return
        whole = os.path.abspath(path)
        if whole.startswith((folder, os.path.realpath(folder))):
            return
        reads = event == "open" and not _writes(arguments)
        known = self.reads_anything or whole.startswith(_READABLE)
        if not (reads and known) and "__pycache__" not in whole:
            self.strayed.append(f"{event} {whole}")


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[2] if len(arguments) > 2 and isinstance(arguments[2], int) else 0
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))


_GUARD = _Guard()


@contextmanager
def _limits() -> Iterator[None]:
    """Limit the time and the memory of what is run inside."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _Overtime

    before = resource.getrlimit(resource.RLIMIT_AS)
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except FileNotFoundError:  # no Linux; there it is in bytes
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    handler = signal.signal(signal.SIGVTALRM, stop)
    resource.setrlimit(resource.RLIMIT_AS, (used + MAX_BYTES, before[1]))
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.signal(signal.SIGVTALRM, handler)


def run_case(case: Case) -> Trial:
    """Run a case in a folder of its own, and judge what comes of it."""
    start = time.process_time()
    with tempfile.TemporaryDirectory(prefix="printkit-fuzz-", dir=_FOLDERS) as name:
        # Long enough a way up that “../..” stays inside what is watched.
        folder = Path(name) / "a" / "b"
        folder.mkdir(parents=True)
        (Path(name) / _KEPT).write_text(_KEPT)
        finding, refused = _run(case, folder)
        finding = finding or _find_damage(Path(name))
    return Trial(finding, refused, time.process_time() - start)


def _run(case: Case, folder: Path) -> tuple[Finding | None, bool]:
    words, refused = "", False
    _GUARD.start(folder, reads_anything=case.kind == "options")
    try:
        with _limits(), warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                words = KINDS[case.kind].ask(folder, case.data, case.level)
            except PrintkitError as error:
                words = str(error)
                refused = True
    except _Overtime:
        return Finding("takes too long", traceback.format_exc(limit=-6)), False
    except MemoryError:
        return Finding("takes too much memory", traceback.format_exc(limit=-6)), False
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} in {Path(last.filename).name}:{last.name}"
        return Finding(what, traceback.format_exc(limit=-8)), False
    finally:
        strayed = _GUARD.stop()
    if strayed:
        return Finding("opens a file elsewhere", "\n".join(strayed[:5])), refused
    # A command line may be told again at length.
    data = b"" if case.kind == "options" else case.data
    return _judge_words(words.replace(str(folder), "."), data), bool(words) or refused


def _judge_words(words: str, data: bytes) -> Finding | None:
    """Return what is wrong with a message."""
    if match := _CONTROL.search(words):
        return Finding("says control characters", f"{match[0]!r} in {words[:500]!r}")
    if match := _PYTHON.search(words):
        return Finding(f"says {match[0]!r}", words[:1000])
    longest = max(words.split("\n"), key=len)
    if len(words) > MAX_MESSAGE or len(longest) > MAX_LINE:
        return Finding("says too much", f"{len(words)} letters, {longest[:MAX_LINE]}")
    text = data.decode("utf-8", "replace")
    for start in range(0, len(longest) - MAX_REPEATED - 1, 20):
        if longest[start : start + MAX_REPEATED + 1] in text:
            return Finding("repeats a file", longest[:MAX_LINE])
    return None


def _find_damage(root: Path) -> Finding | None:
    """Return what was written outside the folder of the case."""
    files = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    outside = [name for name in files if not name.startswith("a/b/")]
    if outside != [_KEPT] or (root / _KEPT).read_text() != _KEPT:
        return Finding("writes elsewhere", str(outside))
    return None
