"""The tool that changes the program: its changes compile, differ, and are seen."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from tests.mutants import touched, trial
from tests.mutants.__main__ import as_toml
from tests.mutants.mutations import Mutant, changed_lines, mutants_of, mutate
from tests.support.processes import ROOT

SOURCE = '''"""A module."""

LIMIT = 3


def count(cards: list[int], most: int = 5) -> int:
    """Return 1 for each."""
    if len(cards) > most and not cards[0]:
        warn(cards)
    return len(cards) + 2


class Deck:
    def is_full(self) -> bool:
        return self.cards == LIMIT
'''
CHANGES = {
    "len(cards) > most -> len(cards) >= most",
    "len(cards) > most and (not cards[0]) -> len(cards) > most or not cards[0]",
    "not cards[0] -> cards[0]",
    "0 -> 1",
    "warn(cards) -> pass",
    "return len(cards) + 2 -> return None",
    "len(cards) + 2 -> len(cards) - 2",
    "2 -> 3",
    "self.cards == LIMIT -> self.cards != LIMIT",
    "return self.cards == LIMIT -> return None",
}


def test_mutate_changes_bodies_alone() -> None:
    mutants = list(mutate("deck.py", SOURCE))
    assert {mutant.change for mutant in mutants} == CHANGES
    assert {mutant.function for mutant in mutants} == {"count", "Deck.is_full"}
    for mutant in mutants:
        assert mutant.source != SOURCE
        compile(mutant.source, "deck.py", "exec")


def test_mutants_of_our_file_compile_and_differ() -> None:
    mutants = mutants_of(ROOT / "printkit" / "base" / "geometry.py")
    assert len(mutants) > 50
    assert len({mutant.source for mutant in mutants}) == len(mutants)
    assert len({mutant.key for mutant in mutants}) == len(mutants)


def test_functions_yields_methods_and_nested_functions() -> None:
    tree = ast.parse("class A:\n    def b(self):\n        def c(): ...\n")
    assert [name for name, _ in touched.functions(tree)] == ["A.b", "A.b.c"]


def test_changed_lines_reads_hunks() -> None:
    difference = "@@ -3 +3,2 @@ def a\n+x\n+y\n@@ -9,2 +12 @@\n+z\n"
    assert changed_lines(difference) == [range(3, 5), range(12, 13)]


def test_choose_takes_tests_of_all_files() -> None:
    tests = [f"tests/a.py::test_{number}" for number in range(90)] + ["tests/b.py::test_x"]
    chosen = trial.choose(tests)
    assert len(chosen) == trial.MAX_TESTS
    assert "tests/b.py::test_x" in chosen


def test_survivors_are_written_as_toml() -> None:
    mutant = Mutant("printkit/a.py", "b", 3, 'x == "\\n" -> x != "\\n"', "")
    data = tomllib.loads(as_toml(7, {mutant: trial.SURVIVED}))
    assert (data["seed"], data["drawn"], data["killed"]) == (7, 1, 0)
    assert data["survivors"] == [{"mutant": mutant.key, "end": "survived"}]


@pytest.mark.nightly
def test_trial_kills_a_mutant_and_passes_the_original(tmp_path: Path) -> None:
    path = "printkit/base/geometry.py"
    wrong = next(m for m in mutants_of(ROOT / path) if m.function == "parse_length")
    same = wrong._replace(source=(ROOT / path).read_text(encoding="utf-8"))
    project = trial.copy_project(tmp_path / "project")
    tests = ["tests/base/test_units.py"]
    assert trial.try_mutant(wrong, tests, project) == trial.KILLED
    assert trial.try_mutant(same, tests, project) == trial.SURVIVED
    assert trial.try_mutant(wrong, [], project) == trial.UNTOUCHED
