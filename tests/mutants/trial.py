"""Run the tests of each mutant in a copy of a pytest process that has collected them.

A process that imports printkit and collects the tests takes as long as hundreds of tests, so this
plug-in, `-p tests.mutants.trial`, does it once: for each mutant it copies the process, replaces the
code of the functions, and runs the tests of the mutant until one fails. Code that runs while
printkit is imported or the tests are collected keeps its result in such a copy, and child processes
run the original: `try_afresh` starts a new pytest in a changed copy of the project for them.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from tests.mutants.mutations import Mutant
from tests.support import processes, shared
from tests.support.processes import ROOT

# `BROKEN`: not judged, since the copied process has failed outside a test.
KILLED, SURVIVED, SLOW, UNTOUCHED, BROKEN = "killed", "survived", "slow", "untouched", "broken"
# The folder of the trials: `trials.json` contains them, `results.jsonl` their results.
FOLDER = "PRINTKIT_MUTANTS"
TRIALS, RESULTS = "trials.json", "results.jsonl"
# The processor time of a trial: a start, and a multiple of the recorded time of its tests. Six
# times this is allowed on the clock, because the machine may be busy.
_START_SECONDS, _TIMES, _ON_THE_CLOCK = 30.0, 4.0, 6.0
# The memory that a mutant may use in addition (bytes).
_MEMORY = 4 << 30
CONTROL = "control "
# The modules whose caches a mutant empties.
_OURS = ("printkit.", "tests.")
# The files that the tests read; the rest of a checkout is not copied.
PARTS = (
    "printkit templates fonts tests web docs examples output .ci .github pyproject.toml "
    "requirements.lock README.md README.fr.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE "
    "LICENSE-ART"
).split()
FRESH_SECONDS = 900.0


class Trial(NamedTuple):
    """The tests to run against a changed file; the original file, if `source` is empty."""

    key: str
    path: str
    source: str
    tests: list[str]
    cpu: float


class Result(NamedTuple):
    """The end of a trial, and the test that failed."""

    key: str
    end: str
    test: str


# --- in copies of one process --------------------------------------------------------------------


def run_trials(trials: Sequence[Trial], folder: Path) -> list[Result]:
    """Run trials in copies of a pytest process that collects the files of all tests."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / TRIALS).write_text(json.dumps(trials), encoding="utf-8")
    (folder / RESULTS).write_text("", encoding="utf-8")
    files = sorted({test.split("::")[0] for trial in trials for test in trial.tests})
    if files:
        # Captured output would be shared by all copies if it went through file descriptors.
        options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=sys")
        command = processes.python("-m", "pytest", *options, "-p", __name__, *files)
        environment = processes.environment(**{FOLDER: str(folder)})
        limit = sum(_clock(trial) for trial in trials) + FRESH_SECONDS
        done = processes.run(command, cwd=ROOT, env=environment, timeout=limit)
        assert done.returncode == 0, done.stdout + done.stderr
    return read_results(folder)


def read_results(folder: Path) -> list[Result]:
    """Read the results of the trials that have ended."""
    lines = (folder / RESULTS).read_text(encoding="utf-8").splitlines()
    return [Result(*json.loads(line)) for line in lines]


