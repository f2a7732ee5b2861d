"""Child processes of tests: each has a time limit, and is killed with all its children.

`test_processes` checks that tests start processes only through this module.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The time limit of a child in seconds, far above any need.
TIMEOUT = 120.0
_POLL_SECONDS = 0.02
# Signals that end a program unless it ignores them.
STOPPING = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    if hasattr(signal, name)  # Windows has two of them
]

PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
Command = Sequence[str | bytes | Path]


def python(*arguments: str | bytes | Path) -> Command:
    """Return the command that runs this interpreter."""
    return [sys.executable, *arguments]


def printkit(*arguments: str | bytes | Path) -> Command:
    """Return the command that a user types."""
    return python("-m", "printkit", *arguments)


def environment(**more: str) -> dict[str, str]:
    """Return our environment, in which printkit is found from every folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


@contextmanager
def start(command: Command, **settings: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a program in a separate session; in the end, kill it and all its children."""
    settings.setdefault("env", environment())
    with _signals_inherited_as_usual():
        process = subprocess.Popen(command, start_new_session=True, **settings)
    try:
        yield process
    finally:
        kill_session(process)


def run(
    command: Command,
    *,
    timeout: float = TIMEOUT,
    check: bool = False,
    text: bool = True,
    input: str | bytes | None = None,
    **settings: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a program to its end, like `subprocess.run`, and capture its output.

    Raises AssertionError on a timeout or, with `check`, on failure.
    """
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with start(command, text=text, **{**pipes, **settings}) as process:
        try:
            out, err = process.communicate(input, timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{command} takes longer than {timeout} seconds") from None
    if check:
        assert process.returncode == 0, f"{command}: {out!r} {err!r}"
    return subprocess.CompletedProcess(list(command), process.returncode, out, err)


def stop(
    command: Command,
    signal_name: str,
    when: Callable[[], object],
    *,
    whole_session: bool = False,
    **settings: Any,
) -> tuple[int, str]:
    """Send a program a signal once `when` is true; return its status and its standard error.

    `whole_session` sends it to all processes, as a terminal does. Raises AssertionError if the
    program ends earlier, or leaves a process behind.
    """
    number = getattr(signal, signal_name)
    settings = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True, **settings}
    with start(command, **settings) as process:
        end = time.monotonic() + TIMEOUT / 2
        while not when() and time.monotonic() < end:
            time.sleep(_POLL_SECONDS)
        assert process.poll() is None, "the program ended too soon to be stopped"
        if whole_session:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        _, wording = process.communicate(timeout=TIMEOUT / 2)
        assert running(process.pid) == [], "processes are left behind"
    return process.returncode, wording


def after(seconds: float) -> Callable[[], bool]:
    """Return a condition that becomes true after some seconds."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def kill_session(process: subprocess.Popen[Any]) -> None:
    """Kill a process that `start` started, and all processes of its session."""
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:  # on Windows, children of the process survive
            process.kill()
    process.wait(TIMEOUT)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()


def running(session: int) -> list[int]:
    """Return the running processes of a session; none on a system without /proc."""
    pids = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # pid (name, which may contain anything) state ppid group session …
            state, _, _, its_session, *_ = stat.read_text().rpartition(")")[2].split()
            if int(its_session) == session and state not in "ZX":
                pids.append(int(stat.parent.name))
    return pids


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test if a program is not installed; CI has all of them."""
    lacks = shutil.which(program) is None and not os.environ.get("CI")
    return pytest.mark.skipif(lacks, reason=f"{program} is not here")


# Signals, pipes in folders, links and a shell, which Windows lacks or implements differently.
unix = pytest.mark.skipif(os.name == "nt", reason="Windows has it otherwise")


@contextmanager
def _signals_inherited_as_usual() -> Iterator[None]:
    """Let signals stop a child even if we ignore them, as under `nohup` or in the background.

    A child inherits ignored signals; handlers of ours are reset to the default.
    """
    ignored = [number for number in STOPPING if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda number, frame: None)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
