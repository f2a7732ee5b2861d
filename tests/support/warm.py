"""Commands in copies of one process that has imported printkit, for tests of many commands.

A process that starts needs longer than most commands. A copy reads its own settings, environment
and folder of packages like a process that starts; what it imports stays in it.

`python -m tests.support.warm` is that process. Each request is a line of JSON on standard input,
and the answer a line with the exit status, after the copy has ended.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

# What most commands import; looking for packages is left to the copies.
MODULES = (
    "printkit.cli.app",
    "printkit.cli.commands.build",
    "printkit.cli.commands.list",
    "printkit.jobs.build",
    "printkit.library.checks",
    "printkit.writers.dump",
)


class Done(NamedTuple):
    """The end of a command: its exit status, its output and its errors."""

    returncode: int
    stdout: str
    stderr: str


class WarmProcess:
    """The process, to which one test at a time sends its commands."""

    def __init__(self, process: Any, folder: Path) -> None:
        self._process, self._output = process, [folder / "output", folder / "errors"]

    def run(self, *words: str, cwd: Path, path: Sequence[Path] = (), **environment: str) -> Done:
        """Run a command of printkit, with the packages of some folders."""
        places = [*map(str, path), str(Path(__file__).resolve().parents[2])]
        request = {
            "words": words,
            "folder": str(cwd),
            "path": [str(folder) for folder in path],
            "environment": {**os.environ, **environment, "PYTHONPATH": os.pathsep.join(places)},
            "output": [str(file) for file in self._output],
        }
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the process has ended"
        texts = [file.read_text(encoding="utf-8") for file in self._output]
        return Done(int(answer), *texts)


@contextmanager
def warm_process(folder: Path) -> Iterator[WarmProcess]:
    """Start the process, with a folder for the output of commands; it ends with the block."""
    from tests.support import processes  # not in the process itself

    pipes = {"stdin": processes.PIPE, "stdout": processes.PIPE, "text": True}
    seconds = str(int(processes.TIMEOUT))
    command = processes.python("-m", "tests.support.warm", seconds)
    with processes.start(command, cwd=processes.ROOT, **pipes) as process:
        yield WarmProcess(process, folder)


def serve(seconds: int) -> None:
    """Answer requests; each copy has a time limit in seconds."""
    for name in MODULES:
        importlib.import_module(name)
    gc.freeze()  # a copy that collects garbage would copy all memory
    for line in sys.stdin:
        if not (copy := os.fork()):
            signal.alarm(seconds)
            carry_out(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)


def carry_out(
    words: list[str], folder: str, path: list[str], environment: dict[str, str], output: list[str]
) -> None:
    """Run a request to its end, and end this process."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, file in enumerate(output, 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:0] = [folder, *path]  # the working folder first, as with -m
    sys.argv = ["printkit", *words]
    status = 1
    try:
        runpy.run_module("printkit", run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
