"""The speed gate, and the parts of the benchmark: decks, ratios, tables."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from printkit.model.load import load
from tests.bench import gate, history, made
from tests.bench.measure import Machine, Program, Refused
from tests.bench.rows import ROWS
from tests.support import processes
from tests.support.processes import ROOT, unix

# All rows once: a third of an hour on a slow machine.
BENCHMARK_SECONDS = 3_600
no_typst = find_spec("typst") is None and not os.environ.get("CI")


@unix
@pytest.mark.skipif(no_typst, reason="Typst is not here")
def test_commands_stay_below_1_5_times_recorded_cost(tmp_path: Path) -> None:
    """`python -m tests.bench --gate --record NAME` records the cost of a worthwhile change."""
    machine = Machine(tmp_path)
    kept = {key: row["best"] for key, row in history.last("checkout").items()}
    pairs = {row.key: row.programs(machine) for row in ROWS if row.gate}
    assert gate.judge(machine, pairs, kept) == []


@unix
@pytest.mark.nightly
@pytest.mark.skipif(no_typst, reason="Typst is not here")
def test_benchmark_measures_every_row() -> None:
    command = processes.python("-m", "tests.bench", "1")
    done = processes.run(command, cwd=ROOT, timeout=BENCHMARK_SECONDS, check=True)
    assert [row.label for row in ROWS if f"{row.label}: " not in done.stdout] == []
    assert ": refused: " not in done.stdout


@unix
def test_slow_row_is_reported(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    work, more = (
        Program(("-c", f"sum(range({count}))"), tmp_path) for count in (3_000_000, 9_000_000)
    )
    kept = gate.measure(machine, {"loop": (work, work)}, 2)
    assert gate.judge(machine, {"loop": (work, work)}, kept) == []
    (sentence,) = gate.judge(machine, {"loop": (more, work)}, kept)
    assert sentence.startswith("loop: ")
    assert gate.find_slow({"loop": 1.49, "list": 1.51}, {"loop": 1.0, "list": 1.0}) == ["list"]


@unix
def test_measurement_has_spread_and_failure_its_message(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    nothing = Program(("-c", "pass"), tmp_path / "nothing")
    writing = Program(
        ("-c", f"open({str(tmp_path / 'out/file')!r}, 'w').write('a' * 5000)"), tmp_path / "out"
    )
    measured = machine.compare(writing, nothing, 3, times=2)
    low, middle, high = measured.ratios
    assert 0 < low <= middle <= high < 5
    assert (len(measured.ours), len(measured.theirs), measured.size) == (3, 3, 5000)
    with pytest.raises(Refused, match="Too many"):
        machine.run(Program(("-c", "raise SystemExit('Too many')"), tmp_path))
    with pytest.raises(SystemExit, match="ZeroDivisionError"):
        machine.run(Program(("-c", "1 / 0"), tmp_path))


def test_benchmark_tables_match_the_history() -> None:
    assert history.tables(history.read()) in history.DOCS.read_text(encoding="utf-8")
    keys = [row.key for row in ROWS]
    assert len(keys) == len(set(keys))
    assert set(history.last("checkout")) == {row.key for row in ROWS if row.gate}


def test_growth_is_reported_per_card() -> None:
    costs = {100: 0.5, 1_000: 1.4, 10_000: 10.4, 50_000: 90.4}
    rows = {
        f"distinct-{count}": {"ours": {"cpu": cpu, "peak": 50, "kb": count}}
        for count, cpu in costs.items()
    }
    first, even, steep = history.growth(rows)
    assert first == "From 100 to 1,000 cards: 1.00 ms, 0.0 kB of memory and 1.00 kB of file size."
    assert even.endswith(" (linear growth).")
    assert steep.endswith(" (2.0 times the time before).")


def test_benchmark_deck_has_distinct_emblems(tmp_path: Path) -> None:
    deck = load(str(made.deck(tmp_path, 200)))
    assert len({card.emblem for card in deck.cards}) == made.EMBLEMS == 68
    assert len({card.id for card in deck.cards}) == 200
