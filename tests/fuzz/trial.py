"""One case: an input of a kind, run under limits, and judged by its result."""

import os
import re
import signal
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

from msgspec import Struct

from printkit.base.errors import PrintkitError
from tests.fuzz.kinds import BUILD, CHECK, KINDS, READ, own_home
from tests.support.guard import Guard

# The limits of a case: CPU seconds, and bytes beyond those at its start.
MAX_SECONDS = 10.0
MAX_BYTES = 1_000_000_000
# The longest message, and the longest of its lines.
MAX_MESSAGE = 30_000
MAX_LINE = 1_500
# A message may repeat at most this much of a file.
MAX_REPEATED = 200
_KEPT = "keep.txt"
# The folder of cases: in memory, because a disk may take longer than the case.
_FOLDERS = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# Out of a hundred cases, how many are only read, checked, and built.
_LEVELS = {READ: 94, CHECK: 4, BUILD: 2}

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_PYTHON = re.compile(
    r"Traceback|NoneType|' object|object is not|has no attribute|positional argument|unexpected "
    r"keyword|recursion depth|unhashable|invalid literal|could not convert|math domain|codec can't|"
    r"out of range|not subscriptable|not iterable|not supported between|unsupported operand|"
    r"dict_|<class|<built-in|object at 0x|Exceeds the limit|KeyError|ValueError|TypeError|Errno|"
    r"must be str|must be int|Undefined|division by zero|expected string|embedded null|jinja|"
    r"msgspec|tomllib|expected token|stopped at it unexpectedly|inattendue à sa lecture"
)


class Case(Struct, frozen=True):
    """An input of a kind, and its depth."""

    kind: str
    level: int
    data: bytes


class Finding(Struct, frozen=True):
    """An error: a short name that is stable while the input is shrunk, and the details."""

    what: str
    details: str


class Trial(Struct, frozen=True):
    """The result of a case."""

    finding: Finding | None
    refused: bool
    seconds: float


def make_case(kind: str, seed: int, number: int) -> Case:
    """Make a case; the same seed and number give the same case."""
    random = Random(f"{seed} {kind} {number}")
    level = random.choices(list(_LEVELS), list(_LEVELS.values()))[0]
    return Case(kind, level, KINDS[kind].make(random))


class _Overtime(BaseException):
    """The time of a case is over; the code under test cannot catch it."""


_strayed: list[str] = []
_GUARD = Guard(_strayed.append)


@contextmanager
def _limits() -> Iterator[None]:
    """Limit the time and the memory of the enclosed code."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _Overtime

    import resource  # missing on Windows, which imports this module too

    before = resource.getrlimit(resource.RLIMIT_AS)
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except FileNotFoundError:  # not Linux; there it is in bytes
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
    """Run a case in a private folder, and judge its result."""
    start = time.process_time()
    with tempfile.TemporaryDirectory(prefix="printkit-fuzz-", dir=_FOLDERS) as name:
        # Deep enough that “../..” stays inside the watched folder.
        folder = Path(name) / "a" / "b"
        folder.mkdir(parents=True)
        (Path(name) / _KEPT).write_text(_KEPT)
        finding, refused = _run(case, folder)
        finding = finding or _find_damage(Path(name))
    return Trial(finding, refused, time.process_time() - start)


def _run(case: Case, folder: Path) -> tuple[Finding | None, bool]:
    words, refused = "", False
    _strayed.clear()
    _GUARD.start(folder, reads_anything=case.kind == "options")
    try:
        with own_home(folder), _limits(), warnings.catch_warnings():
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
        _GUARD.stop()
    if _strayed:
        return Finding("opens a file elsewhere", "\n".join(_strayed[:5])), refused
    # A message may repeat a long command line.
    data = b"" if case.kind == "options" else case.data
    return judge_words(words.replace(str(folder), "."), data), bool(words) or refused


def judge_words(words: str, data: bytes) -> Finding | None:
    """Return the errors in a message."""
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
    """Return the files written outside the folder of the case."""
    files = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    outside = [name for name in files if not name.startswith("a/b/")]
    if outside != [_KEPT] or (root / _KEPT).read_text() != _KEPT:
        return Finding("writes elsewhere", str(outside))
    return None
