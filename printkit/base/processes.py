"""Worker processes, child processes with limits, and progress reports.

Workers end with their parent, and only the parent handles signals. The library starts no processes
unless its caller allows them, because on some systems a new process runs the main program again.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

from printkit.base import stopping
from printkit.base.errors import PrintkitError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from typing import NoReturn


# --- processes -----------------------------------------------------------------------------------

Task = TypeVar("Task")
Result = TypeVar("Result")

# Signals from the terminal also reach the workers; only their parent handles these.
_SIGNALS = ("SIGINT", "SIGHUP")
# Windows cannot wait for more processes at once.
MAX_WORKERS = 61
# Systems on which a process cannot be copied.
_WITHOUT_FORK = ("win32", "emscripten", "wasi")
# The time for a worker to remove its unfinished files.
_END_SECONDS = 10

_allowed: ContextVar[int] = ContextVar("printkit_processes", default=1)


def available_cpus() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def processes_allowed(count: int) -> Iterator[None]:
    """Context manager: allow work to be spread over `count` processes."""
    before = _allowed.set(count)
    try:
        yield
    finally:
        _allowed.reset(before)


def allowed_processes() -> int:
    """Return the number of processes over which work may be spread, 1 by default."""
    return min(_allowed.get(), MAX_WORKERS)


def lost_error() -> PrintkitError:
    """Return the error for a process that the system has ended."""
    return PrintkitError(
        "The system stopped this build before it finished.",
        hint="Out of memory? Try --jobs 1 or a lower --dpi.",
    )


def spread(
    work: Callable[[Task], Iterable[Result]], tasks: Iterable[Task], workers: int
) -> Iterator[Result]:
    """Yield the results of each task in order, computed here or in `workers` processes.

    A process returns all results of a task at once. Raises PrintkitError if the system ends a
    process, and the exceptions of `work`.
    """
    if workers == 1:
        for task in tasks:
            yield from work(task)
        return
    from concurrent.futures.process import BrokenProcessPool

    running: deque[Future[list[Result]]] = deque()
    try:
        with worker_pool(workers) as pool:
            for task in tasks:
                running.append(pool.submit(_results, work, task))
                if len(running) > workers:
                    yield from running.popleft().result()
            while running:
                yield from running.popleft().result()
    except BrokenProcessPool:
        raise lost_error() from None


def _results(work: Callable[[Task], Iterable[Result]], task: Task) -> list[Result]:
    return [*work(task)]


@contextmanager
def worker_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Context manager: yield a pool of processes. Errors and Ctrl-C end the processes first."""
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
        with stopping.signals_held():  # so the workers start without our handlers
            pool.submit(_nothing).result()
        yield pool
    except BaseException:
        end_processes()
        raise
    finally:
        stopping.remove_cleanup(end_processes)
        pool.shutdown(cancel_futures=True)


# --- a copy of this process ----------------------------------------------------------------------

# Receives the objects that a copy sends, in order.
Send = Callable[[object], None]


def can_copy() -> bool:
    """Return True if this process can be forked safely, and a second process is allowed.

    A forked child has only one thread, so it would wait forever for a lock that another thread of
    its parent holds. On macOS, system libraries may end a forked child.
    """
    is_safe = sys.platform not in (*_WITHOUT_FORK, "darwin") and threading.active_count() == 1
    return is_safe and allowed_processes() > 1


class ProcessCopy:
    """A context manager for a child process, which `start` forks with everything that is then in
    memory.

    The child calls `work` with a function that sends objects to this process, and then ends. It
    starts no further processes. If the context is left or a signal arrives before it ends, it is
    killed.
    """

    def __init__(self, work: Callable[[Send], None]) -> None:
        self._work = work
        self._process = 0
        self._source: BinaryIO | None = None

    def __enter__(self) -> ProcessCopy:
        return self

    def start(self) -> None:
        """Fork the child process."""
        source, target = os.pipe()
        with warnings.catch_warnings(), stopping.signals_held():
            warnings.simplefilter("ignore", DeprecationWarning)  # the copy has a single thread
            self._process = os.fork()
            if self._process == 0:
                os.close(source)
                _end_after_work(target, self._work)
            stopping.add_cleanup(self._end)
        os.close(target)
        self._source = open(source, "rb")  # noqa: SIM115 - closed on leaving

    def receive(self) -> Any:
        """Return the next object that the child sent. Raises EOFError if it ended without one."""
        import pickle  # most commands start no process

        assert self._source is not None, "the copy was started"
        return pickle.load(self._source)

    def __exit__(self, *error: object) -> None:
        if self._source is not None:
            self._source.close()
            self._end()

    def _end(self) -> None:
        stopping.remove_cleanup(self._end)
        with suppress(OSError):
            os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


