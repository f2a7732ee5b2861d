"""Whole programs, measured: CPU seconds, peak memory, files; and the ratio of two run in turn."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

# CPU seconds per row in total: a row that needs more is run less often.
BUDGET = 90.0


class Refused(Exception):
    """A command failed with an error message."""


class Run(NamedTuple):
    """The cost of one run: CPU and wall-clock seconds, and peak memory in MB.

    CPU includes the system's time for the process, and all child processes that it waited for;
    memory is that of the larger of the process and its largest child.
    """

    cpu: float
    wall: float
    peak: float


class Program(NamedTuple):
    """The arguments of an interpreter, its output folder, and its environment variables.

    With `anew`, each run starts without settings and caches of an earlier one. `python` is the
    interpreter, if it is not that of the machine. A program that `says_seconds` measures itself and
    prints its seconds.
    """

    arguments: Sequence[str]
    out: Path
    variables: Mapping[str, str] = {}
    anew: bool = False
    python: str = ""
    says_seconds: bool = False


class Measured(NamedTuple):
    """Two programs run alternately, ours first; the other did `times` less work.

    Their ratios are those of CPU seconds, or of wall-clock seconds `by_clock`.
    """

    ours: tuple[Run, ...]
    theirs: tuple[Run, ...]
    size: int
    their_size: int
    times: int = 1
    by_clock: bool = False

    @property
    def _seconds(self) -> tuple[list[float], list[float]]:
        ours, theirs = (
            [run.wall if self.by_clock else run.cpu for run in runs]
            for runs in (self.ours, self.theirs)
        )
        return ours, theirs

    @property
    def ratios(self) -> tuple[float, float, float]:
        """Return the smallest, the median and the largest ratio of two neighbouring runs."""
        each = [our / their / self.times for our, their in zip(*self._seconds, strict=True)]
        return min(each), statistics.median(each), max(each)

    @property
    def best(self) -> float:
        """Return the ratio of the least seconds, which a busy machine changes least."""
        ours, theirs = self._seconds
        return min(ours) / min(theirs) / self.times


class Machine:
    """Runs programs of one interpreter in a private folder."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.python = folder, python
        # Modules stay compiled, answers are in English, and no user settings are read.
        every = {"LC_ALL": "C.UTF-8", **os.environ, "LANGUAGE": "en"}
        self.environment = {k: v for k, v in every.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def ask(self, *arguments: str) -> str:
        """Run the interpreter and return its output. Raises Refused."""
        with tempfile.TemporaryFile("w+", dir=self.folder, encoding="utf-8") as words:
            self._run(Program(arguments, self.folder), words.fileno())
            words.seek(0)
            return words.read()

    def printkit(self, *arguments: str) -> str:
        """Run printkit and return its output. Raises Refused."""
        return self.ask("-m", "printkit", *arguments)

    def compare(
        self, ours: Program, theirs: Program, runs: int, times: int = 1, *, by_clock: bool = False
    ) -> Measured:
        """Run two programs alternately after a warm-up, which counts if both reach the budget.

        Raises Refused.
        """
        pairs = [(self.run(ours), self.run(theirs))]
        taken = sum(run.wall if by_clock else run.cpu for run in pairs[0])
        allowed = min(runs, int(BUDGET / taken))
        if allowed > 1:
            pairs = [(self.run(ours), self.run(theirs)) for _ in range(allowed)]
        our_runs, their_runs = zip(*pairs, strict=True)
        return Measured(our_runs, their_runs, _size(ours.out), _size(theirs.out), times, by_clock)

    def run(self, program: Program) -> Run:
        """Run a program once. Raises Refused."""
        program.out.mkdir(parents=True, exist_ok=True)
        if not program.says_seconds:
            return self._run(program, subprocess.DEVNULL)
        with tempfile.TemporaryFile("w+", dir=self.folder, encoding="utf-8") as words:
            run = self._run(program, words.fileno())
            words.seek(0)
            # The processes of a browser are not waited for.
            return run._replace(cpu=0.0, wall=float(words.read()))

    def _run(self, program: Program, output: int) -> Run:
        settings = self.folder / "settings"
        if program.anew:
            settings = self.folder / "settings-anew"
            shutil.rmtree(settings, ignore_errors=True)
        homes = {f"XDG_{kind}_HOME": str(settings) for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
        with tempfile.TemporaryFile("w+", dir=self.folder, encoding="utf-8") as faults:
            began = time.perf_counter()
            process = subprocess.Popen(
                [program.python or self.python, *program.arguments],
                env={**self.environment, **homes, **program.variables},
                cwd=self.folder,
                stdout=output,
                stderr=faults,
            )
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - began
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode != 0:
                faults.seek(0)
                words = faults.read().replace(f"{self.folder}{os.sep}", "")
                _refuse(process.returncode, program.arguments, words)
        # On Linux, in kilobytes.
        return Run(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def _refuse(status: int, arguments: Sequence[str], words: str) -> None:
    if status not in (1, 2) or "Traceback" in words:
        sys.exit(f"{' '.join(arguments)} failed: {words}")
    raise Refused(words.strip().split("\n")[-1])


def _size(folder: Path) -> int:
    """Return the bytes of the files in a folder, without printkit's manifest."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return sum(path.stat().st_size for path in files if path.name != "manifest.json")
