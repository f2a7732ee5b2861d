"""`python -m tests`: the checks that every change must pass.

Runs ruff (lint and format), then mypy (strict) beside pytest, with the current interpreter, and
exits with the first status that is not 0. Arguments go to pytest.

`python -m tests --nightly` runs the tests that are too slow for every change, and nothing else:
the page in a browser, 20,000 cases of the fuzzer, 200 killed builds, played evenings, the whole
benchmark, a release, other versions of Python, the combinations of parameters that the gate leaves
out (`tests/support/sample.py`), and the tests of properties again with more examples.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUICK = (("ruff", "check", "."), ("ruff", "format", "--check", "."))
MYPY = ("mypy",)
# By night one more worker than processors: while one waits for a browser or a disk, another
# continues. By day mypy does, and each worker collects all tests. An idle worker takes tests of
# another.
WORKERS = str((os.cpu_count() or 1) + ("--nightly" in sys.argv))
PYTEST = ("pytest", "-n", WORKERS, "--dist", "worksteal", *sys.argv[1:])


def start(step: tuple[str, ...], output: int | None = None) -> subprocess.Popen[str]:
    """Start a step; `output` is where its output goes."""
    print(f"+ python -m {' '.join(step)}", flush=True)
    command = [sys.executable, "-m", *step]
    # Hundreds of processes import printkit: it is compiled once, not in every process.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=output, stderr=output and -2, text=True
    )


def main() -> int:
    """Return the status of the first step that fails, or 0."""
    if "--nightly" in sys.argv:
        return start(PYTEST).wait()
    for step in QUICK:
        if status := start(step).wait():
            return status
    # mypy works on one processor: its words wait until pytest has said its own.
    with start(MYPY, subprocess.PIPE) as mypy:
        try:
            pytest_status = start(PYTEST).wait()
            words, _ = mypy.communicate()
        finally:
            mypy.kill()
    print(f"mypy: {words}", end="", flush=True)
    return mypy.returncode or pytest_status


if __name__ == "__main__":
    sys.exit(main())
