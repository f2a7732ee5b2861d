"""Stop a process at any moment: remove its unfinished files, and show no traceback.

The handler ends the process instead of raising an exception, because an import, a callback or a
bare `except:` in a library might swallow it.
"""

from __future__ import annotations

# `signal` itself imports `enum`, and a signal may arrive meanwhile.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing would delay the handlers
    from typing import NoReturn

# The exit status after Ctrl-C, as shells expect it, and after any other signal.
STATUS_OF_INTERRUPT, STATUS_OF_STOP = 130, 1
SENTENCE = "printkit: stopped. No unfinished files were written.\n"
_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
]
# Ends a progress bar, which has hidden the cursor of the terminal.
_SHOW_CURSOR = "\x1b[?25h\n"

_cleanups: list[Callable[[], None]] = []
# The process that handles signals, and the message that it prints when it is stopped.
_process, _sentence = 0, ""


def handle_signals(sentence: str = SENTENCE) -> None:
    """Install handlers so that signals end this process cleanly, except ignored ones (nohup).

    Cleanups inherited from a parent process are discarded, because the parent runs them.
    """
    global _process, _sentence
    _process, _sentence = os.getpid(), sentence
    _cleanups.clear()
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def set_sentence(sentence: str) -> None:
    """Set the sentence to print if the process is stopped."""
    global _sentence
    _sentence = f"{sentence}\n"


def add_cleanup(cleanup: Callable[[], None]) -> None:
    """Register `cleanup` to be called if the process is stopped; the last one added runs first."""
    _cleanups.append(cleanup)


def remove_cleanup(cleanup: Callable[[], None]) -> None:
    """Remove a cleanup."""
    with suppress(ValueError):
        _cleanups.remove(cleanup)


@contextmanager
def signals_held() -> Iterator[None]:
    """Context manager: delay signals until the end of the block."""
    import threading  # needed only to write files

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread handles signals
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
    """End the process immediately with an exit status, so that a late signal shows no traceback."""
    os._exit(status)


def _moves_cursor() -> bool:
    return os.isatty(2) and os.environ.get("TERM") != "dumb"


def _encoding() -> tuple[str, str]:
    """Return the encoding of standard error, and the name of its error handler."""
    return getattr(sys.stderr, "encoding", None) or "utf-8", getattr(
        sys.stderr, "errors", "replace"
    )


def _stop(number: int, _frame: object) -> None:
    """Run the cleanups, print the message, and end the process."""
    if os.getpid() != _process:  # a child process before its own handlers
        leave(STATUS_OF_STOP)
    for other in _SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    while _cleanups:
        with suppress(Exception):
            _cleanups.pop()()
    with suppress(OSError):
        os.write(2, ((_SHOW_CURSOR if _moves_cursor() else "") + _sentence).encode(*_encoding()))
    leave(STATUS_OF_INTERRUPT if number == signal.SIGINT else STATUS_OF_STOP)
