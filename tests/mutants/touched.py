"""Which tests call which functions of printkit: a plug-in of pytest, `-p tests.mutants.touched`.

Each function of printkit gets a first statement, added at import, that puts its name into a set.
The set is read and emptied after each test. Calls in child processes are not seen; a call whose
result is cached is seen in the first test that makes it.
"""

from __future__ import annotations

import ast
import builtins
import importlib.abc
import importlib.machinery
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from tests.support.processes import ROOT

# Where the recording is written: one file for each process of pytest, PREFIX-NUMBER.json.
PREFIX = "PRINTKIT_TOUCHED"
_SET = "__printkit_touched__"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Touched = dict[str, list[str]]


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


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module with a first statement in each function; writes no bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        tree = ast.parse(path.read_bytes(), str(path))
        place = path.relative_to(ROOT).as_posix()
        for name, function in functions(tree):
            (touch,) = ast.parse(f"{_SET}.add({f'{place}:{name}'!r})").body
            for node in ast.walk(touch):
                ast.copy_location(node, function.body[0])
            # A docstring stays the first statement.
            function.body.insert(ast.get_docstring(function, clean=False) is not None, touch)
        return compile(tree, str(path), "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of printkit as Python does, with the loader above."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.split(".")[0] != "printkit":
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


_calls: set[str] = set()
_touched: Touched = {}
if os.environ.get(PREFIX) and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
    setattr(builtins, _SET, _calls)
    sys.meta_path.insert(0, _Finder())


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Note the functions that a test and its fixtures call."""
    _calls.clear()
    yield
    for name in _calls:
        _touched.setdefault(name, []).append(item.nodeid)


def pytest_sessionfinish() -> None:
    """Write what this process saw."""
    if _touched:
        path = Path(f"{os.environ[PREFIX]}-{os.getpid()}.json")
        path.write_text(json.dumps(_touched), encoding="utf-8")


def read(prefix: Path) -> Touched:
    """Merge the files of a recording: function → tests, each list sorted."""
    merged: dict[str, set[str]] = {}
    for path in sorted(prefix.parent.glob(f"{prefix.name}-*.json")):
        for name, tests in json.loads(path.read_text(encoding="utf-8")).items():
            merged.setdefault(name, set()).update(tests)
    return {name: sorted(tests) for name, tests in sorted(merged.items())}
