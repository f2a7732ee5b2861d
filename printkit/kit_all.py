"""Many kits at once: requests in, an outcome for each out, in their order.

With several jobs each is a process of its own that builds one kit after the other: the bytes are
the same as with one. What cannot be made does not keep the others from being made. Stopped, every
process takes away what it had begun.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from printkit.base.errors import PrintkitError
from printkit.kit import build
from printkit.kit_request import Request
from printkit.kit_write import Built

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a request: a folder that was filled, or why it was not."""

    request: Request
    built: Built | None
    error: PrintkitError | None


# Told of each outcome as it is known: not in order, where there are several jobs.
Told = Callable[[Outcome], None]


def processors() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def build_many(
    requests: Sequence[Request], jobs: int, told: Told = lambda outcome: None
) -> list[Outcome]:
    """Builds all that can be built, so many at once. Refusals are told in the outcomes."""
    if min(jobs, len(requests)) <= 1:
        found = []
        for request in requests:
            found.append(_outcome(request))
            told(found[-1])
        return found
    return _Crew(requests, min(jobs, len(requests)), told).run()


def refusal(outcomes: Sequence[Outcome]) -> PrintkitError | None:
    """All that was refused as one error, each sentence once; None where nothing was."""
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
        f"{', '.join(one.request.variant for one in found)}: {sentence}"
        for sentence, found in sentences.items()
    ]
    return PrintkitError("\n".join(lines))


def _outcome(request: Request) -> Outcome:
    try:
        return Outcome(request, build(request), None)
    except PrintkitError as error:
        return Outcome(request, None, error)


# --- several at once ----------------------------------------------------------------------------


class _Crew:
    """Processes that build, each fed with the next request when it has done the one before."""

    def __init__(self, requests: Sequence[Request], jobs: int, told: Told) -> None:
        self.requests, self.jobs, self.told = requests, jobs, told
        self.found: dict[int, Outcome] = {}
        self.waiting = iter(range(len(requests)))
        self.crew: dict[Connection, BaseProcess] = {}
        self.busy: dict[Connection, int] = {}

    def run(self) -> list[Outcome]:
        """The outcomes in the order of the requests."""
        whole = False
        try:
            self._hire()
            while self.busy:
                self._listen()
            whole = True
        finally:
            self._dismiss(stop=not whole)
        return [self.found.get(at) or _lost(one) for at, one in enumerate(self.requests)]

    def _hire(self) -> None:
        # Only who has several jobs pays for it.
        from multiprocessing import get_context

        context = get_context()
        with _deaf():  # what is typed on the terminal is answered by us alone
            for _ in range(self.jobs):
                ours, theirs = context.Pipe()
                process = context.Process(target=_labour, args=(theirs,), daemon=True)
                process.start()
                theirs.close()
                self.crew[ours] = process
        for pipe in self.crew:
            self._feed(pipe)

    def _feed(self, pipe: Connection) -> None:
        """The next request, if there is one left."""
        at = next(self.waiting, None)
        if at is None:
            return
        self.busy[pipe] = at
        with suppress(OSError):  # one that is gone is found out when it is listened to
            pipe.send(self.requests[at])

    def _listen(self) -> None:
        from multiprocessing.connection import wait

        ready = wait(list(self.busy))
        for pipe in [one for one in self.busy if one in ready]:
            at = self.busy.pop(pipe)
            try:
                outcome = pipe.recv()
            except (EOFError, OSError):  # the system took it, with its memory
                self._done(at, _lost(self.requests[at]))
                continue
            if isinstance(outcome, BaseException):
                raise outcome
            self._done(at, outcome)
            self._feed(pipe)

    def _done(self, at: int, outcome: Outcome) -> None:
        self.found[at] = outcome
        self.told(outcome)

    def _dismiss(self, *, stop: bool) -> None:
        """Sends all home; `stop`: at once, with what they have begun taken away."""
        for pipe, process in self.crew.items():
            if stop:
                process.terminate()
            with suppress(OSError):
                pipe.send(None)  # also to one that was just putting its files in their place
        for process in self.crew.values():
            process.join()
        for pipe in self.crew:
            pipe.close()


def _lost(request: Request) -> Outcome:
    error = PrintkitError(
        "The system stopped this build before its end.",
        hint="It may lack memory: take --jobs 1, or a smaller --dpi.",
    )
    return Outcome(request, None, error)


def _labour(pipe: Connection) -> None:
    """What a process of the crew does: requests in, outcomes out, until it is sent home."""
    import gc

    gc.disable()  # as the command line does
    signal.signal(signal.SIGTERM, _stop)
    with suppress(KeyboardInterrupt, EOFError, OSError):
        while (request := pipe.recv()) is not None:
            try:
                outcome: Outcome | BaseException = _outcome(request)
            except MemoryError:
                outcome = _lost(request)
            except Exception as error:  # a fault of ours: told where the others are
                outcome = error
            pipe.send(outcome)


def _stop(*_: object) -> NoReturn:
    """Once: taking away what was begun must not be cut."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started within do not hear Ctrl-C, nor that a terminal was closed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [name for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.getsignal(getattr(signal, name)) for name in names}
    try:
        for name in names:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
