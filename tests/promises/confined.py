"""Run printkit under system limits and report each file that it touches outside a folder.

Run `python confined.py SECONDS BYTES MODULE ARGUMENT…` in that folder. The limits also apply to
child processes. Accesses outside the folder are written to standard error, after `STRAYED`.

`python confined.py DEFINITION` checks a definition, which reads the program and its content, and
then carries out requests: each is a line of JSON on standard input, run in a fork of this process.
The answer is a line with its status as `os.waitpid` gives it.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import runpy
import signal
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from tests.support.guard import Guard

STRAYED = "strayed: "


def confine(seconds: int, size: int, module: str, arguments: list[str]) -> None:
    """Run a module in the current folder under limits of CPU time (s) and memory (bytes)."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    Guard(lambda what: os.write(2, f"{STRAYED}{what}\n".encode(errors="replace"))).start(Path())
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def serve(definition: str) -> None:
    """Carry out the requests of standard input, each in a process of its own."""
    from printkit.cli.app import run
    from printkit.jobs.build import forget_games

    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        assert run(["check", definition]) == 0
        forget_games()  # what it knows of this game; its tables stay
    gc.freeze()  # a fork that collects garbage would copy all memory
    print("ready", flush=True)
    for line in sys.stdin:
        if not (process := os.fork()):
            carry_out(**json.loads(line))
        print(os.waitpid(process, 0)[1], flush=True)


def carry_out(
    folder: str, output: list[str], environment: dict[str, str], limits: list[Any], timeout: int
) -> None:
    """Run a request to its end, with its output in two files, and end this process."""
    signal.alarm(timeout)
    os.chdir(os.fsencode(folder))
    os.environ.update(environment)
    sys.path.append(folder)
    for descriptor, file in enumerate(output, 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), descriptor)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    status = 1
    try:
        confine(*limits)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def main() -> None:
    if len(sys.argv) == 2:
        serve(sys.argv[1])
    else:
        seconds, size, module, *arguments = sys.argv[1:]
        confine(int(seconds), int(size), module, arguments)


if __name__ == "__main__":
    main()
