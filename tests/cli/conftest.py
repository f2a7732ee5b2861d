"""Limit the time of each test of the command line, so that hanging is a failure too."""

import gc
import signal
from collections.abc import Iterator

import pytest

SECONDS = 60


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, stop)
        signal.alarm(SECONDS)
    yield
    if hasattr(signal, "SIGALRM"):
        signal.alarm(0)
    gc.enable()  # commands disable the garbage collector


def stop(*_: object) -> None:
    raise AssertionError(f"this takes longer than {SECONDS} seconds")
