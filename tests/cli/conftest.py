"""Limit the time of each test of the command line, so that hanging is a failure too."""

import gc
import signal
from collections.abc import Iterator

import pytest

# The processor time of a test, and its time on the clock, which a busy machine may stretch.
CPU_SECONDS, SECONDS = 60, 600


class TooLong(BaseException):
    """Not an Exception: the command line would blame the file that it reads."""


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, stop)
        signal.signal(signal.SIGPROF, stop)
        signal.alarm(SECONDS)
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    yield
    if hasattr(signal, "SIGALRM"):
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
    gc.enable()  # commands disable the garbage collector


def stop(number: int, _frame: object) -> None:
    limit = CPU_SECONDS if number == signal.SIGPROF else SECONDS
    raise TooLong(f"this takes longer than {limit} seconds")
