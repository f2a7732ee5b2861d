"""Record which tests execute which lines of printkit: a pytest plug-in, `-p tests.mutants.touched`.

Only the statements at the lines of the drawn mutants are watched, so the tests take as long as
without it: each gets, at import, a statement before it that adds its place to a set. The set is
read and emptied after each test. Lines executed in child processes are not recorded, and lines
behind cached results only in the first test that needs them.

A recording is a folder with one file for each pytest process; each test adds one line of JSON when
it ends, so an interrupted recording can be used as far as it goes.
"""

from __future__ import annotations

import ast
import builtins
import importlib.abc
import importlib.machinery
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest

from tests.support.processes import ROOT

# The folder of the recording. Its file `places.json` contains the lines to watch, by file.
FOLDER = "PRINTKIT_TOUCHED"
PLACES = "places.json"
# The name under which lines are recorded that are executed while tests are collected.
COLLECTION = "collection"
_SET = "__printkit_touched__"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Lines = dict[str, list[int]]


class Test(NamedTuple):
    """A recorded test: its name, its times with those of its child processes, and its lines."""

    name: str
    seconds: float
    cpu: float
    has_passed: bool
    places: list[str]


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Yield the functions of a module with their dotted names: `Catalogue.translate`."""

    def walk(node: ast.AST, lead: str) -> Iterator[tuple[str, Function]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | Function):
                name = f"{lead}{child.name}"
                if isinstance(child, Function):
                    yield name, child
                yield from walk(child, f"{name}.")
            else:
                yield from walk(child, lead)

    yield from walk(tree, "")


def place(path: str, line: int) -> str:
    """Return the name of a line in a recording."""
    return f"{path}:{line}"


def watch(tree: ast.Module, path: str, lines: Iterable[int]) -> None:
    """Insert a statement that records the line before the innermost statement of each line."""
    for line in sorted(set(lines)):
        block, statement = min(
            (
                (block, statement)
                for block in _blocks(tree)
                for statement in block
                if statement.lineno <= line <= (statement.end_lineno or 0)
            ),
            # The walk comes to outer blocks first.
            key=lambda found: (found[1].end_lineno or 0) - found[1].lineno,
        )
        (touch,) = ast.parse(f"{_SET}.add({place(path, line)!r})").body
        for node in ast.walk(touch):
            ast.copy_location(node, statement)
        block.insert(block.index(statement), touch)


def _blocks(tree: ast.Module) -> list[list[ast.stmt]]:
    """Return the lists of statements in a module, the innermost first."""
    found = [
        block
        for node in ast.walk(tree)
        for name in ("body", "orelse", "finalbody")
        if isinstance(block := getattr(node, name, None), list)
    ]
    return found[::-1]


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module with its lines watched; writes no bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        file = Path(self.get_filename(fullname))
        tree = ast.parse(file.read_bytes(), str(file))
        path = file.relative_to(ROOT).as_posix()
        watch(tree, path, _watched[path])
        return compile(tree, str(file), "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the watched modules of printkit like Python, but with the loader above."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.split(".")[0] != "printkit":
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        file = Path(spec.loader.path)
        if file.is_relative_to(ROOT) and file.relative_to(ROOT).as_posix() in _watched:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
            return spec
        return None


_touched: set[str] = set()
_watched: Lines = {}
if FOLDER in os.environ and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
    _watched = json.loads(Path(os.environ[FOLDER], PLACES).read_text(encoding="utf-8"))
    setattr(builtins, _SET, _touched)
    sys.meta_path.insert(0, _Finder())
_failed: set[str] = set()


def pytest_collection_finish() -> None:
    _write(Test(COLLECTION, 0.0, 0.0, True, sorted(_touched)))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Record the lines that a test and its fixtures execute."""
    _touched.clear()
    begin, cpu = time.perf_counter(), _cpu()
    yield
    seconds = time.perf_counter() - begin
    passed = item.nodeid not in _failed
    _write(Test(item.nodeid, seconds, _cpu() - cpu, passed, sorted(_touched)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.add(report.nodeid)


def _cpu() -> float:
    return sum(os.times()[:4])


def _write(test: Test) -> None:
    path = Path(os.environ[FOLDER], f"tests-{os.getpid()}.jsonl")
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(test) + "\n")


def read(folder: Path) -> list[Test]:
    """Read the tests of a recording, without the last line of an interrupted one."""
    found = []
    for path in sorted(folder.glob("tests-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                found.append(Test(*json.loads(line)))
    return found
