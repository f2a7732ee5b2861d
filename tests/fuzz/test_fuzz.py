"""The fuzzer in the gate: earlier findings, some hundred cases, and proof that it detects errors.

`python -m tests.fuzz --cases 100000` runs more of them by hand.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from printkit.base.errors import PrintkitError
from printkit.faces.engraved_faces import draw_symbol
from tests.fuzz import doors, trial
from tests.fuzz.kinds import BUILD, CHECK, KINDS, READ
from tests.fuzz.shrink import shrink
from tests.fuzz.trial import Case, make_case, run_case
from tests.fuzz.values import SEEDS

SEED = 13
CASES, FEW = 120, 20
# Of each seed, when there is time for them.
NIGHTLY_CASES, NIGHTLY_SEEDS = 10_000, (1, 2)
FOUND = sorted((Path(__file__).parent / "found").glob("*/*"))


@pytest.fixture(autouse=True)
def _drawings_of_its_own() -> None:
    """Forget drawings kept by other tests, whose cache is outside the folder of a case."""
    draw_symbol.cache_clear()


@pytest.mark.parametrize("kind", KINDS)
def test_random_cases_break_nothing(kind: str) -> None:
    check_cases(kind, SEED, CASES * KINDS[kind].share // 100)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", NIGHTLY_SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_many_cases_break_nothing(kind: str, seed: int) -> None:
    check_cases(kind, seed, NIGHTLY_CASES * KINDS[kind].share // 100)


def check_cases(kind: str, seed: int, count: int) -> None:
    """Assert that none of the first cases of a seed is a finding."""
    trials = [run_case(make_case(kind, seed, number)) for number in range(count)]
    findings = {n: trial.finding for n, trial in enumerate(trials) if trial.finding}
    assert not findings, f"python -m tests.fuzz --kind {kind} --seed {seed} --number …: {findings}"
    # If all or none were rejected, the cases would prove little.
    refused = sum(trial.refused for trial in trials)
    assert count * 0.1 < refused
    assert refused < count or count < FEW, "by day all profiles of the seed are refused"


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_earlier_findings_stay_fixed(path: Path) -> None:
    for level in (READ, CHECK, BUILD):
        assert run_case(Case(path.parent.name, level, path.read_bytes())).finding is None


def test_fuzz_runs_enough_cases() -> None:
    assert sum(kind.share for kind in KINDS.values()) == 100
    assert len(FOUND) >= 10


def test_each_command_has_fuzz_words() -> None:
    assert set(doors.commands()) <= set(SEEDS["commands"]) | doors.COMMANDS_OF_FILES


def test_each_door_of_a_file_is_attacked() -> None:
    parameters, keys = doors.parameter_doors(), doors.key_doors()
    assert {"preflight path", "build --edition", "new --from"} <= parameters
    assert {"fonts.title", "extends", "cards.*.art", "cards_table", "chapters"} <= keys.keys()
    for door in parameters:
        words = doors.command_words(door, "given.toml")
        assert "given.toml" in words or words[-2:] == ["images", "."], door
    for door in keys:
        assert '"given.svg"' in doors.definition_with(door, "given.svg"), door
    made = {make_case("door", 1, n).data.partition(b"\n")[0].decode() for n in range(2_000)}
    assert made == parameters | keys.keys()


def test_each_kind_of_file_has_a_kind() -> None:
    """Every kind of input file is also fuzzed separately."""
    assert set(doors.MAKERS) - {"toml", "checked"} <= {*KINDS}
    assert {"font", "edition", "preflight", "settle", "layers"} <= {*KINDS}


def test_case_is_reproducible() -> None:
    for kind in KINDS:
        assert make_case(kind, 1, 5) == make_case(kind, 1, 5)
        assert len({make_case(kind, 1, number).data for number in range(20)}) > 10


def _raise(error: BaseException) -> str:
    raise error


def _hang() -> str:
    while True:
        pass


def _eat() -> str:
    return "x" * 20_000_000_000


def _write(path: Path) -> str:
    path.write_text("x")
    return ""


FAULTS: dict[str, Callable[[Path, bytes], str]] = {
    "ZeroDivisionError in test_fuzz.py:_raise": lambda folder, data: _raise(ZeroDivisionError()),
    "takes too long": lambda folder, data: _hang(),
    "takes too much memory": lambda folder, data: _eat(),
    "says control characters": lambda folder, data: "evil\u202e",
    "says 'has no attribute'": lambda folder, data: "'str' has no attribute “x”",
    "says too much": lambda folder, data: "words " * 10_000,
    "repeats a file": lambda folder, data: f"What is {data.decode()}?",
    "opens a file elsewhere": lambda folder, data: Path("/etc/hostname").read_text() and "",
    "writes elsewhere": lambda folder, data: _write(folder.parent / "x"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_each_kind_of_fault_is_detected(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    data = bytes(range(97, 123)) * 12

    def ask(folder: Path, data: bytes, level: int) -> str:
        return FAULTS[what](folder, data)

    monkeypatch.setattr(trial, "MAX_SECONDS", 0.05)
    monkeypatch.setitem(KINDS, "toml", msgspec.structs.replace(KINDS["toml"], ask=ask))
    finding = run_case(Case("toml", READ, data)).finding
    assert finding is not None
    assert finding.what in (what, "opens a file elsewhere")


def test_refusal_is_not_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(folder: Path, data: bytes, level: int) -> str:
        raise PrintkitError("No.", location="x.toml:1:1", hint="Write yes.")

    monkeypatch.setitem(KINDS, "toml", msgspec.structs.replace(KINDS["toml"], ask=ask))
    assert run_case(Case("toml", READ, b"x")).finding is None


def test_shrink_keeps_only_the_failing_part() -> None:
    assert shrink(b"some words, x and y, and more", lambda data: b"x" in data) == b"x"
