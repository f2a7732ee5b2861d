"""Signals: a process that is stopped runs its cleanups, prints one sentence, and ends."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from printkit.base.stopping import (
    SENTENCE,
    STATUS_OF_INTERRUPT,
    STATUS_OF_STOP,
    leave,
    signals_held,
)
from tests.support import processes

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals")
STOPPED = """
import os, signal
from printkit.base import stopping
stopping.handle_signals()

def write(text):
    return lambda: os.write(1, text.encode())

def stop_again():
    signal.raise_signal(signal.SIGTERM)
    os.write(1, b"second ")

stopping.add_cleanup(write("first "))
removed = write("removed ")
stopping.add_cleanup(removed)
stopping.add_cleanup(stop_again)
stopping.add_cleanup(lambda: 1 / 0)
stopping.remove_cleanup(removed)
stopping.remove_cleanup(removed)
"""


@pytest.fixture
def received() -> Iterator[list[int]]:
    """Return the signals that this process has handled."""
    numbers: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: numbers.append(number))
    yield numbers
    signal.signal(signal.SIGTERM, before)


def test_held_signal_is_handled_at_end(received: list[int]) -> None:
    with signals_held():
        signal.raise_signal(signal.SIGTERM)
        assert received == []
    assert received == [signal.SIGTERM]
    signal.raise_signal(signal.SIGTERM)
    assert received == [signal.SIGTERM] * 2


def test_held_signals_stay_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with signals_held():
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_thread_holds_no_signals(received: list[int]) -> None:
    """Only the main thread may set handlers; any other thread raises ValueError."""
    entered: list[bool] = []

    def hold() -> None:
        with signals_held():
            entered.append(True)

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join(60)
    assert entered == [True]


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, STATUS_OF_STOP), (signal.SIGINT, STATUS_OF_INTERRUPT)]
)
def test_stopped_process_runs_cleanups_once(number: int, status: int) -> None:
    """The last cleanup runs first; neither an error nor another signal stops the others."""
    code = f"{STOPPED}\nsignal.raise_signal({int(number)})\nos.write(1, b'alive')"
    done = processes.run(processes.python("-c", code))
    assert (done.returncode, done.stdout, done.stderr) == (status, "second first ", SENTENCE)


def test_leave_ends_process_with_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr(os, "_exit", end)
    with pytest.raises(SystemExit) as left:
        leave(STATUS_OF_STOP)
    assert left.value.code == STATUS_OF_STOP
