"""Many jobs at once: an outcome for each, in their order.

With several workers each is a process that builds one job after the other: the bytes are the same
as with one. What cannot be made does not keep the others from being made. Stopped, every process
takes away what it had begun, and none is left.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from printkit.base import stopping
from printkit.base.errors import PrintkitError
from printkit.jobs.artifacts import BuildResult, build
from printkit.jobs.job import Job

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

# What is typed on the terminal reaches workers too: their parent answers it.
_SIGNALS = ("SIGINT", "SIGHUP")
# How long a worker may take to take away what it had begun.
_END_SECONDS = 10


class Outcome(msgspec.Struct, frozen=True):
    """What became of a job: a folder that was filled, or why it was not."""

    job: Job
    result: BuildResult | None
    error: PrintkitError | None


# Told of each outcome as it is known: not in order if there are several workers.
OnOutcome = Callable[[Outcome], None]


def available_cpus() -> int:
    """Return how many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def build_many(
    jobs: Sequence[Job], workers: int, on_outcome: OnOutcome = lambda outcome: None
) -> list[Outcome]:
    """Build all that can be built, `workers` at a time. Refusals are in the outcomes."""
    workers = min(workers, len(jobs))
    if workers > 1:
        return _Pool(jobs, workers, on_outcome).run()
    outcomes = []
    for job in jobs:
        outcomes.append(_build_outcome(job))
        on_outcome(outcomes[-1])
    return outcomes


def combined_error(outcomes: Sequence[Outcome]) -> PrintkitError | None:
    """Return all that was refused as one error, each sentence once; None if nothing was."""
    sentences: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.error is not None:
            sentences.setdefault(str(outcome.error), []).append(outcome)
    if not sentences:
        return None
    first = next(iter(sentences.values()))
    if len(first) == len(outcomes):  # it is no matter of one variant
        return first[0].error
    lines = [
        f"{', '.join(outcome.job.variant for outcome in refused)}: {sentence}"
        for sentence, refused in sentences.items()
    ]
    return PrintkitError("\n".join(lines))


def _build_outcome(job: Job) -> Outcome:
    try:
        return Outcome(job, build(job), None)
    except PrintkitError as error:
        return Outcome(job, None, error)


def _lost_outcome(job: Job) -> Outcome:
    error = PrintkitError(
        "The system stopped this build before its end.",
        hint="Out of memory? Try --jobs 1 or a lower --dpi.",
    )
    return Outcome(job, None, error)


# --- several at once ----------------------------------------------------------------------------


class _Pool:
    """Processes that build, each given the next job when it has done the one before.

    A process that is lost takes its pool with it: what ran then is tried once more, each in a
    pool of its own, and all else goes on in a new one.
    """

    def __init__(self, jobs: Sequence[Job], workers: int, on_outcome: OnOutcome) -> None:
        self.jobs, self.workers, self.on_outcome = jobs, workers, on_outcome
        self.outcomes: dict[int, Outcome] = {}

    def run(self) -> list[Outcome]:
        """Return the outcomes in the order of the jobs."""
        waiting = list(range(len(self.jobs)))
        while waiting:
            for i in self._build(waiting, self.workers):
                if self._build([i], 1):
                    self._record(i, _lost_outcome(self.jobs[i]))
            waiting = [i for i in waiting if i not in self.outcomes]
        return [self.outcomes[i] for i in range(len(self.jobs))]

    def _build(self, indices: Sequence[int], workers: int) -> list[int]:
        """Build jobs in one pool; return those that ran when it broke, none if it did not."""
        # Only who has several workers pays for these.
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool

        waiting = iter(indices)
        running: dict[Future[Outcome], int] = {}
        with _pool(workers) as pool:
            for i in islice(waiting, workers):
                running[pool.submit(_build_in_worker, self.jobs[i])] = i
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                broken = [
                    future for future in done if isinstance(future.exception(), BrokenProcessPool)
                ]
                for future in done - set(broken):
                    self._record(running.pop(future), future.result())
                if broken:
                    return sorted(running.values())
                for i in islice(waiting, len(done)):
                    running[pool.submit(_build_in_worker, self.jobs[i])] = i
        return []

    def _record(self, i: int, outcome: Outcome) -> None:
        self.outcomes[i] = outcome
        self.on_outcome(outcome)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes for a while; left by an error or Ctrl-C, they are ended first."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    before = set(active_children())

    def end_processes() -> None:
        processes = set(active_children()) - before
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(_END_SECONDS)

    pool = ProcessPoolExecutor(workers, initializer=_begin_work)
    stopping.add_cleanup(end_processes)
    try:
        with stopping.signals_held():  # what is typed on the terminal is answered by us alone
            pool.submit(_nothing).result()
        yield pool
    except BaseException:
        end_processes()
        raise
    finally:
        stopping.remove_cleanup(end_processes)
        pool.shutdown(cancel_futures=True)


# --- within a worker ----------------------------------------------------------------------------


def _nothing() -> None:
    """Start the processes: they are made with the first thing to do."""


def _begin_work() -> None:
    """Make a worker ready: only its parent stops it, and it does not outlive its parent."""
    import gc

    gc.disable()  # as the command line does
    for name in _SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stopping.handle_signals("")
    threading.Thread(target=_follow_parent, daemon=True).start()


def _build_in_worker(job: Job) -> Outcome:
    try:
        return _build_outcome(job)
    except MemoryError:
        return _lost_outcome(job)


def _follow_parent() -> None:
    """End this process when its parent is gone, however that came."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
