"""Child processes of tests end in time with all their children; only the helper starts them."""

import ast
import signal
import time
from pathlib import Path

import pytest

from tests.support import processes
from tests.support.processes import PIPE, after, python, run, running, start, stop

TESTS = Path(__file__).resolve().parents[1]
# The helper itself, the test runner, and the benchmark, which measures bare processes.
EXEMPT = {"support/processes.py", "__main__.py", "bench/measure.py"}
SLEEP = "import time; print('up', flush=True); time.sleep(60)"
# A program with a child that outlives it.
PARENT = (
    "import subprocess as s, sys;"
    "s.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], stdout=-3, stderr=-3);"
    "print('up', flush=True)"
)


def test_tests_start_processes_through_the_helper_only() -> None:
    for path in sorted(TESTS.rglob("*.py")):
        name = path.relative_to(TESTS).as_posix()
        uses = uses_of_processes(path.read_text(encoding="utf-8"))
        assert uses == [] or name in EXEMPT, f"{name}: {uses}"


def uses_of_processes(code: str) -> list[str]:
    """Return the imports of `subprocess` and the calls of `os` that start a process."""
    uses = []
    for node in ast.walk(ast.parse(code)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [f"{node.value.id}.{node.attr}"]
        starts = ("subprocess", "os.system", "os.popen", "os.spawn", "os.posix_spawn", "pty")
        uses += [name for name in names if name.startswith(starts)]
    return uses


@pytest.mark.parametrize(
    "code", ["import subprocess", "from subprocess import run", "import os\nos.system('ls')"]
)
def test_search_for_processes_detects_one(code: str) -> None:
    assert uses_of_processes(code) != []
    assert uses_of_processes("import os\nos.environ") == []


def test_run_beyond_timeout_kills_the_process() -> None:
    began = time.monotonic()
    with pytest.raises(AssertionError, match=r"longer than 0\.3 seconds"):
        run(python("-c", SLEEP), timeout=0.3)
    assert time.monotonic() - began < 20


def test_grandchildren_are_killed() -> None:
    with start(python("-c", PARENT), stdout=PIPE, text=True) as process:
        assert process.stdout.readline() == "up\n"
        process.wait(20)
        assert len(running(process.pid)) == 1
    end = time.monotonic() + 20
    while running(process.pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert running(process.pid) == []


def test_failure_report_contains_the_output() -> None:
    with pytest.raises(AssertionError, match="no good"):
        run(python("-c", "raise SystemExit('no good')"), check=True)
    done = run(python("-c", "raise SystemExit('no good')"))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "no good\n")


@pytest.mark.parametrize("name", [number.name for number in processes.STOPPING])
def test_signals_stop_a_child_despite_ignoring_parent(name: str) -> None:
    """Jobs in the background, or under `nohup`, ignore signals."""
    number = signal.Signals[name]
    before = signal.signal(number, signal.SIG_IGN)
    try:
        status, wording = stop(python("-c", SLEEP), name, after(0.5))
        assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        signal.signal(number, before)
    assert status == -number
    assert ("KeyboardInterrupt" in wording) == (name == "SIGINT")


def test_early_end_or_surviving_child_is_reported() -> None:
    with pytest.raises(AssertionError, match="too soon"):
        stop(python("-c", ""), "SIGTERM", after(1.0))
    code = PARENT + "; import time; time.sleep(60)"
    with pytest.raises(AssertionError, match="left behind"):
        stop(python("-c", code), "SIGTERM", after(1.0))


def test_printkit_is_found_from_every_folder(tmp_path: Path) -> None:
    done = run(processes.printkit("--version"), cwd=tmp_path, check=True)
    assert done.stdout.startswith("printkit, version ")
