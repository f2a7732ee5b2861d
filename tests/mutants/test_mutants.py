"""The mutation tool: its changes compile, differ, and are detected."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from tests.mutants import touched, trial
from tests.mutants.__main__ import SURVIVORS, as_toml
from tests.mutants.choice import FIRST, Choice
from tests.mutants.mutations import Mutant, changed_lines, lot, mutants_of, mutate, sites
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


def test_mutate_changes_only_bodies() -> None:
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


def test_edits_elsewhere_leave_the_lots_of_mutants() -> None:
    def lots(path: str, source: str) -> list[bytes]:
        return [lot(site, 1) for site in sites(path, source) if site.function == "count"]

    edited = SOURCE.replace("LIMIT = 3", "LIMIT = 4\nMORE = 5").replace("== LIMIT", "!= MORE")
    assert lots("deck.py", SOURCE) == lots("cards/deck.py", edited)
    assert len({*lots("deck.py", SOURCE)}) == len(lots("deck.py", SOURCE)) == 8
    changed = SOURCE.replace("+ 2", "+ 4")
    assert lots("deck.py", SOURCE) != lots("deck.py", changed)
    (site, *_) = sites("deck.py", SOURCE)
    assert lot(site, 1) != lot(site, 2)


def test_functions_yields_methods_and_nested_functions() -> None:
    tree = ast.parse("class A:\n    def b(self):\n        def c(): ...\n")
    assert [name for name, _ in touched.functions(tree)] == ["A.b", "A.b.c"]


def test_changed_lines_reads_hunks() -> None:
    difference = "@@ -3 +3,2 @@ def a\n+x\n+y\n@@ -9,2 +12 @@\n+z\n"
    assert changed_lines(difference) == [range(3, 5), range(12, 13)]


def test_watch_records_innermost_statement_of_line() -> None:
    tree = ast.parse(SOURCE)
    touched.watch(tree, "deck.py", [8, 9])
    text = ast.unparse(tree)
    assert text.index("deck.py:8") < text.index("if len(cards)") < text.index("deck.py:9")
    assert text.index("deck.py:9") < text.index("warn(cards)")


def test_read_skips_an_unfinished_line(tmp_path: Path) -> None:
    (tmp_path / "tests-1.jsonl").write_text('["a.py::x", 1.0, 0.5, true, []]\n["a.py::y", 1')
    assert [test.name for test in touched.read(tmp_path)] == ["a.py::x"]


def recorded(name: str, cpu: float, *lines: int) -> touched.Test:
    return touched.Test(name, cpu, cpu, True, [touched.place("printkit/a/b.py", n) for n in lines])


def test_choice_prefers_near_and_quick_tests() -> None:
    many = [recorded(f"tests/z/test_a.py::test_{n}", 0.5, 3) for n in range(90)]
    near = recorded("tests/a/test_b.py::test_x", 2.0, 3)
    slow = recorded("tests/z/test_s.py::test_y", 100.0, 3)
    other = recorded("tests/a/test_b.py::test_other", 0.1, 4)
    choice = Choice([*many, near, slow, other])
    mutant = Mutant("printkit/a/b.py", "f", 3, "0 -> 1", "")
    first = choice.near(mutant)
    assert first[0] == near.name
    assert len(first) == FIRST
    further = choice.further(mutant)
    assert not {*first, slow.name} & {*further}
    assert other.name in further
    assert choice.near(mutant, {near.name})[0] != near.name
    assert not choice.needs_fresh(mutant)
    assert choice.needs_fresh(mutant._replace(line=9))


def test_choice_takes_slow_test_if_alone() -> None:
    slow = recorded("tests/z/test_s.py::test_y", 100.0, 3)
    mutant = Mutant("printkit/a/b.py", "f", 3, "0 -> 1", "")
    assert Choice([slow]).near(mutant) == [slow.name]


def test_mutate_skips_misplaced_nodes() -> None:
    source = 'def f(x):\n    return f"""a\n{x + 1}"""\n'
    for mutant in mutate("a.py", source):
        changed, original = ast.parse(mutant.source), ast.parse(source)
        assert ast.dump(changed) != ast.dump(original)


def test_survivors_are_written_as_toml() -> None:
    mutant = Mutant("printkit/a.py", "b", 3, 'x == "\\n" -> x != "\\n"', "")
    data = tomllib.loads(as_toml(7, {mutant: trial.SURVIVED}, {mutant.key: "why"}))
    assert (data["seed"], data["drawn"], data["killed"]) == (7, 1, 0)
    row = {"mutant": mutant.key, "end": "survived", "equivalent": "why"}
    assert (data["packages"], data["survivors"]) == ({"a": [0, 1]}, [row])


def test_changed_code_is_found_by_its_name() -> None:
    """The lambda of the first function is gone, and the second one is another line."""
    before = "def f(a):\n    return sorted(a, key=lambda one: -one)\n\n\ndef g(): return 1\n"
    after = "def f(a):\n    return None\ndef g(): return 2\n"
    old, new = (trial._numbered(compile(text, "a.py", "exec")) for text in (before, after))
    assert new.keys() == {("f", 1), ("g", 1)}
    assert old.keys() - new.keys() == {("f.<locals>.<lambda>", 1)}


def test_listed_survivors_add_up() -> None:
    """Nine of ten drawn mutants are killed; a reason is a sentence."""
    table = tomllib.loads(SURVIVORS.read_text("utf-8"))
    rows = table["survivors"]
    found, drawn = (sum(numbers) for numbers in zip(*table["packages"].values(), strict=True))
    assert (found, drawn) == (table["killed"], table["drawn"])
    assert drawn - found == len(rows) == len({row["mutant"] for row in rows})
    assert table["killed"] >= 0.9 * table["drawn"]
    reasons = [row["equivalent"] for row in rows if "equivalent" in row]
    assert all(reason[:1].isupper() and reason[-1:] == "." for reason in reasons)


def of_lengths() -> tuple[Mutant, Mutant]:
    """Return a mutant of the function that reads lengths, and the original as another."""
    path = "printkit/base/geometry.py"
    wrong = next(m for m in mutants_of(ROOT / path) if m.function == "parse_length")
    return wrong, wrong._replace(source=(ROOT / path).read_text(encoding="utf-8"), change="none")


TESTS = ["tests/base/test_units.py"]


@pytest.mark.nightly
def test_trial_kills_mutant_and_passes_original(tmp_path: Path) -> None:
    trials = [trial.Trial(m.key, m.path, m.source, TESTS, 5.0) for m in of_lengths()]
    results = {result.key: result for result in trial.run_trials(trials, tmp_path)}
    wrong, same = (results[one.key] for one in trials)
    assert (wrong.end, same.end) == (trial.KILLED, trial.SURVIVED)
    # The test that failed has passed without the mutant.
    assert results[trial.CONTROL + wrong.test].end == trial.SURVIVED


@pytest.mark.nightly
def test_fresh_trial_kills_mutant_and_passes_original(tmp_path: Path) -> None:
    project = trial.copy_project(tmp_path / "project")
    ends = [trial.try_afresh(mutant, TESTS, project) for mutant in of_lengths()]
    assert ends == [trial.KILLED, trial.SURVIVED]