def _clock(trial: Trial) -> float:
    return (_START_SECONDS + _TIMES * trial.cpu) * _ON_THE_CLOCK


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the trials instead of the tests, as many at once as there are processors."""
    folder = Path(os.environ[FOLDER])
    items = {item.nodeid: item for item in session.items}
    trials = [Trial(*row) for row in json.loads((folder / TRIALS).read_text(encoding="utf-8"))]
    program = Program()
    gc.collect()
    gc.freeze()  # a copy that collects garbage would copy all memory
    controlled: set[str] = set()
    running: dict[int, tuple[Trial, float]] = {}
    while trials or running:
        while trials and len(running) < (os.cpu_count() or 1):
            trial = trials.pop(0)
            own = [item for name, item in items.items() if _is_in(name, trial.tests)]
            own.sort(key=lambda item: _place(item.nodeid, trial.tests))
            if (child := os.fork()) == 0:
                _try(trial, own, program, folder)
            running[child] = trial, time.monotonic() + _clock(trial)
        time.sleep(0.05)
        for child, (trial, end) in [*running.items()]:
            if time.monotonic() > end:
                _kill(child)
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                del running[child]
                _kill(child)  # its own child processes are still running
                killer = _conclude(trial, SLOW if os.WIFSIGNALED(status) else BROKEN, folder)
                # The same test must pass without the mutant.
                if killer and trial.source and killer not in controlled:
                    controlled.add(killer)
                    trials.insert(0, Trial(f"{CONTROL}{killer}", "", "", [killer], trial.cpu))
    return True


def _place(name: str, tests: Sequence[str]) -> int:
    """Return the place of a test in a list that contains it, its function or its file."""
    return next(tests.index(one) for one in _names(name) if one in tests)


def _is_in(name: str, tests: Sequence[str]) -> bool:
    return any(one in tests for one in _names(name))


def _names(name: str) -> tuple[str, str, str]:
    return name, name.partition("[")[0], name.partition("::")[0]


def _kill(child: int) -> None:
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _conclude(trial: Trial, end: str, folder: Path) -> str:
    """Return the test that failed; report `end` for a process that has reported nothing."""
    for result in read_results(folder):
        if result.key == trial.key:
            return result.test
    _report(folder, Result(trial.key, end, ""))
    return ""


def _report(folder: Path, result: Result) -> None:
    with (folder / RESULTS).open("a", encoding="utf-8") as file:
        file.write(json.dumps(result) + "\n")


def _try(trial: Trial, items: list[pytest.Item], program: Program, folder: Path) -> None:
    """Run the tests of a trial in this copy of the process, and end it."""
    os.setpgid(0, 0)
    status = 1
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        seconds = int(_START_SECONDS + _TIMES * trial.cpu)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        _limit_memory()
        with tempfile.TemporaryDirectory(prefix="printkit-mutant-") as own:
            _move(Path(own))
            if trial.source:
                program.change(trial.path, trial.source)
            failed = _first_failure(items)
        end = KILLED if failed else SURVIVED if items else UNTOUCHED
        _report(folder, Result(trial.key, end, failed))
        status = 0
    finally:
        os._exit(status)


def _move(folder: Path) -> None:
    """Write all files of this copy of the process into a folder: another copy has its own."""
    settings = f"{folder}/settings"
    sys.modules["tests.conftest"].SETTINGS = settings  # type: ignore[attr-defined]
    os.environ.update(
        {
            shared.FOLDER: str(folder),
            "XDG_CONFIG_HOME": settings,
            "XDG_CACHE_HOME": f"{settings}/caches",
            "PYTEST_DEBUG_TEMPROOT": str(folder),
            "TMPDIR": str(folder),
        }
    )
    tempfile.tempdir = str(folder)


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + _MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _first_failure(items: list[pytest.Item]) -> str:
    """Run tests until one fails, and return its name; empty if all pass."""
    watcher = _Watcher()
    for item, following in zip_longest(items, items[1:]):
        manager = item.config.pluginmanager
        if not manager.is_registered(watcher):
            manager.register(watcher)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if watcher.failed:
            return watcher.failed
    return ""


class _Watcher:
    failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


# --- code ----------------------------------------------------------------------------------------


class Program:
    """The functions of this process, by file, and the caches of printkit and of the tests."""

    def __init__(self) -> None:
        self.functions: dict[str, list[FunctionType]] = {}
        self.caches: list[Any] = []
        self.read()

    def read(self) -> None:
        """Add the functions and caches of the imported modules."""
        for one in gc.get_objects():
            if type(one) is FunctionType:
                self.functions.setdefault(one.__code__.co_filename, []).append(one)
            elif isinstance(one, type(cache(len))) and one.__module__.startswith(_OURS):
                self.caches.append(one)

    def change(self, path: str, source: str) -> None:
        """Give the functions of a file the code of a changed one, and empty the caches."""
        name = str(ROOT / path)
        if name not in self.functions:  # a module that a function imports
            importlib.import_module(path.removesuffix(".py").replace("/", "."))
            self.read()
        original = (ROOT / path).read_text(encoding="utf-8")
        before = compile(original, name, "exec", dont_inherit=True)
        after = compile(source, name, "exec", dont_inherit=True)
        changed_codes = _numbered(after)
        new = {
            (old.co_qualname, old.co_firstlineno): changed_codes[key]
            for key, old in _numbered(before).items()
            if key in changed_codes
        }
        for function in self.functions.get(name, ()):
            code = function.__code__
            if (changed := new.get((code.co_qualname, code.co_firstlineno))) is not None:
                function.__code__ = changed
        for one in self.caches:
            one.cache_clear()


def _numbered(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """Return the code of each function by its name and number: a mutant may drop a lambda."""
    seen: Counter[str] = Counter()
    found = {}
    for one in _codes(code):
        seen[one.co_qualname] += 1
        found[one.co_qualname, seen[one.co_qualname]] = one
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of each function of a module, in order."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


# --- in a new process ----------------------------------------------------------------------------


def copy_project(folder: Path) -> Path:
    """Copy the project, with hard links if possible, because files are replaced instead of
    changed.
    """
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "node_modules", "dist", "build")
            shutil.copytree(source, folder / part, copy_function=_link, ignore=ignored)
        elif source.exists():
            _link(source, folder / part)
    return folder


def _link(source: str | Path, copy: str | Path) -> None:
    try:
        os.link(source, copy)
    except OSError:  # another disk
        shutil.copy2(source, copy)


def try_afresh(mutant: Mutant, tests: Sequence[str], project: Path) -> str:
    """Run the tests of a mutant in a new process that imports the changed copy of the project."""
    path = project / mutant.path
    path.unlink()
    path.write_text(mutant.source, encoding="utf-8")
    options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        settings: dict[str, Any] = {"cwd": project, "env": environment}
        done = processes.run(command, timeout=FRESH_SECONDS, **settings)
    except AssertionError:
        return SLOW
    finally:
        path.unlink()
        _link(ROOT / mutant.path, path)
    return SURVIVED if done.returncode == 0 else KILLED
