"""Run the tests of one mutant in a copy of the project: killed, survived, or too slow."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from tests.mutants.mutations import Mutant
from tests.support import processes
from tests.support.processes import ROOT

KILLED, SURVIVED, SLOW, UNTOUCHED = "killed", "survived", "slow", "untouched"
# What the tests read; the rest of a checkout stays where it is.
PARTS = (
    "printkit templates fonts tests web docs examples output .ci .github pyproject.toml "
    "requirements.lock README.md README.fr.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE "
    "LICENSE-ART"
).split()
# A function that hundreds of tests call is broken for the first few already.
MAX_TESTS = 40
SECONDS = 240.0


def copy_project(folder: Path) -> Path:
    """Copy the project, with hard links where the system can: files are replaced, not changed."""
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


def try_mutant(mutant: Mutant, tests: list[str], project: Path) -> str:
    """Return what became of a mutant in a copy of the project."""
    if not tests:
        return UNTOUCHED
    path = project / mutant.path
    path.unlink()
    path.write_text(mutant.source, encoding="utf-8")
    try:
        return _run(choose(tests), project)
    finally:
        path.unlink()
        _link(ROOT / mutant.path, path)


def choose(tests: list[str]) -> list[str]:
    """Choose at most `MAX_TESTS` tests, from as many files as possible, evenly."""
    by_file: dict[str, list[str]] = {}
    for test in tests:
        by_file.setdefault(test.split("::")[0], []).append(test)
    chosen: list[str] = []
    while len(chosen) < MAX_TESTS and any(by_file.values()):
        for own in by_file.values():
            if own and len(chosen) < MAX_TESTS:
                chosen.append(own.pop(0))
    return chosen


def _run(tests: list[str], project: Path) -> str:
    options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        done = processes.run(command, cwd=project, env=environment, timeout=SECONDS)
    except AssertionError:
        return SLOW
    return SURVIVED if done.returncode == 0 else KILLED
