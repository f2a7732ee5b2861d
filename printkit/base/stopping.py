"""Stop a process at any moment: what it had begun is taken away, and no traceback is shown.

A handler that raised would be swallowed now and then (in an import, a callback, a bare `except:` of
a library). So this one raises nothing: it takes away what is half done and ends the process.
"""

from __future__ import annotations

# What `signal` is made of: that takes `enum` along, and a signal may come meanwhile.
import _signal as signal  # type: ignore[import-not-found]
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes as long to import as all else that comes before the handlers
    from typing import NoReturn

# What a command ends with if it is stopped: as shells expect it of Ctrl-C, else as any failure.
STATUS_OF_INTERRUPT, STATUS_OF_STOP = 130, 1
SENTENCE = "printkit: stopped before the end. What was not whole was not written.\n"
_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
]
# The end of a line of progress on a terminal, which had hidden the cursor.
_SHOW_CURSOR = "\x1b[?25h\n"

_cleanups: list[Callable[[], None]] = []
# The process that handles signals, and what it says when it is stopped.
_process, _sentence = 0, ""


def handle_signals(sentence: str = SENTENCE) -> None:
    """Let signals end this process cleanly from now on; those that are ignored stay so (nohup).

    What a parent of this process had begun is left to the parent.
    """
    global _process, _sentence
    _process, _sentence = os.getpid(), sentence
    _cleanups.clear()
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def add_cleanup(cleanup: Callable[[], None]) -> None:
    """Call this if the process is stopped; the last that was added first."""
    _cleanups.append(cleanup)


def remove_cleanup(cleanup: Callable[[], None]) -> None:
    """Call this no more."""
    with suppress(ValueError):
        _cleanups.remove(cleanup)


@contextmanager
def signals_held() -> Iterator[None]:
    """Context manager: hold signals back; one that came meanwhile is answered at the end."""
    import threading  # not needed before the first file is written

    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
        return
    came: list[int] = []
    before = [(number, signal.getsignal(number)) for number in _SIGNALS]
    for number, handler in before:
        if handler is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler or signal.SIG_DFL)
        if came:
            signal.raise_signal(came[0])


def leave(status: int) -> NoReturn:
    """End the process now: its last moments have no handlers, and would show a traceback."""
    os._exit(status)


def _stop(number: int, _frame: object) -> None:
    """Take away what was begun, say so, and end the process."""
    if os.getpid() != _process:  # a child that has only just begun
        leave(STATUS_OF_STOP)
    for other in _SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    while _cleanups:
        with suppress(Exception):
            _cleanups.pop()()
    with suppress(OSError):
        os.write(2, ((_SHOW_CURSOR if os.isatty(2) else "") + _sentence).encode())
    leave(STATUS_OF_INTERRUPT if number == signal.SIGINT else STATUS_OF_STOP)
