"""Work spread over processes: the same results in the same order, and failures."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.processes import (
    Overrun,
    allowed_processes,
    can_copy,
    processes_allowed,
    run_limited,
    spread,
)
from tests.support.processes import unix


def squares(numbers: range) -> Iterator[tuple[int, int]]:
    """Yield the square of each number, and the id of the process."""
    yield from ((number**2, os.getpid()) for number in numbers)


def refuse(number: int) -> Iterator[int]:
    """Raise an error from the number 2 on."""
    if number >= 2:
        raise PrintkitError("This is too much.", location=f"number {number}")
    yield number


def end_at_two(number: int) -> Iterator[int]:
    """Kill the process that reaches the number 2."""
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    yield number


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_the_order_of_their_tasks(workers: int) -> None:
    tasks = (range(n, n + 3) for n in range(0, 21, 3))
    found, processes = zip(*spread(squares, tasks, workers), strict=True)
    assert found == tuple(n**2 for n in range(21))
    assert (os.getpid() in processes) == (workers == 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_error_comes_from_its_task(workers: int) -> None:
    results = spread(refuse, range(9), workers)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(PrintkitError, match="number 2: This is too much"):
        next(results)


def test_killed_process_is_reported_in_a_sentence() -> None:
    with pytest.raises(PrintkitError, match="The system stopped this build"):
        list(spread(end_at_two, range(4), 2))


def test_processes_start_only_if_allowed() -> None:
    assert allowed_processes() == 1
    with processes_allowed(3):
        assert allowed_processes() == 3
    assert allowed_processes() == 1


@unix
@pytest.mark.usefixtures("only_thread")
def test_process_with_threads_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not can_copy()
    with processes_allowed(2):
        assert can_copy()
        release = threading.Event()
        other = threading.Thread(target=release.wait)
        other.start()
        assert not can_copy()
        release.set()
        other.join()
        assert can_copy()
        monkeypatch.setattr(sys, "platform", "darwin")
        assert not can_copy()


def hang() -> None:
    while True:
        pass


def fill() -> int:
    return len(bytes(10**9))


def crash() -> None:
    faulthandler.disable()  # or the trace of the child fills the report of the tests
    os.kill(os.getpid(), signal.SIGSEGV)


@unix
def test_limited_child_returns_its_result() -> None:
    assert run_limited(os.getpid, 5, 10**9) != os.getpid()
    with pytest.raises(PrintkitError) as caught:
        run_limited(lambda: [*refuse(2)], 5, 10**9)
    assert str(caught.value) == "number 2: This is too much."
    with pytest.raises(ZeroDivisionError) as raised:
        run_limited(lambda: 1 // 0, 5, 10**9)
    assert "Traceback" in raised.value.__notes__[0]


@unix
@pytest.mark.parametrize(("work", "cause"), [(hang, "time"), (fill, "memory"), (crash, "memory")])
def test_limited_child_names_the_passed_limit(work: Callable[[], object], cause: str) -> None:
    if work is fill and sys.platform != "linux":
        return
    with pytest.raises(Overrun) as caught:
        run_limited(work, 1, 50_000_000)
    assert caught.value.cause == cause


def test_work_without_fork_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printkit.base.processes._WITHOUT_FORK", (sys.platform,))
    assert run_limited(os.getpid, 1, 1) == os.getpid()