def _end_after_work(target: int, work: Callable[[Send], None]) -> NoReturn:
    """Do the work in this child process, then exit the process."""
    import pickle

    status = 1
    try:
        _leave_signals_to_parent()
        with processes_allowed(1), open(target, "wb", buffering=0) as pipe:

            def send(result: object) -> None:
                data = memoryview(pickle.dumps(result))
                while data:
                    data = data[pipe.write(data) :]

            work(send)
            status = 0
    finally:
        stopping.leave(status)


# --- a child with limits -------------------------------------------------------------------------


class Overrun(Exception):
    """A child process that exceeded a limit: `cause` is `time`, or `memory` in all other cases."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


def run_limited(work: Callable[[], Result], seconds: int, memory: int) -> Result:
    """Run `work` in a child process and return its result.

    The child may use `seconds` of CPU time, and `memory` bytes more than this process. Without
    `os.fork` (Windows, a browser), `work` runs in this process. Raises Overrun if the child exceeds
    a limit, and the exceptions of `work`.
    """
    if sys.platform in _WITHOUT_FORK:
        return work()
    reader, writer = os.pipe()
    with warnings.catch_warnings():  # the child runs only one function, without other threads
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _end_with_result(writer, work, seconds, memory)

    def end_child() -> None:
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)

    os.close(writer)
    stopping.add_cleanup(end_child)
    try:
        with open(reader, "rb") as pipe:
            sent = pipe.read()
    except BaseException:
        end_child()
        raise
    finally:
        stopping.remove_cleanup(end_child)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        raise Overrun("time" if status == -signal.SIGXCPU else "memory")
    import pickle  # most commands start no process

    result, error = pickle.loads(sent)
    if error is not None:
        raise error
    return cast(Result, result)


def _end_with_result(
    writer: int, work: Callable[[], object], seconds: int, memory: int
) -> NoReturn:
    """Send the result of `work`, or the exception it raises, and end this process."""
    import pickle

    outcome: tuple[object, BaseException | None]
    status = 0
    try:
        _set_limits(seconds, memory)
        try:
            outcome = work(), None
        except MemoryError:
            stopping.leave(1)
        except Exception as error:
            if not isinstance(error, PrintkitError):  # tracebacks cannot be sent
                error.add_note(traceback.format_exc())
            outcome = None, error
        with open(writer, "wb") as pipe:
            pickle.dump(outcome, pipe)
    except BaseException:
        status = 1
    stopping.leave(status)


def _set_limits(seconds: int, memory: int) -> None:
    """Limit the processor time and the address space of this process."""
    import resource  # not on Windows

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with suppress(OSError, ValueError):  # not limited on every system
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


# --- in a worker --------------------------------------------------------------------------------


def _nothing() -> None:
    """Do nothing: the first task of a pool starts its processes."""


def _begin_work() -> None:
    """Prepare a worker so that only its parent stops it and it ends with its parent."""
    import gc

    gc.disable()  # as on the command line
    _leave_signals_to_parent()
    threading.Thread(target=_follow_parent, daemon=True).start()


def _leave_signals_to_parent() -> None:
    """Ignore the signals that only the parent of this process handles."""
    for name in _SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stopping.handle_signals("")


def _follow_parent() -> None:
    """End this process when its parent has ended."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


# --- progress ------------------------------------------------------------------------------------

Progress = Callable[[str, int, int], None]
# The stages of a build: products, pictures that are read for a product, written pages; for a book
# games, chapters and pages.
LAYOUT_STAGE, PICTURES_STAGE, WRITE_STAGE = "layout", "pictures", "write"
GAMES_STAGE, CHAPTERS_STAGE, PAGES_STAGE = "games", "chapters", "pages"


def no_progress(stage: str, done: int, total: int) -> None:
    """Discard progress reports."""
