"""Run a function in a child process whose time and memory the system limits.

The child is a copy of this process (fork): it starts in milliseconds and is sent nothing; what it
returns is plain data. Where there is no fork (Windows, a browser, a thread that is not the main
one) the function runs here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NoReturn, TypeVar

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.stopping import add_cleanup, remove_cleanup

T = TypeVar("T")
# Seconds of the wall's clock for one of the processor's: others may need the processor as well.
_PATIENCE = 30
_READ_SIZE = 1 << 16
_RESULT, _REFUSAL = b"=", b"!"
# What the child's status says, besides 0.
_FAILED, _OUT_OF_MEMORY = 1, 2


class ProcessLimits(msgspec.Struct, frozen=True):
    """What a child may use: seconds of the processor, and bytes beyond those it begins with.

    `slow` and `large` are raised if it uses more.
    """

    seconds: int
    memory: int
    slow: PrintkitError
    large: PrintkitError


class _Refusal(msgspec.Struct, frozen=True):
    """A PrintkitError of the function."""

    message: str
    location: str | None
    hint: str | None


def run_limited(function: Callable[[], T], kind: type[T], limits: ProcessLimits) -> T:
    """Return what a function returns: a value of a kind that can be written as JSON.

    Raises PrintkitError: that of the function, or one of the limits.
    """
    child = _fork() if _can_fork() else None
    if child is None:
        return function()
    pid, pipe = child
    if pid == 0:
        _run_child(function, limits, pipe)
    end_child = partial(_end_child, pid)
    add_cleanup(end_child)
    try:
        data, status = _read_child(pid, pipe, limits.seconds * _PATIENCE)
    except BaseException:
        end_child()
        raise
    finally:
        remove_cleanup(end_child)
    if status in (-signal.SIGXCPU, -signal.SIGALRM):
        raise limits.slow
    if status in (_OUT_OF_MEMORY, -signal.SIGKILL):  # the system kills whoever takes too much
        raise limits.large
    if status != 0:  # somebody ended it
        return function()
    if data[:1] == _REFUSAL:
        refusal = msgspec.json.decode(data[1:], type=_Refusal)
        raise PrintkitError(refusal.message, location=refusal.location, hint=refusal.hint)
    return msgspec.json.decode(data[1:], type=kind)


def _can_fork() -> bool:
    """Return True if this process can be copied."""
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(os, "fork") and sys.platform not in ("emscripten", "wasi")


def _fork() -> tuple[int, int] | None:
    """Return the child's number and our end of a pipe to it; None if the system refuses.

    The number is 0 in the child.
    """
    reads, writes = os.pipe()
    try:
        with warnings.catch_warnings():  # threads of ours only wait for a parent's end
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
    except OSError:
        os.close(reads)
        os.close(writes)
        return None
    mine, other = (writes, reads) if pid == 0 else (reads, writes)
    os.close(other)
    return pid, mine


def _read_child(pid: int, pipe: int, seconds: float) -> tuple[bytes, int]:
    """Return what a child writes and its status, negative for a signal; it is gone then."""
    import select

    end = time.monotonic() + seconds
    parts: list[bytes] = []
    try:
        while (left := end - time.monotonic()) > 0:
            if select.select([pipe], [], [], left)[0]:
                if not (part := os.read(pipe, _READ_SIZE)):
                    break
                parts.append(part)
        else:
            os.kill(pid, signal.SIGALRM)
    finally:
        os.close(pipe)
    return b"".join(parts), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _end_child(pid: int) -> None:
    """End a child that nobody waits for any more."""
    with suppress(OSError):  # it has ended
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


# --- within the child ----------------------------------------------------------------------------


def _run_child(function: Callable[[], object], limits: ProcessLimits, pipe: int) -> NoReturn:
    """Run the function, write what it returns, and end without any of this process' farewells."""
    status = _FAILED
    try:
        _limit_process(limits)
        try:
            data = _RESULT + msgspec.json.encode(function())
        except PrintkitError as error:
            refusal = _Refusal(error.message, error.location, error.hint)
            data = _REFUSAL + msgspec.json.encode(refusal)
        while data:
            data = data[os.write(pipe, data) :]
        status = 0
    except MemoryError:
        status = _OUT_OF_MEMORY
    finally:
        os._exit(status)


def _limit_process(limits: ProcessLimits) -> None:
    """Let the system end this process when it uses too much, and run no inherited handler."""
    import resource

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU", "SIGALRM"):
        if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    bounds = {
        "RLIMIT_CPU": limits.seconds,
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NPROC": 0,
    }
    if sys.platform == "linux":  # elsewhere the whole of memory is counted in other ways
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[0])
        bounds["RLIMIT_AS"] = pages * resource.getpagesize() + limits.memory
    for name, bound in bounds.items():
        number = getattr(resource, name, None)
        if number is not None:
            with suppress(OSError, ValueError):  # a lower limit holds already
                hard = resource.getrlimit(number)[1]
                resource.setrlimit(number, (bound, hard))
