"""Build several jobs, one after another or in several processes.

The files are the same with any number of workers. A job that fails does not stop the others. When
the build is stopped, every worker removes its unfinished files and ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.processes import MAX_WORKERS, lost_error, worker_pool
from printkit.base.sentences import Sentence
from printkit.jobs.build import BuildResult, build, forget_games
from printkit.jobs.job import Job

if TYPE_CHECKING:
    from concurrent.futures import Future


class Outcome(msgspec.Struct, frozen=True):
    """The result of a job, or the error that stopped it."""

    job: Job
    result: BuildResult | None
    error: PrintkitError | None


# Called with each outcome as it arrives: with several workers in any order.
OnOutcome = Callable[[Outcome], None]


def build_many(
    jobs: Sequence[Job], workers: int, on_outcome: OnOutcome = lambda outcome: None
) -> list[Outcome]:
    """Build jobs, `workers` at a time, and return their outcomes, which hold the errors.
    `on_outcome` is called with each outcome as soon as its job is finished.
    """
    workers = min(workers, len(jobs), MAX_WORKERS)
    if workers > 1:
        return _Pool(jobs, workers, on_outcome).run()
    outcomes = []
    for job in jobs:
        outcomes.append(_build_outcome(job))
        on_outcome(outcomes[-1])
    return outcomes


def combined_error(outcomes: Sequence[Outcome]) -> PrintkitError | None:
    """Combine all errors into one without repeated sentences; return None if there are none."""
    sentences: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.error is not None:
            sentences.setdefault(str(outcome.error), []).append(outcome)
    if not sentences:
        return None
    first = next(iter(sentences.values()))
    if len(first) == len(outcomes):  # the error has nothing to do with one variant
        return first[0].error
    return _Errors(sentences.values())


class _Errors(PrintkitError):
    """The errors of several jobs: the first error of each kind, with the names of all jobs that
    have it.
    """

    def __init__(self, alike: Iterable[Sequence[Outcome]]) -> None:
        self.alike = [
            (", ".join(outcome.job.variant for outcome in refused), refused[0].error)
            for refused in alike
        ]
        super().__init__(self.translated(str))

    def translated(self, translate: Callable[[str], str]) -> str:
        return "\n".join(
            translate(
                Sentence("{name}: {message}", name=names, message=error.translated(translate))
            )
            for names, error in self.alike
            if error is not None
        )


def _build_outcome(job: Job) -> Outcome:
    """Build a job, then drop its drawings from memory before the next job."""
    outcome = _try_build(job)
    result = outcome.result
    if result is None or result.unchanged_count < len(result.files):
        forget_games()
    return outcome


def _try_build(job: Job) -> Outcome:
    try:
        return Outcome(job, build(job), None)
    except PrintkitError as error:
        return Outcome(job, None, error)
    except MemoryError:
        return _lost_outcome(job)


def _lost_outcome(job: Job) -> Outcome:
    return Outcome(job, None, lost_error())


# --- several processes --------------------------------------------------------------------------


class _Pool:
    """Worker processes, each of which gets the next job when it has finished one.

    A process that the system ends breaks its pool. Each job that was running is then tried once
    more in a separate pool, and the remaining jobs continue in a new one.
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
        """Build jobs in one pool; return the jobs that were running if it breaks."""
        # A build with one worker does not need these imports.
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool

        waiting = iter(indices)
        running: dict[Future[Outcome], int] = {}
        with worker_pool(workers) as pool:
            for i in islice(waiting, workers):
                running[pool.submit(_build_outcome, self.jobs[i])] = i
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
                    running[pool.submit(_build_outcome, self.jobs[i])] = i
        return []

    def _record(self, i: int, outcome: Outcome) -> None:
        self.outcomes[i] = outcome
        self.on_outcome(outcome)
