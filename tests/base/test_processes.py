"""Work that is spread over processes: the same results in the same order, and what goes wrong."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.processes import allowed_processes, processes_allowed, spread


def squares(numbers: range) -> Iterator[tuple[int, int]]:
    """The square of each number, and the process that found it."""
    yield from ((number**2, os.getpid()) for number in numbers)


def refuse(number: int) -> Iterator[int]:
    """Nothing from the number 2 on."""
    if number >= 2:
        raise PrintkitError("This is too much.", location=f"number {number}")
    yield number


def end_at_two(number: int) -> Iterator[int]:
    """The system ends the process that comes to the number 2."""
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
def test_an_error_is_that_of_its_task(workers: int) -> None:
    results = spread(refuse, range(9), workers)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(PrintkitError, match="number 2: This is too much"):
        next(results)


def test_a_process_that_the_system_ends_is_told_in_a_sentence() -> None:
    with pytest.raises(PrintkitError, match="The system stopped this build"):
        list(spread(end_at_two, range(4), 2))


def test_processes_are_for_who_allows_them() -> None:
    assert allowed_processes() == 1
    with processes_allowed(3):
        assert allowed_processes() == 3
    assert allowed_processes() == 1
