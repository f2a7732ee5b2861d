"""A limit of time for each test of the command line: what never ends is a fault too."""

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
    gc.enable()  # a command switches the collector off


def stop(*_: object) -> None:
    raise AssertionError(f"this takes longer than {SECONDS} seconds")
